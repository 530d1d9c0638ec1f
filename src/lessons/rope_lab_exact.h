/* rope_lab_exact.h -- the functions of the lesson rope-lab as exact reals

   Vectors are lists of expressions, D of them, D even; pair i is
   (x[2i], x[2i+1]) and turns by base^(-2i/D) radians a position.  BASE is
   positive.  Positions are integers, symbols (expr.h) among them: what is
   then proved holds at every position.  Arguments are borrowed, results are
   new references.  Refusals are those of real/expr.h; a list is then to be
   freed all the same.  */

#ifndef ASSAY_LESSONS_ROPE_LAB_EXACT_H
#define ASSAY_LESSONS_ROPE_LAB_EXACT_H

#include "real/expr.h"

/* q[j] = cos (0.7 j + 0.3), k[j] = sin (0.4 j + 1.1), decimals exact.  */
enum assay_status assay_lab_demo (struct assay_expr **q,
                                  struct assay_expr **k, size_t d,
                                  struct assay_ctx *ctx);

/* THETA[i], i < D/2.  */
enum assay_status assay_lab_thetas (struct assay_expr **theta, size_t d,
                                    struct assay_expr *base,
                                    struct assay_ctx *ctx);

/* (Y0, Y1) <- (X0, X1) turned counter-clockwise by ANGLE.  */
enum assay_status assay_lab_rotate_pair (struct assay_expr **y0,
                                         struct assay_expr **y1,
                                         struct assay_expr *x0,
                                         struct assay_expr *x1,
                                         struct assay_expr *angle,
                                         struct assay_ctx *ctx);

/* P[2i] = sin a, P[2i+1] = cos a, a = position * base^(-2i/D).  */
enum assay_status assay_lab_sin_pos (struct assay_expr **p,
                                     struct assay_expr *position, size_t d,
                                     struct assay_expr *base,
                                     struct assay_ctx *ctx);

/* Y <- X, of D components, where it stands at POSITION: turned, or with the
   vector P of sin_pos added.  */
typedef enum assay_status assay_lab_place (struct assay_expr **y,
                                           struct assay_expr *const *x,
                                           size_t d,
                                           struct assay_expr *position,
                                           struct assay_expr *base,
                                           struct assay_ctx *ctx);
assay_lab_place assay_lab_apply_rope, assay_lab_add_position;

/* Query at M against key at N, both by PLACE, not scaled.  */
enum assay_status assay_lab_score (struct assay_expr **score,
                                   assay_lab_place *place,
                                   struct assay_expr *const *q,
                                   struct assay_expr *const *k, size_t d,
                                   struct assay_expr *m, struct assay_expr *n,
                                   struct assay_expr *base,
                                   struct assay_ctx *ctx);

/* ROTARY[j], ADDED[j] <- the scores of the query at STARTS[j] + OFFSET
   against the key at STARTS[j].  */
enum assay_status assay_lab_offset_scan (struct assay_expr **rotary,
                                         struct assay_expr **added,
                                         struct assay_expr *const *q,
                                         struct assay_expr *const *k,
                                         size_t d, long offset,
                                         const long *starts, size_t count,
                                         struct assay_expr *base,
                                         struct assay_ctx *ctx);

/* TURNS[i] <- delta * theta_i / (2 pi), i < D/2.  */
enum assay_status assay_lab_turns (struct assay_expr **turns, size_t d,
                                   long delta, struct assay_expr *base,
                                   struct assay_ctx *ctx);

/* COUNT <- how many turns are below 1.  ASSAY_ELIMIT when one cannot be told
   from 1.  */
enum assay_status assay_lab_slow_pairs (size_t *count, size_t d, long delta,
                                        struct assay_expr *base,
                                        struct assay_ctx *ctx);

#endif
