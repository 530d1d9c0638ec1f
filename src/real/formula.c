/* formula.c -- expressions written the way a formula is */

#include "real/formula.h"

#include <stdlib.h>

#include "base/memory.h"

typedef enum assay_status unary (struct assay_expr **result,
                                 struct assay_expr *x, struct assay_ctx *ctx);
typedef enum assay_status binary (struct assay_expr **result,
                                  struct assay_expr *a, struct assay_expr *b,
                                  struct assay_ctx *ctx);

static struct assay_expr *
apply_unary (unary *function, struct assay_expr *x, struct assay_ctx *ctx)
{
  struct assay_expr *result = NULL;

  if (x)
    (void) function (&result, x, ctx);
  assay_expr_unref (x);
  return result;
}

static struct assay_expr *
apply_binary (binary *function, struct assay_expr *a, struct assay_expr *b,
              struct assay_ctx *ctx)
{
  struct assay_expr *result = NULL;

  if (a && b)
    (void) function (&result, a, b, ctx);
  assay_expr_unref (a);
  assay_expr_unref (b);
  return result;
}

struct assay_expr *
assay_formula_integer (long n)
{
  return assay_expr_new_si (n, 1);
}

struct assay_expr *
assay_formula_ratio (long numerator, unsigned long denominator)
{
  return assay_expr_new_si (numerator, denominator);
}

struct assay_expr *
assay_formula_add (struct assay_expr *a, struct assay_expr *b,
                   struct assay_ctx *ctx)
{
  return apply_binary (assay_expr_add, a, b, ctx);
}

struct assay_expr *
assay_formula_sub (struct assay_expr *a, struct assay_expr *b,
                   struct assay_ctx *ctx)
{
  return apply_binary (assay_expr_sub, a, b, ctx);
}

struct assay_expr *
assay_formula_mul (struct assay_expr *a, struct assay_expr *b,
                   struct assay_ctx *ctx)
{
  return apply_binary (assay_expr_mul, a, b, ctx);
}

struct assay_expr *
assay_formula_div (struct assay_expr *a, struct assay_expr *b,
                   struct assay_ctx *ctx)
{
  return apply_binary (assay_expr_div, a, b, ctx);
}

struct assay_expr *
assay_formula_pow (struct assay_expr *a, struct assay_expr *b,
                   struct assay_ctx *ctx)
{
  return apply_binary (assay_expr_pow, a, b, ctx);
}

struct assay_expr *
assay_formula_cos (struct assay_expr *x, struct assay_ctx *ctx)
{
  return apply_unary (assay_expr_cos, x, ctx);
}

struct assay_expr *
assay_formula_sin (struct assay_expr *x, struct assay_ctx *ctx)
{
  return apply_unary (assay_expr_sin, x, ctx);
}

struct assay_expr *
assay_formula_sqrt (struct assay_expr *x, struct assay_ctx *ctx)
{
  return apply_unary (assay_expr_sqrt, x, ctx);
}

struct assay_expr *
assay_formula_abs (struct assay_expr *x, struct assay_ctx *ctx)
{
  return apply_unary (assay_expr_abs, x, ctx);
}

struct assay_expr *
assay_formula_dot (struct assay_expr *const *a, struct assay_expr *const *b,
                   size_t count, struct assay_ctx *ctx)
{
  struct assay_expr *result = NULL;
  size_t i;

  for (i = 0; i < count; i++)
    if (a[i] == NULL || b[i] == NULL)
      return NULL;
  (void) assay_expr_dot (&result, a, b, count, ctx);
  return result;
}

struct assay_expr **
assay_formula_list (size_t count)
{
  return assay_calloc (count, sizeof (struct assay_expr *));
}

void
assay_formula_list_free (struct assay_expr **list, size_t count)
{
  size_t i;

  for (i = 0; i < count; i++)
    assay_expr_unref (list[i]);
  free (list);
}

enum assay_status
assay_formula_status (const struct assay_expr *x, const struct assay_ctx *ctx)
{
  return x ? ASSAY_OK : ctx->error.status;
}
