/* check_readers.c -- each disagreement that a config can bring about

   A row of the table is a config, two readers, the number of the row D (0
   where it has none), and the size of the effect.  Rows that concern no
   config (how floats are formed, tables in a format, other encodings) are not
   here: D 14, D 16, D 23, D 26, D 29, D 30.  */

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "position/rope_effect.h"
#include "real/print.h"
#include "rope_testing.h"
#include "testing.h"

#define ROWS(table) (int) (sizeof table / sizeof table[0])

#define QWEN_YARN "{\"model_type\": \"qwen2\", \"head_dim\": 128, " \
  "\"rope_theta\": 1000000, \"max_position_embeddings\": 32768, " \
  "\"rope_scaling\": {\"type\": \"yarn\", \"factor\": 4.0, " \
  "\"original_max_position_embeddings\": 32768}}"

#define LAGUNA "{\"model_type\": \"laguna\", \"head_dim\": 128, " \
  "\"rope_theta\": 500000, \"max_position_embeddings\": 262144, " \
  "\"rope_scaling\": {\"rope_type\": \"yarn\", \"factor\": 64.0, " \
  "\"attention_factor\": 1.0, \"beta_fast\": 32, \"beta_slow\": 1, " \
  "\"original_max_position_embeddings\": 4096}}"

#define MSCALE_ALONE "{\"model_type\": \"llama\", \"head_dim\": 64, " \
  "\"rope_theta\": 10000, \"max_position_embeddings\": 163840, " \
  "\"rope_scaling\": {\"type\": \"yarn\", \"factor\": 40, \"mscale\": " \
  "0.707, \"beta_fast\": 32, \"beta_slow\": 1, " \
  "\"original_max_position_embeddings\": 4096}}"

#define MLA "{\"model_type\": \"deepseek_v3\", \"qk_nope_head_dim\": 128, " \
  "\"qk_rope_head_dim\": 64, \"rope_theta\": 10000, " \
  "\"max_position_embeddings\": 163840, \"rope_scaling\": {\"type\": " \
  "\"yarn\", \"factor\": 40, \"mscale\": 1.0, \"mscale_all_dim\": 0.5, " \
  "\"original_max_position_embeddings\": 4096}}"

#define LONGROPE(class, type, rest) "{\"model_type\": \"" class "\", " \
  "\"head_dim\": 4, \"rope_theta\": 10000, \"max_position_embeddings\": " \
  "131072, \"original_max_position_embeddings\": 4096, \"rope_scaling\": " \
  "{\"type\": \"" type "\", \"short_factor\": [1, 1], \"long_factor\": " \
  "[2, 8]" rest "}}"

#define INVERTED "{\"model_type\": \"llama\", \"head_dim\": 64, " \
  "\"rope_theta\": 10000, \"max_position_embeddings\": 16384, " \
  "\"rope_scaling\": {\"type\": \"yarn\", \"factor\": 4, \"beta_fast\": 1, " \
  "\"beta_slow\": 32, \"original_max_position_embeddings\": 4096}}"

#define NESTED_YARN "{\"model_type\": \"gemma3_text\", \"head_dim\": 64, " \
  "\"max_position_embeddings\": 131072, \"layer_types\": " \
  "[\"full_attention\"], \"rope_parameters\": {\"full_attention\": " \
  "{\"rope_type\": \"yarn\", \"rope_theta\": 150000, \"factor\": 32, " \
  "\"original_max_position_embeddings\": 4096, \"truncate\": false}}}"

#define TRUNCATED "{\"model_type\": \"gpt_oss\", \"head_dim\": 64, " \
  "\"max_position_embeddings\": 131072, \"rope_scaling\": {\"rope_type\": " \
  "\"yarn\", \"factor\": 32, \"beta_fast\": 32, " \
  "\"original_max_position_embeddings\": 4096}}"

#define QWEN3_VL "{\"model_type\": \"qwen3_vl_text\", \"head_dim\": 128, " \
  "\"max_position_embeddings\": 262144, \"rope_parameters\": " \
  "{\"mrope_section\": [24, 20, 20], \"rope_theta\": 5000000}}"

#define DEEPSEEK_V4 "{\"model_type\": \"deepseek_v4\", \"head_dim\": 512, " \
  "\"max_position_embeddings\": 1048576, \"layer_types\": [\"compress\"], " \
  "\"rope_parameters\": {\"compress\": {\"rope_type\": \"yarn\", " \
  "\"rope_theta\": 160000, \"factor\": 16, " \
  "\"original_max_position_embeddings\": 65536, " \
  "\"partial_rotary_factor\": 0.125}}}"

