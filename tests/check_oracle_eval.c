/* check_oracle_eval.c -- expressions in prefix notation, the oracle alone */

#include <oracle.h>

#include <stdio.h>

#include "oracle_testing.h"
#include "testing.h"

#define ROWS(table) ((int) (sizeof table / sizeof table[0]))

enum { DIGITS = 60 };

/* The outcome for a text that is an expression.  */
static enum oracle_outcome
eval (struct oracle_interval *result, const char *text, unsigned long digits)
{
  size_t fault = 0;
  const char *expected = "";
  enum oracle_outcome outcome
    = oracle_eval (result, text, digits, &fault, &expected);

  ck_assert_msg (outcome != ORACLE_MALFORMED, "%s: word %zu: expected %s",
                 text, fault, expected);
  return outcome;
}

/* floor (10^60 value), from PARI/GP 2.15 at 700 digits.  */
static const struct
{
  const char *text, *floor;
} table[] = {
  { "+ 1/2 * exp 3/7 sqrt 2",
    "2670906926785973764474167420636910669573522697656906886319351" },
  { "- * sqrt 2 sqrt 3 sqrt 6",
    "0" },
  { "- - + 1000000 exp -30 1000000 exp -30",
    "0" },
  { "/ - exp 1/1000000000000 1 1/1000000000000",
    "1000000000000500000000000166666666666708333333333341666666666" },
  { "- + ^ 10 30 pi ^ 10 30",
    "3141592653589793238462643383279502884197169399375105820974944" },
  { "/ exp -2000 exp -2001",
    "2718281828459045235360287471352662497757247093699959574966967" },
  { "* ^ 10 200 / 1 - 1 cos ^ 10 -120",
    "2000000000000000000000000000000000000000000000000000000000000000000000"
    "0000000000000000000000000000000000000000000000000000000000000000000000"
    "0000000000000000000000000000000000000000000000000000000000000000000000"
    "0000000000000000000000000000000166666666666666666666666666666666666666"
    "6666666666666666666666666666666666666666666666666666666666666666666666"
    "6666666666666666666666666666666666666666666666666666666666666666666666"
    "6666666666666666666666666666666666666666666666666666666666666675000000"
    "00000000000" },
  { "^ 2 sqrt 2",
    "2665144142690225188650297249873139848274211313714659492835979" },
  { "^ pi -7/3",
    "69180489461151383029833181766600403634295469991724544190865" },
  { "^ 10000 -1/64",
    "865964323360065352353169183420229981939812606639589255115771" },
  { "^ -3/5 1001",
    "-1" },
  { "^ sqrt 2 -9",
    "44194173824159220275052772631553064955302246105529627286771" },
  { "^ - 1 sqrt 2 4",
    "29437251522859414379735309483623057163937495476623121879843" },
  { "^ 99/100 100000",
    "0" },
  { "^ 27/8 -2/3",
    "444444444444444444444444444444444444444444444444444444444444" },
  { "neg abs - e pi",
    "-423310825130748003102355911926840386439922305675146246007977" },
  { "min exp 1/3 max 7/5 sqrt 2",
    "1395612425086089528628125319602586837597906515199406982617516" },
  { "max sqrt 2 - sqrt 3 1/3",
    "1414213562373095048801688724209698078569671875376948073176679" },
  { "log + 1 ^ 2 -60",
    "867361737988403546829804048432821366808139" },
  { "log2 10",
    "3321928094887362347870319429489390175864831393024580612054756" },
  { "log2 1/1024",
    "-10000000000000000000000000000000000000000000000000000000000000" },
  { "log exp 100/7",
    "14285714285714285714285714285714285714285714285714285714285714" },
  { "sin exp 50",
    "32542294088683190571416669304232490543942694805152431707063" },
  { "cos ^ 10 60",
    "-557182948248566708972916420591398992689132896067194002833532" },
  { "cos 355/226",
    "-133382094531210760689146648544253361652051482430631835" },
  { "cos / * 1000001 pi 2",
    "0" },
  { "sin * pi 1000000000000001/1000000000000000",
    "-3141592653589793238462643383274335171417119430" },
  { "tan 11/7",
    "-1581666041106983707972929081698218158830706720764127532451481367" },
  { "tan -1",
    "-1557407724654902230506974807458360173087250772381520038383947" },
  { "atan + 1 sqrt 2",
    "1178097245096172464423491268729813581573938524765664682865604" },
  { "tanh sqrt 3",
    "939297819341151223076952666675660348528533116434603906694314" },
  { "tanh -200",
    "-1000000000000000000000000000000000000000000000000000000000000" },
  { "- 1 tanh 60",
    "153352961" },
  { "floor / pi -1/1000",
    "-3142000000000000000000000000000000000000000000000000000000000000" },
  { "ceil exp 10",
    "22027000000000000000000000000000000000000000000000000000000000000" },
  { "round * 1000000 sqrt 2",
    "1414214000000000000000000000000000000000000000000000000000000000000" },
  { "round 5/2",
    "2000000000000000000000000000000000000000000000000000000000000" },
  { "round -7/2",
    "-4000000000000000000000000000000000000000000000000000000000000" },
  { "round -1/3",
    "0" },
  { "floor -7/2",
    "-4000000000000000000000000000000000000000000000000000000000000" },
  { "ceil -7/2",
    "-3000000000000000000000000000000000000000000000000000000000000" },
  { "f64 / 1 3",
    "333333333333333314829616256247390992939472198486328125000000" },
  { "f32 pi",
    "3141592741012573242187500000000000000000000000000000000000000" },
  { "f16 exp -7",
    "911712646484375000000000000000000000000000000000000000000" },
  { "bf16 sqrt 2",
    "1414062500000000000000000000000000000000000000000000000000000" },
  { "e4m3 - pi 100",
    "-96000000000000000000000000000000000000000000000000000000000000" },
  { "e5m2 exp 1",
    "2500000000000000000000000000000000000000000000000000000000000" },
  { "* 1000000000000000000000 f64 exp -745",
    "0" },
  { "- log - ^ 2 100 1 * 100 log 2",
    "-788860905221011805411728565284" },
  { "exp exp exp 1",
    "3814279104760220592209219594098203571023940536226666075526704125804" },
  { "softmax 3 1 2 sqrt 2",
    "191151151410461777137283880271857200090261184846354623943593" },
  { "softmax 2 -40000 -40001",
    "731058578630004879251159241821836274365144640165056519276365" },
  { "softmax 4 1/3 1/3 1/3 1/3",
    "250000000000000000000000000000000000000000000000000000000000" },
  { "attend 2 0 1 0 4",
    "2924234314520019517004636967287345097460578560660226077105463" },
  { "attend 3 sqrt 2 -1 pi 5 e -7",
    "-5083610857894117313855355635624672592909562209757762514316782" },
  { "rope 1 10000 4 1 1 0 1 0",
    "-989992496600445457271572794731261302393679096615588328814086" },
  { "rope 2 10000 7 1 1 2 3 4 5 6 7 8",
    "70105329456499968217752015720399832862584841953989148250382463" },
  { "rope 3 sqrt 2 -5 pi 1 2 3 4 5 6 -6 5 -4 3 -2 1",
    "-45020290375079738709819475957685998804189129903816626354055263" },
};

