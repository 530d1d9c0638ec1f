/* config_set.c -- one set of rotary parameters read into a plan */

#include "position/config_set.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/json.h"

static int
label_slides (const struct assay_config_set *s)
{
  return strcmp (s->label, "sliding_attention") == 0;
}

/* ---- the type ---- */

static const struct
{
  const char *text;
  enum assay_rope_type type;
} types[] = {
  { "default", ASSAY_ROPE_DEFAULT },
  { "deepseek_yarn", ASSAY_ROPE_YARN },
  { "dynamic", ASSAY_ROPE_DYNAMIC },
  { "linear", ASSAY_ROPE_LINEAR },
  { "llama3", ASSAY_ROPE_LLAMA3 },
  { "longrope", ASSAY_ROPE_LONGROPE },
  { "mrope", ASSAY_ROPE_DEFAULT },
  { "ntk", ASSAY_ROPE_NTK },
  { "proportional", ASSAY_ROPE_PROPORTIONAL },
  { "su", ASSAY_ROPE_LONGROPE },
  { "xdrope", ASSAY_ROPE_DYNAMIC },
  { "yarn", ASSAY_ROPE_YARN },
};

enum { TYPE_COUNT = sizeof types / sizeof types[0] };

enum assay_status
assay_rope_type_find (enum assay_rope_type *type, const char *text)
{
  size_t i;

  for (i = 0; i < TYPE_COUNT; i++)
    if (strcmp (types[i].text, text) == 0)
      {
        *type = types[i].type;
        return ASSAY_OK;
      }
  return ASSAY_EVALUE;
}

static enum assay_status
set_type (struct assay_rope_plan *plan, const struct assay_config_set *s,
          const char *key, const char *text, struct assay_ctx *ctx)
{
  struct assay_where where = { s->set.where, key, 0 };
  char expected[200] = "one of";
  size_t i, used = strlen (expected);

  for (i = 0; i < TYPE_COUNT; i++)
    used += (size_t) snprintf (expected + used, sizeof expected - used,
                               "%s %s", i > 0 ? "," : "", types[i].text);
  if (assay_rope_type_find (&plan->type, text) != ASSAY_OK)
    return assay_fail (ctx, ASSAY_EVALUE, &where, expected, "\"%.60s\"",
                       text);
  /* Phi-3's class takes its "yarn" for longrope.  */
  if (strcmp (s->class->name, "phi3") == 0 && strcmp (text, "yarn") == 0)
    plan->type = ASSAY_ROPE_LONGROPE;
  snprintf (plan->type_text, sizeof plan->type_text, "%s", text);
  assay_where_render (plan->type_from, sizeof plan->type_from, &where);
  return ASSAY_OK;
}

static enum assay_status
read_type (struct assay_rope_plan *plan, const struct assay_config_set *s,
           struct assay_rope_config *config, struct assay_ctx *ctx)
{
  const char *text, *other;
  enum assay_status status;

  if ((status = assay_config_string (&text, &s->set, "rope_type", ctx))
      != ASSAY_OK
      || (status = assay_config_string (&other, &s->set, "type", ctx))
         != ASSAY_OK)
    return status;
  if (text && other && strcmp (text, other) != 0)
    {
      char path[160];

      snprintf (plan->other_type, sizeof plan->other_type, "%s", other);
      assay_config_path (path, sizeof path, &s->set, "type");
      assay_rope_config_warn (config, "type-differs", path, "type is "
                              "\"%.40s\" but rope_type is \"%.40s\": readers "
                              "differ in which one they take (D 21)", other,
                              text);
    }
  if (text)
    return set_type (plan, s, "rope_type", text, ctx);
  if (other)
    return set_type (plan, s, "type", other, ctx);
  plan->type = ASSAY_ROPE_DEFAULT;
  snprintf (plan->type_text, sizeof plan->type_text, "default");
  snprintf (plan->type_from, sizeof plan->type_from, "no rope_type is given");
  if (s->set.object == NULL && s->class->layers == ASSAY_LAYERS_PERIOD_LAST
      && strcmp (s->label, "full_attention") == 0)
    {
      plan->type = ASSAY_ROPE_PROPORTIONAL;
      snprintf (plan->type_text, sizeof plan->type_text, "proportional");
      snprintf (plan->type_from, sizeof plan->type_from,
                "default of model_type %s", s->class->name);
    }
  return ASSAY_OK;
}

