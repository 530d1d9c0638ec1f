/* trees_rearranged.c -- the same number by other operations */

#include "trees.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "testing.h"

#define NUMBER(n) tree_number (n, 1)

static const struct tree *
sum (const struct tree *a, const struct tree *b)
{
  return tree_binary ("+", a, b);
}

static const struct tree *
difference (const struct tree *a, const struct tree *b)
{
  return tree_binary ("-", a, b);
}

static const struct tree *
product (const struct tree *a, const struct tree *b)
{
  return tree_binary ("*", a, b);
}

static const struct tree *
quotient (const struct tree *a, const struct tree *b)
{
  return tree_binary ("/", a, b);
}

static const struct tree *
negative (const struct tree *a)
{
  return tree_unary ("neg", a);
}

static const struct tree *
some_number (void)
{
  return tree_number (testing_between (1, 20),
                      (unsigned long) testing_between (1, 9));
}

static const struct tree *
of_sum (const struct tree *a, const struct tree *b)
{
  const struct tree *c = some_number ();

  switch (testing_below (4))
    {
    case 0:
      return difference (a, negative (b));
    case 1:
      return sum (difference (a, c), sum (c, b));
    default:
      if (tree_is (a, "+"))
        return sum (a->operand[0], sum (a->operand[1], b));
      return sum (b, a);
    }
}

static const struct tree *
of_difference (const struct tree *a, const struct tree *b)
{
  if (tree_is (a, "-") && testing_below (2))
    return difference (a->operand[0], sum (a->operand[1], b));
  return testing_below (2) ? sum (negative (b), a)
                           : negative (difference (b, a));
}

static const struct tree *
of_product (const struct tree *a, const struct tree *b)
{
  if (tree_is (a, "exp") && tree_is (b, "exp"))
    return tree_unary ("exp", sum (a->operand[0], b->operand[0]));
  if (tree_is (a, "sqrt") && tree_is (b, "sqrt"))
    return tree_unary ("sqrt", product (a->operand[0], b->operand[0]));
  if ((tree_is (b, "+") || tree_is (b, "-")) && testing_below (4))
    return tree_binary (b->head, product (b->operand[0], a),
                        product (a, b->operand[1]));
  if (tree_is (a, "*") && testing_below (2))
    return product (a->operand[0], product (a->operand[1], b));
  return product (b, a);
}

static const struct tree *
of_quotient (const struct tree *a, const struct tree *b)
{
  const struct tree *c = some_number ();

  if ((tree_is (a, "+") || tree_is (a, "-")) && testing_below (4))
    return tree_binary (a->head, quotient (a->operand[0], b),
                        quotient (a->operand[1], b));
  switch (testing_below (3))
    {
    case 0:
      return product (tree_binary ("^", b, NUMBER (-1)), a);
    case 1:
      return quotient (product (a, c), product (c, b));
    default:
      return negative (quotient (a, negative (b)));
    }
}

static const struct tree *
of_power (const struct tree *a, const struct tree *b)
{
  long n = tree_is (b, "number") && strchr (b->number, '/') == NULL
           ? strtol (b->number, NULL, 10) : 0;

  if (n >= 2)
    return product (a, tree_binary ("^", a, NUMBER (n - 1)));
  if (n < 0)
    return quotient (NUMBER (1), tree_binary ("^", a, NUMBER (-n)));
  if (a->is_positive && n == 0)
    return tree_unary ("exp", product (b, tree_unary ("log", a)));
  return tree_binary ("^", a, b);
}

static const struct tree *
of_exp (const struct tree *a)
{
  if (tree_is (a, "+"))
    return product (tree_unary ("exp", a->operand[0]),
                    tree_unary ("exp", a->operand[1]));
  if (tree_is (a, "-"))
    return quotient (tree_unary ("exp", a->operand[0]),
                     tree_unary ("exp", a->operand[1]));
  switch (testing_below (3))
    {
    case 0:
      return quotient (NUMBER (1), tree_unary ("exp", negative (a)));
    case 1:
      return tree_binary ("^", tree_unary ("exp", quotient (a, NUMBER (3))),
                          NUMBER (3));
    default:
      return tree_binary ("^", tree_leaf ("e"), a);
    }
}

