/* turn_explain.c -- which known mistake reproduces a turned tensor */

#include "kernel/turn_explain.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "kernel/explain_merit.h"
#include "kernel/explain_region.h"
#include "kernel/turn_search.h"

/* Survivors of the sample that are looked at on all rows.  */
enum { CONFIRMED = 16 };

static const struct assay_turn_hypotheses *const tables[] = {
  &assay_turn_hypotheses_shape, &assay_turn_hypotheses_steps,
  &assay_turn_hypotheses_scaling, &assay_turn_hypotheses_places
};

enum { TABLES = sizeof tables / sizeof tables[0] };

size_t
assay_turn_hypothesis_count (void)
{
  size_t n, count = 0;

  for (n = 0; n < TABLES; n++)
    count += tables[n]->count;
  return count;
}

const struct assay_turn_hypothesis *
assay_turn_hypothesis_at (size_t n)
{
  size_t t = 0;

  while (n >= tables[t]->count)
    n -= tables[t++]->count;
  return &tables[t]->entry[n];
}

/* ---- all rows ---- */

static void
load_rows (struct assay_turn_rows *rows)
{
  const size_t *shape = rows->scene->rotation->x.shape;
  const struct assay_turn_dump *dump = rows->dump;
  size_t count = shape[ASSAY_VIEW_B] * shape[ASSAY_VIEW_H]
                 * (dump->last_row - dump->first_row), b, h, i;

  rows->row = assay_calloc (count + 1, sizeof *rows->row);
  for (b = 0; b < shape[ASSAY_VIEW_B]; b++)
    for (h = 0; h < shape[ASSAY_VIEW_H]; h++)
      for (i = dump->first_row; i < dump->last_row; i++)
        rows->row[rows->rows++]
          = (struct assay_matched_row) { b, h, i, 0, 0.0 };
}

static void
match_all (struct assay_score_count *sum, struct assay_turn_rows *rows,
           const struct assay_turn_plan *plan, int only_wrong, int mark)
{
  size_t n;

  memset (sum, 0, sizeof *sum);
  for (n = 0; n < rows->rows; n++)
    {
      struct assay_score_count count = { 0, 0, 0, 0.0, 0.0 };

      if (only_wrong && !rows->row[n].is_wrong)
        continue;
      assay_turn_match_row (&count, rows, plan, &rows->row[n]);
      assay_score_count_add (sum, &count);
      if (!mark)
        continue;
      rows->row[n].is_wrong = count.near < count.elements;
      rows->row[n].error = count.excess;
    }
}

/* ---- findings ---- */

/* Nearly all elements correctly rounded, none off.  */
static int
is_right (const struct assay_score_count *count)
{
  return count->near == count->elements
         && 1000 * count->equal >= 995 * count->elements;
}

/* Whether FINDING is the same function as a finding that is there, which
   gives it its count.  *IS_NEWS <- whether it is another name for it all the
   same: of another known mistake, which nothing can tell from that one.  */
static int
is_known (struct assay_turn_finding *finding, int *is_news,
          const struct assay_turn_explanation *e)
{
  int is_known = 0;
  size_t n;

  *is_news = finding->second == NULL
             && finding->hypothesis->search <= ASSAY_TURN_SEARCH_CHOICES;
  for (n = 0; n < e->findings; n++)
    if (assay_turn_plan_equal (&e->finding[n].plan, &finding->plan,
                               &e->scene))
      {
        is_known = 1;
        finding->count = e->finding[n].count;
        if (e->finding[n].hypothesis == finding->hypothesis)
          *is_news = 0;
      }
  return is_known;
}

/* Behind those of at least its merit; the least is dropped.  */
static void
insert (struct assay_turn_explanation *e,
        const struct assay_turn_finding *finding)
{
  struct assay_turn_finding *list = e->finding;
  size_t at = e->findings;

  while (at > 0 && assay_merit (&list[at - 1].count)
                   < assay_merit (&finding->count))
    at--;
  if (at == ASSAY_FINDINGS)
    return;
  if (e->findings == ASSAY_FINDINGS)
    assay_turn_plan_clear (&list[--e->findings].plan);
  memmove (&list[at + 1], &list[at], (e->findings - at) * sizeof *list);
  list[at] = *finding;
  assay_turn_plan_copy (&list[at].plan, &finding->plan, &e->scene);
  e->findings++;
}

/* Of those that nothing tells apart the one that stands first in the tables
   comes first, what was fitted last.  */
static void
settle_equals (struct assay_turn_explanation *e)
{
  struct assay_turn_finding *list = e->finding, first;
  struct assay_merit_rank rank[ASSAY_FINDINGS];
  size_t best, n;

  if (e->findings == 0)
    return;
  for (n = 0; n < e->findings; n++)
    rank[n] = (struct assay_merit_rank) { &list[n].count, list[n].order,
                                          &list[n].is_equal };
  best = assay_merit_settle (rank, e->findings);
  first = list[best];
  memmove (list + 1, list, best * sizeof *list);
  list[0] = first;
}

