/* check_fmt.c -- number formats against an independent reading of patterns */

#include <stdlib.h>

#include "real/fmt.h"
#include "testing_real.h"

static const struct { const char *fmt; uint64_t bits; const char *value; }
patterns[] = {
  { "f16", 0x3c00, "1" }, { "f16", 0xc000, "-2" }, { "f16", 0x7bff, "65504" },
  { "f16", 0x0001, "1/16777216" }, { "f16", 0x0400, "1/16384" },
  { "f16", 0x3555, "1365/4096" }, { "f16", 0x8000, "0" },
  { "bf16", 0x3f80, "1" }, { "bf16", 0x4049, "201/64" },
  { "bf16", 0x3f1a, "77/128" },
  { "f32", 0x3f800000, "1" }, { "f32", 0x3dcccccd, "13421773/134217728" },
  { "f32", 0x7f7fffff, "340282346638528859811704183484516925440" },
  { "f64", 0x3fb999999999999a, "3602879701896397/36028797018963968" },
  { "f64", 0x4340000000000000, "9007199254740992" },
  { "e4m3", 0x7e, "448" }, { "e4m3", 0xfe, "-448" }, { "e4m3", 0x01, "1/512" },
  { "e4m3", 0x38, "1" }, { "e4m3", 0x08, "1/64" },
  { "e5m2", 0x7b, "57344" }, { "e5m2", 0x01, "1/65536" },
  { "e5m2", 0x3c, "1" }, { "e5m2", 0x04, "1/16384" },
};

/* Value, and the pattern it rounds to.  */
static const struct { const char *fmt, *value; uint64_t bits; } roundings[] = {
  { "f16", "65519", 0x7bff }, { "f16", "65520", 0x7c00 },
  { "f16", "-65520", 0xfc00 }, { "f16", "1/33554432", 0x0000 },
  { "f16", "-1/33554432", 0x8000 }, { "f16", "1/33554431", 0x0001 },
  { "f16", "3/33554432", 0x0002 }, { "f16", "0", 0x0000 },
  { "f16", "2049", 0x6800 }, { "f16", "2051", 0x6802 },
  { "f16", "1/10", 0x2e66 }, { "f16", "2047/33554432", 0x0400 },
  { "bf16", "3/5", 0x3f1a }, { "bf16", "4/5", 0x3f4d },
  { "bf16", "257", 0x4380 }, { "bf16", "259", 0x4382 },
  { "f32", "1/10", 0x3dcccccd }, { "f32", "16777217", 0x4b800000 },
  { "f32", "16777219", 0x4b800002 },
  { "f64", "1/10", 0x3fb999999999999a },
  { "f64", "9007199254740993", 0x4340000000000000 },
  { "e4m3", "464", 0x7e }, { "e4m3", "465", 0x7f }, { "e4m3", "-465", 0xff },
  { "e4m3", "9280001/20000", 0x7f }, { "e4m3", "1/1024", 0x00 },
  { "e4m3", "3/1024", 0x02 }, { "e4m3", "1000000", 0x7f },
  { "e5m2", "61439", 0x7b }, { "e5m2", "61440", 0x7c },
  { "e5m2", "-61440", 0xfc }, { "e5m2", "9/8", 0x3c },
  { "e5m2", "11/8", 0x3e },
};

static const struct { const char *fmt, *value, *ulp; } ulps[] = {
  { "f32", "1", "1/8388608" }, { "f32", "2", "1/4194304" },
  { "f32", "1999/1000", "1/8388608" }, { "f32", "0", NULL },
  { "f16", "0", "1/16777216" }, { "f16", "65519", "32" },
  { "f16", "65520", NULL }, { "f16", "-1/16384", "1/16777216" },
  { "f16", "1/1000000", "1/16777216" }, { "e4m3", "464", "32" },
  { "e4m3", "465", NULL }, { "bf16", "-3", "1/64" }, { "e5m2", "1", "1/4" },
};

#define ROWS(table) ((int) (sizeof table / sizeof table[0]))

START_TEST (pattern_stores_the_rational_it_stores)
{
  enum assay_fmt fmt = testing_format (patterns[_i].fmt);
  mpq_t value;

  mpq_init (value);
  ck_assert_int_eq (assay_fmt_decode (value, patterns[_i].bits, fmt),
                    ASSAY_FMT_FINITE);
  testing_assert_rational (value, patterns[_i].value);
  mpq_clear (value);
}
END_TEST

