/* check_attention_case.c -- cases of the operator Attention, taken and
   refused */

#include <string.h>

#include "case_folder.h"
#include "kernel/attention_case.h"
#include "tensor_testing.h"
#include "testing.h"

#define ROWS(table) ((int) (sizeof table / sizeof table[0]))

/* The file NAME <- LENGTH bytes of ELEMENTS below HEADER.  */
static void
write_array (const char *name, const char *header, const void *elements,
             size_t length)
{
  struct assay_text text;

  assay_text_init (&text);
  testing_npy (&text, 1, header, elements, length);
  case_folder_write (name, text.bytes, text.length);
  assay_text_clear (&text);
}

/* x: [1, 1, 1, 1] of f32, t: [1, 1, 2] and u: [1, 1, 1] of f32, n: [1] of
   i64.  */
static void
set_up (void)
{
  static const float x[] = { 0.5f, 0.25f };
  static const int64_t n = 1;

  case_folder_make ();
  write_array ("x.npy", "{'descr': '<f4', 'fortran_order': False, 'shape': "
               "(1, 1, 1, 1), }", x, 4);
  write_array ("t.npy", "{'descr': '<f4', 'fortran_order': False, 'shape': "
               "(1, 1, 2), }", x, 8);
  write_array ("u.npy", "{'descr': '<f4', 'fortran_order': False, 'shape': "
               "(1, 1, 1), }", x, 4);
  write_array ("n.npy", "{'descr': '<i8', 'fortran_order': False, 'shape': "
               "(1,), }", &n, 8);
}

#define TENSORS "[{\"name\":\"x\",\"file\":\"x.npy\",\"dtype\":\"float32\"," \
  "\"shape\":[1,1,1,1]},{\"name\":\"t\",\"file\":\"t.npy\",\"dtype\":" \
  "\"float32\",\"shape\":[1,1,2]},{\"name\":\"u\",\"file\":\"u.npy\"," \
  "\"dtype\":\"float32\",\"shape\":[1,1,1]},{\"name\":\"n\",\"file\":" \
  "\"n.npy\"," \
  "\"dtype\":\"int64\",\"shape\":[1]}]"
#define META(op, opset, attributes, inputs, outputs, more) \
  "{\"op\":\"" op "\",\"opset\":{\"ai.onnx\":" opset "},\"attributes\":{" \
  attributes "},\"node_inputs\":[" inputs "],\"node_outputs\":[" outputs \
  "],\"inputs\":" TENSORS ",\"outputs\":" TENSORS more "}"
#define QKV "\"x\",\"x\",\"x\""
#define PLAIN(opset, attributes) \
  META ("Attention", opset, attributes, QKV, "\"x\"", "")
#define FLEX(extra) \
  META ("FlexAttention", "26", "", QKV, "\"x\"", ",\"plain_attention\":{" \
        "\"attributes\":{},\"extra\":\"" extra "\"}")

static enum assay_status
open_text (struct assay_attention_case *c, const char *text,
           struct assay_ctx *ctx)
{
  case_folder_write ("meta.json", text, strlen (text));
  assay_ctx_init (ctx);
  return assay_attention_case_open (c, case_folder, ctx);
}

/* ---- refused ---- */

