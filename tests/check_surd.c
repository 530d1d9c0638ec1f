/* check_surd.c -- surds and the scores that are made of them */

#include <stdlib.h>

#include "attention/score.h"
#include "attention/surd.h"
#include "exact/rat.h"
#include "real/encl.h"
#include "row_problem.h"
#include "testing_real.h"

#define ROWS(table) ((int) (sizeof table / sizeof table[0]))

static void
assert_surd (const struct assay_surd *x, const char *factor,
             unsigned long radicand, unsigned long num, unsigned long den)
{
  testing_assert_rational (x->factor, factor);
  ck_assert_uint_eq (x->radicand, radicand);
  ck_assert_uint_eq (x->num, num);
  ck_assert_uint_eq (x->den, den);
}

static const struct
{
  unsigned long d;
  const char *factor;
  unsigned long radicand, num, den;
} inverse_roots[] = {
  { 1, "1", 1, 0, 1 }, { 2, "1/2", 2, 1, 2 }, { 3, "1/3", 3, 1, 2 },
  { 4, "1/2", 1, 0, 1 }, { 12, "1/6", 3, 1, 2 }, { 64, "1/8", 1, 0, 1 },
  { 80, "1/20", 5, 1, 2 }, { 96, "1/24", 6, 1, 2 },
  { 127, "1/127", 127, 1, 2 },
  { 128, "1/16", 2, 1, 2 }, { 256, "1/16", 1, 0, 1 },
  { 4294967291, "1/4294967291", 4294967291, 1, 2 },
  { 4294705156, "1/65534", 1, 0, 1 },
};

START_TEST (inverse_root_is_in_its_one_form)
{
  struct assay_surd x;

  assay_surd_init (&x);
  assay_surd_set_inverse_sqrt (&x, inverse_roots[_i].d);
  assert_surd (&x, inverse_roots[_i].factor, inverse_roots[_i].radicand,
               inverse_roots[_i].num, inverse_roots[_i].den);
  assay_surd_clear (&x);
}
END_TEST

static const struct
{
  long e;
  unsigned long k;
  const char *factor;
  unsigned long num, den;
} powers[] = {
  { 0, 7, "1", 0, 1 }, { -8, 8, "1/2", 0, 1 }, { 3, 2, "2", 1, 2 },
  { -1, 2, "1/2", 1, 2 }, { -4, 8, "1/2", 1, 2 }, { -7, 3, "1/8", 2, 3 },
  { -8, 12, "1/2", 1, 3 }, { 10, 4, "4", 1, 2 },
  { 5, 1048576, "1", 5, 1048576 },
};

START_TEST (power_of_two_is_in_its_one_form)
{
  struct assay_surd x;

  assay_surd_init (&x);
  assay_surd_set_power_of_two (&x, powers[_i].e, powers[_i].k);
  assert_surd (&x, powers[_i].factor, powers[_i].den == 1 ? 1 : 2,
               powers[_i].num, powers[_i].den);
  assay_surd_clear (&x);
}
END_TEST

START_TEST (products_reduce_or_are_refused)
{
  struct assay_surd x, y, z;
  mpq_t third;

  assay_surd_init (&x);
  assay_surd_init (&y);
  assay_surd_init (&z);
  mpq_init (third);
  mpq_set_si (third, -1, 3);

  assay_surd_set_inverse_sqrt (&x, 6);
  assay_surd_set_inverse_sqrt (&y, 10);
  ck_assert_int_eq (assay_surd_mul (&z, &x, &y), ASSAY_OK);
  assert_surd (&z, "1/30", 15, 1, 2);
  ck_assert_int_eq (assay_surd_mul (&z, &x, &x), ASSAY_OK);
  assert_surd (&z, "1/6", 1, 0, 1);
  assay_surd_mul_rational (&x, &x, third);
  assert_surd (&x, "-1/18", 6, 1, 2);

  assay_surd_set_power_of_two (&x, 1, 3);
  ck_assert_int_eq (assay_surd_mul (&z, &x, &y), ASSAY_EVALUE);
  assert_surd (&z, "1/6", 1, 0, 1);
  assay_surd_set_inverse_sqrt (&y, 2);
  ck_assert_int_eq (assay_surd_mul (&z, &x, &y), ASSAY_OK);
  assert_surd (&z, "1/2", 2, 5, 6);
  ck_assert_int_eq (assay_surd_mul (&x, &z, &x), ASSAY_OK);
  assert_surd (&x, "1", 2, 1, 6);

  mpq_set_ui (third, 0, 1);
  assay_surd_mul_rational (&x, &x, third);
  assert_surd (&x, "0", 1, 0, 1);
  mpq_clear (third);
  assay_surd_clear (&x);
  assay_surd_clear (&y);
  assay_surd_clear (&z);
}
END_TEST

