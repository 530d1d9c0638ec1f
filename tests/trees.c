/* trees.c -- expression trees: nodes, rough values, their text */

#include "trees.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "testing.h"

/* Nodes of one case come from here; an expression of depth five and its
   copy need some hundreds.  */
enum { MOST_NODES = 20000 };

static struct tree *forest;
static size_t used;

void
trees_forget (void)
{
  free (forest);
  forest = NULL;
  used = 0;
}

int
tree_is (const struct tree *t, const char *head)
{
  return strcmp (t->head, head) == 0;
}

static struct tree *
new_node (const char *head, size_t count, const struct tree *const *operand)
{
  if (forest == NULL)
    forest = calloc (MOST_NODES, sizeof *forest);
  ck_assert_ptr_nonnull (forest);
  ck_assert_uint_lt (used, MOST_NODES);
  ck_assert_uint_le (count, TREE_OPERANDS);

  struct tree *t = &forest[used++];
  t->head = head;
  t->count = count;
  for (size_t i = 0; i < count; i++)
    t->operand[i] = operand[i];
  return t;
}

static double
about_unary (const char *head, double a)
{
  static const struct
  {
    const char *head;
    double (*function) (double);
  } functions[] = {
    { "abs", fabs }, { "sqrt", sqrt }, { "exp", exp },   { "log", log },
    { "log2", log2 }, { "sin", sin },  { "cos", cos },   { "tan", tan },
    { "atan", atan }, { "tanh", tanh }, { "floor", floor }, { "ceil", ceil },
    { "round", rint },
  };

  for (size_t i = 0; i < sizeof functions / sizeof functions[0]; i++)
    if (strcmp (head, functions[i].head) == 0)
      return functions[i].function (a);
  return strcmp (head, "neg") == 0 ? -a : a;
}

static double
about_binary (const char *head, double a, double b)
{
  switch (head[0])
    {
    case '+':
      return a + b;
    case '-':
      return a - b;
    case '*':
      return a * b;
    case '/':
      return a / b;
    case '^':
      return pow (a, b);
    default:
      return strcmp (head, "min") == 0 ? fmin (a, b) : fmax (a, b);
    }
}

static int
operands_are_positive (const struct tree *t)
{
  for (size_t i = 0; i < t->count; i++)
    if (!t->operand[i]->is_positive)
      return 0;
  return 1;
}

static int
is_surely_positive (const struct tree *t)
{
  if (tree_is (t, "exp") || tree_is (t, "softmax"))
    return 1;
  if (tree_is (t, "^"))
    return t->operand[0]->is_positive;
  if (tree_is (t, "max"))
    return t->operand[0]->is_positive || t->operand[1]->is_positive;
  return strpbrk (t->head, "+*/") != NULL || tree_is (t, "min")
         || tree_is (t, "sqrt") || tree_is (t, "abs") || tree_is (t, "atan")
         || tree_is (t, "tanh") ? operands_are_positive (t) : 0;
}

const struct tree *
tree_spelled (const char *format, ...)
{
  struct tree *t = new_node ("number", 0, NULL);
  va_list arguments;
  char *slash;

  va_start (arguments, format);
  int length = vsnprintf (t->number, sizeof t->number, format, arguments);
  va_end (arguments);
  ck_assert_int_lt (length, (int) sizeof t->number);
  t->about = strtod (t->number, NULL);
  slash = strchr (t->number, '/');
  if (slash != NULL)
    t->about /= strtod (slash + 1, NULL);
  t->is_positive = t->about > 0;
  return t;
}

const struct tree *
tree_number (long num, unsigned long den)
{
  return den == 1 ? tree_spelled ("%ld", num)
                  : tree_spelled ("%ld/%lu", num, den);
}

const struct tree *
tree_leaf (const char *head)
{
  struct tree *t = new_node (head, 0, NULL);

  t->about = strcmp (head, "pi") == 0 ? acos (-1) : exp (1);
  t->is_positive = 1;
  return t;
}

const struct tree *
tree_of (const char *head, size_t count, const struct tree *const *operand)
{
  struct tree *t = new_node (head, count, operand);

  if (count == 1)
    t->about = about_unary (head, operand[0]->about);
  else if (count == 2 && strcmp (head, "softmax") != 0)
    t->about = about_binary (head, operand[0]->about, operand[1]->about);
  else
    t->about = 0.5;
  t->is_positive = is_surely_positive (t);
  return t;
}

const struct tree *
tree_unary (const char *head, const struct tree *a)
{
  return tree_of (head, 1, &a);
}

const struct tree *
tree_binary (const char *head, const struct tree *a, const struct tree *b)
{
  const struct tree *operand[2] = { a, b };

  return tree_of (head, 2, operand);
}

/* ---- text ------------------------------------------------------------- */

/* The count that stands behind the heads that take any number of
   operands; 0 for others.  */
static size_t
count_word (const struct tree *t)
{
  if (tree_is (t, "softmax"))
    return t->count;
  if (tree_is (t, "attend"))
    return t->count / 2;
  return tree_is (t, "rope") ? (t->count - 3) / 4 : 0;
}

static void
write_tree (FILE *out, const struct tree *t)
{
  fputs (tree_is (t, "number") ? t->number : t->head, out);
  if (count_word (t) > 0)
    fprintf (out, " %zu", count_word (t));
  for (size_t i = 0; i < t->count; i++)
    {
      putc (' ', out);
      write_tree (out, t->operand[i]);
    }
}

char *
tree_text (const struct tree *t)
{
  char *text = NULL;
  size_t size = 0;
  FILE *out = open_memstream (&text, &size);

  ck_assert_ptr_nonnull (out);
  write_tree (out, t);
  ck_assert_int_eq (fclose (out), 0);
  return text;
}
