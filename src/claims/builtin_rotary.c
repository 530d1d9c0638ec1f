/* builtin_rotary.c -- rotations by rotors: rotor, rotary, rotate

   Where everything is rational and every position an integer the exact layer
   computes; otherwise (irrational components, positions that are variables)
   the same products are formed as expressions.  */

#include <stdint.h>
#include <stdlib.h>

#include "base/memory.h"
#include "claims/builtin_functions.h"
#include "claims/call.h"
#include "claims/number.h"
#include "claims/pairs.h"
#include "exact/rotary.h"
#include "real/decide.h"

static const char *const rotor_fields[] = { "c", "s" };
static const char *const profile_names[] = { "open", "lesson", NULL };

enum { OPTION_LAYOUT, OPTION_PROFILE };

/* ASSAY_OK iff C^2 + S^2 = 1.  */
static enum assay_status
check_circle (struct assay_call *call, struct assay_value *c,
              struct assay_value *s)
{
  struct assay_value *parts[2], *length = NULL, *one;
  struct assay_ctx *ctx = assay_call_ctx (call);
  struct assay_expr *x, *y;
  struct assay_decision decision;
  enum assay_status status;

  parts[0] = c;
  parts[1] = s;
  status = assay_number_dot (&length, parts, parts, 2, ctx);
  if (status != ASSAY_OK)
    return status;
  one = assay_value_integer (1);
  x = assay_value_expr (length);
  y = assay_value_expr (one);
  status = assay_decide (&decision, x, ASSAY_EQ, y, ctx);
  if (status == ASSAY_OK && decision.verdict == ASSAY_FAILS)
    status = assay_call_refuse (call, SIZE_MAX, ASSAY_EVALUE,
                                "c^2 + s^2 = 1", length);
  else if (status == ASSAY_OK && decision.verdict == ASSAY_OPEN)
    status = assay_call_refuse (call, SIZE_MAX, ASSAY_ELIMIT,
                                "a proof of c^2 + s^2 = 1", length);
  assay_expr_unref (x);
  assay_expr_unref (y);
  assay_value_unref (one);
  assay_value_unref (length);
  return status;
}

enum assay_status
assay_builtin_rotor (struct assay_value **result, struct assay_call *call)
{
  struct assay_value *parts[2];
  enum assay_status status = assay_call_number (call, 0);

  if (status == ASSAY_OK)
    status = assay_call_number (call, 1);
  if (status == ASSAY_OK)
    status = check_circle (call, call->arguments[0], call->arguments[1]);
  if (status != ASSAY_OK)
    return status;
  parts[0] = assay_value_ref (call->arguments[0]);
  parts[1] = assay_value_ref (call->arguments[1]);
  *result = assay_value_record ("a rotor", rotor_fields, parts, 2);
  return ASSAY_OK;
}

/* Argument I is a list of rotors, made by rotor () or written [c, s].  */
static enum assay_status
check_rotors (struct assay_call *call, size_t i)
{
  const struct assay_value *rotors = call->arguments[i];
  enum assay_status status = ASSAY_OK;
  size_t k;

  if (rotors->kind != ASSAY_VALUE_LIST)
    return assay_call_refuse (call, i, ASSAY_ETYPE, "a list of rotors",
                              rotors);
  for (k = 0; k < rotors->count && status == ASSAY_OK; k++)
    {
      const struct assay_value *rotor = rotors->items[k];

      if (rotor->kind == ASSAY_VALUE_LIST && rotor->count == 2)
        status = assay_call_vector (call, i, rotor);
      else if (rotor->kind != ASSAY_VALUE_RECORD
               || rotor->names != rotor_fields)
        status = assay_call_refuse (call, i, ASSAY_ETYPE, "a rotor", rotor);
    }
  return status;
}

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
is_integer (const struct assay_value *value)
{
  return value->kind == ASSAY_VALUE_RATIONAL
         && mpz_cmp_ui (mpq_denref (value->rational), 1) == 0;
}

static bool
all_rational (const struct assay_value *list)
{
  size_t i = 0;

  while (i < list->count && list->items[i]->kind == ASSAY_VALUE_RATIONAL)
    i++;
  return i == list->count;
}

static bool
is_exact_point (const struct assay_value *point)
{
  return all_rational (point->items[0]) && is_integer (point->items[1]);
}

