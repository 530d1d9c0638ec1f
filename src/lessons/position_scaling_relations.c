/* position_scaling_relations.c -- what the lesson position-scaling says */

#include <math.h>
#include <stddef.h>

#include "exact/rat.h"
#include "lessons/position_scaling_parts.h"
#include "lessons/scaling_exact.h"
#include "real/formula.h"
#include "real/print.h"

/* The lesson's own tolerance between two doubles.  */
static const double float_tolerance = 1e-14;

static struct assay_expr *
symbol (const char *name)
{
  return assay_expr_new_symbol (name);
}

static struct assay_expr *
integer (long n)
{
  return assay_formula_integer (n);
}

static enum assay_verdict
both (enum assay_verdict a, enum assay_verdict b)
{
  return assay_verdict_and (a, b);
}

/* Whether EXACT, which is dropped, rounds to the DECIMAL as printed.  */
static enum assay_verdict
prints (struct assay_expr *exact, const char *decimal, long places)
{
  struct assay_decision decision;
  enum assay_print outcome;
  struct assay_ctx ctx;
  mpq_t d, unit;

  assay_ctx_init (&ctx);
  mpq_inits (d, unit, NULL);
  assay_lesson_must (assay_rat_read_decimal (d, decimal, &ctx, NULL,
                                             "a decimal"), &ctx);
  mpz_ui_pow_ui (mpq_denref (unit), 10, (unsigned long) places);
  mpz_set_ui (mpq_numref (unit), 1);
  assay_lesson_must (assay_print_judge (&outcome, &decision, exact, d, unit,
                                        &ctx), &ctx);
  mpq_clears (d, unit, NULL);
  assay_expr_unref (exact);
  return outcome == ASSAY_PRINT_ROUNDED ? ASSAY_HOLDS
         : outcome == ASSAY_PRINT_UNDECIDED ? ASSAY_OPEN : ASSAY_FAILS;
}

static struct assay_expr *
score (long lag, unsigned long scale, struct assay_ctx *ctx)
{
  return assay_scaling_score (integer (0), integer (lag), scale, ctx);
}

static struct assay_expr *
kernel (long lag, unsigned long scale, struct assay_ctx *ctx)
{
  return assay_scaling_kernel (integer (lag), scale, ctx);
}

static struct assay_expr *
direct (struct assay_expr *lag, struct assay_ctx *ctx)
{
  return assay_scaling_turned_dot (assay_scaling_query, assay_scaling_key,
                                   integer (0), lag, 1, ctx);
}

/* At every position, 0.1, 2 and 8 radians among them.  */
static enum assay_verdict
squared_length_stays_25 (struct assay_ctx *ctx)
{
  static const long v[2] = { 3, 4 };

  return assay_lesson_settle (
    assay_lesson_equal,
    assay_scaling_turned_dot (v, v, symbol ("m"), symbol ("m"), 1, ctx),
    integer (25));
}

/* The columns of R (a) are of length one and at right angles.  */
static enum assay_verdict
transpose_is_the_inverse (struct assay_ctx *ctx)
{
  static const long e[2][2] = { { 1, 0 }, { 0, 1 } };
  enum assay_verdict verdict = ASSAY_HOLDS;
  int i, j;

  for (i = 0; i < 2; i++)
    for (j = 0; j < 2; j++)
      verdict = both (verdict,
                      assay_lesson_settle (
                        assay_lesson_equal,
                        assay_scaling_turned_dot (e[i], e[j], symbol ("m"),
                                                  symbol ("m"), 1, ctx),
                        integer (i == j)));
  return verdict;
}

static enum assay_verdict
common_shift_keeps_the_score (struct assay_ctx *ctx)
{
  struct assay_expr *m
    = assay_formula_add (symbol ("m"), symbol ("c"), ctx);
  struct assay_expr *n
    = assay_formula_add (symbol ("n"), symbol ("c"), ctx);

  return assay_lesson_settle (
    assay_lesson_equal, assay_scaling_score (m, n, 1, ctx),
    assay_scaling_score (symbol ("m"), symbol ("n"), 1, ctx));
}

static enum assay_verdict
close_as_doubles (const struct assay_double_figure *a,
                  const struct assay_double_figure *b, int n)
{
  int i, close = 1;

  for (i = 0; i < n; i++)
    close &= fabs (a[i].computed - b[i].computed) <= float_tolerance;
  return assay_verdict_of (close);
}

static enum assay_verdict
score_is_the_cosine_of_the_distance (struct assay_ctx *ctx)
{
  return assay_lesson_settle (
    assay_lesson_equal,
    assay_scaling_score (integer (0), symbol ("d"), 1, ctx),
    assay_formula_cos (assay_scaling_phase (symbol ("d"), 1, ctx), ctx));
}

static enum assay_verdict
tables_are_as_printed (struct assay_ctx *ctx)
{
  static const char *const printed[2][ASSAY_SCALING_ROWS] = {
    { "0.995004", "-0.416147", "0.999859", "-0.145500" },
    { "0.999688", "0.877583", "-0.004204", "-0.416147" }
  };
  enum assay_verdict verdict = ASSAY_HOLDS;
  int i, s;

  for (s = 0; s < 2; s++)
    for (i = 0; i < ASSAY_SCALING_ROWS; i++)
      verdict = both (verdict,
                      prints (score (assay_scaling_rows[i],
                                     s ? ASSAY_SCALING_SCALE : 1, ctx),
                              printed[s][i], 6));
  return verdict;
}