/* ---- the base ---- */

/* The class's base, for the kind of layer at hand.  */
static void
default_theta (struct assay_rope_value *theta,
               const struct assay_config_set *s)
{
  unsigned long base = label_slides (s) && s->class->local_theta > 0
                       ? s->class->local_theta : s->class->theta;
  char from[80];

  if (theta->is_set)
    return;
  if (s->class->name[0] != '\0')
    snprintf (from, sizeof from, "default of model_type %s", s->class->name);
  else
    snprintf (from, sizeof from, "the usual default");
  assay_rope_value_set_ui (theta, base, from);
}

/* ChatGLM: the base is 10000 times "rope_ratio".  */
static enum assay_status
read_ratio (struct assay_rope_value *theta, const struct assay_config_set *s,
            struct assay_ctx *ctx)
{
  enum assay_status status;
  mpq_t base;

  if (theta->is_set)
    return ASSAY_OK;
  status = assay_config_value (theta, &s->body, "rope_ratio", ctx);
  if (status != ASSAY_OK || !theta->is_set)
    return status;
  mpq_init (base);
  mpq_set_ui (base, 10000, 1);
  mpq_mul (theta->value, theta->value, base);
  mpq_clear (base);
  return ASSAY_OK;
}

static enum assay_status
read_theta (struct assay_rope_plan *plan, const struct assay_config_set *s,
            struct assay_rope_config *config, struct assay_ctx *ctx)
{
  static const char *const key[] = { "rope_theta", "rotary_emb_base",
                                     "rope_embedding_base", NULL };
  struct assay_rope_value *theta = &plan->value[ASSAY_KEY_THETA];
  enum assay_status status;
  size_t i;

  status = assay_config_value (theta, &s->set, "rope_theta", ctx);
  if (status == ASSAY_OK && label_slides (s) && !s->is_nested)
    {
      if (s->class->legacy == ASSAY_LEGACY_LOCAL_BASE)
        status = assay_config_value (theta, &s->body, "rope_local_base_freq",
                                     ctx);
      if (s->class->legacy == ASSAY_LEGACY_LOCAL_BASE)
        {
          default_theta (theta, s);
          return status;
        }
    }
  for (i = 0; key[i] && status == ASSAY_OK; i++)
    status = assay_config_value (theta, &s->body, key[i], ctx);
  if (status == ASSAY_OK)
    status = read_ratio (theta, s, ctx);
  if (status == ASSAY_OK && theta->is_given && label_slides (s)
      && !s->is_nested && s->class->legacy == ASSAY_LEGACY_FULL
      && mpq_cmp_ui (theta->value, s->class->theta, 1) != 0)
    {
      plan->base_is_overridden = 1;
      assay_rope_config_warn (config, "legacy-base", theta->from,
                              "transformers takes it for the full layers "
                              "only; its sliding layers have the base %lu of "
                              "the class (D 24)", s->class->theta);
    }
  default_theta (theta, s);
  return status;
}

/* ---- lengths ---- */

static enum assay_status
read_lengths (struct assay_rope_plan *plan, const struct assay_config_set *s,
              struct assay_ctx *ctx)
{
  static const char *const key[] = {
    "max_position_embeddings", "n_positions", "seq_length",
    "max_sequence_length", NULL
  };
  struct assay_rope_value *length = &plan->value[ASSAY_KEY_LENGTH];
  struct assay_rope_value *original = &plan->value[ASSAY_KEY_ORIGINAL];
  const char *name = "original_max_position_embeddings";
  enum assay_status status = ASSAY_OK;
  size_t i;

