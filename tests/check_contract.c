/* check_contract.c -- tables under contracts, and how their errors grow,
   against the same roundings of exact rationals */

#include <float.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "position/contract.h"
#include "position/error_growth.h"
#include "real/formula.h"
#include "real/step.h"
#include "testing.h"

/* base^(-i/h).  */
static struct assay_expr *
step (long base, long i, unsigned long h, struct assay_ctx *ctx)
{
  return assay_formula_pow (assay_formula_integer (base),
                            assay_formula_ratio (-i, h), ctx);
}

static void
steps (struct assay_expr **w, size_t pairs, long base, struct assay_ctx *ctx)
{
  size_t i;

  for (i = 0; i < pairs; i++)
    w[i] = step (base, (long) i, pairs, ctx);
}

static void
drop (struct assay_expr **w, size_t pairs)
{
  size_t i;

  for (i = 0; i < pairs; i++)
    assay_expr_unref (w[i]);
}

/* X <- X rounded to FMT.  */
static void
round_rational (mpq_ptr x, enum assay_fmt fmt)
{
  uint64_t bits = assay_fmt_round (x, fmt);

  ck_assert_int_eq (assay_fmt_decode (x, bits, fmt), ASSAY_FMT_FINITE);
}

static void
set_rounded (mpq_ptr x, struct assay_expr *w, enum assay_fmt fmt,
             struct assay_ctx *ctx)
{
  struct assay_expr *rounded;

  ck_assert_int_eq (assay_step_fmt (&rounded, w, fmt, ctx), ASSAY_OK);
  mpq_set (x, assay_expr_rational (rounded));
  assay_expr_unref (rounded);
}

/* ANGLE <- what CONTRACT makes of POSITION and pair I, in rationals.  */
static void
rational_angle (mpq_ptr angle, enum assay_contract contract,
                struct assay_expr *const *w, unsigned long position, size_t i,
                struct assay_ctx *ctx)
{
  mpq_t factor;
  size_t k;

  mpq_init (factor);
  mpq_set_ui (angle, position, 1);
  round_rational (angle, contract == ASSAY_CONTRACT_BF16_POSITION
                         ? ASSAY_FMT_BF16
                         : contract == ASSAY_CONTRACT_F16_POSITION
                         ? ASSAY_FMT_F16 : ASSAY_FMT_F32);
  if (contract == ASSAY_CONTRACT_F32_RUNNING)
    {
      struct assay_expr *ratio
        = assay_formula_div (assay_expr_ref (w[1]), assay_expr_ref (w[0]),
                             ctx);

      set_rounded (factor, ratio, ASSAY_FMT_F32, ctx);
      assay_expr_unref (ratio);
      for (k = 0; k < i; k++)
        {
          mpq_mul (angle, angle, factor);
          round_rational (angle, ASSAY_FMT_F32);
        }
      i = 0;
    }
  set_rounded (factor, w[i], contract == ASSAY_CONTRACT_BF16_FREQUENCY
                             ? ASSAY_FMT_BF16 : ASSAY_FMT_F32, ctx);
  mpq_mul (angle, angle, factor);
  round_rational (angle, ASSAY_FMT_F32);
  mpq_clear (factor);
}

static const enum assay_contract rounding[] = {
  ASSAY_CONTRACT_F32, ASSAY_CONTRACT_F32_RUNNING,
  ASSAY_CONTRACT_BF16_FREQUENCY, ASSAY_CONTRACT_BF16_POSITION,
  ASSAY_CONTRACT_F16_POSITION
};

enum { ROUNDING = sizeof rounding / sizeof rounding[0], PAIRS = 12 };

START_TEST (angles_are_the_roundings_of_rationals)
{
  struct assay_rounded_steps rounded;
  size_t n = testing_count (400), k;
  struct assay_expr *w[PAIRS];
  float angle[PAIRS];
  struct assay_ctx ctx;
  mpq_t mine, wanted;

  testing_reseed ();
  assay_ctx_init (&ctx);
  mpq_inits (mine, wanted, NULL);
  steps (w, PAIRS, 10000, &ctx);
  ck_assert_int_eq (assay_rounded_steps_init (&rounded, rounding[_i], w,
                                              PAIRS, &ctx), ASSAY_OK);
  for (k = 0; k < n; k++)
    {
      unsigned long most = rounding[_i] == ASSAY_CONTRACT_F16_POSITION
                           ? 65519 : 20000000;
      unsigned long position = testing_below (k % 2 ? most : 5000);
      size_t i = testing_below (PAIRS);

      assay_rounded_angles (angle, &rounded, position);
      mpq_set_d (mine, angle[i]);
      rational_angle (wanted, rounding[_i], w, position, i, &ctx);
      ck_assert_msg (mpq_equal (mine, wanted), "position %lu pair %zu",
                     position, i);
    }
  assay_rounded_steps_clear (&rounded);
  drop (w, PAIRS);
  mpq_clears (mine, wanted, NULL);
}
END_TEST

