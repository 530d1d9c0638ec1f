/* explained.c -- dumps with a named mistake, made by the oracle */

#include "explained.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "kernel/splitmix.h"
#include "kernel/view.h"
#include "narrowed.h"

enum { MOST_DIGITS = 600, LATE = 8176 };

/* ---- random numbers ---- */

static uint64_t state;

static float *
draw (size_t count, double factor)
{
  float *x = assay_calloc (count + 1, sizeof *x);
  size_t n;

  for (n = 0; n < count; n++)
    x[n] = (float) (factor * (float) assay_splitmix_normal (&state));
  return x;
}

static int
has (const struct explained *e, unsigned feature)
{
  return (e->c->features & feature) != 0;
}

/* ---- the oracle's problem ---- */

static void
set (struct oracle_fraction *f, const float *x, size_t count)
{
  size_t n;

  for (n = 0; n < count; n++)
    {
      uint32_t bits;

      memcpy (&bits, &x[n], sizeof bits);
      oracle_decode (&f[n], bits, oracle_format_named ("f32"));
    }
}

static void
set_ratio (struct oracle_fraction *f, long num, unsigned long den)
{
  mpz_set_si (f->num, num);
  mpz_set_ui (f->den, den);
}

static long
sink_of (const struct explained *e, size_t h)
{
  return (long) (h % 3) + (has (e, EXPLAINED_HEAVY) ? 2 : -1);
}

static void
wrong_tables (struct explained *e)
{
  struct oracle_problem *p = &e->wrong;
  size_t h, b, n;

  if (has (e, EXPLAINED_MASK))
    {
      p->mask_shape[0] = p->mask_shape[1] = 1;
      p->mask_shape[2] = e->queries;
      p->mask_shape[3] = e->keys;
      oracle_problem_add_mask (p);
      for (n = 0; n < e->queries * e->keys; n++)
        if (isinf (e->mask[n]))
          p->blocked[n] = 1;
        else
          set (&p->bias[n], &e->mask[n], 1);
    }
  if (has (e, EXPLAINED_SLOPES))
    oracle_problem_add_slopes (p);
  if (has (e, EXPLAINED_SINK))
    oracle_problem_add_sinks (p);
  for (h = 0; h < e->q_heads; h++)
    {
      if (has (e, EXPLAINED_SLOPES))
        oracle_alibi_slope (&p->slopes[h], e->q_heads, h);
      if (has (e, EXPLAINED_SINK))
        set_ratio (&p->sinks[h], sink_of (e, h), 1);
    }
  if (has (e, EXPLAINED_VALID))
    oracle_problem_add_valid (p);
  for (b = 0; has (e, EXPLAINED_VALID) && b < e->batches; b++)
    p->valid[b] = (long) (e->keys - 5 - b);
}

static void
make_wrong (struct explained *e)
{
  struct oracle_problem *p = &e->wrong;
  size_t heads = e->batches * e->kv_heads, fresh = e->keys - e->past;

  memset (p, 0, sizeof *p);
  p->batches = e->batches;
  p->query_heads = e->q_heads;
  p->key_heads = e->kv_heads;
  p->queries = e->queries;
  p->past = e->past;
  p->fresh = fresh;
  p->width = p->value_width = e->width;
  oracle_problem_init (p);
  set (p->q, e->q, e->batches * e->q_heads * e->queries * e->width);
  set (p->k, e->k, heads * fresh * e->width);
  set (p->v, e->v, heads * fresh * e->width);
  set (p->past_k, e->past_k, heads * e->past * e->width);
  set (p->past_v, e->past_v, heads * e->past * e->width);
  p->causal = has (e, EXPLAINED_CAUSAL);
  p->offset_kind = has (e, EXPLAINED_LATE) ? ORACLE_GIVEN_OFFSET
                                           : ORACLE_ONNX_OFFSET;
  p->offset = LATE;
  p->left = has (e, EXPLAINED_WINDOW) ? 5 : -1;
  p->right = has (e, EXPLAINED_WINDOW) ? 3 : -1;
  if (has (e, EXPLAINED_CAP))
    set_ratio (&p->cap, 2, 1);
  if (has (e, EXPLAINED_SCALED))
    {
      set_ratio (&p->factor, 3, 10);
      p->radicand = 1;
    }
  wrong_tables (e);
}

/* ---- our problem ---- */

/* VIEW <- the array X of (b, h, s, d).  */
static void
wrap (struct assay_view *view, struct assay_tensor *tensor, const char *name,
      enum assay_dtype dtype, const size_t *shape, const void *x)
{
  static const struct assay_where where = { NULL, "test", 0 };
  struct assay_ctx ctx;

  assay_ctx_init (&ctx);
  assay_tensor_wrap (tensor, name, dtype, 4, shape, x);
  if (assay_view_axes (view, tensor, "bhsd", 0, &ctx, &where) != ASSAY_OK)
    abort ();
}

/* The published rule for three heads: two as of two, one of four.  */
static const long slopes_of_three[] = { -4, -8, -2 };

