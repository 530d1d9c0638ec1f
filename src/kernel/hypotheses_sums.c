/* hypotheses_sums.c -- mistakes in sinks, merges and linear biases */

#include <math.h>

#include "kernel/hypothesis.h"

static size_t
one_if (double *list, int condition)
{
  list[0] = 0.0;
  return condition != 0;
}

/* ---- sinks ---- */

static size_t
if_sink (double *list, const struct assay_scene *scene)
{
  return one_if (list, scene->sinks != NULL);
}

static size_t
choose_splits (double *list, const struct assay_scene *scene)
{
  static const double known[] = { 2, 3, 4, 8, 16, 32, 64 };
  size_t n;

  for (n = 0; n < sizeof known / sizeof known[0]; n++)
    list[n] = known[n];
  return scene->sinks ? n : 0;
}

static size_t
choose_head (double *list, size_t heads)
{
  size_t n;

  for (n = 1; n < heads && n <= 8; n++)
    {
      list[2 * n - 2] = (double) n;
      list[2 * n - 1] = -(double) n;
    }
  return 2 * n - 2;
}

static size_t
choose_sink_head (double *list, const struct assay_scene *scene)
{
  return scene->sinks ? choose_head (list, scene->problem->q_heads) : 0;
}

static void
drop_sink (struct assay_plan *plan, const struct assay_scene *scene,
           double parameter)
{
  (void) scene;
  (void) parameter;
  plan->sink_count = 0.0;
}

static void
split_sink (struct assay_plan *plan, const struct assay_scene *scene,
            double splits)
{
  (void) scene;
  plan->sink_count = splits;
}

static void
other_sink (struct assay_plan *plan, const struct assay_scene *scene,
            double shift)
{
  (void) scene;
  plan->sink_shift = (long) shift;
}

static void
follow_max (struct assay_plan *plan, const struct assay_scene *scene,
            double parameter)
{
  (void) scene;
  (void) parameter;
  plan->sink_follows_max = 1;
}

static void
tell_splits (struct assay_text *text, const struct assay_scene *scene,
             double splits, double tolerance)
{
  (void) scene;
  (void) tolerance;
  assay_text_printf (text, "the sink is counted %.0f times", splits);
}

static void
tell_sink_head (struct assay_text *text, const struct assay_scene *scene,
                double shift, double tolerance)
{
  (void) scene;
  (void) tolerance;
  assay_text_printf (text, "head h has the sink of head h %c %.0f",
                     shift > 0.0 ? '+' : '-', fabs (shift));
}

/* ---- merges ---- */

/* Chunk sizes: into 2, 3, 4, 8 parts, powers of two, and the past.  */
static size_t
choose_chunk (double *list, const struct assay_scene *scene)
{
  static const size_t parts[] = { 2, 3, 4, 8 };
  size_t keys = scene->problem->keys, past = scene->problem->past;
  size_t count = 0, size, n;

  for (n = 0; n < 4; n++)
    if (keys >= 2 * parts[n])
      list[count++] = (double) ((keys + parts[n] - 1) / parts[n]);
  for (size = 1; size < keys && count + 1 < ASSAY_CHOICES; size *= 2)
    list[count++] = (double) size;
  if (past < keys && 2 * past >= keys)
    list[count++] = (double) past;
  return count;
}

static void
merge_log2 (struct assay_plan *plan, const struct assay_scene *scene,
            double chunk)
{
  (void) scene;
  plan->merge = ASSAY_MERGE_LOG2;
  plan->chunk = (size_t) chunk;
}

static void
merge_mean (struct assay_plan *plan, const struct assay_scene *scene,
            double chunk)
{
  (void) scene;
  plan->merge = ASSAY_MERGE_MEAN;
  plan->chunk = (size_t) chunk;
}

static void
tell_log2 (struct assay_text *text, const struct assay_scene *scene,
           double chunk, double tolerance)
{
  (void) scene;
  (void) tolerance;
  assay_text_printf (text, "log2 is taken for ln where chunks of %.0f keys "
                     "are merged", chunk);
}

static void
tell_mean (struct assay_text *text, const struct assay_scene *scene,
           double chunk, double tolerance)
{
  (void) scene;
  (void) tolerance;
  assay_text_printf (text, "chunks of %.0f keys are averaged instead of "
                     "weighed by their sums", chunk);
}

