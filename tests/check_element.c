/* check_element.c -- errors in ulps against plain rational arithmetic */

#include <math.h>
#include <string.h>

#include "kernel/element.h"
#include "testing_real.h"

#define ROWS(table) ((int) (sizeof table / sizeof table[0]))

/* The formats once more, from their standards: digits of a significand,
   least exponent, and the largest finite value as M * 2^E, 2^E being the
   spacing there.  */
static const struct { int digits, emin; uint64_t m; int e; } formats[] = {
  { 53, -1022, 9007199254740991, 971 },
  { 24, -126, 16777215, 104 },
  { 11, -14, 2047, 5 },
  { 8, -126, 255, 120 },
  { 4, -6, 14, 5 },
  { 3, -14, 7, 13 },
};

/* RESULT <- M * 2^E.  */
static void
set_scaled (mpq_ptr result, uint64_t m, long e)
{
  mpz_set_ui (mpq_numref (result), (unsigned long) m);
  mpz_set_ui (mpq_denref (result), 1);
  if (e >= 0)
    mpq_mul_2exp (result, result, (mp_bitcnt_t) e);
  else
    mpq_div_2exp (result, result, (mp_bitcnt_t) -e);
}

/* UNIT <- the spacing at X, by trying one binade after the other.  */
static void
reference_unit (mpq_ptr unit, mpq_srcptr x, enum assay_fmt fmt)
{
  int e = formats[fmt].emin;
  mpq_t magnitude, next;

  mpq_inits (magnitude, next, NULL);
  mpq_abs (magnitude, x);
  set_scaled (next, 1, e + 1);
  while (mpq_cmp (magnitude, next) >= 0)
    {
      mpq_mul_2exp (next, next, 1);
      e++;
    }
  set_scaled (unit, 1, e - formats[fmt].digits + 1);
  mpq_clears (magnitude, next, NULL);
}

/* THRESHOLD <- where rounding leaves the finite values: half a spacing above
   the largest.  */
static void
reference_threshold (mpq_ptr threshold, enum assay_fmt fmt)
{
  mpq_t half;

  mpq_init (half);
  set_scaled (threshold, formats[fmt].m, formats[fmt].e);
  set_scaled (half, 1, formats[fmt].e - 1);
  mpq_add (threshold, threshold, half);
  mpq_clear (half);
}

/* ULPS <- the error of the finite G where X is right, both rationals.  */
static void
reference_ulps (mpq_ptr ulps, mpq_srcptr g, mpq_srcptr x, enum assay_fmt fmt)
{
  mpq_t target, unit, magnitude;

  mpq_inits (target, unit, magnitude, NULL);
  reference_threshold (target, fmt);
  mpq_abs (magnitude, x);
  if (mpq_cmp (magnitude, target) < 0)
    {
      mpq_set (target, x);
      reference_unit (unit, x, fmt);
    }
  else
    {
      if (mpq_sgn (x) < 0)
        mpq_neg (target, target);
      set_scaled (unit, formats[fmt].m, formats[fmt].e);
      reference_unit (unit, unit, fmt);
    }
  mpq_sub (ulps, g, target);
  mpq_abs (ulps, ulps);
  mpq_div (ulps, ulps, unit);
  mpq_clears (target, unit, magnitude, NULL);
}

/* ---- table ---- */

/* The error of the pattern GOT where X + 2^-TINY is right; every number of
   the errors is a binary64.  */
