/* families.c -- where the program meets the independent family

   The lessons compare the two families and name neither's insides; this file
   carries numbers across, as integers, and computes nothing.  */

#include "cli/families.h"

#include "oracle.h"

/* Decimal digits asked of the oracle: 80 relative to the smallest weight of
   the lesson, exp (-256) > 10^-112.  */
enum { ORACLE_DIGITS = 200 };

static struct oracle_fraction *
fractions (const mpq_t *v, size_t n, size_t stride)
{
  struct oracle_fraction *f = oracle_fractions_new (n);
  size_t i;

  for (i = 0; i < n; i++)
    {
      mpz_set (f[i].num, mpq_numref (v[i * stride]));
      mpz_set (f[i].den, mpq_denref (v[i * stride]));
    }
  return f;
}

static enum assay_status
rotary_score (mpq_ptr score, const struct assay_rotary *request, size_t j)
{
  size_t width = request->query.n, pairs = width / 2;
  struct oracle_fraction *query = fractions (request->query.at, width, 1);
  struct oracle_fraction *key = fractions (request->keys[j].at, width, 1);
  struct oracle_fraction *c = fractions (request->rotors.at, pairs, 2);
  struct oracle_fraction *s = fractions (request->rotors.at + 1, pairs, 2);
  struct oracle_fraction *result = oracle_fractions_new (1);
  int failed = oracle_rotary_score (result, query, request->query_position,
                                    key, request->key_positions[j], c, s,
                                    pairs);

  mpz_set (mpq_numref (score), result->num);
  mpz_set (mpq_denref (score), result->den);
  mpq_canonicalize (score);
  oracle_fractions_free (query, width);
  oracle_fractions_free (key, width);
  oracle_fractions_free (c, pairs);
  oracle_fractions_free (s, pairs);
  oracle_fractions_free (result, 1);
  return failed ? ASSAY_EVALUE : ASSAY_OK;
}

static void
take_bounds (struct assay_bounds *bounds, const struct oracle_interval *x,
             size_t n)
{
  mpz_t scale;
  size_t i;

  mpz_init (scale);
  mpz_ui_pow_ui (scale, 10, ORACLE_DIGITS);
  for (i = 0; i < n; i++)
    {
      mpz_set (mpq_numref (bounds[i].lo), x[i].lo);
      mpz_set (mpq_denref (bounds[i].lo), scale);
      mpz_set (mpq_numref (bounds[i].hi), x[i].hi);
      mpz_set (mpq_denref (bounds[i].hi), scale);
      mpq_canonicalize (bounds[i].lo);
      mpq_canonicalize (bounds[i].hi);
    }
  mpz_clear (scale);
}

static enum assay_status
attention (struct assay_bounds *weights, struct assay_bounds *output,
           const struct assay_attention *request)
{
  size_t nq = request->q.rows, nk = request->k.rows;
  size_t d = request->q.columns, dv = request->v.columns;
  struct oracle_fraction *q = fractions (request->q.at, nq * d, 1);
  struct oracle_fraction *k = fractions (request->k.at, nk * d, 1);
  struct oracle_fraction *v = fractions (request->v.at, nk * dv, 1);
  struct oracle_interval *w = oracle_intervals_new (nq * nk);
  struct oracle_interval *o = oracle_intervals_new (nq * dv);
  int failed = oracle_attention (w, o, q, k, v, nq, nk, d, dv,
                                 request->mask.legal, NULL, ORACLE_DIGITS);

  if (!failed)
    {
      take_bounds (weights, w, nq * nk);
      take_bounds (output, o, nq * dv);
    }
  oracle_fractions_free (q, nq * d);
  oracle_fractions_free (k, nk * d);
  oracle_fractions_free (v, nk * dv);
  oracle_intervals_free (w, nq * nk);
  oracle_intervals_free (o, nq * dv);
  return failed ? ASSAY_EVALUE : ASSAY_OK;
}

/* RESULT <- F, canonical.  */
static void
take_fraction (mpq_ptr result, const struct oracle_fraction *f)
{
  mpz_set (mpq_numref (result), f->num);
  mpz_set (mpq_denref (result), f->den);
  mpq_canonicalize (result);
}

