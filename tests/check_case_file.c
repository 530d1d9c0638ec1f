/* check_case_file.c -- folders that keep one run of an operator */

#include <stdio.h>
#include <string.h>

#include "case_folder.h"
#include "kernel/case_file.h"
#include "testing.h"

#define ROWS(table) ((int) (sizeof table / sizeof table[0]))

/* A float32 vector of two elements, 1 and 2.  */
static void
write_vector (void)
{
  char file[136];

  memset (file, ' ', sizeof file);
  memcpy (file, "\223NUMPY\1\0\166\0", 10);
  memcpy (file + 10, "{'descr': '<f4', 'fortran_order': False, "
          "'shape': (2,), }", 57);
  file[127] = '\n';
  memcpy (file + 128, "\0\0\200\077\0\0\0\100", 8);
  case_folder_write ("x.npy", file, sizeof file);
}

static void
set_up (void)
{
  case_folder_make ();
  write_vector ();
}

#define TENSOR(dtype, shape, file) \
  "{\"name\":\"x\",\"file\":\"" file "\",\"dtype\":\"" dtype \
  "\",\"shape\":" shape "}"
#define DOCUMENT(attributes, inputs, tensor) \
  "{\"case\":\"one\",\"op\":\"Attention\",\"opset\":{\"ai.onnx\":24}," \
  "\"attributes\":" attributes ",\"node_inputs\":" inputs \
  ",\"node_outputs\":[],\"inputs\":[" tensor "],\"outputs\":[]}"
#define GOOD DOCUMENT ("{\"a\":1,\"b\":0.1}", "[\"\",\"x\"]", \
                       TENSOR ("float32", "[2]", "x.npy"))

static enum assay_status
open_text (struct assay_case *c, const char *text, struct assay_ctx *ctx)
{
  case_folder_write ("meta.json", text, strlen (text));
  assay_ctx_init (ctx);
  return assay_case_open (c, case_folder, ctx);
}

static void
assert_error (const struct assay_ctx *ctx, const char *end)
{
  char text[700];

  assay_error_render (text, sizeof text, &ctx->error, NULL);
  ck_assert_str_eq (text + strlen (case_folder), end);
  ck_assert_int_eq (strncmp (text, case_folder, strlen (case_folder)), 0);
}

START_TEST (a_case_tells_its_operator_and_the_tensors_at_their_places)
{
  struct assay_tensor tensor;
  struct assay_ctx ctx;
  struct assay_case c;

  ck_assert_int_eq (open_text (&c, GOOD, &ctx), ASSAY_OK);
  ck_assert_str_eq (c.name, "one");
  ck_assert_str_eq (c.op, "Attention");
  ck_assert_str_eq (c.plain_op, "Attention");
  ck_assert_int_eq (c.opset, 24);
  testing_assert_rational (c.times, "1");
  ck_assert_int_eq (assay_case_has (&c, ASSAY_CASE_INPUT, 0), 0);
  ck_assert_int_eq (assay_case_has (&c, ASSAY_CASE_INPUT, 1), 1);
  ck_assert_int_eq (assay_case_has (&c, ASSAY_CASE_INPUT, 99), 0);
  ck_assert_str_eq (assay_case_name (&c, ASSAY_CASE_INPUT, 1), "x");
  ck_assert_int_eq (assay_case_tensor (&tensor, &c, ASSAY_CASE_INPUT, 1,
                                       &ctx), ASSAY_OK);
  ck_assert_uint_eq (tensor.elements, 2);
  ck_assert (assay_tensor_double (&tensor, assay_tensor_at (&tensor, 1))
             == 2.0);
  assay_tensor_close (&tensor);
  ck_assert_int_eq (assay_case_no_more (&c, ASSAY_CASE_INPUT, 2, &ctx),
                    ASSAY_OK);
  ck_assert_int_eq (assay_case_no_more (&c, ASSAY_CASE_INPUT, 1, &ctx),
                    ASSAY_EVALUE);
  assert_error (&ctx, "/meta.json.node_inputs[1]: value: expected no further "
                "tensor of this operator, found \"x\"");
  assay_case_close (&c);
}
END_TEST

