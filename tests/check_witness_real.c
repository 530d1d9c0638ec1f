/* check_witness_real.c -- how sharp the lemmas about reals are

   B6 and B20 to B30 of doc/bounds.md, as in check_witness.c.  */

#include <stdio.h>
#include <string.h>

#include "base/text.h"
#include "real/encl.h"
#include "real/fmt.h"
#include "real/normal.h"
#include "real/step.h"
#include "rpn.h"
#include "testing.h"

#define ROWS(table) ((int) (sizeof table / sizeof table[0]))

enum { TRUTH_BITS = 400 };

/* ---- enclosures and steps ---- */

/* B20.  About pi/2 the cosine falls as fast as its argument grows; about 0
   it does not.  */
START_TEST (cosine_about_a_quarter_turn_is_as_wide_as_its_angle)
{
  mpfi_t x, y;
  mpfr_t image, width;

  mpfi_init2 (x, 64);
  mpfi_init2 (y, 64);
  mpfr_inits2 (TRUTH_BITS, image, width, (mpfr_ptr) 0);
  mpfi_const_pi (x);
  mpfi_div_ui (x, x, 2);
  mpfr_set_ui_2exp (width, 1, -20, MPFR_RNDN);
  mpfr_sub (&x->left, &x->left, width, MPFR_RNDD);
  mpfr_add (&x->right, &x->right, width, MPFR_RNDU);
  assay_encl_cos (y, x, 1000);
  mpfr_cos (image, &x->left, MPFR_RNDN);
  mpfr_cos (width, &x->right, MPFR_RNDN);
  mpfr_sub (image, image, width, MPFR_RNDN);
  mpfr_sub (width, &x->right, &x->left, MPFR_RNDN);
  mpfr_div (image, image, width, MPFR_RNDN);
  ck_assert (mpfr_cmp_d (image, 1 - 0x1p-42) > 0);
  mpfr_sub (image, &y->right, &y->left, MPFR_RNDN);
  mpfr_div (image, image, width, MPFR_RNDN);
  ck_assert (mpfr_cmp_d (image, 1 + 0x1p-28) < 0);
  mpfi_interv_d (x, -0x1p-20, 0x1p-20);
  mpfr_cos (image, &x->right, MPFR_RNDN);
  mpfr_ui_sub (image, 1, image, MPFR_RNDN);
  ck_assert (mpfr_cmp_d (image, 0x1p-40) < 0);
  mpfi_clear (x);
  mpfi_clear (y);
  mpfr_clears (image, width, (mpfr_ptr) 0);
}
END_TEST

/* MIDDLE, 2^-300 less and 2^-300 more, each as a sum of roots.  */
static const struct
{
  enum assay_fmt fmt;
  const char *middle;
  uint64_t below, at, above;
} jumps[] = {
  { ASSAY_FMT_F16, "2049/2048", 0x3c00, 0x3c00, 0x3c01 },
  { ASSAY_FMT_F16, "2051/2048", 0x3c01, 0x3c02, 0x3c02 },
  { ASSAY_FMT_F16, "65520", 0x7bff, 0x7c00, 0x7c00 },
  { ASSAY_FMT_F16, "-65520", 0xfc00, 0xfc00, 0xfbff },
  { ASSAY_FMT_E4M3, "464", 0x7e, 0x7e, 0x7f },
  { ASSAY_FMT_E4M3, "-464", 0xff, 0xfe, 0xfe },
};

/* The expression MIDDLE + SIDE 2^-300 + sqrt 2 sqrt 3 - sqrt 6.  */
static struct assay_expr *
beside (const char *middle, int side)
{
  char text[100];

  snprintf (text, sizeof text, "%s %d 2 -300 ^ * + 2 sqrt 3 sqrt * + "
            "6 sqrt -", middle, side);
  return rpn (text);
}

/* B21.  At the jump itself the value is that of neither side always.  */
START_TEST (value_at_a_jump_is_now_of_one_side_now_of_the_other)
{
  const uint64_t expected[3]
    = { jumps[_i].below, jumps[_i].at, jumps[_i].above };
  struct assay_ctx ctx;
  uint64_t bits;
  int side;

  assay_ctx_init (&ctx);
  for (side = -1; side <= 1; side++)
    {
      struct assay_expr *x = beside (jumps[_i].middle, side);

      ck_assert_int_eq (assay_step_fmt_bits (&bits, x, jumps[_i].fmt, &ctx),
                        ASSAY_OK);
      ck_assert_uint_eq (bits, expected[side + 1]);
      assay_expr_unref (x);
    }
}
END_TEST

/* B21.  Floor, from both sides of 3.  */
START_TEST (floor_of_an_integer_in_disguise_is_that_integer)
{
  struct assay_ctx ctx;
  int side;

  assay_ctx_init (&ctx);
  for (side = -1; side <= 1; side++)
    {
      struct assay_expr *x = beside ("3", side), *floor;

      ck_assert_int_eq (assay_step_floor (&floor, x, &ctx), ASSAY_OK);
      ck_assert (mpq_cmp_si (assay_expr_rational (floor), side < 0 ? 2 : 3, 1)
                 == 0);
      assay_expr_unref (floor);
      assay_expr_unref (x);
    }
}
END_TEST

