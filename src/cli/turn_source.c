/* turn_source.c -- what turns the tensor of assay kernel rope */

#include "cli/turn_source.h"

#include <stdio.h>
#include <string.h>

#include "position/frequency.h"
#include "real/formula.h"

enum { MOST_COLUMNS = 1 << 20 };

/* Positions and layers that steps may depend on.  */
#define MOST_LENGTH 1000000000000000000ul

const char *
assay_turn_axes (const struct assay_turn_options *options,
                 const struct assay_tensor *tensor)
{
  if (options->text[ASSAY_TURN_AXES])
    return options->text[ASSAY_TURN_AXES];
  return tensor->axes == 2 ? "sd" : tensor->axes == 3 ? "hsd" : "bhsd";
}

enum assay_status
assay_turn_view (struct assay_view *view, const struct assay_tensor *tensor,
                 const struct assay_turn_options *options,
                 enum assay_turn_option option, struct assay_ctx *ctx)
{
  const struct assay_where where = { NULL, assay_turn_name (options, option),
                                     0 };
  const char *axes = assay_turn_axes (options, tensor);
  const struct assay_where where_axes = { NULL, "--axes", 0 };
  const struct assay_where where_heads = { NULL, "--heads", 0 };
  unsigned long heads = 0;
  enum assay_status status;

  status = assay_turn_number (&heads, options, ASSAY_TURN_HEADS, 1,
                              MOST_COLUMNS, ctx);
  if (status == ASSAY_OK && strstr (axes, "(hd)") && heads == 0)
    status = assay_fail (ctx, ASSAY_EVALUE, &where_axes, "--heads=H beside an "
                         "axis (hd)", "none");
  if (status == ASSAY_OK)
    status = assay_view_axes (view, tensor, axes, heads, ctx, &where);
  if (status == ASSAY_OK && heads > 0 && view->shape[ASSAY_VIEW_H] != heads)
    status = assay_fail (ctx, ASSAY_EVALUE, &where_heads, "the heads that "
                         "the tensor has", "%lu, where %s has %zu", heads,
                         tensor->name, view->shape[ASSAY_VIEW_H]);
  return status;
}

/* ---- layout ---- */

/* --layout; required where no config tells it.  */
static enum assay_status
read_pairing (enum assay_pairing *pairing,
              const struct assay_turn_options *options, int is_known,
              struct assay_ctx *ctx)
{
  static const char *const names[] = { "adjacent", "split-half", NULL };
  const struct assay_where where = { NULL, "--layout", 0 };
  int index = (int) *pairing;
  enum assay_status status;

  if (!is_known && options->text[ASSAY_TURN_LAYOUT] == NULL)
    return assay_fail (ctx, ASSAY_EVALUE, &where, "adjacent or split-half "
                       "where no --config tells it", "none");
  status = assay_turn_choice (&index, options, ASSAY_TURN_LAYOUT, names, ctx);
  *pairing = (enum assay_pairing) index;
  return status;
}

enum assay_status
assay_turn_layout (struct assay_layout *layout,
                   const struct assay_turn_options *options, size_t columns,
                   size_t usual, int needs_pairing, struct assay_ctx *ctx)
{
  unsigned long width = usual;
  enum assay_status status;

  layout->pairing = ASSAY_PAIRING_SPLIT_HALF;
  status = read_pairing (&layout->pairing, options, !needs_pairing, ctx);
  if (status == ASSAY_OK)
    status = assay_turn_number (&width, options, ASSAY_TURN_ROTARY_DIM, 2,
                                columns, ctx);
  if (status == ASSAY_OK && width % 2 != 0
      && options->text[ASSAY_TURN_ROTARY_DIM])
    status = assay_turn_misfit (options, ASSAY_TURN_ROTARY_DIM,
                                "an even number", ctx);
  layout->rotary_dim = width;
  layout->head_dim = columns;
  layout->offset = 0;
  return status;
}

/* ---- positions ---- */

enum assay_status
assay_turn_positions (struct assay_turn_source *source,
                      const struct assay_turn_options *options, size_t axes,
                      const struct assay_view *like, struct assay_ctx *ctx)
{
  size_t batches = like->shape[ASSAY_VIEW_B];
  size_t rows = like->shape[ASSAY_VIEW_S];

  source->has_positions = 1;
  if (options->text[ASSAY_TURN_POSITIONS])
    return assay_positions_open (&source->positions,
                                 options->text[ASSAY_TURN_POSITIONS],
                                 "--positions", axes, batches, rows, ctx);
  assay_positions_count_up (&source->positions, axes, batches, rows);
  return ASSAY_OK;
}

