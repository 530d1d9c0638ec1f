/* limit_options.h -- the options that limit the work on claims */

#ifndef ASSAY_CLI_LIMIT_OPTIONS_H
#define ASSAY_CLI_LIMIT_OPTIONS_H

#include "claims/machine.h"

/* Their places among the options of a command.  */
enum
{
  ASSAY_LIMIT_OPT_BITS = 512,
  ASSAY_LIMIT_OPT_SIZE,
  ASSAY_LIMIT_OPT_NESTING
};

#define ASSAY_LIMIT_OPTIONS \
  { "max-bits", required_argument, NULL, ASSAY_LIMIT_OPT_BITS }, \
  { "max-size", required_argument, NULL, ASSAY_LIMIT_OPT_SIZE }, \
  { "max-nesting", required_argument, NULL, ASSAY_LIMIT_OPT_NESTING }

/* Take the option FOUND with optarg: 1, or 0 after a complaint.  */
int assay_limit_option (struct assay_audit_limits *limits, int found);

#endif
