/* vec.c -- vectors and matrices of rationals */

#include "exact/vec.h"

#include "exact/rat.h"

void
assay_vec_init (struct assay_vec *v, size_t n)
{
  v->at = assay_rationals_new (n);
  v->n = n;
}

void
assay_vec_clear (struct assay_vec *v)
{
  assay_rationals_free (v->at, v->n);
  v->at = NULL;
  v->n = 0;
}

void
assay_matrix_init (struct assay_matrix *m, size_t rows, size_t columns)
{
  m->at = assay_rationals_new (rows * columns);
  m->rows = rows;
  m->columns = columns;
}

void
assay_matrix_clear (struct assay_matrix *m)
{
  assay_rationals_free (m->at, m->rows * m->columns);
  m->at = NULL;
  m->rows = m->columns = 0;
}

mpq_ptr
assay_matrix_entry (const struct assay_matrix *m, size_t row, size_t column)
{
  return m->at[row * m->columns + column];
}

void
assay_rat_dot (mpq_ptr result, const mpq_t *a, const mpq_t *b, size_t n)
{
  mpq_t term;
  size_t i;

  mpq_init (term);
  mpq_set_ui (result, 0, 1);
  for (i = 0; i < n; i++)
    {
      mpq_mul (term, a[i], b[i]);
      mpq_add (result, result, term);
    }
  mpq_clear (term);
}

void
assay_rat_common_denominator (mpz_ptr lcm, const mpq_t *v, size_t n)
{
  size_t i;

  mpz_set_ui (lcm, 1);
  for (i = 0; i < n; i++)
    mpz_lcm (lcm, lcm, mpq_denref (v[i]));
}
