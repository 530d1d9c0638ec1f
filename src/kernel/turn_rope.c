/* turn_rope.c -- steps of a changed plan */

#include "kernel/turn_rope.h"

int
assay_turn_rope_begin (struct assay_rope_plan *copy,
                       const struct assay_turn_scene *scene)
{
  if (scene->rope == NULL)
    return 0;
  assay_rope_plan_init (copy);
  assay_rope_plan_copy (copy, scene->rope);
  return 1;
}

int
assay_turn_rope_end (struct assay_turn_plan *plan,
                     const struct assay_turn_scene *scene,
                     struct assay_rope_plan *copy)
{
  size_t count = assay_turn_steps (plan->w, &plan->magnitude, copy, scene,
                                   scene->most_pairs);

  assay_rope_plan_clear (copy);
  return count > 0 && count == plan->width / 2;
}

void
assay_turn_rope_set (struct assay_rope_plan *plan, enum assay_rope_key key,
                     double x)
{
  mpq_t value;

  mpq_init (value);
  mpq_set_d (value, x);
  assay_rope_value_set (&plan->value[key], value, "explain");
  mpq_clear (value);
}

double
assay_turn_rope_value (const struct assay_turn_scene *scene,
                       enum assay_rope_key key)
{
  mpq_srcptr value = scene->rope ? assay_rope_plan_value (scene->rope, key)
                                 : NULL;

  return value ? mpq_get_d (value) : 0.0;
}

enum assay_rope_type
assay_turn_rope_type (const struct assay_turn_scene *scene)
{
  return scene->rope ? scene->rope->type : ASSAY_ROPE_NONE;
}
