/* testing_real.c -- a main for suites that compute with real numbers */

#include "testing_real.h"

#include "real/encl.h"

int
testing_run_real (Suite *suite)
{
  int status;

  assay_real_init ();
  status = testing_run (suite);
  assay_real_finish ();
  return status;
}