static void
other_base (struct assay_plan *plan, const struct assay_scene *scene,
            double parameter)
{
  (void) scene;
  (void) parameter;
  plan->lse_base_2 = 1;
}

/* ---- linear biases ---- */

static size_t
if_slopes (double *list, const struct assay_scene *scene)
{
  return one_if (list, scene->slopes != NULL);
}

static size_t
choose_slope_head (double *list, const struct assay_scene *scene)
{
  return scene->slopes ? choose_head (list, scene->problem->q_heads) : 0;
}

static size_t
choose_factor (double *list, const struct assay_scene *scene)
{
  list[0] = 1.4426950408889634;
  list[1] = 0.6931471805599453;
  list[2] = 2.0;
  list[3] = 0.5;
  return scene->slopes ? 4 : 0;
}

static size_t
choose_rule (double *list, const struct assay_scene *scene)
{
  list[0] = ASSAY_SLOPES_PLAIN;
  list[1] = ASSAY_SLOPES_PAPER;
  list[2] = ASSAY_SLOPES_MPT;
  list[3] = ASSAY_SLOPES_GGML;
  return scene->slopes ? 4 : 0;
}

static void
scale_slopes (struct assay_plan *plan, const struct assay_scene *scene,
              double factor)
{
  (void) scene;
  plan->slope_factor = factor;
}

static void
no_slopes (struct assay_plan *plan, const struct assay_scene *scene,
           double parameter)
{
  (void) scene;
  (void) parameter;
  plan->slope_factor = 0.0;
}

static void
negate_slopes (struct assay_plan *plan, const struct assay_scene *scene,
               double parameter)
{
  (void) scene;
  (void) parameter;
  plan->slope_factor = -1.0;
}

static void
from_zero (struct assay_plan *plan, const struct assay_scene *scene,
           double parameter)
{
  (void) scene;
  (void) parameter;
  plan->slopes = ASSAY_SLOPES_FROM_ZERO;
}

static void
by_rule (struct assay_plan *plan, const struct assay_scene *scene,
         double rule)
{
  (void) scene;
  plan->slopes = (enum assay_plan_slopes) rule;
}

static void
other_slope (struct assay_plan *plan, const struct assay_scene *scene,
             double shift)
{
  (void) scene;
  plan->slope_shift = (long) shift;
}

static void
signed_distance (struct assay_plan *plan, const struct assay_scene *scene,
                 double parameter)
{
  (void) scene;
  (void) parameter;
  plan->distance = ASSAY_DISTANCE_SIGNED;
}

static void
row_distance (struct assay_plan *plan, const struct assay_scene *scene,
              double parameter)
{
  (void) scene;
  (void) parameter;
  plan->distance = ASSAY_DISTANCE_ROWS;
}

static void
tell_rule (struct assay_text *text, const struct assay_scene *scene,
           double rule, double tolerance)
{
  static const char *const rules[] = {
    [ASSAY_SLOPES_PLAIN] = "2^(-8h/n) for any n",
    [ASSAY_SLOPES_PAPER] = "the paper's rule",
    [ASSAY_SLOPES_MPT] = "MPT's rule",
    [ASSAY_SLOPES_GGML] = "ggml's rule"
  };

  (void) scene;
  (void) tolerance;
  assay_text_printf (text, "the slopes are those of %s", rules[(int) rule]);
}

static void
tell_slope_head (struct assay_text *text, const struct assay_scene *scene,
                 double shift, double tolerance)
{
  (void) scene;
  (void) tolerance;
  assay_text_printf (text, "head h has the slope of head h %c %.0f",
                     shift > 0.0 ? '+' : '-', fabs (shift));
}

static void
tell_factor (struct assay_text *text, const struct assay_scene *scene,
             double factor, double tolerance)
{
  (void) scene;
  (void) tolerance;
  assay_text_printf (text, "the slopes are multiplied by %s",
                     factor > 1.9 ? "2" : factor > 1.0 ? "log2(e)"
                     : factor > 0.6 ? "ln(2)" : "1/2");
}

