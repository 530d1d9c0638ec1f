/* check_oracle_relations.c -- algebra of the oracle's real functions */

#include <oracle.h>

#include "testing.h"

#define ROWS(table) ((int) (sizeof table / sizeof table[0]))

enum { DIGITS = 60 };

static void
random_argument (struct oracle_fraction *x, long limit)
{
  mpz_set_si (x->num, testing_between (-1000 * limit, 1000 * limit));
  mpz_set_si (x->den, testing_between (1, 1000));
}

/* Two enclosures of one number, the first at scale 10^(first digits).  */
static void
assert_overlap (const struct oracle_interval *a, unsigned long a_digits,
                const struct oracle_interval *b, unsigned long b_digits,
                const char *what)
{
  mpz_t left, right, a_scale, b_scale;

  mpz_inits (left, right, a_scale, b_scale, (mpz_ptr) NULL);
  mpz_ui_pow_ui (a_scale, 10, a_digits);
  mpz_ui_pow_ui (b_scale, 10, b_digits);
  mpz_mul (left, a->lo, b_scale);
  mpz_mul (right, b->hi, a_scale);
  ck_assert_msg (mpz_cmp (left, right) <= 0, "%s, seed %lu", what,
                 testing_seed ());
  mpz_mul (left, a->hi, b_scale);
  mpz_mul (right, b->lo, a_scale);
  ck_assert_msg (mpz_cmp (left, right) >= 0, "%s, seed %lu", what,
                 testing_seed ());
  mpz_clears (left, right, a_scale, b_scale, (mpz_ptr) NULL);
}

/* product at scale 10^(2 DIGITS) <- a b, whatever their signs.  */
static void
multiply (struct oracle_interval *product, const struct oracle_interval *a,
          const struct oracle_interval *b)
{
  const mpz_t *x[2] = { &a->lo, &a->hi }, *y[2] = { &b->lo, &b->hi };
  mpz_t part;

  mpz_init (part);
  for (int i = 0; i < 4; i++)
    {
      mpz_mul (part, *x[i / 2], *y[i % 2]);
      if (i == 0 || mpz_cmp (part, product->lo) < 0)
        mpz_set (product->lo, part);
      if (i == 0 || mpz_cmp (part, product->hi) > 0)
        mpz_set (product->hi, part);
    }
  mpz_clear (part);
}

struct scratch
{
  struct oracle_fraction a, b, sum;
  struct oracle_interval x, y, z, product, other;
};

static void
scratch_init (struct scratch *s)
{
  oracle_fraction_init (&s->a);
  oracle_fraction_init (&s->b);
  oracle_fraction_init (&s->sum);
  oracle_interval_init (&s->x);
  oracle_interval_init (&s->y);
  oracle_interval_init (&s->z);
  oracle_interval_init (&s->product);
  oracle_interval_init (&s->other);
}

static void
scratch_clear (struct scratch *s)
{
  oracle_fraction_clear (&s->a);
  oracle_fraction_clear (&s->b);
  oracle_fraction_clear (&s->sum);
  oracle_interval_clear (&s->x);
  oracle_interval_clear (&s->y);
  oracle_interval_clear (&s->z);
  oracle_interval_clear (&s->product);
  oracle_interval_clear (&s->other);
}

START_TEST (exponential_of_a_sum_is_the_product)
{
  struct scratch s;

  scratch_init (&s);
  for (size_t i = 0; i < testing_count (500); i++)
    {
      random_argument (&s.a, 30);
      random_argument (&s.b, 30);
      oracle_fraction_add (&s.sum, &s.a, &s.b);
      oracle_exp (&s.x, &s.a, DIGITS);
      oracle_exp (&s.y, &s.b, DIGITS);
      oracle_exp (&s.z, &s.sum, DIGITS);
      multiply (&s.product, &s.x, &s.y);
      assert_overlap (&s.product, 2 * DIGITS, &s.z, DIGITS, "exp");
    }
  scratch_clear (&s);
}
END_TEST

