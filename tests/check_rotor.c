/* check_rotor.c -- rational unit rotors and their powers */

#include <limits.h>
#include <stdio.h>

#include "drawn.h"
#include "exact/rotor.h"
#include "testing.h"

#define ROWS(table) ((int) (sizeof table / sizeof table[0]))

static void
rotor_read (struct assay_rotor *rotor, const char *c, const char *s)
{
  struct assay_ctx ctx;
  mpq_t x, y;

  assay_ctx_init (&ctx);
  mpq_inits (x, y, NULL);
  testing_read_rational (x, c);
  testing_read_rational (y, s);
  ck_assert_int_eq (assay_rotor_set (rotor, x, y, &ctx, NULL), ASSAY_OK);
  mpq_clears (x, y, NULL);
}

static void
power_si (struct assay_rotor *power, const struct assay_rotor *rotor, long n)
{
  struct assay_ctx ctx;
  mpz_t p;

  assay_ctx_init (&ctx);
  mpz_init_set_si (p, n);
  ck_assert_int_eq (assay_rotor_power (power, rotor, p, &ctx, NULL),
                    ASSAY_OK);
  mpz_clear (p);
}

/* h > 0, a^2 + b^2 = h^2, a and b without a common factor with h.  */
static void
assert_invariant (const struct assay_rotor *rotor)
{
  mpz_t norm, common;

  mpz_inits (norm, common, NULL);
  mpz_mul (norm, rotor->a, rotor->a);
  mpz_addmul (norm, rotor->b, rotor->b);
  mpz_submul (norm, rotor->h, rotor->h);
  ck_assert_int_eq (mpz_sgn (norm), 0);
  ck_assert_int_eq (mpz_sgn (rotor->h), 1);
  mpz_gcd (common, rotor->a, rotor->h);
  ck_assert (mpz_cmp_ui (common, 1) == 0);
  mpz_gcd (common, rotor->b, rotor->h);
  ck_assert (mpz_cmp_ui (common, 1) == 0);
  mpz_clears (norm, common, NULL);
}

static int
rotors_equal (const struct assay_rotor *x, const struct assay_rotor *y)
{
  return mpz_cmp (x->a, y->a) == 0 && mpz_cmp (x->b, y->b) == 0
         && mpz_cmp (x->h, y->h) == 0;
}

static const struct { const char *c, *s; long p; const char *pc, *ps; }
powers[] = {
  { "3/5", "4/5", 0, "1", "0" }, { "3/5", "4/5", 1, "3/5", "4/5" },
  { "3/5", "4/5", 2, "-7/25", "24/25" },
  { "3/5", "4/5", 3, "-117/125", "44/125" },
  { "3/5", "4/5", 4, "-527/625", "-336/625" },
  { "3/5", "4/5", -1, "3/5", "-4/5" },
  { "3/5", "4/5", -3, "-117/125", "-44/125" },
  { "-3/5", "4/5", 3, "117/125", "44/125" },
  { "5/13", "12/13", 2, "-119/169", "120/169" },
  { "0", "1", 1, "0", "1" }, { "0", "1", 2, "-1", "0" },
  { "0", "1", 3, "0", "-1" }, { "0", "1", -7, "0", "1" },
  { "0", "-1", 5, "0", "-1" }, { "-1", "0", 7, "-1", "0" },
  { "-1", "0", 8, "1", "0" }, { "1", "0", -9, "1", "0" },
};

START_TEST (power_is_the_one_computed_by_hand)
{
  struct assay_rotor rotor, power;
  mpq_t c, s;

  assay_rotor_init (&rotor);
  assay_rotor_init (&power);
  mpq_inits (c, s, NULL);
  rotor_read (&rotor, powers[_i].c, powers[_i].s);
  power_si (&power, &rotor, powers[_i].p);
  assay_rotor_get (c, s, &power);
  testing_assert_rational (c, powers[_i].pc);
  testing_assert_rational (s, powers[_i].ps);
  mpq_clears (c, s, NULL);
  assay_rotor_clear (&rotor);
  assay_rotor_clear (&power);
}
END_TEST

