/* equal_report.h -- how the comparison of two conventions looks */

#ifndef ASSAY_REPORT_EQUAL_REPORT_H
#define ASSAY_REPORT_EQUAL_REPORT_H

#include "base/text.h"
#include "kernel/equal.h"

/* For people, appended to TEXT; ASSAY_ELIMIT when a digit of the
   counterexample cannot be decided.  */
enum assay_status assay_equal_report_text
  (struct assay_text *text, const struct assay_equality *equality,
   struct assay_ctx *ctx);
enum assay_status assay_equal_report_json
  (struct assay_text *text, const struct assay_equality *equality,
   const char *version, struct assay_ctx *ctx);

#endif
