/* check_agree_attention.c -- attention by both families, on random requests

   The lesson's 288 fixtures are run by the lesson; here are 20,000 more, of
   1 to 6 positions, rational entries, masks, causal or not, and in every
   fifth huge values that cancel.  Every weight and output must lie where the
   oracle says, every rational exactly, every float of every format, and every
   printed double to 2e-12.  */

#include <stdlib.h>

#include "attention/quotient.h"
#include "cli/families.h"
#include "drawn.h"
#include "exact/rat.h"
#include "oracle.h"
#include "testing_real.h"

/* By turns: like the lesson, rational entries, many features, many values,
   larger scores.  */
static const struct
{
  size_t cases;
  struct drawn_attention shape;
} draws[] = {
  { 13000, { 4, 4, 2, 3 } }, { 4000, { 6, 8, 2, 5 } },
  { 2000, { 3, 70, 1, 3 } }, { 1000, { 6, 2, 6, 4 } },
  { 500, { 3, 8, 2, 9 } },
};

enum { DRAWS = sizeof draws / sizeof draws[0], COMPARE_BITS = 192,
       INSIDE_BITS = 1024, INSIDE_EVERY = 3, CANCEL_EVERY = 5 };

/* Names the case in a failure's message.  */
struct place
{
  size_t number, i, j;
  const char *what;
  const struct assay_attention *request;
};

static void
fail_at (const struct place *place, const char *why)
{
  struct assay_text text;

  assay_text_init (&text);
  drawn_attention_spell (&text, place->request);
  ck_abort_msg ("case %zu, %s (%zu, %zu): %s, seed %lu:\n%s", place->number,
                place->what, place->i, place->j, why, testing_seed (),
                assay_text_string (&text));
}

/* ROUNDED <- what the oracle rounds both ends of BOUNDS to, and 1, when that
   is one finite number.  */
static int
oracle_rounds (mpq_ptr rounded, const struct assay_bounds *bounds,
               enum assay_fmt fmt)
{
  const struct oracle_format *format
    = oracle_format_named (assay_fmt_shape (fmt)->name);
  struct oracle_fraction *f = oracle_fractions_new (3);
  int finite;

  mpz_set (f[0].num, mpq_numref (bounds->lo));
  mpz_set (f[0].den, mpq_denref (bounds->lo));
  mpz_set (f[1].num, mpq_numref (bounds->hi));
  mpz_set (f[1].den, mpq_denref (bounds->hi));
  finite = oracle_round (&f[2], &f[0], format) == ORACLE_FINITE
           && oracle_round (&f[0], &f[1], format) == ORACLE_FINITE
           && oracle_fraction_equal (&f[0], &f[2]);
  if (finite)
    {
      mpz_set (mpq_numref (rounded), f[2].num);
      mpz_set (mpq_denref (rounded), f[2].den);
      mpq_canonicalize (rounded);
    }
  oracle_fractions_free (f, 3);
  return finite;
}

/* How often the oracle decided a float: a test that never compares one
   proves nothing.  */
static size_t floats_compared;

static void
assert_float (const struct assay_quotient *q,
              const struct assay_bounds *bounds, enum assay_fmt fmt,
              const struct place *place)
{
  mpq_t ours, theirs;
  uint64_t bits;

  mpq_inits (ours, theirs, NULL);
  bits = assay_quotient_round (q, fmt);
  if (oracle_rounds (theirs, bounds, fmt))
    {
      floats_compared++;
      if (assay_fmt_decode (ours, bits, fmt) != ASSAY_FMT_FINITE
          || !mpq_equal (ours, theirs))
        fail_at (place, assay_fmt_shape (fmt)->name);
      if (mpq_sgn (bounds->lo) > 0 && assay_fmt_is_negative (bits, fmt))
        fail_at (place, "sign of a positive number");
      if (mpq_sgn (bounds->hi) < 0 && !assay_fmt_is_negative (bits, fmt))
        fail_at (place, "sign of a negative number");
      testing_agreed (1);
    }
  mpq_clears (ours, theirs, NULL);
}

/* |A - B| <= 2e-12 unless A is beyond 1, and <= 2e-12 |A| unless that is
   below what the oracle can tell.  */
static int
within_tolerance (mpq_srcptr a, mpq_srcptr b)
{
  mpq_t difference, tolerance, relative;
  int close;

  mpq_inits (difference, tolerance, relative, NULL);
  mpq_sub (difference, a, b);
  mpq_abs (difference, difference);
  mpq_set_ui (tolerance, 1, 500000000000);
  mpq_abs (relative, a);
  close = mpq_cmp_ui (relative, 1, 1) > 0
          || mpq_cmp (difference, tolerance) <= 0;
  mpq_mul (relative, relative, tolerance);
  mpz_set_ui (mpq_numref (tolerance), 1);
  mpz_ui_pow_ui (mpq_denref (tolerance), 10, 150);
  close = close && (mpq_cmp (difference, relative) <= 0
                    || mpq_cmp (difference, tolerance) <= 0);
  mpq_clears (difference, tolerance, relative, NULL);
  return close;
}

