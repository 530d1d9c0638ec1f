/* oracle_interval.c -- intervals with integer ends over a known scale */

#include "oracle.h"

#include <stdlib.h>

void
oracle_interval_init (struct oracle_interval *x)
{
  mpz_init (x->lo);
  mpz_init (x->hi);
}

void
oracle_interval_clear (struct oracle_interval *x)
{
  mpz_clear (x->lo);
  mpz_clear (x->hi);
}

struct oracle_interval *
oracle_intervals_new (size_t count)
{
  struct oracle_interval *x = oracle_allocate (count, sizeof *x);

  for (size_t i = 0; i < count; i++)
    oracle_interval_init (&x[i]);
  return x;
}

void
oracle_intervals_free (struct oracle_interval *x, size_t count)
{
  for (size_t i = 0; i < count; i++)
    oracle_interval_clear (&x[i]);
  free (x);
}

void
oracle_interval_neg (struct oracle_interval *x)
{
  mpz_neg (x->lo, x->lo);
  mpz_neg (x->hi, x->hi);
  mpz_swap (x->lo, x->hi);
}

void
oracle_interval_addmul (struct oracle_interval *sum, long factor,
                        const struct oracle_interval *x)
{
  mpz_t part;

  mpz_init (part);
  mpz_mul_si (part, factor < 0 ? x->hi : x->lo, factor);
  mpz_add (sum->lo, sum->lo, part);
  mpz_mul_si (part, factor < 0 ? x->lo : x->hi, factor);
  mpz_add (sum->hi, sum->hi, part);
  mpz_clear (part);
}

unsigned long
oracle_bit_length (unsigned long x)
{
  unsigned long length = 0;

  for (; x > 0; x /= 2)
    length++;
  return length;
}

unsigned long
oracle_root_above (unsigned long x)
{
  unsigned long s = 0;

  while (s * s < x)
    s++;
  return s;
}

/* 10/3 exceeds log2 (10) = 3.3219...  */
void
oracle_interval_add_multiple (struct oracle_interval *sum,
                              const struct oracle_interval *x,
                              const struct oracle_fraction *f)
{
  int negative = mpz_sgn (f->num) < 0;
  mpz_t part;

  mpz_init (part);
  mpz_mul (part, negative ? x->hi : x->lo, f->num);
  mpz_fdiv_q (part, part, f->den);
  mpz_add (sum->lo, sum->lo, part);
  mpz_mul (part, negative ? x->lo : x->hi, f->num);
  mpz_cdiv_q (part, part, f->den);
  mpz_add (sum->hi, sum->hi, part);
  mpz_clear (part);
}

void
oracle_interval_divide (struct oracle_interval *x,
                        const struct oracle_interval *y,
                        unsigned long digits)
{
  mpz_t scale;

  mpz_init (scale);
  mpz_ui_pow_ui (scale, 10, digits);
  mpz_mul (x->lo, x->lo, scale);
  mpz_fdiv_q (x->lo, x->lo, mpz_sgn (x->lo) < 0 ? y->lo : y->hi);
  mpz_mul (x->hi, x->hi, scale);
  mpz_cdiv_q (x->hi, x->hi, mpz_sgn (x->hi) < 0 ? y->hi : y->lo);
  mpz_clear (scale);
}

unsigned long
oracle_bits (unsigned long digits)
{
  return digits * 10 / 3 + 1;
}

void
oracle_interval_decimal (struct oracle_interval *x, unsigned long bits,
                         unsigned long digits)
{
  mpz_t scale;

  mpz_init (scale);
  mpz_ui_pow_ui (scale, 10, digits);
  mpz_mul (x->lo, x->lo, scale);
  mpz_fdiv_q_2exp (x->lo, x->lo, bits);
  mpz_mul (x->hi, x->hi, scale);
  mpz_cdiv_q_2exp (x->hi, x->hi, bits);
  mpz_clear (scale);
}

int
oracle_increasing (struct oracle_interval *result, oracle_function *f,
                   const struct oracle_interval *x, unsigned long digits)
{
  struct oracle_fraction end;
  struct oracle_interval low, high;

  oracle_fraction_init (&end);
  oracle_interval_init (&low);
  oracle_interval_init (&high);
  mpz_ui_pow_ui (end.den, 10, digits);
  mpz_set (end.num, x->lo);
  int status = f (&low, &end, digits);
  mpz_set (end.num, x->hi);
  if (status == 0)
    status = f (&high, &end, digits);
  if (status == 0)
    {
      mpz_set (result->lo, low.lo);
      mpz_set (result->hi, high.hi);
    }
  oracle_fraction_clear (&end);
  oracle_interval_clear (&low);
  oracle_interval_clear (&high);
  return status;
}

/* Sine and cosine change by no more than their argument.  */
int
oracle_wave (struct oracle_interval *result, oracle_function *f,
             const struct oracle_interval *x, unsigned long digits)
{
  struct oracle_fraction middle;
  mpz_t one, radius;

  oracle_fraction_init (&middle);
  mpz_init (one);
  mpz_init (radius);
  mpz_ui_pow_ui (one, 10, digits);
  mpz_add (middle.num, x->lo, x->hi);
  mpz_mul_2exp (middle.den, one, 1);
  mpz_sub (radius, x->hi, x->lo);
  mpz_cdiv_q_2exp (radius, radius, 1);
  int status = f (result, &middle, digits);
  if (status == 0)
    {
      mpz_sub (result->lo, result->lo, radius);
      mpz_add (result->hi, result->hi, radius);
      if (mpz_cmp (result->hi, one) > 0)
        mpz_set (result->hi, one);
      mpz_neg (one, one);
      if (mpz_cmp (result->lo, one) < 0)
        mpz_set (result->lo, one);
    }
  oracle_fraction_clear (&middle);
  mpz_clear (one);
  mpz_clear (radius);
  return status;
}
