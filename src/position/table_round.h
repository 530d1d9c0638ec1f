/* table_round.h -- from binary64 to a narrower format, and whether an
   enclosure rounds to one pattern */

#ifndef ASSAY_POSITION_TABLE_ROUND_H
#define ASSAY_POSITION_TABLE_ROUND_H

#include <math.h>
#include <string.h>

#include "position/double_double.h"
#include "real/fmt.h"

/* The pattern of a finite X in a 16-bit format of PRECISION bits and least
   normal exponent EMIN, to nearest, ties to even; beyond the largest value
   the infinity.  X is zero or no subnormal.  */
static inline uint64_t
assay_half_of_double (double x, unsigned precision, int emin)
{
  unsigned shift = 53 - precision;
  uint64_t bits, sign, magnitude, infinity;
  int exponent;

  memcpy (&bits, &x, sizeof bits);
  sign = bits >> 63 << 15;
  magnitude = bits & ~((uint64_t) 1 << 63);
  exponent = (int) (magnitude >> 52) - 1023;
  if (exponent < emin)
    {
      double y = fabs (x) * ldexp (1.0, (int) precision - 1 - emin);

      return sign | (uint64_t) ((y + 0x1p52) - 0x1p52);
    }
  magnitude += ((uint64_t) 1 << (shift - 1)) - 1 + (magnitude >> shift & 1);
  magnitude = (magnitude >> shift)
              - ((uint64_t) (1022 + emin) << (precision - 1));
  infinity = (uint64_t) (2 * (1 - emin) + 1) << (precision - 1);
  return sign | (magnitude < infinity ? magnitude : infinity);
}

static inline uint64_t
assay_single_of_double (double x)
{
  float single = (float) x;
  uint32_t bits;

  memcpy (&bits, &single, sizeof bits);
  return bits;
}

/* X, finite, in FMT: f64, f32, f16 or bf16.  */
static inline uint64_t
assay_fmt_of_double (double x, enum assay_fmt fmt)
{
  uint64_t bits;

  switch (fmt)
    {
    case ASSAY_FMT_F32:
      return assay_single_of_double (x);
    case ASSAY_FMT_F16:
      return assay_half_of_double (x, 11, -14);
    case ASSAY_FMT_BF16:
      return assay_half_of_double (x, 8, -126);
    default:
      memcpy (&bits, &x, sizeof bits);
      return bits;
    }
}

/* Whether all reals within ERROR of X round to one pattern of FMT, which
   then is BITS; by Lemma B63.  ERROR > 0 is far above the spacing of X.lo and
   far below X.hi's, or X is near 0.  */
int assay_dd_rounds (uint64_t *bits, struct assay_dd x, double error,
                     enum assay_fmt fmt);

#endif
