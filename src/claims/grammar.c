/* grammar.c -- what the grammar does with what it recognises */

#include "claims/grammar.h"

#include <string.h>

#include "base/memory.h"
#include "claims/parse.h"

/* Names are compared pairwise.  */
enum { MOST_PARAMETERS = 200 };

void
assay_reader_refuse (struct assay_reader *reader, struct assay_span span,
                     const char *message)
{
  assay_complaints_add (&reader->file->complaints, span, "%s", message);
}

void
assay_reader_refuse_depth (struct assay_reader *reader,
                           struct assay_span span)
{
  if (!reader->too_deep)
    assay_complaints_add (&reader->file->complaints, span,
                          "limit: nested deeper than %u (--max-nesting)",
                          reader->max_nesting);
  reader->too_deep = true;
}

struct assay_node *
assay_grammar_node (struct assay_reader *reader, enum assay_node_kind kind,
                    struct assay_span span, const char *text)
{
  return assay_ast_new (&reader->file->arena, kind, span, text);
}

struct assay_node *
assay_grammar_add (struct assay_reader *reader, struct assay_node *node,
                   struct assay_node *item, char operator)
{
  if (item->depth >= reader->max_nesting)
    {
      assay_reader_refuse_depth (reader, item->span);
      if (node->count == 0)
        return item;
      return node;
    }
  assay_ast_add (&reader->file->arena, node, item, operator);
  return node;
}

struct assay_node *
assay_grammar_pair (struct assay_reader *reader, enum assay_node_kind kind,
                    struct assay_span span, struct assay_node *first,
                    struct assay_node *second)
{
  struct assay_node *node;

  if (first->depth >= reader->max_nesting)
    {
      assay_reader_refuse_depth (reader, first->span);
      return first;
    }
  node = assay_grammar_node (reader, kind, span, NULL);
  assay_grammar_add (reader, node, first, 0);
  return assay_grammar_add (reader, node, second, 0);
}

struct assay_node *
assay_grammar_chain (struct assay_reader *reader, enum assay_node_kind kind,
                     struct assay_span span, struct assay_node *left,
                     char operator, struct assay_node *right)
{
  struct assay_node *node = left;

  if (left->kind != kind)
    {
      node = assay_grammar_node (reader, kind, span, NULL);
      node = assay_grammar_add (reader, node, left, operator);
      if (node == left)
        return node;
    }
  node->span = span;
  node->lead = 0;
  return assay_grammar_add (reader, node, right, operator);
}

void
assay_grammar_count (struct assay_reader *reader, struct assay_node *minuses,
                     struct assay_span span)
{
  if (minuses->index + 1 >= reader->max_nesting)
    assay_reader_refuse_depth (reader, span);
  else
    minuses->index++;
}

struct assay_node *
assay_grammar_negate (struct assay_reader *reader, struct assay_span span,
                      struct assay_node *minuses, struct assay_node *operand)
{
  size_t more = minuses->index + 1;

  while (more-- > 0 && operand->depth < reader->max_nesting)
    {
      struct assay_node *node = assay_grammar_node (reader,
                                                    ASSAY_NODE_NEGATE, span,
                                                    NULL);

      operand = assay_grammar_add (reader, node, operand, 0);
    }
  if (more + 1 > 0)
    assay_reader_refuse_depth (reader, span);
  return operand;
}

/* Kept apart from a plain exponent by an item count of its own: the minus
   signs bind weaker than a further ^, so they wait in the list.  */
struct assay_node *
assay_grammar_sign (struct assay_reader *reader, struct assay_span span,
                    struct assay_node *minuses, struct assay_node *operand)
{
  struct assay_node *node = assay_grammar_node (reader, ASSAY_NODE_OPTION,
                                                span, NULL);

  node->index = minuses->index;
  return assay_grammar_add (reader, node, operand, 0);
}

void
assay_grammar_exponent (struct assay_reader *reader,
                        struct assay_node *powers,
                        struct assay_node *exponent, struct assay_span span)
{
  if (powers->count >= reader->max_nesting)
    assay_reader_refuse_depth (reader, span);
  else
    assay_grammar_add (reader, powers, exponent, 0);
}

struct assay_node *
assay_grammar_powers (struct assay_reader *reader, struct assay_span span,
                      struct assay_node *powers)
{
  struct assay_node *result = NULL;
  size_t i = powers->count;

  if (powers->kind != ASSAY_NODE_POWER)
    return powers;
  while (i-- > 0)
    {
      struct assay_node *item = powers->items[i], *minuses = NULL;

      if (item->kind == ASSAY_NODE_OPTION)
        {
          minuses = item;
          item = item->items[0];
        }
      span.begin = item->span.begin - item->lead;
      result = result ? assay_grammar_pair (reader, ASSAY_NODE_POWER, span,
                                            item, result)
                      : item;
      if (minuses)
        {
          span.begin = minuses->span.begin;
          result = assay_grammar_negate (reader, span, minuses, result);
        }
    }
  return result;
}

