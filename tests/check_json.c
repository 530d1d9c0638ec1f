/* check_json.c -- JSON read strictly, and what is said of what was found */

#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "base/json.h"
#include "testing.h"

#define ROWS(table) ((int) (sizeof table / sizeof table[0]))

static enum assay_status
parse (json_t **root, const char *text, struct assay_ctx *ctx)
{
  assay_ctx_init (ctx);
  return assay_json_parse (root, text, strlen (text), ctx);
}

static const char *const good[] = {
  "{}", "[]", " 1 ", "\"a\"", "true", "null", "-0", "1.5e3",
  "9223372036854775807", "-9223372036854775808",
  "{\"a\":[1,{\"b\":\"\\u00e9\"}]}", "\"caf\xc3\xa9\"", "[[[[[[]]]]]]\n",
};

START_TEST (json_of_the_standard_is_read)
{
  struct assay_ctx ctx;
  json_t *root = NULL;

  ck_assert_int_eq (parse (&root, good[_i], &ctx), ASSAY_OK);
  ck_assert_ptr_nonnull (root);
  json_decref (root);
}
END_TEST

static const struct { const char *text, *where; } bad[] = {
  { "", "1:1" }, { "{", "1:1" }, { "[1,]", "1:4" }, { "{\"a\":1,}", "1:8" },
  { "[1] 2", "1:5" }, { "{\"a\":1,\"a\":2}", "1:10" }, { "[01]", "1:2" },
  { "[+1]", "1:2" }, { "[.5]", "1:2" }, { "[1.]", "1:3" }, { "NaN", "1:3" },
  { "[Infinity]", "1:9" }, { "'a'", "1:1" }, { "{a:1}", "1:2" },
  { "[1 2]", "1:4" }, { "// x\n1", "1:1" }, { "\"\xff\"", "1:1" },
  { "\"\xc3\"", "1:1" }, { "\"\xed\xa0\x80\"", "1:1" }, { "\"\\x\"", "1:3" },
  { "\"\\ud800\"", "1:8" }, { "\"a\nb\"", "1:2" }, { "tru", "1:3" },
  { "{\n  \"a\": [1,\n    }", "3:5" }, { "\xef\xbb\xbf{}", "1:1" },
};

START_TEST (everything_else_is_a_syntax_error_with_its_place)
{
  struct assay_ctx ctx;
  json_t *root = NULL;

  ck_assert_int_eq (parse (&root, bad[_i].text, &ctx), ASSAY_ESYNTAX);
  ck_assert_ptr_null (root);
  ck_assert_int_eq (ctx.error.is_position, 1);
  ck_assert_str_eq (ctx.error.where, bad[_i].where);
  ck_assert_str_ne (ctx.error.expected, "");
  ck_assert_str_ne (ctx.error.found, "");
}
END_TEST

static const struct
{
  const char *text;
  enum assay_status status;
  const char *where;
} overflows[] = {
  { "9223372036854775808", ASSAY_ELIMIT, "request" },
  { "[1,[2,9223372036854775808]]", ASSAY_ELIMIT, "[1][1]" },
  { "{\"keys\":[[1,0],[2,-9223372036854775809]]}", ASSAY_ELIMIT,
    "keys[1][1]" },
  { "{\"a\":{\"b\":[0,0,{\"c\":99999999999999999999}]}}", ASSAY_ELIMIT,
    "a.b[2].c" },
  { "{\"x\":\"[{,\",\"y\\\"\":1,\"at\":99999999999999999999}", ASSAY_ELIMIT,
    "at" },
  { "{\"a\":[],\"b\":{},\"c\":[[],99999999999999999999]}", ASSAY_ELIMIT,
    "c[1]" },
  { "{\"query\":[1e999]}", ASSAY_ETYPE, "query[0]" },
  { "[-1e999]", ASSAY_ETYPE, "[0]" },
};

START_TEST (number_too_long_is_refused_with_its_path)
{
  struct assay_ctx ctx;
  json_t *root = NULL;

  ck_assert_int_eq (parse (&root, overflows[_i].text, &ctx),
                    overflows[_i].status);
  ck_assert_int_eq (ctx.error.is_position, 0);
  ck_assert_str_eq (ctx.error.where, overflows[_i].where);
  if (overflows[_i].status == ASSAY_ELIMIT)
    ck_assert_str_eq (ctx.error.found,
                      "a longer one (write it as a string)");
}
END_TEST

