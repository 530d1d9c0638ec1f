/* operate.c -- operators of the claims language on numbers and lists */

#include "base/memory.h"
#include "claims/evaluate.h"
#include "claims/numeric.h"

static enum assay_status
operate_lists (struct assay_machine *machine, struct assay_value **result,
               char operator, struct assay_value * a, struct assay_value *b)
{
  bool pairs = a->kind == ASSAY_VALUE_LIST && b->kind == ASSAY_VALUE_LIST;
  size_t count = a->kind == ASSAY_VALUE_LIST ? a->count : b->count, i;
  struct assay_value **items;
  enum assay_status status = assay_value_afford (count, &machine->ctx);

  if (status == ASSAY_OK)
    status = assay_ctx_in_time (&machine->ctx, NULL);
  if (status != ASSAY_OK)
    return status;
  if (pairs && a->count != b->count)
    return assay_fail (&machine->ctx, ASSAY_ETYPE, NULL,
                       "lists of the same shape", "%zu and %zu items",
                       a->count, b->count);
  items = assay_calloc (count, sizeof (*items));
  for (i = 0; i < count && status == ASSAY_OK; i++)
    status = assay_machine_operate (
      machine, &items[i], operator,
      a->kind == ASSAY_VALUE_LIST ? a->items[i] : a,
      b->kind == ASSAY_VALUE_LIST ? b->items[i] : b);
  return assay_list_finish (result, items, count, status);
}

enum assay_status
assay_machine_operate (struct assay_machine *machine,
                       struct assay_value **result, char operator,
                       struct assay_value * a, struct assay_value *b)
{
  bool list_a = a->kind == ASSAY_VALUE_LIST;
  bool list_b = b->kind == ASSAY_VALUE_LIST;
  bool both_numbers = assay_value_is_number (a) && assay_value_is_number (b);
  struct assay_ctx *ctx = &machine->ctx;

  *result = NULL;
  if (both_numbers)
    switch (operator)
      {
      case '+':
        return assay_numeric_add (result, a, b, ctx);
      case '-':
        return assay_numeric_sub (result, a, b, ctx);
      case '*':
        return assay_numeric_mul (result, a, b, ctx);
      default:
        return assay_numeric_div (result, a, b, ctx);
      }
  if (list_a && list_b && (operator== '*' || operator== '/'))
    return assay_fail (ctx, ASSAY_ETYPE,
                       NULL,
                       operator== '*'
                         ? "a number times a list; of two lists take dot,"
                           " matvec or matmul"
                         : "a list divided by a number",
                       "two lists");
  if ((operator== '+' || operator== '-') && list_a != list_b
      && (assay_value_is_number (a) || assay_value_is_number (b)))
    return assay_fail (ctx, ASSAY_ETYPE, NULL, "two numbers or two lists",
                       "a number and a list");
  if (operator== '/' && list_b && assay_value_is_number (a))
    return assay_eval_refuse (machine, ASSAY_ETYPE, "a number as divisor", b);
  if (!list_a && !assay_value_is_number (a))
    return assay_eval_refuse (machine, ASSAY_ETYPE, "a number or a list", a);
  if (!list_b && !assay_value_is_number (b))
    return assay_eval_refuse (machine, ASSAY_ETYPE, "a number or a list", b);
  return operate_lists (machine, result, operator, a, b);
}

static enum assay_status
negate (struct assay_machine *machine, struct assay_value **result,
        struct assay_value *a)
{
  struct assay_value **items;
  enum assay_status status;
  size_t i;

  if (assay_value_is_number (a))
    return assay_numeric_neg (result, a, &machine->ctx);
  if (a->kind != ASSAY_VALUE_LIST)
    return assay_eval_refuse (machine, ASSAY_ETYPE, "a number or a list", a);
  status = assay_value_afford (a->count, &machine->ctx);
  if (status == ASSAY_OK)
    status = assay_ctx_in_time (&machine->ctx, NULL);
  if (status != ASSAY_OK)
    return status;
  items = assay_calloc (a->count, sizeof (*items));
  for (i = 0; i < a->count && status == ASSAY_OK; i++)
    status = negate (machine, &items[i], a->items[i]);
  return assay_list_finish (result, items, a->count, status);
}

enum assay_status
assay_eval_negation (struct assay_machine *machine,
                     struct assay_value **result,
                     const struct assay_node *node)
{
  struct assay_value *operand;
  enum assay_status status = assay_machine_eval (machine, &operand,
                                                 node->items[0]);

  if (status != ASSAY_OK)
    return status;
  status = negate (machine, result, operand);
  assay_value_unref (operand);
  return status;
}

/* Sums of reals become one node rather than a chain of additions.  */
static enum assay_status
add_reals (struct assay_machine *machine, struct assay_value **result,
           const struct assay_node *node, struct assay_value **items)
{
  enum assay_status status = ASSAY_OK;
  size_t i;

  for (i = 1; i < node->count && status == ASSAY_OK; i++)
    if (node->operators[i] == '-')
      {
        struct assay_value *negated;

        status = assay_numeric_neg (&negated, items[i], &machine->ctx);
        if (status == ASSAY_OK)
          {
            assay_value_unref (items[i]);
            items[i] = negated;
          }
      }
  if (status == ASSAY_OK)
    status = assay_numeric_sum (result, items, node->count, &machine->ctx);
  return status;
}

enum assay_status
assay_eval_chain (struct assay_machine *machine, struct assay_value **result,
                  const struct assay_node *node)
{
  struct assay_value **items = assay_calloc (node->count, sizeof (*items));
  enum assay_status status = ASSAY_OK;
  bool reals = node->kind == ASSAY_NODE_SUM && node->count > 2;
  size_t i;

  for (i = 0; i < node->count && status == ASSAY_OK; i++)
    {
      status = assay_machine_eval (machine, &items[i], node->items[i]);
      reals = reals && status == ASSAY_OK && assay_value_is_number (items[i]);
    }
  if (status == ASSAY_OK && reals)
    status = add_reals (machine, result, node, items);
  else if (status == ASSAY_OK)
    {
      struct assay_value *sum = assay_value_ref (items[0]), *next;

      for (i = 1; i < node->count && status == ASSAY_OK; i++)
        {
          status = assay_machine_operate (machine, &next, node->operators[i],
                                          sum, items[i]);
          assay_value_unref (sum);
          sum = next;
        }
      *result = sum;
    }
  assay_values_free (items, node->count);
  return status;
}

enum assay_status
assay_eval_power (struct assay_machine *machine, struct assay_value **result,
                  const struct assay_node *node)
{
  struct assay_value *base, *exponent;
  enum assay_status status = assay_eval_pair (machine, &base, &exponent, node);

  if (status != ASSAY_OK)
    return status;
  if (!assay_value_is_number (base))
    status = assay_eval_refuse (machine, ASSAY_ETYPE, "a number as base",
                                base);
  else if (!assay_value_is_number (exponent))
    status = assay_eval_refuse (machine, ASSAY_ETYPE, "a number as exponent",
                                exponent);
  else
    status = assay_numeric_pow (result, base, exponent, &machine->ctx);
  assay_value_unref (base);
  assay_value_unref (exponent);
  return status;
}
