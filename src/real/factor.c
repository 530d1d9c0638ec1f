/* factor.c -- integers into primes, as far as trial division goes */

#include "real/form.h"

#include "base/memory.h"

enum { TRIAL_LIMIT = 1 << 16 };

/* REST, free of primes below TRIAL_LIMIT, is a power of something: of a
   prime for certain when that is below TRIAL_LIMIT^2, or below 2^64 and
   passes the test, which is a proof there (Baillie-PSW, verified).  */
static void
report_rest (struct assay_form_pool *pool, mpz_srcptr rest, long sign,
             assay_prime_fn *fn, void *closure)
{
  size_t k;
  int certain;
  mpz_t root;

  mpz_init_set (root, rest);
  /* Every prime of REST has at least 16 bits.  */
  for (k = mpz_sizeinbase (rest, 2) / 16; k > 1; k--)
    if (mpz_root (root, rest, k))
      break;
  if (k <= 1)
    {
      k = 1;
      mpz_set (root, rest);
    }
  certain = mpz_sizeinbase (root, 2) <= 64
            && mpz_probab_prime_p (root, 25) != 0;
  fn (closure, assay_form_prime (pool, ASSAY_ATOM_PRIME, root, certain),
      sign * (long) k);
  mpz_clear (root);
}

void
assay_form_factor (struct assay_form_pool *pool, mpz_srcptr n, long sign,
                   assay_prime_fn *fn, void *closure)
{
  unsigned long p;
  mpz_t rest, prime;

  if (!assay_form_afford (pool, 1 + mpz_sizeinbase (n, 2) / 64))
    return;
  mpz_init_set (rest, n);
  mpz_init (prime);
  for (p = 2; p < TRIAL_LIMIT && mpz_cmp_ui (rest, 1) > 0;
       p += p == 2 ? 1 : 2)
    {
      if (mpz_cmp_ui (rest, p * p) < 0)
        p = mpz_get_ui (rest);
      if (mpz_divisible_ui_p (rest, p))
        {
          long exponent;

          mpz_set_ui (prime, p);
          exponent = (long) mpz_remove (rest, rest, prime);
          fn (closure, assay_form_prime (pool, ASSAY_ATOM_PRIME, prime, 1),
              sign * exponent);
        }
    }
  if (mpz_cmp_ui (rest, 1) > 0)
    report_rest (pool, rest, sign, fn, closure);
  mpz_clears (rest, prime, NULL);
}
