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

/* Far from both ends of a format, where cut is right.  */
struct middle
{
  unsigned precision;           /* 0: there is none */
  double low, high;
};

static struct middle
middle_of (enum assay_fmt fmt)
{
  if (fmt == ASSAY_FMT_BF16)
    return (struct middle) { 8, 0x1p-126, 0x1p127 };
  if (fmt == ASSAY_FMT_F16)
    return (struct middle) { 11, 0x1p-14, 0x1p15 };
  return (struct middle) { 0, INFINITY, 0.0 };
}

static double
rounded_anywhere (double x, enum assay_fmt fmt)
{
  double spacing, y;

  if (!isfinite (x) || x == 0.0)
    return x;
  spacing = assay_spacing (x, fmt);
  y = rint (x / spacing) * spacing;
  if (fmt == ASSAY_FMT_E4M3)
    return fabs (y) > 448.0 ? NAN : y;
  if (fabs (y) >= ldexp (1.0, assay_fmt_shape (fmt)->emax + 1))
    return copysign (INFINITY, x);
  return y;
}

double
assay_rounded (double x, enum assay_fmt fmt)
{
  struct middle middle;

  if (fmt == ASSAY_FMT_F64)
    return x;
  if (fmt == ASSAY_FMT_F32)
    return (double) (float) x;
  middle = middle_of (fmt);
  if (fabs (x) > middle.low && fabs (x) < middle.high)
    return cut (x, middle.precision);
  return rounded_anywhere (x, fmt);
}

double
assay_rounded_function (int (*function) (mpfr_ptr, mpfr_srcptr, mpfr_rnd_t),
                        double x)
{
  double result;
  mpfr_t y;

  mpfr_init2 (y, 53);
  mpfr_set_d (y, x, MPFR_RNDN);
  function (y, y, MPFR_RNDN);
  result = mpfr_get_d (y, MPFR_RNDN);
  mpfr_clear (y);
  return result;
}

void
assay_round_all (double *out, const double *x, size_t count,
                 enum assay_fmt fmt)
{
  struct middle middle = middle_of (fmt);
  size_t n;

  for (n = 0; n < count; n++)
    out[n] = fabs (x[n]) > middle.low && fabs (x[n]) < middle.high
             ? cut (x[n], middle.precision) : assay_rounded (x[n], fmt);
}

double
assay_unit_roundoff (enum assay_fmt fmt)
{
  return ldexp (1.0, -(int) assay_fmt_shape (fmt)->precision);
}

double
assay_least_positive (enum assay_fmt fmt)
{
  return assay_spacing (0.0, fmt);
}
