/* cmd_kernel_rope.c -- assay kernel rope: judge what a kernel turned */

#include "config.h"

#include <stdio.h>
#include <string.h>

#include "cli/commands.h"
#include "cli/kernel_files.h"
#include "cli/turn_run.h"
#include "kernel/table_vectors.h"
#include "report/kernel_format.h"

static const char help[] =
  "Usage: assay kernel rope --x=FILE --got=FILE SOURCE [OPTION]...\n"
  "       assay kernel rope --cos-got=FILE --sin-got=FILE SOURCE "
  "[OPTION]...\n"
  "       assay kernel rope --case=FOLDER [OPTION]...\n"
  "Turn a tensor by rotary position encoding exactly, round each element "
  "once,\ncorrectly, and judge what a kernel wrote; or judge tables of "
  "cosines and sines.\nTensors are FILE.npy or FILE.safetensors:NAME.\n\n"
  "  --x=FILE             queries or keys before the rotation\n"
  "  --got=FILE           what the kernel made of them\n"
  "  --cos-got=FILE       a table of cosines; axes position and column, or "
  "batch,\n"
  "                       position and column; a column for each pair or "
  "component\n"
  "  --sin-got=FILE       a table of sines\n"
  "  --out=FILE.npy       write the correctly rounded tensor\n"
  "  --case=FOLDER        an ONNX case: meta.json and its tensors; implies\n"
  "                       --contract=two-products\n"
  "SOURCE is one of\n"
  "  --config=FILE        angles of a model's config.json\n"
  "  --base=B             angles p*B^(-2i/r)\n"
  "  --cos=FILE           tables, any numbers, used as they are: axes "
  "position and\n"
  "                       column with --positions, else row and column or "
  "batch, row\n"
  "                       and column; a column for each pair or component\n"
  "  --sin=FILE           the sines beside --cos\n"
  "OPTION is\n"
  "  --layer=K            the layer of the config (from 0), where they "
  "differ\n"
  "  --length=N           positions in the call, for dynamic and longrope "
  "configs (the\n"
  "                       largest position and 1)\n"
  "  --factor=S           angles of --base divided by S\n"
  "  --positions=A..B|FILE   position of each row; FILE has the shape "
  "(rows),\n"
  "                       (batches, rows) or, of several axes (M-RoPE), "
  "(axes,\n"
  "                       batches, rows) (0, 1, 2, ...)\n"
  "  --rotary-dim=R       columns that turn, the first ones; the rest is "
  "copied (all)\n"
  "  --layout=adjacent|split-half   pairs (2i, 2i+1) or (i, i+R/2); needed "
  "without\n"
  "                       --config\n"
  "  --sign=1|-1          -1: by the negative angles (1)\n"
  "  --axes=AXES          bhsd (the default), bshd, hsd, sd, bs(hd), ...: "
  "batch,\n"
  "                       head, sequence, dimension; (hd) in one axis\n"
  "  --heads=H            heads in an axis (hd)\n"
  "  --dtype-x=TYPE       read the bits as bf16, e4m3, ...; as well "
  "--dtype-got,\n"
  "  --dtype-got=TYPE     also of --cos-got and --sin-got, and --dtype-table\n"
  "  --dtype-table=TYPE   of --cos and --sin\n"
  "  --round=f64|f32|f16|bf16|e4m3|e5m2   the format to round to (that of "
  "--got)\n"
  "  --contract=exact|two-products[:TYPE]   also compare with and write what "
  "two\n"
  "                       products and a sum give, each rounded to TYPE (that "
  "of x),\n"
  "                       without fused multiply-add (exact)\n"
  "  --nonfinite=refuse|ieee   NaN and infinities in x: refused, or two "
  "products and\n"
  "                       a sum as IEEE 754 has them (refuse)\n"
  "  --rows=A..B          these rows alone, of every head\n"
  "  --jobs=N             threads (one a core)\n"
  "  --max-ulp=N          holds when no error is above N ulps\n"
  "  --rtol=R             holds when |got - exact| <= A + R*|exact| "
  "everywhere\n"
  "  --atol=A             likewise; the one not given is 0\n"
  "  --times-naive=K      holds when the worst error is at most K times that "
  "of two\n"
  "                       products and a sum in the type of x\n"
  "  --explain            name the known mistake that reproduces what is "
  "wrong\n"
  "  --max-bits=N         bits after which an element stays open (65536)\n"
  "  --format=text|json|markdown|junit   how to print (text)\n"
  "  --html=FILE          a page with histogram and error map, too\n"
  "  --help               print this and end\n"
  "  --version            print the version and end\n\n"
  "Without --max-ulp, --rtol, --atol or --times-naive a tensor holds when "
  "every element\nis the correctly rounded exact value, or what the contract "
  "gives.\n\n"
  "Exit status: 0 holds, 1 fails, 2 unreadable, refused or misused, 3 open.\n";

