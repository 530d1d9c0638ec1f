/* domain.c -- certifying that a function's argument lies in its domain */

#include <stdlib.h>

#include "exact/rat.h"
#include "real/decide.h"
#include "real/encl.h"
#include "real/node.h"

enum assay_status
assay_expr_refuse (struct assay_ctx *ctx, const struct assay_expr *x,
                   const char *expected)
{
  enum assay_status status;
  char *lo, *hi;

  if (!x->closed)
    return assay_fail (ctx, ASSAY_EVALUE, NULL, expected,
                       "an expression that is never one");
  if (x->kind == ASSAY_KIND_RATIONAL && assay_rat_bits (x->value) < 300)
    {
      lo = assay_rat_text (x->value);
      status = assay_fail (ctx, ASSAY_EVALUE, NULL, expected, "%s", lo);
      free (lo);
      return status;
    }
  if (x->signs == ASSAY_CAN_BE_ZERO)
    return assay_fail (ctx, ASSAY_EVALUE, NULL, expected, "an expression "
                       "that is exactly 0");
  assay_encl_decimals (&lo, &hi, x->enclosure, 6);
  status = assay_fail (ctx, ASSAY_EVALUE, NULL, expected,
                       "a number in [%s, %s]", lo, hi);
  free (lo);
  free (hi);
  return status;
}

enum assay_status
assay_node_settle_sign (struct assay_expr *x, const char *expected,
                        struct assay_ctx *ctx)
{
  struct assay_decision decision;
  enum assay_status status;
  int sign;

  if ((x->signs & (x->signs - 1)) == 0)
    return ASSAY_OK;
  status = assay_decide_sign (&decision, &sign, x, ctx);
  if (status != ASSAY_OK)
    return status;
  if (decision.verdict != ASSAY_HOLDS)
    return assay_fail (ctx, ASSAY_ELIMIT, NULL, expected, "a number whose "
                       "sign is undecided at %lu bits", decision.precision);
  x->signs = sign < 0 ? ASSAY_CAN_BE_NEGATIVE
             : sign > 0 ? ASSAY_CAN_BE_POSITIVE : ASSAY_CAN_BE_ZERO;
  return ASSAY_OK;
}

enum assay_status
assay_node_require (int *total, int *is_zero, struct assay_expr *x,
                    unsigned allowed, const char *expected,
                    struct assay_ctx *ctx)
{
  enum assay_status status;

  *is_zero = x->signs == ASSAY_CAN_BE_ZERO;
  *total = (x->signs & ~allowed) == 0;
  if (*total)
    return ASSAY_OK;
  if ((x->signs & allowed) == 0)
    return assay_expr_refuse (ctx, x, expected);
  if (!x->closed)
    return ASSAY_OK;
  status = assay_node_settle_sign (x, expected, ctx);
  if (status != ASSAY_OK)
    return status;
  *is_zero = x->signs == ASSAY_CAN_BE_ZERO;
  *total = (x->signs & allowed) != 0;
  return *total ? ASSAY_OK : assay_expr_refuse (ctx, x, expected);
}
