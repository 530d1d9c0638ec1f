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

void
assay_judge_fast_init (struct assay_judge_fast *fast,
                       const struct assay_problem *problem,
                       enum assay_fmt fmt)
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
  fast->out.fmt = fmt;
  fast->out.bits = assay_calloc (n, sizeof *fast->out.bits);
  fast->out.open = assay_calloc (n, 1);
  fast->out.hi = assay_calloc (n, sizeof *fast->out.hi);
  fast->out.lo = assay_calloc (n, sizeof *fast->out.lo);
  fast->out.radius = assay_calloc (n, sizeof *fast->out.radius);
  fast->out.mass = assay_calloc (n, sizeof *fast->out.mass);
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
  free (fast->out.bits);
  free (fast->out.open);
  free (fast->out.hi);
  free (fast->out.lo);
  free (fast->out.radius);
  free (fast->out.mass);
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
  if (possible)
    assay_fast_rows_round (&fast->out, &rows, &head->fast, &fast->rule,
                           &fast->work);
  else
    memset (fast->out.open, 1, count * problem->values);
}
