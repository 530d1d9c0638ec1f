/* json.c -- reading JSON strictly, on top of jansson */

#include "base/json.h"

#include <stdio.h>
#include <string.h>

#include "base/text.h"

/* More than any request that GMP could hold in memory at its budget.  */
#define MAX_JSON_BYTES ((size_t) 1 << 31)

enum { MAX_DEPTH = 64 };

/* A container that is open at the place being sought.  */
struct level
{
  int is_list;
  size_t index;
  size_t key_start, key_length;
};

/* The end of the string whose opening quote is at I.  */
static size_t
string_end (const char *bytes, size_t i, size_t end)
{
  for (i++; i < end && bytes[i] != '"'; i++)
    if (bytes[i] == '\\')
      i++;
  return i < end ? i : end;
}

static void
path_render (char *text, size_t size, const char *bytes,
             const struct level *levels, size_t depth)
{
  size_t used = 0, i;
  int n = 0;

  text[0] = '\0';
  for (i = 0; i < depth && n >= 0 && used + 1 < size; i++)
    {
      if (levels[i].is_list)
        n = snprintf (text + used, size - used, "[%zu]", levels[i].index);
      else
        n = snprintf (text + used, size - used, "%s%.*s", i > 0 ? "." : "",
                      (int) levels[i].key_length,
                      bytes + levels[i].key_start);
      used += n > 0 ? (size_t) n : 0;
    }
  if (depth == 0)
    snprintf (text, size, "request");
}

/* The path of the value that ends just before END, in BYTES that are
   well-formed up to there.  */
static void
path_at (char *text, size_t size, const char *bytes, size_t end)
{
  struct level levels[MAX_DEPTH];
  size_t depth = 0, i;

  for (i = 0; i < end; i++)
    switch (bytes[i])
      {
      case '"':
        {
          size_t close = string_end (bytes, i, end);

          if (depth > 0 && depth <= MAX_DEPTH)
            {
              levels[depth - 1].key_start = i + 1;
              levels[depth - 1].key_length = close - i - 1;
            }
          i = close;
          break;
        }
      case '[':
      case '{':
        if (depth < MAX_DEPTH)
          levels[depth] = (struct level) { bytes[i] == '[', 0, 0, 0 };
        depth++;
        break;
      case ']':
      case '}':
        depth--;
        break;
      case ',':
        if (depth > 0 && depth <= MAX_DEPTH)
          levels[depth - 1].index++;
        break;
      default:
        break;
      }
  path_render (text, size, bytes, levels,
               depth < MAX_DEPTH ? depth : MAX_DEPTH);
}

static enum assay_status
refuse_overflow (const char *bytes, const json_error_t *error,
                 struct assay_ctx *ctx)
{
  char path[sizeof ctx->error.where];
  struct assay_where where = { NULL, path, 0 };

  path_at (path, sizeof path, bytes, (size_t) error->position);
  if (strstr (error->text, "real"))
    return assay_fail (ctx, ASSAY_ETYPE, &where, "an exact number",
                       "a JSON real beyond a double");
  return assay_fail (ctx, ASSAY_ELIMIT, &where,
                     "a JSON integer of at most 64 bits", "a longer one "
                     "(write it as a string)");
}

/* What a complaint of jansson is about: of "... near Y" the Y.  */
static const char *
complaint_token (const char *text)
{
  const char *near = strstr (text, " near ");

  return near ? near + strlen (" near ") : text;
}

/* Of "X expected near Y" the X, which ends TEXT, else null.  */
static const char *
complaint_wish (char *text)
{
  char *end = strstr (text, " expected near ");

  if (end)
    *end = '\0';
  return end ? text : NULL;
}

/* The byte at which jansson stopped, its reading of BYTES having ended there.
   It calls a null byte the end of the file.  */
static int
stopped_at_null (const char *bytes, size_t length, const json_error_t *error)
{
  size_t end = (size_t) error->position;

  return end > 0 && end <= length && bytes[end - 1] == '\0';
}

static enum assay_status
refuse_syntax (json_error_t *error, const char *bytes, size_t length,
               struct assay_ctx *ctx)
{
  enum assay_status status = ASSAY_ESYNTAX;
  char message[JSON_ERROR_TEXT_LENGTH + 16];
  const char *token = complaint_token (error->text);
  const char *expected = "one JSON value", *byte;

  snprintf (message, sizeof message, "%s", token);
  switch (json_error_code (error))
    {
    case json_error_stack_overflow:
      status = ASSAY_ELIMIT;
      expected = "lists and objects at most 2048 deep";
      snprintf (message, sizeof message, "deeper ones");
      break;
    case json_error_duplicate_key:
      expected = "each key once";
      snprintf (message, sizeof message, "%s again", token);
      break;
    case json_error_null_character:
    case json_error_null_byte_in_key:
      expected = "text without \\u0000";
      break;
    case json_error_invalid_utf8:
      expected = "UTF-8";
      byte = strstr (error->text, "byte 0x");
      if (byte)
        snprintf (message, sizeof message, "the %.9s", byte);
      break;
    default:
      if (complaint_wish (error->text))
        expected = error->text;
      else
        snprintf (message, sizeof message, "%s", error->text);
      if (stopped_at_null (bytes, length, error))
        snprintf (message, sizeof message, "a null byte");
    }
  return assay_fail_at (ctx, status, error->line,
                        error->column > 0 ? error->column : 1, expected,
                        message);
}

