/* pairs.c -- pairs of coordinates and their rotations, on values */

#include "claims/pairs.h"

#include "claims/numeric.h"

const char *const assay_pairing_names[] = { "adjacent", "split-half", NULL };

void
assay_pair_places (size_t *x, size_t *y, size_t i, size_t width,
                   enum assay_pairing pairing)
{
  *x = pairing == ASSAY_PAIRING_ADJACENT ? 2 * i : i;
  *y = pairing == ASSAY_PAIRING_ADJACENT ? 2 * i + 1 : i + width / 2;
}

enum assay_status
assay_pair_turn (struct assay_value **rx, struct assay_value **ry,
                 struct assay_value *x, struct assay_value *y,
                 struct assay_value *c, struct assay_value *s,
                 struct assay_ctx *ctx)
{
  struct assay_value *point[2], *row[2], *negated;
  enum assay_status status = assay_numeric_neg (&negated, s, ctx);

  *rx = *ry = NULL;
  if (status != ASSAY_OK)
    return status;
  point[0] = x;
  point[1] = y;
  row[0] = c;
  row[1] = negated;
  status = assay_numeric_dot (rx, point, row, 2, ctx);
  row[0] = s;
  row[1] = c;
  if (status == ASSAY_OK)
    status = assay_numeric_dot (ry, point, row, 2, ctx);
  assay_value_unref (negated);
  if (status != ASSAY_OK)
    {
      assay_value_unref (*rx);
      *rx = NULL;
    }
  return status;
}

enum assay_status
assay_pair_direction (struct assay_value **c, struct assay_value **s,
                      struct assay_value *angle, struct assay_ctx *ctx)
{
  enum assay_status status = assay_numeric_apply (c, assay_expr_cos, angle,
                                                  ctx);

  *s = NULL;
  if (status == ASSAY_OK)
    status = assay_numeric_apply (s, assay_expr_sin, angle, ctx);
  if (status != ASSAY_OK)
    {
      assay_value_unref (*c);
      *c = NULL;
    }
  return status;
}

void
assay_pair_replace (struct assay_value **c, struct assay_value **s,
                    struct assay_value *const *next)
{
  assay_value_unref (*c);
  assay_value_unref (*s);
  *c = next[0];
  *s = next[1];
}