#define HALF_YARN "{\"model_type\": \"phi\", \"head_dim\": 128, " \
  "\"partial_rotary_factor\": 0.5, \"rope_theta\": 10000, " \
  "\"max_position_embeddings\": 16384, \"rope_scaling\": {\"type\": " \
  "\"yarn\", \"factor\": 4, \"beta_fast\": 32, \"truncate\": false, " \
  "\"original_max_position_embeddings\": 4096}}"

/* PAIRS how many steps differ; RATIO at pair WORST, TURNS at pair FAR and
   the last position, LOGITS the ratio of scores; empty strings: not
   compared.  A readings pair that agrees has no pairs and logits "1".  */
static const struct
{
  int row;
  const char *text;             /* or the name of a model */
  unsigned long length, context;
  enum assay_reader a, b;
  size_t pairs, worst;
  const char *ratio;
  size_t far;
  const char *turns, *logits;
} rows[] = {
  { 0, HALF_YARN, 0, 0, ASSAY_READER_HF, ASSAY_READER_ORT_GENAI, 21, 23,
    "3.7439", 14, "10.188", "1" },
  { 1, "gpt-oss-120b", 0, 0, ASSAY_READER_HF, ASSAY_READER_LLAMA_CPP, 9, 17,
    "1.7627", 12, "4.6051", "1" },
  { 1, "gpt-oss-120b", 0, 0, ASSAY_READER_HF, ASSAY_READER_MLX_LM, 9, 17,
    "1.7627", 12, "4.6051", "1" },
  { 1, TRUNCATED, 0, 0, ASSAY_READER_HF, ASSAY_READER_GPT_OSS, 9, 17,
    "0.56732", 12, "4.6051", "1" },
  { 1, TRUNCATED, 0, 0, ASSAY_READER_LLAMA_CPP, ASSAY_READER_ORT_GENAI, 9,
    17, "0.56732", 12, "4.6051", "1" },
  { 2, NESTED_YARN, 0, 0, ASSAY_READER_WRITTEN, ASSAY_READER_HF, 9, 17,
    "1.7627", 12, "4.6051", "1" },
  { 3, QWEN_YARN, 0, 0, ASSAY_READER_HF, ASSAY_READER_ORT_GENAI, 40, 40,
    "4", 28, "2.7280", "0.77132" },
  { 3, QWEN_YARN, 0, 0, ASSAY_READER_HF, ASSAY_READER_EXLLAMAV3, 40, 40, "4",
    28, "2.7280", "0.77132" },
  { 3, "deepseek-v3", 0, 4096, ASSAY_READER_HF, ASSAY_READER_DEEPSEEK, 21, 23,
    "40", 13, "139.13", "0.53366" },
  { 4, LAGUNA, 0, 0, ASSAY_READER_HF, ASSAY_READER_VLLM, 0, 0, "", 0, "",
    "2.0047" },
  { 4, LAGUNA, 0, 0, ASSAY_READER_HF, ASSAY_READER_LLAMA_CPP, 0, 0, "", 0, "",
    "2.0047" },
  { 5, MSCALE_ALONE, 0, 0, ASSAY_READER_HF, ASSAY_READER_MLX_LM, 0, 0, "", 0,
    "", "0.84832" },
  { 5, MSCALE_ALONE, 0, 0, ASSAY_READER_HF, ASSAY_READER_ORT_GENAI, 12, 22,
    "0.66574", 11, "35.480", "0.26675" },
  { 6, MLA, 0, 0, ASSAY_READER_HF, ASSAY_READER_LLAMA_CPP, 0, 0, "", 0, "",
    "0.74867" },
  { 6, MLA, 0, 0, ASSAY_READER_HF, ASSAY_READER_DEEPSEEK, 0, 0, "", 0, "",
    "1" },
  { 7, "internlm2.5-7b", 100, 0, ASSAY_READER_HF, ASSAY_READER_VLLM, 63, 63,
    "0.33333", 4, "148.17", "1" },
  { 7, "internlm2.5-7b", 65536, 0, ASSAY_READER_HF, ASSAY_READER_LLAMA_CPP,
    63, 63, "3", 4, "148.17", "1" },
  { 8, LONGROPE ("phi3", "longrope", ""), 100, 0, ASSAY_READER_HF,
    ASSAY_READER_VLLM, 2, 1, "0.125", 0, "10430", "1" },
  { 8, LONGROPE ("phi3", "longrope", ""), 100, 0, ASSAY_READER_HF,
    ASSAY_READER_LLAMA_CPP, 2, 1, "0.125", 0, "10430", "1" },
  { 8, LONGROPE ("phi3", "longrope", ""), 100, 4096, ASSAY_READER_MLX_LM,
    ASSAY_READER_EXLLAMAV3, 2, 1, "8", 0, "10430", "1" },
  { 9, LONGROPE ("phimoe", "longrope", ", \"short_mscale\": 1.25, "
                 "\"long_mscale\": 1.5"), 5000, 0, ASSAY_READER_WRITTEN,
    ASSAY_READER_HF, 2, 1, "8", 0, "10430", "1" },
  { 10, QWEN3_VL, 0, 0,
    ASSAY_READER_HF, ASSAY_READER_LLAMA_CPP, 2, 61, "", 61, "0.017195", "1" },
  { 11, LONGROPE ("phi3", "longrope", ", \"factor\": 16.0"), 0, 4096,
    ASSAY_READER_HF, ASSAY_READER_LLAMA_CPP, 0, 0, "", 0, "", "1.0625" },
  { 11, LONGROPE ("phi3", "longrope", ", \"attention_factor\": 1.0"), 0, 4096,
    ASSAY_READER_HF, ASSAY_READER_VLLM, 0, 0, "", 0, "", "1.4167" },
  { 12, "{\"model_type\": \"gemma4_text\", \"head_dim\": 64, "
    "\"max_position_embeddings\": 1024, \"layer_types\": "
    "[\"sliding_attention\"], \"rope_parameters\": {\"sliding_attention\": "
    "{\"rope_type\": \"proportional\", \"factor\": 2, "
    "\"partial_rotary_factor\": 0.5}}}", 0, 0, ASSAY_READER_HF,
    ASSAY_READER_VLLM, 16, 0, "2", 0, "81.408", "1" },
  { 13, INVERTED, 0, 0, ASSAY_READER_HF, ASSAY_READER_LLAMA_CPP, 31, 0, "4",
    0, "1955.6", "1" },
  { 20, LONGROPE ("phi3", "yarn", ""), 0, 4096, ASSAY_READER_HF,
    ASSAY_READER_LLAMA_CPP, 0, 0, "", 0, "", "1.2799" },
  { 21, "{\"model_type\": \"llama\", \"head_dim\": 64, \"rope_theta\": "
    "10000, \"max_position_embeddings\": 8192, \"rope_scaling\": {\"type\": "
    "\"linear\", \"rope_type\": \"dynamic\", \"factor\": 2}}", 0, 0,
    ASSAY_READER_HF, ASSAY_READER_MLX_LM, 32, 0, "0.5", 0, "651.82", "1" },
  { 22, QWEN_YARN, 0, 0, ASSAY_READER_HF, ASSAY_READER_HF_4_45, 0, 0, "", 0,
    "", "1" },
  { 22, MSCALE_ALONE, 0, 0, ASSAY_READER_HF, ASSAY_READER_HF_4_45, 21, 23,
    "40", 13, "139.13", "1" },
  { 24, "{\"model_type\": \"olmo3\", \"head_dim\": 128, \"rope_theta\": "
    "10000, \"max_position_embeddings\": 65536, \"layer_types\": "
    "[\"sliding_attention\"]}", 0, 0, ASSAY_READER_WRITTEN, ASSAY_READER_HF,
    63, 63, "0.021261", 6, "1350.4", "1" },
  { 27, "{\"model_type\": \"qwen2_vl\", \"head_dim\": 16, "
    "\"max_position_embeddings\": 1024, \"rope_scaling\": {\"type\": "
    "\"mrope\", \"mrope_section\": [2, 2, 2, 2]}}", 0, 0, ASSAY_READER_HF,
    ASSAY_READER_VLLM, 0, 0, "", 0, "", "1" },
  { 31, DEEPSEEK_V4, 0, 0, ASSAY_READER_HF, ASSAY_READER_EXLLAMAV3, 0, 0,
    "", 0, "", "0.61297" },
};

