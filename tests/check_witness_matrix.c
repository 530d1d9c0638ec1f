/* check_witness_matrix.c -- how sharp the lemmas about matrices are

   B40 to B44 of doc/bounds.md, as in check_witness.c.  */

#include <stdlib.h>

#include "exact/jordan.h"
#include "exact/leastsq.h"
#include "exact/matrix.h"
#include "exact/rat.h"
#include "testing.h"

enum { ORDER = 3 };

/* A step of B40 with the pivot (N, N) for the rows below, LAST the last
   pivot, or 1.  Whether every division is exact also by LAST * FURTHER.  */
static int
eliminate (long z[ORDER][ORDER], int n, long last, long further)
{
  int i, j, exact = 1;

  for (i = n + 1; i < ORDER; i++)
    {
      long head = z[i][n];

      for (j = n; j < ORDER; j++)
        {
          long top = z[n][n] * z[i][j] - head * z[n][j];

          ck_assert (top % last == 0);
          exact = exact && top % (last * further) == 0;
          z[i][j] = top / last;
        }
    }
  return exact;
}

/* B40.  The last pivot is all that divides: of determinant 1, a matrix ends
   with the quotient 5/5.  Hadamard's matrix has the largest minors.  */
START_TEST (elimination_divides_by_the_last_pivot_and_no_more)
{
  long z[ORDER][ORDER] = { { 5, 2, 1 }, { 2, 1, 1 }, { 1, 1, 3 } };
  long circulant[ORDER][ORDER] = { { 3, 1, 1 }, { 1, 3, 1 }, { 1, 1, 3 } };
  static const signed char signs[16]
    = { 1, 1, 1, 1, 1, -1, 1, -1, 1, 1, -1, -1, 1, -1, -1, 1 };
  struct assay_matrix hadamard;
  mpq_t determinant;
  size_t i;

  eliminate (z, 0, 1, 1);
  ck_assert_int_eq (z[1][1] * z[2][2] - z[1][2] * z[2][1], 5);
  ck_assert (!eliminate (z, 1, 5, 2));
  ck_assert_int_eq (z[2][2], 1);
  eliminate (circulant, 0, 1, 1);
  ck_assert (!eliminate (circulant, 1, 3, 3));
  ck_assert_int_eq (circulant[2][2], 20);
  mpq_init (determinant);
  assay_matrix_init (&hadamard, 4, 4);
  for (i = 0; i < 16; i++)
    mpq_set_si (hadamard.at[i], signs[i], 1);
  assay_matrix_determinant (determinant, &hadamard);
  testing_assert_rational (determinant, "16");
  assay_matrix_clear (&hadamard);
  mpq_clear (determinant);
}
END_TEST

/* ---- the Jordan block ---- */

enum { W = ASSAY_JORDAN_WIDTH };

/* The rotor 3/5 + 4/5 i, the damping R / 10, the shear ETA / 2, L = 8.  */
static void
block_set (struct assay_jordan *block, long r, long eta)
{
  struct assay_ctx ctx;
  mpq_t c, s, damping, shear, length;

  assay_ctx_init (&ctx);
  mpq_inits (c, s, damping, shear, length, NULL);
  mpq_set_si (c, 3, 5);
  mpq_set_si (s, 4, 5);
  mpq_set_si (damping, r, 10);
  mpq_canonicalize (damping);
  mpq_set_si (shear, eta, 2);
  mpq_canonicalize (shear);
  mpq_set_si (length, 8, 1);
  assay_jordan_init (block);
  ck_assert_int_eq (assay_jordan_set (block, c, s, damping, shear, length,
                                      &ctx), ASSAY_OK);
  mpq_clears (c, s, damping, shear, length, NULL);
}

