/* fast_double.c -- tier 1: a block of queries in binary64, with a bound

   The keys are taken 128 at a time; outputs are added up by chunks of 32 keys,
   then by spans of 512, then altogether, which keeps the depth of the sums,
   and with it the bound, small (Lemma B93).  */

#include <math.h>
#include <string.h>

#include "attention/fast_parts.h"

enum
{
  KEYS = 128,                   /* at a time */
  CHUNKS = KEYS / ASSAY_FAST_CHUNK,
  SPAN = 4,                     /* steps before partial sums are added up */
  STRIDE = KEYS + 8             /* of scores: rows apart in the cache */
};

/* Without subtracting a maximum exp stays in range.  */
#define SMALL_SCORES 600.0
/* Scores so far below the greatest have no weight that matters.  */
#define DOUBLE_DROP 120.0

struct double_row
{
  int is_tried;
  int is_shifted;               /* by its greatest score */
  double scale, top, floor, reach;
  int shift;
  double error;                 /* of a weight, relative */
  double sum, part;             /* of the weights */
};

struct double_block
{
  const struct assay_fast_query *query;
  size_t count, tiles;
  const struct assay_fast_rows *rows;
  const struct assay_fast_head *head;
  const struct assay_fast_rule *rule;
  const struct assay_fast_kernels *kernels;
  size_t begin, end;            /* of all rows' keys, begin on a chunk */
  /* Masses are added up; or bounded by chunks of values, or by all of them,
     which is enough for outputs of few bits.  */
  int wants_mass, is_coarse;
  double *q;                    /* by tiles */
  double *s;                    /* scores, then weights */
  double *chunk_sum;            /* of weights, CHUNKS a row */
  double *sum, *part, *mass;    /* outputs, rows x padded */
  double add[KEYS];
  struct double_row row[ASSAY_FAST_BLOCK];
};

size_t
assay_fast_double_scratch (const struct assay_fast_head *head)
{
  return ASSAY_FAST_BLOCK * (head->width + STRIDE + CHUNKS
                             + 3 * head->padded);
}

/* Lemma B92: a bound of the scores' error, given that of those that count.  */
static double
score_error (const struct assay_fast_query *query,
             const struct assay_fast_rule *rule, double reach)
{
  double sigma = fabs (query->sigma.hi), error = 0.0;

  if (!query->is_exact)
    error += sigma * query->spread * query->key_spread;
  if (!rule->sigma_is_power)
    error += 2 * query->reach;
  if (query->has_add)
    error += reach;
  if (rule->has_slope)
    error += reach + query->reach + 3 * query->slope_reach;
  if (rule->has_sink)
    error += reach;
  return error * ASSAY_FAST_U * (1 + 0x1p-10);
}

/* What scores are scaled by, and whether they may be tried.  */
static void
begin_row (struct double_row *row, const struct assay_fast_query *query,
           const struct assay_fast_rule *rule)
{
  double reach = query->reach + query->add_reach;

  memset (row, 0, sizeof *row);
  row->scale = query->sigma.hi;
  row->reach = reach;
  row->is_tried = query->is_usable && query->first < query->last
                  && query->reach + query->slope_reach <= 0x1p20
                  && query->add_reach <= 0x1p900;
  row->is_shifted = reach > SMALL_SCORES;
  row->top = rule->has_sink ? rule->sink.hi : ASSAY_FAST_BLOCKED;
  row->floor = -2 * SMALL_SCORES;
}

/* The greatest score is known: exponents are shifted by it.  */
static void
shift_row (struct double_row *row, const struct assay_fast_query *query)
{
  if (!row->is_shifted)
    return;
  row->reach = fabs (row->top) + DOUBLE_DROP;
  if (row->reach + query->reach > 0x1p20)
    {
      row->is_tried = 0;
      return;
    }
  row->shift = (int) (row->top * 1.4426950408889634);
  row->floor = row->top - DOUBLE_DROP;
}

static void
load_queries (struct double_block *block)
{
  size_t width = block->head->width, r, t;

  memset (block->q, 0,
          block->tiles * ASSAY_FAST_TILE * width * sizeof *block->q);
  for (r = 0; r < block->count; r++)
    {
      double *tile = block->q + r / ASSAY_FAST_TILE * ASSAY_FAST_TILE * width
                     + r % ASSAY_FAST_TILE;

      for (t = 0; t < width; t++)
        tile[t * ASSAY_FAST_TILE] = block->query[r].q[t];
    }
}

/* The range of keys of all rows.  */
static void
set_range (struct double_block *block)
{
  size_t r;

  block->begin = block->head->keys;
  block->end = 0;
  for (r = 0; r < block->count; r++)
    if (block->row[r].is_tried)
      {
        if (block->query[r].first < block->begin)
          block->begin = block->query[r].first;
        if (block->query[r].last > block->end)
          block->end = block->query[r].last;
      }
  block->begin -= block->begin % ASSAY_FAST_CHUNK;
}

