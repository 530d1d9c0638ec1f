/* check_jordan_lesson.c -- the report of jordan-rope against the published
   figures, key by key */

#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/families.h"
#include "exact/rat.h"
#include "lessons/jordan_rope_parts.h"
#include "real/decimal.h"
#include "report/lesson_report.h"
#include "testing_real.h"

static struct assay_jordan_rope report;
static struct assay_text text;
static json_t *ours, *published;

static void
run_lesson (void)
{
  char path[4096];
  json_error_t error;
  const char *source = getenv ("ASSAY_SOURCE");

  snprintf (path, sizeof path, "%s/tests/data/jordan-probe.json",
            source ? source : ".");
  published = json_load_file (path, 0, &error);
  ck_assert_msg (published != NULL, "%s: %s", path, error.text);
  assay_jordan_rope_run (&report, &assay_oracle);
  assay_text_init (&text);
  assay_jordan_rope_json (&text, &report, "0");
  ours = json_loads (assay_text_string (&text), JSON_REJECT_DUPLICATES,
                     &error);
  ck_assert_msg (ours != NULL, "%s", error.text);
}

static void
forget_lesson (void)
{
  json_decref (ours);
  json_decref (published);
  assay_text_clear (&text);
  assay_jordan_rope_clear (&report);
}

/* The fraction's parts have as many digits, and its decimal is the same.  */
static void
compare_fraction (const json_t *row, const json_t *expected, const char *path)
{
  const char *fraction = json_string_value (json_object_get (row, "mse"));
  const char *whole = json_string_value (json_object_get (expected,
                                                          "fraction"));
  size_t top;

  ck_assert_msg (fraction != NULL, "%s: no fraction", path);
  top = strcspn (fraction, "/");
  ck_assert_msg (json_integer_value (json_object_get (
                   expected, "numerator_digits")) == (json_int_t) top,
                 "%s: %zu digits", path, top);
  ck_assert_str_eq (json_string_value (json_object_get (row, "decimal_30")),
                    json_string_value (json_object_get (expected,
                                                        "decimal_30")));
  if (whole != NULL)
    ck_assert_str_eq (fraction, whole);
}

/* Weights printed to 20 digits, zeros at the end left out.  */
static void
compare_weights (const json_t *row, const json_t *expected, const char *path)
{
  const json_t *weights = json_object_get (row, "weights");
  struct assay_ctx ctx;
  size_t i;
  mpq_t w, printed, error;

  assay_ctx_init (&ctx);
  mpq_inits (w, printed, error, NULL);
  ck_assert_uint_eq (json_array_size (weights), json_array_size (expected));
  for (i = 0; i < json_array_size (expected); i++)
    {
      assay_rat_read (w, json_string_value (json_array_get (weights, i)),
                      &ctx, NULL, "x");
      assay_rat_read_decimal (printed, json_string_value (
                                json_array_get (expected, i)),
                              &ctx, NULL, "x");
      mpq_sub (error, w, printed);
      mpq_div (error, error, w);
      mpq_abs (error, error);
      mpq_set_ui (printed, 1, 10000000000000000000u);
      ck_assert_msg (mpq_cmp (error, printed) < 0, "%s: weight %zu", path, i);
    }
  mpq_clears (w, printed, error, NULL);
}

/* Whatever is in EXPECTED is in FOUND, and equal.  */
static void
compare (const json_t *found, const json_t *expected, const char *path)
{
  char inner[256];
  const char *key;
  json_t *value;
  size_t i;

  ck_assert_msg (found != NULL, "%s is absent", path);
  if (json_is_object (expected))
    json_object_foreach ((json_t *) expected, key, value)
      {
        snprintf (inner, sizeof inner, "%s.%s", path, key);
        if (strcmp (key, "mse") == 0)
          compare_fraction (found, value, inner);
        else if (strcmp (key, "weights_decimal_20") == 0)
          compare_weights (found, value, inner);
        else
          compare (json_object_get (found, key), value, inner);
      }
  else if (json_is_array (expected))
    {
      ck_assert_msg (json_array_size (found) == json_array_size (expected),
                     "%s: %zu members", path, json_array_size (found));
      for (i = 0; i < json_array_size (expected); i++)
        {
          snprintf (inner, sizeof inner, "%s[%zu]", path, i);
          compare (json_array_get (found, i), json_array_get (expected, i),
                   inner);
        }
    }
  else
    ck_assert_msg (json_equal (found, expected), "%s differs", path);
}

