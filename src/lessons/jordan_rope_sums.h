/* jordan_rope_sums.h -- enclosed sums of products of oscillating columns */

#ifndef ASSAY_LESSONS_JORDAN_ROPE_SUMS_H
#define ASSAY_LESSONS_JORDAN_ROPE_SUMS_H

#include <gmp.h>
#include <mpfr.h>
#include <mpfi.h>
#include <stddef.h>

enum
{
  ASSAY_SUMS_PRECISION = 576,
  ASSAY_SUMS_LENGTH = 8192,     /* the lags are 1 .. 8191 */
  ASSAY_SUMS_TRAIN = 1024,      /* those fitted are below; L of tau, too */
  ASSAY_SUMS_FREQUENCIES = 16,  /* w_n = 10^(-n/4) */
  ASSAY_SUMS_COLUMNS = 33       /* at most */
};

enum assay_factor
{
  ASSAY_FACTOR_ONE,
  ASSAY_FACTOR_LAG,             /* d / 8192 */
  ASSAY_FACTOR_TAU,             /* tau (d) / L */
  /* (tau (i) - tau (i - d)) / L of the final query i: 8191, and 1023 where the
     weights are fitted.  */
  ASSAY_FACTOR_SHEAR
};

enum assay_phase { ASSAY_PHASE_NONE, ASSAY_PHASE_COS, ASSAY_PHASE_SIN };

/* A factor times cos (w_n d), sin (w_n d) or 1.  */
struct assay_column
{
  enum assay_factor factor;
  enum assay_phase phase;
  unsigned n;
};

/* COUNT columns, and the bits of their fixed point: what decides the digits
   wanted, four less than some limbs have.  */
struct assay_columns
{
  size_t count;
  mp_bitcnt_t bits;
  struct assay_column at[ASSAY_SUMS_COLUMNS];
};

/* Entry (a, b), a <= b, at a * count + b encloses the sum of the products of
   columns a and b over the lags below TRAIN and over all of them.  */
struct assay_sums
{
  size_t count;
  mpfi_t *train, *all;
};

void assay_sums_init (struct assay_sums *sums, size_t count);
void assay_sums_clear (struct assay_sums *sums);

/* SUMS, of as many columns, <- those of COLUMNS.  Enclosed by Lemma B46.  */
void assay_sums_compute (struct assay_sums *sums,
                         const struct assay_columns *columns);

#endif
