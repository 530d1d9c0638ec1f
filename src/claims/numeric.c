/* numeric.c -- arithmetic of the claims language */

#include "claims/numeric.h"

#include <stdlib.h>

#include "base/memory.h"
#include "exact/rat.h"
#include "real/decide.h"
#include "real/formula.h"
#include "real/step.h"

static bool
is_rational (const struct assay_value *value)
{
  return value->kind == ASSAY_VALUE_RATIONAL;
}

static size_t
limbs_of (const struct assay_value *value)
{
  return mpz_size (mpq_numref (value->rational))
         + mpz_size (mpq_denref (value->rational));
}

/* Sum, difference, product and quotient of A and B need at most BITS (A) +
   BITS (B) + 1 bits.  Limbs are a cheaper bound that nearly always does.  */
static enum assay_status
afford (const struct assay_value *a, const struct assay_value *b,
        struct assay_ctx *ctx)
{
  if ((limbs_of (a) + limbs_of (b)) * GMP_NUMB_BITS < ctx->max_bits)
    return ASSAY_OK;
  return assay_ctx_afford (ctx, NULL, "a number",
                           assay_rat_bits (a->rational)
                           + assay_rat_bits (b->rational) + 1);
}

typedef enum assay_status expr_operation (struct assay_expr **result,
                                          struct assay_expr *a,
                                          struct assay_expr *b,
                                          struct assay_ctx *ctx);

static enum assay_status
through_expressions (struct assay_value **result, expr_operation *operation,
                     struct assay_value *a, struct assay_value *b,
                     struct assay_ctx *ctx)
{
  struct assay_expr *x = assay_value_expr (a), *y = assay_value_expr (b), *z;
  enum assay_status status = operation (&z, x, y, ctx);

  assay_expr_unref (x);
  assay_expr_unref (y);
  *result = status == ASSAY_OK ? assay_value_real (z) : NULL;
  return status;
}

typedef void rational_operation (mpq_ptr, mpq_srcptr, mpq_srcptr);

static enum assay_status
operate (struct assay_value **result, rational_operation *exact,
         expr_operation *operation, struct assay_value *a,
         struct assay_value *b, struct assay_ctx *ctx)
{
  struct assay_value *value;
  enum assay_status status;

  *result = NULL;
  if (!is_rational (a) || !is_rational (b))
    return through_expressions (result, operation, a, b, ctx);
  status = afford (a, b, ctx);
  if (status != ASSAY_OK)
    return status;
  value = assay_value_blank ();
  exact (value->rational, a->rational, b->rational);
  *result = assay_value_ready (value);
  return ASSAY_OK;
}

enum assay_status
assay_numeric_add (struct assay_value **result, struct assay_value *a,
                   struct assay_value *b, struct assay_ctx *ctx)
{
  return operate (result, mpq_add, assay_expr_add, a, b, ctx);
}

enum assay_status
assay_numeric_sub (struct assay_value **result, struct assay_value *a,
                   struct assay_value *b, struct assay_ctx *ctx)
{
  return operate (result, mpq_sub, assay_expr_sub, a, b, ctx);
}

enum assay_status
assay_numeric_mul (struct assay_value **result, struct assay_value *a,
                   struct assay_value *b, struct assay_ctx *ctx)
{
  return operate (result, mpq_mul, assay_expr_mul, a, b, ctx);
}

enum assay_status
assay_numeric_div (struct assay_value **result, struct assay_value *a,
                   struct assay_value *b, struct assay_ctx *ctx)
{
  *result = NULL;
  if (is_rational (b) && mpq_sgn (b->rational) == 0)
    return assay_fail (ctx, ASSAY_EVALUE, NULL, "a divisor other than zero",
                       "0");
  return operate (result, mpq_div, assay_expr_div, a, b, ctx);
}

enum assay_status
assay_numeric_neg (struct assay_value **result, struct assay_value *a,
                   struct assay_ctx *ctx)
{
  struct assay_value *value;

  *result = NULL;
  if (!is_rational (a))
    return assay_numeric_apply (result, assay_expr_neg, a, ctx);
  value = assay_value_blank ();
  mpq_neg (value->rational, a->rational);
  *result = assay_value_ready (value);
  return ASSAY_OK;
}

/* RESULT <- A^N for |N| small enough for a long, A nonzero when N < 0.  Powers
   of a fraction in lowest terms are in lowest terms.  */
static void
rational_power (mpq_ptr result, mpq_srcptr a, long n)
{
  unsigned long magnitude = n < 0 ? -(unsigned long) n : (unsigned long) n;

  mpz_pow_ui (mpq_numref (result), mpq_numref (a), magnitude);
  mpz_pow_ui (mpq_denref (result), mpq_denref (a), magnitude);
  if (n < 0)
    mpq_inv (result, result);
}

/* An upper bound of the bits of Z^N, exact for powers of two.  */
static unsigned long long
power_bits (mpz_srcptr z, unsigned long n)
{
  size_t bits = mpz_sizeinbase (z, 2);

  if (mpz_scan1 (z, 0) == bits - 1)
    return assay_saturating_add (assay_saturating_mul (bits - 1, n), 1);
  return assay_saturating_mul (bits, n);
}

enum assay_status
assay_numeric_pow (struct assay_value **result, struct assay_value *a,
                   struct assay_value *b, struct assay_ctx *ctx)
{
  enum assay_status status;
  unsigned long magnitude;
  mpz_srcptr n = mpq_numref (b->rational);
  struct assay_value *value;

