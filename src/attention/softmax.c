/* softmax.c -- enclosed exponentials, weights and means of one row */

#include "attention/softmax.h"

#include <stdlib.h>

#include "base/memory.h"

static mpfr_t *
reals_new (size_t n)
{
  mpfr_t *reals = assay_calloc (n, sizeof *reals);
  size_t i;

  for (i = 0; i < n; i++)
    mpfr_init2 (reals[i], MPFR_PREC_MIN);
  return reals;
}

static void
reals_free (mpfr_t *reals, size_t n)
{
  size_t i;

  for (i = 0; i < n; i++)
    mpfr_clear (reals[i]);
  free (reals);
}

void
assay_softmax_init (struct assay_softmax *row, const mpq_t *x,
                    const unsigned char *legal, size_t keys,
                    unsigned long radicand)
{
  assay_classes_init (&row->classes, x, legal, keys);
  row->radicand = radicand;
  row->precision = 0;
  row->lo = reals_new (row->classes.count);
  row->hi = reals_new (row->classes.count);
  mpfr_init2 (row->total_lo, MPFR_PREC_MIN);
  mpfr_init2 (row->total_hi, MPFR_PREC_MIN);
}

void
assay_softmax_clear (struct assay_softmax *row)
{
  reals_free (row->lo, row->classes.count);
  reals_free (row->hi, row->classes.count);
  mpfr_clears (row->total_lo, row->total_hi, (mpfr_ptr) 0);
  assay_classes_clear (&row->classes);
}

/* LO <= exp (-BEHIND / sqrt (RADICAND)) <= HI at P bits, BEHIND >= 0.  The
   three steps before exp each err by a factor within 1 -+ 2^(1-P), outwards
   (Lemma B4).  exp of -0 is exactly 1.  */
static void
enclose_exponential (mpfr_ptr lo, mpfr_ptr hi, mpq_srcptr behind,
                     unsigned long radicand, mpfr_prec_t p)
{
  mpfr_t root;

  mpfr_set_prec (lo, p);
  mpfr_set_prec (hi, p);
  mpfr_set_q (lo, behind, MPFR_RNDU);
  mpfr_set_q (hi, behind, MPFR_RNDD);
  if (radicand != 1)
    {
      mpfr_init2 (root, p);
      mpfr_sqrt_ui (root, radicand, MPFR_RNDD);
      mpfr_div (lo, lo, root, MPFR_RNDU);
      mpfr_sqrt_ui (root, radicand, MPFR_RNDU);
      mpfr_div (hi, hi, root, MPFR_RNDD);
      mpfr_clear (root);
    }
  mpfr_neg (lo, lo, MPFR_RNDN);
  mpfr_neg (hi, hi, MPFR_RNDN);
  mpfr_exp (lo, lo, MPFR_RNDD);
  mpfr_exp (hi, hi, MPFR_RNDU);
}

/* SUM <- the sum of the N terms, correctly rounded towards RND: one rounding
   a row, so that the row's length does not enter the bound.  */
static void
sum_once (mpfr_ptr sum, mpfr_t *terms, size_t n, mpfr_rnd_t rnd)
{
  mpfr_ptr *pointers = assay_calloc (n, sizeof *pointers);
  size_t i;

  for (i = 0; i < n; i++)
    pointers[i] = terms[i];
  mpfr_sum (sum, pointers, n, rnd);
  free (pointers);
}

/* TOTAL <- sum n_c E[c], every step towards RND.  */
static void
total_towards (mpfr_ptr total, const struct assay_softmax *row,
               mpfr_t *e, mpfr_prec_t p, mpfr_rnd_t rnd)
{
  mpfr_t *terms = reals_new (row->classes.count);
  size_t c;

  for (c = 0; c < row->classes.count; c++)
    {
      mpfr_set_prec (terms[c], p);
      mpfr_mul_ui (terms[c], e[c], row->classes.members[c], rnd);
    }
  mpfr_set_prec (total, p);
  sum_once (total, terms, row->classes.count, rnd);
  reals_free (terms, row->classes.count);
}

void
assay_softmax_evaluate (struct assay_softmax *row, mpfr_prec_t p)
{
  size_t c;

  if (row->precision == p)
    return;
  for (c = 0; c < row->classes.count; c++)
    enclose_exponential (row->lo[c], row->hi[c], row->classes.behind[c],
                         row->radicand, p);
  total_towards (row->total_lo, row, row->lo, p, MPFR_RNDD);
  total_towards (row->total_hi, row, row->hi, p, MPFR_RNDU);
  row->precision = p;
}

