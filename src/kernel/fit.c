/* fit.c -- the parameter of a hypothesis that brings it nearest to a dump */

#include "kernel/fit.h"

#include <math.h>
#include <stdlib.h>

#include "base/memory.h"

enum { NEWTON_STEPS = 40 };

struct fitting
{
  struct assay_matcher *matcher;
  const struct assay_plan *base;
  const struct assay_hypothesis *hypothesis;
  const struct assay_matched_row *const *row;
  size_t rows, columns;
  double *predicted, *shifted;  /* rows x columns */
};

/* OUT <- what the hypothesis predicts with PARAMETER.  */
static void
predict (double *out, const struct fitting *fitting, double parameter)
{
  struct assay_matcher *matcher = fitting->matcher;
  struct assay_plan plan = *fitting->base;
  size_t n;

  fitting->hypothesis->apply (&plan, matcher->scene, parameter);
  assay_matcher_begin (matcher);
  for (n = 0; n < fitting->rows; n++)
    assay_plan_row (out + n * fitting->columns, matcher->noise,
                    &matcher->work, &plan, matcher->scene,
                    matcher->target->stage, matcher->unit,
                    fitting->row[n]->b, fitting->row[n]->h,
                    fitting->row[n]->i);
}

static double
got_at (const struct fitting *fitting, size_t n, size_t c)
{
  const struct assay_matched_row *row = fitting->row[n];

  return assay_view_double (&fitting->matcher->target->got, row->b, row->h,
                            row->i, c);
}

/* Elements that are no numbers say nothing.  */
static double
residual (const struct fitting *fitting, const double *predicted, size_t n,
          size_t c)
{
  double r = got_at (fitting, n, c) - predicted[n * fitting->columns + c];

  return isfinite (r) ? r : 0.0;
}

static double
squares (const struct fitting *fitting, const double *predicted)
{
  double sum = 0.0;
  size_t n, c;

  for (n = 0; n < fitting->rows; n++)
    for (c = 0; c < fitting->columns; c++)
      {
        double r = residual (fitting, predicted, n, c);

        sum += r * r;
      }
  return sum;
}

static double
point (const struct assay_search_range *range, size_t n)
{
  double t = (double) n / (double) (range->steps - 1);

  return range->by_ratio ? range->low * pow (range->high / range->low, t)
                         : range->low + t * (range->high - range->low);
}

/* The derivative by a small step H: NUMERATOR <- sum of slope * residual,
   DENOMINATOR <- sum of slopes squared.  */
static void
normal_equation (double *numerator, double *denominator,
                 const struct fitting *fitting, double parameter, double h)
{
  size_t n, c;

  predict (fitting->shifted, fitting, parameter + h);
  *numerator = *denominator = 0.0;
  for (n = 0; n < fitting->rows; n++)
    for (c = 0; c < fitting->columns; c++)
      {
        size_t at = n * fitting->columns + c;
        double slope = (fitting->shifted[at] - fitting->predicted[at]) / h;
        double r = residual (fitting, fitting->predicted, n, c);

        if (!isfinite (slope))
          continue;
        *numerator += slope * r;
        *denominator += slope * slope;
      }
}

/* PARAMETER <- improved until a step no longer helps; the standard error that
   the residuals leave it is returned, INFINITY where nothing depends on
   it.  */
static double
improve (double *parameter, const struct fitting *fitting)
{
  double elements = (double) (fitting->rows * fitting->columns);
  double numerator, denominator = 0.0, best, step;
  int round, halving;

  predict (fitting->predicted, fitting, *parameter);
  best = squares (fitting, fitting->predicted);
  for (round = 0; round < NEWTON_STEPS; round++)
    {
      double h = 1e-6 * (fabs (*parameter) > 1e-3 ? fabs (*parameter) : 1e-3);
      int improved = 0;

      normal_equation (&numerator, &denominator, fitting, *parameter, h);
      if (!(denominator > 0.0))
        break;
      step = numerator / denominator;
      for (halving = 0; halving < 12 && !improved; halving++, step /= 2.0)
        {
          double tried;

          predict (fitting->shifted, fitting, *parameter + step);
          tried = squares (fitting, fitting->shifted);
          if (tried < best)
            {
              improved = 1;
              *parameter += step;
              best = tried;
            }
        }
      if (!improved || fabs (step) < 1e-13 * fabs (*parameter))
        break;
      predict (fitting->predicted, fitting, *parameter);
    }
  return denominator > 0.0 ? sqrt (best / elements / denominator) : INFINITY;
}

int
assay_fit (double *parameter, double *tolerance,
           struct assay_matcher *matcher, const struct assay_plan *base,
           const struct assay_hypothesis *hypothesis,
           const struct assay_search_range *range,
           const struct assay_matched_row *const *row, size_t rows)
{
  struct fitting fitting = { .matcher = matcher, .base = base,
                             .hypothesis = hypothesis, .row = row,
                             .rows = rows,
                             .columns = matcher->target->columns };
  size_t elements = rows * fitting.columns, n, at = 0;
  double least = INFINITY, error;
  int found;

  fitting.predicted = assay_calloc (elements + 1, sizeof *fitting.predicted);
  fitting.shifted = assay_calloc (elements + 1, sizeof *fitting.shifted);
  for (n = 0; n < range->steps; n++)
    {
      double sum;

      predict (fitting.predicted, &fitting, point (range, n));
      sum = squares (&fitting, fitting.predicted);
      if (sum < least)
        {
          least = sum;
          at = n;
        }
    }
  *parameter = point (range, at);
  error = improve (parameter, &fitting);
  found = isfinite (least) && isfinite (error) && *parameter != 0.0;
  *tolerance = found ? error / fabs (*parameter) : 0.0;
  free (fitting.predicted);
  free (fitting.shifted);
  return found;
}
