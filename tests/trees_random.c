/* trees_random.c -- random trees, biased to what is hard */

#include "trees.h"

#include <math.h>

#include "testing.h"

/* One in RECKLESS choices is taken without a look at the domain.  */
enum { RECKLESS = 20 };

static int
one_in (unsigned long n)
{
  return testing_below (n) == 0;
}

static const struct tree *
small_number (void)
{
  return tree_number (testing_between (-12, 12),
                      (unsigned long) testing_between (1, 9));
}

/* 10^-k or 2^-k.  */
static const struct tree *
tiny (void)
{
  const struct tree *base = tree_number (one_in (2) ? 10 : 2, 1);

  return tree_binary ("^", base, tree_number (testing_between (-60, -3), 1));
}

/* A fraction with long parts.  */
static const struct tree *
long_number (void)
{
  return tree_spelled ("%s%ld%09ld/%ld%09ld", one_in (2) ? "-" : "",
                       testing_between (1, 99999),
                       testing_between (0, 999999999),
                       testing_between (1, 99999),
                       testing_between (0, 999999999));
}

static const struct tree *
leaf (void)
{
  switch (testing_below (10))
    {
    case 0:
      return tree_leaf ("pi");
    case 1:
      return tree_leaf ("e");
    case 2:
      return long_number ();
    case 3:
      return tree_unary ("sqrt", tree_number (testing_between (2, 30), 1));
    case 4:
      return tree_unary ("exp", small_number ());
    case 5:
      return tree_unary ("log", tree_number (testing_between (2, 30), 1));
    case 6:
      return tree_unary (one_in (2) ? "cos" : "sin", small_number ());
    default:
      return small_number ();
    }
}

/* A tree for the same values that is surely positive.  */
static const struct tree *
positive (const struct tree *t)
{
  if (t->is_positive || one_in (RECKLESS))
    return t;
  if (t->about > 1e-6 && one_in (2))
    return t;
  return tree_binary ("+", tree_number (1, 7),
                      tree_binary ("^", t, tree_number (2, 1)));
}

static const struct tree *
away_from_zero (const struct tree *t)
{
  if (fabs (t->about) > 1e-6 || one_in (RECKLESS))
    return t;
  return tree_binary ("+", tree_unary ("exp", t), tree_number (1, 3));
}

/* An argument of an exponential.  */
static const struct tree *
modest (const struct tree *t)
{
  return fabs (t->about) < 60 ? t : tree_unary ("atan", t);
}

static const struct tree *
any_unary (int depth)
{
  static const char *const plain[] = {
    "neg", "abs", "sin", "cos", "atan", "tanh", "sin", "cos",
  };
  const struct tree *t = tree_random (depth - 1);

  switch (testing_below (8))
    {
    case 0:
    case 1:
      return tree_unary ("exp", modest (t));
    case 2:
      return tree_unary (one_in (2) ? "log" : "log2", positive (t));
    case 3:
      return tree_unary ("sqrt", positive (t));
    case 4:
      return fabs (cos (t->about)) > 1e-6 || one_in (RECKLESS)
             ? tree_unary ("tan", t) : tree_unary ("cos", t);
    default:
      return tree_unary (plain[testing_below (8)], t);
    }
}

static const struct tree *
any_power (int depth)
{
  const struct tree *t = tree_random (depth - 1);

  switch (testing_below (4))
    {
    case 0:
      return tree_binary ("^", positive (t),
                          tree_number (testing_between (-7, 7),
                                       (unsigned long)
                                       testing_between (2, 6)));
    case 1:
      return tree_binary ("^", positive (t),
                          tree_unary ("atan", tree_random (depth - 1)));
    case 2:
      return tree_binary ("^", away_from_zero (t),
                          tree_number (testing_between (-4, -1), 1));
    default:
      return tree_binary ("^", t, tree_number (testing_between (0, 5), 1));
    }
}

static const struct tree *
any_binary (int depth)
{
  static const char *const plain[] = {
    "+", "-", "*", "+", "-", "*", "min", "max",
  };
  const struct tree *a = tree_random (depth - 1);

  if (one_in (5))
    return tree_binary ("/", a, away_from_zero (tree_random (depth - 1)));
  return tree_binary (plain[testing_below (8)], a, tree_random (depth - 1));
}

/* (a + b) - a - b + c, and (a + b - a) / b.  */
static const struct tree *
cancelling (int depth)
{
  const struct tree *a = tree_random (depth - 1), *b = leaf ();
  const struct tree *rest
    = tree_binary ("-", tree_binary ("+", a, b), a);

  if (one_in (2))
    return tree_binary ("/", rest, away_from_zero (b));
  return tree_binary ("+", tree_binary ("-", rest, b), leaf ());
}

/* (f (a + h) - f (a)) / h for a small h.  */
static const struct tree *
difference_quotient (int depth)
{
  static const char *const functions[] = {
    "exp", "sin", "cos", "atan", "tanh", "log", "sqrt",
  };
  unsigned long chosen = testing_below (7);
  const char *f = functions[chosen];
  const struct tree *a = tree_random (depth - 1), *h = tiny ();

  a = chosen == 0 ? modest (a) : chosen >= 5 ? positive (a) : a;
  const struct tree *rise
    = tree_binary ("-", tree_unary (f, tree_binary ("+", a, h)),
                   tree_unary (f, a));
  return one_in (2) ? rise : tree_binary ("/", rise, h);
}

