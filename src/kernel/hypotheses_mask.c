/* hypotheses_mask.c -- mistakes in who sees whom */

#include <math.h>

#include "kernel/closed_form.h"
#include "kernel/hypothesis.h"

static size_t
one_if (double *list, int condition)
{
  list[0] = 0.0;
  return condition != 0;
}

/* ---- the causal frontier ---- */

static size_t
if_causal (double *list, const struct assay_scene *scene)
{
  return one_if (list, scene->problem->causal);
}

/* Whether OFFSET is what some batch does not have.  */
static int
is_other_offset (const struct assay_problem *problem, long offset)
{
  size_t b;

  for (b = 0; b < problem->batches; b++)
    if (assay_problem_offset (problem, b) != offset)
      return 1;
  return 0;
}

static size_t
if_not_top_left (double *list, const struct assay_scene *scene)
{
  return one_if (list, scene->problem->causal
                       && is_other_offset (scene->problem, 0));
}

static size_t
if_not_bottom_right (double *list, const struct assay_scene *scene)
{
  const struct assay_problem *problem = scene->problem;

  return one_if (list, problem->causal
                       && is_other_offset (problem, (long) problem->keys
                                                    - (long)
                                                      problem->queries));
}

static size_t
choose_added (double *list, const struct assay_scene *scene)
{
  list[0] = 0.0;
  list[1] = 1.0;
  list[2] = 2.0;
  return scene->problem->causal ? 0 : 3;
}

static void
top_left (struct assay_plan *plan, const struct assay_scene *scene,
          double parameter)
{
  (void) scene;
  (void) parameter;
  plan->offset = ASSAY_OFFSET_TOP_LEFT;
}

static void
bottom_right (struct assay_plan *plan, const struct assay_scene *scene,
              double parameter)
{
  (void) scene;
  (void) parameter;
  plan->offset = ASSAY_OFFSET_BOTTOM_RIGHT;
}

static void
one_less (struct assay_plan *plan, const struct assay_scene *scene,
          double parameter)
{
  (void) scene;
  (void) parameter;
  plan->reach = -1;
}

static void
one_more (struct assay_plan *plan, const struct assay_scene *scene,
          double parameter)
{
  (void) scene;
  (void) parameter;
  plan->reach = 1;
}

static void
not_causal (struct assay_plan *plan, const struct assay_scene *scene,
            double parameter)
{
  (void) scene;
  (void) parameter;
  plan->causal = 0;
}

static void
add_causal (struct assay_plan *plan, const struct assay_scene *scene,
            double parameter)
{
  (void) scene;
  plan->causal = 1;
  if (parameter == 1.0)
    plan->offset = ASSAY_OFFSET_TOP_LEFT;
  if (parameter == 2.0)
    plan->offset = ASSAY_OFFSET_BOTTOM_RIGHT;
}

/* ---- the mask ---- */

static size_t
if_masked (double *list, const struct assay_scene *scene)
{
  return one_if (list, scene->problem->has_mask);
}

static size_t
if_numbers (double *list, const struct assay_scene *scene)
{
  return one_if (list, scene->problem->has_mask
                       && scene->problem->mask.dtype != ASSAY_DTYPE_BOOL);
}

/* Whether anything may block a key.  */
static int
may_block (const struct assay_scene *scene)
{
  const struct assay_problem *problem = scene->problem;

  return problem->causal || problem->has_mask || problem->valid
         || problem->left >= 0 || problem->right >= 0;
}

static size_t
if_blocked (double *list, const struct assay_scene *scene)
{
  return one_if (list, may_block (scene));
}

/* Beside it a score vanishes in binary64 as in f32.  */
#define lowest_f32 (-0x1.fffffep127)

static size_t
choose_far (double *list, const struct assay_scene *scene)
{
  static const double known[] = { -1e4, -65504.0, -1e9, lowest_f32, -1000.0,
                                  -100.0, -10.0, -1.0 };
  size_t n;

  for (n = 0; n < sizeof known / sizeof known[0]; n++)
    list[n] = known[n];
  return may_block (scene) ? n : 0;
}

