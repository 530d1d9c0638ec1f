/* rope_report_json.c -- the plans of a config as JSON */

#include "report/rope_report.h"

#include <stdlib.h>
#include <string.h>

#include "exact/rat.h"
#include "position/rope_reach.h"

static enum assay_status
add_decimal (struct assay_json_out *out, const char *key,
             struct assay_expr *x, const struct assay_rope_view *view,
             struct assay_ctx *ctx)
{
  char *number;
  enum assay_status status = assay_rope_digits (&number, x, view->digits,
                                                ctx);

  if (status == ASSAY_OK)
    assay_json_take (out, key, number);
  return status;
}

static void
add_layers (struct assay_json_out *out, const struct assay_rope_plan *plan)
{
  size_t i;

  if (plan->all_layers)
    {
      assay_json_string (out, "layers", "all");
      return;
    }
  assay_json_open_inline_list (out, "layers");
  for (i = 0; i < plan->layer_count; i++)
    assay_json_integer (out, NULL, (long long) plan->layer[i]);
  assay_json_close (out);
  if (plan->label[0] != '\0')
    assay_json_string (out, "label", plan->label);
}

static void
add_layout (struct assay_json_out *out, const struct assay_rope_plan *plan)
{
  size_t i;

  assay_json_integer (out, "head_dim", (long long) plan->layout.head_dim);
  assay_json_integer (out, "rotary_dim", plan->type == ASSAY_ROPE_NONE ? 0
                      : (long long) plan->layout.rotary_dim);
  assay_json_string (out, "layout",
                     assay_pairing_name (plan->layout.pairing));
  assay_json_integer (out, "offset", (long long) plan->layout.offset);
  if (plan->sections.rule == ASSAY_SECTIONS_NONE)
    return;
  assay_json_open_inline_list (out, "axes");
  for (i = 0; i < plan->layout.rotary_dim / 2; i++)
    assay_json_string (out, NULL,
                       assay_axis_name (assay_sections_axis (&plan->sections,
                                                             i)));
  assay_json_close (out);
}

static void
add_parameters (struct assay_json_out *out,
                const struct assay_rope_plan *plan)
{
  int key;

  assay_json_open_list (out, "parameters");
  for (key = 0; key < ASSAY_KEY_COUNT; key++)
    {
      const struct assay_rope_value *value = &plan->value[key];
      char *text, *decimal;

      if (!value->is_set)
        continue;
      text = assay_rat_text (value->value);
      decimal = assay_rope_value_text (value->value);
      assay_json_open_inline_object (out, NULL);
      assay_json_string (out, "name",
                         assay_rope_key_name ((enum assay_rope_key) key));
      assay_json_string (out, "value", text);
      if (strcmp (text, decimal) != 0)
        assay_json_string (out, "decimal", decimal);
      assay_json_string (out, "from", value->from);
      assay_json_close (out);
      free (text);
      free (decimal);
    }
  assay_json_close (out);
}

static enum assay_status
add_pairs (struct assay_json_out *out, const struct assay_rope_view *view,
           const struct assay_rope_steps *steps, struct assay_ctx *ctx)
{
  enum assay_status status = ASSAY_OK;
  size_t i, from = view->has_pair ? view->pair : 0;
  size_t to = view->has_pair ? view->pair + 1 : steps->count;

  if (steps->count > 0 && from >= steps->count)
    return assay_rope_no_such ("--pair", view->pair, steps->count, ctx);
  to = to < steps->count ? to : steps->count;
  if (view->has_pair)
    assay_json_integer (out, "first_pair", (long long) from);
  assay_json_open_list (out, "inv_freq");
  for (i = from; i < to && status == ASSAY_OK; i++)
    status = add_decimal (out, NULL, steps->w[i], view, ctx);
  assay_json_close (out);
  assay_json_open_inline_list (out, "pairs");
  for (i = from; i < to; i++)
    assay_json_string (out, NULL, assay_pair_kind_name (steps->kind[i]));
  assay_json_close (out);
  return status;
}