static void
confirm (struct assay_turn_explanation *e, struct assay_turn_search *search,
         const struct assay_turn_trial *trial, size_t trials)
{
  struct assay_score_count right;
  size_t done = 0, n;

  match_all (&right, &search->rows, &search->right, search->is_local, 0);
  for (n = 0; n < trials && done < CONFIRMED; n++)
    {
      struct assay_turn_finding finding = {
        .hypothesis = trial[n].hypothesis, .second = trial[n].second,
        .parameter = trial[n].parameter,
        .second_parameter = trial[n].second_parameter,
        .is_local = search->is_local, .plan = trial[n].plan
      };
      int is_news;

      if (!trial[n].survives
          || (is_known (&finding, &is_news, e) && !is_news))
        continue;
      if (finding.count.elements == 0)
        match_all (&finding.count, &search->rows, &finding.plan,
                   search->is_local, 0);
      finding.order = done++ + (finding.hypothesis->search
                                > ASSAY_TURN_SEARCH_CHOICES ? CONFIRMED : 0);
      if (assay_turn_is_explained (&finding.count, &right, &finding.plan))
        insert (e, &finding);
    }
  settle_equals (e);
}

/* The trial that comes nearest on the sample.  */
static void
note_closest (struct assay_turn_explanation *e,
              const struct assay_turn_search *search)
{
  const struct assay_turn_trial *best = NULL;
  size_t n;

  for (n = 0; n < search->trials; n++)
    if (best == NULL
        || assay_merit (&search->trial[n].count)
           > assay_merit (&best->count))
      best = &search->trial[n];
  if (best == NULL)
    return;
  e->finding[0] = (struct assay_turn_finding) {
    .hypothesis = best->hypothesis, .parameter = best->parameter,
    .count = best->count
  };
}

/* ---- errors that grow with the position ---- */

static int
apply_nothing (struct assay_turn_plan *plan,
               const struct assay_turn_scene *scene, double parameter)
{
  (void) plan;
  (void) scene;
  (void) parameter;
  return 0;
}

static void
tell_inaccurate (struct assay_text *text,
                 const struct assay_turn_scene *scene, double parameter)
{
  (void) scene;
  assay_text_printf (text, "inaccurate cosines and sines: the right value up "
                     "to position %.0f, then errors that grow with the "
                     "position", parameter - 1.0);
}

/* Not evaluated: which cosine it was is not known.  */
static const struct assay_turn_hypothesis inaccurate = {
  .name = "inaccurate trigonometry", .meaning = "inaccurate cosines",
  .fix = "reduce large angles exactly before the cosine", .kind = 'M',
  .slot = ASSAY_TURN_SLOT_ROUNDING, .apply = apply_nothing,
  .tell = tell_inaccurate
};

/* The scene's first wrong position, if before it all rows are right and from
   it on at least half are wrong.  */
static void
find_first_wrong (struct assay_turn_scene *scene,
                  const struct assay_turn_rows *rows)
{
  double first = INFINITY;
  size_t behind = 0, wrong = 0, n;

  for (n = 0; n < rows->rows; n++)
    if (rows->row[n].is_wrong)
      {
        first = fmin (first, assay_turn_row_position (scene, &rows->row[n]));
        wrong++;
      }
  for (n = 0; n < rows->rows; n++)
    behind += assay_turn_row_position (scene, &rows->row[n]) >= first;
  scene->has_first_wrong = wrong > 0 && behind < rows->rows
                           && 2 * wrong >= behind && scene->least >= 0;
  scene->first_wrong = scene->has_first_wrong ? (int64_t) first : 0;
}

static void
look_for_growth (struct assay_turn_explanation *e,
                 struct assay_turn_search *search)
{
  if (!assay_turn_grows (search))
    return;
  e->finding[0] = (struct assay_turn_finding) {
    .hypothesis = &inaccurate,
    .parameter = (double) e->scene.first_wrong, .count = e->right
  };
  e->findings = 1;
}

/* ---- all of it ---- */

static void
search_singles (struct assay_turn_explanation *e,
                struct assay_turn_search *search)
{
  assay_turn_try_all (search);
  confirm (e, search, search->trial, search->trials);
}

static void
search_pairs (struct assay_turn_explanation *e,
              struct assay_turn_search *search)
{
  struct assay_turn_trial pair[ASSAY_TURN_PAIRS_KEPT + 1];
  size_t pairs = assay_turn_try_pairs (pair, search), n;

  confirm (e, search, pair, pairs);
  for (n = 0; n < pairs; n++)
    assay_turn_plan_clear (&pair[n].plan);
  e->tried_pairs = 1;
}

/* A mistake everywhere; one in the part that is wrong; errors that grow; two
   mistakes.  */
static void
search_all (struct assay_turn_explanation *e,
            struct assay_turn_search *search)
{
  search_singles (e, search);
  e->hypotheses = search->hypotheses;
  if (e->findings > 0 || e->right.near == e->right.elements)
    return;
  if (e->region.length > 0)
    {
      search->is_local = 1;
      search_singles (e, search);
      search->is_local = 0;
    }
  if (e->findings == 0)
    look_for_growth (e, search);
  if (e->findings > 0)
    return;
  search_pairs (e, search);
  if (e->findings == 0)
    note_closest (e, search);
}

