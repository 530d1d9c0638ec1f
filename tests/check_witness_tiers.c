/* check_witness_tiers.c -- how near the fast tiers of attention come to their
   bounds: the witnesses of lemmas B90 to B98 */

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "attention/fast_parts.h"
#include "fast_trial.h"
#include "position/table_round.h"
#include "real/encl.h"
#include "testing_real.h"

#define U 0x1p-53
enum { KEYS = ASSAY_FAST_CHUNK, TRUTH_BITS = 2400 };

/* DOT <- the exact sum of X[i] Y[i].  */
static void
set_dot (mpfr_ptr dot, const double *x, const double *y, size_t n)
{
  mpfr_t term;
  size_t i;

  mpfr_init2 (term, 106);
  mpfr_set_ui (dot, 0, MPFR_RNDN);
  for (i = 0; i < n; i++)
    {
      mpfr_set_d (term, x[i], MPFR_RNDN);
      mpfr_mul_d (term, term, y[i], MPFR_RNDN);
      mpfr_add (dot, dot, term, MPFR_RNDN);
    }
  mpfr_clear (term);
}

static double
length (const double *x, size_t n)
{
  double squares = 0;
  size_t i;

  for (i = 0; i < n; i++)
    squares += x[i] * x[i];
  return sqrt (squares);
}

/* Whether X^2 and its pair by Dekker's product are one number.  */
static int
square_is_a_pair (double x)
{
  struct assay_dd pair = assay_dd_product (x, x);
  mpfr_t square;
  int exact;

  mpfr_init2 (square, 106);
  set_dot (square, &x, &x, 1);
  mpfr_sub_d (square, square, pair.hi, MPFR_RNDN);
  exact = mpfr_cmp_d (square, pair.lo) == 0;
  mpfr_clear (square);
  return exact;
}

START_TEST (product_below_its_border_is_no_pair)
{
  double x = (2 - 0x1p-52) * 0x1p-485;

  ck_assert (x * x < 0x1p-968 && square_is_a_pair (x));
  /* The last bit of its quarter is 2^-1076.  */
  ck_assert (!square_is_a_pair (x / 2));
  /* What becomes subnormal loses half its spacing.  */
  ck_assert (assay_fast_scaled (0x3p-1074, assay_fast_scale_by (1))
             == 0x2p-1074);
}
END_TEST

/* The error of exp (HI + LO) as a pair, relative.  */
static double
error_of_exp (double hi, double lo, double got, double got_lo)
{
  double error;
  mpfr_t z;

  mpfr_init2 (z, TRUTH_BITS);
  mpfr_set_d (z, hi, MPFR_RNDN);
  mpfr_add_d (z, z, lo, MPFR_RNDN);
  mpfr_exp (z, z, MPFR_RNDN);
  error = testing_distance (z, got, got_lo) / got;
  mpfr_clear (z);
  return error;
}

START_TEST (exponential_in_binary64_errs_by_1_26_units)
{
  const struct assay_fast_kernels *portable = assay_fast_kernels_at (0);
  double z = 0x1.7863ebd9bdefcp-2, s[KEYS] = { 0 }, sum, error;

  s[0] = z;
  portable->weights (s, &sum, 1, 1.0, NULL, 0, -120.0, 0);
  error = error_of_exp (z, 0, s[0], 0) / U;
  ck_assert_msg (error > 1.26 && error <= 2, "%g u", error);
}
END_TEST

START_TEST (exponential_of_a_pair_errs_by_half_its_bound)
{
  const struct assay_fast_kernels *portable = assay_fast_kernels_at (0);
  double z = -0x1.ee475c9aa0f82p+4, tail = -0x1.472bc71647b6cp-50;
  double hi[8] = { z }, lo[8] = { tail }, error;

  portable->pair_exp (hi, lo, 0.0, -80.0, 1);
  error = error_of_exp (z, tail, hi[0], lo[0]) / 0x1p-93;
  ck_assert_msg (error > 0.59 && error <= 1, "%g 2^-93", error);
}
END_TEST

/* The portable dot of X and Y.  */
static double
score (const double *x, const double *y, size_t n)
{
  double q[2 * ASSAY_FAST_TILE] = { 0 }, k[2 * ASSAY_FAST_PANEL] = { 0 };
  double s[ASSAY_FAST_TILE * ASSAY_FAST_PANEL];
  size_t t;

  for (t = 0; t < n; t++)
    {
      q[t * ASSAY_FAST_TILE] = x[t];
      k[t * ASSAY_FAST_PANEL] = y[t];
    }
  assay_fast_kernels_at (0)->scores (s, ASSAY_FAST_PANEL, q, k, n, 1);
  return s[0];
}

