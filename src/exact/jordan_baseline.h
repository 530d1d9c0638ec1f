/* jordan_baseline.h -- the encodings that the block is compared with

   The same four components, the same lag d = i - j, the same parameters:
   exact scores of each baseline.  */

#ifndef ASSAY_EXACT_JORDAN_BASELINE_H
#define ASSAY_EXACT_JORDAN_BASELINE_H

#include "exact/jordan.h"

enum assay_baseline
{
  ASSAY_BASELINE_ROPE,          /* q0.R^d k0 + q1.R^d k1 */
  ASSAY_BASELINE_DAMPED_ROPE,   /* r^d times that */
  ASSAY_BASELINE_ALIBI,         /* q.k - slope d */
  ASSAY_BASELINE_ROPE_ALIBI,    /* RoPE's score - slope d */
  /* q0.R^d k0 + q1.[1, eta d; 0, 1] k1: phase and distance apart.  */
  ASSAY_BASELINE_DIRECT_SUM
};

enum { ASSAY_BASELINES = 5 };

/* "rope", "damped-rope", "alibi", "rope-alibi", "direct-sum".  */
const char *assay_baseline_name (enum assay_baseline baseline);

/* SCORE <- that of the query Q at I and the key K at J; rotor, damping and
   eta are BLOCK's.  Exact; limits as in assay_jordan_score.  */
enum assay_status assay_baseline_score (mpq_ptr score,
                                        enum assay_baseline baseline,
                                        const struct assay_jordan *block,
                                        mpq_srcptr slope, const mpq_t *q,
                                        long i, const mpq_t *k, long j,
                                        struct assay_ctx *ctx);

#endif
