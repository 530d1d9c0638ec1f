/* eval.c -- the value of an expression */

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "claims/literal.h"
#include "claims/machine.h"
#include "claims/number.h"
#include "claims/suggest.h"

/* Nodes below nodes and calls below calls together, some multiple of what
   one expression may nest, and never more than the stack holds.  */
enum { DEPTH_FACTOR = 10, LARGEST_DEPTH = 4000 };

static enum assay_status
refuse (struct assay_machine *machine, enum assay_status status,
        const char *expected, const struct assay_value *found)
{
  char text[120];

  assay_value_describe (text, sizeof text, found);
  return assay_fail (&machine->ctx, status, NULL, expected, "%s", text);
}

static void
drop_all (struct assay_value **values, size_t count)
{
  size_t i;

  for (i = 0; i < count; i++)
    assay_value_unref (values[i]);
  free (values);
}

/* ---- leaves ---- */

static enum assay_status
eval_number (struct assay_machine *machine, struct assay_value **result,
             const struct assay_node *node)
{
  struct assay_value **kept = &machine->numbers[node->index];
  enum assay_status status;
  mpq_t q;

  if (*kept == NULL)
    {
      mpq_init (q);
      status = assay_literal_read (q, node->text, &machine->ctx);
      if (status == ASSAY_OK)
        *kept = assay_value_rational (q);
      mpq_clear (q);
      if (status != ASSAY_OK)
        return status;
    }
  *result = assay_value_ref (*kept);
  return ASSAY_OK;
}

static struct assay_value *
constant_of (const char *name)
{
  switch (name[0])
    {
    case 'p':
      return assay_value_real (assay_expr_new_pi ());
    case 'e':
      return assay_value_real (assay_expr_new_e ());
    case 'n':
      return assay_value_none ();
    default:
      return assay_value_boolean (name[0] == 't');
    }
}

/* A let has a clock of its own, so that what a claim answers does not depend
   on which claim happened to need the let first.  */
static void
eval_let (struct assay_machine *machine, struct assay_let *let,
          const struct assay_node *node)
{
  struct timespec deadline = machine->ctx.deadline, before, after;
  struct assay_value **frame = machine->frame;
  unsigned depth = machine->depth;

  if (machine->alive)
    machine->alive (machine->alive_data);
  clock_gettime (CLOCK_MONOTONIC, &before);
  assay_ctx_start_clock (&machine->ctx, machine->limits.milliseconds);
  machine->frame = NULL;
  machine->depth = 0;
  let->known = true;
  let->status = assay_machine_eval (machine, &let->value, node);
  let->late = let->status == ASSAY_ELIMIT && assay_machine_is_late (machine);
  let->error = machine->ctx.error;
  let->blame = machine->blame;
  machine->frame = frame;
  machine->depth = depth;
  if (machine->alive)
    machine->alive (machine->alive_data);
  clock_gettime (CLOCK_MONOTONIC, &after);
  deadline.tv_sec += after.tv_sec - before.tv_sec;
  deadline.tv_nsec += after.tv_nsec - before.tv_nsec;
  if (deadline.tv_nsec >= 1000000000)
    {
      deadline.tv_sec++;
      deadline.tv_nsec -= 1000000000;
    }
  else if (deadline.tv_nsec < 0)
    {
      deadline.tv_sec--;
      deadline.tv_nsec += 1000000000;
    }
  machine->ctx.deadline = deadline;
}

static enum assay_status
eval_name (struct assay_machine *machine, struct assay_value **result,
           const struct assay_node *node)
{
  struct assay_let *let;

  if (node->binding == ASSAY_BOUND_LOCAL)
    {
      *result = assay_value_ref (machine->frame[node->index]);
      return ASSAY_OK;
    }
  let = &machine->lets[node->index];
  if (!let->known)
    eval_let (machine, let, machine->file->statements[node->index]->value);
  if (let->status != ASSAY_OK)
    {
      machine->ctx.error = let->error;
      machine->blame = let->blame;
      machine->blamed = true;
      machine->late = machine->late || let->late;
      return let->status;
    }
  *result = assay_value_ref (let->value);
  return ASSAY_OK;
}

/* ---- operators ---- */

