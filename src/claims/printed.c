/* printed.c -- the relation ~: values against decimals as printed */

#include "claims/printed.h"

#include <stdlib.h>
#include <string.h>

#include "claims/literal.h"
#include "real/print.h"

static const struct assay_node *
literal_of (const struct assay_node *printed)
{
  return printed->kind == ASSAY_NODE_NEGATE ? printed->items[0] : printed;
}

long
assay_printed_places (const struct assay_node *printed)
{
  return assay_literal_places (literal_of (printed)->text);
}

/* UNIT <- 10^-PLACES.  */
static enum assay_status
set_unit (mpq_ptr unit, long places, struct assay_ctx *ctx)
{
  unsigned long magnitude = places < 0 ? -(unsigned long) places
                                       : (unsigned long) places;
  enum assay_status status
    = assay_ctx_afford (ctx, NULL, "the unit of the last printed digit",
                        assay_saturating_mul (magnitude, 4));

  if (status != ASSAY_OK)
    return status;
  mpq_set_ui (unit, 1, 1);
  mpz_ui_pow_ui (mpq_numref (unit), 10, magnitude);
  if (places > 0)
    mpq_inv (unit, unit);
  return ASSAY_OK;
}

static enum assay_status
judge_number (struct assay_machine *machine, struct assay_value *value,
              const struct assay_node *printed,
              struct assay_outcome *outcome)
{
  static const enum assay_claim_verdict verdicts[] = {
    ASSAY_CLAIM_ROUNDED, ASSAY_CLAIM_TRUNCATED, ASSAY_CLAIM_UNDECIDED,
    ASSAY_CLAIM_REFUTED
  };
  struct assay_ctx *ctx = &machine->ctx;
  enum assay_print print = ASSAY_PRINT_UNDECIDED;
  enum assay_status status;
  struct assay_expr *x;
  mpq_t d, unit;

  if (!assay_value_is_number (value)
      || (value->kind == ASSAY_VALUE_REAL
          && !assay_expr_is_closed (value->real)))
    {
      char text[120];

      assay_value_describe (text, sizeof text, value);
      return assay_fail (ctx, ASSAY_ETYPE, NULL, "a number left of ~", "%s",
                         text);
    }
  mpq_inits (d, unit, NULL);
  status = assay_literal_read (d, literal_of (printed)->text, ctx);
  if (status == ASSAY_OK)
    status = set_unit (unit, assay_printed_places (printed), ctx);
  if (status == ASSAY_OK)
    {
      if (printed->kind == ASSAY_NODE_NEGATE)
        mpq_neg (d, d);
      x = assay_value_expr (value);
      status = assay_print_judge (&print, &outcome->decision, x, d, unit,
                                  ctx);
      assay_expr_unref (x);
      outcome->verdict = verdicts[print];
    }
  mpq_clears (d, unit, NULL);
  return status;
}

enum assay_status
assay_printed_judge (struct assay_machine *machine,
                     struct assay_value *value,
                     const struct assay_node *printed,
                     struct assay_outcome *outcome)
{
  struct assay_outcome part;
  enum assay_status status = ASSAY_OK;
  size_t i;

  assay_outcome_begin (outcome);
  if (printed->kind != ASSAY_NODE_LIST)
    return judge_number (machine, value, printed, outcome);
  outcome->verdict = ASSAY_CLAIM_ROUNDED;
  if (value->kind != ASSAY_VALUE_LIST || value->count != printed->count)
    {
      char text[120];

      assay_value_describe (text, sizeof text, value);
      return assay_fail (&machine->ctx, ASSAY_ETYPE, NULL,
                         "a list left of ~ of the same shape as right of it",
                         "%s", text);
    }
  for (i = 0; i < printed->count && status == ASSAY_OK; i++)
    {
      status = assay_printed_judge (machine, value->items[i],
                                    printed->items[i], &part);
      if (status == ASSAY_OK)
        assay_outcome_worsen (outcome, &part, i);
    }
  return status;
}

const struct assay_node *
assay_printed_at_path (const struct assay_node *printed, const char *path)
{
  while (path[0] == '[' && printed->kind == ASSAY_NODE_LIST)
    {
      size_t index = strtoul (path + 1, NULL, 10);

      if (index >= printed->count)
        break;
      printed = printed->items[index];
      path = strchr (path, ']') + 1;
    }
  return printed;
}
