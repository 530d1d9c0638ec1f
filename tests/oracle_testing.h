/* oracle_testing.h -- what suites of the oracle's numbers share */

#ifndef ASSAY_ORACLE_TESTING_H
#define ASSAY_ORACLE_TESTING_H

#include <oracle.h>
#include <stddef.h>

/* F[0..COUNT-1] <- the fractions of TEXT, one blank apart; fails the test
   unless there are as many.  */
void testing_fractions (struct oracle_fraction *f, size_t count,
                        const char *text);

/* Fails the test unless X meets [FLOOR, FLOOR + 1], the value cut off after
   its last digit, and is at most WIDTH units wide.  WHAT is said then.  */
void testing_assert_digits (const struct oracle_interval *x,
                            const char *floor, unsigned long width,
                            const char *what);

#endif
