/* check_measure.c -- counted errors against sorted and summed ones */

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "kernel/measure.h"
#include "same_measure.h"
#include "testing.h"

#define ROWS(table) ((int) (sizeof table / sizeof table[0]))

static const size_t shape[] = { 2, 3, 5, 7 };

enum { ALL = 2 * 3 * 5 * 7 };

/* What was found for one element.  */
struct sample
{
  struct assay_element element;
  struct assay_element_error error;
  enum assay_verdict verdict;
};

static void
set_index (size_t *index, size_t i)
{
  int k;

  for (k = 3; k >= 0; k--)
    {
      index[k] = i % shape[k];
      i /= shape[k];
    }
}

/* SAMPLE <- a random error, sometimes 0, vast or without a bound.  */
static void
draw (struct sample *sample)
{
  double ulps = ldexp (1 + (double) testing_below (1ul << 20) / (1 << 20),
                       (int) testing_between (-30, 5));

  memset (sample, 0, sizeof *sample);
  sample->verdict = testing_below (10) ? ASSAY_HOLDS : ASSAY_OPEN;
  sample->element.got = testing_below (1 << 16);
  sample->element.rounded = testing_below (1 << 16);
  sample->error.bit_equal = testing_below (2) != 0;
  switch (testing_below (8))
    {
    case 0:
      ulps = 0;
      break;
    case 1:
      ulps = ldexp (ulps, 60);
      break;
    case 2:
      ulps = (double) testing_below (4);
      break;
    default:
      break;
    }
  sample->error.ulps.low = ulps;
  sample->error.ulps.high = ulps;
  if (testing_below (2))
    sample->error.ulps.high = ulps * (1 + 0x1p-30);
  sample->error.mass.low = sample->error.mass.high
    = (double) testing_below (9);
  sample->error.absolute.low = sample->error.absolute.high
    = (double) testing_below (9);
  sample->error.relative = sample->error.ulps;
  if (testing_below (50) == 0)
    sample->error.ulps.low = sample->error.ulps.high = INFINITY;
}

static void
add (struct assay_measure *measure, size_t i, const struct sample *sample)
{
  size_t index[4];

  set_index (index, i);
  assay_measure_add (measure, index, &sample->element, &sample->error,
                     sample->verdict);
}

START_TEST (merged_measures_are_one_measure_in_any_order)
{
  size_t rounds = testing_count (20), r, i, order[ALL];
  struct assay_measure whole, parts[3], left, right;
  struct sample samples[ALL];

  testing_reseed ();
  for (r = 0; r < rounds; r++)
    {
      assay_measure_init (&whole, ASSAY_FMT_F16, shape);
      assay_measure_init (&left, ASSAY_FMT_F16, shape);
      assay_measure_init (&right, ASSAY_FMT_F16, shape);
      for (i = 0; i < 3; i++)
        assay_measure_init (&parts[i], ASSAY_FMT_F16, shape);
      for (i = 0; i < ALL; i++)
        {
          size_t other = testing_below (i + 1);

          draw (&samples[i]);
          add (&whole, i, &samples[i]);
          order[i] = order[other];
          order[other] = i;
        }
      for (i = 0; i < ALL; i++)
        add (&parts[r == 0 ? 0 : testing_below (3)], order[i],
             &samples[order[i]]);
      for (i = 0; i < 3; i++)
        {
          assay_measure_merge (&left, &parts[i]);
          assay_measure_merge (&right, &parts[2 - i]);
        }
      testing_assert_same_measure (&left, &whole);
      testing_assert_same_measure (&right, &whole);
      for (i = 0; i < 3; i++)
        assay_measure_clear (&parts[i]);
      assay_measure_clear (&whole);
      assay_measure_clear (&left);
      assay_measure_clear (&right);
    }
}
END_TEST

static int
compare_doubles (const void *a, const void *b)
{
  double x = *(const double *) a, y = *(const double *) b;

  return x < y ? -1 : x > y;
}

/* The mean of FINITE of the COUNT errors in ULPS, as a rational.  */
static void
reference_mean (mpq_ptr mean, const double *ulps, size_t count)
{
  unsigned long n = 0;
  mpq_t term;
  size_t i;

  mpq_init (term);
  mpq_set_ui (mean, 0, 1);
  for (i = 0; i < count; i++)
    if (!isinf (ulps[i]))
      {
        mpq_set_d (term, ulps[i]);
        mpq_add (mean, mean, term);
        n++;
      }
  mpq_set_ui (term, n, 1);
  mpq_div (mean, mean, term);
  mpq_clear (term);
}

