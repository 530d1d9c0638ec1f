/* check_config.c -- what is read from a config, refused, and warned of */

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "position/config_text.h"
#include "rope_testing.h"
#include "testing.h"

#define ROWS(table) (int) (sizeof table / sizeof table[0])

/* A config's beginning, to be closed by "}}".  */
#define HEAD "{\"head_dim\": 64, \"max_position_embeddings\": 8192, " \
  "\"rope_scaling\": {"
#define LLAMA "{\"model_type\": \"llama\", \"head_dim\": 64, " \
  "\"max_position_embeddings\": 8192, \"rope_scaling\": {"

/* ---- errors: rule, status, and the message with its path ---- */

static const struct
{
  const char *text;
  enum assay_status status;
  const char *message;
} errors[] = {
  /* The document itself.  */
  { "", ASSAY_ESYNTAX, "expected one JSON value" },
  { "[1]", ASSAY_ETYPE, "expected an object, found a list of 1" },
  { "3.5", ASSAY_ETYPE, "expected an object, found 3.5" },
  { "{\"head_dim\": 64, \"head_dim\": 64}", ASSAY_ESYNTAX,
    "each key once" },
  { "{\"rope_theta\": NaN}", ASSAY_ESYNTAX, "1:" },
  { "{\"rope_theta\": 1e999}", ASSAY_ETYPE, "rope_theta" },
  /* r odd or 0.  */
  { "{\"head_dim\": 63}", ASSAY_EVALUE,
    "head_dim: value: expected an even rotary width above 0, up to the head "
    "size, found 63 of 63" },
  { "{\"head_dim\": 64, \"partial_rotary_factor\": 0.01}", ASSAY_EVALUE,
    "partial_rotary_factor: value: expected an even rotary width above 0, up "
    "to the head size, found 0 of 64" },
  { "{\"head_dim\": 64, \"partial_rotary_factor\": 0.21}", ASSAY_EVALUE,
    "found 13 of 64" },
  { "{\"head_dim\": 64, \"partial_rotary_factor\": 1.5}", ASSAY_EVALUE,
    "partial_rotary_factor: value: expected a part of the head, 0 to 1" },
  { "{\"head_dim\": 64, \"rotary_dim\": 128}", ASSAY_EVALUE,
    "found 128 of 64" },
  { "{\"rope_theta\": 10000}", ASSAY_EVALUE, "head_dim: value: expected "
    "head_dim, or hidden_size and num_attention_heads" },
  { "{\"head_dim\": 0}", ASSAY_EVALUE, "head_dim: value: expected an integer "
    "in 1.." },
  { "{\"head_dim\": 64.5}", ASSAY_EVALUE, "found 64.5" },
  { "{\"head_dim\": \"64\"}", ASSAY_ETYPE, "found \"64\"" },
  /* theta <= 0.  */
  { "{\"head_dim\": 64, \"rope_theta\": 0}", ASSAY_EVALUE,
    "rope_theta: value: expected a number above 0, found 0" },
  { "{\"head_dim\": 64, \"rope_theta\": -1e4}", ASSAY_EVALUE,
    "rope_theta: value: expected a number above 0, found -10000" },
  { "{\"head_dim\": 64, \"rope_theta\": \"10000\"}", ASSAY_ETYPE,
    "rope_theta: type: expected a number, found \"10000\"" },
  { "{\"head_dim\": 64, \"rope_theta\": 1e-99999999}", ASSAY_ELIMIT,
    "rope_theta: limit" },
  /* A required key.  */
  { HEAD "\"rope_type\": \"linear\"}}", ASSAY_EVALUE,
    "rope_scaling.factor: value: expected a number, which type linear needs, "
    "found nothing" },
  { HEAD "\"rope_type\": \"dynamic\"}}", ASSAY_EVALUE,
    "rope_scaling.factor: value: expected a number, which type dynamic" },
  { "{\"head_dim\": 64, \"rope_scaling\": {\"type\": \"dynamic\", "
    "\"factor\": 2}}", ASSAY_EVALUE, "max_position_embeddings" },
  { HEAD "\"rope_type\": \"yarn\"}}", ASSAY_EVALUE,
    "rope_scaling.factor: value" },
  { HEAD "\"rope_type\": \"ntk\"}}", ASSAY_EVALUE,
    "rope_scaling.factor: value" },
  { HEAD "\"rope_type\": \"llama3\", \"factor\": 8}}", ASSAY_EVALUE,
    "rope_scaling.low_freq_factor: value: expected a number, which type "
    "llama3 needs" },
  { HEAD "\"rope_type\": \"llama3\", \"factor\": 8, \"low_freq_factor\": "
    "1}}", ASSAY_EVALUE, "rope_scaling.high_freq_factor: value" },
  { HEAD "\"rope_type\": \"longrope\", \"short_factor\": [1]}}", ASSAY_EVALUE,
    "rope_scaling.short_factor: value: expected 32 factors, one for each "
    "pair, found 1" },
  { HEAD "\"rope_type\": \"longrope\"}}", ASSAY_EVALUE,
    "rope_scaling.short_factor: value: expected a list, which type longrope "
    "needs" },
  { HEAD "\"rope_type\": \"spiral\"}}", ASSAY_EVALUE,
    "rope_scaling.rope_type: value: expected one of default" },
  { HEAD "\"rope_type\": 7}}", ASSAY_ETYPE,
    "rope_scaling.rope_type: type: expected a string, found 7" },
  { "{\"head_dim\": 64, \"rope_scaling\": [1]}", ASSAY_ETYPE,
    "rope_scaling: type: expected an object or null, found a list of 1" },
  /* A list's length and entries.  */
  { "{\"head_dim\": 4, \"max_position_embeddings\": 100, \"rope_scaling\": "
    "{\"type\": \"su\", \"short_factor\": [1, 1], \"long_factor\": "
    "[1, 1, 1]}}", ASSAY_EVALUE, "rope_scaling.long_factor: value: expected 2 "
    "factors, one for each pair, found 3" },
  { "{\"head_dim\": 4, \"max_position_embeddings\": 100, \"rope_scaling\": "
    "{\"type\": \"su\", \"short_factor\": [1, 0.0], \"long_factor\": "
    "[1, 1]}}", ASSAY_EVALUE,
    "rope_scaling.short_factor[1]: value: expected a factor above 0, found "
    "0" },
  { "{\"head_dim\": 4, \"max_position_embeddings\": 100, \"rope_scaling\": "
    "{\"type\": \"su\", \"short_factor\": [1, 1], \"long_factor\": "
    "[-2, 1]}}", ASSAY_EVALUE,
    "rope_scaling.long_factor[0]: value: expected a factor above 0, found "
    "-2" },
  { "{\"head_dim\": 4, \"max_position_embeddings\": 100, \"rope_scaling\": "
    "{\"type\": \"su\", \"short_factor\": [1, true], \"long_factor\": "
    "[1, 1]}}", ASSAY_ETYPE,
    "rope_scaling.short_factor[1]: type: expected a number, found true" },
  /* r = 2 with dynamic.  */
  { "{\"head_dim\": 2, \"max_position_embeddings\": 100, \"rope_scaling\": "
    "{\"type\": \"dynamic\", \"factor\": 2}}", ASSAY_EVALUE,
    "rope_scaling.rope_type: value: expected a rotary width above 2" },
  /* theta = 1 with yarn.  */
  { "{\"head_dim\": 64, \"rope_theta\": 1.0, \"max_position_embeddings\": "
    "8192, \"rope_scaling\": {\"type\": \"yarn\", \"factor\": 2}}",
    ASSAY_EVALUE, "rope_theta: value: expected a base other than 1" },
  /* L0 <= 1 with longrope.  */
  { "{\"head_dim\": 2, \"max_position_embeddings\": 8, "
    "\"original_max_position_embeddings\": 1, \"rope_scaling\": {\"type\": "
    "\"longrope\", \"short_factor\": [1], \"long_factor\": [1]}}",
    ASSAY_EVALUE, "original_max_position_embeddings: value: expected a number "
    "above 1, found 1" },
  /* What would divide by zero or take a logarithm of it.  */
  { HEAD "\"type\": \"linear\", \"factor\": 0}}", ASSAY_EVALUE,
    "rope_scaling.factor: value: expected a number above 0, found 0" },
  { HEAD "\"type\": \"yarn\", \"factor\": 2, \"beta_fast\": -1}}",
    ASSAY_EVALUE, "rope_scaling.beta_fast: value: expected a number above "
    "0" },
  { HEAD "\"type\": \"yarn\", \"factor\": 2, \"truncate\": 1}}", ASSAY_ETYPE,
    "rope_scaling.truncate: type: expected true or false, found 1" },
  /* Layers and sections.  */
  { "{\"head_dim\": 64, \"num_hidden_layers\": 3, \"layer_types\": "
    "[\"full_attention\"]}", ASSAY_EVALUE,
    "layer_types: value: expected a name for each layer, found a list of "
    "1" },
  { "{\"head_dim\": 64, \"layer_types\": [1]}", ASSAY_ETYPE,
    "layer_types[0]: type: expected a name, found 1" },
  { "{\"head_dim\": 64, \"num_hidden_layers\": 100000}", ASSAY_EVALUE,
    "num_hidden_layers" },
  { HEAD "\"type\": \"mrope\", \"mrope_section\": [1, 2]}}", ASSAY_EVALUE,
    "rope_scaling.mrope_section: value: expected three to eight sections" },
  { HEAD "\"type\": \"mrope\", \"mrope_section\": [1, 2.5, 3]}}",
    ASSAY_EVALUE, "rope_scaling.mrope_section[1]" },
};

