/* element.h -- how wrong one element is

   An ulp of the exact value X in a format is the format's spacing in the
   binade of X: 2^(max (e, emin) - precision + 1) where 2^e <= abs(X) <
   2^(e+1), the least positive value at X = 0 and among the subnormals.  A
   stored value G is wrong by abs(G - X) / ulp (X) ulps.  Where X rounds to
   infinity (in e4m3: to NaN), that is right, and a finite G is wrong by
   abs(G - T) / ulp, T the overflow threshold (assay_fmt_overflow) of X's sign
   and the ulp that of the largest binade.  A G that is not finite where
   another value is right is wrong without a bound.  */

#ifndef ASSAY_KERNEL_ELEMENT_H
#define ASSAY_KERNEL_ELEMENT_H

#include <gmp.h>
#include <mpfr.h>
#include <stdint.h>

#include "base/status.h"
#include "position/double_double.h"
#include "real/fmt.h"

/* How the exact value is known; what is not named below is not read.  */
enum assay_known
{
  ASSAY_KNOWN_RATIONAL,         /* it is RATIONAL */
  ASSAY_KNOWN_BETWEEN,          /* LOW <= it <= HIGH, both finite */
  /* abs (it - (NEAR.hi + NEAR.lo)) <= RADIUS, NEAR.hi being the binary64
     nearest to NEAR.hi + NEAR.lo; all finite.  The quick way, by binary64
     where assay_double_is_usable.  */
  ASSAY_KNOWN_NEAR,
  ASSAY_KNOWN_PLUS_INFINITY,    /* not a real number: what IEEE says */
  ASSAY_KNOWN_MINUS_INFINITY,
  ASSAY_KNOWN_NAN
};

/* Pointers are borrowed.  */
struct assay_exact
{
  enum assay_known known;
  mpq_srcptr rational;
  mpfr_srcptr low, high;
  struct assay_dd near;
  double radius;
};

struct assay_element
{
  uint64_t got;                 /* the pattern that is judged */
  uint64_t rounded;             /* the exact value correctly rounded: proven */
  struct assay_exact exact;
  double mass;                  /* sum p abs(v) or more; 0: not measured */
};

/* 0 <= low <= the error <= high.  What is wrong without a bound is INFINITY
   at both ends; errors in ulps beyond 2^1000, and others beyond binary64, end
   at INFINITY.  */
struct assay_bounds
{
  double low, high;
};

struct assay_element_error
{
  struct assay_bounds ulps;
  struct assay_bounds mass;     /* abs(G - X) / ulp (mass); 0, 0 without */
  struct assay_bounds absolute; /* abs(G - X) */
  struct assay_bounds relative; /* abs(G - X) / abs(X): 0 / 0 is 0, and the
                                   high end INFINITY where X may be 0 */
  int bit_equal;
};

/* ERROR <- what is wrong with ELEMENT in FMT.  The bounds hold whatever the
   answer: ASSAY_HOLDS when the ulps are known to within 2^-20 max (1, low),
   ASSAY_OPEN when a narrower enclosure is needed for that (it is wide, or
   holds a border of binades).  bit_equal: the same bits (+0 and -0 differ,
   though by 0 ulps), or two NaNs.  Where X rounds to infinity and so does G,
   every error is 0.  */
enum assay_verdict assay_element_measure (struct assay_element_error *error,
                                          const struct assay_element *element,
                                          enum assay_fmt fmt);

/* Whether abs(G - X) <= ATOL + RTOL abs(X), as numpy has it: an infinity or a
   NaN is close to what is bit-equal to it (two NaNs are) and to nothing else.
   ASSAY_OPEN when the enclosure does not tell.  */
enum assay_verdict assay_element_close (const struct assay_element *element,
                                        enum assay_fmt fmt, mpq_srcptr atol,
                                        mpq_srcptr rtol);

#endif
