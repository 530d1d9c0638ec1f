/* leastsq.h -- least squares over the rationals, fraction-free

   A problem is a list of rows (f_1, ..., f_m, y): m basis functions and the
   target at one point.  Only the sums of products of a row's entries are
   kept, as integers over one common denominator, so rows need not be.  */

#ifndef ASSAY_EXACT_LEASTSQ_H
#define ASSAY_EXACT_LEASTSQ_H

#include "base/ctx.h"
#include "exact/vec.h"

/* The (m+1) x (m+1) matrix of the sums of products, column m the target:
   entry (a, b) is sums[a * (m + 1) + b] / root^2 for a <= b; the entries
   below the diagonal are not kept.  */
struct assay_gram
{
  size_t m;
  unsigned long points;
  mpz_t root;                   /* > 0 */
  mpz_t *sums;
  mpz_t lcm, factor;            /* scratch */
  mpz_t *row;                   /* scratch, m + 1 entries */
};

/* No rows yet.  */
void assay_gram_init (struct assay_gram *gram, size_t m);
void assay_gram_clear (struct assay_gram *gram);

/* One more row: ROW's m + 1 integers over the denominator DEN > 0.  Exact;
   cheapest when each DEN is a multiple of the last.  */
void assay_gram_add (struct assay_gram *gram, const mpz_t *row,
                     mpz_srcptr den);

/* One more row of m + 1 canonical rationals.  */
void assay_gram_add_rationals (struct assay_gram *gram, const mpq_t *row);

/* The weights n_b / det that make the sum of (y - sum of w_b f_b)^2 least,
   det > 0.  */
struct assay_fit
{
  size_t m;
  size_t rank;                  /* of the basis on the points */
  mpz_t det;
  mpz_t *weights;               /* m of them */
  mpq_t mse;                    /* the least mean, canonical */
};

void assay_fit_init (struct assay_fit *fit, size_t m);
void assay_fit_clear (struct assay_fit *fit);

/* FIT <- the least squares of GRAM, which has the same m and at least one
   row.  Exact: fraction-free elimination of the normal equations, whose last
   pivot is the residual (Lemma B44).  A function that depends on those before
   it gets the weight 0; the mean is least all the same.  */
void assay_leastsq_fit (struct assay_fit *fit, const struct assay_gram *gram);

/* MSE <- the mean over GRAM's points of the squared error of FIT's weights,
   canonical: on other points than the fit's, its extrapolation error.  */
void assay_leastsq_error (mpq_ptr mse, const struct assay_fit *fit,
                          const struct assay_gram *gram);

/* RESIDUAL <- det times (y - sum of w_b f_b) times the row's denominator, for
   a row as in assay_gram_add.  The integer is 0 iff the fit is exact
   there.  */
void assay_fit_residual (mpz_ptr residual, const struct assay_fit *fit,
                         const mpz_t *row);

/* W <- weight B, canonical.  */
void assay_fit_weight (mpq_ptr w, const struct assay_fit *fit, size_t b);

/* An upper bound, saturating, of the bits of the integers that
   assay_leastsq_fit forms from GRAM.  */
unsigned long long assay_leastsq_bits (const struct assay_gram *gram);

#endif
