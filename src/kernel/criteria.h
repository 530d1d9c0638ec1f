/* criteria.h -- what a dumped tensor has to meet, and whether it does */

#ifndef ASSAY_KERNEL_CRITERIA_H
#define ASSAY_KERNEL_CRITERIA_H

#include <gmp.h>

#include "attention/number.h"
#include "base/text.h"
#include "kernel/measure.h"

/* Without any: every element is the exact value correctly rounded.  */
struct assay_criteria
{
  int has_max_ulp;
  mpq_t max_ulp;                /* no error above so many ulps */
  int has_tolerance;
  mpq_t rtol, atol;             /* abs (got - exact) <= atol + rtol exact */
  int has_times_naive;
  mpq_t times_naive;            /* of the worst error of a plain evaluation */
};

void assay_criteria_init (struct assay_criteria *criteria);
void assay_criteria_clear (struct assay_criteria *criteria);

/* What has been measured of one tensor.  */
struct assay_judged
{
  const char *name;             /* "output", "lse", ... */
  const char *file;             /* what was judged; null: nothing, written */
  struct assay_measure *measure;
  uint64_t open;                /* elements without a truth */
  uint64_t far, far_open;       /* beyond the tolerance; not decided */
  const struct assay_measure *naive;    /* null: not evaluated */
  /* Bit-equal to an emulated contract, which is NAIVE where that is there.  */
  uint64_t contract_equal;
  int has_contract;
  const char *mass;             /* "|c x1|+|s x2|"; null: "sum p|v|" */
  /* The true value of the worst element: a fraction, or certified digits;
     zeroed where there is none.  */
  struct assay_number worst;
  /* Set by assay_criteria_judge.  */
  enum assay_verdict verdict;
  struct assay_text reason;     /* "max 3.01 ulp, allowed 1" */
};

/* Whether BOUNDS say on which side of LIMIT, itself below, the error is.  */
int assay_bounds_tell (const struct assay_bounds *bounds, mpq_srcptr limit);

/* JUDGED->verdict and reason <- whether the elements measured meet CRITERIA,
   each of them.  ASSAY_OPEN when an element has no truth, or an error's
   bounds hold the limit, and nothing else fails.  */
void assay_criteria_judge (struct assay_judged *judged,
                           const struct assay_criteria *criteria);

/* Of several tensors: fails if one fails, else open if one is.  */
enum assay_verdict assay_criteria_all (const struct assay_judged *judged,
                                       size_t count);

void assay_judged_clear (struct assay_judged *judged);

#endif
