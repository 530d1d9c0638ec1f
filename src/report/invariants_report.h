/* invariants_report.h -- how checks without a reference look */

#ifndef ASSAY_REPORT_INVARIANTS_REPORT_H
#define ASSAY_REPORT_INVARIANTS_REPORT_H

#include "base/text.h"
#include "kernel/invariants.h"

/* COUNT checks appended to TEXT: for people, and as a JSON document.  */
void assay_invariants_report_text (struct assay_text *text,
                                   const struct assay_invariant *all,
                                   size_t count);
void assay_invariants_report_json (struct assay_text *text,
                                   const struct assay_invariant *all,
                                   size_t count, const char *version);

#endif
