/* jordan_signs.h -- the linear readout of the synthetic task, all strings

   Bits s_1..s_T in {-1, 1}, one a lag.  The label is whether the sum of
   s_d K (d) is positive, the readout whether that of s_d f (d) is.  */

#ifndef ASSAY_EXACT_JORDAN_SIGNS_H
#define ASSAY_EXACT_JORDAN_SIGNS_H

#include "exact/jordan_probe.h"

/* Of all 2^T strings.  */
struct assay_signs
{
  unsigned long long strings;
  unsigned long long agree;     /* equal decisions */
  unsigned long long label_ties, readout_ties;  /* sums that are 0 */
};

enum { ASSAY_SIGNS_MOST = 30 };

/* SIGNS <- the counts for the T >= 1 values of K and F, integers (a positive
   multiple of either changes nothing).  Exact: every string is decided by a
   comparison of integers.  ASSAY_ELIMIT when T > ASSAY_SIGNS_MOST.  */
enum assay_status assay_signs_count (struct assay_signs *signs,
                                     const mpz_t *k, const mpz_t *f,
                                     size_t t, struct assay_ctx *ctx);

/* K (d) and f (d) at d = 1..T, each over a common denominator that is left
   out: K is PROBE's target, f the fit FIT in PROBE's basis.  T entries
   each.  */
void assay_probe_values (mpz_t *k, mpz_t *f, const struct assay_fit *fit,
                         const struct assay_probe *probe, size_t t);

/* COVARIANCE <- the sum of K f, and VARIANCES <- those of K^2 and f^2.  */
void assay_signs_moments (mpz_ptr covariance, mpz_ptr variance_k,
                          mpz_ptr variance_f, const mpz_t *k, const mpz_t *f,
                          size_t t);

#endif
