/* check_attention.c -- certified scaled-dot-product attention */

#include <stdlib.h>
#include <string.h>

#include "attention/attention.h"
#include "attention/quotient.h"
#include "drawn.h"
#include "testing_real.h"

#define ROWS(table) ((int) (sizeof table / sizeof table[0]))

/* REQUEST <- N positions of D features, everything zero, V with COLUMNS.  */
static void
request_init (struct assay_attention *r, size_t n, size_t d, size_t columns)
{
  assay_attention_init (r);
  assay_matrix_clear (&r->q);
  assay_matrix_clear (&r->k);
  assay_matrix_clear (&r->v);
  assay_mask_clear (&r->mask);
  assay_matrix_init (&r->q, n, d);
  assay_matrix_init (&r->k, n, d);
  assay_matrix_init (&r->v, n, columns);
  assay_mask_init (&r->mask, n, n);
}

static void
check (struct assay_attention *r)
{
  struct assay_ctx ctx;

  assay_ctx_init (&ctx);
  ck_assert_int_eq (assay_attention_check (r, ASSAY_PROFILE_OPEN, &ctx),
                    ASSAY_OK);
}

/* Whether weight J of ROW lies within 2^-150 of E^X / (1 + E^X), which has
   X = NUMERATOR / sqrt (RADICAND).  */
static int
weight_is_logistic (struct assay_softmax *row, size_t j, long numerator,
                    unsigned long radicand)
{
  struct assay_quotient q = { row, NULL, row->classes.class_of[j] };
  mpfr_t lo, hi, x, one;
  int close;

  mpfr_inits2 (200, lo, hi, x, one, (mpfr_ptr) 0);
  mpfr_sqrt_ui (x, radicand, MPFR_RNDN);
  mpfr_si_div (x, numerator, x, MPFR_RNDN);
  mpfr_exp (x, x, MPFR_RNDN);
  mpfr_add_ui (one, x, 1, MPFR_RNDN);
  mpfr_div (x, x, one, MPFR_RNDN);
  assay_quotient_enclose (lo, hi, &q, 200);
  mpfr_sub (lo, lo, x, MPFR_RNDA);
  mpfr_sub (hi, hi, x, MPFR_RNDA);
  close = mpfr_cmp_si_2exp (lo, -1, -150) > 0
          && mpfr_cmp_ui_2exp (hi, 1, -150) < 0;
  mpfr_clears (lo, hi, x, one, (mpfr_ptr) 0);
  return close;
}

/* q = (1, ..., 1), k_0 = 0, k_1 = (1, ..., 1): the scores are 0 and sqrt (d),
   for every d.  */
START_TEST (score_is_divided_by_the_root_of_the_features)
{
  unsigned long d = (unsigned long) _i;
  struct assay_attention r;
  struct assay_softmax row;
  size_t f;

  request_init (&r, 2, d, 1);
  for (f = 0; f < d; f++)
    {
      mpq_set_ui (r.q.at[f], 1, 1);
      mpq_set_ui (r.k.at[d + f], 1, 1);
    }
  check (&r);
  assay_attention_row (&row, &r, 0);
  ck_assert_uint_eq (row.classes.count, 2);
  ck_assert_uint_eq (row.classes.class_of[1], 0);
  ck_assert (weight_is_logistic (&row, 1, (long) d, d));
  ck_assert (weight_is_logistic (&row, 0, -(long) d, d));
  ck_assert (d == 1 || !weight_is_logistic (&row, 1, (long) d, 1));
  assay_softmax_clear (&row);
  assay_attention_clear (&r);
}
END_TEST

