/* fmt.c -- binary number formats as sets of rationals

   The finite values of one sign, in increasing order, have consecutive bit
   patterns (Lemma B30): neighbours, midpoints and ordinals are integer
   arithmetic on the magnitude (the pattern without its sign bit).  */

#include "real/fmt.h"

#include <string.h>

static const struct assay_fmt_shape shapes[ASSAY_FMT_COUNT] = {
  { "f64", 64, 53, -1022, 1023, 1 },
  { "f32", 32, 24, -126, 127, 1 },
  { "f16", 16, 11, -14, 15, 1 },
  { "bf16", 16, 8, -126, 127, 1 },
  { "e4m3", 8, 4, -6, 8, 0 },
  { "e5m2", 8, 3, -14, 15, 1 },
};

const struct assay_fmt_shape *
assay_fmt_shape (enum assay_fmt fmt)
{
  return &shapes[fmt];
}

enum assay_status
assay_fmt_find (enum assay_fmt *fmt, const char *name)
{
  int i;

  for (i = 0; i < ASSAY_FMT_COUNT; i++)
    if (strcmp (shapes[i].name, name) == 0)
      {
        *fmt = (enum assay_fmt) i;
        return ASSAY_OK;
      }
  return ASSAY_EVALUE;
}

static uint64_t
sign_bit (const struct assay_fmt_shape *shape)
{
  return (uint64_t) 1 << (shape->width - 1);
}

static uint64_t
magnitude_of (uint64_t bits, const struct assay_fmt_shape *shape)
{
  return bits & (sign_bit (shape) - 1);
}

/* The least magnitude that is not finite: the infinity, in e4m3 the NaN.  */
static uint64_t
beyond_finite (const struct assay_fmt_shape *shape)
{
  unsigned fraction_bits = shape->precision - 1;
  uint64_t all_ones = sign_bit (shape) - 1;

  return shape->has_infinity
         ? all_ones & ~(((uint64_t) 1 << fraction_bits) - 1) : all_ones;
}

enum assay_fmt_class
assay_fmt_classify (uint64_t bits, enum assay_fmt fmt)
{
  const struct assay_fmt_shape *shape = &shapes[fmt];
  uint64_t magnitude = magnitude_of (bits, shape);
  uint64_t beyond = beyond_finite (shape);

  if (magnitude < beyond)
    return ASSAY_FMT_FINITE;
  return shape->has_infinity && magnitude == beyond
         ? ASSAY_FMT_INFINITE : ASSAY_FMT_NAN;
}

int
assay_fmt_is_negative (uint64_t bits, enum assay_fmt fmt)
{
  return (bits & sign_bit (&shapes[fmt])) != 0;
}

/* RESULT <- M * 2^E.  */
static void
set_scaled (mpq_ptr result, uint64_t m, long e)
{
  mpz_import (mpq_numref (result), 1, -1, sizeof m, 0, 0, &m);
  mpz_set_ui (mpq_denref (result), 1);
  if (e >= 0)
    mpq_mul_2exp (result, result, (mp_bitcnt_t) e);
  else
    mpq_div_2exp (result, result, (mp_bitcnt_t) -e);
}

/* RESULT <- the value of MAGNITUDE, the pattern read as if every exponent
   were that of a number: the first magnitude beyond the finite ones stands
   for the value that would come next.  */
static void
value_of_magnitude (mpq_ptr result, uint64_t magnitude,
                    const struct assay_fmt_shape *shape)
{
  unsigned fraction_bits = shape->precision - 1;
  uint64_t hidden = (uint64_t) 1 << fraction_bits;
  uint64_t fraction = magnitude & (hidden - 1);
  long exponent = (long) (magnitude >> fraction_bits);

  if (exponent == 0)
    exponent = 1;
  else
    fraction |= hidden;
  set_scaled (result, fraction,
              exponent - 1 + shape->emin - (long) fraction_bits);
}

