/* check_agree_expr.c -- random closed expressions by both families

   Each tree goes as text to the oracle and node by node to the constructors
   of real/expr.h.  Where both find a value, every enclosure must meet the
   oracle's interval; a copy of the tree by other operations must never be
   refuted, and one moved by a power of two never proved equal.  */

#include <oracle.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "exact/rat.h"
#include "real/decide.h"
#include "real/encl.h"
#include "real/step.h"
#include "testing.h"
#include "trees.h"

/* The oracle's digits: some 530 bits.  */
enum { DIGITS = 160, DEEPEST_TREE = 5 };

/* What no proof settles costs time at every precision up to this one.  */
enum { MOST_PRECISION = 2048 };

static const mpfr_prec_t precisions[] = { 64, 96, 128, 192, 256 };

/* ---- trees to expressions -------------------------------------------- */

typedef enum assay_status unary_fn (struct assay_expr **, struct assay_expr *,
                                    struct assay_ctx *);
typedef enum assay_status binary_fn (struct assay_expr **,
                                     struct assay_expr *,
                                     struct assay_expr *, struct assay_ctx *);

static const struct
{
  const char *head;
  unary_fn *make;
} unaries[] = {
  { "neg", assay_expr_neg },     { "abs", assay_expr_abs },
  { "sqrt", assay_expr_sqrt },   { "exp", assay_expr_exp },
  { "log", assay_expr_log },     { "log2", assay_expr_log2 },
  { "sin", assay_expr_sin },     { "cos", assay_expr_cos },
  { "tan", assay_expr_tan },     { "atan", assay_expr_atan },
  { "tanh", assay_expr_tanh },   { "floor", assay_step_floor },
  { "ceil", assay_step_ceil },   { "round", assay_step_round },
};

static const struct
{
  const char *head;
  binary_fn *make;
} binaries[] = {
  { "+", assay_expr_add },   { "-", assay_expr_sub },
  { "*", assay_expr_mul },   { "/", assay_expr_div },
  { "^", assay_expr_pow },   { "min", assay_expr_min },
  { "max", assay_expr_max },
};

static void
release (struct assay_expr **x, size_t count)
{
  for (size_t i = 0; i < count; i++)
    assay_expr_unref (x[i]);
}

/* Weights of the first COUNT operands as e^s / sum e^s, times what follows
   them, or the first weight alone.  */
static enum assay_status
make_attention (struct assay_expr **result, struct assay_expr **operand,
                size_t count, int has_values, struct assay_ctx *ctx)
{
  struct assay_expr *part[TREE_OPERANDS], *top = NULL, *total = NULL;
  enum assay_status status = ASSAY_OK;
  size_t made = 0;

  for (; made < count && status == ASSAY_OK; made++)
    status = assay_expr_exp (&part[made], operand[made], ctx);
  if (status == ASSAY_OK)
    status = assay_expr_sum (&total, part, count, ctx);
  if (status == ASSAY_OK && has_values)
    status = assay_expr_dot (&top, part, operand + count, count, ctx);
  else if (status == ASSAY_OK)
    top = assay_expr_ref (part[0]);
  if (status == ASSAY_OK)
    status = assay_expr_div (result, top, total, ctx);
  release (part, made);
  assay_expr_unref (top);
  assay_expr_unref (total);
  return status;
}

/* RESULT <- (a.c + b.d) cos (angle), or (a.c - b.d) sin (angle).  */
static enum assay_status
make_wave (struct assay_expr **result, struct assay_expr *const part[4],
           int is_sine, struct assay_expr *angle, struct assay_ctx *ctx)
{
  struct assay_expr *x[4] = { NULL, NULL, NULL, NULL };
  enum assay_status status = assay_expr_mul (&x[0], part[0], part[1], ctx);

  if (status == ASSAY_OK)
    status = assay_expr_mul (&x[1], part[2], part[3], ctx);
  if (status == ASSAY_OK)
    status = (is_sine ? assay_expr_sub : assay_expr_add) (&x[2], x[0], x[1],
                                                          ctx);
  if (status == ASSAY_OK)
    status = (is_sine ? assay_expr_sin : assay_expr_cos) (&x[3], angle, ctx);
  if (status == ASSAY_OK)
    status = assay_expr_mul (result, x[2], x[3], ctx);
  release (x, 4);
  return status;
}

/* ANGLE <- (n - m) base^(-i / pairs).  */
static enum assay_status
make_angle (struct assay_expr **angle, struct assay_expr *const place[3],
            size_t i, size_t pairs, struct assay_ctx *ctx)
{
  struct assay_expr *power = assay_expr_new_si (-(long) i, pairs);
  struct assay_expr *theta = NULL, *distance = NULL;
  enum assay_status status = assay_expr_pow (&theta, place[0], power, ctx);

  if (status == ASSAY_OK)
    status = assay_expr_sub (&distance, place[2], place[1], ctx);
  if (status == ASSAY_OK)
    status = assay_expr_mul (angle, distance, theta, ctx);
  assay_expr_unref (power);
  assay_expr_unref (theta);
  assay_expr_unref (distance);
  return status;
}

