/* rope_report.c -- the plans of a config as text */

#include "report/rope_report.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "exact/rat.h"
#include "position/rope_reach.h"
#include "real/print.h"

int
assay_rope_view_shows (const struct assay_rope_view *view, size_t i)
{
  return !view->has_layer
         || assay_rope_config_layer (view->config, view->layer)
            == &view->config->group[i];
}

int
assay_rope_view_warns (const struct assay_rope_view *view,
                       const struct assay_rope_warning *warning)
{
  size_t i;

  for (i = 0; i < view->config->group_count; i++)
    if (assay_rope_view_shows (view, i)
        && assay_rope_warning_is_about (warning, i))
      return 1;
  return 0;
}

enum assay_status
assay_rope_digits (char **text, struct assay_expr *x, unsigned long digits,
                   struct assay_ctx *ctx)
{
  struct assay_decision decision;
  enum assay_status status = assay_print_digits (text, &decision, x, digits,
                                                 ctx);

  if (status == ASSAY_OK && *text == NULL)
    *text = assay_strdup ("undecided");
  return status;
}

enum assay_status
assay_rope_no_such (const char *option, size_t index, size_t count,
                    struct assay_ctx *ctx)
{
  struct assay_where where = { NULL, option, 0 };
  char expected[80];

  snprintf (expected, sizeof expected, "a number below %zu", count);
  return assay_fail (ctx, ASSAY_EVALUE, &where, count > 0 ? expected
                     : "a config that tells its layers", "%zu", index);
}

unsigned long
assay_rope_last_position (const struct assay_rope_view *view,
                          const struct assay_rope_plan *plan)
{
  /* A call no longer than the original length uses the short list.  */
  int shortened = plan->type == ASSAY_ROPE_LONGROPE && view->call.length == 0;
  mpq_srcptr length = assay_rope_plan_value (plan, shortened
                                             ? ASSAY_KEY_ORIGINAL
                                             : ASSAY_KEY_LENGTH);

  if (view->has_position)
    return view->position;
  if (view->call.length > 0
      && (length == NULL || mpq_cmp_ui (length, view->call.length, 1) > 0))
    return view->call.length - 1;
  if (length == NULL || mpq_cmp_ui (length, 1ul << 62, 1) >= 0
      || mpq_cmp_ui (length, 2, 1) < 0)
    return 0;
  return mpz_get_ui (mpq_numref (length)) - 1;
}

void
assay_rope_add_layers (struct assay_text *text,
                       const struct assay_rope_plan *plan)
{
  size_t i, end;

  if (plan->all_layers)
    {
      assay_text_add (text, "all layers");
      return;
    }
  if (plan->label[0] != '\0')
    assay_text_printf (text, "%s ", plan->label);
  assay_text_add (text, "layers");
  for (i = 0; i < plan->layer_count; i = end)
    {
      for (end = i + 1; end < plan->layer_count
                        && plan->layer[end] == plan->layer[end - 1] + 1;)
        end++;
      assay_text_printf (text, "%s%zu", i > 0 ? ", " : " ", plan->layer[i]);
      if (end - i > 1)
        assay_text_printf (text, "-%zu", plan->layer[end - 1]);
    }
}

/* "  factor                 32                     rope_scaling.factor".  */
static void
add_line (struct assay_text *text, const char *name, const char *value,
          const char *from)
{
  assay_text_printf (text, from[0] ? "  %-33s %-20s %s\n" : "  %-33s %s%s\n",
                     name, value, from);
}

static void
add_value (struct assay_text *text, const struct assay_rope_plan *plan,
           enum assay_rope_key key)
{
  const struct assay_rope_value *value = &plan->value[key];
  char *number;

  if (!value->is_set)
    return;
  number = assay_rope_value_text (value->value);
  add_line (text, assay_rope_key_name (key), number, value->from);
  free (number);
}

static void
add_layout (struct assay_text *text, const struct assay_rope_plan *plan)
{
  const struct assay_layout *layout = &plan->layout;
  struct assay_text line;
  size_t x, y;

  assay_text_init (&line);
  assay_layout_pair (&x, &y, layout, 0);
  assay_text_printf (&line, "%s, pair 0 is (%zu, %zu)",
                     assay_pairing_name (layout->pairing), x, y);
  if (plan->turns_back)
    assay_text_add (&line, ", turned by -a");
  add_line (text, "layout", assay_text_string (&line), "");
  assay_text_clear (&line);
}

