/* check_classes.c -- the keys of a row, grouped by equal score */

#include <stdlib.h>
#include <string.h>

#include "attention/classes.h"
#include "exact/rat.h"
#include "exact/vec.h"
#include "testing.h"

#define ROWS(table) ((int) (sizeof table / sizeof table[0]))

enum { MOST_KEYS = 40 };

/* V <- the rationals of TEXT, one blank apart; to be cleared.  */
static void
vec_read (struct assay_vec *v, const char *text)
{
  struct assay_ctx ctx;
  char word[80];
  size_t n = 1, i;

  for (i = 0; text[i]; i++)
    n += text[i] == ' ';
  assay_ctx_init (&ctx);
  assay_vec_init (v, n);
  for (i = 0; i < n; i++)
    {
      size_t length = strcspn (text, " ");

      memcpy (word, text, length);
      word[length] = '\0';
      ck_assert_int_eq (assay_rat_read (v->at[i], word, &ctx, NULL, "x"),
                        ASSAY_OK);
      text += length + (text[length] == ' ');
    }
}

/* Classes as digits, '-' for blocked.  */
static const struct
{
  const char *scores, *legal, *class_of, *behind, *members;
} table[] = {
  { "0", "1", "0", "0", "1" },
  { "-7/3", "1", "0", "0", "1" },
  { "1 1 1", "111", "000", "0", "3" },
  { "1 2 3", "111", "210", "0 1 2", "1 1 1" },
  { "3 1 3 2 1", "11111", "02012", "0 1 2", "2 1 2" },
  { "3 1 3 2 1", "01011", "-1-01", "0 1", "1 2" },
  { "9 1 1", "011", "-00", "0", "2" },
  { "1/3 1/2 2/6", "111", "101", "0 1/6", "1 2" },
  { "1000000000000000000000 1000000000000000000001", "11", "10", "0 1",
    "1 1" },
  { "-5 -5 -4", "111", "110", "0 1", "1 2" },
};

START_TEST (keys_are_grouped_by_score_largest_first)
{
  struct assay_vec x, behind, members;
  struct assay_classes classes;
  unsigned char legal[MOST_KEYS];
  mpq_t count;
  size_t j;

  mpq_init (count);
  vec_read (&x, table[_i].scores);
  vec_read (&behind, table[_i].behind);
  vec_read (&members, table[_i].members);
  for (j = 0; j < x.n; j++)
    legal[j] = table[_i].legal[j] == '1';
  assay_classes_init (&classes, x.at, legal, x.n);
  ck_assert_uint_eq (classes.count, behind.n);
  ck_assert_uint_eq (classes.keys, x.n);
  for (j = 0; j < behind.n; j++)
    {
      ck_assert (mpq_equal (classes.behind[j], behind.at[j]));
      mpq_set_ui (count, classes.members[j], 1);
      ck_assert (mpq_equal (count, members.at[j]));
    }
  for (j = 0; j < x.n; j++)
    if (table[_i].class_of[j] == '-')
      ck_assert (classes.class_of[j] == ASSAY_BLOCKED);
    else
      ck_assert_uint_eq (classes.class_of[j],
                         (size_t) (table[_i].class_of[j] - '0'));
  assay_classes_clear (&classes);
  assay_vec_clear (&x);
  assay_vec_clear (&behind);
  assay_vec_clear (&members);
  mpq_clear (count);
}
END_TEST

START_TEST (sums_by_class_are_those_computed_by_hand)
{
  struct assay_vec x, v, sums;
  struct assay_classes classes;
  static const unsigned char legal[] = { 1, 1, 1, 0, 1 };

  vec_read (&x, "3 1 3 3 1");
  vec_read (&v, "1 10 2 20 3 30 100 100 1/2 -1/3");
  assay_vec_init (&sums, 2);
  assay_classes_init (&classes, x.at, legal, 5);
  assay_classes_sum (sums.at, &classes, v.at, 2);
  testing_assert_rational (sums.at[0], "4");
  testing_assert_rational (sums.at[1], "5/2");
  assay_classes_sum (sums.at, &classes, v.at + 1, 2);
  testing_assert_rational (sums.at[0], "40");
  testing_assert_rational (sums.at[1], "59/3");
  assay_classes_clear (&classes);
  assay_vec_clear (&x);
  assay_vec_clear (&v);
  assay_vec_clear (&sums);
}
END_TEST

/* X <- N scores of which many are equal; LEGAL with at least one key.  */
static void
random_row (struct assay_vec *x, unsigned char *legal)
{
  size_t n = 1 + testing_below (MOST_KEYS), j;

  assay_vec_init (x, n);
  for (j = 0; j < n; j++)
    {
      if (j > 0 && testing_below (3) == 0)
        mpq_set (x->at[j], x->at[testing_below (j)]);
      else
        testing_rational (x->at[j], 1 + testing_below (70));
      legal[j] = testing_below (4) != 0;
    }
  legal[testing_below (n)] = 1;
}

