/* shard_report.h -- what one of several shards of a judgement found

   Shard I of N judges every N-th block of rows and writes what it counted;
   the reports of all shards, added up, are what one run would have found.  */

#ifndef ASSAY_KERNEL_SHARD_REPORT_H
#define ASSAY_KERNEL_SHARD_REPORT_H

#include "base/text.h"
#include "kernel/criteria.h"

/* Of a shard, or of several added up.  Everything is owned, the strings of
   JUDGED too (names, files and labels).  */
struct assay_shard_report
{
  size_t shard, shards;         /* SHARD counts from 1 */
  char *command, *problem;
  char *identity;               /* what all shards of a run have in common */
  size_t rows, rows_done, all_rows;
  struct assay_criteria criteria;
  struct assay_judged *judged;
  struct assay_measure *measure, *naive;        /* of each judged tensor */
  size_t count;
};

/* REPORT, whose members may be borrowed, as JSON appended to TEXT.  */
void assay_shard_report_put (struct assay_text *text, const char *version,
                             const struct assay_shard_report *report);

/* REPORT <- FILE; to be cleared, also after a refusal.  */
enum assay_status assay_shard_report_read (struct assay_shard_report *report,
                                           const char *file,
                                           struct assay_ctx *ctx);
void assay_shard_report_clear (struct assay_shard_report *report);

/* SUM <- SUM and FROM, of the same run.  ASSAY_EVALUE at FILE, which FROM was
   read from, when they are of different runs.  */
enum assay_status assay_shard_report_add (
  struct assay_shard_report *sum, const struct assay_shard_report *from,
  const char *file, struct assay_ctx *ctx);

#endif
