/* audit_report.h -- how the results of an audit look */

#ifndef ASSAY_REPORT_AUDIT_REPORT_H
#define ASSAY_REPORT_AUDIT_REPORT_H

#include "base/text.h"
#include "claims/audit.h"

struct assay_audit_look
{
  bool quiet;                   /* only what does not hold, and the summary */
  bool colour;                  /* text: for a terminal */
  const char *version;
};

/* A line a claim and a summary, for people.  */
void assay_audit_report_text (struct assay_text *text,
                              const struct assay_audit *audit,
                              const struct assay_audit_look *look);

void assay_audit_report_json (struct assay_text *text,
                              const struct assay_audit *audit,
                              const struct assay_audit_look *look);

/* A suite a file: refuted claims are failures, errors and undecided ones
   errors, notes skipped.  */
void assay_audit_report_junit (struct assay_text *text,
                               const struct assay_audit *audit,
                               const struct assay_audit_look *look);

/* A table to paste into a review.  */
void assay_audit_report_markdown (struct assay_text *text,
                                  const struct assay_audit *audit,
                                  const struct assay_audit_look *look);

/* "gap.original", or what follows the last slash of a file's name.  */
const char *assay_audit_base_name (const char *file);

/* "12 proved, 1 refuted (1 as expected); 3 notes", shared by text and
   markdown.  */
void assay_audit_summary_line (struct assay_text *text,
                               const struct assay_audit *audit);

#endif
