/* turn_run.h -- one judgement of assay kernel rope, from options to the
   report */

#ifndef ASSAY_CLI_TURN_RUN_H
#define ASSAY_CLI_TURN_RUN_H

#include "cli/turn_source.h"
#include "kernel/criteria.h"
#include "kernel/rotation_case.h"
#include "kernel/rotation_judge.h"

enum { ASSAY_TURN_TARGETS = 2 };        /* cosines and sines at most */

struct assay_turn_run
{
  const struct assay_turn_options *options;
  /* What turns comes from a case or from the options.  */
  struct assay_rotation_case turn_case;
  int has_case;                 /* opened, if not in vain */
  struct assay_turn_source source;
  const struct assay_rotation *rotation;
  struct assay_tensor got[ASSAY_TURN_TARGETS];
  struct assay_two_products contract;
  int has_contract;
  struct assay_criteria criteria;
  struct assay_rotation_judge judge[ASSAY_TURN_TARGETS];
  size_t targets;
  struct assay_judged judged[ASSAY_TURN_TARGETS];
  size_t count;
  struct assay_npy_out out;
  int writes;
};

/* RUN <- what OPTIONS ask for, opened and checked.  To be cleared, also after
   a refusal.  */
enum assay_status assay_turn_run_init
  (struct assay_turn_run *run, const struct assay_turn_options *options,
   struct assay_ctx *ctx);
void assay_turn_run_clear (struct assay_turn_run *run);

/* Judge everything; RUN->judged is filled.  Progress is shown when standard
   error is a terminal; an interrupt ends it early.  */
enum assay_status assay_turn_run_judge (struct assay_turn_run *run,
                                        struct assay_ctx *ctx);

/* What was computed, in a line, appended to TEXT.  */
void assay_turn_run_describe (struct assay_text *text,
                              const struct assay_turn_run *run);

#endif
