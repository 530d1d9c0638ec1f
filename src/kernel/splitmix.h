/* splitmix.h -- random numbers that a seed determines on every machine */

#ifndef ASSAY_KERNEL_SPLITMIX_H
#define ASSAY_KERNEL_SPLITMIX_H

#include <stdint.h>

/* The next of a sequence of 64-bit numbers that STATE determines (splitmix64:
   a counter mixed by multiplication and shifts).  */
uint64_t assay_splitmix_next (uint64_t *state);

/* A normal number of deviation 1 from the next two of them, as tolerance.h
   says (Box and Muller).  */
double assay_splitmix_normal (uint64_t *state);

#endif