static enum assay_status
make_rope (struct assay_expr **result, struct assay_expr **operand,
           size_t pairs, struct assay_ctx *ctx)
{
  struct assay_expr **query = operand + 3, **key = query + 2 * pairs;
  struct assay_expr *term[TREE_OPERANDS], *angle;
  enum assay_status status = ASSAY_OK;
  size_t made = 0;

  for (size_t i = 0; i < pairs && status == ASSAY_OK; i++)
    {
      struct assay_expr **q = query + 2 * i, **k = key + 2 * i;
      struct assay_expr *const even[4] = { q[0], k[0], q[1], k[1] };
      struct assay_expr *const odd[4] = { q[1], k[0], q[0], k[1] };

      status = make_angle (&angle, operand, i, pairs, ctx);
      if (status == ASSAY_OK)
        status = make_wave (&term[made++], even, 0, angle, ctx);
      if (status == ASSAY_OK)
        status = make_wave (&term[made++], odd, 1, angle, ctx);
      assay_expr_unref (angle);
    }
  if (status == ASSAY_OK)
    status = assay_expr_sum (result, term, made, ctx);
  release (term, made);
  return status;
}

static enum assay_status
make_leaf (struct assay_expr **result, const struct tree *t,
           struct assay_ctx *ctx)
{
  mpq_t value;

  if (tree_is (t, "pi"))
    *result = assay_expr_new_pi ();
  else if (tree_is (t, "e"))
    *result = assay_expr_new_e ();
  else
    {
      mpq_init (value);
      ck_assert_int_eq (assay_rat_read_decimal (value, t->number, ctx, NULL,
                                                "a number"), ASSAY_OK);
      *result = assay_expr_new_rational (value);
      mpq_clear (value);
    }
  return ASSAY_OK;
}

static enum assay_status
make_node (struct assay_expr **result, const struct tree *t,
           struct assay_expr **operand, struct assay_ctx *ctx)
{
  enum assay_fmt fmt;

  for (size_t i = 0; i < sizeof unaries / sizeof unaries[0]; i++)
    if (tree_is (t, unaries[i].head))
      return unaries[i].make (result, operand[0], ctx);
  for (size_t i = 0; i < sizeof binaries / sizeof binaries[0]; i++)
    if (tree_is (t, binaries[i].head))
      return binaries[i].make (result, operand[0], operand[1], ctx);
  if (tree_is (t, "softmax"))
    return make_attention (result, operand, t->count, 0, ctx);
  if (tree_is (t, "attend"))
    return make_attention (result, operand, t->count / 2, 1, ctx);
  if (tree_is (t, "rope"))
    return make_rope (result, operand, (t->count - 3) / 4, ctx);
  ck_assert_int_eq (assay_fmt_find (&fmt, t->head), ASSAY_OK);
  return assay_step_fmt (result, operand[0], fmt, ctx);
}

static enum assay_status
make (struct assay_expr **result, const struct tree *t,
      struct assay_ctx *ctx)
{
  struct assay_expr *operand[TREE_OPERANDS];
  enum assay_status status = ASSAY_OK;
  size_t made = 0;

  *result = NULL;
  if (t->count == 0)
    return make_leaf (result, t, ctx);
  for (; made < t->count && status == ASSAY_OK; made++)
    status = make (&operand[made], t->operand[made], ctx);
  if (status == ASSAY_OK)
    status = make_node (result, t, operand, ctx);
  release (operand, made);
  return status;
}

/* The expression, or a null pointer and the status of the refusal.  */
static struct assay_expr *
expression (enum assay_status *status, const struct tree *t)
{
  struct assay_expr *x;
  struct assay_ctx ctx;

  assay_ctx_init (&ctx);
  ctx.max_precision = MOST_PRECISION;
  *status = make (&x, t, &ctx);
  ck_assert_int_eq (*status == ASSAY_OK, x != NULL);
  return x;
}

/* ---- one case --------------------------------------------------------- */

static struct
{
  size_t cases, compared, narrow, unsettled, limits, refused;
  size_t copies, proved, open, apart;
} tally;

/* X, an expression of the value that TEXT stands for, meets the oracle's
   interval at every precision.  */