static const struct
{
  const char *fmt, *x;
  int tiny;
  uint64_t got;
  double ulps;
  int bit_equal;
}
errors[] = {
  /* At 1 and next to it the spacing doubles.  */
  { "f32", "1", 0, 0x3f7fffff, 0.5, 0 },
  { "f32", "1", 0, 0x3f800001, 1, 0 },
  { "f32", "1", 0, 0x3f800000, 0, 1 },
  { "f32", "1073741823/1073741824", 0, 0x3f800000, 0x1p-6, 1 },
  { "f32", "1073741823/1073741824", 0, 0x3f7fffff, 1 - 0x1p-6, 0 },
  { "f32", "1073741823/1073741824", 0, 0x3f800001, 2 + 0x1p-6, 0 },
  { "f32", "1", 30, 0x3f7fffff, 0.5 + 0x1p-7, 0 },
  { "f16", "2", 20, 0x3fff, 0.5 + 0x1p-11, 0 },
  { "f16", "-2", 20, 0xbfff, 1 - 0x1p-10, 0 },
  { "bf16", "1", 0, 0x3f7f, 0.5, 0 },
  { "bf16", "-255/256", 0, 0xbf80, 1, 0 },
  { "e4m3", "1", 0, 0x37, 0.5, 0 },
  { "e4m3", "31/32", 0, 0x38, 0.5, 1 },
  { "e5m2", "15/16", 0, 0x3c, 0.5, 1 },
  { "f64", "1", 60, 0x3ff0000000000001, 1 - 0x1p-8, 0 },
  { "f64", "9007199254740991/9007199254740992", 0, 0x3ff0000000000001, 3, 0 },
  /* Subnormals have one spacing, and so has the first binade.  */
  { "f16", "0", 0, 0x0001, 1, 0 },
  { "f16", "0", 0, 0x8000, 0, 0 },
  { "f16", "0", 30, 0x0000, 0x1p-6, 1 },
  { "f16", "0", 0, 0x8400, 1024, 0 },
  { "f16", "1/16384", 0, 0x03ff, 1, 0 },
  { "f16", "1023/16777216", 26, 0x0401, 1.75, 0 },
  { "f32", "0", 149, 0x00000003, 2, 0 },
  { "f32", "0", 151, 0x00000000, 0.25, 1 },
  { "f64", "0", 1076, 0x0000000000000002, 1.75, 0 },
  { "bf16", "0", 133, 0x0080, 127, 0 },
  { "e4m3", "1/512", 0, 0x03, 2, 0 },
  { "e5m2", "1/65536", 0, 0x84, 5, 0 },
  /* From the threshold on.  */
  { "f16", "65519", 0, 0x7bff, 15 / 32.0, 1 },
  { "f16", "65519", 0, 0x7c00, INFINITY, 0 },
  { "f16", "65520", 0, 0x7c00, 0, 1 },
  { "f16", "65520", 0, 0x7bff, 0.5, 0 },
  { "f16", "70000", 0, 0x7bff, 0.5, 0 },
  { "f16", "70000", 0, 0x7c00, 0, 1 },
  { "f16", "-70000", 0, 0xfc00, 0, 1 },
  { "f16", "70000", 0, 0xfc00, INFINITY, 0 },
  { "f16", "70000", 0, 0x7e00, INFINITY, 0 },
  { "f16", "70000", 0, 0xfbff, 4094.5, 0 },
  { "f16", "1", 0, 0x7e00, INFINITY, 0 },
  { "e4m3", "464", 0, 0x7e, 0.5, 1 },
  { "e4m3", "464", 0, 0x7f, INFINITY, 0 },
  { "e4m3", "465", 0, 0x7e, 0.5, 0 },
  { "e4m3", "465", 0, 0xff, 0, 1 },
  { "e5m2", "61440", 0, 0x7b, 0.5, 0 },
  { "e5m2", "100000000", 0, 0x7c, 0, 1 },
  { "bf16", "1/3", 0, 0x3eab, 1 / 3.0, 1 },
};

/* The error of GOT where the rational X is right.  */
static enum assay_verdict
measure_rational (struct assay_element_error *error, uint64_t got,
                  mpq_srcptr x, enum assay_fmt fmt)
{
  struct assay_element element = { .got = got };

  element.rounded = assay_fmt_round (x, fmt);
  element.exact.known = ASSAY_KNOWN_RATIONAL;
  element.exact.rational = x;
  return assay_element_measure (error, &element, fmt);
}

