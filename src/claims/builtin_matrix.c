/* builtin_matrix.c -- built-in products of lists, and transposition */

#include <stdlib.h>

#include "base/memory.h"
#include "claims/builtin_functions.h"
#include "claims/call.h"
#include "claims/numeric.h"

/* Rows of equal length; what stands in them does not matter.  */
enum assay_status
assay_builtin_transpose (struct assay_value **result, struct assay_call *call)
{
  const struct assay_value *matrix = call->arguments[0];
  struct assay_value **items, **row;
  size_t columns = 0, rows = matrix->count, i, j;
  enum assay_status status = assay_call_list (call, 0);

  for (i = 0; i < rows && status == ASSAY_OK; i++)
    {
      if (matrix->items[i]->kind != ASSAY_VALUE_LIST)
        status = assay_call_refuse (call, 0, ASSAY_ETYPE, "a list of lists",
                                    matrix->items[i]);
      else if (matrix->items[i]->count != matrix->items[0]->count)
        status = assay_call_refuse (call, 0, ASSAY_EVALUE,
                                    "rows of equal length", matrix->items[i]);
      columns = matrix->items[0]->count;
    }
  if (status == ASSAY_OK)
    status = assay_call_items (call, &items, columns);
  if (status != ASSAY_OK)
    return status;
  for (j = 0; j < columns && status == ASSAY_OK; j++)
    {
      status = assay_call_items (call, &row, rows);
      if (status != ASSAY_OK)
        break;
      for (i = 0; i < rows; i++)
        row[i] = assay_value_ref (matrix->items[i]->items[j]);
      status = assay_list_finish (&items[j], row, rows, ASSAY_OK);
    }
  return assay_list_finish (result, items, columns, status);
}

static enum assay_status
check_equal_lengths (struct assay_call *call, size_t a, size_t b)
{
  if (a == b)
    return ASSAY_OK;
  return assay_fail (assay_call_ctx (call), ASSAY_EVALUE, NULL,
                     "equal lengths", "%zu and %zu", a, b);
}

enum assay_status
assay_builtin_dot (struct assay_value **result, struct assay_call *call)
{
  const struct assay_value *a = call->arguments[0], *b = call->arguments[1];
  enum assay_status status = assay_call_vector (call, 0, a);

  if (status == ASSAY_OK)
    status = assay_call_vector (call, 1, b);
  if (status == ASSAY_OK)
    status = check_equal_lengths (call, a->count, b->count);
  if (status != ASSAY_OK)
    return status;
  return assay_numeric_dot (result, a->items, b->items, a->count,
                            assay_call_ctx (call));
}

/* The squared length.  */
enum assay_status
assay_builtin_norm2 (struct assay_value **result, struct assay_call *call)
{
  const struct assay_value *v = call->arguments[0];
  enum assay_status status = assay_call_vector (call, 0, v);

  if (status != ASSAY_OK)
    return status;
  return assay_numeric_dot (result, v->items, v->items, v->count,
                            assay_call_ctx (call));
}

enum assay_status
assay_builtin_matvec (struct assay_value **result, struct assay_call *call)
{
  const struct assay_value *m = call->arguments[0], *v = call->arguments[1];
  struct assay_value **items;
  size_t columns, i;
  enum assay_status status = assay_call_matrix (call, 0, m, &columns);

  if (status == ASSAY_OK)
    status = assay_call_vector (call, 1, v);
  if (status == ASSAY_OK && m->count > 0)
    status = check_equal_lengths (call, columns, v->count);
  if (status == ASSAY_OK)
    status = assay_call_items (call, &items, m->count);
  if (status != ASSAY_OK)
    return status;
  for (i = 0; i < m->count && status == ASSAY_OK; i++)
    status = assay_numeric_dot (&items[i], m->items[i]->items, v->items,
                                v->count, assay_call_ctx (call));
  return assay_list_finish (result, items, m->count, status);
}

/* A row of numbers times a matrix of COLUMNS columns.  */
static enum assay_status
row_times_matrix (struct assay_value **result, struct assay_call *call,
                  const struct assay_value *row, const struct assay_value *m,
                  size_t columns)
{
  struct assay_value **items, **column;
  enum assay_status status = assay_call_items (call, &items, columns);
  size_t i, j;

  if (status != ASSAY_OK)
    return status;
  column = assay_calloc (m->count, sizeof (*column));
  for (j = 0; j < columns && status == ASSAY_OK; j++)
    {
      for (i = 0; i < m->count; i++)
        column[i] = m->items[i]->items[j];
      status = assay_ctx_in_time (assay_call_ctx (call), NULL);
      if (status == ASSAY_OK)
        status = assay_numeric_dot (&items[j], row->items, column, m->count,
                                    assay_call_ctx (call));
    }
  free (column);
  return assay_list_finish (result, items, columns, status);
}

enum assay_status
assay_builtin_matmul (struct assay_value **result, struct assay_call *call)
{
  const struct assay_value *a = call->arguments[0], *b = call->arguments[1];
  struct assay_value **items;
  size_t inner, columns, i;
  enum assay_status status = assay_call_matrix (call, 0, a, &inner);

  if (status == ASSAY_OK)
    status = assay_call_matrix (call, 1, b, &columns);
  if (status == ASSAY_OK && a->count > 0)
    status = check_equal_lengths (call, inner, b->count);
  if (status == ASSAY_OK)
    status = assay_call_items (call, &items, a->count);
  if (status != ASSAY_OK)
    return status;
  for (i = 0; i < a->count && status == ASSAY_OK; i++)
    status = row_times_matrix (&items[i], call, a->items[i], b, columns);
  return assay_list_finish (result, items, a->count, status);
}
