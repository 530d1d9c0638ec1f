/* check_attention_request.c -- an attention request written in JSON

   The lesson's own 23 refusals are rows of the lesson itself; here stand
   those of the open contract, the messages, and the edges of the lesson's.  */

#include <string.h>

#include "attention/attention_request.h"
#include "base/json.h"
#include "testing.h"

#define ROWS(table) ((int) (sizeof table / sizeof table[0]))

#define OPEN ASSAY_PROFILE_OPEN
#define LESSON ASSAY_PROFILE_LESSON

#define REQUEST(q, k, v, rest) "{\"q\":" q ",\"k\":" k ",\"v\":" v rest "}"
#define CAUSAL ",\"causal\":true"
#define ONE "[[0]]"
#define TWO "[[0],[0]]"

static enum assay_status
request_read (struct assay_attention *request, const char *text,
              enum assay_profile profile, struct assay_ctx *ctx)
{
  enum assay_status status;
  json_t *root = NULL;

  assay_ctx_init (ctx);
  assay_attention_init (request);
  status = assay_json_parse (&root, text, strlen (text), ctx);
  if (status == ASSAY_OK)
    status = assay_attention_request_read (request, root, profile, ctx);
  json_decref (root);
  return status;
}

static const struct
{
  const char *text;
  enum assay_profile profile;
  const char *legal;
} accepted[] = {
  { REQUEST (ONE, ONE, ONE, CAUSAL), LESSON, "1" },
  { REQUEST (TWO, TWO, TWO, CAUSAL), LESSON, "1011" },
  { REQUEST (TWO, TWO, TWO, ",\"causal\":false"), LESSON, "1111" },
  { REQUEST (TWO, TWO, TWO, ",\"allowed\":null" CAUSAL), LESSON, "1011" },
  { REQUEST (TWO, TWO, TWO,
             ",\"allowed\":[[false,true],[true,false]],\"causal\":false"),
    LESSON, "0110" },
  { REQUEST (TWO, TWO, TWO,
             ",\"allowed\":[[true,true],[false,true]],\"causal\":true"),
    LESSON, "1001" },
  { REQUEST ("[[\"1/2\",3]]", "[[-9,\"99999999999999999999\"]]",
             "[[1,2,3,4,5]]", CAUSAL), OPEN, "1" },
  { REQUEST ("[[0],[0],[0],[0],[0]]", "[[0],[0],[0],[0],[0]]",
             "[[0],[0],[0],[0],[0]]", CAUSAL), OPEN,
    "1000011000111001111011111" },
};

START_TEST (request_within_its_contract_is_accepted)
{
  struct assay_attention request;
  struct assay_ctx ctx;
  size_t i;

  ck_assert_int_eq (request_read (&request, accepted[_i].text,
                                  accepted[_i].profile, &ctx), ASSAY_OK);
  ck_assert_uint_eq (request.mask.queries * request.mask.keys,
                     strlen (accepted[_i].legal));
  for (i = 0; accepted[_i].legal[i]; i++)
    ck_assert_int_eq (request.mask.legal[i] != 0,
                      accepted[_i].legal[i] == '1');
  assay_attention_clear (&request);
}
END_TEST

