/* builtin_attention.c -- softmax and attention as exact expressions

   Weights and outputs are quotients of sums of exponentials, so that proofs
   of equality see them as such: where all legal scores are equal they are
   rational, and an output whose classes of equal scores all have the mean r
   is proved to be r.  */

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "claims/builtin_functions.h"
#include "claims/call.h"
#include "claims/numeric.h"

enum { OPTION_MASK, OPTION_CAUSAL, OPTION_SCALE };

static const char *const attention_fields[] = { "weights", "output" };

/* EXPS[j] <- exp (SCORES[j] - REFERENCE) for each of COUNT scores.  The
   reference, the largest score where that is cheaply known and the first one
   otherwise, keeps the exponentials small.  */
static enum assay_status
exponentials (struct assay_value **exps, struct assay_value *const *scores,
              size_t count, struct assay_ctx *ctx)
{
  const struct assay_value *reference = scores[0];
  enum assay_status status = ASSAY_OK;
  struct assay_value *shifted;
  size_t j;

  for (j = 1; j < count; j++)
    if (scores[j]->kind == ASSAY_VALUE_RATIONAL
        && reference->kind == ASSAY_VALUE_RATIONAL
        && mpq_cmp (scores[j]->rational, reference->rational) > 0)
      reference = scores[j];
  for (j = 0; j < count && status == ASSAY_OK; j++)
    {
      status = assay_ctx_in_time (ctx, NULL);
      if (status == ASSAY_OK)
        status = assay_numeric_sub (&shifted, scores[j],
                                    (struct assay_value *) reference, ctx);
      if (status == ASSAY_OK)
        {
          status = assay_numeric_apply (&exps[j], assay_expr_exp, shifted,
                                        ctx);
          assay_value_unref (shifted);
        }
    }
  return status;
}

/* ITEMS[j] <- the softmax weights of COUNT > 0 scores; TOTAL <- the sum of
   the EXPS, both kept for the outputs.  All are null or new references.  */
static enum assay_status
weigh (struct assay_value **items, struct assay_value **exps,
       struct assay_value **total, struct assay_value *const *scores,
       size_t count, struct assay_ctx *ctx)
{
  enum assay_status status = exponentials (exps, scores, count, ctx);
  size_t j;

  if (status == ASSAY_OK)
    status = assay_numeric_sum (total, exps, count, ctx);
  for (j = 0; j < count && status == ASSAY_OK; j++)
    status = assay_numeric_div (&items[j], exps[j], *total, ctx);
  return status;
}

enum assay_status
assay_builtin_softmax (struct assay_value **result, struct assay_call *call)
{
  const struct assay_value *v = call->arguments[0];
  enum assay_status status = assay_call_vector (call, 0, v);
  struct assay_value **items, **exps, *total = NULL;

  if (status == ASSAY_OK && v->count == 0)
    status = assay_call_refuse (call, 0, ASSAY_EVALUE, "a list with items",
                                v);
  if (status == ASSAY_OK)
    status = assay_call_items (call, &items, v->count);
  if (status != ASSAY_OK)
    return status;
  exps = assay_calloc (v->count, sizeof (*exps));
  status = weigh (items, exps, &total, v->items, v->count,
                  assay_call_ctx (call));
  assay_value_unref (total);
  assay_values_free (exps, v->count);
  return assay_list_finish (result, items, v->count, status);
}

/* A request whose shapes agree.  */
struct request
{
  const struct assay_value *q, *k, *v, *mask;
  bool causal;
  size_t width, columns;
  struct assay_value *scale;
};

/* The mask is none or as many rows of booleans as queries, a boolean a
   key.  */
