/* rotation_case.c -- a case of the ONNX operator RotaryEmbedding in a
   folder */

#include "kernel/rotation_case.h"

#include <string.h>

enum { IN_X, IN_COSINE, IN_SINE, IN_POSITIONS, INPUTS };

/* Larger than any head.  */
enum { MOST = 1 << 20 };

static enum assay_status
open_tensors (struct assay_rotation_case *c, struct assay_ctx *ctx)
{
  struct assay_tensor *const into[] = { &c->x, &c->cosine, &c->sine };
  enum assay_status status = ASSAY_OK;
  size_t n;

  for (n = IN_X; n < IN_POSITIONS && status == ASSAY_OK; n++)
    status = assay_case_tensor (into[n], &c->file, ASSAY_CASE_INPUT, n, ctx);
  if (status == ASSAY_OK)
    status = assay_case_tensor (&c->y, &c->file, ASSAY_CASE_OUTPUT, 0, ctx);
  if (status == ASSAY_OK)
    status = assay_case_no_more (&c->file, ASSAY_CASE_INPUT, INPUTS, ctx);
  return status != ASSAY_OK ? status
         : assay_case_no_more (&c->file, ASSAY_CASE_OUTPUT, 1, ctx);
}

static const char *
place_name (const struct assay_rotation_case *c, size_t n)
{
  return assay_case_name (&c->file, ASSAY_CASE_INPUT, n);
}

/* X and Y seen as batches, heads, rows and columns.  */
static enum assay_status
see_tensors (struct assay_rotation_case *c, struct assay_view *x,
             struct assay_ctx *ctx)
{
  const struct assay_where where_x = { NULL, place_name (c, IN_X), 0 };
  const struct assay_where where_y
    = { NULL, assay_case_name (&c->file, ASSAY_CASE_OUTPUT, 0), 0 };
  enum assay_status status;
  long heads;

  status = assay_case_integer (&heads, &c->file, "num_heads", 0, MOST, 0,
                               ctx);
  if (status == ASSAY_OK && c->x.axes == 3 && heads == 0)
    status = assay_fail (ctx, ASSAY_EVALUE, &where_x, "num_heads for a tensor "
                         "of three axes", "no such attribute");
  c->axes = c->x.axes == 3 ? "bs(hd)" : "bhsd";
  c->heads = (size_t) heads;
  if (status == ASSAY_OK)
    status = assay_view_axes (x, &c->x, c->axes, c->heads, ctx, &where_x);
  if (status == ASSAY_OK)
    status = assay_view_axes (&c->got, &c->y, c->axes, c->heads, ctx,
                              &where_y);
  return status != ASSAY_OK ? status
         : assay_view_check_shape (&c->got, x->shape, ctx, &where_y);
}

static enum assay_status
read_layout (struct assay_layout *layout, struct assay_rotation_case *c,
             const struct assay_view *x, struct assay_ctx *ctx)
{
  long interleaved, width;
  enum assay_status status;

  status = assay_case_integer (&interleaved, &c->file, "interleaved", 0, 1, 0,
                               ctx);
  if (status == ASSAY_OK)
    status = assay_case_integer (&width, &c->file, "rotary_embedding_dim", 0,
                                 MOST, 0, ctx);
  if (status != ASSAY_OK)
    return status;
  layout->pairing = interleaved ? ASSAY_PAIRING_ADJACENT
                                : ASSAY_PAIRING_SPLIT_HALF;
  layout->head_dim = x->shape[ASSAY_VIEW_D];
  layout->rotary_dim = width > 0 ? (size_t) width : layout->head_dim;
  layout->offset = 0;
  return assay_case_all_taken (&c->file, ctx);
}

/* The caches: (P, h) gathered by positions, or (B, S, h).  */
static enum assay_status
see_caches (struct assay_view *cosine, struct assay_view *sine,
            struct assay_rotation_case *c, const struct assay_view *x,
            struct assay_ctx *ctx)
{
  const struct assay_where where_c = { NULL, place_name (c, IN_COSINE), 0 };
  const struct assay_where where_s = { NULL, place_name (c, IN_SINE), 0 };
  struct assay_tensor positions;
  enum assay_status status = ASSAY_OK;
  const char *axes;

  c->has_positions = assay_case_has (&c->file, ASSAY_CASE_INPUT,
                                     IN_POSITIONS);
  axes = c->has_positions ? "sd" : "bsd";
  if (c->has_positions)
    {
      status = assay_case_tensor (&positions, &c->file, ASSAY_CASE_INPUT,
                                  IN_POSITIONS, ctx);
      if (status == ASSAY_OK)
        status = assay_positions_take (&c->positions, &positions,
                                       place_name (c, IN_POSITIONS), 1,
                                       x->shape[ASSAY_VIEW_B],
                                       x->shape[ASSAY_VIEW_S], ctx);
    }
  if (status == ASSAY_OK)
    status = assay_view_axes (cosine, &c->cosine, axes, 0, ctx, &where_c);
  return status != ASSAY_OK ? status
         : assay_view_axes (sine, &c->sine, axes, 0, ctx, &where_s);
}

enum assay_status
assay_rotation_case_open (struct assay_rotation_case *c, const char *folder,
                          unsigned allowed, struct assay_ctx *ctx)
{
  struct assay_where source = { NULL, NULL, 0 };
  const struct assay_where where = { &source, "op", 0 };
  struct assay_view x, cosine, sine;
  struct assay_layout layout;
  enum assay_status status;

  memset (c, 0, sizeof *c);
  status = assay_case_open (&c->file, folder, ctx);
  source.key = c->file.source;
  if (status == ASSAY_OK && strcmp (c->file.op, "RotaryEmbedding") != 0)
    status = assay_fail (ctx, ASSAY_EVALUE, &where, "RotaryEmbedding",
                         "%.60s", c->file.op);
  if (status == ASSAY_OK)
    status = open_tensors (c, ctx);
  if (status == ASSAY_OK)
    status = see_tensors (c, &x, ctx);
  if (status == ASSAY_OK)
    status = read_layout (&layout, c, &x, ctx);
  if (status == ASSAY_OK)
    status = see_caches (&cosine, &sine, c, &x, ctx);
  if (status == ASSAY_OK)
    status = assay_rotation_by_tables (&c->rotation, &x, allowed, &layout,
                                       &cosine, &sine, c->has_positions
                                       ? &c->positions : NULL, ctx);
  return status;
}

void
assay_rotation_case_close (struct assay_rotation_case *c)
{
  assay_rotation_clear (&c->rotation);
  assay_positions_close (&c->positions);
  assay_tensor_close (&c->x);
  assay_tensor_close (&c->cosine);
  assay_tensor_close (&c->sine);
  assay_tensor_close (&c->y);
  assay_case_close (&c->file);
}
