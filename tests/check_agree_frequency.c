/* check_agree_frequency.c -- steps and magnitudes by both families

   Random sets of parameters of every type: the main path's enclosure of a
   step must meet the oracle's interval, which is never wider than 10^-54.
   16,000 steps and 3,000 magnitudes at scale 1.  */

#include <stdlib.h>

#include "oracle.h"
#include "position/rope_steps.h"
#include "testing.h"

enum { DIGITS = 60, PRECISION = 220, PAIRS_A_SET = 8 };

/* ---- random parameters ---- */

static void
random_base (mpq_ptr base)
{
  static const unsigned long usual[] = { 10000, 500000, 1000000, 150000,
                                         100000000, 2 };

  if (testing_below (2))
    mpq_set_ui (base, usual[testing_below (6)], 1);
  else
    mpq_set_ui (base, 1001 + testing_below (100000000),
                1 + testing_below (1000));
  mpq_canonicalize (base);
  if (mpq_cmp_ui (base, 1, 1) <= 0)
    mpq_set_ui (base, 3, 2);
}

static void
random_factor (mpq_ptr factor)
{
  if (testing_below (4) == 0)
    mpq_set_ui (factor, 1 + testing_below (64), 1);
  else
    mpq_set_ui (factor, 1 + testing_below (4000), 1 + testing_below (200));
  mpq_canonicalize (factor);
}

/* Powers of two and their neighbours as often as any other length.  */
static void
random_length (mpq_ptr length)
{
  if (testing_below (2))
    mpq_set_ui (length, (2ul << testing_below (20)) + testing_below (3) - 1,
                1);
  else
    mpq_set_ui (length, 2 + testing_below (2000000), 1);
}

static void
set_value (struct assay_rope_plan *plan, enum assay_rope_key key,
           void (*random) (mpq_ptr))
{
  mpq_t value;

  mpq_init (value);
  random (value);
  assay_rope_value_set (&plan->value[key], value, "random");
  mpq_clear (value);
}

static void
random_beta (mpq_ptr beta)
{
  static const unsigned long usual[] = { 1, 32, 16, 2, 64 };

  if (testing_below (3))
    mpq_set_ui (beta, usual[testing_below (5)], 1);
  else
    random_factor (beta);
}

static void
random_part (mpq_ptr part)
{
  mpq_set_ui (part, testing_below (129), 128);
  mpq_canonicalize (part);
}

static void
random_plan (struct assay_rope_plan *plan)
{
  static const enum assay_rope_type types[] = {
    ASSAY_ROPE_DEFAULT, ASSAY_ROPE_LINEAR, ASSAY_ROPE_DYNAMIC,
    ASSAY_ROPE_YARN, ASSAY_ROPE_YARN, ASSAY_ROPE_LLAMA3, ASSAY_ROPE_LLAMA3,
    ASSAY_ROPE_PROPORTIONAL
  };

  plan->type = types[testing_below (8)];
  plan->layout.head_dim = 2 * (2 + testing_below (63));
  plan->layout.rotary_dim = plan->layout.head_dim;
  plan->truncate = testing_below (2) == 0;
  set_value (plan, ASSAY_KEY_THETA, random_base);
  set_value (plan, ASSAY_KEY_FACTOR, random_factor);
  set_value (plan, ASSAY_KEY_LENGTH, random_length);
  set_value (plan, ASSAY_KEY_ORIGINAL, random_length);
  set_value (plan, ASSAY_KEY_BETA_FAST, random_beta);
  set_value (plan, ASSAY_KEY_BETA_SLOW, random_beta);
  set_value (plan, ASSAY_KEY_LOW, random_beta);
  set_value (plan, ASSAY_KEY_HIGH, random_beta);
  if (plan->type == ASSAY_ROPE_PROPORTIONAL)
    set_value (plan, ASSAY_KEY_PARTIAL, random_part);
}

/* ---- the same for the oracle ---- */

static void
copy_fraction (struct oracle_fraction *f, mpq_srcptr value)
{
  mpz_set (f->num, mpq_numref (value));
  mpz_set (f->den, mpq_denref (value));
}

