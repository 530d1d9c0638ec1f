/* hypotheses_axes.c -- mistakes in heads, axes, batches and rows */

#include "kernel/hypothesis.h"

static size_t
one_if (double *list, int condition)
{
  list[0] = 0.0;
  return condition != 0;
}

static size_t
if_grouped (double *list, const struct assay_scene *scene)
{
  const struct assay_problem *problem = scene->problem;

  return one_if (list, problem->kv_heads > 1
                       && problem->kv_heads < problem->q_heads);
}

static size_t
if_heads (double *list, const struct assay_scene *scene)
{
  return one_if (list, scene->problem->q_heads > 1);
}

/* A row of a softmax over the queries takes all rows of its head.  */
static size_t
if_small (double *list, const struct assay_scene *scene)
{
  const struct assay_problem *problem = scene->problem;
  double products = (double) problem->queries * (double) problem->keys
                    * (double) problem->width;

  return one_if (list, products <= 0x1p27);
}

static size_t
if_batches (double *list, const struct assay_scene *scene)
{
  return one_if (list, scene->problem->batches > 1);
}

static size_t
if_past (double *list, const struct assay_scene *scene)
{
  return one_if (list, scene->problem->past > 0);
}

static size_t
choose_shift (double *list, const struct assay_scene *scene)
{
  list[0] = 1.0;
  list[1] = -1.0;
  return scene->problem->keys > 1 ? 2 : 0;
}

static void
tile (struct assay_plan *plan, const struct assay_scene *scene,
      double parameter)
{
  (void) scene;
  (void) parameter;
  plan->is_tiled = 1;
}

static void
swap (struct assay_plan *plan, const struct assay_scene *scene,
      double parameter)
{
  (void) scene;
  (void) parameter;
  plan->axes_swapped = 1;
}

static void
over_queries (struct assay_plan *plan, const struct assay_scene *scene,
              double parameter)
{
  (void) scene;
  (void) parameter;
  plan->axis = ASSAY_AXIS_QUERIES;
}

static void
over_heads (struct assay_plan *plan, const struct assay_scene *scene,
            double parameter)
{
  (void) scene;
  (void) parameter;
  plan->axis = ASSAY_AXIS_HEADS;
}

static void
ignore_past (struct assay_plan *plan, const struct assay_scene *scene,
             double parameter)
{
  (void) scene;
  (void) parameter;
  plan->ignores_past = 1;
}

static void
past_last (struct assay_plan *plan, const struct assay_scene *scene,
           double parameter)
{
  (void) scene;
  (void) parameter;
  plan->past_is_last = 1;
}

static void
miss_last (struct assay_plan *plan, const struct assay_scene *scene,
           double parameter)
{
  (void) scene;
  (void) parameter;
  plan->misses_last = 1;
}

static void
first_batch (struct assay_plan *plan, const struct assay_scene *scene,
             double parameter)
{
  (void) scene;
  (void) parameter;
  plan->reads_batch_0 = 1;
}

static void
shift_values (struct assay_plan *plan, const struct assay_scene *scene,
              double parameter)
{
  (void) scene;
  plan->value_shift = (long) parameter;
}

static void
tell_shift (struct assay_text *text, const struct assay_scene *scene,
            double parameter, double tolerance)
{
  (void) scene;
  (void) tolerance;
  assay_text_printf (text, "key j is given the value of key j %c 1",
                     parameter > 0.0 ? '+' : '-');
}

/* ---- rows that stand where others should ---- */

static void
move_row (struct assay_plan *plan, const struct assay_scene *scene,
          double parameter)
{
  (void) scene;
  plan->from_row = (long) parameter;
}

static void
move_head (struct assay_plan *plan, const struct assay_scene *scene,
           double parameter)
{
  (void) scene;
  plan->from_head = (long) parameter;
}

static void
move_batch (struct assay_plan *plan, const struct assay_scene *scene,
            double parameter)
{
  (void) scene;
  plan->from_batch = (long) parameter;
}