/* Whether X^DEN * RADICAND^-NUM holds 1: its power tells a root.  */
START_TEST (enclosure_holds_the_root_and_is_narrow)
{
  struct assay_surd x;
  mpfi_t value, power;
  mpfr_t width;
  mpfr_prec_t p;
  unsigned long k;

  assay_surd_init (&x);
  mpfi_init2 (power, 400);
  mpfr_init2 (width, 64);
  for (p = 4; p <= 260; p += 64)
    for (k = 1; k < 40; k++)
      {
        assay_surd_set_power_of_two (&x, (long) k - 20, 17);
        if (k % 2)
          assay_surd_set_inverse_sqrt (&x, k);
        mpfi_init2 (value, p);
        assay_surd_enclose_root (value, &x);
        mpfr_sub (width, &value->right, &value->left, MPFR_RNDU);
        mpfr_mul_2si (width, width, p - 2, MPFR_RNDU);
        ck_assert_msg (mpfr_cmp (width, &value->right) <= 0,
                       "root %lu of %lu: too wide at %ld bits", x.den,
                       x.radicand, (long) p);
        assay_encl_power (power, value, (long) x.den);
        mpfi_set_prec (value, 400);
        mpfi_set_ui (value, x.radicand);
        assay_encl_power (value, value, (long) x.num);
        ck_assert (mpfr_lessequal_p (&power->left, &value->left)
                   && mpfr_greaterequal_p (&power->right, &value->right));
        mpfi_clear (value);
      }
  mpfr_clear (width);
  mpfi_clear (power);
  assay_surd_clear (&x);
}
END_TEST

/* Two keys under one rule, and what is expected of their order.  */
static const struct
{
  unsigned long width;
  const char *cap;
  long slope_num;
  unsigned long slope_den;
  const char *dot[2], *bias[2], *distance[2];
  int order;
} pairs[] = {
  /* sqrt 128 = 8 sqrt 2 and 2^(-1/2) = sqrt 2 / 2.  */
  { 128, "0", -1, 2, { "8", "0" }, { "0", "0" }, { "0", "1" }, 0 },
  { 128, "0", -1, 2, { "-16", "8" }, { "3", "3" }, { "5", "2" }, 0 },
  { 128, "0", -1, 2, { "9", "0" }, { "0", "0" }, { "0", "1" }, 1 },
  { 128, "0", -4, 8, { "8", "0" }, { "0", "0" }, { "0", "1" }, 0 },
  /* Both rational.  */
  { 64, "0", -8, 8, { "4", "0" }, { "0", "0" }, { "0", "1" }, 0 },
  { 64, "0", -8, 8, { "4", "0" }, { "0", "1/2" }, { "0", "0" }, 0 },
  /* A convergent of sqrt 2: close, and not equal.  */
  { 2, "0", 0, 0, { "6369051672525773/4503599627370496", "0" },
    { "0", "1" }, { "0", "0" }, 1 },
  { 2, "0", 0, 0, { "1", "1" }, { "1", "2" }, { "0", "0" }, -1 },
  /* sqrt 3 and 2^(1/3) mixed.  */
  { 3, "0", 1, 3, { "3", "0" }, { "0", "0" }, { "0", "1" }, 1 },
  { 3, "0", 1, 3, { "3", "0" }, { "-1", "-1" }, { "2", "3" }, 1 },
  /* Caps.  */
  { 0, "50", 0, 0, { "1e6", "2e6" }, { "0", "0" }, { "0", "0" }, -1 },
  { 0, "50", 0, 0, { "1e30", "-1e30" }, { "-100", "0" }, { "0", "0" }, -1 },
  { 0, "50", 0, 0, { "1e6", "0" }, { "0", "50" }, { "0", "0" }, -1 },
  { 0, "50", 0, 0, { "1e6", "1e6" }, { "0", "0" }, { "0", "0" }, 0 },
  { 0, "50", 0, 0, { "1e-30", "0" }, { "0", "1e-30" }, { "0", "0" }, -1 },
  { 0, "50", 0, 0, { "7", "7" }, { "0", "1e-300" }, { "0", "0" }, -1 },
  { 128, "3", -1, 2, { "8", "0" }, { "0", "0" }, { "0", "1" }, -1 },
  { 128, "3", -1, 2, { "8", "8" }, { "0", "0" }, { "1", "1" }, 0 },
};

