/* contract.c -- tables under a contract */

#include "position/contract.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "position/table_round.h"
#include "real/formula.h"
#include "real/step.h"

static const char *const names[ASSAY_CONTRACT_COUNT] = {
  "exact", "f32", "f32-running", "bf16-frequency", "bf16-position",
  "f16-position", "bf16-table", "f16-table"
};

const char *
assay_contract_name (enum assay_contract contract)
{
  return names[contract];
}

enum assay_status
assay_contract_find (enum assay_contract *contract, const char *name)
{
  int i;

  for (i = 0; i < ASSAY_CONTRACT_COUNT; i++)
    if (strcmp (name, names[i]) == 0)
      {
        *contract = (enum assay_contract) i;
        return ASSAY_OK;
      }
  return ASSAY_EVALUE;
}

int
assay_contract_rounds_angles (enum assay_contract contract)
{
  return contract != ASSAY_CONTRACT_EXACT
         && contract != ASSAY_CONTRACT_BF16_TABLE
         && contract != ASSAY_CONTRACT_F16_TABLE;
}

/* The format that entries are rounded to first.  */
static enum assay_fmt
first_format (enum assay_contract contract, enum assay_fmt fmt)
{
  return contract == ASSAY_CONTRACT_BF16_TABLE ? ASSAY_FMT_BF16
         : contract == ASSAY_CONTRACT_F16_TABLE ? ASSAY_FMT_F16 : fmt;
}

/* RESULT <- A as f32.  */
static enum assay_status
single_magnitude (float *result, struct assay_expr *magnitude,
                  struct assay_ctx *ctx)
{
  enum assay_status status;
  uint64_t bits;
  uint32_t low;

  *result = 1;
  if (magnitude == NULL)
    return ASSAY_OK;
  status = assay_step_fmt_bits (&bits, magnitude, ASSAY_FMT_F32, ctx);
  if (status != ASSAY_OK)
    return status;
  low = (uint32_t) bits;
  memcpy (result, &low, sizeof low);
  if (!isfinite (*result))
    return assay_fail (ctx, ASSAY_EVALUE, NULL, "a magnitude below 2^128",
                       "a larger one");
  return ASSAY_OK;
}

enum assay_status
assay_contract_init (struct assay_contract_table *t,
                     enum assay_contract contract,
                     struct assay_expr *const *w, size_t pairs,
                     struct assay_expr *magnitude, enum assay_fmt fmt,
                     struct assay_ctx *ctx)
{
  enum assay_status status;

  t->contract = contract;
  t->fmt = fmt;
  t->angle = NULL;
  t->magnitude = 1;
  if (!assay_contract_rounds_angles (contract))
    return assay_table_init (&t->table, w, pairs, magnitude,
                             first_format (contract, fmt), ctx);
  t->angle = assay_calloc (pairs, sizeof *t->angle);
  status = assay_rounded_steps_init (&t->steps, contract, w, pairs, ctx);
  if (status == ASSAY_OK && (fmt == ASSAY_FMT_E4M3 || fmt == ASSAY_FMT_E5M2))
    status = assay_fail (ctx, ASSAY_EVALUE, NULL, "f64, f32, f16 or bf16",
                         "%s", assay_fmt_shape (fmt)->name);
  if (status == ASSAY_OK)
    status = assay_waves_init (&t->waves, ctx);
  if (status == ASSAY_OK)
    status = single_magnitude (&t->magnitude, magnitude, ctx);
  return status;
}

void
assay_contract_clear (struct assay_contract_table *t)
{
  if (!assay_contract_rounds_angles (t->contract))
    assay_table_clear (&t->table);
  else
    assay_rounded_steps_clear (&t->steps);
  free (t->angle);
}

/* ---- contracts that round angles ---- */