/* ---- forms ---- */

/* What the normal form says of TEXT = 0: holds, fails or open; refused.  */
static const char *
said_of (const char *text)
{
  enum assay_verdict verdict;
  enum assay_apart apart;
  struct assay_expr *x;
  struct assay_ctx ctx;

  assay_ctx_init (&ctx);
  if (rpn_try (&x, text, &ctx) != ASSAY_OK)
    return "refused";
  ck_assert_int_eq (assay_normal_is_zero (&verdict, &apart, x, &ctx),
                    ASSAY_OK);
  assay_expr_unref (x);
  return assay_verdict_name (verdict);
}

struct said
{
  const char *text, *verdict;
};

static void
check_said (const struct said *said)
{
  ck_assert_msg (strcmp (said_of (said->text), said->verdict) == 0,
                 "%s: %s, not %s", said->text, said_of (said->text),
                 said->verdict);
}

/* Each identity, then what it would say beyond its condition.  */
static const struct said forms[] = {
  /* B6: other than algebraic scores may have rational weights.  */
  { "2 log exp 2 log exp 1 + / 2/3 -", "holds" },
  { "2 exp 2 exp 1 + / 2/3 -", "fails" },
  { "2 sqrt 3 sqrt * exp dup 6 sqrt exp + / 1/2 -", "holds" },
  /* B22: integers only (4), |n| for n (8), q > 0 (7), b's sign (10).  */
  { ":n pi * 2 * cos 1 -", "holds" }, { "1/2 pi * 2 * cos 1 -", "fails" },
  { "3 2 ^ 1/2 ^ 3 -", "holds" }, { ":n 2 ^ 1/2 ^ :n -", "open" },
  { "-3 2 ^ 1/2 ^ -3 -", "fails" },
  { "2 atan 1/2 atan + pi 2 / -", "holds" },
  { "-2 atan -1/2 atan + pi 2 / -", "fails" },
  { "3 2 2 sqrt * - sqrt 2 sqrt 1 - -", "holds" },
  { "3 2 2 sqrt * - sqrt 1 2 sqrt - -", "fails" },
  { "-8 3 ^ 512 +", "holds" }, { "-8 1/3 ^ 2 +", "refused" },
  /* B23: the bases not prime, the exponents not reduced, a root of unity,
     the logarithms dependent; and beyond the classes.  */
  { "6 sqrt 5 sqrt 3 sqrt * -", "fails" },
  { "6 sqrt 2 sqrt 3 sqrt * -", "holds" }, { "2 3/2 ^ 2 sqrt 2 * -", "holds" },
  { "pi cos 1 +", "holds" }, { "6 log 2 log - 3 log -", "holds" },
  { "6 log 2 log - 5 log -", "fails" }, { "pi 1 exp +", "open" },
  { "2 log 3 log * 1 -", "open" }, { "2 2 sqrt ^ 3 -", "open" },
};

START_TEST (identity_ends_where_its_condition_does)
{
  check_said (&forms[_i]);
}
END_TEST

/* B24.  The sum of all ORDER-th roots of unity is 0: known for primes below
   64 and products of them, beyond 64 left as it stands.  */
static const struct { unsigned order; const char *verdict; } orders[] = {
  { 5, "holds" }, { 9, "holds" }, { 15, "holds" }, { 35, "holds" },
  { 61, "holds" }, { 67, "open" },
};

START_TEST (sum_of_roots_of_unity_vanishes_for_primes_below_64)
{
  unsigned n = orders[_i].order, k;
  struct assay_text text;
  struct said said;

  assay_text_init (&text);
  assay_text_add (&text, "0");
  for (k = 0; k < n; k++)
    assay_text_printf (&text, " pi %u/%u * cos +", 2 * k, n);
  said = (struct said) { assay_text_string (&text), orders[_i].verdict };
  check_said (&said);
  assay_text_clear (&text);
}
END_TEST

/* B25.  Both differences have enclosures across 0; only the defined root is
   made, and its enclosure is the cut one's.  */
START_TEST (cut_encloses_the_root_of_what_is_defined_alone)
{
  struct assay_expr *x, *root;
  struct assay_ctx ctx;
  mpfr_t truth;
  mpfi_t y;
  int side;

  mpfi_init2 (y, 64);
  mpfr_init2 (truth, 64);
  for (side = -1; side <= 1; side += 2)
    {
      assay_ctx_init (&ctx);
      x = beside ("0", side);
      ck_assert_int_eq (assay_expr_enclose (y, x, &ctx, 64), ASSAY_OK);
      ck_assert (mpfr_sgn (&y->left) < 0 && mpfr_sgn (&y->right) > 0);
      ck_assert_int_eq (assay_expr_sqrt (&root, x, &ctx),
                        side > 0 ? ASSAY_OK : ASSAY_EVALUE);
      if (side > 0)
        {
          ck_assert_int_eq (assay_expr_enclose (y, root, &ctx, 64),
                            ASSAY_OK);
          mpfr_set_ui_2exp (truth, 1, -150, MPFR_RNDN);
          ck_assert (mpfi_is_inside_fr (truth, y));
          ck_assert (mpfr_zero_p (&y->left));
        }
      assay_expr_unref (root);
      assay_expr_unref (x);
    }
  mpfr_clear (truth);
  mpfi_clear (y);
}
END_TEST

