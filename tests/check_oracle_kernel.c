/* check_oracle_kernel.c -- the oracle's attention of tensors alone */

#include <math.h>
#include <oracle.h>
#include <string.h>

#include "oracle_testing.h"
#include "testing.h"

enum { MOST_DIGITS = 4000 };

/* ---- problems by hand ---- */

/* One batch, one key head, as many query heads, queries, keys and columns;
   width 1, scale 1, everything 0.  */
static void
plain (struct oracle_problem *p, size_t heads, size_t queries, size_t keys,
       size_t columns)
{
  memset (p, 0, sizeof *p);
  p->batches = p->key_heads = p->width = 1;
  p->query_heads = heads;
  p->queries = queries;
  p->fresh = keys;
  p->value_width = columns;
  oracle_problem_init (p);
}

/* Element c of row (0, head, query), rounded to f64.  */
static double
element (const struct oracle_problem *p, const struct oracle_mistake *mistake,
         enum oracle_stage stage, size_t head, size_t query, size_t c)
{
  struct oracle_place place = { 0, head, query };
  uint64_t bits[16];
  double x;

  ck_assert_uint_le (oracle_kernel_columns (p, stage), 16);
  ck_assert_uint_eq (oracle_kernel_row (bits, NULL, p, mistake, stage, &place,
                                        oracle_format_named ("f64"),
                                        MOST_DIGITS), 0);
  memcpy (&x, &bits[c], sizeof x);
  return x;
}

/* What is expected has so many decimal places as the public reports give.  */
#define ASSERT_NEAR(found, expected, places)                             \
  ck_assert_double_eq_tol (found, expected, 0.51 * pow (10, -(places)))

static double
output (const struct oracle_problem *p, enum oracle_mistake_kind kind,
        long number)
{
  struct oracle_mistake mistake = { kind, number, NULL };

  return element (p, &mistake, ORACLE_OUTPUT, 0, 0, 0);
}

/* ---- sinks and merges ---- */

START_TEST (a_sink_takes_its_share)
{
  struct oracle_problem p;

  plain (&p, 1, 1, 4, 1);
  testing_fractions (p.v, 4, "1 1 1 1");
  oracle_problem_add_sinks (&p);
  testing_fractions (p.sinks, 1, "1");
  ASSERT_NEAR (element (&p, NULL, ORACLE_OUTPUT, 0, 0, 0), 0.595390, 6);
  ASSERT_NEAR (element (&p, NULL, ORACLE_WEIGHTS, 0, 0, 3), 0.595390 / 4, 6);
  ASSERT_NEAR (element (&p, NULL, ORACLE_LSE, 0, 0, 0), log (4 + exp (1)),
               12);
  ck_assert_double_eq (output (&p, ORACLE_SINK_MISSING, 0), 1);
  ASSERT_NEAR (output (&p, ORACLE_SINK_EACH_SPLIT, 2), 0.423883, 6);
  ck_assert_double_eq (output (&p, ORACLE_SINK_NEXT_HEAD, 0),
                       element (&p, NULL, ORACLE_OUTPUT, 0, 0, 0));
  oracle_problem_clear (&p);
}
END_TEST

/* Scores 3 and 1: a sink of 0 added to sums of exp (z - 3) is e^3.  */
START_TEST (a_sink_that_is_not_shifted_grows_with_the_largest_score)
{
  struct oracle_problem p;
  double right = (exp (3) + exp (1)) / (1 + exp (3) + exp (1));
  double wrong = (exp (3) + exp (1)) / (exp (3) + exp (3) + exp (1));

  plain (&p, 1, 1, 2, 1);
  testing_fractions (p.q, 1, "1");
  testing_fractions (p.k, 2, "3 1");
  testing_fractions (p.v, 2, "1 1");
  oracle_problem_add_sinks (&p);
  ASSERT_NEAR (element (&p, NULL, ORACLE_OUTPUT, 0, 0, 0), right, 12);
  ASSERT_NEAR (output (&p, ORACLE_SINK_NOT_SHIFTED, 0), wrong, 12);
  oracle_problem_clear (&p);
}
END_TEST

