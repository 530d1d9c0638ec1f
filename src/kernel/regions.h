/* regions.h -- what the histogram of a measure counts  */

#ifndef ASSAY_KERNEL_REGIONS_H
#define ASSAY_KERNEL_REGIONS_H

#include "kernel/measure.h"

enum
{
  ASSAY_REGION_ZERO,            /* 0 ulps */
  ASSAY_REGION_BELOW,           /* less than the first octave */
  ASSAY_REGION_BUCKETS,         /* the first of the buckets */
  ASSAY_REGION_BEYOND = ASSAY_REGION_BUCKETS
    + (ASSAY_OCTAVE_LAST - ASSAY_OCTAVE_FIRST + 1) * ASSAY_OCTAVE_PARTS,
  ASSAY_REGIONS                 /* BEYOND: errors without a bound */
};

/* The region of a bound ULPS of an error that has bounds.  */
int assay_region_of (double ulps);

#endif
