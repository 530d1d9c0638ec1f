/* attention_request.c -- an attention request written in JSON */

#include "attention/attention_request.h"

#include "base/json.h"
#include "exact/rat_json.h"

static const char *const known_keys[] = {
  "q", "k", "v", "allowed", "causal", NULL
};

/* LIST is a list of lists, all of COLUMNS entries.  */
static enum assay_status
check_rectangle (size_t *columns, const json_t *list, struct assay_ctx *ctx,
                 const struct assay_where *where)
{
  enum assay_status status;
  size_t i;

  *columns = 0;
  status = assay_json_check_list (list, ctx, where, "a list of rows");
  for (i = 0; i < json_array_size (list) && status == ASSAY_OK; i++)
    {
      struct assay_where place = { where, NULL, i };
      const json_t *row = json_array_get (list, i);

      status = assay_json_check_list (row, ctx, &place, "a list of entries");
      if (status == ASSAY_OK && i == 0)
        *columns = json_array_size (row);
      if (status == ASSAY_OK && json_array_size (row) != *columns)
        status = assay_fail (ctx, ASSAY_EVALUE, &place,
                             "a row as wide as the first", "%zu for %zu",
                             json_array_size (row), *columns);
    }
  return status;
}

static const json_t *
entry_at (const json_t *list, size_t row, size_t column)
{
  return json_array_get (json_array_get (list, row), column);
}

static enum assay_status
read_matrix (struct assay_matrix *m, const json_t *list,
             enum assay_profile profile, struct assay_ctx *ctx,
             const struct assay_where *where)
{
  enum assay_status status;
  size_t columns, i;

  status = check_rectangle (&columns, list, ctx, where);
  if (status != ASSAY_OK)
    return status;
  assay_matrix_clear (m);
  assay_matrix_init (m, json_array_size (list), columns);
  for (i = 0; i < m->rows * columns && status == ASSAY_OK; i++)
    {
      struct assay_where row = { where, NULL, i / columns };
      struct assay_where place = { &row, NULL, i % columns };
      const json_t *entry = entry_at (list, i / columns, i % columns);

      if (profile == ASSAY_PROFILE_LESSON)
        status = assay_rat_from_json (m->at[i], entry, ASSAY_SPELL_INTEGERS,
                                      ctx, &place, "an integer in [-8,8]");
      else
        status = assay_rat_from_json (m->at[i], entry, ASSAY_SPELL_BOTH, ctx,
                                      &place,
                                      "an integer or a string such as "
                                      "\"3/7\"");
    }
  return status;
}

static enum assay_status
read_mask (struct assay_mask *mask, const json_t *list,
           const struct assay_attention *request, struct assay_ctx *ctx,
           const struct assay_where *where)
{
  enum assay_status status;
  size_t columns, i;

  assay_mask_clear (mask);
  if (list == NULL || json_is_null (list))
    {
      assay_mask_init (mask, request->q.rows, request->k.rows);
      return ASSAY_OK;
    }
  assay_mask_init (mask, 0, 0);
  status = check_rectangle (&columns, list, ctx, where);
  if (status != ASSAY_OK)
    return status;
  assay_mask_clear (mask);
  assay_mask_init (mask, json_array_size (list), columns);
  for (i = 0; i < mask->queries * columns && status == ASSAY_OK; i++)
    {
      struct assay_where row = { where, NULL, i / columns };
      struct assay_where place = { &row, NULL, i % columns };
      const json_t *entry = entry_at (list, i / columns, i % columns);

      if (!json_is_boolean (entry))
        status = assay_json_refuse (ctx, ASSAY_ETYPE, &place,
                                    "true or false", entry);
      mask->legal[i] = json_is_true (entry);
    }
  return status;
}

enum assay_status
assay_attention_request_read (struct assay_attention *request,
                              const json_t *root, enum assay_profile profile,
                              struct assay_ctx *ctx)
{
  struct assay_where q = { NULL, "q", 0 };
  struct assay_where k = { NULL, "k", 0 };
  struct assay_where v = { NULL, "v", 0 };
  struct assay_where allowed = { NULL, "allowed", 0 };
  struct assay_where causal = { NULL, "causal", 0 };
  const json_t *flag = json_object_get (root, "causal");
  enum assay_status status;

  status = assay_json_check_object (root, known_keys, ctx, NULL);
  if (status == ASSAY_OK)
    status = read_matrix (&request->q, json_object_get (root, "q"), profile,
                          ctx, &q);
  if (status == ASSAY_OK)
    status = read_matrix (&request->k, json_object_get (root, "k"), profile,
                          ctx, &k);
  if (status == ASSAY_OK)
    status = read_matrix (&request->v, json_object_get (root, "v"), profile,
                          ctx, &v);
  if (status == ASSAY_OK)
    status = read_mask (&request->mask, json_object_get (root, "allowed"),
                        request, ctx, &allowed);
  if (status == ASSAY_OK && !json_is_boolean (flag))
    status = assay_json_refuse (ctx, ASSAY_ETYPE, &causal, "true or false",
                                flag);
  request->causal = json_is_true (flag);
  if (status == ASSAY_OK)
    status = assay_attention_check (request, profile, ctx);
  return status;
}
