/* check_lessons.c -- the reproduced reports against the published ones

   tests/data/golden holds the published reports.  A lesson is also run with
   a second family that lies in one number: the right group must say so.  */

#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/families.h"
#include "exact/rat.h"
#include "real/encl.h"
#include "report/lesson_report.h"
#include "testing_real.h"

static json_t *
golden_read (const char *name)
{
  const char *source = getenv ("ASSAY_SOURCE");
  json_error_t error;
  char path[4096];
  json_t *root;

  snprintf (path, sizeof path, "%s/tests/data/golden/%s.json",
            source ? source : "..", name);
  root = json_load_file (path, JSON_REJECT_DUPLICATES, &error);
  ck_assert_msg (root != NULL, "%s: %s", path, error.text);
  return root;
}

/* The report in TEXT, which is cleared.  */
static json_t *
report_parse (struct assay_text *text)
{
  json_t *root = json_loads (assay_text_string (text),
                             JSON_REJECT_DUPLICATES, NULL);

  ck_assert_msg (root != NULL, "the report is no JSON");
  assay_text_clear (text);
  return root;
}

static json_t *
rope_report (const struct assay_rope_fractions *r)
{
  struct assay_text text;

  assay_text_init (&text);
  assay_rope_fractions_json (&text, r, "0");
  return report_parse (&text);
}

static json_t *
causal_report (const struct assay_causal_attention *r)
{
  struct assay_text text;

  assay_text_init (&text);
  assay_causal_attention_json (&text, r, "0");
  return report_parse (&text);
}

/* Every key of GOLDEN is one of REPORT with the same value of the same type,
   and REPORT has no others but those that every report has.  */
static void
assert_reproduces (json_t *report, json_t *golden)
{
  static const char *const own[] = {
    "assay", "command", "gmp_version", "mpfr_version", "mpfi_version"
  };
  enum { OWN = sizeof own / sizeof own[0] };
  const char *key;
  json_t *value;
  size_t i;

  json_object_foreach (golden, key, value)
    {
      json_t *found = json_object_get (report, key);

      ck_assert_msg (found != NULL, "%s is missing", key);
      ck_assert_msg (json_equal (found, value), "%s differs", key);
    }
  for (i = 0; i < OWN; i++)
    ck_assert_msg (json_is_string (json_object_get (report, own[i])),
                   "%s is missing", own[i]);
  ck_assert_uint_eq (json_object_size (report),
                     json_object_size (golden) + OWN);
}

/* Groups stand in the order in which they were published.  */
static void
assert_same_order (json_t *report, json_t *golden)
{
  json_t *ours = json_object_get (report, "checks");
  json_t *theirs = json_object_get (golden, "checks");
  void *a = json_object_iter (ours), *b = json_object_iter (theirs);

  for (; a && b; a = json_object_iter_next (ours, a),
       b = json_object_iter_next (theirs, b))
    ck_assert_str_eq (json_object_iter_key (a), json_object_iter_key (b));
  ck_assert (a == NULL && b == NULL);
}

/* One byte of a golden report changed must be seen.  */
static void
assert_change_is_seen (json_t *report, json_t *golden, const char *key,
                       json_t *other)
{
  ck_assert (json_equal (json_object_get (report, key),
                         json_object_get (golden, key)));
  json_object_set_new (golden, key, other);
  ck_assert (!json_equal (json_object_get (report, key),
                          json_object_get (golden, key)));
}

/* REPORT, which is dropped, is the published one called NAME, whose GROUPS
   groups hold; another value of KEY, OTHER, would have been seen.  */
static void
assert_published (json_t *report, const char *name, size_t groups,
                  const char *key, json_t *other)
{
  json_t *golden = golden_read (name);

  assert_reproduces (report, golden);
  assert_same_order (report, golden);
  ck_assert_uint_eq (json_object_size (json_object_get (report, "checks")),
                     groups);
  assert_change_is_seen (report, golden, key, other);
  json_decref (golden);
  json_decref (report);
}

START_TEST (rope_fractions_equals_the_published_report)
{
  struct assay_rope_fractions r;

  assay_rope_fractions_run (&r, &assay_oracle);
  assert_published (rope_report (&r), "rope-fractions", 14,
                    "family_profiles_inside_ONE_group", json_integer (4618));
  ck_assert_int_eq (assay_lesson_verdict (r.checks,
                                          ASSAY_ROPE_FRACTIONS_CHECKS),
                    ASSAY_HOLDS);
  ck_assert_uint_eq (r.family_profiles, 4617);
  ck_assert_uint_eq (r.family_scores, 4617);
  assay_rope_fractions_clear (&r);
}
END_TEST

START_TEST (causal_attention_equals_the_published_report)
{
  struct assay_causal_attention r;

  assay_causal_attention_run (&r, &assay_oracle);
  assert_published (causal_report (&r), "causal-attention", 16,
                    "scaled_d4_second_key_weight",
                    json_real (0.880797077979));
  ck_assert_int_eq (assay_lesson_verdict (r.checks,
                                          ASSAY_CAUSAL_ATTENTION_CHECKS),
                    ASSAY_HOLDS);
  ck_assert_uint_eq (r.oracle_fixtures, 288);
}
END_TEST

