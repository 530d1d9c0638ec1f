/* turn_fit.c -- parameters of hypotheses about a turned tensor */

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "kernel/turn_search.h"

enum { STAGE_ROWS = 8, MOST_STEPS = 20000, GOLDEN_STEPS = 60,
       MOST_OFFSET = 4096, MOST_DIGITS = 6 };

/* A parameter x is fitted as t = ln x.  How fast an angle moves with t: at
   most SENSITIVITY times the position.  */
struct fit_range
{
  double low, high, sensitivity;
};

/* The squares of what the plan with PARAMETER leaves over on COUNT rows of the
   sample from FIRST on, or, where they are not below LIMIT, a part of them
   that is not either.  */
static double
squares (struct assay_turn_search *search,
         const struct assay_turn_hypothesis *hypothesis, double parameter,
         size_t first, size_t count, double limit)
{
  struct assay_turn_rows *rows = &search->rows;
  size_t columns = rows->scene->rotation->layout.head_dim, n, c;
  struct assay_turn_plan plan;
  double sum = 0.0;

  assay_turn_plan_copy (&plan, &search->right, rows->scene);
  if (!hypothesis->apply (&plan, rows->scene, parameter))
    sum = INFINITY;
  for (n = first; n < first + count && sum < limit; n++)
    {
      const struct assay_matched_row *row = search->sample[n];

      assay_turn_plan_row (rows->out, rows->noise, rows->work, &plan,
                           rows->scene, rows->unit, row->b, row->h, row->i);
      for (c = 0; c < columns; c++)
        {
          double r = assay_view_double (&rows->dump->got, row->b, row->h,
                                        row->i, c) - rows->out[c];

          if (isfinite (r) && assay_turn_dump_has (rows->dump, row->h, c))
            sum += r * r;
        }
    }
  assay_turn_plan_clear (&plan);
  return sum;
}

/* The least of squares between LOW and HIGH, where it has one minimum.  */
static double
golden (struct assay_turn_search *search,
        const struct assay_turn_hypothesis *hypothesis, double low,
        double high, size_t first, size_t count)
{
  const double part = 0.6180339887498949;
  double a = high - part * (high - low), b = low + part * (high - low);
  double at_a = squares (search, hypothesis, exp (a), first, count,
                         INFINITY);
  double at_b = squares (search, hypothesis, exp (b), first, count,
                         INFINITY);
  int n;

  for (n = 0; n < GOLDEN_STEPS; n++)
    if (at_a < at_b)
      {
        high = b;
        b = a;
        at_b = at_a;
        a = high - part * (high - low);
        at_a = squares (search, hypothesis, exp (a), first, count,
                        INFINITY);
      }
    else
      {
        low = a;
        a = b;
        at_a = at_b;
        b = low + part * (high - low);
        at_b = squares (search, hypothesis, exp (b), first, count,
                        INFINITY);
      }
  return (low + high) / 2.0;
}

/* What the position of row N of the sample is at least.  */
static double
reach (const struct assay_turn_search *search, size_t n)
{
  return fmax (1.0, fabs (assay_turn_row_position (search->rows.scene,
                                                   search->sample[n])));
}

/* By the smallest positions coarsely, then by larger and larger ones.  */
static int
fit_by_angle (double *parameter, struct assay_turn_search *search,
              const struct assay_turn_hypothesis *hypothesis,
              const struct fit_range *range)
{
  size_t first = 0, count, n, steps;
  double step, least = INFINITY, at = range->low;

  while (first + 1 < search->samples
         && assay_turn_row_position (search->rows.scene,
                                     search->sample[first]) == 0.0)
    first++;
  count = search->samples - first < STAGE_ROWS / 2 ? search->samples - first
                                                   : STAGE_ROWS / 2;
  if (count == 0)
    return 0;
  step = fmin (0.02, 0.3 / (range->sensitivity * reach (search, first
                                                                + count - 1)));
  steps = (size_t) fmin (MOST_STEPS, (range->high - range->low) / step + 1.0);
  for (n = 0; n <= steps; n++)
    {
      double t = range->low + (double) n * step;
      double sum = squares (search, hypothesis, exp (t), first, count,
                            least);

      if (sum < least)
        {
          least = sum;
          at = t;
        }
    }
  if (!isfinite (least))
    return 0;
  at = golden (search, hypothesis, at - step, at + step, first, count);
  while (first + count < search->samples)
    {
      double goal = 4.0 * reach (search, first + count - 1), width;

      for (n = first + count; n + 1 < search->samples
           && reach (search, n) < goal; n++)
        continue;
      first = n >= STAGE_ROWS ? n + 1 - STAGE_ROWS : 0;
      count = n + 1 - first;
      width = 0.3 / (range->sensitivity * reach (search, n));
      at = golden (search, hypothesis, at - width, at + width, first, count);
    }
  *parameter = exp (at);
  return 1;
}

