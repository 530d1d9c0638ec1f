/* step.c -- functions that jump: floor, ceiling, rounding, formats

   Each is decided in the same way (Lemma B21): enclosures are narrowed until
   at most one jump lies inside, then the argument is compared with it.  */

#include "real/step.h"

#include <stdio.h>

#include "base/memory.h"
#include "real/decide.h"
#include "real/encl.h"
#include "real/node.h"

static struct assay_expr *
symbolic (enum assay_kind kind, struct assay_expr *x, enum assay_fmt fmt,
          int total)
{
  struct assay_expr *node = assay_node_over (kind, &x, 1);

  node->fmt = fmt;
  return assay_node_finish (node, total);
}

static unsigned long
doubled (unsigned long precision, const struct assay_ctx *ctx)
{
  return precision > ctx->max_precision / 2 ? ctx->max_precision
         : 2 * precision;
}

/* ORDER <- the sign of X - JUMP, or ASSAY_ELIMIT.  */
static enum assay_status
order_against_jump (int *order, struct assay_expr *x, mpq_srcptr jump,
                    const char *expected, struct assay_ctx *ctx)
{
  struct assay_expr *bound = assay_expr_new_rational (jump);
  struct assay_decision decision;
  enum assay_status status = assay_decide_order (&decision, order, x, bound,
                                                 ctx);

  assay_expr_unref (bound);
  if (status == ASSAY_OK && decision.verdict != ASSAY_HOLDS)
    status = assay_fail (ctx, ASSAY_ELIMIT, NULL, expected, "a number on or "
                         "beside a jump, undecided at %lu bits",
                         decision.precision);
  return status;
}

/* FLOOR <- floor (X) for the closed X, IS_INTEGER <- whether X is FLOOR.
   An enclosure narrower than 1 contains at most one integer unless it starts
   with one, and then its right end's floor is still the last jump.  */
static enum assay_status
closed_floor (mpz_ptr floor, int *is_integer, struct assay_expr *x,
              struct assay_ctx *ctx)
{
  static const char expected[] = "a number whose integer part is decidable";
  unsigned long precision = ASSAY_FIRST_PRECISION;
  enum assay_status status = ASSAY_OK;
  mpfi_t enclosure;
  mpq_t jump;
  int order = 0;

  mpq_init (jump);
  mpfi_init2 (enclosure, ASSAY_FIRST_PRECISION);
  while ((status = assay_expr_enclose (enclosure, x, ctx,
                                       (mpfr_prec_t) precision)) == ASSAY_OK
         && assay_encl_width_exponent (enclosure) >= 0
         && precision < ctx->max_precision)
    precision = doubled (precision, ctx);
  if (status == ASSAY_OK && assay_encl_width_exponent (enclosure) >= 0)
    status = assay_fail (ctx, ASSAY_ELIMIT, NULL, expected, "a number known "
                         "only to units beyond 1 at %lu bits", precision);
  if (status == ASSAY_OK)
    {
      mpfr_get_z (mpq_numref (jump), &enclosure->left, MPFR_RNDD);
      mpfr_get_z (floor, &enclosure->right, MPFR_RNDD);
      *is_integer = 0;
      if (mpz_cmp (floor, mpq_numref (jump)) != 0
          || mpfr_integer_p (&enclosure->left))
        {
          mpz_set (mpq_numref (jump), floor);
          status = order_against_jump (&order, x, jump, expected, ctx);
          *is_integer = order == 0;
          if (status == ASSAY_OK && order < 0)
            mpz_sub_ui (floor, floor, 1);
        }
    }
  mpfi_clear (enclosure);
  mpq_clear (jump);
  return status;
}

static struct assay_expr *
integer_expr (mpz_srcptr n)
{
  struct assay_expr *node;
  mpq_t value;

  mpq_init (value);
  mpq_set_z (value, n);
  node = assay_expr_new_rational (value);
  mpq_clear (value);
  return node;
}