static void
add_sections (struct assay_text *text, const struct assay_rope_plan *plan)
{
  struct assay_text line;
  size_t i;

  if (plan->sections.rule == ASSAY_SECTIONS_NONE)
    return;
  assay_text_init (&line);
  for (i = 0; i < plan->sections.count; i++)
    assay_text_printf (&line, "%s%zu", i > 0 ? ", " : "",
                       plan->sections.size[i]);
  assay_text_printf (&line, " (%s)",
                     assay_section_rule_name (plan->sections.rule));
  add_line (text, "mrope_section", assay_text_string (&line), "");
  assay_text_clear (&line);
}

/* "0-8 kept, 9-17 blended, 18-31 scaled".  */
static void
add_kinds (struct assay_text *text, const struct assay_rope_steps *steps)
{
  struct assay_text line;
  size_t i, end;

  assay_text_init (&line);
  for (i = 0; i < steps->count; i = end)
    {
      for (end = i + 1; end < steps->count
                        && steps->kind[end] == steps->kind[i];)
        end++;
      assay_text_printf (&line, "%s%zu", i > 0 ? ", " : "", i);
      if (end - i > 1)
        assay_text_printf (&line, "-%zu", end - 1);
      assay_text_printf (&line, " %s",
                         assay_pair_kind_name (steps->kind[i]));
    }
  add_line (text, "pairs", assay_text_string (&line), "");
  assay_text_clear (&line);
}

static enum assay_status
add_digits (struct assay_text *text, const char *name, struct assay_expr *x,
            const struct assay_rope_view *view, const char *from,
            struct assay_ctx *ctx)
{
  char *number;
  enum assay_status status = assay_rope_digits (&number, x, view->digits,
                                                ctx);

  if (status != ASSAY_OK)
    return status;
  add_line (text, name, number, from);
  free (number);
  return ASSAY_OK;
}

static enum assay_status
add_ramp (struct assay_text *text, const struct assay_ramp *ramp,
          struct assay_ctx *ctx)
{
  char *lo = NULL, *hi = NULL, *raw_lo = NULL, *raw_hi = NULL;
  struct assay_text line;
  enum assay_status status;

  if (ramp->lo == NULL)
    return ASSAY_OK;
  assay_text_init (&line);
  if ((status = assay_rope_digits (&lo, ramp->lo, 8, ctx)) == ASSAY_OK
      && (status = assay_rope_digits (&hi, ramp->hi, 8, ctx)) == ASSAY_OK
      && (status = assay_rope_digits (&raw_lo, ramp->raw_lo, 8, ctx))
         == ASSAY_OK
      && (status = assay_rope_digits (&raw_hi, ramp->raw_hi, 8, ctx))
         == ASSAY_OK)
    {
      assay_text_printf (&line, "%s to %s", lo, hi);
      if (strcmp (lo, raw_lo) != 0 || strcmp (hi, raw_hi) != 0)
        assay_text_printf (&line, ", from %s to %s", raw_lo, raw_hi);
      add_line (text, "ramp over pairs", assay_text_string (&line), "");
    }
  free (lo);
  free (hi);
  free (raw_lo);
  free (raw_hi);
  assay_text_clear (&line);
  return status;
}

static enum assay_status
add_reach (struct assay_text *text, const struct assay_rope_steps *steps,
           struct assay_ctx *ctx)
{
  struct assay_expr *reach = NULL;
  struct assay_text line;
  enum assay_status status;
  size_t pair;
  int found;

  status = assay_rope_slowest (&pair, &found, steps, ctx);
  if (status != ASSAY_OK || !found)
    return status;
  status = assay_rope_reach (&reach, steps->w[pair], ctx);
  if (status == ASSAY_OK)
    {
      assay_text_init (&line);
      assay_text_take (&line, assay_rat_text (assay_expr_rational (reach)));
      assay_text_printf (&line, ", by pair %zu", pair);
      add_line (text, "last before a full turn", assay_text_string (&line),
                "");
      assay_text_clear (&line);
    }
  assay_expr_unref (reach);
  return status;
}

/* Parameters, in the order of the keys.  */
static void
add_parameters (struct assay_text *text, const struct assay_rope_plan *plan)
{
  char number[32];
  int key;

  snprintf (number, sizeof number, "%zu", plan->layout.head_dim);
  add_line (text, "head size", number, plan->head_dim_from);
  if (plan->type == ASSAY_ROPE_NONE)
    {
      for (key = ASSAY_KEY_SCORE_SCALAR; key < ASSAY_KEY_COUNT; key++)
        add_value (text, plan, (enum assay_rope_key) key);
      return;
    }
  snprintf (number, sizeof number, "%zu", plan->layout.rotary_dim);
  add_line (text, "rotary width", number, plan->rotary_dim_from);
  add_layout (text, plan);
  for (key = 0; key < ASSAY_KEY_COUNT; key++)
    add_value (text, plan, (enum assay_rope_key) key);
  if (plan->type == ASSAY_ROPE_YARN)
    add_line (text, "truncate", plan->truncate ? "true" : "false",
              plan->truncate_from);
  add_sections (text, plan);
}

