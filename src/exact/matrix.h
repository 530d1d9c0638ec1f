/* matrix.h -- products, determinant, rank and inverse of rational matrices */

#ifndef ASSAY_EXACT_MATRIX_H
#define ASSAY_EXACT_MATRIX_H

#include "exact/vec.h"

/* M, which is square, becomes the identity.  */
void assay_matrix_set_identity (struct assay_matrix *m);

/* PRODUCT <- A B.  PRODUCT has A's rows and B's columns and is neither A nor
   B; A has as many columns as B rows.  Exact.  */
void assay_matrix_multiply (struct assay_matrix *product,
                            const struct assay_matrix *a,
                            const struct assay_matrix *b);

/* RESULT <- A transposed; RESULT is not A.  */
void assay_matrix_transpose (struct assay_matrix *result,
                             const struct assay_matrix *a);

/* RESULT <- A - B, all of one shape; RESULT may be A or B.  */
void assay_matrix_subtract (struct assay_matrix *result,
                            const struct assay_matrix *a,
                            const struct assay_matrix *b);

/* RESULT <- M V, M.rows entries from M.columns; RESULT is not V.  */
void assay_matrix_apply (mpq_t *result, const struct assay_matrix *m,
                         const mpq_t *v);

/* Whether A and B, of one shape, have the same entries.  */
int assay_matrix_equal (const struct assay_matrix *a,
                        const struct assay_matrix *b);

/* DETERMINANT <- that of the square M; 1 when M has no rows.  Fraction-free
   elimination over the integers (Lemma B40).  */
void assay_matrix_determinant (mpq_ptr determinant,
                               const struct assay_matrix *m);

/* The rank of M.  Exact.  */
size_t assay_matrix_rank (const struct assay_matrix *m);

/* INVERSE <- that of the square M and 1; 0 and INVERSE undefined when M is
   singular.  INVERSE is not M.  */
int assay_matrix_invert (struct assay_matrix *inverse,
                         const struct assay_matrix *m);

#endif
