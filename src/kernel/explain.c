/* explain.c -- which known mistake reproduces a dump */

#include "kernel/explain.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "kernel/explain_merit.h"
#include "kernel/explain_region.h"
#include "kernel/explain_search.h"
#include "kernel/sample.h"

/* Survivors of the sample that are looked at on all rows.  */
enum { CONFIRMED = 16 };

static void
load_rows (struct assay_search *search, const struct assay_judge *judge)
{
  const struct assay_problem *problem = search->scene->problem;
  struct assay_sample sample;
  size_t n;

  assay_sample_init (&sample, problem->batches, problem->q_heads,
                     judge->first_row, judge->last_row, judge->sample,
                     judge->seed);
  search->rows = sample.count;
  search->row = assay_calloc (sample.count + 1, sizeof *search->row);
  for (n = 0; n < sample.count; n++)
    assay_sample_row (&search->row[n].b, &search->row[n].h,
                      &search->row[n].i, &sample, n);
  assay_sample_clear (&sample);
}

/* Nearly all elements correctly rounded, none off.  */
static int
is_right (const struct assay_score_count *count)
{
  return count->near == count->elements
         && 100 * count->equal >= 98 * count->elements;
}

static int
is_fitted (const struct assay_finding *finding)
{
  return finding->hypothesis->range
         || (finding->second && finding->second->range);
}

/* Whether FINDING is the same function as a finding that is there, which
   gives it its count.  *IS_NEWS <- whether it is another name for it all the
   same: of another known mistake, which nothing can tell from that one.  */
static int
is_known (struct assay_finding *finding, int *is_news,
          const struct assay_explanation *explanation)
{
  const struct assay_finding *list = explanation->finding;
  int is_known = 0;
  size_t n;

  *is_news = finding->second == NULL && !is_fitted (finding);
  for (n = 0; n < explanation->findings; n++)
    if (memcmp (&list[n].plan, &finding->plan, sizeof finding->plan) == 0)
      {
        is_known = 1;
        finding->count = list[n].count;
        if (list[n].hypothesis == finding->hypothesis)
          *is_news = 0;
      }
  return is_known;
}

/* Inserted behind those of at least its merit; the least is dropped.  */
static void
insert (struct assay_explanation *explanation,
        const struct assay_finding *finding)
{
  struct assay_finding *list = explanation->finding;
  size_t at = explanation->findings, n;

  while (at > 0 && assay_merit (&list[at - 1].count)
                   < assay_merit (&finding->count))
    at--;
  if (at == ASSAY_FINDINGS)
    return;
  if (explanation->findings < ASSAY_FINDINGS)
    explanation->findings++;
  for (n = explanation->findings - 1; n > at; n--)
    list[n] = list[n - 1];
  list[at] = *finding;
}

/* Whether one of the first COUNT in LIST is the same but for parameters.  */
static int
is_named_before (const struct assay_finding *list, size_t count,
                 const struct assay_finding *finding)
{
  size_t n;

  for (n = 0; n < count; n++)
    if (list[n].hypothesis == finding->hypothesis
        && list[n].second == finding->second)
      return 1;
  return 0;
}

/* Other parameters of what is named say nothing unless they are equals.  */
static void
drop_poorer_choices (struct assay_explanation *explanation)
{
  struct assay_finding *list = explanation->finding;
  size_t kept = 1, n;

  for (n = 1; n < explanation->findings; n++)
    if (list[n].is_equal || !is_named_before (list, kept, &list[n]))
      list[kept++] = list[n];
  explanation->findings = kept;
}

/* Of those that nothing tells apart the one that stands first in the tables
   comes first, what was fitted last.  */
