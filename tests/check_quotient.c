/* check_quotient.c -- one weight or output of a row, settled */

#include <stdlib.h>
#include <string.h>

#include "attention/quotient.h"
#include "exact/rat.h"
#include "exact/vec.h"
#include "real/decimal.h"
#include "testing_real.h"

#define ROWS(table) ((int) (sizeof table / sizeof table[0]))

enum { MOST_KEYS = 10, TRUTH_BITS = 1200 };

static void
read_rational (mpq_ptr value, const char *text)
{
  struct assay_ctx ctx;

  assay_ctx_init (&ctx);
  ck_assert_msg (assay_rat_read_decimal (value, text, &ctx, NULL, "x")
                 == ASSAY_OK, "not a number: %s", text);
}

/* V <- N rationals of TEXT, one blank apart; to be cleared.  */
static void
vec_read (struct assay_vec *v, const char *text)
{
  size_t n = 1, i, length;
  char word[200];

  for (i = 0; text[i]; i++)
    n += text[i] == ' ';
  assay_vec_init (v, n);
  for (i = 0; i < n; i++)
    {
      length = strcspn (text, " ");
      memcpy (word, text, length);
      word[length] = '\0';
      read_rational (v->at[i], word);
      text += length + (text[length] == ' ');
    }
}

/* A row of keys with a value each, and the mean of the values.  */
struct mean
{
  struct assay_vec x, v, sums;
  struct assay_softmax row;
  struct assay_quotient q;
};

static void
mean_finish (struct mean *m, unsigned long radicand)
{
  static const unsigned char legal[MOST_KEYS]
    = { 1, 1, 1, 1, 1, 1, 1, 1, 1, 1 };

  assay_softmax_init (&m->row, m->x.at, legal, m->x.n, radicand);
  assay_vec_init (&m->sums, m->row.classes.count);
  assay_classes_sum (m->sums.at, &m->row.classes, m->v.at, 1);
  m->q = (struct assay_quotient) { &m->row, m->sums.at, 0 };
}

static void
mean_read (struct mean *m, const char *scores, const char *values,
           unsigned long radicand)
{
  vec_read (&m->x, scores);
  vec_read (&m->v, values);
  mean_finish (m, radicand);
}

/* MIDDLE + STEP e / (1 + e), e = exp (-BEHIND): next to MIDDLE.  */
static void
mean_beside (struct mean *m, mpq_srcptr middle, mpq_srcptr step,
             const char *behind)
{
  assay_vec_init (&m->x, 2);
  assay_vec_init (&m->v, 2);
  read_rational (m->x.at[0], behind);
  mpq_set (m->v.at[0], middle);
  mpq_add (m->v.at[1], middle, step);
  mean_finish (m, 1);
}

static void
mean_clear (struct mean *m)
{
  assay_softmax_clear (&m->row);
  assay_vec_clear (&m->x);
  assay_vec_clear (&m->v);
  assay_vec_clear (&m->sums);
}

static void
mean_draw (struct mean *m, long reach)
{
  size_t n = 2 + testing_below (MOST_KEYS - 1), j;

  assay_vec_init (&m->x, n);
  assay_vec_init (&m->v, n);
  for (j = 0; j < n; j++)
    {
      if (j > 0 && testing_below (3) == 0)
        mpq_set (m->x.at[j], m->x.at[testing_below (j)]);
      else
        mpq_set_si (m->x.at[j], testing_between (-reach, reach),
                    1 + testing_below (9));
      mpq_canonicalize (m->x.at[j]);
      if (j > 0 && testing_below (3) == 0)
        mpq_neg (m->v.at[j], m->v.at[j - 1]);
      else if (testing_below (2))
        mpq_set_si (m->v.at[j], testing_between (-3, 3), 1);
      else
        testing_rational (m->v.at[j], 30);
    }
  mean_finish (m, 1 + testing_below (5));
}

/* LO, HI <- rationals about Q, the closer the more BITS.  */
static void
bounds_of (mpq_ptr lo, mpq_ptr hi, const struct assay_quotient *q,
           mpfr_prec_t bits)
{
  mpfr_t l, h;

  mpfr_inits2 (bits, l, h, (mpfr_ptr) 0);
  assay_quotient_enclose (l, h, q, bits);
  mpfr_get_q (lo, l);
  mpfr_get_q (hi, h);
  mpfr_clears (l, h, (mpfr_ptr) 0);
}

static const struct { const char *scores, *values; unsigned long radicand;
                      const char *mean; } rationals[] = {
  { "0", "7/3", 1, "7/3" }, { "5 5", "1 2", 3, "3/2" },
  { "0 0 0", "2 4 6", 1, "4" }, { "0 1", "7 7", 2, "7" },
  { "0 1 0 1", "1 2 3 2", 1, "2" }, { "0 1 0 1", "1 2 3 3", 1, NULL },
  { "0 1", "0 4", 1, NULL }, { "1 1 2", "1 -1 0", 5, "0" },
  { "1 2", "0 0", 1, "0" }, { "1 2", "0 1", 1, NULL },
  { "0 0.000000000000000000000000000001", "0 1", 1, NULL },
  { "3 2 1 3 2 1", "1/3 0 1/6 0 1/3 1/6", 7, "1/6" },
  { "3 2 1 3 2 1", "1/3 0 1/6 0 1/3 1/5", 7, NULL },
};

