/* hypotheses_scale.c -- mistakes in scales and soft caps */

#include <math.h>

#include "kernel/closed_form.h"
#include "kernel/hypothesis.h"

/* LIST, which has COUNT numbers, gets X too, unless it is there already or is
   the right SCALE.  */
static size_t
include (double *list, size_t count, double x, double right)
{
  size_t n;

  if (!(x > 0.0) || x == right)
    return count;
  for (n = 0; n < count; n++)
    if (list[n] == x)
      return count;
  list[count] = x;
  return count + 1;
}

static void
tell_scale (struct assay_text *text, const struct assay_scene *scene,
            double scale, double tolerance)
{
  assay_text_add (text, "scale = ");
  assay_closed_form (text, scale, tolerance, scene);
  assay_text_add (text, " instead of ");
  assay_closed_form (text, scene->scale, 1e-12, scene);
}

static void
apply_scale (struct assay_plan *plan, const struct assay_scene *scene,
             double scale)
{
  (void) scene;
  plan->scale = scale;
}

static size_t
choose_missing (double *list, const struct assay_scene *scene)
{
  return include (list, 0, 1.0, scene->scale);
}

static size_t
choose_twice (double *list, const struct assay_scene *scene)
{
  return include (list, 0, scene->scale * scene->scale, scene->scale);
}

static size_t
choose_no_root (double *list, const struct assay_scene *scene)
{
  return include (list, 0, 1.0 / (double) scene->problem->width,
                  scene->scale);
}

static size_t
choose_default (double *list, const struct assay_scene *scene)
{
  return include (list, 0, 1.0 / sqrt ((double) scene->problem->width),
                  scene->scale);
}

static size_t
choose_half (double *list, const struct assay_scene *scene)
{
  return include (list, 0, sqrt (fabs (scene->scale)), scene->scale);
}

static size_t
choose_width (double *list, const struct assay_scene *scene)
{
  const struct assay_problem *problem = scene->problem;
  const size_t width[] = {
    problem->q_heads * problem->width, problem->q_heads, problem->kv_heads,
    problem->kv_heads * problem->width, problem->values, problem->keys,
    problem->queries, problem->width / 2, problem->width * 2
  };
  size_t count = 0, n;

  for (n = 0; n < sizeof width / sizeof width[0]; n++)
    if (width[n] > 1 && width[n] != problem->width)
      count = include (list, count, 1.0 / sqrt ((double) width[n]),
                       scene->scale);
  return count;
}

static size_t
choose_zero (double *list, const struct assay_scene *scene)
{
  list[0] = 0.0;
  return scene->scale != 0.0;
}

static size_t
choose_base_2 (double *list, const struct assay_scene *scene)
{
  size_t count = include (list, 0, scene->scale * 1.4426950408889634,
                          scene->scale);

  return include (list, count, scene->scale * 0.6931471805599453,
                  scene->scale);
}

static int
range_scale (struct assay_search_range *range,
             const struct assay_scene *scene)
{
  double scale = fabs (scene->scale) > 0.0 ? fabs (scene->scale) : 1.0;

  *range = (struct assay_search_range) { scale / 64.0, scale * 64.0, 1, 49 };
  return 1;
}

static void
tell_left_out (struct assay_text *text, const struct assay_scene *scene,
               double scale, double tolerance)
{
  (void) scene;
  (void) scale;
  (void) tolerance;
  assay_text_add (text, "q and k have no effect: every score is 0");
}

/* ---- a factor of queries that grows with the position ---- */

/* Steps L that models have, as far as a query reaches the first of them, and
   those that begin to count at the first wrong row: negative where positions
   count from 1.  Llama 4 does so, and its step is 8192; rules by the length
   before scaling count from 0.  */
static size_t
choose_step (double *list, const struct assay_scene *scene)
{
  const double steps[] = {
    -8192.0, 4096.0, 16384.0, 32768.0, (double) scene->first_wrong,
    -(double) (scene->first_wrong + 1)
  };
  enum { KNOWN = 4 };
  const struct assay_problem *problem = scene->problem;
  double last = (double) assay_problem_offset (problem, 0)
                + (double) problem->queries;
  size_t known = scene->first_wrong > 0 ? KNOWN + 2 : KNOWN, count = 0, n, m;

  for (n = 0; n < known; n++)
    {
      for (m = 0; m < count && list[m] != steps[n]; m++)
        continue;
      if (m == count && last >= fabs (steps[n]))
        list[count++] = steps[n];
    }
  return count;
}

