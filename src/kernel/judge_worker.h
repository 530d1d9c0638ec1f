/* judge_worker.h -- what the threads of a judge share, and what each has */

#ifndef ASSAY_KERNEL_JUDGE_WORKER_H
#define ASSAY_KERNEL_JUDGE_WORKER_H

#include <pthread.h>

#include "kernel/head_pool.h"
#include "kernel/judge_fast.h"
#include "kernel/kernel_judge.h"
#include "kernel/kernel_row.h"
#include "kernel/sample.h"

/* What the threads have in common.  */
struct assay_judge_work
{
  struct assay_judge *judge;
  const struct assay_ctx *limits;
  struct assay_head_pool pool;
  struct assay_sample sample;
  pthread_mutex_t lock;
  size_t next;                  /* place of the next row in SAMPLE */
  size_t block;                 /* most rows a thread takes at a time */
  int has_fast, fast_precise;
  enum assay_fmt fast_fmt;
  /* The refusal of the lowest place so far.  */
  size_t refused_at;
  struct assay_ctx refusal;
};

/* What a thread has of its own.  */
struct assay_judge_worker
{
  struct assay_judge_work *work;
  struct assay_ctx ctx;
  struct assay_kernel_row row;
  struct assay_target *target;  /* own measures */
  uint64_t *patterns;           /* of a row, and as a file has them */
  unsigned char *packed;
  double *naive;                /* a plain evaluation of the row */
  /* Outputs of the block by the fast tiers, where they can be had, and the
     row's place among them.  */
  struct assay_judge_fast fast;
  int has_fast, is_fast;        /* for the problem; for this block */
  size_t fast_row;
  mpfr_t lo, hi;
  mpq_t point;
};

/* ELEMENT->exact <- a number between LO and HI, borrowed, or the one at which
   they meet, in POINT.  */
void assay_judge_know (struct assay_element *element, mpfr_srcptr lo,
                       mpfr_srcptr hi, mpq_ptr point);

/* Settle, judge and write the row that WORKER has loaded, of TARGET, which is
   WORKER's own.  */
enum assay_status assay_judge_row (struct assay_judge_worker *worker,
                                   struct assay_target *target);

#endif
