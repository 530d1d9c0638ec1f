/* ranges.c -- walking through the ranges of a block of quantifiers */

#include "claims/block.h"

static enum assay_status walk (struct assay_block *block, size_t quantifier,
                               size_t binding, size_t integers_left,
                               bool touched);

/* The conditions of QUANTIFIER in the order written: a refuted one ends the
   instance, so that later ones may rely on it.  */
static enum assay_status
check_conditions (struct assay_block *block, size_t quantifier, bool *excluded)
{
  const struct assay_quantifier *q = block->claim->quantifiers[quantifier];
  struct assay_outcome outcome;
  enum assay_status status = ASSAY_OK;
  size_t i;

  *excluded = false;
  for (i = 0; i < q->condition_count && status == ASSAY_OK && !*excluded; i++)
    {
      status = assay_formula_judge (block->machine, q->conditions[i], &outcome,
                                    NULL);
      if (status == ASSAY_OK && outcome.verdict == ASSAY_CLAIM_REFUTED)
        *excluded = true;
      else if (status == ASSAY_OK && outcome.verdict == ASSAY_CLAIM_UNDECIDED
               && block->mode != ASSAY_BLOCK_SYMBOLS)
        block->doubtful = true;
    }
  return status;
}

static enum assay_status
after_bindings (struct assay_block *block, size_t quantifier,
                size_t integers_left, bool touched)
{
  bool doubtful = block->doubtful, excluded;
  enum assay_status status = check_conditions (block, quantifier, &excluded);

  if (status == ASSAY_OK && !excluded)
    status = quantifier + 1 == block->end
               ? assay_block_judge (block)
               : walk (block, quantifier + 1, 0, integers_left, touched);
  else if (status == ASSAY_OK)
    status = assay_ctx_in_time (&block->machine->ctx, NULL);
  block->doubtful = doubtful;
  return status;
}

static void
bind (struct assay_block *block, size_t slot, struct assay_value *value)
{
  struct assay_value **place = &block->machine->frame[slot];

  assay_value_unref (*place);
  *place = value;
}

static void
predict (struct assay_block *block, unsigned long long count)
{
  if (block->counting_prediction)
    block->predicted = assay_saturating_mul (block->predicted, count);
}

static enum assay_status
walk_range (struct assay_block *block, size_t quantifier, size_t binding,
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
walk_list (struct assay_block *block, size_t quantifier, size_t binding,
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
walk_integers (struct assay_block *block, size_t quantifier, size_t binding,
               size_t integers_left, bool touched)
{
  const struct assay_binding *b
    = block->claim->quantifiers[quantifier]->bindings[binding];
  enum assay_status status = ASSAY_OK;
  long n;

  if (block->mode == ASSAY_BLOCK_SYMBOLS)
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
walk (struct assay_block *block, size_t quantifier, size_t binding,
      size_t integers_left, bool touched)
{
  const struct assay_quantifier *q = block->claim->quantifiers[quantifier];
  const struct assay_node *range;

  if (binding == q->binding_count)
    return after_bindings (block, quantifier, integers_left, touched);
  range = q->bindings[binding]->range;
  if (range == NULL)
    return walk_integers (block, quantifier, binding, integers_left, touched);
  if (range->kind == ASSAY_NODE_RANGE)
    return walk_range (block, quantifier, binding, integers_left, touched);
  return walk_list (block, quantifier, binding, integers_left, touched);
}

enum assay_status
assay_block_walk (struct assay_block *block)
{
  return walk (block, block->first, 0, block->integers, false);
}
