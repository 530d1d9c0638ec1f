/* check_oracle_round.c -- the oracle's rounding to formats alone */

#include <oracle.h>

#include "testing.h"

#define ROWS(table) ((int) (sizeof table / sizeof table[0]))

static const struct oracle_format *
format_of (const char *name)
{
  const struct oracle_format *format = oracle_format_named (name);

  ck_assert_ptr_nonnull (format);
  return format;
}

/* f <- top 2^exponent.  */
static void
set_binary (struct oracle_fraction *f, long top, long exponent)
{
  mpz_set_si (f->num, top);
  mpz_set_ui (f->den, 1);
  if (exponent > 0)
    mpz_mul_2exp (f->num, f->num, (unsigned long) exponent);
  else
    mpz_mul_2exp (f->den, f->den, (unsigned long) -exponent);
}

/* x = top 2^exponent, moved by side times 2^-3000; the answer likewise.  */
static const struct
{
  const char *format;
  long top, exponent;
  int side;
  enum oracle_rounding status;
  long answer, answer_exponent;
} table[] = {
  /* Ties between normals go to the even significand, and only ties.  */
  { "f32", 16777217, -24, 0, ORACLE_FINITE, 1, 0 },
  { "f32", 16777217, -24, 1, ORACLE_FINITE, 8388609, -23 },
  { "f32", 16777217, -24, -1, ORACLE_FINITE, 1, 0 },
  { "f32", 16777219, -24, 0, ORACLE_FINITE, 8388610, -23 },
  { "f32", 16777219, -24, -1, ORACLE_FINITE, 8388609, -23 },
  { "bf16", 257, -8, 0, ORACLE_FINITE, 1, 0 },
  { "bf16", 257, -8, 1, ORACLE_FINITE, 129, -7 },
  { "bf16", 259, -8, 0, ORACLE_FINITE, 130, -7 },
  { "f16", 2049, 0, 0, ORACLE_FINITE, 2048, 0 },
  { "f16", 2051, 0, 0, ORACLE_FINITE, 2052, 0 },
  { "e5m2", 9, 0, 0, ORACLE_FINITE, 8, 0 },
  { "e5m2", 11, 0, 0, ORACLE_FINITE, 12, 0 },
  { "e4m3", 17, 0, 0, ORACLE_FINITE, 16, 0 },
  { "e4m3", 19, 0, 0, ORACLE_FINITE, 20, 0 },
  /* Up into the next binade.  */
  { "f32", 33554431, -25, 0, ORACLE_FINITE, 1, 0 },
  { "f32", 33554431, -25, -1, ORACLE_FINITE, 16777215, -24 },
  { "e4m3", 31, -1, 0, ORACLE_FINITE, 16, 0 },
  /* The smallest subnormal and half of it.  */
  { "f64", 1, -1074, 0, ORACLE_FINITE, 1, -1074 },
  { "f64", 1, -1075, 0, ORACLE_FINITE, 0, 0 },
  { "f64", 1, -1075, 1, ORACLE_FINITE, 1, -1074 },
  { "f64", 3, -1075, 0, ORACLE_FINITE, 1, -1073 },
  { "f64", 3, -1075, -1, ORACLE_FINITE, 1, -1074 },
  { "f32", 1, -150, 0, ORACLE_FINITE, 0, 0 },
  { "f32", 1, -150, 1, ORACLE_FINITE, 1, -149 },
  { "f16", 1, -25, 0, ORACLE_FINITE, 0, 0 },
  { "f16", 1, -25, 1, ORACLE_FINITE, 1, -24 },
  { "bf16", 1, -134, 0, ORACLE_FINITE, 0, 0 },
  { "bf16", 1, -134, 1, ORACLE_FINITE, 1, -133 },
  { "e5m2", 1, -17, 0, ORACLE_FINITE, 0, 0 },
  { "e5m2", 1, -17, 1, ORACLE_FINITE, 1, -16 },
  { "e4m3", 1, -10, 0, ORACLE_FINITE, 0, 0 },
  { "e4m3", 1, -10, 1, ORACLE_FINITE, 1, -9 },
  { "f16", 0, 0, 1, ORACLE_FINITE, 0, 0 },
  { "f16", 0, 0, 0, ORACLE_FINITE, 0, 0 },
  /* The largest subnormal rounds up to the least normal.  */
  { "f16", 2047, -25, 0, ORACLE_FINITE, 1, -14 },
  { "f16", 2047, -25, -1, ORACLE_FINITE, 1023, -24 },
  { "e4m3", 15, -10, 0, ORACLE_FINITE, 1, -6 },
  /* Half a unit beyond the largest number is the first overflow.  */
  { "f64", 1, 1024, 0, ORACLE_OVERFLOW, (1L << 53) - 1, 971 },
  { "f64", (1L << 54) - 1, 970, 0, ORACLE_OVERFLOW, (1L << 53) - 1, 971 },
  { "f64", (1L << 54) - 1, 970, -1, ORACLE_FINITE, (1L << 53) - 1, 971 },
  { "f32", (1L << 25) - 1, 103, 0, ORACLE_OVERFLOW, (1L << 24) - 1, 104 },
  { "f32", (1L << 25) - 1, 103, -1, ORACLE_FINITE, (1L << 24) - 1, 104 },
  { "bf16", 511, 119, 0, ORACLE_OVERFLOW, 255, 120 },
  { "bf16", 511, 119, -1, ORACLE_FINITE, 255, 120 },
  { "f16", 65520, 0, 0, ORACLE_OVERFLOW, 65504, 0 },
  { "f16", 65520, 0, -1, ORACLE_FINITE, 65504, 0 },
  { "e5m2", 61440, 0, 0, ORACLE_OVERFLOW, 57344, 0 },
  { "e5m2", 61440, 0, -1, ORACLE_FINITE, 57344, 0 },
  { "f16", 1, 3000, 0, ORACLE_OVERFLOW, 65504, 0 },
  /* e4m3 has 448 as its largest number: 464 is a tie with 480, which does
     not exist but is odd, so 464 stays.  */
  { "e4m3", 448, 0, 0, ORACLE_FINITE, 448, 0 },
  { "e4m3", 464, 0, 0, ORACLE_FINITE, 448, 0 },
  { "e4m3", 464, 0, 1, ORACLE_OVERFLOW, 448, 0 },
  { "e4m3", 480, 0, 0, ORACLE_OVERFLOW, 448, 0 },
};

