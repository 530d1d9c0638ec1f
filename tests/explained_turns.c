/* explained_turns.c -- turned tensors with a named mistake, made by the
   oracle */

#include "explained_turns.h"

#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "kernel/rotation_contract.h"
#include "kernel/splitmix.h"
#include "narrowed.h"

enum { COLUMNS = 16, HEADS = 2, MOST_AXES = 3, MOST_DIGITS = 600 };

/* ---- the problem ---- */

static int
has (const struct explained_turn *e, unsigned feature)
{
  return (e->c->features & feature) != 0;
}

/* The plan's KEY and the oracle's FRACTION get the same integer.  */
static void
set_both (struct explained_turn *e, enum assay_rope_key key,
          struct oracle_fraction *fraction, unsigned long x)
{
  assay_rope_value_set_ui (&e->rope.value[key], x, "test");
  mpz_set_ui (fraction->num, x);
  mpz_set_ui (fraction->den, 1);
}

/* Both families' lists: 1 + t/8 and 2 + t for pair t.  */
static void
set_lists (struct explained_turn *e)
{
  struct assay_rope_list *lists[] = { &e->rope.short_factor,
                                      &e->rope.long_factor };
  size_t n, t;

  e->divisor = oracle_fractions_new (COLUMNS / 2);
  e->turn.divisor = e->divisor;
  for (n = 0; n < 2; n++)
    {
      lists[n]->count = COLUMNS / 2;
      lists[n]->entry = assay_calloc (COLUMNS / 2, sizeof (mpq_t));
      for (t = 0; t < COLUMNS / 2; t++)
        {
          mpq_init (lists[n]->entry[t]);
          mpq_set_ui (lists[n]->entry[t], n == 0 ? 8 + t : 16 + 8 * t, 8);
          mpq_canonicalize (lists[n]->entry[t]);
          if (n != (size_t) has (e, EXPLAINED_OTHER_LIST))
            continue;
          mpz_set (e->divisor[t].num, mpq_numref (lists[n]->entry[t]));
          mpz_set (e->divisor[t].den, mpq_denref (lists[n]->entry[t]));
        }
    }
  e->rope.type = ASSAY_ROPE_LONGROPE;
  e->turn.magnitude_kind = ORACLE_MAGNITUDE_LONGROPE;
}

static void
set_rope (struct explained_turn *e)
{
  struct oracle_rope_set *set = &e->turn.set;
  size_t width = has (e, EXPLAINED_PARTIAL) ? COLUMNS / 2 : COLUMNS;
  int is_adjacent = has (e, EXPLAINED_ADJACENT);

  oracle_turn_init (&e->turn);
  assay_rope_plan_init (&e->rope);
  e->rope.layout = (struct assay_layout) {
    is_adjacent ? ASSAY_PAIRING_ADJACENT : ASSAY_PAIRING_SPLIT_HALF, COLUMNS,
    width, 0
  };
  e->rope.truncate = 1;
  e->turn.pairing = is_adjacent ? ORACLE_ADJACENT : ORACLE_SPLIT_HALF;
  e->turn.size = COLUMNS;
  set->width = width;
  set->head = COLUMNS;
  set->truncate = 1;
  set_both (e, ASSAY_KEY_THETA, &set->base,
            has (e, EXPLAINED_BASE) ? 500000 : 10000);
  set_both (e, ASSAY_KEY_FACTOR, &set->factor,
            has (e, EXPLAINED_LINEAR) ? 8
            : has (e, EXPLAINED_YARN | EXPLAINED_NTK | EXPLAINED_LISTS
                      | EXPLAINED_DYNAMIC) ? 4
            : has (e, EXPLAINED_LLAMA3) ? 32 : 1);
  set_both (e, ASSAY_KEY_ORIGINAL, &set->original,
            has (e, EXPLAINED_LONG) ? 131072 : 4096);
  set_both (e, ASSAY_KEY_BETA_FAST, &set->fast, 32);
  set_both (e, ASSAY_KEY_BETA_SLOW, &set->slow, 1);
  set_both (e, ASSAY_KEY_LOW, &set->low, 1);
  set_both (e, ASSAY_KEY_HIGH, &set->high, 4);
  set_both (e, ASSAY_KEY_LENGTH, &set->longest, 4096);
  e->call.length = has (e, EXPLAINED_TRIPLE) ? 12288
                   : has (e, EXPLAINED_DYNAMIC) ? 8192 : 0;
  mpz_set_ui (set->length.num, has (e, EXPLAINED_TRIPLE) ? 12288
                               : has (e, EXPLAINED_CAPACITY) ? 16384 : 8192);
  mpz_set_ui (set->length.den, 1);
  e->rope.type = has (e, EXPLAINED_LINEAR) ? ASSAY_ROPE_LINEAR
                 : has (e, EXPLAINED_YARN) ? ASSAY_ROPE_YARN
                 : has (e, EXPLAINED_LLAMA3) ? ASSAY_ROPE_LLAMA3
                 : has (e, EXPLAINED_DYNAMIC) ? ASSAY_ROPE_DYNAMIC
                 : ASSAY_ROPE_DEFAULT;
  set->type = has (e, EXPLAINED_LINEAR) ? ORACLE_ROPE_LINEAR
              : has (e, EXPLAINED_YARN) ? ORACLE_ROPE_YARN
              : has (e, EXPLAINED_LLAMA3) ? ORACLE_ROPE_LLAMA3
              : has (e, EXPLAINED_DYNAMIC) ? ORACLE_ROPE_DYNAMIC
              : has (e, EXPLAINED_NTK) ? ORACLE_ROPE_STATIC
              : ORACLE_ROPE_DEFAULT;
  if (has (e, EXPLAINED_YARN))
    e->turn.magnitude_kind = ORACLE_MAGNITUDE_YARN;
  if (has (e, EXPLAINED_LISTS))
    set_lists (e);
  if (!has (e, EXPLAINED_UNSAID))
    return;
  e->rope.type = ASSAY_ROPE_DEFAULT;
  assay_rope_value_set_ui (&e->rope.value[ASSAY_KEY_FACTOR], 1, "test");
}

