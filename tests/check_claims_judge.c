/* check_claims_judge.c -- relations, quantifiers, printed decimals, limits */

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "claimed.h"
#include "exact/rat.h"
#include "testing.h"

#define ROWS(table) ((int) (sizeof table / sizeof table[0]))

/* A file whose last claim is decided, the verdict, and words of what is
   true.  */
static const struct { const char *text, *verdict, *words; } claims[] = {
  /* equality and order */
  { "claim a : 1/3 + 1/6 = 1/2", "proved", "1/2" },
  { "claim a : 1/3 = 0.333", "refuted", "1/3 is not 333/1000" },
  { "claim a : 1 != 2", "proved", "" },
  { "claim a : 1 != 1", "refuted", "both sides are 1" },
  { "claim a : sqrt(2)*sqrt(8) = 4", "proved", "4" },
  { "claim a : sqrt(2)*sqrt(8) != 4", "refuted", "" },
  { "claim a : sqrt(2) = 1.4142135623730951", "refuted", "" },
  { "claim a : sqrt(2) < 1.4142135623730951", "proved", "" },
  { "claim a : sqrt(2) >= 1.4142135623730951", "refuted", "" },
  { "claim a : sqrt(2)*sqrt(2) <= 2", "proved", "" },
  { "claim a : sqrt(2)*sqrt(2) < 2", "refuted", "" },
  { "claim a : cos(1)^2 + sin(1)^2 >= 1", "proved", "" },
  { "claim a : cos(2) = 2*cos(1)^2 - 1", "proved", "" },
  { "claim a : exp(2)*exp(3) = exp(5)", "proved", "" },
  { "claim a : exp(1) = e", "proved", "" },
  { "claim a : log(6) = log(2) + log(3)", "proved", "" },
  { "claim a : exp(pi*sqrt(163)) = 262537412640768744", "refuted",
    "is not 262537412640768744" },
  { "claim a : true = true", "proved", "" },
  { "claim a : true = false", "refuted", "" },
  { "claim a : true != none", "proved", "" },
  { "claim a : \"a\" = \"a\"", "proved", "" },
  { "claim a : none = none", "proved", "" },
  { "claim a : true = 1", "error", "two numbers, found true" },
  { "claim a : none = 1", "error", "type" },
  { "claim a : \"a\" < \"b\"", "error", "type" },
  { "claim a : [1]@1 = [1]@1", "error", "type" },
  { "claim a : [rotor(0, 1)] = [1]", "error", "type" },
  /* lists */
  { "claim a : [1, [2, 3]] = [1, [2, 3]]", "proved", "" },
  { "claim a : [1, [2, 3]] = [1, [2, 4]]", "refuted", "at [1][1]: 3 is" },
  { "claim a : [1, 2] = [1]", "refuted", "shapes differ" },
  { "claim a : [1, 2] != [1]", "proved", "shapes differ" },
  { "claim a : [1, 2] = 1", "refuted", "shapes differ" },
  { "claim a : [] = []", "proved", "" },
  { "claim a : [1, 2] != [1, 3]", "proved", "" },
  { "claim a : [1, 2] < [2, 3]", "proved", "" },
  { "claim a : [1, 3] < [2, 3]", "refuted", "at [1]: 3 is not < 3" },
  { "claim a : [1, 3] < [2]", "error", "type" },
  { "claim a : [1, [2]] < [0, [2, 3]]", "error", "type" },
  { "claim a : [] ~ []", "rounded", "[] is rounded to []" },
  /* a component deeper than its path has room for */
  { "let v = [[[[[[[[[[[[[[[[1]]]]]]]]]]]]]]]]\n"
    "let w = [[[[[[[[[[[[[[[[v]]]]]]]]]]]]]]]]\nclaim a : w = 2*w",
    "refuted", "at [0][0]" },
  { "let v = [[[[[[[[[[[[[[[[1]]]]]]]]]]]]]]]]\n"
    "claim a : [[[[[[[[[[[[[[[[v]]]]]]]]]]]]]]]] ~ "
    "[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[2]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]",
    "refuted", "is not printed as" },
  /* sides that look alike */
  { "claim a : exp(exp(1)) = exp(exp(1)) + 10^-30000", "refuted",
    "; the difference is -1.0000000000000000e-30000" },
  { "claim a : exp(exp(1)) < exp(exp(1)) + 10^-30000", "proved",
    "; the difference is -1.0000000000000000e-30000" },
  { "claim a : pi = 3.14159265358979323846264338327950288419716939937510"
    "5820974944592307816406286208999", "refuted",
    "406286208998628034825342117067982148086513282306647093844609550582 is"
    " not" },
  { "claim a : pi in [pi + 10^-30, 4]", "refuted", "383279503 is not in" },
  { "claim a : 1 = 1 + 10^-3000", "refuted", "; the difference is -1" },
  /* numbers beyond all exponents */
  { "claim a : softmax([0, -10^15])[1] > 0", "proved", " > 0" },
  { "claim a : exp(-exp(100)) > 0", "proved", "between 0 and" },
  { "claim a : exp(-10^20) ~ 0.0000", "rounded", "" },
  { "claim a : exp(-exp(100)) = exp(-exp(100))", "proved", "" },
  /* what is evaluated must be defined for all integers, used or not */
  { "claim a : for all x in integers: [x, 1/x][0] = x", "error", "divisor" },
  { "claim a : for all x in integers: len([1/x]) = 1", "error", "divisor" },
  { "def f(a, b) = a\nclaim a : for all x in integers: f(x, sqrt(x)) = x",
    "error", "root" },
  { "claim a : for all x in integers where 1/x > 0: x = x", "error",
    "divisor" },
  { "claim a : for all x in integers: x/(x^2 + 1)*(x^2 + 1) = x", "proved",
    "equal normal forms" },
  /* an open component is not forgotten because a later one is proved */
  { "claim a : [atan(tan(2)), 1] = [2-pi+10^-100000, 1]", "undecided",
    "at [0]: " },
  { "claim a : [atan(tan(2)), 1] != [2-pi, 1]", "undecided", "at [0]: " },
  { "claim a : [atan(tan(2)), 1] < [2-pi, 2]", "undecided", "at [0]: " },
  { "claim a : [atan(tan(2)), 1] in [2-pi, 2]", "undecided", "at [0]: " },
  { "claim a : [atan(tan(2)), 1] = [2-pi, 1] +- 0", "undecided",
    "at [0]: " },
  { "claim a : [atan(tan(2))+pi-2+1/8, 1] ~ [0.13, 1]", "undecided",
    "at [0]: " },
  { "claim a : [atan(tan(2)), 1] = [2-pi, 2]", "refuted", "at [1]: " },
  { "claim a : [1, 3] < 4", "error", "type" },
  /* tolerance and interval */
  { "claim a : 1 = 1.1 +- 0.1", "proved", "" },
  { "claim a : 1 = 1.1 +- 0.0999", "refuted", "" },
  { "claim a : 1 = 1 +- -1", "refuted", "" },
  { "claim a : pi = 22/7 +- 0.0013", "proved", "" },
  { "claim a : [1, 2] = [1.1, 2] +- 0.2", "proved", "" },
  { "claim a : [1, 2] = [1.1, 2.3] +- [0.2, 0.2]", "refuted", "at [1]" },
  { "claim a : [1, 2] = [1] +- 1", "error", "type" },
  { "claim a : 1 in [1, 2]", "proved", "" },
  { "claim a : 3 in [1, 2]", "refuted", "3 is not in [1, 2]" },
  { "claim a : e in [2.718, 2.719]", "proved", "" },
  { "claim a : [1, 2] in [1, 2]", "proved", "" },
  { "claim a : [1, 2] in [[0, 2], 2]", "proved", "" },
  { "claim a : [1, 2] in [[0, 3], 4]", "refuted", "at [1]" },
  { "claim a : 1 in [[0], 2]", "error", "type" },
  /* printed decimals */
  { "claim a : 2/3 ~ 0.67", "rounded", "2/3 is rounded to 0.67" },
  { "claim a : 2/3 ~ 0.66", "truncated", "correctly rounded 0.67" },
  { "claim a : -2/3 ~ -0.66", "truncated", "correctly rounded -0.67" },
  { "claim a : -2/3 ~ -0.68", "refuted", "correctly rounded -0.67" },
  { "claim a : 2/3 ~ 0.6700", "refuted", "correctly rounded 0.6667" },
  { "claim a : 1/4 ~ 0.25000", "rounded", "" },
  { "claim a : 12345 ~ 1.2e4", "rounded", "" },
  { "claim a : 12345 ~ 1.3e4", "refuted", "correctly rounded 12" },
  { "claim a : cos(2) ~ -0.416147", "rounded", "" },
  { "claim a : cos(2) ~ -0.416146", "truncated", "" },
  { "claim a : cos(2) ~ -0.416148", "refuted", "rounded -0.416147" },
  { "claim a : 0 ~ 0.0", "rounded", "" },
  { "claim a : 1/1000 ~ 0.00", "rounded", "" },
  { "claim a : [1/3, 2/3] ~ [0.33, 0.66]", "truncated", "2/3 is cut" },
  { "claim a : [1/3, [2/3]] ~ [0.34, [0.66]]", "refuted", "at [0]: 1/3" },
  { "claim a : [1/3] ~ 0.33", "error", "type" },
  { "claim a : [1/3] ~ [0.33, 0.3]", "error", "type" },
  { "claim a : true ~ 1", "error", "type" },
  /* refusals */
  { "claim a : 1/0 fails value", "proved", "divisor" },
  { "claim a : 1/0 fails type", "refuted", "divisor" },
  { "claim a : 1/0 fails limit", "refuted", "" },
  { "claim a : 1/1 fails value", "refuted", "not refused but 1" },
  { "claim a : true + 1 fails type", "proved", "" },
  { "claim a : 9^9^9^9 fails limit", "proved", "" },
  { "claim a : 9^9^9^9 fails value", "undecided", "limit" },
  { "claim a : 9^9^9^9 = 1", "undecided", "limit: expected a power" },
  { "claim a : 1/0 = 1", "error", "value: expected a divisor" },
  { "let x = 1/0\nclaim a : x = 1", "error", "value" },
  { "let x = 1/0\nclaim a : x fails value", "proved", "" },
  { "let x = 1/0\nclaim a : 1 = 1", "proved", "" },
  { "def f(x) = 1/x\nclaim a : f(0) fails value", "proved", "" },
  /* finite quantifiers */
  { "claim a : for all x in 1..100: x^2 >= x", "proved",
    "100 of 100 instances" },
  { "claim a : for all x in 0..9, y in 0..x: y <= x", "proved",
    "55 of 55 instances" },
  { "claim a : for all x in -5..5, y in -5..5: x*y > -3", "refuted",
    "44 of 121 instances fail, first at x = -5, y = 1: -5 is not > -3" },
  { "claim a : for all x in 3..1: 1 = 2", "proved", "there is no instance" },
  { "claim a : exists x in []: 1 = 1", "refuted", "there is no instance" },
  { "claim a : exists x in 0..9: x^2 = 49", "proved", "witness x = 7: 49" },
  { "claim a : exists x in 0..9: x^2 = 50", "refuted", "among 10" },
  { "claim a : for all x in [[1, 2], [3, 4]]: x[1] - x[0] = 1", "proved",
    "2 of 2" },
  { "claim a : for all x in 0..9 where x > 3, x != 5: x >= 4", "proved",
    "5 of 5" },
  { "claim a : for all x in -2..2 where x != 0, 1/x > 0: x > 0", "proved",
    "2 of 2" },
  { "claim a : for all x in -2..2: 1/x != 0", "error", "divisor" },
  { "claim a : for all x in 0..3: exists y in 0..9: y = x^2", "proved",
    "4 of 4" },
  { "claim a : for all x in 0..3: exists y in 0..8: y = x^2", "refuted",
    "1 of 4 instances fail, first at x = 3" },
  { "claim a : exists y in 0..9: for all x in 0..3: y >= x^2", "proved",
    "witness y = 9" },
  { "claim a : for all x in 0..1: for all y in 0..1: x + y <= 2", "proved",
    "4 of 4" },
  { "claim a : for all x in [1/3, 2/3]: x ~ 0.33", "refuted", "x = 2/3" },
  { "claim a : for all x in [2/3, 1/3]: 2*x ~ 0.66", "refuted", "x = 2/3" },
  { "claim a : for all x in [1/9, 2/9]: 3*x ~ 0.33", "refuted", "x = 2/9" },
  { "def f(x) = x^2\nclaim a : for all x in 0..3: f(x + 1) = f(x) + 2*x + 1",
    "proved", "4 of 4" },
  { "def f(x) = 2*x\nclaim a : for all x in 0..3: f(f(x)) = 4*x", "proved",
    "" },
  { "claim a : for all x in 5: x = 5", "error", "a list, or integers" },
  { "claim a : for all x in 0..0.5: x = 0", "error", "integers around" },
  /* integers */
  { "claim a : for all n in integers: (n + 1)^2 = n^2 + 2*n + 1", "proved",
    "equal normal forms" },
  { "claim a : for all m in integers, n in integers, t in integers:"
    " rope_score([1, 2, 3, 4]@(m + t), [4, 3, 2, 1]@(n + t)) ="
    " rope_score([1, 2, 3, 4]@m, [4, 3, 2, 1]@n)", "proved", "" },
  { "claim a : for all m in integers, n in integers, t in integers:"
    " rope_score([1, 2, 3, 4]@(m + t), [4, 3, 2, 1]@n) ="
    " rope_score([1, 2, 3, 4]@m, [4, 3, 2, 1]@n)", "refuted",
    "counterexample m = 0, n = 0, t = 1" },
  { "claim a : for all m in integers, n in integers:"
    " rotary([1, 2]@m, [3, 4]@n, [rotor(3/5, 4/5)]) ="
    " rotary([1, 2]@0, [3, 4]@(n - m), [rotor(3/5, 4/5)])", "proved", "" },
  { "claim a : for all n in integers: norm2(rope([1, 2], n)) = 5", "proved",
    "" },
  { "claim a : for all n in integers: n < 7", "refuted",
    "counterexample n = 7" },
  { "claim a : for all n in integers: n^2 >= n - 1", "undecided",
    "no proof" },
  { "claim a : for all n in integers where n > 3: n < 7", "refuted", "7" },
  { "claim a : for all n in integers: n/n = 1", "error", "divisor" },
  { "claim a : for all n in integers where n != 0: n/n = 1", "undecided",
    "" },
  { "claim a : for all n in integers, x in 0..2: (n + x)*(n - x) ="
    " n^2 - x^2", "proved", "" },
  { "claim a : for all n in integers: exists x in 0..3: x*n = 2*n", "proved",
    "" },
  { "claim a : for all n in integers: 1/n fails value", "refuted",
    "n = 1" },
  { "claim a : for all n in integers: [1, 2, 3][n] = n + 1",
    "error", "an index below" },
  { "claim a : exists n in integers: n^3 = -27", "proved",
    "witness n = -3" },
  { "claim a : exists n in integers, m in integers where n > 0:"
    " n^2 - 2*m^2 = 7", "proved", "witness n = 3, m = 1" },
  { "claim a : exists n in integers: n^2 = 2", "undecided", "no witness" },
  /* attention */
  { "claim a : attention([[1]], [[0], [1]], [[0], [1]], causal=false)"
    ".output[0][0] = e/(1 + e)", "proved", "" },
  { "claim a : attention([[1]], [[0], [1]], [[0], [1]], causal=false)"
    ".output[0][0] = 0.7310585786300049", "refuted", "" },
  { "claim a : sum(softmax([1, 2, 3])) = 1", "proved", "1" },
  { "claim a : softmax([1, 2]) = softmax([3, 4])", "proved", "" },
};

