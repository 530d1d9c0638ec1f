/* check_decimal.c -- decimals of a given number of significant digits */

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "exact/rat.h"
#include "real/decimal.h"
#include "testing_real.h"

#define ROWS(table) ((int) (sizeof table / sizeof table[0]))

static void
read_decimal (mpq_ptr value, const char *text)
{
  struct assay_ctx ctx;

  assay_ctx_init (&ctx);
  ck_assert_msg (assay_rat_read_decimal (value, text, &ctx, NULL, "x")
                 == ASSAY_OK, "not a decimal: %s", text);
}

static const struct { const char *value; size_t digits; const char *text; }
rationals[] = {
  { "0", 5, "0" }, { "1", 1, "1" }, { "1", 3, "1.00" }, { "-1", 2, "-1.0" },
  { "1/3", 4, "0.3333" }, { "2/3", 4, "0.6667" }, { "-2/3", 1, "-0.7" },
  { "1/8", 2, "0.12" }, { "3/8", 2, "0.38" }, { "1/1000", 3, "0.00100" },
  { "1/100000", 2, "0.000010" }, { "1/1000000", 2, "1.0e-6" },
  { "1/30000", 2, "0.000033" }, { "123456", 6, "123456" },
  { "123456", 5, "1.2346e5" }, { "123450", 4, "1.234e5" },
  { "123550", 4, "1.236e5" }, { "9999", 3, "1.00e4" }, { "9999", 4, "9999" },
  { "1999/2", 3, "1.00e3" }, { "1997/2", 3, "998" }, { "99999/100000", 2,
                                                      "1.0" },
  { "999/1000", 3, "0.999" }, { "1999/2000", 3, "1.00" },
  { "1999/2000", 4, "0.9995" }, { "-12345/100", 3, "-123" },
  { "12345/100", 4, "123.4" }, { "5", 1, "5" }, { "15", 1, "2e1" },
  { "25", 1, "2e1" }, { "95", 1, "1e2" }, { "85", 1, "8e1" },
};

START_TEST (rational_is_rounded_to_nearest_even)
{
  mpq_t value;
  char *text;

  mpq_init (value);
  read_decimal (value, rationals[_i].value);
  text = assay_decimal_rational (value, rationals[_i].digits);
  ck_assert_str_eq (text, rationals[_i].text);
  free (text);
  mpq_clear (value);
}
END_TEST

static const struct { const char *digits; long exponent; const char *text; }
arrangements[] = {
  { "5", 0, "0.5" }, { "5", 1, "5" }, { "5", 2, "5e1" }, { "5", -4,
                                                          "0.00005" },
  { "5", -5, "5e-6" }, { "-125", 1, "-1.25" }, { "-125", 3, "-125" },
  { "-125", 4, "-1.25e3" }, { "125", -3, "0.000125" }, { "125", 0, "0.125" },
  { "-125", -9, "-1.25e-10" }, { "10", 2, "10" },
};

START_TEST (digits_are_arranged_plainly_where_they_fit)
{
  char *text = assay_decimal_arrange (arrangements[_i].digits,
                                      arrangements[_i].exponent);

  ck_assert_str_eq (text, arrangements[_i].text);
  free (text);
}
END_TEST

static const struct { const char *value, *text; } dyadics[] = {
  { "0", "0" }, { "1/2", "0.5" }, { "-3/4", "-0.75" }, { "1024", "1024" },
  { "1/1024", "0.0009765625" }, { "1/65536", "0.0000152587890625" },
  { "1/131072", "7.62939453125e-6" }, { "65504", "65504" },
  { "-1/16777216", "-5.9604644775390625e-8" }, { "100", "100" },
  { "1267650600228229401496703205376", "1267650600228229401496703205376" },
};

START_TEST (dyadic_is_printed_with_all_of_its_digits)
{
  mpq_t value, back;
  char *text;

  mpq_inits (value, back, NULL);
  read_decimal (value, dyadics[_i].value);
  text = assay_decimal_dyadic (value);
  ck_assert_str_eq (text, dyadics[_i].text);
  read_decimal (back, text);
  ck_assert (mpq_equal (back, value));
  free (text);
  mpq_clears (value, back, NULL);
}
END_TEST

