/* rope_engines.c -- the rules of engines that run other people's models */

#include "position/rope_rules.h"

#include <string.h>

#include "position/config_set.h"

void
assay_rules_vllm (struct assay_reading *r)
{
  struct assay_rope_plan *plan = &r->plan;

  assay_rules_honour_partial (r);
  if (plan->sections.rule == ASSAY_SECTIONS_CHUNKED
      && plan->sections.count == 4)
    {
      plan->sections.rule = ASSAY_SECTIONS_CHUNKED_OWN;
      assay_reading_note (r, 27, "gives each of four sections an axis of its "
                          "own");
    }
  switch (plan->type)
    {
    case ASSAY_ROPE_DYNAMIC:
      plan->rules.dynamic = ASSAY_LENGTH_TIMES_FACTOR;
      if (!plan->value[ASSAY_KEY_ALPHA].is_set)
        assay_reading_note (r, 7, "takes one base for all lengths, that of "
                            "N = factor L");
      break;
    case ASSAY_ROPE_LONGROPE:
      assay_rules_longrope_by (r, ASSAY_LENGTH_OF_CONTEXT);
      assay_rules_honour_list_mscale (r, ASSAY_LENGTH_OF_CONTEXT);
      break;
    case ASSAY_ROPE_PROPORTIONAL:
      if (plan->value[ASSAY_KEY_FACTOR].is_set)
        assay_reading_note (r, 12, "ignores the factor of type "
                            "proportional");
      assay_rules_drop (plan, ASSAY_KEY_FACTOR);
      break;
    case ASSAY_ROPE_YARN:
      assay_rules_ignore_attention_factor (r);
      if (plan->is_mla)
        plan->rules.magnitude = ASSAY_MAGNITUDE_RATIO;
      else if (plan->value[ASSAY_KEY_MSCALE].is_set
               || plan->value[ASSAY_KEY_MSCALE_ALL_DIM].is_set)
        {
          assay_rules_drop (plan, ASSAY_KEY_MSCALE);
          assay_rules_drop (plan, ASSAY_KEY_MSCALE_ALL_DIM);
          assay_reading_note (r, 4, "ignores mscale and mscale_all_dim");
        }
      if (plan->is_mla && plan->value[ASSAY_KEY_MSCALE].is_set
          != plan->value[ASSAY_KEY_MSCALE_ALL_DIM].is_set)
        assay_reading_note (r, 5, "honours mscale and mscale_all_dim one by "
                            "one");
      if (plan->is_mla)
        assay_rules_always_truncate (r);
      break;
    default:
      break;
    }
}

/* ggml's yarn: mscale is 1, or mscale_all_dim for MLA.  */
static void
read_ggml_yarn (struct assay_reading *r)
{
  struct assay_rope_value *mscale = &r->plan.value[ASSAY_KEY_MSCALE];
  const struct assay_rope_value *all
    = &r->plan.value[ASSAY_KEY_MSCALE_ALL_DIM];

  assay_rules_always_truncate (r);
  assay_rules_ignore_attention_factor (r);
  r->plan.rules.ramp = ASSAY_RAMP_WIDENED;
  if (mpq_cmp (r->plan.value[ASSAY_KEY_BETA_FAST].value,
               r->plan.value[ASSAY_KEY_BETA_SLOW].value) < 0)
    assay_reading_note (r, 13, "keeps the ramp at least 1/1000 wide, also "
                        "where it would fall");
  r->plan.rules.magnitude = ASSAY_MAGNITUDE_RATIO;
  if (r->plan.is_mla)
    {
      if (mscale->is_set && all->is_set
          && !mpq_equal (mscale->value, all->value))
        assay_reading_note (r, 6, "takes mscale_all_dim for mscale");
      if (all->is_set)
        assay_rope_value_set (mscale, all->value, "mscale_all_dim");
      else
        assay_rules_drop (&r->plan, ASSAY_KEY_MSCALE);
      return;
    }
  if (mscale->is_set && mpq_cmp_ui (mscale->value, 1, 1) != 0)
    assay_reading_note (r, 5, "takes 1 for mscale");
  assay_rules_drop (&r->plan, ASSAY_KEY_MSCALE);
}

