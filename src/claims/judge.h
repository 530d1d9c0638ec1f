/* judge.h -- whether a relation between two expressions holds */

#ifndef ASSAY_CLAIMS_JUDGE_H
#define ASSAY_CLAIMS_JUDGE_H

#include "claims/machine.h"
#include "real/decide.h"

/* In order of badness, so that many instances together are as bad as the
   worst of them.  */
enum assay_claim_verdict
{
  ASSAY_CLAIM_PROVED,
  ASSAY_CLAIM_ROUNDED,
  ASSAY_CLAIM_TRUNCATED,
  ASSAY_CLAIM_UNDECIDED,
  ASSAY_CLAIM_REFUTED,
  ASSAY_CLAIM_ERROR
};

/* "proved", "rounded", "truncated", "undecided", "refuted", "error".  */
const char *assay_claim_verdict_name (enum assay_claim_verdict verdict);

/* Proved, rounded or truncated.  */
bool assay_claim_verdict_holds (enum assay_claim_verdict verdict);

struct assay_outcome
{
  enum assay_claim_verdict verdict;
  struct assay_decision decision; /* of the component that decided */
  char path[80];                /* "[1][0]": that component, when in a list */
  const char *note;             /* "shapes differ", or null */
};

/* Both sides of a judged relation, new references or null.  A left side that
   was refused has its class in FAILURE.  */
struct assay_sides
{
  struct assay_value *left, *right, *third;
  enum assay_status failure;
  char *message;                /* what refused it */
};

void assay_sides_clear (struct assay_sides *sides);

/* OUTCOME <- how FORMULA stands in MACHINE's frame.  Values go to SIDES
   unless it is null; the caller clears it.  A status other than ASSAY_OK when
   a side cannot be evaluated or the sides cannot be compared.  */
enum assay_status assay_formula_judge (struct assay_machine *machine,
                                       const struct assay_formula *formula,
                                       struct assay_outcome *outcome,
                                       struct assay_sides *sides);

/* The value OUTCOME->path leads to below VALUE, borrowed; VALUE itself where
   that is no list.  */
struct assay_value *assay_value_at_path (struct assay_value *value,
                                         const char *path);

#endif
