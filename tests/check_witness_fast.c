/* check_witness_fast.c -- how near arithmetic in binary64 comes to its
   bounds, and what would be wrong beside them: the witnesses of lemmas B60 to
   B83 and B105; check_witness_tiers.c and check_witness_kernel.c go on */

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "kernel/rotation_given.h"
#include "position/table.h"
#include "position/table_round.h"
#include "real/encl.h"
#include "real/formula.h"
#include "testing_real.h"

/* The square of 2^-53, and what holds every sum here without an error.  */
#define U2 0x1p-106
enum { EXACT_BITS = 4400, TRUTH_BITS = 800 };

/* abs (sum of the N numbers X), which may cancel.  */
static double
size_of_sum (const double *x, size_t n)
{
  double size;
  mpfr_t sum;
  size_t i;

  mpfr_init2 (sum, EXACT_BITS);
  mpfr_set_ui (sum, 0, MPFR_RNDN);
  for (i = 0; i < n; i++)
    mpfr_add_d (sum, sum, x[i], MPFR_RNDN);
  size = fabs (mpfr_get_d (sum, MPFR_RNDN));
  mpfr_clear (sum);
  return size;
}

/* ---- phases, double-doubles, rotations ---- */

/* ANGLE <- that of PHASE in radians.  */
static void
set_angle (mpfr_ptr angle, struct assay_phase phase)
{
  mpfr_t pi;

  mpfr_init2 (pi, TRUTH_BITS);
  mpfr_const_pi (pi, MPFR_RNDN);
  mpfr_set_ui (angle, phase.high, MPFR_RNDN);
  mpfr_mul_2ui (angle, angle, 64, MPFR_RNDN);
  mpfr_add_ui (angle, angle, phase.low, MPFR_RNDN);
  mpfr_div_2ui (angle, angle, 127, MPFR_RNDN);
  mpfr_mul (angle, angle, pi, MPFR_RNDN);
  mpfr_clear (pi);
}

/* How far the phase of 2^127 sqrt (R) less its floor, one turn at most, is
   below the angle, in 2^-128 of a turn.  */
static double
phase_error (unsigned long r, unsigned long shift)
{
  struct assay_expr *whole, *root;
  struct assay_phase phase;
  struct assay_ctx ctx;
  mpfr_t truth, found;
  double error;
  mpq_t floor;

  assay_ctx_init (&ctx);
  mpq_init (floor);
  mpfr_inits2 (TRUTH_BITS, truth, found, (mpfr_ptr) 0);
  mpfr_sqrt_ui (truth, r, MPFR_RNDN);
  mpfr_mul_2ui (truth, truth, shift, MPFR_RNDN);
  mpfr_get_z (mpq_numref (floor), truth, MPFR_RNDD);
  mpfr_sub_z (truth, truth, mpq_numref (floor), MPFR_RNDN);
  whole = assay_expr_new_rational (floor);
  root = assay_formula_mul (
    assay_formula_pow (assay_formula_integer (2),
                       assay_formula_integer ((long) shift), &ctx),
    assay_formula_sqrt (assay_formula_integer ((long) r), &ctx), &ctx);
  root = assay_formula_sub (root, whole, &ctx);
  ck_assert_int_eq (assay_phase_set (&phase, root, &ctx), ASSAY_OK);
  set_angle (found, phase);
  mpfr_sub (truth, truth, found, MPFR_RNDN);
  mpfr_const_pi (found, MPFR_RNDN);
  mpfr_div (truth, truth, found, MPFR_RNDN);
  error = ldexp (mpfr_get_d (truth, MPFR_RNDN), 127);
  assay_expr_unref (root);
  mpfr_clears (truth, found, (mpfr_ptr) 0);
  mpq_clear (floor);
  return error;
}

