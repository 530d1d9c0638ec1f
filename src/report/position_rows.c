/* position_rows.c -- rows about slopes, buckets, waves and decays */

#include "report/position_report.h"

#include <stdlib.h>

#include "base/memory.h"
#include "exact/rat.h"
#include "real/formula.h"
#include "real/print.h"

/* The next cell <- X, which is consumed and may be null, to the digits asked
   for.  */
static enum assay_status
put (struct assay_listing *l, struct assay_expr *x,
     const struct assay_position_view *v, struct assay_ctx *ctx)
{
  enum assay_status status = assay_formula_status (x, ctx);
  struct assay_decision decision;
  char *digits = NULL;

  if (status == ASSAY_OK)
    status = assay_print_digits (&digits, &decision, x, v->digits, ctx);
  if (status == ASSAY_OK)
    assay_listing_take (l, digits ? digits : assay_strdup ("undecided"));
  assay_expr_unref (x);
  return status;
}

/* The next cell <- X as a fraction, or nothing where it is none known.  */
static void
put_exactly (struct assay_listing *l, const struct assay_expr *x)
{
  assay_listing_take (l, assay_expr_rational (x)
                         ? assay_rat_text (assay_expr_rational (x)) : NULL);
}

/* ---- alibi ---- */

static enum assay_status
alibi_row (struct assay_listing *l, const struct assay_position_view *v,
           size_t head, struct assay_expr *bias_max, struct assay_ctx *ctx)
{
  struct assay_expr *slope = NULL, *bias = NULL;
  enum assay_status status = assay_alibi_slope (&slope, head, v->heads,
                                                v->alibi, bias_max, ctx);

  if (status != ASSAY_OK)
    return status;
  assay_listing_integer (l, (long long) head);
  put_exactly (l, slope);
  status = put (l, assay_expr_ref (slope), v, ctx);
  if (status == ASSAY_OK && v->has_distance
      && (status = assay_alibi_bias (&bias, slope, v->distance, 0, ctx))
         == ASSAY_OK)
    status = put (l, bias, v, ctx);
  assay_expr_unref (slope);
  return status;
}

static enum assay_status
alibi_rows (struct assay_listing *l, const struct assay_position_view *v,
            struct assay_ctx *ctx)
{
  struct assay_expr *bias_max = assay_expr_new_rational (v->bias_max);
  enum assay_status status = ASSAY_OK;
  size_t head;

  assay_listing_column (l, "head", "head", 1);
  assay_listing_column (l, "exactly", "exact", 0);
  assay_listing_column (l, "slope", "slope", 0);
  if (v->has_distance)
    assay_listing_column (l, "bias", "bias", 0);
  for (head = 1; head <= v->heads && status == ASSAY_OK; head++)
    status = alibi_row (l, v, head, bias_max, ctx);
  assay_expr_unref (bias_max);
  return status;
}

/* ---- axial ---- */

static enum assay_status
axial_row (struct assay_listing *l, const struct assay_position_view *v,
           const struct assay_axial_pair *pair, struct assay_ctx *ctx)
{
  struct assay_expr *angle;
  enum assay_status status;

  assay_listing_integer (l, (long long) pair->x);
  assay_listing_integer (l, (long long) pair->y);
  assay_listing_add (l, v->family == ASSAY_AXIAL_CHATGLM
                        ? pair->axis ? "block" : "token"
                        : pair->axis ? "column" : "row");
  status = put (l, assay_expr_ref (pair->w), v, ctx);
  if (status != ASSAY_OK || !v->has_position)
    return status;
  angle = assay_formula_mul (assay_expr_new_rational (pair->axis ? v->column
                                                      : v->row),
                             assay_expr_ref (pair->w), ctx);
  status = put (l, angle ? assay_formula_cos (assay_expr_ref (angle), ctx)
                         : NULL, v, ctx);
  if (status == ASSAY_OK)
    status = put (l, assay_formula_sin (assay_expr_ref (angle), ctx), v, ctx);
  assay_expr_unref (angle);
  return status;
}

