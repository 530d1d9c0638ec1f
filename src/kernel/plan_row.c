/* plan_row.c -- weights, outputs and log-sum-exp of a row under a plan */

#include <math.h>
#include <string.h>

#include "kernel/plan_online.h"

static double
largest_score (const struct assay_plan_work *work, size_t keys)
{
  double largest = work->has_sink ? work->sink : -INFINITY;
  size_t j;

  for (j = 0; j < keys; j++)
    if (work->legal[j] && !(work->z[j] <= largest))
      largest = work->z[j];
  return largest;
}

/* ---- one softmax over the keys ---- */

/* exp (Z - SHIFT), rounded step by step: Z is rounded already then, and the
   difference as exact as the sums below.  */
static double
exponential (struct assay_plan_work *work, const struct assay_plan *plan,
             double z, double shift, enum assay_plan_place place)
{
  double power = assay_plan_exp (plan, assay_plan_round (work, plan, place,
                                                         z - shift, 0.0));

  return assay_plan_round (work, plan, place, power, 0x1p-52 * power);
}

/* work->p <- exp (z - SHIFT), rounded where the plan says so; the sum is
   returned.  */
static double
exponentials (struct assay_plan_work *work, const struct assay_plan *plan,
              size_t keys, double shift, enum assay_plan_place place)
{
  double sum = 0.0;
  size_t j;

  for (j = 0; j < keys; j++)
    {
      work->p[j] = 0.0;
      if (!work->legal[j])
        continue;
      work->p[j] = exponential (work, plan, work->z[j], shift, place);
      sum = assay_plan_round (work, plan, place, sum + work->p[j], 0.0);
    }
  if (work->has_sink)
    sum = assay_plan_round (work, plan, place, sum + plan->sink_count
                            * exponential (work, plan, work->sink, shift,
                                           place), 0.0);
  return sum;
}

/* ERROR bounds that of an exponential, relatively.  */
static void
over_keys (struct assay_plan_work *work, const struct assay_plan *plan,
           size_t keys, double error)
{
  int no_max = plan->round[ASSAY_PLACE_NO_MAX] >= 0;
  double largest = largest_score (work, keys);
  double shift = no_max ? 0.0 : largest, sum;
  size_t j;

  work->is_spoilt = !isfinite (largest);
  if (work->is_spoilt)
    return;
  sum = exponentials (work, plan, keys, shift,
                      no_max ? ASSAY_PLACE_NO_MAX : ASSAY_PLACE_SOFTMAX);
  work->is_spoilt = !(sum > 0.0) || !isfinite (sum);
  work->log_total = shift + assay_plan_log (plan, sum);
  for (j = 0; j < keys; j++)
    {
      double power = assay_plan_round (work, plan, ASSAY_PLACE_POWERS,
                                       work->p[j], error * work->p[j]);

      work->p[j] = assay_plan_round (work, plan, ASSAY_PLACE_SOFTMAX,
                                     power / sum, 0.0);
    }
}

/* ---- chunks that are merged ---- */

/* work->other[c] <- ln of the sum of each chunk, -INFINITY of an empty one.
   The sink is in the last.  */
static size_t
chunk_sums (struct assay_plan_work *work, const struct assay_plan *plan,
            size_t keys)
{
  size_t chunks = (keys + plan->chunk - 1) / plan->chunk, c, j;

  for (c = 0; c < chunks; c++)
    {
      size_t first = c * plan->chunk, last = first + plan->chunk;
      double largest = -INFINITY, sum = 0.0;
      int sinks = work->has_sink && c + 1 == chunks;

      last = last < keys ? last : keys;
      if (sinks)
        largest = work->sink;
      for (j = first; j < last; j++)
        if (work->legal[j])
          largest = fmax (largest, work->z[j]);
      for (j = first; j < last; j++)
        if (work->legal[j])
          sum += assay_plan_exp (plan, work->z[j] - largest);
      if (sinks)
        sum += assay_plan_exp (plan, work->sink - largest);
      work->other[c] = sum > 0.0 ? largest + assay_plan_log (plan, sum)
                                 : -INFINITY;
    }
  return chunks;
}

