/* tolerance_report.h -- how the mistakes that a tolerance lets through look */

#ifndef ASSAY_REPORT_TOLERANCE_REPORT_H
#define ASSAY_REPORT_TOLERANCE_REPORT_H

#include "base/text.h"
#include "kernel/tolerance.h"

void assay_tolerance_report_text (struct assay_text *text,
                                  const struct assay_tolerance *tolerance);
void assay_tolerance_report_json (struct assay_text *text,
                                  const struct assay_tolerance *tolerance,
                                  const char *version);

#endif
