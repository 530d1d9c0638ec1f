/* check_agree_rotary.c -- exact scores by both families, on random requests

   The lesson's finite family of 4617 profiles is run by the lesson; here are
   21,000 more, with positions to 10^4, widths to 64 and rational
   components.  Equality is exact.  */

#include <stdlib.h>

#include "cli/families.h"
#include "drawn.h"
#include "exact/rat.h"
#include "testing.h"

/* Long distances with few pairs, many pairs nearby, long components, a
   little of everything, many pairs at some distance.  */
static const struct
{
  size_t cases;
  struct drawn_rotary shape;
} draws[] = {
  { 600, { 1, 2, 10000, 8, 12 } },
  { 6000, { 32, 3, 16, 12, 30 } },
  { 5000, { 4, 4, 100, 200, 1000 } },
  { 8400, { 8, 2, 400, 24, 40 } },
  { 1000, { 32, 1, 1000, 8, 6 } },
};

enum { DRAWS = sizeof draws / sizeof draws[0] };

/* ONE <- pairs FIRST to FIRST + PAIRS - 1 and key J of REQUEST alone.  */
static void
take_part (struct assay_rotary *one, const struct assay_rotary *request,
           size_t j, size_t first, size_t pairs)
{
  size_t i;

  assay_rotary_init (one);
  assay_vec_clear (&one->query);
  assay_vec_clear (&one->rotors);
  assay_vec_init (&one->query, 2 * pairs);
  assay_vec_init (&one->rotors, 2 * pairs);
  assay_rotary_set_keys (one, 1, 2 * pairs);
  assay_rotary_set_positions (one, 1);
  mpz_set (one->query_position, request->query_position);
  mpz_set (one->key_positions[0], request->key_positions[j]);
  for (i = 0; i < 2 * pairs; i++)
    {
      mpq_set (one->query.at[i], request->query.at[2 * first + i]);
      mpq_set (one->keys[0].at[i], request->keys[j].at[2 * first + i]);
      mpq_set (one->rotors.at[i], request->rotors.at[2 * first + i]);
    }
}

/* Fail with the least part of REQUEST on whose score the families differ: a
   key and one of its pairs, or else all of them.  */
static void
fail_at (const struct assay_rotary *request, size_t i, size_t j)
{
  size_t pairs = request->query.n / 2, p = 0;
  struct assay_rotary one;
  struct assay_text text;
  struct assay_ctx ctx;
  mpq_t ours, theirs;

  mpq_inits (ours, theirs, NULL);
  assay_text_init (&text);
  for (;; p++)
    {
      assay_ctx_init (&ctx);
      take_part (&one, request, j, p < pairs ? p : 0, p < pairs ? 1 : pairs);
      ck_assert_int_eq (assay_rotary_scores (&ours, &one, &ctx), ASSAY_OK);
      ck_assert_int_eq (assay_oracle.rotary_score (theirs, &one, 0), ASSAY_OK);
      if (p == pairs || !mpq_equal (ours, theirs))
        break;
      assay_rotary_clear (&one);
    }
  drawn_rotary_spell (&text, &one);
  assay_text_add (&text, "\nours ");
  assay_text_take (&text, assay_rat_text (ours));
  assay_text_add (&text, ", the oracle's ");
  assay_text_take (&text, assay_rat_text (theirs));
  ck_abort_msg ("case %zu, key %zu, seed %lu:\n%s", i, j, testing_seed (),
                assay_text_string (&text));
}

static void
assert_agree (const struct assay_rotary *request, size_t i)
{
  struct assay_vec scores;
  struct assay_ctx ctx;
  mpq_t theirs;
  size_t j;

  assay_ctx_init (&ctx);
  mpq_init (theirs);
  assay_vec_init (&scores, request->key_count);
  ck_assert_int_eq (assay_rotary_check (request, ASSAY_PROFILE_OPEN, &ctx),
                    ASSAY_OK);
  ck_assert_int_eq (assay_rotary_scores (scores.at, request, &ctx),
                    ASSAY_OK);
  for (j = 0; j < scores.n; j++)
    {
      ck_assert_int_eq (assay_oracle.rotary_score (theirs, request, j),
                        ASSAY_OK);
      if (mpz_cmp (mpq_numref (scores.at[j]), mpq_numref (theirs)) != 0
          || mpz_cmp (mpq_denref (scores.at[j]), mpq_denref (theirs)) != 0)
        fail_at (request, i, j);
      testing_agreed (1);
    }
  assay_vec_clear (&scores);
  mpq_clear (theirs);
}

START_TEST (score_equals_the_oracle_exactly)
{
  size_t cases = testing_count (draws[_i].cases), i;
  struct assay_rotary request;

  for (i = 0; i < cases; i++)
    {
      drawn_rotary (&request, &draws[_i].shape);
      assert_agree (&request, i);
      assay_rotary_clear (&request);
    }
}
END_TEST

/* The farthest and widest of the range, once; nearer in a shorter suite.  */
START_TEST (widest_request_at_the_farthest_position_agrees)
{
  static const struct drawn_rotary wide = { 32, 1, 10000, 8, 4 };
  size_t half = testing_count (5000);
  struct assay_rotary request;

  do
    {
      drawn_rotary (&request, &wide);
      if (request.query.n == 64)
        break;
      assay_rotary_clear (&request);
    }
  while (1);
  mpz_set_ui (request.query_position, half < 5000 ? half : 5000);
  mpz_neg (request.key_positions[0], request.query_position);
  assert_agree (&request, 0);
  assay_rotary_clear (&request);
}
END_TEST

static Suite *
agree_rotary_suite (void)
{
  Suite *suite = suite_create ("agree_rotary");
  TCase *oracle = tcase_create ("oracle");
  TCase *hard = tcase_create ("hard");

  tcase_add_loop_test (oracle, score_equals_the_oracle_exactly, 0, DRAWS);
  tcase_set_timeout (oracle, 300);
  suite_add_tcase (suite, oracle);
  tcase_add_test (hard, widest_request_at_the_farthest_position_agrees);
  tcase_set_timeout (hard, 300);
  suite_add_tcase (suite, hard);
  return suite;
}

int
main (void)
{
  return testing_run (agree_rotary_suite ());
}
