/* kernel_judge.h -- the elements of dumped tensors against the true numbers

   Rows are judged in blocks by threads; what is counted does not depend on
   how many there are.  Memory: the decoded heads in use and a row a thread,
   never queries x keys.  */

#ifndef ASSAY_KERNEL_KERNEL_JUDGE_H
#define ASSAY_KERNEL_KERNEL_JUDGE_H

#include <signal.h>

#include "attention/number.h"
#include "attention/row.h"
#include "kernel/measure.h"
#include "kernel/problem.h"
#include "position/npy_out.h"

/* One tensor: judged where it has GOT, written where it has OUT.  Its rows
   are those of the queries; STAGE says what a row's elements are.  */
struct assay_target
{
  const char *name;             /* for reports, borrowed */
  enum assay_stage stage;
  enum assay_fmt fmt;           /* what the true number is rounded to */
  int has_got;
  struct assay_view got;
  struct assay_npy_out *out;    /* borrowed; null: not written */
  /* Element (b, h, i, c) is number b * out_stride[0] + ... of OUT.  */
  size_t out_stride[ASSAY_VIEW_AXES];
  size_t columns;               /* elements a row */

  /* Results.  */
  struct assay_measure measure;
  uint64_t open;                /* elements not settled at max_precision */
  uint64_t far, far_open;       /* beyond the tolerance; not decided */
  struct assay_measure naive;   /* of a plain evaluation, where asked */
};

struct assay_judge
{
  const struct assay_problem *problem;
  struct assay_target *target;
  size_t targets;
  /* Queries FIRST_ROW <= i < LAST_ROW of every head; of those SAMPLE rows
     drawn by SEED when SAMPLE is not 0.  */
  size_t first_row, last_row;
  size_t sample;
  uint64_t seed;
  /* Of several shards the rows of one, counted from 1; 0: all rows.  */
  size_t shard, shards;
  size_t jobs;
  int has_tolerance;
  mpq_t atol, rtol;
  /* Errors are to be told from this limit.  */
  int has_max_ulp;
  mpq_t max_ulp;
  int wants_naive;
  int slow;                     /* without the fast tiers */
  /* Looked at between rows: when it is not 0, no new row is begun.  */
  volatile sig_atomic_t *stop;
  /* Called now and then by one thread at a time; may be null.  */
  void (*progress) (size_t done, size_t all, void *data);
  void *progress_data;

  /* Results.  */
  size_t rows, rows_done;
};

/* All rows, one job, no tolerance.  */
void assay_judge_init (struct assay_judge *judge,
                       const struct assay_problem *problem);
/* The targets remain the caller's.  */
void assay_judge_clear (struct assay_judge *judge);

/* TARGET <- what is judged as STAGE, with GOT (null: nothing to judge), whose
   shape is checked: [batch, query head, query, column], columns being values,
   keys or one.  FMT is what the true number is rounded to; GOT may be wider
   as long as its values are of FMT.  */
enum assay_status assay_target_init (struct assay_target *target,
                                     const char *name, enum assay_stage stage,
                                     enum assay_fmt fmt,
                                     const struct assay_view *got,
                                     const struct assay_problem *problem,
                                     struct assay_ctx *ctx);

void assay_target_clear (struct assay_target *target);

/* Judge every row.  Refuses as assay_kernel_row_load does, and with
   ASSAY_EVALUE when an element of a wider GOT is no value of its FMT; of
   several refusals the first in the order of rows.  */
enum assay_status assay_judge_run (struct assay_judge *judge,
                                   struct assay_ctx *ctx);

/* NUMBER <- the true value at INDEX (batch, head, query, column): a fraction
   where it is one of at most a few digits, else DIGITS significant digits and
   an enclosure; "inf", "-inf" or "nan" as exact.  Left empty when it is open.
   To be cleared by assay_number_clear.  */
enum assay_status assay_judge_value (struct assay_number *number,
                                     const struct assay_problem *problem,
                                     enum assay_stage stage,
                                     const size_t *index,
                                     unsigned long digits,
                                     struct assay_ctx *ctx);

#endif
