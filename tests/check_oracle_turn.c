/* check_oracle_turn.c -- the oracle's rotary encoding of vectors alone */

#include <math.h>
#include <oracle.h>
#include <string.h>

#include "testing.h"

enum { MOST_DIGITS = 2000, MOST_SIZE = 16 };

/* x = 1, 2, ..., size; base 10^4.  */
static void
numbered (struct oracle_turn *turn, struct oracle_fraction **x, size_t size,
          enum oracle_pairing pairing)
{
  oracle_turn_init (turn);
  turn->size = size;
  turn->set.width = size;
  turn->pairing = pairing;
  mpz_set_ui (turn->set.base.num, 10000);
  *x = oracle_fractions_new (size);
  for (size_t c = 0; c < size; c++)
    mpz_set_ui ((*x)[c].num, c + 1);
}

/* y <- x turned at position p, rounded to f64.  */
static void
turned (double *y, const struct oracle_turn *turn,
        const struct oracle_turn_mistake *mistake,
        const struct oracle_fraction *x, long p, long row)
{
  struct oracle_fraction *position = oracle_fractions_new (1);
  uint64_t bits[MOST_SIZE];

  mpz_set_si (position->num, p);
  ck_assert_uint_eq (oracle_turn_row (bits, NULL, turn, mistake, x, position,
                                      row, oracle_format_named ("f64"),
                                      MOST_DIGITS), 0);
  memcpy (y, bits, turn->size * sizeof *y);
  oracle_fractions_free (position, 1);
}

static void
assert_vector (const double *y, const double *expected, size_t size)
{
  for (size_t c = 0; c < size; c++)
    ck_assert_msg (fabs (y[c] - expected[c]) <= 0.51e-6,
                   "component %zu: %.9f, not %.6f", c, y[c], expected[c]);
}

/* x = [1,2,3,4], p = 1, base 10^4, and what public reports found.  */
START_TEST (both_layouts_are_what_the_reports_say)
{
  static const double adjacent[] = { -1.142640, 1.922076, 2.959851,
                                     4.029800 };
  static const double halves[] = { -1.984111, 1.959901, 2.462378, 4.019800 };
  static const double back[] = { 2.223244, 0.239134, 3.039849, 3.969801 };
  struct oracle_turn_mistake mistake
    = { ORACLE_TURN_OTHER_PAIRING, 0, NULL };
  struct oracle_fraction *x;
  struct oracle_turn turn;
  double y[4];

  numbered (&turn, &x, 4, ORACLE_ADJACENT);
  turned (y, &turn, NULL, x, 1, 0);
  assert_vector (y, adjacent, 4);
  turned (y, &turn, &mistake, x, 1, 0);
  assert_vector (y, halves, 4);
  mistake.kind = ORACLE_TURN_BACKWARDS;
  turned (y, &turn, &mistake, x, 1, 0);
  assert_vector (y, back, 4);
  turn.backwards = 1;
  turned (y, &turn, NULL, x, 1, 0);
  assert_vector (y, back, 4);
  turn.backwards = 0;
  turn.pairing = ORACLE_SPLIT_HALF;
  turned (y, &turn, NULL, x, 1, 0);
  assert_vector (y, halves, 4);
  oracle_fractions_free (x, 4);
  oracle_turn_clear (&turn);
}
END_TEST

