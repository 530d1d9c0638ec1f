/* check_shard_report.c -- what a shard found, written, read and added up */

#include <math.h>
#include <string.h>

#include "kernel/regions.h"
#include "same_measure.h"
#include "shard_file.h"
#include "tensor_testing.h"
#include "testing.h"

static const size_t shape[] = { 2, 3, 2, 3 };

enum { ALL = 2 * 3 * 2 * 3 };

/* ---- measures ---- */

/* MEASURE counts element I, wrong at random: by 0, by a vast error, without a
   bound.  */
static void
add_drawn (struct assay_measure *measure, size_t i)
{
  const size_t index[] = { i / 18, i / 6 % 3, i / 3 % 2, i % 3 };
  struct assay_element element = { 0 };
  struct assay_element_error error;
  double ulps = ldexp (1 + (double) testing_below (1000) / 1000,
                       (int) testing_between (-30, 63));

  memset (&error, 0, sizeof error);
  element.got = testing_below (1 << 16);
  element.rounded = testing_below (1 << 16);
  error.bit_equal = testing_below (3) == 0;
  error.ulps.low = testing_below (5) ? ulps : 0;
  error.ulps.high = ulps * (1 + 0x1p-30);
  if (testing_below (6) == 0)
    error.ulps.high = INFINITY;
  if (testing_below (8) == 0)
    error.ulps.low = error.ulps.high = INFINITY;
  error.mass.low = (double) testing_below (9) / 3;
  error.mass.high = error.mass.low + 1;
  error.absolute.low = error.absolute.high = ldexp (ulps, -900);
  error.relative.low = 0;
  error.relative.high = testing_below (9) ? ulps / 3 : INFINITY;
  assay_measure_add (measure, index, &element, &error,
                     testing_below (4) ? ASSAY_HOLDS : ASSAY_OPEN);
}

/* MEASURE <- of the elements FIRST, FIRST + STEP, ...  */
static void
draw_measure (struct assay_measure *measure, size_t first, size_t step)
{
  size_t i;

  assay_measure_init (measure, ASSAY_FMT_F16, shape);
  for (i = first; i < ALL; i += step)
    add_drawn (measure, i);
}

/* MEASURE <- of more elements than bounds are kept of, all right.  */
static void
make_large (struct assay_measure *measure)
{
  static const size_t large[] = { 1, 1, 1, 1 };
  const uint64_t count = ASSAY_MEASURE_EACH + 1;
  int k;

  assay_measure_init (measure, ASSAY_FMT_F64, large);
  measure->elements = measure->bit_equal = count;
  measure->low[ASSAY_REGION_ZERO] = count;
  measure->high[ASSAY_REGION_BELOW] = count;
  measure->ulps.got = UINT64_C (0xfff8000000000000);
  for (k = 0; k < ASSAY_MEASURE_AXES; k++)
    measure->slice[k][0].elements = count;
}

static void
assert_same_sum (const struct assay_ulp_sum *a, const struct assay_ulp_sum *b)
{
  mpz_t x, y;

  mpz_init_set (x, a->total);
  mpz_init_set (y, b->total);
  mpz_add_ui (x, x, (unsigned long) a->pending);
  mpz_add_ui (y, y, (unsigned long) b->pending);
  ck_assert_int_eq (mpz_cmp (x, y), 0);
  mpz_clears (x, y, NULL);
}

static void
assert_same (const struct assay_measure *a, const struct assay_measure *b)
{
  ck_assert_int_eq (a->fmt, b->fmt);
  ck_assert_mem_eq (a->shape, b->shape, sizeof a->shape);
  testing_assert_same_measure (a, b);
  assert_same_sum (&a->low_sum, &b->low_sum);
  assert_same_sum (&a->high_sum, &b->high_sum);
  ck_assert_mem_eq (a->low, b->low, ASSAY_REGIONS * sizeof *a->low);
  ck_assert_mem_eq (a->high, b->high, ASSAY_REGIONS * sizeof *a->high);
  ck_assert_int_eq (a->each == NULL, b->each == NULL);
}

