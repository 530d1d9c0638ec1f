/* kernel_drawn.h -- the main path's problem from a drawn one */

#ifndef ASSAY_TESTS_KERNEL_DRAWN_H
#define ASSAY_TESTS_KERNEL_DRAWN_H

#include "drawn_kernel.h"
#include "kernel/problem.h"

enum { KERNEL_DRAWN_TENSORS = 6 };

/* The tensors' memory, and the problem over it.  */
struct kernel_drawn
{
  unsigned char *memory[KERNEL_DRAWN_TENSORS];
  struct assay_tensor tensor[KERNEL_DRAWN_TENSORS];
  struct assay_problem problem;
};

/* K <- the same problem, settled; a test fails when it is refused.  To be
   cleared.  */
void kernel_drawn (struct kernel_drawn *k, const struct drawn_kernel *drawn);
void kernel_drawn_clear (struct kernel_drawn *k);

#endif
