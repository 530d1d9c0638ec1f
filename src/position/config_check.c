/* config_check.c -- which sets are errors and which deserve a warning */

#include "position/config_set.h"

#include <stdio.h>
#include <string.h>

#include "position/rope_steps.h"

struct check
{
  const struct assay_rope_plan *plan;
  const struct assay_config_set *s;
  struct assay_rope_config *config;
  struct assay_ctx *ctx;
};

/* ---- errors ---- */

static enum assay_status
refuse (const struct check *c, const char *key, const char *expected,
        const char *found)
{
  struct assay_where where = { c->s->set.object ? c->s->set.where
                               : c->s->body.where, key, 0 };

  return assay_fail (c->ctx, ASSAY_EVALUE, &where, expected, "%s", found);
}

static enum assay_status
need (const struct check *c, enum assay_rope_key key)
{
  char expected[120];

  if (c->plan->value[key].is_set)
    return ASSAY_OK;
  snprintf (expected, sizeof expected, "a number, which type %s needs",
            assay_rope_type_name (c->plan->type));
  return refuse (c, assay_rope_key_name (key), expected, "nothing");
}

/* ASSAY_EVALUE unless KEY, where it is set, is above FLOOR.  */
static enum assay_status
above (const struct check *c, enum assay_rope_key key, unsigned long floor)
{
  const struct assay_rope_value *value = &c->plan->value[key];
  struct assay_where where = { NULL, value->from, 0 };
  char expected[40];

  if (!value->is_set || mpq_cmp_ui (value->value, floor, 1) > 0)
    return ASSAY_OK;
  snprintf (expected, sizeof expected, "a number above %lu", floor);
  return assay_fail (c->ctx, ASSAY_EVALUE, &where, expected,
                     "%.15g", mpq_get_d (value->value));
}

static int
is_whole (const struct check *c, enum assay_rope_key key)
{
  const struct assay_rope_value *value = &c->plan->value[key];

  return !value->is_set || mpz_cmp_ui (mpq_denref (value->value), 1) == 0;
}

static enum assay_status
check_list (const struct check *c, const struct assay_rope_list *list,
            const char *key)
{
  size_t i, half = c->plan->layout.rotary_dim / 2;
  char expected[80], found[40];

  if (list->entry == NULL)
    return refuse (c, key, "a list, which type longrope needs", "nothing");
  snprintf (expected, sizeof expected, "%zu factors, one for each pair",
            half);
  snprintf (found, sizeof found, "%zu", list->count);
  if (list->count != half)
    return refuse (c, key, expected, found);
  for (i = 0; i < list->count; i++)
    {
      struct assay_where where = { NULL, list->from, 0 };
      struct assay_where place = { &where, NULL, i };

      if (mpq_sgn (list->entry[i]) <= 0)
        return assay_fail (c->ctx, ASSAY_EVALUE, &place, "a factor above 0",
                           "%.15g", mpq_get_d (list->entry[i]));
    }
  return ASSAY_OK;
}

static enum assay_status
check_longrope (const struct check *c)
{
  enum assay_status status;

  if ((status = need (c, ASSAY_KEY_ORIGINAL)) != ASSAY_OK
      || (status = above (c, ASSAY_KEY_ORIGINAL, 1)) != ASSAY_OK
      || (status = check_list (c, &c->plan->short_factor, "short_factor"))
         != ASSAY_OK
      || (status = check_list (c, &c->plan->long_factor, "long_factor"))
         != ASSAY_OK)
    return status;
  if (!c->plan->value[ASSAY_KEY_FACTOR].is_set)
    status = need (c, ASSAY_KEY_LENGTH);
  return status;
}

static enum assay_status
check_dynamic (const struct check *c)
{
  int has_alpha = c->plan->value[ASSAY_KEY_ALPHA].is_set;
  size_t width = has_alpha ? c->plan->layout.head_dim
                 : c->plan->layout.rotary_dim;
  enum assay_status status = ASSAY_OK;

  if (!has_alpha && (status = need (c, ASSAY_KEY_FACTOR)) == ASSAY_OK)
    status = need (c, ASSAY_KEY_LENGTH);
  if (status == ASSAY_OK && width == 2)
    status = refuse (c, "rope_type", "a rotary width above 2: type dynamic "
                     "has the exponent r/(r-2)", "the width 2");
  return status;
}

