/* turn_hypotheses_places.c -- positions, and numbers in too few bits */

#include <math.h>

#include "kernel/turn_hypothesis.h"

/* ---- positions ---- */

static int
by_row (struct assay_turn_plan *plan, const struct assay_turn_scene *scene,
        double parameter)
{
  (void) parameter;
  plan->place = ASSAY_TURN_AT_ROW;
  return scene->w != NULL;
}

static int
plus_row (struct assay_turn_plan *plan, const struct assay_turn_scene *scene,
          double parameter)
{
  (void) parameter;
  plan->place = ASSAY_TURN_PLUS_ROW;
  return scene->w != NULL;
}

static int
by_offset (struct assay_turn_plan *plan,
           const struct assay_turn_scene *scene, double parameter)
{
  plan->offset = parameter;
  return scene->w != NULL;
}

static void
tell_offset (struct assay_text *text, const struct assay_turn_scene *scene,
             double parameter)
{
  (void) scene;
  assay_text_printf (text, "every position is %.0f too %s", fabs (parameter),
                     parameter > 0 ? "large" : "small");
}

static size_t
last_rows (double *list, const struct assay_turn_scene *scene)
{
  list[0] = (double) scene->first_wrong - 1.0;
  return scene->has_first_wrong && scene->first_wrong > 0;
}

static int
clamped (struct assay_turn_plan *plan, const struct assay_turn_scene *scene,
         double parameter)
{
  plan->last = parameter;
  return scene->w != NULL;
}

static void
tell_clamped (struct assay_text *text, const struct assay_turn_scene *scene,
              double parameter)
{
  (void) scene;
  assay_text_printf (text, "the table ends at position %.0f, which stands "
                     "for all beyond", parameter);
}

/* ---- sections ---- */

static int
sections_otherwise (struct assay_turn_plan *plan,
                    const struct assay_turn_scene *scene, double parameter)
{
  (void) parameter;
  plan->sections.rule = plan->sections.rule == ASSAY_SECTIONS_INTERLEAVED
                        ? ASSAY_SECTIONS_CHUNKED
                        : ASSAY_SECTIONS_INTERLEAVED;
  return scene->axes > 1;
}

static void
tell_sections (struct assay_text *text, const struct assay_turn_scene *scene,
               double parameter)
{
  int is_chunked
    = scene->rotation->sections.rule != ASSAY_SECTIONS_INTERLEAVED;

  (void) parameter;
  assay_text_printf (text, "%s sections instead of %s ones",
                     is_chunked ? "interleaved" : "chunked",
                     is_chunked ? "chunked" : "interleaved");
}

static int
no_sections (struct assay_turn_plan *plan,
             const struct assay_turn_scene *scene, double parameter)
{
  (void) parameter;
  plan->sections.rule = ASSAY_SECTIONS_NONE;
  return scene->axes > 1;
}

/* ---- roundings ---- */

static size_t
formats (double *list, const struct assay_turn_scene *scene)
{
  (void) scene;
  list[0] = ASSAY_FMT_BF16;
  list[1] = ASSAY_FMT_F16;
  list[2] = ASSAY_FMT_F32;
  return 3;
}

/* Angles are an ordinary kernel's where they are in f32, products in any
   format that holds x.  */
static size_t
narrow_formats (double *list, const struct assay_turn_scene *scene)
{
  return formats (list, scene) - 1;
}

static int
round_at (struct assay_turn_plan *plan, const struct assay_turn_scene *scene,
          double parameter, unsigned places)
{
  int place;

  for (place = 0; place < ASSAY_TURN_PLACES; place++)
    if (places >> place & 1)
      plan->round[place] = (signed char) parameter;
  return scene->w != NULL || (places & ((1u << ASSAY_TURN_TABLE) - 1)) == 0;
}

static int
round_position (struct assay_turn_plan *plan,
                const struct assay_turn_scene *scene, double parameter)
{
  return round_at (plan, scene, parameter, 1u << ASSAY_TURN_POSITION);
}

static int
round_frequency (struct assay_turn_plan *plan,
                 const struct assay_turn_scene *scene, double parameter)
{
  return round_at (plan, scene, parameter, 1u << ASSAY_TURN_FREQUENCY);
}

static int
round_angle (struct assay_turn_plan *plan,
             const struct assay_turn_scene *scene, double parameter)
{
  return round_at (plan, scene, parameter, 1u << ASSAY_TURN_ANGLE);
}

static int
round_table (struct assay_turn_plan *plan,
             const struct assay_turn_scene *scene, double parameter)
{
  return round_at (plan, scene, parameter, 1u << ASSAY_TURN_TABLE);
}

static int
round_products (struct assay_turn_plan *plan,
                const struct assay_turn_scene *scene, double parameter)
{
  return round_at (plan, scene, parameter, 1u << ASSAY_TURN_TABLE
                                           | 1u << ASSAY_TURN_PRODUCTS);
}

static int
round_all (struct assay_turn_plan *plan,
           const struct assay_turn_scene *scene, double parameter)
{
  return round_at (plan, scene, parameter, 1u << ASSAY_TURN_POSITION
                                           | 1u << ASSAY_TURN_FREQUENCY
                                           | 1u << ASSAY_TURN_ANGLE
                                           | 1u << ASSAY_TURN_TABLE);
}