  for (i = 0; key[i] && status == ASSAY_OK; i++)
    status = assay_config_value (length, &s->body, key[i], ctx);
  /* Phi-3's habit: a key of the whole config overrides the set's.  */
  if (status == ASSAY_OK && !s->is_nested)
    status = assay_config_value (original, &s->body, name, ctx);
  if (status == ASSAY_OK)
    status = assay_config_value (original, &s->set, name, ctx);
  if (status == ASSAY_OK && !original->is_set && length->is_set
      && (plan->type == ASSAY_ROPE_YARN || plan->type == ASSAY_ROPE_LONGROPE
          || plan->type == ASSAY_ROPE_LLAMA3))
    assay_rope_value_set (original, length->value, "max_position_embeddings, "
                          "in the absence of an original one");
  return status;
}

/* ---- everything that only the set says ---- */

static enum assay_status
read_numbers (struct assay_rope_plan *plan, const struct assay_config_set *s,
              struct assay_ctx *ctx)
{
  static const enum assay_rope_key key[] = {
    ASSAY_KEY_FACTOR, ASSAY_KEY_ALPHA, ASSAY_KEY_ATTENTION_FACTOR,
    ASSAY_KEY_BETA_FAST, ASSAY_KEY_BETA_SLOW, ASSAY_KEY_MSCALE,
    ASSAY_KEY_MSCALE_ALL_DIM, ASSAY_KEY_LOW, ASSAY_KEY_HIGH,
    ASSAY_KEY_SHORT_MSCALE, ASSAY_KEY_LONG_MSCALE, ASSAY_KEY_MIXED_B,
    ASSAY_KEY_QUERY_BETA
  };
  enum assay_status status = ASSAY_OK;
  size_t i;

  for (i = 0; i < sizeof key / sizeof key[0] && status == ASSAY_OK; i++)
    status = assay_config_value (&plan->value[key[i]], &s->set,
                                 assay_rope_key_name (key[i]), ctx);
  if (status == ASSAY_OK)
    status = assay_config_score_read (plan, s, ctx);
  if (status == ASSAY_OK && plan->type == ASSAY_ROPE_LONGROPE
      && (status = assay_config_list (&plan->short_factor, &s->set,
                                      "short_factor", ctx)) == ASSAY_OK)
    status = assay_config_list (&plan->long_factor, &s->set, "long_factor",
                                ctx);
  return status;
}

/* 0 and null both mean the default.  */
static void
default_beta (struct assay_rope_value *beta, unsigned long otherwise)
{
  if (!beta->is_set || mpq_sgn (beta->value) == 0)
    assay_rope_value_set_ui (beta, otherwise, "the default of yarn");
}

static enum assay_status
read_truncate (struct assay_rope_plan *plan, const struct assay_config_set *s,
               struct assay_rope_config *config, struct assay_ctx *ctx)
{
  enum assay_status status;

  status = assay_config_flag (&plan->truncate, &plan->truncate_is_given,
                              &s->set, "truncate", ctx);
  if (!plan->truncate_is_given)
    {
      snprintf (plan->truncate_from, sizeof plan->truncate_from,
                "the default of yarn");
      return status;
    }
  assay_config_path (plan->truncate_from, sizeof plan->truncate_from, &s->set,
                     "truncate");
  if (s->is_nested)
    assay_rope_config_warn (config, "truncate-nested", plan->truncate_from,
                            "transformers reads truncate only in a set for "
                            "all layers and ignores this one (D 2)");
  return status;
}

/* ---- sections ---- */

static enum assay_status
read_sections (struct assay_rope_plan *plan, const struct assay_config_set *s,
               struct assay_ctx *ctx)
{
  const struct assay_config_part *part = &s->set;
  const char *key = "mrope_section";
  struct assay_rope_list list = { 0 };
  enum assay_status status;
  int interleaved = 0, found = 0;
  size_t i;

