/* stages.c -- dumps of several stages: where is the first wrong number? */

#include "kernel/stages.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "kernel/rounding.h"

/* What one batch and head has, and the row at hand.  */
struct work
{
  struct assay_stages *stages;
  struct assay_head head;
  /* By the inputs and as dumped: queries x width, keys x width.  */
  struct assay_masses q, k, dumped_q, dumped_k;
  struct assay_stage_row row;
  double *stored;               /* a row of a dump */
  mpfi_t error;
};

/* ---- one number ---- */

/* Count GOT, at INDEX, against the real in RIGHT.  */
static void
count_number (struct assay_tally *tally, const struct assay_stages *stages,
              const struct assay_stage_dump *dump, const size_t *index,
              double got, mpfi_srcptr right, double mass, mpfi_ptr error)
{
  double allowed = stages->max_ulp * assay_spacing (mass, dump->fmt);
  enum assay_verdict verdict = ASSAY_FAILS;
  int is_first;

  if (isfinite (got))
    {
      mpfi_sub_d (error, right, got);
      mpfi_abs (error, error);
      verdict = mpfr_cmp_d (&error->right, allowed) <= 0 ? ASSAY_HOLDS
                : mpfr_cmp_d (&error->left, allowed) > 0 ? ASSAY_FAILS
                : ASSAY_OPEN;
    }
  is_first = tally->wrong == 0
             && (verdict == ASSAY_FAILS
                 || (verdict == ASSAY_OPEN && tally->open == 0));
  tally->tested++;
  tally->wrong += verdict == ASSAY_FAILS;
  tally->open += verdict == ASSAY_OPEN;
  if (!is_first)
    return;
  memcpy (tally->index, index, sizeof tally->index);
  tally->got = got;
  tally->right = mpfi_get_d (right);
  tally->allowed = allowed;
}

/* Count GOT, at INDEX, where -infinity is right.  */
static void
count_blocked (struct assay_tally *tally, const size_t *index, double got)
{
  tally->tested++;
  if (isinf (got) && got < 0.0)
    return;
  if (tally->wrong++ > 0)
    return;
  memcpy (tally->index, index, sizeof tally->index);
  tally->got = got;
  tally->right = -INFINITY;
  tally->allowed = 0.0;
}

/* ---- turned queries and keys ---- */

/* Row S of MASSES <- what ROTATION makes of X, or X itself without one.  */
static enum assay_status
turn_row (struct assay_masses *masses, const struct assay_rotation *rotation,
          const double *x, size_t width, size_t b, size_t s,
          struct assay_turned *turned, struct assay_ctx *ctx)
{
  enum assay_status status = ASSAY_OK;
  struct assay_turned_sum sum;
  size_t c, pair, partner;

  for (c = 0; c < width && status == ASSAY_OK; c++)
    {
      size_t at = s * width + c;
      enum assay_turned_kind kind = ASSAY_TURNED_COPY;

      if (rotation)
        kind = assay_rotation_column (&pair, &partner, &rotation->layout, c);
      masses->mass[at] = fabs (x[c]);
      mpfi_set_d (masses->at[at], x[c]);
      if (kind == ASSAY_TURNED_COPY)
        continue;
      assay_rotation_sum (&sum, rotation, b, s, c, kind, pair, partner, x);
      status = assay_turned_settle (turned, rotation, &sum, ASSAY_FMT_F64,
                                    ctx);
      if (status == ASSAY_OK)
        status = assay_turned_enclose (turned, rotation, &sum, ctx,
                                       ASSAY_STAGE_BITS);
      if (status != ASSAY_OK)
        return status;
      if (turned->exact.known == ASSAY_KNOWN_RATIONAL)
        mpfi_set_q (masses->at[at], turned->exact.rational);
      else
        mpfi_interv_fr (masses->at[at], turned->exact.low,
                        turned->exact.high);
      masses->mass[at] = turned->mass;
    }
  return status;
}

