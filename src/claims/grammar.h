/* grammar.h -- what the grammar does with what it recognises */

#ifndef ASSAY_CLAIMS_GRAMMAR_H
#define ASSAY_CLAIMS_GRAMMAR_H

#include "claims/reader.h"

struct assay_node *assay_grammar_node (struct assay_reader *reader,
                                       enum assay_node_kind kind,
                                       struct assay_span span,
                                       const char *text);

/* NODE with ITEM below it, or ITEM alone after the complaint that it nests
   too deeply.  OPERATOR as in assay_ast_add.  */
struct assay_node *assay_grammar_add (struct assay_reader *reader,
                                      struct assay_node *node,
                                      struct assay_node *item,
                                      char operator);

struct assay_node *assay_grammar_pair (struct assay_reader *reader,
                                       enum assay_node_kind kind,
                                       struct assay_span span,
                                       struct assay_node *first,
                                       struct assay_node *second);

/* LEFT OPERATOR RIGHT; a LEFT that is such a chain already grows.  */
struct assay_node *assay_grammar_chain (struct assay_reader *reader,
                                        enum assay_node_kind kind,
                                        struct assay_span span,
                                        struct assay_node *left,
                                        char operator,
                                        struct assay_node *right);

/* A run of minus signs: one more; applied to an operand of unary minus;
   applied in an exponent.  */
void assay_grammar_count (struct assay_reader *reader,
                          struct assay_node *minuses, struct assay_span span);
struct assay_node *assay_grammar_negate (struct assay_reader *reader,
                                         struct assay_span span,
                                         struct assay_node *minuses,
                                         struct assay_node *operand);

/* An exponent with minus signs; base and exponents as collected; the tree
   a^(b^c) they stand for.  */
struct assay_node *assay_grammar_sign (struct assay_reader *reader,
                                       struct assay_span span,
                                       struct assay_node *minuses,
                                       struct assay_node *operand);
void assay_grammar_exponent (struct assay_reader *reader,
                             struct assay_node *powers,
                             struct assay_node *exponent,
                             struct assay_span span);
struct assay_node *assay_grammar_powers (struct assay_reader *reader,
                                         struct assay_span span,
                                         struct assay_node *powers);

/* A number after @, which must be an integer, and one right of ~, which must
   be a decimal or integer literal.  */
struct assay_node *assay_grammar_integer (struct assay_reader *reader,
                                          const char *text,
                                          struct assay_span span);
struct assay_node *assay_grammar_printed (struct assay_reader *reader,
                                          const char *text,
                                          struct assay_span span);

/* TEXT when it names a class of failure.  */
const char *assay_grammar_class (struct assay_reader *reader,
                                 const char *text, struct assay_span span);

struct assay_formula *
assay_grammar_formula (struct assay_reader *reader,
                       enum assay_formula_kind kind,
                       struct assay_node *left, struct assay_node *right);

struct assay_binding *assay_grammar_binding (struct assay_reader *reader,
                                             const char *name,
                                             struct assay_span span,
                                             struct assay_node *range);
struct assay_quantifier *
assay_grammar_quantifier (struct assay_reader *reader, bool exists,
                          struct assay_binding *binding);
void assay_grammar_bind (struct assay_reader *reader,
                         struct assay_quantifier *quantifier,
                         struct assay_binding *binding);
void assay_grammar_condition (struct assay_reader *reader,
                              struct assay_quantifier *quantifier,
                              struct assay_formula *condition);

struct assay_statement *
assay_grammar_head (struct assay_reader *reader,
                    enum assay_statement_kind kind, const char *name,
                    struct assay_span span);
struct assay_statement *
assay_grammar_text (struct assay_reader *reader,
                    enum assay_statement_kind kind, struct assay_span span,
                    const char *text);
struct assay_statement *
assay_grammar_let (struct assay_reader *reader, struct assay_span span,
                   const char *name, struct assay_span name_span,
                   struct assay_node *value);
void assay_grammar_parameter (struct assay_reader *reader,
                              struct assay_statement *statement,
                              const char *name, struct assay_span span);
void assay_grammar_quantify (struct assay_reader *reader,
                             struct assay_statement *statement,
                             struct assay_quantifier *quantifier,
                             struct assay_span span);

/* The statement is complete: it joins the file.  */
void assay_grammar_keep (struct assay_reader *reader,
                         struct assay_statement *statement);

/* Complain that FOUND (a symbol's name; "" when unknown) stands at SPAN where
   one of the COUNT symbols EXPECTED could.  */
void assay_grammar_unexpected (struct assay_reader *reader,
                               struct assay_span span, const char *found,
                               const char *const *expected, size_t count);

#endif
