/* parse.y -- the grammar of the claims language

   The parser knows no numerics: literals stay as spelled.  It repairs after
   an error at the next line that begins a statement, so that all errors of a
   file are found.  */

%require "3.6"
%define api.pure full
%define api.prefix {assay_claims_yy}
%define api.token.prefix {TOKEN_}
%define api.location.type {struct assay_span}
%define parse.error custom
%define parse.lac full
%locations
%param {struct assay_reader *reader}
%expect 0

%code requires {
#include "claims/reader.h"
}

%code provides {
/* The next token of READER, its value and place.  */
int assay_reader_token (ASSAY_CLAIMS_YYSTYPE *value, struct assay_span *span,
                        struct assay_reader *reader);
}

%code {
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "claims/grammar.h"

#define YYMALLOC(size) assay_calloc (size, 1)
#define YYFREE free

#define YYMAXDEPTH 40000
#define YYINITDEPTH 200

#define YYLLOC_DEFAULT(current, right, count) \
  do \
    if (count) \
      { \
        (current).begin = YYRHSLOC (right, 1).begin; \
        (current).end = YYRHSLOC (right, count).end; \
      } \
    else \
      (current).begin = (current).end = YYRHSLOC (right, 0).end; \
  while (0)

#define assay_claims_yylex assay_reader_token

static void
assay_claims_yyerror (struct assay_span *span, struct assay_reader *reader,
                      const char *message)
{
  (void) message;               /* the only one left: memory exhausted */
  assay_reader_refuse_depth (reader, *span);
}
}

%union
{
  const char *text;
  struct assay_node *node;
  struct assay_formula *relation;
  struct assay_binding *binding;
  struct assay_quantifier *quantifier;
  struct assay_statement *statement;
}

%token START_FILE "start of a file"
%token START_EXPRESSION "start of an expression"
%token TITLE "title" SOURCE "source" LET "let" DEF "def" CLAIM "claim"
%token NOTE "note" EXPECT "expect" REFUTED "refuted" FOR "for" ALL "all"
%token EXISTS "exists" IN "in" WHERE "where" FAILS "fails"
%token INTEGERS "integers" NE "!=" LE "<=" GE ">=" WITHIN "+-" DOTS ".."
%token <text> NUMBER "a number" NAME "a name" STRING "a string"
%token <text> CONSTANT "a constant" LABEL "a claim's name" FIELD "a field"
%token NEWLINE 10 "the end of the line"

%type <node> expression sum product unary power postfix primary position
%type <node> argument arguments list items printed printeds range minuses
%type <node> powers exponent
%type <relation> relation comparison
%type <binding> binding
%type <quantifier> quantifier bindings conditions
%type <statement> statement head parameters quantifiers
%type <text> class

%%

start:
  START_FILE lines
| START_EXPRESSION expression ends { reader->expression = $2; }
;

ends: %empty | NEWLINE ;

lines: %empty | lines line ;

line:
  statement NEWLINE  { assay_grammar_keep (reader, $1); yyerrok; }
;

/* What can be told of a statement with an error in it; its name counts, so
   that later uses of it are no further errors.  The line's end belongs to
   these rules: without it they would be reduced before the rest of the line
   is thrown away.  */
line:
  error NEWLINE                  { yyerrok; }
| LET NAME '=' error NEWLINE
    {
      assay_grammar_keep (reader, assay_grammar_let (reader, @$, $2, @2,
                                                     NULL));
      yyerrok;
    }
| parameters ')' '=' error NEWLINE
    { assay_grammar_keep (reader, $1); yyerrok; }
| DEF NAME '(' ')' '=' error NEWLINE
    {
      assay_grammar_keep (reader, assay_grammar_head (reader,
                                                      ASSAY_STATEMENT_DEF,
                                                      $2, @2));
      yyerrok;
    }
| quantifiers error NEWLINE
    { assay_grammar_keep (reader, $1); yyerrok; }
;

statement:
  TITLE STRING
    { $$ = assay_grammar_text (reader, ASSAY_STATEMENT_TITLE, @$, $2); }
| SOURCE STRING
    { $$ = assay_grammar_text (reader, ASSAY_STATEMENT_SOURCE, @$, $2); }
| LET NAME '=' expression
    { $$ = assay_grammar_let (reader, @$, $2, @2, $4); }
| parameters ')' '=' expression
    { $$ = $1; $$->value = $4; $$->span = @$; }
| DEF NAME '(' ')' '=' expression
    {
      $$ = assay_grammar_head (reader, ASSAY_STATEMENT_DEF, $2, @2);
      $$->value = $6;
      $$->span = @$;
    }
| quantifiers relation
    { $$ = $1; $$->relation = $2; $$->span = @$; }
| NOTE LABEL ':' STRING
    {
      $$ = assay_grammar_text (reader, ASSAY_STATEMENT_NOTE, @$, $4);
      $$->name = $2;
      $$->name_span = @2;
    }