/* Q of head H or K of the key head, turned; and what was dumped of it.  */
static enum assay_status
turn_head (struct work *work, int is_key, size_t h, struct assay_ctx *ctx)
{
  struct assay_stages *stages = work->stages;
  const struct assay_problem *problem = stages->problem;
  const struct assay_rotation *rotation = stages->rotation[is_key];
  struct assay_stage_dump *dump
    = &stages->dump[is_key ? ASSAY_STEP_ROPE_K : ASSAY_STEP_ROPE_Q];
  struct assay_masses *truth = is_key ? &work->k : &work->q;
  struct assay_masses *dumped = is_key ? &work->dumped_k : &work->dumped_q;
  size_t rows = is_key ? problem->keys : problem->queries, s, c;
  double *x = assay_calloc (problem->width, sizeof *x);
  enum assay_status status = ASSAY_OK;
  struct assay_turned turned;

  assay_turned_init (&turned);
  for (s = 0; s < rows && status == ASSAY_OK; s++)
    {
      if (is_key)
        memcpy (x, assay_head_key (&work->head, s, work->row.buffer),
                problem->width * sizeof *x);
      else
        assay_view_row (x, &problem->q, work->head.b, h, s);
      status = turn_row (truth, rotation, x, problem->width, work->head.b, s,
                         &turned, ctx);
      if (dump->has_dump)
        assay_view_row (x, &dump->view, work->head.b, h, s);
      for (c = 0; c < problem->width && status == ASSAY_OK; c++)
        {
          const size_t index[] = { work->head.b, h, s, c };
          size_t at = s * problem->width + c;

          if (dump->has_dump)
            {
              count_number (&dump->inputs, stages, dump, index, x[c],
                            truth->at[at], truth->mass[at], work->error);
              mpfi_set_d (dumped->at[at], isfinite (x[c]) ? x[c] : 0.0);
            }
          else
            mpfi_set (dumped->at[at], truth->at[at]);
        }
    }
  assay_turned_clear (&turned);
  free (x);
  return status;
}

/* ---- rows ---- */

/* Compare the dump of STEP with what ROW has.  */
static void
compare_step (struct work *work, struct assay_tally *tally,
              enum assay_step step)
{
  const struct assay_stages *stages = work->stages;
  const struct assay_stage_dump *dump = &stages->dump[step];
  const struct assay_stage_row *row = &work->row;
  const struct assay_masses *masses = &row->step[step];
  size_t c;

  if (row->legal_keys == 0 && step > ASSAY_STEP_BIASED)
    return;
  assay_view_row (work->stored, &dump->view, row->b, row->h, row->i);
  for (c = 0; c < masses->count; c++)
    {
      const size_t index[] = { row->b, row->h, row->i, c };

      if (step == ASSAY_STEP_BIASED && !row->legal[c])
        count_blocked (tally, index, work->stored[c]);
      else
        count_number (tally, stages, dump, index, work->stored[c],
                      masses->at[c], masses->mass[c], work->error);
    }
}

/* Whether one of the stages after FROM is judged by it.  */
static int
leads_on (const struct assay_stages *stages, enum assay_step from)
{
  int step;

  for (step = ASSAY_STEP_SCORES; step < ASSAY_STEPS; step++)
    if (stages->dump[step].has_previous && stages->dump[step].previous == from)
      return 1;
  return 0;
}

/* Judge the stages whose nearest dump before them is FROM.  */
static void
compare_from (struct work *work, enum assay_step from, size_t h, size_t i)
{
  struct assay_stages *stages = work->stages;
  const struct assay_problem *problem = stages->problem;
  struct assay_stage_row *row = &work->row;
  int step;

  if (from >= ASSAY_STEP_OUTPUT || !leads_on (stages, from))
    return;
  assay_stage_row_begin (row, &work->head, h, i);
  if (from <= ASSAY_STEP_ROPE_K)
    {
      assay_stage_row_dots (row, work->dumped_q.at + i * problem->width,
                            work->dumped_k.at);
      assay_stage_row_carry (row, ASSAY_STEP_SCORES);
    }
  else
    {
      assay_view_row (work->stored, &stages->dump[from].view, row->b, h, i);
      if (!assay_stage_row_set (row, from, work->stored))
        return;
      assay_stage_row_carry (row, from);
    }
  for (step = ASSAY_STEP_SCORES; step < ASSAY_STEPS; step++)
    if (stages->dump[step].has_previous && stages->dump[step].previous == from)
      compare_step (work, &stages->dump[step].from_previous,
                    (enum assay_step) step);
}

static void
judge_row (struct work *work, size_t h, size_t i)
{
  struct assay_stages *stages = work->stages;
  size_t width = stages->problem->width;
  int step, from;

  assay_stage_row_begin (&work->row, &work->head, h, i);
  stages->empty_rows += work->row.legal_keys == 0;
  assay_stage_row_dots (&work->row, work->q.at + i * width, work->k.at);
  assay_stage_row_carry (&work->row, ASSAY_STEP_SCORES);
  for (step = ASSAY_STEP_SCORES; step < ASSAY_STEPS; step++)
    if (stages->dump[step].has_dump)
      compare_step (work, &stages->dump[step].inputs, (enum assay_step) step);
  for (from = ASSAY_STEP_ROPE_K; from < ASSAY_STEP_OUTPUT; from++)
    compare_from (work, (enum assay_step) from, h, i);
}

