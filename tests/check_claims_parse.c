/* check_claims_parse.c -- reading and writing back the claims language */

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "claimed.h"
#include "claims/canonical.h"
#include "claims/suggest.h"
#include "testing.h"

#define ROWS(table) ((int) (sizeof table / sizeof table[0]))

/* What is written, and how it is written back.  */
static const struct { const char *text, *canonical; } canonical[] = {
  { "let a=1+(2+3)-4", "let a = 1 + (2 + 3) - 4" },
  { "let a=(1+2)+3", "let a = 1 + 2 + 3" },
  { "let a=1-(2-3)", "let a = 1 - (2 - 3)" },
  { "let a=(2*3)/4*(5/6)", "let a = 2*3/4*(5/6)" },
  { "let a=-2^2", "let a = -2^2" },
  { "let a=(-2)^2", "let a = (-2)^2" },
  { "let a=2^-3^2", "let a = 2^-3^2" },
  { "let a=(2^3)^2", "let a = (2^3)^2" },
  { "let a=2^(3^2)", "let a = 2^3^2" },
  { "let a=--2", "let a = --2" },
  { "let a=2*-3", "let a = 2*-3" },
  { "let a=2 - -3", "let a = 2 - -3" },
  { "let a=-(1+2)", "let a = -(1 + 2)" },
  { "let a=(1+2)*3", "let a = (1 + 2)*3" },
  { "let a=-2*3", "let a = -2*3" },
  { "let a=-(2*3)", "let a = -(2*3)" },
  { "let a=[1,[2,3],[]]", "let a = [1, [2, 3], []]" },
  { "let a=[[1,2],[3,4]][0][1]", "let a = [[1, 2], [3, 4]][0][1]" },
  { "let a=rotor(3/5,4/5).c", "let a = rotor(3/5, 4/5).c" },
  { "let a=rotor(3/5,4/5) . for", "let a = rotor(3/5, 4/5).for" },
  { "let a=[1]@3", "let a = [1]@3" },
  { "let a=[1]@(3)", "let a = [1]@3" },
  { "let a=[1]@(-3)", "let a = [1]@(-3)" },
  { "let a=[1]@(2+1)", "let a = [1]@(2 + 1)" },
  { "let a=[1]@(0.5)", "let a = [1]@(0.5)" },
  { "let a=len(0..8)", "let a = len(0..8)" },
  { "let a=len(-1..4)", "let a = len(-1..4)" },
  { "let a=len(1+1..2*3)", "let a = len(1 + 1..2*3)" },
  { "let a=rope([1,2],3,base=7,layout=\"split-half\")",
    "let a = rope([1, 2], 3, base=7, layout=\"split-half\")" },
  { "let a=0x1.8P-3+.5+1E+5", "let a = 0x1.8P-3 + .5 + 1E+5" },
  { "let a=[pi,e,true,false,none]", "let a = [pi, e, true, false, none]" },
  { "def f()=1", "def f() = 1" },
  { "def f(x,y)=x*y", "def f(x, y) = x*y" },
  { "title \"a # b\" # c", "title \"a # b\"" },
  { "claim a.b-c_1:1=1", "claim a.b-c_1: 1 = 1" },
  { "claim for:1=1", "claim for: 1 = 1" },
  { "claim 000-001:1!=1", "claim 000-001: 1 != 1" },
  { "claim a expect refuted:1<=1", "claim a expect refuted: 1 <= 1" },
  { "claim a:1~-0.50", "claim a: 1 ~ -0.50" },
  { "claim a:[1,[2]]~[1.0,[-2e3]]", "claim a: [1, [2]] ~ [1.0, [-2e3]]" },
  { "claim a:1=2+-3", "claim a: 1 = 2 +- 3" },
  { "claim a:1 in[0,2]", "claim a: 1 in [0, 2]" },
  { "claim a:1/0 fails value", "claim a: 1/0 fails value" },
  { "claim a:for all x in 0..3,y in[1,2]where x<y,y>1:exists z in integers"
    ":z=x", "claim a: for all x in 0..3, y in [1, 2] where x < y, y > 1: "
    "exists z in integers: z = x" },
  { "claim a :\n  1 +\n  2 =  # three\n\n  3", "claim a: 1 + 2 = 3" },
  { "claim a : [1,\n 2\n ] =\n [1,2]", "claim a: [1, 2] = [1, 2]" },
  { "note n : \"why\"", "note n: \"why\"" },
  { "\n\n# only\n  # comments\n", "" },
  { "\xef\xbb\xbflet a = 1\r\nlet b = 2\r\n", "let a = 1\nlet b = 2" },
};

