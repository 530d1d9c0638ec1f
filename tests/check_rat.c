/* check_rat.c -- reading, checking and printing canonical rationals */

#include <stdlib.h>

#include "exact/rat.h"
#include "testing.h"

static const struct { const char *text, *canonical; } good[] = {
  { "0", "0" }, { "-0", "0" }, { "-117/125", "-117/125" }, { "2/4", "1/2" },
  { "-6/3", "-2" }, { "007/014", "1/2" }, { "0/5", "0" },
  { "123456789012345678901234567890", "123456789012345678901234567890" },
};

static const char *const bad[] = {
  "", "-", "1/0", "0/0", "1/00", "+1", "1/-2", " 1", "1 ", "1.0", "0x10",
  "1//2", "/2", "1/", "--1", "1e3",
};

static const struct { const char *text, *canonical; } decimals[] = {
  { "0.1", "1/10" }, { "-2.50", "-5/2" }, { "2e-3", "1/500" },
  { ".5", "1/2" }, { "1.5e2", "150" }, { "-1E+1", "-10" }, { "3/7", "3/7" },
  { "12", "12" }, { "0e0", "0" },
};

static const char *const bad_decimals[] = {
  "", ".", "1.", "1.e2", "e5", "1e", "1e+", "1.5.2", "nan", "1e2x", "1/0",
};

static const struct { const char *value; unsigned long places;
                      const char *text; } prints[] = {
  { "-117/125", 30, "-0.936000000000000000000000000000" },
  { "1/8", 2, "0.12" }, { "3/8", 2, "0.38" }, { "-1/8", 2, "-0.12" },
  { "1/2", 0, "0" }, { "3/2", 0, "2" }, { "-1/1000", 2, "0.00" },
  { "2/3", 5, "0.66667" }, { "1999/2000", 3, "1.000" },
  { "-12345/1", 1, "-12345.0" }, { "1/3", 1, "0.3" },
};

START_TEST (good_text_is_read_canonically)
{
  struct assay_ctx ctx;
  mpq_t value;

  assay_ctx_init (&ctx);
  mpq_init (value);
  ck_assert_int_eq (assay_rat_read (value, good[_i].text, &ctx, NULL, "x"),
                    ASSAY_OK);
  testing_assert_rational (value, good[_i].canonical);
  mpq_clear (value);
}
END_TEST

START_TEST (bad_text_is_refused_and_changes_nothing)
{
  struct assay_ctx ctx;
  mpq_t value;

  assay_ctx_init (&ctx);
  mpq_init (value);
  mpq_set_si (value, 5, 7);
  ck_assert_int_eq (assay_rat_read (value, bad[_i], &ctx, NULL, "a number"),
                    ASSAY_EVALUE);
  ck_assert_str_eq (ctx.error.expected, "a number");
  testing_assert_rational (value, "5/7");
  mpq_clear (value);
}
END_TEST

START_TEST (decimals_are_the_fractions_they_spell)
{
  struct assay_ctx ctx;
  mpq_t value;

  assay_ctx_init (&ctx);
  mpq_init (value);
  ck_assert_int_eq (assay_rat_read_decimal (value, decimals[_i].text, &ctx,
                                            NULL, "x"), ASSAY_OK);
  testing_assert_rational (value, decimals[_i].canonical);
  mpq_clear (value);
}
END_TEST

START_TEST (bad_decimals_are_refused)
{
  struct assay_ctx ctx;
  mpq_t value;

  assay_ctx_init (&ctx);
  mpq_init (value);
  ck_assert_int_eq (assay_rat_read_decimal (value, bad_decimals[_i], &ctx,
                                            NULL, "x"), ASSAY_EVALUE);
  mpq_clear (value);
}
END_TEST

START_TEST (a_huge_exponent_is_refused_before_it_allocates)
{
  struct assay_ctx ctx;
  mpq_t value;

  mpq_init (value);
  assay_ctx_init (&ctx);
  ck_assert_int_eq (assay_rat_read_decimal (value, "1e999999999999", &ctx,
                                            NULL, "x"), ASSAY_ELIMIT);
  assay_ctx_init (&ctx);
  ck_assert_int_eq (assay_rat_read_decimal (value,
                                            "1e-99999999999999999999999",
                                            &ctx, NULL, "x"), ASSAY_ELIMIT);
  mpq_clear (value);
}
END_TEST

