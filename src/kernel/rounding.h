/* rounding.h -- a binary64 rounded to a narrower format, as a binary64 */

#ifndef ASSAY_KERNEL_ROUNDING_H
#define ASSAY_KERNEL_ROUNDING_H

#include <mpfr.h>
#include <stddef.h>

#include "real/fmt.h"

/* X to nearest, ties to even, in FMT: an infinity (in e4m3 a NaN) where it
   overflows, X itself where it is no number.  */
double assay_rounded (double x, enum assay_fmt fmt);

/* FUNCTION of X, correctly rounded: the same on every machine.  */
double assay_rounded_function (int (*function) (mpfr_ptr, mpfr_srcptr,
                                                mpfr_rnd_t), double x);

/* OUT <- each of the COUNT numbers X so rounded; OUT may be X.  */
void assay_round_all (double *out, const double *x, size_t count,
                      enum assay_fmt fmt);

/* FMT's spacing in the binade of X: assay_fmt_ulp of a number below the
   overflow threshold, and that of the largest binade beyond.  */
double assay_spacing (double x, enum assay_fmt fmt);

/* 2^-precision: a rounding to FMT errs relatively by no more.  */
double assay_unit_roundoff (enum assay_fmt fmt);

/* FMT's least positive number.  */
double assay_least_positive (enum assay_fmt fmt);

#endif
