/* table_vector.h -- a table by the C library's vector cosine and sine */

#ifndef ASSAY_BENCH_TABLE_VECTOR_H
#define ASSAY_BENCH_TABLE_VECTOR_H

#include <stddef.h>

/* Why there is none here, or null.  */
const char *table_vector_lacks (void);

/* COSINE and SINE, POSITIONS x PAIRS each, <- those of p w_i computed in
   doubles, four at a time, and rounded; PAIRS is a multiple of 4.  Not to be
   called where something lacks.  */
void table_vector_fill (float *cosine, float *sine, const double *w,
                        size_t positions, size_t pairs);

#endif