static const struct { const char *c, *s, *norm; } off[] = {
  { "3/5", "3/5", "18/25" }, { "1", "1", "2" }, { "0", "0", "0" },
  { "3/5", "4/6", "181/225" },
  { "1000000000000000000001/1000000000000000000000", "0",
    "1000000000000000000002000000000000000000001/"
    "1000000000000000000000000000000000000000000" },
};

START_TEST (rotor_off_the_circle_is_refused_and_changes_nothing)
{
  struct assay_where where = { NULL, "rotations", 0 };
  struct assay_rotor rotor, before;
  char found[200];
  struct assay_ctx ctx;
  mpq_t c, s;

  assay_ctx_init (&ctx);
  assay_rotor_init (&rotor);
  assay_rotor_init (&before);
  mpq_inits (c, s, NULL);
  rotor_read (&rotor, "3/5", "4/5");
  rotor_read (&before, "3/5", "4/5");
  testing_read_rational (c, off[_i].c);
  testing_read_rational (s, off[_i].s);
  ck_assert_int_eq (assay_rotor_set (&rotor, c, s, &ctx, &where),
                    ASSAY_EVALUE);
  ck_assert (rotors_equal (&rotor, &before));
  ck_assert_str_eq (ctx.error.where, "rotations");
  snprintf (found, sizeof found, "c^2 + s^2 = %.80s", off[_i].norm);
  ck_assert_str_eq (ctx.error.found, found);
  mpq_clears (c, s, NULL);
  assay_rotor_clear (&rotor);
  assay_rotor_clear (&before);
}
END_TEST

START_TEST (new_rotor_is_the_identity)
{
  struct assay_rotor rotor;
  mpz_t x, y, X, Y;

  assay_rotor_init (&rotor);
  mpz_inits (X, Y, NULL);
  mpz_init_set_si (x, -7);
  mpz_init_set_si (y, 11);
  assay_rotor_turn (X, Y, &rotor, x, y);
  ck_assert (mpz_cmp (X, x) == 0 && mpz_cmp (Y, y) == 0);
  mpz_clears (x, y, X, Y, NULL);
  assay_rotor_clear (&rotor);
}
END_TEST

START_TEST (rotor_turns_counterclockwise_columns)
{
  struct assay_rotor rotor;
  mpz_t x, y, X, Y;

  assay_rotor_init (&rotor);
  rotor_read (&rotor, "3/5", "4/5");
  mpz_inits (x, y, X, Y, NULL);
  mpz_set_ui (y, 1);
  assay_rotor_turn (X, Y, &rotor, x, y);
  ck_assert (mpz_cmp_si (X, -4) == 0 && mpz_cmp_si (Y, 3) == 0);
  mpz_clears (x, y, X, Y, NULL);
  assay_rotor_clear (&rotor);
}
END_TEST

START_TEST (power_that_is_its_rotor_is_the_same)
{
  struct assay_rotor rotor, power;
  long n;

  assay_rotor_init (&rotor);
  assay_rotor_init (&power);
  for (n = -9; n <= 9; n++)
    {
      rotor_read (&rotor, "63/65", "-16/65");
      power_si (&power, &rotor, n);
      power_si (&rotor, &rotor, n);
      ck_assert (rotors_equal (&rotor, &power));
    }
  assay_rotor_clear (&rotor);
  assay_rotor_clear (&power);
}
END_TEST

/* A rotor over 1 has order four, at any position that can be written.  */
START_TEST (quarter_turn_takes_positions_beyond_every_word)
{
  struct assay_rotor rotor, power, expected;
  struct assay_ctx ctx;
  mpz_t p;
  long r;

  assay_ctx_init (&ctx);
  ctx.max_bits = 64;
  assay_rotor_init (&rotor);
  assay_rotor_init (&power);
  assay_rotor_init (&expected);
  rotor_read (&rotor, "0", "1");
  mpz_init (p);
  for (r = -4; r <= 4; r++)
    {
      mpz_ui_pow_ui (p, 10, 40);
      if (r < 0)
        mpz_neg (p, p);
      if (r < 0)
        mpz_sub_ui (p, p, (unsigned long) -r);
      else
        mpz_add_ui (p, p, (unsigned long) r);
      ck_assert_int_eq (assay_rotor_power (&power, &rotor, p, &ctx, NULL),
                        ASSAY_OK);
      power_si (&expected, &rotor, r);
      ck_assert_msg (rotors_equal (&power, &expected), "10^40 and %ld", r);
    }
  mpz_clear (p);
  assay_rotor_clear (&rotor);
  assay_rotor_clear (&power);
  assay_rotor_clear (&expected);
}
END_TEST