START_TEST (decimal_print_rounds_to_nearest_even)
{
  struct assay_ctx ctx;
  mpq_t value;
  char *text;

  assay_ctx_init (&ctx);
  mpq_init (value);
  ck_assert_int_eq (assay_rat_read (value, prints[_i].value, &ctx, NULL,
                                    "x"), ASSAY_OK);
  text = assay_rat_decimal (value, prints[_i].places);
  ck_assert_str_eq (text, prints[_i].text);
  free (text);
  mpq_clear (value);
}
END_TEST

/* The decimal of k places is within half a unit of the value, read back.  */
START_TEST (decimal_print_is_within_half_a_unit)
{
  struct assay_ctx ctx;
  mpq_t value, back, half;
  size_t i;

  assay_ctx_init (&ctx);
  mpq_inits (value, back, half, NULL);
  for (i = 0; i < testing_count (2000); i++)
    {
      unsigned long places = testing_below (30);
      char *text;

      testing_rational (value, 200);
      text = assay_rat_decimal (value, places);
      ck_assert_int_eq (assay_rat_read_decimal (back, text, &ctx, NULL, "x"),
                        ASSAY_OK);
      free (text);
      mpq_sub (back, back, value);
      mpq_abs (back, back);
      mpz_set_ui (mpq_numref (half), 1);
      mpz_ui_pow_ui (mpq_denref (half), 10, places);
      mpz_mul_2exp (mpq_denref (half), mpq_denref (half), 1);
      ck_assert_msg (mpq_cmp (back, half) <= 0, "case %zu, seed %lu", i,
                     testing_seed ());
    }
  mpq_clears (value, back, half, NULL);
}
END_TEST

START_TEST (reduction_by_small_primes_equals_full_reduction)
{
  static const unsigned long small[] = { 2, 3, 5, 13, 65, 17 };
  mpz_t n, d, radix;
  mpq_t value, full;
  size_t i;

  mpz_inits (n, d, radix, NULL);
  mpq_inits (value, full, NULL);
  for (i = 0; i < testing_count (2000); i++)
    {
      unsigned long r = small[testing_below (6)], t = small[testing_below (6)];

      mpz_set_ui (radix, r * t);
      mpz_ui_pow_ui (d, r, testing_below (90));
      testing_integer (n, 80);
      mpz_ui_pow_ui (mpq_numref (value), r, testing_below (90));
      mpz_mul (n, n, mpq_numref (value));
      mpz_set (mpq_numref (full), n);
      mpz_set (mpq_denref (full), d);
      mpq_canonicalize (full);
      assay_rat_reduce_by (value, n, d, radix);
      ck_assert_msg (mpq_equal (value, full), "case %zu, seed %lu", i,
                     testing_seed ());
    }
  mpz_clears (n, d, radix, NULL);
  mpq_clears (value, full, NULL);
}
END_TEST

#define ROWS(table) ((int) (sizeof table / sizeof table[0]))

static Suite *
rat_suite (void)
{
  Suite *suite = suite_create ("rat");
  TCase *table = tcase_create ("table");
  TCase *special = tcase_create ("special");
  TCase *relations = tcase_create ("relations");

  tcase_add_loop_test (table, good_text_is_read_canonically, 0, ROWS (good));
  tcase_add_loop_test (table, decimals_are_the_fractions_they_spell, 0,
                       ROWS (decimals));
  tcase_add_loop_test (table, decimal_print_rounds_to_nearest_even, 0,
                       ROWS (prints));
  suite_add_tcase (suite, table);
  tcase_add_loop_test (special, bad_text_is_refused_and_changes_nothing, 0,
                       ROWS (bad));
  tcase_add_loop_test (special, bad_decimals_are_refused, 0,
                       ROWS (bad_decimals));
  tcase_add_test (special, a_huge_exponent_is_refused_before_it_allocates);
  suite_add_tcase (suite, special);
  tcase_add_test (relations, decimal_print_is_within_half_a_unit);
  tcase_add_test (relations, reduction_by_small_primes_equals_full_reduction);
  suite_add_tcase (suite, relations);
  return suite;
}

int
main (void)
{
  return testing_run (rat_suite ());
}
