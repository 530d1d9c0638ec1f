/* hypotheses_online.c -- softmaxes that take their keys tile by tile, with the
   largest score so far

   The parameter is the number of keys in a tile, negative where the last tile
   comes first.  Not modelled: splits with maxima of their own, a new grid of
   tiles where the past ends, factors other than exp (old - new).  */

#include <math.h>

#include "kernel/hypothesis.h"

/* What kernels are built with: powers of two, multiples of 16 where the heads
   are wide, a key at a time where no matrix unit is.  */
static const unsigned short known[] = {
  16, 32, 64, 80, 96, 112, 128, 144, 160, 176, 192, 224, 256, 512, 8, 1
};

static size_t
choose_tile (double *list, const struct assay_scene *scene)
{
  size_t count = 0, n;

  for (n = 0; n < sizeof known / sizeof known[0]; n++)
    if (known[n] < scene->problem->keys)
      {
        list[count++] = -(double) known[n];
        list[count++] = known[n];
      }
  return count;
}

static void
leave_stale (struct assay_plan *plan, enum assay_plan_stale stale,
             double tile)
{
  plan->stale = stale;
  plan->tile = (long) tile;
}

static void
stale_output (struct assay_plan *plan, const struct assay_scene *scene,
              double tile)
{
  (void) scene;
  leave_stale (plan, ASSAY_STALE_OUTPUT, tile);
}

static void
stale_sum (struct assay_plan *plan, const struct assay_scene *scene,
           double tile)
{
  (void) scene;
  leave_stale (plan, ASSAY_STALE_SUM, tile);
}

static void
stale_both (struct assay_plan *plan, const struct assay_scene *scene,
            double tile)
{
  (void) scene;
  leave_stale (plan, ASSAY_STALE_BOTH, tile);
}

static void
round_in_tiles (struct assay_plan *plan, enum assay_fmt fmt, double tile)
{
  plan->round[ASSAY_PLACE_POWERS] = (signed char) fmt;
  plan->tile = (long) tile;
}

static void
round_to_bf16 (struct assay_plan *plan, const struct assay_scene *scene,
               double tile)
{
  (void) scene;
  round_in_tiles (plan, ASSAY_FMT_BF16, tile);
}

static void
round_to_f16 (struct assay_plan *plan, const struct assay_scene *scene,
              double tile)
{
  (void) scene;
  round_in_tiles (plan, ASSAY_FMT_F16, tile);
}

/* All keys at once, too.  */
static size_t
choose_tile_before_sink (double *list, const struct assay_scene *scene)
{
  list[0] = (double) scene->problem->keys;
  return scene->sinks ? 1 + choose_tile (list + 1, scene) : 0;
}

static void
round_to_bf16_before_sink (struct assay_plan *plan,
                           const struct assay_scene *scene, double tile)
{
  round_to_bf16 (plan, scene, tile);
  plan->sink_is_last = 1;
}

static void
round_to_f16_before_sink (struct assay_plan *plan,
                          const struct assay_scene *scene, double tile)
{
  round_to_f16 (plan, scene, tile);
  plan->sink_is_last = 1;
}

static void
tell_tile (struct assay_text *text, const char *what, double tile)
{
  assay_text_printf (text, "%s, in tiles of %.0f key%s, %s", what,
                     fabs (tile), fabs (tile) > 1.0 ? "s" : "",
                     tile > 0.0 ? "first to last" : "last to first");
}

static void
tell_output (struct assay_text *text, const struct assay_scene *scene,
             double tile, double tolerance)
{
  (void) scene;
  (void) tolerance;
  tell_tile (text, "the output so far is not rescaled to a new maximum",
             tile);
}

static void
tell_sum (struct assay_text *text, const struct assay_scene *scene,
          double tile, double tolerance)
{
  (void) scene;
  (void) tolerance;
  tell_tile (text, "the sum of the exponentials so far is not rescaled to a "
             "new maximum", tile);
}

static void
tell_both (struct assay_text *text, const struct assay_scene *scene,
           double tile, double tolerance)
{
  (void) scene;
  (void) tolerance;
  tell_tile (text, "neither output nor sum so far is rescaled to a new "
             "maximum", tile);
}