static size_t
choose_at (double *list, const struct assay_scene *scene)
{
  static const double known[] = { 0.0, -1e4, -65504.0, -1e9, lowest_f32,
                                  -1000.0, -100.0, -10.0, -1.0 };
  size_t n;

  for (n = 0; n < sizeof known / sizeof known[0]; n++)
    list[n] = known[n];
  return may_block (scene) ? n : 0;
}

static int
range_far (struct assay_search_range *range, const struct assay_scene *scene)
{
  *range = (struct assay_search_range) { -20.0, 0.0, 0, 41 };
  return may_block (scene);
}

static void
ignore_mask (struct assay_plan *plan, const struct assay_scene *scene,
             double parameter)
{
  (void) scene;
  (void) parameter;
  plan->mask = ASSAY_MASK_IGNORED;
}

static void
invert_mask (struct assay_plan *plan, const struct assay_scene *scene,
             double parameter)
{
  (void) scene;
  (void) parameter;
  plan->mask = ASSAY_MASK_INVERTED;
  plan->mask_factor = -1.0;
}

static void
negate_mask (struct assay_plan *plan, const struct assay_scene *scene,
             double parameter)
{
  (void) scene;
  (void) parameter;
  plan->mask_factor = -1.0;
}

static void
scale_mask (struct assay_plan *plan, const struct assay_scene *scene,
            double parameter)
{
  (void) scene;
  (void) parameter;
  plan->mask_joins_dot = 1;
}

static void
block_after (struct assay_plan *plan, const struct assay_scene *scene,
             double parameter)
{
  (void) scene;
  (void) parameter;
  plan->blocked = ASSAY_BLOCKED_AFTER;
}

static void
block_far (struct assay_plan *plan, const struct assay_scene *scene,
           double far)
{
  (void) scene;
  plan->blocked = ASSAY_BLOCKED_FAR;
  plan->far = far;
}

static void
block_at (struct assay_plan *plan, const struct assay_scene *scene,
          double far)
{
  (void) scene;
  plan->blocked = ASSAY_BLOCKED_AT;
  plan->far = far;
}

static void
tell_far (struct assay_text *text, const struct assay_scene *scene,
          double far, double tolerance)
{
  assay_text_add (text, "blocked keys get ");
  assay_closed_form (text, far, tolerance, scene);
  assay_text_add (text, " added to their score instead of -inf");
}

static void
tell_at (struct assay_text *text, const struct assay_scene *scene, double far,
         double tolerance)
{
  assay_text_add (text, "blocked keys have the score ");
  assay_closed_form (text, far, tolerance, scene);
  assay_text_add (text, " instead of -inf");
}

/* ---- empty rows ---- */

static const char *const empty_names[] = { "zeros", "NaN", "the mean of all "
                                           "values" };

static size_t
choose_empty (double *list, const struct assay_scene *scene)
{
  int asked = scene->problem->empty_row == ASSAY_EMPTY_NAN;
  size_t count = 0;
  int n;

  for (n = 0; n < 3; n++)
    if (n != asked)
      list[count++] = n;
  return may_block (scene) ? count : 0;
}

static void
other_empty (struct assay_plan *plan, const struct assay_scene *scene,
             double parameter)
{
  (void) scene;
  plan->empty = (enum assay_plan_empty) parameter;
}

static void
tell_empty (struct assay_text *text, const struct assay_scene *scene,
            double parameter, double tolerance)
{
  int asked = scene->problem->empty_row == ASSAY_EMPTY_NAN;

  (void) tolerance;
  assay_text_printf (text, "rows without a legal key are %s instead of %s",
                     empty_names[(int) parameter], empty_names[asked]);
}

/* ---- windows and lengths ---- */

