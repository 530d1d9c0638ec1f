/* cmd_kernel_merge.c -- assay kernel merge: chunks of attention put together
   */

#include "config.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "cli/commands.h"
#include "cli/kernel_files.h"
#include "cli/option_text.h"
#include "cli/progress.h"
#include "kernel/merge_judge.h"
#include "report/kernel_format.h"

static const char help[] =
  "Usage: assay kernel merge --o=FILE,FILE... --lse=FILE,FILE... [OPTION]...\n"
  "Merge the outputs of chunks of the keys by their log-sum-exps, exactly, "
  "and judge\nwhat a kernel merged them to:\n"
  "  output = sum B^(lse) o / sum B^(lse),  lse = log_B (sum B^(lse))\n\n"
  "  --o=FILE,FILE...     the chunks' outputs\n"
  "  --lse=FILE,FILE...   their log-sum-exps; -inf is a chunk without keys\n"
  "  --lse-base=e|2       the base B (e)\n"
  "  --got=FILE           the merged output\n"
  "  --got-lse=FILE       the merged log-sum-exp\n"
  "  --axes=AXES          of the outputs: bhsd, bshd, hsd, sd, ...; a "
  "log-sum-exp has\n"
  "                       the same without d\n"
  "  --dtype-o=TYPE       read the bits of --o as bf16, e4m3, ...; as well\n"
  "  --dtype-lse=TYPE     of --lse and --got-lse\n"
  "  --dtype-got=TYPE     of --got\n"
  "  --max-ulp=N          holds when no error is above N ulps\n"
  "  --rtol=R             holds when |got - exact| <= A + R*|exact| "
  "everywhere;\n"
  "  --atol=A             R and A are 0 where they are not given\n"
  "  --jobs=N             threads (one a core)\n"
  "  --format=text|json|markdown|junit   how to print (text)\n"
  "  --html=FILE          a page with histogram and error map, too\n"
  "  --help               print this and end\n"
  "  --version            print the version and end\n\n"
  "Without a criterion a tensor holds when every element is the correctly "
  "rounded\nmerge of the stored chunks.\n\n"
  "Exit status: 0 holds, 1 fails, 2 unreadable, refused or misused, 3 "
  "open.\n";

enum { OPT_O = 256, OPT_LSE, OPT_BASE, OPT_GOT, OPT_GOT_LSE, OPT_AXES,
       OPT_DTYPE_O, OPT_DTYPE_LSE, OPT_DTYPE_GOT, OPT_MAX_ULP, OPT_RTOL,
       OPT_ATOL, OPT_JOBS, OPT_FORMAT, OPT_HTML, OPT_HELP, OPT_VERSION,
       OPT_END };

static const struct option options[] = {
  { "o", required_argument, NULL, OPT_O },
  { "lse", required_argument, NULL, OPT_LSE },
  { "lse-base", required_argument, NULL, OPT_BASE },
  { "got", required_argument, NULL, OPT_GOT },
  { "got-lse", required_argument, NULL, OPT_GOT_LSE },
  { "axes", required_argument, NULL, OPT_AXES },
  { "dtype-o", required_argument, NULL, OPT_DTYPE_O },
  { "dtype-lse", required_argument, NULL, OPT_DTYPE_LSE },
  { "dtype-got", required_argument, NULL, OPT_DTYPE_GOT },
  { "max-ulp", required_argument, NULL, OPT_MAX_ULP },
  { "rtol", required_argument, NULL, OPT_RTOL },
  { "atol", required_argument, NULL, OPT_ATOL },
  { "jobs", required_argument, NULL, OPT_JOBS },
  { "format", required_argument, NULL, OPT_FORMAT },
  { "html", required_argument, NULL, OPT_HTML },
  { "help", no_argument, NULL, OPT_HELP },
  { "version", no_argument, NULL, OPT_VERSION },
  { NULL, 0, NULL, 0 }
};

/* Significant digits of the exact value of the worst element.  */
enum { WORST_DIGITS = 25, MOST_JOBS = 1024 };

struct arguments
{
  const char *text[OPT_END - OPT_O];
  int format, base;
  unsigned long jobs;
};

static const char *
text_of (const struct arguments *a, int option)
{
  return a->text[option - OPT_O];
}

/* Tensors of a comma-separated list, and their views.  */
struct pile
{
  size_t count;
  struct assay_tensor *tensor;
  struct assay_view *view;
};

static void
pile_clear (struct pile *pile)
{
  size_t n;

  for (n = 0; n < pile->count; n++)
    assay_tensor_close (&pile->tensor[n]);
  free (pile->tensor);
  free (pile->view);
}

/* The axes of outputs or, without the d, of log-sum-exps.  */
static void
choose_axes (char letters[16], const struct arguments *a, int axes, int lse)
{
  static const char *const usual[] = { "", "d", "sd", "hsd", "bhsd" };
  const char *from = text_of (a, OPT_AXES);
  size_t n = 0;

  if (from == NULL)
    from = axes + lse < 5 ? usual[axes + lse] : "bhsd";
  for (; *from && n < 15; from++)
    if (!lse || *from != 'd')
      letters[n++] = *from;
  letters[n] = '\0';
}