START_TEST (power_beyond_the_budget_is_refused_and_changes_nothing)
{
  struct assay_rotor rotor, power, before;
  struct assay_ctx ctx;
  mpz_t p;

  assay_ctx_init (&ctx);
  assay_rotor_init (&rotor);
  assay_rotor_init (&power);
  assay_rotor_init (&before);
  rotor_read (&rotor, "3/5", "4/5");
  rotor_read (&power, "5/13", "12/13");
  rotor_read (&before, "5/13", "12/13");
  mpz_init_set_si (p, -1000);
  ctx.max_bits = 2999;
  ck_assert_int_eq (assay_rotor_power (&power, &rotor, p, &ctx, NULL),
                    ASSAY_ELIMIT);
  ck_assert (rotors_equal (&power, &before));
  assay_ctx_init (&ctx);
  mpz_ui_pow_ui (p, 10, 30);
  ck_assert_int_eq (assay_rotor_power (&power, &rotor, p, &ctx, NULL),
                    ASSAY_ELIMIT);
  ck_assert_str_eq (ctx.error.found, "a prediction beyond 2^64 bits");
  ck_assert (rotors_equal (&power, &before));
  assay_ctx_init (&ctx);
  ctx.max_bits = 3000;
  mpz_set_si (p, -1000);
  ck_assert_int_eq (assay_rotor_power (&power, &rotor, p, &ctx, NULL),
                    ASSAY_OK);
  mpz_clear (p);
  assay_rotor_clear (&rotor);
  assay_rotor_clear (&power);
  assay_rotor_clear (&before);
}
END_TEST

/* A random rotor, both parts of it.  */
static void
random_rotor (struct assay_rotor *rotor, mpq_ptr c, mpq_ptr s)
{
  struct assay_ctx ctx;

  assay_ctx_init (&ctx);
  drawn_rotor (c, s, 1ul << (1 + testing_below (12)));
  ck_assert_int_eq (assay_rotor_set (rotor, c, s, &ctx, NULL), ASSAY_OK);
}

START_TEST (every_power_is_in_lowest_terms_and_on_the_circle)
{
  struct assay_rotor rotor, power;
  mpq_t c, s;
  size_t i;

  assay_rotor_init (&rotor);
  assay_rotor_init (&power);
  mpq_inits (c, s, NULL);
  for (i = 0; i < testing_count (4000); i++)
    {
      random_rotor (&rotor, c, s);
      assert_invariant (&rotor);
      power_si (&power, &rotor, testing_between (-200, 200));
      assert_invariant (&power);
    }
  mpq_clears (c, s, NULL);
  assay_rotor_clear (&rotor);
  assay_rotor_clear (&power);
}
END_TEST

/* Step by step in mpq_t, with every gcd taken.  */
START_TEST (power_equals_repeated_rotation)
{
  struct assay_rotor rotor, power;
  mpq_t c, s, x, y, t, u;
  size_t i;
  long p, n;

  assay_rotor_init (&rotor);
  assay_rotor_init (&power);
  mpq_inits (c, s, x, y, t, u, NULL);
  for (i = 0; i < testing_count (400); i++)
    {
      random_rotor (&rotor, c, s);
      mpq_set_ui (x, 1, 1);
      mpq_set_ui (y, 0, 1);
      p = testing_between (0, 40);
      for (n = 0; n < p; n++)
        {
          mpq_mul (t, c, x);
          mpq_mul (u, s, y);
          mpq_sub (t, t, u);
          mpq_mul (u, s, x);
          mpq_mul (x, c, y);
          mpq_add (y, u, x);
          mpq_set (x, t);
        }
      power_si (&power, &rotor, p);
      assay_rotor_get (t, u, &power);
      ck_assert_msg (mpq_equal (t, x) && mpq_equal (u, y),
                     "case %zu, power %ld, seed %lu", i, p, testing_seed ());
      power_si (&power, &rotor, -p);
      assay_rotor_get (t, u, &power);
      mpq_neg (u, u);
      ck_assert_msg (mpq_equal (t, x) && mpq_equal (u, y),
                     "case %zu, power %ld, seed %lu", i, -p, testing_seed ());
    }
  mpq_clears (c, s, x, y, t, u, NULL);
  assay_rotor_clear (&rotor);
  assay_rotor_clear (&power);
}
END_TEST

