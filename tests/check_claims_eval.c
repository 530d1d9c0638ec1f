/* check_claims_eval.c -- values of expressions, and why they are refused */

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "claimed.h"
#include "claims/literal.h"
#include "exact/rat.h"
#include "testing.h"

#define ROWS(table) ((int) (sizeof table / sizeof table[0]))

static const struct { const char *text, *value; } values[] = {
  /* numbers and operators */
  { "0.1 + 0.2", "3/10" }, { "0x1f", "31" }, { "0x.8p1", "1" },
  { "0xAp-1", "5" }, { "1e3", "1000" }, { "-2^2", "-4" },
  { "2^3^2", "512" }, { "2^-3", "1/8" }, { "2^-3^2", "1/512" },
  { "0^0", "1" }, { "(-8)^3", "-512" }, { "(2/3)^-2", "9/4" },
  { "8^(1/3)", "2" }, { "2^(1/2)", "1.4142135623730950488" },
  { "10 - 3 - 2", "5" }, { "12/3/2", "2" }, { "1 - 2 + 3 - sqrt(4)", "0" },
  { "pi", "3.1415926535897932385" }, { "e", "2.7182818284590452354" },
  { "[true, none, \"a\"]", "[true, none, \"a\"]" },
  { "[1, 2] + [3, 4]", "[4, 6]" }, { "[[1], [2]] - [[0], [5]]",
                                     "[[1], [-3]]" },
  { "2*[1, [2, 3]]", "[2, [4, 6]]" }, { "[1, 2]*1/2", "[1/2, 1]" },
  { "[1, 2]/4", "[1/4, 1/2]" }, { "-[1, [2]]", "[-1, [-2]]" },
  { "[1, 2]@3", "[1, 2]@(3)" }, { "[5, 6, 7][2]", "7" },
  /* functions of numbers */
  { "abs(-3/2)", "3/2" }, { "abs(1 - sqrt(2))", "0.41421356237309504880" },
  { "floor(-3/2)", "-2" }, { "ceil(-3/2)", "-1" }, { "round(5/2)", "2" },
  { "round(7/2)", "4" }, { "floor(pi*1000)", "3141" },
  { "sqrt(9/4)", "3/2" }, { "exp(0)", "1" }, { "log(e^3)", "3" },
  { "log2(1/8)", "-3" }, { "sin(pi/6)", "1/2" }, { "cos(pi/3)", "1/2" },
  { "tan(pi/4)", "1" }, { "atan(0)", "0" }, { "tanh(0)", "0" },
  { "tanh(1/2)", "0.46211715726000975850" }, { "pow(2, 10)", "1024" },
  { "comb(5, 2)", "10" }, { "comb(5, 6)", "0" }, { "comb(5, -1)", "0" },
  { "comb(0, 0)", "1" }, { "factorial(0)", "1" }, { "factorial(6)", "720" },
  { "gcd(-12, 18)", "6" }, { "gcd(0, 0)", "0" }, { "num(-6/4)", "-3" },
  { "den(-6/4)", "2" }, { "den(sqrt(8)/sqrt(2))", "1" },
  { "min(2, 1/2, 3)", "1/2" }, { "max([1, 2, 3/2])", "2" },
  { "max(sqrt(2), 1)", "1.4142135623730950488" },
  { "(sqrt(2)*sqrt(8) - 4)^(1/2) + 1", "1" },
  /* A real that is proved to be an integer is one.  */
  { "(-3)^(log(8)/log(2))", "-27" }, { "(-sqrt(2))^(8*atan(1)/pi)", "2" },
  { "0^(sqrt(2)*sqrt(8) - 4)", "1" }, { "0^(sqrt(2)*sqrt(8) - 3)", "0" },
  { "[5, 6, 7][sqrt(2)*sqrt(8) - 2]", "7" },
  { "comb(sqrt(2)*sqrt(8), 2)", "6" }, { "len(1..log(8)/log(2))", "3" },
  { "permute([5, 6], [cos(1)^2 + sin(1)^2, 0])", "[6, 5]" },
  { "rotate([1, 0], log(4)/log(2), [[3/5, 4/5]])", "[-7/25, 24/25]" },
  { "rotary([1, 0]@0, [1, 0]@(log(4)/log(2)), [[3/5, 4/5]])", "-7/25" },
  { "jordan(log(4)/log(2), [0, 1], 1/2, 3)[0]", "[-1/4, 0, -3/2, 0]" },
  /* A power made before is not that of its exponent.  */
  { "(1/3)^(1/2) - (1/2)^(1/3)", "-0.21635025679447397287" },
  /* functions of lists */
  { "sum([])", "0" }, { "prod([])", "1" }, { "sum([1/2, 1/3])", "5/6" },
  { "sum([[1, 2], [3, 4]])", "[4, 6]" }, { "mean([1, 2])", "3/2" },
  { "prod([2, sqrt(2), sqrt(2)])", "4" }, { "len([[1, 2], 3])", "2" },
  { "len(5..3)", "0" }, { "range(2, 4)", "[2, 3, 4]" },
  { "range(4, 2)", "[]" }, { "reverse([1, 2])", "[2, 1]" },
  { "permute([7, 8, 9], [2, 0, 1])", "[9, 7, 8]" },
  { "transpose([[1, 2], [3, 4], [5, 6]])", "[[1, 3, 5], [2, 4, 6]]" },
  { "transpose([])", "[]" }, { "concat([1], [], [2, 3])", "[1, 2, 3]" },
  { "flatten([[1, [2]], [], 3])", "[1, 2, 3]" },
  { "repeat([1], 2)", "[[1], [1]]" }, { "repeat(1, 0)", "[]" },
  { "map(abs, [-1, 2])", "[1, 2]" }, { "map(len, [[1], []])", "[1, 0]" },
  { "dot([1, 2], [3, 4])", "11" }, { "dot([], [])", "0" },
  { "dot([1, sqrt(2)], [1, sqrt(2)])", "3" }, { "norm2([3, 4])", "25" },
  { "matvec([[1, 2], [3, 4]], [1, 1])", "[3, 7]" },
  { "matmul([[1, 2]], [[3], [4]])", "[[11]]" },
  { "argmax([1, 3, 3])", "1" }, { "argmax([1, sqrt(2), 7/5])", "1" },
  /* formats */
  { "bf16(1/3)", "171/512" }, { "f16(1/3)", "1365/4096" },
  { "f32(1/3)", "11184811/33554432" }, { "e4m3(0.3)", "5/16" },
  { "e5m2(0.3)", "5/16" }, { "f64(pi)", "884279719003555/281474976710656" },
  { "ulp(\"f16\", 1)", "1/1024" }, { "ulp(\"bf16\", 3)", "1/64" },
  { "f32(2^-150)", "0" }, { "f32(3*2^-150)*2^149", "2" },
  /* positions */
  { "rotor(3/5, 4/5)", "a rotor {c: 3/5, s: 4/5}" },
  { "rotary([1,0]@4, [1,0]@1, [rotor(3/5, 4/5)])", "-117/125" },
  { "rotary([1,0]@4, [], [rotor(3/5, 4/5)])", "[]" },
  { "rotary([1,0]@4, [1,0]@1, [[3/5, 4/5]])", "-117/125" },
  { "rotary([1,0]@(-4), [1,0]@(-1), [rotor(3/5, 4/5)])", "-117/125" },
  { "rotary([sqrt(2),0]@4, [sqrt(2),0]@1, [rotor(3/5, 4/5)])",
    "-234/125" },
  { "rotary([1,0]@0, [1,0]@2, [rotor(cos(1), sin(1))]) - cos(2)", "0" },
  { "rotate([0, 1], 1, [rotor(3/5, 4/5)])", "[-4/5, 3/5]" },
  { "rotate([0, 1], -1, [rotor(3/5, 4/5)])", "[4/5, 3/5]" },
  { "rotate([1, 2, 0, 0], 1, [rotor(0, 1), rotor(1, 0)],"
    " layout=\"split-half\")", "[0, 2, 1, 0]" },
  { "thetas(4, 10000)", "[1, 1/100]" }, { "thetas(2, 3)", "[1]" },
  { "rope([1, 0], 0)", "[1, 0]" }, { "rope([1, 0], pi/2)", "[0, 1]" },
  { "rope([1, 0], pi, scale=2)", "[0, 1]" },
  { "rope([1, 5, 0, 0], pi/2, base=1, layout=\"split-half\")",
    "[0, 0, 1, 5]" },
  { "rope_score([1, 2]@3, [3, 4]@3)", "11" },
  { "rope_score([1, 0]@0, [1, 0]@1)", "0.54030230586813971740" },
  { "rope_score([0, 1]@0, [1, 0]@1)", "0.84147098480789650665" },
  { "sinusoid(0, 4, 10000)", "[0, 1, 0, 1]" },
  { "sinusoid(pi, 2, 10000)", "[0, -1]" },
  { "add_score([1, 0]@0, [0, 1]@0, 10000)", "2" },
  { "turns(2, 2*pi, 10000)", "[1]" }, { "slow_pairs(2, 6, 100)", "1" },
  { "slow_pairs(2, 7, 100)", "0" },
  { "alibi_slopes(2)", "[1/16, 1/256]" }, { "alibi_slopes(1)", "[1/256]" },
  { "alibi_slopes(6)", "[1/4, 1/16, 1/64, 1/256, 1/2, 1/8]" },
  /* attention */
  { "softmax([7])", "[1]" }, { "softmax([1, 1])", "[1/2, 1/2]" },
  { "softmax([0, log(3)])", "[1/4, 3/4]" },
  { "softmax([10^6, 0])[0]", "1.0000000000000000000" },
  { "attention([[1, 0]], [[1, 0], [1, 9]], [[2], [4]], causal=false).output",
    "[[3]]" },
  { "attention([[1], [1]], [[1], [1]], [[2], [4]], causal=true).output",
    "[[2], [3]]" },
  { "attention([[1], [1]], [[1], [1]], [[2], [4]], causal=true).weights",
    "[[1, 0], [1/2, 1/2]]" },
  { "attention([[4, 0]], [[1, 0], [0, 0]], [[1], [0]], causal=false,"
    " scale=log(3)/4).output", "[[3/4]]" },
  { "attention([[1]], [[1], [2]], [[3], [5]], causal=false,"
    " mask=[[true, false]]).output", "[[3]]" },
  { "attention([[1]], [[1]], [[3]], causal=false, mask=none).output",
    "[[3]]" },
};

