/* quantify.c -- claims about many instances

   Neighbouring quantifiers of one kind form a block.  Finite blocks are
   enumerated.  A `for all' block with variables over the integers is first
   tried with those variables as symbols: what holds for the symbols holds
   for all integers.  Failing that, and for `exists', growing boxes are
   searched for a counterexample or witness.  */

#include "claims/block.h"

#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "claims/printed.h"

enum
{
  /* Instances of a search over the integers.  */
  BOX_INSTANCES = 20000,
  LARGEST_BOX = 1000
};

void
assay_finding_clear (struct assay_finding *finding)
{
  size_t i;

  for (i = 0; i < finding->witness_count; i++)
    assay_value_unref (finding->witness[i]);
  free (finding->witness);
  finding->witness = NULL;
  finding->witness_count = 0;
}

/* ---- a block ---- */

/* Walk through BLOCK in MODE, with counts and witness from the start.  */
static enum assay_status
run (struct assay_block *block, enum assay_block_mode mode)
{
  block->mode = mode;
  block->predicted = 1;
  block->counting_prediction = true;
  block->doubtful = false;
  block->stop = false;
  return assay_block_walk (block);
}

static void
reset (struct assay_block *block)
{
  struct assay_finding *finding = block->finding;

  assay_finding_clear (finding);
  memset (finding, 0, sizeof *finding);
  assay_outcome_begin (&finding->outcome);
  block->seen = 0;
  block->undecided = false;
}

/* Whether BLOCK, over integers, is proved with symbols for them.  A refusal
   on the way (a list indexed by a symbol, say) only means that it is not.  */
static enum assay_status
prove_with_symbols (struct assay_block *block, bool *proved)
{
  struct assay_machine *machine = block->machine;
  enum assay_status status;

  machine->symbols += (unsigned) block->integers;
  status = run (block, ASSAY_BLOCK_SYMBOLS);
  machine->symbols -= (unsigned) block->integers;
  *proved = status == ASSAY_OK && block->finding->refuted == 0
            && !block->undecided;
  if (status != ASSAY_OK && !assay_machine_is_late (machine))
    {
      assay_machine_forgive (machine);
      status = ASSAY_OK;
    }
  return status;
}

/* Whether no box larger than the last can have a smaller counterexample than
   the one found: each of its instances has a variable of that half-width and
   a denominator.  */
static bool
found_the_least (const struct assay_block *block)
{
  return block->finding->refuted > 0
         && mpz_cmp_si (block->least, block->box + 1) <= 0;
}

static enum assay_status
search_boxes (struct assay_block *block)
{
  enum assay_status status = ASSAY_OK;

  reset (block);
  block->finding->box = -1;
  for (block->box = 0; block->box <= LARGEST_BOX && status == ASSAY_OK
                       && !block->stop && !found_the_least (block)
                       && block->seen < BOX_INSTANCES;
       block->box++)
    {
      status = run (block, ASSAY_BLOCK_BOX);
      if (status == ASSAY_OK)
        block->finding->box = block->box;
    }
  /* A refusal met while looking for a smaller counterexample.  */
  if (status != ASSAY_OK && block->finding->refuted > 0
      && !assay_machine_is_late (block->machine))
    {
      assay_machine_forgive (block->machine);
      status = ASSAY_OK;
    }
  return status;
}

/* What the instances seen add up to.  */
static void
conclude (struct assay_block *block)
{
  struct assay_finding *finding = block->finding;
  bool exhaustive = block->integers == 0 && !finding->limited;

  finding->counted = block->integers == 0;
  finding->vacuous = block->seen == 0 && exhaustive;
  if (block->exists)
    {
      if (block->stop)
        return;
      finding->outcome.verdict = block->undecided || !exhaustive
                                   ? ASSAY_CLAIM_UNDECIDED
                                   : ASSAY_CLAIM_REFUTED;
    }
  else if (finding->refuted > 0)
    finding->outcome.verdict = ASSAY_CLAIM_REFUTED;
  else if (block->undecided || !exhaustive)
    finding->outcome.verdict = ASSAY_CLAIM_UNDECIDED;
  if (finding->limited && block->predicted > finding->of)
    finding->of = block->predicted;
}

static enum assay_status
decide_block (struct assay_block *block)
{
  struct assay_finding *finding = block->finding;
  enum assay_status status;
  bool proved = false;

  reset (block);
  if (block->integers == 0)
    status = run (block, ASSAY_BLOCK_FINITE);
  else
    {
      status = ASSAY_OK;
      if (!block->exists)
        status = prove_with_symbols (block, &proved);
      if (proved)
        {
          finding->box = -1;
          return ASSAY_OK;
        }
      if (status == ASSAY_OK)
        status = search_boxes (block);
    }
  if (status == ASSAY_ELIMIT && (finding->refuted > 0 || block->top))
    {
      finding->limited = true;
      status = finding->refuted > 0 ? ASSAY_OK : ASSAY_ELIMIT;
    }
  conclude (block);
  return status;
}

enum assay_status
assay_quantify_from (struct assay_machine *machine,
                     const struct assay_statement *claim, size_t first,
                     bool minimise, struct assay_finding *finding)
{
  struct assay_block block;
  enum assay_status status;
  size_t i, j;

  if (first == claim->quantifier_count)
    return assay_formula_judge (machine, claim->relation, &finding->outcome,
                                NULL);
  memset (&block, 0, sizeof block);
  block.machine = machine;
  block.claim = claim;
  block.first = first;
  block.exists = claim->quantifiers[first]->exists;
  block.top = first == 0;
  block.minimise = minimise;
  block.finding = finding;
  for (i = first; i < claim->quantifier_count
                  && claim->quantifiers[i]->exists == block.exists;
       i++)
    for (j = 0; j < claim->quantifiers[i]->binding_count; j++)
      block.integers += claim->quantifiers[i]->bindings[j]->range == NULL;
  block.end = i;
  mpz_init (block.least);
  status = decide_block (&block);
  mpz_clear (block.least);
  return status;
}

enum assay_status
assay_quantify (struct assay_machine *machine,
                const struct assay_statement *claim, bool minimise,
                struct assay_finding *finding)
{
  enum assay_status status;

  memset (finding, 0, sizeof *finding);
  machine->frame = assay_calloc (claim->slots, sizeof *machine->frame);
  status = assay_quantify_from (machine, claim, 0, minimise, finding);
  assay_values_free (machine->frame, claim->slots);
  machine->frame = NULL;
  return status;
}
