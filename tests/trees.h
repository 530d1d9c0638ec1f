/* trees.h -- random closed expressions that belong to neither family

   A tree is written in the prefix notation of the oracle's README.md and
   built node by node by whoever walks it.  Trees are never freed one by one:
   trees_forget frees all of them.  */

#ifndef ASSAY_TREES_H
#define ASSAY_TREES_H

#include <stddef.h>

enum { TREE_OPERANDS = 12 };

struct tree
{
  /* "number", or a word of the notation: "+", "sqrt", "softmax", ...  */
  const char *head;
  /* The fraction when head is "number".  */
  char number[64];
  size_t count;
  const struct tree *operand[TREE_OPERANDS];
  /* A rough value that steers the growth and decides nothing; may be NaN.  */
  double about;
  /* Positive whatever its operands' digits, as e^x is.  */
  int is_positive;
};

/* A random tree of at most the given depth, more often than chance would
   have it of a hard kind: sums that cancel, differences of neighbours, waves
   of long arguments, results near nothing, functions near a jump or the
   border of their domain, on either side.  */
const struct tree *tree_random (int depth);

/* Another tree for the same number: reordered, regrouped, multiplied out,
   by addition theorems and the like, chosen at random.  Where the first is
   defined, so is the other.  */
const struct tree *tree_rearranged (const struct tree *t);

/* The tree in prefix notation, to be freed by the caller.  */
char *tree_text (const struct tree *t);

void trees_forget (void);

/* ---- single nodes ---- */

/* num / den; a printf format of one fraction.  */
const struct tree *tree_number (long num, unsigned long den);
const struct tree *tree_spelled (const char *format, ...)
  __attribute__ ((format (printf, 1, 2)));
const struct tree *tree_leaf (const char *head);
const struct tree *tree_unary (const char *head, const struct tree *a);
const struct tree *tree_binary (const char *head, const struct tree *a,
                                const struct tree *b);
const struct tree *tree_of (const char *head, size_t count,
                            const struct tree *const *operand);

int tree_is (const struct tree *t, const char *head);

#endif
