/* ordinary_kernel.h -- attention in f32, as a kernel computes it

   Products and sums in f32, one after the other, of the problem of an
   explained case (causal, mask, slopes; no window, cap or sink), with
   mistakes that the oracle does not make.  */

#ifndef ASSAY_TESTS_ORDINARY_KERNEL_H
#define ASSAY_TESTS_ORDINARY_KERNEL_H

#include "explained.h"

enum ordinary_mistake
{
  ORDINARY_RIGHT,
  ORDINARY_DEFAULT_SCALE,       /* the case is asked for with scale 3/10 */
  ORDINARY_ROOT_OF_SCALE,
  ORDINARY_BASE_2,              /* exp2 for exp */
  ORDINARY_MASK_NEGATED,
  ORDINARY_ZERO_SCORE,          /* blocked scores are 0 */
  ORDINARY_SOME_SCORE,          /* blocked scores are -2.5 */
  ORDINARY_VALUES_SHIFTED,
  ORDINARY_HEADS_DISPLACED,     /* head 1 is head 0 once more */
  ORDINARY_BATCHES_DISPLACED,
  ORDINARY_SLOPES_DOUBLED,
  ORDINARY_SLOPES_BY_RULE,      /* the case is asked for with slopes 1/3 */
  ORDINARY_DISTANCE_SIGNED,
  ORDINARY_DISTANCE_FROM_ROWS,  /* it is asked for with query 0 at key 5 */
  ORDINARY_SUMMED_BF16,
  ORDINARY_UNFUSED_BF16,        /* every result is rounded to bf16 */
  ORDINARY_ONE_HEAD,            /* head 1 is not scaled */
  ORDINARY_TWO,                 /* not scaled, one key more seen */
  ORDINARY_NOISE                /* 1 part in 100 off, at random */
};

/* E's dump <- that, in E's format.  */
void ordinary_kernel (struct explained *e, enum ordinary_mistake mistake);

#endif
