/* position_scaling_parts.h -- what the lesson's two files share */

#ifndef ASSAY_LESSONS_POSITION_SCALING_PARTS_H
#define ASSAY_LESSONS_POSITION_SCALING_PARTS_H

#include "lessons/position_scaling.h"

extern const long assay_scaling_query[2], assay_scaling_key[2];

/* All CHECKS, from exact relations, what the lesson prints, and REPORT's
   figures.  */
void assay_position_scaling_relations (struct assay_position_scaling *report);

#endif