static void
assert_mean (const struct assay_measure *measure, const double *low,
             const double *high, size_t count)
{
  struct assay_bounds bounds;
  mpq_t mean, end;

  mpq_inits (mean, end, NULL);
  assay_measure_mean (&bounds, measure);
  reference_mean (mean, low, count);
  mpq_set_d (end, bounds.low);
  ck_assert (mpq_cmp (end, mean) <= 0);
  mpq_sub (mean, mean, end);
  ck_assert_double_lt (mpq_get_d (mean), 0x1p-39 * fmax (1, bounds.low));
  reference_mean (mean, high, count);
  mpq_set_d (end, bounds.high);
  ck_assert (mpq_cmp (end, mean) >= 0);
  mpq_sub (mean, end, mean);
  ck_assert_double_lt (mpq_get_d (mean), 0x1p-39 * fmax (1, bounds.low));
  mpq_clears (mean, end, NULL);
}

START_TEST (mean_and_percentiles_are_those_of_the_sorted_errors)
{
  double low[ALL], high[ALL];
  struct assay_measure measure;
  struct assay_bounds bounds;
  struct sample sample;
  size_t i, rank;
  unsigned p;

  testing_reseed ();
  assay_measure_init (&measure, ASSAY_FMT_F16, shape);
  for (i = 0; i < ALL; i++)
    {
      draw (&sample);
      add (&measure, i, &sample);
      low[i] = sample.error.ulps.low;
      high[i] = sample.error.ulps.high;
    }
  assert_mean (&measure, low, high, ALL);
  qsort (low, ALL, sizeof *low, compare_doubles);
  qsort (high, ALL, sizeof *high, compare_doubles);
  for (p = 1; p <= 1000; p++)
    {
      rank = (ALL * p + 999) / 1000;
      assay_measure_percentile (&bounds, &measure, p);
      ck_assert_double_eq (bounds.low, low[rank - 1]);
      ck_assert_double_eq (bounds.high, high[rank - 1]);
    }
  ck_assert_double_eq (measure.ulps.bounds.high, high[ALL - 1]);
  assay_measure_clear (&measure);
}
END_TEST

START_TEST (percentiles_of_very_many_errors_are_buckets_around_them)
{
  static const unsigned per_mille[] = { 1, 500, 990, 999, 1000 };
  size_t n = ((size_t) 1 << 20) + 777, i, rank;
  double *ulps = assay_calloc (n, sizeof *ulps);
  struct assay_measure measure, half;
  struct assay_bounds bounds;
  struct sample sample;

  testing_reseed ();
  assay_measure_init (&measure, ASSAY_FMT_F16, shape);
  assay_measure_init (&half, ASSAY_FMT_F16, shape);
  for (i = 0; i < n; i++)
    {
      draw (&sample);
      add (i % 2 ? &half : &measure, i % ALL, &sample);
      ulps[i] = sample.error.ulps.low;
    }
  ck_assert_ptr_nonnull (measure.each);
  assay_measure_merge (&measure, &half);
  ck_assert_ptr_null (measure.each);
  ck_assert_uint_eq (measure.elements, n);
  qsort (ulps, n, sizeof *ulps, compare_doubles);
  for (i = 0; i < ROWS (per_mille); i++)
    {
      rank = (n * per_mille[i] + 999) / 1000;
      assay_measure_percentile (&bounds, &measure, per_mille[i]);
      ck_assert_double_le (bounds.low, ulps[rank - 1]);
      ck_assert_double_ge (bounds.high, ulps[rank - 1]);
      if (ulps[rank - 1] >= 0x1p-24 && ulps[rank - 1] < 0x1p63)
        ck_assert_double_le (bounds.high - bounds.low,
                             ulps[rank - 1] * 0x1.01p-6);
    }
  assay_measure_clear (&measure);
  assay_measure_clear (&half);
  free (ulps);
}
END_TEST

/* ---- special ---- */

/* MEASURE counts an error of ULPS at element I.  */
static void
add_ulps (struct assay_measure *measure, size_t i, double ulps)
{
  struct sample sample = { .verdict = ASSAY_HOLDS };

  sample.error.ulps.low = sample.error.ulps.high = ulps;
  sample.error.bit_equal = ulps == 0;
  sample.element.got = 0x3c00;
  add (measure, i, &sample);
}

