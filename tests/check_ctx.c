/* check_ctx.c -- the budget, the clock and the record of the first error */

#include <limits.h>
#include <string.h>

#include "base/ctx.h"
#include "testing.h"

#define ROWS(table) ((int) (sizeof table / sizeof table[0]))

static const struct assay_where keys = { NULL, "keys", 0 };
static const struct assay_where second = { &keys, NULL, 1 };
static const struct assay_where first = { &second, NULL, 0 };
static const struct assay_where scale = { &second, "scale", 0 };
static const struct assay_where nowhere = { NULL, "", 0 };

static const struct { const struct assay_where *where; const char *text; }
places[] = {
  { NULL, "request" }, { &keys, "keys" }, { &second, "keys[1]" },
  { &first, "keys[1][0]" }, { &scale, "keys[1].scale" }, { &nowhere, "" },
};

START_TEST (place_reads_as_a_json_path)
{
  char text[80];

  assay_where_render (text, sizeof text, places[_i].where);
  ck_assert_str_eq (text, places[_i].text);
}
END_TEST

/* Cut at every size, the text is the head of the whole one.  */
START_TEST (place_is_cut_to_its_size)
{
  const char *whole = places[_i].text;
  char text[80];
  size_t size;

  for (size = 1; size < 16; size++)
    {
      size_t kept = strlen (whole) < size ? strlen (whole) : size - 1;

      memset (text, '#', sizeof text);
      assay_where_render (text, size, places[_i].where);
      ck_assert_uint_eq (strlen (text), kept);
      ck_assert (strncmp (text, whole, kept) == 0);
      ck_assert_int_eq (text[size], '#');
    }
}
END_TEST

static const struct
{
  enum assay_status status;
  const struct assay_where *where;
  const char *source, *text;
} renderings[] = {
  { ASSAY_ETYPE, &first, "request.json",
    "request.json: keys[1][0]: type: expected a digit, found true" },
  { ASSAY_EVALUE, &keys, NULL, "keys: value: expected a digit, found true" },
  { ASSAY_ELIMIT, NULL, "-",
    "-: request: limit: expected a digit, found true" },
  { ASSAY_EIO, &nowhere, "x.json",
    "x.json: io: expected a digit, found true" },
  { ASSAY_ESYNTAX, &nowhere, NULL, "syntax: expected a digit, found true" },
};

START_TEST (error_says_where_what_was_expected_and_what_was_found)
{
  struct assay_ctx ctx;
  char text[200];

  assay_ctx_init (&ctx);
  ck_assert_int_eq (assay_fail (&ctx, renderings[_i].status,
                                renderings[_i].where, "a digit", "%s",
                                "true"), renderings[_i].status);
  assay_error_render (text, sizeof text, &ctx.error, renderings[_i].source);
  ck_assert_str_eq (text, renderings[_i].text);
}
END_TEST

START_TEST (error_at_a_position_carries_line_and_column)
{
  struct assay_ctx ctx;
  char text[200];

  assay_ctx_init (&ctx);
  ck_assert_int_eq (assay_fail_at (&ctx, ASSAY_ESYNTAX, 3, 17, "a digit",
                                   "\"%s\""), ASSAY_ESYNTAX);
  assay_error_render (text, sizeof text, &ctx.error, "a.claims");
  ck_assert_str_eq (text,
                    "a.claims:3:17: syntax: expected a digit, found \"%s\"");
}
END_TEST

