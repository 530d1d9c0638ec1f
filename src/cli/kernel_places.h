/* kernel_places.h -- options that belong to attention, to a rotation, or to
   one command of assay kernel alone */

#ifndef ASSAY_CLI_KERNEL_PLACES_H
#define ASSAY_CLI_KERNEL_PLACES_H

#include <stdbool.h>
#include <stddef.h>

#include "cli/kernel_options.h"
#include "cli/turn_options.h"

/* An option of one command alone, which has a value, and the place of its
   text among the command's own.  */
struct assay_own_option
{
  const char *name;             /* without the "--" */
  int place;
};

/* The options of a command besides --format, --help and --version: with
   HAS_PROBLEM those that tell the tensors of attention and what a query sees,
   those listed of attention and of a rotation, which have values, and its
   own.  The text of one that attention and a rotation both have goes to
   both.  */
struct assay_places
{
  bool has_problem;
  const enum assay_kernel_option *kernel;
  const enum assay_turn_option *turn;
  const struct assay_own_option *own;
  size_t kernel_count, turn_count, own_count;
};

/* Takes the options of ARGV that PLACES names, a rotation's as TURN calls
   them; OWN is the command's.  0 after a complaint.  */
int assay_places_take (struct assay_kernel_options *kernel,
                       struct assay_turn_options *turn, const char **own,
                       const struct assay_places *places, int argc,
                       char **argv);

#endif
