/* check_decide.c -- relations, printed decimals and steps of exact reals */

#include <stdlib.h>
#include <string.h>

#include "exact/rat.h"
#include "real/decide.h"
#include "real/encl.h"
#include "real/print.h"
#include "real/step.h"
#include "rpn.h"
#include "testing.h"

#define ROWS(table) ((int) (sizeof table / sizeof table[0]))

/* Left side, relation, right side; verdict and rule.  */
static const struct
{
  const char *a;
  enum assay_relation relation;
  const char *b;
  enum assay_verdict verdict;
  enum assay_rule rule;
} relations[] = {
  { "1/3", ASSAY_EQ, "2 6 /", ASSAY_HOLDS, ASSAY_RULE_RATIONALS },
  { "1/3", ASSAY_LT, "1/3", ASSAY_FAILS, ASSAY_RULE_RATIONALS },
  { "pi", ASSAY_GT, "3.14159", ASSAY_HOLDS, ASSAY_RULE_ENCLOSURES },
  { "pi", ASSAY_NE, "355/113", ASSAY_HOLDS, ASSAY_RULE_ENCLOSURES },
  { "pi", ASSAY_EQ, "355/113", ASSAY_FAILS, ASSAY_RULE_ENCLOSURES },
  { "2 sqrt 3 sqrt *", ASSAY_EQ, "6 sqrt", ASSAY_HOLDS,
    ASSAY_RULE_NORMAL_FORMS },
  { "2 sqrt 3 sqrt *", ASSAY_LE, "6 sqrt", ASSAY_HOLDS,
    ASSAY_RULE_NORMAL_FORMS },
  { "2 sqrt 3 sqrt *", ASSAY_LT, "6 sqrt", ASSAY_FAILS,
    ASSAY_RULE_NORMAL_FORMS },
  { "2 sqrt 3 sqrt *", ASSAY_NE, "6 sqrt", ASSAY_FAILS,
    ASSAY_RULE_NORMAL_FORMS },
  /* 10^-300 apart: the form proves "different", enclosures which way.  */
  { "2 sqrt", ASSAY_NE, "2 sqrt 1e-300 +", ASSAY_HOLDS,
    ASSAY_RULE_DIFFERENCE },
  { "2 sqrt", ASSAY_LT, "2 sqrt 1e-300 +", ASSAY_HOLDS,
    ASSAY_RULE_DIFFERENCE },
  { "1 exp", ASSAY_NE, "1 exp 1e-300 2 sqrt * +", ASSAY_HOLDS,
    ASSAY_RULE_RADICALS },
  { "1 exp", ASSAY_NE, "1 1e-300 + exp", ASSAY_HOLDS, ASSAY_RULE_LINDEMANN },
  { "1 exp", ASSAY_LT, "1 1e-300 + exp", ASSAY_HOLDS, ASSAY_RULE_ENCLOSURES },
  { "2 log", ASSAY_EQ, "2 log 3 log 1e-300 * +", ASSAY_FAILS,
    ASSAY_RULE_BAKER },
  { "pi", ASSAY_EQ, "pi 1 1e-300 + *", ASSAY_FAILS, ASSAY_RULE_PI },
  { "3 sqrt 1e-300 pi * -", ASSAY_EQ, "3 sqrt", ASSAY_FAILS,
    ASSAY_RULE_PI },
  { "-1000000000000 exp", ASSAY_GT, "0", ASSAY_HOLDS,
    ASSAY_RULE_ENCLOSURES },
  { "-1000000000000000000000 exp", ASSAY_GT, "0", ASSAY_HOLDS,
    ASSAY_RULE_SIGNS },
  { "1000000 exp exp", ASSAY_GT, "1", ASSAY_HOLDS, ASSAY_RULE_ENCLOSURES },
  { ":n 1 +", ASSAY_GT, ":n", ASSAY_HOLDS, ASSAY_RULE_DIFFERENCE },
  { ":n 2 ^", ASSAY_GE, "-1", ASSAY_HOLDS, ASSAY_RULE_SIGNS },
  { ":n :m +", ASSAY_EQ, ":m :n +", ASSAY_HOLDS, ASSAY_RULE_NORMAL_FORMS },
  { ":n", ASSAY_EQ, ":m", ASSAY_OPEN, ASSAY_RULE_NONE },
  { ":n", ASSAY_LT, ":m", ASSAY_OPEN, ASSAY_RULE_NONE },
  { ":n :n /", ASSAY_EQ, "1", ASSAY_OPEN, ASSAY_RULE_NONE },
  { ":n :n 2 ^ 1 + /", ASSAY_EQ, ":n :n 2 ^ 1 + / 1 *", ASSAY_HOLDS,
    ASSAY_RULE_NORMAL_FORMS },
};

