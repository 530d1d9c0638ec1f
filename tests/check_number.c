/* check_number.c -- the weights and outputs of a request, settled */

#include <stdlib.h>
#include <string.h>

#include "attention/attention_request.h"
#include "attention/number.h"
#include "base/json.h"
#include "drawn.h"
#include "exact/rat.h"
#include "testing_real.h"

#define ROWS(table) ((int) (sizeof table / sizeof table[0]))

static void
request_read (struct assay_attention *request, const char *text)
{
  struct assay_ctx ctx;
  json_t *root;

  assay_ctx_init (&ctx);
  assay_attention_init (request);
  ck_assert_int_eq (assay_json_parse (&root, text, strlen (text), &ctx),
                    ASSAY_OK);
  ck_assert_int_eq (assay_attention_request_read (request, root,
                                                  ASSAY_PROFILE_OPEN, &ctx),
                    ASSAY_OK);
  json_decref (root);
}

static const struct assay_settling seventeen = { 17, 64, 0, ASSAY_FMT_F64, 0 };

/* [1.004, HI / 1000] at three digits.  */
static const struct { unsigned hi; const char *value, *high; } enclosures[] = {
  { 1004, "1.00", "1.00401" }, { 1005, NULL, NULL }, { 1006, NULL, NULL },
};

START_TEST (enclosure_that_does_not_settle_its_digits_leaves_the_number)
{
  struct assay_number number, before;
  mpfr_t lo, hi;

  mpfr_inits2 (100, lo, hi, (mpfr_ptr) 0);
  mpfr_set_str (lo, "1.004", 10, MPFR_RNDD);
  mpfr_set_ui (hi, enclosures[_i].hi, MPFR_RNDU);
  mpfr_div_ui (hi, hi, 1000, MPFR_RNDU);
  memset (&number, 0, sizeof number);
  before = number;
  ck_assert_int_eq (assay_number_of_enclosure (&number, lo, hi, 3),
                    enclosures[_i].value != NULL);
  if (enclosures[_i].value)
    {
      ck_assert_int_eq (number.kind, ASSAY_NUMBER_CERTIFIED);
      ck_assert_str_eq (number.value, enclosures[_i].value);
      ck_assert_str_eq (number.lo, "1.00399");
      ck_assert_str_eq (number.hi, enclosures[_i].high);
      assay_number_clear (&number);
    }
  else
    ck_assert_mem_eq (&number, &before, sizeof number);
  mpfr_clears (lo, hi, (mpfr_ptr) 0);
}
END_TEST

/* One number as "3/4", as "0.73~" when certified, or as "f:0.5" when a
   float; blank between numbers.  */
static void
assert_shown (const struct assay_number *numbers, size_t n, const char *text)
{
  size_t i, length;

  for (i = 0; i < n; i++)
    {
      const struct assay_number *x = &numbers[i];
      char found[120];

      snprintf (found, sizeof found, "%s%s%s",
                x->kind == ASSAY_NUMBER_FLOAT ? "f:" : "",
                x->exact ? x->exact : x->value,
                x->kind == ASSAY_NUMBER_CERTIFIED ? "~" : "");
      length = strcspn (text, " ");
      ck_assert_msg (strlen (found) == length
                     && strncmp (found, text, length) == 0,
                     "number %zu: %s, not %s", i, found, text);
      text += length + (text[length] == ' ');
    }
  ck_assert_str_eq (text, "");
}

#define ZEROS "[[0,0],[0,0],[0,0]]"
#define K3 "[[1,0],[0,1],[1,1]]"
#define V3 "[[2,0],[4,4],[6,8]]"

