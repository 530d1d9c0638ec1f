/* cmd_lesson.c -- assay lesson: reproduce a published report */

#include "config.h"

#include <errno.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "cli/commands.h"
#include "cli/families.h"
#include "cli/usual_options.h"
#include "report/lesson_report.h"

static const char help[] =
  "Usage: assay lesson [OPTION]... NAME|all\n"
  "Reproduce a published lesson's report: every figure computed, every group "
  "of\nchecks evaluated, the finite families compared with the independent "
  "oracle.\n\n"
  "Lessons:\n"
  "  rope-fractions    relative position with exact fractions\n"
  "  causal-attention  Q/K/V axes, the legal mask, the row without a key\n"
  "  jordan-rope       one Jordan block, kernel probes, the readout of all "
  "strings\n"
  "  rope-lab          rotary against added positions, as doubles and "
  "certified\n"
  "  position-scaling  positions divided by four: gained far, lost near\n"
  "\n"
  "  --out=DIR            also write the lesson's files into the folder DIR:\n"
  "                       rope_report.json and rope_report.md for rope-lab,\n"
  "                       position_scaling.json and position_scaling.svg "
  "for\n"
  "                       position-scaling (the picture needs gnuplot)\n"
  "  --format=text|json   a page to read, or the report (text); json takes "
  "one NAME\n"
  "  --help               print this and end\n"
  "  --version            print the version and end\n\n"
  "Exit status: 0 every group holds, 1 one fails, 2 misused, 3 one is "
  "open.\n";

enum { OPT_OUT = 256 };

static const struct option options[] = {
  { "out", required_argument, NULL, OPT_OUT },
  ASSAY_USUAL_OPTIONS
};

enum { MAX_FILES = 8 };

/* How lessons are asked for: FORMAT, and DIR for their files or null; the
   files, written when every lesson has run.  */
struct asked
{
  int format;
  const char *dir;
  int made_folder;
  struct assay_ctx ctx;
  const char *name[MAX_FILES];
  struct assay_text file[MAX_FILES];
  size_t file_count;
};

/* A new file NAME of the lesson's folder, to be filled.  */
static struct assay_text *
new_file (const char *name, struct asked *asked)
{
  asked->name[asked->file_count] = name;
  assay_text_init (&asked->file[asked->file_count]);
  return &asked->file[asked->file_count++];
}

/* The folder, made where it is missing.  */
static enum assay_status
make_folder (struct asked *asked)
{
  struct assay_where where = { NULL, asked->dir, 0 };

  asked->made_folder = mkdir (asked->dir, 0777) == 0;
  if (asked->made_folder || errno == EEXIST)
    return ASSAY_OK;
  return assay_fail (&asked->ctx, ASSAY_EIO, &where,
                     "a folder that can be made", "%s", strerror (errno));
}

static enum assay_status
write_files (struct asked *asked)
{
  const char *path[MAX_FILES];
  struct assay_text paths[MAX_FILES];
  enum assay_status status;
  size_t i;

  for (i = 0; i < asked->file_count; i++)
    {
      assay_text_init (&paths[i]);
      assay_text_printf (&paths[i], "%s/%s", asked->dir, asked->name[i]);
      path[i] = paths[i].bytes;
    }
  status = assay_text_write_files (asked->file, path, asked->file_count,
                                   &asked->ctx);
  for (i = 0; i < asked->file_count; i++)
    assay_text_clear (&paths[i]);
  return status;
}

static enum assay_status
lesson_rope_fractions (struct assay_text *text, enum assay_verdict *verdict,
                       struct asked *asked)
{
  struct assay_rope_fractions report;

  assay_rope_fractions_run (&report, &assay_oracle);
  if (asked->format == ASSAY_FORMAT_JSON)
    assay_rope_fractions_json (text, &report, PACKAGE_VERSION);
  else
    assay_rope_fractions_text (text, &report);
  *verdict = assay_lesson_verdict (report.checks,
                                   ASSAY_ROPE_FRACTIONS_CHECKS);
  assay_rope_fractions_clear (&report);
  return ASSAY_OK;
}

static enum assay_status
lesson_causal_attention (struct assay_text *text,
                         enum assay_verdict *verdict, struct asked *asked)
{
  struct assay_causal_attention report;

  assay_causal_attention_run (&report, &assay_oracle);
  if (asked->format == ASSAY_FORMAT_JSON)
    assay_causal_attention_json (text, &report, PACKAGE_VERSION);
  else
    assay_causal_attention_text (text, &report);
  *verdict = assay_lesson_verdict (report.checks,
                                   ASSAY_CAUSAL_ATTENTION_CHECKS);
  return ASSAY_OK;
}

static enum assay_status
lesson_rope_lab (struct assay_text *text, enum assay_verdict *verdict,
                 struct asked *asked)
{
  struct assay_rope_lab report;

  assay_rope_lab_run (&report);
  if (asked->format == ASSAY_FORMAT_JSON)
    assay_rope_lab_json (text, &report, PACKAGE_VERSION);
  else
    assay_rope_lab_text (text, &report);
  *verdict = assay_lesson_verdict (report.checks, ASSAY_ROPE_LAB_CHECKS);
  if (asked->dir)
    {
      assay_rope_lab_json (new_file ("rope_report.json", asked), &report,
                           NULL);
      assay_rope_lab_markdown (new_file ("rope_report.md", asked), &report);
    }
  assay_rope_lab_clear (&report);
  return ASSAY_OK;
}

