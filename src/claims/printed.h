/* printed.h -- the relation ~: values against decimals as printed */

#ifndef ASSAY_CLAIMS_PRINTED_H
#define ASSAY_CLAIMS_PRINTED_H

#include "claims/judge.h"

/* OUTCOME <- whether PRINTED, a literal as the grammar allows it right of ~,
   is a faithful print of VALUE: rounded, truncated, refuted (wrong) or
   undecided, of a list the worst of its components.  ASSAY_ETYPE when the
   shapes differ or a component is no number.  */
enum assay_status assay_printed_judge (struct assay_machine *machine,
                                       struct assay_value *value,
                                       const struct assay_node *printed,
                                       struct assay_outcome *outcome);

/* The literal that PATH ("[1][0]") leads to below PRINTED.  */
const struct assay_node *
assay_printed_at_path (const struct assay_node *printed, const char *path);

/* The decimal places of the literal PRINTED, - in front allowed.  */
long assay_printed_places (const struct assay_node *printed);

/* An outcome of no components yet, and the worse of it and of component
   INDEX; in judge.c.  */
void assay_outcome_begin (struct assay_outcome *outcome);
void assay_outcome_worsen (struct assay_outcome *outcome,
                           const struct assay_outcome *component,
                           size_t index);

#endif
