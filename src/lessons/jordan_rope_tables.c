/* jordan_rope_tables.c -- kernel probes and the readouts of all strings */

#include "lessons/jordan_rope_parts.h"

#include <stdlib.h>

#include "base/memory.h"

/* A basis with a damping, as a table's row names it.  */
struct choice
{
  enum assay_probe_basis basis;
  struct assay_small damping;
};

#define ONE { 1, 1 }
#define NINE_TENTHS { 9, 10 }

static const struct choice probe_choices[] = {
  { ASSAY_PROBE_ROPE, ONE }, { ASSAY_PROBE_ROPE_CONST, ONE },
  { ASSAY_PROBE_ALIBI, ONE }, { ASSAY_PROBE_DIRECT_SUM, ONE },
  { ASSAY_PROBE_RAW_JORDAN, ONE }, { ASSAY_PROBE_STABILISED_JORDAN, ONE },
  { ASSAY_PROBE_STABILISED_JORDAN_PUBLIC, ONE },
  { ASSAY_PROBE_DIRECT_SUM_UNIPOTENT_DAMPED, NINE_TENTHS },
  { ASSAY_PROBE_DIRECT_SUM_PUBLIC, NINE_TENTHS },
  { ASSAY_PROBE_DAMPED_ROPE, NINE_TENTHS },
  { ASSAY_PROBE_RAW_JORDAN, NINE_TENTHS },
  { ASSAY_PROBE_STABILISED_JORDAN, NINE_TENTHS },
  { ASSAY_PROBE_STABILISED_JORDAN_PUBLIC, NINE_TENTHS }
};

static const unsigned long probe_ranges[7][2] = {
  { 8, 8 }, { 16, 16 }, { 32, 32 }, { 64, 64 }, { 16, 8 }, { 64, 16 },
  { 64, 8 }
};

static const enum assay_probe_basis scaled_choices[] = {
  ASSAY_PROBE_DAMPED_ROPE, ASSAY_PROBE_RAW_JORDAN,
  ASSAY_PROBE_STABILISED_JORDAN
};

static const unsigned long scaled_lengths[] = { 8, 16, 64 };

static const struct choice extrapolation_choices[] = {
  { ASSAY_PROBE_ROPE, ONE }, { ASSAY_PROBE_ALIBI, ONE },
  { ASSAY_PROBE_DIRECT_SUM, ONE }, { ASSAY_PROBE_RAW_JORDAN, ONE },
  { ASSAY_PROBE_STABILISED_JORDAN, ONE },
  { ASSAY_PROBE_DAMPED_ROPE, NINE_TENTHS },
  { ASSAY_PROBE_RAW_JORDAN, NINE_TENTHS },
  { ASSAY_PROBE_STABILISED_JORDAN, NINE_TENTHS }
};

static const unsigned long extrapolation_ranges[6][2] = {
  { 8, 16 }, { 8, 64 }, { 16, 32 }, { 16, 128 }, { 64, 128 }, { 64, 512 }
};

static const struct choice readout_choices[] = {
  { ASSAY_PROBE_ROPE, ONE }, { ASSAY_PROBE_ALIBI, ONE },
  { ASSAY_PROBE_DIRECT_SUM, ONE }, { ASSAY_PROBE_DAMPED_ROPE, NINE_TENTHS },
  { ASSAY_PROBE_RAW_JORDAN, ONE }, { ASSAY_PROBE_RAW_JORDAN, NINE_TENTHS },
  { ASSAY_PROBE_STABILISED_JORDAN, ONE },
  { ASSAY_PROBE_STABILISED_JORDAN, NINE_TENTHS }
};

static const unsigned long readout_lengths[4][2] = {
  { 8, 8 }, { 8, 12 }, { 8, 16 }, { 16, 16 }
};

enum { CHOICES = 13, EXTRAPOLATED = 8, READOUT_CHOICES = 8 };

static void
result_set (struct assay_probe_result *result, const struct choice *choice,
            unsigned long fit, unsigned long length, unsigned long check)
{
  result->basis = choice->basis;
  result->damping = choice->damping;
  result->fit = fit;
  result->length = length;
  result->check = check;
}

