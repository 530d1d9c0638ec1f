/* pairs.h -- pairs of coordinates and their rotations, on values */

#ifndef ASSAY_CLAIMS_PAIRS_H
#define ASSAY_CLAIMS_PAIRS_H

#include "claims/value.h"

/* Which coordinates make pair i of a vector of width d: 2i and 2i+1, or i
   and i + d/2.  */
enum assay_pairing
{
  ASSAY_PAIRING_ADJACENT,
  ASSAY_PAIRING_SPLIT_HALF
};

/* "adjacent", "split-half", null.  */
extern const char *const assay_pairing_names[];

void assay_pair_places (size_t *x, size_t *y, size_t i, size_t width,
                        enum assay_pairing pairing);

/* (*RX, *RY) <- (X C - Y S, X S + Y C): new references, or a refusal and
   both null.  */
enum assay_status assay_pair_turn (struct assay_value **rx,
                                   struct assay_value **ry,
                                   struct assay_value *x,
                                   struct assay_value *y,
                                   struct assay_value *c,
                                   struct assay_value *s,
                                   struct assay_ctx *ctx);

/* *C, *S <- cosine and sine of ANGLE: new references, or a refusal and both
   null.  */
enum assay_status assay_pair_direction (struct assay_value **c,
                                        struct assay_value **s,
                                        struct assay_value *angle,
                                        struct assay_ctx *ctx);

/* *C and *S give way to NEXT[0] and NEXT[1].  */
void assay_pair_replace (struct assay_value **c, struct assay_value **s,
                         struct assay_value *const *next);

#endif
