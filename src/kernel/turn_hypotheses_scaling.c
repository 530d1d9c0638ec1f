/* turn_hypotheses_scaling.c -- scalings of frequencies */

#include <math.h>

#include "kernel/turn_rope.h"

static int
unscaled (struct assay_turn_plan *plan, const struct assay_turn_scene *scene,
          double parameter)
{
  struct assay_rope_plan copy;

  (void) parameter;
  if (assay_turn_rope_type (scene) == ASSAY_ROPE_DEFAULT
      || !assay_turn_rope_begin (&copy, scene))
    return 0;
  copy.type = ASSAY_ROPE_DEFAULT;
  return assay_turn_rope_end (plan, scene, &copy);
}

/* Where there is no attention factor the scaling is missing, and no more.  */
static int
unscaled_steps (struct assay_turn_plan *plan,
                const struct assay_turn_scene *scene, double parameter)
{
  int is_known = unscaled (plan, scene, parameter)
                 && plan->magnitude != scene->magnitude;

  plan->magnitude = scene->magnitude;
  return is_known;
}

static int
scaled_twice (struct assay_turn_plan *plan,
              const struct assay_turn_scene *scene, double parameter)
{
  size_t i;

  if (!unscaled (plan, scene, parameter))
    return 0;
  plan->magnitude = scene->magnitude;
  for (i = 0; i < scene->pairs; i++)
    plan->w[i] = scene->w[i] * (scene->w[i] / plan->w[i]);
  return 1;
}

/* The config's factor, or usual ones.  */
static size_t
factors (double *list, const struct assay_turn_scene *scene)
{
  static const double usual[] = { 2.0, 4.0, 8.0, 16.0, 32.0, 40.0, 64.0 };
  double known = assay_turn_rope_value (scene, ASSAY_KEY_FACTOR);
  size_t n;

  if (known > 0.0 && known != 1.0)
    {
      list[0] = known;
      return 1;
    }
  for (n = 0; n < sizeof usual / sizeof usual[0]; n++)
    list[n] = usual[n];
  return n;
}

/* PLAN <- as if the config said TYPE with FACTOR; what it does not say is as
   it usually is.  */
static int
scaled (struct assay_turn_plan *plan, const struct assay_turn_scene *scene,
        enum assay_rope_type type, double factor)
{
  static const struct { enum assay_rope_key key; double usual; } parts[] = {
    { ASSAY_KEY_BETA_FAST, 32.0 }, { ASSAY_KEY_BETA_SLOW, 1.0 },
    { ASSAY_KEY_LOW, 1.0 }, { ASSAY_KEY_HIGH, 4.0 }
  };
  struct assay_rope_plan copy;
  double length = assay_turn_rope_value (scene, ASSAY_KEY_LENGTH);
  size_t n;

  if (assay_turn_rope_type (scene) == type
      || !assay_turn_rope_begin (&copy, scene))
    return 0;
  copy.type = type;
  copy.truncate = 1;
  assay_turn_rope_set (&copy, ASSAY_KEY_FACTOR, factor);
  if (assay_turn_rope_value (scene, ASSAY_KEY_ORIGINAL) <= 0.0)
    assay_turn_rope_set (&copy, ASSAY_KEY_ORIGINAL,
                         length > 0.0 ? length : 8192.0);
  for (n = 0; n < sizeof parts / sizeof parts[0]; n++)
    if (assay_turn_rope_value (scene, parts[n].key) <= 0.0)
      assay_turn_rope_set (&copy, parts[n].key, parts[n].usual);
  return assay_turn_rope_end (plan, scene, &copy);
}

static int
linear (struct assay_turn_plan *plan, const struct assay_turn_scene *scene,
        double parameter)
{
  return scaled (plan, scene, ASSAY_ROPE_LINEAR, parameter);
}

static int
yarn (struct assay_turn_plan *plan, const struct assay_turn_scene *scene,
      double parameter)
{
  return scaled (plan, scene, ASSAY_ROPE_YARN, parameter);
}

static int
llama3 (struct assay_turn_plan *plan, const struct assay_turn_scene *scene,
        double parameter)
{
  return scaled (plan, scene, ASSAY_ROPE_LLAMA3, parameter);
}

