/* score_count.h -- how much of a dump a hypothesis reproduces */

#ifndef ASSAY_KERNEL_SCORE_COUNT_H
#define ASSAY_KERNEL_SCORE_COUNT_H

#include <stddef.h>
#include <stdint.h>

#include "real/fmt.h"

/* An element is near when the dump has it to within one ulp and what an
   ordinary kernel's roundings explain (assay_plan_row); equal, when it is the
   plan's number rounded.  */
struct assay_score_count
{
  uint64_t elements, near, equal;
  double max_ulp;               /* INFINITY: a NaN or infinity for a number */
  /* The largest error over what makes an element near: 1 at its edge.  */
  double excess;
};

/* COUNT <- an element added that is GOT where EXPECTED should be, which NOISE
   may have moved.  */
void assay_match_element (struct assay_score_count *count, double got,
                          double expected, double noise, enum assay_fmt fmt);

void assay_score_count_add (struct assay_score_count *sum,
                            const struct assay_score_count *x);

struct assay_matched_row
{
  size_t b, h, i;
  int is_wrong;                 /* not all near to the right plan */
  double error;                 /* largest, of the right plan, in ulps */
};

#endif
