/* oracle_interval.c -- intervals with integer ends over a known scale */

#include "oracle.h"

#include <stdio.h>
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
  struct oracle_interval *x = calloc (count + 1, sizeof *x);

  if (x == NULL)
    {
      fprintf (stderr, "oracle: no memory for %zu intervals\n", count);
      exit (1);
    }
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

/* 10/3 exceeds log2 (10) = 3.3219...  */
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
