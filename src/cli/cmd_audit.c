/* cmd_audit.c -- assay audit: decide every claim of claims files */

#include "config.h"

#include <dirent.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/memory.h"
#include "claims/canonical.h"
#include "cli/audit_jobs.h"
#include "cli/commands.h"
#include "cli/limit_options.h"
#include "cli/usual_options.h"
#include "report/audit_report.h"

static const char help[] =
  "Usage: assay audit [OPTION]... FILE|FOLDER|-...\n"
  "Decide every claim of each claims FILE; a FOLDER means its *.claims.\n"
  "Prints a line a claim (verdict, name, what is true) and a summary.\n\n"
  "  --only=PATTERN       only claims and notes whose name matches the glob\n"
  "  --explain=PATTERN    only such claims, with the derivation of each\n"
  "  --quiet              print only what does not hold, and the summary\n"
  "  --strict             a print that is cut rather than rounded falls\n"
  "  --minimise           the counterexample of least size, not the first\n"
  "  --print              print the claims canonically, decide nothing\n"
  "  --format=text|json|junit|markdown  how to print (text)\n"
  "  --digits=N           significant digits of inexact values (17)\n"
  "  --jobs=N             decide N claims at a time (1)\n"
  "  --max-bits=BITS      highest precision of an enclosure (65536)\n"
  "  --max-size=BITS      largest exact number (2^30)\n"
  "  --max-instances=N    most instances of a claim's quantifiers (10^7)\n"
  "  --max-seconds=S      most time a claim (5; 2 once one has met it)\n"
  "  --max-nesting=N      deepest nesting of expressions (200)\n"
  "  --help               print this and end\n"
  "  --version            print the version and end\n\n"
  "Exit status: 0 every claim holds, 1 one is refuted, 3 none is refuted but\n"
  "one undecided, 2 a file is unreadable or a claim is an error.\n";

enum { OPT_ONLY = 256, OPT_EXPLAIN, OPT_QUIET, OPT_STRICT, OPT_MINIMISE,
       OPT_PRINT, OPT_DIGITS, OPT_JOBS, OPT_MAX_INSTANCES,
       OPT_MAX_SECONDS };

static const struct option options[] = {
  { "only", required_argument, NULL, OPT_ONLY },
  { "explain", required_argument, NULL, OPT_EXPLAIN },
  { "quiet", no_argument, NULL, OPT_QUIET },
  { "strict", no_argument, NULL, OPT_STRICT },
  { "minimise", no_argument, NULL, OPT_MINIMISE },
  { "print", no_argument, NULL, OPT_PRINT },
  { "digits", required_argument, NULL, OPT_DIGITS },
  { "jobs", required_argument, NULL, OPT_JOBS },
  ASSAY_LIMIT_OPTIONS,
  { "max-instances", required_argument, NULL, OPT_MAX_INSTANCES },
  { "max-seconds", required_argument, NULL, OPT_MAX_SECONDS },
  ASSAY_USUAL_OPTIONS
};

static const char *const formats[] = { "text", "json", "junit", "markdown",
                                       NULL };

typedef void report_function (struct assay_text *text,
                              const struct assay_audit *audit,
                              const struct assay_audit_look *look);

static report_function *const reports[] = {
  assay_audit_report_text, assay_audit_report_json,
  assay_audit_report_junit, assay_audit_report_markdown
};

enum { LARGEST_FILE = 64 << 20, MOST_JOBS = 256, MOST_DIGITS = 100000 };

struct arguments
{
  struct assay_audit_jobs jobs;
  struct assay_usual_options usual;
  const char *only;
  bool quiet, strict, print;
};

/* The files of the command line, folders replaced by what they hold, and
   their texts.  */
struct inputs
{
  char **names;
  struct assay_text *texts;
  struct assay_file *files;
  size_t count, capacity, parsed;
};

static bool
read_seconds (unsigned long *milliseconds, const char *text)
{
  const char *point = strchr (text, '.');
  size_t digits = strspn (text, "0123456789"), places = 0;
  unsigned long value;

  if (point)
    places = strspn (point + 1, "0123456789");
  if (digits == 0 || digits > 6 || text[digits + (point ? 1 + places : 0)]
      || (point && (places == 0 || places > 3)))
    {
      fprintf (stderr, "assay: --max-seconds: value: expected seconds such"
               " as 5 or 0.25 (0 for no limit), found \"%s\"\n", text);
      return false;
    }
  value = strtoul (text, NULL, 10) * 1000;
  if (point)
    value += strtoul (point + 1, NULL, 10)
             * (places == 1 ? 100 : places == 2 ? 10 : 1);
  *milliseconds = value;
  return true;
}

