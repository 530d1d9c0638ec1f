/* oracle_mistake_online.c -- a softmax that takes its keys tile by tile */

#include <stdlib.h>

#include "oracle.h"

/* Is key i, or the sink, seen before the tile of key j is left?  */
static int
is_seen (const struct oracle_line *line, size_t i, size_t j)
{
  size_t size = (size_t) labs (line->tile);

  if (i >= line->columns)
    return !line->sink_is_last || j >= line->columns;
  if (size == 0)
    return 1;
  if (j >= line->columns)
    return line->sink_is_last;
  return line->tile > 0 ? i / size <= j / size : i / size >= j / size;
}

size_t
oracle_line_top (const struct oracle_line *line,
                 const struct oracle_exponentials *e, size_t j)
{
  size_t top = line->keys;

  for (size_t i = 0; i < line->keys; i++)
    if (line->key[i].legal && is_seen (line, i, j)
        && (top == line->keys
            || mpz_cmp (e->of_key[i].lo, e->of_key[top].lo) > 0))
      top = i;
  return top;
}

/* largest <- encloses the exponential of the largest score, of those seen when
   the tile of key j is left.  */
static void
enclose_largest (struct oracle_interval *largest,
                 const struct oracle_exponentials *e,
                 const struct oracle_line *line, size_t j)
{
  mpz_set_ui (largest->lo, 0);
  mpz_set_ui (largest->hi, 0);
  for (size_t i = 0; i < line->keys; i++)
    if (line->key[i].legal && is_seen (line, i, j))
      {
        if (mpz_cmp (e->of_key[i].lo, largest->lo) > 0)
          mpz_set (largest->lo, e->of_key[i].lo);
        if (mpz_cmp (e->of_key[i].hi, largest->hi) > 0)
          mpz_set (largest->hi, e->of_key[i].hi);
      }
}

int
oracle_line_leave_stale (struct oracle_exponentials *e,
                         const struct oracle_line *line)
{
  struct oracle_interval *stale = oracle_intervals_new (line->keys);
  struct oracle_interval last, so_far;
  int status = 0;

  oracle_interval_init (&last);
  oracle_interval_init (&so_far);
  enclose_largest (&last, e, line, line->tile > 0 ? line->columns - 1 : 0);
  for (size_t j = 0; j < line->keys && status == 0; j++)
    {
      if (!line->key[j].legal)
        continue;
      enclose_largest (&so_far, e, line, j);
      if (mpz_sgn (so_far.lo) <= 0)
        status = -1;
      else
        {
          /* exp (z - so far) exp (last), as one product over so far.  */
          mpz_mul (stale[j].lo, e->of_key[j].lo, last.lo);
          mpz_fdiv_q (stale[j].lo, stale[j].lo, so_far.hi);
          mpz_mul (stale[j].hi, e->of_key[j].hi, last.hi);
          mpz_cdiv_q (stale[j].hi, stale[j].hi, so_far.lo);
        }
    }
  oracle_interval_clear (&so_far);
  oracle_interval_clear (&last);
  if (status != 0 || line->stale == ORACLE_STALE_SUM)
    {
      e->in_sum = stale;
      return status;
    }
  if (line->stale == ORACLE_STALE_OUTPUT)
    e->in_sum = e->of_key;
  else
    oracle_intervals_free (e->of_key, e->keys);
  e->of_key = stale;
  return 0;
}
