/* measure_report.c -- what a measure says in the end */

#include <math.h>
#include <mpfr.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "kernel/measure.h"
#include "kernel/regions.h"

/* SUM / (2^40 COUNT) rounded in DIRECTION.  */
static double
mean_of (const struct assay_ulp_sum *sum, uint64_t count,
         mpfr_rnd_t direction)
{
  mpz_t total, word;
  mpq_t mean;
  mpfr_t end;
  double result;

  mpz_inits (total, word, NULL);
  mpz_import (word, 1, -1, sizeof sum->pending, 0, 0, &sum->pending);
  mpz_add (total, sum->total, word);
  mpz_import (word, 1, -1, sizeof count, 0, 0, &count);
  mpq_init (mean);
  mpq_set_num (mean, total);
  mpq_set_den (mean, word);
  mpq_canonicalize (mean);
  mpq_div_2exp (mean, mean, 40);
  mpfr_init2 (end, 53);
  mpfr_set_q (end, mean, direction);
  result = mpfr_get_d (end, direction);
  mpfr_clear (end);
  mpq_clear (mean);
  mpz_clears (total, word, NULL);
  return result;
}

void
assay_measure_mean (struct assay_bounds *bounds,
                    const struct assay_measure *measure)
{
  uint64_t count = measure->elements - measure->unbounded;

  *bounds = (struct assay_bounds) { 0, 0 };
  if (count == 0)
    return;
  bounds->low = mean_of (&measure->low_sum, count, MPFR_RNDD);
  bounds->high = measure->vast > 0 ? INFINITY
                 : mean_of (&measure->high_sum, count, MPFR_RNDU);
}

/* ---- percentiles ---- */

/* The region in which the RANKth (from 1) of what HISTOGRAM counts is; RANK
   <- its place in there.  */
static int
find_region (uint64_t *rank, const uint64_t *histogram)
{
  int region;

  for (region = 0; *rank > histogram[region]; region++)
    *rank -= histogram[region];
  return region;
}

/* The least and the next larger bound of REGION, none of the two outer
   ones.  */
static struct assay_bounds
edges (int region)
{
  struct assay_bounds edge = { 0, ldexp (1, ASSAY_OCTAVE_FIRST) };
  int bucket = region - ASSAY_REGION_BUCKETS;
  int octave = ASSAY_OCTAVE_FIRST + bucket / ASSAY_OCTAVE_PARTS;
  int part = bucket % ASSAY_OCTAVE_PARTS;

  if (region == ASSAY_REGION_BELOW)
    return edge;
  edge.low = ldexp (1 + (double) part / ASSAY_OCTAVE_PARTS, octave);
  edge.high = ldexp (1 + (double) (part + 1) / ASSAY_OCTAVE_PARTS, octave);
  return edge;
}

static int
compare_doubles (const void *left, const void *right)
{
  double a = *(const double *) left, b = *(const double *) right;

  return a < b ? -1 : a > b;
}

/* Of the lower (UPPER: the upper) bounds that are in REGION, the RANKth.  */
static double
select_kept (const struct assay_measure *measure, int region, uint64_t rank,
             int upper)
{
  uint64_t count = (upper ? measure->high : measure->low)[region], n = 0, i;
  double *found = assay_calloc ((size_t) count, sizeof *found), result;

  for (i = 0; i < measure->elements; i++)
    {
      const struct assay_bounds *bounds = &measure->each[i];
      double value = upper ? bounds->high : bounds->low;

      if (!isinf (bounds->low) && assay_region_of (value) == region)
        found[n++] = value;
    }
  qsort (found, (size_t) n, sizeof *found, compare_doubles);
  result = found[rank - 1];
  free (found);
  return result;
}

