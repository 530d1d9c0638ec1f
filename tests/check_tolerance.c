/* check_tolerance.c -- the mistakes that a tolerance lets through */

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "kernel/heads.h"
#include "kernel/kernel_row.h"
#include "kernel/tolerance.h"
#include "report/tolerance_report.h"
#include "testing_real.h"

static struct assay_tolerance_case
published (double std, double atol)
{
  struct assay_tolerance_case asked = {
    .shape = { 1, 1, 192, 64 }, .dtype = ASSAY_DTYPE_F32, .std = std,
    .atol = atol, .has_tolerance = 1, .max_ulp = -1.0, .jobs = 2
  };

  return asked;
}

static const struct assay_tolerance_mistake *
find (const struct assay_tolerance *tolerance, const char *name)
{
  size_t n;

  for (n = 0; n < tolerance->mistakes; n++)
    if (strcmp (tolerance->mistake[n].hypothesis->name, name) == 0)
      return &tolerance->mistake[n];
  ck_abort_msg ("no mistake \"%s\"", name);
  return NULL;
}

/* What stands behind the last mistake, of its kind and larger, is not looked
   at.  */
START_TEST (report_ends_with_the_last_mistake)
{
  struct assay_tolerance_case asked = {
    .shape = { 1, 1, 6, 4 }, .dtype = ASSAY_DTYPE_F32, .std = 1.0,
    .atol = 100.0, .has_tolerance = 1, .max_ulp = -1.0, .jobs = 1
  };
  struct assay_tolerance_mistake *mistake;
  struct assay_tolerance tolerance;
  struct assay_text due, found;
  struct assay_ctx ctx;
  size_t n = 0;

  assay_ctx_init (&ctx);
  ck_assert_int_eq (assay_tolerance_init (&tolerance, &asked, &ctx),
                    ASSAY_OK);
  mistake = tolerance.mistake;
  while (n + 1 < tolerance.mistakes
         && (mistake[n].hypothesis != mistake[n + 1].hypothesis
             || mistake[n + 1].accepted != ASSAY_HOLDS
             || !mistake[n + 1].is_seen))
    n++;
  ck_assert_uint_lt (n + 1, tolerance.mistakes);
  tolerance.mistakes = n + 1;
  assay_text_init (&due);
  assay_text_init (&found);
  mistake[n + 1].change = 0.0;
  assay_tolerance_report_text (&due, &tolerance);
  mistake[n + 1].change = 1e300;
  assay_tolerance_report_text (&found, &tolerance);
  ck_assert_str_eq (assay_text_string (&found), assay_text_string (&due));
  ck_assert_ptr_null (strstr (assay_text_string (&found), "e+300"));
  assay_text_clear (&due);
  assay_text_clear (&found);
  assay_tolerance_clear (&tolerance);
}
END_TEST

/* Largest absolute changes as published to two digits: within a quarter.  */
static const struct
{
  double std, atol;
  const char *name;
  double change;
  enum assay_verdict accepted;
} changes[] = {
  { 0.02, 1e-3, "scale missing", 1.6e-5, ASSAY_HOLDS },
  { 0.02, 1e-3, "scores left out", 2.3e-6, ASSAY_HOLDS },
  { 0.2, 5e-3, "scores left out", 2.3e-3, ASSAY_HOLDS },
  { 0.2, 2e-3, "scores left out", 2.3e-3, ASSAY_FAILS }
};

START_TEST (small_inputs_hide_a_missing_scale_and_missing_scores)
{
  struct assay_tolerance_case asked = published (changes[_i].std,
                                                 changes[_i].atol);
  const struct assay_tolerance_mistake *mistake;
  struct assay_tolerance tolerance;
  struct assay_ctx ctx;

  /* Under a memory checker one is enough.  */
  if (testing_count (10) < 10 && _i > 0)
    return;
  assay_ctx_init (&ctx);
  asked.only = changes[_i].name;
  ck_assert_int_eq (assay_tolerance_init (&tolerance, &asked, &ctx),
                    ASSAY_OK);
  ck_assert_uint_eq (tolerance.mistakes, 1);
  mistake = find (&tolerance, changes[_i].name);
  ck_assert_double_ge (mistake->change, 0.75 * changes[_i].change);
  ck_assert_double_le (mistake->change, 1.25 * changes[_i].change);
  ck_assert_double_lt (mistake->error, 1e-6 * changes[_i].change);
  ck_assert_int_eq (mistake->is_tipped, 0);
  ck_assert_int_eq (mistake->accepted, changes[_i].accepted);
  assay_tolerance_clear (&tolerance);
}
END_TEST