START_TEST (error_counts_spacings_at_the_exact_value)
{
  enum assay_fmt fmt = testing_format (errors[_i].fmt);
  struct assay_element_error error;
  mpq_t x, tiny;

  mpq_inits (x, tiny, NULL);
  testing_read_rational (x, errors[_i].x);
  set_scaled (tiny, errors[_i].tiny != 0, -errors[_i].tiny);
  mpq_add (x, x, tiny);
  ck_assert_int_eq (measure_rational (&error, errors[_i].got, x, fmt),
                    ASSAY_HOLDS);
  ck_assert_int_eq (error.bit_equal, errors[_i].bit_equal);
  if (strcmp (errors[_i].x, "1/3") == 0)
    {
      ck_assert_double_gt (error.ulps.high, error.ulps.low);
      ck_assert_double_le (error.ulps.low, 1 / 3.0);
      ck_assert_double_ge (error.ulps.high, 1 / 3.0);
    }
  else
    {
      ck_assert_double_eq (error.ulps.low, errors[_i].ulps);
      ck_assert_double_eq (error.ulps.high, errors[_i].ulps);
    }
  mpq_clears (x, tiny, NULL);
}
END_TEST

/* ---- relations: the reference ---- */

static uint64_t
random_word (void)
{
  return (uint64_t) testing_below (1ul << 32) << 32
         | (uint64_t) testing_below (1ul << 32);
}

static uint64_t
random_pattern (enum assay_fmt fmt)
{
  uint64_t bits;

  do
    {
      bits = random_word () >> (64 - assay_fmt_shape (fmt)->width);
      if (testing_below (4) == 0)       /* near a border of binades */
        bits &= ~(((uint64_t) 1 << (assay_fmt_shape (fmt)->precision - 1))
                  - 1);
    }
  while (assay_fmt_classify (bits, fmt) != ASSAY_FMT_FINITE);
  return bits;
}

/* X <- a value next to a pattern, sometimes beyond the largest; GOT <- a
   pattern close to it or anywhere.  */
static void
draw (mpq_ptr x, uint64_t *got, enum assay_fmt fmt)
{
  uint64_t bits = random_pattern (fmt);
  mpq_t part;
  int i;

  mpq_init (part);
  if (testing_below (20) == 0)
    set_scaled (x, formats[fmt].m, formats[fmt].e);
  else
    assay_fmt_decode (x, bits, fmt);
  reference_unit (part, x, fmt);
  mpq_div_2exp (part, part, testing_below (2) ? 4 : testing_below (90));
  mpz_mul_si (mpq_numref (part), mpq_numref (part),
              testing_between (-20, 20));
  mpq_canonicalize (part);
  mpq_add (x, x, part);
  if (testing_below (4) == 0)
    {
      mpq_set_si (part, testing_between (-1000, 1000), 997);
      mpq_canonicalize (part);
      mpq_mul (x, x, part);
    }
  *got = assay_fmt_round (x, fmt);
  if (testing_below (4) == 0)
    *got = random_pattern (fmt);
  else if (assay_fmt_classify (*got, fmt) == ASSAY_FMT_FINITE)
    for (i = (int) testing_below (4); i > 0; i--)
      if (assay_fmt_classify (assay_fmt_above (*got, fmt), fmt)
          == ASSAY_FMT_FINITE)
        *got = assay_fmt_above (*got, fmt);
  mpq_clear (part);
}

static void
assert_within (const struct assay_bounds *bounds, mpq_srcptr exact,
               const char *what)
{
  mpq_t end;

  mpq_init (end);
  ck_assert_double_ge (bounds->low, 0);
  if (!isinf (bounds->low))
    mpq_set_d (end, bounds->low);
  ck_assert_msg (!isinf (bounds->low) && mpq_cmp (end, exact) <= 0,
                 "%s: low end %a", what, bounds->low);
  if (!isinf (bounds->high))
    {
      mpq_set_d (end, bounds->high);
      ck_assert_msg (mpq_cmp (exact, end) <= 0, "%s: high end %a, low %a",
                     what, bounds->high, bounds->low);
    }
  mpq_clear (end);
}

