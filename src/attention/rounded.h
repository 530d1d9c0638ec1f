/* rounded.h -- reals that are only enclosed and compared, rounded correctly */

#ifndef ASSAY_ATTENTION_ROUNDED_H
#define ASSAY_ATTENTION_ROUNDED_H

#include <gmp.h>
#include <mpfr.h>
#include <stdint.h>

#include "base/status.h"
#include "real/fmt.h"

/* A real that is not rational, or not known to be.  ENCLOSE gives LO <= real
   <= HI at P bits, the closer the larger P; COMPARE the sign of the real
   minus M, never 0, ASSAY_OPEN when LIMIT bits do not show it (0: no
   limit).  */
struct assay_rounded
{
  void (*enclose) (mpfr_ptr lo, mpfr_ptr hi, void *self, mpfr_prec_t p);
  enum assay_verdict (*compare) (int *sign, void *self, mpq_srcptr m,
                                 mpfr_prec_t limit);
  void *self;
};

/* BITS <- the pattern of NUMBER in FMT, correctly rounded to nearest, with
   ASSAY_HOLDS; a number that rounds to zero keeps its sign.  ASSAY_OPEN,
   BITS unchanged, when LIMIT bits do not decide it; with no limit (0) it
   always ends for a number that is irrational (Lemma B7).  The first
   enclosure has START bits, 64 at least.  */
enum assay_verdict assay_rounded_settle (uint64_t *bits,
                                         const struct assay_rounded *number,
                                         enum assay_fmt fmt,
                                         mpfr_prec_t start,
                                         mpfr_prec_t limit);

/* The pattern of X: one end of an enclosure of a number that is not 0, so
   that a zero's sign counts.  */
uint64_t assay_rounded_end (mpfr_srcptr x, enum assay_fmt fmt);

/* Whether HI - LO <= 2^(1-BITS) min (|LO|, |HI|), both of one sign, or LO and
   HI are one point.  */
int assay_rounded_is_narrow (mpfr_srcptr lo, mpfr_srcptr hi,
                             mpfr_prec_t bits);

#endif
