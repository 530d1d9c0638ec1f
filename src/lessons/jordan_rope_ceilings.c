/* jordan_rope_ceilings.c -- ceilings of linear readouts in the configuration
   of the public code

   Lags 1..8191, the target d cos (w_3 d), frequencies w_n = 10^(-n/4).  The
   best correlation of a basis with the target over those lags, and that of the
   weights fitted on the lags below 1024, by interval arithmetic on enclosed
   sums of products.  */

#include <stdlib.h>

#include "lessons/jordan_rope_parts.h"
#include "lessons/jordan_rope_sums.h"

enum { TARGET = 3 };

static void
add_column (struct assay_columns *c, enum assay_factor factor,
            enum assay_phase phase, unsigned n)
{
  c->at[c->count++] = (struct assay_column) { factor, phase, n };
}

static void
add_pair (struct assay_columns *c, enum assay_factor factor, unsigned n)
{
  add_column (c, factor, ASSAY_PHASE_COS, n);
  add_column (c, factor, ASSAY_PHASE_SIN, n);
}

static void
configure (struct assay_columns *c, enum assay_ceiling which)
{
  unsigned n;

  c->count = 0;
  c->bits = 124;
  switch (which)
    {
    case ASSAY_CEILING_ROPE:
      c->bits = 252;
      for (n = 0; n < 16; n++)
        add_pair (c, ASSAY_FACTOR_ONE, n);
      break;
    case ASSAY_CEILING_DIRECT_SUM:
      c->bits = 188;
      for (n = 0; n < 16; n += 2)
        add_pair (c, ASSAY_FACTOR_ONE, n);
      add_column (c, ASSAY_FACTOR_ONE, ASSAY_PHASE_NONE, 0);
      add_column (c, ASSAY_FACTOR_LAG, ASSAY_PHASE_NONE, 0);
      break;
    case ASSAY_CEILING_STABILISED:
      for (n = 0; n < 8; n++)
        {
          add_pair (c, ASSAY_FACTOR_ONE, n);
          add_pair (c, ASSAY_FACTOR_TAU, n);
        }
      break;
    case ASSAY_CEILING_DEPLOYED:
      add_pair (c, ASSAY_FACTOR_ONE, TARGET);
      add_pair (c, ASSAY_FACTOR_SHEAR, TARGET);
      break;
    }
  add_column (c, ASSAY_FACTOR_LAG, ASSAY_PHASE_COS, TARGET);
}

/* W, m of them, <- the weights of least squares for the sums G, by
   elimination of the symmetric matrix.  */
static void
solve (mpfi_t *w, mpfi_t *g, size_t columns)
{
  size_t m = columns - 1, i, j, k;
  mpfi_t factor, term;

  mpfi_init2 (factor, ASSAY_SUMS_PRECISION);
  mpfi_init2 (term, ASSAY_SUMS_PRECISION);
  for (k = 0; k < m; k++)
    for (i = k + 1; i < columns; i++)
      {
        mpfi_div (factor, g[k * columns + i], g[k * columns + k]);
        for (j = i; j < columns; j++)
          {
            mpfi_mul (term, factor, g[k * columns + j]);
            mpfi_sub (g[i * columns + j], g[i * columns + j], term);
          }
      }
  for (k = m; k-- > 0;)
    {
      mpfi_set (w[k], g[k * columns + m]);
      for (j = k + 1; j < m; j++)
        {
          mpfi_mul (term, g[k * columns + j], w[j]);
          mpfi_sub (w[k], w[k], term);
        }
      mpfi_div (w[k], w[k], g[k * columns + k]);
    }
  mpfi_clear (factor);
  mpfi_clear (term);
}

/* RHO <- the correlation of the fit with weights W and of the target for the
   sums G.  */