/* ---- reports ---- */

/* A report of two tensors, the second with a plain evaluation, and what it
   borrows.  */
struct sample
{
  struct assay_measure measure[2], naive[2];
  struct assay_judged judged[2];
  struct assay_shard_report report;
};

static void
sample_init (struct sample *s, size_t first, size_t step)
{
  size_t n;

  memset (s, 0, sizeof *s);
  for (n = 0; n < 2; n++)
    {
      draw_measure (&s->measure[n], first, step);
      draw_measure (&s->naive[n], first, step);
      s->judged[n].measure = &s->measure[n];
    }
  s->judged[0].name = "output";
  s->judged[0].worst.exact = "-1/3";
  s->judged[0].open = 3;
  s->judged[0].far = 4 + first;
  s->judged[0].far_open = 5;
  s->judged[1].name = "lse \"2\"";
  s->judged[1].file = "dump/lse.npy";
  s->judged[1].mass = "|c x1|+|s x2|";
  s->judged[1].worst.value = "0.25";
  s->judged[1].worst.lo = "0.2499";
  s->judged[1].worst.hi = "0.2501";
  s->judged[1].naive = &s->naive[1];
  s->report = (struct assay_shard_report) {
    .shard = 1 + first, .shards = step, .command = "assay kernel attention",
    .problem = "softmax (q.k) v", .identity = "0123abcd", .rows = 7,
    .rows_done = 6 + first, .all_rows = 12, .judged = s->judged,
    .measure = s->measure, .naive = s->naive, .count = 2
  };
  assay_criteria_init (&s->report.criteria);
}

static void
sample_clear (struct sample *s)
{
  size_t n;

  for (n = 0; n < 2; n++)
    {
      assay_measure_clear (&s->measure[n]);
      assay_measure_clear (&s->naive[n]);
    }
  assay_criteria_clear (&s->report.criteria);
}

/* BACK <- S's report, written and read.  */
static void
there_and_back (struct assay_shard_report *back, const struct sample *s)
{
  struct assay_text text;
  struct assay_ctx ctx;

  assay_text_init (&text);
  assay_shard_report_put (&text, "1.2.3", &s->report);
  ck_assert_int_eq (shard_file_read (back, &text, &ctx), ASSAY_OK);
  assay_text_clear (&text);
}

/* Null is no text.  */
static void
assert_same_text (const char *a, const char *b)
{
  ck_assert_int_eq (a == NULL, b == NULL);
  if (a)
    ck_assert_str_eq (a, b);
}

static void
assert_same_judged (const struct assay_judged *a,
                    const struct assay_judged *b)
{
  assert_same_text (a->name, b->name);
  assert_same_text (a->file, b->file);
  assert_same_text (a->mass, b->mass);
  ck_assert_uint_eq (a->open, b->open);
  ck_assert_uint_eq (a->far, b->far);
  ck_assert_uint_eq (a->far_open, b->far_open);
  assert_same_text (a->worst.exact, b->worst.exact);
  assert_same_text (a->worst.value, b->worst.value);
  assert_same_text (a->worst.lo, b->worst.lo);
  assert_same_text (a->worst.hi, b->worst.hi);
  assert_same (a->measure, b->measure);
  ck_assert_int_eq (a->naive == NULL, b->naive == NULL);
  if (a->naive)
    assert_same (a->naive, b->naive);
}

START_TEST (a_report_is_read_as_it_was_written)
{
  size_t round, n;

  testing_reseed ();
  for (round = 0; round < testing_count (8); round++)
    {
      struct assay_shard_report back;
      struct sample s;

      sample_init (&s, round % 2, 2);
      there_and_back (&back, &s);
      ck_assert_uint_eq (back.shard, 1 + round % 2);
      ck_assert_uint_eq (back.shards, 2);
      ck_assert_str_eq (back.command, s.report.command);
      ck_assert_str_eq (back.problem, s.report.problem);
      ck_assert_str_eq (back.identity, s.report.identity);
      ck_assert_uint_eq (back.rows, 7);
      ck_assert_uint_eq (back.rows_done, 6 + round % 2);
      ck_assert_uint_eq (back.all_rows, 12);
      ck_assert_uint_eq (back.count, 2);
      for (n = 0; n < 2; n++)
        assert_same_judged (&back.judged[n], &s.judged[n]);
      assay_shard_report_clear (&back);
      sample_clear (&s);
    }
}
END_TEST