static void
score_read (struct assay_score *score, const struct assay_basis *basis,
            int row, int side)
{
  mpq_t dot, bias, distance;

  mpq_inits (dot, bias, distance, NULL);
  row_problem_read (dot, pairs[row].dot[side]);
  row_problem_read (bias, pairs[row].bias[side]);
  row_problem_read (distance, pairs[row].distance[side]);
  assay_score_of_key (score, basis, dot, bias, distance);
  mpq_clears (dot, bias, distance, NULL);
}

START_TEST (scores_are_ordered_as_by_hand)
{
  struct assay_score_rule rule;
  struct assay_basis basis;
  struct assay_score a, b;

  assay_score_rule_init (&rule);
  if (pairs[_i].width)
    assay_surd_set_inverse_sqrt (&rule.sigma, pairs[_i].width);
  row_problem_read (rule.softcap, pairs[_i].cap);
  rule.has_slope = pairs[_i].slope_den > 0;
  if (rule.has_slope)
    assay_surd_set_power_of_two (&rule.slope, pairs[_i].slope_num,
                                 pairs[_i].slope_den);
  assay_basis_init (&basis, &rule);
  assay_score_init (&a);
  assay_score_init (&b);
  score_read (&a, &basis, _i, 0);
  score_read (&b, &basis, _i, 1);
  ck_assert_int_eq (assay_score_compare (&a, &b, &basis), pairs[_i].order);
  ck_assert_int_eq (assay_score_compare (&b, &a, &basis), -pairs[_i].order);
  ck_assert_int_eq (assay_score_equal (&a, &b, &basis),
                    pairs[_i].order == 0);
  assay_score_clear (&a);
  assay_score_clear (&b);
  assay_basis_clear (&basis);
  assay_score_rule_clear (&rule);
}
END_TEST

static Suite *
surd_suite (void)
{
  Suite *suite = suite_create ("surd");
  TCase *table = tcase_create ("table");
  TCase *nested = tcase_create ("nested");

  tcase_add_loop_test (table, inverse_root_is_in_its_one_form, 0,
                       ROWS (inverse_roots));
  tcase_add_loop_test (table, power_of_two_is_in_its_one_form, 0,
                       ROWS (powers));
  tcase_add_test (table, products_reduce_or_are_refused);
  tcase_add_loop_test (table, scores_are_ordered_as_by_hand, 0, ROWS (pairs));
  suite_add_tcase (suite, table);
  tcase_add_test (nested, enclosure_holds_the_root_and_is_narrow);
  suite_add_tcase (suite, nested);
  return suite;
}

int
main (void)
{
  return testing_run_real (surd_suite ());
}
