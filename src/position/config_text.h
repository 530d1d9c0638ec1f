/* config_text.h -- a JSON document whose numbers keep their spelling

   Each number of the document is replaced by its index before jansson sees
   it, so that every JSON integer of the tree stands for the text of that
   number and for nothing else: refusals quote it, and its value is rounded
   once, here, whatever the locale and the library.  */

#ifndef ASSAY_POSITION_CONFIG_TEXT_H
#define ASSAY_POSITION_CONFIG_TEXT_H

#include <gmp.h>
#include <jansson.h>

#include "base/ctx.h"

struct assay_config_text
{
  json_t *root;
  /* The spelling of number k of the document, k < COUNT.  */
  char **number;
  size_t count;
};

/* TEXT <- the document in BYTES.  Refusals as assay_json_parse; a number
   that no binary64 or 64-bit integer can hold is refused as well.  To be
   cleared, also after a refusal.  */
enum assay_status assay_config_text_parse (struct assay_config_text *text,
                                           const char *bytes, size_t length,
                                           struct assay_ctx *ctx);

void assay_config_text_clear (struct assay_config_text *text);

/* RESULT <- the binary64 nearest to the number that VALUE (of TEXT; null
   pointer when absent) spells, ties to even: what every reader of a config
   computes with.  ASSAY_ETYPE when it is no number, ASSAY_EVALUE when it
   rounds to no finite value, ASSAY_ELIMIT when the numerator or denominator
   of the spelling would exceed 65536 bits.  */
enum assay_status assay_config_number (mpq_ptr result,
                                       const struct assay_config_text *text,
                                       const json_t *value,
                                       struct assay_ctx *ctx,
                                       const struct assay_where *where,
                                       const char *expected);

/* As assay_fail: found is VALUE of TEXT.  */
enum assay_status assay_config_refuse (const struct assay_config_text *text,
                                       const json_t *value,
                                       struct assay_ctx *ctx,
                                       enum assay_status status,
                                       const struct assay_where *where,
                                       const char *expected);

#endif
