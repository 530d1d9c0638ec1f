/* check_witness_limits.c -- how sharp the lemmas about waves and turns are

   B45, B46, B50 and B51 of doc/bounds.md, as in check_witness.c.  */

#include <math.h>

#include "position/frequency_yarn.h"
#include "position/rope_reach.h"
#include "real/encl.h"
#include "real/normal.h"
#include "rpn.h"
#include "testing.h"

/* ---- waves ---- */

/* The mean over d = 1 .. DEPTH of x^2 cos (OMEGA d)^2, x = d / DEPTH.  */
static double
mean_square (double omega, unsigned depth)
{
  double sum = 0;
  unsigned d;

  for (d = 1; d <= depth; d++)
    {
      double f = d * cos (omega * d) / depth;

      sum += f * f;
    }
  return sum / depth;
}

/* B45.  Half the integral, 1/6, at every omega but the multiples of pi, where
   it is 1/3; just beside them the mean stays there for long.  */
START_TEST (phases_average_out_unless_the_sine_vanishes)
{
  const double pi = acos (-1);

  ck_assert (fabs (mean_square (1, 4000) - 1. / 6) < 0.001);
  ck_assert (fabs (mean_square (pi / 2, 4000) - 1. / 6) < 0.001);
  ck_assert (fabs (mean_square (pi, 4000) - 1. / 3) < 0.001);
  ck_assert (fabs (mean_square (pi + 1e-4, 400) - 1. / 3) < 0.01);
  ck_assert (fabs (mean_square (pi + 1e-4, 400000) - 1. / 6) < 0.01);
}
END_TEST

/* B45.  1 / sin (a/2) is reached by half a turn of a constant envelope.  */
START_TEST (sum_of_half_a_turn_reaches_the_summation_bound)
{
  const double pi = acos (-1);
  unsigned steps, d;

  for (steps = 2; steps <= 200; steps++)
    {
      double a = pi / steps, re = 0, im = 0, ratio;

      for (d = 0; d < steps; d++)
        {
          re += cos (a * d);
          im += sin (a * d);
        }
      ratio = hypot (re, im) * sin (a / 2);
      ck_assert (fabs (ratio - 1) < 1e-9);
    }
}
END_TEST

/* B46.  z_1' = 1 - 2u + 3u i for w = 5u, b = 64: each step errs by 2u in both
   parts, and the rounding takes almost u more from the second.  */
START_TEST (wave_drifts_by_most_of_five_units_a_step)
{
  enum { BITS = 64, STEPS = 8191 };
  mpz_t c, s, c1, s1, x, y, sum;
  double worst = 0, drift = 0;
  unsigned d;

  mpz_inits (c, s, c1, s1, x, y, sum, NULL);
  mpz_setbit (c, BITS);
  mpz_setbit (c1, BITS);
  mpz_sub_ui (c1, c1, 2);
  mpz_set_ui (s1, 3);
  for (d = 1; d <= STEPS; d++)
    {
      mpz_mul (x, c, c1);
      mpz_submul (x, s, s1);
      mpz_mul (y, s, c1);
      mpz_addmul (y, c, s1);
      mpz_fdiv_q_2exp (c, x, BITS);
      mpz_fdiv_q_2exp (s, y, BITS);
      /* The true ones are 1 and 5du to within 2^-30 u.  */
      mpz_set_ui (x, 0);
      mpz_setbit (x, BITS);
      mpz_sub (x, c, x);
      mpz_sub_ui (y, s, 5ul * d);
      drift = hypot (mpz_get_d (x), mpz_get_d (y));
      ck_assert (drift < 5. * d);
      worst = fmax (worst, drift / (5. * d));
      mpz_addmul (sum, c, c);
    }
  ck_assert_msg (worst > 0.84, "%.4f of 5du", worst);
  ck_assert_msg (drift > 0x1p15 && drift < 0x1p16, "%.0f u", drift);
  /* The sum of the squares less its true value, in units.  */
  mpz_set_ui (x, STEPS);
  mpz_mul_2exp (x, x, 2 * BITS);
  mpz_sub (sum, sum, x);
  mpz_tdiv_q_2exp (sum, sum, BITS);
  ck_assert_msg (mpz_cmpabs_ui (sum, 198642073) > 0
                 && mpz_cmpabs_ui (sum, 1ul << 29) < 0, "%.3f 2^29 u",
                 mpz_get_d (sum) / 0x1p29);
  mpz_clears (c, s, c1, s1, x, y, sum, NULL);
}
END_TEST

/* ---- turns ---- */

/* The rational within 2^-290 of NUM pi / DEN, below it or above.  */
static struct assay_expr *
near_pi (long num, unsigned long den, mpfr_rnd_t side)
{
  struct assay_expr *result;
  mpfr_t x;
  mpq_t value;

  mpfr_init2 (x, 300);
  mpq_init (value);
  mpfr_const_pi (x, side);
  mpfr_get_q (value, x);
  mpz_mul_si (mpq_numref (value), mpq_numref (value), num);
  mpz_mul_ui (mpq_denref (value), mpq_denref (value), den);
  mpq_canonicalize (value);
  result = assay_expr_new_rational (value);
  mpq_clear (value);
  mpfr_clear (x);
  return result;
}

static void
assert_rational (const struct assay_expr *x, long expected)
{
  ck_assert_ptr_nonnull (assay_expr_rational (x));
  ck_assert (mpq_cmp_si (assay_expr_rational (x), expected, 1) == 0);
}

