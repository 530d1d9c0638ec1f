/* jordan_rope_ceilings.c -- ceilings of linear readouts in the configuration
   of the public code

   Lags 1..8191, the target d cos (w_3 d), frequencies w_n = 10^(-n/4).  The
   best correlation of a basis with the target over those lags, and that of the
   weights fitted on the lags below 1024, enclosed.  Columns are integers over
   2^bits, each within 2^17 of the true value (Lemma B46); the sums of their
   products are enclosed by that, and the rest is interval arithmetic.  */

#include <mpfr.h>
#include <mpfi.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "lessons/jordan_rope_parts.h"

enum
{
  PRECISION = 576,
  LENGTH = 8192, TRAIN = 1024,  /* TRAIN is tau's L, too */
  TARGET = 3, FREQUENCIES = 16,
  ERROR_BITS = 17, MOST_COLUMNS = 33
};

enum factor
{
  FACTOR_ONE,
  FACTOR_LAG,                   /* d / 8192 */
  FACTOR_TAU,                   /* tau (d) / L */
  /* (tau (i) - tau (i - d)) / L of the final query i: 8191, and 1023 where the
     weights are fitted.  */
  FACTOR_SHEAR
};

enum phase { PHASE_NONE, PHASE_COS, PHASE_SIN };

struct column
{
  enum factor factor;
  enum phase phase;
  unsigned n;                   /* of the frequency */
};

/* The basis, then the target, and the bits of its fixed point: what decides
   the digits printed.  Slow frequencies, ill-determined below 1024, ask for
   more.  */
struct configuration
{
  size_t m;
  mp_bitcnt_t bits;
  struct column columns[MOST_COLUMNS];
};

static void
add_column (struct configuration *c, enum factor factor, enum phase phase,
            unsigned n)
{
  c->columns[c->m++] = (struct column) { factor, phase, n };
}

static void
add_pair (struct configuration *c, enum factor factor, unsigned n)
{
  add_column (c, factor, PHASE_COS, n);
  add_column (c, factor, PHASE_SIN, n);
}

static void
configure (struct configuration *c, enum assay_ceiling which)
{
  unsigned n;

  c->m = 0;
  c->bits = 128;
  switch (which)
    {
    case ASSAY_CEILING_ROPE:
      c->bits = 256;
      for (n = 0; n < 16; n++)
        add_pair (c, FACTOR_ONE, n);
      break;
    case ASSAY_CEILING_DIRECT_SUM:
      c->bits = 192;
      for (n = 0; n < 16; n += 2)
        add_pair (c, FACTOR_ONE, n);
      add_column (c, FACTOR_ONE, PHASE_NONE, 0);
      add_column (c, FACTOR_LAG, PHASE_NONE, 0);
      break;
    case ASSAY_CEILING_STABILISED:
      for (n = 0; n < 8; n++)
        {
          add_pair (c, FACTOR_ONE, n);
          add_pair (c, FACTOR_TAU, n);
        }
      break;
    case ASSAY_CEILING_DEPLOYED:
      add_pair (c, FACTOR_ONE, TARGET);
      add_pair (c, FACTOR_SHEAR, TARGET);
      break;
    }
  add_column (c, FACTOR_LAG, PHASE_COS, TARGET);
  c->m--;
}

/* ---- fixed point ---- */

/* Cosine and sine of w_n d over 2^bits, for the lag at hand and for d = 1. */
struct wave
{
  mp_bitcnt_t bits;
  mpz_t c, s, c1, s1;
};

/* Z <- floor (2^BITS x), X an enclosure narrower than 2^-BITS.  */
static void
to_fixed (mpz_ptr z, mpfi_srcptr x, mp_bitcnt_t bits)
{
  mpfr_t scaled;

  mpfr_init2 (scaled, PRECISION);
  mpfr_mul_2ui (scaled, &x->left, bits, MPFR_RNDD);
  mpfr_get_z (z, scaled, MPFR_RNDD);
  mpfr_clear (scaled);
}

