/* check_frequency.c -- exact steps and magnitudes of every type

   Figures of tests/data/hf-rope-expected.json are the peers' own; the eight
   relations of the same suites follow (hf_relations).  */

#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "exact/rat.h"
#include "position/frequency_yarn.h"
#include "real/print.h"
#include "real/step.h"
#include "rope_testing.h"
#include "testing.h"

#define ROWS(table) (int) (sizeof table / sizeof table[0])

enum { HF_CASES = 10 };

/* UNIT <- that of the last digit of TEXT, "6.2996e-02".  */
static void
unit_of (mpq_ptr unit, const char *text)
{
  const char *point = strchr (text, '.'), *e = strchr (text, 'e');
  long places = (point ? (long) strspn (point + 1, "0123456789") : 0)
                - (e ? strtol (e + 1, NULL, 10) : 0);

  ck_assert_int_ge (places, 0);
  mpz_ui_pow_ui (mpq_denref (unit), 10, (unsigned long) places);
  mpz_set_ui (mpq_numref (unit), 1);
  mpq_canonicalize (unit);
}

static enum assay_print
judge (struct assay_expr *w, const char *text)
{
  struct assay_decision decision;
  enum assay_print outcome;
  struct assay_ctx ctx;
  mpq_t value, unit;

  assay_ctx_init (&ctx);
  mpq_init (value);
  mpq_init (unit);
  ck_assert_int_eq (assay_rat_read_decimal (value, text, &ctx, NULL, "x"),
                    ASSAY_OK);
  unit_of (unit, text);
  ck_assert_int_eq (assay_print_judge (&outcome, &decision, w, value, unit,
                                       &ctx), ASSAY_OK);
  mpq_clear (value);
  mpq_clear (unit);
  return outcome;
}

/* The one printed figure that is no rounding of the exact value: a binary32
   result of the forward pass.  Exactly it is 6.2995499...e-02.  */
static int
is_the_float32_entry (const char *test, const char *printed)
{
  return strcmp (test, "test_dynamic_rope_numerically_nested") == 0
         && strcmp (printed, "6.2996e-02") == 0;
}

/* The tensor of the Ith case: every digit that the peers print, and the 25
   digits of the independent recomputation.  */
START_TEST (stored_tensor_is_reproduced_to_every_printed_digit)
{
  char *text = rope_testing_data ("hf-rope-expected.json");
  json_t *root = json_loads (text, 0, NULL), *test, *printed, *exact;
  char *config_text;
  struct assay_rope_config config;
  struct assay_rope_steps steps;
  size_t i, odd = 0;
  const char *name;

  test = json_array_get (json_object_get (root, "cases"), (size_t) _i);
  name = json_string_value (json_object_get (test, "test"));
  printed = json_object_get (test, "printed");
  exact = json_object_get (test, "exact");
  config_text = json_dumps (json_object_get (test, "config"), 0);
  rope_testing_read (&config, config_text);
  rope_testing_steps (&steps, assay_rope_config_layer (&config, 0),
                      (unsigned long) json_integer_value
                        (json_object_get (test, "length")));
  ck_assert_uint_eq (steps.count, json_array_size (printed));
  ck_assert_uint_ge (steps.count, 64);
  for (i = 0; i < steps.count; i++)
    {
      const char *digits = json_string_value (json_array_get (printed, i));
      int is_odd = is_the_float32_entry (name, digits);
      enum assay_print outcome = judge (steps.w[i], digits);

      odd += is_odd;
      ck_assert_msg (outcome == (is_odd ? ASSAY_PRINT_WRONG
                                 : ASSAY_PRINT_ROUNDED),
                     "%s, pair %zu: %s is %s", name, i, digits,
                     assay_print_name (outcome));
      digits = json_string_value (json_array_get (exact, i));
      ck_assert_msg (judge (steps.w[i], digits) == ASSAY_PRINT_ROUNDED,
                     "%s, pair %zu: not %s", name, i, digits);
    }
  ck_assert_uint_eq (odd, strcmp (name,
                                  "test_dynamic_rope_numerically_nested")
                          == 0);
  assay_rope_steps_clear (&steps);
  assay_rope_config_clear (&config);
  free (config_text);
  json_decref (root);
  free (text);
}
END_TEST