/* What an option of files is called, and the option that names their type.  */
static const struct
{
  const char *name, *dtype_name;
  int dtype;
} piles[] = {
  { "--o", "--dtype-o", OPT_DTYPE_O },
  { "--lse", "--dtype-lse", OPT_DTYPE_LSE },
  { NULL, NULL, 0 },
  { "--got", "--dtype-got", OPT_DTYPE_GOT },
  { "--got-lse", "--dtype-lse", OPT_DTYPE_LSE }
};

static enum assay_status
open_tensor (struct assay_tensor *tensor, const struct arguments *a,
             const char *name, int option, struct assay_ctx *ctx)
{
  int pile = option - OPT_O;
  const struct assay_where where = { NULL, piles[pile].name, 0 };

  if (name[0] == '\0')
    return assay_fail (ctx, ASSAY_EVALUE, &where, "the names of files",
                       "\"\"");
  return assay_option_open (tensor, name, text_of (a, piles[pile].dtype),
                            piles[pile].dtype_name, "f64, f32, f16, bf16, "
                            "e4m3 or e5m2", ctx);
}

static enum assay_status
open_one (struct pile *pile, size_t n, const struct arguments *a,
          const char *name, int option, struct assay_ctx *ctx)
{
  const struct assay_where where = { NULL, piles[option - OPT_O].name, 0 };
  int lse = option == OPT_LSE || option == OPT_GOT_LSE;
  enum assay_status status;
  char letters[16];

  status = open_tensor (&pile->tensor[n], a, name, option, ctx);
  if (status != ASSAY_OK)
    return status;
  choose_axes (letters, a, pile->tensor[n].axes, lse);
  return assay_view_axes (&pile->view[n], &pile->tensor[n], letters, 0, ctx,
                          &where);
}

static enum assay_status
open_pile (struct pile *pile, const struct arguments *a, int option,
           struct assay_ctx *ctx)
{
  const char *text = text_of (a, option);
  enum assay_status status = ASSAY_OK;
  char *copy, *name, *rest;
  const char *c;
  size_t n;

  memset (pile, 0, sizeof *pile);
  if (text == NULL)
    return ASSAY_OK;
  for (pile->count = 1, c = text; *c; c++)
    pile->count += *c == ',';
  pile->tensor = assay_calloc (pile->count, sizeof *pile->tensor);
  pile->view = assay_calloc (pile->count, sizeof *pile->view);
  copy = assay_strdup (text);
  for (n = 0, name = copy; n < pile->count && status == ASSAY_OK;
       n++, name = rest)
    {
      rest = name + strcspn (name, ",");
      if (*rest)
        *rest++ = '\0';
      status = open_one (pile, n, a, name, option, ctx);
    }
  free (copy);
  return status;
}

static int
print_report (struct assay_judged *judged, size_t count,
              const struct assay_merge_problem *p,
              const struct assay_row_queue *queue, const struct arguments *a,
              struct assay_ctx *ctx)
{
  struct assay_kernel_report report = {
    .command = "kernel merge", .version = PACKAGE_VERSION, .judged = judged,
    .count = count, .rows = queue->rows, .rows_done = queue->rows_done,
    .all_rows = queue->rows
  };
  const char *page = text_of (a, OPT_HTML);
  enum assay_status status;
  struct assay_text line, text;

  assay_kernel_report_judge (&report);
  assay_text_init (&line);
  assay_text_init (&text);
  assay_text_printf (&line, "%zu chunk%s merged, log-sum-exps in base %s",
                     p->chunks, p->chunks == 1 ? "" : "s",
                     assay_option_lse_bases[a->base]);
  report.problem = assay_text_string (&line);
  status = assay_kernel_files (page, &report, NULL, ctx);
  assay_kernel_report_as (&text, &report, NULL, a->format);
  assay_text_clear (&line);
  return assay_cli_answer (&text, assay_verdict_exit (report.verdict),
                           status, ctx, NULL);
}

/* The measure of what GOT holds, for the judged tensor NAME.  */
static void
begin_judged (struct assay_judged *judged, struct assay_measure *measure,
              const char *name, const struct pile *got)
{
  enum assay_fmt fmt = ASSAY_FMT_F32;

  memset (judged, 0, sizeof *judged);
  assay_dtype_fmt (&fmt, got->view[0].dtype);
  assay_measure_init (measure, fmt, got->view[0].shape);
  judged->name = name;
  judged->file = got->tensor[0].name;
  judged->measure = measure;
  judged->mass = "sum w|o|";
}