static void
wave_init (struct wave *w, unsigned n, mp_bitcnt_t bits)
{
  mpfi_t x, y;

  mpfi_init2 (x, PRECISION);
  mpfi_init2 (y, PRECISION);
  w->bits = bits;
  mpz_inits (w->c, w->s, w->c1, w->s1, NULL);
  /* 10^(-n/4) is exp (-n log (10) / 4).  */
  mpfi_set_ui (x, 10);
  mpfi_log (x, x);
  mpfi_mul_ui (x, x, n);
  mpfi_div_ui (x, x, 4);
  mpfi_neg (x, x);
  mpfi_exp (x, x);
  mpfi_cos (y, x);
  to_fixed (w->c1, y, bits);
  mpfi_sin (y, x);
  to_fixed (w->s1, y, bits);
  mpz_setbit (w->c, bits);
  mpfi_clear (x);
  mpfi_clear (y);
}

static void
wave_clear (struct wave *w)
{
  mpz_clears (w->c, w->s, w->c1, w->s1, NULL);
}

/* One lag on, rounded down.  */
static void
wave_step (struct wave *w, mpz_ptr x, mpz_ptr y)
{
  mpz_mul (x, w->c, w->c1);
  mpz_submul (x, w->s, w->s1);
  mpz_mul (y, w->s, w->c1);
  mpz_addmul (y, w->c, w->s1);
  mpz_fdiv_q_2exp (w->c, x, w->bits);
  mpz_fdiv_q_2exp (w->s, y, w->bits);
}

/* Z <- floor (2^BITS num / den).  */
static void
set_quotient (mpz_ptr z, unsigned long num, unsigned long den,
              mp_bitcnt_t bits)
{
  mpz_set_ui (z, num);
  mpz_mul_2exp (z, z, bits);
  mpz_fdiv_q_ui (z, z, den);
}

static void
factor_value (mpz_ptr z, enum factor factor, unsigned long d, unsigned long i,
              mp_bitcnt_t bits)
{
  unsigned long j = i - d;

  if (factor == FACTOR_ONE)
    set_quotient (z, 1, 1, bits);
  else if (factor == FACTOR_LAG)
    set_quotient (z, d, LENGTH, bits);
  else if (factor == FACTOR_TAU)
    set_quotient (z, d, TRAIN + d, bits);
  else
    /* i/(L+i) - j/(L+j) = L (i-j) / ((L+i)(L+j)).  */
    set_quotient (z, TRAIN * d, (TRAIN + i) * (TRAIN + j), bits);
}

static void
column_value (mpz_ptr z, const struct column *column, unsigned long d,
              unsigned long i, const struct wave *waves)
{
  const struct wave *w = &waves[column->n];

  if (column->phase == PHASE_NONE)
    factor_value (z, column->factor, d, i, w->bits);
  else if (column->factor == FACTOR_ONE)
    mpz_set (z, column->phase == PHASE_COS ? w->c : w->s);
  else
    {
      factor_value (z, column->factor, d, i, w->bits);
      mpz_mul (z, z, column->phase == PHASE_COS ? w->c : w->s);
      mpz_fdiv_q_2exp (z, z, w->bits);
    }
}

/* ---- sums of products, enclosed ---- */

/* The (m+1) x (m+1) sums over the lags below TRAIN and over all of them;
   entries a <= b.  */
struct sums
{
  size_t columns;
  mpfi_t *train, *all;
};

static void
sums_init (struct sums *s, size_t columns)
{
  size_t i;

  s->columns = columns;
  s->train = assay_calloc (columns * columns, sizeof *s->train);
  s->all = assay_calloc (columns * columns, sizeof *s->all);
  for (i = 0; i < columns * columns; i++)
    {
      mpfi_init2 (s->train[i], PRECISION);
      mpfi_init2 (s->all[i], PRECISION);
    }
}

static void
sums_clear (struct sums *s)
{
  size_t i;

  for (i = 0; i < s->columns * s->columns; i++)
    {
      mpfi_clear (s->train[i]);
      mpfi_clear (s->all[i]);
    }
  free (s->train);
  free (s->all);
}

/* X <- SUM / 2^(2 BITS), of up to 2^13 products of values below 1, each
   within 2^ERROR_BITS units: an error below 2^(15 + ERROR_BITS + BITS).  */
static void
enclose_sum (mpfi_ptr x, mpz_srcptr sum, mp_bitcnt_t bits)
{
  mpz_t bound, end;

  mpz_inits (bound, end, NULL);
  mpz_setbit (bound, 15 + ERROR_BITS + bits);
  mpz_sub (end, sum, bound);
  mpfr_set_z_2exp (&x->left, end, -2 * (mpfr_exp_t) bits, MPFR_RNDD);
  mpz_add (end, sum, bound);
  mpfr_set_z_2exp (&x->right, end, -2 * (mpfr_exp_t) bits, MPFR_RNDU);
  mpz_clears (bound, end, NULL);
}