  *result = NULL;
  if (!is_rational (a) || !is_rational (b) || !mpz_fits_slong_p (n)
      || mpz_cmp_ui (mpq_denref (b->rational), 1) != 0
      || (mpq_sgn (a->rational) == 0 && mpz_sgn (n) < 0))
    return through_expressions (result, assay_expr_pow, a, b, ctx);
  magnitude = mpz_get_ui (n);
  status = assay_ctx_afford (ctx, NULL, "a power",
                             power_bits (mpq_numref (a->rational),
                                         magnitude));
  if (status == ASSAY_OK)
    status = assay_ctx_afford (ctx, NULL, "a power",
                               power_bits (mpq_denref (a->rational),
                                           magnitude));
  if (status != ASSAY_OK)
    return status;
  value = assay_value_blank ();
  rational_power (value->rational, a->rational, mpz_get_si (n));
  *result = assay_value_ready (value);
  return ASSAY_OK;
}

static bool
all_rational (struct assay_value *const *items, size_t count)
{
  size_t i = 0;

  while (i < count && is_rational (items[i]))
    i++;
  return i == count;
}

static struct assay_expr **
expressions_of (struct assay_value *const *items, size_t count)
{
  struct assay_expr **exprs = assay_formula_list (count);
  size_t i;

  for (i = 0; i < count; i++)
    exprs[i] = assay_value_expr (items[i]);
  return exprs;
}

/* *RESULT <- sum of A[i] * B[i], all rational; B null for a plain sum.  */
static enum assay_status
rational_dot (struct assay_value **result, struct assay_value *const *a,
              struct assay_value *const *b, size_t count,
              struct assay_ctx *ctx)
{
  struct assay_value *sum = assay_value_blank ();
  struct assay_value *term = assay_value_blank ();
  enum assay_status status = ASSAY_OK;
  size_t i;

  for (i = 0; i < count && status == ASSAY_OK; i++)
    {
      if (b)
        status = afford (a[i], b[i], ctx);
      if (status == ASSAY_OK && b)
        mpq_mul (term->rational, a[i]->rational, b[i]->rational);
      if (status == ASSAY_OK)
        status = afford (sum, b ? term : a[i], ctx);
      if (status == ASSAY_OK)
        mpq_add (sum->rational, sum->rational,
                 b ? term->rational : a[i]->rational);
    }
  assay_value_unref (assay_value_ready (term));
  *result = assay_value_ready (sum);
  if (status != ASSAY_OK)
    {
      assay_value_unref (*result);
      *result = NULL;
    }
  return status;
}

enum assay_status
assay_numeric_sum (struct assay_value **result,
                   struct assay_value *const *terms, size_t count,
                   struct assay_ctx *ctx)
{
  struct assay_expr **exprs, *sum;
  enum assay_status status;

  *result = NULL;
  if (all_rational (terms, count))
    return rational_dot (result, terms, NULL, count, ctx);
  exprs = expressions_of (terms, count);
  status = assay_expr_sum (&sum, exprs, count, ctx);
  assay_formula_list_free (exprs, count);
  if (status == ASSAY_OK)
    *result = assay_value_real (sum);
  return status;
}

enum assay_status
assay_numeric_dot (struct assay_value **result, struct assay_value *const *a,
                   struct assay_value *const *b, size_t count,
                   struct assay_ctx *ctx)
{
  struct assay_value **products;
  enum assay_status status = ASSAY_OK;
  size_t i;

  *result = NULL;
  if (all_rational (a, count) && all_rational (b, count))
    return rational_dot (result, a, b, count, ctx);
  products = assay_calloc (count, sizeof (*products));
  for (i = 0; i < count && status == ASSAY_OK; i++)
    status = assay_numeric_mul (&products[i], a[i], b[i], ctx);
  if (status == ASSAY_OK)
    status = assay_numeric_sum (result, products, count, ctx);
  assay_values_free (products, count);
  return status;
}

enum assay_status
assay_numeric_apply (struct assay_value **result,
                     assay_expr_function *function, struct assay_value *x,
                     struct assay_ctx *ctx)
{
  struct assay_expr *argument = assay_value_expr (x), *value;
  enum assay_status status = function (&value, argument, ctx);

  assay_expr_unref (argument);
  *result = status == ASSAY_OK ? assay_value_real (value) : NULL;
  return status;
}

enum assay_status
assay_numeric_settle (struct assay_value **value, struct assay_ctx *ctx)
{
  struct assay_expr *settled;
  enum assay_status status;

  if ((*value)->kind != ASSAY_VALUE_REAL)
    return ASSAY_OK;
  status = assay_step_integer (&settled, (*value)->real, ctx);
  if (status == ASSAY_OK && assay_expr_rational (settled))
    {
      assay_value_unref (*value);
      *value = assay_value_real (settled);
    }
  else
    assay_expr_unref (settled);
  return status;
}

enum assay_status
assay_numeric_order (int *order, struct assay_value *a, struct assay_value *b,
                     struct assay_ctx *ctx)
{
  struct assay_decision decision;
  struct assay_expr *x, *y;
  enum assay_status status;
  bool closed;

  if (is_rational (a) && is_rational (b))
    {
      int difference = mpq_cmp (a->rational, b->rational);

      *order = (difference > 0) - (difference < 0);
      return ASSAY_OK;
    }
  x = assay_value_expr (a);
  y = assay_value_expr (b);
  closed = assay_expr_is_closed (x) && assay_expr_is_closed (y);
  status = assay_decide_order (&decision, order, x, y, ctx);
  assay_expr_unref (x);
  assay_expr_unref (y);
  if (status == ASSAY_OK && decision.verdict == ASSAY_OPEN)
    status = closed ? assay_fail (ctx, ASSAY_ELIMIT, NULL,
                                  "numbers whose order is decided",
                                  "an open one at %lu bits",
                                  decision.precision)
                    : assay_fail (ctx, ASSAY_ETYPE, NULL,
                                  "numbers that can be compared",
                                  "an expression in integer variables");
  return status;
}
