/* tensor.h -- tensors in other people's files: what they are and where

   Files are memory-mapped and never copied.  A header is checked against the
   length of its file before an element is read, with arithmetic that cannot
   wrap.  */

#ifndef ASSAY_KERNEL_TENSOR_H
#define ASSAY_KERNEL_TENSOR_H

#include <stddef.h>
#include <stdint.h>

#include "base/text.h"
#include "kernel/dtype.h"
#include "kernel/mapping.h"

enum { ASSAY_TENSOR_AXES = 8 };

/* Element (i[0], ..., i[axes - 1]) is at data + sum of i[k] * stride[k]
   bytes, inside the file for every index in the shape.  No axes: one
   element.  */
struct assay_tensor
{
  char *name;                   /* as given: "q.npy", "m.safetensors:q" */
  enum assay_dtype dtype;       /* as it is read */
  int axes;
  size_t shape[ASSAY_TENSOR_AXES];
  ptrdiff_t stride[ASSAY_TENSOR_AXES];
  size_t elements;              /* product of the shape; may be 0 */
  const unsigned char *data;
  int swapped;                  /* bytes of an element in the other order */
  struct assay_mapping mapping; /* empty when the memory is the caller's */
};

/* TENSOR <- the tensor called NAME: FILE.npy (versions 1 to 3, C or Fortran
   order, f2 f4 f8 b1 i1..i8 u1..u8 of either byte order; V2 is bf16, V1 needs
   AS) or FILE.safetensors:MEMBER (BF16 F16 F32 F64 F8_E4M3 F8_E5M2 BOOL
   I8..I64 U8..U64).  A name without ".safetensors:" is an .npy file.
   AS, if not null, is the type that the patterns are read as, of the stored
   width (assay_dtype_reads_as): bf16 from uint16 or int16, e4m3 from uint8.
   ASSAY_EIO: the file cannot be read or is shorter than its header says.
   ASSAY_EVALUE: the header is not one, or says what cannot be: where is NAME
   and a member of its header.  TENSOR is closed then.  */
enum assay_status assay_tensor_open (struct assay_tensor *tensor,
                                     const char *name,
                                     const enum assay_dtype *as,
                                     struct assay_ctx *ctx);

/* As assay_tensor_open for LENGTH bytes as the content of an .npy file
   (MEMBER null) or as that MEMBER of a .safetensors file.  The bytes must
   outlive TENSOR.  */
enum assay_status assay_tensor_read (struct assay_tensor *tensor,
                                     const char *name, const char *member,
                                     const unsigned char *bytes,
                                     size_t length,
                                     const enum assay_dtype *as,
                                     struct assay_ctx *ctx);

/* TENSOR <- the array at DATA, C order, elements in this machine's byte
   order; the memory stays the caller's and must outlive TENSOR.  The shape's
   product must fit (an invariant, not checked against anything).  */
void assay_tensor_wrap (struct assay_tensor *tensor, const char *name,
                        enum assay_dtype dtype, int axes,
                        const size_t *shape, const void *data);

/* Strides and count of elements <- those of TENSOR's shape and type in C
   order, or in Fortran order (first axis fastest).  ASSAY_EVALUE at WHERE when
   the bytes of that shape, each axis taken as at least 1, are more than
   PTRDIFF_MAX.  */
enum assay_status assay_tensor_lay_out (struct assay_tensor *tensor,
                                        int fortran, struct assay_ctx *ctx,
                                        const struct assay_where *where);

/* TENSOR's type <- STORED read as AS (null: as stored).  ASSAY_EVALUE at
   WHERE when it cannot be.  */
enum assay_status assay_tensor_set_type (struct assay_tensor *tensor,
                                         enum assay_dtype stored,
                                         const enum assay_dtype *as,
                                         struct assay_ctx *ctx,
                                         const struct assay_where *where);

/* Drops the mapping.  Also for a tensor that was never opened, if it is
   zeroed, and for one closed already.  */
void assay_tensor_close (struct assay_tensor *tensor);

/* Where the element lies whose index in C order (last axis fastest) is
   INDEX < elements, whatever the order in the file.  */
const unsigned char *assay_tensor_at (const struct assay_tensor *tensor,
                                      size_t index);

/* The pattern, and the value as assay_dtype_double gives it, of the element
   at AT (inside the tensor).  */
uint64_t assay_tensor_bits (const struct assay_tensor *tensor,
                            const unsigned char *at);
double assay_tensor_double (const struct assay_tensor *tensor,
                            const unsigned char *at);

/* "[2, 8, 128, 64]" appended to TEXT; "[]" for no axes.  */
void assay_tensor_add_shape (struct assay_text *text,
                             const struct assay_tensor *tensor);

#endif
