/* block.c -- one instance of a block of quantifiers, and its record */

#include "claims/block.h"

#include <string.h>

#include "base/memory.h"

/* Instances looked at although the whole range exceeds the budget.  */
enum
{
  PREVIEW = 10000
};

/* ---- witnesses ---- */

static size_t
slots_up_to (const struct assay_statement *claim, size_t end)
{
  size_t i, slots = 0;

  for (i = 0; i < end; i++)
    slots += claim->quantifiers[i]->binding_count;
  return slots;
}

static void
keep_witness (struct assay_block *block)
{
  struct assay_finding *finding = block->finding;
  size_t count = slots_up_to (block->claim, block->end), i;

  if (!block->top)
    return;
  assay_finding_clear (finding);
  finding->witness = assay_calloc (count, sizeof *finding->witness);
  finding->witness_count = count;
  for (i = 0; i < count; i++)
    finding->witness[i] = block->machine->frame[i]
                            ? assay_value_ref (block->machine->frame[i])
                            : assay_value_none ();
}

/* SIZE <- SIZE + numerators and denominators of VALUE, in absolute value.  */
static void
add_size (mpz_ptr size, const struct assay_value *value)
{
  mpz_t magnitude;
  size_t i;

  if (value->kind == ASSAY_VALUE_RATIONAL)
    {
      mpz_init (magnitude);
      mpz_abs (magnitude, mpq_numref (value->rational));
      mpz_add (size, size, magnitude);
      mpz_add (size, size, mpq_denref (value->rational));
      mpz_clear (magnitude);
    }
  for (i = 0; i < value->count; i++)
    add_size (size, value->items[i]);
}

/* Keep this counterexample when it is the first, or the least.  */
static void
consider_counterexample (struct assay_block *block)
{
  size_t count = slots_up_to (block->claim, block->end), i;
  mpz_t size;

  if (!block->minimise)
    {
      if (block->finding->refuted == 1)
        keep_witness (block);
      return;
    }
  mpz_init (size);
  for (i = 0; i < count; i++)
    add_size (size, block->machine->frame[i]);
  if (block->finding->refuted == 1 || mpz_cmp (size, block->least) < 0)
    {
      mpz_set (block->least, size);
      keep_witness (block);
    }
  mpz_clear (size);
}

/* ---- one instance ---- */

static enum assay_status
count_instance (struct assay_block *block)
{
  struct assay_machine *machine = block->machine;
  unsigned long long most = machine->limits.instances;
  enum assay_status status = assay_ctx_in_time (&machine->ctx, NULL);

  block->counting_prediction = false;
  block->seen++;
  machine->instances++;
  if (status == ASSAY_OK
      && (machine->instances > most
          || (block->mode == ASSAY_BLOCK_FINITE && block->predicted > most
              && block->seen > PREVIEW)))
    status = assay_fail (&machine->ctx, ASSAY_ELIMIT, NULL,
                         "fewer instances (--max-instances)", "more than %llu",
                         most);
  return status;
}

static void
record_for_all (struct assay_block *block, const struct assay_outcome *outcome)
{
  struct assay_finding *finding = block->finding;
  enum assay_claim_verdict verdict = outcome->verdict;

  if (block->doubtful && !assay_claim_verdict_holds (verdict))
    verdict = ASSAY_CLAIM_UNDECIDED;
  finding->of++;
  if (verdict != ASSAY_CLAIM_UNDECIDED)
    finding->decided++;
  if (verdict == ASSAY_CLAIM_REFUTED)
    {
      finding->refuted++;
      consider_counterexample (block);
      if (finding->refuted == 1)
        finding->outcome = *outcome;
      block->stop = !block->top
                    || (block->mode == ASSAY_BLOCK_BOX && !block->minimise);
      return;
    }
  if (verdict == ASSAY_CLAIM_UNDECIDED && !block->undecided
      && finding->refuted == 0)
    keep_witness (block);
  block->undecided = block->undecided || verdict == ASSAY_CLAIM_UNDECIDED;
  if (finding->refuted == 0
      && (finding->of == 1 || verdict > finding->outcome.verdict
          || (verdict == finding->outcome.verdict
              && outcome->decision.precision
                   > finding->outcome.decision.precision)))
    {
      finding->outcome = *outcome;
      finding->outcome.verdict = verdict;
    }
}

static void
record_exists (struct assay_block *block, const struct assay_outcome *outcome)
{
  struct assay_finding *finding = block->finding;

  finding->of++;
  if (assay_claim_verdict_holds (outcome->verdict) && !block->doubtful)
    {
      finding->decided++;
      finding->outcome = *outcome;
      keep_witness (block);
      block->stop = true;
      return;
    }
  if (outcome->verdict == ASSAY_CLAIM_REFUTED)
    finding->decided++;
  else
    {
      if (!block->undecided)
        {
          finding->outcome = *outcome;
          keep_witness (block);
        }
      block->undecided = true;
    }
}

enum assay_status
assay_block_judge (struct assay_block *block)
{
  struct assay_finding inner;
  enum assay_status status = count_instance (block);

  if (status != ASSAY_OK)
    return status;
  memset (&inner, 0, sizeof inner);
  status = assay_quantify_from (block->machine, block->claim, block->end,
                                false, &inner);
  if (status == ASSAY_OK && block->exists)
    record_exists (block, &inner.outcome);
  else if (status == ASSAY_OK)
    record_for_all (block, &inner.outcome);
  else if (status != ASSAY_ELIMIT && block->mode != ASSAY_BLOCK_SYMBOLS
           && !(block->mode == ASSAY_BLOCK_BOX
                && block->finding->refuted > 0))
    keep_witness (block);
  assay_finding_clear (&inner);
  return status;
}