START_TEST (log2_taken_for_log_shifts_a_merge)
{
  struct oracle_problem p;

  plain (&p, 1, 1, 6, 1);
  testing_fractions (p.q, 1, "1");
  testing_fractions (p.k, 6, "0 0 0 2 0 0");
  testing_fractions (p.v, 6, "0 0 0 1 9 9");
  oracle_problem_add_valid (&p);
  p.valid[0] = 4;
  ASSERT_NEAR (element (&p, NULL, ORACLE_OUTPUT, 0, 0, 0), 0.711235, 6);
  ASSERT_NEAR (output (&p, ORACLE_MERGE_LOG2, 3), 0.785907, 6);
  ck_assert_double_eq (output (&p, ORACLE_MERGE_PLAIN, 3), 0.5);
  oracle_problem_clear (&p);
}
END_TEST

/* Scores 0 and 2, the second one's value 0.  */
START_TEST (what_is_not_rescaled_weighs_as_it_did)
{
  static const struct
  {
    enum oracle_mistake_kind kind;
    double first_tile_first;
  } table[] = {
    { ORACLE_OUTPUT_NOT_RESCALED, 0.880797 },   /* 1 / (1 + e^-2) */
    { ORACLE_SUM_NOT_RESCALED, 0.067668 },      /* e^-2 / 2 */
    { ORACLE_NEITHER_RESCALED, 0.5 },
  };
  struct oracle_mistake mistake = { table[_i].kind, 1, NULL };
  struct oracle_problem p;

  plain (&p, 1, 1, 2, 1);
  testing_fractions (p.q, 1, "1");
  testing_fractions (p.k, 2, "0 2");
  testing_fractions (p.v, 2, "1 0");
  ASSERT_NEAR (output (&p, table[_i].kind, 1), table[_i].first_tile_first, 6);
  ASSERT_NEAR (output (&p, table[_i].kind, 2), 0.119203, 6);
  ASSERT_NEAR (output (&p, table[_i].kind, -1), 0.119203, 6);
  ASSERT_NEAR (element (&p, &mistake, ORACLE_LSE, 0, 0, 0),
               table[_i].kind == ORACLE_OUTPUT_NOT_RESCALED
               ? 2 + log1p (exp (-2)) : 2 + log (2), 12);
  oracle_problem_add_sinks (&p);
  testing_fractions (p.sinks, 1, "3");
  ck_assert_double_eq (output (&p, table[_i].kind, 1),
                       element (&p, NULL, ORACLE_OUTPUT, 0, 0, 0));
  oracle_problem_clear (&p);
}
END_TEST

/* Scores 0, 1 and 3: e^-1 rounds to 188/512 in bf16, e^-3 to 204/4096.  */
START_TEST (exponentials_are_rounded_below_the_largest_score_so_far)
{
  const struct { long tile; double power; } table[] = {
    { 0, 204 / 4096.0 }, { 3, 204 / 4096.0 }, { 2, 188 / 512.0 * exp (-2) },
    { 1, exp (-3) }, { -1, 204 / 4096.0 }, { -2, 204 / 4096.0 },
  };
  struct oracle_mistake mistake = { ORACLE_ROUND_POWERS, table[_i].tile,
                                    oracle_format_named ("bf16") };
  struct oracle_problem p;

  plain (&p, 1, 1, 3, 1);
  testing_fractions (p.q, 1, "1");
  testing_fractions (p.k, 3, "0 1 3");
  testing_fractions (p.v, 3, "1 0 0");
  ASSERT_NEAR (element (&p, &mistake, ORACLE_OUTPUT, 0, 0, 0),
               table[_i].power / (1 + exp (-2) + exp (-3)), 12);
  oracle_problem_clear (&p);
}
END_TEST

