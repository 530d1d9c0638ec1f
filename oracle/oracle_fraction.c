/* oracle_fraction.c -- exact fractions that are never reduced */

#include "oracle.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void *
oracle_allocate (size_t count, size_t size)
{
  void *memory = calloc (count + 1, size);

  if (memory == NULL)
    {
      fprintf (stderr, "oracle: no memory for %zu numbers\n", count);
      exit (1);
    }
  return memory;
}

unsigned long
oracle_common_divisor (unsigned long a, unsigned long b)
{
  while (b != 0)
    {
      unsigned long rest = a % b;
      a = b;
      b = rest;
    }
  return a;
}

void
oracle_fraction_init (struct oracle_fraction *f)
{
  mpz_init (f->num);
  mpz_init_set_ui (f->den, 1);
}

void
oracle_fraction_clear (struct oracle_fraction *f)
{
  mpz_clear (f->num);
  mpz_clear (f->den);
}

struct oracle_fraction *
oracle_fractions_new (size_t count)
{
  struct oracle_fraction *f = oracle_allocate (count, sizeof *f);

  for (size_t i = 0; i < count; i++)
    oracle_fraction_init (&f[i]);
  return f;
}

void
oracle_fractions_free (struct oracle_fraction *f, size_t count)
{
  for (size_t i = 0; i < count; i++)
    oracle_fraction_clear (&f[i]);
  free (f);
}

/* Length of the run of decimal digits at text.  */
static size_t
digit_run (const char *text)
{
  return strspn (text, "0123456789");
}

int
oracle_fraction_set_text (struct oracle_fraction *f, const char *text)
{
  int negative = text[0] == '-';
  const char *top = text + negative;
  size_t top_length = digit_run (top);
  const char *bottom = NULL;

  if (top_length == 0)
    return -1;
  if (top[top_length] == '/')
    {
      bottom = top + top_length + 1;
      size_t bottom_length = digit_run (bottom);
      if (bottom_length == 0 || bottom[bottom_length] != '\0'
          || strspn (bottom, "0") == bottom_length)
        return -1;
    }
  else if (top[top_length] != '\0')
    return -1;

  char *copy = malloc (top_length + 1);
  if (copy == NULL)
    {
      fprintf (stderr, "oracle: no memory for a number of %zu digits\n",
               top_length);
      exit (1);
    }
  memcpy (copy, top, top_length);
  copy[top_length] = '\0';
  mpz_set_str (f->num, copy, 10);
  free (copy);
  if (negative)
    mpz_neg (f->num, f->num);
  if (bottom != NULL)
    mpz_set_str (f->den, bottom, 10);
  else
    mpz_set_ui (f->den, 1);
  return 0;
}

void
oracle_fraction_set (struct oracle_fraction *f,
                     const struct oracle_fraction *g)
{
  mpz_set (f->num, g->num);
  mpz_set (f->den, g->den);
}

int
oracle_fraction_compare (const struct oracle_fraction *a,
                         const struct oracle_fraction *b)
{
  mpz_t left, right;

  mpz_init (left);
  mpz_init (right);
  mpz_mul (left, a->num, b->den);
  mpz_mul (right, b->num, a->den);
  int order = mpz_cmp (left, right);
  mpz_clear (left);
  mpz_clear (right);
  return (order > 0) - (order < 0);
}

int
oracle_fraction_equal (const struct oracle_fraction *a,
                       const struct oracle_fraction *b)
{
  return oracle_fraction_compare (a, b) == 0;
}

int
oracle_fraction_sign (const struct oracle_fraction *f)
{
  return mpz_sgn (f->num);
}

void
oracle_fraction_add (struct oracle_fraction *result,
                     const struct oracle_fraction *a,
                     const struct oracle_fraction *b)
{
  if (mpz_cmp (a->den, b->den) == 0)
    {
      mpz_add (result->num, a->num, b->num);
      mpz_set (result->den, a->den);
      return;
    }

  mpz_t left;
  mpz_init (left);
  mpz_mul (left, a->num, b->den);
  mpz_addmul (left, b->num, a->den);
  mpz_mul (result->den, a->den, b->den);
  mpz_swap (result->num, left);
  mpz_clear (left);
}

void
oracle_fraction_mul (struct oracle_fraction *result,
                     const struct oracle_fraction *a,
                     const struct oracle_fraction *b)
{
  mpz_mul (result->num, a->num, b->num);
  mpz_mul (result->den, a->den, b->den);
}

void
oracle_fraction_div (struct oracle_fraction *result,
                     const struct oracle_fraction *a,
                     const struct oracle_fraction *b)
{
  mpz_mul (result->num, a->num, b->den);
  mpz_mul (result->den, a->den, b->num);
}

void
oracle_fraction_dot (struct oracle_fraction *result,
                     const struct oracle_fraction *a,
                     const struct oracle_fraction *b, size_t count)
{
  struct oracle_fraction product;

  oracle_fraction_init (&product);
  mpz_set_ui (result->num, 0);
  mpz_set_ui (result->den, 1);
  for (size_t i = 0; i < count; i++)
    {
      oracle_fraction_mul (&product, &a[i], &b[i]);
      oracle_fraction_add (result, result, &product);
    }
  oracle_fraction_clear (&product);
}

void
oracle_fraction_fixed (mpz_t result, const struct oracle_fraction *f,
                       unsigned long bits)
{
  mpz_mul_2exp (result, f->num, bits);
  mpz_fdiv_q (result, result, f->den);
}
