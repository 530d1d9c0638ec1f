/* table_layout.c -- where a row of a table has the value of a pair */

#include "position/table_layout.h"

#include <string.h>

size_t
assay_table_width (enum assay_table_layout layout, size_t pairs)
{
  return layout == ASSAY_TABLE_HALF ? pairs : 2 * pairs;
}

void
assay_table_spread (void *to, const void *from, size_t count, size_t pairs,
                    size_t size, enum assay_table_layout layout)
{
  size_t width = assay_table_width (layout, pairs), row, i, k;
  const unsigned char *source = from;
  unsigned char *target = to;

  for (row = 0; row < count; row++)
    for (k = 0; k < width / pairs; k++)
      for (i = 0; i < pairs; i++)
        memcpy (target + size * (row * width
                                 + (layout == ASSAY_TABLE_ADJACENT
                                    ? 2 * i + k : i + k * pairs)),
                source + size * (row * pairs + i), size);
}
