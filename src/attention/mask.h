/* mask.h -- which keys a query may see */

#ifndef ASSAY_ATTENTION_MASK_H
#define ASSAY_ATTENTION_MASK_H

#include <stddef.h>

#include "base/ctx.h"

/* Row by row: key j is legal for query i iff legal[i * keys + j] is not 0. */
struct assay_mask
{
  unsigned char *legal;
  size_t queries;
  size_t keys;
};

/* Everything legal.  */
void assay_mask_init (struct assay_mask *mask, size_t queries, size_t keys);
void assay_mask_clear (struct assay_mask *mask);

/* Intersect MASK with j <= i.  */
void assay_mask_causal (struct assay_mask *mask);

/* ASSAY_EVALUE, naming the row, when some query has no legal key.  */
enum assay_status assay_mask_check_rows (const struct assay_mask *mask,
                                         struct assay_ctx *ctx,
                                         const struct assay_where *where);

#endif