static void
set_axes (struct explained_turn *e)
{
  struct assay_sections *sections = &e->rope.sections;
  size_t axis, row;

  e->axes = has (e, EXPLAINED_AXES) ? MOST_AXES : 1;
  e->turn.axes = e->axes;
  e->position = assay_calloc (e->axes * e->rows, sizeof *e->position);
  for (axis = 0; axis < e->axes; axis++)
    for (row = 0; row < e->rows; row++)
      e->position[axis * e->rows + row]
        = (has (e, EXPLAINED_FAR) ? 100000 : 3)
          + (axis == 0 ? (int64_t) row : (int64_t) (row * (3 + axis) % 29));
  if (e->axes == 1)
    return;
  sections->rule = ASSAY_SECTIONS_CHUNKED;
  sections->count = MOST_AXES;
  for (axis = 0; axis < MOST_AXES; axis++)
    e->turn.section[axis] = sections->size[axis] = axis == 0 ? 4 : 2;
}

/* ---- the dump ---- */

static void
set_float (struct oracle_fraction *f, float x)
{
  uint32_t bits;

  memcpy (&bits, &x, sizeof bits);
  oracle_decode (f, bits, oracle_format_named ("f32"));
}

static void
ask_oracle (uint64_t *bits, const struct explained_turn *e, size_t row,
            const struct oracle_format *format)
{
  const struct named_mistake *c = e->c;
  struct oracle_turn_mistake mistake = {
    (enum oracle_turn_mistake_kind) c->kind, c->number,
    c->format ? oracle_format_named (c->format) : NULL
  };
  struct oracle_fraction *x = oracle_fractions_new (COLUMNS);
  struct oracle_fraction *p = oracle_fractions_new (ORACLE_MOST_AXES);
  size_t s = row % e->rows, k, axis;

  for (k = 0; k < COLUMNS; k++)
    set_float (&x[k], e->x[row * COLUMNS + k]);
  for (axis = 0; axis < e->axes; axis++)
    mpz_set_si (p[axis].num, (long) e->position[axis * e->rows + s]);
  if (oracle_turn_row (bits, NULL, &e->turn, c->kind < 0 ? NULL : &mistake,
                       x, p, (long) s, format, MOST_DIGITS) != 0)
    abort ();
  oracle_fractions_free (x, COLUMNS);
  oracle_fractions_free (p, ORACLE_MOST_AXES);
}

static void
ask_for_all (struct explained_turn *e)
{
  size_t row;

  e->wide = assay_calloc (HEADS * e->rows * COLUMNS, sizeof *e->wide);
  for (row = 0; row < HEADS * e->rows; row++)
    ask_oracle (e->wide + row * COLUMNS, e, row,
                oracle_format_named ("f64"));
}

