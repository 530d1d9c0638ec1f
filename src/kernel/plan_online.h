/* plan_online.h -- the softmax of a plan that takes its keys tile by tile */

#ifndef ASSAY_KERNEL_PLAN_ONLINE_H
#define ASSAY_KERNEL_PLAN_ONLINE_H

#include "kernel/plan.h"

/* work->p <- the weights, and log_total, from the scores in WORK, where
   PLAN->tile is not 0; is_spoilt by a score that is NaN or +inf.
   ERROR bounds that of an exponential, relatively (Lemma B99).  */
void assay_plan_over_tiles (struct assay_plan_work *work,
                            const struct assay_plan *plan, size_t keys,
                            double error);

#endif
