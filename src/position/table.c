/* table.c -- tables of cosines and sines, every entry correctly rounded

   That a way may answer for the entry is Lemma B65.  */

#include "position/table.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "position/table_round.h"
#include "real/formula.h"
#include "real/step.h"

enum { BLOCK = ASSAY_TABLE_BLOCK, SCALE_BITS = 256 };

/* A as a double-double; 0 unless that is within u^2 and its size one that
   B62 and B64 allow.  */
static int
set_scale (struct assay_table *table, struct assay_ctx *ctx)
{
  mpfi_t value;
  mpfr_t middle;
  int fits;

  mpfi_init2 (value, SCALE_BITS);
  mpfr_init2 (middle, SCALE_BITS);
  fits = assay_expr_enclose (value, table->magnitude, ctx, SCALE_BITS)
           == ASSAY_OK
         && mpfi_is_strictly_pos (value)
         && mpfr_cmp_ui_2exp (&value->right, 1, 60) < 0
         && mpfr_cmp_ui_2exp (&value->left, 1, -60) > 0;
  if (fits)
    {
      mpfi_mid (middle, value);
      table->scale = assay_dd_of_mpfr (middle);
      mpfi_diam_rel (middle, value);
      fits = mpfr_cmp_ui_2exp (middle, 1, -160) < 0;
      table->slack = 6 * 0x1p-53 * table->scale.hi;
    }
  mpfr_clear (middle);
  mpfi_clear (value);
  return fits;
}

static void
set_rotors (struct assay_table *table)
{
  struct assay_dd c, s;
  size_t i, j;

  table->rotor_c = assay_calloc (BLOCK * table->pairs, sizeof (double));
  table->rotor_s = assay_calloc (BLOCK * table->pairs, sizeof (double));
  table->base_c = assay_calloc (table->pairs, sizeof (double));
  table->base_s = assay_calloc (table->pairs, sizeof (double));
  for (j = 0; j < BLOCK; j++)
    for (i = 0; i < table->pairs; i++)
      {
        assay_turn (&c, &s, assay_phase_times (table->phase[i], (uint32_t) j),
                    &table->turns);
        table->rotor_c[j * table->pairs + i] = c.hi;
        table->rotor_s[j * table->pairs + i] = s.hi;
      }
}

enum assay_status
assay_table_init (struct assay_table *table, struct assay_expr *const *w,
                  size_t pairs, struct assay_expr *magnitude,
                  enum assay_fmt fmt, struct assay_ctx *ctx)
{
  enum assay_status status = ASSAY_OK;
  size_t i;

  table->pairs = pairs;
  table->w = assay_formula_list (pairs);
  table->magnitude = magnitude ? assay_expr_ref (magnitude)
                               : assay_formula_integer (1);
  table->fmt = fmt;
  table->entries = table->second = table->third = 0;
  table->phase = assay_calloc (pairs, sizeof *table->phase);
  table->rotor_c = table->rotor_s = table->base_c = table->base_s = NULL;
  for (i = 0; i < pairs; i++)
    table->w[i] = assay_expr_ref (w[i]);
  if (fmt == ASSAY_FMT_E4M3 || fmt == ASSAY_FMT_E5M2)
    return assay_fail (ctx, ASSAY_EVALUE, NULL, "f64, f32, f16 or bf16",
                       "%s", assay_fmt_shape (fmt)->name);
  table->is_fast = assay_double_is_usable () && set_scale (table, ctx);
  for (i = 0; i < pairs && status == ASSAY_OK; i++)
    status = assay_phase_set (&table->phase[i], w[i], ctx);
  if (table->is_fast && status == ASSAY_OK)
    {
      assay_turns_init (&table->turns);
      if (fmt != ASSAY_FMT_F64)
        set_rotors (table);
    }
  return status;
}

void
assay_table_clear (struct assay_table *table)
{
  assay_formula_list_free (table->w, table->pairs);
  assay_expr_unref (table->magnitude);
  free (table->phase);
  free (table->rotor_c);
  free (table->rotor_s);
  free (table->base_c);
  free (table->base_s);
}

/* COUNT doubles of its own; null for null.  */
static double *
copy_doubles (const double *from, size_t count)
{
  return from ? memcpy (assay_calloc (count, sizeof *from), from,
                        count * sizeof *from) : NULL;
}

