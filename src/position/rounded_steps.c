/* rounded_steps.c -- angles under a contract that rounds them */

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "position/contract.h"
#include "position/table_round.h"
#include "real/decide.h"
#include "real/formula.h"
#include "real/step.h"

/* RESULT <- X rounded to FMT, as the binary32 it is.  */
static enum assay_status
set_single (float *result, struct assay_expr *x, enum assay_fmt fmt,
            struct assay_ctx *ctx)
{
  enum assay_status status;
  uint64_t bits;
  uint32_t low;

  status = assay_step_fmt_bits (&bits, x, fmt, ctx);
  if (status != ASSAY_OK)
    return status;
  low = (uint32_t) (fmt == ASSAY_FMT_BF16 ? bits << 16 : bits);
  memcpy (result, &low, sizeof low);
  if (!isfinite (*result))
    return assay_fail (ctx, ASSAY_EVALUE, NULL, "a step below 2^128",
                       "a larger one");
  return ASSAY_OK;
}

/* ASSAY_OK when A and B, which are dropped, are proved equal.  */
static enum assay_status
check_equal (struct assay_expr *a, struct assay_expr *b,
             struct assay_ctx *ctx)
{
  struct assay_decision decision;
  enum assay_status status = assay_formula_status (a && b ? a : NULL, ctx);

  if (status == ASSAY_OK)
    status = assay_decide (&decision, a, ASSAY_EQ, b, ctx);
  if (status == ASSAY_OK && decision.verdict != ASSAY_HOLDS)
    status = assay_fail (ctx, decision.verdict == ASSAY_FAILS ? ASSAY_EVALUE
                                                              : ASSAY_ELIMIT,
                         NULL, "steps in geometric progression for the "
                         "contract f32-running", "other steps");
  assay_expr_unref (a);
  assay_expr_unref (b);
  return status;
}

/* w_(i+1) w_(i-1) = w_i^2 throughout.  */
static enum assay_status
check_progression (struct assay_expr *const *w, size_t pairs,
                   struct assay_ctx *ctx)
{
  enum assay_status status = ASSAY_OK;
  size_t i;

  for (i = 1; i + 1 < pairs && status == ASSAY_OK; i++)
    status = check_equal (
      assay_formula_mul (assay_expr_ref (w[i - 1]),
                         assay_expr_ref (w[i + 1]), ctx),
      assay_formula_mul (assay_expr_ref (w[i]), assay_expr_ref (w[i]), ctx),
      ctx);
  return status;
}

static enum assay_status
set_ratio (struct assay_rounded_steps *steps, struct assay_expr *const *w,
           struct assay_ctx *ctx)
{
  enum assay_status status = check_progression (w, steps->pairs, ctx);
  struct assay_expr *ratio;

  if (status != ASSAY_OK || steps->pairs < 2)
    return status;
  ratio = assay_formula_div (assay_expr_ref (w[1]), assay_expr_ref (w[0]),
                             ctx);
  status = assay_formula_status (ratio, ctx);
  if (status == ASSAY_OK)
    status = set_single (&steps->ratio, ratio, ASSAY_FMT_F32, ctx);
  assay_expr_unref (ratio);
  return status;
}

enum assay_status
assay_rounded_steps_init (struct assay_rounded_steps *steps,
                          enum assay_contract contract,
                          struct assay_expr *const *w, size_t pairs,
                          struct assay_ctx *ctx)
{
  enum assay_fmt fmt = contract == ASSAY_CONTRACT_BF16_FREQUENCY
                       ? ASSAY_FMT_BF16 : ASSAY_FMT_F32;
  enum assay_status status = ASSAY_OK;
  size_t i;

  steps->contract = contract;
  steps->pairs = pairs;
  steps->w = assay_calloc (pairs, sizeof *steps->w);
  steps->ratio = 1;
  for (i = 0; i < pairs && status == ASSAY_OK; i++)
    status = set_single (&steps->w[i], w[i], fmt, ctx);
  if (status == ASSAY_OK && contract == ASSAY_CONTRACT_F32_RUNNING)
    status = set_ratio (steps, w, ctx);
  return status;
}

void
assay_rounded_steps_clear (struct assay_rounded_steps *steps)
{
  free (steps->w);
}

/* POSITION in the contract's format, as the binary32 it is; infinite beyond
   an f16's range.  */
static float
rounded_position (enum assay_contract contract, unsigned long position)
{
  double exact = (double) position;
  uint64_t bits;
  uint32_t low;
  float value;

  if (contract == ASSAY_CONTRACT_BF16_POSITION)
    {
      bits = assay_half_of_double (exact, 8, -126) << 16;
      low = (uint32_t) bits;
      memcpy (&value, &low, sizeof value);
      return value;
    }
  if (contract == ASSAY_CONTRACT_F16_POSITION)
    {
      if (position >= 65520)
        return HUGE_VALF;
      bits = assay_half_of_double (exact, 11, -14);
      return position == 0 ? 0
             : ldexpf ((float) (1024 + (bits & 1023)),
                       (int) (bits >> 10) - 25);
    }
  return (float) exact;
}

void
assay_rounded_angles (float *angle, const struct assay_rounded_steps *steps,
                      unsigned long position)
{
  float p = rounded_position (steps->contract, position);
  float running = p;
  size_t i;

  if (steps->contract == ASSAY_CONTRACT_F32_RUNNING)
    for (i = 0; i < steps->pairs; i++)
      {
        angle[i] = running * steps->w[0];
        running *= steps->ratio;
      }
  else
    for (i = 0; i < steps->pairs; i++)
      angle[i] = steps->w[i] == 0 ? 0 : p * steps->w[i];
}