/* RESULT <- A FUNCTION (ANGLE) by the contract's roundings, from rationals
   alone.  */
static uint64_t
rational_entry (struct assay_expr *(*function) (struct assay_expr *,
                                                struct assay_ctx *),
                mpq_srcptr angle, struct assay_expr *magnitude,
                enum assay_fmt fmt, struct assay_ctx *ctx)
{
  struct assay_expr *value = function (assay_expr_new_rational (angle), ctx);
  mpq_t x, a;
  uint64_t bits;

  mpq_inits (x, a, NULL);
  set_rounded (x, value, ASSAY_FMT_F32, ctx);
  if (magnitude)
    {
      set_rounded (a, magnitude, ASSAY_FMT_F32, ctx);
      mpq_mul (x, x, a);
      round_rational (x, ASSAY_FMT_F32);
    }
  bits = assay_fmt_round (x, fmt);
  mpq_clears (x, a, NULL);
  assay_expr_unref (value);
  return bits;
}

START_TEST (entries_are_the_roundings_of_rationals)
{
  struct assay_contract_table table;
  struct assay_expr *w[PAIRS], *magnitude;
  uint16_t cosine[PAIRS], sine[PAIRS];
  size_t n = testing_count (40), k;
  struct assay_ctx ctx;
  mpq_t angle;

  testing_reseed ();
  assay_ctx_init (&ctx);
  mpq_init (angle);
  steps (w, PAIRS, 500000, &ctx);
  magnitude = assay_formula_sqrt (assay_formula_ratio (17, 12), &ctx);
  ck_assert_int_eq (assay_contract_init (&table, rounding[_i], w, PAIRS,
                                         magnitude, ASSAY_FMT_BF16, &ctx),
                    ASSAY_OK);
  for (k = 0; k < n; k++)
    {
      unsigned long position = 1 + testing_below (60000);
      size_t i = testing_below (PAIRS);

      ck_assert_int_eq (assay_contract_fill (&table, cosine, sine, position,
                                             1, &ctx), ASSAY_OK);
      rational_angle (angle, rounding[_i], w, position, i, &ctx);
      ck_assert_uint_eq (cosine[i],
                         rational_entry (assay_formula_cos, angle, magnitude,
                                         ASSAY_FMT_BF16, &ctx));
      ck_assert_uint_eq (sine[i],
                         rational_entry (assay_formula_sin, angle, magnitude,
                                         ASSAY_FMT_BF16, &ctx));
    }
  assay_contract_clear (&table);
  assay_expr_unref (magnitude);
  drop (w, PAIRS);
  mpq_clear (angle);
}
END_TEST

/* bf16-table: once to bf16, then without loss to f32; f16-table the same and
   to bf16 with loss.  */
START_TEST (table_rounded_first_is_that_rounding_widened)
{
  static const struct { enum assay_contract contract; enum assay_fmt first,
                        last; } rows[] = {
    { ASSAY_CONTRACT_BF16_TABLE, ASSAY_FMT_BF16, ASSAY_FMT_F32 },
    { ASSAY_CONTRACT_F16_TABLE, ASSAY_FMT_F16, ASSAY_FMT_BF16 },
    { ASSAY_CONTRACT_EXACT, ASSAY_FMT_F64, ASSAY_FMT_F64 },
  };
  struct assay_contract_table table;
  uint64_t cosine, sine;
  struct assay_expr *w, *value;
  struct assay_ctx ctx;
  unsigned long p;
  mpq_t x;

  assay_ctx_init (&ctx);
  mpq_init (x);
  w = step (10000, 1, 4, &ctx);
  ck_assert_int_eq (assay_contract_init (&table, rows[_i].contract, &w, 1,
                                         NULL, rows[_i].last, &ctx),
                    ASSAY_OK);
  for (p = 0; p < 60; p++)
    {
      cosine = sine = 0;
      ck_assert_int_eq (assay_contract_fill (&table, &cosine, &sine, p, 1,
                                             &ctx), ASSAY_OK);
      value = assay_formula_cos (
        assay_formula_mul (assay_formula_integer ((long) p),
                           assay_expr_ref (w), &ctx), &ctx);
      set_rounded (x, value, rows[_i].first, &ctx);
      ck_assert_uint_eq (cosine, assay_fmt_round (x, rows[_i].last));
      assay_expr_unref (value);
    }
  assay_contract_clear (&table);
  assay_expr_unref (w);
  mpq_clear (x);
}
END_TEST

