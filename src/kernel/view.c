/* view.c -- a tensor as batches, heads, rows and columns */

#include "kernel/view.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

static const char letters[] = "bhsd";

/* VIEW <- TENSOR's elements, every axis still of size 1.  */
static void
begin (struct assay_view *view, const struct assay_tensor *tensor)
{
  int k;

  for (k = 0; k < ASSAY_VIEW_AXES; k++)
    {
      view->shape[k] = 1;
      view->stride[k] = 0;
    }
  view->data = tensor->data;
  view->dtype = tensor->dtype;
  view->swapped = tensor->swapped;
  view->tensor = tensor;
}

static enum assay_status
refuse_shape (const struct assay_tensor *tensor, const char *expected,
              struct assay_ctx *ctx, const struct assay_where *where)
{
  struct assay_text shape;

  assay_text_init (&shape);
  assay_tensor_add_shape (&shape, tensor);
  assay_fail (ctx, ASSAY_EVALUE, where, expected, "%s in %s",
              assay_text_string (&shape), tensor->name);
  assay_text_clear (&shape);
  return ASSAY_EVALUE;
}

/* The tensor's axis AXIS <- the axis of VIEW that LETTER names.  */
static void
name_axis (struct assay_view *view, int axis, char letter)
{
  int k = (int) (strchr (letters, letter) - letters);

  view->shape[k] = view->tensor->shape[axis];
  view->stride[k] = view->tensor->stride[axis];
}

/* The tensor's axis AXIS <- HEADS heads, each with its columns.  */
static void
split_axis (struct assay_view *view, int axis, size_t heads)
{
  const struct assay_tensor *tensor = view->tensor;
  size_t width = tensor->shape[axis] / heads;

  view->shape[ASSAY_VIEW_H] = heads;
  view->shape[ASSAY_VIEW_D] = width;
  view->stride[ASSAY_VIEW_D] = tensor->stride[axis];
  view->stride[ASSAY_VIEW_H] = (ptrdiff_t) width * tensor->stride[axis];
}

/* The count of axes that AXES names, 0 when it is no such name.  SPLIT <- the
   place of the axis "(hd)" among them, or -1.  */
static int
count_axes (int *split, const char *axes)
{
  unsigned seen = 0, these;
  const char *p;
  int count = 0;

  *split = -1;
  for (p = axes; *p; p++, count++)
    {
      const char *letter = strchr (letters, *p);

      if (strncmp (p, "(hd)", 4) == 0)
        {
          these = 1u << ASSAY_VIEW_H | 1u << ASSAY_VIEW_D;
          *split = count;
          p += 3;
        }
      else if (letter)
        these = 1u << (letter - letters);
      else
        return 0;
      if (seen & these)
        return 0;
      seen |= these;
    }
  return count;
}

enum assay_status
assay_view_axes (struct assay_view *view, const struct assay_tensor *tensor,
                 const char *axes, size_t heads, struct assay_ctx *ctx,
                 const struct assay_where *where)
{
  int split, count = count_axes (&split, axes), i;
  char expected[160];

  if (count == 0 || strlen (axes) > 16)
    return assay_fail (ctx, ASSAY_EVALUE, where, "names of axes such as "
                       "bhsd, bshd, hsd, sd or bs(hd): b batch, h head, s "
                       "row, d column", "%s", axes);
  if (count != tensor->axes)
    {
      snprintf (expected, sizeof expected, "a shape of %d %s, as %s names "
                "them", count, count == 1 ? "axis" : "axes", axes);
      return refuse_shape (tensor, expected, ctx, where);
    }
  if (split >= 0 && (heads == 0 || tensor->shape[split] % heads != 0))
    {
      snprintf (expected, sizeof expected, "a shape whose axis (hd) of %s is "
                "a multiple of %zu heads", axes, heads);
      return refuse_shape (tensor, expected, ctx, where);
    }
  begin (view, tensor);
  for (i = 0; i < count; i++)
    if (i == split)
      {
        split_axis (view, i, heads);
        axes += 4;
      }
    else
      name_axis (view, i, *axes++);
  return ASSAY_OK;
}

