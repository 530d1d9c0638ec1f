/* check_witness.c -- how sharp the lemmas about rotors are

   One test a lemma of doc/bounds.md, B1 to B3: the bound is reached, or what
   the lemma says fails beside its hypotheses.  check_witness_matrix.c,
   check_witness_row.c, check_witness_real.c and check_witness_limits.c go on
   with the others up to B51.  */

#include <gmp.h>

#include "exact/rat.h"
#include "testing.h"

enum { MOST_DENOMINATOR = 30 };

/* How many pairs a/h, b/k in lowest terms, 0 <= a, b, have squares that add
   up to NORM; SAME <- those with h = k, ODD <- those with h odd.  */
static size_t
pairs_of_norm (size_t *same, size_t *odd, mpq_srcptr norm)
{
  size_t found = 0;
  unsigned long a, b, h, k;
  mpq_t c, s, square;

  mpq_inits (c, s, square, NULL);
  *same = *odd = 0;
  for (h = 1; h <= MOST_DENOMINATOR; h++)
    for (a = 0; a * a <= 2 * h * h; a++)
      {
        mpq_set_ui (c, a, h);
        mpq_canonicalize (c);
        if (mpz_cmp_ui (mpq_denref (c), h) != 0)
          continue;
        mpq_mul (c, c, c);
        mpq_sub (square, norm, c);
        if (mpq_sgn (square) < 0 || !mpz_perfect_square_p (mpq_numref (square))
            || !mpz_perfect_square_p (mpq_denref (square)))
          continue;
        mpz_sqrt (mpq_denref (s), mpq_denref (square));
        k = mpz_get_ui (mpq_denref (s));
        mpz_sqrt (mpq_numref (s), mpq_numref (square));
        b = mpz_get_ui (mpq_numref (s));
        ck_assert (b <= 2 * k);
        found++;
        *same += h == k;
        *odd += h % 2 == 1;
      }
  mpq_clears (c, s, square, NULL);
  return found;
}

/* B1.  On circles of other radii denominators differ, or are even.  */
START_TEST (denominator_is_one_and_odd_on_the_unit_circle_alone)
{
  size_t found, same, odd;
  mpq_t norm;

  mpq_init (norm);
  mpq_set_ui (norm, 1, 1);
  found = pairs_of_norm (&same, &odd, norm);
  ck_assert_uint_gt (found, 10);
  ck_assert_uint_eq (same, found);
  ck_assert_uint_eq (odd, found);
  /* (1/2)^2 + (1/2)^2 and 1^2 + (1/2)^2.  */
  mpq_set_ui (norm, 1, 2);
  found = pairs_of_norm (&same, &odd, norm);
  ck_assert_uint_eq (same, found);
  ck_assert_uint_gt (found, 0);
  ck_assert_uint_eq (odd, 0);
  mpq_set_ui (norm, 5, 4);
  found = pairs_of_norm (&same, &odd, norm);
  ck_assert_uint_lt (same, found);
  mpq_clear (norm);
}
END_TEST

/* re + im i.  */
struct gauss
{
  mpz_t re, im;
};

static void
gauss_init (struct gauss *z, long re, long im)
{
  mpz_init_set_si (z->re, re);
  mpz_init_set_si (z->im, im);
}

static void
gauss_clear (struct gauss *z)
{
  mpz_clears (z->re, z->im, NULL);
}

static void
gauss_times (struct gauss *z, long a, long b)
{
  mpz_t x, y;

  mpz_inits (x, y, NULL);
  mpz_mul_si (x, z->re, a);
  mpz_mul_si (y, z->im, b);
  mpz_sub (x, x, y);
  mpz_mul_si (y, z->re, b);
  mpz_mul_si (z->im, z->im, a);
  mpz_add (z->im, z->im, y);
  mpz_swap (z->re, x);
  mpz_clears (x, y, NULL);
}

/* The greatest common divisor of the real part of Z and H^N.  */
static void
shared (mpz_ptr common, const struct gauss *z, unsigned long h,
        unsigned long n)
{
  mpz_t power;

  mpz_init (power);
  mpz_ui_pow_ui (power, h, n);
  mpz_gcd (common, z->re, power);
  mpz_clear (power);
}

