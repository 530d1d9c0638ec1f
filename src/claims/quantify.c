/* quantify.c -- claims about many instances

   Neighbouring quantifiers of one kind form a block.  Finite blocks are
   enumerated.  A `for all' block with variables over the integers is first
   tried with those variables as symbols: what holds for the symbols holds
   for all integers.  Failing that, and for `exists', growing boxes are
   searched for a counterexample or witness.  */

#include "claims/quantify.h"

#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "claims/printed.h"

enum
{
  /* Instances looked at although the whole range exceeds the budget.  */
  PREVIEW = 10000,
  /* Instances of a search over the integers.  */
  BOX_INSTANCES = 20000,
  LARGEST_BOX = 1000
};

enum mode
{
  MODE_FINITE,
  MODE_SYMBOLS,
  MODE_BOX
};

struct block
{
  struct assay_machine *machine;
  const struct assay_statement *claim;
  size_t first, end;            /* quantifiers */
  bool exists, top, minimise;
  enum mode mode;
  size_t integers;              /* variables over the integers */
  long box;
  unsigned long long predicted; /* instances, along the first path */
  bool counting_prediction, doubtful, stop, undecided;
  unsigned long long seen;
  mpz_t least;                  /* size of the best counterexample */
  struct assay_finding *finding;
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

static enum assay_status decide_from (struct assay_machine *machine,
                                      const struct assay_statement *claim,
                                      size_t first, bool minimise,
                                      struct assay_finding *finding);
static enum assay_status walk (struct block *block, size_t quantifier,
                               size_t binding, size_t integers_left,
                               bool touched);

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
keep_witness (struct block *block)
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
consider_counterexample (struct block *block)
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
count_instance (struct block *block)
{
  struct assay_machine *machine = block->machine;
  unsigned long long most = machine->limits.instances;
  enum assay_status status = assay_ctx_in_time (&machine->ctx, NULL);

  block->counting_prediction = false;
  block->seen++;
  machine->instances++;
  if (status == ASSAY_OK
      && (machine->instances > most
          || (block->mode == MODE_FINITE && block->predicted > most
              && block->seen > PREVIEW)))
    status = assay_fail (&machine->ctx, ASSAY_ELIMIT, NULL,
                         "fewer instances (--max-instances)",
                         "more than %llu", most);
  return status;
}

static void
record_for_all (struct block *block, const struct assay_outcome *outcome)
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
      block->stop = !block->top || block->mode == MODE_BOX;
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
record_exists (struct block *block, const struct assay_outcome *outcome)
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

static enum assay_status
judge_instance (struct block *block)
{
  struct assay_finding inner;
  enum assay_status status = count_instance (block);

  if (status != ASSAY_OK)
    return status;
  memset (&inner, 0, sizeof inner);
  status = decide_from (block->machine, block->claim, block->end, false,
                        &inner);
  if (status == ASSAY_OK && block->exists)
    record_exists (block, &inner.outcome);
  else if (status == ASSAY_OK)
    record_for_all (block, &inner.outcome);
  else if (status != ASSAY_ELIMIT && block->mode != MODE_SYMBOLS)
    keep_witness (block);
  assay_finding_clear (&inner);
  return status;
}

/* The conditions of QUANTIFIER in the order written: a refuted one ends the
   instance, so that later ones may rely on it.  */
static enum assay_status
check_conditions (struct block *block, size_t quantifier, bool *excluded)
{
  const struct assay_quantifier *q = block->claim->quantifiers[quantifier];
  struct assay_outcome outcome;
  enum assay_status status = ASSAY_OK;
  size_t i;

  *excluded = false;
  for (i = 0; i < q->condition_count && status == ASSAY_OK && !*excluded; i++)
    {
      status = assay_formula_judge (block->machine, q->conditions[i],
                                    &outcome, NULL);
      if (status == ASSAY_OK && outcome.verdict == ASSAY_CLAIM_REFUTED)
        *excluded = true;
      else if (status == ASSAY_OK
               && outcome.verdict == ASSAY_CLAIM_UNDECIDED
               && block->mode != MODE_SYMBOLS)
        block->doubtful = true;
    }
  return status;
}

/* ---- walking through the ranges ---- */

static enum assay_status
after_bindings (struct block *block, size_t quantifier, size_t integers_left,
                bool touched)
{
  bool doubtful = block->doubtful, excluded;
  enum assay_status status = check_conditions (block, quantifier, &excluded);

  if (status == ASSAY_OK && !excluded)
    status = quantifier + 1 == block->end
             ? judge_instance (block)
             : walk (block, quantifier + 1, 0, integers_left, touched);
  else if (status == ASSAY_OK)
    status = assay_ctx_in_time (&block->machine->ctx, NULL);
  block->doubtful = doubtful;
  return status;
}

static void
bind (struct block *block, size_t slot, struct assay_value *value)
{
  struct assay_value **place = &block->machine->frame[slot];

  assay_value_unref (*place);
  *place = value;
}

static void
predict (struct block *block, unsigned long long count)
{
  if (block->counting_prediction)
    block->predicted = assay_saturating_mul (block->predicted, count);
}

static enum assay_status
walk_range (struct block *block, size_t quantifier, size_t binding,
            size_t integers_left, bool touched)
{
  const struct assay_binding *b
    = block->claim->quantifiers[quantifier]->bindings[binding];
  enum assay_status status;
  mpz_t last, count;
  mpq_t x;

  mpz_inits (last, count, NULL);
  mpq_init (x);
  status = assay_machine_range (block->machine, mpq_numref (x), last,
                                b->range);
  mpz_sub (count, last, mpq_numref (x));
  mpz_add_ui (count, count, 1);
  if (mpz_sgn (count) < 0)
    mpz_set_ui (count, 0);
  predict (block, mpz_fits_ulong_p (count) ? mpz_get_ui (count)
                                           : (unsigned long long) -1);
  while (status == ASSAY_OK && !block->stop
         && mpz_cmp (mpq_numref (x), last) <= 0)
    {
      bind (block, b->slot, assay_value_rational (x));
      status = walk (block, quantifier, binding + 1, integers_left, touched);
      mpz_add_ui (mpq_numref (x), mpq_numref (x), 1);
    }
  mpz_clears (last, count, NULL);
  mpq_clear (x);
  return status;
}

static enum assay_status
walk_list (struct block *block, size_t quantifier, size_t binding,
           size_t integers_left, bool touched)
{
  const struct assay_binding *b
    = block->claim->quantifiers[quantifier]->bindings[binding];
  struct assay_value *list;
  enum assay_status status = assay_machine_eval (block->machine, &list,
                                                 b->range);
  size_t i;

  if (status != ASSAY_OK)
    return status;
  if (list->kind != ASSAY_VALUE_LIST)
    {
      char text[120];

      block->machine->blame = b->range->span;
      block->machine->blamed = true;
      assay_value_describe (text, sizeof text, list);
      status = assay_fail (&block->machine->ctx, ASSAY_ETYPE, NULL,
                           "a range a..b, a list, or integers", "%s", text);
    }
  else
    predict (block, list->count);
  for (i = 0; status == ASSAY_OK && i < list->count && !block->stop; i++)
    {
      bind (block, b->slot, assay_value_ref (list->items[i]));
      status = walk (block, quantifier, binding + 1, integers_left, touched);
    }
  assay_value_unref (list);
  return status;
}

/* Within a box of half-width B the values come as 0, 1, -1, 2, -2, ...; only
   its surface is new: at least one variable is B or -B.  */
static enum assay_status
walk_integers (struct block *block, size_t quantifier, size_t binding,
               size_t integers_left, bool touched)
{
  const struct assay_binding *b
    = block->claim->quantifiers[quantifier]->bindings[binding];
  enum assay_status status = ASSAY_OK;
  long n;

  if (block->mode == MODE_SYMBOLS)
    {
      bind (block, b->slot,
            assay_value_real (assay_expr_new_symbol (b->name)));
      return walk (block, quantifier, binding + 1, integers_left - 1, true);
    }
  n = integers_left == 1 && !touched ? block->box : 0;
  for (; n <= block->box && status == ASSAY_OK && !block->stop; n++)
    {
      bool at_surface = touched || n == block->box;

      bind (block, b->slot, assay_value_integer (n));
      status = walk (block, quantifier, binding + 1, integers_left - 1,
                     at_surface);
      if (n > 0 && status == ASSAY_OK && !block->stop)
        {
          bind (block, b->slot, assay_value_integer (-n));
          status = walk (block, quantifier, binding + 1, integers_left - 1,
                         at_surface);
        }
    }
  return status;
}

static enum assay_status
walk (struct block *block, size_t quantifier, size_t binding,
      size_t integers_left, bool touched)
{
  const struct assay_quantifier *q = block->claim->quantifiers[quantifier];
  const struct assay_node *range;

  if (binding == q->binding_count)
    return after_bindings (block, quantifier, integers_left, touched);
  range = q->bindings[binding]->range;
  if (range == NULL)
    return walk_integers (block, quantifier, binding, integers_left,
                          touched);
  if (range->kind == ASSAY_NODE_RANGE)
    return walk_range (block, quantifier, binding, integers_left, touched);
  return walk_list (block, quantifier, binding, integers_left, touched);
}

/* ---- a block ---- */

/* Walk through BLOCK in MODE, with counts and witness from the start.  */
static enum assay_status
run (struct block *block, enum mode mode)
{
  block->mode = mode;
  block->predicted = 1;
  block->counting_prediction = true;
  block->doubtful = false;
  block->stop = false;
  return walk (block, block->first, 0, block->integers, false);
}

static void
reset (struct block *block)
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
prove_with_symbols (struct block *block, bool *proved)
{
  struct assay_machine *machine = block->machine;
  enum assay_status status;

  machine->symbols += (unsigned) block->integers;
  status = run (block, MODE_SYMBOLS);
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

static enum assay_status
search_boxes (struct block *block)
{
  enum assay_status status = ASSAY_OK;

  reset (block);
  block->finding->box = -1;
  for (block->box = 0; block->box <= LARGEST_BOX && status == ASSAY_OK
                       && !block->stop && block->seen < BOX_INSTANCES;
       block->box++)
    {
      status = run (block, MODE_BOX);
      if (status == ASSAY_OK)
        block->finding->box = block->box;
    }
  return status;
}

/* What the instances seen add up to.  */
static void
conclude (struct block *block)
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
decide_block (struct block *block)
{
  struct assay_finding *finding = block->finding;
  enum assay_status status;
  bool proved = false;

  reset (block);
  if (block->integers == 0)
    status = run (block, MODE_FINITE);
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

/* CLAIM from quantifier FIRST on, the variables before it being bound.  */
static enum assay_status
decide_from (struct assay_machine *machine,
             const struct assay_statement *claim, size_t first,
             bool minimise, struct assay_finding *finding)
{
  struct block block;
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
                  && claim->quantifiers[i]->exists == block.exists; i++)
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
  size_t i;

  memset (finding, 0, sizeof *finding);
  machine->frame = assay_calloc (claim->slots, sizeof *machine->frame);
  status = decide_from (machine, claim, 0, minimise, finding);
  for (i = 0; i < claim->slots; i++)
    assay_value_unref (machine->frame[i]);
  free (machine->frame);
  machine->frame = NULL;
  return status;
}
