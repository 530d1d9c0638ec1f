/* oracle_elementary.c -- roots, exponentials and waves of values */

#include "oracle.h"

/* Largest argument of an exponential: e^65536 has 94549 bits.  */
#define MOST_EXPONENT 65536L

/* Longest exact power, in bits, and the largest root looked for.  */
#define MOST_POWER_BITS (1UL << 17)
#define MOST_ROOT 64UL

/* x <- f (x) for an f that is increasing where it is defined.  Open when f
   refuses an end of x: the caller has looked at the domain before.  */
static enum oracle_outcome
increasing (struct oracle_value *x, oracle_function *f, unsigned long digits)
{
  struct oracle_interval result;

  oracle_interval_init (&result);
  int status = x->exact
               ? f (&result, &x->fraction, digits)
               : oracle_increasing (&result, f, &x->interval, digits);
  mpz_swap (x->interval.lo, result.lo);
  mpz_swap (x->interval.hi, result.hi);
  x->exact = 0;
  oracle_interval_clear (&result);
  return status == 0 ? oracle_value_settle (x, digits) : ORACLE_OPEN;
}

static int
is_exactly_zero (const struct oracle_value *x)
{
  return oracle_value_sign (x) == 0;
}

/* root <- x^(1/n) and 1 when that is rational: with x = a / b it is the
   n-th root of the integer a b^(n-1), over b.  x > 0.  */
static int
exact_root (struct oracle_fraction *x, unsigned long n)
{
  struct oracle_fraction radicand;
  struct oracle_interval root;
  int found = 0;

  if (n > MOST_ROOT
      || n * mpz_sizeinbase (x->den, 2) + mpz_sizeinbase (x->num, 2)
         > MOST_POWER_BITS)
    return 0;
  oracle_fraction_init (&radicand);
  oracle_interval_init (&root);
  mpz_pow_ui (radicand.num, x->den, n - 1);
  mpz_mul (radicand.num, radicand.num, x->num);
  oracle_root (&root, &radicand, n, 0);
  if (mpz_cmp (root.lo, root.hi) == 0)
    {
      mpz_set (x->num, root.lo);
      found = 1;
    }
  oracle_fraction_clear (&radicand);
  oracle_interval_clear (&root);
  return found;
}

enum oracle_outcome
oracle_value_sqrt (struct oracle_value *x, unsigned long digits)
{
  int sign = oracle_value_sign (x);

  if (sign == -1)
    return ORACLE_UNDEFINED;
  if (sign == 2 && mpz_sgn (x->interval.lo) < 0)
    return ORACLE_OPEN;
  if (x->exact && (sign == 0 || exact_root (&x->fraction, 2)))
    return ORACLE_VALUE;
  return increasing (x, oracle_sqrt, digits);
}

/* Does x certainly stay below the given integer?  */
static int
is_below (const struct oracle_value *x, long bound, unsigned long digits)
{
  struct oracle_interval ends;
  mpz_t limit;

  oracle_interval_init (&ends);
  mpz_init (limit);
  oracle_value_enclose (&ends, x, digits);
  mpz_ui_pow_ui (limit, 10, digits);
  mpz_mul_si (limit, limit, bound);
  int below = mpz_cmp (ends.hi, limit) < 0;
  oracle_interval_clear (&ends);
  mpz_clear (limit);
  return below;
}

enum oracle_outcome
oracle_value_exp (struct oracle_value *x, unsigned long digits)
{
  if (is_exactly_zero (x))
    {
      oracle_value_set_si (x, 1);
      return ORACLE_VALUE;
    }
  if (!is_below (x, MOST_EXPONENT, digits))
    return ORACLE_OPEN;
  return increasing (x, oracle_exp, digits);
}

enum oracle_outcome
oracle_value_log (struct oracle_value *x, unsigned long digits)
{
  switch (oracle_value_sign (x))
    {
    case 1:
      break;
    case 2:
      return mpz_sgn (x->interval.hi) > 0 ? ORACLE_OPEN : ORACLE_UNDEFINED;
    default:
      return ORACLE_UNDEFINED;
    }
  if (x->exact && mpz_cmp (x->fraction.num, x->fraction.den) == 0)
    {
      oracle_value_set_si (x, 0);
      return ORACLE_VALUE;
    }
  return increasing (x, oracle_log, digits);
}

