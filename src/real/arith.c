/* arith.c -- sums, products and quotients of expressions

   A sum node is a rational plus operands that are not rational, a product
   node a rational times such operands.  */

#include <stdlib.h>

#include "base/memory.h"
#include "exact/rat.h"
#include "real/node.h"

/* Operands of an operand of the same kind are taken over when they are this
   few: constants meet and -(-x) is x, while a chain of n additions still
   costs a multiple of n.  */
enum { TAKE_OVER = 8 };

enum assay_status
assay_node_add_rational (mpq_ptr sum, mpq_srcptr x, struct assay_ctx *ctx)
{
  enum assay_status status
    = assay_ctx_afford (ctx, NULL, "a sum of fractions",
                        assay_rat_bits (sum) + assay_rat_bits (x) + 1);

  if (status == ASSAY_OK)
    mpq_add (sum, sum, x);
  return status;
}

enum assay_status
assay_node_mul_rational (mpq_ptr product, mpq_srcptr x,
                         struct assay_ctx *ctx)
{
  enum assay_status status
    = assay_ctx_afford (ctx, NULL, "a product of fractions",
                        assay_rat_bits (product) + assay_rat_bits (x));

  if (status == ASSAY_OK)
    mpq_mul (product, product, x);
  return status;
}

typedef enum assay_status combine_fn (mpq_ptr, mpq_srcptr,
                                      struct assay_ctx *);

/* How many operands X brings into a node of KIND.  */
static size_t
operands_of (const struct assay_expr *x, enum assay_kind kind)
{
  if (x->kind == ASSAY_KIND_RATIONAL)
    return 0;
  return x->kind == kind && x->count <= TAKE_OVER ? x->count : 1;
}

/* NODE with its rational and operands complete -> the expression it is.  */
static struct assay_expr *
simplest (struct assay_expr *node)
{
  int neutral = node->kind == ASSAY_KIND_SUM
                ? mpq_sgn (node->value) == 0
                : mpq_cmp_ui (node->value, 1, 1) == 0;
  int all_total = 1;
  size_t i;

  for (i = 0; i < node->count; i++)
    all_total = all_total && node->operand[i]->total;
  /* 0 x is 0 only where x is defined.  */
  if (node->count == 0 || (node->kind == ASSAY_KIND_PRODUCT && all_total
                           && mpq_sgn (node->value) == 0))
    {
      struct assay_expr *rational = assay_expr_new_rational (node->value);

      assay_expr_unref (assay_node_finish (node, 1));
      return rational;
    }
  if (node->count == 1 && neutral)
    {
      struct assay_expr *only = assay_expr_ref (node->operand[0]);

      assay_expr_unref (assay_node_finish (node, 1));
      return only;
    }
  return assay_node_finish (node, 1);
}

/* The n-ary node of KIND over X, rationals combined by COMBINE from START.  */
static enum assay_status
gather (struct assay_expr **result, enum assay_kind kind,
        struct assay_expr *const *x, size_t count, combine_fn *combine,
        struct assay_ctx *ctx)
{
  struct assay_expr *node;
  enum assay_status status = ASSAY_OK;
  size_t i, k, filled = 0, room = 0;

  *result = NULL;
  for (i = 0; i < count; i++)
    room += operands_of (x[i], kind);
  node = assay_node_new (kind, room);
  mpq_set_ui (node->value, kind == ASSAY_KIND_PRODUCT, 1);
  for (i = 0; i < count && status == ASSAY_OK; i++)
    {
      size_t brings = operands_of (x[i], kind);
      int opened = x[i]->kind == kind && x[i]->count <= TAKE_OVER;

      if (x[i]->kind == ASSAY_KIND_RATIONAL || opened)
        status = combine (node->value, x[i]->value, ctx);
      for (k = 0; k < brings; k++)
        node->operand[filled++]
          = assay_expr_ref (opened ? x[i]->operand[k] : x[i]);
      if (status == ASSAY_OK && i % 256 == 255)
        status = assay_ctx_in_time (ctx, NULL);
    }
  node->count = filled;
  if (status == ASSAY_OK)
    *result = simplest (node);
  else
    assay_expr_unref (assay_node_finish (node, 1));
  return status;
}