;

/* A def as far as its parameters, one at least.  */
parameters:
  DEF NAME '(' NAME
    {
      $$ = assay_grammar_head (reader, ASSAY_STATEMENT_DEF, $2, @2);
      assay_grammar_parameter (reader, $$, $4, @4);
    }
| parameters ',' NAME
    { $$ = $1; assay_grammar_parameter (reader, $$, $3, @3); }
;

head:
  CLAIM LABEL ':'
    { $$ = assay_grammar_head (reader, ASSAY_STATEMENT_CLAIM, $2, @2); }
| CLAIM LABEL EXPECT REFUTED ':'
    {
      $$ = assay_grammar_head (reader, ASSAY_STATEMENT_CLAIM, $2, @2);
      $$->expect_refuted = true;
    }
;

/* A claim as far as its relation.  */
quantifiers:
  head
| quantifiers quantifier ':'
    { $$ = $1; assay_grammar_quantify (reader, $$, $2, @2); }
;

quantifier: bindings | conditions ;

bindings:
  FOR ALL binding
    { $$ = assay_grammar_quantifier (reader, false, $3); }
| EXISTS binding
    { $$ = assay_grammar_quantifier (reader, true, $2); }
| bindings ',' binding
    { $$ = $1; assay_grammar_bind (reader, $$, $3); }
;

binding:
  NAME IN range     { $$ = assay_grammar_binding (reader, $1, @1, $3); }
| NAME IN INTEGERS  { $$ = assay_grammar_binding (reader, $1, @1, NULL); }
;

conditions:
  bindings WHERE relation
    { $$ = $1; assay_grammar_condition (reader, $$, $3); }
| conditions ',' relation
    { $$ = $1; assay_grammar_condition (reader, $$, $3); }
;

relation: comparison { $$ = $1; $$->span = @$; } ;

comparison:
  expression '=' expression
    { $$ = assay_grammar_formula (reader, ASSAY_FORMULA_EQUAL, $1, $3); }
| expression NE expression
    { $$ = assay_grammar_formula (reader, ASSAY_FORMULA_UNEQUAL, $1, $3); }
| expression '<' expression
    { $$ = assay_grammar_formula (reader, ASSAY_FORMULA_LESS, $1, $3); }
| expression LE expression
    {
      $$ = assay_grammar_formula (reader, ASSAY_FORMULA_LESS_EQUAL, $1, $3);
    }
| expression '>' expression
    { $$ = assay_grammar_formula (reader, ASSAY_FORMULA_GREATER, $1, $3); }
| expression GE expression
    {
      $$ = assay_grammar_formula (reader, ASSAY_FORMULA_GREATER_EQUAL, $1,
                                   $3);
    }
| expression '~' printed
    { $$ = assay_grammar_formula (reader, ASSAY_FORMULA_PRINTS, $1, $3); }
| expression '=' expression WITHIN expression
    {
      $$ = assay_grammar_formula (reader, ASSAY_FORMULA_WITHIN, $1, $3);
      $$->third = $5;
    }
| expression IN '[' expression ',' expression ']'
    {
      $$ = assay_grammar_formula (reader, ASSAY_FORMULA_IN, $1, $4);
      $$->third = $6;
    }
| expression FAILS class
    {
      $$ = assay_grammar_formula (reader, ASSAY_FORMULA_FAILS, $1, NULL);
      $$->class = $3;
    }
;

class: NAME { $$ = assay_grammar_class (reader, $1, @1); } ;

/* Right of ~: a literal as printed, or a list of these.  */
printed:
  NUMBER         { $$ = assay_grammar_printed (reader, $1, @1); }
| '-' NUMBER
    {
      $$ = assay_grammar_node (reader, ASSAY_NODE_NEGATE, @$, NULL);
      assay_grammar_add (reader, $$, assay_grammar_printed (reader, $2, @2),
                         0);
    }
| '[' ']'
    { $$ = assay_grammar_node (reader, ASSAY_NODE_LIST, @$, NULL); }
| '[' printeds ']' { $$ = $2; $$->span = @$; }
;

printeds:
  printed
    {
      $$ = assay_grammar_node (reader, ASSAY_NODE_LIST, @$, NULL);
      assay_grammar_add (reader, $$, $1, 0);
    }
| printeds ',' printed
    { $$ = $1; assay_grammar_add (reader, $$, $3, 0); }
;

range:
  expression
| expression DOTS expression
    { $$ = assay_grammar_pair (reader, ASSAY_NODE_RANGE, @$, $1, $3); }
;

expression: sum ;

sum:
  product
| sum '+' product
    { $$ = assay_grammar_chain (reader, ASSAY_NODE_SUM, @$, $1, '+', $3); }
| sum '-' product
    { $$ = assay_grammar_chain (reader, ASSAY_NODE_SUM, @$, $1, '-', $3); }
