/* narrowed.h -- a number of the oracle's in two formats for one price */

#ifndef ASSAY_TESTS_NARROWED_H
#define ASSAY_TESTS_NARROWED_H

#include <oracle.h>

/* BITS <- a number rounded to FORMAT, which is narrower than f64, from WIDE,
   the same number rounded to f64; 0 where WIDE does not tell (near a tie, a
   zero, or no number).  Rounding is monotone, and the number lies between the
   neighbours of WIDE.  */
int narrowed (uint64_t *bits, uint64_t wide,
              const struct oracle_format *format);

/* DUMP <- the COUNT bit patterns, each of SIZE 2 or 4 bytes.  */
void narrowed_store (unsigned char *dump, const uint64_t *bits, size_t count,
                     size_t size);

#endif
