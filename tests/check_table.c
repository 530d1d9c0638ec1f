/* check_table.c -- tables of cosines and sines against enclosures;
   check_agree_table.c compares them with the oracle */

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "position/table.h"
#include "position/table_round.h"
#include "real/formula.h"
#include "real/step.h"
#include "testing_real.h"

static const enum assay_fmt formats[] = {
  ASSAY_FMT_F64, ASSAY_FMT_F32, ASSAY_FMT_F16, ASSAY_FMT_BF16
};

enum { FORMATS = sizeof formats / sizeof formats[0], MOST = 300 };

/* base^(-i/h) / s.  */
static struct assay_expr *
step (long base, long i, unsigned long h, struct assay_expr *s,
      struct assay_ctx *ctx)
{
  return assay_formula_div (
    assay_formula_pow (assay_formula_integer (base),
                       assay_formula_ratio (-i, h), ctx), s, ctx);
}

static uint64_t
random_word (void)
{
  return (uint64_t) testing_below (1ul << 32) << 32
         | (uint64_t) testing_below (1ul << 32);
}

/* ---- parts ---- */

/* X of every size, with runs of equal bits, and ties of FMT.  */
static double
random_double (enum assay_fmt fmt)
{
  uint64_t bits = random_word (), mask;
  unsigned kept = (unsigned) testing_below (53);
  double x;

  mask = ~(((uint64_t) 1 << kept) - 1);
  if (testing_below (2))
    bits &= mask;
  else if (testing_below (2))
    bits |= ~mask;
  bits &= ~((uint64_t) 0x7ff << 52);
  bits |= (uint64_t) (1023 + testing_between (fmt == ASSAY_FMT_F16 ? -28
                                                                   : -140,
                                              fmt == ASSAY_FMT_F16 ? 17
                                                                   : 129))
          << 52;
  memcpy (&x, &bits, sizeof x);
  return x;
}

START_TEST (double_rounds_to_the_pattern_that_rationals_round_to)
{
  enum assay_fmt fmt = formats[_i];
  size_t n = testing_count (20000), i;
  mpq_t exact;

  testing_reseed ();
  mpq_init (exact);
  for (i = 0; i < n; i++)
    {
      double x = random_double (fmt);

      mpq_set_d (exact, x);
      ck_assert_msg (assay_fmt_of_double (x, fmt)
                       == assay_fmt_round (exact, fmt), "%a", x);
    }
  mpq_clear (exact);
}
END_TEST

START_TEST (phase_lies_at_most_two_units_below_the_angle)
{
  size_t n = testing_count (400), i;
  struct assay_phase phase;
  struct assay_expr *w;
  struct assay_ctx ctx;
  mpfr_t turns, pi;
  mpz_t found, wanted;

  testing_reseed ();
  mpfr_init2 (turns, 600);
  mpfr_init2 (pi, 600);
  mpfr_const_pi (pi, MPFR_RNDN);
  mpz_inits (found, wanted, NULL);
  for (i = 0; i < n; i++)
    {
      long numerator = testing_between (1, 1000000000);
      unsigned long denominator = 1 + testing_below (1000000);

      assay_ctx_init (&ctx);
      w = assay_formula_ratio (numerator, denominator);
      ck_assert_int_eq (assay_phase_set (&phase, w, &ctx), ASSAY_OK);
      assay_expr_unref (w);
      mpfr_set_si (turns, numerator, MPFR_RNDN);
      mpfr_div_ui (turns, turns, denominator, MPFR_RNDN);
      mpfr_div (turns, turns, pi, MPFR_RNDN);
      mpfr_mul_2ui (turns, turns, 127, MPFR_RNDN);
      mpfr_get_z (wanted, turns, MPFR_RNDD);
      mpz_fdiv_r_2exp (wanted, wanted, 128);
      mpz_set_ui (found, phase.high);
      mpz_mul_2exp (found, found, 64);
      mpz_add_ui (found, found, phase.low);
      mpz_sub (wanted, wanted, found);
      mpz_fdiv_r_2exp (wanted, wanted, 128);
      ck_assert_int_le (mpz_cmp_ui (wanted, 1), 0);
    }
  mpz_clears (found, wanted, NULL);
  mpfr_clear (turns);
  mpfr_clear (pi);
}
END_TEST

/* The exponent of the relative error of X for the true value Y.  */
static long
error_exponent (struct assay_dd x, mpfr_srcptr y)
{
  mpfr_t error;
  long e = LONG_MIN;

  mpfr_init2 (error, 400);
  mpfr_sub_d (error, y, x.hi, MPFR_RNDN);
  mpfr_sub_d (error, error, x.lo, MPFR_RNDN);
  if (!mpfr_zero_p (error))
    {
      mpfr_div (error, error, y, MPFR_RNDN);
      e = mpfr_get_exp (error);
    }
  mpfr_clear (error);
  return e;
}