START_TEST (logarithm_of_a_product_is_the_sum_and_undoes_exp)
{
  struct scratch s;

  scratch_init (&s);
  for (size_t i = 0; i < testing_count (500); i++)
    {
      do
        random_argument (&s.a, 50);
      while (mpz_sgn (s.a.num) <= 0);
      do
        random_argument (&s.b, 1);
      while (mpz_sgn (s.b.num) <= 0);
      oracle_fraction_mul (&s.sum, &s.a, &s.b);
      oracle_log (&s.x, &s.a, DIGITS);
      oracle_log (&s.y, &s.b, DIGITS);
      oracle_log (&s.z, &s.sum, DIGITS);
      oracle_interval_addmul (&s.x, 1, &s.y);
      assert_overlap (&s.x, DIGITS, &s.z, DIGITS, "log of product");

      oracle_exp (&s.x, &s.b, DIGITS);
      ck_assert_int_eq (oracle_increasing (&s.x, oracle_log, &s.x, DIGITS),
                        0);
      mpz_ui_pow_ui (s.y.lo, 10, DIGITS);
      mpz_mul (s.y.lo, s.y.lo, s.b.num);
      mpz_cdiv_q (s.y.hi, s.y.lo, s.b.den);
      mpz_fdiv_q (s.y.lo, s.y.lo, s.b.den);
      assert_overlap (&s.x, DIGITS, &s.y, DIGITS, "log of exp");
    }
  scratch_clear (&s);
}
END_TEST

/* cos (a + b) = cos a cos b - sin a sin b, and 1 for b = -a.  */
START_TEST (cosine_of_a_sum_follows_from_sines_and_cosines)
{
  struct scratch s;

  scratch_init (&s);
  for (size_t i = 0; i < testing_count (500); i++)
    {
      random_argument (&s.a, i % 2 ? 5 : 1000000);
      if (i % 4 == 0)
        {
          oracle_fraction_set (&s.b, &s.a);
          mpz_neg (s.b.num, s.b.num);
        }
      else
        random_argument (&s.b, 5);
      oracle_fraction_add (&s.sum, &s.a, &s.b);
      oracle_cos (&s.x, &s.a, DIGITS);
      oracle_cos (&s.y, &s.b, DIGITS);
      multiply (&s.product, &s.x, &s.y);
      oracle_sin (&s.x, &s.a, DIGITS);
      oracle_sin (&s.y, &s.b, DIGITS);
      multiply (&s.other, &s.x, &s.y);
      oracle_interval_addmul (&s.product, -1, &s.other);
      oracle_cos (&s.z, &s.sum, DIGITS);
      assert_overlap (&s.product, 2 * DIGITS, &s.z, DIGITS, "cos");
    }
  scratch_clear (&s);
}
END_TEST

/* arctan x + arctan 1/x = pi / 2 for x > 0, and tan (arctan x) = x.  */
START_TEST (arctangent_is_the_inverse_and_reflects)
{
  struct scratch s;

  scratch_init (&s);
  for (size_t i = 0; i < testing_count (300); i++)
    {
      do
        random_argument (&s.a, 2);
      while (mpz_sgn (s.a.num) <= 0);
      mpz_set (s.b.num, s.a.den);
      mpz_set (s.b.den, s.a.num);
      oracle_atan (&s.x, &s.a, DIGITS);
      oracle_atan (&s.y, &s.b, DIGITS);
      oracle_interval_addmul (&s.y, 1, &s.x);
      oracle_interval_addmul (&s.y, 1, &s.y);
      oracle_pi (&s.z, DIGITS);
      assert_overlap (&s.y, DIGITS, &s.z, DIGITS, "reflection");

      ck_assert_int_eq (oracle_wave (&s.y, oracle_sin, &s.x, DIGITS), 0);
      ck_assert_int_eq (oracle_wave (&s.z, oracle_cos, &s.x, DIGITS), 0);
      mpz_mul (s.y.lo, s.y.lo, s.a.den);
      mpz_mul (s.y.hi, s.y.hi, s.a.den);
      mpz_mul (s.z.lo, s.z.lo, s.a.num);
      mpz_mul (s.z.hi, s.z.hi, s.a.num);
      assert_overlap (&s.y, DIGITS, &s.z, DIGITS, "tangent");
    }
  scratch_clear (&s);
}
END_TEST

