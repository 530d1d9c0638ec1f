/* check_naive.c -- the plain evaluation against the same loops in float */

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "kernel/naive.h"
#include "kernel_drawn.h"
#include "real/encl.h"
#include "testing.h"

enum { MOST = 64 };

/* ---- rounding ---- */

/* Random numbers of few bits, so that ties are met, from below the least to
   beyond the largest of the format.  */
START_TEST (doubles_are_rounded_as_rationals_are)
{
  enum assay_fmt fmt = (enum assay_fmt) _i;
  const struct assay_fmt_shape *format = assay_fmt_shape (fmt);
  size_t n;
  mpq_t x;

  testing_reseed ();
  mpq_init (x);
  for (n = 0; n < testing_count (2000); n++)
    {
      long few = testing_between (-(1l << (format->precision + 2)),
                                  1l << (format->precision + 2));
      int least = format->emin - 2 * (int) format->precision - 4;
      double value = ldexp ((double) few,
                            (int) testing_between (least, format->emax + 1));
      double rounded = assay_naive_round (value, fmt), expected;

      if (value == 0.0 || !isfinite (value))
        continue;
      mpq_set_d (x, value);
      expected = assay_dtype_double (assay_fmt_round (x, fmt),
                                     assay_dtype_of_fmt (fmt));
      ck_assert_msg (rounded == expected
                     || (isnan (rounded) && isnan (expected)),
                     "%a in %s: %a, expected %a", value, format->name,
                     rounded, expected);
    }
  mpq_clear (x);
}
END_TEST

START_TEST (what_is_no_number_stays_so)
{
  enum assay_fmt fmt = (enum assay_fmt) _i;

  ck_assert (isnan (assay_naive_round (NAN, fmt)));
  ck_assert_double_eq (assay_naive_round (INFINITY, fmt), INFINITY);
  ck_assert_double_eq (assay_naive_round (-INFINITY, fmt), -INFINITY);
  ck_assert (signbit (assay_naive_round (-0.0, fmt)));
  ck_assert (!signbit (assay_naive_round (0.0, fmt)));
}
END_TEST

/* ---- rows ---- */

/* What float makes of a row, stage by stage.  */
struct plain
{
  float scores[MOST], capped[MOST], biased[MOST], weights[MOST];
  float output[MOST], lse, lse2;
};

static float
float_of_surd (const struct assay_surd *surd)
{
  float result;
  mpfi_t value;

  mpfi_init2 (value, 200);
  assay_surd_enclose (value, surd);
  result = (float) mpfi_get_d (value);
  mpfi_clear (value);
  return result;
}

static void
plain_scores (struct plain *p, const struct assay_kernel_row *row)
{
  const struct assay_problem *problem = row->problem;
  float sigma = float_of_surd (&problem->sigma);
  float cap = (float) mpq_get_d (problem->softcap), z, product;
  size_t j, t;

  for (j = 0; j < problem->keys; j++)
    {
      const double *k = assay_head_key (row->head, j, row->buffer);

      z = 0.0f;
      for (t = 0; t < problem->width; t++)
        {
          product = (float) row->q[t] * (float) k[t];
          z = z + product;
        }
      z = z * sigma;
      p->scores[j] = z;
      if (cap != 0.0f)
        {
          z = z / cap;
          z = (float) tanh ((double) z);
          z = cap * z;
        }
      p->capped[j] = z;
      z = z + (float) row->bias[j];
      if (problem->slopes)
        {
          product = float_of_surd (&problem->slopes[row->h])
                    * (float) assay_problem_distance (problem, row->b, row->i,
                                                      j);
          z = z - product;
        }
      p->biased[j] = row->legal[j] ? z : -INFINITY;
    }
}

static float
float_exp (float x)
{
  return (float) exp ((double) x);
}

static void
plain_rest (struct plain *p, const struct assay_kernel_row *row)
{
  const struct assay_problem *problem = row->problem;
  float sink = problem->sinks ? (float) mpq_get_d (problem->sinks[row->h])
                              : -INFINITY;
  float max = sink, sum = 0.0f, product;
  size_t j, c;

  for (j = 0; j < problem->keys; j++)
    max = p->biased[j] > max ? p->biased[j] : max;
  for (j = 0; j < problem->keys; j++)
    {
      p->weights[j] = float_exp (p->biased[j] - max);
      sum = sum + p->weights[j];
    }
  if (problem->sinks)
    sum = sum + float_exp (sink - max);
  for (j = 0; j < problem->keys; j++)
    p->weights[j] = p->weights[j] / sum;
  for (c = 0; c < problem->values; c++)
    p->output[c] = 0.0f;
  for (j = 0; j < problem->keys; j++)
    {
      const double *v = assay_head_value (row->head, j, row->buffer);

      for (c = 0; c < problem->values; c++)
        {
          product = p->weights[j] * (float) v[c];
          p->output[c] = p->output[c] + product;
        }
    }
  p->lse = (float) log ((double) sum);
  p->lse = p->lse + max;
  p->lse2 = p->lse * (float) 1.4426950408889634;
}

