/* leastsq.c -- least squares over the rationals, fraction-free */

#include "exact/leastsq.h"

#include <stdlib.h>

#include "base/memory.h"
#include "exact/rat.h"

void
assay_gram_init (struct assay_gram *gram, size_t m)
{
  gram->m = m;
  gram->points = 0;
  mpz_init_set_ui (gram->root, 1);
  mpz_inits (gram->lcm, gram->factor, NULL);
  gram->sums = assay_integers_new ((m + 1) * (m + 1));
  gram->row = assay_integers_new (m + 1);
}

void
assay_gram_clear (struct assay_gram *gram)
{
  mpz_clears (gram->root, gram->lcm, gram->factor, NULL);
  assay_integers_free (gram->sums, (gram->m + 1) * (gram->m + 1));
  assay_integers_free (gram->row, gram->m + 1);
}

/* Bring the sums over a denominator that DEN divides; gram->factor <- what
   the row over DEN is multiplied by.  */
static void
gram_widen (struct assay_gram *gram, mpz_srcptr den)
{
  size_t columns = gram->m + 1, a, b;

  if (mpz_divisible_p (den, gram->root))
    {
      mpz_divexact (gram->factor, den, gram->root);
      mpz_set (gram->lcm, den);
    }
  else
    {
      mpz_lcm (gram->lcm, den, gram->root);
      mpz_divexact (gram->factor, gram->lcm, gram->root);
    }
  if (mpz_cmp_ui (gram->factor, 1) != 0)
    {
      mpz_mul (gram->factor, gram->factor, gram->factor);
      for (a = 0; a < columns; a++)
        for (b = a; b < columns; b++)
          mpz_mul (gram->sums[a * columns + b], gram->sums[a * columns + b],
                   gram->factor);
    }
  mpz_swap (gram->root, gram->lcm);
  mpz_divexact (gram->factor, gram->root, den);
}

void
assay_gram_add (struct assay_gram *gram, const mpz_t *row, mpz_srcptr den)
{
  size_t columns = gram->m + 1, a, b;

  gram_widen (gram, den);
  if (mpz_cmp_ui (gram->factor, 1) != 0)
    {
      for (a = 0; a < columns; a++)
        mpz_mul (gram->row[a], row[a], gram->factor);
      row = gram->row;
    }
  for (a = 0; a < columns; a++)
    for (b = a; b < columns; b++)
      mpz_addmul (gram->sums[a * columns + b], row[a], row[b]);
  gram->points++;
}

void
assay_gram_add_rationals (struct assay_gram *gram, const mpq_t *row)
{
  size_t columns = gram->m + 1, a;
  mpz_t *integers = assay_integers_new (columns);
  mpz_t lcm;

  mpz_init (lcm);
  assay_rat_common_denominator (lcm, row, columns);
  for (a = 0; a < columns; a++)
    {
      mpz_divexact (integers[a], lcm, mpq_denref (row[a]));
      mpz_mul (integers[a], integers[a], mpq_numref (row[a]));
    }
  assay_gram_add (gram, integers, lcm);
  mpz_clear (lcm);
  assay_integers_free (integers, columns);
}

void
assay_fit_init (struct assay_fit *fit, size_t m)
{
  fit->m = m;
  fit->rank = 0;
  mpz_init_set_ui (fit->det, 1);
  fit->weights = assay_integers_new (m);
  mpq_init (fit->mse);
}

void
assay_fit_clear (struct assay_fit *fit)
{
  mpz_clear (fit->det);
  assay_integers_free (fit->weights, fit->m);
  mpq_clear (fit->mse);
}

/* The sums as a full symmetric matrix, to be freed by the caller.  */
static mpz_t *
full_matrix (const struct assay_gram *gram)
{
  size_t columns = gram->m + 1, a, b;
  mpz_t *full = assay_integers_new (columns * columns);

  for (a = 0; a < columns; a++)
    for (b = 0; b < columns; b++)
      mpz_set (full[a * columns + b],
               gram->sums[a < b ? a * columns + b : b * columns + a]);
  return full;
}

/* One step of fraction-free Gauss-Jordan elimination with the pivot (K, K):
   every other row i becomes (pivot * row i - entry (i, K) * row K) / LAST,
   exactly (Lemma B40).  */