/* The keys' scores are 0 and -3, the sink's is 2.  */
START_TEST (exponentials_before_the_sink_are_rounded_without_it)
{
  struct oracle_mistake mistake = { ORACLE_ROUND_BEFORE_SINK, _i,
                                    oracle_format_named ("bf16") };
  struct oracle_problem p;

  plain (&p, 1, 1, 2, 1);
  testing_fractions (p.q, 1, "1");
  testing_fractions (p.k, 2, "0 -3");
  testing_fractions (p.v, 2, "0 1");
  oracle_problem_add_sinks (&p);
  testing_fractions (p.sinks, 1, "2");
  ASSERT_NEAR (element (&p, &mistake, ORACLE_OUTPUT, 0, 0, 0),
               204 / 4096.0 / (1 + exp (-3) + exp (2)), 12);
  oracle_problem_clear (&p);
}
END_TEST

/* ---- soft caps ---- */

START_TEST (a_cap_after_the_mask_leaks)
{
  static const struct { const char *cap; double leak; } table[] = {
    { "1", 0.268941 }, { "5", 6.6929e-3 }, { "50", 1.93e-22 },
  };
  struct oracle_problem p;

  plain (&p, 1, 1, 2, 1);
  testing_fractions (p.v, 2, "0 1");
  testing_fractions (&p.cap, 1, table[_i].cap);
  p.mask_shape[0] = p.mask_shape[1] = p.mask_shape[2] = 1;
  p.mask_shape[3] = 2;
  oracle_problem_add_mask (&p);
  p.blocked[1] = 1;
  ck_assert_double_eq (element (&p, NULL, ORACLE_OUTPUT, 0, 0, 0), 0);
  ck_assert_double_eq_tol (output (&p, ORACLE_CAP_AFTER_BIAS, 0),
                           table[_i].leak, 5e-4 * table[_i].leak * 10);
  ck_assert_double_eq (output (&p, ORACLE_MASK_IGNORED, 0), 0.5);
  ck_assert_double_eq (output (&p, ORACLE_MASK_INVERTED, 0), 1);
  oracle_problem_clear (&p);
}
END_TEST

START_TEST (a_cap_before_the_scale_is_another)
{
  struct oracle_mistake mistake = { ORACLE_CAP_BEFORE_SCALE, 0, NULL };
  struct oracle_problem p;

  plain (&p, 1, 1, 1, 1);
  testing_fractions (p.q, 1, "10");
  testing_fractions (p.k, 1, "10");
  testing_fractions (&p.factor, 1, "1/2");
  testing_fractions (&p.cap, 1, "30");
  ASSERT_NEAR (element (&p, NULL, ORACLE_CAPPED, 0, 0, 0), 27.93, 2);
  ASSERT_NEAR (element (&p, &mistake, ORACLE_CAPPED, 0, 0, 0), 14.96, 2);
  ck_assert_double_eq (element (&p, NULL, ORACLE_SCORES, 0, 0, 0), 50);
  oracle_problem_clear (&p);
}
END_TEST

/* Score 1 and bias 0, score 0 and bias 1: equal without a cap, and under one
   that stands over the sum, but not under one over the score.  */
START_TEST (a_cap_parts_scores_that_a_bias_had_joined)
{
  struct oracle_line line;

  oracle_line_init (&line, 2);
  mpz_set_ui (line.factor.num, 1);
  mpz_set_ui (line.cap.num, 1);
  mpz_set_ui (line.key[0].dot.num, 1);
  mpz_set_ui (line.key[1].bias.num, 1);
  line.capping = ORACLE_NO_CAP;
  ck_assert_int_eq (oracle_line_same (&line, 0, 1), 1);
  line.capping = ORACLE_CAP_ALL;
  ck_assert_int_eq (oracle_line_same (&line, 0, 1), 1);
  line.capping = ORACLE_CAP_SCORE;
  ck_assert_int_eq (oracle_line_same (&line, 0, 1), 0);
  line.capping = ORACLE_CAP_DOT;
  ck_assert_int_eq (oracle_line_same (&line, 0, 1), 0);
  oracle_line_clear (&line);
}
END_TEST

