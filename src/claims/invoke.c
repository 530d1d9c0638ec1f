/* invoke.c -- calls of functions, and ranges as their arguments */

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "claims/evaluate.h"
#include "claims/numeric.h"

enum assay_status
assay_machine_range (struct assay_machine *machine, mpz_ptr first,
                     mpz_ptr last, const struct assay_node *range)
{
  struct assay_value *low, *high;
  enum assay_status status = assay_eval_pair (machine, &low, &high, range);
  size_t i;

  if (status != ASSAY_OK)
    return status;
  for (i = 0; i < 2 && status == ASSAY_OK; i++)
    {
      struct assay_value **end_place = i == 0 ? &low : &high;
      const struct assay_value *end;

      status = assay_numeric_settle (end_place, &machine->ctx);
      if (status != ASSAY_OK)
        break;
      end = *end_place;
      if (end->kind != ASSAY_VALUE_RATIONAL
          || mpz_cmp_ui (mpq_denref (end->rational), 1) != 0)
        {
          machine->blame = range->items[i]->span;
          machine->blamed = true;
          status = assay_eval_refuse (machine, ASSAY_ETYPE,
                                      "integers around ..", end);
        }
    }
  if (status == ASSAY_OK)
    {
      mpz_set (first, mpq_numref (low->rational));
      mpz_set (last, mpq_numref (high->rational));
    }
  assay_value_unref (low);
  assay_value_unref (high);
  return status;
}

/* A range as an argument is the list of its integers.  */
enum assay_status
assay_eval_range (struct assay_machine *machine, struct assay_value **result,
                  const struct assay_node *node)
{
  struct assay_value **items = NULL;
  enum assay_status status;
  mpz_t first, last, count;
  size_t i, length = 0;
  mpq_t q;

  mpz_inits (first, last, count, NULL);
  mpq_init (q);
  status = assay_machine_range (machine, first, last, node);
  if (status == ASSAY_OK)
    {
      mpz_sub (count, last, first);
      mpz_add_ui (count, count, 1);
      if (mpz_sgn (count) > 0)
        length = mpz_fits_ulong_p (count) ? mpz_get_ui (count) : SIZE_MAX;
      status = assay_value_afford (length, &machine->ctx);
    }
  if (status == ASSAY_OK)
    {
      items = assay_calloc (length, sizeof (*items));
      mpz_set (mpq_numref (q), first);
      for (i = 0; i < length; i++)
        {
          items[i] = assay_value_rational (q);
          mpz_add_ui (mpq_numref (q), mpq_numref (q), 1);
        }
      *result = assay_value_list (items, length);
      free (items);
    }
  mpq_clear (q);
  mpz_clears (first, last, count, NULL);
  return status;
}

/* Whether A and B are known to be the same without any proof.  */
static bool
is_same (const struct assay_value *a, const struct assay_value *b)
{
  if (a == b)
    return true;
  if (a->kind != b->kind)
    return false;
  return (a->kind == ASSAY_VALUE_RATIONAL
          && mpq_equal (a->rational, b->rational))
         || (a->kind == ASSAY_VALUE_BOOLEAN && a->boolean == b->boolean);
}

/* What MEMO keeps for ARGUMENTS, borrowed, or null.  */
static struct assay_value *
recall (const struct assay_memo *memo, struct assay_value **arguments,
        size_t count)
{
  size_t i, k;

  for (i = 0; i < ASSAY_MEMO_CALLS; i++)
    {
      if (memo->call[i].result == NULL)
        continue;
      for (k = 0; k < count; k++)
        if (!is_same (memo->call[i].arguments[k], arguments[k]))
          break;
      if (k == count)
        return memo->call[i].result;
    }
  return NULL;
}

static void
remember (struct assay_memo *memo, struct assay_value **arguments,
          size_t count, struct assay_value *result)
{
  size_t slot = memo->next++ % ASSAY_MEMO_CALLS, i;
  struct assay_value **kept = memo->call[slot].arguments;

  if (memo->call[slot].result == NULL)
    kept = assay_calloc (count, sizeof (*kept));
  memo->call[slot].arguments = kept;
  assay_value_unref (memo->call[slot].result);
  memo->call[slot].result = assay_value_ref (result);
  for (i = 0; i < count; i++)
    {
      assay_value_unref (kept[i]);
      kept[i] = assay_value_ref (arguments[i]);
    }
}

/* The body of the def that is statement INDEX, with ARGUMENTS for its
   parameters.  */
static enum assay_status
call_def (struct assay_machine *machine, struct assay_value **result,
          size_t index, struct assay_value **arguments)
{
  const struct assay_statement *def = machine->file->statements[index];
  struct assay_memo *memo = &machine->memos[index];
  struct assay_value *known;
  struct assay_value **frame = machine->frame;
  enum assay_status status;

  known = recall (memo, arguments, def->param_count);
  if (known)
    {
      *result = assay_value_ref (known);
      return ASSAY_OK;
    }
  machine->frame = arguments;
  status = assay_machine_eval (machine, result, def->value);
  machine->frame = frame;
  if (status == ASSAY_OK)
    {
      remember (memo, arguments, def->param_count, *result);
      if (!memo->listed)
        machine->used[machine->used_count++] = index;
      memo->listed = true;
    }
  return status;
}

static size_t
option_index (const struct assay_builtin *builtin, const char *name)
{
  size_t i = 0;

  while (strcmp (builtin->options[i], name) != 0)
    i++;
  return i;
}

/* Whether ITEM is a function's name or a list of them, which the function
   called takes from the tree.  */
static bool
names_functions (const struct assay_node *item)
{
  if (item->kind == ASSAY_NODE_LIST && item->count > 0)
    item = item->items[0];
  return item->kind == ASSAY_NODE_NAME
         && (item->binding == ASSAY_BOUND_DEF
             || item->binding == ASSAY_BOUND_BUILTIN);
}

enum assay_status
assay_eval_call (struct assay_machine *machine, struct assay_value **result,
                 const struct assay_node *node)
{
  const struct assay_builtin *builtin = node->binding == ASSAY_BOUND_BUILTIN
                                          ? &assay_builtins[node->index]
                                          : NULL;
  struct assay_call call = { machine, node, NULL, 0, { NULL } };
  enum assay_status status = ASSAY_OK;
  size_t i;

  call.arguments = assay_calloc (node->count, sizeof *call.arguments);
  for (i = 0; i < node->count && status == ASSAY_OK; i++)
    {
      const struct assay_node *item = node->items[i];

      if (item->kind == ASSAY_NODE_OPTION)
        status = assay_machine_eval (
          machine, &call.options[option_index (builtin, item->text)],
          item->items[0]);
      else if (names_functions (item))
        call.arguments[call.count++] = assay_value_none ();
      else
        status = assay_machine_eval (machine, &call.arguments[call.count++],
                                     item);
    }
  if (status == ASSAY_OK)
    status = builtin ? builtin->function (result, &call)
                     : call_def (machine, result, node->index, call.arguments);
  for (i = 0; i < ASSAY_MAX_OPTIONS; i++)
    assay_value_unref (call.options[i]);
  assay_values_free (call.arguments, call.count);
  return status;
}

enum assay_status
assay_machine_apply (struct assay_machine *machine,
                     struct assay_value **result,
                     const struct assay_node *function,
                     struct assay_value *argument)
{
  struct assay_call call = { machine, function, &argument, 1, { NULL } };

  *result = NULL;
  if (function->binding == ASSAY_BOUND_DEF)
    return call_def (machine, result, function->index, &argument);
  return assay_builtins[function->index].function (result, &call);
}
