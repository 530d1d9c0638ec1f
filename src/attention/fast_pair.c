/* fast_pair.c -- tier 2: one query in double-double arithmetic */

#include <math.h>
#include <string.h>

#include "attention/fast_parts.h"

/* Keys so far below the greatest score have at most 2^-115 of its weight.  */
#define PAIR_DROP 80.0

/* u^2.  */
#define U2 0x1p-106

/* Where the arrays of a row begin: one element a key, filled up.  */
struct pair_row
{
  double *hi, *lo, *add_hi, *add_lo;
  size_t begin, keys;           /* the first key of the first panel, all */
  struct assay_dd denominator;
  double error;                 /* relative, of weights and sums */
};

size_t
assay_fast_pair_scratch (const struct assay_fast_head *head)
{
  return 4 * head->panels * ASSAY_FAST_PANEL;
}

/* Lemma B94's f (n, k).  */
static double
chain (double n, double k)
{
  return n * n / 2 + 1.5 * n + k * (n + 1);
}

/* Sum of the weights in the order of Lemma B96, and of a sink.  */
static void
sum_weights (struct pair_row *row, double sink_hi, double sink_lo)
{
  struct assay_dd total = { 0.0, 0.0 }, part, step;
  size_t begin, j;

  for (begin = 0; begin < row->keys; begin += ASSAY_FAST_PAIR_CHUNK)
    {
      size_t end = begin + ASSAY_FAST_PAIR_CHUNK;

      part.hi = part.lo = 0.0;
      for (j = begin; j < end && j < row->keys; j++)
        {
          step = assay_dd_sum (part.hi, row->hi[j]);
          part.hi = step.hi;
          part.lo += step.lo + row->lo[j];
        }
      step = assay_dd_sum (total.hi, part.hi);
      total.hi = step.hi;
      total.lo += step.lo + part.lo;
    }
  step = assay_dd_sum (total.hi, sink_hi);
  total.lo += step.lo + sink_lo;
  row->denominator = assay_dd_sum (step.hi, total.lo);
}

/* The weights of a row, relative to its greatest score; 0 where a bound is
   beyond what the lemmas take.  */
static int
weigh (struct pair_row *row, const struct assay_fast_query *query,
       const struct assay_fast_rows *rows,
       const struct assay_fast_head *head,
       const struct assay_fast_rule *rule,
       const struct assay_fast_kernels *kernels)
{
  size_t panels = row->keys / ASSAY_FAST_PANEL;
  double top, reach, width = (double) head->width, sums;
  double sink_hi[ASSAY_FAST_PANEL] = { 0.0 };
  double sink_lo[ASSAY_FAST_PANEL] = { 0.0 };

  kernels->pair_scores (row->hi, row->lo, query->q,
                        head->k + row->begin * head->width, head->width,
                        panels, query->is_short);
  assay_fast_addends (row->add_hi, row->add_lo, query, rows, head, rule,
                      row->begin, row->begin + row->keys);
  top = kernels->pair_scale (row->hi, row->lo, query->sigma, row->add_hi,
                             row->add_lo, panels);
  if (rule->has_sink && rule->sink.hi > top)
    top = rule->sink.hi;
  reach = query->reach + query->slope_reach + fabs (top) + PAIR_DROP;
  if (!(reach <= 0x1p40) || query->add_reach > 0x1p900)
    return 0;
  kernels->pair_exp (row->hi, row->lo, top, -PAIR_DROP, panels);
  if (rule->has_sink)
    {
      sink_hi[0] = rule->sink.hi;
      sink_lo[0] = rule->sink.lo;
      kernels->pair_exp (sink_hi, sink_lo, top, -PAIR_DROP, 1);
    }
  sum_weights (row, sink_hi[0], sink_lo[0]);
  sums = 3 + chain (ASSAY_FAST_PAIR_CHUNK, 2.1)
         + chain ((double) row->keys / ASSAY_FAST_PAIR_CHUNK + 2,
                  ASSAY_FAST_PAIR_CHUNK + 2.2);
  row->error = U2 * ((width + 2) * (width + 2) * query->reach + 64 * reach
                     + sums) * 1.01 + 0x1p-93;
  return row->error <= 0x1p-60;
}

