/* oracle_log.c -- logarithm in integer fixed point */

#include "oracle.h"

/* result, at scale 2^bits, <- enclosure of artanh (z) for every z in
   [first, first + 1] / 2^bits with 0 <= z <= 0.35.

   Let Q[k] = z^(2k+1) 2^bits and q[k] <= Q[k] its computed value.  The
   square z^2 2^bits exceeds the computed one by less than
   1 + (2 first + 1) / 2^bits <= 2, so the gap Q - q obeys
   g[k] <= 0.1225 g[k-1] + 0.35 * 2 + 1, and from g[0] <= 1 it never passes
   2.  Each summand floor (q[k] / (2k+1)) is short by at most 3.  At the
   first n with q[n] = 0 the rest is at most 2 / (1 - 0.1225) < 3.  The sum
   is short by at most 3 n + 3.  */
static void
artanh_fixed (struct oracle_interval *result, const mpz_t first,
              unsigned long bits)
{
  mpz_t power, square, term;
  unsigned long n = 0;

  mpz_init_set (power, first);
  mpz_init (square);
  mpz_init (term);
  mpz_mul (square, first, first);
  mpz_fdiv_q_2exp (square, square, bits);
  mpz_set_ui (result->lo, 0);
  for (; mpz_sgn (power) > 0; n++)
    {
      mpz_fdiv_q_ui (term, power, 2 * n + 1);
      mpz_add (result->lo, result->lo, term);
      mpz_mul (power, power, square);
      mpz_fdiv_q_2exp (power, power, bits);
    }
  mpz_add_ui (result->hi, result->lo, 3 * n + 3);
  mpz_clear (power);
  mpz_clear (square);
  mpz_clear (term);
}

/* log (2) = 2 artanh (1/3).  */
static void
add_log_2 (struct oracle_interval *sum, long factor, unsigned long bits)
{
  struct oracle_interval half;
  mpz_t third;

  oracle_interval_init (&half);
  mpz_init (third);
  mpz_setbit (third, bits);
  mpz_fdiv_q_ui (third, third, 3);
  artanh_fixed (&half, third, bits);
  oracle_interval_addmul (sum, 2 * factor, &half);
  oracle_interval_clear (&half);
  mpz_clear (third);
}

/* x = 2^k num / den with num / den in (1/2, 2), hence
   log (x) = k log (2) + 2 artanh ((num - den) / (num + den)), the argument
   below 1/3.  The two series are at most 2 bits + 6 units wide together
   for each of |k| + 1 units, which the guard makes less than one.  */
int
oracle_log (struct oracle_interval *result, const struct oracle_fraction *x,
            unsigned long digits)
{
  if (oracle_fraction_sign (x) <= 0)
    return -1;

  long k = (long) mpz_sizeinbase (x->num, 2)
           - (long) mpz_sizeinbase (x->den, 2);
  unsigned long size = k < 0 ? -(unsigned long) k : (unsigned long) k;
  unsigned long bits = oracle_bits (digits);
  struct oracle_fraction z;
  struct oracle_interval series;
  mpz_t first;

  bits += oracle_bit_length (bits) + oracle_bit_length (size) + 8;
  oracle_fraction_init (&z);
  oracle_interval_init (&series);
  mpz_init (first);
  mpz_mul_2exp (z.num, x->num, k < 0 ? size : 0);
  mpz_mul_2exp (z.den, x->den, k < 0 ? 0 : size);
  mpz_sub (first, z.num, z.den);
  mpz_add (z.den, z.num, z.den);
  mpz_abs (z.num, first);
  int below_one = mpz_sgn (first) < 0;

  oracle_fraction_fixed (first, &z, bits);
  artanh_fixed (&series, first, bits);
  mpz_set_ui (result->lo, 0);
  mpz_set_ui (result->hi, 0);
  oracle_interval_addmul (result, below_one ? -2 : 2, &series);
  if (k != 0)
    add_log_2 (result, k, bits);
  oracle_interval_decimal (result, bits, digits);
  oracle_fraction_clear (&z);
  oracle_interval_clear (&series);
  mpz_clear (first);
  return 0;
}
