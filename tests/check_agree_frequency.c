/* check_agree_frequency.c -- steps and magnitudes by both families

   Random sets of parameters of every type: the main path's enclosure of a
   step must meet the oracle's interval, which is never wider than 10^-54.
   16,000 steps and 3,000 magnitudes at scale 1.  */

#include <stdlib.h>

#include "oracle.h"
#include "position/rope_steps.h"
#include "rope_sets.h"
#include "testing.h"

enum { DIGITS = 60, PRECISION = 220, PAIRS_A_SET = 8 };

/* ---- comparison ---- */

/* Whether X, enclosed, meets THEIRS at scale 10^DIGITS, and THEIRS is
   narrow.  */
static int
meets (struct assay_expr *x, const struct oracle_interval *theirs)
{
  struct assay_ctx ctx;
  mpfr_t scale, end;
  mpz_t width;
  mpfi_t ours;
  int meeting;

  assay_ctx_init (&ctx);
  mpfi_init2 (ours, PRECISION);
  mpfr_init2 (scale, 2 * PRECISION);
  mpfr_init2 (end, 4 * PRECISION);
  mpz_init (width);
  ck_assert_int_eq (assay_expr_enclose (ours, x, &ctx, PRECISION), ASSAY_OK);
  mpfr_ui_pow_ui (scale, 10, DIGITS, MPFR_RNDN);
  mpfr_mul (end, &ours->left, scale, MPFR_RNDD);
  meeting = mpfr_cmp_z (end, theirs->hi) <= 0;
  mpfr_mul (end, &ours->right, scale, MPFR_RNDU);
  meeting = meeting && mpfr_cmp_z (end, theirs->lo) >= 0;
  mpz_sub (width, theirs->hi, theirs->lo);
  ck_assert_msg (mpz_cmp_ui (width, 1000000) < 0, "the oracle's interval is "
                 "wide");
  mpfi_clear (ours);
  mpfr_clear (scale);
  mpfr_clear (end);
  mpz_clear (width);
  return meeting;
}

static void
compare_steps (const struct assay_rope_steps *steps,
               struct oracle_rope_set *set,
               const struct assay_rope_plan *plan,
               const struct assay_rope_call *call, size_t number)
{
  struct oracle_interval theirs;
  size_t k;

  oracle_interval_init (&theirs);
  for (k = 0; k < PAIRS_A_SET; k++)
    {
      size_t pair = testing_below (steps->count);

      rope_sets_choose_pair (set, plan, call, pair);
      ck_assert_msg (oracle_frequency (&theirs, set, pair, DIGITS) == 0,
                     "set %zu, pair %zu: the oracle does not tell, seed %lu:"
                     "\n%s", number, pair, testing_seed (),
                     rope_sets_tell (set));
      ck_assert_msg (meets (steps->w[pair], &theirs), "set %zu, pair %zu of "
                     "%zu, seed %lu:\n%s", number, pair, steps->count,
                     testing_seed (), rope_sets_tell (set));
      testing_agreed (1);
    }
  oracle_interval_clear (&theirs);
}

START_TEST (steps_of_random_sets_meet_the_oracle)
{
  size_t i, sets = testing_count (2000);
  struct assay_ctx ctx;

  assay_ctx_init (&ctx);
  for (i = 0; i < sets; i++)
    {
      struct assay_rope_call call = { testing_below (4000000), 0 };
      struct oracle_rope_set set;
      struct assay_rope_steps steps;
      struct assay_rope_plan plan;

      assay_rope_plan_init (&plan);
      oracle_rope_set_init (&set);
      rope_sets_draw (&plan);
      rope_sets_translate (&set, &plan, call.length);
      ck_assert_msg (assay_rope_steps_make (&steps, &plan, &call, &ctx)
                     == ASSAY_OK, "set %zu of type %d: expected %s, found "
                     "%s, seed %lu", i, plan.type, ctx.error.expected,
                     ctx.error.found, testing_seed ());
      compare_steps (&steps, &set, &plan, &call, i);
      assay_rope_steps_clear (&steps);
      assay_rope_plan_clear (&plan);
      oracle_rope_set_clear (&set);
    }
}
END_TEST

/* m (s, k) and sqrt (1 + ln s / ln L0).  */
START_TEST (magnitudes_of_random_factors_meet_the_oracle)
{
  size_t i, cases = testing_count (1500);
  struct assay_ctx ctx;

  assay_ctx_init (&ctx);
  for (i = 0; i < cases; i++)
    {
      struct oracle_fraction f, g, h;
      struct assay_expr *s, *k, *original, *m;
      struct oracle_interval theirs;
      mpq_t value;

      mpq_init (value);
      oracle_fraction_init (&f);
      oracle_fraction_init (&g);
      oracle_fraction_init (&h);
      oracle_interval_init (&theirs);
      rope_sets_factor (value);
      s = assay_expr_new_rational (value);
      rope_sets_fraction (&f, value);
      rope_sets_beta (value);
      k = assay_expr_new_rational (value);
      rope_sets_fraction (&g, value);
      rope_sets_length (value);
      mpz_add_ui (mpq_numref (value), mpq_numref (value), 1);
      original = assay_expr_new_rational (value);
      rope_sets_fraction (&h, value);
      ck_assert_int_eq (assay_magnitude_yarn (&m, s, k, &ctx), ASSAY_OK);
      ck_assert_int_eq (oracle_yarn_magnitude (&theirs, &f, &g, DIGITS), 0);
      ck_assert_msg (meets (m, &theirs), "yarn, case %zu, seed %lu", i,
                     testing_seed ());
      testing_agreed (1);
      assay_expr_unref (m);
      ck_assert_int_eq (assay_magnitude_longrope (&m, s, original, &ctx),
                        ASSAY_OK);
      ck_assert_int_eq (oracle_longrope_magnitude (&theirs, &f, &h, DIGITS),
                        0);
      ck_assert_msg (meets (m, &theirs), "longrope, case %zu, seed %lu", i,
                     testing_seed ());
      testing_agreed (1);
      assay_expr_unref (m);
      assay_expr_unref (s);
      assay_expr_unref (k);
      assay_expr_unref (original);
      oracle_fraction_clear (&f);
      oracle_fraction_clear (&g);
      oracle_fraction_clear (&h);
      oracle_interval_clear (&theirs);
      mpq_clear (value);
    }
}
END_TEST

static Suite *
agree_suite (void)
{
  Suite *suite = suite_create ("agree_frequency");
  TCase *oracle = tcase_create ("oracle");

  tcase_set_timeout (oracle, 600);
  tcase_add_checked_fixture (oracle, testing_reseed, NULL);
  tcase_add_test (oracle, steps_of_random_sets_meet_the_oracle);
  tcase_add_test (oracle, magnitudes_of_random_factors_meet_the_oracle);
  suite_add_tcase (suite, oracle);
  return suite;
}

int
main (void)
{
  return testing_run (agree_suite ());
}
