/* rope_reader.c -- what other programs make of the same config */

#include "position/rope_reader.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "real/print.h"
#include "real/step.h"

static const struct
{
  const char *name, *version;
} readers[ASSAY_READER_COUNT] = {
  { "hf", "huggingface/transformers 5.16.0.dev0, read 2026-08-19" },
  { "vllm", "vllm-project/vllm, rotary_embedding classes of releases up to "
    "2026-08" },
  { "llama.cpp", "ggml-org/llama.cpp with ggml d99724f2, 2026-08-21" },
  { "onnxruntime-genai", "microsoft/onnxruntime-genai a0c04eb1, model "
    "builder" },
  { "mlx-lm", "ml-explore/mlx-lm d78bf58e" },
  { "exllamav3", "turboderp-org/exllamav3 4f8ad012" },
  { "hf-4.45", "huggingface/transformers 4.45, commits 0044e3b3 and "
    "ef468064" },
  { "deepseek", "deepseek-ai/DeepSeek-V3 inference/model.py" },
  { "gpt-oss", "openai/gpt-oss gpt_oss/torch/model.py" },
  { "written", "the config as it is spelled" },
};

const char *
assay_reader_name (enum assay_reader reader)
{
  return readers[reader].name;
}

const char *
assay_reader_version (enum assay_reader reader)
{
  return readers[reader].version;
}

enum assay_status
assay_reader_find (enum assay_reader *reader, const char *name)
{
  int i;

  for (i = 0; i < ASSAY_READER_COUNT; i++)
    if (strcmp (readers[i].name, name) == 0)
      {
        *reader = (enum assay_reader) i;
        return ASSAY_OK;
      }
  return ASSAY_EVALUE;
}

void
assay_reading_note (struct assay_reading *reading, int row, const char *text,
                    ...)
{
  struct assay_reader_note *note;
  va_list args;

  if (reading->note_count == ASSAY_MAX_NOTES)
    return;
  note = &reading->note[reading->note_count++];
  note->row = row;
  va_start (args, text);
  vsnprintf (note->text, sizeof note->text, text, args);
  va_end (args);
}

/* A pair that a fourth position turns stands still in text.  */
static void
stop_fourth_axis (struct assay_reading *reading)
{
  struct assay_rope_steps *steps = &reading->steps;
  size_t i;

  for (i = 0; i < steps->count; i++)
    if (reading->plan.sections.rule == ASSAY_SECTIONS_INTERLEAVED_FOURTH
        && assay_sections_axis (&reading->plan.sections, i)
           == ASSAY_AXIS_FOURTH)
      {
        assay_expr_unref (steps->w[i]);
        steps->w[i] = assay_expr_new_si (0, 1);
        steps->kind[i] = ASSAY_PAIR_ZERO;
      }
}

/* D 28: the base in a forward pass, and called with a plain integer.  */
static enum assay_status
note_rounded_base (struct assay_reading *reading,
                   const struct assay_rope_call *call, struct assay_ctx *ctx)
{
  const struct assay_rope_plan *plan = &reading->plan;
  struct assay_expr *f32 = NULL, *f64 = NULL;
  struct assay_decision decision;
  char *narrow = NULL, *wide = NULL;
  enum assay_status status;

  if (reading->reader != ASSAY_READER_HF || plan->type != ASSAY_ROPE_DYNAMIC
      || plan->value[ASSAY_KEY_ALPHA].is_set
      || mpq_cmp_ui (plan->value[ASSAY_KEY_LENGTH].value, call->length, 1)
         >= 0)
    return ASSAY_OK;
  if ((status = assay_reader_rounded_base (&f32, plan, call, ASSAY_FMT_F32,
                                           ctx)) == ASSAY_OK
      && (status = assay_reader_rounded_base (&f64, plan, call,
                                              ASSAY_FMT_F64, ctx))
         == ASSAY_OK
      && (status = assay_print_digits (&narrow, &decision, f32, 10, ctx))
         == ASSAY_OK)
    status = assay_print_digits (&wide, &decision, f64, 10, ctx);
  if (status == ASSAY_OK)
    assay_reading_note (reading, 28, "has the base %s in a forward pass "
                        "(binary32), %s when called with an integer", narrow,
                        wide);
  assay_expr_unref (f32);
  assay_expr_unref (f64);
  free (narrow);
  free (wide);
  return status;
}

enum assay_status
assay_reading_make (struct assay_reading *reading, enum assay_reader reader,
                    const struct assay_rope_plan *plan,
                    const struct assay_rope_call *call,
                    struct assay_ctx *ctx)
{
  enum assay_status status;

