/* json.h -- reading JSON strictly, on top of jansson */

#ifndef ASSAY_BASE_JSON_H
#define ASSAY_BASE_JSON_H

#include <jansson.h>
#include <stddef.h>

#include "base/ctx.h"

/* ROOT <- the one JSON value in BYTES; the caller drops the reference.
   Duplicate keys, trailing text, invalid UTF-8 and every other departure from
   RFC 8259 are ASSAY_ESYNTAX with line and column.  An integer beyond 64 bits
   is ASSAY_ELIMIT with its path.  */
enum assay_status assay_json_parse (json_t **root, const char *bytes,
                                    size_t length, struct assay_ctx *ctx);

/* As assay_json_parse for the content of FILE ("-" is standard input).  */
enum assay_status assay_json_read (json_t **root, const char *file,
                                   struct assay_ctx *ctx);

/* "true", "3", "\"1/0\"", "a list of 2", "an object", "nothing" for a null
   pointer: what was found, into TEXT, cut to SIZE.  */
void assay_json_describe (char *text, size_t size, const json_t *value);

/* As assay_fail with assay_json_describe for what was found.  */
enum assay_status assay_json_refuse (struct assay_ctx *ctx,
                                     enum assay_status status,
                                     const struct assay_where *where,
                                     const char *expected,
                                     const json_t *found);

/* ASSAY_ETYPE unless VALUE is an object; ASSAY_EVALUE for a key of it that is
   not among the KNOWN, a list that a null pointer ends.  */
enum assay_status assay_json_check_object (const json_t *value,
                                           const char *const *known,
                                           struct assay_ctx *ctx,
                                           const struct assay_where *where);

/* ASSAY_ETYPE unless VALUE (null pointer when absent) is a list.  */
enum assay_status assay_json_check_list (const json_t *value,
                                         struct assay_ctx *ctx,
                                         const struct assay_where *where,
                                         const char *expected);

#endif