static const struct { const char *text, *part; } bad[] = {
  { META ("Attentive", "24", "", QKV, "\"x\"", ""),
    "op: value: expected Attention, found Attentive" },
  { PLAIN ("22", ""), "opset: value: expected 23 or later, found 22" },
  { META ("Attention", "24", "", "\"x\",\"x\"", "\"x\"", ""),
    "node_inputs[2]: value: expected a tensor, found none" },
  { META ("Attention", "24", "", QKV ",\"\",\"\",\"\",\"\",\"t\"", "\"x\"",
          ""),
    "node_inputs[7]: value: expected no further tensor of this operator, "
    "found \"t\"" },
  { META ("Attention", "24", "", QKV, "\"x\",\"\",\"\",\"\",\"t\"", ""),
    "node_outputs[4]: value: expected no further tensor of this operator, "
    "found \"t\"" },
  { META ("Attention", "24", "", QKV ",\"\",\"x\"", "\"x\"", ""),
    "past_value: value: expected past key and value together, found one of "
    "them" },
  { META ("Attention", "24", "", QKV ",\"\",\"\",\"x\"", "\"x\"", ""),
    "past_value: value: expected past key and value together" },
  { META ("Attention", "24", "", QKV ",\"\",\"x\",\"x\",\"n\"", "\"x\"", ""),
    "nonpad_kv_seqlen: value: expected lengths without past or present "
    "tensors, found both" },
  { META ("Attention", "24", "", QKV ",\"\",\"\",\"\",\"n\"",
          "\"x\",\"x\"", ""),
    "nonpad_kv_seqlen: value: expected lengths without past or present" },
  { META ("Attention", "24", "", QKV ",\"\",\"\",\"\",\"n\"",
          "\"x\",\"\",\"x\"", ""),
    "nonpad_kv_seqlen: value: expected lengths without past or present" },
  { META ("Attention", "23", "", QKV ",\"\",\"\",\"\",\"n\"", "\"x\"", ""),
    "nonpad_kv_seqlen: value: expected no lengths before opset 24, found "
    "opset 23" },
  { META ("Attention", "24", "", QKV ",\"\",\"\",\"\",\"x\"", "\"x\"", ""),
    "nonpad_kv_seqlen: value: expected counts of keys, found another value "
    "at [0]" },
  { META ("Attention", "24", "", "\"t\",\"x\",\"x\"", "\"x\"", ""),
    "Q: value: expected q_num_heads and kv_num_heads for tensors of three "
    "axes, found no such attributes" },
  { META ("Attention", "24", "\"q_num_heads\":2", "\"t\",\"t\",\"x\"",
          "\"x\"", ""),
    "K: value: expected q_num_heads and kv_num_heads for tensors of three" },
  { META ("Attention", "24", "\"q_num_heads\":3,\"kv_num_heads\":3",
          "\"t\",\"t\",\"t\"", "\"t\"", ""), "Q" },
  /* What is right behind it does not mend it.  */
  { META ("Attention", "24", "", "\"x\",\"x\",\"t\",\"x\"", "\"x\"", ""),
    "V: value: expected q_num_heads and kv_num_heads for tensors of three" },
  { META ("Attention", "24", "", QKV ",\"\",\"t\",\"x\"", "\"x\"", ""),
    "past_key: value: expected q_num_heads and kv_num_heads" },
  { META ("Attention", "24", "\"q_num_heads\":1,\"kv_num_heads\":1",
          QKV ",\"\",\"x\",\"t\"", "\"x\"", ""),
    "past_value: value: expected q_num_heads and kv_num_heads" },
  { META ("Attention", "24", "", QKV, "\"t\"", ""),
    "Y: value: expected q_num_heads and kv_num_heads" },
  { PLAIN ("25", "\"q_num_heads\":1"),
    "attributes.q_num_heads: value: expected no such attribute with tensors "
    "of four axes from opset 25 on, found 1 and 0" },
  { PLAIN ("25", "\"kv_num_heads\":1"),
    "of four axes from opset 25 on, found 0 and 1" },
  { PLAIN ("24", "\"q_num_heads\":0"),
    "attributes.q_num_heads: value: expected an integer from 1 to " },
  { PLAIN ("24", "\"left_window_size\":0"),
    "attributes: value: expected no window before opset 25, found opset 24" },
  { PLAIN ("24", "\"right_window_size\":0"),
    "attributes: value: expected no window before opset 25, found opset 24" },
  { PLAIN ("25", "\"left_window_size\":-2"),
    "attributes.left_window_size: value: expected an integer from -1 to " },
  { PLAIN ("25", "\"right_window_size\":-2"),
    "attributes.right_window_size: value: expected an integer from -1 to " },
  { PLAIN ("24", "\"is_causal\":2"),
    "attributes.is_causal: value: expected an integer from 0 to 1, found 2" },
  { PLAIN ("24", "\"qk_matmul_output_mode\":4"),
    "attributes.qk_matmul_output_mode: value: expected an integer from 0 to "
    "3, found 4" },
  { PLAIN ("24", "\"softmax_precision\":17"),
    "attributes.softmax_precision: value: expected an integer from 1 to 16" },
  { PLAIN ("24", "\"softcap\":-0.5"),
    "attributes.softcap: value: expected a cap of 0 (none) or more" },
  { PLAIN ("24", "\"scale\":\"1\""), "attributes.scale: type: " },
  { PLAIN ("24", "\"window\":1"),
    "attributes: value: expected only attributes that Attention has here, "
    "found \"window\"" },
  { FLEX ("multiply Y by 3"),
    "plain_attention.extra: value: expected a factor that is a power of two, "
    "found 3" },
  { FLEX ("multiply Y by -0.5"), "that is a power of two, found -0.5" },
  { FLEX ("multiply Y by 0"), "that is a power of two, found 0" },
  { FLEX ("multiply Y by 0.1"), "that is a power of two, found 0.1" },
};