static void
times_factor (struct assay_plan *plan, const struct assay_scene *scene,
              double step)
{
  (void) scene;
  plan->query = ASSAY_QUERY_TIMES;
  plan->query_step = (long) fabs (step);
  plan->query_counts_from_1 = step < 0.0;
}

static void
over_factor (struct assay_plan *plan, const struct assay_scene *scene,
             double step)
{
  times_factor (plan, scene, step);
  plan->query = ASSAY_QUERY_OVER;
}

static void
tell_step (struct assay_text *text, double step)
{
  assay_text_printf (text, "1 + 0.1*ln(1 + floor(%s/%.0f)) of the query at "
                     "position p", step < 0.0 ? "(p + 1)" : "p",
                     fabs (step));
}

static void
tell_times (struct assay_text *text, const struct assay_scene *scene,
            double step, double tolerance)
{
  (void) scene;
  (void) tolerance;
  assay_text_add (text, "scores are multiplied once more by the factor ");
  tell_step (text, step);
}

static void
tell_over (struct assay_text *text, const struct assay_scene *scene,
           double step, double tolerance)
{
  (void) scene;
  (void) tolerance;
  assay_text_add (text, "scores lack the factor ");
  tell_step (text, step);
}

/* ---- soft caps ---- */

static size_t
if_capped (double *list, const struct assay_scene *scene)
{
  list[0] = 0.0;
  return scene->cap != 0.0;
}

/* 1: what blocks comes behind the cap.  */
static size_t
choose_cap_sum (double *list, const struct assay_scene *scene)
{
  list[0] = 0.0;
  list[1] = 1.0;
  return !(scene->cap > 0.0) ? 0
         : scene->slopes || scene->problem->has_mask ? 2 : 1;
}

static size_t
choose_cap (double *list, const struct assay_scene *scene)
{
  static const double known[] = { 50.0, 30.0, 20.0, 15.0, 10.0, 5.0, 1.0 };
  size_t n;

  if (scene->cap != 0.0)
    return 0;
  for (n = 0; n < sizeof known / sizeof known[0]; n++)
    list[n] = known[n];
  return n;
}

static int
range_cap (struct assay_search_range *range, const struct assay_scene *scene)
{
  double cap = scene->cap != 0.0 ? scene->cap : 8.0;

  *range = (struct assay_search_range) { cap / 64.0, cap * 64.0, 1, 37 };
  return 1;
}

static void
tell_cap (struct assay_text *text, const struct assay_scene *scene,
          double cap, double tolerance)
{
  assay_text_add (text, "soft cap = ");
  assay_closed_form (text, cap, tolerance, scene);
  if (scene->cap != 0.0)
    assay_text_printf (text, " instead of %.7g", scene->cap);
  else
    assay_text_add (text, " where none is asked");
}

static void
no_cap (struct assay_plan *plan, const struct assay_scene *scene,
        double parameter)
{
  (void) scene;
  (void) parameter;
  plan->cap = 0.0;
}

static void
other_cap (struct assay_plan *plan, const struct assay_scene *scene,
           double cap)
{
  (void) scene;
  plan->cap = cap;
}

static void
cap_sum (struct assay_plan *plan, const struct assay_scene *scene,
         double parameter)
{
  (void) scene;
  plan->cap_of = parameter > 0.0 ? ASSAY_CAP_OF_NUMBERS : ASSAY_CAP_OF_SUM;
}

static void
tell_cap_sum (struct assay_text *text, const struct assay_scene *scene,
              double parameter, double tolerance)
{
  (void) scene;
  (void) tolerance;
  assay_text_add (text, parameter > 0.0
                        ? "the soft cap is applied after ALiBi and the "
                          "mask's numbers have been added"
                        : "the soft cap is applied after mask and bias, so "
                          "that blocked keys get -cap");
}

static void
cap_dot (struct assay_plan *plan, const struct assay_scene *scene,
         double parameter)
{
  (void) scene;
  (void) parameter;
  plan->cap_of = ASSAY_CAP_OF_DOT;
}