static const struct
{
  const char *request;
  struct assay_settling how;
  const char *weights, *output;
} table[] = {
  { "{\"q\":" ZEROS ",\"k\":" K3 ",\"v\":" V3 ",\"causal\":true}",
    { 17, 64, 0, 0, 0 }, "1 0 0 1/2 1/2 0 1/3 1/3 1/3", "2 0 3 2 4 4" },
  { "{\"q\":[[1],[1]],\"k\":[[0],[1]],\"v\":[[0],[4]],\"causal\":false}",
    { 12, 64, 0, 0, 0 },
    "0.268941421370~ 0.731058578630~ 0.268941421370~ 0.731058578630~",
    "2.92423431452~ 2.92423431452~" },
  { "{\"q\":[[1],[1]],\"k\":[[0],[1]],\"v\":[[\"4/3\"],[\"4/3\"]],"
    "\"causal\":true}", { 3, 64, 0, 0, 0 }, "1 0 0.269~ 0.731~", "4/3 4/3" },
  { "{\"q\":[[1],[1]],\"k\":[[0],[1]],\"v\":[[0],[4]],\"causal\":true}",
    { 17, 64, 1, ASSAY_FMT_BF16, 0 }, "f:1 f:0 f:0.26953125 f:0.73046875",
    "f:0 f:2.921875" },
  { "{\"q\":[[1],[1]],\"k\":[[0],[-30]],\"v\":[[\"-1/9\"],[90000]],"
    "\"causal\":true}", { 17, 64, 1, ASSAY_FMT_F16, 0 },
    "f:1 f:0 f:1 f:0", "f:-0.111083984375 f:-0.111083984375" },
  { "{\"q\":[[1],[1]],\"k\":[[0],[20]],\"v\":[[-90000],[90000]],"
    "\"causal\":true}", { 17, 64, 1, ASSAY_FMT_F16, 0 },
    "f:1 f:0 f:0 f:1", "f:-inf f:inf" },
  { "{\"q\":[[1],[1]],\"k\":[[0],[20]],\"v\":[[-90000],[90000]],"
    "\"causal\":true}", { 17, 64, 1, ASSAY_FMT_E4M3, 0 },
    "f:1 f:0 f:0 f:1", "f:nan f:nan" },
  { "{\"q\":[[1],[1]],\"k\":[[0],[1000]],\"v\":[[-1],[0]],"
    "\"causal\":false}", { 17, 64, 1, ASSAY_FMT_F64, 0 },
    "f:0 f:1 f:0 f:1", "f:-0 f:-0" },
};

START_TEST (numbers_are_settled_as_computed_by_hand)
{
  struct assay_attention_result result;
  struct assay_attention request;
  struct assay_ctx ctx;

  assay_ctx_init (&ctx);
  request_read (&request, table[_i].request);
  ck_assert_int_eq (assay_attention_settle (&result, &request,
                                            &table[_i].how, &ctx), ASSAY_OK);
  assert_shown (result.weights, result.queries * result.keys,
                table[_i].weights);
  assert_shown (result.output, result.queries * result.columns,
                table[_i].output);
  assay_attention_result_clear (&result);
  assay_attention_clear (&request);
}
END_TEST

START_TEST (texts_of_another_kind_are_null)
{
  struct assay_attention_result result;
  struct assay_attention request;
  struct assay_ctx ctx;

  assay_ctx_init (&ctx);
  request_read (&request, "{\"q\":[[1],[1]],\"k\":[[0],[1]],\"v\":[[1],[2]],"
                "\"causal\":true}");
  ck_assert_int_eq (assay_attention_settle (&result, &request, &seventeen,
                                            &ctx), ASSAY_OK);
  ck_assert_ptr_nonnull (result.weights[0].exact);
  ck_assert_ptr_null (result.weights[0].value);
  ck_assert_ptr_null (result.weights[0].lo);
  ck_assert_ptr_null (result.weights[3].exact);
  ck_assert_ptr_nonnull (result.weights[3].lo);
  ck_assert_ptr_nonnull (result.weights[3].hi);
  assay_attention_result_clear (&result);
  assay_attention_clear (&request);
}
END_TEST

START_TEST (output_too_small_for_decimals_is_refused_and_can_be_cleared)
{
  struct assay_settling rounded = { 17, 64, 1, ASSAY_FMT_F64, 0 };
  struct assay_attention_result result;
  struct assay_attention request;
  struct assay_ctx ctx;

  assay_ctx_init (&ctx);
  request_read (&request, "{\"q\":[[1],[1]],\"k\":[[0],"
                "[\"10000000000000000000000000000000\"]],"
                "\"v\":[[1],[0]],\"causal\":false}");
  ck_assert_int_eq (assay_attention_settle (&result, &request, &seventeen,
                                            &ctx), ASSAY_ELIMIT);
  assay_attention_result_clear (&result);
  assay_ctx_forgive (&ctx);
  ck_assert_int_eq (assay_attention_settle (&result, &request, &rounded,
                                            &ctx), ASSAY_OK);
  assert_shown (result.output, 2, "f:0 f:0");
  assay_attention_result_clear (&result);
  assay_attention_clear (&request);
}
END_TEST

/* The value lies between the printed ends, or is one digit's half away.  */
static void
assert_ends_hold (const struct assay_number *x)
{
  struct assay_ctx ctx;
  mpq_t lo, hi;

  if (x->kind != ASSAY_NUMBER_CERTIFIED)
    return;
  assay_ctx_init (&ctx);
  mpq_inits (lo, hi, NULL);
  ck_assert_int_eq (assay_rat_read_decimal (lo, x->lo, &ctx, NULL, "x"),
                    ASSAY_OK);
  ck_assert_int_eq (assay_rat_read_decimal (hi, x->hi, &ctx, NULL, "x"),
                    ASSAY_OK);
  ck_assert_int_lt (mpq_cmp (lo, hi), 0);
  mpq_clears (lo, hi, NULL);
}