static void
enclose_all (mpfi_t *to, mpz_t *sums, size_t columns, mp_bitcnt_t bits)
{
  size_t a, b;

  for (a = 0; a < columns; a++)
    for (b = a; b < columns; b++)
      enclose_sum (to[a * columns + b], sums[a * columns + b], bits);
}

/* SUMS <- SUMS + the products of the columns at the lag D, the final query
   being at I.  */
static void
add_products (mpz_t *sums, mpz_t *values, const struct configuration *c,
              unsigned long d, unsigned long i, const struct wave *waves)
{
  size_t columns = c->m + 1, a, b;

  for (a = 0; a < columns; a++)
    column_value (values[a], &c->columns[a], d, i, waves);
  for (a = 0; a < columns; a++)
    for (b = a; b < columns; b++)
      mpz_addmul (sums[a * columns + b], values[a], values[b]);
}

static void
sums_compute (struct sums *s, const struct configuration *c)
{
  size_t columns = s->columns, a;
  mpz_t *train = assay_calloc (columns * columns, sizeof *train);
  mpz_t *all = assay_calloc (columns * columns, sizeof *all);
  mpz_t values[MOST_COLUMNS], x, y;
  struct wave waves[FREQUENCIES];
  unsigned long d;
  unsigned n;

  mpz_inits (x, y, NULL);
  for (n = 0; n < FREQUENCIES; n++)
    wave_init (&waves[n], n, c->bits);
  for (a = 0; a < columns * columns; a++)
    mpz_inits (train[a], all[a], NULL);
  for (a = 0; a < columns; a++)
    mpz_init (values[a]);
  for (d = 1; d < LENGTH; d++)
    {
      for (n = 0; n < FREQUENCIES; n++)
        wave_step (&waves[n], x, y);
      if (d < TRAIN)
        add_products (train, values, c, d, TRAIN - 1, waves);
      add_products (all, values, c, d, LENGTH - 1, waves);
    }
  enclose_all (s->train, train, columns, c->bits);
  enclose_all (s->all, all, columns, c->bits);
  for (a = 0; a < columns * columns; a++)
    mpz_clears (train[a], all[a], NULL);
  for (a = 0; a < columns; a++)
    mpz_clear (values[a]);
  for (n = 0; n < FREQUENCIES; n++)
    wave_clear (&waves[n]);
  free (train);
  free (all);
  mpz_clears (x, y, NULL);
}

/* ---- correlations ---- */

/* W, m of them, <- the weights of least squares for the sums G, by
   elimination of the symmetric matrix.  */
static void
solve (mpfi_t *w, mpfi_t *g, size_t columns)
{
  size_t m = columns - 1, i, j, k;
  mpfi_t factor, term;

  mpfi_init2 (factor, PRECISION);
  mpfi_init2 (term, PRECISION);
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

  mpfi_init2 (square, PRECISION);
  mpfi_init2 (term, PRECISION);
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
  struct configuration c;
  struct sums s, used;
  enum assay_verdict verdict;
  mpfi_t w[MOST_COLUMNS], rho;
  size_t i;

  configure (&c, which);
  for (i = 0; i < MOST_COLUMNS; i++)
    mpfi_init2 (w[i], PRECISION);
  mpfi_init2 (rho, PRECISION);
  sums_init (&s, c.m + 1);
  sums_init (&used, c.m + 1);
  sums_compute (&s, &c);
  for (i = 0; i < s.columns * s.columns; i++)
    {
      mpfi_set (used.train[i], s.train[i]);
      mpfi_set (used.all[i], s.all[i]);
    }
  solve (w, used.all, s.columns);
  correlate (rho, w, s.all, s.columns);
  verdict = print_pair (&ceiling->best_rho, &ceiling->best_law, rho);
  solve (w, used.train, s.columns);
  correlate (rho, w, s.all, s.columns);
  verdict = assay_verdict_and (
    verdict, print_pair (&ceiling->fitted_rho, &ceiling->fitted_law, rho));
  for (i = 0; i < MOST_COLUMNS; i++)
    mpfi_clear (w[i]);
  mpfi_clear (rho);
  sums_clear (&s);
  sums_clear (&used);
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
