/* builtin_table.c -- tables of positions: frequencies, turns, sinusoids,
   ALiBi */

#include "claims/builtin_functions.h"
#include "claims/frequencies.h"
#include "claims/numeric.h"
#include "claims/pairs.h"

enum assay_status
assay_builtin_thetas (struct assay_value **result, struct assay_call *call)
{
  struct assay_value *one;
  enum assay_status status;
  unsigned long width;

  status = assay_call_width (call, 0, &width);
  if (status == ASSAY_OK)
    status = assay_call_positive (call, 1, call->arguments[1],
                                  "a base above 0");
  if (status != ASSAY_OK)
    return status;
  one = assay_value_integer (1);
  status = assay_frequencies (result, call, call->arguments[1], width, one);
  assay_value_unref (one);
  return status;
}

/* *RESULT <- delta theta_i / (2 pi) for each pair.  */
enum assay_status
assay_builtin_turns (struct assay_value **result, struct assay_call *call)
{
  struct assay_ctx *ctx = assay_call_ctx (call);
  struct assay_value *pi, *two, *circle = NULL, *factor = NULL;
  enum assay_status status;
  unsigned long width;

  status = assay_call_width (call, 0, &width);
  if (status == ASSAY_OK)
    status = assay_call_number (call, 1);
  if (status == ASSAY_OK)
    status = assay_call_positive (call, 2, call->arguments[2],
                                  "a base above 0");
  if (status != ASSAY_OK)
    return status;
  pi = assay_value_real (assay_expr_new_pi ());
  two = assay_value_integer (2);
  status = assay_numeric_mul (&circle, two, pi, ctx);
  if (status == ASSAY_OK)
    status = assay_numeric_div (&factor, call->arguments[1], circle, ctx);
  if (status == ASSAY_OK)
    status = assay_frequencies (result, call, call->arguments[2], width,
                                factor);
  assay_value_unref (pi);
  assay_value_unref (two);
  assay_value_unref (circle);
  assay_value_unref (factor);
  return status;
}

enum assay_status
assay_builtin_slow_pairs (struct assay_value **result, struct assay_call *call)
{
  struct assay_value *turns, *one;
  enum assay_status status = assay_builtin_turns (&turns, call);
  long count = 0;
  size_t i;
  int order;

  if (status != ASSAY_OK)
    return status;
  one = assay_value_integer (1);
  for (i = 0; i < turns->count && status == ASSAY_OK; i++)
    {
      status = assay_numeric_order (&order, turns->items[i], one,
                                    assay_call_ctx (call));
      count += status == ASSAY_OK && order < 0;
    }
  assay_value_unref (one);
  assay_value_unref (turns);
  if (status == ASSAY_OK)
    *result = assay_value_integer (count);
  return status;
}

/* *RESULT <- sin and cos of POSITION theta_i, alternating.  */
static enum assay_status
sinusoid (struct assay_value **result, struct assay_call *call,
          struct assay_value *position, size_t width, struct assay_value *base)
{
  struct assay_value *angles, **items;
  enum assay_status status;
  size_t i;

  status = assay_frequencies (&angles, call, base, width, position);
  if (status != ASSAY_OK)
    return status;
  status = assay_call_items (call, &items, width);
  for (i = 0; i < angles->count && status == ASSAY_OK; i++)
    status = assay_pair_direction (&items[2 * i + 1], &items[2 * i],
                                   angles->items[i], assay_call_ctx (call));
  assay_value_unref (angles);
  return assay_list_finish (result, items, width, status);
}

enum assay_status
assay_builtin_sinusoid (struct assay_value **result, struct assay_call *call)
{
  enum assay_status status = assay_call_number (call, 0);
  unsigned long width;

  if (status == ASSAY_OK)
    status = assay_call_width (call, 1, &width);
  if (status == ASSAY_OK)
    status = assay_call_positive (call, 2, call->arguments[2],
                                  "a base above 0");
  if (status != ASSAY_OK)
    return status;
  return sinusoid (result, call, call->arguments[0], width,
                   call->arguments[2]);
}

/* (q + P[m]) . (k + P[n]) with P the sinusoid.  */
enum assay_status
assay_builtin_add_score (struct assay_value **result, struct assay_call *call)
{
  struct assay_value *sums[2] = { NULL, NULL }, *table;
  enum assay_status status = assay_call_two_points (call);
  size_t i;

  if (status == ASSAY_OK)
    status = assay_call_positive (call, 2, call->arguments[2],
                                  "a base above 0");
  for (i = 0; i < 2 && status == ASSAY_OK; i++)
    {
      struct assay_value *vector = call->arguments[i]->items[0];

      status = sinusoid (&table, call, call->arguments[i]->items[1],
                         vector->count, call->arguments[2]);
      if (status == ASSAY_OK)
        {
          status = assay_machine_operate (call->machine, &sums[i], '+', vector,
                                          table);
          assay_value_unref (table);
        }
    }
  if (status == ASSAY_OK)
    status = assay_numeric_dot (result, sums[0]->items, sums[1]->items,
                                sums[0]->count, assay_call_ctx (call));
  assay_value_unref (sums[0]);
  assay_value_unref (sums[1]);
  return status;
}

/* *SLOPE <- 2^(-P/Q).  */
static enum assay_status
slope (struct assay_value **result, struct assay_call *call, unsigned long p,
       unsigned long q)
{
  struct assay_value *two = assay_value_integer (2), *exponent;
  enum assay_status status;
  mpq_t x;

  mpq_init (x);
  mpq_set_si (x, -(long) p, q);
  mpq_canonicalize (x);
  exponent = assay_value_rational (x);
  mpq_clear (x);
  status = assay_numeric_pow (result, two, exponent, assay_call_ctx (call));
  assay_value_unref (two);
  assay_value_unref (exponent);
  return status;
}

/* With c the largest power of two up to the count of heads: 2^(-8k/c) for
   k = 1..c, then every other slope of 2c heads, 2^(-4(2j-1)/c).  */
enum assay_status
assay_builtin_alibi_slopes (struct assay_value **result,
                            struct assay_call *call)
{
  unsigned long heads, c = 1, k;
  struct assay_value **items;
  enum assay_status status;

  status = assay_call_size (call, 0, 1, ASSAY_LARGEST_WIDTH, &heads);
  if (status == ASSAY_OK)
    status = assay_call_items (call, &items, heads);
  if (status != ASSAY_OK)
    return status;
  while (2 * c <= heads)
    c *= 2;
  for (k = 0; k < heads && status == ASSAY_OK; k++)
    status = k < c ? slope (&items[k], call, 8 * (k + 1), c)
                   : slope (&items[k], call, 4 * (2 * (k - c) + 1), c);
  return assay_list_finish (result, items, heads, status);
}