struct compared
{
  struct assay_rope_config config;
  struct assay_reading a, b;
  struct assay_effect effect;
};

static void
compare (struct compared *c, const char *text, unsigned long length,
         unsigned long context, enum assay_reader a, enum assay_reader b)
{
  struct assay_rope_call call = { length, context };
  const struct assay_rope_plan *plan;
  unsigned long position = 0;
  struct assay_ctx ctx;

  if (text[0] == '{')
    rope_testing_read (&c->config, text);
  else
    rope_testing_model (&c->config, text);
  plan = &c->config.group[0];
  if (plan->value[ASSAY_KEY_LENGTH].is_set)
    position = mpz_get_ui (mpq_numref (plan->value[ASSAY_KEY_LENGTH].value))
               - 1;
  assay_ctx_init (&ctx);
  ck_assert_int_eq (assay_reading_make (&c->a, a, plan, &call, &ctx),
                    ASSAY_OK);
  ck_assert_int_eq (assay_reading_make (&c->b, b, plan, &call, &ctx),
                    ASSAY_OK);
  ck_assert_int_eq (assay_effect_make (&c->effect, &c->a, &c->b, position,
                                       &ctx), ASSAY_OK);
}

static void
compared_clear (struct compared *c)
{
  assay_effect_clear (&c->effect);
  assay_reading_clear (&c->a);
  assay_reading_clear (&c->b);
  assay_rope_config_clear (&c->config);
}