/* The enclosure's width is one unit, what the floor takes off the other.  */
START_TEST (phase_is_more_than_one_unit_below_an_angle)
{
  double worst = 0;
  unsigned long r;

  for (r = 2; r < 60; r++)
    if (floor (sqrt ((double) r)) != sqrt ((double) r))
      {
        double error = phase_error (r, 127);

        ck_assert (error >= 0 && error <= 2);
        worst = fmax (worst, error);
      }
  ck_assert_msg (worst > 1.4, "%g of 2 units", worst);
}
END_TEST

static const struct assay_dd near_sum[2] = {
  { -1.0, -0x1.ffc983db8596fp-54 },
  { -0x1.47ae147ae154p-7, -0x1.d2ec53d32fd97p-65 }
};
static const struct assay_dd near_product[2] = {
  { 0x1.0000000000001p-1, 0x1.fffffffffffffp-55 },
  { 0x1.0000000000002p+0, 0x1.fffffffffffffp-54 }
};

START_TEST (sum_of_double_doubles_errs_by_1_9_units)
{
  struct assay_dd a = near_sum[0], b = near_sum[1];
  struct assay_dd sum = assay_dd_add (a, b);
  double all[] = { a.hi, a.lo, b.hi, b.lo, -sum.hi, -sum.lo };
  double error = size_of_sum (all, 6) / (fabs (a.hi) + fabs (b.hi)) / U2;

  ck_assert_msg (error > 1.9 && error <= 3.1, "%g u^2", error);
}
END_TEST

START_TEST (product_of_double_doubles_errs_by_4_9_units)
{
  struct assay_dd a = near_product[0], b = near_product[1];
  struct assay_dd product = assay_dd_mul (a, b);
  mpfr_t truth, factor;
  double error;

  mpfr_inits2 (EXACT_BITS, truth, factor, (mpfr_ptr) 0);
  mpfr_set_d (truth, a.hi, MPFR_RNDN);
  mpfr_add_d (truth, truth, a.lo, MPFR_RNDN);
  mpfr_set_d (factor, b.hi, MPFR_RNDN);
  mpfr_add_d (factor, factor, b.lo, MPFR_RNDN);
  mpfr_mul (truth, truth, factor, MPFR_RNDN);
  error = testing_distance (truth, product.hi, product.lo) / (a.hi * b.hi)
          / U2;
  ck_assert_msg (error > 4.9 && error <= 9, "%g u^2", error);
  mpfr_clears (truth, factor, (mpfr_ptr) 0);
}
END_TEST

START_TEST (turn_errs_by_5_units)
{
  struct assay_phase phase = { 0xffbe82ffc2fed4a4, 0xfcff5af3470137a4 };
  static struct assay_turns turns;
  struct assay_dd c, s;
  double error;
  mpfr_t sine;

  assay_turns_init (&turns);
  assay_turn (&c, &s, phase, &turns);
  mpfr_init2 (sine, TRUTH_BITS);
  set_angle (sine, phase);
  mpfr_sin (sine, sine, MPFR_RNDN);
  error = testing_distance (sine, s.hi, s.lo) / fabs (s.hi) / U2;
  ck_assert_msg (error > 5.4 && error <= 0x1p7, "%g u^2", error);
  mpfr_clear (sine);
}
END_TEST

START_TEST (rounding_needs_twice_the_error_and_a_step_aside)
{
  /* The lower end of the reals meant is below the tie 1 - 2^-54, lo - e
     rounds to that, and the tie to 1.  */
  double e = 0x1p-98 + 0x1p-109;
  struct assay_dd x = { 1, -0x1p-54 + 0x1p-98 };
  /* All reals meant are above a tie of binary32, which hi is.  */
  struct assay_dd above = { 1 + 0x1p-24, 0x1p-80 };
  uint64_t bits;

  ck_assert (x.lo - e == -0x1p-54 && x.hi + (x.lo - e) == 1);
  ck_assert (x.hi + (x.lo + e) == 1);
  ck_assert (assay_dd_sum (x.lo, -e).lo < 0);
  ck_assert_int_eq (assay_dd_rounds (&bits, x, e, ASSAY_FMT_F64), 0);
  ck_assert (above.hi + (above.lo - 0x1p-96) == above.hi);
  ck_assert (above.hi + (above.lo + 0x1p-96) == above.hi);
  ck_assert_uint_eq (assay_single_of_double (above.hi), 0x3f800000);
  ck_assert_int_eq (assay_dd_rounds (&bits, above, 0x1p-97, ASSAY_FMT_F32),
                    0);
}
END_TEST

