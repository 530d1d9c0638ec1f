/* rat.h -- reading, checking and printing canonical rationals

   Every mpq_t outside this file is canonical.  mpq_set_str accepts "1/0" and
   leaves "2/4" as it is; this file is its only caller.  */

#ifndef ASSAY_EXACT_RAT_H
#define ASSAY_EXACT_RAT_H

#include <gmp.h>

#include "base/ctx.h"

/* RESULT <- the rational that TEXT spells: an optional sign, decimal digits,
   and perhaps "/" and more digits without a sign.  No space, no base prefix,
   no leading "+".  ASSAY_EVALUE when malformed ("1/0" included); RESULT is
   then unchanged.  Exact and canonical.  EXPECTED is what the error says was
   expected.  */
enum assay_status assay_rat_read (mpq_ptr result, const char *text,
                                  struct assay_ctx *ctx,
                                  const struct assay_where *where,
                                  const char *expected);

/* As assay_rat_read, decimals with a point or exponent ("0.01", "-2e-12")
   accepted as well: the fraction they spell.  ASSAY_ELIMIT when the exponent
   would make a number beyond the budget.  */
enum assay_status assay_rat_read_decimal (mpq_ptr result, const char *text,
                                          struct assay_ctx *ctx,
                                          const struct assay_where *where,
                                          const char *expected);

/* RESULT <- the integer TEXT spells (sign and digits).  As above.  */
enum assay_status assay_integer_read (mpz_ptr result, const char *text,
                                      struct assay_ctx *ctx,
                                      const struct assay_where *where,
                                      const char *expected);

/* "-117/125", "3": the canonical text, to be freed by the caller.  */
char *assay_rat_text (mpq_srcptr value);

/* VALUE with exactly PLACES digits after the point, rounded to nearest, ties
   to even; "-0.000" keeps no sign.  To be freed by the caller.  */
char *assay_rat_decimal (mpq_srcptr value, unsigned long places);

/* N zeros, and an end to them; LIST may be null.  */
mpq_t *assay_rationals_new (size_t n);
void assay_rationals_free (mpq_t *list, size_t n);
mpz_t *assay_integers_new (size_t n);
void assay_integers_free (mpz_t *list, size_t n);

/* The bits of the larger of numerator and denominator.  */
size_t assay_rat_bits (mpq_srcptr value);

/* N/D to lowest terms, given that only primes of RADIX can divide both
   (Lemma B3): RESULT <- N/D, D > 0.  N and D are overwritten.  */
void assay_rat_reduce_by (mpq_ptr result, mpz_ptr n, mpz_ptr d,
                          mpz_srcptr radix);

#endif
