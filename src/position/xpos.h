/* xpos.h -- rotary pairs that decay with the distance (xPos)

   Query pair i is multiplied by zeta_i^((p - m)/b), key pair i by
   zeta_i^(-(p - m)/b), zeta_i = (2i + 0.4 D) / (1.4 D): the score gains
   zeta_i^((query - key)/b), and the centre m cancels.  */

#ifndef ASSAY_POSITION_XPOS_H
#define ASSAY_POSITION_XPOS_H

#include "real/expr.h"

enum { ASSAY_XPOS_SCALE = 512 };        /* the usual b */

enum assay_xpos_centre
{
  ASSAY_XPOS_CEILING,           /* torchscale: -floor (-length / 2) */
  ASSAY_XPOS_FLOOR              /* floor (length / 2) */
};

long assay_xpos_centre (unsigned long length, enum assay_xpos_centre rule);

/* ZETA <- zeta_i, I < D/2.  ASSAY_EVALUE for D = 0.  */
enum assay_status assay_xpos_zeta (struct assay_expr **zeta, size_t i,
                                   size_t d, struct assay_ctx *ctx);

/* FACTOR <- zeta^((POSITION - CENTRE)/SCALE), of a key the inverse.
   ASSAY_EVALUE for SCALE = 0.  */
enum assay_status assay_xpos_factor (struct assay_expr **factor,
                                     struct assay_expr *zeta, long position,
                                     long centre, unsigned long scale,
                                     int is_key, struct assay_ctx *ctx);

#endif
