/* check_witness_kernel.c -- how near rows and kernels come to their bounds,
   and what would be wrong beside them: the witnesses of lemmas B73, B77 and
   B100 to B104 */

#include <math.h>
#include <string.h>

#include "attention/row_parts.h"
#include "position/table_round.h"
#include "real/decide.h"
#include "real/encl.h"
#include "real/formula.h"
#include "testing_real.h"

#define V 0x1p-24                       /* binary32's unit roundoff */
#define PI 0x1.921fb54442d18p+1

/* The N-th of numbers spread over [0, 1).  */
static double
spread (int n)
{
  return fmod (n * 0x1.3c6ef372fe94fp-1, 1);
}

/* ---- rows ---- */

/* With a dot of 0 a capped score is its bias; with any other it is no
   algebraic number.  */
START_TEST (capped_score_is_rational_only_without_a_dot)
{
  struct assay_score_rule rule;
  struct assay_basis basis;
  struct assay_score score;
  mpq_t dot, bias, found;

  mpq_inits (dot, bias, found, NULL);
  assay_score_rule_init (&rule);
  mpq_set_ui (rule.softcap, 5, 1);
  mpq_set_ui (bias, 1, 3);
  assay_basis_init (&basis, &rule);
  assay_score_init (&score);
  assay_score_of_key (&score, &basis, dot, bias, NULL);
  ck_assert_int_eq (assay_score_is_algebraic (&score, &basis), 1);
  ck_assert_int_eq (assay_score_rational (found, &score, &basis),
                    ASSAY_HOLDS);
  testing_assert_rational (found, "1/3");
  mpq_set_d (dot, 0x1p-1000);
  assay_score_of_key (&score, &basis, dot, bias, NULL);
  ck_assert_int_eq (assay_score_is_algebraic (&score, &basis), 0);
  ck_assert_int_eq (assay_score_rational (found, &score, &basis),
                    ASSAY_FAILS);
  assay_score_clear (&score);
  assay_basis_clear (&basis);
  assay_score_rule_clear (&rule);
  mpq_clears (dot, bias, found, NULL);
}
END_TEST

enum { KEYS = 60 };

/* The floor of 2^128 exp (-t) takes off up to 1.  */
START_TEST (integer_of_an_exponential_is_nearly_one_below)
{
  struct assay_score_rule rule;
  const struct assay_fixed *fixed;
  double error, worst = 0;
  struct assay_row row;
  mpfr_t truth;
  mpq_t dot;
  size_t j;

  mpq_init (dot);
  mpfr_init2 (truth, 400);
  assay_score_rule_init (&rule);
  assay_row_init (&row, &rule, KEYS);
  assay_row_begin (&row, KEYS);
  for (j = 0; j < KEYS; j++)
    {
      mpq_set_si (dot, -(long) j, 7);
      mpq_canonicalize (dot);
      assay_row_set_key (&row, j, dot, NULL, NULL);
    }
  ck_assert_uint_eq (assay_row_ready (&row), KEYS);
  fixed = assay_row_fixed (&row);
  for (j = 0; j < KEYS; j++)
    {
      mpfr_set_si (truth, -(long) j, MPFR_RNDN);
      mpfr_div_ui (truth, truth, 7, MPFR_RNDN);
      mpfr_exp (truth, truth, MPFR_RNDN);
      mpfr_mul_2ui (truth, truth, ASSAY_FIXED_BITS, MPFR_RNDN);
      mpfr_sub_z (truth, truth,
                  fixed->e[row.softmax.classes.class_of[j]], MPFR_RNDN);
      error = mpfr_get_d (truth, MPFR_RNDN);
      ck_assert (error >= 0 && error <= 2 && (j > 0 || error == 0));
      worst = fmax (worst, error);
    }
  ck_assert_msg (worst > 0.96, "%g of 2", worst);
  assay_row_clear (&row);
  assay_score_rule_clear (&rule);
  mpfr_clear (truth);
  mpq_clear (dot);
}
END_TEST

