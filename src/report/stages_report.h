/* stages_report.h -- how the first divergence of dumped stages looks */

#ifndef ASSAY_REPORT_STAGES_REPORT_H
#define ASSAY_REPORT_STAGES_REPORT_H

#include "base/text.h"
#include "kernel/stages.h"

void assay_stages_report_text (struct assay_text *text,
                               const struct assay_stages *stages);
void assay_stages_report_json (struct assay_text *text,
                               const struct assay_stages *stages,
                               const char *version);

#endif