static void
tell_rounded (struct assay_text *text, const char *what, double parameter)
{
  assay_text_printf (text, "%s rounded to %s", what,
                     assay_fmt_shape ((enum assay_fmt) parameter)->name);
}

static void
tell_position (struct assay_text *text, const struct assay_turn_scene *scene,
               double parameter)
{
  (void) scene;
  tell_rounded (text, "positions", parameter);
}

static void
tell_frequency (struct assay_text *text,
                const struct assay_turn_scene *scene, double parameter)
{
  (void) scene;
  tell_rounded (text, "frequencies", parameter);
}

static void
tell_angle (struct assay_text *text, const struct assay_turn_scene *scene,
            double parameter)
{
  (void) scene;
  tell_rounded (text, "angles", parameter);
}

static void
tell_table (struct assay_text *text, const struct assay_turn_scene *scene,
            double parameter)
{
  (void) scene;
  tell_rounded (text, "cosines and sines", parameter);
}

static void
tell_products (struct assay_text *text, const struct assay_turn_scene *scene,
               double parameter)
{
  (void) scene;
  tell_rounded (text, "cosines, sines, products and sums", parameter);
}

static void
tell_all (struct assay_text *text, const struct assay_turn_scene *scene,
          double parameter)
{
  (void) scene;
  tell_rounded (text, "positions, frequencies, angles, cosines and sines",
                parameter);
}

static const struct assay_turn_hypothesis entries[] = {
  { .name = "position of the row",
    .meaning = "turned by the row in the tensor instead of the position",
    .fix = "pass the positions", .kind = 'F',
    .slot = ASSAY_TURN_SLOT_PLACES, .apply = by_row },
  { .name = "position plus row",
    .meaning = "the row in the tensor is added to the position",
    .fix = "add the offset once", .kind = 'F',
    .slot = ASSAY_TURN_SLOT_PLACES, .apply = plus_row },
  { .name = "table too short", .meaning = "the table is too short",
    .fix = "make the table as long as the longest input", .kind = 'F',
    .slot = ASSAY_TURN_SLOT_PLACES, .search = ASSAY_TURN_SEARCH_CHOICES,
    .choices = last_rows, .apply = clamped, .tell = tell_clamped },
  { .name = "position offset", .meaning = "positions are shifted",
    .fix = "count positions from where the model does", .kind = 'F',
    .slot = ASSAY_TURN_SLOT_PLACES, .search = ASSAY_TURN_SEARCH_OFFSET,
    .apply = by_offset, .tell = tell_offset },
  { .name = "sections", .meaning = "sections otherwise", .kind = 'O',
    .fix = "take the axis of a pair as the model does",
    .slot = ASSAY_TURN_SLOT_SECTIONS, .apply = sections_otherwise,
    .tell = tell_sections },
  { .name = "sections ignored",
    .meaning = "all pairs turn by the first axis", .kind = 'O',
    .fix = "give every section its axis",
    .slot = ASSAY_TURN_SLOT_SECTIONS, .apply = no_sections },
  { .name = "rounded positions", .meaning = "positions rounded",
    .fix = "keep positions in integers or f32", .kind = 'A',
    .slot = ASSAY_TURN_SLOT_ROUNDING, .search = ASSAY_TURN_SEARCH_CHOICES,
    .choices = formats, .apply = round_position, .tell = tell_position },
  { .name = "rounded frequencies", .meaning = "frequencies rounded",
    .fix = "keep the inverse frequencies in f32", .kind = 'A',
    .slot = ASSAY_TURN_SLOT_ROUNDING, .search = ASSAY_TURN_SEARCH_CHOICES,
    .choices = formats, .apply = round_frequency, .tell = tell_frequency },
  { .name = "rounded table", .meaning = "cosines and sines rounded",
    .fix = "keep the table in f32", .kind = 'A',
    .slot = ASSAY_TURN_SLOT_ROUNDING, .search = ASSAY_TURN_SEARCH_CHOICES,
    .choices = formats, .apply = round_table, .tell = tell_table },
  { .name = "rounded angles", .meaning = "angles rounded",
    .fix = "multiply position and frequency in f32, or more for long inputs",
    .kind = 'A', .slot = ASSAY_TURN_SLOT_ROUNDING,
    .search = ASSAY_TURN_SEARCH_CHOICES, .choices = formats,
    .apply = round_angle, .tell = tell_angle },
  { .name = "all rounded", .meaning = "every step in too few bits",
    .fix = "compute positions, frequencies and angles in f32", .kind = 'A',
    .slot = ASSAY_TURN_SLOT_ROUNDING, .search = ASSAY_TURN_SEARCH_CHOICES,
    .choices = narrow_formats, .apply = round_all, .tell = tell_all },
  { .name = "rounded products", .meaning = "products and sums rounded",
    .fix = "multiply and add in f32, round the result once", .kind = 'A',
    .slot = ASSAY_TURN_SLOT_ROUNDING, .search = ASSAY_TURN_SEARCH_CHOICES,
    .choices = narrow_formats, .apply = round_products,
    .is_of_vectors = 1, .tell = tell_products }
};

const struct assay_turn_hypotheses assay_turn_hypotheses_places
  = { entries, sizeof entries / sizeof entries[0] };
