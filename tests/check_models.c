/* check_models.c -- 31 models' configs against the facts published of them */

#include <string.h>

#include "rope_testing.h"
#include "testing.h"

#define ROWS(table) (int) (sizeof table / sizeof table[0])

/* A model's group: the one of LAYER.  Empty strings are facts not stated; -1
   in a count likewise.  */
static const struct
{
  const char *file;
  size_t layer;
  size_t head_dim, rotary_dim;
  const char *theta, *type, *length, *original, *factor;
  enum assay_pairing pairing;
  const char *magnitude;
} facts[] = {
#define SPLIT ASSAY_PAIRING_SPLIT_HALF
#define ADJACENT ASSAY_PAIRING_ADJACENT
  { "llama-3.1-8b-instruct", 0, 128, 128, "500000", "llama3", "131072",
    "8192", "8", SPLIT, "1" },
  { "llama-3.2-1b-instruct", 0, 64, 64, "500000", "llama3", "131072", "8192",
    "32", SPLIT, "1" },
  { "llama-3.2-3b", 0, 128, 128, "500000", "llama3", "131072", "8192", "32",
    SPLIT, "1" },
  { "llama-4", 0, 128, 128, "500000", "llama3", "", "8192", "16", ADJACENT,
    "1" },
  { "exaone-4.0-32b", 0, 128, 128, "1000000", "llama3", "131072", "8192",
    "16", SPLIT, "1" },
  { "qwen2.5-7b-instruct", 0, 128, 128, "1000000", "default", "32768", "", "",
    SPLIT, "1" },
  { "qwen3-8b", 0, 128, 128, "1000000", "default", "40960", "", "", SPLIT,
    "1" },
  { "qwen2.5-vl-7b-instruct", 0, 128, 128, "1000000", "default", "128000",
    "", "", SPLIT, "1" },
  { "qwen3.5-9b", 3, 256, 64, "10000000", "default", "262144", "", "", SPLIT,
    "1" },
  { "deepseek-v3", 0, 192, 64, "10000", "yarn", "163840", "4096", "40",
    ADJACENT, "1" },
  { "deepseek-v2-lite", 0, 192, 64, "10000", "yarn", "163840", "4096", "40",
    ADJACENT, "1" },
  { "gpt-oss-120b", 0, 64, 64, "150000", "yarn", "131072", "4096", "32",
    SPLIT, "1.346573590279973" },
  { "olmo-3.1-32b-instruct", 3, 128, 128, "500000", "yarn", "65536", "8192",
    "8", SPLIT, "1.2079441541679836" },
  { "devstral-small-2-24b", 0, 128, 128, "100000000", "yarn", "393216",
    "8192", "48", SPLIT, "1" },
  { "phi-3.5-mini", 0, 96, 96, "10000", "longrope", "131072", "4096", "",
    SPLIT, "1.190238071423808" },
  { "phi-3.5-vision", 0, 96, 96, "10000", "longrope", "131072", "4096", "",
    SPLIT, "1.190238071423808" },
  { "phi-4-mini", 0, 128, 96, "10000", "longrope", "131072", "4096", "",
    SPLIT, "1.190238071423808" },
  { "phi-4", 0, 128, 128, "250000", "default", "16384", "16384", "", SPLIT,
    "1" },
  { "phi-1", 0, 64, 32, "10000", "default", "2048", "", "", SPLIT, "1" },
  { "gpt-j-6b", 0, 256, 64, "10000", "default", "", "", "", ADJACENT, "1" },
  { "stablelm-2-zephyr-1.6b", 0, 64, 16, "10000", "default", "4096", "", "",
    SPLIT, "1" },
  { "internlm2.5-7b", 0, 128, 128, "1000000", "dynamic", "32768", "", "2",
    SPLIT, "1" },
  { "minicpm-2b", 0, 64, 64, "1000000", "dynamic", "65536", "", "4", SPLIT,
    "1" },
  { "codellama-7b", 0, 128, 128, "1000000", "default", "16384", "", "",
    SPLIT, "1" },
  { "mistral-7b-instruct-v0.3", 0, 128, 128, "1000000", "default", "32768",
    "", "", SPLIT, "1" },
  { "gemma-3-1b", 5, 256, 256, "1000000", "default", "32768", "", "", SPLIT,
    "1" },
  { "gemma-3-1b", 0, 256, 256, "10000", "default", "32768", "", "", SPLIT,
    "1" },
  { "gemma-3-12b", 5, 256, 256, "1000000", "linear", "131072", "", "8", SPLIT,
    "1" },
  { "gemma-3-12b", 0, 256, 256, "10000", "default", "131072", "", "", SPLIT,
    "1" },
  { "gemma-3-27b", 11, 128, 128, "1000000", "linear", "131072", "", "8",
    SPLIT, "1" },
  { "gemma-3-27b", 61, 128, 128, "10000", "default", "131072", "", "", SPLIT,
    "1" },
  { "gemma-4", 0, 256, 256, "10000", "default", "131072", "", "", SPLIT,
    "1" },
  { "gemma-4", 29, 512, 512, "1000000", "proportional", "131072", "", "",
    SPLIT, "1" },
  { "ministral-3", 0, 128, 128, "1000000", "yarn", "262144", "16384", "16",
    SPLIT, "1" },
  { "mistral-4", 0, 128, 64, "10000", "yarn", "", "8192", "128", ADJACENT,
    "1" },
#undef SPLIT
#undef ADJACENT
};