START_TEST (expression_has_its_value)
{
  char *found = claimed_value (values[_i].text);

  ck_assert_str_eq (found, values[_i].value);
  free (found);
}
END_TEST

/* The class, a word or two of the reason, and the part that is
   blamed, "" for the whole.  */
static const struct
{
  const char *text, *class, *words, *blamed;
} refusals[] = {
  { "1/0", "value", "a divisor other than zero, found 0", "" },
  { "0^-1", "value", "a nonzero base of a negative power", "" },
  { "[-2][0]^(1/2)", "value", "a base of a root that is not negative", "" },
  { "sqrt(-1)", "value", "a base of a root that is not negative", "" },
  { "log(0)", "value", "a positive argument of log", "" },
  { "log2(-1)", "value", "a positive argument of log", "" },
  { "tan(pi/2)", "value", "an argument of tan whose cosine is not 0", "" },
  { "1/(sqrt(2)*sqrt(8) - 4)", "value", "a nonzero divisor", "" },
  { "sqrt(\"a\")", "type", "a number, found \"a\"", "\"a\"" },
  { "sqrt([4])", "type", "map applies", "[4]" },
  { "true + 1", "type", "a number or a list", "" },
  { "[1, 2] + 1", "type", "two numbers or two lists", "" },
  { "[1, 2]*[3, 4]", "type", "matmul", "" },
  { "1/[1, 2]", "type", "a number as divisor", "" },
  { "[1, 2] + [1]", "type", "2 and 1 items", "" },
  { "-true", "type", "a number or a list", "" },
  { "[1]^2", "type", "a number as base", "" },
  { "2^[1]", "type", "a number as exponent", "" },
  { "3@1", "type", "a vector before @", "" },
  { "[1]@(none)", "type", "a number after @", "" },
  { "[1, 2][2]", "value", "below the length 2", "" },
  { "[1, 2][-1]", "value", "an index below the length 2", "" },
  { "[1, 2][0.5]", "type", "an integer as index", "" },
  { "3[0]", "type", "a list before [", "" },
  { "rotor(3/5, 4/5).x", "type", ".c or .s", "" },
  { "[1].x", "type", "a record", "" },
  { "comb(-1, 0)", "value", "an integer >= 0", "-1" },
  { "comb(1/2, 1)", "type", "an integer", "1/2" },
  { "factorial(-1)", "value", "an integer >= 0", "-1" },
  { "num(sqrt(2))", "value", "a rational", "sqrt(2)" },
  { "num(log(2 + sqrt(3))/log(7 + 4*sqrt(3)))", "limit",
    "a number proved to be rational or not",
    "log(2 + sqrt(3))/log(7 + 4*sqrt(3))" },
  { "(-1)^pi", "value", "a base of a real power that is not negative", "" },
  { "gcd(1, 1/2)", "type", "an integer", "1/2" },
  { "min([])", "value", "a list with items", "[]" },
  { "mean([])", "value", "a list with items", "[]" },
  { "argmax([])", "value", "a list with items", "[]" },
  { "max(1, [2])", "type", "a number (map applies a function to a", "[2]" },
  { "sum(3)", "type", "a list", "3" },
  { "len(3)", "type", "a list", "3" },
  { "len(1/2..3)", "type", "integers around", "1/2" },
  { "range(1, sqrt(2))", "type", "an integer", "sqrt(2)" },
  { "permute([1, 2], [0])", "value", "one index for each item", "[0]" },
  { "permute([1, 2], [0, 0])",
    "value", "each index of the list once", "[0, 0]" },
  { "permute([1, 2], [0, 2])",
    "value", "each index of the list once", "[0, 2]" },
  { "transpose([[1], [1, 2]])",
    "value", "rows of equal length", "[[1], [1, 2]]" },
  { "transpose([1, 2])", "type", "a list of lists", "[1, 2]" },
  { "repeat(1, -1)", "value", "an integer >= 0", "-1" },
  { "map(cos, 3)", "type", "a list", "3" },
  { "map(sqrt, [4, -4])",
    "value", "a base of a root that is not negative", "" },
  { "dot([1], [1, 2])", "value", "equal lengths", "" },
  { "dot([[1]], [[1]])", "type", "numbers in the list", "[[1]]" },
  { "matvec([[1, 2]], [1])", "value", "equal lengths", "" },
  { "matmul([[1, 2]], [[1, 2]])", "value", "equal lengths", "" },
  { "f16(65520)", "value", "a number that is finite in f16", "" },
  { "e4m3(465)", "value", "a number that is finite in e4m3", "" },
  { "ulp(\"f8\", 1)",
    "value", "\"f64\", \"f32\", \"f16\", \"bf16\", \"e4m3\" or", "\"f8\"" },
  { "ulp(3, 1)",
    "type", "\"f64\", \"f32\", \"f16\", \"bf16\", \"e4m3\" or", "3" },
  { "ulp(\"f32\", 10^39)", "value", "a number that is finite in f32", "" },
  { "rotor(1, 1)", "value", "c^2 + s^2 = 1, found 2", "" },
  { "rotor(\"a\", 1)", "type", "a number", "\"a\"" },
  { "rotary([1, 0], [1, 0]@0, [[1, 0]])", "type", "positioned", "[1, 0]" },
  { "rotary([1, 0]@0, [[1, 0]], [[1, 0]])", "type", "positioned", "[[1, 0]]" },
  { "rotary([1, 0]@0, 3, [[1, 0]])", "type", "positioned", "3" },
  { "rotary([1, 0]@(1/2), [1, 0]@0, [[1, 0]])",
    "type", "an integer position", "[1, 0]@(1/2)" },
  { "rotary([1, 0]@0, [1, 0]@0, [])", "value", "", "" },
  { "rotary([1, 0]@0, [1, 0]@0, [3])", "type", "a rotor", "[3]" },
  { "rotary([1, 0]@0, [1, 0]@0, 3)", "type", "a list of rotors", "3" },
  { "rotary([1, 0]@0, [1, 0]@0, [[1, 1]])", "value", "", "" },
  { "rotary([1]@0, [1]@0, [])", "value", "", "" },
  { "rotary([1, 0]@0, [1, 0, 1, 0]@0, [[1, 0]])", "value", "", "" },
  { "rotary([sqrt(2)]@0, [1]@0, [])",
    "value", "a vector of even width", "[sqrt(2)]@0" },
  { "rotary([1, 0]@0, [1, 0]@0, [[1, 0]], layout=\"x\")",
    "value", "\"adjacent\" or \"split-half\"", "" },
  { "rotary([1, 0]@0, [1, 0]@0, [[1, 0]], layout=1)",
    "type", "\"adjacent\" or \"split-half\"", "" },
  { "rotary([3, 0]@0, [1, 0]@0, [[1, 0]], profile=\"lesson\")",
    "value", "query[0]", "" },
  { "rotary([1/2, 0]@0, [1, 0]@0, [[1, 0]], profile=\"lesson\")",
    "type", "query[0]", "" },
  { "rotary([pi, 0]@0, [1, 0]@0, [[1, 0]], profile=\"lesson\")",
    "type", "an integer", "[pi, 0]@0" },
  { "rotary([1, 0]@0, [pi, 0]@0, [[1, 0]], profile=\"lesson\")",
    "type", "an integer", "[pi, 0]@0" },
  { "concat([1], 2)", "type", "a list", "2" },
  { "permute([1, 2], [0, 1/2])", "type", "integers as indices", "[0, 1/2]" },
  { "rotary([1, 0]@9, [1, 0]@0, [[1, 0]], profile=\"lesson\")",
    "value", "0..8", "" },
  { "rotary([1, 0]@0, [[1, 0]@2, [1, 0]@2], [[1, 0]], profile=\"lesson\")",
    "value", "increasing", "" },
  { "rotary([1, 0]@0, [1, 0]@0, [[5/13, 12/13]], profile=\"open\")[0]",
    "type", "a list before [", "" },
  { "rotate([1, 0, 0], 1, [[1, 0]])",
    "value", "a vector of even width", "[1, 0, 0]" },
  { "thetas(3, 10)", "value", "even", "3" },
  { "thetas(0, 10)", "value", "an integer >= 2", "0" },
  { "thetas(4, -1)", "value", "a base above 0", "-1" },
  { "thetas(4, \"x\")", "type", "a base above 0", "\"x\"" },
  { "rope([1, 0, 0], 1)", "value", "a vector of even width", "[1, 0, 0]" },
  { "rope([1, 0], [1])",
    "type", "a number (map applies a function to a", "[1]" },
  { "rope([1, 0], 1, scale=0)", "value", "a scale above 0", "" },
  { "rope_score([1, 0]@0, [1, 0, 0, 0]@0)",
    "value", "a key as wide as the query", "[1, 0, 0, 0]@0" },
  { "rope_score([1, 0], [1, 0]@0)",
    "type", "a positioned vector such as v@3", "[1, 0]" },
  { "alibi_slopes(0)", "value", "an integer >= 1", "0" },
  { "softmax([])", "value", "a list with items", "[]" },
  { "softmax([\"a\"])", "type", "numbers in the list", "[\"a\"]" },
  { "attention([[1]], [[1]], [[1]])", "type", "causal=true", "" },
  { "attention([[1]], [[1]], [[1]], causal=1)",
    "type", "true or false as causal", "" },
  { "attention([[1]], [[1, 2]], [[1]], causal=true)",
    "value", "keys as wide as the queries", "[[1, 2]]" },
  { "attention([[1]], [[1]], [[1], [2]], causal=true)",
    "value", "a row of values for each key", "[[1], [2]]" },
  { "attention([[]], [[]], [[1]], causal=true)",
    "value", "queries with components", "[[]]" },
  { "attention([1], [[1]], [[1]], causal=true)",
    "type", "a list of numbers", "[1]" },
  { "attention([[1]], [], [], causal=true)",
    "value", "keys as wide as the queries", "[]" },
  { "attention([[1]], [[1]], [[1]], causal=true, mask=[])",
    "value", "a row of the mask for each query", "" },
  { "attention([[1]], [[1]], [[1]], causal=true, mask=[[1]])",
    "type", "booleans in the mask", "" },
  { "attention([[1]], [[1]], [[1]], causal=true, mask=[[false]])",
    "value", "row 0", "" },
  { "attention([[1]], [[1]], [[1]], causal=true, scale=true)",
    "type", "a number as scale", "" },
  { "9^9^9^9", "limit", "bits", "9^9^9" },
  { "1e999999999999", "limit", "bits", "" },
  { "0x1p-99999999999999999999", "limit", "bits", "" },
  { "factorial(10^18)", "limit", "bits", "" },
  { "comb(10^30, 10^29)", "limit", "bits", "" },
  { "repeat(0, 10^9)", "limit", "items", "" },
  { "range(0, 10^30)", "limit", "items", "" },
  { "len(0..10^30)", "limit", "items", "0..10^30" },
  { "flatten(repeat(repeat(0, 10^6), 10^3))", "limit", "items", "" },
  { "rotate([1, 0], 10^12, [[3/5, 4/5]])", "limit", "bits", "" },
};

