/* turn_hypotheses_steps.c -- bases, exponents, widths */

#include <math.h>

#include "kernel/turn_rope.h"

/* Whether every step is a power of the base over a constant.  */
static int
is_plain (const struct assay_turn_scene *scene)
{
  return assay_turn_rope_type (scene) == ASSAY_ROPE_DEFAULT
         || assay_turn_rope_type (scene) == ASSAY_ROPE_LINEAR;
}

/* ---- bases ---- */

static size_t
known_bases (double *list, const struct assay_turn_scene *scene)
{
  static const double bases[] = {
    1e4, 5e5, 1e6, 5e6, 1e7, 1e5, 1e3, 5e3, 2e4, 25e3, 5e4, 15e4, 16e4, 2e5,
    25e4, 3e5, 2e6, 15e6, 1e8, 1e9
  };
  size_t n, count = 0;

  for (n = 0; n < sizeof bases / sizeof bases[0]; n++)
    if (bases[n] != assay_turn_rope_value (scene, ASSAY_KEY_THETA))
      list[count++] = bases[n];
  return count;
}

static int
other_base (struct assay_turn_plan *plan,
            const struct assay_turn_scene *scene, double parameter)
{
  struct assay_rope_plan copy;

  if (!assay_turn_rope_begin (&copy, scene))
    return 0;
  assay_turn_rope_set (&copy, ASSAY_KEY_THETA, parameter);
  return assay_turn_rope_end (plan, scene, &copy);
}

static int
fitted_base (struct assay_turn_plan *plan,
             const struct assay_turn_scene *scene, double parameter)
{
  double base = assay_turn_rope_value (scene, ASSAY_KEY_THETA);
  size_t i;

  if (!is_plain (scene) || !(parameter > 1.0))
    return 0;
  for (i = 0; i < scene->pairs; i++)
    plan->w[i] = scene->w[i] * pow (parameter / base,
                                    -2.0 * (double) i
                                    / (double) (2 * scene->pairs));
  return 1;
}

static void
tell_base (struct assay_text *text, const struct assay_turn_scene *scene,
           double parameter)
{
  assay_text_printf (text, "base = %.9g instead of %.9g", parameter,
                     assay_turn_rope_value (scene, ASSAY_KEY_THETA));
}

/* ---- exponents and widths ---- */

/* Steps times base^(2i/r - 2i/OTHER).  */
static int
by_denominator (struct assay_turn_plan *plan,
                const struct assay_turn_scene *scene, double other)
{
  double base = assay_turn_rope_value (scene, ASSAY_KEY_THETA);
  double r = (double) (2 * scene->pairs);
  size_t i;

  if (scene->rope == NULL || other == r)
    return 0;
  for (i = 0; i < scene->pairs; i++)
    plan->w[i] = scene->w[i] * pow (base, 2.0 * (double) i * (1.0 / r
                                                              - 1.0 / other));
  return 1;
}

static int
denominator (struct assay_turn_plan *plan,
             const struct assay_turn_scene *scene, double parameter)
{
  const struct assay_layout *layout = &scene->rotation->layout;
  size_t head = scene->rope ? scene->rope->layout.head_dim : 0;

  (void) parameter;
  if (head < layout->head_dim)
    head = layout->head_dim;
  return by_denominator (plan, scene, (double) head);
}

static void
tell_denominator (struct assay_text *text,
                  const struct assay_turn_scene *scene, double parameter)
{
  size_t head = scene->rope->layout.head_dim;

  (void) parameter;
  if (head < scene->rotation->layout.head_dim)
    head = scene->rotation->layout.head_dim;
  assay_text_printf (text, "exponents -2i/%zu, by the head size, instead of "
                     "-2i/%zu", head, scene->rotation->layout.rotary_dim);
}

static int
half_exponent (struct assay_turn_plan *plan,
               const struct assay_turn_scene *scene, double parameter)
{
  (void) parameter;
  return by_denominator (plan, scene, 4.0 * (double) scene->pairs);
}