static int
longrope (struct assay_turn_plan *plan, const struct assay_turn_scene *scene,
          double parameter)
{
  if (scene->rope == NULL || scene->rope->long_factor.count == 0)
    return 0;
  return scaled (plan, scene, ASSAY_ROPE_LONGROPE, parameter);
}

/* A base that has grown by s^(r/(r-2)).  */
static int
ntk (struct assay_turn_plan *plan, const struct assay_turn_scene *scene,
     double parameter)
{
  double r = (double) (2 * scene->pairs);
  struct assay_rope_plan copy;

  if (r < 4.0 || !assay_turn_rope_begin (&copy, scene))
    return 0;
  copy.type = ASSAY_ROPE_DEFAULT;
  assay_turn_rope_set (&copy, ASSAY_KEY_THETA,
                       assay_turn_rope_value (scene, ASSAY_KEY_THETA)
                       * pow (parameter, r / (r - 2.0)));
  return assay_turn_rope_end (plan, scene, &copy);
}

/* 2^k - 1 above 1 for a call of N positions over L: Qwen's first models take
   the least k with 2^(k-1) >= N/L, reports of them the largest with 2^(k-1)
   <= N/L.  Those of longer and longer calls where N or L is not known.  */
static size_t
steps_of_two (double *list, const struct assay_turn_scene *scene)
{
  double length = assay_turn_rope_value (scene, ASSAY_KEY_LENGTH);
  double ratio, power = 1.0;
  size_t count = 0;

  if (!(length > 0.0) || scene->call.length == 0)
    {
      for (power = 4.0; power <= 64.0; power *= 2.0)
        list[count++] = power - 1.0;
      return count;
    }
  ratio = (double) scene->call.length / length;
  while (power < ratio)
    power *= 2.0;
  if (power > 1.0)
    list[count++] = 2.0 * power - 1.0;
  if (power > ratio && power > 2.0)
    list[count++] = power - 1.0;
  return count;
}

static void
tell_steps_of_two (struct assay_text *text,
                   const struct assay_turn_scene *scene, double parameter)
{
  (void) scene;
  assay_text_printf (text, "the base grows by %.0f^(r/(r-2)): %.0f is one "
                     "less than a power of two, as Qwen's first models have "
                     "it", parameter, parameter);
}

static void
tell_scaled (struct assay_text *text, const struct assay_turn_scene *scene,
             const char *name, double factor)
{
  assay_text_printf (text, "%s scaling by %.7g instead of ", name, factor);
  if (assay_turn_rope_type (scene) == ASSAY_ROPE_DEFAULT)
    assay_text_add (text, "none");
  else
    assay_text_add (text,
                    assay_rope_type_name (assay_turn_rope_type (scene)));
}

static void
tell_linear (struct assay_text *text, const struct assay_turn_scene *scene,
             double parameter)
{
  tell_scaled (text, scene, "linear", parameter);
}

static void
tell_yarn (struct assay_text *text, const struct assay_turn_scene *scene,
           double parameter)
{
  tell_scaled (text, scene, "yarn", parameter);
}

static void
tell_llama3 (struct assay_text *text, const struct assay_turn_scene *scene,
             double parameter)
{
  tell_scaled (text, scene, "llama3", parameter);
}

static void
tell_longrope (struct assay_text *text, const struct assay_turn_scene *scene,
               double parameter)
{
  tell_scaled (text, scene, "longrope", parameter);
}

static void
tell_ntk (struct assay_text *text, const struct assay_turn_scene *scene,
          double parameter)
{
  tell_scaled (text, scene, "NTK", parameter);
}

/* All steps over a number.  */
static int
divided (struct assay_turn_plan *plan, const struct assay_turn_scene *scene,
         double parameter)
{
  size_t i;

  if (scene->w == NULL || parameter == 0.0)
    return 0;
  for (i = 0; i < scene->pairs; i++)
    plan->w[i] = scene->w[i] / parameter;
  return 1;
}

static void
tell_divided (struct assay_text *text, const struct assay_turn_scene *scene,
              double parameter)
{
  (void) scene;
  assay_text_printf (text, "angles divided by %.7g", parameter);
}

