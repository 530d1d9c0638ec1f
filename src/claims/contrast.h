/* contrast.h -- two different values told so that they look different */

#ifndef ASSAY_CLAIMS_CONTRAST_H
#define ASSAY_CLAIMS_CONTRAST_H

#include "claims/value.h"

/* DIGITS doubled so often that A and B rounded to as many significant digits
   look different; 0 when 1000 digits do not tell them apart.  */
unsigned long assay_contrast_digits (const struct assay_value *a,
                                     const struct assay_value *b,
                                     unsigned long digits,
                                     struct assay_ctx *ctx);

/* Append by how much A, a number, differs from B, to DIGITS digits; nothing
   where that is not known or they are no numbers.  */
void assay_contrast_tell (struct assay_text *text, struct assay_value *a,
                          struct assay_value *b, unsigned long digits,
                          struct assay_ctx *ctx);

#endif
