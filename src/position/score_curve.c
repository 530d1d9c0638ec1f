/* score_curve.c -- the score of a query and an equal key against their
   distance */

#include "position/score_curve.h"

#include <string.h>

#include "real/formula.h"
#include "real/step.h"

size_t
assay_distances_count (const struct assay_distances *d)
{
  return (d->last - d->first) / d->step + 1;
}

/* A^2 / n.  */
static struct assay_expr *
weight_of (struct assay_expr *magnitude, size_t pairs, struct assay_ctx *ctx)
{
  struct assay_expr *each = assay_formula_ratio (1, pairs);

  return magnitude == NULL ? each
         : assay_formula_mul (assay_formula_mul (assay_expr_ref (magnitude),
                                                 assay_expr_ref (magnitude),
                                                 ctx), each, ctx);
}

/* The value at DISTANCE / S.  */
static struct assay_expr *
score_at (struct assay_expr *const *w, size_t pairs,
          struct assay_expr *weight, mpq_srcptr s, unsigned long distance,
          struct assay_ctx *ctx)
{
  struct assay_expr **cosine = assay_formula_list (pairs), *sum = NULL;
  struct assay_expr *scaled;
  mpq_t ratio;
  size_t i;

  mpq_init (ratio);
  mpq_set_ui (ratio, distance, 1);
  mpq_div (ratio, ratio, s);
  scaled = assay_expr_new_rational (ratio);
  mpq_clear (ratio);
  for (i = 0; i < pairs; i++)
    {
      cosine[i] = assay_formula_cos (
        assay_formula_mul (assay_expr_ref (scaled), assay_expr_ref (w[i]),
                           ctx), ctx);
      if (cosine[i] == NULL)
        break;
    }
  if (i == pairs)
    (void) assay_expr_sum (&sum, cosine, pairs, ctx);
  assay_expr_unref (scaled);
  assay_formula_list_free (cosine, pairs);
  return assay_formula_mul (assay_expr_ref (weight), sum, ctx);
}

enum assay_status
assay_score_curve (double *y, struct assay_expr *const *w, size_t pairs,
                   struct assay_expr *magnitude, mpq_srcptr s,
                   const struct assay_distances *distances,
                   struct assay_ctx *ctx)
{
  size_t n = assay_distances_count (distances), j;
  struct assay_expr *weight = weight_of (magnitude, pairs, ctx), *score;
  enum assay_status status = assay_formula_status (weight, ctx);
  uint64_t bits;

  for (j = 0; j < n && status == ASSAY_OK; j++)
    {
      score = score_at (w, pairs, weight, s,
                        distances->first + j * distances->step, ctx);
      status = assay_formula_status (score, ctx);
      if (status == ASSAY_OK)
        status = assay_step_fmt_bits (&bits, score, ASSAY_FMT_F64, ctx);
      if (status == ASSAY_OK)
        memcpy (&y[j], &bits, sizeof y[j]);
      assay_expr_unref (score);
    }
  assay_expr_unref (weight);
  return status;
}