START_TEST (mean_is_rational_iff_all_classes_have_one_mean)
{
  struct mean m;
  mpq_t value;

  mpq_init (value);
  mpq_set_si (value, 99, 7);
  mean_read (&m, rationals[_i].scores, rationals[_i].values,
             rationals[_i].radicand);
  ck_assert_int_eq (assay_quotient_rational (value, &m.q),
                    rationals[_i].mean ? ASSAY_HOLDS : ASSAY_FAILS);
  testing_assert_rational (value, rationals[_i].mean ? rationals[_i].mean
                                  : "99/7");
  mpq_clear (value);
  mean_clear (&m);
}
END_TEST

START_TEST (weight_is_rational_iff_all_scores_are_equal)
{
  struct assay_quotient weight;
  struct mean m;
  mpq_t value;

  mpq_init (value);
  mean_read (&m, "4 4 4", "1 2 3", 2);
  weight = (struct assay_quotient) { &m.row, NULL, 0 };
  ck_assert_int_eq (assay_quotient_rational (value, &weight), ASSAY_HOLDS);
  testing_assert_rational (value, "1/3");
  mean_clear (&m);
  mean_read (&m, "4 4 5", "1 2 3", 2);
  weight = (struct assay_quotient) { &m.row, NULL, 1 };
  ck_assert_int_eq (assay_quotient_rational (value, &weight), ASSAY_FAILS);
  weight.c = 0;
  ck_assert_int_eq (assay_quotient_rational (value, &weight), ASSAY_FAILS);
  mean_clear (&m);
  mpq_clear (value);
}
END_TEST

static int
compare_with (const struct assay_quotient *q, const char *text)
{
  mpq_t m;
  int sign;

  mpq_init (m);
  read_rational (m, text);
  sign = assay_quotient_compare (q, m);
  mpq_clear (m);
  return sign;
}

/* e / (1 + e) = 0.73105857863000487925...  */
START_TEST (comparison_is_exact_to_any_digit)
{
  struct assay_quotient weight;
  struct mean m;

  mean_read (&m, "0 1", "0 4", 1);
  weight = (struct assay_quotient) { &m.row, NULL, 0 };
  ck_assert_int_eq (compare_with (&weight, "0.73105857863000487925"), 1);
  ck_assert_int_eq (compare_with (&weight, "0.73105857863000487926"), -1);
  ck_assert_int_eq (compare_with (&m.q, "2.92423431452001951700"), 1);
  ck_assert_int_eq (compare_with (&m.q, "2.92423431452001951701"), -1);
  weight.c = 1;
  ck_assert_int_eq (compare_with (&weight, "0.26894142136999512074"), 1);
  ck_assert_int_eq (compare_with (&weight, "0.26894142136999512075"), -1);
  mean_clear (&m);
  mean_read (&m, "2 2", "1 2", 1);
  ck_assert_int_eq (compare_with (&m.q, "3/2"), 0);
  ck_assert_int_eq (compare_with (&m.q, "1.49"), 1);
  mean_clear (&m);
}
END_TEST

START_TEST (comparison_agrees_with_the_enclosure)
{
  mpq_t lo, hi, value;
  struct mean m;
  size_t i;

  mpq_inits (lo, hi, value, NULL);
  for (i = 0; i < testing_count (1500); i++)
    {
      mean_draw (&m, 50);
      if (assay_quotient_rational (value, &m.q) == ASSAY_HOLDS)
        ck_assert_int_eq (assay_quotient_compare (&m.q, value), 0);
      else
        {
          bounds_of (lo, hi, &m.q, 200);
          ck_assert_msg (assay_quotient_compare (&m.q, lo) > 0
                         && assay_quotient_compare (&m.q, hi) < 0,
                         "case %zu, seed %lu", i, testing_seed ());
        }
      mean_clear (&m);
    }
  mpq_clears (lo, hi, value, NULL);
}
END_TEST

START_TEST (enclosures_at_p_and_2p_overlap)
{
  mpq_t lo, hi, lo2, hi2;
  mpfr_prec_t p;
  struct mean m;
  size_t i;

  mpq_inits (lo, hi, lo2, hi2, NULL);
  for (i = 0; i < testing_count (300); i++)
    {
      mean_draw (&m, 200);
      for (p = 4; p < 200; p += 1 + p / 5)
        {
          bounds_of (lo, hi, &m.q, p);
          bounds_of (lo2, hi2, &m.q, 2 * p);
          ck_assert_msg (mpq_cmp (lo, hi2) <= 0 && mpq_cmp (lo2, hi) <= 0,
                         "case %zu at %ld bits, seed %lu", i, (long) p,
                         testing_seed ());
        }
      mean_clear (&m);
    }
  mpq_clears (lo, hi, lo2, hi2, NULL);
}
END_TEST

