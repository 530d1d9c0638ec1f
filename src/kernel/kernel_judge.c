/* kernel_judge.c -- the elements of dumped tensors against the true numbers */

#include "kernel/kernel_judge.h"

#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "base/thread.h"
#include "kernel/judge_worker.h"
#include "real/encl.h"

/* Rows a thread takes at a time without the fast tiers.  */
enum { SLOW_BLOCK = 8 };

void
assay_judge_init (struct assay_judge *judge,
                  const struct assay_problem *problem)
{
  memset (judge, 0, sizeof *judge);
  judge->problem = problem;
  judge->last_row = problem->queries;
  judge->jobs = 1;
  mpq_inits (judge->atol, judge->rtol, judge->max_ulp, NULL);
}

void
assay_judge_clear (struct assay_judge *judge)
{
  mpq_clears (judge->atol, judge->rtol, judge->max_ulp, NULL);
}

static size_t
stage_columns (enum assay_stage stage, const struct assay_problem *problem)
{
  switch (stage)
    {
    case ASSAY_STAGE_OUTPUT:
    case ASSAY_STAGE_MASS:
      return problem->values;
    case ASSAY_STAGE_LSE:
    case ASSAY_STAGE_LSE2:
      return 1;
    default:
      return problem->keys;
    }
}

enum assay_status
assay_target_init (struct assay_target *target, const char *name,
                   enum assay_stage stage, enum assay_fmt fmt,
                   const struct assay_view *got,
                   const struct assay_problem *problem, struct assay_ctx *ctx)
{
  const struct assay_where where = { NULL, name, 0 };
  const size_t shape[] = { problem->batches, problem->q_heads,
                           problem->queries, stage_columns (stage, problem) };
  enum assay_status status;

  memset (target, 0, sizeof *target);
  target->name = name;
  target->stage = stage;
  target->fmt = fmt;
  target->columns = shape[3];
  assay_measure_init (&target->measure, fmt, shape);
  assay_measure_init (&target->naive, fmt, shape);
  if (got == NULL)
    return ASSAY_OK;
  target->has_got = 1;
  target->got = *got;
  status = assay_dtype_need_fmt (NULL, got->dtype, ctx, &where);
  return status != ASSAY_OK ? status
         : assay_view_check_shape (got, shape, ctx, &where);
}

void
assay_target_clear (struct assay_target *target)
{
  assay_measure_clear (&target->measure);
  assay_measure_clear (&target->naive);
}

/* FIRST <- the next rows to do, and their count; 0 when all are done, refused
   or stopped.  */
static size_t
next_block (size_t *first, struct assay_judge_work *work)
{
  size_t count = 0, all = 0, b, h, i, other_b, other_h;

  pthread_mutex_lock (&work->lock);
  *first = work->next;
  if (work->refused_at == SIZE_MAX
      && !(work->judge->stop && *work->judge->stop))
    all = work->sample.count - work->next;
  if (all > work->block)
    all = work->block;
  /* A block is of one head.  */
  for (; count < all; count++)
    {
      assay_sample_row (&other_b, &other_h, &i, &work->sample,
                        work->next + count);
      if (count == 0)
        {
          b = other_b;
          h = other_h;
        }
      else if (b != other_b || h != other_h)
        break;
    }
  work->next += count;
  pthread_mutex_unlock (&work->lock);
  return count;
}

static void
note_refusal (struct assay_judge_worker *worker, size_t place)
{
  struct assay_judge_work *work = worker->work;

  pthread_mutex_lock (&work->lock);
  if (place < work->refused_at)
    {
      work->refused_at = place;
      work->refusal = worker->ctx;
    }
  pthread_mutex_unlock (&work->lock);
}

static enum assay_status
do_row (struct assay_judge_worker *worker, const struct assay_head *head,
        size_t h, size_t i)
{
  struct assay_judge_work *work = worker->work;
  enum assay_status status;
  size_t t;

  status = assay_kernel_row_load (&worker->row, head, h, i, &worker->ctx);
  for (t = 0; t < work->judge->targets && status == ASSAY_OK; t++)
    status = assay_judge_row (worker, &worker->target[t]);
  return status;
}

/* COUNT rows from place FIRST on, all of one head; how many were done.  */
static size_t
do_block (struct assay_judge_worker *worker, size_t first, size_t count,
          enum assay_status *status)
{
  struct assay_judge_work *work = worker->work;
  const struct assay_problem *problem = work->judge->problem;
  size_t row[ASSAY_JUDGE_BLOCK], b, h, n;
  const struct assay_head *head;

  for (n = 0; n < count; n++)
    assay_sample_row (&b, &h, &row[n], &work->sample, first + n);
  head = assay_head_pool_take (&work->pool, b, h / (problem->q_heads
                                                    / problem->kv_heads));
  worker->is_fast = worker->has_fast && head->has_fast;
  if (worker->is_fast)
    assay_judge_fast_rows (&worker->fast, head, h, row, count);
  for (n = 0; n < count && *status == ASSAY_OK; n++)
    {
      worker->fast_row = n;
      *status = do_row (worker, head, h, row[n]);
      if (*status != ASSAY_OK)
        note_refusal (worker, first + n);
    }
  assay_head_pool_give (&work->pool, head);
  return n;
}

static void
note_done (struct assay_judge_work *work, size_t count)
{
  struct assay_judge *judge = work->judge;

  pthread_mutex_lock (&work->lock);
  judge->rows_done += count;
  if (judge->progress)
    judge->progress (judge->rows_done, judge->rows, judge->progress_data);
  pthread_mutex_unlock (&work->lock);
}

