/* number.c -- the weights and outputs of a request, settled for printing */

#include "attention/number.h"

#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "exact/rat.h"
#include "real/decimal.h"

void
assay_number_clear (struct assay_number *number)
{
  free (number->exact);
  free (number->value);
  free (number->lo);
  free (number->hi);
}

static char *
float_text (uint64_t bits, enum assay_fmt fmt)
{
  int negative = assay_fmt_is_negative (bits, fmt);
  enum assay_fmt_class class;
  char *text;
  mpq_t value;

  mpq_init (value);
  class = assay_fmt_decode (value, bits, fmt);
  if (class == ASSAY_FMT_NAN)
    text = assay_strdup ("nan");
  else if (class == ASSAY_FMT_INFINITE)
    text = assay_strdup (negative ? "-inf" : "inf");
  else if (mpq_sgn (value) == 0)
    text = assay_strdup (negative ? "-0" : "0");
  else
    text = assay_decimal_dyadic (value);
  mpq_clear (value);
  return text;
}

static void
settle_float (struct assay_number *number, uint64_t bits, enum assay_fmt fmt)
{
  number->kind = ASSAY_NUMBER_FLOAT;
  number->bits = bits;
  number->value = float_text (bits, fmt);
}

enum assay_status
assay_number_settle (struct assay_number *number,
                     const struct assay_quotient *q,
                     const struct assay_settling *how, struct assay_ctx *ctx)
{
  enum assay_status status = ASSAY_OK;
  mpq_t value;

  memset (number, 0, sizeof *number);
  if (how->rounds)
    {
      settle_float (number, assay_quotient_round (q, how->fmt), how->fmt);
      return ASSAY_OK;
    }
  mpq_init (value);
  if (assay_quotient_rational (value, q) == ASSAY_HOLDS)
    {
      number->kind = ASSAY_NUMBER_EXACT;
      number->exact = assay_rat_text (value);
    }
  else
    {
      number->kind = ASSAY_NUMBER_CERTIFIED;
      if (how->value_alone)
        status = assay_quotient_decimals (&number->value, NULL, NULL, q,
                                          how->digits, ctx, how->precision);
      else
        status = assay_quotient_decimals (&number->value, &number->lo,
                                          &number->hi, q, how->digits, ctx,
                                          how->precision);
    }
  mpq_clear (value);
  return status;
}

int
assay_number_of_enclosure (struct assay_number *number, mpfr_srcptr lo,
                           mpfr_srcptr hi, unsigned long digits)
{
  char *below = assay_decimal_text (lo, digits, MPFR_RNDN);
  char *above = assay_decimal_text (hi, digits, MPFR_RNDN);
  int settled = strcmp (below, above) == 0;

  free (above);
  if (!settled)
    {
      free (below);
      return 0;
    }
  number->kind = ASSAY_NUMBER_CERTIFIED;
  number->value = below;
  number->lo = assay_decimal_text (lo, digits + 3, MPFR_RNDD);
  number->hi = assay_decimal_text (hi, digits + 3, MPFR_RNDU);
  return 1;
}

static void
settle_blocked (struct assay_number *number, const struct assay_settling *how)
{
  memset (number, 0, sizeof *number);
  if (how->rounds)
    settle_float (number, 0, how->fmt);
  else
    number->exact = assay_strdup ("0");
}

static enum assay_status
settle_weights (struct assay_number *weights, struct assay_softmax *row,
                const struct assay_settling *how, struct assay_ctx *ctx)
{
  enum assay_status status = ASSAY_OK;
  size_t j;

  for (j = 0; j < row->classes.keys && status == ASSAY_OK; j++)
    {
      struct assay_quotient q = { row, NULL, row->classes.class_of[j] };

      if (q.c == ASSAY_BLOCKED)
        settle_blocked (&weights[j], how);
      else
        status = assay_number_settle (&weights[j], &q, how, ctx);
    }
  return status;
}

static enum assay_status
settle_outputs (struct assay_number *output, struct assay_softmax *row,
                const struct assay_matrix *v,
                const struct assay_settling *how, struct assay_ctx *ctx)
{
  enum assay_status status = ASSAY_OK;
  struct assay_vec sums;
  size_t c;

  assay_vec_init (&sums, row->classes.count);
  for (c = 0; c < v->columns && status == ASSAY_OK; c++)
    {
      struct assay_quotient q = { row, sums.at, 0 };

      assay_classes_sum (sums.at, &row->classes, v->at + c, v->columns);
      status = assay_number_settle (&output[c], &q, how, ctx);
    }
  assay_vec_clear (&sums);
  return status;
}

/* A row knows no request: the place of its error is its query's.  */
static void
name_query (struct assay_ctx *ctx, size_t i)
{
  struct assay_where q = { NULL, "q", 0 };
  struct assay_where row = { &q, NULL, i };

  assay_where_render (ctx->error.where, sizeof ctx->error.where, &row);
}

enum assay_status
assay_attention_settle (struct assay_attention_result *result,
                        const struct assay_attention *request,
                        const struct assay_settling *how,
                        struct assay_ctx *ctx)
{
  enum assay_status status = ASSAY_OK;
  size_t i;

  result->queries = request->q.rows;
  result->keys = request->k.rows;
  result->columns = request->v.columns;
  result->weights = assay_calloc (result->queries * result->keys,
                                  sizeof *result->weights);
  result->output = assay_calloc (result->queries * result->columns,
                                 sizeof *result->output);
  for (i = 0; i < result->queries && status == ASSAY_OK; i++)
    {
      struct assay_softmax row;

      assay_attention_row (&row, request, i);
      status = settle_weights (result->weights + i * result->keys, &row, how,
                               ctx);
      if (status == ASSAY_OK)
        status = settle_outputs (result->output + i * result->columns, &row,
                                 &request->v, how, ctx);
      assay_softmax_clear (&row);
      if (status != ASSAY_OK)
        name_query (ctx, i);
    }
  return status;
}

void
assay_attention_result_clear (struct assay_attention_result *result)
{
  size_t i;

  for (i = 0; i < result->queries * result->keys; i++)
    assay_number_clear (&result->weights[i]);
  for (i = 0; i < result->queries * result->columns; i++)
    assay_number_clear (&result->output[i]);
  free (result->weights);
  free (result->output);
}
