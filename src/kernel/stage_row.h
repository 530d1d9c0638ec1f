/* stage_row.h -- one row of attention by intervals, begun at any stage

   What is set at one stage, exact or enclosed, is carried on to the later
   ones by interval arithmetic.  Beside each number stands its mass, the sum of
   the sizes of the terms that make it and of what moves it (Lemma B104): an
   error of a few units in the last place of the mass is a rounding.  */

#ifndef ASSAY_KERNEL_STAGE_ROW_H
#define ASSAY_KERNEL_STAGE_ROW_H

#include <mpfi.h>

#include "kernel/heads.h"
#include "kernel/problem.h"

enum assay_step
{
  ASSAY_STEP_ROPE_Q,
  ASSAY_STEP_ROPE_K,
  ASSAY_STEP_SCORES,
  ASSAY_STEP_CAPPED,
  ASSAY_STEP_BIASED,
  ASSAY_STEP_WEIGHTS,
  ASSAY_STEP_OUTPUT,
  ASSAY_STEP_LSE
};

enum { ASSAY_STEPS = 8, ASSAY_STAGE_BITS = 192 };

/* "rope-q", "scores", ...  */
const char *assay_step_name (enum assay_step step);

/* COUNT enclosures and their masses.  */
struct assay_masses
{
  size_t count;
  mpfi_t *at;
  double *mass;
};

void assay_masses_init (struct assay_masses *masses, size_t count);
void assay_masses_clear (struct assay_masses *masses);

struct assay_stage_row
{
  const struct assay_problem *problem;
  const struct assay_head *head;        /* borrowed, of the key head */
  size_t b, h, i;
  size_t legal_keys;
  unsigned char *legal;
  double *bias, *buffer;
  int in_bits;                  /* lse to the base 2 */
  struct assay_masses step[ASSAY_STEPS];        /* from the scores on */
  mpfi_t sigma, slope, sum, term, other;
};

void assay_stage_row_init (struct assay_stage_row *row,
                           const struct assay_problem *problem, int in_bits);
void assay_stage_row_clear (struct assay_stage_row *row);

/* ROW <- query I of head H in the batch of HEAD: what it may see.  */
void assay_stage_row_begin (struct assay_stage_row *row,
                            const struct assay_head *head, size_t h,
                            size_t i);

/* The scores <- those of Q (width) and K (keys x width).  */
void assay_stage_row_dots (struct assay_stage_row *row, const mpfi_t *q,
                           const mpfi_t *k);

/* The numbers of STEP, scores to weights, <- the stored X; a key whose biased
   score is -infinity counts as blocked.  0, and nothing to be carried on, when
   one that counts is no number.  */
int assay_stage_row_set (struct assay_stage_row *row, enum assay_step step,
                         const double *x);

/* Everything behind STEP.  Weights, outputs and lse are there only where
   legal_keys is not 0; from weights there is no lse.  */
void assay_stage_row_carry (struct assay_stage_row *row,
                            enum assay_step step);

#endif
