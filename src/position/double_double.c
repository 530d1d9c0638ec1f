/* double_double.c -- what double-double arithmetic rests on */

#include "position/double_double.h"

#include <fenv.h>
#include <float.h>

#ifdef __FAST_MATH__
#error "binary64 arithmetic must round every operation once: no -ffast-math"
#endif

int
assay_double_is_usable (void)
{
  volatile double one = 1.0, tiny = DBL_EPSILON / 2, least = DBL_MIN;
  volatile float single = 1.0f, float_least = FLT_MIN;

  /* Ties to even, both ways; sums in range; subnormals kept.  */
  return FLT_EVAL_METHOD == 0 && fegetround () == FE_TONEAREST
         && one + tiny == 1.0 && one + 2 * tiny + tiny == 1.0 + 4 * tiny
         && -one - tiny == -1.0 && least / 4 > 0 && least / 4 * 4 == DBL_MIN
         && single + (float) tiny == 1.0f && float_least / 4 > 0
         /* The product is 1 - 2^-104, which a fused sum would keep.  */
         && (one + 2 * tiny) * (one - 2 * tiny) - one == 0.0;
}

struct assay_dd
assay_dd_of_mpfr (mpfr_srcptr x)
{
  struct assay_dd result;
  mpfr_t rest;

  mpfr_init2 (rest, mpfr_get_prec (x) + 64);
  result.hi = mpfr_get_d (x, MPFR_RNDN);
  mpfr_sub_d (rest, x, result.hi, MPFR_RNDN);
  result.lo = mpfr_get_d (rest, MPFR_RNDN);
  mpfr_clear (rest);
  return result;
}