enum assay_status
assay_expr_sum (struct assay_expr **result, struct assay_expr *const *terms,
                size_t count, struct assay_ctx *ctx)
{
  return gather (result, ASSAY_KIND_SUM, terms, count,
                 assay_node_add_rational, ctx);
}

enum assay_status
assay_expr_product (struct assay_expr **result,
                    struct assay_expr *const *factors, size_t count,
                    struct assay_ctx *ctx)
{
  return gather (result, ASSAY_KIND_PRODUCT, factors, count,
                 assay_node_mul_rational, ctx);
}

enum assay_status
assay_expr_add (struct assay_expr **result, struct assay_expr *a,
                struct assay_expr *b, struct assay_ctx *ctx)
{
  return assay_expr_sum (result, (struct assay_expr *[]) { a, b }, 2, ctx);
}

enum assay_status
assay_expr_mul (struct assay_expr **result, struct assay_expr *a,
                struct assay_expr *b, struct assay_ctx *ctx)
{
  return assay_expr_product (result, (struct assay_expr *[]) { a, b }, 2,
                             ctx);
}

enum assay_status
assay_expr_neg (struct assay_expr **result, struct assay_expr *a,
                struct assay_ctx *ctx)
{
  struct assay_expr *minus_one = assay_expr_new_si (-1, 1);
  enum assay_status status = assay_expr_mul (result, minus_one, a, ctx);

  assay_expr_unref (minus_one);
  return status;
}

enum assay_status
assay_expr_sub (struct assay_expr **result, struct assay_expr *a,
                struct assay_expr *b, struct assay_ctx *ctx)
{
  struct assay_expr *minus_b;
  enum assay_status status = assay_expr_neg (&minus_b, b, ctx);

  *result = NULL;
  if (status == ASSAY_OK)
    status = assay_expr_add (result, a, minus_b, ctx);
  assay_expr_unref (minus_b);
  return status;
}

enum assay_status
assay_expr_div (struct assay_expr **result, struct assay_expr *a,
                struct assay_expr *b, struct assay_ctx *ctx)
{
  enum assay_status status;
  struct assay_expr *inverse;
  int total, is_zero;

  *result = NULL;
  status = assay_node_require (&total, &is_zero, b,
                               ASSAY_CAN_BE_NEGATIVE | ASSAY_CAN_BE_POSITIVE,
                               "a nonzero divisor", ctx);
  if (status != ASSAY_OK)
    return status;
  if (b->kind != ASSAY_KIND_RATIONAL)
    {
      if (a->kind == ASSAY_KIND_RATIONAL && mpq_sgn (a->value) == 0
          && total && b->total)
        *result = assay_expr_ref (a);
      else
        *result = assay_node_finish (
          assay_node_over (ASSAY_KIND_QUOTIENT,
                           (struct assay_expr *[]) { a, b }, 2), total);
      return ASSAY_OK;
    }
  inverse = assay_node_new (ASSAY_KIND_RATIONAL, 0);
  mpq_inv (inverse->value, b->value);
  assay_node_finish (inverse, 1);
  status = assay_expr_mul (result, a, inverse, ctx);
  assay_expr_unref (inverse);
  return status;
}

enum assay_status
assay_expr_dot (struct assay_expr **result, struct assay_expr *const *a,
                struct assay_expr *const *b, size_t count,
                struct assay_ctx *ctx)
{
  struct assay_expr **product = assay_calloc (count, sizeof *product);
  enum assay_status status = ASSAY_OK;
  size_t i;

  *result = NULL;
  for (i = 0; i < count && status == ASSAY_OK; i++)
    status = assay_expr_mul (&product[i], a[i], b[i], ctx);
  if (status == ASSAY_OK)
    status = assay_expr_sum (result, product, count, ctx);
  for (i = 0; i < count; i++)
    assay_expr_unref (product[i]);
  free (product);
  return status;
}
