/* attention_case.c -- a case of the ONNX operator Attention in a folder */

#include "kernel/attention_case.h"

#include <string.h>

enum { IN_Q, IN_K, IN_V, IN_MASK, IN_PAST_K, IN_PAST_V, IN_VALID };

enum { OUT_Y, OUT_PRESENT_K, OUT_PRESENT_V, OUT_QK };

void
assay_problem_follow_onnx (struct assay_problem *problem, long opset)
{
  problem->alignment = ASSAY_ALIGN_ONNX;
  problem->empty_row = ASSAY_EMPTY_ZERO;
  problem->mask_extends = opset >= 24;
}

static enum assay_status
check_operator (const struct assay_case *file, struct assay_ctx *ctx)
{
  const struct assay_where op = { NULL, "op", 0 };
  const struct assay_where opset = { NULL, "opset", 0 };

  if (strcmp (file->plain_op, "Attention") != 0)
    return assay_fail (ctx, ASSAY_EVALUE, &op, "Attention", "%s",
                       file->plain_op);
  if (file->opset < 23)
    return assay_fail (ctx, ASSAY_EVALUE, &opset, "23 or later", "%ld",
                       file->opset);
  return ASSAY_OK;
}

static enum assay_status
open_tensors (struct assay_attention_case *c, struct assay_ctx *ctx)
{
  enum assay_status status = ASSAY_OK;
  size_t n;

  for (n = 0; n < ASSAY_CASE_ATTENTION_INPUTS && status == ASSAY_OK; n++)
    if (n <= IN_V || assay_case_has (&c->file, ASSAY_CASE_INPUT, n))
      status = assay_case_tensor (&c->input[n], &c->file, ASSAY_CASE_INPUT, n,
                                  ctx);
  for (n = 0; n < ASSAY_CASE_ATTENTION_OUTPUTS && status == ASSAY_OK; n++)
    {
      c->has_output[n] = assay_case_has (&c->file, ASSAY_CASE_OUTPUT, n);
      if (c->has_output[n])
        status = assay_case_tensor (&c->output[n], &c->file,
                                    ASSAY_CASE_OUTPUT, n, ctx);
    }
  if (status == ASSAY_OK)
    status = assay_case_no_more (&c->file, ASSAY_CASE_INPUT,
                                 ASSAY_CASE_ATTENTION_INPUTS, ctx);
  if (status == ASSAY_OK)
    status = assay_case_no_more (&c->file, ASSAY_CASE_OUTPUT,
                                 ASSAY_CASE_ATTENTION_OUTPUTS, ctx);
  return status;
}

/* VIEW <- TENSOR as the operator sees it: four axes, or three with HEADS
   heads in the last.  */
static enum assay_status
see (struct assay_view *view, const struct assay_tensor *tensor,
     const char *name, long heads, struct assay_ctx *ctx)
{
  const struct assay_where where = { NULL, name, 0 };

  if (tensor->axes == 3 && heads > 0)
    return assay_view_axes (view, tensor, "bs(hd)", (size_t) heads, ctx,
                            &where);
  if (tensor->axes == 3)
    return assay_fail (ctx, ASSAY_EVALUE, &where, "q_num_heads and "
                       "kv_num_heads for tensors of three axes",
                       "no such attributes");
  return assay_view_axes (view, tensor, "bhsd", 0, ctx, &where);
}

static enum assay_status
read_heads (long *q_heads, long *kv_heads, struct assay_attention_case *c,
            struct assay_ctx *ctx)
{
  const struct assay_where where = { NULL, "attributes.q_num_heads", 0 };
  enum assay_status status;

  status = assay_case_integer (q_heads, &c->file, "q_num_heads", 1,
                               INT32_MAX, 0, ctx);
  if (status == ASSAY_OK)
    status = assay_case_integer (kv_heads, &c->file, "kv_num_heads", 1,
                                 INT32_MAX, 0, ctx);
  if (status == ASSAY_OK && c->file.opset >= 25 && c->input[IN_Q].axes == 4
      && (*q_heads || *kv_heads))
    return assay_fail (ctx, ASSAY_EVALUE, &where, "no such attribute with "
                       "tensors of four axes from opset 25 on", "%ld and %ld",
                       *q_heads, *kv_heads);
  return status;
}

static enum assay_status
see_inputs (struct assay_attention_case *c, long q_heads, long kv_heads,
            struct assay_ctx *ctx)
{
  const struct assay_where mask = { NULL, "attn_mask", 0 };
  struct assay_problem *problem = &c->problem;
  enum assay_status status;