/* log or log2.  */
static const struct tree *
of_log (const char *head, const struct tree *a)
{
  if ((tree_is (a, "*") || tree_is (a, "/")) && a->operand[0]->is_positive
      && a->operand[1]->is_positive)
    return tree_binary (tree_is (a, "*") ? "+" : "-",
                        tree_unary (head, a->operand[0]),
                        tree_unary (head, a->operand[1]));
  if (strcmp (head, "log2") == 0)
    return quotient (tree_unary ("log", a), tree_unary ("log", NUMBER (2)));
  if (tree_is (a, "exp"))
    return a->operand[0];
  return negative (tree_unary ("log", quotient (NUMBER (1), a)));
}

static const struct tree *
of_sqrt (const struct tree *a)
{
  if (tree_is (a, "*") && a->operand[0]->is_positive
      && a->operand[1]->is_positive)
    return product (tree_unary ("sqrt", a->operand[0]),
                    tree_unary ("sqrt", a->operand[1]));
  if (testing_below (2))
    return tree_binary ("^", a, tree_number (1, 2));
  return quotient (tree_unary ("sqrt", product (NUMBER (9), a)), NUMBER (3));
}

static const struct tree *
of_cos (const struct tree *a)
{
  if (!tree_is (a, "+") && !tree_is (a, "-"))
    return testing_below (2)
           ? tree_unary ("cos", negative (a))
           : difference (NUMBER (1),
                         product (NUMBER (2), tree_binary
                                  ("^", tree_unary ("sin", quotient
                                                    (a, NUMBER (2))),
                                   NUMBER (2))));
  return tree_binary (tree_is (a, "+") ? "-" : "+",
                      product (tree_unary ("cos", a->operand[0]),
                               tree_unary ("cos", a->operand[1])),
                      product (tree_unary ("sin", a->operand[0]),
                               tree_unary ("sin", a->operand[1])));
}

static const struct tree *
of_sin (const struct tree *a)
{
  const struct tree *half = quotient (a, NUMBER (2));

  if (!tree_is (a, "+") && !tree_is (a, "-"))
    return testing_below (2)
           ? negative (tree_unary ("sin", negative (a)))
           : product (NUMBER (2), product (tree_unary ("sin", half),
                                           tree_unary ("cos", half)));
  return tree_binary (a->head,
                      product (tree_unary ("sin", a->operand[0]),
                               tree_unary ("cos", a->operand[1])),
                      product (tree_unary ("cos", a->operand[0]),
                               tree_unary ("sin", a->operand[1])));
}

/* 1 - 2 / (e^(2 a) + 1) where that power is of a modest size.  */
static const struct tree *
of_tanh (const struct tree *a)
{
  const struct tree *twice = product (NUMBER (2), a);

  if (!(fabs (a->about) < 50))
    return negative (tree_unary ("tanh", negative (a)));
  return difference (NUMBER (1),
                     quotient (NUMBER (2), sum (tree_unary ("exp", twice),
                                                NUMBER (1))));
}

static const struct tree *
of_extreme (const struct tree *t)
{
  const char *other = tree_is (t, "min") ? "max" : "min";
  const struct tree *a = t->operand[0], *b = t->operand[1];

  if (testing_below (3) == 0)
    return tree_binary (t->head, b, a);
  if (testing_below (2))
    return difference (sum (a, b), tree_binary (other, b, a));
  return negative (tree_binary (other, negative (b), negative (a)));
}

