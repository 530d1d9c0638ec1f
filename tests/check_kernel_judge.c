/* check_kernel_judge.c -- dumps judged: the same counts by every way

   A dump with known errors is judged by the exact engine, by the fast tiers,
   with heads that are dropped, by one thread and by three.  */

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "kernel/judge_fast.h"
#include "kernel/kernel_judge.h"
#include "kernel/kernel_row.h"
#include "kernel_drawn.h"
#include "real/encl.h"
#include "testing.h"

/* What one way of judging counted.  */
struct count
{
  uint64_t elements, bit_equal, far, open;
  double low, high;
  size_t index[4];
};

static void
judge (struct count *count, struct assay_problem *problem,
       const struct assay_view *got, int slow, int drops, size_t jobs)
{
  struct assay_target target;
  struct assay_judge judge;
  struct assay_ctx ctx;

  assay_ctx_init (&ctx);
  problem->drops_heads = drops;
  assay_judge_init (&judge, problem);
  ck_assert_int_eq (assay_target_init (&target, "output",
                                       ASSAY_STAGE_OUTPUT, ASSAY_FMT_F32,
                                       got, problem, &ctx), ASSAY_OK);
  judge.target = &target;
  judge.targets = 1;
  judge.slow = slow;
  judge.jobs = jobs;
  judge.has_tolerance = 1;
  mpq_set_ui (judge.atol, 1, 1000000);
  ck_assert_int_eq (assay_judge_run (&judge, &ctx), ASSAY_OK);
  ck_assert_uint_eq (judge.rows_done, judge.rows);
  count->elements = target.measure.elements;
  count->bit_equal = target.measure.bit_equal;
  count->far = target.far;
  count->open = target.open + target.far_open + target.measure.open;
  count->low = target.measure.ulps.bounds.low;
  count->high = target.measure.ulps.bounds.high;
  memcpy (count->index, target.measure.ulps.index, sizeof count->index);
  assay_target_clear (&target);
  assay_judge_clear (&judge);
}

/* The right outputs, written where GOT is to be.  */
static void
write_right (float *out, const struct assay_problem *problem)
{
  struct assay_kernel_row row;
  struct assay_truth truth;
  struct assay_head head;
  size_t b, h, i, c, n = 0;
  struct assay_ctx ctx;

  assay_ctx_init (&ctx);
  assay_kernel_row_init (&row, problem);
  for (b = 0; b < problem->batches; b++)
    for (h = 0; h < problem->q_heads; h++)
      {
        assay_head_init (&head, problem, b, h / (problem->q_heads
                                                 / problem->kv_heads), 0);
        row.head = NULL;
        for (i = 0; i < problem->queries; i++)
          {
            assay_kernel_row_load (&row, &head, h, i, &ctx);
            for (c = 0; c < problem->values; c++)
              {
                assay_kernel_row_settle (&truth, &row, ASSAY_STAGE_OUTPUT, c,
                                         ASSAY_FMT_F32, &ctx);
                ck_assert_int_eq (truth.settled, ASSAY_HOLDS);
                out[n++] = testing_float ((uint32_t) truth.bits);
              }
          }
        assay_head_clear (&head);
      }
  assay_kernel_row_clear (&row);
}

/* COUNT of the elements, which are finite, moved to a neighbour.  */
static uint64_t
spoil (float *out, size_t n)
{
  uint64_t count = 0;
  size_t k;

  for (k = 0; k < n; k++)
    if (testing_below (4) == 0 && isfinite (out[k]))
      {
        out[k] = nextafterf (out[k], testing_below (2) ? INFINITY
                                                       : -INFINITY);
        count++;
      }
  return count;
}

static const struct drawn_kernel_shape shape = { 2, 2, 2, 9, 3, 9, 6, 5, 0 };