START_TEST (octaves_begin_at_powers_of_two)
{
  struct assay_measure measure;
  double below = nextafter (1, 0);

  assay_measure_init (&measure, ASSAY_FMT_F16, shape);
  add_ulps (&measure, 0, 1);
  add_ulps (&measure, 1, below);
  add_ulps (&measure, 2, 0.5);
  add_ulps (&measure, 3, 0);
  add_ulps (&measure, 4, 0x1p-24);
  add_ulps (&measure, 5, nextafter (0x1p-24, 0));
  add_ulps (&measure, 6, 0x1p-1000);
  add_ulps (&measure, 7, 0x1p63);
  add_ulps (&measure, 8, 0x1p64);
  add_ulps (&measure, 9, 0x1p900);
  add_ulps (&measure, 10, INFINITY);
  ck_assert_uint_eq (assay_measure_zero (&measure), 1);
  ck_assert_uint_eq (assay_measure_octave (&measure, 0), 1);
  ck_assert_uint_eq (assay_measure_octave (&measure, -1), 2);
  ck_assert_uint_eq (assay_measure_octave (&measure, -24), 1);
  ck_assert_uint_eq (assay_measure_octave (&measure, -25), 2);
  ck_assert_uint_eq (assay_measure_octave (&measure, 63), 3);
  ck_assert_uint_eq (measure.unbounded, 1);
  ck_assert_uint_eq (measure.elements, 11);
  ck_assert_double_eq (measure.bounded.high, 0x1p900);
  ck_assert_double_eq (measure.ulps.bounds.low, INFINITY);
  assay_measure_clear (&measure);
}
END_TEST

START_TEST (worst_of_equals_is_the_first_in_c_order)
{
  struct assay_measure measure;
  size_t index[4];

  assay_measure_init (&measure, ASSAY_FMT_F16, shape);
  add_ulps (&measure, 100, 2);
  add_ulps (&measure, 77, 2);
  add_ulps (&measure, 150, 2);
  add_ulps (&measure, 3, 1);
  set_index (index, 77);
  ck_assert_mem_eq (measure.ulps.index, index, sizeof index);
  assay_measure_clear (&measure);
}
END_TEST

START_TEST (patterns_that_are_not_finite_are_counted)
{
  static const uint64_t got[] = { 0x7c00, 0xfc00, 0x7e00, 0x3c00, 0xfe01,
                                  0xfc01 };
  struct assay_measure measure;
  struct sample sample = { .verdict = ASSAY_OPEN };
  size_t i;

  assay_measure_init (&measure, ASSAY_FMT_F16, shape);
  for (i = 0; i < ROWS (got); i++)
    {
      sample.element.got = got[i];
      add (&measure, i, &sample);
    }
  ck_assert_uint_eq (measure.got_infinite, 2);
  ck_assert_uint_eq (measure.got_nan, 3);
  ck_assert_uint_eq (measure.open, 6);
  assay_measure_clear (&measure);
}
END_TEST

START_TEST (measure_of_nothing_is_zero)
{
  struct assay_measure measure, other;
  struct assay_bounds bounds;
  size_t first, last;

  assay_measure_init (&measure, ASSAY_FMT_F16, shape);
  assay_measure_init (&other, ASSAY_FMT_F16, shape);
  assay_measure_merge (&measure, &other);
  assay_measure_mean (&bounds, &measure);
  ck_assert_double_eq (bounds.high, 0);
  assay_measure_percentile (&bounds, &measure, 990);
  ck_assert_double_eq (bounds.high, 0);
  ck_assert_int_eq (assay_measure_stands_out (&first, &last, &measure, 0),
                    0);
  add_ulps (&measure, 1, INFINITY);
  assay_measure_mean (&bounds, &measure);
  ck_assert_double_eq (bounds.high, 0);
  assay_measure_percentile (&bounds, &measure, 500);
  ck_assert_double_eq (bounds.low, INFINITY);
  assay_measure_clear (&measure);
  assay_measure_clear (&other);
}
END_TEST

/* Errors by column, and the columns that stand out (LAST < FIRST: none).  A
   negative error is a column without elements.  */
