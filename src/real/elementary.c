/* elementary.c -- elementary functions of expressions, folded where exact */

#include <stdlib.h>

#include "base/memory.h"
#include "exact/rat.h"
#include "real/encl.h"
#include "real/node.h"

static struct assay_expr *
function_of (enum assay_kind kind, struct assay_expr *x, int total)
{
  return assay_node_finish (assay_node_over (kind, &x, 1), total);
}

static int
is_rational (const struct assay_expr *x, long numerator)
{
  return x->kind == ASSAY_KIND_RATIONAL
         && mpq_cmp_si (x->value, numerator, 1) == 0;
}

enum assay_status
assay_expr_exp (struct assay_expr **result, struct assay_expr *x,
                struct assay_ctx *ctx)
{
  (void) ctx;
  if (is_rational (x, 0))
    *result = assay_expr_new_si (1, 1);
  else if (x->kind == ASSAY_KIND_LOG && x->total)
    *result = assay_expr_ref (x->operand[0]);
  else
    *result = function_of (ASSAY_KIND_EXP, x, 1);
  return ASSAY_OK;
}

enum assay_status
assay_expr_log (struct assay_expr **result, struct assay_expr *x,
                struct assay_ctx *ctx)
{
  enum assay_status status;
  int total, is_zero;

  *result = NULL;
  status = assay_node_require (&total, &is_zero, x, ASSAY_CAN_BE_POSITIVE,
                               "a positive argument of log", ctx);
  if (status != ASSAY_OK)
    return status;
  if (is_rational (x, 1))
    *result = assay_expr_new_si (0, 1);
  else if (x->kind == ASSAY_KIND_EXP)
    *result = assay_expr_ref (x->operand[0]);
  else
    *result = function_of (ASSAY_KIND_LOG, x, total);
  return ASSAY_OK;
}

/* LOG <- k when X = 2^k, else ASSAY_FAILS.  */
static enum assay_verdict
exact_log2 (mpq_ptr log, mpq_srcptr x)
{
  mp_bitcnt_t up = mpz_scan1 (mpq_numref (x), 0);
  mp_bitcnt_t down = mpz_scan1 (mpq_denref (x), 0);

  if (mpz_sizeinbase (mpq_numref (x), 2) != up + 1
      || mpz_sizeinbase (mpq_denref (x), 2) != down + 1)
    return ASSAY_FAILS;
  mpq_set_si (log, (long) up - (long) down, 1);
  return ASSAY_HOLDS;
}

enum assay_status
assay_expr_log2 (struct assay_expr **result, struct assay_expr *x,
                 struct assay_ctx *ctx)
{
  const struct assay_expr *base = x->kind == ASSAY_KIND_POWER
                                  ? x->operand[0] : x;
  struct assay_expr *logarithm, *two, *log_two = NULL;
  enum assay_status status;
  mpq_t exact;

  *result = NULL;
  /* The domain is checked, and refused, by log itself.  */
  status = assay_expr_log (&logarithm, x, ctx);
  if (status != ASSAY_OK)
    return status;
  mpq_init (exact);
  if (base->kind == ASSAY_KIND_RATIONAL && mpq_sgn (base->value) > 0
      && exact_log2 (exact, base->value) == ASSAY_HOLDS)
    {
      if (base != x)
        mpq_mul (exact, exact, x->value);
      *result = assay_expr_new_rational (exact);
    }
  else
    {
      two = assay_expr_new_si (2, 1);
      status = assay_expr_log (&log_two, two, ctx);
      if (status == ASSAY_OK)
        status = assay_expr_div (result, logarithm, log_two, ctx);
      assay_expr_unref (log_two);
      assay_expr_unref (two);
    }
  mpq_clear (exact);
  assay_expr_unref (logarithm);
  return status;
}

/* ---- trigonometric functions ---- */

/* ASSAY_HOLDS when X is a rational multiple of pi and a multiple of a 12th or
   an 8th of a circle; TURN12 and EIGHTHS are then that multiple (mod 12, mod
   8), or -1.  Rational sines and cosines occur at 12ths, rational
   tangents at 8ths alone (Lemma B26).  */