/* EXPLANATION <- of what RUN judged; TABLES, to be cleared after it and after
   a refusal, has the tables.  */
static enum assay_status
explain (struct assay_turn_explanation *explanation,
         struct assay_table_vectors *tables, const struct assay_turn_run *run,
         struct assay_ctx *ctx)
{
  const struct assay_rotation_judge *judge = &run->judge[0];
  int are_both = run->targets > 1;
  int is_case = run->options->text[ASSAY_TURN_CASE] != NULL;
  enum assay_status status = ASSAY_OK;
  struct assay_turn_dump dump = {
    .name = run->judged[0].name, .got = judge->got, .fmt = judge->fmt,
    .first_row = judge->first_row, .last_row = judge->last_row
  };

  memset (tables, 0, sizeof *tables);
  if (judge->what != ASSAY_ROTATION_OUTPUT)
    status = assay_table_vectors_init (
      tables, run->rotation,
      judge->what == ASSAY_ROTATION_COSINES ? judge : NULL,
      are_both ? &run->judge[1]
      : judge->what == ASSAY_ROTATION_SINES ? judge : NULL, ctx);
  if (status != ASSAY_OK)
    return status;
  assay_turn_explain (explanation, tables->got ? &tables->rotation
                                               : run->rotation,
                      is_case ? NULL : assay_turn_source_plan (&run->source),
                      &run->source.call, tables->got ? &tables->dump : &dump,
                      ctx);
  return ASSAY_OK;
}

/* The report, with the explanation where one is asked for.  */
static enum assay_status
add_all (struct assay_text *text, const struct assay_kernel_report *report,
         const struct assay_turn_run *run, int format, struct assay_ctx *ctx)
{
  struct assay_turn_explanation explanation;
  struct assay_table_vectors tables;
  enum assay_status status;
  struct assay_told told;

  if (run->options->text[ASSAY_TURN_EXPLAIN] == NULL
      || report->rows_done < report->rows)
    {
      assay_kernel_report_as (text, report, NULL, format);
      return ASSAY_OK;
    }
  status = explain (&explanation, &tables, run, ctx);
  if (status == ASSAY_OK)
    {
      assay_turn_explanation_tell (&told, &explanation);
      assay_kernel_report_as (text, report, &told, format);
      assay_told_clear (&told);
      assay_turn_explanation_clear (&explanation);
    }
  assay_table_vectors_clear (&tables);
  return status;
}

static int
finish (struct assay_turn_run *run, int format, struct assay_ctx *ctx)
{
  const char *page = run->options->text[ASSAY_TURN_HTML];
  const size_t *shape = run->judge[0].shape;
  struct assay_kernel_report report = {
    .command = "kernel rope", .version = PACKAGE_VERSION,
    .judged = run->judged, .count = run->count
  };
  struct assay_text line, text;
  enum assay_status status;
  uint64_t open = 0;
  size_t n;

  for (n = 0; n < run->targets; n++)
    {
      report.rows += run->judge[n].rows;
      report.rows_done += run->judge[n].rows_done;
      report.all_rows += shape[ASSAY_VIEW_B] * shape[ASSAY_VIEW_H]
                         * shape[ASSAY_VIEW_S];
      open += run->judge[n].open;
    }
  assay_kernel_report_judge (&report);
  if (report.verdict == ASSAY_HOLDS && open > 0)
    report.verdict = ASSAY_OPEN;
  assay_text_init (&line);
  assay_text_init (&text);
  assay_turn_run_describe (&line, run);
  report.problem = assay_text_string (&line);
  status = assay_kernel_files (page, &report, run->writes
                               && report.rows_done == report.rows
                               ? &run->out : NULL, ctx);
  if (status == ASSAY_OK)
    status = add_all (&text, &report, run, format, ctx);
  assay_text_clear (&line);
  return assay_cli_answer (&text, assay_verdict_exit (report.verdict),
                           status, ctx, NULL);
}

static int
answer (const struct assay_turn_options *options, int format)
{
  struct assay_turn_run run;
  enum assay_status status;
  struct assay_ctx ctx;
  int result;

  assay_ctx_init (&ctx);
  status = assay_turn_run_init (&run, options, &ctx);
  if (status == ASSAY_OK)
    status = assay_turn_run_judge (&run, &ctx);
  result = status == ASSAY_OK ? finish (&run, format, &ctx)
                              : assay_cli_refuse (&ctx, NULL);
  assay_turn_run_clear (&run);
  return result;
}

