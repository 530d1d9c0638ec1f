/* oracle_root.c -- square roots, integer roots, rational powers */

#include "oracle.h"

/* Does adding the lowest candidate bits one by one beat Newton?  Its
   quadratic convergence begins where the relative error is below 1/n.  */
static int
root_is_short (unsigned long root_bits, unsigned long n)
{
  return root_bits <= oracle_bit_length (n) + 6;
}

static void
root_by_bits (mpz_t root, const mpz_t x, unsigned long n,
              unsigned long root_bits)
{
  mpz_t power;

  mpz_init (power);
  mpz_set_ui (root, 0);
  for (unsigned long bit = root_bits; bit-- > 0;)
    {
      mpz_setbit (root, bit);
      mpz_pow_ui (power, root, n);
      if (mpz_cmp (power, x) > 0)
        mpz_clrbit (root, bit);
    }
  mpz_clear (power);
}

/* From a root at or above the true one, Newton's integer step falls until
   it reaches floor (x^(1/n)), where it no longer falls: by the inequality
   of arithmetic and geometric mean no step goes below that floor.  */
static void
root_by_newton (mpz_t root, const mpz_t x, unsigned long n)
{
  mpz_t next, power;

  mpz_init (next);
  mpz_init (power);
  for (;;)
    {
      mpz_pow_ui (power, root, n - 1);
      mpz_fdiv_q (next, x, power);
      mpz_addmul_ui (next, root, n - 1);
      mpz_fdiv_q_ui (next, next, n);
      if (mpz_cmp (next, root) >= 0)
        break;
      mpz_swap (root, next);
    }
  mpz_clear (next);
  mpz_clear (power);
}

/* root <- floor (x^(1/n)), x >= 0, n >= 1.  The upper half of the root
   comes from the upper part of x; one more there is an upper bound.  */
static void
integer_root (mpz_t root, const mpz_t x, unsigned long n)
{
  unsigned long root_bits = (mpz_sizeinbase (x, 2) - 1) / n + 1;

  if (n == 1)
    {
      mpz_set (root, x);
      return;
    }
  if (root_is_short (root_bits, n))
    {
      root_by_bits (root, x, n, root_bits);
      return;
    }

  unsigned long upper_bits = (root_bits + oracle_bit_length (n)) / 2 + 2;
  unsigned long lower_bits = root_bits - upper_bits;
  mpz_t upper;
  mpz_init (upper);
  mpz_fdiv_q_2exp (upper, x, n * lower_bits);
  integer_root (root, upper, n);
  mpz_add_ui (root, root, 1);
  mpz_mul_2exp (root, root, lower_bits);
  root_by_newton (root, x, n);
  mpz_clear (upper);
}

/* result <- [floor, ceiling] of (x 10^(n digits))^(1/n), where the floor of
   the radicand has the same floor of its root.  */
static void
root_interval (struct oracle_interval *result,
               const struct oracle_fraction *x, unsigned long n,
               unsigned long digits)
{
  mpz_t radicand, floor, power;

  mpz_init (radicand);
  mpz_init (floor);
  mpz_init (power);
  mpz_ui_pow_ui (radicand, 10, n * digits);
  mpz_mul (radicand, radicand, x->num);
  mpz_fdiv_q (floor, radicand, x->den);
  if (n == 2)
    mpz_sqrt (result->lo, floor);
  else
    integer_root (result->lo, floor, n);
  mpz_pow_ui (power, result->lo, n);
  mpz_mul (power, power, x->den);
  mpz_set (result->hi, result->lo);
  if (mpz_cmp (power, radicand) != 0)
    mpz_add_ui (result->hi, result->hi, 1);
  mpz_clear (radicand);
  mpz_clear (floor);
  mpz_clear (power);
}

int
oracle_root (struct oracle_interval *result, const struct oracle_fraction *x,
             unsigned long n, unsigned long digits)
{
  if (n == 0 || oracle_fraction_sign (x) < 0)
    return -1;
  root_interval (result, x, n, digits);
  return 0;
}

int
oracle_sqrt (struct oracle_interval *result, const struct oracle_fraction *x,
             unsigned long digits)
{
  return oracle_root (result, x, 2, digits);
}

int
oracle_power (struct oracle_interval *result,
              const struct oracle_fraction *base, long num,
              unsigned long den, unsigned long digits)
{
  if (den == 0 || oracle_fraction_sign (base) <= 0)
    return -1;

  unsigned long size = num < 0 ? -(unsigned long) num : (unsigned long) num;
  unsigned long divisor = oracle_common_divisor (size, den);
  struct oracle_fraction power;
  oracle_fraction_init (&power);
  mpz_pow_ui (power.num, base->num, size / divisor);
  mpz_pow_ui (power.den, base->den, size / divisor);
  if (num < 0)
    mpz_swap (power.num, power.den);
  root_interval (result, &power, den / divisor, digits);
  oracle_fraction_clear (&power);
  return 0;
}