  if (assay_config_member (part, "xdrope_section"))
    key = "xdrope_section";
  else if (assay_config_member (part, key) == NULL)
    part = &s->body;
  status = assay_config_list (&list, part, key, ctx);
  if (status == ASSAY_OK)
    status = assay_config_flag (&interleaved, &found, part,
                                "mrope_interleaved", ctx);
  if (status == ASSAY_OK && list.entry)
    {
      plan->sections.rule = key[0] == 'x' ? ASSAY_SECTIONS_CHUNKED_OWN
                            : s->class->sections != ASSAY_SECTIONS_NONE
                            ? s->class->sections
                            : interleaved ? ASSAY_SECTIONS_INTERLEAVED
                            : ASSAY_SECTIONS_CHUNKED;
      if (list.count < 3 || list.count > ASSAY_MAX_SECTIONS
          || (key[0] == 'x' && list.count > 4))
        status = assay_config_refuse (part->text,
                                      assay_config_member (part, key), ctx,
                                      ASSAY_EVALUE, &(struct assay_where)
                                      { part->where, key, 0 },
                                      "three to eight sections (four for "
                                      "xdrope)");
    }
  for (i = 0; i < list.count && status == ASSAY_OK; i++)
    {
      struct assay_where where = { part->where, key, 0 };
      struct assay_where place = { &where, NULL, i };

      if (mpz_cmp_ui (mpq_denref (list.entry[i]), 1) != 0
          || mpq_sgn (list.entry[i]) < 0
          || mpq_cmp_ui (list.entry[i], 65536, 1) > 0)
        status = assay_fail (ctx, ASSAY_EVALUE, &place, "an integer in "
                             "0..65536", "another number");
      else
        plan->sections.size[plan->sections.count++]
          = mpz_get_ui (mpq_numref (list.entry[i]));
    }
  for (i = 0; i < list.count; i++)
    mpq_clear (list.entry[i]);
  free (list.entry);
  return status;
}

enum assay_status
assay_config_still_read (struct assay_rope_plan *plan,
                         const struct assay_config_set *s,
                         struct assay_rope_config *config,
                         struct assay_ctx *ctx)
{
  enum assay_status status;

  plan->class = s->class;
  snprintf (plan->type_text, sizeof plan->type_text, "none");
  snprintf (plan->type_from, sizeof plan->type_from,
            "these layers do not turn");
  if ((status = read_lengths (plan, s, ctx)) == ASSAY_OK
      && (status = assay_config_score_read (plan, s, ctx)) == ASSAY_OK
      && (status = assay_config_width_read (plan, s, config, ctx))
         == ASSAY_OK)
    status = assay_config_check (plan, s, config, ctx);
  return status;
}

enum assay_status
assay_config_set_read (struct assay_rope_plan *plan,
                       const struct assay_config_set *source,
                       struct assay_rope_config *config,
                       struct assay_ctx *ctx)
{
  struct assay_config_set s = *source;
  enum assay_status status;

  /* An older config's block is not for the sliding layers of some.  */
  if (!s.is_nested && label_slides (&s)
      && s.class->legacy != ASSAY_LEGACY_ALL)
    s.set.object = NULL;
  plan->class = s.class;
  plan->turns_back = s.class->turns_back;
  plan->is_nested = s.is_nested;
  if (s.set.object)
    assay_where_render (plan->set_path, sizeof plan->set_path, s.set.where);
  if ((status = read_type (plan, &s, config, ctx)) != ASSAY_OK
      || (status = read_theta (plan, &s, config, ctx)) != ASSAY_OK
      || (status = read_lengths (plan, &s, ctx)) != ASSAY_OK
      || (status = read_numbers (plan, &s, ctx)) != ASSAY_OK
      || (status = read_sections (plan, &s, ctx)) != ASSAY_OK
      || (status = assay_config_width_read (plan, &s, config, ctx))
         != ASSAY_OK)
    return status;
  if (plan->value[ASSAY_KEY_SHORT_MSCALE].is_set
      && plan->value[ASSAY_KEY_LONG_MSCALE].is_set
      && strcmp (s.class->name, "phimoe") == 0)
    plan->rules.magnitude = ASSAY_MAGNITUDE_LIST_MSCALE;
  if (plan->type == ASSAY_ROPE_YARN)
    {
      default_beta (&plan->value[ASSAY_KEY_BETA_FAST], 32);
      default_beta (&plan->value[ASSAY_KEY_BETA_SLOW], 1);
      status = read_truncate (plan, &s, config, ctx);
    }
  if (status == ASSAY_OK)
    status = assay_config_check (plan, &s, config, ctx);
  return status;
}