static void
compare_ways (struct kernel_drawn *k, const char *text)
{
  struct assay_problem *problem = &k->problem;
  const size_t size[] = { problem->batches, problem->q_heads,
                          problem->queries, problem->values };
  size_t n = size[0] * size[1] * size[2] * size[3];
  float *out = calloc (n + 1, sizeof *out);
  struct count first, count;
  struct assay_tensor tensor;
  struct assay_view got;
  struct assay_ctx ctx;
  uint64_t spoilt;
  int way;

  assay_ctx_init (&ctx);
  ck_assert_ptr_nonnull (out);
  write_right (out, problem);
  spoilt = spoil (out, n);
  assay_tensor_wrap (&tensor, "got", ASSAY_DTYPE_F32, 4, size, out);
  ck_assert_int_eq (assay_view_axes (&got, &tensor, "bhsd", 0, &ctx, NULL),
                    ASSAY_OK);
  judge (&first, problem, &got, 1, 0, 1);
  ck_assert_uint_eq (first.elements, n);
  ck_assert_msg (first.bit_equal + spoilt == n, "%s", text);
  ck_assert_msg (first.open == 0, "%s", text);
  for (way = 0; way < 8; way++)
    {
      judge (&count, problem, &got, way & 1, way >> 1 & 1, way & 4 ? 3 : 1);
      ck_assert_msg (count.elements == n
                     && count.bit_equal == first.bit_equal
                     && count.far == first.far && count.open == 0,
                     "way %d counts otherwise: %s", way, text);
      ck_assert_msg (count.low <= first.high && first.low <= count.high,
                     "way %d: %.17g..%.17g, not %.17g..%.17g: %s", way,
                     count.low, count.high, first.low, first.high, text);
    }
  assay_tensor_close (&tensor);
  free (out);
}

START_TEST (a_dump_is_counted_alike_by_every_way)
{
  size_t count = testing_count (60), i;

  for (i = 0; i < count; i++)
    {
      struct drawn_kernel drawn;
      struct kernel_drawn k;
      char text[KERNEL_DRAWN_TEXT];

      kernel_drawn_plain (&k, &drawn, text, &shape, "f32");
      compare_ways (&k, text);
      kernel_drawn_clear (&k);
      drawn_kernel_clear (&drawn);
    }
}
END_TEST

/* ---- blocks of rows by the fast tiers ---- */

/* ROW's elements, the exact engine's: the output lies within the radius, the
   mass is the sum of p |v| or unknown.  The radii are added up.  */
static void
compare_row (double *radii, const struct assay_judge_fast *fast, size_t r,
             struct assay_kernel_row *row, const char *text)
{
  size_t values = row->problem->values, c;
  struct assay_truth truth;
  struct assay_ctx ctx;
  mpfr_t lo, hi;

  assay_ctx_init (&ctx);
  mpfr_inits2 (200, lo, hi, (mpfr_ptr) 0);
  for (c = 0; c < values; c++)
    {
      size_t at = r * values + c;

      if (fast->out.open[at])
        continue;
      assay_kernel_row_settle (&truth, row, ASSAY_STAGE_OUTPUT, c,
                               ASSAY_FMT_F32, &ctx);
      ck_assert_msg (fast->out.bits[at] == truth.bits, "%s", text);
      assay_kernel_row_enclose (lo, hi, row, ASSAY_STAGE_OUTPUT, c, &ctx,
                                150);
      mpfr_sub_d (lo, lo, fast->out.hi[at], MPFR_RNDD);
      mpfr_sub_d (lo, lo, fast->out.lo[at], MPFR_RNDD);
      mpfr_sub_d (hi, hi, fast->out.hi[at], MPFR_RNDU);
      mpfr_sub_d (hi, hi, fast->out.lo[at], MPFR_RNDU);
      ck_assert_msg (mpfr_cmp_d (lo, fast->out.radius[at]) <= 0
                     && mpfr_cmp_d (hi, -fast->out.radius[at]) >= 0,
                     "beyond the radius %a: %s", fast->out.radius[at], text);
      assay_kernel_row_enclose (lo, hi, row, ASSAY_STAGE_MASS, c, &ctx, 100);
      ck_assert_msg (isinf (fast->out.mass[at])
                     || (mpfr_cmp_d (lo, fast->out.mass[at]) <= 0
                         && mpfr_cmp_d (hi, fast->out.mass[at]
                                            * (1 - 0x1p-40)) >= 0),
                     "not the mass, %a: %s", fast->out.mass[at], text);
      *radii += fast->out.radius[at];
    }
  mpfr_clears (lo, hi, (mpfr_ptr) 0);
}

/* Query head H of the first batch by FAST, the rows not in their order; how
   many elements stay OPEN.  */
