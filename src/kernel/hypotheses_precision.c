/* hypotheses_precision.c -- numbers held in too few bits on the way */

#include "kernel/hypothesis.h"

/* Formats that a step may have been rounded to.  */
static size_t
choose_narrow (double *list, const struct assay_scene *scene)
{
  static const enum assay_fmt narrow[] = {
    ASSAY_FMT_BF16, ASSAY_FMT_F16, ASSAY_FMT_E4M3, ASSAY_FMT_E5M2
  };
  size_t n;

  (void) scene;
  for (n = 0; n < 4; n++)
    list[n] = narrow[n];
  return n;
}

static size_t
choose_range (double *list, const struct assay_scene *scene)
{
  static const enum assay_fmt formats[] = {
    ASSAY_FMT_F32, ASSAY_FMT_F16, ASSAY_FMT_BF16
  };
  size_t n;

  (void) scene;
  for (n = 0; n < 3; n++)
    list[n] = formats[n];
  return n;
}

static const char *
format_name (double parameter)
{
  return assay_fmt_shape ((enum assay_fmt) parameter)->name;
}

static void
set (struct assay_plan *plan, enum assay_plan_place place, double parameter)
{
  plan->round[place] = (signed char) parameter;
}

static void
round_inputs (struct assay_plan *plan, const struct assay_scene *scene,
              double fmt)
{
  (void) scene;
  set (plan, ASSAY_PLACE_INPUTS, fmt);
}

static void
round_values (struct assay_plan *plan, const struct assay_scene *scene,
              double fmt)
{
  (void) scene;
  set (plan, ASSAY_PLACE_VALUES, fmt);
}

static void
round_dot (struct assay_plan *plan, const struct assay_scene *scene,
           double fmt)
{
  (void) scene;
  set (plan, ASSAY_PLACE_DOT, fmt);
}

static void
round_scores (struct assay_plan *plan, const struct assay_scene *scene,
              double fmt)
{
  (void) scene;
  set (plan, ASSAY_PLACE_SCORES, fmt);
}

static void
round_biased (struct assay_plan *plan, const struct assay_scene *scene,
              double fmt)
{
  (void) scene;
  set (plan, ASSAY_PLACE_BIASED, fmt);
}

static void
round_powers (struct assay_plan *plan, const struct assay_scene *scene,
              double fmt)
{
  (void) scene;
  set (plan, ASSAY_PLACE_POWERS, fmt);
}

static void
round_weights (struct assay_plan *plan, const struct assay_scene *scene,
               double fmt)
{
  (void) scene;
  set (plan, ASSAY_PLACE_WEIGHTS, fmt);
}

static void
round_scores_and_weights (struct assay_plan *plan,
                          const struct assay_scene *scene, double fmt)
{
  (void) scene;
  set (plan, ASSAY_PLACE_DOT, fmt);
  set (plan, ASSAY_PLACE_SCORES, fmt);
  set (plan, ASSAY_PLACE_BIASED, fmt);
  set (plan, ASSAY_PLACE_WEIGHTS, fmt);
}

static void
round_softmax (struct assay_plan *plan, const struct assay_scene *scene,
               double fmt)
{
  (void) scene;
  set (plan, ASSAY_PLACE_BIASED, fmt);
  set (plan, ASSAY_PLACE_SOFTMAX, fmt);
}

static void
no_max (struct assay_plan *plan, const struct assay_scene *scene, double fmt)
{
  (void) scene;
  set (plan, ASSAY_PLACE_BIASED, fmt);
  set (plan, ASSAY_PLACE_NO_MAX, fmt);
}

static void
round_partial (struct assay_plan *plan, const struct assay_scene *scene,
               double fmt)
{
  (void) scene;
  set (plan, ASSAY_PLACE_PARTIAL, fmt);
}

static void
tell_inputs (struct assay_text *text, const struct assay_scene *scene,
             double fmt, double tolerance)
{
  (void) scene;
  (void) tolerance;
  assay_text_printf (text, "q, k and v are rounded to %s",
                     format_name (fmt));
}

static void
tell_values (struct assay_text *text, const struct assay_scene *scene,
             double fmt, double tolerance)
{
  (void) scene;
  (void) tolerance;
  assay_text_printf (text, "v is rounded to %s", format_name (fmt));
}

static void
tell_dot (struct assay_text *text, const struct assay_scene *scene,
          double fmt, double tolerance)
{
  (void) scene;
  (void) tolerance;
  assay_text_printf (text, "q.k is rounded to %s before it is scaled",
                     format_name (fmt));
}

static void
tell_scores (struct assay_text *text, const struct assay_scene *scene,
             double fmt, double tolerance)
{
  (void) scene;
  (void) tolerance;
  assay_text_printf (text, "the scaled scores are rounded to %s",
                     format_name (fmt));
}

static void
tell_biased (struct assay_text *text, const struct assay_scene *scene,
             double fmt, double tolerance)
{
  (void) scene;
  (void) tolerance;
  assay_text_printf (text, "the scores with mask and bias are rounded to %s",
                     format_name (fmt));
}