static enum assay_status
fill_rounded (struct assay_contract_table *t, void *cosine, void *sine,
              unsigned long first, size_t count, struct assay_ctx *ctx)
{
  enum assay_status status = ASSAY_OK;
  size_t pairs = t->steps.pairs, j, i;
  float c, s;

  for (j = 0; j < count && status == ASSAY_OK; j++)
    {
      status = assay_ctx_in_time (ctx, NULL);
      assay_rounded_angles (t->angle, &t->steps, first + j);
      for (i = 0; i < pairs && status == ASSAY_OK; i++)
        {
          if (!isfinite (t->angle[i]))
            return assay_fail (ctx, ASSAY_EVALUE, NULL,
                               "positions that the contract's format holds",
                               "%lu", first + j);
          status = assay_wave_single (&c, &s, t->angle[i], &t->waves, ctx);
          if (status != ASSAY_OK)
            break;
          c *= t->magnitude;
          s *= t->magnitude;
          assay_fmt_store (cosine, j * pairs + i,
                           assay_fmt_of_double (c, t->fmt), t->fmt);
          assay_fmt_store (sine, j * pairs + i,
                           assay_fmt_of_double (s, t->fmt), t->fmt);
        }
    }
  return status;
}

/* ---- contracts that round the entry twice ---- */

/* TO[i] <- FROM[i], 16-bit patterns of FROM_FMT, i < N.  */
static void
widen (void *to, enum assay_fmt to_fmt, const uint16_t *from,
       enum assay_fmt from_fmt, size_t n)
{
  uint64_t bits;
  size_t i;
  mpq_t x;

  mpq_init (x);
  for (i = 0; i < n; i++)
    {
      bits = from[i];
      if (to_fmt != from_fmt)
        {
          int negative = assay_fmt_is_negative (bits, from_fmt);

          if (assay_fmt_decode (x, bits, from_fmt) == ASSAY_FMT_FINITE
              && mpq_sgn (x) != 0)
            bits = assay_fmt_round (x, to_fmt);
          else
            bits = assay_fmt_of_double (
              (negative ? -1.0 : 1.0)
              * (assay_fmt_classify (bits, from_fmt) == ASSAY_FMT_FINITE
                 ? 0.0 : HUGE_VAL), to_fmt);
        }
      assay_fmt_store (to, i, bits, to_fmt);
    }
  mpq_clear (x);
}

static enum assay_status
fill_twice (struct assay_contract_table *t, void *cosine, void *sine,
            unsigned long first, size_t count, struct assay_ctx *ctx)
{
  size_t n = count * t->table.pairs;
  uint16_t *narrow[2];
  enum assay_status status;
  int k;

  for (k = 0; k < 2; k++)
    narrow[k] = assay_calloc (n, sizeof **narrow);
  status = assay_table_fill (&t->table, narrow[0], narrow[1], first, count,
                             ctx);
  if (status == ASSAY_OK)
    {
      widen (cosine, t->fmt, narrow[0], t->table.fmt, n);
      widen (sine, t->fmt, narrow[1], t->table.fmt, n);
    }
  free (narrow[0]);
  free (narrow[1]);
  return status;
}

enum assay_status
assay_contract_fill (struct assay_contract_table *t, void *cosine,
                     void *sine, unsigned long first, size_t count,
                     struct assay_ctx *ctx)
{
  if (count > 0 && (first > ASSAY_TABLE_MAX_POSITION
                    || count - 1 > ASSAY_TABLE_MAX_POSITION - first))
    return assay_fail (ctx, ASSAY_EVALUE, NULL,
                       "positions up to 4294967295", "%lu and %zu more",
                       first, count - 1);
  if (assay_contract_rounds_angles (t->contract))
    return fill_rounded (t, cosine, sine, first, count, ctx);
  if (t->contract == ASSAY_CONTRACT_EXACT)
    return assay_table_fill (&t->table, cosine, sine, first, count, ctx);
  return fill_twice (t, cosine, sine, first, count, ctx);
}
