/* rotor.h -- rational unit rotors and their powers */

#ifndef ASSAY_EXACT_ROTOR_H
#define ASSAY_EXACT_ROTOR_H

#include <gmp.h>

#include "base/ctx.h"

/* The rotation [[a,-b],[b,a]] / h of column vectors.  Invariant: h > 0,
   a^2 + b^2 = h^2 exactly, and a/h and b/h are in lowest terms (Lemma B1:
   cosine and sine of a rational rotor have the same reduced denominator).  */
struct assay_rotor
{
  mpz_t a;
  mpz_t b;
  mpz_t h;
};

/* The identity.  */
void assay_rotor_init (struct assay_rotor *rotor);
void assay_rotor_clear (struct assay_rotor *rotor);

/* ROTOR <- the rotor of cosine C and sine S.  ASSAY_EVALUE unless
   C^2 + S^2 = 1 exactly; ROTOR is then unchanged.  */
enum assay_status assay_rotor_set (struct assay_rotor *rotor, mpq_srcptr c,
                                   mpq_srcptr s, struct assay_ctx *ctx,
                                   const struct assay_where *where);

/* POWER <- ROTOR^P, P of either sign.  Exact; Gaussian integers are squared
   and no gcd is taken, since every power is in lowest terms (Lemma B2).
   POWER may be ROTOR.  ASSAY_ELIMIT, before any allocation, when
   assay_rotor_power_bits exceeds the budget.  */
enum assay_status assay_rotor_power (struct assay_rotor *power,
                                     const struct assay_rotor *rotor,
                                     mpz_srcptr p, struct assay_ctx *ctx,
                                     const struct assay_where *where);

/* An upper bound, saturating, of the bits of h^|P|.  */
unsigned long long assay_rotor_power_bits (const struct assay_rotor *rotor,
                                           mpz_srcptr p);

/* (X, Y) <- h * ROTOR * (x, y), all four integers: the rotated pair without
   its denominator h.  X and Y may not be x or y.  */
void assay_rotor_turn (mpz_ptr X, mpz_ptr Y, const struct assay_rotor *rotor,
                       mpz_srcptr x, mpz_srcptr y);

/* C, S <- the rotor's cosine and sine, canonical.  */
void assay_rotor_get (mpq_ptr c, mpq_ptr s, const struct assay_rotor *rotor);

#endif