/* q = [1,2,3,4] at 5, k = [4,3,2,1] at 3.  */
START_TEST (scores_are_what_the_reports_say)
{
  static const struct
  {
    enum oracle_pairing q, k;
    long at;
    double score;
  } table[] = {
    { ORACLE_ADJACENT, ORACLE_ADJACENT, 5, 1.190051 },
    { ORACLE_SPLIT_HALF, ORACLE_SPLIT_HALF, 5, -3.456429 },
    { ORACLE_ADJACENT, ORACLE_SPLIT_HALF, 5, -9.943959 },
    { ORACLE_ADJACENT, ORACLE_ADJACENT, 6, -0.760002 },
  };
  struct oracle_fraction *q, *k;
  struct oracle_turn turn;
  double a[4], b[4];
  size_t i, c;

  numbered (&turn, &q, 4, ORACLE_ADJACENT);
  k = oracle_fractions_new (4);
  for (c = 0; c < 4; c++)
    mpz_set_ui (k[c].num, 4 - c);
  for (i = 0; i < sizeof table / sizeof table[0]; i++)
    {
      double score = 0;

      turn.pairing = table[i].q;
      turned (a, &turn, NULL, q, table[i].at, 0);
      turn.pairing = table[i].k;
      turned (b, &turn, NULL, k, 3, 0);
      for (c = 0; c < 4; c++)
        score += a[c] * b[c];
      ck_assert_double_eq_tol (score, table[i].score, 0.51e-6);
    }
  oracle_fractions_free (q, 4);
  oracle_fractions_free (k, 4);
  oracle_turn_clear (&turn);
}
END_TEST

static struct oracle_turn_mistake
mistake_of (enum oracle_turn_mistake_kind kind, long number,
            const char *format)
{
  struct oracle_turn_mistake mistake = { kind, number, NULL };

  if (format != NULL)
    mistake.format = oracle_format_named (format);
  return mistake;
}

/* The cosine of pair t, by turning a vector that is 1 in its first half.  */
static double
cosine (struct oracle_turn *turn, const struct oracle_turn_mistake *mistake,
        size_t t, long p)
{
  struct oracle_fraction *position = oracle_fractions_new (1);
  struct oracle_value c, s;
  struct oracle_interval x;
  unsigned long digits = 60;
  double result;
  mpf_t f, unit;

  oracle_value_init (&c);
  oracle_value_init (&s);
  oracle_interval_init (&x);
  mpf_init2 (f, 300);
  mpf_init2 (unit, 300);
  mpz_set_si (position->num, p);
  ck_assert_int_eq (oracle_turn_waves (&c, &s, turn, mistake, t, position, 0,
                                       digits), ORACLE_VALUE);
  oracle_value_enclose (&x, &c, digits);
  mpf_set_z (f, x.lo);
  mpf_set_ui (unit, 10);
  mpf_pow_ui (unit, unit, digits);
  mpf_div (f, f, unit);
  result = mpf_get_d (f);
  mpf_clear (f);
  mpf_clear (unit);
  oracle_interval_clear (&x);
  oracle_value_clear (&c);
  oracle_value_clear (&s);
  oracle_fractions_free (position, 1);
  return result;
}

START_TEST (positions_and_angles_in_few_bits)
{
  struct oracle_turn_mistake all
    = mistake_of (ORACLE_TURN_ROUND_ALL, 0, "f16");
  struct oracle_turn_mistake angle
    = mistake_of (ORACLE_TURN_ROUND_ANGLE, 0, "f16");
  struct oracle_turn_mistake position
    = mistake_of (ORACLE_TURN_ROUND_POSITION, 0, "bf16");
  struct oracle_turn turn;

  oracle_turn_init (&turn);
  turn.size = turn.set.width = 32;
  mpz_set_ui (turn.set.base.num, 10000);
  ck_assert_double_eq_tol (cosine (&turn, NULL, 1, 1857), 0.306693, 1e-6);
  /* angle 1045, and then the cosine in f16.  */
  ck_assert_double_eq_tol (cosine (&turn, &all, 1, 1857), -0.408165, 2e-4);
  ck_assert_double_eq_tol (cosine (&turn, &angle, 0, 2049), cos (2048),
                           1e-12);
  ck_assert_double_eq_tol (cosine (&turn, NULL, 0, 257), 0.819306, 1e-6);
  ck_assert_double_eq_tol (cosine (&turn, &position, 0, 257), -0.039791,
                           1e-6);
  ck_assert_double_eq_tol (cosine (&turn, NULL, 0, 131071), -0.817983499,
                           1e-9);
  turn.size = turn.set.width = 128;
  ck_assert_double_eq_tol (cosine (&turn, NULL, 1, 131071), -0.978270913,
                           1e-9);
  oracle_turn_clear (&turn);
}
END_TEST

