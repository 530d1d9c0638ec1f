/* kernel_format.h -- the report of a judgement in the form that was asked for
   */

#ifndef ASSAY_REPORT_KERNEL_FORMAT_H
#define ASSAY_REPORT_KERNEL_FORMAT_H

#include "kernel/told.h"
#include "report/kernel_report.h"

enum assay_kernel_format
{
  ASSAY_KERNEL_TEXT,
  ASSAY_KERNEL_JSON,
  ASSAY_KERNEL_MARKDOWN,
  ASSAY_KERNEL_JUNIT
};

/* "text", "json", "markdown", "junit", in the order above, and a null
   pointer.  */
extern const char *const assay_kernel_formats[];

/* REPORT appended to TEXT in FORMAT, and what explains it; TOLD may be null.
   JUnit has no room for an explanation.  */
void assay_kernel_report_as (struct assay_text *text,
                             const struct assay_kernel_report *report,
                             const struct assay_told *told, int format);

#endif
