/* check_fast.c -- the fast tiers against the exact engine, bit for bit */

#include <fenv.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "attention/fast_kernels.h"
#include "fast_trial.h"
#include "testing_real.h"

static const enum assay_fmt formats[] = {
  ASSAY_FMT_F32, ASSAY_FMT_F64, ASSAY_FMT_BF16, ASSAY_FMT_F16
};

enum { FORMATS = sizeof formats / sizeof formats[0] };

/* One block, in every format, by every kind of kernel, from every tier.  */
static void
try_all (struct fast_trial *t)
{
  const struct assay_fast_kernels *kernels;
  enum assay_fast_tier tier;
  size_t f, n;

  fast_trial_ready (t);
  for (f = 0; f < FORMATS; f++)
    for (n = 0; (kernels = assay_fast_kernels_at (n)) != NULL; n++)
      for (tier = ASSAY_FAST_MEAN; tier <= ASSAY_FAST_OPEN; tier++)
        {
          t->work.kernels = kernels;
          fast_trial_run (t, formats[f], tier);
          fast_trial_assert_true (t);
        }
}

static size_t
draw_shape (struct fast_trial *t, enum fast_data data)
{
  size_t rows = 1 + testing_below (9), keys = 1 + testing_below (140);
  size_t width = 1 + testing_below (40), values = 1 + testing_below (11);

  fast_trial_init (t, rows, keys, width, values, data);
  return rows;
}

START_TEST (outputs_are_those_of_the_exact_engine_for_random_blocks)
{
  size_t cases = testing_count (3), n;

  testing_reseed ();
  for (n = 0; n < cases; n++)
    {
      struct fast_trial t;

      draw_shape (&t, (enum fast_data) _i);
      try_all (&t);
      fast_trial_clear (&t);
    }
}
END_TEST

START_TEST (outputs_are_exact_with_masks_biases_slopes_and_sinks)
{
  size_t cases = testing_count (6), n;

  testing_reseed ();
  for (n = 0; n < cases; n++)
    {
      struct fast_trial t;

      draw_shape (&t, (enum fast_data) _i);
      fast_trial_vary (&t, (enum fast_data) _i);
      /* Slopes in the shortest run, too, and a sink beside scores without a
         bias.  */
      if (n == 0 && (_i == FAST_F32 || _i == FAST_F64))
        t.has_slope = 1;
      if (n == 0 && _i == FAST_F64)
        {
          t.has_sink = 1;
          t.has_bias = 0;
        }
      try_all (&t);
      fast_trial_clear (&t);
    }
}
END_TEST

/* A first product of 2^18; half of its ulp is just above each of the 1023 sums
   of 16 that are added to it for every second key, and just below for the
   others: scores err by much of what B92 allows, in both directions.  1/128,
   by which they are scaled, errs by nothing.  */
START_TEST (radii_hold_where_all_roundings_of_a_score_agree)
{
  struct fast_trial t;
  size_t j, c;

  testing_reseed ();
  fast_trial_init (&t, 1, 8, 16384, 1, FAST_F64);
  for (j = 0; j < t.width; j++)
    t.q[j] = j == 0 ? 0x1p18 : 0x1p-39;
  for (j = 0; j < t.keys; j++)
    {
      t.v[j] = j % 2 ? -0.5 : 1.0;
      for (c = 0; c < t.width; c++)
        t.k[j * t.width + c] = c == 0 ? 1.0 : j % 2 ? 0.98 : 1.02;
    }
  t.first[0] = 0;
  t.last[0] = t.keys;
  fast_trial_ready (&t);
  fast_trial_run (&t, ASSAY_FMT_F32, ASSAY_FAST_DOUBLE);
  fast_trial_assert_true (&t);
  fast_trial_clear (&t);
}
END_TEST