;

product:
  unary
| product '*' unary
    { $$ = assay_grammar_chain (reader, ASSAY_NODE_PRODUCT, @$, $1, '*', $3); }
| product '/' unary
    { $$ = assay_grammar_chain (reader, ASSAY_NODE_PRODUCT, @$, $1, '/', $3); }
;

/* Runs of minus signs and of powers are collected from the left, so that the
   parser's own stack stays small however long they are.  */
unary:
  power
| minuses power   { $$ = assay_grammar_negate (reader, @$, $1, $2); }
;

minuses:
  '-'
    { $$ = assay_grammar_node (reader, ASSAY_NODE_NEGATE, @$, NULL); }
| minuses '-'
    { $$ = $1; assay_grammar_count (reader, $$, @2); }
;

power:
  position
| powers          { $$ = assay_grammar_powers (reader, @$, $1); }
;

/* A node whose items are the base and the exponents in order.  */
powers:
  position '^' exponent
    { $$ = assay_grammar_pair (reader, ASSAY_NODE_POWER, @$, $1, $3); }
| powers '^' exponent
    { $$ = $1; assay_grammar_exponent (reader, $$, $3, @3); }
;

exponent:
  position
| minuses position { $$ = assay_grammar_sign (reader, @$, $1, $2); }
;

position:
  postfix
| postfix '@' NUMBER
    {
      $$ = assay_grammar_pair (reader, ASSAY_NODE_AT, @$, $1,
                               assay_grammar_integer (reader, $3, @3));
    }
| postfix '@' NAME
    {
      $$ = assay_grammar_pair (reader, ASSAY_NODE_AT, @$, $1,
                               assay_grammar_node (reader, ASSAY_NODE_NAME,
                                                   @3, $3));
    }
| postfix '@' '(' expression ')'
    { $$ = assay_grammar_pair (reader, ASSAY_NODE_AT, @$, $1, $4); }
;

postfix:
  primary
| NAME '(' ')'
    { $$ = assay_grammar_node (reader, ASSAY_NODE_CALL, @$, $1); }
| NAME '(' arguments ')'
    { $$ = $3; $$->text = $1; $$->span = @$; }
| postfix '[' expression ']'
    { $$ = assay_grammar_pair (reader, ASSAY_NODE_INDEX, @$, $1, $3); }
| postfix FIELD
    {
      $$ = assay_grammar_node (reader, ASSAY_NODE_FIELD, @$, $2);
      $$ = assay_grammar_add (reader, $$, $1, 0);
    }
;

arguments:
  argument
    {
      $$ = assay_grammar_node (reader, ASSAY_NODE_CALL, @$, NULL);
      assay_grammar_add (reader, $$, $1, 0);
    }
| arguments ',' argument
    { $$ = $1; assay_grammar_add (reader, $$, $3, 0); }
;

argument:
  range
| NAME '=' range
    {
      $$ = assay_grammar_node (reader, ASSAY_NODE_OPTION, @$, $1);
      assay_grammar_add (reader, $$, $3, 0);
    }
;

primary:
  NUMBER    { $$ = assay_grammar_node (reader, ASSAY_NODE_NUMBER, @$, $1); }
| STRING    { $$ = assay_grammar_node (reader, ASSAY_NODE_STRING, @$, $1); }
| CONSTANT  { $$ = assay_grammar_node (reader, ASSAY_NODE_CONSTANT, @$, $1); }
| NAME      { $$ = assay_grammar_node (reader, ASSAY_NODE_NAME, @$, $1); }
| '(' expression ')' { $$ = $2; $$->lead = $$->span.begin - @$.begin; }
| list
;

list:
  '[' ']'
    { $$ = assay_grammar_node (reader, ASSAY_NODE_LIST, @$, NULL); }
| '[' items ']'
    { $$ = $2; $$->span = @$; }
;

items:
  expression
    {
      $$ = assay_grammar_node (reader, ASSAY_NODE_LIST, @$, NULL);
      assay_grammar_add (reader, $$, $1, 0);
    }
| items ',' expression
    { $$ = $1; assay_grammar_add (reader, $$, $3, 0); }
;

%%

static int
yyreport_syntax_error (const yypcontext_t *context,
                       struct assay_reader *reader)
{
  yysymbol_kind_t symbols[YYNTOKENS];
  const char *expected[YYNTOKENS];
  yysymbol_kind_t found = yypcontext_token (context);
  int count = yypcontext_expected_tokens (context, symbols, YYNTOKENS), i;

  if (count < 0)
    return count;
  for (i = 0; i < count; i++)
    expected[i] = yysymbol_name (symbols[i]);
  assay_grammar_unexpected (reader, *yypcontext_location (context),
                            found == YYSYMBOL_YYEMPTY
                            ? "" : yysymbol_name (found),
                            expected, (size_t) count);
  return 0;
}
