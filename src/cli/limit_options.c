/* limit_options.c -- the options that limit the work on claims */

#include "config.h"

#include "cli/limit_options.h"

#include "cli/commands.h"

/* No precision, and no number, beyond what MPFR and GMP can hold.  */
#define MAX_MAX_BITS (1ul << 30)
#define MAX_MAX_SIZE (1ul << 36)

int
assay_limit_option (struct assay_audit_limits *limits, int found)
{
  unsigned long number;

  switch (found)
    {
    case ASSAY_LIMIT_OPT_BITS:
      return assay_cli_number (&limits->bits, optarg, "--max-bits", 64,
                               MAX_MAX_BITS);
    case ASSAY_LIMIT_OPT_SIZE:
      return assay_cli_number (&limits->size, optarg, "--max-size", 64,
                               MAX_MAX_SIZE);
    case ASSAY_LIMIT_OPT_NESTING:
      if (!assay_cli_number (&number, optarg, "--max-nesting", 1,
                             ASSAY_LARGEST_NESTING))
        return 0;
      limits->nesting = (unsigned) number;
      return 1;
    default:
      return 0;
    }
}
