/* fast_rule.c -- the constants of a query head as double-doubles */

#include <math.h>
#include <string.h>

#include "attention/fast.h"

enum { PRECISION = 200 };

/* Far enough from over- and underflow for every product of the lemmas.  */
static int
is_moderate (double x, double most)
{
  return x == 0.0 || (fabs (x) >= 1.0 / most && fabs (x) <= most);
}

static void
set_surd (struct assay_dd *result, const struct assay_surd *surd)
{
  mpfi_t around;
  mpfr_t middle;

  mpfi_init2 (around, PRECISION);
  mpfr_init2 (middle, PRECISION);
  assay_surd_enclose (around, surd);
  mpfi_mid (middle, around);
  *result = assay_dd_of_mpfr (middle);
  mpfr_clear (middle);
  mpfi_clear (around);
}

static void
set_rational (struct assay_dd *result, mpq_srcptr x)
{
  mpfr_t value;

  mpfr_init2 (value, PRECISION);
  mpfr_set_q (value, x, MPFR_RNDN);
  *result = assay_dd_of_mpfr (value);
  mpfr_clear (value);
}

static int
is_power_of_two (const struct assay_surd *surd)
{
  mpq_srcptr x = surd->factor;

  return assay_surd_is_rational (surd) && mpq_sgn (x) != 0
         && mpz_scan1 (mpq_numref (x), 0) + 1
              == mpz_sizeinbase (mpq_numref (x), 2)
         && mpz_scan1 (mpq_denref (x), 0) + 1
              == mpz_sizeinbase (mpq_denref (x), 2);
}

void
assay_fast_rule_init (struct assay_fast_rule *rule,
                      const struct assay_surd *sigma,
                      const struct assay_surd *slope, mpq_srcptr sink)
{
  memset (rule, 0, sizeof *rule);
  set_surd (&rule->sigma, sigma);
  rule->sigma_is_power = is_power_of_two (sigma);
  rule->has_slope = slope != NULL;
  rule->has_sink = sink != NULL;
  if (slope)
    set_surd (&rule->slope, slope);
  if (sink)
    set_rational (&rule->sink, sink);
  rule->is_usable = is_moderate (rule->sigma.hi, 0x1p900)
                    && is_moderate (rule->slope.hi, 0x1p100)
                    && is_moderate (rule->sink.hi, 0x1p100);
}
