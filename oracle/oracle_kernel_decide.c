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

/* While the ends of x round differently the only number in it at which
   rounding jumps is, once x is narrow, the midpoint between them; while x has
   no sign, it is 0.  A number equal to that is decided, any other will be at
   some scale.  */
int
oracle_decide (uint64_t *bits, const struct oracle_interval *x,
               unsigned long digits, const struct oracle_format *format,
               int (*is) (void *data, const struct oracle_fraction *t),
               void *data)
{
  struct oracle_fraction low, high;
  int done = 1;

  oracle_fraction_init (&low);
  oracle_fraction_init (&high);
  int straddles = mpz_sgn (x->lo) <= 0 && mpz_sgn (x->hi) >= 0;
  enum oracle_rounding how = ORACLE_UNDECIDED;
  if (!straddles)
    how = oracle_round_interval (&low, x, digits, format);
  if (how != ORACLE_UNDECIDED)
    *bits = pattern (&low, mpz_sgn (x->hi) < 0, how, format);
  else
    {
      if (!straddles)
        {
          round_end (&low, x->lo, digits, format);
          round_end (&high, x->hi, digits, format);
          oracle_fraction_add (&low, &low, &high);
          mpz_mul_2exp (low.den, low.den, 1);
        }
      done = is (data, &low);
      if (done)
        *bits = oracle_round_bits (&low, format);
    }
  oracle_fraction_clear (&low);
  oracle_fraction_clear (&high);
  return done;
}
