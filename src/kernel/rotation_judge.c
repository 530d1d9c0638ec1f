/* rotation_judge.c -- turned tensors, and tables of cosines and sines, against
   the true numbers */

#include "kernel/rotation_judge.h"

#include <math.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "exact/rat.h"
#include "kernel/rotation_row.h"
#include "real/encl.h"

/* Rows a thread takes at a time, at most, and blocks that there shall be for
   each thread.  */
enum { MOST_BLOCK = 64, BLOCKS_EACH = 8 };

/* What the threads share.  Rows have places: heads last, for they share a row
   of cosines.  */
struct work
{
  struct assay_rotation_judge *judge;
  const struct assay_ctx *limits;
  pthread_mutex_t lock;         /* of what follows, and of JUDGE's file */
  size_t next, block;
  size_t refused_at;            /* SIZE_MAX: nothing was refused */
  struct assay_error refusal;
};

/* One thread.  Expressions, tables and counts are its own.  */
struct worker
{
  struct work *work;
  struct assay_ctx ctx;
  struct assay_rotation rotation;
  struct assay_two_products contract;
  struct assay_rotation_judge judge;
  pthread_t thread;
};

enum assay_status
assay_rotation_judge_init (struct assay_rotation_judge *judge,
                           const struct assay_rotation *rotation,
                           enum assay_rotation_what what, const char *name,
                           enum assay_fmt fmt, const struct assay_view *got,
                           struct assay_ctx *ctx)
{
  const struct assay_where where = { NULL, name, 0 };
  const size_t *shape = what == ASSAY_ROTATION_OUTPUT || got == NULL
                        ? rotation->x.shape : got->shape;

  memset (judge, 0, sizeof *judge);
  mpq_inits (judge->max_ulp, judge->atol, judge->rtol, NULL);
  judge->rotation = rotation;
  judge->what = what;
  judge->name = name;
  judge->fmt = fmt;
  memcpy (judge->shape, shape, sizeof judge->shape);
  judge->last_row = shape[ASSAY_VIEW_S];
  judge->jobs = 1;
  assay_measure_init (&judge->measure, fmt, shape);
  assay_measure_init (&judge->naive, fmt, shape);
  if (got == NULL)
    return ASSAY_OK;
  judge->has_got = 1;
  judge->got = *got;
  if (!assay_dtype_fmt (NULL, got->dtype))
    return assay_fail (ctx, ASSAY_EVALUE, &where, "a tensor of floats", "%s",
                       assay_dtype_name (got->dtype));
  if (what == ASSAY_ROTATION_OUTPUT)
    return assay_view_check_shape (got, shape, ctx, &where);
  if (shape[ASSAY_VIEW_H] != 1
      || (shape[ASSAY_VIEW_D] != rotation->layout.rotary_dim
          && shape[ASSAY_VIEW_D] != rotation->layout.rotary_dim / 2))
    return assay_fail (ctx, ASSAY_EVALUE, &where, "a column for each pair or "
                       "each component that is turned", "%zu columns for %zu "
                       "components", shape[ASSAY_VIEW_D],
                       rotation->layout.rotary_dim);
  return ASSAY_OK;
}

void
assay_rotation_judge_clear (struct assay_rotation_judge *judge)
{
  mpq_clears (judge->max_ulp, judge->atol, judge->rtol, NULL);
  assay_measure_clear (&judge->measure);
  assay_measure_clear (&judge->naive);
}

/* ---- a thread ---- */

/* FIRST <- the place of the next rows to do, and their count; 0 when all are
   done, refused or stopped.  */
static size_t
next_block (size_t *first, struct work *work)
{
  size_t count = 0;

  pthread_mutex_lock (&work->lock);
  *first = work->next;
  if (work->refused_at == SIZE_MAX
      && !(work->judge->stop && *work->judge->stop))
    count = work->judge->rows - work->next;
  if (count > work->block)
    count = work->block;
  work->next += count;
  pthread_mutex_unlock (&work->lock);
  return count;
}

static void
note_row (struct worker *worker, size_t place, enum assay_status status)
{
  struct work *work = worker->work;
  struct assay_rotation_judge *judge = work->judge;

  pthread_mutex_lock (&work->lock);
  judge->rows_done++;
  if (judge->progress)
    judge->progress (judge->rows_done, judge->rows, judge->progress_data);
  if (status != ASSAY_OK && place < work->refused_at)
    {
      work->refused_at = place;
      work->refusal = worker->ctx.error;
    }
  pthread_mutex_unlock (&work->lock);
}

/* All blocks that are left, by the results of JUDGE.  */
static void
do_blocks (struct worker *worker, struct assay_rotation_judge *judge)
{
  size_t heads = judge->shape[ASSAY_VIEW_H], first, count, place;
  size_t rows = judge->last_row - judge->first_row;
  enum assay_status status = ASSAY_OK;
  struct assay_rotation_row row;

  assay_rotation_row_init (&row, judge->shape[ASSAY_VIEW_D],
                           &worker->work->lock);
  while (status == ASSAY_OK
         && (count = next_block (&first, worker->work)) > 0)
    for (place = first; place < first + count && status == ASSAY_OK; place++)
      {
        if (judge->stop && *judge->stop)
          break;
        row.h = place % heads;
        row.s = judge->first_row + place / heads % rows;
        row.b = place / heads / rows;
        status = assay_rotation_row_do (judge, &row, &worker->ctx);
        note_row (worker, place, status);
      }
  assay_rotation_row_clear (&row);
}

static void *
run_worker (void *data)
{
  struct worker *worker = data;

  assay_real_begin_thread ();
  do_blocks (worker, &worker->judge);
  assay_real_end_thread ();
  assay_memory_end_thread ();
  return NULL;
}

