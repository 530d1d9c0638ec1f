/* rounding.c -- a binary64 rounded to a narrower format */

#include "kernel/rounding.h"

#include <math.h>
#include <string.h>

double
assay_spacing (double x, enum assay_fmt fmt)
{
  const struct assay_fmt_shape *shape = assay_fmt_shape (fmt);
  int exponent;

  frexp (x, &exponent);
  exponent--;
  if (x == 0.0 || exponent < shape->emin)
    exponent = shape->emin;
  if (exponent > shape->emax)
    exponent = shape->emax;
  return ldexp (1.0, exponent - (int) shape->precision + 1);
}

/* X with its significand cut to PRECISION bits, to nearest even: right for
   finite X whose result is normal and does not overflow.  */
static double
cut (double x, unsigned precision)
{
  unsigned shift = 53 - precision;
  uint64_t bits;

  memcpy (&bits, &x, sizeof bits);
  bits += ((uint64_t) 1 << (shift - 1)) - 1 + (bits >> shift & 1);
  bits &= ~(((uint64_t) 1 << shift) - 1);
  memcpy (&x, &bits, sizeof x);
  return x;
}

double
assay_rounded (double x, enum assay_fmt fmt)
{
  const struct assay_fmt_shape *shape;
  double spacing, y;

  if (fmt == ASSAY_FMT_F64)
    return x;
  if (fmt == ASSAY_FMT_F32)
    return (double) (float) x;
  /* Far from both ends of every narrower format but those of 8 bits.  */
  shape = assay_fmt_shape (fmt);
  if (fabs (x) > 0x1p-14 && fabs (x) < 0x1p15 && shape->emin <= -14
      && shape->emax >= 15)
    return cut (x, shape->precision);
  if (!isfinite (x) || x == 0.0)
    return x;
  spacing = assay_spacing (x, fmt);
  y = rint (x / spacing) * spacing;
  if (fmt == ASSAY_FMT_E4M3)
    return fabs (y) > 448.0 ? NAN : y;
  if (fabs (y) >= ldexp (1.0, shape->emax + 1))
    return copysign (INFINITY, x);
  return y;
}