static enum assay_status
operate_lists (struct assay_machine *machine, struct assay_value **result,
               char operator, struct assay_value *a, struct assay_value *b)
{
  bool pairs = a->kind == ASSAY_VALUE_LIST && b->kind == ASSAY_VALUE_LIST;
  size_t count = a->kind == ASSAY_VALUE_LIST ? a->count : b->count, i;
  struct assay_value **items;
  enum assay_status status = assay_value_afford (count, &machine->ctx);

  if (status != ASSAY_OK)
    return status;
  if (pairs && a->count != b->count)
    return assay_fail (&machine->ctx, ASSAY_EVALUE, NULL,
                       "lists of equal length", "%zu and %zu items",
                       a->count, b->count);
  items = assay_calloc (count, sizeof (*items));
  for (i = 0; i < count && status == ASSAY_OK; i++)
    status = assay_machine_operate (machine, &items[i], operator,
                                    a->kind == ASSAY_VALUE_LIST
                                    ? a->items[i] : a,
                                    b->kind == ASSAY_VALUE_LIST
                                    ? b->items[i] : b);
  if (status == ASSAY_OK)
    {
      *result = assay_value_list (items, count);
      free (items);
    }
  else
    drop_all (items, count);
  return status;
}

enum assay_status
assay_machine_operate (struct assay_machine *machine,
                       struct assay_value **result, char operator,
                       struct assay_value *a, struct assay_value *b)
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
        return assay_number_add (result, a, b, ctx);
      case '-':
        return assay_number_sub (result, a, b, ctx);
      case '*':
        return assay_number_mul (result, a, b, ctx);
      default:
        return assay_number_div (result, a, b, ctx);
      }
  if (list_a && list_b && (operator == '*' || operator == '/'))
    return assay_fail (ctx, ASSAY_ETYPE, NULL,
                       operator == '*'
                       ? "a number times a list; of two lists take dot,"
                       " matvec or matmul"
                       : "a list divided by a number", "two lists");
  if ((operator == '+' || operator == '-') && list_a != list_b
      && (assay_value_is_number (a) || assay_value_is_number (b)))
    return assay_fail (ctx, ASSAY_ETYPE, NULL, "two numbers or two lists",
                       "a number and a list");
  if (operator == '/' && list_b && assay_value_is_number (a))
    return refuse (machine, ASSAY_ETYPE, "a number as divisor", b);
  if (!list_a && !assay_value_is_number (a))
    return refuse (machine, ASSAY_ETYPE, "a number or a list", a);
  if (!list_b && !assay_value_is_number (b))
    return refuse (machine, ASSAY_ETYPE, "a number or a list", b);
  return operate_lists (machine, result, operator, a, b);
}

static enum assay_status
negate (struct assay_machine *machine, struct assay_value **result,
        struct assay_value *a)
{
  struct assay_value **items;
  enum assay_status status = ASSAY_OK;
  size_t i;

  if (assay_value_is_number (a))
    return assay_number_neg (result, a, &machine->ctx);
  if (a->kind != ASSAY_VALUE_LIST)
    return refuse (machine, ASSAY_ETYPE, "a number or a list", a);
  items = assay_calloc (a->count, sizeof (*items));
  for (i = 0; i < a->count && status == ASSAY_OK; i++)
    status = negate (machine, &items[i], a->items[i]);
  if (status == ASSAY_OK)
    {
      *result = assay_value_list (items, a->count);
      free (items);
    }
  else
    drop_all (items, a->count);
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

        status = assay_number_neg (&negated, items[i], &machine->ctx);
        if (status == ASSAY_OK)
          {
            assay_value_unref (items[i]);
            items[i] = negated;
          }
      }
  if (status == ASSAY_OK)
    status = assay_number_sum (result, items, node->count, &machine->ctx);
  return status;
}