static int
judge (const struct arguments *a, const struct assay_merge_problem *p,
       const struct pile *got, const struct pile *got_lse,
       const struct assay_criteria *criteria, struct assay_ctx *ctx)
{
  const size_t *shape = p->output[0].shape;
  struct assay_judged judged[2], *output = NULL, *lse = NULL;
  struct assay_measure measure[2];
  struct assay_progress progress;
  struct assay_row_queue queue;
  enum assay_status status;
  size_t count = 0, n;
  int answer;

  assay_row_queue_init (&queue, shape[0] * shape[1] * shape[2], a->jobs);
  if (p->got)
    {
      output = &judged[count];
      begin_judged (output, &measure[count++], "output", got);
    }
  if (p->got_lse)
    {
      lse = &judged[count];
      begin_judged (lse, &measure[count++], "lse", got_lse);
    }
  assay_progress_init (&progress, "rows");
  assay_progress_catch ();
  queue.stop = &assay_progress_stop;
  queue.progress = assay_progress_show;
  queue.progress_data = &progress;
  status = assay_merge_judge (output, lse, p, criteria, &queue, ctx);
  assay_progress_end (&progress);
  for (n = 0; n < count && status == ASSAY_OK; n++)
    {
      assay_criteria_judge (&judged[n], criteria);
      if (measure[n].elements > 0)
        status = assay_merge_judge_number (&judged[n].worst,
                                           &judged[n] == lse, p,
                                           measure[n].ulps.index,
                                           WORST_DIGITS, ctx);
    }
  answer = status == ASSAY_OK
           ? print_report (judged, count, p, &queue, a, ctx)
           : assay_cli_refuse (ctx, NULL);
  for (n = 0; n < count; n++)
    {
      assay_judged_clear (&judged[n]);
      assay_measure_clear (&measure[n]);
    }
  assay_row_queue_clear (&queue);
  return answer;
}

static int
answer (const struct arguments *a)
{
  const struct assay_where where = { NULL, "--lse", 0 };
  struct pile o, lse, got, got_lse;
  struct assay_criteria criteria;
  struct assay_merge_problem p;
  enum assay_status status;
  struct assay_ctx ctx;
  int result;

  assay_ctx_init (&ctx);
  assay_criteria_init (&criteria);
  memset (&lse, 0, sizeof lse);
  memset (&got, 0, sizeof got);
  memset (&got_lse, 0, sizeof got_lse);
  status = open_pile (&o, a, OPT_O, &ctx);
  if (status == ASSAY_OK)
    status = open_pile (&lse, a, OPT_LSE, &ctx);
  if (status == ASSAY_OK)
    status = open_pile (&got, a, OPT_GOT, &ctx);
  if (status == ASSAY_OK)
    status = open_pile (&got_lse, a, OPT_GOT_LSE, &ctx);
  if (status == ASSAY_OK && lse.count != o.count)
    status = assay_fail (&ctx, ASSAY_EVALUE, &where, "as many as --o has",
                         "%zu for %zu outputs", lse.count, o.count);
  if (status == ASSAY_OK)
    status = assay_option_criteria (&criteria, text_of (a, OPT_MAX_ULP),
                                    text_of (a, OPT_RTOL),
                                    text_of (a, OPT_ATOL), NULL, &ctx);
  p = (struct assay_merge_problem) {
    .chunks = o.count, .in_bits = a->base, .output = o.view, .lse = lse.view,
    .got = got.view, .got_lse = got_lse.view
  };
  if (status == ASSAY_OK)
    status = assay_merge_check (&p, &ctx);
  result = status == ASSAY_OK ? judge (a, &p, &got, &got_lse, &criteria, &ctx)
                              : assay_cli_refuse (&ctx, NULL);
  assay_criteria_clear (&criteria);
  pile_clear (&o);
  pile_clear (&lse);
  pile_clear (&got);
  pile_clear (&got_lse);
  return result;
}

int
assay_cmd_kernel_merge (int argc, char **argv)
{
  struct arguments a = { { NULL }, ASSAY_KERNEL_TEXT, 0, assay_cli_jobs () };
  int found, status;

  while ((found = assay_cli_option (argc, argv, options)) != -1)
    if (found == '?')
      return ASSAY_EXIT_MISUSE;
    else
      a.text[(found == 'h' ? OPT_HELP : found) - OPT_O] = optarg ? optarg
                                                                 : "";
  if (assay_cli_ends (&status, help, text_of (&a, OPT_HELP),
                      text_of (&a, OPT_VERSION), 0, argc, argv))
    return status;
  if (!text_of (&a, OPT_O) || !text_of (&a, OPT_LSE)
      || (!text_of (&a, OPT_GOT) && !text_of (&a, OPT_GOT_LSE)))
    return assay_cli_misuse (argv[0], "expected --o, --lse and --got or "
                             "--got-lse, found less");
  if ((text_of (&a, OPT_FORMAT)
       && !assay_cli_choice (&a.format, text_of (&a, OPT_FORMAT), "--format",
                             assay_kernel_formats))
      || (text_of (&a, OPT_BASE)
          && !assay_cli_choice (&a.base, text_of (&a, OPT_BASE),
                                "--lse-base", assay_option_lse_bases))
      || (text_of (&a, OPT_JOBS)
          && !assay_cli_number (&a.jobs, text_of (&a, OPT_JOBS), "--jobs", 1,
                                MOST_JOBS)))
    return ASSAY_EXIT_MISUSE;
  return answer (&a);
}