/* The functions of one operand.  */
static const struct tree *
of_unary (const char *head, const struct tree *a)
{
  if (strcmp (head, "exp") == 0)
    return of_exp (a);
  if (strncmp (head, "log", 3) == 0)
    return of_log (head, a);
  if (strcmp (head, "sqrt") == 0)
    return of_sqrt (a);
  if (strcmp (head, "cos") == 0)
    return of_cos (a);
  if (strcmp (head, "sin") == 0)
    return of_sin (a);
  if (strcmp (head, "tan") == 0)
    return quotient (tree_unary ("sin", a), tree_unary ("cos", a));
  if (strcmp (head, "tanh") == 0)
    return of_tanh (a);
  if (strcmp (head, "neg") == 0)
    return testing_below (2) ? difference (NUMBER (0), a)
                             : product (NUMBER (-1), a);
  if (strcmp (head, "abs") == 0)
    return tree_binary ("max", a, negative (a));
  if (strcmp (head, "floor") == 0)
    return negative (tree_unary ("ceil", negative (a)));
  if (strcmp (head, "ceil") == 0)
    return negative (tree_unary ("floor", negative (a)));
  /* atan, round and the formats are odd functions.  */
  return negative (tree_unary (head, negative (a)));
}

/* Scores moved by the same amount, and two keys exchanged: for softmax the
   first key is the one asked for and stays.  */
static const struct tree *
of_scores (const struct tree *t, const struct tree *const *part)
{
  int has_values = tree_is (t, "attend");
  size_t scores = has_values ? t->count / 2 : t->count;
  const struct tree *operand[TREE_OPERANDS], *c = some_number ();
  size_t i = has_values ? 0 : 1, j = scores - 1;

  for (size_t k = 0; k < t->count; k++)
    operand[k] = k < scores ? sum (part[k], c) : part[k];
  const struct tree *kept = operand[i];
  operand[i] = operand[j];
  operand[j] = kept;
  if (has_values)
    {
      kept = operand[scores + i];
      operand[scores + i] = operand[scores + j];
      operand[scores + j] = kept;
    }
  return tree_of (t->head, t->count, operand);
}

/* Both positions moved alike, or query and key exchanged with their
   positions.  */
static const struct tree *
of_rope (const struct tree *t, const struct tree *const *part)
{
  size_t half = (t->count - 3) / 2;
  const struct tree *operand[TREE_OPERANDS] = { part[0] };
  const struct tree *shift = NUMBER (testing_between (-500, 500));
  int exchange = (int) testing_below (2);

  operand[1] = exchange ? part[2] : sum (part[1], shift);
  operand[2] = exchange ? part[1] : sum (shift, part[2]);
  for (size_t i = 0; i < 2 * half; i++)
    operand[3 + i] = part[3 + (exchange ? (i + half) % (2 * half) : i)];
  return tree_of ("rope", t->count, operand);
}

static const struct tree *
of_leaf (const struct tree *t)
{
  const struct tree *c = some_number ();

  if (tree_is (t, "pi") && testing_below (2))
    return product (NUMBER (4), tree_unary ("atan", NUMBER (1)));
  if (tree_is (t, "e"))
    return tree_unary ("exp", NUMBER (1));
  return testing_below (4) ? t : sum (difference (t, c), c);
}

const struct tree *
tree_rearranged (const struct tree *t)
{
  const struct tree *part[TREE_OPERANDS];

  if (t->count == 0)
    return of_leaf (t);
  for (size_t i = 0; i < t->count; i++)
    part[i] = testing_below (5) ? tree_rearranged (t->operand[i])
                                : t->operand[i];
  if (tree_is (t, "softmax") || tree_is (t, "attend"))
    return of_scores (t, part);
  if (tree_is (t, "rope"))
    return of_rope (t, part);
  if (testing_below (6) == 0)
    return tree_of (t->head, t->count, part);
  if (t->count == 1)
    return of_unary (t->head, part[0]);
  switch (t->head[0])
    {
    case '+':
      return of_sum (part[0], part[1]);
    case '-':
      return of_difference (part[0], part[1]);
    case '*':
      return of_product (part[0], part[1]);
    case '/':
      return of_quotient (part[0], part[1]);
    case '^':
      /* An exponent that is an integer stays spelled as one.  */
      return of_power (part[0], t->operand[1]);
    default:
      return of_extreme (tree_of (t->head, 2, part));
    }
}
