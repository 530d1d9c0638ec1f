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

enum { ASSAY_OPTIONS_END = -1 };

/* The options of a command besides --format, --help and --version: with
   HAS_PROBLEM those that tell the tensors of attention and what a query sees;
   those listed of attention and of a rotation, lists that ASSAY_OPTIONS_END
   ends, null where there are none, the latter with values; and its own, a
   list that a null name ends.  The text of an option that attention and a
   rotation both have goes to both.  */
struct assay_places
{
  bool has_problem;
  const int *kernel, *turn;
  const struct assay_own_option *own;
};

/* Takes the options of ARGV that PLACES names, a rotation's as TURN calls
   them; OWN is the command's.  0 where the command ends before it begins, and
   *STATUS <- its exit status: after a complaint, with HELP or the version, or
   where a word is no option.  */
int assay_places_take (int *status, struct assay_kernel_options *kernel,
                       struct assay_turn_options *turn, const char **own,
                       const struct assay_places *places, const char *help,
                       int argc, char **argv);

#endif
