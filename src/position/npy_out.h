/* npy_out.h -- tensors as .npy files, written piece by piece

   Version 1.0, C order, little endian.  bf16 has the type "<V2", two bytes
   without a meaning to numpy, whose values its extension types read.  */

#ifndef ASSAY_POSITION_NPY_OUT_H
#define ASSAY_POSITION_NPY_OUT_H

#include <stdint.h>

#include "base/beside.h"
#include "real/fmt.h"

struct assay_npy_out
{
  struct assay_beside beside;   /* the file until it is whole */
  long data;                    /* where the elements begin */
  unsigned width;               /* bytes of an element */
};

/* OUT <- a file beside FILE (which must outlive OUT) with the header of an
   array of FMT and that shape, AXES >= 1.  ASSAY_EIO when it cannot be made;
   nothing is then left behind.  OUT stays where it is until it is ended by
   one of the two below.  */
enum assay_status assay_npy_begin (struct assay_npy_out *out,
                                   const char *file, enum assay_fmt fmt,
                                   const size_t *shape, int axes,
                                   struct assay_ctx *ctx);

/* Elements AT to AT + COUNT - 1 in C order <- PATTERNS, unsigned integers of
   the format's width.  */
enum assay_status assay_npy_put (struct assay_npy_out *out, size_t at,
                                 const void *patterns, size_t count,
                                 struct assay_ctx *ctx);

/* FILE is now the array: renamed over what it was.  ASSAY_EIO, and nothing is
   left behind, when that cannot be done.  */
enum assay_status assay_npy_finish (struct assay_npy_out *out,
                                    struct assay_ctx *ctx);

/* Nothing is left behind.  After an end or a refusal to begin, it does
   nothing.  */
void assay_npy_abandon (struct assay_npy_out *out);

#endif
