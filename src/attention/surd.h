/* surd.h -- a rational times one root: the scales and slopes of scores

   The value is factor * radicand^(num/den), in one form only (Lemma B70):
   either radicand = 1, num = 0, den = 1 (a rational), or 0 < num < den, num
   and den without common factor, factor not 0, and radicand >= 2 squarefree
   where den = 2, a prime where den > 2.  So sqrt 8 is 2 sqrt 2, 2^(3/2) as
   well, and 2^(-1/2) is (1/2) sqrt 2.  */

#ifndef ASSAY_ATTENTION_SURD_H
#define ASSAY_ATTENTION_SURD_H

#include <gmp.h>
#include <mpfi.h>

#include "base/status.h"

struct assay_surd
{
  mpq_t factor;
  unsigned long radicand, num, den;
};

/* The rational 0.  */
void assay_surd_init (struct assay_surd *surd);
void assay_surd_clear (struct assay_surd *surd);

void assay_surd_set (struct assay_surd *result, const struct assay_surd *x);
void assay_surd_set_rational (struct assay_surd *result, mpq_srcptr x);

/* RESULT <- 1 / sqrt (D), D >= 1: the default scale of width D.  By trial
   division: D below 2^40 is quick.  */
void assay_surd_set_inverse_sqrt (struct assay_surd *result,
                                  unsigned long d);

/* RESULT <- 2^(E / K), K >= 1: the slope of an ALiBi head.  */
void assay_surd_set_power_of_two (struct assay_surd *result, long e,
                                  unsigned long k);

/* RESULT <- X * Y, which may be RESULT.  ASSAY_EVALUE, RESULT unchanged and no
   error recorded, when the product has no such form (sqrt 3 * 2^(1/3)).  */
enum assay_status assay_surd_mul (struct assay_surd *result,
                                  const struct assay_surd *x,
                                  const struct assay_surd *y);

/* RESULT <- Q * X, which may be RESULT.  */
void assay_surd_mul_rational (struct assay_surd *result,
                              const struct assay_surd *x, mpq_srcptr q);

int assay_surd_is_rational (const struct assay_surd *x);

/* Whether X and Y are rational multiples of one root (zero and every rational
   are multiples of the root 1).  Exact: Lemma B70.  */
int assay_surd_same_root (const struct assay_surd *x,
                          const struct assay_surd *y);

/* RESULT contains radicand^(num/den), without the factor, respectively the
   value; at RESULT's precision, P bits: at most 2^(2-P) of the value wide
   (2^(3-P) with the factor); a root 1 is exact.  */
void assay_surd_enclose_root (mpfi_ptr result, const struct assay_surd *x);
void assay_surd_enclose (mpfi_ptr result, const struct assay_surd *x);

/* The middle of such an enclosure, by P = PRECISION > 60 bits, rounded: within
   one unit in the last place of X.  */
double assay_surd_double (const struct assay_surd *x, mpfr_prec_t precision);

#endif
