/* error_growth.h -- how far a contract's angles are from the exact ones, and
   from where on that is seen */

#ifndef ASSAY_POSITION_ERROR_GROWTH_H
#define ASSAY_POSITION_ERROR_GROWTH_H

#include "position/contract.h"

/* Positions 1 .. 2^8, ..., 2^20.  */
enum
{
  ASSAY_GROWTH_FIRST = 8,
  ASSAY_GROWTH_LAST = 20,
  ASSAY_GROWTH_ROWS = 13
};

/* Where something happens first, in 1 .. 2^20; POSITION 0 when it does
   not.  */
struct assay_growth_event
{
  unsigned long position;
  size_t pair;
};

struct assay_error_growth
{
  enum assay_contract contract;
  /* Row k is about all positions up to 2^(8+k): the largest abs (angle - p
     w_i) over them lies in [LOW, HIGH], infinite where an angle overflows;
     PAIR is where HIGH was found.  */
  double low[ASSAY_GROWTH_ROWS], high[ASSAY_GROWTH_ROWS];
  size_t pair[ASSAY_GROWTH_ROWS];
  /* Positions p and p + 1 that have the same angles; of pair 0 when all of
     them.  */
  struct assay_growth_event shared;
  /* The cosine of the angle is off by more than one ulp, at the exact
     cosine, of f32 and of bf16.  Proved, and proved not to be earlier.  */
  struct assay_growth_event over_f32, over_bf16;
};

/* GROWTH <- that of CONTRACT.  One that keeps the angle has zeros and no
   event.  Refusals as assay_rounded_steps_init and assay_waves_init;
   ASSAY_ELIMIT when an error is not told from an ulp.  */
enum assay_status assay_error_growth_run (struct assay_error_growth *growth,
                                          enum assay_contract contract,
                                          struct assay_expr *const *w,
                                          size_t pairs,
                                          struct assay_ctx *ctx);

#endif
