/* check_normal.c -- proofs of equality, and of difference, by normal forms */

#include <stdio.h>
#include <stdlib.h>

#include "base/text.h"
#include "real/encl.h"
#include "real/normal.h"
#include "rpn.h"
#include "testing.h"

#define ROWS(table) ((int) (sizeof table / sizeof table[0]))

static const char *const zero[] = {
  /* radicals */
  "2 sqrt 3 sqrt * 6 sqrt -", "8 sqrt 2 sqrt 2 * -",
  "2 1/3 ^ 4 1/3 ^ * 2 -", "1 2 sqrt 1 + / 2 sqrt 1 - -",
  "1 2 sqrt 3 sqrt + / 3 sqrt 2 sqrt - -", "2 sqrt 1/2 sqrt 2 * -",
  "12 1/6 ^ 18 1/6 ^ * 216 1/6 ^ -", "10000 -3/8 ^ 10 -3/2 ^ -",
  "5 sqrt 1 + 2 / dup dup * swap - 1 -", "1000003 sqrt dup * 1000003 -",
  "1 2 sqrt + 3 ^ 7 5 2 sqrt * + -", "0.5 sqrt 2 sqrt 2 / -",
  "1 2 1/3 ^ / 4 1/3 ^ 2 / -", "18446744073709551629 sqrt 4 ^ "
  "18446744073709551629 2 ^ -",
  "2 3 sqrt + sqrt 6 sqrt 2 sqrt + 2 / -", "3 2 2 sqrt * - 1/2 ^ 2 sqrt 1 -"
  " -", "3 5 sqrt + 3/2 ^ 5 sqrt 1 + 2 sqrt / 3 ^ -",
  "5 24 sqrt + sqrt 2 sqrt - 3 sqrt -", "pi 12 / cos 2 3 sqrt + sqrt 2 / -",
  /* opaque bases */
  "2 2 sqrt + sqrt dup * 2 - 2 sqrt -", "8 8 2 sqrt * + sqrt 2 2 sqrt 2 * + "
  "sqrt 2 * -", "1 2 sqrt + 3/2 ^ 1 2 sqrt + sqrt 1 2 sqrt + * -",
  "1 1 pi + sqrt / 1 pi + sqrt 1 pi + / -",
  /* exponentials and logarithms */
  "2 exp 3 exp * 5 exp -", "2 sqrt exp 8 sqrt exp * 2 sqrt 3 * exp -",
  "1 exp 3 ^ 3 exp -", "6 log 2 log - 3 log -", "8 log 2 log 3 * -",
  "2 sqrt log 2 log 2 / -", "2 log 3 * exp 8 -", "2 log pi log + 2 pi * log -",
  "2 log 2 / exp 2 sqrt -", "e 3/2 ^ log 3/2 -", "9 log2 3 log2 2 * -",
  "2 3 sqrt ^ 3 sqrt ^ 8 -", "2 pi ^ 3 pi ^ * 6 pi ^ -",
  "1 pi + log exp 1 pi + - pi 2 sqrt + *", "1 exp 1/2 ^ 1/2 exp -",
  "pi sqrt dup * pi -", "3 exp log 1 exp 2 * log + 4 - 2 log -",
  "1 1 2 exp + / 2 exp 1 2 exp + / + 1 -",
  "2 exp 1 - 2 exp 1 + / 1 tanh -", "1/3 tanh neg -1/3 tanh -",
  "2 exp 2 sqrt / 1 2 exp + / 1 -2 exp 1 + 2 sqrt * / -",
  /* angles */
  "1 cos 2 ^ 1 sin 2 ^ + 1 -", "1 sin 2 * 1 cos * 2 sin -",
  "3 cos 1 cos 3 ^ 4 * - 1 cos 3 * +", "pi 4 / sin 2 sqrt 2 / -",
  "pi 6 / cos 3 sqrt 2 / -", "pi 12 / cos 6 sqrt 2 sqrt + 4 / -",
  "pi 5 / cos 5 sqrt 1 + 4 / -", "pi 2 * 5 / cos 5 sqrt 1 - 4 / -",
  "pi 8 / cos dup * 2 sqrt 2 + 4 / -", "pi 8 / sin pi 3 * 8 / cos -",
  "pi 7 / cos pi 3 * 7 / cos + pi 5 * 7 / cos + 1/2 -",
  "pi 9 / cos pi 5 * 9 / cos + pi 7 * 9 / cos +",
  "pi 24 / sin dup * pi 24 / cos dup * + 1 -",
  "pi 3 * 10 / tan pi 5 / tan * 1 -", "1 tan 1 sin 1 cos / -",
  "1 tan 2 * 1 1 tan 2 ^ - / 2 tan -", "1 pi + cos 1 cos +",
  "2 sqrt pi 2 / + sin 2 sqrt cos -", "1/2 atan 1/3 atan + sin 2 sqrt 2 / -",
  "4/3 atan cos 3/5 -", "4/3 atan 3 * cos -117/125 -", "2 atan 1/2 atan + "
  "pi 2 / -", "3/4 atan 4/3 atan + pi 2 / -", "1/2 atan cos 2 5 sqrt / -",
  "1 exp cos dup * 1 exp sin dup * + 1 -", "8 sqrt atan 2 2 sqrt * atan -",
  "1 1 exp / cos 1 2 exp / cos * 2 * 1 1 exp / 1 2 exp / + cos - "
  "1 1 exp / 1 2 exp / - cos -",
  /* order */
  "2 sqrt 3 sqrt - abs 3 sqrt - 2 sqrt +", "2 sqrt 3 sqrt min 2 sqrt -",
  "6 sqrt 2 sqrt 3 sqrt * max 6 sqrt -",
  /* integer symbols */
  ":n 1 + 2 ^ :n 2 ^ - :n 2 * - 1 -", ":n cos dup * :n sin dup * + 1 -",
  ":n pi * 2 * cos 1 -", ":n pi * sin :n pi * sin neg -",
  ":n :m + cos :n cos :m cos * - :n sin :m sin * +",
  "3/5 :n ^ 3/5 :m ^ * 3/5 :n :m + ^ -", "-1 :n ^ dup * 1 -",
  "-2 :n ^ 4 :n ^ -1/2 :n ^ * -", "2 :n ^ 2 * 2 :n 1 + ^ -",
  ":n 2 ^ 1 + :n 2 ^ 1 + / 1 -", ":n exp log :n -",
  ":n 3/4 atan * cos :n 3/4 atan * sin 0 * + :n 3/4 atan * cos -",
  ":n 1 + 3/4 atan * cos :n 3/4 atan * cos 4/5 * - :n 3/4 atan * sin 3/5 * +",
  ":n 2 / floor :n 2 / floor -", ":n 2 sqrt * floor :n 8 sqrt * 2 / floor -",
  ":n abs :n abs -", ":n 3 sqrt * sin 0 :n 3 sqrt * - sin +",
};

