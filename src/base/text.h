/* text.h -- a growing piece of text, and how it reaches a file or stream */

#ifndef ASSAY_BASE_TEXT_H
#define ASSAY_BASE_TEXT_H

#include <stddef.h>
#include <stdio.h>

#include "base/ctx.h"

/* Always terminated by a null byte once something was appended.  */
struct assay_text
{
  char *bytes;
  size_t length;
  size_t capacity;
};

void assay_text_init (struct assay_text *text);
void assay_text_clear (struct assay_text *text);

void assay_text_add (struct assay_text *text, const char *string);
void assay_text_add_bytes (struct assay_text *text, const char *bytes,
                           size_t length);
void assay_text_add_char (struct assay_text *text, char c);
void assay_text_printf (struct assay_text *text, const char *format, ...)
  __attribute__ ((format (printf, 2, 3)));

/* Append STRING and free it.  */
void assay_text_take (struct assay_text *text, char *string);

/* The text as a string ("" when empty), owned by TEXT.  */
const char *assay_text_string (const struct assay_text *text);

/* All of FILE ("-" is standard input) appended to TEXT.  ASSAY_EIO when it
   cannot be read, ASSAY_ELIMIT beyond MAX_BYTES.  */
enum assay_status assay_text_read_file (struct assay_text *text,
                                        const char *file, size_t max_bytes,
                                        struct assay_ctx *ctx);

/* Write TEXT to STREAM and flush.  ASSAY_EIO on a full disk or a closed
   pipe.  NAME is the stream's in the error.  */
enum assay_status assay_text_send (const struct assay_text *text,
                                   FILE *stream, const char *name,
                                   struct assay_ctx *ctx);

/* Write TEXT to FILE: beside it first, then renamed over it, so that FILE
   holds the old or the new content and never a part.  */
enum assay_status assay_text_write_file (const struct assay_text *text,
                                         const char *file,
                                         struct assay_ctx *ctx);

/* Write TEXTS[i] to FILES[i], all beside their places first and renamed only
   when every one is written: a full disk or a picture that cannot be drawn
   changes no file.  */
enum assay_status assay_text_write_files (const struct assay_text *texts,
                                          const char *const *files,
                                          size_t count,
                                          struct assay_ctx *ctx);

#endif
