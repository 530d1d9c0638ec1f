/* hypotheses_attention.c -- the tables of hypotheses about attention */

#include "kernel/hypothesis.h"

static const struct assay_hypotheses *const tables[] = {
  &assay_hypotheses_scale, &assay_hypotheses_mask, &assay_hypotheses_axes,
  &assay_hypotheses_sums, &assay_hypotheses_rescaling,
  &assay_hypotheses_precision, &assay_hypotheses_tiles
};

enum { TABLES = sizeof tables / sizeof tables[0] };

size_t
assay_hypothesis_count (void)
{
  size_t count = 0, t;

  for (t = 0; t < TABLES; t++)
    count += tables[t]->count;
  return count;
}

const struct assay_hypothesis *
assay_hypothesis_at (size_t n)
{
  size_t t;

  for (t = 0; n >= tables[t]->count; t++)
    n -= tables[t]->count;
  return &tables[t]->entry[n];
}
