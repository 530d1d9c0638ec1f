/* jordan_rope_block.c -- witnesses and checks of the block itself */

#include "exact/jordan_baseline.h"
#include "exact/matrix.h"
#include "lessons/jordan_rope_parts.h"

enum { W = ASSAY_JORDAN_WIDTH };

static const enum assay_jordan_variant EXACT = ASSAY_JORDAN_EXACT;

void
assay_jordan_example_init (struct assay_jordan_example *example,
                           long damping_num, unsigned long damping_den)
{
  static const long q[W] = { 1, 2, -1, 1 }, k[W] = { 2, 0, 1, -1 };
  mpq_t c, s, r, eta, length;
  size_t i;

  assay_ctx_init (&example->ctx);
  assay_jordan_init (&example->block);
  assay_vec_init (&example->q, W);
  assay_vec_init (&example->k, W);
  for (i = 0; i < W; i++)
    {
      mpq_set_si (example->q.at[i], q[i], 1);
      mpq_set_si (example->k.at[i], k[i], 1);
    }
  mpq_inits (c, s, r, eta, length, NULL);
  mpq_set_si (c, 3, 5);
  mpq_set_si (s, 4, 5);
  mpq_set_si (r, damping_num, damping_den);
  mpq_set_si (eta, 1, 2);
  mpq_set_si (length, 8, 1);
  assay_jordan_set (&example->block, c, s, r, eta, length, &example->ctx);
  mpq_clears (c, s, r, eta, length, NULL);
}

void
assay_jordan_example_clear (struct assay_jordan_example *example)
{
  assay_jordan_clear (&example->block);
  assay_vec_clear (&example->q);
  assay_vec_clear (&example->k);
}

static void
score (mpq_ptr result, struct assay_jordan_example *e,
       enum assay_jordan_variant variant, long i, long j)
{
  assay_jordan_score (result, &e->block, variant, e->q.at, i, e->k.at, j,
                      &e->ctx);
}

/* RESULT <- the dot product of the query carried to I and the key carried to
   J.  */
static void
contragredient (mpq_ptr result, struct assay_jordan_example *e,
                enum assay_jordan_variant variant, long i, long j)
{
  struct assay_vec q, k;

  assay_vec_init (&q, W);
  assay_vec_init (&k, W);
  assay_jordan_query (q.at, &e->block, variant, e->q.at, i, &e->ctx);
  assay_jordan_key (k.at, &e->block, variant, e->k.at, j, &e->ctx);
  assay_rat_dot (result, q.at, k.at, W);
  assay_vec_clear (&q);
  assay_vec_clear (&k);
}

static void
faulty (mpq_ptr result, struct assay_jordan_example *e,
        enum assay_jordan_fault fault, long i, long j)
{
  assay_jordan_faulty_score (result, &e->block, fault, e->q.at, i, e->k.at,
                             j, &e->ctx);
}

/* DETERMINANT <- of the first SIZE of cos, sin, d cos, d sin (COUPLED), or of
   cos, sin, 1, d, d cos, on d = 0..SIZE-1; undamped, cos = 3/5.  */
static void
casorati (mpq_ptr determinant, size_t size, int coupled)
{
  struct assay_jordan_example e;
  struct assay_matrix rows, g;
  size_t d, i;

  assay_jordan_example_init (&e, 1, 1);
  assay_matrix_init (&rows, size, size);
  assay_matrix_init (&g, W, W);
  for (d = 0; d < size; d++)
    {
      mpq_ptr at[5];

      for (i = 0; i < size; i++)
        at[i] = assay_matrix_entry (&rows, d, i);
      assay_jordan_matrix (&g, &e.block, EXACT, (long) d, 0, &e.ctx);
      mpq_set (at[0], assay_matrix_entry (&g, 0, 0));
      mpq_set (at[1], assay_matrix_entry (&g, 1, 0));
      /* eta d cos and eta d sin, over eta.  */
      mpq_div (at[coupled ? 2 : 4], assay_matrix_entry (&g, 0, 2),
               e.block.eta);
      if (coupled)
        mpq_div (at[3], assay_matrix_entry (&g, 1, 2), e.block.eta);
      else
        {
          mpq_set_ui (at[2], 1, 1);
          mpq_set_ui (at[3], d, 1);
        }
    }
  assay_matrix_determinant (determinant, &rows);
  assay_matrix_clear (&rows);
  assay_matrix_clear (&g);
  assay_jordan_example_clear (&e);
}

static void
position_witnesses (struct assay_jordan_rope *r,
                    struct assay_jordan_example *e)
{
  static const long deployed[3][2] = { { 3, 0 }, { 5, 2 }, { 9, 6 } };
  size_t n;

