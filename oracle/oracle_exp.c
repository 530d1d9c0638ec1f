/* oracle_exp.c -- exponential and what follows from it */

#include "oracle.h"

/* result, at scale 2^bits, <- enclosure of exp (r / 2^bits) for
   0 <= r <= 2^(bits-1).

   With T[k] the exact k-th Taylor term at scale 2^bits and t[k] the number
   computed below, t[0] = T[0] and t[k] = floor (t[k-1] r / (2^bits k)), so
   t[k] <= T[k] and the gap obeys g[k] <= g[k-1] / 2 + 1, hence g[k] <= 2.
   The sum stops at the first term n with t[n] = 0.  There T[n] <= 2, and
   since the ratio of successive terms is at most 1/2 everything from T[n]
   on adds at most 2 T[n] <= 4.  So the sum of t[k] falls short of the true
   value by at most 2 n + 4.  */
static void
exp_taylor (struct oracle_interval *result, const mpz_t r,
            unsigned long bits)
{
  mpz_t term;
  unsigned long n = 1;

  mpz_init (term);
  mpz_setbit (term, bits);
  mpz_set (result->lo, term);
  for (;; n++)
    {
      mpz_mul (term, term, r);
      mpz_fdiv_q_2exp (term, term, bits);
      mpz_fdiv_q_ui (term, term, n);
      if (mpz_sgn (term) == 0)
        break;
      mpz_add (result->lo, result->lo, term);
    }
  mpz_add_ui (result->hi, result->lo, 2 * n + 4);
  mpz_clear (term);
}

/* 1/x for an interval of positive ends at scale 2^bits.  */
static void
reciprocal (struct oracle_interval *x, unsigned long bits)
{
  mpz_t one;

  mpz_init (one);
  mpz_setbit (one, 2 * bits);
  mpz_fdiv_q (x->hi, one, x->hi);
  mpz_cdiv_q (x->lo, one, x->lo);
  mpz_swap (x->lo, x->hi);
  mpz_clear (one);
}

/* x / 2^bits is halved `halvings' times, which the guard bits make exact;
   the ends then stand for a number of at least 1, and each of as many
   squarings doubles its relative error and adds at most a unit.  The
   Taylor sum's 2 n + 4 thus ends below 2^halvings (2 n + 6) guard units
   relative to the value, with n of the order of bits at most: the guard
   turns that into less than 2^-bits, and rounding to 2^bits adds two
   units.  A t above x / 2^bits multiplies the exponential by at most
   exp (2^-bits) <= 1 + 2^(1-bits).  */
void
oracle_exp_fixed (struct oracle_interval *result, const mpz_t x,
                  unsigned long bits)
{
  unsigned long length = mpz_sizeinbase (x, 2);
  unsigned long small = oracle_root_above (bits) / 2 + 1;
  unsigned long halvings = length + small > bits ? length + small - bits : 0;
  unsigned long guard = halvings + oracle_bit_length (bits) + 8;
  mpz_t r;

  mpz_init (r);
  mpz_abs (r, x);
  mpz_mul_2exp (r, r, guard - halvings);
  exp_taylor (result, r, bits + guard);
  for (unsigned long i = 0; i < halvings; i++)
    {
      mpz_mul (result->lo, result->lo, result->lo);
      mpz_fdiv_q_2exp (result->lo, result->lo, bits + guard);
      mpz_mul (result->hi, result->hi, result->hi);
      mpz_cdiv_q_2exp (result->hi, result->hi, bits + guard);
    }
  if (mpz_sgn (x) < 0)
    reciprocal (result, bits + guard);
  mpz_fdiv_q_2exp (result->lo, result->lo, guard);
  mpz_cdiv_q_2exp (result->hi, result->hi, guard);
  mpz_cdiv_q_2exp (r, result->hi, bits - 1);
  mpz_add (result->hi, result->hi, r);
  mpz_clear (r);
}

/* With exp (x) < 2^growth the fixed-point width 5 + 4 exp (x) is below
   2^(growth + 4) units: a quarter of 10^-digits at most.  */
int
oracle_exp (struct oracle_interval *result, const struct oracle_fraction *x,
            unsigned long digits)
{
  unsigned long bits = oracle_bits (digits) + 6;
  mpz_t fixed;

  mpz_init (fixed);
  oracle_fraction_fixed (fixed, x, 0);
  if (mpz_cmp_ui (fixed, 1UL << 20) > 0)
    {
      mpz_clear (fixed);
      return -1;
    }
  if (mpz_sgn (fixed) < 0 && mpz_cmpabs_ui (fixed, bits) > 0)
    {
      mpz_set_ui (result->lo, 0);
      mpz_set_ui (result->hi, 1);
      mpz_clear (fixed);
      return 0;
    }
  if (mpz_sgn (fixed) >= 0)
    bits += (mpz_get_ui (fixed) + 1) * 13 / 9 + 1;
  oracle_fraction_fixed (fixed, x, bits);
  oracle_exp_fixed (result, fixed, bits);
  oracle_interval_decimal (result, bits, digits);
  mpz_clear (fixed);
  return 0;
}

/* 1 - 2 / (e + 1) at scale 2^bits, e = exp (2 abs (x)) >= 1.  */
static void
tanh_from_exp (struct oracle_interval *e, unsigned long bits)
{
  mpz_t one, two;

  mpz_init (one);
  mpz_init (two);
  mpz_setbit (one, bits);
  mpz_setbit (two, 2 * bits + 1);
  mpz_add (e->lo, e->lo, one);
  mpz_cdiv_q (e->lo, two, e->lo);
  mpz_sub (e->lo, one, e->lo);
  mpz_add (e->hi, e->hi, one);
  mpz_fdiv_q (e->hi, two, e->hi);
  mpz_sub (e->hi, one, e->hi);
  mpz_clear (one);
  mpz_clear (two);
}

/* The derivative of 1 - 2 / (e + 1) is 2 / (e + 1)^2, so the width
   5 + 4 e of e counts for less than 5 units of 2^-bits.  Beyond
   2 abs (x) = bits the distance to 1 is below 2 exp (-bits) < 10^-digits.  */
int
oracle_tanh (struct oracle_interval *result, const struct oracle_fraction *x,
             unsigned long digits)
{
  unsigned long bits = oracle_bits (digits) + 8;
  struct oracle_fraction twice;
  mpz_t fixed;

  mpz_init (fixed);
  oracle_fraction_init (&twice);
  oracle_fraction_add (&twice, x, x);
  mpz_abs (twice.num, twice.num);
  oracle_fraction_fixed (fixed, &twice, 0);
  if (mpz_cmp_ui (fixed, bits) > 0)
    {
      mpz_ui_pow_ui (result->hi, 10, digits);
      mpz_sub_ui (result->lo, result->hi, 1);
    }
  else
    {
      oracle_fraction_fixed (fixed, &twice, bits);
      oracle_exp_fixed (result, fixed, bits);
      tanh_from_exp (result, bits);
      oracle_interval_decimal (result, bits, digits);
    }
  if (oracle_fraction_sign (x) < 0)
    oracle_interval_neg (result);
  oracle_fraction_clear (&twice);
  mpz_clear (fixed);
  return 0;
}
