/* kernel_oracle.c -- the oracle's problem from a drawn one */

#include "kernel_oracle.h"

#include <check.h>
#include <string.h>

static void
decode (struct oracle_fraction *f, const uint64_t *bits, size_t count,
        const char *format)
{
  size_t i;

  for (i = 0; i < count; i++)
    ck_assert_int_eq (oracle_decode (&f[i], bits[i],
                                     oracle_format_named (format)),
                      ORACLE_NUMBER);
}

static void
set_fraction (struct oracle_fraction *f, const struct drawn_fraction *g)
{
  mpz_set_si (f->num, g->num);
  mpz_set_si (f->den, g->den);
}

static void
fill_mask (struct oracle_problem *p, const struct drawn_kernel *d)
{
  const size_t *shape = d->mask_shape;
  size_t count = shape[0] * shape[1] * shape[2] * shape[3], i;

  memcpy (p->mask_shape, shape, sizeof d->mask_shape);
  oracle_problem_add_mask (p);
  for (i = 0; i < count; i++)
    if (d->mask_kind == DRAWN_BOOLEAN)
      p->blocked[i] = d->mask[i] == 0;
    else if (oracle_decode (&p->bias[i], d->mask[i],
                            oracle_format_named ("f32")) == ORACLE_INFINITE)
      {
        p->blocked[i] = 1;
        mpz_set_ui (p->bias[i].num, 0);
      }
}

static void
fill_heads (struct oracle_problem *p, const struct drawn_kernel *d)
{
  size_t h;

  if (d->slopes_kind != DRAWN_NO_SLOPES)
    oracle_problem_add_slopes (p);
  if (d->sinks != NULL)
    oracle_problem_add_sinks (p);
  for (h = 0; h < d->query_heads; h++)
    {
      if (d->slopes_kind == DRAWN_SLOPE_RULE)
        oracle_alibi_slope (&p->slopes[h], d->query_heads, h);
      if (d->slopes_kind == DRAWN_SLOPE_LIST)
        {
          set_fraction (&p->slopes[h].factor, &d->slopes[h].factor);
          p->slopes[h].num = d->slopes[h].power;
          p->slopes[h].den = d->slopes[h].root;
        }
      if (d->sinks != NULL)
        set_fraction (&p->sinks[h], &d->sinks[h]);
    }
}

void
kernel_oracle (struct oracle_problem *p, const struct drawn_kernel *d)
{
  size_t heads = d->batches * d->key_heads, b;
  const char *format = d->format->name;
  static const enum oracle_offset kinds[] = {
    ORACLE_TOP_LEFT, ORACLE_BOTTOM_RIGHT, ORACLE_GIVEN_OFFSET,
    ORACLE_ONNX_OFFSET,
  };

  p->batches = d->batches;
  p->query_heads = d->query_heads;
  p->key_heads = d->key_heads;
  p->queries = d->queries;
  p->past = d->past;
  p->fresh = d->fresh;
  p->width = d->width;
  p->value_width = d->value_width;
  oracle_problem_init (p);
  decode (p->q, d->q, d->batches * d->query_heads * d->queries * d->width,
          format);
  decode (p->k, d->k, heads * d->fresh * d->width, format);
  decode (p->v, d->v, heads * d->fresh * d->value_width, format);
  decode (p->past_k, d->past_k, heads * d->past * d->width, format);
  decode (p->past_v, d->past_v, heads * d->past * d->value_width, format);
  if (!d->scale_is_default)
    {
      set_fraction (&p->factor, &d->scale);
      p->radicand = d->radicand;
    }
  set_fraction (&p->cap, &d->cap);
  if (d->mask_kind != DRAWN_NO_MASK)
    fill_mask (p, d);
  p->causal = d->causal;
  p->offset_kind = kinds[d->offset_kind];
  p->offset = d->offset;
  p->left = d->left;
  p->right = d->right;
  if (d->valid != NULL)
    oracle_problem_add_valid (p);
  for (b = 0; d->valid != NULL && b < d->batches; b++)
    p->valid[b] = d->valid[b];
  fill_heads (p, d);
  p->empty = d->empty_is_nan ? ORACLE_EMPTY_NAN : ORACLE_EMPTY_ZERO;
}

void
kernel_oracle_draw (struct oracle_problem *p, char *text, size_t size,
                    const struct drawn_kernel_shape *shape)
{
  struct drawn_kernel drawn;

  drawn_kernel (&drawn, shape);
  drawn_kernel_describe (text, size, &drawn);
  kernel_oracle (p, &drawn);
  drawn_kernel_clear (&drawn);
}
