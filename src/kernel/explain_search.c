/* explain_search.c -- hypotheses on a sample of rows */

#include "kernel/explain_search.h"

#include <math.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "base/thread.h"
#include "kernel/closed_form.h"
#include "kernel/explain_merit.h"
#include "kernel/fit.h"

/* Rows after which a trial that cannot survive is given up, rows that a
   parameter is fitted to, and how far a displacement is looked for.  */
enum { LEAST_ROWS = 3, FITTED_ROWS = 24, FARTHEST = 1024 };

/* Right rows are every so many of a sample.  */
enum { RIGHT_EVERY = 4 };

static int
rounds_inside (const struct assay_plan *plan)
{
  int place;

  for (place = 0; place < ASSAY_PLACES; place++)
    if (plan->round[place] >= 0)
      return 1;
  return 0;
}

static int
may_survive (const struct assay_score_count *found,
             const struct assay_score_count *right,
             const struct assay_plan *plan)
{
  return assay_merit_survives (found, right, rounds_inside (plan));
}

int
assay_search_explains (const struct assay_score_count *found,
                       const struct assay_score_count *right,
                       const struct assay_plan *plan)
{
  return assay_merit_explains (found, right, rounds_inside (plan));
}

/* ---- the sample ---- */

/* Rows whose evaluation takes about as many multiplications.  */
static size_t
affordable (const struct assay_problem *problem)
{
  size_t cost = problem->keys * (problem->width + problem->values) + 1;
  size_t rows = ((size_t) 1 << 22) / cost;

  return rows < 8 ? 8 : rows > ASSAY_SAMPLE_ROWS ? ASSAY_SAMPLE_ROWS : rows;
}

/* PICK <- at most MOST of the rows that are wrong (right), evenly from the
   last to the first; their count.  */
static size_t
spread (const struct assay_matched_row **pick, size_t most,
        const struct assay_search *search, int wrong)
{
  size_t all = 0, taken = 0, seen = 0, n;

  for (n = 0; n < search->rows; n++)
    all += search->row[n].is_wrong == wrong;
  for (n = search->rows; n-- > 0 && taken < most;)
    {
      if (search->row[n].is_wrong != wrong)
        continue;
      if (all <= most || seen * (most - 1) >= taken * (all - 1))
        pick[taken++] = &search->row[n];
      seen++;
    }
  return taken;
}

void
assay_search_sample (struct assay_search *search)
{
  const struct assay_matched_row *wrong[ASSAY_SAMPLE_ROWS];
  const struct assay_matched_row *right[ASSAY_SAMPLE_ROWS];
  size_t most = affordable (search->scene->problem), w = 0, r = 0, n;
  size_t rights = search->is_local ? 0 : spread (right, most / RIGHT_EVERY,
                                                 search, 0);
  size_t wrongs = spread (wrong, most - rights, search, 1);

  /* Where nothing is far off, any row tells.  */
  if (wrongs == 0 && !search->is_local)
    rights = spread (right, most, search, 0);
  search->samples = 0;
  while (w < wrongs || r < rights)
    if (w < wrongs && (r >= rights
                       || search->samples % RIGHT_EVERY + 1 < RIGHT_EVERY))
      search->sample[search->samples++] = wrong[w++];
    else
      search->sample[search->samples++] = right[r++];
  memset (&search->right_sample, 0, sizeof search->right_sample);
  assay_matcher_begin (&search->matcher);
  for (n = 0; n < search->samples; n++)
    assay_match_row (&search->right_sample, &search->matcher, &search->right,
                     search->sample[n]);
}

/* ---- trials ---- */

static int
is_same (const struct assay_score_count *a,
         const struct assay_score_count *b)
{
  return a->elements == b->elements && a->near == b->near
         && a->equal == b->equal && a->max_ulp == b->max_ulp;
}

/* TRIAL->count, survives and has_effect <- by MATCHER.  */
static void
run_trial (struct assay_trial *trial, const struct assay_search *search,
           struct assay_matcher *matcher, size_t least_rows)
{
  size_t n;

  memset (&trial->count, 0, sizeof trial->count);
  assay_matcher_begin (matcher);
  for (n = 0; n < search->samples; n++)
    {
      assay_match_row (&trial->count, matcher, &trial->plan,
                       search->sample[n]);
      if (n + 1 >= least_rows
          && !may_survive (&trial->count, &search->right_sample,
                           &trial->plan))
        break;
    }
  trial->has_effect = !is_same (&trial->count, &search->right_sample);
  trial->survives = n == search->samples && trial->has_effect
                    && assay_search_explains (&trial->count,
                                              &search->right_sample,
                                              &trial->plan);
}

static void
add_trial (struct assay_search *search,
           const struct assay_hypothesis *hypothesis, double parameter,
           double tolerance)
{
  struct assay_trial *trial = &search->trial[search->trials];

  if (search->trials == ASSAY_TRIALS)
    return;
  memset (trial, 0, sizeof *trial);
  trial->hypothesis = hypothesis;
  trial->parameter = parameter;
  trial->tolerance = tolerance;
  trial->plan = search->right;
  hypothesis->apply (&trial->plan, search->scene, parameter);
  run_trial (trial, search, &search->matcher, LEAST_ROWS);
  search->trials++;
}

/* VALUE <- the closed form that lies within the fit's TOLERANCE.  */
static void
snap (double *value, double *tolerance, const struct assay_scene *scene)
{
  struct assay_text text;

  assay_text_init (&text);
  *tolerance = fmin (4.0 * *tolerance + 1e-9, 0.02);
  *value = assay_closed_form (&text, *value, *tolerance, scene);
  assay_text_clear (&text);
}

