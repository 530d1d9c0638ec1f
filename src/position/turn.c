/* turn.c -- cosine and sine of a phase in double-double arithmetic */

#include "position/turn.h"

enum { TABLE_BITS = 160, SLICE_SHIFT = 55 };

/* Cosine and sine of K slices from an octant's: K in 0..511 is brought to
   0..64 by the symmetries of the circle, so that equal magnitudes are equal
   numbers and the quarters exact.  */
static void
set_slice (struct assay_turns *turns, int k)
{
  int quarter = ASSAY_TURN_SLICES / 4, at = k % quarter;
  int swap = at > quarter / 2;
  struct assay_dd c, s, t;
  mpfr_t angle, value;

  mpfr_init2 (angle, TABLE_BITS);
  mpfr_init2 (value, TABLE_BITS);
  mpfr_const_pi (angle, MPFR_RNDN);
  mpfr_mul_ui (angle, angle, (unsigned long) (swap ? quarter - at : at),
               MPFR_RNDN);
  mpfr_div_ui (angle, angle, ASSAY_TURN_SLICES / 2, MPFR_RNDN);
  mpfr_cos (value, angle, MPFR_RNDN);
  c = assay_dd_of_mpfr (value);
  mpfr_sin (value, angle, MPFR_RNDN);
  s = assay_dd_of_mpfr (value);
  if (swap)
    {
      t = c;
      c = s;
      s = t;
    }
  switch (k / quarter)
    {
    case 0:
      break;
    case 1:
      t = c;
      c = assay_dd_neg (s);
      s = t;
      break;
    case 2:
      c = assay_dd_neg (c);
      s = assay_dd_neg (s);
      break;
    default:
      t = c;
      c = s;
      s = assay_dd_neg (t);
    }
  turns->cosine[k] = c;
  turns->sine[k] = s;
  mpfr_clear (angle);
  mpfr_clear (value);
}

void
assay_turns_init (struct assay_turns *turns)
{
  mpfr_t circle;
  int k;

  for (k = 0; k < ASSAY_TURN_SLICES; k++)
    set_slice (turns, k);
  mpfr_init2 (circle, TABLE_BITS);
  mpfr_const_pi (circle, MPFR_RNDN);
  mpfr_mul_2ui (circle, circle, 1, MPFR_RNDN);
  turns->circle = assay_dd_of_mpfr (circle);
  mpfr_clear (circle);
}

/* The angle R of the rest of PHASE beyond slice K, abs (R) <= pi / 512.  */
static struct assay_dd
rest_angle (int *k, struct assay_phase phase, const struct assay_turns *turns)
{
  uint64_t half = (uint64_t) 1 << (SLICE_SHIFT - 1);
  uint64_t slice = (phase.high + half) >> SLICE_SHIFT;
  uint64_t high = phase.high - (slice << SLICE_SHIFT), low = phase.low;
  int negative = high >> 63 != 0;
  struct assay_dd tail, head, rest;

  *k = (int) (slice % ASSAY_TURN_SLICES);
  if (negative)
    {
      low = ~low + 1;
      high = ~high + (low == 0);
    }
  /* 34, 52 and 32 bits: each an exact double.  */
  tail = assay_dd_sum ((double) ((high & 0xfffff) << 32 | low >> 32)
                         * 0x1p-96,
                       (double) (low & 0xffffffffu) * 0x1p-128);
  head = assay_dd_sum ((double) (high >> 20) * 0x1p-44, tail.hi);
  rest = assay_dd_fast_sum (head.hi, head.lo + tail.lo);
  rest = assay_dd_mul (rest, turns->circle);
  return negative ? assay_dd_neg (rest) : rest;
}

void
assay_turn (struct assay_dd *c, struct assay_dd *s, struct assay_phase phase,
            const struct assay_turns *turns)
{
  static const struct assay_dd one_120 = { 0x1.1111111111111p-7,
                                           0x1.1111111111111p-63 };
  static const struct assay_dd minus_1_6 = { -0x1.5555555555555p-3,
                                             -0x1.5555555555555p-57 };
  static const struct assay_dd one_24 = { 0x1.5555555555555p-5,
                                          0x1.5555555555555p-59 };
  static const struct assay_dd minus_half = { -0.5, 0 };
  struct assay_dd r, z, t, sine, versine, tail = { 0, 0 }, table_c, table_s;
  int k;

  r = rest_angle (&k, phase, turns);
  z = assay_dd_mul (r, r);

  /* sin r = r + r z (-1/6 + z (1/120 + ...)).  */
  tail.hi = z.hi * (-1.0 / 5040 + z.hi * (1.0 / 362880
                                          + z.hi * (-1.0 / 39916800)));
  t = assay_dd_add (minus_1_6, assay_dd_mul (z, assay_dd_add (one_120,
                                                              tail)));
  sine = assay_dd_add (r, assay_dd_mul (r, assay_dd_mul (z, t)));

  /* cos r - 1 = z (-1/2 + z (1/24 + ...)).  */
  tail.hi = z.hi * (-1.0 / 720 + z.hi * (1.0 / 40320
                                         + z.hi * (-1.0 / 3628800)));
  t = assay_dd_add (minus_half, assay_dd_mul (z, assay_dd_add (one_24,
                                                               tail)));
  versine = assay_dd_mul (z, t);

  table_c = turns->cosine[k];
  table_s = turns->sine[k];
  *c = assay_dd_add (table_c,
                     assay_dd_add (assay_dd_mul (table_c, versine),
                                   assay_dd_neg (assay_dd_mul (table_s,
                                                               sine))));
  *s = assay_dd_add (table_s,
                     assay_dd_add (assay_dd_mul (table_s, versine),
                                   assay_dd_mul (table_c, sine)));
}