/* Where both ends of a sharp enclosure round alike, so must the number.  */
START_TEST (rounding_equals_that_of_a_sharp_enclosure)
{
  uint64_t below, above;
  struct mean m;
  mpq_t lo, hi;
  size_t i;
  int f;

  mpq_inits (lo, hi, NULL);
  for (i = 0; i < testing_count (2000); i++)
    {
      mean_draw (&m, i % 4 ? 40 : 900);
      if (assay_quotient_rational (lo, &m.q) == ASSAY_HOLDS)
        mpq_set (hi, lo);
      else
        bounds_of (lo, hi, &m.q, TRUTH_BITS);
      for (f = 0; f < ASSAY_FMT_COUNT; f++)
        {
          below = assay_fmt_round (lo, (enum assay_fmt) f);
          above = assay_fmt_round (hi, (enum assay_fmt) f);
          ck_assert_msg (below != above
                         || assay_quotient_round (&m.q, (enum assay_fmt) f)
                            == below, "case %zu, format %d, seed %lu", i, f,
                         testing_seed ());
        }
      mean_clear (&m);
    }
  mpq_clears (lo, hi, NULL);
}
END_TEST

/* How far behind the second key is: exp (-10^4), exp (-10^30).  */
static const char *const distances[] = { "10000", "1e30" };

/* MIDDLE, a border between the patterns BELOW and ABOVE, and numbers beside
   it: the rounding must flip exactly there.  */
static void
assert_flips (mpq_srcptr middle, uint64_t below, uint64_t above,
              enum assay_fmt fmt)
{
  struct mean m;
  mpq_t step;
  size_t i;
  int sign;

  mpq_init (step);
  for (i = 0; i < sizeof distances / sizeof distances[0]; i++)
    for (sign = -1; sign <= 1; sign += 2)
      {
        mpq_set_si (step, sign, 3);
        mean_beside (&m, middle, step, distances[i]);
        ck_assert_msg (assay_quotient_round (&m.q, fmt)
                       == (sign < 0 ? below : above),
                       "%s, between 0x%lx and 0x%lx, side %d, seed %lu",
                       assay_fmt_shape (fmt)->name, (unsigned long) below,
                       (unsigned long) above, sign, testing_seed ());
        mean_clear (&m);
      }
  mpq_clear (step);
}

static uint64_t
random_finite (enum assay_fmt fmt)
{
  uint64_t bits;

  do
    {
      bits = (uint64_t) testing_below (1ul << 32) << 32
             | testing_below (1ul << 32);
      bits >>= 64 - assay_fmt_shape (fmt)->width;
    }
  while (assay_fmt_classify (bits, fmt) != ASSAY_FMT_FINITE);
  return bits;
}

/* The pattern above, with the sign that a negative number keeps at zero.  */
static uint64_t
above_keeping_sign (uint64_t bits, enum assay_fmt fmt)
{
  uint64_t above = assay_fmt_above (bits, fmt);

  if (above == 0)
    above = (uint64_t) 1 << (assay_fmt_shape (fmt)->width - 1);
  return above;
}

START_TEST (rounding_flips_at_random_midpoints)
{
  enum assay_fmt fmt = (enum assay_fmt) _i;
  uint64_t below;
  mpq_t middle;
  size_t i;

  mpq_init (middle);
  for (i = 0; i < testing_count (400); i++)
    {
      below = random_finite (fmt);
      assay_fmt_midpoint_above (middle, below, fmt);
      /* -0 has no number below the midpoint that is its own.  */
      if (assay_fmt_is_negative (below, fmt)
          && assay_fmt_ordinal (below, fmt) == 0)
        continue;
      assert_flips (middle, below, above_keeping_sign (below, fmt), fmt);
    }
  mpq_clear (middle);
}
END_TEST

/* MIDDLE > 0, the border above the pattern BELOW, and its negative; MIDDLE is
   negated.  */
static void
assert_flips_either_sign (mpq_ptr middle, uint64_t below, enum assay_fmt fmt)
{
  uint64_t sign = (uint64_t) 1 << (assay_fmt_shape (fmt)->width - 1);

  assert_flips (middle, below, below + 1, fmt);
  mpq_neg (middle, middle);
  assert_flips (middle, sign | (below + 1), sign | below, fmt);
}

/* Subnormals: the first midpoints of either sign.  */
START_TEST (rounding_flips_at_the_smallest_midpoints)
{
  enum assay_fmt fmt = (enum assay_fmt) _i;
  uint64_t bits;
  mpq_t middle;

  mpq_init (middle);
  for (bits = 0; bits < 6; bits++)
    {
      assay_fmt_midpoint_above (middle, bits, fmt);
      assert_flips_either_sign (middle, bits, fmt);
    }
  mpq_clear (middle);
}
END_TEST

