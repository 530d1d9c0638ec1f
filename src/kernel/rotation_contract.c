/* rotation_contract.c -- rotation as kernels compute it */

#include "kernel/rotation_contract.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "kernel/special.h"
#include "position/table_round.h"

uint64_t
assay_rounded_double (double x, enum assay_fmt fmt)
{
  uint64_t bits;
  mpq_t value;

  if (!isfinite (x) || x == 0.0)
    return assay_special_bits (x, fmt);
  if (fmt != ASSAY_FMT_E4M3 && fmt != ASSAY_FMT_E5M2)
    return assay_fmt_of_double (x, fmt);
  mpq_init (value);
  mpq_set_d (value, x);
  bits = assay_fmt_round (value, fmt);
  mpq_clear (value);
  return bits;
}

/* X rounded to FMT, as a binary64.  */
static double
rounded (double x, enum assay_fmt fmt)
{
  if (fmt == ASSAY_FMT_F64)
    return x;
  return assay_dtype_double (assay_rounded_double (x, fmt),
                             assay_dtype_of_fmt (fmt));
}

/* Whether every value of INNER is one of OUTER.  */
static int
holds_format (enum assay_fmt outer, enum assay_fmt inner)
{
  const struct assay_fmt_shape *o = assay_fmt_shape (outer);
  const struct assay_fmt_shape *i = assay_fmt_shape (inner);

  return i->precision <= o->precision && i->emax <= o->emax
         && i->emin - (int) i->precision >= o->emin - (int) o->precision;
}

static void
make_room (struct assay_two_products *contract, size_t pairs)
{
  size_t count = contract->axes * pairs;

  contract->cosine = assay_calloc (count, sizeof *contract->cosine);
  contract->sine = assay_calloc (count, sizeof *contract->sine);
  contract->packed = assay_calloc (2 * pairs, sizeof (uint64_t));
}

enum assay_status
assay_two_products_init (struct assay_two_products *contract,
                         const struct assay_rotation *rotation,
                         enum assay_fmt arithmetic, enum assay_fmt result,
                         struct assay_ctx *ctx)
{
  const struct assay_where where = { NULL, "--contract", 0 };
  const struct assay_table *angles = &rotation->angles;
  enum assay_fmt given;

  memset (contract, 0, sizeof *contract);
  contract->arithmetic = arithmetic;
  contract->result = result;
  if (arithmetic == ASSAY_FMT_E4M3 || arithmetic == ASSAY_FMT_E5M2)
    return assay_fail (ctx, ASSAY_EVALUE, &where, "arithmetic in f64, f32, "
                       "f16 or bf16", "%s",
                       assay_fmt_shape (arithmetic)->name);
  if (assay_dtype_fmt (&given, rotation->x.dtype)
      && !holds_format (arithmetic, given))
    return assay_fail (ctx, ASSAY_EVALUE, &where, "arithmetic that holds x",
                       "%s for a tensor of %s",
                       assay_fmt_shape (arithmetic)->name,
                       assay_fmt_shape (given)->name);
  if (!assay_double_is_usable ())
    return assay_fail (ctx, ASSAY_EVALUE, &where, "a machine whose binary64 "
                       "rounds to nearest", "another");
  if (rotation->source == ASSAY_ROTATION_TABLES)
    return ASSAY_OK;
  contract->axes = rotation->positions->axes;
  make_room (contract, angles->pairs);
  contract->has_table = 1;
  return assay_table_init (&contract->table, angles->w, angles->pairs,
                           angles->magnitude, arithmetic, ctx);
}

void
assay_two_products_copy (struct assay_two_products *copy,
                         const struct assay_two_products *contract)
{
  *copy = *contract;
  copy->has_row = 0;
  if (!contract->has_table)
    return;
  assay_table_copy (&copy->table, &contract->table);
  make_room (copy, contract->table.pairs);
}

void
assay_two_products_clear (struct assay_two_products *contract)
{
  if (contract->has_table)
    assay_table_clear (&contract->table);
  free (contract->cosine);
  free (contract->sine);
  free (contract->packed);
}

/* The pattern AT of PACKED, as a binary64.  */
static double
unpack (const void *packed, size_t at, enum assay_fmt fmt)
{
  enum assay_dtype dtype = assay_dtype_of_fmt (fmt);
  const unsigned char *bytes = packed;

  return assay_dtype_double (
    assay_dtype_load (bytes + at * assay_dtype_size (dtype), dtype, 0),
    dtype);
}

/* The rounded cosines and sines of row ROW of batch B.  */
static enum assay_status
begin_row (struct assay_two_products *contract,
           const struct assay_rotation *rotation, size_t b, size_t row,
           struct assay_ctx *ctx)
{
  enum assay_fmt fmt = contract->arithmetic;
  size_t pairs = contract->table.pairs, axis, i;
  uint64_t *sines = (uint64_t *) contract->packed + pairs;
  enum assay_status status = ASSAY_OK;

  if (contract->has_row && contract->b == b && contract->row == row)
    return ASSAY_OK;
  for (axis = 0; axis < contract->axes && status == ASSAY_OK; axis++)
    {
      int64_t p = assay_positions_at (rotation->positions, axis, b, row);
      uint64_t size = p < 0 ? 0 - (uint64_t) p : (uint64_t) p;

      status = assay_table_fill (&contract->table, contract->packed, sines,
                                 size, 1, ctx);
      for (i = 0; i < pairs && status == ASSAY_OK; i++)
        {
          double s = unpack (sines, i, fmt);

          contract->cosine[axis * pairs + i] = unpack (contract->packed, i,
                                                       fmt);
          contract->sine[axis * pairs + i] = p < 0 ? -s : s;
        }
    }
  contract->has_row = status == ASSAY_OK;
  contract->b = b;
  contract->row = row;
  return status;
}

enum assay_status
assay_two_products_element (uint64_t *bits,
                            struct assay_two_products *contract,
                            const struct assay_rotation *rotation, size_t b,
                            size_t row, const struct assay_turned_sum *sum,
                            struct assay_ctx *ctx)
{
  enum assay_fmt fmt = contract->arithmetic;
  enum assay_status status;
  double c, s, first, second;

  if (sum->is_given)
    {
      c = rounded (sum->c, fmt);
      s = rounded (sum->s, fmt);
    }
  else
    {
      size_t at = sum->pair;

      status = begin_row (contract, rotation, b, row, ctx);
      if (status != ASSAY_OK)
        return status;
      if (contract->axes > 1
          && rotation->sections.rule != ASSAY_SECTIONS_NONE)
        at += contract->table.pairs
              * (size_t) assay_sections_axis (&rotation->sections, at);
      c = contract->cosine[at];
      s = contract->sine[at];
    }
  /* Products of two numbers of f32 are binary64 exactly, and their sum
     rounded to binary64 first rounds as if it had not been (Lemma B83).  */
  first = rounded (sum->alpha * c, fmt);
  second = rounded (sum->beta * s, fmt);
  *bits = assay_rounded_double (rounded (first + second, fmt),
                                contract->result);
  return ASSAY_OK;
}
