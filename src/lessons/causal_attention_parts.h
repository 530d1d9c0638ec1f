/* causal_attention_parts.h -- the groups of causal_attention.c that are long
   enough for a file of their own */

#ifndef ASSAY_LESSONS_CAUSAL_ATTENTION_PARTS_H
#define ASSAY_LESSONS_CAUSAL_ATTENTION_PARTS_H

#include "lessons/attention_rows.h"
#include "lessons/causal_attention.h"

/* The 288 fixtures of the lesson: AGREE holds iff both families give the
   same numbers for all of them; HULL iff in each, weights sum to 1, are
   positive where legal and exactly 0 where blocked, and outputs lie between
   the least and the greatest legal value, all proved.  */
void assay_attention_fixtures (enum assay_verdict *agree,
                               enum assay_verdict *hull,
                               unsigned long *count,
                               const struct assay_second_family *oracle);

/* Every invalid request of the lesson is refused, in its class and at its
   place; COUNT of them.  */
enum assay_verdict assay_attention_invalid (unsigned long *count);

/* A row that is blocked by its mask, or by mask and causality together, is
   refused; the latter mask alone is not.  */
enum assay_verdict assay_attention_blocked_rows (void);

/* The relations of the lesson, each proved by equal classes and sums.  */
enum assay_verdict assay_attention_future (const struct assay_rows *baseline);
enum assay_verdict assay_attention_permutations (void);
enum assay_verdict assay_attention_reversed_features (void);
enum assay_verdict assay_attention_affine_values (void);
enum assay_verdict assay_attention_axis (void);
enum assay_verdict assay_attention_extremes (
  const struct assay_second_family *oracle);

/* FIGURE <- Q, and a rational, rounded to PLACES decimals, proved.  */
void assay_figure_set (struct assay_figure *figure,
                       const struct assay_quotient *q, unsigned long places);
void assay_figure_set_rational (struct assay_figure *figure, mpq_srcptr x,
                                unsigned long places);

/* Whether Q lies within 2e-12 of EXP (X) / (1 + EXP (X)) times FACTOR.  */
int assay_quotient_is_logistic (const struct assay_quotient *q, long x,
                                long factor);

#endif
