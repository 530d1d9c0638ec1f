/* fit.h -- the parameter of a hypothesis that brings it nearest to a dump */

#ifndef ASSAY_KERNEL_FIT_H
#define ASSAY_KERNEL_FIT_H

#include "kernel/explain_match.h"
#include "kernel/hypothesis.h"

/* PARAMETER <- that of least squares over ROWS, by a search over RANGE and
   Newton's method from there; TOLERANCE <- its standard error, relatively.
   BASE is the plan that HYPOTHESIS changes.  0 when nothing in the range comes
   near.  */
int assay_fit (double *parameter, double *tolerance,
               struct assay_matcher *matcher,
               const struct assay_plan *base,
               const struct assay_hypothesis *hypothesis,
               const struct assay_search_range *range,
               const struct assay_matched_row *const *row, size_t rows);

#endif