static enum assay_status
axial_rows (struct assay_listing *l, const struct assay_position_view *v,
            struct assay_ctx *ctx)
{
  struct assay_axial_pair *pairs = assay_calloc (v->width / 2 + 1,
                                                 sizeof *pairs);
  struct assay_expr *base = assay_expr_new_rational (v->base);
  enum assay_status status = assay_axial_make (pairs, v->family, base,
                                               v->width, ctx);
  size_t i;

  assay_listing_column (l, "pair", "pair", 1);
  assay_listing_column (l, "x", "x", 1);
  assay_listing_column (l, "y", "y", 1);
  assay_listing_column (l, "axis", "axis", 0);
  assay_listing_column (l, "step", "step", 0);
  if (v->has_position)
    {
      assay_listing_column (l, "cos", "cos", 0);
      assay_listing_column (l, "sin", "sin", 0);
    }
  for (i = 0; i < v->width / 2 && status == ASSAY_OK; i++)
    {
      assay_listing_integer (l, (long long) i);
      status = axial_row (l, v, &pairs[i], ctx);
    }
  assay_axial_clear (pairs, v->width);
  assay_expr_unref (base);
  free (pairs);
  return status;
}

/* ---- sinusoid ---- */

/* The channel pair of channel J, and whether J has its cosine.  */
static size_t
channel_pair (int *is_cosine, size_t j, const struct assay_position_view *v)
{
  size_t half = v->width / 2;
  int is_adjacent = v->order == ASSAY_SINUSOID_ADJACENT;

  *is_cosine = is_adjacent ? j % 2 == 1 : j >= half;
  return is_adjacent ? j / 2 : j % half;
}

static enum assay_status
sinusoid_row (struct assay_listing *l, const struct assay_position_view *v,
              size_t j, struct assay_expr *base, struct assay_expr *entry,
              struct assay_ctx *ctx)
{
  struct assay_expr *w = NULL;
  enum assay_status status;
  int is_cosine;
  size_t pair = channel_pair (&is_cosine, j, v);

  assay_listing_integer (l, (long long) j);
  assay_listing_add (l, is_cosine ? "cos" : "sin");
  status = assay_sinusoid_frequency (&w, base, pair, v->width, v->step, ctx);
  if (status == ASSAY_OK)
    status = put (l, w, v, ctx);
  if (status == ASSAY_OK && v->has_position)
    status = put (l, assay_expr_ref (entry), v, ctx);
  return status;
}

static enum assay_status
sinusoid_rows (struct assay_listing *l, const struct assay_position_view *v,
               struct assay_ctx *ctx)
{
  struct assay_expr **entry = assay_formula_list (v->width);
  struct assay_expr *base = assay_expr_new_rational (v->base);
  enum assay_status status;
  size_t j;

  assay_listing_column (l, "channel", "channel", 1);
  assay_listing_column (l, "wave", "wave", 0);
  assay_listing_column (l, "step", "step", 0);
  if (v->has_position)
    assay_listing_column (l, "value", "value", 0);
  status = assay_sinusoid (entry, (long) v->position, base, v->width,
                           v->order, v->step, ctx);
  for (j = 0; j < v->width && status == ASSAY_OK; j++)
    status = sinusoid_row (l, v, j, base, entry[j], ctx);
  assay_expr_unref (base);
  assay_formula_list_free (entry, v->width);
  return status;
}

/* ---- t5 ---- */

/* A row about the distances FIRST..LAST of BUCKET, without an end where it is
   beyond the largest distance.  */
static void
t5_row (struct assay_listing *l, const struct assay_position_view *v,
        unsigned long bucket, long first, long last)
{
  long most = (long) v->t5.max_distance;

  assay_listing_integer (l, (long long) bucket);
  if (first > -most)
    assay_listing_integer (l, first);
  else
    assay_listing_take (l, NULL);
  if (last < most)
    assay_listing_integer (l, last);
  else
    assay_listing_take (l, NULL);
}