/* The options that set budgets.  */
static bool
read_limit (int option, struct assay_audit_limits *limits)
{
  unsigned long number;

  switch (option)
    {
    case OPT_MAX_INSTANCES:
      if (!assay_cli_number (&number, optarg, "--max-instances", 1,
                             (unsigned long) -1))
        return false;
      limits->instances = number;
      return true;
    case OPT_MAX_SECONDS:
      return read_seconds (&limits->milliseconds, optarg);
    default:
      return assay_limit_option (limits, option);
    }
}

static bool
read_option (int option, struct arguments *arguments)
{
  struct assay_verdict_style *style = &arguments->jobs.style;
  unsigned long number;

  switch (option)
    {
    case OPT_EXPLAIN:
      style->explain = true;
      arguments->only = optarg;
      return true;
    case OPT_ONLY:
      arguments->only = optarg;
      return true;
    case OPT_QUIET:
      arguments->quiet = true;
      return true;
    case OPT_STRICT:
      arguments->strict = true;
      return true;
    case OPT_MINIMISE:
      style->minimise = true;
      return true;
    case OPT_PRINT:
      arguments->print = true;
      return true;
    case OPT_DIGITS:
      return assay_cli_number (&style->digits, optarg, "--digits", 1,
                               MOST_DIGITS);
    case OPT_JOBS:
      if (!assay_cli_number (&number, optarg, "--jobs", 1, MOST_JOBS))
        return false;
      arguments->jobs.workers = number;
      return true;
    case OPT_MAX_INSTANCES:
    case OPT_MAX_SECONDS:
    case ASSAY_LIMIT_OPT_BITS:
    case ASSAY_LIMIT_OPT_SIZE:
    case ASSAY_LIMIT_OPT_NESTING:
      return read_limit (option, &arguments->jobs.limits);
    default:
      return assay_usual_option (&arguments->usual, option, formats);
    }
}

static bool
read_arguments (struct arguments *arguments, int argc, char **argv)
{
  int option;

  memset (arguments, 0, sizeof *arguments);
  assay_audit_limits_init (&arguments->jobs.limits);
  arguments->jobs.workers = 1;
  arguments->jobs.style.digits = 17;
  while ((option = assay_cli_option (argc, argv, options)) != -1)
    if (!read_option (option, arguments))
      return false;
  return true;
}

/* ---- files ---- */

static void
add_name (struct inputs *inputs, char *name)
{
  if (inputs->count == inputs->capacity)
    {
      inputs->capacity = inputs->capacity ? 2 * inputs->capacity : 8;
      inputs->names = assay_realloc (inputs->names, inputs->capacity,
                                     sizeof *inputs->names);
    }
  inputs->names[inputs->count++] = name;
}

static int
compare_names (const void *left, const void *right)
{
  char *const *a = left, *const *b = right;

  return strcmp (*a, *b);
}

/* FOLDER exists, so that it is not empty.  */
static char *
join_path (const char *folder, const char *name)
{
  size_t length = strlen (folder);
  struct assay_text path;

  assay_text_init (&path);
  assay_text_printf (&path, "%s%s%s", folder,
                     folder[length - 1] == '/' ? "" : "/", name);
  return path.bytes;
}

/* The claims files of FOLDER by name.  */
static bool
add_folder (struct inputs *inputs, const char *folder)
{
  DIR *stream = opendir (folder);
  size_t before = inputs->count;
  struct dirent *entry;

  if (stream == NULL)
    {
      fprintf (stderr, "assay: %s: io: expected a readable folder, found"
               " %s\n", folder, strerror (errno));
      return false;
    }
  while ((entry = readdir (stream)))
    {
      const char *dot = strrchr (entry->d_name, '.');

      if (dot && dot != entry->d_name && strcmp (dot, ".claims") == 0)
        add_name (inputs, join_path (folder, entry->d_name));
    }
  closedir (stream);
  if (inputs->count > before)
    {
      qsort (inputs->names + before, inputs->count - before,
             sizeof *inputs->names, compare_names);
      return true;
    }
  fprintf (stderr, "assay: %s: io: expected a folder with *.claims, found"
           " none in it\n", folder);
  return false;
}

static bool
find_inputs (struct inputs *inputs, char *const *arguments)
{
  bool fine = true;
  struct stat about;

  memset (inputs, 0, sizeof *inputs);
  for (; *arguments; arguments++)
    if (strcmp (*arguments, "-") != 0 && stat (*arguments, &about) == 0
        && S_ISDIR (about.st_mode))
      fine = add_folder (inputs, *arguments) && fine;
    else
      add_name (inputs, assay_strdup (*arguments));
  inputs->texts = assay_calloc (inputs->count, sizeof *inputs->texts);
  inputs->files = assay_calloc (inputs->count, sizeof *inputs->files);
  return fine;
}

