/* table_vectors.c -- tables of cosines and sines as turned vectors */

#include "kernel/table_vectors.h"

#include <stdlib.h>
#include <string.h>

#include "base/memory.h"

/* The bytes of COLUMN of a table's row.  */
static const unsigned char *
entry (const struct assay_view *table, size_t b, size_t s, size_t column)
{
  return table->data + (ptrdiff_t) b * table->stride[ASSAY_VIEW_B]
         + (ptrdiff_t) s * table->stride[ASSAY_VIEW_S]
         + (ptrdiff_t) column * table->stride[ASSAY_VIEW_D];
}

/* Entry AT of a row <- COLUMN of TABLE; absent where there is no table.  */
static void
copy_entry (struct assay_table_vectors *tables,
            const struct assay_view *table, size_t b, size_t h, size_t s,
            size_t at, size_t column)
{
  const size_t *shape = tables->got_tensor.shape;
  size_t size = assay_dtype_size (tables->got_tensor.dtype);
  unsigned char *to = tables->got
                      + (((b * shape[1] + h) * shape[2] + s) * shape[3] + at)
                        * size;

  if (table)
    memcpy (to, entry (table, b, s, column), size);
  else
    tables->is_absent[h * shape[3] + at] = 1;
}

/* The sign of entry AT of a row changed.  */
static void
negate (struct assay_table_vectors *tables, int is_swapped, size_t b,
        size_t h, size_t s, size_t at)
{
  const size_t *shape = tables->got_tensor.shape;
  size_t size = assay_dtype_size (tables->got_tensor.dtype);
  size_t row = ((b * shape[1] + h) * shape[2] + s) * shape[3];

  tables->got[(row + at + 1) * size - 1 - (is_swapped ? size - 1 : 0)]
    ^= 0x80;
}

/* COSINE or SINE may be null; ANY is one that is not.  */
static void
copy_row (struct assay_table_vectors *tables, const struct assay_view *any,
          const struct assay_view *cosine, const struct assay_view *sine,
          size_t b, size_t s)
{
  const struct assay_layout *layout = &tables->rotation.layout;
  int is_each = any->shape[ASSAY_VIEW_D] == layout->rotary_dim;
  size_t pair, h, k[2];

  for (h = 0; h < tables->got_tensor.shape[1]; h++)
    for (pair = 0; pair < layout->rotary_dim / 2; pair++)
      {
        assay_layout_pair (&k[0], &k[1], layout, pair);
        copy_entry (tables, h == 0 ? cosine : sine, b, h, s, k[0],
                    is_each ? k[0] : pair);
        copy_entry (tables, h == 0 ? sine : cosine, b, h, s, k[1],
                    is_each ? k[1] : pair);
        if (h > 0)
          negate (tables, any->swapped, b, h, s, k[0]);
      }
}

/* X <- a row of (1, 0), and one of (0, 1), the same for all positions.  */
static enum assay_status
set_x (struct assay_table_vectors *tables, size_t heads,
       const struct assay_view *table, struct assay_ctx *ctx)
{
  const struct assay_layout *layout = &tables->rotation.layout;
  const size_t shape[] = { heads, layout->rotary_dim };
  struct assay_view *x = &tables->rotation.x;
  enum assay_status status;
  size_t pair, h, k[2];

  tables->x = assay_calloc (heads * layout->rotary_dim, sizeof *tables->x);
  for (h = 0; h < heads; h++)
    for (pair = 0; pair < layout->rotary_dim / 2; pair++)
      {
        assay_layout_pair (&k[0], &k[1], layout, pair);
        tables->x[h * layout->rotary_dim + k[h]] = 1.0f;
      }
  assay_tensor_wrap (&tables->x_tensor, "pairs", ASSAY_DTYPE_F32, 2, shape,
                     tables->x);
  status = assay_view_axes (x, &tables->x_tensor, "hd", 0, ctx, NULL);
  x->shape[ASSAY_VIEW_B] = table->shape[ASSAY_VIEW_B];
  x->shape[ASSAY_VIEW_S] = table->shape[ASSAY_VIEW_S];
  x->stride[ASSAY_VIEW_B] = x->stride[ASSAY_VIEW_S] = 0;
  return status;
}