START_TEST (claim_has_its_verdict)
{
  char *found = claimed_verdict (claims[_i].text, NULL, false);

  ck_assert_msg (strncmp (found, claims[_i].verdict,
                          strlen (claims[_i].verdict)) == 0
                 && strstr (found, claims[_i].words) != NULL,
                 "%s\n%s", claims[_i].text, found);
  free (found);
}
END_TEST

START_TEST (least_counterexample_is_shown_on_request)
{
  static const char text[]
    = "claim a : for all x in -5..5, y in -5..5: x*y > -3";
  char *found = claimed_verdict (text, NULL, true);

  ck_assert_msg (strstr (found, "the least at x = -3, y = 1: -3 is not"),
                 "%s", found);
  free (found);
}
END_TEST

/* (4, 4) is met in a smaller box than (5, 0).  */
START_TEST (least_counterexample_over_integers_may_lie_in_a_larger_box)
{
  static const char text[]
    = "claim a : for all m in integers, n in integers:"
      " ((m^2 - 25)^2 + n^2)*((m - 4)^2 + (n - 4)^2) != 0";
  char *first = claimed_verdict (text, NULL, false);
  char *least = claimed_verdict (text, NULL, true);

  ck_assert_msg (strstr (first, "m = 4, n = 4"), "%s", first);
  ck_assert_msg (strstr (least, "m = 5, n = 0"), "%s", least);
  free (first);
  free (least);
}
END_TEST

