/* plan_online.c -- a softmax that takes its keys tile by tile */

#include <math.h>
#include <stdlib.h>

#include "kernel/plan_online.h"

/* work->other[j] <- the largest score when the tile of key j is left, the sink
   among them unless it comes last.  The answer is the largest of all.  */
static double
largest_so_far (struct assay_plan_work *work, const struct assay_plan *plan,
                size_t keys)
{
  size_t size = (size_t) labs (plan->tile), n, j;
  size_t tiles = (keys + size - 1) / size;
  double largest = -INFINITY;

  if (work->has_sink && !plan->sink_is_last)
    largest = work->sink;
  for (n = 0; n < tiles; n++)
    {
      size_t first = size * (plan->tile > 0 ? n : tiles - 1 - n);
      size_t last = first + size < keys ? first + size : keys;

      for (j = first; j < last; j++)
        if (work->legal[j] && !(work->z[j] <= largest))
          largest = work->z[j];
      for (j = first; j < last; j++)
        work->other[j] = largest;
    }
  if (work->has_sink && !(work->sink <= largest))
    largest = work->sink;
  return largest;
}

/* exp (Z - LARGEST), 0 where no score is above -inf yet.  */
static double
power (const struct assay_plan *plan, double z, double largest)
{
  return z == -INFINITY ? 0.0 : assay_plan_exp (plan, z - largest);
}

void
assay_plan_over_tiles (struct assay_plan_work *work,
                       const struct assay_plan *plan, size_t keys,
                       double error)
{
  double largest = largest_so_far (work, plan, keys), sum = 0.0;
  int keeps_output = plan->stale == ASSAY_STALE_OUTPUT
                     || plan->stale == ASSAY_STALE_BOTH;
  int keeps_sum = plan->stale == ASSAY_STALE_SUM
                  || plan->stale == ASSAY_STALE_BOTH;
  double so_far = largest, factor = 1.0;
  size_t j;

  work->is_spoilt = !isfinite (largest);
  if (work->is_spoilt)
    return;
  for (j = 0; j < keys; j++)
    {
      double then;

      work->p[j] = 0.0;
      if (!work->legal[j])
        continue;
      if (work->other[j] != so_far)
        {
          so_far = work->other[j];
          factor = power (plan, so_far, largest);
        }
      then = power (plan, work->z[j], so_far);
      sum += keeps_sum ? then : then * factor;
      work->p[j] = assay_plan_round (work, plan, ASSAY_PLACE_POWERS, then,
                                     error * then)
                   * (keeps_output ? 1.0 : factor);
    }
  if (work->has_sink)
    sum += plan->sink_count
           * (keeps_sum ? 1.0 : power (plan, work->sink, largest));
  work->is_spoilt = !(sum > 0.0) || !isfinite (sum);
  work->log_total = largest + assay_plan_log (plan, sum);
  for (j = 0; j < keys; j++)
    work->p[j] /= sum;
}
