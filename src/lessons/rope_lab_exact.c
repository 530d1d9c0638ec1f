/* rope_lab_exact.c -- the functions of the lesson rope-lab as exact reals */

#include "lessons/rope_lab_exact.h"

#include "real/decide.h"
#include "real/formula.h"

enum assay_status
assay_lab_demo (struct assay_expr **q, struct assay_expr **k, size_t d,
                struct assay_ctx *ctx)
{
  enum assay_status status = ASSAY_OK;
  size_t j;

  for (j = 0; j < d && status == ASSAY_OK; j++)
    {
      q[j] = assay_formula_cos (assay_formula_ratio (7 * (long) j + 3, 10),
                                ctx);
      k[j] = assay_formula_sin (assay_formula_ratio (4 * (long) j + 11, 10),
                                ctx);
      status = assay_formula_status (q[j] && k[j] ? q[j] : NULL, ctx);
    }
  return status;
}

enum assay_status
assay_lab_thetas (struct assay_expr **theta, size_t d,
                  struct assay_expr *base, struct assay_ctx *ctx)
{
  enum assay_status status = ASSAY_OK;
  size_t i;

  for (i = 0; i < d / 2 && status == ASSAY_OK; i++)
    {
      theta[i] = assay_formula_pow (assay_expr_ref (base),
                                    assay_formula_ratio (-2 * (long) i, d),
                                    ctx);
      status = assay_formula_status (theta[i], ctx);
    }
  return status;
}

enum assay_status
assay_lab_rotate_pair (struct assay_expr **y0, struct assay_expr **y1,
                       struct assay_expr *x0, struct assay_expr *x1,
                       struct assay_expr *angle, struct assay_ctx *ctx)
{
  struct assay_expr *c = assay_formula_cos (assay_expr_ref (angle), ctx);
  struct assay_expr *s = assay_formula_sin (assay_expr_ref (angle), ctx);
  struct assay_expr *minus_s = NULL;

  if (s)
    (void) assay_expr_neg (&minus_s, s, ctx);
  {
    struct assay_expr *x[2] = { x0, x1 };
    struct assay_expr *first[2] = { c, minus_s }, *second[2] = { s, c };

    *y0 = assay_formula_dot (x, first, 2, ctx);
    *y1 = assay_formula_dot (x, second, 2, ctx);
  }
  assay_expr_unref (c);
  assay_expr_unref (s);
  assay_expr_unref (minus_s);
  return assay_formula_status (*y0 && *y1 ? *y0 : NULL, ctx);
}

/* ANGLE[i], i < D/2, <- position * theta_i.  */
static enum assay_status
angles_at (struct assay_expr **angle, size_t d, struct assay_expr *position,
           struct assay_expr *base, struct assay_ctx *ctx)
{
  enum assay_status status = assay_lab_thetas (angle, d, base, ctx);
  size_t i;

  for (i = 0; i < d / 2 && status == ASSAY_OK; i++)
    {
      angle[i] = assay_formula_mul (assay_expr_ref (position), angle[i], ctx);
      status = assay_formula_status (angle[i], ctx);
    }
  return status;
}

enum assay_status
assay_lab_apply_rope (struct assay_expr **y, struct assay_expr *const *x,
                      size_t d, struct assay_expr *position,
                      struct assay_expr *base, struct assay_ctx *ctx)
{
  struct assay_expr **angle = assay_formula_list (d / 2);
  enum assay_status status = angles_at (angle, d, position, base, ctx);
  size_t i;

  for (i = 0; i < d / 2 && status == ASSAY_OK; i++)
    status = assay_lab_rotate_pair (&y[2 * i], &y[2 * i + 1], x[2 * i],
                                    x[2 * i + 1], angle[i], ctx);
  assay_formula_list_free (angle, d / 2);
  return status;
}

enum assay_status
assay_lab_sin_pos (struct assay_expr **p, struct assay_expr *position,
                   size_t d, struct assay_expr *base, struct assay_ctx *ctx)
{
  struct assay_expr **angle = assay_formula_list (d / 2);
  enum assay_status status = angles_at (angle, d, position, base, ctx);
  size_t i;

  for (i = 0; i < d / 2 && status == ASSAY_OK; i++)
    {
      p[2 * i] = assay_formula_sin (assay_expr_ref (angle[i]), ctx);
      p[2 * i + 1] = assay_formula_cos (assay_expr_ref (angle[i]), ctx);
      status = assay_formula_status (p[2 * i] ? p[2 * i + 1] : NULL, ctx);
    }
  assay_formula_list_free (angle, d / 2);
  return status;
}

