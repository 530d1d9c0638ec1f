/* check_rotary_request.c -- a rotary request written in JSON, both contracts

   The lesson's own 24 + 6 refusals are rows of the lesson itself; here stand
   those of the open contract, the messages, and the edges of the lesson's.  */

#include <stdio.h>
#include <string.h>

#include "base/json.h"
#include "exact/rotary_request.h"
#include "testing.h"

#define ROWS(table) ((int) (sizeof table / sizeof table[0]))

#define OPEN ASSAY_PROFILE_OPEN
#define LESSON ASSAY_PROFILE_LESSON

#define REQUEST(query, at, keys, positions, rotations) \
  "{\"query\":" query ",\"query_position\":" at ",\"keys\":" keys \
  ",\"key_positions\":" positions ",\"rotations\":" rotations "}"
#define R35 "[[\"3/5\",\"4/5\"]]"
#define GOOD REQUEST ("[1,0]", "4", "[[1,0],[1,0]]", "[1,3]", R35)

static enum assay_status
request_read (struct assay_rotary *request, const char *text,
              enum assay_profile profile, struct assay_ctx *ctx)
{
  enum assay_status status;
  json_t *root = NULL;

  assay_ctx_init (ctx);
  assay_rotary_init (request);
  status = assay_json_parse (&root, text, strlen (text), ctx);
  if (status == ASSAY_OK)
    status = assay_rotary_request_read (request, root, profile, ctx);
  json_decref (root);
  return status;
}

static const struct { const char *text; enum assay_profile profile; }
accepted[] = {
  { GOOD, OPEN }, { GOOD, LESSON },
  { REQUEST ("[1,0]", "4", "[]", "[]", R35), OPEN },
  { REQUEST ("[1,0]", "4", "[]", "[]", R35), LESSON },
  { REQUEST ("[2,-2,2,-2]", "8", "[[2,2,-2,-2]]", "[0]",
             "[[\"3/5\",\"4/5\"],[\"5/13\",\"12/13\"]]"), LESSON },
  { REQUEST ("[1,0]", "0", "[[1,0],[1,0],[1,0],[1,0]]", "[0,1,7,8]",
             "[[\"1\",\"0\"]]"), LESSON },
  { REQUEST ("[1,0]", "0", "[[1,0]]", "[0]", "[[\"-0\",\"-13/13\"]]"),
    LESSON },
  { REQUEST ("[\"1/2\",\"-7\"]", "\"-99999999999999999999\"",
             "[[1,\"3\"],[0,0]]", "[\"99999999999999999999\",-1]",
             "[[0,1]]"), OPEN },
  { REQUEST ("[3,0]", "-1", "[[1,0],[1,0],[1,0],[1,0],[1,0]]",
             "[9,1,1,0,-5]", "[[\"20/29\",\"21/29\"]]"), OPEN },
  { REQUEST ("[1,0]", "9223372036854775807", "[[1,0]]",
             "[-9223372036854775808]", R35), OPEN },
};

START_TEST (request_within_its_contract_is_accepted)
{
  struct assay_rotary request;
  struct assay_ctx ctx;

  ck_assert_int_eq (request_read (&request, accepted[_i].text,
                                  accepted[_i].profile, &ctx), ASSAY_OK);
  ck_assert_int_eq (ctx.error.status, ASSAY_OK);
  ck_assert_int_eq (assay_rotary_check (&request, accepted[_i].profile,
                                        &ctx), ASSAY_OK);
  assay_rotary_clear (&request);
}
END_TEST