static enum assay_status
eval_chain (struct assay_machine *machine, struct assay_value **result,
            const struct assay_node *node)
{
  struct assay_value **items = assay_calloc (node->count, sizeof (*items));
  enum assay_status status = ASSAY_OK;
  bool reals = node->kind == ASSAY_NODE_SUM && node->count > 2;
  size_t i;

  for (i = 0; i < node->count && status == ASSAY_OK; i++)
    {
      status = assay_machine_eval (machine, &items[i], node->items[i]);
      reals = reals && status == ASSAY_OK
              && assay_value_is_number (items[i]);
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
  drop_all (items, node->count);
  return status;
}

static enum assay_status
eval_pair (struct assay_machine *machine, struct assay_value **first,
           struct assay_value **second, const struct assay_node *node)
{
  enum assay_status status = assay_machine_eval (machine, first,
                                                 node->items[0]);

  *second = NULL;
  if (status == ASSAY_OK)
    status = assay_machine_eval (machine, second, node->items[1]);
  if (status != ASSAY_OK)
    {
      assay_value_unref (*first);
      *first = NULL;
    }
  return status;
}

static enum assay_status
eval_power (struct assay_machine *machine, struct assay_value **result,
            const struct assay_node *node)
{
  struct assay_value *base, *exponent;
  enum assay_status status = eval_pair (machine, &base, &exponent, node);

  if (status != ASSAY_OK)
    return status;
  if (!assay_value_is_number (base))
    status = refuse (machine, ASSAY_ETYPE, "a number as base", base);
  else if (!assay_value_is_number (exponent))
    status = refuse (machine, ASSAY_ETYPE, "a number as exponent", exponent);
  else
    status = assay_number_pow (result, base, exponent, &machine->ctx);
  assay_value_unref (base);
  assay_value_unref (exponent);
  return status;
}

static enum assay_status
eval_at (struct assay_machine *machine, struct assay_value **result,
         const struct assay_node *node)
{
  struct assay_value *vector, *position;
  enum assay_status status = eval_pair (machine, &vector, &position, node);

  if (status != ASSAY_OK)
    return status;
  if (vector->kind != ASSAY_VALUE_LIST)
    status = refuse (machine, ASSAY_ETYPE, "a vector before @", vector);
  else if (!assay_value_is_number (position))
    status = refuse (machine, ASSAY_ETYPE, "a number after @", position);
  if (status == ASSAY_OK)
    {
      *result = assay_value_point (vector, position);
      return ASSAY_OK;
    }
  assay_value_unref (vector);
  assay_value_unref (position);
  return status;
}

static enum assay_status
eval_index (struct assay_machine *machine, struct assay_value **result,
            const struct assay_node *node)
{
  struct assay_value *list, *index;
  enum assay_status status = eval_pair (machine, &list, &index, node);

  if (status != ASSAY_OK)
    return status;
  if (list->kind != ASSAY_VALUE_LIST)
    status = refuse (machine, ASSAY_ETYPE, "a list before [", list);
  else if (index->kind != ASSAY_VALUE_RATIONAL
           || mpz_cmp_ui (mpq_denref (index->rational), 1) != 0)
    status = refuse (machine, ASSAY_ETYPE, "an integer as index", index);
  else if (mpq_sgn (index->rational) < 0
           || mpz_cmp_ui (mpq_numref (index->rational), list->count) >= 0)
    {
      char expected[60];

      snprintf (expected, sizeof expected, "an index below the length %zu",
                list->count);
      status = refuse (machine, ASSAY_EVALUE, expected, index);
    }
  else
    *result = assay_value_ref (
      list->items[mpz_get_ui (mpq_numref (index->rational))]);
  assay_value_unref (list);
  assay_value_unref (index);
  return status;
}

static enum assay_status
refuse_field (struct assay_machine *machine, const struct assay_node *node,
              const struct assay_value *record)
{
  struct assay_suggestion suggestion;
  struct assay_text fields;
  enum assay_status status;
  char hint[80];
  size_t i;

  if (record->kind != ASSAY_VALUE_RECORD)
    return refuse (machine, ASSAY_ETYPE, "a record with fields", record);
  assay_suggestion_init (&suggestion, node->text);
  assay_text_init (&fields);
  for (i = 0; i < record->count; i++)
    {
      assay_suggestion_offer (&suggestion, record->names[i]);
      assay_text_printf (&fields, "%s.%s", i == 0 ? "" : " or ",
                         record->names[i]);
    }
  assay_suggestion_render (hint, sizeof hint, &suggestion);
  status = assay_fail (&machine->ctx, ASSAY_ETYPE, NULL,
                       assay_text_string (&fields), ".%.60s%s", node->text,
                       hint);
  assay_text_clear (&fields);
  return status;
}

static enum assay_status
eval_field (struct assay_machine *machine, struct assay_value **result,
            const struct assay_node *node)
{
  struct assay_value *record, *field = NULL;
  enum assay_status status = assay_machine_eval (machine, &record,
                                                 node->items[0]);

  if (status != ASSAY_OK)
    return status;
  if (record->kind == ASSAY_VALUE_RECORD)
    field = assay_value_field (record, node->text);
  if (field)
    *result = assay_value_ref (field);
  else
    status = refuse_field (machine, node, record);
  assay_value_unref (record);
  return status;
}

static enum assay_status
eval_list (struct assay_machine *machine, struct assay_value **result,
           const struct assay_node *node)
{
  struct assay_value **items;
  enum assay_status status = assay_value_afford (node->count, &machine->ctx);
  size_t i;

  if (status != ASSAY_OK)
    return status;
  items = assay_calloc (node->count, sizeof (*items));
  for (i = 0; i < node->count && status == ASSAY_OK; i++)
    status = assay_machine_eval (machine, &items[i], node->items[i]);
  if (status == ASSAY_OK)
    {
      *result = assay_value_list (items, node->count);
      free (items);
      return ASSAY_OK;
    }
  drop_all (items, node->count);
  return status;
}

/* ---- calls ---- */

enum assay_status
assay_machine_range (struct assay_machine *machine, mpz_ptr first,
                     mpz_ptr last, const struct assay_node *range)
{
  struct assay_value *low, *high;
  enum assay_status status = eval_pair (machine, &low, &high, range);
  size_t i;

  if (status != ASSAY_OK)
    return status;
  for (i = 0; i < 2 && status == ASSAY_OK; i++)
    {
      const struct assay_value *end = i == 0 ? low : high;

      if (end->kind != ASSAY_VALUE_RATIONAL
          || mpz_cmp_ui (mpq_denref (end->rational), 1) != 0)
        {
          machine->blame = range->items[i]->span;
          machine->blamed = true;
          status = refuse (machine, ASSAY_ETYPE, "integers around ..", end);
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
static enum assay_status
eval_range (struct assay_machine *machine, struct assay_value **result,
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
    remember (memo, arguments, def->param_count, *result);
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

static enum assay_status
eval_call (struct assay_machine *machine, struct assay_value **result,
           const struct assay_node *node)
{
  const struct assay_builtin *builtin
    = node->binding == ASSAY_BOUND_BUILTIN ? &assay_builtins[node->index]
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
    status = builtin
             ? builtin->function (result, &call)
             : call_def (machine, result, node->index, call.arguments);
  for (i = 0; i < ASSAY_MAX_OPTIONS; i++)
    assay_value_unref (call.options[i]);
  drop_all (call.arguments, call.count);
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

static enum assay_status
eval_node (struct assay_machine *machine, struct assay_value **result,
           const struct assay_node *node)
{
  struct assay_value *operand;
  enum assay_status status;

  switch (node->kind)
    {
    case ASSAY_NODE_NUMBER:
      return eval_number (machine, result, node);
    case ASSAY_NODE_STRING:
      *result = assay_value_string (node->text);
      return ASSAY_OK;
    case ASSAY_NODE_CONSTANT:
      *result = constant_of (node->text);
      return ASSAY_OK;
    case ASSAY_NODE_NAME:
      return eval_name (machine, result, node);
    case ASSAY_NODE_LIST:
      return eval_list (machine, result, node);
    case ASSAY_NODE_NEGATE:
      status = assay_machine_eval (machine, &operand, node->items[0]);
      if (status == ASSAY_OK)
        {
          status = negate (machine, result, operand);
          assay_value_unref (operand);
        }
      return status;
    case ASSAY_NODE_SUM:
    case ASSAY_NODE_PRODUCT:
      return eval_chain (machine, result, node);
    case ASSAY_NODE_POWER:
      return eval_power (machine, result, node);
    case ASSAY_NODE_AT:
      return eval_at (machine, result, node);
    case ASSAY_NODE_CALL:
      return eval_call (machine, result, node);
    case ASSAY_NODE_INDEX:
      return eval_index (machine, result, node);
    case ASSAY_NODE_FIELD:
      return eval_field (machine, result, node);
    case ASSAY_NODE_RANGE:
      return eval_range (machine, result, node);
    case ASSAY_NODE_OPTION:
      break;
    }
  abort ();
}

enum assay_status
assay_machine_eval (struct assay_machine *machine,
                    struct assay_value **result,
                    const struct assay_node *node)
{
  enum assay_status status = ASSAY_OK;
  unsigned deepest = DEPTH_FACTOR * machine->limits.nesting;

  *result = NULL;
  if (++machine->depth > (deepest < LARGEST_DEPTH ? deepest : LARGEST_DEPTH))
    status = assay_fail (&machine->ctx, ASSAY_ELIMIT, NULL,
                         "calls nested less deeply (--max-nesting)",
                         "a deeper one");
  else if (node->count > 0 && machine->ticks++ % 32 == 0)
    status = assay_ctx_in_time (&machine->ctx, NULL);
  if (status == ASSAY_OK)
    status = eval_node (machine, result, node);
  if (status == ASSAY_OK)
    status = assay_value_check_depth (*result, &machine->ctx);
  if (status != ASSAY_OK)
    {
      assay_value_unref (*result);
      *result = NULL;
    }
  if (status != ASSAY_OK && !machine->blamed)
    {
      machine->blame = node->span;
      machine->blamed = true;
    }
  machine->depth--;
  return status;
}