void
assay_rules_llama_cpp (struct assay_reading *r)
{
  struct assay_rope_plan *plan = &r->plan;
  size_t i, left = 0;

  if (plan->sections.rule == ASSAY_SECTIONS_INTERLEAVED)
    {
      plan->sections.rule = ASSAY_SECTIONS_INTERLEAVED_FOURTH;
      for (i = 0; i < plan->layout.rotary_dim / 2; i++)
        left += assay_sections_axis (&plan->sections, i)
                == ASSAY_AXIS_FOURTH;
      if (left > 0)
        assay_reading_note (r, 10, "turns %zu pairs outside the sections by "
                            "a fourth position, which is 0", left);
    }
  switch (plan->type)
    {
    case ASSAY_ROPE_DYNAMIC:
      if (plan->value[ASSAY_KEY_ALPHA].is_set)
        break;
      assay_rules_make_default (plan);
      assay_reading_note (r, 7, "has no type dynamic: no scaling");
      break;
    case ASSAY_ROPE_LONGROPE:
      assay_rules_longrope_by (r, ASSAY_LENGTH_OF_CONTEXT);
      if (strcmp (plan->type_text, "yarn") != 0)
        break;
      plan->rules.magnitude = ASSAY_MAGNITUDE_TENTH_LOG;
      assay_reading_note (r, 20, "takes 0.1 ln (L/L0) + 1 for this class's "
                          "\"yarn\"");
      break;
    case ASSAY_ROPE_YARN:
      read_ggml_yarn (r);
      break;
    default:
      break;
    }
}

void
assay_rules_ort_genai (struct assay_reading *r)
{
  struct assay_rope_plan *plan = &r->plan;
  int has_mscale = plan->value[ASSAY_KEY_MSCALE].is_set
                   && !plan->value[ASSAY_KEY_MSCALE_ALL_DIM].is_set;

  assay_rules_honour_partial (r);
  switch (plan->type)
    {
    case ASSAY_ROPE_DYNAMIC:
    case ASSAY_ROPE_NTK:
      assay_reading_note (r, 7, "looks for no such type: no scaling");
      assay_rules_make_default (plan);
      break;
    case ASSAY_ROPE_LONGROPE:
      assay_rules_longrope_by (r, ASSAY_LENGTH_OF_CALL);
      assay_rules_honour_list_mscale (r, ASSAY_LENGTH_OF_CALL);
      break;
    case ASSAY_ROPE_YARN:
      if (!plan->value[ASSAY_KEY_BETA_FAST].is_given)
        {
          assay_rules_make_default (plan);
          assay_reading_note (r, 3, "sees yarn only where beta_fast is "
                              "given: no scaling");
          break;
        }
      assay_rules_never_truncate (r);
      assay_rules_ignore_attention_factor (r);
      plan->rules.ramp = ASSAY_RAMP_CHECKED;
      plan->rules.ramp_counts_head = 1;
      if (plan->layout.head_dim != plan->layout.rotary_dim)
        assay_reading_note (r, 0, "forms the ramp with the head size %zu, not "
                            "the rotary width %zu", plan->layout.head_dim,
                            plan->layout.rotary_dim);
      plan->rules.magnitude = ASSAY_MAGNITUDE_MSCALE;
      if (has_mscale)
        assay_reading_note (r, 5, "takes mscale itself for the factor");
      break;
    default:
      break;
    }
}

/* The key "type" first.  */
static void
prefer_type (struct assay_reading *r)
{
  if (r->plan.other_type[0] == '\0')
    return;
  assay_reading_note (r, 21, "takes type \"%.40s\" before rope_type \"%.40s\"",
                      r->plan.other_type, r->plan.type_text);
  if (assay_rope_type_find (&r->plan.type, r->plan.other_type) != ASSAY_OK)
    r->refuses = 1;
}