static int
has_note (const struct assay_reading *reading, int row)
{
  size_t i;

  for (i = 0; i < reading->note_count; i++)
    if (reading->note[i].row == row)
      return 1;
  return 0;
}

static void
assert_digits (struct assay_expr *x, const char *text, const char *what,
               int row)
{
  struct assay_decision decision;
  struct assay_ctx ctx;
  char *digits;

  if (text[0] == '\0')
    return;
  ck_assert_msg (x != NULL, "D %d: no %s", row, what);
  assay_ctx_init (&ctx);
  ck_assert_int_eq (assay_print_digits (&digits, &decision, x, 5, &ctx),
                    ASSAY_OK);
  /* An exact number may be written short.  */
  ck_assert_msg (strncmp (digits, text, strlen (text)) == 0
                 && strspn (digits + strlen (text), ".0")
                    == strlen (digits + strlen (text)),
                 "D %d: %s is %s, not %s", row, what, digits, text);
  free (digits);
}

START_TEST (readers_differ_by_the_stated_size)
{
  struct compared c;
  const struct assay_effect *e = &c.effect;

  compare (&c, rows[_i].text, rows[_i].length, rows[_i].context, rows[_i].a,
           rows[_i].b);
  ck_assert_msg (has_note (&c.b, rows[_i].row)
                 || has_note (&c.a, rows[_i].row), "D %d is not noted",
                 rows[_i].row);
  /* Of row 27 only the axes differ.  */
  ck_assert_msg (e->agree == (rows[_i].pairs > 0 || rows[_i].row == 27
                              || strcmp (rows[_i].logits, "1") != 0
                              ? ASSAY_FAILS : ASSAY_HOLDS),
                 "D %d: agreement is %d", rows[_i].row, e->agree);
  ck_assert_msg (e->apart == rows[_i].pairs, "D %d: %zu pairs, worst %zu, "
                 "far %zu", rows[_i].row, e->apart, e->ratio_pair,
                 e->turns_pair);
  if (rows[_i].ratio[0])
    ck_assert_msg (e->ratio_pair == rows[_i].worst, "D %d: worst pair %zu",
                   rows[_i].row, e->ratio_pair);
  if (rows[_i].turns[0])
    ck_assert_msg (e->turns_pair == rows[_i].far, "D %d: farthest pair %zu",
                   rows[_i].row, e->turns_pair);
  assert_digits (e->ratio, rows[_i].ratio, "ratio", rows[_i].row);
  assert_digits (e->turns, rows[_i].turns, "turns", rows[_i].row);
  assert_digits (e->logits, rows[_i].logits, "logits", rows[_i].row);
  compared_clear (&c);
}
END_TEST

