/* rope_fractions.h -- the lesson "relative position with exact fractions" */

#ifndef ASSAY_LESSONS_ROPE_FRACTIONS_H
#define ASSAY_LESSONS_ROPE_FRACTIONS_H

#include "exact/vec.h"
#include "lessons/lesson.h"

enum { ASSAY_ROPE_FRACTIONS_CHECKS = 14 };

/* Every figure of the published report, computed.  */
struct assay_rope_fractions
{
  struct assay_vec manual, reverse;       /* one score each */
  struct assay_vec original, compacted;   /* two */
  struct assay_vec adjacent, permuted;    /* one */
  struct assay_vec maximum;               /* four */
  unsigned long family_profiles, family_scores;
  unsigned long invalid_profiles, resource_rejections;
  struct assay_lesson_check checks[ASSAY_ROPE_FRACTIONS_CHECKS];
};

/* REPORT <- the lesson's figures and checks, ORACLE being the other side of
   the finite family; to be cleared by the caller.  Exact throughout.  */
void assay_rope_fractions_run (struct assay_rope_fractions *report,
                               const struct assay_second_family *oracle);
void assay_rope_fractions_clear (struct assay_rope_fractions *report);

#endif