/* The rows' names, in the order of the published tables.  */
static void
name_rows (struct assay_probe_result *probes)
{
  size_t a, b;

  for (a = 0; a < 7; a++)
    for (b = 0; b < CHOICES; b++)
      result_set (probes++, &probe_choices[b], probe_ranges[a][0],
                  probe_ranges[a][1], probe_ranges[a][0]);
  /* e^(-1/L) is replaced by (L - 1) / L.  */
  for (a = 0; a < 3; a++)
    for (b = 0; b < 3; b++)
      {
        unsigned long length = scaled_lengths[a];
        struct choice choice = {
          scaled_choices[b], { (long) length - 1, length }
        };

        result_set (probes++, &choice, length, length, length);
      }
  for (a = 0; a < 6; a++)
    for (b = 0; b < EXTRAPOLATED; b++)
      result_set (probes++, &extrapolation_choices[b],
                  extrapolation_ranges[a][0], extrapolation_ranges[a][0],
                  extrapolation_ranges[a][1]);
}

/* The probe that a row names; ROTOR and DAMPING are set, to be cleared by the
   caller, and must outlive it.  */
static struct assay_probe
probe_of (enum assay_probe_basis basis, struct assay_small damping_of,
          unsigned long length, struct assay_rotor *rotor, mpq_ptr damping)
{
  struct assay_probe probe = { basis, rotor, damping, length };

  assay_rotor_init (rotor);
  mpz_set_ui (rotor->a, 3);
  mpz_set_ui (rotor->b, 4);
  mpz_set_ui (rotor->h, 5);
  mpq_init (damping);
  mpq_set_si (damping, damping_of.num, damping_of.den);
  mpq_canonicalize (damping);
  return probe;
}

/* FIT <- PROBE's on d = FROM..TO; to be cleared by the caller.  */
static void
fit_probe (struct assay_fit *fit, const struct assay_probe *probe,
           unsigned long from, unsigned long to, struct assay_ctx *ctx)
{
  size_t m = assay_probe_basis_size (probe->basis);
  struct assay_gram gram;

  assay_gram_init (&gram, m);
  assay_fit_init (fit, m);
  assay_probe_gram (&gram, probe, from, to, ctx);
  assay_leastsq_fit (fit, &gram);
  assay_gram_clear (&gram);
}

static void
compute_row (struct assay_probe_result *result)
{
  struct assay_ctx ctx;
  struct assay_rotor rotor;
  struct assay_gram longer;
  struct assay_fit fit;
  mpq_t damping;
  size_t b;
  struct assay_probe probe = probe_of (result->basis, result->damping,
                                       result->length, &rotor, damping);

  assay_ctx_init (&ctx);
  fit_probe (&fit, &probe, 0, result->fit, &ctx);
  mpq_init (result->error);
  mpq_set (result->error, fit.mse);
  if (result->check != result->fit)
    {
      assay_gram_init (&longer, fit.m);
      assay_probe_gram (&longer, &probe, 0, result->check, &ctx);
      assay_leastsq_error (result->error, &fit, &longer);
      assay_gram_clear (&longer);
    }
  assay_vec_init (&result->weights, fit.m);
  for (b = 0; b < fit.m; b++)
    assay_fit_weight (result->weights.at[b], &fit, b);
  assay_fit_clear (&fit);
  assay_rotor_clear (&rotor);
  mpq_clear (damping);
}

void
assay_jordan_probes_run (struct assay_probe_result *probes)
{
  size_t i;

  name_rows (probes);
  for (i = 0; i < ASSAY_JORDAN_ROPE_PROBES; i++)
    compute_row (&probes[i]);
}

void
assay_jordan_probes_clear (struct assay_probe_result *probes)
{
  size_t i;

  for (i = 0; i < ASSAY_JORDAN_ROPE_PROBES; i++)
    {
      mpq_clear (probes[i].error);
      assay_vec_clear (&probes[i].weights);
    }
}

/* SQUARE <- sign (rho) rho^2 of the values K and F; 0 when F is 0.  */
static void
signed_square (mpq_ptr square, const mpz_t *k, const mpz_t *f, size_t t)
{
  mpz_t covariance, variance_k, variance_f;
  int sign;

  mpz_inits (covariance, variance_k, variance_f, NULL);
  assay_signs_moments (covariance, variance_k, variance_f, k, f, t);
  sign = mpz_sgn (covariance);
  mpq_set_ui (square, 0, 1);
  if (sign != 0)
    {
      mpz_mul (mpq_numref (square), covariance, covariance);
      mpz_mul (mpq_denref (square), variance_k, variance_f);
      mpq_canonicalize (square);
      if (sign < 0)
        mpq_neg (square, square);
    }
  mpz_clears (covariance, variance_k, variance_f, NULL);
}

