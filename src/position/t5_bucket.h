/* t5_bucket.h -- relative distances in buckets, exactly */

#ifndef ASSAY_POSITION_T5_BUCKET_H
#define ASSAY_POSITION_T5_BUCKET_H

#include <stddef.h>

#include "base/ctx.h"

struct assay_t5
{
  unsigned long buckets;        /* 32 */
  unsigned long max_distance;   /* 128 */
  int bidirectional;
};

/* BUCKET <- that of DISTANCE = key - query.  Distances below E = half of the
   buckets of one direction have one each; beyond, bucket E + trunc (ln (n/E)
   / ln (max/E) (B - E)), at most B - 1.  The truncation compares integer
   powers and no logarithms.  ASSAY_EVALUE unless 1 <= E < max_distance <
   2^32 and buckets <= 4096, an even number with BIDIRECTIONAL.  */
enum assay_status assay_t5_bucket (unsigned long *bucket,
                                   const struct assay_t5 *t5, long distance,
                                   struct assay_ctx *ctx);

/* BUCKET <- that of FIRST, and LAST <- the largest distance from FIRST to
   max_distance with no other bucket between them.  abs (FIRST) <=
   max_distance; refusals as above.  */
enum assay_status assay_t5_run (unsigned long *bucket, long *last,
                                const struct assay_t5 *t5, long first,
                                struct assay_ctx *ctx);

#endif
