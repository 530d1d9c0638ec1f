/* jordan_baseline.c -- the encodings that the block is compared with */

#include "exact/jordan_baseline.h"

const char *
assay_baseline_name (enum assay_baseline baseline)
{
  static const char *const names[ASSAY_BASELINES] = {
    "rope", "damped-rope", "alibi", "rope-alibi", "direct-sum"
  };

  return names[baseline];
}

/* What of the block a baseline keeps.  */
struct share
{
  int rotates;
  int damps;
  int slopes;
};

static const struct share shares[ASSAY_BASELINES] = {
  { 1, 0, 0 }, { 1, 1, 0 }, { 0, 0, 1 }, { 1, 0, 1 }, { 1, 0, 0 }
};

/* SUM <- SUM + a b c.  */
static void
add_product (mpq_ptr sum, mpq_srcptr a, mpq_srcptr b, mpq_srcptr c)
{
  mpq_t term;

  mpq_init (term);
  mpq_mul (term, a, b);
  mpq_mul (term, term, c);
  mpq_add (sum, sum, term);
  mpq_clear (term);
}

/* The block that does what BASELINE does to rotate and damp, without shear.
   The score of a block without shear is r^d (q0.R^d k0 + q1.R^d k1).  */
static void
sheared_of (struct assay_jordan *part, const struct assay_jordan *block,
            const struct share *share)
{
  if (share->rotates)
    {
      mpz_set (part->rotor.a, block->rotor.a);
      mpz_set (part->rotor.b, block->rotor.b);
      mpz_set (part->rotor.h, block->rotor.h);
    }
  if (share->damps)
    mpq_set (part->damping, block->damping);
}

/* SCORE <- the direct sum's: the second pair is left where it is and sheared
   by eta d.  */
static enum assay_status
direct_sum_score (mpq_ptr score, const struct assay_jordan *part,
                  mpq_srcptr eta, mpq_srcptr lag, const mpq_t *q, long i,
                  const mpq_t *k, long j, struct assay_ctx *ctx)
{
  struct assay_vec first;
  enum assay_status status;
  mpq_t one;

  assay_vec_init (&first, ASSAY_JORDAN_WIDTH);
  mpq_init (one);
  mpq_set_ui (one, 1, 1);
  mpq_set (first.at[0], q[0]);
  mpq_set (first.at[1], q[1]);
  status = assay_jordan_score (score, part, ASSAY_JORDAN_EXACT, first.at, i,
                               k, j, ctx);
  if (status == ASSAY_OK)
    {
      add_product (score, q[2], k[2], one);
      add_product (score, q[3], k[3], one);
      mpq_mul (one, eta, lag);
      add_product (score, q[2], k[3], one);
    }
  mpq_clear (one);
  assay_vec_clear (&first);
  return status;
}

enum assay_status
assay_baseline_score (mpq_ptr score, enum assay_baseline baseline,
                      const struct assay_jordan *block, mpq_srcptr slope,
                      const mpq_t *q, long i, const mpq_t *k, long j,
                      struct assay_ctx *ctx)
{
  const struct share *share = &shares[baseline];
  struct assay_jordan part;
  enum assay_status status;
  mpq_t lag, minus;

  mpq_inits (lag, minus, NULL);
  assay_jordan_init (&part);
  sheared_of (&part, block, share);
  assay_jordan_shear (lag, block, ASSAY_JORDAN_EXACT, i, j);
  if (baseline == ASSAY_BASELINE_DIRECT_SUM)
    status = direct_sum_score (score, &part, block->eta, lag, q, i, k, j,
                               ctx);
  else
    status = assay_jordan_score (score, &part, ASSAY_JORDAN_EXACT, q, i, k,
                                 j, ctx);
  if (status == ASSAY_OK && share->slopes)
    {
      mpq_set_si (minus, -1, 1);
      add_product (score, slope, lag, minus);
    }
  assay_jordan_clear (&part);
  mpq_clears (lag, minus, NULL);
  return status;
}