START_TEST (a_case_that_the_operator_does_not_know_is_refused)
{
  struct assay_attention_case c;
  enum assay_status status;
  struct assay_ctx ctx;

  status = open_text (&c, bad[_i].text, &ctx);
  ck_assert_int_ne (status, ASSAY_OK);
  testing_assert_refused (status, ctx.error.status, &ctx, bad[_i].part);
  assay_attention_case_close (&c);
}
END_TEST

START_TEST (a_negative_length_is_refused)
{
  static const int64_t n = -1;
  struct assay_attention_case c;
  struct assay_ctx ctx;

  write_array ("n.npy", "{'descr': '<i8', 'fortran_order': False, 'shape': "
               "(1,), }", &n, 8);
  testing_assert_refused (
    open_text (&c, META ("Attention", "24", "", QKV ",\"\",\"\",\"\",\"n\"",
                         "\"x\"", ""), &ctx), ASSAY_EVALUE, &ctx,
    "nonpad_kv_seqlen: value: expected counts of keys, found another value "
    "at [0]");
  assay_attention_case_close (&c);
}
END_TEST

/* ---- taken ---- */

START_TEST (what_a_case_leaves_out_is_the_operators_default)
{
  struct assay_attention_case c;
  struct assay_ctx ctx;
  int n;

  ck_assert_int_eq (open_text (&c, PLAIN ("23", ""), &ctx), ASSAY_OK);
  ck_assert_int_eq (c.problem.causal, 0);
  ck_assert_int_eq (c.problem.has_mask, 0);
  ck_assert_int_eq (c.problem.has_past, 0);
  ck_assert_ptr_null (c.problem.valid);
  ck_assert_int_eq (c.problem.left, -1);
  ck_assert_int_eq (c.problem.right, -1);
  ck_assert_int_eq (c.problem.is_scaled, 0);
  testing_assert_rational (c.problem.softcap, "0");
  ck_assert_double_eq (c.problem.value_factor, 1);
  ck_assert_int_eq (c.problem.alignment, ASSAY_ALIGN_ONNX);
  ck_assert_int_eq (c.problem.empty_row, ASSAY_EMPTY_ZERO);
  ck_assert_int_eq (c.problem.mask_extends, 0);
  ck_assert_int_eq (c.qk_stage, ASSAY_STAGE_SCORES);
  ck_assert_int_eq (c.has_output[0], 1);
  for (n = 1; n < ASSAY_CASE_ATTENTION_OUTPUTS; n++)
    ck_assert_int_eq (c.has_output[n], 0);
  assay_attention_case_close (&c);
}
END_TEST

START_TEST (what_a_case_says_is_the_problem)
{
  struct assay_attention_case c;
  struct assay_ctx ctx;

  ck_assert_int_eq (open_text (
    &c, META ("Attention", "25", "\"is_causal\":1,\"left_window_size\":4,"
              "\"right_window_size\":0,\"scale\":0.75,\"softcap\":2.5,"
              "\"softmax_precision\":16", QKV ",\"t\",\"x\",\"x\"",
              "\"x\",\"\",\"\",\"\"", ""), &ctx), ASSAY_OK);
  ck_assert_int_eq (c.problem.causal, 1);
  ck_assert_int_eq (c.problem.has_mask, 1);
  ck_assert_int_eq (c.problem.has_past, 1);
  ck_assert_int_eq (c.problem.left, 4);
  ck_assert_int_eq (c.problem.right, 0);
  ck_assert_int_eq (c.problem.is_scaled, 1);
  testing_assert_rational (c.problem.softcap, "5/2");
  ck_assert_int_eq (c.problem.mask_extends, 1);
  ck_assert_uint_eq (c.problem.keys, 2);
  assay_attention_case_close (&c);
  ck_assert_int_eq (open_text (
    &c, META ("Attention", "24", "", QKV ",\"\",\"\",\"\",\"n\"", "\"x\"",
              ""), &ctx), ASSAY_OK);
  ck_assert_ptr_nonnull (c.problem.valid);
  ck_assert_uint_eq (c.problem.valid[0], 1);
  ck_assert_int_eq (c.problem.mask_extends, 1);
  assay_attention_case_close (&c);
  ck_assert_int_eq (open_text (&c, FLEX ("multiply Y by 0.25"), &ctx),
                    ASSAY_OK);
  ck_assert_double_eq (c.problem.value_factor, 0.25);
  assay_attention_case_close (&c);
}
END_TEST