static const struct
{
  const char *text;
  enum assay_profile profile;
  const char *message;
} refused[] = {
  { "[]", OPEN, "request: type: expected an object, found a list of 0" },
  { "{}", OPEN,
    "query: type: expected a list of components, found nothing" },
  { REQUEST ("[1,0]", "4", "[[1,0]]", "[1]", R35 ",\"seed\":1"), OPEN,
    "seed: value: expected one of the keys query, query_position, keys, "
    "key_positions, rotations, found the unknown key \"seed\"" },
  { "{\"query\":[1,0],\"query_position\":4}", OPEN,
    "keys: type: expected a list of keys, found nothing" },
  { "{\"query\":[1,0]}", OPEN,
    "query_position: type: expected an integer position, found nothing" },
  { "{\"query\":[1,0],\"query_position\":4,\"keys\":[]}", OPEN,
    "key_positions: type: expected a list of integer positions, found "
    "nothing" },
  { "{\"query\":[1,0],\"query_position\":4,\"keys\":[],"
    "\"key_positions\":[]}", OPEN,
    "rotations: type: expected a list of rotors, found nothing" },
  { REQUEST ("[1,0]", "4", "[[1,0],[true,0]]", "[1,3]", R35), LESSON,
    "keys[1][0]: type: expected an integer in [-2,2], found true" },
  { REQUEST ("[1,0]", "4", "[[1,0],[3,0]]", "[1,3]", R35), LESSON,
    "keys[1][0]: value: expected an integer in [-2,2], found 3" },
  { REQUEST ("[1,0]", "4", "[[1,0],[null,0]]", "[1,3]", R35), OPEN,
    "keys[1][0]: type: expected an integer or a string such as \"3/5\", "
    "found null" },
  { REQUEST ("[1,0]", "4", "[[1,0.5]]", "[1]", R35), OPEN,
    "keys[0][1]: type: expected an integer or a string such as \"3/5\", "
    "found the real 0.5" },
  { REQUEST ("[1,[0]]", "4", "[]", "[]", R35), OPEN,
    "query[1]: type: expected an integer or a string such as \"3/5\", "
    "found a list of 1" },
  { REQUEST ("[1,{}]", "4", "[]", "[]", R35), OPEN,
    "query[1]: type: expected an integer or a string such as \"3/5\", "
    "found an object" },
  { REQUEST ("[1,\"1/0\"]", "4", "[]", "[]", R35), OPEN,
    "query[1]: value: expected an integer or a string such as \"3/5\", "
    "found \"1/0\"" },
  { REQUEST ("[1,\"0.5\"]", "4", "[]", "[]", R35), OPEN,
    "query[1]: value: expected an integer or a string such as \"3/5\", "
    "found \"0.5\"" },
  { REQUEST ("[1,0]", "\"1/2\"", "[]", "[]", R35), OPEN,
    "query_position: value: expected an integer position, found \"1/2\"" },
  { REQUEST ("[1,0]", "1.0", "[]", "[]", R35), OPEN,
    "query_position: type: expected an integer position, found the real 1" },
  { REQUEST ("[1,0]", "99999999999999999999", "[]", "[]", R35), OPEN,
    "query_position: limit: expected a JSON integer of at most 64 bits, "
    "found a longer one (write it as a string)" },
  { REQUEST ("[1,0]", "1", "[[1,0]]", "[1,2]", R35), OPEN,
    "key_positions: value: expected one position for each key, found 2 for "
    "1" },
  { REQUEST ("[1,0]", "1", "[[1,0],[1,0,0,0]]", "[1,2]", R35), OPEN,
    "keys[1]: value: expected as many components as the query's, found 4 for "
    "2" },
  { REQUEST ("[1,0]", "1", "[[1]]", "[1]", R35), OPEN,
    "keys[0]: value: expected as many components as the query's, found 1 "
    "for 2" },
  { REQUEST ("[]", "1", "[]", "[]", "[]"), OPEN,
    "query: value: expected an even number of components, at least 2, "
    "found 0" },
  { REQUEST ("[1,0,1,0]", "1", "[]", "[]", R35), OPEN,
    "rotations: value: expected one rotor for each pair of components, "
    "found 1 for 2" },
  { REQUEST ("[1,0]", "1", "[]", "[]", "[[\"3/5\",\"4/5\",\"0\"]]"), OPEN,
    "rotations[0]: value: expected a list of cosine and sine, found a list "
    "of 3" },
  { REQUEST ("[1,0]", "1", "[]", "[]", "[[1,1]]"), OPEN,
    "rotations[0]: value: expected c^2 + s^2 = 1 exactly, found c^2 + s^2 = "
    "2" },
  { REQUEST ("[1,0,0,0,0,0]", "1", "[]", "[]",
             "[[\"1\",\"0\"],[\"1\",\"0\"],[\"1\",\"0\"]]"), LESSON,
    "query: value: expected 2 or 4 components, found 6" },
  { REQUEST ("[1,0]", "1", "[[1,0]]", "[9]", R35), LESSON,
    "key_positions[0]: value: expected a position in 0..8, found 9" },
  { REQUEST ("[1,0]", "-9223372036854775808", "[]", "[]", R35), LESSON,
    "query_position: value: expected a position in 0..8, found "
    "-9223372036854775808" },
  { REQUEST ("[1,0]", "1", "[[1,0],[1,0]]", "[5,4]", R35), LESSON,
    "key_positions[1]: value: expected key positions in strictly increasing "
    "order, found 4 after 5" },
  { REQUEST ("[1,0]", "1", "[]", "[]", "[[\"8/17\",\"15/17\"]]"), LESSON,
    "rotations[0][0]: value: expected numerator and denominator at most 13, "
    "found 8/17" },
  { REQUEST ("[1,0]", "1", "[]", "[]", "[[\"0\",\"1.0\"]]"), LESSON,
    "rotations[0][1]: value: expected a fraction such as \"3/5\", found "
    "\"1.0\"" },
};

