/* check_json_out.c -- JSON written, and read back by jansson */

#include <jansson.h>
#include <string.h>

#include "base/json_out.h"
#include "testing.h"

START_TEST (document_has_a_line_a_member_and_ends_its_line)
{
  struct assay_json_out out;
  struct assay_text text;

  assay_text_init (&text);
  assay_json_begin (&out, &text, "1.2.3", "rotary");
  assay_json_open_inline_list (&out, "scores");
  assay_json_string (&out, NULL, "-117/125");
  assay_json_string (&out, NULL, "3/5");
  assay_json_close (&out);
  assay_json_open_object (&out, "checks");
  assay_json_bool (&out, "good", 1);
  assay_json_bool (&out, "bad", 0);
  assay_json_close (&out);
  assay_json_end (&out);
  ck_assert_str_eq (assay_text_string (&text),
                    "{\n"
                    "  \"assay\": \"1.2.3\",\n"
                    "  \"command\": \"rotary\",\n"
                    "  \"scores\": [\"-117/125\", \"3/5\"],\n"
                    "  \"checks\": {\n"
                    "    \"good\": true,\n"
                    "    \"bad\": false\n"
                    "  }\n"
                    "}\n");
  ck_assert_int_eq (out.depth, 0);
  assay_text_clear (&text);
}
END_TEST

START_TEST (integers_stand_on_one_line_from_first_to_last)
{
  static const long numbers[] = { -3, 0, 2147483647 };
  struct assay_json_out out;
  struct assay_text text;

  assay_text_init (&text);
  assay_json_out_init (&out, &text);
  assay_json_open_object (&out, NULL);
  assay_json_inline_integers (&out, "three", numbers, 3);
  assay_json_inline_integers (&out, "none", numbers, 0);
  assay_json_close (&out);
  ck_assert_str_eq (assay_text_string (&text),
                    "{\n  \"three\": [-3, 0, 2147483647],\n"
                    "  \"none\": []\n}");
  assay_text_clear (&text);
}
END_TEST

START_TEST (what_is_inside_an_inline_list_is_inline)
{
  struct assay_json_out out;
  struct assay_text text;

  assay_text_init (&text);
  assay_json_out_init (&out, &text);
  assay_json_open_list (&out, NULL);
  assay_json_open_inline_list (&out, NULL);
  assay_json_open_object (&out, NULL);
  assay_json_integer (&out, "a", 1);
  assay_json_integer (&out, "b", -2);
  assay_json_close (&out);
  assay_json_open_list (&out, NULL);
  assay_json_close (&out);
  assay_json_close (&out);
  assay_json_null (&out, NULL);
  assay_json_close (&out);
  ck_assert_str_eq (assay_text_string (&text),
                    "[\n  [{\"a\": 1, \"b\": -2}, []],\n  null\n]");
  assay_text_clear (&text);
}
END_TEST

START_TEST (empty_containers_stand_on_one_line)
{
  struct assay_json_out out;
  struct assay_text text;

  assay_text_init (&text);
  assay_json_out_init (&out, &text);
  assay_json_open_object (&out, NULL);
  assay_json_open_object (&out, "o");
  assay_json_close (&out);
  assay_json_open_list (&out, "l");
  assay_json_close (&out);
  assay_json_close (&out);
  ck_assert_str_eq (assay_text_string (&text),
                    "{\n  \"o\": {},\n  \"l\": []\n}");
  assay_text_clear (&text);
}
END_TEST

START_TEST (number_keeps_the_digits_it_was_given)
{
  static const char digits[]
    = "0.3333333333333333333333333333333333333333333333333333333333333333";
  struct assay_json_out out;
  struct assay_text text;

  assay_text_init (&text);
  assay_json_out_init (&out, &text);
  assay_json_open_inline_list (&out, NULL);
  assay_json_number (&out, NULL, digits);
  assay_json_number (&out, NULL, "1.0");
  assay_json_integer (&out, NULL, -9223372036854775807ll - 1);
  assay_json_printf (&out, NULL, "0x%04x \"%s\"", 0x3f8, "q");
  assay_json_close (&out);
  ck_assert_ptr_eq (strstr (assay_text_string (&text), digits),
                    assay_text_string (&text) + 1);
  ck_assert_ptr_nonnull (strstr (assay_text_string (&text),
                                 ", 1.0, -9223372036854775808, "
                                 "\"0x03f8 \\\"q\\\"\"]"));
  assay_text_clear (&text);
}
END_TEST

/* The one member of the object TEXT, as jansson reads it.  */
static void
assert_reads_as (const struct assay_text *text, const char *key,
                 const char *string)
{
  json_t *root = json_loads (assay_text_string (text),
                             JSON_REJECT_DUPLICATES, NULL);

  ck_assert_msg (root != NULL, "not JSON: %s", assay_text_string (text));
  ck_assert_uint_eq (json_object_size (root), 1);
  ck_assert_str_eq (json_string_value (json_object_get (root, key)), string);
  json_decref (root);
}