/* B62; a third of the phases are close to a quarter.  */
START_TEST (turn_errs_by_less_than_its_bound)
{
  static struct assay_turns turns;
  size_t n = testing_count (20000), i;
  struct assay_phase phase;
  struct assay_dd c, s;
  mpfr_t angle, value;
  long worst = LONG_MIN;

  testing_reseed ();
  assay_turns_init (&turns);
  mpfr_init2 (angle, 400);
  mpfr_init2 (value, 400);
  for (i = 0; i < n; i++)
    {
      phase.high = random_word ();
      phase.low = random_word ();
      if (i % 3 == 0)
        phase.high = (phase.high & (uint64_t) 3 << 62)
                     + (phase.high << 2 >> 2 >> testing_below (62));
      if (phase.high << 2 == 0)
        continue;
      assay_turn (&c, &s, phase, &turns);
      mpfr_set_ui (value, phase.high, MPFR_RNDN);
      mpfr_mul_2ui (value, value, 64, MPFR_RNDN);
      mpfr_add_ui (value, value, phase.low, MPFR_RNDN);
      mpfr_const_pi (angle, MPFR_RNDN);
      mpfr_mul (angle, angle, value, MPFR_RNDN);
      mpfr_div_2ui (angle, angle, 127, MPFR_RNDN);
      mpfr_cos (value, angle, MPFR_RNDN);
      worst = error_exponent (c, value) > worst ? error_exponent (c, value)
                                                : worst;
      mpfr_sin (value, angle, MPFR_RNDN);
      worst = error_exponent (s, value) > worst ? error_exponent (s, value)
                                                : worst;
    }
  ck_assert_msg (worst <= -99, "2^%ld", worst);
  /* A bound of 2^-107 would be too good to be true.  */
  ck_assert_int_gt (worst, -108);
  mpfr_clear (angle);
  mpfr_clear (value);
}
END_TEST

START_TEST (turn_is_exact_at_quarters)
{
  static const double cosine[] = { 1, 0, -1, 0 }, sine[] = { 0, 1, 0, -1 };
  static struct assay_turns turns;
  struct assay_phase phase = { (uint64_t) _i << 62, 0 };
  struct assay_dd c, s;

  assay_turns_init (&turns);
  assay_turn (&c, &s, phase, &turns);
  ck_assert (c.hi == cosine[_i] && c.lo == 0);
  ck_assert (s.hi == sine[_i] && s.lo == 0);
}
END_TEST

/* ---- known values ---- */

START_TEST (cosine_of_131071_is_the_known_one)
{
  struct assay_expr *one = assay_formula_integer (1);
  struct assay_table table;
  struct assay_ctx ctx;
  double c, s;

  assay_ctx_init (&ctx);
  ck_assert_int_eq (assay_table_init (&table, &one, 1, NULL, ASSAY_FMT_F64,
                                      &ctx), ASSAY_OK);
  ck_assert_int_eq (assay_table_fill (&table, &c, &s, 131071, 1, &ctx),
                    ASSAY_OK);
  /* The figure, cut after nine places.  */
  ck_assert (c < -0.817983499 && c > -0.817983500);
  ck_assert_uint_eq (table.third, 0);
  assay_table_clear (&table);
  assay_expr_unref (one);
}
END_TEST

/* ---- against enclosures ---- */