/* jansson's own limit of nesting, far below the stack's.  */
START_TEST (nesting_without_end_is_a_limit)
{
  static char deep[200001];
  struct assay_ctx ctx;
  json_t *root = NULL;

  memset (deep, '[', sizeof deep - 1);
  ck_assert_int_eq (parse (&root, deep, &ctx), ASSAY_ELIMIT);
  ck_assert_ptr_null (root);
}
END_TEST

/* A path is drawn for at most 64 levels; one level more must not spoil
   memory.  */
START_TEST (overflow_at_every_depth_has_a_path_that_fits)
{
  char text[400];
  struct assay_ctx ctx;
  json_t *root = NULL;
  size_t depth;

  for (depth = 0; depth <= 130; depth++)
    {
      memset (text, '[', depth);
      snprintf (text + depth, sizeof text - depth, "99999999999999999999");
      ck_assert_int_eq (parse (&root, text, &ctx), ASSAY_ELIMIT);
      ck_assert_uint_lt (strlen (ctx.error.where), sizeof ctx.error.where);
      if (depth == 2)
        ck_assert_str_eq (ctx.error.where, "[0][0]");
    }
}
END_TEST

START_TEST (long_key_in_a_path_is_cut)
{
  char text[1000];
  struct assay_ctx ctx;
  json_t *root = NULL;

  memset (text, 'k', sizeof text);
  memcpy (text, "{\"", 2);
  memcpy (text + 800, "\":99999999999999999999}", 24);
  ck_assert_int_eq (parse (&root, text, &ctx), ASSAY_ELIMIT);
  ck_assert_uint_eq (strlen (ctx.error.where), sizeof ctx.error.where - 1);
}
END_TEST

static const struct { const char *json, *text; } descriptions[] = {
  { NULL, "nothing" }, { "{\"a\":1}", "an object" }, { "[]", "a list of 0" },
  { "[1,2]", "a list of 2" }, { "\"1/0\"", "\"1/0\"" }, { "-3", "-3" },
  { "0.5", "the real 0.5" }, { "true", "true" }, { "false", "false" },
  { "null", "null" },
  { "\"0123456789012345678901234567890123456789012345678901234567890123\"",
    "\"012345678901234567890123456789012345678901234567890123456789\"..." },
};

START_TEST (found_value_is_described_as_it_stands)
{
  struct assay_ctx ctx;
  json_t *value = NULL;
  char text[120];

  if (descriptions[_i].json)
    ck_assert_int_eq (parse (&value, descriptions[_i].json, &ctx), ASSAY_OK);
  assay_json_describe (text, sizeof text, value);
  ck_assert_str_eq (text, descriptions[_i].text);
  json_decref (value);
}
END_TEST

static const char *const known[] = { "query", "keys", NULL };

static const struct
{
  const char *json;
  enum assay_status status;
  const char *where, *expected, *found;
} objects[] = {
  { "{}", ASSAY_OK, NULL, NULL, NULL },
  { "{\"keys\":1,\"query\":2}", ASSAY_OK, NULL, NULL, NULL },
  { "{\"query\":1,\"key\":2}", ASSAY_EVALUE, "key",
    "one of the keys query, keys", "the unknown key \"key\"" },
  { "{\"\":2}", ASSAY_EVALUE, "", "one of the keys query, keys",
    "the unknown key \"\"" },
  { "[1]", ASSAY_ETYPE, "request", "an object", "a list of 1" },
  { "null", ASSAY_ETYPE, "request", "an object", "null" },
};

START_TEST (object_may_hold_the_known_keys_alone)
{
  struct assay_ctx ctx;
  json_t *value;

  ck_assert_int_eq (parse (&value, objects[_i].json, &ctx), ASSAY_OK);
  ck_assert_int_eq (assay_json_check_object (value, known, &ctx, NULL),
                    objects[_i].status);
  if (objects[_i].status != ASSAY_OK)
    {
      ck_assert_str_eq (ctx.error.where, objects[_i].where);
      ck_assert_str_eq (ctx.error.expected, objects[_i].expected);
      ck_assert_str_eq (ctx.error.found, objects[_i].found);
    }
  json_decref (value);
}
END_TEST