static void
assert_meets (struct assay_expr *x, const struct oracle_interval *interval,
              const char *text)
{
  struct assay_ctx ctx;
  mpq_t lo, hi;
  mpfi_t enclosure;

  assay_ctx_init (&ctx);
  mpq_init (lo);
  mpq_init (hi);
  mpz_ui_pow_ui (mpq_denref (lo), 10, DIGITS);
  mpz_set (mpq_denref (hi), mpq_denref (lo));
  mpz_set (mpq_numref (lo), interval->lo);
  mpz_set (mpq_numref (hi), interval->hi);
  mpfi_init2 (enclosure, 64);
  for (size_t i = 0; i < sizeof precisions / sizeof precisions[0]; i++)
    {
      ck_assert_int_eq (assay_expr_enclose (enclosure, x, &ctx,
                                            precisions[i]), ASSAY_OK);
      if (mpfr_cmp_q (&enclosure->left, hi) > 0
          || mpfr_cmp_q (&enclosure->right, lo) < 0)
        {
          mpfr_printf ("[%.30Re, %.30Re] at %lu bits misses the oracle\n",
                       &enclosure->left, &enclosure->right,
                       (unsigned long) precisions[i]);
          gmp_printf ("[%Zd, %Zd]\n", interval->lo, interval->hi);
          ck_abort_msg ("%s", text);
        }
    }
  testing_agreed (1);
  tally.compared++;
  tally.narrow += assay_encl_width_exponent (enclosure) < -100;
  mpq_clear (lo);
  mpq_clear (hi);
  mpfi_clear (enclosure);
}

/* The verdict on A = B.  */
static enum assay_verdict
equality (struct assay_expr *a, struct assay_expr *b)
{
  struct assay_decision decision;
  struct assay_ctx ctx;

  assay_ctx_init (&ctx);
  ctx.max_precision = MOST_PRECISION;
  ck_assert_int_eq (assay_decide (&decision, a, ASSAY_EQ, b, &ctx),
                    ASSAY_OK);
  return decision.verdict;
}

/* A copy by other operations has the same value, and every proof of that is
   welcome; one moved by 2^-k has another.  */
static void
judge_copies (struct assay_expr *x, const struct tree *t,
              const struct oracle_interval *interval, const char *text)
{
  const struct tree *copy = tree_rearranged (t);
  const struct tree *moved
    = tree_binary ("+", copy, tree_binary ("^", tree_number (2, 1),
                                           tree_number (-testing_between
                                                        (1, 300), 1)));
  char *other = tree_text (copy);
  enum assay_status status;
  struct assay_expr *y = expression (&status, copy);

  ck_assert_msg (status == ASSAY_OK || status == ASSAY_ELIMIT,
                 "%s is refused, unlike %s", other, text);
  tally.limits += status == ASSAY_ELIMIT;
  if (y != NULL)
    {
      enum assay_verdict verdict = equality (x, y);
      ck_assert_msg (verdict != ASSAY_FAILS, "%s = %s is refuted", text,
                     other);
      tally.copies++;
      tally.proved += verdict == ASSAY_HOLDS;
      tally.open += verdict == ASSAY_OPEN;
      if (interval != NULL)
        assert_meets (y, interval, other);
      assay_expr_unref (y);
    }
  y = expression (&status, moved);
  if (y != NULL)
    {
      enum assay_verdict verdict = equality (x, y);
      ck_assert_msg (verdict != ASSAY_HOLDS, "%s = %s, moved, is proved",
                     text, other);
      tally.apart += verdict == ASSAY_FAILS;
      assay_expr_unref (y);
    }
  free (other);
}

static void
judge (const struct tree *t)
{
  char *text = tree_text (t);
  const char *expected = "";
  size_t fault = 0;
  struct oracle_interval interval;
  enum assay_status status;

  oracle_interval_init (&interval);
  enum oracle_outcome outcome
    = oracle_eval (&interval, text, DIGITS, &fault, &expected);
  ck_assert_msg (outcome != ORACLE_MALFORMED, "%s: word %zu: expected %s",
                 text, fault, expected);
  struct assay_expr *x = expression (&status, t);
  ck_assert_msg (x == NULL || outcome != ORACLE_UNDEFINED,
                 "%s is undefined and not refused", text);
  ck_assert_msg (status != ASSAY_EVALUE || outcome != ORACLE_VALUE,
                 "%s is refused and has a value", text);
  tally.cases++;
  tally.unsettled += outcome == ORACLE_OPEN;
  tally.limits += status == ASSAY_ELIMIT;
  tally.refused += status == ASSAY_EVALUE;
  if (x != NULL && outcome == ORACLE_VALUE)
    assert_meets (x, &interval, text);
  if (x != NULL)
    judge_copies (x, t, outcome == ORACLE_VALUE ? &interval : NULL, text);
  assay_expr_unref (x);
  oracle_interval_clear (&interval);
  free (text);
}