/* A refusal met on the search for a smaller one takes nothing back.  */
START_TEST (counterexample_over_integers_stands_although_a_later_is_refused)
{
  char *found
    = claimed_verdict ("claim a : for all n in integers: n - 4 + 0/(n + 4)"
                       " != 0", NULL, true);

  ck_assert_msg (strstr (found, "refuted: counterexample n = 4"), "%s",
                 found);
  free (found);
}
END_TEST

/* Of all 4617 instances none may be left out.  */
START_TEST (every_instance_of_a_family_is_decided)
{
  char *found = claimed_verdict (
    "let steps = [rotor(3/5, 4/5), rotor(5/13, 12/13), rotor(0, 1)]\n"
    "claim a : for all r in steps, q in [[1, 0], [0, 1], [1, 1]],"
    " k in [[1, 0], [0, 1], [2, -1]], m in 0..8, n in 0..8, x in 0..1:"
    " rotary(q@m, k@n, [r]) = rotary(q@(m + x), k@(n + x), [r])",
    NULL, false);

  ck_assert_str_eq (found, "proved: 4374 of 4374 instances");
  free (found);
}
END_TEST

/* ---- limits ---- */

static void
assert_limited (const char *text, const struct assay_audit_limits *limits,
                const char *words)
{
  char *found = claimed_verdict (text, limits, false);

  ck_assert_msg (strncmp (found, "undecided: limit: ", 18) == 0
                 && strstr (found, words) != NULL, "%.200s\n%.200s", text,
                 found);
  free (found);
}

