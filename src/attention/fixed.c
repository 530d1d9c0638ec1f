/* fixed.c -- outputs of a row in integers: quick, and nearly always enough */

#include "attention/fixed.h"

#include <stdlib.h>

#include "base/memory.h"

enum
{
  EXP_BITS = ASSAY_FIXED_BITS + 32,
  /* One quotient of numbers of this many bits: its rounding is far below
     the slack.  */
  QUOTIENT_BITS = 2 * ASSAY_FIXED_BITS
};

void
assay_fixed_init (struct assay_fixed *fixed, const struct assay_softmax *row)
{
  const struct assay_classes *classes = &row->classes;
  mpfr_t lo, hi;
  size_t c;

  fixed->row = row;
  fixed->e = assay_calloc (classes->count, sizeof *fixed->e);
  mpz_inits (fixed->total_lo, fixed->total_hi, fixed->slack, NULL);
  mpfr_inits2 (EXP_BITS, lo, hi, (mpfr_ptr) 0);
  for (c = 0; c < classes->count; c++)
    {
      mpz_init (fixed->e[c]);
      row->gap (lo, hi, row, 0, c);
      mpfr_neg (hi, hi, MPFR_RNDN);
      mpfr_exp (lo, hi, MPFR_RNDD);
      mpfr_mul_2ui (lo, lo, ASSAY_FIXED_BITS, MPFR_RNDD);
      mpfr_get_z (fixed->e[c], lo, MPFR_RNDD);
      mpz_addmul_ui (fixed->total_lo, fixed->e[c], classes->members[c]);
      mpz_add_ui (fixed->slack, fixed->slack, classes->members[c]);
    }
  mpz_mul_2exp (fixed->slack, fixed->slack, 1);
  mpz_add (fixed->total_hi, fixed->total_lo, fixed->slack);
  mpfr_clears (lo, hi, (mpfr_ptr) 0);
}

void
assay_fixed_clear (struct assay_fixed *fixed)
{
  size_t c;

  for (c = 0; c < fixed->row->classes.count; c++)
    mpz_clear (fixed->e[c]);
  free (fixed->e);
  mpz_clears (fixed->total_lo, fixed->total_hi, fixed->slack, NULL);
}

/* SUM <- sum of e of key j times entry j.  */
static void
add_up (mpz_ptr sum, const struct assay_fixed *fixed,
        const struct assay_dyadics *column, int absolute)
{
  const struct assay_classes *classes = &fixed->row->classes;
  size_t n = column->n < classes->keys ? column->n : classes->keys, j;

  mpz_set_ui (sum, 0);
  for (j = 0; j < n; j++)
    {
      size_t c = classes->class_of[j];

      if (c == ASSAY_BLOCKED)
        continue;
      if (absolute && mpz_sgn (column->at[j]) < 0)
        mpz_submul (sum, fixed->e[c], column->at[j]);
      else
        mpz_addmul (sum, fixed->e[c], column->at[j]);
    }
}

/* END <- N * 2^EXPONENT / TOTAL rounded towards RND.  */
static void
divide_towards (mpfr_ptr end, mpz_srcptr n, mpz_srcptr total, long exponent,
                mpfr_rnd_t rnd)
{
  mpfr_set_prec (end, QUOTIENT_BITS);
  mpfr_set_z (end, n, rnd);
  mpfr_div_z (end, end, total, rnd);
  mpfr_mul_2si (end, end, exponent, rnd);
}

void
assay_fixed_mean (mpfr_ptr lo, mpfr_ptr hi, const struct assay_fixed *fixed,
                  const struct assay_dyadics *column, int absolute)
{
  mpz_t sum, slack;

  mpz_inits (sum, slack, NULL);
  add_up (sum, fixed, column, absolute);
  mpz_mul (slack, fixed->slack, column->most);
  mpz_sub (sum, sum, slack);
  if (absolute && mpz_sgn (sum) < 0)
    mpz_set_ui (sum, 0);
  divide_towards (lo, sum,
                  mpz_sgn (sum) < 0 ? fixed->total_lo : fixed->total_hi,
                  column->exponent, MPFR_RNDD);
  mpz_addmul_ui (sum, slack, 2);
  divide_towards (hi, sum,
                  mpz_sgn (sum) < 0 ? fixed->total_hi : fixed->total_lo,
                  column->exponent, MPFR_RNDU);
  mpz_clears (sum, slack, NULL);
}