static void
tell_bf16 (struct assay_text *text, const struct assay_scene *scene,
           double tile, double tolerance)
{
  (void) scene;
  (void) tolerance;
  tell_tile (text, "the exponentials that multiply v are rounded to bf16 "
             "below the largest score so far", tile);
}

static void
tell_f16 (struct assay_text *text, const struct assay_scene *scene,
          double tile, double tolerance)
{
  (void) scene;
  (void) tolerance;
  tell_tile (text, "the exponentials that multiply v are rounded to f16 "
             "below the largest score so far", tile);
}

static void
tell_bf16_before_sink (struct assay_text *text,
                       const struct assay_scene *scene, double tile,
                       double tolerance)
{
  tell_bf16 (text, scene, tile, tolerance);
  assay_text_add (text, ", before the sink");
}

static void
tell_f16_before_sink (struct assay_text *text,
                      const struct assay_scene *scene, double tile,
                      double tolerance)
{
  tell_f16 (text, scene, tile, tolerance);
  assay_text_add (text, ", before the sink");
}

static const struct assay_hypothesis rescaling[] = {
  { .name = "output not rescaled", .kind = 'K', .slot = ASSAY_SLOT_MERGE,
    .meaning = "the output so far is not rescaled to a new maximum",
    .fix = "multiply the output so far by exp(old max - new max)",
    .choices = choose_tile, .choices_are_alike = 1,
    .apply = stale_output, .tell = tell_output },
  { .name = "sum not rescaled", .kind = 'K', .slot = ASSAY_SLOT_MERGE,
    .meaning = "the sum of the exponentials so far is not rescaled to a new "
    "maximum",
    .fix = "multiply the sum so far by exp(old max - new max)",
    .choices = choose_tile, .choices_are_alike = 1,
    .apply = stale_sum, .tell = tell_sum },
  { .name = "neither rescaled", .kind = 'K', .slot = ASSAY_SLOT_MERGE,
    .meaning = "neither output nor sum so far is rescaled to a new maximum",
    .fix = "multiply output and sum so far by exp(old max - new max)",
    .choices = choose_tile, .choices_are_alike = 1,
    .apply = stale_both, .tell = tell_both }
};

static const char as_flash_kernels_do[]
  = "multiply v by exponentials in f32, or allow for what flash kernels do";

static const struct assay_hypothesis rounding[] = {
  { .name = "exponentials in tiles, bf16", .kind = 'L',
    .slot = ASSAY_SLOT_MERGE,
    .meaning = "the exponentials that multiply v are rounded to bf16 below "
    "the largest score so far, those of the sum are not",
    .fix = as_flash_kernels_do,
    .choices = choose_tile, .choices_are_alike = 1,
    .apply = round_to_bf16, .tell = tell_bf16 },
  { .name = "exponentials in tiles, f16", .kind = 'L',
    .slot = ASSAY_SLOT_MERGE,
    .meaning = "the exponentials that multiply v are rounded to f16 below "
    "the largest score so far, those of the sum are not",
    .fix = as_flash_kernels_do,
    .choices = choose_tile, .choices_are_alike = 1,
    .apply = round_to_f16, .tell = tell_f16 },
  { .name = "exponentials before the sink, bf16", .kind = 'L',
    .slot = ASSAY_SLOT_MERGE,
    .meaning = "the exponentials that multiply v are rounded to bf16 before "
    "the sink joins, those of the sum are not",
    .fix = as_flash_kernels_do,
    .choices = choose_tile_before_sink, .choices_are_alike = 1,
    .apply = round_to_bf16_before_sink, .tell = tell_bf16_before_sink },
  { .name = "exponentials before the sink, f16", .kind = 'L',
    .slot = ASSAY_SLOT_MERGE,
    .meaning = "the exponentials that multiply v are rounded to f16 before "
    "the sink joins, those of the sum are not",
    .fix = as_flash_kernels_do,
    .choices = choose_tile_before_sink, .choices_are_alike = 1,
    .apply = round_to_f16_before_sink, .tell = tell_f16_before_sink }
};

const struct assay_hypotheses assay_hypotheses_rescaling = {
  rescaling, sizeof rescaling / sizeof rescaling[0]
};

const struct assay_hypotheses assay_hypotheses_tiles = {
  rounding, sizeof rounding / sizeof rounding[0]
};
