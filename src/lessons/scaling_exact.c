/* scaling_exact.c -- the functions of the lesson position-scaling, exactly */

#include "lessons/scaling_exact.h"

#include "lessons/rope_lab_exact.h"
#include "real/formula.h"

struct assay_expr *
assay_scaling_phase (struct assay_expr *lag, unsigned long scale,
                     struct assay_ctx *ctx)
{
  return assay_formula_mul (assay_formula_ratio (1, 10 * scale), lag, ctx);
}

struct assay_expr *
assay_scaling_turned_dot (const long q[2], const long k[2],
                          struct assay_expr *m, struct assay_expr *n,
                          unsigned long scale, struct assay_ctx *ctx)
{
  struct assay_expr *angle[2], *x[4], *y[4] = { 0 }, *dot;
  int i;

  angle[0] = assay_scaling_phase (m, scale, ctx);
  angle[1] = assay_scaling_phase (n, scale, ctx);
  for (i = 0; i < 2; i++)
    {
      x[i] = assay_formula_integer (q[i]);
      x[i + 2] = assay_formula_integer (k[i]);
    }
  for (i = 0; i < 2; i++)
    if (angle[i])
      (void) assay_lab_rotate_pair (&y[2 * i], &y[2 * i + 1], x[2 * i],
                                    x[2 * i + 1], angle[i], ctx);
  dot = assay_formula_dot (y, y + 2, 2, ctx);
  for (i = 0; i < 2; i++)
    assay_expr_unref (angle[i]);
  for (i = 0; i < 4; i++)
    {
      assay_expr_unref (x[i]);
      assay_expr_unref (y[i]);
    }
  return dot;
}

struct assay_expr *
assay_scaling_score (struct assay_expr *m, struct assay_expr *n,
                     unsigned long scale, struct assay_ctx *ctx)
{
  static const long unit[2] = { 1, 0 };

  return assay_scaling_turned_dot (unit, unit, m, n, scale, ctx);
}

struct assay_expr *
assay_scaling_chord (struct assay_expr *lag, unsigned long scale,
                     struct assay_ctx *ctx)
{
  struct assay_expr *half
    = assay_formula_mul (assay_formula_ratio (1, 20 * scale), lag, ctx);

  return assay_formula_mul (assay_formula_integer (2),
                            assay_formula_sin (half, ctx), ctx);
}

struct assay_expr *
assay_scaling_kernel (struct assay_expr *lag, unsigned long scale,
                      struct assay_ctx *ctx)
{
  struct assay_expr *fast
    = assay_formula_cos (assay_scaling_phase (assay_expr_ref (lag), scale,
                                              ctx), ctx);
  struct assay_expr *slow
    = assay_formula_cos (assay_scaling_phase (lag, 10 * scale, ctx), ctx);

  return assay_formula_div (assay_formula_add (fast, slow, ctx),
                            assay_formula_integer (2), ctx);
}

struct assay_expr *
assay_scaling_expanded (const long q[2], const long k[2],
                        struct assay_expr *lag, struct assay_ctx *ctx)
{
  struct assay_expr *phase = assay_scaling_phase (lag, 1, ctx);
  struct assay_expr *even = assay_formula_integer (q[0] * k[0] + q[1] * k[1]);
  struct assay_expr *odd = assay_formula_integer (q[1] * k[0] - q[0] * k[1]);

  even = assay_formula_mul (even, assay_formula_cos (assay_expr_ref (phase),
                                                     ctx), ctx);
  odd = assay_formula_mul (odd, assay_formula_sin (phase, ctx), ctx);
  return assay_formula_add (even, odd, ctx);
}
