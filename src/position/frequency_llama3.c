/* frequency_llama3.c -- three bands by wavelength */

#include "position/frequency.h"
#include "real/decide.h"

/* TURNS <- L0 / lambda = L0 w / (2 pi).  */
static enum assay_status
original_turns (struct assay_expr **turns, struct assay_expr *w,
                struct assay_expr *original, struct assay_ctx *ctx)
{
  struct assay_expr *two = assay_expr_new_si (2, 1);
  struct assay_expr *pi = assay_expr_new_pi ();
  struct assay_expr *whole = NULL, *angle = NULL;
  enum assay_status status;

  *turns = NULL;
  if ((status = assay_expr_mul (&whole, two, pi, ctx)) == ASSAY_OK
      && (status = assay_expr_mul (&angle, original, w, ctx)) == ASSAY_OK)
    status = assay_expr_div (turns, angle, whole, ctx);
  assay_expr_unref (two);
  assay_expr_unref (pi);
  assay_expr_unref (whole);
  assay_expr_unref (angle);
  return status;
}

/* W <- plain ((1 - t)/s + t), t = (turns - low) / (high - low).  */
static enum assay_status
blend (struct assay_expr **w, struct assay_expr *plain,
       struct assay_expr *turns, struct assay_expr *s,
       struct assay_expr *low, struct assay_expr *high,
       struct assay_ctx *ctx)
{
  struct assay_expr *one = assay_expr_new_si (1, 1);
  struct assay_expr *top = NULL, *bottom = NULL, *t = NULL, *rest = NULL;
  struct assay_expr *scaled = NULL, *mix = NULL;
  enum assay_status status;

  *w = NULL;
  if ((status = assay_expr_sub (&top, turns, low, ctx)) == ASSAY_OK
      && (status = assay_expr_sub (&bottom, high, low, ctx)) == ASSAY_OK
      && (status = assay_expr_div (&t, top, bottom, ctx)) == ASSAY_OK
      && (status = assay_expr_sub (&rest, one, t, ctx)) == ASSAY_OK
      && (status = assay_expr_div (&scaled, rest, s, ctx)) == ASSAY_OK
      && (status = assay_expr_add (&mix, scaled, t, ctx)) == ASSAY_OK)
    status = assay_expr_mul (w, plain, mix, ctx);
  assay_expr_unref (one);
  assay_expr_unref (top);
  assay_expr_unref (bottom);
  assay_expr_unref (t);
  assay_expr_unref (rest);
  assay_expr_unref (scaled);
  assay_expr_unref (mix);
  return status;
}

/* ORDER <- the sign of x - y.  Turns against a rational are always decided
   (Lemma B51).  */
static enum assay_status
order_of (int *order, struct assay_expr *x, struct assay_expr *y,
          struct assay_ctx *ctx)
{
  return assay_decide_settled (order, x, y, "a wavelength on one side of "
                               "a band's border", ctx);
}

enum assay_status
assay_frequency_llama3 (struct assay_expr **w, enum assay_pair_kind *kind,
                        struct assay_expr *theta, struct assay_expr *s,
                        struct assay_expr *original, struct assay_expr *low,
                        struct assay_expr *high, size_t i, size_t r,
                        struct assay_ctx *ctx)
{
  struct assay_expr *plain = NULL, *turns = NULL;
  int above_high = 0, above_low = 0, bands = 0;
  enum assay_status status;

  *w = NULL;
  *kind = ASSAY_PAIR_SCALED;
  if ((status = assay_frequency_default (&plain, theta, i, r, ctx))
      == ASSAY_OK
      && (status = original_turns (&turns, plain, original, ctx)) == ASSAY_OK
      && (status = order_of (&above_high, turns, high, ctx)) == ASSAY_OK
      && (status = order_of (&above_low, turns, low, ctx)) == ASSAY_OK)
    status = order_of (&bands, high, low, ctx);
  if (status == ASSAY_OK && above_high > 0)
    {
      *kind = ASSAY_PAIR_KEPT;
      *w = assay_expr_ref (plain);
    }
  else if (status == ASSAY_OK && (above_low < 0 || bands <= 0))
    status = assay_expr_div (w, plain, s, ctx);
  else if (status == ASSAY_OK)
    {
      *kind = ASSAY_PAIR_BLENDED;
      status = blend (w, plain, turns, s, low, high, ctx);
    }
  assay_expr_unref (plain);
  assay_expr_unref (turns);
  return status;
}
