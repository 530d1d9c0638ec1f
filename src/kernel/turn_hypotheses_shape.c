/* turn_hypotheses_shape.c -- layouts, signs, widths, magnitudes */

#include <math.h>
#include <string.h>

#include "kernel/turn_hypothesis.h"
#include "position/layout.h"

static int
other_layout (struct assay_turn_plan *plan,
              const struct assay_turn_scene *scene, double parameter)
{
  (void) scene;
  (void) parameter;
  plan->pairing = plan->pairing == ASSAY_PAIRING_ADJACENT
                  ? ASSAY_PAIRING_SPLIT_HALF : ASSAY_PAIRING_ADJACENT;
  return plan->width > 2;
}

static void
tell_layout (struct assay_text *text, const struct assay_turn_scene *scene,
             double parameter)
{
  enum assay_pairing asked = scene->rotation->layout.pairing;

  (void) parameter;
  assay_text_printf (text, "%s pairs instead of %s ones",
                     assay_pairing_name (asked == ASSAY_PAIRING_ADJACENT
                                         ? ASSAY_PAIRING_SPLIT_HALF
                                         : ASSAY_PAIRING_ADJACENT),
                     assay_pairing_name (asked));
}

static int
permuted (struct assay_turn_plan *plan, const struct assay_turn_scene *scene,
          double parameter)
{
  (void) scene;
  (void) parameter;
  plan->is_permuted = 1;
  return plan->width > 2;
}

static int
backwards (struct assay_turn_plan *plan,
           const struct assay_turn_scene *scene, double parameter)
{
  (void) scene;
  (void) parameter;
  plan->sign = -plan->sign;
  return 1;
}

static int
swapped (struct assay_turn_plan *plan, const struct assay_turn_scene *scene,
         double parameter)
{
  (void) scene;
  (void) parameter;
  plan->is_swapped = 1;
  return 1;
}

static int
duplicated (struct assay_turn_plan *plan,
            const struct assay_turn_scene *scene, double parameter)
{
  (void) parameter;
  plan->is_duplicated = 1;
  return scene->w != NULL && plan->width > 2;
}

static int
distance_of_head (struct assay_turn_plan *plan,
                  const struct assay_turn_scene *scene, double parameter)
{
  size_t size = scene->rotation->layout.head_dim;

  (void) parameter;
  plan->apart = size / 2;
  return plan->pairing == ASSAY_PAIRING_SPLIT_HALF && size % 2 == 0
         && scene->rotation->layout.offset == 0 && plan->width < size;
}

/* ---- magnitudes ---- */

static int
no_magnitude (struct assay_turn_plan *plan,
              const struct assay_turn_scene *scene, double parameter)
{
  (void) parameter;
  plan->magnitude = 1.0;
  return scene->magnitude != 1.0;
}

static int
magnitude_twice (struct assay_turn_plan *plan,
                 const struct assay_turn_scene *scene, double parameter)
{
  (void) parameter;
  plan->magnitude = scene->magnitude * scene->magnitude;
  return scene->magnitude != 1.0;
}

static int
magnitude_of (struct assay_turn_plan *plan,
              const struct assay_turn_scene *scene, double parameter)
{
  (void) scene;
  plan->magnitude = parameter;
  return 1;
}

static void
tell_magnitude (struct assay_text *text,
                const struct assay_turn_scene *scene, double parameter)
{
  assay_text_printf (text, "cosines and sines times %.7g instead of %.7g",
                     parameter, scene->magnitude);
}

/* ---- how often ---- */

static int
not_at_all (struct assay_turn_plan *plan,
            const struct assay_turn_scene *scene, double parameter)
{
  (void) scene;
  (void) parameter;
  plan->times = 0;
  return 1;
}

static int
twice (struct assay_turn_plan *plan, const struct assay_turn_scene *scene,
       double parameter)
{
  (void) scene;
  (void) parameter;
  plan->times = 2;
  return 1;
}

static const struct assay_turn_hypothesis entries[] = {
  { .name = "not turned", .meaning = "not turned: the copy of x",
    .fix = "turn queries and keys both", .kind = 'F',
    .slot = ASSAY_TURN_SLOT_TIMES, .apply = not_at_all,
    .is_of_vectors = 1 },
  { .name = "turned twice", .meaning = "turned twice",
    .fix = "turn once, before or behind the cache", .kind = 'F',
    .slot = ASSAY_TURN_SLOT_TIMES, .apply = twice,
    .is_of_vectors = 1 },
  { .name = "layout", .meaning = "the other layout", .kind = 'E',
    .fix = "pair components as the weights expect, or permute the weights",
    .slot = ASSAY_TURN_SLOT_LAYOUT, .apply = other_layout,
    .is_of_vectors = 1,
    .tell = tell_layout },
  { .name = "permuted output",
    .meaning = "the right numbers in the order of the other layout",
    .fix = "write the components where they were read", .kind = 'E',
    .slot = ASSAY_TURN_SLOT_ORDER, .apply = permuted,
    .is_of_vectors = 1 },
  { .name = "sign", .meaning = "turned by the negative angles",
    .fix = "subtract the sine in the first component of a pair, add it in "
           "the second", .kind = 'E',
    .slot = ASSAY_TURN_SLOT_SIGN, .apply = backwards },
  { .name = "cosine and sine swapped",
    .meaning = "cosines taken for sines and sines for cosines",
    .fix = "pass the tables in the order of the parameters", .kind = 'E',
    .slot = ASSAY_TURN_SLOT_WAVES, .apply = swapped },
  { .name = "duplicated frequencies",
    .meaning = "frequencies repeated in the order of the other layout",
    .fix = "concatenate the frequencies with themselves for split-half "
           "pairs, repeat each for adjacent ones", .kind = 'E',
    .slot = ASSAY_TURN_SLOT_WAVES, .apply = duplicated },
  { .name = "pair distance",
    .meaning = "the halves of a pair are half a head apart instead of half "
               "the rotary width",
    .fix = "cut the rotary slice off before it is halved", .kind = 'E',
    .slot = ASSAY_TURN_SLOT_LAYOUT, .apply = distance_of_head,
    .is_of_vectors = 1 },
  { .name = "magnitude missing",
    .meaning = "the attention factor of cosines and sines is missing",
    .fix = "multiply cosines and sines by the factor", .kind = 'B',
    .slot = ASSAY_TURN_SLOT_MAGNITUDE, .apply = no_magnitude },
  { .name = "magnitude squared",
    .meaning = "the attention factor of cosines and sines counts twice",
    .fix = "multiply by the factor once", .kind = 'B',
    .slot = ASSAY_TURN_SLOT_MAGNITUDE, .apply = magnitude_twice },
  { .name = "fitted magnitude", .meaning = "another attention factor",
    .fix = "compute the factor as the config says", .kind = 'B',
    .slot = ASSAY_TURN_SLOT_MAGNITUDE,
    .search = ASSAY_TURN_SEARCH_MAGNITUDE, .apply = magnitude_of,
    .tell = tell_magnitude }
};

const struct assay_turn_hypotheses assay_turn_hypotheses_shape
  = { entries, sizeof entries / sizeof entries[0] };
