/* merge.h -- attention over chunks of the keys, put together

   A kernel that splits the keys leaves, for each chunk m, an output o_m and
   the log-sum-exp l_m of its scores, in base B = e or 2.  The whole is

     output = sum B^(l_m) o_m / sum B^(l_m),  lse = log_B (sum B^(l_m)),

   exactly, whatever the stored numbers are.  l_m = -infinity is a chunk
   without a legal key.

   In base e the B^(l_m) of different l_m are linearly independent over the
   rationals by the Lindemann-Weierstrass theorem, in base 2 those whose l_m
   do not differ by an integer (Lemma B85): so what is rational shows in sums
   over classes, and the rest is decided by precision, which must end.  */

#ifndef ASSAY_KERNEL_MERGE_H
#define ASSAY_KERNEL_MERGE_H

#include <gmp.h>
#include <mpfr.h>
#include <stdint.h>

#include "base/ctx.h"
#include "real/fmt.h"

struct assay_merge
{
  size_t chunks;
  int in_bits;                  /* base 2 */
  /* Of each chunk: its log-sum-exp, and whether it is there at all.  */
  mpq_t *lse;
  unsigned char *present;
  /* Chunks by class: class_of; in base 2 a chunk weighs 2^SHIFT[m] in its
     class, SHIFT[m] >= 0.  LEADER[c] is the least exponent of class c.  */
  size_t classes;
  size_t *class_of;
  unsigned long *shift;
  mpq_t *leader;
  mpq_t largest;                /* of all exponents */
};

/* CHUNKS chunks, all absent.  */
void assay_merge_init (struct assay_merge *merge, size_t chunks,
                       int in_bits);
void assay_merge_clear (struct assay_merge *merge);

/* Chunk M is there, with log-sum-exp LSE.  Not after assay_merge_ready.  */
void assay_merge_set (struct assay_merge *merge, size_t m, mpq_srcptr lse);

/* Group the chunks: CLASSES of them, 0 when no chunk is there (and then there
   is no number).  ASSAY_ELIMIT in base 2 when log-sum-exps of one class are
   more than 2^24 apart.  */
enum assay_status assay_merge_ready (struct assay_merge *merge,
                                     struct assay_ctx *ctx);

/* A number of the merge: the output of the VALUEs, one a chunk, or, with VALUE
   null, the log-sum-exp.  */
struct assay_merge_number
{
  const struct assay_merge *merge;
  const mpq_t *value;
};

/* BITS <- NUMBER correctly rounded to FMT.  Exact.  */
uint64_t assay_merge_round (const struct assay_merge_number *number,
                            enum assay_fmt fmt);

/* LO <= NUMBER <= HI, at most 2^(1-BITS) of it wide, or a point.  */
void assay_merge_enclose (mpfr_ptr lo, mpfr_ptr hi,
                          const struct assay_merge_number *number,
                          mpfr_prec_t bits);

/* ASSAY_HOLDS and VALUE <- NUMBER when it is rational, else ASSAY_FAILS,
   proved.  */
enum assay_verdict assay_merge_rational (
  mpq_ptr value, const struct assay_merge_number *number);

#endif