START_TEST (first_error_is_kept)
{
  struct assay_ctx ctx;

  assay_ctx_init (&ctx);
  assay_fail (&ctx, ASSAY_ETYPE, &keys, "a list", "%d", 7);
  ck_assert_int_eq (assay_fail (&ctx, ASSAY_ELIMIT, &first, "less", "more"),
                    ASSAY_ETYPE);
  ck_assert_int_eq (assay_fail_at (&ctx, ASSAY_ESYNTAX, 1, 2, "x", "y"),
                    ASSAY_ETYPE);
  ck_assert_str_eq (ctx.error.where, "keys");
  ck_assert_str_eq (ctx.error.expected, "a list");
  ck_assert_str_eq (ctx.error.found, "7");
  ck_assert_int_eq (ctx.error.is_position, 0);
  assay_ctx_forgive (&ctx);
  ck_assert_int_eq (assay_fail (&ctx, ASSAY_EVALUE, &first, "x", "y"),
                    ASSAY_EVALUE);
  ck_assert_str_eq (ctx.error.where, "keys[1][0]");
}
END_TEST

/* The expectation is text as it is; only what was found has a format.  */
START_TEST (percent_of_an_expectation_stays)
{
  struct assay_ctx ctx;

  assay_ctx_init (&ctx);
  assay_fail (&ctx, ASSAY_EVALUE, &keys, "at most 5%s of 100%d", "%d%%", 6);
  ck_assert_str_eq (ctx.error.expected, "at most 5%s of 100%d");
  ck_assert_str_eq (ctx.error.found, "6%");
}
END_TEST

START_TEST (error_longer_than_its_record_is_cut)
{
  char longer[1000], text[1200];
  struct assay_ctx ctx;

  memset (longer, 'x', sizeof longer);
  longer[sizeof longer - 1] = '\0';
  assay_ctx_init (&ctx);
  assay_fail (&ctx, ASSAY_EVALUE, &keys, longer, "%s", longer);
  ck_assert_uint_eq (strlen (ctx.error.expected),
                     sizeof ctx.error.expected - 1);
  ck_assert_uint_eq (strlen (ctx.error.found), sizeof ctx.error.found - 1);
  assay_error_render (text, 20, &ctx.error, "request.json");
  ck_assert_str_eq (text, "request.json: keys:");
}
END_TEST

START_TEST (new_context_has_the_default_budgets_and_no_error)
{
  struct assay_ctx ctx;

  memset (&ctx, 0xff, sizeof ctx);
  assay_ctx_init (&ctx);
  ck_assert_uint_eq (ctx.max_bits, 1ul << 30);
  ck_assert_uint_eq (ctx.rotations, 0);
  ck_assert_int_eq (ctx.error.status, ASSAY_OK);
  ck_assert_int_eq (assay_ctx_in_time (&ctx, NULL), ASSAY_OK);
}
END_TEST

START_TEST (budget_is_afforded_up_to_its_last_bit)
{
  struct assay_ctx ctx;

  assay_ctx_init (&ctx);
  ctx.max_bits = 1000;
  ck_assert_int_eq (assay_ctx_afford (&ctx, &keys, "scores", 1000),
                    ASSAY_OK);
  ck_assert_int_eq (ctx.error.status, ASSAY_OK);
  ck_assert_int_eq (assay_ctx_afford (&ctx, &keys, "scores", 1001),
                    ASSAY_ELIMIT);
  ck_assert_str_eq (ctx.error.where, "keys");
  ck_assert_str_eq (ctx.error.expected, "scores of at most 1000 bits");
  ck_assert_str_eq (ctx.error.found, "a prediction of 1001 bits");
  assay_ctx_forgive (&ctx);
  ck_assert_int_eq (assay_ctx_afford (&ctx, NULL, "scores", ULLONG_MAX),
                    ASSAY_ELIMIT);
  ck_assert_str_eq (ctx.error.found, "a prediction beyond 2^64 bits");
}
END_TEST

static void
wait_for_deadline (const struct assay_ctx *ctx)
{
  struct timespec now;

  do
    clock_gettime (CLOCK_MONOTONIC, &now);
  while (now.tv_sec < ctx->deadline.tv_sec
         || (now.tv_sec == ctx->deadline.tv_sec
             && now.tv_nsec < ctx->deadline.tv_nsec));
}