/* A bound of the error of RANK among the lower, or the upper, bounds.  */
static double
find_bound (const struct assay_measure *measure, uint64_t rank, int upper)
{
  int region = find_region (&rank, upper ? measure->high : measure->low);

  if (region == ASSAY_REGION_ZERO)
    return 0;
  if (region == ASSAY_REGION_BEYOND)
    return INFINITY;
  if (measure->each)
    return select_kept (measure, region, rank, upper);
  if (!upper)
    return edges (region).low;
  return region == ASSAY_REGION_BEYOND - 1
         ? measure->bounded.high
         : fmin (edges (region).high, measure->bounded.high);
}

void
assay_measure_percentile (struct assay_bounds *bounds,
                          const struct assay_measure *measure,
                          unsigned per_mille)
{
  uint64_t n = measure->elements, rank;

  *bounds = (struct assay_bounds) { 0, 0 };
  if (n == 0)
    return;
  rank = n / 1000 * per_mille + (n % 1000 * per_mille + 999) / 1000;
  if (rank == 0)
    rank = 1;
  bounds->low = find_bound (measure, rank, 0);
  bounds->high = find_bound (measure, rank, 1);
}

/* ---- histogram and slices ---- */

uint64_t
assay_measure_octave (const struct assay_measure *measure, int octave)
{
  const uint64_t *bucket;
  uint64_t count = 0;
  int i;

  if (octave < ASSAY_OCTAVE_FIRST)
    return measure->high[ASSAY_REGION_BELOW];
  bucket = measure->high + ASSAY_REGION_BUCKETS
           + (octave - ASSAY_OCTAVE_FIRST) * ASSAY_OCTAVE_PARTS;
  for (i = 0; i < ASSAY_OCTAVE_PARTS; i++)
    count += bucket[i];
  return count;
}

uint64_t
assay_measure_zero (const struct assay_measure *measure)
{
  return measure->high[ASSAY_REGION_ZERO];
}

int
assay_measure_stands_out (size_t *first, size_t *last,
                          const struct assay_measure *measure, int axis)
{
  const struct assay_slice *slice = measure->slice[axis];
  size_t filled = 0, standing = 0, between = 0, i;
  double worst = 0;

  for (i = 0; i < measure->shape[axis]; i++)
    {
      filled += slice[i].elements > 0;
      worst = fmax (worst, slice[i].worst);
    }
  if (worst < 1)
    return 0;
  for (i = 0; i < measure->shape[axis]; i++)
    if (slice[i].elements > 0 && slice[i].worst >= worst / 4)
      {
        if (standing++ == 0)
          *first = i;
        *last = i;
      }
  for (i = *first; i <= *last; i++)
    between += slice[i].elements > 0;
  return between == standing && 2 * standing <= filled;
}

/* ---- decimals ---- */

static char *
decimal (double x, mpfr_rnd_t direction)
{
  char *text;
  mpfr_t end;

  mpfr_init2 (end, 53);
  mpfr_set_d (end, x, MPFR_RNDN);
  mpfr_asprintf (&text, x < 0x1p30 ? "%.4R*f" : "%.6R*e", direction, end);
  mpfr_clear (end);
  return text;
}

enum assay_verdict
assay_bounds_print (struct assay_text *text,
                    const struct assay_bounds *bounds)
{
  enum assay_verdict verdict = ASSAY_OPEN;
  char *low, *high;

  if (isinf (bounds->low))
    {
      assay_text_add (text, "infinite");
      return ASSAY_HOLDS;
    }
  if (isinf (bounds->high))
    {
      low = decimal (bounds->low, MPFR_RNDD);
      assay_text_printf (text, "at least %s", low);
      assay_memory_free_text (low);
      return ASSAY_OPEN;
    }
  low = decimal (bounds->low, MPFR_RNDN);
  high = decimal (bounds->high, MPFR_RNDN);
  if (strcmp (low, high) == 0)
    verdict = ASSAY_HOLDS;
  else
    {
      assay_memory_free_text (high);
      high = decimal (bounds->high, MPFR_RNDU);
    }
  assay_text_add (text, high);
  assay_memory_free_text (low);
  assay_memory_free_text (high);
  return verdict;
}
