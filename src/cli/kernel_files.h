/* kernel_files.h -- the files that a judgement writes, all or none */

#ifndef ASSAY_CLI_KERNEL_FILES_H
#define ASSAY_CLI_KERNEL_FILES_H

#include "position/npy_out.h"
#include "report/kernel_format.h"

/* The file PAGE <- REPORT as a page, and OUT finished; either is null where
   there is none.  Both are whole beside their places before the first is
   renamed.  ASSAY_EIO when there is no room, and then no file has changed.  */
enum assay_status
assay_kernel_files (const char *page,
                    const struct assay_kernel_report *report,
                    struct assay_npy_out *out, struct assay_ctx *ctx);

#endif
