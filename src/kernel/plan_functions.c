/* plan_functions.c -- rounding, and functions that are correctly rounded */

#include <math.h>
#include <mpfr.h>

#include "kernel/plan.h"
#include "kernel/rounding.h"

double
assay_plan_score_error (const struct assay_plan_work *work,
                        const struct assay_problem *problem)
{
  return 2.0 * 0x1p-53 * ((double) problem->width + 19.0)
         * (work->score_bound + work->bias_bound);
}

double
assay_plan_error (const struct assay_plan_work *work,
                  const struct assay_problem *problem)
{
  double e = assay_plan_score_error (work, problem);

  if (!(e <= 0x1p-10))
    return INFINITY;
  return 16.0 * e
         + 16.0 * 0x1p-53 * ((double) problem->keys
                             + (double) problem->queries + 3.0);
}

double
assay_plan_round_there (struct assay_plan_work *work,
                        const struct assay_plan *plan,
                        enum assay_plan_place place, double x, double margin)
{
  enum assay_fmt fmt = (enum assay_fmt) plan->round[place];

  if (plan->is_careful && margin > 0.0
      && assay_rounded (x - margin, fmt) != assay_rounded (x + margin, fmt))
    work->is_tipped = 1;
  return assay_rounded (x, fmt);
}

double
assay_plan_exp (const struct assay_plan *plan, double x)
{
  return plan->is_careful ? assay_rounded_function (mpfr_exp, x) : exp (x);
}

double
assay_plan_log (const struct assay_plan *plan, double x)
{
  return plan->is_careful ? assay_rounded_function (mpfr_log, x) : log (x);
}

double
assay_plan_tanh (const struct assay_plan *plan, double x)
{
  return plan->is_careful ? assay_rounded_function (mpfr_tanh, x) : tanh (x);
}
