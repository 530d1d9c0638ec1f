/* rope_config.c -- from a model's config.json to a plan for each layer */

#include "position/rope_config.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/json.h"
#include "base/memory.h"
#include "base/text.h"
#include "position/config_layers.h"
#include "position/config_set.h"

/* A config is a page of text; some hold long lists.  */
#define MAX_CONFIG_BYTES ((size_t) 1 << 26)

void
assay_rope_config_init (struct assay_rope_config *config)
{
  *config = (struct assay_rope_config) { 0 };
}

void
assay_rope_config_clear (struct assay_rope_config *config)
{
  size_t i;

  for (i = 0; i < config->group_count; i++)
    assay_rope_plan_clear (&config->group[i]);
  free (config->group);
  free (config->warning);
  free (config->model_type);
  assay_rope_config_init (config);
}

/* Text of the document reaches a terminal: no control characters.  */
static void
make_printable (char *text)
{
  for (; *text; text++)
    if ((unsigned char) *text < 32 || *text == 127)
      *text = '?';
}

void
assay_rope_config_warn (struct assay_rope_config *config, const char *code,
                        const char *path, const char *text, ...)
{
  struct assay_rope_warning *warning;
  va_list args;
  size_t i;

  for (i = 0; i < config->warning_count; i++)
    if (strcmp (config->warning[i].code, code) == 0
        && strcmp (config->warning[i].path, path) == 0)
      {
        config->warning[i].is_current = 1;
        return;
      }
  config->warning = assay_realloc (config->warning,
                                   config->warning_count + 1,
                                   sizeof config->warning[0]);
  warning = &config->warning[config->warning_count++];
  warning->groups = 0;
  warning->is_current = 1;
  warning->code = code;
  snprintf (warning->path, sizeof warning->path, "%s", path);
  make_printable (warning->path);
  va_start (args, text);
  vsnprintf (warning->text, sizeof warning->text, text, args);
  va_end (args);
  make_printable (warning->text);
}

/* What was warned of since FROM_NOW_ON is about group INDEX.  */
static void
from_now_on (struct assay_rope_config *config)
{
  size_t i;

  for (i = 0; i < config->warning_count; i++)
    config->warning[i].is_current = 0;
}

static void
warned_about (struct assay_rope_config *config, size_t index)
{
  size_t i;

  for (i = 0; i < config->warning_count; i++)
    if (config->warning[i].is_current)
      config->warning[i].groups |= 1u << index;
}

int
assay_rope_warning_is_about (const struct assay_rope_warning *warning,
                             size_t group)
{
  return warning->groups == 0 || (warning->groups >> group & 1);
}

const struct assay_rope_plan *
assay_rope_config_layer (const struct assay_rope_config *config, size_t layer)
{
  size_t i, k;

  for (i = 0; i < config->group_count; i++)
    {
      const struct assay_rope_plan *group = &config->group[i];

      if (group->all_layers
          && (config->layer_count == 0 || layer < config->layer_count))
        return group;
      for (k = 0; k < group->layer_count; k++)
        if (group->layer[k] == layer)
          return group;
    }
  return NULL;
}

/* ---- finding the parts ---- */

struct parts
{
  struct assay_config_part body;
  struct assay_where body_where, set_where;
  struct assay_config_set set;
  struct assay_layer_kinds kinds;
};

/* The text model's config: the document, or a member of it.  */
static void
find_body (struct parts *p, const struct assay_config_text *text)
{
  static const char *const inner[] = { "text_config", "llm_config",
                                       "language_config", NULL };
  size_t i;

  p->body = (struct assay_config_part) { text, text->root, NULL };
  for (i = 0; inner[i]; i++)
    {
      const json_t *member = json_object_get (text->root, inner[i]);

      if (!json_is_object (member)
          || json_object_get (text->root, "hidden_size"))
        continue;
      p->body_where = (struct assay_where) { NULL, inner[i], 0 };
      p->body.object = member;
      p->body.where = &p->body_where;
      return;
    }
}

/* Whether the document is a block of parameters and no config.  */
static int
is_bare (const json_t *root)
{
  return (json_object_get (root, "rope_type") || json_object_get (root, "type")
          || json_object_get (root, "factor"))
         && !json_object_get (root, "rope_scaling")
         && !json_object_get (root, "rope_parameters");
}

