/* sample.c -- which rows of a problem are looked at, in order */

#include "kernel/sample.h"

#include <stdlib.h>

#include "base/memory.h"
#include "kernel/splitmix.h"

/* Each of 0 .. BOUND - 1 as likely: what would favour the low ones is drawn
   again.  */
static uint64_t
random_below (uint64_t bound, uint64_t *state)
{
  uint64_t refused = UINT64_MAX % bound + 1, x;

  do
    x = assay_splitmix_next (state);
  while (refused != bound && x > UINT64_MAX - refused);
  return x % bound;
}

void
assay_sample_init (struct assay_sample *sample, size_t batches, size_t heads,
                   size_t first, size_t last, size_t size, uint64_t seed)
{
  uint64_t all = (uint64_t) batches * heads * (last - first), left, place;
  uint64_t state = seed;
  size_t taken = 0;

  sample->batches = batches;
  sample->heads = heads;
  sample->first = first;
  sample->last = last;
  sample->count = all;
  sample->pick = NULL;
  if (size == 0 || size >= all)
    return;
  sample->count = size;
  sample->pick = assay_calloc (size, sizeof *sample->pick);
  /* Each place is taken with the chance that as many of the rest are needed
     as are left: an ordered sample in one pass.  */
  for (place = 0, left = all; taken < size; place++, left--)
    if (random_below (left, &state) < size - taken)
      sample->pick[taken++] = place;
}

void
assay_sample_keep (struct assay_sample *sample, size_t shard, size_t shards,
                   size_t block)
{
  size_t count = sample->count, place, kept = 0;
  uint64_t *pick = assay_calloc (count / shards + block,
                                 sizeof *pick);

  for (place = 0; place < count; place++)
    if (place / block % shards == shard - 1)
      pick[kept++] = sample->pick ? sample->pick[place] : place;
  free (sample->pick);
  sample->pick = pick;
  sample->count = kept;
}

void
assay_sample_clear (struct assay_sample *sample)
{
  free (sample->pick);
}

void
assay_sample_row (size_t *b, size_t *h, size_t *i,
                  const struct assay_sample *sample, size_t place)
{
  uint64_t number = sample->pick ? sample->pick[place] : place;
  size_t rows = sample->last - sample->first;

  *i = sample->first + number % rows;
  number /= rows;
  *h = number % sample->heads;
  *b = number / sample->heads;
}