/* ---- who sees whom ---- */

START_TEST (causality_ends_at_either_corner)
{
  struct oracle_mistake top = { ORACLE_CAUSAL_TOP_LEFT, 0, NULL };
  struct oracle_mistake few = { ORACLE_CAUSAL_TOO_FEW, 0, NULL };
  struct oracle_mistake many = { ORACLE_CAUSAL_TOO_MANY, 0, NULL };
  struct oracle_problem p;

  plain (&p, 1, 2, 4, 1);
  testing_fractions (p.v, 4, "1 2 3 4");
  p.causal = 1;
  p.offset_kind = ORACLE_BOTTOM_RIGHT;
  ck_assert_double_eq (element (&p, NULL, ORACLE_OUTPUT, 0, 0, 0), 2);
  ck_assert_double_eq (element (&p, NULL, ORACLE_OUTPUT, 0, 1, 0), 2.5);
  ck_assert_double_eq (element (&p, &top, ORACLE_OUTPUT, 0, 0, 0), 1);
  ck_assert_double_eq (element (&p, &top, ORACLE_OUTPUT, 0, 1, 0), 1.5);
  ck_assert_double_eq (element (&p, &few, ORACLE_OUTPUT, 0, 1, 0), 2);
  ck_assert_double_eq (element (&p, &many, ORACLE_OUTPUT, 0, 0, 0), 2.5);
  ck_assert_double_eq (output (&p, ORACLE_CAUSAL_MISSING, 0), 2.5);
  oracle_problem_clear (&p);
}
END_TEST

/* Past 2, two queries: rows {0,1,2} and {0,1,2,3}; wrong {0} and {0,1}.  */
START_TEST (the_past_moves_the_diagonal)
{
  struct oracle_mistake top = { ORACLE_CAUSAL_TOP_LEFT, 0, NULL };
  struct oracle_problem p;
  size_t i, j;

  memset (&p, 0, sizeof p);
  p.batches = p.query_heads = p.key_heads = p.width = p.value_width = 1;
  p.queries = p.past = p.fresh = 2;
  oracle_problem_init (&p);
  testing_fractions (p.past_v, 2, "1 2");
  testing_fractions (p.v, 2, "3 4");
  p.causal = 1;
  p.offset_kind = ORACLE_ONNX_OFFSET;
  for (i = 0; i < 2; i++)
    for (j = 0; j < 4; j++)
      {
        double weight = element (&p, NULL, ORACLE_WEIGHTS, 0, i, j);
        double wrong = element (&p, &top, ORACLE_WEIGHTS, 0, i, j);

        ck_assert_double_eq (weight, j <= i + 2 ? 1. / (double) (i + 3) : 0);
        ck_assert_double_eq (wrong, j <= i ? 1. / (double) (i + 1) : 0);
      }
  ck_assert_double_eq (element (&p, NULL, ORACLE_OUTPUT, 0, 0, 0), 2);
  ck_assert_double_eq (output (&p, ORACLE_PAST_IGNORED, 0), 3);
  ck_assert_double_eq (output (&p, ORACLE_PAST_LAST, 0), 8. / 3);
  oracle_problem_clear (&p);
}
END_TEST

