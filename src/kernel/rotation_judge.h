/* rotation_judge.h -- turned tensors, and tables of cosines and sines, against
   the true numbers

   Rows are judged in blocks by threads; what is counted does not depend on
   how many there are.  Memory: a row and a measure for each thread.  */

#ifndef ASSAY_KERNEL_ROTATION_JUDGE_H
#define ASSAY_KERNEL_ROTATION_JUDGE_H

#include <signal.h>

#include "kernel/measure.h"
#include "kernel/rotation_contract.h"
#include "position/npy_out.h"

/* What is judged.  */
enum assay_rotation_what
{
  ASSAY_ROTATION_OUTPUT,        /* x turned */
  ASSAY_ROTATION_COSINES,       /* tables of the angles alone */
  ASSAY_ROTATION_SINES
};

struct assay_rotation_judge
{
  const struct assay_rotation *rotation;
  enum assay_rotation_what what;
  const char *name;             /* in refusals, borrowed */
  enum assay_fmt fmt;           /* what the true number is rounded to */
  int has_got;
  struct assay_view got;
  struct assay_npy_out *out;    /* borrowed; null: not written */
  size_t out_stride[ASSAY_VIEW_AXES];   /* in elements */
  size_t first_row, last_row;   /* FIRST_ROW <= s < LAST_ROW of each head */
  struct assay_two_products *contract;  /* borrowed; null: none emulated */
  int follows_contract;         /* OUT has what it gives */
  int wants_naive;              /* NAIVE <- the error of what it gives */
  int has_max_ulp, has_tolerance;
  mpq_t max_ulp, atol, rtol;    /* errors are narrowed until they tell */
  size_t jobs;                  /* threads, at least 1 */
  volatile sig_atomic_t *stop;  /* not 0: no new row is begun; may be null */
  /* Called after each row by one thread at a time; may be null.  */
  void (*progress) (size_t done, size_t all, void *data);
  void *progress_data;

  /* Results.  */
  size_t shape[ASSAY_VIEW_AXES];
  size_t rows, rows_done;
  struct assay_measure measure, naive;
  uint64_t open, far, far_open, contract_equal;
};

/* JUDGE <- of WHAT, rounded to FMT, with GOT (null: nothing to judge), whose
   shape is checked: that of x, or for a table [batches, 1, positions, one
   column a pair or two].  ASSAY_EVALUE too when GOT is no tensor of floats.
   To be cleared, also after a refusal.  */
enum assay_status assay_rotation_judge_init
  (struct assay_rotation_judge *judge, const struct assay_rotation *rotation,
   enum assay_rotation_what what, const char *name, enum assay_fmt fmt,
   const struct assay_view *got, struct assay_ctx *ctx);
void assay_rotation_judge_clear (struct assay_rotation_judge *judge);

/* Judge and write every row.  What is written is correctly rounded, or what
   the contract gives; NaN where the rounding stays open.  Components that are
   not turned are as in x, rounded, with the sign of a zero.  */
enum assay_status assay_rotation_judge_run
  (struct assay_rotation_judge *judge, struct assay_ctx *ctx);

/* NUMBER <- the true value of element INDEX, with DIGITS certified digits
   where it is no fraction; "inf", "-inf" or "nan" as exact.  To be cleared by
   the caller.  */
enum assay_status assay_rotation_judge_number
  (struct assay_number *number, const struct assay_rotation_judge *judge,
   const size_t *index, unsigned long digits, struct assay_ctx *ctx);

#endif
