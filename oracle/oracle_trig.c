/* oracle_trig.c -- pi, sine, cosine and arctangent in fixed point */

#include "oracle.h"

/* sum <- sum + (-1)^n power / (2 n + 1), off by less than one; term is
   overwritten.  */
static void
add_odd_term (mpz_t sum, mpz_t term, const mpz_t power, unsigned long n)
{
  mpz_fdiv_q_ui (term, power, 2 * n + 1);
  if (n % 2 == 0)
    mpz_add (sum, sum, term);
  else
    mpz_sub (sum, sum, term);
}

/* sum <- arctan (1/q) 2^bits, off by at most the returned number of units.
   Floors of floors are floors of the exact quotients, so each of n terms
   is off by less than one; the rest, from the first power below one unit
   on, alternates and is less than one.  */
static unsigned long
arctan_inverse (mpz_t sum, unsigned long q, unsigned long bits)
{
  mpz_t power, term;
  unsigned long n = 0;

  mpz_init (power);
  mpz_init (term);
  mpz_setbit (power, bits);
  mpz_fdiv_q_ui (power, power, q);
  mpz_set_ui (sum, 0);
  for (; mpz_sgn (power) > 0; n++)
    {
      add_odd_term (sum, term, power, n);
      mpz_fdiv_q_ui (power, power, q * q);
    }
  mpz_clear (power);
  mpz_clear (term);
  return n + 1;
}

/* [center - error, center + error].  */
static void
around (struct oracle_interval *result, const mpz_t center,
        unsigned long error)
{
  mpz_add_ui (result->hi, center, error);
  mpz_sub_ui (result->lo, center, error);
}

void
oracle_pi_fixed (struct oracle_interval *result, unsigned long bits)
{
  mpz_t fifth, rest;

  mpz_init (fifth);
  mpz_init (rest);
  unsigned long error = 16 * arctan_inverse (fifth, 5, bits)
                        + 4 * arctan_inverse (rest, 239, bits);
  mpz_mul_ui (fifth, fifth, 16);
  mpz_submul_ui (fifth, rest, 4);
  around (result, fifth, error);
  mpz_clear (fifth);
  mpz_clear (rest);
}

/* The error is below 4 bits + 80 units.  */
void
oracle_pi (struct oracle_interval *result, unsigned long digits)
{
  unsigned long bits = oracle_bits (digits);

  bits += oracle_bit_length (bits) + 8;
  oracle_pi_fixed (result, bits);
  oracle_interval_decimal (result, bits, digits);
}

/* sum <- 2^bits sin (r / 2^bits) or cos, for |r| <= 0.8 * 2^bits; off by at
   most the returned number of units.

   With T the exact terms in absolute value and t <= T the computed ones,
   the square of r is short by less than one, so the gap obeys
   g' <= 0.32 g + 1.5 and never passes 3.  At the first n with t[n] = 0 the
   alternating rest is at most T[n] <= 3: off by 3 n + 3 in all.  */
static unsigned long
wave_series (mpz_t sum, const mpz_t r, int cosine, unsigned long bits)
{
  mpz_t term, square;
  unsigned long n = 1;
  unsigned long order = cosine ? 0 : 1;

  mpz_init (term);
  mpz_init (square);
  mpz_mul (square, r, r);
  mpz_fdiv_q_2exp (square, square, bits);
  if (cosine)
    mpz_setbit (term, bits);
  else
    mpz_abs (term, r);
  mpz_set (sum, term);
  for (;; n++, order += 2)
    {
      mpz_mul (term, term, square);
      mpz_fdiv_q_2exp (term, term, bits);
      mpz_fdiv_q_ui (term, term, (order + 1) * (order + 2));
      if (mpz_sgn (term) == 0)
        break;
      if (n % 2 == 0)
        mpz_add (sum, sum, term);
      else
        mpz_sub (sum, sum, term);
    }
  if (!cosine && mpz_sgn (r) < 0)
    mpz_neg (sum, sum);
  mpz_clear (term);
  mpz_clear (square);
  return 3 * n + 3;
}

/* r <- 2^bits (x - k pi / 2), off by at most the returned number of units,
   with |r| <= 0.8 * 2^bits; *quadrant <- k mod 4.

   With long_bits = bits + length + 16, |x| < 2^length, and with pi in
   [lo, hi] / 2^long_bits, the number 2 floor (2^long_bits x) - k lo is off
   from 2^(long_bits + 1) (x - k pi / 2) by at most 2 + |k| (hi - lo),
   where |k| <= 2^length + 1.  */
static unsigned long
reduce (mpz_t r, unsigned long *quadrant, const struct oracle_fraction *x,
        unsigned long bits)
{
  long length = (long) mpz_sizeinbase (x->num, 2)
                - (long) mpz_sizeinbase (x->den, 2) + 1;
  unsigned long extra = (length > 0 ? (unsigned long) length : 0) + 16;
  struct oracle_interval pi;
  mpz_t k, error;

  oracle_interval_init (&pi);
  mpz_init (k);
  mpz_init (error);
  oracle_pi_fixed (&pi, bits + extra);
  oracle_fraction_fixed (r, x, bits + extra);

  /* k = floor (2 x / pi + 1/2).  */
  mpz_mul_2exp (k, r, 2);
  mpz_add (k, k, pi.lo);
  mpz_mul_2exp (error, pi.lo, 1);
  mpz_fdiv_q (k, k, error);
  *quadrant = mpz_fdiv_ui (k, 4);

  mpz_mul_2exp (r, r, 1);
  mpz_submul (r, k, pi.lo);
  mpz_fdiv_q_2exp (r, r, extra + 1);

  mpz_sub (error, pi.hi, pi.lo);
  mpz_abs (k, k);
  mpz_mul (error, error, k);
  mpz_add_ui (error, error, 2);
  mpz_cdiv_q_2exp (error, error, extra + 1);
  unsigned long units = mpz_get_ui (error) + 1;
  oracle_interval_clear (&pi);
  mpz_clear (k);
  mpz_clear (error);
  return units;
}

