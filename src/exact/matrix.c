/* matrix.c -- products, determinant, rank and inverse of rational matrices */

#include "exact/matrix.h"

#include "base/memory.h"
#include "exact/rat.h"

void
assay_matrix_set_identity (struct assay_matrix *m)
{
  size_t i, j;

  for (i = 0; i < m->rows; i++)
    for (j = 0; j < m->columns; j++)
      mpq_set_ui (assay_matrix_entry (m, i, j), i == j, 1);
}

void
assay_matrix_multiply (struct assay_matrix *product,
                       const struct assay_matrix *a,
                       const struct assay_matrix *b)
{
  size_t i, j, k;
  mpq_t term;

  mpq_init (term);
  for (i = 0; i < a->rows; i++)
    for (j = 0; j < b->columns; j++)
      {
        mpq_ptr sum = assay_matrix_entry (product, i, j);

        mpq_set_ui (sum, 0, 1);
        for (k = 0; k < a->columns; k++)
          {
            mpq_mul (term, assay_matrix_entry (a, i, k),
                     assay_matrix_entry (b, k, j));
            mpq_add (sum, sum, term);
          }
      }
  mpq_clear (term);
}

void
assay_matrix_transpose (struct assay_matrix *result,
                        const struct assay_matrix *a)
{
  size_t i, j;

  for (i = 0; i < a->rows; i++)
    for (j = 0; j < a->columns; j++)
      mpq_set (assay_matrix_entry (result, j, i),
               assay_matrix_entry (a, i, j));
}

void
assay_matrix_subtract (struct assay_matrix *result,
                       const struct assay_matrix *a,
                       const struct assay_matrix *b)
{
  size_t i;

  for (i = 0; i < a->rows * a->columns; i++)
    mpq_sub (result->at[i], a->at[i], b->at[i]);
}

void
assay_matrix_apply (mpq_t *result, const struct assay_matrix *m,
                    const mpq_t *v)
{
  size_t i;

  for (i = 0; i < m->rows; i++)
    assay_rat_dot (result[i], v, m->at + i * m->columns, m->columns);
}

int
assay_matrix_equal (const struct assay_matrix *a,
                    const struct assay_matrix *b)
{
  size_t i;

  for (i = 0; i < a->rows * a->columns; i++)
    if (!mpq_equal (a->at[i], b->at[i]))
      return 0;
  return 1;
}

/* A matrix of integers; M of the rationals with every row multiplied by its
   common denominator.  */
struct integers
{
  size_t rows, columns;
  mpz_t *at;
};

static mpz_ptr
integer (const struct integers *m, size_t row, size_t column)
{
  return m->at[row * m->columns + column];
}

/* SCALE <- the product of the rows' common denominators.  */
static void
integers_init (struct integers *z, mpz_ptr scale,
               const struct assay_matrix *m)
{
  size_t i, j;
  mpz_t lcm;

  mpz_init (lcm);
  mpz_set_ui (scale, 1);
  z->rows = m->rows;
  z->columns = m->columns;
  z->at = assay_calloc (m->rows * m->columns, sizeof *z->at);
  for (i = 0; i < m->rows; i++)
    {
      assay_rat_common_denominator (lcm, m->at + i * m->columns, m->columns);
      mpz_mul (scale, scale, lcm);
      for (j = 0; j < m->columns; j++)
        {
          mpq_srcptr entry = assay_matrix_entry (m, i, j);

          mpz_init (integer (z, i, j));
          mpz_divexact (integer (z, i, j), lcm, mpq_denref (entry));
          mpz_mul (integer (z, i, j), integer (z, i, j), mpq_numref (entry));
        }
    }
  mpz_clear (lcm);
}

/* Bring a nonzero entry of COLUMN at or below row RANK to row RANK: 1 when it
   stood there, -1 after an exchange of rows, 0 when there is none.  */
static int
find_pivot (struct integers *z, size_t rank, size_t column)
{
  size_t i, j;

  for (i = rank; i < z->rows; i++)
    if (mpz_sgn (integer (z, i, column)) != 0)
      {
        for (j = 0; i != rank && j < z->columns; j++)
          mpz_swap (integer (z, i, j), integer (z, rank, j));
        return i == rank ? 1 : -1;
      }
  return 0;
}

/* Fraction-free elimination (Lemma B40).  Returns the rank; LAST <- the last
   pivot, with the sign of the row exchanges, which is the determinant when
   the rank is full.  */