static enum assay_verdict
twelfths (int *turn12, int *eighths, const struct assay_expr *x)
{
  mpq_t turns;
  enum assay_verdict found = ASSAY_FAILS;

  *turn12 = *eighths = -1;
  mpq_init (turns);
  if (x->kind == ASSAY_KIND_PI)
    mpq_set_ui (turns, 1, 1);
  else if (x->kind == ASSAY_KIND_PRODUCT && x->count == 1
           && x->operand[0]->kind == ASSAY_KIND_PI)
    mpq_set (turns, x->value);
  else if (!is_rational (x, 0))
    {
      mpq_clear (turns);
      return ASSAY_FAILS;
    }
  /* Twelve times the half turns count 24ths of a circle.  */
  mpz_mul_ui (mpq_numref (turns), mpq_numref (turns), 12);
  mpq_canonicalize (turns);
  if (mpz_cmp_ui (mpq_denref (turns), 1) == 0)
    {
      unsigned long t24 = mpz_fdiv_ui (mpq_numref (turns), 24);

      if (t24 % 2 == 0)
        *turn12 = (int) (t24 / 2);
      if (t24 % 3 == 0)
        *eighths = (int) (t24 / 3);
      if (*turn12 >= 0 || *eighths >= 0)
        found = ASSAY_HOLDS;
    }
  mpq_clear (turns);
  return found;
}

/* 2 cos (2 pi t / 12) where that is an integer, else 9.  */
static const signed char twice_cosine[12]
  = { 2, 9, 1, 0, -1, 9, -2, 9, -1, 0, 1, 9 };

static struct assay_expr *
exact_cosine (const struct assay_expr *x, int shift)
{
  int turn12, eighths;

  if (twelfths (&turn12, &eighths, x) != ASSAY_HOLDS || turn12 < 0
      || twice_cosine[(turn12 + shift) % 12] == 9)
    return NULL;
  return assay_expr_new_si (twice_cosine[(turn12 + shift) % 12], 2);
}

enum assay_status
assay_expr_cos (struct assay_expr **result, struct assay_expr *x,
                struct assay_ctx *ctx)
{
  (void) ctx;
  *result = exact_cosine (x, 0);
  if (*result == NULL)
    *result = function_of (ASSAY_KIND_COS, x, 1);
  return ASSAY_OK;
}

/* sin x = cos (x - pi/2), a shift by nine twelfths of a turn.  */
enum assay_status
assay_expr_sin (struct assay_expr **result, struct assay_expr *x,
                struct assay_ctx *ctx)
{
  (void) ctx;
  *result = exact_cosine (x, 9);
  if (*result == NULL)
    *result = function_of (ASSAY_KIND_SIN, x, 1);
  return ASSAY_OK;
}

enum assay_status
assay_expr_tan (struct assay_expr **result, struct assay_expr *x,
                struct assay_ctx *ctx)
{
  static const char expected[] = "an argument of tan whose cosine is not 0";
  static const signed char exact[8] = { 0, 1, 9, -1, 0, 1, 9, -1 };
  struct assay_expr *cosine;
  enum assay_status status;
  int turn12, eighths, total, is_zero;

  *result = NULL;
  if (twelfths (&turn12, &eighths, x) == ASSAY_HOLDS && eighths >= 0)
    {
      if (exact[eighths] == 9)
        return assay_fail (ctx, ASSAY_EVALUE, NULL, expected,
                           "an odd multiple of pi/2");
      *result = assay_expr_new_si (exact[eighths], 1);
      return ASSAY_OK;
    }
  status = assay_expr_cos (&cosine, x, ctx);
  if (status != ASSAY_OK)
    return status;
  status = assay_node_require (&total, &is_zero, cosine,
                               ASSAY_CAN_BE_NEGATIVE | ASSAY_CAN_BE_POSITIVE,
                               expected, ctx);
  assay_expr_unref (cosine);
  if (status == ASSAY_OK)
    *result = function_of (ASSAY_KIND_TAN, x, total);
  return status;
}

enum assay_status
assay_expr_atan (struct assay_expr **result, struct assay_expr *x,
                 struct assay_ctx *ctx)
{
  struct assay_expr *pi, *quarter;
  enum assay_status status;
  int side = is_rational (x, 1) ? 1 : is_rational (x, -1) ? -1 : 0;

