/* check_rotary.c -- exact scores of rotated queries and keys */

#include <limits.h>
#include <stdlib.h>
#include <string.h>

#include "cli/families.h"
#include "drawn.h"
#include "exact/rat.h"
#include "exact/rotary.h"
#include "exact/rotary_options.h"
#include "testing.h"

#define ROWS(table) ((int) (sizeof table / sizeof table[0]))

enum { MOST_KEYS = 4, MOST_ROTORS = 3 };

struct words
{
  const char *query, *at;
  const char *keys[MOST_KEYS];
  const char *rotors[MOST_ROTORS];
};

static void
request_read (struct assay_rotary *request, const struct words *words)
{
  struct assay_rotary_words w = { words->query, words->at, words->keys, 0,
                                  words->rotors, 0 };
  struct assay_ctx ctx;

  while (w.key_count < MOST_KEYS && words->keys[w.key_count])
    w.key_count++;
  while (w.rotor_count < MOST_ROTORS && words->rotors[w.rotor_count])
    w.rotor_count++;
  assay_ctx_init (&ctx);
  assay_rotary_init (request);
  ck_assert_int_eq (assay_rotary_words_read (request, &w, ASSAY_PROFILE_OPEN,
                                             &ctx), ASSAY_OK);
}

/* SCORES <- the scores of REQUEST, each proved canonical; to be cleared.  */
static void
scores_of (struct assay_vec *scores, const struct assay_rotary *request)
{
  struct assay_ctx ctx;
  size_t j;

  assay_ctx_init (&ctx);
  assay_vec_init (scores, request->key_count);
  ck_assert_int_eq (assay_rotary_scores (scores->at, request, &ctx),
                    ASSAY_OK);
  for (j = 0; j < scores->n; j++)
    {
      char *text = assay_rat_text (scores->at[j]);

      testing_assert_rational (scores->at[j], text);
      free (text);
    }
}

static int
vec_equal (const struct assay_vec *a, const struct assay_vec *b)
{
  size_t i;

  for (i = 0; i < a->n && i < b->n; i++)
    if (!mpq_equal (a->at[i], b->at[i]))
      return 0;
  return a->n == b->n;
}

#define R35 "3/5,4/5"
#define R513 "5/13,12/13"
#define HUGE "1000000000000000000000000000000"

/* The lesson's witnesses first.  Of the others: over 65 the rotors are
   (2+i)^2 (3+2i)^2 = 33+56i, up to a unit, and (2+i)^2 (3-2i)^2 = 63-16i.  */
static const struct { struct words words; const char *scores; } table[] = {
  { { "1,0", "0", { "0,1@1" }, { R35 } }, "-4/5" },
  { { "1,0", "1", { "0,1@0" }, { R35 } }, "4/5" },
  { { "1,0", "4", { "1,0@1", "1,0@3" }, { R35 } }, "-117/125 3/5" },
  { { "1,0", "2", { "1,0@0", "1,0@1" }, { R35 } }, "-7/25 3/5" },
  { { "1,2,-1,0", "0", { "0,1,2,-1@1" }, { R35, "0,1" } }, "-3/5" },
  { { "1,-1,2,0", "0", { "0,2,1,-1@1" }, { R35, "0,1" } }, "-4/5" },
  { { "2,-2,2,-2", "8", { "2,2,-2,-2@0", "-2,2,2,-2@2", "2,-2,-2,2@4",
                          "-2,-2,2,2@8" }, { R35, R513 } },
    "2268427623662592/318644812890625 -21880764416/75418890625 "
    "-119218176/17850625 0" },
  { { "2,-1,0,1", "0", { "-1,2,1,0@0" }, { R35, R35 } }, "-4" },
  { { "2,-1,0,1", "8", { "-1,2,1,0@8" }, { R35, R513 } }, "-4" },
  { { "1,0", "-4", { "1,0@-1", "1,0@-7", "1,0@1" }, { R35 } },
    "-117/125 -117/125 -237/3125" },
  { { "1/2,1/3", "0", { "1/5,1/7@0" }, { R35 } }, "31/210" },
  { { "1,0", "0", { "1,0@1" }, { "33/65,56/65" } }, "33/65" },
  { { "1,0", "0", { "5,0@1", "13,0@1", "65,0@1", "65,65@2" },
      { "33/65,56/65" } }, "33/13 33/5 33 -5743/65" },
  { { "1,0,1,0", "0", { "1,0,1,0@1" }, { "33/65,56/65", "63/65,-16/65" } },
    "96/65" },
  { { "1,0,1,0", "0", { "1,0,1,0@2" }, { "33/65,56/65", "63/65,16/65" } },
    "1666/4225" },
  { { "1,0,1,0,1,0", "0", { "1,0,1,0,1,0@1" },
      { "3/5,4/5", "5/13,12/13", "33/65,56/65" } }, "97/65" },
  { { "1,0,1,0", "3", { "1,0,-1,0@7" }, { R35, R35 } }, "0" },
  { { "1,0,0,1", "5", { "0,0,0,0@-2" }, { R35, R513 } }, "0" },
  { { "1,0", "-" HUGE, { "0,1@" HUGE, "1,0@" HUGE, "1,0@-" HUGE },
      { "0,1" } }, "0 1 1" },
  { { "1,0", "0", { "0,1@1" HUGE "1", "0,1@-1" HUGE "1" }, { "0,1" } },
    "-1 1" },
  { { "2,3", "-" HUGE, { "5,7@" HUGE }, { "1,0" } }, "31" },
  { { "2,3", "-" HUGE, { "5,7@" HUGE, "5,7@" HUGE "1" }, { "-1,0" } },
    "31 -31" },
};

