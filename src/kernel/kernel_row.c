/* kernel_row.c -- one query of a problem */

#include "kernel/kernel_row.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "kernel/special.h"

static void
rule_of_head (struct assay_score_rule *rule,
              const struct assay_problem *problem, size_t h)
{
  assay_score_rule_init (rule);
  assay_surd_set (&rule->sigma, &problem->sigma);
  mpq_set (rule->softcap, problem->softcap);
  if (problem->slopes)
    {
      rule->has_slope = 1;
      assay_surd_set (&rule->slope, &problem->slopes[h]);
    }
}

void
assay_kernel_row_init (struct assay_kernel_row *row,
                       const struct assay_problem *problem)
{
  struct assay_score_rule rule;

  memset (row, 0, sizeof *row);
  row->problem = problem;
  row->legal = assay_calloc (problem->keys, sizeof *row->legal);
  row->bias = assay_calloc (problem->keys, sizeof *row->bias);
  row->odd_score = assay_calloc (problem->keys, sizeof *row->odd_score);
  row->q = assay_calloc (problem->width, sizeof *row->q);
  row->special = assay_calloc (problem->values, sizeof *row->special);
  row->buffer = assay_calloc (problem->width > problem->values
                              ? problem->width : problem->values,
                              sizeof *row->buffer);
  rule_of_head (&rule, problem, 0);
  assay_row_init (&row->row, &rule, problem->keys);
  assay_score_rule_clear (&rule);
}

static void
forget_column (struct assay_kernel_row *row)
{
  if (row->has_own_column)
    assay_dyadics_clear (&row->own_column);
  row->has_own_column = 0;
  row->column = NULL;
}

void
assay_kernel_row_clear (struct assay_kernel_row *row)
{
  forget_column (row);
  free (row->buffer);
  assay_row_clear (&row->row);
  free (row->legal);
  free (row->bias);
  free (row->odd_score);
  free (row->q);
  free (row->special);
}

/* q . k scaled as IEEE adds it up, given that some component is not finite:
   an infinity or NaN.  Products of finite numbers do not count.  */
static double
odd_score (const double *q, const double *k, size_t width, int sigma_sign)
{
  double sum = 0.0;
  size_t t;

  for (t = 0; t < width; t++)
    if (!isfinite (q[t]) || !isfinite (k[t]))
      sum += q[t] * k[t];
  return sum * sigma_sign;
}

static int
all_finite (const double *x, size_t n)
{
  size_t t;

  for (t = 0; t < n && isfinite (x[t]); t++)
    continue;
  return t == n;
}

/* Every key's odd score by IEEE's rules, before a cap.  */
static void
find_odd_scores (struct assay_kernel_row *row)
{
  const struct assay_head *head = row->head;
  int q_is_finite = all_finite (row->q, head->width);
  int sign = mpq_sgn (row->problem->sigma.factor);
  size_t j;

  row->has_specials = !q_is_finite || head->odd != 0;
  for (j = 0; j < head->keys; j++)
    row->odd_score[j] = q_is_finite && !head->odd_key[j] ? 0.0
                        : odd_score (row->q, assay_head_key (
                            head, j, row->buffer), head->width, sign);
}

/* What a weight of 0 or more makes of the values of a column that are no
   numbers; 0 when there are none.  */
static double
odd_column (struct assay_kernel_row *row, size_t c)
{
  const struct assay_head *head = row->head;
  double sum = 0.0;
  size_t j;

  for (j = 0; j < head->keys; j++)
    {
      double v = assay_head_value (head, j, row->buffer)[c];

      if (!isfinite (v))
        sum += row->row.legal[j] ? v : NAN;
    }
  return sum;
}

static enum assay_status
refuse_key (const struct assay_kernel_row *row, size_t j,
            struct assay_ctx *ctx)
{
  const struct assay_where where = { NULL, "k", 0 };

  return assay_fail (ctx, ASSAY_EVALUE, &where,
                     "finite keys and values where a query may see them",
                     "key %zu, which query %zu of head %zu in batch %zu "
                     "sees", j, row->i, row->h, row->b);
}

/* Enter key J; ASSAY_EVALUE when it is odd, seen, and that is refused.  The
   rationals are scratch.  */
static enum assay_status
enter_key (struct assay_kernel_row *row, const struct assay_dyadics *q,
           size_t j, mpq_t dot, mpq_t bias, mpq_t distance,
           struct assay_ctx *ctx)
{
  const struct assay_problem *problem = row->problem;
  double odd = row->odd_score[j];

