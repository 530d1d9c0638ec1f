/* kernel_report.c -- what a judgement comes to  */

#include "report/kernel_report.h"

void
assay_kernel_report_judge (struct assay_kernel_report *report)
{
  report->verdict = assay_criteria_all (report->judged, report->count);
  if (report->verdict == ASSAY_HOLDS && report->rows_done < report->rows)
    report->verdict = ASSAY_OPEN;
}

void
assay_kernel_report_sum (struct assay_kernel_report *report,
                         struct assay_shard_report *sum, const char *version)
{
  size_t n;

  *report = (struct assay_kernel_report) {
    .command = sum->command, .version = version, .problem = sum->problem,
    .judged = sum->judged, .count = sum->count, .rows = sum->rows,
    .rows_done = sum->rows_done, .all_rows = sum->all_rows
  };
  for (n = 0; n < sum->count; n++)
    assay_criteria_judge (&sum->judged[n], &sum->criteria);
  assay_kernel_report_judge (report);
}