/* Fills random ranges and compares random entries with the third way.  */
START_TEST (entries_are_those_of_enclosures)
{
  static uint64_t cosine[8 * MOST], sine[8 * MOST];
  enum assay_fmt fmt = formats[_i];
  size_t tables = testing_count (24), t, k;

  testing_reseed ();
  for (t = 0; t < tables; t++)
    {
      unsigned long h = 1 + testing_below (128);
      long base = testing_between (2, 100000000);
      size_t pairs = 1 + testing_below (8), count = 1 + testing_below (MOST);
      unsigned long first = testing_below (10000000);
      struct assay_expr *w[8], *magnitude = NULL;
      struct assay_table table;
      struct assay_ctx ctx;
      uint64_t c, s;

      assay_ctx_init (&ctx);
      if (t % 3 == 0)
        magnitude = assay_formula_sqrt (assay_formula_ratio (17, 12), &ctx);
      if (t % 4 == 0)
        first = 0;
      for (k = 0; k < pairs; k++)
        w[k] = step (base, testing_between (0, (long) h - 1), h,
                     assay_formula_ratio (testing_between (1, 640), 10),
                     &ctx);
      ck_assert_int_eq (assay_table_init (&table, w, pairs, magnitude, fmt,
                                          &ctx), ASSAY_OK);
      ck_assert_int_eq (assay_table_fill (&table, cosine, sine, first, count,
                                          &ctx), ASSAY_OK);
      ck_assert_uint_eq (table.entries, 2 * count * pairs);
      for (k = 0; k < 40; k++)
        {
          size_t j = testing_below (count), i = testing_below (pairs);

          ck_assert_int_eq (assay_table_entry (&c, &s, &table, first + j, i,
                                               &ctx), ASSAY_OK);
          ck_assert_msg (testing_pattern (cosine, j * pairs + i, fmt) == c
                         && testing_pattern (sine, j * pairs + i, fmt) == s,
                         "base %ld position %lu", base, first + j);
        }
      for (k = 0; k < pairs; k++)
        assay_expr_unref (w[k]);
      assay_expr_unref (magnitude);
      assay_table_clear (&table);
    }
}
END_TEST

/* A step whose cosine at POSITION is 2^-BITS away from a midpoint of FMT,
   or about that.  */
static struct assay_expr *
hard_step (enum assay_fmt fmt, unsigned long position, unsigned long bits,
           struct assay_ctx *ctx)
{
  struct assay_expr *w;
  mpfr_t angle;
  mpq_t m, x;

  mpq_inits (m, x, NULL);
  mpfr_init2 (angle, 40 + bits);
  mpq_set_ui (x, 1 + testing_below (999), 1000);
  mpq_canonicalize (x);
  assay_fmt_midpoint_above (m, assay_fmt_round (x, fmt), fmt);
  mpfr_set_q (angle, m, MPFR_RNDN);
  mpfr_acos (angle, angle, testing_below (2) ? MPFR_RNDU : MPFR_RNDD);
  mpfr_prec_round (angle, (mpfr_prec_t) bits, MPFR_RNDN);
  mpfr_get_q (x, angle);
  mpz_mul_ui (mpq_denref (x), mpq_denref (x), position);
  mpq_canonicalize (x);
  w = assay_expr_new_rational (x);
  mpfr_clear (angle);
  mpq_clears (m, x, NULL);
  (void) ctx;
  return w;
}

START_TEST (entries_next_to_midpoints_go_the_longer_ways)
{
  enum assay_fmt fmt = formats[_i];
  unsigned long long third = 0;
  size_t n = testing_count (60), k;

  testing_reseed ();
  for (k = 0; k < n; k++)
    {
      unsigned long position = 1 + testing_below (100000);
      unsigned long bits = 30 + testing_below (170);
      struct assay_table table;
      struct assay_expr *w;
      uint64_t cosine = 0, sine = 0, c, s;
      struct assay_ctx ctx;

      assay_ctx_init (&ctx);
      w = hard_step (fmt, position, bits, &ctx);
      ck_assert_int_eq (assay_table_init (&table, &w, 1, NULL, fmt, &ctx),
                        ASSAY_OK);
      ck_assert_int_eq (assay_table_fill (&table, &cosine, &sine, position, 1,
                                          &ctx), ASSAY_OK);
      ck_assert_int_eq (assay_table_entry (&c, &s, &table, position, 0,
                                           &ctx), ASSAY_OK);
      ck_assert_uint_eq (testing_pattern (&cosine, 0, fmt), c);
      ck_assert_uint_eq (testing_pattern (&sine, 0, fmt), s);
      third += table.third;
      assay_table_clear (&table);
      assay_expr_unref (w);
    }
  /* Some of them only enclosures can decide.  */
  if (n >= 60)
    ck_assert_uint_gt (third, 0);
}
END_TEST

START_TEST (without_binary64_the_patterns_are_the_same)
{
  enum assay_fmt fmt = formats[_i];
  uint64_t fast[2][40], slow[2][40];
  struct assay_table table;
  struct assay_expr *w[2];
  struct assay_ctx ctx;
  int pass;

  assay_ctx_init (&ctx);
  memset (fast, 0, sizeof fast);
  memset (slow, 0, sizeof slow);
  w[0] = step (10000, 0, 32, assay_formula_integer (1), &ctx);
  w[1] = step (10000, 21, 32, assay_formula_integer (1), &ctx);
  for (pass = 0; pass < 2; pass++)
    {
      ck_assert_int_eq (assay_table_init (&table, w, 2, NULL, fmt, &ctx),
                        ASSAY_OK);
      ck_assert (table.is_fast);
      table.is_fast = pass == 0;
      ck_assert_int_eq (assay_table_fill (&table, pass ? slow[0] : fast[0],
                                          pass ? slow[1] : fast[1], 0, 20,
                                          &ctx), ASSAY_OK);
      /* Of 20 positions with two pairs 0 is known.  */
      ck_assert_uint_eq (table.entries, 80);
      ck_assert_uint_eq (table.third, pass == 0 ? 0 : 76);
      assay_table_clear (&table);
    }
  ck_assert_mem_eq (fast, slow, sizeof fast);
  assay_expr_unref (w[0]);
  assay_expr_unref (w[1]);
}
END_TEST

