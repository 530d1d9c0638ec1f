/* check_oracle_mistake.c -- the oracle's wrong attentions */

#include <oracle.h>
#include <stdlib.h>
#include <string.h>

#include "kernel_oracle.h"
#include "testing.h"

enum { MOST_DIGITS = 3000, MOST_COLUMNS = 16 };

static struct oracle_mistake
mistake_of (int kind)
{
  struct oracle_mistake mistake = { (enum oracle_mistake_kind) kind, 3,
                                    oracle_format_named ("bf16") };

  return mistake;
}

START_TEST (names_are_distinct)
{
  for (int kind = 0; kind < ORACLE_MISTAKES; kind++)
    {
      ck_assert_uint_gt (strlen (oracle_mistake_name (kind)), 7);
      for (int other = 0; other < kind; other++)
        ck_assert_str_ne (oracle_mistake_name (kind),
                          oracle_mistake_name (other));
    }
  ck_assert_str_eq (oracle_mistake_name (ORACLE_SOFTMAX_NO_MAX),
                    "softmax no max");
  for (int kind = 0; kind < ORACLE_TURN_MISTAKES; kind++)
    for (int other = 0; other < kind; other++)
      ck_assert_str_ne (oracle_turn_mistake_name (kind),
                        oracle_turn_mistake_name (other));
  ck_assert_str_eq (oracle_turn_mistake_name (ORACLE_TURN_ROUND_PRODUCTS),
                    "round products");
}
END_TEST

/* ---- every mistake shows somewhere ---- */

/* What the three showcases have.  */
static const struct
{
  int causal, capped, sinks, valid;
  size_t past, query_heads;
  long left, right;
} cases[] = {
  { 1, 1, 1, 0, 2, 4, 3, -1 },
  { 0, 0, 0, 1, 0, 6, 2, 1 },
  { 0, 1, 1, 0, 2, 4, -1, -1 },
};

static void
fill_dyadic (struct oracle_fraction *f, size_t count)
{
  for (size_t i = 0; i < count; i++)
    {
      mpz_set_si (f[i].num, testing_between (-2048, 2048));
      mpz_set_ui (f[i].den, 1024);
    }
}

static void
showcase (struct oracle_problem *p, int number)
{
  size_t keys;

  memset (p, 0, sizeof *p);
  p->batches = 2;
  p->query_heads = cases[number].query_heads;
  p->key_heads = 2;
  p->queries = 6;
  p->past = cases[number].past;
  p->fresh = 7;
  p->width = 4;
  p->value_width = 2;
  keys = p->past + p->fresh;
  oracle_problem_init (p);
  fill_dyadic (p->q, 2 * p->query_heads * 6 * 4);
  fill_dyadic (p->k, 2 * 2 * 7 * 4);
  fill_dyadic (p->v, 2 * 2 * 7 * 2);
  fill_dyadic (p->past_k, 2 * 2 * p->past * 4);
  fill_dyadic (p->past_v, 2 * 2 * p->past * 2);
  mpz_set_ui (p->cap.num, cases[number].capped ? 2 : 0);
  p->mask_shape[0] = p->mask_shape[1] = 1;
  p->mask_shape[2] = 6;
  p->mask_shape[3] = keys;
  oracle_problem_add_mask (p);
  fill_dyadic (p->bias, 6 * keys);
  for (size_t i = 0; i < 6 * keys; i += 3)
    p->blocked[i] = 1;
  p->causal = cases[number].causal;
  p->offset_kind = p->past > 0 ? ORACLE_GIVEN_OFFSET : ORACLE_ONNX_OFFSET;
  p->offset = 2;
  p->left = cases[number].left;
  p->right = cases[number].right;
  oracle_problem_add_slopes (p);
  for (size_t h = 0; h < p->query_heads; h++)
    oracle_alibi_slope (&p->slopes[h], p->query_heads, h);
  if (cases[number].sinks)
    oracle_problem_add_sinks (p);
  if (cases[number].sinks)
    fill_dyadic (p->sinks, p->query_heads);
  if (cases[number].valid)
    oracle_problem_add_valid (p);
  if (cases[number].valid)
    p->valid[1] = 5;
}

/* Rows whose output in f32 the mistake changes.  */
static size_t
changed_rows (const struct oracle_problem *p,
              const struct oracle_mistake *mistake)
{
  const struct oracle_format *f32 = oracle_format_named ("f32");
  struct oracle_place at;
  size_t changed = 0;

  for (at.batch = 0; at.batch < p->batches; at.batch++)
    for (at.head = 0; at.head < p->query_heads; at.head++)
      for (at.query = 0; at.query < p->queries; at.query++)
        {
          uint64_t right[MOST_COLUMNS], wrong[MOST_COLUMNS];

          ck_assert_uint_eq (oracle_kernel_row (right, NULL, p, NULL,
                                                ORACLE_OUTPUT, &at, f32,
                                                MOST_DIGITS), 0);
          ck_assert_uint_eq (oracle_kernel_row (wrong, NULL, p, mistake,
                                                ORACLE_OUTPUT, &at, f32,
                                                MOST_DIGITS), 0);
          changed += memcmp (right, wrong,
                             p->value_width * sizeof right[0]) != 0;
        }
  return changed;
}

