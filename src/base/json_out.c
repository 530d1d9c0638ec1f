/* json_out.c -- writing JSON whose numbers keep the digits they were given */

#include "base/json_out.h"

#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"

void
assay_json_out_init (struct assay_json_out *out, struct assay_text *text)
{
  memset (out, 0, sizeof *out);
  out->text = text;
}

static void
add_escaped (struct assay_text *text, const char *string)
{
  const char *s;

  assay_text_add_char (text, '"');
  for (s = string; *s; s++)
    {
      unsigned char c = (unsigned char) *s;

      if (c == '"' || c == '\\')
        assay_text_printf (text, "\\%c", c);
      else if (c == '\n')
        assay_text_add (text, "\\n");
      else if (c == '\t')
        assay_text_add (text, "\\t");
      else if (c < 0x20)
        assay_text_printf (text, "\\u%04x", c);
      else
        assay_text_add_char (text, (char) c);
    }
  assay_text_add_char (text, '"');
}

static void
new_line (struct assay_json_out *out)
{
  assay_text_printf (out->text, "\n%*s", 2 * out->depth, "");
}

/* What stands before a value: a comma, the line, the key.  */
static void
lead (struct assay_json_out *out, const char *key)
{
  int here = out->depth - 1;

  if (here >= 0)
    {
      if (out->level[here].has_members)
        assay_text_add (out->text, out->level[here].is_inline ? ", " : ",");
      if (!out->level[here].is_inline)
        new_line (out);
      out->level[here].has_members = 1;
    }
  if (key)
    {
      add_escaped (out->text, key);
      assay_text_add (out->text, ": ");
    }
}

static void
open_bracket (struct assay_json_out *out, const char *key, char open,
              char close, int is_inline)
{
  int outer = out->depth > 0 && out->level[out->depth - 1].is_inline;

  lead (out, key);
  assay_text_add_char (out->text, open);
  if (out->depth >= ASSAY_JSON_MAX_DEPTH)
    abort ();
  out->level[out->depth].bracket = close;
  out->level[out->depth].has_members = 0;
  out->level[out->depth].is_inline = (char) (is_inline || outer);
  out->depth++;
}

void
assay_json_close (struct assay_json_out *out)
{
  int here = --out->depth;

  if (out->level[here].has_members && !out->level[here].is_inline)
    new_line (out);
  assay_text_add_char (out->text, out->level[here].bracket);
}

void
assay_json_open_object (struct assay_json_out *out, const char *key)
{
  open_bracket (out, key, '{', '}', 0);
}

void
assay_json_open_list (struct assay_json_out *out, const char *key)
{
  open_bracket (out, key, '[', ']', 0);
}

void
assay_json_open_inline_list (struct assay_json_out *out, const char *key)
{
  open_bracket (out, key, '[', ']', 1);
}

void
assay_json_open_inline_object (struct assay_json_out *out, const char *key)
{
  open_bracket (out, key, '{', '}', 1);
}

void
assay_json_string (struct assay_json_out *out, const char *key,
                   const char *string)
{
  lead (out, key);
  add_escaped (out->text, string);
}

void
assay_json_take (struct assay_json_out *out, const char *key, char *string)
{
  assay_json_string (out, key, string);
  free (string);
}

void
assay_json_printf (struct assay_json_out *out, const char *key,
                   const char *format, ...)
{
  struct assay_text string;
  va_list args;
  char *line;
  int length;

  va_start (args, format);
  length = vsnprintf (NULL, 0, format, args);
  va_end (args);
  assay_text_init (&string);
  line = assay_calloc ((size_t) length + 1, 1);
  va_start (args, format);
  vsnprintf (line, (size_t) length + 1, format, args);
  va_end (args);
  assay_text_take (&string, line);
  assay_json_string (out, key, assay_text_string (&string));
  assay_text_clear (&string);
}

void
assay_json_integer (struct assay_json_out *out, const char *key,
                    long long value)
{
  lead (out, key);
  assay_text_printf (out->text, "%lld", value);
}

void
assay_json_bool (struct assay_json_out *out, const char *key, int value)
{
  lead (out, key);
  assay_text_add (out->text, value ? "true" : "false");
}

void
assay_json_null (struct assay_json_out *out, const char *key)
{
  lead (out, key);
  assay_text_add (out->text, "null");
}

void
assay_json_number (struct assay_json_out *out, const char *key,
                   const char *literal)
{
  lead (out, key);
  assay_text_add (out->text, literal);
}

void
assay_json_begin (struct assay_json_out *out, struct assay_text *text,
                  const char *version, const char *command)
{
  assay_json_out_init (out, text);
  assay_json_open_object (out, NULL);
  assay_json_string (out, "assay", version);
  assay_json_string (out, "command", command);
}

void
assay_json_end (struct assay_json_out *out)
{
  assay_json_close (out);
  assay_text_add_char (out->text, '\n');
}

void
assay_json_inline_integers (struct assay_json_out *out, const char *key,
                            const long *x, size_t n)
{
  size_t i;

  assay_json_open_inline_list (out, key);
  for (i = 0; i < n; i++)
    assay_json_integer (out, NULL, x[i]);
  assay_json_close (out);
}
