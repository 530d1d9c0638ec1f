/* measure.c -- the errors of a tensor, counted

   The histogram's regions, from the least error: 0, below the first octave,
   the buckets, and errors without a bound.  */

#include "kernel/measure.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "kernel/regions.h"

void
assay_measure_init (struct assay_measure *measure, enum assay_fmt fmt,
                    const size_t *shape)
{
  int k;

  memset (measure, 0, sizeof *measure);
  measure->fmt = fmt;
  mpz_inits (measure->low_sum.total, measure->high_sum.total, NULL);
  measure->low = assay_calloc (ASSAY_REGIONS, sizeof *measure->low);
  measure->high = assay_calloc (ASSAY_REGIONS, sizeof *measure->high);
  for (k = 0; k < ASSAY_MEASURE_AXES; k++)
    {
      measure->shape[k] = shape[k];
      measure->slice[k] = assay_calloc (shape[k], sizeof *measure->slice[k]);
    }
}

void
assay_measure_clear (struct assay_measure *measure)
{
  int k;

  mpz_clears (measure->low_sum.total, measure->high_sum.total, NULL);
  free (measure->low);
  free (measure->high);
  free (measure->each);
  for (k = 0; k < ASSAY_MEASURE_AXES; k++)
    free (measure->slice[k]);
}

int
assay_region_of (double ulps)
{
  double fraction;
  int e;

  if (ulps == 0)
    return ASSAY_REGION_ZERO;
  if (isinf (ulps))
    return ASSAY_REGION_BEYOND - 1;
  fraction = frexp (ulps, &e);
  if (--e < ASSAY_OCTAVE_FIRST)
    return ASSAY_REGION_BELOW;
  if (e > ASSAY_OCTAVE_LAST)
    return ASSAY_REGION_BEYOND - 1;
  return ASSAY_REGION_BUCKETS + (e - ASSAY_OCTAVE_FIRST) * ASSAY_OCTAVE_PARTS
         + (int) ((2 * fraction - 1) * ASSAY_OCTAVE_PARTS);
}

/* ---- sums ---- */

/* SUM += N.  */
static void
add_word (struct assay_ulp_sum *sum, uint64_t n)
{
  mpz_t word;

  sum->pending += n;
  if (sum->pending >> 62)
    {
      mpz_init (word);
      mpz_import (word, 1, -1, sizeof sum->pending, 0, 0, &sum->pending);
      mpz_add (sum->total, sum->total, word);
      mpz_clear (word);
      sum->pending = 0;
    }
}

/* SUM += UNITS, a whole number.  */
static void
add_units (struct assay_ulp_sum *sum, double units)
{
  mpz_t whole;

  if (units < 0x1p62)
    add_word (sum, (uint64_t) units);
  else
    {
      mpz_init (whole);
      mpz_set_d (whole, units);
      mpz_add (sum->total, sum->total, whole);
      mpz_clear (whole);
    }
}

static void
merge_sum (struct assay_ulp_sum *sum, const struct assay_ulp_sum *from)
{
  mpz_add (sum->total, sum->total, from->total);
  add_word (sum, from->pending);
}

/* ---- maxima ---- */

static int
is_before (const size_t *a, const size_t *b)
{
  int k;

  for (k = 0; k < ASSAY_MEASURE_AXES - 1 && a[k] == b[k]; k++)
    ;
  return a[k] < b[k];
}

/* BOUNDS <- those of the larger of two.  */
static void
raise_bounds (struct assay_bounds *bounds, const struct assay_bounds *other)
{
  if (other->low > bounds->low)
    bounds->low = other->low;
  if (other->high > bounds->high)
    bounds->high = other->high;
}

/* OTHER is one more candidate; FIRST: the first one.  */
static void
raise (struct assay_worst *worst, const struct assay_worst *other, int first)
{
  struct assay_bounds bounds = worst->bounds;

  if (first || other->bounds.high > bounds.high
      || (other->bounds.high == bounds.high
          && is_before (other->index, worst->index)))
    *worst = *other;
  raise_bounds (&worst->bounds, &bounds);
  raise_bounds (&worst->bounds, &other->bounds);
}

static void
add_worst (struct assay_measure *measure, const size_t *index,
           const struct assay_element *element,
           const struct assay_element_error *error)
{
  int first = measure->elements == 0;
  struct assay_worst here;

  memcpy (here.index, index, sizeof here.index);
  here.got = element->got;
  here.rounded = element->rounded;
  here.bounds = error->ulps;
  raise (&measure->ulps, &here, first);
  here.bounds = error->mass;
  raise (&measure->mass, &here, first);
  here.bounds = error->absolute;
  raise (&measure->absolute, &here, first);
  here.bounds = error->relative;
  raise (&measure->relative, &here, first);
}