START_TEST (score_is_the_published_one_or_one_computed_by_hand)
{
  const char *expected = table[_i].scores;
  struct assay_rotary request;
  struct assay_vec scores;
  size_t j;

  request_read (&request, &table[_i].words);
  scores_of (&scores, &request);
  for (j = 0; j < scores.n; j++)
    {
      size_t length = strcspn (expected, " ");
      char *text = assay_rat_text (scores.at[j]);

      ck_assert_msg (strlen (text) == length
                     && strncmp (text, expected, length) == 0,
                     "score %zu: %s, not %s", j, text, expected);
      free (text);
      expected += length + (expected[length] == ' ');
    }
  ck_assert_str_eq (expected, "");
  assay_vec_clear (&scores);
  assay_rotary_clear (&request);
}
END_TEST

/* SCORES <- 7/3 in every place.  */
static void
marked_init (struct assay_vec *scores, size_t n)
{
  assay_vec_init (scores, n);
  while (n-- > 0)
    mpq_set_si (scores->at[n], 7, 3);
}

static void
assert_still_marked (const struct assay_vec *scores)
{
  size_t j;

  for (j = 0; j < scores->n; j++)
    testing_assert_rational (scores->at[j], "7/3");
}

static const struct words over_budget[] = {
  { "1,0", "0", { "1,0@1", "1,0@400000000" }, { R35 } },
  { "1,0", "-400000000", { "1,0@1" }, { R35 } },
  { "1,0", "4000000000", { "1,0@4000000000" }, { R35 } },
  { "1,0", "9223372036854775807", { "1,0@9223372036854775807" }, { R35 } },
  { "1,0", "1", { "1,0@-" HUGE }, { R35 } },
  { "1,0,1,0", "1", { "1,0,1,0@" HUGE }, { "0,1", R513 } },
};

START_TEST (request_over_budget_is_refused_before_any_rotation)
{
  struct assay_rotary request;
  struct assay_vec scores;
  struct assay_ctx ctx;

  assay_ctx_init (&ctx);
  request_read (&request, &over_budget[_i]);
  marked_init (&scores, request.key_count);
  ck_assert_int_eq (assay_rotary_scores (scores.at, &request, &ctx),
                    ASSAY_ELIMIT);
  ck_assert_uint_eq (ctx.rotations, 0);
  ck_assert_str_eq (ctx.error.where, "key_positions");
  assert_still_marked (&scores);
  assay_vec_clear (&scores);
  assay_rotary_clear (&request);
}
END_TEST