static void
ask (enum assay_verdict *verdict, enum assay_apart *apart,
     struct assay_expr *x)
{
  struct assay_ctx ctx;

  assay_ctx_init (&ctx);
  ck_assert_int_eq (assay_normal_is_zero (verdict, apart, x, &ctx),
                    ASSAY_OK);
}

static void
assert_zero (struct assay_expr *x, const char *text)
{
  enum assay_verdict verdict;
  enum assay_apart apart;

  ask (&verdict, &apart, x);
  ck_assert_msg (verdict == ASSAY_HOLDS, "%s: %s, apart %d", text,
                 assay_verdict_name (verdict), apart);
}

START_TEST (identity_is_proved)
{
  struct assay_expr *x = rpn (zero[_i]);

  assert_zero (x, zero[_i]);
  assay_expr_unref (x);
}
END_TEST

static const struct { const char *text; enum assay_apart apart; } nonzero[] = {
  { "2 sqrt 3 sqrt * 6 sqrt - 1 +", ASSAY_APART_RATIONAL },
  { "2 sqrt 3 sqrt + 5 sqrt -", ASSAY_APART_RADICALS },
  { "2 1/3 ^ 3 1/4 ^ -", ASSAY_APART_RADICALS },
  { "pi 22/7 -", ASSAY_APART_PI },
  { "pi 2 ^ 2 sqrt pi * + 14 -", ASSAY_APART_PI },
  { "1 exp 2 exp - 2 sqrt +", ASSAY_APART_LINDEMANN },
  { "1 cos 1 sin -", ASSAY_APART_LINDEMANN },
  { "2 sqrt exp 3 exp 1 + / 1/2 -", ASSAY_APART_LINDEMANN },
  { "2 log 3 log 2 sqrt * + 5 -", ASSAY_APART_BAKER },
  { "3 log2 1.58496250072 -", ASSAY_APART_BAKER },
};

START_TEST (difference_is_proved)
{
  struct assay_expr *x = rpn (nonzero[_i].text);
  enum assay_verdict verdict;
  enum assay_apart apart;

  ask (&verdict, &apart, x);
  ck_assert_msg (verdict == ASSAY_FAILS && apart == nonzero[_i].apart,
                 "%s: %s, apart %d", nonzero[_i].text,
                 assay_verdict_name (verdict), apart);
  assay_expr_unref (x);
}
END_TEST

