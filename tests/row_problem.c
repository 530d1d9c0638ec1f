/* row_problem.c -- rows of attention and their numbers by plain evaluation */

#include "row_problem.h"

#include "exact/rat.h"
#include "testing.h"

void
row_problem_read (mpq_ptr x, const char *text)
{
  struct assay_ctx ctx;

  assay_ctx_init (&ctx);
  ck_assert_msg (assay_rat_read_decimal (x, text, &ctx, NULL, "x")
                 == ASSAY_OK, "not a number: %s", text);
}

void
row_problem_init (struct row_problem *problem, size_t keys)
{
  size_t j;

  problem->keys = keys;
  for (j = 0; j < ROW_PROBLEM_KEYS; j++)
    {
      mpq_inits (problem->dot[j], problem->bias[j], problem->distance[j],
                 NULL);
      problem->blocked[j] = 0;
      problem->value[j] = 0;
    }
  mpq_inits (problem->sigma, problem->softcap, problem->slope, problem->sink,
             NULL);
  mpq_set_ui (problem->sigma, 1, 1);
  problem->width = 0;
  problem->slope_num = 0;
  problem->slope_den = 0;
  problem->has_sink = 0;
}

void
row_problem_clear (struct row_problem *problem)
{
  size_t j;

  for (j = 0; j < ROW_PROBLEM_KEYS; j++)
    mpq_clears (problem->dot[j], problem->bias[j], problem->distance[j],
                NULL);
  mpq_clears (problem->sigma, problem->softcap, problem->slope,
              problem->sink, NULL);
}

static void
rule_set (struct assay_score_rule *rule, const struct row_problem *problem)
{
  assay_score_rule_init (rule);
  if (problem->width > 0)
    assay_surd_set_inverse_sqrt (&rule->sigma, problem->width);
  else
    assay_surd_set_rational (&rule->sigma, problem->sigma);
  mpq_set (rule->softcap, problem->softcap);
  rule->has_slope = problem->slope_den > 0;
  if (rule->has_slope)
    {
      assay_surd_set_power_of_two (&rule->slope, problem->slope_num,
                                   problem->slope_den);
      assay_surd_mul_rational (&rule->slope, &rule->slope, problem->slope);
    }
}

size_t
row_problem_ready (struct assay_row *row, struct assay_dyadics *column,
                   const struct row_problem *problem)
{
  struct assay_score_rule rule;
  size_t j;

  rule_set (&rule, problem);
  assay_row_init (row, &rule, problem->keys);
  assay_score_rule_clear (&rule);
  assay_row_begin (row, problem->keys);
  for (j = 0; j < problem->keys; j++)
    {
      assay_row_set_key (row, j, problem->dot[j], problem->bias[j],
                         problem->distance[j]);
      if (problem->blocked[j])
        assay_row_block (row, j);
    }
  if (problem->has_sink)
    assay_row_set_sink (row, problem->sink);
  assay_dyadics_init (column, problem->value, problem->keys, 1);
  return assay_row_ready (row);
}

/* X <- u of key J.  */
static void
scaled_dot (mpfr_ptr x, const struct row_problem *problem, size_t j)
{
  mpfr_t root;

  mpfr_set_q (x, problem->dot[j], MPFR_RNDN);
  if (problem->width == 0)
    {
      mpfr_mul_q (x, x, problem->sigma, MPFR_RNDN);
      return;
    }
  mpfr_init2 (root, ROW_PROBLEM_TRUTH_BITS);
  mpfr_sqrt_ui (root, problem->width, MPFR_RNDN);
  mpfr_div (x, x, root, MPFR_RNDN);
  mpfr_clear (root);
}

static void
cap (mpfr_ptr x, const struct row_problem *problem)
{
  if (mpq_sgn (problem->softcap) == 0)
    return;
  mpfr_div_q (x, x, problem->softcap, MPFR_RNDN);
  mpfr_tanh (x, x, MPFR_RNDN);
  mpfr_mul_q (x, x, problem->softcap, MPFR_RNDN);
}

