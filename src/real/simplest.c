/* simplest.c -- the simplest rational in an interval */

#include "real/simplest.h"

/* N and K with X = N / 2^K, K >= 0.  */
static void
as_dyadic (mpz_ptr n, unsigned long *k, mpfr_srcptr x)
{
  long exponent = mpfr_get_z_2exp (n, x);

  *k = exponent < 0 ? (unsigned long) -exponent : 0;
  if (exponent > 0)
    mpz_mul_2exp (n, n, (unsigned long) exponent);
}

/* By continued fractions: the integer part in common, then the same for the
   reciprocals of what remains.  The ends are a/c and b/d, not in lowest terms;
   p1/q1 and p0/q0 are the last convergents, whose denominators grow.  */
size_t
assay_simplest_bits (mpfi_srcptr x, size_t most)
{
  mpz_t a, b, c, d, p0, q0, p1, q1, whole, product;
  unsigned long below, above;
  int last = 0;
  size_t bits;

  mpz_inits (a, b, c, d, p0, q0, p1, q1, whole, product, NULL);
  as_dyadic (a, &below, &x->left);
  as_dyadic (b, &above, &x->right);
  mpz_setbit (c, below);
  mpz_setbit (d, above);
  mpz_set_ui (p1, 1);
  mpz_set_ui (q0, 1);
  while (!last && mpz_sizeinbase (q1, 2) < most)
    {
      mpz_cdiv_q (whole, a, c);
      mpz_mul (product, whole, d);
      last = mpz_cmp (product, b) <= 0;
      if (!last)
        mpz_sub_ui (whole, whole, 1);
      mpz_addmul (p0, whole, p1);
      mpz_swap (p0, p1);
      mpz_addmul (q0, whole, q1);
      mpz_swap (q0, q1);
      mpz_submul (a, whole, c);
      mpz_submul (b, whole, d);
      mpz_swap (a, d);
      mpz_swap (b, c);
    }
  bits = mpz_sizeinbase (p1, 2);
  if (bits < mpz_sizeinbase (q1, 2))
    bits = mpz_sizeinbase (q1, 2);
  mpz_clears (a, b, c, d, p0, q0, p1, q1, whole, product, NULL);
  return bits;
}
