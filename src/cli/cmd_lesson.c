/* cmd_lesson.c -- assay lesson: reproduce a published report */

#include "config.h"

#include <string.h>

#include "cli/commands.h"
#include "cli/families.h"
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
  "\n"
  "  --format=text|json   a page to read, or the report (text); json takes "
  "one NAME\n"
  "  --help               print this and end\n"
  "  --version            print the version and end\n\n"
  "Exit status: 0 every group holds, 1 one fails, 2 misused, 3 one is "
  "open.\n";

enum { OPT_FORMAT = 256, OPT_HELP, OPT_VERSION };
enum { FORMAT_TEXT, FORMAT_JSON };

static const struct option options[] = {
  { "format", required_argument, NULL, OPT_FORMAT },
  { "help", no_argument, NULL, OPT_HELP },
  { "version", no_argument, NULL, OPT_VERSION },
  { NULL, 0, NULL, 0 }
};

static const char *const formats[] = { "text", "json", NULL };

static enum assay_verdict
lesson_rope_fractions (struct assay_text *text, int format)
{
  struct assay_rope_fractions report;
  enum assay_verdict verdict;

  assay_rope_fractions_run (&report, &assay_oracle);
  if (format == FORMAT_JSON)
    assay_rope_fractions_json (text, &report, PACKAGE_VERSION);
  else
    assay_rope_fractions_text (text, &report);
  verdict = assay_lesson_verdict (report.checks, ASSAY_ROPE_FRACTIONS_CHECKS);
  assay_rope_fractions_clear (&report);
  return verdict;
}

static enum assay_verdict
lesson_causal_attention (struct assay_text *text, int format)
{
  struct assay_causal_attention report;

  assay_causal_attention_run (&report, &assay_oracle);
  if (format == FORMAT_JSON)
    assay_causal_attention_json (text, &report, PACKAGE_VERSION);
  else
    assay_causal_attention_text (text, &report);
  return assay_lesson_verdict (report.checks, ASSAY_CAUSAL_ATTENTION_CHECKS);
}

static enum assay_verdict
lesson_jordan_rope (struct assay_text *text, int format)
{
  struct assay_jordan_rope report;
  enum assay_verdict verdict;

  assay_jordan_rope_run (&report, &assay_oracle);
  if (format == FORMAT_JSON)
    assay_jordan_rope_json (text, &report, PACKAGE_VERSION);
  else
    assay_jordan_rope_text (text, &report);
  verdict = assay_lesson_verdict (report.checks, ASSAY_JORDAN_ROPE_CHECKS);
  assay_jordan_rope_clear (&report);
  return verdict;
}

static const struct
{
  const char *name;
  enum assay_verdict (*run) (struct assay_text *text, int format);
} lessons[] = {
  { "rope-fractions", lesson_rope_fractions },
  { "causal-attention", lesson_causal_attention },
  { "jordan-rope", lesson_jordan_rope },
};

enum { LESSON_COUNT = sizeof lessons / sizeof lessons[0] };

static int
run_all (int format)
{
  enum assay_verdict verdict = ASSAY_HOLDS;
  struct assay_text text;
  size_t i;

  if (format == FORMAT_JSON)
    return assay_cli_misuse ("lesson", "expected one NAME with "
                             "--format=json, found all");
  assay_text_init (&text);
  for (i = 0; i < LESSON_COUNT; i++)
    {
      if (i > 0)
        assay_text_add_char (&text, '\n');
      verdict = assay_verdict_and (verdict, lessons[i].run (&text, format));
    }
  return assay_cli_print (&text, assay_verdict_exit (verdict));
}

static int
run_one (const char *name, int format)
{
  enum assay_verdict verdict;
  struct assay_text text;
  size_t i;

  for (i = 0; i < LESSON_COUNT; i++)
    if (strcmp (name, lessons[i].name) == 0)
      {
        assay_text_init (&text);
        verdict = lessons[i].run (&text, format);
        return assay_cli_print (&text, assay_verdict_exit (verdict));
      }
  return assay_cli_misuse ("lesson", "expected rope-fractions, "
                           "causal-attention, jordan-rope or all, "
                           "found \"%s\"", name);
}

int
assay_cmd_lesson (int argc, char **argv)
{
  int format = FORMAT_TEXT, found;

  while ((found = assay_cli_option (argc, argv, options)) != -1)
    switch (found)
      {
      case OPT_FORMAT:
        if (!assay_cli_choice (&format, optarg, "--format", formats))
          return ASSAY_EXIT_MISUSE;
        break;
      case OPT_HELP:
      case 'h':
        return assay_cli_help (help);
      case OPT_VERSION:
        return assay_cli_version ();
      default:
        return ASSAY_EXIT_MISUSE;
      }
  if (argc - optind != 1)
    return assay_cli_misuse (argv[0], "expected one NAME, found %d",
                             argc - optind);
  if (strcmp (argv[optind], "all") == 0)
    return run_all (format);
  return run_one (argv[optind], format);
}