static const struct assay_hypothesis table[] = {
  { .name = "scale missing", .kind = 'J', .slot = ASSAY_SLOT_SCALE,
    .meaning = "the scores are not scaled",
    .fix = "multiply q.k by the scale",
    .choices = choose_missing, .apply = apply_scale, .tell = tell_scale },
  { .name = "scale twice", .kind = 'J', .slot = ASSAY_SLOT_SCALE,
    .meaning = "the scores are scaled twice",
    .fix = "scale either q or the scores, not both",
    .choices = choose_twice, .apply = apply_scale, .tell = tell_scale },
  { .name = "scale without root", .kind = 'J', .slot = ASSAY_SLOT_SCALE,
    .meaning = "the scale is 1/width",
    .fix = "divide by the square root of the head's width",
    .choices = choose_no_root, .apply = apply_scale, .tell = tell_scale },
  { .name = "default scale", .kind = 'J', .slot = ASSAY_SLOT_SCALE,
    .meaning = "the scale is 1/sqrt(width), not the one asked for",
    .fix = "pass the scale on to the kernel",
    .choices = choose_default, .apply = apply_scale, .tell = tell_scale },
  { .name = "scale of another width", .kind = 'J', .slot = ASSAY_SLOT_SCALE,
    .meaning = "the scale is 1/sqrt of another size",
    .fix = "take the width of one query head",
    .choices = choose_width, .apply = apply_scale, .tell = tell_scale },
  { .name = "root of the scale", .kind = 'J', .slot = ASSAY_SLOT_SCALE,
    .meaning = "the root of the scale is applied to q or k alone",
    .fix = "multiply both q and k by the root of the scale",
    .choices = choose_half, .apply = apply_scale, .tell = tell_scale },
  { .name = "base of the exponential", .kind = 'L',
    .slot = ASSAY_SLOT_SCALE,
    .meaning = "exp2 and exp are exchanged",
    .fix = "multiply by log2(e) once, where exp2 is called",
    .choices = choose_base_2, .apply = apply_scale, .tell = tell_scale },
  { .name = "scores left out", .kind = 'R', .slot = ASSAY_SLOT_SCALE,
    .meaning = "every score is 0", .fix = "add q.k to the scores",
    .choices = choose_zero, .apply = apply_scale, .tell = tell_left_out },
  { .name = "query factor doubled", .kind = 'J', .slot = ASSAY_SLOT_SCALE,
    .meaning = "queries have a factor of their positions once more",
    .fix = "apply the factor once: either in q or in the kernel",
    .choices = choose_step, .apply = times_factor, .tell = tell_times },
  { .name = "query factor missing", .kind = 'J', .slot = ASSAY_SLOT_SCALE,
    .meaning = "queries lack a factor of their positions",
    .fix = "multiply each query by the factor of its position",
    .choices = choose_step, .apply = over_factor, .tell = tell_over },
  { .name = "cap missing", .kind = 'I', .slot = ASSAY_SLOT_CAP,
    .meaning = "the soft cap is left out",
    .fix = "apply cap*tanh(score/cap)",
    .choices = if_capped, .apply = no_cap },
  { .name = "cap after bias", .kind = 'I', .slot = ASSAY_SLOT_CAP,
    .meaning = "the soft cap is applied after mask and bias, so that blocked "
               "keys get -cap",
    .fix = "cap the scaled scores before the mask is added",
    .choices = choose_cap_sum, .apply = cap_sum, .tell = tell_cap_sum },
  { .name = "cap before scale", .kind = 'I', .slot = ASSAY_SLOT_CAP,
    .meaning = "the soft cap is applied before the scale",
    .fix = "scale first, then cap",
    .choices = if_capped, .apply = cap_dot },
  { .name = "cap added", .kind = 'I', .slot = ASSAY_SLOT_CAP,
    .meaning = "a soft cap is applied where none is asked",
    .fix = "apply no soft cap",
    .choices = choose_cap, .apply = other_cap, .tell = tell_cap },
  { .name = "fitted scale", .kind = 'J', .slot = ASSAY_SLOT_SCALE,
    .meaning = "another scale", .fix = "pass the scale that is asked for",
    .range = range_scale, .apply = apply_scale, .tell = tell_scale },
  { .name = "fitted cap", .kind = 'I', .slot = ASSAY_SLOT_CAP,
    .meaning = "another soft cap", .fix = "pass the cap that is asked for",
    .range = range_cap, .apply = other_cap, .tell = tell_cap }
};

const struct assay_hypotheses assay_hypotheses_scale = {
  table, sizeof table / sizeof table[0]
};