static int
double_exponent (struct assay_turn_plan *plan,
                 const struct assay_turn_scene *scene, double parameter)
{
  (void) parameter;
  return by_denominator (plan, scene, (double) scene->pairs);
}

static size_t
widths (double *list, const struct assay_turn_scene *scene)
{
  const struct assay_layout *layout = &scene->rotation->layout;
  size_t room = layout->head_dim - layout->offset, count = 0, n;

  for (n = 8; n >= 1; n--)
    {
      size_t width = room * n / 8;

      if (width >= 2 && width % 2 == 0 && room * n % 8 == 0
          && width != layout->rotary_dim)
        list[count++] = (double) width;
    }
  return count;
}

static int
other_width (struct assay_turn_plan *plan,
             const struct assay_turn_scene *scene, double parameter)
{
  struct assay_rope_plan copy;

  if (!assay_turn_rope_begin (&copy, scene))
    return 0;
  plan->width = (size_t) parameter;
  plan->apart = plan->width / 2;
  copy.layout.rotary_dim = plan->width;
  if (copy.layout.head_dim < plan->width)
    copy.layout.head_dim = plan->width;
  return assay_turn_rope_end (plan, scene, &copy);
}

static void
tell_width (struct assay_text *text, const struct assay_turn_scene *scene,
            double parameter)
{
  assay_text_printf (text, "%.0f columns turn instead of %zu", parameter,
                     scene->rotation->layout.rotary_dim);
}

/* The formula of the right width goes on beyond it.  */
static int
other_count (struct assay_turn_plan *plan,
             const struct assay_turn_scene *scene, double parameter)
{
  double base = assay_turn_rope_value (scene, ASSAY_KEY_THETA);
  size_t i;

  if (!is_plain (scene))
    return 0;
  plan->width = (size_t) parameter;
  plan->apart = plan->width / 2;
  for (i = scene->pairs; i < plan->width / 2; i++)
    plan->w[i] = scene->w[0] * pow (base, -(double) i
                                          / (double) scene->pairs);
  return 1;
}

static void
tell_count (struct assay_text *text, const struct assay_turn_scene *scene,
            double parameter)
{
  tell_width (text, scene, parameter);
  assay_text_printf (text, ", with the frequencies of %zu",
                     scene->rotation->layout.rotary_dim);
}

#define STEPS .slot = ASSAY_TURN_SLOT_STEPS
#define CHOICES .search = ASSAY_TURN_SEARCH_CHOICES

static const struct assay_turn_hypothesis entries[] = {
  { .name = "known base", .meaning = "another base", .kind = 'C',
    .fix = "read rope_theta of the config", STEPS, CHOICES,
    .choices = known_bases, .apply = other_base, .tell = tell_base },
  { .name = "denominator", .meaning = "exponents by the head size",
    .fix = "divide by the rotary width", .kind = 'E', STEPS,
    .apply = denominator, .tell = tell_denominator },
  { .name = "half exponent", .meaning = "exponents -i/r instead of -2i/r",
    .fix = "let the exponents go over even numbers", .kind = 'Q', STEPS,
    .apply = half_exponent },
  { .name = "double exponent", .meaning = "exponents -4i/r instead of -2i/r",
    .fix = "count pairs, not components, or divide by the whole width",
    .kind = 'E', STEPS, .apply = double_exponent },
  { .name = "other width", .meaning = "another rotary width", .kind = 'E',
    .fix = "read the partial rotary factor", STEPS, CHOICES,
    .choices = widths, .apply = other_width, .tell = tell_width },
  { .name = "other count", .meaning = "another number of pairs",
    .kind = 'E', .fix = "turn the rotary width alone", STEPS, CHOICES,
    .choices = widths, .apply = other_count, .tell = tell_count },
  { .name = "fitted base", .meaning = "another base", .kind = 'C',
    .fix = "read rope_theta of the config", STEPS,
    .search = ASSAY_TURN_SEARCH_BASE, .apply = fitted_base,
    .tell = tell_base }
};

const struct assay_turn_hypotheses assay_turn_hypotheses_steps
  = { entries, sizeof entries / sizeof entries[0] };