enum assay_status
assay_step_integer (struct assay_expr **result, struct assay_expr *x,
                    struct assay_ctx *ctx)
{
  enum assay_status status = ASSAY_OK;
  int is_integer = 0;
  mpz_t floor;

  *result = NULL;
  mpz_init (floor);
  if (x->closed && x->kind != ASSAY_KIND_RATIONAL)
    status = closed_floor (floor, &is_integer, x, ctx);
  if (status == ASSAY_OK)
    *result = is_integer ? integer_expr (floor) : assay_expr_ref (x);
  mpz_clear (floor);
  return status;
}

enum assay_status
assay_step_floor (struct assay_expr **result, struct assay_expr *x,
                  struct assay_ctx *ctx)
{
  enum assay_status status = ASSAY_OK;
  int ignored;
  mpz_t n;

  *result = NULL;
  if (x->integral)
    *result = assay_expr_ref (x);
  else if (!x->closed)
    *result = symbolic (ASSAY_KIND_FLOOR, x, ASSAY_FMT_F64, 1);
  if (*result)
    return ASSAY_OK;
  mpz_init (n);
  if (x->kind == ASSAY_KIND_RATIONAL)
    mpz_fdiv_q (n, mpq_numref (x->value), mpq_denref (x->value));
  else
    status = closed_floor (n, &ignored, x, ctx);
  if (status == ASSAY_OK)
    *result = integer_expr (n);
  mpz_clear (n);
  return status;
}

/* ceil (x) = -floor (-x).  */
enum assay_status
assay_step_ceil (struct assay_expr **result, struct assay_expr *x,
                 struct assay_ctx *ctx)
{
  struct assay_expr *minus_x = NULL, *floor = NULL;
  enum assay_status status;

  *result = NULL;
  if (!x->closed && !x->integral)
    {
      *result = symbolic (ASSAY_KIND_CEIL, x, ASSAY_FMT_F64, 1);
      return ASSAY_OK;
    }
  status = assay_expr_neg (&minus_x, x, ctx);
  if (status == ASSAY_OK)
    status = assay_step_floor (&floor, minus_x, ctx);
  if (status == ASSAY_OK)
    status = assay_expr_neg (result, floor, ctx);
  assay_expr_unref (floor);
  assay_expr_unref (minus_x);
  return status;
}

/* With y = x + 1/2 the nearest integer is floor (y), except that at an
   integer y, a tie, the even one of y and y - 1 is meant.  */
enum assay_status
assay_step_round (struct assay_expr **result, struct assay_expr *x,
                  struct assay_ctx *ctx)
{
  struct assay_expr *half, *y;
  enum assay_status status;
  int tie = 0;
  mpz_t n;

  *result = NULL;
  if (x->integral)
    *result = assay_expr_ref (x);
  else if (!x->closed)
    *result = symbolic (ASSAY_KIND_ROUND, x, ASSAY_FMT_F64, 1);
  if (*result)
    return ASSAY_OK;
  half = assay_expr_new_si (1, 2);
  status = assay_expr_add (&y, x, half, ctx);
  assay_expr_unref (half);
  if (status != ASSAY_OK)
    return status;
  mpz_init (n);
  if (y->kind == ASSAY_KIND_RATIONAL)
    {
      mpz_fdiv_q (n, mpq_numref (y->value), mpq_denref (y->value));
      tie = y->integral;
    }
  else
    status = closed_floor (n, &tie, y, ctx);
  if (status == ASSAY_OK)
    {
      if (tie && mpz_odd_p (n))
        mpz_sub_ui (n, n, 1);
      *result = integer_expr (n);
    }
  mpz_clear (n);
  assay_expr_unref (y);
  return status;
}

/* ---- formats ---- */

/* RESULT <- X, or where X lies far beyond the largest or far below the least
   value of FMT a number of moderate size that rounds alike.  */
