/* rotors.c -- rotors as values, and vectors turned by them */

#include "claims/rotors.h"

#include <stdint.h>

#include "claims/builtin_functions.h"
#include "claims/numeric.h"
#include "real/decide.h"

static const char *const rotor_fields[] = { "c", "s" };

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
  status = assay_numeric_dot (&length, parts, parts, 2, ctx);
  if (status != ASSAY_OK)
    return status;
  one = assay_value_integer (1);
  x = assay_value_expr (length);
  y = assay_value_expr (one);
  status = assay_decide (&decision, x, ASSAY_EQ, y, ctx);
  if (status == ASSAY_OK && decision.verdict == ASSAY_FAILS)
    status = assay_call_refuse (call, SIZE_MAX, ASSAY_EVALUE, "c^2 + s^2 = 1",
                                length);
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
assay_rotors_check (struct assay_call *call, size_t i)
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

bool
assay_value_is_integer (const struct assay_value *value)
{
  return value->kind == ASSAY_VALUE_RATIONAL
         && mpz_cmp_ui (mpq_denref (value->rational), 1) == 0;
}

bool
assay_value_all_rational (const struct assay_value *list)
{
  size_t i = 0;

  while (i < list->count && list->items[i]->kind == ASSAY_VALUE_RATIONAL)
    i++;
  return i == list->count;
}

bool
assay_rotors_are_rational (const struct assay_value *rotors)
{
  size_t i = 0;

  while (i < rotors->count && assay_value_all_rational (rotors->items[i]))
    i++;
  return i == rotors->count;
}

/* *C, *S <- the P-th power of (C0, S0) for an integer P, by squaring.  */
static enum assay_status
rotor_to_integer (struct assay_value **c, struct assay_value **s,
                  struct assay_value *c0, struct assay_value *s0, mpz_srcptr p,
                  struct assay_ctx *ctx)
{
  enum assay_status status = ASSAY_OK;
  size_t bit = mpz_sgn (p) ? mpz_sizeinbase (p, 2) : 0;
  struct assay_value *next[2], *base[2] = { NULL, NULL };
  mpz_t magnitude;

  status = assay_ctx_afford (
    ctx, NULL, "a power", mpz_fits_slong_p (p) ? 1 : (unsigned long long) -1);
  if (status != ASSAY_OK)
    return status;
  *c = assay_value_integer (1);
  *s = assay_value_integer (0);
  base[0] = assay_value_ref (c0);
  if (mpz_sgn (p) < 0)
    status = assay_numeric_neg (&base[1], s0, ctx);
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
  status = assay_numeric_mul (&turned, p, angle, ctx);
  assay_value_unref (angle);
  if (status == ASSAY_OK)
    status = assay_pair_direction (c, s, turned, ctx);
  assay_value_unref (turned);
  return status;
}

enum assay_status
assay_rotors_turn (struct assay_value **result, struct assay_call *call,
                   size_t i, const struct assay_value *v,
                   struct assay_value *p, const struct assay_value *rotors,
                   enum assay_pairing pairing)
{
  struct assay_ctx *ctx = assay_call_ctx (call);
  struct assay_value **items, *c, *s;
  enum assay_status status = ASSAY_OK;
  bool variable = p->kind == ASSAY_VALUE_REAL
                  && !assay_expr_is_closed (p->real);
  size_t k, x, y;

  if (v->count == 0 || v->count % 2)
    return assay_call_refuse (call, i, ASSAY_EVALUE, "a vector of even width",
                              v);
  if (rotors->count != v->count / 2)
    return assay_call_refuse (call, 2, ASSAY_EVALUE, "one rotor a pair",
                              rotors);
  if (!assay_value_is_integer (p)
      && !(variable && assay_rotors_are_rational (rotors)))
    return assay_call_refuse_integer (call, i, "an integer position", p);
  status = assay_call_items (call, &items, v->count);
  for (k = 0; k < rotors->count && status == ASSAY_OK; k++)
    {
      const struct assay_value *rotor = rotors->items[k];

      if (rotor->kind == ASSAY_VALUE_LIST)
        status = check_circle (call, rotor->items[0], rotor->items[1]);
      if (status == ASSAY_OK)
        status = variable ? rotor_to_variable (&c, &s, rotor, p, ctx)
                          : rotor_to_integer (&c, &s, rotor->items[0],
                                              rotor->items[1],
                                              mpq_numref (p->rational), ctx);
      if (status != ASSAY_OK)
        break;
      assay_pair_places (&x, &y, k, v->count, pairing);
      status = assay_pair_turn (&items[x], &items[y], v->items[x], v->items[y],
                                c, s, ctx);
      assay_value_unref (c);
      assay_value_unref (s);
    }
  return assay_list_finish (result, items, v->count, status);
}
