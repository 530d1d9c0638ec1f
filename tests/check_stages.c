/* check_stages.c -- rows by intervals, and the first divergence */

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "kernel/kernel_row.h"
#include "kernel/stages.h"
#include "kernel_drawn.h"
#include "real/encl.h"
#include "testing.h"

static const struct drawn_kernel_shape shape = { 2, 2, 2, 4, 2, 5, 4, 3, 1 };

static const enum assay_stage stage_of[ASSAY_STEPS] = {
  ASSAY_STAGE_SCORES, ASSAY_STAGE_SCORES, ASSAY_STAGE_SCORES,
  ASSAY_STAGE_CAPPED, ASSAY_STAGE_BIASED, ASSAY_STAGE_WEIGHTS,
  ASSAY_STAGE_OUTPUT, ASSAY_STAGE_LSE
};

/* The interval ROW has at STEP, C, against the exact engine's.  */
static void
compare_number (const struct assay_stage_row *row,
                struct assay_kernel_row *exact, enum assay_step step,
                size_t c, const char *text)
{
  const struct assay_masses *masses = &row->step[step];
  struct assay_ctx ctx;
  mpfr_t lo, hi, width;

  assay_ctx_init (&ctx);
  mpfr_inits2 (64, lo, hi, width, (mpfr_ptr) 0);
  assay_kernel_row_enclose (lo, hi, exact, stage_of[step], c, &ctx, 100);
  ck_assert_msg (mpfr_lessequal_p (lo, &masses->at[c]->right)
                 && mpfr_lessequal_p (&masses->at[c]->left, hi),
                 "%s of %zu: %s", assay_step_name (step), c, text);
  assay_encl_width (width, masses->at[c]);
  ck_assert_msg (mpfr_cmp_d (width, fmax (masses->mass[c], 0x1p-900)
                                    * 0x1p-100) <= 0,
                 "%s of %zu is wide: %s", assay_step_name (step), c, text);
  mpfr_clears (lo, hi, width, (mpfr_ptr) 0);
}

static void
enter (mpfi_t *to, const double *from, size_t count)
{
  size_t n;

  for (n = 0; n < count; n++)
    mpfi_set_d (to[n], from[n]);
}

/* Every number of every row of one head.  */
static void
compare_head (const struct assay_problem *problem, size_t b, size_t h,
              const char *text)
{
  size_t group = problem->q_heads / problem->kv_heads, i, j, c;
  double *buffer = calloc (problem->width + problem->values + 1, 8);
  struct assay_kernel_row exact;
  struct assay_stage_row row;
  struct assay_masses q, k;
  struct assay_head head;
  struct assay_ctx ctx;
  int step;

  assay_ctx_init (&ctx);
  assay_head_init (&head, problem, b, h / group, 0);
  assay_kernel_row_init (&exact, problem);
  assay_stage_row_init (&row, problem, 0);
  assay_masses_init (&q, problem->width);
  assay_masses_init (&k, problem->keys * problem->width);
  for (j = 0; j < problem->keys; j++)
    enter (k.at + j * problem->width, assay_head_key (&head, j, buffer),
           problem->width);
  for (i = 0; i < problem->queries; i++)
    {
      assay_kernel_row_load (&exact, &head, h, i, &ctx);
      assay_kernel_row_enter (&exact);
      enter (q.at, exact.q, problem->width);
      assay_stage_row_begin (&row, &head, h, i);
      assay_stage_row_dots (&row, q.at, k.at);
      assay_stage_row_carry (&row, ASSAY_STEP_SCORES);
      ck_assert_uint_eq (row.legal_keys, exact.legal_keys);
      for (step = ASSAY_STEP_SCORES; step < ASSAY_STEPS; step++)
        for (c = 0; c < row.step[step].count; c++)
          if ((row.legal_keys > 0 || step < ASSAY_STEP_BIASED)
              && (step != ASSAY_STEP_BIASED || row.legal[c]))
            compare_number (&row, &exact, (enum assay_step) step, c, text);
    }
  assay_masses_clear (&q);
  assay_masses_clear (&k);
  assay_stage_row_clear (&row);
  assay_kernel_row_clear (&exact);
  assay_head_clear (&head);
  free (buffer);
}

START_TEST (intervals_hold_what_the_exact_engine_encloses)
{
  size_t count = testing_count (40), n, b, h;

  for (n = 0; n < count; n++)
    {
      struct drawn_kernel drawn;
      struct kernel_drawn k;
      char text[KERNEL_DRAWN_TEXT];

      kernel_drawn_plain (&k, &drawn, text, &shape, NULL);
      for (b = 0; b < k.problem.batches; b++)
        for (h = 0; h < k.problem.q_heads; h++)
          compare_head (&k.problem, b, h, text);
      kernel_drawn_clear (&k);
      drawn_kernel_clear (&drawn);
    }
}
END_TEST

/* ---- the first divergence, by hand ---- */

/* q = k = (0), (0); v = 2, 4: scores 0, weights 1/2, outputs 3.  */
struct plain
{
  float q[2], v[2], scores[4], weights[4], output[2];
  struct assay_tensor tensor[5];
  struct assay_problem problem;
  struct assay_stages stages;
};

static void
see (struct assay_view *view, struct assay_tensor *tensor, size_t columns,
     const float *data)
{
  const size_t size[] = { 1, 1, 2, columns };
  struct assay_ctx ctx;

  assay_ctx_init (&ctx);
  assay_tensor_wrap (tensor, "plain", ASSAY_DTYPE_F32, 4, size, data);
  ck_assert_int_eq (assay_view_axes (view, tensor, "bhsd", 0, &ctx, NULL),
                    ASSAY_OK);
}