START_TEST (bad_config_is_refused_with_its_path)
{
  rope_testing_refused (errors[_i].text, errors[_i].status,
                        errors[_i].message);
}
END_TEST

/* ---- warnings: rule, code and path ---- */

static const struct
{
  const char *text, *code, *path;
} warnings[] = {
  { LLAMA "\"type\": \"linear\", \"factor\": 0.5}}", "factor-below-one",
    "rope_scaling.factor" },
  { LLAMA "\"type\": \"yarn\", \"factor\": 4, "
    "\"original_max_position_embeddings\": 4096}}", "implicit-factor",
    "rope_scaling.factor" },
  { LLAMA "\"type\": \"yarn\", \"factor\": 1, \"beta_fast\": 1, "
    "\"beta_slow\": 32}}", "betas-inverted", "rope_scaling.beta_fast" },
  { LLAMA "\"type\": \"llama3\", \"factor\": 8, \"low_freq_factor\": 4, "
    "\"high_freq_factor\": 4, \"original_max_position_embeddings\": 1024}}",
    "bands-empty", "rope_scaling.high_freq_factor" },
  { LLAMA "\"type\": \"llama3\", \"factor\": 8, \"low_freq_factor\": 1, "
    "\"high_freq_factor\": 4, \"original_max_position_embeddings\": 8192}}",
    "original-not-below-length",
    "rope_scaling.original_max_position_embeddings" },
  { LLAMA "\"type\": \"linear\", \"rope_type\": \"yarn\", \"factor\": 1}}",
    "type-differs", "rope_scaling.type" },
  { "{\"model_type\": \"gemma3_text\", \"head_dim\": 64, "
    "\"max_position_embeddings\": 8192, \"rope_parameters\": "
    "{\"full_attention\": {\"rope_type\": \"yarn\", \"factor\": 1, "
    "\"truncate\": false}, \"sliding_attention\": {\"rope_type\": "
    "\"default\"}}}", "truncate-nested",
    "rope_parameters.full_attention.truncate" },
  { "{\"model_type\": \"llama\", \"head_dim\": 64, "
    "\"partial_rotary_factor\": 0.5}", "partial-ignored",
    "partial_rotary_factor" },
  { LLAMA "\"type\": \"yarn\", \"factor\": 1, \"attention_factor\": 0.0}}",
    "attention-factor-not-positive", "rope_scaling.attention_factor" },
  { LLAMA "\"type\": \"yarn\", \"factor\": 1, \"mscale\": 1.0}}",
    "mscale-unpaired", "rope_scaling.mscale" },
  { LLAMA "\"type\": \"yarn\", \"factor\": 1, \"mscale_all_dim\": 1.0}}",
    "mscale-unpaired", "rope_scaling.mscale_all_dim" },
  { "{\"model_type\": \"phi\", \"head_dim\": 176, \"partial_rotary_factor\": "
    "0.5681818181818182, \"x\": 0}", "", "" },
  { "{\"model_type\": \"glm\", \"head_dim\": 448, \"partial_rotary_factor\": "
    "0.51785714285714285, \"x\": 0}", "", "" },
  { "{\"model_type\": \"glm\", \"head_dim\": 100, \"partial_rotary_factor\": "
    "0.29}", "width-missed-integer", "partial_rotary_factor" },
  { LLAMA "\"type\": \"mrope\", \"mrope_section\": [8, 8, 8]}}",
    "sections-sum", "rope_scaling.mrope_section" },
  { "{\"model_type\": \"qwen3_vl_text\", \"head_dim\": 128, "
    "\"rope_parameters\": {\"mrope_section\": [24, 20, 20]}}",
    "sections-leftover", "rope_parameters.mrope_section" },
  { LLAMA "\"type\": \"yarn\", \"factor\": 2, \"attention_factor\": 1.0, "
    "\"original_max_position_embeddings\": 4096}}",
    "attention-factor-differs", "rope_scaling.attention_factor" },
  { "{\"model_type\": \"llama\", \"head_dim\": 4, "
    "\"max_position_embeddings\": 8192, "
    "\"original_max_position_embeddings\": 4096, \"rope_scaling\": "
    "{\"type\": \"longrope\", \"short_factor\": [1, 1], \"long_factor\": "
    "[2, 2], \"attention_factor\": 1.25}}", "attention-factor-differs",
    "rope_scaling.attention_factor" },
  { LLAMA "\"type\": \"linear\", \"factor\": 2, \"beta_fast\": 32}}",
    "unknown-key", "rope_scaling.beta_fast" },
  { LLAMA "\"type\": \"yarn\", \"factor\": 1, \"finetuned\": true}}",
    "unknown-key", "rope_scaling.finetuned" },
  { "{\"model_type\": \"mystery\", \"head_dim\": 64}", "model-type-unknown",
    "model_type" },
  { "{\"head_dim\": 64}", "model-type-absent", "model_type" },
  { "{\"model_type\": \"llama\", \"hidden_size\": 4096, "
    "\"num_attention_heads\": 32, \"head_dim\": null, "
    "\"max_position_embeddings\": 8192, \"rope_scaling\": {\"type\": "
    "\"yarn\", \"factor\": 1}}", "head-dim-null", "head_dim" },
  { "{\"model_type\": \"olmo3\", \"head_dim\": 64, \"rope_theta\": 10000, "
    "\"num_hidden_layers\": 4}", "legacy-base", "rope_theta" },
};

