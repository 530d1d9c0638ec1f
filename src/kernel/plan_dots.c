/* plan_dots.c -- products of queries and keys that plans have in common */

#include "kernel/plan_dots.h"

#include <math.h>
#include <stdlib.h>

#include "base/memory.h"
#include "kernel/rounding.h"

/* Bytes that the rows of a store may take, and how many they are at least and
   at most.  */
enum { STORE_BYTES = 1 << 24, LEAST_SLOTS = 16, MOST_SLOTS = 1 << 12 };

void
assay_dot_store_init (struct assay_dot_store *store,
                      const struct assay_problem *problem)
{
  size_t bytes = problem->keys * (sizeof (double) + 1)
                 + problem->width * sizeof (double) + 1;

  store->rows = STORE_BYTES / bytes;
  if (store->rows < LEAST_SLOTS)
    store->rows = LEAST_SLOTS;
  if (store->rows > MOST_SLOTS)
    store->rows = MOST_SLOTS;
  store->row = assay_calloc (store->rows, sizeof *store->row);
}

void
assay_dot_store_clear (struct assay_dot_store *store)
{
  size_t n;

  for (n = 0; n < store->rows; n++)
    {
      free (store->row[n].q);
      free (store->row[n].is_known);
    }
  free (store->row);
}

/* HEAD and POSITION of storage (heads, LENGTH) <- where they are found when
   it is read as (LENGTH, heads).  */
static void
swap_axes (size_t *head, size_t *position, size_t heads, size_t length)
{
  size_t flat = *head * length + *position;

  *position = flat / heads;
  *head = flat % heads;
}

const struct assay_scene_head *
assay_plan_key (size_t *row, const struct assay_plan *plan,
                struct assay_scene *scene, size_t b, size_t h, size_t j)
{
  const struct assay_problem *problem = scene->problem;
  size_t group = problem->q_heads / problem->kv_heads;
  size_t head = plan->is_tiled ? h % problem->kv_heads : h / group, fresh;

  if (plan->reads_batch_0 && b + 1 == problem->batches)
    b = 0;
  if (plan->past_is_last)
    j = (j + problem->past) % problem->keys;
  if (plan->axes_swapped && j >= problem->past)
    {
      fresh = j - problem->past;
      swap_axes (&head, &fresh, problem->kv_heads,
                 problem->keys - problem->past);
      j = fresh + problem->past;
    }
  *row = j;
  return assay_scene_take (scene, b, head);
}

/* All members of PLAN that products depend on.  */
static int
how_read (const struct assay_plan *plan)
{
  return ((plan->round[ASSAY_PLACE_INPUTS] + 1) << 4)
         + (plan->is_tiled ? 8 : 0) + (plan->reads_batch_0 ? 4 : 0)
         + (plan->past_is_last ? 2 : 0) + (plan->axes_swapped ? 1 : 0);
}

/* DOTS <- the query row, no product known.  */
static void
load (struct assay_dots *dots, const struct assay_plan *plan,
      const struct assay_scene *scene)
{
  const struct assay_problem *problem = scene->problem;
  size_t h = dots->h, i = dots->i, j, t;
  double sum = 0.0;

  if (dots->q == NULL)
    {
      dots->q = assay_calloc (problem->width + problem->keys + 1,
                              sizeof *dots->q);
      dots->dot = dots->q + problem->width;
      dots->is_known = assay_calloc (problem->keys + 1, 1);
    }
  if (plan->axes_swapped)
    swap_axes (&h, &i, problem->q_heads, problem->queries);
  assay_view_row (dots->q, &problem->q, dots->b, h, i);
  if (plan->round[ASSAY_PLACE_INPUTS] >= 0)
    assay_round_all (dots->q, dots->q, problem->width,
                     (enum assay_fmt) plan->round[ASSAY_PLACE_INPUTS]);
  for (t = 0; t < problem->width; t++)
    sum += dots->q[t] * dots->q[t];
  dots->length = sqrt (sum);
  for (j = 0; j < problem->keys; j++)
    dots->is_known[j] = 0;
}

struct assay_dots *
assay_dot_store_take (struct assay_dot_store *store,
                      const struct assay_plan *plan,
                      const struct assay_scene *scene, size_t b, size_t h,
                      size_t i)
{
  const struct assay_problem *problem = scene->problem;
  int how = how_read (plan);
  size_t flat = ((size_t) how * problem->batches + b) * problem->q_heads + h;
  struct assay_dots *dots = &store->row[(flat * problem->queries + i)
                                        % store->rows];

  if (dots->q && dots->b == b && dots->h == h && dots->i == i
      && dots->how == how)
    return dots;
  dots->b = b;
  dots->h = h;
  dots->i = i;
  dots->how = how;
  load (dots, plan, scene);
  return dots;
}

static double
product (const double *q, const double *k, size_t width)
{
  double sum = 0.0, other = 0.0;
  size_t t;

  for (t = 0; t + 1 < width; t += 2)
    {
      sum += q[t] * k[t];
      other += q[t + 1] * k[t + 1];
    }
  if (t < width)
    sum += q[t] * k[t];
  return sum + other;
}

static double
rounded_product (const double *q, const double *k, size_t width,
                 enum assay_fmt fmt)
{
  double sum = 0.0;
  size_t t;

  for (t = 0; t < width; t++)
    sum += q[t] * assay_rounded (k[t], fmt);
  return sum;
}

double
assay_dots_at (struct assay_dots *dots, const struct assay_plan *plan,
               struct assay_scene *scene, size_t j)
{
  size_t width = scene->problem->width, row;
  const struct assay_scene_head *head;
  const double *k;

  if (dots->is_known[j])
    return dots->dot[j];
  head = assay_plan_key (&row, plan, scene, dots->b, dots->h, j);
  k = head->k + row * width;
  dots->dot[j] = plan->round[ASSAY_PLACE_INPUTS] < 0
                 ? product (dots->q, k, width)
                 : rounded_product (dots->q, k, width, (enum assay_fmt)
                                    plan->round[ASSAY_PLACE_INPUTS]);
  dots->is_known[j] = 1;
  return dots->dot[j];
}
