/* rope_rules.c -- what readers' rules share, and the rules of transformers
   and of models' own code */

#include "position/rope_rules.h"

#include <string.h>

int
assay_rules_is_class (const struct assay_rope_plan *plan, const char *name)
{
  return strcmp (plan->class->name, name) == 0;
}

void
assay_rules_drop (struct assay_rope_plan *plan, enum assay_rope_key key)
{
  assay_rope_value_unset (&plan->value[key]);
}

/* The set without its type: A and the steps are the plain ones.  */
void
assay_rules_make_default (struct assay_rope_plan *plan)
{
  plan->type = ASSAY_ROPE_DEFAULT;
  plan->rules = (struct assay_rope_rules) { 0 };
}

/* ---- rules that several readers share ---- */

void
assay_rules_ignore_attention_factor (struct assay_reading *r)
{
  if (!r->plan.value[ASSAY_KEY_ATTENTION_FACTOR].is_set)
    return;
  assay_rules_drop (&r->plan, ASSAY_KEY_ATTENTION_FACTOR);
  assay_reading_note (r, r->plan.type == ASSAY_ROPE_LONGROPE ? 11 : 4,
                      "ignores attention_factor");
}

void
assay_rules_always_truncate (struct assay_reading *r)
{
  if (!r->plan.truncate)
    assay_reading_note (r, 1, "truncates the ramp whatever truncate says");
  r->plan.truncate = 1;
}

void
assay_rules_never_truncate (struct assay_reading *r)
{
  if (r->plan.truncate)
    assay_reading_note (r, 1, "never truncates the ramp");
  r->plan.truncate = 0;
}

/* A by L/L0, and the list by RULE.  */
void
assay_rules_longrope_by (struct assay_reading *r,
                         enum assay_length_rule rule)
{
  struct assay_rope_plan *plan = &r->plan;

  assay_rules_ignore_attention_factor (r);
  if (plan->value[ASSAY_KEY_FACTOR].is_set
      && plan->value[ASSAY_KEY_LENGTH].is_set)
    {
      mpq_t ratio;

      mpq_init (ratio);
      mpq_div (ratio, plan->value[ASSAY_KEY_LENGTH].value,
               plan->value[ASSAY_KEY_ORIGINAL].value);
      if (!assay_rope_same_number (ratio,
                                   plan->value[ASSAY_KEY_FACTOR].value))
        {
          assay_reading_note (r, 11, "takes L/L0 for the factor");
          assay_rules_drop (plan, ASSAY_KEY_FACTOR);
        }
      mpq_clear (ratio);
    }
  plan->rules.list = rule;
  if (rule == ASSAY_LENGTH_OF_CONTEXT)
    assay_reading_note (r, 8, "takes the list by the configured length");
  else if (rule == ASSAY_LENGTH_ALWAYS_LONG)
    assay_reading_note (r, 8, "always takes the long list");
}

/* An mscale for each list, where the set has one.  */
void
assay_rules_honour_list_mscale (struct assay_reading *r,
                                enum assay_length_rule rule)
{
  if (!r->plan.value[ASSAY_KEY_LONG_MSCALE].is_set)
    return;
  r->plan.rules.magnitude = ASSAY_MAGNITUDE_LIST_MSCALE;
  r->plan.rules.list_mscale = rule;
}

/* A partial factor that transformers' class ignores.  */
void
assay_rules_honour_partial (struct assay_reading *r)
{
  struct assay_rope_plan *plan = &r->plan;
  struct assay_ctx ctx;
  size_t width;
  int missed;

  if (plan->type != ASSAY_ROPE_DEFAULT || plan->class->honours_partial
      || !plan->value[ASSAY_KEY_PARTIAL].is_set || plan->is_mla)
    return;
  assay_ctx_init (&ctx);
  if (assay_width_of_factor (&width, &missed, plan->layout.head_dim,
                             plan->value[ASSAY_KEY_PARTIAL].value, &ctx)
      != ASSAY_OK || width == plan->layout.rotary_dim)
    return;
  plan->layout.rotary_dim = width;
  assay_reading_note (r, 17, "honours partial_rotary_factor under the type "
                      "default: %zu of %zu coordinates", width,
                      plan->layout.head_dim);
  if (width == 0 || width % 2 != 0)
    {
      r->refuses = 1;
      assay_reading_note (r, 17, "that width has no pairs");
    }
}

/* ---- transformers, and models' own code ---- */

