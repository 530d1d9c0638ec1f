/* check_oracle.c -- the oracle's fractions and rotary scores alone */

#include <oracle.h>
#include <stdio.h>

#include "testing.h"

#define ROWS(table) ((int) (sizeof table / sizeof table[0]))

static void
set (struct oracle_fraction *f, const char *text)
{
  ck_assert_msg (oracle_fraction_set_text (f, text) == 0, "%s", text);
}

static void
assert_equals (const struct oracle_fraction *f, const char *text)
{
  struct oracle_fraction expected;

  oracle_fraction_init (&expected);
  set (&expected, text);
  ck_assert_msg (oracle_fraction_equal (f, &expected), "not %s", text);
  ck_assert_int_gt (mpz_sgn (f->den), 0);
  oracle_fraction_clear (&expected);
}

/* ---- fractions --------------------------------------------------------- */

static const char *const refused[] = {
  "", "-", "1/0", "0/0", "1/000", "+1", "1/-2", " 1", "1 ", "1.0", "0x10",
  "1//2", "/2", "1/", "--1", "1e3", "1/2/3", "1/2 ",
};

START_TEST (text_of_another_form_is_refused_and_changes_nothing)
{
  struct oracle_fraction f;

  oracle_fraction_init (&f);
  set (&f, "5/7");
  ck_assert_int_eq (oracle_fraction_set_text (&f, refused[_i]), -1);
  assert_equals (&f, "5/7");
  oracle_fraction_clear (&f);
}
END_TEST

START_TEST (fraction_is_equal_across_unreduced_forms_and_never_reduced)
{
  struct oracle_fraction f;

  oracle_fraction_init (&f);
  set (&f, "-6/14");
  assert_equals (&f, "-3/7");
  assert_equals (&f, "-0006/14");
  ck_assert_int_eq (mpz_cmp_si (f.num, -6), 0);
  ck_assert_int_eq (mpz_cmp_si (f.den, 14), 0);
  ck_assert_int_eq (oracle_fraction_sign (&f), -1);
  set (&f, "-0/3");
  ck_assert_int_eq (oracle_fraction_sign (&f), 0);
  oracle_fraction_clear (&f);
}
END_TEST

static const struct
{
  const char *a, *b;
  int order;
} orders[] = {
  { "1/3", "2/6", 0 },   { "1/3", "333333/1000000", 1 },
  { "-1/3", "1/4", -1 }, { "-1/3", "-1/4", -1 },
  { "0", "-1/9", 1 },    { "7", "50/7", -1 },
};

START_TEST (fraction_order_is_that_of_the_numbers)
{
  struct oracle_fraction a, b;

  oracle_fraction_init (&a);
  oracle_fraction_init (&b);
  set (&a, orders[_i].a);
  set (&b, orders[_i].b);
  ck_assert_int_eq (oracle_fraction_compare (&a, &b), orders[_i].order);
  ck_assert_int_eq (oracle_fraction_compare (&b, &a), -orders[_i].order);
  ck_assert_int_eq (oracle_fraction_equal (&a, &b), orders[_i].order == 0);
  oracle_fraction_clear (&a);
  oracle_fraction_clear (&b);
}
END_TEST

START_TEST (sum_and_product_may_overwrite_an_operand)
{
  struct oracle_fraction a, b;
  mpz_t fixed;

  oracle_fraction_init (&a);
  oracle_fraction_init (&b);
  mpz_init (fixed);
  set (&a, "1/6");
  set (&b, "-3/4");
  oracle_fraction_add (&a, &a, &b);
  assert_equals (&a, "-7/12");
  oracle_fraction_add (&b, &a, &b);
  assert_equals (&b, "-4/3");
  oracle_fraction_add (&b, &b, &b);
  assert_equals (&b, "-8/3");
  oracle_fraction_mul (&b, &a, &b);
  assert_equals (&b, "14/9");
  oracle_fraction_fixed (fixed, &a, 4);
  ck_assert_int_eq (mpz_cmp_si (fixed, -10), 0);
  oracle_fraction_clear (&a);
  oracle_fraction_clear (&b);
  mpz_clear (fixed);
}
END_TEST

/* ---- rotary scores ----------------------------------------------------- */

struct case_row
{
  const char *query[4], *m, *key[4], *n, *cosine[2], *sine[2];
  size_t pairs;
  const char *score;
};

#define ONE_ROTOR { "3/5" }, { "4/5" }, 1
#define TWO_ROTORS { "3/5", "5/13" }, { "4/5", "12/13" }, 2