START_TEST (expression_is_refused_for_its_class)
{
  char *found = claimed_value (refusals[_i].text);

  ck_assert_msg (strstr (found, refusals[_i].class) != NULL
                 && strstr (found, ": expected ") != NULL
                 && strstr (found, refusals[_i].words) != NULL,
                 "%s: %s", refusals[_i].text, found);
  free (found);
}
END_TEST

START_TEST (refusal_blames_the_part_that_is_wrong)
{
  char *found = claimed_blame (refusals[_i].text);

  ck_assert_str_eq (found, *refusals[_i].blamed ? refusals[_i].blamed
                                                : refusals[_i].text);
  free (found);
}
END_TEST

static const struct { const char *text; long places; } places[] = {
  { "1", 0 }, { "1.0", 1 }, { "0.416147", 6 }, { ".50", 2 }, { "2e3", -3 },
  { "1.25e-32", 34 }, { "1.2E+4", -3 }, { "1e999999999999999999999",
                                          -1000000000000000000l },
};

START_TEST (literal_remembers_its_printed_places)
{
  ck_assert_int_eq (assay_literal_places (places[_i].text),
                    places[_i].places);
}
END_TEST

/* Reading a rational back from its own decimal expansion in base 16.  */
START_TEST (hexadecimal_literals_are_exact)
{
  struct assay_ctx ctx;
  mpq_t value, expected;
  size_t i;

  mpq_inits (value, expected, NULL);
  for (i = 0; i < testing_count (500); i++)
    {
      char *digits, *text;
      long exponent = testing_between (-300, 300);

      assay_ctx_init (&ctx);
      testing_integer (mpq_numref (expected), 200);
      mpz_abs (mpq_numref (expected), mpq_numref (expected));
      mpz_set_ui (mpq_denref (expected), 1);
      digits = mpz_get_str (NULL, 16, mpq_numref (expected));
      text = malloc (strlen (digits) + 40);
      sprintf (text, "0x%c.%sp%ld", digits[0], digits + 1, exponent);
      exponent -= 4 * ((long) strlen (digits) - 1);
      if (exponent >= 0)
        mpq_mul_2exp (expected, expected, (mp_bitcnt_t) exponent);
      else
        mpq_div_2exp (expected, expected, -(mp_bitcnt_t) exponent);
      ck_assert_int_eq (assay_literal_read (value, text, &ctx), ASSAY_OK);
      ck_assert_msg (mpq_equal (value, expected), "%s, seed %lu", text,
                     testing_seed ());
      free (text);
      free (digits);
    }
  mpq_clears (value, expected, NULL);
}
END_TEST

