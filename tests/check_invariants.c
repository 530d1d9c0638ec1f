/* check_invariants.c -- right dumps pass every check, and spoilt ones the
   others alone */

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "kernel/invariants.h"
#include "kernel/kernel_row.h"
#include "kernel_drawn.h"
#include "real/encl.h"
#include "real/formula.h"
#include "testing.h"

enum { EQUAL_ROWS, ONE_KEY, HULL, SUMS, BLOCKED };

static const struct drawn_kernel_shape shape = { 2, 2, 2, 5, 2, 5, 3, 3, 0 };

/* A problem and right dumps of it, in f32.  */
struct right
{
  struct drawn_kernel drawn;
  struct kernel_drawn k;
  char text[KERNEL_DRAWN_TEXT];
  float *output, *weights;
  struct assay_tensor tensor[2];
  struct assay_attention_dump dump;
};

/* OUT <- the numbers of STAGE in one row.  */
static void
settle_row (float *out, struct assay_kernel_row *row, enum assay_stage stage,
            size_t columns)
{
  struct assay_truth truth;
  struct assay_ctx ctx;
  size_t c;

  assay_ctx_init (&ctx);
  for (c = 0; c < columns; c++)
    {
      assay_kernel_row_settle (&truth, row, stage, c, ASSAY_FMT_F32, &ctx);
      ck_assert_int_eq (truth.settled, ASSAY_HOLDS);
      out[c] = testing_float ((uint32_t) truth.bits);
    }
}

static void
settle_all (struct right *r)
{
  const struct assay_problem *p = &r->k.problem;
  struct assay_kernel_row row;
  struct assay_head head;
  struct assay_ctx ctx;
  size_t b, h, i, n = 0;

  assay_ctx_init (&ctx);
  assay_kernel_row_init (&row, p);
  for (b = 0; b < p->batches; b++)
    for (h = 0; h < p->q_heads; h++)
      {
        assay_head_init (&head, p, b, h / (p->q_heads / p->kv_heads), 0);
        row.head = NULL;
        for (i = 0; i < p->queries; i++, n++)
          {
            assay_kernel_row_load (&row, &head, h, i, &ctx);
            settle_row (r->output + n * p->values, &row, ASSAY_STAGE_OUTPUT,
                        p->values);
            settle_row (r->weights + n * p->keys, &row, ASSAY_STAGE_WEIGHTS,
                        p->keys);
          }
        assay_head_clear (&head);
      }
  assay_kernel_row_clear (&row);
}

static void
see (struct assay_view *view, struct assay_tensor *tensor,
     const struct assay_problem *p, size_t columns, const float *data)
{
  const size_t size[] = { p->batches, p->q_heads, p->queries, columns };
  struct assay_ctx ctx;

  assay_ctx_init (&ctx);
  assay_tensor_wrap (tensor, "dump", ASSAY_DTYPE_F32, 4, size, data);
  ck_assert_int_eq (assay_view_axes (view, tensor, "bhsd", 0, &ctx, NULL),
                    ASSAY_OK);
}

static void
draw_right (struct right *r)
{
  const struct assay_problem *p = &r->k.problem;
  size_t rows;

  kernel_drawn_plain (&r->k, &r->drawn, r->text, &shape, "f32");
  rows = p->batches * p->q_heads * p->queries;
  r->output = calloc (rows * p->values + 1, sizeof (float));
  r->weights = calloc (rows * p->keys + 1, sizeof (float));
  ck_assert (r->output && r->weights);
  settle_all (r);
  memset (&r->dump, 0, sizeof r->dump);
  r->dump.problem = p;
  r->dump.has_got = r->dump.has_weights = 1;
  r->dump.arithmetic = ASSAY_FMT_F32;
  see (&r->dump.got, &r->tensor[0], p, p->values, r->output);
  see (&r->dump.weights, &r->tensor[1], p, p->keys, r->weights);
}

static void
clear_right (struct right *r)
{
  assay_tensor_close (&r->tensor[0]);
  assay_tensor_close (&r->tensor[1]);
  free (r->output);
  free (r->weights);
  kernel_drawn_clear (&r->k);
  drawn_kernel_clear (&r->drawn);
}

/* Counts of what is wrong, and of what was tested, by check.  */
static void
count_wrong (uint64_t wrong[5], uint64_t tested[5], const struct right *r)
{
  struct assay_invariant all[ASSAY_ATTENTION_INVARIANTS];
  struct assay_ctx ctx;
  int n;

  assay_ctx_init (&ctx);
  ck_assert_int_eq (assay_invariants_attention (all, &r->dump, &ctx),
                    ASSAY_OK);
  for (n = 0; n < ASSAY_ATTENTION_INVARIANTS; n++)
    {
      wrong[n] = all[n].wrong;
      tested[n] = all[n].tested;
      ck_assert_int_eq (all[n].why_not != NULL, all[n].tested == 0);
      assay_invariant_clear (&all[n]);
    }
}