/* B2.  Not so for 6/10 + 8/10 i, for two rotors' product, and off the circle,
   1/3 + 2/3 i.  */
START_TEST (powers_of_one_reduced_rotor_alone_need_no_gcd)
{
  struct gauss z, doubled, product, off;
  unsigned long n;
  mpz_t common;

  mpz_init (common);
  gauss_init (&z, 1, 0);
  gauss_init (&doubled, 1, 0);
  for (n = 1; n <= 20; n++)
    {
      gauss_times (&z, 3, 4);
      shared (common, &z, 5, n);
      ck_assert (mpz_cmp_ui (common, 1) == 0);
      gauss_times (&doubled, 6, 8);
      shared (common, &doubled, 10, n);
      ck_assert (mpz_cmp_ui (common, 1ul << n) == 0);
    }
  gauss_init (&product, 3, 4);
  gauss_times (&product, 3, -4);
  shared (common, &product, 5, 2);
  ck_assert (mpz_cmp_ui (common, 25) == 0);
  /* (1 + 2i)^2 = -3 + 4i over 3^2.  */
  gauss_init (&off, 1, 2);
  gauss_times (&off, 1, 2);
  shared (common, &off, 3, 2);
  ck_assert (mpz_cmp_ui (common, 3) == 0);
  gauss_clear (&z);
  gauss_clear (&doubled);
  gauss_clear (&product);
  gauss_clear (&off);
  mpz_clear (common);
}
END_TEST

/* B3 (a) and (b).  z = 3 + 4i = (2 + i)^2 and w = (2 - i)^j: the divisor is
   5^min (e, j), all of |w|^2 = 5^j as long as j <= e.  */
START_TEST (score_and_denominator_share_all_of_the_norm)
{
  unsigned long e, j, i;
  struct gauss z;
  mpz_t common, expected;

  mpz_inits (common, expected, NULL);
  /* (a): conj (z)^4 z.  */
  gauss_init (&z, 3, 4);
  for (i = 0; i < 4; i++)
    gauss_times (&z, 3, -4);
  ck_assert (mpz_cmp_si (z.re, -117 * 25) == 0);
  gauss_clear (&z);
  for (e = 1; e <= 12; e++)
    for (j = 0; j < 2 * e; j++)
      {
        gauss_init (&z, 1, 0);
        for (i = 0; i < e; i++)
          gauss_times (&z, 3, 4);
        for (i = 0; i < j; i++)
          gauss_times (&z, 2, -1);
        shared (common, &z, 5, e);
        mpz_ui_pow_ui (expected, 5, j < e ? j : e);
        ck_assert (mpz_cmp (common, expected) == 0);
        gauss_clear (&z);
      }
  mpz_clears (common, expected, NULL);
}
END_TEST

/* B3 (c).  3/3 by the primes of 2 stays 3/3; by those of 3 it is 1.  */
START_TEST (reduction_misses_primes_that_the_radix_lacks)
{
  mpz_t n, d, radix;
  mpq_t result;

  mpz_init_set_ui (n, 3);
  mpz_init_set_ui (d, 3);
  mpz_init_set_ui (radix, 2);
  mpq_init (result);
  assay_rat_reduce_by (result, n, d, radix);
  ck_assert (mpz_cmp_ui (mpq_denref (result), 3) == 0);
  mpz_set_ui (n, 3);
  mpz_set_ui (d, 3);
  mpz_set_ui (radix, 3);
  assay_rat_reduce_by (result, n, d, radix);
  ck_assert (mpz_cmp_ui (mpq_denref (result), 1) == 0);
  mpz_clears (n, d, radix, NULL);
  mpq_clear (result);
}
END_TEST

int
main (void)
{
  Suite *suite = suite_create ("witness");
  TCase *rotors = tcase_create ("rotors");

  tcase_add_test (rotors,
                  denominator_is_one_and_odd_on_the_unit_circle_alone);
  tcase_add_test (rotors, powers_of_one_reduced_rotor_alone_need_no_gcd);
  tcase_add_test (rotors, score_and_denominator_share_all_of_the_norm);
  tcase_add_test (rotors, reduction_misses_primes_that_the_radix_lacks);
  suite_add_tcase (suite, rotors);
  return testing_run (suite);
}
