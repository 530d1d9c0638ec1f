/* audit_jobs.h -- deciding claims in worker processes

   Claims are independent.  A worker is a process of its own, so that one
   computation that cannot be interrupted (a single product of huge integers)
   or that exhausts the memory costs one claim and not the run.  */

#ifndef ASSAY_CLI_AUDIT_JOBS_H
#define ASSAY_CLI_AUDIT_JOBS_H

#include "claims/audit.h"

struct assay_audit_jobs
{
  size_t workers;
  struct assay_audit_limits limits;
  struct assay_verdict_style style;
  bool progress;                /* count on standard error */
};

/* Decide every claim of AUDIT; the results do not depend on the count of
   workers.  ASSAY_EIO when the system refuses processes or pipes.  */
enum assay_status assay_audit_run (struct assay_audit *audit,
                                   const struct assay_audit_jobs *jobs,
                                   struct assay_ctx *ctx);

#endif
