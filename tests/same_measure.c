/* same_measure.c -- whether two measures say the same */

#include "same_measure.h"

#include "testing.h"

static void
assert_same_bounds (const struct assay_bounds *a,
                    const struct assay_bounds *b)
{
  ck_assert_double_eq (a->low, b->low);
  ck_assert_double_eq (a->high, b->high);
}

static void
assert_same_worst (const struct assay_worst *a, const struct assay_worst *b)
{
  assert_same_bounds (&a->bounds, &b->bounds);
  ck_assert_mem_eq (a->index, b->index, sizeof a->index);
  ck_assert_uint_eq (a->got, b->got);
  ck_assert_uint_eq (a->rounded, b->rounded);
}

static void
assert_same_slice (const struct assay_slice *a, const struct assay_slice *b)
{
  ck_assert_uint_eq (a->elements, b->elements);
  ck_assert_uint_eq (a->unequal, b->unequal);
  ck_assert_double_eq (a->worst, b->worst);
}

void
testing_assert_same_measure (const struct assay_measure *a,
                             const struct assay_measure *b)
{
  struct assay_bounds of_a, of_b;
  unsigned per_mille;
  size_t k, n;
  int octave;

  ck_assert_uint_eq (a->elements, b->elements);
  ck_assert_uint_eq (a->bit_equal, b->bit_equal);
  ck_assert_uint_eq (a->open, b->open);
  ck_assert_uint_eq (a->got_nan, b->got_nan);
  ck_assert_uint_eq (a->got_infinite, b->got_infinite);
  ck_assert_uint_eq (a->unbounded, b->unbounded);
  ck_assert_uint_eq (a->vast, b->vast);
  assert_same_bounds (&a->bounded, &b->bounded);
  assert_same_worst (&a->ulps, &b->ulps);
  assert_same_worst (&a->mass, &b->mass);
  assert_same_worst (&a->absolute, &b->absolute);
  assert_same_worst (&a->relative, &b->relative);
  assay_measure_mean (&of_a, a);
  assay_measure_mean (&of_b, b);
  assert_same_bounds (&of_a, &of_b);
  for (per_mille = 1; per_mille <= 1000; per_mille++)
    {
      assay_measure_percentile (&of_a, a, per_mille);
      assay_measure_percentile (&of_b, b, per_mille);
      assert_same_bounds (&of_a, &of_b);
    }
  for (octave = ASSAY_OCTAVE_FIRST - 1; octave <= ASSAY_OCTAVE_LAST; octave++)
    ck_assert_uint_eq (assay_measure_octave (a, octave),
                       assay_measure_octave (b, octave));
  for (k = 0; k < ASSAY_MEASURE_AXES; k++)
    for (n = 0; n < a->shape[k]; n++)
      assert_same_slice (&a->slice[k][n], &b->slice[k][n]);
}
