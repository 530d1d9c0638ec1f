/* cmd_kernel.c -- assay kernel: which judgement of other people's tensors */

#include "config.h"

#include <stdio.h>
#include <string.h>

#include "cli/commands.h"

/* A name begins after "kernel ", which its complaints say as well.  */
static const struct assay_command judgements[] = {
  { "kernel attention", assay_cmd_kernel_attention, "attention outputs, "
    "weights, scores, log-sum-exp" },
  { "kernel rope", assay_cmd_kernel_rope, "rotary encodings of queries and "
    "keys, tables of cosines" },
  { "kernel positions", assay_cmd_kernel_positions, "where cached keys stand, "
    "by their phases" },
  { "kernel merge", assay_cmd_kernel_merge, "outputs of chunks put together "
    "by log-sum-exps" },
  { "kernel combine", assay_cmd_kernel_combine, "reports of shards added up" },
};

enum { PREFIX = sizeof "kernel " - 1 };

enum { COUNT = sizeof judgements / sizeof judgements[0] };

static int
print_help (void)
{
  struct assay_text text;
  size_t i;

  assay_text_init (&text);
  assay_text_add (&text,
                  "Usage: assay kernel WHAT [OPTION]...\n"
                  "Judge tensors that a kernel wrote: how far each element is "
                  "from the true value,\nin units in the last place, and "
                  "whether that is good enough.\n\nWHAT is\n");
  for (i = 0; i < COUNT; i++)
    assay_text_printf (&text, "  %-12s %s\n", judgements[i].name + PREFIX,
                       judgements[i].summary);
  assay_text_add (&text,
                  "\n'assay kernel WHAT --help' describes each.\n\n"
                  "Tensors are FILE.npy or FILE.safetensors:NAME.  An ulp is "
                  "the format's spacing in\nthe binade of the exact value "
                  "(among subnormals the least spacing).\n\n"
                  "  --help     print this and end\n"
                  "  --version  print the version and end\n\n"
                  "Exit status: 0 holds, 1 fails, 2 unreadable or misused, "
                  "3 open.\n");
  return assay_cli_print (&text, ASSAY_EXIT_HOLDS);
}

int
assay_cmd_kernel (int argc, char **argv)
{
  size_t i;

  if (argc < 2)
    return assay_cli_misuse (argv[0], "expected what to judge, found "
                             "nothing");
  if (strcmp (argv[1], "--help") == 0 || strcmp (argv[1], "-h") == 0)
    return print_help ();
  if (strcmp (argv[1], "--version") == 0)
    return assay_cli_version ();
  for (i = 0; i < COUNT; i++)
    if (strcmp (argv[1], judgements[i].name + PREFIX) == 0)
      {
        argv[1] = (char *) judgements[i].name;
        return judgements[i].run (argc - 1, argv + 1);
      }
  return assay_cli_misuse (argv[0], "expected what to judge, found \"%s\"",
                           argv[1]);
}