START_TEST (right_dumps_pass_every_check)
{
  uint64_t wrong[5], tested[5], all[5] = { 0 };
  size_t count = testing_count (100), n;
  int c;

  for (n = 0; n < count; n++)
    {
      struct right r;

      draw_right (&r);
      count_wrong (wrong, tested, &r);
      for (c = 0; c < 5; c++)
        {
          ck_assert_msg (wrong[c] == 0, "check %d: %s", c, r.text);
          all[c] += tested[c];
        }
      clear_right (&r);
    }
  for (c = 0; c < 5; c++)
    ck_assert_msg (all[c] > 0 || count < 20, "check %d was never applied", c);
}
END_TEST

START_TEST (a_spoilt_weight_is_found)
{
  size_t count = testing_count (60), n, rows, at, j;
  uint64_t wrong[5], tested[5], spoilt = 0;
  unsigned char legal[16];
  double bias[16];

  for (n = 0; n < count; n++)
    {
      const struct assay_problem *p;
      struct right r;

      draw_right (&r);
      p = &r.k.problem;
      rows = p->batches * p->q_heads * p->queries;
      at = testing_below (rows);
      j = testing_below (p->keys);
      if (assay_problem_legal (legal, bias, p, at / p->queries / p->q_heads,
                               at / p->queries % p->q_heads, at % p->queries)
          > 0)
        {
          r.weights[at * p->keys + j] += 1.5f;
          count_wrong (wrong, tested, &r);
          /* A sum counts the legal keys, the other check the others.  */
          ck_assert_uint_eq (wrong[SUMS], legal[j] != 0);
          ck_assert_uint_eq (wrong[BLOCKED], legal[j] == 0);
          spoilt++;
        }
      clear_right (&r);
    }
  ck_assert (spoilt > 0 || count < 20);
}
END_TEST

START_TEST (an_output_beyond_the_values_is_found)
{
  size_t count = testing_count (60), n, at;
  uint64_t wrong[5], tested[5];

  for (n = 0; n < count; n++)
    {
      const struct assay_problem *p;
      struct right r;

      draw_right (&r);
      p = &r.k.problem;
      at = testing_below (p->batches * p->q_heads * p->queries * p->values);
      r.output[at] = testing_below (2) ? INFINITY : NAN;
      count_wrong (wrong, tested, &r);
      ck_assert (wrong[HULL] <= 1);
      ck_assert (wrong[HULL] == 1 || tested[HULL] < p->batches * p->q_heads
                                                    * p->queries * p->values);
      ck_assert (wrong[ONE_KEY] <= wrong[HULL]);
      ck_assert_uint_eq (wrong[SUMS] + wrong[BLOCKED], 0);
      clear_right (&r);
    }
}
END_TEST

/* Three keys of equal scores and the value 2^-20, in f16: each product is 5
   1/3 of the least number, and rounds to 5.  16 of it would be exact, 7 of it
   is the bound of Lemma B103, and a little more.  */
START_TEST (a_sum_of_subnormal_products_is_in_the_hull)
{
  static const uint16_t q[] = { 0 }, k[3] = { 0 }, v[] = { 16, 16, 16 };
  static const size_t one[] = { 1, 1, 1, 1 }, three[] = { 1, 1, 3, 1 };
  static const struct { uint16_t output; uint64_t wrong; } sums[] = {
    { 15, 0 }, { 9, 0 }, { 8, 1 }, { 23, 0 }, { 24, 1 }
  };
  struct assay_invariant all[ASSAY_ATTENTION_INVARIANTS];
  struct assay_tensor tensor[4];
  struct assay_attention_dump dump;
  struct assay_problem problem;
  struct assay_ctx ctx;
  int n;

  assay_ctx_init (&ctx);
  assay_problem_init (&problem);
  memset (&dump, 0, sizeof dump);
  dump.problem = &problem;
  dump.has_got = 1;
  dump.arithmetic = ASSAY_FMT_F16;
  assay_tensor_wrap (&tensor[0], "q", ASSAY_DTYPE_F16, 4, one, q);
  assay_tensor_wrap (&tensor[1], "k", ASSAY_DTYPE_F16, 4, three, k);
  assay_tensor_wrap (&tensor[2], "v", ASSAY_DTYPE_F16, 4, three, v);
  assay_tensor_wrap (&tensor[3], "o", ASSAY_DTYPE_F16, 4, one,
                     &sums[_i].output);
  assay_view_axes (&problem.q, &tensor[0], "bhsd", 0, &ctx, NULL);
  assay_view_axes (&problem.k, &tensor[1], "bhsd", 0, &ctx, NULL);
  assay_view_axes (&problem.v, &tensor[2], "bhsd", 0, &ctx, NULL);
  assay_view_axes (&dump.got, &tensor[3], "bhsd", 0, &ctx, NULL);
  ck_assert_int_eq (assay_problem_settle (&problem, &ctx), ASSAY_OK);
  ck_assert_int_eq (assay_invariants_attention (all, &dump, &ctx), ASSAY_OK);
  ck_assert_uint_eq (all[HULL].tested, 1);
  ck_assert_uint_eq (all[HULL].wrong, sums[_i].wrong);
  for (n = 0; n < ASSAY_ATTENTION_INVARIANTS; n++)
    assay_invariant_clear (&all[n]);
  for (n = 0; n < 4; n++)
    assay_tensor_close (&tensor[n]);
  assay_problem_clear (&problem);
}
END_TEST