enum assay_fmt_class
assay_fmt_decode (mpq_ptr value, uint64_t bits, enum assay_fmt fmt)
{
  const struct assay_fmt_shape *shape = &shapes[fmt];
  enum assay_fmt_class class = assay_fmt_classify (bits, fmt);

  if (class == ASSAY_FMT_FINITE)
    {
      value_of_magnitude (value, magnitude_of (bits, shape), shape);
      if (assay_fmt_is_negative (bits, fmt))
        mpq_neg (value, value);
    }
  return class;
}

/* floor (log2 (abs (X))) of a nonzero X.  */
static long
binary_exponent (mpq_srcptr x)
{
  long e = (long) mpz_sizeinbase (mpq_numref (x), 2)
           - (long) mpz_sizeinbase (mpq_denref (x), 2);
  mpz_t scaled;
  int below;

  /* 2^(e-1) < abs (x) < 2^(e+1): one comparison with 2^e settles it.  */
  mpz_init (scaled);
  if (e >= 0)
    {
      mpz_mul_2exp (scaled, mpq_denref (x), (mp_bitcnt_t) e);
      below = mpz_cmpabs (mpq_numref (x), scaled) < 0;
    }
  else
    {
      mpz_mul_2exp (scaled, mpq_numref (x), (mp_bitcnt_t) -e);
      below = mpz_cmpabs (scaled, mpq_denref (x)) < 0;
    }
  mpz_clear (scaled);
  return below ? e - 1 : e;
}

/* The exponent of the unit in the last place in X's binade; X not zero.  */
static long
unit_exponent (mpq_srcptr x, const struct assay_fmt_shape *shape)
{
  long e = binary_exponent (x);

  return (e < shape->emin ? shape->emin : e) - (long) shape->precision + 1;
}

/* abs (X) / 2^E rounded to nearest, ties to even; below 2^64 by contract.  */
static uint64_t
nearest_multiple (mpq_srcptr x, long e)
{
  mpz_t n, d, remainder;
  uint64_t result = 0;
  int side;

  mpz_inits (n, d, remainder, NULL);
  mpz_abs (n, mpq_numref (x));
  mpz_set (d, mpq_denref (x));
  if (e >= 0)
    mpz_mul_2exp (d, d, (mp_bitcnt_t) e);
  else
    mpz_mul_2exp (n, n, (mp_bitcnt_t) -e);
  mpz_fdiv_qr (n, remainder, n, d);
  mpz_mul_2exp (remainder, remainder, 1);
  side = mpz_cmp (remainder, d);
  if (side > 0 || (side == 0 && mpz_odd_p (n)))
    mpz_add_ui (n, n, 1);
  mpz_export (&result, NULL, -1, sizeof result, 0, 0, n);
  mpz_clears (n, d, remainder, NULL);
  return result;
}

uint64_t
assay_fmt_round (mpq_srcptr x, enum assay_fmt fmt)
{
  const struct assay_fmt_shape *shape = &shapes[fmt];
  unsigned fraction_bits = shape->precision - 1;
  uint64_t hidden = (uint64_t) 1 << fraction_bits;
  uint64_t sign = mpq_sgn (x) < 0 ? sign_bit (shape) : 0;
  uint64_t beyond = beyond_finite (shape);
  uint64_t m, magnitude;
  long unit, biased;

  if (mpq_sgn (x) == 0)
    return 0;
  if (binary_exponent (x) > shape->emax)
    return sign | beyond;
  unit = unit_exponent (x, shape);
  m = nearest_multiple (x, unit);
  /* A significand that rounds up to 2^precision carries into the exponent
     by itself, and a subnormal one (biased = 1, no hidden bit) as well.  */
  biased = unit + (long) fraction_bits - shape->emin + 1;
  magnitude = ((uint64_t) biased << fraction_bits) + m - hidden;
  return sign | (magnitude < beyond ? magnitude : beyond);
}

enum assay_status
assay_fmt_encode (uint64_t *bits, mpq_srcptr x, enum assay_fmt fmt)
{
  uint64_t rounded = assay_fmt_round (x, fmt);
  mpq_t back;
  int same;

  if (assay_fmt_classify (rounded, fmt) != ASSAY_FMT_FINITE)
    return ASSAY_EVALUE;
  mpq_init (back);
  assay_fmt_decode (back, rounded, fmt);
  same = mpq_equal (back, x);
  mpq_clear (back);
  if (!same)
    return ASSAY_EVALUE;
  *bits = rounded;
  return ASSAY_OK;
}