/* An empty object and null are as good as nothing.  */
static enum assay_status
find_set (struct parts *p, struct assay_ctx *ctx)
{
  static const char *const keys[] = { "rope_scaling", "rope_parameters",
                                      NULL };
  size_t i;

  p->set.set = (struct assay_config_part) { p->body.text, NULL, NULL };
  if (is_bare (p->body.object))
    {
      p->set.set = p->body;
      return ASSAY_OK;
    }
  for (i = 0; keys[i]; i++)
    {
      const json_t *member = assay_config_member (&p->body, keys[i]);

      if (member == NULL || json_is_false (member)
          || (json_is_object (member) && json_object_size (member) == 0))
        continue;
      p->set_where = (struct assay_where) { p->body.where, keys[i], 0 };
      if (!json_is_object (member))
        return assay_config_refuse (p->body.text, member, ctx, ASSAY_ETYPE,
                                    &p->set_where, "an object or null");
      p->set.set.object = member;
      p->set.set.where = &p->set_where;
      return ASSAY_OK;
    }
  return ASSAY_OK;
}

/* Whether every member of SET is a set for one kind of layers.  */
static int
is_nested (const json_t *set)
{
  const char *key;
  json_t *member;

  json_object_foreach ((json_t *) set, key, member)
    if (!assay_layer_label_is_known (key)
        || !(json_is_object (member) || json_is_null (member)))
      return 0;
  return json_object_size (set) > 0;
}

static enum assay_status
find_class (struct assay_rope_config *config, struct parts *p,
            struct assay_ctx *ctx)
{
  struct assay_config_part root = { p->body.text, p->body.text->root, NULL };
  const char *type;
  enum assay_status status = assay_config_string (&type, &p->body,
                                                  "model_type", ctx);

  if (status == ASSAY_OK && type == NULL)
    status = assay_config_string (&type, &root, "model_type", ctx);
  if (status != ASSAY_OK)
    return status;
  config->class = assay_model_class_find (type);
  if (type)
    {
      config->model_type = assay_strdup (type);
      make_printable (config->model_type);
    }
  if (config->class == NULL)
    {
      config->class = assay_model_class_common ();
      if (type)
        assay_rope_config_warn (config, "model-type-unknown", "model_type",
                                "\"%.60s\" is not known here and is read by "
                                "the common rules: split-half pairs, base "
                                "10000 where none is given, a partial "
                                "factor counts", type);
      else
        assay_rope_config_warn (config, "model-type-absent", "model_type",
                                "absent: read by the common rules "
                                "(split-half pairs, base 10000 where none is "
                                "given, a partial factor counts)");
    }
  return ASSAY_OK;
}

/* ---- groups ---- */

/* The place of PLAN among the groups: an equal one, or the new last one,
   which takes over PLAN's memory.  */
static struct assay_rope_plan *
join_group (struct assay_rope_config *config, struct assay_rope_plan *plan)
{
  size_t i;

  for (i = 0; i < config->group_count; i++)
    if (assay_rope_plan_equal (&config->group[i], plan))
      {
        assay_rope_plan_clear (plan);
        return &config->group[i];
      }
  config->group = assay_realloc (config->group, config->group_count + 1,
                                 sizeof config->group[0]);
  config->group[config->group_count] = *plan;
  return &config->group[config->group_count++];
}

static enum assay_status
read_kind (struct assay_rope_config *config, struct parts *p, size_t kind,
           struct assay_ctx *ctx)
{
  const struct assay_layer_kind *layers = &p->kinds.kind[kind];
  struct assay_config_set s = p->set;
  struct assay_rope_plan plan, *group;
  struct assay_where where = { s.set.where, layers->label, 0 };
  enum assay_status status = ASSAY_OK;
  int turns = layers->turns;
  size_t k;

  s.label = layers->label;
  if (s.is_nested)
    {
      s.set.object = assay_config_member (&p->set.set, layers->label);
      s.set.where = &where;
      turns = turns && s.set.object;
    }
  assay_rope_plan_init (&plan);
  from_now_on (config);
  if (turns)
    status = assay_config_set_read (&plan, &s, config, ctx);
  else
    status = assay_config_still_read (&plan, &s, config, ctx);
  if (status != ASSAY_OK)
    {
      assay_rope_plan_clear (&plan);
      return status;
    }
  snprintf (plan.label, sizeof plan.label, "%s", layers->label);
  make_printable (plan.label);
  group = join_group (config, &plan);
  warned_about (config, (size_t) (group - config->group));
  for (k = 0; k < p->kinds.layer_count; k++)
    if (p->kinds.kind_of[k] == kind)
      assay_rope_plan_add_layer (group, k);
  return ASSAY_OK;
}