  problem->has_past = assay_case_has (&c->file, ASSAY_CASE_INPUT, IN_PAST_K);
  problem->has_mask = assay_case_has (&c->file, ASSAY_CASE_INPUT, IN_MASK);
  status = see (&problem->q, &c->input[IN_Q], "Q", q_heads, ctx);
  if (status == ASSAY_OK)
    status = see (&problem->k, &c->input[IN_K], "K", kv_heads, ctx);
  if (status == ASSAY_OK)
    status = see (&problem->v, &c->input[IN_V], "V", kv_heads, ctx);
  if (status == ASSAY_OK && problem->has_mask)
    status = assay_view_right (&problem->mask, &c->input[IN_MASK], ctx,
                               &mask);
  if (status == ASSAY_OK && problem->has_past)
    status = see (&problem->past_k, &c->input[IN_PAST_K], "past_key", 0,
                  ctx);
  if (status == ASSAY_OK && problem->has_past)
    status = see (&problem->past_v, &c->input[IN_PAST_V], "past_value", 0,
                  ctx);
  return status;
}

/* Past key and value come together, and not with lengths or lengths of
   before 24.  */
static enum assay_status
check_places (const struct assay_attention_case *c, struct assay_ctx *ctx)
{
  const struct assay_where past = { NULL, "past_value", 0 };
  const struct assay_where valid = { NULL, "nonpad_kv_seqlen", 0 };
  int has_k = assay_case_has (&c->file, ASSAY_CASE_INPUT, IN_PAST_K);
  int has_v = assay_case_has (&c->file, ASSAY_CASE_INPUT, IN_PAST_V);
  int has_valid = assay_case_has (&c->file, ASSAY_CASE_INPUT, IN_VALID);

  if (has_k != has_v)
    return assay_fail (ctx, ASSAY_EVALUE, &past, "past key and value "
                       "together", "one of them");
  if (has_valid && (has_k || c->has_output[OUT_PRESENT_K]
                    || c->has_output[OUT_PRESENT_V]))
    return assay_fail (ctx, ASSAY_EVALUE, &valid, "lengths without past or "
                       "present tensors", "both");
  if (has_valid && c->file.opset < 24)
    return assay_fail (ctx, ASSAY_EVALUE, &valid, "no lengths before opset "
                       "24", "opset %ld", c->file.opset);
  return ASSAY_OK;
}

static enum assay_status
read_valid (struct assay_attention_case *c, struct assay_ctx *ctx)
{
  const struct assay_where where = { NULL, "nonpad_kv_seqlen", 0 };
  const struct assay_tensor *tensor = &c->input[IN_VALID];
  size_t b;

  if (!assay_case_has (&c->file, ASSAY_CASE_INPUT, IN_VALID))
    return ASSAY_OK;
  assay_problem_new_valid (&c->problem, tensor->elements);
  for (b = 0; b < tensor->elements; b++)
    {
      int64_t length;

      if (!assay_dtype_integer (&length, assay_tensor_bits (
                                  tensor, assay_tensor_at (tensor, b)),
                                tensor->dtype) || length < 0)
        return assay_fail (ctx, ASSAY_EVALUE, &where, "counts of keys",
                           "another value at [%zu]", b);
      c->problem.valid[b] = (size_t) length;
    }
  return ASSAY_OK;
}

static enum assay_status
read_windows (struct assay_attention_case *c, struct assay_ctx *ctx)
{
  const struct assay_where where = { NULL, "attributes", 0 };
  struct assay_problem *problem = &c->problem;
  enum assay_status status;

  status = assay_case_integer (&problem->left, &c->file, "left_window_size",
                               -1, INT32_MAX, -1, ctx);
  if (status == ASSAY_OK)
    status = assay_case_integer (&problem->right, &c->file,
                                 "right_window_size", -1, INT32_MAX, -1,
                                 ctx);
  if (status == ASSAY_OK && c->file.opset < 25
      && (problem->left >= 0 || problem->right >= 0))
    status = assay_fail (ctx, ASSAY_EVALUE, &where, "no window before opset "
                         "25", "opset %ld", c->file.opset);
  return status;
}

static enum assay_status
read_scores (struct assay_attention_case *c, struct assay_ctx *ctx)
{
  const struct assay_where where = { NULL, "attributes.softcap", 0 };
  struct assay_problem *problem = &c->problem;
  enum assay_status status;
  int is_given;
  mpq_t scale;

  mpq_init (scale);
  status = assay_case_real (scale, &problem->is_scaled, &c->file, "scale",
                            ctx);
  if (status == ASSAY_OK && problem->is_scaled)
    assay_surd_set_rational (&problem->sigma, scale);
  mpq_clear (scale);
  if (status == ASSAY_OK)
    status = assay_case_real (problem->softcap, &is_given, &c->file,
                              "softcap", ctx);
  if (status == ASSAY_OK && mpq_sgn (problem->softcap) < 0)
    status = assay_fail (ctx, ASSAY_EVALUE, &where, "a cap of 0 (none) or "
                         "more (a negative one is ignored by the reference "
                         "and applied by the function body)", "less");
  return status;
}