static void
settle_equals (struct assay_explanation *explanation)
{
  struct assay_finding *list = explanation->finding, first;
  struct assay_merit_rank rank[ASSAY_FINDINGS];
  size_t best, n;

  if (explanation->findings == 0)
    return;
  for (n = 0; n < explanation->findings; n++)
    rank[n] = (struct assay_merit_rank) { &list[n].count, list[n].order,
                                          &list[n].is_equal };
  best = assay_merit_settle (rank, explanation->findings);
  first = list[best];
  memmove (list + 1, list, best * sizeof *list);
  list[0] = first;
  drop_poorer_choices (explanation);
}

static long
position_of (const struct assay_scene *scene,
             const struct assay_matched_row *row)
{
  return assay_problem_offset (scene->problem, row->b) + (long) row->i;
}

static void
find_first_wrong (struct assay_scene *scene,
                  const struct assay_search *search)
{
  long least = LONG_MAX;
  int is_found = 0;
  size_t n;

  for (n = 0; n < search->rows; n++)
    if (search->row[n].is_wrong)
      {
        long position = position_of (scene, &search->row[n]);

        least = position < least ? position : least;
      }
  for (n = 0; n < search->rows; n++)
    is_found |= position_of (scene, &search->row[n]) + 1 == least;
  scene->first_wrong = is_found && least > 0 ? least : 0;
}

/* The trials that survive are looked at on all rows, and those that explain
   the dump become findings.  */
static void
confirm (struct assay_explanation *explanation, struct assay_search *search,
         const struct assay_trial *trial, size_t trials)
{
  struct assay_score_count right;
  size_t done = 0, n;

  assay_match_rows (&right, search->scene, search->target, &search->right,
                    search->row, search->rows, search->is_local, 0,
                    search->jobs);
  for (n = 0; n < trials && done < CONFIRMED; n++)
    {
      struct assay_finding finding = {
        .hypothesis = trial[n].hypothesis, .second = trial[n].second,
        .parameter = trial[n].parameter,
        .second_parameter = trial[n].second_parameter,
        .tolerance = trial[n].tolerance, .is_local = search->is_local,
        .plan = trial[n].plan
      };
      int is_news;

      if (!trial[n].survives
          || (is_known (&finding, &is_news, explanation) && !is_news))
        continue;
      if (finding.count.elements == 0)
        assay_match_rows (&finding.count, search->scene, search->target,
                          &finding.plan, search->row, search->rows,
                          search->is_local, 0, search->jobs);
      finding.order = done++ + (is_fitted (&finding) ? CONFIRMED : 0);
      if (assay_search_explains (&finding.count, &right, &finding.plan))
        insert (explanation, &finding);
    }
  settle_equals (explanation);
}

/* The trial that comes nearest on the whole sample.  */
static void
note_closest (struct assay_explanation *explanation,
              struct assay_search *search)
{
  const struct assay_trial *best = NULL;
  double most = -1.0;
  size_t n, s;

  for (n = 0; n < search->trials; n++)
    {
      const struct assay_trial *trial = &search->trial[n];
      double part = assay_merit (&trial->count)
                    / (double) trial->count.elements;

      if (trial->has_effect && part > most)
        {
          most = part;
          best = trial;
        }
    }
  if (best == NULL)
    return;
  explanation->finding[0] = (struct assay_finding) {
    .hypothesis = best->hypothesis, .parameter = best->parameter,
    .tolerance = best->tolerance, .plan = best->plan
  };
  assay_matcher_begin (&search->matcher);
  for (s = 0; s < search->samples; s++)
    assay_match_row (&explanation->finding[0].count, &search->matcher,
                     &best->plan, search->sample[s]);
}

static void
search_singles (struct assay_explanation *explanation,
                struct assay_search *search)
{
  assay_search_sample (search);
  assay_search_singles (search);
  confirm (explanation, search, search->trial, search->trials);
}

static void
search_pairs (struct assay_explanation *explanation,
              struct assay_search *search)
{
  struct assay_trial *pair;
  size_t pairs = assay_search_pairs (&pair, search), n;

  for (n = 0; n < pairs; n++)
    pair[n].survives = 1;
  confirm (explanation, search, pair, pairs);
  free (pair);
  explanation->tried_pairs = 1;
}

