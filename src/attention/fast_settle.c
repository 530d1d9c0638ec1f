/* fast_settle.c -- outputs of tier 1 are rounded where their bound allows it

   Most go by the kernels, columns side by side; one by one what is near to a
   format's ends, and what more than a pattern is asked of.  */

#include <math.h>
#include <string.h>

#include "attention/fast_parts.h"
#include "position/table_round.h"

/* Columns at a time, a multiple of a panel.  */
enum { COLUMNS = 8 * ASSAY_FAST_PANEL };

double
assay_fast_scale_of (int e)
{
  return e > -400 && e < 400 ? ldexp (1.0, e) : 0.0;
}

/* Whether what lies within RADIUS of X, times SCALE, rounds to one pattern;
   RADIUS covers the rounding of its own sums.  */
static int
rounds (uint64_t *bits, double x, double radius, double scale,
        enum assay_fmt fmt)
{
  *bits = assay_fmt_of_double ((x - radius) * scale, fmt);
  return *bits == assay_fmt_of_double ((x + radius) * scale, fmt);
}

static int
asks_for_more (const struct assay_fast_out *out)
{
  return out->hi || out->lo || out->radius || out->mass;
}

static void
settle_number (struct assay_fast_out *out, const struct assay_fast_sums *sums,
               const struct assay_fast_head *head, size_t c)
{
  double x = 0.0, radius = 0.0, mass = 0.0;
  size_t at = sums->r * head->values + c;
  uint64_t bits;

  if (sums->most[c] != 0.0)
    {
      x = sums->sum[c] * sums->inverse;
      mass = sums->mass[c] * sums->mass_factor;
      radius = sums->relative * (mass + fabs (x)) + sums->least;
      if (!sums->has_mass || mass * 0x1p-60 < sums->least)
        mass = INFINITY;
      mass *= 1 + 0x1p-41;
    }
  if (asks_for_more (out))
    assay_fast_put_known (out, at, (struct assay_dd) { x, 0.0 }, radius, mass,
                          head->value_exponent[c]);
  if (rounds (&bits, x, radius, sums->scale[c], out->fmt))
    assay_fast_put (out, at, bits, ASSAY_FAST_DOUBLE);
}

void
assay_fast_narrow_set (struct assay_fast_narrow *narrow, enum assay_fmt fmt)
{
  const struct assay_fmt_shape *shape = assay_fmt_shape (fmt);
  unsigned fraction = shape->precision - 1;

  narrow->shift = (int) (52 - fraction);
  narrow->width = (int) shape->width;
  narrow->bias = (uint64_t) (1022 + shape->emin) << fraction;
  narrow->least = ldexp (1.0, shape->emin);
  narrow->most = ldexp (1.0, shape->emax);
}

/* COUNT columns from BEGIN on, PADDED with those beside them.  */
static void
settle_group (struct assay_fast_out *out, const struct assay_fast_sums *sums,
              const struct assay_fast_head *head,
              const struct assay_fast_kernels *kernels, size_t begin,
              size_t count, size_t padded)
{
  uint64_t bits[COLUMNS], same[COLUMNS] = { 0 };
  size_t at = sums->r * head->values + begin, c;
  unsigned char *open = out->open + at;
  int all = 0;

  if (!asks_for_more (out))
    {
      struct assay_fast_narrow narrow;

      assay_fast_narrow_set (&narrow, out->fmt);
      all = kernels->narrow (bits, same, sums->sum + begin,
                             sums->mass + begin, sums->scale + begin, padded,
                             sums, &narrow);
    }
  if (all && memchr (open, 0, count) == NULL)
    {
      memcpy (out->bits + at, bits, count * sizeof *bits);
      memset (open, 0, count);
      out->settled[ASSAY_FAST_DOUBLE] += count;
      return;
    }
  for (c = 0; c < count; c++)
    if (open[c] && same[c])
      assay_fast_put (out, at + c, bits[c], ASSAY_FAST_DOUBLE);
    else if (open[c] && sums->scale[begin + c] != 0.0)
      settle_number (out, sums, head, begin + c);
}

void
assay_fast_settle_sums (struct assay_fast_out *out,
                        const struct assay_fast_sums *sums,
                        const struct assay_fast_head *head,
                        const struct assay_fast_kernels *kernels)
{
  size_t begin, count, padded;

  for (begin = 0; begin < head->values; begin += COLUMNS)
    {
      count = head->values - begin;
      padded = head->padded - begin;
      settle_group (out, sums, head, kernels, begin,
                    count < COLUMNS ? count : COLUMNS,
                    padded < COLUMNS ? padded : COLUMNS);
    }
}
