/* jordan_rope_shear.c -- checks of the wrong actions and of the variants */

#include "exact/matrix.h"
#include "lessons/jordan_rope_parts.h"

enum { W = ASSAY_JORDAN_WIDTH };

enum assay_verdict
assay_jordan_sign_trap (const struct assay_jordan_rope *r)
{
  struct assay_jordan_example e;
  mpq_t reversed;
  int holds = 1;
  long i, j;
  size_t n;

  mpq_init (reversed);
  assay_jordan_example_init (&e, 9, 10);
  for (n = 0; n < 3; n++)
    holds = holds && mpq_cmp_si (r->contragredient.at[4 * n + 3], -1228, 729)
                     == 0;
  /* It is the pure score of the lag with the other sign.  */
  for (i = 0; i <= 8; i++)
    for (j = 0; j <= i; j++)
      {
        mpq_t swapped;

        mpq_init (swapped);
        assay_jordan_faulty_score (reversed, &e.block,
                                   ASSAY_JORDAN_SIGN_REVERSED, e.q.at, i,
                                   e.k.at, j, &e.ctx);
        assay_jordan_score (swapped, &e.block, ASSAY_JORDAN_EXACT, e.q.at, j,
                            e.k.at, i, &e.ctx);
        holds = holds && mpq_equal (reversed, swapped);
        mpq_clear (swapped);
      }
  assay_jordan_example_clear (&e);
  mpq_clear (reversed);
  return assay_verdict_of (holds);
}

/* EXPECTED <- r^(i+j) [R, eta j R; eta i R, (1 + eta^2 i j) R] with R =
   R^(j-i): section 4's formula for G(i)^T G(j).  */
static void
shared_formula (struct assay_matrix *expected, struct assay_jordan_example *e,
                long i, long j)
{
  struct assay_matrix turned;
  mpq_t factor[4], term;
  size_t a, b;

  assay_matrix_init (&turned, W, W);
  for (a = 0; a < 4; a++)
    mpq_init (factor[a]);
  mpq_init (term);
  mpq_set_ui (factor[0], 1, 1);
  mpq_set_si (factor[1], j, 1);
  mpq_mul (factor[1], factor[1], e->block.eta);
  mpq_set_si (factor[2], i, 1);
  mpq_mul (factor[2], factor[2], e->block.eta);
  mpq_mul (factor[3], factor[1], factor[2]);
  mpq_add (factor[3], factor[3], factor[0]);
  /* The upper left block of G(j - i) is r^(j-i) R^(j-i); r^(2i) is left.  */
  assay_jordan_matrix (&turned, &e->block, ASSAY_JORDAN_EXACT, j, i,
                       &e->ctx);
  mpq_set_ui (term, 1, 1);
  for (a = 0; a < 2 * (size_t) i; a++)
    mpq_mul (term, term, e->block.damping);
  for (a = 0; a < W; a++)
    for (b = 0; b < W; b++)
      {
        mpq_ptr at = assay_matrix_entry (expected, a, b);

        mpq_mul (at, assay_matrix_entry (&turned, a % 2, b % 2), term);
        mpq_mul (at, at, factor[2 * (a / 2) + b / 2]);
      }
  for (a = 0; a < 4; a++)
    mpq_clear (factor[a]);
  mpq_clear (term);
  assay_matrix_clear (&turned);
}

