/* names.c -- what every name of a claims file means */

#include "claims/names.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "claims/builtin.h"
#include "claims/scope.h"
#include "claims/suggest.h"

/* Each option of a call is compared with those before it.  */
enum { MOST_OPTIONS = 16 };

/* ---- expressions ---- */

/* Where a node stands decides what it may be.  */
enum position
{
  POSITION_PLAIN,
  POSITION_ARGUMENT, /* a range may stand here */
  POSITION_FUNCTION  /* a function's name, see of_functions */
};

static void resolve (struct assay_scope *scope, struct assay_node *node,
                     enum position position);

/* A def as NODE's meaning: true when NODE names a function in sight.  */
static bool
bind_function (const struct assay_scope *scope, struct assay_node *node)
{
  const struct assay_statement *statement;
  size_t index;

  statement = assay_scope_find (scope, node->text, &index);
  if (statement && index < scope->visible
      && statement->kind == ASSAY_STATEMENT_DEF)
    {
      node->binding = ASSAY_BOUND_DEF;
      node->index = index;
      return true;
    }
  index = assay_builtin_find (node->text);
  if (index < assay_builtin_count)
    {
      node->binding = ASSAY_BOUND_BUILTIN;
      node->index = index;
      return true;
    }
  return false;
}

static void
resolve_name (struct assay_scope *scope, struct assay_node *node,
              enum position position)
{
  const struct assay_local *local = assay_scope_local (scope, node->text);
  const struct assay_statement *statement;
  size_t index;

  if (position == POSITION_FUNCTION)
    {
      if (!bind_function (scope, node))
        assay_scope_refuse_unknown (scope, node->text, node->span, "function");
      return;
    }
  if (local)
    {
      node->binding = ASSAY_BOUND_LOCAL;
      node->index = local->slot;
      return;
    }
  statement = assay_scope_find (scope, node->text, &index);
  if (statement && index < scope->visible
      && statement->kind == ASSAY_STATEMENT_LET)
    {
      node->binding = ASSAY_BOUND_LET;
      node->index = index;
    }
  else if (bind_function (scope, node))
    assay_complaints_add (&scope->file->complaints, node->span,
                          "'%.60s' is a function: call it as %.60s(...)",
                          node->text, node->text);
  else
    assay_scope_refuse_unknown (scope, node->text, node->span, "name");
}

static void
check_count (const struct assay_scope *scope, const struct assay_node *call,
             size_t given, size_t least, size_t most)
{
  char wanted[80];

  if (given >= least && given <= most)
    return;
  if (least == most)
    snprintf (wanted, sizeof wanted, "%zu", least);
  else if (most == ASSAY_ANY_COUNT)
    snprintf (wanted, sizeof wanted, "at least %zu", least);
  else
    snprintf (wanted, sizeof wanted, "%zu to %zu", least, most);
  assay_complaints_add (&scope->file->complaints, call->span,
                        "'%.60s' takes %s argument%s, found %zu", call->text,
                        wanted,
                        least == 1 && (most == 1 || most == ASSAY_ANY_COUNT)
                          ? "" : "s",
                        given);
}

/* Whether OPTION of CALL exists and stands there once.  */
static void
check_option (const struct assay_scope *scope, const struct assay_node *call,
              const struct assay_node *option)
{
  const char *const *known = NULL;
  struct assay_suggestion suggestion;
  char hint[80];
  size_t i;

  for (i = 0; call->items[i] != option; i++)
    if (call->items[i]->kind == ASSAY_NODE_OPTION
        && strcmp (call->items[i]->text, option->text) == 0)
      {
        assay_complaints_add (&scope->file->complaints, option->span,
                              "the option '%.60s' is given twice",
                              option->text);
        return;
      }
  if (call->binding == ASSAY_BOUND_BUILTIN)
    known = assay_builtins[call->index].options;
  assay_suggestion_init (&suggestion, option->text);
  for (i = 0; known && i < ASSAY_MAX_OPTIONS && known[i]; i++)
    {
      if (strcmp (known[i], option->text) == 0)
        return;
      assay_suggestion_offer (&suggestion, known[i]);
    }
  assay_suggestion_render (hint, sizeof hint, &suggestion);
  assay_complaints_add (&scope->file->complaints, option->span,
                        "'%.60s' has no option '%.60s'%s", call->text,
                        option->text, hint);
}

