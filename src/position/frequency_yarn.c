/* frequency_yarn.c -- YaRN: a ramp between the steps and the scaled steps */

#include "position/frequency_yarn.h"

#include "real/decide.h"
#include "real/step.h"

/* ORDER <- the sign of X - Y, or ASSAY_ELIMIT.  */
static enum assay_status
order_of (int *order, struct assay_expr *x, struct assay_expr *y,
          struct assay_ctx *ctx)
{
  return assay_decide_settled (order, x, y, "a ramp whose place among the "
                               "pairs is decidable", ctx);
}

enum assay_status
assay_yarn_correction (struct assay_expr **c, struct assay_expr *theta,
                       struct assay_expr *original, struct assay_expr *beta,
                       size_t r, struct assay_ctx *ctx)
{
  struct assay_expr *pi = assay_expr_new_pi ();
  struct assay_expr *half = assay_expr_new_si ((long) r, 2);
  struct assay_expr *turn = NULL, *whole = NULL, *ratio = NULL;
  struct assay_expr *top = NULL, *bottom = NULL, *quotient = NULL;
  struct assay_expr *two = assay_expr_new_si (2, 1);
  enum assay_status status;

  *c = NULL;
  if ((status = assay_expr_mul (&turn, two, pi, ctx)) == ASSAY_OK
      && (status = assay_expr_mul (&whole, turn, beta, ctx)) == ASSAY_OK
      && (status = assay_expr_div (&ratio, original, whole, ctx)) == ASSAY_OK
      && (status = assay_expr_log (&top, ratio, ctx)) == ASSAY_OK
      && (status = assay_expr_log (&bottom, theta, ctx)) == ASSAY_OK
      && (status = assay_expr_div (&quotient, top, bottom, ctx)) == ASSAY_OK)
    status = assay_expr_mul (c, half, quotient, ctx);
  assay_expr_unref (pi);
  assay_expr_unref (two);
  assay_expr_unref (half);
  assay_expr_unref (turn);
  assay_expr_unref (whole);
  assay_expr_unref (ratio);
  assay_expr_unref (top);
  assay_expr_unref (bottom);
  assay_expr_unref (quotient);
  return status;
}

/* *X <- the result of FUNCTION of *X and Y.  */
static enum assay_status
replace (struct assay_expr **x, struct assay_expr *y,
         enum assay_status (*function) (struct assay_expr **,
                                        struct assay_expr *,
                                        struct assay_expr *,
                                        struct assay_ctx *),
         struct assay_ctx *ctx)
{
  struct assay_expr *result;
  enum assay_status status = function (&result, *x, y, ctx);

  if (status != ASSAY_OK)
    return status;
  assay_expr_unref (*x);
  *x = result;
  return ASSAY_OK;
}

/* RAMP's lo and hi clamped to [0, LAST], width not yet known.  */
static enum assay_status
clamp_ends (struct assay_ramp *ramp, long last, struct assay_ctx *ctx)
{
  struct assay_expr *zero = assay_expr_new_si (0, 1);
  struct assay_expr *end = assay_expr_new_si (last, 1);
  enum assay_status status = replace (&ramp->lo, zero, assay_expr_max, ctx);

  if (status == ASSAY_OK)
    status = replace (&ramp->hi, end, assay_expr_min, ctx);
  assay_expr_unref (zero);
  assay_expr_unref (end);
  return status;
}

static enum assay_status
set_width (struct assay_ramp *ramp, enum assay_ramp_rule rule,
           struct assay_ctx *ctx)
{
  struct assay_expr *guard = assay_expr_new_si (1, 1000);
  enum assay_status status;
  int order = 0;

  status = order_of (&order, ramp->hi, ramp->lo, ctx);
  if (status == ASSAY_OK && order == 0)
    status = replace (&ramp->hi, guard, assay_expr_add, ctx);
  if (status == ASSAY_OK)
    status = assay_expr_sub (&ramp->width, ramp->hi, ramp->lo, ctx);
  if (status == ASSAY_OK && rule == ASSAY_RAMP_WIDENED)
    status = replace (&ramp->width, guard, assay_expr_max, ctx);
  assay_expr_unref (guard);
  return status;
}

/* ASSAY_EVALUE unless 0 < lo < hi < LAST.  */
static enum assay_status
check_ends (const struct assay_ramp *ramp, long last, struct assay_ctx *ctx)
{
  struct assay_expr *zero = assay_expr_new_si (0, 1);
  struct assay_expr *end = assay_expr_new_si (last, 1);
  int start = 1, rise = 1, rest = 1;
  enum assay_status status;

  if ((status = order_of (&start, ramp->lo, zero, ctx)) == ASSAY_OK
      && (status = order_of (&rise, ramp->hi, ramp->lo, ctx)) == ASSAY_OK)
    status = order_of (&rest, end, ramp->hi, ctx);
  if (status == ASSAY_OK && (start <= 0 || rise <= 0 || rest <= 0))
    status = assay_fail (ctx, ASSAY_EVALUE, NULL, "a ramp with 0 < low < "
                         "high < the last pair", "one that this reader "
                         "refuses");
  assay_expr_unref (zero);
  assay_expr_unref (end);
  return status;
}

enum assay_status
assay_ramp_make (struct assay_ramp *ramp, struct assay_expr *theta,
                 struct assay_expr *original, struct assay_expr *beta_fast,
                 struct assay_expr *beta_slow, size_t r, int truncate,
                 enum assay_ramp_rule rule, struct assay_ctx *ctx)
{
  enum assay_status status;

