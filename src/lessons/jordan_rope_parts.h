/* jordan_rope_parts.h -- the parts of the lesson "Jordan-RoPE" */

#ifndef ASSAY_LESSONS_JORDAN_ROPE_PARTS_H
#define ASSAY_LESSONS_JORDAN_ROPE_PARTS_H

#include <mpfr.h>
#include <mpfi.h>

#include "exact/jordan.h"
#include "lessons/jordan_rope.h"

/* The lesson's example: rotor (3/5, 4/5), eta = 1/2, L = 8, the damping
   given, q = (1,2,-1,1), k = (2,0,1,-1).  */
struct assay_jordan_example
{
  struct assay_jordan block;
  struct assay_vec q, k;
  struct assay_ctx ctx;
};

void assay_jordan_example_init (struct assay_jordan_example *example,
                                long damping_num, unsigned long damping_den);
void assay_jordan_example_clear (struct assay_jordan_example *example);

/* The witnesses of sections 2 to 6.  */
void assay_jordan_witnesses (struct assay_jordan_rope *report);

/* The checks of sections 1 to 6.  */
enum assay_verdict assay_jordan_group_law (void);
enum assay_verdict assay_jordan_not_semisimple (void);
enum assay_verdict assay_jordan_published_matrix (void);
enum assay_verdict assay_jordan_contragredient (
  const struct assay_jordan_rope *r,
  const struct assay_second_family *oracle);
enum assay_verdict assay_jordan_sign_trap (const struct assay_jordan_rope *r);
enum assay_verdict assay_jordan_shared_formula (
  const struct assay_jordan_rope *r);
enum assay_verdict assay_jordan_tau (const struct assay_jordan_rope *r);
enum assay_verdict assay_jordan_bounded_defect (void);
enum assay_verdict assay_jordan_no_factors (struct assay_jordan_rope *r);
enum assay_verdict assay_jordan_deployed_shear (
  const struct assay_jordan_rope *r,
  const struct assay_second_family *oracle);
enum assay_verdict assay_jordan_scaled_group_law (void);
enum assay_verdict assay_jordan_independence (
  const struct assay_jordan_rope *r);

/* The readouts of section 8, and the checks of sections 7 and 8.  */
void assay_jordan_readouts_run (struct assay_readout *readouts);
void assay_jordan_readouts_clear (struct assay_readout *readouts);
enum assay_verdict assay_jordan_orthogonal (
  const struct assay_jordan_rope *r);
enum assay_verdict assay_jordan_exact_at_zero_damping (
  const struct assay_jordan_rope *r);
enum assay_verdict assay_jordan_damped_is_beaten (
  const struct assay_jordan_rope *r);
enum assay_verdict assay_jordan_scaling (const struct assay_jordan_rope *r);
enum assay_verdict assay_jordan_tables_agree (
  const struct assay_jordan_rope *r,
  const struct assay_second_family *oracle);
enum assay_verdict assay_jordan_readouts_agree (
  const struct assay_jordan_rope *r,
  const struct assay_second_family *oracle);
enum assay_verdict assay_jordan_no_label_tie (
  const struct assay_jordan_rope *r);

enum assay_verdict assay_jordan_laws_decided (
  const struct assay_jordan_rope *r);

/* RHO and LAW <- sign (S) sqrt (abs (S)) and 1 - arccos (RHO) / pi with 30
   digits, for the signed square S in [-1, 1]; whether all were decided.  */
enum assay_verdict assay_jordan_gaussian_law (struct assay_digits *rho,
                                              struct assay_digits *law,
                                              mpq_srcptr s);

/* RESULT <- the DIGITS significant digits that both ends of X round to,
   zeros at the end left out; OPEN when they differ.  */
enum assay_verdict assay_jordan_digits (struct assay_digits *result,
                                        mpfi_srcptr x, size_t digits);

/* X <- 1 - arccos (X) / pi.  */
void assay_jordan_law_of (mpfi_ptr x);

/* The ceilings of the public configuration, and whether all of their digits
   were decided.  */
enum assay_verdict assay_jordan_ceilings (
  struct assay_jordan_ceiling *ceilings);

/* The limits of section 8, and whether all of their digits were decided.  */
enum assay_verdict assay_jordan_limits (struct assay_jordan_limit *limits);

/* The reported results, and whether each fraction prints as reported.  */
enum assay_verdict assay_jordan_reported (struct assay_jordan_rope *report);

/* The scores in f32; HOLDS iff far keys overflow while a block-local origin
   keeps 16 bits at every position.  */
enum assay_verdict assay_jordan_f32_run (struct assay_jordan_f32 *f32);
void assay_jordan_f32_clear (struct assay_jordan_f32 *f32);

#endif