/* The greatest error of X in units of RADIUS, by the double-doubles of T.  */
static double
worst_error (const struct fast_trial *t, const double *x,
             const double *radius)
{
  size_t all = t->rows * t->values, i;
  double worst = 0.0;

  for (i = 0; i < all; i++)
    if (radius[i] > 0x1p20 * t->out.radius[i] && t->out.radius[i] > 0.0)
      worst = fmax (worst, fabs ((x[i] - t->out.hi[i]) - t->out.lo[i])
                           / radius[i]);
  return worst;
}

static void *
copy (const void *from, size_t size)
{
  void *to = malloc (size);

  ck_assert_ptr_nonnull (to);
  return memcpy (to, from, size);
}

/* Tier 1 alone, and then tier 2 alone, which agree: what tier 1 leaves open,
   and how far from true its bound is.  */
START_TEST (few_elements_stay_open_after_tier_1)
{
  static const enum fast_data data[] = { FAST_F32, FAST_BF16 };
  static const enum assay_fmt fmt[] = { ASSAY_FMT_F32, ASSAY_FMT_BF16 };
  const size_t rows = 1024, values = 64, all = rows * values;
  double *x, *radius, worst;
  struct fast_trial t;
  uint64_t *bits, beyond;

  testing_reseed ();
  fast_trial_init (&t, rows, rows, 64, values, data[_i]);
  fast_trial_ready (&t);
  fast_trial_run (&t, fmt[_i], ASSAY_FAST_MEAN);
  ck_assert_uint_eq (t.out.settled[ASSAY_FAST_OPEN], 0);
  beyond = t.out.settled[ASSAY_FAST_PAIR];
  ck_assert_msg (beyond * 2000 <= all, "%llu of %zu elements",
                 (unsigned long long) beyond, all);
  if (fmt[_i] == ASSAY_FMT_BF16)
    ck_assert_uint_eq (beyond, 0);
  bits = copy (t.out.bits, all * sizeof *bits);
  x = copy (t.out.hi, all * sizeof *x);
  radius = copy (t.out.radius, all * sizeof *radius);
  fast_trial_run (&t, fmt[_i], ASSAY_FAST_PAIR);
  ck_assert_uint_eq (t.out.settled[ASSAY_FAST_DOUBLE], 0);
  ck_assert_uint_eq (t.out.settled[ASSAY_FAST_OPEN], 0);
  ck_assert (memcmp (bits, t.out.bits, all * sizeof *bits) == 0);
  worst = worst_error (&t, x, radius);
  ck_assert_msg (worst < 1.0 && worst > 0.001, "%g of the bound", worst);
  free (bits);
  free (x);
  free (radius);
  fast_trial_clear (&t);
}
END_TEST

/* Two keys of equal scores in turn, not side by side: ties that only classes
   decide.  Values are odd multiples of the half spacing.  */
START_TEST (sigma_is_a_power_of_two_or_not)
{
  static const struct { long num; unsigned long den; int is_power; } rows[] = {
    { 1, 1, 1 }, { 1, 8, 1 }, { -4, 1, 1 }, { 3, 8, 0 }, { 1, 3, 0 },
    { 6, 1, 0 }, { 0, 1, 0 }
  };
  struct assay_fast_rule rule;
  struct assay_surd sigma;
  size_t i;
  mpq_t q;

  mpq_init (q);
  assay_surd_init (&sigma);
  for (i = 0; i < sizeof rows / sizeof *rows; i++)
    {
      mpq_set_si (q, rows[i].num, rows[i].den);
      assay_surd_set_rational (&sigma, q);
      assay_fast_rule_init (&rule, &sigma, NULL, NULL);
      ck_assert_int_eq (rule.sigma_is_power, rows[i].is_power);
    }
  assay_surd_clear (&sigma);
  mpq_clear (q);
}
END_TEST