START_TEST (one_ulp_accepts_no_missing_scale)
{
  struct assay_tolerance_case asked = {
    .shape = { 1, 2, 16, 8 }, .dtype = ASSAY_DTYPE_BF16, .std = 1.0,
    .max_ulp = 1.0, .causal = 1, .jobs = 1
  };
  struct assay_tolerance tolerance;
  struct assay_ctx ctx;

  assay_ctx_init (&ctx);
  ck_assert_int_eq (assay_tolerance_init (&tolerance, &asked, &ctx),
                    ASSAY_OK);
  ck_assert_int_eq (find (&tolerance, "scale missing")->accepted,
                    ASSAY_FAILS);
  ck_assert_int_eq (find (&tolerance, "causal missing")->accepted,
                    ASSAY_FAILS);
  assay_tolerance_clear (&tolerance);
}
END_TEST

START_TEST (threads_do_not_change_a_figure)
{
  struct assay_tolerance_case asked = {
    .shape = { 1, 2, 12, 8 }, .dtype = ASSAY_DTYPE_F16, .std = 1.0,
    .has_tolerance = 1, .atol = 0.1, .max_ulp = -1.0, .jobs = 1, .seed = 9
  };
  struct assay_tolerance one, three;
  struct assay_ctx ctx;
  size_t n;

  assay_ctx_init (&ctx);
  ck_assert_int_eq (assay_tolerance_init (&one, &asked, &ctx), ASSAY_OK);
  asked.jobs = 3;
  ck_assert_int_eq (assay_tolerance_init (&three, &asked, &ctx), ASSAY_OK);
  ck_assert_uint_eq (one.mistakes, three.mistakes);
  for (n = 0; n < one.mistakes; n++)
    {
      ck_assert (one.mistake[n].change == three.mistake[n].change);
      ck_assert_int_eq (one.mistake[n].accepted, three.mistake[n].accepted);
    }
  assay_tolerance_clear (&one);
  assay_tolerance_clear (&three);
}
END_TEST

/* Whether the exact output, known to within 2^-90 relatively, is within BOUND
   of Y.  */
static int
is_within (double y, double bound, mpfr_srcptr lo, mpfr_srcptr hi)
{
  mpfr_t gap;
  int near;

  mpfr_init2 (gap, 200);
  mpfr_sub_d (gap, lo, y, MPFR_RNDN);
  near = mpfr_cmpabs_ui (gap, 0) == 0 || mpfr_cmp_d (gap, bound) <= 0;
  near = near && mpfr_cmp_d (gap, -bound) >= 0;
  mpfr_sub_d (gap, hi, y, MPFR_RNDN);
  near = near && mpfr_cmp_d (gap, bound) <= 0
         && mpfr_cmp_d (gap, -bound) >= 0;
  mpfr_clear (gap);
  return near;
}

