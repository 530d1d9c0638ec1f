/* builtin_rotary.c -- rotations by rotors: rotor, rotary, rotate

   Where everything is rational and every position an integer the exact layer
   computes; otherwise (irrational components, positions that are variables)
   the same products are formed as expressions.  */

#include <stdlib.h>

#include "base/memory.h"
#include "claims/builtin_functions.h"
#include "claims/numeric.h"
#include "claims/rotors.h"
#include "exact/rat.h"
#include "exact/rotary.h"

static const char *const profile_names[] = { "open", "lesson", NULL };

enum
{
  OPTION_LAYOUT,
  OPTION_PROFILE
};

/* Argument I, or item K of it, is a positioned vector of numbers.  */
static enum assay_status
check_point (struct assay_call *call, size_t i,
             const struct assay_value *point)
{
  if (point->kind != ASSAY_VALUE_POINT)
    return assay_call_refuse (call, i, ASSAY_ETYPE,
                              "a positioned vector such as v@3", point);
  return assay_call_vector (call, i, point->items[0]);
}

static bool
is_exact_point (const struct assay_value *point)
{
  return assay_value_all_rational (point->items[0])
         && assay_value_is_integer (point->items[1]);
}

/* ---- the exact path ---- */

/* V <- LIST with pairs side by side.  */
static void
fill_vector (struct assay_vec *v, const struct assay_value *list,
             enum assay_pairing pairing)
{
  size_t pairs = list->count / 2, i, x, y;

  if (v->n != list->count)
    {
      assay_vec_clear (v);
      assay_vec_init (v, list->count);
    }
  for (i = 0; i < pairs; i++)
    {
      assay_pair_places (&x, &y, i, list->count, pairing);
      mpq_set (v->at[2 * i], list->items[x]->rational);
      mpq_set (v->at[2 * i + 1], list->items[y]->rational);
    }
  if (list->count % 2)
    mpq_set (v->at[list->count - 1], list->items[list->count - 1]->rational);
}

static void
fill_rotors (struct assay_vec *v, const struct assay_value *rotors)
{
  size_t i;

  assay_vec_clear (v);
  assay_vec_init (v, 2 * rotors->count);
  for (i = 0; i < rotors->count; i++)
    {
      mpq_set (v->at[2 * i], rotors->items[i]->items[0]->rational);
      mpq_set (v->at[2 * i + 1], rotors->items[i]->items[1]->rational);
    }
}

/* The scores of argument 0 against KEYS, exactly, as the list *RESULT.  */
static enum assay_status
exact_scores (struct assay_value **result, struct assay_call *call,
              struct assay_value *const *keys, size_t count,
              enum assay_pairing pairing, enum assay_profile profile)
{
  const struct assay_value *query = call->arguments[0];
  struct assay_ctx *ctx = assay_call_ctx (call);
  struct assay_value **items;
  struct assay_rotary request;
  enum assay_status status = assay_call_items (call, &items, count);
  mpq_t *scores;
  size_t j;

  if (status != ASSAY_OK)
    return status;
  assay_rotary_init (&request);
  fill_vector (&request.query, query->items[0], pairing);
  mpz_set (request.query_position, mpq_numref (query->items[1]->rational));
  assay_rotary_set_keys (&request, count, 0);
  assay_rotary_set_positions (&request, count);
  for (j = 0; j < count; j++)
    {
      fill_vector (&request.keys[j], keys[j]->items[0], pairing);
      mpz_set (request.key_positions[j],
               mpq_numref (keys[j]->items[1]->rational));
    }
  fill_rotors (&request.rotors, call->arguments[2]);
  status = assay_rotary_check (&request, profile, ctx);
  scores = assay_calloc (count, sizeof *scores);
  for (j = 0; j < count; j++)
    mpq_init (scores[j]);
  if (status == ASSAY_OK)
    status = assay_rotary_scores (scores, &request, ctx);
  for (j = 0; j < count; j++)
    {
      if (status == ASSAY_OK)
        items[j] = assay_value_rational (scores[j]);
      mpq_clear (scores[j]);
    }
  free (scores);
  assay_rotary_clear (&request);
  return assay_list_finish (result, items, count, status);
}

static enum assay_status
general_scores (struct assay_value **result, struct assay_call *call,
                struct assay_value *const *keys, size_t count,
                enum assay_pairing pairing)
{
  struct assay_value *const *query = call->arguments[0]->items;
  const struct assay_value *rotors = call->arguments[2];
  struct assay_value **items, *q, *k = NULL;
  enum assay_status status;
  size_t j;

  status = assay_rotors_turn (&q, call, 0, query[0], query[1], rotors,
                              pairing);
  if (status != ASSAY_OK)
    return status;
  status = assay_call_items (call, &items, count);
  for (j = 0; j < count && status == ASSAY_OK; j++)
    {
      if (keys[j]->items[0]->count != q->count)
        {
          status = assay_call_refuse (call, 1, ASSAY_EVALUE,
                                      "keys as wide as the query",
                                      keys[j]->items[0]);
          break;
        }
      status = assay_rotors_turn (&k, call, 1, keys[j]->items[0],
                                  keys[j]->items[1], rotors, pairing);
      if (status == ASSAY_OK)
        {
          status = assay_numeric_dot (&items[j], q->items, k->items, q->count,
                                      assay_call_ctx (call));
          assay_value_unref (k);
        }
    }
  assay_value_unref (q);
  return assay_list_finish (result, items, count, status);
}