START_TEST (request_out_of_contract_is_refused_with_its_reason)
{
  struct assay_rotary request;
  struct assay_ctx ctx;
  char message[700];

  ck_assert_int_ne (request_read (&request, refused[_i].text,
                                  refused[_i].profile, &ctx), ASSAY_OK);
  assay_error_render (message, sizeof message, &ctx.error, NULL);
  ck_assert_str_eq (message, refused[_i].message);
  ck_assert_uint_eq (ctx.rotations, 0);
  assay_rotary_clear (&request);
}
END_TEST

/* The lesson's contract reads integers and strings in their own places; the
   open one takes both everywhere.  */
START_TEST (spellings_of_the_lesson_are_stricter_than_the_open_ones)
{
  static const struct { const char *text, *where; } rows[] = {
    { REQUEST ("[\"1\",0]", "4", "[]", "[]", R35), "query[0]" },
    { REQUEST ("[1,0]", "\"4\"", "[]", "[]", R35), "query_position" },
    { REQUEST ("[1,0]", "4", "[[1,\"0\"]]", "[1]", R35), "keys[0][1]" },
    { REQUEST ("[1,0]", "4", "[[1,0]]", "[\"1\"]", R35), "key_positions[0]" },
    { REQUEST ("[1,0]", "4", "[]", "[]", "[[1,\"0\"]]"), "rotations[0][0]" },
    { REQUEST ("[1,0]", "4", "[]", "[]", "[[\"0\",1]]"), "rotations[0][1]" },
  };
  struct assay_rotary request;
  struct assay_ctx ctx;
  size_t i;

  for (i = 0; i < sizeof rows / sizeof rows[0]; i++)
    {
      ck_assert_int_eq (request_read (&request, rows[i].text, OPEN, &ctx),
                        ASSAY_OK);
      assay_rotary_clear (&request);
      ck_assert_int_eq (request_read (&request, rows[i].text, LESSON, &ctx),
                        ASSAY_ETYPE);
      ck_assert_str_eq (ctx.error.where, rows[i].where);
      assay_rotary_clear (&request);
    }
}
END_TEST

START_TEST (request_holds_what_its_text_spells)
{
  struct assay_rotary request;
  struct assay_ctx ctx;

  ck_assert_int_eq (request_read (&request,
                                  REQUEST ("[1,\"-6/4\"]", "-4",
                                           "[[\"7\",2],[3,4]]", "[1,\"-3\"]",
                                           "[[\"-3/5\",\"8/10\"]]"), OPEN,
                                  &ctx), ASSAY_OK);
  testing_assert_rational (request.query.at[0], "1");
  testing_assert_rational (request.query.at[1], "-3/2");
  ck_assert_int_eq (mpz_get_si (request.query_position), -4);
  testing_assert_rational (request.keys[0].at[0], "7");
  testing_assert_rational (request.keys[1].at[1], "4");
  ck_assert_int_eq (mpz_get_si (request.key_positions[1]), -3);
  testing_assert_rational (request.rotors.at[0], "-3/5");
  testing_assert_rational (request.rotors.at[1], "4/5");
  assay_rotary_clear (&request);
}
END_TEST

/* A number that the budget would refuse is refused as it is read.  */
START_TEST (number_longer_than_the_budget_is_refused)
{
  static const char head[] = "{\"query\":[\"";
  struct assay_rotary request;
  struct assay_ctx ctx;
  char text[1200];
  json_t *root;

  memset (text, '7', sizeof text);
  memcpy (text, head, sizeof head - 1);
  strcpy (text + 1100, "\",0]}");
  assay_ctx_init (&ctx);
  ctx.max_bits = 4000;
  assay_rotary_init (&request);
  ck_assert_int_eq (assay_json_parse (&root, text, strlen (text), &ctx),
                    ASSAY_OK);
  ck_assert_int_eq (assay_rotary_request_read (&request, root, OPEN, &ctx),
                    ASSAY_ELIMIT);
  ck_assert_str_eq (ctx.error.where, "query[0]");
  json_decref (root);
  assay_rotary_clear (&request);
}
END_TEST

static Suite *
rotary_request_suite (void)
{
  Suite *suite = suite_create ("rotary_request");
  TCase *table = tcase_create ("table");
  TCase *special = tcase_create ("special");

  tcase_add_loop_test (table, request_within_its_contract_is_accepted, 0,
                       ROWS (accepted));
  tcase_add_loop_test (table,
                       request_out_of_contract_is_refused_with_its_reason, 0,
                       ROWS (refused));
  suite_add_tcase (suite, table);
  tcase_add_test (special,
                  spellings_of_the_lesson_are_stricter_than_the_open_ones);
  tcase_add_test (special, request_holds_what_its_text_spells);
  tcase_add_test (special, number_longer_than_the_budget_is_refused);
  suite_add_tcase (suite, special);
  return suite;
}

int
main (void)
{
  return testing_run (rotary_request_suite ());
}