START_TEST (rotation_in_binary64_errs_by_3_4_units)
{
  struct assay_dd scale = { 0x1.0074353b8be56p+0, 0 };
  struct assay_phase x = { 0x40013a113b760760, 0x888cf5d8f2623 };
  struct assay_phase y = { 0x331ba62388dfcc, 0xfe264cf9714760 }, sum;
  static struct assay_turns turns;
  struct assay_dd cx, sx, cy, sy;
  double error;
  mpfr_t angle, value;

  assay_turns_init (&turns);
  assay_turn (&cx, &sx, x, &turns);
  assay_turn (&cy, &sy, y, &turns);
  cx = assay_dd_mul (scale, cx);
  sx = assay_dd_mul (scale, sx);
  sum.low = x.low + y.low;
  sum.high = x.high + y.high;
  mpfr_inits2 (TRUTH_BITS, angle, value, (mpfr_ptr) 0);
  set_angle (angle, sum);
  mpfr_cos (value, angle, MPFR_RNDN);
  mpfr_mul_d (value, value, scale.hi, MPFR_RNDN);
  error = testing_distance (value, cx.hi * cy.hi - sx.hi * sy.hi, 0);
  mpfr_sin (value, angle, MPFR_RNDN);
  mpfr_mul_d (value, value, scale.hi, MPFR_RNDN);
  error = fmax (error, testing_distance (value, sx.hi * cy.hi
                                                + cx.hi * sy.hi, 0));
  error *= 0x1p53 / scale.hi;
  ck_assert_msg (error > 3.48 && error <= 4.1, "%g u", error);
  mpfr_clears (angle, value, (mpfr_ptr) 0);
}
END_TEST

/* A = 1 + 2^-24 is a tie of binary32: no error however small tells.  */
START_TEST (tie_at_position_zero_is_not_for_double_doubles)
{
  struct assay_expr *one = assay_formula_integer (1);
  struct assay_expr *tie = assay_formula_ratio (16777217, 16777216);
  struct assay_dd value = { 1 + 0x1p-24, 0 };
  struct assay_table table;
  struct assay_ctx ctx;
  uint32_t cosine, sine;
  uint64_t bits;

  assay_ctx_init (&ctx);
  ck_assert_int_eq (assay_table_init (&table, &one, 1, tie, ASSAY_FMT_F32,
                                      &ctx), ASSAY_OK);
  ck_assert_int_eq (assay_table_fill (&table, &cosine, &sine, 0, 1, &ctx),
                    ASSAY_OK);
  ck_assert_uint_eq (cosine, 0x3f800000);
  ck_assert_uint_eq (sine, 0);
  ck_assert_uint_eq (table.third, 0);
  ck_assert_int_eq (assay_dd_rounds (&bits, value, 0x1p-98, ASSAY_FMT_F32),
                    0);
  ck_assert_int_eq (assay_dd_rounds (&bits, value, 0x1p-1000, ASSAY_FMT_F32),
                    0);
  assay_table_clear (&table);
  assay_expr_unref (one);
  assay_expr_unref (tie);
}
END_TEST

/* ---- turned components ---- */

/* The N-th of numbers spread over [0, 1).  */
static double
spread (int n)
{
  return fmod (n * 0x1.3c6ef372fe94fp-1, 1);
}

/* SUM's error by double-doubles, in parts of its radius; 0 where they did not
   tell its pattern.  */
