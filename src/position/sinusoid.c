/* sinusoid.c -- absolute positions as sines and cosines */

#include "position/sinusoid.h"

#include "real/formula.h"

const char *
assay_sinusoid_order_name (enum assay_sinusoid_order order)
{
  return order == ASSAY_SINUSOID_ADJACENT ? "adjacent" : "sines-first";
}

const char *
assay_sinusoid_step_name (enum assay_sinusoid_step step)
{
  return step == ASSAY_SINUSOID_PAPER ? "paper" : "tensor2tensor";
}

enum assay_status
assay_sinusoid_frequency (struct assay_expr **w, struct assay_expr *base,
                          size_t i, size_t d, enum assay_sinusoid_step step,
                          struct assay_ctx *ctx)
{
  *w = NULL;
  if (step == ASSAY_SINUSOID_TENSOR2TENSOR && d <= 2)
    return assay_fail (ctx, ASSAY_EVALUE, NULL,
                       "a width above 2, for d/2 - 1 divides", "%zu", d);
  *w = assay_formula_pow (assay_expr_ref (base),
                          assay_formula_ratio (-(long) i,
                                               step == ASSAY_SINUSOID_PAPER
                                               ? d / 2 : d / 2 - 1), ctx);
  return assay_formula_status (*w, ctx);
}

enum assay_status
assay_sinusoid (struct assay_expr **p, long position, struct assay_expr *base,
                size_t d, enum assay_sinusoid_order order,
                enum assay_sinusoid_step step, struct assay_ctx *ctx)
{
  enum assay_status status = ASSAY_OK;
  struct assay_expr *angle, *w;
  size_t i, sine, cosine;

  for (i = 0; i < d; i++)
    p[i] = NULL;
  for (i = 0; i < d / 2 && status == ASSAY_OK; i++)
    {
      sine = order == ASSAY_SINUSOID_ADJACENT ? 2 * i : i;
      cosine = order == ASSAY_SINUSOID_ADJACENT ? 2 * i + 1 : i + d / 2;
      status = assay_sinusoid_frequency (&w, base, i, d, step, ctx);
      angle = assay_formula_mul (assay_formula_integer (position), w, ctx);
      if (angle)
        p[sine] = assay_formula_sin (assay_expr_ref (angle), ctx);
      p[cosine] = assay_formula_cos (angle, ctx);
      if (status == ASSAY_OK)
        status = assay_formula_status (p[sine] ? p[cosine] : NULL, ctx);
    }
  return status;
}
