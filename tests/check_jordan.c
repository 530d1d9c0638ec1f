/* check_jordan.c -- the Jordan block: witnesses, group law, actions, faults */

#include <stdlib.h>

#include "exact/jordan.h"
#include "exact/jordan_baseline.h"
#include "exact/matrix.h"
#include "exact/rat.h"
#include "testing.h"

enum { W = ASSAY_JORDAN_WIDTH };

#define EXACT ASSAY_JORDAN_EXACT

/* A block with a query and a key.  */
struct sample
{
  struct assay_jordan block;
  struct assay_vec q, k;
  struct assay_ctx ctx;
};

static void
sample_init (struct sample *s)
{
  assay_ctx_init (&s->ctx);
  assay_jordan_init (&s->block);
  assay_vec_init (&s->q, W);
  assay_vec_init (&s->k, W);
}

static void
sample_clear (struct sample *s)
{
  assay_jordan_clear (&s->block);
  assay_vec_clear (&s->q);
  assay_vec_clear (&s->k);
}

static void
set_texts (mpq_t *at, const char *const *texts, struct assay_ctx *ctx)
{
  size_t i;

  for (i = 0; i < W; i++)
    ck_assert_int_eq (assay_rat_read (at[i], texts[i], ctx, NULL, "x"),
                      ASSAY_OK);
}

/* The lesson's example with the damping 9/10, L = 8.  */
static void
sample_published (struct sample *s)
{
  static const char *const q[] = { "1", "2", "-1", "1" };
  static const char *const k[] = { "2", "0", "1", "-1" };
  mpq_t x[5];
  size_t i;

  sample_init (s);
  set_texts (s->q.at, q, &s->ctx);
  set_texts (s->k.at, k, &s->ctx);
  for (i = 0; i < 5; i++)
    mpq_init (x[i]);
  mpq_set_si (x[0], 3, 5);
  mpq_set_si (x[1], 4, 5);
  mpq_set_si (x[2], 9, 10);
  mpq_set_si (x[3], 1, 2);
  mpq_set_si (x[4], 8, 1);
  ck_assert_int_eq (assay_jordan_set (&s->block, x[0], x[1], x[2], x[3],
                                      x[4], &s->ctx), ASSAY_OK);
  for (i = 0; i < 5; i++)
    mpq_clear (x[i]);
}

static void
sample_random (struct sample *s)
{
  mpq_t x[5];
  size_t i;

  sample_init (s);
  for (i = 0; i < W; i++)
    {
      testing_rational (s->q.at[i], 6);
      testing_rational (s->k.at[i], 6);
    }
  for (i = 0; i < 5; i++)
    mpq_init (x[i]);
  testing_rotor (x[0], x[1], 9);
  testing_positive (x[2], 12);
  do
    testing_rational (x[3], 5);
  while (mpq_sgn (x[3]) == 0);
  testing_positive (x[4], 40);
  ck_assert_int_eq (assay_jordan_set (&s->block, x[0], x[1], x[2], x[3],
                                      x[4], &s->ctx), ASSAY_OK);
  for (i = 0; i < 5; i++)
    mpq_clear (x[i]);
}

static void
lag_matrix (struct assay_matrix *g, struct sample *s,
            enum assay_jordan_variant variant, long d)
{
  ck_assert_int_eq (assay_jordan_matrix (g, &s->block, variant, d, 0,
                                         &s->ctx), ASSAY_OK);
}

static void
carried_score (mpq_ptr score, struct sample *s,
               enum assay_jordan_variant variant, long i, long j)
{
  struct assay_vec q, k;

  assay_vec_init (&q, W);
  assay_vec_init (&k, W);
  ck_assert_int_eq (assay_jordan_query (q.at, &s->block, variant, s->q.at, i,
                                        &s->ctx), ASSAY_OK);
  ck_assert_int_eq (assay_jordan_key (k.at, &s->block, variant, s->k.at, j,
                                      &s->ctx), ASSAY_OK);
  assay_rat_dot (score, q.at, k.at, W);
  assay_vec_clear (&q);
  assay_vec_clear (&k);
}