static const struct { double ulps[7]; size_t first, last; } columns[] = {
  { { 0.5, 0.5, 9, 0.5, 0.5, 0.5, 0.5 }, 2, 2 },
  { { 0.5, 0.5, 0.5, 0.5, 40, 12, 11 }, 4, 6 },
  { { 0.5, 0.5, 0.5, 0.5, 40, 0, 11 }, 1, 0 },
  { { 0.5, 0.5, 0.5, 0.5, 40, -1, 11 }, 4, 6 },
  { { 40, 40, 40, 40, 0, 0, 0 }, 1, 0 },
  { { 40, 40, 40, 0, 0, 0, 0 }, 0, 2 },
  { { 40, -1, -1, -1, -1, -1, -1 }, 1, 0 },
  { { 0.9, 0, 0, 0, 0, 0, 0 }, 1, 0 },
  { { 1, 0, 0, 0, 0, 0, 0 }, 0, 0 },
  { { 1, 2, 3, 1, 2, 3, 4 }, 1, 0 },
  { { 1, 2, 3, INFINITY, 2, 3, 4 }, 3, 3 },
  { { 0, 0, 0, 0, 0, 0, 0 }, 1, 0 },
};

START_TEST (columns_stand_out_by_the_rule)
{
  size_t expected_first = columns[_i].first;
  struct assay_measure measure;
  size_t first, last, i;

  assay_measure_init (&measure, ASSAY_FMT_F16, shape);
  for (i = 0; i < ALL; i++)
    if (columns[_i].ulps[i % 7] >= 0)
      add_ulps (&measure, i, columns[_i].ulps[i % 7]);
  if (columns[_i].last < expected_first)
    ck_assert_int_eq (assay_measure_stands_out (&first, &last, &measure, 3),
                      0);
  else
    {
      ck_assert_int_eq (assay_measure_stands_out (&first, &last, &measure,
                                                  3), 1);
      ck_assert_uint_eq (first, expected_first);
      ck_assert_uint_eq (last, columns[_i].last);
    }
  /* Every row has every column.  */
  ck_assert_int_eq (assay_measure_stands_out (&first, &last, &measure, 2),
                    0);
  assay_measure_clear (&measure);
}
END_TEST

static const struct
{
  double low, high;
  enum assay_verdict verdict;
  const char *text;
}
decimals[] = {
  { 0, 0, ASSAY_HOLDS, "0.0000" },
  { 0.5, 0.5, ASSAY_HOLDS, "0.5000" },
  { 3.00999, 3.01001, ASSAY_HOLDS, "3.0100" },
  { 0.03125, 0.03125, ASSAY_HOLDS, "0.0312" },
  { 0.00015, 0.00025, ASSAY_OPEN, "0.0003" },
  { 0.00004, 0.00006, ASSAY_OPEN, "0.0001" },
  { 0x1p30, 0x1p30, ASSAY_HOLDS, "1.073742e+09" },
  { 1e300, 1e300, ASSAY_HOLDS, "1.000000e+300" },
  { 0x1p1000, INFINITY, ASSAY_OPEN, "at least 1.071508e+301" },
  { INFINITY, INFINITY, ASSAY_HOLDS, "infinite" },
};

START_TEST (bounds_print_in_four_digits_where_they_decide_them)
{
  struct assay_bounds bounds = { decimals[_i].low, decimals[_i].high };
  struct assay_text text;

  assay_text_init (&text);
  ck_assert_int_eq (assay_bounds_print (&text, &bounds),
                    decimals[_i].verdict);
  ck_assert_str_eq (assay_text_string (&text), decimals[_i].text);
  assay_text_clear (&text);
}
END_TEST

int
main (void)
{
  Suite *suite = suite_create ("measure");
  TCase *tcase = tcase_create ("relations");

  tcase_add_test (tcase, merged_measures_are_one_measure_in_any_order);
  tcase_add_test (tcase,
                  mean_and_percentiles_are_those_of_the_sorted_errors);
  tcase_add_test (tcase,
                  percentiles_of_very_many_errors_are_buckets_around_them);
  suite_add_tcase (suite, tcase);
  tcase = tcase_create ("special");
  tcase_add_test (tcase, octaves_begin_at_powers_of_two);
  tcase_add_test (tcase, worst_of_equals_is_the_first_in_c_order);
  tcase_add_test (tcase, patterns_that_are_not_finite_are_counted);
  tcase_add_test (tcase, measure_of_nothing_is_zero);
  tcase_add_loop_test (tcase, columns_stand_out_by_the_rule, 0,
                       ROWS (columns));
  tcase_add_loop_test (tcase,
                       bounds_print_in_four_digits_where_they_decide_them, 0,
                       ROWS (decimals));
  suite_add_tcase (suite, tcase);
  return testing_run (suite);
}