/* What no parser can place: no value at all, and a mark that is not seen.  */
static const char *
unseen_fault (const char *bytes, size_t length)
{
  static const char blank[] = { ' ', '\t', '\r', '\n' };
  size_t i = 0;

  if (length >= 3 && memcmp (bytes, "\357\273\277", 3) == 0)
    return "a byte order mark";
  while (i < length && memchr (blank, bytes[i], sizeof blank))
    i++;
  return i == length ? "nothing" : NULL;
}

enum assay_status
assay_json_parse (json_t **root, const char *bytes, size_t length,
                  struct assay_ctx *ctx)
{
  const char *fault = unseen_fault (bytes, length);
  json_error_t error;

  *root = NULL;
  if (fault)
    return assay_fail_at (ctx, ASSAY_ESYNTAX, 1, 1, "one JSON value", fault);
  *root = json_loadb (bytes, length,
                      JSON_REJECT_DUPLICATES | JSON_DECODE_ANY, &error);
  if (*root)
    return ASSAY_OK;
  if (json_error_code (&error) == json_error_numeric_overflow)
    return refuse_overflow (bytes, &error, ctx);
  return refuse_syntax (&error, bytes, length, ctx);
}

enum assay_status
assay_json_read (json_t **root, const char *file, struct assay_ctx *ctx)
{
  struct assay_text text;
  enum assay_status status;

  *root = NULL;
  assay_text_init (&text);
  status = assay_text_read_file (&text, file, MAX_JSON_BYTES, ctx);
  if (status == ASSAY_OK)
    status = assay_json_parse (root, assay_text_string (&text), text.length,
                               ctx);
  assay_text_clear (&text);
  return status;
}

void
assay_json_describe (char *text, size_t size, const json_t *value)
{
  if (value == NULL)
    snprintf (text, size, "nothing");
  else if (json_is_object (value))
    snprintf (text, size, "an object");
  else if (json_is_array (value))
    snprintf (text, size, "a list of %zu", json_array_size (value));
  else if (json_is_string (value))
    snprintf (text, size, "\"%.60s\"%s", json_string_value (value),
              json_string_length (value) > 60 ? "..." : "");
  else if (json_is_integer (value))
    snprintf (text, size, "%" JSON_INTEGER_FORMAT,
              json_integer_value (value));
  else if (json_is_real (value))
    snprintf (text, size, "the real %.17g", json_real_value (value));
  else
    snprintf (text, size, "%s", json_is_null (value) ? "null"
                                : json_is_true (value) ? "true" : "false");
}

enum assay_status
assay_json_refuse (struct assay_ctx *ctx, enum assay_status status,
                   const struct assay_where *where, const char *expected,
                   const json_t *found)
{
  char text[120];

  assay_json_describe (text, sizeof text, found);
  return assay_fail (ctx, status, where, expected, "%s", text);
}

static enum assay_status
refuse_key (const char *key, const char *const *known, struct assay_ctx *ctx,
            const struct assay_where *place)
{
  struct assay_text list;
  size_t i;

  assay_text_init (&list);
  for (i = 0; known[i]; i++)
    assay_text_printf (&list, "%s%s", i > 0 ? ", " : "one of the keys ",
                       known[i]);
  assay_fail (ctx, ASSAY_EVALUE, place, assay_text_string (&list),
              "the unknown key \"%.60s\"", key);
  assay_text_clear (&list);
  return ASSAY_EVALUE;
}

enum assay_status
assay_json_check_object (const json_t *value, const char *const *known,
                         struct assay_ctx *ctx,
                         const struct assay_where *where)
{
  const char *key;
  json_t *member;

  if (!json_is_object (value))
    return assay_json_refuse (ctx, ASSAY_ETYPE, where, "an object", value);
  json_object_foreach ((json_t *) value, key, member)
    {
      struct assay_where place = { where, key, 0 };
      size_t i = 0;

      while (known[i] && strcmp (known[i], key) != 0)
        i++;
      if (known[i] == NULL)
        return refuse_key (key, known, ctx, &place);
    }
  return ASSAY_OK;
}

enum assay_status
assay_json_check_list (const json_t *value, struct assay_ctx *ctx,
                       const struct assay_where *where, const char *expected)
{
  if (json_is_array (value))
    return ASSAY_OK;
  return assay_json_refuse (ctx, ASSAY_ETYPE, where, expected, value);
}
