/* lesson.c -- what the published lessons share */

#include "lessons/lesson.h"

#include <stdlib.h>

#include "base/memory.h"

struct assay_bounds *
assay_bounds_new (size_t n)
{
  struct assay_bounds *bounds = assay_calloc (n, sizeof *bounds);
  size_t i;

  for (i = 0; i < n; i++)
    mpq_inits (bounds[i].lo, bounds[i].hi, NULL);
  return bounds;
}

void
assay_bounds_free (struct assay_bounds *bounds, size_t n)
{
  size_t i;

  for (i = 0; i < n; i++)
    mpq_clears (bounds[i].lo, bounds[i].hi, NULL);
  free (bounds);
}

enum assay_verdict
assay_verdict_of (int condition)
{
  return condition ? ASSAY_HOLDS : ASSAY_FAILS;
}

enum assay_verdict
assay_verdict_and (enum assay_verdict a, enum assay_verdict b)
{
  if (a == ASSAY_FAILS || b == ASSAY_FAILS)
    return ASSAY_FAILS;
  return a == ASSAY_OPEN ? a : b;
}

enum assay_verdict
assay_lesson_verdict (const struct assay_lesson_check *checks, size_t count)
{
  enum assay_verdict verdict = ASSAY_HOLDS;
  size_t i;

  for (i = 0; i < count; i++)
    verdict = assay_verdict_and (verdict, checks[i].verdict);
  return verdict;
}

enum assay_verdict
assay_lesson_refusals (const struct assay_refusal *refusals, size_t count,
                       int (*is_refused) (const struct assay_refusal *refusal))
{
  enum assay_verdict verdict = ASSAY_HOLDS;
  size_t i;

  for (i = 0; i < count; i++)
    verdict = assay_verdict_and (verdict,
                                 assay_verdict_of (is_refused (&refusals[i])));
  return verdict;
}
