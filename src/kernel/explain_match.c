/* explain_match.c -- rows of a dump beside rows of a plan */

#include "kernel/explain_match.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "base/thread.h"

void
assay_matcher_init (struct assay_matcher *matcher, struct assay_scene *scene,
                    const struct assay_target *target)
{
  const struct assay_problem *problem = scene->problem;
  size_t columns = problem->keys > problem->values ? problem->keys
                                                   : problem->values;

  memset (matcher, 0, sizeof *matcher);
  matcher->scene = scene;
  matcher->target = target;
  matcher->unit = target->fmt == ASSAY_FMT_F64 ? 0x1p-52 : 0x1p-24;
  assay_plan_work_init (&matcher->work, scene);
  matcher->out = assay_calloc (columns + 1, sizeof *matcher->out);
  matcher->noise = assay_calloc (columns + 1, sizeof *matcher->noise);
}

void
assay_matcher_clear (struct assay_matcher *matcher)
{
  assay_plan_work_clear (&matcher->work);
  free (matcher->out);
  free (matcher->noise);
}

void
assay_matcher_begin (struct assay_matcher *matcher)
{
  assay_plan_work_renew (&matcher->work);
}

void
assay_match_row (struct assay_score_count *count,
                 struct assay_matcher *matcher,
                 const struct assay_plan *plan,
                 const struct assay_matched_row *row)
{
  const struct assay_target *target = matcher->target;
  size_t c;

  assay_plan_row (matcher->out, matcher->noise, &matcher->work, plan,
                  matcher->scene, target->stage, matcher->unit, row->b,
                  row->h, row->i);
  for (c = 0; c < target->columns; c++)
    assay_match_element (count, assay_view_double (&target->got, row->b,
                                                   row->h, row->i, c),
                         matcher->out[c], matcher->noise[c], target->fmt);
}

/* ---- all rows ---- */

struct part
{
  struct assay_scene *scene;
  const struct assay_target *target;
  const struct assay_plan *plan;
  struct assay_matched_row *row;
  size_t rows;
  int only_wrong, mark;
  struct assay_score_count count;
};

static void *
match_part (void *data)
{
  struct part *part = data;
  struct assay_matcher matcher;
  size_t n;

  assay_matcher_init (&matcher, part->scene, part->target);
  assay_matcher_begin (&matcher);
  for (n = 0; n < part->rows; n++)
    {
      struct assay_matched_row *row = &part->row[n];
      struct assay_score_count count = { 0, 0, 0, 0.0, 0.0 };

      if (part->only_wrong && !row->is_wrong)
        continue;
      assay_match_row (&count, &matcher, part->plan, row);
      assay_score_count_add (&part->count, &count);
      if (!part->mark)
        continue;
      row->is_wrong = count.near < count.elements;
      row->error = count.max_ulp;
    }
  assay_matcher_clear (&matcher);
  return NULL;
}

void
assay_match_rows (struct assay_score_count *count, struct assay_scene *scene,
                  const struct assay_target *target,
                  const struct assay_plan *plan,
                  struct assay_matched_row *row, size_t rows, int only_wrong,
                  int mark, size_t jobs)
{
  struct part *part;
  pthread_t *thread;
  size_t n, started = 0;

  if (jobs > rows / 8 + 1)
    jobs = rows / 8 + 1;
  part = assay_calloc (jobs, sizeof *part);
  thread = assay_calloc (jobs, sizeof *thread);
  for (n = 0; n < jobs; n++)
    {
      size_t first = rows * n / jobs, last = rows * (n + 1) / jobs;

      part[n] = (struct part) { scene, target, plan, row + first,
                                last - first, only_wrong, mark,
                                { 0, 0, 0, 0.0, 0.0 } };
    }
  for (n = 1; n < jobs; n++)
    {
      if (started + 1 != n
          || !assay_thread_begin (&thread[n], match_part, &part[n]))
        match_part (&part[n]);
      else
        started++;
    }
  match_part (&part[0]);
  for (n = 1; n <= started; n++)
    pthread_join (thread[n], NULL);
  *count = (struct assay_score_count) { 0, 0, 0, 0.0, 0.0 };
  for (n = 0; n < jobs; n++)
    assay_score_count_add (count, &part[n].count);
  free (part);
  free (thread);
}