START_TEST (root_of_a_square_width_is_taken_exactly)
{
  static const struct { size_t d; unsigned long radicand, root; } rows[] = {
    { 1, 1, 1 }, { 2, 2, 1 }, { 3, 3, 1 }, { 4, 1, 2 }, { 8, 8, 1 },
    { 9, 1, 3 }, { 12, 12, 1 }, { 16, 1, 4 }, { 64, 1, 8 }, { 128, 128, 1 },
    { 144, 1, 12 },
  };
  struct assay_attention r;
  struct assay_softmax row;
  mpq_t expected;
  size_t i;

  mpq_init (expected);
  for (i = 0; i < sizeof rows / sizeof rows[0]; i++)
    {
      request_init (&r, 2, rows[i].d, 1);
      mpq_set_ui (r.q.at[0], 5, 1);
      mpq_set_ui (r.k.at[rows[i].d], 7, 1);
      check (&r);
      assay_attention_row (&row, &r, 0);
      ck_assert_uint_eq (row.radicand, rows[i].radicand);
      mpq_set_ui (expected, 35, rows[i].root);
      mpq_canonicalize (expected);
      ck_assert (mpq_equal (row.classes.behind[1], expected));
      assay_softmax_clear (&row);
      assay_attention_clear (&r);
    }
  mpq_clear (expected);
}
END_TEST

static const struct
{
  size_t q_rows, q_columns, k_rows, k_columns, v_rows, v_columns, mask;
  enum assay_profile profile;
  const char *where;            /* null: within the contract */
} shapes[] = {
  { 1, 1, 1, 1, 1, 1, 1, ASSAY_PROFILE_OPEN, NULL },
  { 1, 1, 1, 1, 1, 1, 1, ASSAY_PROFILE_LESSON, NULL },
  { 4, 4, 4, 4, 4, 4, 4, ASSAY_PROFILE_LESSON, NULL },
  { 5, 9, 5, 9, 5, 11, 5, ASSAY_PROFILE_OPEN, NULL },
  { 0, 1, 0, 1, 0, 1, 0, ASSAY_PROFILE_OPEN, "q" },
  { 1, 0, 1, 0, 1, 1, 1, ASSAY_PROFILE_OPEN, "q[0]" },
  { 1, 1, 0, 1, 1, 1, 1, ASSAY_PROFILE_OPEN, "k" },
  { 1, 1, 1, 0, 1, 1, 1, ASSAY_PROFILE_OPEN, "k[0]" },
  { 1, 1, 1, 1, 1, 0, 1, ASSAY_PROFILE_OPEN, "v[0]" },
  { 2, 1, 3, 1, 2, 1, 2, ASSAY_PROFILE_OPEN, "k" },
  { 2, 1, 2, 1, 3, 1, 2, ASSAY_PROFILE_OPEN, "v" },
  { 2, 2, 2, 1, 2, 1, 2, ASSAY_PROFILE_OPEN, "k[0]" },
  { 2, 2, 2, 2, 2, 1, 3, ASSAY_PROFILE_OPEN, "allowed" },
  { 5, 1, 5, 1, 5, 1, 5, ASSAY_PROFILE_LESSON, "q" },
  { 1, 5, 1, 5, 1, 1, 1, ASSAY_PROFILE_LESSON, "q[0]" },
  { 1, 1, 1, 1, 1, 5, 1, ASSAY_PROFILE_LESSON, "v[0]" },
};

START_TEST (shapes_are_held_to_their_contract)
{
  struct assay_attention r;
  struct assay_ctx ctx;
  enum assay_status status;

  assay_ctx_init (&ctx);
  request_init (&r, 1, 1, 1);
  assay_attention_clear (&r);
  assay_matrix_init (&r.q, shapes[_i].q_rows, shapes[_i].q_columns);
  assay_matrix_init (&r.k, shapes[_i].k_rows, shapes[_i].k_columns);
  assay_matrix_init (&r.v, shapes[_i].v_rows, shapes[_i].v_columns);
  assay_mask_init (&r.mask, shapes[_i].mask, shapes[_i].mask);
  status = assay_attention_check (&r, shapes[_i].profile, &ctx);
  if (shapes[_i].where)
    {
      ck_assert_int_eq (status, ASSAY_EVALUE);
      ck_assert_str_eq (ctx.error.where, shapes[_i].where);
    }
  else
    ck_assert_int_eq (status, ASSAY_OK);
  assay_attention_clear (&r);
}
END_TEST