/* WORKER <- what the judge of WORK has, and no results.  To be finished.  */
static void
worker_init (struct worker *worker, struct work *work)
{
  const struct assay_rotation_judge *all = work->judge;
  struct assay_rotation_judge *judge = &worker->judge;

  worker->work = work;
  worker->ctx = *work->limits;
  *judge = *all;
  assay_rotation_copy (&worker->rotation, all->rotation);
  judge->rotation = &worker->rotation;
  assay_measure_init (&judge->measure, judge->fmt, judge->shape);
  assay_measure_init (&judge->naive, judge->fmt, judge->shape);
  judge->open = judge->far = judge->far_open = judge->contract_equal = 0;
  if (all->contract == NULL)
    return;
  assay_two_products_copy (&worker->contract, all->contract);
  judge->contract = &worker->contract;
}

/* What WORKER, which has ended, counted is added to the judge's.  */
static void
worker_finish (struct worker *worker)
{
  struct assay_rotation_judge *sum = worker->work->judge;
  struct assay_rotation_judge *part = &worker->judge;

  assay_measure_merge (&sum->measure, &part->measure);
  assay_measure_merge (&sum->naive, &part->naive);
  sum->open += part->open;
  sum->far += part->far;
  sum->far_open += part->far_open;
  sum->contract_equal += part->contract_equal;
  assay_measure_clear (&part->measure);
  assay_measure_clear (&part->naive);
  if (part->contract)
    assay_two_products_clear (&worker->contract);
  assay_rotation_clear (&worker->rotation);
}

/* ---- all of them ---- */

/* This thread does its part by the judge's own results; OTHERS more, or as
   many as the system gives, help it.  */
static void
run_workers (struct work *work, size_t others)
{
  struct worker *worker = assay_calloc (others + 1, sizeof *worker);
  struct worker *own = &worker[others];
  size_t started = 0, n;

  /* Before any of them runs: expressions are copied.  */
  for (n = 0; n < others; n++)
    worker_init (&worker[n], work);
  while (started < others
         && pthread_create (&worker[started].thread, NULL, run_worker,
                            &worker[started]) == 0)
    started++;
  own->work = work;
  own->ctx = *work->limits;
  do_blocks (own, work->judge);
  for (n = 0; n < started; n++)
    pthread_join (worker[n].thread, NULL);
  for (n = 0; n < others; n++)
    worker_finish (&worker[n]);
  free (worker);
}

enum assay_status
assay_rotation_judge_run (struct assay_rotation_judge *judge,
                          struct assay_ctx *ctx)
{
  struct work work = { .judge = judge, .limits = ctx,
                       .refused_at = SIZE_MAX };
  size_t jobs = judge->jobs;

  judge->rows = judge->shape[ASSAY_VIEW_B] * judge->shape[ASSAY_VIEW_H]
                * (judge->last_row - judge->first_row);
  work.block = judge->rows / (BLOCKS_EACH * jobs) + 1;
  if (work.block > MOST_BLOCK)
    work.block = MOST_BLOCK;
  if (jobs > judge->rows / work.block + 1)
    jobs = judge->rows / work.block + 1;
  pthread_mutex_init (&work.lock, NULL);
  run_workers (&work, jobs - 1);
  pthread_mutex_destroy (&work.lock);
  if (work.refused_at == SIZE_MAX)
    return ASSAY_OK;
  ctx->error = work.refusal;
  return ctx->error.status;
}

/* NUMBER <- X, which stands for what is no real number, too.  */
static void
set_number (struct assay_number *number, double x)
{
  mpq_t value;

  memset (number, 0, sizeof *number);
  if (!isfinite (x))
    {
      number->exact = assay_strdup (isnan (x) ? "nan" : x > 0.0 ? "inf"
                                    : "-inf");
      return;
    }
  mpq_init (value);
  mpq_set_d (value, x);
  number->exact = assay_rat_text (value);
  mpq_clear (value);
}

/* The same for what IEEE 754 makes of SUM; left empty when that is open.  */
static enum assay_status
set_odd_number (struct assay_number *number,
                const struct assay_rotation_judge *judge,
                const struct assay_turned_sum *sum, struct assay_ctx *ctx)
{
  struct assay_turned turned;
  enum assay_status status;

  memset (number, 0, sizeof *number);
  assay_turned_init (&turned);
  status = assay_turned_ieee (&turned, judge->rotation, sum, ASSAY_FMT_F64,
                              ctx);
  if (status == ASSAY_OK && turned.settled == ASSAY_HOLDS)
    set_number (number, assay_dtype_double (turned.bits, ASSAY_DTYPE_F64));
  assay_turned_clear (&turned);
  return status;
}

enum assay_status
assay_rotation_judge_number (struct assay_number *number,
                             const struct assay_rotation_judge *judge,
                             const size_t *index, unsigned long digits,
                             struct assay_ctx *ctx)
{
  struct assay_rotation_row row = { .b = index[0], .h = index[1],
                                    .s = index[2] };
  enum assay_status status = ASSAY_OK;
  struct assay_turned_sum sum;

  row.x = assay_calloc (judge->shape[ASSAY_VIEW_D], sizeof *row.x);
  if (judge->what == ASSAY_ROTATION_OUTPUT)
    assay_view_row (row.x, &judge->rotation->x, row.b, row.h, row.s);
  if (!assay_rotation_row_sum (&sum, judge, &row, index[3]))
    set_number (number, row.x[index[3]]);
  else if (assay_turned_is_odd (&sum))
    status = set_odd_number (number, judge, &sum, ctx);
  else
    status = assay_turned_number (number, judge->rotation, &sum, digits, ctx);
  free (row.x);
  return status;
}