/* COPY <- the scene's plan, as far as YaRN scales it.  */
static int
begin_yarn (struct assay_rope_plan *copy, const struct assay_turn_scene *scene)
{
  return assay_turn_rope_type (scene) == ASSAY_ROPE_YARN
         && assay_turn_rope_begin (copy, scene);
}

static int
betas_swapped (struct assay_turn_plan *plan,
               const struct assay_turn_scene *scene, double parameter)
{
  double fast = assay_turn_rope_value (scene, ASSAY_KEY_BETA_FAST);
  double slow = assay_turn_rope_value (scene, ASSAY_KEY_BETA_SLOW);
  struct assay_rope_plan copy;

  (void) parameter;
  if (!begin_yarn (&copy, scene))
    return 0;
  assay_turn_rope_set (&copy, ASSAY_KEY_BETA_FAST, slow);
  assay_turn_rope_set (&copy, ASSAY_KEY_BETA_SLOW, fast);
  return assay_turn_rope_end (plan, scene, &copy);
}

static int
truncate_otherwise (struct assay_turn_plan *plan,
                    const struct assay_turn_scene *scene, double parameter)
{
  struct assay_rope_plan copy;

  (void) parameter;
  if (!begin_yarn (&copy, scene))
    return 0;
  copy.truncate = !copy.truncate;
  return assay_turn_rope_end (plan, scene, &copy);
}

static void
tell_truncate (struct assay_text *text, const struct assay_turn_scene *scene,
               double parameter)
{
  (void) parameter;
  assay_text_printf (text, "the ends of yarn's range are %s",
                     scene->rope->truncate ? "not rounded to whole pairs"
                                           : "rounded to whole pairs");
}

static int
ramp_otherwise (struct assay_turn_plan *plan,
                const struct assay_turn_scene *scene, double parameter)
{
  struct assay_rope_plan copy;

  (void) parameter;
  if (assay_turn_rope_type (scene) != ASSAY_ROPE_YARN
      || scene->rope->layout.head_dim == scene->rope->layout.rotary_dim
      || !assay_turn_rope_begin (&copy, scene))
    return 0;
  copy.rules.ramp_counts_head = !copy.rules.ramp_counts_head;
  return assay_turn_rope_end (plan, scene, &copy);
}

static void
tell_ramp (struct assay_text *text, const struct assay_turn_scene *scene,
           double parameter)
{
  (void) parameter;
  assay_text_printf (text, "the ends of yarn's range are counted with the %s",
                     scene->rope->rules.ramp_counts_head
                     ? "rotary width" : "head size");
}

static int
ramp_to_pair (struct assay_turn_plan *plan,
              const struct assay_turn_scene *scene, double parameter)
{
  struct assay_rope_plan copy;

  (void) parameter;
  if (!begin_yarn (&copy, scene))
    return 0;
  copy.rules.ramp = ASSAY_RAMP_TO_PAIR;
  return assay_turn_rope_end (plan, scene, &copy);
}

static int
other_list (struct assay_turn_plan *plan,
            const struct assay_turn_scene *scene, double parameter)
{
  struct assay_rope_plan copy;

  if (assay_turn_rope_type (scene) != ASSAY_ROPE_LONGROPE
      || !assay_turn_rope_begin (&copy, scene))
    return 0;
  copy.rules.list = parameter > 0.0 ? ASSAY_LENGTH_ALWAYS_LONG
                                    : ASSAY_LENGTH_ALWAYS_SHORT;
  return assay_turn_rope_end (plan, scene, &copy);
}

static size_t
both_lists (double *list, const struct assay_turn_scene *scene)
{
  (void) scene;
  list[0] = 0.0;
  list[1] = 1.0;
  return 2;
}

static void
tell_list (struct assay_text *text, const struct assay_turn_scene *scene,
           double parameter)
{
  (void) scene;
  assay_text_printf (text, "longrope's %s list instead of the %s one",
                     parameter > 0.0 ? "long" : "short",
                     parameter > 0.0 ? "short" : "long");
}

static int
dynamic_otherwise (struct assay_turn_plan *plan,
                   const struct assay_turn_scene *scene, double parameter)
{
  struct assay_rope_plan copy;

  (void) parameter;
  if (assay_turn_rope_type (scene) != ASSAY_ROPE_DYNAMIC
      || !assay_turn_rope_begin (&copy, scene))
    return 0;
  copy.rules.dynamic = ASSAY_LENGTH_TIMES_FACTOR;
  return assay_turn_rope_end (plan, scene, &copy);
}