START_TEST (a_large_measure_is_read_without_its_elements)
{
  struct assay_shard_report back;
  struct sample s;

  testing_reseed ();
  sample_init (&s, 0, 1);
  assay_measure_clear (&s.measure[0]);
  make_large (&s.measure[0]);
  there_and_back (&back, &s);
  assert_same_judged (&back.judged[0], &s.judged[0]);
  ck_assert_ptr_null (back.measure[0].each);
  assay_shard_report_clear (&back);
  sample_clear (&s);
}
END_TEST

/* Limits that are given, by bits: max_ulp, the tolerance, times_naive.  */
START_TEST (the_criteria_are_read_as_they_were_given)
{
  struct assay_shard_report back;
  struct sample s;

  testing_reseed ();
  sample_init (&s, 0, 1);
  s.report.criteria.has_max_ulp = _i & 1;
  s.report.criteria.has_tolerance = _i >> 1 & 1;
  s.report.criteria.has_times_naive = _i >> 2;
  mpq_set_ui (s.report.criteria.max_ulp, 3, 2);
  mpq_set_ui (s.report.criteria.rtol, 1, 1000);
  mpq_set_ui (s.report.criteria.atol, 1, 7);
  mpq_set_ui (s.report.criteria.times_naive, 5, 1);
  there_and_back (&back, &s);
  ck_assert_int_eq (back.criteria.has_max_ulp, _i & 1);
  ck_assert_int_eq (back.criteria.has_tolerance, _i >> 1 & 1);
  ck_assert_int_eq (back.criteria.has_times_naive, _i >> 2);
  testing_assert_rational (back.criteria.max_ulp, _i & 1 ? "3/2" : "0");
  testing_assert_rational (back.criteria.rtol, _i & 2 ? "1/1000" : "0");
  testing_assert_rational (back.criteria.atol, _i & 2 ? "1/7" : "0");
  testing_assert_rational (back.criteria.times_naive, _i & 4 ? "5" : "0");
  assay_shard_report_clear (&back);
  sample_clear (&s);
}
END_TEST

/* ---- added up ---- */

/* Whose worst element is that of WHOLE, A's or B's.  */
static const struct assay_judged *
worse (const struct assay_measure *whole, const struct assay_judged *a,
       const struct assay_judged *b)
{
  return memcmp (whole->ulps.index, b->measure->ulps.index,
                 sizeof whole->ulps.index) == 0 ? b : a;
}

static void
assert_sum (const struct assay_judged *sum, const struct assay_judged *a,
            const struct assay_judged *b)
{
  const struct assay_judged *worst;
  struct assay_measure whole;

  assay_measure_init (&whole, ASSAY_FMT_F16, shape);
  if (a->naive)
    {
      assay_measure_merge (&whole, b->naive);
      assay_measure_merge (&whole, a->naive);
      assert_same (sum->naive, &whole);
      assay_measure_clear (&whole);
      assay_measure_init (&whole, ASSAY_FMT_F16, shape);
    }
  assay_measure_merge (&whole, b->measure);
  assay_measure_merge (&whole, a->measure);
  assert_same (sum->measure, &whole);
  ck_assert_uint_eq (sum->open, a->open + b->open);
  ck_assert_uint_eq (sum->far, a->far + b->far);
  ck_assert_uint_eq (sum->far_open, a->far_open + b->far_open);
  worst = worse (&whole, a, b);
  assert_same_text (sum->worst.exact, worst->worst.exact);
  assert_same_text (sum->worst.value, worst->worst.value);
  assert_same_text (sum->worst.lo, worst->worst.lo);
  assert_same_text (sum->worst.hi, worst->worst.hi);
  assay_measure_clear (&whole);
}

