/* vec.h -- vectors and matrices of rationals */

#ifndef ASSAY_EXACT_VEC_H
#define ASSAY_EXACT_VEC_H

#include <gmp.h>
#include <stddef.h>

struct assay_vec
{
  mpq_t *at;
  size_t n;
};

/* Row by row: entry (i, j) is at[i * columns + j].  */
struct assay_matrix
{
  mpq_t *at;
  size_t rows;
  size_t columns;
};

/* All entries 0.  */
void assay_vec_init (struct assay_vec *v, size_t n);
void assay_vec_clear (struct assay_vec *v);
void assay_matrix_init (struct assay_matrix *m, size_t rows, size_t columns);
void assay_matrix_clear (struct assay_matrix *m);

mpq_ptr assay_matrix_entry (const struct assay_matrix *m, size_t row,
                            size_t column);

/* RESULT <- sum of a_i * b_i over N entries.  Exact.  RESULT may not be an
   entry of A or B.  */
void assay_rat_dot (mpq_ptr result, const mpq_t *a, const mpq_t *b,
                    size_t n);

/* LCM <- the least common multiple of the N denominators at V; 1 if none.  */
void assay_rat_common_denominator (mpz_ptr lcm, const mpq_t *v, size_t n);

#endif