/* D 6: published DeepSeek sets agree, since both mscales are equal.  */
START_TEST (published_deepseek_sets_agree)
{
  struct compared c;

  compare (&c, "deepseek-v3", 0, 0, ASSAY_READER_HF, ASSAY_READER_LLAMA_CPP);
  ck_assert_int_eq (c.effect.agree, ASSAY_HOLDS);
  compared_clear (&c);
  compare (&c, "deepseek-v3", 0, 0, ASSAY_READER_HF, ASSAY_READER_DEEPSEEK);
  ck_assert_int_eq (c.effect.agree, ASSAY_HOLDS);
  compared_clear (&c);
}
END_TEST

/* D 10: the two pairs stand still in text.  */
START_TEST (leftover_pairs_of_qwen3_vl_stand_still)
{
  struct compared c;

  compare (&c, QWEN3_VL, 0, 0, ASSAY_READER_HF, ASSAY_READER_LLAMA_CPP);
  ck_assert_int_eq (c.b.steps.kind[61], ASSAY_PAIR_ZERO);
  ck_assert_int_eq (c.b.steps.kind[62], ASSAY_PAIR_ZERO);
  ck_assert_int_eq (c.b.steps.kind[63], ASSAY_PAIR_KEPT);
  ck_assert_ptr_null (c.effect.ratio);
  compared_clear (&c);
}
END_TEST

/* D 15: the other sign, equal scores; D 25: another order, equal scores.  */
START_TEST (sign_and_order_change_no_score)
{
  struct compared c;

  compare (&c, "{\"model_type\": \"nanochat\", \"head_dim\": 64}", 0, 0,
           ASSAY_READER_HF, ASSAY_READER_EXLLAMAV3);
  ck_assert_int_eq (has_note (&c.a, 15), 1);
  ck_assert_int_eq (c.a.plan.turns_back, 1);
  ck_assert_int_eq (c.effect.agree, ASSAY_HOLDS);
  compared_clear (&c);
  compare (&c, "deepseek-v3", 0, 0, ASSAY_READER_HF, ASSAY_READER_WRITTEN);
  ck_assert_int_eq (has_note (&c.a, 25), 1);
  ck_assert_int_eq (c.effect.agree, ASSAY_HOLDS);
  compared_clear (&c);
  compare (&c, "deepseek-v2-lite", 0, 0, ASSAY_READER_HF,
           ASSAY_READER_WRITTEN);
  ck_assert_int_eq (has_note (&c.a, 25), 0);
  compared_clear (&c);
}
END_TEST

/* D 16: one factor, two types: 16 pairs (i, i + 16) and the denominator 32
   against 16 live ones of 32 pairs (i, i + 32) and the denominator 64.  */
START_TEST (partial_and_proportional_are_different_functions)
{
  static const char *const text[] = {
    "{\"head_dim\": 64, \"rope_parameters\": {\"rope_type\": \"default\", "
    "\"partial_rotary_factor\": 0.5}}",
    "{\"head_dim\": 64, \"rope_parameters\": {\"rope_type\": "
    "\"proportional\", \"partial_rotary_factor\": 0.5}}"
  };
  struct assay_rope_config config[2];
  struct assay_rope_steps steps[2];
  size_t i, x, y[2];

  for (i = 0; i < 2; i++)
    {
      rope_testing_read (&config[i], text[i]);
      rope_testing_steps (&steps[i], &config[i].group[0], 0);
      assay_layout_pair (&x, &y[i], &config[i].group[0].layout, 0);
    }
  ck_assert_uint_eq (y[0], 16);
  ck_assert_uint_eq (y[1], 32);
  ck_assert_uint_eq (steps[0].count, 16);
  ck_assert_uint_eq (steps[1].count, 32);
  rope_testing_digits (steps[0].w[1], "0.5623413252");
  rope_testing_digits (steps[1].w[1], "0.7498942093");
  rope_testing_equal (steps[0].w[1], steps[1].w[2]);
  for (i = 0; i < 2; i++)
    {
      assay_rope_steps_clear (&steps[i]);
      assay_rope_config_clear (&config[i]);
    }
}
END_TEST

/* D 17: 32 coordinates against 64.  */
START_TEST (partial_factor_that_a_class_ignores_changes_the_width)
{
  struct compared c;

  compare (&c, "{\"model_type\": \"llama\", \"head_dim\": 64, "
           "\"partial_rotary_factor\": 0.5}", 0, 0, ASSAY_READER_HF,
           ASSAY_READER_VLLM);
  ck_assert_int_eq (has_note (&c.b, 17), 1);
  ck_assert_int_eq (c.effect.layouts_differ, 1);
  ck_assert_uint_eq (c.a.plan.layout.rotary_dim, 64);
  ck_assert_uint_eq (c.b.plan.layout.rotary_dim, 32);
  ck_assert_int_eq (c.effect.agree, ASSAY_FAILS);
  compared_clear (&c);
}
END_TEST

