/* oracle_attention.c -- softmax rows from raw exponentials */

#include "oracle.h"

#include <stdlib.h>

/* Decimal digits each exponential carries relative to itself.  */
#define LEAST_DIGITS 80UL

/* Room for the errors that the row analysis below counts.  */
#define GUARD_BITS 32UL

struct shape
{
  size_t nk;
  size_t d;
  size_t dv;
  const struct oracle_fraction *scale;
  unsigned long digits;
};

/* One row: for a blocked key dot and raw mean nothing.  */
struct row
{
  const unsigned char *legal;
  struct oracle_fraction *dot;
  struct oracle_interval *raw;
};

/* x <- floor (2^bits score), off by less than one or, for an irrational
   negative score, by at most one: the score lies in [x, x + 1] / 2^bits.  */
static void
score_fixed (mpz_t x, const struct oracle_fraction *dot,
             const struct shape *shape, unsigned long bits)
{
  if (shape->scale != NULL)
    {
      struct oracle_fraction score;
      oracle_fraction_init (&score);
      oracle_fraction_mul (&score, dot, shape->scale);
      oracle_fraction_fixed (x, &score, bits);
      oracle_fraction_clear (&score);
      return;
    }

  mpz_t under;
  mpz_init (under);
  mpz_mul (under, dot->den, dot->den);
  mpz_mul_ui (under, under, (unsigned long) shape->d);
  mpz_mul_2exp (x, dot->num, bits);
  mpz_mul (x, x, x);
  mpz_fdiv_q (x, x, under);
  mpz_sqrt (x, x);
  if (mpz_sgn (dot->num) < 0)
    mpz_com (x, x);
  mpz_clear (under);
}

/* Bits that hold the smallest exponential of the row to the wanted
   relative precision: those of the digits, and 13/9 > log2 (e) for each
   unit by which the least score lies below zero.  */
static unsigned long
row_bits (const struct row *row, const struct shape *shape,
          const struct oracle_fraction *value)
{
  unsigned long digits = shape->digits;
  unsigned long least = 0, largest_value = 0;
  mpz_t x;

  mpz_init (x);
  for (size_t j = 0; j < shape->nk; j++)
    {
      if (!row->legal[j])
        continue;
      score_fixed (x, &row->dot[j], shape, 0);
      if (mpz_sgn (x) < 0 && mpz_cmpabs_ui (x, least) > 0)
        least = mpz_get_ui (x);
      for (size_t c = 0; c < shape->dv; c++)
        {
          const struct oracle_fraction *v = &value[j * shape->dv + c];
          unsigned long top = mpz_sizeinbase (v->num, 2);
          unsigned long bottom = mpz_sizeinbase (v->den, 2);
          if (top + 1 > bottom + largest_value)
            largest_value = top + 1 - bottom;
        }
    }
  mpz_clear (x);
  if (digits < LEAST_DIGITS)
    digits = LEAST_DIGITS;
  return oracle_bits (digits) + least * 13 / 9 + largest_value
         + oracle_bit_length ((unsigned long) shape->nk) + GUARD_BITS;
}

/* raw[j], at scale 2^bits, <- enclosure of exp (score j).  */
static void
row_exponentials (const struct row *row, const struct shape *shape,
                  unsigned long bits)
{
  mpz_t x;

  mpz_init (x);
  for (size_t j = 0; j < shape->nk; j++)
    {
      if (!row->legal[j])
        continue;
      score_fixed (x, &row->dot[j], shape, bits);
      oracle_exp_fixed (&row->raw[j], x, bits);
    }
  mpz_clear (x);
}

/* weight[j] = e / (e + others), which grows with e and falls with the
   others; total holds the sums of the lower and of the upper ends.  */
