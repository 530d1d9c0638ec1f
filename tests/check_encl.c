/* check_encl.c -- helpers over MPFI: order, decimals, powers, circles */

#include <limits.h>
#include <stdlib.h>
#include <string.h>

#include "exact/rat.h"
#include "real/encl.h"
#include "real/simplest.h"
#include "testing.h"

#define ROWS(table) ((int) (sizeof table / sizeof table[0]))

static void
read_rational (mpq_ptr value, const char *text)
{
  struct assay_ctx ctx;

  assay_ctx_init (&ctx);
  ck_assert_int_eq (assay_rat_read_decimal (value, text, &ctx, NULL, "x"),
                    ASSAY_OK);
}

/* X <- [LO, HI], initialised with PRECISION; "-inf" and "inf" are ends.  */
static void
init_interval (mpfi_ptr x, const char *lo, const char *hi,
               mpfr_prec_t precision)
{
  mpq_t end;

  mpq_init (end);
  mpfi_init2 (x, precision);
  assay_encl_set_unbounded (x);
  if (strcmp (lo, "-inf") != 0)
    {
      read_rational (end, lo);
      mpfr_set_q (&x->left, end, MPFR_RNDD);
    }
  if (strcmp (hi, "inf") != 0)
    {
      read_rational (end, hi);
      mpfr_set_q (&x->right, end, MPFR_RNDU);
    }
  mpq_clear (end);
}

/* ---- table ---- */

static const struct { const char *lo, *hi; enum assay_verdict known;
                      int sign; } signs[] = {
  { "1", "2", ASSAY_HOLDS, 1 }, { "-2", "-1", ASSAY_HOLDS, -1 },
  { "0", "0", ASSAY_HOLDS, 0 }, { "0", "1", ASSAY_OPEN, 9 },
  { "-1", "0", ASSAY_OPEN, 9 }, { "-1", "1", ASSAY_OPEN, 9 },
  { "-inf", "inf", ASSAY_OPEN, 9 }, { "1", "inf", ASSAY_HOLDS, 1 },
};

START_TEST (sign_is_known_when_all_points_share_it)
{
  mpfi_t x;
  int sign = 9;

  init_interval (x, signs[_i].lo, signs[_i].hi, 53);
  ck_assert_int_eq (assay_encl_sign (&sign, x), signs[_i].known);
  ck_assert_int_eq (sign, signs[_i].sign);
  mpfi_clear (x);
}
END_TEST

static const struct { const char *lo, *hi, *lo2, *hi2;
                      enum assay_verdict known; int order;
                      enum assay_verdict overlap; } orders[] = {
  { "1", "2", "3", "4", ASSAY_HOLDS, -1, ASSAY_FAILS },
  { "3", "4", "1", "2", ASSAY_HOLDS, 1, ASSAY_FAILS },
  { "1", "2", "2", "3", ASSAY_OPEN, 9, ASSAY_HOLDS },
  { "1", "3", "2", "2", ASSAY_OPEN, 9, ASSAY_HOLDS },
  { "2", "2", "2", "2", ASSAY_HOLDS, 0, ASSAY_HOLDS },
  { "1/3", "1/3", "1/3", "1/3", ASSAY_OPEN, 9, ASSAY_HOLDS },
  { "-inf", "1", "2", "inf", ASSAY_HOLDS, -1, ASSAY_FAILS },
};

START_TEST (order_is_known_when_intervals_are_apart)
{
  mpfi_t x, y;
  int order = 9;

  init_interval (x, orders[_i].lo, orders[_i].hi, 53);
  init_interval (y, orders[_i].lo2, orders[_i].hi2, 53);
  ck_assert_int_eq (assay_encl_compare (&order, x, y), orders[_i].known);
  ck_assert_int_eq (order, orders[_i].order);
  ck_assert_int_eq (assay_encl_overlap (x, y), orders[_i].overlap);
  mpfi_clear (x);
  mpfi_clear (y);
}
END_TEST

static const struct { const char *lo, *hi; unsigned long digits;
                      const char *low, *high; } outward[] = {
  { "1/3", "1/3", 4, "3.333e-1", "3.334e-1" },
  { "-1/3", "-1/3", 4, "-3.334e-1", "-3.333e-1" },
  { "2", "2", 3, "2.00", "2.00" }, { "0", "1/7", 2, "0", "1.5e-1" },
  { "-inf", "inf", 5, "-inf", "inf" }, { "123456", "123457", 3, "1.23e5",
    "1.24e5" },
  { "9.99", "9.99", 1, "9", "1e1" },
};

