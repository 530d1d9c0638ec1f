/* judge.c -- whether a relation between two expressions holds */

#include "claims/judge.h"

#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "claims/numeric.h"
#include "claims/printed.h"

const char *
assay_claim_verdict_name (enum assay_claim_verdict verdict)
{
  static const char *const names[] = {
    "proved", "rounded", "truncated", "undecided", "refuted", "error"
  };

  return names[verdict];
}

bool
assay_claim_verdict_holds (enum assay_claim_verdict verdict)
{
  return verdict <= ASSAY_CLAIM_TRUNCATED;
}

void
assay_sides_clear (struct assay_sides *sides)
{
  assay_value_unref (sides->left);
  assay_value_unref (sides->right);
  assay_value_unref (sides->third);
  free (sides->message);
}

static void
set_outcome (struct assay_outcome *outcome, enum assay_claim_verdict verdict,
             enum assay_rule rule)
{
  memset (outcome, 0, sizeof *outcome);
  outcome->verdict = verdict;
  outcome->decision.rule = rule;
  outcome->decision.width_exponent = LONG_MAX;
}

/* PATH <- "[INDEX]" and INNER, without the last components of INNER where
   SIZE is too small for all.  */
static void
extend_path (char *path, size_t size, size_t index, const char *inner)
{
  size_t used = (size_t) snprintf (path, size, "[%zu]", index);

  while (*inner == '[')
    {
      size_t length = strcspn (inner, "]") + 1;

      if (used + length >= size)
        return;
      memcpy (path + used, inner, length);
      used += length;
      path[used] = '\0';
      inner += length;
    }
}

void
assay_outcome_worsen (struct assay_outcome *outcome,
                      const struct assay_outcome *component, size_t index)
{
  struct assay_outcome *worse = outcome;
  char path[sizeof outcome->path];

  if (index == 0 || component->verdict > outcome->verdict
      || (component->verdict == outcome->verdict
          && component->decision.precision > outcome->decision.precision))
    {
      memcpy (path, component->path, sizeof path);
      *worse = *component;
      extend_path (worse->path, sizeof worse->path, index, path);
    }
}

void
assay_outcome_begin (struct assay_outcome *outcome)
{
  set_outcome (outcome, ASSAY_CLAIM_PROVED, ASSAY_RULE_NONE);
}

/* Whether VALUE is a list, and of COUNT items when COUNT is not null.  */
static bool
is_list (const struct assay_value *value)
{
  return value->kind == ASSAY_VALUE_LIST;
}

static struct assay_value *
component (struct assay_value *value, size_t index)
{
  return is_list (value) ? value->items[index] : value;
}

static enum assay_status
refuse (struct assay_machine *machine, const char *expected,
        const struct assay_value *found)
{
  char text[120];

  assay_value_describe (text, sizeof text, found);
  return assay_fail (&machine->ctx, ASSAY_ETYPE, NULL, expected, "%s", text);
}

static enum assay_relation
relation_of (enum assay_formula_kind kind)
{
  switch (kind)
    {
    case ASSAY_FORMULA_LESS:
      return ASSAY_LT;
    case ASSAY_FORMULA_LESS_EQUAL:
      return ASSAY_LE;
    case ASSAY_FORMULA_GREATER:
      return ASSAY_GT;
    case ASSAY_FORMULA_GREATER_EQUAL:
      return ASSAY_GE;
    default:
      return ASSAY_EQ;
    }
}

static enum assay_status
compare_numbers (struct assay_machine *machine, struct assay_value *a,
                 struct assay_value *b, enum assay_relation relation,
                 struct assay_outcome *outcome)
{
  struct assay_expr *x, *y;
  enum assay_status status;

  if (a->kind == ASSAY_VALUE_RATIONAL && b->kind == ASSAY_VALUE_RATIONAL)
    {
      int order = mpq_cmp (a->rational, b->rational);
      bool holds = relation == ASSAY_EQ ? order == 0
                   : relation == ASSAY_LT ? order < 0
                   : relation == ASSAY_LE ? order <= 0
                   : relation == ASSAY_GT ? order > 0
                   : order >= 0;

      set_outcome (outcome, holds ? ASSAY_CLAIM_PROVED : ASSAY_CLAIM_REFUTED,
                   ASSAY_RULE_RATIONALS);
      return ASSAY_OK;
    }
  set_outcome (outcome, ASSAY_CLAIM_UNDECIDED, ASSAY_RULE_NONE);
  x = assay_value_expr (a);
  y = assay_value_expr (b);
  status = assay_decide (&outcome->decision, x, relation, y, &machine->ctx);
  assay_expr_unref (x);
  assay_expr_unref (y);
  if (status == ASSAY_OK && outcome->decision.verdict == ASSAY_HOLDS)
    outcome->verdict = ASSAY_CLAIM_PROVED;
  else if (status == ASSAY_OK && outcome->decision.verdict == ASSAY_FAILS)
    outcome->verdict = ASSAY_CLAIM_REFUTED;
  return status;
}

