/* fast_avx2.c -- kernels for x86-64 processors with AVX2 and FMA */

#include "attention/fast_processor.h"

#ifdef ASSAY_FAST_HAS_X86

#include <immintrin.h>

#define LANES 4
#define TARGET __attribute__ ((target ("avx2,fma")))
#define HAS_MADD
#define NAME assay_fast_avx2
#define LABEL "AVX2"

typedef double lanes __attribute__ ((vector_size (8 * LANES)));

static inline TARGET lanes
madd (lanes a, lanes b, lanes c)
{
  return _mm256_fmadd_pd (a, b, c);
}

#include "attention/fast_lanes.h"
#include "attention/fast_loops.h"
#include "attention/fast_pair_loops.h"
#include "attention/fast_table.h"

#endif