/* A mistake everywhere; one in the part that is wrong; two mistakes.  */
static void
search_all (struct assay_explanation *explanation,
            struct assay_search *search)
{
  int is_fine = explanation->right.near == explanation->right.elements;
  int is_part = explanation->region.length > 0;

  search_singles (explanation, search);
  explanation->hypotheses = search->hypotheses;
  if (explanation->findings > 0 || is_fine)
    return;
  if (is_part)
    {
      search->is_local = 1;
      search_singles (explanation, search);
      if (explanation->findings > 0)
        return;
      search->is_local = 0;
      search_singles (explanation, search);
    }
  if (assay_search_affords_pairs (search))
    search_pairs (explanation, search);
  if (explanation->findings == 0)
    note_closest (explanation, search);
}

static void
look (struct assay_explanation *explanation, struct assay_search *search)
{
  const struct assay_problem *problem = search->scene->problem;
  size_t n;

  assay_match_rows (&explanation->right, search->scene, search->target,
                    &search->right, search->row, search->rows, 0, 1,
                    search->jobs);
  explanation->rows = search->rows;
  for (n = 0; n < search->rows; n++)
    explanation->wrong_rows += (size_t) search->row[n].is_wrong;
  if (is_right (&explanation->right) || explanation->right.elements == 0)
    return;
  find_first_wrong (&explanation->scene, search);
  assay_explain_region (&explanation->region, search->row, search->rows,
                        problem->batches, problem->q_heads,
                        problem->queries);
  search->trial = assay_calloc (ASSAY_TRIALS, sizeof *search->trial);
  assay_matcher_init (&search->matcher, search->scene, search->target);
  search_all (explanation, search);
  assay_matcher_clear (&search->matcher);
  free (search->trial);
  if (explanation->findings > 0)
    explanation->outcome = ASSAY_EXPLAINED_NAMED;
  else if (explanation->right.near < explanation->right.elements)
    explanation->outcome = ASSAY_EXPLAINED_OPEN;
}

void
assay_explain (struct assay_explanation *explanation,
               const struct assay_problem *problem,
               const struct assay_target *target,
               const struct assay_judge *judge)
{
  struct assay_search search = { .target = target, .jobs = judge->jobs };

  memset (explanation, 0, sizeof *explanation);
  explanation->name = target->name;
  assay_text_init (&explanation->region);
  assay_scene_init (&explanation->scene, problem);
  search.scene = &explanation->scene;
  assay_plan_init (&search.right, search.scene);
  load_rows (&search, judge);
  look (explanation, &search);
  free (search.row);
}

void
assay_explanation_clear (struct assay_explanation *explanation)
{
  assay_scene_clear (&explanation->scene);
  assay_text_clear (&explanation->region);
}

static void
tell_one (struct assay_text *text, const struct assay_hypothesis *hypothesis,
          const struct assay_scene *scene, double parameter, double tolerance)
{
  if (hypothesis->tell)
    hypothesis->tell (text, scene, parameter, tolerance);
  else
    assay_text_add (text, hypothesis->meaning);
}

void
assay_finding_tell (struct assay_text *text,
                    const struct assay_finding *finding,
                    const struct assay_explanation *explanation)
{
  tell_one (text, finding->hypothesis, &explanation->scene,
            finding->parameter, finding->tolerance);
  if (finding->second)
    {
      assay_text_add (text, "; and ");
      tell_one (text, finding->second, &explanation->scene,
                finding->second_parameter, finding->tolerance);
    }
  if (finding->is_local)
    assay_text_printf (text, " (in %s alone)",
                       assay_text_string (&explanation->region));
}

void
assay_finding_fix (struct assay_text *text,
                   const struct assay_finding *finding)
{
  assay_text_add (text, finding->hypothesis->fix);
  if (finding->second)
    assay_text_printf (text, "; %s", finding->second->fix);
}
