/* frequency_axial.c -- rotary encodings over two positions a patch */

#include "position/frequency_axial.h"

#include "position/frequency.h"

const char *
assay_axial_name (enum assay_axial family)
{
  static const char *const name[] = {
    "qwen", "pixtral", "llama4", "halves", "sam", "dino", "ggml", "chatglm"
  };

  return name[family];
}

static int
columns_first (enum assay_axial family)
{
  return family == ASSAY_AXIAL_LLAMA4 || family == ASSAY_AXIAL_SAM;
}

/* Coordinates of pair K: half of the pairs belong to each axis.  */
static void
place_pair (struct assay_axial_pair *pair, enum assay_axial family, size_t k,
            size_t head_dim)
{
  size_t quarter = head_dim / 4, first = k / quarter, j = k % quarter;

  pair->axis = columns_first (family) ? 1 - (int) first : (int) first;
  switch (family)
    {
    case ASSAY_AXIAL_LLAMA4:
    case ASSAY_AXIAL_SAM:
      pair->x = 2 * k;
      pair->y = 2 * k + 1;
      break;
    case ASSAY_AXIAL_HALVES:
    case ASSAY_AXIAL_CHATGLM:
      pair->x = first * head_dim / 2 + j;
      pair->y = pair->x + quarter;
      break;
    default:
      pair->x = k;
      pair->y = k + head_dim / 2;
    }
}

/* The step of index J of an axis: theta^(-2j/(D/2)), or every other entry of
   the list for the whole head.  */
static enum assay_status
axis_step (struct assay_expr **w, enum assay_axial family, int axis, size_t j,
           struct assay_expr *theta, size_t head_dim, struct assay_ctx *ctx)
{
  struct assay_expr *two, *pi, *turn = NULL, *plain = NULL;
  enum assay_status status;

  if (family == ASSAY_AXIAL_PIXTRAL)
    return assay_frequency_default (w, theta, 2 * j + (size_t) axis,
                                    head_dim, ctx);
  if (family != ASSAY_AXIAL_DINO)
    return assay_frequency_default (w, theta, j, head_dim / 2, ctx);
  *w = NULL;
  two = assay_expr_new_si (2, 1);
  pi = assay_expr_new_pi ();
  if ((status = assay_expr_mul (&turn, two, pi, ctx)) == ASSAY_OK
      && (status = assay_frequency_default (&plain, theta, j, head_dim / 2,
                                            ctx)) == ASSAY_OK)
    status = assay_expr_mul (w, turn, plain, ctx);
  assay_expr_unref (two);
  assay_expr_unref (pi);
  assay_expr_unref (turn);
  assay_expr_unref (plain);
  return status;
}

enum assay_status
assay_axial_make (struct assay_axial_pair *pairs, enum assay_axial family,
                  struct assay_expr *theta, size_t head_dim,
                  struct assay_ctx *ctx)
{
  static const struct assay_where where = { NULL, "width", 0 };
  enum assay_status status = ASSAY_OK;
  size_t k;

  for (k = 0; k < head_dim / 2; k++)
    pairs[k] = (struct assay_axial_pair) { 0 };
  if (head_dim == 0 || head_dim % 4 != 0)
    return assay_fail (ctx, ASSAY_EVALUE, &where, "a head size that is a "
                       "multiple of 4", "%zu", head_dim);
  for (k = 0; k < head_dim / 2 && status == ASSAY_OK; k++)
    {
      place_pair (&pairs[k], family, k, head_dim);
      status = axis_step (&pairs[k].w, family, pairs[k].axis,
                          k % (head_dim / 4), theta, head_dim, ctx);
    }
  return status;
}

void
assay_axial_clear (struct assay_axial_pair *pairs, size_t head_dim)
{
  size_t k;

  for (k = 0; k < head_dim / 2; k++)
    {
      assay_expr_unref (pairs[k].w);
      pairs[k].w = NULL;
    }
}
