/* score_curve.h -- the score of a query and an equal key against their
   distance */

#ifndef ASSAY_POSITION_SCORE_CURVE_H
#define ASSAY_POSITION_SCORE_CURVE_H

#include "real/expr.h"

struct assay_distances
{
  unsigned long first, last, step;      /* STEP > 0 */
};

/* How many distances there are: FIRST, FIRST + STEP, ... up to LAST.  */
size_t assay_distances_count (const struct assay_distances *distances);

/* Y[j] <- A^2 / n times the sum over pairs of cos (w_i distance_j / s),
   rounded to binary64, to nearest: what every pair (1, 0) scores against
   itself, the mean over the PAIRS > 0 steps W.  A null MAGNITUDE is 1; S, the
   scale that divides positions, is not zero.  ASSAY_ELIMIT when a value cannot
   be rounded at ctx->max_precision.  */
enum assay_status assay_score_curve (double *y, struct assay_expr *const *w,
                                     size_t pairs,
                                     struct assay_expr *magnitude,
                                     mpq_srcptr s,
                                     const struct assay_distances *distances,
                                     struct assay_ctx *ctx);

#endif