static bool
rotors_are_rational (const struct assay_value *rotors)
{
  size_t i = 0;

  while (i < rotors->count && all_rational (rotors->items[i]))
    i++;
  return i == rotors->count;
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
    mpq_set (v->at[list->count - 1],
             list->items[list->count - 1]->rational);
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
  return assay_call_finish (result, items, count, status);
}

/* ---- expressions ---- */

/* *C, *S <- the P-th power of (C0, S0) for an integer P, by squaring.  */
static enum assay_status
rotor_to_integer (struct assay_value **c, struct assay_value **s,
                  struct assay_value *c0, struct assay_value *s0,
                  mpz_srcptr p, struct assay_ctx *ctx)
{
  enum assay_status status = ASSAY_OK;
  size_t bit = mpz_sgn (p) ? mpz_sizeinbase (p, 2) : 0;
  struct assay_value *next[2], *base[2] = { NULL, NULL };
  mpz_t magnitude;

  status = assay_ctx_afford (ctx, NULL, "a power",
                             mpz_fits_slong_p (p)
                             ? 1 : (unsigned long long) -1);
  if (status != ASSAY_OK)
    return status;
  *c = assay_value_integer (1);
  *s = assay_value_integer (0);
  base[0] = assay_value_ref (c0);
  if (mpz_sgn (p) < 0)
    status = assay_number_neg (&base[1], s0, ctx);
  else
    base[1] = assay_value_ref (s0);
  mpz_init (magnitude);
  mpz_abs (magnitude, p);
  while (bit-- > 0 && status == ASSAY_OK)
    {
      status = assay_pair_turn (&next[0], &next[1], *c, *s, *c, *s, ctx);
      if (status == ASSAY_OK)
        {
          assay_pair_replace (c, s, next);
          if (mpz_tstbit (magnitude, bit))
            {
              status = assay_pair_turn (&next[0], &next[1], *c, *s, base[0],
                                        base[1], ctx);
              if (status == ASSAY_OK)
                assay_pair_replace (c, s, next);
            }
        }
    }
  mpz_clear (magnitude);
  assay_value_unref (base[0]);
  assay_value_unref (base[1]);
  if (status != ASSAY_OK)
    {
      assay_value_unref (*c);
      assay_value_unref (*s);
    }
  return status;
}

/* *C, *S <- cosine and sine of P times the angle of a rational rotor.  */
static enum assay_status
rotor_to_variable (struct assay_value **c, struct assay_value **s,
                   const struct assay_value *rotor, struct assay_value *p,
                   struct assay_ctx *ctx)
{
  struct assay_value *angle = NULL, *turned = NULL;
  struct assay_expr *x;
  enum assay_status status;

  status = assay_expr_angle (&x, rotor->items[0]->rational,
                             rotor->items[1]->rational, ctx);
  if (status != ASSAY_OK)
    return status;
  angle = assay_value_real (x);
  status = assay_number_mul (&turned, p, angle, ctx);
  assay_value_unref (angle);
  if (status == ASSAY_OK)
    status = assay_pair_direction (c, s, turned, ctx);
  assay_value_unref (turned);
  return status;
}