/* offset = valid - queries is negative: row 0 sees nothing.  */
START_TEST (an_empty_row_is_what_is_asked_for)
{
  struct oracle_problem p;

  plain (&p, 1, 2, 3, 1);
  testing_fractions (p.v, 3, "3 4 8");
  oracle_problem_add_valid (&p);
  p.valid[0] = 1;
  p.causal = 1;
  p.offset_kind = ORACLE_ONNX_OFFSET;
  ck_assert_double_eq (element (&p, NULL, ORACLE_OUTPUT, 0, 0, 0), 0);
  ck_assert_double_eq (element (&p, NULL, ORACLE_OUTPUT, 0, 1, 0), 3);
  ck_assert_double_infinite (element (&p, NULL, ORACLE_LSE, 0, 0, 0));
  ck_assert_double_infinite (element (&p, NULL, ORACLE_BIASED, 0, 0, 0));
  ck_assert_double_nan (output (&p, ORACLE_EMPTY_OTHERWISE, 0));
  ck_assert_double_eq (output (&p, ORACLE_MASK_FINITE, 0), 5);
  p.empty = ORACLE_EMPTY_NAN;
  ck_assert_double_nan (element (&p, NULL, ORACLE_OUTPUT, 0, 0, 0));
  ck_assert_double_nan (element (&p, NULL, ORACLE_WEIGHTS, 0, 0, 1));
  oracle_problem_clear (&p);
}
END_TEST

START_TEST (a_window_does_not_count_the_query)
{
  struct oracle_mistake less = { ORACLE_WINDOW_LEFT_LESS, 0, NULL };
  struct oracle_problem p;

  plain (&p, 1, 5, 5, 1);
  testing_fractions (p.v, 5, "1 2 4 8 16");
  p.left = 2;
  p.right = 0;
  ck_assert_double_eq (element (&p, NULL, ORACLE_OUTPUT, 0, 4, 0), 28. / 3);
  ck_assert_double_eq (element (&p, &less, ORACLE_OUTPUT, 0, 4, 0), 12);
  ck_assert_double_eq (output (&p, ORACLE_WINDOW_RIGHT_MORE, 0), 1.5);
  ck_assert_double_eq (output (&p, ORACLE_WINDOW_MISSING, 0), 31. / 5);
  oracle_problem_clear (&p);
}
END_TEST

/* ---- heads and axes ---- */

START_TEST (query_heads_read_key_heads_in_groups)
{
  struct oracle_mistake tiled = { ORACLE_HEADS_TILED, 0, NULL };
  struct oracle_problem p;
  size_t h;

  memset (&p, 0, sizeof p);
  p.batches = p.queries = p.fresh = p.width = p.value_width = 1;
  p.query_heads = 4;
  p.key_heads = 2;
  oracle_problem_init (&p);
  testing_fractions (p.v, 2, "5 7");
  for (h = 0; h < 4; h++)
    {
      ck_assert_double_eq (element (&p, NULL, ORACLE_OUTPUT, h, 0, 0),
                           h < 2 ? 5 : 7);
      ck_assert_double_eq (element (&p, &tiled, ORACLE_OUTPUT, h, 0, 0),
                           h % 2 == 0 ? 5 : 7);
    }
  oracle_problem_clear (&p);
}
END_TEST

/* Two heads, two positions: the buffer holds position 0 of both heads first,
   which the mistake takes for head 0.  */
START_TEST (swapped_axes_take_positions_for_heads)
{
  struct oracle_mistake mistake = { ORACLE_AXES_SWAPPED, 0, NULL };
  struct oracle_problem p;

  memset (&p, 0, sizeof p);
  p.batches = p.queries = p.width = p.value_width = 1;
  p.query_heads = p.key_heads = p.fresh = 2;
  oracle_problem_init (&p);
  testing_fractions (p.v, 4, "1 2 10 20");
  ck_assert_double_eq (element (&p, NULL, ORACLE_OUTPUT, 0, 0, 0), 1.5);
  ck_assert_double_eq (element (&p, &mistake, ORACLE_OUTPUT, 0, 0, 0), 5.5);
  ck_assert_double_eq (element (&p, &mistake, ORACLE_OUTPUT, 1, 0, 0), 11);
  oracle_problem_clear (&p);
}
END_TEST

