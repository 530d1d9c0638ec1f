/* element.c -- how wrong one element is */

#include "kernel/element.h"

#include <float.h>
#include <math.h>

#include "kernel/dtype.h"
#include "kernel/element_range.h"

/* Below it a quotient may have lost bits.  */
#define TINY 0x1p-1000

/* Sums of numbers below it are far from overflow.  */
#define VAST 0x1p1000

static const struct assay_bounds unbounded = { INFINITY, INFINITY };

/* At least, and at most, the quotient that was rounded to X.  */
static double
upward (double x)
{
  return x > 0 && x < TINY ? TINY : x * (1 + 0x1p-50);
}

static double
downward (double x)
{
  return x < TINY ? 0 : x * (1 - 0x1p-50);
}

/* BOUNDS / 2^E, for an E between LOW and HIGH.  */
static struct assay_bounds
scale (struct assay_bounds bounds, int low, int high)
{
  struct assay_bounds scaled = { ldexp (bounds.low, -high),
                                 ldexp (bounds.high, -low) };

  if (scaled.low < TINY)
    scaled.low = 0;
  if (scaled.high > 0 && scaled.high < TINY)
    scaled.high = TINY;
  if (scaled.high > ASSAY_MOST_ULPS)
    scaled.high = INFINITY;
  if (scaled.low > ASSAY_MOST_ULPS)
    scaled.low = ASSAY_MOST_ULPS;
  return scaled;
}

/* LOW and HIGH <- the exponents of the spacing of FMT at what EXACT is near
   to, by Lemma B80; 0 where its hypotheses do not hold.  */
static int
find_spacing (int *low, int *high, const struct assay_exact *exact,
              enum assay_fmt fmt)
{
  const struct assay_fmt_shape *shape = assay_fmt_shape (fmt);
  double hi = fabs (exact->near.hi), fraction;
  double beyond = exact->near.hi < 0 ? -exact->near.lo : exact->near.lo;
  int e, least = shape->emin - (int) shape->precision + 1;

  *low = *high = least;
  if (hi == 0)
    return exact->near.lo == 0 && exact->radius == 0;
  fraction = frexp (hi, &e);
  e--;
  if (hi >= VAST || e > shape->emax || exact->radius >= ldexp (hi, -56))
    return 0;
  *low = *high = e;
  if (fraction == 0.5 && beyond - exact->radius < 0)
    *low = e - 1;
  if (fraction == 0.5 && beyond + exact->radius < 0)
    *high = e - 1;
  *low = *low - (int) shape->precision + 1;
  *high = *high - (int) shape->precision + 1;
  if (*low < least)
    *low = least;
  if (*high < least)
    *high = least;
  return 1;
}

/* LOW <= abs(G - X) <= HIGH by Lemma B80; abs(G) and abs(hi) below VAST.  */
static struct assay_bounds
find_distance (double g, const struct assay_exact *exact)
{
  struct assay_dd s = assay_dd_sum (g, -exact->near.hi);
  struct assay_dd t = assay_dd_sum (s.lo, -exact->near.lo);
  struct assay_dd w = assay_dd_sum (s.hi, t.hi);
  double slack = fabs (w.lo) + fabs (t.lo) + exact->radius;
  struct assay_bounds bounds = { fabs (w.hi), fabs (w.hi) };

  if (slack == 0)
    return bounds;
  slack *= 1 + 0x1p-50;
  bounds.high = (bounds.high + slack) * (1 + 0x1p-51);
  bounds.low = bounds.low > slack
               ? (bounds.low - slack) * (1 - 0x1p-51) : 0;
  return bounds;
}

/* DISTANCE / abs(X) by Lemma B80, X being near EXACT but not 0.  */
static struct assay_bounds
find_relative (struct assay_bounds distance, const struct assay_exact *exact)
{
  double hi = fabs (exact->near.hi);
  double rest = (fabs (exact->near.lo) + exact->radius) * (1 + 0x1p-50);
  double least = (hi - rest) * (1 - 0x1p-51);
  double most = (hi + rest) * (1 + 0x1p-51);
  struct assay_bounds relative;

  relative.low = fmin (downward (distance.low / most), DBL_MAX);
  relative.high = upward (distance.high / least);
  return relative;
}

