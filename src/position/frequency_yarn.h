/* frequency_yarn.h -- YaRN: a ramp between the steps and the scaled steps

   Conventions of frequency.h.  */

#ifndef ASSAY_POSITION_FREQUENCY_YARN_H
#define ASSAY_POSITION_FREQUENCY_YARN_H

#include "position/frequency.h"

/* What keeps a ramp's ends in range and its width from zero.  */
enum assay_ramp_rule
{
  /* lo >= 0, hi <= r - 1, and 1/1000 added to hi where it equals lo.  */
  ASSAY_RAMP_CLAMPED,
  /* The same clamps; the width at least 1/1000 also where hi < lo.  */
  ASSAY_RAMP_WIDENED,
  /* No clamps: 0 < lo < hi < r/2 - 1 is required.  */
  ASSAY_RAMP_CHECKED,
  /* As clamped, but hi <= r/2 - 1: the last pair.  */
  ASSAY_RAMP_TO_PAIR
};

/* The ramp g(i) = clamp ((i - lo) / width, 0, 1).  */
struct assay_ramp
{
  struct assay_expr *raw_lo, *raw_hi;   /* before floor, ceil and clamps */
  struct assay_expr *lo, *hi, *width;
};

/* C <- r ln (L0 / (2 pi beta)) / (2 ln theta): the pair that makes BETA
   turns within L0.  ASSAY_EVALUE for theta = 1.  */
enum assay_status assay_yarn_correction (struct assay_expr **c,
                                         struct assay_expr *theta,
                                         struct assay_expr *original,
                                         struct assay_expr *beta, size_t r,
                                         struct assay_ctx *ctx);

/* RAMP <- lo = c (beta_fast), hi = c (beta_slow), floor and ceiling of them
   with TRUNCATE, then RULE.  To be cleared, also after a refusal.  For
   rational parameters floor and ceiling are always decided (Lemma B50).  */
enum assay_status assay_ramp_make (struct assay_ramp *ramp,
                                   struct assay_expr *theta,
                                   struct assay_expr *original,
                                   struct assay_expr *beta_fast,
                                   struct assay_expr *beta_slow, size_t r,
                                   int truncate, enum assay_ramp_rule rule,
                                   struct assay_ctx *ctx);

void assay_ramp_clear (struct assay_ramp *ramp);

/* G <- g(i), KIND <- kept where it is 0, scaled where it is 1.  */
enum assay_status assay_ramp_at (struct assay_expr **g,
                                 enum assay_pair_kind *kind,
                                 const struct assay_ramp *ramp, size_t i,
                                 struct assay_ctx *ctx);

/* W <- theta^(-2i/r) ((1 - g(i)) + g(i) / s).  */
enum assay_status assay_frequency_yarn (struct assay_expr **w,
                                        enum assay_pair_kind *kind,
                                        const struct assay_ramp *ramp,
                                        struct assay_expr *theta,
                                        struct assay_expr *s, size_t i,
                                        size_t r, struct assay_ctx *ctx);

/* M <- 1 when s <= 1, else (k/10) ln s + 1.  */
enum assay_status assay_magnitude_yarn (struct assay_expr **m,
                                        struct assay_expr *s,
                                        struct assay_expr *k,
                                        struct assay_ctx *ctx);

#endif
