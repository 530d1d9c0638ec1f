/* encl.h -- enclosures: what MPFI does not offer or does not guard

   An enclosure is an mpfi_t that contains the real it stands for; it may be
   unbounded, it is never empty and never NaN.  */

#ifndef ASSAY_REAL_ENCL_H
#define ASSAY_REAL_ENCL_H

#include <gmp.h>
#include <mpfr.h>
#include <mpfi.h>

#include "base/status.h"

/* Widest exponent range; once at program start, before any enclosure.  */
void assay_real_init (void);

/* Exponent range as it was, MPFR's caches freed; once before the program
   ends.  */
void assay_real_finish (void);

/* The same for a thread that was started after assay_real_init, at its
   beginning and end: exponent range, MPFR's caches and those of this folder
   are each thread's own.  */
void assay_real_begin_thread (void);
void assay_real_end_thread (void);

/* RESULT <- the line from -infinity to +infinity: nothing is known.  */
void assay_encl_set_unbounded (mpfi_ptr result);

/* RESULT <- the narrowest enclosure of X at RESULT's precision.  */
void assay_encl_set_rational (mpfi_ptr result, mpq_srcptr x);

/* SIGN <- -1, 0 or 1 and ASSAY_HOLDS when every point of X has that sign;
   ASSAY_OPEN otherwise, SIGN unchanged.  */
enum assay_verdict assay_encl_sign (int *sign, mpfi_srcptr x);

/* ORDER <- -1 (all of X below all of Y), 0 (both the same single point), 1
   and ASSAY_HOLDS; ASSAY_OPEN otherwise, ORDER unchanged.  */
enum assay_verdict assay_encl_compare (int *order, mpfi_srcptr x,
                                       mpfi_srcptr y);

/* ASSAY_HOLDS when X and Y have a point in common, else ASSAY_FAILS.  */
enum assay_verdict assay_encl_overlap (mpfi_srcptr x, mpfi_srcptr y);

/* RESULT <- an upper bound of the width of X; +infinity when unbounded.  */
void assay_encl_width (mpfr_ptr result, mpfi_srcptr x);

/* The least k with width (X) <= 2^k; LONG_MIN for a point, LONG_MAX when
   unbounded.  */
long assay_encl_width_exponent (mpfi_srcptr x);

/* X -> decimals "-1.2346e-5" of DIGITS >= 1 significant digits with LO <= X
   <= HI; "-inf", "inf" when unbounded.  Both to be freed by the caller.  */
void assay_encl_decimals (char **lo, char **hi, mpfi_srcptr x,
                          unsigned long digits);

/* The multiple of 10^-PLACES that both ends of X round to (ties to even),
   and with them, rounding being monotone, every point of X: with PLACES
   digits after the point, an integer when PLACES <= 0.  To be freed by the
   caller.  Null when the ends disagree or X is unbounded or beyond
   2^(2^24).  */
char *assay_encl_decimal (mpfi_srcptr x, long places);

/* The decimal a rational rounds to, in the same form.  */
char *assay_encl_decimal_of_rational (mpq_srcptr x, long places);

/* RESULT <- X^N; unbounded when N < 0 and X contains zero.  */
void assay_encl_power (mpfi_ptr result, mpfi_srcptr x, long n);

/* RESULT <- cos X, sin X (Lemma B20), tan X (unbounded where the enclosure
   of the cosine contains zero).  An argument beyond 2^MAX_EXPONENT gives
   [-1,1] or the line instead of an argument reduction without end.  */
void assay_encl_cos (mpfi_ptr result, mpfi_srcptr x, long max_exponent);
void assay_encl_sin (mpfi_ptr result, mpfi_srcptr x, long max_exponent);
void assay_encl_tan (mpfi_ptr result, mpfi_srcptr x, long max_exponent);

#endif