static const struct { const char *a, *b; size_t digits; int agree; }
agreements[] = {
  { "0.123", "0.124", 2, 1 }, { "0.123", "0.124", 3, 0 },
  { "0.123", "0.123", 3, 1 }, { "0.123", "0.123", 4, 0 },
  { "1.23e5", "1.23e5", 3, 1 }, { "1.23e5", "1.23e6", 3, 0 },
  { "1.23e5", "1.239", 3, 0 }, { "0.0012", "0.012", 1, 0 },
  { "0.0012", "0.0012", 2, 1 }, { "12.5", "12.6", 2, 1 },
  { "125", "12.5", 2, 0 }, { "-0.5", "0.5", 1, 0 }, { "-0.5", "-0.5", 1, 1 },
  { "0.999", "1.000", 1, 0 }, { "120", "130", 1, 1 }, { "120", "1200", 1, 0 },
};

START_TEST (decimals_agree_when_digits_and_places_do)
{
  ck_assert_int_eq (assay_decimal_agree (agreements[_i].a, agreements[_i].b,
                                         agreements[_i].digits),
                    agreements[_i].agree);
  ck_assert_int_eq (assay_decimal_agree (agreements[_i].b, agreements[_i].a,
                                         agreements[_i].digits),
                    agreements[_i].agree);
}
END_TEST

static const struct
{
  const char *lo, *hi;
  size_t digits;
  const char *midpoint;         /* null: no neighbours */
} midpoints[] = {
  { "1.2344", "1.2346", 4, "2469/2000" }, { "1.2342", "1.2354", 4,
                                            "2469/2000" },
  { "1.2331", "1.2354", 4, NULL }, { "1.2346", "1.2347", 4, NULL },
  { "0.99991", "1.0001", 4, "19999/20000" },
  { "9.9994", "10.0004", 4, "19999/2000" }, { "0.9989", "1.001", 3,
                                               "1999/2000" },
  { "-1.2354", "-1.2344", 4, "-2469/2000" },
  { "-1.0001", "-0.99991", 4, "-19999/20000" },
  { "123.4", "124.4", 3, "247/2" }, { "1234", "1244", 3, "1235" },
  { "1.4", "1.6", 1, "3/2" }, { "9.4", "9.6", 1, "19/2" },
  { "0.94", "0.96", 1, "19/20" }, { "12345e-20", "12346e-20", 5, "24691/"
    "200000000000000000000" },
};

START_TEST (midpoint_of_neighbours_is_exact)
{
  mpq_t m, value;
  mpfr_t lo, hi;
  int found;

  mpq_inits (m, value, NULL);
  mpfr_inits2 (200, lo, hi, (mpfr_ptr) 0);
  read_decimal (value, midpoints[_i].lo);
  mpfr_set_q (lo, value, MPFR_RNDN);
  read_decimal (value, midpoints[_i].hi);
  mpfr_set_q (hi, value, MPFR_RNDN);
  found = assay_decimal_midpoint (m, lo, hi, midpoints[_i].digits);
  ck_assert_int_eq (found, midpoints[_i].midpoint != NULL);
  if (found)
    {
      read_decimal (value, midpoints[_i].midpoint);
      ck_assert_msg (mpq_equal (m, value), "another midpoint for %s",
                     midpoints[_i].midpoint);
    }
  mpq_clears (m, value, NULL);
  mpfr_clears (lo, hi, (mpfr_ptr) 0);
}
END_TEST

/* How many significant digits TEXT shows, none of its zeros in front.  */
static size_t
digits_shown (const char *text)
{
  size_t shown = 0;

  for (; *text && *text != 'e'; text++)
    if (*text >= (shown ? '0' : '1') && *text <= '9')
      shown++;
  return shown;
}

/* UNIT <- one unit of the last of DIGITS digits of X, not zero.  */
static void
unit_of (mpq_ptr unit, mpq_srcptr x, size_t digits)
{
  mpq_t size, ten;
  long exponent = 0;

  mpq_inits (size, ten, NULL);
  mpq_abs (size, x);
  mpq_set_ui (ten, 10, 1);
  mpq_set_ui (unit, 1, 1);
  for (; mpq_cmp (size, unit) >= 0; exponent++)
    mpq_mul (unit, unit, ten);
  for (; mpq_cmp (size, unit) < 0; exponent--)
    mpq_div (unit, unit, ten);
  /* unit = 10^e <= size < 10^(e+1).  */
  for (; digits > 1; digits--)
    mpq_div (unit, unit, ten);
  mpq_clears (size, ten, NULL);
}