enum assay_status
assay_view_right (struct assay_view *view, const struct assay_tensor *tensor,
                  struct assay_ctx *ctx, const struct assay_where *where)
{
  int missing = ASSAY_VIEW_AXES - tensor->axes, i;

  if (missing < 0)
    return refuse_shape (tensor, "a shape of at most 4 axes", ctx, where);
  begin (view, tensor);
  for (i = 0; i < tensor->axes; i++)
    name_axis (view, i, letters[missing + i]);
  return ASSAY_OK;
}

/* The shape of VIEW is not SHAPE.  */
static enum assay_status
refuse_view (const struct assay_view *view, const size_t *shape,
             const char *how, struct assay_ctx *ctx,
             const struct assay_where *where)
{
  char expected[160];

  snprintf (expected, sizeof expected, "batches, heads, rows, columns %s "
            "[%zu, %zu, %zu, %zu]", how, shape[0], shape[1], shape[2],
            shape[3]);
  return assay_fail (ctx, ASSAY_EVALUE, where, expected,
                     "[%zu, %zu, %zu, %zu] in %s", view->shape[0],
                     view->shape[1], view->shape[2], view->shape[3],
                     view->tensor->name);
}

enum assay_status
assay_view_spread (struct assay_view *view, const size_t *shape,
                   struct assay_ctx *ctx, const struct assay_where *where)
{
  int k;

  for (k = 0; k < ASSAY_VIEW_AXES; k++)
    if (view->shape[k] != shape[k] && view->shape[k] != 1)
      return refuse_view (view, shape, "that are 1 or those of", ctx, where);
  for (k = 0; k < ASSAY_VIEW_AXES; k++)
    if (view->shape[k] != shape[k])
      {
        view->shape[k] = shape[k];
        view->stride[k] = 0;
      }
  return ASSAY_OK;
}

enum assay_status
assay_view_check_shape (const struct assay_view *view, const size_t *shape,
                        struct assay_ctx *ctx,
                        const struct assay_where *where)
{
  int k;

  for (k = 0; k < ASSAY_VIEW_AXES; k++)
    if (view->shape[k] != shape[k])
      return refuse_view (view, shape, "as in", ctx, where);
  return ASSAY_OK;
}

static const unsigned char *
place (const struct assay_view *view, size_t b, size_t h, size_t s, size_t d)
{
  return view->data + (ptrdiff_t) b * view->stride[ASSAY_VIEW_B]
         + (ptrdiff_t) h * view->stride[ASSAY_VIEW_H]
         + (ptrdiff_t) s * view->stride[ASSAY_VIEW_S]
         + (ptrdiff_t) d * view->stride[ASSAY_VIEW_D];
}

void
assay_view_row (double *out, const struct assay_view *view, size_t b,
                size_t h, size_t s)
{
  const unsigned char *at = place (view, b, h, s, 0);
  size_t width = view->shape[ASSAY_VIEW_D], d;
  ptrdiff_t stride = view->stride[ASSAY_VIEW_D];

  for (d = 0; d < width; d++)
    out[d] = assay_dtype_double (
      assay_dtype_load (at + (ptrdiff_t) d * stride, view->dtype,
                        view->swapped), view->dtype);
}

uint64_t
assay_view_bits (const struct assay_view *view, size_t b, size_t h, size_t s,
                 size_t d)
{
  return assay_dtype_load (place (view, b, h, s, d), view->dtype,
                           view->swapped);
}

double
assay_view_double (const struct assay_view *view, size_t b, size_t h,
                   size_t s, size_t d)
{
  return assay_dtype_double (assay_view_bits (view, b, h, s, d),
                             view->dtype);
}