enum assay_status
assay_lab_add_position (struct assay_expr **y, struct assay_expr *const *x,
                        size_t d, struct assay_expr *position,
                        struct assay_expr *base, struct assay_ctx *ctx)
{
  struct assay_expr **p = assay_formula_list (d);
  enum assay_status status = assay_lab_sin_pos (p, position, d, base, ctx);
  size_t j;

  for (j = 0; j < d && status == ASSAY_OK; j++)
    status = assay_expr_add (&y[j], x[j], p[j], ctx);
  assay_formula_list_free (p, d);
  return status;
}

enum assay_status
assay_lab_score (struct assay_expr **score, assay_lab_place *place,
                 struct assay_expr *const *q, struct assay_expr *const *k,
                 size_t d, struct assay_expr *m, struct assay_expr *n,
                 struct assay_expr *base, struct assay_ctx *ctx)
{
  struct assay_expr **placed_q = assay_formula_list (d);
  struct assay_expr **placed_k = assay_formula_list (d);
  enum assay_status status;

  *score = NULL;
  status = place (placed_q, q, d, m, base, ctx);
  if (status == ASSAY_OK)
    status = place (placed_k, k, d, n, base, ctx);
  if (status == ASSAY_OK)
    status = assay_expr_dot (score, placed_q, placed_k, d, ctx);
  assay_formula_list_free (placed_q, d);
  assay_formula_list_free (placed_k, d);
  return status;
}

enum assay_status
assay_lab_offset_scan (struct assay_expr **rotary, struct assay_expr **added,
                       struct assay_expr *const *q,
                       struct assay_expr *const *k, size_t d, long offset,
                       const long *starts, size_t count,
                       struct assay_expr *base, struct assay_ctx *ctx)
{
  enum assay_status status = ASSAY_OK;
  struct assay_expr *m, *n;
  size_t j;

  for (j = 0; j < count && status == ASSAY_OK; j++)
    {
      m = assay_formula_integer (starts[j] + offset);
      n = assay_formula_integer (starts[j]);
      status = assay_lab_score (&rotary[j], assay_lab_apply_rope, q, k, d, m,
                                n, base, ctx);
      if (status == ASSAY_OK)
        status = assay_lab_score (&added[j], assay_lab_add_position, q, k, d,
                                  m, n, base, ctx);
      assay_expr_unref (m);
      assay_expr_unref (n);
    }
  return status;
}

enum assay_status
assay_lab_turns (struct assay_expr **turns, size_t d, long delta,
                 struct assay_expr *base, struct assay_ctx *ctx)
{
  struct assay_expr **theta = assay_formula_list (d / 2);
  enum assay_status status = assay_lab_thetas (theta, d, base, ctx);
  size_t i;

  for (i = 0; i < d / 2 && status == ASSAY_OK; i++)
    {
      turns[i] = assay_formula_div (
        assay_formula_mul (assay_formula_ratio (delta, 2),
                           assay_expr_ref (theta[i]), ctx),
        assay_expr_new_pi (), ctx);
      status = assay_formula_status (turns[i], ctx);
    }
  assay_formula_list_free (theta, d / 2);
  return status;
}

enum assay_status
assay_lab_slow_pairs (size_t *count, size_t d, long delta,
                      struct assay_expr *base, struct assay_ctx *ctx)
{
  struct assay_expr **turns = assay_formula_list (d / 2);
  struct assay_expr *one = assay_formula_integer (1);
  enum assay_status status = assay_lab_turns (turns, d, delta, base, ctx);
  struct assay_decision decision;
  size_t below = 0, i;
  int order = 0;

  for (i = 0; i < d / 2 && status == ASSAY_OK; i++)
    {
      status = assay_decide_order (&decision, &order, turns[i], one, ctx);
      if (status == ASSAY_OK && decision.verdict == ASSAY_OPEN)
        status = assay_fail (ctx, ASSAY_ELIMIT, NULL,
                             "turns that can be told from 1",
                             "pair %zu at distance %ld", i, delta);
      below += order < 0;
    }
  if (status == ASSAY_OK)
    *count = below;
  assay_expr_unref (one);
  assay_formula_list_free (turns, d / 2);
  return status;
}