/* ERROR's bounds by binary64 alone; 0 when that is not enough.  */
static int
measure_quickly (struct assay_element_error *error,
                 const struct assay_element *element, enum assay_fmt fmt)
{
  const struct assay_exact *exact = &element->exact;
  double g = assay_dtype_double (element->got, assay_dtype_of_fmt (fmt));
  int low, high, mass;

  if (exact->known != ASSAY_KNOWN_NEAR || fabs (g) >= VAST
      || !find_spacing (&low, &high, exact, fmt))
    return 0;
  error->absolute = find_distance (g, exact);
  if (error->absolute.high == 0)
    return 1;
  error->ulps = scale (error->absolute, low, high);
  error->relative = exact->near.hi == 0
                    ? unbounded : find_relative (error->absolute, exact);
  if (element->mass > 0)
    {
      mass = assay_mass_exponent (element->mass, fmt);
      error->mass = scale (error->absolute, mass, mass);
    }
  return 1;
}

static int
is_real (const struct assay_exact *exact)
{
  return exact->known <= ASSAY_KNOWN_NEAR;
}

/* Whether the patterns are the same, or NaNs both.  */
static int
is_equal (uint64_t a, uint64_t b, enum assay_fmt fmt)
{
  return a == b || (assay_fmt_classify (a, fmt) == ASSAY_FMT_NAN
                    && assay_fmt_classify (b, fmt) == ASSAY_FMT_NAN);
}

enum assay_verdict
assay_element_measure (struct assay_element_error *error,
                       const struct assay_element *element,
                       enum assay_fmt fmt)
{
  int got_finite = assay_fmt_classify (element->got, fmt)
                   == ASSAY_FMT_FINITE;
  int finite = assay_fmt_classify (element->rounded, fmt)
               == ASSAY_FMT_FINITE;
  struct assay_element_error none = { 0 };
  double most;

  *error = none;
  error->bit_equal = is_equal (element->got, element->rounded, fmt);
  if (!finite && error->bit_equal)
    return ASSAY_HOLDS;
  if (!got_finite || !is_real (&element->exact))
    {
      error->ulps = error->absolute = error->relative = unbounded;
      if (element->mass > 0)
        error->mass = unbounded;
      return ASSAY_HOLDS;
    }
  if (!finite || !measure_quickly (error, element, fmt))
    assay_range_measure (error, element, fmt, !finite);
  most = error->ulps.low >= ASSAY_MOST_ULPS
         ? INFINITY : error->ulps.low + 0x1p-20 * fmax (1, error->ulps.low);
  return error->ulps.high <= most ? ASSAY_HOLDS : ASSAY_OPEN;
}

/* LIMIT <- ATOL + RTOL * X.  */
static void
set_limit (mpq_ptr limit, mpq_srcptr x, mpq_srcptr atol, mpq_srcptr rtol)
{
  mpq_mul (limit, rtol, x);
  mpq_add (limit, limit, atol);
}

enum assay_verdict
assay_element_close (const struct assay_element *element, enum assay_fmt fmt,
                     mpq_srcptr atol, mpq_srcptr rtol)
{
  mpq_t g, least, most, smallest, largest;
  enum assay_verdict verdict = ASSAY_OPEN;
  struct assay_range range;

  if (assay_fmt_classify (element->got, fmt) != ASSAY_FMT_FINITE
      || !is_real (&element->exact))
    return is_equal (element->got, element->rounded, fmt)
           ? ASSAY_HOLDS : ASSAY_FAILS;
  assay_range_init (&range);
  mpq_inits (g, least, most, smallest, largest, NULL);
  assay_fmt_decode (g, element->got, fmt);
  assay_range_set (&range, &element->exact);
  assay_range_distance (least, most, &range, g);
  assay_range_magnitude (smallest, largest, &range);
  set_limit (smallest, smallest, atol, rtol);
  set_limit (largest, largest, atol, rtol);
  if (mpq_cmp (most, smallest) <= 0)
    verdict = ASSAY_HOLDS;
  else if (mpq_cmp (least, largest) > 0)
    verdict = ASSAY_FAILS;
  assay_range_clear (&range);
  mpq_clears (g, least, most, smallest, largest, NULL);
  return verdict;
}
