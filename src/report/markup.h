/* markup.h -- text inside XML, HTML and markdown tables */

#ifndef ASSAY_REPORT_MARKUP_H
#define ASSAY_REPORT_MARKUP_H

#include "base/text.h"

/* STRING as text or attribute value; what XML has no character for is
   "?".  */
void assay_markup_xml (struct assay_text *text, const char *string);

/* ` NAME="VALUE"'.  */
void assay_markup_attribute (struct assay_text *text, const char *name,
                             const char *value);

#endif
