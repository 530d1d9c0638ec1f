/* rotation_judge.c -- turned tensors, and tables of cosines and sines, against
   the true numbers */

#include "kernel/rotation_judge.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "exact/rat.h"
#include "kernel/rotation_row.h"
#include "kernel/row_queue.h"

/* What a thread has.  Rows have places in the order of their batches and
   sequences, heads last: they share a row of cosines.  */
struct worker
{
  struct assay_row_queue *queue;
  struct assay_rotation_judge *judge;   /* results of its own */
  struct assay_ctx ctx;
  /* Of the threads beside the first: expressions must not be shared.  */
  struct assay_rotation rotation;
  struct assay_two_products contract;
  struct assay_rotation_judge own;
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
  enum assay_status status;

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
  status = assay_dtype_need_fmt (NULL, got->dtype, ctx, &where);
  if (status != ASSAY_OK)
    return status;
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

/* ---- threads ---- */

/* Every row that is left.  */
static void
do_rows (void *data)
{
  struct worker *worker = data;
  struct assay_rotation_judge *judge = worker->judge;
  size_t heads = judge->shape[ASSAY_VIEW_H], first, count, place;
  size_t rows = judge->last_row - judge->first_row;
  enum assay_status status = ASSAY_OK;
  struct assay_rotation_row row;

  assay_rotation_row_init (&row, judge->shape[ASSAY_VIEW_D],
                           &worker->queue->lock);
  while (status == ASSAY_OK
         && (count = assay_row_queue_take (&first, worker->queue)) > 0)
    for (place = first; place < first + count && status == ASSAY_OK; place++)
      {
        if (assay_row_queue_is_stopped (worker->queue))
          break;
        row.h = place % heads;
        row.s = judge->first_row + place / heads % rows;
        row.b = place / heads / rows;
        status = assay_rotation_row_do (judge, &row, &worker->ctx);
        assay_row_queue_note (worker->queue, place, status, &worker->ctx);
      }
  assay_rotation_row_clear (&row);
}

/* WORKER, not the first one, <- what ALL has, and no results.  */
static void
worker_init (struct worker *worker, const struct assay_rotation_judge *all)
{
  struct assay_rotation_judge *judge = &worker->own;

  *judge = *all;
  worker->judge = judge;
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

/* What WORKER counted is added to SUM.  */
static void
worker_finish (struct worker *worker, struct assay_rotation_judge *sum)
{
  struct assay_rotation_judge *part = &worker->own;

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

enum assay_status
assay_rotation_judge_run (struct assay_rotation_judge *judge,
                          struct assay_ctx *ctx)
{
  struct assay_row_queue queue;
  enum assay_status status;
  struct worker *worker;
  void **each;
  size_t n;

  judge->rows = judge->shape[ASSAY_VIEW_B] * judge->shape[ASSAY_VIEW_H]
                * (judge->last_row - judge->first_row);
  assay_row_queue_init (&queue, judge->rows, judge->jobs);
  queue.stop = judge->stop;
  queue.progress = judge->progress;
  queue.progress_data = judge->progress_data;
  worker = assay_calloc (queue.jobs, sizeof *worker);
  each = assay_calloc (queue.jobs, sizeof *each);
  for (n = 0; n < queue.jobs; n++)
    {
      each[n] = &worker[n];
      worker[n].queue = &queue;
      worker[n].judge = judge;
      worker[n].ctx = *ctx;
      if (n > 0)
        worker_init (&worker[n], judge);
    }
  assay_threads_run (do_rows, each, queue.jobs);
  for (n = 1; n < queue.jobs; n++)
    worker_finish (&worker[n], judge);
  judge->rows_done = queue.rows_done;
  status = assay_row_queue_status (&queue, ctx);
  assay_row_queue_clear (&queue);
  free (each);
  free (worker);
  return status;
}

/* ---- one number ---- */

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