/* 1024 turned by 11/14 and scaled by 2^-21 in f16: cosine and sine are 6 2^-24
   each, and the norm is 6 sqrt (2) / 8 of the right one.  */
START_TEST (a_magnitude_near_the_least_number_is_no_error)
{
  static const struct assay_layout one_pair = { ASSAY_PAIRING_ADJACENT, 2, 2,
                                                0 };
  static const uint16_t x[] = { 0x6400, 0 };
  static const size_t shape[] = { 1, 2 };
  /* 6 1024 2^-24 twice; 8 1024 2^-24 and as much.  */
  static const struct { uint16_t y[2]; uint64_t wrong; } dumps[] = {
    { { 0x0e00, 0x0e00 }, 0 }, { { 0x1000, 0x1000 }, 1 }
  };
  struct assay_invariant all[ASSAY_ROPE_INVARIANTS];
  struct assay_positions positions;
  struct assay_rotation rotation;
  struct assay_turned_dump dump;
  struct assay_tensor tensor[2];
  struct assay_expr *w, *magnitude;
  struct assay_view view;
  struct assay_ctx ctx;
  int n;

  assay_ctx_init (&ctx);
  memset (&dump, 0, sizeof dump);
  w = assay_formula_ratio (11, 14);
  magnitude = assay_formula_ratio (1, 1ul << 21);
  assay_tensor_wrap (&tensor[0], "x", ASSAY_DTYPE_F16, 2, shape, x);
  assay_tensor_wrap (&tensor[1], "y", ASSAY_DTYPE_F16, 2, shape,
                     dumps[_i].y);
  assay_view_axes (&view, &tensor[0], "sd", 0, &ctx, NULL);
  assay_view_axes (&dump.got, &tensor[1], "sd", 0, &ctx, NULL);
  ck_assert_int_eq (assay_positions_open (&positions, "1..1", "p", 1, 1, 1,
                                          &ctx), ASSAY_OK);
  ck_assert_int_eq (assay_rotation_by_angles (&rotation, &view, 0, &one_pair,
                                              &w, 1, magnitude, NULL,
                                              &positions, &ctx), ASSAY_OK);
  dump.rotation = &rotation;
  dump.magnitude = magnitude;
  dump.arithmetic = ASSAY_FMT_F16;
  ck_assert_int_eq (assay_invariants_rope (all, &dump, &ctx), ASSAY_OK);
  ck_assert_uint_eq (all[2].tested, 1);
  ck_assert_uint_eq (all[2].wrong, dumps[_i].wrong);
  for (n = 0; n < ASSAY_ROPE_INVARIANTS; n++)
    assay_invariant_clear (&all[n]);
  assay_rotation_clear (&rotation);
  assay_positions_close (&positions);
  for (n = 0; n < 2; n++)
    assay_tensor_close (&tensor[n]);
  assay_expr_unref (w);
  assay_expr_unref (magnitude);
}
END_TEST

static Suite *
invariants_suite (void)
{
  Suite *suite = suite_create ("invariants");
  TCase *tc = tcase_create ("all");

  tcase_set_timeout (tc, 600);
  tcase_add_unchecked_fixture (tc, assay_real_init, assay_real_finish);
  tcase_add_test (tc, right_dumps_pass_every_check);
  tcase_add_test (tc, a_spoilt_weight_is_found);
  tcase_add_test (tc, an_output_beyond_the_values_is_found);
  tcase_add_loop_test (tc, a_sum_of_subnormal_products_is_in_the_hull, 0, 5);
  tcase_add_loop_test (tc, a_magnitude_near_the_least_number_is_no_error, 0,
                       2);
  suite_add_tcase (suite, tc);
  return suite;
}

int
main (void)
{
  return testing_run (invariants_suite ());
}