static const char *const tables[] = {
  "mse", "mse_scaled_damping", "extrapolation", "sign_agreement", "limits",
  "witnesses"
};

START_TEST (figures_are_the_published_ones)
{
  compare (json_object_get (ours, tables[_i]),
           json_object_get (published, tables[_i]), tables[_i]);
}
END_TEST

START_TEST (every_group_holds)
{
  size_t i;

  for (i = 0; i < ASSAY_JORDAN_ROPE_CHECKS; i++)
    {
      ck_assert_ptr_nonnull (report.checks[i].name);
      ck_assert_msg (report.checks[i].verdict == ASSAY_HOLDS, "%s",
                     report.checks[i].name);
    }
}
END_TEST

/* Whether OURS, to ten digits, prints as THEIRS with the places of THEIRS.  */
static void
assert_prints_as (const char *digits, const char *theirs)
{
  struct assay_ctx ctx;
  char *printed;
  mpq_t x;

  assay_ctx_init (&ctx);
  mpq_init (x);
  ck_assert_int_eq (assay_rat_read_decimal (x, digits, &ctx, NULL, "x"),
                    ASSAY_OK);
  printed = assay_rat_decimal (x, strlen (strchr (theirs, '.')) - 1);
  ck_assert_str_eq (printed, theirs);
  free (printed);
  mpq_clear (x);
}

static const struct
{
  enum assay_ceiling which;
  size_t row;                   /* in the data */
} ceilings[] = {
  { ASSAY_CEILING_ROPE, 0 }, { ASSAY_CEILING_STABILISED, 2 },
  { ASSAY_CEILING_DEPLOYED, 3 }
};

START_TEST (ceilings_are_the_published_ones)
{
  const struct assay_jordan_ceiling *c = &report.ceilings[ceilings[_i].which];
  const json_t *row = json_array_get (
    json_object_get (json_object_get (published,
                                      "public_configuration_ceilings"),
                     "rows"), ceilings[_i].row);

  ck_assert_str_eq (c->what, json_string_value (json_object_get (row,
                                                                 "case")));
  assert_prints_as (c->best_rho.text, json_string_value (
                      json_object_get (row, "best_rho_at_8192")));
  assert_prints_as (c->best_law.text, json_string_value (
                      json_object_get (row, "accuracy_ceiling")));
}
END_TEST

/* What the notes of the data say of weights fitted below 1024.  */
START_TEST (fitted_ceilings_are_the_published_ones)
{
  const struct assay_jordan_ceiling *c = report.ceilings;

  assert_prints_as (c[ASSAY_CEILING_ROPE].fitted_rho.text, "-0.005");
  assert_prints_as (c[ASSAY_CEILING_STABILISED].fitted_rho.text,
                    "0.95001273");
  assert_prints_as (c[ASSAY_CEILING_STABILISED].fitted_law.text, "0.89893");
  assert_prints_as (c[ASSAY_CEILING_DEPLOYED].fitted_rho.text,
                    "0.9340239469");
  assert_prints_as (c[ASSAY_CEILING_DEPLOYED].fitted_law.text, "0.88373");
}
END_TEST

START_TEST (f32_findings)
{
  /* 2^128 (1 - 2^-25) over the key (r^-j (k0 - eta j k1), ...): reached
     between 783 and 784; normal numbers end at 2^-126, between 815 and 816
     for a component of the query.  */
  ck_assert_uint_eq (report.f32.first_overflow, 784);
  ck_assert_uint_eq (report.f32.first_subnormal, 816);
  ck_assert_uint_eq (report.f32.first_loss, 29);
  ck_assert_int_eq (report.f32.block_worst_exponent, -18);
}
END_TEST

static enum assay_status
wrong_error (mpq_ptr error, const struct assay_probe *probe,
             unsigned long fit, unsigned long check)
{
  enum assay_status status = assay_oracle.probe_error (error, probe, fit,
                                                       check);

  /* One row is off, by one in its numerator.  */
  if (fit == 16 && check == 16
      && probe->basis == ASSAY_PROBE_STABILISED_JORDAN)
    mpz_add_ui (mpq_numref (error), mpq_numref (error), 1);
  mpq_canonicalize (error);
  return status;
}