START_TEST (decimals_are_outward)
{
  mpfi_t x;
  char *lo, *hi;

  init_interval (x, outward[_i].lo, outward[_i].hi, 53);
  assay_encl_decimals (&lo, &hi, x, outward[_i].digits);
  ck_assert_str_eq (lo, outward[_i].low);
  ck_assert_str_eq (hi, outward[_i].high);
  free (lo);
  free (hi);
  mpfi_clear (x);
}
END_TEST

static const struct { const char *lo, *hi; long places; const char *text; }
agreed[] = {
  { "3.1415", "3.1416", 2, "3.14" }, { "3.144", "3.146", 2, NULL },
  { "1/8", "1/8", 2, "0.12" }, { "-0.001", "0.001", 2, "0.00" },
  { "1234", "1240", -2, "1200" }, { "-inf", "1", 1, NULL },
  { "1e-400", "2e-400", 3, "0.000" }, { "2/3", "2/3", 0, "1" },
};

START_TEST (decimal_is_given_when_both_ends_agree)
{
  mpfi_t x;
  char *text;

  init_interval (x, agreed[_i].lo, agreed[_i].hi, 100);
  text = assay_encl_decimal (x, agreed[_i].places);
  if (agreed[_i].text)
    ck_assert_str_eq (text, agreed[_i].text);
  else
    ck_assert_ptr_null (text);
  free (text);
  mpfi_clear (x);
}
END_TEST

static const struct { const char *lo, *hi; long n; const char *low, *high; }
powers[] = {
  { "2", "3", 2, "4", "9" }, { "-3", "2", 2, "0", "9" },
  { "-3", "-2", 2, "4", "9" }, { "-3", "2", 3, "-27", "8" },
  { "2", "4", -1, "1/4", "1/2" }, { "-4", "-2", -1, "-1/2", "-1/4" },
  { "-4", "-2", -2, "1/16", "1/4" }, { "-1", "1", -2, "-inf", "inf" },
  { "0", "1", -1, "-inf", "inf" }, { "-5", "7", 0, "1", "1" },
};

START_TEST (power_of_an_interval_is_its_range)
{
  mpfi_t x, expected;

  init_interval (x, powers[_i].lo, powers[_i].hi, 53);
  init_interval (expected, powers[_i].low, powers[_i].high, 53);
  assay_encl_power (x, x, powers[_i].n);
  ck_assert (mpfr_equal_p (&x->left, &expected->left));
  ck_assert (mpfr_equal_p (&x->right, &expected->right));
  mpfi_clear (x);
  mpfi_clear (expected);
}
END_TEST

/* ---- special ---- */

START_TEST (width_of_points_and_of_the_line)
{
  mpfi_t x;

  init_interval (x, "2", "2", 53);
  ck_assert_int_eq (assay_encl_width_exponent (x), LONG_MIN);
  mpfi_clear (x);
  init_interval (x, "-inf", "2", 53);
  ck_assert_int_eq (assay_encl_width_exponent (x), LONG_MAX);
  mpfi_clear (x);
  init_interval (x, "1", "1.25", 53);
  ck_assert_int_eq (assay_encl_width_exponent (x), -2);
  mpfi_clear (x);
  init_interval (x, "1", "1.3", 53);
  ck_assert_int_eq (assay_encl_width_exponent (x), -1);
  mpfi_clear (x);
}
END_TEST

START_TEST (circular_functions_of_the_line_and_of_huge_arguments)
{
  mpfi_t x, y;
  mpq_t one;

  mpq_init (one);
  mpq_set_ui (one, 1, 1);
  mpfi_init2 (y, 53);
  init_interval (x, "-inf", "3", 53);
  assay_encl_cos (y, x, 1000);
  ck_assert (mpfr_cmp_si (&y->left, -1) == 0
             && mpfr_cmp_si (&y->right, 1) == 0);
  assay_encl_tan (y, x, 1000);
  ck_assert (mpfr_inf_p (&y->left) && mpfr_inf_p (&y->right));
  mpfi_clear (x);
  /* 2^(2^60): its sine would need 2^60 bits of pi.  */
  mpfi_init2 (x, 53);
  mpfr_set_ui_2exp (&x->left, 1, (mpfr_exp_t) 1 << 60, MPFR_RNDD);
  mpfr_set (&x->right, &x->left, MPFR_RNDU);
  assay_encl_sin (y, x, 65536);
  ck_assert (mpfr_cmp_si (&y->left, -1) == 0
             && mpfr_cmp_si (&y->right, 1) == 0);
  mpfi_neg (x, x);
  assay_encl_cos (y, x, 65536);
  ck_assert (mpfr_cmp_si (&y->left, -1) == 0
             && mpfr_cmp_si (&y->right, 1) == 0);
  mpfi_clear (x);
  mpfi_clear (y);
  mpq_clear (one);
}
END_TEST

