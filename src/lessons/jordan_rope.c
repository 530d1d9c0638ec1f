/* jordan_rope.c -- the lesson "Jordan-RoPE" */

#include "lessons/jordan_rope.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "exact/rat.h"
#include "lessons/jordan_rope_parts.h"

/* What training runs were reported to reach.  */
static const struct
{
  const char *what, *value;
} reported[ASSAY_JORDAN_ROPE_REPORTED] = {
  { "accuracy at length 8192, stabilised Jordan-RoPE", "0.906" },
  { "accuracy at length 8192, RoPE", "0.781" },
  { "accuracy at length 8192, direct sum", "0.500" },
  { "byte-level loss, scaled-exact Jordan-RoPE, c = 1", "1.869" },
  { "byte-level loss, damped RoPE", "1.884" },
  { "byte-level loss, RoPE + ALiBi", "1.796" },
};

/* NEAREST <- the fraction n/32 whose three decimals, rounded, are TEXT, and
   1; 0 when there is none in [0,1].  */
static int
over_thirty_two (mpq_ptr nearest, const char *text)
{
  unsigned long n;
  int found = 0;

  for (n = 0; n <= 32 && !found; n++)
    {
      char *printed;

      mpq_set_ui (nearest, n, 32);
      mpq_canonicalize (nearest);
      printed = assay_rat_decimal (nearest, 3);
      found = strcmp (printed, text) == 0;
      free (printed);
    }
  return found;
}

/* DIGITS <- sqrt (1/4 / N), the largest standard error of a frequency of N
   trials, to 4 decimals: the integer root decides them.  */
static void
standard_error (struct assay_digits *digits, unsigned long n)
{
  mpz_t root;

  /* round (10^4 / (2 sqrt n)) = floor (sqrt (10^8 / n) / 2 + 1/2)
     = floor ((isqrt (10^8 / n) + 1) / 2).  */
  mpz_init_set_ui (root, 100000000 / n);
  mpz_sqrt (root, root);
  snprintf (digits->text, sizeof digits->text, "0.%04lu",
            (mpz_get_ui (root) + 1) / 2);
  mpz_clear (root);
}

enum assay_verdict
assay_jordan_reported (struct assay_jordan_rope *report)
{
  int holds = 1;
  size_t i;

  for (i = 0; i < ASSAY_JORDAN_ROPE_REPORTED; i++)
    {
      struct assay_reported *r = &report->reported[i];

      r->what = reported[i].what;
      r->reported = reported[i].value;
      mpq_init (r->nearest);
      r->has_nearest = over_thirty_two (r->nearest, r->reported);
      /* The accuracies fit 32 trials; the losses are above one.  */
      holds = holds && r->has_nearest == (i < 3);
    }
  standard_error (&report->standard_error[0], 32);
  standard_error (&report->standard_error[1], 96);
  return assay_verdict_of (holds);
}

static void
set_check (struct assay_jordan_rope *r, size_t *n, const char *name,
           enum assay_verdict verdict)
{
  r->checks[*n].name = name;
  r->checks[*n].verdict = verdict;
  ++*n;
}

static void
check_block (struct assay_jordan_rope *r, size_t *n,
             const struct assay_second_family *oracle)
{
  set_check (r, n, "published_matrix_G1_and_first_row_of_G3",
             assay_jordan_published_matrix ());
  set_check (r, n, "group_law_G_a_G_b_is_G_a_plus_b",
             assay_jordan_group_law ());
  set_check (r, n, "one_defective_block_size_four",
             assay_jordan_not_semisimple ());
  set_check (r, n, "four_functions_independent_and_outside_direct_sum",
             assay_jordan_independence (r));
  set_check (r, n, "contragredient_score_is_the_pure_lag_score",
             assay_jordan_contragredient (r, oracle));
  set_check (r, n, "sign_trap_gives_the_reversed_lag",
             assay_jordan_sign_trap (r));
  set_check (r, n, "shared_transform_depends_on_both_positions",
             assay_jordan_shared_formula (r));
  set_check (r, n, "bounded_shear_defect_identity", assay_jordan_tau (r));
  set_check (r, n, "bounded_shear_breaks_the_group_law",
             assay_jordan_bounded_defect ());
  set_check (r, n, "no_factors_by_position_rank_of_the_shear",
             assay_jordan_no_factors (r));
  set_check (r, n, "deployed_shear_is_no_function_of_the_lag",
             assay_jordan_deployed_shear (r, oracle));
  set_check (r, n, "scaled_exact_keeps_the_group_law",
             assay_jordan_scaled_group_law ());
}

static void
check_tables (struct assay_jordan_rope *r, size_t *n,
              const struct assay_second_family *oracle)
{
  set_check (r, n, "residuals_orthogonal_to_every_basis_function",
             assay_jordan_orthogonal (r));
  set_check (r, n, "probe_tables_equal_the_oracles",
             assay_jordan_tables_agree (r, oracle));
  set_check (r, n, "raw_jordan_alone_is_exact_without_damping",
             assay_jordan_exact_at_zero_damping (r));
  set_check (r, n, "lowest_error_is_lost_at_r_9_10_from_length_32",
             assay_jordan_damped_is_beaten (r));
  set_check (r, n, "errors_scale_with_D_over_L_squared_without_tau",
             assay_jordan_scaling (r));
  set_check (r, n, "readout_counts_equal_the_oracles",
             assay_jordan_readouts_agree (r, oracle));
  set_check (r, n, "no_label_is_tied", assay_jordan_no_label_tie (r));
  set_check (r, n, "correlations_and_laws_decided_to_30_digits",
             assay_jordan_laws_decided (r));
  set_check (r, n, "limits_decided_to_40_digits",
             assay_jordan_limits (r->limits));
  set_check (r, n, "public_configuration_ceilings_decided",
             assay_jordan_ceilings (r->ceilings));
  set_check (r, n, "reported_accuracies_are_fractions_over_32",
             assay_jordan_reported (r));
  set_check (r, n, "f32_keys_overflow_a_block_local_origin_does_not",
             assay_jordan_f32_run (&r->f32));
}

void
assay_jordan_rope_run (struct assay_jordan_rope *report,
                       const struct assay_second_family *oracle)
{
  size_t n = 0;

  memset (report, 0, sizeof *report);
  assay_jordan_witnesses (report);
  assay_jordan_probes_run (report->probes);
  assay_jordan_readouts_run (report->readouts);
  check_block (report, &n, oracle);
  check_tables (report, &n, oracle);
}

void
assay_jordan_rope_clear (struct assay_jordan_rope *report)
{
  size_t i;

  assay_vec_clear (&report->contragredient);
  assay_vec_clear (&report->shared);
  assay_vec_clear (&report->tau);
  assay_vec_clear (&report->positions);
  assay_vec_clear (&report->determinants);
  assay_vec_clear (&report->baselines);
  assay_jordan_probes_clear (report->probes);
  assay_jordan_readouts_clear (report->readouts);
  for (i = 0; i < ASSAY_JORDAN_ROPE_REPORTED; i++)
    mpq_clear (report->reported[i].nearest);
  assay_jordan_f32_clear (&report->f32);
}