static void
worker_init (struct assay_judge_worker *worker, struct assay_judge_work *work)
{
  const struct assay_judge *judge = work->judge;
  size_t longest = 1, t;

  memset (worker, 0, sizeof *worker);
  worker->work = work;
  worker->ctx = *work->limits;
  assay_kernel_row_init (&worker->row, judge->problem);
  worker->target = assay_calloc (judge->targets, sizeof *worker->target);
  for (t = 0; t < judge->targets; t++)
    {
      struct assay_target *target = &worker->target[t];

      *target = judge->target[t];
      assay_measure_init (&target->measure, target->fmt,
                          judge->target[t].measure.shape);
      assay_measure_init (&target->naive, target->fmt,
                          judge->target[t].measure.shape);
      target->open = target->far = target->far_open = 0;
      if (target->columns > longest)
        longest = target->columns;
    }
  worker->patterns = assay_calloc (longest, sizeof *worker->patterns);
  worker->packed = assay_calloc (longest, sizeof *worker->patterns);
  worker->naive = assay_calloc (longest, sizeof *worker->naive);
  worker->has_fast = work->has_fast;
  if (worker->has_fast)
    assay_judge_fast_init (&worker->fast, judge->problem, work->fast_fmt,
                           work->fast_precise);
  mpfr_inits2 (64, worker->lo, worker->hi, (mpfr_ptr) 0);
  mpq_init (worker->point);
}

/* What WORKER counted is added to the judge's targets.  */
static void
worker_finish (struct assay_judge_worker *worker)
{
  struct assay_judge *judge = worker->work->judge;
  size_t t;

  pthread_mutex_lock (&worker->work->lock);
  for (t = 0; t < judge->targets; t++)
    {
      struct assay_target *sum = &judge->target[t];
      struct assay_target *part = &worker->target[t];

      assay_measure_merge (&sum->measure, &part->measure);
      sum->open += part->open;
      sum->far += part->far;
      sum->far_open += part->far_open;
      assay_measure_merge (&sum->naive, &part->naive);
      assay_measure_clear (&part->measure);
      assay_measure_clear (&part->naive);
    }
  pthread_mutex_unlock (&worker->work->lock);
  if (worker->has_fast)
    assay_judge_fast_clear (&worker->fast);
  assay_kernel_row_clear (&worker->row);
  free (worker->target);
  free (worker->patterns);
  free (worker->packed);
  free (worker->naive);
  mpfr_clears (worker->lo, worker->hi, (mpfr_ptr) 0);
  mpq_clear (worker->point);
}

static void *
run_worker (void *data)
{
  struct assay_judge_work *work = data;
  enum assay_status status = ASSAY_OK;
  struct assay_judge_worker worker;
  size_t first, count, n;

  assay_real_begin_thread ();
  worker_init (&worker, work);
  while (status == ASSAY_OK && (count = next_block (&first, work)) > 0)
    {
      n = do_block (&worker, first, count, &status);
      note_done (work, n);
    }
  worker_finish (&worker);
  assay_real_end_thread ();
  assay_memory_end_thread ();
  return NULL;
}

/* As many threads as the system gives, this one among them.  */
static void
run_workers (struct assay_judge_work *work, size_t jobs)
{
  pthread_t *thread = assay_calloc (jobs, sizeof *thread);
  size_t started = 0;

  while (started + 1 < jobs
         && assay_thread_begin (&thread[started], run_worker, work))
    started++;
  run_worker (work);
  while (started > 0)
    pthread_join (thread[--started], NULL);
  free (thread);
}

/* The fast tiers serve one format of outputs; without them blocks are small,
   so that threads have work to share.  */
static void
choose_fast (struct assay_judge_work *work)
{
  const struct assay_judge *judge = work->judge;
  size_t t;

  for (t = 0; t < judge->targets && !work->has_fast; t++)
    if (judge->target[t].stage == ASSAY_STAGE_OUTPUT && !judge->slow
        && assay_judge_fast_applies (judge->problem, judge->target[t].fmt))
      {
        work->has_fast = 1;
        work->fast_fmt = judge->target[t].fmt;
        /* The errors of short formats show in binary64.  */
        work->fast_precise = judge->target[t].has_got
                             && assay_fmt_shape (work->fast_fmt)->precision
                                > 12;
      }
  work->block = work->has_fast ? ASSAY_JUDGE_BLOCK : SLOW_BLOCK;
}

enum assay_status
assay_judge_run (struct assay_judge *judge, struct assay_ctx *ctx)
{
  const struct assay_problem *problem = judge->problem;
  struct assay_judge_work work = { .judge = judge, .limits = ctx,
                       .refused_at = SIZE_MAX };
  size_t jobs = judge->jobs;

  assay_sample_init (&work.sample, problem->batches, problem->q_heads,
                     judge->first_row, judge->last_row, judge->sample,
                     judge->seed);
  if (judge->shard > 0)
    assay_sample_keep (&work.sample, judge->shard, judge->shards,
                       ASSAY_JUDGE_BLOCK);
  judge->rows = work.sample.count;
  judge->rows_done = 0;
  choose_fast (&work);
  if (jobs > judge->rows / work.block + 1)
    jobs = judge->rows / work.block + 1;
  assay_head_pool_init (&work.pool, problem, jobs, work.has_fast);
  pthread_mutex_init (&work.lock, NULL);
  run_workers (&work, jobs);
  pthread_mutex_destroy (&work.lock);
  assay_head_pool_clear (&work.pool);
  assay_sample_clear (&work.sample);
  if (work.refused_at == SIZE_MAX)
    return ASSAY_OK;
  ctx->error = work.refusal.error;
  return ctx->error.status;
}
