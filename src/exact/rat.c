/* rat.c -- reading, checking and printing canonical rationals */

#include "exact/rat.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"

static size_t
digits_at (const char *text)
{
  return strspn (text, "0123456789");
}

static enum assay_status
refuse_text (struct assay_ctx *ctx, const struct assay_where *where,
             const char *expected, const char *text)
{
  return assay_fail (ctx, ASSAY_EVALUE, where, expected, "\"%.60s\"%s", text,
                     strlen (text) > 60 ? "..." : "");
}

/* Four bits a digit is an upper bound of log2 10.  */
static enum assay_status
afford_digits (struct assay_ctx *ctx, const struct assay_where *where,
               size_t digits)
{
  return assay_ctx_afford (ctx, where, "a number",
                           assay_saturating_mul (digits, 4));
}

enum assay_status
assay_rat_read (mpq_ptr result, const char *text, struct assay_ctx *ctx,
                const struct assay_where *where, const char *expected)
{
  const char *number = text + (text[0] == '-');
  size_t upper = digits_at (number);
  const char *rest = number + upper;
  size_t lower = 0;
  enum assay_status status;

  if (rest[0] == '/')
    {
      lower = digits_at (rest + 1);
      if (strspn (rest + 1, "0") == lower)
        return refuse_text (ctx, where, expected, text);
      rest += 1 + lower;
    }
  if (upper == 0 || rest[0] != '\0')
    return refuse_text (ctx, where, expected, text);
  status = afford_digits (ctx, where, upper > lower ? upper : lower);
  if (status != ASSAY_OK)
    return status;
  mpq_set_str (result, text, 10);
  mpq_canonicalize (result);
  return ASSAY_OK;
}

/* The exponent written in TEXT ("-12"), or LONG_MAX when malformed.  An
   exponent of more than 18 digits saturates at 10^18.  */
static long
exponent_read (const char *text)
{
  const char *digits = text + (text[0] == '-' || text[0] == '+');
  size_t n = digits_at (digits);
  long value = 1000000000000000000l;

  if (n == 0 || digits[n] != '\0')
    return LONG_MAX;
  digits += strspn (digits, "0");
  if (strlen (digits) <= 18)
    value = strtol (digits, NULL, 10);
  return text[0] == '-' ? -value : value;
}

static void
scale_by_power_of_ten (mpq_ptr value, long exponent)
{
  mpz_t power;

  mpz_init (power);
  mpz_ui_pow_ui (power, 10,
                 (unsigned long) (exponent < 0 ? -exponent : exponent));
  if (exponent < 0)
    mpz_mul (mpq_denref (value), mpq_denref (value), power);
  else
    mpz_mul (mpq_numref (value), mpq_numref (value), power);
  mpq_canonicalize (value);
  mpz_clear (power);
}

enum assay_status
assay_rat_read_decimal (mpq_ptr result, const char *text,
                        struct assay_ctx *ctx,
                        const struct assay_where *where, const char *expected)
{
  size_t sign = text[0] == '-';
  size_t whole = digits_at (text + sign);
  const char *rest = text + sign + whole;
  size_t places = 0;
  long exponent = 0;
  enum assay_status status;
  char *digits;

  if (strchr (text, '/') || (rest[0] == '\0' && whole > 0))
    return assay_rat_read (result, text, ctx, where, expected);
  if (rest[0] == '.')
    {
      places = digits_at (rest + 1);
      if (places == 0)
        return refuse_text (ctx, where, expected, text);
      rest += 1 + places;
    }
  if (rest[0] == 'e' || rest[0] == 'E')
    {
      exponent = exponent_read (rest + 1);
      if (exponent == LONG_MAX)
        return refuse_text (ctx, where, expected, text);
    }
  else if (rest[0] != '\0')
    return refuse_text (ctx, where, expected, text);
  if (whole + places == 0)
    return refuse_text (ctx, where, expected, text);
  status = afford_digits (ctx, where, whole + places
                          + (size_t) labs (exponent));
  if (status != ASSAY_OK)
    return status;

  digits = assay_calloc (sign + whole + places + 1, 1);
  memcpy (digits, text, sign + whole);
  if (places > 0)
    memcpy (digits + sign + whole, text + sign + whole + 1, places);
  mpz_set_str (mpq_numref (result), digits, 10);
  mpz_set_ui (mpq_denref (result), 1);
  free (digits);
  scale_by_power_of_ten (result, exponent - (long) places);
  return ASSAY_OK;
}