/* The budget is the predicted bits exactly: one bit less refuses.  */
START_TEST (budget_decides_at_its_last_bit)
{
  struct assay_rotary request;
  struct assay_vec scores;
  struct assay_ctx ctx;
  size_t j;

  for (j = 0; j < sizeof table / sizeof table[0]; j++)
    {
      request_read (&request, &table[j].words);
      marked_init (&scores, request.key_count);
      assay_ctx_init (&ctx);
      ctx.max_bits = (unsigned long) assay_rotary_bits (&request) - 1;
      ck_assert_int_eq (assay_rotary_scores (scores.at, &request, &ctx),
                        ASSAY_ELIMIT);
      ck_assert_uint_eq (ctx.rotations, 0);
      assert_still_marked (&scores);
      assay_ctx_init (&ctx);
      ctx.max_bits = (unsigned long) assay_rotary_bits (&request);
      ck_assert_int_eq (assay_rotary_scores (scores.at, &request, &ctx),
                        ASSAY_OK);
      ck_assert_uint_eq (ctx.rotations, 1 + request.key_count);
      assay_vec_clear (&scores);
      assay_rotary_clear (&request);
    }
}
END_TEST

START_TEST (request_without_keys_rotates_nothing)
{
  static const struct words words = { "1,0", "100", { NULL }, { R35 } };
  struct assay_rotary request;
  struct assay_vec scores;
  struct assay_ctx ctx;

  assay_ctx_init (&ctx);
  request_read (&request, &words);
  assay_vec_init (&scores, 0);
  ck_assert_int_eq (assay_rotary_scores (scores.at, &request, &ctx),
                    ASSAY_OK);
  ck_assert_uint_eq (ctx.rotations, 0);
  assay_vec_clear (&scores);
  assay_rotary_clear (&request);
}
END_TEST

START_TEST (prediction_for_positions_beyond_a_word_saturates)
{
  struct assay_rotary request;

  request_read (&request, &over_budget[4]);
  ck_assert (assay_rotary_bits (&request) == ULLONG_MAX);
  assay_rotary_clear (&request);
  request_read (&request, &table[ROWS (table) - 1].words);
  ck_assert_uint_lt (assay_rotary_bits (&request), 100);
  assay_rotary_clear (&request);
}
END_TEST

START_TEST (rotation_off_the_circle_is_refused_at_its_pair)
{
  struct assay_vec v, rotors, rotated;
  struct assay_ctx ctx;
  mpz_t p;

  assay_ctx_init (&ctx);
  assay_vec_init (&v, 4);
  assay_vec_init (&rotors, 4);
  marked_init (&rotated, 4);
  mpq_set_ui (rotors.at[0], 1, 1);
  mpq_set_ui (rotors.at[2], 3, 5);
  mpq_set_ui (rotors.at[3], 3, 5);
  mpz_init_set_ui (p, 3);
  ck_assert_int_eq (assay_rotary_rotate (rotated.at, &v, p, &rotors, &ctx),
                    ASSAY_EVALUE);
  ck_assert_str_eq (ctx.error.where, "rotations[1]");
  assert_still_marked (&rotated);
  mpz_clear (p);
  assay_vec_clear (&v);
  assay_vec_clear (&rotors);
  assay_vec_clear (&rotated);
}
END_TEST

START_TEST (rotation_over_budget_is_refused)
{
  struct assay_rotary request;
  struct assay_vec rotated;
  struct assay_ctx ctx;

  assay_ctx_init (&ctx);
  request_read (&request, &over_budget[1]);
  marked_init (&rotated, 2);
  mpz_set_ui (request.query_position, 1);
  mpz_mul_2exp (request.query_position, request.query_position, 40);
  ck_assert_int_eq (assay_rotary_rotate (rotated.at, &request.query,
                                         request.query_position,
                                         &request.rotors, &ctx),
                    ASSAY_ELIMIT);
  assert_still_marked (&rotated);
  assay_vec_clear (&rotated);
  assay_rotary_clear (&request);
}
END_TEST

static const struct drawn_rotary small = { 4, 3, 60, 40, 12 };