static void
compute_readout (struct assay_readout *readout)
{
  size_t t = readout->t, i;
  mpz_t *k = assay_calloc (t, sizeof *k), *f = assay_calloc (t, sizeof *f);
  struct assay_rotor rotor;
  struct assay_ctx ctx;
  struct assay_fit fit;
  mpq_t damping;
  struct assay_probe probe = probe_of (readout->basis, readout->damping,
                                       readout->train, &rotor, damping);

  for (i = 0; i < t; i++)
    mpz_inits (k[i], f[i], NULL);
  assay_ctx_init (&ctx);
  fit_probe (&fit, &probe, 1, readout->train, &ctx);
  assay_probe_values (k, f, &fit, &probe, t);
  assay_signs_count (&readout->signs, (const mpz_t *) k, (const mpz_t *) f,
                     t, &ctx);
  mpq_init (readout->square);
  signed_square (readout->square, (const mpz_t *) k, (const mpz_t *) f, t);
  readout->decided = assay_jordan_gaussian_law (&readout->rho, &readout->law,
                                                readout->square);
  for (i = 0; i < t; i++)
    mpz_clears (k[i], f[i], NULL);
  free (k);
  free (f);
  assay_fit_clear (&fit);
  assay_rotor_clear (&rotor);
  mpq_clear (damping);
}

void
assay_jordan_readouts_run (struct assay_readout *readouts)
{
  size_t a, b;

  for (a = 0; a < 4; a++)
    for (b = 0; b < READOUT_CHOICES; b++)
      {
        struct assay_readout *readout = &readouts[READOUT_CHOICES * a + b];

        readout->basis = readout_choices[b].basis;
        readout->damping = readout_choices[b].damping;
        readout->train = readout_lengths[a][0];
        readout->t = readout_lengths[a][1];
        compute_readout (readout);
      }
}

void
assay_jordan_readouts_clear (struct assay_readout *readouts)
{
  size_t i;

  for (i = 0; i < ASSAY_JORDAN_ROPE_READOUTS; i++)
    mpq_clear (readouts[i].square);
}

/* Whether the residual of a row's fit is orthogonal to its basis.  */
static int
is_orthogonal (const struct assay_probe_result *result)
{
  struct assay_ctx ctx;
  struct assay_rotor rotor;
  struct assay_fit fit;
  mpq_t damping;
  int orthogonal;
  struct assay_probe probe = probe_of (result->basis, result->damping,
                                       result->length, &rotor, damping);

  assay_ctx_init (&ctx);
  fit_probe (&fit, &probe, 0, result->fit, &ctx);
  orthogonal = assay_probe_is_orthogonal (&fit, &probe, 0, result->fit);
  assay_fit_clear (&fit);
  assay_rotor_clear (&rotor);
  mpq_clear (damping);
  return orthogonal;
}

enum assay_verdict
assay_jordan_orthogonal (const struct assay_jordan_rope *r)
{
  int holds = 1;
  size_t i;

  for (i = 0; i < ASSAY_JORDAN_ROPE_PROBES; i++)
    holds = holds && is_orthogonal (&r->probes[i]);
  return assay_verdict_of (holds);
}

/* The error of BASIS at that range and damping, in the first table.  */
static mpq_srcptr
error_of (const struct assay_jordan_rope *r, enum assay_probe_basis basis,
          unsigned long fit, unsigned long length, long num)
{
  size_t i;

  for (i = 0; i < ASSAY_JORDAN_ROPE_MSE; i++)
    {
      const struct assay_probe_result *p = &r->probes[i];

      if (p->basis == basis && p->fit == fit && p->length == length
          && p->damping.num == num)
        return p->error;
    }
  return NULL;
}

enum assay_verdict
assay_jordan_exact_at_zero_damping (const struct assay_jordan_rope *r)
{
  int holds = 1;
  size_t i;

  /* Among the bases without damping, raw Jordan is exact and no other is.  */
  for (i = 0; i < ASSAY_JORDAN_ROPE_PROBES; i++)
    if (r->probes[i].damping.num == 1)
      holds = holds && (mpq_sgn (r->probes[i].error) == 0)
                       == (r->probes[i].basis == ASSAY_PROBE_RAW_JORDAN);
  return assay_verdict_of (holds);
}

