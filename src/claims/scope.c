/* scope.c -- the names in sight at a place of a claims file */

#include "claims/scope.h"

#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "claims/builtin.h"
#include "claims/suggest.h"

/* Guessing takes a look at every name; a file with more complaints than that
   is not helped by guesses.  */
enum { MOST_GUESSES = 20 };

const struct assay_statement *
assay_scope_statement (const struct assay_scope *scope, size_t index)
{
  return scope->file->statements[index];
}

bool
assay_scope_is_definition (const struct assay_statement *statement)
{
  return statement->kind == ASSAY_STATEMENT_LET
         || statement->kind == ASSAY_STATEMENT_DEF;
}

/* ---- an index of the statements by name ---- */

static int
compare_entries (const void *left, const void *right)
{
  const struct assay_entry *a = left, *b = right;
  int order = strcmp (a->name, b->name);

  return order ? order : a->index < b->index ? -1 : a->index > b->index;
}

struct assay_entry *
assay_scope_sorted (const struct assay_file *file, size_t *count,
                    bool (*wanted) (const struct assay_statement *))
{
  struct assay_entry *entries = assay_calloc (file->count, sizeof *entries);
  size_t i;

  *count = 0;
  for (i = 0; i < file->count; i++)
    if (wanted (file->statements[i]))
      {
        entries[*count].name = file->statements[i]->name;
        entries[(*count)++].index = i;
      }
  qsort (entries, *count, sizeof *entries, compare_entries);
  return entries;
}

void
assay_scope_init (struct assay_scope *scope, struct assay_file *file)
{
  struct assay_entry *entries;
  size_t i;

  memset (scope, 0, sizeof *scope);
  scope->file = file;
  entries = assay_scope_sorted (file, &scope->order_count,
                                assay_scope_is_definition);
  scope->order = assay_calloc (scope->order_count, sizeof *scope->order);
  for (i = 0; i < scope->order_count; i++)
    scope->order[i] = entries[i].index;
  free (entries);
}

void
assay_scope_clear (struct assay_scope *scope)
{
  free (scope->order);
  free (scope->locals);
}

const struct assay_statement *
assay_scope_find (const struct assay_scope *scope, const char *name,
                  size_t *index)
{
  size_t low = 0, high = scope->order_count;

  while (low < high)
    {
      size_t middle = low + (high - low) / 2;

      if (strcmp (assay_scope_statement (scope, scope->order[middle])->name,
                  name)
          < 0)
        low = middle + 1;
      else
        high = middle;
    }
  if (low == scope->order_count
      || strcmp (assay_scope_statement (scope, scope->order[low])->name, name)
           != 0)
    return NULL;
  *index = scope->order[low];
  return assay_scope_statement (scope, *index);
}

const struct assay_local *
assay_scope_local (const struct assay_scope *scope, const char *name)
{
  size_t i = scope->local_count;

  while (i-- > 0)
    if (strcmp (scope->locals[i].name, name) == 0)
      return &scope->locals[i];
  return NULL;
}

void
assay_scope_push (struct assay_scope *scope, const char *name, size_t slot)
{
  if (scope->local_count == scope->local_capacity)
    {
      scope->local_capacity = scope->local_capacity ? 2 * scope->local_capacity
                                                    : 16;
      scope->locals = assay_realloc (scope->locals, scope->local_capacity,
                                     sizeof *scope->locals);
    }
  scope->locals[scope->local_count].name = name;
  scope->locals[scope->local_count++].slot = slot;
}

/* ---- complaints ---- */

static size_t
line_of (const struct assay_scope *scope,
         const struct assay_statement *statement)
{
  return assay_source_place (&scope->file->source, statement->name_span.begin)
    .line;
}

/* All names in sight.  */
static void
offer_names (const struct assay_scope *scope,
             struct assay_suggestion *suggestion)
{
  size_t i;

  for (i = 0; i < scope->local_count; i++)
    assay_suggestion_offer (suggestion, scope->locals[i].name);
  for (i = 0; i < scope->visible && i < scope->file->count; i++)
    if (assay_scope_is_definition (assay_scope_statement (scope, i)))
      assay_suggestion_offer (suggestion,
                              assay_scope_statement (scope, i)->name);
  for (i = 0; i < assay_builtin_count; i++)
    assay_suggestion_offer (suggestion, assay_builtins[i].name);
}

void
assay_scope_refuse_unknown (const struct assay_scope *scope, const char *name,
                            struct assay_span span, const char *what)
{
  struct assay_suggestion suggestion;
  const struct assay_statement *statement;
  char hint[80];
  size_t index;

  statement = assay_scope_find (scope, name, &index);
  if (statement && index == scope->visible)
    {
      assay_complaints_add (&scope->file->complaints, span,
                            "'%.60s' cannot use itself", name);
      return;
    }
  if (statement)
    {
      assay_complaints_add (&scope->file->complaints, span,
                            "'%.60s' is used before its %s on line %zu", name,
                            statement->kind == ASSAY_STATEMENT_LET ? "let"
                                                                   : "def",
                            line_of (scope, statement));
      return;
    }
  assay_suggestion_init (&suggestion, name);
  if (scope->file->complaints.count < MOST_GUESSES)
    offer_names (scope, &suggestion);
  assay_suggestion_render (hint, sizeof hint, &suggestion);
  assay_complaints_add (&scope->file->complaints, span, "unknown %s '%.60s'%s",
                        what, name, hint);
}

bool
assay_scope_may_define (const struct assay_scope *scope, const char *name,
                        struct assay_span span)
{
  const struct assay_statement *statement;
  size_t index;

  if (assay_scope_local (scope, name))
    assay_complaints_add (&scope->file->complaints, span,
                          "'%.60s' is bound already", name);
  else if (assay_builtin_find (name) < assay_builtin_count)
    assay_complaints_add (&scope->file->complaints, span,
                          "'%.60s' is a built-in function and cannot be"
                          " redefined",
                          name);
  else if ((statement = assay_scope_find (scope, name, &index))
           && index < scope->visible)
    assay_complaints_add (&scope->file->complaints, span,
                          "'%.60s' is defined already, on line %zu", name,
                          line_of (scope, statement));
  else
    return true;
  return false;
}