static enum assay_status
t5_rows (struct assay_listing *l, const struct assay_position_view *v,
         struct assay_ctx *ctx)
{
  enum assay_status status = ASSAY_OK;
  long most = (long) v->t5.max_distance, first, last;
  unsigned long bucket;

  assay_listing_column (l, "bucket", "bucket", 1);
  if (v->has_distance)
    {
      assay_listing_column (l, "key - query", "distance", 1);
      status = assay_t5_bucket (&bucket, &v->t5, v->distance, ctx);
      if (status != ASSAY_OK)
        return status;
      assay_listing_integer (l, (long long) bucket);
      assay_listing_integer (l, v->distance);
      return ASSAY_OK;
    }
  assay_listing_column (l, "from", "first_distance", 1);
  assay_listing_column (l, "to", "last_distance", 1);
  for (first = -most; first <= most && status == ASSAY_OK; first = last + 1)
    {
      status = assay_t5_run (&bucket, &last, &v->t5, first, ctx);
      if (status == ASSAY_OK)
        t5_row (l, v, bucket, first, last);
    }
  return status;
}

/* ---- xpos ---- */

static enum assay_status
xpos_row (struct assay_listing *l, const struct assay_position_view *v,
          size_t i, long centre, struct assay_ctx *ctx)
{
  struct assay_expr *zeta = NULL, *factor = NULL;
  enum assay_status status = assay_xpos_zeta (&zeta, i, v->width, ctx);
  int side;

  if (status != ASSAY_OK)
    return status;
  assay_listing_integer (l, (long long) i);
  put_exactly (l, zeta);
  status = put (l, assay_expr_ref (zeta), v, ctx);
  for (side = 0; side < 2 && v->has_position && status == ASSAY_OK; side++)
    if ((status = assay_xpos_factor (&factor, zeta, (long) v->position,
                                     centre, v->scale, side, ctx))
        == ASSAY_OK)
      status = put (l, factor, v, ctx);
  if (status == ASSAY_OK && v->has_distance
      && (status = assay_xpos_factor (&factor, zeta, v->distance, 0, v->scale,
                                      0, ctx)) == ASSAY_OK)
    status = put (l, factor, v, ctx);
  assay_expr_unref (zeta);
  return status;
}

static enum assay_status
xpos_rows (struct assay_listing *l, const struct assay_position_view *v,
           struct assay_ctx *ctx)
{
  long centre = v->length > 0 ? assay_xpos_centre (v->length, v->centre) : 0;
  enum assay_status status = ASSAY_OK;
  size_t i;

  assay_listing_column (l, "pair", "pair", 1);
  assay_listing_column (l, "exactly", "exact", 0);
  assay_listing_column (l, "zeta", "zeta", 0);
  if (v->has_position)
    {
      assay_listing_column (l, "times a query", "query", 0);
      assay_listing_column (l, "times a key", "key", 0);
    }
  if (v->has_distance)
    assay_listing_column (l, "times the score", "score", 0);
  for (i = 0; i < v->width / 2 && status == ASSAY_OK; i++)
    status = xpos_row (l, v, i, centre, ctx);
  return status;
}

enum assay_status
assay_position_rows (struct assay_listing *listing,
                     const struct assay_position_view *v,
                     struct assay_ctx *ctx)
{
  switch (v->kind)
    {
    case ASSAY_POSITION_ALIBI:
      return alibi_rows (listing, v, ctx);
    case ASSAY_POSITION_AXIAL:
      return axial_rows (listing, v, ctx);
    case ASSAY_POSITION_SINUSOID:
      return sinusoid_rows (listing, v, ctx);
    case ASSAY_POSITION_T5:
      return t5_rows (listing, v, ctx);
    default:
      return xpos_rows (listing, v, ctx);
    }
}
