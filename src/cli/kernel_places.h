/* kernel_places.h -- options that belong to attention, to a rotation, or to
   one command of assay kernel alone */

#ifndef ASSAY_CLI_KERNEL_PLACES_H
#define ASSAY_CLI_KERNEL_PLACES_H

#include <stddef.h>

#include "cli/kernel_options.h"
#include "cli/turn_options.h"

enum { ASSAY_PLACE_NONE = -1, ASSAY_PLACES_MAX = 64 };

/* Where the text of an option goes: into the options of attention, those of a
   rotation, the command's own, or several of them.  */
struct assay_option_place
{
  const char *name;
  int kernel, turn, own, has_arg;
};

/* Takes the options of ARGV that the COUNT PLACES, at most ASSAY_PLACES_MAX,
   name; OWN is the command's.  0 after a complaint.  */
int assay_places_take (struct assay_kernel_options *kernel,
                       struct assay_turn_options *turn, const char **own,
                       const struct assay_option_place *places, size_t count,
                       int argc, char **argv);

#endif
