/* check_oracle_attention.c -- the oracle's attention alone */

#include <oracle.h>
#include <string.h>

#include "oracle_testing.h"
#include "testing.h"

#define ROWS(table) ((int) (sizeof table / sizeof table[0]))

enum { MOST_KEYS = 4, MOST_FEATURES = 4, DIGITS = 60 };

struct problem
{
  size_t nq, nk, d, dv;
  struct oracle_fraction *query, *key, *value;
  unsigned char legal[MOST_KEYS * MOST_KEYS];
  struct oracle_interval *weights, *output;
};

static void
problem_init (struct problem *p, size_t nq, size_t nk, size_t d, size_t dv)
{
  p->nq = nq;
  p->nk = nk;
  p->d = d;
  p->dv = dv;
  p->query = oracle_fractions_new (nq * d);
  p->key = oracle_fractions_new (nk * d);
  p->value = oracle_fractions_new (nk * dv);
  memset (p->legal, 1, sizeof p->legal);
  p->weights = oracle_intervals_new (nq * nk);
  p->output = oracle_intervals_new (nq * dv);
}

static void
problem_clear (struct problem *p)
{
  oracle_fractions_free (p->query, p->nq * p->d);
  oracle_fractions_free (p->key, p->nk * p->d);
  oracle_fractions_free (p->value, p->nk * p->dv);
  oracle_intervals_free (p->weights, p->nq * p->nk);
  oracle_intervals_free (p->output, p->nq * p->dv);
}

static int
solve (struct problem *p, const struct oracle_fraction *scale,
       unsigned long digits)
{
  return oracle_attention (p->weights, p->output, p->query, p->key, p->value,
                           p->nq, p->nk, p->d, p->dv, p->legal, scale,
                           digits);
}

/* x at scale 10^digits contains f and is at most three units wide.  */
static void
assert_contains (const struct oracle_interval *x, unsigned long digits,
                 const struct oracle_fraction *f, const char *what)
{
  struct oracle_fraction end;
  mpz_t width;

  oracle_fraction_init (&end);
  mpz_init (width);
  mpz_ui_pow_ui (end.den, 10, digits);
  mpz_set (end.num, x->lo);
  ck_assert_msg (oracle_fraction_compare (&end, f) <= 0, "%s: above", what);
  mpz_set (end.num, x->hi);
  ck_assert_msg (oracle_fraction_compare (&end, f) >= 0, "%s: below", what);
  mpz_sub (width, x->hi, x->lo);
  ck_assert_msg (mpz_cmp_ui (width, 3) <= 0, "%s: wide", what);
  oracle_fraction_clear (&end);
  mpz_clear (width);
}

/* count intervals at scale 10^DIGITS: each contains the exact fraction, or
   rounds to the decimal, which has 12 places.  */
static void
assert_answers (const struct oracle_interval *x, size_t count,
                const char *text, int exact)
{
  struct oracle_fraction *expected = oracle_fractions_new (count);
  mpz_t unit, end;

  mpz_init (unit);
  mpz_init (end);
  testing_fractions (expected, count, text);
  mpz_ui_pow_ui (unit, 10, DIGITS - 12);
  for (size_t i = 0; i < count; i++)
    {
      if (exact)
        {
          assert_contains (&x[i], DIGITS, &expected[i], text);
          continue;
        }
      mpz_cdiv_q_ui (end, unit, 2);
      mpz_submul (end, expected[i].num, unit);
      mpz_add (end, end, x[i].lo);
      ck_assert_msg (mpz_sgn (end) >= 0, "%s, %zu: low", text, i);
      mpz_fdiv_q_ui (end, unit, 2);
      mpz_addmul (end, expected[i].num, unit);
      mpz_sub (end, end, x[i].hi);
      ck_assert_msg (mpz_sgn (end) >= 0, "%s, %zu: high", text, i);
    }
  oracle_fractions_free (expected, count);
  mpz_clear (unit);
  mpz_clear (end);
}

/* The published figures of the lesson on causal attention, and rows whose
   scores are irrational.  Decimals are in units of 10^-12, from
   logistic (1), (2), (4), (1 / sqrt 2) and (-sqrt 3), to nearest.  */