static const struct
{
  const char *text;
  enum assay_profile profile;
  const char *message;
} refused[] = {
  { "null", OPEN, "request: type: expected an object, found null" },
  { "{}", OPEN, "q: type: expected a list of rows, found nothing" },
  { "{\"q\":[[0]]}", OPEN,
    "k: type: expected a list of rows, found nothing" },
  { REQUEST (ONE, ONE, ONE, ""), OPEN,
    "causal: type: expected true or false, found nothing" },
  { REQUEST (ONE, ONE, ONE, ",\"causal\":1"), OPEN,
    "causal: type: expected true or false, found 1" },
  { REQUEST (ONE, ONE, ONE, ",\"causal\":null"), OPEN,
    "causal: type: expected true or false, found null" },
  { REQUEST (ONE, ONE, ONE, CAUSAL ",\"mask\":[[true]]"), OPEN,
    "mask: value: expected one of the keys q, k, v, allowed, causal, found "
    "the unknown key \"mask\"" },
  { REQUEST ("[]", "[]", "[]", CAUSAL), OPEN,
    "q: value: expected at least one row, found none" },
  { REQUEST ("[[]]", ONE, ONE, CAUSAL), OPEN,
    "q[0]: value: expected at least one entry, found none" },
  { REQUEST ("[0]", ONE, ONE, CAUSAL), OPEN,
    "q[0]: type: expected a list of entries, found 0" },
  { REQUEST ("[[0],[0,1]]", TWO, TWO, CAUSAL), OPEN,
    "q[1]: value: expected a row as wide as the first, found 2 for 1" },
  { REQUEST ("[[[0]]]", ONE, ONE, CAUSAL), OPEN,
    "q[0][0]: type: expected an integer or a string such as \"3/7\", found "
    "a list of 1" },
  { REQUEST ("[[0.0]]", ONE, ONE, CAUSAL), OPEN,
    "q[0][0]: type: expected an integer or a string such as \"3/7\", found "
    "the real 0" },
  { REQUEST (ONE, "[[\"1/0\"]]", ONE, CAUSAL), OPEN,
    "k[0][0]: value: expected an integer or a string such as \"3/7\", found "
    "\"1/0\"" },
  { REQUEST (ONE, ONE, "[[0,\"x\"]]", CAUSAL), OPEN,
    "v[0][1]: value: expected an integer or a string such as \"3/7\", found "
    "\"x\"" },
  { REQUEST (TWO, TWO, "[[0],[null]]", CAUSAL), LESSON,
    "v[1][0]: type: expected an integer in [-8,8], found null" },
  { REQUEST ("[[\"1\"]]", ONE, ONE, CAUSAL), LESSON,
    "q[0][0]: type: expected an integer in [-8,8], found \"1\"" },
  { REQUEST ("[[9]]", ONE, ONE, CAUSAL), LESSON,
    "q[0][0]: value: expected an integer in [-8,8], found 9" },
  { REQUEST ("[[0,0,0,0,0]]", ONE, ONE, CAUSAL), LESSON,
    "q[0]: value: expected 1 to 4 entries, found 5" },
  { REQUEST (ONE, TWO, ONE, CAUSAL), OPEN,
    "k: value: expected as many rows as q has, found 2 for 1" },
  { REQUEST (ONE, ONE, TWO, CAUSAL), OPEN,
    "v: value: expected as many rows as q has, found 2 for 1" },
  { REQUEST (ONE, "[[0,1]]", ONE, CAUSAL), OPEN,
    "k[0]: value: expected rows as wide as q's, found 2 for 1" },
  { REQUEST (ONE, ONE, ONE, ",\"allowed\":true" CAUSAL), OPEN,
    "allowed: type: expected a list of rows, found true" },
  { REQUEST (ONE, ONE, ONE, ",\"allowed\":[true]" CAUSAL), OPEN,
    "allowed[0]: type: expected a list of entries, found true" },
  { REQUEST (ONE, ONE, ONE, ",\"allowed\":[[1]]" CAUSAL), OPEN,
    "allowed[0][0]: type: expected true or false, found 1" },
  { REQUEST (ONE, ONE, ONE, ",\"allowed\":[[null]]" CAUSAL), OPEN,
    "allowed[0][0]: type: expected true or false, found null" },
  { REQUEST (ONE, ONE, ONE, ",\"allowed\":[[true,true]]" CAUSAL), OPEN,
    "allowed: value: expected a row for each query, an entry for each key, "
    "found 1 x 2 for 1 x 1"
  },
  { REQUEST (TWO, TWO, TWO, ",\"allowed\":[[true,true]]" CAUSAL), OPEN,
    "allowed: value: expected a row for each query, an entry for each key, "
    "found 1 x 2 for 2 x 2"
  },
  { REQUEST (TWO, TWO, TWO, ",\"allowed\":[[true,true],[true]]" CAUSAL),
    OPEN,
    "allowed[1]: value: expected a row as wide as the first, found 1 for 2"
  },
  { REQUEST (ONE, ONE, ONE, ",\"allowed\":[[false]]" CAUSAL), OPEN,
    "allowed[0]: value: expected at least one legal key in every row, found "
    "none in row 0" },
  { REQUEST (TWO, TWO, TWO, ",\"allowed\":[[false,true],[true,true]]" CAUSAL),
    OPEN,
    "allowed[0]: value: expected at least one legal key in every row, found "
    "none in row 0" },
};

START_TEST (request_out_of_contract_is_refused_with_its_reason)
{
  struct assay_attention request;
  struct assay_ctx ctx;
  char message[700];

  ck_assert_int_ne (request_read (&request, refused[_i].text,
                                  refused[_i].profile, &ctx), ASSAY_OK);
  assay_error_render (message, sizeof message, &ctx.error, NULL);
  ck_assert_str_eq (message, refused[_i].message);
  assay_attention_clear (&request);
}
END_TEST

START_TEST (request_holds_what_its_text_spells)
{
  struct assay_attention r;
  struct assay_ctx ctx;

  ck_assert_int_eq (request_read (&r, REQUEST ("[[1,2],[\"3/6\",4]]",
                                               "[[5,6],[7,\"-8\"]]",
                                               "[[9],[\"10/4\"]]", CAUSAL),
                                  OPEN, &ctx), ASSAY_OK);
  testing_assert_rational (assay_matrix_entry (&r.q, 0, 1), "2");
  testing_assert_rational (assay_matrix_entry (&r.q, 1, 0), "1/2");
  testing_assert_rational (assay_matrix_entry (&r.k, 1, 1), "-8");
  testing_assert_rational (assay_matrix_entry (&r.k, 0, 1), "6");
  testing_assert_rational (assay_matrix_entry (&r.v, 1, 0), "5/2");
  ck_assert_int_eq (r.causal, 1);
  assay_attention_clear (&r);
}
END_TEST

static Suite *
attention_request_suite (void)
{
  Suite *suite = suite_create ("attention_request");
  TCase *table = tcase_create ("table");
  TCase *special = tcase_create ("special");

  tcase_add_loop_test (table, request_within_its_contract_is_accepted, 0,
                       ROWS (accepted));
  tcase_add_loop_test (table,
                       request_out_of_contract_is_refused_with_its_reason, 0,
                       ROWS (refused));
  suite_add_tcase (suite, table);
  tcase_add_test (special, request_holds_what_its_text_spells);
  suite_add_tcase (suite, special);
  return suite;
}

int
main (void)
{
  return testing_run (attention_request_suite ());
}
