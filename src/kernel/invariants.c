/* invariants.c -- what checks without a reference have in common */

#include "kernel/invariants.h"

#include <string.h>

void
assay_invariant_init (struct assay_invariant *invariant, const char *name,
                      int axes)
{
  memset (invariant, 0, sizeof *invariant);
  invariant->name = name;
  invariant->axes = axes;
  assay_text_init (&invariant->expected);
  assay_text_init (&invariant->found);
}

void
assay_invariant_clear (struct assay_invariant *invariant)
{
  assay_text_clear (&invariant->expected);
  assay_text_clear (&invariant->found);
}

static void
begin_again (struct assay_text *text)
{
  assay_text_clear (text);
  assay_text_init (text);
}

int
assay_invariant_count (struct assay_invariant *invariant,
                       enum assay_verdict verdict, const size_t *index)
{
  int is_first;

  invariant->tested++;
  is_first = (verdict == ASSAY_FAILS && invariant->wrong == 0)
             || (verdict == ASSAY_OPEN && invariant->wrong == 0
                 && invariant->open == 0);
  invariant->wrong += verdict == ASSAY_FAILS;
  invariant->open += verdict == ASSAY_OPEN;
  if (!is_first)
    return 0;
  memcpy (invariant->index, index,
          (size_t) invariant->axes * sizeof *index);
  begin_again (&invariant->expected);
  begin_again (&invariant->found);
  return 1;
}

void
assay_invariant_end (struct assay_invariant *invariant, const char *why_not)
{
  invariant->verdict = invariant->wrong > 0 ? ASSAY_FAILS
                       : invariant->open > 0 ? ASSAY_OPEN : ASSAY_HOLDS;
  if (invariant->tested == 0 && invariant->why_not == NULL)
    invariant->why_not = why_not;
}

void
assay_invariant_add (struct assay_text *text, double x, enum assay_fmt fmt)
{
  /* 1 + ceil (precision log10 2).  */
  static const int digits[ASSAY_FMT_COUNT] = { 17, 9, 5, 4, 3, 2 };

  assay_text_printf (text, "%.*g", digits[fmt], x);
}

enum assay_verdict
assay_invariants_all (const struct assay_invariant *all, size_t count)
{
  enum assay_verdict verdict = ASSAY_HOLDS;
  size_t n;

  for (n = 0; n < count; n++)
    if (all[n].why_not == NULL && verdict != ASSAY_FAILS
        && all[n].verdict != ASSAY_HOLDS)
      verdict = all[n].verdict;
  return verdict;
}
