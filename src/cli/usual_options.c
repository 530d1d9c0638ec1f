/* usual_options.c -- --format, --help and --version */

#include "config.h"

#include "cli/usual_options.h"

#include "cli/commands.h"

const char *const assay_text_or_json[] = { "text", "json", NULL };

int
assay_usual_option (struct assay_usual_options *usual, int found,
                    const char *const *formats)
{
  switch (found)
    {
    case ASSAY_USUAL_OPT_FORMAT:
      return assay_cli_choice (&usual->format, optarg, "--format", formats);
    case ASSAY_USUAL_OPT_HELP:
    case 'h':
      usual->help = true;
      return 1;
    case ASSAY_USUAL_OPT_VERSION:
      usual->version = true;
      return 1;
    default:
      return 0;
    }
}

int
assay_usual_end (int found, const char *help)
{
  switch (found)
    {
    case ASSAY_USUAL_OPT_HELP:
    case 'h':
      return assay_cli_help (help);
    case ASSAY_USUAL_OPT_VERSION:
      return assay_cli_version ();
    default:
      return ASSAY_EXIT_MISUSE;
    }
}
