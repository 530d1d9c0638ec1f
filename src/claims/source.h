/* source.h -- a claims file's text, places in it, and complaints about it */

#ifndef ASSAY_CLAIMS_SOURCE_H
#define ASSAY_CLAIMS_SOURCE_H

#include <stddef.h>

#include "base/text.h"

/* Bytes BEGIN..END-1 of a source.  */
struct assay_span
{
  size_t begin, end;
};

/* Lines and columns count from 1; a column is a code point.  */
struct assay_place
{
  size_t line, column;
};

struct assay_source
{
  const char *name;             /* as the user wrote it */
  const char *bytes;            /* neither owned nor terminated */
  size_t length;
  size_t *starts;               /* offset of each line's first byte */
  size_t lines;
};

/* NAME and BYTES must outlive SOURCE.  */
void assay_source_init (struct assay_source *source, const char *name,
                        const char *bytes, size_t length);
void assay_source_clear (struct assay_source *source);

struct assay_place assay_source_place (const struct assay_source *source,
                                       size_t offset);

/* Length of the well-formed UTF-8 sequence at BYTES, at most LIMIT bytes
   long, or 0 when there is none (overlong forms, surrogates and values
   beyond U+10FFFF included).  */
size_t assay_utf8_length (const char *bytes, size_t limit);

/* Append "FILE:LINE:COLUMN: LABEL: MESSAGE", the source line and a caret
   under SPAN.  A long line is shown around the caret only.  */
void assay_source_complain (struct assay_text *text,
                            const struct assay_source *source,
                            struct assay_span span, const char *label,
                            const char *message);

/* The errors of one file, at most ASSAY_MAX_COMPLAINTS of them.  */
struct assay_complaint
{
  struct assay_span span;
  char *message;
};

struct assay_complaints
{
  struct assay_complaint *items;
  size_t count, capacity;
};

enum { ASSAY_MAX_COMPLAINTS = 1000 };

void assay_complaints_init (struct assay_complaints *complaints);
void assay_complaints_clear (struct assay_complaints *complaints);

/* MESSAGE and what follows are a printf format and its arguments.  Beyond
   the maximum nothing is kept.  */
void assay_complaints_add (struct assay_complaints *complaints,
                           struct assay_span span, const char *message, ...)
  __attribute__ ((format (printf, 3, 4)));

/* All of them as assay_source_complain writes them, in the order of their
   places.  */
void assay_complaints_render (struct assay_text *text,
                              const struct assay_source *source,
                              struct assay_complaints *complaints);

#endif
