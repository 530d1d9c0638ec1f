/* check_agree_jordan.c -- both families on scores, least squares, readouts

   Rationals are compared exactly.  The cases come from a generator that knows
   neither family.  */

#include <stdlib.h>

#include "cli/families.h"
#include "exact/leastsq.h"
#include "exact/matrix.h"
#include "oracle.h"
#include "testing.h"

enum { W = ASSAY_JORDAN_WIDTH };

static void
random_block (struct assay_jordan *block)
{
  struct assay_ctx ctx;
  mpq_t x[5];
  size_t i;

  assay_ctx_init (&ctx);
  assay_jordan_init (block);
  for (i = 0; i < 5; i++)
    mpq_init (x[i]);
  testing_rotor (x[0], x[1], 15);
  testing_positive (x[2], 20);
  testing_rational (x[3], 8);
  testing_positive (x[4], 60);
  ck_assert_int_eq (assay_jordan_set (block, x[0], x[1], x[2], x[3], x[4],
                                      &ctx), ASSAY_OK);
  for (i = 0; i < 5; i++)
    mpq_clear (x[i]);
}

/* A score on which the families differ, and the command that asks for it.  */
struct score_case
{
  const struct assay_jordan *block;
  enum assay_jordan_variant variant;
  const mpq_t *q, *k;
  long i, j;
  mpq_ptr ours, theirs;
};

static void
fail_at (const struct score_case *c)
{
  const struct assay_rotor *r = &c->block->rotor;
  char *text, length[200] = "";

  if (c->variant != ASSAY_JORDAN_EXACT)
    gmp_snprintf (length, sizeof length, ", length=%Qd", c->block->length);
  gmp_asprintf (&text, "assay eval 'jordan_score([%Qd,%Qd,%Qd,%Qd]@(%ld), "
                "[%Qd,%Qd,%Qd,%Qd]@(%ld), rotor(%Zd/%Zd, %Zd/%Zd), %Qd, %Qd, "
                "variant=\"%s\"%s)'\nours %Qd, the oracle's %Qd",
                c->q[0], c->q[1], c->q[2], c->q[3], c->i, c->k[0], c->k[1],
                c->k[2], c->k[3], c->j, r->a, r->h, r->b, r->h,
                c->block->damping, c->block->eta,
                assay_jordan_variant_name (c->variant), length, c->ours,
                c->theirs);
  ck_abort_msg ("seed %lu:\n%s", testing_seed (), text);
}

START_TEST (scores_of_every_variant_agree)
{
  size_t n, count = testing_count (2000), i;
  struct assay_jordan block;
  struct assay_vec q, k;
  struct assay_ctx ctx;
  mpq_t ours, theirs;

  testing_reseed ();
  assay_ctx_init (&ctx);
  mpq_inits (ours, theirs, NULL);
  assay_vec_init (&q, W);
  assay_vec_init (&k, W);
  for (n = 0; n < count; n++)
    {
      enum assay_jordan_variant variant
        = (enum assay_jordan_variant) testing_below (ASSAY_JORDAN_VARIANTS);
      long reach = n % 50 == 0 ? 400 : 30;
      long qi = testing_between (-reach, reach);
      long kj = testing_between (-reach, reach);

      random_block (&block);
      for (i = 0; i < W; i++)
        {
          testing_rational (q.at[i], 12);
          testing_rational (k.at[i], 12);
        }
      ck_assert_int_eq (assay_jordan_score (ours, &block, variant, q.at, qi,
                                            k.at, kj, &ctx), ASSAY_OK);
      ck_assert_int_eq (assay_oracle.jordan_score (theirs, &block, variant,
                                                   q.at, qi, k.at, kj),
                        ASSAY_OK);
      if (!mpq_equal (ours, theirs))
        fail_at (&(struct score_case) { &block, variant, q.at, k.at, qi, kj,
                                        ours, theirs });
      testing_agreed (1);
      assay_jordan_clear (&block);
    }
  assay_vec_clear (&q);
  assay_vec_clear (&k);
  mpq_clears (ours, theirs, NULL);
}
END_TEST

/* OURS <- the same of the main path: PROBE fitted on FROM..FIT, its error on
   FROM..CHECK.  */