/* Read and parse input I as the next file; false after the complaints.  */
static bool
parse_input (struct inputs *inputs, size_t i, unsigned max_nesting)
{
  struct assay_text *text = &inputs->texts[i];
  struct assay_file *file = &inputs->files[inputs->parsed];
  struct assay_text complaints;
  struct assay_ctx ctx;

  assay_ctx_init (&ctx);
  if (assay_text_read_file (text, inputs->names[i], LARGEST_FILE, &ctx)
      != ASSAY_OK)
    {
      assay_cli_refuse (&ctx, inputs->names[i]);
      return false;
    }
  assay_file_init (file, inputs->names[i], assay_text_string (text),
                   text->length);
  assay_file_parse (file, max_nesting);
  if (file->complaints.count == 0)
    {
      inputs->parsed++;
      return true;
    }
  assay_text_init (&complaints);
  assay_complaints_render (&complaints, &file->source, &file->complaints);
  fputs (assay_text_string (&complaints), stderr);
  assay_text_clear (&complaints);
  assay_file_clear (file);
  return false;
}

static void
clear_inputs (struct inputs *inputs)
{
  size_t i;

  for (i = 0; i < inputs->parsed; i++)
    assay_file_clear (&inputs->files[i]);
  for (i = 0; i < inputs->count; i++)
    {
      assay_text_clear (&inputs->texts[i]);
      free (inputs->names[i]);
    }
  free (inputs->names);
  free (inputs->texts);
  free (inputs->files);
}

/* ---- what is done with them ---- */

static int
print_files (const struct inputs *inputs)
{
  struct assay_text text;
  size_t i;

  assay_text_init (&text);
  for (i = 0; i < inputs->parsed; i++)
    assay_canonical_file (&text, &inputs->files[i]);
  return assay_cli_print (&text, ASSAY_EXIT_HOLDS);
}

static bool
is_plain_terminal (int descriptor)
{
  const char *terminal = getenv ("TERM");

  return isatty (descriptor) && terminal && strcmp (terminal, "dumb") != 0;
}

static int
audit_files (const struct inputs *inputs, struct arguments *arguments)
{
  struct assay_audit_look look = { arguments->quiet, false,
                                   PACKAGE_VERSION };
  const char *no_colour = getenv ("NO_COLOR");
  struct assay_text text, complaints;
  struct assay_audit audit;
  struct assay_ctx ctx;
  int status;

  assay_ctx_init (&ctx);
  assay_audit_init (&audit, inputs->files, inputs->parsed, arguments->only);
  audit.strict = arguments->strict;
  look.colour = arguments->usual.format == ASSAY_FORMAT_TEXT
                && is_plain_terminal (STDOUT_FILENO)
                && !(no_colour && no_colour[0]);
  arguments->jobs.style.words_only
    = arguments->usual.format != ASSAY_FORMAT_JSON;
  arguments->jobs.progress = is_plain_terminal (STDERR_FILENO);
  if (arguments->only && audit.count == 0 && audit.note_count == 0)
    status = assay_cli_misuse ("audit", "no claim or note is named '%s'",
                               arguments->only);
  else if (assay_audit_run (&audit, &arguments->jobs, &ctx) != ASSAY_OK)
    status = assay_cli_refuse (&ctx, NULL);
  else
    {
      assay_text_init (&text);
      assay_text_init (&complaints);
      reports[arguments->usual.format] (&text, &audit, &look);
      assay_audit_complain (&complaints, &audit);
      status = assay_cli_print (&text, assay_audit_exit (&audit));
      fputs (assay_text_string (&complaints), stderr);
      assay_text_clear (&complaints);
    }
  assay_audit_clear (&audit);
  return status;
}

int
assay_cmd_audit (int argc, char **argv)
{
  struct arguments arguments;
  struct inputs inputs;
  int status = ASSAY_EXIT_HOLDS;
  bool fine;
  size_t i;

  if (!read_arguments (&arguments, argc, argv))
    return ASSAY_EXIT_MISUSE;
  if (arguments.usual.help)
    return assay_cli_help (help);
  if (arguments.usual.version)
    return assay_cli_version ();
  if (optind == argc)
    return assay_cli_misuse ("audit", "expected a claims file or folder,"
                             " found none");
  fine = find_inputs (&inputs, argv + optind);
  for (i = 0; i < inputs.count; i++)
    fine = parse_input (&inputs, i, arguments.jobs.limits.nesting) && fine;
  if (inputs.parsed > 0)
    status = arguments.print ? print_files (&inputs)
                             : audit_files (&inputs, &arguments);
  clear_inputs (&inputs);
  return fine ? status : ASSAY_EXIT_MISUSE;
}
