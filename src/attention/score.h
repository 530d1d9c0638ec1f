/* score.h -- the score of one key, exactly

   With u = sigma * dot, a soft cap C > 0 and a slope,
     score = C tanh (u / C) + bias + slope * distance,
   C tanh (u / C) being u itself without a cap.  A score is held as rational
   coordinates over the basis 1, sigma's root, slope's root (roots that
   coincide are one element), and, with a cap, as u besides.  Two scores are
   equal iff these are (Lemmas B71 and B72).  */

#ifndef ASSAY_ATTENTION_SCORE_H
#define ASSAY_ATTENTION_SCORE_H

#include <gmp.h>
#include <mpfi.h>

#include "attention/surd.h"
#include "base/status.h"

/* SIGMA is rational or a rational times a square root.  SOFTCAP 0 is no cap;
   the sign of one does not matter (tanh is odd).  SLOPE is read only where
   HAS_SLOPE is not 0.  */
struct assay_score_rule
{
  struct assay_surd sigma;
  mpq_t softcap;
  struct assay_surd slope;
  int has_slope;
};

/* sigma 1, no cap, no slope.  */
void assay_score_rule_init (struct assay_score_rule *rule);
void assay_score_rule_clear (struct assay_score_rule *rule);

enum { ASSAY_SCORE_ROOTS = 3 };

/* A rule made ready; ROOT[0] is 1.  U_AT and FAR_AT are the elements that
   dots and distances belong to, U_FACTOR and FAR_FACTOR what they are
   multiplied by.  AT encloses the roots at PRECISION bits (0: not yet).  */
struct assay_basis
{
  struct assay_surd root[ASSAY_SCORE_ROOTS];
  size_t u_at, far_at;
  mpq_t u_factor, far_factor, cap;
  mpfr_prec_t precision;
  mpfi_t at[ASSAY_SCORE_ROOTS];
};

void assay_basis_init (struct assay_basis *basis,
                       const struct assay_score_rule *rule);
void assay_basis_clear (struct assay_basis *basis);

/* u is U * root[u_at].  The uncapped rest of the score is sum X[i] root[i];
   without a cap it is the whole score, u included.  */
struct assay_score
{
  mpq_t u;
  mpq_t x[ASSAY_SCORE_ROOTS];
};

void assay_score_init (struct assay_score *score);
void assay_score_clear (struct assay_score *score);
void assay_score_set (struct assay_score *result,
                      const struct assay_score *score);

/* RESULT <- the score of a key; a null BIAS or DISTANCE is 0.  */
void assay_score_of_key (struct assay_score *result,
                         const struct assay_basis *basis, mpq_srcptr dot,
                         mpq_srcptr bias, mpq_srcptr distance);

/* RESULT <- the rational Z, not capped: the score of a sink.  */
void assay_score_of_sink (struct assay_score *result, mpq_srcptr z);

/* Whether A and B are equal; the sign of A - B.  Exact, always ends.  */
int assay_score_equal (const struct assay_score *a,
                       const struct assay_score *b,
                       const struct assay_basis *basis);
int assay_score_compare (const struct assay_score *a,
                         const struct assay_score *b,
                         struct assay_basis *basis);

/* Whether the score is an algebraic number: no cap, or u = 0 (Lemma B73). */
int assay_score_is_algebraic (const struct assay_score *score,
                              const struct assay_basis *basis);

/* ASSAY_HOLDS and VALUE <- SCORE when it is rational, else ASSAY_FAILS, proved
   (Lemmas B71 and B73), VALUE unchanged.  */
enum assay_verdict assay_score_rational (mpq_ptr value,
                                         const struct assay_score *score,
                                         const struct assay_basis *basis);

/* RESULT contains A - B, at RESULT's precision, P bits, as narrow as its
   terms allow: what remains of cancelling roots or tanh may be wide.  B may
   be null and is then 0.  An exact zero is [0, 0].  */
void assay_score_enclose_gap (mpfi_ptr result, const struct assay_score *a,
                              const struct assay_score *b,
                              struct assay_basis *basis);

#endif