static void
describe_region (struct assay_turn_explanation *e,
                 const struct assay_turn_rows *rows)
{
  const size_t *shape = e->scene.rotation->x.shape;

  assay_explain_region (&e->region, rows->row, rows->rows,
                        shape[ASSAY_VIEW_B], shape[ASSAY_VIEW_H],
                        shape[ASSAY_VIEW_S]);
}

static void
look (struct assay_turn_explanation *e, struct assay_turn_search *search)
{
  struct assay_turn_rows *rows = &search->rows;

  match_all (&e->right, rows, &search->right, 0, 1);
  if (is_right (&e->right) || e->right.elements == 0)
    return;
  find_first_wrong (&e->scene, rows);
  if (!e->scene.is_table)
    describe_region (e, rows);
  search->trial = assay_calloc (ASSAY_TURN_TRIALS, sizeof *search->trial);
  search_all (e, search);
  assay_turn_forget_trials (search);
  free (search->trial);
  if (e->findings > 0 || e->right.near < e->right.elements)
    e->outcome = e->findings > 0 ? ASSAY_EXPLAINED_NAMED
                                 : ASSAY_EXPLAINED_OPEN;
}

void
assay_turn_explain (struct assay_turn_explanation *explanation,
                    const struct assay_rotation *rotation,
                    const struct assay_rope_plan *rope,
                    const struct assay_rope_call *call,
                    const struct assay_turn_dump *dump, struct assay_ctx *ctx)
{
  size_t size = rotation->layout.head_dim;
  struct assay_turn_search search;
  struct assay_turn_rows *rows = &search.rows;

  memset (explanation, 0, sizeof *explanation);
  memset (&search, 0, sizeof search);
  explanation->name = dump->name;
  assay_text_init (&explanation->region);
  assay_turn_scene_init (&explanation->scene, rotation, rope, call, ctx);
  explanation->scene.is_table = dump->is_table;
  assay_turn_plan_init (&search.right, &explanation->scene);
  rows->dump = dump;
  rows->scene = &explanation->scene;
  rows->unit = dump->fmt == ASSAY_FMT_F64 ? 0x1p-52 : 0x1p-24;
  rows->out = assay_calloc (size + 1, sizeof *rows->out);
  rows->noise = assay_calloc (size + 1, sizeof *rows->noise);
  rows->work = assay_calloc (2 * size + 1, sizeof *rows->work);
  load_rows (rows);
  look (explanation, &search);
  assay_turn_plan_clear (&search.right);
  free (rows->row);
  free (rows->out);
  free (rows->noise);
  free (rows->work);
}

void
assay_turn_explanation_clear (struct assay_turn_explanation *e)
{
  size_t n;

  for (n = 0; n < e->findings; n++)
    assay_turn_plan_clear (&e->finding[n].plan);
  assay_turn_scene_clear (&e->scene);
  assay_text_clear (&e->region);
}

/* ---- in words ---- */

static void
tell_one (struct assay_text *text, const struct assay_turn_hypothesis *h,
          const struct assay_turn_scene *scene, double parameter)
{
  if (h->tell)
    h->tell (text, scene, parameter);
  else
    assay_text_add (text, h->meaning);
}

static void
tell_finding (struct assay_told_finding *to,
              const struct assay_turn_finding *from,
              const struct assay_turn_explanation *e)
{
  const struct assay_turn_hypothesis *h = from->hypothesis;

  to->name = h->name;
  to->has_parameter = h->search != ASSAY_TURN_SEARCH_NONE
                      || h == &inaccurate;
  to->parameter = from->parameter;
  to->kind = h->kind;
  to->is_local = from->is_local;
  to->is_equal = from->is_equal;
  to->count = from->count;
  assay_text_add (&to->fix, h->fix);
  tell_one (&to->meaning, h, &e->scene, from->parameter);
  if (from->second)
    {
      to->second = from->second->name;
      to->second_kind = from->second->kind;
      to->has_second_parameter
        = from->second->search != ASSAY_TURN_SEARCH_NONE;
      to->second_parameter = from->second_parameter;
      assay_text_add (&to->meaning, "; and ");
      tell_one (&to->meaning, from->second, &e->scene,
                from->second_parameter);
      assay_text_printf (&to->fix, "; %s", from->second->fix);
    }
  if (from->is_local)
    assay_text_printf (&to->meaning, " (in %s alone)",
                       assay_text_string (&e->region));
}

void
assay_turn_explanation_tell (struct assay_told *told,
                             const struct assay_turn_explanation *e)
{
  size_t n;

  memset (told, 0, sizeof *told);
  told->name = e->name;
  told->outcome = e->outcome;
  told->right = e->right;
  told->hypotheses = e->hypotheses;
  told->tried_pairs = e->tried_pairs;
  told->region = assay_text_string (&e->region);
  /* The closest of none that fits stands first, uncounted.  */
  for (n = 0; n < e->findings
              || (n == 0 && e->outcome == ASSAY_EXPLAINED_OPEN
                  && e->finding[0].hypothesis); n++)
    tell_finding (assay_told_add (told), &e->finding[n], e);
}
