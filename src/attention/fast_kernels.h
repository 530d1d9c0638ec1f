/* fast_kernels.h -- the loops of the fast tiers, once for each kind of
   processor

   All take keys by panels of 8 and columns by groups of 8.  Which processor
   runs them changes no proof: a sum's terms are added in one order, with the
   product rounded before or not (Lemmas B91 to B96 allow both).  */

#ifndef ASSAY_ATTENTION_FAST_KERNELS_H
#define ASSAY_ATTENTION_FAST_KERNELS_H

#include <stddef.h>
#include <stdint.h>

#include "position/double_double.h"

enum
{
  ASSAY_FAST_PANEL = 8,         /* keys or columns side by side */
  ASSAY_FAST_TILE = 6,          /* rows side by side */
  ASSAY_FAST_LINK = 16,         /* components added before a dot's sum */
  ASSAY_FAST_CHUNK = 32,        /* keys added before an output's sum */
  ASSAY_FAST_PAIR_CHUNK = 64,   /* the same in tier 2 */
  ASSAY_FAST_STEPS = 256        /* of 2^(i/256) in the table below */
};

/* A score at or below this is that of a key without weight.  */
#define ASSAY_FAST_BLOCKED -0x1p1000

/* Tables that tier 2's exponential reads: 2^(i/256), and ln 2 / 256 in three
   parts of which the first two have 38 bits.  */
struct assay_fast_constants
{
  double power_hi[ASSAY_FAST_STEPS], power_lo[ASSAY_FAST_STEPS];
  double step[3];
  double sixth_lo;              /* 1/6 - (double) 1/6 */
};

/* Made at the first call; for any thread.  */
const struct assay_fast_constants *assay_fast_constants (void);

/* A format that binary64 patterns of normal numbers from LEAST to below MOST
   are rounded to: by SHIFT bits, then BIAS less in the exponent.  */
struct assay_fast_narrow
{
  int shift, width;
  uint64_t bias;
  double least, most;
};

struct assay_fast_sums;

struct assay_fast_kernels
{
  const char *name;

  /* S[r * stride + j] <- q_r . k_j for a tile of rows, Q having component t
     of row r at Q[t * 6 + r], and the keys j of PANELS panels (Lemma B92).  */
  void (*scores) (double *s, size_t stride, const double *q, const double *k,
                  size_t width, size_t panels);

  /* S[j] <- exp (S[j] scale + add[j]) 2^-shift for the keys of CHUNKS chunks,
     and SUM[c] <- the sum of chunk c.  A null ADD is 0; with it, or with
     DROPS, what is below FLOOR before exp becomes 0 (Lemma B91).  */
  void (*weights) (double *s, double *sum, size_t chunks, double scale,
                   const double *add, int drops, double floor, int shift);

  /* O[r * stride + c] += sum over the KEYS <= 32 keys j of P[r * p_stride + j]
     V[j * padded + c], for TILES tiles of rows and the columns of V; with
     ABSOLUTE of |V| (Lemma B93).  */
  void (*sums) (double *o, size_t stride, const double *p, size_t p_stride,
                size_t tiles, const double *v, size_t padded, size_t keys,
                int absolute);

  /* SUM[i] += PART[i], and PART[i] <- 0, for N elements, a multiple of 8.  */
  void (*flush) (double *sum, double *part, size_t n);

  /* For COLUMNS columns, a multiple of 8, of ROW: SAME[c] <- not 0 where both
     ends of Lemma B98 (b) round to the one pattern BITS[c]; 0 also where one
     is not between NARROW's least and most.  Whether no SAME is 0.  */
  int (*narrow) (uint64_t *bits, uint64_t *same, const double *sum,
                 const double *mass, const double *scale, size_t columns,
                 const struct assay_fast_sums *row,
                 const struct assay_fast_narrow *narrow);

  /* Of N numbers: whether all are finite; then MOST is the greatest |x|, LEAST
     the least power of two 2^g that is the last bit of one (infinity for
     zeros), ANY the fractions' bits together.  */
  int (*survey) (double *most, double *least, uint64_t *any, const double *x,
                 size_t n);

  /* HI[j] + LO[j] <- q . k_j for PANELS panels.  IS_SHORT says that products
     are exact in binary64 (Lemma B94).  */
  void (*pair_scores) (double *hi, double *lo, const double *q,
                       const double *k, size_t width, size_t panels,
                       int is_short);

  /* HI[j] + LO[j] <- (HI[j] + LO[j]) sigma + add_hi[j] + add_lo[j]; null
     ADD_HI and ADD_LO are 0.  Returns the greatest HI[j].  */
  double (*pair_scale) (double *hi, double *lo, struct assay_dd sigma,
                        const double *add_hi, const double *add_lo,
                        size_t panels);

  /* HI[j] + LO[j] <- exp (HI[j] + LO[j] - top), 0 where the argument is below
     FLOOR >= -100 (Lemma B95).  */
  void (*pair_exp) (double *hi, double *lo, double top, double floor,
                    size_t panels);

  /* HI[c] + LO[c] <- sum of p_j v[j * padded + c] over KEYS keys, MASS[c] <-
     that of p_j |v|, for the 8 columns at V (Lemma B96).  */
  void (*pair_sums) (double *hi, double *lo, double *mass, const double *p_hi,
                     const double *p_lo, const double *v, size_t padded,
                     size_t keys);
};

/* The kernels for this processor, or those that the environment's
   ASSAY_PROCESSOR named at the first call; all that it can run, the portable
   ones first, null at the end; of those the one of that name, or the portable
   ones.  */
const struct assay_fast_kernels *assay_fast_kernels_best (void);
const struct assay_fast_kernels *assay_fast_kernels_at (size_t n);
const struct assay_fast_kernels *assay_fast_kernels_named (const char *name);

#endif
