/* check_agree_equal.c -- kernel equal beside the oracle's turned vectors */

#include <math.h>
#include <oracle.h>
#include <stdlib.h>
#include <string.h>

#include "drawn_convention.h"
#include "kernel/equal.h"
#include "real/encl.h"
#include "testing_real.h"

/* Positions are 0 to FARTHEST, shifted by at most MOST_SHIFT.  */
enum { FARTHEST = 3, MOST_SHIFT = 4, MOST_DIGITS = 600,
       PLACES = FARTHEST + MOST_SHIFT + 1 };

/* Component r's unit vector at each position.  */
struct turned
{
  double at[PLACES][DRAWN_MOST][DRAWN_MOST];
};

/* Whether the oracle has such exponents.  */
static int
is_told (const struct drawn_convention *d)
{
  return d->denominator == d->rotary || d->denominator == 2 * d->rotary;
}

static void
turn_all (struct turned *turned, const struct drawn_convention *d)
{
  struct oracle_turn_mistake half = { ORACLE_TURN_HALF_EXPONENT, 0, NULL };
  struct oracle_fraction *x = oracle_fractions_new (DRAWN_MOST);
  struct oracle_fraction *position = oracle_fractions_new (1);
  uint64_t bits[DRAWN_MOST];
  struct oracle_turn turn;
  int p, r, j;

  oracle_turn_init (&turn);
  turn.size = (size_t) d->dim;
  turn.set.width = (unsigned long) d->rotary;
  turn.pairing = d->adjacent ? ORACLE_ADJACENT : ORACLE_SPLIT_HALF;
  turn.backwards = d->sign < 0;
  mpz_set_si (turn.set.base.num, d->base);
  for (p = 0; p < PLACES; p++)
    for (r = 0; r < d->dim; r++)
      {
        for (j = 0; j < d->dim; j++)
          mpz_set_si (x[j].num, d->source[j] == r);
        mpz_set_si (position->num, p);
        ck_assert_uint_eq (
          oracle_turn_row (bits, NULL, &turn, d->denominator == d->rotary
                                              ? NULL : &half,
                           x, position, 0, oracle_format_named ("f64"),
                           MOST_DIGITS), 0);
        memcpy (turned->at[p][r], bits, (size_t) d->dim * sizeof (double));
      }
  oracle_turn_clear (&turn);
  oracle_fractions_free (x, DRAWN_MOST);
  oracle_fractions_free (position, 1);
}

static double
product (const struct turned *turned, const struct drawn_convention *d, int r,
         int c, int m, int n)
{
  double sum = 0.0;
  int j;

  for (j = 0; j < d->dim; j++)
    sum += turned->at[m + d->a][r][j] * turned->at[n + d->b][c][j];
  return sum;
}

/* The oracle's numbers for one entry.  */
struct both
{
  const struct drawn_convention *a, *b;
  struct turned in_a, in_b;
};

static double
difference (const struct both *both, int r, int c, int m, int n)
{
  return product (&both->in_a, both->a, r, c, m, n)
         - product (&both->in_b, both->b, r, c, m, n);
}

/* FOUND <- m, n, r and c of the first difference in the order of equal.h;
   0 when there is none.  */
static int
first_difference (int found[4], const struct both *both)
{
  int most, m, n, r, c;

  for (most = 0; most <= FARTHEST; most++)
    for (m = 0; m <= most; m++)
      for (n = m < most ? most : 0; n <= most; n++)
        for (r = 0; r < both->a->dim; r++)
          for (c = 0; c < both->a->dim; c++)
            if (fabs (difference (both, r, c, m, n)) > 1e-9)
              {
                const int at[] = { m, n, r, c };

                memcpy (found, at, sizeof at);
                return 1;
              }
  return 0;
}

static double
value_of (struct assay_expr *x, struct assay_ctx *ctx)
{
  double value;
  mpfi_t range;

  mpfi_init2 (range, 80);
  ck_assert_int_eq (assay_expr_enclose (range, x, ctx, 80), ASSAY_OK);
  value = mpfi_get_d (range);
  mpfi_clear (range);
  return value;
}

/* The counterexample is the oracle's, and so are its numbers.  */
static void
compare_difference (const struct assay_equality *equality,
                    const struct both *both, const int found[4],
                    struct assay_ctx *ctx)
{
  int m = found[0], n = found[1], r = found[2], c = found[3];

  ck_assert_int_eq (equality->m, m);
  ck_assert_int_eq (equality->n, n);
  ck_assert_uint_eq (equality->q, (size_t) r);
  ck_assert_uint_eq (equality->k, (size_t) c);
  ck_assert_double_eq_tol (value_of (equality->value[0], ctx),
                           product (&both->in_a, both->a, r, c, m, n), 1e-14);
  ck_assert_double_eq_tol (value_of (equality->value[1], ctx),
                           product (&both->in_b, both->b, r, c, m, n), 1e-14);
}

static void
compare (const struct drawn_convention *a, const struct drawn_convention *b)
{
  struct assay_convention x, y;
  struct assay_equality equality;
  struct both both = { .a = a, .b = b };
  char text[2][300];
  struct assay_ctx ctx;
  int found[4];

  assay_ctx_init (&ctx);
  drawn_convention_spell (text[0], a);
  drawn_convention_spell (text[1], b);
  ck_assert_int_eq (assay_convention_init (&x, text[0], "A", &ctx), ASSAY_OK);
  ck_assert_int_eq (assay_convention_init (&y, text[1], "B", &ctx), ASSAY_OK);
  ck_assert_int_eq (assay_equality_decide (&equality, &x, &y, &ctx),
                    ASSAY_OK);
  turn_all (&both.in_a, a);
  turn_all (&both.in_b, b);
  if (first_difference (found, &both))
    {
      ck_assert_msg (equality.sameness == ASSAY_SAME_NOT, "%s: %s, %s",
                     assay_sameness_name (equality.sameness), text[0],
                     text[1]);
      compare_difference (&equality, &both, found, &ctx);
    }
  else
    ck_assert_msg (equality.sameness == ASSAY_SAME_SCORES, "%s: %s, %s",
                   assay_sameness_name (equality.sameness), text[0], text[1]);
  testing_agreed (1);
  assay_equality_clear (&equality);
  assay_convention_clear (&x);
  assay_convention_clear (&y);
}

/* Every other convention is the first in other words.  */
START_TEST (conventions_are_the_same_where_the_oracle_turns_alike)
{
  size_t count = testing_count (24), n;

  for (n = 0; n < count; n++)
    {
      struct drawn_convention a, b;

      do
        {
          a.dim = b.dim = 2 * (int) testing_between (1, 3);
          drawn_convention (&a);
          if (n % 2 == 0)
            drawn_convention_rewrite (&b, &a);
          else
            drawn_convention (&b);
        }
      while (!is_told (&a) || !is_told (&b));
      compare (&a, &b);
    }
}
END_TEST

static Suite *
suite (void)
{
  Suite *s = suite_create ("agree-equal");
  TCase *tc = tcase_create ("all");

  tcase_add_checked_fixture (tc, testing_reseed, NULL);
  tcase_set_timeout (tc, 600);
  tcase_add_test (tc, conventions_are_the_same_where_the_oracle_turns_alike);
  suite_add_tcase (s, tc);
  return s;
}

int
main (void)
{
  return testing_run_real (suite ());
}