/* *RESULT <- the list V rotated by position P; I is the argument to blame.  */
static enum assay_status
turn_vector (struct assay_value **result, struct assay_call *call, size_t i,
             const struct assay_value *v, struct assay_value *p,
             const struct assay_value *rotors, enum assay_pairing pairing)
{
  struct assay_ctx *ctx = assay_call_ctx (call);
  struct assay_value **items, *c, *s;
  enum assay_status status = ASSAY_OK;
  bool variable = p->kind == ASSAY_VALUE_REAL
                  && !assay_expr_is_closed (p->real);
  size_t k, x, y;

  if (v->count == 0 || v->count % 2)
    return assay_call_refuse (call, i, ASSAY_EVALUE,
                              "a vector of even width", v);
  if (rotors->count != v->count / 2)
    return assay_call_refuse (call, 2, ASSAY_EVALUE, "one rotor a pair",
                              rotors);
  if (!is_integer (p) && !(variable && rotors_are_rational (rotors)))
    return assay_call_refuse (call, i, ASSAY_ETYPE, "an integer position",
                              p);
  status = assay_call_items (call, &items, v->count);
  for (k = 0; k < rotors->count && status == ASSAY_OK; k++)
    {
      const struct assay_value *rotor = rotors->items[k];

      if (rotor->kind == ASSAY_VALUE_LIST)
        status = check_circle (call, rotor->items[0], rotor->items[1]);
      if (status == ASSAY_OK)
        status = variable
                 ? rotor_to_variable (&c, &s, rotor, p, ctx)
                 : rotor_to_integer (&c, &s, rotor->items[0],
                                     rotor->items[1],
                                     mpq_numref (p->rational), ctx);
      if (status != ASSAY_OK)
        break;
      assay_pair_places (&x, &y, k, v->count, pairing);
      status = assay_pair_turn (&items[x], &items[y], v->items[x],
                                v->items[y], c, s, ctx);
      assay_value_unref (c);
      assay_value_unref (s);
    }
  return assay_call_finish (result, items, v->count, status);
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

  status = turn_vector (&q, call, 0, query[0], query[1], rotors, pairing);
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
      status = turn_vector (&k, call, 1, keys[j]->items[0],
                            keys[j]->items[1], rotors, pairing);
      if (status == ASSAY_OK)
        {
          status = assay_number_dot (&items[j], q->items, k->items, q->count,
                                     assay_call_ctx (call));
          assay_value_unref (k);
        }
    }
  assay_value_unref (q);
  return assay_call_finish (result, items, count, status);
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
  if (!is_integer (point->items[1]))
    return assay_call_refuse (call, i, ASSAY_ETYPE, "an integer position",
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
    status = assay_call_choice (call, OPTION_PROFILE, profile_names,
                                &profile);
  if (status == ASSAY_OK)
    status = check_point (call, 0, call->arguments[0]);
  if (status == ASSAY_OK && !single && keys->kind != ASSAY_VALUE_LIST)
    status = check_point (call, 1, keys);
  for (j = 0; j < count && status == ASSAY_OK; j++)
    status = check_point (call, 1, items[j]);
  if (status == ASSAY_OK)
    status = check_rotors (call, 2);
  if (status == ASSAY_OK && profile == ASSAY_PROFILE_LESSON)
    status = refuse_inexact (call, 0, call->arguments[0]);
  for (j = 0; j < count && status == ASSAY_OK
              && profile == ASSAY_PROFILE_LESSON; j++)
    status = refuse_inexact (call, 1, items[j]);
  if (status != ASSAY_OK)
    return status;
  exact = is_exact_point (call->arguments[0])
          && rotors_are_rational (call->arguments[2]);
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
  rotated = assay_calloc (v.n, sizeof *rotated);
  for (i = 0; i < v.n; i++)
    mpq_init (rotated[i]);
  status = assay_rotary_rotate (rotated, &v,
                                mpq_numref (call->arguments[1]->rational),
                                &rotors, ctx);
  for (i = 0; i < v.n / 2 && status == ASSAY_OK; i++)
    {
      assay_pair_places (&x, &y, i, v.n, pairing);
      items[x] = assay_value_rational (rotated[2 * i]);
      items[y] = assay_value_rational (rotated[2 * i + 1]);
    }
  for (i = 0; i < v.n; i++)
    mpq_clear (rotated[i]);
  free (rotated);
  assay_vec_clear (&v);
  assay_vec_clear (&rotors);
  return assay_call_finish (result, items, list->count, status);
}

enum assay_status
assay_builtin_rotate (struct assay_value **result, struct assay_call *call)
{
  const struct assay_value *v = call->arguments[0];
  struct assay_value *p = call->arguments[1];
  const struct assay_value *rotors = call->arguments[2];
  enum assay_status status;
  size_t pairing;

  status = assay_call_choice (call, OPTION_LAYOUT, assay_pairing_names,
                              &pairing);
  if (status == ASSAY_OK)
    status = assay_call_vector (call, 0, v);
  if (status == ASSAY_OK)
    status = assay_call_number (call, 1);
  if (status == ASSAY_OK)
    status = check_rotors (call, 2);
  if (status != ASSAY_OK)
    return status;
  if (all_rational (v) && is_integer (p) && rotors_are_rational (rotors)
      && v->count > 0 && v->count % 2 == 0
      && rotors->count == v->count / 2)
    return exact_rotate (result, call, (enum assay_pairing) pairing);
  return turn_vector (result, call, 0, v, p, rotors,
                      (enum assay_pairing) pairing);
}