/* Two keys, the first of weight e^-20, moved against each other.  */
START_TEST (weight_moves_by_nearly_twice_what_scores_do)
{
  const double m = 0x1p-20, z = -20;
  double p = exp (z) / (1 + exp (z));
  double moved = exp (z + m) / (exp (-m) + exp (z + m));
  double part = (moved - p) / (2 * m * p);

  ck_assert_msg (part > 0.999 && part < 1 + 2 * m, "%.9g", part);
  /* Both moved the same way: the logarithm of the sum moves by all of m.  */
  part = (log (exp (m) + exp (z + m)) - log (1 + exp (z))) / m;
  ck_assert_msg (part > 0.999999 && part < 1.000001, "%.9g", part);
}
END_TEST

/* ---- rotations ---- */

/* Y <- X turned by ANGLE in binary32, cosine and sine being wrong by 3/2 of
   the unit roundoff towards SIDE before they are rounded.  */
static void
turn_single (float y[2], const float x[2], double angle, double side)
{
  float c = (float) (cos (angle) + copysign (1.5 * V * side, cos (angle)));
  float s = (float) (sin (angle) + copysign (1.5 * V * side, sin (angle)));
  volatile float first = c * x[0], second = s * x[1];

  y[0] = first - second;
  first = s * x[0];
  second = c * x[1];
  y[1] = first + second;
}

START_TEST (norm_of_a_pair_errs_by_two_fifths_of_its_bound)
{
  double worst = 0, part;
  float x[2], y[2];
  int i;

  for (i = 176500; i < 177500; i++)
    {
      double angle = 2 * PI * spread (i), at = 2 * PI * spread (7 * i), norm;

      x[0] = (float) (cos (at) * (1 + spread (3 * i)));
      x[1] = (float) (sin (at) * (1 + spread (3 * i)));
      norm = hypot (x[0], x[1]);
      turn_single (y, x, angle, i % 2 ? 1 : -1);
      part = fabs (hypot (y[0], y[1]) - norm) / (norm * 11 * V);
      ck_assert (part <= 1);
      worst = fmax (worst, part);
    }
  ck_assert_msg (worst > 0.4, "%g of the bound", worst);
}
END_TEST

/* The score of Q at M and K at N by binary32, with the step W.  */
static double
score_single (const float q[2], const float k[2], long m, long n, float w)
{
  float turned_q[2], turned_k[2];
  volatile float angle_q = (float) m * w, angle_k = (float) n * w;

  turn_single (turned_q, q, angle_q, 0);
  turn_single (turned_k, k, angle_k, 0);
  return (double) turned_q[0] * turned_k[0]
         + (double) turned_q[1] * turned_k[1];
}

START_TEST (shifted_score_errs_by_a_sixth_of_its_bound)
{
  const double farthest = 17500, rho = 11 * V + 4.1 * V * farthest;
  const float q[2] = { 1, 0 }, k[2] = { 0, 1 };
  double worst = 0, part;
  int i;

  for (i = 24000; i < 25000; i++)
    {
      float w = (float) pow (10000, -spread (5 * i) / 256);
      long m = (long) (farthest * (1 - spread (i) / 16));
      long n = (long) (farthest * (1 - spread (3 * i) / 16));
      long shift = (long) ((farthest - (double) (m > n ? m : n))
                           * spread (7 * i));

      part = fabs (score_single (q, k, m, n, w)
                   - score_single (q, k, m + shift, n + shift, w))
             / (2 * (2 * rho + rho * rho) / ((1 - rho) * (1 - rho)));
      ck_assert (part <= 1);
      worst = fmax (worst, part);
    }
  ck_assert_msg (worst > 0.1667, "%g of the bound", worst);
}
END_TEST

/* FACTOR sin (pi S / OVER).  */
static struct assay_expr *
wave (long s, long over, struct assay_expr *factor, struct assay_ctx *ctx)
{
  return assay_formula_mul (
    factor, assay_formula_sin (
      assay_formula_mul (assay_formula_ratio (s, (unsigned long) over),
                         assay_expr_new_pi (), ctx), ctx), ctx);
}