START_TEST (value_rounds_to_its_pattern)
{
  mpq_t value;

  mpq_init (value);
  testing_read_rational (value, roundings[_i].value);
  ck_assert_uint_eq (assay_fmt_round (value,
                                      testing_format (roundings[_i].fmt)),
                     roundings[_i].bits);
  mpq_clear (value);
}
END_TEST

START_TEST (ulp_is_the_spacing_of_the_binade)
{
  enum assay_fmt fmt = testing_format (ulps[_i].fmt);
  mpq_t value, ulp;

  mpq_inits (value, ulp, NULL);
  testing_read_rational (value, ulps[_i].value);
  if (ulps[_i].ulp)
    {
      ck_assert_int_eq (assay_fmt_ulp (ulp, value, fmt), ASSAY_OK);
      testing_assert_rational (ulp, ulps[_i].ulp);
    }
  else if (mpq_sgn (value) == 0)
    {
      ck_assert_int_eq (assay_fmt_ulp (ulp, value, fmt), ASSAY_OK);
      assay_fmt_smallest (value, fmt);
      ck_assert (mpq_equal (ulp, value));
    }
  else
    ck_assert_int_eq (assay_fmt_ulp (ulp, value, fmt), ASSAY_EVALUE);
  mpq_clears (value, ulp, NULL);
}
END_TEST

/* ---- special ---- */

START_TEST (names_are_found_and_others_are_not)
{
  enum assay_fmt fmt = ASSAY_FMT_F32;
  int i;

  for (i = 0; i < ASSAY_FMT_COUNT; i++)
    ck_assert_int_eq (
      testing_format (assay_fmt_shape ((enum assay_fmt) i)->name), i);
  ck_assert_int_eq (assay_fmt_find (&fmt, "f8"), ASSAY_EVALUE);
  ck_assert_int_eq (fmt, ASSAY_FMT_F32);
}
END_TEST

START_TEST (infinities_and_nans_have_their_patterns)
{
  mpq_t value;

  mpq_init (value);
  mpq_set_si (value, 5, 1);
  ck_assert_int_eq (assay_fmt_decode (value, 0x7c00, ASSAY_FMT_F16),
                    ASSAY_FMT_INFINITE);
  ck_assert_int_eq (assay_fmt_decode (value, 0xfc01, ASSAY_FMT_F16),
                    ASSAY_FMT_NAN);
  ck_assert_int_eq (assay_fmt_decode (value, 0x7f, ASSAY_FMT_E4M3),
                    ASSAY_FMT_NAN);
  ck_assert_int_eq (assay_fmt_decode (value, 0xff, ASSAY_FMT_E4M3),
                    ASSAY_FMT_NAN);
  ck_assert_int_eq (assay_fmt_decode (value, 0x7c, ASSAY_FMT_E5M2),
                    ASSAY_FMT_INFINITE);
  ck_assert_int_eq (assay_fmt_decode (value, 0x7d, ASSAY_FMT_E5M2),
                    ASSAY_FMT_NAN);
  testing_assert_rational (value, "5");
  ck_assert (assay_fmt_is_negative (0xfc00, ASSAY_FMT_F16));
  mpq_clear (value);
}
END_TEST

START_TEST (overflow_threshold_is_where_rounding_overflows)
{
  enum assay_fmt fmt = (enum assay_fmt) _i;
  mpq_t threshold, step;

  mpq_inits (threshold, step, NULL);
  assay_fmt_overflow (threshold, fmt);
  mpq_set_ui (step, 1, 1);
  mpq_div_2exp (step, step, 200);
  ck_assert_int_eq (assay_fmt_classify (assay_fmt_round (threshold, fmt),
                                        fmt) == ASSAY_FMT_FINITE,
                    fmt == ASSAY_FMT_E4M3);
  mpq_add (threshold, threshold, step);
  ck_assert_int_ne (assay_fmt_classify (assay_fmt_round (threshold, fmt),
                                        fmt), ASSAY_FMT_FINITE);
  mpq_sub (threshold, threshold, step);
  mpq_sub (threshold, threshold, step);
  ck_assert_int_eq (assay_fmt_classify (assay_fmt_round (threshold, fmt),
                                        fmt), ASSAY_FMT_FINITE);
  mpq_clears (threshold, step, NULL);
}
END_TEST

