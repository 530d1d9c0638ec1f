/* special.h -- patterns of what is no real number, and of signed zeros */

#ifndef ASSAY_KERNEL_SPECIAL_H
#define ASSAY_KERNEL_SPECIAL_H

#include <stdint.h>

#include "real/fmt.h"

/* The pattern of X, a zero, an infinity or NaN, in FMT: signs are kept, a NaN
   is positive and quiet.  e4m3 has NaN of its sign for an infinity.  */
uint64_t assay_special_bits (double x, enum assay_fmt fmt);

#endif
