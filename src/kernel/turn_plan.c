/* turn_plan.c -- how a row is turned, rightly or not */

#include "kernel/turn_plan.h"

#include <math.h>
#include <mpfi.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "kernel/rounding.h"

enum { STEP_BITS = 96 };

/* Steps that close are the same, computed in two ways.  */
#define SAME_STEP 1e-13

/* *VALUE <- the binary64 next to X or its neighbour; 0 when X is refused.  */
static int
to_double (double *value, struct assay_expr *x, struct assay_ctx *ctx)
{
  enum assay_status status;
  mpfi_t range;

  mpfi_init2 (range, STEP_BITS);
  status = assay_expr_enclose (range, x, ctx, STEP_BITS);
  if (status == ASSAY_OK)
    *value = mpfi_get_d (range);
  mpfi_clear (range);
  return status == ASSAY_OK && isfinite (*value);
}

size_t
assay_turn_steps (double *w, double *magnitude,
                  const struct assay_rope_plan *rope,
                  const struct assay_turn_scene *scene, size_t most)
{
  struct assay_rope_steps steps;
  size_t count = 0, i;
  int is_known;

  is_known = assay_rope_steps_make (&steps, rope, &scene->call, scene->ctx)
             == ASSAY_OK
             && to_double (magnitude, steps.magnitude, scene->ctx);
  if (is_known)
    count = steps.count < most ? steps.count : most;
  for (i = 0; i < count && is_known; i++)
    is_known = to_double (&w[i], steps.w[i], scene->ctx);
  assay_rope_steps_clear (&steps);
  return is_known ? count : 0;
}

void
assay_turn_scene_init (struct assay_turn_scene *scene,
                       const struct assay_rotation *rotation,
                       const struct assay_rope_plan *rope,
                       const struct assay_rope_call *call,
                       struct assay_ctx *ctx)
{
  const struct assay_positions *positions = rotation->positions;
  size_t i;

  memset (scene, 0, sizeof *scene);
  scene->rotation = rotation;
  scene->ctx = ctx;
  scene->pairs = rotation->layout.rotary_dim / 2;
  scene->most_pairs = rotation->layout.head_dim / 2;
  scene->magnitude = 1.0;
  scene->axes = positions ? positions->axes : 1;
  scene->least = positions ? positions->least : 0;
  scene->most = positions ? positions->most : 0;
  if (rotation->source != ASSAY_ROTATION_ANGLES)
    return;
  scene->rope = rope;
  if (call)
    scene->call = *call;
  scene->w = assay_calloc (scene->most_pairs + 1, sizeof *scene->w);
  for (i = 0; i < scene->pairs; i++)
    to_double (&scene->w[i], rotation->angles.w[i], ctx);
  if (rotation->angles.magnitude)
    to_double (&scene->magnitude, rotation->angles.magnitude, ctx);
}

void
assay_turn_scene_clear (struct assay_turn_scene *scene)
{
  free (scene->w);
  scene->w = NULL;
}

void
assay_turn_plan_init (struct assay_turn_plan *plan,
                      const struct assay_turn_scene *scene)
{
  const struct assay_rotation *rotation = scene->rotation;

  memset (plan, 0, sizeof *plan);
  plan->w = assay_calloc (scene->most_pairs + 1, sizeof *plan->w);
  if (scene->w)
    memcpy (plan->w, scene->w, scene->most_pairs * sizeof *plan->w);
  plan->magnitude = scene->magnitude;
  plan->pairing = rotation->layout.pairing;
  plan->width = rotation->layout.rotary_dim;
  plan->apart = plan->width / 2;
  plan->sign = rotation->sign;
  plan->times = 1;
  plan->sections = rotation->sections;
  plan->last = INFINITY;
  memset (plan->round, -1, sizeof plan->round);
}

void
assay_turn_plan_copy (struct assay_turn_plan *plan,
                      const struct assay_turn_plan *from,
                      const struct assay_turn_scene *scene)
{
  *plan = *from;
  plan->w = assay_calloc (scene->most_pairs + 1, sizeof *plan->w);
  memcpy (plan->w, from->w, scene->most_pairs * sizeof *plan->w);
}

void
assay_turn_plan_clear (struct assay_turn_plan *plan)
{
  free (plan->w);
  plan->w = NULL;
}

int
assay_turn_plan_equal (const struct assay_turn_plan *a,
                       const struct assay_turn_plan *b,
                       const struct assay_turn_scene *scene)
{
  struct assay_turn_plan x = *a, y = *b;
  size_t i;

  x.w = y.w = NULL;
  if (memcmp (&x, &y, sizeof x) != 0)
    return 0;
  for (i = 0; i < scene->most_pairs; i++)
    if (fabs (a->w[i] - b->w[i]) > SAME_STEP * fabs (a->w[i]))
      return 0;
  return 1;
}

static double
at_place (double x, const struct assay_turn_plan *plan,
          enum assay_turn_place place)
{
  return plan->round[place] < 0 ? x
         : assay_rounded (x, (enum assay_fmt) plan->round[place]);
}