START_TEST (random_expressions_agree)
{
  for (size_t left = testing_count (1000); left-- > 0;)
    {
      judge (tree_random ((int) testing_between (1, DEEPEST_TREE)));
      trees_forget ();
    }
  printf ("%zu expressions: %zu values compared (%zu of them at more than"
          " 100 bits), %zu refused as undefined, %zu at a limit, %zu open"
          " to the oracle\n", tally.cases, tally.compared, tally.narrow,
          tally.refused, tally.limits, tally.unsettled);
  printf ("%zu copies: %zu proved equal, %zu open, none refuted; %zu moved"
          " ones refuted\n", tally.copies, tally.proved, tally.open,
          tally.apart);
  fflush (stdout);

  /* Comparing nothing, or proving nothing, is no agreement.  */
  if (tally.cases >= 100)
    {
      ck_assert_uint_gt (tally.narrow, tally.cases);
      ck_assert_uint_gt (tally.proved, tally.copies / 2);
      ck_assert_uint_gt (tally.apart, tally.copies / 2);
    }
}
END_TEST

/* N + T - (a copy of T) is N, which the oracle's intervals cannot see.  */
static const struct tree *
disguised (long n, unsigned long d, const struct tree *t)
{
  return tree_binary ("+", tree_number (n, d),
                      tree_binary ("-", t, tree_rearranged (t)));
}

/* The main path either sees through it or stops at a limit; 1 when it does
   see.  */
static size_t
judge_step (const char *step, const struct tree *t, long n)
{
  const struct tree *jump = tree_unary (step, t);
  char *text = tree_text (jump);
  enum assay_status status;
  struct assay_expr *x = expression (&status, jump);

  if (x != NULL)
    ck_assert_msg (assay_expr_rational (x) != NULL
                   && mpq_cmp_si (assay_expr_rational (x), n, 1) == 0,
                   "%s is not %ld", text, n);
  else
    ck_assert_msg (status == ASSAY_ELIMIT, "%s is refused", text);
  assay_expr_unref (x);
  free (text);
  return status == ASSAY_OK;
}

/* T has no value: neither family may find one.  1 when the main path says
   why.  The oracle is slow here, as it tries all of its scales: it is asked
   once in a while.  */
static size_t
judge_undefined (const struct tree *t)
{
  char *text = tree_text (t);
  enum assay_status status;
  struct assay_expr *x = expression (&status, t);

  ck_assert_msg (x == NULL, "%s is accepted", text);
  if (testing_below (20) == 0)
    {
      const char *expected;
      size_t fault;
      struct oracle_interval interval;
      oracle_interval_init (&interval);
      enum oracle_outcome outcome
        = oracle_eval (&interval, text, DIGITS, &fault, &expected);
      ck_assert_msg (outcome == ORACLE_OPEN || outcome == ORACLE_UNDEFINED,
                     "%s has a value for the oracle", text);
      oracle_interval_clear (&interval);
    }
  free (text);
  return status == ASSAY_EVALUE;
}

START_TEST (disguised_numbers_are_never_mistaken)
{
  size_t asked = 0, seen = 0;

  for (size_t left = testing_count (100); left-- > 0;)
    {
      const struct tree *t = tree_random ((int) testing_between (1, 3));
      const struct tree *zero = disguised (0, 1, t);
      enum assay_status status;
      struct assay_expr *x = expression (&status, zero);
      long n = testing_between (-9, 9);
      if (x != NULL)
        {
          asked += 6;
          seen += judge_undefined (tree_binary ("/", t, zero));
          seen += judge_undefined (tree_unary ("log", zero));
          seen += judge_undefined (tree_binary ("^", zero,
                                                tree_number (-1, 3)));
          seen += judge_step ("floor", disguised (n, 1, t), n);
          seen += judge_step ("round", disguised (4 * n + 1, 2, t), 2 * n);
          /* The middle of 16 m and 16 (m + 1) for an even m of 8 .. 14.  */
          n = testing_between (0, 3);
          seen += judge_step ("e4m3", disguised (136 + 32 * n, 1, t),
                              128 + 32 * n);
        }
      assay_expr_unref (x);
      trees_forget ();
    }
  printf ("%zu disguised numbers: %zu seen through, none mistaken\n", asked,
          seen);
  fflush (stdout);
}
END_TEST

static Suite *
agree_suite (void)
{
  Suite *suite = suite_create ("agree expr");
  TCase *oracle = tcase_create ("oracle");

  tcase_add_checked_fixture (oracle, assay_real_init, assay_real_finish);
  tcase_add_test (oracle, random_expressions_agree);
  tcase_add_test (oracle, disguised_numbers_are_never_mistaken);
  tcase_set_timeout (oracle, 600);
  suite_add_tcase (suite, oracle);
  return suite;
}

int
main (void)
{
  return testing_run (agree_suite ());
}