static void
set_scale (struct assay_problem *p)
{
  mpq_t x;

  mpq_init (x);
  mpq_set_ui (x, 3, 10);
  assay_surd_set_rational (&p->sigma, x);
  p->is_scaled = 1;
  mpq_clear (x);
}

static void
right_tables (struct explained *e)
{
  struct assay_problem *p = &e->problem;
  size_t h, b;

  if (has (e, EXPLAINED_SLOPES))
    {
      assay_problem_new_slopes (p, e->q_heads);
      for (h = 0; h < e->q_heads; h++)
        if (has (e, EXPLAINED_THREE))
          assay_surd_set_power_of_two (&p->slopes[h], slopes_of_three[h], 1);
        else
          assay_surd_set_power_of_two (&p->slopes[h], -8 * (long) (h + 1),
                                       e->q_heads);
    }
  if (has (e, EXPLAINED_SINK))
    {
      assay_problem_new_sinks (p, e->q_heads);
      for (h = 0; h < e->q_heads; h++)
        mpq_set_si (p->sinks[h], sink_of (e, h), 1);
    }
  if (has (e, EXPLAINED_VALID))
    {
      assay_problem_new_valid (p, e->batches);
      for (b = 0; b < e->batches; b++)
        p->valid[b] = e->keys - 5 - b;
    }
}

static void
make_right (struct explained *e)
{
  struct assay_problem *p = &e->problem;
  size_t q[] = { e->batches, e->q_heads, e->queries, e->width };
  size_t k[] = { e->batches, e->kv_heads, e->keys - e->past, e->width };
  size_t past[] = { e->batches, e->kv_heads, e->past, e->width };
  size_t mask[] = { 1, 1, e->queries, e->keys };
  struct assay_ctx ctx;

  assay_ctx_init (&ctx);
  assay_problem_init (p);
  wrap (&p->q, &e->tensor[0], "q", ASSAY_DTYPE_F32, q, e->q);
  wrap (&p->k, &e->tensor[1], "k", ASSAY_DTYPE_F32, k, e->k);
  wrap (&p->v, &e->tensor[2], "v", ASSAY_DTYPE_F32, k, e->v);
  p->has_past = e->past > 0;
  if (p->has_past)
    {
      wrap (&p->past_k, &e->tensor[3], "past_k", ASSAY_DTYPE_F32, past,
            e->past_k);
      wrap (&p->past_v, &e->tensor[4], "past_v", ASSAY_DTYPE_F32, past,
            e->past_v);
    }
  p->has_mask = has (e, EXPLAINED_MASK);
  if (p->has_mask)
    wrap (&p->mask, &e->tensor[5], "mask", ASSAY_DTYPE_F32, mask, e->mask);
  p->causal = has (e, EXPLAINED_CAUSAL);
  p->alignment = has (e, EXPLAINED_LATE) ? ASSAY_ALIGN_OFFSET
                                         : ASSAY_ALIGN_ONNX;
  p->offset = has (e, EXPLAINED_LATE) ? LATE : 0;
  if (has (e, EXPLAINED_WINDOW))
    {
      p->left = 5;
      p->right = 3;
    }
  if (has (e, EXPLAINED_CAP))
    mpq_set_ui (p->softcap, 2, 1);
  if (has (e, EXPLAINED_SCALED))
    set_scale (p);
  p->empty_row = ASSAY_EMPTY_ZERO;
  right_tables (e);
  if (assay_problem_settle (p, &ctx) != ASSAY_OK)
    {
      fprintf (stderr, "%s: expected %s, found %s\n", ctx.error.where,
               ctx.error.expected, ctx.error.found);
      abort ();
    }
}

/* ---- both ---- */

static void
draw_mask (struct explained *e)
{
  size_t i, j;

  e->mask = draw (e->queries * e->keys, 1.0);
  for (i = 0; i < e->queries; i++)
    for (j = 0; j < e->keys; j++)
      if (assay_splitmix_next (&state) % 5 == 0
          || (has (e, EXPLAINED_EMPTY) && i == 1))
        e->mask[i * e->keys + j] = -INFINITY;
}

static void
draw_all (struct explained *e, size_t n, size_t d)
{
  size_t heads;

  e->batches = has (e, EXPLAINED_BATCHES) ? 2 : 1;
  e->kv_heads = has (e, EXPLAINED_THREE) ? 3 : 2;
  e->q_heads = has (e, EXPLAINED_GROUPS) ? 4 : e->kv_heads;
  e->keys = n;
  e->past = has (e, EXPLAINED_PAST) ? n / 4 : 0;
  e->queries = n - e->past - (has (e, EXPLAINED_TALL) ? n / 4 : 0);
  e->width = d;
  e->columns = has (e, EXPLAINED_LSE) ? 1 : d;
  heads = e->batches * e->kv_heads;
  e->q = draw (e->batches * e->q_heads * e->queries * d,
               has (e, EXPLAINED_LARGE) ? 80.0
               : has (e, EXPLAINED_HUGE) ? 6000.0 : 1.0);
  e->k = draw (heads * (n - e->past) * d, 1.0);
  e->v = draw (heads * (n - e->past) * d, 1.0);
  e->past_k = draw (heads * e->past * d, 1.0);
  e->past_v = draw (heads * e->past * d, 1.0);
  if (has (e, EXPLAINED_MASK))
    draw_mask (e);
}

