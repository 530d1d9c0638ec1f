/* text.c -- a growing piece of text, and how it reaches a file or stream */

#include "base/text.h"

#include <errno.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include "base/beside.h"
#include "base/memory.h"

void
assay_text_init (struct assay_text *text)
{
  text->bytes = NULL;
  text->length = 0;
  text->capacity = 0;
}

void
assay_text_clear (struct assay_text *text)
{
  free (text->bytes);
  assay_text_init (text);
}

static void
text_reserve (struct assay_text *text, size_t more)
{
  size_t needed = text->length + more + 1;

  if (needed <= text->capacity)
    return;
  text->capacity = needed > 2 * text->capacity ? needed : 2 * text->capacity;
  text->bytes = assay_realloc (text->bytes, text->capacity, 1);
}

void
assay_text_add_bytes (struct assay_text *text, const char *bytes,
                      size_t length)
{
  text_reserve (text, length);
  memcpy (text->bytes + text->length, bytes, length);
  text->length += length;
  text->bytes[text->length] = '\0';
}

void
assay_text_add (struct assay_text *text, const char *string)
{
  assay_text_add_bytes (text, string, strlen (string));
}

void
assay_text_add_char (struct assay_text *text, char c)
{
  assay_text_add_bytes (text, &c, 1);
}

void
assay_text_printf (struct assay_text *text, const char *format, ...)
{
  va_list args;
  int length;

  va_start (args, format);
  length = vsnprintf (NULL, 0, format, args);
  va_end (args);
  if (length <= 0)
    return;
  text_reserve (text, (size_t) length);
  va_start (args, format);
  vsnprintf (text->bytes + text->length, (size_t) length + 1, format, args);
  va_end (args);
  text->length += (size_t) length;
}

void
assay_text_take (struct assay_text *text, char *string)
{
  assay_text_add (text, string);
  free (string);
}

const char *
assay_text_string (const struct assay_text *text)
{
  return text->bytes ? text->bytes : "";
}

static enum assay_status
fail_io (struct assay_ctx *ctx, const char *expected, const char *found)
{
  struct assay_where nowhere = { NULL, "", 0 };

  return assay_fail (ctx, ASSAY_EIO, &nowhere, expected, "%s", found);
}

enum assay_status
assay_text_read_file (struct assay_text *text, const char *file,
                      size_t max_bytes, struct assay_ctx *ctx)
{
  FILE *stream = strcmp (file, "-") == 0 ? stdin : fopen (file, "rb");
  enum assay_status status = ASSAY_OK;
  size_t start = text->length, n;
  char block[16384];

  if (stream == NULL)
    return fail_io (ctx, "a readable file", strerror (errno));
  while ((n = fread (block, 1, sizeof block, stream)) > 0)
    {
      if (text->length - start + n > max_bytes)
        {
          status = assay_fail (ctx, ASSAY_ELIMIT, NULL, "a smaller file",
                               "more than %zu bytes", max_bytes);
          break;
        }
      assay_text_add_bytes (text, block, n);
    }
  if (status == ASSAY_OK && ferror (stream))
    status = fail_io (ctx, "a readable file", strerror (errno));
  if (stream != stdin)
    fclose (stream);
  return status;
}

enum assay_status
assay_text_send (const struct assay_text *text, FILE *stream,
                 const char *name, struct assay_ctx *ctx)
{
  struct assay_where where = { NULL, name, 0 };

  if (fwrite (assay_text_string (text), 1, text->length, stream)
        == text->length
      && fflush (stream) == 0)
    return ASSAY_OK;
  return assay_fail (ctx, ASSAY_EIO, &where, "room to write", "%s",
                     strerror (errno));
}

enum assay_status
assay_text_write_files (const struct assay_text *texts,
                        const char *const *files, size_t count,
                        struct assay_ctx *ctx)
{
  struct assay_beside *beside = assay_calloc (count, sizeof *beside);
  enum assay_status status = ASSAY_OK;
  size_t i;

  for (i = 0; i < count && status == ASSAY_OK; i++)
    {
      status = assay_beside_begin (&beside[i], files[i], ctx);
      if (status == ASSAY_OK)
        status = assay_text_send (&texts[i], beside[i].stream, files[i], ctx);
      if (status == ASSAY_OK)
        status = assay_beside_close (&beside[i], ctx);
    }
  for (i = 0; i < count && status == ASSAY_OK; i++)
    status = assay_beside_place (&beside[i], ctx);
  for (i = 0; i < count; i++)
    assay_beside_abandon (&beside[i]);
  free (beside);
  return status;
}

enum assay_status
assay_text_write_file (const struct assay_text *text, const char *file,
                       struct assay_ctx *ctx)
{
  return assay_text_write_files (text, &file, 1, ctx);
}