  if (problem->nonfinite == ASSAY_NONFINITE_IGNORE_MASKED && row->legal[j]
      && (row->head->odd_key[j] || row->head->odd_value[j]))
    return refuse_key (row, j, ctx);
  assay_head_dot (dot, row->head, q, j, row->buffer);
  mpq_set_d (bias, row->bias[j]);
  if (problem->slopes)
    {
      mpq_set_ui (distance,
                  assay_problem_distance (problem, row->b, row->i, j), 1);
      mpq_neg (distance, distance);
    }
  if (odd != 0.0 && mpq_sgn (problem->softcap) != 0 && !isnan (odd))
    {
      mpq_set_ui (dot, 0, 1);
      if ((odd > 0.0) == (mpq_sgn (problem->softcap) > 0))
        mpq_add (bias, bias, problem->softcap);
      else
        mpq_sub (bias, bias, problem->softcap);
      odd = 0.0;
    }
  assay_row_set_key (&row->row, j, dot, bias, distance);
  if (!row->legal[j] || odd == -HUGE_VAL)
    assay_row_block (&row->row, j);
  if (problem->nonfinite == ASSAY_NONFINITE_IEEE
      && (isnan (odd) || odd == HUGE_VAL))
    row->kind = ASSAY_ROW_SPOILT;
  return ASSAY_OK;
}

static enum assay_status
enter_keys (struct assay_kernel_row *row, struct assay_ctx *ctx)
{
  enum assay_status status = ASSAY_OK;
  mpq_t dot, bias, distance;
  struct assay_dyadics q;
  size_t j;

  mpq_inits (dot, bias, distance, NULL);
  assay_dyadics_init (&q, row->q, row->head->width, 1);
  for (j = 0; j < row->head->keys && status == ASSAY_OK; j++)
    status = enter_key (row, &q, j, dot, bias, distance, ctx);
  assay_dyadics_clear (&q);
  mpq_clears (dot, bias, distance, NULL);
  return status;
}

static void
begin_head (struct assay_kernel_row *row, size_t h)
{
  struct assay_score_rule rule;

  if (row->problem->slopes)
    {
      rule_of_head (&rule, row->problem, h);
      assay_row_clear (&row->row);
      assay_row_init (&row->row, &rule, row->problem->keys);
      assay_score_rule_clear (&rule);
    }
  row->h = h;
}

/* ASSAY_EVALUE for an empty row where the problem has that as an error.  */
static enum assay_status
check_empty (const struct assay_kernel_row *row, struct assay_ctx *ctx)
{
  const struct assay_where where = { NULL, "mask", 0 };

  if (row->kind != ASSAY_ROW_EMPTY
      || row->problem->empty_row != ASSAY_EMPTY_ERROR)
    return ASSAY_OK;
  return assay_fail (ctx, ASSAY_EVALUE, &where, "a legal key in every row "
                     "(--empty-row=zero or nan allows none)",
                     "none for query %zu of head %zu in batch %zu", row->i,
                     row->h, row->b);
}

/* Once the keys are in: what kind of row it is.  */
static enum assay_status
find_kind (struct assay_kernel_row *row, struct assay_ctx *ctx)
{
  size_t c;

  if (row->problem->sinks)
    assay_row_set_sink (&row->row, row->problem->sinks[row->h]);
  if (assay_row_ready (&row->row) == 0 && row->kind != ASSAY_ROW_SPOILT)
    row->kind = row->legal_keys == 0 ? ASSAY_ROW_EMPTY : ASSAY_ROW_SPOILT;
  for (c = 0; c < row->problem->values; c++)
    row->special[c] = row->has_specials
                      && row->problem->nonfinite == ASSAY_NONFINITE_IEEE
                      ? odd_column (row, c) : 0.0;
  return check_empty (row, ctx);
}

static enum assay_status
enter (struct assay_kernel_row *row, struct assay_ctx *ctx)
{
  const struct assay_problem *problem = row->problem;
  enum assay_status status;
  size_t t;

  row->kind = ASSAY_ROW_ORDINARY;
  row->is_entered = 1;
  row->legal_keys = assay_problem_legal (row->legal, row->bias, problem,
                                         row->b, row->h, row->i);
  find_odd_scores (row);
  for (t = 0; t < problem->width; t++)
    if (!isfinite (row->q[t]))
      row->q[t] = 0.0;
  assay_row_begin (&row->row, problem->keys);
  status = enter_keys (row, ctx);
  if (status == ASSAY_OK)
    status = find_kind (row, ctx);
  return status;
}

void
assay_kernel_row_enter (struct assay_kernel_row *row)
{
  struct assay_ctx ctx;

  if (row->is_entered)
    return;
  /* What can be refused was when the row was loaded.  */
  assay_ctx_init (&ctx);
  enter (row, &ctx);
}

enum assay_status
assay_kernel_row_load (struct assay_kernel_row *row,
                       const struct assay_head *head, size_t h, size_t i,
                       struct assay_ctx *ctx)
{
  const struct assay_problem *problem = row->problem;
  size_t first, last, c;

  if (row->h != h || row->head == NULL)
    begin_head (row, h);
  if (row->head != head || row->b != head->b || row->kv_head != head->head)
    forget_column (row);
  row->head = head;
  row->kv_head = head->head;
  row->b = head->b;
  row->i = i;
  row->is_entered = 0;
  row->has_specials = 0;
  row->kind = ASSAY_ROW_ORDINARY;
  assay_view_row (row->q, &problem->q, row->b, h, i);
  if (head->odd > 0 || !all_finite (row->q, head->width))
    return enter (row, ctx);
  for (c = 0; c < problem->values; c++)
    row->special[c] = 0.0;
  assay_problem_range (&first, &last, problem, row->b, i);
  row->legal_keys = last - first;
  if (problem->has_mask)
    row->legal_keys = assay_problem_legal (row->legal, row->bias, problem,
                                           row->b, h, i);
  if (row->legal_keys == 0 && !problem->sinks)
    row->kind = ASSAY_ROW_EMPTY;
  return check_empty (row, ctx);
}