static void
end_as_rational (mpq_ptr result, mpfr_srcptr x, enum assay_fmt fmt)
{
  int huge;

  mpq_set_ui (result, 0, 1);
  if (mpfr_zero_p (x))
    return;
  huge = mpfr_inf_p (x)
         || mpfr_get_exp (x) > assay_fmt_shape (fmt)->emax + 2;
  if (huge)
    {
      assay_fmt_overflow (result, fmt);
      mpq_mul_2exp (result, result, 1);
    }
  else if (mpfr_get_exp (x) < assay_fmt_shape (fmt)->emin
                              - (int) assay_fmt_shape (fmt)->precision - 2)
    {
      assay_fmt_smallest (result, fmt);
      mpq_div_2exp (result, result, 2);
    }
  else
    {
      mpfr_get_q (result, x);
      return;
    }
  if (mpfr_sgn (x) < 0)
    mpq_neg (result, result);
}

/* The patterns LO and HI of X's ends round apart.  ASSAY_HOLDS when one jump
   lies between them; JUMP <- it.  */
static enum assay_verdict
single_jump (mpq_ptr jump, uint64_t lo, uint64_t hi, enum assay_fmt fmt)
{
  int64_t below = assay_fmt_ordinal (lo, fmt);
  int64_t above = assay_fmt_ordinal (hi, fmt);

  /* Not by their difference, which may be beyond an int64_t.  */
  if (above == below)
    mpq_set_ui (jump, 0, 1);
  else if (above != below + 1)
    return ASSAY_FAILS;
  else if (assay_fmt_classify (lo, fmt) == ASSAY_FMT_FINITE)
    assay_fmt_midpoint_above (jump, lo, fmt);
  else
    {
      assay_fmt_overflow (jump, fmt);
      mpq_neg (jump, jump);
    }
  return ASSAY_HOLDS;
}

static enum assay_status
closed_bits (uint64_t *bits, struct assay_expr *x, enum assay_fmt fmt,
             struct assay_ctx *ctx)
{
  static const char expected[] = "a number whose rounding is decidable";
  unsigned long precision = ASSAY_FIRST_PRECISION;
  enum assay_status status;
  uint64_t lo, hi;
  mpfi_t enclosure;
  mpq_t jump;
  int order = 0;

  mpq_init (jump);
  mpfi_init2 (enclosure, ASSAY_FIRST_PRECISION);
  for (;; precision = doubled (precision, ctx))
    {
      status = assay_expr_enclose (enclosure, x, ctx,
                                   (mpfr_prec_t) precision);
      if (status != ASSAY_OK)
        break;
      end_as_rational (jump, &enclosure->left, fmt);
      lo = assay_fmt_round (jump, fmt);
      end_as_rational (jump, &enclosure->right, fmt);
      hi = assay_fmt_round (jump, fmt);
      *bits = lo;
      if (lo == hi && mpfr_sgn (&enclosure->left)
                      * mpfr_sgn (&enclosure->right) > 0)
        break;
      /* Either zero or one other jump, never both: zero decides a sign.  */
      if (single_jump (jump, lo, hi, fmt) == ASSAY_HOLDS
          && (mpq_sgn (jump) == 0 || mpfr_sgn (&enclosure->left)
                                     * mpfr_sgn (&enclosure->right) > 0))
        {
          status = order_against_jump (&order, x, jump, expected, ctx);
          if (status == ASSAY_OK)
            *bits = order < 0 ? lo : order > 0 ? hi
                    : assay_fmt_round (jump, fmt);
          break;
        }
      if (precision >= ctx->max_precision)
        {
          status = assay_fail (ctx, ASSAY_ELIMIT, NULL, expected,
                               "an enclosure too wide at %lu bits",
                               precision);
          break;
        }
    }
  mpfi_clear (enclosure);
  mpq_clear (jump);
  return status;
}