/* B26.  What folds at K/N of a turn; N twelve or a divisor is not enough.  */
START_TEST (circular_functions_fold_at_their_rational_values_alone)
{
  unsigned n, k;

  for (n = 1; n <= 30; n++)
    for (k = 0; k < n; k++)
      {
        int cosine_expected = (6 * k) % n == 0 || (4 * k) % n == 0;
        int tangent_expected = (8 * k) % n == 0;
        struct assay_expr *cosine, *tangent;
        struct assay_ctx ctx;
        char text[40];

        assay_ctx_init (&ctx);
        snprintf (text, sizeof text, "pi %u/%u * cos", 2 * k, n);
        cosine = rpn (text);
        ck_assert_int_eq (assay_expr_rational (cosine) != NULL,
                          cosine_expected);
        assay_expr_unref (cosine);
        if ((4 * k) % n == 0 && 4 * k / n % 2 == 1)
          continue;
        snprintf (text, sizeof text, "pi %u/%u * tan", 2 * k, n);
        ck_assert_int_eq (rpn_try (&tangent, text, &ctx), ASSAY_OK);
        ck_assert_int_eq (assay_expr_rational (tangent) != NULL,
                          tangent_expected);
        assay_expr_unref (tangent);
      }
}
END_TEST

static const struct said turns[] = {
  /* Of degree two: 2 cos (2 pi/5) is an integer but an algebraic one.  */
  { "pi 2/5 * cos 2 * dup dup * + 1 -", "holds" },
  { "pi 3 / tan dup * 3 -", "holds" }, { "pi 6 / cos dup * 3/4 -", "holds" },
  /* 4/3 is no tangent of a rational turn.  */
  { "4/3 atan cos 3/5 -", "holds" },
};

START_TEST (rational_cosines_of_other_angles_are_many)
{
  check_said (&turns[_i]);
}
END_TEST

/* B30.  Steps double at a binade's end, but not from the subnormals to the
   first; patterns of two signs are in another order.  */
START_TEST (order_of_patterns_ends_at_the_sign)
{
  static const uint64_t ends[] = { 0x3ff, 0x7ff, 0xbff };
  mpq_t value[3], step[2];
  size_t i, k;

  for (k = 0; k < 3; k++)
    mpq_init (value[k]);
  mpq_inits (step[0], step[1], NULL);
  for (i = 0; i < 3; i++)
    {
      for (k = 0; k < 3; k++)
        assay_fmt_decode (value[k], ends[i] + k, ASSAY_FMT_F16);
      mpq_sub (step[0], value[1], value[0]);
      mpq_sub (step[1], value[2], value[1]);
      if (i > 0)
        mpq_mul_2exp (step[0], step[0], 1);
      ck_assert (mpq_equal (step[0], step[1]));
    }
  assay_fmt_decode (value[0], 0x8001, ASSAY_FMT_F16);
  assay_fmt_decode (value[1], 0x8002, ASSAY_FMT_F16);
  assay_fmt_decode (value[2], 0x0001, ASSAY_FMT_F16);
  ck_assert (mpq_cmp (value[0], value[1]) > 0);
  ck_assert (mpq_cmp (value[0], value[2]) < 0);
  for (k = 0; k < 3; k++)
    mpq_clear (value[k]);
  mpq_clears (step[0], step[1], NULL);
}
END_TEST

int
main (void)
{
  Suite *suite = suite_create ("witness_real");
  TCase *steps = tcase_create ("steps"), *values = tcase_create ("values");

  tcase_add_checked_fixture (steps, assay_real_init, assay_real_finish);
  tcase_add_test (steps,
                  cosine_about_a_quarter_turn_is_as_wide_as_its_angle);
  tcase_add_loop_test (steps,
                       value_at_a_jump_is_now_of_one_side_now_of_the_other,
                       0, ROWS (jumps));
  tcase_add_test (steps, floor_of_an_integer_in_disguise_is_that_integer);
  tcase_add_test (steps, order_of_patterns_ends_at_the_sign);
  suite_add_tcase (suite, steps);
  tcase_add_checked_fixture (values, assay_real_init, assay_real_finish);
  tcase_add_loop_test (values, identity_ends_where_its_condition_does, 0,
                       ROWS (forms));
  tcase_add_loop_test (values,
                       sum_of_roots_of_unity_vanishes_for_primes_below_64, 0,
                       ROWS (orders));
  tcase_add_test (values, cut_encloses_the_root_of_what_is_defined_alone);
  tcase_add_test (values,
                  circular_functions_fold_at_their_rational_values_alone);
  tcase_add_loop_test (values, rational_cosines_of_other_angles_are_many, 0,
                       ROWS (turns));
  suite_add_tcase (suite, values);
  return testing_run (suite);
}
