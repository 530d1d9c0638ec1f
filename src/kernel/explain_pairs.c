/* explain_pairs.c -- two hypotheses at a time */

#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "base/thread.h"
#include "kernel/explain_merit.h"
#include "kernel/explain_search.h"
#include "kernel/fit.h"

/* Rows that a scale is fitted to beside another hypothesis.  */
enum { FITTED_ROWS = 4 };

/* Products that pairs may take, a row each; a row with a fit; a head with a
   softmax over the queries.  */
static const double most_products = 0x1p36, most_fitted = 0x1p20;
static const double most_in_head = 0x1p24;

/* Trials that threads pair: trial[index / count] with trial[index % count],
   both among the CHOSEN; INDEX beyond all pairs fits a scale to one.  */
struct pairing
{
  struct assay_search *search;
  const struct assay_trial **chosen;
  size_t count;
  const struct assay_hypothesis *fitted;        /* scale */
  struct assay_search_range range;
  atomic_size_t next;
  pthread_mutex_t lock;
  struct assay_trial *found;
  size_t found_count;
};

/* Whether the trial may be part of a pair.  */
static int
is_part (const struct assay_trial *trial,
         const struct assay_problem *problem)
{
  double head = (double) problem->queries * (double) problem->keys
                * (double) problem->width;
  int place;

  if (trial->plan.axis == ASSAY_AXIS_QUERIES && head > most_in_head)
    return 0;
  if (!trial->has_effect || trial->hypothesis->range
      || trial->hypothesis->is_displacement)
    return 0;
  for (place = 0; place < ASSAY_PLACES; place++)
    if (trial->plan.round[place] == ASSAY_FMT_E4M3
        || trial->plan.round[place] == ASSAY_FMT_E5M2)
      return 0;
  return 1;
}

/* Whether no choice of the same hypothesis comes nearer than trial N.  */
static int
is_nearest (const struct assay_search *search, size_t n)
{
  const struct assay_trial *trial = &search->trial[n];
  size_t m;

  for (m = 0; m < search->trials; m++)
    if (search->trial[m].hypothesis == trial->hypothesis
        && assay_merit (&search->trial[m].count)
           > assay_merit (&trial->count))
      return 0;
  return 1;
}

/* Of the many sizes of a tile the commonest, and the one that comes nearest:
   pairs grow as the square.  */
static int
is_chosen (const struct assay_search *search, size_t n)
{
  const struct assay_trial *trial = &search->trial[n];
  long tile = labs (trial->plan.tile);

  return is_part (trial, search->scene->problem)
         && ((tile & (tile - 1)) == 0 || is_nearest (search, n));
}

/* A quarter of one row, half of more must be near: a tipped rounding may
   spoil one row, but not all.  */
static int
is_promising (const struct assay_score_count *count, size_t rows)
{
  return count->near * (rows == 1 ? 4 : 2) >= count->elements;
}

/* COUNT <- of the whole sample under HYPOTHESIS alone.  */
static void
count_alone (struct assay_score_count *count,
             const struct assay_search *search, struct assay_matcher *matcher,
             const struct assay_hypothesis *hypothesis, double parameter)
{
  struct assay_plan plan = search->right;
  size_t n;

  hypothesis->apply (&plan, search->scene, parameter);
  memset (count, 0, sizeof *count);
  assay_matcher_begin (matcher);
  for (n = 0; n < search->samples; n++)
    assay_match_row (count, matcher, &plan, search->sample[n]);
}

/* Neither part may be there for nothing.  */
static int
needs_both (const struct assay_trial *pair, const struct assay_search *search,
            struct assay_matcher *matcher)
{
  struct assay_score_count alone;

  count_alone (&alone, search, matcher, pair->hypothesis, pair->parameter);
  if (!assay_merit_improves (&pair->count, &alone))
    return 0;
  count_alone (&alone, search, matcher, pair->second,
               pair->second_parameter);
  return assay_merit_improves (&pair->count, &alone);
}

static void
run_pair (struct pairing *pairing, struct assay_matcher *matcher,
          struct assay_trial *pair)
{
  const struct assay_search *search = pairing->search;
  size_t n;

  for (n = 0; n < search->samples; n++)
    {
      assay_match_row (&pair->count, matcher, &pair->plan,
                       search->sample[n]);
      if (!is_promising (&pair->count, n + 1)
          || pair->count.elements - pair->count.near
             > (search->right_sample.elements - search->right_sample.near)
               / 4)
        return;
    }
  if (!assay_search_explains (&pair->count, &search->right_sample,
                              &pair->plan)
      || !needs_both (pair, search, matcher))
    return;
  pthread_mutex_lock (&pairing->lock);
  pairing->found = assay_realloc (pairing->found, pairing->found_count + 1,
                                  sizeof *pairing->found);
  pairing->found[pairing->found_count++] = *pair;
  pthread_mutex_unlock (&pairing->lock);
}