enum assay_status
assay_step_fmt_bits (uint64_t *bits, struct assay_expr *x, enum assay_fmt fmt,
                     struct assay_ctx *ctx)
{
  if (!x->closed)
    return assay_fail (ctx, ASSAY_EVALUE, NULL, "a number to round",
                       "an expression with integer symbols");
  if (x->kind == ASSAY_KIND_RATIONAL)
    {
      *bits = assay_fmt_round (x->value, fmt);
      return ASSAY_OK;
    }
  return closed_bits (bits, x, fmt, ctx);
}

/* VALUE <- X rounded to FMT, or ASSAY_EVALUE when it overflows.  */
static enum assay_status
rounded_value (mpq_ptr value, struct assay_expr *x, enum assay_fmt fmt,
               struct assay_ctx *ctx)
{
  uint64_t bits;
  enum assay_status status = assay_step_fmt_bits (&bits, x, fmt, ctx);
  char expected[64];

  if (status != ASSAY_OK)
    return status;
  if (assay_fmt_decode (value, bits, fmt) == ASSAY_FMT_FINITE)
    return ASSAY_OK;
  snprintf (expected, sizeof expected, "a number that is finite in %s",
            assay_fmt_shape (fmt)->name);
  return assay_expr_refuse (ctx, x, expected);
}

enum assay_status
assay_step_fmt (struct assay_expr **result, struct assay_expr *x,
                enum assay_fmt fmt, struct assay_ctx *ctx)
{
  enum assay_status status;
  mpq_t value;

  *result = NULL;
  if (!x->closed)
    {
      *result = symbolic (ASSAY_KIND_FMT, x, fmt, 0);
      return ASSAY_OK;
    }
  mpq_init (value);
  status = rounded_value (value, x, fmt, ctx);
  if (status == ASSAY_OK)
    *result = assay_expr_new_rational (value);
  mpq_clear (value);
  return status;
}

/* ULP <- the spacing at the real X that rounds to VALUE.  They lie in the
   same binade unless X is below the power of two that VALUE is.  */
static enum assay_status
closed_ulp (mpq_ptr ulp, mpq_ptr value, struct assay_expr *x,
            enum assay_fmt fmt, struct assay_ctx *ctx)
{
  enum assay_status status = ASSAY_OK;
  int order = 0, negative = mpq_sgn (value) < 0;
  mpq_t magnitude, just_below;

  mpq_inits (magnitude, just_below, NULL);
  mpq_abs (magnitude, value);
  assay_fmt_ulp (ulp, value, fmt);
  mpq_div_2exp (just_below, ulp, 2);
  mpq_sub (just_below, magnitude, just_below);
  if (mpq_sgn (value) != 0)
    assay_fmt_ulp (just_below, just_below, fmt);
  if (mpq_sgn (value) != 0 && !mpq_equal (just_below, ulp))
    {
      status = order_against_jump (&order, x, value, "a number whose binade "
                                   "is decidable", ctx);
      if (status == ASSAY_OK && (negative ? order > 0 : order < 0))
        mpq_set (ulp, just_below);
    }
  mpq_clears (magnitude, just_below, NULL);
  return status;
}

enum assay_status
assay_step_ulp (struct assay_expr **result, struct assay_expr *x,
                enum assay_fmt fmt, struct assay_ctx *ctx)
{
  enum assay_status status;
  mpq_t value, ulp;

  *result = NULL;
  if (!x->closed)
    {
      *result = symbolic (ASSAY_KIND_ULP, x, fmt, 0);
      return ASSAY_OK;
    }
  mpq_inits (value, ulp, NULL);
  status = rounded_value (value, x, fmt, ctx);
  if (status == ASSAY_OK && x->kind == ASSAY_KIND_RATIONAL)
    assay_fmt_ulp (ulp, x->value, fmt);
  else if (status == ASSAY_OK)
    status = closed_ulp (ulp, value, x, fmt, ctx);
  if (status == ASSAY_OK)
    *result = assay_expr_new_rational (ulp);
  mpq_clears (value, ulp, NULL);
  return status;
}
