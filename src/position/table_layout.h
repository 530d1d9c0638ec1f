/* table_layout.h -- where a row of a table has the value of a pair */

#ifndef ASSAY_POSITION_TABLE_LAYOUT_H
#define ASSAY_POSITION_TABLE_LAYOUT_H

#include <stddef.h>

enum assay_table_layout
{
  ASSAY_TABLE_HALF,             /* each pair once */
  ASSAY_TABLE_SPLIT_HALF,       /* coordinates i and i + h have pair i */
  ASSAY_TABLE_ADJACENT          /* coordinates 2i and 2i + 1 have pair i */
};

/* Values in a row of PAIRS.  */
size_t assay_table_width (enum assay_table_layout layout, size_t pairs);

/* TO <- the COUNT rows of FROM, which have each pair once, in LAYOUT: values
   of SIZE bytes.  TO and FROM do not overlap.  */
void assay_table_spread (void *to, const void *from, size_t count,
                         size_t pairs, size_t size,
                         enum assay_table_layout layout);

#endif
