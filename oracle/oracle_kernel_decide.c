/* oracle_kernel_decide.c -- the rounding of a number that is enclosed */

#include "oracle.h"

static uint64_t
pattern (const struct oracle_fraction *rounded, int negative,
         enum oracle_rounding how, const struct oracle_format *format)
{
  return how == ORACLE_OVERFLOW ? oracle_infinity (negative, format)
                                : oracle_encode (rounded, negative, format);
}

uint64_t
oracle_round_bits (const struct oracle_fraction *x,
                   const struct oracle_format *format)
{
  struct oracle_fraction rounded;

  oracle_fraction_init (&rounded);
  int negative = oracle_fraction_sign (x) < 0;
  enum oracle_rounding how = oracle_round (&rounded, x, format);
  uint64_t bits = pattern (&rounded, negative, how, format);
  oracle_fraction_clear (&rounded);
  return bits;
}

/* t <- the end of x at scale 10^digits, rounded; beyond the largest number,
   the first one that the format would have there.  */
static void
round_end (struct oracle_fraction *t, const mpz_t end, unsigned long digits,
           const struct oracle_format *format)
{
  mpz_set (t->num, end);
  mpz_ui_pow_ui (t->den, 10, digits);
  int negative = mpz_sgn (end) < 0;
  if (oracle_round (t, t, format) == ORACLE_OVERFLOW)
    {
      struct oracle_fraction unit;

      oracle_fraction_init (&unit);
      mpz_setbit (unit.num, (unsigned long) format->emax + 1
                            - format->precision);
      if (negative)
        mpz_neg (unit.num, unit.num);
      oracle_fraction_add (t, t, &unit);
      oracle_fraction_clear (&unit);
    }
}

/* *bits <- the pattern for a number on the given side of t, the only place in
   the interval where rounding jumps: low or high, its ends' patterns.  0 when
   there is another such place: when the midpoint t does not round to an end,
   or, with t = 0, when the end on that side does not round to 0.  */
static int
take_side (uint64_t *bits, uint64_t low, uint64_t high, int side,
           const struct oracle_fraction *t,
           const struct oracle_format *format)
{
  uint64_t middle = oracle_round_bits (t, format);
  int alone = middle == low || middle == high;

  if (mpz_sgn (t->num) == 0)
    alone = side < 0 ? low == oracle_encode (t, 1, format) : high == middle;
  if (side == 0)
    *bits = middle;
  else if (side == ORACLE_ORDER_OPEN || !alone)
    return 0;
  else
    *bits = side < 0 ? low : high;
  return 1;
}

/* While the ends of x round differently the only number in it at which
   rounding jumps is, once x is narrow, the midpoint between them; while x has
   negative numbers and others, and both ends round to 0, it is 0, whose
   pattern is that of the upper end.  */
int
oracle_decide (uint64_t *bits, const struct oracle_interval *x,
               unsigned long digits, const struct oracle_format *format,
               int (*order) (void *data, const struct oracle_fraction *t),
               void *data)
{
  struct oracle_fraction low, high, t;
  int done = 1;

  oracle_fraction_init (&low);
  oracle_fraction_init (&high);
  oracle_fraction_init (&t);
  mpz_set (low.num, x->lo);
  mpz_set (high.num, x->hi);
  mpz_ui_pow_ui (low.den, 10, digits);
  mpz_set (high.den, low.den);
  uint64_t below = oracle_round_bits (&low, format);
  uint64_t above = oracle_round_bits (&high, format);
  if (below == above)
    *bits = below;
  else
    {
      if (mpz_sgn (x->lo) >= 0 || mpz_sgn (x->hi) < 0)
        {
          round_end (&low, x->lo, digits, format);
          round_end (&high, x->hi, digits, format);
          oracle_fraction_add (&t, &low, &high);
          mpz_mul_2exp (t.den, t.den, 1);
        }
      done = take_side (bits, below, above, order (data, &t), &t, format);
    }
  oracle_fraction_clear (&low);
  oracle_fraction_clear (&high);
  oracle_fraction_clear (&t);
  return done;
}