/* The error of a score of N components, each through N roundings, in parts of
   its bound N u |x| |y|.  */
static double
score_error (const double *x, const double *y, size_t n)
{
  double error;
  mpfr_t dot;

  mpfr_init2 (dot, TRUTH_BITS);
  set_dot (dot, x, y, n);
  error = testing_distance (dot, score (x, y, n), 0)
          / ((double) n * U * length (x, n) * length (y, n));
  mpfr_clear (dot);
  return error;
}

/* Both products are half a spacing above what they round to, or hardly less,
   and so is their sum.  */
START_TEST (scores_of_two_components_reach_their_bound)
{
  const double e = 0x1p-52;
  const double x[] = { (1 + (0x1p25 - 3) * e) / 2, (1 + 0x1p24 * e) / 2 };
  const double y[] = { (1 + 0x1p26 * e) / 2, (1 + 0x1p27 * e) / 2 };
  double part;
  size_t n;

  for (n = 1; n <= 2; n++)
    {
      part = score_error (x, y, n);
      ck_assert_msg (part > 0.999999 && part <= 1, "%.9g", part);
    }
}
END_TEST

/* Multiples of 2^-53; lengths 1 and a little above.  */
START_TEST (score_of_a_sum_above_53_bits_is_not_exact)
{
  const double x[] = { 1, U }, y[] = { 1, 1 }, less[] = { 0.5, U };

  ck_assert (score_error (x, y, 2) > 0);
  ck_assert (score_error (less, y, 2) == 0);
}
END_TEST

START_TEST (compensated_sum_errs_by_a_third_of_its_bound)
{
  static const double x[] = { 0x1.4fcc9c7036451p-1, 0x1.8c0c1a342a0c7p-1,
                              0x1.280b20bc7ec6dp-2 };
  static const double y[] = { 0x1.9c0c1c5e95407p-1, 0x1.3889140c73121p-1,
                              0x1.df19ffc1d8d2dp-3 };
  double k[3 * ASSAY_FAST_PANEL] = { 0 }, hi[8], lo[8], size, part;
  mpfr_t dot;
  size_t t;

  for (t = 0; t < 3; t++)
    k[t * ASSAY_FAST_PANEL] = y[t];
  assay_fast_kernels_at (0)->pair_scores (hi, lo, x, k, 3, 1, 0);
  mpfr_init2 (dot, TRUTH_BITS);
  set_dot (dot, x, y, 3);
  /* All products are positive: P is the dot; f (3, 1) = 13.  */
  size = mpfr_get_d (dot, MPFR_RNDN);
  part = testing_distance (dot, hi[0], lo[0]) / (13 * U * U * size);
  ck_assert_msg (part > 0.35 && part <= 1, "%g of the bound", part);
  mpfr_clear (dot);
}
END_TEST

/* The N-th of numbers spread over [0, 1).  */
static double
spread (int n)
{
  return fmod (n * 0x1.3c6ef372fe94fp-1, 1);
}

/* The greatest error of T's outputs in parts of their radii.  */
static double
trial_error (struct fast_trial *t, enum assay_fast_tier first)
{
  double worst = 0;
  mpfr_t lo, hi;
  size_t c;

  fast_trial_ready (t);
  fast_trial_run (t, ASSAY_FMT_F32, first);
  fast_trial_load (t, 0);
  mpfr_inits2 (64, lo, hi, (mpfr_ptr) 0);
  for (c = 0; c < t->values; c++)
    {
      struct assay_place place = { ASSAY_STAGE_OUTPUT, 0, &t->column[c] };

      assay_row_enclose (lo, hi, &t->row, &place, &t->ctx, 200);
      worst = fmax (worst,
                    testing_distance (lo, t->out.hi[c], t->out.lo[c])
                    / t->out.radius[c]);
    }
  mpfr_clears (lo, hi, (mpfr_ptr) 0);
  return worst;
}

START_TEST (outputs_err_by_a_part_of_their_radius)
{
  static const struct { enum assay_fast_tier tier; double least; } tiers[] = {
    { ASSAY_FAST_DOUBLE, 0.025 }, { ASSAY_FAST_PAIR, 0.04 }
  };
  double worst = 0;
  int i, n;

  testing_reseed ();
  for (i = 1; i <= 60; i++)
    {
      struct fast_trial t;

      fast_trial_init (&t, 1, 2, 1, 64, FAST_F64);
      t.work.kernels = assay_fast_kernels_at (0);
      t.q[0] = 1 + spread (i);
      t.k[0] = spread (3 * i);
      t.k[1] = 2 * spread (5 * i);
      for (n = 0; n < 128; n++)
        t.v[n] = (n < 64 ? 1 : -1) * (1 - spread (i + 7 * n) / 8);
      worst = fmax (worst, trial_error (&t, tiers[_i].tier));
      fast_trial_clear (&t);
    }
  ck_assert_msg (worst > tiers[_i].least && worst <= 1, "%g of the radius",
                 worst);
}
END_TEST

