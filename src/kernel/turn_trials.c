/* turn_trials.c -- every hypothesis, and every two of them, on a sample */

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "kernel/explain_merit.h"
#include "kernel/turn_search.h"

/* Rows on which a pair is tried before it is tried on all.  */
enum { FIRST_ROWS = 2 };

double
assay_turn_row_position (const struct assay_turn_scene *scene,
                         const struct assay_matched_row *row)
{
  const struct assay_positions *positions = scene->rotation->positions;

  return positions ? (double) assay_positions_at (positions, 0, row->b,
                                                  row->i) : (double) row->i;
}

void
assay_turn_match_row (struct assay_score_count *count,
                      struct assay_turn_rows *rows,
                      const struct assay_turn_plan *plan,
                      const struct assay_matched_row *row)
{
  size_t columns = rows->scene->rotation->layout.head_dim, c;

  assay_turn_plan_row (rows->out, rows->noise, rows->work, plan, rows->scene,
                       rows->unit, row->b, row->h, row->i);
  for (c = 0; c < columns; c++)
    if (assay_turn_dump_has (rows->dump, row->h, c))
      assay_match_element (count, assay_view_double (&rows->dump->got, row->b,
                                                     row->h, row->i, c),
                           rows->out[c], rows->noise[c], rows->dump->fmt);
}

void
assay_turn_match_sample (struct assay_score_count *count,
                         struct assay_turn_search *search,
                         const struct assay_turn_plan *plan)
{
  size_t n;

  memset (count, 0, sizeof *count);
  for (n = 0; n < search->samples; n++)
    assay_turn_match_row (count, &search->rows, plan, search->sample[n]);
}

/* ---- what counts as an explanation ---- */

static int
rounds_inside (const struct assay_turn_plan *plan)
{
  int place;

  for (place = 0; place < ASSAY_TURN_PLACES; place++)
    if (plan->round[place] >= 0)
      return 1;
  return 0;
}

int
assay_turn_is_explained (const struct assay_score_count *found,
                         const struct assay_score_count *right,
                         const struct assay_turn_plan *plan)
{
  return assay_merit_explains (found, right, rounds_inside (plan));
}

/* ---- the sample ---- */

static int
by_position (const void *a, const void *b)
{
  const double *x = a, *y = b;

  return (x[0] > y[0]) - (x[0] < y[0]);
}

/* Wrong rows, evenly among them in the order of their positions; right ones
   where none is wrong.  */
static void
choose_sample (struct assay_turn_search *search)
{
  struct assay_turn_rows *rows = &search->rows;
  double (*order)[2] = assay_calloc (rows->rows + 1, sizeof *order);
  size_t wrong = 0, count = 0, n;

  for (n = 0; n < rows->rows; n++)
    wrong += (size_t) rows->row[n].is_wrong;
  for (n = 0; n < rows->rows; n++)
    if (wrong == 0 || rows->row[n].is_wrong)
      {
        order[count][0] = fabs (assay_turn_row_position (rows->scene,
                                                         &rows->row[n]));
        order[count++][1] = (double) n;
      }
  qsort (order, count, sizeof *order, by_position);
  search->samples = count < ASSAY_TURN_SAMPLE ? count : ASSAY_TURN_SAMPLE;
  for (n = 0; n < search->samples; n++)
    search->sample[n]
      = &rows->row[(size_t) order[search->samples > 1
                                  ? n * (count - 1) / (search->samples - 1)
                                  : 0][1]];
  free (order);
  assay_turn_match_sample (&search->right_sample, search, &search->right);
}

/* ---- trials ---- */

static int
is_same (const struct assay_score_count *a,
         const struct assay_score_count *b)
{
  return a->near == b->near && a->equal == b->equal
         && a->max_ulp == b->max_ulp;
}

/* 0 when HYPOTHESIS says nothing about the problem.  */
static int
add_trial (struct assay_turn_search *search,
           const struct assay_turn_hypothesis *hypothesis, double parameter)
{
  struct assay_turn_trial *trial = &search->trial[search->trials];
  const struct assay_turn_scene *scene = search->rows.scene;

  if (search->trials == ASSAY_TURN_TRIALS)
    return 0;
  memset (trial, 0, sizeof *trial);
  assay_turn_plan_copy (&trial->plan, &search->right, scene);
  if (!hypothesis->apply (&trial->plan, scene, parameter))
    {
      assay_turn_plan_clear (&trial->plan);
      return 0;
    }
  trial->hypothesis = hypothesis;
  trial->parameter = parameter;
  search->trials++;
  assay_turn_match_sample (&trial->count, search, &trial->plan);
  trial->survives = !is_same (&trial->count, &search->right_sample)
                    && !assay_turn_plan_equal (&trial->plan, &search->right,
                                               scene)
                    && assay_turn_is_explained (&trial->count,
                                                &search->right_sample,
                                                &trial->plan);
  return 1;
}

