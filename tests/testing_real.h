/* testing_real.h -- for suites that compute with real numbers: a main,
   patterns of floats, and distances from the truth */

#ifndef ASSAY_TESTING_REAL_H
#define ASSAY_TESTING_REAL_H

#include <mpfr.h>

#include "real/fmt.h"
#include "testing.h"

/* The format of that name; fails the test where there is none.  */
enum assay_fmt testing_format (const char *name);

/* Element AT of the array FROM, of patterns of FMT, which has 16 bits at
   least.  */
uint64_t testing_pattern (const void *from, size_t at, enum assay_fmt fmt);

/* abs (TRUTH - (HI + LO)), its one rounding that to binary64 where TRUTH has
   bits from 2^1024 to 2^-3300 alone.  */
double testing_distance (mpfr_srcptr truth, double hi, double lo);

/* As testing_run, between assay_real_init and assay_real_finish.  */
int testing_run_real (Suite *suite);

#endif