START_TEST (a_softmax_over_the_queries_sums_columns)
{
  struct oracle_mistake mistake = { ORACLE_SOFTMAX_OVER_QUERIES, 0, NULL };
  struct oracle_problem p;
  double e = exp (1);

  plain (&p, 1, 2, 2, 1);
  testing_fractions (p.q, 2, "1 0");
  testing_fractions (p.k, 2, "1 0");
  testing_fractions (p.v, 2, "1 4");
  ASSERT_NEAR (element (&p, &mistake, ORACLE_WEIGHTS, 0, 0, 0), e / (e + 1),
               12);
  ck_assert_double_eq (element (&p, &mistake, ORACLE_WEIGHTS, 0, 1, 1), 0.5);
  ASSERT_NEAR (element (&p, &mistake, ORACLE_OUTPUT, 0, 0, 0),
               e / (e + 1) + 2, 12);
  oracle_problem_clear (&p);
}
END_TEST

/* ---- scales ---- */

START_TEST (the_scale_is_that_of_the_width)
{
  struct oracle_mistake other = { ORACLE_SCALE_OTHER_WIDTH, 512, NULL };
  struct oracle_mistake twice = { ORACLE_SCALE_TWICE, 0, NULL };
  struct oracle_mistake missing = { ORACLE_SCALE_MISSING, 0, NULL };
  struct oracle_problem p;

  memset (&p, 0, sizeof p);
  p.batches = p.query_heads = p.key_heads = p.queries = p.fresh = 1;
  p.width = 64;
  p.value_width = 1;
  oracle_problem_init (&p);
  testing_fractions (p.q, 1, "1");
  testing_fractions (p.k, 1, "1");
  ck_assert_double_eq (element (&p, NULL, ORACLE_SCORES, 0, 0, 0), 0.125);
  ASSERT_NEAR (element (&p, &other, ORACLE_SCORES, 0, 0, 0), 0.044194, 6);
  ck_assert_double_eq (element (&p, &twice, ORACLE_SCORES, 0, 0, 0), 1. / 64);
  ck_assert_double_eq (element (&p, &missing, ORACLE_SCORES, 0, 0, 0), 1);
  oracle_problem_clear (&p);
}
END_TEST

/* ---- linear biases ---- */

static double
standard_slope (size_t n, size_t h)
{
  struct oracle_slope slope;
  double value;

  oracle_fraction_init (&slope.factor);
  oracle_alibi_slope (&slope, n, h);
  value = mpz_get_d (slope.factor.num) / mpz_get_d (slope.factor.den)
          * exp2 ((double) slope.num / (double) slope.den);
  oracle_fraction_clear (&slope.factor);
  return value;
}

START_TEST (slopes_are_powers_of_two)
{
  /* For 12 heads: those of 8, then every other one of 16.  */
  ck_assert_double_eq (standard_slope (8, 0), 0.5);
  ck_assert_double_eq (standard_slope (8, 7), 1. / 256);
  ck_assert_double_eq (standard_slope (1, 0), 1. / 256);
  ck_assert_double_eq (standard_slope (12, 7), 1. / 256);
  ck_assert_double_eq (standard_slope (12, 8), exp2 (-0.5));
  ck_assert_double_eq (standard_slope (12, 11), exp2 (-3.5));
  ck_assert_double_eq (standard_slope (3, 2), 0.25);
}
END_TEST

/* Query 7, slope 1/2, key 0: -3.5.  */
START_TEST (a_slope_counts_the_distance)
{
  struct oracle_mistake negated = { ORACLE_SLOPES_NEGATED, 0, NULL };
  struct oracle_mistake zero = { ORACLE_SLOPES_FROM_ZERO, 0, NULL };
  struct oracle_problem p;

  plain (&p, 8, 1, 8, 1);
  oracle_problem_add_slopes (&p);
  for (size_t h = 0; h < 8; h++)
    oracle_alibi_slope (&p.slopes[h], 8, h);
  p.offset_kind = ORACLE_GIVEN_OFFSET;
  p.offset = 7;
  ck_assert_double_eq (element (&p, NULL, ORACLE_BIASED, 0, 0, 0), -3.5);
  ck_assert_double_eq (element (&p, NULL, ORACLE_BIASED, 0, 0, 7), 0);
  ck_assert_double_eq (element (&p, NULL, ORACLE_BIASED, 7, 0, 0), -7. / 256);
  ck_assert_double_eq (element (&p, &negated, ORACLE_BIASED, 0, 0, 0), 3.5);
  ck_assert_double_eq (element (&p, &zero, ORACLE_BIASED, 0, 0, 0), -7);
  ck_assert_double_eq (element (&p, &zero, ORACLE_BIASED, 1, 0, 0), -3.5);
  oracle_problem_clear (&p);
}
END_TEST