static void
assert_narrow (const struct assay_bounds *bounds, double width)
{
  ck_assert_msg (bounds->high - bounds->low
                   <= width * fmax (1, bounds->low)
                 || (isinf (bounds->high) && bounds->low >= 0x1p1000),
                 "%a to %a", bounds->low, bounds->high);
}

/* The bounds hold for GOT where X is right.  */
static void
assert_error (const struct assay_element_error *error,
              const struct assay_element *element, mpq_srcptr x,
              enum assay_fmt fmt)
{
  mpq_t g, wanted, other;

  mpq_inits (g, wanted, other, NULL);
  ck_assert_int_eq (assay_fmt_decode (g, element->got, fmt),
                    ASSAY_FMT_FINITE);
  reference_ulps (wanted, g, x, fmt);
  assert_within (&error->ulps, wanted, "ulps");
  mpq_sub (wanted, g, x);
  mpq_abs (wanted, wanted);
  assert_within (&error->absolute, wanted, "absolute");
  if (element->mass > 0)
    {
      mpq_set_d (other, element->mass);
      reference_unit (other, other, fmt);
      mpq_div (other, wanted, other);
      assert_within (&error->mass, other, "mass");
    }
  mpq_abs (other, x);
  if (mpq_sgn (x) != 0)
    {
      mpq_div (wanted, wanted, other);
      assert_within (&error->relative, wanted, "relative");
    }
  mpq_clears (g, wanted, other, NULL);
}

/* EXACT <- a double-double near X and how near; whether there is one.  */
static int
set_near (struct assay_exact *exact, mpq_srcptr x)
{
  mpq_t rest, part;
  mpfr_t end;

  mpq_inits (rest, part, NULL);
  mpfr_init2 (end, 53);
  exact->known = ASSAY_KNOWN_NEAR;
  mpfr_set_q (end, x, MPFR_RNDN);
  exact->near.hi = mpfr_get_d (end, MPFR_RNDN);
  mpq_set_d (part, isinf (exact->near.hi) ? 0 : exact->near.hi);
  mpq_sub (rest, x, part);
  mpfr_set_q (end, rest, MPFR_RNDN);
  exact->near.lo = mpfr_get_d (end, MPFR_RNDN);
  mpq_set_d (part, isinf (exact->near.lo) ? 0 : exact->near.lo);
  mpq_sub (rest, rest, part);
  mpq_abs (rest, rest);
  mpfr_set_q (end, rest, MPFR_RNDU);
  exact->radius = mpfr_get_d (end, MPFR_RNDU);
  mpfr_clear (end);
  mpq_clears (rest, part, NULL);
  return !isinf (exact->near.hi);
}

/* EXACT <- X, as near as LOW and HIGH enclose it, which stay the caller's.  */
static void
set_between (struct assay_exact *exact, mpfr_ptr low, mpfr_ptr high,
             mpq_srcptr x)
{
  mpfr_set_q (low, x, MPFR_RNDD);
  mpfr_set_q (high, x, MPFR_RNDU);
  exact->known = ASSAY_KNOWN_BETWEEN;
  exact->low = low;
  exact->high = high;
}

