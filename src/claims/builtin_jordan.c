/* builtin_jordan.c -- the Jordan block, and least squares: jordan,
   jordan_score, mse

   All of them are exact and take rationals alone.  */

#include <stdint.h>
#include <stdlib.h>

#include "base/memory.h"
#include "claims/builtin_functions.h"
#include "claims/call.h"
#include "claims/numeric.h"
#include "exact/jordan.h"
#include "exact/leastsq.h"
#include "exact/vec.h"

enum { OPTION_VARIANT, OPTION_LENGTH };

enum { W = ASSAY_JORDAN_WIDTH };

/* The first three are functions of the lag; the last two are mistakes.  */
static const char *const lag_variants[] = {
  "exact", "scaled", "bounded", NULL
};
static const char *const score_variants[] = {
  "exact", "scaled", "bounded", "bounded-positions", "shared-transform",
  "sign-reversed", NULL
};

enum { SHARED_TRANSFORM = ASSAY_JORDAN_VARIANTS, SIGN_REVERSED };

/* VALUE, of or in argument I, is a rational.  */
static enum assay_status
need_rational (struct assay_call *call, size_t i,
               const struct assay_value *value)
{
  if (value->kind == ASSAY_VALUE_RATIONAL)
    return ASSAY_OK;
  return assay_call_refuse (call, i, ASSAY_ETYPE, "a rational number",
                            value);
}

/* *N <- VALUE, of or in argument I, an integer of 64 bits.  */
static enum assay_status
need_position (struct assay_call *call, size_t i,
               struct assay_value *value, long *n)
{
  if (value->kind != ASSAY_VALUE_RATIONAL
      || mpz_cmp_ui (mpq_denref (value->rational), 1) != 0)
    return assay_call_refuse_integer (call, i, "an integer position", value);
  if (!mpz_fits_slong_p (mpq_numref (value->rational)))
    return assay_call_refuse (call, i, ASSAY_ELIMIT,
                              "a position of 64 bits", value);
  *n = mpz_get_si (mpq_numref (value->rational));
  return ASSAY_OK;
}

/* Whether VALUE is a list of two, or a rotor, both parts rational.  */
static bool
is_rational_rotor (const struct assay_value *value)
{
  return (value->kind == ASSAY_VALUE_LIST
          || (value->kind == ASSAY_VALUE_RECORD
              && assay_value_field (value, "c")))
         && value->count == 2
         && value->items[0]->kind == ASSAY_VALUE_RATIONAL
         && value->items[1]->kind == ASSAY_VALUE_RATIONAL;
}

/* BLOCK, initialised, <- arguments I, I+1, I+2 (rotor, damping, eta) and the
   option length, which NEEDS_LENGTH makes obligatory.  */
static enum assay_status
set_block (struct assay_jordan *block, struct assay_call *call, size_t i,
           bool needs_length)
{
  struct assay_value *const *a = call->arguments + i;
  struct assay_value *length = call->options[OPTION_LENGTH];
  struct assay_ctx *ctx = assay_call_ctx (call);
  enum assay_status status;
  mpq_t L;

  if (!is_rational_rotor (a[0]))
    return assay_call_refuse (call, i, ASSAY_ETYPE,
                              "a rotor with rational parts", a[0]);
  status = need_rational (call, i + 1, a[1]);
  if (status == ASSAY_OK)
    status = need_rational (call, i + 2, a[2]);
  if (status == ASSAY_OK && length)
    status = need_rational (call, SIZE_MAX, length);
  if (status != ASSAY_OK)
    return status;
  if (needs_length && !length)
    return assay_fail (ctx, ASSAY_EVALUE, NULL,
                       "the option length= with this variant", "none");
  mpq_init (L);
  mpq_set_ui (L, 1, 1);
  if (length)
    mpq_set (L, length->rational);
  status = assay_jordan_set (block, a[0]->items[0]->rational,
                             a[0]->items[1]->rational, a[1]->rational,
                             a[2]->rational, L, ctx);
  mpq_clear (L);
  return status;
}