void
assay_rules_mlx_lm (struct assay_reading *r)
{
  struct assay_rope_plan *plan = &r->plan;

  prefer_type (r);
  switch (plan->type)
    {
    case ASSAY_ROPE_LONGROPE:
      assay_rules_longrope_by (r, ASSAY_LENGTH_ALWAYS_LONG);
      assay_rules_honour_list_mscale (r, ASSAY_LENGTH_ALWAYS_LONG);
      break;
    case ASSAY_ROPE_NTK:
      r->refuses = 1;
      break;
    case ASSAY_ROPE_YARN:
      assay_rules_always_truncate (r);
      assay_rules_ignore_attention_factor (r);
      plan->rules.magnitude = ASSAY_MAGNITUDE_RATIO;
      if (plan->value[ASSAY_KEY_MSCALE].is_set
          != plan->value[ASSAY_KEY_MSCALE_ALL_DIM].is_set)
        assay_reading_note (r, 5, "honours mscale and mscale_all_dim one by "
                            "one");
      if (!plan->value[ASSAY_KEY_ORIGINAL].is_given)
        {
          assay_rope_value_set_ui (&plan->value[ASSAY_KEY_ORIGINAL], 4096,
                                   "default of mlx-lm");
          assay_reading_note (r, 0, "takes 4096 for an absent original "
                              "length");
        }
      break;
    default:
      break;
    }
}

/* s := L/L0 wherever the set gives L0.  */
static void
read_exllamav3_yarn (struct assay_reading *r,
                     const struct assay_rope_call *call)
{
  struct assay_rope_plan *plan = &r->plan;
  struct assay_rope_value *factor = &plan->value[ASSAY_KEY_FACTOR];
  struct assay_rope_value *length = &plan->value[ASSAY_KEY_LENGTH];
  const struct assay_rope_value *original = &plan->value[ASSAY_KEY_ORIGINAL];
  mpq_t ratio;

  if (call->context > 0)
    assay_rope_value_set_ui (length, call->context, "configured length");
  if (length->is_set && original->is_given)
    {
      mpq_init (ratio);
      mpq_div (ratio, length->value, original->value);
      if (!factor->is_set || !assay_rope_same_number (ratio, factor->value))
        {
          assay_reading_note (r, 3, "takes L/L0 = %.10g for the factor",
                              mpq_get_d (ratio));
          assay_rope_value_set (factor, ratio, "L/L0");
        }
      mpq_clear (ratio);
    }
  if (!plan->is_mla && (plan->value[ASSAY_KEY_MSCALE].is_set
                        || plan->value[ASSAY_KEY_MSCALE_ALL_DIM].is_set))
    {
      assay_rules_drop (plan, ASSAY_KEY_MSCALE);
      assay_rules_drop (plan, ASSAY_KEY_MSCALE_ALL_DIM);
      assay_reading_note (r, 5, "ignores the mscale pair");
    }
  if (plan->value[ASSAY_KEY_QUERY_BETA].is_set)
    {
      plan->rules.magnitude = ASSAY_MAGNITUDE_ONE;
      assay_reading_note (r, 0, "takes 1 for A where llama_4_scaling_beta is "
                          "given");
    }
  if (assay_rules_is_class (plan, "deepseek_v4")
      && !plan->value[ASSAY_KEY_ATTENTION_FACTOR].is_set)
    {
      plan->rules.magnitude = ASSAY_MAGNITUDE_ONE;
      assay_reading_note (r, 31, "has no magnitude for DeepSeek-V4");
    }
}

void
assay_rules_exllamav3 (struct assay_reading *r,
                       const struct assay_rope_call *call)
{
  struct assay_rope_plan *plan = &r->plan;

  if (plan->type == ASSAY_ROPE_YARN)
    {
      if (plan->other_type[0] != '\0')
        assay_reading_note (r, 21, "prefers rope_type, but type in its yarn "
                            "helper");
      read_exllamav3_yarn (r, call);
    }
  else if (plan->type == ASSAY_ROPE_LONGROPE)
    assay_rules_longrope_by (r, ASSAY_LENGTH_OF_CONTEXT);
  else if (plan->type == ASSAY_ROPE_DYNAMIC || plan->type == ASSAY_ROPE_NTK)
    r->refuses = 1;
}
