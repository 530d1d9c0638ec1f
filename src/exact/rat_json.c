/* rat_json.c -- exact numbers in JSON */

#include "exact/rat_json.h"

#include "base/json.h"
#include "exact/rat.h"

static int
is_spelled (const json_t *value, enum assay_spelling allowed)
{
  if (json_is_integer (value))
    return allowed != ASSAY_SPELL_STRINGS;
  return json_is_string (value) && allowed != ASSAY_SPELL_INTEGERS;
}

/* json_int_t is at least 64 bits; mpz_set_si takes a long, which is as wide
   on every system that configure accepts.  */
_Static_assert (sizeof (long) >= sizeof (json_int_t),
                "a JSON integer fits a long");

enum assay_status
assay_rat_from_json (mpq_ptr result, const json_t *value,
                     enum assay_spelling allowed, struct assay_ctx *ctx,
                     const struct assay_where *where, const char *expected)
{
  if (!is_spelled (value, allowed))
    return assay_json_refuse (ctx, ASSAY_ETYPE, where, expected, value);
  if (json_is_string (value))
    return assay_rat_read (result, json_string_value (value), ctx, where,
                           expected);
  mpq_set_si (result, json_integer_value (value), 1);
  return ASSAY_OK;
}

enum assay_status
assay_integer_from_json (mpz_ptr result, const json_t *value,
                         enum assay_spelling allowed, struct assay_ctx *ctx,
                         const struct assay_where *where,
                         const char *expected)
{
  if (!is_spelled (value, allowed))
    return assay_json_refuse (ctx, ASSAY_ETYPE, where, expected, value);
  if (json_is_string (value))
    return assay_integer_read (result, json_string_value (value), ctx, where,
                               expected);
  mpz_set_si (result, json_integer_value (value));
  return ASSAY_OK;
}