/* In either order, so that the worst element is once of the second.  */
START_TEST (reports_add_up_to_that_of_one_run)
{
  struct assay_shard_report sum, part;
  struct assay_ctx ctx;
  struct sample s[2];
  size_t n;

  testing_reseed ();
  sample_init (&s[_i], 0, 2);
  sample_init (&s[1 - _i], 1, 2);
  s[1].judged[0].worst.exact = NULL;
  s[1].judged[0].worst.value = "-0.125";
  s[1].judged[1].worst.exact = "1/2";
  s[1].judged[1].worst.value = NULL;
  s[1].judged[1].worst.lo = "0.4999";
  s[1].judged[1].worst.hi = "0.5001";
  there_and_back (&sum, &s[0]);
  there_and_back (&part, &s[1]);
  assay_ctx_init (&ctx);
  ck_assert_int_eq (assay_shard_report_add (&sum, &part, "b", &ctx),
                    ASSAY_OK);
  for (n = 0; n < 2; n++)
    assert_sum (&sum.judged[n], &s[0].judged[n], &s[1].judged[n]);
  ck_assert_uint_eq (sum.rows, 14);
  ck_assert_uint_eq (sum.rows_done, 13);
  ck_assert_uint_eq (sum.all_rows, 12);
  assay_shard_report_clear (&sum);
  assay_shard_report_clear (&part);
  sample_clear (&s[0]);
  sample_clear (&s[1]);
}
END_TEST

/* What the second report has otherwise.  */
static void
change (struct sample *s, int what)
{
  static const size_t other[] = { 2, 3, 3, 2 };

  if (what == 0)
    s->report.shards = 3;
  if (what == 1)
    s->report.identity = "0123abce";
  if (what == 2)
    s->judged[1].name = "lse";
  if (what == 3)
    s->report.count = 1;
  if (what == 4)
    s->judged[1].naive = NULL;
  if (what == 5)
    s->judged[0].naive = &s->naive[0];
  if (what < 6)
    return;
  assay_measure_clear (&s->measure[0]);
  assay_measure_init (&s->measure[0],
                      what == 6 ? ASSAY_FMT_BF16 : ASSAY_FMT_F16,
                      what == 6 ? shape : other);
}

enum { CHANGES = 8 };

START_TEST (a_report_of_another_run_is_not_added)
{
  struct assay_shard_report sum, part;
  struct assay_ctx ctx;
  struct sample a, b;

  testing_reseed ();
  sample_init (&a, 0, 2);
  sample_init (&b, 1, 2);
  change (&b, _i);
  there_and_back (&sum, &a);
  there_and_back (&part, &b);
  assay_ctx_init (&ctx);
  testing_assert_refused (assay_shard_report_add (&sum, &part, "b", &ctx),
                          ASSAY_EVALUE, &ctx, "b: value: expected a shard of "
                          "the same run as the first, found one of another: "
                          "softmax (q.k) v");
  assay_shard_report_clear (&sum);
  assay_shard_report_clear (&part);
  sample_clear (&a);
  sample_clear (&b);
}
END_TEST

int
main (void)
{
  Suite *suite = suite_create ("shard_report");
  TCase *tcase = tcase_create ("shard_report");

  tcase_add_test (tcase, a_report_is_read_as_it_was_written);
  tcase_add_test (tcase, a_large_measure_is_read_without_its_elements);
  tcase_add_loop_test (tcase, the_criteria_are_read_as_they_were_given, 0, 8);
  tcase_add_loop_test (tcase, reports_add_up_to_that_of_one_run, 0, 2);
  tcase_add_loop_test (tcase, a_report_of_another_run_is_not_added, 0,
                       CHANGES);
  suite_add_tcase (suite, tcase);
  return testing_run (suite);
}