static const struct
{
  size_t nq, nk, d, dv;
  const char *query, *key, *value, *legal, *scale, *weights, *output;
  int exact;
} table[] = {
  { 3, 3, 2, 2, "0 0 0 0 0 0", "1 0 0 1 1 1", "2 0 4 4 6 8", "100110111",
    NULL, "1 0 0 1/2 1/2 0 1/3 1/3 1/3", "2 0 3 2 4 4", 1 },
  { 3, 3, 2, 2, "0 0 0 0 0 0", "1 0 0 1 1 1", "2 0 4 4 6 8", "100100011",
    NULL, "1 0 0 1 0 0 0 1/2 1/2", "2 0 2 0 5 6", 1 },
  { 2, 2, 1, 1, "1 1", "0 1", "0 4", "1111", NULL,
    "268941421370 731058578630 268941421370 731058578630",
    "2924234314520 2924234314520", 0 },
  { 1, 2, 4, 1, "1 1 1 1", "0 0 0 0 1 1 1 1", "0 4", "11", NULL,
    "119202922022 880797077978", "3523188311912", 0 },
  { 1, 2, 4, 1, "1 1 1 1", "0 0 0 0 1 1 1 1", "0 4", "11", "1",
    "17986209962 982013790038", "3928055160152", 0 },
  { 1, 2, 2, 1, "1 0", "1 0 0 0", "1 0", "11", NULL,
    "669761549327 330238450673", "669761549327", 0 },
  { 1, 2, 2, 1, "1 0", "-1 0 0 0", "-1 0", "11", NULL,
    "330238450673 669761549327", "-330238450673", 0 },
  { 1, 3, 3, 1, "1 1 1", "-1 -1 -1 5 5 5 0 0 0", "1 9 0", "101", NULL,
    "150325446910 0 849674553090", "150325446910", 0 },
  { 1, 2, 1, 1, "1", "10000 9999", "1 0", "11", NULL,
    "731058578630 268941421370", "731058578630", 0 },
  { 1, 2, 1, 1, "-1", "9999 10000", "1 0", "11", NULL,
    "731058578630 268941421370", "731058578630", 0 },
  { 1, 2, 1, 1, "1/3", "-10000 10000", "-7/11 3/7", "10", NULL, "1 0",
    "-7/11", 1 },
};

START_TEST (attention_is_the_published_one)
{
  struct problem p;
  struct oracle_fraction scale;

  oracle_fraction_init (&scale);
  problem_init (&p, table[_i].nq, table[_i].nk, table[_i].d, table[_i].dv);
  testing_fractions (p.query, p.nq * p.d, table[_i].query);
  testing_fractions (p.key, p.nk * p.d, table[_i].key);
  testing_fractions (p.value, p.nk * p.dv, table[_i].value);
  for (size_t i = 0; i < p.nq * p.nk; i++)
    p.legal[i] = table[_i].legal[i] == '1';
  if (table[_i].scale != NULL)
    testing_fractions (&scale, 1, table[_i].scale);
  ck_assert_int_eq (solve (&p, table[_i].scale ? &scale : NULL, DIGITS), 0);
  assert_answers (p.weights, p.nq * p.nk, table[_i].weights, table[_i].exact);
  assert_answers (p.output, p.nq * p.dv, table[_i].output, table[_i].exact);
  for (size_t i = 0; i < p.nq * p.nk; i++)
    if (!p.legal[i])
      ck_assert (mpz_sgn (p.weights[i].lo) == 0
                 && mpz_sgn (p.weights[i].hi) == 0);
  problem_clear (&p);
  oracle_fraction_clear (&scale);
}
END_TEST

START_TEST (lone_legal_key_weighs_exactly_one)
{
  struct problem p;
  mpz_t one;

  mpz_init (one);
  mpz_ui_pow_ui (one, 10, DIGITS);
  problem_init (&p, 1, 3, 1, 1);
  testing_fractions (p.query, 1, "7/3");
  testing_fractions (p.key, 3, "400 -900 1/7");
  testing_fractions (p.value, 3, "1 2 3");
  p.legal[0] = p.legal[2] = 0;
  ck_assert_int_eq (solve (&p, NULL, DIGITS), 0);
  ck_assert_int_eq (mpz_cmp (p.weights[1].lo, one), 0);
  ck_assert_int_eq (mpz_cmp (p.weights[1].hi, one), 0);
  problem_clear (&p);
  mpz_clear (one);
}
END_TEST