/* A row without a code is a near miss: it draws no warning at all.  */
START_TEST (questionable_config_is_warned_of_with_its_path)
{
  struct assay_rope_config config;

  rope_testing_read (&config, warnings[_i].text);
  if (warnings[_i].code[0] == '\0')
    ck_assert_uint_eq (config.warning_count, 0);
  else
    {
      ck_assert_msg (rope_testing_warns (&config, warnings[_i].code,
                                         warnings[_i].path),
                     "%s: no %s at %s", warnings[_i].text, warnings[_i].code,
                     warnings[_i].path);
      ck_assert_uint_eq (config.warning_count, 1);
    }
  assay_rope_config_clear (&config);
}
END_TEST

/* ---- values that are read, and from where ---- */

/* MEMBERS of a yarn set, old and new names, what they give.  */
static const struct
{
  const char *text;
  enum assay_rope_key key;
  const char *value, *from;
} values[] = {
  { "{\"head_dim\": 64, \"rope_theta\": 5e5}", ASSAY_KEY_THETA, "500000",
    "rope_theta" },
  { "{\"head_dim\": 64, \"rope_theta\": 5e5, \"rope_parameters\": "
    "{\"rope_theta\": 7}}", ASSAY_KEY_THETA, "7",
    "rope_parameters.rope_theta" },
  { "{\"head_dim\": 64, \"rope_theta\": 3, \"rope_scaling\": null, "
    "\"rope_parameters\": {\"rope_theta\": 7}}", ASSAY_KEY_THETA, "7",
    "rope_parameters.rope_theta" },
  { "{\"head_dim\": 64, \"rotary_emb_base\": 9}", ASSAY_KEY_THETA, "9",
    "rotary_emb_base" },
  { "{\"head_dim\": 64}", ASSAY_KEY_THETA, "10000", "the usual default" },
  { "{\"model_type\": \"gpt_oss\", \"head_dim\": 64}", ASSAY_KEY_THETA,
    "150000", "default of model_type gpt_oss" },
  { "{\"model_type\": \"chatglm\", \"kv_channels\": 128, \"rope_ratio\": "
    "50}", ASSAY_KEY_THETA, "500000", "rope_ratio" },
  { HEAD "\"type\": \"yarn\", \"factor\": 0.1, "
    "\"original_max_position_embeddings\": 5}}", ASSAY_KEY_FACTOR,
    "3602879701896397/36028797018963968", "rope_scaling.factor" },
  /* The whole config's original length overrides the set's.  */
  { "{\"head_dim\": 64, \"original_max_position_embeddings\": 7, "
    "\"rope_scaling\": {\"type\": \"yarn\", \"factor\": 2, "
    "\"original_max_position_embeddings\": 5}}", ASSAY_KEY_ORIGINAL, "7",
    "original_max_position_embeddings" },
  { HEAD "\"type\": \"yarn\", \"factor\": 2}}", ASSAY_KEY_ORIGINAL, "8192",
    "max_position_embeddings, in the absence of an original one" },
  { "{\"n_embd\": 512, \"n_head\": 8, \"n_positions\": 77}", ASSAY_KEY_LENGTH,
    "77", "n_positions" },
  { HEAD "\"type\": \"yarn\", \"factor\": 2, \"beta_fast\": 0, "
    "\"beta_slow\": null}}", ASSAY_KEY_BETA_FAST, "32",
    "the default of yarn" },
  /* The whole config's partial factor overrides the set's.  */
  { "{\"head_dim\": 64, \"partial_rotary_factor\": 0.5, \"rope_parameters\": "
    "{\"partial_rotary_factor\": 0.25}}", ASSAY_KEY_PARTIAL, "0.5",
    "partial_rotary_factor" },
  { "{\"model_type\": \"gpt_neox\", \"hidden_size\": 512, "
    "\"num_attention_heads\": 8}", ASSAY_KEY_PARTIAL, "0.25",
    "default of model_type gpt_neox" },
  { "{\"text_config\": {\"head_dim\": 64, \"rope_theta\": 12}}",
    ASSAY_KEY_THETA, "12", "text_config.rope_theta" },
  /* The binary64 nearest to what is spelled, which is not 707/1000.  */
  { HEAD "\"type\": \"linear\", \"factor\": 0.707}}", ASSAY_KEY_FACTOR,
    "6368089873101881/9007199254740992", "rope_scaling.factor" },
  { HEAD "\"type\": \"linear\", \"factor\": 12.00000000000000000000001E-1}}",
    ASSAY_KEY_FACTOR, "5404319552844595/4503599627370496",
    "rope_scaling.factor" },
  /* Halfway from 1 to the next binary64, and beyond by what no double
     sees.  */
  { HEAD "\"type\": \"linear\", \"factor\": "
    "1.00000000000000011102230246251565404236316680908203125}}",
    ASSAY_KEY_FACTOR, "1", "rope_scaling.factor" },
  { HEAD "\"type\": \"linear\", \"factor\": "
    "1.00000000000000011102230246251565404236316680908203126}}",
    ASSAY_KEY_FACTOR, "4503599627370497/4503599627370496",
    "rope_scaling.factor" },
  { "{\"head_dim\": 64, \"rope_theta\": 9007199254740993}", ASSAY_KEY_THETA,
    "9007199254740992", "rope_theta" },
  /* A bare block.  */
  { "{\"rope_type\": \"linear\", \"factor\": 3, \"head_dim\": 64}",
    ASSAY_KEY_FACTOR, "3", "factor" },
};