static void
judge_plain (struct plain *p)
{
  static const enum assay_step step[] = { ASSAY_STEP_SCORES,
                                          ASSAY_STEP_WEIGHTS,
                                          ASSAY_STEP_OUTPUT };
  const float *data[] = { p->scores, p->weights, p->output };
  struct assay_ctx ctx;
  int n;

  assay_ctx_init (&ctx);
  assay_problem_init (&p->problem);
  see (&p->problem.q, &p->tensor[0], 1, p->q);
  p->problem.k = p->problem.q;
  see (&p->problem.v, &p->tensor[1], 1, p->v);
  ck_assert_int_eq (assay_problem_settle (&p->problem, &ctx), ASSAY_OK);
  memset (&p->stages, 0, sizeof p->stages);
  p->stages.problem = &p->problem;
  p->stages.max_ulp = 4.0;
  for (n = 0; n < 3; n++)
    {
      struct assay_stage_dump *dump = &p->stages.dump[step[n]];

      dump->has_dump = 1;
      dump->fmt = ASSAY_FMT_F32;
      see (&dump->view, &p->tensor[2 + n], n == 2 ? 1 : 2, data[n]);
    }
  ck_assert_int_eq (assay_stages_judge (&p->stages, &ctx), ASSAY_OK);
  assay_problem_clear (&p->problem);
  for (n = 0; n < 5; n++)
    assay_tensor_close (&p->tensor[n]);
}

static const struct plain right = {
  .v = { 2, 4 }, .weights = { .5f, .5f, .5f, .5f }, .output = { 3, 3 }
};

START_TEST (right_stages_do_not_diverge)
{
  struct plain p = right;

  judge_plain (&p);
  ck_assert_int_eq (p.stages.first, -1);
  ck_assert_int_eq (assay_stages_verdict (&p.stages), ASSAY_HOLDS);
  ck_assert_uint_eq (p.stages.dump[ASSAY_STEP_SCORES].inputs.tested, 4);
  ck_assert_int_eq (p.stages.dump[ASSAY_STEP_SCORES].has_previous, 0);
  ck_assert_int_eq (p.stages.dump[ASSAY_STEP_OUTPUT].previous,
                    ASSAY_STEP_WEIGHTS);
}
END_TEST

START_TEST (an_error_of_the_weights_is_new_there_and_inherited_after)
{
  struct plain p = right;

  p.weights[2] = 0.25f;
  p.weights[3] = 0.75f;
  p.output[1] = 3.5f;
  judge_plain (&p);
  ck_assert_int_eq (p.stages.first, ASSAY_STEP_WEIGHTS);
  ck_assert_uint_eq (p.stages.dump[ASSAY_STEP_WEIGHTS].inputs.wrong, 2);
  ck_assert_uint_eq (p.stages.dump[ASSAY_STEP_WEIGHTS].inputs.index[2], 1);
  ck_assert_uint_eq (p.stages.dump[ASSAY_STEP_WEIGHTS].from_previous.wrong,
                     2);
  ck_assert_uint_eq (p.stages.dump[ASSAY_STEP_OUTPUT].inputs.wrong, 1);
  ck_assert_uint_eq (p.stages.dump[ASSAY_STEP_OUTPUT].from_previous.wrong,
                     0);
  ck_assert_uint_eq (p.stages.dump[ASSAY_STEP_OUTPUT].from_previous.tested,
                     2);
  ck_assert_int_eq (assay_stages_verdict (&p.stages), ASSAY_FAILS);
}
END_TEST

START_TEST (a_nan_is_wrong_and_leads_to_nothing)
{
  struct plain p = right;

  p.scores[1] = NAN;
  judge_plain (&p);
  ck_assert_int_eq (p.stages.first, ASSAY_STEP_SCORES);
  ck_assert_uint_eq (p.stages.dump[ASSAY_STEP_SCORES].inputs.wrong, 1);
  ck_assert_uint_eq (p.stages.dump[ASSAY_STEP_WEIGHTS].from_previous.tested,
                     2);
}
END_TEST

START_TEST (an_error_within_the_limit_is_a_rounding)
{
  struct plain p = right;

  p.output[0] = 3.0f + 2 * 0x1p-22f;
  judge_plain (&p);
  ck_assert_int_eq (p.stages.first, -1);
  p.output[0] = 3.0f + 5 * 0x1p-22f;
  judge_plain (&p);
  ck_assert_int_eq (p.stages.first, ASSAY_STEP_OUTPUT);
}
END_TEST

static Suite *
stages_suite (void)
{
  Suite *suite = suite_create ("stages");
  TCase *tc = tcase_create ("all");

  tcase_set_timeout (tc, 600);
  tcase_add_unchecked_fixture (tc, assay_real_init, assay_real_finish);
  tcase_add_test (tc, intervals_hold_what_the_exact_engine_encloses);
  tcase_add_test (tc, right_stages_do_not_diverge);
  tcase_add_test (tc,
                  an_error_of_the_weights_is_new_there_and_inherited_after);
  tcase_add_test (tc, a_nan_is_wrong_and_leads_to_nothing);
  tcase_add_test (tc, an_error_within_the_limit_is_a_rounding);
  suite_add_tcase (suite, tc);
  return suite;
}

int
main (void)
{
  return testing_run (stages_suite ());
}
