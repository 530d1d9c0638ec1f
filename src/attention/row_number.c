/* row_number.c -- one row of attention: what its numbers are */

#include "attention/row_parts.h"

#include <stdlib.h>

#include "attention/quotient.h"
#include "base/memory.h"

static void
score_number (struct assay_row_number *number, const struct assay_place *place)
{
  struct assay_row *row = number->row;
  const struct assay_score *key = &row->score[place->key];
  const struct assay_basis *basis = &row->basis;

  number->kind = ASSAY_ROW_SCORE;
  number->ends = 1;
  if (place->stage == ASSAY_STAGE_BIASED)
    {
      if (row->legal[place->key])
        assay_score_set (&number->score, key);
      else
        number->kind = ASSAY_ROW_BLOCKED;
    }
  else if (place->stage == ASSAY_STAGE_CAPPED && mpq_sgn (basis->cap) != 0)
    mpq_set (number->score.u, key->u);
  else
    mpq_set (number->score.x[basis->u_at], key->u);
}

/* An lse of one legal key is that key's score.  */
static void
lse_number (struct assay_row_number *number, int in_bits)
{
  struct assay_row *row = number->row;

  number->kind = in_bits ? ASSAY_ROW_LSE_IN_BITS : ASSAY_ROW_LSE;
  number->ends = row->has_algebraic_scores;
  if (row->population == 1 && !in_bits)
    {
      number->kind = ASSAY_ROW_SCORE;
      number->ends = 1;
      assay_score_set (&number->score, &row->score[row->leader_of[0]]);
    }
}

static void
quotient_number (struct assay_row_number *number,
                 const struct assay_place *place)
{
  struct assay_row *row = number->row;

  number->kind = ASSAY_ROW_QUOTIENT;
  number->ends = row->has_algebraic_gaps;
  number->absolute = place->stage == ASSAY_STAGE_MASS;
  if (place->stage == ASSAY_STAGE_WEIGHTS)
    number->c = row->softmax.classes.class_of[place->key];
  else
    number->column = place->column;
}

void
assay_row_number_init (struct assay_row_number *number,
                       struct assay_row *row,
                       const struct assay_place *place)
{
  *number = (struct assay_row_number) { .row = row };
  assay_score_init (&number->score);
  switch (place->stage)
    {
    case ASSAY_STAGE_SCORES:
    case ASSAY_STAGE_CAPPED:
    case ASSAY_STAGE_BIASED:
      score_number (number, place);
      break;
    case ASSAY_STAGE_WEIGHTS:
    case ASSAY_STAGE_OUTPUT:
    case ASSAY_STAGE_MASS:
      quotient_number (number, place);
      break;
    case ASSAY_STAGE_LSE:
    case ASSAY_STAGE_LSE2:
      lse_number (number, place->stage == ASSAY_STAGE_LSE2);
      break;
    }
}

void
assay_row_number_clear (struct assay_row_number *number)
{
  size_t c;

  assay_score_clear (&number->score);
  for (c = 0; number->sums && c < number->row->softmax.classes.count; c++)
    mpq_clear (number->sums[c]);
  free (number->sums);
}

static void
sum_by_class (struct assay_row_number *number)
{
  const struct assay_classes *classes = &number->row->softmax.classes;
  const struct assay_dyadics *column = number->column;
  mpz_t *sums = assay_calloc (classes->count, sizeof *sums);
  size_t j, c;

  for (c = 0; c < classes->count; c++)
    mpz_init (sums[c]);
  for (j = 0; j < column->n && j < number->row->keys; j++)
    {
      c = classes->class_of[j];
      if (c == ASSAY_BLOCKED)
        continue;
      if (number->absolute && mpz_sgn (column->at[j]) < 0)
        mpz_sub (sums[c], sums[c], column->at[j]);
      else
        mpz_add (sums[c], sums[c], column->at[j]);
    }
  number->sums = assay_calloc (classes->count, sizeof *number->sums);
  for (c = 0; c < classes->count; c++)
    {
      mpq_init (number->sums[c]);
      assay_dyadic_rational (number->sums[c], sums[c], column->exponent);
      mpz_clear (sums[c]);
    }
  free (sums);
}

/* The weight of a blocked key is no quotient.  */
static int
is_zero_weight (const struct assay_row_number *number)
{
  return number->kind == ASSAY_ROW_QUOTIENT && number->column == NULL
         && number->c == ASSAY_BLOCKED;
}