/* Lemma B99 (b), and that it is not idle: 2^-14 of it is not enough.  */
START_TEST (a_careful_plan_is_within_its_bound_of_the_exact_engine)
{
  struct assay_tolerance_case asked = {
    .shape = { 1, 1, 24, 12 }, .dtype = ASSAY_DTYPE_F32, .std = 1.5,
    .has_tolerance = 1, .atol = 1.0, .max_ulp = -1.0, .causal = 1, .jobs = 1
  };
  double out[12], noise[12];
  struct assay_tolerance tolerance;
  struct assay_kernel_row row;
  struct assay_plan_work work;
  struct assay_plan plan;
  struct assay_head head;
  struct assay_ctx ctx;
  size_t i, c, idle = 0;
  mpfr_t lo, hi;

  assay_ctx_init (&ctx);
  asked.seed = testing_seed ();
  ck_assert_int_eq (assay_tolerance_init (&tolerance, &asked, &ctx),
                    ASSAY_OK);
  mpfr_inits2 (200, lo, hi, (mpfr_ptr) 0);
  assay_plan_init (&plan, &tolerance.scene);
  plan.is_careful = 1;
  assay_plan_work_init (&work, &tolerance.scene);
  assay_kernel_row_init (&row, &tolerance.problem);
  assay_head_init (&head, &tolerance.problem, 0, 0, 0);
  for (i = 0; i < 24; i++)
    {
      assay_plan_row (out, noise, &work, &plan, &tolerance.scene,
                      ASSAY_STAGE_OUTPUT, 0x1p-53, 0, 0, i);
      ck_assert_int_eq (assay_kernel_row_load (&row, &head, 0, i, &ctx),
                        ASSAY_OK);
      for (c = 0; c < 12; c++)
        {
          double bound = assay_plan_error (&work, &tolerance.problem)
                         * work.mass[c];

          assay_kernel_row_enclose (lo, hi, &row, ASSAY_STAGE_OUTPUT, c,
                                    &ctx, 90);
          ck_assert (is_within (out[c], bound, lo, hi));
          idle += is_within (out[c], bound * 0x1p-14, lo, hi);
        }
    }
  ck_assert_uint_lt (idle, 24 * 12 * 3 / 4);
  assay_head_clear (&head);
  assay_kernel_row_clear (&row);
  assay_plan_work_clear (&work);
  mpfr_clears (lo, hi, (mpfr_ptr) 0);
  assay_tolerance_clear (&tolerance);
}
END_TEST

START_TEST (what_cannot_be_is_refused)
{
  struct assay_tolerance_case asked = published (1.0, 1.0);
  struct assay_tolerance tolerance;
  struct assay_ctx ctx;

  assay_ctx_init (&ctx);
  asked.shape[2] = 1u << 15;
  ck_assert_int_eq (assay_tolerance_init (&tolerance, &asked, &ctx),
                    ASSAY_ELIMIT);
  assay_tolerance_clear (&tolerance);
  assay_ctx_init (&ctx);
  asked.shape[2] = 0;
  ck_assert_int_eq (assay_tolerance_init (&tolerance, &asked, &ctx),
                    ASSAY_EVALUE);
  assay_tolerance_clear (&tolerance);
  assay_ctx_init (&ctx);
  asked = published (1.0, 1.0);
  asked.only = "fitted scale";
  ck_assert_int_eq (assay_tolerance_init (&tolerance, &asked, &ctx),
                    ASSAY_EVALUE);
  assay_tolerance_clear (&tolerance);
  assay_ctx_init (&ctx);
  asked = published (-1.0, 1.0);
  ck_assert_int_eq (assay_tolerance_init (&tolerance, &asked, &ctx),
                    ASSAY_EVALUE);
  assay_tolerance_clear (&tolerance);
}
END_TEST

static Suite *
suite (void)
{
  Suite *s = suite_create ("tolerance");
  TCase *all = tcase_create ("all");

  tcase_add_checked_fixture (all, testing_reseed, NULL);
  tcase_set_timeout (all, 300);
  tcase_add_loop_test (all,
                       small_inputs_hide_a_missing_scale_and_missing_scores,
                       0, sizeof changes / sizeof changes[0]);
  tcase_add_test (all, report_ends_with_the_last_mistake);
  tcase_add_test (all, one_ulp_accepts_no_missing_scale);
  tcase_add_test (all, threads_do_not_change_a_figure);
  tcase_add_test (all,
                  a_careful_plan_is_within_its_bound_of_the_exact_engine);
  tcase_add_test (all, what_cannot_be_is_refused);
  suite_add_tcase (s, all);
  return s;
}

int
main (void)
{
  return testing_run_real (suite ());
}
