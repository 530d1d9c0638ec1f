/* simplest.h -- the simplest rational in an interval */

#ifndef ASSAY_REAL_SIMPLEST_H
#define ASSAY_REAL_SIMPLEST_H

#include <mpfi.h>
#include <stddef.h>

/* Bits of the longer part of the rational of least denominator in X, whose
   ends are numbers; MOST or more when the denominator has so many.  Costs as
   much memory as the ends' exponents say.  */
size_t assay_simplest_bits (mpfi_srcptr x, size_t most);

#endif
