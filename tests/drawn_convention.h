/* drawn_convention.h -- random conventions of rotary attention as plain
   numbers

   Belongs to neither family.  */

#ifndef ASSAY_TESTS_DRAWN_CONVENTION_H
#define ASSAY_TESTS_DRAWN_CONVENTION_H

enum { DRAWN_MOST = 6 };        /* components of a head */

/* SOURCE as in convention.h.  */
struct drawn_convention
{
  int dim, rotary, adjacent, sign, a, b, base, denominator;
  int source[DRAWN_MOST];
};

/* D, whose DIM is set, <- the rest.  */
void drawn_convention (struct drawn_convention *d);

/* X, Y <- the components of pair I.  */
void drawn_convention_pair (int *x, int *y, const struct drawn_convention *d,
                            int i);

/* TO <- the same function in other words: the other layout, or the other
   sign.  */
void drawn_convention_rewrite (struct drawn_convention *to,
                               const struct drawn_convention *from);

/* TEXT, 300 bytes, <- D as the command line has it.  */
void drawn_convention_spell (char *text, const struct drawn_convention *d);

#endif
