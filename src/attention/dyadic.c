/* dyadic.c -- vectors of doubles as integers with one exponent */

#include "attention/dyadic.h"

#include <limits.h>
#include <math.h>
#include <stdlib.h>

#include "base/memory.h"

enum { DOUBLE_BITS = 53 };

/* N * 2^EXPONENT = X, N an integer of at most DOUBLE_BITS bits.  */
static void
split (mpz_ptr n, long *exponent, double x)
{
  int e;

  mpz_set_d (n, ldexp (frexp (x, &e), DOUBLE_BITS));
  *exponent = (long) e - DOUBLE_BITS;
}

/* The exponent of the lowest bit of X, which is not 0.  */
static long
lowest_bit (mpz_ptr scratch, double x)
{
  long exponent;

  split (scratch, &exponent, x);
  return exponent + (long) mpz_scan1 (scratch, 0);
}

void
assay_dyadics_init (struct assay_dyadics *v, const double *x, size_t n,
                    size_t stride)
{
  long least = LONG_MAX, exponent;
  size_t j;
  mpz_t scratch;

  mpz_init (scratch);
  for (j = 0; j < n; j++)
    if (x[j * stride] != 0)
      {
        exponent = lowest_bit (scratch, x[j * stride]);
        if (exponent < least)
          least = exponent;
      }
  v->at = assay_calloc (n, sizeof *v->at);
  v->n = n;
  mpz_init (v->most);
  v->exponent = least == LONG_MAX ? 0 : least;
  for (j = 0; j < n; j++)
    {
      mpz_init (v->at[j]);
      if (x[j * stride] == 0)
        continue;
      split (v->at[j], &exponent, x[j * stride]);
      if (exponent < v->exponent)
        mpz_tdiv_q_2exp (v->at[j], v->at[j],
                         (mp_bitcnt_t) (v->exponent - exponent));
      else
        mpz_mul_2exp (v->at[j], v->at[j],
                      (mp_bitcnt_t) (exponent - v->exponent));
      if (mpz_cmpabs (v->at[j], v->most) > 0)
        mpz_abs (v->most, v->at[j]);
    }
  mpz_clear (scratch);
}

void
assay_dyadics_clear (struct assay_dyadics *v)
{
  size_t j;

  for (j = 0; j < v->n; j++)
    mpz_clear (v->at[j]);
  free (v->at);
  mpz_clear (v->most);
}

void
assay_dyadic_rational (mpq_ptr result, mpz_srcptr n, long exponent)
{
  mpz_set (mpq_numref (result), n);
  mpz_set_ui (mpq_denref (result), 1);
  if (exponent >= 0)
    mpq_mul_2exp (result, result, (mp_bitcnt_t) exponent);
  else
    mpq_div_2exp (result, result, (mp_bitcnt_t) -exponent);
}

void
assay_dyadics_dot (mpq_ptr result, const struct assay_dyadics *a,
                   const struct assay_dyadics *b)
{
  mpz_t sum;
  size_t i;

  mpz_init (sum);
  for (i = 0; i < a->n; i++)
    mpz_addmul (sum, a->at[i], b->at[i]);
  assay_dyadic_rational (result, sum, a->exponent + b->exponent);
  mpz_clear (sum);
}
