/* ast.c -- building the tree of a claims file */

#include "claims/ast.h"

#include <string.h>

void
assay_file_init (struct assay_file *file, const char *name,
                 const char *bytes, size_t length)
{
  memset (file, 0, sizeof *file);
  assay_arena_init (&file->arena);
  assay_source_init (&file->source, name, bytes, length);
  assay_complaints_init (&file->complaints);
}

void
assay_file_clear (struct assay_file *file)
{
  assay_complaints_clear (&file->complaints);
  assay_source_clear (&file->source);
  assay_arena_clear (&file->arena);
}

void
assay_ast_append (struct assay_arena *arena, void *items, size_t *count,
                  size_t *capacity, void *item)
{
  void **array;

  memcpy (&array, items, sizeof array);
  if (*count == *capacity)
    {
      size_t larger = *capacity ? 2 * *capacity : 4;
      void **grown = assay_arena_alloc (arena, larger * sizeof *grown);

      if (*count)
        memcpy (grown, array, *count * sizeof *grown);
      *capacity = larger;
      array = grown;
      memcpy (items, &array, sizeof array);
    }
  array[(*count)++] = item;
}

struct assay_node *
assay_ast_new (struct assay_arena *arena, enum assay_node_kind kind,
               struct assay_span span, const char *text)
{
  struct assay_node *node = assay_arena_alloc (arena, sizeof *node);

  node->kind = kind;
  node->depth = 1;
  node->span = span;
  node->text = text;
  return node;
}

static bool
is_chain (const struct assay_node *node)
{
  return node->kind == ASSAY_NODE_SUM || node->kind == ASSAY_NODE_PRODUCT;
}

void
assay_ast_add (struct assay_arena *arena, struct assay_node *node,
               struct assay_node *item, char operator)
{
  size_t capacity = node->capacity;

  assay_ast_append (arena, &node->items, &node->count, &node->capacity, item);
  if (is_chain (node))
    {
      if (node->capacity != capacity)
        {
          char *grown = assay_arena_alloc (arena, node->capacity);

          if (capacity)
            memcpy (grown, node->operators, capacity);
          node->operators = grown;
        }
      node->operators[node->count - 1] = operator;
    }
  if (node->depth <= item->depth)
    node->depth = item->depth + 1;
}

const char *
assay_formula_name (enum assay_formula_kind kind)
{
  static const char *const names[] = {
    "=", "!=", "<", "<=", ">", ">=", "~", "+-", "in", "fails"
  };

  return names[kind];
}