static double
position_of (const struct assay_turn_plan *plan,
             const struct assay_turn_scene *scene, size_t b, size_t s,
             size_t pair)
{
  const struct assay_positions *positions = scene->rotation->positions;
  size_t axis = scene->axes > 1
                ? (size_t) assay_sections_axis (&plan->sections, pair) : 0;
  double p = (double) assay_positions_at (positions, axis, b, s);

  if (plan->place == ASSAY_TURN_AT_ROW)
    p = (double) s;
  else if (plan->place == ASSAY_TURN_PLUS_ROW)
    p += (double) s;
  return at_place (fmin (p + plan->offset, plan->last), plan,
                   ASSAY_TURN_POSITION);
}

/* C, S <- the numbers that turn PAIR of a row; the angle, 0 with tables, is
   returned.  */
static double
waves (double *c, double *s, const struct assay_turn_plan *plan,
       const struct assay_turn_scene *scene, size_t b, size_t row,
       size_t pair, size_t column)
{
  double angle = 0.0, w;

  if (scene->w == NULL)
    assay_rotation_given (c, s, scene->rotation, b, row, pair, column);
  else
    {
      w = at_place (plan->w[pair], plan, ASSAY_TURN_FREQUENCY);
      angle = at_place (position_of (plan, scene, b, row, pair) * w, plan,
                        ASSAY_TURN_ANGLE);
      *c = cos (angle);
      *s = sin (angle);
    }
  *c = at_place (plan->magnitude * *c, plan, ASSAY_TURN_TABLE);
  *s = at_place (plan->magnitude * *s, plan, ASSAY_TURN_TABLE);
  if (plan->is_swapped)
    {
      double cosine = *c;

      *c = *s;
      *s = cosine;
    }
  *s *= plan->sign;
  return angle;
}

/* A C + B S as the plan rounds it.  */
static double
combine (const struct assay_turn_plan *plan, double a, double c, double b,
         double s)
{
  return at_place (at_place (a * c, plan, ASSAY_TURN_PRODUCTS)
                   + at_place (b * s, plan, ASSAY_TURN_PRODUCTS), plan,
                   ASSAY_TURN_PRODUCTS);
}

static void
components (size_t *first, size_t *second, const struct assay_turn_plan *plan,
            enum assay_pairing pairing, size_t offset, size_t pair)
{
  int is_adjacent = pairing == ASSAY_PAIRING_ADJACENT;

  *first = offset + (is_adjacent ? 2 * pair : pair);
  *second = *first + (is_adjacent ? 1 : plan->apart);
}

static enum assay_pairing
other (enum assay_pairing pairing)
{
  return pairing == ASSAY_PAIRING_ADJACENT ? ASSAY_PAIRING_SPLIT_HALF
                                           : ASSAY_PAIRING_ADJACENT;
}

/* The pair whose step the component at PLACE of the width takes.  */
static size_t
step_of (const struct assay_turn_plan *plan, size_t pair, size_t place)
{
  if (!plan->is_duplicated)
    return pair;
  return plan->pairing == ASSAY_PAIRING_ADJACENT ? place % (plan->width / 2)
                                                 : place / 2;
}

/* OUT <- X turned once.  */
static void
turn (double *out, double *noise, const double *x,
      const struct assay_turn_plan *plan,
      const struct assay_turn_scene *scene, double unit, size_t b, size_t row)
{
  const struct assay_layout *layout = &scene->rotation->layout;
  size_t pair, i, k[2];

  for (pair = 0; pair < plan->width / 2; pair++)
    {
      double c, s, angle = 0.0;

      components (&k[0], &k[1], plan, plan->pairing, layout->offset, pair);
      for (i = 0; i < 2; i++)
        {
          if (i == 0 || plan->is_duplicated || scene->w == NULL)
            angle = waves (&c, &s, plan, scene, b, row,
                           step_of (plan, pair, k[i] - layout->offset),
                           k[i]);
          out[k[i]] = i == 0 ? combine (plan, x[k[0]], c, -x[k[1]], s)
                             : combine (plan, x[k[0]], s, x[k[1]], c);
          noise[k[i]] += unit * (3.0 + 2.0 * fabs (angle)) * plan->magnitude
                         * (fabs (x[k[0]]) + fabs (x[k[1]]));
        }
    }
}

/* OUT <- what X has in one layout, in the order of the other.  */
static void
permute (double *out, const double *x, const struct assay_turn_plan *plan,
         size_t offset)
{
  size_t pair, from[2], to[2];

  for (pair = 0; pair < plan->width / 2; pair++)
    {
      components (&from[0], &from[1], plan, plan->pairing, offset, pair);
      components (&to[0], &to[1], plan, other (plan->pairing), offset, pair);
      out[to[0]] = x[from[0]];
      out[to[1]] = x[from[1]];
    }
}

void
assay_turn_plan_row (double *out, double *noise, double *work,
                     const struct assay_turn_plan *plan,
                     const struct assay_turn_scene *scene, double unit,
                     size_t b, size_t h, size_t s)
{
  const struct assay_layout *layout = &scene->rotation->layout;
  size_t size = layout->head_dim;
  double *other_noise = work + size;
  int n;

  assay_view_row (out, &scene->rotation->x, b, h, s);
  memset (noise, 0, size * sizeof *noise);
  for (n = 0; n < plan->times; n++)
    {
      memcpy (work, out, size * sizeof *work);
      turn (out, noise, work, plan, scene, unit, b, s);
    }
  if (!plan->is_permuted)
    return;
  memcpy (work, out, size * sizeof *work);
  permute (out, work, plan, layout->offset);
  memcpy (other_noise, noise, size * sizeof *noise);
  permute (noise, other_noise, plan, layout->offset);
}