/* The page names every group and its verdict.  */
static void
assert_page (const char *page, const struct assay_lesson_check *checks,
             size_t n, const char *closing)
{
  char line[200];
  size_t i, c;

  for (i = 0; i < n; i++)
    {
      snprintf (line, sizeof line, "  %-6s %s\n",
                assay_verdict_name (checks[i].verdict), checks[i].name);
      for (c = 0; line[c]; c++)
        line[c] = line[c] == '_' ? ' ' : line[c];
      ck_assert_msg (strstr (page, line) != NULL, "not on the page: %s",
                     line);
    }
  ck_assert_msg (strstr (page, closing) != NULL, "not on the page: %s",
                 closing);
}

START_TEST (page_of_rope_fractions_shows_witnesses_and_groups)
{
  struct assay_rope_fractions r;
  struct assay_text text;

  assay_rope_fractions_run (&r, &assay_oracle);
  assay_text_init (&text);
  assay_rope_fractions_text (&text, &r);
  ck_assert_ptr_nonnull (strstr (text.bytes, "-117/125"));
  ck_assert_ptr_nonnull (strstr (text.bytes, "4617 profiles"));
  assert_page (text.bytes, r.checks, ASSAY_ROPE_FRACTIONS_CHECKS,
               "14 of 14 groups hold");
  r.checks[3].verdict = ASSAY_FAILS;
  r.checks[9].verdict = ASSAY_OPEN;
  assay_text_clear (&text);
  assay_rope_fractions_text (&text, &r);
  assert_page (text.bytes, r.checks, ASSAY_ROPE_FRACTIONS_CHECKS,
               "12 of 14 groups hold");
  assay_text_clear (&text);
  assay_rope_fractions_clear (&r);
}
END_TEST

START_TEST (page_of_causal_attention_shows_witnesses_and_groups)
{
  struct assay_causal_attention r;
  struct assay_text text;

  assay_causal_attention_run (&r, &assay_oracle);
  assay_text_init (&text);
  assay_causal_attention_text (&text, &r);
  ck_assert_ptr_nonnull (strstr (text.bytes, "0.880797077978"));
  ck_assert_ptr_nonnull (strstr (text.bytes, "288 requests"));
  assert_page (text.bytes, r.checks, ASSAY_CAUSAL_ATTENTION_CHECKS,
               "16 of 16 groups hold");
  assay_text_clear (&text);
}
END_TEST

/* A family that answers as the oracle but once: at call number LIE.AT.  */
static struct lie
{
  unsigned long at;
  int refuses;                  /* refuses instead of lying */
  long numerator;               /* what it adds: numerator * 10^-places */
  unsigned long places;
  int in_output;                /* to an output, not a weight */
  size_t entry;
} lie;

static unsigned long calls;

static void
add_lie (mpq_ptr value)
{
  mpq_t amount;

  mpq_init (amount);
  mpz_set_si (mpq_numref (amount), lie.numerator);
  mpz_ui_pow_ui (mpq_denref (amount), 10, lie.places);
  mpq_canonicalize (amount);
  mpq_add (value, value, amount);
  mpq_clear (amount);
}

static enum assay_status
lying_rotary_score (mpq_ptr score, const struct assay_rotary *request,
                    size_t j)
{
  enum assay_status status = assay_oracle.rotary_score (score, request, j);

  if (calls++ != lie.at)
    return status;
  add_lie (score);
  return lie.refuses ? ASSAY_EVALUE : status;
}

static enum assay_status
lying_attention (struct assay_bounds *weights, struct assay_bounds *output,
                 const struct assay_attention *request)
{
  enum assay_status status = assay_oracle.attention (weights, output,
                                                     request);
  struct assay_bounds *bounds = lie.in_output ? output : weights;

  if (calls++ != lie.at)
    return status;
  add_lie (bounds[lie.entry].lo);
  add_lie (bounds[lie.entry].hi);
  return lie.refuses ? ASSAY_EVALUE : status;
}

static const struct assay_second_family liar
  = { .rotary_score = lying_rotary_score, .attention = lying_attention };

/* The check called NAME fails and all of the others hold.  */
static void
assert_fails_alone (const struct assay_lesson_check *checks, size_t n,
                    const char *name)
{
  size_t i, found = 0;

  for (i = 0; i < n; i++)
    if (strcmp (checks[i].name, name) == 0)
      {
        found++;
        ck_assert_msg (checks[i].verdict == ASSAY_FAILS, "%s: %s, at %lu",
                       name, assay_verdict_name (checks[i].verdict), lie.at);
      }
    else
      ck_assert_msg (checks[i].verdict == ASSAY_HOLDS, "%s: %s",
                     checks[i].name,
                     assay_verdict_name (checks[i].verdict));
  ck_assert_uint_eq (found, 1);
  ck_assert_int_eq (assay_lesson_verdict (checks, n), ASSAY_FAILS);
}

