/* same_measure.h -- whether two measures say the same */

#ifndef ASSAY_SAME_MEASURE_H
#define ASSAY_SAME_MEASURE_H

#include "kernel/measure.h"

/* Fails the test unless A and B count the same elements, wherever and however
   wrong: counts, worst elements, mean, percentiles, octaves and slices.  */
void testing_assert_same_measure (const struct assay_measure *a,
                                  const struct assay_measure *b);

#endif
