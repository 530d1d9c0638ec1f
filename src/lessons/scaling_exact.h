/* scaling_exact.h -- the functions of the lesson position-scaling, exactly

   Positions and lags are integers, symbols among them.  Operands are
   consumed and null passes through, as in real/formula.h.  */

#ifndef ASSAY_LESSONS_SCALING_EXACT_H
#define ASSAY_LESSONS_SCALING_EXACT_H

#include "real/expr.h"

/* lag / (10 scale): the first pair's angle.  */
struct assay_expr *assay_scaling_phase (struct assay_expr *lag,
                                        unsigned long scale,
                                        struct assay_ctx *ctx);

/* (R (m theta / scale) q) . (R (n theta / scale) k), Q and K of two integers;
   the lesson's score has q = k = (1, 0).  */
struct assay_expr *assay_scaling_turned_dot (const long q[2],
                                             const long k[2],
                                             struct assay_expr *m,
                                             struct assay_expr *n,
                                             unsigned long scale,
                                             struct assay_ctx *ctx);
struct assay_expr *assay_scaling_score (struct assay_expr *m,
                                        struct assay_expr *n,
                                        unsigned long scale,
                                        struct assay_ctx *ctx);

/* 2 sin (lag / (20 scale)): how far lag steps move a point of the unit
   circle, 0 <= lag.  */
struct assay_expr *assay_scaling_chord (struct assay_expr *lag,
                                        unsigned long scale,
                                        struct assay_ctx *ctx);

/* (cos (lag / (10 scale)) + cos (lag / (100 scale))) / 2.  */
struct assay_expr *assay_scaling_kernel (struct assay_expr *lag,
                                         unsigned long scale,
                                         struct assay_ctx *ctx);

/* (q.k) cos phi + (q.Jk) sin phi, phi = lag / 10, J the quarter turn.  */
struct assay_expr *assay_scaling_expanded (const long q[2], const long k[2],
                                           struct assay_expr *lag,
                                           struct assay_ctx *ctx);

#endif
