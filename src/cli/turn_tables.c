/* turn_tables.c -- tables that turn the tensor of assay kernel rope, and what
   turns it in a line */

#include <inttypes.h>

#include "cli/turn_source.h"
#include "exact/rat.h"

static enum assay_status
see_table (struct assay_view *view, struct assay_tensor *tensor,
           const struct assay_turn_options *options,
           enum assay_turn_option option, struct assay_ctx *ctx)
{
  const struct assay_where where = { NULL, assay_turn_option_name (option),
                                     0 };
  int is_gathered = options->text[ASSAY_TURN_POSITIONS] != NULL;
  enum assay_status status;

  status = assay_turn_tensor (tensor, options, option,
                              ASSAY_TURN_DTYPE_TABLE, ctx);
  if (status == ASSAY_OK && tensor->axes != 2
      && (is_gathered || tensor->axes != 3))
    status = assay_fail (ctx, ASSAY_EVALUE, &where, is_gathered
                         ? "a table of two axes, position and column, beside "
                           "--positions"
                         : "a table of axes row and column, or batch, row and "
                           "column", "%d axes", tensor->axes);
  return status != ASSAY_OK ? status
         : assay_view_axes (view, tensor, tensor->axes == 3 ? "bsd" : "sd", 0,
                            ctx, &where);
}

/* The width that a table of COLUMNS turns in a head of WIDTH: a column is for
   a pair where that fits, else for a component.  */
static size_t
usual_width (size_t columns, size_t width)
{
  return columns <= width / 2 ? 2 * columns : columns;
}

enum assay_status
assay_turn_by_tables (struct assay_turn_source *source,
                      const struct assay_turn_options *options,
                      struct assay_ctx *ctx)
{
  int is_gathered = options->text[ASSAY_TURN_POSITIONS] != NULL;
  size_t columns = source->x_view.shape[ASSAY_VIEW_D];
  struct assay_view cosine, sine;
  struct assay_layout layout;
  enum assay_status status;

  status = see_table (&cosine, &source->cosine, options, ASSAY_TURN_COS, ctx);
  if (status == ASSAY_OK)
    status = see_table (&sine, &source->sine, options, ASSAY_TURN_SIN, ctx);
  if (status == ASSAY_OK)
    status = assay_turn_layout (&layout, options, columns,
                                usual_width (cosine.shape[ASSAY_VIEW_D],
                                             columns), 1, ctx);
  if (status == ASSAY_OK && is_gathered)
    status = assay_turn_positions (source, options, 1, &source->x_view, ctx);
  return status != ASSAY_OK ? status
         : assay_rotation_by_tables (&source->rotation, &source->x_view,
                                     source->allowed, &layout, &cosine, &sine,
                                     is_gathered ? &source->positions : NULL,
                                     ctx);
}

/* ---- in a line ---- */

static void
describe_angles (struct assay_text *text,
                 const struct assay_turn_source *source,
                 const struct assay_turn_options *options)
{
  mpq_srcptr base = source->plan
                    ? assay_rope_plan_value (source->plan, ASSAY_KEY_THETA)
                    : NULL;

  if (source->plan == NULL)
    {
      assay_text_printf (text, "angles of base %s",
                         options->text[ASSAY_TURN_BASE]);
      if (options->text[ASSAY_TURN_FACTOR])
        assay_text_printf (text, " over %s", options->text[ASSAY_TURN_FACTOR]);
      return;
    }
  assay_text_printf (text, "angles of %s (%s",
                     options->text[ASSAY_TURN_CONFIG],
                     assay_rope_type_name (source->plan->type));
  if (base)
    {
      assay_text_add (text, ", base ");
      assay_text_take (text, assay_rat_text (base));
    }
  assay_text_add (text, ")");
  if (source->plan->sections.rule != ASSAY_SECTIONS_NONE)
    assay_text_printf (text, ", %s sections", assay_section_rule_name
                       (source->plan->sections.rule));
}

void
assay_turn_describe (struct assay_text *text,
                     const struct assay_turn_source *source,
                     const struct assay_turn_options *options)
{
  const struct assay_rotation *rotation = &source->rotation;
  const struct assay_layout *layout = &rotation->layout;

  if (rotation->source == ASSAY_ROTATION_ANGLES)
    describe_angles (text, source, options);
  else
    assay_text_printf (text, "tables %s and %s", options->text[ASSAY_TURN_COS],
                       options->text[ASSAY_TURN_SIN]);
  assay_text_printf (text, ", %zu pair%s, %s", layout->rotary_dim / 2,
                     layout->rotary_dim == 2 ? "" : "s",
                     assay_pairing_name (layout->pairing));
  if (layout->rotary_dim < layout->head_dim)
    assay_text_printf (text, ", columns %zu to %zu of %zu", layout->offset,
                       layout->offset + layout->rotary_dim - 1,
                       layout->head_dim);
  if (rotation->sign < 0)
    assay_text_add (text, ", turned back");
  if (rotation->positions)
    assay_text_printf (text, "; positions %" PRId64 " to %" PRId64,
                       rotation->positions->least,
                       rotation->positions->most);
}
