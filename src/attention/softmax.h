/* softmax.h -- enclosed exponentials, weights and means of one row

   The scores z_c of a row's classes are x_c / sqrt (d), or any for which
   somebody encloses the gaps t_c = z_0 - z_c >= 0.  With e_c = exp (-t_c)
   class c of the row has n_c keys of weight e_c / S, S = sum n_c e_c.
   Whoever uses this has called assay_real_init, which widens MPFR's exponent
   range.  */

#ifndef ASSAY_ATTENTION_SOFTMAX_H
#define ASSAY_ATTENTION_SOFTMAX_H

#include <gmp.h>
#include <mpfr.h>

#include "attention/classes.h"
#include "base/status.h"

struct assay_softmax;

/* 0 <= LO <= t <= HI for the gap t = z_FROM - z_TO >= 0, FROM <= TO, at LO's
   precision, p bits: with u = 2^(1-p), t (1 - 4u) - u <= LO and HI <=
   t (1 + 4u) + u (Lemma B4).  The gap of a class to itself is exactly 0.  */
typedef void assay_gap (mpfr_ptr lo, mpfr_ptr hi,
                        const struct assay_softmax *row, size_t from,
                        size_t to);

struct assay_softmax
{
  struct assay_classes classes;
  assay_gap *gap;
  unsigned long radicand;       /* of scores x / sqrt (d) */
  void *source;                 /* what other gaps are made of, borrowed */
  /* LO[c] <= e_c <= HI[c] and TOTAL_LO <= S <= TOTAL_HI, at PRECISION bits;
     PRECISION is 0 before the first evaluation.  */
  mpfr_prec_t precision;
  mpfr_t *lo, *hi;
  mpfr_t total_lo, total_hi;
};

/* The row of KEYS scores x_j / sqrt (RADICAND), X and LEGAL as for
   assay_classes_init; RADICAND >= 1.  */
void assay_softmax_init (struct assay_softmax *row, const mpq_t *x,
                         const unsigned char *legal, size_t keys,
                         unsigned long radicand);

/* The row of CLASSES, which belong to it from now on, with gaps enclosed by
   GAP out of SOURCE.  */
void assay_softmax_init_gaps (struct assay_softmax *row,
                              const struct assay_classes *classes,
                              assay_gap *gap, void *source);
void assay_softmax_clear (struct assay_softmax *row);

/* Enclose every e_c and S at P >= 4 bits: nothing is done when ROW holds
   them at P bits already.
   (1) For every P >= 4, LO[c] <= e_c <= HI[c] and likewise S.
   (2) With D = max t_c and A = 2^(4-P) (D+1) <= 1, and no exponential outside
       the exponent range, a weight w enclosed by assay_softmax_weight has
       hi - lo <= 3 A w < 2^(7-P) (D+1) w (Lemma B5).  */
void assay_softmax_evaluate (struct assay_softmax *row, mpfr_prec_t p);

/* LO <= w <= HI for the weight w of a key of class C, at P bits; LO and HI
   are given P bits.  Width as above.  */
void assay_softmax_weight (mpfr_ptr lo, mpfr_ptr hi,
                           struct assay_softmax *row, size_t c,
                           mpfr_prec_t p);

/* LO <= (sum SUMS[c] e_c) / S <= HI: the mean of values whose sums by class
   are SUMS (assay_classes_sum).  An enclosure for every P >= 4.  */
void assay_softmax_mean (mpfr_ptr lo, mpfr_ptr hi, struct assay_softmax *row,
                         const mpq_t *sums, mpfr_prec_t p);

/* LO <= sum n_c e_c over the classes but the first <= HI; 0 when there is no
   other.  */
void assay_softmax_rest (mpfr_ptr lo, mpfr_ptr hi, struct assay_softmax *row,
                         mpfr_prec_t p);

/* The sign of sum C_c e_c, C rational, one a class, for algebraic gaps.
   Exact: it is 0 iff every C_c is 0, else precision is raised until the sign
   shows, which it must (Lemma B6).  */
int assay_softmax_sign (const struct assay_softmax *row, const mpq_t *c);

/* As above for any gaps, with ASSAY_HOLDS, or ASSAY_OPEN, SIGN unchanged, when
   LIMIT bits of precision do not show it; LIMIT 0 is none.  */
enum assay_verdict assay_softmax_sign_within (int *sign,
                                              const struct assay_softmax *row,
                                              const mpq_t *c,
                                              mpfr_prec_t limit);

#endif