static double
turned_error (const struct assay_rotation *rotation,
              const struct assay_turned_sum *sum, struct assay_ctx *ctx)
{
  struct assay_turned quick, sharp;
  double part = 0;

  assay_turned_init (&quick);
  assay_turned_init (&sharp);
  sharp.exact.known = ASSAY_KNOWN_BETWEEN;
  ck_assert_int_eq (assay_turned_settle (&quick, rotation, sum,
                                         ASSAY_FMT_F32, ctx), ASSAY_OK);
  ck_assert_int_eq (assay_turned_enclose (&sharp, rotation, sum, ctx, 300),
                    ASSAY_OK);
  if (quick.exact.known == ASSAY_KNOWN_NEAR)
    part = testing_distance (sharp.exact.low, quick.exact.near.hi,
                             quick.exact.near.lo) / quick.exact.radius;
  assay_turned_clear (&quick);
  assay_turned_clear (&sharp);
  return part;
}

START_TEST (turned_component_errs_by_a_400th_of_its_radius)
{
  struct assay_rotation rotation = { .source = ASSAY_ROTATION_ANGLES };
  struct assay_expr *w = assay_formula_integer (1);
  struct assay_turned_sum sum = { 0 };
  double worst = 0, part;
  struct assay_ctx ctx;
  enum { COUNT = 400 };
  int i;

  assay_ctx_init (&ctx);
  ck_assert_int_eq (assay_table_init (&rotation.angles, &w, 1, NULL,
                                      ASSAY_FMT_F32, &ctx), ASSAY_OK);
  for (i = 1; i <= COUNT; i++)
    {
      sum.position = i;
      sum.alpha = 1 + spread (i);
      /* Every second sum cancels to its last bits.  */
      sum.beta = i % 2 ? 4 * spread (7 * i) - 2
                 : -sum.alpha / tan ((double) i);
      part = turned_error (&rotation, &sum, &ctx);
      ck_assert (part <= 1);
      worst = fmax (worst, part);
    }
  ck_assert_msg (worst > 0.0025, "%g of the radius", worst);
  assay_rotation_clear (&rotation);
  assay_expr_unref (w);
}
END_TEST

/* Of the angles 0, 1 and pi/3 only 1 is algebraic and not 0; the other two
   leave a tie of f16.  */
static const char *const rational_turns[] = { "2049/2048", NULL,
                                              "2049/4096" };

START_TEST (component_turned_by_another_angle_may_be_a_tie)
{
  struct assay_turned_sum sum = { .alpha = 1 + 0x1p-11, .position = 1 };
  struct assay_rotation rotation = { .source = ASSAY_ROTATION_ANGLES };
  struct assay_turned turned;
  struct assay_expr *w;
  struct assay_ctx ctx;

  assay_ctx_init (&ctx);
  w = _i < 2 ? assay_formula_integer (_i)
             : assay_formula_div (assay_expr_new_pi (),
                                  assay_formula_integer (3), &ctx);
  ck_assert_int_eq (assay_table_init (&rotation.angles, &w, 1, NULL,
                                      ASSAY_FMT_F32, &ctx), ASSAY_OK);
  assay_turned_init (&turned);
  ck_assert_int_eq (assay_turned_settle (&turned, &rotation, &sum,
                                         ASSAY_FMT_F16, &ctx), ASSAY_OK);
  if (rational_turns[_i])
    {
      ck_assert_int_eq (turned.exact.known, ASSAY_KNOWN_RATIONAL);
      testing_assert_rational (turned.exact.rational, rational_turns[_i]);
    }
  else
    ck_assert_int_eq (turned.exact.known, ASSAY_KNOWN_NEAR);
  assay_turned_clear (&turned);
  assay_rotation_clear (&rotation);
  assay_expr_unref (w);
}
END_TEST

/* X rounded to BITS bits.  */
static double
rounded (double x, mpfr_prec_t bits)
{
  double result;
  mpfr_t value;

  mpfr_init2 (value, bits);
  mpfr_set_d (value, x, MPFR_RNDN);
  result = mpfr_get_d (value, MPFR_RNDN);
  mpfr_clear (value);
  return result;
}

