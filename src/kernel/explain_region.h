/* explain_region.h -- which part of a dump is wrong */

#ifndef ASSAY_KERNEL_EXPLAIN_REGION_H
#define ASSAY_KERNEL_EXPLAIN_REGION_H

#include "base/text.h"
#include "kernel/score_count.h"

/* Whether the wrong ones of ROWS are a proper part with a plain description:
   some batches, some heads, an interval of rows or every k-th one, in each of
   which at least half of the rows are wrong.  That is appended to TEXT then:
   "head 2", "rows 16 to 31", "every 4th row from row 3 of batch 1".  */
int assay_explain_region (struct assay_text *text,
                          const struct assay_matched_row *row, size_t rows,
                          size_t batches, size_t heads, size_t queries);

#endif
