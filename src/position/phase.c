/* phase.c -- angles as fractions of a turn, in integers */

#include "position/phase.h"

enum { PHASE_BITS = 128, FIRST_PRECISION = 256 };

/* PHASE <- floor (X 2^128) modulo 2^128, X of less than 2^1200.  */
static void
set_floor (struct assay_phase *phase, mpfr_srcptr x)
{
  mpfr_t scaled;
  mpz_t n;

  mpfr_init2 (scaled, mpfr_get_prec (x));
  mpz_init (n);
  mpfr_mul_2ui (scaled, x, PHASE_BITS, MPFR_RNDN);
  mpfr_get_z (n, scaled, MPFR_RNDD);
  mpz_fdiv_r_2exp (n, n, PHASE_BITS);
  phase->low = phase->high = 0;
  {
    mpz_t low;

    mpz_init (low);
    mpz_fdiv_r_2exp (low, n, 64);
    mpz_fdiv_q_2exp (n, n, 64);
    mpz_export (&phase->low, NULL, -1, sizeof phase->low, 0, 0, low);
    mpz_export (&phase->high, NULL, -1, sizeof phase->high, 0, 0, n);
    mpz_clear (low);
  }
  mpz_clear (n);
  mpfr_clear (scaled);
}

/* Whether TURNS, an enclosure, is at most 2^-128 wide; then PHASE <- its
   lower end.  */
static int
is_narrow (struct assay_phase *phase, mpfi_srcptr turns)
{
  mpfr_t width;
  int narrow;

  mpfr_init2 (width, 64);
  mpfi_diam_abs (width, turns);
  narrow = mpfr_number_p (width)
           && mpfr_cmp_ui_2exp (width, 1, -PHASE_BITS) <= 0;
  if (narrow)
    set_floor (phase, &turns->left);
  mpfr_clear (width);
  return narrow;
}

/* TURNS <- TURNS / (2 pi).  */
static void
radians_to_turns (mpfi_ptr turns, mpfr_prec_t precision)
{
  mpfi_t circle;

  mpfi_init2 (circle, precision);
  mpfi_const_pi (circle);
  mpfi_mul_2ui (circle, circle, 1);
  mpfi_div (turns, turns, circle);
  mpfi_clear (circle);
}

enum assay_status
assay_phase_set (struct assay_phase *phase, struct assay_expr *w,
                 struct assay_ctx *ctx)
{
  enum assay_status status;
  mpfr_prec_t precision;
  mpfi_t turns;
  int done = 0;

  mpfi_init2 (turns, FIRST_PRECISION);
  for (precision = FIRST_PRECISION; !done; precision *= 2)
    {
      if ((unsigned long) precision > ctx->max_precision)
        {
          status = assay_fail (ctx, ASSAY_ELIMIT, NULL,
                               "a step that can be enclosed within 2^-128 "
                               "of a turn", "none at %lu bits",
                               ctx->max_precision);
          break;
        }
      status = assay_expr_enclose (turns, w, ctx, precision);
      if (status != ASSAY_OK)
        break;
      if (mpfr_cmp_ui_2exp (&turns->right, 1, 64) >= 0)
        {
          status = assay_fail (ctx, ASSAY_ELIMIT, NULL,
                               "a step below 2^64 radians",
                               "a larger one");
          break;
        }
      radians_to_turns (turns, precision);
      done = is_narrow (phase, turns);
    }
  mpfi_clear (turns);
  return status;
}

void
assay_phase_set_power (struct assay_phase *phase, long e)
{
  mpfr_prec_t precision = FIRST_PRECISION + (e > 0 ? e : 0);
  mpfi_t turns;

  mpfi_init2 (turns, precision);
  mpfi_set_ui (turns, 1);
  mpfi_mul_2si (turns, turns, e);
  radians_to_turns (turns, precision);
  (void) is_narrow (phase, turns);
  mpfi_clear (turns);
}

struct assay_phase
assay_phase_times (struct assay_phase p, uint32_t n)
{
  uint64_t limb[4] = { p.low & 0xffffffffu, p.low >> 32,
                       p.high & 0xffffffffu, p.high >> 32 };
  struct assay_phase product;
  uint64_t carry = 0;
  int i;

  for (i = 0; i < 4; i++)
    {
      carry += limb[i] * n;
      limb[i] = carry & 0xffffffffu;
      carry >>= 32;
    }
  product.low = limb[0] | limb[1] << 32;
  product.high = limb[2] | limb[3] << 32;
  return product;
}