START_TEST (rounding_flips_at_the_overflow_threshold)
{
  enum assay_fmt fmt = (enum assay_fmt) _i;
  uint64_t largest;
  mpq_t value;

  mpq_init (value);
  assay_fmt_largest (value, fmt);
  ck_assert_int_eq (assay_fmt_encode (&largest, value, fmt), ASSAY_OK);
  ck_assert_int_ne (assay_fmt_classify (largest + 1, fmt), ASSAY_FMT_FINITE);
  assay_fmt_overflow (value, fmt);
  assert_flips_either_sign (value, largest, fmt);
  mpq_clear (value);
}
END_TEST

/* A number beside zero is no zero: it keeps its sign.  */
START_TEST (number_rounded_to_zero_keeps_its_sign)
{
  enum assay_fmt fmt = (enum assay_fmt) _i;
  uint64_t sign = (uint64_t) 1 << (assay_fmt_shape (fmt)->width - 1);
  struct mean m;
  mpq_t zero;

  mpq_init (zero);
  assert_flips (zero, sign, 0, fmt);
  mean_read (&m, "1 1 0 0", "1 -1 2 -2", 1);
  ck_assert_uint_eq (assay_quotient_round (&m.q, fmt), 0);
  mean_clear (&m);
  mpq_clear (zero);
}
END_TEST

/* 1 + 2^-24 lies halfway between 1 and the next f32, which is odd.  */
static const struct { const char *scores, *values; enum assay_fmt fmt;
                      uint64_t bits; } roundings[] = {
  { "0", "16777217/16777216", ASSAY_FMT_F32, 0x3f800000 },
  { "1e4 0", "16777217/16777216 0", ASSAY_FMT_F32, 0x3f800000 },
  { "1e4 0", "16777217/16777216 2", ASSAY_FMT_F32, 0x3f800001 },
  { "0", "50331651/33554432", ASSAY_FMT_F32, 0x3fc00001 },
  { "1 0", "1 0", ASSAY_FMT_F64, 0x3fe764d4f5d5a2bd },
  { "1 0", "1 0", ASSAY_FMT_F32, 0x3f3b26a8 },
  { "1 0", "1 0", ASSAY_FMT_BF16, 0x3f3b },
  { "1 0", "1 0", ASSAY_FMT_F16, 0x39d9 },
  { "1 0", "1 0", ASSAY_FMT_E4M3, 0x34 },
  { "1 0", "1 0", ASSAY_FMT_E5M2, 0x3a },
  { "100 0", "0 1", ASSAY_FMT_F32, 0x0000001b },
  { "100 0", "0 -1", ASSAY_FMT_F32, 0x8000001b },
  { "745 0", "0 1", ASSAY_FMT_F64, 1 },
  { "746 0", "0 -1", ASSAY_FMT_F64, 0x8000000000000000 },
  { "12 0", "0 1", ASSAY_FMT_F16, 0x0067 },
  { "1 0", "90000 0", ASSAY_FMT_F16, 0x7c00 },
  { "1 0", "-90000 0", ASSAY_FMT_F16, 0xfc00 },
  { "1 0", "89630 0", ASSAY_FMT_F16, 0x7c00 },
  { "1 0", "89620 0", ASSAY_FMT_F16, 0x7bff },
  { "1 0", "700 0", ASSAY_FMT_E4M3, 0x7f },
  { "1 0", "-700 0", ASSAY_FMT_E4M3, 0xff },
  { "1 0", "600 0", ASSAY_FMT_E4M3, 0x7e },
  { "0 0", "1 -1", ASSAY_FMT_F16, 0 },
};

/* Most computed by hand from e / (1 + e), exp (-100) = 3.72e-44 = 26.5 times
   2^-149, exp (-745) = 4.994e-324, exp (-12) = 6.14e-6 = 103.07 times 2^-24;
   65504 is the largest f16, 65520 the threshold, 448 and 464 those of
   e4m3.  */
START_TEST (float_is_the_one_computed_by_hand)
{
  struct mean m;

  mean_read (&m, roundings[_i].scores, roundings[_i].values, 1);
  ck_assert_msg (assay_quotient_round (&m.q, roundings[_i].fmt)
                 == roundings[_i].bits, "0x%lx",
                 (unsigned long) assay_quotient_round (&m.q,
                                                       roundings[_i].fmt));
  mean_clear (&m);
}
END_TEST

/* Whether A and B, as they stand, begin with the same DIGITS significant
   digits, in the same places.  */
static int
share_digits (const char *a, const char *b, unsigned long digits)
{
  size_t i, places_a = strcspn (a, ".e"), places_b = strcspn (b, ".e");
  const char *exponent_a = strchr (a, 'e'), *exponent_b = strchr (b, 'e');
  unsigned long shared = 0;
  int begun = 0;

  if (places_a != places_b
      || strcmp (exponent_a ? exponent_a : "", exponent_b ? exponent_b : ""))
    return 0;
  for (i = 0; a[i] && a[i] == b[i] && a[i] != 'e'; i++)
    {
      begun = begun || (a[i] >= '1' && a[i] <= '9');
      shared += begun && a[i] != '.';
    }
  return shared >= digits;
}

