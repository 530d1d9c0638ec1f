/* sample.h -- which rows of a problem are looked at, in order */

#ifndef ASSAY_KERNEL_SAMPLE_H
#define ASSAY_KERNEL_SAMPLE_H

#include <stddef.h>
#include <stdint.h>

/* COUNT rows of BATCHES x HEADS x (FIRST <= i < LAST), ascending; PICK, owned,
   is null where it is all of them.  */
struct assay_sample
{
  size_t batches, heads, first, last;
  size_t count;
  uint64_t *pick;
};

/* All rows, or SIZE of them, each as likely as the next and none twice, drawn
   by SEED, where 0 < SIZE < all.  To be cleared by the caller.  */
void assay_sample_init (struct assay_sample *sample, size_t batches,
                        size_t heads, size_t first, size_t last, size_t size,
                        uint64_t seed);
/* SAMPLE <- those of its rows whose block of BLOCK is number SHARD - 1 modulo
   SHARDS, 1 <= SHARD <= SHARDS.  */
void assay_sample_keep (struct assay_sample *sample, size_t shard,
                        size_t shards, size_t block);
void assay_sample_clear (struct assay_sample *sample);

/* Row number PLACE < count.  */
void assay_sample_row (size_t *b, size_t *h, size_t *i,
                       const struct assay_sample *sample, size_t place);

#endif
