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

const struct assay_second_family assay_oracle = { rotary_score, attention };