START_TEST (an_absent_tensor_is_refused_by_its_place)
{
  struct assay_tensor tensor;
  struct assay_ctx ctx;
  struct assay_case c;

  ck_assert_int_eq (open_text (&c, GOOD, &ctx), ASSAY_OK);
  ck_assert_int_eq (assay_case_tensor (&tensor, &c, ASSAY_CASE_INPUT, 0,
                                       &ctx), ASSAY_EVALUE);
  assert_error (&ctx, "/meta.json.node_inputs[0]: value: expected a tensor, "
                "found none");
  assay_case_close (&c);
}
END_TEST

START_TEST (attributes_are_exact_and_those_not_asked_for_are_refused)
{
  struct assay_ctx ctx;
  struct assay_case c;
  int is_given;
  mpq_t value;
  long n;

  mpq_init (value);
  ck_assert_int_eq (open_text (&c, GOOD, &ctx), ASSAY_OK);
  ck_assert_int_eq (assay_case_integer (&n, &c, "a", 0, 1, 7, &ctx),
                    ASSAY_OK);
  ck_assert_int_eq (n, 1);
  ck_assert_int_eq (assay_case_integer (&n, &c, "c", 0, 1, 7, &ctx),
                    ASSAY_OK);
  ck_assert_int_eq (n, 7);
  ck_assert_int_eq (assay_case_all_taken (&c, &ctx), ASSAY_EVALUE);
  assert_error (&ctx, "/meta.json.attributes: value: expected only "
                "attributes that Attention has here, found \"b\"");
  assay_ctx_forgive (&ctx);
  ck_assert_int_eq (assay_case_real (value, &is_given, &c, "b", &ctx),
                    ASSAY_OK);
  ck_assert_int_eq (is_given, 1);
  testing_assert_rational (value, "3602879701896397/36028797018963968");
  ck_assert_int_eq (assay_case_real (value, &is_given, &c, "d", &ctx),
                    ASSAY_OK);
  ck_assert_int_eq (is_given, 0);
  ck_assert_int_eq (assay_case_all_taken (&c, &ctx), ASSAY_OK);
  ck_assert_int_eq (assay_case_integer (&n, &c, "a", 2, 3, 7, &ctx),
                    ASSAY_EVALUE);
  assert_error (&ctx, "/meta.json.attributes.a: value: expected an integer "
                "from 2 to 3, found 1");
  assay_ctx_forgive (&ctx);
  ck_assert_int_eq (assay_case_integer (&n, &c, "b", 0, 1, 7, &ctx),
                    ASSAY_ETYPE);
  assay_case_close (&c);
  mpq_clear (value);
}
END_TEST

static const struct { const char *text, *end; } bad[] = {
  { "", "/meta.json:1:1: syntax: expected one JSON value, found nothing" },
  { "[]", "/meta.json: type: expected an object, found a list of 0" },
  { "{}", "/meta.json.op: type: expected a string, found nothing" },
  { "{\"op\":\"A\",\"opset\":{\"ai.onnx\":0}}",
    "/meta.json.opset.ai.onnx: value: expected a version from 1 to 999, "
    "found 0" },
  { "{\"op\":\"A\",\"opset\":{\"ai.onnx\":1000}}",
    "/meta.json.opset.ai.onnx: value: expected a version from 1 to 999, "
    "found 1000" },
  { "{\"op\":\"A\",\"opset\":{\"ai.onnx\":\"24\"}}",
    "/meta.json.opset.ai.onnx: type: expected a version from 1 to 999, "
    "found \"24\"" },
  { DOCUMENT ("[]", "[]", ""),
    "/meta.json.attributes: type: expected an object, found a list of 0" },
  { DOCUMENT ("{}", "[1]", ""),
    "/meta.json.node_inputs[0]: type: expected a tensor's name, or \"\", "
    "found 1" },
  { DOCUMENT ("{}", "[\"y\"]", TENSOR ("float32", "[2]", "x.npy")),
    "/meta.json.node_inputs[0]: value: expected the name of one of "
    "\"inputs\", found \"y\"" },
};

START_TEST (what_is_no_case_is_refused_with_its_place)
{
  struct assay_ctx ctx;
  struct assay_case c;

  ck_assert_int_ne (open_text (&c, bad[_i].text, &ctx), ASSAY_OK);
  assert_error (&ctx, bad[_i].end);
  assay_case_close (&c);
}
END_TEST