/* How many of the first arguments of CALL are functions' names, a list of
   them counting as one: map (f, x), mse (f, [g, h], x).  */
static size_t
of_functions (const struct assay_node *call)
{
  return strcmp (call->text, "map") == 0   ? 1
         : strcmp (call->text, "mse") == 0 ? 2
                                           : 0;
}

/* The function that CALL applies takes one argument.  */
static void
check_applied (const struct assay_scope *scope, const struct assay_node *call,
               const struct assay_node *function)
{
  size_t least = 1, most = 1;

  if (function->binding == ASSAY_BOUND_DEF)
    least = most = assay_scope_statement (scope, function->index)->param_count;
  else if (function->binding == ASSAY_BOUND_BUILTIN)
    {
      least = assay_builtins[function->index].least;
      most = assay_builtins[function->index].most;
    }
  if (least > 1 || most < 1)
    assay_complaints_add (&scope->file->complaints, function->span,
                          "'%.60s' needs a function of one argument",
                          call->text);
}

/* Argument I of CALL, which is a function's name or, where I is not 0, a list
   of names.  */
static void
resolve_function (struct assay_scope *scope, const struct assay_node *call,
                  size_t i, struct assay_node *argument)
{
  struct assay_node *one[1] = { argument };
  struct assay_node *const *names = i == 0 ? one : argument->items;
  size_t count = i == 0 ? 1 : argument->count, k;
  bool named = i == 0 || argument->kind == ASSAY_NODE_LIST;

  for (k = 0; k < count && named; k++)
    named = names[k]->kind == ASSAY_NODE_NAME;
  if (!named)
    {
      assay_complaints_add (&scope->file->complaints, argument->span,
                            i == 0
                              ? "the first argument of '%.60s' is the name of"
                                " a function"
                              : "the second argument of '%.60s' is a list of"
                                " names of functions",
                            call->text);
      if (argument->kind != ASSAY_NODE_NAME
          && argument->kind != ASSAY_NODE_LIST)
        resolve (scope, argument, POSITION_ARGUMENT);
      return;
    }
  for (k = 0; k < count; k++)
    {
      resolve (scope, names[k], POSITION_FUNCTION);
      check_applied (scope, call, names[k]);
    }
}

static void
resolve_call (struct assay_scope *scope, struct assay_node *call)
{
  size_t functions = of_functions (call), given = 0, options = 0, i;

  if (!bind_function (scope, call))
    {
      size_t index;

      if (assay_scope_local (scope, call->text)
          || (assay_scope_find (scope, call->text, &index)
              && index < scope->visible))
        assay_complaints_add (&scope->file->complaints, call->span,
                              "'%.60s' is a value, not a function",
                              call->text);
      else
        {
          struct assay_span span = call->span;

          span.end = span.begin + strlen (call->text);
          assay_scope_refuse_unknown (scope, call->text, span, "function");
        }
    }
  for (i = 0; i < call->count; i++)
    if (call->items[i]->kind != ASSAY_NODE_OPTION)
      {
        if (given < functions)
          resolve_function (scope, call, given, call->items[i]);
        else
          resolve (scope, call->items[i], POSITION_ARGUMENT);
        given++;
      }
    else
      {
        if (++options == MOST_OPTIONS)
          assay_complaints_add (&scope->file->complaints,
                                call->items[i]->span,
                                "'%.60s' has not so many options",
                                call->text);
        if (call->binding != ASSAY_BOUND_NOT && options < MOST_OPTIONS)
          check_option (scope, call, call->items[i]);
        resolve (scope, call->items[i]->items[0], POSITION_ARGUMENT);
      }
  if (call->binding == ASSAY_BOUND_DEF)
    {
      size_t count = assay_scope_statement (scope, call->index)->param_count;

      check_count (scope, call, given, count, count);
    }
  else if (call->binding == ASSAY_BOUND_BUILTIN)
    check_count (scope, call, given, assay_builtins[call->index].least,
                 assay_builtins[call->index].most);
}