  *result = NULL;
  if (is_rational (x, 0))
    *result = assay_expr_ref (x);
  else if (side == 0)
    *result = function_of (ASSAY_KIND_ATAN, x, 1);
  else
    {
      pi = assay_expr_new_pi ();
      quarter = assay_expr_new_si (side, 4);
      status = assay_expr_mul (result, quarter, pi, ctx);
      assay_expr_unref (quarter);
      assay_expr_unref (pi);
      return status;
    }
  return ASSAY_OK;
}

enum assay_status
assay_expr_tanh (struct assay_expr **result, struct assay_expr *x,
                 struct assay_ctx *ctx)
{
  (void) ctx;
  *result = is_rational (x, 0) ? assay_expr_ref (x)
            : function_of (ASSAY_KIND_TANH, x, 1);
  return ASSAY_OK;
}

/* phi = 2 atan (s / (1 + c)), the half-angle formula, except phi = pi at c =
   -1.  */
enum assay_status
assay_expr_angle (struct assay_expr **result, mpq_srcptr c, mpq_srcptr s,
                  struct assay_ctx *ctx)
{
  struct assay_expr *tangent, *half = NULL, *two;
  enum assay_status status;
  mpq_t norm, square;
  int is_rotor;

  *result = NULL;
  mpq_inits (norm, square, NULL);
  mpq_mul (norm, c, c);
  mpq_mul (square, s, s);
  mpq_add (norm, norm, square);
  is_rotor = mpq_cmp_ui (norm, 1, 1) == 0;
  mpq_set_ui (norm, 1, 1);
  mpq_add (norm, norm, c);
  if (is_rotor && mpq_sgn (norm) != 0)
    mpq_div (square, s, norm);
  tangent = assay_expr_new_rational (square);
  two = assay_expr_new_si (2, 1);
  if (!is_rotor)
    status = assay_fail (ctx, ASSAY_EVALUE, NULL, "c^2 + s^2 = 1 of a rotor",
                         "another sum");
  else if (mpq_sgn (norm) == 0)
    {
      *result = assay_expr_new_pi ();
      status = ASSAY_OK;
    }
  else
    {
      status = assay_expr_atan (&half, tangent, ctx);
      if (status == ASSAY_OK)
        status = assay_expr_mul (result, two, half, ctx);
    }
  assay_expr_unref (half);
  assay_expr_unref (two);
  assay_expr_unref (tangent);
  mpq_clears (norm, square, NULL);
  return status;
}

/* ---- order ---- */

enum assay_status
assay_expr_abs (struct assay_expr **result, struct assay_expr *x,
                struct assay_ctx *ctx)
{
  if ((x->signs & ASSAY_CAN_BE_NEGATIVE) == 0)
    *result = assay_expr_ref (x);
  else if ((x->signs & ASSAY_CAN_BE_POSITIVE) == 0)
    return assay_expr_neg (result, x, ctx);
  else
    *result = function_of (ASSAY_KIND_ABS, x, 1);
  return ASSAY_OK;
}

/* The extreme of A and B: one of them when their first enclosures do not
   overlap.  */
static struct assay_expr *
extreme (enum assay_kind kind, struct assay_expr *a, struct assay_expr *b)
{
  int order = 0;

  if (a == b)
    return assay_expr_ref (a);
  if (a->kind == ASSAY_KIND_RATIONAL && b->kind == ASSAY_KIND_RATIONAL)
    order = mpq_cmp (a->value, b->value) <= 0 ? -1 : 1;
  else if (!a->closed || !b->closed
           || assay_encl_compare (&order, a->enclosure, b->enclosure)
              != ASSAY_HOLDS || order == 0)
    return assay_node_finish (
      assay_node_over (kind, (struct assay_expr *[]) { a, b }, 2), 1);
  return assay_expr_ref ((order < 0) == (kind == ASSAY_KIND_MIN) ? a : b);
}

enum assay_status
assay_expr_min (struct assay_expr **result, struct assay_expr *a,
                struct assay_expr *b, struct assay_ctx *ctx)
{
  (void) ctx;
  *result = extreme (ASSAY_KIND_MIN, a, b);
  return ASSAY_OK;
}

enum assay_status
assay_expr_max (struct assay_expr **result, struct assay_expr *a,
                struct assay_expr *b, struct assay_ctx *ctx)
{
  (void) ctx;
  *result = extreme (ASSAY_KIND_MAX, a, b);
  return ASSAY_OK;
}
