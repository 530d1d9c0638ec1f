/* rounded.c -- reals that are only enclosed and compared, rounded correctly */

#include "attention/rounded.h"

/* What lies far below the least positive value is replaced by a quarter of
   it, and what lies far above the largest by twice the overflow threshold,
   which round alike: a rational with MPFR's extreme exponents would not fit
   in memory.  */
uint64_t
assay_rounded_end (mpfr_srcptr x, enum assay_fmt fmt)
{
  const struct assay_fmt_shape *shape = assay_fmt_shape (fmt);
  int is_replaced = 1;
  uint64_t bits;
  mpq_t value;

  mpq_init (value);
  if (!mpfr_regular_p (x) ? mpfr_inf_p (x)
      : mpfr_get_exp (x) > shape->emax + 4)
    {
      assay_fmt_overflow (value, fmt);
      mpq_mul_2exp (value, value, 1);
    }
  else if (mpfr_regular_p (x)
           && mpfr_get_exp (x) < shape->emin - (long) shape->precision - 4)
    {
      assay_fmt_smallest (value, fmt);
      mpq_div_2exp (value, value, 2);
    }
  else
    {
      mpfr_get_q (value, x);
      is_replaced = 0;
    }
  if (is_replaced && mpfr_signbit (x))
    mpq_neg (value, value);
  bits = assay_fmt_round (value, fmt);
  mpq_clear (value);
  return bits;
}

/* As assay_fmt_ordinal, the two zeros being different values: a number that
   rounds to zero keeps its sign.  */
static int64_t
signed_ordinal (uint64_t bits, enum assay_fmt fmt)
{
  return assay_fmt_ordinal (bits, fmt) - assay_fmt_is_negative (bits, fmt);
}

/* Whether no value of FMT lies strictly between LO and HI, -0 lying below +0;
   one of them may be infinite (or, in e4m3, the NaN that stands for it); and
   then M <- the border between what rounds to the one and to the other.  */
static int
border_between (mpq_ptr m, uint64_t lo, uint64_t hi, enum assay_fmt fmt)
{
  int lo_finite = assay_fmt_classify (lo, fmt) == ASSAY_FMT_FINITE;
  int hi_finite = assay_fmt_classify (hi, fmt) == ASSAY_FMT_FINITE;

  if (lo_finite && hi_finite)
    {
      /* Not by their difference, which may be beyond an int64_t.  */
      int adjacent = signed_ordinal (hi, fmt) == signed_ordinal (lo, fmt) + 1;

      if (adjacent && assay_fmt_ordinal (lo, fmt)
                      == assay_fmt_ordinal (hi, fmt))
        mpq_set_ui (m, 0, 1);
      else if (adjacent)
        assay_fmt_midpoint_above (m, lo, fmt);
      return adjacent;
    }
  if (lo_finite != hi_finite
      && assay_fmt_is_negative (lo, fmt) == assay_fmt_is_negative (hi, fmt))
    {
      mpq_t finite, largest;
      int adjacent;

      mpq_inits (finite, largest, NULL);
      assay_fmt_decode (finite, lo_finite ? lo : hi, fmt);
      assay_fmt_largest (largest, fmt);
      mpq_abs (finite, finite);
      adjacent = mpq_equal (finite, largest);
      mpq_clears (finite, largest, NULL);
      assay_fmt_overflow (m, fmt);
      if (hi_finite)
        mpq_neg (m, m);
      return adjacent;
    }
  return 0;
}

enum assay_verdict
assay_rounded_settle (uint64_t *bits, const struct assay_rounded *number,
                      enum assay_fmt fmt, mpfr_prec_t start,
                      mpfr_prec_t limit)
{
  enum assay_verdict verdict = ASSAY_OPEN;
  uint64_t below, above;
  mpfr_prec_t p;
  mpfr_t lo, hi;
  int side;
  mpq_t m;

  mpq_init (m);
  mpfr_inits2 (MPFR_PREC_MIN, lo, hi, (mpfr_ptr) 0);
  if (start < 64)
    start = 64;
  if (limit > 0 && start > limit)
    start = limit;
  for (p = start; limit == 0 || p <= limit; p *= 2)
    {
      number->enclose (lo, hi, number->self, p);
      below = assay_rounded_end (lo, fmt);
      above = assay_rounded_end (hi, fmt);
      if (below == above)
        {
          *bits = below;
          verdict = ASSAY_HOLDS;
          break;
        }
      if (border_between (m, below, above, fmt))
        {
          verdict = number->compare (&side, number->self, m, limit);
          /* The number is no border: it is not rational, or not known to
             be, and then an order that was found is strict.  */
          if (verdict == ASSAY_HOLDS)
            *bits = side > 0 ? above : below;
          break;
        }
    }
  mpfr_clears (lo, hi, (mpfr_ptr) 0);
  mpq_clear (m);
  return verdict;
}

int
assay_rounded_is_narrow (mpfr_srcptr lo, mpfr_srcptr hi, mpfr_prec_t bits)
{
  mpfr_t width;
  int narrow;

  if (mpfr_equal_p (lo, hi))
    return 1;
  if (mpfr_sgn (lo) * mpfr_sgn (hi) <= 0)
    return 0;
  mpfr_init2 (width, 64);
  mpfr_sub (width, hi, lo, MPFR_RNDU);
  mpfr_mul_2si (width, width, (long) bits - 1, MPFR_RNDU);
  narrow = mpfr_cmpabs (width, mpfr_sgn (lo) > 0 ? lo : hi) <= 0;
  mpfr_clear (width);
  return narrow;
}