START_TEST (clock_refuses_after_its_deadline_and_not_before)
{
  struct assay_ctx ctx;

  assay_ctx_init (&ctx);
  assay_ctx_start_clock (&ctx, 3600000);
  ck_assert_int_eq (assay_ctx_in_time (&ctx, &keys), ASSAY_OK);
  assay_ctx_start_clock (&ctx, 2);
  wait_for_deadline (&ctx);
  ck_assert_int_eq (assay_ctx_in_time (&ctx, &keys), ASSAY_ELIMIT);
  ck_assert_str_eq (ctx.error.expected, "an answer within 0.002 s");
  assay_ctx_forgive (&ctx);
  assay_ctx_start_clock (&ctx, 0);
  ck_assert_int_eq (assay_ctx_in_time (&ctx, &keys), ASSAY_OK);
}
END_TEST

/* Every length of clock gives a deadline with less than a second of
   nanoseconds.  */
START_TEST (deadline_is_a_normal_time)
{
  struct assay_ctx ctx;
  unsigned long ms;

  assay_ctx_init (&ctx);
  for (ms = 1; ms < 5000; ms += 7)
    {
      assay_ctx_start_clock (&ctx, ms);
      ck_assert_int_ge (ctx.deadline.tv_nsec, 0);
      ck_assert_int_lt (ctx.deadline.tv_nsec, 1000000000);
    }
}
END_TEST

/* Not a nanosecond before MILLISECONDS are over, and not after those that
   have gone by until the clock is looked at.  */
START_TEST (deadline_is_as_far_as_was_asked)
{
  static const unsigned long milliseconds[] = { 1, 999, 1000, 2999, 86400001 };
  unsigned long ms = milliseconds[_i];
  struct timespec before, after;
  struct assay_ctx ctx;
  long long due;

  assay_ctx_init (&ctx);
  clock_gettime (CLOCK_MONOTONIC, &before);
  assay_ctx_start_clock (&ctx, ms);
  clock_gettime (CLOCK_MONOTONIC, &after);
  due = ctx.deadline.tv_sec * 1000000000ll + ctx.deadline.tv_nsec
        - (long long) ms * 1000000;
  ck_assert (due >= before.tv_sec * 1000000000ll + before.tv_nsec);
  ck_assert (due <= after.tv_sec * 1000000000ll + after.tv_nsec);
}
END_TEST

static const struct { unsigned long long a, b, product, sum; }
saturations[] = {
  { 0, 0, 0, 0 }, { 0, ULLONG_MAX, 0, ULLONG_MAX },
  { ULLONG_MAX, 0, 0, ULLONG_MAX },
  { ULLONG_MAX, 1, ULLONG_MAX, ULLONG_MAX },
  { 1, ULLONG_MAX - 1, ULLONG_MAX - 1, ULLONG_MAX },
  { 1ull << 32, 1ull << 32, ULLONG_MAX, 1ull << 33 },
  { 1ull << 31, 1ull << 32, 1ull << 63, (1ull << 31) + (1ull << 32) },
  { 0xffffffffull, 0x100000001ull, ULLONG_MAX, 0x200000000ull },
  { 3, 5, 15, 8 },
};

START_TEST (predictions_saturate_and_do_not_wrap)
{
  unsigned long long a = saturations[_i].a, b = saturations[_i].b;

  ck_assert (assay_saturating_mul (a, b) == saturations[_i].product);
  ck_assert (assay_saturating_mul (b, a) == saturations[_i].product);
  ck_assert (assay_saturating_add (a, b) == saturations[_i].sum);
  ck_assert (assay_saturating_add (b, a) == saturations[_i].sum);
}
END_TEST