START_TEST (row_without_a_key_is_refused_and_changes_nothing)
{
  struct problem p;

  problem_init (&p, 2, 2, 1, 1);
  mpz_set_si (p.weights[0].lo, -5);
  p.legal[2] = p.legal[3] = 0;
  ck_assert_int_eq (solve (&p, NULL, DIGITS), -1);
  ck_assert_int_eq (mpz_cmp_si (p.weights[0].lo, -5), 0);
  p.legal[3] = 1;
  ck_assert_int_eq (solve (&p, NULL, DIGITS), 0);
  ck_assert_int_ne (mpz_cmp_si (p.weights[0].lo, -5), 0);
  problem_clear (&p);
}
END_TEST

/* VALUE, at DIGITS digits, lies between 10^-PLACES and 10^(1-PLACES).  */
static void
assert_decade (const struct oracle_interval *value, unsigned long digits,
               unsigned long places)
{
  mpz_t bound;

  mpz_init (bound);
  mpz_ui_pow_ui (bound, 10, digits - places);
  ck_assert_int_gt (mpz_cmp (value->lo, bound), 0);
  mpz_mul_ui (bound, bound, 10);
  ck_assert_int_lt (mpz_cmp (value->hi, bound), 0);
  mpz_clear (bound);
}

/* The largest profile: scores -128 and 128, so that the small weights are
   exp (-256) / 2 (1 + exp (-256)), between 10^-112 and 10^-111.  */
START_TEST (smallest_weight_of_the_largest_profile_is_resolved)
{
  struct problem p;

  problem_init (&p, 1, 4, 4, 1);
  testing_fractions (p.query, 4, "8 8 8 8");
  testing_fractions (p.key, 16, "-8 -8 -8 -8 8 8 8 8 -8 -8 -8 -8 8 8 8 8");
  testing_fractions (p.value, 4, "-8 8 -8 8");
  ck_assert_int_eq (solve (&p, NULL, 150), 0);
  assert_decade (&p.weights[0], 150, 112);
  ck_assert_int_eq (mpz_cmp (p.weights[0].lo, p.weights[2].lo), 0);
  problem_clear (&p);
}
END_TEST

/* exp (-20000) is 10^-8685.88...  */
START_TEST (weight_across_twenty_thousand_is_resolved)
{
  struct problem p;

  problem_init (&p, 1, 2, 1, 1);
  testing_fractions (p.query, 1, "1");
  testing_fractions (p.key, 2, "-10000 10000");
  testing_fractions (p.value, 2, "1 0");
  ck_assert_int_eq (solve (&p, NULL, 8700), 0);
  assert_decade (&p.weights[0], 8700, 8686);
  problem_clear (&p);
}
END_TEST

/* Values near 10^30 at more digits than the exponentials carry anyway:
   equal scores, so the outputs are known exactly.  */
START_TEST (large_values_keep_the_output_narrow)
{
  struct problem p;
  struct oracle_fraction mean;

  problem_init (&p, 1, 2, 2, 1);
  oracle_fraction_init (&mean);
  testing_fractions (p.query, 2, "5/3 -1");
  testing_fractions (p.key, 4, "3 5 6 10");
  testing_fractions (p.value, 2, "1000000000000000000000000000000"
                    " -3000000000000000000000000000001");
  ck_assert_int_eq (solve (&p, NULL, 100), 0);
  testing_fractions (&mean, 1, "-2000000000000000000000000000001/2");
  assert_contains (p.output, 100, &mean, "mean of large values");
  problem_clear (&p);
  oracle_fraction_clear (&mean);
}
END_TEST