/* The published scores of the lesson on rotary positions: the single pair
   and its reverse, the gap and its compaction, the two layouts, the largest
   profile.  */
static const struct case_row published[] = {
  { { "1", "0" }, "0", { "0", "1" }, "1", ONE_ROTOR, "-4/5" },
  { { "1", "0" }, "1", { "0", "1" }, "0", ONE_ROTOR, "4/5" },
  { { "1", "0" }, "4", { "1", "0" }, "1", ONE_ROTOR, "-117/125" },
  { { "1", "0" }, "4", { "1", "0" }, "3", ONE_ROTOR, "3/5" },
  { { "1", "0" }, "2", { "1", "0" }, "0", ONE_ROTOR, "-7/25" },
  { { "1", "0" }, "2", { "1", "0" }, "1", ONE_ROTOR, "3/5" },
  { { "1", "0" }, "2", { "0", "1" }, "1", ONE_ROTOR, "4/5" },
  { { "1", "0" }, "2", { "0", "1" }, "0", ONE_ROTOR, "24/25" },
  { { "1", "2", "-1", "0" }, "0", { "0", "1", "2", "-1" }, "1",
    { "3/5", "0" }, { "4/5", "1" }, 2, "-3/5" },
  { { "1", "-1", "2", "0" }, "0", { "0", "2", "1", "-1" }, "1",
    { "3/5", "0" }, { "4/5", "1" }, 2, "-4/5" },
  { { "2", "-2", "2", "-2" }, "8", { "2", "2", "-2", "-2" }, "0",
    TWO_ROTORS, "2268427623662592/318644812890625" },
  { { "2", "-2", "2", "-2" }, "8", { "-2", "2", "2", "-2" }, "2",
    TWO_ROTORS, "-21880764416/75418890625" },
  { { "2", "-2", "2", "-2" }, "8", { "2", "-2", "-2", "2" }, "4",
    TWO_ROTORS, "-119218176/17850625" },
  { { "2", "-2", "2", "-2" }, "8", { "-2", "-2", "2", "2" }, "8",
    TWO_ROTORS, "0" },
};

/* Quarter turns (c = 0), no turn (s = 0), rotors and components that are
   not in lowest terms, denominators that differ inside a pair, positions
   far from zero.  */
static const struct case_row special[] = {
  { { "2", "3" }, "0", { "5", "7" }, "3", { "0" }, { "1" }, 1, "-1" },
  { { "2", "3" }, "3", { "5", "7" }, "0", { "0" }, { "-1" }, 1, "-1" },
  { { "2", "3" }, "0", { "5", "7" }, "1", { "0" }, { "1" }, 1, "1" },
  { { "2", "3" }, "0", { "5", "7" }, "9", { "1" }, { "0" }, 1, "31" },
  { { "2", "3" }, "0", { "5", "7" }, "9", { "-1" }, { "0" }, 1, "-31" },
  { { "2/2", "0" }, "4", { "3/3", "0" }, "1", { "6/10" }, { "8/10" }, 1,
    "-117/125" },
  { { "1", "0" }, "4", { "1", "0" }, "1", { "6/10" }, { "12/15" }, 1,
    "-117/125" },
  { { "1/2", "1/3" }, "-2", { "1/5", "-1/7" }, "-2", ONE_ROTOR, "11/210" },
  { { "1", "0" }, "1000000000000000000000000000004", { "1", "0" },
    "1000000000000000000000000000001", ONE_ROTOR, "-117/125" },
  { { "1", "0" }, "-1", { "1", "0" }, "2", ONE_ROTOR, "-117/125" },
};

static void
score_of (struct oracle_fraction *score, const struct case_row *row)
{
  struct oracle_fraction *query = oracle_fractions_new (4);
  struct oracle_fraction *key = oracle_fractions_new (4);
  struct oracle_fraction *cosine = oracle_fractions_new (2);
  struct oracle_fraction *sine = oracle_fractions_new (2);
  mpz_t m, n;

  ck_assert_int_eq (mpz_init_set_str (m, row->m, 10), 0);
  ck_assert_int_eq (mpz_init_set_str (n, row->n, 10), 0);
  for (size_t i = 0; i < 2 * row->pairs; i++)
    {
      set (&query[i], row->query[i]);
      set (&key[i], row->key[i]);
    }
  for (size_t i = 0; i < row->pairs; i++)
    {
      set (&cosine[i], row->cosine[i]);
      set (&sine[i], row->sine[i]);
    }
  ck_assert_int_eq (oracle_rotary_score (score, query, m, key, n, cosine,
                                         sine, row->pairs), 0);
  oracle_fractions_free (query, 4);
  oracle_fractions_free (key, 4);
  oracle_fractions_free (cosine, 2);
  oracle_fractions_free (sine, 2);
  mpz_clear (m);
  mpz_clear (n);
}