/* The keys are one vector, and their values' mean is a tie of binary32; a
   bias or a sink makes the mean wrong.  */
START_TEST (equal_keys_with_a_bias_or_a_sink_give_no_mean)
{
  struct fast_trial t;

  testing_reseed ();
  fast_trial_init (&t, 1, 2, 1, 1, FAST_F32);
  t.k[1] = t.k[0];
  t.v[0] = 1;
  t.v[1] = 1 + 0x1p-23;
  t.bias[1] = 1;
  mpq_set_ui (t.sink, 1, 1);
  t.has_bias = _i == 1;
  t.has_sink = _i == 2;
  fast_trial_ready (&t);
  fast_trial_run (&t, ASSAY_FMT_F32, ASSAY_FAST_MEAN);
  ck_assert_uint_eq (t.out.settled[ASSAY_FAST_MEAN], _i == 0);
  ck_assert_int_eq (t.out.bits[0] == 0x3f800000, _i == 0);
  fast_trial_assert_true (&t);
  fast_trial_clear (&t);
}
END_TEST

/* The magnitude's pattern in f16 as B98 (c) has it.  */
static uint64_t
shifted (double x)
{
  const int s = 53 - 11;
  uint64_t a;

  memcpy (&a, &x, sizeof a);
  a += ((uint64_t) 1 << (s - 1)) - 1 + (a >> s & 1);
  return (a >> s) - ((uint64_t) (1022 - 14) << 10);
}

START_TEST (pattern_by_a_shift_is_wrong_for_subnormals)
{
  double least = 0x1p-14, tie = 1 + 0x1p-11, x;

  ck_assert_uint_eq (shifted (least), 0x0400);
  ck_assert_uint_eq (shifted (tie), 0x3c00);
  ck_assert_uint_eq (shifted (nextafter (tie, 2)), 0x3c01);
  for (x = least; x < 0x1p15; x *= 1.37)
    ck_assert_uint_eq (shifted (x), assay_fmt_of_double (x, ASSAY_FMT_F16));
  x = least - 0x1p-25;
  ck_assert_uint_eq (assay_fmt_of_double (x, ASSAY_FMT_F16), 0x0400);
  ck_assert_uint_eq (shifted (x), 0x03ff);
}
END_TEST

/* The reals meant are below a tie among the subnormals, which scaling would
   take for the tie.  */
START_TEST (scaling_to_a_subnormal_is_a_second_rounding)
{
  struct assay_dd x = { 1.5, -0x1p-60 };
  uint64_t bits;

  ck_assert (x.hi + (x.lo + 0x1p-90) == x.hi);
  ck_assert (x.hi + (x.lo - 0x1p-90) == x.hi);
  ck_assert (ldexp (x.hi, -1074) == 0x2p-1074);
  ck_assert_int_eq (assay_fast_rounds (&bits, x, 0x1p-91, -1074,
                                       ASSAY_FMT_F64), 0);
  ck_assert_int_eq (assay_fast_rounds (&bits, x, 0x1p-91, -1000,
                                       ASSAY_FMT_F64), 1);
}
END_TEST

static Suite *
witness_suite (void)
{
  Suite *suite = suite_create ("witness tiers");
  TCase *parts = tcase_create ("parts");
  TCase *rows = tcase_create ("rows");

  tcase_add_test (parts, product_below_its_border_is_no_pair);
  tcase_add_test (parts, exponential_in_binary64_errs_by_1_26_units);
  tcase_add_test (parts, exponential_of_a_pair_errs_by_half_its_bound);
  tcase_add_test (parts, scores_of_two_components_reach_their_bound);
  tcase_add_test (parts, score_of_a_sum_above_53_bits_is_not_exact);
  tcase_add_test (parts, compensated_sum_errs_by_a_third_of_its_bound);
  tcase_add_test (parts, pattern_by_a_shift_is_wrong_for_subnormals);
  tcase_add_test (parts, scaling_to_a_subnormal_is_a_second_rounding);
  suite_add_tcase (suite, parts);
  tcase_add_loop_test (rows,
                       outputs_err_by_a_part_of_their_radius, 0,
                       2);
  tcase_add_loop_test (rows, equal_keys_with_a_bias_or_a_sink_give_no_mean, 0,
                       3);
  suite_add_tcase (suite, rows);
  return suite;
}

int
main (void)
{
  return testing_run_real (witness_suite ());
}