static void
resolve (struct assay_scope *scope, struct assay_node *node,
         enum position position)
{
  size_t i;

  switch (node->kind)
    {
    case ASSAY_NODE_NAME:
      resolve_name (scope, node, position);
      return;
    case ASSAY_NODE_CALL:
      resolve_call (scope, node);
      return;
    case ASSAY_NODE_NUMBER:
      node->index = scope->file->numbers++;
      return;
    default:
      for (i = 0; i < node->count; i++)
        resolve (scope, node->items[i], POSITION_PLAIN);
    }
}

/* ---- statements ---- */

static void
resolve_formula (struct assay_scope *scope, struct assay_formula *formula)
{
  resolve (scope, formula->left, POSITION_PLAIN);
  if (formula->right)
    resolve (scope, formula->right, POSITION_PLAIN);
  if (formula->third)
    resolve (scope, formula->third, POSITION_PLAIN);
}

static void
resolve_claim (struct assay_scope *scope, struct assay_statement *claim)
{
  size_t i, j;

  for (i = 0; i < claim->quantifier_count; i++)
    {
      struct assay_quantifier *quantifier = claim->quantifiers[i];

      for (j = 0; j < quantifier->binding_count; j++)
        {
          struct assay_binding *binding = quantifier->bindings[j];

          if (binding->range)
            resolve (scope, binding->range, POSITION_ARGUMENT);
          assay_scope_may_define (scope, binding->name, binding->span);
          binding->slot = claim->slots++;
          assay_scope_push (scope, binding->name, binding->slot);
        }
      for (j = 0; j < quantifier->condition_count; j++)
        resolve_formula (scope, quantifier->conditions[j]);
    }
  if (claim->relation)
    resolve_formula (scope, claim->relation);
}

static void
resolve_definition (struct assay_scope *scope,
                    struct assay_statement *statement)
{
  size_t i;

  assay_scope_may_define (scope, statement->name, statement->name_span);
  for (i = 0; i < statement->param_count; i++)
    {
      const struct assay_node *param = statement->params[i];

      if (strcmp (param->text, statement->name) == 0)
        assay_complaints_add (&scope->file->complaints, param->span,
                              "'%.60s' is the function's own name",
                              param->text);
      else
        assay_scope_may_define (scope, param->text, param->span);
      assay_scope_push (scope, param->text, statement->slots++);
    }
  if (statement->value)
    resolve (scope, statement->value, POSITION_PLAIN);
}

static bool
is_labelled (const struct assay_statement *statement)
{
  return statement->kind == ASSAY_STATEMENT_CLAIM
         || statement->kind == ASSAY_STATEMENT_NOTE;
}

static void
refuse_repeated_labels (struct assay_file *file)
{
  size_t count, i;
  struct assay_entry *entries = assay_scope_sorted (file, &count, is_labelled);

  for (i = 1; i < count; i++)
    if (strcmp (entries[i].name, entries[i - 1].name) == 0)
      {
        size_t first = i - 1;

        while (first > 0
               && strcmp (entries[first - 1].name, entries[i].name) == 0)
          first--;
        assay_complaints_add (
          &file->complaints, file->statements[entries[i].index]->name_span,
          "the name '%.60s' is taken already, on line %zu", entries[i].name,
          assay_source_place (
            &file->source,
            file->statements[entries[first].index]->name_span.begin)
            .line);
      }
  free (entries);
}

void
assay_names_resolve (struct assay_file *file)
{
  struct assay_scope scope;
  size_t i;

  assay_scope_init (&scope, file);
  for (i = 0; i < file->count; i++)
    {
      struct assay_statement *statement = file->statements[i];

      scope.visible = i;
      scope.local_count = 0;
      if (assay_scope_is_definition (statement))
        resolve_definition (&scope, statement);
      else if (statement->kind == ASSAY_STATEMENT_CLAIM)
        resolve_claim (&scope, statement);
    }
  refuse_repeated_labels (file);
  assay_scope_clear (&scope);
}

void
assay_names_resolve_expression (struct assay_file *file,
                                struct assay_node *node)
{
  struct assay_scope scope;

  assay_scope_init (&scope, file);
  resolve (&scope, node, POSITION_PLAIN);
  assay_scope_clear (&scope);
}
