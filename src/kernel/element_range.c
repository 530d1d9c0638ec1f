/* element_range.c -- an exact value between two rationals, and the error of
   a stored one, by rational arithmetic  */

#include "kernel/element_range.h"

#include <math.h>

enum { SMALLEST = -4000, LARGEST = 2000 };

void
assay_range_init (struct assay_range *range)
{
  mpq_inits (range->low, range->high, NULL);
}

void
assay_range_clear (struct assay_range *range)
{
  mpq_clears (range->low, range->high, NULL);
}

/* END <- SIGN * 2^E.  */
static void
set_power (mpq_ptr end, int sign, int e)
{
  mpq_set_si (end, sign, 1);
  if (e >= 0)
    mpq_mul_2exp (end, end, (mp_bitcnt_t) e);
  else
    mpq_div_2exp (end, end, (mp_bitcnt_t) -e);
}

/* END <- X, moved in DIRECTION (-1 or 1) to a multiple of 2^SMALLEST.  */
static void
set_end (mpq_ptr end, mpfr_srcptr x, int direction)
{
  int sign = mpfr_sgn (x);

  if (sign == 0 || (mpfr_get_exp (x) < SMALLEST && sign != direction))
    mpq_set_ui (end, 0, 1);
  else if (mpfr_get_exp (x) < SMALLEST)
    set_power (end, sign, SMALLEST);
  else if (mpfr_get_exp (x) > LARGEST)
    set_power (end, sign, LARGEST);
  else
    mpfr_get_q (end, x);
}

void
assay_range_set (struct assay_range *range, const struct assay_exact *exact)
{
  mpq_t radius;

  switch (exact->known)
    {
    case ASSAY_KNOWN_RATIONAL:
      mpq_set (range->low, exact->rational);
      mpq_set (range->high, exact->rational);
      break;
    case ASSAY_KNOWN_BETWEEN:
      set_end (range->low, exact->low, -1);
      set_end (range->high, exact->high, 1);
      break;
    default:
      mpq_init (radius);
      mpq_set_d (range->low, exact->near.hi);
      mpq_set_d (radius, exact->near.lo);
      mpq_add (range->low, range->low, radius);
      mpq_set_d (radius, exact->radius);
      mpq_add (range->high, range->low, radius);
      mpq_sub (range->low, range->low, radius);
      mpq_clear (radius);
    }
}

void
assay_range_clip (struct assay_range *range, enum assay_fmt fmt)
{
  mpq_t threshold;

  mpq_init (threshold);
  assay_fmt_overflow (threshold, fmt);
  if (mpq_cmp (range->low, threshold) > 0)
    mpq_set (range->low, threshold);
  if (mpq_cmp (range->high, threshold) > 0)
    mpq_set (range->high, threshold);
  mpq_neg (threshold, threshold);
  if (mpq_cmp (range->low, threshold) < 0)
    mpq_set (range->low, threshold);
  if (mpq_cmp (range->high, threshold) < 0)
    mpq_set (range->high, threshold);
  mpq_clear (threshold);
}

void
assay_range_distance (mpq_ptr least, mpq_ptr most,
                      const struct assay_range *range, mpq_srcptr g)
{
  int inside = mpq_cmp (range->low, g) <= 0 && mpq_cmp (g, range->high) <= 0;

  mpq_sub (least, g, range->low);
  mpq_sub (most, g, range->high);
  mpq_abs (least, least);
  mpq_abs (most, most);
  if (mpq_cmp (least, most) > 0)
    mpq_swap (least, most);
  if (inside)
    mpq_set_ui (least, 0, 1);
}

void
assay_range_magnitude (mpq_ptr least, mpq_ptr most,
                       const struct assay_range *range)
{
  mpq_t zero;

  mpq_init (zero);
  assay_range_distance (least, most, range, zero);
  mpq_clear (zero);
}