START_TEST (score_unchanged_when_both_positions_shift)
{
  struct assay_vec before, after;
  struct assay_rotary request;
  size_t i, j;
  mpz_t shift;

  mpz_init (shift);
  for (i = 0; i < testing_count (1500); i++)
    {
      drawn_rotary (&request, &small);
      scores_of (&before, &request);
      mpz_set_si (shift, testing_between (-150, 150));
      mpz_add (request.query_position, request.query_position, shift);
      for (j = 0; j < request.key_count; j++)
        mpz_add (request.key_positions[j], request.key_positions[j], shift);
      scores_of (&after, &request);
      ck_assert_msg (vec_equal (&before, &after), "case %zu, seed %lu", i,
                     testing_seed ());
      assay_vec_clear (&before);
      assay_vec_clear (&after);
      assay_rotary_clear (&request);
    }
  mpz_clear (shift);
}
END_TEST

START_TEST (score_equals_dot_at_equal_positions)
{
  struct assay_rotary request;
  struct assay_vec scores;
  size_t i, j;
  mpq_t dot;

  mpq_init (dot);
  for (i = 0; i < testing_count (1500); i++)
    {
      drawn_rotary (&request, &small);
      for (j = 0; j < request.key_count; j++)
        mpz_set (request.key_positions[j], request.query_position);
      scores_of (&scores, &request);
      for (j = 0; j < request.key_count; j++)
        {
          assay_rat_dot (dot, request.query.at, request.keys[j].at,
                         request.query.n);
          ck_assert_msg (mpq_equal (dot, scores.at[j]),
                         "case %zu, seed %lu", i, testing_seed ());
        }
      assay_vec_clear (&scores);
      assay_rotary_clear (&request);
    }
  mpq_clear (dot);
}
END_TEST

/* The score of k at n against q at m is that of q at m against k at n.  */
START_TEST (score_is_symmetric_in_query_and_key)
{
  struct assay_vec there, back;
  struct assay_rotary request;
  size_t i;

  for (i = 0; i < testing_count (1500); i++)
    {
      drawn_rotary (&request, &small);
      scores_of (&there, &request);
      while (request.key_count > 1)
        assay_vec_clear (&request.keys[--request.key_count]);
      while (request.position_count > 1)
        mpz_clear (request.key_positions[--request.position_count]);
      mpz_swap (request.query_position, request.key_positions[0]);
      {
        struct assay_vec query = request.query;

        request.query = request.keys[0];
        request.keys[0] = query;
      }
      scores_of (&back, &request);
      ck_assert_msg (mpq_equal (there.at[0], back.at[0]),
                     "case %zu, seed %lu", i, testing_seed ());
      assay_vec_clear (&there);
      assay_vec_clear (&back);
      assay_rotary_clear (&request);
    }
}
END_TEST

/* ROTATED <- R^P V; P fits a long.  */
static void
rotate (struct assay_vec *rotated, const struct assay_vec *v, long p,
        const struct assay_vec *rotors)
{
  struct assay_ctx ctx;
  mpz_t position;

  assay_ctx_init (&ctx);
  mpz_init_set_si (position, p);
  ck_assert_int_eq (assay_rotary_rotate (rotated->at, v, position, rotors,
                                         &ctx), ASSAY_OK);
  mpz_clear (position);
}

START_TEST (pair_norm_kept_by_every_power)
{
  struct assay_rotary request;
  struct assay_vec rotated;
  mpq_t before, after;
  size_t i, pair;

  mpq_inits (before, after, NULL);
  for (i = 0; i < testing_count (1500); i++)
    {
      drawn_rotary (&request, &small);
      assay_vec_init (&rotated, request.query.n);
      rotate (&rotated, &request.query, testing_between (-90, 90),
              &request.rotors);
      for (pair = 0; pair < rotated.n; pair += 2)
        {
          assay_rat_dot (before, request.query.at + pair,
                         request.query.at + pair, 2);
          assay_rat_dot (after, rotated.at + pair, rotated.at + pair, 2);
          ck_assert_msg (mpq_equal (before, after), "case %zu, seed %lu", i,
                         testing_seed ());
        }
      assay_vec_clear (&rotated);
      assay_rotary_clear (&request);
    }
  mpq_clears (before, after, NULL);
}
END_TEST

