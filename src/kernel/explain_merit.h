/* explain_merit.h -- what counts as an explanation of a dump, and which of
   several is the best */

#ifndef ASSAY_KERNEL_EXPLAIN_MERIT_H
#define ASSAY_KERNEL_EXPLAIN_MERIT_H

#include "kernel/score_count.h"

/* Whether a plan that matches as FOUND may explain what the right one leaves
   at RIGHT, both of the same rows: it leaves at most a tenth of the elements
   that are not near (a quarter where the plan ROUNDS_INSIDE: a sum's order may
   tip a rounding), and where those are few and not far off, at most so many
   that are not equal, too.  */
int assay_merit_survives (const struct assay_score_count *found,
                          const struct assay_score_count *right,
                          int rounds_inside);

/* Whether it does: as above, and where the elements that are not near are few
   and not far off, 97 of 100 are equal.  */
int assay_merit_explains (const struct assay_score_count *found,
                          const struct assay_score_count *right,
                          int rounds_inside);

/* Whether two mistakes that match as FOUND explain more than one of them,
   which matches as PART on the same rows: less than half of what that leaves
   not near, or not equal, is left.  */
int assay_merit_improves (const struct assay_score_count *found,
                          const struct assay_score_count *part);

/* The larger, the better.  */
double assay_merit (const struct assay_score_count *count);

/* A finding: how it matches all rows and when it was found, in the order of
   the tables, what was fitted last.  */
struct assay_merit_rank
{
  const struct assay_score_count *count;
  size_t order;
  int *is_equal;                /* nothing tells it from the best */
};

/* Of COUNT, at least one, the first having the largest merit: *is_equal <- of
   each, and the place of the one that stands first in the tables among those
   that are, whose own is 0.  */
size_t assay_merit_settle (const struct assay_merit_rank *rank,
                           size_t count);

#endif
