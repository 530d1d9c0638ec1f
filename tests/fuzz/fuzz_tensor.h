/* fuzz_tensor.h -- what both fuzz targets of tensors do with one that was
   read: every element, views of it, and their census  */

#ifndef ASSAY_FUZZ_TENSOR_H
#define ASSAY_FUZZ_TENSOR_H

#include <stdint.h>

#include "kernel/tensor.h"

/* Reads LENGTH bytes as MEMBER of a .safetensors file, or as an .npy file
   when that is null: as stored, and as bf16 and e4m3.  */
void fuzz_tensor (const uint8_t *bytes, size_t length, const char *member);

#endif
