/* causal_attention_report.c -- the report of the lesson causal-attention */

#include "report/lesson_common.h"
#include "report/lesson_report.h"

static void
put_figures (struct assay_json_out *out, const char *key,
             const struct assay_figure *figures, size_t rows, size_t columns)
{
  size_t i, j;

  assay_json_open_list (out, key);
  for (i = 0; i < rows; i++)
    {
      assay_json_open_inline_list (out, NULL);
      for (j = 0; j < columns; j++)
        assay_json_number (out, NULL, figures[i * columns + j].text);
      assay_json_close (out);
    }
  assay_json_close (out);
}

static void
put_input (struct assay_json_out *out, const char *key,
           const long input[3][2])
{
  size_t i, j;

  assay_json_open_list (out, key);
  for (i = 0; i < 3; i++)
    {
      assay_json_open_inline_list (out, NULL);
      for (j = 0; j < 2; j++)
        assay_json_integer (out, NULL, input[i][j]);
      assay_json_close (out);
    }
  assay_json_close (out);
}

static void
put_profile (struct assay_json_out *out)
{
  static const long q[3][2] = { { 0, 0 }, { 0, 0 }, { 0, 0 } };
  static const long k[3][2] = { { 1, 0 }, { 0, 1 }, { 1, 1 } };
  static const long v[3][2] = { { 2, 0 }, { 4, 4 }, { 6, 8 } };

  assay_json_open_object (out, "profile");
  assay_json_string (out, "positions", "1..4, equal Q/K/V row counts");
  assay_json_string (out, "QK_width", "1..4, equal");
  assay_json_string (out, "V_width", "1..4 independent");
  assay_json_string (out, "values", "exact ints [-8,8]; unitless");
  assay_json_string (out, "containers", "exact tuples");
  assay_json_string (out, "mask", "exact bools; True=allowed");
  assay_json_string (out, "mask_combination",
                     "OWN intersection policy, not a PyTorch API call");
  assay_json_string (out, "empty_legal_row", "ValueError");
  assay_json_bool (out, "dropout_and_learned_projections", 0);
  assay_json_close (out);
  put_input (out, "input_Q", q);
  put_input (out, "input_K", k);
  put_input (out, "input_V", v);
}

static void
put_computed (struct assay_json_out *out,
              const struct assay_causal_attention *r)
{
  size_t i;

  put_figures (out, "causal_weights_rounded_12", r->causal_weights, 3, 3);
  put_figures (out, "causal_output_rounded_12", r->causal_output, 3, 2);
  put_figures (out, "unequal_weights_rounded_12", r->unequal_weights, 2, 2);
  put_figures (out, "unequal_output_rounded_12", r->unequal_output, 2, 1);
  assay_json_number (out, "scaled_d4_second_key_weight",
                     r->scaled_weight.text);
  assay_json_number (out, "wrong_unscaled_second_key_weight",
                     r->unscaled_weight.text);
  put_figures (out, "intersection_weights", r->intersection_weights, 3, 3);
  put_figures (out, "intersection_output", r->intersection_output, 3, 2);
  assay_json_open_inline_list (out, "wrong_mask_after_softmax_row_sums");
  for (i = 0; i < 3; i++)
    assay_json_number (out, NULL, r->after_mask_sums[i].text);
  assay_json_close (out);
}

void
assay_causal_attention_json (struct assay_text *text,
                             const struct assay_causal_attention *r,
                             const char *version)
{
  static const char *const limitations[] = {
    "Supplied unitless integer features, no speech data or learned model.",
    "One head; square positions only, no KV cache, dropout or gradient.",
    "No complete TTS architecture, task quality, timing or hardware result."
  };
  struct assay_json_out out;

  assay_lesson_begin (&out, text, version);
  put_profile (&out);
  put_computed (&out, r);
  assay_json_integer (&out, "largest_abs_scaled_score_bound",
                      (long long) r->score_bound);
  assay_json_integer (&out, "largest_score_difference_bound",
                      (long long) r->difference_bound);
  assay_json_integer (&out, "oracle_fixtures_inside_ONE_group",
                      (long long) r->oracle_fixtures);
  assay_json_integer (&out, "invalid_cases_inside_ONE_group",
                      (long long) r->invalid_cases);
  assay_json_integer (&out, "decimal_precision_digits",
                      ASSAY_CAUSAL_ATTENTION_DIGITS);
  assay_json_number (&out, "absolute_tolerance", "2e-12");
  assay_json_number (&out, "relative_tolerance", "2e-12");
  assay_lesson_put_groups (&out, r->checks, ASSAY_CAUSAL_ATTENTION_CHECKS);
  assay_lesson_put_strings (&out, "limitations", limitations,
                            sizeof limitations / sizeof limitations[0]);
  assay_json_end (&out);
}

static void
add_row (struct assay_text *text, const char *what,
         const struct assay_figure *weights, size_t keys,
         const struct assay_figure *output, size_t columns, const char *why)
{
  size_t j;

  assay_text_printf (text, "  %-18s", what);
  for (j = 0; j < keys; j++)
    assay_text_printf (text, " %s", weights[j].text);
  assay_text_add (text, "  ->");
  for (j = 0; j < columns; j++)
    assay_text_printf (text, " %s", output[j].text);
  assay_text_printf (text, "    %s\n", why);
}

void
assay_causal_attention_text (struct assay_text *text,
                             const struct assay_causal_attention *r)
{
  assay_text_add (text, "Lesson causal-attention: Q/K/V axes, the legal mask "
                  "and the row without a key\n\n"
                  "witnesses: weights -> output, decimals rounded to 12 "
                  "places\n");
  add_row (text, "zeros, causal, 0", r->causal_weights, 3, r->causal_output,
           2, "one legal key: its value");
  add_row (text, "zeros, causal, 1", r->causal_weights + 3, 3,
           r->causal_output + 2, 2, "two equal scores: exactly 1/2 each");
  add_row (text, "zeros, causal, 2", r->causal_weights + 6, 3,
           r->causal_output + 4, 2, "three equal scores: exactly 1/3 each");
  add_row (text, "scores 0 and 1", r->unequal_weights, 2, r->unequal_output,
           1, "e/(1+e) for the second key; the output is 4e/(1+e)");
  add_row (text, "intersection, 2", r->intersection_weights + 6, 3,
           r->intersection_output + 4, 2,
           "key 0 is masked: the mean of the other two values");
  assay_text_printf (text, "  second key at d = 4: %s = e^2/(1+e^2); without "
                     "the root of d: %s = e^4/(1+e^4)\n",
                     r->scaled_weight.text, r->unscaled_weight.text);
  assay_text_printf (text, "  mask applied after the softmax: the row sums "
                     "to %s = 1/3, not 1\n", r->after_mask_sums[0].text);
  assay_text_printf (text, "  bounds: |score| <= 8*8*4/sqrt(4) = %lu, "
                     "differences <= %lu\n\n",
                     r->score_bound, r->difference_bound);
  assay_text_printf (text, "the fixtures: %lu requests, every weight and "
                     "output within the oracle's bounds\n"
                     "refusals: %lu invalid requests\n\n",
                     r->oracle_fixtures, r->invalid_cases);
  assay_lesson_add_checks (text, r->checks, ASSAY_CAUSAL_ATTENTION_CHECKS);
}