/* D 18, D 19: facts of transformers that no formula shows.  */
START_TEST (state_of_transformers_is_noted)
{
  struct compared c;

  compare (&c, "internlm2.5-7b", 0, 0, ASSAY_READER_HF, ASSAY_READER_MLX_LM);
  ck_assert_int_eq (has_note (&c.a, 19), 1);
  ck_assert_int_eq (c.effect.agree, ASSAY_HOLDS);
  compared_clear (&c);
  compare (&c, "{\"head_dim\": 4, \"max_position_embeddings\": 8192, "
           "\"layer_types\": [\"full_attention\"], \"rope_parameters\": "
           "{\"full_attention\": {\"rope_type\": \"longrope\", "
           "\"short_factor\": [1, 1], \"long_factor\": [1, 2], "
           "\"original_max_position_embeddings\": 4096}}}", 0, 0,
           ASSAY_READER_HF, ASSAY_READER_WRITTEN);
  ck_assert_int_eq (has_note (&c.a, 18), 1);
  compared_clear (&c);
}
END_TEST

/* D 28: the peers' nested test, whose one odd figure comes from this: the
   bracket, power and base in binary32 and in binary64.  */
START_TEST (base_of_a_forward_pass_has_binary32_digits)
{
  struct assay_rope_call call = { 200000, 0 };
  struct assay_rope_config config;
  struct assay_rope_steps steps;
  struct assay_expr *f32, *f64;
  struct compared c;
  struct assay_ctx ctx;

  assay_ctx_init (&ctx);
  rope_testing_read (&config, "{\"head_dim\": 256, "
                     "\"max_position_embeddings\": 131072, "
                     "\"rope_scaling\": {\"rope_type\": \"dynamic\", "
                     "\"factor\": 10.0}}");
  ck_assert_int_eq (assay_reader_rounded_base (&f32, &config.group[0], &call,
                                               ASSAY_FMT_F32, &ctx),
                    ASSAY_OK);
  ck_assert_int_eq (assay_reader_rounded_base (&f64, &config.group[0], &call,
                                               ASSAY_FMT_F64, &ctx),
                    ASSAY_OK);
  rope_testing_steps (&steps, &config.group[0], 200000);
  rope_testing_digits (steps.base, "63498.26986");
  rope_testing_digits (f64, "63498.26986");
  rope_testing_digits (f32, "63498.26953");
  assay_expr_unref (f32);
  assay_expr_unref (f64);
  assay_rope_steps_clear (&steps);
  assay_rope_config_clear (&config);
  compare (&c, "internlm2.5-7b", 40000, 0, ASSAY_READER_HF,
           ASSAY_READER_WRITTEN);
  ck_assert_int_eq (has_note (&c.a, 28), 1);
  compared_clear (&c);
}
END_TEST

/* An attention factor that spells the formula's value in 17 digits is no
   disagreement with who computes it; three binary64 values away it is one.
   The neighbours of OLMo-3.1's 1.2079441541679836, nearest to 0.1 ln 8 + 1,
   are 2^-52 apart.  */
START_TEST (spelled_attention_factor_differs_from_the_third_neighbour_on)
{
  static const struct
  {
    const char *factor;
    enum assay_verdict agree;
  } given[] = {
    { "1.2079441541679836", ASSAY_HOLDS },
    { "1.2079441541679832", ASSAY_HOLDS },
    { "1.207944154167983", ASSAY_FAILS },
    { "1.207944154167984", ASSAY_HOLDS },
    { "1.2079441541679843", ASSAY_FAILS },
    { "1.2", ASSAY_FAILS },
  };
  char text[400];
  struct compared c;

  snprintf (text, sizeof text, "{\"model_type\": \"llama\", \"head_dim\": "
            "128, \"rope_theta\": 500000, \"max_position_embeddings\": "
            "65536, \"rope_scaling\": {\"rope_type\": \"yarn\", \"factor\": "
            "8, \"attention_factor\": %s, "
            "\"original_max_position_embeddings\": 8192}}",
            given[_i].factor);
  compare (&c, text, 0, 0, ASSAY_READER_HF, ASSAY_READER_LLAMA_CPP);
  ck_assert_int_eq (has_note (&c.b, 4), 1);
  ck_assert_msg (c.effect.agree == given[_i].agree, "%s", given[_i].factor);
  ck_assert_int_eq (c.effect.logits_differ,
                    given[_i].agree == ASSAY_FAILS);
  ck_assert_int_eq (rope_testing_warns (&c.config, "attention-factor-differs",
                                        NULL),
                    given[_i].agree == ASSAY_FAILS);
  compared_clear (&c);
}
END_TEST

