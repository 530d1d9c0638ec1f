/* kernel_run.h -- one judgement of assay kernel attention, from options to the
   report */

#ifndef ASSAY_CLI_KERNEL_RUN_H
#define ASSAY_CLI_KERNEL_RUN_H

#include "cli/kernel_options.h"
#include "kernel/attention_case.h"
#include "kernel/criteria.h"
#include "kernel/kernel_judge.h"

enum { ASSAY_RUN_TARGETS = 4 };

struct assay_kernel_run
{
  const struct assay_kernel_options *options;
  /* What is judged comes from a case or from the options.  */
  struct assay_attention_case attention_case;
  struct assay_problem own;
  struct assay_kernel_tensors tensors;
  struct assay_problem *problem;
  struct assay_tensor got[2];   /* of the options: --got and --lse */
  struct assay_judge judge;
  struct assay_target target[ASSAY_RUN_TARGETS];
  struct assay_criteria criteria;
  /* Copies (present_key, present_value) and targets, as reported.  */
  struct assay_measure copy[2];
  const char *copy_name[2];
  struct assay_judged judged[ASSAY_RUN_TARGETS + 2];
  size_t copies, count;
  struct assay_npy_out out;
  int writes;
};

/* RUN <- what OPTIONS ask for, opened and checked.  To be cleared, also after
   a refusal.  */
enum assay_status assay_kernel_run_init (
  struct assay_kernel_run *run, const struct assay_kernel_options *options,
  struct assay_ctx *ctx);
void assay_kernel_run_clear (struct assay_kernel_run *run);

/* RUN's judge and criteria <- rows, shard, sample, jobs and limits of its
   options; ctx->max_precision <- --max-bits.  Done by the above.  */
enum assay_status assay_kernel_run_limits (struct assay_kernel_run *run,
                                           struct assay_ctx *ctx);

/* Judge everything; RUN->judged is filled.  Progress is shown when standard
   error is a terminal; an interrupt ends it early.  */
enum assay_status assay_kernel_run_judge (struct assay_kernel_run *run,
                                          struct assay_ctx *ctx);

#endif