/* Cosine and sine of floats of every size.  */
START_TEST (wave_is_correctly_rounded)
{
  static struct assay_waves waves;
  size_t n = testing_count (3000), k;
  struct assay_expr *value;
  struct assay_ctx ctx;
  uint64_t bits;
  uint32_t found;
  float c, s, angle;
  mpq_t x;

  testing_reseed ();
  assay_ctx_init (&ctx);
  ck_assert_int_eq (assay_waves_init (&waves, &ctx), ASSAY_OK);
  mpq_init (x);
  for (k = 0; k < n; k++)
    {
      angle = ldexpf ((float) testing_between (-16777215, 16777215),
                      (int) testing_between (-60, 10));
      if (k % 50 == 0)
        angle = ldexpf ((float) testing_between (1, 999), -149);
      ck_assert_int_eq (assay_wave_single (&c, &s, angle, &waves, &ctx),
                        ASSAY_OK);
      mpq_set_d (x, angle);
      value = assay_formula_cos (assay_expr_new_rational (x), &ctx);
      ck_assert_int_eq (assay_step_fmt_bits (&bits, value, ASSAY_FMT_F32,
                                             &ctx), ASSAY_OK);
      memcpy (&found, &c, sizeof found);
      ck_assert_msg (found == bits, "cos %a", angle);
      assay_expr_unref (value);
      value = assay_formula_sin (assay_expr_new_rational (x), &ctx);
      ck_assert_int_eq (assay_step_fmt_bits (&bits, value, ASSAY_FMT_F32,
                                             &ctx), ASSAY_OK);
      memcpy (&found, &s, sizeof found);
      ck_assert_msg (angle == 0 || found == bits, "sin %a", angle);
      assay_expr_unref (value);
    }
  mpq_clear (x);
}
END_TEST

/* ---- refusals ---- */

START_TEST (running_product_of_other_steps_is_refused)
{
  struct assay_rounded_steps rounded;
  struct assay_expr *w[3];
  struct assay_ctx ctx;

  assay_ctx_init (&ctx);
  w[0] = assay_formula_integer (1);
  w[1] = assay_formula_ratio (1, 2);
  w[2] = assay_formula_ratio (1, 3);
  ck_assert_int_eq (assay_rounded_steps_init (&rounded,
                                              ASSAY_CONTRACT_F32_RUNNING, w,
                                              3, &ctx), ASSAY_EVALUE);
  assay_rounded_steps_clear (&rounded);
  drop (w, 3);
}
END_TEST

START_TEST (position_beyond_f16_is_refused)
{
  struct assay_contract_table table;
  float cosine[3], sine[3];
  struct assay_expr *w;
  struct assay_ctx ctx;

  assay_ctx_init (&ctx);
  w = assay_formula_integer (1);
  ck_assert_int_eq (assay_contract_init (&table, ASSAY_CONTRACT_F16_POSITION,
                                         &w, 1, NULL, ASSAY_FMT_F32, &ctx),
                    ASSAY_OK);
  ck_assert_int_eq (assay_contract_fill (&table, cosine, sine, 65517, 3,
                                         &ctx), ASSAY_OK);
  ck_assert_int_eq (assay_contract_fill (&table, cosine, sine, 65518, 3,
                                         &ctx), ASSAY_EVALUE);
  assay_contract_clear (&table);
  assay_expr_unref (w);
}
END_TEST

START_TEST (contract_is_found_by_its_name_alone)
{
  enum assay_contract found;
  int k;

  for (k = 0; k < ASSAY_CONTRACT_COUNT; k++)
    {
      ck_assert_int_eq (
        assay_contract_find (&found,
                             assay_contract_name ((enum assay_contract) k)),
        ASSAY_OK);
      ck_assert_int_eq (found, k);
    }
  ck_assert_int_eq (assay_contract_find (&found, "f64"), ASSAY_EVALUE);
}
END_TEST

/* ---- growth ---- */

/* Positions that a 8- or 11-bit significand cannot tell apart.  */
START_TEST (positions_fall_together_where_the_format_ends)
{
  static const struct { enum assay_contract contract; unsigned long at; }
  rows[] = {
    { ASSAY_CONTRACT_BF16_POSITION, 256 },
    { ASSAY_CONTRACT_F16_POSITION, 2048 },
    { ASSAY_CONTRACT_F32, 0 }, { ASSAY_CONTRACT_EXACT, 0 },
  };
  struct assay_error_growth growth;
  struct assay_expr *w[2];
  struct assay_ctx ctx;

  assay_ctx_init (&ctx);
  steps (w, 2, 10000, &ctx);
  ck_assert_int_eq (assay_error_growth_run (&growth, rows[_i].contract, w, 2,
                                            &ctx), ASSAY_OK);
  ck_assert_uint_eq (growth.shared.position, rows[_i].at);
  if (rows[_i].contract == ASSAY_CONTRACT_F16_POSITION)
    ck_assert (isinf (growth.high[12]) && isinf (growth.low[12]));
  if (rows[_i].contract == ASSAY_CONTRACT_EXACT)
    ck_assert (growth.high[12] == 0 && growth.over_f32.position == 0);
  drop (w, 2);
}
END_TEST

