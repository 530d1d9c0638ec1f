/* explain_match.h -- rows of a dump beside rows of a plan */

#ifndef ASSAY_KERNEL_EXPLAIN_MATCH_H
#define ASSAY_KERNEL_EXPLAIN_MATCH_H

#include "kernel/kernel_judge.h"
#include "kernel/plan.h"
#include "kernel/score_count.h"

/* One thread's.  */
struct assay_matcher
{
  struct assay_scene *scene;
  const struct assay_target *target;
  double unit;
  struct assay_plan_work work;
  double *out, *noise;
};

void assay_matcher_init (struct assay_matcher *matcher,
                         struct assay_scene *scene,
                         const struct assay_target *target);
void assay_matcher_clear (struct assay_matcher *matcher);

/* To be called before the first row of a plan.  */
void assay_matcher_begin (struct assay_matcher *matcher);

/* COUNT <- the elements of ROW added.  */
void assay_match_row (struct assay_score_count *count,
                      struct assay_matcher *matcher,
                      const struct assay_plan *plan,
                      const struct assay_matched_row *row);

/* COUNT <- of all rows, by JOBS threads, the wrong ones alone when ONLY_WRONG.
   With MARK, rows get is_wrong and error.  */
void assay_match_rows (struct assay_score_count *count,
                       struct assay_scene *scene,
                       const struct assay_target *target,
                       const struct assay_plan *plan,
                       struct assay_matched_row *row, size_t rows,
                       int only_wrong, int mark, size_t jobs);

#endif