static void
pure_score (mpq_ptr score, struct sample *s,
            enum assay_jordan_variant variant, long i, long j)
{
  ck_assert_int_eq (assay_jordan_score (score, &s->block, variant, s->q.at, i,
                                        s->k.at, j, &s->ctx), ASSAY_OK);
}

/* ---- table ---- */

static const struct
{
  enum assay_jordan_variant variant;
  long i, j;
  const char *score;
} scores[] = {
  { ASSAY_JORDAN_EXACT, 3, 0, "801171/250000" },
  { ASSAY_JORDAN_EXACT, 8, 5, "801171/250000" },
  { ASSAY_JORDAN_EXACT, 0, 3, "-1228/729" },
  { ASSAY_JORDAN_BOUNDED, 3, 0, "897399/343750" },
  { ASSAY_JORDAN_BOUNDED, 9, 6, "897399/343750" },
  { ASSAY_JORDAN_BOUNDED_POSITIONS, 3, 0, "897399/343750" },
  { ASSAY_JORDAN_BOUNDED_POSITIONS, 5, 2, "2131596/1015625" },
  { ASSAY_JORDAN_BOUNDED_POSITIONS, 9, 6, "2997648/1859375" },
};

START_TEST (published_scores)
{
  struct sample s;
  mpq_t score;

  mpq_init (score);
  sample_published (&s);
  pure_score (score, &s, scores[_i].variant, scores[_i].i, scores[_i].j);
  testing_assert_rational (score, scores[_i].score);
  sample_clear (&s);
  mpq_clear (score);
}
END_TEST

static const struct
{
  enum assay_jordan_fault fault;
  long i, j;
  const char *score;
} faults[] = {
  { ASSAY_JORDAN_SHARED_TRANSFORM, 3, 0, "31347/125000" },
  { ASSAY_JORDAN_SHARED_TRANSFORM, 5, 2, "3630273471/1250000000" },
  { ASSAY_JORDAN_SHARED_TRANSFORM, 8, 5,
    "13779454655371509/2500000000000000" },
  { ASSAY_JORDAN_SIGN_REVERSED, 3, 0, "-1228/729" },
  { ASSAY_JORDAN_SIGN_REVERSED, 8, 5, "-1228/729" },
};

START_TEST (published_faulty_scores)
{
  struct sample s;
  mpq_t score;

  mpq_init (score);
  sample_published (&s);
  ck_assert_int_eq (assay_jordan_faulty_score (score, &s.block,
                                               faults[_i].fault, s.q.at,
                                               faults[_i].i, s.k.at,
                                               faults[_i].j, &s.ctx),
                    ASSAY_OK);
  testing_assert_rational (score, faults[_i].score);
  sample_clear (&s);
  mpq_clear (score);
}
END_TEST

START_TEST (published_matrix_of_lag_one_and_row_of_lag_three)
{
  static const char *const one[W * W] = {
    "27/50", "-18/25", "27/100", "-9/25", "18/25", "27/50", "9/25", "27/100",
    "0", "0", "27/50", "-18/25", "0", "0", "18/25", "27/50"
  };
  static const char *const three[W] = {
    "-85293/125000", "-8019/31250", "-255879/250000", "-24057/62500"
  };
  struct assay_matrix g;
  struct sample s;
  size_t n;

  sample_published (&s);
  assay_matrix_init (&g, W, W);
  lag_matrix (&g, &s, EXACT, 1);
  for (n = 0; n < W * W; n++)
    testing_assert_rational (g.at[n], one[n]);
  lag_matrix (&g, &s, EXACT, 3);
  for (n = 0; n < W; n++)
    testing_assert_rational (g.at[n], three[n]);
  assay_matrix_clear (&g);
  sample_clear (&s);
}
END_TEST

static const char *const baseline_scores[ASSAY_BASELINES] = {
  "176/125", "16038/15625", "-3/4", "329/500", "-241/250"
};