static enum assay_status
check_yarn (const struct check *c)
{
  const struct assay_rope_value *theta = &c->plan->value[ASSAY_KEY_THETA];
  struct assay_where where = { NULL, theta->from, 0 };
  enum assay_status status;

  if ((status = need (c, ASSAY_KEY_ORIGINAL)) != ASSAY_OK)
    return status;
  /* A factor that is spelled null is L/L0.  */
  if (!assay_config_has (&c->s->set, "factor"))
    status = need (c, ASSAY_KEY_FACTOR);
  else if (!c->plan->value[ASSAY_KEY_FACTOR].is_set)
    status = need (c, ASSAY_KEY_LENGTH);
  if (status == ASSAY_OK && mpq_cmp_ui (theta->value, 1, 1) == 0)
    status = assay_fail (c->ctx, ASSAY_EVALUE, &where, "a base other than 1: "
                         "type yarn divides by its logarithm", "1");
  return status;
}

static enum assay_status
check_by_type (const struct check *c)
{
  enum assay_status status = ASSAY_OK;

  switch (c->plan->type)
    {
    case ASSAY_ROPE_LINEAR:
    case ASSAY_ROPE_NTK:
      return need (c, ASSAY_KEY_FACTOR);
    case ASSAY_ROPE_DYNAMIC:
      return check_dynamic (c);
    case ASSAY_ROPE_YARN:
      return check_yarn (c);
    case ASSAY_ROPE_LONGROPE:
      return check_longrope (c);
    case ASSAY_ROPE_LLAMA3:
      if ((status = need (c, ASSAY_KEY_FACTOR)) == ASSAY_OK
          && (status = need (c, ASSAY_KEY_ORIGINAL)) == ASSAY_OK
          && (status = need (c, ASSAY_KEY_LOW)) == ASSAY_OK)
        status = need (c, ASSAY_KEY_HIGH);
      return status;
    default:
      return ASSAY_OK;
    }
}

static enum assay_status
check_domains (const struct check *c)
{
  static const enum assay_rope_key positive[] = {
    ASSAY_KEY_THETA, ASSAY_KEY_FACTOR, ASSAY_KEY_ALPHA, ASSAY_KEY_LENGTH,
    ASSAY_KEY_ORIGINAL, ASSAY_KEY_BETA_FAST, ASSAY_KEY_BETA_SLOW,
    ASSAY_KEY_LOW, ASSAY_KEY_HIGH, ASSAY_KEY_SCORE_SCALAR,
    ASSAY_KEY_SCORE_MULTIPLIER, ASSAY_KEY_FLOOR_SCALE
  };
  enum assay_status status = ASSAY_OK;
  size_t i;

  for (i = 0; i < sizeof positive / sizeof positive[0]
              && status == ASSAY_OK; i++)
    status = above (c, positive[i], 0);
  if (status == ASSAY_OK && !is_whole (c, ASSAY_KEY_LENGTH))
    {
      const struct assay_rope_value *length
        = &c->plan->value[ASSAY_KEY_LENGTH];
      struct assay_where where = { NULL, length->from, 0 };

      status = assay_fail (c->ctx, ASSAY_EVALUE, &where, "an integer",
                           "%.15g", mpq_get_d (length->value));
    }
  return status;
}

/* ---- warnings ---- */

static mpq_srcptr
value_of (const struct check *c, enum assay_rope_key key)
{
  return assay_rope_plan_value (c->plan, key);
}

static void
warn_factor (const struct check *c)
{
  mpq_srcptr s = value_of (c, ASSAY_KEY_FACTOR);

  if (s && mpq_cmp_ui (s, 1, 1) < 0 && c->plan->type != ASSAY_ROPE_DEFAULT)
    assay_rope_config_warn (c->config, "factor-below-one",
                            c->plan->value[ASSAY_KEY_FACTOR].from, "a factor "
                            "below 1 shortens positions' reach");
}

static void
warn_original (const struct check *c)
{
  if (!is_whole (c, ASSAY_KEY_ORIGINAL))
    assay_rope_config_warn (c->config, "original-not-integer",
                            c->plan->value[ASSAY_KEY_ORIGINAL].from, "the "
                            "original length is no integer");
}