START_TEST (each_limit_has_its_reason)
{
  struct assay_audit_limits limits;
  struct assay_text calls;
  int i;

  assay_audit_limits_init (&limits);
  limits.size = 1000;
  assert_limited ("claim a : 2^1000 = 1", &limits, "at most 1000 bits");
  assert_limited ("claim a : for all x in 1..2000: 2^x > 1", &limits,
                  "at most 1000 bits");
  assay_audit_limits_init (&limits);
  limits.instances = 100;
  assert_limited ("claim a : for all x in 0..100, y in 0..100: x >= 0",
                  &limits, "--max-instances");
  assert_limited ("claim a : for all x in 0..10^18: x >= 0", &limits,
                  "--max-instances");
  assay_audit_limits_init (&limits);
  limits.milliseconds = 50;
  assert_limited ("claim a : for all x in 0..9999, y in 0..999:"
                  " x^2 + y^2 >= 2*x*y", &limits, "within 0.050 s");
  assay_audit_limits_init (&limits);
  limits.nesting = 20;
  assay_text_init (&calls);
  assay_text_add (&calls, "def g0(x) = x\n");
  for (i = 1; i < 300; i++)
    assay_text_printf (&calls, "def g%d(x) = g%d(x)\n", i, i - 1);
  assay_text_add (&calls, "claim a : g299(1) = 1");
  assert_limited (assay_text_string (&calls), &limits, "--max-nesting");
  assay_text_clear (&calls);
}
END_TEST

