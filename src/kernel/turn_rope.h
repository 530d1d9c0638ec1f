/* turn_rope.h -- steps of a changed plan, for hypotheses about them */

#ifndef ASSAY_KERNEL_TURN_ROPE_H
#define ASSAY_KERNEL_TURN_ROPE_H

#include "kernel/turn_hypothesis.h"

/* COPY <- what the steps of SCENE were found by, to be changed and given to
   assay_turn_rope_end; 0 when that is not known.  */
int assay_turn_rope_begin (struct assay_rope_plan *copy,
                           const struct assay_turn_scene *scene);

/* PLAN <- the steps and the magnitude of COPY, which is cleared; 0 when they
   are refused.  */
int assay_turn_rope_end (struct assay_turn_plan *plan,
                         const struct assay_turn_scene *scene,
                         struct assay_rope_plan *copy);

void assay_turn_rope_set (struct assay_rope_plan *plan,
                          enum assay_rope_key key, double x);

/* 0 where KEY is not set.  */
double assay_turn_rope_value (const struct assay_turn_scene *scene,
                              enum assay_rope_key key);

/* ASSAY_ROPE_NONE with tables.  */
enum assay_rope_type assay_turn_rope_type (
  const struct assay_turn_scene *scene);

#endif
