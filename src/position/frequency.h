/* frequency.h -- angular steps w_i and magnitudes A, exactly

   Each function is one formula of its parameters.  Steps are radians a
   position; pair i of a rotary width r (even) counts from 0 to r/2 - 1.
   Operands are borrowed, results are new references as in real/expr.h, and
   refusals are those of the constructors there: ASSAY_EVALUE outside a
   formula's domain.  THETA, the base, is positive.  */

#ifndef ASSAY_POSITION_FREQUENCY_H
#define ASSAY_POSITION_FREQUENCY_H

#include "real/expr.h"

/* What a type makes of the step theta^(-2i/r).  */
enum assay_pair_kind
{
  ASSAY_PAIR_KEPT,
  ASSAY_PAIR_BLENDED,
  ASSAY_PAIR_SCALED,
  ASSAY_PAIR_ZERO
};

/* "kept", "blended", "scaled", "zero".  */
const char *assay_pair_kind_name (enum assay_pair_kind kind);

/* W <- theta^(-2i/r).  */
enum assay_status assay_frequency_default (struct assay_expr **w,
                                           struct assay_expr *theta,
                                           size_t i, size_t r,
                                           struct assay_ctx *ctx);

/* W <- theta^(-2i/r) / s: positions divided by s.  */
enum assay_status assay_frequency_linear (struct assay_expr **w,
                                          struct assay_expr *theta,
                                          struct assay_expr *s, size_t i,
                                          size_t r, struct assay_ctx *ctx);

/* W <- theta^(-2i/r) / f: longrope, f the entry i of a list.  */
enum assay_status assay_frequency_longrope (struct assay_expr **w,
                                            struct assay_expr *theta,
                                            struct assay_expr *f, size_t i,
                                            size_t r,
                                            struct assay_ctx *ctx);

/* A <- 1 when s <= 1, else sqrt (1 + ln s / ln L0), L0 > 1.  */
enum assay_status assay_magnitude_longrope (struct assay_expr **a,
                                            struct assay_expr *s,
                                            struct assay_expr *original,
                                            struct assay_ctx *ctx);

/* W <- theta^(-2i/D) / s for i < LIVE, else 0; D the whole head.  */
enum assay_status assay_frequency_proportional (struct assay_expr **w,
                                                struct assay_expr *theta,
                                                struct assay_expr *s,
                                                size_t i, size_t live,
                                                size_t head_dim,
                                                struct assay_ctx *ctx);

/* W, KIND <- the step of the three bands by wavelength lambda = 2 pi / w:
   kept below L0/high, divided by s above L0/low, between them w ((1-t)/s +
   t) with t = (L0/lambda - low) / (high - low).  With high <= low the first
   two rules alone decide, in this order, and a wavelength that neither
   takes is divided by s.  LOW, HIGH and L0 are positive rationals.  */
enum assay_status assay_frequency_llama3 (struct assay_expr **w,
                                          enum assay_pair_kind *kind,
                                          struct assay_expr *theta,
                                          struct assay_expr *s,
                                          struct assay_expr *original,
                                          struct assay_expr *low,
                                          struct assay_expr *high, size_t i,
                                          size_t r, struct assay_ctx *ctx);

/* ---- bases that grow (NTK) ---- */

/* BASE <- theta (s M/L - (s - 1))^(r/(r-2)), M = max (N, L); r > 2.
   ASSAY_EVALUE when the bracket is not positive (s < 0).  */
enum assay_status assay_base_dynamic (struct assay_expr **base,
                                      struct assay_expr *theta,
                                      struct assay_expr *s,
                                      struct assay_expr *n,
                                      struct assay_expr *l, size_t r,
                                      struct assay_ctx *ctx);

/* BASE <- theta alpha^(width/(width-2)), width > 2: static NTK with alpha the
   scale and width r; HunYuan's alpha with width the head size.  */
enum assay_status assay_base_static (struct assay_expr **base,
                                     struct assay_expr *theta,
                                     struct assay_expr *alpha, size_t width,
                                     struct assay_ctx *ctx);

/* W <- theta^(-2i/r) s^(-2(i+1)/r).  */
enum assay_status assay_frequency_ntk (struct assay_expr **w,
                                       struct assay_expr *theta,
                                       struct assay_expr *s, size_t i,
                                       size_t r, struct assay_ctx *ctx);

/* W <- theta^(-2i/r) exp (-a (i+1)^b), a = ln (s) / (r/2)^b.  */
enum assay_status assay_frequency_ntk_mixed (struct assay_expr **w,
                                             struct assay_expr *theta,
                                             struct assay_expr *s,
                                             struct assay_expr *b, size_t i,
                                             size_t r,
                                             struct assay_ctx *ctx);

/* ---- widths that a factor gives, by binary64 arithmetic ---- */

/* WIDTH <- trunc (D f), f rounded to binary64 and then the product, as every
   reader of a config computes it; 0 <= f.  MISSED <- whether D f, exactly,
   is within 1e-9 of an integer that WIDTH does not reach.  ASSAY_EVALUE when
   D f is 2^31 or more.  */
enum assay_status assay_width_of_factor (size_t *width, int *missed,
                                         size_t head_dim, mpq_srcptr factor,
                                         struct assay_ctx *ctx);

/* LIVE <- floor (D f / 2) with the same product.  */
enum assay_status assay_live_pairs (size_t *live, size_t head_dim,
                                    mpq_srcptr factor,
                                    struct assay_ctx *ctx);

#endif