static void
assert_is_the_grouping (const struct assay_classes *classes,
                        const struct assay_vec *x,
                        const unsigned char *legal)
{
  unsigned long members[MOST_KEYS] = { 0 };
  mpq_srcptr top = NULL;
  mpq_t score;
  size_t j, c;

  mpq_init (score);
  for (j = 0; j < x->n; j++)
    if (legal[j] && (top == NULL || mpq_cmp (x->at[j], top) > 0))
      top = x->at[j];
  for (j = 0; j < x->n; j++)
    {
      c = classes->class_of[j];
      ck_assert_int_eq (c == ASSAY_BLOCKED, !legal[j]);
      if (!legal[j])
        continue;
      ck_assert_uint_lt (c, classes->count);
      members[c]++;
      mpq_sub (score, top, classes->behind[c]);
      ck_assert_msg (mpq_equal (score, x->at[j]), "seed %lu",
                     testing_seed ());
    }
  for (c = 0; c < classes->count; c++)
    {
      ck_assert_uint_gt (members[c], 0);
      ck_assert_uint_eq (members[c], classes->members[c]);
      if (c > 0)
        ck_assert_int_lt (mpq_cmp (classes->behind[c - 1],
                                   classes->behind[c]), 0);
    }
  ck_assert_int_eq (mpq_sgn (classes->behind[0]), 0);
  mpq_clear (score);
}

START_TEST (grouping_accounts_for_every_legal_key)
{
  unsigned char legal[MOST_KEYS];
  struct assay_classes classes;
  struct assay_vec x;
  size_t i;

  for (i = 0; i < testing_count (3000); i++)
    {
      random_row (&x, legal);
      assay_classes_init (&classes, x.at, legal, x.n);
      assert_is_the_grouping (&classes, &x, legal);
      assay_classes_clear (&classes);
      assay_vec_clear (&x);
    }
}
END_TEST

START_TEST (grouping_unchanged_when_all_scores_shift)
{
  unsigned char legal[MOST_KEYS];
  struct assay_classes before, after;
  struct assay_vec x;
  size_t i, j;
  mpq_t shift;

  mpq_init (shift);
  for (i = 0; i < testing_count (1000); i++)
    {
      random_row (&x, legal);
      testing_rational (shift, 90);
      assay_classes_init (&before, x.at, legal, x.n);
      for (j = 0; j < x.n; j++)
        mpq_add (x.at[j], x.at[j], shift);
      assay_classes_init (&after, x.at, legal, x.n);
      ck_assert_uint_eq (before.count, after.count);
      ck_assert (memcmp (before.class_of, after.class_of,
                         x.n * sizeof *before.class_of) == 0);
      for (j = 0; j < before.count; j++)
        ck_assert (mpq_equal (before.behind[j], after.behind[j]));
      assay_classes_clear (&before);
      assay_classes_clear (&after);
      assay_vec_clear (&x);
    }
  mpq_clear (shift);
}
END_TEST

START_TEST (sums_add_up_to_the_sum_of_the_legal_values)
{
  unsigned char legal[MOST_KEYS];
  struct assay_classes classes;
  struct assay_vec x, v, sums;
  mpq_t total, by_class;
  size_t i, j;

  mpq_inits (total, by_class, NULL);
  for (i = 0; i < testing_count (1000); i++)
    {
      random_row (&x, legal);
      assay_vec_init (&v, x.n);
      assay_classes_init (&classes, x.at, legal, x.n);
      assay_vec_init (&sums, classes.count);
      mpq_set_ui (total, 0, 1);
      mpq_set_ui (by_class, 0, 1);
      for (j = 0; j < x.n; j++)
        {
          testing_rational (v.at[j], 40);
          if (legal[j])
            mpq_add (total, total, v.at[j]);
        }
      for (j = 0; j < sums.n; j++)
        mpq_set_si (sums.at[j], 99, 1);
      assay_classes_sum (sums.at, &classes, v.at, 1);
      for (j = 0; j < sums.n; j++)
        mpq_add (by_class, by_class, sums.at[j]);
      ck_assert_msg (mpq_equal (total, by_class), "case %zu, seed %lu", i,
                     testing_seed ());
      assay_classes_clear (&classes);
      assay_vec_clear (&x);
      assay_vec_clear (&v);
      assay_vec_clear (&sums);
    }
  mpq_clears (total, by_class, NULL);
}
END_TEST

static Suite *
classes_suite (void)
{
  Suite *suite = suite_create ("classes");
  TCase *rows = tcase_create ("table");
  TCase *relations = tcase_create ("relations");

  tcase_add_loop_test (rows, keys_are_grouped_by_score_largest_first, 0,
                       ROWS (table));
  tcase_add_test (rows, sums_by_class_are_those_computed_by_hand);
  suite_add_tcase (suite, rows);
  tcase_add_test (relations, grouping_accounts_for_every_legal_key);
  tcase_add_test (relations, grouping_unchanged_when_all_scores_shift);
  tcase_add_test (relations, sums_add_up_to_the_sum_of_the_legal_values);
  tcase_set_timeout (relations, 60);
  suite_add_tcase (suite, relations);
  return suite;
}

int
main (void)
{
  return testing_run (classes_suite ());
}