START_TEST (list_is_a_list_and_nothing_else)
{
  struct assay_where where = { NULL, "keys", 0 };
  struct assay_ctx ctx;
  json_t *value;

  ck_assert_int_eq (parse (&value, "[{}]", &ctx), ASSAY_OK);
  ck_assert_int_eq (assay_json_check_list (value, &ctx, &where, "a list"),
                    ASSAY_OK);
  ck_assert_int_eq (assay_json_check_list (json_array_get (value, 0), &ctx,
                                           &where, "a list"), ASSAY_ETYPE);
  ck_assert_str_eq (ctx.error.found, "an object");
  assay_ctx_forgive (&ctx);
  ck_assert_int_eq (assay_json_check_list (NULL, &ctx, &where, "a list"),
                    ASSAY_ETYPE);
  ck_assert_str_eq (ctx.error.found, "nothing");
  json_decref (value);
}
END_TEST

START_TEST (file_is_read_and_a_missing_one_refused)
{
  char name[] = "check_json.XXXXXX";
  int fd = mkstemp (name);
  struct assay_ctx ctx;
  json_t *root = NULL;

  assay_ctx_init (&ctx);
  ck_assert_int_eq ((int) write (fd, "[1,\n2]\n", 7), 7);
  close (fd);
  ck_assert_int_eq (assay_json_read (&root, name, &ctx), ASSAY_OK);
  ck_assert_uint_eq (json_array_size (root), 2);
  json_decref (root);
  unlink (name);
  root = NULL;
  ck_assert_int_eq (assay_json_read (&root, name, &ctx), ASSAY_EIO);
  ck_assert_ptr_null (root);
}
END_TEST

/* Every head of a good text but the whole is refused, and no byte beyond the
   given length is looked at.  */
START_TEST (every_part_of_a_text_is_refused)
{
  static const char whole[]
    = "{\"query\":[1,\"3/5\"],\"keys\":[{\"a\":null},true,-12]}";
  struct assay_ctx ctx;
  size_t length;
  json_t *root;

  for (length = 0; length < sizeof whole; length++)
    {
      assay_ctx_init (&ctx);
      root = NULL;
      if (length == sizeof whole - 1)
        ck_assert_int_eq (assay_json_parse (&root, whole, length, &ctx),
                          ASSAY_OK);
      else
        ck_assert_int_eq (assay_json_parse (&root, whole, length, &ctx),
                          ASSAY_ESYNTAX);
      json_decref (root);
    }
}
END_TEST

static Suite *
json_suite (void)
{
  Suite *suite = suite_create ("json");
  TCase *table = tcase_create ("table");
  TCase *special = tcase_create ("special");
  TCase *hard = tcase_create ("hard");

  tcase_add_loop_test (table, json_of_the_standard_is_read, 0, ROWS (good));
  tcase_add_loop_test (table,
                       everything_else_is_a_syntax_error_with_its_place, 0,
                       ROWS (bad));
  tcase_add_loop_test (table, number_too_long_is_refused_with_its_path, 0,
                       ROWS (overflows));
  tcase_add_loop_test (table, found_value_is_described_as_it_stands, 0,
                       ROWS (descriptions));
  tcase_add_loop_test (table, object_may_hold_the_known_keys_alone, 0,
                       ROWS (objects));
  suite_add_tcase (suite, table);
  tcase_add_test (special, list_is_a_list_and_nothing_else);
  tcase_add_test (special, file_is_read_and_a_missing_one_refused);
  suite_add_tcase (suite, special);
  tcase_add_test (hard, nesting_without_end_is_a_limit);
  tcase_add_test (hard, overflow_at_every_depth_has_a_path_that_fits);
  tcase_add_test (hard, long_key_in_a_path_is_cut);
  tcase_add_test (hard, every_part_of_a_text_is_refused);
  suite_add_tcase (suite, hard);
  return suite;
}

int
main (void)
{
  return testing_run (json_suite ());
}