static void
try_pair (struct pairing *pairing, struct assay_matcher *matcher,
          size_t index)
{
  const struct assay_trial *a = pairing->chosen[index / pairing->count];
  const struct assay_trial *b = pairing->chosen[index % pairing->count];
  struct assay_trial pair;

  if (a >= b || (a->hypothesis->slot == b->hypothesis->slot
                 && a->hypothesis->slot != ASSAY_SLOT_PRECISION)
      || a->hypothesis == b->hypothesis)
    return;
  pair = *a;
  memset (&pair.count, 0, sizeof pair.count);
  pair.second = b->hypothesis;
  pair.second_parameter = b->parameter;
  b->hypothesis->apply (&pair.plan, pairing->search->scene, b->parameter);
  assay_matcher_begin (matcher);
  run_pair (pairing, matcher, &pair);
}

static void
try_scale (struct pairing *pairing, struct assay_matcher *matcher, size_t at)
{
  const struct assay_search *search = pairing->search;
  struct assay_trial pair = *pairing->chosen[at];
  size_t rows = search->samples < FITTED_ROWS ? search->samples
                                              : FITTED_ROWS;

  if (pair.hypothesis->slot == ASSAY_SLOT_SCALE
      || pairing->fitted == NULL
      || !assay_fit (&pair.second_parameter, &pair.tolerance, matcher,
                     &pair.plan, pairing->fitted, &pairing->range,
                     search->sample, rows))
    return;
  pair.second = pairing->fitted;
  pair.tolerance *= 4.0;
  memset (&pair.count, 0, sizeof pair.count);
  pairing->fitted->apply (&pair.plan, search->scene, pair.second_parameter);
  assay_matcher_begin (matcher);
  run_pair (pairing, matcher, &pair);
}

static void *
run_pairs (void *data)
{
  struct pairing *pairing = data;
  size_t pairs = pairing->count * pairing->count, index;
  struct assay_matcher matcher;

  assay_matcher_init (&matcher, pairing->search->scene,
                      pairing->search->target);
  while ((index = atomic_fetch_add (&pairing->next, 1))
         < pairs + pairing->count)
    if (index < pairs)
      try_pair (pairing, &matcher, index);
    else
      try_scale (pairing, &matcher, index - pairs);
  assay_matcher_clear (&matcher);
  return NULL;
}

static void
find_fitted (struct pairing *pairing)
{
  size_t n;

  for (n = 0; n < assay_hypothesis_count () && pairing->fitted == NULL; n++)
    {
      const struct assay_hypothesis *hypothesis = assay_hypothesis_at (n);

      if (hypothesis->range && hypothesis->slot == ASSAY_SLOT_SCALE
          && hypothesis->range (&pairing->range, pairing->search->scene))
        pairing->fitted = hypothesis;
    }
}

/* By the place of the parts in the tables, so that threads do not show.  */
static int
compare (const void *a, const void *b)
{
  const struct assay_trial *x = a, *y = b;

  if (x->hypothesis != y->hypothesis)
    return x->hypothesis < y->hypothesis ? -1 : 1;
  if (x->parameter != y->parameter)
    return x->parameter < y->parameter ? -1 : 1;
  if (x->second != y->second)
    return x->second < y->second ? -1 : 1;
  return x->second_parameter < y->second_parameter ? -1
         : x->second_parameter > y->second_parameter;
}

static double
row_cost (const struct assay_problem *problem)
{
  return (double) problem->keys
         * (double) (problem->width + problem->values);
}

int
assay_search_affords_pairs (const struct assay_search *search)
{
  double parts = 0.0;
  size_t n;

  for (n = 0; n < search->trials; n++)
    parts += is_chosen (search, n);
  return parts * parts / 2.0 * row_cost (search->scene->problem)
         <= most_products;
}

size_t
assay_search_pairs (struct assay_trial **trial, struct assay_search *search)
{
  struct pairing pairing = { .search = search };
  size_t started = 0, n;
  pthread_t *thread;

  pairing.chosen = assay_calloc (search->trials + 1, sizeof *pairing.chosen);
  for (n = 0; n < search->trials; n++)
    if (is_chosen (search, n))
      pairing.chosen[pairing.count++] = &search->trial[n];
  if (row_cost (search->scene->problem) <= most_fitted)
    find_fitted (&pairing);
  pthread_mutex_init (&pairing.lock, NULL);
  thread = assay_calloc (search->jobs, sizeof *thread);
  while (started + 1 < search->jobs
         && assay_thread_begin (&thread[started], run_pairs, &pairing))
    started++;
  run_pairs (&pairing);
  while (started > 0)
    pthread_join (thread[--started], NULL);
  free (thread);
  pthread_mutex_destroy (&pairing.lock);
  free (pairing.chosen);
  if (pairing.found_count > 0)
    qsort (pairing.found, pairing.found_count, sizeof *pairing.found,
           compare);
  *trial = pairing.found;
  return pairing.found_count;
}