/* More bits must not change a digit; a float must be its own decimal.  */
START_TEST (settled_numbers_do_not_depend_on_the_precision)
{
  static const struct drawn_attention shape = { 4, 5, 2, 4 };
  static const struct assay_settling sharper = { 17, 900, 0, 0, 0 };
  struct assay_attention_result a, b;
  struct assay_attention request;
  struct assay_ctx ctx;
  size_t i, j;

  assay_ctx_init (&ctx);
  for (i = 0; i < testing_count (300); i++)
    {
      drawn_attention (&request, &shape);
      ck_assert_int_eq (assay_attention_settle (&a, &request, &seventeen,
                                                &ctx), ASSAY_OK);
      ck_assert_int_eq (assay_attention_settle (&b, &request, &sharper,
                                                &ctx), ASSAY_OK);
      for (j = 0; j < a.queries * a.columns; j++)
        {
          ck_assert_int_eq (a.output[j].kind, b.output[j].kind);
          ck_assert_str_eq (a.output[j].exact ? a.output[j].exact
                            : a.output[j].value,
                            b.output[j].exact ? b.output[j].exact
                            : b.output[j].value);
          assert_ends_hold (&a.output[j]);
        }
      for (j = 0; j < a.queries * a.keys; j++)
        {
          ck_assert_int_eq (a.weights[j].kind, b.weights[j].kind);
          if (!request.mask.legal[j])
            ck_assert_str_eq (a.weights[j].exact, "0");
          assert_ends_hold (&a.weights[j]);
        }
      assay_attention_result_clear (&a);
      assay_attention_result_clear (&b);
      assay_attention_clear (&request);
    }
}
END_TEST

START_TEST (float_text_is_the_value_of_its_pattern)
{
  static const struct drawn_attention shape = { 4, 5, 2, 6 };
  struct assay_settling how = { 17, 64, 1, (enum assay_fmt) _i, 0 };
  struct assay_attention_result result;
  struct assay_attention request;
  struct assay_ctx ctx;
  mpq_t stored, shown;
  size_t i, j;

  assay_ctx_init (&ctx);
  mpq_inits (stored, shown, NULL);
  for (i = 0; i < testing_count (100); i++)
    {
      drawn_attention (&request, &shape);
      ck_assert_int_eq (assay_attention_settle (&result, &request, &how,
                                                &ctx), ASSAY_OK);
      for (j = 0; j < result.queries * result.columns; j++)
        {
          const struct assay_number *x = &result.output[j];

          ck_assert_int_eq (x->kind, ASSAY_NUMBER_FLOAT);
          if (assay_fmt_decode (stored, x->bits, how.fmt)
              != ASSAY_FMT_FINITE)
            continue;
          ck_assert_int_eq (assay_rat_read_decimal (shown, x->value, &ctx,
                                                    NULL, "x"), ASSAY_OK);
          ck_assert_msg (mpq_equal (stored, shown), "%s", x->value);
        }
      assay_attention_result_clear (&result);
      assay_attention_clear (&request);
    }
  mpq_clears (stored, shown, NULL);
}
END_TEST

static Suite *
number_suite (void)
{
  Suite *suite = suite_create ("number");
  TCase *rows = tcase_create ("table");
  TCase *special = tcase_create ("special");
  TCase *relations = tcase_create ("relations");

  tcase_add_loop_test
    (rows, enclosure_that_does_not_settle_its_digits_leaves_the_number, 0,
     ROWS (enclosures));
  tcase_add_loop_test (rows, numbers_are_settled_as_computed_by_hand, 0,
                       ROWS (table));
  suite_add_tcase (suite, rows);
  tcase_add_test (special, texts_of_another_kind_are_null);
  tcase_add_test (special,
                  output_too_small_for_decimals_is_refused_and_can_be_cleared);
  suite_add_tcase (suite, special);
  tcase_add_test (relations, settled_numbers_do_not_depend_on_the_precision);
  tcase_add_loop_test (relations, float_text_is_the_value_of_its_pattern, 0,
                       ASSAY_FMT_COUNT);
  tcase_set_timeout (relations, 120);
  suite_add_tcase (suite, relations);
  return suite;
}

int
main (void)
{
  return testing_run_real (number_suite ());
}