START_TEST (file_is_written_back_canonically)
{
  char *written = claimed_canonical (canonical[_i].text);
  size_t length = strlen (written);

  if (length > 0 && written[length - 1] == '\n')
    written[length - 1] = '\0';
  ck_assert_str_eq (written, canonical[_i].canonical);
  free (written);
}
END_TEST

/* Parses to the same tree, and is written the same way again.  */
static void
assert_round_trip (const char *text)
{
  char *written = claimed_canonical (text);
  char *again = claimed_canonical (written);
  struct assay_file *a = claimed_open (text), *b = claimed_open (written);

  ck_assert_msg (a->complaints.count == 0, "%s", written);
  ck_assert_str_eq (written, again);
  ck_assert_msg (claimed_same_files (a, b), "%s became %s", text, written);
  claimed_close (a);
  claimed_close (b);
  free (written);
  free (again);
}

START_TEST (file_written_back_parses_to_the_same_tree)
{
  assert_round_trip (canonical[_i].text);
}
END_TEST

/* ---- random files ---- */

static void add_expression (struct assay_text *text, int depth);

static void
add_leaf (struct assay_text *text)
{
  static const char *const leaves[] = {
    "0", "17", "0.25", ".5", "2e-3", "0x1f", "0x1.8p2", "pi", "e", "true",
    "none", "x", "y", "\"adjacent\""
  };

  assay_text_add (text, leaves[testing_below (14)]);
}

static void
add_call (struct assay_text *text, int depth)
{
  switch (testing_below (5))
    {
    case 0:
      assay_text_add (text, "cos (");
      break;
    case 1:
      assay_text_add (text, "f(");
      add_expression (text, depth - 1);
      assay_text_add (text, " , ");
      break;
    case 2:
      assay_text_add (text, "len( ");
      add_expression (text, depth - 1);
      assay_text_add (text, "..");
      break;
    case 3:
      assay_text_add (text, "rope(x, 3, base = ");
      break;
    default:
      assay_text_add (text, "map(cos,");
    }
  add_expression (text, depth - 1);
  assay_text_add (text, ")");
}

/* Something that an index, a field or a position may follow.  */
static void
add_postfix (struct assay_text *text, int depth)
{
  if (testing_below (2))
    add_call (text, depth);
  else
    {
      assay_text_add (text, "[");
      add_expression (text, depth - 1);
      assay_text_add (text, testing_below (2) ? "]" : ",x]");
    }
}

static void
add_expression (struct assay_text *text, int depth)
{
  static const char *const infix[] = { " + ", " - ", "*", " / ", "^", "^-" };

  if (depth <= 0)
    {
      add_leaf (text);
      return;
    }
  switch (testing_below (8))
    {
    case 0:
    case 1:
    case 2:
      assay_text_add (text, testing_below (2) ? "(" : "-(");
      add_expression (text, depth - 1);
      assay_text_printf (text, ")%s(", infix[testing_below (6)]);
      add_expression (text, depth - 1);
      assay_text_add (text, ")");
      break;
    case 3:
      add_expression (text, depth - 1);
      assay_text_add (text, infix[testing_below (4)]);
      add_expression (text, depth - 1);
      break;
    case 4:
      add_postfix (text, depth);
      assay_text_add (text, testing_below (2) ? "[0]" : ".weights");
      break;
    case 5:
      add_postfix (text, depth);
      assay_text_add (text, testing_below (2) ? "@x" : "@( -2 )");
      break;
    case 6:
      add_postfix (text, depth);
      break;
    default:
      assay_text_add (text, "--");
      add_leaf (text);
    }
}

static void
add_body (struct assay_text *text, int depth)
{
  static const char *const relations[] = { " = ", "!=", "<", ">=", " in [" };
  size_t relation = testing_below (5);

  if (testing_below (3) == 0)
    {
      assay_text_add (text, testing_below (2) ? "for all a in 0..9: "
                      : "exists a in [1,2], b in integers where a<b: ");
    }
  add_expression (text, depth);
  assay_text_add (text, relations[relation]);
  add_expression (text, depth);
  if (relation == 4)
    assay_text_add (text, ", 3]");
  else if (relation == 0 && testing_below (2))
    assay_text_add (text, "+-1/9");
}

START_TEST (random_files_written_back_parse_to_the_same_tree)
{
  struct assay_text text;
  size_t i;

  for (i = 0; i < testing_count (2000); i++)
    {
      assay_text_init (&text);
      assay_text_add (&text, "let x = 1\nlet y = 2\ndef f(a, b) = a\n"
                      "claim c : ");
      add_body (&text, (int) testing_below (5));
      assert_round_trip (assay_text_string (&text));
      assay_text_clear (&text);
    }
}
END_TEST

