/* config_text.c -- a JSON document whose numbers keep their spelling */

#include "position/config_text.h"

#include <stdlib.h>
#include <string.h>

#include "base/json.h"
#include "base/memory.h"
#include "base/text.h"
#include "exact/rat.h"
#include "real/fmt.h"

/* Far more than any binary64 has; "1e-99999999" is not worth its memory.  */
enum { MAX_NUMBER_BITS = 1 << 16 };

/* The index after the string whose opening quote is at I.  BYTES are
   well-formed JSON here and below.  */
static size_t
after_string (const char *bytes, size_t i)
{
  for (i++; bytes[i] != '"'; i++)
    if (bytes[i] == '\\')
      i++;
  return i + 1;
}

static size_t
after_number (const char *bytes, size_t i, size_t length)
{
  while (i < length && bytes[i] != '\0' && strchr ("+-.eE0123456789",
                                                   bytes[i]))
    i++;
  return i;
}

static void
keep_number (struct assay_config_text *text, size_t *capacity,
             const char *bytes, size_t length)
{
  char *copy = assay_calloc (length + 1, 1);

  memcpy (copy, bytes, length);
  if (text->count == *capacity)
    {
      *capacity = *capacity == 0 ? 64 : 2 * *capacity;
      text->number = assay_realloc (text->number, *capacity,
                                    sizeof text->number[0]);
    }
  text->number[text->count++] = copy;
}

static void
replace_numbers (struct assay_text *indexed, struct assay_config_text *text,
                 const char *bytes, size_t length)
{
  size_t i = 0, capacity = 0;

  while (i < length)
    {
      size_t end = i + 1;

      if (bytes[i] == '"')
        end = after_string (bytes, i);
      else if (bytes[i] == '-' || (bytes[i] >= '0' && bytes[i] <= '9'))
        {
          end = after_number (bytes, i, length);
          assay_text_printf (indexed, "%zu", text->count);
          keep_number (text, &capacity, bytes + i, end - i);
          i = end;
          continue;
        }
      assay_text_add_bytes (indexed, bytes + i, end - i);
      i = end;
    }
}

enum assay_status
assay_config_text_parse (struct assay_config_text *text, const char *bytes,
                         size_t length, struct assay_ctx *ctx)
{
  struct assay_text indexed;
  enum assay_status status;
  json_t *original;

  *text = (struct assay_config_text) { 0 };
  status = assay_json_parse (&original, bytes, length, ctx);
  json_decref (original);
  if (status != ASSAY_OK)
    return status;
  assay_text_init (&indexed);
  replace_numbers (&indexed, text, bytes, length);
  status = assay_json_parse (&text->root, assay_text_string (&indexed),
                             indexed.length, ctx);
  assay_text_clear (&indexed);
  return status;
}

void
assay_config_text_clear (struct assay_config_text *text)
{
  size_t i;

  json_decref (text->root);
  for (i = 0; i < text->count; i++)
    free (text->number[i]);
  free (text->number);
  *text = (struct assay_config_text) { 0 };
}

static const char *
spelling (const struct assay_config_text *text, const json_t *value)
{
  return text->number[json_integer_value (value)];
}

enum assay_status
assay_config_number (mpq_ptr result, const struct assay_config_text *text,
                     const json_t *value, struct assay_ctx *ctx,
                     const struct assay_where *where, const char *expected)
{
  unsigned long max_bits = ctx->max_bits;
  enum assay_status status;

  if (!json_is_integer (value))
    return assay_config_refuse (text, value, ctx, ASSAY_ETYPE, where,
                                expected);
  ctx->max_bits = MAX_NUMBER_BITS;
  status = assay_rat_read_decimal (result, spelling (text, value), ctx,
                                   where, expected);
  ctx->max_bits = max_bits;
  if (status == ASSAY_OK
      && assay_fmt_decode (result, assay_fmt_round (result, ASSAY_FMT_F64),
                           ASSAY_FMT_F64) != ASSAY_FMT_FINITE)
    status = assay_config_refuse (text, value, ctx, ASSAY_EVALUE, where,
                                  "a number that binary64 holds");
  return status;
}

enum assay_status
assay_config_refuse (const struct assay_config_text *text,
                     const json_t *value, struct assay_ctx *ctx,
                     enum assay_status status,
                     const struct assay_where *where, const char *expected)
{
  if (json_is_integer (value))
    return assay_fail (ctx, status, where, expected, "%.60s",
                       spelling (text, value));
  return assay_json_refuse (ctx, status, where, expected, value);
}