START_TEST (baseline_scores_of_lag_three)
{
  struct sample s;
  mpq_t score, slope;

  mpq_inits (score, slope, NULL);
  mpq_set_ui (slope, 1, 4);
  sample_published (&s);
  ck_assert_int_eq (assay_baseline_score (score, (enum assay_baseline) _i,
                                          &s.block, slope, s.q.at, 7, s.k.at,
                                          4, &s.ctx), ASSAY_OK);
  testing_assert_rational (score, baseline_scores[_i]);
  sample_clear (&s);
  mpq_clears (score, slope, NULL);
}
END_TEST

/* ---- special ---- */

static void
refused_with (const char *c, const char *s, const char *r, const char *length,
              const char *where)
{
  struct sample sample;
  mpq_t x[4], eta;
  const char *texts[4];
  size_t i;

  texts[0] = c;
  texts[1] = s;
  texts[2] = r;
  texts[3] = length;
  sample_init (&sample);
  mpq_init (eta);
  for (i = 0; i < 4; i++)
    mpq_init (x[i]);
  set_texts (x, texts, &sample.ctx);
  ck_assert_int_eq (assay_jordan_set (&sample.block, x[0], x[1], x[2], eta,
                                      x[3], &sample.ctx), ASSAY_EVALUE);
  ck_assert_str_eq (sample.ctx.error.where, where);
  for (i = 0; i < 4; i++)
    mpq_clear (x[i]);
  mpq_clear (eta);
  sample_clear (&sample);
}

START_TEST (parameters_out_of_contract_are_refused)
{
  refused_with ("3/5", "3/5", "1", "1", "rotor");
  refused_with ("3/5", "4/5", "0", "1", "damping");
  refused_with ("3/5", "4/5", "-1/2", "1", "damping");
  refused_with ("3/5", "4/5", "1", "0", "length");
}
END_TEST

START_TEST (bounded_variant_has_no_carried_query)
{
  struct assay_vec rotated;
  struct sample s;

  sample_published (&s);
  assay_vec_init (&rotated, W);
  ck_assert_int_eq (assay_jordan_query (rotated.at, &s.block,
                                        ASSAY_JORDAN_BOUNDED, s.q.at, 3,
                                        &s.ctx), ASSAY_EVALUE);
  ck_assert_str_eq (s.ctx.error.where, "variant");
  assay_vec_clear (&rotated);
  sample_clear (&s);
}
END_TEST

START_TEST (lag_beyond_the_budget_is_refused_before_any_power)
{
  struct sample s;
  mpq_t score;

  mpq_init (score);
  mpq_set_si (score, 7, 3);
  sample_published (&s);
  ck_assert_int_eq (assay_jordan_score (score, &s.block, EXACT, s.q.at,
                                        1000000000000l, s.k.at, -5, &s.ctx),
                    ASSAY_ELIMIT);
  testing_assert_rational (score, "7/3");
  sample_clear (&s);
  mpq_clear (score);
}
END_TEST

START_TEST (lag_longer_than_a_long_is_refused)
{
  struct sample s;
  mpq_t score;

  mpq_init (score);
  sample_published (&s);
  ck_assert_int_eq (assay_jordan_score (score, &s.block, EXACT, s.q.at,
                                        9223372036854775807l, s.k.at, -9,
                                        &s.ctx), ASSAY_ELIMIT);
  sample_clear (&s);
  mpq_clear (score);
}
END_TEST

START_TEST (variant_names_are_found_again)
{
  enum assay_jordan_variant variant;
  int i;

  for (i = 0; i < ASSAY_JORDAN_VARIANTS; i++)
    {
      const char *name = assay_jordan_variant_name (
        (enum assay_jordan_variant) i);

      ck_assert_int_eq (assay_jordan_variant_find (&variant, name), ASSAY_OK);
      ck_assert_int_eq (variant, i);
    }
  ck_assert_int_eq (assay_jordan_variant_find (&variant, "boundless"),
                    ASSAY_EVALUE);
}
END_TEST

/* ---- relations ---- */