/* Fails unless X is the binary64 that TEXT prints or its neighbour: the peers
   compare with their own arithmetic in that format.  */
static void
assert_binary64 (struct assay_expr *x, const char *text)
{
  struct assay_expr *number = rope_testing_number (text);
  uint64_t ours, theirs;
  struct assay_ctx ctx;
  int64_t apart;

  assay_ctx_init (&ctx);
  ck_assert_int_eq (assay_step_fmt_bits (&ours, x, ASSAY_FMT_F64, &ctx),
                    ASSAY_OK);
  theirs = assay_fmt_round (assay_expr_rational (number), ASSAY_FMT_F64);
  apart = assay_fmt_ordinal (ours, ASSAY_FMT_F64)
          - assay_fmt_ordinal (theirs, ASSAY_FMT_F64);
  ck_assert_msg (apart >= -1 && apart <= 1, "%s is %ld off", text,
                 (long) apart);
  assay_expr_unref (number);
}

/* ---- relations of the same suites ---- */

#define LLAMA "{\"model_type\": \"llama\", \"head_dim\": 128, " \
  "\"max_position_embeddings\": 2048, \"rope_theta\": 10000, " \
  "\"rope_scaling\": {"

/* STEPS <- those of a Llama with the set MEMBERS at LENGTH.  */
static void
llama_steps (struct assay_rope_steps *steps, const char *members,
             unsigned long length)
{
  struct assay_rope_config config;
  char text[5000];

  snprintf (text, sizeof text, LLAMA "%s}}", members);
  rope_testing_read (&config, text);
  rope_testing_steps (steps, &config.group[0], length);
  assay_rope_config_clear (&config);
}

/* Each step of A times (or, NUMERATOR over DENOMINATOR inverted, divided
   by) a rational is the step of B.  */
static void
assert_multiple (const struct assay_rope_steps *a, long numerator,
                 unsigned long denominator, const struct assay_rope_steps *b)
{
  struct assay_expr *factor = assay_expr_new_si (numerator, denominator);
  struct assay_ctx ctx;
  size_t i;

  assay_ctx_init (&ctx);
  ck_assert_uint_eq (a->count, b->count);
  for (i = 0; i < a->count; i++)
    {
      struct assay_expr *product;

      ck_assert_int_eq (assay_expr_mul (&product, a->w[i], factor, &ctx),
                        ASSAY_OK);
      rope_testing_equal (product, b->w[i]);
      assay_expr_unref (product);
    }
  assay_expr_unref (factor);
}

static const unsigned long factors[] = { 2, 10, 20 };

/* 1: linear is default over the factor, A exactly 1.  */
START_TEST (linear_is_default_divided_by_the_factor)
{
  struct assay_rope_steps plain, linear;
  char set[100];

  snprintf (set, sizeof set, "\"rope_type\": \"linear\", \"factor\": %lu.0",
            factors[_i]);
  llama_steps (&plain, "\"rope_type\": \"default\"", 0);
  llama_steps (&linear, set, 0);
  assert_multiple (&plain, 1, factors[_i], &linear);
  rope_testing_digits (linear.magnitude, "1");
  assay_rope_steps_clear (&plain);
  assay_rope_steps_clear (&linear);
}
END_TEST

/* The set of the peers' longrope test: short 2, long 1, 2, ..., HALF.  */
static void
longrope_set (char *text, size_t size, size_t half, const char *rest)
{
  size_t i, used;

  used = (size_t) snprintf (text, size, "\"rope_type\": \"longrope\"%s, "
                            "\"short_factor\": [", rest);
  for (i = 0; i < half; i++)
    used += (size_t) snprintf (text + used, size - used, "%s2.0",
                               i > 0 ? ", " : "");
  used += (size_t) snprintf (text + used, size - used,
                             "], \"long_factor\": [");
  for (i = 0; i < half; i++)
    used += (size_t) snprintf (text + used, size - used, "%s%zu.0",
                               i > 0 ? ", " : "", i + 1);
  snprintf (text + used, size - used, "]");
}

