/* attention_report.h -- how certified weights and outputs look */

#ifndef ASSAY_REPORT_ATTENTION_REPORT_H
#define ASSAY_REPORT_ATTENTION_REPORT_H

#include "attention/number.h"
#include "base/text.h"

/* Appended to TEXT: the weights, then the outputs, a line a query.  */
void assay_attention_report_text (struct assay_text *text,
                                  const struct assay_attention_result *result,
                                  const struct assay_settling *how);

/* The JSON document with "weights" and "output".  */
void assay_attention_report_json (struct assay_text *text,
                                  const struct assay_attention_result *result,
                                  const struct assay_settling *how,
                                  const char *version);

#endif