static void
assert_group_law (struct sample *s, enum assay_jordan_variant variant,
                  long reach)
{
  struct assay_matrix *g = calloc ((size_t) (4 * reach + 1), sizeof *g);
  struct assay_matrix product;
  long a, b;

  ck_assert_ptr_nonnull (g);
  assay_matrix_init (&product, W, W);
  for (a = 0; a <= 4 * reach; a++)
    {
      assay_matrix_init (&g[a], W, W);
      lag_matrix (&g[a], s, variant, a - 2 * reach);
    }
  for (a = -reach; a <= reach; a++)
    for (b = -reach; b <= reach; b++)
      {
        assay_matrix_multiply (&product, &g[a + 2 * reach],
                               &g[b + 2 * reach]);
        ck_assert_msg (assay_matrix_equal (&product, &g[a + b + 2 * reach]),
                       "seed %lu: lags %ld and %ld", testing_seed (), a, b);
      }
  for (a = 0; a <= 4 * reach; a++)
    assay_matrix_clear (&g[a]);
  assay_matrix_clear (&product);
  free (g);
}

START_TEST (group_law_for_lags_to_16_over_random_parameters)
{
  size_t n, count = testing_count (20);
  struct sample s;

  testing_reseed ();
  for (n = 0; n < count; n++)
    {
      sample_random (&s);
      assert_group_law (&s, EXACT, 16);
      assert_group_law (&s, ASSAY_JORDAN_SCALED, 6);
      sample_clear (&s);
    }
}
END_TEST

/* A negative: the theorem must fail here.  */
START_TEST (bounded_shear_breaks_the_group_law_at_random_positive_lags)
{
  struct assay_matrix left, right, sum, product;
  size_t n, count = testing_count (100);
  struct sample s;

  testing_reseed ();
  assay_matrix_init (&left, W, W);
  assay_matrix_init (&right, W, W);
  assay_matrix_init (&sum, W, W);
  assay_matrix_init (&product, W, W);
  for (n = 0; n < count; n++)
    {
      long a = testing_between (1, 12), b = testing_between (1, 12);

      sample_random (&s);
      lag_matrix (&left, &s, ASSAY_JORDAN_BOUNDED, a);
      lag_matrix (&right, &s, ASSAY_JORDAN_BOUNDED, b);
      lag_matrix (&sum, &s, ASSAY_JORDAN_BOUNDED, a + b);
      assay_matrix_multiply (&product, &left, &right);
      ck_assert_msg (!assay_matrix_equal (&product, &sum),
                     "seed %lu: lags %ld and %ld", testing_seed (), a, b);
      sample_clear (&s);
    }
  assay_matrix_clear (&left);
  assay_matrix_clear (&right);
  assay_matrix_clear (&sum);
  assay_matrix_clear (&product);
}
END_TEST

START_TEST (contragredient_score_is_the_lag_score_to_position_32)
{
  struct sample s;
  mpq_t pure[33], carried;
  long i, j;

  mpq_init (carried);
  sample_published (&s);
  for (i = 0; i <= 32; i++)
    {
      mpq_init (pure[i]);
      pure_score (pure[i], &s, EXACT, i, 0);
    }
  for (i = 0; i <= 32; i++)
    for (j = 0; j <= i; j++)
      {
        carried_score (carried, &s, EXACT, i, j);
        ck_assert_msg (mpq_equal (carried, pure[i - j]), "i %ld, j %ld", i,
                       j);
      }
  for (i = 0; i <= 32; i++)
    mpq_clear (pure[i]);
  sample_clear (&s);
  mpq_clear (carried);
}
END_TEST

START_TEST (carried_score_is_the_pure_score_for_random_samples)
{
  static const enum assay_jordan_variant variants[] = {
    ASSAY_JORDAN_EXACT, ASSAY_JORDAN_SCALED, ASSAY_JORDAN_BOUNDED_POSITIONS
  };
  size_t n, count = testing_count (200);
  mpq_t carried, pure;
  struct sample s;

  testing_reseed ();
  mpq_inits (carried, pure, NULL);
  for (n = 0; n < count; n++)
    {
      enum assay_jordan_variant variant = variants[testing_below (3)];
      long i = testing_between (-40, 40), j = testing_between (-40, 40);

      sample_random (&s);
      carried_score (carried, &s, variant, i, j);
      pure_score (pure, &s, variant, i, j);
      ck_assert_msg (mpq_equal (carried, pure), "seed %lu: case %zu",
                     testing_seed (), n);
      sample_clear (&s);
    }
  mpq_clears (carried, pure, NULL);
}
END_TEST