/* LOW <= X <= HIGH rounded outward to binary64.  */
static struct assay_bounds
bounds_of (mpq_srcptr low, mpq_srcptr high)
{
  struct assay_bounds bounds;
  mpfr_t end;

  mpfr_init2 (end, 53);
  mpfr_set_q (end, low, MPFR_RNDD);
  bounds.low = mpfr_get_d (end, MPFR_RNDD);
  mpfr_set_q (end, high, MPFR_RNDU);
  bounds.high = mpfr_get_d (end, MPFR_RNDU);
  mpfr_clear (end);
  return bounds;
}

/* [LEAST, MOST] divided by something between LEAST_UNIT and MOST_UNIT; what
   is divided by 0 has no bound, but 0 is 0.  */
static struct assay_bounds
quotient (mpq_srcptr least, mpq_srcptr most, mpq_srcptr least_unit,
          mpq_srcptr most_unit)
{
  struct assay_bounds bounds = { 0, 0 };
  mpq_t low, high;

  if (mpq_sgn (most) == 0)
    return bounds;
  mpq_inits (low, high, NULL);
  if (mpq_sgn (most_unit) > 0)
    mpq_div (low, least, most_unit);
  if (mpq_sgn (least_unit) > 0)
    mpq_div (high, most, least_unit);
  bounds = bounds_of (low, high);
  if (mpq_sgn (most_unit) == 0)
    bounds.low = INFINITY;
  if (mpq_sgn (least_unit) == 0)
    bounds.high = INFINITY;
  mpq_clears (low, high, NULL);
  return bounds;
}

static struct assay_bounds
cut (struct assay_bounds ulps)
{
  if (ulps.high > ASSAY_MOST_ULPS)
    ulps.high = INFINITY;
  if (ulps.low > ASSAY_MOST_ULPS)
    ulps.low = ASSAY_MOST_ULPS;
  return ulps;
}

/* UNIT <- the spacing of FMT at X >= 0, that of the largest binade where X
   does not round to a finite value.  */
static void
set_unit (mpq_ptr unit, mpq_srcptr x, enum assay_fmt fmt)
{
  mpq_t largest;

  if (assay_fmt_ulp (unit, x, fmt) == ASSAY_OK)
    return;
  mpq_init (largest);
  assay_fmt_largest (largest, fmt);
  assay_fmt_ulp (unit, largest, fmt);
  mpq_clear (largest);
}

int
assay_mass_exponent (double mass, enum assay_fmt fmt)
{
  const struct assay_fmt_shape *shape = assay_fmt_shape (fmt);
  int e = isinf (mass) ? shape->emax : ilogb (mass);

  if (e < shape->emin)
    e = shape->emin;
  if (e > shape->emax)
    e = shape->emax;
  return e - (int) shape->precision + 1;
}

void
assay_range_measure (struct assay_element_error *error,
                     const struct assay_element *element, enum assay_fmt fmt,
                     int rounds_away)
{
  mpq_t g, least, most, smallest, largest, unit;
  struct assay_range range;

  assay_range_init (&range);
  mpq_inits (g, least, most, smallest, largest, unit, NULL);
  assay_fmt_decode (g, element->got, fmt);
  assay_range_set (&range, &element->exact);
  if (!rounds_away)
    assay_range_clip (&range, fmt);
  assay_range_distance (least, most, &range, g);
  assay_range_magnitude (smallest, largest, &range);
  error->absolute = bounds_of (least, most);
  error->relative = quotient (least, most, smallest, largest);
  if (element->mass > 0)
    {
      set_power (unit, 1, assay_mass_exponent (element->mass, fmt));
      error->mass = cut (quotient (least, most, unit, unit));
    }
  if (rounds_away)
    {
      /* From the threshold on, whatever is beyond it.  */
      assay_fmt_overflow (most, fmt);
      if (assay_fmt_is_negative (element->rounded, fmt))
        mpq_neg (most, most);
      mpq_sub (most, g, most);
      mpq_abs (most, most);
      mpq_set (least, most);
      assay_fmt_largest (smallest, fmt);
      mpq_set (largest, smallest);
    }
  set_unit (unit, smallest, fmt);
  mpq_swap (smallest, unit);
  set_unit (unit, largest, fmt);
  error->ulps = cut (quotient (least, most, smallest, unit));
  assay_range_clear (&range);
  mpq_clears (g, least, most, smallest, largest, unit, NULL);
}