static enum assay_status
read_attributes (struct assay_attention_case *c, struct assay_ctx *ctx)
{
  static const enum assay_stage stages[] = {
    ASSAY_STAGE_SCORES, ASSAY_STAGE_CAPPED, ASSAY_STAGE_BIASED,
    ASSAY_STAGE_WEIGHTS
  };
  enum assay_status status;
  long causal, mode, precision;

  status = assay_case_integer (&causal, &c->file, "is_causal", 0, 1, 0, ctx);
  if (status == ASSAY_OK)
    status = assay_case_integer (&mode, &c->file, "qk_matmul_output_mode", 0,
                                 3, 0, ctx);
  /* Where the softmax rounds does not change the exact value.  */
  if (status == ASSAY_OK)
    status = assay_case_integer (&precision, &c->file, "softmax_precision", 1,
                                 16, 1, ctx);
  if (status == ASSAY_OK)
    status = read_windows (c, ctx);
  if (status == ASSAY_OK)
    status = read_scores (c, ctx);
  if (status != ASSAY_OK)
    return status;
  c->problem.causal = (int) causal;
  c->qk_stage = stages[mode];
  return assay_case_all_taken (&c->file, ctx);
}

static enum assay_status
see_outputs (struct assay_attention_case *c, long q_heads, long kv_heads,
             struct assay_ctx *ctx)
{
  static const char *const names[] = { "Y", "present_key", "present_value",
                                       "qk_matmul_output" };
  enum assay_status status = ASSAY_OK;
  size_t n;

  for (n = 0; n < ASSAY_CASE_ATTENTION_OUTPUTS && status == ASSAY_OK; n++)
    if (c->has_output[n])
      status = see (&c->view[n], &c->output[n], names[n],
                    n == OUT_Y ? q_heads : kv_heads, ctx);
  return status;
}

/* The factor of a probability function that multiplies by a constant: a power
   of two, so that the values times it are exact.  */
static enum assay_status
read_factor (struct assay_attention_case *c, struct assay_ctx *ctx)
{
  const struct assay_where where = { NULL, "plain_attention.extra", 0 };
  double factor = mpq_get_d (c->file.times);
  mpq_t exact;
  int is_power;

  mpq_init (exact);
  mpq_set_d (exact, factor);
  is_power = mpq_equal (exact, c->file.times) && mpq_sgn (exact) > 0
             && mpz_popcount (mpq_numref (exact)) == 1
             && mpz_popcount (mpq_denref (exact)) == 1;
  mpq_clear (exact);
  if (!is_power)
    return assay_fail (ctx, ASSAY_EVALUE, &where, "a factor that is a power "
                       "of two", "%g", factor);
  c->problem.value_factor = factor;
  return ASSAY_OK;
}

enum assay_status
assay_attention_case_open (struct assay_attention_case *c, const char *folder,
                           struct assay_ctx *ctx)
{
  long q_heads = 0, kv_heads = 0;
  enum assay_status status;

  memset (c, 0, sizeof *c);
  assay_problem_init (&c->problem);
  status = assay_case_open (&c->file, folder, ctx);
  if (status == ASSAY_OK)
    status = check_operator (&c->file, ctx);
  if (status == ASSAY_OK)
    status = open_tensors (c, ctx);
  if (status == ASSAY_OK)
    status = check_places (c, ctx);
  if (status == ASSAY_OK)
    status = read_heads (&q_heads, &kv_heads, c, ctx);
  if (status == ASSAY_OK)
    status = see_inputs (c, q_heads, kv_heads, ctx);
  if (status == ASSAY_OK)
    status = read_valid (c, ctx);
  if (status == ASSAY_OK)
    status = read_attributes (c, ctx);
  if (status == ASSAY_OK)
    status = read_factor (c, ctx);
  if (status == ASSAY_OK)
    status = see_outputs (c, q_heads, kv_heads, ctx);
  if (status != ASSAY_OK)
    return status;
  assay_problem_follow_onnx (&c->problem, c->file.opset);
  return assay_problem_settle (&c->problem, ctx);
}

void
assay_attention_case_close (struct assay_attention_case *c)
{
  size_t n;

  for (n = 0; n < ASSAY_CASE_ATTENTION_INPUTS; n++)
    assay_tensor_close (&c->input[n]);
  for (n = 0; n < ASSAY_CASE_ATTENTION_OUTPUTS; n++)
    assay_tensor_close (&c->output[n]);
  assay_problem_clear (&c->problem);
  assay_case_close (&c->file);
}
