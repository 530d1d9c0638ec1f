/* check_fast_processor.c -- which loops a processor gets */

#include <string.h>

#include "attention/fast_processor.h"
#include "testing_real.h"

/* Whether NAME is among the kinds that are to be had.  */
static int
is_listed (const char *name)
{
  const struct assay_fast_kernels *kernels;
  int count = 0;
  size_t n;

  for (n = 0; (kernels = assay_fast_kernels_at (n)) != NULL; n++)
    count += strcmp (kernels->name, name) == 0;
  ck_assert_int_le (count, 1);
  return count;
}

START_TEST (portable_loops_come_first_and_serve_unknown_names)
{
  ck_assert_ptr_eq (assay_fast_kernels_at (0), &assay_fast_portable);
  ck_assert_ptr_eq (assay_fast_kernels_named ("portable"),
                    &assay_fast_portable);
  ck_assert_ptr_eq (assay_fast_kernels_named ("nonesuch"),
                    &assay_fast_portable);
}
END_TEST

#ifdef ASSAY_FAST_HAS_X86

START_TEST (loops_are_chosen_only_where_the_processor_runs_them)
{
  int has_avx2 = __builtin_cpu_supports ("avx2")
                 && __builtin_cpu_supports ("fma");
  int has_avx512 = __builtin_cpu_supports ("avx512f") != 0;

  ck_assert_str_eq (assay_fast_avx2.name, "AVX2");
  ck_assert_str_eq (assay_fast_avx512.name, "AVX-512");
  ck_assert (assay_fast_avx512.scores && assay_fast_avx512.survey);
  ck_assert_int_eq (is_listed ("AVX2"), has_avx2);
  ck_assert_int_eq (is_listed ("AVX-512"), has_avx512);
  ck_assert_ptr_eq (assay_fast_kernels_named ("AVX2"),
                    has_avx2 ? &assay_fast_avx2 : &assay_fast_portable);
  ck_assert_ptr_eq (assay_fast_kernels_named ("AVX-512"),
                    has_avx512 ? &assay_fast_avx512 : &assay_fast_portable);
}
END_TEST

#else

START_TEST (only_portable_loops_are_listed)
{
  ck_assert_int_eq (is_listed ("portable"), 1);
  ck_assert_ptr_null (assay_fast_kernels_at (1));
}
END_TEST

#define loops_are_chosen_only_where_the_processor_runs_them \
  only_portable_loops_are_listed

#endif

static Suite *
processor_suite (void)
{
  Suite *suite = suite_create ("fast_processor");
  TCase *tcase = tcase_create ("kinds");

  tcase_add_test (tcase,
                  portable_loops_come_first_and_serve_unknown_names);
  tcase_add_test (tcase,
                  loops_are_chosen_only_where_the_processor_runs_them);
  suite_add_tcase (suite, tcase);
  return suite;
}

int
main (void)
{
  return testing_run_real (processor_suite ());
}