/* Three fractions: a rotor's cosine and sine, and X.  */
static struct oracle_fraction *
rotor_and (const struct assay_rotor *rotor, mpq_srcptr x)
{
  struct oracle_fraction *f = oracle_fractions_new (3);

  mpz_set (f[0].num, rotor->a);
  mpz_set (f[0].den, rotor->h);
  mpz_set (f[1].num, rotor->b);
  mpz_set (f[1].den, rotor->h);
  mpz_set (f[2].num, mpq_numref (x));
  mpz_set (f[2].den, mpq_denref (x));
  return f;
}

static enum assay_status
jordan_score (mpq_ptr score, const struct assay_jordan *block,
              enum assay_jordan_variant variant, const mpq_t *q, long i,
              const mpq_t *k, long j)
{
  struct oracle_fraction *query = fractions (q, ASSAY_JORDAN_WIDTH, 1);
  struct oracle_fraction *key = fractions (k, ASSAY_JORDAN_WIDTH, 1);
  struct oracle_fraction *f = rotor_and (&block->rotor, block->damping);
  struct oracle_fraction *eta = rotor_and (&block->rotor, block->eta);
  struct oracle_fraction *length = rotor_and (&block->rotor, block->length);
  struct oracle_fraction *result = oracle_fractions_new (1);
  int failed = oracle_jordan_score (result,
                                    assay_jordan_variant_name (variant),
                                    query, i, key, j, &f[0], &f[1], &f[2],
                                    &eta[2], &length[2]);

  if (!failed)
    take_fraction (score, result);
  oracle_fractions_free (query, ASSAY_JORDAN_WIDTH);
  oracle_fractions_free (key, ASSAY_JORDAN_WIDTH);
  oracle_fractions_free (f, 3);
  oracle_fractions_free (eta, 3);
  oracle_fractions_free (length, 3);
  oracle_fractions_free (result, 1);
  return failed ? ASSAY_EVALUE : ASSAY_OK;
}

static enum assay_status
probe_error (mpq_ptr error, const struct assay_probe *probe,
             unsigned long fit, unsigned long check)
{
  struct oracle_fraction *f = rotor_and (probe->rotor, probe->damping);
  struct oracle_fraction *result = oracle_fractions_new (1);
  struct oracle_probe asked = {
    assay_probe_basis_name (probe->basis), &f[0], &f[1], &f[2],
    probe->length
  };
  int failed = oracle_probe_fit (result, NULL, &asked, 0, fit, 0, check);

  if (!failed)
    take_fraction (error, result);
  oracle_fractions_free (f, 3);
  oracle_fractions_free (result, 1);
  return failed ? ASSAY_EVALUE : ASSAY_OK;
}

/* SQUARE <- sign (c) c^2 / (v w) of the moments c, v, w; 0 when c is 0.  */
static void
take_square (mpq_ptr square, const struct oracle_fraction *moments)
{
  mpq_t c, v, w;

  mpq_inits (c, v, w, NULL);
  take_fraction (c, &moments[0]);
  take_fraction (v, &moments[1]);
  take_fraction (w, &moments[2]);
  mpq_set_ui (square, 0, 1);
  if (mpq_sgn (c) != 0)
    {
      mpq_mul (v, v, w);
      mpq_mul (square, c, c);
      mpq_div (square, square, v);
      if (mpq_sgn (c) < 0)
        mpq_neg (square, square);
    }
  mpq_clears (c, v, w, NULL);
}

static enum assay_status
probe_signs (struct assay_signs *signs, mpq_ptr square,
             const struct assay_probe *probe, unsigned long train,
             unsigned long t)
{
  struct oracle_fraction *f = rotor_and (probe->rotor, probe->damping);
  struct oracle_fraction *moments = oracle_fractions_new (3);
  struct oracle_probe asked = {
    assay_probe_basis_name (probe->basis), &f[0], &f[1], &f[2],
    probe->length
  };
  unsigned long counts[3];
  int failed = oracle_probe_signs (counts, moments, &asked, train, t);

  if (!failed)
    {
      signs->strings = 1ull << t;
      signs->agree = counts[0];
      signs->label_ties = counts[1];
      signs->readout_ties = counts[2];
      take_square (square, moments);
    }
  oracle_fractions_free (f, 3);
  oracle_fractions_free (moments, 3);
  return failed ? ASSAY_EVALUE : ASSAY_OK;
}

const struct assay_second_family assay_oracle = {
  rotary_score, attention, jordan_score, probe_error, probe_signs
};
