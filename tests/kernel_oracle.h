/* kernel_oracle.h -- the oracle's problem from a drawn one */

#ifndef ASSAY_TESTS_KERNEL_ORACLE_H
#define ASSAY_TESTS_KERNEL_ORACLE_H

#include <oracle.h>

#include "drawn_kernel.h"

/* P <- the same problem; to be cleared.  */
void kernel_oracle (struct oracle_problem *p,
                    const struct drawn_kernel *drawn);

#endif