START_TEST (every_mistake_shows_in_some_case)
{
  struct oracle_mistake mistake = mistake_of (_i);
  size_t changed = 0;

  for (int number = 0; changed == 0 && number < 3; number++)
    {
      struct oracle_problem p;

      showcase (&p, number);
      changed += changed_rows (&p, &mistake);
      oracle_problem_clear (&p);
    }
  ck_assert_msg (changed > 0, "%s", oracle_mistake_name (_i));
}
END_TEST

/* The rows that a mistake leaves alone.  */
START_TEST (a_mistake_in_some_rows_leaves_the_others)
{
  static const struct
  {
    enum oracle_mistake_kind kind;
    size_t most;
  } table[] = {
    { ORACLE_ROWS_OF_BLOCK, 2 * 4 * 3 },
    { ORACLE_ROWS_EVERY_FOURTH, 2 * 4 * 1 },
    { ORACLE_ROWS_OF_BATCH, 1 * 4 * 6 },
  };
  struct oracle_problem p;

  showcase (&p, 0);
  for (size_t i = 0; i < sizeof table / sizeof table[0]; i++)
    {
      struct oracle_mistake mistake = mistake_of (table[i].kind);

      ck_assert_uint_eq (changed_rows (&p, &mistake), table[i].most);
    }
  oracle_problem_clear (&p);
}
END_TEST

/* Position 40000 of steps of 8192, as reports have it.  */
START_TEST (the_factor_of_late_queries_is_what_reports_say)
{
  const struct oracle_format *f32 = oracle_format_named ("f32");
  struct oracle_fraction f;

  oracle_fraction_init (&f);
  oracle_query_factor (&f, 40001 / 8192, f32);
  ck_assert_double_eq_tol (mpz_get_d (f.num) / mpz_get_d (f.den), 1.160944,
                           0.51e-6);
  oracle_query_factor (&f, 0, f32);
  ck_assert (mpz_cmp (f.num, f.den) == 0);
  oracle_fraction_clear (&f);
}
END_TEST

/* ---- a mistake is the right answer to another problem ---- */

static void
without_slopes (struct oracle_problem *p)
{
  for (size_t h = 0; h < p->query_heads; h++)
    mpz_set_ui (p->slopes[h].factor.num, 0);
}

static void
negated_slopes (struct oracle_problem *p)
{
  for (size_t h = 0; h < p->query_heads; h++)
    mpz_neg (p->slopes[h].factor.num, p->slopes[h].factor.num);
}

static void
no_scale (struct oracle_problem *p)
{
  mpz_set_ui (p->factor.num, 1);
  mpz_set_ui (p->factor.den, 1);
  p->radicand = 1;
}

static void
no_queries (struct oracle_problem *p)
{
  mpz_set_ui (p->factor.num, 0);
}

static void
no_cap (struct oracle_problem *p)
{
  mpz_set_ui (p->cap.num, 0);
}

static void
a_cap (struct oracle_problem *p)
{
  if (mpz_sgn (p->cap.num) == 0)
    mpz_set_ui (p->cap.num, 3);
}

static void
no_window (struct oracle_problem *p)
{
  p->left = p->right = -1;
}

static void
one_more_left (struct oracle_problem *p)
{
  p->left += p->left >= 0;
}

static void
not_causal (struct oracle_problem *p)
{
  p->causal = 0;
}

static void
is_causal (struct oracle_problem *p)
{
  p->causal = 1;
}

static void
open_mask (struct oracle_problem *p)
{
  size_t count = p->mask_shape[2] * p->mask_shape[3];

  memset (p->blocked, 0, count);
  for (size_t i = 0; i < count; i++)
    mpz_set_ui (p->bias[i].num, 0);
}

static void
no_lengths (struct oracle_problem *p)
{
  for (size_t b = 0; p->valid != NULL && b < p->batches; b++)
    p->valid[b] = (long) (p->past + p->fresh);
}

static void
no_sinks (struct oracle_problem *p)
{
  for (size_t h = 0; p->sinks != NULL && h < p->query_heads; h++)
    {
      mpz_set_si (p->sinks[h].num, -4000);
      mpz_set_ui (p->sinks[h].den, 1);
    }
}

