/* oracle_step.c -- functions that jump: floor, ceiling, nearest, formats

   All of them are monotone: where both ends of an interval lead to the same
   number, everything in between does.  */

#include "oracle.h"

typedef void step_rule (mpz_t result, const mpz_t num, const mpz_t den);

/* mpz_fdiv_q and mpz_cdiv_q have another type.  */
static void
floor_rule (mpz_t result, const mpz_t num, const mpz_t den)
{
  mpz_fdiv_q (result, num, den);
}

static void
ceil_rule (mpz_t result, const mpz_t num, const mpz_t den)
{
  mpz_cdiv_q (result, num, den);
}

/* The remainder of num by den is below, at or above den / 2.  */
static void
nearest_rule (mpz_t result, const mpz_t num, const mpz_t den)
{
  mpz_t rest;

  mpz_init (rest);
  mpz_fdiv_qr (result, rest, num, den);
  mpz_mul_2exp (rest, rest, 1);
  int side = mpz_cmp (rest, den);
  if (side > 0 || (side == 0 && mpz_odd_p (result)))
    mpz_add_ui (result, result, 1);
  mpz_clear (rest);
}

static enum oracle_outcome
step (struct oracle_value *x, step_rule *rule, unsigned long digits)
{
  enum oracle_outcome outcome = ORACLE_VALUE;
  mpz_t low, high, scale;

  mpz_init (low);
  mpz_init (high);
  mpz_init (scale);
  if (x->exact)
    rule (low, x->fraction.num, x->fraction.den);
  else
    {
      mpz_ui_pow_ui (scale, 10, digits);
      rule (low, x->interval.lo, scale);
      rule (high, x->interval.hi, scale);
      if (mpz_cmp (low, high) != 0)
        outcome = ORACLE_OPEN;
    }
  oracle_value_set_si (x, 0);
  mpz_swap (x->fraction.num, low);
  mpz_clear (low);
  mpz_clear (high);
  mpz_clear (scale);
  return outcome;
}

enum oracle_outcome
oracle_value_floor (struct oracle_value *x, unsigned long digits)
{
  return step (x, floor_rule, digits);
}

enum oracle_outcome
oracle_value_ceil (struct oracle_value *x, unsigned long digits)
{
  return step (x, ceil_rule, digits);
}

enum oracle_outcome
oracle_value_round (struct oracle_value *x, unsigned long digits)
{
  return step (x, nearest_rule, digits);
}

enum oracle_outcome
oracle_value_format (struct oracle_value *x,
                     const struct oracle_format *format,
                     unsigned long digits)
{
  enum oracle_rounding rounding;

  if (x->exact)
    rounding = oracle_round (&x->fraction, &x->fraction, format);
  else
    rounding = oracle_round_interval (&x->fraction, &x->interval, digits,
                                      format);
  x->exact = 1;
  switch (rounding)
    {
    case ORACLE_FINITE:
      return ORACLE_VALUE;
    case ORACLE_OVERFLOW:
      return ORACLE_UNDEFINED;
    default:
      return ORACLE_OPEN;
    }
}