/* OUT is a line in the magnitude.  */
static int
fit_magnitude (double *parameter, struct assay_turn_search *search)
{
  struct assay_turn_rows *rows = &search->rows;
  size_t columns = rows->scene->rotation->layout.head_dim, n, c;
  size_t first = rows->scene->rotation->layout.offset;
  size_t last = first + rows->scene->rotation->layout.rotary_dim;
  double above = 0.0, below = 0.0;
  struct assay_turn_plan plan;

  assay_turn_plan_copy (&plan, &search->right, rows->scene);
  plan.magnitude = 1.0;
  for (n = 0; n < search->samples; n++)
    {
      const struct assay_matched_row *row = search->sample[n];

      assay_turn_plan_row (rows->out, rows->noise, rows->work, &plan,
                           rows->scene, rows->unit, row->b, row->h, row->i);
      for (c = first; c < last && c < columns; c++)
        {
          double y = rows->out[c];
          double got = assay_view_double (&rows->dump->got, row->b, row->h,
                                          row->i, c);

          if (isfinite (got) && assay_turn_dump_has (rows->dump, row->h, c))
            {
              above += got * y;
              below += y * y;
            }
        }
    }
  assay_turn_plan_clear (&plan);
  *parameter = above / below;
  return isfinite (*parameter) && *parameter != 0.0;
}

/* COUNT <- of the sample with PARAMETER.  */
static void
count_with (struct assay_score_count *count, struct assay_turn_search *search,
            const struct assay_turn_hypothesis *hypothesis, double parameter)
{
  struct assay_turn_plan plan;

  memset (count, 0, sizeof *count);
  assay_turn_plan_copy (&plan, &search->right, search->rows.scene);
  if (hypothesis->apply (&plan, search->rows.scene, parameter))
    assay_turn_match_sample (count, search, &plan);
  assay_turn_plan_clear (&plan);
}

/* VALUE <- rounded to as few digits as reproduce the sample as well.  */
static void
round_off (double *value, struct assay_turn_search *search,
           const struct assay_turn_hypothesis *hypothesis)
{
  struct assay_score_count fitted, rounded;
  char text[40];
  int digits;

  count_with (&fitted, search, hypothesis, *value);
  for (digits = 1; digits <= MOST_DIGITS; digits++)
    {
      double x;

      snprintf (text, sizeof text, "%.*e", digits - 1, *value);
      x = strtod (text, NULL);
      count_with (&rounded, search, hypothesis, x);
      if (rounded.near >= fitted.near
          && 100 * (rounded.equal + 1) >= 99 * fitted.equal)
        {
          *value = x;
          return;
        }
    }
}

/* The offset that reproduces most of the sample's last row, which has the
   largest position, the smaller one among equals.  */
static int
find_offset (double *parameter, struct assay_turn_search *search,
             const struct assay_turn_hypothesis *hypothesis)
{
  uint64_t most = 0, least;
  struct assay_turn_plan plan;
  long n, sign;

  if (search->samples == 0)
    return 0;
  assay_turn_plan_copy (&plan, &search->right, search->rows.scene);
  for (n = 1; n <= MOST_OFFSET; n++)
    for (sign = 1; sign >= -1; sign -= 2)
      {
        struct assay_score_count count = { 0, 0, 0, 0.0, 0.0 };
        uint64_t merit;

        if (!hypothesis->apply (&plan, search->rows.scene,
                                (double) (sign * n)))
          continue;
        assay_turn_match_row (&count, &search->rows, &plan,
                              search->sample[search->samples - 1]);
        least = count.elements / 2;
        merit = count.near + count.equal;
        if (merit > most && count.near > least)
          {
            most = merit;
            *parameter = (double) (sign * n);
          }
      }
  assay_turn_plan_clear (&plan);
  return most > 0;
}

int
assay_turn_fit (double *parameter, struct assay_turn_search *search,
                const struct assay_turn_hypothesis *hypothesis)
{
  static const struct fit_range base = { 0.5, 23.0, 0.05 };
  static const struct fit_range divisor = { -4.5, 4.5, 1.0 };
  int found = 0;

  switch (hypothesis->search)
    {
    case ASSAY_TURN_SEARCH_BASE:
      found = fit_by_angle (parameter, search, hypothesis, &base);
      break;
    case ASSAY_TURN_SEARCH_DIVISOR:
      found = fit_by_angle (parameter, search, hypothesis, &divisor);
      break;
    case ASSAY_TURN_SEARCH_MAGNITUDE:
      found = fit_magnitude (parameter, search);
      break;
    case ASSAY_TURN_SEARCH_OFFSET:
      return find_offset (parameter, search, hypothesis);
    default:
      break;
    }
  if (found)
    round_off (parameter, search, hypothesis);
  return found;
}
