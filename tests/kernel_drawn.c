/* kernel_drawn.c -- the main path's problem from a drawn one */

#include "kernel_drawn.h"

#include <check.h>
#include <stdlib.h>
#include <string.h>

enum { Q, K, V, PAST_K, PAST_V, MASK };

/* Tensor N <- COUNT patterns of four axes, seen as batch, head, row and
   column.  */
static void
put (struct kernel_drawn *k, int n, struct assay_view *view,
     enum assay_dtype dtype, const uint64_t *bits, const size_t *shape)
{
  size_t count = shape[0] * shape[1] * shape[2] * shape[3], i;
  size_t width = assay_dtype_size (dtype);
  struct assay_ctx ctx;

  assay_ctx_init (&ctx);
  k->memory[n] = calloc (count + 1, width);
  ck_assert_ptr_nonnull (k->memory[n]);
  for (i = 0; i < count; i++)
    {
      unsigned char *at = k->memory[n] + i * width;
      uint8_t b8 = (uint8_t) bits[i];
      uint16_t b16 = (uint16_t) bits[i];
      uint32_t b32 = (uint32_t) bits[i];

      memcpy (at, width == 1 ? (void *) &b8 : width == 2 ? (void *) &b16
                  : width == 4 ? (void *) &b32 : (const void *) &bits[i],
              width);
    }
  assay_tensor_wrap (&k->tensor[n], "drawn", dtype, 4, shape, k->memory[n]);
  ck_assert_int_eq (assay_view_axes (view, &k->tensor[n], "bhsd", 0, &ctx,
                                     NULL), ASSAY_OK);
}

static void
set_rational (mpq_t q, const struct drawn_fraction *f)
{
  mpq_set_si (q, f->num, (unsigned long) f->den);
  mpq_canonicalize (q);
}

static void
fill_scale (struct assay_problem *p, const struct drawn_kernel *d)
{
  mpq_t factor;

  mpq_init (factor);
  set_rational (p->softcap, &d->cap);
  p->is_scaled = !d->scale_is_default;
  if (p->is_scaled)
    {
      /* f sqrt m = f m / sqrt m.  */
      set_rational (factor, &d->scale);
      assay_surd_set_inverse_sqrt (&p->sigma, d->radicand);
      assay_surd_mul_rational (&p->sigma, &p->sigma, factor);
      mpq_set_ui (factor, d->radicand, 1);
      assay_surd_mul_rational (&p->sigma, &p->sigma, factor);
    }
  mpq_clear (factor);
}

/* The paper's rule, stated once more: c slopes of the power of two below n,
   then every other one of 2 c.  */
static void
slope_by_rule (struct assay_surd *slope, size_t heads, size_t h)
{
  unsigned long c = 1;

  while (2 * c <= heads)
    c *= 2;
  if (h < c)
    assay_surd_set_power_of_two (slope, -8 * (long) (h + 1), c);
  else
    assay_surd_set_power_of_two (slope, -8 * (2 * (long) (h - c) + 1),
                                 2 * c);
}

static void
fill_heads (struct assay_problem *p, const struct drawn_kernel *d)
{
  mpq_t factor;
  size_t h;

  mpq_init (factor);
  if (d->slopes_kind != DRAWN_NO_SLOPES)
    assay_problem_new_slopes (p, d->query_heads);
  if (d->sinks)
    assay_problem_new_sinks (p, d->query_heads);
  for (h = 0; h < d->query_heads; h++)
    {
      if (d->slopes_kind == DRAWN_SLOPE_RULE)
        slope_by_rule (&p->slopes[h], d->query_heads, h);
      if (d->slopes_kind == DRAWN_SLOPE_LIST)
        {
          set_rational (factor, &d->slopes[h].factor);
          assay_surd_set_power_of_two (&p->slopes[h], d->slopes[h].power,
                                       d->slopes[h].root);
          assay_surd_mul_rational (&p->slopes[h], &p->slopes[h], factor);
        }
      if (d->sinks)
        set_rational (p->sinks[h], &d->sinks[h]);
    }
  mpq_clear (factor);
}