static void
warn_yarn (const struct check *c)
{
  const struct assay_rope_value *value = c->plan->value;
  mpq_srcptr s = value_of (c, ASSAY_KEY_FACTOR);
  mpq_t ratio;

  if (mpq_cmp (value[ASSAY_KEY_BETA_FAST].value,
               value[ASSAY_KEY_BETA_SLOW].value) < 0)
    assay_rope_config_warn (c->config, "betas-inverted",
                            value[ASSAY_KEY_BETA_FAST].from, "beta_fast is "
                            "below beta_slow: the ramp falls");
  if (value[ASSAY_KEY_MSCALE].is_set
      != value[ASSAY_KEY_MSCALE_ALL_DIM].is_set)
    assay_rope_config_warn (c->config, "mscale-unpaired",
                            value[ASSAY_KEY_MSCALE].is_set
                            ? value[ASSAY_KEY_MSCALE].from
                            : value[ASSAY_KEY_MSCALE_ALL_DIM].from,
                            "given without its counterpart: transformers "
                            "ignores it, others do not (D 5)");
  if (s == NULL || !value[ASSAY_KEY_LENGTH].is_set)
    return;
  mpq_init (ratio);
  mpq_div (ratio, value[ASSAY_KEY_LENGTH].value,
           value[ASSAY_KEY_ORIGINAL].value);
  if (mpq_cmp_ui (ratio, 1, 1) != 0 && !assay_rope_same_number (ratio, s))
    assay_rope_config_warn (c->config, "implicit-factor",
                            value[ASSAY_KEY_FACTOR].from, "the implicit "
                            "factor max_position_embeddings / "
                            "original_max_position_embeddings is %.10g, not "
                            "%.10g; the explicit one counts",
                            mpq_get_d (ratio), mpq_get_d (s));
  mpq_clear (ratio);
}

static void
warn_llama3 (const struct check *c)
{
  const struct assay_rope_value *value = c->plan->value;

  if (mpq_cmp (value[ASSAY_KEY_HIGH].value, value[ASSAY_KEY_LOW].value) <= 0)
    assay_rope_config_warn (c->config, "bands-empty",
                            value[ASSAY_KEY_HIGH].from, "high_freq_factor is "
                            "not above low_freq_factor: no pair is blended");
  if (value[ASSAY_KEY_LENGTH].is_set
      && mpq_cmp (value[ASSAY_KEY_ORIGINAL].value,
                  value[ASSAY_KEY_LENGTH].value) >= 0)
    assay_rope_config_warn (c->config, "original-not-below-length",
                            value[ASSAY_KEY_ORIGINAL].from, "the original "
                            "length is not below max_position_embeddings");
}

/* Warns where an explicit attention factor is more than two binary64
   neighbours from the formula.  */
static enum assay_status
warn_attention_factor (const struct check *c)
{
  const struct assay_rope_value *given
    = &c->plan->value[ASSAY_KEY_ATTENTION_FACTOR];
  struct assay_rope_call call = { 0, 0 };
  struct assay_expr *formula = NULL, *factor;
  struct assay_rope_plan plain;
  enum assay_status status;
  int near = 1;

  if (!given->is_set || (c->plan->type != ASSAY_ROPE_YARN
                         && c->plan->type != ASSAY_ROPE_LONGROPE))
    return ASSAY_OK;
  if (mpq_sgn (given->value) <= 0)
    {
      assay_rope_config_warn (c->config, "attention-factor-not-positive",
                              given->from, "cosine and sine are multiplied "
                              "by a number that is not positive");
      return ASSAY_OK;
    }
  assay_rope_plan_init (&plain);
  assay_rope_plan_copy (&plain, c->plan);
  assay_rope_value_unset (&plain.value[ASSAY_KEY_ATTENTION_FACTOR]);
  factor = assay_expr_new_rational (given->value);
  status = assay_rope_magnitude (&formula, &plain, &call, c->ctx);
  if (status == ASSAY_OK)
    status = assay_rope_near (&near, factor, formula, c->ctx);
  assay_expr_unref (factor);
  assay_expr_unref (formula);
  assay_rope_plan_clear (&plain);
  if (status == ASSAY_OK && !near)
    assay_rope_config_warn (c->config, "attention-factor-differs",
                            given->from, "differs from the formula, and "
                            "several readers ignore it (D 4, D 11)");
  return status;
}