/* Cosine and sine of each pair at the position asked for.  */
static enum assay_status
add_angles (struct assay_json_out *out, const struct assay_rope_view *view,
            const struct assay_rope_plan *plan,
            const struct assay_rope_steps *steps, struct assay_ctx *ctx)
{
  enum assay_status status = assay_rope_check_axes (view, plan, ctx);
  size_t i, from = view->has_pair ? view->pair : 0;
  size_t to = view->has_pair ? view->pair + 1 : steps->count;

  assay_json_open_list (out, "angles");
  for (i = from; i < to && i < steps->count && status == ASSAY_OK; i++)
    {
      struct assay_expr *angle = NULL, *x = NULL, *y = NULL;
      unsigned long position = assay_rope_view_position (view, plan, i);

      assay_json_open_object (out, NULL);
      if (view->has_axes)
        assay_json_integer (out, "position", (long long) position);
      if ((status = assay_rope_angle (&angle, NULL, steps->w[i],
                                      position, ctx)) == ASSAY_OK
          && (status = assay_expr_cos (&x, angle, ctx)) == ASSAY_OK
          && (status = assay_expr_sin (&y, angle, ctx)) == ASSAY_OK
          && (status = add_decimal (out, "angle", angle, view, ctx))
             == ASSAY_OK
          && (status = add_decimal (out, "cos", x, view, ctx)) == ASSAY_OK)
        status = add_decimal (out, "sin", y, view, ctx);
      assay_json_close (out);
      assay_expr_unref (angle);
      assay_expr_unref (x);
      assay_expr_unref (y);
    }
  assay_json_close (out);
  return status;
}

/* The warnings about the group; those about the whole config stand with the
   first one shown.  */
static void
add_warnings (struct assay_json_out *out,
              const struct assay_rope_config *config, size_t group,
              int is_first)
{
  size_t i;

  assay_json_open_list (out, "warnings");
  for (i = 0; i < config->warning_count; i++)
    {
      const struct assay_rope_warning *warning = &config->warning[i];

      if (!assay_rope_warning_is_about (warning, group)
          || (warning->groups == 0 && !is_first))
        continue;
      assay_json_open_inline_object (out, NULL);
      assay_json_string (out, "code", warning->code);
      assay_json_string (out, "path", warning->path);
      assay_json_string (out, "text", warning->text);
      assay_json_close (out);
    }
  assay_json_close (out);
}

static enum assay_status
add_group (struct assay_json_out *out, const struct assay_rope_view *view,
           size_t group, int is_first, struct assay_ctx *ctx)
{
  const struct assay_rope_plan *plan = &view->config->group[group];
  struct assay_rope_steps steps;
  enum assay_status status;

  assay_json_open_object (out, NULL);
  add_layers (out, plan);
  assay_json_string (out, "type", assay_rope_type_name (plan->type));
  add_layout (out, plan);
  add_parameters (out, plan);
  status = assay_rope_steps_make (&steps, plan, &view->call, ctx);
  if (status == ASSAY_OK && steps.base)
    status = add_decimal (out, "base", steps.base, view, ctx);
  if (status == ASSAY_OK
      && (status = add_decimal (out, "attention_factor", steps.magnitude,
                                view, ctx)) == ASSAY_OK
      && (status = add_decimal (out, "score_scale", steps.score_scale, view,
                                ctx)) == ASSAY_OK
      && (status = assay_rope_query_json (out, view, plan, ctx)) == ASSAY_OK
      && (status = add_pairs (out, view, &steps, ctx)) == ASSAY_OK
      && view->has_position)
    status = add_angles (out, view, plan, &steps, ctx);
  add_warnings (out, view->config, group, is_first);
  assay_json_close (out);
  assay_rope_steps_clear (&steps);
  return status;
}

enum assay_status
assay_rope_report_json (struct assay_text *text, enum assay_verdict *agree,
                        const struct assay_rope_view *view,
                        struct assay_ctx *ctx)
{
  const struct assay_rope_config *config = view->config;
  struct assay_json_out out;
  enum assay_status status = ASSAY_OK;
  int is_first = 1;
  size_t i;

  *agree = ASSAY_HOLDS;
  if (view->has_layer
      && assay_rope_config_layer (config, view->layer) == NULL)
    return assay_rope_no_such ("--layer", view->layer, config->layer_count,
                               ctx);
  assay_json_begin (&out, text, view->version, "rope");
  if (config->model_type)
    assay_json_string (&out, "model_type", config->model_type);
  else
    assay_json_null (&out, "model_type");
  assay_json_open_list (&out, "groups");
  for (i = 0; i < config->group_count && status == ASSAY_OK; i++)
    if (assay_rope_view_shows (view, i))
      {
        status = add_group (&out, view, i, is_first, ctx);
        is_first = 0;
      }
  assay_json_close (&out);
  if (status == ASSAY_OK)
    status = assay_rope_readers_json (&out, agree, view, ctx);
  assay_json_end (&out);
  return status;
}
