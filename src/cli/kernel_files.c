/* kernel_files.c -- the files that a judgement writes, all or none */

#include "cli/kernel_files.h"

enum assay_status
assay_kernel_files (const char *page,
                    const struct assay_kernel_report *report,
                    struct assay_npy_out *out, struct assay_ctx *ctx)
{
  enum assay_status status = ASSAY_OK;
  struct assay_beside beside;
  struct assay_text html;

  if (page == NULL)
    return out ? assay_npy_finish (out, ctx) : ASSAY_OK;
  assay_text_init (&html);
  assay_kernel_report_html (&html, report);
  status = assay_beside_begin (&beside, page, ctx);
  if (status == ASSAY_OK)
    status = assay_text_send (&html, beside.stream, page, ctx);
  assay_text_clear (&html);
  if (status == ASSAY_OK)
    status = assay_beside_close (&beside, ctx);
  if (status == ASSAY_OK && out)
    status = assay_npy_finish (out, ctx);
  if (status == ASSAY_OK)
    return assay_beside_place (&beside, ctx);
  assay_beside_abandon (&beside);
  return status;
}
