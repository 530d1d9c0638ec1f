/* rotation_ieee.c -- turned components of what is no number, as IEEE 754 has
   them

   Where x holds an infinity or NaN there is no true number.  What is right
   then are two products and a sum by the rules of IEEE 754, with the true
   cosine and sine for factors: an infinity times zero is NaN, and so is the
   sum of opposite infinities.  Of the factors only the signs matter.  */

#include <math.h>

#include "kernel/rotation.h"
#include "kernel/special.h"

int
assay_turned_is_odd (const struct assay_turned_sum *sum)
{
  return !isfinite (sum->alpha) || !isfinite (sum->beta);
}

/* SIGN <- -1.0, 0.0 or 1.0: that of A cos (p w), or A sin (p w) when IS_SINE;
   ASSAY_OPEN when it is not decided.  TURNED is scratch.  */
static enum assay_verdict
sign_of_factor (double *sign, struct assay_turned *turned,
                const struct assay_rotation *rotation,
                const struct assay_turned_sum *sum, int is_sine,
                enum assay_status *status, struct assay_ctx *ctx)
{
  struct assay_turned_sum factor = *sum;

  factor.alpha = !is_sine;
  factor.beta = is_sine;
  *status = assay_turned_settle (turned, rotation, &factor, ASSAY_FMT_F64,
                                 ctx);
  if (*status != ASSAY_OK || turned->settled == ASSAY_OPEN)
    return ASSAY_OPEN;
  if (turned->exact.known == ASSAY_KNOWN_RATIONAL)
    *sign = mpq_sgn (turned->exact.rational);
  else
    *sign = assay_fmt_is_negative (turned->bits, ASSAY_FMT_F64) ? -1.0 : 1.0;
  return ASSAY_HOLDS;
}

enum assay_status
assay_turned_ieee (struct assay_turned *turned,
                   const struct assay_rotation *rotation,
                   const struct assay_turned_sum *sum, enum assay_fmt fmt,
                   struct assay_ctx *ctx)
{
  enum assay_status status = ASSAY_OK;
  enum assay_verdict settled;
  double c = 0.0, s = 0.0, value;

  settled = sign_of_factor (&c, turned, rotation, sum, 0, &status, ctx);
  if (settled == ASSAY_HOLDS)
    settled = sign_of_factor (&s, turned, rotation, sum, 1, &status, ctx);
  turned->settled = settled;
  if (settled == ASSAY_OPEN)
    return status;
  value = (isfinite (sum->alpha) ? 0.0 : sum->alpha * c)
          + (isfinite (sum->beta) ? 0.0 : sum->beta * s);
  turned->bits = assay_special_bits (value, fmt);
  turned->mass = 0.0;
  turned->exact.known = isnan (value) ? ASSAY_KNOWN_NAN
                        : value > 0.0 ? ASSAY_KNOWN_PLUS_INFINITY
                        : ASSAY_KNOWN_MINUS_INFINITY;
  return ASSAY_OK;
}