/* Neither zero nor in a class where difference is proved, or undefined for
   some integers, or too large.  */
static const char *const open[] = {
  "pi 1 exp +", "2 log 3 log *", "1 pi + log", ":n", ":n :m -",
  ":n :n / 1 -", ":n sqrt :n sqrt -", ":n log :n log -",
  ":n pi * cos 1 -", ":n f32 :n f32 -", ":n tan :n tan -",
  "1 exp 2 sqrt exp + 3 sqrt exp + 5 sqrt exp + 7 sqrt exp + 500 ^ 1 -",
};

START_TEST (what_is_not_proved_stays_open)
{
  struct assay_expr *x = rpn (open[_i]);
  enum assay_verdict verdict;
  enum assay_apart apart;

  ask (&verdict, &apart, x);
  ck_assert_msg (verdict == ASSAY_OPEN, "%s: %s", open[_i],
                 assay_verdict_name (verdict));
  assay_expr_unref (x);
}
END_TEST

static const struct { const char *text, *value; } rational[] = {
  { "2 sqrt 8 sqrt *", "4" }, { "2 log 3 * exp", "8" },
  { "1 cos 2 ^ 1 sin 2 ^ +", "1" }, { "5 sqrt 1 + 5 sqrt 1 - *", "4" },
  { ":n 5 + :n -", "5" }, { "1 exp 2 exp * 3 exp 3 * /", "1/3" },
  { "2 sqrt", "irrational" }, { "1 exp", "irrational" },
  { "pi 3 +", "irrational" }, { "2 log 3 log /", "irrational" },
  { "pi 1 exp +", "open" }, { ":n", "open" },
};

START_TEST (rational_value_is_found)
{
  struct assay_expr *x = rpn (rational[_i].text);
  enum assay_verdict verdict;
  struct assay_ctx ctx;
  mpq_t value;

  assay_ctx_init (&ctx);
  mpq_init (value);
  ck_assert_int_eq (assay_normal_rational (&verdict, value, x, &ctx),
                    ASSAY_OK);
  if (verdict == ASSAY_HOLDS)
    testing_assert_rational (value, rational[_i].value);
  else
    ck_assert_str_eq (verdict == ASSAY_FAILS ? "irrational" : "open",
                      rational[_i].value);
  mpq_clear (value);
  assay_expr_unref (x);
}
END_TEST

/* ---- position encodings ---- */

/* w = BASE^(-2i/d) times POSITION.  */
static struct assay_expr *
angle (const char *position, unsigned i, unsigned d)
{
  struct assay_text text;
  struct assay_expr *x;

  assay_text_init (&text);
  assay_text_printf (&text, "10000 -%u/%u ^ %s *", 2 * i, d, position);
  x = rpn (assay_text_string (&text));
  assay_text_clear (&text);
  return x;
}

/* SUM <- SUM + sign a b f (x) g (y), all borrowed.  */
static void
add_product (struct assay_expr **sum, struct assay_expr *const *factor,
             size_t count)
{
  struct assay_expr *product, *next;
  struct assay_ctx ctx;

  assay_ctx_init (&ctx);
  ck_assert_int_eq (assay_expr_product (&product, factor, count, &ctx),
                    ASSAY_OK);
  ck_assert_int_eq (assay_expr_add (&next, *sum, product, &ctx), ASSAY_OK);
  assay_expr_unref (product);
  assay_expr_unref (*sum);
  *sum = next;
}

/* The score of Q at M and K at N: both rotated, then the dot product.  */
static struct assay_expr *
rope_score (const long *q, const char *m, const long *k, const char *n,
            unsigned d)
{
  struct assay_expr *score = assay_expr_new_si (0, 1);
  struct assay_ctx ctx;
  unsigned i;

  assay_ctx_init (&ctx);
  for (i = 0; i < d / 2; i++)
    {
      struct assay_expr *x = angle (m, i, d), *y = angle (n, i, d);
      struct assay_expr *c[2], *s[2];
      unsigned a, b;

      assay_expr_cos (&c[0], x, &ctx);
      assay_expr_sin (&s[0], x, &ctx);
      assay_expr_cos (&c[1], y, &ctx);
      assay_expr_sin (&s[1], y, &ctx);
      /* (q0 c - q1 s) (k0 c' - k1 s') + (q0 s + q1 c) (k0 s' + k1 c').  */
      for (a = 0; a < 2; a++)
        for (b = 0; b < 2; b++)
          {
            struct assay_expr *weight
              = assay_expr_new_si (q[2 * i + a] * k[2 * i + b], 1);
            struct assay_expr *minus
              = assay_expr_new_si (a == b ? q[2 * i + a] * k[2 * i + b]
                                   : -q[2 * i + a] * k[2 * i + b], 1);

            add_product (&score, (struct assay_expr *[])
                         { a == b ? weight : minus, a ? s[0] : c[0],
                           b ? s[1] : c[1] }, 3);
            add_product (&score, (struct assay_expr *[])
                         { weight, a ? c[0] : s[0], b ? c[1] : s[1] }, 3);
            assay_expr_unref (weight);
            assay_expr_unref (minus);
          }
      assay_expr_unref (c[0]);
      assay_expr_unref (c[1]);
      assay_expr_unref (s[0]);
      assay_expr_unref (s[1]);
      assay_expr_unref (x);
      assay_expr_unref (y);
    }
  return score;
}