START_TEST (entries_of_the_lesson_are_integers_up_to_8)
{
  static const struct { long n; unsigned long d; enum assay_status status; }
  rows[] = {
    { 8, 1, ASSAY_OK }, { -8, 1, ASSAY_OK }, { 9, 1, ASSAY_EVALUE },
    { -9, 1, ASSAY_EVALUE }, { 1, 2, ASSAY_ETYPE }, { 17, 2, ASSAY_ETYPE },
  };
  static const char *const places[] = { "q[1][2]", "k[1][2]", "v[1][2]" };
  struct assay_attention r;
  struct assay_ctx ctx;
  size_t i, m;

  for (i = 0; i < sizeof rows / sizeof rows[0]; i++)
    for (m = 0; m < 3; m++)
      {
        request_init (&r, 2, 3, 3);
        assay_ctx_init (&ctx);
        mpq_set_si ((m == 0 ? &r.q : m == 1 ? &r.k : &r.v)->at[5], rows[i].n,
                    rows[i].d);
        ck_assert_int_eq (assay_attention_check (&r, ASSAY_PROFILE_LESSON,
                                                 &ctx), rows[i].status);
        if (rows[i].status != ASSAY_OK)
          ck_assert_str_eq (ctx.error.where, places[m]);
        assay_ctx_forgive (&ctx);
        ck_assert_int_eq (assay_attention_check (&r, ASSAY_PROFILE_OPEN,
                                                 &ctx), ASSAY_OK);
        assay_attention_clear (&r);
      }
}
END_TEST

START_TEST (row_blocked_by_mask_and_causality_together_is_refused)
{
  struct assay_attention r;
  struct assay_ctx ctx;

  assay_ctx_init (&ctx);
  request_init (&r, 2, 1, 1);
  r.mask.legal[0] = 0;
  check (&r);
  r.causal = 1;
  ck_assert_int_eq (assay_attention_check (&r, ASSAY_PROFILE_OPEN, &ctx),
                    ASSAY_EVALUE);
  ck_assert_str_eq (ctx.error.where, "allowed[0]");
  assay_attention_clear (&r);
}
END_TEST

static const struct drawn_attention small = { 5, 6, 2, 6 };

/* Q <- output C of ROW, with SUMS to be cleared.  */
static struct assay_quotient
output_of (struct assay_vec *sums, struct assay_softmax *row,
           const struct assay_attention *r, size_t c)
{
  assay_vec_init (sums, row->classes.count);
  assay_classes_sum (sums->at, &row->classes, r->v.at + c, r->v.columns);
  return (struct assay_quotient) { row, sums->at, 0 };
}

START_TEST (output_inside_hull_of_values)
{
  struct assay_attention r;
  struct assay_softmax row;
  struct assay_vec sums;
  struct assay_quotient q;
  mpq_srcptr least, greatest;
  size_t t, i, j, c;

  for (t = 0; t < testing_count (500); t++)
    {
      drawn_attention (&r, &small);
      for (i = 0; i < r.q.rows; i++)
        {
          assay_attention_row (&row, &r, i);
          for (c = 0; c < r.v.columns; c++)
            {
              q = output_of (&sums, &row, &r, c);
              least = greatest = NULL;
              for (j = 0; j < r.k.rows; j++)
                if (r.mask.legal[i * r.k.rows + j])
                  {
                    mpq_srcptr x = assay_matrix_entry (&r.v, j, c);

                    if (!least || mpq_cmp (x, least) < 0)
                      least = x;
                    if (!greatest || mpq_cmp (x, greatest) > 0)
                      greatest = x;
                  }
              ck_assert_msg (assay_quotient_compare (&q, least) >= 0
                             && assay_quotient_compare (&q, greatest) <= 0,
                             "case %zu, seed %lu", t, testing_seed ());
              assay_vec_clear (&sums);
            }
          assay_softmax_clear (&row);
        }
      assay_attention_clear (&r);
    }
}
END_TEST

/* Whether the classes of two rows are the same.  */
static int
same_classes (const struct assay_softmax *a, const struct assay_softmax *b)
{
  size_t c;

  if (a->classes.count != b->classes.count || a->radicand != b->radicand)
    return 0;
  for (c = 0; c < a->classes.count; c++)
    if (!mpq_equal (a->classes.behind[c], b->classes.behind[c])
        || a->classes.members[c] != b->classes.members[c])
      return 0;
  return memcmp (a->classes.class_of, b->classes.class_of,
                 a->classes.keys * sizeof *a->classes.class_of) == 0;
}

