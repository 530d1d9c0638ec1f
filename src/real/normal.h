/* normal.h -- proof of equality by a canonical normal form

   A value is rewritten as a quotient of two sums of c * M, c in Q(i), where
   M is a product of radicals p^(r) of primes (0 <= r < 1), powers of pi,
   symbols and opaque atoms, and one exp (E), E again such a sum (sines and
   cosines are exponentials of imaginary E, logarithms of rationals are sums
   of the atoms log p).  Equal forms are equal values: the rewriting steps are
   identities (Lemma B22).  */

#ifndef ASSAY_REAL_NORMAL_H
#define ASSAY_REAL_NORMAL_H

#include "real/expr.h"

/* Why a nonzero normal form is a nonzero number.  */
enum assay_apart
{
  ASSAY_APART_UNKNOWN,
  ASSAY_APART_RATIONAL,         /* the form is a rational */
  ASSAY_APART_RADICALS,         /* radicals are independent over Q (B23) */
  ASSAY_APART_PI,               /* pi is transcendental */
  ASSAY_APART_LINDEMANN,        /* exp of distinct algebraic numbers */
  ASSAY_APART_BAKER             /* logarithms of primes, linearly */
};

/* VERDICT <- whether X is zero.
   ASSAY_HOLDS: zero, for all integer values of its symbols; proved.
   ASSAY_FAILS: X is closed and proved to be nonzero, by *APART.
   ASSAY_OPEN: neither; the form is too large, not total, or outside the
   classes that are decided.
   A status other than ASSAY_OK only for the deadline (ASSAY_ELIMIT).  */
enum assay_status assay_normal_is_zero (enum assay_verdict *verdict,
                                        enum assay_apart *apart,
                                        struct assay_expr *x,
                                        struct assay_ctx *ctx);

/* VERDICT <- ASSAY_HOLDS and VALUE <- r when X = r is proved for a rational
   r (for all values of its symbols); ASSAY_FAILS when X is closed and proved
   to be irrational; ASSAY_OPEN otherwise.  Status as above.  */
enum assay_status assay_normal_rational (enum assay_verdict *verdict,
                                         mpq_ptr value, struct assay_expr *x,
                                         struct assay_ctx *ctx);

#endif