/* ---- exactness ---- */

/* A score of 3 sqrt 2 from the dot product, one of -3 2^(1/2) (-1) from the
   slope, are one; a group of value 1 and -1 then cancels, and log-sum-exp and
   weights are as of equal keys.  */
START_TEST (equal_scores_are_found_through_roots)
{
  struct oracle_problem p;

  plain (&p, 1, 1, 4, 1);
  p.radicand = 2;
  testing_fractions (p.q, 1, "1");
  testing_fractions (p.k, 4, "0 1 2 3");
  testing_fractions (p.v, 4, "1 2 -2 -1");
  oracle_problem_add_slopes (&p);
  testing_fractions (&p.slopes[0].factor, 1, "1");
  p.slopes[0].num = 1;
  p.slopes[0].den = 2;
  p.offset_kind = ORACLE_GIVEN_OFFSET;
  ck_assert_double_eq (element (&p, NULL, ORACLE_BIASED, 0, 0, 2), 0);
  ck_assert_double_eq (element (&p, NULL, ORACLE_OUTPUT, 0, 0, 0), 0);
  ck_assert_double_eq (element (&p, NULL, ORACLE_WEIGHTS, 0, 0, 1), 0.25);
  ck_assert_double_eq (element (&p, NULL, ORACLE_LSE2, 0, 0, 0), 2);
  oracle_problem_clear (&p);
}
END_TEST

/* Scores of +-10^6: a tie but for a weight of exp (-2 10^6), which no digits
   reach; then two equal scores of 2 10^8.  */
START_TEST (large_scores_are_no_trouble)
{
  struct oracle_problem p;
  struct oracle_place place = { 0, 0, 0 };
  uint64_t bits = 0;

  plain (&p, 1, 1, 2, 1);
  testing_fractions (p.q, 1, "1000000");
  testing_fractions (p.k, 2, "1 -1");
  testing_fractions (p.v, 2, "16777217/16777216 3");
  /* A tie that the second key breaks upwards.  */
  ck_assert_uint_eq (oracle_kernel_row (&bits, NULL, &p, NULL, ORACLE_OUTPUT,
                                        &place, oracle_format_named ("f32"),
                                        100), 0);
  ck_assert_uint_eq (bits, 0x3f800001);
  testing_fractions (p.v, 2, "16777217/16777216 1");
  ck_assert_uint_eq (oracle_kernel_row (&bits, NULL, &p, NULL, ORACLE_OUTPUT,
                                        &place, oracle_format_named ("f32"),
                                        100), 0);
  ck_assert_uint_eq (bits, 0x3f800000);
  testing_fractions (p.v, 2, "0 -1");
  ck_assert_uint_eq (oracle_kernel_row (&bits, NULL, &p, NULL, ORACLE_OUTPUT,
                                        &place, oracle_format_named ("f32"),
                                        100), 0);
  ck_assert_uint_eq (bits, 0x80000000);
  testing_fractions (p.k, 2, "200 200");
  testing_fractions (p.v, 2, "1 8388609/8388608");
  ck_assert_uint_eq (oracle_kernel_row (&bits, NULL, &p, NULL, ORACLE_OUTPUT,
                                        &place, oracle_format_named ("f32"),
                                        100), 0);
  ck_assert_uint_eq (bits, 0x3f800000);
  ck_assert_double_eq_tol (element (&p, NULL, ORACLE_LSE, 0, 0, 0),
                           200000000.6931471805, 1e-7);
  oracle_problem_clear (&p);
}
END_TEST

