/* mask.c -- which keys a query may see */

#include "attention/mask.h"

#include <stdlib.h>
#include <string.h>

#include "base/memory.h"

void
assay_mask_init (struct assay_mask *mask, size_t queries, size_t keys)
{
  mask->legal = assay_calloc (queries, keys);
  memset (mask->legal, 1, queries * keys);
  mask->queries = queries;
  mask->keys = keys;
}

void
assay_mask_clear (struct assay_mask *mask)
{
  free (mask->legal);
  mask->legal = NULL;
}

void
assay_mask_causal (struct assay_mask *mask)
{
  size_t i, j;

  for (i = 0; i < mask->queries; i++)
    for (j = i + 1; j < mask->keys; j++)
      mask->legal[i * mask->keys + j] = 0;
}

static int
has_legal_key (const struct assay_mask *mask, size_t i)
{
  size_t j;

  for (j = 0; j < mask->keys; j++)
    if (mask->legal[i * mask->keys + j])
      return 1;
  return 0;
}

enum assay_status
assay_mask_check_rows (const struct assay_mask *mask, struct assay_ctx *ctx,
                       const struct assay_where *where)
{
  size_t i;

  for (i = 0; i < mask->queries; i++)
    {
      struct assay_where row = { where, NULL, i };

      if (!has_legal_key (mask, i))
        return assay_fail (ctx, ASSAY_EVALUE, &row,
                           "at least one legal key in every row",
                           "none in row %zu", i);
    }
  return ASSAY_OK;
}
