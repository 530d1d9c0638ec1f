/* rotary_check.c -- the contracts of a rotary request, open and lesson */

#include "exact/rotary.h"

#include <stdlib.h>

#include "exact/rat.h"

enum
{
  LESSON_MAX_COMPONENT = 2,
  LESSON_MAX_KEYS = 4,
  LESSON_MAX_POSITION = 8,
  LESSON_MAX_ROTOR_PART = 13
};

static enum assay_status
refuse_rational (struct assay_ctx *ctx, enum assay_status status,
                 const struct assay_where *where, const char *expected,
                 mpq_srcptr found)
{
  char *text = assay_rat_text (found);

  assay_fail (ctx, status, where, expected, "%.80s", text);
  free (text);
  return status;
}

static enum assay_status
check_component (mpq_srcptr x, struct assay_ctx *ctx,
                 const struct assay_where *where)
{
  if (mpz_cmp_ui (mpq_denref (x), 1) != 0)
    return refuse_rational (ctx, ASSAY_ETYPE, where,
                            "an integer in [-2,2]", x);
  if (mpz_cmpabs_ui (mpq_numref (x), LESSON_MAX_COMPONENT) > 0)
    return refuse_rational (ctx, ASSAY_EVALUE, where,
                            "an integer in [-2,2]", x);
  return ASSAY_OK;
}

static enum assay_status
check_vector (const struct assay_vec *v, size_t width,
              enum assay_profile profile, struct assay_ctx *ctx,
              const struct assay_where *where)
{
  enum assay_status status = ASSAY_OK;
  size_t i;

  if (v->n != width)
    return assay_fail (ctx, ASSAY_EVALUE, where,
                       "as many components as the query's", "%zu for %zu",
                       v->n, width);
  if (profile == ASSAY_PROFILE_LESSON && v->n != 2 && v->n != 4)
    return assay_fail (ctx, ASSAY_EVALUE, where, "2 or 4 components",
                       "%zu", v->n);
  if (v->n < 2 || v->n % 2 != 0)
    return assay_fail (ctx, ASSAY_EVALUE, where,
                       "an even number of components, at least 2", "%zu",
                       v->n);
  if (profile == ASSAY_PROFILE_LESSON)
    for (i = 0; i < v->n && status == ASSAY_OK; i++)
      {
        struct assay_where place = { where, NULL, i };

        status = check_component (v->at[i], ctx, &place);
      }
  return status;
}

static enum assay_status
check_position (mpz_srcptr p, enum assay_profile profile,
                struct assay_ctx *ctx, const struct assay_where *where)
{
  char text[32];

  if (profile == ASSAY_PROFILE_OPEN
      || (mpz_sgn (p) >= 0 && mpz_cmp_ui (p, LESSON_MAX_POSITION) <= 0))
    return ASSAY_OK;
  if (mpz_sizeinbase (p, 10) < sizeof text - 2)
    return assay_fail (ctx, ASSAY_EVALUE, where, "a position in 0..8", "%s",
                       mpz_get_str (text, 10, p));
  return assay_fail (ctx, ASSAY_EVALUE, where, "a position in 0..8",
                     "an integer of %zu digits", mpz_sizeinbase (p, 10));
}

static enum assay_status
check_rotor (mpq_srcptr c, mpq_srcptr s, enum assay_profile profile,
             struct assay_ctx *ctx, const struct assay_where *where)
{
  mpq_srcptr parts[] = { c, s };
  enum assay_status status;
  struct assay_rotor rotor;
  size_t i;

  if (profile == ASSAY_PROFILE_LESSON)
    for (i = 0; i < 2; i++)
      if (mpz_cmpabs_ui (mpq_numref (parts[i]), LESSON_MAX_ROTOR_PART) > 0
          || mpz_cmp_ui (mpq_denref (parts[i]), LESSON_MAX_ROTOR_PART) > 0)
        {
          struct assay_where place = { where, NULL, i };

          return refuse_rational (ctx, ASSAY_EVALUE, &place,
                                  "numerator and denominator at most 13",
                                  parts[i]);
        }
  assay_rotor_init (&rotor);
  status = assay_rotor_set (&rotor, c, s, ctx, where);
  assay_rotor_clear (&rotor);
  return status;
}

static enum assay_status
check_rotors (const struct assay_rotary *request, enum assay_profile profile,
              struct assay_ctx *ctx)
{
  struct assay_where list = { NULL, "rotations", 0 };
  enum assay_status status = ASSAY_OK;
  size_t i;

  if (request->rotors.n != request->query.n)
    return assay_fail (ctx, ASSAY_EVALUE, &list,
                       "one rotor for each pair of components",
                       "%zu for %zu", request->rotors.n / 2,
                       request->query.n / 2);
  for (i = 0; 2 * i < request->rotors.n && status == ASSAY_OK; i++)
    {
      struct assay_where where = { &list, NULL, i };

      status = check_rotor (request->rotors.at[2 * i],
                            request->rotors.at[2 * i + 1], profile, ctx,
                            &where);
    }
  return status;
}

static enum assay_status
check_keys (const struct assay_rotary *request, enum assay_profile profile,
            struct assay_ctx *ctx)
{
  struct assay_where keys = { NULL, "keys", 0 };
  struct assay_where positions = { NULL, "key_positions", 0 };
  enum assay_status status = ASSAY_OK;
  size_t j;

  for (j = 0; j < request->key_count && status == ASSAY_OK; j++)
    {
      struct assay_where key = { &keys, NULL, j };
      struct assay_where position = { &positions, NULL, j };

      status = check_vector (&request->keys[j], request->query.n, profile,
                             ctx, &key);
      if (status == ASSAY_OK)
        status = check_position (request->key_positions[j], profile, ctx,
                                 &position);
      if (status == ASSAY_OK && profile == ASSAY_PROFILE_LESSON && j > 0
          && mpz_cmp (request->key_positions[j - 1],
                      request->key_positions[j]) >= 0)
        status = assay_fail (ctx, ASSAY_EVALUE, &position,
                             "key positions in strictly increasing order",
                             "%lu after %lu",
                             mpz_get_ui (request->key_positions[j]),
                             mpz_get_ui (request->key_positions[j - 1]));
    }
  return status;
}

enum assay_status
assay_rotary_check (const struct assay_rotary *request,
                    enum assay_profile profile, struct assay_ctx *ctx)
{
  struct assay_where query = { NULL, "query", 0 };
  struct assay_where keys = { NULL, "keys", 0 };
  struct assay_where position = { NULL, "query_position", 0 };
  struct assay_where positions = { NULL, "key_positions", 0 };
  enum assay_status status;

  status = check_vector (&request->query, request->query.n, profile, ctx,
                         &query);
  if (status == ASSAY_OK && profile == ASSAY_PROFILE_LESSON
      && request->key_count > LESSON_MAX_KEYS)
    status = assay_fail (ctx, ASSAY_EVALUE, &keys, "at most 4 keys", "%zu",
                         request->key_count);
  if (status == ASSAY_OK && request->position_count != request->key_count)
    status = assay_fail (ctx, ASSAY_EVALUE, &positions,
                         "one position for each key", "%zu for %zu",
                         request->position_count, request->key_count);
  if (status == ASSAY_OK)
    status = check_position (request->query_position, profile, ctx,
                             &position);
  if (status == ASSAY_OK)
    status = check_rotors (request, profile, ctx);
  if (status == ASSAY_OK)
    status = check_keys (request, profile, ctx);
  return status;
}
