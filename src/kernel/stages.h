/* stages.h -- dumps of several stages: where is the first wrong number?

   Each dumped stage is judged by what the inputs make of it, and once more by
   what the dumped stage before it makes of it: an error is new where both say
   so, and inherited where the second does not.  */

#ifndef ASSAY_KERNEL_STAGES_H
#define ASSAY_KERNEL_STAGES_H

#include "base/text.h"
#include "kernel/rotation.h"
#include "kernel/stage_row.h"

/* How a stage's numbers compare with one source.  */
struct assay_tally
{
  uint64_t tested, wrong, open;
  /* Of the first that is wrong, else open.  */
  size_t index[ASSAY_VIEW_AXES];
  double got, right;
  double allowed;               /* |got - right| at most */
};

struct assay_stage_dump
{
  int has_dump;
  struct assay_view view;
  enum assay_fmt fmt;
  struct assay_tally inputs;
  int has_previous;
  enum assay_step previous;     /* the nearest dumped stage that leads here */
  struct assay_tally from_previous;
};

struct assay_stages
{
  const struct assay_problem *problem;
  /* What turns q and k before the scores; null: nothing.  */
  const struct assay_rotation *rotation[2];
  int in_bits;                  /* lse to the base 2 */
  double max_ulp;               /* in units of the mass */
  struct assay_stage_dump dump[ASSAY_STEPS];
  uint64_t empty_rows;          /* without weights, outputs and lse */
  int first;                    /* the first wrong stage; -1: none */
};

/* STAGES, filled in but for tallies and all below, <- judged.  ASSAY_EVALUE
   when a shape does not fit.  */
enum assay_status assay_stages_judge (struct assay_stages *stages,
                                      struct assay_ctx *ctx);

/* Fails when a stage is wrong, else open when one is.  */
enum assay_verdict assay_stages_verdict (const struct assay_stages *stages);

#endif
