/* explain_merit.c -- what counts as an explanation of a dump, and which of
   several is the best */

#include "kernel/explain_merit.h"

#include <math.h>

/* Elements that are not near are few and not far off: what one would see of a
   kernel that is right but for roundings.  */
static int
is_fine (const struct assay_score_count *right)
{
  return 50 * (right->elements - right->near) < right->elements
         && right->excess < 4.0;
}

int
assay_merit_survives (const struct assay_score_count *found,
                      const struct assay_score_count *right,
                      int rounds_inside)
{
  double part = rounds_inside ? 0.25 : 0.1;

  if ((double) (found->elements - found->near)
      > part * (double) (right->elements - right->near))
    return 0;
  return !is_fine (right)
         || (double) (found->elements - found->equal)
            <= part * (double) (right->elements - right->equal);
}

int
assay_merit_explains (const struct assay_score_count *found,
                      const struct assay_score_count *right,
                      int rounds_inside)
{
  return assay_merit_survives (found, right, rounds_inside)
         && (!is_fine (right) || 100 * found->equal >= 97 * found->elements);
}

int
assay_merit_improves (const struct assay_score_count *found,
                      const struct assay_score_count *part)
{
  return 2 * (found->elements - found->near) < part->elements - part->near
         || 2 * (found->elements - found->equal)
            < part->elements - part->equal;
}

double
assay_merit (const struct assay_score_count *count)
{
  return (double) count->near + (double) count->equal;
}

/* Merits that close are no difference: where nearly everything is equal,
   counts are steady; else they are as random as an ordinary kernel's
   roundings.  */
static double
resolution (const struct assay_score_count *best)
{
  double n = (double) best->elements;

  return 1000 * best->equal >= 999 * best->elements ? floor (0.0005 * n)
                                                    : 2.0 * sqrt (n);
}

size_t
assay_merit_settle (const struct assay_merit_rank *rank, size_t count)
{
  double least = assay_merit (rank[0].count) - resolution (rank[0].count);
  size_t best = 0, n;

  for (n = 0; n < count; n++)
    {
      *rank[n].is_equal = assay_merit (rank[n].count) >= least;
      if (*rank[n].is_equal && rank[n].order < rank[best].order)
        best = n;
    }
  *rank[best].is_equal = 0;
  return best;
}
