/* cmd_kernel_attention.c -- assay kernel attention: judge what a kernel wrote
   */

#include "config.h"

#include <stdio.h>
#include <string.h>

#include "cli/commands.h"
#include "cli/kernel_files.h"
#include "cli/kernel_run.h"
#include "kernel/explain.h"
#include "kernel/shard_report.h"
#include "report/kernel_problem.h"
#include "report/kernel_format.h"

static const char help[] =
  "Usage: assay kernel attention --q=FILE --k=FILE --v=FILE [OPTION]...\n"
  "       assay kernel attention --case=FOLDER [OPTION]...\n"
  "Compute scaled-dot-product attention exactly, round each element once, "
  "correctly,\nand judge what a kernel wrote.  Tensors are FILE.npy or "
  "FILE.safetensors:NAME.\n\n"
  "  --q=FILE             queries\n"
  "  --k=FILE             keys\n"
  "  --v=FILE             values\n"
  "  --got=FILE           what the kernel wrote\n"
  "  --stage=scores|capped|biased|weights|output   what --got and --out hold; "
  "scores\n"
  "                       are scaled (output)\n"
  "  --lse=FILE           log-sum-exp of each row, as the kernel wrote it\n"
  "  --lse-base=e|2       its base (e)\n"
  "  --out=FILE.npy       write the correctly rounded tensor\n"
  "  --case=FOLDER        an ONNX case: meta.json and its tensors\n"
  "  --past-k=FILE        keys that come before k\n"
  "  --past-v=FILE        their values\n"
  "  --mask=FILE          true or 0 may be seen, false or -inf not; numbers "
  "are added\n"
  "                       to the scores; axes are aligned from the right\n"
  "  --causal[=WHERE]     keys up to the query's own position; WHERE query 0 "
  "stands:\n"
  "                       top-left, bottom-right or offset:N; needed when "
  "queries and\n"
  "                       keys differ without a past\n"
  "  --align=WHERE        the same, for --window and --alibi without "
  "--causal\n"
  "  --window=L,R         L keys before and R after the query's own; -1: no "
  "bound\n"
  "  --valid-length=LIST|FILE   keys that count, one number a batch\n"
  "  --scale=NUMBER       0.125, 1/8, f32:0.01 (1/sqrt of the width)\n"
  "  --softcap=NUMBER     cap*tanh(score/cap), before mask and ALiBi\n"
  "  --alibi=paper|mpt|ggml|LIST|FILE   slopes, one a query head; the bias "
  "is\n"
  "                       -slope*distance\n"
  "  --sink=LIST|FILE     a score a query head that weighs in the sum alone\n"
  "  --axes=AXES          bhsd (the default), bshd, hsd, sd, bs(hd), ...: "
  "batch,\n"
  "                       head, sequence, dimension; (hd) in one axis\n"
  "  --heads=HQ,HK        query and key heads; needed for (hd)\n"
  "  --dtype-q=TYPE       read q's bits as bf16, e4m3, ...; each tensor has "
  "its own:\n"
  "  --dtype-k=TYPE\n  --dtype-v=TYPE\n  --dtype-got=TYPE\n"
  "  --dtype-mask=TYPE\n  --dtype-past=TYPE\n  --dtype-lse=TYPE\n"
  "  --empty-row=error|zero|nan   a row that no key is legal for (error)\n"
  "  --nonfinite=refuse|ieee|ignore-masked   NaN and infinities in q, k, v "
  "and the past\n"
  "                       (refuse)\n"
  "  --profile=onnx-23|onnx-24|onnx-25   the operator's rules for empty rows, "
  "short\n"
  "                       masks and where query 0 stands\n"
  "  --round=f64|f32|f16|bf16|e4m3|e5m2   the format to round to (that of "
  "--got)\n"
  "  --rows=A..B          these queries alone, of every head\n"
  "  --sample=N           N rows drawn at random\n"
  "  --seed=S             which ones (0)\n"
  "  --shard=I/N          the I-th of N shards alone: its counts, for "
  "'assay kernel\n"
  "                       combine'\n"
  "  --max-ulp=N          holds when no error is above N ulps\n"
  "  --rtol=R             holds when |got - exact| <= A + R*|exact| "
  "everywhere;\n"
  "  --atol=A             R and A are 0 where they are not given\n"
  "  --times-naive=K      holds when the worst error is at most K times that "
  "of a\n"
  "                       plain evaluation in the same format\n"
  "  --max-bits=N         bits after which an element stays open (65536); "
  "only a soft\n"
  "                       cap can need them\n"
  "  --jobs=N             threads (one a core)\n"
  "  --format=text|json|markdown|junit   how to print (text)\n"
  "  --html=FILE          a page with histogram and error map, too\n"
  "  --explain            name the known mistake that reproduces what is "
  "wrong\n"
  "  --help               print this and end\n"
  "  --version            print the version and end\n\n"
  "Without --max-ulp, --rtol, --atol or --times-naive a tensor holds when "
  "every element\nis the correctly rounded exact value.\n\n"
  "Exit status: 0 holds, 1 fails, 2 unreadable, refused or misused, 3 open.\n";