/* ---- complaints ---- */

static const struct { const char *text, *complaint; } complaints[] = {
  { "title \"a\" = 1",
    "test:1:11: error: expected the end of the line, found '='\n"
    " title \"a\" = 1\n"
    "           ^\n" },
  { "claim a : x = 1",
    "test:1:11: error: unknown name 'x'\n"
    " claim a : x = 1\n"
    "           ^\n" },
  /* A column is a code point, and the caret stands under it.  */
  { "claim a : \"\xd8\xa7\xd8\xb9\" = \"e\xcc\x81\" = x",
    "test:1:23: error: two relations on one line: write two claims\n"
    " claim a : \"\xd8\xa7\xd8\xb9\" = \"e\xcc\x81\" = x\n"
    "                       ^\n" },
  { "claim a :\t1 =\tcosine(1)",
    "test:1:15: error: unknown function 'cosine'\n"
    " claim a :\t1 =\tcosine(1)\n"
    "          \t   \t^~~~~~\n" },
  { "let x = 1 +\nclaim a : x = y",
    "test:2:1: error: 'claim' starts a statement, but the statement before it"
    " is not finished\n"
    " claim a : x = y\n"
    " ^~~~~\n"
    "test:2:15: error: unknown name 'y'\n"
    " claim a : x = y\n"
    "               ^\n" },
};

START_TEST (complaint_shows_place_line_and_caret)
{
  char *found = claimed_complaints (complaints[_i].text);

  ck_assert_str_eq (found, complaints[_i].complaint);
  free (found);
}
END_TEST

START_TEST (complaints_come_in_the_order_of_their_places)
{
  char *found = claimed_complaints ("claim a : x = 1\nclaim b : 1 = = 1\n"
                                    "claim c : y = 1\n");
  const char *first = strstr (found, "test:1:11");
  const char *second = strstr (found, "test:2:15");
  const char *third = strstr (found, "test:3:11");

  ck_assert (first && second && third && first < second && second < third);
  free (found);
}
END_TEST

START_TEST (bytes_that_are_not_utf8_are_complained_of_once_a_line)
{
  char *found = claimed_complaints ("# \xff \xfe\nclaim a : 1 = 1\n# \xfd\n");
  const char *first = strstr (found, "test:1:3: error: not UTF-8: byte 0xff");

  ck_assert (first && strstr (found, "test:3:3: error: not UTF-8: byte 0xfd"));
  ck_assert (!strstr (found, "0xfe"));
  free (found);
}
END_TEST

START_TEST (long_line_is_shown_around_the_caret)
{
  struct assay_text text;
  char *found;
  int i;

  assay_text_init (&text);
  assay_text_add (&text, "claim a : ");
  for (i = 0; i < 1000; i++)
    assay_text_add (&text, "1 + ");
  assay_text_add (&text, "x = 1");
  found = claimed_complaints (assay_text_string (&text));
  ck_assert (strstr (found, "test:1:4011: error: unknown name 'x'\n ...1 "));
  ck_assert_uint_lt (strlen (found), 500);
  assay_text_clear (&text);
  free (found);
}
END_TEST

START_TEST (complaints_beyond_the_most_are_told_in_one_line)
{
  struct assay_text text;
  char *found;
  int i;

  assay_text_init (&text);
  for (i = 0; i < 3000; i++)
    assay_text_printf (&text, "claim a%d : x = 1\n", i);
  found = claimed_complaints (assay_text_string (&text));
  ck_assert (strstr (found, "test:1000:") != NULL);
  ck_assert (strstr (found, "test:1001:") == NULL);
  ck_assert (strstr (found, "test: error: too many errors") != NULL);
  assay_text_clear (&text);
  free (found);
}
END_TEST

/* OPEN DEPTH times, "1", CLOSE as often, in a claim.  */
static size_t
complaints_of_nesting (const char *open, const char *close, int depth)
{
  struct assay_file *file;
  struct assay_text text;
  size_t count;
  int i;

  assay_text_init (&text);
  assay_text_add (&text, "claim a : ");
  for (i = 0; i < depth; i++)
    assay_text_add (&text, open);
  assay_text_add (&text, "1");
  for (i = 0; i < depth; i++)
    assay_text_add (&text, close);
  assay_text_add (&text, " = 1");
  file = claimed_open (assay_text_string (&text));
  count = file->complaints.count;
  claimed_close (file);
  assay_text_clear (&text);
  return count;
}