/* Of two heads in the last axis, and none where the axes are four.  */
START_TEST (heads_are_in_the_last_of_three_axes)
{
  struct assay_attention_case c;
  struct assay_ctx ctx;

  ck_assert_int_eq (open_text (
    &c, META ("Attention", "25", "\"q_num_heads\":2,\"kv_num_heads\":1",
              "\"t\",\"t\",\"t\"", "\"t\"", ""), &ctx), ASSAY_EVALUE);
  assay_attention_case_close (&c);
  ck_assert_int_eq (open_text (
    &c, META ("Attention", "25", "\"q_num_heads\":2,\"kv_num_heads\":2",
              "\"t\",\"t\",\"t\"", "\"t\"", ""), &ctx), ASSAY_OK);
  ck_assert_uint_eq (c.problem.q_heads, 2);
  ck_assert_uint_eq (c.problem.kv_heads, 2);
  ck_assert_uint_eq (c.problem.width, 1);
  ck_assert_uint_eq (c.view[0].shape[ASSAY_VIEW_H], 2);
  assay_attention_case_close (&c);
  ck_assert_int_eq (open_text (
    &c, META ("Attention", "25", "\"q_num_heads\":2,\"kv_num_heads\":1",
              "\"t\",\"u\",\"u\"", "\"t\",\"u\",\"x\"", ""), &ctx),
    ASSAY_OK);
  ck_assert_uint_eq (c.problem.q_heads, 2);
  ck_assert_uint_eq (c.problem.kv_heads, 1);
  ck_assert_uint_eq (c.view[0].shape[ASSAY_VIEW_H], 2);
  ck_assert_uint_eq (c.view[1].shape[ASSAY_VIEW_H], 1);
  ck_assert_uint_eq (c.view[2].shape[ASSAY_VIEW_H], 1);
  assay_attention_case_close (&c);
  ck_assert_int_eq (open_text (&c, PLAIN ("24", "\"q_num_heads\":1,"
                                          "\"kv_num_heads\":1"), &ctx),
                    ASSAY_OK);
  assay_attention_case_close (&c);
}
END_TEST

#define MODE(n) PLAIN ("24", "\"qk_matmul_output_mode\":" n)

START_TEST (the_mode_says_which_scores_are_put_out)
{
  static const struct { const char *text; enum assay_stage stage; } mode[] = {
    { MODE ("0"), ASSAY_STAGE_SCORES }, { MODE ("1"), ASSAY_STAGE_CAPPED },
    { MODE ("2"), ASSAY_STAGE_BIASED }, { MODE ("3"), ASSAY_STAGE_WEIGHTS }
  };
  struct assay_attention_case c;
  struct assay_ctx ctx;

  ck_assert_int_eq (open_text (&c, mode[_i].text, &ctx), ASSAY_OK);
  ck_assert_int_eq (c.qk_stage, mode[_i].stage);
  assay_attention_case_close (&c);
}
END_TEST

int
main (void)
{
  Suite *suite = suite_create ("attention_case");
  TCase *tcase = tcase_create ("attention_case");

  tcase_add_checked_fixture (tcase, set_up, case_folder_remove);
  tcase_add_loop_test (tcase,
                       a_case_that_the_operator_does_not_know_is_refused, 0,
                       ROWS (bad));
  tcase_add_test (tcase, a_negative_length_is_refused);
  tcase_add_test (tcase, what_a_case_leaves_out_is_the_operators_default);
  tcase_add_test (tcase, what_a_case_says_is_the_problem);
  tcase_add_test (tcase, heads_are_in_the_last_of_three_axes);
  tcase_add_loop_test (tcase, the_mode_says_which_scores_are_put_out, 0, 4);
  suite_add_tcase (suite, tcase);
  return testing_run (suite);
}