START_TEST (encode_refuses_what_is_not_stored_exactly)
{
  uint64_t bits = 77;
  mpq_t value;

  mpq_init (value);
  mpq_set_ui (value, 1, 10);
  ck_assert_int_eq (assay_fmt_encode (&bits, value, ASSAY_FMT_F32),
                    ASSAY_EVALUE);
  mpq_set_ui (value, 1000, 1);
  ck_assert_int_eq (assay_fmt_encode (&bits, value, ASSAY_FMT_E4M3),
                    ASSAY_EVALUE);
  ck_assert_uint_eq (bits, 77);
  mpq_set_ui (value, 3, 2);
  ck_assert_int_eq (assay_fmt_encode (&bits, value, ASSAY_FMT_F32),
                    ASSAY_OK);
  ck_assert_uint_eq (bits, 0x3fc00000);
  mpq_clear (value);
}
END_TEST

/* ---- relations: every pattern of the small formats ---- */

static const char *const small[] = { "f16", "bf16", "e4m3", "e5m2" };

/* The next value up in order of ordinals; both zeros are one value.  */
static void
check_between (uint64_t bits, enum assay_fmt fmt)
{
  uint64_t above = assay_fmt_above (bits, fmt), tie;
  mpq_t low, high, middle, step;

  mpq_inits (low, high, middle, step, NULL);
  assay_fmt_decode (low, bits, fmt);
  assay_fmt_midpoint_above (middle, bits, fmt);
  ck_assert_int_eq (assay_fmt_ordinal (above, fmt)
                    - assay_fmt_ordinal (bits, fmt), 1);
  if (assay_fmt_decode (high, above, fmt) == ASSAY_FMT_FINITE)
    {
      ck_assert (mpq_cmp (low, high) < 0);
      ck_assert_int_eq (assay_fmt_ordinal (assay_fmt_below (above, fmt), fmt),
                        assay_fmt_ordinal (bits, fmt));
      mpq_add (step, low, high);
      mpq_div_2exp (step, step, 1);
      ck_assert (mpq_equal (step, middle));
    }
  /* The tie goes to the even pattern, its sides to either neighbour.  */
  tie = assay_fmt_round (middle, fmt);
  ck_assert (tie % 2 == 0 || assay_fmt_classify (tie, fmt)
                             != ASSAY_FMT_FINITE);
  ck_assert (assay_fmt_ordinal (tie, fmt) == assay_fmt_ordinal (bits, fmt)
             || assay_fmt_ordinal (tie, fmt)
                == assay_fmt_ordinal (above, fmt));
  mpq_set_ui (step, 1, 1);
  mpq_div_2exp (step, step, 1200);
  mpq_sub (middle, middle, step);
  ck_assert_int_eq (assay_fmt_ordinal (assay_fmt_round (middle, fmt), fmt),
                    assay_fmt_ordinal (bits, fmt));
  mpq_add (middle, middle, step);
  mpq_add (middle, middle, step);
  ck_assert_int_eq (assay_fmt_ordinal (assay_fmt_round (middle, fmt), fmt),
                    assay_fmt_ordinal (above, fmt));
  mpq_clears (low, high, middle, step, NULL);
}

/* A pattern that stores a number is what the number rounds to.  */
static void
check_pattern (uint64_t bits, enum assay_fmt fmt)
{
  mpq_t value;

  mpq_init (value);
  if (assay_fmt_decode (value, bits, fmt) == ASSAY_FMT_FINITE)
    {
      ck_assert_uint_eq (assay_fmt_round (value, fmt),
                         mpq_sgn (value) == 0 ? 0 : bits);
      check_between (bits, fmt);
    }
  mpq_clear (value);
}

/* A scale below 1 (for valgrind) leaves out patterns of 16 bits.  */
START_TEST (every_pattern_round_trips_and_every_midpoint_splits)
{
  enum assay_fmt fmt = testing_format (small[_i]);
  uint64_t bits, count = (uint64_t) 1 << assay_fmt_shape (fmt)->width;
  size_t kept = testing_count (101);
  uint64_t stride = count > 256 && kept < 101 ? 101 / kept : 1;

  for (bits = 0; bits < count; bits += stride)
    check_pattern (bits, fmt);
}
END_TEST

START_TEST (random_patterns_of_wide_formats_round_trip_and_split)
{
  enum assay_fmt fmt = _i == 0 ? ASSAY_FMT_F32 : ASSAY_FMT_F64;
  uint64_t bits, mask = _i == 0 ? 0xffffffff : ~(uint64_t) 0;
  size_t i;

  for (i = 0; i < testing_count (3000); i++)
    {
      bits = ((uint64_t) testing_below (1ul << 32) << 32
              | testing_below (1ul << 32)) & mask;
      check_pattern (bits, fmt);
    }
}
END_TEST