/* A counterexample found before the budget ends refutes.  */
START_TEST (counterexample_counts_although_a_limit_was_met)
{
  struct assay_audit_limits limits;
  char *found;

  assay_audit_limits_init (&limits);
  limits.instances = 100;
  found = claimed_verdict ("claim a : for all x in 0..10^18: x < 7", &limits,
                           false);
  ck_assert_msg (strstr (found, "refuted: ") == found
                 && strstr (found, "first at x = 7"), "%s", found);
  free (found);
  found = claimed_verdict ("claim a : exists x in 0..10^18: x = 50", &limits,
                           false);
  ck_assert_msg (strstr (found, "proved: witness x = 50") == found, "%s",
                 found);
  free (found);
}
END_TEST

/* What was kept of one claim must not colour the next.  */
START_TEST (claims_after_a_limit_are_decided)
{
  static const char text[] = "let big = 9^9^9^9\n"
                             "claim a : big = 1\n"
                             "claim b : big fails limit\n"
                             "claim c : 1 = 1\n";
  static const enum assay_claim_verdict verdicts[] = {
    ASSAY_CLAIM_UNDECIDED, ASSAY_CLAIM_PROVED, ASSAY_CLAIM_PROVED
  };
  struct assay_verdict_style style = { false, false, 17, false };
  struct assay_file *file = claimed_open (text);
  struct assay_audit_limits limits;
  struct assay_machine machine;
  size_t i;

  assay_audit_limits_init (&limits);
  assay_machine_init (&machine, file, &limits);
  for (i = 1; i < file->count; i++)
    {
      struct assay_claim_result result;

      assay_claim_decide (&machine, file->statements[i], 0, &style, &result);
      ck_assert_int_eq (result.verdict, verdicts[i - 1]);
      assay_claim_result_clear (&result);
    }
  assay_machine_clear (&machine);
  claimed_close (file);
}
END_TEST

