/* quantify.h -- claims about many instances */

#ifndef ASSAY_CLAIMS_QUANTIFY_H
#define ASSAY_CLAIMS_QUANTIFY_H

#include "claims/judge.h"

/* What was found out about a quantified claim.  */
struct assay_finding
{
  struct assay_outcome outcome; /* the claim's */
  unsigned long long decided, of; /* instances of the outermost quantifiers */
  unsigned long long refuted;
  bool counted;                 /* false over the integers */
  bool vacuous;                 /* there was no instance */
  /* Values of the outermost quantifiers' variables at the counterexample of a
     `for all', the witness of an `exists', or else the first undecided
     instance; null when there is none.  Owned.  */
  struct assay_value **witness;
  size_t witness_count;
  /* Over the integers: how far a box was searched; -1 when a proof was
     found.  */
  long box;
  /* A budget ended the search: what ctx.error says.  */
  bool limited;
};

void assay_finding_clear (struct assay_finding *finding);

/* FINDING, cleared by the caller in any case, <- how CLAIM stands.
   MINIMISE: of all counterexamples the one of least total size.  ASSAY_ELIMIT
   only when nothing was decided before the budget ended; another status when
   an instance cannot be evaluated: then FINDING->witness is that instance.  */
enum assay_status assay_quantify (struct assay_machine *machine,
                                  const struct assay_statement *claim,
                                  bool minimise,
                                  struct assay_finding *finding);

#endif
