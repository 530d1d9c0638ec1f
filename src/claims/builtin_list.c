/* builtin_list.c -- built-in functions of lists */

#include <stdlib.h>

#include "base/memory.h"
#include "claims/builtin_functions.h"
#include "claims/call.h"
#include "claims/numeric.h"

/* More than any list may have; counting ends there.  */
enum { MOST_LEAVES = 1 << 24 };

static bool
all_numbers (const struct assay_value *list)
{
  size_t i = 0;

  while (i < list->count && assay_value_is_number (list->items[i]))
    i++;
  return i == list->count;
}

/* Lists of equal shape add componentwise, numbers in one sum.  */
enum assay_status
assay_builtin_sum (struct assay_value **result, struct assay_call *call)
{
  enum assay_status status = assay_call_list (call, 0);
  const struct assay_value *list = call->arguments[0];
  struct assay_value *sum, *next;
  size_t i;

  if (status != ASSAY_OK)
    return status;
  if (all_numbers (list))
    return assay_numeric_sum (result, list->items, list->count,
                              assay_call_ctx (call));
  sum = assay_value_ref (list->items[0]);
  for (i = 1; i < list->count && status == ASSAY_OK; i++)
    {
      status = assay_machine_operate (call->machine, &next, '+', sum,
                                      list->items[i]);
      assay_value_unref (sum);
      sum = next;
    }
  *result = sum;
  return status;
}

enum assay_status
assay_builtin_prod (struct assay_value **result, struct assay_call *call)
{
  const struct assay_value *list = call->arguments[0];
  enum assay_status status = assay_call_vector (call, 0, list);
  struct assay_value *product, *next;
  size_t i;

  if (status != ASSAY_OK)
    return status;
  product = assay_value_integer (1);
  for (i = 0; i < list->count && status == ASSAY_OK; i++)
    {
      status = assay_numeric_mul (&next, product, list->items[i],
                                  assay_call_ctx (call));
      assay_value_unref (product);
      product = next;
    }
  *result = product;
  return status;
}

enum assay_status
assay_builtin_mean (struct assay_value **result, struct assay_call *call)
{
  enum assay_status status = assay_call_list (call, 0);
  struct assay_value *sum = NULL, *count;

  if (status == ASSAY_OK && call->arguments[0]->count == 0)
    status = assay_call_refuse (call, 0, ASSAY_EVALUE, "a list with items",
                                call->arguments[0]);
  if (status == ASSAY_OK)
    status = assay_builtin_sum (&sum, call);
  if (status != ASSAY_OK)
    return status;
  count = assay_value_integer ((long) call->arguments[0]->count);
  status = assay_machine_operate (call->machine, result, '/', sum, count);
  assay_value_unref (sum);
  assay_value_unref (count);
  return status;
}

typedef enum assay_status extreme_function (struct assay_expr **result,
                                            struct assay_expr *a,
                                            struct assay_expr *b,
                                            struct assay_ctx *ctx);

static enum assay_status
extreme_of_two (struct assay_value **result, struct assay_value *a,
                struct assay_value *b, int sign, extreme_function *function,
                struct assay_ctx *ctx)
{
  struct assay_expr *x, *y, *z;
  enum assay_status status;

  if (a->kind == ASSAY_VALUE_RATIONAL && b->kind == ASSAY_VALUE_RATIONAL)
    {
      *result = assay_value_ref (mpq_cmp (a->rational, b->rational) * sign
                                 >= 0 ? a : b);
      return ASSAY_OK;
    }
  x = assay_value_expr (a);
  y = assay_value_expr (b);
  status = function (&z, x, y, ctx);
  assay_expr_unref (x);
  assay_expr_unref (y);
  *result = status == ASSAY_OK ? assay_value_real (z) : NULL;
  return status;
}

/* Of one list of numbers, or of several numbers.  */
static enum assay_status
extreme (struct assay_value **result, struct assay_call *call, int sign,
         extreme_function *function)
{
  struct assay_value *const *items = call->arguments;
  struct assay_value *best, *next;
  size_t count = call->count, i;
  enum assay_status status = ASSAY_OK;

  if (count == 1)
    {
      status = assay_call_vector (call, 0, call->arguments[0]);
      if (status == ASSAY_OK && call->arguments[0]->count == 0)
        status = assay_call_refuse (call, 0, ASSAY_EVALUE,
                                    "a list with items", call->arguments[0]);
      items = call->arguments[0]->items;
      count = call->arguments[0]->count;
    }
  else
    for (i = 0; i < count && status == ASSAY_OK; i++)
      status = assay_call_number (call, i);
  if (status != ASSAY_OK)
    return status;
  best = assay_value_ref (items[0]);
  for (i = 1; i < count && status == ASSAY_OK; i++)
    {
      status = extreme_of_two (&next, best, items[i], sign, function,
                               assay_call_ctx (call));
      assay_value_unref (best);
      best = next;
    }
  *result = best;
  return status;
}

