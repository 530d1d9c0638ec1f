/* verdict.h -- one claim decided, in words and figures */

#ifndef ASSAY_CLAIMS_VERDICT_H
#define ASSAY_CLAIMS_VERDICT_H

#include "claims/quantify.h"

struct assay_verdict_style
{
  bool minimise;                /* the least counterexample, not the first */
  bool explain;                 /* derive: values, enclosures, rules */
  unsigned long digits;         /* of values that are not exact */
  bool words_only;              /* LEFT and RIGHT, costly, stay null */
};

/* Strings are owned, and null where they do not apply.  */
struct assay_claim_result
{
  enum assay_claim_verdict verdict;
  enum assay_status class;      /* of an error */
  struct assay_span blame;      /* where an error happened */
  unsigned long bits;           /* precision that decided; 0: none needed */
  bool counted;                 /* there are instances */
  bool limited, late;           /* a budget, time, ended it */
  unsigned long long decided, of;
  char *reason;                 /* why refuted, undecided or an error */
  char *left, *right;           /* values as JSON */
  char *witness;                /* {"m": "0"} as JSON */
  char *truth;                  /* what is true, a line for people */
  char *explanation;            /* many lines */
};

void assay_claim_result_clear (struct assay_claim_result *result);

/* RESULT, to be cleared by the caller, <- CLAIM decided within MILLISECONDS.
   Never fails: what cannot be evaluated is an error in RESULT.  */
void assay_claim_decide (struct assay_machine *machine,
                         const struct assay_statement *claim,
                         unsigned long milliseconds,
                         const struct assay_verdict_style *style,
                         struct assay_claim_result *result);

#endif
