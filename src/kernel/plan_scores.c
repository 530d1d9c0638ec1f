/* plan_scores.c -- scores and legality of a row under a plan */

#include <math.h>
#include <stdlib.h>

#include "kernel/plan_dots.h"
#include "kernel/rounding.h"
#include "position/alibi.h"

/* One row on its way.  */
struct journey
{
  struct assay_plan_work *work;
  const struct assay_plan *plan;
  struct assay_scene *scene;
  const struct assay_problem *problem;
  size_t b, h, i;               /* the row whose numbers are evaluated */
  long here;                    /* i + offset */
  struct assay_dots *dots;
  double query_factor;
};

static double
dot_of (struct journey *at, size_t j)
{
  double dot = assay_dots_at (at->dots, at->plan, at->scene, j)
               * at->query_factor;
  double scale = fabs (at->plan->scale);

  if (at->plan->round[ASSAY_PLACE_DOT] < 0)
    return dot;
  return assay_plan_round (at->work, at->plan, ASSAY_PLACE_DOT, dot,
                           scale > 0.0 ? at->work->score_margin / scale
                                       : INFINITY);
}

static long
diagonal (const struct journey *at)
{
  const struct assay_problem *problem = at->problem;

  if (at->plan->offset == ASSAY_OFFSET_TOP_LEFT)
    return (long) at->i;
  if (at->plan->offset == ASSAY_OFFSET_BOTTOM_RIGHT)
    return (long) at->i + (long) problem->keys - (long) problem->queries;
  return (long) at->i + assay_problem_offset (problem, at->b);
}

/* Blocked by position: frontier, window, lengths.  */
static int
is_hidden (const struct journey *at, size_t column)
{
  const struct assay_plan *plan = at->plan;
  const struct assay_problem *problem = at->problem;
  long j = (long) column;

  return (plan->causal && j > at->here + plan->reach)
         || (plan->left >= 0 && j < at->here - plan->left)
         || (plan->right >= 0 && j > at->here + plan->right)
         || (problem->valid && !plan->ignores_valid
             && column >= problem->valid[at->b])
         || (plan->ignores_past && column < problem->past)
         || (plan->misses_last && column + 1 == problem->keys);
}

/* BIAS <- what the mask adds to key J; whether it blocks.  */
static int
mask_at (double *bias, const struct journey *at, size_t j)
{
  const struct assay_view *mask = &at->problem->mask;
  const struct assay_plan *plan = at->plan;
  int blocked;
  double value;

  *bias = 0.0;
  if (!at->problem->has_mask || plan->mask == ASSAY_MASK_IGNORED)
    return 0;
  if (j >= mask->shape[3])
    return plan->mask != ASSAY_MASK_INVERTED;
  value = assay_view_double (mask, at->b, at->h, at->i, j);
  if (mask->dtype == ASSAY_DTYPE_BOOL)
    return (value == 0.0) != (plan->mask == ASSAY_MASK_INVERTED);
  blocked = (value == -HUGE_VAL) != (plan->mask == ASSAY_MASK_INVERTED);
  if (value != -HUGE_VAL)
    *bias = plan->mask_factor * value;
  return blocked;
}

static double
ruled_slope (size_t h, size_t heads, enum assay_alibi_rule rule)
{
  unsigned long denominator = 1;
  struct assay_ctx ctx;
  long numerator = 0;

  assay_ctx_init (&ctx);
  assay_alibi_exponent (&numerator, &denominator, h + 1, heads, rule, &ctx);
  return exp2 (-8.0 * (double) numerator / (double) denominator);
}

static double
slope_of (const struct journey *at)
{
  const struct assay_scene *scene = at->scene;
  const struct assay_plan *plan = at->plan;
  size_t heads = at->problem->q_heads;
  size_t h = (size_t) (((long) at->h + plan->slope_shift + (long) heads)
                       % (long) heads);
  double n = (double) heads;

  if (scene->slopes == NULL)
    return 0.0;
  switch (plan->slopes)
    {
    case ASSAY_SLOPES_FROM_ZERO:
      return plan->slope_factor * exp2 (-8.0 * (double) h / n);
    case ASSAY_SLOPES_PLAIN:
      return plan->slope_factor * exp2 (-8.0 * (double) (h + 1) / n);
    case ASSAY_SLOPES_PAPER:
      return plan->slope_factor * ruled_slope (h, heads, ASSAY_ALIBI_PAPER);
    case ASSAY_SLOPES_MPT:
      return plan->slope_factor * ruled_slope (h, heads, ASSAY_ALIBI_MPT);
    case ASSAY_SLOPES_GGML:
      return plan->slope_factor * ruled_slope (h, heads, ASSAY_ALIBI_GGML);
    default:
      return plan->slope_factor * scene->slopes[h];
    }
}

