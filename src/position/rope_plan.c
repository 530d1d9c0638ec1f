/* rope_plan.c -- how one group of layers turns its heads */

#include "position/rope_plan.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "real/fmt.h"

const char *
assay_rope_type_name (enum assay_rope_type type)
{
  static const char *const name[] = {
    "none", "default", "linear", "dynamic", "ntk", "yarn", "longrope",
    "llama3", "proportional"
  };

  return name[type];
}

const char *
assay_rope_key_name (enum assay_rope_key key)
{
  static const char *const name[ASSAY_KEY_COUNT] = {
    "rope_theta", "factor", "alpha", "partial_rotary_factor",
    "max_position_embeddings", "original_max_position_embeddings",
    "attention_factor", "beta_fast", "beta_slow", "mscale", "mscale_all_dim",
    "low_freq_factor", "high_freq_factor", "short_mscale", "long_mscale",
    "mixed_b", "llama_4_scaling_beta", "query_pre_attn_scalar",
    "attention_multiplier", "attn_scale", "floor_scale"
  };

  return name[key];
}

void
assay_rope_plan_init (struct assay_rope_plan *plan)
{
  size_t i;

  *plan = (struct assay_rope_plan) { .truncate = 1 };
  for (i = 0; i < ASSAY_KEY_COUNT; i++)
    mpq_init (plan->value[i].value);
}

static void
list_clear (struct assay_rope_list *list)
{
  size_t i;

  for (i = 0; i < list->count; i++)
    mpq_clear (list->entry[i]);
  free (list->entry);
  *list = (struct assay_rope_list) { 0 };
}

void
assay_rope_plan_clear (struct assay_rope_plan *plan)
{
  size_t i;

  for (i = 0; i < ASSAY_KEY_COUNT; i++)
    mpq_clear (plan->value[i].value);
  list_clear (&plan->short_factor);
  list_clear (&plan->long_factor);
  free (plan->layer);
}

static void
list_copy (struct assay_rope_list *copy, const struct assay_rope_list *list)
{
  size_t i;

  *copy = *list;
  if (list->entry == NULL)
    return;
  copy->entry = assay_calloc (list->count, sizeof list->entry[0]);
  for (i = 0; i < list->count; i++)
    {
      mpq_init (copy->entry[i]);
      mpq_set (copy->entry[i], list->entry[i]);
    }
}

void
assay_rope_plan_copy (struct assay_rope_plan *copy,
                      const struct assay_rope_plan *plan)
{
  size_t i;

  assay_rope_plan_clear (copy);
  *copy = *plan;
  for (i = 0; i < ASSAY_KEY_COUNT; i++)
    {
      mpq_init (copy->value[i].value);
      mpq_set (copy->value[i].value, plan->value[i].value);
    }
  list_copy (&copy->short_factor, &plan->short_factor);
  list_copy (&copy->long_factor, &plan->long_factor);
  copy->layer = NULL;
  if (plan->layer_count > 0)
    {
      copy->layer = assay_calloc (plan->layer_count, sizeof plan->layer[0]);
      memcpy (copy->layer, plan->layer,
              plan->layer_count * sizeof plan->layer[0]);
    }
}

static int
lists_equal (const struct assay_rope_list *a, const struct assay_rope_list *b)
{
  size_t i;

  if (a->count != b->count || (a->entry == NULL) != (b->entry == NULL))
    return 0;
  for (i = 0; i < a->count; i++)
    if (!mpq_equal (a->entry[i], b->entry[i]))
      return 0;
  return 1;
}

static int
sections_equal (const struct assay_sections *a,
                const struct assay_sections *b)
{
  size_t i;

  if (a->rule != b->rule || a->count != b->count)
    return 0;
  for (i = 0; i < a->count; i++)
    if (a->size[i] != b->size[i])
      return 0;
  return 1;
}

static int
layouts_equal (const struct assay_layout *a, const struct assay_layout *b)
{
  return a->pairing == b->pairing && a->head_dim == b->head_dim
         && a->rotary_dim == b->rotary_dim && a->offset == b->offset;
}

static int
rules_equal (const struct assay_rope_rules *a,
             const struct assay_rope_rules *b)
{
  return a->ramp == b->ramp && a->ramp_counts_head == b->ramp_counts_head
         && a->magnitude == b->magnitude && a->list == b->list
         && a->list_mscale == b->list_mscale && a->dynamic == b->dynamic
         && a->score == b->score;
}

int
assay_rope_plan_equal (const struct assay_rope_plan *a,
                       const struct assay_rope_plan *b)
{
  size_t i;

  if (a->type != b->type || a->turns_back != b->turns_back
      || a->base_is_overridden != b->base_is_overridden
      || a->truncate != b->truncate || a->is_mla != b->is_mla
      || !layouts_equal (&a->layout, &b->layout)
      || !rules_equal (&a->rules, &b->rules))
    return 0;
  for (i = 0; i < ASSAY_KEY_COUNT; i++)
    if (a->value[i].is_set != b->value[i].is_set
        || (a->value[i].is_set
            && !mpq_equal (a->value[i].value, b->value[i].value)))
      return 0;
  return sections_equal (&a->sections, &b->sections)
         && lists_equal (&a->short_factor, &b->short_factor)
         && lists_equal (&a->long_factor, &b->long_factor);
}

void
assay_rope_plan_add_layer (struct assay_rope_plan *plan, size_t layer)
{
  plan->layer = assay_realloc (plan->layer, plan->layer_count + 1,
                               sizeof plan->layer[0]);
  plan->layer[plan->layer_count++] = layer;
}

void
assay_rope_value_set (struct assay_rope_value *value, mpq_srcptr x,
                      const char *from)
{
  value->is_set = 1;
  value->is_given = 0;
  mpq_set (value->value, x);
  snprintf (value->from, sizeof value->from, "%s", from);
}

void
assay_rope_value_set_ui (struct assay_rope_value *value, unsigned long x,
                         const char *from)
{
  mpq_t number;

  mpq_init (number);
  mpq_set_ui (number, x, 1);
  assay_rope_value_set (value, number, from);
  mpq_clear (number);
}

void
assay_rope_value_unset (struct assay_rope_value *value)
{
  value->is_set = value->is_given = 0;
  mpq_set_ui (value->value, 0, 1);
  value->from[0] = '\0';
}

int
assay_rope_same_number (mpq_srcptr a, mpq_srcptr b)
{
  return assay_fmt_round (a, ASSAY_FMT_F64)
         == assay_fmt_round (b, ASSAY_FMT_F64);
}

mpq_srcptr
assay_rope_plan_value (const struct assay_rope_plan *plan,
                       enum assay_rope_key key)
{
  return plan->value[key].is_set ? plan->value[key].value : NULL;
}