static size_t
if_valid (double *list, const struct assay_scene *scene)
{
  return one_if (list, scene->problem->valid != NULL);
}

static size_t
if_window (double *list, const struct assay_scene *scene)
{
  return one_if (list, scene->problem->left >= 0
                       || scene->problem->right >= 0);
}

static size_t
if_left (double *list, const struct assay_scene *scene)
{
  list[0] = 1.0;
  list[1] = -1.0;
  return scene->problem->left < 0 ? 0 : scene->problem->left > 0 ? 2 : 1;
}

static size_t
if_right (double *list, const struct assay_scene *scene)
{
  list[0] = 1.0;
  list[1] = -1.0;
  return scene->problem->right < 0 ? 0 : scene->problem->right > 0 ? 2 : 1;
}

static void
ignore_valid (struct assay_plan *plan, const struct assay_scene *scene,
              double parameter)
{
  (void) scene;
  (void) parameter;
  plan->ignores_valid = 1;
}

static void
no_window (struct assay_plan *plan, const struct assay_scene *scene,
           double parameter)
{
  (void) scene;
  (void) parameter;
  plan->left = plan->right = -1;
}

static void
other_left (struct assay_plan *plan, const struct assay_scene *scene,
            double parameter)
{
  plan->left = scene->problem->left + (long) parameter;
}

static void
other_right (struct assay_plan *plan, const struct assay_scene *scene,
             double parameter)
{
  plan->right = scene->problem->right + (long) parameter;
}

static void
tell_side (struct assay_text *text, const char *side, long asked,
           double parameter)
{
  assay_text_printf (text, "the window reaches %ld keys to the %s instead of "
                     "%ld", asked + (long) parameter, side, asked);
}

static void
tell_left (struct assay_text *text, const struct assay_scene *scene,
           double parameter, double tolerance)
{
  (void) tolerance;
  tell_side (text, "left", scene->problem->left, parameter);
}

static void
tell_right (struct assay_text *text, const struct assay_scene *scene,
            double parameter, double tolerance)
{
  (void) tolerance;
  tell_side (text, "right", scene->problem->right, parameter);
}

static void
tell_added (struct assay_text *text, const struct assay_scene *scene,
            double parameter, double tolerance)
{
  static const char *const where[] = { "", ", aligned top-left",
                                       ", aligned bottom-right" };

  (void) scene;
  (void) tolerance;
  assay_text_printf (text, "later keys are blocked where no causal mask is "
                     "asked%s", where[(int) parameter]);
}