static void
assert_rounds (int row, int negative)
{
  const struct oracle_format *format = format_of (table[row].format);
  struct oracle_fraction x, nudge, expected;

  oracle_fraction_init (&x);
  oracle_fraction_init (&nudge);
  oracle_fraction_init (&expected);
  set_binary (&x, table[row].top, table[row].exponent);
  set_binary (&nudge, table[row].side, -3000);
  oracle_fraction_add (&x, &x, &nudge);
  set_binary (&expected, table[row].answer, table[row].answer_exponent);
  if (negative)
    {
      mpz_neg (x.num, x.num);
      mpz_neg (expected.num, expected.num);
    }
  ck_assert_int_eq (oracle_round (&x, &x, format), table[row].status);
  ck_assert (oracle_fraction_equal (&x, &expected));
  oracle_fraction_clear (&x);
  oracle_fraction_clear (&nudge);
  oracle_fraction_clear (&expected);
}

START_TEST (rounding_flips_exactly_at_the_midpoint)
{
  assert_rounds (_i, 0);
}
END_TEST

START_TEST (rounding_of_the_negative_is_the_negative)
{
  assert_rounds (_i, 1);
}
END_TEST

START_TEST (unknown_format_has_no_description)
{
  ck_assert_ptr_null (oracle_format_named ("f128"));
  ck_assert_ptr_null (oracle_format_named (""));
}
END_TEST

/* ---- the numbers of the small formats ---------------------------------- */

/* All of the 8-bit formats; of the others each step-th, the step odd so
   that successive binades meet different significands, and the last one.  */
static const struct
{
  const char *format;
  long numbers, step;
} small[] = {
  { "e4m3", 127, 1 },
  { "e5m2", 124, 1 },
  { "f16", 31744, 11 },
  { "bf16", 32640, 13 },
};

/* The number with the bit pattern `bits', built from its fields.  */
static void
decode (struct oracle_fraction *f, long bits,
        const struct oracle_format *format)
{
  long stored = (long) format->precision - 1;
  long field = bits >> stored;
  long significand = bits & ((1L << stored) - 1);
  long exponent = format->emin - stored;

  if (field > 0)
    {
      significand += 1L << stored;
      exponent += field - 1;
    }
  set_binary (f, significand, exponent);
}

/* Each number rounds to itself; the midpoint of two neighbours to the one
   with the even pattern; numbers beside the midpoint to the nearer.  */