#define STEPS .slot = ASSAY_TURN_SLOT_STEPS
#define CHOICES .search = ASSAY_TURN_SEARCH_CHOICES

static const struct assay_turn_hypothesis entries[] = {
  { .name = "scaling missing",
    .meaning = "the config's scaling of frequencies is missing",
    .fix = "read the rope scaling block", .kind = 'C', STEPS,
    .apply = unscaled },
  { .name = "frequency scaling missing",
    .meaning = "frequencies are not scaled, the attention factor is there",
    .fix = "read the rope scaling block", .kind = 'C', STEPS,
    .apply = unscaled_steps },
  { .name = "scaling twice",
    .meaning = "the config's scaling of frequencies is applied twice",
    .fix = "scale once", .kind = 'C', STEPS, .apply = scaled_twice },
  { .name = "betas swapped", .meaning = "beta_fast and beta_slow swapped",
    .fix = "find the low end of the range by beta_fast", .kind = 'B', STEPS,
    .apply = betas_swapped },
  { .name = "truncate", .meaning = "ends of yarn's range otherwise",
    .fix = "follow truncate of the config", .kind = 'B', STEPS,
    .apply = truncate_otherwise, .tell = tell_truncate },
  { .name = "ramp width", .meaning = "yarn's range by another width",
    .fix = "count the range with the rotary width", .kind = 'B', STEPS,
    .apply = ramp_otherwise, .tell = tell_ramp },
  { .name = "ramp to the last pair",
    .meaning = "the end of yarn's range is clamped to the last pair, r/2 - 1",
    .fix = "clamp the end to r - 1", .kind = 'B', STEPS,
    .apply = ramp_to_pair },
  { .name = "other list", .meaning = "longrope's other list",
    .fix = "choose the list by the length of the call", .kind = 'C', STEPS,
    CHOICES, .choices = both_lists, .apply = other_list,
    .tell = tell_list },
  { .name = "dynamic by capacity",
    .meaning = "the base is that of the longest input, not of this one",
    .fix = "let the base grow with the length of the call", .kind = 'D',
    STEPS, .apply = dynamic_otherwise },
  { .name = "linear scaling", .meaning = "linear scaling", .kind = 'C',
    .fix = "scale as the config says", STEPS, CHOICES, .choices = factors,
    .apply = linear, .tell = tell_linear },
  { .name = "ntk scaling", .meaning = "NTK scaling", .kind = 'D',
    .fix = "scale as the config says", STEPS, CHOICES, .choices = factors,
    .apply = ntk, .tell = tell_ntk },
  { .name = "ntk by powers of two",
    .meaning = "the base grows in steps, with powers of two", .kind = 'D',
    .fix = "let the base grow as the config says, not by "
           "2^ceil(log2(N/L) + 1) - 1", STEPS, CHOICES,
    .choices = steps_of_two, .apply = ntk, .tell = tell_steps_of_two },
  { .name = "yarn scaling", .meaning = "yarn scaling", .kind = 'C',
    .fix = "scale as the config says", STEPS, CHOICES, .choices = factors,
    .apply = yarn, .tell = tell_yarn },
  { .name = "llama3 scaling", .meaning = "llama3 scaling", .kind = 'C',
    .fix = "scale as the config says", STEPS, CHOICES, .choices = factors,
    .apply = llama3, .tell = tell_llama3 },
  { .name = "longrope scaling", .meaning = "longrope scaling", .kind = 'C',
    .fix = "scale as the config says", STEPS, CHOICES, .choices = factors,
    .apply = longrope, .tell = tell_longrope },
  { .name = "fitted divisor", .meaning = "other angles", .kind = 'C',
    .fix = "scale as the config says", STEPS,
    .search = ASSAY_TURN_SEARCH_DIVISOR, .apply = divided,
    .tell = tell_divided }
};

const struct assay_turn_hypotheses assay_turn_hypotheses_scaling
  = { entries, sizeof entries / sizeof entries[0] };
