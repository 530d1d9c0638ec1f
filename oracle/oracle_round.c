/* oracle_round.c -- rounding to a format by comparison with midpoints */

#include "oracle.h"

#include <string.h>

static const struct oracle_format formats[] = {
  { "f64", 53, -1022, 1023, 0 },
  { "f32", 24, -126, 127, 0 },
  { "f16", 11, -14, 15, 0 },
  { "bf16", 8, -126, 127, 0 },
  { "e5m2", 3, -14, 15, 0 },
  { "e4m3", 4, -6, 8, 1 },
};

const struct oracle_format *
oracle_format_named (const char *name)
{
  for (size_t i = 0; i < sizeof formats / sizeof formats[0]; i++)
    if (strcmp (formats[i].name, name) == 0)
      return &formats[i];
  return NULL;
}

/* f <- k 2^exponent.  */
static void
set_scaled (struct oracle_fraction *f, const mpz_t k, long exponent)
{
  mpz_set (f->num, k);
  mpz_set_ui (f->den, 1);
  if (exponent >= 0)
    mpz_mul_2exp (f->num, f->num, (unsigned long) exponent);
  else
    mpz_mul_2exp (f->den, f->den, -(unsigned long) exponent);
}

/* floor (log2 (x)), x > 0: the lengths of its two parts leave two
   candidates.  */
static long
exponent_of (const struct oracle_fraction *x)
{
  long exponent = (long) mpz_sizeinbase (x->num, 2)
                  - (long) mpz_sizeinbase (x->den, 2);
  struct oracle_fraction power;
  mpz_t one;

  oracle_fraction_init (&power);
  mpz_init_set_ui (one, 1);
  set_scaled (&power, one, exponent);
  if (oracle_fraction_compare (x, &power) < 0)
    exponent--;
  oracle_fraction_clear (&power);
  mpz_clear (one);
  return exponent;
}

/* k <- x / 2^exponent rounded to the nearest integer, ties to even,
   x > 0.  */
static void
nearest (mpz_t k, const struct oracle_fraction *x, long exponent)
{
  struct oracle_fraction unit, middle;
  mpz_t odd;

  oracle_fraction_init (&unit);
  oracle_fraction_init (&middle);
  mpz_init_set_ui (odd, 1);
  set_scaled (&unit, odd, exponent);
  mpz_mul (k, x->num, unit.den);
  mpz_mul (odd, x->den, unit.num);
  mpz_fdiv_q (k, k, odd);
  mpz_mul_2exp (odd, k, 1);
  mpz_add_ui (odd, odd, 1);
  set_scaled (&middle, odd, exponent - 1);
  int side = oracle_fraction_compare (x, &middle);
  if (side > 0 || (side == 0 && mpz_odd_p (k)))
    mpz_add_ui (k, k, 1);
  oracle_fraction_clear (&unit);
  oracle_fraction_clear (&middle);
  mpz_clear (odd);
}

/* largest <- the largest significand of the format's largest binade.  */
static void
largest_significand (mpz_t largest, const struct oracle_format *format)
{
  mpz_set_ui (largest, 0);
  mpz_setbit (largest, format->precision);
  mpz_sub_ui (largest, largest, 1 + format->unused);
}

enum oracle_rounding
oracle_round (struct oracle_fraction *result,
              const struct oracle_fraction *x,
              const struct oracle_format *format)
{
  int negative = oracle_fraction_sign (x) < 0;
  enum oracle_rounding answer = ORACLE_FINITE;
  struct oracle_fraction size;
  mpz_t k, largest;

  if (oracle_fraction_sign (x) == 0)
    {
      mpz_set_ui (result->num, 0);
      mpz_set_ui (result->den, 1);
      return ORACLE_FINITE;
    }

  oracle_fraction_init (&size);
  mpz_init (k);
  mpz_init (largest);
  oracle_fraction_set (&size, x);
  mpz_abs (size.num, size.num);
  long exponent = exponent_of (&size);
  if (exponent < format->emin)
    exponent = format->emin;
  long unit = exponent - (long) format->precision + 1;
  nearest (k, &size, unit);

  largest_significand (largest, format);
  if (exponent > format->emax
      || (exponent == format->emax && mpz_cmp (k, largest) > 0))
    {
      answer = ORACLE_OVERFLOW;
      mpz_set (k, largest);
      unit = format->emax - (long) format->precision + 1;
    }
  set_scaled (result, k, unit);
  if (negative)
    mpz_neg (result->num, result->num);
  oracle_fraction_clear (&size);
  mpz_clear (k);
  mpz_clear (largest);
  return answer;
}

/* Rounding never turns the order of two numbers round, so equal answers at
   both ends are the answer in between.  */
enum oracle_rounding
oracle_round_interval (struct oracle_fraction *result,
                       const struct oracle_interval *x, unsigned long digits,
                       const struct oracle_format *format)
{
  struct oracle_fraction low, high;

  oracle_fraction_init (&low);
  oracle_fraction_init (&high);
  mpz_ui_pow_ui (low.den, 10, digits);
  mpz_set (high.den, low.den);
  mpz_set (low.num, x->lo);
  mpz_set (high.num, x->hi);
  enum oracle_rounding answer = oracle_round (&low, &low, format);
  enum oracle_rounding other = oracle_round (&high, &high, format);
  if (answer != other || !oracle_fraction_equal (&low, &high))
    answer = ORACLE_UNDECIDED;
  else
    oracle_fraction_set (result, &low);
  oracle_fraction_clear (&low);
  oracle_fraction_clear (&high);
  return answer;
}
