/* dumped.c -- every stage of a problem as the oracle has it, in f32 */

#include "dumped.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"

enum { MOST_DIGITS = 600 };

static const enum oracle_stage stages[DUMPED_STAGES] = {
  ORACLE_SCORES, ORACLE_CAPPED, ORACLE_BIASED, ORACLE_WEIGHTS, ORACLE_OUTPUT,
  ORACLE_LSE
};

struct oracle_place
dumped_place (const struct explained *e, size_t row)
{
  struct oracle_place place = {
    row / e->queries / e->q_heads, row / e->queries % e->q_heads,
    row % e->queries
  };

  return place;
}

static void
fill_row (float *to, const struct explained *e,
          const struct oracle_mistake *mistake, enum oracle_stage stage,
          size_t row, size_t columns)
{
  struct oracle_place place = dumped_place (e, row);
  uint64_t *bits = assay_calloc (columns, sizeof *bits);
  size_t c;

  if (oracle_kernel_row (bits, NULL, &e->wrong, mistake, stage, &place,
                         oracle_format_named ("f32"), MOST_DIGITS) != 0)
    abort ();
  for (c = 0; c < columns; c++)
    {
      uint32_t pattern = (uint32_t) bits[c];

      memcpy (&to[c], &pattern, sizeof pattern);
    }
  free (bits);
}

void
dumped_init (struct dumped *dumped, const struct explained *e,
             const struct oracle_mistake *mistake)
{
  size_t n, row;

  dumped->rows = e->batches * e->q_heads * e->queries;
  for (n = 0; n < DUMPED_STAGES; n++)
    {
      size_t columns = oracle_kernel_columns (&e->wrong, stages[n]);

      dumped->columns[n] = columns;
      dumped->stage[n] = assay_calloc (dumped->rows * columns + 1,
                                       sizeof (float));
      for (row = 0; row < dumped->rows; row++)
        fill_row (dumped->stage[n] + row * columns, e, mistake, stages[n],
                  row, columns);
    }
}

void
dumped_clear (struct dumped *dumped)
{
  int n;

  for (n = 0; n < DUMPED_STAGES; n++)
    free (dumped->stage[n]);
}

enum dumped_difference
dumped_compare (float got, float right)
{
  double error;

  if (got == right || (isnan (got) && isnan (right)))
    return DUMPED_SAME;
  if (!isfinite (got) || !isfinite (right))
    return DUMPED_OTHER;
  error = fabs ((double) got - (double) right);
  return error > 2e-4 * (1.0 + fabs ((double) right)) ? DUMPED_OTHER
                                                      : DUMPED_NEAR;
}

size_t
dumped_legal (unsigned char *legal, const struct explained *e, size_t row)
{
  struct oracle_place place = dumped_place (e, row);
  struct oracle_line line;
  size_t count = 0, j;

  oracle_line_init (&line, e->keys);
  oracle_line_fill (&line, &e->wrong, NULL, &place);
  for (j = 0; j < e->keys; j++)
    {
      legal[j] = line.key[j].legal != 0;
      count += legal[j];
    }
  oracle_line_clear (&line);
  return count;
}