  assay_vec_init (&r->positions, 3 * 4);
  for (n = 0; n < 3; n++)
    {
      long i = deployed[n][0], j = deployed[n][1];
      mpq_t *at = r->positions.at + 4 * n;

      assay_jordan_shear (at[0], &e->block, ASSAY_JORDAN_BOUNDED_POSITIONS,
                          i, j);
      assay_jordan_shear (at[1], &e->block, ASSAY_JORDAN_BOUNDED, i, j);
      score (at[2], e, ASSAY_JORDAN_BOUNDED_POSITIONS, i, j);
      score (at[3], e, ASSAY_JORDAN_BOUNDED, i, j);
    }
}

static void
baseline_witnesses (struct assay_jordan_rope *r,
                    struct assay_jordan_example *e)
{
  mpq_t slope;
  int n;

  mpq_init (slope);
  mpq_set_ui (slope, 1, 4);
  assay_vec_init (&r->baselines, ASSAY_BASELINES);
  for (n = 0; n < ASSAY_BASELINES; n++)
    assay_baseline_score (r->baselines.at[n], (enum assay_baseline) n,
                          &e->block, slope, e->q.at, 3, e->k.at, 0, &e->ctx);
  mpq_clear (slope);
}

void
assay_jordan_witnesses (struct assay_jordan_rope *r)
{
  static const long lag_three[3][2] = { { 3, 0 }, { 5, 2 }, { 8, 5 } };
  struct assay_jordan_example e, undamped;
  long n;

  assay_jordan_example_init (&e, 9, 10);
  assay_jordan_example_init (&undamped, 1, 1);
  assay_vec_init (&r->contragredient, 3 * 4);
  for (n = 0; n < 3; n++)
    {
      long i = lag_three[n][0], j = lag_three[n][1];
      mpq_t *at = r->contragredient.at + 4 * n;

      contragredient (at[0], &e, EXACT, i, j);
      score (at[1], &e, EXACT, i, j);
      faulty (at[2], &e, ASSAY_JORDAN_SHARED_TRANSFORM, i, j);
      faulty (at[3], &e, ASSAY_JORDAN_SIGN_REVERSED, i, j);
    }
  assay_vec_init (&r->shared, 4 * 2);
  for (n = 0; n < 4; n++)
    {
      faulty (r->shared.at[2 * n], &undamped, ASSAY_JORDAN_SHARED_TRANSFORM,
              n, n);
      score (r->shared.at[2 * n + 1], &undamped, EXACT, n, n);
    }
  assay_vec_init (&r->tau, 10);
  for (n = 0; n <= 8; n++)
    assay_jordan_shear (r->tau.at[n], &e.block, ASSAY_JORDAN_BOUNDED, n, 0);
  assay_jordan_defect (r->tau.at[9], &e.block, 1, 1);
  position_witnesses (r, &e);
  assay_vec_init (&r->determinants, 2);
  casorati (r->determinants.at[0], 4, 1);
  casorati (r->determinants.at[1], 5, 0);
  baseline_witnesses (r, &e);
  assay_jordan_example_clear (&e);
  assay_jordan_example_clear (&undamped);
}

/* Whether the operators of lag A and B multiply to that of A + B.  */
static int
multiplies (struct assay_jordan_example *e, enum assay_jordan_variant variant,
            long a, long b)
{
  struct assay_matrix left, right, sum, product;
  int equal;

  assay_matrix_init (&left, W, W);
  assay_matrix_init (&right, W, W);
  assay_matrix_init (&sum, W, W);
  assay_matrix_init (&product, W, W);
  equal = assay_jordan_matrix (&left, &e->block, variant, a, 0, &e->ctx)
          == ASSAY_OK
          && assay_jordan_matrix (&right, &e->block, variant, b, 0, &e->ctx)
             == ASSAY_OK
          && assay_jordan_matrix (&sum, &e->block, variant, a + b, 0,
                                  &e->ctx) == ASSAY_OK;
  assay_matrix_multiply (&product, &left, &right);
  equal = equal && assay_matrix_equal (&product, &sum);
  assay_matrix_clear (&left);
  assay_matrix_clear (&right);
  assay_matrix_clear (&sum);
  assay_matrix_clear (&product);
  return equal;
}

/* Whether the operators of VARIANT multiply for all lags of -4..4.  */
static enum assay_verdict
law (enum assay_jordan_variant variant)
{
  struct assay_jordan_example e;
  int holds = 1;
  long a, b;

  assay_jordan_example_init (&e, 9, 10);
  for (a = -4; a <= 4; a++)
    for (b = -4; b <= 4; b++)
      holds = holds && multiplies (&e, variant, a, b);
  assay_jordan_example_clear (&e);
  return assay_verdict_of (holds);
}

enum assay_verdict
assay_jordan_group_law (void)
{
  return law (EXACT);
}

enum assay_verdict
assay_jordan_scaled_group_law (void)
{
  return law (ASSAY_JORDAN_SCALED);
}

