/* causal_attention.h -- the lesson "causal attention" */

#ifndef ASSAY_LESSONS_CAUSAL_ATTENTION_H
#define ASSAY_LESSONS_CAUSAL_ATTENTION_H

#include "lessons/lesson.h"

enum
{
  ASSAY_CAUSAL_ATTENTION_CHECKS = 16,
  ASSAY_CAUSAL_ATTENTION_DIGITS = 80
};

/* A certified number rounded to a fixed number of decimals, proved: "0.5",
   "0.333333333333", "1.0".  */
struct assay_figure
{
  char text[40];
};

/* Every figure of the published report, computed.  */
struct assay_causal_attention
{
  struct assay_figure causal_weights[9], causal_output[6];
  struct assay_figure unequal_weights[4], unequal_output[2];
  struct assay_figure scaled_weight, unscaled_weight;
  struct assay_figure intersection_weights[9], intersection_output[6];
  struct assay_figure after_mask_sums[3];         /* 16 decimals */
  unsigned long score_bound, difference_bound;
  unsigned long oracle_fixtures, invalid_cases;
  struct assay_lesson_check checks[ASSAY_CAUSAL_ATTENTION_CHECKS];
};

/* REPORT <- the lesson's figures and checks, ORACLE being the other side of
   the 288 fixtures and of the maximum profile.  Holds no memory.  */
void assay_causal_attention_run (struct assay_causal_attention *report,
                                 const struct assay_second_family *oracle);

#endif
