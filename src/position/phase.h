/* phase.h -- angles as fractions of a turn, in integers

   A phase is n / 2^128 of a turn: adding and multiplying by an integer lose
   nothing and reduce by whole turns for free (Lemma B60).  */

#ifndef ASSAY_POSITION_PHASE_H
#define ASSAY_POSITION_PHASE_H

#include <stdint.h>

#include "real/expr.h"

struct assay_phase
{
  uint64_t high, low;
};

/* PHASE <- that of W radians, W closed: the phase of W lies in [PHASE, PHASE
   + 2] / 2^128 modulo a turn.  ASSAY_ELIMIT when W is 2^64 or more, or cannot
   be enclosed narrowly at ctx->max_precision.  */
enum assay_status assay_phase_set (struct assay_phase *phase,
                                   struct assay_expr *w,
                                   struct assay_ctx *ctx);

/* The phase of 2^E radians in the same sense, abs (E) <= 1100.  */
void assay_phase_set_power (struct assay_phase *phase, long e);

/* P * N modulo a turn: [0, 2N] / 2^128 below the phase of N times the
   angle.  */
struct assay_phase assay_phase_times (struct assay_phase p, uint32_t n);

#endif
