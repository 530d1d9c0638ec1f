/* oracle_value.c -- arithmetic on exact fractions that turn into intervals */

#include "oracle.h"

/* Longest part of a fraction, and longest integer part, in bits.  */
#define MOST_BITS (1UL << 17)

void
oracle_value_init (struct oracle_value *x)
{
  x->exact = 1;
  oracle_fraction_init (&x->fraction);
  oracle_interval_init (&x->interval);
}

void
oracle_value_clear (struct oracle_value *x)
{
  oracle_fraction_clear (&x->fraction);
  oracle_interval_clear (&x->interval);
}

void
oracle_value_set (struct oracle_value *x, const struct oracle_value *y)
{
  x->exact = y->exact;
  oracle_fraction_set (&x->fraction, &y->fraction);
  mpz_set (x->interval.lo, y->interval.lo);
  mpz_set (x->interval.hi, y->interval.hi);
}

void
oracle_value_set_si (struct oracle_value *x, long n)
{
  x->exact = 1;
  mpz_set_si (x->fraction.num, n);
  mpz_set_ui (x->fraction.den, 1);
}

void
oracle_value_enclose (struct oracle_interval *result,
                      const struct oracle_value *x, unsigned long digits)
{
  mpz_t scaled;

  if (!x->exact)
    {
      mpz_set (result->lo, x->interval.lo);
      mpz_set (result->hi, x->interval.hi);
      return;
    }
  mpz_init (scaled);
  mpz_ui_pow_ui (scaled, 10, digits);
  mpz_mul (scaled, scaled, x->fraction.num);
  mpz_fdiv_q (result->lo, scaled, x->fraction.den);
  mpz_cdiv_q (result->hi, scaled, x->fraction.den);
  mpz_clear (scaled);
}

int
oracle_value_sign (const struct oracle_value *x)
{
  if (x->exact)
    return oracle_fraction_sign (&x->fraction);
  if (mpz_sgn (x->interval.lo) > 0)
    return 1;
  if (mpz_sgn (x->interval.hi) < 0)
    return -1;
  if (mpz_sgn (x->interval.lo) == 0 && mpz_sgn (x->interval.hi) == 0)
    return 0;
  return 2;
}

enum oracle_outcome
oracle_value_settle (struct oracle_value *x, unsigned long digits)
{
  if (x->exact
      && mpz_sizeinbase (x->fraction.num, 2) <= MOST_BITS
      && mpz_sizeinbase (x->fraction.den, 2) <= MOST_BITS)
    return ORACLE_VALUE;
  oracle_value_enclose (&x->interval, x, digits);
  x->exact = 0;

  unsigned long most = MOST_BITS + oracle_bits (digits);
  if (mpz_sizeinbase (x->interval.lo, 2) > most
      || mpz_sizeinbase (x->interval.hi, 2) > most)
    return ORACLE_OPEN;
  return ORACLE_VALUE;
}

/* A copy of x as an interval, to be cleared by the caller.  */
static void
init_enclosed (struct oracle_interval *copy, const struct oracle_value *x,
               unsigned long digits)
{
  oracle_interval_init (copy);
  oracle_value_enclose (copy, x, digits);
}

enum oracle_outcome
oracle_value_neg (struct oracle_value *x, unsigned long digits)
{
  (void) digits;
  if (x->exact)
    mpz_neg (x->fraction.num, x->fraction.num);
  else
    oracle_interval_neg (&x->interval);
  return ORACLE_VALUE;
}

enum oracle_outcome
oracle_value_abs (struct oracle_value *x, unsigned long digits)
{
  int sign = oracle_value_sign (x);

  if (sign == 2)
    {
      mpz_neg (x->interval.lo, x->interval.lo);
      if (mpz_cmp (x->interval.lo, x->interval.hi) > 0)
        mpz_set (x->interval.hi, x->interval.lo);
      mpz_set_ui (x->interval.lo, 0);
      return ORACLE_VALUE;
    }
  return sign < 0 ? oracle_value_neg (x, digits) : ORACLE_VALUE;
}

enum oracle_outcome
oracle_value_add (struct oracle_value *x, const struct oracle_value *y,
                  unsigned long digits)
{
  if (x->exact && y->exact)
    oracle_fraction_add (&x->fraction, &x->fraction, &y->fraction);
  else
    {
      struct oracle_interval other;
      init_enclosed (&other, y, digits);
      oracle_value_enclose (&x->interval, x, digits);
      x->exact = 0;
      oracle_interval_addmul (&x->interval, 1, &other);
      oracle_interval_clear (&other);
    }
  return oracle_value_settle (x, digits);
}

enum oracle_outcome
oracle_value_sub (struct oracle_value *x, const struct oracle_value *y,
                  unsigned long digits)
{
  oracle_value_neg (x, digits);
  enum oracle_outcome outcome = oracle_value_add (x, y, digits);
  oracle_value_neg (x, digits);
  return outcome;
}

/* x <- x num / den for den > 0, outwards.  */
static void
interval_scale (struct oracle_interval *x, const mpz_t num, const mpz_t den)
{
  if (mpz_sgn (num) < 0)
    mpz_swap (x->lo, x->hi);
  mpz_mul (x->lo, x->lo, num);
  mpz_fdiv_q (x->lo, x->lo, den);
  mpz_mul (x->hi, x->hi, num);
  mpz_cdiv_q (x->hi, x->hi, den);
}