static void
assert_value (const struct assay_rope_plan *plan, enum assay_rope_key key,
              const char *text)
{
  struct assay_expr *number;

  if (text[0] == '\0')
    return;
  ck_assert_ptr_nonnull (assay_rope_plan_value (plan, key));
  number = rope_testing_number (text);
  ck_assert_msg (mpq_equal (assay_expr_rational (number),
                            plan->value[key].value),
                 "%s is not %s", assay_rope_key_name (key), text);
  assay_expr_unref (number);
}

START_TEST (plan_of_a_model_has_the_published_facts)
{
  const struct assay_rope_plan *plan;
  struct assay_rope_config config;
  struct assay_rope_steps steps;

  rope_testing_model (&config, facts[_i].file);
  plan = assay_rope_config_layer (&config, facts[_i].layer);
  ck_assert_ptr_nonnull (plan);
  ck_assert_uint_eq (plan->layout.head_dim, facts[_i].head_dim);
  ck_assert_uint_eq (plan->layout.rotary_dim, facts[_i].rotary_dim);
  ck_assert_int_eq (plan->layout.pairing, facts[_i].pairing);
  ck_assert_str_eq (assay_rope_type_name (plan->type), facts[_i].type);
  assert_value (plan, ASSAY_KEY_THETA, facts[_i].theta);
  assert_value (plan, ASSAY_KEY_LENGTH, facts[_i].length);
  assert_value (plan, ASSAY_KEY_ORIGINAL, facts[_i].original);
  assert_value (plan, ASSAY_KEY_FACTOR, facts[_i].factor);
  rope_testing_steps (&steps, plan, 0);
  ck_assert_uint_eq (steps.count, facts[_i].rotary_dim / 2);
  rope_testing_digits (steps.magnitude, facts[_i].magnitude);
  assay_rope_steps_clear (&steps);
  assay_rope_config_clear (&config);
}
END_TEST

/* Groups of layers, in the order of the report: how many, the first layer
   of each and how many layers it has.  */
static const struct
{
  const char *file;
  size_t groups;
  size_t first[2], count[2];
  const char *type[2];
} groups[] = {
  { "qwen3-8b", 1, { 0, 0 }, { 0, 0 }, { "default", "" } },
  { "llama-4", 2, { 0, 3 }, { 36, 12 }, { "llama3", "none" } },
  { "exaone-4.0-32b", 2, { 0, 3 }, { 48, 16 }, { "llama3", "none" } },
  { "qwen3.5-9b", 2, { 0, 3 }, { 24, 8 }, { "none", "default" } },
  { "olmo-3.1-32b-instruct", 2, { 0, 3 }, { 48, 16 }, { "default", "yarn" } },
  { "gemma-3-27b", 2, { 0, 5 }, { 52, 10 }, { "default", "linear" } },
  { "gemma-4", 2, { 0, 5 }, { 25, 5 }, { "default", "proportional" } },
};

START_TEST (layers_that_share_a_plan_form_one_group)
{
  struct assay_rope_config config;
  size_t i;

  rope_testing_model (&config, groups[_i].file);
  ck_assert_uint_eq (config.group_count, groups[_i].groups);
  ck_assert_int_eq (config.group[0].all_layers, groups[_i].groups == 1);
  for (i = 0; i < config.group_count && !config.group[0].all_layers; i++)
    {
      ck_assert_uint_eq (config.group[i].layer[0], groups[_i].first[i]);
      ck_assert_uint_eq (config.group[i].layer_count, groups[_i].count[i]);
      ck_assert_str_eq (assay_rope_type_name (config.group[i].type),
                        groups[_i].type[i]);
    }
  assay_rope_config_clear (&config);
}
END_TEST

/* Layer 7 of 8 is no sixth layer but the last one.  */
START_TEST (last_layer_of_gemma_4_is_full)
{
  struct assay_rope_config config;

  rope_testing_read (&config, "{\"model_type\": \"gemma4_text\", "
                     "\"head_dim\": 64, \"num_hidden_layers\": 8}");
  ck_assert_uint_eq (config.group_count, 2);
  ck_assert_uint_eq (config.group[1].layer_count, 2);
  ck_assert_uint_eq (config.group[1].layer[0], 5);
  ck_assert_uint_eq (config.group[1].layer[1], 7);
  ck_assert_int_eq (config.group[1].type, ASSAY_ROPE_PROPORTIONAL);
  assay_rope_config_clear (&config);
}
END_TEST

