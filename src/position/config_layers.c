/* config_layers.c -- which kind of layer each layer of a model is */

#include "position/config_layers.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/json.h"
#include "base/memory.h"

static const char full[] = "full_attention";
static const char sliding[] = "sliding_attention";

int
assay_layer_label_is_known (const char *label)
{
  static const char *const known[] = {
    "full_attention", "sliding_attention", "chunked_attention",
    "linear_attention", "compressed_attention", "compressed_sparse_attention",
    "heavily_compressed_attention", "main", "compress", NULL
  };
  size_t i;

  for (i = 0; known[i]; i++)
    if (strcmp (label, known[i]) == 0)
      return 1;
  return 0;
}

/* Layers of these kinds mix tokens without positions.  */
static int
label_turns (const char *label)
{
  static const char *const still[] = { "linear_attention", "mamba", "conv",
                                       "recurrent", NULL };
  size_t i;

  for (i = 0; still[i]; i++)
    if (strcmp (label, still[i]) == 0)
      return 0;
  return 1;
}

/* The index of the kind LABEL, TURNS, added when it is new;
   ASSAY_MAX_LABELS when there is no room.  */
static size_t
kind_index (struct assay_layer_kinds *kinds, const char *label, int turns)
{
  size_t i;

  for (i = 0; i < kinds->kind_count; i++)
    if (strcmp (kinds->kind[i].label, label) == 0
        && kinds->kind[i].turns == turns)
      return i;
  if (i < ASSAY_MAX_LABELS)
    {
      snprintf (kinds->kind[i].label, sizeof kinds->kind[i].label, "%s",
                label);
      kinds->kind[i].turns = turns;
      kinds->kind_count++;
    }
  return i;
}

static enum assay_status
read_count (struct assay_layer_kinds *kinds,
            const struct assay_config_part *body, struct assay_ctx *ctx)
{
  static const char *const key[] = { "num_hidden_layers", "n_layer",
                                     "num_layers", NULL };
  enum assay_status status = ASSAY_OK;
  size_t i, count = 0;
  int found = 0;

  for (i = 0; key[i] && !found && status == ASSAY_OK; i++)
    status = assay_config_size (&count, &found, NULL, 0, body, key[i], 1,
                                ASSAY_MAX_LAYERS, ctx);
  if (status == ASSAY_OK && found)
    {
      kinds->layer_count = count;
      kinds->kind_of = assay_calloc (count, 1);
    }
  return status;
}

/* Kinds as the list "layer_types" names them.  */
static enum assay_status
read_types (struct assay_layer_kinds *kinds,
            const struct assay_config_part *body, const json_t *list,
            struct assay_ctx *ctx)
{
  struct assay_where where = { body->where, "layer_types", 0 };
  size_t k, count = json_array_size (list);

  if (!json_is_array (list))
    return assay_config_refuse (body->text, list, ctx, ASSAY_ETYPE, &where,
                                "a list of names");
  if (count == 0 || count > ASSAY_MAX_LAYERS
      || (kinds->layer_count > 0 && kinds->layer_count != count))
    return assay_config_refuse (body->text, list, ctx, ASSAY_EVALUE, &where,
                                "a name for each layer");
  free (kinds->kind_of);
  kinds->kind_of = assay_calloc (count, 1);
  kinds->layer_count = count;
  for (k = 0; k < count; k++)
    {
      struct assay_where place = { &where, NULL, k };
      const json_t *name = json_array_get (list, k);
      size_t index;

      if (!json_is_string (name))
        return assay_config_refuse (body->text, name, ctx, ASSAY_ETYPE,
                                    &place, "a name");
      index = kind_index (kinds, json_string_value (name),
                          label_turns (json_string_value (name)));
      if (index == ASSAY_MAX_LABELS)
        return assay_config_refuse (body->text, name, ctx, ASSAY_ELIMIT,
                                    &place, "at most 8 kinds of layers");
      kinds->kind_of[k] = (unsigned char) index;
    }
  return ASSAY_OK;
}

/* Whether layer K, counted from 0, is full by the pattern or the period.  */
static int
is_full (size_t k, size_t count, const char *pattern, size_t period,
         enum assay_layer_rule rule)
{
  if (pattern && pattern[0])
    return pattern[k % strlen (pattern)] == 'G';
  if (rule == ASSAY_LAYERS_PERIOD_LAST && k + 1 == count)
    return 1;
  return (k + 1) % period == 0;
}