START_TEST (sign_reversed_is_the_score_of_the_other_lag)
{
  size_t n, count = testing_count (100);
  mpq_t faulty, pure;
  struct sample s;

  testing_reseed ();
  mpq_inits (faulty, pure, NULL);
  for (n = 0; n < count; n++)
    {
      long i = testing_between (-20, 20), j = testing_between (-20, 20);

      sample_random (&s);
      ck_assert_int_eq (assay_jordan_faulty_score (faulty, &s.block,
                                                   ASSAY_JORDAN_SIGN_REVERSED,
                                                   s.q.at, i, s.k.at, j,
                                                   &s.ctx), ASSAY_OK);
      pure_score (pure, &s, EXACT, j, i);
      ck_assert (mpq_equal (faulty, pure));
      sample_clear (&s);
    }
  mpq_clears (faulty, pure, NULL);
}
END_TEST

START_TEST (defect_of_tau_is_its_closed_form)
{
  mpq_t defect, expected, sum;
  struct sample s;
  long a, b;

  mpq_inits (defect, expected, sum, NULL);
  sample_published (&s);
  for (a = 1; a <= 16; a++)
    for (b = 1; b <= 16; b++)
      {
        /* L a b (2L+a+b) / ((L+a)(L+b)(L+a+b)), L = 8.  */
        mpq_set_si (expected, 8 * a * b * (16 + a + b),
                    (unsigned long) ((8 + a) * (8 + b) * (8 + a + b)));
        mpq_canonicalize (expected);
        assay_jordan_defect (defect, &s.block, a, b);
        ck_assert (mpq_equal (defect, expected));
      }
  sample_clear (&s);
  mpq_clears (defect, expected, sum, NULL);
}
END_TEST

/* ---- the rank argument ---- */

static void
shear_block (struct assay_matrix *block, struct sample *s)
{
  size_t half = block->rows, i, j;

  for (i = 0; i < half; i++)
    for (j = 0; j < half; j++)
      assay_jordan_shear (assay_matrix_entry (block, i, j), &s->block,
                          ASSAY_JORDAN_BOUNDED, (long) (half + i), (long) j);
}

START_TEST (rank_of_the_shear_block_is_at_least_half_less_one)
{
  struct assay_matrix block;
  struct sample s;
  size_t t;

  sample_published (&s);
  for (t = 2; t <= 32; t += 2)
    {
      assay_matrix_init (&block, t / 2, t / 2);
      shear_block (&block, &s);
      ck_assert_uint_ge (assay_matrix_rank (&block) + 1, t / 2);
      assay_matrix_clear (&block);
    }
  sample_clear (&s);
}
END_TEST

/* The search.  Any factors F(i)^T H(j) = S(i-j) have, for a matrix M = H(0),
   F(i)^T = S(i) M^-1 and H(j) = M S(j)^-1 (from i = j): so a choice of M is
   the whole freedom.  Each must miss S(i-j) somewhere.  */
static size_t
mismatches (struct sample *s, struct assay_matrix *m, long reach)
{
  struct assay_matrix inverse, f, h, shear, unsheared, product;
  size_t missed = 0;
  long i, j;

  assay_matrix_init (&inverse, W, W);
  assay_matrix_init (&f, W, W);
  assay_matrix_init (&h, W, W);
  assay_matrix_init (&shear, W, W);
  assay_matrix_init (&unsheared, W, W);
  assay_matrix_init (&product, W, W);
  ck_assert_int_eq (assay_matrix_invert (&inverse, m), 1);
  for (i = 0; i <= reach; i++)
    for (j = 0; j <= i; j++)
      {
        lag_matrix (&shear, s, ASSAY_JORDAN_BOUNDED, i);
        assay_matrix_multiply (&f, &shear, &inverse);
        lag_matrix (&shear, s, ASSAY_JORDAN_BOUNDED, j);
        ck_assert_int_eq (assay_matrix_invert (&unsheared, &shear), 1);
        assay_matrix_multiply (&h, m, &unsheared);
        assay_matrix_multiply (&product, &f, &h);
        lag_matrix (&shear, s, ASSAY_JORDAN_BOUNDED, i - j);
        missed += !assay_matrix_equal (&product, &shear);
      }
  assay_matrix_clear (&inverse);
  assay_matrix_clear (&f);
  assay_matrix_clear (&h);
  assay_matrix_clear (&shear);
  assay_matrix_clear (&unsheared);
  assay_matrix_clear (&product);
  return missed;
}

