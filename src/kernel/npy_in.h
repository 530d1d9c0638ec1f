/* npy_in.h -- arrays in .npy files

   Magic, version, a header that is a Python dictionary of exactly 'descr',
   'fortran_order' and 'shape', then the elements.  The dictionary is read by
   a small strict reader: nothing is evaluated.  */

#ifndef ASSAY_KERNEL_NPY_IN_H
#define ASSAY_KERNEL_NPY_IN_H

#include "kernel/tensor.h"

/* TENSOR's type, shape, strides and data <- what LENGTH bytes of an .npy file
   say.  Version 1.0, 2.0 or 3.0; exactly the elements of the shape behind the
   header.  Types: f2 f4 f8 b1 i1 i2 i4 i8 u1 u2 u4 u8 of byte order <, > or,
   for one byte, |; V2, of byte order < or |, is bf16 in little endian; V1 is
   read only AS e4m3 or e5m2.  ASSAY_EIO for too few bytes, else ASSAY_EVALUE;
   places are members of WHERE.  */
enum assay_status assay_npy_in_read (struct assay_tensor *tensor,
                                     const unsigned char *bytes,
                                     size_t length,
                                     const enum assay_dtype *as,
                                     struct assay_ctx *ctx,
                                     const struct assay_where *where);

#endif
