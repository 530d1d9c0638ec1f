/* rope_lab_parts.h -- what the files of the lesson rope-lab share */

#ifndef ASSAY_LESSONS_ROPE_LAB_PARTS_H
#define ASSAY_LESSONS_ROPE_LAB_PARTS_H

#include "lessons/rope_lab.h"

/* Query and key of the lesson, exactly and as doubles.  */
struct assay_rope_lab_vectors
{
  size_t d;
  struct assay_expr *base;
  struct assay_expr **q, **k;
  double float_base;
  double *float_q, *float_k;
};

void assay_rope_lab_vectors_init (struct assay_rope_lab_vectors *v, size_t d,
                                  long base);
void assay_rope_lab_vectors_clear (struct assay_rope_lab_vectors *v);

/* The first nine CHECKS, those that are no comparison of figures.  */
void assay_rope_lab_relations (struct assay_lesson_check *checks,
                               const struct assay_rope_lab_vectors *v);

/* Every function at several widths, bases and positions counted in TALLY;
   and the verdict that the counts of slow pairs agree.  */
enum assay_verdict assay_rope_lab_compare (struct assay_double_tally *tally);

#endif
