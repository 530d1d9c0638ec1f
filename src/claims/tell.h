/* tell.h -- a decided claim put into words, for verdict.c alone */

#ifndef ASSAY_CLAIMS_TELL_H
#define ASSAY_CLAIMS_TELL_H

#include "claims/verdict.h"

/* What is at hand while one claim is put into words.  */
struct assay_telling
{
  struct assay_machine *machine;
  const struct assay_statement *claim;
  const struct assay_verdict_style *style;
  struct assay_claim_result *result;
  const struct assay_finding *finding; /* null without quantifiers */
  struct assay_outcome outcome;
  struct assay_sides sides;
  bool has_sides;
  unsigned long digits;         /* of inexact values in what is told */
};

/* Append VALUE for people.  */
void assay_tell_value (struct assay_text *text, const struct assay_telling *t,
                       struct assay_value *value);

/* The component of SIDE that decided, SIDE itself when it is no list.  */
struct assay_value *assay_tell_deciding (const struct assay_telling *t,
                                         struct assay_value *side);

/* TEXT as a string to be freed by the caller; TEXT is cleared.  */
char *assay_tell_take (struct assay_text *text);

/* Fill in T->result: values, witness, what is true, why.  */
void assay_tell (struct assay_telling *t);

/* Fill in its explanation; in derive.c.  */
void assay_tell_derivation (struct assay_telling *t);

#endif