enum assay_status
assay_builtin_max (struct assay_value **result, struct assay_call *call)
{
  return extreme (result, call, 1, assay_expr_max);
}

enum assay_status
assay_builtin_min (struct assay_value **result, struct assay_call *call)
{
  return extreme (result, call, -1, assay_expr_min);
}

enum assay_status
assay_builtin_argmax (struct assay_value **result, struct assay_call *call)
{
  const struct assay_value *list = call->arguments[0];
  enum assay_status status = assay_call_vector (call, 0, list);
  size_t best = 0, i;
  int order;

  if (status == ASSAY_OK && list->count == 0)
    status = assay_call_refuse (call, 0, ASSAY_EVALUE, "a list with items",
                                list);
  for (i = 1; status == ASSAY_OK && i < list->count; i++)
    {
      status = assay_numeric_order (&order, list->items[i], list->items[best],
                                    assay_call_ctx (call));
      if (status == ASSAY_OK && order > 0)
        best = i;
    }
  if (status == ASSAY_OK)
    *result = assay_value_integer ((long) best);
  return status;
}

enum assay_status
assay_builtin_len (struct assay_value **result, struct assay_call *call)
{
  enum assay_status status = assay_call_list (call, 0);

  if (status == ASSAY_OK)
    *result = assay_value_integer ((long) call->arguments[0]->count);
  return status;
}

/* range (a, b) is the list of the integers a..b.  */
enum assay_status
assay_builtin_range (struct assay_value **result, struct assay_call *call)
{
  struct assay_value **items;
  enum assay_status status;
  mpz_srcptr first, last;
  size_t count = 0, i;
  mpz_t length;
  mpq_t q;

  status = assay_call_integer (call, 0, &first);
  if (status == ASSAY_OK)
    status = assay_call_integer (call, 1, &last);
  if (status != ASSAY_OK)
    return status;
  mpz_init (length);
  mpz_sub (length, last, first);
  mpz_add_ui (length, length, 1);
  if (mpz_sgn (length) > 0)
    count = mpz_fits_ulong_p (length) ? mpz_get_ui (length) : (size_t) -1;
  mpz_clear (length);
  status = assay_call_items (call, &items, count);
  if (status != ASSAY_OK)
    return status;
  mpq_init (q);
  mpz_set (mpq_numref (q), first);
  for (i = 0; i < count; i++)
    {
      items[i] = assay_value_rational (q);
      mpz_add_ui (mpq_numref (q), mpq_numref (q), 1);
    }
  mpq_clear (q);
  return assay_list_finish (result, items, count, ASSAY_OK);
}

enum assay_status
assay_builtin_reverse (struct assay_value **result, struct assay_call *call)
{
  const struct assay_value *list = call->arguments[0];
  struct assay_value **items;
  enum assay_status status = assay_call_list (call, 0);
  size_t i;

  if (status == ASSAY_OK)
    status = assay_call_items (call, &items, list->count);
  if (status != ASSAY_OK)
    return status;
  for (i = 0; i < list->count; i++)
    items[i] = assay_value_ref (list->items[list->count - 1 - i]);
  return assay_list_finish (result, items, list->count, ASSAY_OK);
}

/* permute (v, order) has v[order[i]] at place i; order holds each index of v
   once.  */
