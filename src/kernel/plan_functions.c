/* plan_functions.c -- rounding, and functions that are correctly rounded */

#include <math.h>
#include <mpfr.h>

#include "kernel/plan.h"
#include "kernel/rounding.h"

double
assay_plan_error (const struct assay_plan_work *work,
                  const struct assay_problem *problem)
{
  double size = work->score_bound + work->bias_bound;

  return 8.0 * 0x1p-53 * (4.0 * ((double) problem->width + 13.0) * size
                          + 2.0 * (double) problem->keys
                          + 2.0 * (double) problem->queries + 6.0);
}

/* Whether X is so near to the midpoint of two neighbours in FMT.  */
static int
is_near_tie (double x, double margin, enum assay_fmt fmt)
{
  double size = fabs (x);

  return assay_rounded (x - margin * size, fmt)
         != assay_rounded (x + margin * size, fmt);
}

double
assay_plan_round (struct assay_plan_work *work, const struct assay_plan *plan,
                  enum assay_plan_place place, double x)
{
  enum assay_fmt fmt;

  if (plan->round[place] < 0)
    return x;
  fmt = (enum assay_fmt) plan->round[place];
  /* Inputs are exact; a sum of scores is known to within a part of the
     largest.  */
  if (plan->is_careful && place > ASSAY_PLACE_VALUES)
    work->is_tipped |= is_near_tie (x, 0x1p-36, fmt);
  return assay_rounded (x, fmt);
}

static double
by_mpfr (int (*function) (mpfr_ptr, mpfr_srcptr, mpfr_rnd_t), double x)
{
  double result;
  mpfr_t y;

  mpfr_init2 (y, 53);
  mpfr_set_d (y, x, MPFR_RNDN);
  function (y, y, MPFR_RNDN);
  result = mpfr_get_d (y, MPFR_RNDN);
  mpfr_clear (y);
  return result;
}

double
assay_plan_exp (const struct assay_plan *plan, double x)
{
  return plan->is_careful ? by_mpfr (mpfr_exp, x) : exp (x);
}

double
assay_plan_log (const struct assay_plan *plan, double x)
{
  return plan->is_careful ? by_mpfr (mpfr_log, x) : log (x);
}

double
assay_plan_tanh (const struct assay_plan *plan, double x)
{
  return plan->is_careful ? by_mpfr (mpfr_tanh, x) : tanh (x);
}