static void
random_problem (struct problem *p)
{
  problem_init (p, (size_t) testing_between (1, MOST_KEYS),
                (size_t) testing_between (1, MOST_KEYS),
                (size_t) testing_between (1, MOST_FEATURES),
                (size_t) testing_between (1, MOST_FEATURES));
  struct oracle_fraction *matrix[3] = { p->query, p->key, p->value };
  size_t count[3] = { p->nq * p->d, p->nk * p->d, p->nk * p->dv };
  for (size_t m = 0; m < 3; m++)
    for (size_t i = 0; i < count[m]; i++)
      {
        mpz_set_si (matrix[m][i].num, testing_between (-40, 40));
        mpz_set_si (matrix[m][i].den, testing_between (1, 9));
      }
  for (size_t i = 0; i < p->nq; i++)
    {
      for (size_t j = 0; j < p->nk; j++)
        p->legal[i * p->nk + j] = testing_below (3) > 0;
      p->legal[i * p->nk + testing_below (p->nk)] = 1;
    }
}

/* Does a b overlap c?  All are >= 0.  */
static int
product_overlaps (const struct oracle_interval *a,
                  const struct oracle_interval *b,
                  const struct oracle_interval *c, unsigned long digits)
{
  mpz_t scale, low, high;

  mpz_inits (scale, low, high, (mpz_ptr) NULL);
  mpz_ui_pow_ui (scale, 10, digits);
  mpz_mul (low, a->lo, b->lo);
  mpz_mul (high, a->hi, b->hi);
  mpz_submul (low, c->hi, scale);
  mpz_submul (high, c->lo, scale);
  int overlaps = mpz_sgn (low) <= 0 && mpz_sgn (high) >= 0;
  mpz_clears (scale, low, high, (mpz_ptr) NULL);
  return overlaps;
}

START_TEST (weights_sum_to_one_and_have_the_ratio_of_exponentials)
{
  for (size_t n = 0; n < testing_count (150); n++)
    {
      struct problem p;
      struct oracle_fraction scale, dot, first;
      struct oracle_interval sum, ratio;

      oracle_fraction_init (&scale);
      oracle_fraction_init (&dot);
      oracle_fraction_init (&first);
      oracle_interval_init (&sum);
      oracle_interval_init (&ratio);
      random_problem (&p);
      testing_fractions (&scale, 1, "1/7");
      ck_assert_int_eq (solve (&p, &scale, DIGITS), 0);
      for (size_t i = 0; i < p.nq; i++)
        {
          const struct oracle_interval *w = p.weights + i * p.nk;
          size_t base = 0;

          while (!p.legal[i * p.nk + base])
            base++;
          oracle_fraction_dot (&first, p.query + i * p.d,
                               p.key + base * p.d, p.d);
          mpz_neg (first.num, first.num);
          mpz_set_ui (sum.lo, 0);
          mpz_set_ui (sum.hi, 0);
          for (size_t j = 0; j < p.nk; j++)
            {
              oracle_interval_addmul (&sum, 1, &w[j]);
              if (!p.legal[i * p.nk + j])
                continue;
              oracle_fraction_dot (&dot, p.query + i * p.d, p.key + j * p.d,
                                   p.d);
              oracle_fraction_add (&dot, &dot, &first);
              oracle_fraction_mul (&dot, &dot, &scale);
              ck_assert_int_eq (oracle_exp (&ratio, &dot, DIGITS), 0);
              ck_assert_msg (product_overlaps (&ratio, &w[base], &w[j],
                                               DIGITS),
                             "case %zu, seed %lu", n, testing_seed ());
            }
          mpz_ui_pow_ui (ratio.lo, 10, DIGITS);
          ck_assert (mpz_cmp (sum.lo, ratio.lo) <= 0
                     && mpz_cmp (sum.hi, ratio.lo) >= 0);
        }
      problem_clear (&p);
      oracle_fraction_clear (&scale);
      oracle_fraction_clear (&dot);
      oracle_fraction_clear (&first);
      oracle_interval_clear (&sum);
      oracle_interval_clear (&ratio);
    }
}
END_TEST

