/* check_rope_lab.c -- the lessons rope-lab and position-scaling */

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "lessons/position_scaling.h"
#include "lessons/rope_lab.h"
#include "lessons/rope_lab_exact.h"
#include "lessons/rope_lab_float.h"
#include "lessons/scaling_exact.h"
#include "real/formula.h"
#include "real/print.h"
#include "testing.h"

/* Places of the figures in claims/rope-lab.claims, written out there from an
   independent computation of 12 places.  */
static const char *const rotary_score = "1.367944701478";
static const char *const added_scores[] = {
  "27.510825955086", "30.773303386196", "33.718975341982", "19.877412976860"
};

/* CERTIFIED, a decimal of more digits, rounds to PRINTED.  */
static void
assert_prints (const char *certified, const char *printed)
{
  ck_assert_msg (fabs (strtod (certified, NULL) - strtod (printed, NULL))
                   <= 0.5000001e-12, "%s, not %s", certified, printed);
}

START_TEST (figures_of_rope_lab_are_the_known_ones)
{
  static const size_t slow[] = { 32, 28, 19, 9 };
  struct assay_rope_lab r;
  int i;

  assay_rope_lab_run (&r);
  for (i = 0; i < 4; i++)
    {
      assert_prints (r.rope_scores[i].certified, rotary_score);
      assert_prints (r.add_scores[i].certified, added_scores[i]);
      ck_assert_uint_eq (r.slow_pairs[i], slow[i]);
      ck_assert_uint_eq (r.float_slow_pairs[i], slow[i]);
    }
  ck_assert_str_eq (r.rope_spread.certified, "0");
  ck_assert_str_eq (r.norm_max_gap.certified, "0");
  assert_prints (r.add_spread.certified, "13.841562365122");
  assert_prints (r.norm_before.certified, "5.694432956233");
  assert_prints (r.turns_first[3].certified, "651.898646904403");
  assert_prints (r.turns_last[3].certified, "0.086932081725");
  /* Doubles do differ, by less than the sum of their roundings.  */
  ck_assert (r.rope_spread.computed < 1e-11);
  ck_assert_int_eq (assay_lesson_verdict (r.checks, ASSAY_ROPE_LAB_CHECKS),
                    ASSAY_HOLDS);
  assay_rope_lab_clear (&r);
}
END_TEST

START_TEST (figures_of_position_scaling_are_the_known_ones)
{
  struct assay_position_scaling r;

  assay_position_scaling_run (&r);
  assert_prints (r.direct[0].certified, "-6.781228824327");
  assert_prints (r.direct[1].certified, "0.296170248750");
  assert_prints (r.direct[4].certified, "5.948935151233");
  assert_prints (r.kernel[1][63].certified, "0.491709416284");
  ck_assert_str_eq (r.kernel[0][0].certified, "1");
  ck_assert_str_eq (r.coefficient[1].certified, "7");
  ck_assert_int_eq (assay_lesson_verdict (r.checks, ASSAY_SCALING_CHECKS),
                    ASSAY_HOLDS);
  assay_position_scaling_clear (&r);
}
END_TEST

/* ---- doubles against exact reals, anywhere ---- */

START_TEST (doubles_hold_at_random_widths_bases_and_positions)
{
  struct assay_double_tally tally;
  size_t count = testing_count (40), c;

  testing_reseed ();
  assay_double_tally_init (&tally, "1e-9", "1e-6");
  for (c = 0; c < count; c++)
    {
      size_t d = 2 * (size_t) testing_between (1, 24), j;
      long base = testing_between (1, 2000000);
      long m = testing_between (0, 4096), n = testing_between (0, 4096);
      struct assay_expr **q = assay_formula_list (d);
      struct assay_expr **k = assay_formula_list (d);
      struct assay_expr *b = assay_formula_integer (base), *scores[2];
      struct assay_expr *at[2];
      double x[48], y[48];
      struct assay_ctx ctx;

      assay_ctx_init (&ctx);
      for (j = 0; j < d; j++)
        {
          long p = testing_between (-99, 99), r = testing_between (-99, 99);

          q[j] = assay_formula_ratio (p, 64);
          k[j] = assay_formula_ratio (r, 64);
          x[j] = (double) p / 64;
          y[j] = (double) r / 64;
        }
      at[0] = assay_formula_integer (m);
      at[1] = assay_formula_integer (n);
      ck_assert_int_eq (assay_lab_score (&scores[0], assay_lab_apply_rope, q,
                                         k, d, at[0], at[1], b, &ctx),
                        ASSAY_OK);
      ck_assert_int_eq (assay_lab_score (&scores[1], assay_lab_add_position,
                                         q, k, d, at[0], at[1], b, &ctx),
                        ASSAY_OK);
      assay_double_tally_add (&tally,
                              assay_lab_float_rope_score (x, y, d, m, n,
                                                          (double) base),
                              scores[0]);
      assay_double_tally_add (&tally,
                              assay_lab_float_add_score (x, y, d, m, n,
                                                         (double) base),
                              scores[1]);
      ck_assert_msg (tally.verdict == ASSAY_HOLDS,
                     "d %zu base %ld m %ld n %ld", d, base, m, n);
      for (j = 0; j < 2; j++)
        {
          assay_expr_unref (scores[j]);
          assay_expr_unref (at[j]);
        }
      assay_expr_unref (b);
      assay_formula_list_free (q, d);
      assay_formula_list_free (k, d);
    }
  ck_assert_uint_eq (tally.compared, 2 * count);
  assay_double_tally_clear (&tally);
}
END_TEST

