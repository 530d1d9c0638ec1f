/* plot_curves.c -- what assay plot draws: configs and frequencies at
   scales */

#include "cli/plot_curves.h"

#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "exact/rat.h"
#include "real/formula.h"

enum { MAX_FREQUENCIES = 256 };

void
assay_plot_curves_init (struct assay_plot_curves *curves)
{
  size_t i;

  memset (curves, 0, sizeof *curves);
  for (i = 0; i < ASSAY_PLOT_MAX_SCALES; i++)
    mpq_init (curves->scale[i]);
  mpq_set_ui (curves->scale[0], 1, 1);
  curves->scale_count = 1;
}

void
assay_plot_curves_clear (struct assay_plot_curves *curves)
{
  size_t i;

  for (i = 0; i < ASSAY_PLOT_MAX_SCALES; i++)
    mpq_clear (curves->scale[i]);
  for (i = 0; i < curves->count; i++)
    {
      free ((char *) curves->curve[i].name);
      free ((double *) curves->curve[i].y);
    }
  free (curves->x);
}

/* ITEMS[i] <- the rationals of LIST, separated by commas, up to MOST of
   them.  */
static enum assay_status
read_list (mpq_t *items, size_t *count, size_t most, const char *list,
           const char *option, struct assay_ctx *ctx)
{
  struct assay_where where = { NULL, option, 0 };
  enum assay_status status = ASSAY_OK;
  char *copy = assay_strdup (list), *next = copy, *end;

  for (*count = 0; next && status == ASSAY_OK; next = end)
    {
      end = strchr (next, ',');
      if (end)
        *end++ = '\0';
      if (*count == most)
        status = assay_fail (ctx, ASSAY_ELIMIT, &where, "fewer numbers",
                             "more than %zu", most);
      else if (strchr (next, '/'))
        status = assay_rat_read (items[*count], next, ctx, &where,
                                 "numbers separated by commas");
      else
        status = assay_rat_read_decimal (items[*count], next, ctx, &where,
                                         "numbers separated by commas");
      *count += status == ASSAY_OK;
    }
  free (copy);
  return status;
}

enum assay_status
assay_plot_scales (struct assay_plot_curves *curves, const char *list,
                   struct assay_ctx *ctx)
{
  struct assay_where where = { NULL, "--scale", 0 };
  enum assay_status status
    = read_list (curves->scale, &curves->scale_count, ASSAY_PLOT_MAX_SCALES,
                 list, "--scale", ctx);
  size_t i;

  for (i = 0; i < curves->scale_count && status == ASSAY_OK; i++)
    if (mpq_sgn (curves->scale[i]) == 0)
      status = assay_fail (ctx, ASSAY_EVALUE, &where,
                           "scales that are not zero", "0");
  return status;
}

static void
set_distances (struct assay_plot_curves *curves)
{
  size_t n = assay_distances_count (&curves->distances), j;

  if (curves->x)
    return;
  curves->x = assay_calloc (n, sizeof *curves->x);
  for (j = 0; j < n; j++)
    curves->x[j] = (double) (curves->distances.first
                             + j * curves->distances.step);
}

/* NAME, with ", positions / S" behind it where S is not 1; to be freed by the
   caller.  */
static char *
name_at_scale (const char *name, mpq_srcptr s)
{
  struct assay_text text;

  assay_text_init (&text);
  assay_text_add (&text, name);
  if (mpq_cmp_ui (s, 1, 1) != 0)
    {
      int whole = mpz_cmp_ui (mpq_denref (s), 1) == 0;

      assay_text_add (&text, whole ? ", positions / " : ", positions / (");
      assay_text_take (&text, assay_rat_text (s));
      assay_text_add (&text, whole ? "" : ")");
    }
  return text.bytes;
}

/* A curve a scale.  */
static enum assay_status
add_steps (struct assay_plot_curves *curves, const char *name,
           struct assay_expr *const *w, size_t pairs,
           struct assay_expr *magnitude, struct assay_ctx *ctx)
{
  size_t n = assay_distances_count (&curves->distances), i;
  enum assay_status status = ASSAY_OK;
  double *y;