static enum assay_status
check_mask (struct assay_call *call, const struct request *request)
{
  const struct assay_value *mask = request->mask;
  size_t i, j;

  if (mask == NULL)
    return ASSAY_OK;
  if (mask->kind != ASSAY_VALUE_LIST)
    return assay_call_refuse (call, SIZE_MAX, ASSAY_ETYPE,
                              "a matrix of booleans, or none, as mask",
                              mask);
  if (mask->count != request->q->count)
    return assay_call_refuse (call, SIZE_MAX, ASSAY_EVALUE,
                              "a row of the mask for each query", mask);
  for (i = 0; i < mask->count; i++)
    {
      const struct assay_value *row = mask->items[i];

      if (row->kind != ASSAY_VALUE_LIST)
        return assay_call_refuse (call, SIZE_MAX, ASSAY_ETYPE,
                                  "a row of booleans in the mask", row);
      if (row->count != request->k->count)
        return assay_call_refuse (call, SIZE_MAX, ASSAY_EVALUE,
                                  "a boolean for each key in a row of the"
                                  " mask", row);
      for (j = 0; j < row->count; j++)
        if (row->items[j]->kind != ASSAY_VALUE_BOOLEAN)
          return assay_call_refuse (call, SIZE_MAX, ASSAY_ETYPE,
                                    "booleans in the mask", row->items[j]);
    }
  return ASSAY_OK;
}

static bool
is_legal (const struct request *request, size_t i, size_t j)
{
  return !(request->causal && j > i)
         && (request->mask == NULL
             || request->mask->items[i]->items[j]->boolean);
}

static enum assay_status
check_rows (struct assay_call *call, const struct request *request)
{
  size_t i, j;

  for (i = 0; i < request->q->count; i++)
    {
      for (j = 0; j < request->k->count && !is_legal (request, i, j); j++)
        ;
      if (j == request->k->count)
        return assay_fail (assay_call_ctx (call), ASSAY_EVALUE, NULL,
                           "a legal key in each row", "none in row %zu", i);
    }
  return ASSAY_OK;
}

static enum assay_status
check_shapes (struct assay_call *call, struct request *request)
{
  size_t key_width = 0;
  enum assay_status status;

  status = assay_call_matrix (call, 0, request->q, &request->width);
  if (status == ASSAY_OK)
    status = assay_call_matrix (call, 1, request->k, &key_width);
  if (status == ASSAY_OK)
    status = assay_call_matrix (call, 2, request->v, &request->columns);
  if (status != ASSAY_OK)
    return status;
  if (request->width == 0)
    return assay_call_refuse (call, 0, ASSAY_EVALUE,
                              "queries with components", request->q);
  if (key_width != request->width)
    return assay_call_refuse (call, 1, ASSAY_EVALUE,
                              "keys as wide as the queries", request->k);
  if (request->v->count != request->k->count)
    return assay_call_refuse (call, 2, ASSAY_EVALUE,
                              "a row of values for each key", request->v);
  return ASSAY_OK;
}

/* The scale as given, or 1/sqrt (width).  */
static enum assay_status
find_scale (struct assay_call *call, struct request *request)
{
  struct assay_value *given = call->options[OPTION_SCALE], *base, *exponent;
  enum assay_status status;
  mpq_t half;

  if (given)
    {
      if (!assay_value_is_number (given))
        return assay_call_refuse (call, SIZE_MAX, ASSAY_ETYPE,
                                  "a number as scale", given);
      request->scale = assay_value_ref (given);
      return ASSAY_OK;
    }
  base = assay_value_integer ((long) request->width);
  mpq_init (half);
  mpq_set_si (half, -1, 2);
  exponent = assay_value_rational (half);
  mpq_clear (half);
  status = assay_numeric_pow (&request->scale, base, exponent,
                              assay_call_ctx (call));
  assay_value_unref (base);
  assay_value_unref (exponent);
  return status;
}

static enum assay_status
read_request (struct assay_call *call, struct request *request)
{
  const struct assay_value *causal = call->options[OPTION_CAUSAL];
  const struct assay_value *mask = call->options[OPTION_MASK];
  enum assay_status status;

  memset (request, 0, sizeof *request);
  request->q = call->arguments[0];
  request->k = call->arguments[1];
  request->v = call->arguments[2];
  request->mask = mask && mask->kind != ASSAY_VALUE_NONE ? mask : NULL;
  if (causal == NULL)
    return assay_fail (assay_call_ctx (call), ASSAY_ETYPE, NULL,
                       "causal=true or causal=false", "no such option");
  if (causal->kind != ASSAY_VALUE_BOOLEAN)
    return assay_call_refuse (call, SIZE_MAX, ASSAY_ETYPE,
                              "true or false as causal", causal);
  request->causal = causal->boolean;
  status = check_shapes (call, request);
  if (status == ASSAY_OK)
    status = check_mask (call, request);
  if (status == ASSAY_OK)
    status = check_rows (call, request);
  if (status == ASSAY_OK)
    status = find_scale (call, request);
  return status;
}