/* The decimals of Q at DIGITS and P; VALUE must be TEXT unless null.  */
static void
assert_decimals (const struct assay_quotient *q, unsigned long digits,
                 mpfr_prec_t p, const char *text)
{
  char *value, *lo, *hi, *expected;
  struct assay_ctx ctx;
  mpq_t bound, sharp, tolerance;

  assay_ctx_init (&ctx);
  mpq_inits (bound, sharp, tolerance, NULL);
  ck_assert_int_eq (assay_quotient_decimals (&value, &lo, &hi, q, digits,
                                             &ctx, p), ASSAY_OK);
  if (text)
    ck_assert_str_eq (value, text);
  read_rational (bound, lo);
  ck_assert_msg (assay_quotient_compare (q, bound) >= 0, "lo is above: %s",
                 lo);
  read_rational (sharp, hi);
  ck_assert_msg (assay_quotient_compare (q, sharp) <= 0, "hi is below: %s",
                 hi);
  /* hi - lo <= 10^-digits |Q|, and |Q| is at most the farther end.  */
  mpq_sub (tolerance, sharp, bound);
  mpq_abs (bound, mpq_sgn (sharp) > 0 ? sharp : bound);
  mpz_ui_pow_ui (mpq_numref (sharp), 10, digits);
  mpz_set_ui (mpq_denref (sharp), 1);
  mpq_mul (tolerance, tolerance, sharp);
  ck_assert_msg (mpq_cmp (tolerance, bound) <= 0, "%s and %s are wide", lo,
                 hi);
  ck_assert_msg (share_digits (lo, hi, digits), "%s and %s share less than "
                 "%lu digits", lo, hi, digits);
  bounds_of (bound, sharp, q, TRUTH_BITS);
  expected = assay_decimal_rational (bound, digits);
  if (text == NULL)
    ck_assert_str_eq (value, expected);
  free (expected);
  free (value);
  free (lo);
  free (hi);
  mpq_clears (bound, sharp, tolerance, NULL);
}

static const struct { const char *scores, *values; unsigned long radicand,
                      digits; const char *value; } decimals[] = {
  { "1 0", "1 0", 1, 17, "0.73105857863000488" },
  { "1 0", "1 0", 1, 12, "0.731058578630" },
  { "1 0", "1 0", 1, 1, "0.7" },
  { "1 0", "1 0", 1, 50,
    "0.73105857863000487925115924182183627436514464016506" },
  { "0 1", "1 0", 1, 12, "0.268941421370" },
  { "1 0", "4 0", 1, 12, "2.92423431452" },
  { "4 0", "1 0", 4, 12, "0.880797077978" },
  { "4 0", "1 0", 1, 12, "0.982013790038" },
  { "1 0", "1 0", 2, 12, "0.669761549327" },
  { "-1 0", "-1 0", 2, 12, "-0.330238450673" },
  { "100 0", "0 1", 1, 6, "3.72008e-44" },
  { "100 0", "0 -1", 1, 6, "-3.72008e-44" },
  { "1 0", "1000000 0", 1, 5, "7.3106e5" },
  { "1 0", "1000000 0", 1, 8, "731058.58" },
};

START_TEST (decimals_are_the_published_ones)
{
  struct mean m;

  mean_read (&m, decimals[_i].scores, decimals[_i].values,
             decimals[_i].radicand);
  assert_decimals (&m.q, decimals[_i].digits, 64, decimals[_i].value);
  assert_decimals (&m.q, decimals[_i].digits, 4, decimals[_i].value);
  assert_decimals (&m.q, decimals[_i].digits, 1000, decimals[_i].value);
  mean_clear (&m);
}
END_TEST

START_TEST (decimals_enclose_and_round_random_means)
{
  struct mean m;
  mpq_t value;
  size_t i;

  mpq_init (value);
  for (i = 0; i < testing_count (1500); i++)
    {
      mean_draw (&m, i % 4 ? 20 : 200);
      if (assay_quotient_rational (value, &m.q) == ASSAY_FAILS)
        assert_decimals (&m.q, 1 + testing_below (i % 8 ? 30 : 200),
                         (mpfr_prec_t) testing_between (4, 300), NULL);
      mean_clear (&m);
    }
  mpq_clear (value);
}
END_TEST