/* A dump of zeros in FMT.  */
static void
make_dump (struct explained *e, enum assay_fmt fmt)
{
  size_t shape[] = { e->batches, e->q_heads, e->queries, e->columns };
  int is_lse = has (e, EXPLAINED_LSE);
  struct assay_view got;
  struct assay_ctx ctx;

  assay_ctx_init (&ctx);
  if (e->dump)
    assay_target_clear (&e->target);
  assay_tensor_close (&e->tensor[6]);
  free (e->dump);
  e->fmt = fmt;
  e->dump = assay_calloc (e->batches * e->q_heads * e->queries * e->columns,
                          4);
  wrap (&got, &e->tensor[6], "got", assay_dtype_of_fmt (fmt), shape,
        e->dump);
  if (assay_target_init (&e->target, is_lse ? "lse" : "output",
                         is_lse ? ASSAY_STAGE_LSE : ASSAY_STAGE_OUTPUT, fmt,
                         &got, &e->problem, &ctx) != ASSAY_OK)
    abort ();
}

void
explained_begin (struct explained *e, const struct named_mistake *c,
                 size_t n, size_t d, unsigned long seed, enum assay_fmt fmt)
{
  memset (e, 0, sizeof *e);
  e->c = c;
  state = seed;
  draw_all (e, n, d);
  make_wrong (e);
  make_right (e);
  make_dump (e, fmt);
}

void
explained_init (struct explained *e, const struct named_mistake *c,
                size_t n, size_t d, unsigned long seed, enum assay_fmt fmt)
{
  explained_begin (e, c, n, d, seed, fmt);
  explained_dump (e, fmt);
}

void
explained_clear (struct explained *e)
{
  int t;

  for (t = 0; t < 7; t++)
    assay_tensor_close (&e->tensor[t]);
  assay_target_clear (&e->target);
  assay_problem_clear (&e->problem);
  oracle_problem_clear (&e->wrong);
  free (e->q);
  free (e->k);
  free (e->v);
  free (e->past_k);
  free (e->past_v);
  free (e->mask);
  free (e->dump);
  free (e->wide);
}

static size_t
row_at (const struct explained *e, const struct oracle_place *at)
{
  return ((at->batch * e->q_heads + at->head) * e->queries + at->query)
         * e->columns;
}

static void
ask_oracle (uint64_t *bits, const struct explained *e,
            const struct oracle_place *at, const struct oracle_format *format)
{
  struct oracle_mistake mistake = {
    (enum oracle_mistake_kind) (e->c->kind < 0 ? 0 : e->c->kind),
    e->c->number, e->c->format ? oracle_format_named (e->c->format) : NULL
  };

  if (oracle_kernel_row (bits, NULL, &e->wrong,
                         e->c->kind < 0 ? NULL : &mistake,
                         has (e, EXPLAINED_LSE) ? ORACLE_LSE2
                                                : ORACLE_OUTPUT,
                         at, format, MOST_DIGITS) != 0)
    abort ();
}

static void
dump_row (struct explained *e, const struct oracle_place *at)
{
  const struct oracle_format *format
    = oracle_format_named (assay_fmt_shape (e->fmt)->name);
  size_t row = row_at (e, at), size = e->fmt == ASSAY_FMT_F32 ? 4 : 2, c;
  uint64_t *bits = assay_calloc (e->columns, sizeof *bits);
  int tells = 1;

  for (c = 0; c < e->columns && tells; c++)
    tells = narrowed (&bits[c], e->wide[row + c], format);
  if (!tells)
    ask_oracle (bits, e, at, format);
  narrowed_store (e->dump + row * size, bits, e->columns, size);
  free (bits);
}

void
explained_dump (struct explained *e, enum assay_fmt fmt)
{
  int is_known = e->wide != NULL;
  struct oracle_place at;

  make_dump (e, fmt);
  if (!is_known)
    e->wide = assay_calloc (e->batches * e->q_heads * e->queries * e->columns,
                            sizeof *e->wide);
  for (at.batch = 0; at.batch < e->batches; at.batch++)
    for (at.head = 0; at.head < e->q_heads; at.head++)
      for (at.query = 0; at.query < e->queries; at.query++)
        {
          if (!is_known)
            ask_oracle (e->wide + row_at (e, &at), e, &at,
                        oracle_format_named ("f64"));
          dump_row (e, &at);
        }
}

void
explained_run (struct assay_explanation *explanation,
               const struct explained *e, size_t jobs)
{
  struct assay_judge judge;

  assay_judge_init (&judge, &e->problem);
  judge.jobs = jobs;
  assay_explain (explanation, &e->problem, &e->target, &judge);
  assay_judge_clear (&judge);
}