  *reading = (struct assay_reading) { .reader = reader };
  assay_rope_plan_init (&reading->plan);
  assay_rope_plan_copy (&reading->plan, plan);
  assay_reading_apply (reading, call);
  if (reading->refuses)
    {
      snprintf (reading->refusal, sizeof reading->refusal,
                "ends with an error on type %s", plan->type_text);
      return ASSAY_OK;
    }
  status = assay_rope_steps_make (&reading->steps, &reading->plan, call, ctx);
  if (status == ASSAY_EVALUE)
    {
      reading->refuses = 1;
      snprintf (reading->refusal, sizeof reading->refusal, "expected "
                "%.100s, found %.100s", ctx->error.expected,
                ctx->error.found);
      assay_ctx_forgive (ctx);
      assay_rope_steps_clear (&reading->steps);
      return ASSAY_OK;
    }
  if (status == ASSAY_OK)
    stop_fourth_axis (reading);
  if (status == ASSAY_OK)
    status = note_rounded_base (reading, call, ctx);
  return status;
}

void
assay_reading_clear (struct assay_reading *reading)
{
  assay_rope_plan_clear (&reading->plan);
  assay_rope_steps_clear (&reading->steps);
}

/* *X <- *X rounded to FMT.  */
static enum assay_status
round_to (struct assay_expr **x, enum assay_fmt fmt, struct assay_ctx *ctx)
{
  struct assay_expr *rounded;
  enum assay_status status = assay_step_fmt (&rounded, *x, fmt, ctx);

  if (status != ASSAY_OK)
    return status;
  assay_expr_unref (*x);
  *x = rounded;
  return ASSAY_OK;
}

/* BRACKET <- s N/L - (s - 1), each operation rounded; s a binary64.  */
static enum assay_status
rounded_bracket (struct assay_expr **bracket,
                 const struct assay_rope_plan *plan,
                 const struct assay_rope_call *call, enum assay_fmt fmt,
                 struct assay_ctx *ctx)
{
  struct assay_expr *s, *n, *l, *one = assay_expr_new_si (1, 1);
  struct assay_expr *grown = NULL, *ratio = NULL, *rest = NULL;
  enum assay_status status;

  *bracket = NULL;
  s = assay_expr_new_rational (plan->value[ASSAY_KEY_FACTOR].value);
  l = assay_expr_new_rational (plan->value[ASSAY_KEY_LENGTH].value);
  n = assay_expr_new_si ((long) call->length, 1);
  if ((status = round_to (&s, ASSAY_FMT_F64, ctx)) == ASSAY_OK
      && (status = assay_expr_mul (&grown, s, n, ctx)) == ASSAY_OK
      && (status = round_to (&grown, fmt, ctx)) == ASSAY_OK
      && (status = assay_expr_div (&ratio, grown, l, ctx)) == ASSAY_OK
      && (status = round_to (&ratio, fmt, ctx)) == ASSAY_OK
      && (status = assay_expr_sub (&rest, s, one, ctx)) == ASSAY_OK
      && (status = round_to (&rest, ASSAY_FMT_F64, ctx)) == ASSAY_OK
      && (status = round_to (&rest, fmt, ctx)) == ASSAY_OK
      && (status = assay_expr_sub (bracket, ratio, rest, ctx)) == ASSAY_OK)
    status = round_to (bracket, fmt, ctx);
  assay_expr_unref (s);
  assay_expr_unref (n);
  assay_expr_unref (l);
  assay_expr_unref (one);
  assay_expr_unref (grown);
  assay_expr_unref (ratio);
  assay_expr_unref (rest);
  return status;
}

enum assay_status
assay_reader_rounded_base (struct assay_expr **base,
                           const struct assay_rope_plan *plan,
                           const struct assay_rope_call *call,
                           enum assay_fmt fmt, struct assay_ctx *ctx)
{
  size_t r = plan->layout.rotary_dim;
  struct assay_expr *exponent = assay_expr_new_si ((long) r, r - 2);
  struct assay_expr *theta, *bracket = NULL, *power = NULL;
  enum assay_status status;

  *base = NULL;
  theta = assay_expr_new_rational (plan->value[ASSAY_KEY_THETA].value);
  if ((status = rounded_bracket (&bracket, plan, call, fmt, ctx)) == ASSAY_OK
      && (status = round_to (&exponent, ASSAY_FMT_F64, ctx)) == ASSAY_OK
      && (status = round_to (&exponent, fmt, ctx)) == ASSAY_OK
      && (status = assay_expr_pow (&power, bracket, exponent, ctx))
         == ASSAY_OK
      && (status = round_to (&power, fmt, ctx)) == ASSAY_OK
      && (status = assay_expr_mul (base, theta, power, ctx)) == ASSAY_OK)
    status = round_to (base, fmt, ctx);
  assay_expr_unref (exponent);
  assay_expr_unref (theta);
  assay_expr_unref (bracket);
  assay_expr_unref (power);
  return status;
}