/* Keys AT .. AT + size, a multiple of 32, are the next.  */
static size_t
step_size (const struct double_block *block, size_t at)
{
  size_t size = block->end - at < KEYS ? block->end - at : KEYS;

  return (size + ASSAY_FAST_CHUNK - 1) / ASSAY_FAST_CHUNK * ASSAY_FAST_CHUNK;
}

static void
score_keys (struct double_block *block, size_t at, size_t size)
{
  size_t width = block->head->width, tile;

  for (tile = 0; tile < block->tiles; tile++)
    block->kernels->scores (block->s + tile * ASSAY_FAST_TILE * STRIDE,
                            STRIDE, block->q + tile * ASSAY_FAST_TILE * width,
                            block->head->k + at * width, width,
                            size / ASSAY_FAST_PANEL);
}

/* What is added to the scores of row R: null for 0.  */
static const double *
addends (struct double_block *block, size_t r, size_t at, size_t size)
{
  const struct assay_fast_query *query = &block->query[r];
  size_t keys = block->head->keys, end = at + size, j;

  if (!query->has_add && !block->rows->legal && query->first <= at
      && end <= query->last)
    return NULL;
  for (j = keys; j < end; j++)
    block->add[j - at] = ASSAY_FAST_BLOCKED;
  assay_fast_addends (block->add, NULL, query, block->rows, block->head,
                      block->rule, at, end < keys ? end : keys);
  return block->add;
}

static int
is_outside (const struct assay_fast_query *query, size_t at, size_t size)
{
  return query->last <= at || at + size <= query->first;
}

/* Where scores may be large: the greatest of each row.  */
static void
find_tops (struct double_block *block)
{
  size_t at, size, r, j;
  int is_needed = 0;

  for (r = 0; r < block->count; r++)
    is_needed |= block->row[r].is_tried && block->row[r].is_shifted;
  for (at = block->begin; is_needed && at < block->end; at += size)
    {
      size = step_size (block, at);
      score_keys (block, at, size);
      for (r = 0; r < block->count; r++)
        {
          struct double_row *row = &block->row[r];
          const double *s = block->s + r * STRIDE, *add;

          if (!row->is_tried || !row->is_shifted
              || is_outside (&block->query[r], at, size))
            continue;
          add = addends (block, r, at, size);
          for (j = 0; j < size; j++)
            {
              double z = s[j] * row->scale + (add ? add[j] : 0.0);

              if (z > row->top)
                row->top = z;
            }
        }
    }
}

static void
weigh_keys (struct double_block *block, size_t at, size_t size)
{
  size_t r, c, chunks = size / ASSAY_FAST_CHUNK;

  for (r = 0; r < block->count; r++)
    {
      struct double_row *row = &block->row[r];
      double *s = block->s + r * STRIDE;
      double *sum = block->chunk_sum + r * CHUNKS;

      if (!row->is_tried || is_outside (&block->query[r], at, size))
        {
          memset (s, 0, size * sizeof *s);
          memset (sum, 0, chunks * sizeof *sum);
          continue;
        }
      block->kernels->weights (s, sum, chunks, row->scale,
                               addends (block, r, at, size), row->is_shifted,
                               row->floor, row->shift);
      for (c = 0; c < chunks; c++)
        row->part += sum[c];
    }
}

static void
add_values (struct double_block *block, size_t at, size_t size)
{
  const struct assay_fast_head *head = block->head;
  size_t padded = head->padded, j;

  for (j = 0; j < size && at + j < head->keys; j += ASSAY_FAST_CHUNK)
    {
      const double *v = head->v + (at + j) * padded;
      size_t keys = head->keys - (at + j);

      if (keys > ASSAY_FAST_CHUNK)
        keys = ASSAY_FAST_CHUNK;
      block->kernels->sums (block->part, padded, block->s + j, STRIDE,
                            block->tiles, v, padded, keys, 0);
      if (block->wants_mass)
        block->kernels->sums (block->mass, padded, block->s + j, STRIDE,
                              block->tiles, v, padded, keys, 1);
    }
  if (!block->wants_mass && !block->is_coarse)
    block->kernels->sums (block->mass, padded, block->chunk_sum, CHUNKS,
                          block->tiles,
                          head->chunk_maximum
                          + at / ASSAY_FAST_CHUNK * padded,
                          padded, size / ASSAY_FAST_CHUNK, 0);
}

/* Partial sums are added to the sums.  */
static void
flush (struct double_block *block)
{
  size_t r;

  block->kernels->flush (block->sum, block->part,
                         block->tiles * ASSAY_FAST_TILE
                         * block->head->padded);
  for (r = 0; r < block->count; r++)
    {
      block->row[r].sum += block->row[r].part;
      block->row[r].part = 0.0;
    }
}

