/* positions.c -- which position turns each row of a tensor */

#include "kernel/positions.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "kernel/exact_option.h"

static void
begin (struct assay_positions *positions, size_t axes, size_t batches,
       size_t rows)
{
  memset (positions, 0, sizeof *positions);
  positions->axes = axes;
  positions->batches = batches;
  positions->rows = rows;
  positions->most = -1;
}

void
assay_positions_count_up (struct assay_positions *positions, size_t axes,
                          size_t batches, size_t rows)
{
  begin (positions, axes, batches, rows);
  positions->is_range = 1;
  positions->most = (int64_t) rows - 1;
}

void
assay_positions_close (struct assay_positions *positions)
{
  assay_tensor_close (&positions->tensor);
}

/* RESULT <- the integer at TEXT; REST <- what comes after it.  */
static int
take_integer (int64_t *result, const char *text, const char **rest)
{
  const char *digits = text + (*text == '-');
  char *end;
  long n;

  if (*digits < '0' || *digits > '9')
    return 0;
  errno = 0;
  n = strtol (text, &end, 10);
  *result = n;
  *rest = end;
  return errno == 0;
}

/* "A..B".  */
static enum assay_status
read_range (struct assay_positions *positions, const char *text,
            struct assay_ctx *ctx, const struct assay_where *where)
{
  int64_t first, last;
  const char *rest;

  if (!take_integer (&first, text, &rest) || strncmp (rest, "..", 2) != 0
      || !take_integer (&last, rest + 2, &rest) || *rest != '\0'
      || first > last)
    return assay_fail (ctx, ASSAY_EVALUE, where, "A..B with A <= B, or a "
                       "tensor FILE.npy or FILE.safetensors:NAME", "\"%s\"",
                       text);
  if ((uint64_t) last - (uint64_t) first != positions->rows - 1
      || positions->rows == 0)
    return assay_fail (ctx, ASSAY_EVALUE, where, "a position for each row",
                       "%s for %zu rows", text, positions->rows);
  positions->is_range = 1;
  positions->first = first;
  positions->least = first;
  positions->most = last;
  return ASSAY_OK;
}

/* Which axis of the tensor is the axis, batch and row of a position, as the
   comment in the header lists them.  */
static enum assay_status
match_shape (struct assay_positions *positions, struct assay_ctx *ctx,
             const struct assay_where *where)
{
  const struct assay_tensor *tensor = &positions->tensor;
  const size_t *shape = tensor->shape;
  size_t axes = positions->axes, batches = positions->batches;
  int last = tensor->axes - 1;
  int fits = last >= 0 && shape[last] == positions->rows;
  int ambiguous = fits && tensor->axes == 2 && axes > 1 && axes == batches
                  && shape[0] == axes;
  struct assay_text text;

  if (fits)
    positions->stride[2] = tensor->stride[last];
  fits = fits && !ambiguous;
  if (fits && tensor->axes == 2 && shape[0] == batches)
    positions->stride[1] = tensor->stride[0];
  else if (fits && tensor->axes == 2 && axes > 1 && shape[0] == axes)
    positions->stride[0] = tensor->stride[0];
  else if (fits && tensor->axes == 3 && axes > 1 && shape[0] == axes
           && (shape[1] == batches || shape[1] == 1))
    {
      positions->stride[0] = tensor->stride[0];
      positions->stride[1] = shape[1] == 1 ? 0 : tensor->stride[1];
    }
  else if (tensor->axes != 1
           && !(tensor->axes == 2 && shape[0] == 1))
    fits = 0;
  if (fits)
    return ASSAY_OK;
  assay_text_init (&text);
  if (axes > 1)
    assay_text_printf (&text, "positions of shape [%zu, %zu, %zu] or [%zu]",
                       axes, batches, positions->rows, positions->rows);
  else
    assay_text_printf (&text, "positions of shape [%zu, %zu] or [%zu]",
                       batches, positions->rows, positions->rows);
  {
    struct assay_text found;

    assay_text_init (&found);
    assay_tensor_add_shape (&found, tensor);
    assay_fail (ctx, ASSAY_EVALUE, where, assay_text_string (&text), "%s",
                assay_text_string (&found));
    assay_text_clear (&found);
  }
  assay_text_clear (&text);
  return ASSAY_EVALUE;
}

static enum assay_status
check_values (struct assay_positions *positions, struct assay_ctx *ctx,
              const struct assay_where *where)
{
  const struct assay_tensor *tensor = &positions->tensor;
  size_t i;

  for (i = 0; i < tensor->elements; i++)
    {
      const unsigned char *at = assay_tensor_at (tensor, i);
      int64_t n;

      if (!assay_dtype_integer (&n, assay_tensor_bits (tensor, at),
                                tensor->dtype))
        return assay_fail (ctx, ASSAY_EVALUE, where,
                           "integers below 2^63", "%s, %.17g at %zu",
                           assay_dtype_name (tensor->dtype),
                           assay_tensor_double (tensor, at), i);
      if (i == 0 || n < positions->least)
        positions->least = n;
      if (i == 0 || n > positions->most)
        positions->most = n;
    }
  return ASSAY_OK;
}

enum assay_status
assay_positions_take (struct assay_positions *positions,
                      struct assay_tensor *tensor, const char *option,
                      size_t axes, size_t batches, size_t rows,
                      struct assay_ctx *ctx)
{
  const struct assay_where where = { NULL, option, 0 };
  enum assay_status status;

  begin (positions, axes, batches, rows);
  positions->tensor = *tensor;
  memset (tensor, 0, sizeof *tensor);
  status = match_shape (positions, ctx, &where);
  return status != ASSAY_OK ? status : check_values (positions, ctx, &where);
}

enum assay_status
assay_positions_open (struct assay_positions *positions, const char *text,
                      const char *option, size_t axes, size_t batches,
                      size_t rows, struct assay_ctx *ctx)
{
  const struct assay_where where = { NULL, option, 0 };
  struct assay_tensor tensor;
  enum assay_status status;

  begin (positions, axes, batches, rows);
  if (!assay_names_tensor (text))
    return read_range (positions, text, ctx, &where);
  status = assay_tensor_open (&tensor, text, NULL, ctx);
  if (status != ASSAY_OK)
    return status;
  return assay_positions_take (positions, &tensor, option, axes, batches,
                               rows, ctx);
}

int64_t
assay_positions_at (const struct assay_positions *positions, size_t axis,
                    size_t b, size_t row)
{
  const struct assay_tensor *tensor = &positions->tensor;
  const ptrdiff_t *stride = positions->stride;
  int64_t n = 0;

  if (positions->is_range)
    return positions->first + (int64_t) row;
  assay_dtype_integer (&n, assay_tensor_bits (tensor, tensor->data
                                              + (ptrdiff_t) axis * stride[0]
                                              + (ptrdiff_t) b * stride[1]
                                              + (ptrdiff_t) row * stride[2]),
                       tensor->dtype);
  return n;
}