static enum assay_status
judge_head (struct work *work, size_t b, size_t kv_head,
            struct assay_ctx *ctx)
{
  const struct assay_problem *problem = work->stages->problem;
  size_t group = problem->q_heads / problem->kv_heads, g, i;
  enum assay_status status;

  assay_head_init (&work->head, problem, b, kv_head, 0);
  status = turn_head (work, 1, kv_head, ctx);
  for (g = 0; g < group && status == ASSAY_OK; g++)
    {
      status = turn_head (work, 0, kv_head * group + g, ctx);
      for (i = 0; i < problem->queries && status == ASSAY_OK; i++)
        {
          judge_row (work, kv_head * group + g, i);
          status = assay_ctx_in_time (ctx, NULL);
        }
    }
  assay_head_clear (&work->head);
  return status;
}

/* ---- all of it ---- */

/* The nearest dumped stage before each; a turned query or key is called
   ASSAY_STEP_ROPE_K.  */
static void
find_previous (struct assay_stages *stages)
{
  int step, from;

  for (step = ASSAY_STEP_SCORES; step < ASSAY_STEPS; step++)
    {
      struct assay_stage_dump *dump = &stages->dump[step];

      from = step == ASSAY_STEP_LSE ? ASSAY_STEP_BIASED : step - 1;
      while (from >= ASSAY_STEP_SCORES && !stages->dump[from].has_dump)
        from--;
      if (from < ASSAY_STEP_SCORES)
        from = ASSAY_STEP_ROPE_K;
      dump->previous = (enum assay_step) from;
      dump->has_previous
        = dump->has_dump
          && (from > ASSAY_STEP_ROPE_K
              || stages->dump[ASSAY_STEP_ROPE_Q].has_dump
              || stages->dump[ASSAY_STEP_ROPE_K].has_dump);
    }
}

static enum assay_status
check_shapes (const struct assay_stages *stages, struct assay_ctx *ctx)
{
  const struct assay_problem *p = stages->problem;
  enum assay_status status = ASSAY_OK;
  int step;

  for (step = 0; step < ASSAY_STEPS && status == ASSAY_OK; step++)
    {
      const struct assay_stage_dump *dump = &stages->dump[step];
      const struct assay_where where
        = { NULL, assay_step_name ((enum assay_step) step), 0 };
      int is_key = step == ASSAY_STEP_ROPE_K;
      const size_t shape[] = { p->batches, is_key ? p->kv_heads : p->q_heads,
                               is_key ? p->keys : p->queries,
                               step < ASSAY_STEP_SCORES ? p->width
                               : step == ASSAY_STEP_OUTPUT ? p->values
                               : step == ASSAY_STEP_LSE ? 1 : p->keys };

      if (dump->has_dump)
        status = assay_view_check_shape (&dump->view, shape, ctx, &where);
    }
  return status;
}

enum assay_status
assay_stages_judge (struct assay_stages *stages, struct assay_ctx *ctx)
{
  const struct assay_problem *p = stages->problem;
  size_t longest = p->keys > p->values ? p->keys : p->values, b, h;
  enum assay_status status = check_shapes (stages, ctx);
  struct work work = { .stages = stages };
  int step;

  if (status != ASSAY_OK)
    return status;
  find_previous (stages);
  assay_masses_init (&work.q, p->queries * p->width);
  assay_masses_init (&work.dumped_q, p->queries * p->width);
  assay_masses_init (&work.k, p->keys * p->width);
  assay_masses_init (&work.dumped_k, p->keys * p->width);
  assay_stage_row_init (&work.row, p, stages->in_bits);
  work.stored = assay_calloc (longest, sizeof *work.stored);
  mpfi_init2 (work.error, ASSAY_STAGE_BITS);
  for (b = 0; b < p->batches; b++)
    for (h = 0; h < p->kv_heads && status == ASSAY_OK; h++)
      status = judge_head (&work, b, h, ctx);
  mpfi_clear (work.error);
  free (work.stored);
  assay_stage_row_clear (&work.row);
  assay_masses_clear (&work.q);
  assay_masses_clear (&work.dumped_q);
  assay_masses_clear (&work.k);
  assay_masses_clear (&work.dumped_k);
  stages->first = -1;
  for (step = ASSAY_STEPS - 1; step >= 0; step--)
    if (stages->dump[step].inputs.wrong > 0)
      stages->first = step;
  return status;
}

enum assay_verdict
assay_stages_verdict (const struct assay_stages *stages)
{
  int step;

  if (stages->first >= 0)
    return ASSAY_FAILS;
  for (step = 0; step < ASSAY_STEPS; step++)
    if (stages->dump[step].inputs.open > 0)
      return ASSAY_OPEN;
  return ASSAY_HOLDS;
}