void
assay_fmt_largest (mpq_ptr result, enum assay_fmt fmt)
{
  const struct assay_fmt_shape *shape = &shapes[fmt];

  value_of_magnitude (result, beyond_finite (shape) - 1, shape);
}

void
assay_fmt_smallest (mpq_ptr result, enum assay_fmt fmt)
{
  value_of_magnitude (result, 1, &shapes[fmt]);
}

void
assay_fmt_overflow (mpq_ptr result, enum assay_fmt fmt)
{
  assay_fmt_midpoint_above (result, beyond_finite (&shapes[fmt]) - 1, fmt);
}

enum assay_status
assay_fmt_ulp (mpq_ptr result, mpq_srcptr x, enum assay_fmt fmt)
{
  const struct assay_fmt_shape *shape = &shapes[fmt];
  uint64_t rounded = assay_fmt_round (x, fmt);

  if (assay_fmt_classify (rounded, fmt) != ASSAY_FMT_FINITE)
    return ASSAY_EVALUE;
  set_scaled (result, 1, mpq_sgn (x) == 0
                         ? shape->emin - (long) shape->precision + 1
                         : unit_exponent (x, shape));
  return ASSAY_OK;
}

uint64_t
assay_fmt_above (uint64_t bits, enum assay_fmt fmt)
{
  const struct assay_fmt_shape *shape = &shapes[fmt];
  uint64_t magnitude = magnitude_of (bits, shape);

  if (magnitude == 0 || !assay_fmt_is_negative (bits, fmt))
    return magnitude + 1;
  return magnitude == 1 ? 0 : sign_bit (shape) | (magnitude - 1);
}

uint64_t
assay_fmt_below (uint64_t bits, enum assay_fmt fmt)
{
  const struct assay_fmt_shape *shape = &shapes[fmt];
  uint64_t magnitude = magnitude_of (bits, shape);

  if (magnitude == 0 || assay_fmt_is_negative (bits, fmt))
    return sign_bit (shape) | (magnitude + 1);
  return magnitude - 1;
}

void
assay_fmt_midpoint_above (mpq_ptr result, uint64_t bits, enum assay_fmt fmt)
{
  const struct assay_fmt_shape *shape = &shapes[fmt];
  uint64_t above = assay_fmt_above (bits, fmt);
  mpq_t upper;

  mpq_init (upper);
  value_of_magnitude (upper, magnitude_of (above, shape), shape);
  if (assay_fmt_is_negative (above, fmt))
    mpq_neg (upper, upper);
  assay_fmt_decode (result, bits, fmt);
  mpq_add (result, result, upper);
  mpq_div_2exp (result, result, 1);
  mpq_clear (upper);
}

int64_t
assay_fmt_ordinal (uint64_t bits, enum assay_fmt fmt)
{
  const struct assay_fmt_shape *shape = &shapes[fmt];
  int64_t magnitude = (int64_t) magnitude_of (bits, shape);

  return assay_fmt_is_negative (bits, fmt) ? -magnitude : magnitude;
}

uint64_t
assay_fmt_infinity (int negative, enum assay_fmt fmt)
{
  uint64_t bits;
  mpq_t beyond;

  mpq_init (beyond);
  assay_fmt_overflow (beyond, fmt);
  mpq_mul_2exp (beyond, beyond, 1);
  if (negative)
    mpq_neg (beyond, beyond);
  bits = assay_fmt_round (beyond, fmt);
  mpq_clear (beyond);
  return bits;
}

void
assay_fmt_store (void *to, size_t at, uint64_t bits, enum assay_fmt fmt)
{
  switch (assay_fmt_shape (fmt)->width)
    {
    case 64:
      ((uint64_t *) to)[at] = bits;
      break;
    case 32:
      ((uint32_t *) to)[at] = (uint32_t) bits;
      break;
    default:
      ((uint16_t *) to)[at] = (uint16_t) bits;
    }
}