static void
tell_weights (struct assay_text *text, const struct assay_scene *scene,
              double fmt, double tolerance)
{
  (void) scene;
  (void) tolerance;
  assay_text_printf (text, "the weights are rounded to %s",
                     format_name (fmt));
}

static void
tell_powers (struct assay_text *text, const struct assay_scene *scene,
             double fmt, double tolerance)
{
  (void) scene;
  (void) tolerance;
  assay_text_printf (text, "the exponentials that multiply v are rounded to "
                     "%s, those of the sum are not", format_name (fmt));
}

static void
tell_both (struct assay_text *text, const struct assay_scene *scene,
           double fmt, double tolerance)
{
  (void) scene;
  (void) tolerance;
  assay_text_printf (text, "scores and weights are rounded to %s",
                     format_name (fmt));
}

static void
tell_softmax (struct assay_text *text, const struct assay_scene *scene,
              double fmt, double tolerance)
{
  (void) scene;
  (void) tolerance;
  assay_text_printf (text, "every step of the softmax is rounded to %s",
                     format_name (fmt));
}

static void
tell_no_max (struct assay_text *text, const struct assay_scene *scene,
             double fmt, double tolerance)
{
  (void) scene;
  (void) tolerance;
  assay_text_printf (text, "the maximum is not subtracted, and exp overflows "
                     "or vanishes in %s", format_name (fmt));
}

static void
tell_partial (struct assay_text *text, const struct assay_scene *scene,
              double fmt, double tolerance)
{
  (void) scene;
  (void) tolerance;
  assay_text_printf (text, "the output is summed up in %s",
                     format_name (fmt));
}

static const struct assay_hypothesis table[] = {
  { .name = "inputs rounded", .kind = 'L', .slot = ASSAY_SLOT_PRECISION,
    .meaning = "q, k and v are rounded", .fix = "keep q, k and v in their "
    "type", .choices = choose_narrow, .apply = round_inputs,
    .tell = tell_inputs },
  { .name = "values rounded", .kind = 'L', .slot = ASSAY_SLOT_PRECISION,
    .meaning = "v is rounded", .fix = "keep v in its type",
    .choices = choose_narrow, .apply = round_values, .tell = tell_values },
  { .name = "products rounded", .kind = 'L', .slot = ASSAY_SLOT_PRECISION,
    .meaning = "q.k is rounded before it is scaled",
    .fix = "keep q.k in f32, or scale q first",
    .choices = choose_narrow, .apply = round_dot, .tell = tell_dot },
  { .name = "scores rounded", .kind = 'L', .slot = ASSAY_SLOT_PRECISION,
    .meaning = "the scaled scores are rounded", .fix = "keep scores in f32",
    .choices = choose_narrow, .apply = round_scores, .tell = tell_scores },
  { .name = "biased scores rounded", .kind = 'L',
    .slot = ASSAY_SLOT_PRECISION,
    .meaning = "the scores with mask and bias are rounded",
    .fix = "keep scores in f32",
    .choices = choose_narrow, .apply = round_biased, .tell = tell_biased },
  { .name = "weights rounded", .kind = 'L', .slot = ASSAY_SLOT_PRECISION,
    .meaning = "the weights are rounded",
    .fix = "keep weights in f32 until they are multiplied",
    .choices = choose_narrow, .apply = round_weights,
    .tell = tell_weights },
  { .name = "exponentials rounded", .kind = 'L',
    .slot = ASSAY_SLOT_PRECISION,
    .meaning = "the exponentials that multiply v are rounded, those of the "
    "sum are not",
    .fix = "multiply v by exponentials in f32, or allow for what flash "
    "kernels do",
    .choices = choose_narrow, .apply = round_powers, .tell = tell_powers },
  { .name = "scores and weights rounded", .kind = 'L',
    .slot = ASSAY_SLOT_PRECISION,
    .meaning = "each result is rounded, as unfused code does",
    .fix = "use f32 between the two products",
    .choices = choose_narrow, .apply = round_scores_and_weights,
    .tell = tell_both },
  { .name = "softmax rounded", .kind = 'L', .slot = ASSAY_SLOT_PRECISION,
    .meaning = "every step of the softmax is rounded",
    .fix = "compute the softmax in f32",
    .choices = choose_narrow, .apply = round_softmax,
    .tell = tell_softmax },
  { .name = "maximum not subtracted", .kind = 'L',
    .slot = ASSAY_SLOT_PRECISION,
    .meaning = "exp is taken of the scores themselves",
    .fix = "subtract the row's largest score first",
    .choices = choose_range, .apply = no_max, .tell = tell_no_max },
  { .name = "output summed narrowly", .kind = 'L',
    .slot = ASSAY_SLOT_PRECISION,
    .meaning = "the output is summed up in too few bits",
    .fix = "accumulate in f32",
    .choices = choose_narrow, .apply = round_partial, .tell = tell_partial }
};

const struct assay_hypotheses assay_hypotheses_precision = {
  table, sizeof table / sizeof table[0]
};