static const struct lie rotary_lies[] = {
  { 0, 0, 1, 0, 0, 0 }, { 4616, 0, -1, 0, 0, 0 }, { 2000, 0, 1, 300, 0, 0 },
  { 3887, 0, -1, 2, 0, 0 }, { 3888, 0, 1, 2, 0, 0 }, { 17, 1, 0, 0, 0, 0 },
};

START_TEST (rope_fractions_with_a_lying_family_fails_in_its_group)
{
  static const char group[]
    = "independent_relative_binomial_finite_family_ONE_group";
  struct assay_rope_fractions r;
  json_t *report;

  calls = 0;
  lie = rotary_lies[_i];
  assay_rope_fractions_run (&r, &liar);
  ck_assert_uint_eq (calls, 4617);
  assert_fails_alone (r.checks, ASSAY_ROPE_FRACTIONS_CHECKS, group);
  report = rope_report (&r);
  ck_assert (json_is_false (json_object_get (json_object_get (report,
                                                              "checks"),
                                             group)));
  json_decref (report);
  assay_rope_fractions_clear (&r);
}
END_TEST

#define FIXTURES "independent_unshifted_decimal_288_fixtures_ONE_group"
#define EXTREMES \
  "maximum_profile_positive_finite_extremes_and_input_preservation"

/* Call 288 is the maximum profile.  A lie of 10^-20 is within the tolerance
   of 2e-12 and must be found as well: the enclosures no longer meet.  */
static const struct { struct lie lie; const char *group; }
attention_lies[] = {
  { { 0, 0, 1, 11, 0, 0 }, FIXTURES }, { { 287, 0, -1, 11, 1, 0 }, FIXTURES },
  { { 150, 0, 1, 20, 0, 0 }, FIXTURES }, { { 150, 0, 1, 20, 1, 0 }, FIXTURES },
  { { 287, 0, 1, 50, 0, 15 }, FIXTURES }, { { 100, 1, 0, 0, 0, 0 }, FIXTURES },
  { { 288, 0, 1, 11, 0, 0 }, EXTREMES },
  { { 288, 0, 1, 30, 1, 15 }, EXTREMES }, { { 288, 1, 0, 0, 0, 0 }, EXTREMES },
};

START_TEST (causal_attention_with_a_lying_family_fails_in_its_group)
{
  struct assay_causal_attention r;

  calls = 0;
  lie = attention_lies[_i].lie;
  assay_causal_attention_run (&r, &liar);
  ck_assert_uint_eq (calls, 289);
  assert_fails_alone (r.checks, ASSAY_CAUSAL_ATTENTION_CHECKS,
                      attention_lies[_i].group);
}
END_TEST

START_TEST (verdicts_combine_to_the_worst)
{
  static const enum assay_verdict all[]
    = { ASSAY_HOLDS, ASSAY_OPEN, ASSAY_FAILS };
  struct assay_lesson_check checks[2] = { { "a", 0 }, { "b", 0 } };
  int i, j;

  for (i = 0; i < 3; i++)
    for (j = 0; j < 3; j++)
      {
        enum assay_verdict worst = all[i > j ? i : j];

        ck_assert_int_eq (assay_verdict_and (all[i], all[j]), worst);
        checks[0].verdict = all[i];
        checks[1].verdict = all[j];
        ck_assert_int_eq (assay_lesson_verdict (checks, 2), worst);
      }
  ck_assert_int_eq (assay_lesson_verdict (checks, 0), ASSAY_HOLDS);
}
END_TEST

/* Each row is a run of a whole lesson: a shorter suite tells fewer lies.  */
static int
scaled (size_t rows)
{
  size_t count = testing_count (rows);

  return (int) (count < rows ? count : rows);
}

static Suite *
lessons_suite (void)
{
  Suite *suite = suite_create ("lessons");
  TCase *table = tcase_create ("table");
  TCase *special = tcase_create ("special");
  TCase *hard = tcase_create ("hard");

  tcase_add_test (table, rope_fractions_equals_the_published_report);
  tcase_add_test (table, causal_attention_equals_the_published_report);
  tcase_set_timeout (table, 120);
  suite_add_tcase (suite, table);
  tcase_add_test (special, page_of_rope_fractions_shows_witnesses_and_groups);
  tcase_add_test (special,
                  page_of_causal_attention_shows_witnesses_and_groups);
  tcase_add_test (special, verdicts_combine_to_the_worst);
  tcase_set_timeout (special, 120);
  suite_add_tcase (suite, special);
  tcase_add_loop_test (hard,
                       rope_fractions_with_a_lying_family_fails_in_its_group,
                       0, scaled (sizeof rotary_lies / sizeof rotary_lies[0]));
  tcase_add_loop_test (hard,
    causal_attention_with_a_lying_family_fails_in_its_group, 0,
    scaled (sizeof attention_lies / sizeof attention_lies[0]));
  tcase_set_timeout (hard, 120);
  suite_add_tcase (suite, hard);
  return suite;
}

int
main (void)
{
  return testing_run_real (lessons_suite ());
}