static int
by_number (const void *a, const void *b)
{
  size_t x = *(const size_t *) a, y = *(const size_t *) b;

  return (x > y) - (x < y);
}

static void
finish_groups (struct assay_rope_config *config)
{
  size_t i;

  for (i = 0; i < config->group_count; i++)
    if (config->group[i].layer_count > 1)
      qsort (config->group[i].layer, config->group[i].layer_count,
             sizeof config->group[i].layer[0], by_number);
  if (config->group_count == 1)
    config->group[0].all_layers = 1;
}

/* A nested set names kinds of layers that the config may not number.  */
static void
add_nested_kinds (struct assay_layer_kinds *kinds, const json_t *set)
{
  int is_plain = kinds->kind_count == 1 && kinds->kind[0].label[0] == '\0';
  const char *key;
  json_t *member;
  size_t i;

  if (is_plain)
    {
      free (kinds->kind_of);
      *kinds = (struct assay_layer_kinds) { 0 };
    }
  json_object_foreach ((json_t *) set, key, member)
    {
      for (i = 0; i < kinds->kind_count; i++)
        if (strcmp (kinds->kind[i].label, key) == 0)
          break;
      if (i < kinds->kind_count || i == ASSAY_MAX_LABELS)
        continue;
      snprintf (kinds->kind[i].label, sizeof kinds->kind[i].label, "%s", key);
      kinds->kind[i].turns = 1;
      kinds->kind_count++;
    }
}

static enum assay_status
read_groups (struct assay_rope_config *config, struct parts *p,
             struct assay_ctx *ctx)
{
  enum assay_status status;
  size_t kind;

  status = assay_layer_kinds_read (&p->kinds, &p->body, config->class, ctx);
  config->layer_count = p->kinds.layer_count;
  if (status == ASSAY_OK && p->set.set.object && is_nested (p->set.set.object))
    {
      p->set.is_nested = 1;
      add_nested_kinds (&p->kinds, p->set.set.object);
    }
  for (kind = 0; kind < p->kinds.kind_count && status == ASSAY_OK; kind++)
    status = read_kind (config, p, kind, ctx);
  if (status == ASSAY_OK)
    finish_groups (config);
  return status;
}

enum assay_status
assay_rope_config_read (struct assay_rope_config *config, const char *bytes,
                        size_t length, const struct assay_rope_given *g,
                        struct assay_ctx *ctx)
{
  struct assay_config_text text;
  struct parts p = { 0 };
  enum assay_status status;

  status = assay_config_text_parse (&text, bytes, length, ctx);
  if (status == ASSAY_OK && !json_is_object (text.root))
    status = assay_config_refuse (&text, text.root, ctx, ASSAY_ETYPE, NULL,
                                  "an object");
  if (status == ASSAY_OK)
    {
      find_body (&p, &text);
      p.set.given_head_dim = g->head_dim;
      p.set.given_yields = g->yields;
      status = find_set (&p, ctx);
    }
  if (status == ASSAY_OK)
    status = find_class (config, &p, ctx);
  if (status == ASSAY_OK)
    {
      p.set.body = p.body;
      p.set.class = config->class;
      status = read_groups (config, &p, ctx);
    }
  assay_layer_kinds_clear (&p.kinds);
  assay_config_text_clear (&text);
  return status;
}

enum assay_status
assay_rope_config_read_file (struct assay_rope_config *config,
                             const char *file,
                             const struct assay_rope_given *g,
                             struct assay_ctx *ctx)
{
  struct assay_text text;
  enum assay_status status;

  assay_text_init (&text);
  status = assay_text_read_file (&text, file, MAX_CONFIG_BYTES, ctx);
  if (status == ASSAY_OK)
    status = assay_rope_config_read (config, assay_text_string (&text),
                                     text.length, g, ctx);
  assay_text_clear (&text);
  return status;
}