static void
add_bias (mpfr_ptr x, const struct row_problem *problem, size_t j)
{
  mpfr_t slope, exponent;

  mpfr_add_q (x, x, problem->bias[j], MPFR_RNDN);
  if (problem->slope_den == 0)
    return;
  mpfr_inits2 (ROW_PROBLEM_TRUTH_BITS, slope, exponent, (mpfr_ptr) 0);
  mpfr_set_si (exponent, problem->slope_num, MPFR_RNDN);
  mpfr_div_ui (exponent, exponent, problem->slope_den, MPFR_RNDN);
  mpfr_exp2 (slope, exponent, MPFR_RNDN);
  mpfr_mul_q (slope, slope, problem->slope, MPFR_RNDN);
  mpfr_mul_q (slope, slope, problem->distance[j], MPFR_RNDN);
  mpfr_add (x, x, slope, MPFR_RNDN);
  mpfr_clears (slope, exponent, (mpfr_ptr) 0);
}

/* X <- exp of the score of key J, the sink's behind the others.  */
static void
exponential (mpfr_ptr x, const struct row_problem *problem, size_t j)
{
  if (j == problem->keys)
    mpfr_set_q (x, problem->sink, MPFR_RNDN);
  else
    {
      scaled_dot (x, problem, j);
      cap (x, problem);
      add_bias (x, problem, j);
    }
  mpfr_exp (x, x, MPFR_RNDN);
}

static int
is_legal (const struct row_problem *problem, size_t j)
{
  return j == problem->keys ? problem->has_sink : !problem->blocked[j];
}

/* SUM <- sum of exp z, times v or |v| when WEIGHTED.  */
static void
sum_up (mpfr_ptr sum, const struct row_problem *problem, int weighted,
        int absolute)
{
  mpfr_t term;
  size_t j;

  mpfr_init2 (term, ROW_PROBLEM_TRUTH_BITS);
  mpfr_set_zero (sum, 1);
  for (j = 0; j <= problem->keys; j++)
    if (is_legal (problem, j) && !(weighted && j == problem->keys))
      {
        exponential (term, problem, j);
        if (weighted)
          mpfr_mul_d (term, term, problem->value[j], MPFR_RNDN);
        if (absolute)
          mpfr_abs (term, term, MPFR_RNDN);
        mpfr_add (sum, sum, term, MPFR_RNDN);
      }
  mpfr_clear (term);
}

static void
score_truth (mpfr_ptr value, const struct row_problem *problem,
             const struct assay_place *place)
{
  scaled_dot (value, problem, place->key);
  if (place->stage != ASSAY_STAGE_SCORES)
    cap (value, problem);
  if (place->stage == ASSAY_STAGE_BIASED)
    add_bias (value, problem, place->key);
  if (place->stage == ASSAY_STAGE_BIASED && problem->blocked[place->key])
    mpfr_set_inf (value, -1);
}

void
row_problem_truth (mpfr_ptr value, const struct row_problem *problem,
                   const struct assay_place *place)
{
  mpfr_t total;

  mpfr_set_prec (value, ROW_PROBLEM_TRUTH_BITS);
  if (place->stage <= ASSAY_STAGE_BIASED)
    {
      score_truth (value, problem, place);
      return;
    }
  mpfr_init2 (total, ROW_PROBLEM_TRUTH_BITS);
  sum_up (total, problem, 0, 0);
  if (place->stage == ASSAY_STAGE_LSE)
    mpfr_log (value, total, MPFR_RNDN);
  else if (place->stage == ASSAY_STAGE_LSE2)
    mpfr_log2 (value, total, MPFR_RNDN);
  else
    {
      if (place->stage != ASSAY_STAGE_WEIGHTS)
        sum_up (value, problem, 1, place->stage == ASSAY_STAGE_MASS);
      else if (is_legal (problem, place->key))
        exponential (value, problem, place->key);
      else
        mpfr_set_zero (value, 1);
      mpfr_div (value, value, total, MPFR_RNDN);
    }
  mpfr_clear (total);
}