enum assay_status
assay_builtin_permute (struct assay_value **result, struct assay_call *call)
{
  const struct assay_value *list = call->arguments[0];
  const struct assay_value *order = call->arguments[1];
  struct assay_value **items;
  enum assay_status status = assay_call_list (call, 0);
  size_t i, n = list->count;
  char *seen;

  if (status == ASSAY_OK)
    status = assay_call_vector (call, 1, order);
  if (status == ASSAY_OK && order->count != n)
    status = assay_call_refuse (call, 1, ASSAY_EVALUE,
                                "one index for each item", order);
  if (status == ASSAY_OK)
    status = assay_call_items (call, &items, n);
  if (status != ASSAY_OK)
    return status;
  seen = assay_calloc (n, 1);
  for (i = 0; i < n && status == ASSAY_OK; i++)
    {
      struct assay_value *index = assay_value_ref (order->items[i]);
      size_t k;

      status = assay_numeric_settle (&index, assay_call_ctx (call));
      if (status != ASSAY_OK)
        ;
      else if (index->kind != ASSAY_VALUE_RATIONAL
          || mpz_cmp_ui (mpq_denref (index->rational), 1) != 0)
        status = assay_call_refuse (call, 1, ASSAY_ETYPE,
                                    "integers as indices", index);
      else if (mpq_sgn (index->rational) < 0
               || mpz_cmp_ui (mpq_numref (index->rational), n) >= 0
               || seen[k = mpz_get_ui (mpq_numref (index->rational))])
        status = assay_call_refuse (call, 1, ASSAY_EVALUE,
                                    "each index of the list once", index);
      else
        {
          seen[k] = 1;
          items[i] = assay_value_ref (list->items[k]);
        }
      assay_value_unref (index);
    }
  free (seen);
  return assay_list_finish (result, items, n, status);
}

enum assay_status
assay_builtin_concat (struct assay_value **result, struct assay_call *call)
{
  struct assay_value **items;
  enum assay_status status = ASSAY_OK;
  size_t i, k, count = 0, at = 0;

  for (i = 0; i < call->count && status == ASSAY_OK; i++)
    {
      status = assay_call_list (call, i);
      if (status == ASSAY_OK)
        count += call->arguments[i]->count;
    }
  if (status == ASSAY_OK)
    status = assay_call_items (call, &items, count);
  if (status != ASSAY_OK)
    return status;
  for (i = 0; i < call->count; i++)
    for (k = 0; k < call->arguments[i]->count; k++)
      items[at++] = assay_value_ref (call->arguments[i]->items[k]);
  return assay_list_finish (result, items, count, ASSAY_OK);
}

/* What is no list below LIST, counted up to CEILING.  */
static size_t
count_leaves (const struct assay_value *list, size_t ceiling)
{
  size_t i, count = 0;

  for (i = 0; i < list->count && count < ceiling; i++)
    count += list->items[i]->kind == ASSAY_VALUE_LIST
             ? count_leaves (list->items[i], ceiling - count) : 1;
  return count;
}

static void
collect_leaves (struct assay_value **items, size_t *count,
                struct assay_value *value)
{
  size_t i;

  if (value->kind != ASSAY_VALUE_LIST)
    items[(*count)++] = assay_value_ref (value);
  else
    for (i = 0; i < value->count; i++)
      collect_leaves (items, count, value->items[i]);
}

/* All that is no list, in order.  */
enum assay_status
assay_builtin_flatten (struct assay_value **result, struct assay_call *call)
{
  struct assay_value **items;
  enum assay_status status = assay_call_list (call, 0);
  size_t count, filled = 0;

  if (status != ASSAY_OK)
    return status;
  count = count_leaves (call->arguments[0], MOST_LEAVES);
  status = assay_call_items (call, &items, count);
  if (status != ASSAY_OK)
    return status;
  collect_leaves (items, &filled, call->arguments[0]);
  return assay_list_finish (result, items, count, ASSAY_OK);
}

/* repeat (x, n) is the list of n times x.  */
enum assay_status
assay_builtin_repeat (struct assay_value **result, struct assay_call *call)
{
  struct assay_value **items;
  enum assay_status status;
  unsigned long count;
  size_t i;

  status = assay_call_size (call, 1, 0, 1ul << 40, &count);
  if (status == ASSAY_OK)
    status = assay_call_items (call, &items, count);
  if (status != ASSAY_OK)
    return status;
  for (i = 0; i < count; i++)
    items[i] = assay_value_ref (call->arguments[0]);
  return assay_list_finish (result, items, count, ASSAY_OK);
}

enum assay_status
assay_builtin_map (struct assay_value **result, struct assay_call *call)
{
  const struct assay_value *list = call->arguments[1];
  struct assay_value **items;
  enum assay_status status = assay_call_list (call, 1);
  size_t i;

  if (status == ASSAY_OK)
    status = assay_call_items (call, &items, list->count);
  if (status != ASSAY_OK)
    return status;
  for (i = 0; i < list->count && status == ASSAY_OK; i++)
    {
      status = assay_ctx_in_time (assay_call_ctx (call), NULL);
      if (status == ASSAY_OK)
        status = assay_machine_apply (call->machine, &items[i],
                                      call->node->items[0], list->items[i]);
    }
  return assay_list_finish (result, items, list->count, status);
}