static const struct tree *
multiple_of_pi (const struct tree *factor)
{
  return tree_binary ("*", tree_leaf ("pi"), factor);
}

/* Sine or cosine of a long argument, or near a zero.  */
static const struct tree *
long_wave (void)
{
  const struct tree *ten = tree_number (10, 1), *argument;

  switch (testing_below (5))
    {
    case 0:
      argument = tree_binary ("^", ten,
                              tree_number (testing_between (6, 90), 1));
      break;
    case 1:
      argument = tree_unary ("exp", tree_number (testing_between (9, 60), 1));
      break;
    case 2:
      argument = multiple_of_pi (long_number ());
      break;
    case 3:
      argument = multiple_of_pi (tree_number (testing_between (-900, 900),
                                              2));
      argument = tree_binary ("+", tiny (), argument);
      break;
    default:
      argument = tree_binary ("*", long_number (),
                              tree_binary ("^", ten, tree_number (12, 1)));
    }
  return tree_unary (one_in (2) ? "cos" : "sin", argument);
}

/* (sqrt (a) + sqrt (b))^2 - a - b - 2 sqrt (a b), which is 0.  */
static const struct tree *
zero_of_radicals (void)
{
  const struct tree *two = tree_number (2, 1);
  const struct tree *a = tree_number (testing_between (2, 20), 1);
  const struct tree *b = tree_number (testing_between (2, 20), 1);
  const struct tree *root = tree_unary ("sqrt", tree_binary ("*", a, b));
  const struct tree *t
    = tree_binary ("^", tree_binary ("+", tree_unary ("sqrt", a),
                                     tree_unary ("sqrt", b)), two);

  t = tree_binary ("-", tree_binary ("-", t, a), b);
  return tree_binary ("-", t, tree_binary ("*", two, root));
}

static const struct tree *
near_nothing (void)
{
  const struct tree *n = tree_number (-testing_between (20, 400), 1);
  const struct tree *one = tree_number (1, 1);

  switch (testing_below (6))
    {
    case 0:
      return tree_unary ("exp", n);
    case 1:
      return tree_binary ("+", one, tree_unary ("tanh",
                                                tree_number
                                                (-testing_between (5, 60),
                                                 1)));
    case 2:
      return tree_binary ("-", one, tree_unary ("cos", tiny ()));
    case 3:
      return tree_unary ("log", tree_binary ("+", one, tiny ()));
    case 4:
      return tree_binary ("^", tree_number (testing_between (1, 8), 9),
                          tree_number (testing_between (20, 300), 1));
    default:
      return zero_of_radicals ();
    }
}

static const struct tree *
step (int depth)
{
  static const char *const steps[] = {
    "floor", "ceil", "round", "f64", "f32", "f16", "bf16", "e4m3", "e5m2",
  };
  const struct tree *t = tree_random (depth - 1);

  if (one_in (2))
    t = tree_binary ("*", t, tree_number (1000, 7));
  if (one_in (3))
    t = tree_binary ("+", tree_unary ("round", t), tiny ());
  return tree_unary (steps[testing_below (9)], t);
}

static const struct tree *
compound (int depth)
{
  const struct tree *operand[TREE_OPERANDS];
  size_t count = (size_t) testing_between (2, 3);

  switch (testing_below (3))
    {
    case 0:
      for (size_t i = 0; i < count; i++)
        operand[i] = modest (tree_random (depth - 2));
      return tree_of ("softmax", count, operand);
    case 1:
      for (size_t i = 0; i < 2 * count; i++)
        operand[i] = i < count ? modest (tree_random (depth - 2)) : leaf ();
      return tree_of ("attend", 2 * count, operand);
    default:
      operand[0] = tree_number (one_in (2) ? 10000 : 10, 1);
      for (size_t i = 1; i < 3; i++)
        operand[i] = tree_number (testing_between (-1000, 100000), 1);
      for (size_t i = 3; i < 11; i++)
        operand[i] = small_number ();
      return tree_of ("rope", 11 - 4 * testing_below (2), operand);
    }
}

/* A function at t - (a copy of t) + h: its domain or sign hangs on a small
   h of either sign.  */
static const struct tree *
border (int depth)
{
  static const char *const functions[] = {
    "log", "log2", "sqrt", "abs", "floor", "ceil", "exp",
  };
  const struct tree *t = tree_random (depth - 1), *h = tiny ();
  const struct tree *x
    = tree_binary (one_in (2) ? "+" : "-",
                   tree_binary ("-", t, tree_rearranged (t)), h);

  switch (testing_below (3))
    {
    case 0:
      return tree_binary ("/", h, x);
    case 1:
      return tree_binary ("^", x, tree_number (-1, 2));
    default:
      return tree_unary (functions[testing_below (7)], x);
    }
}

const struct tree *
tree_random (int depth)
{
  if (depth <= 0)
    return leaf ();
  switch (testing_below (16))
    {
    case 0:
    case 1:
    case 2:
    case 3:
      return any_unary (depth);
    case 4:
      return any_power (depth);
    case 5:
      return cancelling (depth);
    case 6:
      return difference_quotient (depth);
    case 7:
      return long_wave ();
    case 8:
      return near_nothing ();
    case 9:
      return step (depth);
    case 10:
      return compound (depth);
    case 11:
      return one_in (2) ? border (depth) : any_binary (depth);
    default:
      return any_binary (depth);
    }
}