static double
distance_of (const struct journey *at, size_t j)
{
  double distance = (double) at->here - (double) j;

  if (at->plan->distance == ASSAY_DISTANCE_ROWS)
    distance = (double) at->i - (double) j;
  if (at->plan->distance != ASSAY_DISTANCE_SIGNED)
    distance = fabs (distance);
  return distance + (double) at->plan->distance_shift;
}

/* The score of DOT with BIAS, before the places where it is rounded.  */
static double
score_of (struct assay_plan_work *work, const struct assay_plan *plan,
          double dot, double bias)
{
  double u = plan->scale * dot, margin = work->score_margin;
  int exponent;

  if (plan->round[ASSAY_PLACE_DOT] >= 0
      && frexp (fabs (plan->scale), &exponent) == 0.5)
    margin = 0.0;
  u = assay_plan_round (work, plan, ASSAY_PLACE_SCORES, u, margin);
  if (plan->cap == 0.0)
    return u + bias;
  switch (plan->cap_of)
    {
    case ASSAY_CAP_OF_SUM:
    case ASSAY_CAP_OF_NUMBERS:
      return plan->cap * assay_plan_tanh (plan, (u + bias) / plan->cap);
    case ASSAY_CAP_OF_DOT:
      return plan->scale * plan->cap
             * assay_plan_tanh (plan, dot / plan->cap) + bias;
    default:
      return plan->cap * assay_plan_tanh (plan, u / plan->cap) + bias;
    }
}

/* What becomes of key J, whose score would be work->z[j].  */
static void
block (struct journey *at, size_t j)
{
  struct assay_plan_work *work = at->work;
  const struct assay_plan *plan = at->plan;

  work->legal[j] = 0;
  switch (plan->blocked)
    {
    case ASSAY_BLOCKED_AFTER:
      work->legal[j] = 1;
      work->kept[j] = 0;
      break;
    case ASSAY_BLOCKED_FAR:
      work->legal[j] = 1;
      work->z[j] += plan->far;
      break;
    case ASSAY_BLOCKED_AT:
      work->legal[j] = 1;
      work->z[j] = plan->far;
      break;
    default:
      if (plan->cap > 0.0 && plan->cap_of == ASSAY_CAP_OF_SUM)
        {
          work->legal[j] = 1;
          work->z[j] = -plan->cap;
        }
    }
  if (!work->legal[j])
    work->z[j] = -INFINITY;
}

static void
raise_bias_bound (struct journey *at, double bias)
{
  if (!(bias > at->work->bias_bound))
    return;
  at->work->bias_bound = bias;
  at->work->score_margin = assay_plan_score_error (at->work, at->problem);
}

static void
set_score (struct journey *at, double slope, size_t j)
{
  struct assay_plan_work *work = at->work;
  int blocked = mask_at (&work->bias[j], at, j);
  double bias = at->plan->mask_joins_dot ? 0.0 : work->bias[j];

  if (slope != 0.0)
    bias -= slope * distance_of (at, j);
  work->legal[j] = work->kept[j] = 1;
  if (isfinite (bias))
    raise_bias_bound (at, fabs (bias));
  if (at->plan->mask_joins_dot)
    raise_bias_bound (at, fabs (at->plan->scale * work->bias[j]));
  blocked = blocked || is_hidden (at, j);
  work->dot[j] = 0.0;
  if (blocked && !work->wants_dots
      && at->plan->blocked != ASSAY_BLOCKED_AFTER
      && at->plan->blocked != ASSAY_BLOCKED_FAR)
    {
      block (at, j);
      return;
    }
  work->dot[j] = dot_of (at, j);
  if (at->plan->mask_joins_dot)
    work->dot[j] += work->bias[j];
  work->z[j] = score_of (work, at->plan, work->dot[j], bias);
  if (blocked)
    block (at, j);
  if (work->legal[j])
    work->z[j] = assay_plan_round (work, at->plan, ASSAY_PLACE_BIASED,
                                   work->z[j], work->score_margin);
}

