/* testing_real.c -- for suites that compute with real numbers: a main, and
   patterns of floats */

#include "testing_real.h"

#include "real/encl.h"

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

int
testing_run_real (Suite *suite)
{
  int status;

  assay_real_init ();
  status = testing_run (suite);
  assay_real_finish ();
  return status;
}