static enum assay_status
lesson_position_scaling (struct assay_text *text,
                         enum assay_verdict *verdict, struct asked *asked)
{
  struct assay_position_scaling report;
  enum assay_status status = ASSAY_OK;

  assay_position_scaling_run (&report);
  if (asked->format == ASSAY_FORMAT_JSON)
    assay_position_scaling_json (text, &report, PACKAGE_VERSION);
  else
    assay_position_scaling_text (text, &report);
  *verdict = assay_lesson_verdict (report.checks, ASSAY_SCALING_CHECKS);
  if (asked->dir)
    {
      assay_position_scaling_json (new_file ("position_scaling.json", asked),
                                   &report, NULL);
      status = assay_position_scaling_picture
        (new_file ("position_scaling.svg", asked), &report, &asked->ctx);
    }
  assay_position_scaling_clear (&report);
  return status;
}

static enum assay_status
lesson_jordan_rope (struct assay_text *text, enum assay_verdict *verdict,
                    struct asked *asked)
{
  struct assay_jordan_rope report;

  assay_jordan_rope_run (&report, &assay_oracle);
  if (asked->format == ASSAY_FORMAT_JSON)
    assay_jordan_rope_json (text, &report, PACKAGE_VERSION);
  else
    assay_jordan_rope_text (text, &report);
  *verdict = assay_lesson_verdict (report.checks, ASSAY_JORDAN_ROPE_CHECKS);
  assay_jordan_rope_clear (&report);
  return ASSAY_OK;
}

static const struct
{
  const char *name;
  enum assay_status (*run) (struct assay_text *text,
                            enum assay_verdict *verdict,
                            struct asked *asked);
  int has_files;
} lessons[] = {
  { "rope-fractions", lesson_rope_fractions, 0 },
  { "causal-attention", lesson_causal_attention, 0 },
  { "jordan-rope", lesson_jordan_rope, 0 },
  { "rope-lab", lesson_rope_lab, 1 },
  { "position-scaling", lesson_position_scaling, 1 },
};

enum { LESSON_COUNT = sizeof lessons / sizeof lessons[0] };

/* Lessons FIRST to LAST, one page after the other.  */
static int
run_lessons (size_t first, size_t last, struct asked *asked)
{
  enum assay_verdict verdict = ASSAY_HOLDS, each;
  enum assay_status status = ASSAY_OK;
  struct assay_text text;
  size_t i;

  assay_text_init (&text);
  if (asked->dir)
    status = make_folder (asked);
  for (i = first; i <= last && status == ASSAY_OK; i++)
    {
      if (i > first)
        assay_text_add_char (&text, '\n');
      status = lessons[i].run (&text, &each, asked);
      verdict = assay_verdict_and (verdict, each);
    }
  if (status == ASSAY_OK && asked->dir)
    status = write_files (asked);
  for (i = 0; i < asked->file_count; i++)
    assay_text_clear (&asked->file[i]);
  if (status != ASSAY_OK && asked->made_folder)
    rmdir (asked->dir);
  return assay_cli_answer (&text, assay_verdict_exit (verdict), status,
                           &asked->ctx, NULL);
}

static int
refuse_name (const char *name)
{
  struct assay_text names;
  int status;
  size_t i;

  assay_text_init (&names);
  for (i = 0; i < LESSON_COUNT; i++)
    assay_text_printf (&names, "%s, ", lessons[i].name);
  names.bytes[names.length - 2] = '\0';
  status = assay_cli_misuse ("lesson", "expected %s or all, found \"%s\"",
                             names.bytes, name);
  assay_text_clear (&names);
  return status;
}

static int
run_all (struct asked *asked)
{
  if (asked->format == ASSAY_FORMAT_JSON)
    return assay_cli_misuse ("lesson", "expected one NAME with "
                             "--format=json, found all");
  return run_lessons (0, LESSON_COUNT - 1, asked);
}

static int
run_one (const char *name, struct asked *asked)
{
  size_t i;

  for (i = 0; i < LESSON_COUNT; i++)
    if (strcmp (name, lessons[i].name) == 0)
      {
        if (asked->dir && !lessons[i].has_files)
          return assay_cli_misuse ("lesson", "%s has no files for --out",
                                   name);
        return run_lessons (i, i, asked);
      }
  return refuse_name (name);
}

int
assay_cmd_lesson (int argc, char **argv)
{
  struct asked asked = { .format = ASSAY_FORMAT_TEXT };
  int found;

  assay_ctx_init (&asked.ctx);
  while ((found = assay_cli_option (argc, argv, options)) != -1)
    switch (found)
      {
      case ASSAY_USUAL_OPT_FORMAT:
        if (!assay_cli_choice (&asked.format, optarg, "--format",
                               assay_text_or_json))
          return ASSAY_EXIT_MISUSE;
        break;
      case OPT_OUT:
        asked.dir = optarg;
        break;
      default:
        return assay_usual_end (found, help);
      }
  if (argc - optind != 1)
    return assay_cli_misuse (argv[0], "expected one NAME, found %d",
                             argc - optind);
  if (strcmp (argv[optind], "all") == 0)
    return run_all (&asked);
  return run_one (argv[optind], &asked);
}
