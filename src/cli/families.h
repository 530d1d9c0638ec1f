/* families.h -- where the program meets the independent family */

#ifndef ASSAY_CLI_FAMILIES_H
#define ASSAY_CLI_FAMILIES_H

#include "lessons/lesson.h"

/* The oracle behind the lessons' interface.  Its implementation is the one
   file that names both families (tests/independence.sh).  */
extern const struct assay_second_family assay_oracle;

#endif
