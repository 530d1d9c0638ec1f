/* model_class.c -- what a model_type decides that its config does not say */

#include "position/model_class.h"

#include <string.h>

#define ADJACENT .pairing = ASSAY_PAIRING_ADJACENT
#define SPLIT .pairing = ASSAY_PAIRING_SPLIT_HALF
#define PLAIN .partial = 1000
#define PARTIAL(thousandths) .partial = (thousandths), .honours_partial = 1
#define PERIOD(n) .layers = ASSAY_LAYERS_PERIOD, .period = n

static const struct assay_model_class common = {
  "", SPLIT, .theta = 10000, PARTIAL (1000)
};

static const struct assay_model_class classes[] = {
  { "bamba", SPLIT, .theta = 10000, PARTIAL (500) },
  { "chatglm", ADJACENT, .theta = 10000, PARTIAL (500) },
  { "codegen", ADJACENT, .theta = 10000, PLAIN },
  { "cohere", ADJACENT, .theta = 10000, PLAIN },
  { "deepseek_v2", ADJACENT, .theta = 10000, PLAIN },
  { "deepseek_v3", ADJACENT, .theta = 10000, PLAIN },
  { "deepseek_v4", ADJACENT, .theta = 10000, PARTIAL (125),
    .slice_is_last = 1 },
  { "ernie4_5", ADJACENT, .theta = 10000, PLAIN },
  { "ernie4_5_vl_moe", ADJACENT, .theta = 10000, PLAIN,
    .sections = ASSAY_SECTIONS_ALTERNATING },
  { "exaone4", SPLIT, .theta = 10000, PLAIN, PERIOD (4),
    .nope = ASSAY_NOPE_FULL },
  { "gemma", SPLIT, .theta = 10000, PLAIN },
  { "gemma2", SPLIT, .theta = 10000, PLAIN, .score_scalar = 256 },
  { "gemma3_text", SPLIT, .theta = 1000000, .local_theta = 10000, PLAIN,
    PERIOD (6), .legacy = ASSAY_LEGACY_LOCAL_BASE, .score_scalar = 256 },
  /* Normed queries and keys, and no other scale.  */
  { "gemma4_text", SPLIT, .theta = 1000000, .local_theta = 10000, PLAIN,
    .layers = ASSAY_LAYERS_PERIOD_LAST, .period = 6,
    .legacy = ASSAY_LEGACY_LOCAL_BASE, .score_scalar = 1 },
  { "glm", ADJACENT, .theta = 10000, PARTIAL (500) },
  { "glm4", ADJACENT, .theta = 10000, PARTIAL (500) },
  { "glm4v", ADJACENT, .theta = 10000, PARTIAL (500),
    .sections = ASSAY_SECTIONS_CHUNKED },
  { "gpt_neox", SPLIT, .theta = 10000, PARTIAL (250) },
  { "gpt_oss", SPLIT, .theta = 150000, PLAIN },
  { "gptj", ADJACENT, .theta = 10000, PLAIN },
  { "granite", SPLIT, .theta = 10000, PLAIN, .multiplies_score = 1 },
  { "granitemoe", SPLIT, .theta = 10000, PLAIN, .multiplies_score = 1 },
  { "granitemoeshared", SPLIT, .theta = 10000, PLAIN,
    .multiplies_score = 1 },
  { "helium", ADJACENT, .theta = 10000, PLAIN },
  { "hunyuan_v1_dense", SPLIT, .theta = 10000, PLAIN },
  { "internlm2", SPLIT, .theta = 10000, PLAIN },
  { "kimi_k2", ADJACENT, .theta = 10000, PLAIN },
  { "laguna", SPLIT, .theta = 10000, PARTIAL (1000) },
  { "llama", SPLIT, .theta = 10000, PLAIN },
  { "llama4_text", ADJACENT, .theta = 10000, PLAIN,
    .nope = ASSAY_NOPE_LISTED, .period = 4, .tunes_still_layers = 1 },
  { "mimo_v2_flash", SPLIT, .theta = 10000, PARTIAL (334) },
  { "minicpm", SPLIT, .theta = 10000, PLAIN },
  { "minimax", SPLIT, .theta = 10000, PARTIAL (1000) },
  { "minimax_m2", SPLIT, .theta = 10000, PARTIAL (1000) },
  { "ministral3", SPLIT, .theta = 1000000, PLAIN },
  { "mistral", SPLIT, .theta = 10000, PLAIN },
  { "mistral4", ADJACENT, .theta = 10000, PLAIN },
  { "mixtral", SPLIT, .theta = 10000, PLAIN },
  { "nanochat", SPLIT, .theta = 10000, PLAIN, .turns_back = 1 },
  { "nemotron", SPLIT, .theta = 10000, PARTIAL (500) },
  { "olmo2", SPLIT, .theta = 10000, PLAIN },
  { "olmo3", SPLIT, .theta = 500000, PLAIN, PERIOD (4),
    .legacy = ASSAY_LEGACY_FULL },
  { "persimmon", SPLIT, .theta = 10000, PARTIAL (500) },
  { "phi", SPLIT, .theta = 10000, PARTIAL (500) },
  { "phi3", SPLIT, .theta = 10000, PARTIAL (1000) },
  { "phimoe", SPLIT, .theta = 10000, PLAIN },
  { "qwen2", SPLIT, .theta = 10000, PLAIN },
  { "qwen2_moe", SPLIT, .theta = 10000, PLAIN },
  { "qwen2_vl", SPLIT, .theta = 1000000, PLAIN,
    .sections = ASSAY_SECTIONS_CHUNKED },
  { "qwen2_5_vl", SPLIT, .theta = 1000000, PLAIN,
    .sections = ASSAY_SECTIONS_CHUNKED },
  { "qwen3", SPLIT, .theta = 10000, PLAIN },
  { "qwen3_5_text", SPLIT, .theta = 10000, PARTIAL (250),
    .sections = ASSAY_SECTIONS_INTERLEAVED },
  { "qwen3_moe", SPLIT, .theta = 10000, PLAIN },
  { "qwen3_next", SPLIT, .theta = 10000, PARTIAL (250) },
  { "qwen3_vl_text", SPLIT, .theta = 500000, PLAIN,
    .sections = ASSAY_SECTIONS_INTERLEAVED },
  { "smollm3", SPLIT, .theta = 10000, PLAIN, .nope = ASSAY_NOPE_LISTED,
    .period = 4 },
  { "stablelm", SPLIT, .theta = 10000, PARTIAL (250) },
};

/* A config of a model with several parts names the whole.  */
static const struct
{
  const char *name, *class;
} aliases[] = {
  { "gemma3", "gemma3_text" },
  { "gemma4", "gemma4_text" },
  { "glm4v_text", "glm4v" },
  { "llama4", "llama4_text" },
  { "mistral3", "mistral" },
  { "qwen2_5_vl_text", "qwen2_5_vl" },
  { "qwen2_vl_text", "qwen2_vl" },
  { "qwen3_5", "qwen3_5_text" },
  { "qwen3_vl", "qwen3_vl_text" },
};

enum { CLASS_COUNT = sizeof classes / sizeof classes[0],
       ALIAS_COUNT = sizeof aliases / sizeof aliases[0] };

const struct assay_model_class *
assay_model_class_find (const char *model_type)
{
  size_t i;

  if (model_type == NULL)
    return NULL;
  for (i = 0; i < ALIAS_COUNT; i++)
    if (strcmp (model_type, aliases[i].name) == 0)
      model_type = aliases[i].class;
  for (i = 0; i < CLASS_COUNT; i++)
    if (strcmp (model_type, classes[i].name) == 0)
      return &classes[i];
  return NULL;
}

const struct assay_model_class *
assay_model_class_common (void)
{
  return &common;
}