START_TEST (rotations_add_their_positions)
{
  struct assay_vec once, twice, sum;
  struct assay_rotary request;
  size_t i;
  long m, n;

  for (i = 0; i < testing_count (1500); i++)
    {
      drawn_rotary (&request, &small);
      m = testing_between (-60, 60);
      n = testing_between (-60, 60);
      assay_vec_init (&once, request.query.n);
      assay_vec_init (&twice, request.query.n);
      assay_vec_init (&sum, request.query.n);
      rotate (&once, &request.query, m, &request.rotors);
      rotate (&twice, &once, n, &request.rotors);
      rotate (&sum, &request.query, m + n, &request.rotors);
      ck_assert_msg (vec_equal (&twice, &sum), "case %zu: %ld, %ld, seed %lu",
                     i, m, n, testing_seed ());
      assay_vec_clear (&once);
      assay_vec_clear (&twice);
      assay_vec_clear (&sum);
      assay_rotary_clear (&request);
    }
}
END_TEST

/* q and k rotated apart, in canonical rationals, and multiplied.  */
START_TEST (score_equals_the_product_of_the_rotated_vectors)
{
  struct assay_vec scores, q, k;
  struct assay_rotary request;
  size_t i, j;
  mpq_t dot;

  mpq_init (dot);
  for (i = 0; i < testing_count (1500); i++)
    {
      drawn_rotary (&request, &small);
      scores_of (&scores, &request);
      assay_vec_init (&q, request.query.n);
      assay_vec_init (&k, request.query.n);
      rotate (&q, &request.query, mpz_get_si (request.query_position),
              &request.rotors);
      for (j = 0; j < request.key_count; j++)
        {
          rotate (&k, &request.keys[j], mpz_get_si (request.key_positions[j]),
                  &request.rotors);
          assay_rat_dot (dot, q.at, k.at, q.n);
          ck_assert_msg (mpq_equal (dot, scores.at[j]),
                         "case %zu, seed %lu", i, testing_seed ());
        }
      assay_vec_clear (&q);
      assay_vec_clear (&k);
      assay_vec_clear (&scores);
      assay_rotary_clear (&request);
    }
  mpq_clear (dot);
}
END_TEST

START_TEST (predicted_bits_cover_every_score)
{
  struct assay_rotary request;
  struct assay_vec scores;
  size_t i, j;

  for (i = 0; i < testing_count (1500); i++)
    {
      drawn_rotary (&request, &small);
      scores_of (&scores, &request);
      for (j = 0; j < scores.n; j++)
        ck_assert_uint_le (assay_rat_bits (scores.at[j]),
                           assay_rotary_bits (&request));
      assay_vec_clear (&scores);
      assay_rotary_clear (&request);
    }
}
END_TEST

static void
assert_agrees (const struct assay_rotary *request, size_t i)
{
  struct assay_vec scores;
  mpq_t theirs;
  size_t j;

  mpq_init (theirs);
  scores_of (&scores, request);
  for (j = 0; j < scores.n; j++)
    {
      ck_assert_int_eq (assay_oracle.rotary_score (theirs, request, j),
                        ASSAY_OK);
      ck_assert_msg (mpq_equal (scores.at[j], theirs),
                     "case %zu, key %zu, seed %lu", i, j, testing_seed ());
    }
  assay_vec_clear (&scores);
  mpq_clear (theirs);
}

START_TEST (score_equals_the_oracle_on_random_requests)
{
  struct assay_rotary request;
  size_t i;

  for (i = 0; i < testing_count (2000); i++)
    {
      drawn_rotary (&request, &small);
      assert_agrees (&request, i);
      assay_rotary_clear (&request);
    }
}
END_TEST

/* A component that holds more powers of a prime of h than the small gcds
   strip (48 rounds): the full gcd must end the walk.  */
START_TEST (score_with_many_shared_primes_is_canonical)
{
  static const char *const rotors[]
    = { R35, R513, "33/65,56/65", "264/1105,1073/1105" };
  static const struct words words = { "1,0", "0", { "1,0@1" }, { R35 } };
  static const unsigned long primes[] = { 5, 13, 65, 1105 };
  unsigned long power;
  struct assay_rotary request;
  struct words chosen = words;

  chosen.rotors[0] = rotors[_i];
  for (power = 40; power <= 60; power++)
    {
      request_read (&request, &chosen);
      mpz_ui_pow_ui (mpq_numref (request.keys[0].at[0]), primes[_i], power);
      mpz_set_ui (request.key_positions[0], 100);
      assert_agrees (&request, power);
      assay_rotary_clear (&request);
    }
}
END_TEST