/* As many as any pair of SECTIONS turns by.  */
static size_t
count_axes (const struct assay_sections *sections, size_t pairs)
{
  size_t axes = 1, i;

  for (i = 0; i < pairs && sections->rule != ASSAY_SECTIONS_NONE; i++)
    {
      size_t axis = (size_t) assay_sections_axis (sections, i);

      /* Positions come with at least time, height and width.  */
      axes = axis + 1 > axes ? axis + 1 : axes;
      axes = axes < 3 ? 3 : axes;
    }
  return axes;
}

/* ---- angles of a config ---- */

static enum assay_status
choose_plan (struct assay_turn_source *source,
             const struct assay_turn_options *options, struct assay_ctx *ctx)
{
  const struct assay_where where = { NULL, "--layer", 0 };
  const struct assay_rope_config *config = &source->config;
  unsigned long layer = 0;
  enum assay_status status;

  status = assay_turn_number (&layer, options, ASSAY_TURN_LAYER, 0, 65535,
                              ctx);
  if (status != ASSAY_OK)
    return status;
  if (options->text[ASSAY_TURN_LAYER])
    source->plan = assay_rope_config_layer (config, layer);
  else if (config->group_count == 1)
    source->plan = &config->group[0];
  if (source->plan == NULL)
    return assay_fail (ctx, ASSAY_EVALUE, &where,
                       options->text[ASSAY_TURN_LAYER]
                       ? "a layer of the config"
                       : "the layer that is meant, where layers turn "
                         "differently", options->text[ASSAY_TURN_LAYER]
                       ? "%lu" : "none", layer);
  if (source->plan->type == ASSAY_ROPE_NONE)
    return assay_fail (ctx, ASSAY_EVALUE, &where, "layers that turn",
                       "layers without a rotation");
  return ASSAY_OK;
}

/* LAYOUT <- the plan's, for x of COLUMNS: the whole head or its turned slice
   alone.  */
static enum assay_status
plan_layout (struct assay_layout *layout,
             const struct assay_turn_source *source,
             const struct assay_turn_options *options, size_t columns,
             struct assay_ctx *ctx)
{
  const struct assay_where where = { NULL, "--config", 0 };
  enum assay_status status;

  *layout = source->plan->layout;
  status = read_pairing (&layout->pairing, options, 1, ctx);
  if (status == ASSAY_OK && options->text[ASSAY_TURN_ROTARY_DIM])
    status = assay_turn_misfit (options, ASSAY_TURN_ROTARY_DIM,
                                "nothing beside --config, which tells it",
                                ctx);
  if (status != ASSAY_OK || !source->has_x || columns == layout->head_dim)
    return status;
  if (columns != layout->rotary_dim)
    return assay_fail (ctx, ASSAY_EVALUE, &where, "a head as wide as x, or a "
                       "turned slice", "a head of %zu with a slice of %zu, "
                       "for %zu columns", layout->head_dim,
                       layout->rotary_dim, columns);
  layout->head_dim = layout->rotary_dim;
  layout->offset = 0;
  return ASSAY_OK;
}

/* Steps of the plan for a call that reaches every position.  */
static enum assay_status
make_steps (struct assay_turn_source *source,
            const struct assay_turn_options *options, struct assay_ctx *ctx)
{
  const struct assay_where where = { NULL, "--length", 0 };
  struct assay_rope_call *call = &source->call;
  int64_t most = source->positions.most;
  enum assay_status status;

  if (most >= 0)
    call->length = (unsigned long) most + 1;
  status = assay_turn_number (&call->length, options, ASSAY_TURN_LENGTH, 1,
                              MOST_LENGTH, ctx);
  if (status == ASSAY_OK && most >= 0 && (unsigned long) most >= call->length)
    status = assay_fail (ctx, ASSAY_EVALUE, &where, "a length above every "
                         "position", "%lu, and the position %lld",
                         call->length, (long long) most);
  if (status == ASSAY_OK)
    status = assay_rope_steps_make (&source->steps, source->plan, call, ctx);
  return status;
}