/* 64 live pairs of a head of 512, denominator the head.  */
START_TEST (gemma_4_turns_64_pairs_of_its_full_layers)
{
  struct assay_rope_config config;
  struct assay_rope_steps steps;
  size_t i;

  rope_testing_model (&config, "gemma-4");
  rope_testing_steps (&steps, assay_rope_config_layer (&config, 29), 0);
  for (i = 0; i < steps.count; i++)
    ck_assert_int_eq (steps.kind[i], i < 64 ? ASSAY_PAIR_KEPT
                                     : ASSAY_PAIR_ZERO);
  /* 1000000^(-126/512).  */
  rope_testing_digits (steps.w[63], "0.03337624694");
  rope_testing_digits (steps.w[64], "0");
  assay_rope_steps_clear (&steps);
  assay_rope_config_clear (&config);
}
END_TEST

/* MLA: the slice lies behind the still part, A is m/m and the scale takes
   m(s, mscale_all_dim)^2 (DeepSeek-V3: (1 + ln 40 / 10)^2 / sqrt 192).  */
START_TEST (mla_slice_and_scale_of_deepseek)
{
  struct assay_rope_config config;
  struct assay_rope_steps steps;

  rope_testing_model (&config, "deepseek-v3");
  ck_assert_int_eq (config.group[0].is_mla, 1);
  ck_assert_uint_eq (config.group[0].layout.offset, 128);
  rope_testing_steps (&steps, &config.group[0], 0);
  rope_testing_digits (steps.score_scale, "0.1352337789");
  assay_rope_steps_clear (&steps);
  assay_rope_config_clear (&config);
  rope_testing_model (&config, "deepseek-v2-lite");
  rope_testing_steps (&steps, &config.group[0], 0);
  rope_testing_digits (steps.score_scale, "0.1147213868");
  assay_rope_steps_clear (&steps);
  assay_rope_config_clear (&config);
}
END_TEST

START_TEST (sections_of_the_qwen_models)
{
  struct assay_rope_config config;

  rope_testing_model (&config, "qwen2.5-vl-7b-instruct");
  ck_assert_int_eq (config.group[0].sections.rule, ASSAY_SECTIONS_CHUNKED);
  ck_assert_uint_eq (config.group[0].sections.size[1], 24);
  assay_rope_config_clear (&config);
  rope_testing_model (&config, "qwen3.5-9b");
  ck_assert_int_eq (config.group[1].sections.rule,
                    ASSAY_SECTIONS_INTERLEAVED);
  ck_assert_uint_eq (config.group[1].sections.size[2], 10);
  assay_rope_config_clear (&config);
}
END_TEST

/* Phi-3.5: long factors from 1.08 to 64.84.  */
START_TEST (longrope_list_of_phi_3_5_is_taken_beyond_the_original_length)
{
  struct assay_rope_config config;
  struct assay_rope_steps steps;

  rope_testing_model (&config, "phi-3.5-mini");
  rope_testing_steps (&steps, &config.group[0], 4096);
  rope_testing_digits (steps.w[0], "1");
  assay_rope_steps_clear (&steps);
  rope_testing_steps (&steps, &config.group[0], 4097);
  /* 1 / 1.0800000429153442.  */
  rope_testing_digits (steps.w[0], "0.9259258891");
  assay_rope_steps_clear (&steps);
  assay_rope_config_clear (&config);
}
END_TEST

/* Warnings: of the 31 only these models draw any.  */
START_TEST (only_questionable_models_draw_warnings)
{
  static const char *const allowed[][2] = {
    { "llama-4", "bands-empty" }, { "phi-3.5-vision", "model-type-unknown" },
  };
  struct assay_rope_config config;
  size_t i, j, k;

  for (i = 0; i < sizeof facts / sizeof facts[0]; i++)
    {
      rope_testing_model (&config, facts[i].file);
      for (j = 0; j < config.warning_count; j++)
        {
          for (k = 0; k < 2; k++)
            if (strcmp (allowed[k][0], facts[i].file) == 0
                && strcmp (allowed[k][1], config.warning[j].code) == 0)
              break;
          ck_assert_msg (k < 2, "%s: %s: %s", facts[i].file,
                         config.warning[j].code, config.warning[j].text);
        }
      assay_rope_config_clear (&config);
    }
}
END_TEST

static Suite *
models_suite (void)
{
  Suite *suite = suite_create ("models");
  TCase *table = tcase_create ("table");
  TCase *special = tcase_create ("special");

  tcase_set_timeout (table, 60);
  tcase_set_timeout (special, 60);
  tcase_add_loop_test (table, plan_of_a_model_has_the_published_facts, 0,
                       ROWS (facts));
  tcase_add_loop_test (table, layers_that_share_a_plan_form_one_group, 0,
                       ROWS (groups));
  suite_add_tcase (suite, table);
  tcase_add_test (special, last_layer_of_gemma_4_is_full);
  tcase_add_test (special, gemma_4_turns_64_pairs_of_its_full_layers);
  tcase_add_test (special, mla_slice_and_scale_of_deepseek);
  tcase_add_test (special, sections_of_the_qwen_models);
  tcase_add_test (special,
             longrope_list_of_phi_3_5_is_taken_beyond_the_original_length);
  tcase_add_test (special, only_questionable_models_draw_warnings);
  suite_add_tcase (suite, special);
  return suite;
}

int
main (void)
{
  return testing_run (models_suite ());
}