/* *OUTPUT <- sum of EXPS times the values of the COUNT keys LEGAL, over
   TOTAL.  */
static enum assay_status
mix (struct assay_value **output, struct assay_call *call,
     const struct request *request, const size_t *legal, size_t count,
     struct assay_value *const *exps, struct assay_value *total)
{
  struct assay_ctx *ctx = assay_call_ctx (call);
  struct assay_value **items, **column, *sum;
  enum assay_status status = assay_call_items (call, &items,
                                               request->columns);
  size_t c, j;

  if (status != ASSAY_OK)
    return status;
  column = assay_calloc (count, sizeof (*column));
  for (c = 0; c < request->columns && status == ASSAY_OK; c++)
    {
      for (j = 0; j < count; j++)
        column[j] = request->v->items[legal[j]]->items[c];
      status = assay_numeric_dot (&sum, exps, column, count, ctx);
      if (status == ASSAY_OK)
        {
          status = assay_numeric_div (&items[c], sum, total, ctx);
          assay_value_unref (sum);
        }
    }
  free (column);
  return assay_list_finish (output, items, request->columns, status);
}

/* *WEIGHTS, *OUTPUT <- row I.  */
static enum assay_status
attend (struct assay_value **weights, struct assay_value **output,
        struct assay_call *call, const struct request *request, size_t i)
{
  struct assay_ctx *ctx = assay_call_ctx (call);
  size_t keys = request->k->count, count = 0, j;
  size_t *legal = assay_calloc (keys, sizeof *legal);
  struct assay_value **scores = assay_calloc (keys, sizeof (*scores));
  struct assay_value **exps = assay_calloc (keys, sizeof (*exps));
  struct assay_value **items = assay_calloc (keys, sizeof (*items));
  struct assay_value **row, *total = NULL, *product;
  enum assay_status status = ASSAY_OK;

  for (j = 0; j < keys && status == ASSAY_OK; j++)
    if (is_legal (request, i, j))
      {
        status = assay_numeric_dot (&product, request->q->items[i]->items,
                                    request->k->items[j]->items,
                                    request->width, ctx);
        if (status != ASSAY_OK)
          break;
        legal[count] = j;
        status = assay_numeric_mul (&scores[count++], product, request->scale,
                                    ctx);
        assay_value_unref (product);
      }
  if (status == ASSAY_OK)
    status = weigh (items, exps, &total, scores, count, ctx);
  if (status == ASSAY_OK)
    status = mix (output, call, request, legal, count, exps, total);
  if (status == ASSAY_OK)
    {
      row = assay_calloc (keys, sizeof (*row));
      for (j = 0; j < count; j++)
        row[legal[j]] = assay_value_ref (items[j]);
      for (j = 0; j < keys; j++)
        if (row[j] == NULL)
          row[j] = assay_value_integer (0);
      status = assay_list_finish (weights, row, keys, ASSAY_OK);
    }
  assay_value_unref (total);
  free (legal);
  assay_values_free (scores, keys);
  assay_values_free (exps, keys);
  assay_values_free (items, keys);
  return status;
}

enum assay_status
assay_builtin_attention (struct assay_value **result,
                         struct assay_call *call)
{
  struct assay_value **weights, **output = NULL, *fields[2];
  struct request request;
  enum assay_status status = read_request (call, &request);
  size_t i, count = call->arguments[0]->count;

  if (status == ASSAY_OK)
    status = assay_call_items (call, &weights, count);
  if (status == ASSAY_OK)
    output = assay_calloc (count, sizeof (*output));
  if (status != ASSAY_OK)
    {
      assay_value_unref (request.scale);
      return status;
    }
  for (i = 0; i < count && status == ASSAY_OK; i++)
    status = attend (&weights[i], &output[i], call, &request, i);
  assay_value_unref (request.scale);
  status = assay_list_finish (&fields[0], weights, count, status);
  if (status != ASSAY_OK)
    {
      assay_values_free (output, count);
      return status;
    }
  assay_list_finish (&fields[1], output, count, ASSAY_OK);
  *result = assay_value_record ("attention's result", attention_fields,
                                fields, 2);
  return ASSAY_OK;
}
