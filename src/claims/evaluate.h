/* evaluate.h -- the parts of the evaluator, for each other alone */

#ifndef ASSAY_CLAIMS_EVALUATE_H
#define ASSAY_CLAIMS_EVALUATE_H

#include "claims/machine.h"

/* STATUS, with what was FOUND described.  */
enum assay_status assay_eval_refuse (struct assay_machine *machine,
                                     enum assay_status status,
                                     const char *expected,
                                     const struct assay_value *found);

/* *FIRST, *SECOND <- the values of NODE's two items; both null on
   refusal.  */
enum assay_status assay_eval_pair (struct assay_machine *machine,
                                   struct assay_value **first,
                                   struct assay_value **second,
                                   const struct assay_node *node);

/* *RESULT <- the value of a node of that kind.  On refusal it is left alone
   or a reference that the caller drops.  */
enum assay_status assay_eval_chain (struct assay_machine *machine,
                                    struct assay_value **result,
                                    const struct assay_node *node);
enum assay_status assay_eval_negation (struct assay_machine *machine,
                                       struct assay_value **result,
                                       const struct assay_node *node);
enum assay_status assay_eval_power (struct assay_machine *machine,
                                    struct assay_value **result,
                                    const struct assay_node *node);
enum assay_status assay_eval_range (struct assay_machine *machine,
                                    struct assay_value **result,
                                    const struct assay_node *node);
enum assay_status assay_eval_call (struct assay_machine *machine,
                                   struct assay_value **result,
                                   const struct assay_node *node);

#endif
