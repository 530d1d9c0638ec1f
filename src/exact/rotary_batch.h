/* rotary_batch.h -- exact scores of many queries against the same keys

   A score depends on the distance key position - query position alone, so
   the powers of the rotors are made once for each distance, over one
   denominator, and pairs that turn alike are added up before they are
   turned (Lemma B3 (a)).  Results are those of assay_rotary_scores.  */

#ifndef ASSAY_EXACT_ROTARY_BATCH_H
#define ASSAY_EXACT_ROTARY_BATCH_H

#include "base/ctx.h"
#include "exact/vec.h"

/* The powers of one rotor: (re[d] + im[d] i) / radix^d for 0 <= d <= reach,
   RADIX being common to the batch.  */
struct assay_rotary_powers
{
  mpz_t *re, *im;
};

struct assay_rotary_batch
{
  size_t pairs, groups;
  size_t *group;                /* of each pair: which rotor it has */
  struct assay_rotary_powers *powers;
  size_t reach;                 /* the greatest distance */
  mpz_t radix;
  mpz_t *denominator;           /* radix^d, times the keys' denominator */
  size_t keys;
  long *position;
  /* Keys times their common denominator, keys x (2 pairs).  SMALL holds them
     again where they and all sums over pairs fit a word.  */
  mpz_t *key, scale;
  long *small;
};

void assay_rotary_batch_init (struct assay_rotary_batch *batch);
void assay_rotary_batch_clear (struct assay_rotary_batch *batch);

/* BATCH <- KEYS (one a row, an even width) at POSITION[0], ..., turned by
   ROTORS, cosine and sine of each pair side by side, for queries at positions
   from FIRST to LAST.  ASSAY_EVALUE for a rotor off the circle or widths that
   differ; ASSAY_ELIMIT, before any power is formed, when the powers' bits
   exceed the budget.  To be set once.  */
enum assay_status assay_rotary_batch_set (struct assay_rotary_batch *batch,
                                          const struct assay_matrix *keys,
                                          const long *position,
                                          const struct assay_vec *rotors,
                                          long first, long last,
                                          struct assay_ctx *ctx);

/* SCORES[i * keys + j] <- the score of row I of QUERIES at position M[i],
   FIRST <= M[i] <= LAST, and key j: canonical, all initialised by the
   caller.  Exact.  QUERIES are as wide as the keys.  BATCH is only read:
   threads may share it.  */
void assay_rotary_batch_scores (mpq_t *scores,
                                const struct assay_rotary_batch *batch,
                                const struct assay_matrix *queries,
                                const long *m);

#endif
