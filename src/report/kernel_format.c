/* kernel_format.c -- the report of a judgement in the form that was asked for
   */

#include "report/kernel_format.h"

#include "report/explain_report.h"

const char *const assay_kernel_formats[] = { "text", "json", "markdown",
                                             "junit", NULL };

static void
put_explanation (struct assay_json_out *out, const void *data)
{
  assay_explain_report_json (out, data);
}

void
assay_kernel_report_as (struct assay_text *text,
                        const struct assay_kernel_report *report,
                        const struct assay_told *told, int format)
{
  switch (format)
    {
    case ASSAY_KERNEL_JSON:
      assay_kernel_report_json (text, report, told ? put_explanation : NULL,
                                told);
      break;
    case ASSAY_KERNEL_MARKDOWN:
      assay_kernel_report_markdown (text, report);
      if (told)
        assay_explain_report_markdown (text, told);
      break;
    case ASSAY_KERNEL_JUNIT:
      assay_kernel_report_junit (text, report);
      break;
    default:
      assay_kernel_report_text (text, report);
      if (told)
        assay_explain_report_text (text, told);
    }
}
