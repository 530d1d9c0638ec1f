/* shard_file.c -- a text read as the report of a shard */

#include "shard_file.h"

#include <stdlib.h>
#include <unistd.h>

#include "testing.h"

enum assay_status
shard_file_read (struct assay_shard_report *report,
                 const struct assay_text *text, struct assay_ctx *ctx)
{
  char file[] = "/tmp/assay-shard-XXXXXX";
  int handle = mkstemp (file);
  enum assay_status status;

  ck_assert_int_ge (handle, 0);
  ck_assert_int_eq (write (handle, text->bytes, text->length),
                    (ssize_t) text->length);
  close (handle);
  assay_ctx_init (ctx);
  status = assay_shard_report_read (report, file, ctx);
  unlink (file);
  return status;
}