/* A / B for normalised pairs, by Lemma B96 (c).  */
static struct assay_dd
quotient (struct assay_dd a, struct assay_dd b)
{
  double first = a.hi / b.hi;
  struct assay_dd p = assay_dd_product (first, b.hi);
  double rest = ((a.hi - p.hi) - p.lo) + (a.lo - first * b.lo);

  return assay_dd_sum (first, rest / b.hi);
}

/* Whether no key of ROW has a value in column C.  */
static int
is_zero_column (const struct pair_row *row,
                const struct assay_fast_head *head, size_t c)
{
  size_t chunk = row->begin / ASSAY_FAST_CHUNK;

  for (; chunk * ASSAY_FAST_CHUNK < row->begin + row->keys
         && chunk * ASSAY_FAST_CHUNK < head->keys; chunk++)
    if (head->chunk_maximum[chunk * head->padded + c] != 0.0)
      return 0;
  return 1;
}

static void
settle_column (struct assay_fast_out *out, const struct pair_row *row,
               size_t at, struct assay_dd sum, double mass, int e,
               int is_zero)
{
  struct assay_dd x = { 0.0, 0.0 };
  double radius = 0.0, least, depth;
  uint64_t bits;

  if (!is_zero)
    {
      x = quotient (sum, row->denominator);
      mass /= row->denominator.hi;
      least = (double) row->keys * 0x1p-114 + 0x1p-900;
      depth = 66.0 + (double) row->keys / ASSAY_FAST_PAIR_CHUNK;
      radius = (row->error * (mass + fabs (x.hi)) + 0x1p-97 * fabs (x.hi)
                + least) * 1.01;
      if (least > mass * 0x1p-60 || depth * ASSAY_FAST_U > 0x1p-43)
        mass = INFINITY;
    }
  assay_fast_put_known (out, at, x, radius, mass * (1 + 0x1p-42), e);
  if (is_zero)
    assay_fast_put (out, at, 0, ASSAY_FAST_PAIR);
  else if (assay_fast_rounds (&bits, x, radius, e, out->fmt))
    assay_fast_put (out, at, bits, ASSAY_FAST_PAIR);
}

/* The open columns from C on, eight side by side.  */
static void
settle_group (struct assay_fast_out *out, const struct pair_row *row,
              const struct assay_fast_head *head,
              const struct assay_fast_kernels *kernels, size_t at, size_t c)
{
  double hi[ASSAY_FAST_PANEL], lo[ASSAY_FAST_PANEL], mass[ASSAY_FAST_PANEL];
  size_t keys = row->keys, n, open = 0;

  for (n = 0; n < ASSAY_FAST_PANEL && c + n < head->values; n++)
    open += out->open[at + c + n];
  if (open == 0)
    return;
  if (row->begin + keys > head->keys)
    keys = head->keys - row->begin;
  kernels->pair_sums (hi, lo, mass, row->hi, row->lo,
                      head->v + row->begin * head->padded + c, head->padded,
                      keys);
  for (n = 0; n < ASSAY_FAST_PANEL && c + n < head->values; n++)
    if (out->open[at + c + n])
      settle_column (out, row, at + c + n,
                     (struct assay_dd) { hi[n], lo[n] }, mass[n],
                     head->value_exponent[c + n],
                     is_zero_column (row, head, c + n));
}

void
assay_fast_pair (struct assay_fast_out *out,
                 const struct assay_fast_query *query,
                 const struct assay_fast_rows *rows,
                 const struct assay_fast_head *head,
                 const struct assay_fast_rule *rule,
                 const struct assay_fast_kernels *kernels, double *scratch)
{
  size_t room = head->panels * ASSAY_FAST_PANEL, c, panels;
  struct pair_row row;

  if (!query->is_usable || query->first == query->last)
    return;
  memset (&row, 0, sizeof row);
  row.hi = scratch;
  row.lo = row.hi + room;
  row.add_hi = row.lo + room;
  row.add_lo = row.add_hi + room;
  row.begin = query->first / ASSAY_FAST_PANEL * ASSAY_FAST_PANEL;
  panels = (query->last - row.begin + ASSAY_FAST_PANEL - 1)
           / ASSAY_FAST_PANEL;
  row.keys = panels * ASSAY_FAST_PANEL;
  if (weigh (&row, query, rows, head, rule, kernels))
    for (c = 0; c < head->values; c += ASSAY_FAST_PANEL)
      settle_group (out, &row, head, kernels, query->r * head->values, c);
}
