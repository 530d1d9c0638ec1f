/* tensor_testing.c -- files of tensors made in a test, byte by byte */

#include "tensor_testing.h"

#include <stdlib.h>
#include <string.h>

#include "testing.h"

void
testing_npy (struct assay_text *text, int major, const char *header,
             const void *data, size_t length)
{
  size_t n = strlen (header);
  int i;

  assay_text_add_bytes (text, "\x93NUMPY", 6);
  assay_text_add_char (text, (char) major);
  assay_text_add_char (text, 0);
  for (i = 0; i < (major == 1 ? 2 : 4); i++)
    assay_text_add_char (text, (char) (n >> (8 * i) & 0xff));
  assay_text_add (text, header);
  assay_text_add_bytes (text, data, length);
}

void
testing_safetensors (struct assay_text *text, const char *header,
                     const void *data, size_t length)
{
  size_t n = strlen (header);
  int i;

  for (i = 0; i < 8; i++)
    assay_text_add_char (text, (char) ((uint64_t) n >> (8 * i) & 0xff));
  assay_text_add (text, header);
  assay_text_add_bytes (text, data, length);
}

enum assay_status
testing_read (struct assay_tensor *tensor, const struct assay_text *file,
              const char *member, const enum assay_dtype *as,
              struct assay_ctx *ctx)
{
  unsigned char *bytes = malloc (file->length ? file->length : 1);
  enum assay_status status;

  ck_assert_ptr_nonnull (bytes);
  if (file->length)
    memcpy (bytes, file->bytes, file->length);
  assay_ctx_init (ctx);
  status = assay_tensor_read (tensor, "t", member, bytes, file->length, as,
                              ctx);
  assay_tensor_close (tensor);
  free (bytes);
  return status;
}

void
testing_assert_refused (enum assay_status status, enum assay_status expected,
                        const struct assay_ctx *ctx, const char *part)
{
  char text[600];

  assay_error_render (text, sizeof text, &ctx->error, NULL);
  ck_assert_msg (status == expected && ctx->error.status == expected,
                 "%s instead of %s: %s", assay_status_name (status),
                 assay_status_name (expected), text);
  ck_assert_msg (strstr (text, part) != NULL, "no \"%s\" in: %s", part,
                 text);
}