START_TEST (tally_tells_just_inside_from_just_outside)
{
  static const struct { double computed; enum assay_verdict verdict; }
  rows[] = {
    { 3 + 3.0009e-6, ASSAY_HOLDS }, { 3 + 3.0011e-6, ASSAY_FAILS },
    { 3 - 3.0009e-6, ASSAY_HOLDS }, { 3 - 3.0011e-6, ASSAY_FAILS },
  };
  struct assay_expr *three = assay_formula_integer (3);
  struct assay_double_tally tally;

  assay_double_tally_init (&tally, "1e-9", "1e-6");
  assay_double_tally_add (&tally, rows[_i].computed, three);
  ck_assert_int_eq (tally.verdict, rows[_i].verdict);
  assay_double_tally_clear (&tally);
  assay_expr_unref (three);
}
END_TEST

START_TEST (tally_stays_failed_after_one_bad_double)
{
  struct assay_expr *one = assay_formula_integer (1);
  struct assay_double_tally tally;

  assay_double_tally_init (&tally, "1e-9", "1e-6");
  assay_double_tally_add (&tally, 1.0, one);
  assay_double_tally_add (&tally, 1.00001, one);
  assay_double_tally_add (&tally, 1.0, one);
  ck_assert_int_eq (tally.verdict, ASSAY_FAILS);
  ck_assert_uint_eq (tally.compared, 3);
  ck_assert (mpfr_cmp_d (tally.largest_error, 1e-5) >= 0);
  assay_double_tally_clear (&tally);
  assay_expr_unref (one);
}
END_TEST

/* ---- the known mistakes are seen ---- */

/* Query alone turned: no function of the distance.  */
START_TEST (score_with_one_side_turned_moves_with_the_start)
{
  struct assay_expr *q[4], *y[4] = { 0 }, *z[4] = { 0 }, *a, *b, *base;
  struct assay_expr *five = assay_formula_integer (5);
  struct assay_expr *nine = assay_formula_integer (9);
  struct assay_ctx ctx;
  int j;

  assay_ctx_init (&ctx);
  base = assay_formula_integer (10000);
  for (j = 0; j < 4; j++)
    q[j] = assay_formula_integer (j + 1);
  ck_assert_int_eq (assay_lab_apply_rope (y, q, 4, five, base, &ctx),
                    ASSAY_OK);
  ck_assert_int_eq (assay_lab_apply_rope (z, q, 4, nine, base, &ctx),
                    ASSAY_OK);
  a = assay_formula_dot (y, q, 4, &ctx);
  b = assay_formula_dot (z, q, 4, &ctx);
  ck_assert_int_eq (assay_lesson_apart (a, b), ASSAY_HOLDS);
  for (j = 0; j < 4; j++)
    {
      assay_expr_unref (q[j]);
      assay_expr_unref (y[j]);
      assay_expr_unref (z[j]);
    }
  assay_expr_unref (a);
  assay_expr_unref (b);
  assay_expr_unref (five);
  assay_expr_unref (nine);
  assay_expr_unref (base);
}
END_TEST

START_TEST (base_of_zero_is_refused)
{
  struct assay_expr **theta = assay_formula_list (2), *zero;
  struct assay_ctx ctx;

  assay_ctx_init (&ctx);
  zero = assay_formula_integer (0);
  ck_assert_int_eq (assay_lab_thetas (theta, 4, zero, &ctx), ASSAY_EVALUE);
  assay_expr_unref (zero);
  assay_formula_list_free (theta, 2);
}
END_TEST

START_TEST (formula_of_a_null_operand_is_null_and_drops_the_other)
{
  struct assay_ctx ctx;
  struct assay_expr *x;

  assay_ctx_init (&ctx);
  x = assay_formula_div (assay_formula_integer (1),
                         assay_formula_integer (0), &ctx);
  ck_assert_ptr_null (x);
  ck_assert_int_eq (assay_formula_status (x, &ctx), ASSAY_EVALUE);
  ck_assert_ptr_null (assay_formula_add (x, assay_formula_integer (2),
                                         &ctx));
  ck_assert_ptr_null (assay_formula_cos (NULL, &ctx));
}
END_TEST

int
main (void)
{
  Suite *suite = suite_create ("rope_lab");
  TCase *tcase = tcase_create ("table");

  tcase_set_timeout (tcase, 600);
  tcase_add_test (tcase, figures_of_rope_lab_are_the_known_ones);
  tcase_add_test (tcase, figures_of_position_scaling_are_the_known_ones);
  suite_add_tcase (suite, tcase);
  tcase = tcase_create ("relations");
  tcase_set_timeout (tcase, 300);
  tcase_add_test (tcase, doubles_hold_at_random_widths_bases_and_positions);
  tcase_add_test (tcase, score_with_one_side_turned_moves_with_the_start);
  suite_add_tcase (suite, tcase);
  tcase = tcase_create ("special");
  tcase_add_loop_test (tcase, tally_tells_just_inside_from_just_outside, 0,
                       4);
  tcase_add_test (tcase, tally_stays_failed_after_one_bad_double);
  tcase_add_test (tcase, base_of_zero_is_refused);
  tcase_add_test (tcase,
                  formula_of_a_null_operand_is_null_and_drops_the_other);
  suite_add_tcase (suite, tcase);
  return testing_run (suite);
}
