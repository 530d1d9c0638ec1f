/* fast_portable.c -- kernels for any processor: pairs of binary64, sums and
   products rounded one by one */

#define LANES 2
#define TARGET
#define NAME assay_fast_portable
#define LABEL "portable"

typedef double lanes __attribute__ ((vector_size (8 * LANES)));

#include "attention/fast_lanes.h"
#include "attention/fast_loops.h"
#include "attention/fast_pair_loops.h"
#include "attention/fast_processor.h"
#include "attention/fast_table.h"
