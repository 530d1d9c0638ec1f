/* call.c -- what built-in functions ask of their arguments */

#include "claims/call.h"

#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include "base/memory.h"
#include "claims/numeric.h"

struct assay_ctx *
assay_call_ctx (const struct assay_call *call)
{
  return &call->machine->ctx;
}

/* The node of positional argument I, or null.  */
static const struct assay_node *
argument_node (const struct assay_call *call, size_t i)
{
  size_t k;

  if (call->node->kind != ASSAY_NODE_CALL)
    return NULL;
  for (k = 0; k < call->node->count; k++)
    if (call->node->items[k]->kind != ASSAY_NODE_OPTION && i-- == 0)
      return call->node->items[k];
  return NULL;
}

enum assay_status
assay_call_refuse (struct assay_call *call, size_t i,
                   enum assay_status status, const char *expected,
                   const struct assay_value *found)
{
  const struct assay_node *node = argument_node (call, i);
  char text[120];

  if (node && !call->machine->blamed)
    {
      call->machine->blame = node->span;
      call->machine->blamed = true;
    }
  assay_value_describe (text, sizeof text, found);
  return assay_fail (assay_call_ctx (call), status, NULL, expected, "%s",
                     text);
}

enum assay_status
assay_call_refuse_integer (struct assay_call *call, size_t i,
                           const char *expected, struct assay_value *found)
{
  struct assay_value *settled = assay_value_ref (found);
  enum assay_status status = assay_numeric_settle (&settled,
                                                   assay_call_ctx (call));

  assay_value_unref (settled);
  return status != ASSAY_OK ? status
         : assay_call_refuse (call, i, ASSAY_ETYPE, expected, found);
}

enum assay_status
assay_call_number (struct assay_call *call, size_t i)
{
  if (assay_value_is_number (call->arguments[i]))
    return ASSAY_OK;
  return assay_call_refuse (call, i, ASSAY_ETYPE,
                            call->arguments[i]->kind == ASSAY_VALUE_LIST
                            ? "a number (map applies a function to a list)"
                            : "a number", call->arguments[i]);
}

enum assay_status
assay_call_list (struct assay_call *call, size_t i)
{
  if (call->arguments[i]->kind == ASSAY_VALUE_LIST)
    return ASSAY_OK;
  return assay_call_refuse (call, i, ASSAY_ETYPE, "a list",
                            call->arguments[i]);
}

enum assay_status
assay_call_integer (struct assay_call *call, size_t i, mpz_srcptr *n)
{
  enum assay_status status = assay_numeric_settle (&call->arguments[i],
                                                   assay_call_ctx (call));
  const struct assay_value *value = call->arguments[i];

  if (status != ASSAY_OK)
    return status;
  if (value->kind != ASSAY_VALUE_RATIONAL
      || mpz_cmp_ui (mpq_denref (value->rational), 1) != 0)
    return assay_call_refuse (call, i, ASSAY_ETYPE, "an integer", value);
  *n = mpq_numref (value->rational);
  return ASSAY_OK;
}

enum assay_status
assay_call_size (struct assay_call *call, size_t i, unsigned long low,
                 unsigned long high, unsigned long *n)
{
  enum assay_status status;
  char expected[80];
  mpz_srcptr z;

  status = assay_call_integer (call, i, &z);
  if (status != ASSAY_OK)
    return status;
  snprintf (expected, sizeof expected, "an integer >= %lu", low);
  if (mpz_cmp_ui (z, low) < 0)
    return assay_call_refuse (call, i, ASSAY_EVALUE, expected,
                              call->arguments[i]);
  snprintf (expected, sizeof expected, "an integer <= %lu", high);
  if (mpz_cmp_ui (z, high) > 0)
    return assay_call_refuse (call, i, ASSAY_ELIMIT, expected,
                              call->arguments[i]);
  *n = mpz_get_ui (z);
  return ASSAY_OK;
}

enum assay_status
assay_call_vector (struct assay_call *call, size_t i,
                   const struct assay_value *value)
{
  size_t k;

  if (value->kind != ASSAY_VALUE_LIST)
    return assay_call_refuse (call, i, ASSAY_ETYPE, "a list of numbers",
                              value);
  for (k = 0; k < value->count; k++)
    if (!assay_value_is_number (value->items[k]))
      return assay_call_refuse (call, i, ASSAY_ETYPE,
                                "numbers in the list", value->items[k]);
  return ASSAY_OK;
}

enum assay_status
assay_call_matrix (struct assay_call *call, size_t i,
                   const struct assay_value *value, size_t *columns)
{
  enum assay_status status;
  size_t k;

  *columns = 0;
  if (value->kind != ASSAY_VALUE_LIST)
    return assay_call_refuse (call, i, ASSAY_ETYPE,
                              "a matrix (a list of rows)", value);
  for (k = 0; k < value->count; k++)
    {
      status = assay_call_vector (call, i, value->items[k]);
      if (status != ASSAY_OK)
        return status;
      if (value->items[k]->count != value->items[0]->count)
        return assay_call_refuse (call, i, ASSAY_EVALUE,
                                  "rows of equal length", value->items[k]);
      *columns = value->items[0]->count;
    }
  return ASSAY_OK;
}

enum assay_status
assay_call_choice (struct assay_call *call, size_t i,
                   const char *const *names, size_t *choice)
{
  const struct assay_value *value = call->options[i];
  char expected[120];
  size_t k, used = 0;

  *choice = 0;
  if (value == NULL)
    return ASSAY_OK;
  for (k = 0; names[k]; k++)
    {
      if (value->kind == ASSAY_VALUE_STRING
          && strcmp (value->string, names[k]) == 0)
        {
          *choice = k;
          return ASSAY_OK;
        }
      used += (size_t) snprintf (expected + used, sizeof expected - used,
                                 "%s\"%s\"", k ? " or " : "", names[k]);
    }
  return assay_call_refuse (call, SIZE_MAX,
                            value->kind == ASSAY_VALUE_STRING ? ASSAY_EVALUE
                                                              : ASSAY_ETYPE,
                            expected, value);
}

enum assay_status
assay_call_items (struct assay_call *call, struct assay_value ***items,
                  size_t count)
{
  enum assay_status status = assay_value_afford (count,
                                                 assay_call_ctx (call));

  *items = status == ASSAY_OK ? assay_calloc (count, sizeof **items) : NULL;
  return status;
}