/* The lesson's contract knows integers alone.  */
static enum assay_status
refuse_inexact (struct assay_call *call, size_t i,
                const struct assay_value *point)
{
  size_t k;

  for (k = 0; k < point->items[0]->count; k++)
    if (point->items[0]->items[k]->kind != ASSAY_VALUE_RATIONAL)
      return assay_call_refuse (call, i, ASSAY_ETYPE, "an integer",
                                point->items[0]->items[k]);
  if (!assay_value_is_integer (point->items[1]))
    return assay_call_refuse_integer (call, i, "an integer position",
                                      point->items[1]);
  return ASSAY_OK;
}

enum assay_status
assay_builtin_rotary (struct assay_value **result, struct assay_call *call)
{
  struct assay_value *const keys = call->arguments[1];
  bool single = keys->kind == ASSAY_VALUE_POINT;
  struct assay_value *const *items = single ? &call->arguments[1]
                                            : keys->items;
  size_t count = single ? 1 : keys->count, pairing, profile, j;
  struct assay_value *scores;
  enum assay_status status;
  bool exact;

  status = assay_call_choice (call, OPTION_LAYOUT, assay_pairing_names,
                              &pairing);
  if (status == ASSAY_OK)
    status = assay_call_choice (call, OPTION_PROFILE, profile_names, &profile);
  if (status == ASSAY_OK)
    status = check_point (call, 0, call->arguments[0]);
  if (status == ASSAY_OK && !single && keys->kind != ASSAY_VALUE_LIST)
    status = check_point (call, 1, keys);
  for (j = 0; j < count && status == ASSAY_OK; j++)
    status = check_point (call, 1, items[j]);
  if (status == ASSAY_OK)
    status = assay_rotors_check (call, 2);
  if (status == ASSAY_OK && profile == ASSAY_PROFILE_LESSON)
    status = refuse_inexact (call, 0, call->arguments[0]);
  for (j = 0;
       j < count && status == ASSAY_OK && profile == ASSAY_PROFILE_LESSON; j++)
    status = refuse_inexact (call, 1, items[j]);
  if (status != ASSAY_OK)
    return status;
  exact = is_exact_point (call->arguments[0])
          && assay_rotors_are_rational (call->arguments[2]);
  for (j = 0; j < count && exact; j++)
    exact = is_exact_point (items[j]);
  if (exact)
    status = exact_scores (&scores, call, items, count,
                           (enum assay_pairing) pairing,
                           (enum assay_profile) profile);
  else if (profile == ASSAY_PROFILE_LESSON)
    status = assay_call_refuse (call, 2, ASSAY_ETYPE, "rational rotors",
                                call->arguments[2]);
  else
    status = general_scores (&scores, call, items, count,
                             (enum assay_pairing) pairing);
  if (status != ASSAY_OK || !single)
    {
      if (status == ASSAY_OK)
        *result = scores;
      return status;
    }
  *result = assay_value_ref (scores->items[0]);
  assay_value_unref (scores);
  return ASSAY_OK;
}

/* R^P V with the exact layer.  */
static enum assay_status
exact_rotate (struct assay_value **result, struct assay_call *call,
              enum assay_pairing pairing)
{
  const struct assay_value *list = call->arguments[0];
  struct assay_ctx *ctx = assay_call_ctx (call);
  struct assay_vec v, rotors;
  struct assay_value **items;
  enum assay_status status;
  mpq_t *rotated;
  size_t i, x, y;

  status = assay_call_items (call, &items, list->count);
  if (status != ASSAY_OK)
    return status;
  assay_vec_init (&v, 0);
  assay_vec_init (&rotors, 0);
  fill_vector (&v, list, pairing);
  fill_rotors (&rotors, call->arguments[2]);
  rotated = assay_rationals_new (v.n);
  status = assay_rotary_rotate (
    rotated, &v, mpq_numref (call->arguments[1]->rational), &rotors, ctx);
  for (i = 0; i < v.n / 2 && status == ASSAY_OK; i++)
    {
      assay_pair_places (&x, &y, i, v.n, pairing);
      items[x] = assay_value_rational (rotated[2 * i]);
      items[y] = assay_value_rational (rotated[2 * i + 1]);
    }
  assay_rationals_free (rotated, v.n);
  assay_vec_clear (&v);
  assay_vec_clear (&rotors);
  return assay_list_finish (result, items, list->count, status);
}

enum assay_status
assay_builtin_rotate (struct assay_value **result, struct assay_call *call)
{
  const struct assay_value *v = call->arguments[0];
  enum assay_status status = assay_numeric_settle (&call->arguments[1],
                                                   assay_call_ctx (call));
  struct assay_value *p = call->arguments[1];
  const struct assay_value *rotors = call->arguments[2];
  size_t pairing;

  if (status == ASSAY_OK)
    status = assay_call_choice (call, OPTION_LAYOUT, assay_pairing_names,
                                &pairing);
  if (status == ASSAY_OK)
    status = assay_call_vector (call, 0, v);
  if (status == ASSAY_OK)
    status = assay_call_number (call, 1);
  if (status == ASSAY_OK)
    status = assay_rotors_check (call, 2);
  if (status != ASSAY_OK)
    return status;
  if (assay_value_all_rational (v) && assay_value_is_integer (p)
      && assay_rotors_are_rational (rotors) && v->count > 0
      && v->count % 2 == 0 && rotors->count == v->count / 2)
    return exact_rotate (result, call, (enum assay_pairing) pairing);
  return assay_rotors_turn (result, call, 0, v, p, rotors,
                            (enum assay_pairing) pairing);
}
