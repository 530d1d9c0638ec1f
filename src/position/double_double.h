/* double_double.h -- sums of two binary64 numbers as one number

   hi is the binary64 nearest to hi + lo.  The bounds, u = 2^-53, are those of
   Lemma B61, which asks for rounding to nearest, no contraction, and results
   far from overflow and underflow (assay_double_is_usable).  */

#ifndef ASSAY_POSITION_DOUBLE_DOUBLE_H
#define ASSAY_POSITION_DOUBLE_DOUBLE_H

#include <mpfr.h>

struct assay_dd
{
  double hi, lo;
};

/* Whether this process computes binary64 as Lemmas B61 to B64 ask: to
   nearest, ties to even, with subnormals, every operation rounded once.  */
int assay_double_is_usable (void);

/* X rounded to a double-double; relative error at most u^2.  */
struct assay_dd assay_dd_of_mpfr (mpfr_srcptr x);

/* A + B exactly; abs (A) >= abs (B) or A = 0.  */
static inline struct assay_dd
assay_dd_fast_sum (double a, double b)
{
  struct assay_dd sum;

  sum.hi = a + b;
  sum.lo = b - (sum.hi - a);
  return sum;
}

/* A + B exactly.  */
static inline struct assay_dd
assay_dd_sum (double a, double b)
{
  struct assay_dd sum;
  double part;

  sum.hi = a + b;
  part = sum.hi - a;
  sum.lo = (a - (sum.hi - part)) + (b - part);
  return sum;
}

/* HI + LO = A with at most 26 bits each.  */
static inline struct assay_dd
assay_dd_split (double a)
{
  struct assay_dd parts;
  double scaled = 134217729.0 * a;      /* 2^27 + 1 */

  parts.hi = scaled - (scaled - a);
  parts.lo = a - parts.hi;
  return parts;
}

/* A * B exactly.  */
static inline struct assay_dd
assay_dd_product (double a, double b)
{
  struct assay_dd x = assay_dd_split (a), y = assay_dd_split (b), product;

  product.hi = a * b;
  product.lo = ((x.hi * y.hi - product.hi) + x.hi * y.lo + x.lo * y.hi)
               + x.lo * y.lo;
  return product;
}

/* A + B with an error of at most 3.1 u^2 (abs (A) + abs (B)), where that
   sum is at most 4 abs (A + B).  */
static inline struct assay_dd
assay_dd_add (struct assay_dd a, struct assay_dd b)
{
  struct assay_dd s = assay_dd_sum (a.hi, b.hi);
  struct assay_dd t = assay_dd_sum (a.lo, b.lo);
  struct assay_dd v = assay_dd_fast_sum (s.hi, s.lo + t.hi);

  return assay_dd_fast_sum (v.hi, t.lo + v.lo);
}

/* A * B with a relative error of at most 9 u^2.  */
static inline struct assay_dd
assay_dd_mul (struct assay_dd a, struct assay_dd b)
{
  struct assay_dd p = assay_dd_product (a.hi, b.hi);

  return assay_dd_fast_sum (p.hi, p.lo + (a.hi * b.lo + a.lo * b.hi));
}

static inline struct assay_dd
assay_dd_neg (struct assay_dd a)
{
  struct assay_dd minus = { -a.hi, -a.lo };

  return minus;
}

#endif