/* Options that need no value, or may do without.  */
/* The first tensor that does not hold, else the first of all; null when none
   was judged.  */
static const struct assay_target *
to_be_explained (const struct assay_kernel_run *run)
{
  const struct assay_target *first = NULL;
  size_t judged = 0, n;

  for (n = 0; n < run->judge.targets; n++)
    {
      const struct assay_target *target = &run->target[n];

      if (!target->has_got)
        continue;
      if (run->judged[judged++].verdict != ASSAY_HOLDS)
        return target;
      if (first == NULL)
        first = target;
    }
  return first;
}

/* The report, with the explanation where one is asked for.  */
static void
add_all (struct assay_text *text, const struct assay_kernel_report *report,
         const struct assay_kernel_run *run, int format)
{
  const struct assay_target *target = NULL;
  struct assay_explanation explanation;
  struct assay_told told;

  if (run->options->text[ASSAY_OPTION_EXPLAIN]
      && report->rows_done == report->rows)
    target = to_be_explained (run);
  if (target)
    {
      assay_explain (&explanation, run->problem, target, &run->judge);
      assay_explanation_tell (&told, &explanation);
    }
  assay_kernel_report_as (text, report, target ? &told : NULL, format);
  if (target)
    {
      assay_told_clear (&told);
      assay_explanation_clear (&explanation);
    }
}

static int
finish (struct assay_kernel_run *run, int format, struct assay_ctx *ctx)
{
  const struct assay_problem *problem = run->problem;
  const char *page = run->options->text[ASSAY_OPTION_HTML];
  struct assay_kernel_report report = {
    .command = "kernel attention", .version = PACKAGE_VERSION,
    .judged = run->judged, .count = run->count,
    .rows = run->judge.rows, .rows_done = run->judge.rows_done,
    .all_rows = problem->batches * problem->q_heads * problem->queries
  };
  struct assay_text line, text;
  enum assay_status status;
  int answer;

  assay_kernel_report_judge (&report);
  assay_text_init (&line);
  assay_text_init (&text);
  assay_problem_describe (&line, problem);
  report.problem = assay_text_string (&line);
  status = assay_kernel_files (page, &report, run->writes
                               && report.rows_done == report.rows
                               ? &run->out : NULL, ctx);
  add_all (&text, &report, run, format);
  assay_text_clear (&line);
  answer = assay_verdict_exit (report.verdict);
  return assay_cli_answer (&text, answer, status, ctx, NULL);
}

