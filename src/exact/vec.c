/* vec.c -- vectors and matrices of rationals */

#include "exact/vec.h"

#include <stdlib.h>

#include "base/memory.h"

static mpq_t *
entries_init (size_t n)
{
  mpq_t *at = assay_calloc (n, sizeof *at);
  size_t i;

  for (i = 0; i < n; i++)
    mpq_init (at[i]);
  return at;
}

static void
entries_clear (mpq_t *at, size_t n)
{
  size_t i;

  for (i = 0; i < n; i++)
    mpq_clear (at[i]);
  free (at);
}

void
assay_vec_init (struct assay_vec *v, size_t n)
{
  v->at = entries_init (n);
  v->n = n;
}

void
assay_vec_clear (struct assay_vec *v)
{
  entries_clear (v->at, v->n);
  v->at = NULL;
  v->n = 0;
}

void
assay_matrix_init (struct assay_matrix *m, size_t rows, size_t columns)
{
  m->at = entries_init (rows * columns);
  m->rows = rows;
  m->columns = columns;
}

void
assay_matrix_clear (struct assay_matrix *m)
{
  entries_clear (m->at, m->rows * m->columns);
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