START_TEST (relation_has_its_verdict_and_rule)
{
  struct assay_expr *a = rpn (relations[_i].a), *b = rpn (relations[_i].b);
  struct assay_decision decision;
  struct assay_ctx ctx;

  assay_ctx_init (&ctx);
  ck_assert_int_eq (assay_decide (&decision, a, relations[_i].relation, b,
                                  &ctx), ASSAY_OK);
  ck_assert_msg (decision.verdict == relations[_i].verdict
                 && decision.rule == relations[_i].rule,
                 "%s %s %s: %s by rule %d", relations[_i].a,
                 assay_relation_text (relations[_i].relation),
                 relations[_i].b, assay_verdict_name (decision.verdict),
                 decision.rule);
  assay_expr_unref (a);
  assay_expr_unref (b);
}
END_TEST

/* ---- printed decimals ---- */

static const struct { const char *a, *d, *unit; enum assay_print outcome; }
prints[] = {
  { "2 cos", "-0.416147", "1/1000000", ASSAY_PRINT_ROUNDED },
  { "2 cos", "-0.416146", "1/1000000", ASSAY_PRINT_TRUNCATED },
  { "2 cos", "-0.416148", "1/1000000", ASSAY_PRINT_WRONG },
  { "pi", "3.14", "1/100", ASSAY_PRINT_ROUNDED },
  { "pi", "3.1415", "1/10000", ASSAY_PRINT_TRUNCATED },
  { "pi", "3.1416", "1/10000", ASSAY_PRINT_ROUNDED },
  { "pi", "3.15", "1/100", ASSAY_PRINT_WRONG },
  { "2/3", "0.66", "1/100", ASSAY_PRINT_TRUNCATED },
  { "2/3", "0.67", "1/100", ASSAY_PRINT_ROUNDED },
  { "-2/3", "-0.66", "1/100", ASSAY_PRINT_TRUNCATED },
  { "-2/3", "-0.67", "1/100", ASSAY_PRINT_ROUNDED },
  { "2/3", "-0.67", "1/100", ASSAY_PRINT_WRONG },
  { "1/8", "0.12", "1/100", ASSAY_PRINT_ROUNDED },
  { "1/8", "0.13", "1/100", ASSAY_PRINT_ROUNDED },
  { "0.9", "0", "1", ASSAY_PRINT_TRUNCATED },
  { "-0.9", "0", "1", ASSAY_PRINT_TRUNCATED },
  { "1", "0", "1", ASSAY_PRINT_WRONG },
  { "2 sqrt 8 sqrt *", "4", "1", ASSAY_PRINT_ROUNDED },
  { "2 sqrt 8 sqrt * 1/2 +", "4", "1", ASSAY_PRINT_ROUNDED },
  { "2 sqrt 8 sqrt * 1/2 +", "5", "1", ASSAY_PRINT_ROUNDED },
  { "123456", "120000", "10000", ASSAY_PRINT_ROUNDED },
};

static struct assay_expr *
rational_expr (mpq_ptr value, const char *text)
{
  struct assay_expr *x = rpn (text);

  mpq_set (value, assay_expr_rational (x));
  return x;
}

