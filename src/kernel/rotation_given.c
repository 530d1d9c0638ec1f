/* rotation_given.c -- components turned by given numbers, in binary64

   alpha c + beta s of tables: where both products are binary64 numbers, as
   those of two numbers of 26 bits are, their sum is an exact pair (Lemma
   B105).  */

#include "kernel/rotation_given.h"

#include <math.h>
#include <string.h>

#include "position/table_round.h"

/* Factors with which no product overflows or loses a bit below the least
   binary64.  */
#define LEAST_FACTOR 0x1p-400
#define LARGEST_FACTOR 0x1p400

static int
is_moderate (double x)
{
  return x == 0.0 || (fabs (x) >= LEAST_FACTOR && fabs (x) <= LARGEST_FACTOR);
}

/* X rounded to odd: of the two binary64 numbers beside it, if it is none, the
   one whose last bit is set.  X.hi is the nearest to X, and normal or 0.  */
static double
to_odd (struct assay_dd x)
{
  uint64_t bits;
  double odd;

  memcpy (&bits, &x.hi, sizeof bits);
  if (x.lo != 0.0 && (bits & 1) == 0)
    bits = (x.hi > 0) == (x.lo > 0) ? bits + 1 : bits - 1;
  memcpy (&odd, &bits, sizeof odd);
  return odd;
}

int
assay_given_sum (struct assay_dd *x, uint64_t *bits,
                 const struct assay_turned_sum *sum, enum assay_fmt fmt)
{
  struct assay_dd first, second;

  if (!is_moderate (sum->alpha) || !is_moderate (sum->c)
      || !is_moderate (sum->beta) || !is_moderate (sum->s)
      || fmt == ASSAY_FMT_E4M3 || fmt == ASSAY_FMT_E5M2)
    return 0;
  first = assay_dd_product (sum->alpha, sum->c);
  second = assay_dd_product (sum->beta, sum->s);
  if (first.lo != 0.0 || second.lo != 0.0)
    return 0;
  *x = assay_dd_sum (first.hi, second.hi);
  /* Zero is +0.  */
  x->hi += 0.0;
  *bits = fmt == ASSAY_FMT_F64 ? assay_fmt_of_double (x->hi, fmt)
          : assay_fmt_of_double (to_odd (*x), fmt);
  return 1;
}
