/* decimal.c -- decimals of a given number of significant digits */

#include "real/decimal.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "base/text.h"

/* The least exponent written without "e": 0.00001.  */
enum { PLAIN_MIN_EXPONENT = -4 };

char *
assay_decimal_arrange (const char *digits, long exponent)
{
  const char *body = digits + (digits[0] == '-');
  size_t n = strlen (body);
  struct assay_text text;

  assay_text_init (&text);
  if (digits[0] == '-')
    assay_text_add_char (&text, '-');
  if (exponent > (long) n || exponent < PLAIN_MIN_EXPONENT)
    {
      assay_text_add_bytes (&text, body, 1);
      if (n > 1)
        assay_text_printf (&text, ".%s", body + 1);
      assay_text_printf (&text, "e%ld", exponent - 1);
    }
  else if (exponent <= 0)
    assay_text_printf (&text, "0.%.*s%s", (int) -exponent, "0000", body);
  else
    {
      assay_text_add_bytes (&text, body, (size_t) exponent);
      if ((size_t) exponent < n)
        assay_text_printf (&text, ".%s", body + exponent);
    }
  return text.bytes;
}

char *
assay_decimal_text (mpfr_srcptr x, size_t digits, mpfr_rnd_t rnd)
{
  mpfr_exp_t exponent;
  char *raw, *text;

  if (mpfr_zero_p (x))
    return assay_strdup ("0");
  raw = mpfr_get_str (NULL, &exponent, 10, digits, x, rnd);
  text = assay_decimal_arrange (raw, exponent);
  mpfr_free_str (raw);
  return text;
}

/* N and EXPONENT with the rounded X = N * 10^EXPONENT, N of DIGITS digits. */
static void
scaled_digits (mpz_ptr n, mpfr_exp_t *exponent, mpfr_srcptr x, size_t digits)
{
  char *raw = mpfr_get_str (NULL, exponent, 10, digits, x, MPFR_RNDN);

  mpz_set_str (n, raw, 10);
  *exponent -= (mpfr_exp_t) digits;
  mpfr_free_str (raw);
}

int
assay_decimal_midpoint (mpq_ptr m, mpfr_srcptr lo, mpfr_srcptr hi,
                        size_t digits)
{
  mpfr_exp_t exponent_lo, exponent_hi;
  mpz_t below, above, power;
  int neighbours;

  mpz_inits (below, above, power, NULL);
  scaled_digits (below, &exponent_lo, lo, digits);
  scaled_digits (above, &exponent_hi, hi, digits);
  /* On the two sides of a power of ten: the one away from zero is 10^k and
     moves to the finer unit.  */
  if (exponent_hi == exponent_lo + 1)
    {
      mpz_mul_ui (above, above, 10);
      exponent_hi--;
    }
  else if (exponent_lo == exponent_hi + 1)
    {
      mpz_mul_ui (below, below, 10);
      exponent_lo--;
    }
  mpz_add_ui (power, below, 1);
  neighbours = exponent_lo == exponent_hi && mpz_cmp (power, above) == 0;
  if (neighbours)
    {
      mpz_add (below, below, above);
      mpz_set (mpq_numref (m), below);
      mpz_set_ui (mpq_denref (m), 2);
      mpz_ui_pow_ui (power, 10, (unsigned long) labs (exponent_lo));
      if (exponent_lo < 0)
        mpz_mul (mpq_denref (m), mpq_denref (m), power);
      else
        mpz_mul (mpq_numref (m), mpq_numref (m), power);
      mpq_canonicalize (m);
    }
  mpz_clears (below, above, power, NULL);
  return neighbours;
}

/* The index of the first significant digit.  */
static size_t
first_significant (const char *text)
{
  size_t i = text[0] == '-';

  while (text[i] == '0' || text[i] == '.')
    i++;
  return i;
}

int
assay_decimal_agree (const char *a, const char *b, size_t digits)
{
  size_t start = first_significant (a), i, seen = 0;
  const char *exponent_a = strchr (a, 'e'), *exponent_b = strchr (b, 'e');

  if (strcspn (a, ".e") != strcspn (b, ".e")
      || (exponent_a == NULL) != (exponent_b == NULL)
      || (exponent_a && strcmp (exponent_a, exponent_b) != 0)
      || strncmp (a, b, start) != 0)
    return 0;
  for (i = start; seen < digits && a[i] && a[i] != 'e'; i++)
    {
      if (a[i] != b[i])
        return 0;
      seen += a[i] != '.';
    }
  return seen == digits;
}

/* N <- |X| * 10^SHIFT rounded to nearest, ties to even.  */
static void
scaled_nearest (mpz_ptr n, mpq_srcptr x, long shift)
{
  mpz_t divisor, remainder;
  int side;

  mpz_inits (divisor, remainder, NULL);
  mpz_ui_pow_ui (remainder, 10, (unsigned long) labs (shift));
  mpz_abs (n, mpq_numref (x));
  mpz_set (divisor, mpq_denref (x));
  if (shift >= 0)
    mpz_mul (n, n, remainder);
  else
    mpz_mul (divisor, divisor, remainder);
  mpz_fdiv_qr (n, remainder, n, divisor);
  mpz_mul_2exp (remainder, remainder, 1);
  side = mpz_cmp (remainder, divisor);
  if (side > 0 || (side == 0 && mpz_odd_p (n)))
    mpz_add_ui (n, n, 1);
  mpz_clears (divisor, remainder, NULL);
}

char *
assay_decimal_rational (mpq_srcptr x, size_t digits)
{
  struct assay_text sign;
  size_t length;
  long exponent;
  char *raw, *text;
  mpz_t n;

  if (mpq_sgn (x) == 0)
    return assay_strdup ("0");
  mpz_init (n);
  /* Each size is one too large at most, so that this is the exponent or
     below it, and below it there are digits to spare.  From above, a number
     such as 0.96 would round up to the digits that were still missing.  */
  exponent = (long) mpz_sizeinbase (mpq_numref (x), 10)
             - (long) mpz_sizeinbase (mpq_denref (x), 10) - 1;
  for (;;)
    {
      scaled_nearest (n, x, (long) digits - exponent);
      raw = mpz_get_str (assay_calloc (mpz_sizeinbase (n, 10) + 2, 1), 10,
                         n);
      length = strlen (raw);
      if (length == digits)
        break;
      exponent++;
      free (raw);
    }
  mpz_clear (n);
  assay_text_init (&sign);
  if (mpq_sgn (x) < 0)
    assay_text_add_char (&sign, '-');
  assay_text_take (&sign, raw);
  text = assay_decimal_arrange (sign.bytes, exponent);
  assay_text_clear (&sign);
  return text;
}

char *
assay_decimal_dyadic (mpq_srcptr x)
{
  unsigned long places = mpz_sizeinbase (mpq_denref (x), 2) - 1;
  char *raw, *text;
  size_t length;
  mpz_t n;

  if (mpq_sgn (x) == 0)
    return assay_strdup ("0");
  /* n / 2^k = n 5^k / 10^k.  */
  mpz_init (n);
  mpz_ui_pow_ui (n, 5, places);
  mpz_mul (n, n, mpq_numref (x));
  raw = mpz_get_str (assay_calloc (mpz_sizeinbase (n, 10) + 3, 1), 10, n);
  mpz_clear (n);
  length = strlen (raw) - (raw[0] == '-');
  text = assay_decimal_arrange (raw, (long) length - (long) places);
  free (raw);
  return text;
}