START_TEST (numbers_and_midpoints_round_as_they_must)
{
  const struct oracle_format *format = format_of (small[_i].format);
  struct oracle_fraction low, high, middle, moved, nudge, half;

  oracle_fraction_init (&low);
  oracle_fraction_init (&high);
  oracle_fraction_init (&middle);
  oracle_fraction_init (&moved);
  oracle_fraction_init (&nudge);
  oracle_fraction_init (&half);
  set_binary (&half, 1, -1);
  for (long bits = 0; bits + 1 < small[_i].numbers;
       bits += small[_i].step)
    {
      decode (&low, bits, format);
      decode (&high, bits + 1, format);
      oracle_fraction_add (&middle, &low, &high);
      oracle_fraction_mul (&middle, &middle, &half);
      ck_assert_int_eq (oracle_round (&moved, &low, format), ORACLE_FINITE);
      ck_assert_msg (oracle_fraction_equal (&moved, &low), "%ld", bits);
      oracle_round (&moved, &middle, format);
      ck_assert_msg (oracle_fraction_equal (&moved, bits % 2 ? &high : &low),
                     "%ld", bits);
      set_binary (&nudge, 1, -200);
      oracle_fraction_add (&moved, &middle, &nudge);
      oracle_round (&moved, &moved, format);
      ck_assert_msg (oracle_fraction_equal (&moved, &high), "%ld", bits);
      set_binary (&nudge, -1, -200);
      oracle_fraction_add (&moved, &middle, &nudge);
      oracle_round (&moved, &moved, format);
      ck_assert_msg (oracle_fraction_equal (&moved, &low), "%ld", bits);
    }
  decode (&high, small[_i].numbers - 1, format);
  ck_assert_int_eq (oracle_round (&moved, &high, format), ORACLE_FINITE);
  ck_assert (oracle_fraction_equal (&moved, &high));
  decode (&low, small[_i].numbers, format);
  ck_assert_int_eq (oracle_round (&moved, &low, format), ORACLE_OVERFLOW);
  ck_assert (oracle_fraction_equal (&moved, &high));
  oracle_fraction_clear (&low);
  oracle_fraction_clear (&high);
  oracle_fraction_clear (&middle);
  oracle_fraction_clear (&moved);
  oracle_fraction_clear (&nudge);
  oracle_fraction_clear (&half);
}
END_TEST

/* ---- intervals --------------------------------------------------------- */

static const struct
{
  const char *format, *lo, *hi;
  unsigned long digits;
  enum oracle_rounding status;
  const char *answer;
} intervals[] = {
  { "f16", "20489", "20491", 1, ORACLE_UNDECIDED, "-5" },
  { "f16", "20491", "20509", 1, ORACLE_FINITE, "2050" },
  { "f16", "20490", "20490", 1, ORACLE_FINITE, "2048" },
  { "f16", "-20490", "-20485", 1, ORACLE_FINITE, "-2048" },
  { "f16", "655199", "655200", 1, ORACLE_UNDECIDED, "-5" },
  { "f16", "65520", "999999", 0, ORACLE_OVERFLOW, "65504" },
  { "f16", "-999999", "999999", 0, ORACLE_UNDECIDED, "-5" },
  { "e4m3", "447", "464", 0, ORACLE_FINITE, "448" },
  { "e4m3", "447", "465", 0, ORACLE_UNDECIDED, "-5" },
  { "f32", "-1", "1", 60, ORACLE_FINITE, "0" },
};

START_TEST (interval_is_decided_when_both_ends_round_alike)
{
  struct oracle_fraction answer, expected;
  struct oracle_interval x;

  oracle_fraction_init (&answer);
  oracle_fraction_init (&expected);
  oracle_interval_init (&x);
  oracle_fraction_set_text (&answer, "-5");
  mpz_set_str (x.lo, intervals[_i].lo, 10);
  mpz_set_str (x.hi, intervals[_i].hi, 10);
  ck_assert_int_eq (oracle_round_interval (&answer, &x, intervals[_i].digits,
                                           format_of (intervals[_i].format)),
                    intervals[_i].status);
  ck_assert_int_eq (oracle_fraction_set_text (&expected,
                                              intervals[_i].answer), 0);
  ck_assert (oracle_fraction_equal (&answer, &expected));
  oracle_fraction_clear (&answer);
  oracle_fraction_clear (&expected);
  oracle_interval_clear (&x);
}
END_TEST

static Suite *
round_suite (void)
{
  Suite *suite = suite_create ("oracle round");
  TCase *hard = tcase_create ("hard");
  TCase *special = tcase_create ("special");
  TCase *relations = tcase_create ("relations");

  tcase_add_loop_test (hard, rounding_flips_exactly_at_the_midpoint, 0,
                       ROWS (table));
  tcase_add_loop_test (hard, rounding_of_the_negative_is_the_negative, 0,
                       ROWS (table));
  tcase_add_loop_test (hard, interval_is_decided_when_both_ends_round_alike,
                       0, ROWS (intervals));
  suite_add_tcase (suite, hard);
  tcase_add_test (special, unknown_format_has_no_description);
  suite_add_tcase (suite, special);
  tcase_add_loop_test (relations, numbers_and_midpoints_round_as_they_must, 0,
                       ROWS (small));
  tcase_set_timeout (relations, 60);
  suite_add_tcase (suite, relations);
  return suite;
}

int
main (void)
{
  return testing_run (round_suite ());
}
