/* shard_file.h -- a text read as the report of a shard */

#ifndef ASSAY_SHARD_FILE_H
#define ASSAY_SHARD_FILE_H

#include "kernel/shard_report.h"

/* REPORT <- what assay_shard_report_read makes of a file with TEXT, which is
   removed again; CTX is initialised first.  */
enum assay_status shard_file_read (struct assay_shard_report *report,
                                   const struct assay_text *text,
                                   struct assay_ctx *ctx);

#endif