/* Head 256, rotary width 64, base 10^7, pair 1.  */
START_TEST (the_denominator_is_the_rotary_width)
{
  struct oracle_turn_mistake size
    = mistake_of (ORACLE_TURN_DENOMINATOR_SIZE, 0, NULL);
  struct oracle_turn_mistake half
    = mistake_of (ORACLE_TURN_HALF_EXPONENT, 0, NULL);
  struct oracle_turn_mistake base
    = mistake_of (ORACLE_TURN_OTHER_BASE, 10000, NULL);
  struct oracle_turn turn;

  oracle_turn_init (&turn);
  turn.size = 256;
  turn.set.width = 64;
  mpz_set_ui (turn.set.base.num, 10000000);
  ck_assert_double_eq_tol (acos (cosine (&turn, NULL, 1, 1)), 0.604296, 1e-6);
  ck_assert_double_eq_tol (acos (cosine (&turn, &size, 1, 1)), 0.881683,
                           1e-6);
  ck_assert_double_eq_tol (acos (cosine (&turn, &half, 2, 1)), 0.604296,
                           1e-6);
  ck_assert_double_eq_tol (acos (cosine (&turn, &base, 1, 1)),
                           pow (10000, -1. / 32), 1e-12);
  oracle_turn_clear (&turn);
}
END_TEST

/* A call of three lengths: 2^ceil (log2 3 + 1) - 1 = 7; of four the same, of
   half a one 1, and of five 15.  Base 10^4, width 4, pair 1: the frequency is
   (10^4 a^2)^(-1/2).  */
START_TEST (a_base_grows_in_steps_of_two)
{
  static const struct { unsigned long length; double a; } table[] = {
    { 12288, 7 }, { 16384, 7 }, { 2048, 1 }, { 4096, 1 }, { 20480, 15 },
    { 8192, 3 }
  };
  struct oracle_turn_mistake mistake
    = mistake_of (ORACLE_TURN_STEPS_OF_TWO, 0, NULL);
  struct oracle_turn turn;
  size_t n;

  oracle_turn_init (&turn);
  turn.size = turn.set.width = 4;
  turn.set.type = ORACLE_ROPE_DYNAMIC;
  mpz_set_ui (turn.set.base.num, 10000);
  mpz_set_ui (turn.set.factor.num, 2);
  mpz_set_ui (turn.set.longest.num, 4096);
  mpz_set_ui (turn.set.longest.den, 1);
  mpz_set_ui (turn.set.length.den, 1);
  for (n = 0; n < sizeof table / sizeof table[0]; n++)
    {
      mpz_set_ui (turn.set.length.num, table[n].length);
      ck_assert_double_eq_tol (cosine (&turn, &mistake, 1, 100),
                               cos (1 / table[n].a), 1e-12);
      ck_assert_double_eq_tol (cosine (&turn, &mistake, 0, 100), cos (100),
                               1e-12);
    }
  oracle_turn_clear (&turn);
}
END_TEST

/* Base 10^4, width 4, pair 1: 10^-4 with the exponent doubled; 10^-2 over 8;
   and a magnitude of 1.25.  */
START_TEST (exponents_divisors_magnitudes_and_axes)
{
  struct oracle_turn_mistake twice
    = mistake_of (ORACLE_TURN_DOUBLE_EXPONENT, 0, NULL);
  struct oracle_turn_mistake eighth
    = mistake_of (ORACLE_TURN_ANGLE_DIVIDED, 8, NULL);
  struct oracle_turn_mistake other
    = mistake_of (ORACLE_TURN_MAGNITUDE_OTHER, 125, NULL);
  struct oracle_turn turn;

  oracle_turn_init (&turn);
  turn.size = turn.set.width = 4;
  mpz_set_ui (turn.set.base.num, 10000);
  ck_assert_double_eq_tol (cosine (&turn, &twice, 1, 5000), cos (.5), 1e-12);
  ck_assert_double_eq_tol (cosine (&turn, &twice, 0, 5), cos (5), 1e-12);
  ck_assert_double_eq_tol (cosine (&turn, &eighth, 1, 400), cos (.5), 1e-12);
  ck_assert_double_eq_tol (cosine (&turn, &other, 1, 50), 1.25 * cos (.5),
                           1e-12);
  oracle_turn_clear (&turn);
}
END_TEST

