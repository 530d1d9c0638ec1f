/* safetensors.h -- tensors in .safetensors files

   Eight bytes with the length of a JSON header, the header, then one buffer
   that the tensors fill without overlaps and without holes.  */

#ifndef ASSAY_KERNEL_SAFETENSORS_H
#define ASSAY_KERNEL_SAFETENSORS_H

#include "kernel/tensor.h"

/* The longest header that the format's own readers take.  */
#define ASSAY_SAFETENSORS_HEADER 100000000u

/* TENSOR's type, shape, strides and data <- those of the tensor MEMBER in
   LENGTH bytes of a .safetensors file.  The whole header is checked, not only
   MEMBER: strict JSON without duplicate keys, every entry a type, a shape and
   two offsets, the offsets as many bytes apart as the shape asks (unless the
   type is one that is not read here), end to end from the buffer's first
   byte to its last.  Types BF16 F16 F32 F64 F8_E4M3 F8_E5M2 BOOL I8 I16 I32
   I64 U8 U16 U32 U64.  ASSAY_EIO for too few bytes, else ASSAY_EVALUE; places
   are members of WHERE.  */
enum assay_status assay_safetensors_find (struct assay_tensor *tensor,
                                          const char *member,
                                          const unsigned char *bytes,
                                          size_t length,
                                          const enum assay_dtype *as,
                                          struct assay_ctx *ctx,
                                          const struct assay_where *where);

#endif