static void
tell_displaced (struct assay_text *text, const char *what, double parameter)
{
  assay_text_printf (text, "what is written is that of the %s %.0f %s", what,
                     parameter < 0.0 ? -parameter : parameter,
                     parameter < 0.0 ? "later" : "before");
}

static void
tell_row (struct assay_text *text, const struct assay_scene *scene,
          double parameter, double tolerance)
{
  (void) scene;
  (void) tolerance;
  tell_displaced (text, "row", parameter);
}

static void
tell_head (struct assay_text *text, const struct assay_scene *scene,
           double parameter, double tolerance)
{
  (void) scene;
  (void) tolerance;
  tell_displaced (text, "head", parameter);
}

static void
tell_batch (struct assay_text *text, const struct assay_scene *scene,
            double parameter, double tolerance)
{
  (void) scene;
  (void) tolerance;
  tell_displaced (text, "batch", parameter);
}

static const struct assay_hypothesis table[] = {
  { .name = "heads tiled", .kind = 'K', .slot = ASSAY_SLOT_HEADS,
    .meaning = "query head h reads key head h mod the key heads",
    .fix = "repeat each key head for its group: h / (query heads / key "
           "heads)",
    .choices = if_grouped, .apply = tile },
  { .name = "axes swapped", .kind = 'P', .slot = ASSAY_SLOT_HEADS,
    .meaning = "position and head are exchanged in the storage of q, k and "
               "v",
    .fix = "transpose, do not reshape",
    .choices = if_heads, .apply = swap },
  { .name = "softmax over queries", .kind = 'P', .slot = ASSAY_SLOT_AXIS,
    .meaning = "the weights of a key sum to 1 over the queries",
    .fix = "take the softmax over the last axis of the scores",
    .choices = if_small, .apply = over_queries },
  { .name = "softmax over heads", .kind = 'P', .slot = ASSAY_SLOT_AXIS,
    .meaning = "the weights of a key sum to 1 over the heads",
    .fix = "take the softmax over the last axis of the scores",
    .choices = if_heads, .apply = over_heads },
  { .name = "past ignored", .kind = 'F', .slot = ASSAY_SLOT_KEYS,
    .meaning = "the keys of the past are not seen",
    .fix = "attend to past and present",
    .choices = if_past, .apply = ignore_past },
  { .name = "past behind", .kind = 'F', .slot = ASSAY_SLOT_KEYS,
    .meaning = "the past stands behind the new keys",
    .fix = "append the new keys to the past",
    .choices = if_past, .apply = past_last },
  { .name = "last key missed", .kind = 'P', .slot = ASSAY_SLOT_KEYS,
    .meaning = "the last key is not seen", .fix = "run the loop to the end",
    .apply = miss_last },
  { .name = "last batch reads batch 0", .kind = 'P',
    .slot = ASSAY_SLOT_HEADS,
    .meaning = "the last batch attends to keys and values of batch 0",
    .fix = "check the batch stride of k and v",
    .choices = if_batches, .apply = first_batch },
  { .name = "values shifted", .kind = 'P', .slot = ASSAY_SLOT_VALUES,
    .meaning = "values are taken from the neighbouring key",
    .fix = "index k and v alike", .choices = choose_shift,
    .apply = shift_values, .tell = tell_shift },
  { .name = "rows displaced", .kind = 'P', .slot = ASSAY_SLOT_ROWS,
    .meaning = "rows hold what belongs to others",
    .fix = "check which row a block or thread writes",
    .is_displacement = 1, .apply = move_row, .tell = tell_row },
  { .name = "heads displaced", .kind = 'P', .slot = ASSAY_SLOT_ROWS,
    .meaning = "heads hold what belongs to others",
    .fix = "check which head a block writes",
    .is_displacement = 1, .choices = if_heads, .apply = move_head,
    .tell = tell_head },
  { .name = "batches displaced", .kind = 'P', .slot = ASSAY_SLOT_ROWS,
    .meaning = "batches hold what belongs to others",
    .fix = "check which batch a block writes",
    .is_displacement = 1, .choices = if_batches, .apply = move_batch,
    .tell = tell_batch }
};

const struct assay_hypotheses assay_hypotheses_axes = {
  table, sizeof table / sizeof table[0]
};