/* The first row, and the first error above an ulp of bf16, by MPFR over all
   positions and pairs.  */
START_TEST (growth_is_that_of_enclosures)
{
  struct assay_error_growth growth;
  struct assay_rounded_steps rounded;
  mpfr_t worst, error, w_value, c, d;
  struct assay_expr *w[PAIRS];
  float angle[PAIRS];
  struct assay_ctx ctx;
  unsigned long p, first = 0;
  size_t i, at = 0;
  mpfi_t value;

  assay_ctx_init (&ctx);
  steps (w, PAIRS, 500000, &ctx);
  ck_assert_int_eq (assay_error_growth_run (&growth, rounding[_i], w, PAIRS,
                                            &ctx), ASSAY_OK);
  ck_assert_int_eq (assay_rounded_steps_init (&rounded, rounding[_i], w,
                                              PAIRS, &ctx), ASSAY_OK);
  mpfi_init2 (value, 200);
  mpfr_inits2 (200, worst, error, w_value, c, d, (mpfr_ptr) 0);
  mpfr_set_zero (worst, 1);
  for (p = 1; p <= 256 || (first == 0 && p < 4000); p++)
    {
      assay_rounded_angles (angle, &rounded, p);
      for (i = 0; i < PAIRS; i++)
        {
          long exponent;

          ck_assert_int_eq (assay_expr_enclose (value, w[i], &ctx, 200),
                            ASSAY_OK);
          mpfi_get_fr (w_value, value);
          mpfr_mul_ui (w_value, w_value, p, MPFR_RNDN);
          mpfr_d_sub (error, angle[i], w_value, MPFR_RNDN);
          mpfr_abs (error, error, MPFR_RNDN);
          if (p <= 256 && mpfr_cmp (error, worst) > 0)
            mpfr_set (worst, error, MPFR_RNDN);
          mpfr_cos (c, w_value, MPFR_RNDN);
          exponent = mpfr_get_exp (c);
          mpfr_set_d (d, angle[i], MPFR_RNDN);
          mpfr_cos (d, d, MPFR_RNDN);
          mpfr_sub (d, d, c, MPFR_RNDN);
          mpfr_abs (d, d, MPFR_RNDN);
          if (first == 0 && mpfr_cmp_ui_2exp (d, 1, exponent - 8) > 0)
            {
              first = p;
              at = i;
            }
        }
    }
  ck_assert (mpfr_cmp_d (worst, growth.low[0]) >= 0);
  ck_assert (mpfr_cmp_d (worst, growth.high[0]) <= 0);
  ck_assert (growth.high[0] - growth.low[0] < 1e-6 * growth.high[0]);
  ck_assert_uint_eq (growth.over_bf16.position, first);
  ck_assert_uint_eq (growth.over_bf16.pair, at);
  mpfr_clears (worst, error, w_value, c, d, (mpfr_ptr) 0);
  mpfi_clear (value);
  assay_rounded_steps_clear (&rounded);
  drop (w, PAIRS);
}
END_TEST

int
main (void)
{
  Suite *suite = suite_create ("contract");
  TCase *tcase = tcase_create ("relations");

  tcase_set_timeout (tcase, 600);
  tcase_add_loop_test (tcase, angles_are_the_roundings_of_rationals, 0,
                       ROUNDING);
  tcase_add_loop_test (tcase, entries_are_the_roundings_of_rationals, 0,
                       ROUNDING);
  tcase_add_loop_test (tcase, table_rounded_first_is_that_rounding_widened,
                       0, 3);
  tcase_add_test (tcase, wave_is_correctly_rounded);
  tcase_add_loop_test (tcase, growth_is_that_of_enclosures, 0, ROUNDING);
  suite_add_tcase (suite, tcase);
  tcase = tcase_create ("special");
  tcase_set_timeout (tcase, 300);
  tcase_add_loop_test (tcase, positions_fall_together_where_the_format_ends,
                       0, 4);
  tcase_add_test (tcase, running_product_of_other_steps_is_refused);
  tcase_add_test (tcase, position_beyond_f16_is_refused);
  tcase_add_test (tcase, contract_is_found_by_its_name_alone);
  suite_add_tcase (suite, tcase);
  return testing_run (suite);
}