static enum assay_print
judge (struct assay_expr *a, mpq_srcptr d, mpq_srcptr unit)
{
  struct assay_decision decision;
  struct assay_ctx ctx;
  enum assay_print outcome;

  assay_ctx_init (&ctx);
  ck_assert_int_eq (assay_print_judge (&outcome, &decision, a, d, unit,
                                       &ctx), ASSAY_OK);
  ck_assert_int_eq (decision.verdict == ASSAY_HOLDS,
                    outcome != ASSAY_PRINT_UNDECIDED);
  return outcome;
}

START_TEST (printed_decimal_has_its_outcome)
{
  struct assay_expr *a = rpn (prints[_i].a);
  mpq_t d, unit;

  mpq_inits (d, unit, NULL);
  assay_expr_unref (rational_expr (d, prints[_i].d));
  assay_expr_unref (rational_expr (unit, prints[_i].unit));
  ck_assert_str_eq (assay_print_name (judge (a, d, unit)),
                    assay_print_name (prints[_i].outcome));
  mpq_clears (d, unit, NULL);
  assay_expr_unref (a);
}
END_TEST

static const struct { const char *a; long places; const char *text; }
places[] = {
  { "pi", 2, "3.14" }, { "pi", 0, "3" }, { "pi", 30,
    "3.141592653589793238462643383280" },
  { "pi neg", 3, "-3.142" }, { "-1/1000", 2, "0.00" },
  { "-1000000000 exp", 3, "0.000" }, { "123456", -4, "120000" },
  { "155000", -4, "160000" }, { "145000", -4, "140000" },
  { "2 sqrt 8 sqrt * 8 /", 0, "0" }, { "2 sqrt 8 sqrt * 3/8 *", 0, "2" },
  { "10 exp", -2, "22000" },
};

START_TEST (correct_decimal_of_places)
{
  struct assay_expr *a = rpn (places[_i].a);
  struct assay_decision decision;
  struct assay_ctx ctx;
  char *text;

  assay_ctx_init (&ctx);
  ck_assert_int_eq (assay_print_places (&text, &decision, a,
                                        places[_i].places, &ctx), ASSAY_OK);
  ck_assert_str_eq (text, places[_i].text);
  free (text);
  assay_expr_unref (a);
}
END_TEST

static const struct { const char *a; unsigned long digits; const char *text; }
digits[] = {
  { "pi", 1, "3" }, { "pi", 10, "3.141592654" },
  { "-117/125", 5, "-0.93600" }, { "1/3", 3, "0.333" },
  { "999999/1000", 3, "1.00e3" }, { "99.96", 3, "100" },
  { "0.0999", 2, "0.10" }, { "12345678", 3, "1.23e7" },
  { "-1000 exp", 4, "5.076e-435" }, { "1000 exp neg", 4, "-1.970e434" },
  { "0", 7, "0" }, { "1/100000", 2, "0.000010" }, { "1/1000000", 2, "1.0e-6" },
  { "2 sqrt 8 sqrt *", 3, "4.00" }, { "128", 6, "128.000" },
  { "10 10 ^", 2, "1.0e10" }, { "1/3 10 30 ^ *", 4, "3.333e29" },
};

START_TEST (correct_decimal_of_digits)
{
  struct assay_expr *a = rpn (digits[_i].a);
  struct assay_decision decision;
  struct assay_ctx ctx;
  char *text;

  assay_ctx_init (&ctx);
  ck_assert_int_eq (assay_print_digits (&text, &decision, a,
                                        digits[_i].digits, &ctx), ASSAY_OK);
  ck_assert_str_eq (text, digits[_i].text);
  free (text);
  assay_expr_unref (a);
}
END_TEST

/* ---- steps ---- */