static void
fill_legality (struct kernel_drawn *k, const struct drawn_kernel *d)
{
  static const enum assay_alignment alignments[] = {
    ASSAY_ALIGN_TOP_LEFT, ASSAY_ALIGN_BOTTOM_RIGHT, ASSAY_ALIGN_OFFSET,
    ASSAY_ALIGN_ONNX
  };
  struct assay_problem *p = &k->problem;
  size_t b;

  if (d->mask_kind != DRAWN_NO_MASK)
    {
      p->has_mask = 1;
      p->mask_extends = d->mask_shape[3] > 1;
      put (k, MASK, &p->mask, d->mask_kind == DRAWN_BOOLEAN
           ? ASSAY_DTYPE_BOOL : ASSAY_DTYPE_F32, d->mask, d->mask_shape);
    }
  p->causal = d->causal;
  p->alignment = alignments[d->offset_kind];
  p->offset = d->offset;
  p->left = d->left;
  p->right = d->right;
  if (d->valid)
    assay_problem_new_valid (p, d->batches);
  for (b = 0; d->valid && b < d->batches; b++)
    p->valid[b] = (size_t) d->valid[b];
  p->empty_row = d->empty_is_nan ? ASSAY_EMPTY_NAN : ASSAY_EMPTY_ZERO;
}

void
kernel_drawn (struct kernel_drawn *k, const struct drawn_kernel *d)
{
  const size_t q[] = { d->batches, d->query_heads, d->queries, d->width };
  const size_t fresh_k[] = { d->batches, d->key_heads, d->fresh, d->width };
  const size_t fresh_v[] = { d->batches, d->key_heads, d->fresh,
                             d->value_width };
  const size_t past_k[] = { d->batches, d->key_heads, d->past, d->width };
  const size_t past_v[] = { d->batches, d->key_heads, d->past,
                            d->value_width };
  struct assay_problem *p = &k->problem;
  enum assay_dtype dtype;
  struct assay_ctx ctx;

  assay_ctx_init (&ctx);
  memset (k, 0, sizeof *k);
  assay_problem_init (p);
  ck_assert_int_eq (assay_dtype_find (&dtype, d->format->name), ASSAY_OK);
  put (k, Q, &p->q, dtype, d->q, q);
  put (k, K, &p->k, dtype, d->k, fresh_k);
  put (k, V, &p->v, dtype, d->v, fresh_v);
  p->has_past = d->past > 0;
  put (k, PAST_K, &p->past_k, dtype, d->past_k, past_k);
  put (k, PAST_V, &p->past_v, dtype, d->past_v, past_v);
  fill_scale (p, d);
  fill_heads (p, d);
  fill_legality (k, d);
  ck_assert_msg (assay_problem_settle (p, &ctx) == ASSAY_OK,
                 "%s: expected %s, found %s", ctx.error.where,
                 ctx.error.expected, ctx.error.found);
}

void
kernel_drawn_plain (struct kernel_drawn *k, struct drawn_kernel *drawn,
                    char *text, const struct drawn_kernel_shape *shape,
                    const char *format)
{
  for (drawn_kernel (drawn, shape);
       drawn->valid
       || (format != NULL && strcmp (drawn->format->name, format) != 0);
       drawn_kernel (drawn, shape))
    drawn_kernel_clear (drawn);
  drawn_kernel_describe (text, KERNEL_DRAWN_TEXT, drawn);
  kernel_drawn (k, drawn);
  k->problem.empty_row = ASSAY_EMPTY_ZERO;
}

void
kernel_drawn_clear (struct kernel_drawn *k)
{
  int n;

  assay_problem_clear (&k->problem);
  for (n = 0; n < KERNEL_DRAWN_TENSORS; n++)
    {
      assay_tensor_close (&k->tensor[n]);
      free (k->memory[n]);
    }
}
