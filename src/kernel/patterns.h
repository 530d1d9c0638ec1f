/* patterns.h -- elements as patterns: of what is stored, and for a file */

#ifndef ASSAY_KERNEL_PATTERNS_H
#define ASSAY_KERNEL_PATTERNS_H

#include "kernel/element.h"
#include "kernel/view.h"

/* GOT <- element INDEX of VIEW, a tensor of floats, as a pattern of FMT, in
   which it must be a value: ASSAY_EVALUE, naming NAME, when it is none.  */
enum assay_status assay_pattern_stored (uint64_t *got,
                                        const struct assay_view *view,
                                        const size_t *index,
                                        enum assay_fmt fmt, const char *name,
                                        struct assay_ctx *ctx);

/* BYTES <- the low WIDTH (1, 2, 4 or 8) bytes of each of COUNT patterns, one
   after the other, in this machine's order.  */
void assay_pattern_pack (unsigned char *bytes, const uint64_t *patterns,
                         size_t count, size_t width);

#endif