/* Scalars that are no numbers: equal or not, nothing else.  */
static enum assay_status
compare_others (struct assay_machine *machine, const struct assay_value *a,
                const struct assay_value *b, enum assay_relation relation,
                struct assay_outcome *outcome)
{
  bool equal = a->kind == b->kind;

  if (a->kind == ASSAY_VALUE_POINT || a->kind == ASSAY_VALUE_RECORD)
    return refuse (machine, "a number, list, boolean or string in a"
                   " relation", a);
  if (b->kind == ASSAY_VALUE_POINT || b->kind == ASSAY_VALUE_RECORD)
    return refuse (machine, "a number, list, boolean or string in a"
                   " relation", b);
  if (relation != ASSAY_EQ)
    return refuse (machine, "numbers (or lists of them) in an order"
                   " relation",
                   assay_value_is_number (a) ? b : a);
  if (assay_value_is_number (a) || assay_value_is_number (b))
    return refuse (machine, "two numbers",
                   assay_value_is_number (a) ? b : a);
  if (equal && a->kind == ASSAY_VALUE_BOOLEAN)
    equal = a->boolean == b->boolean;
  else if (equal && a->kind == ASSAY_VALUE_STRING)
    equal = strcmp (a->string, b->string) == 0;
  set_outcome (outcome, equal ? ASSAY_CLAIM_PROVED : ASSAY_CLAIM_REFUTED,
               ASSAY_RULE_RATIONALS);
  return ASSAY_OK;
}

static enum assay_status
shapes_differ (struct assay_machine *machine, enum assay_relation relation,
               struct assay_outcome *outcome)
{
  if (relation != ASSAY_EQ)
    return assay_fail (&machine->ctx, ASSAY_ETYPE, NULL,
                       "lists of the same shape in an order relation",
                       "different shapes");
  set_outcome (outcome, ASSAY_CLAIM_REFUTED, ASSAY_RULE_RATIONALS);
  outcome->note = "shapes differ";
  return ASSAY_OK;
}

/* Whether A and B, lists, have the same shape all the way down.  */
static bool
same_shape (const struct assay_value *a, const struct assay_value *b)
{
  size_t i;

  if (a == b || !is_list (a) || !is_list (b))
    return is_list (a) == is_list (b);
  for (i = 0; i < a->count && a->count == b->count; i++)
    if (!same_shape (a->items[i], b->items[i]))
      return false;
  return a->count == b->count;
}

/* An undecided component does not stop the search for a refuted one.  */
static enum assay_status
compare (struct assay_machine *machine, struct assay_value *a,
         struct assay_value *b, enum assay_relation relation,
         struct assay_outcome *outcome)
{
  struct assay_outcome part;
  enum assay_status status = ASSAY_OK;
  size_t i;

  if (assay_value_is_number (a) && assay_value_is_number (b))
    return compare_numbers (machine, a, b, relation, outcome);
  if (!is_list (a) && !is_list (b))
    return compare_others (machine, a, b, relation, outcome);
  if (!is_list (a) || !is_list (b) || a->count != b->count)
    {
      const struct assay_value *scalar = is_list (a) ? b : a;

      if (scalar->kind == ASSAY_VALUE_POINT
          || scalar->kind == ASSAY_VALUE_RECORD)
        return compare_others (machine, a, b, relation, outcome);
      return shapes_differ (machine, relation, outcome);
    }
  if (relation != ASSAY_EQ && !same_shape (a, b))
    return shapes_differ (machine, relation, outcome);
  status = assay_ctx_in_time (&machine->ctx, NULL);
  assay_outcome_begin (outcome);
  for (i = 0; i < a->count && status == ASSAY_OK
              && outcome->verdict != ASSAY_CLAIM_REFUTED; i++)
    {
      status = compare (machine, a->items[i], b->items[i], relation, &part);
      if (status == ASSAY_OK)
        assay_outcome_worsen (outcome, &part, i);
    }
  return status;
}

/* Whether the components of A can be matched with X: a list as long as A, or
   one value for all.  */
static bool
matches (const struct assay_value *a, const struct assay_value *x)
{
  return is_list (x) ? is_list (a) && x->count == a->count : true;
}

/* A = B +- T and A in [B, T], componentwise.  */
static enum assay_status
compare_three (struct assay_machine *machine, struct assay_value *a,
               struct assay_value *b, struct assay_value *t,
               enum assay_formula_kind kind, struct assay_outcome *outcome)
{
  struct assay_value *difference, *distance;
  struct assay_outcome part;
  enum assay_status status = ASSAY_OK;
  size_t i;

