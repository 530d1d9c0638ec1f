/* judge_copy.h -- a tensor that is to be two others, one after the other */

#ifndef ASSAY_KERNEL_JUDGE_COPY_H
#define ASSAY_KERNEL_JUDGE_COPY_H

#include "kernel/measure.h"
#include "kernel/view.h"

/* MEASURE <- every element of GOT against PAST (null: nothing) followed by
   NOW along the rows; initialised by this.  ASSAY_EVALUE at NAME when the
   shapes or types do not allow that.  */
enum assay_status assay_judge_copy (struct assay_measure *measure,
                                    const char *name,
                                    const struct assay_view *got,
                                    const struct assay_view *past,
                                    const struct assay_view *now,
                                    struct assay_ctx *ctx);

#endif
