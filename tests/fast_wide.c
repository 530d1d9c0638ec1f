/* fast_wide.c -- the kernels eight binary64 wide without a processor that has
   them: what AVX-512 runs, but for its fused products */

/* Passing such vectors on is this file's own affair.  */
#pragma GCC diagnostic ignored "-Wpsabi"

#define LANES 8
#define TARGET
#define NAME fast_wide_kernels
#define LABEL "eight wide"

typedef double lanes __attribute__ ((vector_size (8 * LANES)));

#include "fast_wide.h"

#include "attention/fast_lanes.h"
#include "attention/fast_loops.h"
#include "attention/fast_pair_loops.h"
#include "attention/fast_processor.h"
#include "attention/fast_table.h"