static const struct { const char *text, *value; } steps[] = {
  { "pi floor", "3" }, { "pi ceil", "4" }, { "pi neg floor", "-4" },
  { "pi round", "3" }, { "1 exp round", "3" }, { "-7/2 floor", "-4" },
  { "-7/2 ceil", "-3" }, { "5/2 round", "2" }, { "7/2 round", "4" },
  { "-5/2 round", "-2" }, { "-7/2 round", "-4" }, { "2 sqrt 8 sqrt * floor",
    "4" },
  { "2 sqrt 8 sqrt * ceil", "4" }, { "2 sqrt 8 sqrt * 8 / round", "0" },
  { "2 sqrt 8 sqrt * 3/8 * round", "2" },
  { "2 sqrt 8 sqrt * 1e-100 - floor", "3" },
  { "pi f16", "201/64" }, { "pi neg bf16", "-201/64" },
  { "pi f32", "13176795/4194304" }, { "1/10 f32", "13421773/134217728" },
  { "pi f64", "884279719003555/281474976710656" },
  { "-1000 exp f64", "0" }, { "-1000000000000 exp f16", "0" },
  /* On the tie between 1 and 1 + 2^-10, and just above it.  */
  { "2 sqrt 8 sqrt * 4 / 2 -11 ^ + f16", "1" },
  { "2 sqrt 8 sqrt * 4 / 2 -11 ^ + 1e-100 pi * + f16", "1025/1024" },
  { "2 sqrt 8 sqrt * 112 * e4m3", "448" },
  { "2 sqrt 8 sqrt * 116 * e4m3", "448" },
};

START_TEST (step_of_a_real_is_a_rational)
{
  struct assay_expr *x = rpn (steps[_i].text);

  ck_assert_ptr_nonnull (assay_expr_rational (x));
  testing_assert_rational (assay_expr_rational (x), steps[_i].value);
  assay_expr_unref (x);
}
END_TEST

static const struct { const char *x, *fmt, *ulp; } ulps[] = {
  { "pi", "f32", "1/4194304" }, { "2 sqrt 8 sqrt * 4 /", "f16", "1/1024" },
  { "2 sqrt 8 sqrt * 4 / 1e-50 2 sqrt * -", "f16", "1/2048" },
  { "2 sqrt 8 sqrt * 4 / 1e-50 2 sqrt * - neg", "f16", "1/2048" },
  { "-1000000 exp", "f16", "1/16777216" }, { "7/4", "bf16", "1/128" },
};

START_TEST (ulp_of_a_real)
{
  struct assay_expr *x = rpn (ulps[_i].x), *ulp;
  enum assay_fmt fmt = ASSAY_FMT_F64;
  struct assay_ctx ctx;

  assay_ctx_init (&ctx);
  ck_assert_int_eq (assay_fmt_find (&fmt, ulps[_i].fmt), ASSAY_OK);
  ck_assert_int_eq (assay_step_ulp (&ulp, x, fmt, &ctx), ASSAY_OK);
  testing_assert_rational (assay_expr_rational (ulp), ulps[_i].ulp);
  assay_expr_unref (ulp);
  assay_expr_unref (x);
}
END_TEST

static const struct { const char *x, *fmt; uint64_t bits; } patterns[] = {
  { "-1000 exp neg", "f32", 0x80000000 }, { "-1000 exp", "f32", 0 },
  { "1000 exp", "f32", 0x7f800000 }, { "1000 exp neg", "f16", 0xfc00 },
  { "1000 exp", "e4m3", 0x7f }, { "1000 exp neg", "e4m3", 0xff },
  { "2 sqrt 8 sqrt * 4 -", "f16", 0 }, { "1e30 exp neg", "f64",
    0xfff0000000000000 },
  { "pi", "f64", 0x400921fb54442d18 },
  { "2 sqrt 8 sqrt * 16380 *", "f16", 0x7c00 },
  { "2 sqrt 8 sqrt * 16380 * 1e-90 pi * -", "f16", 0x7bff },
  /* 2^300 e less the integer below that: ends further apart than an int64_t
     counts.  */
  { "1 exp 203703597633448608626844568840937816105146839366593625063614"
    "0449354381299763336706183397376 * 55372378783873632372161933896514"
    "45841628722148776809528350562273342596806064126836398590245 -", "f64",
    0x3ffcfbe5f4bf8d8e },
};