/* A decimal halfway between two of as many digits, and numbers beside it.  */
START_TEST (decimals_flip_at_the_midpoint)
{
  static const struct { const char *middle; unsigned long digits;
                        const char *below, *above; } rows[] = {
    { "1.25", 2, "1.2", "1.3" }, { "1.35", 2, "1.3", "1.4" },
    { "-1.25", 2, "-1.3", "-1.2" }, { "0.5", 1, "0.5", "0.5" },
    { "9.5", 1, "9", "1e1" }, { "99.95", 3, "99.9", "100" },
    { "0.09995", 3, "0.0999", "0.100" }, { "-99.95", 3, "-100", "-99.9" },
    { "1", 3, "1.00", "1.00" }, { "1000", 2, "1.0e3", "1.0e3" },
    { "12345678901234567.5", 17, "12345678901234567",
      "12345678901234568" },
    { "4.5e-9", 1, "4e-9", "5e-9" },
  };
  struct mean m;
  mpq_t middle, step;
  size_t i;

  mpq_inits (middle, step, NULL);
  for (i = 0; i < sizeof rows / sizeof rows[0]; i++)
    {
      read_rational (middle, rows[i].middle);
      mpq_set_si (step, -1, 3);
      mean_beside (&m, middle, step, "10000");
      assert_decimals (&m.q, rows[i].digits, 64, rows[i].below);
      mean_clear (&m);
      mpq_neg (step, step);
      mean_beside (&m, middle, step, "10000");
      assert_decimals (&m.q, rows[i].digits, 64, rows[i].above);
      mean_clear (&m);
    }
  mpq_clears (middle, step, NULL);
}
END_TEST

static void
assert_refused (const char *scores, const char *values)
{
  char *value = NULL, *lo = NULL, *hi = NULL;
  struct assay_ctx ctx;
  struct mean m;

  assay_ctx_init (&ctx);
  mean_read (&m, scores, values, 1);
  ck_assert_int_eq (assay_quotient_decimals (&value, &lo, &hi, &m.q, 17,
                                             &ctx, 64), ASSAY_ELIMIT);
  ck_assert_ptr_null (value);
  ck_assert_ptr_null (lo);
  ck_assert_ptr_null (hi);
  mean_clear (&m);
}

START_TEST (decimals_below_the_exponent_range_are_refused)
{
  assert_refused ("1e30 0", "0 1");
  assert_refused ("1e30 0", "0 -1");
}
END_TEST

/* The texts were rounded outwards to fewer digits than their precision bears,
   which made them wider than 10^-18 of the number.  */
START_TEST (regress_20261130_printed_ends_are_as_narrow_as_asked)
{
  struct mean m;
  mpq_t value;
  size_t i;

  mpq_init (value);
  for (i = 0; i < 300; i++)
    {
      mean_draw (&m, 5);
      if (assay_quotient_rational (value, &m.q) == ASSAY_FAILS)
        assert_decimals (&m.q, 18, 64, NULL);
      mean_clear (&m);
    }
  mpq_clear (value);
}
END_TEST

/* Q and the texts of its ends at DIGITS.  */
static void
assert_ends (const char *scores, const char *values, unsigned long digits,
             const char *lo_text, const char *hi_text)
{
  char *value, *lo, *hi;
  struct assay_ctx ctx;
  struct mean m;

  assay_ctx_init (&ctx);
  mean_read (&m, scores, values, 1);
  assert_decimals (&m.q, digits, 64, NULL);
  ck_assert_int_eq (assay_quotient_decimals (&value, &lo, &hi, &m.q, digits,
                                             &ctx, 64), ASSAY_OK);
  ck_assert_str_eq (lo, lo_text);
  ck_assert_str_eq (hi, hi_text);
  free (value);
  free (lo);
  free (hi);
  mean_clear (&m);
}

/* Scores 50 apart: 0.99999999 and 1.0000000 were printed for 1 - 1.9e-22,
   which share no digit.  exp (-50) = 1.92874984796e-22, and 3 times that is
   5.78624954e-22.  */
START_TEST (regress_20261130_printed_ends_agree_beside_a_decimal)
{
  assert_ends ("50 0", "1 0", 5, "0.999999999999999999999807",
               "0.999999999999999999999808");
  assert_ends ("50 0", "-1 0", 5, "-0.999999999999999999999808",
               "-0.999999999999999999999807");
  assert_ends ("50 0", "2 -1", 5, "1.999999999999999999999421",
               "1.999999999999999999999422");
  assert_ends ("50 0", "-2 1", 5, "-1.999999999999999999999422",
               "-1.999999999999999999999421");
  assert_ends ("50 0", "1 2", 5, "1.0000000", "1.0000001");
  assert_ends ("50 0", "-1 -2", 5, "-1.0000001", "-1.0000000");
  assert_ends ("50 0", "100 0", 5, "99.9999999999999999999807",
               "99.9999999999999999999808");
  assert_ends ("50 0", "1/1000000 0", 1, "9.99999999999999999999807e-7",
               "9.99999999999999999999808e-7");
  assert_ends ("50 0", "1 0", 30, "0.999999999999999999999807125015203",
               "0.999999999999999999999807125015204");
}
END_TEST

