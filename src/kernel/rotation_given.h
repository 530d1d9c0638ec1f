/* rotation_given.h -- components turned by given numbers, in binary64 */

#ifndef ASSAY_KERNEL_ROTATION_GIVEN_H
#define ASSAY_KERNEL_ROTATION_GIVEN_H

#include "kernel/rotation.h"

/* Whether SUM, of tables, is X exactly, X.hi being the binary64 nearest to it;
   then BITS is its pattern in FMT (Lemma B105).  Asks for
   assay_double_is_usable.  */
int assay_given_sum (struct assay_dd *x, uint64_t *bits,
                     const struct assay_turned_sum *sum, enum assay_fmt fmt);

#endif
