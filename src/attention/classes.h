/* classes.h -- the keys of a row, grouped by equal score

   A row's scores are x_j / sqrt (d), x_j rational, unless another order is
   given.  Two of these are equal iff their x are.  By Lindemann-Weierstrass
   the exponentials of different scores are linearly independent over the
   algebraic numbers, so whatever is rational about a row shows in sums over
   these classes (Lemma B6).  */

#ifndef ASSAY_ATTENTION_CLASSES_H
#define ASSAY_ATTENTION_CLASSES_H

#include <gmp.h>
#include <stddef.h>

/* The class of a key that is not legal.  */
#define ASSAY_BLOCKED ((size_t) -1)

/* Class 0 has the largest score; BEHIND[c] >= 0 is x_0 - x_c, strictly
   increasing in c; BEHIND is null where the scores are others.  MEMBERS[c]
   keys belong to class c, at least one.  */
struct assay_classes
{
  size_t count;
  mpq_t *behind;
  unsigned long *members;
  size_t keys;
  size_t *class_of;
};

/* Group KEYS scores X; key j is left out where LEGAL[j] is 0.  At least one
   key must be legal.  Exact.  */
void assay_classes_init (struct assay_classes *classes, const mpq_t *x,
                         const unsigned char *legal, size_t keys);

/* The same for any scores: ORDER has the N >= 1 legal keys of KEYS, largest
   score first, and OPENS[i] is 1 where ORDER[i] is the first of its class
   (OPENS[0] is), else 0.  */
void assay_classes_init_order (struct assay_classes *classes,
                               const size_t *order,
                               const unsigned char *opens, size_t n,
                               size_t keys);
void assay_classes_clear (struct assay_classes *classes);

/* SUMS[c] <- the sum of V[j * STRIDE] over the keys j of class c, COUNT of
   them, each initialised by the caller.  Exact.  */
void assay_classes_sum (mpq_t *sums, const struct assay_classes *classes,
                        const mpq_t *v, size_t stride);

#endif
