/* fixed.h -- outputs of a row in integers: quick, and nearly always enough

   E_c = exp (z_c - z_0) is in [e[c], e[c] + 2] * 2^-ASSAY_FIXED_BITS, so a
   sum over the keys is a sum of products of integers, and its error is known
   without following it (Lemma B77).  An output that cancels to less than
   that, or a class too far behind, is left to quotient.h.  */

#ifndef ASSAY_ATTENTION_FIXED_H
#define ASSAY_ATTENTION_FIXED_H

#include <gmp.h>
#include <mpfr.h>

#include "attention/dyadic.h"
#include "attention/softmax.h"

enum { ASSAY_FIXED_BITS = 128 };

struct assay_fixed
{
  const struct assay_softmax *row;      /* borrowed */
  mpz_t *e;                             /* one a class */
  mpz_t total_lo, total_hi;             /* sum n_c E_c, scaled alike */
  mpz_t slack;                          /* 2 n, n the number of keys */
};

void assay_fixed_init (struct assay_fixed *fixed,
                       const struct assay_softmax *row);
void assay_fixed_clear (struct assay_fixed *fixed);

/* LO <= sum v_j E_j / sum E_j <= HI over the row's keys, or with |v_j| when
   ABSOLUTE; a key beyond the column has the value 0.  LO and HI are given a
   precision by the call.  */
void assay_fixed_mean (mpfr_ptr lo, mpfr_ptr hi,
                       const struct assay_fixed *fixed,
                       const struct assay_dyadics *column, int absolute);

#endif
