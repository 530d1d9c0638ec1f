/* ast.h -- a claims file as parsed: statements, claims, expressions

   The tree knows no numerics: a literal is its spelling.  Everything is
   owned by the file's arena.  */

#ifndef ASSAY_CLAIMS_AST_H
#define ASSAY_CLAIMS_AST_H

#include <stdbool.h>
#include <stddef.h>

#include "claims/arena.h"
#include "claims/source.h"

enum assay_node_kind
{
  ASSAY_NODE_NUMBER,            /* text: the literal as spelled; index */
  ASSAY_NODE_STRING,            /* text: what stands between the quotes */
  ASSAY_NODE_CONSTANT,          /* text: pi, e, true, false, none */
  ASSAY_NODE_NAME,              /* text; binding and index from names.c */
  ASSAY_NODE_LIST,
  ASSAY_NODE_NEGATE,
  ASSAY_NODE_SUM,               /* a chain of items; operators[i] is + or - */
  ASSAY_NODE_PRODUCT,           /* the same with * and / */
  ASSAY_NODE_POWER,             /* base, exponent */
  ASSAY_NODE_AT,                /* vector, position */
  ASSAY_NODE_CALL,              /* text: the function; arguments, options */
  ASSAY_NODE_OPTION,            /* text: its name; one item, in a call only */
  ASSAY_NODE_INDEX,             /* list, index */
  ASSAY_NODE_FIELD,             /* text: its name; one item */
  ASSAY_NODE_RANGE              /* first, last; argument or quantifier only */
};

/* What a name means.  */
enum assay_binding_kind
{
  ASSAY_BOUND_NOT,              /* unknown: names.c has complained */
  ASSAY_BOUND_LET,              /* index of the statement */
  ASSAY_BOUND_LOCAL,            /* slot in the claim's or def's frame */
  ASSAY_BOUND_DEF,              /* index of the statement */
  ASSAY_BOUND_BUILTIN           /* index in the table of built-ins */
};

struct assay_node
{
  enum assay_node_kind kind;
  enum assay_binding_kind binding;
  size_t index;
  unsigned depth;               /* of the tree below, itself included */
  struct assay_span span;       /* without parentheses around it */
  size_t lead;                  /* bytes from the first of these to SPAN */
  const char *text;
  char *operators;              /* chains: operators[0] is unused */
  struct assay_node **items;
  size_t count, capacity;
};

enum assay_formula_kind
{
  ASSAY_FORMULA_EQUAL,
  ASSAY_FORMULA_UNEQUAL,
  ASSAY_FORMULA_LESS,
  ASSAY_FORMULA_LESS_EQUAL,
  ASSAY_FORMULA_GREATER,
  ASSAY_FORMULA_GREATER_EQUAL,
  ASSAY_FORMULA_PRINTS,        /* left ~ right */
  ASSAY_FORMULA_WITHIN,        /* left = right +- third */
  ASSAY_FORMULA_IN,            /* left in [right, third] */
  ASSAY_FORMULA_FAILS          /* left fails class */
};

struct assay_formula
{
  enum assay_formula_kind kind;
  struct assay_node *left, *right, *third;
  const char *class;            /* "type", "value", "limit" */
  struct assay_span span;
};

struct assay_binding
{
  const char *name;
  struct assay_node *range;     /* null for `integers' */
  size_t slot;
  struct assay_span span;       /* of the name */
};

/* `for all BINDINGS where CONDITIONS :' or `exists ...'.  */
struct assay_quantifier
{
  bool exists;
  struct assay_binding **bindings;
  size_t binding_count, binding_capacity;
  struct assay_formula **conditions;
  size_t condition_count, condition_capacity;
};

enum assay_statement_kind
{
  ASSAY_STATEMENT_TITLE,
  ASSAY_STATEMENT_SOURCE,
  ASSAY_STATEMENT_LET,
  ASSAY_STATEMENT_DEF,
  ASSAY_STATEMENT_CLAIM,
  ASSAY_STATEMENT_NOTE
};

struct assay_statement
{
  enum assay_statement_kind kind;
  struct assay_span span, name_span;
  const char *name;             /* let, def, claim, note */
  const char *text;             /* title, source, note */
  struct assay_node *value;     /* let, def; null when it did not parse */
  struct assay_node **params;   /* def: names */
  size_t param_count, param_capacity;
  bool expect_refuted;
  struct assay_quantifier **quantifiers;
  size_t quantifier_count, quantifier_capacity;
  struct assay_formula *relation; /* claim; null when it did not parse */
  size_t slots;                 /* bound variables or parameters */
};

struct assay_file
{
  struct assay_arena arena;
  struct assay_source source;
  struct assay_complaints complaints;
  struct assay_statement **statements;
  size_t count, capacity;
  size_t numbers;               /* literals, each with an index of its own */
};

/* An empty file over BYTES, which must outlive it, as must NAME.  */
void assay_file_init (struct assay_file *file, const char *name,
                      const char *bytes, size_t length);
void assay_file_clear (struct assay_file *file);

/* Append ITEM to the array of pointers at *ITEMS in ARENA.  */
void assay_ast_append (struct assay_arena *arena, void *items, size_t *count,
                       size_t *capacity, void *item);

struct assay_node *assay_ast_new (struct assay_arena *arena,
                                  enum assay_node_kind kind,
                                  struct assay_span span, const char *text);

/* Append ITEM below NODE, preceded by OPERATOR in a chain (else 0).  */
void assay_ast_add (struct assay_arena *arena, struct assay_node *node,
                    struct assay_node *item, char operator);

/* "=", "!=", "<", "<=", ">", ">=", "~", "+-", "in", "fails".  */
const char *assay_formula_name (enum assay_formula_kind kind);

/* The least node depth that is refused as nested too deep; the command's
   option may set it up to the second.  */
enum { ASSAY_DEFAULT_NESTING = 200, ASSAY_LARGEST_NESTING = 1000 };

/* Read FILE's text into statements and resolve every name in it.  All that
   is wrong is in FILE->complaints; a statement that did not parse is there
   with a null value or relation, or not at all.  */
void assay_file_parse (struct assay_file *file, unsigned max_nesting);

/* For one expression without a statement (names are the built-ins):
   its tree, or null with the reasons in FILE->complaints.  */
struct assay_node *assay_file_parse_expression (struct assay_file *file,
                                                unsigned max_nesting);

#endif