enum assay_verdict
assay_jordan_shared_formula (const struct assay_jordan_rope *r)
{
  static const long equal_positions[4] = { 0, -2, -5, -9 };
  struct assay_matrix left, transposed, right, product, expected;
  struct assay_jordan_example e;
  int holds = 1;
  long i, j;

  assay_jordan_example_init (&e, 9, 10);
  assay_matrix_init (&left, W, W);
  assay_matrix_init (&transposed, W, W);
  assay_matrix_init (&right, W, W);
  assay_matrix_init (&product, W, W);
  assay_matrix_init (&expected, W, W);
  for (i = 0; i <= 4; i++)
    for (j = 0; j <= 4; j++)
      {
        assay_jordan_matrix (&left, &e.block, ASSAY_JORDAN_EXACT, i, 0,
                             &e.ctx);
        assay_jordan_matrix (&right, &e.block, ASSAY_JORDAN_EXACT, j, 0,
                             &e.ctx);
        assay_matrix_transpose (&transposed, &left);
        assay_matrix_multiply (&product, &transposed, &right);
        shared_formula (&expected, &e, i, j);
        holds = holds && assay_matrix_equal (&product, &expected);
      }
  for (i = 0; i < 4; i++)
    holds = holds
            && mpq_cmp_si (r->shared.at[2 * i], equal_positions[i], 1) == 0
            && mpq_sgn (r->shared.at[2 * i + 1]) == 0;
  assay_matrix_clear (&left);
  assay_matrix_clear (&transposed);
  assay_matrix_clear (&right);
  assay_matrix_clear (&product);
  assay_matrix_clear (&expected);
  assay_jordan_example_clear (&e);
  return assay_verdict_of (holds);
}

/* EXPECTED <- L a b (2L + a + b) / ((L+a)(L+b)(L+a+b)).  */
static void
defect_formula (mpq_ptr expected, unsigned long L, unsigned long a,
                unsigned long b)
{
  mpz_set_ui (mpq_numref (expected), L);
  mpz_mul_ui (mpq_numref (expected), mpq_numref (expected), a);
  mpz_mul_ui (mpq_numref (expected), mpq_numref (expected), b);
  mpz_mul_ui (mpq_numref (expected), mpq_numref (expected), 2 * L + a + b);
  mpz_set_ui (mpq_denref (expected), L + a);
  mpz_mul_ui (mpq_denref (expected), mpq_denref (expected), L + b);
  mpz_mul_ui (mpq_denref (expected), mpq_denref (expected), L + a + b);
  mpq_canonicalize (expected);
}

enum assay_verdict
assay_jordan_tau (const struct assay_jordan_rope *r)
{
  static const unsigned long lengths[] = { 1, 8, 16, 1024 };
  struct assay_jordan_example e;
  mpq_t expected, defect;
  unsigned long a, b;
  int holds;
  size_t n;

  mpq_inits (expected, defect, NULL);
  assay_jordan_example_init (&e, 9, 10);
  holds = mpq_sgn (r->tau.at[0]) == 0 && mpq_cmp_si (r->tau.at[8], 4, 1) == 0
          && mpq_cmp_si (r->tau.at[9], 8, 45) == 0;
  for (n = 0; n < sizeof lengths / sizeof lengths[0]; n++)
    {
      mpq_set_ui (e.block.length, lengths[n], 1);
      for (a = 1; a <= 16; a++)
        for (b = 1; b <= 16; b++)
          {
            assay_jordan_defect (defect, &e.block, (long) a, (long) b);
            defect_formula (expected, lengths[n], a, b);
            holds = holds && mpq_equal (defect, expected)
                    && mpq_sgn (defect) > 0;
          }
    }
  assay_jordan_example_clear (&e);
  mpq_clears (expected, defect, NULL);
  return assay_verdict_of (holds);
}

/* S(1) S(1) - S(2) of the bounded shear, L = 8: the published block stands at
   the upper right, and nothing else is left.  */
