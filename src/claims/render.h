/* render.h -- values as people and programs read them */

#ifndef ASSAY_CLAIMS_RENDER_H
#define ASSAY_CLAIMS_RENDER_H

#include "claims/value.h"

/* Append VALUE for people: fractions as they are ("-117/125"; a very long one
   by its first digits and its size), other numbers correctly rounded to
   DIGITS significant digits, lists in brackets, a long one cut.  A number
   whose digits cannot be decided within CTX's budget is shown by its
   enclosure.  */
void assay_render_text (struct assay_text *text,
                        const struct assay_value *value,
                        unsigned long digits, struct assay_ctx *ctx);

/* As above with exact numbers and lists in full, up to some megabytes.  */
void assay_render_whole (struct assay_text *text,
                         const struct assay_value *value,
                         unsigned long digits, struct assay_ctx *ctx);

/* Whether VALUE is small enough to be worth a place in a report.  */
bool assay_render_fits_json (const struct assay_value *value);

/* Append VALUE as JSON: an exact number is a string, another number an
   object with "value", "lo" and "hi", a list a list.  */
void assay_render_json (struct assay_text *text,
                        const struct assay_value *value,
                        unsigned long digits, struct assay_ctx *ctx);

/* LO and HI <- BOX's ends rounded outwards to DIGITS significant digits, to
   be freed by the caller.  */
void assay_render_ends (char **lo, char **hi, mpfi_ptr box,
                        unsigned long digits);

/* Append STRING as a JSON string.  */
void assay_render_json_string (struct assay_text *text, const char *string);

#endif