/* ---- special ---- */

START_TEST (position_zero_and_step_zero_have_a_positive_zero_sine)
{
  enum assay_fmt fmt = formats[_i];
  struct assay_expr *w[2];
  struct assay_table table;
  struct assay_ctx ctx;
  uint64_t cosine[4], sine[4], one, t;
  mpq_t unit;

  assay_ctx_init (&ctx);
  w[0] = assay_formula_integer (0);
  w[1] = assay_formula_integer (1);
  mpq_init (unit);
  mpq_set_ui (unit, 1, 1);
  one = assay_fmt_round (unit, fmt);
  ck_assert_int_eq (assay_table_init (&table, w, 2, NULL, fmt, &ctx),
                    ASSAY_OK);
  ck_assert_int_eq (assay_table_fill (&table, cosine, sine, 0, 2, &ctx),
                    ASSAY_OK);
  for (t = 0; t < 3; t++)
    {
      ck_assert_uint_eq (testing_pattern (cosine, t, fmt), one);
      ck_assert_uint_eq (testing_pattern (sine, t, fmt), 0);
    }
  ck_assert_uint_ne (testing_pattern (sine, 3, fmt), 0);
  mpq_clear (unit);
  assay_table_clear (&table);
  assay_expr_unref (w[0]);
  assay_expr_unref (w[1]);
}
END_TEST

START_TEST (format_and_position_out_of_range_are_refused)
{
  struct assay_expr *one = assay_formula_integer (1);
  struct assay_table table;
  struct assay_ctx ctx;
  uint64_t c[2], s[2];

  assay_ctx_init (&ctx);
  ck_assert_int_eq (assay_table_init (&table, &one, 1, NULL, ASSAY_FMT_E4M3,
                                      &ctx), ASSAY_EVALUE);
  assay_table_clear (&table);
  assay_ctx_init (&ctx);
  ck_assert_int_eq (assay_table_init (&table, &one, 1, NULL, ASSAY_FMT_F32,
                                      &ctx), ASSAY_OK);
  ck_assert_int_eq (assay_table_fill (&table, c, s, 0xffffffffu, 2, &ctx),
                    ASSAY_EVALUE);
  ck_assert_uint_eq (table.entries, 0);
  assay_table_clear (&table);
  assay_expr_unref (one);
}
END_TEST

int
main (void)
{
  Suite *suite = suite_create ("table");
  TCase *tcase = tcase_create ("table");

  tcase_add_test (tcase, cosine_of_131071_is_the_known_one);
  suite_add_tcase (suite, tcase);
  tcase = tcase_create ("special");
  tcase_add_loop_test (tcase, turn_is_exact_at_quarters, 0, 4);
  tcase_add_loop_test (
    tcase, position_zero_and_step_zero_have_a_positive_zero_sine, 0, FORMATS);
  tcase_add_loop_test (tcase, without_binary64_the_patterns_are_the_same, 0,
                       FORMATS);
  tcase_add_test (tcase, format_and_position_out_of_range_are_refused);
  suite_add_tcase (suite, tcase);
  tcase = tcase_create ("relations");
  tcase_set_timeout (tcase, 300);
  tcase_add_loop_test (
    tcase, double_rounds_to_the_pattern_that_rationals_round_to, 0, FORMATS);
  tcase_add_test (tcase, phase_lies_at_most_two_units_below_the_angle);
  tcase_add_test (tcase, turn_errs_by_less_than_its_bound);
  tcase_add_loop_test (tcase, entries_are_those_of_enclosures, 0, FORMATS);
  suite_add_tcase (suite, tcase);
  tcase = tcase_create ("hard");
  tcase_set_timeout (tcase, 300);
  tcase_add_loop_test (tcase, entries_next_to_midpoints_go_the_longer_ways,
                       0, FORMATS);
  suite_add_tcase (suite, tcase);
  return testing_run (suite);
}