/* x <- x y at scale 10^digits: the extreme products are among those of the
   ends.  */
static void
interval_mul (struct oracle_interval *x, const struct oracle_interval *y,
              unsigned long digits)
{
  struct oracle_interval product;
  mpz_t scale;

  oracle_interval_init (&product);
  mpz_init (scale);
  mpz_mul (product.lo, x->lo, y->lo);
  mpz_set (product.hi, product.lo);
  for (int end = 1; end < 4; end++)
    {
      mpz_mul (scale, end & 1 ? x->hi : x->lo, end & 2 ? y->hi : y->lo);
      if (mpz_cmp (scale, product.lo) < 0)
        mpz_set (product.lo, scale);
      if (mpz_cmp (scale, product.hi) > 0)
        mpz_set (product.hi, scale);
    }
  mpz_ui_pow_ui (scale, 10, digits);
  mpz_fdiv_q (x->lo, product.lo, scale);
  mpz_cdiv_q (x->hi, product.hi, scale);
  oracle_interval_clear (&product);
  mpz_clear (scale);
}

enum oracle_outcome
oracle_value_mul (struct oracle_value *x, const struct oracle_value *y,
                  unsigned long digits)
{
  if (oracle_value_sign (x) == 0 || oracle_value_sign (y) == 0)
    oracle_value_set_si (x, 0);
  else if (x->exact && y->exact)
    oracle_fraction_mul (&x->fraction, &x->fraction, &y->fraction);
  else if (y->exact)
    interval_scale (&x->interval, y->fraction.num, y->fraction.den);
  else if (x->exact)
    {
      oracle_value_enclose (&x->interval, y, digits);
      x->exact = 0;
      interval_scale (&x->interval, x->fraction.num, x->fraction.den);
    }
  else
    interval_mul (&x->interval, &y->interval, digits);
  return oracle_value_settle (x, digits);
}

static void
invert (struct oracle_fraction *f)
{
  mpz_swap (f->num, f->den);
  if (mpz_sgn (f->den) < 0)
    {
      mpz_neg (f->num, f->num);
      mpz_neg (f->den, f->den);
    }
}

enum oracle_outcome
oracle_value_div (struct oracle_value *x, const struct oracle_value *y,
                  unsigned long digits)
{
  int sign = oracle_value_sign (y);
  struct oracle_value divisor;
  enum oracle_outcome outcome = ORACLE_VALUE;

  if (sign == 0)
    return ORACLE_UNDEFINED;
  if (sign == 2)
    return ORACLE_OPEN;

  oracle_value_init (&divisor);
  oracle_value_set (&divisor, y);
  if (y->exact)
    {
      invert (&divisor.fraction);
      outcome = oracle_value_mul (x, &divisor, digits);
    }
  else if (oracle_value_sign (x) != 0)
    {
      oracle_value_enclose (&x->interval, x, digits);
      x->exact = 0;
      if (sign < 0)
        {
          oracle_interval_neg (&divisor.interval);
          oracle_interval_neg (&x->interval);
        }
      oracle_interval_divide (&x->interval, &divisor.interval, digits);
      outcome = oracle_value_settle (x, digits);
    }
  oracle_value_clear (&divisor);
  return outcome;
}

/* end <- other where other is on the given side of end.  */
static void
move_end (mpz_t end, const mpz_t other, int side)
{
  int order = mpz_cmp (other, end);

  if (side < 0 ? order < 0 : order > 0)
    mpz_set (end, other);
}

/* x <- the smaller of x and y when side is -1, the larger when it is 1.
   One that is certainly chosen stays as exact as it is.  */
static enum oracle_outcome
choose (struct oracle_value *x, const struct oracle_value *y, int side,
        unsigned long digits)
{
  struct oracle_interval mine, other;

  if (x->exact && y->exact)
    {
      if (oracle_fraction_compare (&y->fraction, &x->fraction) == side)
        oracle_value_set (x, y);
      return ORACLE_VALUE;
    }
  init_enclosed (&mine, x, digits);
  init_enclosed (&other, y, digits);
  int below = mpz_cmp (mine.hi, other.lo) <= 0;
  int above = mpz_cmp (other.hi, mine.lo) <= 0;
  if (side < 0 ? above : below)
    oracle_value_set (x, y);
  else if (!below && !above)
    {
      x->exact = 0;
      mpz_set (x->interval.lo, mine.lo);
      mpz_set (x->interval.hi, mine.hi);
      move_end (x->interval.lo, other.lo, side);
      move_end (x->interval.hi, other.hi, side);
    }
  oracle_interval_clear (&mine);
  oracle_interval_clear (&other);
  return ORACLE_VALUE;
}

enum oracle_outcome
oracle_value_min (struct oracle_value *x, const struct oracle_value *y,
                  unsigned long digits)
{
  return choose (x, y, -1, digits);
}

enum oracle_outcome
oracle_value_max (struct oracle_value *x, const struct oracle_value *y,
                  unsigned long digits)
{
  return choose (x, y, 1, digits);
}