/* Whether both bounds round to the infinite double of BITS: they are half an
   ulp or more beyond the largest one, 2^1024 - 2^971.  */
static int
is_overflow (uint64_t bits, const struct assay_bounds *bounds)
{
  int negative = bits >> 63 != 0, overflows;
  mpq_t least;
  mpz_t half_ulp;

  mpq_init (least);
  mpz_init (half_ulp);
  mpz_setbit (half_ulp, 970);
  mpz_setbit (mpq_numref (least), 1024);
  mpz_sub (mpq_numref (least), mpq_numref (least), half_ulp);
  if (negative)
    mpq_neg (least, least);
  overflows = negative ? mpq_cmp (bounds->hi, least) <= 0
                       : mpq_cmp (bounds->lo, least) >= 0;
  mpz_clear (half_ulp);
  mpq_clear (least);
  return overflows;
}

/* The double that a program would print is within 2e-12 of both bounds, or
   infinite where they are beyond every double.  */
static void
assert_double (const struct assay_quotient *q,
               const struct assay_bounds *bounds, const struct place *place)
{
  uint64_t bits = assay_quotient_round (q, ASSAY_FMT_F64);
  enum assay_fmt_class class;
  mpq_t ours;

  mpq_init (ours);
  class = assay_fmt_decode (ours, bits, ASSAY_FMT_F64);
  if (class == ASSAY_FMT_INFINITE && !is_overflow (bits, bounds))
    fail_at (place, "the double is infinite, the number is not beyond all");
  if (class == ASSAY_FMT_FINITE && (!within_tolerance (ours, bounds->lo)
                                    || !within_tolerance (ours, bounds->hi)))
    fail_at (place, "the double is more than 2e-12 away");
  ck_assert_int_ne (class, ASSAY_FMT_NAN);
  testing_agreed (1);
  mpq_clear (ours);
}

/* A number of a row against what the oracle says of it.  */
typedef void judge (const struct assay_quotient *q,
                    const struct assay_bounds *bounds,
                    const struct place *place);

static void
assert_meets (const struct assay_quotient *q,
              const struct assay_bounds *bounds, const struct place *place)
{
  mpfr_t low, high;
  mpq_t lo, hi;

  mpq_inits (lo, hi, NULL);
  if (assay_quotient_rational (lo, q) == ASSAY_HOLDS)
    {
      if (mpq_cmp (lo, bounds->lo) < 0 || mpq_cmp (lo, bounds->hi) > 0)
        fail_at (place, "the rational lies elsewhere");
    }
  else
    {
      mpfr_inits2 (COMPARE_BITS, low, high, (mpfr_ptr) 0);
      assay_quotient_enclose (low, high, q, COMPARE_BITS);
      mpfr_get_q (lo, low);
      mpfr_get_q (hi, high);
      mpfr_clears (low, high, (mpfr_ptr) 0);
      if (mpq_cmp (lo, bounds->hi) > 0 || mpq_cmp (bounds->lo, hi) > 0)
        fail_at (place, "the enclosures do not meet");
    }
  testing_agreed (1);
  mpq_clears (lo, hi, NULL);
}

static void
assert_rounds (const struct assay_quotient *q,
               const struct assay_bounds *bounds, const struct place *place)
{
  int fmt;

  for (fmt = 0; fmt < ASSAY_FMT_COUNT; fmt++)
    assert_float (q, bounds, (enum assay_fmt) fmt, place);
  assert_double (q, bounds, place);
}

/* Q lies between the oracle's bounds of 200 digits: so does an enclosure that
   is narrower yet, or else exact comparison has the word.  */
static void
assert_inside (const struct assay_quotient *q,
               const struct assay_bounds *bounds, const struct place *place)
{
  mpfr_t low, high;
  mpq_t lo, hi;

  if (place->number % INSIDE_EVERY != 0)
    return;
  mpq_inits (lo, hi, NULL);
  mpfr_inits2 (INSIDE_BITS, low, high, (mpfr_ptr) 0);
  assay_quotient_enclose (low, high, q, INSIDE_BITS);
  mpfr_get_q (lo, low);
  mpfr_get_q (hi, high);
  mpfr_clears (low, high, (mpfr_ptr) 0);
  if ((mpq_cmp (lo, bounds->lo) < 0
       && assay_quotient_compare (q, bounds->lo) < 0)
      || (mpq_cmp (hi, bounds->hi) > 0
          && assay_quotient_compare (q, bounds->hi) > 0))
    fail_at (place, "the number lies outside the oracle's bounds");
  testing_agreed (1);
  mpq_clears (lo, hi, NULL);
}

