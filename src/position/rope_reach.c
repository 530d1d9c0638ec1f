/* rope_reach.c -- wavelengths and angles of a plan's pairs */

#include "position/rope_reach.h"

#include "real/encl.h"
#include "real/step.h"

enum { COMPARE_BITS = 128 };

static enum assay_status
full_turn (struct assay_expr **result, struct assay_ctx *ctx)
{
  struct assay_expr *two = assay_expr_new_si (2, 1);
  struct assay_expr *pi = assay_expr_new_pi ();
  enum assay_status status = assay_expr_mul (result, two, pi, ctx);

  assay_expr_unref (two);
  assay_expr_unref (pi);
  return status;
}

enum assay_status
assay_rope_wavelength (struct assay_expr **result, struct assay_expr *w,
                       struct assay_ctx *ctx)
{
  struct assay_expr *turn;
  enum assay_status status = full_turn (&turn, ctx);

  *result = NULL;
  if (status == ASSAY_OK)
    status = assay_expr_div (result, turn, w, ctx);
  assay_expr_unref (turn);
  return status;
}

enum assay_status
assay_rope_slowest (size_t *pair, int *found,
                    const struct assay_rope_steps *steps,
                    struct assay_ctx *ctx)
{
  enum assay_status status = ASSAY_OK;
  mpfi_t least, step;
  size_t i;
  int order;

  *found = 0;
  mpfi_init2 (least, COMPARE_BITS);
  mpfi_init2 (step, COMPARE_BITS);
  for (i = 0; i < steps->count && status == ASSAY_OK; i++)
    {
      if (steps->kind[i] == ASSAY_PAIR_ZERO)
        continue;
      status = assay_expr_enclose (step, steps->w[i], ctx, COMPARE_BITS);
      if (status == ASSAY_OK
          && (!*found || (assay_encl_compare (&order, step, least)
                          == ASSAY_HOLDS && order < 0)))
        {
          mpfi_set (least, step);
          *pair = i;
          *found = 1;
        }
    }
  mpfi_clear (least);
  mpfi_clear (step);
  return status;
}

enum assay_status
assay_rope_reach (struct assay_expr **result, struct assay_expr *w,
                  struct assay_ctx *ctx)
{
  struct assay_expr *wavelength;
  enum assay_status status = assay_rope_wavelength (&wavelength, w, ctx);

  *result = NULL;
  if (status == ASSAY_OK)
    status = assay_step_floor (result, wavelength, ctx);
  assay_expr_unref (wavelength);
  return status;
}

enum assay_status
assay_rope_angle (struct assay_expr **angle, struct assay_expr **turns,
                  struct assay_expr *w, unsigned long position,
                  struct assay_ctx *ctx)
{
  struct assay_expr *place = assay_expr_new_si ((long) position, 1);
  struct assay_expr *turn = NULL;
  enum assay_status status = assay_expr_mul (angle, place, w, ctx);

  if (turns)
    {
      *turns = NULL;
      if (status == ASSAY_OK
          && (status = full_turn (&turn, ctx)) == ASSAY_OK)
        status = assay_expr_div (turns, *angle, turn, ctx);
      if (status != ASSAY_OK)
        {
          assay_expr_unref (*angle);
          *angle = NULL;
        }
    }
  assay_expr_unref (place);
  assay_expr_unref (turn);
  return status;
}