START_TEST (error_is_that_of_plain_arithmetic_however_the_value_is_known)
{
  enum assay_fmt fmt = (enum assay_fmt) _i;
  size_t n = testing_count (4000), i, narrow = 0;
  struct assay_element element = { 0 };
  struct assay_element_error error;
  mpfr_t low, high;
  mpq_t x;

  testing_reseed ();
  mpq_init (x);
  mpfr_inits2 (300, low, high, (mpfr_ptr) NULL);
  for (i = 0; i < n; i++)
    {
      draw (x, &element.got, fmt);
      if (assay_fmt_classify (element.got, fmt) != ASSAY_FMT_FINITE)
        continue;
      element.rounded = assay_fmt_round (x, fmt);
      element.mass = testing_below (2)
                     ? ldexp (1 + (double) testing_below (8) / 8,
                              (int) testing_between (-40, 8)) : 0;
      element.exact.known = ASSAY_KNOWN_RATIONAL;
      element.exact.rational = x;
      ck_assert_int_eq (assay_element_measure (&error, &element, fmt),
                        ASSAY_HOLDS);
      assert_error (&error, &element, x, fmt);
      assert_narrow (&error.ulps, 0x1p-50);
      set_between (&element.exact, low, high, x);
      narrow += assay_element_measure (&error, &element, fmt) == ASSAY_HOLDS;
      assert_error (&error, &element, x, fmt);
      if (!set_near (&element.exact, x))
        continue;
      narrow += assay_element_measure (&error, &element, fmt) == ASSAY_HOLDS;
      assert_error (&error, &element, x, fmt);
    }
  /* Few enclosures hold a border of binades without being a point.  */
  ck_assert_uint_gt (narrow, n);
  mpfr_clears (low, high, (mpfr_ptr) NULL);
  mpq_clear (x);
}
END_TEST

START_TEST (error_holds_for_wide_enclosures_too)
{
  enum assay_fmt fmt = (enum assay_fmt) _i;
  size_t n = testing_count (2000), i, open = 0;
  struct assay_element element = { 0 };
  struct assay_element_error error;
  mpfr_t low, high;
  mpq_t x;

  testing_reseed ();
  mpq_init (x);
  for (i = 0; i < n; i++)
    {
      mpfr_inits2 ((mpfr_prec_t) testing_between (2, 60), low, high,
                   (mpfr_ptr) NULL);
      draw (x, &element.got, fmt);
      element.rounded = assay_fmt_round (x, fmt);
      set_between (&element.exact, low, high, x);
      if (assay_fmt_classify (element.got, fmt) == ASSAY_FMT_FINITE)
        {
          open += assay_element_measure (&error, &element, fmt)
                  == ASSAY_OPEN;
          assert_error (&error, &element, x, fmt);
          if (set_near (&element.exact, x))
            {
              element.exact.radius
                += ldexp (fabs (element.exact.near.hi),
                          -(int) testing_between (3, 70));
              open += assay_element_measure (&error, &element, fmt)
                      == ASSAY_OPEN;
              assert_error (&error, &element, x, fmt);
            }
        }
      mpfr_clears (low, high, (mpfr_ptr) NULL);
    }
  ck_assert_uint_gt (open, 0);
  mpq_clear (x);
}
END_TEST

/* ---- special ---- */

START_TEST (enclosure_around_a_power_of_two_stays_open)
{
  struct assay_element element = { .got = 0x3f800003,
                                   .rounded = 0x3f800000 };
  struct assay_element_error error;

  element.exact.known = ASSAY_KNOWN_NEAR;
  element.exact.near.hi = 1;
  element.exact.radius = 0x1p-80;
  ck_assert_int_eq (assay_element_measure (&error, &element, ASSAY_FMT_F32),
                    ASSAY_OPEN);
  ck_assert_double_le (error.ulps.low, 3);
  ck_assert_double_gt (error.ulps.low, 2.999999);
  ck_assert_double_ge (error.ulps.high, 6);
  /* On one side of it, or at it, there is nothing open.  */
  element.exact.near.lo = 0x1p-79;
  ck_assert_int_eq (assay_element_measure (&error, &element, ASSAY_FMT_F32),
                    ASSAY_HOLDS);
  ck_assert_double_lt (error.ulps.high, 3.000001);
  element.exact.near.lo = -0x1p-79;
  ck_assert_int_eq (assay_element_measure (&error, &element, ASSAY_FMT_F32),
                    ASSAY_HOLDS);
  ck_assert_double_gt (error.ulps.low, 5.999999);
  element.exact.near.lo = element.exact.radius = 0;
  ck_assert_int_eq (assay_element_measure (&error, &element, ASSAY_FMT_F32),
                    ASSAY_HOLDS);
  ck_assert_double_eq (error.ulps.low, 3);
  ck_assert_double_eq (error.ulps.high, 3);
}
END_TEST