static const char *const longrope_magnitudes[] = {
  "1.044465935734187", "1.1410492816577111", "1.1802129274332955"
};

/* 2: A = sqrt (1 + ln s / ln 2048), an explicit one counts as it is, and the
   list goes by the length.  */
START_TEST (longrope_magnitude_and_lists)
{
  struct assay_rope_steps plain, wide;
  char set[4000], rest[100];
  size_t i;

  llama_steps (&plain, "\"rope_type\": \"default\"", 0);
  snprintf (rest, sizeof rest, ", \"factor\": %lu.0", factors[_i]);
  longrope_set (set, sizeof set, 64, rest);
  llama_steps (&wide, set, 0);
  assert_binary64 (wide.magnitude, longrope_magnitudes[_i]);
  assert_multiple (&plain, 1, 2, &wide);
  assay_rope_steps_clear (&wide);
  llama_steps (&wide, set, 2049);
  for (i = 0; i < 64; i++)
    {
      struct assay_expr *number = assay_expr_new_si ((long) i + 1, 1), *back;
      struct assay_ctx ctx;

      assay_ctx_init (&ctx);
      ck_assert_int_eq (assay_expr_mul (&back, wide.w[i], number, &ctx),
                        ASSAY_OK);
      rope_testing_equal (back, plain.w[i]);
      assay_expr_unref (number);
      assay_expr_unref (back);
    }
  assay_rope_steps_clear (&wide);
  longrope_set (set, sizeof set, 64, ", \"attention_factor\": 0.5");
  llama_steps (&wide, set, 0);
  rope_testing_digits (wide.magnitude, "0.5");
  assay_rope_steps_clear (&wide);
  assay_rope_steps_clear (&plain);
}
END_TEST

static const char *const nested_magnitudes[] = {
  "1.0289915108550531", "1.093346941731386", "1.1199245797843438"
};

/* 3: the same in a set for one kind of layers, L0 = 131072.  */
START_TEST (longrope_of_one_kind_of_layers)
{
  struct assay_rope_config config;
  struct assay_rope_steps steps;
  char set[6000], text[8000], rest[60];

  snprintf (rest, sizeof rest, ", \"rope_theta\": 10000.0, \"factor\": %lu",
            factors[_i]);
  longrope_set (set, sizeof set, 128, rest);
  snprintf (text, sizeof text, "{\"model_type\": \"gemma3_text\", "
            "\"head_dim\": 256, \"max_position_embeddings\": 131072, "
            "\"layer_types\": [\"full_attention\"], "
            "\"rope_parameters\": {\"full_attention\": {%s}}}", set);
  rope_testing_read (&config, text);
  rope_testing_steps (&steps, &config.group[0], 0);
  assert_binary64 (steps.magnitude, nested_magnitudes[_i]);
  ck_assert_int_eq (steps.has_long_list, 0);
  assay_rope_steps_clear (&steps);
  rope_testing_steps (&steps, &config.group[0], 131072);
  ck_assert_int_eq (steps.has_long_list, 0);
  assay_rope_steps_clear (&steps);
  rope_testing_steps (&steps, &config.group[0], 131073);
  ck_assert_int_eq (steps.has_long_list, 1);
  assay_rope_steps_clear (&steps);
  assay_rope_config_clear (&config);
}
END_TEST

/* Every step of MIDDLE lies between HIGH's over ten and HIGH's.  */
static void
assert_between (const struct assay_rope_steps *high,
                const struct assay_rope_steps *middle)
{
  struct assay_expr *ten = assay_expr_new_si (10, 1);
  struct assay_ctx ctx;
  size_t i;

  assay_ctx_init (&ctx);
  for (i = 0; i < high->count; i++)
    {
      struct assay_expr *low;

      ck_assert_int_eq (assay_expr_div (&low, high->w[i], ten, &ctx),
                        ASSAY_OK);
      ck_assert_int_le (rope_testing_order (low, middle->w[i]), 0);
      ck_assert_int_le (rope_testing_order (middle->w[i], high->w[i]), 0);
      assay_expr_unref (low);
    }
  assay_expr_unref (ten);
}