static void
assert_score (const struct case_row *row)
{
  struct oracle_fraction score;

  oracle_fraction_init (&score);
  score_of (&score, row);
  assert_equals (&score, row->score);
  oracle_fraction_clear (&score);
}

START_TEST (score_is_the_published_one)
{
  assert_score (&published[_i]);
}
END_TEST

START_TEST (score_of_a_special_case_is_the_one_done_by_hand)
{
  assert_score (&special[_i]);
}
END_TEST

START_TEST (positions_too_far_apart_are_refused_and_change_nothing)
{
  struct oracle_fraction one, score;
  mpz_t m, n;

  oracle_fraction_init (&one);
  oracle_fraction_init (&score);
  mpz_init (m);
  mpz_init (n);
  set (&score, "5/7");
  mpz_setbit (m, 8 * sizeof (unsigned long));
  struct oracle_fraction pair[2] = { one, one };
  ck_assert_int_eq (oracle_rotary_score (&score, pair, m, pair, n, &one, &one,
                                         1), -1);
  assert_equals (&score, "5/7");
  ck_assert_int_eq (oracle_rotary_score (&score, pair, n, pair, n, &one, &one,
                                         0), 0);
  assert_equals (&score, "0");
  oracle_fraction_clear (&one);
  oracle_fraction_clear (&score);
  mpz_clear (m);
  mpz_clear (n);
}
END_TEST

/* One step of the rotor at a time: the cosine and sine parts of the score
   must follow c' = c c' - s s' and s' = s c' + c s', across every size at
   which the binomial sum is cut in two.  */
START_TEST (score_follows_the_rotor_step_by_step)
{
  struct case_row row = { { "1", "0" }, "0", { "1", "0" }, "0",
                          { "20/29" }, { "-21/29" }, 1, "1" };
  struct oracle_fraction real, imag, score;
  mpz_t part, a, b;
  char n[16];

  oracle_fraction_init (&real);
  oracle_fraction_init (&imag);
  oracle_fraction_init (&score);
  mpz_inits (part, a, b, (mpz_ptr) NULL);
  set (&real, "1");
  for (int p = 0; p <= 300; p++)
    {
      snprintf (n, sizeof n, "%d", p);
      row.n = n;
      row.query[0] = "1";
      row.query[1] = "0";
      score_of (&score, &row);
      ck_assert_msg (oracle_fraction_equal (&score, &real), "p = %d", p);
      row.query[0] = "0";
      row.query[1] = "1";
      score_of (&score, &row);
      ck_assert_msg (oracle_fraction_equal (&score, &imag), "p = %d", p);

      mpz_mul_si (a, real.num, 20);
      mpz_mul_si (part, imag.num, 21);
      mpz_add (a, a, part);
      mpz_mul_si (b, imag.num, 20);
      mpz_mul_si (part, real.num, 21);
      mpz_sub (b, b, part);
      mpz_swap (real.num, a);
      mpz_swap (imag.num, b);
      mpz_mul_si (real.den, real.den, 29);
      mpz_set (imag.den, real.den);
    }
  oracle_fraction_clear (&real);
  oracle_fraction_clear (&imag);
  oracle_fraction_clear (&score);
  mpz_clears (part, a, b, (mpz_ptr) NULL);
}
END_TEST

static void
random_fraction (struct oracle_fraction *f, unsigned long bits)
{
  testing_integer (f->num, bits);
  do
    testing_integer (f->den, bits);
  while (mpz_sgn (f->den) == 0);
  mpz_abs (f->den, f->den);
}

static void
random_rotor (struct oracle_fraction *cosine, struct oracle_fraction *sine)
{
  mpq_t c, s;

  mpq_init (c);
  mpq_init (s);
  testing_rotor (c, s, 20);
  mpz_set (cosine->num, mpq_numref (c));
  mpz_set (cosine->den, mpq_denref (c));
  mpz_set (sine->num, mpq_numref (s));
  mpz_set (sine->den, mpq_denref (s));
  mpq_clear (c);
  mpq_clear (s);
}

/* Shifting both positions, exchanging query and key with their positions,
   and turning the pair (q, q) by p and back keep the score.  */