/* What a case does not tell itself.  */
static int
goes_with_case (enum assay_turn_option option)
{
  switch (option)
    {
    case ASSAY_TURN_CASE:
    case ASSAY_TURN_OUT:
    case ASSAY_TURN_ROUND:
    case ASSAY_TURN_CONTRACT:
    case ASSAY_TURN_NONFINITE:
    case ASSAY_TURN_JOBS:
    case ASSAY_TURN_ROWS:
    case ASSAY_TURN_MAX_BITS:
    case ASSAY_TURN_MAX_ULP:
    case ASSAY_TURN_RTOL:
    case ASSAY_TURN_ATOL:
    case ASSAY_TURN_TIMES_NAIVE:
    case ASSAY_TURN_FORMAT:
    case ASSAY_TURN_HTML:
    case ASSAY_TURN_EXPLAIN:
      return 1;
    default:
      return 0;
    }
}

/* Whether no option contradicts --case; a complaint otherwise.  */
static int
leaves_case_alone (const struct assay_turn_options *options,
                   const char *command)
{
  int i;

  for (i = 0; i < ASSAY_TURN_OPTION_COUNT && options->text[ASSAY_TURN_CASE];
       i++)
    if (options->text[i] && !goes_with_case ((enum assay_turn_option) i))
      {
        assay_cli_misuse (command, "expected --case alone to say what is "
                          "turned, found %s beside it",
                          assay_turn_option_name ((enum assay_turn_option)
                                                  i));
        return 0;
      }
  return 1;
}

/* What says how to judge, though nothing is to be judged; null: none.  */
static const char *
find_idle (const struct assay_turn_options *options)
{
  static const enum assay_turn_option judging[] = {
    ASSAY_TURN_EXPLAIN, ASSAY_TURN_MAX_ULP, ASSAY_TURN_RTOL, ASSAY_TURN_ATOL,
    ASSAY_TURN_TIMES_NAIVE
  };
  const char *const *text = options->text;
  size_t n;

  if (text[ASSAY_TURN_GOT] || text[ASSAY_TURN_CASE]
      || text[ASSAY_TURN_COS_GOT] || text[ASSAY_TURN_SIN_GOT])
    return NULL;
  for (n = 0; n < sizeof judging / sizeof judging[0]; n++)
    if (text[judging[n]])
      return assay_turn_option_name (judging[n]);
  return NULL;
}

/* Whether the options ask for one thing; a complaint otherwise.  */
static int
asks_for_one (const struct assay_turn_options *options, const char *command)
{
  const char *const *text = options->text;
  int tables = text[ASSAY_TURN_COS_GOT] || text[ASSAY_TURN_SIN_GOT];
  int things = (text[ASSAY_TURN_X] != NULL) + tables
               + (text[ASSAY_TURN_CASE] != NULL);
  int sources = (text[ASSAY_TURN_CONFIG] != NULL)
                + (text[ASSAY_TURN_BASE] != NULL)
                + (text[ASSAY_TURN_COS] || text[ASSAY_TURN_SIN]);

  if (things != 1)
    assay_cli_misuse (command, "expected one of --x, --cos-got with "
                      "--sin-got, and --case, found %d of them", things);
  else if (text[ASSAY_TURN_X] && !text[ASSAY_TURN_GOT]
           && !text[ASSAY_TURN_OUT])
    assay_cli_misuse (command, "expected --got or --out beside --x, found "
                      "neither");
  else if (text[ASSAY_TURN_GOT] && !text[ASSAY_TURN_X])
    assay_cli_misuse (command, "expected --x beside --got, found none");
  else if (find_idle (options))
    assay_cli_misuse (command, "expected --got, --case or tables beside "
                      "%s, found none", find_idle (options));
  else if (text[ASSAY_TURN_OUT] && text[ASSAY_TURN_HTML]
           && strcmp (text[ASSAY_TURN_OUT], text[ASSAY_TURN_HTML]) == 0)
    assay_cli_misuse (command, "expected two files for --out and --html, "
                      "found one");
  else if (!text[ASSAY_TURN_CASE] && sources != 1)
    assay_cli_misuse (command, "expected one of --config, --base and --cos "
                      "with --sin, found %d of them", sources);
  else
    return leaves_case_alone (options, command);
  return 0;
}

int
assay_cmd_kernel_rope (int argc, char **argv)
{
  struct assay_turn_options options = { .text = { NULL } };
  int format = ASSAY_KERNEL_TEXT, status;

  if (!assay_turn_options_take (&options, argc, argv))
    return ASSAY_EXIT_MISUSE;
  if (assay_cli_ends (&status, help, options.text[ASSAY_TURN_HELP],
                      options.text[ASSAY_TURN_VERSION], 0, argc, argv))
    return status;
  if (options.text[ASSAY_TURN_FORMAT]
      && !assay_cli_choice (&format, options.text[ASSAY_TURN_FORMAT],
                            "--format", assay_kernel_formats))
    return ASSAY_EXIT_MISUSE;
  if (!asks_for_one (&options, argv[0]))
    return ASSAY_EXIT_MISUSE;
  return answer (&options, format);
}