/* What the element is when it is no number; 0 when it is one.  */
static double
odd_value (struct assay_kernel_row *row, enum assay_stage stage, size_t at)
{
  int is_key = stage <= ASSAY_STAGE_BIASED;
  double odd = 0.0;

  if (is_key)
    {
      assay_kernel_row_enter (row);
      odd = row->odd_score[at];
    }
  if (row->problem->nonfinite != ASSAY_NONFINITE_IEEE)
    odd = 0.0;
  if (is_key)
    {
      if (stage != ASSAY_STAGE_SCORES && isinf (odd)
          && mpq_sgn (row->problem->softcap) != 0)
        odd = 0.0;
      if (stage == ASSAY_STAGE_BIASED && !row->legal[at])
        return odd == HUGE_VAL || isnan (odd) ? NAN : -HUGE_VAL;
      return odd;
    }
  if (row->kind == ASSAY_ROW_SPOILT)
    return NAN;
  if (row->kind == ASSAY_ROW_EMPTY
      && (stage == ASSAY_STAGE_LSE || stage == ASSAY_STAGE_LSE2))
    return -HUGE_VAL;
  if (row->kind == ASSAY_ROW_EMPTY
      && row->problem->empty_row == ASSAY_EMPTY_NAN)
    return NAN;
  return stage == ASSAY_STAGE_OUTPUT ? row->special[at] : 0.0;
}

static struct assay_place
place_of (struct assay_kernel_row *row, enum assay_stage stage, size_t at)
{
  struct assay_place place = { stage, at, NULL };

  assay_kernel_row_enter (row);
  if (stage != ASSAY_STAGE_OUTPUT && stage != ASSAY_STAGE_MASS)
    return place;
  if (row->column == NULL || row->column_at != at)
    {
      forget_column (row);
      row->column = assay_head_column (&row->own_column,
                                       &row->has_own_column, row->head, at);
      row->column_at = at;
    }
  place.column = row->column;
  return place;
}

/* VALUE <- the element where the row engine does not have it: a zero of an
   empty row, the cap that an infinite score reaches.  */
static int
is_known (mpq_ptr value, struct assay_kernel_row *row,
          enum assay_stage stage, size_t at)
{
  assay_kernel_row_enter (row);
  if (stage == ASSAY_STAGE_CAPPED && isinf (row->odd_score[at])
      && row->problem->nonfinite == ASSAY_NONFINITE_IEEE)
    {
      mpq_abs (value, row->problem->softcap);
      if (row->odd_score[at] < 0)
        mpq_neg (value, value);
      return 1;
    }
  if (stage <= ASSAY_STAGE_BIASED || row->kind != ASSAY_ROW_EMPTY)
    return 0;
  mpq_set_ui (value, 0, 1);
  return 1;
}

void
assay_kernel_row_settle (struct assay_truth *truth,
                         struct assay_kernel_row *row, enum assay_stage stage,
                         size_t at, enum assay_fmt fmt,
                         const struct assay_ctx *ctx)
{
  double odd = odd_value (row, stage, at);
  struct assay_place place;
  mpq_t value;

  truth->settled = ASSAY_HOLDS;
  truth->is_number = odd == 0.0;
  if (odd != 0.0)
    {
      truth->bits = assay_special_bits (odd, fmt);
      return;
    }
  place = place_of (row, stage, at);
  mpq_init (value);
  if (is_known (value, row, stage, at))
    truth->bits = assay_fmt_round (value, fmt);
  else
    truth->settled = assay_row_round (&truth->bits, &row->row, &place, fmt,
                                      ctx);
  mpq_clear (value);
}

enum assay_verdict
assay_kernel_row_rational (mpq_ptr value, struct assay_kernel_row *row,
                           enum assay_stage stage, size_t at)
{
  struct assay_place place = place_of (row, stage, at);

  if (is_known (value, row, stage, at))
    return ASSAY_HOLDS;
  return assay_row_rational (value, &row->row, &place);
}

enum assay_verdict
assay_kernel_row_enclose (mpfr_ptr lo, mpfr_ptr hi,
                          struct assay_kernel_row *row,
                          enum assay_stage stage, size_t at,
                          const struct assay_ctx *ctx, mpfr_prec_t bits)
{
  struct assay_place place = place_of (row, stage, at);
  enum assay_verdict verdict = ASSAY_HOLDS;
  mpq_t value;

  mpq_init (value);
  if (is_known (value, row, stage, at))
    {
      mpfr_set_prec (lo, bits);
      mpfr_set_prec (hi, bits);
      mpfr_set_q (lo, value, MPFR_RNDD);
      mpfr_set_q (hi, value, MPFR_RNDU);
    }
  else
    verdict = assay_row_enclose (lo, hi, &row->row, &place, ctx, bits);
  mpq_clear (value);
  return verdict;
}
