/* jordan_rope_sums.c -- enclosed sums of products of oscillating columns

   Columns are integers over 2^bits; their products are summed over limbs of a
   fixed count, and what the sums can have lost (Lemma B46) is added at the
   end.  */

#include "lessons/jordan_rope_sums.h"

#include <stdlib.h>

#include "base/memory.h"

enum
{
  LENGTH = ASSAY_SUMS_LENGTH, TRAIN = ASSAY_SUMS_TRAIN,
  FREQUENCIES = ASSAY_SUMS_FREQUENCIES, ERROR_BITS = 29
};

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

  mpfr_init2 (scaled, ASSAY_SUMS_PRECISION);
  mpfr_mul_2ui (scaled, &x->left, bits, MPFR_RNDD);
  mpfr_get_z (z, scaled, MPFR_RNDD);
  mpfr_clear (scaled);
}

static void
wave_init (struct wave *w, unsigned n, mp_bitcnt_t bits)
{
  mpfi_t x, y;

  mpfi_init2 (x, ASSAY_SUMS_PRECISION);
  mpfi_init2 (y, ASSAY_SUMS_PRECISION);
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
factor_value (mpz_ptr z, enum assay_factor factor, unsigned long d,
              unsigned long i, mp_bitcnt_t bits)
{
  unsigned long j = i - d;

  if (factor == ASSAY_FACTOR_ONE)
    set_quotient (z, 1, 1, bits);
  else if (factor == ASSAY_FACTOR_LAG)
    set_quotient (z, d, LENGTH, bits);
  else if (factor == ASSAY_FACTOR_TAU)
    set_quotient (z, d, TRAIN + d, bits);
  else
    /* i/(L+i) - j/(L+j) = L (i-j) / ((L+i)(L+j)).  */
    set_quotient (z, TRAIN * d, (TRAIN + i) * (TRAIN + j), bits);
}

static void
column_value (mpz_ptr z, const struct assay_column *column, unsigned long d,
              unsigned long i, const struct wave *waves)
{
  const struct wave *w = &waves[column->n];

  if (column->phase == ASSAY_PHASE_NONE)
    factor_value (z, column->factor, d, i, w->bits);
  else if (column->factor == ASSAY_FACTOR_ONE)
    mpz_set (z, column->phase == ASSAY_PHASE_COS ? w->c : w->s);
  else
    {
      factor_value (z, column->factor, d, i, w->bits);
      mpz_mul (z, z, column->phase == ASSAY_PHASE_COS ? w->c : w->s);
      mpz_fdiv_q_2exp (z, z, w->bits);
    }
}

void
assay_sums_init (struct assay_sums *s, size_t columns)
{
  size_t i;

  s->count = columns;
  s->train = assay_calloc (columns * columns, sizeof *s->train);
  s->all = assay_calloc (columns * columns, sizeof *s->all);
  for (i = 0; i < columns * columns; i++)
    {
      mpfi_init2 (s->train[i], ASSAY_SUMS_PRECISION);
      mpfi_init2 (s->all[i], ASSAY_SUMS_PRECISION);
    }
}

void
assay_sums_clear (struct assay_sums *s)
{
  size_t i;

  for (i = 0; i < s->count * s->count; i++)
    {
      mpfi_clear (s->train[i]);
      mpfi_clear (s->all[i]);
    }
  free (s->train);
  free (s->all);
}

/* X <- SUM / 2^(2 BITS), of the products of two columns at the lags 1 to at
   most 2^13 - 1: an error below 2^(ERROR_BITS + BITS).  */
static void
enclose_sum (mpfi_ptr x, mpz_srcptr sum, mp_bitcnt_t bits)
{
  mpz_t bound, end;

  mpz_inits (bound, end, NULL);
  mpz_setbit (bound, ERROR_BITS + bits);
  mpz_sub (end, sum, bound);
  mpfr_set_z_2exp (&x->left, end, -2 * (mpfr_exp_t) bits, MPFR_RNDD);
  mpz_add (end, sum, bound);
  mpfr_set_z_2exp (&x->right, end, -2 * (mpfr_exp_t) bits, MPFR_RNDU);
  mpz_clears (bound, end, NULL);
}

/* Sums of products of the columns.  So that limbs need no sign the products
   are those of v + 2^(bits + 1), between 0 and 2^(bits + 2); the sums of these
   values take the shift out again.  Of each product 2 LIMBS and one for the
   carries.  */
struct products
{
  size_t columns;
  mp_bitcnt_t bits;
  mp_size_t limbs;
  unsigned long points;
  mp_limb_t *sums, *values, *scratch;
  mpz_t *totals;
  mpz_t shift, value;
};

static void
products_init (struct products *p, const struct assay_columns *c)
{
  size_t a;

  p->columns = c->count;
  p->bits = c->bits;
  p->limbs = (mp_size_t) ((c->bits + 2 + GMP_NUMB_BITS - 1) / GMP_NUMB_BITS);
  p->points = 0;
  p->sums = assay_calloc (p->columns * p->columns
                          * (size_t) (2 * p->limbs + 1), sizeof *p->sums);
  p->values = assay_calloc (p->columns * (size_t) p->limbs,
                            sizeof *p->values);
  p->scratch = assay_calloc ((size_t) (2 * p->limbs), sizeof *p->scratch);
  p->totals = assay_calloc (p->columns, sizeof *p->totals);
  for (a = 0; a < p->columns; a++)
    mpz_init (p->totals[a]);
  mpz_inits (p->shift, p->value, NULL);
  mpz_setbit (p->shift, c->bits + 1);
}

static void
products_clear (struct products *p)
{
  size_t a;

  for (a = 0; a < p->columns; a++)
    mpz_clear (p->totals[a]);
  mpz_clears (p->shift, p->value, NULL);
  free (p->sums);
  free (p->values);
  free (p->scratch);
  free (p->totals);
}

static mp_limb_t *
product_sum (const struct products *p, size_t a, size_t b)
{
  return p->sums + (a * p->columns + b) * (size_t) (2 * p->limbs + 1);
}

/* The columns of C at the lag D, the final query being at I.  */
static void
products_add (struct products *p, const struct assay_columns *c,
              unsigned long d, unsigned long i, const struct wave *waves)
{
  mp_size_t limbs = p->limbs, k;
  size_t a, b;

  for (a = 0; a < p->columns; a++)
    {
      mp_limb_t *v = p->values + a * (size_t) limbs;

      column_value (p->value, &c->at[a], d, i, waves);
      mpz_add (p->value, p->value, p->shift);
      mpz_add (p->totals[a], p->totals[a], p->value);
      for (k = 0; k < limbs; k++)
        v[k] = mpz_getlimbn (p->value, k);
    }
  for (a = 0; a < p->columns; a++)
    for (b = a; b < p->columns; b++)
      {
        mp_limb_t *sum = product_sum (p, a, b);

        mpn_mul_n (p->scratch, p->values + a * (size_t) limbs,
                   p->values + b * (size_t) limbs, limbs);
        sum[2 * limbs] += mpn_add_n (sum, sum, p->scratch, 2 * limbs);
      }
  p->points++;
}

/* TO <- the enclosed sums of the columns' own products.  */
static void
products_enclose (mpfi_t *to, const struct products *p)
{
  mpz_t sum, term;
  size_t a, b;

  mpz_inits (sum, term, NULL);
  for (a = 0; a < p->columns; a++)
    for (b = a; b < p->columns; b++)
      {
        mpz_t limbs;

        /* sum (v + s)(w + s) - s sum (v + s) - s sum (w + s) + n s^2.  */
        mpz_set (sum, mpz_roinit_n (limbs, product_sum (p, a, b),
                                    2 * p->limbs + 1));
        mpz_add (term, p->totals[a], p->totals[b]);
        mpz_submul (sum, term, p->shift);
        mpz_mul (term, p->shift, p->shift);
        mpz_addmul_ui (sum, term, p->points);
        enclose_sum (to[a * p->columns + b], sum, p->bits);
      }
  mpz_clears (sum, term, NULL);
}

static int
has_frequency (const struct assay_columns *c, unsigned n)
{
  size_t a;

  for (a = 0; a < c->count; a++)
    if (c->at[a].n == n)
      return 1;
  return 0;
}

void
assay_sums_compute (struct assay_sums *s, const struct assay_columns *c)
{
  struct products train, all;
  struct wave waves[FREQUENCIES];
  unsigned long d;
  unsigned n;
  mpz_t x, y;

  mpz_inits (x, y, NULL);
  products_init (&train, c);
  products_init (&all, c);
  for (n = 0; n < FREQUENCIES; n++)
    wave_init (&waves[n], n, c->bits);
  for (d = 1; d < LENGTH; d++)
    {
      for (n = 0; n < FREQUENCIES; n++)
        if (has_frequency (c, n))
          wave_step (&waves[n], x, y);
      if (d < TRAIN)
        products_add (&train, c, d, TRAIN - 1, waves);
      products_add (&all, c, d, LENGTH - 1, waves);
    }
  products_enclose (s->train, &train);
  products_enclose (s->all, &all);
  for (n = 0; n < FREQUENCIES; n++)
    wave_clear (&waves[n]);
  products_clear (&train);
  products_clear (&all);
  mpz_clears (x, y, NULL);
}
