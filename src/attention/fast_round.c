/* fast_round.c -- from an enclosure to a pattern */

#include <math.h>

#include "attention/fast_parts.h"
#include "position/table_round.h"

/* Rounding to FMT of X 2^E is monotone in X, and of binary64's own subnormals
   one would be a second rounding, which a step aside makes harmless.  */
static uint64_t
round_end (double x, int e, double towards, enum assay_fmt fmt)
{
  double scaled = ldexp (x, e);

  if (fmt != ASSAY_FMT_F64 || fabs (scaled) < 0x1p-1021)
    scaled = ldexp (nextafter (x, towards), e);
  return assay_fmt_of_double (scaled, fmt);
}

int
assay_fast_rounds (uint64_t *bits, struct assay_dd x, double radius, int e,
                   enum assay_fmt fmt)
{
  /* Twice the radius covers the rounding of these sums.  */
  double low = x.hi + (x.lo - 2 * radius);
  double high = x.hi + (x.lo + 2 * radius);

  if (!isfinite (low) || !isfinite (high))
    return 0;
  *bits = round_end (low, e, -INFINITY, fmt);
  return *bits == round_end (high, e, INFINITY, fmt);
}

void
assay_fast_put (struct assay_fast_out *out, size_t at, uint64_t bits,
                enum assay_fast_tier tier)
{
  out->bits[at] = bits;
  out->open[at] = 0;
  out->settled[tier]++;
}

void
assay_fast_put_known (struct assay_fast_out *out, size_t at,
                      struct assay_dd x, double radius, double mass, int e)
{
  /* Whether scaling rounds nothing that matters.  */
  double hi = ldexp (x.hi, e), reach = ldexp (radius, e);
  int is_exact = radius == 0.0 ? x.lo == 0.0 && ldexp (hi, -e) == x.hi
                 : reach >= 0x1p-900 && fabs (hi) + reach <= 0x1p1000;

  if (out->hi)
    out->hi[at] = hi;
  if (out->lo)
    out->lo[at] = ldexp (x.lo, e);
  if (out->radius)
    out->radius[at] = is_exact ? reach * (1 + 0x1p-40) : INFINITY;
  if (out->mass)
    {
      double scaled = ldexp (mass, e);

      out->mass[at] = mass == 0.0 || scaled >= 0x1p-900 ? scaled : INFINITY;
    }
}
