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

/* The gap (x_FROM - x_TO) / sqrt (d): three steps that each err by a factor
   within 1 -+ 2^(1-P), outwards (Lemma B4).  */
static void
enclose_rational_gap (mpfr_ptr lo, mpfr_ptr hi,
                      const struct assay_softmax *row, size_t from, size_t to)
{
  mpq_t gap;
  mpfr_t root;

  mpq_init (gap);
  mpq_sub (gap, row->classes.behind[to], row->classes.behind[from]);
  mpfr_set_q (lo, gap, MPFR_RNDD);
  mpfr_set_q (hi, gap, MPFR_RNDU);
  if (row->radicand != 1)
    {
      mpfr_init2 (root, mpfr_get_prec (lo));
      mpfr_sqrt_ui (root, row->radicand, MPFR_RNDU);
      mpfr_div (lo, lo, root, MPFR_RNDD);
      mpfr_sqrt_ui (root, row->radicand, MPFR_RNDD);
      mpfr_div (hi, hi, root, MPFR_RNDU);
      mpfr_clear (root);
    }
  mpq_clear (gap);
}

void
assay_softmax_init_gaps (struct assay_softmax *row,
                         const struct assay_classes *classes, assay_gap *gap,
                         void *source)
{
  row->classes = *classes;
  row->gap = gap;
  row->radicand = 1;
  row->source = source;
  row->precision = 0;
  row->lo = reals_new (row->classes.count);
  row->hi = reals_new (row->classes.count);
  mpfr_init2 (row->total_lo, MPFR_PREC_MIN);
  mpfr_init2 (row->total_hi, MPFR_PREC_MIN);
}

void
assay_softmax_init (struct assay_softmax *row, const mpq_t *x,
                    const unsigned char *legal, size_t keys,
                    unsigned long radicand)
{
  struct assay_classes classes;

  assay_classes_init (&classes, x, legal, keys);
  assay_softmax_init_gaps (row, &classes, enclose_rational_gap, NULL);
  row->radicand = radicand;
}

void
assay_softmax_clear (struct assay_softmax *row)
{
  reals_free (row->lo, row->classes.count);
  reals_free (row->hi, row->classes.count);
  mpfr_clears (row->total_lo, row->total_hi, (mpfr_ptr) 0);
  assay_classes_clear (&row->classes);
}

/* LO <= exp (z_TO - z_FROM) <= HI at P bits.  exp of -0 is exactly 1.  */
static void
enclose_exponential (mpfr_ptr lo, mpfr_ptr hi,
                     const struct assay_softmax *row, size_t from, size_t to,
                     mpfr_prec_t p)
{
  mpfr_set_prec (lo, p);
  mpfr_set_prec (hi, p);
  row->gap (hi, lo, row, from, to);
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

/* TOTAL <- sum n_c E[c] over the classes from FIRST on, every step towards
   RND.  */
static void
total_towards (mpfr_ptr total, const struct assay_softmax *row, mpfr_t *e,
               size_t first, mpfr_prec_t p, mpfr_rnd_t rnd)
{
  size_t n = row->classes.count - first, i;
  mpfr_t *terms = reals_new (n);

  for (i = 0; i < n; i++)
    {
      mpfr_set_prec (terms[i], p);
      mpfr_mul_ui (terms[i], e[first + i], row->classes.members[first + i],
                   rnd);
    }
  mpfr_set_prec (total, p);
  sum_once (total, terms, n, rnd);
  reals_free (terms, n);
}

void
assay_softmax_evaluate (struct assay_softmax *row, mpfr_prec_t p)
{
  size_t c;

  if (row->precision == p)
    return;
  for (c = 0; c < row->classes.count; c++)
    enclose_exponential (row->lo[c], row->hi[c], row, 0, c, p);
  total_towards (row->total_lo, row, row->lo, 0, p, MPFR_RNDD);
  total_towards (row->total_hi, row, row->hi, 0, p, MPFR_RNDU);
  row->precision = p;
}

void
assay_softmax_rest (mpfr_ptr lo, mpfr_ptr hi, struct assay_softmax *row,
                    mpfr_prec_t p)
{
  assay_softmax_evaluate (row, p);
  total_towards (lo, row, row->lo, 1, p, MPFR_RNDD);
  total_towards (hi, row, row->hi, 1, p, MPFR_RNDU);
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

enum assay_verdict
assay_softmax_sign_within (int *sign, const struct assay_softmax *row,
                           const mpq_t *c, mpfr_prec_t limit)
{
  size_t n = row->classes.count, first = 0, i;
  mpfr_t *lo, *hi, sum_lo, sum_hi;
  int found = 2;
  mpfr_prec_t p;

  while (first < n && mpq_sgn (c[first]) == 0)
    first++;
  if (first == n)
    found = 0;
  else
    found = common_sign (c, first, n);
  if (found != 2)
    {
      *sign = found;
      return ASSAY_HOLDS;
    }

  n -= first;
  lo = reals_new (n);
  hi = reals_new (n);
  mpfr_inits2 (MPFR_PREC_MIN, sum_lo, sum_hi, (mpfr_ptr) 0);
  for (p = 64; found == 2 && (limit == 0 || p <= limit); p *= 2)
    {
      /* Relative to the highest class that counts: its term is exact, and
         nothing but a true cancellation hides the sign.  */
      for (i = 0; i < n; i++)
        enclose_exponential (lo[i], hi[i], row, first, first + i, p);
      combine_towards (sum_lo, c + first, lo, hi, n, p, MPFR_RNDD);
      combine_towards (sum_hi, c + first, lo, hi, n, p, MPFR_RNDU);
      if (mpfr_sgn (sum_lo) > 0)
        found = 1;
      else if (mpfr_sgn (sum_hi) < 0)
        found = -1;
    }
  mpfr_clears (sum_lo, sum_hi, (mpfr_ptr) 0);
  reals_free (lo, n);
  reals_free (hi, n);
  if (found == 2)
    return ASSAY_OPEN;
  *sign = found;
  return ASSAY_HOLDS;
}

int
assay_softmax_sign (const struct assay_softmax *row, const mpq_t *c)
{
  int sign = 0;

  assay_softmax_sign_within (&sign, row, c, 0);
  return sign;
}