/* ---- the boundary of ~ ---- */

/* "claim a : VALUE ~ DECIMAL" with VALUE = DECIMAL + (2 SIGN + 0) / 2 units
   in the last of PLACES places plus OFFSET / 2^200.  */
static char *
boundary_claim (long digits, unsigned long places, int sign, int offset)
{
  char *decimal, *value, *text;
  mpq_t d, half, tiny;

  mpq_inits (d, half, tiny, NULL);
  mpz_set_si (mpq_numref (d), digits);
  mpz_ui_pow_ui (mpq_denref (d), 10, places);
  mpq_canonicalize (d);
  decimal = assay_rat_decimal (d, places);
  mpz_set_si (mpq_numref (half), sign);
  mpz_ui_pow_ui (mpq_denref (half), 10, places);
  mpz_mul_2exp (mpq_denref (half), mpq_denref (half), 1);
  mpq_canonicalize (half);
  mpq_set_si (tiny, offset, 1);
  mpq_div_2exp (tiny, tiny, 200);
  mpq_add (d, d, half);
  mpq_add (d, d, tiny);
  value = assay_rat_text (d);
  text = malloc (strlen (value) + strlen (decimal) + 40);
  sprintf (text, "claim a : %s ~ %s", value, decimal);
  free (decimal);
  free (value);
  mpq_clears (d, half, tiny, NULL);
  return text;
}

static void
assert_boundary (long digits, unsigned long places, int sign, int offset,
                 const char *verdict)
{
  char *text = boundary_claim (digits, places, sign, offset);
  char *found = claimed_verdict (text, NULL, false);

  ck_assert_msg (strncmp (found, verdict, strlen (verdict)) == 0,
                 "%s\n%s, seed %lu", text, found, testing_seed ());
  free (text);
  free (found);
}

/* Outside the half unit the print is a cut when it lies nearer to zero, and
   wrong when it lies farther.  */
START_TEST (print_verdict_flips_exactly_at_the_half_unit)
{
  size_t i;

  for (i = 0; i < testing_count (100); i++)
    {
      unsigned long places = testing_below (25);
      long digits = testing_between (1, 1000000);
      int sign = testing_below (2) ? 1 : -1;
      const char *outside = sign > 0 ? "truncated" : "refuted";

      if (testing_below (2))
        {
          digits = -digits;
          outside = sign < 0 ? "truncated" : "refuted";
        }
      assert_boundary (digits, places, sign, 0, "rounded");
      assert_boundary (digits, places, sign, -sign, "rounded");
      assert_boundary (digits, places, sign, sign, outside);
    }
}
END_TEST

/* At a whole unit beyond, a cut becomes wrong.  */
START_TEST (cut_ends_at_the_next_digit)
{
  assert_boundary (416147, 6, 2, -1, "truncated");
  assert_boundary (416147, 6, 2, 0, "refuted");
  assert_boundary (416147, 6, 2, 1, "refuted");
  assert_boundary (-416147, 6, -2, 1, "truncated");
  assert_boundary (-416147, 6, -2, 0, "refuted");
}
END_TEST

static Suite *
claims_judge_suite (void)
{
  Suite *suite = suite_create ("claims-judge");
  TCase *table = tcase_create ("table");
  TCase *special = tcase_create ("special");
  TCase *hard = tcase_create ("hard");

  tcase_set_timeout (table, 120);
  tcase_set_timeout (special, 120);
  tcase_set_timeout (hard, 120);
  tcase_add_loop_test (table, claim_has_its_verdict, 0, ROWS (claims));
  suite_add_tcase (suite, table);
  tcase_add_test (special, least_counterexample_is_shown_on_request);
  tcase_add_test
    (special, least_counterexample_over_integers_may_lie_in_a_larger_box);
  tcase_add_test
    (special,
     counterexample_over_integers_stands_although_a_later_is_refused);
  tcase_add_test (special, every_instance_of_a_family_is_decided);
  tcase_add_test (special, each_limit_has_its_reason);
  tcase_add_test (special, counterexample_counts_although_a_limit_was_met);
  tcase_add_test (special, claims_after_a_limit_are_decided);
  suite_add_tcase (suite, special);
  tcase_add_test (hard, print_verdict_flips_exactly_at_the_half_unit);
  tcase_add_test (hard, cut_ends_at_the_next_digit);
  suite_add_tcase (suite, hard);
  return suite;
}

int
main (void)
{
  return testing_run (claims_judge_suite ());
}