static enum assay_status
wrong_signs (struct assay_signs *signs, mpq_ptr square,
             const struct assay_probe *probe, unsigned long train,
             unsigned long t)
{
  enum assay_status status = assay_oracle.probe_signs (signs, square, probe,
                                                       train, t);

  signs->readout_ties += t == 12;
  return status;
}

START_TEST (an_oracle_that_differs_is_noticed)
{
  struct assay_second_family wrong = assay_oracle;

  wrong.probe_error = wrong_error;
  wrong.probe_signs = wrong_signs;
  ck_assert_int_eq (assay_jordan_tables_agree (&report, &wrong),
                    ASSAY_FAILS);
  ck_assert_int_eq (assay_jordan_readouts_agree (&report, &wrong),
                    ASSAY_FAILS);
}
END_TEST

/* A second family that repeats the report, but for one probe.  */
static size_t asked, wrong_at;

static enum assay_status
repeated_error (mpq_ptr error, const struct assay_probe *probe,
                unsigned long fit, unsigned long check)
{
  (void) probe;
  (void) fit;
  mpq_set (error, report.probes[asked].error);
  if (asked++ == wrong_at)
    mpz_add_ui (mpq_numref (error), mpq_numref (error), 1 + (check == 0));
  return ASSAY_OK;
}

START_TEST (every_probe_is_compared)
{
  struct assay_second_family family = assay_oracle;

  family.probe_error = repeated_error;
  for (wrong_at = 0; wrong_at <= ASSAY_JORDAN_ROPE_PROBES; wrong_at++)
    {
      asked = 0;
      ck_assert_int_eq (assay_jordan_tables_agree (&report, &family),
                        wrong_at < ASSAY_JORDAN_ROPE_PROBES ? ASSAY_FAILS
                                                            : ASSAY_HOLDS);
    }
}
END_TEST

/* Each error of a length that is not the fit's own is another's multiple.  */
START_TEST (scaling_is_asked_of_every_length)
{
  size_t i, noticed = 0;

  for (i = 0; i < ASSAY_JORDAN_ROPE_MSE; i++)
    {
      struct assay_probe_result *p = &report.probes[i];
      mpz_ptr numerator = mpq_numref (p->error);

      if (p->length == p->fit)
        continue;
      mpz_add_ui (numerator, numerator, 1);
      noticed += assay_jordan_scaling (&report) == ASSAY_FAILS;
      mpz_sub_ui (numerator, numerator, 1);
    }
  ck_assert_uint_gt (noticed, 0);
  ck_assert_int_eq (assay_jordan_scaling (&report), ASSAY_HOLDS);
}
END_TEST

START_TEST (page_names_every_group_and_limit)
{
  struct assay_text page;
  size_t i;

  assay_text_init (&page);
  assay_jordan_rope_text (&page, &report);
  for (i = 0; i < ASSAY_JORDAN_ROPE_LIMITS; i++)
    {
      ck_assert_ptr_nonnull (strstr (assay_text_string (&page),
                                     report.limits[i].id));
      ck_assert_ptr_nonnull (strstr (assay_text_string (&page),
                                     report.limits[i].value.text));
    }
  ck_assert_ptr_nonnull (strstr (assay_text_string (&page),
                                 "24 of 24 groups hold"));
  assay_text_clear (&page);
}
END_TEST

int
main (void)
{
  Suite *suite = suite_create ("jordan_lesson");
  TCase *table = tcase_create ("table");

  tcase_add_unchecked_fixture (table, run_lesson, forget_lesson);
  tcase_add_loop_test (table, figures_are_the_published_ones, 0,
                       sizeof tables / sizeof tables[0]);
  tcase_add_test (table, every_group_holds);
  tcase_add_loop_test (table, ceilings_are_the_published_ones, 0,
                       sizeof ceilings / sizeof ceilings[0]);
  tcase_add_test (table, fitted_ceilings_are_the_published_ones);
  tcase_add_test (table, f32_findings);
  tcase_add_test (table, page_names_every_group_and_limit);
  tcase_add_test (table, an_oracle_that_differs_is_noticed);
  tcase_add_test (table, every_probe_is_compared);
  tcase_add_test (table, scaling_is_asked_of_every_length);
  tcase_set_timeout (table, 300);
  suite_add_tcase (suite, table);
  return testing_run_real (suite);
}
