/* memo.h -- functions of MPFR whose last results are remembered

   The same angles and powers come up again in every position, claim and
   precision; a result is reused only for the very same argument, precision
   and rounding, so nothing tells a remembered one from a new one while MPFR's
   exponent range stays as assay_real_init left it.  */

#ifndef ASSAY_REAL_MEMO_H
#define ASSAY_REAL_MEMO_H

#include <mpfr.h>

typedef int assay_memo_fn (mpfr_ptr result, mpfr_srcptr x, mpfr_rnd_t rnd);

/* RESULT <- F (X) rounded by RND, the value F itself would give.  RESULT and
   X are different variables.  */
void assay_memo_apply (mpfr_ptr result, assay_memo_fn *f, mpfr_srcptr x,
                       mpfr_rnd_t rnd);

#endif
