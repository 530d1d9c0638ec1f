/* cmd_kernel_combine.c -- assay kernel combine: the reports of shards added
   up */

#include "config.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "cli/commands.h"
#include "cli/kernel_files.h"
#include "cli/usual_options.h"
#include "kernel/shard_report.h"
#include "report/kernel_format.h"

static const char help[] =
  "Usage: assay kernel combine [OPTION]... PART...\n"
  "Add up the reports of all shards of one run, exactly: the same report as "
  "one run's.\nA shard that is missing or given twice is an error.\n\n"
  "A part is what 'assay kernel attention ... --shard=I/N' prints.  With GNU "
  "parallel:\n"
  "  parallel \"assay kernel attention ... --shard={}/7 > part.{}\" ::: "
  "1 2 3 4 5 6 7\n"
  "as an array of Slurm:\n"
  "  sbatch --array=1-7 --wrap='assay kernel attention ... \\\n"
  "    --shard=$SLURM_ARRAY_TASK_ID/7 > part.$SLURM_ARRAY_TASK_ID'\n"
  "and then:\n"
  "  assay kernel combine part.*\n\n"
  "  --format=text|json|markdown|junit   how to print (text)\n"
  "  --html=FILE          a page with histogram and error map, too\n"
  "  --help               print this and end\n"
  "  --version            print the version and end\n\n"
  "Exit status: as of the one run; 2 when a shard is missing or given twice."
  "\n";

enum { OPT_HTML = 256 };

static const struct option options[] = {
  { "html", required_argument, NULL, OPT_HTML },
  ASSAY_USUAL_OPTIONS
};

/* ASSAY_EVALUE when PART, read from FILE, is no shard or one that SEEN has;
   it is SEEN then.  */
static enum assay_status
see (unsigned char *seen, size_t shards,
     const struct assay_shard_report *part, const char *file,
     struct assay_ctx *ctx)
{
  const struct assay_where where = { NULL, file, 0 };

  if (part->shard < 1 || part->shard > shards)
    return assay_fail (ctx, ASSAY_EVALUE, &where, "a shard that its run has",
                       "%zu of %zu", part->shard, shards);
  if (seen[part->shard - 1])
    return assay_fail (ctx, ASSAY_EVALUE, &where, "each shard once",
                       "shard %zu of %zu again", part->shard, shards);
  seen[part->shard - 1] = 1;
  return ASSAY_OK;
}

static enum assay_status
check_all (const unsigned char *seen, size_t shards, struct assay_ctx *ctx)
{
  const struct assay_where where = { NULL, "parts", 0 };
  enum assay_status status = ASSAY_OK;
  struct assay_text missing;
  size_t n, count = 0;

  assay_text_init (&missing);
  for (n = 0; n < shards; n++)
    if (!seen[n] && count++ < 10)
      assay_text_printf (&missing, "%s%zu", count > 1 ? ", " : "", n + 1);
  if (count > 0)
    status = assay_fail (ctx, ASSAY_EVALUE, &where, "every shard of the run",
                         "%zu of %zu missing: %s%s", count, shards,
                         assay_text_string (&missing),
                         count > 10 ? ", ..." : "");
  assay_text_clear (&missing);
  return status;
}

/* SUM <- all parts; to be cleared, also after a refusal.  */
static enum assay_status
add_parts (struct assay_shard_report *sum, char **file, size_t count,
           struct assay_ctx *ctx)
{
  struct assay_shard_report part;
  unsigned char *seen = NULL;
  enum assay_status status;
  size_t n;

  status = assay_shard_report_read (sum, file[0], ctx);
  if (status == ASSAY_OK && (sum->shards < 1 || sum->shards > 1000000))
    status = assay_fail (ctx, ASSAY_EVALUE, NULL, "1 to 1000000 shards",
                         "%zu", sum->shards);
  if (status == ASSAY_OK)
    {
      seen = assay_calloc (sum->shards, 1);
      status = see (seen, sum->shards, sum, file[0], ctx);
    }
  for (n = 1; n < count && status == ASSAY_OK; n++)
    {
      status = assay_shard_report_read (&part, file[n], ctx);
      if (status == ASSAY_OK)
        status = assay_shard_report_add (sum, &part, file[n], ctx);
      if (status == ASSAY_OK)
        status = see (seen, sum->shards, &part, file[n], ctx);
      assay_shard_report_clear (&part);
    }
  if (status == ASSAY_OK)
    status = check_all (seen, sum->shards, ctx);
  free (seen);
  return status;
}

static int
print_sum (struct assay_shard_report *sum, int format, const char *page,
           struct assay_ctx *ctx)
{
  struct assay_kernel_report report;
  enum assay_status status;
  struct assay_text text;

  assay_kernel_report_sum (&report, sum, PACKAGE_VERSION);
  status = assay_kernel_files (page, &report, NULL, ctx);
  assay_text_init (&text);
  assay_kernel_report_as (&text, &report, NULL, format);
  return assay_cli_answer (&text, assay_verdict_exit (report.verdict), status,
                           ctx, NULL);
}

int
assay_cmd_kernel_combine (int argc, char **argv)
{
  struct assay_shard_report sum;
  int format = ASSAY_KERNEL_TEXT, found, result;
  const char *page = NULL;
  struct assay_ctx ctx;

  while ((found = assay_cli_option (argc, argv, options)) != -1)
    switch (found)
      {
      case ASSAY_USUAL_OPT_FORMAT:
        if (!assay_cli_choice (&format, optarg, "--format",
                               assay_kernel_formats))
          return ASSAY_EXIT_MISUSE;
        break;
      case OPT_HTML:
        page = optarg;
        break;
      default:
        return assay_usual_end (found, help);
      }
  if (optind == argc)
    return assay_cli_misuse (argv[0], "expected the reports of shards, found "
                             "none");
  assay_ctx_init (&ctx);
  if (add_parts (&sum, argv + optind, (size_t) (argc - optind), &ctx)
      == ASSAY_OK)
    result = print_sum (&sum, format, page, &ctx);
  else
    result = assay_cli_refuse (&ctx, NULL);
  assay_shard_report_clear (&sum);
  return result;
}
