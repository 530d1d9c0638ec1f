/* source.c -- a claims file's text, places in it, and complaints about it */

#include "claims/source.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"

/* A source line longer than this is shown around the caret only.  */
enum { SHOWN_COLUMNS = 160, SHOWN_BEFORE = 60 };

void
assay_source_init (struct assay_source *source, const char *name,
                   const char *bytes, size_t length)
{
  size_t i, line = 0;

  source->name = name;
  source->bytes = bytes;
  source->length = length;
  source->lines = 1;
  for (i = 0; i < length; i++)
    source->lines += bytes[i] == '\n';
  source->starts = assay_calloc (source->lines, sizeof *source->starts);
  for (i = 0; i < length; i++)
    if (bytes[i] == '\n')
      source->starts[++line] = i + 1;
}

void
assay_source_clear (struct assay_source *source)
{
  free (source->starts);
  source->starts = NULL;
}

static size_t
line_of (const struct assay_source *source, size_t offset)
{
  size_t low = 0, high = source->lines;

  while (high - low > 1)
    {
      size_t middle = low + (high - low) / 2;

      if (source->starts[middle] <= offset)
        low = middle;
      else
        high = middle;
    }
  return low;
}

/* A byte that goes on with a code point rather than starting one.  */
static int
continues (char byte)
{
  return ((unsigned char) byte & 0xC0) == 0x80;
}

static size_t
columns_between (const struct assay_source *source, size_t from, size_t to)
{
  size_t columns = 0;

  for (; from < to && from < source->length; from++)
    columns += !continues (source->bytes[from]);
  return columns;
}

struct assay_place
assay_source_place (const struct assay_source *source, size_t offset)
{
  size_t line = line_of (source, offset);
  struct assay_place place;

  place.line = line + 1;
  place.column = 1 + columns_between (source, source->starts[line], offset);
  return place;
}

size_t
assay_utf8_length (const char *bytes, size_t limit)
{
  const unsigned char *u = (const unsigned char *) bytes;
  unsigned long value;
  size_t length, i;
  static const unsigned long least[] = { 0, 0, 0x80, 0x800, 0x10000 };

  if (limit == 0)
    return 0;
  if (u[0] < 0x80)
    return 1;
  if (u[0] < 0xC2 || u[0] > 0xF4)
    return 0;
  length = u[0] < 0xE0 ? 2 : u[0] < 0xF0 ? 3 : 4;
  if (length > limit)
    return 0;
  value = u[0] & (0x7Fu >> length);
  for (i = 1; i < length; i++)
    {
      if (!continues (bytes[i]))
        return 0;
      value = value << 6 | (u[i] & 0x3F);
    }
  if (value < least[length] || value > 0x10FFFF
      || (value >= 0xD800 && value <= 0xDFFF))
    return 0;
  return length;
}

/* Append the bytes FROM..TO-1; what a terminal might obey or could not show
   becomes a question mark.  */
static void
add_shown (struct assay_text *text, const struct assay_source *source,
           size_t from, size_t to)
{
  while (from < to)
    {
      size_t length = assay_utf8_length (source->bytes + from, to - from);
      unsigned char c = (unsigned char) source->bytes[from];

      if (length == 0 || (c < 0x20 && c != '\t') || c == 0x7F)
        {
          assay_text_add_char (text, '?');
          from++;
        }
      else
        {
          assay_text_add_bytes (text, source->bytes + from, length);
          from += length;
        }
    }
}

static size_t
step_back (const struct assay_source *source, size_t from, size_t stop,
           size_t columns)
{
  while (from > stop && columns > 0)
    if (!continues (source->bytes[--from]))
      columns--;
  return from;
}

static size_t
step_on (const struct assay_source *source, size_t from, size_t stop,
         size_t columns)
{
  while (from < stop && columns > 0)
    {
      from++;
      while (from < stop && continues (source->bytes[from]))
        from++;
      columns--;
    }
  return from;
}

/* The line under the source line: blanks, a caret, and tildes to the end of
   SPAN.  Tabs stay tabs so that the caret stands where it should.  */
