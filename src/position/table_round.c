/* table_round.c -- whether an enclosure rounds to one pattern */

#include "position/table_round.h"

int
assay_dd_rounds (uint64_t *bits, struct assay_dd x, double error,
                 enum assay_fmt fmt)
{
  /* Twice the error covers the rounding of these two sums.  */
  double low = x.hi + (x.lo - 2 * error);
  double high = x.hi + (x.lo + 2 * error);

  if (fmt != ASSAY_FMT_F64)
    {
      low = nextafter (low, -INFINITY);
      high = nextafter (high, INFINITY);
    }
  *bits = assay_fmt_of_double (low, fmt);
  return *bits == assay_fmt_of_double (high, fmt);
}