START_TEST (expression_has_the_known_digits)
{
  struct oracle_interval result;

  oracle_interval_init (&result);
  ck_assert_int_eq (eval (&result, table[_i].text, DIGITS), ORACLE_VALUE);
  testing_assert_digits (&result, table[_i].floor, 2, table[_i].text);
  oracle_interval_clear (&result);
}
END_TEST

/* What is rational and easily seen to be is a point where the scale holds
   it.  */
static const struct
{
  const char *text;
  long thousandfold;
} points[] = {
  { "- 3/2 1/4", 1250 },        { "* -7/5 -5/7", 1000 },
  { "/ 3 -2", -1500 },          { "neg -3/8", 375 },
  { "abs -3/8", 375 },          { "min 1/2 -3/8", -375 },
  { "max 1/2 -3/8", 500 },      { "min 2/4 1/2", 500 },
  { "^ 2 -3", 125 },            { "^ -2 3", -8000 },
  { "^ 0 0", 1000 },            { "^ 0 1/2", 0 },
  { "^ 0 sqrt 2", 0 },          { "^ pi 0", 1000 },
  { "^ 32/243 -1/5", 1500 },    { "^ 1 pi", 1000 },
  { "sqrt 9/4", 1500 },         { "sqrt 18/8", 1500 },
  { "sqrt 0", 0 },              { "exp 0", 1000 },
  { "log 3/3", 0 },             { "log2 48/3", 4000 },
  { "sin 0", 0 },               { "cos 0", 1000 },
  { "tan 0", 0 },               { "atan 0", 0 },
  { "tanh 0", 0 },              { "* 0 pi", 0 },
  { "/ 0 pi", 0 },              { "- 1 exp * 0 e", 0 },
  { "floor pi", 3000 },         { "ceil - 0 pi", -3000 },
  { "round e", 3000 },          { "max pi 4", 4000 },
  { "min pi 3", 3000 },         { "f16 -2049", -2048000 },
  { "bf16 * 100 pi", 314000 },  { "softmax 2 7 7", 500 },
  { "attend 2 7 7 1/2 3", 1750 },
  { "rope 2 10 4 4 1 2 3 4 5 6 7 8", 70000 },
};