/* *RESULT <- G as a list of rows.  */
static enum assay_status
list_of_rows (struct assay_value **result, struct assay_call *call,
              const struct assay_matrix *g)
{
  struct assay_value **rows, **row;
  enum assay_status status = assay_call_items (call, &rows, g->rows);
  size_t i, j;

  for (i = 0; i < g->rows && status == ASSAY_OK; i++)
    {
      status = assay_call_items (call, &row, g->columns);
      for (j = 0; j < g->columns && status == ASSAY_OK; j++)
        row[j] = assay_value_rational (assay_matrix_entry (g, i, j));
      if (status == ASSAY_OK)
        status = assay_list_finish (&rows[i], row, g->columns, status);
    }
  return rows ? assay_list_finish (result, rows, g->rows, status) : status;
}

/* jordan (d, rotor, r, eta, variant=, length=): the operator of lag d.  */
enum assay_status
assay_builtin_jordan (struct assay_value **result, struct assay_call *call)
{
  struct assay_jordan block;
  struct assay_matrix g;
  enum assay_status status;
  size_t variant = 0;
  long d;

  status = assay_numeric_settle (&call->arguments[0], assay_call_ctx (call));
  if (status == ASSAY_OK)
    status = need_position (call, 0, call->arguments[0], &d);
  if (status == ASSAY_OK)
    status = assay_call_choice (call, OPTION_VARIANT, lag_variants,
                                &variant);
  if (status != ASSAY_OK)
    return status;
  assay_jordan_init (&block);
  assay_matrix_init (&g, W, W);
  status = set_block (&block, call, 1, variant != ASSAY_JORDAN_EXACT);
  if (status == ASSAY_OK)
    status = assay_jordan_matrix (&g, &block,
                                  (enum assay_jordan_variant) variant, d, 0,
                                  assay_call_ctx (call));
  if (status == ASSAY_OK)
    status = list_of_rows (result, call, &g);
  assay_matrix_clear (&g);
  assay_jordan_clear (&block);
  return status;
}

/* V and *POSITION <- argument I, four rationals at an integer.  */
static enum assay_status
take_point (struct assay_vec *v, long *position, struct assay_call *call,
            size_t i)
{
  const struct assay_value *point = call->arguments[i], *list;
  enum assay_status status = ASSAY_OK;
  size_t k;

  if (point->kind != ASSAY_VALUE_POINT)
    return assay_call_refuse (call, i, ASSAY_ETYPE,
                              "a positioned vector such as v@3", point);
  list = point->items[0];
  if (list->kind != ASSAY_VALUE_LIST || list->count != W)
    return assay_call_refuse (call, i,
                              list->kind == ASSAY_VALUE_LIST ? ASSAY_EVALUE
                                                             : ASSAY_ETYPE,
                              "a vector of four components", list);
  for (k = 0; k < W && status == ASSAY_OK; k++)
    {
      status = need_rational (call, i, list->items[k]);
      if (status == ASSAY_OK)
        mpq_set (v->at[k], list->items[k]->rational);
    }
  return status == ASSAY_OK
         ? need_position (call, i, point->items[1], position) : status;
}

/* jordan_score (q@i, k@j, rotor, r, eta, variant=, length=).  */
enum assay_status
assay_builtin_jordan_score (struct assay_value **result,
                            struct assay_call *call)
{
  struct assay_ctx *ctx = assay_call_ctx (call);
  struct assay_value *score;
  struct assay_jordan block;
  struct assay_vec q, k;
  enum assay_status status;
  size_t variant;
  long i = 0, j = 0;