static const struct { const char *m, *n, *shifted_m, *shifted_n; } shifts[] = {
  { ":m", ":n", ":m :t +", ":n :t +" }, { "3", "5", "1003", "1005" },
  { "0", ":n", "17", ":n 17 +" }, { ":m", ":m 1 +", "0", "1" },
  { "1/3", "2", ":t 1/3 +", ":t 2 +" },
};

START_TEST (rope_score_is_unchanged_when_both_positions_shift)
{
  static const unsigned widths[] = { 2, 4, 16, 64 };
  struct assay_expr *a, *b, *difference;
  struct assay_ctx ctx;
  long q[64], k[64];
  size_t w;
  unsigned i;

  assay_ctx_init (&ctx);
  for (i = 0; i < 64; i++)
    {
      q[i] = testing_between (-9, 9);
      k[i] = testing_between (-9, 9);
    }
  for (w = 0; w < 4; w++)
    {
      a = rope_score (q, shifts[_i].m, k, shifts[_i].n, widths[w]);
      b = rope_score (q, shifts[_i].shifted_m, k, shifts[_i].shifted_n,
                      widths[w]);
      ck_assert_int_eq (assay_expr_sub (&difference, a, b, &ctx), ASSAY_OK);
      assert_zero (difference, shifts[_i].m);
      assay_expr_unref (difference);
      assay_expr_unref (a);
      assay_expr_unref (b);
    }
}
END_TEST

START_TEST (rope_score_after_compaction_is_not_proved_equal)
{
  static const long q[4] = { 1, 2, 3, 4 }, k[4] = { 2, -1, 1, 1 };
  struct assay_expr *a = rope_score (q, "4", k, "1", 4);
  struct assay_expr *b = rope_score (q, "2", k, "0", 4), *difference;
  enum assay_verdict verdict;
  enum assay_apart apart;
  struct assay_ctx ctx;

  assay_ctx_init (&ctx);
  ck_assert_int_eq (assay_expr_sub (&difference, a, b, &ctx), ASSAY_OK);
  ask (&verdict, &apart, difference);
  ck_assert_int_eq (verdict, ASSAY_FAILS);
  ck_assert_int_eq (apart, ASSAY_APART_LINDEMANN);
  assay_expr_unref (difference);
  assay_expr_unref (a);
  assay_expr_unref (b);
}
END_TEST

/* ---- attention ---- */

/* sum of v_j exp (s_j - SHIFT) / sum of exp (s_j - SHIFT), s_j = t_j / sqrt
   (D).  */
static struct assay_expr *
attention (const long *s, const long *v, size_t count, long shift, long d)
{
  struct assay_text top, bottom;
  struct assay_expr *x;
  size_t j;

  assay_text_init (&top);
  assay_text_init (&bottom);
  assay_text_add (&top, "0");
  assay_text_add (&bottom, "0");
  for (j = 0; j < count; j++)
    {
      assay_text_printf (&top, " %ld %ld %ld sqrt / exp * +", v[j],
                         s[j] - shift, d);
      assay_text_printf (&bottom, " %ld %ld sqrt / exp +", s[j] - shift, d);
    }
  assay_text_printf (&top, " %s /", assay_text_string (&bottom));
  x = rpn (assay_text_string (&top));
  assay_text_clear (&top);
  assay_text_clear (&bottom);
  return x;
}