/* tanh a (e^(2a) + 1) = e^(2a) - 1.  */
START_TEST (hyperbolic_tangent_follows_from_exp)
{
  struct scratch s;
  mpz_t one;

  scratch_init (&s);
  mpz_init (one);
  mpz_ui_pow_ui (one, 10, DIGITS);
  for (size_t i = 0; i < testing_count (300); i++)
    {
      random_argument (&s.a, 10);
      oracle_fraction_add (&s.sum, &s.a, &s.a);
      oracle_tanh (&s.x, &s.a, DIGITS);
      oracle_exp (&s.y, &s.sum, DIGITS);
      mpz_sub (s.z.lo, s.y.lo, one);
      mpz_sub (s.z.hi, s.y.hi, one);
      mpz_add (s.y.lo, s.y.lo, one);
      mpz_add (s.y.hi, s.y.hi, one);
      multiply (&s.product, &s.x, &s.y);
      assert_overlap (&s.product, 2 * DIGITS, &s.z, DIGITS, "tanh");
    }
  scratch_clear (&s);
  mpz_clear (one);
}
END_TEST

/* r = x^(1/n): floor and ceiling at scale 10^DIGITS enclose x again when
   raised to the n-th power, and x^(a/n) x^(b/n) = x^((a+b)/n).  */
START_TEST (root_raised_again_encloses_its_radicand)
{
  struct scratch s;

  scratch_init (&s);
  for (size_t i = 0; i < testing_count (100); i++)
    {
      unsigned long n = 1 + testing_below (130);
      long a = testing_between (-150, 150), b = testing_between (-150, 150);

      do
        random_argument (&s.a, 1000);
      while (mpz_sgn (s.a.num) <= 0);
      ck_assert_int_eq (oracle_root (&s.x, &s.a, n, DIGITS), 0);
      mpz_pow_ui (s.x.lo, s.x.lo, n);
      mpz_pow_ui (s.x.hi, s.x.hi, n);
      mpz_ui_pow_ui (s.sum.num, 10, n * DIGITS);
      mpz_mul (s.sum.num, s.sum.num, s.a.num);
      mpz_mul (s.x.lo, s.x.lo, s.a.den);
      mpz_mul (s.x.hi, s.x.hi, s.a.den);
      ck_assert_msg (mpz_cmp (s.x.lo, s.sum.num) <= 0
                     && mpz_cmp (s.x.hi, s.sum.num) >= 0,
                     "root %lu, case %zu, seed %lu", n, i, testing_seed ());

      oracle_power (&s.x, &s.a, a, n, DIGITS);
      oracle_power (&s.y, &s.a, b, n, DIGITS);
      oracle_power (&s.z, &s.a, a + b, n, DIGITS);
      multiply (&s.product, &s.x, &s.y);
      assert_overlap (&s.product, 2 * DIGITS, &s.z, DIGITS, "power");
    }
  scratch_clear (&s);
}
END_TEST

/* ---- nested ------------------------------------------------------------ */

static oracle_function *const every[] = {
  oracle_exp, oracle_log, oracle_sin, oracle_cos, oracle_atan, oracle_tanh,
  oracle_sqrt,
};

/* At every number of digits, as at ten: the intervals overlap and none is
   wider than three units.  */
START_TEST (intervals_at_different_digits_overlap_and_are_narrow)
{
  static const unsigned long digits[] = { 0, 1, 10, 77, 400 };
  struct scratch s;

  scratch_init (&s);
  for (size_t i = 0; i < testing_count (60); i++)
    {
      random_argument (&s.a, i % 3 ? 2 : 300);
      mpz_abs (s.a.num, s.a.num);
      mpz_add_ui (s.a.num, s.a.num, 1);
      ck_assert_int_eq (every[_i] (&s.x, &s.a, 140), 0);
      for (size_t j = 0; j < 5; j++)
        {
          ck_assert_int_eq (every[_i] (&s.y, &s.a, digits[j]), 0);
          assert_overlap (&s.y, digits[j], &s.x, 140, "nested");
          mpz_sub (s.y.hi, s.y.hi, s.y.lo);
          ck_assert (mpz_sgn (s.y.hi) >= 0 && mpz_cmp_ui (s.y.hi, 3) <= 0);
        }
    }
  scratch_clear (&s);
}
END_TEST