static enum assay_status
turn_by_config (struct assay_turn_source *source,
                const struct assay_turn_options *options,
                const struct assay_view *like, struct assay_ctx *ctx)
{
  const struct assay_rope_given given
    = { source->has_x ? like->shape[ASSAY_VIEW_D] : 0, 1 };
  const struct assay_view *x = source->has_x ? &source->x_view : NULL;
  const struct assay_sections *sections;
  struct assay_layout layout;
  enum assay_status status;

  source->has_config = 1;
  assay_rope_config_init (&source->config);
  status = assay_rope_config_read_file (&source->config,
                                        options->text[ASSAY_TURN_CONFIG],
                                        &given, ctx);
  if (status != ASSAY_OK)
    assay_ctx_name_source (ctx, options->text[ASSAY_TURN_CONFIG]);
  else
    status = choose_plan (source, options, ctx);
  if (status != ASSAY_OK)
    return status;
  sections = &source->plan->sections;
  status = plan_layout (&layout, source, options, like->shape[ASSAY_VIEW_D],
                        ctx);
  if (status == ASSAY_OK)
    status = assay_turn_positions (source, options,
                                   count_axes (sections,
                                               layout.rotary_dim / 2),
                                   like, ctx);
  if (status == ASSAY_OK)
    status = make_steps (source, options, ctx);
  if (status == ASSAY_OK)
    status = assay_rotation_by_angles (&source->rotation, x,
                                       source->allowed, &layout,
                                       source->steps.w, source->steps.count,
                                       source->steps.magnitude, sections,
                                       &source->positions, ctx);
  if (status == ASSAY_OK && source->plan->turns_back)
    source->rotation.sign = -1;
  return status;
}

/* ---- angles of a base ---- */

/* What a config would say.  */
static void
note_plain (struct assay_turn_source *source, mpq_srcptr base,
            mpq_srcptr factor, const struct assay_layout *layout)
{
  struct assay_rope_plan *plain = &source->plain;

  source->has_plain = 1;
  assay_rope_plan_init (plain);
  plain->type = mpq_cmp_ui (factor, 1, 1) == 0 ? ASSAY_ROPE_DEFAULT
                                               : ASSAY_ROPE_LINEAR;
  plain->layout = *layout;
  assay_rope_value_set (&plain->value[ASSAY_KEY_THETA], base, "--base");
  assay_rope_value_set (&plain->value[ASSAY_KEY_FACTOR], factor, "--factor");
}

/* W[i] <- base^(-2i/r) / factor.  */
static enum assay_status
base_steps (struct assay_turn_source *source,
            const struct assay_turn_options *options,
            const struct assay_layout *layout, struct assay_ctx *ctx)
{
  size_t width = layout->rotary_dim;
  struct assay_expr *base, *factor;
  enum assay_status status;
  int is_given = 0;
  mpq_t value, theta;
  size_t i;

  mpq_inits (value, theta, (mpq_ptr) 0);
  status = assay_turn_exact (value, &is_given, options, ASSAY_TURN_BASE,
                             ASSAY_ABOVE_ZERO, ctx);
  mpq_set (theta, value);
  base = assay_expr_new_rational (value);
  mpq_set_ui (value, 1, 1);
  if (status == ASSAY_OK)
    status = assay_turn_exact (value, &is_given, options, ASSAY_TURN_FACTOR,
                               ASSAY_ABOVE_ZERO, ctx);
  factor = assay_expr_new_rational (value);
  if (status == ASSAY_OK)
    note_plain (source, theta, value, layout);
  source->pairs = width / 2;
  source->w = assay_formula_list (source->pairs);
  for (i = 0; i < source->pairs && status == ASSAY_OK; i++)
    status = assay_frequency_linear (&source->w[i], base, factor, i, width,
                                     ctx);
  assay_expr_unref (base);
  assay_expr_unref (factor);
  mpq_clears (value, theta, (mpq_ptr) 0);
  return status;
}

static enum assay_status
turn_by_base (struct assay_turn_source *source,
              const struct assay_turn_options *options,
              const struct assay_view *like, struct assay_ctx *ctx)
{
  const struct assay_where where = { NULL, "--rotary-dim", 0 };
  const struct assay_view *x = source->has_x ? &source->x_view : NULL;
  size_t columns = like->shape[ASSAY_VIEW_D];
  unsigned long width = columns;
  struct assay_layout layout;
  enum assay_status status;

  if (!source->has_x && options->text[ASSAY_TURN_ROTARY_DIM] == NULL)
    return assay_fail (ctx, ASSAY_EVALUE, &where, "the width that turns, "
                       "beside --base without --x", "none");
  /* Columns of pairs are the same whatever the layout.  */
  status = assay_turn_number (&width, options, ASSAY_TURN_ROTARY_DIM, 2,
                              MOST_COLUMNS, ctx);
  if (status != ASSAY_OK)
    return status;
  status = assay_turn_layout (&layout, options,
                              source->has_x ? columns : 2 * columns,
                              columns, source->has_x || width <= columns,
                              ctx);
  if (status == ASSAY_OK && !source->has_x)
    layout.head_dim = layout.rotary_dim;
  if (status == ASSAY_OK)
    status = base_steps (source, options, &layout, ctx);
  if (status == ASSAY_OK)
    status = assay_turn_positions (source, options, 1, like, ctx);
  return status != ASSAY_OK ? status
         : assay_rotation_by_angles (&source->rotation, x, source->allowed,
                                     &layout, source->w, source->pairs, NULL,
                                     NULL, &source->positions, ctx);
}

