/* special.c -- patterns of what is no real number, and of signed zeros */

#include "kernel/special.h"

#include <math.h>

uint64_t
assay_special_bits (double x, enum assay_fmt fmt)
{
  const struct assay_fmt_shape *shape = assay_fmt_shape (fmt);
  uint64_t sign = (uint64_t) 1 << (shape->width - 1);
  uint64_t infinity = assay_fmt_infinity (0, fmt), bits = 0;

  if (isnan (x))
    return shape->has_infinity
           ? infinity | (uint64_t) 1 << (shape->precision - 2) : infinity;
  if (isinf (x))
    bits = infinity;
  return signbit (x) ? bits | sign : bits;
}