static const char *const yarn_magnitudes[] = {
  "1.0693147180559945", "1.2302585092994046", "1.299573227355399"
};

/* 4: yarn lies between default over the factor and default; with beta_fast
   1000 the first pair alone is not below default and the last 20 are
   default over the factor; A = 0.1 ln s + 1, or the one given.  */
START_TEST (yarn_lies_between_and_has_its_magnitude)
{
  struct assay_rope_steps plain, yarn;
  char set[200];
  size_t i;

  llama_steps (&plain, "\"rope_type\": \"default\"", 0);
  llama_steps (&yarn, "\"rope_type\": \"yarn\", \"factor\": 10.0, "
               "\"beta_fast\": 32, \"beta_slow\": 1", 0);
  assert_between (&plain, &yarn);
  assay_rope_steps_clear (&yarn);
  llama_steps (&yarn, "\"rope_type\": \"yarn\", \"factor\": 10.0, "
               "\"beta_fast\": 1000, \"beta_slow\": 1", 0);
  for (i = 0; i < 64; i++)
    {
      ck_assert_int_eq (rope_testing_order (yarn.w[i], plain.w[i]),
                        i == 0 ? 0 : -1);
      ck_assert (i < 44 || yarn.kind[i] == ASSAY_PAIR_SCALED);
    }
  assay_rope_steps_clear (&yarn);
  for (i = 0; i < 3; i++)
    {
      snprintf (set, sizeof set, "\"rope_type\": \"yarn\", \"factor\": %lu",
                factors[i]);
      llama_steps (&yarn, set, 0);
      assert_binary64 (yarn.magnitude, yarn_magnitudes[i]);
      assay_rope_steps_clear (&yarn);
      snprintf (set, sizeof set, "\"rope_type\": \"yarn\", \"factor\": %lu, "
                "\"attention_factor\": 0.5", factors[i]);
      llama_steps (&yarn, set, 0);
      rope_testing_digits (yarn.magnitude, "0.5");
      assay_rope_steps_clear (&yarn);
    }
  assay_rope_steps_clear (&plain);
}
END_TEST

/* 5: llama3 lies between without margin; with high_freq_factor 1000 every
   step is strictly below default.  */
START_TEST (llama3_lies_between)
{
  struct assay_rope_steps plain, bands;
  size_t i;

  llama_steps (&plain, "\"rope_type\": \"default\"", 0);
  llama_steps (&bands, "\"rope_type\": \"llama3\", \"factor\": 10, "
               "\"original_max_position_embeddings\": 2048, "
               "\"low_freq_factor\": 1, \"high_freq_factor\": 4", 0);
  assert_between (&plain, &bands);
  assay_rope_steps_clear (&bands);
  llama_steps (&bands, "\"rope_type\": \"llama3\", \"factor\": 10, "
               "\"original_max_position_embeddings\": 2048, "
               "\"low_freq_factor\": 1, \"high_freq_factor\": 1000", 0);
  for (i = 0; i < 64; i++)
    ck_assert_int_eq (rope_testing_order (bands.w[i], plain.w[i]), -1);
  assay_rope_steps_clear (&bands);
  assay_rope_steps_clear (&plain);
}
END_TEST

static const struct
{
  const char *partial;
  size_t live;
} proportions[] = { { "1.0", 64 }, { "0.5", 32 }, { "0.25", 16 } };

/* 6: proportional has all pairs of the head, the first live ones as default
   (over the factor) and the rest exactly zero.  */