  *ramp = (struct assay_ramp) { 0 };
  if ((status = assay_yarn_correction (&ramp->raw_lo, theta, original,
                                       beta_fast, r, ctx)) != ASSAY_OK
      || (status = assay_yarn_correction (&ramp->raw_hi, theta, original,
                                          beta_slow, r, ctx)) != ASSAY_OK)
    return status;
  if (!truncate)
    {
      ramp->lo = assay_expr_ref (ramp->raw_lo);
      ramp->hi = assay_expr_ref (ramp->raw_hi);
    }
  else if ((status = assay_step_floor (&ramp->lo, ramp->raw_lo, ctx))
           != ASSAY_OK
           || (status = assay_step_ceil (&ramp->hi, ramp->raw_hi, ctx))
              != ASSAY_OK)
    return status;
  if (rule == ASSAY_RAMP_CHECKED)
    {
      status = check_ends (ramp, (long) r / 2 - 1, ctx);
      if (status == ASSAY_OK)
        status = assay_expr_sub (&ramp->width, ramp->hi, ramp->lo, ctx);
      return status;
    }
  status = clamp_ends (ramp, rule == ASSAY_RAMP_TO_PAIR ? (long) r / 2 - 1
                                                        : (long) r - 1, ctx);
  if (status == ASSAY_OK)
    status = set_width (ramp, rule, ctx);
  return status;
}

void
assay_ramp_clear (struct assay_ramp *ramp)
{
  assay_expr_unref (ramp->raw_lo);
  assay_expr_unref (ramp->raw_hi);
  assay_expr_unref (ramp->lo);
  assay_expr_unref (ramp->hi);
  assay_expr_unref (ramp->width);
  *ramp = (struct assay_ramp) { 0 };
}

enum assay_status
assay_ramp_at (struct assay_expr **g, enum assay_pair_kind *kind,
               const struct assay_ramp *ramp, size_t i,
               struct assay_ctx *ctx)
{
  struct assay_expr *place = assay_expr_new_si ((long) i, 1);
  struct assay_expr *zero = assay_expr_new_si (0, 1);
  struct assay_expr *one = assay_expr_new_si (1, 1);
  struct assay_expr *rise = NULL, *slope = NULL;
  int above_zero = 0, above_one = 0;
  enum assay_status status;

  *g = NULL;
  *kind = ASSAY_PAIR_BLENDED;
  if ((status = assay_expr_sub (&rise, place, ramp->lo, ctx)) == ASSAY_OK
      && (status = assay_expr_div (&slope, rise, ramp->width, ctx))
         == ASSAY_OK
      && (status = order_of (&above_zero, slope, zero, ctx)) == ASSAY_OK)
    status = order_of (&above_one, slope, one, ctx);
  if (status == ASSAY_OK && above_zero <= 0)
    {
      *kind = ASSAY_PAIR_KEPT;
      *g = assay_expr_ref (zero);
    }
  else if (status == ASSAY_OK && above_one >= 0)
    {
      *kind = ASSAY_PAIR_SCALED;
      *g = assay_expr_ref (one);
    }
  else if (status == ASSAY_OK)
    *g = assay_expr_ref (slope);
  assay_expr_unref (place);
  assay_expr_unref (zero);
  assay_expr_unref (one);
  assay_expr_unref (rise);
  assay_expr_unref (slope);
  return status;
}

enum assay_status
assay_frequency_yarn (struct assay_expr **w, enum assay_pair_kind *kind,
                      const struct assay_ramp *ramp,
                      struct assay_expr *theta, struct assay_expr *s,
                      size_t i, size_t r, struct assay_ctx *ctx)
{
  struct assay_expr *one = assay_expr_new_si (1, 1);
  struct assay_expr *plain = NULL, *g = NULL, *kept = NULL, *scaled = NULL;
  struct assay_expr *mix = NULL;
  enum assay_status status;

  *w = NULL;
  if ((status = assay_frequency_default (&plain, theta, i, r, ctx))
      == ASSAY_OK
      && (status = assay_ramp_at (&g, kind, ramp, i, ctx)) == ASSAY_OK
      && (status = assay_expr_sub (&kept, one, g, ctx)) == ASSAY_OK
      && (status = assay_expr_div (&scaled, g, s, ctx)) == ASSAY_OK
      && (status = assay_expr_add (&mix, kept, scaled, ctx)) == ASSAY_OK)
    status = assay_expr_mul (w, plain, mix, ctx);
  assay_expr_unref (one);
  assay_expr_unref (plain);
  assay_expr_unref (g);
  assay_expr_unref (kept);
  assay_expr_unref (scaled);
  assay_expr_unref (mix);
  return status;
}

enum assay_status
assay_magnitude_yarn (struct assay_expr **m, struct assay_expr *s,
                      struct assay_expr *k, struct assay_ctx *ctx)
{
  struct assay_expr *one = assay_expr_new_si (1, 1);
  struct assay_expr *ten = assay_expr_new_si (10, 1);
  struct assay_expr *log = NULL, *times = NULL, *tenth = NULL;
  enum assay_status status;
  int order = 0;

  *m = NULL;
  status = order_of (&order, s, one, ctx);
  if (status == ASSAY_OK && order <= 0)
    *m = assay_expr_ref (one);
  else if (status == ASSAY_OK
           && (status = assay_expr_log (&log, s, ctx)) == ASSAY_OK
           && (status = assay_expr_mul (&times, k, log, ctx)) == ASSAY_OK
           && (status = assay_expr_div (&tenth, times, ten, ctx))
              == ASSAY_OK)
    status = assay_expr_add (m, tenth, one, ctx);
  assay_expr_unref (one);
  assay_expr_unref (ten);
  assay_expr_unref (log);
  assay_expr_unref (times);
  assay_expr_unref (tenth);
  return status;
}