/* G(1) has the eigenvalues of x^2 - 2 r c x + r^2 alone.  POLYNOMIAL <- it at
   G(1): were G(1) semisimple, it would be zero; its square is.  */
static void
quadratic_at_one (struct assay_matrix *polynomial,
                  struct assay_jordan_example *e)
{
  struct assay_matrix g;
  mpq_t trace, norm, term;
  size_t i, j;

  assay_matrix_init (&g, W, W);
  mpq_inits (trace, norm, term, NULL);
  assay_jordan_matrix (&g, &e->block, EXACT, 1, 0, &e->ctx);
  assay_matrix_multiply (polynomial, &g, &g);
  mpq_add (trace, assay_matrix_entry (&g, 0, 0),
           assay_matrix_entry (&g, 1, 1));
  mpq_mul (norm, e->block.damping, e->block.damping);
  for (i = 0; i < W; i++)
    for (j = 0; j < W; j++)
      {
        mpq_ptr at = assay_matrix_entry (polynomial, i, j);

        mpq_mul (term, trace, assay_matrix_entry (&g, i, j));
        mpq_sub (at, at, term);
        if (i == j)
          mpq_add (at, at, norm);
      }
  mpq_clears (trace, norm, term, NULL);
  assay_matrix_clear (&g);
}

enum assay_verdict
assay_jordan_not_semisimple (void)
{
  struct assay_matrix polynomial, square, zero;
  struct assay_jordan_example e;
  int holds;

  assay_jordan_example_init (&e, 9, 10);
  assay_matrix_init (&polynomial, W, W);
  assay_matrix_init (&square, W, W);
  assay_matrix_init (&zero, W, W);
  quadratic_at_one (&polynomial, &e);
  assay_matrix_multiply (&square, &polynomial, &polynomial);
  holds = !assay_matrix_equal (&polynomial, &zero)
          && assay_matrix_equal (&square, &zero);
  assay_matrix_clear (&polynomial);
  assay_matrix_clear (&square);
  assay_matrix_clear (&zero);
  assay_jordan_example_clear (&e);
  return assay_verdict_of (holds);
}

/* Whether entry i of ROW is NUM[i] / DEN[i].  */
static int
row_is (const mpq_t *row, const long *num, const unsigned long *den, size_t n)
{
  size_t i;

  for (i = 0; i < n; i++)
    if (mpq_cmp_si (row[i], num[i], den[i]) != 0)
      return 0;
  return 1;
}

enum assay_verdict
assay_jordan_published_matrix (void)
{
  static const long one[8] = { 27, -18, 27, -9, 18, 27, 9, 27 };
  static const unsigned long one_den[8] = { 50, 25, 100, 25, 25, 50, 25,
                                            100 };
  static const long three[4] = { -85293, -8019, -255879, -24057 };
  static const unsigned long three_den[4] = { 125000, 31250, 250000, 62500 };
  struct assay_jordan_example e;
  struct assay_matrix g;
  int holds;

  assay_jordan_example_init (&e, 9, 10);
  assay_matrix_init (&g, W, W);
  holds = assay_jordan_matrix (&g, &e.block, EXACT, 1, 0, &e.ctx) == ASSAY_OK
          && row_is (g.at, one, one_den, 8)
          && mpq_sgn (assay_matrix_entry (&g, 2, 0)) == 0
          && assay_jordan_matrix (&g, &e.block, EXACT, 3, 0, &e.ctx)
             == ASSAY_OK
          && row_is (g.at, three, three_den, 4);
  assay_matrix_clear (&g);
  assay_jordan_example_clear (&e);
  return assay_verdict_of (holds);
}

enum assay_verdict
assay_jordan_contragredient (const struct assay_jordan_rope *r,
                             const struct assay_second_family *oracle)
{
  struct assay_jordan_example e;
  mpq_t ours, pure, theirs;
  int holds = 1;
  long i, j;

  mpq_inits (ours, pure, theirs, NULL);
  assay_jordan_example_init (&e, 9, 10);
  for (i = 0; i <= 8; i++)
    for (j = 0; j <= i; j++)
      {
        contragredient (ours, &e, EXACT, i, j);
        score (pure, &e, EXACT, i, j);
        holds = holds && mpq_equal (ours, pure)
                && oracle->jordan_score (theirs, &e.block, EXACT, e.q.at, i,
                                         e.k.at, j) == ASSAY_OK
                && mpq_equal (ours, theirs);
      }
  for (i = 0; i < 3; i++)
    holds = holds
            && mpq_cmp_si (r->contragredient.at[4 * i], 801171, 250000) == 0;
  assay_jordan_example_clear (&e);
  mpq_clears (ours, pure, theirs, NULL);
  return assay_verdict_of (holds);
}
