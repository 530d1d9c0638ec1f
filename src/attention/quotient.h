/* quotient.h -- one weight or output of a row, settled

   A number of a row is (sum A_c e_c) / (sum n_c e_c) over its classes, A_c
   rational.  It is rational iff all A_c / n_c are one number, and then it is
   that number (Lemma B6).  Otherwise it is transcendental: it differs from
   every decimal, float and midpoint, so that each of the loops here ends
   (Lemma B7).  */

#ifndef ASSAY_ATTENTION_QUOTIENT_H
#define ASSAY_ATTENTION_QUOTIENT_H

#include <gmp.h>
#include <mpfr.h>
#include <stdint.h>

#include "attention/softmax.h"
#include "base/ctx.h"
#include "real/fmt.h"

/* Borrows both.  SUMS holds A_c; a null SUMS stands for the weight of a key
   of class C: A_C = 1, the others 0.  */
struct assay_quotient
{
  struct assay_softmax *row;
  const mpq_t *sums;
  size_t c;
};

/* ASSAY_HOLDS and VALUE <- the number, when it is rational; ASSAY_FAILS,
   proved, VALUE unchanged, when it is not.  Never open.  */
enum assay_verdict assay_quotient_rational (mpq_ptr value,
                                            const struct assay_quotient *q);

/* LO <= Q <= HI at P >= 4 bits.  */
void assay_quotient_enclose (mpfr_ptr lo, mpfr_ptr hi,
                             const struct assay_quotient *q, mpfr_prec_t p);

/* The sign of Q - M.  Exact.  */
int assay_quotient_compare (const struct assay_quotient *q, mpq_srcptr m);

/* The same where the scores may be transcendental: SIGN and ASSAY_HOLDS, or
   ASSAY_OPEN when LIMIT bits (0: no limit) do not show it.  */
enum assay_verdict assay_quotient_compare_within (
  int *sign, const struct assay_quotient *q, mpq_srcptr m,
  mpfr_prec_t limit);

/* The pattern of Q in FMT, correctly rounded to nearest, ties to even; a
   nonzero Q that rounds to zero keeps its sign.  Exact.  */
uint64_t assay_quotient_round (const struct assay_quotient *q,
                               enum assay_fmt fmt);

/* The same where the scores may be transcendental: BITS and ASSAY_HOLDS, or
   ASSAY_OPEN, BITS unchanged, when LIMIT bits do not decide it.  */
enum assay_verdict assay_quotient_round_within (
  uint64_t *bits, const struct assay_quotient *q, enum assay_fmt fmt,
  mpfr_prec_t limit);

/* VALUE <- Q correctly rounded to DIGITS significant digits; LO <= Q <= HI
   rounded outwards, HI - LO <= 10^-DIGITS |Q|, at P bits at least.  For a Q
   that is not rational.  LO and HI agree in their first DIGITS significant
   digits as they stand, hence are longer where Q lies next to a decimal of so
   many digits: 0.99999999999807 and 0.99999999999808.  Both may be null, when
   they are not wanted.  All to be freed by the caller.
   ASSAY_ELIMIT, strings null, when Q lies below MPFR's least positive number,
   and perhaps when it lies below its square root; and, LO and HI wanted, when
   Q lies so close to a decimal that they agree neither at the precision of
   CTX's budget nor at eight times what VALUE took (Lemma B7).  */
enum assay_status assay_quotient_decimals (char **value, char **lo, char **hi,
                                           const struct assay_quotient *q,
                                           unsigned long digits,
                                           struct assay_ctx *ctx,
                                           mpfr_prec_t p);

#endif