START_TEST (sum_of_27_bits_and_fused_product_round_twice)
{
  double a = 1, b = 0x1p-27 + 0x1p-53, x = 8392705 * 0x1p-35;
  double y = 8384513 * 0x1p-35;
  mpfr_t exact;

  mpfr_init2 (exact, 27);
  ck_assert (rounded (b, 27) == b && rounded (b, 26) != b);
  mpfr_set_d (exact, a, MPFR_RNDN);
  mpfr_add_d (exact, exact, b, MPFR_RNDN);
  ck_assert (rounded (a + b, 27) == 1);
  ck_assert (mpfr_cmp_d (exact, 1 + 0x1p-26) == 0);
  /* 1 + xy in one rounding, where the product is not rounded to binary32.  */
  ck_assert ((double) (float) x == x && (double) (float) y == y);
  ck_assert (x * y == 0x1p-24 + 0x1p-70);
  ck_assert (rounded (1 + x * y, 24) == 1);
  ck_assert (fmaf ((float) x, (float) y, 1.0f) == 1 + 0x1p-23f);
  mpfr_clear (exact);
}
END_TEST

/* Products that binary64 holds, the sum beside a tie of binary32.  */
START_TEST (sum_of_given_products_is_rounded_to_odd_first)
{
  struct assay_turned_sum sum = {
    .is_given = 1, .alpha = 1 + 0x1p-24, .c = 1, .beta = 0x1p-40,
    .s = 0x1p-40
  };
  struct assay_dd x;
  uint64_t bits;

  ck_assert_int_eq (assay_given_sum (&x, &bits, &sum, ASSAY_FMT_F32), 1);
  ck_assert_uint_eq (bits, 0x3f800001);
  ck_assert_uint_eq (assay_fmt_of_double (x.hi, ASSAY_FMT_F32), 0x3f800000);
  /* A product that binary64 does not hold is not for this way.  */
  sum.c = 1 + 0x1p-52;
  ck_assert_int_eq (assay_given_sum (&x, &bits, &sum, ASSAY_FMT_F32), 0);
}
END_TEST

/* The distance of 1 and -2^-60 is above 1, and no binary64.  */
START_TEST (distance_to_a_pair_is_not_its_first_part)
{
  struct assay_element element = { .got = 0x3ff0000000000000 };
  struct assay_element_error error;

  element.exact.known = ASSAY_KNOWN_NEAR;
  element.exact.near.hi = -0x1p-60;
  element.rounded = assay_fmt_of_double (-0x1p-60, ASSAY_FMT_F64);
  assay_element_measure (&error, &element, ASSAY_FMT_F64);
  ck_assert (error.absolute.high > 1 && error.absolute.low <= 1);
  ck_assert (error.absolute.high - error.absolute.low <= 0x1p-49);
}
END_TEST

static Suite *
witness_suite (void)
{
  Suite *suite = suite_create ("witness fast");
  TCase *pairs = tcase_create ("double-doubles");
  TCase *turned = tcase_create ("turned");

  tcase_add_test (pairs, phase_is_more_than_one_unit_below_an_angle);
  tcase_add_test (pairs, sum_of_double_doubles_errs_by_1_9_units);
  tcase_add_test (pairs, product_of_double_doubles_errs_by_4_9_units);
  tcase_add_test (pairs, turn_errs_by_5_units);
  tcase_add_test (pairs, rounding_needs_twice_the_error_and_a_step_aside);
  tcase_add_test (pairs, rotation_in_binary64_errs_by_3_4_units);
  tcase_add_test (pairs, tie_at_position_zero_is_not_for_double_doubles);
  suite_add_tcase (suite, pairs);
  tcase_add_test (turned, turned_component_errs_by_a_400th_of_its_radius);
  tcase_add_loop_test (turned,
                       component_turned_by_another_angle_may_be_a_tie, 0, 3);
  tcase_add_test (turned,
                  sum_of_27_bits_and_fused_product_round_twice);
  tcase_add_test (turned, sum_of_given_products_is_rounded_to_odd_first);
  tcase_add_test (turned, distance_to_a_pair_is_not_its_first_part);
  suite_add_tcase (suite, turned);
  return suite;
}

int
main (void)
{
  return testing_run_real (witness_suite ());
}