static enum assay_status
read_period (struct assay_layer_kinds *kinds,
             const struct assay_config_part *body,
             const struct assay_model_class *class, struct assay_ctx *ctx)
{
  const char *key = "sliding_window_pattern", *pattern = NULL;
  enum assay_status status;
  size_t k, period = class->period;
  int found = 0;

  if (json_is_string (assay_config_member (body, key)))
    status = assay_config_string (&pattern, body, key, ctx);
  else
    status = assay_config_size (&period, &found, NULL, 0, body, key, 1,
                                ASSAY_MAX_LAYERS, ctx);
  if (status != ASSAY_OK)
    return status;
  kind_index (kinds, sliding, 1);
  kind_index (kinds, full, 1);
  for (k = 0; k < kinds->layer_count; k++)
    kinds->kind_of[k] = (unsigned char) is_full (k, kinds->layer_count,
                                                 pattern, period,
                                                 class->layers);
  return ASSAY_OK;
}

/* Full layers do not turn where a sliding window is configured.  */
static void
stop_full_layers (struct assay_layer_kinds *kinds,
                  const struct assay_config_part *body)
{
  size_t i;

  if (assay_config_member (body, "sliding_window") == NULL)
    return;
  for (i = 0; i < kinds->kind_count; i++)
    if (strcmp (kinds->kind[i].label, full) == 0)
      kinds->kind[i].turns = 0;
}

/* KIND_OF[k] <- turning (0) or not (1), by the list or by the period.  */
static enum assay_status
stop_listed_layers (struct assay_layer_kinds *kinds,
                    const struct assay_config_part *body,
                    const struct assay_model_class *class,
                    struct assay_ctx *ctx)
{
  struct assay_where where = { body->where, "no_rope_layers", 0 };
  const json_t *list = assay_config_member (body, "no_rope_layers");
  size_t k, period = class->period;
  enum assay_status status = ASSAY_OK;
  mpq_t flag;
  int found = 0;

  if (list && (!json_is_array (list)
               || (json_array_size (list) > 0 && kinds->layer_count > 0
                   && json_array_size (list) != kinds->layer_count)))
    return assay_config_refuse (body->text, list, ctx, ASSAY_EVALUE, &where,
                                "1 or 0 for each layer");
  status = assay_config_size (&period, &found, NULL, 0, body,
                              "no_rope_layer_interval", 1, ASSAY_MAX_LAYERS,
                              ctx);
  kinds->kind_count = 0;
  kind_index (kinds, "rotated", 1);
  kind_index (kinds, "not rotated", 0);
  mpq_init (flag);
  for (k = 0; k < kinds->layer_count && status == ASSAY_OK; k++)
    {
      struct assay_where place = { &where, NULL, k };

      kinds->kind_of[k] = (k + 1) % period == 0;
      if (json_array_size (list) == 0)
        continue;
      status = assay_config_number (flag, body->text,
                                    json_array_get (list, k), ctx, &place,
                                    "1 or 0");
      kinds->kind_of[k] = status == ASSAY_OK && mpq_sgn (flag) == 0;
    }
  mpq_clear (flag);
  return status;
}

enum assay_status
assay_layer_kinds_read (struct assay_layer_kinds *kinds,
                        const struct assay_config_part *body,
                        const struct assay_model_class *class,
                        struct assay_ctx *ctx)
{
  const json_t *types = assay_config_member (body, "layer_types");
  enum assay_status status;

  *kinds = (struct assay_layer_kinds) { 0 };
  status = read_count (kinds, body, ctx);
  if (status == ASSAY_OK && class->nope == ASSAY_NOPE_LISTED)
    return stop_listed_layers (kinds, body, class, ctx);
  if (status == ASSAY_OK && types)
    status = read_types (kinds, body, types, ctx);
  else if (status == ASSAY_OK && class->layers != ASSAY_LAYERS_ALIKE)
    status = read_period (kinds, body, class, ctx);
  else
    kind_index (kinds, "", 1);
  if (status == ASSAY_OK && class->nope == ASSAY_NOPE_FULL)
    stop_full_layers (kinds, body);
  return status;
}

void
assay_layer_kinds_clear (struct assay_layer_kinds *kinds)
{
  free (kinds->kind_of);
  *kinds = (struct assay_layer_kinds) { 0 };
}