static void
over_chunks (struct assay_plan_work *work, const struct assay_plan *plan,
             size_t keys)
{
  size_t chunks = chunk_sums (work, plan, keys), c, j;
  double factor = plan->merge == ASSAY_MERGE_LOG2 ? 1.0 / log (2.0) : 0.0;
  double largest = -INFINITY, total = 0.0;

  for (c = 0; c < chunks; c++)
    if (work->other[c] > -INFINITY)
      largest = fmax (largest, factor * work->other[c]);
  for (c = 0; c < chunks; c++)
    if (work->other[c] > -INFINITY)
      total += assay_plan_exp (plan, factor * work->other[c] - largest);
  work->log_total = largest + assay_plan_log (plan, total);
  for (j = 0; j < keys; j++)
    {
      double sum = work->other[j / plan->chunk];

      work->p[j] = work->legal[j]
                   ? assay_plan_exp (plan, work->z[j] - sum + factor * sum
                                           - largest) / total
                   : 0.0;
    }
}

/* ---- softmax over another axis ---- */

/* The running log-sum-exp of each key takes in the scores in WORK.  */
static void
take_in (struct assay_plan_work *work, const struct assay_plan *plan,
         size_t keys)
{
  size_t j;

  for (j = 0; j < keys; j++)
    {
      double z = work->z[j], old = work->column_max[j];

      if (!work->legal[j] || z == -INFINITY)
        continue;
      if (z > old)
        {
          work->log_sum[j] = work->log_sum[j]
                             * assay_plan_exp (plan, old - z) + 1.0;
          work->column_max[j] = z;
        }
      else
        work->log_sum[j] += assay_plan_exp (plan, z - old);
    }
}

static void
across (struct assay_plan_work *work, const struct assay_plan *plan,
        struct assay_scene *scene, size_t b, size_t h, size_t i)
{
  const struct assay_problem *problem = scene->problem;
  int queries = plan->axis == ASSAY_AXIS_QUERIES;
  size_t keys = problem->keys, j, n;
  size_t length = queries ? problem->queries : problem->q_heads;

  if (!queries || !work->has_log_sum || work->sum_b != b || work->sum_h != h)
    {
      for (j = 0; j < keys; j++)
        {
          work->log_sum[j] = 0.0;
          work->column_max[j] = -INFINITY;
        }
      for (n = 0; n < length; n++)
        {
          assay_plan_scores (work, plan, scene, b, queries ? h : n,
                             queries ? n : i);
          take_in (work, plan, keys);
        }
      work->has_log_sum = queries;
      work->sum_b = b;
      work->sum_h = h;
      assay_plan_scores (work, plan, scene, b, h, i);
    }
  work->log_total = 0.0;
  for (j = 0; j < keys; j++)
    work->p[j] = work->legal[j] && work->log_sum[j] > 0.0
                 ? assay_plan_exp (plan, work->z[j] - work->column_max[j])
                   / work->log_sum[j]
                 : 0.0;
}

/* ---- a row ---- */

static void
fill (double *x, size_t n, double value)
{
  size_t t;

  for (t = 0; t < n; t++)
    x[t] = value;
}

static double
empty_weight (const struct assay_plan *plan, size_t keys)
{
  switch (plan->empty)
    {
    case ASSAY_PLAN_EMPTY_NAN:
      return NAN;
    case ASSAY_PLAN_EMPTY_MEAN:
      return 1.0 / (double) keys;
    default:
      return 0.0;
    }
}

void
assay_plan_weights (struct assay_plan_work *work,
                    const struct assay_plan *plan, struct assay_scene *scene,
                    size_t b, size_t h, size_t i)
{
  size_t keys = scene->problem->keys, j;
  double error = assay_plan_error (work, scene->problem);

  work->is_spoilt = 0;
  work->log_total = -INFINITY;
  if (work->is_empty)
    {
      fill (work->p, keys, empty_weight (plan, keys));
      return;
    }
  if (plan->axis != ASSAY_AXIS_KEYS)
    across (work, plan, scene, b, h, i);
  else if (plan->merge != ASSAY_MERGE_NONE)
    over_chunks (work, plan, keys);
  else if (plan->tile != 0)
    assay_plan_over_tiles (work, plan, keys, error);
  else
    over_keys (work, plan, keys, error);
  if (work->is_spoilt)
    {
      fill (work->p, keys, NAN);
      work->log_total = NAN;
    }
  for (j = 0; j < keys; j++)
    if (!work->kept[j])
      work->p[j] = 0.0;
    else
      work->p[j] = assay_plan_round (work, plan, ASSAY_PLACE_WEIGHTS,
                                     work->p[j], error * work->p[j]);
}

