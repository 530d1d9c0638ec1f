/* position_scaling.h -- the lesson "clauses at the start, a question at the
   end": positions divided by a scale

   One pair turns by 1/10 radian a position, a second one by 1/100; position p
   is read as p / scale.  Figures are plain doubles beside certified
   values.  */

#ifndef ASSAY_LESSONS_POSITION_SCALING_H
#define ASSAY_LESSONS_POSITION_SCALING_H

#include "lessons/double_figure.h"
#include "lessons/lesson.h"

enum
{
  ASSAY_SCALING_SCALE = 4,
  ASSAY_SCALING_ROWS = 4,       /* distances of the table */
  ASSAY_SCALING_KERNEL = 81,    /* distances 0..80 */
  ASSAY_SCALING_LAGS = 5,
  ASSAY_SCALING_PAIRS = 3,
  ASSAY_SCALING_CHECKS = 14
};

extern const long assay_scaling_rows[ASSAY_SCALING_ROWS];
extern const long assay_scaling_lags[ASSAY_SCALING_LAGS];
/* Positions of query and key, and what moves both.  */
extern const long assay_scaling_pairs[ASSAY_SCALING_PAIRS][2];
enum { ASSAY_SCALING_SHIFT = 100 };

struct assay_position_scaling
{
  /* [0] as it is, [1] with positions divided by 4.  */
  struct assay_double_figure score[2][ASSAY_SCALING_ROWS];
  struct assay_double_figure chord[2];
  struct assay_double_figure kernel[2][ASSAY_SCALING_KERNEL];
  /* The first cosine alone, for the picture.  */
  double single[ASSAY_SCALING_KERNEL];
  struct assay_double_figure period, second_cosine_at_63;
  struct assay_double_figure squared_length[3];
  /* score (m, n) and score (m + 100, n + 100).  */
  struct assay_double_figure pair[ASSAY_SCALING_PAIRS];
  struct assay_double_figure moved[ASSAY_SCALING_PAIRS];
  /* (1, 2) against (3, -1): q.k, q.Jk, and the score at each lag by the
     rotation itself and by these two coefficients.  */
  struct assay_double_figure coefficient[2];
  struct assay_double_figure direct[ASSAY_SCALING_LAGS];
  struct assay_double_figure expanded[ASSAY_SCALING_LAGS];
  struct assay_double_tally tally;
  struct assay_lesson_check checks[ASSAY_SCALING_CHECKS];
};

/* REPORT <- the lesson's figures and checks; to be cleared by the caller.  */
void assay_position_scaling_run (struct assay_position_scaling *report);
void assay_position_scaling_clear (struct assay_position_scaling *report);

#endif
