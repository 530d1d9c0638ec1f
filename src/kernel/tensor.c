/* tensor.c -- tensors in other people's files: what they are and where */

#include "kernel/tensor.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "kernel/npy_in.h"
#include "kernel/safetensors.h"

static const char extension[] = ".safetensors:";

enum assay_status
assay_tensor_lay_out (struct assay_tensor *tensor, int fortran,
                      struct assay_ctx *ctx, const struct assay_where *where)
{
  size_t stride = assay_dtype_size (tensor->dtype);
  struct assay_text shape;
  int i;

  tensor->elements = 1;
  for (i = 0; i < tensor->axes; i++)
    {
      int k = fortran ? i : tensor->axes - 1 - i;
      size_t size = tensor->shape[k];

      if (size > PTRDIFF_MAX / stride)
        {
          assay_text_init (&shape);
          assay_tensor_add_shape (&shape, tensor);
          assay_fail (ctx, ASSAY_EVALUE, where,
                      "a shape whose bytes can be addressed",
                      "%s of %s", assay_text_string (&shape),
                      assay_dtype_name (tensor->dtype));
          assay_text_clear (&shape);
          return ASSAY_EVALUE;
        }
      tensor->stride[k] = (ptrdiff_t) stride;
      stride *= size > 0 ? size : 1;
      tensor->elements *= size;
    }
  return ASSAY_OK;
}

enum assay_status
assay_tensor_set_type (struct assay_tensor *tensor, enum assay_dtype stored,
                       const enum assay_dtype *as, struct assay_ctx *ctx,
                       const struct assay_where *where)
{
  char expected[120];

  tensor->dtype = as ? *as : stored;
  if (assay_dtype_reads_as (stored, tensor->dtype))
    return ASSAY_OK;
  snprintf (expected, sizeof expected,
            "%s, or integers of %zu bits, to be read as %s",
            assay_dtype_name (*as), 8 * assay_dtype_size (*as),
            assay_dtype_name (*as));
  return assay_fail (ctx, ASSAY_EVALUE, where, expected, "%s",
                     assay_dtype_name (stored));
}

enum assay_status
assay_tensor_read (struct assay_tensor *tensor, const char *name,
                   const char *member, const unsigned char *bytes,
                   size_t length, const enum assay_dtype *as,
                   struct assay_ctx *ctx)
{
  char *file = assay_strdup (name);
  struct assay_where where = { NULL, file, 0 };
  enum assay_status status;
  char *colon;

  memset (tensor, 0, sizeof *tensor);
  tensor->name = assay_strdup (name);
  if (member)
    {
      /* Places are in the file; the member's name is part of them.  */
      colon = strstr (file, extension);
      if (colon)
        colon[strlen (extension) - 1] = '\0';
      status = assay_safetensors_find (tensor, member, bytes, length, as,
                                       ctx, &where);
    }
  else
    status = assay_npy_in_read (tensor, bytes, length, as, ctx, &where);
  if (status != ASSAY_OK)
    assay_tensor_close (tensor);
  free (file);
  return status;
}

enum assay_status
assay_tensor_open (struct assay_tensor *tensor, const char *name,
                   const enum assay_dtype *as, struct assay_ctx *ctx)
{
  const char *dot = NULL, *next = strstr (name, extension);
  char *file = assay_strdup (name);
  struct assay_mapping mapping;
  enum assay_status status;

  memset (tensor, 0, sizeof *tensor);
  /* The first one with a member: a member's name may hold anything.  */
  if (next)
    {
      dot = next + strlen (extension);
      file[dot - 1 - name] = '\0';
    }
  status = assay_mapping_open (&mapping, file, ctx);
  if (status == ASSAY_OK)
    status = assay_tensor_read (tensor, name, dot, mapping.bytes,
                                mapping.length, as, ctx);
  if (status == ASSAY_OK)
    tensor->mapping = mapping;
  else
    assay_mapping_close (&mapping);
  free (file);
  return status;
}

void
assay_tensor_wrap (struct assay_tensor *tensor, const char *name,
                   enum assay_dtype dtype, int axes, const size_t *shape,
                   const void *data)
{
  struct assay_ctx ctx;

  memset (tensor, 0, sizeof *tensor);
  tensor->name = assay_strdup (name);
  tensor->dtype = dtype;
  tensor->axes = axes;
  if (axes > 0)
    memcpy (tensor->shape, shape, (size_t) axes * sizeof *shape);
  tensor->data = data;
  assay_ctx_init (&ctx);
  if (assay_tensor_lay_out (tensor, 0, &ctx, NULL) != ASSAY_OK)
    abort ();
}

void
assay_tensor_close (struct assay_tensor *tensor)
{
  assay_mapping_close (&tensor->mapping);
  free (tensor->name);
  memset (tensor, 0, sizeof *tensor);
}

const unsigned char *
assay_tensor_at (const struct assay_tensor *tensor, size_t index)
{
  ptrdiff_t offset = 0;
  int i;

  for (i = tensor->axes - 1; i >= 0; i--)
    {
      offset += (ptrdiff_t) (index % tensor->shape[i]) * tensor->stride[i];
      index /= tensor->shape[i];
    }
  return tensor->data + offset;
}

uint64_t
assay_tensor_bits (const struct assay_tensor *tensor, const unsigned char *at)
{
  return assay_dtype_load (at, tensor->dtype, tensor->swapped);
}

double
assay_tensor_double (const struct assay_tensor *tensor,
                     const unsigned char *at)
{
  return assay_dtype_double (assay_tensor_bits (tensor, at), tensor->dtype);
}

void
assay_tensor_add_shape (struct assay_text *text,
                        const struct assay_tensor *tensor)
{
  int i;

  assay_text_add_char (text, '[');
  for (i = 0; i < tensor->axes; i++)
    assay_text_printf (text, "%s%zu", i ? ", " : "", tensor->shape[i]);
  assay_text_add_char (text, ']');
}
