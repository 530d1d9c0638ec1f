/* testing_real.h -- a main for suites that compute with real numbers */

#ifndef ASSAY_TESTING_REAL_H
#define ASSAY_TESTING_REAL_H

#include "testing.h"

/* As testing_run, between assay_real_init and assay_real_finish.  */
int testing_run_real (Suite *suite);

#endif