  if (curves->has_pair)
    {
      struct assay_where where = { NULL, "--pair", 0 };

      if (curves->pair >= pairs)
        return assay_fail (ctx, ASSAY_EVALUE, &where, "a pair of the curve",
                           "%zu; %s has pairs 0..%zu", curves->pair, name,
                           pairs - 1);
      w += curves->pair;
      pairs = 1;
    }
  set_distances (curves);
  for (i = 0; i < curves->scale_count && status == ASSAY_OK; i++)
    {
      if (curves->count == ASSAY_PLOT_MAX_CURVES)
        return assay_fail (ctx, ASSAY_ELIMIT, NULL, "up to 24 curves",
                           "more");
      y = assay_calloc (n, sizeof *y);
      status = assay_score_curve (y, w, pairs, magnitude, curves->scale[i],
                                  &curves->distances, ctx);
      curves->curve[curves->count].name = name_at_scale (name,
                                                         curves->scale[i]);
      curves->curve[curves->count].n = n;
      curves->curve[curves->count].x = curves->x;
      curves->curve[curves->count++].y = y;
    }
  return status;
}

enum assay_status
assay_plot_add_frequencies (struct assay_plot_curves *curves,
                            const char *list, struct assay_ctx *ctx)
{
  struct assay_expr **w = assay_formula_list (MAX_FREQUENCIES);
  mpq_t *items = assay_rationals_new (MAX_FREQUENCIES);
  enum assay_status status;
  struct assay_text name;
  size_t count, i;

  assay_text_init (&name);
  status = read_list (items, &count, MAX_FREQUENCIES, list, "--frequencies",
                      ctx);
  for (i = 0; i < count && status == ASSAY_OK; i++)
    w[i] = assay_expr_new_rational (items[i]);
  assay_text_printf (&name, count == 1 ? "frequency %s" : "frequencies %s",
                     list);
  if (status == ASSAY_OK)
    status = add_steps (curves, name.bytes, w, count, NULL, ctx);
  assay_rationals_free (items, MAX_FREQUENCIES);
  assay_text_clear (&name);
  assay_formula_list_free (w, MAX_FREQUENCIES);
  return status;
}

/* "llama-3.1-8b" for "configs/llama-3.1-8b.json", and the group's label or
   first layer behind it where the config has several.  */
static void
add_name (struct assay_text *name, const char *file,
          const struct assay_rope_config *config,
          const struct assay_rope_plan *plan)
{
  const char *slash = strrchr (file, '/');
  const char *base = slash ? slash + 1 : file;
  size_t length = strlen (base);

  if (strcmp (file, "-") == 0)
    base = "standard input";
  else if (length > 5 && strcmp (base + length - 5, ".json") == 0)
    length -= 5;
  assay_text_printf (name, "%.*s", (int) (strcmp (file, "-") == 0
                                          ? strlen (base) : length), base);
  if (config->group_count < 2)
    return;
  if (plan->label[0])
    assay_text_printf (name, ", %s", plan->label);
  else if (plan->layer_count > 0)
    assay_text_printf (name, ", layer %zu and %zu more", plan->layer[0],
                       plan->layer_count - 1);
}

static enum assay_status
add_plan (struct assay_plot_curves *curves, const char *file,
          const struct assay_rope_config *config,
          const struct assay_rope_plan *plan, struct assay_ctx *ctx)
{
  struct assay_rope_call call = curves->call;
  struct assay_rope_steps steps;
  enum assay_status status;
  struct assay_text name;

  /* A distance lies in its call: without --length the shortest one that
     reaches the last distance is meant.  */
  if (call.length == 0)
    call.length = curves->distances.last + 1;
  status = assay_rope_steps_make (&steps, plan, &call, ctx);
  assay_text_init (&name);
  add_name (&name, file, config, plan);
  if (status == ASSAY_OK)
    status = add_steps (curves, name.bytes, steps.w, steps.count,
                        steps.magnitude, ctx);
  assay_text_clear (&name);
  assay_rope_steps_clear (&steps);
  return status;
}

enum assay_status
assay_plot_add_config (struct assay_plot_curves *curves, const char *file,
                       struct assay_ctx *ctx)
{
  struct assay_rope_config config;
  enum assay_status status;
  size_t i, added = 0;

  assay_rope_config_init (&config);
  status = assay_rope_config_read_file (&config, file, &curves->given, ctx);
  for (i = 0; i < config.group_count && status == ASSAY_OK; i++)
    {
      if (config.group[i].type == ASSAY_ROPE_NONE
          || (curves->has_layer
              && assay_rope_config_layer (&config, curves->layer)
                 != &config.group[i]))
        continue;
      status = add_plan (curves, file, &config, &config.group[i], ctx);
      added++;
    }
  if (status == ASSAY_OK && added == 0)
    status = assay_fail (ctx, ASSAY_EVALUE, NULL, "layers that turn",
                         "none%s", curves->has_layer ? " at --layer" : "");
  assay_rope_config_clear (&config);
  return status;
}