void
assay_table_copy (struct assay_table *copy, const struct assay_table *table)
{
  size_t pairs = table->pairs, i;

  *copy = *table;
  copy->w = assay_formula_list (pairs);
  for (i = 0; i < pairs; i++)
    copy->w[i] = assay_expr_copy (table->w[i]);
  copy->magnitude = assay_expr_copy (table->magnitude);
  copy->phase = memcpy (assay_calloc (pairs, sizeof *copy->phase),
                        table->phase, pairs * sizeof *copy->phase);
  copy->rotor_c = copy_doubles (table->rotor_c, BLOCK * pairs);
  copy->rotor_s = copy_doubles (table->rotor_s, BLOCK * pairs);
  copy->base_c = copy_doubles (table->base_c, pairs);
  copy->base_s = copy_doubles (table->base_s, pairs);
}

/* ---- the third way ---- */

/* RESULT <- A FUNCTION (p w_i), rounded.  */
static enum assay_status
enclosed_entry (uint64_t *result,
                struct assay_expr *(*function) (struct assay_expr *,
                                                struct assay_ctx *),
                const struct assay_table *table, unsigned long position,
                size_t pair, struct assay_ctx *ctx)
{
  struct assay_expr *angle
    = assay_formula_mul (assay_formula_integer ((long) position),
                         assay_expr_ref (table->w[pair]), ctx);
  struct assay_expr *value
    = assay_formula_mul (assay_expr_ref (table->magnitude),
                         function (angle, ctx), ctx);
  enum assay_status status = assay_formula_status (value, ctx);

  if (status == ASSAY_OK)
    status = assay_step_fmt_bits (result, value, table->fmt, ctx);
  assay_expr_unref (value);
  return status;
}

enum assay_status
assay_table_entry (uint64_t *cosine, uint64_t *sine,
                   const struct assay_table *table, unsigned long position,
                   size_t pair, struct assay_ctx *ctx)
{
  enum assay_status status
    = enclosed_entry (cosine, assay_formula_cos, table, position, pair, ctx);

  return status != ASSAY_OK ? status
         : enclosed_entry (sine, assay_formula_sin, table, position, pair,
                           ctx);
}

/* ---- the second way ---- */

int
assay_table_near (struct assay_dd *c, struct assay_dd *s, double error[2],
                  const struct assay_table *table, unsigned long position,
                  size_t pair)
{
  double drift;

  if (!table->is_fast || position == 0
      || position > ASSAY_TABLE_MAX_POSITION)
    return 0;
  assay_turn (c, s,
              assay_phase_times (table->phase[pair], (uint32_t) position),
              &table->turns);
  *c = assay_dd_mul (table->scale, *c);
  *s = assay_dd_mul (table->scale, *s);
  /* B62, and the phase's own error.  */
  drift = table->scale.hi * (double) position * 0x1p-124;
  error[0] = 0x1p-98 * fabs (c->hi) + drift;
  error[1] = 0x1p-98 * fabs (s->hi) + drift;
  return 1;
}

/* Entry AT of both tables, by double-double arithmetic or else by
   enclosures.  */
static enum assay_status
settle_entry (struct assay_table *table, void *cosine, void *sine, size_t at,
              unsigned long position, size_t pair, struct assay_ctx *ctx)
{
  struct assay_dd c, s;
  double error[2];
  uint64_t bits[2];
  enum assay_status status = ASSAY_OK;

  if (assay_table_near (&c, &s, error, table, position, pair)
      && assay_dd_rounds (&bits[0], c, error[0], table->fmt)
      && assay_dd_rounds (&bits[1], s, error[1], table->fmt))
    {
      assay_fmt_store (cosine, at, bits[0], table->fmt);
      assay_fmt_store (sine, at, bits[1], table->fmt);
      return ASSAY_OK;
    }
  table->third += 2;
  status = assay_table_entry (&bits[0], &bits[1], table, position, pair,
                              ctx);
  if (status == ASSAY_OK)
    {
      assay_fmt_store (cosine, at, bits[0], table->fmt);
      assay_fmt_store (sine, at, bits[1], table->fmt);
    }
  return status;
}

/* ---- the first way ---- */

static void
set_base (struct assay_table *table, unsigned long position)
{
  struct assay_dd c, s;
  size_t i;

  for (i = 0; i < table->pairs; i++)
    {
      assay_turn (&c, &s,
                  assay_phase_times (table->phase[i], (uint32_t) position),
                  &table->turns);
      table->base_c[i] = assay_dd_mul (table->scale, c).hi;
      table->base_s[i] = assay_dd_mul (table->scale, s).hi;
    }
}