static size_t
eliminate (mpz_ptr last, struct integers *z)
{
  size_t rank = 0, column, i, j;
  int sign = 1, found;
  mpz_t term;

  mpz_init (term);
  mpz_set_ui (last, 1);
  for (column = 0; column < z->columns && rank < z->rows; column++)
    {
      found = find_pivot (z, rank, column);
      if (found == 0)
        continue;
      sign *= found;
      for (i = rank + 1; i < z->rows; i++)
        {
          for (j = column + 1; j < z->columns; j++)
            {
              mpz_mul (term, integer (z, i, j), integer (z, rank, column));
              mpz_submul (term, integer (z, i, column),
                          integer (z, rank, j));
              mpz_divexact (integer (z, i, j), term, last);
            }
          mpz_set_ui (integer (z, i, column), 0);
        }
      mpz_set (last, integer (z, rank, column));
      rank++;
    }
  if (sign < 0)
    mpz_neg (last, last);
  mpz_clear (term);
  return rank;
}

void
assay_matrix_determinant (mpq_ptr determinant, const struct assay_matrix *m)
{
  struct integers z;
  size_t rank;

  integers_init (&z, mpq_denref (determinant), m);
  rank = eliminate (mpq_numref (determinant), &z);
  if (rank < m->rows)
    mpz_set_ui (mpq_numref (determinant), 0);
  mpq_canonicalize (determinant);
  assay_integers_free (z.at, z.rows * z.columns);
}

size_t
assay_matrix_rank (const struct assay_matrix *m)
{
  mpz_t last, scale;
  struct integers z;
  size_t rank;

  mpz_inits (last, scale, NULL);
  integers_init (&z, scale, m);
  rank = eliminate (last, &z);
  assay_integers_free (z.at, z.rows * z.columns);
  mpz_clears (last, scale, NULL);
  return rank;
}

/* ROW of M and of N: the multiple FACTOR of row FROM subtracted.  */
static void
subtract_row (struct assay_matrix *m, size_t row, mpq_srcptr factor,
              size_t from)
{
  mpq_t term;
  size_t j;

  mpq_init (term);
  for (j = 0; j < m->columns; j++)
    {
      mpq_mul (term, factor, assay_matrix_entry (m, from, j));
      mpq_sub (assay_matrix_entry (m, row, j), assay_matrix_entry (m, row, j),
               term);
    }
  mpq_clear (term);
}

/* Make entry (column, column) of M one and the rest of the column zero by row
   operations, done to INVERSE as well; 0 when the column has no pivot.  */
static int
clear_column (struct assay_matrix *m, struct assay_matrix *inverse,
              size_t column)
{
  size_t pivot = column, i, j;
  mpq_t factor;

  while (pivot < m->rows && mpq_sgn (assay_matrix_entry (m, pivot, column))
         == 0)
    pivot++;
  if (pivot == m->rows)
    return 0;
  mpq_init (factor);
  mpq_inv (factor, assay_matrix_entry (m, pivot, column));
  for (j = 0; j < m->columns; j++)
    {
      mpq_swap (assay_matrix_entry (m, pivot, j),
                assay_matrix_entry (m, column, j));
      mpq_swap (assay_matrix_entry (inverse, pivot, j),
                assay_matrix_entry (inverse, column, j));
      mpq_mul (assay_matrix_entry (m, column, j), factor,
               assay_matrix_entry (m, column, j));
      mpq_mul (assay_matrix_entry (inverse, column, j), factor,
               assay_matrix_entry (inverse, column, j));
    }
  for (i = 0; i < m->rows; i++)
    if (i != column)
      {
        mpq_set (factor, assay_matrix_entry (m, i, column));
        subtract_row (m, i, factor, column);
        subtract_row (inverse, i, factor, column);
      }
  mpq_clear (factor);
  return 1;
}

int
assay_matrix_invert (struct assay_matrix *inverse,
                     const struct assay_matrix *m)
{
  struct assay_matrix work;
  int invertible = 1;
  size_t i;

  assay_matrix_init (&work, m->rows, m->columns);
  for (i = 0; i < m->rows * m->columns; i++)
    mpq_set (work.at[i], m->at[i]);
  assay_matrix_set_identity (inverse);
  for (i = 0; i < m->rows && invertible; i++)
    invertible = clear_column (&work, inverse, i);
  assay_matrix_clear (&work);
  return invertible;
}
