/* check_fast.c -- the fast tiers against the exact engine, bit for bit */

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "attention/fast_kernels.h"
#include "fast_trial.h"
#include "real/encl.h"
#include "testing.h"

static const enum assay_fmt formats[] = {
  ASSAY_FMT_F32, ASSAY_FMT_F64, ASSAY_FMT_BF16, ASSAY_FMT_F16
};

enum { FORMATS = sizeof formats / sizeof formats[0] };

/* One block, in every format, by every kind of kernel, from every tier.  */
static void
try_all (struct fast_trial *t)
{
  const struct assay_fast_kernels *kernels;
  enum assay_fast_tier tier;
  size_t f, n;

  fast_trial_ready (t);
  for (f = 0; f < FORMATS; f++)
    for (n = 0; (kernels = assay_fast_kernels_at (n)) != NULL; n++)
      for (tier = ASSAY_FAST_MEAN; tier <= ASSAY_FAST_OPEN; tier++)
        {
          t->work.kernels = kernels;
          fast_trial_run (t, formats[f], tier);
          fast_trial_assert_true (t);
        }
}

static size_t
draw_shape (struct fast_trial *t, enum fast_data data)
{
  size_t rows = 1 + testing_below (9), keys = 1 + testing_below (140);
  size_t width = 1 + testing_below (40), values = 1 + testing_below (11);

  fast_trial_init (t, rows, keys, width, values, data);
  return rows;
}

START_TEST (outputs_are_those_of_the_exact_engine_for_random_blocks)
{
  size_t cases = testing_count (3), n;

  testing_reseed ();
  for (n = 0; n < cases; n++)
    {
      struct fast_trial t;

      draw_shape (&t, (enum fast_data) _i);
      try_all (&t);
      fast_trial_clear (&t);
    }
}
END_TEST

START_TEST (outputs_are_exact_with_masks_biases_slopes_and_sinks)
{
  size_t cases = testing_count (6), n;

  testing_reseed ();
  for (n = 0; n < cases; n++)
    {
      struct fast_trial t;

      draw_shape (&t, (enum fast_data) _i);
      fast_trial_vary (&t, (enum fast_data) _i);
      try_all (&t);
      fast_trial_clear (&t);
    }
}
END_TEST

static Suite *
fast_suite (void)
{
  Suite *suite = suite_create ("fast");
  TCase *tests = tcase_create ("relations");

  tcase_set_timeout (tests, 600);
  tcase_add_loop_test (tests,
                       outputs_are_those_of_the_exact_engine_for_random_blocks,
                       0, FAST_DATA);
  tcase_add_loop_test (tests,
                       outputs_are_exact_with_masks_biases_slopes_and_sinks,
                       0, FAST_DATA);
  suite_add_tcase (suite, tests);
  return suite;
}

int
main (void)
{
  int status;

  assay_real_init ();
  status = testing_run (fast_suite ());
  assay_real_finish ();
  return status;
}
