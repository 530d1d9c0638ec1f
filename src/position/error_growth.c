/* error_growth.c -- how far a contract's angles are from the exact ones

   In binary64, u = 2^-53: the product of p and the nearest double of w is
   within 2.1 u p w of p w, the angle minus it rounds once more, so that abs
   (angle - p w) is known within 4 u (p w + the difference itself).  */

#include "position/error_growth.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"

struct scan
{
  struct assay_error_growth *growth;
  struct assay_rounded_steps steps;
  struct assay_waves waves;
  double *w;
  struct assay_phase *phase;
  float *angle, *next;
  double low, high;             /* of the largest error so far */
  size_t pair;
};

/* The spacing, at C, of a format of PRECISION bits; C not tiny.  */
static double
spacing (double c, int precision)
{
  int exponent;

  frexp (c, &exponent);
  return ldexp (1.0, exponent - precision);
}

/* Whether the cosine of ANGLE is off by more than an ulp of PRECISION bits
   from that of EXACT; -1 when undecided.  Both are known within 2^-97
   relatively, so that their difference as computed is off by 2^-95 at
   most.  */
static int
is_over (struct scan *scan, float angle, struct assay_phase exact,
         int precision)
{
  struct assay_dd rounded, c, s, difference;
  double distance, ulp, doubt = 0x1p-90;

  assay_wave (&rounded, &s, angle, &scan->waves);
  assay_turn (&c, &s, exact, &scan->waves.turns);
  difference = assay_dd_sum (rounded.hi, -c.hi);
  distance = fabs (difference.hi + (difference.lo + (rounded.lo - c.lo)));
  ulp = spacing (c.hi, precision);
  doubt += distance * 0x1p-50;
  if (distance > ulp + doubt)
    return 1;
  return distance < ulp - doubt ? 0 : -1;
}

/* Four times the turns from PHASE to the nearest zero of the cosine: abs
   (cos) is at least as large (sine lies above its chord).  */
static double
cosine_at_least (struct assay_phase phase)
{
  uint64_t from_zero = (phase.high - ((uint64_t) 1 << 62)) << 1;
  uint64_t distance = from_zero >> 63 ? -from_zero : from_zero;

  return (double) (distance >> 1) * 0x1p-62 * (1 - 0x1p-40) - 0x1p-60;
}

/* Looks for the two first errors above an ulp at POSITION, pair I, whose
   angle errs by HIGH at most.  */
static enum assay_status
look (struct scan *scan, unsigned long position, size_t i, double high,
      struct assay_ctx *ctx)
{
  struct assay_growth_event *events[2] = { &scan->growth->over_f32,
                                           &scan->growth->over_bf16 };
  static const int precision[2] = { 24, 8 };
  struct assay_phase exact;
  int k, over;

  if (events[0]->position != 0 && events[1]->position != 0)
    return ASSAY_OK;
  exact = assay_phase_times (scan->phase[i], (uint32_t) position);
  for (k = 0; k < 2; k++)
    {
      /* An ulp at c is at least abs (c) 2^-precision.  */
      if (events[k]->position != 0
          || ldexp (high, precision[k]) < cosine_at_least (exact))
        continue;
      over = is_over (scan, scan->angle[i], exact, precision[k]);
      if (over < 0)
        return assay_fail (ctx, ASSAY_ELIMIT, NULL,
                           "an error that can be told from an ulp",
                           "position %lu, pair %zu", position, i);
      if (over)
        {
          events[k]->position = position;
          events[k]->pair = i;
        }
    }
  return ASSAY_OK;
}

static enum assay_status
scan_position (struct scan *scan, unsigned long position,
               struct assay_ctx *ctx)
{
  enum assay_status status = ASSAY_OK;
  size_t i;

  for (i = 0; i < scan->steps.pairs && status == ASSAY_OK; i++)
    {
      double exact = (double) position * scan->w[i];
      double error = fabs (scan->angle[i] - exact);
      double doubt = 0x1p-51 * (exact + error);

      if (!isfinite (scan->angle[i]))
        {
          error = HUGE_VAL;
          doubt = 0;
        }
      else
        status = look (scan, position, i, error + doubt, ctx);
      if (error + doubt > scan->high)
        {
          scan->high = error + doubt;
          scan->pair = i;
        }
      if (error - doubt > scan->low)
        scan->low = error - doubt;
    }
  return status;
}

static int
is_power_of_two (unsigned long n)
{
  return (n & (n - 1)) == 0;
}

static enum assay_status
scan_all (struct scan *scan, struct assay_ctx *ctx)
{
  const unsigned long last = 1ul << ASSAY_GROWTH_LAST;
  size_t size = scan->steps.pairs * sizeof *scan->angle, row = 0;
  struct assay_error_growth *growth = scan->growth;
  enum assay_status status = ASSAY_OK;
  unsigned long p;
  float *swap;

  assay_rounded_angles (scan->angle, &scan->steps, 1);
  for (p = 1; p <= last && status == ASSAY_OK; p++)
    {
      status = scan_position (scan, p, ctx);
      if (status == ASSAY_OK && p % 1024 == 0)
        status = assay_ctx_in_time (ctx, NULL);
      if (p >= 1ul << ASSAY_GROWTH_FIRST && is_power_of_two (p))
        {
          growth->low[row] = scan->low;
          growth->high[row] = scan->high;
          growth->pair[row++] = scan->pair;
        }
      assay_rounded_angles (scan->next, &scan->steps, p + 1);
      if (growth->shared.position == 0
          && memcmp (scan->angle, scan->next, size) == 0)
        growth->shared.position = p;
      swap = scan->angle;
      scan->angle = scan->next;
      scan->next = swap;
    }
  return status;
}

enum assay_status
assay_error_growth_run (struct assay_error_growth *growth,
                        enum assay_contract contract,
                        struct assay_expr *const *w, size_t pairs,
                        struct assay_ctx *ctx)
{
  enum assay_status status;
  struct scan *scan;
  mpfi_t value;
  size_t i;

  memset (growth, 0, sizeof *growth);
  growth->contract = contract;
  if (!assay_contract_rounds_angles (contract))
    return ASSAY_OK;
  scan = assay_calloc (1, sizeof *scan);
  scan->growth = growth;
  scan->w = assay_calloc (pairs, sizeof *scan->w);
  scan->phase = assay_calloc (pairs, sizeof *scan->phase);
  scan->angle = assay_calloc (pairs, sizeof *scan->angle);
  scan->next = assay_calloc (pairs, sizeof *scan->next);
  mpfi_init2 (value, 128);
  status = assay_rounded_steps_init (&scan->steps, contract, w, pairs, ctx);
  if (status == ASSAY_OK)
    status = assay_waves_init (&scan->waves, ctx);
  for (i = 0; i < pairs && status == ASSAY_OK; i++)
    {
      status = assay_phase_set (&scan->phase[i], w[i], ctx);
      if (status == ASSAY_OK)
        status = assay_expr_enclose (value, w[i], ctx, 128);
      if (status == ASSAY_OK)
        scan->w[i] = mpfi_get_d (value);
    }
  if (status == ASSAY_OK)
    status = scan_all (scan, ctx);
  mpfi_clear (value);
  assay_rounded_steps_clear (&scan->steps);
  free (scan->w);
  free (scan->phase);
  free (scan->angle);
  free (scan->next);
  free (scan);
  return status;
}