/* X, never 0, often just below or above a power of ten.  */
static void
random_value (mpq_ptr x)
{
  unsigned long places = testing_below (12);

  do
    testing_rational (x, 60);
  while (mpq_sgn (x) == 0);
  if (testing_below (3) == 0)
    {
      mpz_ui_pow_ui (mpq_denref (x), 10, 1 + testing_below (12));
      mpz_ui_pow_ui (mpq_numref (x), 10, places);
      if (testing_below (2))
        mpz_mul (mpq_numref (x), mpq_numref (x), mpq_denref (x));
      mpz_sub_ui (mpq_numref (x), mpq_numref (x), testing_below (9) + 1);
      if (mpz_sgn (mpq_numref (x)) <= 0)
        mpz_set_ui (mpq_numref (x), 96);
      mpq_canonicalize (x);
    }
}

START_TEST (rational_print_is_within_half_a_unit)
{
  mpq_t x, back, unit;
  size_t i, digits;
  char *text;

  mpq_inits (x, back, unit, NULL);
  for (i = 0; i < testing_count (10000); i++)
    {
      random_value (x);
      digits = 1 + testing_below (20);
      text = assay_decimal_rational (x, digits);
      ck_assert_msg (digits_shown (text) == digits,
                     "case %zu, seed %lu: %s has not %zu digits", i,
                     testing_seed (), text, digits);
      read_decimal (back, text);
      unit_of (unit, x, digits);
      mpq_sub (back, back, x);
      mpq_abs (back, back);
      mpq_div_2exp (unit, unit, 1);
      ck_assert_msg (mpq_cmp (back, unit) <= 0, "case %zu, seed %lu: %s", i,
                     testing_seed (), text);
      free (text);
    }
  mpq_clears (x, back, unit, NULL);
}
END_TEST

/* A tie, and 2^-200 to each side of it: the print must flip exactly there. */
START_TEST (rational_print_flips_at_the_midpoint)
{
  mpq_t x, tiny, half;
  char *below, *at, *above, even[24], odd[24];
  long n;

  mpq_inits (x, tiny, half, NULL);
  mpq_set_ui (tiny, 1, 1);
  mpq_div_2exp (tiny, tiny, 200);
  mpq_set_ui (half, 1, 2);
  for (n = 101; n < 999; n++)
    {
      mpq_set_si (x, n, 1);
      mpq_add (x, x, half);
      at = assay_decimal_rational (x, 3);
      mpq_sub (x, x, tiny);
      below = assay_decimal_rational (x, 3);
      mpq_add (x, x, tiny);
      mpq_add (x, x, tiny);
      above = assay_decimal_rational (x, 3);
      snprintf (even, sizeof even, "%ld", n + n % 2);
      snprintf (odd, sizeof odd, "%ld", n);
      ck_assert_str_eq (at, even);
      ck_assert_str_eq (below, odd);
      snprintf (odd, sizeof odd, "%ld", n + 1);
      ck_assert_str_eq (above, odd);
      free (below);
      free (at);
      free (above);
    }
  mpq_clears (x, tiny, half, NULL);
}
END_TEST

START_TEST (directed_texts_enclose_their_number)
{
  char *down, *up, *near;
  mpq_t x, lo, hi, unit;
  size_t i, digits;
  mpfr_t real;

  mpq_inits (x, lo, hi, unit, NULL);
  mpfr_init2 (real, 120);
  for (i = 0; i < testing_count (10000); i++)
    {
      random_value (x);
      mpfr_set_q (real, x, MPFR_RNDN);
      mpfr_get_q (x, real);
      digits = 2 + testing_below (20);
      down = assay_decimal_text (real, digits, MPFR_RNDD);
      up = assay_decimal_text (real, digits, MPFR_RNDU);
      near = assay_decimal_text (real, digits, MPFR_RNDN);
      read_decimal (lo, down);
      read_decimal (hi, up);
      ck_assert_msg (mpq_cmp (lo, x) <= 0 && mpq_cmp (x, hi) <= 0,
                     "case %zu, seed %lu: %s, %s", i, testing_seed (), down,
                     up);
      ck_assert_msg (strcmp (near, down) == 0 || strcmp (near, up) == 0,
                     "case %zu, seed %lu: %s", i, testing_seed (), near);
      unit_of (unit, x, digits);
      mpq_sub (hi, hi, lo);
      ck_assert_msg (mpq_cmp (hi, unit) <= 0, "case %zu, seed %lu", i,
                     testing_seed ());
      free (down);
      free (up);
      free (near);
    }
  mpq_clears (x, lo, hi, unit, NULL);
  mpfr_clear (real);
}
END_TEST

