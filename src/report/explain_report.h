/* explain_report.h -- how an explanation of a dump looks */

#ifndef ASSAY_REPORT_EXPLAIN_REPORT_H
#define ASSAY_REPORT_EXPLAIN_REPORT_H

#include "base/json_out.h"
#include "base/text.h"
#include "kernel/told.h"

/* For people: a line a finding, the best first.  */
void assay_explain_report_text (struct assay_text *text,
                                const struct assay_told *told);

/* The same as a list to paste into a review.  */
void assay_explain_report_markdown (struct assay_text *text,
                                    const struct assay_told *told);

/* "explain": a list of findings, empty where nothing is named, and
   "explained": right, named or open.  */
void assay_explain_report_json (struct assay_json_out *out,
                                const struct assay_told *told);

#endif