/* Is the exact x > 0 a power 2^k?  Then its parts differ by k bits.  */
static int
is_power_of_two (const struct oracle_fraction *x, long *k)
{
  mpz_t shifted;

  *k = (long) mpz_sizeinbase (x->num, 2) - (long) mpz_sizeinbase (x->den, 2);
  mpz_init (shifted);
  mpz_mul_2exp (shifted, *k < 0 ? x->num : x->den,
                *k < 0 ? -(unsigned long) *k : (unsigned long) *k);
  int found = mpz_cmp (shifted, *k < 0 ? x->den : x->num) == 0;
  mpz_clear (shifted);
  return found;
}

enum oracle_outcome
oracle_value_log2 (struct oracle_value *x, unsigned long digits)
{
  long k;

  if (x->exact && oracle_value_sign (x) == 1
      && is_power_of_two (&x->fraction, &k))
    {
      oracle_value_set_si (x, k);
      return ORACLE_VALUE;
    }

  enum oracle_outcome outcome = oracle_value_log (x, digits);
  if (outcome != ORACLE_VALUE)
    return outcome;
  struct oracle_value divisor;
  oracle_value_init (&divisor);
  oracle_value_set_si (&divisor, 2);
  outcome = oracle_value_log (&divisor, digits);
  if (outcome == ORACLE_VALUE)
    outcome = oracle_value_div (x, &divisor, digits);
  oracle_value_clear (&divisor);
  return outcome;
}

/* An interval of length 2 or more tells nothing, and its middle may be too
   long to reduce.  */
static enum oracle_outcome
wave (struct oracle_value *x, oracle_function *f, unsigned long digits)
{
  struct oracle_interval result;
  mpz_t width;

  oracle_interval_init (&result);
  mpz_init (width);
  if (x->exact)
    f (&result, &x->fraction, digits);
  else
    {
      mpz_ui_pow_ui (result.hi, 10, digits);
      mpz_neg (result.lo, result.hi);
      mpz_sub (width, x->interval.hi, x->interval.lo);
      mpz_fdiv_q_2exp (width, width, 1);
      if (mpz_cmp (width, result.hi) < 0)
        oracle_wave (&result, f, &x->interval, digits);
    }
  mpz_swap (x->interval.lo, result.lo);
  mpz_swap (x->interval.hi, result.hi);
  x->exact = 0;
  oracle_interval_clear (&result);
  mpz_clear (width);
  return ORACLE_VALUE;
}

enum oracle_outcome
oracle_value_sin (struct oracle_value *x, unsigned long digits)
{
  return is_exactly_zero (x) ? ORACLE_VALUE : wave (x, oracle_sin, digits);
}

enum oracle_outcome
oracle_value_cos (struct oracle_value *x, unsigned long digits)
{
  if (!is_exactly_zero (x))
    return wave (x, oracle_cos, digits);
  oracle_value_set_si (x, 1);
  return ORACLE_VALUE;
}

enum oracle_outcome
oracle_value_tan (struct oracle_value *x, unsigned long digits)
{
  struct oracle_value cosine;

  oracle_value_init (&cosine);
  oracle_value_set (&cosine, x);
  enum oracle_outcome outcome = oracle_value_cos (&cosine, digits);
  if (outcome == ORACLE_VALUE)
    outcome = oracle_value_sin (x, digits);
  if (outcome == ORACLE_VALUE)
    outcome = oracle_value_div (x, &cosine, digits);
  oracle_value_clear (&cosine);
  return outcome;
}

enum oracle_outcome
oracle_value_atan (struct oracle_value *x, unsigned long digits)
{
  return is_exactly_zero (x) ? ORACLE_VALUE
                             : increasing (x, oracle_atan, digits);
}

enum oracle_outcome
oracle_value_tanh (struct oracle_value *x, unsigned long digits)
{
  return is_exactly_zero (x) ? ORACLE_VALUE
                             : increasing (x, oracle_tanh, digits);
}

/* x <- x^n, n > 0, by squaring from the highest bit on, so that one of two
   factors is always x itself.  */
