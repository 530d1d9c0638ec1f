/* tensor_testing.h -- files of tensors made in a test, byte by byte */

#ifndef ASSAY_TENSOR_TESTING_H
#define ASSAY_TENSOR_TESTING_H

#include "base/text.h"
#include "kernel/tensor.h"

/* TEXT <- an .npy file of version MAJOR.0 with HEADER as its dictionary (not
   padded) and then LENGTH bytes of DATA.  */
void testing_npy (struct assay_text *text, int major, const char *header,
                  const void *data, size_t length);

/* TEXT <- a .safetensors file with HEADER and LENGTH bytes of DATA.  */
void testing_safetensors (struct assay_text *text, const char *header,
                          const void *data, size_t length);

/* The answer of assay_tensor_read of FILE's bytes, copied to memory that
   ends where they end; TENSOR is closed again and CTX initialised first.  */
enum assay_status testing_read (struct assay_tensor *tensor,
                                const struct assay_text *file,
                                const char *member,
                                const enum assay_dtype *as,
                                struct assay_ctx *ctx);

/* Fails the test unless STATUS is EXPECTED and the rendered error of CTX
   holds PART.  */
void testing_assert_refused (enum assay_status status,
                             enum assay_status expected,
                             const struct assay_ctx *ctx, const char *part);

#endif
