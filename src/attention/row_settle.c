/* row_settle.c -- one row of attention: its numbers, settled

   Each is first asked whether it is rational, then enclosed and compared
   with the one border that matters (rounded.h).  Sums over a column try
   integers before (fixed.h).  */

#include "attention/row.h"

#include "attention/rounded.h"
#include "attention/row_parts.h"

/* LO <= NUMBER <= HI out of integers; 0 for a number that is no sum over a
   column.  */
static int
enclose_quickly (mpfr_ptr lo, mpfr_ptr hi, struct assay_row_number *number)
{
  if (number->column == NULL)
    return 0;
  assay_fixed_mean (lo, hi, assay_row_fixed (number->row), number->column,
                    number->absolute);
  return 1;
}

/* BITS and 1 where both ends have one pattern.  A mean of 0 is not one with
   signs on both sides: its ends differ.  */
static int
ends_agree (uint64_t *bits, mpfr_srcptr lo, mpfr_srcptr hi,
            enum assay_fmt fmt)
{
  uint64_t below = assay_rounded_end (lo, fmt);

  if (below != assay_rounded_end (hi, fmt))
    return 0;
  *bits = below;
  return 1;
}

/* BITS <- NUMBER rounded, when nothing quicker did it.  */
static enum assay_verdict
round_slowly (uint64_t *bits, struct assay_row_number *number,
              enum assay_fmt fmt, const struct assay_ctx *ctx)
{
  struct assay_rounded real = { assay_row_number_enclose,
                                assay_row_number_compare, number };
  mpfr_prec_t start = number->kind == ASSAY_ROW_QUOTIENT
                      ? number->row->softmax.precision : 0;
  enum assay_verdict verdict = ASSAY_HOLDS;
  mpq_t value;

  mpq_init (value);
  if (number->kind == ASSAY_ROW_BLOCKED)
    *bits = assay_fmt_infinity (1, fmt);
  else if (assay_row_number_rational (value, number) == ASSAY_HOLDS)
    *bits = assay_fmt_round (value, fmt);
  else
    verdict = assay_rounded_settle (bits, &real, fmt, start,
                                    assay_row_number_limit (number, ctx));
  mpq_clear (value);
  return verdict;
}

/* Bits beyond those asked for, which the roundings of one step cost.  */
enum { GUARD_BITS = 16 };

static void
enclose_rational (mpfr_ptr lo, mpfr_ptr hi, mpq_srcptr value,
                  mpfr_prec_t bits)
{
  mpfr_set_prec (lo, bits + GUARD_BITS);
  mpfr_set_prec (hi, bits + GUARD_BITS);
  mpfr_set_q (lo, value, MPFR_RNDD);
  mpfr_set_q (hi, value, MPFR_RNDU);
}

/* LO, HI and ASSAY_HOLDS when no quicker enclosure was narrow enough.  */
static enum assay_verdict
enclose_slowly (mpfr_ptr lo, mpfr_ptr hi, struct assay_row_number *number,
                const struct assay_ctx *ctx, mpfr_prec_t bits)
{
  mpfr_prec_t p = bits + GUARD_BITS, most = (mpfr_prec_t) ctx->max_precision;
  mpq_t value;
  int is_rational;

  if (number->kind == ASSAY_ROW_BLOCKED)
    {
      assay_row_number_enclose (lo, hi, number, p);
      return ASSAY_HOLDS;
    }
  mpq_init (value);
  is_rational = assay_row_number_rational (value, number) == ASSAY_HOLDS;
  if (is_rational)
    enclose_rational (lo, hi, value, bits);
  mpq_clear (value);
  if (is_rational)
    return ASSAY_HOLDS;
  if (number->kind == ASSAY_ROW_QUOTIENT && p < number->row->softmax.precision)
    p = number->row->softmax.precision;
  for (;; p *= 2)
    {
      assay_row_number_enclose (lo, hi, number, p);
      if (assay_rounded_is_narrow (lo, hi, bits))
        return ASSAY_HOLDS;
      if (p > most / 2)
        return ASSAY_OPEN;
    }
}

enum assay_verdict
assay_row_rational (mpq_ptr value, struct assay_row *row,
                    const struct assay_place *place)
{
  enum assay_verdict verdict;
  struct assay_row_number number;

  assay_row_number_init (&number, row, place);
  verdict = assay_row_number_rational (value, &number);
  assay_row_number_clear (&number);
  return verdict;
}

enum assay_verdict
assay_row_compare (int *sign, struct assay_row *row,
                   const struct assay_place *place, mpq_srcptr m,
                   const struct assay_ctx *ctx)
{
  enum assay_verdict verdict;
  struct assay_row_number number;
  mpq_t value;

  mpq_init (value);
  assay_row_number_init (&number, row, place);
  verdict = assay_row_number_rational (value, &number);
  if (verdict == ASSAY_HOLDS)
    {
      int order = mpq_cmp (value, m);

      *sign = (order > 0) - (order < 0);
    }
  else
    verdict = assay_row_number_compare (sign, &number, m,
                                        assay_row_number_limit (&number,
                                                                ctx));
  assay_row_number_clear (&number);
  mpq_clear (value);
  return verdict;
}

enum assay_verdict
assay_row_round (uint64_t *bits, struct assay_row *row,
                 const struct assay_place *place, enum assay_fmt fmt,
                 const struct assay_ctx *ctx)
{
  enum assay_verdict verdict = ASSAY_HOLDS;
  struct assay_row_number number;
  mpfr_t lo, hi;

  mpfr_inits2 (MPFR_PREC_MIN, lo, hi, (mpfr_ptr) 0);
  assay_row_number_init (&number, row, place);
  if (!enclose_quickly (lo, hi, &number) || !ends_agree (bits, lo, hi, fmt))
    verdict = round_slowly (bits, &number, fmt, ctx);
  assay_row_number_clear (&number);
  mpfr_clears (lo, hi, (mpfr_ptr) 0);
  return verdict;
}

enum assay_verdict
assay_row_enclose (mpfr_ptr lo, mpfr_ptr hi, struct assay_row *row,
                   const struct assay_place *place,
                   const struct assay_ctx *ctx, mpfr_prec_t bits)
{
  enum assay_verdict verdict = ASSAY_HOLDS;
  struct assay_row_number number;

  assay_row_number_init (&number, row, place);
  if (!enclose_quickly (lo, hi, &number)
      || !assay_rounded_is_narrow (lo, hi, bits))
    verdict = enclose_slowly (lo, hi, &number, ctx, bits);
  assay_row_number_clear (&number);
  return verdict;
}

enum assay_verdict
assay_row_settle (uint64_t *pattern, mpfr_ptr lo, mpfr_ptr hi,
                  struct assay_row *row, const struct assay_place *place,
                  enum assay_fmt fmt, const struct assay_ctx *ctx,
                  mpfr_prec_t bits)
{
  enum assay_verdict verdict = ASSAY_HOLDS;
  struct assay_row_number number;

  assay_row_number_init (&number, row, place);
  if (!enclose_quickly (lo, hi, &number)
      || !assay_rounded_is_narrow (lo, hi, bits))
    enclose_slowly (lo, hi, &number, ctx, bits);
  if (number.kind == ASSAY_ROW_BLOCKED || !ends_agree (pattern, lo, hi, fmt))
    verdict = round_slowly (pattern, &number, fmt, ctx);
  assay_row_number_clear (&number);
  return verdict;
}