/* ---- the bounds one by one ---- */

/* COUNT more BOUNDS are kept, or none any more if there are too many.  */
static void
keep (struct assay_measure *measure, const struct assay_bounds *bounds,
      uint64_t count)
{
  uint64_t total = measure->elements + count;

  if (total > ASSAY_MEASURE_EACH)
    {
      free (measure->each);
      measure->each = NULL;
      measure->each_capacity = 0;
      return;
    }
  if (count == 0)
    return;
  if (total > measure->each_capacity)
    {
      measure->each_capacity = (size_t) (total < ASSAY_MEASURE_EACH / 2
                                         ? 2 * total : ASSAY_MEASURE_EACH);
      measure->each = assay_realloc (measure->each, measure->each_capacity,
                                     sizeof *measure->each);
    }
  memcpy (measure->each + measure->elements, bounds,
          (size_t) count * sizeof *bounds);
}

/* ---- adding and merging ---- */

static void
add_ulps (struct assay_measure *measure, const struct assay_bounds *ulps)
{
  keep (measure, ulps, 1);
  if (isinf (ulps->low))
    {
      measure->unbounded++;
      measure->low[ASSAY_REGION_BEYOND]++;
      measure->high[ASSAY_REGION_BEYOND]++;
      return;
    }
  measure->low[assay_region_of (ulps->low)]++;
  measure->high[assay_region_of (ulps->high)]++;
  raise_bounds (&measure->bounded, ulps);
  add_units (&measure->low_sum, floor (ulps->low * 0x1p40));
  if (isinf (ulps->high))
    measure->vast++;
  else
    add_units (&measure->high_sum, ceil (ulps->high * 0x1p40));
}

void
assay_measure_add (struct assay_measure *measure, const size_t *index,
                   const struct assay_element *element,
                   const struct assay_element_error *error,
                   enum assay_verdict verdict)
{
  enum assay_fmt_class class = assay_fmt_classify (element->got,
                                                   measure->fmt);
  int k;

  add_worst (measure, index, element, error);
  add_ulps (measure, &error->ulps);
  measure->elements++;
  measure->bit_equal += error->bit_equal != 0;
  measure->open += verdict == ASSAY_OPEN;
  measure->got_nan += class == ASSAY_FMT_NAN;
  measure->got_infinite += class == ASSAY_FMT_INFINITE;
  for (k = 0; k < ASSAY_MEASURE_AXES; k++)
    {
      struct assay_slice *slice = &measure->slice[k][index[k]];

      slice->elements++;
      slice->unequal += error->bit_equal == 0;
      if (error->ulps.high > slice->worst)
        slice->worst = error->ulps.high;
    }
}

static void
merge_slices (struct assay_measure *measure, const struct assay_measure *from)
{
  size_t i;
  int k;

  for (k = 0; k < ASSAY_MEASURE_AXES; k++)
    for (i = 0; i < measure->shape[k]; i++)
      {
        struct assay_slice *slice = &measure->slice[k][i];
        const struct assay_slice *other = &from->slice[k][i];

        slice->elements += other->elements;
        slice->unequal += other->unequal;
        if (other->worst > slice->worst)
          slice->worst = other->worst;
      }
}

void
assay_measure_merge (struct assay_measure *measure,
                     const struct assay_measure *from)
{
  int first = measure->elements == 0, i;

  if (from->elements == 0)
    return;
  raise (&measure->ulps, &from->ulps, first);
  raise (&measure->mass, &from->mass, first);
  raise (&measure->absolute, &from->absolute, first);
  raise (&measure->relative, &from->relative, first);
  raise_bounds (&measure->bounded, &from->bounded);
  merge_sum (&measure->low_sum, &from->low_sum);
  merge_sum (&measure->high_sum, &from->high_sum);
  for (i = 0; i < ASSAY_REGIONS; i++)
    {
      measure->low[i] += from->low[i];
      measure->high[i] += from->high[i];
    }
  merge_slices (measure, from);
  keep (measure, from->each, from->elements);
  measure->elements += from->elements;
  measure->bit_equal += from->bit_equal;
  measure->open += from->open;
  measure->got_nan += from->got_nan;
  measure->got_infinite += from->got_infinite;
  measure->unbounded += from->unbounded;
  measure->vast += from->vast;
}