START_TEST (ties_stay_open_and_the_exact_engine_settles_them)
{
  struct fast_trial t;
  size_t j, r, i;

  testing_reseed ();
  fast_trial_init (&t, 6, 6, 3, 2, FAST_F32);
  for (j = 2; j < 6; j++)
    memcpy (t.k + j * 3, t.k + (j - 2) * 3, 3 * sizeof *t.k);
  for (j = 0; j < 6; j++)
    {
      /* The mean of keys j and j + 2 is 1 + 2^-24 or 1 + 3 2^-24.  */
      t.v[j * 2] = j < 2 || j > 3 ? 1.0 : 1.0 + 0x1p-23;
      t.v[j * 2 + 1] = j < 2 || j > 3 ? 1.0 + 0x1p-23 : 1.0 + 0x1p-22;
    }
  for (r = 0; r < 6; r++)
    t.last[r] = 4;
  fast_trial_ready (&t);
  fast_trial_run (&t, ASSAY_FMT_F32, ASSAY_FAST_MEAN);
  for (i = 0; i < 12; i++)
    ck_assert_int_eq (t.out.open[i], 1);
  fast_trial_assert_true (&t);
  for (r = 0; r < 6; r++)
    {
      fast_trial_load (&t, r);
      ck_assert_int_eq (assay_fast_settle (&t.out, r, &t.row, t.column, 2,
                                           &t.ctx), ASSAY_HOLDS);
      ck_assert_uint_eq (t.out.bits[r * 2], 0x3f800000);
      ck_assert_uint_eq (t.out.bits[r * 2 + 1], 0x3f800002);
    }
  ck_assert_uint_eq (t.out.settled[ASSAY_FAST_OPEN], 0);
  fast_trial_clear (&t);
}
END_TEST

/* A query of zeros: means of 1, 2, 3 ... values, ties among them, without the
   exact engine; one key; columns of zeros.  */
START_TEST (equal_scores_and_zero_columns_are_settled_here)
{
  enum fast_data data = _i ? FAST_INTEGERS : FAST_F32;
  struct fast_trial t;
  size_t f, j;

  testing_reseed ();
  fast_trial_init (&t, 40, 40, 5, 9, data);
  memset (t.q, 0, 40 * 5 * sizeof *t.q);
  for (j = 0; j < 40; j++)
    t.v[j * 9 + 4] = 0.0;
  fast_trial_ready (&t);
  for (f = 0; f < FORMATS; f++)
    {
      fast_trial_run (&t, formats[f], ASSAY_FAST_MEAN);
      ck_assert_uint_eq (t.out.settled[ASSAY_FAST_OPEN], 0);
      ck_assert (t.out.settled[ASSAY_FAST_MEAN] >= 9);
      for (j = 0; j < 40; j++)
        ck_assert_uint_eq (t.out.bits[j * 9 + 4], 0);
      fast_trial_assert_true (&t);
    }
  fast_trial_clear (&t);
}
END_TEST

START_TEST (everything_stays_open_where_nothing_can_be_said)
{
  struct fast_trial t;

  testing_reseed ();
  fast_trial_init (&t, 3, 5, 4, 2, FAST_F32);
  t.k[7] = NAN;
  assay_fast_rule_init (&t.rule, &t.sigma, NULL, NULL);
  assay_fast_head_init (&t.head, 5, 4, 2);
  assay_fast_head_set_keys (&t.head, t.k);
  assay_fast_head_set_values (&t.head, t.v);
  fast_trial_run (&t, ASSAY_FMT_F32, ASSAY_FAST_MEAN);
  ck_assert_uint_eq (t.out.settled[ASSAY_FAST_OPEN], 6);
  assay_fast_head_clear (&t.head);
  t.k[7] = 1.0;
  fast_trial_ready (&t);
  fast_trial_run (&t, ASSAY_FMT_E4M3, ASSAY_FAST_MEAN);
  ck_assert_uint_eq (t.out.settled[ASSAY_FAST_OPEN], 6);
  t.first[1] = t.last[1];
  fast_trial_run (&t, ASSAY_FMT_F32, ASSAY_FAST_MEAN);
  ck_assert_uint_eq (t.out.settled[ASSAY_FAST_OPEN], 2);
  ck_assert_int_eq (t.out.open[2], 1);
  fast_trial_clear (&t);
}
END_TEST