START_TEST (proportional_keeps_its_part_of_all_pairs)
{
  struct assay_rope_steps plain, part, halved;
  char set[200];
  size_t i;

  snprintf (set, sizeof set, "\"rope_type\": \"proportional\", "
            "\"partial_rotary_factor\": %s", proportions[_i].partial);
  llama_steps (&plain, "\"rope_type\": \"default\"", 0);
  llama_steps (&part, set, 0);
  strcat (set, ", \"factor\": 2.0");
  llama_steps (&halved, set, 0);
  ck_assert_uint_eq (part.count, 64);
  for (i = 0; i < 64; i++)
    {
      int is_live = i < proportions[_i].live;

      ck_assert_int_eq (part.kind[i], is_live ? ASSAY_PAIR_KEPT
                                      : ASSAY_PAIR_ZERO);
      if (is_live)
        rope_testing_equal (part.w[i], plain.w[i]);
      else
        ck_assert_int_eq (mpq_sgn (assay_expr_rational (part.w[i])), 0);
    }
  assert_multiple (&part, 1, 2, &halved);
  assay_rope_steps_clear (&plain);
  assay_rope_steps_clear (&part);
  assay_rope_steps_clear (&halved);
}
END_TEST

/* 7: dynamic within L is default (of any factor), beyond L is not; the
   peers' module returns to the plain steps after a long call, which here is
   a call of its own.  */
START_TEST (dynamic_returns_to_the_plain_steps_within_the_length)
{
  static const unsigned long lengths[] = { 0, 1, 4, 8 };
  const char *set = "{\"head_dim\": 8, \"max_position_embeddings\": 8, "
    "\"rope_scaling\": {\"rope_type\": \"dynamic\", \"rope_theta\": 10000.0, "
    "\"factor\": 4.0}}";
  struct assay_rope_steps grown, within;
  struct assay_rope_config config;
  size_t i, j;

  rope_testing_read (&config, set);
  rope_testing_steps (&grown, &config.group[0], 32);
  /* 10000 (1 + 4 (4 - 1))^(8/6) = 10000 13^(4/3).  */
  rope_testing_digits (grown.base, "305673.51");
  for (j = 0; j < 4; j++)
    {
      rope_testing_steps (&within, &config.group[0], lengths[j]);
      for (i = 0; i < 4; i++)
        ck_assert_int_eq (rope_testing_order (grown.w[i], within.w[i]),
                          i == 0 ? 0 : -1);
      rope_testing_digits (within.w[1], "0.1");
      rope_testing_digits (within.base, "10000");
      assay_rope_steps_clear (&within);
    }
  assay_rope_steps_clear (&grown);
  assay_rope_config_clear (&config);
}
END_TEST

/* 8: an original length of half L with factor 2 draws no warning, a missing
   one without L is a missing key, one that implies another factor draws a
   warning.  */
START_TEST (yarn_original_length_is_checked)
{
  struct assay_rope_config config;

  rope_testing_read (&config, LLAMA "\"rope_type\": \"yarn\", "
                     "\"factor\": 2.0, "
                     "\"original_max_position_embeddings\": 1024}}");
  ck_assert_uint_eq (config.warning_count, 0);
  assay_rope_config_clear (&config);
  rope_testing_refused ("{\"rope_type\": \"yarn\", \"factor\": 2.0, "
                        "\"head_dim\": 128}", ASSAY_EVALUE,
                        "original_max_position_embeddings: value: expected "
                        "a number, which type yarn needs, found nothing");
  rope_testing_read (&config, LLAMA "\"rope_type\": \"yarn\", "
                     "\"factor\": 2.0, "
                     "\"original_max_position_embeddings\": 1}}");
  ck_assert_int_eq (rope_testing_warns (&config, "implicit-factor",
                                        "rope_scaling.factor"), 1);
  assay_rope_config_clear (&config);
}
END_TEST

/* ---- formulas without a stored figure ---- */

