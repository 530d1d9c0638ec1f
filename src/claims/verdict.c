/* verdict.c -- one claim decided, in words and figures */

#include "claims/verdict.h"

#include <stdlib.h>
#include <string.h>

#include "claims/tell.h"

void
assay_claim_result_clear (struct assay_claim_result *result)
{
  free (result->reason);
  free (result->left);
  free (result->right);
  free (result->witness);
  free (result->truth);
  free (result->explanation);
  memset (result, 0, sizeof *result);
}

/* Both sides once more where the verdict was found.  */
static void
evaluate_witness (struct assay_telling *t)
{
  struct assay_machine *machine = t->machine;
  const struct assay_finding *finding = t->finding;

  if (finding->witness_count != t->claim->slots)
    return;
  machine->frame = finding->witness;
  t->has_sides = assay_formula_judge (machine, t->claim->relation, &t->outcome,
                                      &t->sides)
                 == ASSAY_OK;
  machine->frame = NULL;
  assay_machine_forgive (machine);
}

static void
record_refusal (struct assay_telling *t, enum assay_status status)
{
  struct assay_machine *machine = t->machine;
  struct assay_claim_result *result = t->result;
  struct assay_text text;

  assay_text_init (&text);
  result->class = status;
  result->blame = machine->blamed ? machine->blame : t->claim->name_span;
  result->late = status == ASSAY_ELIMIT && assay_machine_is_late (machine);
  result->limited = status == ASSAY_ELIMIT;
  result->verdict = status == ASSAY_ELIMIT ? ASSAY_CLAIM_UNDECIDED
                                           : ASSAY_CLAIM_ERROR;
  assay_refusal_render (&text, &machine->ctx.error);
  result->reason = assay_tell_take (&text);
  assay_machine_forgive (machine);
}

void
assay_claim_decide (struct assay_machine *machine,
                    const struct assay_statement *claim,
                    unsigned long milliseconds,
                    const struct assay_verdict_style *style,
                    struct assay_claim_result *result)
{
  struct assay_finding finding;
  struct assay_telling t;
  enum assay_status status;
  bool quantified = claim->quantifier_count > 0;

  memset (result, 0, sizeof *result);
  memset (&finding, 0, sizeof finding);
  memset (&t, 0, sizeof t);
  t.machine = machine;
  t.claim = claim;
  t.style = style;
  t.result = result;
  t.finding = quantified ? &finding : NULL;
  assay_machine_begin (machine, milliseconds);
  if (quantified)
    {
      status = assay_quantify (machine, claim, style->minimise, &finding);
      t.outcome = finding.outcome;
      result->counted = finding.counted;
      result->decided = finding.decided;
      result->of = finding.of;
    }
  else
    {
      status = assay_formula_judge (machine, claim->relation, &t.outcome,
                                    &t.sides);
      t.has_sides = status == ASSAY_OK;
    }
  result->verdict = t.outcome.verdict;
  result->bits = t.outcome.decision.precision;
  if (status != ASSAY_OK)
    record_refusal (&t, status);
  else if (quantified && finding.limited)
    {
      result->limited = true;
      result->late = assay_machine_is_late (machine);
      assay_machine_forgive (machine);
    }
  if (machine->alive)
    machine->alive (machine->alive_data);
  assay_ctx_start_clock (&machine->ctx, milliseconds);
  if (quantified && status == ASSAY_OK)
    evaluate_witness (&t);
  assay_tell (&t);
  if (style->explain)
    assay_tell_derivation (&t);
  assay_sides_clear (&t.sides);
  assay_finding_clear (&finding);
}