static void
our_error (mpq_ptr ours, const struct assay_probe *probe, unsigned long fit_to,
           unsigned long check_to)
{
  size_t m = assay_probe_basis_size (probe->basis);
  struct assay_gram gram, longer;
  struct assay_fit fit;
  struct assay_ctx ctx;

  assay_ctx_init (&ctx);
  assay_gram_init (&gram, m);
  assay_gram_init (&longer, m);
  assay_fit_init (&fit, m);
  ck_assert_int_eq (assay_probe_gram (&gram, probe, 0, fit_to, &ctx),
                    ASSAY_OK);
  ck_assert_int_eq (assay_probe_gram (&longer, probe, 0, check_to, &ctx),
                    ASSAY_OK);
  assay_leastsq_fit (&fit, &gram);
  assay_leastsq_error (ours, &fit, &longer);
  assay_gram_clear (&gram);
  assay_gram_clear (&longer);
  assay_fit_clear (&fit);
}

static void
set_rotor (struct assay_rotor *rotor)
{
  struct assay_ctx ctx;
  mpq_t c, s;

  assay_ctx_init (&ctx);
  mpq_inits (c, s, NULL);
  do
    testing_rotor (c, s, 9);
  while (mpq_sgn (c) == 0 || mpq_sgn (s) == 0);
  assay_rotor_init (rotor);
  ck_assert_int_eq (assay_rotor_set (rotor, c, s, &ctx, NULL), ASSAY_OK);
  mpq_clears (c, s, NULL);
}

START_TEST (errors_of_random_probes_agree)
{
  size_t n, count = testing_count (120);
  mpq_t damping, ours, theirs;
  struct assay_rotor rotor;

  testing_reseed ();
  mpq_inits (damping, ours, theirs, NULL);
  for (n = 0; n < count; n++)
    {
      enum assay_probe_basis basis
        = (enum assay_probe_basis) testing_below (ASSAY_PROBE_BASES);
      unsigned long fit = 6 + testing_below (30);
      unsigned long check = fit + testing_below (60);
      struct assay_probe probe;

      set_rotor (&rotor);
      do
        testing_positive (damping, 12);
      while (mpq_cmp_ui (damping, 1, 1) == 0);
      probe = (struct assay_probe) { basis, &rotor, damping,
                                     1 + testing_below (40) };
      our_error (ours, &probe, fit, check);
      ck_assert_int_eq (assay_oracle.probe_error (theirs, &probe, fit, check),
                        ASSAY_OK);
      ck_assert_msg (mpq_equal (ours, theirs), "seed %lu: case %zu, %s",
                     testing_seed (), n, assay_probe_basis_name (basis));
      testing_agreed (1);
      assay_rotor_clear (&rotor);
    }
  mpq_clears (damping, ours, theirs, NULL);
}
END_TEST

START_TEST (counts_of_random_readouts_agree)
{
  size_t n, count = testing_count (40), d;
  mpq_t damping, square;
  struct assay_rotor rotor;
  struct assay_ctx ctx;

  testing_reseed ();
  assay_ctx_init (&ctx);
  mpq_inits (damping, square, NULL);
  for (n = 0; n < count; n++)
    {
      enum assay_probe_basis basis
        = (enum assay_probe_basis) testing_below (ASSAY_PROBE_BASES);
      unsigned long train = 7 + testing_below (6);
      size_t t = 1 + testing_below (11), m = assay_probe_basis_size (basis);
      struct assay_signs ours, theirs;
      struct assay_probe probe;
      struct assay_gram gram;
      struct assay_fit fit;
      mpz_t k[12], f[12];

      set_rotor (&rotor);
      do
        testing_positive (damping, 12);
      while (mpq_cmp_ui (damping, 1, 1) == 0);
      probe = (struct assay_probe) { basis, &rotor, damping, train };
      for (d = 0; d < 12; d++)
        mpz_inits (k[d], f[d], NULL);
      assay_gram_init (&gram, m);
      assay_fit_init (&fit, m);
      ck_assert_int_eq (assay_probe_gram (&gram, &probe, 1, train, &ctx),
                        ASSAY_OK);
      assay_leastsq_fit (&fit, &gram);
      assay_probe_values (k, f, &fit, &probe, t);
      ck_assert_int_eq (assay_signs_count (&ours, (const mpz_t *) k,
                                           (const mpz_t *) f, t, &ctx),
                        ASSAY_OK);
      ck_assert_int_eq (assay_oracle.probe_signs (&theirs, square, &probe,
                                                  train, t), ASSAY_OK);
      ck_assert_msg (ours.agree == theirs.agree
                     && ours.label_ties == theirs.label_ties
                     && ours.readout_ties == theirs.readout_ties,
                     "seed %lu: case %zu", testing_seed (), n);
      testing_agreed (1);
      for (d = 0; d < 12; d++)
        mpz_clears (k[d], f[d], NULL);
      assay_gram_clear (&gram);
      assay_fit_clear (&fit);
      assay_rotor_clear (&rotor);
    }
  mpq_clears (damping, square, NULL);
}
END_TEST