static enum oracle_outcome
power_by_squaring (struct oracle_value *x, const mpz_t n,
                   unsigned long digits)
{
  enum oracle_outcome outcome = ORACLE_VALUE;
  struct oracle_value base, copy;

  oracle_value_init (&base);
  oracle_value_init (&copy);
  oracle_value_set (&base, x);
  for (size_t bit = mpz_sizeinbase (n, 2) - 1;
       bit-- > 0 && outcome == ORACLE_VALUE;)
    {
      oracle_value_set (&copy, x);
      outcome = oracle_value_mul (x, &copy, digits);
      /* A square is not negative, which the product of an interval with
         its copy does not know.  */
      if (oracle_value_sign (x) == 2 && mpz_sgn (x->interval.lo) < 0)
        mpz_set_ui (x->interval.lo, 0);
      if (outcome == ORACLE_VALUE && mpz_tstbit (n, bit))
        outcome = oracle_value_mul (x, &base, digits);
    }
  oracle_value_clear (&base);
  oracle_value_clear (&copy);
  return outcome;
}

/* x <- x^n; 0^0 = 1.  */
static enum oracle_outcome
integer_power (struct oracle_value *x, const mpz_t n, unsigned long digits)
{
  enum oracle_outcome outcome = ORACLE_VALUE;
  struct oracle_value one;
  mpz_t size;

  mpz_init (size);
  mpz_abs (size, n);
  oracle_value_init (&one);
  oracle_value_set_si (&one, 1);
  if (mpz_sgn (n) < 0)
    {
      outcome = oracle_value_div (&one, x, digits);
      if (outcome == ORACLE_VALUE)
        oracle_value_set (x, &one);
    }
  if (mpz_sgn (n) == 0)
    oracle_value_set (x, &one);
  else if (outcome == ORACLE_VALUE)
    outcome = power_by_squaring (x, size, digits);
  oracle_value_clear (&one);
  mpz_clear (size);
  return outcome;
}

/* x > 0, y not an exact integer: a rational root where there is one, else
   exp (y log x).  */
static enum oracle_outcome
real_power (struct oracle_value *x, const struct oracle_value *y,
            unsigned long digits)
{
  if (x->exact && y->exact
      && mpz_cmp_ui (y->fraction.den, MOST_ROOT) <= 0
      && exact_root (&x->fraction, mpz_get_ui (y->fraction.den)))
    return integer_power (x, y->fraction.num, digits);

  enum oracle_outcome outcome = oracle_value_log (x, digits);
  if (outcome == ORACLE_VALUE)
    outcome = oracle_value_mul (x, y, digits);
  if (outcome == ORACLE_VALUE)
    outcome = oracle_value_exp (x, digits);
  return outcome;
}

/* 1 and n <- y when the fraction is an integer.  */
static int
is_integer (mpz_t n, const struct oracle_fraction *y)
{
  mpz_t rest;

  mpz_init (rest);
  mpz_fdiv_qr (n, rest, y->num, y->den);
  int whole = mpz_sgn (rest) == 0;
  mpz_clear (rest);
  return whole;
}

/* Does the interval of y contain an integer?  */
static int
meets_an_integer (const struct oracle_value *y, unsigned long digits)
{
  mpz_t low, scale;

  mpz_init (low);
  mpz_init (scale);
  mpz_ui_pow_ui (scale, 10, digits);
  mpz_cdiv_q (low, y->interval.lo, scale);
  mpz_mul (low, low, scale);
  int meets = mpz_cmp (low, y->interval.hi) <= 0;
  mpz_clear (low);
  mpz_clear (scale);
  return meets;
}

enum oracle_outcome
oracle_value_pow (struct oracle_value *x, const struct oracle_value *y,
                  unsigned long digits)
{
  if (y->exact)
    {
      mpz_t n;
      mpz_init (n);
      int whole = is_integer (n, &y->fraction);
      enum oracle_outcome outcome
        = whole ? integer_power (x, n, digits) : ORACLE_VALUE;
      mpz_clear (n);
      if (whole)
        return outcome;
    }
  else if (oracle_value_sign (x) != 1 && meets_an_integer (y, digits))
    return ORACLE_OPEN;

  switch (oracle_value_sign (x))
    {
    case 1:
      return real_power (x, y, digits);
    case 0:
      return oracle_value_sign (y) > 0 ? ORACLE_VALUE : ORACLE_UNDEFINED;
    case -1:
      return ORACLE_UNDEFINED;
    default:
      return ORACLE_OPEN;
    }
}
