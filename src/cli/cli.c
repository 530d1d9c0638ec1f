/* cli.c -- what the commands share: complaints, options, output */

#include "config.h"

#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cli/commands.h"

int
assay_cli_refuse (const struct assay_ctx *ctx, const char *source)
{
  char line[1024];

  assay_error_render (line, sizeof line, &ctx->error, source);
  fprintf (stderr, "assay: %s\n", line);
  return ASSAY_EXIT_MISUSE;
}

int
assay_cli_misuse (const char *command, const char *format, ...)
{
  va_list args;

  fprintf (stderr, "assay %s: ", command);
  va_start (args, format);
  vfprintf (stderr, format, args);
  va_end (args);
  fprintf (stderr, "\nTry 'assay %s --help'.\n", command);
  return ASSAY_EXIT_MISUSE;
}

int
assay_cli_option (int argc, char **argv, const struct option *options)
{
  int before = optind ? optind : 1, found;

  opterr = 0;
  found = getopt_long (argc, argv, ":h", options, NULL);
  if (found == ':')
    assay_cli_misuse (argv[0], "option %s needs a value",
                      argv[optind - 1]);
  else if (found == '?')
    {
      const char *text = argv[optind > before ? optind - 1 : before];

      if (optopt == 0)
        assay_cli_misuse (argv[0], "unknown or ambiguous option %s", text);
      else if (optopt < 256 && strncmp (text, "--", 2) != 0)
        assay_cli_misuse (argv[0], "unknown option -%c", optopt);
      else
        assay_cli_misuse (argv[0], "option %s takes no value", text);
    }
  return found == ':' ? '?' : found;
}

int
assay_cli_number (unsigned long *value, const char *text, const char *option,
                  unsigned long low, unsigned long high)
{
  char *end;

  errno = 0;
  *value = strtoul (text, &end, 10);
  if (text[0] >= '0' && text[0] <= '9' && *end == '\0' && errno == 0
      && *value >= low && *value <= high)
    return 1;
  fprintf (stderr, "assay: %s: value: expected an integer in %lu..%lu, "
           "found \"%s\"\n", option, low, high, text);
  return 0;
}

int
assay_cli_size (size_t *size, int *has, const char *option,
                unsigned long high)
{
  unsigned long number;

  if (!assay_cli_number (&number, optarg, option, 0, high))
    return 0;
  *size = number;
  *has = 1;
  return 1;
}

unsigned long
assay_cli_jobs (void)
{
  long processors = sysconf (_SC_NPROCESSORS_ONLN);

  return processors > 0 ? (unsigned long) processors : 1;
}

int
assay_cli_choice (int *index, const char *text, const char *option,
                  const char *const *names)
{
  size_t i;

  for (i = 0; names[i]; i++)
    if (strcmp (names[i], text) == 0)
      {
        *index = (int) i;
        return 1;
      }
  fprintf (stderr, "assay: %s: value: expected ", option);
  for (i = 0; names[i]; i++)
    fprintf (stderr, "%s%s", i == 0 ? "" : names[i + 1] ? ", " : " or ",
             names[i]);
  fprintf (stderr, ", found \"%s\"\n", text);
  return 0;
}

int
assay_cli_help (const char *help)
{
  struct assay_text text;

  assay_text_init (&text);
  assay_text_add (&text, help);
  return assay_cli_print (&text, ASSAY_EXIT_HOLDS);
}

int
assay_cli_version (void)
{
  return assay_cli_help (PACKAGE_STRING "\n");
}

int
assay_cli_ends (int *status, const char *help, bool wants_help,
                bool wants_version, int most, int argc, char **argv)
{
  if (wants_help)
    *status = assay_cli_help (help);
  else if (wants_version)
    *status = assay_cli_version ();
  else if (argc - optind <= most)
    return 0;
  else if (most > 0)
    *status = assay_cli_misuse (argv[0], "expected one FILE, found %d",
                                argc - optind);
  else
    *status = assay_cli_misuse (argv[0], "expected options alone, found "
                                "\"%s\"", argv[optind]);
  return 1;
}

int
assay_cli_print (struct assay_text *text, int status)
{
  struct assay_ctx ctx;

  assay_ctx_init (&ctx);
  if (assay_text_send (text, stdout, "standard output", &ctx) != ASSAY_OK)
    status = assay_cli_refuse (&ctx, NULL);
  assay_text_clear (text);
  return status;
}

int
assay_cli_answer (struct assay_text *text, int exit_status,
                  enum assay_status status, const struct assay_ctx *ctx,
                  const char *source)
{
  if (status == ASSAY_OK)
    return assay_cli_print (text, exit_status);
  assay_text_clear (text);
  return assay_cli_refuse (ctx, source);
}