/* Every option that all shards of a run must share, and the problem.  */
static void
add_identity (struct assay_text *text, const struct assay_kernel_run *run,
              const char *problem)
{
  static const enum assay_kernel_option own[] = {
    ASSAY_OPTION_SHARD, ASSAY_OPTION_JOBS, ASSAY_OPTION_FORMAT,
    ASSAY_OPTION_HTML
  };
  size_t n, k;

  assay_text_add (text, problem);
  for (n = 0; n < ASSAY_KERNEL_OPTION_COUNT; n++)
    {
      const char *value = run->options->text[n];

      for (k = 0; k < sizeof own / sizeof own[0]; k++)
        if (n == own[k])
          value = NULL;
      if (value)
        assay_text_printf (text, " %s=%s", assay_option_name (
          (enum assay_kernel_option) n), value);
    }
}

/* The shard's counts; status 0, for the verdict is that of all shards.  */
static int
print_shard (struct assay_kernel_run *run)
{
  const struct assay_problem *problem = run->problem;
  struct assay_text line, identity, text;

  assay_text_init (&line);
  assay_text_init (&identity);
  assay_text_init (&text);
  assay_problem_describe (&line, problem);
  add_identity (&identity, run, assay_text_string (&line));
  assay_shard_report_put (&text, PACKAGE_VERSION, &(
    struct assay_shard_report) {
      .shard = run->judge.shard, .shards = run->judge.shards,
      .command = "kernel attention",
      .problem = (char *) assay_text_string (&line),
      .identity = (char *) assay_text_string (&identity),
      .rows = run->judge.rows, .rows_done = run->judge.rows_done,
      .all_rows = problem->batches * problem->q_heads * problem->queries,
      .criteria = run->criteria, .judged = run->judged, .count = run->count
    });
  assay_text_clear (&line);
  assay_text_clear (&identity);
  return assay_cli_print (&text, ASSAY_EXIT_HOLDS);
}

static int
answer (const struct assay_kernel_options *options, int format)
{
  struct assay_kernel_run run;
  enum assay_status status;
  struct assay_ctx ctx;
  int result;

  assay_ctx_init (&ctx);
  status = assay_kernel_run_init (&run, options, &ctx);
  if (status == ASSAY_OK)
    status = assay_kernel_run_judge (&run, &ctx);
  if (status != ASSAY_OK)
    result = assay_cli_refuse (&ctx, NULL);
  else if (options->text[ASSAY_OPTION_SHARD])
    result = print_shard (&run);
  else
    result = finish (&run, format, &ctx);
  assay_kernel_run_clear (&run);
  return result;
}

/* What a case does not tell itself.  */
static int
goes_with_case (enum assay_kernel_option option)
{
  switch (option)
    {
    case ASSAY_OPTION_CASE:
    case ASSAY_OPTION_ROWS:
    case ASSAY_OPTION_SAMPLE:
    case ASSAY_OPTION_SEED:
    case ASSAY_OPTION_SHARD:
    case ASSAY_OPTION_MAX_BITS:
    case ASSAY_OPTION_JOBS:
    case ASSAY_OPTION_MAX_ULP:
    case ASSAY_OPTION_RTOL:
    case ASSAY_OPTION_ATOL:
    case ASSAY_OPTION_TIMES_NAIVE:
    case ASSAY_OPTION_FORMAT:
    case ASSAY_OPTION_HTML:
    case ASSAY_OPTION_EXPLAIN:
      return 1;
    default:
      return 0;
    }
}

/* Whether what says how to judge has something to judge; a complaint
   otherwise.  */
static int
has_dump (const struct assay_kernel_options *options, const char *command)
{
  static const enum assay_kernel_option judging[] = {
    ASSAY_OPTION_MAX_ULP, ASSAY_OPTION_RTOL, ASSAY_OPTION_ATOL,
    ASSAY_OPTION_TIMES_NAIVE, ASSAY_OPTION_EXPLAIN
  };
  const char *const *text = options->text;
  size_t n;

  if (text[ASSAY_OPTION_GOT] || text[ASSAY_OPTION_LSE]
      || text[ASSAY_OPTION_CASE])
    return 1;
  for (n = 0; n < sizeof judging / sizeof judging[0]; n++)
    if (text[judging[n]])
      {
        assay_cli_misuse (command, "expected --got, --lse or --case beside "
                          "%s, found none", assay_option_name (judging[n]));
        return 0;
      }
  return 1;
}