/* Factor 8 on position 2916 of a frequency of 1: angle 364.5.  */
START_TEST (scaling_is_missing_or_twice)
{
  struct oracle_turn_mistake missing
    = mistake_of (ORACLE_TURN_SCALING_MISSING, 0, NULL);
  struct oracle_turn_mistake twice
    = mistake_of (ORACLE_TURN_SCALING_TWICE, 0, NULL);
  struct oracle_turn turn;

  oracle_turn_init (&turn);
  turn.size = turn.set.width = 4;
  turn.set.type = ORACLE_ROPE_LINEAR;
  mpz_set_ui (turn.set.base.num, 1000000);
  mpz_set_ui (turn.set.factor.num, 8);
  ck_assert_double_eq_tol (cosine (&turn, NULL, 0, 2916), cos (364.5),
                           1e-12);
  ck_assert_double_eq_tol (cosine (&turn, &missing, 0, 2916), cos (2916),
                           1e-12);
  ck_assert_double_eq_tol (cosine (&turn, &twice, 0, 2916), cos (45.5625),
                           1e-12);
  oracle_turn_clear (&turn);
}
END_TEST

/* The magnitude at a factor of 128 is 1.485203, its square 2.205828.  */
START_TEST (a_magnitude_is_missing_or_squared)
{
  struct oracle_turn_mistake missing
    = mistake_of (ORACLE_TURN_MAGNITUDE_MISSING, 0, NULL);
  struct oracle_turn_mistake squared
    = mistake_of (ORACLE_TURN_MAGNITUDE_SQUARED, 0, NULL);
  struct oracle_turn turn;

  oracle_turn_init (&turn);
  mpz_set_ui (turn.set.base.num, 10000);
  mpz_set_ui (turn.set.factor.num, 128);
  turn.magnitude_kind = ORACLE_MAGNITUDE_YARN;
  ck_assert_double_eq_tol (cosine (&turn, NULL, 0, 0), 1.485203, 1e-6);
  ck_assert_double_eq_tol (cosine (&turn, &missing, 0, 0), 1, 1e-12);
  ck_assert_double_eq_tol (cosine (&turn, &squared, 0, 0), 2.205828, 1e-6);
  mpz_set_ui (turn.set.factor.num, 32);
  mpz_set_ui (turn.set.original.num, 4096);
  turn.magnitude_kind = ORACLE_MAGNITUDE_LONGROPE;
  ck_assert_double_eq_tol (cosine (&turn, NULL, 0, 0), 1.190238, 1e-6);
  oracle_turn_clear (&turn);
}
END_TEST

START_TEST (positions_are_moved_clamped_forgotten)
{
  static const struct
  {
    enum oracle_turn_mistake_kind kind;
    long number, same_as;
  } table[] = {
    { ORACLE_TURN_POSITION_OFFSET, -2, 5 },
    { ORACLE_TURN_POSITION_ROW, 0, 3 },
    { ORACLE_TURN_POSITION_PLUS_ROW, 0, 10 },
    { ORACLE_TURN_POSITION_CLAMPED, 5, 4 },
    { ORACLE_TURN_POSITION_CLAMPED, 50, 7 },
    { ORACLE_TURN_NOT_AT_ALL, 0, 0 },
    { ORACLE_TURN_TWICE, 0, 14 },
  };
  struct oracle_fraction *x;
  struct oracle_turn turn;
  size_t i, c;

  numbered (&turn, &x, 6, ORACLE_SPLIT_HALF);
  for (i = 0; i < sizeof table / sizeof table[0]; i++)
    {
      struct oracle_turn_mistake mistake
        = mistake_of (table[i].kind, table[i].number, NULL);
      double y[6], z[6];

      turned (y, &turn, &mistake, x, 7, 3);
      turned (z, &turn, NULL, x, table[i].same_as, 3);
      for (c = 0; c < 6; c++)
        ck_assert_double_eq (y[c], z[c]);
    }
  oracle_fractions_free (x, 6);
  oracle_turn_clear (&turn);
}
END_TEST

