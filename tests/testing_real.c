/* testing_real.c -- for suites that compute with real numbers: a main,
   patterns of floats, and distances from the truth */

#include "testing_real.h"

#include <math.h>

#include "real/encl.h"

enum { EXACT_BITS = 4400 };

enum assay_fmt
testing_format (const char *name)
{
  enum assay_fmt fmt = ASSAY_FMT_F64;

  ck_assert_int_eq (assay_fmt_find (&fmt, name), ASSAY_OK);
  return fmt;
}

uint64_t
testing_pattern (const void *from, size_t at, enum assay_fmt fmt)
{
  switch (assay_fmt_shape (fmt)->width)
    {
    case 64:
      return ((const uint64_t *) from)[at];
    case 32:
      return ((const uint32_t *) from)[at];
    default:
      return ((const uint16_t *) from)[at];
    }
}

double
testing_distance (mpfr_srcptr truth, double hi, double lo)
{
  double size;
  mpfr_t gap;

  mpfr_init2 (gap, EXACT_BITS);
  mpfr_sub_d (gap, truth, hi, MPFR_RNDN);
  mpfr_sub_d (gap, gap, lo, MPFR_RNDN);
  size = fabs (mpfr_get_d (gap, MPFR_RNDN));
  mpfr_clear (gap);
  return size;
}

int
testing_run_real (Suite *suite)
{
  int status;

  assay_real_init ();
  status = testing_run (suite);
  assay_real_finish ();
  return status;
}
