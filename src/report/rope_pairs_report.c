/* rope_pairs_report.c -- the pairs of a plan as text */

#include "report/rope_report.h"

#include <stdlib.h>

#include "position/rope_reach.h"

unsigned long
assay_rope_view_position (const struct assay_rope_view *view,
                          const struct assay_rope_plan *plan, size_t pair)
{
  return view->has_axes
         ? view->axis_position[assay_sections_axis (&plan->sections, pair)]
         : view->position;
}

enum assay_status
assay_rope_check_axes (const struct assay_rope_view *view,
                       const struct assay_rope_plan *plan,
                       struct assay_ctx *ctx)
{
  struct assay_where where = { NULL, "--position", 0 };

  if (!view->has_axes || plan->sections.rule != ASSAY_SECTIONS_NONE)
    return ASSAY_OK;
  return assay_fail (ctx, ASSAY_EVALUE, &where, "one position, for the config "
                     "has no sections", "several");
}

/* Columns of a step: "-0.0000" before the digits, or the heading.  */
static int
step_width (const struct assay_rope_view *view)
{
  return view->digits < 12 ? 18 : (int) view->digits + 6;
}

static enum assay_status
add_pair (struct assay_text *text, const struct assay_rope_view *view,
          const struct assay_rope_steps *steps, size_t i,
          struct assay_ctx *ctx)
{
  struct assay_expr *wavelength = NULL;
  char *w = NULL, *length = NULL;
  enum assay_status status;
  int width = step_width (view);

  status = assay_rope_digits (&w, steps->w[i], view->digits, ctx);
  if (status == ASSAY_OK && steps->kind[i] != ASSAY_PAIR_ZERO
      && (status = assay_rope_wavelength (&wavelength, steps->w[i], ctx))
         == ASSAY_OK)
    status = assay_rope_digits (&length, wavelength, 8, ctx);
  if (status == ASSAY_OK)
    assay_text_printf (text, "  %4zu  %-7s  %-*s  %s\n", i,
                       assay_pair_kind_name (steps->kind[i]), width, w,
                       length ? length : "never");
  assay_expr_unref (wavelength);
  free (w);
  free (length);
  return status;
}

/* "  turns 2.5, cos -1, sin 0" of the pair above, at the position asked
   for.  */
static enum assay_status
add_angle (struct assay_text *text, const struct assay_rope_view *view,
           const struct assay_rope_plan *plan,
           const struct assay_rope_steps *steps, size_t i,
           struct assay_ctx *ctx)
{
  unsigned long position = assay_rope_view_position (view, plan, i);
  struct assay_expr *angle = NULL, *turns = NULL, *x = NULL, *y = NULL;
  char *t = NULL, *c = NULL, *s = NULL;
  enum assay_status status;

  status = assay_rope_angle (&angle, &turns, steps->w[i], position, ctx);
  if (status == ASSAY_OK
      && (status = assay_expr_cos (&x, angle, ctx)) == ASSAY_OK
      && (status = assay_expr_sin (&y, angle, ctx)) == ASSAY_OK
      && (status = assay_rope_digits (&t, turns, view->digits, ctx))
         == ASSAY_OK
      && (status = assay_rope_digits (&c, x, view->digits, ctx)) == ASSAY_OK
      && (status = assay_rope_digits (&s, y, view->digits, ctx))
         == ASSAY_OK)
    assay_text_printf (text, "        at %s%s%lu: turns %s\n"
                       "          cos %s\n          sin %s\n",
                       view->has_axes ? assay_axis_name
                       (assay_sections_axis (&plan->sections, i)) : "",
                       view->has_axes ? " " : "", position, t, c, s);
  free (t);
  free (c);
  free (s);
  assay_expr_unref (angle);
  assay_expr_unref (turns);
  assay_expr_unref (x);
  assay_expr_unref (y);
  return status;
}

enum assay_status
assay_rope_pairs_text (struct assay_text *text,
                       const struct assay_rope_view *view,
                       const struct assay_rope_plan *plan,
                       const struct assay_rope_steps *steps,
                       struct assay_ctx *ctx)
{
  enum assay_status status = assay_rope_check_axes (view, plan, ctx);
  size_t i, from = view->has_pair ? view->pair : 0;
  size_t to = view->has_pair ? view->pair + 1 : steps->count;

  if (status != ASSAY_OK || steps->count == 0)
    return status;
  if (from >= steps->count)
    return assay_rope_no_such ("--pair", view->pair, steps->count, ctx);
  assay_text_printf (text, "\n  pair  kind     %-*s  positions a turn\n",
                     step_width (view), "radians a position");
  for (i = from; i < to && status == ASSAY_OK; i++)
    {
      status = add_pair (text, view, steps, i, ctx);
      if (status == ASSAY_OK && view->has_position)
        status = add_angle (text, view, plan, steps, i, ctx);
    }
  return status;
}