enum assay_verdict
assay_jordan_damped_is_beaten (const struct assay_jordan_rope *r)
{
  static const unsigned long lengths[] = { 8, 16, 32, 64 };
  int holds = 1;
  size_t i;

  /* With r = 9/10 per step raw Jordan wins at D = L = 8 and 16, and loses to
     undamped RoPE and to the direct sum from 32 on.  */
  for (i = 0; i < sizeof lengths / sizeof lengths[0]; i++)
    {
      unsigned long n = lengths[i];
      mpq_srcptr raw = error_of (r, ASSAY_PROBE_RAW_JORDAN, n, n, 9);
      int loses = n >= 32;

      holds = holds
              && (mpq_cmp (raw, error_of (r, ASSAY_PROBE_ROPE, n, n, 1)) > 0)
                 == loses
              && (mpq_cmp (raw, error_of (r, ASSAY_PROBE_DIRECT_SUM, n, n, 1))
                  > 0) == loses;
    }
  return assay_verdict_of (holds);
}

/* Whether BASIS has tau among its functions.  */
static int
has_tau (enum assay_probe_basis basis)
{
  return basis == ASSAY_PROBE_STABILISED_JORDAN
         || basis == ASSAY_PROBE_STABILISED_JORDAN_PUBLIC
         || basis == ASSAY_PROBE_DIRECT_SUM_PUBLIC;
}

enum assay_verdict
assay_jordan_scaling (const struct assay_jordan_rope *r)
{
  mpq_t scaled;
  int holds = 1;
  size_t i;

  /* MSE (D, L) = (D/L)^2 MSE (D, D) where tau is not in the basis.  */
  mpq_init (scaled);
  for (i = 0; i < ASSAY_JORDAN_ROPE_MSE; i++)
    {
      const struct assay_probe_result *p = &r->probes[i];

      if (has_tau (p->basis))
        continue;
      mpq_set_ui (scaled, p->fit * p->fit, p->length * p->length);
      mpq_canonicalize (scaled);
      mpq_mul (scaled, scaled, error_of (r, p->basis, p->fit, p->fit,
                                         p->damping.num));
      holds = holds && mpq_equal (scaled, p->error);
    }
  mpq_clear (scaled);
  return assay_verdict_of (holds);
}

enum assay_verdict
assay_jordan_tables_agree (const struct assay_jordan_rope *r,
                           const struct assay_second_family *oracle)
{
  struct assay_rotor rotor;
  mpq_t damping, theirs;
  int holds = 1;
  size_t i;

  mpq_init (theirs);
  for (i = 0; i < ASSAY_JORDAN_ROPE_PROBES; i++)
    {
      const struct assay_probe_result *p = &r->probes[i];
      struct assay_probe probe = probe_of (p->basis, p->damping, p->length,
                                           &rotor, damping);

      holds = holds && oracle->probe_error (theirs, &probe, p->fit, p->check)
                       == ASSAY_OK
              && mpq_equal (theirs, p->error);
      assay_rotor_clear (&rotor);
      mpq_clear (damping);
    }
  mpq_clear (theirs);
  return assay_verdict_of (holds);
}

enum assay_verdict
assay_jordan_readouts_agree (const struct assay_jordan_rope *r,
                             const struct assay_second_family *oracle)
{
  struct assay_signs signs = { 0, 0, 0, 0 };
  struct assay_rotor rotor;
  mpq_t damping, square;
  int holds = 1;
  size_t i;

  mpq_init (square);
  for (i = 0; i < ASSAY_JORDAN_ROPE_READOUTS; i++)
    {
      const struct assay_readout *o = &r->readouts[i];
      struct assay_probe probe = probe_of (o->basis, o->damping, o->train,
                                           &rotor, damping);

      holds = holds && oracle->probe_signs (&signs, square, &probe, o->train,
                                            o->t) == ASSAY_OK
              && signs.agree == o->signs.agree
              && signs.label_ties == o->signs.label_ties
              && signs.readout_ties == o->signs.readout_ties
              && mpq_equal (square, o->square);
      assay_rotor_clear (&rotor);
      mpq_clear (damping);
    }
  mpq_clear (square);
  return assay_verdict_of (holds);
}

enum assay_verdict
assay_jordan_no_label_tie (const struct assay_jordan_rope *r)
{
  int holds = 1;
  size_t i;

  for (i = 0; i < ASSAY_JORDAN_ROPE_READOUTS; i++)
    holds = holds && r->readouts[i].signs.label_ties == 0;
  return assay_verdict_of (holds);
}

enum assay_verdict
assay_jordan_laws_decided (const struct assay_jordan_rope *r)
{
  enum assay_verdict verdict = ASSAY_HOLDS;
  size_t i;

  for (i = 0; i < ASSAY_JORDAN_ROPE_READOUTS; i++)
    verdict = assay_verdict_and (verdict, r->readouts[i].decided);
  return verdict;
}
