/* canonical.c -- a claims file written back canonically */

#include "claims/canonical.h"

#include <string.h>

/* How tightly a node binds; a node inside one that binds tighter stands in
   parentheses.  */
enum level
{
  LEVEL_RANGE,
  LEVEL_SUM,
  LEVEL_PRODUCT,
  LEVEL_UNARY,
  LEVEL_POWER,
  LEVEL_AT,
  LEVEL_POSTFIX
};

static enum level
level_of (const struct assay_node *node)
{
  switch (node->kind)
    {
    case ASSAY_NODE_RANGE:
    case ASSAY_NODE_OPTION:
      return LEVEL_RANGE;
    case ASSAY_NODE_SUM:
      return LEVEL_SUM;
    case ASSAY_NODE_PRODUCT:
      return LEVEL_PRODUCT;
    case ASSAY_NODE_NEGATE:
      return LEVEL_UNARY;
    case ASSAY_NODE_POWER:
      return LEVEL_POWER;
    case ASSAY_NODE_AT:
      return LEVEL_AT;
    default:
      return LEVEL_POSTFIX;
    }
}

static void print_within (struct assay_text *text,
                          const struct assay_node *node, enum level least);

static void
print_items (struct assay_text *text, const struct assay_node *node,
             char open, char close, enum level level)
{
  size_t i;

  assay_text_add_char (text, open);
  for (i = 0; i < node->count; i++)
    {
      if (i > 0)
        assay_text_add (text, ", ");
      print_within (text, node->items[i], level);
    }
  assay_text_add_char (text, close);
}

static void
print_chain (struct assay_text *text, const struct assay_node *node)
{
  bool is_sum = node->kind == ASSAY_NODE_SUM;
  size_t i;

  for (i = 0; i < node->count; i++)
    {
      if (i > 0)
        assay_text_printf (text, is_sum ? " %c " : "%c", node->operators[i]);
      print_within (text, node->items[i],
                    is_sum ? LEVEL_PRODUCT : LEVEL_UNARY);
    }
}

/* After @ stands an integer or a name as it is, anything else between
   parentheses.  */
static void
print_position (struct assay_text *text, const struct assay_node *node)
{
  bool bare = node->kind == ASSAY_NODE_NAME
              || (node->kind == ASSAY_NODE_NUMBER
                  && node->text[strspn (node->text, "0123456789")] == '\0');

  assay_text_add (text, bare ? "@" : "@(");
  assay_canonical_node (text, node);
  assay_text_add (text, bare ? "" : ")");
}

void
assay_canonical_node (struct assay_text *text, const struct assay_node *node)
{
  switch (node->kind)
    {
    case ASSAY_NODE_NUMBER:
    case ASSAY_NODE_CONSTANT:
    case ASSAY_NODE_NAME:
      assay_text_add (text, node->text);
      break;
    case ASSAY_NODE_STRING:
      assay_text_printf (text, "\"%s\"", node->text);
      break;
    case ASSAY_NODE_LIST:
      print_items (text, node, '[', ']', LEVEL_SUM);
      break;
    case ASSAY_NODE_NEGATE:
      assay_text_add_char (text, '-');
      print_within (text, node->items[0], LEVEL_UNARY);
      break;
    case ASSAY_NODE_SUM:
    case ASSAY_NODE_PRODUCT:
      print_chain (text, node);
      break;
    case ASSAY_NODE_POWER:
      print_within (text, node->items[0], LEVEL_AT);
      assay_text_add_char (text, '^');
      print_within (text, node->items[1], LEVEL_UNARY);
      break;
    case ASSAY_NODE_AT:
      print_within (text, node->items[0], LEVEL_POSTFIX);
      print_position (text, node->items[1]);
      break;
    case ASSAY_NODE_CALL:
      assay_text_add (text, node->text);
      print_items (text, node, '(', ')', LEVEL_RANGE);
      break;
    case ASSAY_NODE_OPTION:
      assay_text_printf (text, "%s=", node->text);
      print_within (text, node->items[0], LEVEL_RANGE);
      break;
    case ASSAY_NODE_INDEX:
      print_within (text, node->items[0], LEVEL_POSTFIX);
      assay_text_add_char (text, '[');
      print_within (text, node->items[1], LEVEL_SUM);
      assay_text_add_char (text, ']');
      break;
    case ASSAY_NODE_FIELD:
      /* "2.x" would read as a malformed decimal.  */
      if (node->items[0]->kind == ASSAY_NODE_NUMBER)
        {
          print_items (text, node, '(', ')', LEVEL_SUM);
          assay_text_printf (text, ".%s", node->text);
          break;
        }
      print_within (text, node->items[0], LEVEL_POSTFIX);
      assay_text_printf (text, ".%s", node->text);
      break;
    case ASSAY_NODE_RANGE:
      print_within (text, node->items[0], LEVEL_SUM);
      assay_text_add (text, "..");
      print_within (text, node->items[1], LEVEL_SUM);
      break;
    }
}

