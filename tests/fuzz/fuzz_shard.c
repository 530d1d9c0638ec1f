/* fuzz_shard.c -- any bytes as the report of a shard: read, added to itself,
   judged, and printed in every form  */

#include <stdint.h>

#include "fuzz_folder.h"
#include "kernel/shard_report.h"
#include "report/kernel_format.h"

int LLVMFuzzerTestOneInput (const uint8_t *bytes, size_t length);

static void
print_all (struct assay_shard_report *sum)
{
  struct assay_kernel_report report;
  struct assay_text text;
  int format;

  assay_kernel_report_sum (&report, sum, "0");
  assay_text_init (&text);
  for (format = 0; assay_kernel_formats[format]; format++)
    assay_kernel_report_as (&text, &report, NULL, format);
  assay_kernel_report_html (&text, &report);
  assay_text_clear (&text);
}

int
LLVMFuzzerTestOneInput (const uint8_t *bytes, size_t length)
{
  struct assay_shard_report shard, sum;
  struct assay_ctx ctx;

  fuzz_folder_enter ();
  fuzz_folder_put ("part", bytes, length);
  assay_ctx_init (&ctx);
  if (assay_shard_report_read (&sum, "part", &ctx) == ASSAY_OK)
    {
      if (assay_shard_report_read (&shard, "part", &ctx) == ASSAY_OK)
        assay_shard_report_add (&sum, &shard, "part", &ctx);
      assay_shard_report_clear (&shard);
      print_all (&sum);
    }
  assay_shard_report_clear (&sum);
  return 0;
}