/* Whether every option has something to say; a complaint otherwise.  */
static int
says_something (const struct assay_kernel_options *options,
                const char *command)
{
  static const struct { enum assay_kernel_option option, owner, or; } parts[]
    = { { ASSAY_OPTION_LSE_BASE, ASSAY_OPTION_LSE, ASSAY_OPTION_LSE },
        { ASSAY_OPTION_DTYPE_LSE, ASSAY_OPTION_LSE, ASSAY_OPTION_LSE },
        { ASSAY_OPTION_DTYPE_MASK, ASSAY_OPTION_MASK, ASSAY_OPTION_MASK },
        { ASSAY_OPTION_DTYPE_PAST, ASSAY_OPTION_PAST_K, ASSAY_OPTION_PAST_V },
        { ASSAY_OPTION_DTYPE_GOT, ASSAY_OPTION_GOT, ASSAY_OPTION_GOT },
        { ASSAY_OPTION_STAGE, ASSAY_OPTION_GOT, ASSAY_OPTION_OUT },
        { ASSAY_OPTION_SEED, ASSAY_OPTION_SAMPLE, ASSAY_OPTION_SAMPLE } };
  const char *const *text = options->text;
  size_t n;

  for (n = 0; n < ASSAY_KERNEL_OPTION_COUNT && text[ASSAY_OPTION_CASE]; n++)
    if (text[n] && !goes_with_case ((enum assay_kernel_option) n))
      {
        assay_cli_misuse (command, "expected --case alone to say what is "
                          "computed, found %s beside it",
                          assay_option_name ((enum assay_kernel_option) n));
        return 0;
      }
  for (n = 0; n < sizeof parts / sizeof parts[0]; n++)
    if (text[parts[n].option] && !text[parts[n].owner]
        && !text[parts[n].or])
      {
        assay_cli_misuse (command, "expected %s beside %s, found none",
                          assay_option_name (parts[n].owner),
                          assay_option_name (parts[n].option));
        return 0;
      }
  if (text[ASSAY_OPTION_OUT] && text[ASSAY_OPTION_HTML]
      && strcmp (text[ASSAY_OPTION_OUT], text[ASSAY_OPTION_HTML]) == 0)
    {
      assay_cli_misuse (command, "expected two files for --out and --html, "
                        "found one");
      return 0;
    }
  return has_dump (options, command);
}

int
assay_cmd_kernel_attention (int argc, char **argv)
{
  static const enum assay_kernel_option wanted[] = {
    ASSAY_OPTION_CASE, ASSAY_OPTION_GOT, ASSAY_OPTION_LSE, ASSAY_OPTION_OUT
  };
  struct assay_kernel_options options = { { NULL } };
  int format = ASSAY_KERNEL_TEXT, wants = 0, status;
  size_t n;

  if (!assay_kernel_options_take (&options, argc, argv))
    return ASSAY_EXIT_MISUSE;
  if (assay_cli_ends (&status, help, options.text[ASSAY_OPTION_HELP],
                      options.text[ASSAY_OPTION_VERSION], 0, argc, argv))
    return status;
  if (options.text[ASSAY_OPTION_FORMAT]
      && !assay_cli_choice (&format, options.text[ASSAY_OPTION_FORMAT],
                            "--format", assay_kernel_formats))
    return ASSAY_EXIT_MISUSE;
  for (n = 0; n < sizeof wanted / sizeof wanted[0]; n++)
    wants |= options.text[wanted[n]] != NULL;
  if (!wants)
    return assay_cli_misuse (argv[0], "expected --got, --lse, --out or "
                             "--case, found none of them");
  if (!says_something (&options, argv[0]))
    return ASSAY_EXIT_MISUSE;
  return answer (&options, format);
}
