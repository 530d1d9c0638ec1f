/* row_queue.h -- rows that threads take in blocks

   Rows have places from 0 on.  Whoever takes which, every row is done once;
   of several refusals the one of the first place counts.  */

#ifndef ASSAY_KERNEL_ROW_QUEUE_H
#define ASSAY_KERNEL_ROW_QUEUE_H

#include <pthread.h>
#include <signal.h>
#include <stddef.h>

#include "base/ctx.h"

struct assay_row_queue
{
  size_t rows;
  size_t jobs;                  /* as many threads have work */
  volatile sig_atomic_t *stop;  /* not 0: no new row is begun; may be null */
  /* Called after each row by one thread at a time; may be null.  */
  void (*progress) (size_t done, size_t all, void *data);
  void *progress_data;

  size_t rows_done;
  /* The rest is its own, but that a user may hold the lock for a while.  */
  pthread_mutex_t lock;
  size_t next, block;
  size_t refused_at;            /* SIZE_MAX: nothing was refused */
  struct assay_error refusal;
};

/* QUEUE <- ROWS rows for at most JOBS threads, no stop and no progress.  */
void assay_row_queue_init (struct assay_row_queue *queue, size_t rows,
                           size_t jobs);
void assay_row_queue_clear (struct assay_row_queue *queue);

/* FIRST <- the place of the rows to do next, and their count; 0 when all are
   taken, one was refused, or there is a stop.  */
size_t assay_row_queue_take (size_t *first, struct assay_row_queue *queue);

int assay_row_queue_is_stopped (const struct assay_row_queue *queue);

/* The row at PLACE is done, or refused with the error of CTX.  */
void assay_row_queue_note (struct assay_row_queue *queue, size_t place,
                           enum assay_status status,
                           const struct assay_ctx *ctx);

/* WORK (each[n]) for all n < COUNT, the first by this thread, the others by
   threads of their own, as many as the system gives: WORK empties a queue, so
   that it does not matter who does not come.  Returns when all have.  */
void assay_threads_run (void (*work) (void *), void *const *each,
                        size_t count);

/* ASSAY_OK, or the first refusal, recorded in CTX.  */
enum assay_status assay_row_queue_status (const struct assay_row_queue *queue,
                                          struct assay_ctx *ctx);

#endif
