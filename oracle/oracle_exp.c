/* oracle_exp.c -- exponential in integer fixed point */

#include "oracle.h"

/* Least s with s^2 >= x.  */
static unsigned long
root_above (unsigned long x)
{
  unsigned long s = 0;

  while (s * s < x)
    s++;
  return s;
}

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

/* The argument is halved `halvings' times, which the guard bits make
   exact; the ends then stand for a number of at least 1, and each of as
   many squarings doubles its relative error and adds at most a unit.  The
   Taylor sum's 2 n + 4 thus ends below 2^halvings (2 n + 6) guard units
   relative to the value, with n of the order of bits at most: the guard
   turns that into less than 2^-bits, and rounding to 2^bits adds two
   units.  */
void
oracle_exp_fixed (struct oracle_interval *result, const mpz_t x,
                  unsigned long bits)
{
  unsigned long length = mpz_sizeinbase (x, 2);
  unsigned long small = root_above (bits) / 2 + 1;
  unsigned long halvings = length + small > bits ? length + small - bits : 0;
  unsigned long guard = halvings + 8;
  mpz_t r;

  for (unsigned long left = bits; left > 0; left /= 2)
    guard++;

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
  mpz_clear (r);
}