START_TEST (pattern_of_a_real)
{
  struct assay_expr *x = rpn (patterns[_i].x);
  enum assay_fmt fmt = ASSAY_FMT_F64;
  struct assay_ctx ctx;
  uint64_t bits;

  assay_ctx_init (&ctx);
  ck_assert_int_eq (assay_fmt_find (&fmt, patterns[_i].fmt), ASSAY_OK);
  ck_assert_int_eq (assay_step_fmt_bits (&bits, x, fmt, &ctx), ASSAY_OK);
  ck_assert_uint_eq (bits, patterns[_i].bits);
  assay_expr_unref (x);
}
END_TEST

/* ---- special ---- */

START_TEST (undecided_stays_open_and_tells_the_width)
{
  /* cos (pi/8) = sqrt (2 + sqrt 2) / 2; the form does not know it, and
     enclosures cannot.  */
  struct assay_expr *a = rpn ("pi 8 / cos");
  struct assay_expr *b = rpn ("2 2 sqrt + sqrt 2 /");
  struct assay_decision decision;
  struct assay_ctx ctx;
  char text[200];

  assay_ctx_init (&ctx);
  ctx.max_precision = 1000;
  ck_assert_int_eq (assay_decide (&decision, a, ASSAY_EQ, b, &ctx),
                    ASSAY_OK);
  ck_assert_int_eq (decision.verdict, ASSAY_OPEN);
  ck_assert_int_eq (decision.rule, ASSAY_RULE_NONE);
  ck_assert_uint_eq (decision.precision, 1000);
  ck_assert_int_lt (decision.width_exponent, -980);
  assay_decision_render (text, sizeof text, &decision);
  ck_assert_msg (strncmp (text, "undecided at 1000 bits, width at most 2^-9",
                          42) == 0, "%s", text);
  assay_expr_unref (a);
  assay_expr_unref (b);
}
END_TEST

START_TEST (a_step_on_an_unproved_jump_is_a_limit)
{
  struct assay_expr *x
    = rpn ("pi 8 / cos 2 2 sqrt + sqrt 2 / / 3 +"), *floor;
  struct assay_ctx ctx;

  assay_ctx_init (&ctx);
  ctx.max_precision = 512;
  ck_assert_int_eq (assay_step_floor (&floor, x, &ctx), ASSAY_ELIMIT);
  ck_assert_ptr_null (floor);
  assay_expr_unref (x);
}
END_TEST

START_TEST (the_deadline_ends_a_comparison)
{
  struct assay_expr *a = rpn ("pi 8 / cos");
  struct assay_expr *b = rpn ("2 2 sqrt + sqrt 2 /");
  struct assay_decision decision;
  struct assay_ctx ctx;

  assay_ctx_init (&ctx);
  ctx.max_precision = 1ul << 30;
  assay_ctx_start_clock (&ctx, 50);
  ck_assert_int_eq (assay_decide (&decision, a, ASSAY_EQ, b, &ctx),
                    ASSAY_ELIMIT);
  ck_assert_str_eq (ctx.error.expected, "an answer within 0.050 s");
  assay_expr_unref (a);
  assay_expr_unref (b);
}
END_TEST

/* ---- hard: outcomes flip exactly at the boundary ---- */

/* D + OFFSET * UNIT + SIDE * 2^-200, real (pi - pi added) or rational.  */
static struct assay_expr *
near_boundary (mpq_srcptr d, mpq_srcptr unit, mpq_srcptr offset, int side,
               int real)
{
  struct assay_expr *x, *root = rpn ("2 sqrt 8 sqrt * 4 /"), *product;
  struct assay_ctx ctx;
  mpq_t value, tiny;

  assay_ctx_init (&ctx);
  mpq_inits (value, tiny, NULL);
  mpq_mul (value, offset, unit);
  mpq_add (value, value, d);
  mpq_set_si (tiny, side, 1);
  mpq_div_2exp (tiny, tiny, 200);
  mpq_add (value, value, tiny);
  x = assay_expr_new_rational (value);
  if (real)
    {
      ck_assert_int_eq (assay_expr_mul (&product, x, root, &ctx), ASSAY_OK);
      assay_expr_unref (x);
      x = product;
    }
  assay_expr_unref (root);
  mpq_clears (value, tiny, NULL);
  return x;
}

