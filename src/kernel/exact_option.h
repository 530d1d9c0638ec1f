/* exact_option.h -- numbers of the command line, exactly

   "0.01" and "1/100" are the fraction they spell; "f32:0.01" is the value of
   the float that it rounds to, of any format by its name.  */

#ifndef ASSAY_KERNEL_EXACT_OPTION_H
#define ASSAY_KERNEL_EXACT_OPTION_H

#include <gmp.h>

#include "base/ctx.h"
#include "kernel/tensor.h"

/* RESULT <- the number TEXT spells.  ASSAY_EVALUE, naming OPTION, when it
   spells none or a float that is not finite; ASSAY_ELIMIT beyond the
   budget.  */
enum assay_status assay_exact_option (mpq_ptr result, const char *text,
                                      const char *option,
                                      struct assay_ctx *ctx);

/* VALUES <- *COUNT numbers of "A,B,C", or the elements of a tensor of one
   axis when TEXT names a file (it ends in .npy or holds ".safetensors:").
   To be freed by assay_rationals_free, also after a refusal.  */
enum assay_status assay_exact_list (mpq_t **values, size_t *count,
                                    const char *text, const char *option,
                                    struct assay_ctx *ctx);

/* Whether TEXT names a tensor rather than spelling numbers.  */
int assay_names_tensor (const char *text);

#endif