static const struct
{
  enum oracle_mistake_kind kind;
  void (*edit) (struct oracle_problem *p);
} edits[] = {
  { ORACLE_SLOPES_MISSING, without_slopes },
  { ORACLE_SLOPES_NEGATED, negated_slopes },
  { ORACLE_SCALE_MISSING, no_scale },
  { ORACLE_SCORES_LEFT_OUT, no_queries },
  { ORACLE_CAP_MISSING, no_cap },
  { ORACLE_CAP_ADDED, a_cap },
  { ORACLE_WINDOW_MISSING, no_window },
  { ORACLE_WINDOW_LEFT_MORE, one_more_left },
  { ORACLE_CAUSAL_MISSING, not_causal },
  { ORACLE_CAUSAL_ADDED, is_causal },
  { ORACLE_MASK_IGNORED, open_mask },
  { ORACLE_VALID_IGNORED, no_lengths },
  { ORACLE_SINK_MISSING, no_sinks },
};

enum { EDITS = sizeof edits / sizeof edits[0] };

/* With an offset of its own, which the lengths do not move.  */
START_TEST (a_mistake_is_right_for_another_problem)
{
  const struct oracle_format *f32 = oracle_format_named ("f32");
  struct oracle_mistake mistake = mistake_of (edits[_i].kind);
  struct oracle_place at = { 1, 3, 0 };

  for (int number = 0; number < 3; number++)
    {
      struct oracle_problem p;
      uint64_t wrong[6][MOST_COLUMNS], other[MOST_COLUMNS];

      showcase (&p, number);
      p.offset_kind = ORACLE_GIVEN_OFFSET;
      for (at.query = 0; at.query < 6; at.query++)
        ck_assert_uint_eq (oracle_kernel_row (wrong[at.query], NULL, &p,
                                              &mistake, ORACLE_OUTPUT, &at,
                                              f32, MOST_DIGITS), 0);
      edits[_i].edit (&p);
      for (at.query = 0; at.query < 6; at.query++)
        {
          ck_assert_uint_eq (oracle_kernel_row (other, NULL, &p, NULL,
                                                ORACLE_OUTPUT, &at, f32,
                                                MOST_DIGITS), 0);
          ck_assert_msg (memcmp (wrong[at.query], other,
                                 p.value_width * sizeof other[0]) == 0,
                         "case %d, row %zu: %s", number, at.query,
                         oracle_mistake_name (edits[_i].kind));
        }
      oracle_problem_clear (&p);
    }
}
END_TEST

/* ---- drawn problems ---- */

static const struct drawn_kernel_shape shape = { 2, 2, 2, 4, 2, 4, 3, 2, 1 };

/* Mistakes whose ties nothing recognises.  */
static int
may_stay_open (int kind)
{
  return kind == ORACLE_MERGE_PLAIN || kind == ORACLE_MERGE_LOG2
         || kind == ORACLE_OUTPUT_NOT_RESCALED
         || kind == ORACLE_SUM_NOT_RESCALED
         || kind == ORACLE_NEITHER_RESCALED
         || kind == ORACLE_SOFTMAX_OVER_QUERIES
         || kind == ORACLE_SOFTMAX_OVER_HEADS;
}

START_TEST (drawn_problems_are_decided_with_every_mistake)
{
  const struct oracle_format *bf16 = oracle_format_named ("bf16");
  size_t i;

  for (i = 0; i < testing_count (10); i++)
    {
      struct oracle_problem p;
      char text[400];

      kernel_oracle_draw (&p, text, sizeof text, &shape);
      for (int kind = 0; kind < ORACLE_MISTAKES; kind++)
        {
          struct oracle_mistake mistake = mistake_of (kind);
          struct oracle_place at = { testing_below (p.batches),
                                     testing_below (p.query_heads),
                                     testing_below (p.queries) };
          uint64_t bits[MOST_COLUMNS];
          size_t open = oracle_kernel_row (bits, NULL, &p, &mistake,
                                           ORACLE_OUTPUT, &at, bf16, 4000);

          ck_assert_msg (open == 0 || may_stay_open (kind), "%s: %s",
                         oracle_mistake_name (kind), text);
        }
      oracle_problem_clear (&p);
    }
}
END_TEST

static Suite *
mistake_suite (void)
{
  Suite *suite = suite_create ("oracle-mistake");
  TCase *tc = tcase_create ("all");

  tcase_set_timeout (tc, 600);
  tcase_add_test (tc, names_are_distinct);
  tcase_add_loop_test (tc, every_mistake_shows_in_some_case, 0,
                       ORACLE_MISTAKES);
  tcase_add_test (tc, a_mistake_in_some_rows_leaves_the_others);
  tcase_add_test (tc, the_factor_of_late_queries_is_what_reports_say);
  tcase_add_loop_test (tc, a_mistake_is_right_for_another_problem, 0, EDITS);
  tcase_add_test (tc, drawn_problems_are_decided_with_every_mistake);
  suite_add_tcase (suite, tc);
  return suite;
}

int
main (void)
{
  return testing_run (mistake_suite ());
}