START_TEST (only_the_rotary_width_turns)
{
  struct oracle_turn_mistake full
    = mistake_of (ORACLE_TURN_FULL_WIDTH, 0, NULL);
  struct oracle_turn_mistake apart
    = mistake_of (ORACLE_TURN_HALF_OF_SIZE, 0, NULL);
  struct oracle_turn_mistake more
    = mistake_of (ORACLE_TURN_FULL_COUNT, 0, NULL);
  struct oracle_fraction *x;
  struct oracle_turn turn;
  double y[8], z[8];

  numbered (&turn, &x, 8, ORACLE_SPLIT_HALF);
  turned (z, &turn, NULL, x, 2, 0);
  turn.set.width = 4;
  turned (y, &turn, NULL, x, 2, 0);
  for (size_t c = 4; c < 8; c++)
    ck_assert_double_eq (y[c], (double) c + 1);
  ck_assert_double_eq_tol (y[0], cos (2) - 3 * sin (2), 1e-14);
  turned (y, &turn, &apart, x, 2, 0);
  ck_assert_double_eq_tol (y[0], cos (2) - 5 * sin (2), 1e-14);
  turned (y, &turn, &full, x, 2, 0);
  for (size_t c = 0; c < 8; c++)
    ck_assert_double_eq (y[c], z[c]);
  /* Pair 2 of a width of 4 goes on by 10^-4.  */
  turned (y, &turn, &more, x, 2, 0);
  ck_assert_double_eq_tol (y[0], cos (2) - 5 * sin (2), 1e-14);
  ck_assert_double_eq_tol (y[2], 3 * cos (2e-4) - 7 * sin (2e-4), 1e-14);
  oracle_fractions_free (x, 8);
  oracle_turn_clear (&turn);
}
END_TEST

START_TEST (a_permuted_output_has_the_right_numbers)
{
  struct oracle_turn_mistake permuted
    = mistake_of (ORACLE_TURN_PERMUTED, 0, NULL);
  struct oracle_turn_mistake swapped
    = mistake_of (ORACLE_TURN_WAVES_SWAPPED, 0, NULL);
  struct oracle_turn_mistake twins
    = mistake_of (ORACLE_TURN_DUPLICATED, 0, NULL);
  struct oracle_fraction *x;
  struct oracle_turn turn;
  double y[4], z[4];

  numbered (&turn, &x, 4, ORACLE_ADJACENT);
  turned (z, &turn, NULL, x, 1, 0);
  turned (y, &turn, &permuted, x, 1, 0);
  ck_assert_double_eq (y[0], z[0]);
  ck_assert_double_eq (y[2], z[1]);
  ck_assert_double_eq (y[1], z[2]);
  ck_assert_double_eq (y[3], z[3]);
  turned (y, &turn, &swapped, x, 1, 0);
  ck_assert_double_eq_tol (y[0], sin (1) - 2 * cos (1), 1e-14);
  /* Components 0 and 2 take the frequency 1, 1 and 3 take 0.01.  */
  turned (y, &turn, &twins, x, 1, 0);
  ck_assert_double_eq (y[0], z[0]);
  ck_assert_double_eq_tol (y[1], sin (.01) + 2 * cos (.01), 1e-14);
  ck_assert_double_eq_tol (y[2], 3 * cos (1) - 4 * sin (1), 1e-14);
  ck_assert_double_eq (y[3], z[3]);
  oracle_fractions_free (x, 4);
  oracle_turn_clear (&turn);
}
END_TEST

