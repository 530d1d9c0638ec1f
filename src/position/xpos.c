/* xpos.c -- rotary pairs that decay with the distance (xPos) */

#include "position/xpos.h"

#include "real/formula.h"

long
assay_xpos_centre (unsigned long length, enum assay_xpos_centre rule)
{
  return (long) (rule == ASSAY_XPOS_CEILING ? length - length / 2
                                            : length / 2);
}

enum assay_status
assay_xpos_zeta (struct assay_expr **zeta, size_t i, size_t d,
                 struct assay_ctx *ctx)
{
  *zeta = NULL;
  if (d == 0)
    return assay_fail (ctx, ASSAY_EVALUE, NULL, "a width above 0", "0");
  /* (2i + 2D/5) / (7D/5).  */
  *zeta = assay_formula_ratio ((long) (10 * i + 2 * d), 7 * d);
  return ASSAY_OK;
}

enum assay_status
assay_xpos_factor (struct assay_expr **factor, struct assay_expr *zeta,
                   long position, long centre, unsigned long scale,
                   int is_key, struct assay_ctx *ctx)
{
  long from_centre = is_key ? centre - position : position - centre;

  *factor = NULL;
  if (scale == 0)
    return assay_fail (ctx, ASSAY_EVALUE, NULL, "a scale above 0", "0");
  *factor = assay_formula_pow (assay_expr_ref (zeta),
                               assay_formula_ratio (from_centre, scale), ctx);
  return assay_formula_status (*factor, ctx);
}