START_TEST (every_character_is_escaped_so_that_it_reads_back)
{
  struct assay_json_out out;
  struct assay_text text;
  char string[40];
  int c;

  for (c = 1; c < 0x80; c++)
    {
      snprintf (string, sizeof string, "a%cb%c", c, c);
      assay_text_init (&text);
      assay_json_out_init (&out, &text);
      assay_json_open_object (&out, NULL);
      assay_json_string (&out, string, string);
      assay_json_close (&out);
      assert_reads_as (&text, string, string);
      ck_assert_msg (c >= 0x20 || c == '\n'
                     || strchr (assay_text_string (&text), c) == NULL,
                     "the control character %d is written raw", c);
      assay_text_clear (&text);
    }
}
END_TEST

START_TEST (utf_8_passes_unchanged)
{
  static const char string[] = "caf\xc3\xa9 \xe2\x89\xa4 \xf0\x9d\x84\x9e";
  struct assay_json_out out;
  struct assay_text text;

  assay_text_init (&text);
  assay_json_out_init (&out, &text);
  assay_json_open_object (&out, NULL);
  assay_json_string (&out, "k", string);
  assay_json_close (&out);
  assert_reads_as (&text, "k", string);
  ck_assert_ptr_nonnull (strstr (assay_text_string (&text), string));
  assay_text_clear (&text);
}
END_TEST

/* Writes a random value of at most DEPTH levels twice: by the module and
   into the jansson value that is returned.  */
static json_t *
random_value (struct assay_json_out *out, const char *key, int depth)
{
  unsigned long kind = testing_below (depth > 0 ? 8 : 4), n, i;
  long number = testing_between (-1000, 1000);
  json_t *value;
  char name[24];

  if (kind == 0)
    return assay_json_integer (out, key, number), json_integer (number);
  if (kind == 1)
    return assay_json_bool (out, key, number > 0), json_boolean (number > 0);
  if (kind == 2)
    return assay_json_null (out, key), json_null ();
  if (kind == 3)
    return assay_json_string (out, key, "x"), json_string ("x");
  if (kind < 6)
    {
      value = json_array ();
      (kind == 4 ? assay_json_open_list
       : assay_json_open_inline_list) (out, key);
      for (i = 0, n = testing_below (4); i < n; i++)
        json_array_append_new (value, random_value (out, NULL, depth - 1));
    }
  else
    {
      value = json_object ();
      (kind == 6 ? assay_json_open_object
       : assay_json_open_inline_object) (out, key);
      for (i = 0, n = testing_below (4); i < n; i++)
        {
          snprintf (name, sizeof name, "k%lu", i);
          json_object_set_new (value, name,
                               random_value (out, name, depth - 1));
        }
    }
  assay_json_close (out);
  return value;
}

START_TEST (random_document_reads_back_as_it_was_meant)
{
  struct assay_json_out out;
  json_t *meant, *read;
  struct assay_text text;
  size_t i;

  for (i = 0; i < testing_count (3000); i++)
    {
      assay_text_init (&text);
      assay_json_out_init (&out, &text);
      meant = random_value (&out, NULL, 6);
      read = json_loads (assay_text_string (&text),
                         JSON_REJECT_DUPLICATES | JSON_DECODE_ANY, NULL);
      ck_assert_msg (read && json_equal (read, meant),
                     "case %zu, seed %lu: %s", i, testing_seed (),
                     assay_text_string (&text));
      json_decref (meant);
      json_decref (read);
      assay_text_clear (&text);
    }
}
END_TEST

START_TEST (deepest_nesting_is_written)
{
  struct assay_json_out out;
  struct assay_text text;
  int i;

  assay_text_init (&text);
  assay_json_out_init (&out, &text);
  for (i = 0; i < ASSAY_JSON_MAX_DEPTH; i++)
    assay_json_open_inline_list (&out, NULL);
  for (i = 0; i < ASSAY_JSON_MAX_DEPTH; i++)
    assay_json_close (&out);
  ck_assert_uint_eq (text.length, 2 * ASSAY_JSON_MAX_DEPTH);
  assay_text_clear (&text);
}
END_TEST

static Suite *
json_out_suite (void)
{
  Suite *suite = suite_create ("json_out");
  TCase *table = tcase_create ("table");
  TCase *special = tcase_create ("special");
  TCase *relations = tcase_create ("relations");

  tcase_add_test (table, document_has_a_line_a_member_and_ends_its_line);
  tcase_add_test (table, what_is_inside_an_inline_list_is_inline);
  tcase_add_test (table, integers_stand_on_one_line_from_first_to_last);
  suite_add_tcase (suite, table);
  tcase_add_test (special, empty_containers_stand_on_one_line);
  tcase_add_test (special, number_keeps_the_digits_it_was_given);
  tcase_add_test (special, utf_8_passes_unchanged);
  tcase_add_test (special, deepest_nesting_is_written);
  suite_add_tcase (suite, special);
  tcase_add_test (relations,
                  every_character_is_escaped_so_that_it_reads_back);
  tcase_add_test (relations, random_document_reads_back_as_it_was_meant);
  tcase_set_timeout (relations, 60);
  suite_add_tcase (suite, relations);
  return suite;
}

int
main (void)
{
  return testing_run (json_out_suite ());
}
