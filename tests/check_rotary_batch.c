/* check_rotary_batch.c -- scores of many queries against those of one */

#include <stdlib.h>

#include "base/text.h"
#include "exact/rotary.h"
#include "exact/rotary_batch.h"
#include "drawn.h"
#include "testing.h"

/* More than are done at a time.  */
enum { QUERIES = 19 };

/* Random keys and queries, rotors of which some are alike.  */
struct trial
{
  struct assay_matrix keys, queries;
  struct assay_vec rotors;
  long *position;
  long first, last;
};

static void
trial_init (struct trial *t, size_t keys, size_t pairs, unsigned long bits,
            long reach)
{
  size_t i;

  assay_matrix_init (&t->keys, keys, 2 * pairs);
  assay_matrix_init (&t->queries, QUERIES, 2 * pairs);
  assay_vec_init (&t->rotors, 2 * pairs);
  t->position = calloc (keys, sizeof *t->position);
  for (i = 0; i < keys * 2 * pairs; i++)
    testing_rational (t->keys.at[i], bits);
  for (i = 0; i < QUERIES * 2 * pairs; i++)
    testing_rational (t->queries.at[i], i / 2 / (pairs + 1) % 3 ? bits : 4);
  for (i = 0; i < keys; i++)
    t->position[i] = testing_between (-reach, reach);
  for (i = 0; i < pairs; i++)
    if (i > 1 && testing_below (2))
      {
        mpq_set (t->rotors.at[2 * i], t->rotors.at[2 * i - 4]);
        mpq_set (t->rotors.at[2 * i + 1], t->rotors.at[2 * i - 3]);
      }
    else
      testing_rotor (t->rotors.at[2 * i], t->rotors.at[2 * i + 1], 6);
  t->first = testing_between (-reach, 0);
  t->last = testing_between (0, reach);
}

static void
trial_clear (struct trial *t)
{
  assay_matrix_clear (&t->keys);
  assay_matrix_clear (&t->queries);
  assay_vec_clear (&t->rotors);
  free (t->position);
}

/* *REQUEST <- query ROW of T alone, at position M.  */
static void
request_of_row (struct assay_rotary *request, const struct trial *t,
                size_t row, long m)
{
  size_t width = t->queries.columns, i, j;

  assay_rotary_init (request);
  assay_rotary_set_keys (request, t->keys.rows, width);
  assay_rotary_set_positions (request, t->keys.rows);
  assay_vec_clear (&request->query);
  assay_vec_init (&request->query, width);
  assay_vec_clear (&request->rotors);
  assay_vec_init (&request->rotors, width);
  mpz_set_si (request->query_position, m);
  for (i = 0; i < width; i++)
    {
      mpq_set (request->query.at[i], t->queries.at[row * width + i]);
      mpq_set (request->rotors.at[i], t->rotors.at[i]);
    }
  for (j = 0; j < t->keys.rows; j++)
    {
      mpz_set_si (request->key_positions[j], t->position[j]);
      for (i = 0; i < width; i++)
        mpq_set (request->keys[j].at[i], t->keys.at[j * width + i]);
    }
}

/* GOT, the scores of row ROW of case N, are those of its request alone.  */
static void
compare_row (mpq_t *got, const struct trial *t, size_t n, size_t row, long m)
{
  struct assay_rotary request;
  struct assay_text text;
  struct assay_vec right;
  struct assay_ctx ctx;
  size_t j;

  assay_ctx_init (&ctx);
  request_of_row (&request, t, row, m);
  assay_vec_init (&right, t->keys.rows);
  ck_assert_int_eq (assay_rotary_scores (right.at, &request, &ctx), ASSAY_OK);
  for (j = 0; j < t->keys.rows; j++)
    if (!mpq_equal (got[j], right.at[j]))
      {
        assay_text_init (&text);
        drawn_rotary_spell (&text, &request);
        ck_abort_msg ("seed %lu, case %zu, key %zu: a batch differs from\n%s",
                      testing_seed (), n, j, assay_text_string (&text));
      }
  assay_vec_clear (&right);
  assay_rotary_clear (&request);
}

/* BITS of the components: 4, whose integers are words, and 80.  */
START_TEST (scores_of_a_batch_are_those_of_its_queries)
{
  size_t cases = testing_count (20), n;

  testing_reseed ();
  for (n = 0; n < cases; n++)
    {
      /* The first case is none of the empty ones.  */
      size_t keys = n == 0 ? 5 : testing_below (9);
      size_t pairs = n == 0 ? 3 : testing_below (7);
      struct assay_rotary_batch batch;
      struct assay_vec got;
      struct assay_ctx ctx;
      struct trial t;
      long m[QUERIES];
      size_t row;

      trial_init (&t, keys, pairs, _i ? 80 : 4, 30);
      for (row = 0; row < QUERIES; row++)
        m[row] = testing_between (t.first, t.last);
      assay_ctx_init (&ctx);
      assay_rotary_batch_init (&batch);
      assay_vec_init (&got, QUERIES * keys);
      ck_assert_int_eq (assay_rotary_batch_set (&batch, &t.keys, t.position,
                                                &t.rotors, t.first, t.last,
                                                &ctx), ASSAY_OK);
      assay_rotary_batch_scores (got.at, &batch, &t.queries, m);
      for (row = 0; row < QUERIES; row++)
        compare_row (got.at + row * keys, &t, n, row, m[row]);
      assay_vec_clear (&got);
      assay_rotary_batch_clear (&batch);
      trial_clear (&t);
    }
}
END_TEST

START_TEST (batch_refuses_rotors_off_the_circle_widths_and_long_tables)
{
  struct assay_rotary_batch batch;
  struct assay_ctx ctx;
  struct trial t;
  int n;

  testing_reseed ();
  for (n = 0; n < 3; n++)
    {
      trial_init (&t, 2, 3, 4, 5);
      assay_ctx_init (&ctx);
      assay_rotary_batch_init (&batch);
      if (n == 0)
        mpq_set_ui (t.rotors.at[0], 1, 2);
      if (n == 1)
        t.rotors.n--;
      if (n == 2)
        {
          t.position[0] = 2000000000;
          mpq_set_si (t.rotors.at[0], 3, 5);
          mpq_set_si (t.rotors.at[1], 4, 5);
        }
      ck_assert_int_eq (assay_rotary_batch_set (&batch, &t.keys, t.position,
                                                &t.rotors, t.first, t.last,
                                                &ctx),
                        n == 2 ? ASSAY_ELIMIT : ASSAY_EVALUE);
      if (n == 1)
        t.rotors.n++;
      assay_rotary_batch_clear (&batch);
      trial_clear (&t);
    }
}
END_TEST

static Suite *
batch_suite (void)
{
  Suite *suite = suite_create ("rotary batch");
  TCase *tests = tcase_create ("relations");

  tcase_set_timeout (tests, 120);
  tcase_add_loop_test (tests, scores_of_a_batch_are_those_of_its_queries, 0,
                       2);
  tcase_add_test (tests,
                  batch_refuses_rotors_off_the_circle_widths_and_long_tables);
  suite_add_tcase (suite, tests);
  return suite;
}

int
main (void)
{
  return testing_run (batch_suite ());
}