/* Whether X is proved to be the rational EXPECTED.  */
static int
is_exactly (struct assay_expr *x, long expected)
{
  enum assay_verdict verdict;
  struct assay_ctx ctx;
  mpq_t value;
  int is;

  assay_ctx_init (&ctx);
  mpq_init (value);
  ck_assert_int_eq (assay_normal_rational (&verdict, value, x, &ctx),
                    ASSAY_OK);
  is = verdict == ASSAY_HOLDS && mpq_cmp_si (value, expected, 1) == 0;
  mpq_clear (value);
  return is;
}

/* B50.  8 ln (L0 / (2 pi b)) / ln 65536 is 3 at L0 = 128 pi, b = 1; rational
   lengths 2^-283 beside it have 2 and 3 for its floor.  */
START_TEST (correction_is_an_integer_at_no_rational_length)
{
  struct assay_expr *theta = assay_expr_new_si (65536, 1);
  struct assay_expr *one = assay_expr_new_si (1, 1);
  struct assay_expr *slow = assay_expr_new_si (1, 16);
  struct assay_expr *exact = rpn ("128 pi *"), *c;
  struct assay_ctx ctx;
  int up;

  assay_ctx_init (&ctx);
  ck_assert_int_eq (assay_yarn_correction (&c, theta, exact, one, 16, &ctx),
                    ASSAY_OK);
  ck_assert (is_exactly (c, 3));
  assay_expr_unref (c);
  for (up = 0; up < 2; up++)
    {
      struct assay_expr *length = near_pi (128, 1, up ? MPFR_RNDU
                                                   : MPFR_RNDD);
      struct assay_ramp ramp;

      ck_assert_int_eq (assay_ramp_make (&ramp, theta, length, one, slow, 16,
                                         1, ASSAY_RAMP_CLAMPED, &ctx),
                        ASSAY_OK);
      assert_rational (ramp.lo, up ? 3 : 2);
      /* c (1/16) = c (1) + 2.  */
      assert_rational (ramp.hi, up ? 6 : 5);
      ck_assert (!is_exactly (ramp.raw_lo, 3));
      assay_ramp_clear (&ramp);
      assay_expr_unref (length);
    }
  assay_expr_unref (theta);
  assay_expr_unref (one);
  assay_expr_unref (slow);
  assay_expr_unref (exact);
}
END_TEST

/* B51.  2 pi / w = 7 at w = 2 pi / 7, which is not algebraic; rationals
   beside it have 6 and 7 for its floor.  */
START_TEST (turn_is_a_whole_number_at_no_algebraic_step)
{
  struct assay_expr *exact = rpn ("2 pi * 7 /"), *wave, *reach;
  struct assay_ctx ctx;
  int up;

  assay_ctx_init (&ctx);
  ck_assert_int_eq (assay_rope_wavelength (&wave, exact, &ctx), ASSAY_OK);
  ck_assert (is_exactly (wave, 7));
  assay_expr_unref (wave);
  for (up = 0; up < 2; up++)
    {
      struct assay_expr *w = near_pi (2, 7, up ? MPFR_RNDU : MPFR_RNDD);

      ck_assert_int_eq (assay_rope_reach (&reach, w, &ctx), ASSAY_OK);
      assert_rational (reach, up ? 6 : 7);
      assay_expr_unref (reach);
      assay_expr_unref (w);
    }
  assay_expr_unref (exact);
}
END_TEST

/* B51.  The step 1 makes L0 / (2 pi) turns: llama3's border at 4 lies at
   L0 = 8 pi, where nothing is kept.  */
START_TEST (border_of_a_band_is_met_at_no_rational_length)
{
  struct assay_expr *theta = assay_expr_new_si (10000, 1);
  struct assay_expr *s = assay_expr_new_si (8, 1);
  struct assay_expr *low = assay_expr_new_si (1, 1);
  struct assay_expr *high = assay_expr_new_si (4, 1);
  struct assay_expr *length[3] = { near_pi (8, 1, MPFR_RNDD), rpn ("8 pi *"),
                                   near_pi (8, 1, MPFR_RNDU) };
  struct assay_ctx ctx;
  size_t i;

  assay_ctx_init (&ctx);
  for (i = 0; i < 3; i++)
    {
      enum assay_pair_kind kind;
      struct assay_expr *w;

      ck_assert_int_eq (assay_frequency_llama3 (&w, &kind, theta, s,
                                                length[i], low, high, 0, 64,
                                                &ctx), ASSAY_OK);
      ck_assert_int_eq (kind, i == 2 ? ASSAY_PAIR_KEPT : ASSAY_PAIR_BLENDED);
      assay_expr_unref (w);
      assay_expr_unref (length[i]);
    }
  assay_expr_unref (theta);
  assay_expr_unref (s);
  assay_expr_unref (low);
  assay_expr_unref (high);
}
END_TEST

int
main (void)
{
  Suite *suite = suite_create ("witness_limits");
  TCase *waves = tcase_create ("waves"), *turns = tcase_create ("turns");

  tcase_add_test (waves, phases_average_out_unless_the_sine_vanishes);
  tcase_add_test (waves, sum_of_half_a_turn_reaches_the_summation_bound);
  tcase_add_test (waves, wave_drifts_by_most_of_five_units_a_step);
  suite_add_tcase (suite, waves);
  tcase_add_checked_fixture (turns, assay_real_init, assay_real_finish);
  tcase_add_test (turns, correction_is_an_integer_at_no_rational_length);
  tcase_add_test (turns, turn_is_a_whole_number_at_no_algebraic_step);
  tcase_add_test (turns, border_of_a_band_is_met_at_no_rational_length);
  suite_add_tcase (suite, turns);
  return testing_run (suite);
}