static void
translate (struct oracle_rope_set *set, const struct assay_rope_plan *plan,
           unsigned long length)
{
  const struct assay_rope_value *value = plan->value;
  mpq_t half;

  set->type = plan->type == ASSAY_ROPE_LINEAR ? ORACLE_ROPE_LINEAR
              : plan->type == ASSAY_ROPE_DYNAMIC ? ORACLE_ROPE_DYNAMIC
              : plan->type == ASSAY_ROPE_YARN ? ORACLE_ROPE_YARN
              : plan->type == ASSAY_ROPE_LLAMA3 ? ORACLE_ROPE_LLAMA3
              : plan->type == ASSAY_ROPE_PROPORTIONAL
              ? ORACLE_ROPE_PROPORTIONAL : ORACLE_ROPE_DEFAULT;
  set->width = plan->layout.rotary_dim;
  set->truncate = plan->truncate;
  mpz_set_ui (set->length.num, length);
  copy_fraction (&set->base, value[ASSAY_KEY_THETA].value);
  copy_fraction (&set->factor, value[ASSAY_KEY_FACTOR].value);
  copy_fraction (&set->longest, value[ASSAY_KEY_LENGTH].value);
  copy_fraction (&set->original, value[ASSAY_KEY_ORIGINAL].value);
  copy_fraction (&set->fast, value[ASSAY_KEY_BETA_FAST].value);
  copy_fraction (&set->slow, value[ASSAY_KEY_BETA_SLOW].value);
  copy_fraction (&set->low, value[ASSAY_KEY_LOW].value);
  copy_fraction (&set->high, value[ASSAY_KEY_HIGH].value);
  /* Parts of 128 are exact in binary64.  */
  mpq_init (half);
  mpq_set_ui (half, plan->layout.head_dim / 2, 1);
  mpq_mul (half, half, value[ASSAY_KEY_PARTIAL].value);
  set->live = plan->type == ASSAY_ROPE_PROPORTIONAL
              ? mpz_get_ui (mpq_numref (half))
                / mpz_get_ui (mpq_denref (half)) : 0;
  mpq_clear (half);
}

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
               const struct oracle_rope_set *set, size_t number)
{
  struct oracle_interval theirs;
  size_t k;

  oracle_interval_init (&theirs);
  for (k = 0; k < PAIRS_A_SET; k++)
    {
      size_t pair = testing_below (steps->count);

      ck_assert_msg (oracle_frequency (&theirs, set, pair, DIGITS) == 0,
                     "set %zu of type %d, pair %zu: the oracle does not "
                     "tell, seed %lu", number, set->type, pair,
                     testing_seed ());
      ck_assert_msg (meets (steps->w[pair], &theirs), "set %zu of type %d, "
                     "pair %zu of %zu, seed %lu", number, set->type, pair,
                     steps->count, testing_seed ());
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
      random_plan (&plan);
      translate (&set, &plan, call.length);
      ck_assert_msg (assay_rope_steps_make (&steps, &plan, &call, &ctx)
                     == ASSAY_OK, "set %zu of type %d: expected %s, found "
                     "%s, seed %lu", i, plan.type, ctx.error.expected,
                     ctx.error.found, testing_seed ());
      compare_steps (&steps, &set, i);
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
      random_factor (value);
      s = assay_expr_new_rational (value);
      copy_fraction (&f, value);
      random_beta (value);
      k = assay_expr_new_rational (value);
      copy_fraction (&g, value);
      random_length (value);
      mpz_add_ui (mpq_numref (value), mpq_numref (value), 1);
      original = assay_expr_new_rational (value);
      copy_fraction (&h, value);
      ck_assert_int_eq (assay_magnitude_yarn (&m, s, k, &ctx), ASSAY_OK);
      ck_assert_int_eq (oracle_yarn_magnitude (&theirs, &f, &g, DIGITS), 0);
      ck_assert_msg (meets (m, &theirs), "yarn, case %zu, seed %lu", i,
                     testing_seed ());
      assay_expr_unref (m);
      ck_assert_int_eq (assay_magnitude_longrope (&m, s, original, &ctx),
                        ASSAY_OK);
      ck_assert_int_eq (oracle_longrope_magnitude (&theirs, &f, &h, DIGITS),
                        0);
      ck_assert_msg (meets (m, &theirs), "longrope, case %zu, seed %lu", i,
                     testing_seed ());
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