/* Random problems of N rows and M functions; FIT is the main path's.  */
static void
compare_problem (size_t n, size_t m, size_t number)
{
  struct oracle_fraction *rows = oracle_fractions_new (n * (m + 1));
  struct oracle_fraction *weights = oracle_fractions_new (m);
  struct oracle_fraction *mse = oracle_fractions_new (1);
  struct assay_matrix values;
  struct assay_gram gram;
  struct assay_fit fit;
  mpq_t theirs, ours;
  size_t i;

  mpq_inits (theirs, ours, NULL);
  assay_matrix_init (&values, n, m + 1);
  assay_gram_init (&gram, m);
  assay_fit_init (&fit, m);
  for (i = 0; i < n * (m + 1); i++)
    {
      testing_rational (values.at[i], 14);
      mpz_set (rows[i].num, mpq_numref (values.at[i]));
      mpz_set (rows[i].den, mpq_denref (values.at[i]));
    }
  for (i = 0; i < n; i++)
    assay_gram_add_rationals (&gram, (const mpq_t *) values.at
                                     + i * (m + 1));
  assay_leastsq_fit (&fit, &gram);
  ck_assert_int_eq (oracle_leastsq (mse, weights, rows, n, m),
                    fit.rank == m ? 0 : -1);
  for (i = 0; fit.rank == m && i <= m; i++)
    {
      const struct oracle_fraction *f = i < m ? &weights[i] : mse;

      mpz_set (mpq_numref (theirs), f->num);
      mpz_set (mpq_denref (theirs), f->den);
      mpq_canonicalize (theirs);
      if (i < m)
        assay_fit_weight (ours, &fit, i);
      ck_assert_msg (mpq_equal (theirs, i < m ? ours : fit.mse),
                     "seed %lu: case %zu", testing_seed (), number);
      testing_agreed (1);
    }
  oracle_fractions_free (rows, n * (m + 1));
  oracle_fractions_free (weights, m);
  oracle_fractions_free (mse, 1);
  assay_matrix_clear (&values);
  assay_gram_clear (&gram);
  assay_fit_clear (&fit);
  mpq_clears (theirs, ours, NULL);
}

START_TEST (weights_and_errors_of_random_problems_agree)
{
  size_t i, count = testing_count (150);

  testing_reseed ();
  for (i = 0; i < count; i++)
    {
      size_t m = testing_below (6);

      compare_problem (1 + m + testing_below (8), m, i);
    }
}
END_TEST

START_TEST (dependent_functions_are_found_by_both)
{
  size_t i, count = testing_count (20);

  testing_reseed ();
  /* Fewer points than functions.  */
  for (i = 0; i < count; i++)
    compare_problem (1 + testing_below (3), 4, i);
}
END_TEST

int
main (void)
{
  Suite *suite = suite_create ("agree_jordan");
  TCase *oracle = tcase_create ("oracle");

  tcase_add_test (oracle, scores_of_every_variant_agree);
  tcase_add_test (oracle, errors_of_random_probes_agree);
  tcase_add_test (oracle, counts_of_random_readouts_agree);
  tcase_add_test (oracle, weights_and_errors_of_random_problems_agree);
  tcase_add_test (oracle, dependent_functions_are_found_by_both);
  tcase_set_timeout (oracle, 300);
  suite_add_tcase (suite, oracle);
  return testing_run (suite);
}
