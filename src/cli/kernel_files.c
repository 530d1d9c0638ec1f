/* kernel_files.c -- the files that a judgement writes, all or none */

#include "cli/kernel_files.h"

enum assay_status
assay_kernel_files (const char *page, const struct assay_text *html,
                    struct assay_npy_out *out, struct assay_ctx *ctx)
{
  enum assay_status status = ASSAY_OK;
  struct assay_beside beside;

  if (page == NULL)
    return out ? assay_npy_finish (out, ctx) : ASSAY_OK;
  status = assay_beside_begin (&beside, page, ctx);
  if (status == ASSAY_OK)
    status = assay_text_send (html, beside.stream, page, ctx);
  if (status == ASSAY_OK)
    status = assay_beside_close (&beside, ctx);
  if (status == ASSAY_OK && out)
    status = assay_npy_finish (out, ctx);
  if (status == ASSAY_OK)
    return assay_beside_place (&beside, ctx);
  assay_beside_abandon (&beside);
  return status;
}