START_TEST (rounded_truncated_wrong_flip_at_the_boundary)
{
  static const struct { long offset; unsigned long over; int side;
                        enum assay_print outcome; } cases[] = {
    { 1, 2, 0, ASSAY_PRINT_ROUNDED }, { 1, 2, -1, ASSAY_PRINT_ROUNDED },
    { 1, 2, 1, ASSAY_PRINT_TRUNCATED }, { 1, 1, -1, ASSAY_PRINT_TRUNCATED },
    { 1, 1, 0, ASSAY_PRINT_WRONG }, { 1, 1, 1, ASSAY_PRINT_WRONG },
    { -1, 2, 0, ASSAY_PRINT_ROUNDED }, { -1, 2, 1, ASSAY_PRINT_ROUNDED },
    { -1, 2, -1, ASSAY_PRINT_WRONG },
  };
  mpq_t d, unit, offset;
  size_t i;
  int real, negative;

  mpq_inits (d, unit, offset, NULL);
  for (i = 0; i < testing_count (20); i++)
    {
      unsigned long k = testing_below (12);
      size_t c;

      mpz_set_ui (mpq_numref (unit), 1);
      mpz_ui_pow_ui (mpq_denref (unit), 10, k);
      mpq_set_ui (d, 1 + testing_below (1000000), 1);
      mpq_mul (d, d, unit);
      negative = (int) testing_below (2);
      if (negative)
        mpq_neg (d, d);
      for (c = 0; c < sizeof cases / sizeof cases[0]; c++)
        for (real = 0; real < 2; real++)
          {
            int sign = negative ? -1 : 1;
            struct assay_expr *x;

            mpq_set_si (offset, sign * cases[c].offset, cases[c].over);
            x = near_boundary (d, unit, offset, sign * cases[c].side, real);
            ck_assert_msg (judge (x, d, unit) == cases[c].outcome,
                           "case %zu of run %zu, real %d, seed %lu", c, i,
                           real, testing_seed ());
            assay_expr_unref (x);
          }
    }
  mpq_clears (d, unit, offset, NULL);
}
END_TEST

static Suite *
decide_suite (void)
{
  Suite *suite = suite_create ("decide");
  TCase *table = tcase_create ("table");
  TCase *special = tcase_create ("special");
  TCase *hard = tcase_create ("hard");

  tcase_add_checked_fixture (table, assay_real_init, assay_real_finish);
  tcase_add_checked_fixture (special, assay_real_init, assay_real_finish);
  tcase_add_checked_fixture (hard, assay_real_init, assay_real_finish);
  tcase_add_loop_test (table, relation_has_its_verdict_and_rule, 0,
                       ROWS (relations));
  tcase_add_loop_test (table, printed_decimal_has_its_outcome, 0,
                       ROWS (prints));
  tcase_add_loop_test (table, correct_decimal_of_places, 0, ROWS (places));
  tcase_add_loop_test (table, correct_decimal_of_digits, 0, ROWS (digits));
  tcase_add_loop_test (table, step_of_a_real_is_a_rational, 0, ROWS (steps));
  tcase_add_loop_test (table, ulp_of_a_real, 0, ROWS (ulps));
  tcase_add_loop_test (table, pattern_of_a_real, 0, ROWS (patterns));
  suite_add_tcase (suite, table);
  tcase_add_test (special, undecided_stays_open_and_tells_the_width);
  tcase_add_test (special, a_step_on_an_unproved_jump_is_a_limit);
  tcase_add_test (special, the_deadline_ends_a_comparison);
  suite_add_tcase (suite, special);
  tcase_set_timeout (hard, 60);
  tcase_add_test (hard, rounded_truncated_wrong_flip_at_the_boundary);
  suite_add_tcase (suite, hard);
  return suite;
}

int
main (void)
{
  return testing_run (decide_suite ());
}
