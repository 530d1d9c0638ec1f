/* wave.c -- cosine and sine of a binary32, correctly rounded to binary32

   An angle is m 2^e with an integer m < 2^24: m times the phase of 2^e is its
   phase, at most 2 m 2^-128 of a turn off (B60), which is less than 2^-100
   radians.  */

#include "position/wave.h"

#include <math.h>
#include <string.h>

#include "position/table_round.h"
#include "real/formula.h"
#include "real/step.h"

enum assay_status
assay_waves_init (struct assay_waves *waves, struct assay_ctx *ctx)
{
  if (!assay_double_is_usable ())
    return assay_fail (ctx, ASSAY_EVALUE, NULL,
                       "binary32 and binary64 arithmetic rounded to nearest",
                       "another one on this machine");
  assay_turns_init (&waves->turns);
  memset (waves->phase, 0, sizeof waves->phase);
  return ASSAY_OK;
}

void
assay_wave (struct assay_dd *c, struct assay_dd *s, float angle,
            struct assay_waves *waves)
{
  struct assay_phase *phase;
  uint32_t bits, m;
  int k;

  memcpy (&bits, &angle, sizeof bits);
  k = (int) (bits >> 23 & 0xff);
  m = bits & 0x7fffff;
  if (k == 0)
    k = 1;
  else
    m |= 0x800000;
  phase = &waves->phase[k];
  if (phase->high == 0 && phase->low == 0)
    assay_phase_set_power (phase, k - 150);
  assay_turn (c, s, assay_phase_times (*phase, m), &waves->turns);
  if (bits >> 31)
    *s = assay_dd_neg (*s);
}

/* RESULT <- FUNCTION (ANGLE) by enclosures.  */
static enum assay_status
enclosed (uint64_t *result,
          struct assay_expr *(*function) (struct assay_expr *,
                                          struct assay_ctx *),
          float angle, struct assay_ctx *ctx)
{
  struct assay_expr *value;
  enum assay_status status;
  mpq_t exact;

  mpq_init (exact);
  mpq_set_d (exact, angle);
  value = function (assay_expr_new_rational (exact), ctx);
  status = assay_formula_status (value, ctx);
  if (status == ASSAY_OK)
    status = assay_step_fmt_bits (result, value, ASSAY_FMT_F32, ctx);
  assay_expr_unref (value);
  mpq_clear (exact);
  return status;
}

static float
single_of_bits (uint64_t bits)
{
  uint32_t low = (uint32_t) bits;
  float value;

  memcpy (&value, &low, sizeof value);
  return value;
}

enum assay_status
assay_wave_single (float *c, float *s, float angle, struct assay_waves *waves,
                   struct assay_ctx *ctx)
{
  enum assay_status status = ASSAY_OK;
  struct assay_dd dd_c, dd_s;
  uint64_t bits_c, bits_s;

  if (angle == 0)
    {
      *c = 1;
      *s = angle;
      return ASSAY_OK;
    }
  assay_wave (&dd_c, &dd_s, angle, waves);
  if (!assay_dd_rounds (&bits_c, dd_c, 0x1p-98 * fabs (dd_c.hi) + 0x1p-100,
                        ASSAY_FMT_F32))
    status = enclosed (&bits_c, assay_formula_cos, angle, ctx);
  if (status == ASSAY_OK
      && !assay_dd_rounds (&bits_s, dd_s,
                           0x1p-98 * fabs (dd_s.hi) + 0x1p-100,
                           ASSAY_FMT_F32))
    status = enclosed (&bits_s, assay_formula_sin, angle, ctx);
  if (status == ASSAY_OK)
    {
      *c = single_of_bits (bits_c);
      *s = single_of_bits (bits_s);
    }
  return status;
}
