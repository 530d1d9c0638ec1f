/* npy_out.c -- tensors as .npy files, written piece by piece */

#include "position/npy_out.h"

#include <errno.h>
#include <string.h>
#include <sys/types.h>

#include "base/text.h"

static enum assay_status
fail_file (const struct assay_npy_out *out, struct assay_ctx *ctx,
           const char *expected)
{
  struct assay_where where = { NULL, out->beside.file, 0 };

  return assay_fail (ctx, ASSAY_EIO, &where, expected, "%s",
                     strerror (errno));
}

static const char *
type_of (enum assay_fmt fmt)
{
  switch (fmt)
    {
    case ASSAY_FMT_F64:
      return "<f8";
    case ASSAY_FMT_F32:
      return "<f4";
    case ASSAY_FMT_F16:
      return "<f2";
    case ASSAY_FMT_BF16:
      return "<V2";
    default:
      return "|u1";
    }
}

/* Magic, length and dictionary, together a multiple of 64 bytes.  */
static void
add_header (struct assay_text *text, enum assay_fmt fmt, const size_t *shape,
            int axes)
{
  struct assay_text dictionary;
  size_t length;
  int i;

  assay_text_init (&dictionary);
  assay_text_printf (&dictionary, "{'descr': '%s', 'fortran_order': False, "
                     "'shape': (", type_of (fmt));
  for (i = 0; i < axes; i++)
    assay_text_printf (&dictionary, "%s%zu", i ? ", " : "", shape[i]);
  assay_text_add (&dictionary, axes == 1 ? ",), }" : "), }");
  while ((10 + dictionary.length + 1) % 64 != 0)
    assay_text_add_char (&dictionary, ' ');
  assay_text_add_char (&dictionary, '\n');
  length = dictionary.length;
  assay_text_add_bytes (text, "\x93NUMPY\x01\x00", 8);
  assay_text_add_char (text, (char) (length & 0xff));
  assay_text_add_char (text, (char) (length >> 8));
  assay_text_add (text, dictionary.bytes);
  assay_text_clear (&dictionary);
}

enum assay_status
assay_npy_begin (struct assay_npy_out *out, const char *file,
                 enum assay_fmt fmt, const size_t *shape, int axes,
                 struct assay_ctx *ctx)
{
  enum assay_status status = assay_beside_begin (&out->beside, file, ctx);
  struct assay_text header;

  if (status != ASSAY_OK)
    return status;
  out->width = assay_fmt_shape (fmt)->width / 8;
  assay_text_init (&header);
  add_header (&header, fmt, shape, axes);
  out->data = (long) header.length;
  status = assay_text_send (&header, out->beside.stream, file, ctx);
  assay_text_clear (&header);
  if (status != ASSAY_OK)
    assay_beside_abandon (&out->beside);
  return status;
}

/* TO <- COUNT elements of FROM in little-endian order.  */
static void
little_endian (unsigned char *to, const void *from, size_t count,
               unsigned width)
{
  const unsigned char *bytes = from;
  const uint16_t probe = 1;
  size_t i;
  unsigned k;

  if (*(const unsigned char *) &probe == 1)
    memcpy (to, from, count * width);
  else
    for (i = 0; i < count; i++)
      for (k = 0; k < width; k++)
        to[i * width + k] = bytes[i * width + width - 1 - k];
}

enum assay_status
assay_npy_put (struct assay_npy_out *out, size_t at, const void *patterns,
               size_t count, struct assay_ctx *ctx)
{
  const char *from = patterns;
  unsigned char block[8192];
  size_t n;

  if (fseeko (out->beside.stream,
              (off_t) out->data + (off_t) at * (off_t) out->width, SEEK_SET)
      != 0)
    return fail_file (out, ctx, "room to write");
  for (; count > 0; count -= n)
    {
      n = sizeof block / out->width;
      n = count < n ? count : n;
      little_endian (block, from, n, out->width);
      if (fwrite (block, out->width, n, out->beside.stream) != n)
        return fail_file (out, ctx, "room to write");
      from += n * out->width;
    }
  return ASSAY_OK;
}

enum assay_status
assay_npy_finish (struct assay_npy_out *out, struct assay_ctx *ctx)
{
  enum assay_status status = assay_beside_close (&out->beside, ctx);

  if (status == ASSAY_OK)
    return assay_beside_place (&out->beside, ctx);
  assay_beside_abandon (&out->beside);
  return status;
}

void
assay_npy_abandon (struct assay_npy_out *out)
{
  assay_beside_abandon (&out->beside);
}