static void
random_invertible (struct assay_matrix *m)
{
  size_t i;

  do
    for (i = 0; i < W * W; i++)
      testing_rational (m->at[i], 3);
  while (assay_matrix_rank (m) < W);
}

START_TEST (random_search_for_factors_of_the_bounded_shear_fails)
{
  size_t n, count = testing_count (40);
  struct assay_matrix m;
  struct sample s;
  long reach = 4;

  testing_reseed ();
  assay_matrix_init (&m, W, W);
  for (n = 0; n < count; n++)
    {
      sample_random (&s);
      random_invertible (&m);
      /* Only j = 0 and i = j come out right.  */
      ck_assert_uint_eq (mismatches (&s, &m, reach),
                         (size_t) (reach * (reach - 1) / 2));
      sample_clear (&s);
    }
  assay_matrix_clear (&m);
}
END_TEST

/* Factors f(i), h(j) of four components, at random: their products have rank
   at most four, the block they should equal has rank 16.  */
START_TEST (random_factors_of_width_four_have_too_small_a_rank)
{
  size_t n, count = testing_count (20), half = 16, i;
  struct assay_matrix f, h, product, block;
  struct sample s;

  testing_reseed ();
  sample_published (&s);
  assay_matrix_init (&f, half, W);
  assay_matrix_init (&h, W, half);
  assay_matrix_init (&product, half, half);
  assay_matrix_init (&block, half, half);
  shear_block (&block, &s);
  ck_assert_uint_eq (assay_matrix_rank (&block), half);
  for (n = 0; n < count; n++)
    {
      for (i = 0; i < half * W; i++)
        {
          testing_rational (f.at[i], 8);
          testing_rational (h.at[i], 8);
        }
      assay_matrix_multiply (&product, &f, &h);
      ck_assert_uint_le (assay_matrix_rank (&product), W);
      ck_assert (!assay_matrix_equal (&product, &block));
    }
  assay_matrix_clear (&f);
  assay_matrix_clear (&h);
  assay_matrix_clear (&product);
  assay_matrix_clear (&block);
  sample_clear (&s);
}
END_TEST

/* ---- matrices ---- */

START_TEST (determinant_is_multiplicative_and_inverse_is_one)
{
  struct assay_matrix a, b, product, identity;
  size_t n, count = testing_count (50), i;
  mpq_t da, db, dp;

  testing_reseed ();
  assay_matrix_init (&a, W, W);
  assay_matrix_init (&b, W, W);
  assay_matrix_init (&product, W, W);
  assay_matrix_init (&identity, W, W);
  assay_matrix_set_identity (&identity);
  mpq_inits (da, db, dp, NULL);
  for (n = 0; n < count; n++)
    {
      random_invertible (&a);
      for (i = 0; i < W * W; i++)
        testing_rational (b.at[i], 7);
      assay_matrix_determinant (da, &a);
      assay_matrix_determinant (db, &b);
      assay_matrix_multiply (&product, &a, &b);
      assay_matrix_determinant (dp, &product);
      mpq_mul (da, da, db);
      ck_assert (mpq_equal (da, dp));
      ck_assert_int_eq (assay_matrix_invert (&b, &a), 1);
      assay_matrix_multiply (&product, &a, &b);
      ck_assert (assay_matrix_equal (&product, &identity));
    }
  mpq_clears (da, db, dp, NULL);
  assay_matrix_clear (&a);
  assay_matrix_clear (&b);
  assay_matrix_clear (&product);
  assay_matrix_clear (&identity);
}
END_TEST