static void
compare (const float *expected, size_t count,
         const struct assay_kernel_row *row, enum assay_stage stage,
         const char *text)
{
  double out[MOST];
  size_t n;

  for (n = 0; n < MOST; n++)
    out[n] = 12345.0;
  assay_naive_row (out, row, stage, ASSAY_FMT_F32);
  for (n = 0; n < count; n++)
    ck_assert_msg (out[n] == (double) expected[n]
                   || (isnan (out[n]) && isnan (expected[n])),
                   "stage %d, row %zu %zu %zu, %zu: %a, expected %a: %s",
                   (int) stage, row->b, row->h, row->i, n, out[n],
                   (double) expected[n], text);
  ck_assert_double_eq (out[count], 12345.0);
}

static void
compare_row (const struct assay_kernel_row *row, const char *text)
{
  size_t keys = row->problem->keys;
  struct plain p;

  plain_scores (&p, row);
  plain_rest (&p, row);
  compare (p.scores, keys, row, ASSAY_STAGE_SCORES, text);
  compare (p.capped, keys, row, ASSAY_STAGE_CAPPED, text);
  compare (p.biased, keys, row, ASSAY_STAGE_BIASED, text);
  compare (p.weights, keys, row, ASSAY_STAGE_WEIGHTS, text);
  compare (p.output, row->problem->values, row, ASSAY_STAGE_OUTPUT, text);
  compare (&p.lse, 1, row, ASSAY_STAGE_LSE, text);
  compare (&p.lse2, 1, row, ASSAY_STAGE_LSE2, text);
}

/* The ordinary rows of one drawn problem; their count.  */
static size_t
compare_problem (const struct assay_problem *problem, const char *text)
{
  size_t group = problem->q_heads / problem->kv_heads, rows = 0, b, h, i;
  struct assay_kernel_row row;
  struct assay_head head;
  struct assay_ctx ctx;

  assay_ctx_init (&ctx);
  assay_kernel_row_init (&row, problem);
  for (b = 0; b < problem->batches; b++)
    for (h = 0; h < problem->q_heads; h++)
      {
        assay_head_init (&head, problem, b, h / group, 0);
        row.head = NULL;
        for (i = 0; i < problem->queries; i++)
          {
            ck_assert_int_eq (assay_kernel_row_load (&row, &head, h, i, &ctx),
                              ASSAY_OK);
            if (row.kind != ASSAY_ROW_ORDINARY)
              continue;
            assay_kernel_row_enter (&row);
            compare_row (&row, text);
            rows++;
          }
        assay_head_clear (&head);
      }
  assay_kernel_row_clear (&row);
  return rows;
}

static const struct drawn_kernel_shape shape = { 2, 2, 2, 4, 3, 9, 6, 5, 1 };

START_TEST (a_row_in_f32_is_what_float_makes_of_it)
{
  size_t count = testing_count (400), rows = 0, i;

  testing_reseed ();
  for (i = 0; i < count; i++)
    {
      struct drawn_kernel drawn;
      struct kernel_drawn k;
      char text[KERNEL_DRAWN_TEXT];

      kernel_drawn_plain (&k, &drawn, text, &shape, "f32");
      rows += compare_problem (&k.problem, text);
      kernel_drawn_clear (&k);
      drawn_kernel_clear (&drawn);
    }
  ck_assert_uint_ge (rows, count);
}
END_TEST

/* Scores that overflow, capped and not: 2^200, -2^200 and, by a mask, NaN.  */
START_TEST (a_row_that_overflows_is_what_float_makes_of_it)
{
  static const struct drawn_format f32 = { "f32", 8, 23 };
  uint64_t q[] = { 0x71800000 }, v[] = { 0x3f800000, 0x40000000, 0x40400000 };
  uint64_t k[] = { 0x71800000, 0xf1800000, 0x0 };
  uint64_t mask[] = { 0, _i == 1 ? 0 : 0xff800000, 0 }, none[] = { 0 };
  const struct drawn_kernel drawn = {
    .format = &f32, .batches = 1, .query_heads = 1, .key_heads = 1,
    .queries = 1, .fresh = 3, .width = 1, .value_width = 1, .q = q, .k = k,
    .v = v, .past_k = none, .past_v = none, .scale_is_default = 1,
    .cap = { _i == 0 ? 0 : 3, 1 }, .mask_kind = DRAWN_ADDITIVE,
    .mask_shape = { 1, 1, 1, 3 }, .mask = mask, .left = -1, .right = -1
  };
  struct kernel_drawn ours;

  kernel_drawn (&ours, &drawn);
  ck_assert_uint_eq (compare_problem (&ours.problem, "overflow"), 1);
  kernel_drawn_clear (&ours);
}
END_TEST

static Suite *
naive_suite (void)
{
  Suite *suite = suite_create ("naive");
  TCase *tc = tcase_create ("all");

  tcase_add_unchecked_fixture (tc, assay_real_init, assay_real_finish);
  tcase_add_loop_test (tc, doubles_are_rounded_as_rationals_are, 0,
                       ASSAY_FMT_COUNT);
  tcase_add_loop_test (tc, what_is_no_number_stays_so, 0, ASSAY_FMT_COUNT);
  tcase_add_test (tc, a_row_in_f32_is_what_float_makes_of_it);
  tcase_add_loop_test (tc, a_row_that_overflows_is_what_float_makes_of_it, 0,
                       3);
  suite_add_tcase (suite, tc);
  return suite;
}

int
main (void)
{
  return testing_run (naive_suite ());
}