static double
compare_block (size_t *open, struct assay_judge_fast *fast, size_t h,
               const char *text)
{
  const struct assay_problem *problem = fast->problem;
  size_t row_at[ASSAY_JUDGE_BLOCK], i;
  struct assay_kernel_row row;
  struct assay_head head;
  struct assay_ctx ctx;
  double radii = 0;

  assay_ctx_init (&ctx);
  assay_head_init (&head, problem, 0, h / (problem->q_heads
                                           / problem->kv_heads), 1);
  assay_kernel_row_init (&row, problem);
  for (i = 0; i < problem->queries; i++)
    row_at[i] = (i + 1) % problem->queries;
  assay_judge_fast_rows (fast, &head, h, row_at, problem->queries);
  for (i = 0; i < problem->queries; i++)
    {
      ck_assert_int_eq (assay_kernel_row_load (&row, &head, h, row_at[i],
                                               &ctx), ASSAY_OK);
      if (row.kind == ASSAY_ROW_ORDINARY)
        compare_row (&radii, fast, i, &row, text);
    }
  for (i = 0; i < problem->queries * problem->values; i++)
    *open += fast->out.open[i];
  assay_kernel_row_clear (&row);
  assay_head_clear (&head);
  return radii;
}

/* All heads one after the other, and the first once more.  */
static double
compare_heads (size_t *open, const struct assay_problem *problem,
               int is_precise, const char *text)
{
  struct assay_judge_fast fast;
  double radii = 0;
  size_t h;

  assay_judge_fast_init (&fast, problem, ASSAY_FMT_F32, is_precise);
  for (h = 0; h <= problem->q_heads; h++)
    radii += compare_block (open, &fast, h % problem->q_heads, text);
  assay_judge_fast_clear (&fast);
  return radii;
}

START_TEST (precise_blocks_know_more_of_the_same_patterns)
{
  size_t count = testing_count (100), i, open = 0, precise_open = 0;
  double radii = 0, precise_radii = 0;

  for (i = 0; i < count; i++)
    {
      struct drawn_kernel drawn;
      struct kernel_drawn k;
      char text[KERNEL_DRAWN_TEXT];

      kernel_drawn_plain (&k, &drawn, text, &shape, "f32");
      radii += compare_heads (&open, &k.problem, 0, text);
      precise_radii += compare_heads (&precise_open, &k.problem, 1, text);
      kernel_drawn_clear (&k);
      drawn_kernel_clear (&drawn);
    }
  ck_assert_uint_eq (open, precise_open);
  ck_assert (isfinite (precise_radii));
  ck_assert_double_gt (radii, 0);
  ck_assert_double_le (precise_radii, 0x1p-20 * radii);
}
END_TEST

/* Three queries of two components, of which component _i is no number in the
   last but one: the block stays open.  */
START_TEST (a_block_with_a_query_that_is_no_number_stays_open)
{
  static const struct drawn_format f32 = { "f32", 8, 23 };
  static const uint32_t odd[] = { 0x7f800000, 0x7fc00000 };
  uint64_t one[] = { 0x3f800000, 0x3f800000, 0x3f800000, 0x3f800000,
                     0x3f800000, 0x3f800000 };
  const struct drawn_kernel drawn = {
    .format = &f32, .batches = 1, .query_heads = 1, .key_heads = 1,
    .queries = 3, .fresh = 3, .width = 2, .value_width = 1, .q = one,
    .k = one, .v = one, .past_k = one, .past_v = one, .scale_is_default = 1,
    .cap = { 0, 1 }, .left = -1, .right = -1
  };
  const size_t rows[] = { 0, 1, 2 };
  struct assay_judge_fast fast;
  struct kernel_drawn k;
  struct assay_head head;
  int round, n;

  kernel_drawn (&k, &drawn);
  assay_head_init (&head, &k.problem, 0, 0, 1);
  assay_judge_fast_init (&fast, &k.problem, ASSAY_FMT_F32, 1);
  for (round = 0; round < 2; round++)
    {
      assay_judge_fast_rows (&fast, &head, 0, rows, 3);
      for (n = 0; n < 3; n++)
        ck_assert_int_eq (fast.out.open[n], round);
      memcpy (k.memory[0] + (2 + _i) * 4, &odd[_i], 4);
    }
  assay_judge_fast_clear (&fast);
  assay_head_clear (&head);
  kernel_drawn_clear (&k);
}
END_TEST

static Suite *
judge_suite (void)
{
  Suite *suite = suite_create ("kernel-judge");
  TCase *tc = tcase_create ("all");

  tcase_set_timeout (tc, 600);
  tcase_add_unchecked_fixture (tc, assay_real_init, assay_real_finish);
  tcase_add_test (tc, a_dump_is_counted_alike_by_every_way);
  tcase_add_test (tc, precise_blocks_know_more_of_the_same_patterns);
  tcase_add_loop_test (tc,
                       a_block_with_a_query_that_is_no_number_stays_open, 0,
                       2);
  suite_add_tcase (suite, tc);
  return suite;
}

int
main (void)
{
  return testing_run (judge_suite ());
}
