/* oracle_kernel_bits.c -- bit patterns of the formats and their numbers */

#include "oracle.h"

/* Stored bits of the significand; those of the exponent stand above them,
   the sign above those.  */
static unsigned long
stored_bits (const struct oracle_format *format)
{
  return format->precision - 1;
}

/* A bias of 2^(w-1) - 1 belongs to w bits of exponent, and the bias is
   1 - emin in every format.  */
static unsigned long
exponent_bits (const struct oracle_format *format)
{
  return oracle_bit_length ((unsigned long) (1 - format->emin)) + 1;
}

static uint64_t
ones (unsigned long count)
{
  return ((uint64_t) 1 << count) - 1;
}

/* The largest exponent field encodes numbers in e4m3, all but the last.  */
static int
has_infinity (const struct oracle_format *format)
{
  return format->unused == 0;
}

static void
set_uint64 (mpz_t result, uint64_t x)
{
  mpz_set_ui (result, (unsigned long) (x >> 32));
  mpz_mul_2exp (result, result, 32);
  mpz_add_ui (result, result, (unsigned long) (x & 0xffffffffu));
}

static uint64_t
get_uint64 (const mpz_t x)
{
  mpz_t high;

  mpz_init (high);
  mpz_fdiv_q_2exp (high, x, 32);
  uint64_t result = (uint64_t) mpz_get_ui (high) << 32;
  mpz_fdiv_r_2exp (high, x, 32);
  result |= (uint64_t) mpz_get_ui (high);
  mpz_clear (high);
  return result;
}

enum oracle_class
oracle_decode (struct oracle_fraction *f, uint64_t bits,
               const struct oracle_format *format)
{
  unsigned long stored = stored_bits (format);
  unsigned long width = exponent_bits (format);
  uint64_t significand = bits & ones (stored);
  uint64_t field = (bits >> stored) & ones (width);
  int negative = (int) ((bits >> (stored + width)) & 1);

  if (field == ones (width))
    {
      if (has_infinity (format) && significand == 0)
        {
          mpz_set_si (f->num, negative ? -1 : 1);
          mpz_set_ui (f->den, 1);
          return ORACLE_INFINITE;
        }
      if (has_infinity (format) || significand == ones (stored))
        return ORACLE_NAN;
    }
  if (field > 0)
    significand |= (uint64_t) 1 << stored;
  long exponent = (field > 0 ? (long) field : 1) - 1 + format->emin
                  - (long) stored;
  set_uint64 (f->num, significand);
  mpz_set_ui (f->den, 1);
  if (exponent >= 0)
    mpz_mul_2exp (f->num, f->num, (unsigned long) exponent);
  else
    mpz_mul_2exp (f->den, f->den, (unsigned long) -exponent);
  if (negative)
    mpz_neg (f->num, f->num);
  return ORACLE_NUMBER;
}

static uint64_t
sign_bit (int negative, const struct oracle_format *format)
{
  return negative ? (uint64_t) 1 << (stored_bits (format)
                                     + exponent_bits (format))
                  : 0;
}

/* In units of the least subnormal a number is n; its pattern is n while n
   needs no more than the precision, and beyond that each bit of n too many
   is one step of the exponent.  */
uint64_t
oracle_encode (const struct oracle_fraction *f, int negative,
               const struct oracle_format *format)
{
  unsigned long stored = stored_bits (format);
  mpz_t n;

  if (mpz_sgn (f->num) == 0)
    return sign_bit (negative, format);
  mpz_init (n);
  mpz_abs (n, f->num);
  mpz_mul_2exp (n, n, (unsigned long) -format->emin + stored);
  mpz_fdiv_q (n, n, f->den);
  unsigned long length = mpz_sizeinbase (n, 2);
  unsigned long excess
    = length > format->precision ? length - format->precision : 0;
  mpz_fdiv_q_2exp (n, n, excess);
  uint64_t bits = get_uint64 (n) + ((uint64_t) excess << stored);
  mpz_clear (n);
  return bits | sign_bit (mpz_sgn (f->num) < 0, format);
}

uint64_t
oracle_infinity (int negative, const struct oracle_format *format)
{
  uint64_t bits = has_infinity (format)
                  ? ones (exponent_bits (format)) << stored_bits (format)
                  : oracle_nan (format);

  return bits | sign_bit (negative, format);
}

uint64_t
oracle_nan (const struct oracle_format *format)
{
  unsigned long stored = stored_bits (format);
  uint64_t field = ones (exponent_bits (format)) << stored;

  return has_infinity (format) ? field | (uint64_t) 1 << (stored - 1)
                               : field | ones (stored);
}
