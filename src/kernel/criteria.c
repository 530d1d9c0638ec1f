/* criteria.c -- what a dumped tensor has to meet, and whether it does */

#include "kernel/criteria.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>

#include "exact/rat.h"

void
assay_criteria_init (struct assay_criteria *criteria)
{
  criteria->has_max_ulp = criteria->has_tolerance = 0;
  criteria->has_times_naive = 0;
  mpq_inits (criteria->max_ulp, criteria->rtol, criteria->atol,
             criteria->times_naive, NULL);
}

void
assay_criteria_clear (struct assay_criteria *criteria)
{
  mpq_clears (criteria->max_ulp, criteria->rtol, criteria->atol,
              criteria->times_naive, NULL);
}

void
assay_judged_clear (struct assay_judged *judged)
{
  assay_number_clear (&judged->worst);
  assay_text_clear (&judged->reason);
}

/* JUDGED gets one more reason, and its verdict becomes no better than
   VERDICT.  */
static void
worsen (struct assay_judged *judged, enum assay_verdict verdict)
{
  if (judged->verdict != ASSAY_FAILS && verdict != ASSAY_HOLDS)
    judged->verdict = verdict;
}

static void
separate (struct assay_judged *judged)
{
  if (judged->reason.length > 0)
    assay_text_add (&judged->reason, "; ");
}

/* X <= LIMIT, for X within BOUNDS.  */
static enum assay_verdict
is_at_most (const struct assay_bounds *bounds, mpq_srcptr limit)
{
  enum assay_verdict verdict = ASSAY_OPEN;
  mpq_t end;

  mpq_init (end);
  if (isfinite (bounds->high))
    {
      mpq_set_d (end, bounds->high);
      if (mpq_cmp (end, limit) <= 0)
        verdict = ASSAY_HOLDS;
    }
  if (isfinite (bounds->low))
    {
      mpq_set_d (end, bounds->low);
      if (mpq_cmp (end, limit) > 0)
        verdict = ASSAY_FAILS;
    }
  else
    verdict = ASSAY_FAILS;
  mpq_clear (end);
  return verdict;
}

int
assay_bounds_tell (const struct assay_bounds *bounds, mpq_srcptr limit)
{
  return is_at_most (bounds, limit) != ASSAY_OPEN;
}

static void
judge_ulps (struct assay_judged *judged, mpq_srcptr limit)
{
  char *text = assay_rat_text (limit);

  worsen (judged, is_at_most (&judged->measure->ulps.bounds, limit));
  separate (judged);
  assay_text_add (&judged->reason, "max ");
  assay_bounds_print (&judged->reason, &judged->measure->ulps.bounds);
  assay_text_printf (&judged->reason, " ulp, allowed %s", text);
  free (text);
}

static void
judge_tolerance (struct assay_judged *judged)
{
  worsen (judged, judged->far > 0 ? ASSAY_FAILS
                  : judged->far_open > 0 ? ASSAY_OPEN : ASSAY_HOLDS);
  separate (judged);
  assay_text_printf (&judged->reason, "%" PRIu64 " of %" PRIu64
                     " elements beyond the tolerance", judged->far,
                     judged->measure->elements);
}

/* The worst error of the plain evaluation, as bounds, times FACTOR.  */
static void
judge_naive (struct assay_judged *judged, mpq_srcptr factor)
{
  const struct assay_bounds *naive = &judged->naive->ulps.bounds;
  char *text = assay_rat_text (factor);
  enum assay_verdict least, most;
  mpq_t limit;

  mpq_init (limit);
  /* The same elements have the same worst error, whatever its bounds.  */
  if (!isfinite (naive->low)
      || (mpq_cmp_ui (factor, 1, 1) >= 0
          && judged->contract_equal == judged->measure->elements))
    least = most = ASSAY_HOLDS;
  else
    {
      mpq_set_d (limit, naive->low);
      mpq_mul (limit, limit, factor);
      least = is_at_most (&judged->measure->ulps.bounds, limit);
      most = ASSAY_HOLDS;
      if (isfinite (naive->high))
        {
          mpq_set_d (limit, naive->high);
          mpq_mul (limit, limit, factor);
          most = is_at_most (&judged->measure->ulps.bounds, limit);
        }
    }
  worsen (judged, least == ASSAY_HOLDS ? ASSAY_HOLDS
                  : most == ASSAY_FAILS ? ASSAY_FAILS : ASSAY_OPEN);
  separate (judged);
  assay_text_add (&judged->reason, "max ");
  assay_bounds_print (&judged->reason, &judged->measure->ulps.bounds);
  assay_text_printf (&judged->reason, " ulp, allowed %s times the ", text);
  assay_bounds_print (&judged->reason, naive);
  assay_text_printf (&judged->reason, " of a plain %s evaluation",
                     assay_fmt_shape (judged->measure->fmt)->name);
  mpq_clear (limit);
  free (text);
}

static void
judge_equality (struct assay_judged *judged)
{
  const struct assay_measure *measure = judged->measure;
  uint64_t equal = judged->has_contract ? judged->contract_equal
                                        : measure->bit_equal;

  worsen (judged, equal == measure->elements ? ASSAY_HOLDS : ASSAY_FAILS);
  assay_text_printf (&judged->reason, "%" PRIu64 " of %" PRIu64
                     " elements are %s", equal, measure->elements,
                     judged->has_contract ? "what the contract gives"
                                          : "correctly rounded");
}

void
assay_criteria_judge (struct assay_judged *judged,
                      const struct assay_criteria *criteria)
{
  judged->verdict = ASSAY_HOLDS;
  assay_text_init (&judged->reason);
  if (criteria->has_max_ulp)
    judge_ulps (judged, criteria->max_ulp);
  if (criteria->has_tolerance)
    judge_tolerance (judged);
  if (criteria->has_times_naive && judged->naive)
    judge_naive (judged, criteria->times_naive);
  if (!criteria->has_max_ulp && !criteria->has_tolerance
      && !criteria->has_times_naive)
    judge_equality (judged);
  if (judged->open > 0)
    {
      worsen (judged, ASSAY_OPEN);
      separate (judged);
      assay_text_printf (&judged->reason, "%" PRIu64 " elements stay open",
                         judged->open);
    }
}

enum assay_verdict
assay_criteria_all (const struct assay_judged *judged, size_t count)
{
  enum assay_verdict verdict = ASSAY_HOLDS;
  size_t n;

  for (n = 0; n < count; n++)
    if (judged[n].verdict == ASSAY_FAILS)
      verdict = ASSAY_FAILS;
    else if (judged[n].verdict == ASSAY_OPEN && verdict == ASSAY_HOLDS)
      verdict = ASSAY_OPEN;
  return verdict;
}