static void
eliminate_column (mpz_t *z, size_t columns, size_t k, mpz_ptr last,
                  mpz_ptr term)
{
  mpz_srcptr pivot = z[k * columns + k];
  size_t i, j;

  for (i = 0; i < columns; i++)
    {
      mpz_ptr entry = z[i * columns + k];

      if (i == k)
        continue;
      for (j = 0; j < columns; j++)
        if (j != k)
          {
            mpz_mul (term, z[i * columns + j], pivot);
            mpz_submul (term, entry, z[k * columns + j]);
            mpz_divexact (z[i * columns + j], term, last);
          }
      mpz_set_ui (entry, 0);
    }
  mpz_set (last, pivot);
}

void
assay_leastsq_fit (struct assay_fit *fit, const struct assay_gram *gram)
{
  size_t m = gram->m, columns = m + 1, k;
  mpz_t *z = full_matrix (gram);
  char *used = assay_calloc (m, 1);
  mpz_t term;

  mpz_init (term);
  fit->rank = 0;
  mpz_set_ui (fit->det, 1);
  /* A zero on the diagonal belongs to a function that depends on those
     before it, and its whole row is zero (Lemma B44).  */
  for (k = 0; k < m; k++)
    if (mpz_sgn (z[k * columns + k]) != 0)
      {
        eliminate_column (z, columns, k, fit->det, term);
        used[k] = 1;
        fit->rank++;
      }
  for (k = 0; k < m; k++)
    if (used[k])
      mpz_swap (fit->weights[k], z[k * columns + m]);
    else
      mpz_set_ui (fit->weights[k], 0);
  mpz_swap (mpq_numref (fit->mse), z[m * columns + m]);
  mpz_mul (term, gram->root, gram->root);
  mpz_mul (term, term, fit->det);
  mpz_mul_ui (mpq_denref (fit->mse), term, gram->points);
  mpq_canonicalize (fit->mse);
  mpz_clear (term);
  free (used);
  assay_integers_free (z, columns * columns);
}

void
assay_leastsq_error (mpq_ptr mse, const struct assay_fit *fit,
                     const struct assay_gram *gram)
{
  size_t m = gram->m, columns = m + 1, a, b;
  mpz_t *v = assay_integers_new (columns);
  mpz_t sum, inner;

  mpz_inits (sum, inner, NULL);
  for (a = 0; a < m; a++)
    mpz_neg (v[a], fit->weights[a]);
  mpz_set (v[m], fit->det);
  /* v^T (upper triangle, off-diagonal twice) v.  */
  for (a = 0; a < columns; a++)
    {
      mpz_set_ui (inner, 0);
      for (b = a + 1; b < columns; b++)
        mpz_addmul (inner, v[b], gram->sums[a * columns + b]);
      mpz_mul_2exp (inner, inner, 1);
      mpz_addmul (inner, v[a], gram->sums[a * columns + a]);
      mpz_addmul (sum, inner, v[a]);
    }
  mpz_mul (inner, gram->root, fit->det);
  mpz_mul (inner, inner, inner);
  mpz_swap (mpq_numref (mse), sum);
  mpz_mul_ui (mpq_denref (mse), inner, gram->points);
  mpq_canonicalize (mse);
  mpz_clears (sum, inner, NULL);
  assay_integers_free (v, columns);
}

void
assay_fit_residual (mpz_ptr residual, const struct assay_fit *fit,
                    const mpz_t *row)
{
  size_t b;

  mpz_mul (residual, row[fit->m], fit->det);
  for (b = 0; b < fit->m; b++)
    mpz_submul (residual, row[b], fit->weights[b]);
}

void
assay_fit_weight (mpq_ptr w, const struct assay_fit *fit, size_t b)
{
  mpz_set (mpq_numref (w), fit->weights[b]);
  mpz_set (mpq_denref (w), fit->det);
  mpq_canonicalize (w);
}

unsigned long long
assay_leastsq_bits (const struct assay_gram *gram)
{
  size_t columns = gram->m + 1, a;
  unsigned long long bits = 0;

  /* A minor is at most the product of the diagonal entries (Lemma B44), a
     step forms products of two.  */
  for (a = 0; a < columns; a++)
    bits = assay_saturating_add (
      bits, 2 * mpz_sizeinbase (gram->sums[a * columns + a], 2));
  return assay_saturating_add (bits, 2 * mpz_sizeinbase (gram->root, 2));
}