/* exp at [x, x + 1] / 2^bits, against both ends at 300 bits more.  */
START_TEST (fixed_exp_contains_both_ends_of_its_argument)
{
  struct scratch s;
  mpz_t x;

  scratch_init (&s);
  mpz_init (x);
  for (size_t i = 0; i < testing_count (300); i++)
    {
      unsigned long bits = 1 + testing_below (90);

      testing_integer (x, bits + 4);
      oracle_exp_fixed (&s.x, x, bits);
      mpz_mul_2exp (s.x.lo, s.x.lo, 300);
      mpz_mul_2exp (s.x.hi, s.x.hi, 300);
      for (int end = 0; end < 2; end++)
        {
          mpz_add_ui (s.a.num, x, (unsigned long) end);
          mpz_mul_2exp (s.a.num, s.a.num, 300);
          oracle_exp_fixed (&s.y, s.a.num, bits + 300);
          ck_assert_msg (mpz_cmp (s.x.lo, s.y.hi) <= 0
                         && mpz_cmp (s.y.lo, s.x.hi) <= 0,
                         "%lu bits, case %zu, seed %lu", bits, i,
                         testing_seed ());
        }
    }
  scratch_clear (&s);
  mpz_clear (x);
}
END_TEST

START_TEST (fixed_pi_is_nested_at_every_scale)
{
  struct oracle_interval fine, coarse;

  oracle_interval_init (&fine);
  oracle_interval_init (&coarse);
  oracle_pi_fixed (&fine, 1000);
  for (unsigned long bits = 0; bits <= 600; bits++)
    {
      oracle_pi_fixed (&coarse, bits);
      mpz_mul_2exp (coarse.lo, coarse.lo, 1000 - bits);
      mpz_mul_2exp (coarse.hi, coarse.hi, 1000 - bits);
      ck_assert_msg (mpz_cmp (coarse.lo, fine.lo) <= 0
                     && mpz_cmp (fine.hi, coarse.hi) <= 0, "%lu", bits);
    }
  oracle_interval_clear (&fine);
  oracle_interval_clear (&coarse);
}
END_TEST

START_TEST (function_of_an_interval_contains_it_at_every_point)
{
  struct scratch s;

  scratch_init (&s);
  for (size_t i = 0; i < testing_count (200); i++)
    {
      mpz_set_si (s.x.lo, testing_between (1, 900000));
      mpz_add_ui (s.x.hi, s.x.lo, testing_below (2000000));
      mpz_add_ui (s.a.num, s.x.lo, testing_below (10));
      if (mpz_cmp (s.a.num, s.x.hi) > 0)
        mpz_set (s.a.num, s.x.hi);
      mpz_set_ui (s.a.den, 1000000);
      if (every[_i] == oracle_sin || every[_i] == oracle_cos)
        ck_assert_int_eq (oracle_wave (&s.y, every[_i], &s.x, 6), 0);
      else
        ck_assert_int_eq (oracle_increasing (&s.y, every[_i], &s.x, 6), 0);
      every[_i] (&s.z, &s.a, 40);
      assert_overlap (&s.y, 6, &s.z, 40, "of an interval");
    }
  scratch_clear (&s);
}
END_TEST

static Suite *
relations_suite (void)
{
  Suite *suite = suite_create ("oracle relations");
  TCase *relations = tcase_create ("relations");
  TCase *nested = tcase_create ("nested");

  tcase_add_test (relations, exponential_of_a_sum_is_the_product);
  tcase_add_test (relations, logarithm_of_a_product_is_the_sum_and_undoes_exp);
  tcase_add_test (relations, cosine_of_a_sum_follows_from_sines_and_cosines);
  tcase_add_test (relations, arctangent_is_the_inverse_and_reflects);
  tcase_add_test (relations, hyperbolic_tangent_follows_from_exp);
  tcase_add_test (relations, root_raised_again_encloses_its_radicand);
  tcase_set_timeout (relations, 60);
  suite_add_tcase (suite, relations);
  tcase_add_loop_test (nested,
                       intervals_at_different_digits_overlap_and_are_narrow,
                       0, ROWS (every));
  tcase_add_loop_test (nested,
                       function_of_an_interval_contains_it_at_every_point, 0,
                       ROWS (every));
  tcase_add_test (nested, fixed_exp_contains_both_ends_of_its_argument);
  tcase_add_test (nested, fixed_pi_is_nested_at_every_scale);
  tcase_set_timeout (nested, 60);
  suite_add_tcase (suite, nested);
  return suite;
}

int
main (void)
{
  return testing_run (relations_suite ());
}