struct assay_node *
assay_grammar_integer (struct assay_reader *reader, const char *text,
                       struct assay_span span)
{
  if (text[strspn (text, "0123456789")] != '\0')
    assay_complaints_add (&reader->file->complaints, span,
                          "a position after @ is an integer, a name or a"
                          " parenthesised expression, not %.40s", text);
  return assay_grammar_node (reader, ASSAY_NODE_NUMBER, span, text);
}

struct assay_node *
assay_grammar_printed (struct assay_reader *reader, const char *text,
                       struct assay_span span)
{
  if (text[0] == '0' && (text[1] == 'x' || text[1] == 'X'))
    assay_reader_refuse (reader, span,
                         "right of ~ stands a decimal as printed, not a"
                         " hexadecimal literal");
  return assay_grammar_node (reader, ASSAY_NODE_NUMBER, span, text);
}

const char *
assay_grammar_class (struct assay_reader *reader, const char *text,
                     struct assay_span span)
{
  if (strcmp (text, "type") != 0 && strcmp (text, "value") != 0
      && strcmp (text, "limit") != 0)
    assay_complaints_add (&reader->file->complaints, span,
                          "expected type, value or limit after 'fails',"
                          " found '%.40s'", text);
  return text;
}

struct assay_formula *
assay_grammar_formula (struct assay_reader *reader,
                       enum assay_formula_kind kind,
                       struct assay_node *left, struct assay_node *right)
{
  struct assay_formula *relation
    = assay_arena_alloc (&reader->file->arena, sizeof *relation);

  relation->kind = kind;
  relation->left = left;
  relation->right = right;
  return relation;
}

struct assay_binding *
assay_grammar_binding (struct assay_reader *reader, const char *name,
                       struct assay_span span, struct assay_node *range)
{
  struct assay_binding *binding
    = assay_arena_alloc (&reader->file->arena, sizeof *binding);

  binding->name = name;
  binding->span = span;
  binding->range = range;
  return binding;
}

struct assay_quantifier *
assay_grammar_quantifier (struct assay_reader *reader, bool exists,
                          struct assay_binding *binding)
{
  struct assay_quantifier *quantifier
    = assay_arena_alloc (&reader->file->arena, sizeof *quantifier);

  quantifier->exists = exists;
  assay_grammar_bind (reader, quantifier, binding);
  return quantifier;
}

void
assay_grammar_bind (struct assay_reader *reader,
                    struct assay_quantifier *quantifier,
                    struct assay_binding *binding)
{
  if (quantifier->binding_count >= reader->max_nesting)
    assay_reader_refuse_depth (reader, binding->span);
  else
    assay_ast_append (&reader->file->arena, &quantifier->bindings,
                      &quantifier->binding_count,
                      &quantifier->binding_capacity, binding);
}

void
assay_grammar_condition (struct assay_reader *reader,
                         struct assay_quantifier *quantifier,
                         struct assay_formula *condition)
{
  assay_ast_append (&reader->file->arena, &quantifier->conditions,
                    &quantifier->condition_count,
                    &quantifier->condition_capacity, condition);
}

struct assay_statement *
assay_grammar_head (struct assay_reader *reader,
                    enum assay_statement_kind kind, const char *name,
                    struct assay_span span)
{
  struct assay_statement *statement
    = assay_arena_alloc (&reader->file->arena, sizeof *statement);

  statement->kind = kind;
  statement->name = name;
  statement->name_span = span;
  statement->span = span;
  return statement;
}

struct assay_statement *
assay_grammar_text (struct assay_reader *reader,
                    enum assay_statement_kind kind, struct assay_span span,
                    const char *text)
{
  struct assay_statement *statement = assay_grammar_head (reader, kind, NULL,
                                                          span);

  statement->text = text;
  return statement;
}

struct assay_statement *
assay_grammar_let (struct assay_reader *reader, struct assay_span span,
                   const char *name, struct assay_span name_span,
                   struct assay_node *value)
{
  struct assay_statement *statement
    = assay_grammar_head (reader, ASSAY_STATEMENT_LET, name, name_span);

  statement->span = span;
  statement->value = value;
  return statement;
}

void
assay_grammar_parameter (struct assay_reader *reader,
                         struct assay_statement *statement, const char *name,
                         struct assay_span span)
{
  if (statement->param_count == MOST_PARAMETERS)
    {
      assay_reader_refuse (reader, span, "limit: more than 200 parameters");
      reader->too_deep = true;
      return;
    }
  assay_ast_append (&reader->file->arena, &statement->params,
                    &statement->param_count, &statement->param_capacity,
                    assay_grammar_node (reader, ASSAY_NODE_NAME, span,
                                        name));
}

void
assay_grammar_quantify (struct assay_reader *reader,
                        struct assay_statement *statement,
                        struct assay_quantifier *quantifier,
                        struct assay_span span)
{
  if (statement->quantifier_count >= reader->max_nesting)
    assay_reader_refuse_depth (reader, span);
  else
    assay_ast_append (&reader->file->arena, &statement->quantifiers,
                      &statement->quantifier_count,
                      &statement->quantifier_capacity, quantifier);
}

void
assay_grammar_keep (struct assay_reader *reader,
                    struct assay_statement *statement)
{
  struct assay_file *file = reader->file;

  assay_ast_append (&file->arena, &file->statements, &file->count,
                    &file->capacity, statement);
}