/* One vector added to every key adds q . u to every score of a row.  */
START_TEST (weights_unchanged_when_all_keys_shift)
{
  struct assay_softmax before, after;
  struct assay_attention r;
  size_t t, i, j, f;
  mpq_t shift;

  mpq_init (shift);
  for (t = 0; t < testing_count (500); t++)
    {
      drawn_attention (&r, &small);
      i = testing_below (r.q.rows);
      assay_attention_row (&before, &r, i);
      for (f = 0; f < r.k.columns; f++)
        {
          testing_rational (shift, 20);
          for (j = 0; j < r.k.rows; j++)
            mpq_add (assay_matrix_entry (&r.k, j, f),
                     assay_matrix_entry (&r.k, j, f), shift);
        }
      assay_attention_row (&after, &r, i);
      ck_assert_msg (same_classes (&before, &after), "case %zu, seed %lu", t,
                     testing_seed ());
      assay_softmax_clear (&before);
      assay_softmax_clear (&after);
      assay_attention_clear (&r);
    }
  mpq_clear (shift);
}
END_TEST

START_TEST (earlier_causal_rows_do_not_see_later_positions)
{
  struct assay_softmax before, after;
  struct assay_attention r;
  size_t t, i, f;

  for (t = 0; t < testing_count (500); t++)
    {
      drawn_attention (&r, &small);
      assay_mask_causal (&r.mask);
      if (r.q.rows > 1)
        {
          size_t last = r.q.rows - 1;

          i = testing_below (last);
          assay_attention_row (&before, &r, i);
          for (f = 0; f < r.k.columns; f++)
            {
              testing_rational (assay_matrix_entry (&r.k, last, f), 9);
              testing_rational (assay_matrix_entry (&r.q, last, f), 9);
            }
          assay_attention_row (&after, &r, i);
          ck_assert_msg (same_classes (&before, &after),
                         "case %zu, seed %lu", t, testing_seed ());
          assay_softmax_clear (&before);
          assay_softmax_clear (&after);
        }
      assay_attention_clear (&r);
    }
}
END_TEST

START_TEST (blocked_keys_have_no_class_and_legal_ones_do)
{
  struct assay_attention r;
  struct assay_softmax row;
  size_t t, i, j;

  for (t = 0; t < testing_count (500); t++)
    {
      drawn_attention (&r, &small);
      for (i = 0; i < r.q.rows; i++)
        {
          assay_attention_row (&row, &r, i);
          for (j = 0; j < r.k.rows; j++)
            {
              ck_assert_int_eq (row.classes.class_of[j] != ASSAY_BLOCKED,
                                r.mask.legal[i * r.k.rows + j] != 0);
              if (r.causal && j > i)
                ck_assert (row.classes.class_of[j] == ASSAY_BLOCKED);
            }
          assay_softmax_clear (&row);
        }
      assay_attention_clear (&r);
    }
}
END_TEST

enum { LAST_WIDTH = 40 };

static Suite *
attention_suite (void)
{
  Suite *suite = suite_create ("attention");
  TCase *table = tcase_create ("table");
  TCase *special = tcase_create ("special");
  TCase *relations = tcase_create ("relations");

  tcase_add_loop_test (table, score_is_divided_by_the_root_of_the_features, 1,
                       LAST_WIDTH + 1);
  tcase_add_loop_test (table, shapes_are_held_to_their_contract, 0,
                       ROWS (shapes));
  tcase_add_test (table, entries_of_the_lesson_are_integers_up_to_8);
  tcase_add_test (table, root_of_a_square_width_is_taken_exactly);
  suite_add_tcase (suite, table);
  tcase_add_test (special,
                  row_blocked_by_mask_and_causality_together_is_refused);
  suite_add_tcase (suite, special);
  tcase_add_test (relations, output_inside_hull_of_values);
  tcase_add_test (relations, weights_unchanged_when_all_keys_shift);
  tcase_add_test (relations, earlier_causal_rows_do_not_see_later_positions);
  tcase_add_test (relations, blocked_keys_have_no_class_and_legal_ones_do);
  tcase_set_timeout (relations, 120);
  suite_add_tcase (suite, relations);
  return suite;
}

int
main (void)
{
  return testing_run_real (attention_suite ());
}
