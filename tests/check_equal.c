/* check_equal.c -- conventions drawn at random, decided and evaluated */

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "drawn_convention.h"
#include "kernel/equal.h"
#include "real/encl.h"
#include "testing.h"

enum { FARTHEST = 3 };

/* The unit vector of R, permuted and turned to POSITION.  */
static void
turned (double *x, const struct drawn_convention *d, int r, int position)
{
  int j, i, u, v;

  for (j = 0; j < d->dim; j++)
    x[j] = d->source[j] == r;
  for (i = 0; i < d->rotary / 2; i++)
    {
      double angle = d->sign * position
                     * pow (d->base, -2.0 * i / d->denominator);
      double c = cos (angle), s = sin (angle), first;

      drawn_convention_pair (&u, &v, d, i);
      first = x[u];
      x[u] = c * first - s * x[v];
      x[v] = s * first + c * x[v];
    }
}

static double
product (const struct drawn_convention *d, int r, int c, int m, int n)
{
  double q[DRAWN_MOST], k[DRAWN_MOST], sum = 0.0;
  int j;

  turned (q, d, r, m + d->a);
  turned (k, d, c, n + d->b);
  for (j = 0; j < d->dim; j++)
    sum += q[j] * k[j];
  return sum;
}

/* FOUND <- m, n, r and c where A and B differ, the first in the order of
   equal.h; 0 when they do not.  */
static int
first_difference (int found[4], const struct drawn_convention *a,
                  const struct drawn_convention *b)
{
  int most, m, n, r, c;

  for (most = 0; most <= FARTHEST; most++)
    for (m = 0; m <= most; m++)
      for (n = m < most ? most : 0; n <= most; n++)
        for (r = 0; r < a->dim; r++)
          for (c = 0; c < a->dim; c++)
            if (fabs (product (a, r, c, m, n) - product (b, r, c, m, n))
                > 1e-9)
              {
                found[0] = m;
                found[1] = n;
                found[2] = r;
                found[3] = c;
                return 1;
              }
  return 0;
}

static void
compare (const struct drawn_convention *a, const struct drawn_convention *b,
         int is_same)
{
  struct assay_convention x, y;
  struct assay_equality equality;
  char text[2][300];
  struct assay_ctx ctx;
  int found[4], differ;

  assay_ctx_init (&ctx);
  drawn_convention_spell (text[0], a);
  drawn_convention_spell (text[1], b);
  ck_assert_int_eq (assay_convention_init (&x, text[0], "A", &ctx), ASSAY_OK);
  ck_assert_int_eq (assay_convention_init (&y, text[1], "B", &ctx), ASSAY_OK);
  ck_assert_int_eq (assay_equality_decide (&equality, &x, &y, &ctx),
                    ASSAY_OK);
  differ = first_difference (found, a, b);
  ck_assert_msg (!(is_same && differ), "%s is not %s", text[0], text[1]);
  ck_assert_msg (equality.sameness == (differ ? ASSAY_SAME_NOT
                                              : ASSAY_SAME_SCORES),
                 "%s: %s, %s", assay_sameness_name (equality.sameness),
                 text[0], text[1]);
  if (differ)
    ck_assert_msg (equality.m == found[0] && equality.n == found[1]
                   && equality.q == (size_t) found[2]
                   && equality.k == (size_t) found[3],
                   "%ld %ld %zu %zu, not %d %d %d %d: %s, %s", equality.m,
                   equality.n, equality.q, equality.k, found[0], found[1],
                   found[2], found[3], text[0], text[1]);
  assay_equality_clear (&equality);
  assay_convention_clear (&x);
  assay_convention_clear (&y);
}

START_TEST (a_convention_in_other_words_is_the_same)
{
  size_t count = testing_count (100), n;
  struct drawn_convention a, b;

  for (n = 0; n < count; n++)
    {
      a.dim = 2 * (int) testing_between (1, 3);
      drawn_convention (&a);
      drawn_convention_rewrite (&b, &a);
      compare (&a, &b, 1);
    }
}
END_TEST

START_TEST (a_difference_is_found_first_where_the_numbers_differ_first)
{
  size_t count = testing_count (200), n;
  struct drawn_convention a, b;

  for (n = 0; n < count; n++)
    {
      a.dim = b.dim = 2 * (int) testing_between (1, 3);
      drawn_convention (&a);
      drawn_convention (&b);
      if (testing_below (2))
        {
          b = a;
          b.denominator += 2 * (int) testing_below (2);
          b.sign *= testing_below (2) ? 1 : -1;
        }
      compare (&a, &b, 0);
    }
}
END_TEST

static Suite *
equal_suite (void)
{
  Suite *suite = suite_create ("equal");
  TCase *tc = tcase_create ("all");

  tcase_set_timeout (tc, 600);
  tcase_add_unchecked_fixture (tc, assay_real_init, assay_real_finish);
  tcase_add_test (tc, a_convention_in_other_words_is_the_same);
  tcase_add_test (
    tc, a_difference_is_found_first_where_the_numbers_differ_first);
  suite_add_tcase (suite, tc);
  return suite;
}

int
main (void)
{
  return testing_run (equal_suite ());
}
