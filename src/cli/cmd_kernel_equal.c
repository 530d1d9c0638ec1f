/* cmd_kernel_equal.c -- assay kernel equal: are two conventions one function?
   */

#include "config.h"

#include <stdlib.h>

#include "cli/commands.h"
#include "cli/usual_options.h"
#include "kernel/equal.h"
#include "report/equal_report.h"

static const char help[] =
  "Usage: assay kernel equal A B [OPTION]...\n"
  "Decide whether two conventions of rotary attention give the same scores "
  "for all\nqueries, keys and integer positions, the same weights, or neither "
  "(then a\nsmallest counterexample is printed).  A and B are words "
  "KEY=VALUE,KEY=VALUE,...\nor a JSON object of them:\n\n"
  "  layout=adjacent|split-half   pairs (2i, 2i+1) or (i, i+R/2)\n"
  "  dim=D                components of a head\n"
  "  base=B               angles p*B^(-2i/N)/S\n"
  "  rotary=R             components that turn, the first ones (D)\n"
  "  denominator=N        of the exponent (R)\n"
  "  factor=S             (1)\n"
  "  config=FILE          angles, layout and magnitude of a config.json\n"
  "  length=N             positions in the call, where the config asks\n"
  "  sign=1|-1            -1: by the negative angles (1)\n"
  "  magnitude=M          what cosines and sines are multiplied by (1)\n"
  "  scale=C              what the dot product is multiplied by (1)\n"
  "  q-offset=A           added to the query's position (0)\n"
  "  k-offset=B           added to the key's (0)\n"
  "  permute=P            of query and key, before they turn: to-adjacent,\n"
  "                       to-split-half, swap-pairs, or where each component "
  "comes\n"
  "                       from, as in 0:2:1:3\n"
  "  row=C                added to every score (0)\n"
  "  query-slope=D        added, times the query's position (0)\n"
  "  key-slope=E          added, times the key's position (0)\n"
  "  slope=F              added, times key's minus query's position (0)\n\n"
  "  --format=text|json   how to print (text)\n"
  "  --help               print this and end\n"
  "  --version            print the version and end\n\n"
  "Exit status: 0 same scores or same weights, 1 different, 2 misused, 3 "
  "open.\n";

static const struct option options[] = {
  ASSAY_USUAL_OPTIONS
};

static int
answer (char **text, int as_json)
{
  static const enum assay_verdict verdicts[] = { ASSAY_HOLDS, ASSAY_HOLDS,
                                                 ASSAY_FAILS, ASSAY_OPEN };
  struct assay_convention a, b;
  struct assay_equality equality;
  enum assay_status status;
  struct assay_text out;
  struct assay_ctx ctx;
  int result = ASSAY_EXIT_MISUSE;

  assay_ctx_init (&ctx);
  assay_text_init (&out);
  status = assay_convention_init (&a, text[0], "A", &ctx);
  if (status == ASSAY_OK)
    {
      status = assay_convention_init (&b, text[1], "B", &ctx);
      if (status == ASSAY_OK)
        {
          status = assay_equality_decide (&equality, &a, &b, &ctx);
          if (status == ASSAY_OK && as_json)
            status = assay_equal_report_json (&out, &equality,
                                              PACKAGE_VERSION, &ctx);
          else if (status == ASSAY_OK)
            status = assay_equal_report_text (&out, &equality, &ctx);
          result = assay_verdict_exit (verdicts[equality.sameness]);
          assay_equality_clear (&equality);
        }
      assay_convention_clear (&b);
    }
  assay_convention_clear (&a);
  return assay_cli_answer (&out, result, status, &ctx, NULL);
}

int
assay_cmd_kernel_equal (int argc, char **argv)
{
  int found, format = 0;

  while ((found = assay_cli_option (argc, argv, options)) != -1)
    {
      if (found != ASSAY_USUAL_OPT_FORMAT)
        return assay_usual_end (found, help);
      if (!assay_cli_choice (&format, optarg, "--format", assay_text_or_json))
        return ASSAY_EXIT_MISUSE;
    }
  if (argc - optind != 2)
    return assay_cli_misuse (argv[0], "expected two conventions, found %d",
                             argc - optind);
  return answer (argv + optind, format == ASSAY_FORMAT_JSON);
}