/* Whether the same G(p) on both sides scores (3, 0) and (4, 1) alike.  */
static int
shared_transform_is_relative (const struct assay_jordan *block)
{
  static const long components[2 * W] = { 1, 2, -1, 1, 2, 0, 1, -1 };
  mpq_t *v = assay_rationals_new (2 * W), score[2];
  struct assay_ctx ctx;
  size_t i;
  int same;

  assay_ctx_init (&ctx);
  for (i = 0; i < 2 * W; i++)
    mpq_set_si (v[i], components[i], 1);
  for (i = 0; i < 2; i++)
    {
      mpq_init (score[i]);
      ck_assert_int_eq (
        assay_jordan_faulty_score (score[i], block,
                                   ASSAY_JORDAN_SHARED_TRANSFORM, v,
                                   3 + (long) i, v + W, (long) i, &ctx),
        ASSAY_OK);
    }
  same = mpq_equal (score[0], score[1]);
  mpq_clears (score[0], score[1], NULL);
  assay_rationals_free (v, 2 * W);
  return same;
}

/* B41.  The inverse transpose is needed as soon as the maps are not
   orthogonal: with a shear, or with a damping.  */
START_TEST (one_transform_for_both_is_relative_when_orthogonal_alone)
{
  static const struct { long r, eta; int relative; } cases[]
    = { { 10, 0, 1 }, { 10, 1, 0 }, { 9, 0, 0 }, { 9, 1, 0 } };
  struct assay_jordan block;
  size_t i;

  for (i = 0; i < sizeof cases / sizeof cases[0]; i++)
    {
      block_set (&block, cases[i].r, cases[i].eta);
      ck_assert_int_eq (shared_transform_is_relative (&block),
                        cases[i].relative);
      assay_jordan_clear (&block);
    }
}
END_TEST

/* S <- the bounded operator of the lag D.  */
static void
bounded (struct assay_matrix *s, const struct assay_jordan *block, long d)
{
  struct assay_ctx ctx;

  assay_ctx_init (&ctx);
  assay_matrix_init (s, W, W);
  ck_assert_int_eq (assay_jordan_matrix (s, block, ASSAY_JORDAN_BOUNDED, d, 0,
                                         &ctx), ASSAY_OK);
}

/* Whether S(1) S(1) = S(2).  */
static int
bounded_is_a_group (const struct assay_jordan *block)
{
  struct assay_matrix one, two, square;
  int same;

  bounded (&one, block, 1);
  bounded (&two, block, 2);
  assay_matrix_init (&square, W, W);
  assay_matrix_multiply (&square, &one, &one);
  same = assay_matrix_equal (&square, &two);
  assay_matrix_clear (&one);
  assay_matrix_clear (&two);
  assay_matrix_clear (&square);
  return same;
}

/* B42.  Of lags of two signs the defect may be 0 or negative; without a shear
   nothing breaks; far out the defect comes near L.  */
START_TEST (defect_is_positive_for_lags_of_one_sign_alone)
{
  struct assay_jordan block;
  mpq_t defect;

  mpq_init (defect);
  block_set (&block, 9, 1);
  assay_jordan_defect (defect, &block, 1, 1);
  testing_assert_rational (defect, "8/45");
  assay_jordan_defect (defect, &block, 5, -5);
  testing_assert_rational (defect, "0");
  assay_jordan_defect (defect, &block, 5, -2);
  ck_assert_int_eq (mpq_sgn (defect), -1);
  assay_jordan_defect (defect, &block, 80000, 80000);
  ck_assert (mpq_cmp_si (defect, 8, 1) < 0);
  ck_assert (mpq_cmp_si (defect, 7998, 1000) > 0);
  ck_assert (!bounded_is_a_group (&block));
  assay_jordan_clear (&block);
  block_set (&block, 9, 0);
  ck_assert (bounded_is_a_group (&block));
  assay_jordan_clear (&block);
  mpq_clear (defect);
}
END_TEST

/* The rank of the shear VARIANT on T/2 <= i < T, 0 <= j < T/2 = HALF.  */
static size_t
rank_of (const struct assay_jordan *block, enum assay_jordan_variant variant,
         size_t half)
{
  struct assay_matrix shear;
  size_t i, j, rank;

  assay_matrix_init (&shear, half, half);
  for (i = 0; i < half; i++)
    for (j = 0; j < half; j++)
      assay_jordan_shear (assay_matrix_entry (&shear, i, j), block, variant,
                          (long) (half + i), (long) j);
  rank = assay_matrix_rank (&shear);
  assay_matrix_clear (&shear);
  return rank;
}

/* B43 (b).  The rank is T/2, which is also the width that always suffices;
   the shear that is not bounded, and that of two positions, has rank 2.  */
