/* naive.h -- a plain evaluation in one format, as a yardstick

   What a straightforward kernel does: every sum goes from the first term to
   the last, the row's largest score is subtracted, and each operation,
   exponentials and tanh among them, is rounded to the format once.  */

#ifndef ASSAY_KERNEL_NAIVE_H
#define ASSAY_KERNEL_NAIVE_H

#include "kernel/kernel_row.h"

/* X rounded to FMT, as a double: nearest, ties to even, overflow infinite (in
   e4m3 NaN).  X may be an infinity or NaN.  */
double assay_naive_round (double x, enum assay_fmt fmt);

/* OUT <- the elements of the ordinary ROW at STAGE (not the mass) evaluated so
   in FMT: keys, values or one of them, each a value of FMT, perhaps infinite
   or NaN.  */
void assay_naive_row (double *out, const struct assay_kernel_row *row,
                      enum assay_stage stage, enum assay_fmt fmt);

#endif