START_TEST (bound_beyond_decimals_is_a_power_of_two)
{
  mpfi_t x;
  char *lo, *hi;

  mpfi_init2 (x, 53);
  mpfr_set_ui_2exp (&x->left, 3, (mpfr_exp_t) 1 << 40, MPFR_RNDD);
  mpfr_set_ui_2exp (&x->right, 3, (mpfr_exp_t) 1 << 40, MPFR_RNDU);
  assay_encl_decimals (&lo, &hi, x, 5);
  ck_assert_str_eq (lo, "2^1099511627777");
  ck_assert_str_eq (hi, "2^1099511627778");
  free (lo);
  free (hi);
  mpfi_neg (x, x);
  assay_encl_decimals (&lo, &hi, x, 5);
  ck_assert_str_eq (lo, "-2^1099511627778");
  ck_assert_str_eq (hi, "-2^1099511627777");
  free (lo);
  free (hi);
  mpfi_clear (x);
}
END_TEST

/* ---- relations ---- */

/* X <- a random interval of PRECISION bits, most of them narrow; POINT <- a
   point in it.  */
static void
random_interval (mpfi_ptr x, mpfr_ptr point)
{
  mpq_t end, width;

  mpq_inits (end, width, NULL);
  testing_rational (end, 30);
  testing_rational (width, 20);
  mpq_abs (width, width);
  mpq_div_2exp (width, width, testing_below (60));
  mpfr_set_q (&x->left, end, MPFR_RNDD);
  mpq_add (end, end, width);
  mpfr_set_q (&x->right, end, MPFR_RNDU);
  mpq_div_2exp (width, width, 1);
  mpq_sub (end, end, width);
  mpfr_set_q (point, end, MPFR_RNDN);
  mpq_clears (end, width, NULL);
}

typedef void circle_fn (mpfi_ptr, mpfi_srcptr, long);

static void
check_circle (circle_fn *enclose, int (*f) (mpfr_ptr, mpfr_srcptr, mpfr_rnd_t))
{
  mpfi_t x, y;
  mpfr_t point, value;
  size_t i;

  mpfi_init2 (x, 80);
  mpfi_init2 (y, 80);
  mpfr_init2 (point, 400);
  mpfr_init2 (value, 400);
  for (i = 0; i < testing_count (2000); i++)
    {
      random_interval (x, point);
      enclose (y, x, 1000);
      f (value, point, MPFR_RNDN);
      ck_assert_msg (mpfi_is_inside_fr (value, y), "case %zu, seed %lu", i,
                     testing_seed ());
    }
  mpfi_clear (x);
  mpfi_clear (y);
  mpfr_clears (point, value, (mpfr_ptr) 0);
}

START_TEST (circular_enclosures_contain_the_value_at_a_point)
{
  check_circle (assay_encl_cos, mpfr_cos);
  check_circle (assay_encl_sin, mpfr_sin);
  check_circle (assay_encl_tan, mpfr_tan);
}
END_TEST

/* Lemma B20's width: at most that of the argument and two roundings.  */
START_TEST (width_of_a_cosine_is_bounded_by_that_of_the_angle)
{
  mpfi_t x, y;
  mpfr_t point, width, bound;
  size_t i;

  mpfi_init2 (x, 80);
  mpfi_init2 (y, 80);
  mpfr_init2 (point, 400);
  mpfr_init2 (width, 80);
  mpfr_init2 (bound, 80);
  for (i = 0; i < testing_count (2000); i++)
    {
      random_interval (x, point);
      assay_encl_cos (y, x, 1000);
      assay_encl_width (width, y);
      assay_encl_width (bound, x);
      mpfr_mul_d (bound, bound, 1.000001, MPFR_RNDU);
      mpfr_set_ui_2exp (point, 1, -77, MPFR_RNDN);
      mpfr_add (bound, bound, point, MPFR_RNDU);
      ck_assert_msg (mpfr_lessequal_p (width, bound), "case %zu, seed %lu",
                     i, testing_seed ());
    }
  mpfi_clear (x);
  mpfi_clear (y);
  mpfr_clears (point, width, bound, (mpfr_ptr) 0);
}
END_TEST

