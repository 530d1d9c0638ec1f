/* decimal.h -- decimals of a given number of significant digits */

#ifndef ASSAY_REAL_DECIMAL_H
#define ASSAY_REAL_DECIMAL_H

#include <gmp.h>
#include <mpfr.h>
#include <stddef.h>

/* X, finite, rounded to DIGITS >= 1 significant digits towards RND: "0" for
   zero, "0.0012", "120.5", "-1.5e-9".  Plain for exponents from 10^-5 up to
   10^DIGITS, with an exponent beyond.  To be freed by the caller.  */
char *assay_decimal_text (mpfr_srcptr x, size_t digits, mpfr_rnd_t rnd);

/* The same text for the integer that the string DIGITS spells ("-" allowed)
   scaled so that a point before its first digit would be followed by
   10^EXPONENT.  */
char *assay_decimal_arrange (const char *digits, long exponent);

/* M <- the midpoint of the two decimals of DIGITS digits that LO and HI
   round to, and 1, when these are neighbours; 0 otherwise.  LO and HI are of
   one sign and not zero.  */
int assay_decimal_midpoint (mpq_ptr m, mpfr_srcptr lo, mpfr_srcptr hi,
                            size_t digits);

/* Whether the first DIGITS significant digits of two decimals, and their
   places, are the same.  */
int assay_decimal_agree (const char *a, const char *b, size_t digits);

/* X rounded to nearest, ties to even, to DIGITS significant digits, in the
   same form.  Exact.  */
char *assay_decimal_rational (mpq_srcptr x, size_t digits);

/* The finite decimal that X, whose denominator is a power of two, is: all
   of its digits, in the same form.  */
char *assay_decimal_dyadic (mpq_srcptr x);

#endif