START_TEST (value_that_is_no_real_number_is_right_where_it_is_stored)
{
  static const struct
  {
    enum assay_known known;
    uint64_t rounded, got;
    int right;
  }
  cases[] = {
    { ASSAY_KNOWN_MINUS_INFINITY, 0xfc00, 0xfc00, 1 },
    { ASSAY_KNOWN_MINUS_INFINITY, 0xfc00, 0x7c00, 0 },
    { ASSAY_KNOWN_MINUS_INFINITY, 0xfc00, 0xfbff, 0 },
    { ASSAY_KNOWN_MINUS_INFINITY, 0xfc00, 0x7e00, 0 },
    { ASSAY_KNOWN_PLUS_INFINITY, 0x7c00, 0x7c00, 1 },
    { ASSAY_KNOWN_NAN, 0x7e00, 0xfe01, 1 },
    { ASSAY_KNOWN_NAN, 0x7e00, 0x7c00, 0 },
    { ASSAY_KNOWN_NAN, 0x7e00, 0x0000, 0 },
  };
  struct assay_element_error error;
  mpq_t zero;
  int i;

  mpq_init (zero);
  for (i = 0; i < ROWS (cases); i++)
    {
      struct assay_element element = { .got = cases[i].got,
                                       .rounded = cases[i].rounded,
                                       .mass = 1 };

      element.exact.known = cases[i].known;
      ck_assert_int_eq (assay_element_measure (&error, &element,
                                               ASSAY_FMT_F16), ASSAY_HOLDS);
      ck_assert_int_eq (error.bit_equal, cases[i].right);
      ck_assert_double_eq (error.ulps.low, cases[i].right ? 0 : INFINITY);
      ck_assert_double_eq (error.mass.high, cases[i].right ? 0 : INFINITY);
      ck_assert_double_eq (error.absolute.high,
                           cases[i].right ? 0 : INFINITY);
      ck_assert_int_eq (assay_element_close (&element, ASSAY_FMT_F16, zero,
                                             zero),
                        cases[i].right ? ASSAY_HOLDS : ASSAY_FAILS);
    }
  mpq_clear (zero);
}
END_TEST

START_TEST (enclosures_of_any_exponent_are_measured)
{
  struct assay_element element = { .got = 1, .rounded = 0 };
  struct assay_element_error error;
  mpfr_t low, high;

  mpfr_inits2 (20, low, high, (mpfr_ptr) NULL);
  mpfr_set_ui_2exp (low, 1, -1000000000, MPFR_RNDN);
  mpfr_set_ui_2exp (high, 1, -999999999, MPFR_RNDN);
  element.exact.known = ASSAY_KNOWN_BETWEEN;
  element.exact.low = low;
  element.exact.high = high;
  ck_assert_int_eq (assay_element_measure (&error, &element, ASSAY_FMT_F64),
                    ASSAY_HOLDS);
  ck_assert_double_le (error.ulps.low, 1);
  ck_assert_double_ge (error.ulps.high, 1);
  mpfr_set_si_2exp (low, -1, 1000000000, MPFR_RNDN);
  mpfr_set_si_2exp (high, -1, 999999999, MPFR_RNDN);
  element.got = 0xffefffffffffffff;
  element.rounded = 0xfff0000000000000;
  ck_assert_int_eq (assay_element_measure (&error, &element, ASSAY_FMT_F64),
                    ASSAY_HOLDS);
  ck_assert_double_eq (error.ulps.low, 0.5);
  ck_assert_double_eq (error.ulps.high, 0.5);
  ck_assert_double_eq (error.absolute.high, INFINITY);
  ck_assert_double_le (error.relative.low, 1);
  ck_assert_double_ge (error.relative.high, 1);
  mpfr_clears (low, high, (mpfr_ptr) NULL);
}
END_TEST

