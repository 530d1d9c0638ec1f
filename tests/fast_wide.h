/* fast_wide.h -- kernels of another width, for any processor */

#ifndef ASSAY_TESTS_FAST_WIDE_H
#define ASSAY_TESTS_FAST_WIDE_H

#include "attention/fast_kernels.h"

extern const struct assay_fast_kernels fast_wide_kernels;

#endif