static void
set_sink (struct journey *at, double largest)
{
  struct assay_plan_work *work = at->work;
  const struct assay_plan *plan = at->plan;
  long heads = (long) at->problem->q_heads;
  size_t h = (size_t) (((long) at->h + plan->sink_shift + heads) % heads);

  work->has_sink = at->scene->sinks && plan->sink_count > 0.0;
  work->sink = -INFINITY;
  if (!work->has_sink)
    return;
  work->sink = at->scene->sinks[h];
  if (plan->sink_follows_max && isfinite (largest))
    work->sink += largest;
  work->sink = assay_plan_round (work, plan, ASSAY_PLACE_BIASED, work->sink,
                                 plan->sink_follows_max ? work->score_margin
                                                        : 0.0);
}

/* The row that the plan evaluates where (B, H, I) is asked.  */
static void
begin (struct journey *at, size_t b, size_t h, size_t i)
{
  const struct assay_plan *plan = at->plan;
  const struct assay_problem *problem = at->problem;
  long row = (long) i - plan->from_row, head = (long) h - plan->from_head;
  long batch = (long) b - plan->from_batch;

  at->b = batch >= 0 && batch < (long) problem->batches ? (size_t) batch : b;
  at->h = head >= 0 && head < (long) problem->q_heads ? (size_t) head : h;
  at->i = row >= 0 && row < (long) problem->queries ? (size_t) row : i;
  at->here = diagonal (at);
}

static double
query_factor (const struct journey *at)
{
  const struct assay_plan *plan = at->plan;
  long steps;
  double f;

  if (plan->query == ASSAY_QUERY_AS_IT_IS)
    return 1.0;
  steps = (at->here + plan->query_counts_from_1) / plan->query_step;
  f = steps < 1 ? 1.0 : 1.0 + 0.1 * assay_plan_log (plan, 1.0
                                                          + (double) steps);
  return plan->query == ASSAY_QUERY_OVER ? 1.0 / f : f;
}

void
assay_plan_scores (struct assay_plan_work *work,
                   const struct assay_plan *plan, struct assay_scene *scene,
                   size_t b, size_t h, size_t i)
{
  struct journey at = { .work = work, .plan = plan, .scene = scene,
                        .problem = scene->problem };
  size_t keys = scene->problem->keys, group, j;
  double largest = -INFINITY, slope;

  begin (&at, b, h, i);
  at.dots = assay_dot_store_take (work->dots, plan, scene, at.b, at.h, at.i);
  at.query_factor = query_factor (&at);
  slope = slope_of (&at);
  group = scene->problem->q_heads / scene->problem->kv_heads;
  work->score_bound = fabs (plan->scale) * at.query_factor * at.dots->length
                      * assay_scene_take (scene, at.b, at.h / group)->longest;
  work->bias_bound = fabs (at.scene->sinks ? at.scene->sinks[at.h] : 0.0);
  work->score_margin = assay_plan_score_error (work, scene->problem);
  work->legal_keys = 0;
  for (j = 0; j < keys; j++)
    {
      set_score (&at, slope, j);
      work->legal_keys += work->legal[j];
      if (work->legal[j] && work->z[j] > largest)
        largest = work->z[j];
    }
  set_sink (&at, largest);
  work->is_empty = work->legal_keys == 0 && !work->has_sink;
}

void
assay_plan_value (const double **value, struct assay_plan_work *work,
                  const struct assay_plan *plan, struct assay_scene *scene,
                  size_t b, size_t h, size_t i, size_t j)
{
  const struct assay_problem *problem = scene->problem;
  struct journey at = { .plan = plan, .scene = scene, .problem = problem };
  static const enum assay_plan_place places[] = { ASSAY_PLACE_INPUTS,
                                                  ASSAY_PLACE_VALUES };
  const struct assay_scene_head *head;
  size_t row, place;
  long shifted = (long) j + plan->value_shift;

  begin (&at, b, h, i);
  if (shifted < 0 || shifted >= (long) problem->keys)
    shifted = (shifted + (long) problem->keys) % (long) problem->keys;
  head = assay_plan_key (&row, plan, scene, at.b, at.h, (size_t) shifted);
  *value = head->v + row * problem->values;
  for (place = 0; place < 2; place++)
    if (plan->round[places[place]] >= 0)
      {
        assay_round_all (work->value_row, *value, problem->values,
                         (enum assay_fmt) plan->round[places[place]]);
        *value = work->value_row;
      }
}