START_TEST (value_is_the_nearest_binary64_with_its_origin)
{
  struct assay_expr *number = rope_testing_number (values[_i].value);
  const struct assay_rope_value *value;
  struct assay_rope_config config;

  rope_testing_read (&config, values[_i].text);
  value = &config.group[0].value[values[_i].key];
  ck_assert_int_eq (value->is_set, 1);
  ck_assert_msg (mpq_equal (value->value, assay_expr_rational (number)),
                 "%s is not %s", values[_i].text, values[_i].value);
  ck_assert_str_eq (value->from, values[_i].from);
  assay_expr_unref (number);
  assay_rope_config_clear (&config);
}
END_TEST

/* 0.1 is no binary64, in no config and in no default either.  */
START_TEST (default_of_a_model_type_is_the_nearest_binary64)
{
  struct assay_rope_config config;
  const struct assay_rope_value *scale;
  mpq_t tenth;

  rope_testing_read (&config, "{\"model_type\": \"llama4_text\", "
                     "\"head_dim\": 128, \"num_hidden_layers\": 1, "
                     "\"no_rope_layers\": [0]}");
  ck_assert_int_eq (config.group[1].type, ASSAY_ROPE_NONE);
  scale = &config.group[1].value[ASSAY_KEY_ATTN_SCALE];
  mpq_init (tenth);
  mpq_set_d (tenth, 0.1);
  ck_assert (mpq_equal (scale->value, tenth));
  mpq_clear (tenth);
  assay_rope_config_clear (&config);
}
END_TEST