/* As above where the run of nines has hundreds and thousands of digits.  */
START_TEST (regress_20261130_printed_ends_agree_far_out)
{
  static const char *const gaps[] = { "20", "500", "12000" };
  static const char *const heights[] = { "1", "10", "1/1000", "7/2", "1e9" };
  static const unsigned long digits[] = { 1, 2, 17, 60, 300 };
  struct mean m;
  size_t i, j, k;
  mpq_t step;
  int sign;

  mpq_init (step);
  for (i = 0; i < sizeof gaps / sizeof gaps[0]; i++)
    for (j = 0; j < sizeof heights / sizeof heights[0]; j++)
      for (k = 0; k < sizeof digits / sizeof digits[0]; k++)
        for (sign = 0; sign < 4; sign++)
          {
            char *value, *lo, *hi;
            struct assay_ctx ctx;
            mpq_t middle, bound;

            assay_ctx_init (&ctx);
            mpq_inits (middle, bound, NULL);
            read_rational (middle, heights[j]);
            if (sign & 1)
              mpq_neg (middle, middle);
            mpq_set_si (step, sign & 2 ? 1 : -1, 3);
            mean_beside (&m, middle, step, gaps[i]);
            ck_assert_int_eq (assay_quotient_decimals (&value, &lo, &hi, &m.q,
                                                       digits[k], &ctx, 64),
                              ASSAY_OK);
            ck_assert_msg (share_digits (lo, hi, digits[k]),
                           "%s beside %s, %lu digits, side %d: %.40s and "
                           "%.40s", gaps[i], heights[j], digits[k], sign, lo,
                           hi);
            read_rational (bound, lo);
            ck_assert_int_gt (assay_quotient_compare (&m.q, bound), 0);
            read_rational (bound, hi);
            ck_assert_int_lt (assay_quotient_compare (&m.q, bound), 0);
            free (value);
            free (lo);
            free (hi);
            mpq_clears (middle, bound, NULL);
            mean_clear (&m);
          }
  mpq_clear (step);
}
END_TEST

/* exp (-10^6): beyond the budget the ends are refused, not the value.  */
START_TEST (ends_too_close_to_a_decimal_are_refused)
{
  struct assay_ctx ctx;
  char *value, *lo, *hi;
  struct mean m;

  assay_ctx_init (&ctx);
  mean_read (&m, "1000000 0", "1 0", 1);
  ck_assert_int_eq (assay_quotient_decimals (&value, &lo, &hi, &m.q, 5, &ctx,
                                             64), ASSAY_ELIMIT);
  ck_assert_ptr_null (value);
  ck_assert_ptr_null (lo);
  ck_assert_ptr_null (hi);
  assay_ctx_init (&ctx);
  ck_assert_int_eq (assay_quotient_decimals (&value, NULL, NULL, &m.q, 5,
                                             &ctx, 64), ASSAY_OK);
  ck_assert_str_eq (value, "1.0000");
  free (value);
  mean_clear (&m);
}
END_TEST

/* Two scores 10^-30 apart with opposite values: at 64 bits the lower end of
   the mean is 0, which was taken for underflow and refused.  */
START_TEST (regress_20261130_mean_that_rounds_to_zero_is_no_underflow)
{
  struct mean m;

  mean_read (&m, "0 -1e-30", "1 -1", 1);
  assert_decimals (&m.q, 5, 64, "5.0000e-31");
  mean_clear (&m);
  mean_read (&m, "0 -1e-300", "-1 1", 1);
  assert_decimals (&m.q, 5, 64, "-5.0000e-301");
  mean_clear (&m);
}
END_TEST

/* Two classes beyond the exponent range with opposite values: the ends had
   different signs for ever and the precision rose without end.  */
START_TEST (regress_20261130_underflow_of_both_signs_is_refused)
{
  assert_refused ("1e30 0 -1", "0 1 -1");
  assert_refused ("1e30 0 -1", "0 -1 1");
}
END_TEST

/* A mean that is NUMBER, nearly, of -2^K and of a value about as far above
   zero: most leading bits cancel.  */
static void
mean_by_cancellation (struct mean *m, mpq_srcptr number, unsigned long k)
{
  mpfr_t e;
  mpq_t share;

  mpfr_init2 (e, 4000);
  mpfr_set_ui (e, 1, MPFR_RNDN);
  mpfr_exp (e, e, MPFR_RNDN);
  mpq_init (share);
  vec_read (&m->x, "1 0");
  vec_read (&m->v, "-1 0");
  mpq_mul_2exp (m->v.at[0], m->v.at[0], k);
  mpfr_get_q (share, e);
  mpq_mul_2exp (m->v.at[1], share, k);
  mpfr_add_ui (e, e, 1, MPFR_RNDN);
  mpfr_get_q (share, e);
  mpq_mul (share, share, number);
  mpq_add (m->v.at[1], m->v.at[1], share);
  mean_finish (m, 1);
  mpq_clear (share);
  mpfr_clear (e);
}

/* An enclosure from below zero to above half the least number gave the sign of
   its lower end: +2^-14 became -0 in e4m3, and -2^-14 became +0.  The values
   are of such sizes that an enclosure of the loop is about so wide.  */
