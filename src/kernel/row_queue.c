/* row_queue.c -- rows that threads take in blocks */

#include "kernel/row_queue.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "base/thread.h"
#include "real/encl.h"

/* Rows a thread takes at a time, at most, and blocks that there shall be for
   each thread.  */
enum { MOST_BLOCK = 64, BLOCKS_EACH = 8 };

void
assay_row_queue_init (struct assay_row_queue *queue, size_t rows, size_t jobs)
{
  memset (queue, 0, sizeof *queue);
  queue->rows = rows;
  queue->refused_at = SIZE_MAX;
  queue->block = rows / (BLOCKS_EACH * jobs) + 1;
  if (queue->block > MOST_BLOCK)
    queue->block = MOST_BLOCK;
  queue->jobs = rows / queue->block + 1;
  if (queue->jobs > jobs)
    queue->jobs = jobs;
  pthread_mutex_init (&queue->lock, NULL);
}

void
assay_row_queue_clear (struct assay_row_queue *queue)
{
  pthread_mutex_destroy (&queue->lock);
}

int
assay_row_queue_is_stopped (const struct assay_row_queue *queue)
{
  return queue->stop && *queue->stop;
}

size_t
assay_row_queue_take (size_t *first, struct assay_row_queue *queue)
{
  size_t count = 0;

  pthread_mutex_lock (&queue->lock);
  *first = queue->next;
  if (queue->refused_at == SIZE_MAX && !assay_row_queue_is_stopped (queue))
    count = queue->rows - queue->next;
  if (count > queue->block)
    count = queue->block;
  queue->next += count;
  pthread_mutex_unlock (&queue->lock);
  return count;
}

void
assay_row_queue_note (struct assay_row_queue *queue, size_t place,
                      enum assay_status status, const struct assay_ctx *ctx)
{
  pthread_mutex_lock (&queue->lock);
  queue->rows_done++;
  if (queue->progress)
    queue->progress (queue->rows_done, queue->rows, queue->progress_data);
  if (status != ASSAY_OK && place < queue->refused_at)
    {
      queue->refused_at = place;
      queue->refusal = ctx->error;
    }
  pthread_mutex_unlock (&queue->lock);
}

enum assay_status
assay_row_queue_status (const struct assay_row_queue *queue,
                        struct assay_ctx *ctx)
{
  if (queue->refused_at == SIZE_MAX)
    return ASSAY_OK;
  ctx->error = queue->refusal;
  return ctx->error.status;
}

/* ---- threads ---- */

struct thread
{
  pthread_t thread;
  void (*work) (void *);
  void *data;
};

static void *
run_thread (void *data)
{
  struct thread *thread = data;

  assay_real_begin_thread ();
  thread->work (thread->data);
  assay_real_end_thread ();
  assay_memory_end_thread ();
  return NULL;
}

void
assay_threads_run (void (*work) (void *), void *const *each, size_t count)
{
  struct thread *thread = assay_calloc (count, sizeof *thread);
  size_t started = 1, n;

  for (n = 1; n < count && started == n; n++)
    {
      thread[n].work = work;
      thread[n].data = each[n];
      started += assay_thread_begin (&thread[n].thread, run_thread,
                                     &thread[n]);
    }
  work (each[0]);
  for (n = 1; n < started; n++)
    pthread_join (thread[n].thread, NULL);
  free (thread);
}
