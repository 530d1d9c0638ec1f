/* recovery_report.h -- how recovered positions look */

#ifndef ASSAY_REPORT_RECOVERY_REPORT_H
#define ASSAY_REPORT_RECOVERY_REPORT_H

#include "base/ctx.h"
#include "base/text.h"
#include "kernel/recover.h"

struct assay_recovery_report
{
  const char *version, *problem, *file;
  const struct assay_recovery *recovery;
  const char *max_ulp;          /* as it was asked for; null: not */
  enum assay_verdict verdict;
};

/* For people: the counts, a line for each key that is not where it is
   expected (twenty at most), the certified error.  */
void assay_recovery_report_text (struct assay_text *text,
                                 const struct assay_recovery_report *report);

/* Every key that is not where it is expected, with the counts.  */
void assay_recovery_report_json (struct assay_text *text,
                                 const struct assay_recovery_report *report);

#endif