static enum assay_status
set_got (struct assay_table_vectors *tables, size_t heads,
         const struct assay_view *any, const struct assay_view *cosine,
         const struct assay_view *sine, struct assay_ctx *ctx)
{
  const size_t shape[] = { any->shape[ASSAY_VIEW_B], heads,
                           any->shape[ASSAY_VIEW_S],
                           tables->rotation.layout.rotary_dim };
  enum assay_status status;
  size_t b, s;

  tables->got = assay_calloc (shape[0] * shape[1] * shape[2] * shape[3],
                              assay_dtype_size (any->dtype));
  tables->is_absent = assay_calloc (shape[1] * shape[3], 1);
  assay_tensor_wrap (&tables->got_tensor, "tables", any->dtype, 4, shape,
                     tables->got);
  for (b = 0; b < shape[0]; b++)
    for (s = 0; s < shape[2]; s++)
      copy_row (tables, any, cosine, sine, b, s);
  status = assay_view_axes (&tables->dump.got, &tables->got_tensor, "bhsd", 0,
                            ctx, NULL);
  tables->dump.got.swapped = any->swapped;
  tables->dump.is_absent = tables->is_absent;
  return status;
}

/* Whether both tables are of one type and shape; refused otherwise.  */
static enum assay_status
compare (const struct assay_rotation_judge *cosines,
         const struct assay_rotation_judge *sines, struct assay_ctx *ctx)
{
  const struct assay_where where = { NULL, sines->name, 0 };
  const struct assay_view *cosine = &cosines->got, *sine = &sines->got;

  if (cosine->dtype != sine->dtype || cosines->fmt != sines->fmt
      || cosine->swapped != sine->swapped)
    return assay_fail (ctx, ASSAY_EVALUE, &where, "a table of the type of "
                       "the cosines, to explain both together", "%s beside "
                       "%s", assay_dtype_name (sine->dtype),
                       assay_dtype_name (cosine->dtype));
  return assay_view_check_shape (sine, cosine->shape, ctx, &where);
}

enum assay_status
assay_table_vectors_init (struct assay_table_vectors *tables,
                          const struct assay_rotation *rotation,
                          const struct assay_rotation_judge *cosines,
                          const struct assay_rotation_judge *sines,
                          struct assay_ctx *ctx)
{
  const struct assay_rotation_judge *any = cosines ? cosines : sines;
  enum assay_status status = ASSAY_OK;
  size_t heads;

  memset (tables, 0, sizeof *tables);
  tables->rotation = *rotation;
  tables->rotation.sign = 1;
  tables->rotation.layout.offset = 0;
  tables->rotation.layout.head_dim = rotation->layout.rotary_dim;
  if (cosines && sines)
    status = compare (cosines, sines, ctx);
  if (status != ASSAY_OK)
    return status;
  heads = any->got.shape[ASSAY_VIEW_D] == rotation->layout.rotary_dim ? 2 : 1;
  status = set_x (tables, heads, &any->got, ctx);
  if (status == ASSAY_OK)
    status = set_got (tables, heads, &any->got,
                      cosines ? &cosines->got : NULL,
                      sines ? &sines->got : NULL, ctx);
  tables->dump.name = !sines ? "cosines" : !cosines ? "sines"
                      : "cosines and sines";
  tables->dump.fmt = any->fmt;
  tables->dump.first_row = any->first_row;
  tables->dump.last_row = any->last_row;
  tables->dump.is_table = 1;
  return status;
}

void
assay_table_vectors_clear (struct assay_table_vectors *tables)
{
  assay_tensor_close (&tables->x_tensor);
  assay_tensor_close (&tables->got_tensor);
  free (tables->x);
  free (tables->got);
  free (tables->is_absent);
}