static enum assay_verdict
period_is_no_whole_distance (struct assay_ctx *ctx)
{
  enum assay_verdict printed
    = prints (assay_formula_mul (integer (20), assay_expr_new_pi (), ctx),
              "62.831853", 6);

  return both (printed,
               assay_lesson_settle (assay_lesson_apart, score (63, 1, ctx),
                                    integer (1)));
}

static enum assay_verdict
eighty_is_read_as_twenty (struct assay_ctx *ctx)
{
  return both (assay_lesson_settle (assay_lesson_equal, score (80, 4, ctx),
                                    score (20, 1, ctx)),
               assay_lesson_settle (assay_lesson_apart, score (20, 4, ctx),
                                    score (20, 1, ctx)));
}

/* abs (R (d) e - e)^2 = 2 - 2 cos = chord^2 at every distance, and the two
   spacings as printed.  */
static enum assay_verdict
chords_are_twice_the_half_sine (struct assay_ctx *ctx)
{
  struct assay_expr *chord = assay_scaling_chord (symbol ("d"), 1, ctx);
  struct assay_expr *cosine
    = assay_scaling_score (integer (0), symbol ("d"), 1, ctx);
  enum assay_verdict verdict
    = assay_lesson_settle (
      assay_lesson_equal,
      assay_formula_mul (assay_expr_ref (chord), chord, ctx),
      assay_formula_sub (integer (2),
                         assay_formula_mul (integer (2), cosine, ctx), ctx));

  verdict = both (verdict, prints (assay_scaling_chord (integer (1), 1, ctx),
                                   "0.0999583", 7));
  return both (verdict, prints (assay_scaling_chord (integer (1), 4, ctx),
                                "0.0249993", 7));
}

static enum assay_verdict
kernel_is_as_printed (struct assay_ctx *ctx)
{
  enum assay_verdict verdict
    = prints (assay_formula_cos (assay_formula_ratio (63, 100), ctx),
              "0.808028", 6);

  verdict = both (verdict, prints (kernel (63, 1, ctx), "0.903943", 6));
  verdict = both (verdict,
                  assay_lesson_settle (assay_lesson_below, kernel (63, 1, ctx),
                                       integer (1)));
  verdict = both (verdict, prints (kernel (80, 1, ctx), "0.275603", 6));
  return both (verdict, prints (kernel (80, 4, ctx), "0.281960", 6));
}

static enum assay_verdict
two_coefficients_give_the_score (struct assay_ctx *ctx)
{
  return assay_lesson_settle (
    assay_lesson_equal, direct (symbol ("d"), ctx),
    assay_scaling_expanded (assay_scaling_query, assay_scaling_key,
                            symbol ("d"), ctx));
}

void
assay_position_scaling_relations (struct assay_position_scaling *r)
{
  struct assay_lesson_check *checks = r->checks;
  struct assay_ctx ctx;
  size_t i = 0;

#define CHECK(text, proof) \
  (checks[i].name = (text), checks[i].verdict = (proof), i++)
  assay_ctx_init (&ctx);
  CHECK ("squared_length_25_at_every_position",
         squared_length_stays_25 (&ctx));
  CHECK ("transpose_is_the_inverse_at_every_angle",
         transpose_is_the_inverse (&ctx));
  CHECK ("common_shift_keeps_every_score",
         common_shift_keeps_the_score (&ctx));
  CHECK ("three_pairs_shifted_by_100_agree_within_1e-14_in_doubles",
         close_as_doubles (r->pair, r->moved, ASSAY_SCALING_PAIRS));
  CHECK ("score_is_the_cosine_of_the_distance",
         score_is_the_cosine_of_the_distance (&ctx));
  CHECK ("both_tables_as_printed", tables_are_as_printed (&ctx));
  CHECK ("period_as_printed_and_63_no_repetition",
         period_is_no_whole_distance (&ctx));
  CHECK ("scaled_80_is_exactly_the_old_20_and_20_is_not",
         eighty_is_read_as_twenty (&ctx));
  CHECK ("chord_is_twice_the_half_sine_and_as_printed",
         chords_are_twice_the_half_sine (&ctx));
  CHECK ("two_frequency_kernel_as_printed", kernel_is_as_printed (&ctx));
  CHECK ("scaled_kernel_at_80_is_exactly_the_old_at_20",
         assay_lesson_settle (assay_lesson_equal, kernel (80, 4, &ctx),
                              kernel (20, 1, &ctx)));
  CHECK ("two_content_coefficients_give_the_score_at_every_lag",
         both (two_coefficients_give_the_score (&ctx),
               close_as_doubles (r->direct, r->expanded,
                                 ASSAY_SCALING_LAGS)));
  CHECK ("scores_before_and_after_differ_and_some_are_negative",
         both (assay_lesson_settle (assay_lesson_apart,
                                    direct (integer (20), &ctx),
                                    direct (integer (-20), &ctx)),
               assay_lesson_settle (assay_lesson_below, score (20, 1, &ctx),
                                    integer (0))));
  CHECK ("every_double_within_1e-14_of_its_certified_value",
         r->tally.verdict);
#undef CHECK
}