/* sin (pi s / 6) and sin (pi s / 2) / 2 at s = -1, 0, 1 and 2.  */
START_TEST (waves_that_agree_three_times_differ_later)
{
  struct assay_ctx ctx;
  long s;

  for (s = -1; s <= 2; s++)
    {
      struct assay_decision decision;
      struct assay_expr *slow, *fast;

      assay_ctx_init (&ctx);
      slow = wave (s, 6, assay_formula_integer (1), &ctx);
      fast = wave (s, 2, assay_formula_ratio (1, 2), &ctx);
      ck_assert_int_eq (assay_decide (&decision, slow, ASSAY_EQ, fast, &ctx),
                        ASSAY_OK);
      ck_assert_int_eq (decision.verdict, s < 2 ? ASSAY_HOLDS : ASSAY_FAILS);
      assay_expr_unref (slow);
      assay_expr_unref (fast);
    }
}
END_TEST

/* ---- sums of weights ---- */

/* X in bf16.  */
static double
brain (double x)
{
  uint32_t bits = (uint32_t) assay_fmt_of_double (x, ASSAY_FMT_BF16) << 16;
  float value;

  memcpy (&value, &bits, sizeof value);
  return value;
}

/* N equal weights in binary32, rounded to bf16.  */
START_TEST (weights_of_15_keys_reach_0_43_of_their_bound)
{
  const double n = 15, g = (n + 2) * V;
  volatile float weight = 1.0f / 15;
  double part = fabs (n * brain (weight) - 1)
                / (g / (1 - g) + 2 * 0x1p-8 + n * 0x1p-133);

  ck_assert_msg (part > 0.43 && part <= 1, "%g of the bound", part);
}
END_TEST

/* How far the mean of ones leaves them, with N weights E[j] in binary32, in
   parts of B103's bound.  */
static double
mean_error (int n, int seed)
{
  volatile float total = 0, mean = 0;
  double h = (4 * n + 6) * V;
  float e[16];
  int j;

  for (j = 0; j < n; j++)
    {
      e[j] = (float) spread (seed + 7 * j);
      total = total + e[j];
    }
  for (j = n - 1; j >= 0; j--)
    {
      volatile float weight = e[j] / total;

      mean = mean + weight;
    }
  return fabs (mean - 1) / (h / (1 - h));
}

START_TEST (mean_of_ones_errs_by_a_seventh_of_its_bound)
{
  double worst = 0, part;
  int n, seed;

  for (n = 2; n <= 4; n++)
    for (seed = 1; seed <= 1500; seed++)
      {
        part = mean_error (n, seed);
        ck_assert (part <= 1);
        worst = fmax (worst, part);
      }
  ck_assert_msg (worst > 0.14, "%g of the bound", worst);
}
END_TEST

static Suite *
witness_suite (void)
{
  Suite *suite = suite_create ("witness kernel");
  TCase *rows = tcase_create ("rows");
  TCase *turned = tcase_create ("turned");

  tcase_add_test (rows, capped_score_is_rational_only_without_a_dot);
  tcase_add_test (rows, integer_of_an_exponential_is_nearly_one_below);
  tcase_add_test (rows, weight_moves_by_nearly_twice_what_scores_do);
  tcase_add_test (rows,
                  weights_of_15_keys_reach_0_43_of_their_bound);
  tcase_add_test (rows, mean_of_ones_errs_by_a_seventh_of_its_bound);
  suite_add_tcase (suite, rows);
  tcase_add_test (turned, norm_of_a_pair_errs_by_two_fifths_of_its_bound);
  tcase_add_test (turned,
                  shifted_score_errs_by_a_sixth_of_its_bound);
  tcase_add_test (turned, waves_that_agree_three_times_differ_later);
  suite_add_tcase (suite, turned);
  return suite;
}

int
main (void)
{
  return testing_run_real (witness_suite ());
}