/* c(b) of real models, as the specification of YaRN has them.  */
static const struct
{
  const char *theta, *original;
  size_t width;
  const char *fast, *slow;
} corrections[] = {
  { "150000", "4096", 64, "8.0928", "17.398" },         /* gpt-oss */
  { "10000", "4096", 64, "10.472", "22.513" },          /* DeepSeek-V3 */
  { "500000", "8192", 128, "18.081", "34.984" },        /* OLMo-3.1 */
  { "1000000", "32768", 128, "23.596", "39.651" },      /* Qwen2.5, 4 */
  { "100000000", "8192", 128, "12.880", "24.922" },     /* Devstral */
  { "1000000", "16384", 128, "20.385", "36.440" },      /* Ministral-3 */
  { "10000", "2048", 128, "16.128", "40.210" },
};

START_TEST (correction_of_a_model_is_the_known_one)
{
  struct assay_expr *theta = rope_testing_number (corrections[_i].theta);
  struct assay_expr *original
    = rope_testing_number (corrections[_i].original);
  struct assay_expr *fast = assay_expr_new_si (32, 1);
  struct assay_expr *slow = assay_expr_new_si (1, 1), *c;
  struct assay_ctx ctx;

  assay_ctx_init (&ctx);
  ck_assert_int_eq (assay_yarn_correction (&c, theta, original, fast,
                                           corrections[_i].width, &ctx),
                    ASSAY_OK);
  rope_testing_digits (c, corrections[_i].fast);
  assay_expr_unref (c);
  ck_assert_int_eq (assay_yarn_correction (&c, theta, original, slow,
                                           corrections[_i].width, &ctx),
                    ASSAY_OK);
  rope_testing_digits (c, corrections[_i].slow);
  assay_expr_unref (c);
  assay_expr_unref (theta);
  assay_expr_unref (original);
  assay_expr_unref (fast);
  assay_expr_unref (slow);
}
END_TEST

/* Widths D f that fall short of an integer in binary64.  */
static const struct
{
  size_t head;
  const char *factor;
  size_t width;
  int missed;
} widths[] = {
  { 88, "0.6818181818181818", 59, 1 }, { 88, "0.3409090909090909", 29, 1 },
  { 176, "0.5568181818181818", 97, 1 }, { 208, "0.6057692307692307", 125, 1 },
  { 224, "0.5446428571428571", 121, 1 }, { 448, "0.5133928571428571", 229, 1 },
  { 128, "0.25", 32, 0 }, { 192, "0.334", 64, 0 }, { 80, "0.4", 32, 0 },
  { 128, "0.75", 96, 0 }, { 64, "1", 64, 0 }, { 64, "0", 0, 0 },
  { 100, "0.29", 28, 1 }, { 64, "0.499999", 31, 0 },
  { 1, "0.999999999", 0, 1 }, { 1, "0.999999998", 0, 0 },
};

START_TEST (width_of_a_factor_is_that_of_binary64)
{
  struct assay_expr *factor = rope_testing_number (widths[_i].factor);
  struct assay_ctx ctx;
  size_t width;
  int missed;

  assay_ctx_init (&ctx);
  ck_assert_int_eq (assay_width_of_factor (&width, &missed, widths[_i].head,
                                           assay_expr_rational (factor),
                                           &ctx), ASSAY_OK);
  ck_assert_uint_eq (width, widths[_i].width);
  ck_assert_int_eq (missed, widths[_i].missed);
  assay_expr_unref (factor);
}
END_TEST

START_TEST (pairs_of_a_factor_are_half_its_width)
{
  struct assay_expr *factor = rope_testing_number (widths[_i].factor);
  struct assay_expr *large = rope_testing_number ("2147483648");
  struct assay_ctx ctx;
  size_t live = 77;

  assay_ctx_init (&ctx);
  ck_assert_int_eq (assay_live_pairs (&live, widths[_i].head,
                                      assay_expr_rational (factor), &ctx),
                    ASSAY_OK);
  ck_assert_uint_eq (live, widths[_i].width / 2);
  ck_assert_int_eq (assay_live_pairs (&live, widths[_i].head,
                                      assay_expr_rational (large), &ctx),
                    ASSAY_EVALUE);
  ck_assert_uint_eq (live, 0);
  assay_expr_unref (factor);
  assay_expr_unref (large);
}
END_TEST

