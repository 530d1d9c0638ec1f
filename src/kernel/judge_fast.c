/* judge_fast.c -- blocks of rows by the fast tiers */

#include "kernel/judge_fast.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"

int
assay_judge_fast_applies (const struct assay_problem *problem,
                          enum assay_fmt fmt)
{
  return mpq_sgn (problem->softcap) == 0 && problem->keys > 0
         && problem->values > 0
         && (fmt == ASSAY_FMT_F64 || fmt == ASSAY_FMT_F32
             || fmt == ASSAY_FMT_F16 || fmt == ASSAY_FMT_BF16)
         && assay_fast_is_usable ();
}

static void
out_init (struct assay_fast_out *out, enum assay_fmt fmt, size_t n)
{
  out->fmt = fmt;
  out->bits = assay_calloc (n, sizeof *out->bits);
  out->open = assay_calloc (n, 1);
  out->hi = assay_calloc (n, sizeof *out->hi);
  out->lo = assay_calloc (n, sizeof *out->lo);
  out->radius = assay_calloc (n, sizeof *out->radius);
  out->mass = assay_calloc (n, sizeof *out->mass);
}

static void
out_clear (struct assay_fast_out *out)
{
  free (out->bits);
  free (out->open);
  free (out->hi);
  free (out->lo);
  free (out->radius);
  free (out->mass);
}

void
assay_judge_fast_init (struct assay_judge_fast *fast,
                       const struct assay_problem *problem,
                       enum assay_fmt fmt, int is_precise)
{
  size_t n = ASSAY_JUDGE_BLOCK * problem->values;

  memset (fast, 0, sizeof *fast);
  fast->problem = problem;
  fast->rule_head = SIZE_MAX;
  assay_fast_work_init (&fast->work);
  fast->q = assay_calloc (ASSAY_JUDGE_BLOCK * problem->width,
                          sizeof *fast->q);
  fast->first = assay_calloc (ASSAY_JUDGE_BLOCK, sizeof *fast->first);
  fast->last = assay_calloc (ASSAY_JUDGE_BLOCK, sizeof *fast->last);
  fast->position = assay_calloc (ASSAY_JUDGE_BLOCK, sizeof *fast->position);
  if (problem->has_mask)
    {
      fast->legal = assay_calloc (ASSAY_JUDGE_BLOCK, problem->keys);
      fast->bias = assay_calloc (ASSAY_JUDGE_BLOCK * problem->keys,
                                 sizeof *fast->bias);
    }
  out_init (&fast->out, fmt, n);
  fast->is_precise = is_precise;
  if (is_precise)
    out_init (&fast->pair, fmt, n);
}

void
assay_judge_fast_clear (struct assay_judge_fast *fast)
{
  assay_fast_work_clear (&fast->work);
  free (fast->q);
  free (fast->first);
  free (fast->last);
  free (fast->position);
  free (fast->legal);
  free (fast->bias);
  out_clear (&fast->out);
  out_clear (&fast->pair);
}

static void
choose_rule (struct assay_judge_fast *fast, size_t h)
{
  const struct assay_problem *problem = fast->problem;

  if (fast->rule_head == h
      || (fast->rule_head != SIZE_MAX && !problem->slopes && !problem->sinks))
    return;
  assay_fast_rule_init (&fast->rule, &problem->sigma,
                        problem->slopes ? &problem->slopes[h] : NULL,
                        problem->sinks ? problem->sinks[h] : NULL);
  fast->rule_head = h;
}

/* Row R of the block <- query I; 0 when it cannot be done.  */
static int
set_row (struct assay_judge_fast *fast, const struct assay_head *head,
         size_t h, size_t r, size_t i)
{
  const struct assay_problem *problem = fast->problem;
  double *q = fast->q + r * problem->width;
  size_t t;

  assay_view_row (q, &problem->q, head->b, h, i);
  assay_problem_range (&fast->first[r], &fast->last[r], problem, head->b, i);
  fast->position[r] = (long) i + assay_problem_offset (problem, head->b);
  if (problem->has_mask)
    assay_problem_legal (fast->legal + r * problem->keys,
                         fast->bias + r * problem->keys, problem, head->b, h,
                         i);
  for (t = 0; t < problem->width; t++)
    if (!isfinite (q[t]))
      return 0;
  return 1;
}

/* What double-double knows better of N elements replaces what is known.
   OUT is not open where PAIR is not, for it has tried double-double, too, and
   the patterns are the same.  */
static void
take_better (struct assay_fast_out *out, const struct assay_fast_out *pair,
             size_t n)
{
  size_t k;

  for (k = 0; k < n; k++)
    if (!pair->open[k] && pair->radius[k] < out->radius[k])
      {
        out->hi[k] = pair->hi[k];
        out->lo[k] = pair->lo[k];
        out->radius[k] = pair->radius[k];
        out->mass[k] = pair->mass[k];
      }
}

void
assay_judge_fast_rows (struct assay_judge_fast *fast,
                       const struct assay_head *head, size_t h,
                       const size_t *row, size_t count)
{
  const struct assay_problem *problem = fast->problem;
  struct assay_fast_rows rows = {
    count, fast->q, fast->first, fast->last, fast->legal, fast->bias,
    problem->slopes ? fast->position : NULL
  };
  int possible = 1;
  size_t r;

  choose_rule (fast, h);
  for (r = 0; r < count; r++)
    possible &= set_row (fast, head, h, r, row[r]);
  if (!possible)
    {
      memset (fast->out.open, 1, count * problem->values);
      return;
    }
  fast->work.first_tier = ASSAY_FAST_MEAN;
  assay_fast_rows_round (&fast->out, &rows, &head->fast, &fast->rule,
                         &fast->work);
  if (!fast->is_precise)
    return;
  fast->work.first_tier = ASSAY_FAST_PAIR;
  assay_fast_rows_round (&fast->pair, &rows, &head->fast, &fast->rule,
                         &fast->work);
  take_better (&fast->out, &fast->pair, count * problem->values);
}
