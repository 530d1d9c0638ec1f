/* jordan_signs.c -- the linear readout of the synthetic task, all strings

   The lags are split in two halves.  Each half's sums over its strings are
   tabled, the second half's with the sign changed, so that a string's sum is
   positive iff its first part exceeds its second: one comparison of two
   integers instead of a sum.  */

#include "exact/jordan_signs.h"

#include "base/memory.h"
#include "exact/rat.h"

/* The sums of s_d v_d over the strings of COUNT bits, bit d of the index
   being s_d > 0; 2^COUNT of them.  */
static mpz_t *
half_sums (const mpz_t *v, size_t count)
{
  size_t n = (size_t) 1 << count, i, d;
  mpz_t *sums = assay_calloc (n, sizeof *sums);

  mpz_init (sums[0]);
  for (d = 0; d < count; d++)
    mpz_sub (sums[0], sums[0], v[d]);
  for (d = 0; d < count; d++)
    for (i = (size_t) 1 << d; i < (size_t) 2 << d; i++)
      {
        mpz_init_set (sums[i], sums[i - ((size_t) 1 << d)]);
        mpz_addmul_ui (sums[i], v[d], 2);
      }
  return sums;
}

static void
count_pairs (struct assay_signs *signs, mpz_t *const k[2], mpz_t *const f[2],
             size_t first, size_t second)
{
  size_t a, b;
  int label, readout;

  for (a = 0; a < (size_t) 1 << first; a++)
    for (b = 0; b < (size_t) 1 << second; b++)
      {
        label = mpz_cmp (k[0][a], k[1][b]);
        readout = mpz_cmp (f[0][a], f[1][b]);
        signs->agree += (label > 0) == (readout > 0);
        signs->label_ties += label == 0;
        signs->readout_ties += readout == 0;
      }
}

enum assay_status
assay_signs_count (struct assay_signs *signs, const mpz_t *k, const mpz_t *f,
                   size_t t, struct assay_ctx *ctx)
{
  struct assay_where where = { NULL, "length", 0 };
  size_t first = t / 2, second = t - t / 2, i;
  mpz_t *k_sums[2], *f_sums[2];

  if (t > ASSAY_SIGNS_MOST)
    return assay_fail (ctx, ASSAY_ELIMIT, &where, "a length of at most 30",
                       "%zu", t);
  signs->strings = 1ull << t;
  signs->agree = signs->label_ties = signs->readout_ties = 0;
  k_sums[0] = half_sums (k, first);
  k_sums[1] = half_sums (k + first, second);
  f_sums[0] = half_sums (f, first);
  f_sums[1] = half_sums (f + first, second);
  for (i = 0; i < (size_t) 1 << second; i++)
    {
      mpz_neg (k_sums[1][i], k_sums[1][i]);
      mpz_neg (f_sums[1][i], f_sums[1][i]);
    }
  count_pairs (signs, k_sums, f_sums, first, second);
  assay_integers_free (k_sums[0], (size_t) 1 << first);
  assay_integers_free (k_sums[1], (size_t) 1 << second);
  assay_integers_free (f_sums[0], (size_t) 1 << first);
  assay_integers_free (f_sums[1], (size_t) 1 << second);
  return ASSAY_OK;
}

/* V <- the values over one denominator, given value I over DEN[I].  */
static void
bring_together (mpz_t *v, const mpz_t *den, size_t t)
{
  mpz_t lcm, factor;
  size_t i;

  mpz_inits (lcm, factor, NULL);
  mpz_set_ui (lcm, 1);
  for (i = 0; i < t; i++)
    mpz_lcm (lcm, lcm, den[i]);
  for (i = 0; i < t; i++)
    {
      mpz_divexact (factor, lcm, den[i]);
      mpz_mul (v[i], v[i], factor);
    }
  mpz_clears (lcm, factor, NULL);
}

void
assay_probe_values (mpz_t *k, mpz_t *f, const struct assay_fit *fit,
                    const struct assay_probe *probe, size_t t)
{
  size_t m = fit->m, i, b;
  mpz_t *den = assay_calloc (t, sizeof *den);
  struct assay_probe_row row;

  assay_probe_row_init (&row, probe);
  for (i = 0; i < t; i++)
    {
      assay_probe_row_next (&row);
      mpz_init_set (den[i], row.den);
      mpz_set (k[i], row.at[m]);
      mpz_set_ui (f[i], 0);
      for (b = 0; b < m; b++)
        mpz_addmul (f[i], row.at[b], fit->weights[b]);
    }
  bring_together (k, (const mpz_t *) den, t);
  bring_together (f, (const mpz_t *) den, t);
  assay_integers_free (den, t);
  assay_probe_row_clear (&row);
}

void
assay_signs_moments (mpz_ptr covariance, mpz_ptr variance_k,
                     mpz_ptr variance_f, const mpz_t *k, const mpz_t *f,
                     size_t t)
{
  size_t i;

  mpz_set_ui (covariance, 0);
  mpz_set_ui (variance_k, 0);
  mpz_set_ui (variance_f, 0);
  for (i = 0; i < t; i++)
    {
      mpz_addmul (covariance, k[i], f[i]);
      mpz_addmul (variance_k, k[i], k[i]);
      mpz_addmul (variance_f, f[i], f[i]);
    }
}