static const struct assay_hypothesis table[] = {
  { .name = "sink missing", .kind = 'K', .slot = ASSAY_SLOT_SINK,
    .meaning = "the sink is left out of the sum",
    .fix = "add exp(sink - max) to the sum",
    .choices = if_sink, .apply = drop_sink },
  { .name = "sink per split", .kind = 'K', .slot = ASSAY_SLOT_SINK,
    .meaning = "the sink is counted once a split",
    .fix = "add the sink once, when the splits are merged",
    .choices = choose_splits, .apply = split_sink, .tell = tell_splits },
  { .name = "sink of another head", .kind = 'K', .slot = ASSAY_SLOT_SINK,
    .meaning = "heads have each other's sinks",
    .fix = "index the sinks by the query head",
    .choices = choose_sink_head, .apply = other_sink,
    .tell = tell_sink_head },
  { .name = "sink not shifted", .kind = 'K', .slot = ASSAY_SLOT_SINK,
    .meaning = "the maximum is not subtracted from the sink",
    .fix = "add exp(sink - max), not exp(sink)",
    .choices = if_sink, .apply = follow_max },
  { .name = "log2 for ln in a merge", .kind = 'K', .slot = ASSAY_SLOT_MERGE,
    .meaning = "log2 is taken for ln where chunks are merged",
    .fix = "convert the log-sum-exp to one base",
    .choices = choose_chunk, .apply = merge_log2, .tell = tell_log2 },
  { .name = "chunks averaged", .kind = 'K', .slot = ASSAY_SLOT_MERGE,
    .meaning = "chunks are averaged instead of weighed by their sums",
    .fix = "weigh each chunk by exp of its log-sum-exp",
    .choices = choose_chunk, .apply = merge_mean, .tell = tell_mean },
  { .name = "log-sum-exp in the other base", .kind = 'K',
    .slot = ASSAY_SLOT_MERGE,
    .meaning = "log2 and ln are exchanged in the log-sum-exp",
    .fix = "multiply by ln(2) or its inverse, or pass --lse-base",
    .apply = other_base },
  { .name = "slopes missing", .kind = 'N', .slot = ASSAY_SLOT_SLOPES,
    .meaning = "ALiBi is left out", .fix = "add -slope*distance",
    .choices = if_slopes, .apply = no_slopes },
  { .name = "slopes negated", .kind = 'N', .slot = ASSAY_SLOT_SLOPES,
    .meaning = "ALiBi has the wrong sign: far keys gain",
    .fix = "subtract slope*distance",
    .choices = if_slopes, .apply = negate_slopes },
  { .name = "slopes from zero", .kind = 'N', .slot = ASSAY_SLOT_SLOPES,
    .meaning = "the first head's slope is 1: the exponent is one off",
    .fix = "the exponent of head h, from 0, is -8(h+1)/n",
    .choices = if_slopes, .apply = from_zero },
  { .name = "slopes by another rule", .kind = 'N',
    .slot = ASSAY_SLOT_SLOPES,
    .meaning = "the slopes follow another rule",
    .fix = "agree on the rule for this number of heads",
    .choices = choose_rule, .apply = by_rule, .tell = tell_rule },
  { .name = "slopes of another head", .kind = 'N',
    .slot = ASSAY_SLOT_SLOPES,
    .meaning = "heads have each other's slopes",
    .fix = "add the head offset of the partition",
    .choices = choose_slope_head, .apply = other_slope,
    .tell = tell_slope_head },
  { .name = "slopes multiplied", .kind = 'N', .slot = ASSAY_SLOT_SLOPES,
    .meaning = "the slopes are multiplied by a constant",
    .fix = "keep bias and score in one base",
    .choices = choose_factor, .apply = scale_slopes, .tell = tell_factor },
  { .name = "distance signed", .kind = 'N', .slot = ASSAY_SLOT_SLOPES,
    .meaning = "later keys gain by ALiBi: the distance keeps its sign",
    .fix = "take the distance's absolute value",
    .choices = if_slopes, .apply = signed_distance },
  { .name = "distance from rows", .kind = 'N', .slot = ASSAY_SLOT_SLOPES,
    .meaning = "ALiBi counts from the row, not from the query's position",
    .fix = "add the offset of query 0 to the distance",
    .choices = if_slopes, .apply = row_distance }
};

const struct assay_hypotheses assay_hypotheses_sums = {
  table, sizeof table / sizeof table[0]
};