START_TEST (power_of_a_power_is_the_power_of_the_product)
{
  struct assay_rotor rotor, power;
  mpq_t c, s;
  long m, n;
  size_t i;

  assay_rotor_init (&rotor);
  assay_rotor_init (&power);
  mpq_inits (c, s, NULL);
  for (i = 0; i < testing_count (2000); i++)
    {
      random_rotor (&rotor, c, s);
      m = testing_between (-20, 20);
      n = testing_between (-20, 20);
      power_si (&power, &rotor, m * n);
      power_si (&rotor, &rotor, m);
      power_si (&rotor, &rotor, n);
      ck_assert_msg (rotors_equal (&power, &rotor), "case %zu: %ld, %ld, "
                     "seed %lu", i, m, n, testing_seed ());
    }
  mpq_clears (c, s, NULL);
  assay_rotor_clear (&rotor);
  assay_rotor_clear (&power);
}
END_TEST

START_TEST (predicted_bits_are_not_exceeded)
{
  struct assay_rotor rotor, power;
  unsigned long long predicted;
  mpq_t c, s;
  mpz_t p;
  size_t i;

  assay_rotor_init (&rotor);
  assay_rotor_init (&power);
  mpq_inits (c, s, NULL);
  mpz_init (p);
  for (i = 0; i < testing_count (2000); i++)
    {
      random_rotor (&rotor, c, s);
      mpz_set_si (p, testing_between (1, 300));
      power_si (&power, &rotor, mpz_get_si (p));
      predicted = assay_rotor_power_bits (&rotor, p);
      ck_assert_uint_le (mpz_sizeinbase (power.h, 2), predicted);
      /* Not a bound of anything: within one bit a factor.  */
      ck_assert_uint_ge (mpz_sizeinbase (power.h, 2) + mpz_get_ui (p),
                         mpz_cmp_ui (rotor.h, 1) ? predicted : 0);
    }
  mpz_set_ui (p, 1);
  mpz_mul_2exp (p, p, 200);
  rotor_read (&rotor, "3/5", "4/5");
  ck_assert (assay_rotor_power_bits (&rotor, p) == ULLONG_MAX);
  rotor_read (&rotor, "0", "1");
  ck_assert (assay_rotor_power_bits (&rotor, p) == 1);
  mpq_clears (c, s, NULL);
  mpz_clear (p);
  assay_rotor_clear (&rotor);
  assay_rotor_clear (&power);
}
END_TEST

static Suite *
rotor_suite (void)
{
  Suite *suite = suite_create ("rotor");
  TCase *table = tcase_create ("table");
  TCase *special = tcase_create ("special");
  TCase *relations = tcase_create ("relations");

  tcase_add_loop_test (table, power_is_the_one_computed_by_hand, 0,
                       ROWS (powers));
  tcase_add_loop_test (table,
                       rotor_off_the_circle_is_refused_and_changes_nothing,
                       0, ROWS (off));
  suite_add_tcase (suite, table);
  tcase_add_test (special, new_rotor_is_the_identity);
  tcase_add_test (special, rotor_turns_counterclockwise_columns);
  tcase_add_test (special, power_that_is_its_rotor_is_the_same);
  tcase_add_test (special, quarter_turn_takes_positions_beyond_every_word);
  tcase_add_test (special,
                  power_beyond_the_budget_is_refused_and_changes_nothing);
  suite_add_tcase (suite, special);
  tcase_add_test (relations,
                  every_power_is_in_lowest_terms_and_on_the_circle);
  tcase_add_test (relations, power_equals_repeated_rotation);
  tcase_add_test (relations, power_of_a_power_is_the_power_of_the_product);
  tcase_add_test (relations, predicted_bits_are_not_exceeded);
  tcase_set_timeout (relations, 120);
  suite_add_tcase (suite, relations);
  return suite;
}

int
main (void)
{
  return testing_run (rotor_suite ());
}
