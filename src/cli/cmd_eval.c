/* cmd_eval.c -- assay eval: the value of an expression */

#include "config.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/memory.h"
#include "claims/machine.h"
#include "claims/render.h"
#include "cli/commands.h"
#include "cli/limit_options.h"
#include "cli/usual_options.h"

static const char help[] =
  "Usage: assay eval [OPTION]... 'EXPRESSION'...\n"
  "  or:  assay eval -i\n"
  "Print the value of each EXPRESSION of the claims language: a fraction "
  "where it is\nrational, correctly rounded digits where it is not.\n\n"
  "  -i, --interactive    read one expression a line from standard input\n"
  "  --digits=N           significant digits of inexact values (30)\n"
  "  --max-bits=BITS      highest precision of an enclosure (65536)\n"
  "  --max-size=BITS      largest exact number (2^30)\n"
  "  --max-nesting=N      deepest nesting of expressions (200)\n"
  "  --format=text|json   how to print (text); json is a document a line\n"
  "  --help               print this and end\n"
  "  --version            print the version and end\n\n"
  "Exit status: 0 printed, 2 unreadable, refused or misused.\n";

enum { OPT_INTERACTIVE = 256, OPT_DIGITS };

static const struct option options[] = {
  { "digits", required_argument, NULL, OPT_DIGITS },
  { "interactive", no_argument, NULL, OPT_INTERACTIVE },
  ASSAY_LIMIT_OPTIONS,
  ASSAY_USUAL_OPTIONS
};

enum { LONGEST_LINE = 1 << 20, MOST_DIGITS = 100000 };

struct arguments
{
  struct assay_audit_limits limits;
  struct assay_usual_options usual;
  unsigned long digits;
  bool interactive;
};

static bool
read_option (int option, struct arguments *arguments)
{
  switch (option)
    {
    case OPT_INTERACTIVE:
      arguments->interactive = true;
      return true;
    case OPT_DIGITS:
      return assay_cli_number (&arguments->digits, optarg, "--digits", 1,
                               MOST_DIGITS);
    case ASSAY_LIMIT_OPT_BITS:
    case ASSAY_LIMIT_OPT_SIZE:
    case ASSAY_LIMIT_OPT_NESTING:
      return assay_limit_option (&arguments->limits, option);
    default:
      return assay_usual_option (&arguments->usual, option,
                                 assay_text_or_json);
    }
}

/* Complain as a compiler would.  */
static int
complain (struct assay_file *file)
{
  struct assay_text text;

  assay_text_init (&text);
  assay_complaints_render (&text, &file->source, &file->complaints);
  fputs (assay_text_string (&text), stderr);
  assay_text_clear (&text);
  return ASSAY_EXIT_MISUSE;
}

/* Append VALUE as a JSON document of one line.  */
static void
add_document (struct assay_text *out, const struct assay_value *value,
              const char *expression, const struct arguments *arguments,
              struct assay_ctx *ctx)
{
  struct assay_text asked;

  assay_text_init (&asked);
  assay_text_add_bytes (&asked, expression, strcspn (expression, "\r\n"));
  assay_text_add (out, "{\"assay\": \"" PACKAGE_VERSION "\", \"command\": "
                  "\"eval\", \"expression\": ");
  assay_render_json_string (out, assay_text_string (&asked));
  assay_text_add (out, ", \"value\": ");
  assay_render_json (out, value, arguments->digits, ctx);
  assay_text_add_char (out, '}');
  assay_text_clear (&asked);
}

/* Append the value of the LENGTH bytes at EXPRESSION to OUT, a line; or
   complain.  */
static int
evaluate (struct assay_text *out, const char *expression, size_t length,
          const struct arguments *arguments)
{
  struct assay_machine machine;
  struct assay_value *value;
  struct assay_node *node;
  struct assay_file file;
  int status = ASSAY_EXIT_HOLDS;

  assay_file_init (&file, "expression", expression, length);
  node = assay_file_parse_expression (&file, arguments->limits.nesting);
  if (node == NULL)
    {
      status = complain (&file);
      assay_file_clear (&file);
      return status;
    }
  assay_machine_init (&machine, &file, &arguments->limits);
  if (assay_machine_eval (&machine, &value, node) == ASSAY_OK)
    {
      if (arguments->usual.format == ASSAY_FORMAT_TEXT)
        assay_render_whole (out, value, arguments->digits, &machine.ctx);
      else
        add_document (out, value, expression, arguments, &machine.ctx);
      assay_text_add_char (out, '\n');
      assay_value_unref (value);
    }
  else
    {
      struct assay_text message;

      assay_text_init (&message);
      assay_refusal_render (&message, &machine.ctx.error);
      assay_complaints_add (&file.complaints, machine.blame, "%s",
                            assay_text_string (&message));
      assay_text_clear (&message);
      status = complain (&file);
    }
  assay_machine_clear (&machine);
  assay_file_clear (&file);
  return status;
}

/* Answer each line as soon as it is read; a terminal gets a prompt.  */
static int
interact (const struct arguments *arguments)
{
  bool prompts = isatty (STDIN_FILENO) && isatty (STDOUT_FILENO);
  char *line = NULL;
  size_t capacity = 0;
  ssize_t length;
  int status = ASSAY_EXIT_HOLDS, one;

  for (;;)
    {
      struct assay_text out;

      if (prompts)
        {
          fputs ("> ", stdout);
          fflush (stdout);
        }
      length = getline (&line, &capacity, stdin);
      if (length < 0)
        break;
      if (strspn (line, " \t\r\n") == (size_t) length || line[0] == '#')
        continue;
      assay_text_init (&out);
      while (line[length - 1] == '\n' || line[length - 1] == '\r')
        length--;
      one = evaluate (&out, line, (size_t) length, arguments);
      status = one != ASSAY_EXIT_HOLDS ? one : status;
      status = assay_cli_print (&out, status);
    }
  free (line);
  if (prompts)
    fputs ("\n", stdout);
  return status;
}

int
assay_cmd_eval (int argc, char **argv)
{
  struct arguments arguments;
  struct assay_text text;
  int status = ASSAY_EXIT_HOLDS, option, one;

  for (option = 1; option < argc && strcmp (argv[option], "--") != 0; option++)
    if (strcmp (argv[option], "-i") == 0)
      argv[option] = (char *) "--interactive";
  memset (&arguments, 0, sizeof arguments);
  assay_audit_limits_init (&arguments.limits);
  arguments.digits = 30;
  while ((option = assay_cli_option (argc, argv, options)) != -1)
    if (!read_option (option, &arguments))
      return ASSAY_EXIT_MISUSE;
  if (arguments.usual.help)
    return assay_cli_help (help);
  if (arguments.usual.version)
    return assay_cli_version ();
  if (arguments.interactive)
    return interact (&arguments);
  if (optind == argc)
    return assay_cli_misuse ("eval", "expected an expression, found none");
  assay_text_init (&text);
  for (; optind < argc; optind++)
    {
      one = evaluate (&text, argv[optind], strlen (argv[optind]),
                      &arguments);
      status = one != ASSAY_EXIT_HOLDS ? one : status;
    }
  return assay_cli_print (&text, status);
}