/* What cosine and sine, the score and the query are multiplied by.  */
static enum assay_status
add_factors (struct assay_text *text, const struct assay_rope_view *view,
             const struct assay_rope_plan *plan,
             const struct assay_rope_steps *steps, struct assay_ctx *ctx)
{
  enum assay_status status = ASSAY_OK;

  if (plan->type != ASSAY_ROPE_NONE)
    status = add_digits (text, "times cosine and sine", steps->magnitude,
                         view, "", ctx);
  if (status == ASSAY_OK)
    status = add_digits (text, "times the score", steps->score_scale, view,
                         "", ctx);
  if (status == ASSAY_OK)
    status = assay_rope_query_text (text, view, plan, ctx);
  return status;
}

static enum assay_status
add_turning (struct assay_text *text, const struct assay_rope_view *view,
             const struct assay_rope_plan *plan,
             const struct assay_rope_steps *steps, struct assay_ctx *ctx)
{
  enum assay_status status = ASSAY_OK;

  if (plan->type == ASSAY_ROPE_LONGROPE)
    add_line (text, "list", steps->has_long_list ? "long_factor"
                            : "short_factor", "");
  if (plan->type == ASSAY_ROPE_DYNAMIC)
    status = add_digits (text, "base in force", steps->base, view, "", ctx);
  if (status == ASSAY_OK
      && (status = add_ramp (text, &steps->ramp, ctx)) == ASSAY_OK
      && (status = add_factors (text, view, plan, steps, ctx)) == ASSAY_OK)
    {
      add_kinds (text, steps);
      status = add_reach (text, steps, ctx);
    }
  if (status == ASSAY_OK)
    status = assay_rope_pairs_text (text, view, plan, steps, ctx);
  return status;
}

static enum assay_status
add_group (struct assay_text *text, const struct assay_rope_view *view,
           const struct assay_rope_plan *plan, struct assay_ctx *ctx)
{
  struct assay_rope_steps steps;
  enum assay_status status;

  assay_text_add (text, "\n");
  assay_rope_add_layers (text, plan);
  assay_text_printf (text, ": type %s (%s)\n",
                     assay_rope_type_name (plan->type), plan->type_from);
  add_parameters (text, plan);
  status = assay_rope_steps_make (&steps, plan, &view->call, ctx);
  if (status == ASSAY_OK)
    status = plan->type == ASSAY_ROPE_NONE
             ? add_factors (text, view, plan, &steps, ctx)
             : add_turning (text, view, plan, &steps, ctx);
  assay_rope_steps_clear (&steps);
  return status;
}

static void
add_warnings (struct assay_text *text, const struct assay_rope_view *view)
{
  const struct assay_rope_config *config = view->config;
  size_t i, shown = 0;

  for (i = 0; i < config->warning_count; i++)
    if (assay_rope_view_warns (view, &config->warning[i]))
      assay_text_printf (text, "%s  %s: %s: %s\n",
                         shown++ > 0 ? "" : "\nwarnings\n",
                         config->warning[i].path, config->warning[i].code,
                         config->warning[i].text);
}

enum assay_status
assay_rope_report_text (struct assay_text *text, enum assay_verdict *agree,
                        const struct assay_rope_view *view,
                        struct assay_ctx *ctx)
{
  const struct assay_rope_config *config = view->config;
  enum assay_status status = ASSAY_OK;
  size_t i;

  *agree = ASSAY_HOLDS;
  if (view->has_layer
      && assay_rope_config_layer (config, view->layer) == NULL)
    return assay_rope_no_such ("--layer", view->layer, config->layer_count,
                               ctx);
  assay_text_printf (text, "%s: model_type %s", view->name,
                     config->model_type ? config->model_type : "absent");
  if (config->layer_count > 0)
    assay_text_printf (text, ", %zu layers", config->layer_count);
  assay_text_add (text, "\n");
  for (i = 0; i < config->group_count && status == ASSAY_OK; i++)
    if (assay_rope_view_shows (view, i))
      status = add_group (text, view, &config->group[i], ctx);
  add_warnings (text, view);
  if (status == ASSAY_OK && view->reader_count > 0)
    status = assay_rope_readers_text (text, agree, view, ctx);
  return status;
}
