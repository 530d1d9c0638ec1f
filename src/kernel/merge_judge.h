/* merge_judge.h -- merged chunks of attention against a kernel's merge */

#ifndef ASSAY_KERNEL_MERGE_JUDGE_H
#define ASSAY_KERNEL_MERGE_JUDGE_H

#include "attention/number.h"
#include "kernel/criteria.h"
#include "kernel/merge.h"
#include "kernel/row_queue.h"
#include "kernel/view.h"

/* CHUNKS outputs (batch, head, row, column) and log-sum-exps (one column),
   and what they were merged to; each of the last two may be absent.  */
struct assay_merge_problem
{
  size_t chunks;
  int in_bits;
  struct assay_view *output, *lse;      /* borrowed */
  const struct assay_view *got, *got_lse;
};

/* ASSAY_EVALUE, with the shapes, when the tensors do not fit each other, are
   no floats, or hold NaN, infinite outputs or +inf.  */
enum assay_status assay_merge_check (const struct assay_merge_problem *p,
                                     struct assay_ctx *ctx);

/* Judge every element of GOT and GOT_LSE into OUTPUT and LSE, whose measures
   the caller has initialised for the shapes of these, null for what is not
   there.  With ATOL and RTOL their far elements are counted, too.  QUEUE is
   of the rows of all batches and heads; what is counted does not depend on
   its jobs.  ASSAY_ELIMIT as assay_merge_ready.  */
enum assay_status assay_merge_judge (struct assay_judged *output,
                                     struct assay_judged *lse,
                                     const struct assay_merge_problem *p,
                                     const struct assay_criteria *criteria,
                                     struct assay_row_queue *queue,
                                     struct assay_ctx *ctx);

/* NUMBER <- the output, or the log-sum-exp, at INDEX: a fraction where it is
   one of a few digits, else DIGITS certified digits, "-inf" as exact.  To be
   cleared by the caller.  */
enum assay_status assay_merge_judge_number (
  struct assay_number *number, int is_lse,
  const struct assay_merge_problem *p, const size_t *index,
  unsigned long digits, struct assay_ctx *ctx);

#endif