/* One row of f32; whether an entry is undecided.  */
static int
turn_row_single (float *restrict cosine, float *restrict sine,
                 const double *restrict base_c,
                 const double *restrict base_s,
                 const double *restrict rotor_c,
                 const double *restrict rotor_s, size_t pairs, double slack)
{
  unsigned undecided = 0;
  size_t i;

  for (i = 0; i < pairs; i++)
    {
      double c = base_c[i] * rotor_c[i] - base_s[i] * rotor_s[i];
      double s = base_s[i] * rotor_c[i] + base_c[i] * rotor_s[i];
      float low_c = (float) (c - slack), high_c = (float) (c + slack);
      float low_s = (float) (s - slack), high_s = (float) (s + slack);

      cosine[i] = low_c;
      sine[i] = low_s;
      undecided |= (unsigned) (low_c != high_c) | (low_s != high_s);
    }
  return undecided != 0;
}

/* The entry AT by the first way; whether both are decided.  */
static int
turn_entry (const struct assay_table *table, void *cosine, void *sine,
            size_t at, size_t i, const double *rotor_c, const double *rotor_s)
{
  double c = table->base_c[i] * rotor_c[i] - table->base_s[i] * rotor_s[i];
  double s = table->base_s[i] * rotor_c[i] + table->base_c[i] * rotor_s[i];
  uint64_t low_c = assay_fmt_of_double (c - table->slack, table->fmt);
  uint64_t low_s = assay_fmt_of_double (s - table->slack, table->fmt);

  assay_fmt_store (cosine, at, low_c, table->fmt);
  assay_fmt_store (sine, at, low_s, table->fmt);
  return low_c == assay_fmt_of_double (c + table->slack, table->fmt)
         && low_s == assay_fmt_of_double (s + table->slack, table->fmt);
}

/* Row J of the block; what stays undecided goes the second way.  */
static enum assay_status
fill_row (struct assay_table *table, void *cosine, void *sine, size_t row,
          unsigned long position, size_t j, struct assay_ctx *ctx)
{
  const double *rotor_c = table->rotor_c + j * table->pairs;
  const double *rotor_s = table->rotor_s + j * table->pairs;
  size_t start = row * table->pairs, i;
  enum assay_status status = ASSAY_OK;

  if (table->fmt == ASSAY_FMT_F32
      && !turn_row_single ((float *) cosine + start, (float *) sine + start,
                           table->base_c, table->base_s, rotor_c, rotor_s,
                           table->pairs, table->slack))
    return ASSAY_OK;
  for (i = 0; i < table->pairs && status == ASSAY_OK; i++)
    if (!turn_entry (table, cosine, sine, start + i, i, rotor_c, rotor_s))
      {
        table->second += 2;
        status = settle_entry (table, cosine, sine, start + i, position, i,
                               ctx);
      }
  return status;
}

/* ---- rows ---- */

/* Position 0 and steps of 0 have the cosine A and the sine 0, exactly.  */
static enum assay_status
fill_position_zero (struct assay_table *table, void *cosine, void *sine,
                    struct assay_ctx *ctx)
{
  enum assay_status status = ASSAY_OK;
  uint64_t bits;
  size_t i;

  status = assay_step_fmt_bits (&bits, table->magnitude, table->fmt, ctx);
  for (i = 0; i < table->pairs && status == ASSAY_OK; i++)
    {
      assay_fmt_store (cosine, i, bits, table->fmt);
      assay_fmt_store (sine, i, 0, table->fmt);
    }
  return status;
}

enum assay_status
assay_table_fill (struct assay_table *table, void *cosine, void *sine,
                  unsigned long first, size_t count, struct assay_ctx *ctx)
{
  int by_rotation = table->is_fast && table->fmt != ASSAY_FMT_F64;
  enum assay_status status = ASSAY_OK;
  size_t j, i;

  if (count > 0 && (first > ASSAY_TABLE_MAX_POSITION
                    || count - 1 > ASSAY_TABLE_MAX_POSITION - first))
    return assay_fail (ctx, ASSAY_EVALUE, NULL,
                       "positions up to 4294967295", "%lu and %zu more",
                       first, count - 1);
  for (j = 0; j < count && status == ASSAY_OK; j++)
    {
      unsigned long position = first + j;

      if (j % BLOCK == 0)
        {
          status = assay_ctx_in_time (ctx, NULL);
          if (by_rotation)
            set_base (table, position);
        }
      table->entries += 2 * table->pairs;
      if (status == ASSAY_OK && position == 0)
        status = fill_position_zero (table, cosine, sine, ctx);
      else if (status == ASSAY_OK && by_rotation)
        status = fill_row (table, cosine, sine, j, position, j % BLOCK, ctx);
      else
        for (i = 0; i < table->pairs && status == ASSAY_OK; i++)
          status = settle_entry (table, cosine, sine, j * table->pairs + i,
                                 position, i, ctx);
    }
  return status;
}