static void
read_hf (struct assay_reading *r, const struct assay_rope_call *call)
{
  struct assay_rope_plan *plan = &r->plan;

  if (plan->type == ASSAY_ROPE_YARN && plan->is_nested && !plan->truncate)
    {
      plan->truncate = 1;
      assay_reading_note (r, 2, "ignores truncate in a set for some layers");
    }
  if (plan->type == ASSAY_ROPE_LONGROPE
      && assay_rules_is_class (plan, "phimoe")
      && assay_rope_is_long (plan, ASSAY_LENGTH_OF_CALL, call))
    {
      plan->rules.list = ASSAY_LENGTH_ALWAYS_SHORT;
      assay_reading_note (r, 9, "takes long_mscale with the short list since "
                          "2026-07-30");
    }
  if (plan->type == ASSAY_ROPE_LONGROPE && plan->is_nested)
    assay_reading_note (r, 18, "fails on the second call that needs the long "
                        "list");
  if (plan->type == ASSAY_ROPE_DYNAMIC
      && !plan->value[ASSAY_KEY_ALPHA].is_set)
    assay_reading_note (r, 19, "before 2026-06 never returned to the plain "
                        "steps after a long call");
  if (plan->turns_back)
    assay_reading_note (r, 15, "turns the other way, by -a; scores are "
                        "equal");
  if (plan->is_mla && (assay_rules_is_class (plan, "deepseek_v3")
                       || assay_rules_is_class (plan, "kimi_k2")
                       || assay_rules_is_class (plan, "mistral4")))
    assay_reading_note (r, 25, "gives the turned slice in split-half order; "
                        "scores are equal");
  if (plan->base_is_overridden)
    {
      assay_rope_value_set_ui (&plan->value[ASSAY_KEY_THETA],
                               plan->class->theta, "default of the class");
      assay_reading_note (r, 24, "gives the sliding layers the class's base "
                          "%lu", plan->class->theta);
    }
  if (plan->type == ASSAY_ROPE_NTK)
    r->refuses = 1;
}

static void
read_hf_4_45 (struct assay_reading *r)
{
  struct assay_rope_plan *plan = &r->plan;

  if (plan->type == ASSAY_ROPE_LONGROPE
      && plan->value[ASSAY_KEY_FACTOR].is_set
      && plan->value[ASSAY_KEY_LENGTH].is_set)
    {
      assay_rules_drop (plan, ASSAY_KEY_FACTOR);
      assay_reading_note (r, 22, "takes L/L0 before an explicit factor");
    }
  if (plan->type != ASSAY_ROPE_YARN)
    return;
  plan->truncate = 1;
  plan->rules.magnitude = ASSAY_MAGNITUDE_UNCLAMPED;
  if (plan->value[ASSAY_KEY_LENGTH].is_set)
    assay_rope_value_set (&plan->value[ASSAY_KEY_ORIGINAL],
                          plan->value[ASSAY_KEY_LENGTH].value, "L");
  assay_reading_note (r, 22, "draws the ramp from L, without truncate and "
                      "mscale");
}

static void
read_deepseek (struct assay_reading *r, const struct assay_rope_call *call)
{
  struct assay_rope_plan *plan = &r->plan;

  if (plan->type != ASSAY_ROPE_YARN)
    return;
  if (!assay_rope_is_long (plan, ASSAY_LENGTH_OF_CONTEXT, call))
    {
      assay_rules_make_default (plan);
      assay_reading_note (r, 3, "scales only where the configured length "
                          "exceeds L0");
      return;
    }
  plan->truncate = 1;
  plan->rules.magnitude = ASSAY_MAGNITUDE_ONE;
  plan->rules.score = ASSAY_SCORE_MSCALE;
  assay_reading_note (r, 6, "has no magnitude; the score's scale goes by "
                      "mscale");
}

void
assay_reading_apply (struct assay_reading *r,
                     const struct assay_rope_call *call)
{
  switch (r->reader)
    {
    case ASSAY_READER_HF:
      read_hf (r, call);
      break;
    case ASSAY_READER_VLLM:
      assay_rules_vllm (r);
      break;
    case ASSAY_READER_LLAMA_CPP:
      assay_rules_llama_cpp (r);
      break;
    case ASSAY_READER_ORT_GENAI:
      assay_rules_ort_genai (r);
      break;
    case ASSAY_READER_MLX_LM:
      assay_rules_mlx_lm (r);
      break;
    case ASSAY_READER_EXLLAMAV3:
      assay_rules_exllamav3 (r, call);
      break;
    case ASSAY_READER_HF_4_45:
      read_hf_4_45 (r);
      break;
    case ASSAY_READER_DEEPSEEK:
      read_deepseek (r, call);
      break;
    case ASSAY_READER_GPT_OSS:
      if (r->plan.type == ASSAY_ROPE_YARN)
        {
          assay_rules_never_truncate (r);
          assay_rules_ignore_attention_factor (r);
          r->plan.rules.ramp = ASSAY_RAMP_CHECKED;
        }
      break;
    case ASSAY_READER_WRITTEN:
      break;
    }
}
