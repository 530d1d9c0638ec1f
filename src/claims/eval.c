/* eval.c -- the value of an expression */

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "claims/evaluate.h"
#include "claims/literal.h"
#include "claims/numeric.h"
#include "claims/suggest.h"

/* Nodes below nodes and calls below calls together, some multiple of what
   one expression may nest, and never more than the stack holds.  */
enum
{
  DEPTH_FACTOR = 10,
  LARGEST_DEPTH = 4000
};

enum assay_status
assay_eval_refuse (struct assay_machine *machine, enum assay_status status,
                   const char *expected, const struct assay_value *found)
{
  char text[120];

  assay_value_describe (text, sizeof text, found);
  return assay_fail (&machine->ctx, status, NULL, expected, "%s", text);
}

enum assay_status
assay_eval_pair (struct assay_machine *machine, struct assay_value **first,
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

/* An integer position is used as one; any other number stays as it is, for
   angles know no difference.  */
static enum assay_status
settle_position (struct assay_machine *machine, struct assay_value **position)
{
  enum assay_status status = assay_numeric_settle (position, &machine->ctx);

  if (status != ASSAY_ELIMIT || assay_machine_is_late (machine))
    return status;
  assay_machine_forgive (machine);
  return ASSAY_OK;
}

static enum assay_status
eval_at (struct assay_machine *machine, struct assay_value **result,
         const struct assay_node *node)
{
  struct assay_value *vector, *position;
  enum assay_status status = assay_eval_pair (machine, &vector, &position,
                                              node);

  if (status != ASSAY_OK)
    return status;
  if (vector->kind != ASSAY_VALUE_LIST)
    status = assay_eval_refuse (machine, ASSAY_ETYPE, "a vector before @",
                                vector);
  else if (!assay_value_is_number (position))
    status = assay_eval_refuse (machine, ASSAY_ETYPE, "a number after @",
                                position);
  if (status == ASSAY_OK)
    status = settle_position (machine, &position);
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
  enum assay_status status = assay_eval_pair (machine, &list, &index, node);

  if (status != ASSAY_OK)
    return status;
  status = assay_numeric_settle (&index, &machine->ctx);
  if (status != ASSAY_OK)
    ;
  else if (list->kind != ASSAY_VALUE_LIST)
    status = assay_eval_refuse (machine, ASSAY_ETYPE, "a list before [", list);
  else if (index->kind != ASSAY_VALUE_RATIONAL
           || mpz_cmp_ui (mpq_denref (index->rational), 1) != 0)
    status = assay_eval_refuse (machine, ASSAY_ETYPE, "an integer as index",
                                index);
  else if (mpq_sgn (index->rational) < 0
           || mpz_cmp_ui (mpq_numref (index->rational), list->count) >= 0)
    {
      char expected[60];

      snprintf (expected, sizeof expected, "an index below the length %zu",
                list->count);
      status = assay_eval_refuse (machine, ASSAY_EVALUE, expected, index);
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
    return assay_eval_refuse (machine, ASSAY_ETYPE, "a record with fields",
                              record);
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
  assay_values_free (items, node->count);
  return status;
}

static enum assay_status
eval_node (struct assay_machine *machine, struct assay_value **result,
           const struct assay_node *node)
{
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
      return assay_eval_negation (machine, result, node);
    case ASSAY_NODE_SUM:
    case ASSAY_NODE_PRODUCT:
      return assay_eval_chain (machine, result, node);
    case ASSAY_NODE_POWER:
      return assay_eval_power (machine, result, node);
    case ASSAY_NODE_AT:
      return eval_at (machine, result, node);
    case ASSAY_NODE_CALL:
      return assay_eval_call (machine, result, node);
    case ASSAY_NODE_INDEX:
      return eval_index (machine, result, node);
    case ASSAY_NODE_FIELD:
      return eval_field (machine, result, node);
    case ASSAY_NODE_RANGE:
      return assay_eval_range (machine, result, node);
    case ASSAY_NODE_OPTION:
      break;
    }
  abort ();
}

/* With symbols for integers, whatever is evaluated must be defined for all
   of them, also what the sides do not keep: an item not taken, an argument
   not used, a condition.  */
static enum assay_status
require_total (struct assay_machine *machine, const struct assay_value *value)
{
  if (value->kind != ASSAY_VALUE_REAL || assay_expr_is_total (value->real))
    return ASSAY_OK;
  return assay_fail (&machine->ctx, ASSAY_EVALUE, NULL,
                     "an expression defined for all integers",
                     "one that is not known to be");
}

enum assay_status
assay_machine_eval (struct assay_machine *machine, struct assay_value **result,
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
  if (status == ASSAY_OK && machine->symbols > 0)
    status = require_total (machine, *result);
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