/* Su's NTK (s theta)^(-2i/r) / s^(2/r), and with a mixed exponent of 1 the
   product of both powers; static NTK's base.  */
START_TEST (ntk_of_both_kinds_on_exact_powers)
{
  struct assay_expr *theta = assay_expr_new_si (256, 1), *w, *base;
  struct assay_expr *s = assay_expr_new_si (16, 1);
  struct assay_expr *b = assay_expr_new_si (1, 1);
  struct assay_ctx ctx;

  assay_ctx_init (&ctx);
  /* r = 8, i = 1: 256^(-1/4) 16^(-2/4) = 1/4 1/4.  */
  ck_assert_int_eq (assay_frequency_ntk (&w, theta, s, 1, 8, &ctx), ASSAY_OK);
  rope_testing_digits (w, "0.0625");
  assay_expr_unref (w);
  /* exp (-ln 16 / 4 2^1) = 16^(-1/2).  */
  ck_assert_int_eq (assay_frequency_ntk_mixed (&w, theta, s, b, 1, 8, &ctx),
                    ASSAY_OK);
  rope_testing_digits (w, "0.0625");
  assay_expr_unref (w);
  /* 256 16^(4/2).  */
  ck_assert_int_eq (assay_base_static (&base, theta, s, 4, &ctx), ASSAY_OK);
  rope_testing_digits (base, "65536");
  assay_expr_unref (base);
  ck_assert_int_eq (assay_base_static (&base, theta, s, 2, &ctx),
                    ASSAY_EVALUE);
  ck_assert_ptr_null (base);
  assay_expr_unref (theta);
  assay_expr_unref (s);
  assay_expr_unref (b);
}
END_TEST

/* HunYuan: theta alpha^(D/(D-2)), whatever the length.  */
START_TEST (dynamic_with_alpha_is_static)
{
  const char *text = "{\"model_type\": \"hunyuan_v1_dense\", "
    "\"head_dim\": 128, \"max_position_embeddings\": 32768, "
    "\"rope_scaling\": {\"type\": \"dynamic\", \"alpha\": 1000.0, "
    "\"factor\": 1.0}, \"rope_theta\": 10000}";
  struct assay_rope_steps near, far;
  struct assay_rope_config config;

  rope_testing_read (&config, text);
  rope_testing_steps (&near, &config.group[0], 10);
  rope_testing_steps (&far, &config.group[0], 1000000);
  /* 10^4 1000^(64/63) = 10^(4 + 64/21).  */
  rope_testing_digits (near.base, "11158839.925");
  rope_testing_equal (near.w[5], far.w[5]);
  assay_rope_steps_clear (&near);
  assay_rope_steps_clear (&far);
  assay_rope_config_clear (&config);
}
END_TEST

/* high = low leaves the two outer bands (Llama-4).  */
START_TEST (llama3_without_a_middle_band_blends_nothing)
{
  struct assay_rope_steps steps;
  size_t i;

  llama_steps (&steps, "\"rope_type\": \"llama3\", \"factor\": 16, "
               "\"original_max_position_embeddings\": 1024, "
               "\"low_freq_factor\": 1, \"high_freq_factor\": 1", 0);
  for (i = 0; i < steps.count; i++)
    ck_assert_int_ne (steps.kind[i], ASSAY_PAIR_BLENDED);
  ck_assert_int_eq (steps.kind[0], ASSAY_PAIR_KEPT);
  ck_assert_int_eq (steps.kind[63], ASSAY_PAIR_SCALED);
  assay_rope_steps_clear (&steps);
}
END_TEST

