/* turn_matrix.h -- how many mistakes of rotary encodings are named */

#ifndef ASSAY_BENCH_TURN_MATRIX_H
#define ASSAY_BENCH_TURN_MATRIX_H

#include <stddef.h>

/* For each mistake of the oracle, how often its hypothesis comes first, and
   what else does: SEEDS dumps of ROWS rows in f32 and bf16.  */
void bench_turn_matrix (unsigned long seeds, size_t rows);

#endif