/* Readers of a plain config all agree.  */
START_TEST (all_readers_agree_on_a_plain_config)
{
  struct compared c;
  int b;

  for (b = 0; b < ASSAY_READER_COUNT; b++)
    {
      compare (&c, "llama-3.1-8b-instruct", 0, 0, ASSAY_READER_HF,
               (enum assay_reader) b);
      ck_assert_msg (c.effect.agree == ASSAY_HOLDS, "%s",
                     assay_reader_name ((enum assay_reader) b));
      ck_assert_uint_eq (c.b.note_count, 0);
      compared_clear (&c);
    }
}
END_TEST

/* A type that a reader has not is a refusal of the reader alone.  */
START_TEST (refusal_of_one_reader_is_a_disagreement)
{
  struct compared c;

  compare (&c, "internlm2.5-7b", 0, 0, ASSAY_READER_HF,
           ASSAY_READER_EXLLAMAV3);
  ck_assert_int_eq (c.b.refuses, 1);
  ck_assert_int_eq (c.effect.agree, ASSAY_FAILS);
  compared_clear (&c);
  /* A ramp that ends beyond the last pair stops the builder's assertion.  */
  compare (&c, "{\"head_dim\": 64, \"rope_theta\": 10000, "
           "\"max_position_embeddings\": 1048576, \"rope_scaling\": "
           "{\"type\": \"yarn\", \"factor\": 2, \"beta_fast\": 32, "
           "\"original_max_position_embeddings\": 524288}}", 0, 0,
           ASSAY_READER_HF, ASSAY_READER_ORT_GENAI);
  ck_assert_int_eq (c.a.refuses, 0);
  ck_assert_int_eq (c.b.refuses, 1);
  compared_clear (&c);
}
END_TEST

START_TEST (every_reader_has_a_name_and_a_version)
{
  enum assay_reader found;
  int i;

  for (i = 0; i < ASSAY_READER_COUNT; i++)
    {
      ck_assert_int_eq (assay_reader_find (&found, assay_reader_name
                                           ((enum assay_reader) i)),
                        ASSAY_OK);
      ck_assert_int_eq (found, i);
      ck_assert_uint_gt (strlen (assay_reader_version
                                 ((enum assay_reader) i)), 10);
    }
  ck_assert_int_eq (assay_reader_find (&found, "nobody"), ASSAY_EVALUE);
}
END_TEST

static Suite *
readers_suite (void)
{
  Suite *suite = suite_create ("readers");
  TCase *table = tcase_create ("table");
  TCase *special = tcase_create ("special");

  tcase_set_timeout (table, 60);
  tcase_set_timeout (special, 60);
  tcase_add_loop_test (table, readers_differ_by_the_stated_size, 0,
                       ROWS (rows));
  suite_add_tcase (suite, table);
  tcase_add_test (special, published_deepseek_sets_agree);
  tcase_add_test (special, leftover_pairs_of_qwen3_vl_stand_still);
  tcase_add_test (special, sign_and_order_change_no_score);
  tcase_add_test (special, partial_and_proportional_are_different_functions);
  tcase_add_test (special,
                  partial_factor_that_a_class_ignores_changes_the_width);
  tcase_add_test (special, state_of_transformers_is_noted);
  tcase_add_test (special, base_of_a_forward_pass_has_binary32_digits);
  tcase_add_loop_test
    (special, spelled_attention_factor_differs_from_the_third_neighbour_on, 0,
     6);
  tcase_add_test (special, all_readers_agree_on_a_plain_config);
  tcase_add_test (special, refusal_of_one_reader_is_a_disagreement);
  tcase_add_test (special, every_reader_has_a_name_and_a_version);
  suite_add_tcase (suite, special);
  return suite;
}

int
main (void)
{
  return testing_run (readers_suite ());
}