static void
print_within (struct assay_text *text, const struct assay_node *node,
              enum level least)
{
  bool bare = level_of (node) >= least;

  if (!bare)
    assay_text_add_char (text, '(');
  assay_canonical_node (text, node);
  if (!bare)
    assay_text_add_char (text, ')');
}

void
assay_canonical_formula (struct assay_text *text,
                         const struct assay_formula *formula)
{
  const char *name = assay_formula_name (formula->kind);

  assay_canonical_node (text, formula->left);
  switch (formula->kind)
    {
    case ASSAY_FORMULA_WITHIN:
      assay_text_add (text, " = ");
      assay_canonical_node (text, formula->right);
      assay_text_add (text, " +- ");
      assay_canonical_node (text, formula->third);
      break;
    case ASSAY_FORMULA_IN:
      assay_text_add (text, " in [");
      assay_canonical_node (text, formula->right);
      assay_text_add (text, ", ");
      assay_canonical_node (text, formula->third);
      assay_text_add_char (text, ']');
      break;
    case ASSAY_FORMULA_FAILS:
      assay_text_printf (text, " fails %s", formula->class);
      break;
    default:
      assay_text_printf (text, " %s ", name);
      assay_canonical_node (text, formula->right);
    }
}

static void
print_quantifier (struct assay_text *text,
                  const struct assay_quantifier *quantifier)
{
  size_t i;

  assay_text_add (text, quantifier->exists ? "exists " : "for all ");
  for (i = 0; i < quantifier->binding_count; i++)
    {
      const struct assay_binding *binding = quantifier->bindings[i];

      assay_text_printf (text, "%s%s in ", i > 0 ? ", " : "", binding->name);
      if (binding->range)
        assay_canonical_node (text, binding->range);
      else
        assay_text_add (text, "integers");
    }
  for (i = 0; i < quantifier->condition_count; i++)
    {
      assay_text_add (text, i > 0 ? ", " : " where ");
      assay_canonical_formula (text, quantifier->conditions[i]);
    }
  assay_text_add (text, ": ");
}

void
assay_canonical_body (struct assay_text *text,
                      const struct assay_statement *claim)
{
  size_t i;

  for (i = 0; i < claim->quantifier_count; i++)
    print_quantifier (text, claim->quantifiers[i]);
  assay_canonical_formula (text, claim->relation);
}

static void
print_statement (struct assay_text *text,
                 const struct assay_statement *statement)
{
  size_t i;

  switch (statement->kind)
    {
    case ASSAY_STATEMENT_TITLE:
      assay_text_printf (text, "title \"%s\"", statement->text);
      break;
    case ASSAY_STATEMENT_SOURCE:
      assay_text_printf (text, "source \"%s\"", statement->text);
      break;
    case ASSAY_STATEMENT_LET:
      assay_text_printf (text, "let %s = ", statement->name);
      assay_canonical_node (text, statement->value);
      break;
    case ASSAY_STATEMENT_DEF:
      assay_text_printf (text, "def %s(", statement->name);
      for (i = 0; i < statement->param_count; i++)
        assay_text_printf (text, "%s%s", i > 0 ? ", " : "",
                           statement->params[i]->text);
      assay_text_add (text, ") = ");
      assay_canonical_node (text, statement->value);
      break;
    case ASSAY_STATEMENT_CLAIM:
      assay_text_printf (text, "claim %s%s: ", statement->name,
                         statement->expect_refuted ? " expect refuted" : "");
      assay_canonical_body (text, statement);
      break;
    case ASSAY_STATEMENT_NOTE:
      assay_text_printf (text, "note %s: \"%s\"", statement->name,
                         statement->text);
      break;
    }
  assay_text_add_char (text, '\n');
}

void
assay_canonical_file (struct assay_text *text, const struct assay_file *file)
{
  size_t i;

  for (i = 0; i < file->count; i++)
    print_statement (text, file->statements[i]);
}
