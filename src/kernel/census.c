/* census.c -- the elements of a view that are no ordinary numbers */

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "kernel/view.h"

/* The oddity of BITS, or ASSAY_ODDITIES.  */
static int
oddity_of (uint64_t bits, enum assay_dtype dtype)
{
  enum assay_fmt fmt;

  if (assay_dtype_fmt (&fmt, dtype))
    switch (assay_fmt_classify (bits, fmt))
      {
      case ASSAY_FMT_FINITE:
        return ASSAY_ODDITIES;
      case ASSAY_FMT_NAN:
        return ASSAY_ODD_NAN;
      default:
        return assay_fmt_is_negative (bits, fmt) ? ASSAY_ODD_MINUS_INFINITY
                                                 : ASSAY_ODD_PLUS_INFINITY;
      }
  if (dtype == ASSAY_DTYPE_BOOL)
    return bits > 1 ? ASSAY_ODD_BOOL : ASSAY_ODDITIES;
  return assay_dtype_is_exact (bits, dtype) ? ASSAY_ODDITIES : ASSAY_ODD_WIDE;
}

static void
count_row (struct assay_census *census, const struct assay_view *view,
           const size_t *row)
{
  size_t width = view->shape[ASSAY_VIEW_D], d;
  int oddity;

  census->elements += width;
  for (d = 0; d < width; d++)
    {
      oddity = oddity_of (assay_view_bits (view, row[0], row[1], row[2], d),
                          view->dtype);
      if (oddity == ASSAY_ODDITIES)
        continue;
      if (census->count[oddity]++ == 0)
        {
          memcpy (census->first[oddity], row, 3 * sizeof *row);
          census->first[oddity][ASSAY_VIEW_D] = d;
        }
    }
}

void
assay_view_census (struct assay_census *census, const struct assay_view *view)
{
  struct assay_view once = *view;
  size_t row[3];
  int k;

  memset (census, 0, sizeof *census);
  for (k = 0; k < ASSAY_VIEW_AXES; k++)
    if (once.stride[k] == 0 && once.shape[k] > 1)
      once.shape[k] = 1;
  for (row[0] = 0; row[0] < once.shape[ASSAY_VIEW_B]; row[0]++)
    for (row[1] = 0; row[1] < once.shape[ASSAY_VIEW_H]; row[1]++)
      for (row[2] = 0; row[2] < once.shape[ASSAY_VIEW_S]; row[2]++)
        count_row (census, &once, row);
}

const char *
assay_oddity_name (enum assay_oddity oddity)
{
  static const char *const names[ASSAY_ODDITIES] = {
    "nan", "+inf", "-inf", "an integer beyond 53 bits",
    "a bool neither 0 nor 1"
  };

  return names[oddity];
}

enum assay_status
assay_census_check (const struct assay_census *census, unsigned allowed,
                    struct assay_ctx *ctx, const struct assay_where *where)
{
  static const char *const expected[ASSAY_ODDITIES] = {
    "no NaN", "no +inf", "no -inf", "integers of at most 53 significant bits",
    "bools that are 0 or 1"
  };
  int k;

  for (k = 0; k < ASSAY_ODDITIES; k++)
    if (census->count[k] > 0 && (allowed >> k & 1) == 0)
      return assay_fail (ctx, ASSAY_EVALUE, where, expected[k],
                         "%s %zu times in %zu elements, first in batch %zu, "
                         "head %zu, row %zu, column %zu",
                         assay_oddity_name ((enum assay_oddity) k),
                         census->count[k], census->elements,
                         census->first[k][0], census->first[k][1],
                         census->first[k][2], census->first[k][3]);
  return ASSAY_OK;
}