START_TEST (rational_value_is_exact)
{
  struct oracle_interval result;

  oracle_interval_init (&result);
  ck_assert_int_eq (eval (&result, points[_i].text, 3), ORACLE_VALUE);
  ck_assert_msg (mpz_cmp_si (result.lo, points[_i].thousandfold) == 0,
                 "%s", points[_i].text);
  ck_assert_msg (mpz_cmp_si (result.hi, points[_i].thousandfold) == 0,
                 "%s", points[_i].text);
  oracle_interval_clear (&result);
}
END_TEST

static const char *const undefined[] = {
  "/ 1 0", "/ pi - 1/2 2/4", "^ 0 -1", "^ 0 -1/2", "^ 0 - sqrt 2 2",
  "^ -1 1/2", "^ -2 pi", "^ neg pi sqrt 2", "sqrt -1/1000000",
  "sqrt - 1 sqrt 2", "log 0", "log - 3 pi", "log2 -8", "* 0 log -1",
  "e4m3 465", "e4m3 * 100 exp 2", "f16 exp 12", "bf16 ^ -2 129",
  "rope 1 0 1 2 1 0 1 0", "rope 1 neg pi 1 2 1 0 1 0",
};

static const char *const undecided[] = {
  /* Equal to a bound that no interval excludes.  */
  "/ 1 - * sqrt 2 sqrt 2 2", "log - * sqrt 2 sqrt 3 sqrt 6",
  "sqrt - * sqrt 2 sqrt 3 sqrt 6", "floor * sqrt 2 sqrt 2",
  "round / * sqrt 2 sqrt 2 4", "tan / pi 2", "^ - pi pi 1/2",
  "^ -1 * sqrt 2 sqrt 2", "f16 / * sqrt 2 sqrt 2 67108864",
  "rope 1 - pi pi 1 2 1 0 1 0",
  /* Too near to one, or too large.  */
  "/ 1 exp -20000", "floor - 1 exp -20000", "exp 65536", "exp exp 12",
  "^ ^ 9 9 ^ 9 9", "^ 2 1000000", "softmax 2 0 70000",
};

START_TEST (value_outside_the_domain_is_undefined)
{
  struct oracle_interval result;

  oracle_interval_init (&result);
  mpz_set_si (result.lo, -5);
  ck_assert_msg (eval (&result, undefined[_i], 20) == ORACLE_UNDEFINED, "%s",
                 undefined[_i]);
  ck_assert_int_eq (mpz_cmp_si (result.lo, -5), 0);
  oracle_interval_clear (&result);
}
END_TEST

START_TEST (value_no_interval_can_settle_is_open)
{
  struct oracle_interval result;

  oracle_interval_init (&result);
  mpz_set_si (result.lo, -5);
  ck_assert_msg (eval (&result, undecided[_i], 20) == ORACLE_OPEN, "%s",
                 undecided[_i]);
  ck_assert_int_eq (mpz_cmp_si (result.lo, -5), 0);
  oracle_interval_clear (&result);
}
END_TEST