/* Two pairs over 65 whose numerators cancel modulo 5 or 13 for good: the
   rotors share one of the two Gaussian factors and split on the other.  */
START_TEST (pairs_over_65_and_1105_that_share_factors_agree)
{
  static const struct words words[] = {
    { "1,0,1,0", "0", { "1,0,-1,0@1" }, { "33/65,56/65", "63/65,16/65" } },
    { "1,0,0,1", "0", { "1,0,1,0@1" }, { "33/65,56/65", "63/65,-16/65" } },
    { "1,1,1,-1", "0", { "1,0,0,1@1" }, { "33/65,56/65", "56/65,33/65" } },
    { "1,0,1,0", "0", { "1,0,-1,0@1" },
      { "264/1105,1073/1105", "744/1105,817/1105" } },
    { "1,0,1,0,1,0", "0", { "1,0,-1,0,1,0@1" },
      { "47/1105,1104/1105", "576/1105,943/1105", "63/65,16/65" } },
    { "1,0,1,0,1,0", "0", { "1,0,-1,0,1,0@1" },
      { "47/1105,1104/1105", "-47/1105,1104/1105", R35 } },
  };
  struct assay_rotary request;
  long n;

  request_read (&request, &words[_i]);
  for (n = -120; n <= 120; n += 1 + labs (n) / 8)
    {
      mpz_set_si (request.key_positions[0], n);
      assert_agrees (&request, (size_t) labs (n));
    }
  assay_rotary_clear (&request);
}
END_TEST

enum { FACTOR_ROWS = 6, PRIME_ROWS = 4 };

static Suite *
rotary_suite (void)
{
  Suite *suite = suite_create ("rotary");
  TCase *values = tcase_create ("table");
  TCase *special = tcase_create ("special");
  TCase *relations = tcase_create ("relations");
  TCase *oracle = tcase_create ("oracle");
  TCase *hard = tcase_create ("hard");

  tcase_add_loop_test (values,
                       score_is_the_published_one_or_one_computed_by_hand, 0,
                       ROWS (table));
  suite_add_tcase (suite, values);
  tcase_add_loop_test (special,
                       request_over_budget_is_refused_before_any_rotation, 0,
                       ROWS (over_budget));
  tcase_add_test (special, budget_decides_at_its_last_bit);
  tcase_add_test (special, request_without_keys_rotates_nothing);
  tcase_add_test (special, prediction_for_positions_beyond_a_word_saturates);
  tcase_add_test (special, rotation_off_the_circle_is_refused_at_its_pair);
  tcase_add_test (special, rotation_over_budget_is_refused);
  suite_add_tcase (suite, special);
  tcase_add_test (relations, score_unchanged_when_both_positions_shift);
  tcase_add_test (relations, score_equals_dot_at_equal_positions);
  tcase_add_test (relations, score_is_symmetric_in_query_and_key);
  tcase_add_test (relations, pair_norm_kept_by_every_power);
  tcase_add_test (relations, rotations_add_their_positions);
  tcase_add_test (relations, score_equals_the_product_of_the_rotated_vectors);
  tcase_add_test (relations, predicted_bits_cover_every_score);
  tcase_set_timeout (relations, 120);
  suite_add_tcase (suite, relations);
  tcase_add_test (oracle, score_equals_the_oracle_on_random_requests);
  tcase_set_timeout (oracle, 120);
  suite_add_tcase (suite, oracle);
  tcase_add_loop_test (hard, score_with_many_shared_primes_is_canonical, 0,
                       PRIME_ROWS);
  tcase_add_loop_test (hard, pairs_over_65_and_1105_that_share_factors_agree,
                       0, FACTOR_ROWS);
  tcase_set_timeout (hard, 120);
  suite_add_tcase (suite, hard);
  return suite;
}

int
main (void)
{
  return testing_run (rotary_suite ());
}
