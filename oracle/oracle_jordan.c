/* oracle_jordan.c -- the score of the Jordan block, opened

   q^T G k = r^d (q0.R^d k0 + q1.R^d k1 + eta t q0.R^d k1): three rotary
   scores of one pair each, no matrix.  */

#include "oracle.h"

#include <string.h>

/* score <- u.R^d v for pairs u and v.  */
static int
turned (struct oracle_fraction *score, const struct oracle_fraction *u,
        const struct oracle_fraction *v, const mpz_t d,
        const struct oracle_fraction *cosine,
        const struct oracle_fraction *sine)
{
  mpz_t origin;

  mpz_init (origin);
  int failed = oracle_rotary_score (score, u, origin, v, d, cosine, sine, 1);
  mpz_clear (origin);
  return failed;
}

/* t <- d L / (L + |d|).  */
static void
saturated (struct oracle_fraction *t, const mpz_t d,
           const struct oracle_fraction *length)
{
  mpz_t absolute;

  mpz_init (absolute);
  mpz_abs (absolute, d);
  mpz_mul (t->num, d, length->num);
  mpz_mul (t->den, absolute, length->den);
  mpz_add (t->den, t->den, length->num);
  mpz_clear (absolute);
}

/* t <- the shear of the variant; -1 for an unknown one.  */
static int
shear (struct oracle_fraction *t, const char *variant, long i, long j,
       const mpz_t d, const struct oracle_fraction *length)
{
  struct oracle_fraction other;
  mpz_t position;

  if (strcmp (variant, "exact") == 0)
    mpz_set (t->num, d);
  else if (strcmp (variant, "scaled") == 0)
    {
      mpz_mul (t->num, d, length->den);
      mpz_set (t->den, length->num);
    }
  else if (strcmp (variant, "bounded") == 0)
    saturated (t, d, length);
  else if (strcmp (variant, "bounded-positions") == 0)
    {
      oracle_fraction_init (&other);
      mpz_init_set_si (position, i);
      saturated (t, position, length);
      mpz_set_si (position, j);
      saturated (&other, position, length);
      mpz_neg (other.num, other.num);
      oracle_fraction_add (t, t, &other);
      mpz_clear (position);
      oracle_fraction_clear (&other);
    }
  else
    return -1;
  return 0;
}

/* score <- score r^d, one factor at a time.  */
static void
damp (struct oracle_fraction *score, const struct oracle_fraction *r, long d)
{
  struct oracle_fraction step;

  oracle_fraction_init (&step);
  mpz_set (step.num, d < 0 ? r->den : r->num);
  mpz_set (step.den, d < 0 ? r->num : r->den);
  for (unsigned long n = d < 0 ? 0ul - (unsigned long) d : (unsigned long) d;
       n > 0; n--)
    oracle_fraction_mul (score, score, &step);
  oracle_fraction_clear (&step);
}

int
oracle_jordan_score (struct oracle_fraction *score, const char *variant,
                     const struct oracle_fraction *q, long i,
                     const struct oracle_fraction *k, long j,
                     const struct oracle_fraction *cosine,
                     const struct oracle_fraction *sine,
                     const struct oracle_fraction *damping,
                     const struct oracle_fraction *eta,
                     const struct oracle_fraction *length)
{
  struct oracle_fraction t, sum, term;
  mpz_t d, other;

  oracle_fraction_init (&t);
  oracle_fraction_init (&sum);
  oracle_fraction_init (&term);
  mpz_init_set_si (d, i);
  mpz_init_set_si (other, j);
  mpz_sub (d, d, other);
  mpz_clear (other);
  int failed = !mpz_fits_slong_p (d)
               || shear (&t, variant, i, j, d, length) != 0
               || turned (&sum, q, k + 2, d, cosine, sine) != 0;
  if (!failed)
    {
      oracle_fraction_mul (&sum, &sum, eta);
      oracle_fraction_mul (&sum, &sum, &t);
      for (size_t pair = 0; pair < 4; pair += 2)
        {
          turned (&term, q + pair, k + pair, d, cosine, sine);
          oracle_fraction_add (&sum, &sum, &term);
        }
      damp (&sum, damping, mpz_get_si (d));
      oracle_fraction_set (score, &sum);
    }
  oracle_fraction_clear (&t);
  oracle_fraction_clear (&sum);
  oracle_fraction_clear (&term);
  mpz_clear (d);
  return failed ? -1 : 0;
}
