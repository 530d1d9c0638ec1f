/* oracle_magnitude.c -- what multiplies cosine and sine: yarn, longrope */

#include "oracle.h"

int
oracle_yarn_magnitude (struct oracle_interval *result,
                       const struct oracle_fraction *factor,
                       const struct oracle_fraction *k, unsigned long digits)
{
  struct oracle_interval log;
  mpz_t unit;

  if (oracle_fraction_sign (factor) <= 0)
    return -1;
  oracle_interval_init (&log);
  mpz_init (unit);
  mpz_ui_pow_ui (unit, 10, digits);
  mpz_set (result->lo, unit);
  mpz_set (result->hi, unit);
  if (mpz_cmp (factor->num, factor->den) > 0)
    {
      oracle_log (&log, factor, digits + 8);
      mpz_ui_pow_ui (unit, 10, 9);
      mpz_mul (unit, unit, k->den);
      mpz_mul (log.lo, log.lo, k->num);
      mpz_mul (log.hi, log.hi, k->num);
      if (mpz_sgn (k->num) < 0)
        mpz_swap (log.lo, log.hi);
      mpz_fdiv_q (log.lo, log.lo, unit);
      mpz_cdiv_q (log.hi, log.hi, unit);
      oracle_interval_addmul (result, 1, &log);
    }
  oracle_interval_clear (&log);
  mpz_clear (unit);
  return 0;
}

/* result <- sqrt of every number in [lo, hi], all above zero, all at scale
   10^digits.  */
static void
root_of_quotient (struct oracle_interval *result, const mpz_t lo,
                  const mpz_t hi, unsigned long digits)
{
  mpz_t square;

  mpz_init (square);
  mpz_ui_pow_ui (square, 10, digits);
  mpz_mul (result->lo, lo, square);
  mpz_sqrt (result->lo, result->lo);
  mpz_mul (result->hi, hi, square);
  mpz_sqrt (result->hi, result->hi);
  mpz_add_ui (result->hi, result->hi, 1);
  mpz_clear (square);
}

int
oracle_longrope_magnitude (struct oracle_interval *result,
                           const struct oracle_fraction *factor,
                           const struct oracle_fraction *original,
                           unsigned long digits)
{
  struct oracle_interval top, bottom;
  mpz_t unit;

  if (oracle_fraction_sign (factor) <= 0
      || mpz_cmp (original->num, original->den) <= 0)
    return -1;
  oracle_interval_init (&top);
  oracle_interval_init (&bottom);
  mpz_init (unit);
  mpz_ui_pow_ui (unit, 10, digits);
  mpz_set (result->lo, unit);
  mpz_set (result->hi, unit);
  if (mpz_cmp (factor->num, factor->den) > 0
      && oracle_log (&top, factor, digits) == 0
      && oracle_log (&bottom, original, digits) == 0
      && mpz_sgn (bottom.lo) > 0)
    {
      mpz_mul (top.lo, top.lo, unit);
      mpz_fdiv_q (top.lo, top.lo, bottom.hi);
      mpz_add (top.lo, top.lo, unit);
      mpz_mul (top.hi, top.hi, unit);
      mpz_cdiv_q (top.hi, top.hi, bottom.lo);
      mpz_add (top.hi, top.hi, unit);
      root_of_quotient (result, top.lo, top.hi, digits);
    }
  oracle_interval_clear (&top);
  oracle_interval_clear (&bottom);
  mpz_clear (unit);
  return 0;
}