/* sum of w v, from the weights' intervals, overlaps the output.  */
START_TEST (output_is_the_weighted_mean_and_at_most_three_units_wide)
{
  for (size_t n = 0; n < testing_count (150); n++)
    {
      struct problem p;
      struct oracle_fraction low, high, part;

      random_problem (&p);
      oracle_fraction_init (&low);
      oracle_fraction_init (&high);
      oracle_fraction_init (&part);
      ck_assert_int_eq (solve (&p, NULL, DIGITS), 0);
      for (size_t i = 0; i < p.nq * p.dv; i++)
        {
          size_t row = i / p.dv, column = i % p.dv;

          testing_fractions (&low, 1, "0");
          testing_fractions (&high, 1, "0");
          for (size_t j = 0; j < p.nk; j++)
            {
              const struct oracle_interval *w = &p.weights[row * p.nk + j];
              const struct oracle_fraction *v = &p.value[j * p.dv + column];
              int negative = oracle_fraction_sign (v) < 0;

              mpz_mul (part.num, v->num, negative ? w->hi : w->lo);
              mpz_set (part.den, v->den);
              oracle_fraction_add (&low, &low, &part);
              mpz_mul (part.num, v->num, negative ? w->lo : w->hi);
              oracle_fraction_add (&high, &high, &part);
            }
          mpz_set_ui (part.den, 1);
          mpz_set (part.num, p.output[i].hi);
          ck_assert (oracle_fraction_compare (&low, &part) <= 0);
          mpz_set (part.num, p.output[i].lo);
          ck_assert (oracle_fraction_compare (&high, &part) >= 0);
          mpz_sub (part.num, p.output[i].hi, p.output[i].lo);
          ck_assert (mpz_cmp_ui (part.num, 3) <= 0);
        }
      problem_clear (&p);
      oracle_fraction_clear (&low);
      oracle_fraction_clear (&high);
      oracle_fraction_clear (&part);
    }
}
END_TEST

START_TEST (root_of_a_square_width_equals_the_rational_scale)
{
  for (size_t n = 0; n < testing_count (50); n++)
    {
      struct problem p, q;
      struct oracle_fraction half;

      problem_init (&p, 1, 3, 4, 1);
      problem_init (&q, 1, 3, 4, 1);
      oracle_fraction_init (&half);
      testing_fractions (&half, 1, "1/2");
      for (size_t i = 0; i < 12; i++)
        {
          mpz_set_si (p.key[i].num, testing_between (-99, 99));
          mpz_set_si (p.key[i].den, testing_between (1, 99));
          oracle_fraction_set (&q.key[i], &p.key[i]);
          mpz_set_si (p.query[i % 4].num, testing_between (-9, 9));
          oracle_fraction_set (&q.query[i % 4], &p.query[i % 4]);
        }
      ck_assert_int_eq (solve (&p, NULL, DIGITS), 0);
      ck_assert_int_eq (solve (&q, &half, DIGITS), 0);
      for (size_t j = 0; j < 3; j++)
        ck_assert (mpz_cmp (p.weights[j].lo, q.weights[j].hi) <= 0
                   && mpz_cmp (q.weights[j].lo, p.weights[j].hi) <= 0);
      problem_clear (&p);
      problem_clear (&q);
      oracle_fraction_clear (&half);
    }
}
END_TEST

static Suite *
attention_suite (void)
{
  Suite *suite = suite_create ("oracle attention");
  TCase *rows = tcase_create ("table");
  TCase *special = tcase_create ("special");
  TCase *hard = tcase_create ("hard");
  TCase *relations = tcase_create ("relations");

  tcase_add_loop_test (rows, attention_is_the_published_one, 0, ROWS (table));
  tcase_set_timeout (rows, 60);
  suite_add_tcase (suite, rows);
  tcase_add_test (special, lone_legal_key_weighs_exactly_one);
  tcase_add_test (special, row_without_a_key_is_refused_and_changes_nothing);
  suite_add_tcase (suite, special);
  tcase_add_test (hard, smallest_weight_of_the_largest_profile_is_resolved);
  tcase_add_test (hard, weight_across_twenty_thousand_is_resolved);
  tcase_add_test (hard, large_values_keep_the_output_narrow);
  tcase_set_timeout (hard, 60);
  suite_add_tcase (suite, hard);
  tcase_add_test (relations,
                  weights_sum_to_one_and_have_the_ratio_of_exponentials);
  tcase_add_test (relations,
                  output_is_the_weighted_mean_and_at_most_three_units_wide);
  tcase_add_test (relations,
                  root_of_a_square_width_equals_the_rational_scale);
  tcase_set_timeout (relations, 60);
  suite_add_tcase (suite, relations);
  return suite;
}

int
main (void)
{
  return testing_run (attention_suite ());
}
