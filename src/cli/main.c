/* main.c -- the program assay: which command, and its exit status */

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/beside.h"
#include "base/memory.h"
#include "cli/commands.h"
#include "real/encl.h"

static const struct assay_command commands[] = {
  { "audit", assay_cmd_audit, "decide every claim of claims files" },
  { "eval", assay_cmd_eval, "the value of one expression" },
  { "rotary", assay_cmd_rotary, "exact scores of rotated queries and keys" },
  { "attention", assay_cmd_attention, "certified attention weights and "
    "outputs" },
  { "lesson", assay_cmd_lesson, "reproduce a published lesson's report" },
  { "rope", assay_cmd_rope, "rotary encodings from a model's config, and who "
    "reads it how" },
  { "kernel", assay_cmd_kernel, "tensors that a kernel wrote: which element "
    "is right" },
  { "tolerance", assay_cmd_tolerance, "which mistakes a tolerance lets "
    "through" },
  { "plot", assay_cmd_plot, "curves of scores against distance" },
  { "position", assay_cmd_position, "ALiBi slopes, T5 buckets, sinusoids, "
    "xPos, two axes" },
};

enum { COMMAND_COUNT = sizeof commands / sizeof commands[0] };

static void
add_help (struct assay_text *text)
{
  size_t i;

  assay_text_add (text,
                  "Usage: assay COMMAND [OPTION]... [FILE]...\n"
                  "Decide whether a number about positions and attention is "
                  "right: exactly\nwhere it is rational, by certified "
                  "enclosures where it is not, never by a guess.\n\n"
                  "Commands:\n");
  for (i = 0; i < COMMAND_COUNT; i++)
    assay_text_printf (text, "  %-10s %s\n", commands[i].name,
                       commands[i].summary);
  assay_text_add (text,
                  "\n'assay COMMAND --help' describes a command.\n"
                  "  --help     print this and end\n"
                  "  --version  print the version and end\n\n"
                  "Exit status: 0 holds, 1 fails, 2 unreadable or misused, "
                  "3 open.\n");
}

static int
print_help (void)
{
  struct assay_text text;

  assay_text_init (&text);
  add_help (&text);
  return assay_cli_print (&text, ASSAY_EXIT_HOLDS);
}

static int
run (int argc, char **argv)
{
  size_t i;

  if (argc < 2)
    {
      fprintf (stderr, "assay: expected a command, found none\n"
               "Try 'assay --help'.\n");
      return ASSAY_EXIT_MISUSE;
    }
  if (strcmp (argv[1], "--help") == 0 || strcmp (argv[1], "-h") == 0)
    return print_help ();
  if (strcmp (argv[1], "--version") == 0)
    return assay_cli_version ();
  for (i = 0; i < COMMAND_COUNT; i++)
    if (strcmp (argv[1], commands[i].name) == 0)
      return commands[i].run (argc - 1, argv + 1);
  fprintf (stderr, "assay: expected a command, found \"%s\"\n"
           "Try 'assay --help'.\n", argv[1]);
  return ASSAY_EXIT_MISUSE;
}

int
main (int argc, char **argv)
{
  const char *fail_at = getenv ("ASSAY_FAIL_ALLOCATION");
  int status;

  assay_beside_mind_signals ();
  assay_memory_install ();
  if (fail_at)
    assay_memory_fail_at (strtoul (fail_at, NULL, 10));
  assay_real_init ();
  status = run (argc, argv);
  assay_real_finish ();
  return status;
}