enum assay_verdict
assay_jordan_bounded_defect (void)
{
  static const long block[2][2] = { { -63, -216 }, { 216, -63 } };
  struct assay_matrix one, two, difference;
  struct assay_jordan_example e;
  int holds = 1;
  size_t i, j;

  assay_jordan_example_init (&e, 9, 10);
  assay_matrix_init (&one, W, W);
  assay_matrix_init (&two, W, W);
  assay_matrix_init (&difference, W, W);
  assay_jordan_matrix (&one, &e.block, ASSAY_JORDAN_BOUNDED, 1, 0, &e.ctx);
  assay_jordan_matrix (&two, &e.block, ASSAY_JORDAN_BOUNDED, 2, 0, &e.ctx);
  assay_matrix_multiply (&difference, &one, &one);
  assay_matrix_subtract (&difference, &difference, &two);
  for (i = 0; i < W; i++)
    for (j = 0; j < W; j++)
      {
        long expected = i < 2 && j >= 2 ? block[i][j - 2] : 0;

        holds = holds && mpq_cmp_si (assay_matrix_entry (&difference, i, j),
                                     expected, 3125) == 0;
      }
  assay_matrix_clear (&one);
  assay_matrix_clear (&two);
  assay_matrix_clear (&difference);
  assay_jordan_example_clear (&e);
  return assay_verdict_of (holds);
}

/* The rank of tau (i - j) on T/2 <= i < T, 0 <= j < T/2.  */
static size_t
rank_of_shear (struct assay_jordan_example *e, size_t t)
{
  size_t half = t / 2, i, j, rank;
  struct assay_matrix block;

  assay_matrix_init (&block, half, half);
  for (i = 0; i < half; i++)
    for (j = 0; j < half; j++)
      assay_jordan_shear (assay_matrix_entry (&block, i, j), &e->block,
                          ASSAY_JORDAN_BOUNDED, (long) (half + i), (long) j);
  rank = assay_matrix_rank (&block);
  assay_matrix_clear (&block);
  return rank;
}

enum assay_verdict
assay_jordan_no_factors (struct assay_jordan_rope *r)
{
  struct assay_jordan_example e;
  int holds = 1;
  size_t t;

  /* Factors of width w give a rank of at most w; it is T/2 (Lemma B43).  */
  assay_jordan_example_init (&e, 9, 10);
  for (t = 2; t <= 32; t += 2)
    {
      r->tau_rank = rank_of_shear (&e, t);
      holds = holds && r->tau_rank == t / 2;
    }
  assay_jordan_example_clear (&e);
  return assay_verdict_of (holds && r->tau_rank > W);
}

enum assay_verdict
assay_jordan_deployed_shear (const struct assay_jordan_rope *r,
                             const struct assay_second_family *oracle)
{
  static const long at[3][2] = { { 3, 0 }, { 5, 2 }, { 9, 6 } };
  const mpq_t *rows = (const mpq_t *) r->positions.at;
  struct assay_jordan_example e;
  mpq_t theirs;
  int holds;
  size_t n;

  mpq_init (theirs);
  assay_jordan_example_init (&e, 9, 10);
  /* One lag, three scores; the pairwise form has one.  */
  holds = !mpq_equal (rows[2], rows[6]) && !mpq_equal (rows[6], rows[10])
          && mpq_equal (rows[3], rows[7]) && mpq_equal (rows[7], rows[11])
          && mpq_cmp_si (rows[3], 897399, 343750) == 0;
  for (n = 0; n < 3; n++)
    holds = holds
            && oracle->jordan_score (theirs, &e.block,
                                     ASSAY_JORDAN_BOUNDED_POSITIONS, e.q.at,
                                     at[n][0], e.k.at, at[n][1]) == ASSAY_OK
            && mpq_equal (theirs, rows[4 * n + 2])
            && oracle->jordan_score (theirs, &e.block, ASSAY_JORDAN_BOUNDED,
                                     e.q.at, at[n][0], e.k.at, at[n][1])
               == ASSAY_OK
            && mpq_equal (theirs, rows[4 * n + 3]);
  assay_jordan_example_clear (&e);
  mpq_clear (theirs);
  return assay_verdict_of (holds);
}

enum assay_verdict
assay_jordan_independence (const struct assay_jordan_rope *r)
{
  /* 4 sin^4 at sin = 4/5, and the five functions' determinant.  */
  return assay_verdict_of (
    mpq_cmp_si (r->determinants.at[0], 1024, 625) == 0
    && mpq_cmp_si (r->determinants.at[1], 49152, 78125) == 0);
}
