/* fast.c -- the tiers, one after the other */

#include "attention/fast.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "attention/fast_parts.h"
#include "base/memory.h"

void
assay_fast_work_init (struct assay_fast_work *work)
{
  memset (work, 0, sizeof *work);
  work->kernels = assay_fast_kernels_best ();
}

void
assay_fast_work_clear (struct assay_fast_work *work)
{
  free (work->scratch);
  memset (work, 0, sizeof *work);
}

/* SIZE elements at least.  */
static double *
scratch_of (struct assay_fast_work *work, size_t size)
{
  if (work->scratch_size < size)
    {
      free (work->scratch);
      work->scratch = assay_calloc (size, sizeof *work->scratch);
      work->scratch_size = size;
    }
  return work->scratch;
}

/* Everything is open, and nothing known, until it is settled.  */
static void
begin_row (struct assay_fast_out *out, size_t at, size_t values)
{
  int is_asked = out->hi || out->lo || out->radius || out->mass;
  size_t c;

  memset (out->open + at, 1, values);
  for (c = at; is_asked && c < at + values; c++)
    {
      if (out->hi)
        out->hi[c] = 0.0;
      if (out->lo)
        out->lo[c] = 0.0;
      if (out->radius)
        out->radius[c] = INFINITY;
      if (out->mass)
        out->mass[c] = INFINITY;
    }
}

static int
has_open (const struct assay_fast_out *out, size_t r, size_t values)
{
  return memchr (out->open + r * values, 1, values) != NULL;
}

static void
do_block (struct assay_fast_out *out, const struct assay_fast_rows *rows,
          size_t begin, size_t count, const struct assay_fast_head *head,
          const struct assay_fast_rule *rule, struct assay_fast_work *work)
{
  size_t need = ASSAY_FAST_BLOCK * head->width + 2 * head->padded;
  size_t r, single = 0;
  size_t room = assay_fast_pair_scratch (head);
  struct assay_fast_query query[ASSAY_FAST_BLOCK];
  double *q, *columns, *rest;

  if (room < assay_fast_double_scratch (head))
    room = assay_fast_double_scratch (head);
  q = scratch_of (work, need + room);
  rest = q + need;
  columns = q + ASSAY_FAST_BLOCK * head->width;
  for (r = 0; r < count; r++)
    {
      assay_fast_query_init (&query[r], q + r * head->width, begin + r, rows,
                             head, rule);
      if (work->first_tier <= ASSAY_FAST_MEAN)
        single += assay_fast_single_key (out, &query[r], head, rule);
    }
  if (work->first_tier <= ASSAY_FAST_DOUBLE && out->fmt != ASSAY_FMT_F64
      && single < count)
    assay_fast_double (out, query, count, rows, head, rule, work->kernels,
                       rest, columns);
  for (r = 0; r < count; r++)
    {
      if (work->first_tier <= ASSAY_FAST_PAIR
          && has_open (out, begin + r, head->values))
        assay_fast_pair (out, &query[r], rows, head, rule, work->kernels,
                         rest);
      if (work->first_tier <= ASSAY_FAST_MEAN
          && has_open (out, begin + r, head->values))
        assay_fast_mean (out, &query[r], rows, head, rule);
    }
}

static int
is_done_format (enum assay_fmt fmt)
{
  return fmt == ASSAY_FMT_F64 || fmt == ASSAY_FMT_F32 || fmt == ASSAY_FMT_F16
         || fmt == ASSAY_FMT_BF16;
}

void
assay_fast_rows_round (struct assay_fast_out *out,
                       const struct assay_fast_rows *rows,
                       const struct assay_fast_head *head,
                       const struct assay_fast_rule *rule,
                       struct assay_fast_work *work)
{
  int is_usable = head->has_keys && head->has_values && rule->is_usable
                  && is_done_format (out->fmt) && assay_double_is_usable ()
                  && assay_fast_is_usable ();
  size_t begin, r, c;

  for (begin = 0; begin < rows->count; begin += ASSAY_FAST_BLOCK)
    {
      size_t count = rows->count - begin;

      if (count > ASSAY_FAST_BLOCK)
        count = ASSAY_FAST_BLOCK;
      for (r = 0; r < count; r++)
        begin_row (out, (begin + r) * head->values, head->values);
      if (is_usable && work->first_tier < ASSAY_FAST_OPEN)
        do_block (out, rows, begin, count, head, rule, work);
    }
  for (c = 0; c < rows->count * head->values; c++)
    out->settled[ASSAY_FAST_OPEN] += out->open[c];
}

enum assay_verdict
assay_fast_settle (struct assay_fast_out *out, size_t r,
                   struct assay_row *row, const struct assay_dyadics *column,
                   size_t values, const struct assay_ctx *ctx)
{
  enum assay_verdict verdict = ASSAY_HOLDS;
  size_t c;

  for (c = 0; c < values; c++)
    {
      struct assay_place place = { ASSAY_STAGE_OUTPUT, 0, &column[c] };
      size_t at = r * values + c;

      if (!out->open[at])
        continue;
      if (assay_row_round (&out->bits[at], row, &place, out->fmt, ctx)
          == ASSAY_HOLDS)
        {
          out->open[at] = 0;
          out->settled[ASSAY_FAST_OPEN]--;
        }
      else
        verdict = ASSAY_OPEN;
    }
  return verdict;
}
