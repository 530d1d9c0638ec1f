/* normal.c -- proof of equality by a canonical normal form */

#include "real/normal.h"

#include <stdlib.h>

#include "base/memory.h"
#include "real/form.h"

/* The form of X, nodes in ORDER, operands first.  */
static struct assay_fraction
form_of (struct assay_form_pool *pool, const struct assay_order *order)
{
  struct assay_fraction *form = assay_calloc (order->count, sizeof *form);
  struct assay_fraction *operand = NULL, result;
  size_t i, k;

  for (i = 0; i < order->count && !pool->failed; i++)
    {
      struct assay_expr *node = order->node[i];

      operand = assay_realloc (operand, node->count, sizeof *operand);
      for (k = 0; k < node->count; k++)
        operand[k] = form[node->operand[k]->mark];
      form[i] = assay_form_node (pool, node, operand);
    }
  result = pool->failed
           ? (struct assay_fraction) { pool->zero, pool->one }
           : form[order->count - 1];
  free (operand);
  free (form);
  return result;
}

/* Calls JUDGE with X's form unless the pool failed.  */
static enum assay_status
with_form (struct assay_expr *x, struct assay_ctx *ctx,
           void (*judge) (void *, struct assay_form_pool *,
                          struct assay_expr *, struct assay_fraction),
           void *closure)
{
  struct assay_form_pool pool;
  struct assay_order order;
  struct assay_fraction form;
  enum assay_status status;

  assay_form_pool_init (&pool, ctx);
  assay_order_init (&order, x);
  form = form_of (&pool, &order);
  if (!pool.failed)
    judge (closure, &pool, x, form);
  status = pool.status;
  assay_order_clear (&order);
  assay_form_pool_clear (&pool);
  return status;
}

struct zero_question
{
  enum assay_verdict verdict;
  enum assay_apart apart;
};

static void
judge_zero (void *closure, struct assay_form_pool *pool,
            struct assay_expr *x, struct assay_fraction form)
{
  struct zero_question *question = closure;

  if (form.num->count == 0)
    question->verdict = x->total ? ASSAY_HOLDS : ASSAY_OPEN;
  else if (x->closed)
    {
      question->apart = form.den == pool->one
                        && assay_sum_as_rational (pool, form.num)
                        ? ASSAY_APART_RATIONAL
                        : assay_form_apart (pool, form);
      if (question->apart != ASSAY_APART_UNKNOWN)
        question->verdict = ASSAY_FAILS;
    }
}

enum assay_status
assay_normal_is_zero (enum assay_verdict *verdict, enum assay_apart *apart,
                      struct assay_expr *x, struct assay_ctx *ctx)
{
  struct zero_question question = { ASSAY_OPEN, ASSAY_APART_UNKNOWN };
  enum assay_status status = with_form (x, ctx, judge_zero, &question);

  *verdict = question.verdict;
  *apart = question.apart;
  return status;
}

struct rational_question
{
  enum assay_verdict verdict;
  mpq_ptr value;
};

static void
judge_rational (void *closure, struct assay_form_pool *pool,
                struct assay_expr *x, struct assay_fraction form)
{
  struct rational_question *question = closure;
  mpq_srcptr value = form.den == pool->one
                     ? assay_sum_as_rational (pool, form.num) : NULL;

  if (value && x->total)
    {
      mpq_set (question->value, value);
      question->verdict = ASSAY_HOLDS;
    }
  else if (value == NULL && x->closed
           && assay_form_apart (pool, form) != ASSAY_APART_UNKNOWN)
    question->verdict = ASSAY_FAILS;
}

enum assay_status
assay_normal_rational (enum assay_verdict *verdict, mpq_ptr value,
                       struct assay_expr *x, struct assay_ctx *ctx)
{
  struct rational_question question = { ASSAY_OPEN, value };
  enum assay_status status = with_form (x, ctx, judge_rational, &question);

  *verdict = question.verdict;
  return status;
}