/* The compiler's conversions are another implementation of f32 and f64.  */
START_TEST (decode_agrees_with_the_machine)
{
  size_t i;
  mpq_t value, machine;

  mpq_inits (value, machine, NULL);
  for (i = 0; i < testing_count (3000); i++)
    {
      union { uint64_t bits; double number; } wide;
      union { uint32_t bits; float number; } narrow;

      wide.bits = (uint64_t) testing_below (1ul << 32) << 32
                  | testing_below (1ul << 32);
      if (assay_fmt_decode (value, wide.bits, ASSAY_FMT_F64)
          == ASSAY_FMT_FINITE)
        {
          mpq_set_d (machine, wide.number);
          ck_assert (mpq_equal (value, machine));
        }
      narrow.bits = (uint32_t) wide.bits;
      if (assay_fmt_decode (value, narrow.bits, ASSAY_FMT_F32)
          == ASSAY_FMT_FINITE)
        {
          mpq_set_d (machine, (double) narrow.number);
          ck_assert (mpq_equal (value, machine));
        }
    }
  mpq_clears (value, machine, NULL);
}
END_TEST

/* ---- hard ---- */

START_TEST (rounding_of_a_random_rational_is_nearest)
{
  enum assay_fmt fmt = (enum assay_fmt) _i;
  mpq_t x, rounded, neighbour, error, other;
  size_t i;

  mpq_inits (x, rounded, neighbour, error, other, NULL);
  for (i = 0; i < testing_count (500); i++)
    {
      uint64_t bits, side[2];
      int k;

      testing_rational (x, 24);
      bits = assay_fmt_round (x, fmt);
      if (assay_fmt_decode (rounded, bits, fmt) != ASSAY_FMT_FINITE)
        continue;
      mpq_sub (error, x, rounded);
      mpq_abs (error, error);
      side[0] = assay_fmt_above (bits, fmt);
      side[1] = assay_fmt_below (bits, fmt);
      for (k = 0; k < 2; k++)
        if (assay_fmt_decode (neighbour, side[k], fmt) == ASSAY_FMT_FINITE)
          {
            mpq_sub (other, x, neighbour);
            mpq_abs (other, other);
            ck_assert_msg (mpq_cmp (error, other) <= 0, "case %zu, seed %lu",
                           i, testing_seed ());
          }
    }
  mpq_clears (x, rounded, neighbour, error, other, NULL);
}
END_TEST

static Suite *
fmt_suite (void)
{
  Suite *suite = suite_create ("fmt");
  TCase *table = tcase_create ("table");
  TCase *special = tcase_create ("special");
  TCase *relations = tcase_create ("relations");
  TCase *hard = tcase_create ("hard");

  tcase_add_loop_test (table, pattern_stores_the_rational_it_stores, 0,
                       ROWS (patterns));
  tcase_add_loop_test (table, value_rounds_to_its_pattern, 0,
                       ROWS (roundings));
  tcase_add_loop_test (table, ulp_is_the_spacing_of_the_binade, 0,
                       ROWS (ulps));
  suite_add_tcase (suite, table);
  tcase_add_test (special, names_are_found_and_others_are_not);
  tcase_add_test (special, infinities_and_nans_have_their_patterns);
  tcase_add_loop_test (special,
                       overflow_threshold_is_where_rounding_overflows, 0,
                       ASSAY_FMT_COUNT);
  tcase_add_test (special, encode_refuses_what_is_not_stored_exactly);
  suite_add_tcase (suite, special);
  tcase_set_timeout (relations, 60);
  tcase_add_loop_test (relations,
                       every_pattern_round_trips_and_every_midpoint_splits,
                       0, ROWS (small));
  tcase_add_loop_test (relations,
                       random_patterns_of_wide_formats_round_trip_and_split,
                       0, 2);
  tcase_add_test (relations, decode_agrees_with_the_machine);
  suite_add_tcase (suite, relations);
  tcase_add_loop_test (hard, rounding_of_a_random_rational_is_nearest, 0,
                       ASSAY_FMT_COUNT);
  suite_add_tcase (suite, hard);
  return suite;
}

int
main (void)
{
  return testing_run (fmt_suite ());
}