static const struct
{
  const char *text;
  size_t fault;
  const char *expected;
} malformed[] = {
  { "", 0, "a number or an operator" },
  { "1 2", 1, "the end of the expression" },
  { "+ 1", 2, "a number or an operator" },
  { "+  1 2", 1, "a number or an operator" },
  { "1/0", 0, "a number or an operator" },
  { "1.5", 0, "a number or an operator" },
  { "sine 1", 0, "a number or an operator" },
  { "* 2 f8 1", 2, "a number or an operator" },
  { "softmax 0", 1, "a count of operands" },
  { "softmax 2/1 0 0", 1, "a count of operands" },
  { "softmax 99999999999999999999 1", 1, "a count of operands" },
  { "softmax", 1, "a count of operands" },
  { "attend 2 1 2 3", 5, "a number or an operator" },
  { "rope 1 10000 4 1 1 0 1", 8, "a number or an operator" },
};

START_TEST (text_that_is_no_expression_is_refused)
{
  struct oracle_interval result;
  size_t fault = 99;
  const char *expected = "";

  oracle_interval_init (&result);
  ck_assert_int_eq (oracle_eval (&result, malformed[_i].text, 9, &fault,
                                 &expected), ORACLE_MALFORMED);
  ck_assert_msg (fault == malformed[_i].fault, "%s: word %zu",
                 malformed[_i].text, fault);
  ck_assert_str_eq (expected, malformed[_i].expected);
  oracle_interval_clear (&result);
}
END_TEST

START_TEST (nesting_is_limited)
{
  static char text[4 * 1001 + 2];
  struct oracle_interval result;
  size_t fault;
  const char *expected;

  oracle_interval_init (&result);
  for (size_t i = 0; i < 1000; i++)
    for (size_t j = 0; j < 4; j++)
      text[4 * i + j] = "neg "[j];
  text[4000] = '7';
  ck_assert_int_eq (oracle_eval (&result, text, 0, &fault, &expected),
                    ORACLE_MALFORMED);
  ck_assert_uint_eq (fault, 1000);
  ck_assert_int_eq (eval (&result, text + 4, 0), ORACLE_VALUE);
  ck_assert_int_eq (mpz_cmp_si (result.lo, -7), 0);
  oracle_interval_clear (&result);
}
END_TEST

/* The two must have a number in common.  */
static void
assert_overlap (const struct oracle_interval *a,
                const struct oracle_interval *b, const char *text)
{
  ck_assert_msg (mpz_cmp (a->lo, b->hi) <= 0
                 && mpz_cmp (b->lo, a->hi) <= 0, "%s", text);
}

enum { KEYS = 3, TEXT = 400 };

/* Scores, values and weights by the other entry of the oracle, which takes
   raw exponentials: one query 1 against the scores as keys.  */
START_TEST (attention_agrees_with_the_matrix_form)
{
  struct oracle_fraction *part = oracle_fractions_new (2 * KEYS + 1);
  struct oracle_interval *result = oracle_intervals_new (KEYS + 2);
  struct oracle_fraction one;
  unsigned char legal[KEYS] = { 1, 1, 1 };
  char text[TEXT];

  oracle_fraction_init (&one);
  mpz_set_ui (one.num, 1);
  mpz_set_ui (part[2 * KEYS].num, 1);
  for (size_t round = testing_count (50); round-- > 0;)
    {
      long n[2 * KEYS];
      for (size_t i = 0; i < 2 * KEYS; i++)
        {
          n[i] = testing_between (i < KEYS ? -90 : -9, 9);
          mpz_set_si (part[i].num, n[i]);
          mpz_set_ui (part[i].den, 7);
        }
      ck_assert_int_eq (oracle_attention (result, result + KEYS,
                                          part + 2 * KEYS, part,
                                          part + KEYS, 1, KEYS, 1, 1, legal,
                                          &one, DIGITS), 0);
      snprintf (text, sizeof text, "softmax 3 %ld/7 %ld/7 %ld/7", n[0], n[1],
                n[2]);
      ck_assert_int_eq (eval (&result[KEYS + 1], text, DIGITS),
                        ORACLE_VALUE);
      assert_overlap (&result[0], &result[KEYS + 1], text);
      snprintf (text, sizeof text, "attend 3 %ld/7 %ld/7 %ld/7"
                " %ld/7 %ld/7 %ld/7", n[0], n[1], n[2], n[3], n[4], n[5]);
      ck_assert_int_eq (eval (&result[KEYS + 1], text, DIGITS),
                        ORACLE_VALUE);
      assert_overlap (&result[KEYS], &result[KEYS + 1], text);
    }
  oracle_fraction_clear (&one);
  oracle_fractions_free (part, 2 * KEYS + 1);
  oracle_intervals_free (result, KEYS + 2);
}
END_TEST

