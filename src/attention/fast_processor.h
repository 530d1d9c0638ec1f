/* fast_processor.h -- which kernels this build has */

#ifndef ASSAY_ATTENTION_FAST_PROCESSOR_H
#define ASSAY_ATTENTION_FAST_PROCESSOR_H

#include "attention/fast_kernels.h"

#if defined __x86_64__ && defined __GNUC__
#define ASSAY_FAST_HAS_X86 1
#endif

extern const struct assay_fast_kernels assay_fast_portable;
extern const struct assay_fast_kernels assay_fast_avx2;
extern const struct assay_fast_kernels assay_fast_avx512;

#endif