/* The upper end is not evaluated but stepped to.  */
START_TEST (circle_at_a_point_ends_in_both_roundings)
{
  mpfi_t x, y;
  mpfr_t point, value;
  size_t i;

  mpfi_init2 (x, 80);
  mpfi_init2 (y, 80);
  mpfr_init2 (point, 80);
  mpfr_init2 (value, 80);
  for (i = 0; i < testing_count (2000); i++)
    {
      random_interval (x, point);
      if (i % 4 == 0)
        mpfr_mul_2si (point, point, -(long) testing_below (200), MPFR_RNDN);
      if (i == 0)
        mpfr_set_zero (point, 1);
      mpfi_set_fr (x, point);
      assay_encl_cos (y, x, 1000);
      mpfr_cos (value, point, MPFR_RNDD);
      ck_assert (mpfr_equal_p (value, &y->left));
      mpfr_cos (value, point, MPFR_RNDU);
      ck_assert (mpfr_equal_p (value, &y->right));
      assay_encl_sin (y, x, 1000);
      mpfr_sin (value, point, MPFR_RNDD);
      ck_assert (mpfr_equal_p (value, &y->left));
      mpfr_sin (value, point, MPFR_RNDU);
      ck_assert (mpfr_equal_p (value, &y->right));
    }
  mpfi_clear (x);
  mpfi_clear (y);
  mpfr_clears (point, value, (mpfr_ptr) 0);
}
END_TEST

START_TEST (rational_lies_in_its_enclosure_and_ends_are_adjacent)
{
  mpq_t value;
  mpfi_t x;
  size_t i;

  mpq_init (value);
  mpfi_init2 (x, 40);
  for (i = 0; i < testing_count (2000); i++)
    {
      testing_rational (value, 100);
      assay_encl_set_rational (x, value);
      ck_assert (mpfr_cmp_q (&x->left, value) <= 0
                 && mpfr_cmp_q (&x->right, value) >= 0);
      if (!mpfr_equal_p (&x->left, &x->right))
        {
          mpfr_nextabove (&x->left);
          ck_assert (mpfr_equal_p (&x->left, &x->right));
        }
    }
  mpq_clear (value);
  mpfi_clear (x);
}
END_TEST

/* 1/3, 22/7, -1/2, 1, 1000, 0, 7/5, 2^100; and sqrt (3) - 1, which no
   fraction of a few bits is so near.  */
static const struct { const char *lo, *hi; size_t bits; } simplest[] = {
  { "0.3332", "0.3334", 2 }, { "3.14", "3.15", 5 }, { "-0.51", "-0.49", 2 },
  { "0.9", "1.1", 1 }, { "1000", "1000", 10 }, { "-0.1", "0.2", 1 },
  { "1.39", "1.41", 3 },
  { "1267650600228229401496703205376", "1267650600229382323001310052352",
    101 },
  { "0.7320508075688772935", "0.7320508075688772936", 20 },
};

START_TEST (simplest_rational_has_the_bits_counted_by_hand)
{
  mpfi_t x;

  init_interval (x, simplest[_i].lo, simplest[_i].hi, 80);
  if (simplest[_i].bits != 20)
    ck_assert_uint_eq (assay_simplest_bits (x, 20), simplest[_i].bits);
  else
    ck_assert_uint_ge (assay_simplest_bits (x, 20), 20);
  mpfi_clear (x);
}
END_TEST

static Suite *
encl_suite (void)
{
  Suite *suite = suite_create ("encl");
  TCase *table = tcase_create ("table");
  TCase *special = tcase_create ("special");
  TCase *relations = tcase_create ("relations");

  tcase_add_checked_fixture (table, assay_real_init, assay_real_finish);
  tcase_add_checked_fixture (special, assay_real_init, assay_real_finish);
  tcase_add_checked_fixture (relations, assay_real_init, assay_real_finish);
  tcase_add_loop_test (table, sign_is_known_when_all_points_share_it, 0,
                       ROWS (signs));
  tcase_add_loop_test (table, order_is_known_when_intervals_are_apart, 0,
                       ROWS (orders));
  tcase_add_loop_test (table, decimals_are_outward, 0, ROWS (outward));
  tcase_add_loop_test (table, simplest_rational_has_the_bits_counted_by_hand,
                       0, ROWS (simplest));
  tcase_add_loop_test (table, decimal_is_given_when_both_ends_agree, 0,
                       ROWS (agreed));
  tcase_add_loop_test (table, power_of_an_interval_is_its_range, 0,
                       ROWS (powers));
  suite_add_tcase (suite, table);
  tcase_add_test (special, width_of_points_and_of_the_line);
  tcase_add_test (special,
                  circular_functions_of_the_line_and_of_huge_arguments);
  tcase_add_test (special, bound_beyond_decimals_is_a_power_of_two);
  suite_add_tcase (suite, special);
  tcase_set_timeout (relations, 60);
  tcase_add_test (relations,
                  circular_enclosures_contain_the_value_at_a_point);
  tcase_add_test (relations,
                  width_of_a_cosine_is_bounded_by_that_of_the_angle);
  tcase_add_test (relations, circle_at_a_point_ends_in_both_roundings);
  tcase_add_test (relations,
                  rational_lies_in_its_enclosure_and_ends_are_adjacent);
  suite_add_tcase (suite, relations);
  return suite;
}

int
main (void)
{
  return testing_run (encl_suite ());
}