static void
correlate (mpfi_ptr rho, mpfi_t *w, mpfi_t *g, size_t columns)
{
  size_t m = columns - 1, a, b;
  mpfi_t square, term;

  mpfi_init2 (square, ASSAY_SUMS_PRECISION);
  mpfi_init2 (term, ASSAY_SUMS_PRECISION);
  mpfi_set_ui (rho, 0);
  mpfi_set_ui (square, 0);
  for (a = 0; a < m; a++)
    {
      mpfi_mul (term, w[a], g[a * columns + m]);
      mpfi_add (rho, rho, term);
      for (b = a; b < m; b++)
        {
          mpfi_mul (term, w[a], g[a * columns + b]);
          mpfi_mul (term, term, w[b]);
          mpfi_mul_ui (term, term, a == b ? 1 : 2);
          mpfi_add (square, square, term);
        }
    }
  mpfi_mul (square, square, g[m * columns + m]);
  mpfi_sqrt (square, square);
  mpfi_div (rho, rho, square);
  mpfi_clear (square);
  mpfi_clear (term);
}

/* RHO and LAW of RESULT <- the enclosed R to 10 digits and its law to 5.  */
static enum assay_verdict
print_pair (struct assay_digits *rho, struct assay_digits *law, mpfi_ptr r)
{
  enum assay_verdict verdict = assay_jordan_digits (rho, r, 10);

  assay_jordan_law_of (r);
  return assay_verdict_and (verdict, assay_jordan_digits (law, r, 5));
}

static enum assay_verdict
compute_ceiling (struct assay_jordan_ceiling *ceiling,
                 enum assay_ceiling which)
{
  struct assay_columns c;
  struct assay_sums s, used;
  enum assay_verdict verdict;
  mpfi_t w[ASSAY_SUMS_COLUMNS], rho;
  size_t i;

  configure (&c, which);
  for (i = 0; i < ASSAY_SUMS_COLUMNS; i++)
    mpfi_init2 (w[i], ASSAY_SUMS_PRECISION);
  mpfi_init2 (rho, ASSAY_SUMS_PRECISION);
  assay_sums_init (&s, c.count);
  assay_sums_init (&used, c.count);
  assay_sums_compute (&s, &c);
  for (i = 0; i < s.count * s.count; i++)
    {
      mpfi_set (used.train[i], s.train[i]);
      mpfi_set (used.all[i], s.all[i]);
    }
  solve (w, used.all, s.count);
  correlate (rho, w, s.all, s.count);
  verdict = print_pair (&ceiling->best_rho, &ceiling->best_law, rho);
  solve (w, used.train, s.count);
  correlate (rho, w, s.all, s.count);
  verdict = assay_verdict_and (
    verdict, print_pair (&ceiling->fitted_rho, &ceiling->fitted_law, rho));
  for (i = 0; i < ASSAY_SUMS_COLUMNS; i++)
    mpfi_clear (w[i]);
  mpfi_clear (rho);
  assay_sums_clear (&s);
  assay_sums_clear (&used);
  return verdict;
}

enum assay_verdict
assay_jordan_ceilings (struct assay_jordan_ceiling *ceilings)
{
  static const char *const cases[ASSAY_JORDAN_ROPE_CEILINGS] = {
    "RoPE, 16 public frequencies 10^(-i/4)",
    "direct sum, 8 public rotary frequencies 10^(-i/2) plus undamped "
    "unipotent pair",
    "stabilised Jordan, pairwise tau, 8 public frequencies 10^(-b/4), "
    "gamma=0",
    "stabilised Jordan, position-factorised shear tau(i)-tau(j), final query, "
    "target frequency only"
  };
  enum assay_verdict verdict = ASSAY_HOLDS;
  int i;

  for (i = 0; i < ASSAY_JORDAN_ROPE_CEILINGS; i++)
    {
      ceilings[i].what = cases[i];
      verdict = assay_verdict_and (
        verdict, compute_ceiling (&ceilings[i], (enum assay_ceiling) i));
    }
  return verdict;
}