static void
add_caret (struct assay_text *text, const struct assay_source *source,
           size_t from, struct assay_span span, size_t to)
{
  size_t i, columns;

  for (i = from; i < span.begin; i++)
    if (!continues (source->bytes[i]))
      assay_text_add_char (text, source->bytes[i] == '\t' ? '\t' : ' ');
  assay_text_add_char (text, '^');
  columns = columns_between (source, span.begin, span.end < to ? span.end
                                                               : to);
  for (i = 1; i < columns; i++)
    assay_text_add_char (text, '~');
  assay_text_add_char (text, '\n');
}

void
assay_source_complain (struct assay_text *text,
                       const struct assay_source *source,
                       struct assay_span span, const char *label,
                       const char *message)
{
  struct assay_place place = assay_source_place (source, span.begin);
  size_t from = source->starts[place.line - 1];
  size_t to = place.line < source->lines ? source->starts[place.line] - 1
                                         : source->length;
  int cut_before = 0, cut_after = 0;

  if (to > from && source->bytes[to - 1] == '\r')
    to--;
  if (span.begin > to)
    span.begin = to;
  if (to - from > 4 * SHOWN_COLUMNS
      || columns_between (source, from, to) > SHOWN_COLUMNS)
    {
      size_t first = step_back (source, span.begin, from, SHOWN_BEFORE);
      size_t last = step_on (source, first, to, SHOWN_COLUMNS);

      cut_before = first > from;
      cut_after = last < to;
      from = first;
      to = last;
    }
  assay_text_printf (text, "%s:%zu:%zu: %s: %s\n", source->name, place.line,
                     place.column, label, message);
  assay_text_add (text, cut_before ? " ..." : " ");
  add_shown (text, source, from, to);
  assay_text_add (text, cut_after ? "...\n" : "\n");
  assay_text_add (text, cut_before ? "    " : " ");
  add_caret (text, source, from, span, to);
}

void
assay_complaints_init (struct assay_complaints *complaints)
{
  complaints->items = NULL;
  complaints->count = 0;
  complaints->capacity = 0;
}

void
assay_complaints_clear (struct assay_complaints *complaints)
{
  size_t i;

  for (i = 0; i < complaints->count; i++)
    free (complaints->items[i].message);
  free (complaints->items);
  assay_complaints_init (complaints);
}

void
assay_complaints_add (struct assay_complaints *complaints,
                      struct assay_span span, const char *message, ...)
{
  struct assay_complaint *complaint;
  char rendered[400];
  va_list args;

  if (complaints->count == ASSAY_MAX_COMPLAINTS)
    return;
  if (complaints->count == complaints->capacity)
    {
      complaints->capacity = complaints->capacity ? 2 * complaints->capacity
                                                  : 8;
      complaints->items = assay_realloc (complaints->items,
                                         complaints->capacity,
                                         sizeof *complaints->items);
    }
  va_start (args, message);
  vsnprintf (rendered, sizeof rendered, message, args);
  va_end (args);
  complaint = &complaints->items[complaints->count++];
  complaint->span = span;
  complaint->message = assay_strdup (rendered);
}

static int
compare_places (const void *left, const void *right)
{
  const struct assay_complaint *a = left, *b = right;

  if (a->span.begin != b->span.begin)
    return a->span.begin < b->span.begin ? -1 : 1;
  return strcmp (a->message, b->message);
}

void
assay_complaints_render (struct assay_text *text,
                         const struct assay_source *source,
                         struct assay_complaints *complaints)
{
  size_t i;

  if (complaints->count == 0)
    return;
  qsort (complaints->items, complaints->count, sizeof *complaints->items,
         compare_places);
  for (i = 0; i < complaints->count; i++)
    assay_source_complain (text, source, complaints->items[i].span, "error",
                           complaints->items[i].message);
  if (complaints->count == ASSAY_MAX_COMPLAINTS)
    assay_text_printf (text, "%s: error: too many errors, the rest is not"
                       " shown\n", source->name);
}