/* Numbers in strings, escapes and keys stay as they are.  */
START_TEST (numbers_inside_strings_are_no_numbers)
{
  static const char text[] =
    "{\"1.5\": \"a \\\"2.5\\\\\", \"k\": [-1.50e+2, \"3\", {\"x\": 0.10}]}";
  struct assay_config_text config;
  const json_t *list;
  struct assay_ctx ctx;

  assay_ctx_init (&ctx);
  ck_assert_int_eq (assay_config_text_parse (&config, text, strlen (text),
                                             &ctx), ASSAY_OK);
  ck_assert_uint_eq (config.count, 2);
  ck_assert_str_eq (config.number[0], "-1.50e+2");
  ck_assert_str_eq (config.number[1], "0.10");
  ck_assert_str_eq (json_string_value (json_object_get (config.root, "1.5")),
                    "a \"2.5\\");
  list = json_object_get (config.root, "k");
  ck_assert_str_eq (json_string_value (json_array_get (list, 1)), "3");
  ck_assert_int_eq (json_integer_value
                    (json_object_get (json_array_get (list, 2), "x")), 1);
  assay_config_text_clear (&config);
}
END_TEST

/* An unknown model_type gets split-half pairs and honours a partial factor;
   the same config of a class that ignores it does not.  */
START_TEST (unknown_model_type_is_read_by_the_common_rules)
{
  struct assay_rope_config config;

  rope_testing_read (&config, "{\"model_type\": \"mystery\", \"head_dim\": "
                     "64, \"partial_rotary_factor\": 0.5}");
  ck_assert_uint_eq (config.group[0].layout.rotary_dim, 32);
  ck_assert_int_eq (config.group[0].layout.pairing,
                    ASSAY_PAIRING_SPLIT_HALF);
  assay_rope_config_clear (&config);
  rope_testing_read (&config, "{\"model_type\": \"qwen2\", \"head_dim\": 64, "
                     "\"partial_rotary_factor\": 0.5}");
  ck_assert_uint_eq (config.group[0].layout.rotary_dim, 64);
  assay_rope_config_clear (&config);
}
END_TEST

