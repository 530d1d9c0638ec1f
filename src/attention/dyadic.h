/* dyadic.h -- vectors of doubles as integers with one exponent

   Entry j is AT[j] * 2^EXPONENT, exactly: dots and sums of entries are
   integer arithmetic.  */

#ifndef ASSAY_ATTENTION_DYADIC_H
#define ASSAY_ATTENTION_DYADIC_H

#include <gmp.h>
#include <stddef.h>

struct assay_dyadics
{
  mpz_t *at;
  mpz_t most;                   /* the largest |AT[j]|, 0 when there is none */
  size_t n;
  long exponent;
};

/* The N finite doubles X[0], X[STRIDE], X[2 STRIDE], ...; exact.  The
   exponent is the largest possible, 0 for zeros.  */
void assay_dyadics_init (struct assay_dyadics *v, const double *x, size_t n,
                         size_t stride);
void assay_dyadics_clear (struct assay_dyadics *v);

/* RESULT <- N * 2^EXPONENT, canonical.  */
void assay_dyadic_rational (mpq_ptr result, mpz_srcptr n, long exponent);

/* RESULT <- the sum of a_i b_i; A and B have one length.  Exact.  */
void assay_dyadics_dot (mpq_ptr result, const struct assay_dyadics *a,
                        const struct assay_dyadics *b);

#endif