/* sin (x + quarters pi / 2).  The errors are of the order of bits / 2
   units; sine and cosine pass the argument's on undiminished at most.  */
static void
wave (struct oracle_interval *result, const struct oracle_fraction *x,
      unsigned long quarters, unsigned long digits)
{
  unsigned long bits = oracle_bits (digits);
  unsigned long quadrant, error;
  mpz_t r, sum;

  bits += oracle_bit_length (bits) + 8;
  mpz_init (r);
  mpz_init (sum);
  error = reduce (r, &quadrant, x, bits);
  quadrant = (quadrant + quarters) % 4;
  error += wave_series (sum, r, quadrant % 2 == 1, bits);
  if (quadrant >= 2)
    mpz_neg (sum, sum);
  around (result, sum, error);
  oracle_interval_decimal (result, bits, digits);
  mpz_clear (r);
  mpz_clear (sum);
}

int
oracle_sin (struct oracle_interval *result, const struct oracle_fraction *x,
            unsigned long digits)
{
  wave (result, x, 0, digits);
  return 0;
}

int
oracle_cos (struct oracle_interval *result, const struct oracle_fraction *x,
            unsigned long digits)
{
  wave (result, x, 1, digits);
  return 0;
}

/* z, an approximation of some tan (a) in [0, 1] at scale 2^bits, becomes
   one of tan (a / 2) = z / (1 + sqrt (1 + z^2)).  That function's slope is
   at most 1/2; the root's floor and the quotient's floor move the result
   by less than one unit in opposite directions.  An error of at most 2
   units before is an error of at most 2 units after.  */
static void
halve_angle (mpz_t z, unsigned long bits)
{
  mpz_t one, root;

  mpz_init (one);
  mpz_init (root);
  mpz_setbit (one, bits);
  mpz_setbit (root, 2 * bits);
  mpz_addmul (root, z, z);
  mpz_sqrt (root, root);
  mpz_add (root, root, one);
  mpz_mul (z, z, one);
  mpz_fdiv_q (z, z, root);
  mpz_clear (one);
  mpz_clear (root);
}

/* sum <- 2^bits arctan (z / 2^bits) for 0 <= z <= 0.42 * 2^bits, off by at
   most the returned number of units: as for artanh in oracle_log.c, each of
   n terms and the rest are off by at most 3, here with both signs.  */
static unsigned long
arctan_series (mpz_t sum, const mpz_t z, unsigned long bits)
{
  mpz_t power, square, term;
  unsigned long n = 0;

  mpz_init_set (power, z);
  mpz_init (square);
  mpz_init (term);
  mpz_mul (square, z, z);
  mpz_fdiv_q_2exp (square, square, bits);
  mpz_set_ui (sum, 0);
  for (; mpz_sgn (power) > 0; n++)
    {
      add_odd_term (sum, term, power, n);
      mpz_mul (power, power, square);
      mpz_fdiv_q_2exp (power, power, bits);
    }
  mpz_clear (power);
  mpz_clear (square);
  mpz_clear (term);
  return 3 * n + 3;
}

/* For |x| > 1, arctan |x| = pi / 2 - arctan (1 / |x|); pi at scale
   2^(bits-1) is pi / 2 at scale 2^bits.  The series' 3 n + 5 units are
   doubled by each halving, which the guard counts in.  */
int
oracle_atan (struct oracle_interval *result, const struct oracle_fraction *x,
             unsigned long digits)
{
  unsigned long bits = oracle_bits (digits);
  unsigned long halvings = oracle_root_above (bits) / 4 + 1;
  struct oracle_fraction argument;
  struct oracle_interval pi;
  mpz_t z, sum;

  bits += halvings + oracle_bit_length (bits) + 8;
  oracle_fraction_init (&argument);
  oracle_interval_init (&pi);
  mpz_init (z);
  mpz_init (sum);
  oracle_fraction_set (&argument, x);
  mpz_abs (argument.num, argument.num);
  int inverse = mpz_cmp (argument.num, argument.den) > 0;
  if (inverse)
    mpz_swap (argument.num, argument.den);

  oracle_fraction_fixed (z, &argument, bits);
  for (unsigned long i = 0; i < halvings; i++)
    halve_angle (z, bits);
  unsigned long error = arctan_series (sum, z, bits) + 2;
  around (result, sum, error);
  mpz_mul_2exp (result->lo, result->lo, halvings);
  mpz_mul_2exp (result->hi, result->hi, halvings);
  if (inverse)
    {
      oracle_pi_fixed (&pi, bits - 1);
      oracle_interval_neg (result);
      oracle_interval_addmul (result, 1, &pi);
    }
  if (oracle_fraction_sign (x) < 0)
    oracle_interval_neg (result);
  oracle_interval_decimal (result, bits, digits);
  oracle_fraction_clear (&argument);
  oracle_interval_clear (&pi);
  mpz_clear (z);
  mpz_clear (sum);
  return 0;
}