static struct assay_quotient
quotient_of (struct assay_row_number *number)
{
  if (number->column && !number->sums)
    sum_by_class (number);
  return (struct assay_quotient) { &number->row->softmax,
                                   (const mpq_t *) number->sums, number->c };
}

static enum assay_verdict
quotient_rational (mpq_ptr value, struct assay_row_number *number)
{
  struct assay_quotient q;

  if (is_zero_weight (number))
    {
      mpq_set_ui (value, 0, 1);
      return ASSAY_HOLDS;
    }
  q = quotient_of (number);
  if (assay_quotient_rational (value, &q) == ASSAY_HOLDS)
    return ASSAY_HOLDS;
  return number->ends ? ASSAY_FAILS : ASSAY_OPEN;
}

enum assay_verdict
assay_row_number_rational (mpq_ptr value, struct assay_row_number *number)
{
  switch (number->kind)
    {
    case ASSAY_ROW_SCORE:
      return assay_score_rational (value, &number->score,
                                   &number->row->basis);
    case ASSAY_ROW_QUOTIENT:
      return quotient_rational (value, number);
    case ASSAY_ROW_LSE:
    case ASSAY_ROW_LSE_IN_BITS:
      return assay_row_lse_rational (value, number->row,
                                     number->kind == ASSAY_ROW_LSE_IN_BITS);
    case ASSAY_ROW_BLOCKED:
      break;
    }
  return ASSAY_FAILS;
}

static void
enclose_score (mpfr_ptr lo, mpfr_ptr hi, struct assay_row_number *number,
               mpfr_prec_t p)
{
  mpfi_t value;

  mpfi_init2 (value, p);
  assay_score_enclose_gap (value, &number->score, NULL, &number->row->basis);
  mpfr_set_prec (lo, p);
  mpfr_set_prec (hi, p);
  mpfi_get_left (lo, value);
  mpfi_get_right (hi, value);
  mpfi_clear (value);
}

static void
enclose_infinity (mpfr_ptr lo, mpfr_ptr hi)
{
  mpfr_set_inf (lo, -1);
  mpfr_set_inf (hi, -1);
}

void
assay_row_number_enclose (mpfr_ptr lo, mpfr_ptr hi, void *self, mpfr_prec_t p)
{
  struct assay_row_number *number = self;
  struct assay_quotient q;

  switch (number->kind)
    {
    case ASSAY_ROW_SCORE:
      enclose_score (lo, hi, number, p);
      break;
    case ASSAY_ROW_QUOTIENT:
      q = quotient_of (number);
      assay_quotient_enclose (lo, hi, &q, p);
      break;
    case ASSAY_ROW_LSE:
    case ASSAY_ROW_LSE_IN_BITS:
      assay_row_lse_enclose (lo, hi, number->row,
                             number->kind == ASSAY_ROW_LSE_IN_BITS, p);
      break;
    case ASSAY_ROW_BLOCKED:
      enclose_infinity (lo, hi);
      break;
    }
}

static int
compare_score (struct assay_row_number *number, mpq_srcptr m)
{
  struct assay_score border;
  int sign;

  assay_score_init (&border);
  assay_score_of_sink (&border, m);
  sign = assay_score_compare (&number->score, &border, &number->row->basis);
  assay_score_clear (&border);
  return sign;
}

enum assay_verdict
assay_row_number_compare (int *sign, void *self, mpq_srcptr m,
                          mpfr_prec_t limit)
{
  struct assay_row_number *number = self;
  struct assay_quotient q;

  switch (number->kind)
    {
    case ASSAY_ROW_SCORE:
      *sign = compare_score (number, m);
      return ASSAY_HOLDS;
    case ASSAY_ROW_QUOTIENT:
      q = quotient_of (number);
      return assay_quotient_compare_within (sign, &q, m, limit);
    case ASSAY_ROW_LSE:
    case ASSAY_ROW_LSE_IN_BITS:
      return assay_row_lse_compare (sign, number->row,
                                    number->kind == ASSAY_ROW_LSE_IN_BITS, m,
                                    limit);
    case ASSAY_ROW_BLOCKED:
      break;
    }
  *sign = -1;
  return ASSAY_HOLDS;
}

mpfr_prec_t
assay_row_number_limit (const struct assay_row_number *number,
                        const struct assay_ctx *ctx)
{
  return number->ends ? 0 : (mpfr_prec_t) ctx->max_precision;
}
