/* special.c -- patterns of what is no real number, and of signed zeros */

#include "kernel/special.h"

#include <math.h>

uint64_t
assay_special_bits (double x, enum assay_fmt fmt)
{
  const struct assay_fmt_shape *shape = assay_fmt_shape (fmt);
  uint64_t sign = (uint64_t) 1 << (shape->width - 1);
  uint64_t infinity, bits = 0;
  mpq_t threshold;

  mpq_init (threshold);
  assay_fmt_overflow (threshold, fmt);
  mpq_mul_2exp (threshold, threshold, 1);
  infinity = assay_fmt_round (threshold, fmt);
  mpq_clear (threshold);
  if (isnan (x))
    return shape->has_infinity
           ? infinity | (uint64_t) 1 << (shape->precision - 2) : infinity;
  if (isinf (x))
    bits = infinity;
  return signbit (x) ? bits | sign : bits;
}