  status = assay_call_choice (call, OPTION_VARIANT, score_variants,
                              &variant);
  if (status != ASSAY_OK)
    return status;
  assay_jordan_init (&block);
  assay_vec_init (&q, W);
  assay_vec_init (&k, W);
  score = assay_value_blank ();
  status = take_point (&q, &i, call, 0);
  if (status == ASSAY_OK)
    status = take_point (&k, &j, call, 1);
  if (status == ASSAY_OK)
    status = set_block (&block, call, 2,
                        variant != ASSAY_JORDAN_EXACT
                        && variant < SHARED_TRANSFORM);
  if (status == ASSAY_OK && variant < SHARED_TRANSFORM)
    status = assay_jordan_score (score->rational, &block,
                                 (enum assay_jordan_variant) variant, q.at,
                                 i, k.at, j, ctx);
  else if (status == ASSAY_OK)
    status = assay_jordan_faulty_score (score->rational, &block,
                                        variant == SHARED_TRANSFORM
                                        ? ASSAY_JORDAN_SHARED_TRANSFORM
                                        : ASSAY_JORDAN_SIGN_REVERSED,
                                        q.at, i, k.at, j, ctx);
  if (status == ASSAY_OK)
    *result = assay_value_ready (score);
  else
    assay_value_unref (score);
  assay_jordan_clear (&block);
  assay_vec_clear (&q);
  assay_vec_clear (&k);
  return status;
}

/* ROW <- the values at POINT of the basis, argument 1, and of the target,
   argument 0.  */
static enum assay_status
values_at (mpq_t *row, struct assay_call *call, struct assay_value *point)
{
  const struct assay_node *target = call->node->items[0];
  const struct assay_node *basis = call->node->items[1];
  enum assay_status status = ASSAY_OK;
  struct assay_value *value;
  size_t b;

  for (b = 0; b <= basis->count && status == ASSAY_OK; b++)
    {
      status = assay_machine_apply (call->machine, &value,
                                    b < basis->count ? basis->items[b]
                                                     : target, point);
      if (status != ASSAY_OK)
        break;
      status = need_rational (call, b < basis->count, value);
      if (status == ASSAY_OK)
        mpq_set (row[b], value->rational);
      assay_value_unref (value);
    }
  return status;
}

/* GRAM <- the rows of all points of argument 2.  */
static enum assay_status
sum_rows (struct assay_gram *gram, struct assay_call *call)
{
  const struct assay_value *points = call->arguments[2];
  struct assay_ctx *ctx = assay_call_ctx (call);
  enum assay_status status = ASSAY_OK;
  struct assay_vec row;
  size_t i;

  assay_vec_init (&row, gram->m + 1);
  for (i = 0; i < points->count && status == ASSAY_OK; i++)
    {
      status = assay_ctx_in_time (ctx, NULL);
      if (status == ASSAY_OK)
        status = values_at (row.at, call, points->items[i]);
      if (status == ASSAY_OK)
        {
          assay_gram_add_rationals (gram, (const mpq_t *) row.at);
          status = assay_ctx_afford (ctx, NULL, "sums of products",
                                     assay_leastsq_bits (gram));
        }
    }
  assay_vec_clear (&row);
  return status;
}

/* mse (target, [functions], points): the least mean over the points of
   (target - sum of weight times function)^2.  */
enum assay_status
assay_builtin_mse (struct assay_value **result, struct assay_call *call)
{
  enum assay_status status = assay_call_list (call, 2);
  struct assay_gram gram;
  struct assay_fit fit;

  if (status == ASSAY_OK && call->arguments[2]->count == 0)
    status = assay_call_refuse (call, 2, ASSAY_EVALUE,
                                "at least one point", call->arguments[2]);
  if (status != ASSAY_OK)
    return status;
  assay_gram_init (&gram, call->node->items[1]->count);
  status = sum_rows (&gram, call);
  if (status == ASSAY_OK)
    {
      assay_fit_init (&fit, gram.m);
      assay_leastsq_fit (&fit, &gram);
      *result = assay_value_rational (fit.mse);
      assay_fit_clear (&fit);
    }
  assay_gram_clear (&gram);
  return status;
}