/* A null set for one kind of layers stops them.  */
START_TEST (null_set_of_a_kind_of_layers_means_no_rotation)
{
  struct assay_rope_config config;

  rope_testing_read (&config, "{\"head_dim\": 64, \"layer_types\": "
                     "[\"full_attention\", \"sliding_attention\"], "
                     "\"rope_parameters\": {\"full_attention\": null, "
                     "\"sliding_attention\": {\"rope_theta\": 5}}}");
  ck_assert_uint_eq (config.group_count, 2);
  ck_assert_int_eq (config.group[0].type, ASSAY_ROPE_NONE);
  ck_assert_int_eq (config.group[1].type, ASSAY_ROPE_DEFAULT);
  ck_assert_uint_eq (config.group[1].layer[0], 1);
  assay_rope_config_clear (&config);
}
END_TEST

/* Labels that no layer_types number are groups of their own.  */
START_TEST (sets_for_unnumbered_kinds_of_layers_are_groups)
{
  struct assay_rope_config config;

  rope_testing_read (&config, "{\"model_type\": \"deepseek_v4\", "
                     "\"head_dim\": 512, \"num_hidden_layers\": 4, "
                     "\"max_position_embeddings\": 65536, "
                     "\"rope_parameters\": {\"main\": {\"rope_theta\": "
                     "10000}, \"compress\": {\"rope_theta\": 160000, "
                     "\"rope_type\": \"yarn\", \"factor\": 16, "
                     "\"original_max_position_embeddings\": 65536, "
                     "\"partial_rotary_factor\": 0.125}}}");
  ck_assert_uint_eq (config.group_count, 2);
  ck_assert_str_eq (config.group[0].label, "main");
  ck_assert_str_eq (config.group[1].label, "compress");
  ck_assert_uint_eq (config.group[1].layout.rotary_dim, 64);
  ck_assert_uint_eq (config.group[1].layout.offset, 448);
  assay_rope_config_clear (&config);
}
END_TEST