START_TEST (zero_is_0_in_every_form)
{
  mpfr_t zero;
  char *text;

  mpfr_init2 (zero, 20);
  mpfr_set_zero (zero, -1);
  text = assay_decimal_text (zero, 7, MPFR_RNDD);
  ck_assert_str_eq (text, "0");
  free (text);
  mpfr_clear (zero);
}
END_TEST

/* The first version started from an exponent that could be one too large:
   the number then rounded up to as many digits as were asked, one place too
   far to the left ("1" for 3/5 to one digit, "1.0" for 0.96 to two).  */
START_TEST (regress_20261130_leading_digit_of_numbers_below_a_power_of_ten)
{
  static const struct { const char *value; size_t digits; const char *text; }
  rows[] = {
    { "3/5", 1, "0.6" }, { "24/25", 2, "0.96" }, { "-24/25", 2, "-0.96" },
    { "96", 2, "96" }, { "9.6", 2, "9.6" }, { "0.097", 2, "0.097" },
  };
  mpq_t value;
  char *text;
  size_t i;

  mpq_init (value);
  for (i = 0; i < sizeof rows / sizeof rows[0]; i++)
    {
      read_decimal (value, rows[i].value);
      text = assay_decimal_rational (value, rows[i].digits);
      ck_assert_str_eq (text, rows[i].text);
      free (text);
    }
  mpq_clear (value);
}
END_TEST

/* The whole part's length was not compared: "125" and "12.5" agreed.  */
START_TEST (regress_20261130_places_before_the_point_count)
{
  ck_assert_int_eq (assay_decimal_agree ("125", "12.5", 2), 0);
  ck_assert_int_eq (assay_decimal_agree ("12.5", "125", 2), 0);
}
END_TEST

static Suite *
decimal_suite (void)
{
  Suite *suite = suite_create ("decimal");
  TCase *table = tcase_create ("table");
  TCase *special = tcase_create ("special");
  TCase *relations = tcase_create ("relations");
  TCase *hard = tcase_create ("hard");
  TCase *regress = tcase_create ("regress");

  tcase_add_loop_test (table, rational_is_rounded_to_nearest_even, 0,
                       ROWS (rationals));
  tcase_add_loop_test (table, digits_are_arranged_plainly_where_they_fit, 0,
                       ROWS (arrangements));
  tcase_add_loop_test (table, dyadic_is_printed_with_all_of_its_digits, 0,
                       ROWS (dyadics));
  tcase_add_loop_test (table, decimals_agree_when_digits_and_places_do, 0,
                       ROWS (agreements));
  tcase_add_loop_test (table, midpoint_of_neighbours_is_exact, 0,
                       ROWS (midpoints));
  suite_add_tcase (suite, table);
  tcase_add_test (special, zero_is_0_in_every_form);
  suite_add_tcase (suite, special);
  tcase_add_test (relations, rational_print_is_within_half_a_unit);
  tcase_add_test (relations, directed_texts_enclose_their_number);
  tcase_set_timeout (relations, 120);
  suite_add_tcase (suite, relations);
  tcase_add_test (hard, rational_print_flips_at_the_midpoint);
  suite_add_tcase (suite, hard);
  tcase_add_test (regress,
    regress_20261130_leading_digit_of_numbers_below_a_power_of_ten);
  tcase_add_test (regress, regress_20261130_places_before_the_point_count);
  suite_add_tcase (suite, regress);
  return suite;
}

int
main (void)
{
  return testing_run_real (decimal_suite ());
}