START_TEST (error_beyond_every_number_of_ulps_is_cut)
{
  struct assay_element_error error;
  mpq_t x;

  mpq_init (x);
  ck_assert_int_eq (measure_rational (&error, 0x7fefffffffffffff, x,
                                      ASSAY_FMT_F64), ASSAY_HOLDS);
  ck_assert_double_eq (error.ulps.low, 0x1p1000);
  ck_assert_double_eq (error.ulps.high, INFINITY);
  ck_assert_double_eq (error.absolute.low, 0x1.fffffffffffffp1023);
  ck_assert_double_eq (error.relative.low, INFINITY);
  mpq_clear (x);
}
END_TEST

START_TEST (closeness_is_decided_at_its_very_border)
{
  struct assay_element element = { .got = 0x3f800000,
                                   .rounded = 0x3f7fffff };
  mpq_t atol, rtol, x;
  mpfr_t low, high;

  mpq_inits (atol, rtol, x, NULL);
  mpfr_inits2 (200, low, high, (mpfr_ptr) NULL);
  testing_read_rational (x, "999/1000");
  testing_read_rational (rtol, "1/2000");
  testing_read_rational (atol, "1001/2000000");
  element.exact.known = ASSAY_KNOWN_RATIONAL;
  element.exact.rational = x;
  /* 1/1000 = 1001/2000000 + 999/2000000.  */
  ck_assert_int_eq (assay_element_close (&element, ASSAY_FMT_F32, atol,
                                         rtol), ASSAY_HOLDS);
  element.exact.known = ASSAY_KNOWN_BETWEEN;
  element.exact.low = low;
  element.exact.high = high;
  mpfr_set_q (low, x, MPFR_RNDD);
  mpfr_set_q (high, x, MPFR_RNDU);
  ck_assert_int_eq (assay_element_close (&element, ASSAY_FMT_F32, atol,
                                         rtol), ASSAY_OPEN);
  testing_read_rational (atol, "1000999999/2000000000000");
  element.exact.known = ASSAY_KNOWN_RATIONAL;
  ck_assert_int_eq (assay_element_close (&element, ASSAY_FMT_F32, atol,
                                         rtol), ASSAY_FAILS);
  element.got = 0x7f800000;
  ck_assert_int_eq (assay_element_close (&element, ASSAY_FMT_F32, atol,
                                         rtol), ASSAY_FAILS);
  mpfr_clears (low, high, (mpfr_ptr) NULL);
  mpq_clears (atol, rtol, x, NULL);
}
END_TEST

int
main (void)
{
  Suite *suite = suite_create ("element");
  TCase *tcase = tcase_create ("table");

  tcase_add_loop_test (tcase, error_counts_spacings_at_the_exact_value, 0,
                       ROWS (errors));
  suite_add_tcase (suite, tcase);
  tcase = tcase_create ("relations");
  tcase_add_loop_test (
    tcase, error_is_that_of_plain_arithmetic_however_the_value_is_known, 0,
    ASSAY_FMT_COUNT);
  tcase_add_loop_test (tcase, error_holds_for_wide_enclosures_too, 0,
                       ASSAY_FMT_COUNT);
  suite_add_tcase (suite, tcase);
  tcase = tcase_create ("special");
  tcase_add_test (tcase, enclosure_around_a_power_of_two_stays_open);
  tcase_add_test (tcase,
                  value_that_is_no_real_number_is_right_where_it_is_stored);
  tcase_add_test (tcase, enclosures_of_any_exponent_are_measured);
  tcase_add_test (tcase, error_beyond_every_number_of_ulps_is_cut);
  tcase_add_test (tcase, closeness_is_decided_at_its_very_border);
  suite_add_tcase (suite, tcase);
  return testing_run (suite);
}
