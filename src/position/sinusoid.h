/* sinusoid.h -- absolute positions as sines and cosines */

#ifndef ASSAY_POSITION_SINUSOID_H
#define ASSAY_POSITION_SINUSOID_H

#include "real/expr.h"

enum assay_sinusoid_order
{
  ASSAY_SINUSOID_ADJACENT,      /* sine at 2i, cosine at 2i + 1: the paper */
  ASSAY_SINUSOID_SINES_FIRST    /* RoFormer, Marian, Whisper */
};

enum assay_sinusoid_step
{
  ASSAY_SINUSOID_PAPER,         /* base^(-2i/d) */
  ASSAY_SINUSOID_TENSOR2TENSOR  /* base^(-i / (d/2 - 1)), d > 2 */
};

/* "adjacent", "sines-first"; "paper", "tensor2tensor".  */
const char *assay_sinusoid_order_name (enum assay_sinusoid_order order);
const char *assay_sinusoid_step_name (enum assay_sinusoid_step step);

/* W <- the step of channel pair I < D/2, D even; BASE > 0.  ASSAY_EVALUE
   where the formula divides by zero.  */
enum assay_status assay_sinusoid_frequency (struct assay_expr **w,
                                            struct assay_expr *base,
                                            size_t i, size_t d,
                                            enum assay_sinusoid_step step,
                                            struct assay_ctx *ctx);

/* P[j], j < D <- the vector of POSITION.  Refusals as above; the entries are
   then to be dropped all the same (null where there is none).  */
enum assay_status assay_sinusoid (struct assay_expr **p, long position,
                                  struct assay_expr *base, size_t d,
                                  enum assay_sinusoid_order order,
                                  enum assay_sinusoid_step step,
                                  struct assay_ctx *ctx);

#endif