static const struct assay_hypothesis table[] = {
  { .name = "causal top-left", .kind = 'G', .slot = ASSAY_SLOT_FRONTIER,
    .meaning = "the causal mask is aligned top-left: query 0 sees key 0 "
               "alone",
    .fix = "shift the diagonal: j <= i + offset",
    .choices = if_not_top_left, .apply = top_left },
  { .name = "causal bottom-right", .kind = 'G',
    .slot = ASSAY_SLOT_FRONTIER,
    .meaning = "the causal mask is aligned bottom-right: the last query sees "
               "every key",
    .fix = "take the offset that is asked for",
    .choices = if_not_bottom_right, .apply = bottom_right },
  { .name = "causal one key less", .kind = 'G', .slot = ASSAY_SLOT_FRONTIER,
    .meaning = "a query does not see its own position (< for <=)",
    .fix = "j <= i + offset", .choices = if_causal, .apply = one_less },
  { .name = "causal one key more", .kind = 'G', .slot = ASSAY_SLOT_FRONTIER,
    .meaning = "a query sees the key after its own position",
    .fix = "j <= i + offset", .choices = if_causal, .apply = one_more },
  { .name = "causal missing", .kind = 'H', .slot = ASSAY_SLOT_FRONTIER,
    .meaning = "the causal mask is left out", .fix = "block keys j > i + "
    "offset", .choices = if_causal, .apply = not_causal },
  { .name = "causal added", .kind = 'G', .slot = ASSAY_SLOT_FRONTIER,
    .meaning = "a causal mask where none is asked",
    .fix = "do not pass is_causal",
    .choices = choose_added, .apply = add_causal, .tell = tell_added },
  { .name = "mask ignored", .kind = 'H', .slot = ASSAY_SLOT_MASK,
    .meaning = "the mask has no effect", .fix = "pass the mask on",
    .choices = if_masked, .apply = ignore_mask },
  { .name = "mask inverted", .kind = 'H', .slot = ASSAY_SLOT_MASK,
    .meaning = "open and blocked are exchanged in the mask",
    .fix = "true means that a key may be seen",
    .choices = if_masked, .apply = invert_mask },
  { .name = "mask negated", .kind = 'H', .slot = ASSAY_SLOT_MASK,
    .meaning = "the mask's numbers are subtracted",
    .fix = "add the mask", .choices = if_numbers, .apply = negate_mask },
  { .name = "mask scaled", .kind = 'H', .slot = ASSAY_SLOT_MASK,
    .meaning = "the mask is added before the scores are scaled",
    .fix = "scale first, then add the mask",
    .choices = if_numbers, .apply = scale_mask },
  { .name = "mask after softmax", .kind = 'H', .slot = ASSAY_SLOT_BLOCKED,
    .meaning = "blocked weights are dropped after the softmax, the others not "
               "renormalised",
    .fix = "mask the scores before the softmax",
    .choices = if_blocked, .apply = block_after },
  { .name = "finite mask", .kind = 'H', .slot = ASSAY_SLOT_BLOCKED,
    .meaning = "a finite number is added for -inf",
    .fix = "use -inf, or drop the key",
    .choices = choose_far, .apply = block_far, .tell = tell_far },
  { .name = "finite score", .kind = 'H', .slot = ASSAY_SLOT_BLOCKED,
    .meaning = "blocked scores are a finite number",
    .fix = "use -inf, or drop the key",
    .choices = choose_at, .apply = block_at, .tell = tell_at },
  { .name = "empty rows", .kind = 'H', .slot = ASSAY_SLOT_EMPTY,
    .meaning = "rows without a legal key are something else",
    .fix = "agree on what such rows are",
    .choices = choose_empty, .apply = other_empty, .tell = tell_empty },
  { .name = "valid length ignored", .kind = 'H', .slot = ASSAY_SLOT_VALID,
    .meaning = "keys beyond the valid length are seen",
    .fix = "block keys from the valid length on",
    .choices = if_valid, .apply = ignore_valid },
  { .name = "window ignored", .kind = 'K', .slot = ASSAY_SLOT_WINDOW,
    .meaning = "the window has no effect", .fix = "pass the window on",
    .choices = if_window, .apply = no_window },
  { .name = "window left", .kind = 'K', .slot = ASSAY_SLOT_WINDOW,
    .meaning = "the window is one key off on the left",
    .fix = "count the keys before the query's own",
    .choices = if_left, .apply = other_left, .tell = tell_left },
  { .name = "window right", .kind = 'K', .slot = ASSAY_SLOT_WINDOW,
    .meaning = "the window is one key off on the right",
    .fix = "count the keys after the query's own",
    .choices = if_right, .apply = other_right, .tell = tell_right },
  { .name = "fitted mask", .kind = 'H', .slot = ASSAY_SLOT_BLOCKED,
    .meaning = "a finite number is added for -inf",
    .fix = "use -inf, or drop the key",
    .range = range_far, .apply = block_far, .tell = tell_far },
  { .name = "fitted score", .kind = 'H', .slot = ASSAY_SLOT_BLOCKED,
    .meaning = "blocked scores are a finite number",
    .fix = "use -inf, or drop the key",
    .range = range_far, .apply = block_at, .tell = tell_at }
};

const struct assay_hypotheses assay_hypotheses_mask = {
  table, sizeof table / sizeof table[0]
};