/* How many elements stay open of a block that is settled otherwise.  */
static uint64_t
open_of_a_block (void)
{
  struct fast_trial t;
  uint64_t open;

  testing_reseed ();
  fast_trial_init (&t, 8, 9, 4, 2, FAST_F32);
  fast_trial_ready (&t);
  fast_trial_run (&t, ASSAY_FMT_F32, ASSAY_FAST_MEAN);
  open = t.out.settled[ASSAY_FAST_OPEN];
  fast_trial_clear (&t);
  return open;
}

START_TEST (everything_stays_open_when_rounding_is_not_to_nearest)
{
  static const int modes[] = { FE_UPWARD, FE_DOWNWARD, FE_TOWARDZERO };
  uint64_t open;
  size_t n;

  for (n = 0; n < sizeof modes / sizeof modes[0]; n++)
    {
      ck_assert_uint_eq (open_of_a_block (), 0);
      ck_assert_int_eq (fesetround (modes[n]), 0);
      open = open_of_a_block ();
      fesetround (FE_TONEAREST);
      ck_assert_uint_eq (open, 16);
    }
  ck_assert_uint_eq (open_of_a_block (), 0);
}
END_TEST

#if defined __x86_64__ && defined __SSE__

#include <xmmintrin.h>

START_TEST (everything_stays_open_when_subnormals_are_flushed)
{
  /* Results of either kind flushed, or operands too.  */
  static const unsigned flags[] = { 0x8000, 0x8040 };
  volatile double least = 0x1p-1022, half;
  unsigned before = _mm_getcsr ();
  uint64_t open;

  _mm_setcsr (before | flags[_i]);
  half = least * 0.5;
  open = open_of_a_block ();
  _mm_setcsr (before);
  /* A machine that keeps subnormals all the same (valgrind's) has nothing to
     find.  */
  ck_assert_uint_eq (open, half == 0.0 ? 16 : 0);
  ck_assert_uint_eq (open_of_a_block (), 0);
}
END_TEST

#define HAS_FLUSHING
#endif

static Suite *
fast_suite (void)
{
  Suite *suite = suite_create ("fast");
  TCase *tests = tcase_create ("relations");
  TCase *special = tcase_create ("special");

  tcase_set_timeout (tests, 600);
  tcase_set_timeout (special, 600);
  tcase_add_loop_test (tests,
                       outputs_are_those_of_the_exact_engine_for_random_blocks,
                       0, FAST_DATA);
  tcase_add_loop_test (tests,
                       outputs_are_exact_with_masks_biases_slopes_and_sinks,
                       0, FAST_DATA);
  tcase_add_test (special, radii_hold_where_all_roundings_of_a_score_agree);
  tcase_add_loop_test (special, few_elements_stay_open_after_tier_1, 0, 2);
  tcase_add_loop_test (special,
                       equal_scores_and_zero_columns_are_settled_here, 0, 2);
  tcase_add_test (special, sigma_is_a_power_of_two_or_not);
  tcase_add_test (special, ties_stay_open_and_the_exact_engine_settles_them);
  tcase_add_test (special, everything_stays_open_where_nothing_can_be_said);
  tcase_add_test (special,
                  everything_stays_open_when_rounding_is_not_to_nearest);
#ifdef HAS_FLUSHING
  tcase_add_loop_test (special,
                       everything_stays_open_when_subnormals_are_flushed, 0,
                       2);
#endif
  suite_add_tcase (suite, tests);
  suite_add_tcase (suite, special);
  return suite;
}

int
main (void)
{
  return testing_run_real (fast_suite ());
}
