/* explain.h -- which known mistake reproduces a dump

   Hypotheses (hypothesis.h) are evaluated in binary64 on rows that tell most;
   those that survive, on all rows.  Nothing is concluded but that a
   hypothesis reproduces so many elements: verdicts are kernel_judge's.  */

#ifndef ASSAY_KERNEL_EXPLAIN_H
#define ASSAY_KERNEL_EXPLAIN_H

#include "kernel/explain_match.h"
#include "kernel/hypothesis.h"
#include "kernel/told.h"

struct assay_finding
{
  const struct assay_hypothesis *hypothesis;
  const struct assay_hypothesis *second;        /* of a pair, or null */
  double parameter, second_parameter, tolerance;
  int is_local;                 /* in the wrong part alone */
  struct assay_plan plan;
  size_t order;                 /* in which it was found: that of the tables */
  struct assay_score_count count;       /* on all rows; the wrong ones */
  int is_equal;                 /* nothing tells it from the first */
};

struct assay_explanation
{
  const char *name;             /* of the tensor; borrowed */
  enum assay_explained outcome;
  struct assay_scene scene;
  struct assay_score_count right;
  size_t rows, wrong_rows;
  size_t hypotheses;            /* that say something about the problem */
  int tried_pairs;
  struct assay_text region;     /* which rows are wrong; "" without a plain
                                   description */
  /* The best first; where the outcome is open, the closest one on the sample.
     count.elements 0: none at all.  */
  struct assay_finding finding[ASSAY_FINDINGS];
  size_t findings;
};

/* EXPLANATION <- of TARGET, which has a GOT, over the rows that JUDGE names,
   by its count of jobs.  To be cleared by the caller; PROBLEM and TARGET must
   outlive it.  */
void assay_explain (struct assay_explanation *explanation,
                    const struct assay_problem *problem,
                    const struct assay_target *target,
                    const struct assay_judge *judge);
void assay_explanation_clear (struct assay_explanation *explanation);

/* What FINDING says, appended to TEXT: "scale = 1 instead of 1/8".  */
void assay_finding_tell (struct assay_text *text,
                         const struct assay_finding *finding,
                         const struct assay_explanation *explanation);

/* How to mend it.  */
void assay_finding_fix (struct assay_text *text,
                        const struct assay_finding *finding);

/* TOLD <- EXPLANATION in words; to be cleared before it.  */
void assay_explanation_tell (struct assay_told *told,
                             const struct assay_explanation *explanation);

#endif
