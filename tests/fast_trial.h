/* fast_trial.h -- blocks of attention for the fast tiers, and their truth from
   the exact engine */

#ifndef ASSAY_TESTS_FAST_TRIAL_H
#define ASSAY_TESTS_FAST_TRIAL_H

#include "attention/fast.h"
#include "attention/fast_kernels.h"

/* What the elements of q, k and v look like.  */
enum fast_data
{
  FAST_F32,                     /* about normal, 24 bits */
  FAST_BF16,
  FAST_F64,
  FAST_INTEGERS,                /* -2 .. 2: ties and equal scores */
  FAST_HUGE,                    /* scores far above 600 */
  FAST_TINY,                    /* scores of about 2^-60, outputs subnormal */
  FAST_EDGE,                    /* values about f16's largest */
  FAST_WILD,                    /* binary64 of any exponent */
  FAST_EQUAL_KEYS,              /* long runs of one key, queries of 0 */
  FAST_DATA
};

struct fast_trial
{
  size_t keys, width, values, rows;
  double *q, *k, *v, *bias;
  size_t *first, *last;
  long *position;
  unsigned char *legal;
  struct assay_surd sigma, slope;
  mpq_t sink;
  int has_bias, has_legal, has_slope, has_sink;

  struct assay_fast_rule rule;
  struct assay_fast_head head;
  struct assay_fast_rows given;
  struct assay_fast_out out;
  struct assay_fast_out bare;   /* the same run, asked for patterns alone */
  struct assay_fast_work work;
  struct assay_dyadics *column;
  struct assay_row row;
  struct assay_ctx ctx;
};

/* A trial with room, causal, sigma 1 / sqrt (width), and data drawn.  */
void fast_trial_init (struct fast_trial *trial, size_t rows, size_t keys,
                      size_t width, size_t values, enum fast_data data);
void fast_trial_clear (struct fast_trial *trial);

/* A number as DATA has them.  */
double fast_trial_draw (enum fast_data data);

/* Masks, windows, biases, slopes and sinks, each perhaps.  */
void fast_trial_vary (struct fast_trial *trial, enum fast_data data);

/* Make ready what was drawn or changed since; then run the fast tiers.  */
void fast_trial_ready (struct fast_trial *trial);
void fast_trial_run (struct fast_trial *trial, enum assay_fmt fmt,
                     enum assay_fast_tier first_tier);

/* trial->row <- row R, ready.  */
void fast_trial_load (struct fast_trial *trial, size_t r);

/* Fails unless every element that is not open has the exact engine's pattern,
   every radius and mass holds, and the counts add up.  */
void fast_trial_assert_true (struct fast_trial *trial);

#endif