static const struct { const char *tensor, *end; } bad_tensor[] = {
  { TENSOR ("float32", "[2]", "../x.npy"),
    "/meta.json.x.file: value: expected a file of the case's folder, found "
    "\"../x.npy\"" },
  { TENSOR ("float33", "[2]", "x.npy"),
    "/meta.json.x.dtype: value: expected the name of an element type, found "
    "\"float33\"" },
  { TENSOR ("float32", "[1, 2]", "x.npy"),
    "/meta.json.x.shape: value: expected the shape of its file, found "
    "another one than [2]" },
  { "{\"name\":\"x\"}",
    "/meta.json.x.file: type: expected a string, found nothing" },
};

START_TEST (a_tensor_unlike_its_description_is_refused)
{
  char text[512];
  struct assay_tensor tensor;
  struct assay_ctx ctx;
  struct assay_case c;

  snprintf (text, sizeof text, DOCUMENT ("{}", "[\"x\"]", "%s"),
            bad_tensor[_i].tensor);
  ck_assert_int_eq (open_text (&c, text, &ctx), ASSAY_OK);
  ck_assert_int_ne (assay_case_tensor (&tensor, &c, ASSAY_CASE_INPUT, 0,
                                       &ctx), ASSAY_OK);
  assert_error (&ctx, bad_tensor[_i].end);
  assay_case_close (&c);
}
END_TEST

#define FLEX(more) \
  "{\"op\":\"FlexAttention\",\"opset\":{\"ai.onnx\":26}," \
  "\"attributes\":{\"score_mod\":{}},\"node_inputs\":[]," \
  "\"node_outputs\":[],\"inputs\":[],\"outputs\":[]," more "}"

START_TEST (the_plain_equivalent_replaces_a_modified_attention)
{
  struct assay_ctx ctx;
  struct assay_case c;
  int is_given;
  mpq_t value;

  mpq_init (value);
  ck_assert_int_eq (open_text (&c, FLEX ("\"equivalent\":{\"op\":"
                               "\"Attention\",\"attributes\":{\"softcap\":"
                               "20.0},\"node_inputs\":[]}"), &ctx), ASSAY_OK);
  ck_assert_str_eq (c.op, "FlexAttention");
  ck_assert_str_eq (c.plain_op, "Attention");
  ck_assert_int_eq (assay_case_real (value, &is_given, &c, "softcap", &ctx),
                    ASSAY_OK);
  testing_assert_rational (value, "20");
  ck_assert_int_eq (assay_case_all_taken (&c, &ctx), ASSAY_OK);
  assay_case_close (&c);
  ck_assert_int_eq (open_text (&c, FLEX ("\"plain_attention\":{\"attributes\""
                               ":{},\"extra\":\"multiply Y by 0.5\"}"), &ctx),
                    ASSAY_OK);
  testing_assert_rational (c.times, "1/2");
  assay_case_close (&c);
  ck_assert_int_eq (open_text (&c, FLEX ("\"plain_attention\":{\"attributes\""
                               ":{},\"extra\":\"add 1\"}"), &ctx),
                    ASSAY_EVALUE);
  assert_error (&ctx, "/meta.json.plain_attention.extra: value: expected "
                "\"\" or \"multiply Y by FACTOR\", found \"add 1\"");
  assay_case_close (&c);
  mpq_clear (value);
}
END_TEST

START_TEST (a_folder_without_a_case_is_an_io_error)
{
  struct assay_ctx ctx;
  struct assay_case c;

  assay_ctx_init (&ctx);
  ck_assert_int_eq (assay_case_open (&c, case_folder, &ctx), ASSAY_EIO);
  assay_case_close (&c);
}
END_TEST

int
main (void)
{
  Suite *suite = suite_create ("case_file");
  TCase *tcase = tcase_create ("case_file");

  tcase_add_checked_fixture (tcase, set_up, case_folder_remove);
  tcase_add_test
    (tcase, a_case_tells_its_operator_and_the_tensors_at_their_places);
  tcase_add_test (tcase, an_absent_tensor_is_refused_by_its_place);
  tcase_add_test (tcase,
                  attributes_are_exact_and_those_not_asked_for_are_refused);
  tcase_add_loop_test (tcase, what_is_no_case_is_refused_with_its_place, 0,
                       ROWS (bad));
  tcase_add_loop_test (tcase, a_tensor_unlike_its_description_is_refused, 0,
                       ROWS (bad_tensor));
  tcase_add_test (tcase, the_plain_equivalent_replaces_a_modified_attention);
  tcase_add_test (tcase, a_folder_without_a_case_is_an_io_error);
  suite_add_tcase (suite, tcase);
  return testing_run (suite);
}
