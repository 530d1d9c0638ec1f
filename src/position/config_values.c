/* config_values.c -- members of a config, with the path each came from */

#include "position/config_values.h"

#include <stdio.h>

#include "base/json.h"
#include "base/memory.h"

const json_t *
assay_config_member (const struct assay_config_part *part, const char *key)
{
  const json_t *member = json_object_get (part->object, key);

  return json_is_null (member) ? NULL : member;
}

int
assay_config_has (const struct assay_config_part *part, const char *key)
{
  return json_object_get (part->object, key) != NULL;
}

void
assay_config_path (char *path, size_t size,
                   const struct assay_config_part *part, const char *key)
{
  struct assay_where where = { part->where, key, 0 };

  assay_where_render (path, size, &where);
}

enum assay_status
assay_config_value (struct assay_rope_value *value,
                    const struct assay_config_part *part, const char *key,
                    struct assay_ctx *ctx)
{
  struct assay_where where = { part->where, key, 0 };
  const json_t *member = assay_config_member (part, key);
  enum assay_status status;

  if (member == NULL || value->is_set)
    return ASSAY_OK;
  status = assay_config_number (value->value, part->text, member, ctx,
                                &where, "a number");
  if (status != ASSAY_OK)
    return status;
  value->is_set = value->is_given = 1;
  assay_where_render (value->from, sizeof value->from, &where);
  return ASSAY_OK;
}

enum assay_status
assay_config_size (size_t *number, int *found, char *path, size_t path_size,
                   const struct assay_config_part *part, const char *key,
                   size_t low, size_t high, struct assay_ctx *ctx)
{
  struct assay_where where = { part->where, key, 0 };
  const json_t *member = assay_config_member (part, key);
  enum assay_status status;
  char expected[80];
  mpq_t value;

  if (member == NULL)
    return ASSAY_OK;
  snprintf (expected, sizeof expected, "an integer in %zu..%zu", low, high);
  mpq_init (value);
  status = assay_config_number (value, part->text, member, ctx, &where,
                                expected);
  if (status == ASSAY_OK
      && (mpz_cmp_ui (mpq_denref (value), 1) != 0
          || mpq_cmp_ui (value, low, 1) < 0
          || mpq_cmp_ui (value, high, 1) > 0))
    status = assay_config_refuse (part->text, member, ctx, ASSAY_EVALUE,
                                  &where, expected);
  if (status == ASSAY_OK)
    {
      *number = mpz_get_ui (mpq_numref (value));
      *found = 1;
      if (path)
        assay_where_render (path, path_size, &where);
    }
  mpq_clear (value);
  return status;
}

/* ASSAY_ETYPE unless MEMBER, of KEY in PART, is missing or IS_EXPECTED.  */
static enum assay_status
check_type (const json_t *member, int is_expected, const char *expected,
            const struct assay_config_part *part, const char *key,
            struct assay_ctx *ctx)
{
  struct assay_where where = { part->where, key, 0 };

  if (member == NULL || is_expected)
    return ASSAY_OK;
  return assay_config_refuse (part->text, member, ctx, ASSAY_ETYPE, &where,
                              expected);
}

enum assay_status
assay_config_string (const char **string,
                     const struct assay_config_part *part, const char *key,
                     struct assay_ctx *ctx)
{
  const json_t *member = assay_config_member (part, key);

  *string = json_string_value (member);
  return check_type (member, json_is_string (member), "a string", part, key,
                     ctx);
}

enum assay_status
assay_config_flag (int *flag, int *found,
                   const struct assay_config_part *part, const char *key,
                   struct assay_ctx *ctx)
{
  const json_t *member = assay_config_member (part, key);

  if (json_is_boolean (member))
    {
      *flag = json_is_true (member);
      *found = 1;
    }
  return check_type (member, json_is_boolean (member), "true or false", part,
                     key, ctx);
}

enum assay_status
assay_config_list (struct assay_rope_list *list,
                   const struct assay_config_part *part, const char *key,
                   struct assay_ctx *ctx)
{
  struct assay_where where = { part->where, key, 0 };
  const json_t *member = assay_config_member (part, key), *entry;
  enum assay_status status = ASSAY_OK;
  size_t i;

  if (member == NULL)
    return ASSAY_OK;
  if (!json_is_array (member))
    return assay_config_refuse (part->text, member, ctx, ASSAY_ETYPE, &where,
                                "a list of numbers");
  list->entry = assay_calloc (json_array_size (member),
                              sizeof list->entry[0]);
  assay_where_render (list->from, sizeof list->from, &where);
  json_array_foreach ((json_t *) member, i, entry)
    {
      struct assay_where place = { &where, NULL, i };

      mpq_init (list->entry[list->count++]);
      status = assay_config_number (list->entry[i], part->text, entry, ctx,
                                    &place, "a number");
      if (status != ASSAY_OK)
        break;
    }
  return status;
}
