/* kernel_problem.h -- an attention problem in a line */

#ifndef ASSAY_REPORT_KERNEL_PROBLEM_H
#define ASSAY_REPORT_KERNEL_PROBLEM_H

#include "base/text.h"
#include "kernel/problem.h"

/* "softmax (q.k / 8) v: 1 batch, 8 query heads on 2 key heads, 4 queries, 6
   keys (2 past), width 64; causal, query 0 at key 2; ..." appended.  */
void assay_problem_describe (struct assay_text *text,
                             const struct assay_problem *problem);

#endif
