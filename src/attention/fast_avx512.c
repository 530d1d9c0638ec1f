/* fast_avx512.c -- kernels for x86-64 processors with AVX-512 */

#include "attention/fast_processor.h"

#ifdef ASSAY_FAST_HAS_X86

#include <immintrin.h>

#define LANES 8
#define TARGET __attribute__ ((target ("avx512f")))
#define HAS_MADD
#define NAME assay_fast_avx512
#define LABEL "AVX-512"

typedef double lanes __attribute__ ((vector_size (8 * LANES)));

static inline TARGET lanes
madd (lanes a, lanes b, lanes c)
{
  return _mm512_fmadd_pd (a, b, c);
}

#include "attention/fast_lanes.h"
#include "attention/fast_loops.h"
#include "attention/fast_pair_loops.h"
#include "attention/fast_table.h"

#endif