static const struct { const char *open, *close; int free; } nests[] = {
  { "(", ")", 200 }, { "[", "]", 199 }, { "cos(", ")", 199 },
  { "-", "", 199 }, { "2^", "", 199 }, { "1+(", ")", 199 },
};

START_TEST (nesting_is_refused_from_its_limit_on)
{
  ck_assert_uint_eq (complaints_of_nesting (nests[_i].open, nests[_i].close,
                                            nests[_i].free), 0);
  ck_assert_uint_eq (complaints_of_nesting (nests[_i].open, nests[_i].close,
                                            nests[_i].free + 1), 1);
  ck_assert_uint_eq (complaints_of_nesting (nests[_i].open, nests[_i].close,
                                            20000), 1);
}
END_TEST

START_TEST (long_chain_is_not_nested)
{
  ck_assert_uint_eq (complaints_of_nesting ("1 + ", "", 20000), 0);
  ck_assert_uint_eq (complaints_of_nesting ("1*", "", 20000), 0);
}
END_TEST

static const struct { const char *wanted, *candidate; int close; } pairs[] = {
  { "lenght", "length", 1 }, { "rotro", "rotor", 1 }, { "sine", "sin", 1 },
  { "x", "y", 0 }, { "thirds", "third", 1 }, { "cosine", "cos", 0 },
  { "sqare", "sqrt", 1 }, { "norm", "norm2", 1 }, { "", "x", 0 },
  /* One letter swapped with the next is one edit, the most for three.  */
  { "cso", "cos", 1 }, { "csx", "cos", 0 },
};

START_TEST (suggestion_is_near)
{
  struct assay_suggestion suggestion;
  char text[80];

  assay_suggestion_init (&suggestion, pairs[_i].wanted);
  assay_suggestion_offer (&suggestion, pairs[_i].candidate);
  ck_assert_int_eq (suggestion.best != NULL, pairs[_i].close);
  assay_suggestion_render (text, sizeof text, &suggestion);
  ck_assert_int_eq (strstr (text, pairs[_i].candidate) != NULL,
                    pairs[_i].close);
}
END_TEST

static const struct { const char *bytes; size_t length; } sequences[] = {
  { "a", 1 }, { "\xc3\xa9", 2 }, { "\xe2\x89\xa4", 3 },
  { "\xf0\x9f\x98\x80", 4 }, { "\x80", 0 }, { "\xc0\xaf", 0 },
  { "\xc1\xbf", 0 }, { "\xe0\x80\xaf", 0 }, { "\xed\xa0\x80", 0 },
  { "\xf4\x90\x80\x80", 0 }, { "\xf5\x80\x80\x80", 0 }, { "\xe2\x89", 0 },
  { "\xff", 0 }, { "\xe2(\xa1", 0 },
};

START_TEST (utf8_sequences_are_well_formed_or_not)
{
  ck_assert_uint_eq (assay_utf8_length (sequences[_i].bytes,
                                        strlen (sequences[_i].bytes)),
                     sequences[_i].length);
}
END_TEST

static Suite *
claims_parse_suite (void)
{
  Suite *suite = suite_create ("claims-parse");
  TCase *table = tcase_create ("table");
  TCase *special = tcase_create ("special");
  TCase *relations = tcase_create ("relations");

  tcase_set_timeout (relations, 120);
  tcase_set_timeout (special, 60);
  tcase_add_loop_test (table, file_is_written_back_canonically, 0,
                       ROWS (canonical));
  tcase_add_loop_test (table, complaint_shows_place_line_and_caret, 0,
                       ROWS (complaints));
  tcase_add_loop_test (table, suggestion_is_near, 0, ROWS (pairs));
  tcase_add_loop_test (table, utf8_sequences_are_well_formed_or_not, 0,
                       ROWS (sequences));
  suite_add_tcase (suite, table);
  tcase_add_test (special, complaints_come_in_the_order_of_their_places);
  tcase_add_test (special,
                  bytes_that_are_not_utf8_are_complained_of_once_a_line);
  tcase_add_test (special, long_line_is_shown_around_the_caret);
  tcase_add_test (special, complaints_beyond_the_most_are_told_in_one_line);
  tcase_add_loop_test (special, nesting_is_refused_from_its_limit_on, 0,
                       ROWS (nests));
  tcase_add_test (special, long_chain_is_not_nested);
  suite_add_tcase (suite, special);
  tcase_add_loop_test (relations, file_written_back_parses_to_the_same_tree,
                       0, ROWS (canonical));
  tcase_add_test (relations,
                  random_files_written_back_parse_to_the_same_tree);
  suite_add_tcase (suite, relations);
  return suite;
}

int
main (void)
{
  return testing_run (claims_parse_suite ());
}