START_TEST (exchange_of_two_rows_has_determinant_minus_one)
{
  struct assay_matrix m;
  mpq_t determinant;

  mpq_init (determinant);
  assay_matrix_init (&m, 3, 3);
  mpq_set_ui (assay_matrix_entry (&m, 0, 1), 1, 1);
  mpq_set_ui (assay_matrix_entry (&m, 1, 0), 1, 1);
  mpq_set_ui (assay_matrix_entry (&m, 2, 2), 1, 1);
  assay_matrix_determinant (determinant, &m);
  testing_assert_rational (determinant, "-1");
  assay_matrix_clear (&m);
  mpq_clear (determinant);
}
END_TEST

START_TEST (singular_matrix_has_determinant_zero_and_no_inverse)
{
  struct assay_matrix m, inverse;
  mpq_t determinant;
  size_t i;

  mpq_init (determinant);
  assay_matrix_init (&m, 3, 3);
  assay_matrix_init (&inverse, 3, 3);
  for (i = 0; i < 9; i++)
    mpq_set_si (m.at[i], (long) i, 7);
  for (i = 0; i < 9; i++)
    mpq_canonicalize (m.at[i]);
  assay_matrix_determinant (determinant, &m);
  ck_assert_int_eq (mpq_sgn (determinant), 0);
  ck_assert_uint_eq (assay_matrix_rank (&m), 2);
  ck_assert_int_eq (assay_matrix_invert (&inverse, &m), 0);
  assay_matrix_clear (&m);
  assay_matrix_clear (&inverse);
  mpq_clear (determinant);
}
END_TEST

int
main (void)
{
  Suite *suite = suite_create ("jordan");
  TCase *table = tcase_create ("table"), *special = tcase_create ("special");
  TCase *relations = tcase_create ("relations");
  TCase *rank = tcase_create ("rank"), *matrix = tcase_create ("matrix");

  tcase_add_loop_test (table, published_scores, 0,
                       sizeof scores / sizeof scores[0]);
  tcase_add_loop_test (table, published_faulty_scores, 0,
                       sizeof faults / sizeof faults[0]);
  tcase_add_test (table, published_matrix_of_lag_one_and_row_of_lag_three);
  tcase_add_loop_test (table, baseline_scores_of_lag_three, 0,
                       ASSAY_BASELINES);
  tcase_add_test (special, parameters_out_of_contract_are_refused);
  tcase_add_test (special, bounded_variant_has_no_carried_query);
  tcase_add_test (special, lag_beyond_the_budget_is_refused_before_any_power);
  tcase_add_test (special, lag_longer_than_a_long_is_refused);
  tcase_add_test (special, variant_names_are_found_again);
  tcase_add_test (relations, group_law_for_lags_to_16_over_random_parameters);
  tcase_add_test (relations,
                  bounded_shear_breaks_the_group_law_at_random_positive_lags);
  tcase_add_test (relations,
                  contragredient_score_is_the_lag_score_to_position_32);
  tcase_add_test (relations,
                  carried_score_is_the_pure_score_for_random_samples);
  tcase_add_test (relations, sign_reversed_is_the_score_of_the_other_lag);
  tcase_add_test (relations, defect_of_tau_is_its_closed_form);
  tcase_add_test (rank, rank_of_the_shear_block_is_at_least_half_less_one);
  tcase_add_test (rank, random_search_for_factors_of_the_bounded_shear_fails);
  tcase_add_test (rank,
                  random_factors_of_width_four_have_too_small_a_rank);
  tcase_add_test (matrix, determinant_is_multiplicative_and_inverse_is_one);
  tcase_add_test (matrix, exchange_of_two_rows_has_determinant_minus_one);
  tcase_add_test (matrix,
                  singular_matrix_has_determinant_zero_and_no_inverse);
  tcase_set_timeout (relations, 120);
  tcase_set_timeout (rank, 60);
  suite_add_tcase (suite, table);
  suite_add_tcase (suite, special);
  suite_add_tcase (suite, relations);
  suite_add_tcase (suite, rank);
  suite_add_tcase (suite, matrix);
  return testing_run (suite);
}