START_TEST (attention_equals_a_rational_iff_every_class_mean_does)
{
  static const long s[5] = { 1, 4, 1, 0, 4 };
  static const long even[5] = { 2, 3, 4, 3, 3 }, odd[5] = { 2, 3, 4, 3, 4 };
  static const long depths[] = { 1, 4, 64, 2, 7 };
  struct assay_expr *x, *three = assay_expr_new_si (3, 1), *difference;
  enum assay_verdict verdict;
  enum assay_apart apart;
  struct assay_ctx ctx;

  assay_ctx_init (&ctx);
  x = attention (s, even, 5, 0, depths[_i]);
  ck_assert_int_eq (assay_expr_sub (&difference, x, three, &ctx), ASSAY_OK);
  assert_zero (difference, "class means 3");
  assay_expr_unref (difference);
  assay_expr_unref (x);
  x = attention (s, odd, 5, 0, depths[_i]);
  ck_assert_int_eq (assay_expr_sub (&difference, x, three, &ctx), ASSAY_OK);
  ask (&verdict, &apart, difference);
  ck_assert_int_eq (verdict, ASSAY_FAILS);
  ck_assert_int_eq (apart, ASSAY_APART_LINDEMANN);
  assay_expr_unref (difference);
  assay_expr_unref (x);
  assay_expr_unref (three);
}
END_TEST

START_TEST (attention_is_unchanged_when_scores_shift)
{
  struct assay_ctx ctx;
  size_t i, j;

  assay_ctx_init (&ctx);
  for (i = 0; i < testing_count (20); i++)
    {
      struct assay_expr *a, *b, *difference;
      long s[8], v[8], d = testing_between (1, 64);
      size_t count = 1 + testing_below (8);

      for (j = 0; j < 8; j++)
        {
          s[j] = testing_between (-9, 9);
          v[j] = testing_between (-9, 9);
        }
      a = attention (s, v, count, 0, d);
      b = attention (s, v, count, s[0], d);
      ck_assert_int_eq (assay_expr_sub (&difference, a, b, &ctx), ASSAY_OK);
      assert_zero (difference, "shifted scores");
      assay_expr_unref (difference);
      assay_expr_unref (a);
      assay_expr_unref (b);
    }
}
END_TEST

/* ---- hard: a sum too long for a form ends, and soon ---- */

START_TEST (a_form_too_large_is_given_up_quickly)
{
  struct assay_expr **term = calloc (20000, sizeof *term), *sum, *power;
  struct assay_expr *two = assay_expr_new_si (2, 1);
  enum assay_verdict verdict;
  enum assay_apart apart;
  struct assay_ctx ctx;
  long i;

  assay_ctx_init (&ctx);
  for (i = 0; i < 20000; i++)
    {
      struct assay_expr *r = assay_expr_new_si (i, 7);

      assay_expr_cos (&term[i], r, &ctx);
      assay_expr_unref (r);
    }
  ck_assert_int_eq (assay_expr_sum (&sum, term, 20000, &ctx), ASSAY_OK);
  ck_assert_int_eq (assay_expr_pow (&power, sum, two, &ctx), ASSAY_OK);
  ask (&verdict, &apart, power);
  ck_assert_int_eq (verdict, ASSAY_OPEN);
  for (i = 0; i < 20000; i++)
    assay_expr_unref (term[i]);
  free (term);
  assay_expr_unref (two);
  assay_expr_unref (sum);
  assay_expr_unref (power);
}
END_TEST

static Suite *
normal_suite (void)
{
  Suite *suite = suite_create ("normal");
  TCase *table = tcase_create ("table");
  TCase *relations = tcase_create ("relations");
  TCase *hard = tcase_create ("hard");

  tcase_add_checked_fixture (table, assay_real_init, assay_real_finish);
  tcase_add_checked_fixture (relations, assay_real_init, assay_real_finish);
  tcase_add_checked_fixture (hard, assay_real_init, assay_real_finish);
  tcase_add_loop_test (table, identity_is_proved, 0, ROWS (zero));
  tcase_add_loop_test (table, difference_is_proved, 0, ROWS (nonzero));
  tcase_add_loop_test (table, what_is_not_proved_stays_open, 0, ROWS (open));
  tcase_add_loop_test (table, rational_value_is_found, 0, ROWS (rational));
  suite_add_tcase (suite, table);
  tcase_set_timeout (relations, 60);
  tcase_add_loop_test (relations,
                       rope_score_is_unchanged_when_both_positions_shift, 0,
                       ROWS (shifts));
  tcase_add_test (relations,
                  rope_score_after_compaction_is_not_proved_equal);
  tcase_add_loop_test (relations,
                       attention_equals_a_rational_iff_every_class_mean_does,
                       0, 5);
  tcase_add_test (relations, attention_is_unchanged_when_scores_shift);
  suite_add_tcase (suite, relations);
  tcase_set_timeout (hard, 60);
  tcase_add_test (hard, a_form_too_large_is_given_up_quickly);
  suite_add_tcase (suite, hard);
  return suite;
}

int
main (void)
{
  return testing_run (normal_suite ());
}
