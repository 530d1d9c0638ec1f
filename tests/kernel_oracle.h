/* kernel_oracle.h -- the oracle's problem from a drawn one */

#ifndef ASSAY_TESTS_KERNEL_ORACLE_H
#define ASSAY_TESTS_KERNEL_ORACLE_H

#include <oracle.h>

#include "drawn_kernel.h"

/* P <- the same problem; to be cleared.  */
void kernel_oracle (struct oracle_problem *p,
                    const struct drawn_kernel *drawn);

/* P <- a problem drawn by SHAPE, to be cleared; TEXT, SIZE bytes at most, <-
   what distinguishes it.  */
void kernel_oracle_draw (struct oracle_problem *p, char *text, size_t size,
                         const struct drawn_kernel_shape *shape);

#endif
