/* fmt.h -- binary number formats as sets of rationals

   f64, f32, f16, bf16 and e5m2 are IEEE 754 binary formats (subnormals,
   infinities, NaNs); e4m3 is the OCP format without infinities: its largest
   value is 448 and only 0x7f and 0xff are NaN.  Everything here is exact
   integer arithmetic; a bit pattern stands in the low bits of a uint64_t.  */

#ifndef ASSAY_REAL_FMT_H
#define ASSAY_REAL_FMT_H

#include <gmp.h>
#include <stdint.h>

#include "base/status.h"

enum assay_fmt
{
  ASSAY_FMT_F64,
  ASSAY_FMT_F32,
  ASSAY_FMT_F16,
  ASSAY_FMT_BF16,
  ASSAY_FMT_E4M3,
  ASSAY_FMT_E5M2
};

enum { ASSAY_FMT_COUNT = 6 };

/* Normal numbers are m * 2^(e - precision + 1) with 2^(precision - 1) <= m
   < 2^precision and emin <= e <= emax.  */
struct assay_fmt_shape
{
  const char *name;             /* "f64", "bf16", "e4m3", ... */
  unsigned width;               /* bits of a pattern */
  unsigned precision;           /* bits of a significand, the leading too */
  int emin, emax;
  int has_infinity;
};

enum assay_fmt_class
{
  ASSAY_FMT_FINITE,
  ASSAY_FMT_INFINITE,
  ASSAY_FMT_NAN
};

const struct assay_fmt_shape *assay_fmt_shape (enum assay_fmt fmt);

/* FMT <- the format called NAME; ASSAY_EVALUE, and no error recorded, when
   there is none.  */
enum assay_status assay_fmt_find (enum assay_fmt *fmt, const char *name);

/* VALUE <- the rational that BITS stores; 0 for both zeros.  VALUE is
   unchanged unless the class is finite.  Bits above the width are ignored.  */
enum assay_fmt_class assay_fmt_decode (mpq_ptr value, uint64_t bits,
                                       enum assay_fmt fmt);

/* The class of BITS, and whether its sign bit is set.  */
enum assay_fmt_class assay_fmt_classify (uint64_t bits, enum assay_fmt fmt);
int assay_fmt_is_negative (uint64_t bits, enum assay_fmt fmt);

/* The pattern of X rounded to nearest, ties to even.  An exact zero is +0, a
   nonzero X that rounds to zero keeps its sign.  Overflow gives the infinity
   of X's sign, in e4m3 the NaN of X's sign.  */
uint64_t assay_fmt_round (mpq_srcptr x, enum assay_fmt fmt);

/* The pattern that stores X exactly: ASSAY_EVALUE, BITS unchanged and no
   error recorded, when there is none.  */
enum assay_status assay_fmt_encode (uint64_t *bits, mpq_srcptr x,
                                    enum assay_fmt fmt);

/* RESULT <- the largest finite value; the least positive value.  */
void assay_fmt_largest (mpq_ptr result, enum assay_fmt fmt);
void assay_fmt_smallest (mpq_ptr result, enum assay_fmt fmt);

/* The pattern of an infinity; in e4m3, which has none, of the NaN of that
   sign.  */
uint64_t assay_fmt_infinity (int negative, enum assay_fmt fmt);

/* TO, an array of patterns of FMT as wide as its values, holds BITS at
   AT.  */
void assay_fmt_store (void *to, size_t at, uint64_t bits, enum assay_fmt fmt);

/* RESULT <- the overflow threshold T > 0: X rounds to a finite value iff
   abs(X) < T, or abs(X) = T and the format is e4m3 (there the tie 464 goes
   to the even 448; elsewhere the tie overflows).  */
void assay_fmt_overflow (mpq_ptr result, enum assay_fmt fmt);

/* RESULT <- the spacing at X: 2^(max (e, emin) - precision + 1) where 2^e
   <= abs(X) < 2^(e+1); the least positive value at X = 0 and among the
   subnormals.  ASSAY_EVALUE, RESULT unchanged and no error recorded, when X
   does not round to a finite value.  */
enum assay_status assay_fmt_ulp (mpq_ptr result, mpq_srcptr x,
                                 enum assay_fmt fmt);

/* The pattern of the next larger (smaller) value than the finite BITS, both
   zeros counted as one value: above the largest comes the infinity, in e4m3
   the NaN, of the same sign.  A result that is zero is +0.  */
uint64_t assay_fmt_above (uint64_t bits, enum assay_fmt fmt);
uint64_t assay_fmt_below (uint64_t bits, enum assay_fmt fmt);

/* RESULT <- the midpoint of the finite BITS and the next larger value (at
   the largest value: the overflow threshold).  */
void assay_fmt_midpoint_above (mpq_ptr result, uint64_t bits,
                               enum assay_fmt fmt);

/* ORDER <- the count of values of FMT from +0 to the finite BITS, negative
   below zero: adjacent values differ by one, both zeros are 0.  */
int64_t assay_fmt_ordinal (uint64_t bits, enum assay_fmt fmt);

#endif
