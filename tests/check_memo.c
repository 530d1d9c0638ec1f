/* check_memo.c -- remembered results against the functions themselves */

#include <stdlib.h>

#include "real/memo.h"
#include "testing.h"

#define FUNCTIONS ((int) (sizeof functions / sizeof functions[0]))

static assay_memo_fn *const functions[] = { mpfr_cos, mpfr_sin, mpfr_exp,
                                            mpfr_atan, mpfr_tanh, mpfr_log };

static void
assert_same (assay_memo_fn *f, mpfr_srcptr x, mpfr_prec_t precision,
             mpfr_rnd_t rnd)
{
  mpfr_t remembered, fresh;

  mpfr_init2 (remembered, precision);
  mpfr_init2 (fresh, precision);
  assay_memo_apply (remembered, f, x, rnd);
  f (fresh, x, rnd);
  ck_assert_msg (mpfr_total_order_p (remembered, fresh)
                 && mpfr_total_order_p (fresh, remembered),
                 "at %ld bits, seed %lu", (long) precision, testing_seed ());
  mpfr_clears (remembered, fresh, (mpfr_ptr) 0);
}

/* All functions, both directions and some precisions at X, twice.  */
static void
check_at (mpfr_srcptr x)
{
  static const mpfr_prec_t precisions[] = { 53, 64, 65, 128, 256, 320, 321 };
  size_t p;
  int pass, i;

  for (pass = 0; pass < 2; pass++)
    for (i = 0; i < FUNCTIONS; i++)
      for (p = 0; p < sizeof precisions / sizeof precisions[0]; p++)
        {
          assert_same (functions[i], x, precisions[p], MPFR_RNDD);
          assert_same (functions[i], x, precisions[p], MPFR_RNDU);
        }
}

START_TEST (remembered_result_is_that_of_the_function)
{
  static const mpfr_prec_t precisions[] = { 2, 64, 129, 320, 400 };
  mpfr_t x;
  mpq_t value;
  size_t i;

  mpq_init (value);
  for (i = 0; i < testing_count (300); i++)
    {
      mpfr_init2 (x, precisions[testing_below (5)]);
      testing_rational (value, 40);
      mpfr_set_q (x, value, MPFR_RNDN);
      if (mpfr_get_exp (x) > 10)
        mpfr_set_exp (x, 10);
      check_at (x);
      mpfr_neg (x, x, MPFR_RNDN);
      check_at (x);
      mpfr_clear (x);
    }
  mpq_clear (value);
}
END_TEST

START_TEST (zero_infinity_and_nan_pass_through)
{
  mpfr_t x;

  mpfr_init2 (x, 64);
  mpfr_set_zero (x, 1);
  check_at (x);
  mpfr_set_zero (x, -1);
  check_at (x);
  mpfr_set_inf (x, 1);
  check_at (x);
  mpfr_set_nan (x);
  assert_same (mpfr_atan, x, 64, MPFR_RNDD);
  mpfr_clear (x);
}
END_TEST

START_TEST (same_argument_of_another_precision_is_not_confused)
{
  mpfr_t narrow, wide;

  mpfr_init2 (narrow, 20);
  mpfr_init2 (wide, 200);
  mpfr_set_ui_2exp (narrow, 5, -3, MPFR_RNDN);
  mpfr_set (wide, narrow, MPFR_RNDN);
  check_at (narrow);
  check_at (wide);
  mpfr_clears (narrow, wide, (mpfr_ptr) 0);
}
END_TEST

static Suite *
memo_suite (void)
{
  Suite *suite = suite_create ("memo");
  TCase *values = tcase_create ("values");

  tcase_set_timeout (values, 60);
  tcase_add_test (values, remembered_result_is_that_of_the_function);
  tcase_add_test (values, zero_infinity_and_nan_pass_through);
  tcase_add_test (values,
                  same_argument_of_another_precision_is_not_confused);
  suite_add_tcase (suite, values);
  return suite;
}

int
main (void)
{
  return testing_run (memo_suite ());
}