/* Guards of the ramp: equal ends, falling ends, ends out of range.  */
START_TEST (ramp_guards_of_each_rule)
{
  struct assay_expr *theta = assay_expr_new_si (10000, 1);
  struct assay_expr *original = assay_expr_new_si (4096, 1);
  struct assay_expr *fast = assay_expr_new_si (1, 1);
  struct assay_expr *slow = assay_expr_new_si (32, 1), *guard;
  struct assay_ramp ramp;
  struct assay_ctx ctx;

  assay_ctx_init (&ctx);
  guard = assay_expr_new_si (1, 1000);
  /* lo = 22 above hi = 11: the plain rule lets the slope fall.  */
  ck_assert_int_eq (assay_ramp_make (&ramp, theta, original, fast, slow, 64,
                                     1, ASSAY_RAMP_CLAMPED, &ctx), ASSAY_OK);
  rope_testing_digits (ramp.width, "-11");
  assay_ramp_clear (&ramp);
  ck_assert_int_eq (assay_ramp_make (&ramp, theta, original, fast, slow, 64,
                                     1, ASSAY_RAMP_WIDENED, &ctx), ASSAY_OK);
  rope_testing_equal (ramp.width, guard);
  assay_ramp_clear (&ramp);
  /* Equal ends without floor and ceiling.  */
  ck_assert_int_eq (assay_ramp_make (&ramp, theta, original, fast, fast, 64,
                                     0, ASSAY_RAMP_CLAMPED, &ctx), ASSAY_OK);
  rope_testing_equal (ramp.width, guard);
  assay_ramp_clear (&ramp);
  ck_assert_int_eq (assay_ramp_make (&ramp, theta, original, fast, slow, 64,
                                     0, ASSAY_RAMP_CHECKED, &ctx),
                    ASSAY_EVALUE);
  assay_ramp_clear (&ramp);
  assay_expr_unref (theta);
  assay_expr_unref (original);
  assay_expr_unref (fast);
  assay_expr_unref (slow);
  assay_expr_unref (guard);
}
END_TEST

static Suite *
frequency_suite (void)
{
  Suite *suite = suite_create ("frequency");
  TCase *stored = tcase_create ("stored");
  TCase *hf_relations = tcase_create ("hf_relations");
  TCase *formulas = tcase_create ("formulas");

  tcase_set_timeout (stored, 60);
  tcase_set_timeout (hf_relations, 60);
  tcase_add_loop_test (stored,
                       stored_tensor_is_reproduced_to_every_printed_digit, 0,
                       HF_CASES);
  suite_add_tcase (suite, stored);
  tcase_add_loop_test (hf_relations,
                       linear_is_default_divided_by_the_factor, 0,
                       ROWS (factors));
  tcase_add_loop_test (hf_relations, longrope_magnitude_and_lists, 0,
                       ROWS (factors));
  tcase_add_loop_test (hf_relations, longrope_of_one_kind_of_layers, 0,
                       ROWS (factors));
  tcase_add_test (hf_relations, yarn_lies_between_and_has_its_magnitude);
  tcase_add_test (hf_relations, llama3_lies_between);
  tcase_add_loop_test (hf_relations,
                       proportional_keeps_its_part_of_all_pairs, 0,
                       ROWS (proportions));
  tcase_add_test (hf_relations,
                  dynamic_returns_to_the_plain_steps_within_the_length);
  tcase_add_test (hf_relations, yarn_original_length_is_checked);
  suite_add_tcase (suite, hf_relations);
  tcase_add_loop_test (formulas, correction_of_a_model_is_the_known_one, 0,
                       ROWS (corrections));
  tcase_add_loop_test (formulas, width_of_a_factor_is_that_of_binary64, 0,
                       ROWS (widths));
  tcase_add_loop_test (formulas, pairs_of_a_factor_are_half_its_width, 0,
                       ROWS (widths));
  tcase_add_test (formulas, ntk_of_both_kinds_on_exact_powers);
  tcase_add_test (formulas, dynamic_with_alpha_is_static);
  tcase_add_test (formulas, llama3_without_a_middle_band_blends_nothing);
  tcase_add_test (formulas, ramp_guards_of_each_rule);
  suite_add_tcase (suite, formulas);
  return suite;
}

int
main (void)
{
  return testing_run (frequency_suite ());
}