/* SmolLM3 and Llama-4 list the layers that turn by 1.  */
START_TEST (listed_layers_do_not_turn)
{
  struct assay_rope_config config;

  rope_testing_read (&config, "{\"model_type\": \"smollm3\", \"head_dim\": "
                     "64, \"num_hidden_layers\": 5, \"no_rope_layers\": "
                     "[1, 0, 1, 1, 0]}");
  ck_assert_uint_eq (config.group_count, 2);
  ck_assert_uint_eq (config.group[1].layer_count, 2);
  ck_assert_uint_eq (config.group[1].layer[0], 1);
  ck_assert_uint_eq (config.group[1].layer[1], 4);
  ck_assert_int_eq (config.group[1].type, ASSAY_ROPE_NONE);
  assay_rope_config_clear (&config);
  rope_testing_read (&config, "{\"model_type\": \"smollm3\", \"head_dim\": "
                     "64, \"num_hidden_layers\": 8}");
  ck_assert_uint_eq (config.group[1].layer[0], 3);
  ck_assert_uint_eq (config.group[1].layer[1], 7);
  assay_rope_config_clear (&config);
}
END_TEST

static Suite *
config_suite (void)
{
  Suite *suite = suite_create ("config");
  TCase *table = tcase_create ("table");
  TCase *special = tcase_create ("special");
  TCase *refusals = tcase_create ("refusals");

  tcase_add_loop_test (table, value_is_the_nearest_binary64_with_its_origin, 0,
                       ROWS (values));
  tcase_add_loop_test (table, questionable_config_is_warned_of_with_its_path,
                       0, ROWS (warnings));
  suite_add_tcase (suite, table);
  tcase_add_test (special, default_of_a_model_type_is_the_nearest_binary64);
  tcase_add_test (special, numbers_inside_strings_are_no_numbers);
  tcase_add_test (special, unknown_model_type_is_read_by_the_common_rules);
  tcase_add_test (special, null_set_of_a_kind_of_layers_means_no_rotation);
  tcase_add_test (special, sets_for_unnumbered_kinds_of_layers_are_groups);
  tcase_add_test (special, listed_layers_do_not_turn);
  suite_add_tcase (suite, special);
  tcase_add_loop_test (refusals, bad_config_is_refused_with_its_path, 0,
                       ROWS (errors));
  suite_add_tcase (suite, refusals);
  return suite;
}

int
main (void)
{
  return testing_run (config_suite ());
}