static void
row_weights (struct oracle_interval *weight, const struct row *row,
             const struct oracle_interval *total, const struct shape *shape)
{
  mpz_t scale, divisor;

  mpz_init (scale);
  mpz_init (divisor);
  mpz_ui_pow_ui (scale, 10, shape->digits);
  for (size_t j = 0; j < shape->nk; j++)
    {
      if (!row->legal[j])
        {
          mpz_set_ui (weight[j].lo, 0);
          mpz_set_ui (weight[j].hi, 0);
          continue;
        }
      mpz_sub (divisor, total->hi, row->raw[j].hi);
      mpz_add (divisor, divisor, row->raw[j].lo);
      mpz_mul (weight[j].lo, row->raw[j].lo, scale);
      mpz_fdiv_q (weight[j].lo, weight[j].lo, divisor);

      mpz_sub (divisor, total->lo, row->raw[j].lo);
      mpz_add (divisor, divisor, row->raw[j].hi);
      mpz_mul (weight[j].hi, row->raw[j].hi, scale);
      mpz_cdiv_q (weight[j].hi, weight[j].hi, divisor);
    }
  mpz_clear (scale);
  mpz_clear (divisor);
}

/* output[c] = sum e v / sum e.  */
static void
row_output (struct oracle_interval *output, const struct row *row,
            const struct oracle_interval *total,
            const struct oracle_fraction *value, const struct shape *shape)
{
  for (size_t c = 0; c < shape->dv; c++)
    {
      struct oracle_interval *o = &output[c];

      mpz_set_ui (o->lo, 0);
      mpz_set_ui (o->hi, 0);
      for (size_t j = 0; j < shape->nk; j++)
        if (row->legal[j])
          oracle_interval_add_multiple (o, &row->raw[j],
                                        &value[j * shape->dv + c]);
      oracle_interval_divide (o, total, shape->digits);
    }
}

static int
every_row_has_a_key (const unsigned char *legal, size_t nq, size_t nk)
{
  for (size_t i = 0; i < nq; i++)
    {
      size_t j = 0;
      while (j < nk && !legal[i * nk + j])
        j++;
      if (j == nk)
        return 0;
    }
  return 1;
}

/* Width.  Let e be the smallest exponential of the row and b = row_bits.
   A raw interval around e' is at most 5 + 4 e' units of 2^-b wide, so its
   relative width is at most 2^(3-b) (1 + 1/e), and by the choice of b this
   is at most 2^(6-GUARD_BITS) 10^-max(digits, 80) / (nk max |v|).  A
   quotient of sums doubles it, which stays far below one unit of the
   result; the outward rounding of both ends adds two units.  */
int
oracle_attention (struct oracle_interval *weights,
                  struct oracle_interval *output,
                  const struct oracle_fraction *query,
                  const struct oracle_fraction *key,
                  const struct oracle_fraction *value,
                  size_t nq, size_t nk, size_t d, size_t dv,
                  const unsigned char *legal,
                  const struct oracle_fraction *scale, unsigned long digits)
{
  struct shape shape = { nk, d, dv, scale, digits };
  struct row row;
  struct oracle_interval total;

  if (d == 0 || !every_row_has_a_key (legal, nq, nk))
    return -1;

  row.dot = oracle_fractions_new (nk);
  row.raw = oracle_intervals_new (nk);
  oracle_interval_init (&total);
  for (size_t i = 0; i < nq; i++)
    {
      row.legal = legal + i * nk;
      for (size_t j = 0; j < nk; j++)
        if (row.legal[j])
          oracle_fraction_dot (&row.dot[j], query + i * d, key + j * d, d);
      row_exponentials (&row, &shape, row_bits (&row, &shape, value));
      mpz_set_ui (total.lo, 0);
      mpz_set_ui (total.hi, 0);
      for (size_t j = 0; j < nk; j++)
        if (row.legal[j])
          {
            mpz_add (total.lo, total.lo, row.raw[j].lo);
            mpz_add (total.hi, total.hi, row.raw[j].hi);
          }
      row_weights (weights + i * nk, &row, &total, &shape);
      row_output (output + i * dv, &row, &total, value, &shape);
    }
  oracle_interval_clear (&total);
  oracle_intervals_free (row.raw, nk);
  oracle_fractions_free (row.dot, nk);
  return 0;
}
