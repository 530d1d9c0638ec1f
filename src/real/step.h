/* step.h -- functions that jump: floor, ceiling, rounding, formats

   Of a closed expression the result is an exact rational: enclosures exclude
   the jump, or a proof of equality settles that the value sits on it.
   ASSAY_ELIMIT when neither succeeds up to ctx->max_precision.  With symbols
   the result is an opaque expression, equal to another one only if the
   arguments have equal normal forms.  Ownership and refusals as in expr.h.  */

#ifndef ASSAY_REAL_STEP_H
#define ASSAY_REAL_STEP_H

#include "real/expr.h"
#include "real/fmt.h"

enum assay_status assay_step_floor (struct assay_expr **result,
                                    struct assay_expr *x,
                                    struct assay_ctx *ctx);
enum assay_status assay_step_ceil (struct assay_expr **result,
                                   struct assay_expr *x,
                                   struct assay_ctx *ctx);
/* To the nearest integer, ties to even.  */
enum assay_status assay_step_round (struct assay_expr **result,
                                    struct assay_expr *x,
                                    struct assay_ctx *ctx);

/* RESULT <- X itself, as a rational when it is an integer.  ASSAY_ELIMIT
   where the closed X may be one and no proof tells.  */
enum assay_status assay_step_integer (struct assay_expr **result,
                                      struct assay_expr *x,
                                      struct assay_ctx *ctx);

/* BITS <- the pattern of the closed X rounded to FMT, as assay_fmt_round:
   infinities, NaN and the sign of zero included.  */
enum assay_status assay_step_fmt_bits (uint64_t *bits, struct assay_expr *x,
                                       enum assay_fmt fmt,
                                       struct assay_ctx *ctx);

/* RESULT <- X rounded to FMT as a rational.  ASSAY_EVALUE when it
   overflows.  */
enum assay_status assay_step_fmt (struct assay_expr **result,
                                  struct assay_expr *x, enum assay_fmt fmt,
                                  struct assay_ctx *ctx);

/* RESULT <- the spacing of FMT at X (assay_fmt_ulp).  ASSAY_EVALUE when X
   does not round to a finite value.  */
enum assay_status assay_step_ulp (struct assay_expr **result,
                                  struct assay_expr *x, enum assay_fmt fmt,
                                  struct assay_ctx *ctx);

#endif