/* Both texts for the same number, with two random fractions put in.  */
static const char *const identities[][2] = {
  { "exp + A B", "* exp A exp B" },
  { "* + A B - A B", "- ^ A 2 ^ B 2" },
  { "cos + A B", "- * cos A cos B * sin A sin B" },
  { "sin * 2 A", "* 2 * sin A cos A" },
  { "tan A", "/ sin A cos A" },
  { "+ ^ sin A 2 ^ cos A 2", "1" },
  { "* sqrt abs A sqrt abs B", "sqrt abs * A B" },
  { "^ exp A 1/3", "exp / A 3" },
  { "^ exp A neg sqrt 2", "exp * A neg sqrt 2" },
  { "log exp A", "A" },
  { "log2 ^ 2 B", "B" },
  { "tanh A", "- 1 / 2 + exp * 2 A 1" },
  { "atan tan atan A", "atan A" },
  { "- floor exp A exp A", "- ceil - exp A 1 exp A" },
  { "min sin A sin B", "neg max neg sin A neg sin B" },
  { "abs - sin A sin B", "- max sin A sin B min sin A sin B" },
  { "attend 2 A B sin A cos B",
    "+ * softmax 2 A B sin A * softmax 2 B A cos B" },
  { "rope 1 2 A B 1 2 3 4",
    "+ * 11 cos - B A * 2 sin - B A" },
  { "rope 2 10000 + 7 A + 7 B 1 0 1 0 1 0 1 0",
    "+ cos - A B cos / - A B 100" },
};

/* text <- form with a and b for A and B.  */
static void
put_in (char *text, const char *form, const char *a, const char *b)
{
  for (; *form != '\0'; form++)
    {
      const char *part = *form == 'A' ? a : *form == 'B' ? b : NULL;
      if (part != NULL)
        while (*part != '\0')
          *text++ = *part++;
      else
        *text++ = *form;
    }
  *text = '\0';
}

START_TEST (identity_holds_for_random_fractions)
{
  struct oracle_interval left, right;
  char a[40], b[40], text[2][TEXT];

  oracle_interval_init (&left);
  oracle_interval_init (&right);
  for (size_t round = testing_count (20); round-- > 0;)
    {
      snprintf (a, sizeof a, "%ld/%ld", testing_between (1, 4000),
                testing_between (200, 400));
      snprintf (b, sizeof b, "-%ld/%ld", testing_between (1, 4000),
                testing_between (200, 400));
      put_in (text[0], identities[_i][0], a, b);
      put_in (text[1], identities[_i][1], a, b);
      ck_assert_int_eq (eval (&left, text[0], DIGITS), ORACLE_VALUE);
      ck_assert_int_eq (eval (&right, text[1], DIGITS), ORACLE_VALUE);
      assert_overlap (&left, &right, text[0]);
    }
  oracle_interval_clear (&left);
  oracle_interval_clear (&right);
}
END_TEST

static Suite *
eval_suite (void)
{
  Suite *suite = suite_create ("oracle eval");
  TCase *known = tcase_create ("table");
  TCase *special = tcase_create ("special");
  TCase *relations = tcase_create ("relations");

  tcase_add_loop_test (known, expression_has_the_known_digits, 0,
                       ROWS (table));
  tcase_add_loop_test (known, rational_value_is_exact, 0, ROWS (points));
  tcase_set_timeout (known, 120);
  suite_add_tcase (suite, known);
  tcase_add_loop_test (special, value_outside_the_domain_is_undefined, 0,
                       ROWS (undefined));
  tcase_add_loop_test (special, value_no_interval_can_settle_is_open, 0,
                       ROWS (undecided));
  tcase_add_loop_test (special, text_that_is_no_expression_is_refused, 0,
                       ROWS (malformed));
  tcase_add_test (special, nesting_is_limited);
  tcase_set_timeout (special, 120);
  suite_add_tcase (suite, special);
  tcase_add_test (relations, attention_agrees_with_the_matrix_form);
  tcase_add_loop_test (relations, identity_holds_for_random_fractions, 0,
                       ROWS (identities));
  tcase_set_timeout (relations, 120);
  suite_add_tcase (suite, relations);
  return suite;
}

int
main (void)
{
  return testing_run (eval_suite ());
}