START_TEST (bounded_shear_has_full_rank)
{
  struct assay_jordan block;
  size_t half;

  block_set (&block, 9, 1);
  for (half = 1; half <= 16; half++)
    {
      ck_assert_uint_eq (rank_of (&block, ASSAY_JORDAN_BOUNDED, half), half);
      ck_assert_uint_eq (rank_of (&block, ASSAY_JORDAN_EXACT, half),
                         half < 2 ? half : 2);
      ck_assert_uint_eq (rank_of (&block, ASSAY_JORDAN_BOUNDED_POSITIONS,
                                  half), half < 2 ? half : 2);
    }
  assay_jordan_clear (&block);
}
END_TEST

/* B43 (a).  Two positions have factors: F(0) = H(0) = 1, F(1)^T = S(1) and
   H(1) its inverse.  The third asks for S(2) = S(1) S(1).  */
START_TEST (bounded_shear_of_two_positions_has_factors)
{
  struct assay_matrix f, h, product, identity;
  struct assay_jordan block;

  block_set (&block, 9, 1);
  bounded (&f, &block, 1);
  bounded (&identity, &block, 0);
  assay_matrix_init (&h, W, W);
  assay_matrix_init (&product, W, W);
  ck_assert_int_eq (assay_matrix_invert (&h, &f), 1);
  assay_matrix_multiply (&product, &f, &h);
  ck_assert (assay_matrix_equal (&product, &identity));
  ck_assert (!bounded_is_a_group (&block));
  assay_matrix_clear (&f);
  assay_matrix_clear (&h);
  assay_matrix_clear (&product);
  assay_matrix_clear (&identity);
  assay_jordan_clear (&block);
}
END_TEST

/* ---- least squares ---- */

/* B44.  Orthogonal functions reach the bound: three of square 4 end with the
   entry 64.  */
START_TEST (orthogonal_integer_functions_reach_the_product)
{
  static const long rows[4][3]
    = { { 1, 1, 1 }, { 1, -1, 1 }, { 1, 1, -1 }, { 1, -1, -1 } };
  struct assay_gram gram;
  struct assay_fit fit;
  mpz_t *row = calloc (3, sizeof *row), one;
  mpq_t entry;
  size_t i, k;

  mpz_init_set_ui (one, 1);
  mpq_init (entry);
  for (k = 0; k < 3; k++)
    mpz_init (row[k]);
  assay_gram_init (&gram, 2);
  assay_fit_init (&fit, 2);
  for (i = 0; i < 4; i++)
    {
      for (k = 0; k < 3; k++)
        mpz_set_si (row[k], rows[i][k]);
      assay_gram_add (&gram, (const mpz_t *) row, one);
    }
  assay_leastsq_fit (&fit, &gram);
  /* mse = entry / last pivot / points.  */
  mpq_set_z (entry, fit.det);
  mpq_mul (entry, entry, fit.mse);
  mpq_mul_2exp (entry, entry, 2);
  testing_assert_rational (entry, "64");
  for (k = 0; k < 3; k++)
    ck_assert (mpz_cmp_ui (gram.sums[k * 3 + k], 4) == 0);
  for (k = 0; k < 3; k++)
    mpz_clear (row[k]);
  free (row);
  mpz_clear (one);
  mpq_clear (entry);
  assay_fit_clear (&fit);
  assay_gram_clear (&gram);
}
END_TEST

int
main (void)
{
  Suite *suite = suite_create ("witness_matrix");
  TCase *matrices = tcase_create ("matrices");

  tcase_add_test (matrices,
                  elimination_divides_by_the_last_pivot_and_no_more);
  tcase_add_test (matrices,
                  one_transform_for_both_is_relative_when_orthogonal_alone);
  tcase_add_test (matrices, defect_is_positive_for_lags_of_one_sign_alone);
  tcase_add_test (matrices, bounded_shear_has_full_rank);
  tcase_add_test (matrices, bounded_shear_of_two_positions_has_factors);
  tcase_add_test (matrices, orthogonal_integer_functions_reach_the_product);
  suite_add_tcase (suite, matrices);
  return testing_run (suite);
}