static void
fill_dump (struct explained_turn *e)
{
  const struct oracle_format *format
    = oracle_format_named (assay_fmt_shape (e->fmt)->name);
  size_t size = e->fmt == ASSAY_FMT_F32 ? 4 : 2, row, k;
  uint64_t bits[COLUMNS];

  for (row = 0; row < HEADS * e->rows; row++)
    {
      int tells = 1;

      for (k = 0; k < COLUMNS && tells; k++)
        tells = narrowed (&bits[k], e->wide[row * COLUMNS + k], format);
      if (!tells)
        ask_oracle (bits, e, row, format);
      narrowed_store (e->dump + row * COLUMNS * size, bits, COLUMNS, size);
    }
}

/* ---- ours ---- */

static void
must (enum assay_status status)
{
  if (status != ASSAY_OK)
    abort ();
}

static void
set_rotation (struct explained_turn *e)
{
  const size_t shape[] = { HEADS, e->rows, COLUMNS };
  const size_t position_shape[] = { e->axes, 1, e->rows };
  struct assay_tensor positions;

  if (e->axes > 1)
    assay_tensor_wrap (&positions, "p", ASSAY_DTYPE_I64, 3, position_shape,
                       (const unsigned char *) e->position);
  else
    assay_tensor_wrap (&positions, "p", ASSAY_DTYPE_I64, 1, &e->rows,
                       (const unsigned char *) e->position);
  must (assay_positions_take (&e->positions, &positions, "p", e->axes, 1,
                              e->rows, &e->ctx));
  assay_tensor_wrap (&e->x_tensor, "x", ASSAY_DTYPE_F32, 3, shape,
                     (const unsigned char *) e->x);
  must (assay_view_axes (&e->x_view, &e->x_tensor, "hsd", 0, &e->ctx, NULL));
  must (assay_rope_steps_make (&e->steps, &e->rope, &e->call, &e->ctx));
  must (assay_rotation_by_angles (&e->rotation, &e->x_view, 0,
                                  &e->rope.layout,
                                  e->steps.w, e->steps.count,
                                  e->steps.magnitude, &e->rope.sections,
                                  &e->positions, &e->ctx));
}

static void
set_got (struct explained_turn *e, enum assay_fmt fmt)
{
  const size_t shape[] = { HEADS, e->rows, COLUMNS };

  e->fmt = fmt;
  assay_tensor_close (&e->got_tensor);
  assay_tensor_wrap (&e->got_tensor, "got", assay_dtype_of_fmt (fmt), 3,
                     shape, e->dump);
  must (assay_view_axes (&e->got.got, &e->got_tensor, "hsd", 0, &e->ctx,
                         NULL));
  e->got.name = "got";
  e->got.fmt = fmt;
  e->got.last_row = e->rows;
}

void
explained_turn_dump (struct explained_turn *e, enum assay_fmt fmt)
{
  if (e->wide == NULL)
    ask_for_all (e);
  set_got (e, fmt);
  fill_dump (e);
}

void
explained_turn_begin (struct explained_turn *e,
                      const struct named_mistake *c, size_t rows,
                      unsigned long seed, enum assay_fmt fmt)
{
  uint64_t state = seed;
  size_t n;

  memset (e, 0, sizeof *e);
  e->c = c;
  e->rows = rows;
  assay_ctx_init (&e->ctx);
  e->x = assay_calloc (HEADS * rows * COLUMNS, sizeof *e->x);
  for (n = 0; n < HEADS * rows * COLUMNS; n++)
    e->x[n] = (float) assay_splitmix_normal (&state);
  set_rope (e);
  set_axes (e);
  set_rotation (e);
  e->dump = assay_calloc (HEADS * rows * COLUMNS, 4);
  set_got (e, fmt);
}

void
explained_turn_init (struct explained_turn *e,
                     const struct named_mistake *c, size_t rows,
                     unsigned long seed, enum assay_fmt fmt)
{
  explained_turn_begin (e, c, rows, seed, fmt);
  explained_turn_dump (e, fmt);
}

void
explained_turn_clear (struct explained_turn *e)
{
  assay_rotation_clear (&e->rotation);
  assay_rope_steps_clear (&e->steps);
  assay_rope_plan_clear (&e->rope);
  assay_positions_close (&e->positions);
  assay_tensor_close (&e->x_tensor);
  assay_tensor_close (&e->got_tensor);
  oracle_turn_clear (&e->turn);
  if (e->divisor)
    oracle_fractions_free (e->divisor, COLUMNS / 2);
  free (e->x);
  free (e->position);
  free (e->dump);
  free (e->wide);
}

void
explained_turn_run (struct assay_turn_explanation *explanation,
                    struct explained_turn *e)
{
  assay_turn_explain (explanation, &e->rotation, &e->rope, &e->call, &e->got,
                      &e->ctx);
}
