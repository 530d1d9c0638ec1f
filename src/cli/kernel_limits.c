/* kernel_limits.c -- which rows assay kernel attention looks at, how closely,
   and what they have to meet */

#include <limits.h>
#include <stdlib.h>

#include "cli/commands.h"
#include "cli/kernel_run.h"
#include "cli/option_text.h"

static enum assay_status
read_count (unsigned long *value, const struct assay_kernel_options *options,
            enum assay_kernel_option option, unsigned long low,
            struct assay_ctx *ctx)
{
  const char *text = options->text[option];
  char expected[60];
  char *end;

  if (text == NULL)
    return ASSAY_OK;
  *value = strtoul (text, &end, 10);
  if (text[0] >= '0' && text[0] <= '9' && *end == '\0' && *value >= low
      && *value < ULONG_MAX)
    return ASSAY_OK;
  snprintf (expected, sizeof expected, "an integer of at least %lu", low);
  return assay_option_misfit (option, expected, text, ctx);
}

/* "A..B", both included, among the queries.  */
static enum assay_status
read_rows (struct assay_kernel_run *run, struct assay_ctx *ctx)
{
  const char *text = run->options->text[ASSAY_OPTION_ROWS];
  unsigned long first, last;

  if (text == NULL)
    return ASSAY_OK;
  if (!assay_option_range (&first, &last, text, run->problem->queries))
    return assay_option_misfit (ASSAY_OPTION_ROWS, "A..B, queries that are "
                                "there, counted from 0", text, ctx);
  run->judge.first_row = first;
  run->judge.last_row = last + 1;
  return ASSAY_OK;
}

/* "I/N".  */
static enum assay_status
read_shard (struct assay_kernel_run *run, struct assay_ctx *ctx)
{
  const char *text = run->options->text[ASSAY_OPTION_SHARD];
  unsigned long shard, shards = 0;
  char *end;

  if (text == NULL)
    return ASSAY_OK;
  shard = strtoul (text, &end, 10);
  if (text[0] >= '1' && text[0] <= '9' && *end == '/' && end[1] >= '1'
      && end[1] <= '9')
    shards = strtoul (end + 1, &end, 10);
  if (shards == 0 || *end != '\0' || shard > shards || shards > 1000000)
    return assay_option_misfit (ASSAY_OPTION_SHARD, "I/N, the I-th of N "
                                "shards, counted from 1", text, ctx);
  if (run->options->text[ASSAY_OPTION_OUT]
      || run->options->text[ASSAY_OPTION_EXPLAIN])
    return assay_option_misfit (ASSAY_OPTION_SHARD, "all rows for --out and "
                                "--explain", text, ctx);
  run->judge.shard = shard;
  run->judge.shards = shards;
  return ASSAY_OK;
}

static enum assay_status
read_limits (struct assay_kernel_run *run, struct assay_ctx *ctx)
{
  const struct assay_kernel_options *options = run->options;
  unsigned long sample = 0, seed = 0, bits = ctx->max_precision;
  unsigned long jobs = assay_cli_jobs ();
  enum assay_status status;

  status = read_rows (run, ctx);
  if (status == ASSAY_OK)
    status = read_shard (run, ctx);
  if (status == ASSAY_OK)
    status = read_count (&sample, options, ASSAY_OPTION_SAMPLE, 1, ctx);
  if (status == ASSAY_OK)
    status = read_count (&seed, options, ASSAY_OPTION_SEED, 0, ctx);
  if (status == ASSAY_OK)
    status = read_count (&bits, options, ASSAY_OPTION_MAX_BITS, 64, ctx);
  if (status == ASSAY_OK)
    status = read_count (&jobs, options, ASSAY_OPTION_JOBS, 1, ctx);
  run->judge.sample = sample;
  run->judge.seed = seed;
  run->judge.jobs = jobs > 1024 ? 1024 : jobs;
  ctx->max_precision = bits;
  return status;
}

static enum assay_status
read_criteria (struct assay_kernel_run *run, struct assay_ctx *ctx)
{
  struct assay_criteria *criteria = &run->criteria;
  const char *const *text = run->options->text;
  enum assay_status status
    = assay_option_criteria (criteria, text[ASSAY_OPTION_MAX_ULP],
                             text[ASSAY_OPTION_RTOL], text[ASSAY_OPTION_ATOL],
                             text[ASSAY_OPTION_TIMES_NAIVE], ctx);

  run->judge.has_max_ulp = criteria->has_max_ulp;
  mpq_set (run->judge.max_ulp, criteria->max_ulp);
  run->judge.has_tolerance = criteria->has_tolerance;
  mpq_set (run->judge.rtol, criteria->rtol);
  mpq_set (run->judge.atol, criteria->atol);
  run->judge.wants_naive = criteria->has_times_naive;
  return status;
}

enum assay_status
assay_kernel_run_limits (struct assay_kernel_run *run, struct assay_ctx *ctx)
{
  enum assay_status status = read_limits (run, ctx);

  return status == ASSAY_OK ? read_criteria (run, ctx) : status;
}