  if (is_list (a) || is_list (b) || is_list (t))
    {
      if (!is_list (a) || !matches (a, b) || !matches (a, t)
          || (kind == ASSAY_FORMULA_WITHIN && !is_list (b)))
        return assay_fail (&machine->ctx, ASSAY_ETYPE, NULL,
                           "lists of the same shape", "different shapes");
      status = assay_ctx_in_time (&machine->ctx, NULL);
      assay_outcome_begin (outcome);
      for (i = 0; i < a->count && status == ASSAY_OK
                  && outcome->verdict != ASSAY_CLAIM_REFUTED; i++)
        {
          status = compare_three (machine, a->items[i], component (b, i),
                                  component (t, i), kind, &part);
          if (status == ASSAY_OK)
            assay_outcome_worsen (outcome, &part, i);
        }
      return status;
    }
  if (!assay_value_is_number (a))
    return refuse (machine, "a number", a);
  if (!assay_value_is_number (b))
    return refuse (machine, "a number", b);
  if (!assay_value_is_number (t))
    return refuse (machine, "a number", t);
  if (kind == ASSAY_FORMULA_IN)
    {
      status = compare_numbers (machine, b, a, ASSAY_LE, outcome);
      if (status == ASSAY_OK && outcome->verdict != ASSAY_CLAIM_REFUTED)
        status = compare_numbers (machine, a, t, ASSAY_LE, &part);
      else
        return status;
      if (status == ASSAY_OK && part.verdict >= outcome->verdict)
        *outcome = part;
      return status;
    }
  status = assay_numeric_sub (&difference, a, b, &machine->ctx);
  if (status != ASSAY_OK)
    return status;
  status = assay_numeric_apply (&distance, assay_expr_abs, difference,
                                &machine->ctx);
  assay_value_unref (difference);
  if (status != ASSAY_OK)
    return status;
  status = compare_numbers (machine, distance, t, ASSAY_LE, outcome);
  assay_value_unref (distance);
  return status;
}

/* Whether the left side is refused for the class FORMULA names.  Running out
   of time is no property of the expression and proves nothing.  */
static enum assay_status
judge_failure (struct assay_machine *machine,
               const struct assay_formula *formula,
               struct assay_outcome *outcome, struct assay_sides *sides)
{
  enum assay_status status;

  set_outcome (outcome, ASSAY_CLAIM_UNDECIDED, ASSAY_RULE_NONE);
  if (machine->symbols > 0)
    return ASSAY_OK;
  status = assay_machine_eval (machine, &sides->left, formula->left);
  if (status == ASSAY_ELIMIT
      && (assay_machine_is_late (machine)
          || strcmp (formula->class, "limit") != 0))
    return status;
  sides->failure = status;
  if (status != ASSAY_OK)
    {
      struct assay_text message;

      assay_text_init (&message);
      assay_refusal_render (&message, &machine->ctx.error);
      sides->message = message.bytes;
    }
  set_outcome (outcome,
               status != ASSAY_OK
               && strcmp (formula->class, assay_status_name (status)) == 0
               ? ASSAY_CLAIM_PROVED : ASSAY_CLAIM_REFUTED,
               ASSAY_RULE_RATIONALS);
  assay_machine_forgive (machine);
  return ASSAY_OK;
}

static enum assay_status
judge_values (struct assay_machine *machine,
              const struct assay_formula *formula,
              struct assay_outcome *outcome, struct assay_sides *sides)
{
  enum assay_status status;

  if (formula->kind == ASSAY_FORMULA_FAILS)
    return judge_failure (machine, formula, outcome, sides);
  status = assay_machine_eval (machine, &sides->left, formula->left);
  if (status != ASSAY_OK)
    return status;
  if (formula->kind == ASSAY_FORMULA_PRINTS)
    return assay_printed_judge (machine, sides->left, formula->right,
                                outcome);
  status = assay_machine_eval (machine, &sides->right, formula->right);
  if (status == ASSAY_OK && formula->third)
    status = assay_machine_eval (machine, &sides->third, formula->third);
  if (status != ASSAY_OK)
    return status;
  if (formula->third)
    return compare_three (machine, sides->left, sides->right, sides->third,
                          formula->kind, outcome);
  status = compare (machine, sides->left, sides->right,
                    relation_of (formula->kind), outcome);
  if (status == ASSAY_OK && formula->kind == ASSAY_FORMULA_UNEQUAL
      && outcome->verdict != ASSAY_CLAIM_UNDECIDED)
    outcome->verdict = outcome->verdict == ASSAY_CLAIM_PROVED
                       ? ASSAY_CLAIM_REFUTED : ASSAY_CLAIM_PROVED;
  return status;
}

enum assay_status
assay_formula_judge (struct assay_machine *machine,
                     const struct assay_formula *formula,
                     struct assay_outcome *outcome, struct assay_sides *sides)
{
  struct assay_sides local;
  enum assay_status status;

  memset (&local, 0, sizeof local);
  status = judge_values (machine, formula, outcome, &local);
  if (status != ASSAY_OK && !machine->blamed)
    {
      machine->blame = formula->span;
      machine->blamed = true;
    }
  if (sides)
    *sides = local;
  else
    assay_sides_clear (&local);
  return status;
}

struct assay_value *
assay_value_at_path (struct assay_value *value, const char *path)
{
  while (path[0] == '[' && is_list (value))
    {
      size_t index = strtoul (path + 1, NULL, 10);

      if (index >= value->count)
        break;
      value = value->items[index];
      path = strchr (path, ']') + 1;
    }
  return value;
}