static void
add_sink (struct double_block *block, struct double_row *row)
{
  double s[ASSAY_FAST_CHUNK] = { 0.0 }, add[ASSAY_FAST_CHUNK], sum;
  size_t j;

  add[0] = block->rule->sink.hi;
  for (j = 1; j < ASSAY_FAST_CHUNK; j++)
    add[j] = ASSAY_FAST_BLOCKED;
  block->kernels->weights (s, &sum, 1, 0.0, add, 1, row->floor, row->shift);
  row->sum += sum;
}

static void
run_block (struct double_block *block)
{
  size_t at, size, r, steps = 0;

  load_queries (block);
  set_range (block);
  find_tops (block);
  for (r = 0; r < block->count; r++)
    shift_row (&block->row[r], &block->query[r]);
  for (at = block->begin; at < block->end; at += size)
    {
      size = step_size (block, at);
      score_keys (block, at, size);
      weigh_keys (block, at, size);
      add_values (block, at, size);
      if (++steps % SPAN == 0)
        flush (block);
    }
  flush (block);
  for (r = 0; block->rule->has_sink && r < block->count; r++)
    if (block->row[r].is_tried)
      add_sink (block, &block->row[r]);
}

/* MOST[c] <- the greatest |v| of column C in the chunks that were seen.  */
static void
find_most (double *most, const struct double_block *block)
{
  size_t padded = block->head->padded, at, c;

  memset (most, 0, padded * sizeof *most);
  for (at = block->begin; at < block->end; at += ASSAY_FAST_CHUNK)
    {
      const double *maximum = block->head->chunk_maximum
                              + at / ASSAY_FAST_CHUNK * padded;

      for (c = 0; c < padded; c++)
        if (maximum[c] > most[c])
          most[c] = maximum[c];
    }
}

/* Lemma B93.  */
static void
settle_row (struct assay_fast_out *out, const struct double_block *block,
            size_t r, const double *most, const double *scale)
{
  const struct double_row *row = &block->row[r];
  const struct assay_fast_head *head = block->head;
  double keys = (double) (block->end - block->begin);
  double weight = score_error (&block->query[r], block->rule, row->reach)
                  + 3 * ASSAY_FAST_U;
  double depth = 50.0 + floor (keys / (SPAN * KEYS)) + 2.0;
  double relative = (weight + depth * ASSAY_FAST_U) * (1 + 0x1p-8);
  double inverse = 1.0 / row->sum;
  struct assay_fast_sums sums = {
    .r = block->query[r].r,
    .sum = block->sum + r * head->padded, .inverse = inverse,
    .mass = block->is_coarse ? most : block->mass + r * head->padded,
    .mass_factor = block->is_coarse ? 1.0 : inverse,
    .most = most, .scale = scale,
    .relative = relative, .least = keys * 0x1p-150,
    .has_mass = block->wants_mass
                && relative + (keys / ASSAY_FAST_CHUNK + 34) * ASSAY_FAST_U
                   <= 0x1p-43
  };

  if (relative <= 0x1p-20 && row->sum > 0.0)
    assay_fast_settle_sums (out, &sums, head, block->kernels);
}

static int
has_open (const struct assay_fast_out *out, size_t at, size_t n)
{
  return memchr (out->open + at, 1, n) != NULL;
}

void
assay_fast_double (struct assay_fast_out *out,
                   const struct assay_fast_query *query, size_t count,
                   const struct assay_fast_rows *rows,
                   const struct assay_fast_head *head,
                   const struct assay_fast_rule *rule,
                   const struct assay_fast_kernels *kernels, double *scratch,
                   double *columns)
{
  struct double_block block = { .query = query, .count = count,
                                .rows = rows, .head = head, .rule = rule,
                                .kernels = kernels };
  double *most = columns, *scale = columns + head->padded;
  size_t outputs = ASSAY_FAST_BLOCK * head->padded, r, c;

  block.tiles = (count + ASSAY_FAST_TILE - 1) / ASSAY_FAST_TILE;
  block.wants_mass = out->mass != NULL;
  block.is_coarse = !block.wants_mass && out->fmt != ASSAY_FMT_F32;
  block.q = scratch;
  block.s = block.q + ASSAY_FAST_BLOCK * head->width;
  block.chunk_sum = block.s + ASSAY_FAST_BLOCK * STRIDE;
  block.sum = block.chunk_sum + ASSAY_FAST_BLOCK * CHUNKS;
  block.part = block.sum + outputs;
  block.mass = block.part + outputs;
  memset (block.chunk_sum, 0,
          ASSAY_FAST_BLOCK * CHUNKS * sizeof *block.chunk_sum);
  memset (block.sum, 0, 3 * outputs * sizeof *block.sum);
  for (r = 0; r < count; r++)
    {
      begin_row (&block.row[r], &query[r], rule);
      if (!has_open (out, query[r].r * head->values, head->values))
        block.row[r].is_tried = 0;
    }
  run_block (&block);
  find_most (most, &block);
  for (c = 0; c < head->padded; c++)
    scale[c] = assay_fast_scale_of (head->value_exponent[c]);
  for (r = 0; r < count; r++)
    if (block.row[r].is_tried)
      settle_row (out, &block, r, most, scale);
}