/* Integer arithmetic of random expressions against GMP's.  */
START_TEST (random_sums_and_products_are_exact)
{
  mpq_t a, b, c, expected;
  size_t i;

  mpq_inits (a, b, c, expected, NULL);
  for (i = 0; i < testing_count (1000); i++)
    {
      char *x, *y, *z, *found, *wanted, *text;

      testing_rational (a, 80);
      testing_rational (b, 80);
      testing_rational (c, 80);
      mpq_mul (expected, b, c);
      mpq_sub (expected, a, expected);
      mpq_mul (expected, expected, expected);
      x = assay_rat_text (a);
      y = assay_rat_text (b);
      z = assay_rat_text (c);
      text = malloc (strlen (x) + strlen (y) + strlen (z) + 80);
      sprintf (text, "num(((%s) - (%s)*(%s))^2)", x, y, z);
      found = claimed_value (text);
      mpz_set_ui (mpq_denref (expected), 1);
      wanted = assay_rat_text (expected);
      if (assay_rat_bits (expected) <= 200)
        ck_assert_str_eq (found, wanted);
      free (x);
      free (y);
      free (z);
      free (text);
      free (found);
      free (wanted);
    }
  mpq_clears (a, b, c, expected, NULL);
}
END_TEST

static Suite *
claims_eval_suite (void)
{
  Suite *suite = suite_create ("claims-eval");
  TCase *table = tcase_create ("table");
  TCase *special = tcase_create ("special");
  TCase *relations = tcase_create ("relations");

  tcase_set_timeout (table, 60);
  tcase_set_timeout (special, 60);
  tcase_set_timeout (relations, 60);
  tcase_add_loop_test (table, expression_has_its_value, 0, ROWS (values));
  tcase_add_loop_test (table, literal_remembers_its_printed_places, 0,
                       ROWS (places));
  suite_add_tcase (suite, table);
  tcase_add_loop_test (special, expression_is_refused_for_its_class, 0,
                       ROWS (refusals));
  tcase_add_loop_test (special, refusal_blames_the_part_that_is_wrong, 0,
                       ROWS (refusals));
  suite_add_tcase (suite, special);
  tcase_add_test (relations, hexadecimal_literals_are_exact);
  tcase_add_test (relations, random_sums_and_products_are_exact);
  suite_add_tcase (suite, relations);
  return suite;
}

int
main (void)
{
  return testing_run (claims_eval_suite ());
}