static void
assert_row (struct assay_softmax *row, const struct assay_attention *r,
            const struct assay_bounds *weights,
            const struct assay_bounds *output, struct place *place,
            judge *judge)
{
  struct assay_vec sums;

  assay_vec_init (&sums, row->classes.count);
  place->what = "weight";
  for (place->j = 0; place->j < r->k.rows; place->j++)
    {
      struct assay_quotient q = { row, NULL, row->classes.class_of[place->j] };
      const struct assay_bounds *bounds = &weights[place->j];

      if (q.c != ASSAY_BLOCKED)
        judge (&q, bounds, place);
      else if (mpq_sgn (bounds->lo) != 0 || mpq_sgn (bounds->hi) != 0)
        fail_at (place, "a blocked weight is not 0");
    }
  place->what = "output";
  for (place->j = 0; place->j < r->v.columns; place->j++)
    {
      struct assay_quotient q = { row, sums.at, 0 };

      assay_classes_sum (sums.at, &row->classes, r->v.at + place->j,
                         r->v.columns);
      judge (&q, &output[place->j], place);
    }
  assay_vec_clear (&sums);
}

/* Two values of the first column <- 2^K and, but for a small number, what
   cancels it in the last row's output: K of its leading bits are lost.  Row
   and column stay as they are where the row sees one class of keys.  */
static void
let_values_cancel (struct assay_attention *r)
{
  size_t n = r->q.rows, a = 0, b, c;
  struct assay_softmax row;
  mpfr_t lo, hi, share;
  mpq_ptr first, second;
  mpq_t small;

  assay_attention_row (&row, r, n - 1);
  while (row.classes.class_of[a] == ASSAY_BLOCKED)
    a++;
  b = a;
  for (c = a + 1; c < n; c++)
    if (row.classes.class_of[c] != ASSAY_BLOCKED
        && row.classes.class_of[c] != row.classes.class_of[a])
      b = c;
  if (b != a)
    {
      first = r->v.at[a * r->v.columns];
      second = r->v.at[b * r->v.columns];
      mpfr_inits2 (512, lo, hi, share, (mpfr_ptr) 0);
      mpq_init (small);
      assay_softmax_weight (share, hi, &row, row.classes.class_of[a], 512);
      assay_softmax_weight (lo, hi, &row, row.classes.class_of[b], 512);
      mpfr_div (share, share, lo, MPFR_RNDN);
      mpq_set_ui (first, 1, 1);
      mpq_mul_2exp (first, first, drawn_size (400));
      mpfr_get_q (second, share);
      mpq_mul (second, second, first);
      drawn_component (small, 8);
      mpq_sub (second, small, second);
      mpq_clear (small);
      mpfr_clears (lo, hi, share, (mpfr_ptr) 0);
    }
  assay_softmax_clear (&row);
}

static void
assert_request_agrees (const struct assay_attention *r, size_t number)
{
  static judge *const judges[]
    = { assert_meets, assert_rounds, assert_inside };
  size_t n = r->q.rows, columns = r->v.columns, j;
  struct assay_bounds *weights = assay_bounds_new (n * n);
  struct assay_bounds *output = assay_bounds_new (n * columns);
  struct place place = { .number = number, .request = r };

  ck_assert_int_eq (assay_oracle.attention (weights, output, r), ASSAY_OK);
  for (place.i = 0; place.i < n; place.i++)
    {
      struct assay_softmax row;

      assay_attention_row (&row, r, place.i);
      /* One judge after the other, so that a row is evaluated once for
         each.  */
      for (j = 0; j < sizeof judges / sizeof judges[0]; j++)
        assert_row (&row, r, weights + place.i * n,
                    output + place.i * columns, &place, judges[j]);
      assay_softmax_clear (&row);
    }
  assay_bounds_free (weights, n * n);
  assay_bounds_free (output, n * columns);
}

START_TEST (weights_and_outputs_are_the_oracles)
{
  size_t cases = testing_count (draws[_i].cases), i;
  struct assay_attention request;

  floats_compared = 0;
  for (i = 0; i < cases; i++)
    {
      drawn_attention (&request, &draws[_i].shape);
      if (i % CANCEL_EVERY == 0)
        let_values_cancel (&request);
      assert_request_agrees (&request, i);
      assay_attention_clear (&request);
    }
  ck_assert_uint_ge (floats_compared, cases * 6);
}
END_TEST

static Suite *
agree_attention_suite (void)
{
  Suite *suite = suite_create ("agree_attention");
  TCase *oracle = tcase_create ("oracle");

  tcase_add_loop_test (oracle, weights_and_outputs_are_the_oracles, 0, DRAWS);
  tcase_set_timeout (oracle, 600);
  suite_add_tcase (suite, oracle);
  return suite;
}

int
main (void)
{
  return testing_run_real (agree_attention_suite ());
}
