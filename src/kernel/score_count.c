/* score_count.c -- how much of a dump a hypothesis reproduces */

#include "kernel/score_count.h"

#include <math.h>

#include "kernel/rounding.h"

void
assay_match_element (struct assay_score_count *count, double got,
                     double expected, double noise, enum assay_fmt fmt)
{
  double rounded = assay_rounded (expected, fmt), ulp, error, room;

  count->elements++;
  if (rounded == got || (isnan (rounded) && isnan (got)))
    {
      count->near++;
      count->equal++;
      if (isfinite (got))
        count->max_ulp = fmax (count->max_ulp, fabs (got - expected)
                                               / assay_spacing (expected,
                                                                fmt));
      return;
    }
  if (!isfinite (got) || !isfinite (expected))
    {
      count->max_ulp = count->excess = INFINITY;
      return;
    }
  ulp = assay_spacing (expected, fmt);
  error = fabs (got - expected);
  room = ulp + (isfinite (noise) ? noise : 0.0);
  count->near += error <= room;
  count->max_ulp = fmax (count->max_ulp, error / ulp);
  count->excess = fmax (count->excess, error / room);
}

void
assay_score_count_add (struct assay_score_count *sum,
                       const struct assay_score_count *x)
{
  sum->elements += x->elements;
  sum->near += x->near;
  sum->equal += x->equal;
  sum->max_ulp = fmax (sum->max_ulp, x->max_ulp);
  sum->excess = fmax (sum->excess, x->excess);
}
