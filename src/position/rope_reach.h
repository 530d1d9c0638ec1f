/* rope_reach.h -- wavelengths and angles of a plan's pairs */

#ifndef ASSAY_POSITION_ROPE_REACH_H
#define ASSAY_POSITION_ROPE_REACH_H

#include "position/rope_steps.h"

/* RESULT <- 2 pi / W, positions a turn; ASSAY_EVALUE when W is zero.  */
enum assay_status assay_rope_wavelength (struct assay_expr **result,
                                         struct assay_expr *w,
                                         struct assay_ctx *ctx);

/* PAIR <- the lowest of the pairs that turn and turn slowest, FOUND <- 1; 0
   when none turns.  Steps that agree to 128 bits count as equal.  */
enum assay_status assay_rope_slowest (size_t *pair, int *found,
                                      const struct assay_rope_steps *steps,
                                      struct assay_ctx *ctx);

/* RESULT <- floor (2 pi / W): the last position before W's first full turn
   ends, W not zero.  Always decided for an algebraic W (Lemma B51).  */
enum assay_status assay_rope_reach (struct assay_expr **result,
                                    struct assay_expr *w,
                                    struct assay_ctx *ctx);

/* ANGLE <- POSITION W; TURNS, unless null, <- ANGLE / (2 pi).  */
enum assay_status assay_rope_angle (struct assay_expr **angle,
                                    struct assay_expr **turns,
                                    struct assay_expr *w,
                                    unsigned long position,
                                    struct assay_ctx *ctx);

#endif
