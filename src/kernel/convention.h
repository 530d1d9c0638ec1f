/* convention.h -- a convention of rotary attention, in a few words

   "layout=split-half,dim=64,base=10000": what is done to a query and a key of
   DIM components before their dot product, and what is added to it.  The
   score of query q at position m and key k at position n is

     scale (R (m + a) P q) . (R (n + b) P k) + c + d m + e n,

   P a permutation of the components and R the rotation.  The same as a JSON
   object: {"layout": "split-half", "dim": 64, "base": "10000"}.  */

#ifndef ASSAY_KERNEL_CONVENTION_H
#define ASSAY_KERNEL_CONVENTION_H

#include <gmp.h>

#include "position/layout.h"
#include "position/rope_config.h"
#include "position/rope_steps.h"

/* Addends: of every score, times the query's and times the key's position.  */
enum { ASSAY_ADDEND_ROW, ASSAY_ADDEND_QUERY, ASSAY_ADDEND_KEY,
       ASSAY_ADDENDS };

struct assay_convention
{
  struct assay_layout layout;
  int sign;                     /* -1: by the negative angles */
  size_t pairs;
  struct assay_expr **w;        /* radians a position, owned */
  struct assay_expr *square;    /* of the magnitude, times SCALE; owned */
  mpq_t scale;
  long offset;                  /* b - a */
  size_t *source;               /* (P x)[j] = x[SOURCE[j]], owned */
  mpq_t addend[ASSAY_ADDENDS];
};

/* CONVENTION <- what TEXT says, NAME ("A") standing for it in refusals:
   layout=adjacent|split-half, dim=D and base=B or config=FILE; rotary=R (D),
   denominator=N of the exponents (R), factor=S (1), length=N of the config's
   call, sign=1|-1, magnitude=M (1; the config's), scale=C (1), q-offset=a,
   k-offset=b (0), permute=to-adjacent|to-split-half|swap-pairs|I:J:K...,
   row=c, query-slope=d, key-slope=e, slope=f (-f m + f n).  To be cleared,
   also after a refusal.  */
enum assay_status assay_convention_init (struct assay_convention *convention,
                                         const char *text, const char *name,
                                         struct assay_ctx *ctx);
void assay_convention_clear (struct assay_convention *convention);

#endif
