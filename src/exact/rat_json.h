/* rat_json.h -- exact numbers in JSON: integers, and strings such as "3/5" */

#ifndef ASSAY_EXACT_RAT_JSON_H
#define ASSAY_EXACT_RAT_JSON_H

#include <gmp.h>
#include <jansson.h>

#include "base/ctx.h"

/* Which JSON values spell a number.  */
enum assay_spelling
{
  ASSAY_SPELL_INTEGERS,         /* JSON integers alone */
  ASSAY_SPELL_STRINGS,          /* strings alone */
  ASSAY_SPELL_BOTH
};

/* RESULT <- the number VALUE (null pointer when absent) spells.  ASSAY_ETYPE
   for reals, booleans, nulls, lists, objects and a spelling not ALLOWED;
   ASSAY_EVALUE for a string that is no rational; RESULT is then unchanged. */
enum assay_status assay_rat_from_json (mpq_ptr result, const json_t *value,
                                       enum assay_spelling allowed,
                                       struct assay_ctx *ctx,
                                       const struct assay_where *where,
                                       const char *expected);

/* As assay_rat_from_json for integers.  */
enum assay_status assay_integer_from_json (mpz_ptr result,
                                           const json_t *value,
                                           enum assay_spelling allowed,
                                           struct assay_ctx *ctx,
                                           const struct assay_where *where,
                                           const char *expected);

#endif
