/* kernel_tables.c -- the judgement of dumped tensors for reviews and for
   continuous integration */

#include <inttypes.h>

#include "report/kernel_report.h"
#include "report/markup.h"

static void
add_cell (struct assay_text *text, const struct assay_bounds *bounds)
{
  assay_bounds_print (text, bounds);
  assay_text_add (text, " | ");
}

static void
add_row (struct assay_text *text, const struct assay_judged *judged)
{
  const struct assay_measure *measure = judged->measure;
  struct assay_bounds bounds;

  assay_text_printf (text, judged->verdict == ASSAY_HOLDS ? "| %s | "
                     : "| **%s** | ", assay_verdict_name (judged->verdict));
  assay_text_printf (text, "%s | %s | %" PRIu64 " | %" PRIu64 " | ",
                     judged->name, assay_fmt_shape (measure->fmt)->name,
                     measure->elements, measure->bit_equal);
  add_cell (text, &measure->ulps.bounds);
  assay_measure_mean (&bounds, measure);
  add_cell (text, &bounds);
  assay_measure_percentile (&bounds, measure, 990);
  add_cell (text, &bounds);
  assay_kernel_add_index (text, measure->ulps.index);
  assay_text_printf (text, " | %s |\n", assay_text_string (&judged->reason));
}

void
assay_kernel_report_markdown (struct assay_text *text,
                              const struct assay_kernel_report *report)
{
  size_t n;

  if (report->problem[0])
    assay_text_printf (text, "%s\n\n", report->problem);
  if (report->rows_done < report->all_rows)
    assay_text_printf (text, "%zu of %zu rows\n\n", report->rows_done,
                       report->all_rows);
  assay_text_add (text, "| verdict | tensor | type | elements | correctly "
                  "rounded | max ulp | mean ulp | p99 ulp | worst at | why |\n"
                  "| --- | --- | --- | --- | --- | --- | --- | --- | --- | "
                  "--- |\n");
  for (n = 0; n < report->count; n++)
    add_row (text, &report->judged[n]);
}

static void
add_case (struct assay_text *text, const struct assay_judged *judged,
          const char *command)
{
  assay_text_add (text, "    <testcase");
  assay_markup_attribute (text, "classname", command);
  assay_markup_attribute (text, "name", judged->name);
  if (judged->verdict == ASSAY_HOLDS)
    {
      assay_text_add (text, "/>\n");
      return;
    }
  assay_text_printf (text, ">\n      <%s", judged->verdict == ASSAY_FAILS
                                           ? "failure" : "error");
  assay_markup_attribute (text, "message",
                          assay_text_string (&judged->reason));
  assay_text_add (text, "/>\n    </testcase>\n");
}

void
assay_kernel_report_junit (struct assay_text *text,
                           const struct assay_kernel_report *report)
{
  size_t failures = 0, errors = 0, n;

  for (n = 0; n < report->count; n++)
    {
      failures += report->judged[n].verdict == ASSAY_FAILS;
      errors += report->judged[n].verdict == ASSAY_OPEN;
    }
  assay_text_printf (text, "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
                     "<testsuites>\n  <testsuite name=\"%s\" tests=\"%zu\" "
                     "failures=\"%zu\" errors=\"%zu\">\n", report->command,
                     report->count, failures, errors);
  for (n = 0; n < report->count; n++)
    add_case (text, &report->judged[n], report->command);
  assay_text_add (text, "  </testsuite>\n</testsuites>\n");
}