/* OUT <- P V added, MASS <- P |V|.  */
static void
add_value (double *restrict out, double *restrict mass, double p,
           const double *restrict v, size_t values)
{
  size_t c;

  for (c = 0; c < values; c++)
    {
      out[c] += p * v[c];
      mass[c] += p * fabs (v[c]);
    }
}

/* OUT <- sum p v, MASS <- sum p |v|.  */
static void
outputs (double *out, double *mass, struct assay_plan_work *work,
         const struct assay_plan *plan, struct assay_scene *scene, size_t b,
         size_t h, size_t i)
{
  size_t keys = scene->problem->keys, values = scene->problem->values, j, c;
  int rounded = plan->round[ASSAY_PLACE_PARTIAL] >= 0;
  double error = assay_plan_error (work, scene->problem);
  const double *v;

  fill (out, values, 0.0);
  fill (mass, values, 0.0);
  for (j = 0; j < keys; j++)
    {
      double p = work->p[j];

      if (p == 0.0)
        continue;
      assay_plan_value (&v, work, plan, scene, b, h, i, j);
      add_value (out, mass, p, v, values);
      for (c = 0; rounded && c < values; c++)
        out[c] = assay_plan_round (work, plan, ASSAY_PLACE_PARTIAL, out[c],
                                   error * mass[c]);
    }
}

static double
asked_score (struct assay_plan_work *work,
             const struct assay_plan *plan, enum assay_stage stage, size_t j)
{
  double u = assay_plan_round (work, plan, ASSAY_PLACE_SCORES,
                               plan->scale * work->dot[j],
                               work->score_margin);

  if (stage == ASSAY_STAGE_BIASED)
    return work->z[j];
  if (stage == ASSAY_STAGE_SCORES || plan->cap == 0.0)
    return u;
  return plan->cap_of == ASSAY_CAP_OF_DOT
         ? plan->scale * plan->cap
           * assay_plan_tanh (plan, work->dot[j] / plan->cap)
         : plan->cap * assay_plan_tanh (plan, u / plan->cap);
}

void
assay_plan_row (double *out, double *noise, struct assay_plan_work *work,
                const struct assay_plan *plan, struct assay_scene *scene,
                enum assay_stage stage, double unit, size_t b, size_t h,
                size_t i)
{
  const struct assay_problem *problem = scene->problem;
  size_t keys = problem->keys, c;
  double score_noise, sums;

  work->wants_dots = stage == ASSAY_STAGE_SCORES
                     || stage == ASSAY_STAGE_CAPPED;
  assay_plan_scores (work, plan, scene, b, h, i);
  score_noise = unit * work->score_bound
                * (4.0 + sqrt ((double) problem->width) / 2.0);
  sums = unit * (4.0 + sqrt ((double) keys) / 2.0);
  if (stage < ASSAY_STAGE_WEIGHTS)
    {
      for (c = 0; c < keys; c++)
        {
          out[c] = asked_score (work, plan, stage, c);
          noise[c] = score_noise;
        }
      return;
    }
  assay_plan_weights (work, plan, scene, b, h, i);
  if (stage == ASSAY_STAGE_WEIGHTS)
    for (c = 0; c < keys; c++)
      {
        out[c] = work->p[c];
        noise[c] = work->p[c] * (2.0 * score_noise + sums);
      }
  else if (stage == ASSAY_STAGE_OUTPUT)
    {
      outputs (out, work->mass, work, plan, scene, b, h, i);
      for (c = 0; c < problem->values; c++)
        noise[c] = work->mass[c] * (score_noise + sums);
    }
  else
    {
      int base_2 = (stage == ASSAY_STAGE_LSE2) != plan->lse_base_2;

      out[0] = work->log_total / (base_2 ? log (2.0) : 1.0);
      noise[0] = 2.0 * (score_noise + sums);
    }
}