/* ---- all of it ---- */

/* No option whose owner is not there.  */
static enum assay_status
check_choice (const struct assay_turn_options *options, struct assay_ctx *ctx)
{
  static const struct { enum assay_turn_option option, owner; } parts[] = {
    { ASSAY_TURN_LAYER, ASSAY_TURN_CONFIG },
    { ASSAY_TURN_LENGTH, ASSAY_TURN_CONFIG },
    { ASSAY_TURN_FACTOR, ASSAY_TURN_BASE }, { ASSAY_TURN_SIN, ASSAY_TURN_COS },
    { ASSAY_TURN_COS, ASSAY_TURN_SIN }, { ASSAY_TURN_DTYPE_TABLE,
                                          ASSAY_TURN_COS },
    { ASSAY_TURN_COS, ASSAY_TURN_X }, { ASSAY_TURN_SIGN, ASSAY_TURN_X },
    { ASSAY_TURN_NONFINITE, ASSAY_TURN_X },
  };
  const char *const *text = options->text;
  char beside[40];
  size_t n;

  for (n = 0; n < sizeof parts / sizeof parts[0]; n++)
    if (text[parts[n].option] && text[parts[n].owner] == NULL)
      {
        const struct assay_where where
          = { NULL, assay_turn_option_name (parts[n].option), 0 };

        snprintf (beside, sizeof beside, "%s beside it",
                  assay_turn_option_name (parts[n].owner));
        return assay_fail (ctx, ASSAY_EVALUE, &where, beside, "none");
      }
  return ASSAY_OK;
}

static enum assay_status
open_x (struct assay_turn_source *source,
        const struct assay_turn_options *options, struct assay_ctx *ctx)
{
  enum assay_status status;

  source->has_x = 1;
  status = assay_turn_nonfinite (&source->allowed, options, ctx);
  if (status == ASSAY_OK)
    status = assay_turn_tensor (&source->x, options, ASSAY_TURN_X,
                                ASSAY_TURN_DTYPE_X, ctx);
  return status != ASSAY_OK ? status
         : assay_turn_view (&source->x_view, &source->x, options,
                            ASSAY_TURN_X, ctx);
}

/* --sign=-1 turns back what turns forward, and the other way round.  */
static enum assay_status
read_sign (struct assay_turn_source *source,
           const struct assay_turn_options *options, struct assay_ctx *ctx)
{
  static const char *const signs[] = { "1", "-1", NULL };
  int index = 0;
  enum assay_status status = assay_turn_choice (&index, options,
                                                ASSAY_TURN_SIGN, signs, ctx);

  if (index == 1)
    source->rotation.sign = -source->rotation.sign;
  return status;
}

enum assay_status
assay_turn_source_init (struct assay_turn_source *source,
                        const struct assay_turn_options *options,
                        const struct assay_view *table,
                        struct assay_ctx *ctx)
{
  enum assay_status status = check_choice (options, ctx);
  const struct assay_view *like = table;

  if (status == ASSAY_OK && options->text[ASSAY_TURN_X])
    {
      status = open_x (source, options, ctx);
      like = &source->x_view;
    }
  if (status != ASSAY_OK)
    return status;
  if (options->text[ASSAY_TURN_CONFIG])
    status = turn_by_config (source, options, like, ctx);
  else if (options->text[ASSAY_TURN_BASE])
    status = turn_by_base (source, options, like, ctx);
  else
    status = assay_turn_by_tables (source, options, ctx);
  return status != ASSAY_OK ? status : read_sign (source, options, ctx);
}

void
assay_turn_source_clear (struct assay_turn_source *source)
{
  assay_rotation_clear (&source->rotation);
  assay_formula_list_free (source->w, source->pairs);
  assay_rope_steps_clear (&source->steps);
  if (source->has_config)
    assay_rope_config_clear (&source->config);
  if (source->has_plain)
    assay_rope_plan_clear (&source->plain);
  assay_positions_close (&source->positions);
  assay_tensor_close (&source->x);
  assay_tensor_close (&source->cosine);
  assay_tensor_close (&source->sine);
}

const struct assay_rope_plan *
assay_turn_source_plan (const struct assay_turn_source *source)
{
  return source->has_plain ? &source->plain : source->plan;
}