void
assay_softmax_weight (mpfr_ptr lo, mpfr_ptr hi, struct assay_softmax *row,
                      size_t c, mpfr_prec_t p)
{
  assay_softmax_evaluate (row, p);
  mpfr_set_prec (lo, p);
  mpfr_set_prec (hi, p);
  mpfr_div (lo, row->lo[c], row->total_hi, MPFR_RNDD);
  mpfr_div (hi, row->hi[c], row->total_lo, MPFR_RNDU);
}

/* SUM <- the sum of C[i] * e_(FIRST + i) over N classes, every step towards
   RND; e_c is known to lie in [LO[i], HI[i]].  */
static void
combine_towards (mpfr_ptr sum, const mpq_t *c, mpfr_t *lo, mpfr_t *hi,
                 size_t n, mpfr_prec_t p, mpfr_rnd_t rnd)
{
  mpfr_t *terms = reals_new (n);
  size_t i;

  for (i = 0; i < n; i++)
    {
      int outer_is_hi = (mpq_sgn (c[i]) > 0) == (rnd == MPFR_RNDU);

      mpfr_set_prec (terms[i], p);
      mpfr_mul_q (terms[i], outer_is_hi ? hi[i] : lo[i], c[i], rnd);
    }
  mpfr_set_prec (sum, p);
  sum_once (sum, terms, n, rnd);
  reals_free (terms, n);
}

void
assay_softmax_mean (mpfr_ptr lo, mpfr_ptr hi, struct assay_softmax *row,
                    const mpq_t *sums, mpfr_prec_t p)
{
  size_t n = row->classes.count;

  assay_softmax_evaluate (row, p);
  combine_towards (lo, sums, row->lo, row->hi, n, p, MPFR_RNDD);
  combine_towards (hi, sums, row->lo, row->hi, n, p, MPFR_RNDU);
  mpfr_div (lo, lo, mpfr_sgn (lo) < 0 ? row->total_lo : row->total_hi,
            MPFR_RNDD);
  mpfr_div (hi, hi, mpfr_sgn (hi) < 0 ? row->total_hi : row->total_lo,
            MPFR_RNDU);
}

/* The common sign of the nonzero entries of C from FIRST on, or 2 when they
   differ.  */
static int
common_sign (const mpq_t *c, size_t first, size_t n)
{
  int sign = mpq_sgn (c[first]);
  size_t i;

  for (i = first + 1; i < n; i++)
    if (mpq_sgn (c[i]) * sign < 0)
      return 2;
  return sign;
}

int
assay_softmax_sign (const struct assay_softmax *row, const mpq_t *c)
{
  size_t n = row->classes.count, first = 0, i;
  mpfr_t *lo, *hi, sum_lo, sum_hi;
  mpfr_prec_t p;
  mpq_t behind;
  int sign;

  while (first < n && mpq_sgn (c[first]) == 0)
    first++;
  if (first == n)
    return 0;
  sign = common_sign (c, first, n);
  if (sign != 2)
    return sign;

  n -= first;
  lo = reals_new (n);
  hi = reals_new (n);
  mpfr_inits2 (MPFR_PREC_MIN, sum_lo, sum_hi, (mpfr_ptr) 0);
  mpq_init (behind);
  for (p = 64, sign = 2; sign == 2; p *= 2)
    {
      for (i = 0; i < n; i++)
        {
          /* Relative to the highest class that counts: its term is exact,
             and nothing but a true cancellation hides the sign.  */
          mpq_sub (behind, row->classes.behind[first + i],
                   row->classes.behind[first]);
          enclose_exponential (lo[i], hi[i], behind, row->radicand, p);
        }
      combine_towards (sum_lo, c + first, lo, hi, n, p, MPFR_RNDD);
      combine_towards (sum_hi, c + first, lo, hi, n, p, MPFR_RNDU);
      if (mpfr_sgn (sum_lo) > 0)
        sign = 1;
      else if (mpfr_sgn (sum_hi) < 0)
        sign = -1;
    }
  mpq_clear (behind);
  mpfr_clears (sum_lo, sum_hi, (mpfr_ptr) 0);
  reals_free (lo, row->classes.count - first);
  reals_free (hi, row->classes.count - first);
  return sign;
}
