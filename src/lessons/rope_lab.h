/* rope_lab.h -- the lesson "putting the position in by rotation"

   Every figure twice: as the plain doubles of rope_lab_float.h, which the
   published report holds, and certified, from rope_lab_exact.h.  */

#ifndef ASSAY_LESSONS_ROPE_LAB_H
#define ASSAY_LESSONS_ROPE_LAB_H

#include "lessons/double_figure.h"
#include "lessons/lesson.h"

enum
{
  ASSAY_ROPE_LAB_DIM = 64,
  ASSAY_ROPE_LAB_BASE = 10000,
  ASSAY_ROPE_LAB_OFFSET = 2,
  ASSAY_ROPE_LAB_STARTS = 4,
  ASSAY_ROPE_LAB_POSITIONS = 5,
  ASSAY_ROPE_LAB_DELTAS = 4,
  ASSAY_ROPE_LAB_CHECKS = 11
};

extern const long assay_rope_lab_starts[ASSAY_ROPE_LAB_STARTS];
extern const long assay_rope_lab_positions[ASSAY_ROPE_LAB_POSITIONS];
extern const long assay_rope_lab_deltas[ASSAY_ROPE_LAB_DELTAS];

/* Places in CHECKS.  */
enum
{
  ASSAY_ROPE_LAB_NORM = 3,
  ASSAY_ROPE_LAB_SPREAD = 5,
  ASSAY_ROPE_LAB_SLOW = 9,
  ASSAY_ROPE_LAB_DOUBLES = 10
};

struct assay_rope_lab
{
  struct assay_double_figure rope_scores[ASSAY_ROPE_LAB_STARTS];
  struct assay_double_figure add_scores[ASSAY_ROPE_LAB_STARTS];
  /* Certified: the text is "0" where the value is proved to be zero.  */
  struct assay_double_figure rope_spread, add_spread;
  struct assay_double_figure norm_before, norm_max_gap;
  struct assay_double_figure turns_first[ASSAY_ROPE_LAB_DELTAS];
  struct assay_double_figure turns_last[ASSAY_ROPE_LAB_DELTAS];
  /* Decided, and as the doubles count them.  */
  size_t slow_pairs[ASSAY_ROPE_LAB_DELTAS];
  size_t float_slow_pairs[ASSAY_ROPE_LAB_DELTAS];
  struct assay_double_tally tally;
  struct assay_lesson_check checks[ASSAY_ROPE_LAB_CHECKS];
};

/* REPORT <- the lesson's figures and checks; to be cleared by the caller.  */
void assay_rope_lab_run (struct assay_rope_lab *report);
void assay_rope_lab_clear (struct assay_rope_lab *report);

#endif