START_TEST (score_unchanged_by_shift_and_by_exchange)
{
  struct oracle_fraction *q = oracle_fractions_new (6);
  struct oracle_fraction *k = oracle_fractions_new (6);
  struct oracle_fraction *c = oracle_fractions_new (3);
  struct oracle_fraction *s = oracle_fractions_new (3);
  struct oracle_fraction first, second;
  mpz_t m, n, shift;

  oracle_fraction_init (&first);
  oracle_fraction_init (&second);
  mpz_inits (m, n, shift, (mpz_ptr) NULL);
  for (size_t i = 0; i < testing_count (200); i++)
    {
      size_t pairs = (size_t) testing_between (1, 3);

      for (size_t j = 0; j < 6; j++)
        {
          random_fraction (&q[j], 20);
          random_fraction (&k[j], 20);
        }
      for (size_t j = 0; j < 3; j++)
        random_rotor (&c[j], &s[j]);
      mpz_set_si (m, testing_between (-200, 200));
      mpz_set_si (n, testing_between (-200, 200));
      oracle_rotary_score (&first, q, m, k, n, c, s, pairs);
      oracle_rotary_score (&second, k, n, q, m, c, s, pairs);
      ck_assert_msg (oracle_fraction_equal (&first, &second),
                     "exchange, case %zu, seed %lu", i, testing_seed ());
      testing_integer (shift, 100);
      mpz_add (m, m, shift);
      mpz_add (n, n, shift);
      oracle_rotary_score (&second, q, m, k, n, c, s, pairs);
      ck_assert_msg (oracle_fraction_equal (&first, &second),
                     "shift, case %zu, seed %lu", i, testing_seed ());
      oracle_rotary_score (&first, q, m, q, m, c, s, pairs);
      oracle_fraction_dot (&second, q, q, 2 * pairs);
      ck_assert_msg (oracle_fraction_equal (&first, &second),
                     "norm, case %zu, seed %lu", i, testing_seed ());
    }
  oracle_fractions_free (q, 6);
  oracle_fractions_free (k, 6);
  oracle_fractions_free (c, 3);
  oracle_fractions_free (s, 3);
  oracle_fraction_clear (&first);
  oracle_fraction_clear (&second);
  mpz_clears (m, n, shift, (mpz_ptr) NULL);
}
END_TEST

/* c'^2 + s'^2 = 1 at a distance where a wrong carry would show.  */
START_TEST (power_of_a_unit_rotor_is_a_unit_at_ten_thousand)
{
  struct case_row row = { { "1", "0" }, "10000", { "1", "0" }, "1",
                          { "119/169" }, { "120/169" }, 1, "1" };
  struct oracle_fraction real, imag;

  oracle_fraction_init (&real);
  oracle_fraction_init (&imag);
  score_of (&real, &row);
  row.query[0] = "0";
  row.query[1] = "1";
  score_of (&imag, &row);
  oracle_fraction_mul (&real, &real, &real);
  oracle_fraction_mul (&imag, &imag, &imag);
  oracle_fraction_add (&real, &real, &imag);
  assert_equals (&real, "1");
  oracle_fraction_clear (&real);
  oracle_fraction_clear (&imag);
}
END_TEST

static Suite *
oracle_suite (void)
{
  Suite *suite = suite_create ("oracle");
  TCase *table = tcase_create ("table");
  TCase *edges = tcase_create ("special");
  TCase *relations = tcase_create ("relations");

  tcase_add_loop_test (table, fraction_order_is_that_of_the_numbers, 0,
                       ROWS (orders));
  tcase_add_loop_test (table, score_is_the_published_one, 0,
                       ROWS (published));
  suite_add_tcase (suite, table);
  tcase_add_loop_test (edges,
                       text_of_another_form_is_refused_and_changes_nothing, 0,
                       ROWS (refused));
  tcase_add_test (edges,
                  fraction_is_equal_across_unreduced_forms_and_never_reduced);
  tcase_add_test (edges, sum_and_product_may_overwrite_an_operand);
  tcase_add_loop_test (edges, score_of_a_special_case_is_the_one_done_by_hand,
                       0, ROWS (special));
  tcase_add_test (edges,
                  positions_too_far_apart_are_refused_and_change_nothing);
  suite_add_tcase (suite, edges);
  tcase_add_test (relations, score_follows_the_rotor_step_by_step);
  tcase_add_test (relations, score_unchanged_by_shift_and_by_exchange);
  tcase_add_test (relations, power_of_a_unit_rotor_is_a_unit_at_ten_thousand);
  tcase_set_timeout (relations, 60);
  suite_add_tcase (suite, relations);
  return suite;
}

int
main (void)
{
  return testing_run (oracle_suite ());
}