static int
try_one (struct assay_turn_search *search,
         const struct assay_turn_hypothesis *hypothesis)
{
  double list[ASSAY_TURN_CHOICES];
  size_t count, n;
  int says = 0;

  if (hypothesis->is_of_vectors && search->rows.scene->is_table)
    return 0;
  switch (hypothesis->search)
    {
    case ASSAY_TURN_SEARCH_NONE:
      return add_trial (search, hypothesis, 0.0);
    case ASSAY_TURN_SEARCH_CHOICES:
      count = hypothesis->choices (list, search->rows.scene);
      for (n = 0; n < count; n++)
        says |= add_trial (search, hypothesis, list[n]);
      return says;
    default:
      if (!assay_turn_fit (&list[0], search, hypothesis))
        return search->rows.scene->w != NULL
               || hypothesis->search == ASSAY_TURN_SEARCH_MAGNITUDE;
      return add_trial (search, hypothesis, list[0]);
    }
}

void
assay_turn_try_all (struct assay_turn_search *search)
{
  size_t n;

  assay_turn_forget_trials (search);
  choose_sample (search);
  for (n = 0; n < assay_turn_hypothesis_count (); n++)
    search->hypotheses
      += (size_t) try_one (search, assay_turn_hypothesis_at (n));
}

void
assay_turn_forget_trials (struct assay_turn_search *search)
{
  size_t n;

  for (n = 0; n < search->trials; n++)
    assay_turn_plan_clear (&search->trial[n].plan);
  search->trials = search->hypotheses = 0;
}

/* ---- pairs ---- */

/* A step that replaces what the other changes comes first.  */
static int
apply_both (struct assay_turn_plan *plan,
            const struct assay_turn_scene *scene,
            const struct assay_turn_trial *a,
            const struct assay_turn_trial *b)
{
  if (b->hypothesis->slot == ASSAY_TURN_SLOT_STEPS)
    return apply_both (plan, scene, b, a);
  return a->hypothesis->apply (plan, scene, a->parameter)
         && b->hypothesis->apply (plan, scene, b->parameter);
}

static void
keep_pair (struct assay_turn_trial *pair, size_t *pairs,
           struct assay_turn_trial *trial)
{
  size_t at = *pairs;

  while (at > 0
         && assay_merit (&pair[at - 1].count) < assay_merit (&trial->count))
    at--;
  if (*pairs == ASSAY_TURN_PAIRS_KEPT)
    {
      if (at == *pairs)
        {
          assay_turn_plan_clear (&trial->plan);
          return;
        }
      assay_turn_plan_clear (&pair[--*pairs].plan);
    }
  memmove (&pair[at + 1], &pair[at], (*pairs - at) * sizeof *pair);
  pair[at] = *trial;
  ++*pairs;
}

static void
try_pair (struct assay_turn_trial *pair, size_t *pairs,
          struct assay_turn_search *search, const struct assay_turn_trial *a,
          const struct assay_turn_trial *b)
{
  const struct assay_turn_scene *scene = search->rows.scene;
  struct assay_turn_trial trial = {
    .hypothesis = a->hypothesis, .second = b->hypothesis,
    .parameter = a->parameter, .second_parameter = b->parameter
  };
  size_t n, rows = search->samples < FIRST_ROWS ? search->samples
                                                : FIRST_ROWS;
  int is_near;

  assay_turn_plan_copy (&trial.plan, &search->right, scene);
  is_near = apply_both (&trial.plan, scene, a, b);
  /* The last rows have the largest positions: they tell most.  */
  for (n = 0; n < rows && is_near; n++)
    assay_turn_match_row (&trial.count, &search->rows, &trial.plan,
                          search->sample[search->samples - 1 - n]);
  is_near = is_near && 10 * trial.count.near >= 7 * trial.count.elements;
  if (is_near)
    {
      assay_turn_match_sample (&trial.count, search, &trial.plan);
      is_near = assay_turn_is_explained (&trial.count, &search->right_sample,
                                         &trial.plan)
                && assay_merit_improves (&trial.count, &a->count)
                && assay_merit_improves (&trial.count, &b->count);
    }
  trial.survives = is_near;
  if (is_near)
    keep_pair (pair, pairs, &trial);
  else
    assay_turn_plan_clear (&trial.plan);
}

static int
is_tried_in_pairs (const struct assay_turn_trial *trial)
{
  return trial->hypothesis->search <= ASSAY_TURN_SEARCH_CHOICES;
}

/* Two of one slot change the same step, but for roundings.  */
static int
is_pair (const struct assay_turn_trial *a, const struct assay_turn_trial *b)
{
  return is_tried_in_pairs (a) && is_tried_in_pairs (b)
         && (a->hypothesis->slot != b->hypothesis->slot
             || (a->hypothesis->slot == ASSAY_TURN_SLOT_ROUNDING
                 && a->hypothesis != b->hypothesis));
}

size_t
assay_turn_try_pairs (struct assay_turn_trial *pair,
                      struct assay_turn_search *search)
{
  size_t pairs = 0, i, j;

  for (i = 0; i < search->trials; i++)
    for (j = i + 1; j < search->trials; j++)
      if (is_pair (&search->trial[i], &search->trial[j]))
        try_pair (pair, &pairs, search, &search->trial[i],
                  &search->trial[j]);
  return pairs;
}