enum assay_status
assay_integer_read (mpz_ptr result, const char *text, struct assay_ctx *ctx,
                    const struct assay_where *where, const char *expected)
{
  const char *number = text + (text[0] == '-');
  size_t n = digits_at (number);
  enum assay_status status;

  if (n == 0 || number[n] != '\0')
    return refuse_text (ctx, where, expected, text);
  status = afford_digits (ctx, where, n);
  if (status == ASSAY_OK)
    mpz_set_str (result, text, 10);
  return status;
}

char *
assay_rat_text (mpq_srcptr value)
{
  size_t size = mpz_sizeinbase (mpq_numref (value), 10)
                + mpz_sizeinbase (mpq_denref (value), 10) + 3;

  return mpq_get_str (assay_calloc (size, 1), 10, value);
}

/* QUOTIENT <- N/D rounded to nearest, ties to even; D > 0.  */
static void
divide_to_nearest (mpz_ptr quotient, mpz_srcptr n, mpz_srcptr d)
{
  mpz_t remainder;
  int side;

  mpz_init (remainder);
  mpz_fdiv_qr (quotient, remainder, n, d);
  mpz_mul_2exp (remainder, remainder, 1);
  side = mpz_cmp (remainder, d);
  if (side > 0 || (side == 0 && mpz_odd_p (quotient)))
    mpz_add_ui (quotient, quotient, 1);
  mpz_clear (remainder);
}

char *
assay_rat_decimal (mpq_srcptr value, unsigned long places)
{
  size_t length, whole;
  char *digits, *text, *end;
  mpz_t scaled;
  int negative;

  mpz_init (scaled);
  mpz_ui_pow_ui (scaled, 10, places);
  mpz_mul (scaled, scaled, mpq_numref (value));
  divide_to_nearest (scaled, scaled, mpq_denref (value));
  negative = mpz_sgn (scaled) < 0;
  mpz_abs (scaled, scaled);
  digits = mpz_get_str (assay_calloc (mpz_sizeinbase (scaled, 10) + 2, 1),
                        10, scaled);
  mpz_clear (scaled);

  length = strlen (digits);
  whole = length > places ? length - places : 0;
  text = assay_calloc (length + places + 4, 1);
  end = text;
  if (negative)
    *end++ = '-';
  if (whole == 0)
    *end++ = '0';
  memcpy (end, digits, whole);
  end += whole;
  if (places > 0)
    {
      *end++ = '.';
      if (length < places)
        {
          memset (end, '0', places - length);
          end += places - length;
        }
      memcpy (end, digits + whole, length - whole);
    }
  free (digits);
  return text;
}

size_t
assay_rat_bits (mpq_srcptr value)
{
  size_t upper = mpz_sizeinbase (mpq_numref (value), 2);
  size_t lower = mpz_sizeinbase (mpq_denref (value), 2);

  return upper > lower ? upper : lower;
}

/* Shared primes are stripped by small gcds, each at the price of one
   division of a long number by a short one.  They are few (Lemma B3); should
   an input be built to have many, one full gcd ends the walk.  */
enum { STRIP_ROUNDS = 48 };

void
assay_rat_reduce_by (mpq_ptr result, mpz_ptr n, mpz_ptr d, mpz_srcptr radix)
{
  mpz_t common;
  int round;

  if (mpz_sgn (n) == 0)
    mpz_set_ui (d, 1);
  mpz_init (common);
  for (round = 0; round < STRIP_ROUNDS; round++)
    {
      mpz_gcd (common, n, radix);
      mpz_gcd (common, common, d);
      if (mpz_cmp_ui (common, 1) == 0)
        break;
      mpz_divexact (n, n, common);
      mpz_divexact (d, d, common);
    }
  mpz_swap (mpq_numref (result), n);
  mpz_swap (mpq_denref (result), d);
  if (round == STRIP_ROUNDS)
    mpq_canonicalize (result);
  mpz_clear (common);
}

mpq_t *
assay_rationals_new (size_t n)
{
  mpq_t *list = assay_calloc (n, sizeof *list);
  size_t i;

  for (i = 0; i < n; i++)
    mpq_init (list[i]);
  return list;
}

void
assay_rationals_free (mpq_t *list, size_t n)
{
  size_t i;

  for (i = 0; list && i < n; i++)
    mpq_clear (list[i]);
  free (list);
}

mpz_t *
assay_integers_new (size_t n)
{
  mpz_t *list = assay_calloc (n, sizeof *list);
  size_t i;

  for (i = 0; i < n; i++)
    mpz_init (list[i]);
  return list;
}

void
assay_integers_free (mpz_t *list, size_t n)
{
  size_t i;

  for (i = 0; list && i < n; i++)
    mpz_clear (list[i]);
  free (list);
}