START_TEST (regress_20261130_zero_by_cancellation_has_the_sign_of_the_mean)
{
  enum assay_fmt fmt = (enum assay_fmt) _i;
  const struct assay_fmt_shape *shape = assay_fmt_shape (fmt);
  uint64_t minus = (uint64_t) 1 << (shape->width - 1);
  int places = (int) shape->precision - 1 - shape->emin, p = 64, k, sign;
  struct mean m;
  mpq_t number;

  while (p < places)
    p *= 2;
  mpq_init (number);
  for (k = p - places - 15; k < p - places + 10; k++)
    for (sign = -1; sign <= 1; sign += 2)
      {
        mpq_set_si (number, sign, 1);
        mpq_div_2exp (number, number, (mp_bitcnt_t) places + 5);
        mean_by_cancellation (&m, number, (unsigned long) k);
        ck_assert_msg (assay_quotient_round (&m.q, fmt)
                       == (sign < 0 ? minus : 0),
                       "%s, 2^%d, side %d", shape->name, k, sign);
        mean_clear (&m);
      }
  mpq_clear (number);
}
END_TEST

/* An enclosure from below -2 to above 2 has ends further apart in f64 than an
   int64_t counts, which made them neighbours: 1 became about 2^240.  */
START_TEST (regress_20261130_wide_enclosure_is_not_taken_for_neighbours)
{
  static const unsigned long sizes[] = { 64, 70, 128, 300, 1000 };
  enum assay_fmt fmt = (enum assay_fmt) _i;
  struct mean m;
  mpq_t number;
  size_t i;
  int sign;

  mpq_init (number);
  for (i = 0; i < sizeof sizes / sizeof sizes[0]; i++)
    for (sign = -1; sign <= 1; sign += 2)
      {
        mpq_set_si (number, sign, 1);
        mean_by_cancellation (&m, number, sizes[i]);
        ck_assert_msg (assay_quotient_round (&m.q, fmt)
                       == assay_fmt_round (number, fmt),
                       "%s, 2^%lu, side %d", assay_fmt_shape (fmt)->name,
                       sizes[i], sign);
        mean_clear (&m);
      }
  mpq_clear (number);
}
END_TEST

static void
add_formats (TCase *tcase, const TTest *test)
{
  tcase_add_loop_test (tcase, test, 0, ASSAY_FMT_COUNT);
}

static Suite *
quotient_suite (void)
{
  Suite *suite = suite_create ("quotient");
  TCase *table = tcase_create ("table");
  TCase *special = tcase_create ("special");
  TCase *relations = tcase_create ("relations");
  TCase *nested = tcase_create ("nested");
  TCase *hard = tcase_create ("hard");
  TCase *regress = tcase_create ("regress");

  tcase_add_loop_test (table, mean_is_rational_iff_all_classes_have_one_mean,
                       0, ROWS (rationals));
  tcase_add_loop_test (table, float_is_the_one_computed_by_hand, 0,
                       ROWS (roundings));
  tcase_add_loop_test (table, decimals_are_the_published_ones, 0,
                       ROWS (decimals));
  tcase_add_test (table, comparison_is_exact_to_any_digit);
  suite_add_tcase (suite, table);
  tcase_add_test (special, weight_is_rational_iff_all_scores_are_equal);
  tcase_add_test (special, decimals_below_the_exponent_range_are_refused);
  tcase_add_test (special, ends_too_close_to_a_decimal_are_refused);
  add_formats (special, number_rounded_to_zero_keeps_its_sign);
  suite_add_tcase (suite, special);
  tcase_add_test (relations, comparison_agrees_with_the_enclosure);
  tcase_add_test (relations, rounding_equals_that_of_a_sharp_enclosure);
  tcase_add_test (relations, decimals_enclose_and_round_random_means);
  tcase_set_timeout (relations, 120);
  suite_add_tcase (suite, relations);
  tcase_add_test (nested, enclosures_at_p_and_2p_overlap);
  tcase_set_timeout (nested, 120);
  suite_add_tcase (suite, nested);
  add_formats (hard, rounding_flips_at_random_midpoints);
  add_formats (hard, rounding_flips_at_the_smallest_midpoints);
  add_formats (hard, rounding_flips_at_the_overflow_threshold);
  tcase_add_test (hard, decimals_flip_at_the_midpoint);
  tcase_set_timeout (hard, 120);
  suite_add_tcase (suite, hard);
  tcase_add_test (regress,
                  regress_20261130_mean_that_rounds_to_zero_is_no_underflow);
  tcase_add_test (regress,
                  regress_20261130_underflow_of_both_signs_is_refused);
  tcase_add_test (regress,
                  regress_20261130_printed_ends_are_as_narrow_as_asked);
  tcase_add_test (regress,
                  regress_20261130_printed_ends_agree_beside_a_decimal);
  tcase_add_test (regress, regress_20261130_printed_ends_agree_far_out);
  add_formats (regress,
               regress_20261130_wide_enclosure_is_not_taken_for_neighbours);
  add_formats (regress,
               regress_20261130_zero_by_cancellation_has_the_sign_of_the_mean);
  tcase_set_timeout (regress, 20);
  suite_add_tcase (suite, regress);
  return suite;
}

int
main (void)
{
  return testing_run_real (quotient_suite ());
}