static void
warn_sections (const struct check *c)
{
  struct assay_sections fourth = c->plan->sections;
  size_t half = c->plan->layout.rotary_dim / 2, sum = 0, left = 0, i;
  char path[160];

  if (fourth.rule == ASSAY_SECTIONS_NONE)
    return;
  snprintf (path, sizeof path, "%.100s%smrope_section", c->plan->set_path,
            c->plan->set_path[0] ? "." : "");
  for (i = 0; i < fourth.count; i++)
    sum += fourth.size[i];
  if (sum != half)
    assay_rope_config_warn (c->config, "sections-sum", path, "the sections "
                            "add up to %zu pairs of %zu", sum, half);
  if (fourth.rule != ASSAY_SECTIONS_INTERLEAVED)
    return;
  fourth.rule = ASSAY_SECTIONS_INTERLEAVED_FOURTH;
  for (i = 0; i < half; i++)
    left += assay_sections_axis (&fourth, i) == ASSAY_AXIS_FOURTH;
  if (left > 0)
    assay_rope_config_warn (c->config, "sections-leftover", path, "%zu of "
                            "%zu pairs fall outside the interleaved "
                            "sections: readers differ in what turns them "
                            "(D 10)", left, half);
}

/* Keys that a set may have, and the types that read them.  */
static const struct
{
  const char *key;
  unsigned types;
} known[] = {
#define ALL (~0u)
#define BIT(type) (1u << ASSAY_ROPE_ ## type)
  { "rope_type", ALL }, { "type", ALL }, { "rope_theta", ALL },
  { "partial_rotary_factor", ALL }, { "mrope_section", ALL },
  { "mrope_interleaved", ALL }, { "xdrope_section", ALL },
  { "factor", ALL & ~BIT (DEFAULT) },
  { "original_max_position_embeddings",
    BIT (YARN) | BIT (LONGROPE) | BIT (LLAMA3) | BIT (DYNAMIC) },
  { "attention_factor", BIT (YARN) | BIT (LONGROPE) },
  { "beta_fast", BIT (YARN) | BIT (DYNAMIC) },
  { "beta_slow", BIT (YARN) | BIT (DYNAMIC) },
  { "mscale", BIT (YARN) | BIT (DYNAMIC) },
  { "mscale_all_dim", BIT (YARN) | BIT (DYNAMIC) },
  { "truncate", BIT (YARN) }, { "alpha", BIT (DYNAMIC) },
  { "llama_4_scaling_beta", BIT (YARN) },
  { "short_factor", BIT (LONGROPE) }, { "long_factor", BIT (LONGROPE) },
  { "short_mscale", BIT (LONGROPE) }, { "long_mscale", BIT (LONGROPE) },
  { "low_freq_factor", BIT (LLAMA3) }, { "high_freq_factor", BIT (LLAMA3) },
  { "mixed_b", BIT (NTK) },
#undef BIT
#undef ALL
};

static void
warn_unknown_keys (const struct check *c)
{
  const char *key;
  json_t *member;
  size_t i;

  /* A bare block may also hold what the rest of a config would say.  */
  if (c->s->set.object == c->s->body.object)
    return;
  json_object_foreach ((json_t *) c->s->set.object, key, member)
    {
      char path[160];

      for (i = 0; i < sizeof known / sizeof known[0]; i++)
        if (strcmp (known[i].key, key) == 0
            && known[i].types >> c->plan->type & 1)
          break;
      if (i < sizeof known / sizeof known[0])
        continue;
      assay_config_path (path, sizeof path, &c->s->set, key);
      assay_rope_config_warn (c->config, "unknown-key", path, "type %s does "
                              "not read this key",
                              assay_rope_type_name (c->plan->type));
    }
}

enum assay_status
assay_config_check (const struct assay_rope_plan *plan,
                    const struct assay_config_set *s,
                    struct assay_rope_config *config, struct assay_ctx *ctx)
{
  struct check c = { plan, s, config, ctx };
  enum assay_status status = check_domains (&c);

  if (status == ASSAY_OK)
    status = check_by_type (&c);
  if (status != ASSAY_OK || plan->type == ASSAY_ROPE_NONE)
    return status;
  warn_factor (&c);
  warn_original (&c);
  if (plan->type == ASSAY_ROPE_YARN)
    warn_yarn (&c);
  if (plan->type == ASSAY_ROPE_LLAMA3)
    warn_llama3 (&c);
  warn_sections (&c);
  warn_unknown_keys (&c);
  return warn_attention_factor (&c);
}
