/* rotary_request.c -- a rotary request written in JSON */

#include "exact/rotary_request.h"

#include "base/json.h"
#include "exact/rat_json.h"

static const char *const known_keys[] = {
  "query", "query_position", "keys", "key_positions", "rotations", NULL
};

static const char *
component_expected (enum assay_profile profile)
{
  return profile == ASSAY_PROFILE_LESSON ? "an integer in [-2,2]"
         : "an integer or a string such as \"3/5\"";
}

static enum assay_spelling
number_spelling (enum assay_profile profile)
{
  return profile == ASSAY_PROFILE_LESSON ? ASSAY_SPELL_INTEGERS
         : ASSAY_SPELL_BOTH;
}

static enum assay_status
read_vector (struct assay_vec *v, const json_t *list,
             enum assay_profile profile, struct assay_ctx *ctx,
             const struct assay_where *where)
{
  enum assay_status status = ASSAY_OK;
  size_t i;

  assay_vec_clear (v);
  assay_vec_init (v, json_array_size (list));
  for (i = 0; i < v->n && status == ASSAY_OK; i++)
    {
      struct assay_where place = { where, NULL, i };

      status = assay_rat_from_json (v->at[i], json_array_get (list, i),
                                    number_spelling (profile), ctx, &place,
                                    component_expected (profile));
    }
  return status;
}

static enum assay_status
read_position (mpz_ptr p, const json_t *value, enum assay_profile profile,
               struct assay_ctx *ctx, const struct assay_where *where)
{
  return assay_integer_from_json (p, value, number_spelling (profile), ctx,
                                  where, "an integer position");
}

static enum assay_status
read_keys (struct assay_rotary *request, const json_t *list,
           enum assay_profile profile, struct assay_ctx *ctx,
           const struct assay_where *where)
{
  enum assay_status status = ASSAY_OK;
  size_t j;

  assay_rotary_set_keys (request, json_array_size (list), 0);
  for (j = 0; j < request->key_count && status == ASSAY_OK; j++)
    {
      struct assay_where place = { where, NULL, j };
      const json_t *key = json_array_get (list, j);

      status = assay_json_check_list (key, ctx, &place,
                                      "a list of components");
      if (status == ASSAY_OK)
        status = read_vector (&request->keys[j], key, profile, ctx, &place);
    }
  return status;
}

static enum assay_status
read_positions (struct assay_rotary *request, const json_t *list,
                enum assay_profile profile, struct assay_ctx *ctx,
                const struct assay_where *where)
{
  enum assay_status status = ASSAY_OK;
  size_t j;

  assay_rotary_set_positions (request, json_array_size (list));
  for (j = 0; j < request->position_count && status == ASSAY_OK; j++)
    {
      struct assay_where place = { where, NULL, j };

      status = read_position (request->key_positions[j],
                              json_array_get (list, j), profile, ctx,
                              &place);
    }
  return status;
}

static enum assay_status
read_rotor (mpq_t *parts, const json_t *list, enum assay_profile profile,
            struct assay_ctx *ctx, const struct assay_where *where)
{
  enum assay_status status;
  size_t i;

  status = assay_json_check_list (list, ctx, where,
                                  "a list of cosine and sine");
  if (status == ASSAY_OK && json_array_size (list) != 2)
    status = assay_json_refuse (ctx, ASSAY_EVALUE, where,
                                "a list of cosine and sine", list);
  for (i = 0; i < 2 && status == ASSAY_OK; i++)
    {
      struct assay_where place = { where, NULL, i };

      status = assay_rat_from_json (parts[i], json_array_get (list, i),
                                    profile == ASSAY_PROFILE_LESSON
                                    ? ASSAY_SPELL_STRINGS : ASSAY_SPELL_BOTH,
                                    ctx, &place,
                                    "a fraction such as \"3/5\"");
    }
  return status;
}

static enum assay_status
read_rotors (struct assay_rotary *request, const json_t *list,
             enum assay_profile profile, struct assay_ctx *ctx,
             const struct assay_where *where)
{
  enum assay_status status = ASSAY_OK;
  size_t i;

  assay_vec_clear (&request->rotors);
  assay_vec_init (&request->rotors, 2 * json_array_size (list));
  for (i = 0; i < json_array_size (list) && status == ASSAY_OK; i++)
    {
      struct assay_where place = { where, NULL, i };

      status = read_rotor (&request->rotors.at[2 * i],
                           json_array_get (list, i), profile, ctx, &place);
    }
  return status;
}

enum assay_status
assay_rotary_request_read (struct assay_rotary *request, const json_t *root,
                           enum assay_profile profile, struct assay_ctx *ctx)
{
  struct assay_where query = { NULL, "query", 0 };
  struct assay_where position = { NULL, "query_position", 0 };
  struct assay_where keys = { NULL, "keys", 0 };
  struct assay_where positions = { NULL, "key_positions", 0 };
  struct assay_where rotors = { NULL, "rotations", 0 };
  const json_t *list;
  enum assay_status status;

  status = assay_json_check_object (root, known_keys, ctx, NULL);
  list = json_object_get (root, "query");
  if (status == ASSAY_OK)
    status = assay_json_check_list (list, ctx, &query,
                                    "a list of components");
  if (status == ASSAY_OK)
    status = read_vector (&request->query, list, profile, ctx, &query);
  if (status == ASSAY_OK)
    status = read_position (request->query_position,
                            json_object_get (root, "query_position"),
                            profile, ctx, &position);
  list = json_object_get (root, "keys");
  if (status == ASSAY_OK)
    status = assay_json_check_list (list, ctx, &keys, "a list of keys");
  if (status == ASSAY_OK)
    status = read_keys (request, list, profile, ctx, &keys);
  list = json_object_get (root, "key_positions");
  if (status == ASSAY_OK)
    status = assay_json_check_list (list, ctx, &positions,
                                    "a list of integer positions");
  if (status == ASSAY_OK)
    status = read_positions (request, list, profile, ctx, &positions);
  list = json_object_get (root, "rotations");
  if (status == ASSAY_OK)
    status = assay_json_check_list (list, ctx, &rotors, "a list of rotors");
  if (status == ASSAY_OK)
    status = read_rotors (request, list, profile, ctx, &rotors);
  if (status == ASSAY_OK)
    status = assay_rotary_check (request, profile, ctx);
  return status;
}