/* ---- precision ---- */

START_TEST (rounded_weights_are_those_of_the_format)
{
  const struct oracle_format *bf16 = oracle_format_named ("bf16");
  struct oracle_mistake weights = { ORACLE_ROUND_WEIGHTS, 0, bf16 };
  struct oracle_mistake steps = { ORACLE_SOFTMAX_ROUNDED, 0, bf16 };
  struct oracle_mistake no_max
    = { ORACLE_SOFTMAX_NO_MAX, 0, oracle_format_named ("f32") };
  struct oracle_mistake dot
    = { ORACLE_ROUND_DOT, 0, oracle_format_named ("f16") };
  struct oracle_problem p;

  plain (&p, 1, 1, 3, 1);
  testing_fractions (p.v, 3, "1 1 1");
  /* bf16 (1/3) = 171/512.  */
  ck_assert_double_eq (element (&p, &weights, ORACLE_OUTPUT, 0, 0, 0),
                       513. / 512);
  ck_assert_double_eq (element (&p, &steps, ORACLE_OUTPUT, 0, 0, 0),
                       513. / 512);
  testing_fractions (p.q, 1, "300");
  testing_fractions (p.k, 3, "300 1 1");
  ck_assert_double_eq (element (&p, NULL, ORACLE_OUTPUT, 0, 0, 0), 1);
  ck_assert_double_nan (element (&p, &no_max, ORACLE_OUTPUT, 0, 0, 0));
  ck_assert_double_nan (element (&p, &dot, ORACLE_OUTPUT, 0, 0, 0));
  oracle_problem_clear (&p);
}
END_TEST

static Suite *
kernel_suite (void)
{
  Suite *suite = suite_create ("oracle-kernel");
  TCase *tc = tcase_create ("all");

  tcase_add_test (tc, a_sink_takes_its_share);
  tcase_add_test (tc,
                  a_sink_that_is_not_shifted_grows_with_the_largest_score);
  tcase_add_test (tc, log2_taken_for_log_shifts_a_merge);
  tcase_add_loop_test (tc, what_is_not_rescaled_weighs_as_it_did, 0, 3);
  tcase_add_loop_test (tc,
                       exponentials_are_rounded_below_the_largest_score_so_far,
                       0, 6);
  tcase_add_loop_test (tc,
                       exponentials_before_the_sink_are_rounded_without_it, 0,
                       3);
  tcase_add_loop_test (tc, a_cap_after_the_mask_leaks, 0, 3);
  tcase_add_test (tc, a_cap_before_the_scale_is_another);
  tcase_add_test (tc, a_cap_parts_scores_that_a_bias_had_joined);
  tcase_add_test (tc, causality_ends_at_either_corner);
  tcase_add_test (tc, the_past_moves_the_diagonal);
  tcase_add_test (tc, an_empty_row_is_what_is_asked_for);
  tcase_add_test (tc, a_window_does_not_count_the_query);
  tcase_add_test (tc, query_heads_read_key_heads_in_groups);
  tcase_add_test (tc, swapped_axes_take_positions_for_heads);
  tcase_add_test (tc, a_softmax_over_the_queries_sums_columns);
  tcase_add_test (tc, the_scale_is_that_of_the_width);
  tcase_add_test (tc, slopes_are_powers_of_two);
  tcase_add_test (tc, a_slope_counts_the_distance);
  tcase_add_test (tc, equal_scores_are_found_through_roots);
  tcase_add_test (tc, large_scores_are_no_trouble);
  tcase_add_test (tc, rounded_weights_are_those_of_the_format);
  suite_add_tcase (suite, tc);
  return suite;
}

int
main (void)
{
  return testing_run (kernel_suite ());
}
