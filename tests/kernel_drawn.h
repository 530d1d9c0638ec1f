/* kernel_drawn.h -- the main path's problem from a drawn one */

#ifndef ASSAY_TESTS_KERNEL_DRAWN_H
#define ASSAY_TESTS_KERNEL_DRAWN_H

#include "drawn_kernel.h"
#include "kernel/problem.h"

enum { KERNEL_DRAWN_TENSORS = 6, KERNEL_DRAWN_TEXT = 400 };

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

/* DRAWN and K <- a problem without lengths whose empty rows are 0, of FORMAT
   (null: of any); TEXT, of KERNEL_DRAWN_TEXT bytes, <- what distinguishes it.
   Both are to be cleared.  */
void kernel_drawn_plain (struct kernel_drawn *k, struct drawn_kernel *drawn,
                         char *text, const struct drawn_kernel_shape *shape,
                         const char *format);
void kernel_drawn_clear (struct kernel_drawn *k);

#endif