/* Zero angle, zero pair: exact, also on a midpoint of the format.  */
START_TEST (fractions_are_known_to_be_fractions)
{
  struct oracle_fraction *x, *position = oracle_fractions_new (1);
  struct oracle_turn turn;
  uint64_t bits[4];

  numbered (&turn, &x, 4, ORACLE_ADJACENT);
  mpz_set_ui (x[0].num, 2049);
  mpz_set_ui (x[1].num, 2051);
  ck_assert_uint_eq (oracle_turn_row (bits, NULL, &turn, NULL, x, position, 0,
                                      oracle_format_named ("f16"), 100), 0);
  ck_assert_uint_eq (bits[0], 0x6800);
  ck_assert_uint_eq (bits[1], 0x6802);
  mpz_set_ui (position->num, 3);
  for (size_t c = 0; c < 4; c++)
    mpz_set_ui (x[c].num, 0);
  ck_assert_uint_eq (oracle_turn_row (bits, NULL, &turn, NULL, x, position, 0,
                                      oracle_format_named ("f16"), 100), 0);
  ck_assert_uint_eq (bits[0] | bits[3], 0);
  oracle_fractions_free (x, 4);
  oracle_fractions_free (position, 1);
  oracle_turn_clear (&turn);
}
END_TEST

/* Sections 2, 2, 2 of six pairs: axes 001122, or 012012 when interleaved, or
   0 alone.  */
START_TEST (each_axis_has_its_pairs)
{
  static const size_t chunked[] = { 0, 0, 1, 1, 2, 2 };
  struct oracle_turn_mistake otherwise
    = mistake_of (ORACLE_TURN_SECTIONS_OTHERWISE, 0, NULL);
  struct oracle_turn_mistake ignored
    = mistake_of (ORACLE_TURN_SECTIONS_IGNORED, 0, NULL);
  const struct oracle_turn_mistake *mistakes[]
    = { NULL, &otherwise, &ignored };
  struct oracle_fraction *x, *position = oracle_fractions_new (3);
  struct oracle_turn turn;
  struct oracle_value c, s;

  numbered (&turn, &x, 12, ORACLE_ADJACENT);
  turn.axes = 3;
  oracle_value_init (&c);
  oracle_value_init (&s);
  for (size_t axis = 0; axis < 3; axis++)
    turn.section[axis] = 2;
  for (size_t axis = 0; axis < 3; axis++)
    {
      for (size_t other = 0; other < 3; other++)
        mpz_set_ui (position[other].num, other == axis);
      for (size_t t = 0; t < 6; t++)
        for (int wrong = 0; wrong < 3; wrong++)
          {
            ck_assert_int_eq (oracle_turn_waves (&c, &s, &turn,
                                                 mistakes[wrong], t,
                                                 position, 0, 40),
                              ORACLE_VALUE);
            ck_assert_int_eq (oracle_value_sign (&s) != 0,
                              axis == (wrong == 2 ? 0
                                       : wrong ? t % 3 : chunked[t]));
          }
    }
  oracle_value_clear (&c);
  oracle_value_clear (&s);
  oracle_fractions_free (x, 12);
  oracle_fractions_free (position, 3);
  oracle_turn_clear (&turn);
}
END_TEST

static Suite *
turn_suite (void)
{
  Suite *suite = suite_create ("oracle-turn");
  TCase *tc = tcase_create ("all");

  tcase_add_test (tc, both_layouts_are_what_the_reports_say);
  tcase_add_test (tc, scores_are_what_the_reports_say);
  tcase_add_test (tc, positions_and_angles_in_few_bits);
  tcase_add_test (tc, the_denominator_is_the_rotary_width);
  tcase_add_test (tc, a_base_grows_in_steps_of_two);
  tcase_add_test (tc, exponents_divisors_magnitudes_and_axes);
  tcase_add_test (tc, scaling_is_missing_or_twice);
  tcase_add_test (tc, a_magnitude_is_missing_or_squared);
  tcase_add_test (tc, positions_are_moved_clamped_forgotten);
  tcase_add_test (tc, only_the_rotary_width_turns);
  tcase_add_test (tc, a_permuted_output_has_the_right_numbers);
  tcase_add_test (tc, fractions_are_known_to_be_fractions);
  tcase_add_test (tc, each_axis_has_its_pairs);
  suite_add_tcase (suite, tc);
  return suite;
}

int
main (void)
{
  return testing_run (turn_suite ());
}