/* Against GMP, which does not wrap.  */
START_TEST (predictions_equal_exact_ones_cut_at_the_top)
{
  unsigned long long a, b;
  mpz_t x, y, top;
  size_t i;

  mpz_inits (x, y, top, NULL);
  mpz_ui_pow_ui (top, 2, 64);
  mpz_sub_ui (top, top, 1);
  for (i = 0; i < testing_count (20000); i++)
    {
      mpz_t exact;

      testing_integer (x, 64);
      testing_integer (y, 64);
      mpz_abs (x, x);
      mpz_abs (y, y);
      a = mpz_get_ui (x);
      b = mpz_get_ui (y);
      mpz_init (exact);
      mpz_mul (exact, x, y);
      if (mpz_cmp (exact, top) > 0)
        mpz_set (exact, top);
      ck_assert_msg (mpz_cmp_ui (exact, assay_saturating_mul (a, b)) == 0,
                     "case %zu, seed %lu", i, testing_seed ());
      mpz_add (exact, x, y);
      if (mpz_cmp (exact, top) > 0)
        mpz_set (exact, top);
      ck_assert_msg (mpz_cmp_ui (exact, assay_saturating_add (a, b)) == 0,
                     "case %zu, seed %lu", i, testing_seed ());
      mpz_clear (exact);
    }
  mpz_clears (x, y, top, NULL);
}
END_TEST

START_TEST (names_and_exit_statuses_are_the_documented_ones)
{
  ck_assert_str_eq (assay_status_name (ASSAY_OK), "ok");
  ck_assert_str_eq (assay_status_name (ASSAY_ETYPE), "type");
  ck_assert_str_eq (assay_status_name (ASSAY_EVALUE), "value");
  ck_assert_str_eq (assay_status_name (ASSAY_ELIMIT), "limit");
  ck_assert_str_eq (assay_status_name (ASSAY_ESYNTAX), "syntax");
  ck_assert_str_eq (assay_status_name (ASSAY_EIO), "io");
  ck_assert_str_eq (assay_verdict_name (ASSAY_HOLDS), "holds");
  ck_assert_str_eq (assay_verdict_name (ASSAY_FAILS), "fails");
  ck_assert_str_eq (assay_verdict_name (ASSAY_OPEN), "open");
  ck_assert_int_eq (assay_verdict_exit (ASSAY_HOLDS), 0);
  ck_assert_int_eq (assay_verdict_exit (ASSAY_FAILS), 1);
  ck_assert_int_eq (assay_verdict_exit (ASSAY_OPEN), 3);
  ck_assert_int_eq (ASSAY_EXIT_MISUSE, 2);
}
END_TEST

static Suite *
ctx_suite (void)
{
  Suite *suite = suite_create ("ctx");
  TCase *table = tcase_create ("table");
  TCase *special = tcase_create ("special");
  TCase *relations = tcase_create ("relations");

  tcase_add_loop_test (table, place_reads_as_a_json_path, 0, ROWS (places));
  tcase_add_loop_test (table,
                       error_says_where_what_was_expected_and_what_was_found,
                       0, ROWS (renderings));
  tcase_add_loop_test (table, predictions_saturate_and_do_not_wrap, 0,
                       ROWS (saturations));
  tcase_add_test (table, names_and_exit_statuses_are_the_documented_ones);
  suite_add_tcase (suite, table);
  tcase_add_loop_test (special, place_is_cut_to_its_size, 0, ROWS (places));
  tcase_add_test (special, error_at_a_position_carries_line_and_column);
  tcase_add_test (special, first_error_is_kept);
  tcase_add_test (special, percent_of_an_expectation_stays);
  tcase_add_test (special, error_longer_than_its_record_is_cut);
  tcase_add_test (special, new_context_has_the_default_budgets_and_no_error);
  tcase_add_test (special, budget_is_afforded_up_to_its_last_bit);
  tcase_add_test (special, clock_refuses_after_its_deadline_and_not_before);
  tcase_add_test (special, deadline_is_a_normal_time);
  tcase_add_loop_test (special, deadline_is_as_far_as_was_asked, 0, 5);
  suite_add_tcase (suite, special);
  tcase_add_test (relations, predictions_equal_exact_ones_cut_at_the_top);
  suite_add_tcase (suite, relations);
  return suite;
}

int
main (void)
{
  return testing_run (ctx_suite ());
}
