/* rpn.c -- expressions for tests, written in reverse Polish notation */

#include "rpn.h"

#include <check.h>
#include <string.h>

#include "exact/rat.h"
#include "real/step.h"

typedef enum assay_status unary_fn (struct assay_expr **, struct assay_expr *,
                                    struct assay_ctx *);
typedef enum assay_status binary_fn (struct assay_expr **,
                                     struct assay_expr *,
                                     struct assay_expr *, struct assay_ctx *);

static const struct { const char *word; unary_fn *apply; } unary[] = {
  { "neg", assay_expr_neg }, { "sqrt", assay_expr_sqrt },
  { "exp", assay_expr_exp }, { "log", assay_expr_log },
  { "log2", assay_expr_log2 }, { "sin", assay_expr_sin },
  { "cos", assay_expr_cos }, { "tan", assay_expr_tan },
  { "atan", assay_expr_atan }, { "tanh", assay_expr_tanh },
  { "abs", assay_expr_abs }, { "floor", assay_step_floor },
  { "ceil", assay_step_ceil }, { "round", assay_step_round },
};

static const struct { const char *word; binary_fn *apply; } binary[] = {
  { "+", assay_expr_add }, { "-", assay_expr_sub }, { "*", assay_expr_mul },
  { "/", assay_expr_div }, { "^", assay_expr_pow }, { "min", assay_expr_min },
  { "max", assay_expr_max },
};

enum { STACK = 64 };

struct stack
{
  struct assay_expr *x[STACK];
  size_t depth;
};

static void
push (struct stack *stack, struct assay_expr *x)
{
  ck_assert_uint_lt (stack->depth, STACK);
  stack->x[stack->depth++] = x;
}

/* A function that refuses its operands leaves no result.  */
static enum assay_status
push_result (struct stack *stack, struct assay_expr *result,
             enum assay_status status)
{
  if (status == ASSAY_OK)
    push (stack, result);
  else
    ck_assert_ptr_null (result);
  return status;
}

static enum assay_status
apply_unary (struct stack *stack, unary_fn *apply, struct assay_ctx *ctx)
{
  struct assay_expr *x = stack->x[--stack->depth], *result;
  enum assay_status status = apply (&result, x, ctx);

  assay_expr_unref (x);
  return push_result (stack, result, status);
}

static enum assay_status
apply_binary (struct stack *stack, binary_fn *apply, struct assay_ctx *ctx)
{
  struct assay_expr *b = stack->x[--stack->depth];
  struct assay_expr *a = stack->x[--stack->depth], *result;
  enum assay_status status = apply (&result, a, b, ctx);

  assay_expr_unref (a);
  assay_expr_unref (b);
  return push_result (stack, result, status);
}

static enum assay_status
apply_format (struct stack *stack, enum assay_fmt fmt, struct assay_ctx *ctx)
{
  struct assay_expr *x = stack->x[--stack->depth], *result;
  enum assay_status status = assay_step_fmt (&result, x, fmt, ctx);

  assay_expr_unref (x);
  if (status == ASSAY_OK)
    push (stack, result);
  return status;
}

static enum assay_status
number (struct stack *stack, const char *word, struct assay_ctx *ctx)
{
  mpq_t value;
  enum assay_status status;

  mpq_init (value);
  status = assay_rat_read_decimal (value, word, ctx, NULL, "a word");
  ck_assert_msg (status == ASSAY_OK, "no such word: %s", word);
  push (stack, assay_expr_new_rational (value));
  mpq_clear (value);
  return status;
}

static enum assay_status
word_step (struct stack *stack, const char *word, struct assay_ctx *ctx)
{
  enum assay_fmt fmt;
  size_t i;

  for (i = 0; i < sizeof unary / sizeof unary[0]; i++)
    if (strcmp (word, unary[i].word) == 0)
      return apply_unary (stack, unary[i].apply, ctx);
  for (i = 0; i < sizeof binary / sizeof binary[0]; i++)
    if (strcmp (word, binary[i].word) == 0)
      return apply_binary (stack, binary[i].apply, ctx);
  if (assay_fmt_find (&fmt, word) == ASSAY_OK)
    return apply_format (stack, fmt, ctx);
  if (strcmp (word, "pi") == 0)
    push (stack, assay_expr_new_pi ());
  else if (strcmp (word, "e") == 0)
    push (stack, assay_expr_new_e ());
  else if (word[0] == ':')
    push (stack, assay_expr_new_symbol (word + 1));
  else if (strcmp (word, "dup") == 0)
    push (stack, assay_expr_ref (stack->x[stack->depth - 1]));
  else if (strcmp (word, "swap") == 0)
    {
      struct assay_expr *top = stack->x[stack->depth - 1];

      stack->x[stack->depth - 1] = stack->x[stack->depth - 2];
      stack->x[stack->depth - 2] = top;
    }
  else
    return number (stack, word, ctx);
  return ASSAY_OK;
}

enum assay_status
rpn_try (struct assay_expr **result, const char *text, struct assay_ctx *ctx)
{
  struct stack stack;
  enum assay_status status = ASSAY_OK;
  char word[200];

  stack.depth = 0;
  *result = NULL;
  while (*text && status == ASSAY_OK)
    {
      size_t length = strcspn (text, " ");

      ck_assert_uint_lt (length, sizeof word);
      memcpy (word, text, length);
      word[length] = '\0';
      text += length + strspn (text + length, " ");
      status = word_step (&stack, word, ctx);
    }
  if (status == ASSAY_OK)
    {
      ck_assert_uint_eq (stack.depth, 1);
      *result = stack.x[0];
      return ASSAY_OK;
    }
  while (stack.depth > 0)
    assay_expr_unref (stack.x[--stack.depth]);
  return status;
}

struct assay_expr *
rpn (const char *text)
{
  struct assay_expr *result;
  struct assay_ctx ctx;
  char message[800];

  assay_ctx_init (&ctx);
  if (rpn_try (&result, text, &ctx) != ASSAY_OK)
    {
      assay_error_render (message, sizeof message, &ctx.error, NULL);
      ck_abort_msg ("%s: %s", text, message);
    }
  return result;
}
