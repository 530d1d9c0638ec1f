/* oracle_query_factor.c -- factors of scores that are logarithms */

#include "oracle.h"

void
oracle_query_factor (struct oracle_fraction *f, long steps,
                     const struct oracle_format *format)
{
  enum oracle_rounding done = ORACLE_UNDECIDED;
  struct oracle_interval z;
  struct oracle_fraction n;
  mpz_t ten;

  mpz_set_ui (f->num, 1);
  mpz_set_ui (f->den, 1);
  if (steps < 1)
    return;
  oracle_interval_init (&z);
  oracle_fraction_init (&n);
  mpz_init (ten);
  mpz_set_si (n.num, steps + 1);
  /* 10 + ln at scale 10^digits is 1 + ln / 10 at the next one.  */
  for (unsigned long digits = 40; done == ORACLE_UNDECIDED; digits *= 3)
    {
      mpz_ui_pow_ui (ten, 10, digits + 1);
      oracle_log (&z, &n, digits);
      mpz_add (z.lo, z.lo, ten);
      mpz_add (z.hi, z.hi, ten);
      done = oracle_round_interval (f, &z, digits + 1, format);
    }
  oracle_interval_clear (&z);
  oracle_fraction_clear (&n);
  mpz_clear (ten);
}

void
oracle_log_of_two (struct oracle_fraction *f,
                   const struct oracle_format *format)
{
  enum oracle_rounding done = ORACLE_UNDECIDED;
  struct oracle_interval z;
  struct oracle_fraction two;

  oracle_interval_init (&z);
  oracle_fraction_init (&two);
  mpz_set_ui (two.num, 2);
  for (unsigned long digits = 40; done == ORACLE_UNDECIDED; digits *= 3)
    {
      oracle_log (&z, &two, digits);
      done = oracle_round_interval (f, &z, digits, format);
    }
  oracle_interval_clear (&z);
  oracle_fraction_clear (&two);
}
