/* rounding.c -- a binary64 rounded to a narrower format */

#include "kernel/rounding.h"

#include <math.h>

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

double
assay_rounded (double x, enum assay_fmt fmt)
{
  const struct assay_fmt_shape *shape = assay_fmt_shape (fmt);
  double spacing, y;

  if (fmt == ASSAY_FMT_F64 || !isfinite (x) || x == 0.0)
    return x;
  if (fmt == ASSAY_FMT_F32)
    return (double) (float) x;
  spacing = assay_spacing (x, fmt);
  y = rint (x / spacing) * spacing;
  if (fmt == ASSAY_FMT_E4M3)
    return fabs (y) > 448.0 ? NAN : y;
  if (fabs (y) >= ldexp (1.0, shape->emax + 1))
    return copysign (INFINITY, x);
  return y;
}
