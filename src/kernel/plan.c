/* plan.c -- the right plan, and what a plan works with */

#include "kernel/plan_dots.h"

#include <stdlib.h>
#include <string.h>

#include "base/memory.h"

void
assay_plan_init (struct assay_plan *plan, const struct assay_scene *scene)
{
  const struct assay_problem *problem = scene->problem;

  memset (plan, 0, sizeof *plan);
  plan->scale = scene->scale;
  plan->cap = scene->cap;
  plan->mask_factor = plan->slope_factor = plan->sink_count = 1.0;
  plan->causal = problem->causal;
  plan->left = problem->left;
  plan->right = problem->right;
  plan->empty = problem->empty_row == ASSAY_EMPTY_NAN ? ASSAY_PLAN_EMPTY_NAN
                                                      : ASSAY_PLAN_EMPTY_ZERO;
  memset (plan->round, ASSAY_NOT_ROUNDED, sizeof plan->round);
}

void
assay_plan_work_init (struct assay_plan_work *work,
                      const struct assay_scene *scene)
{
  const struct assay_problem *problem = scene->problem;
  size_t keys = problem->keys + 1, width = problem->width;

  memset (work, 0, sizeof *work);
  if (width < problem->values)
    width = problem->values;
  work->z = assay_calloc (keys, sizeof *work->z);
  work->dot = assay_calloc (keys, sizeof *work->dot);
  work->bias = assay_calloc (keys, sizeof *work->bias);
  work->p = assay_calloc (keys, sizeof *work->p);
  work->other = assay_calloc (keys, sizeof *work->other);
  work->log_sum = assay_calloc (keys, sizeof *work->log_sum);
  work->column_max = assay_calloc (keys, sizeof *work->column_max);
  work->mass = assay_calloc (width + 1, sizeof *work->mass);
  work->dots = assay_calloc (1, sizeof *work->dots);
  assay_dot_store_init (work->dots, problem);
  work->value_row = assay_calloc (width + 1, sizeof *work->value_row);
  work->legal = assay_calloc (keys, 1);
  work->kept = assay_calloc (keys, 1);
}

void
assay_plan_work_clear (struct assay_plan_work *work)
{
  free (work->z);
  free (work->dot);
  free (work->bias);
  free (work->p);
  free (work->other);
  free (work->log_sum);
  free (work->column_max);
  assay_dot_store_clear (work->dots);
  free (work->dots);
  free (work->mass);
  free (work->value_row);
  free (work->legal);
  free (work->kept);
}

void
assay_plan_work_renew (struct assay_plan_work *work)
{
  work->has_log_sum = 0;
}