static void
try_fit (struct assay_search *search,
         const struct assay_hypothesis *hypothesis)
{
  size_t rows = search->samples < FITTED_ROWS ? search->samples
                                              : FITTED_ROWS;
  double parameter, tolerance, snapped;
  struct assay_search_range range;

  if (!hypothesis->range (&range, search->scene)
      || !assay_fit (&parameter, &tolerance, &search->matcher,
                     &search->right, hypothesis, &range, search->sample,
                     rows))
    return;
  snapped = parameter;
  snap (&snapped, &tolerance, search->scene);
  add_trial (search, hypothesis, snapped, tolerance);
  if (!search->trial[search->trials - 1].survives)
    add_trial (search, hypothesis, parameter, 1e-9);
}

/* Whether ROW of the dump is what PLAN makes of it.  */
static int
fits_row (struct assay_search *search, const struct assay_plan *plan,
          const struct assay_matched_row *row)
{
  struct assay_score_count count = { 0, 0, 0, 0.0, 0.0 };

  assay_matcher_begin (&search->matcher);
  assay_match_row (&count, &search->matcher, plan, row);
  return count.near == count.elements;
}

/* The nearest shift that makes the first wrong row of the sample right.  */
static void
try_displacement (struct assay_search *search,
                  const struct assay_hypothesis *hypothesis)
{
  const struct assay_matched_row *row = NULL;
  long far, side;
  size_t n;

  for (n = 0; n < search->samples && row == NULL; n++)
    if (search->sample[n]->is_wrong)
      row = search->sample[n];
  if (row == NULL)
    return;
  for (far = 1; far <= FARTHEST; far++)
    for (side = 1; side >= -1; side -= 2)
      {
        struct assay_plan plan = search->right;
        long from;

        hypothesis->apply (&plan, search->scene, (double) (side * far));
        from = plan.from_row ? (long) row->i - plan.from_row
               : plan.from_head ? (long) row->h - plan.from_head
               : (long) row->b - plan.from_batch;
        if (from < 0
            || from >= (long) (plan.from_row
                               ? search->scene->problem->queries
                               : plan.from_head
                                 ? search->scene->problem->q_heads
                                 : search->scene->problem->batches)
            || !fits_row (search, &plan, row))
          continue;
        add_trial (search, hypothesis, (double) (side * far), 0.0);
        return;
      }
}

static void
try_choices (struct assay_search *search,
             const struct assay_hypothesis *hypothesis, size_t count,
             const double *list)
{
  size_t n;

  for (n = 0; n < count; n++)
    add_trial (search, hypothesis, list[n], 1e-9);
}

/* ---- every hypothesis, by threads ---- */

/* Trials of hypothesis n are at trial + n ASSAY_CHOICES.  */
struct singles
{
  struct assay_search *search;
  struct assay_trial *trial;
  size_t *trials;               /* of each hypothesis */
  int *speaks;                  /* whether it says anything */
  atomic_size_t next;
};

/* LOCAL is a thread's own.  */
static void
try_one (struct singles *singles, struct assay_search *local, size_t n)
{
  const struct assay_hypothesis *hypothesis = assay_hypothesis_at (n);
  double list[ASSAY_CHOICES] = { 0.0 };
  size_t count = 1;

  local->trial = singles->trial + n * ASSAY_CHOICES;
  local->trials = 0;
  if (hypothesis->choices)
    count = hypothesis->choices (list, local->scene);
  if (count == 0)
    return;
  singles->speaks[n] = 1;
  if (hypothesis->is_displacement)
    try_displacement (local, hypothesis);
  else if (hypothesis->range)
    try_fit (local, hypothesis);
  else
    try_choices (local, hypothesis, count, list);
  singles->trials[n] = local->trials;
}

static void *
run_singles (void *data)
{
  struct singles *singles = data;
  struct assay_search local = *singles->search;
  size_t n;

  assay_matcher_init (&local.matcher, local.scene, local.target);
  while ((n = atomic_fetch_add (&singles->next, 1))
         < assay_hypothesis_count ())
    try_one (singles, &local, n);
  assay_matcher_clear (&local.matcher);
  return NULL;
}

/* In the order of the tables, so that threads do not show.  */
static void
gather (struct assay_search *search, const struct singles *singles)
{
  size_t n, t;

  search->trials = search->hypotheses = 0;
  for (n = 0; n < assay_hypothesis_count (); n++)
    {
      search->hypotheses += (size_t) singles->speaks[n];
      for (t = 0; t < singles->trials[n] && search->trials < ASSAY_TRIALS;
           t++)
        search->trial[search->trials++]
          = singles->trial[n * ASSAY_CHOICES + t];
    }
}

void
assay_search_singles (struct assay_search *search)
{
  size_t count = assay_hypothesis_count (), started = 0;
  pthread_t *thread = assay_calloc (search->jobs, sizeof *thread);
  struct singles singles = {
    .search = search,
    .trial = assay_calloc (count * ASSAY_CHOICES, sizeof *singles.trial),
    .trials = assay_calloc (count, sizeof *singles.trials),
    .speaks = assay_calloc (count, sizeof *singles.speaks)
  };

  while (started + 1 < search->jobs
         && assay_thread_begin (&thread[started], run_singles, &singles))
    started++;
  run_singles (&singles);
  while (started > 0)
    pthread_join (thread[--started], NULL);
  gather (search, &singles);
  free (thread);
  free (singles.trial);
  free (singles.trials);
  free (singles.speaks);
}
