/* oracle_stretch.c -- steps that are the plain one times a number of its own:
   a fixed larger base, ntk, ntk with an exponent, longrope's lists */

#include "oracle.h"

/* result <- exp (-log (s) f^b), f = 2 (pair + 1) / width.  */
static int
mixed (struct oracle_interval *result, const struct oracle_rope_set *set,
       unsigned long pair, unsigned long digits)
{
  struct oracle_interval log, part;
  struct oracle_fraction f;
  mpz_t end, unit;
  int status;

  oracle_interval_init (&log);
  oracle_interval_init (&part);
  oracle_fraction_init (&f);
  mpz_init (end);
  mpz_init (unit);
  mpz_set_ui (f.num, 2 * (pair + 1));
  mpz_set_ui (f.den, set->width);
  status = oracle_log (&log, &set->factor, digits);
  if (status == 0)
    status = oracle_power (&part, &f, mpz_get_si (set->exponent.num),
                           mpz_get_ui (set->exponent.den), digits);
  if (status == 0)
    {
      int below = mpz_sgn (log.lo) < 0, above = mpz_sgn (log.hi) >= 0;

      /* part is above zero: the ends of the product go by log's signs.  */
      mpz_ui_pow_ui (unit, 10, digits);
      mpz_mul (end, log.lo, below ? part.hi : part.lo);
      mpz_mul (log.hi, log.hi, above ? part.hi : part.lo);
      mpz_fdiv_q (log.lo, end, unit);
      mpz_cdiv_q (log.hi, log.hi, unit);
      oracle_interval_neg (&log);
      status = oracle_increasing (result, oracle_exp, &log, digits);
    }
  oracle_interval_clear (&log);
  oracle_interval_clear (&part);
  oracle_fraction_clear (&f);
  mpz_clear (end);
  mpz_clear (unit);
  return status;
}

/* result <- the number that the plain step is multiplied by.  */
static int
stretch_of (struct oracle_interval *result, const struct oracle_rope_set *set,
            unsigned long pair, unsigned long digits)
{
  switch (set->type)
    {
    case ORACLE_ROPE_STATIC:
      /* (base a^(D/(D-2)))^(-2i/r): the power of a has D i / ((D-2) r).  */
      if (set->head <= 2)
        return -1;
      return oracle_power (result, &set->factor,
                           -2 * (long) (pair * set->head),
                           set->width * (set->head - 2), digits);
    case ORACLE_ROPE_NTK:
      return oracle_power (result, &set->factor, -2 * (long) (pair + 1),
                           set->width, digits);
    case ORACLE_ROPE_NTK_MIXED:
      return mixed (result, set, pair, digits);
    case ORACLE_ROPE_LONGROPE:
      return oracle_power (result, &set->divisor, -1, 1, digits);
    default:
      return -1;
    }
}

int
oracle_stretch (struct oracle_interval *w, const struct oracle_rope_set *set,
                unsigned long pair, unsigned long digits)
{
  struct oracle_interval by;
  mpz_t unit;
  int status;

  oracle_interval_init (&by);
  mpz_init (unit);
  status = stretch_of (&by, set, pair, digits);
  if (status == 0)
    {
      mpz_ui_pow_ui (unit, 10, digits);
      mpz_mul (w->lo, w->lo, by.lo);
      mpz_mul (w->hi, w->hi, by.hi);
      mpz_fdiv_q (w->lo, w->lo, unit);
      mpz_cdiv_q (w->hi, w->hi, unit);
    }
  oracle_interval_clear (&by);
  mpz_clear (unit);
  return status;
}
