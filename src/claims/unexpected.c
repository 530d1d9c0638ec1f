/* unexpected.c -- what to say about a token that no rule wants */

#include <stdio.h>
#include <string.h>

#include "base/text.h"
#include "claims/grammar.h"
#include "claims/parse.h"

struct expectation
{
  const char *const *symbols;
  size_t count;
};

static bool
is_one_of (const char *symbol, const char *const *list)
{
  for (; *list; list++)
    if (strcmp (*list, symbol) == 0)
      return true;
  return false;
}

static bool
wants (const struct expectation *expected, const char *symbol)
{
  size_t i;

  for (i = 0; i < expected->count; i++)
    if (strcmp (expected->symbols[i], symbol) == 0)
      return true;
  return false;
}

static const char *const openers[] = {
  "a number", "a name", "a string", "a constant", "'('", "'['", "'-'", NULL
};
static const char *const operators[] = {
  "'+'", "'-'", "'*'", "'/'", "'^'", "'@'", "'['", "'('", "a field", "..",
  "+-", NULL
};
static const char *const relations[] = {
  "'='", "!=", "'<'", "<=", "'>'", ">=", "'~'", "in", "fails", NULL
};

/* "an expression", "an operator or a relation", ...: groups first, then what
   is left of EXPECTED.  */
static void
describe_expected (struct assay_text *text,
                   const struct expectation *expected)
{
  bool expression = wants (expected, "a number") && wants (expected, "'('")
                    && wants (expected, "a string");
  bool operator = wants (expected, "'*'");
  bool relation = wants (expected, "'<'");
  const char *parts[64];
  size_t count = 0, i;

  if (expression)
    parts[count++] = "an expression";
  if (operator)
    parts[count++] = "an operator";
  if (relation)
    parts[count++] = "a relation";
  for (i = 0; i < expected->count && count < 60; i++)
    if (!(expression && is_one_of (expected->symbols[i], openers))
        && !(operator && is_one_of (expected->symbols[i], operators))
        && !(relation && is_one_of (expected->symbols[i], relations)))
      parts[count++] = expected->symbols[i];
  for (i = 0; i < count; i++)
    {
      bool plain = parts[i][0] == '\'' || strchr (parts[i], ' ');

      assay_text_add (text, i == 0 ? "" : i + 1 < count ? ", " : " or ");
      assay_text_printf (text, plain ? "%s" : "'%s'", parts[i]);
    }
}

/* "the end of the line", or what stands there between quotes.  */
static void
describe_found (struct assay_text *text, const struct assay_reader *reader,
                struct assay_span span, const char *found)
{
  const struct assay_source *source = &reader->file->source;
  size_t end = span.begin;

  if (strcmp (found, "the end of the line") == 0)
    {
      assay_text_add (text, found);
      return;
    }
  if (span.begin >= span.end || span.begin >= source->length)
    {
      assay_text_add (text, "the end of the file");
      return;
    }
  while (end < span.end && end - span.begin < 40)
    end += assay_utf8_length (source->bytes + end, span.end - end)
           ? assay_utf8_length (source->bytes + end, span.end - end) : 1;
  if (source->bytes[span.begin] != '"')
    assay_text_add_char (text, '\'');
  assay_text_add_bytes (text, source->bytes + span.begin, end - span.begin);
  if (end < span.end)
    assay_text_add (text, "...");
  if (source->bytes[span.begin] != '"')
    assay_text_add_char (text, '\'');
}

/* Mistakes that deserve their own sentence, or null.  */
static const char *
recognise (const struct assay_reader *reader, const char *found,
           const struct expectation *expected)
{
  bool is_relation = is_one_of (found, relations);
  bool after_operand = wants (expected, "'*'") || wants (expected, "'^'");

  if (is_relation && reader->depth > 0)
    return "a relation cannot stand inside brackets";
  if (is_relation && after_operand && reader->statement != TOKEN_CLAIM)
    return "a relation stands only in a claim";
  if (is_relation && reader->relations > 1
      && (after_operand || wants (expected, "the end of the line")))
    return "two relations on one line: write two claims";
  if (strcmp (found, "..") == 0 && after_operand)
    return "a range stands after 'in' or as a whole argument: write"
           " range(a, b) for the list";
  if (strcmp (found, "+-") == 0)
    return "'+-' belongs to the relation a = b +- t alone";
  if (strcmp (found, "'['") == 0 && wants (expected, "'^'"))
    return "a positioned vector has no components: write v[0] for one of v,"
           " or parenthesise the position";
  if (strcmp (found, "'-'") == 0 && wants (expected, "a number")
      && wants (expected, "'('") && !wants (expected, "a string"))
    return "a position below zero needs parentheses, as in v@(-3)";
  if (reader->relation == '~' && !wants (expected, "a name")
      && is_one_of (found, operators) && strcmp (found, "'['") != 0)
    return "right of ~ stands only a literal as printed, or a list of these";
  return NULL;
}

void
assay_grammar_unexpected (struct assay_reader *reader,
                          struct assay_span span, const char *found,
                          const char *const *symbols, size_t count)
{
  struct expectation expected = { symbols, count };
  const char *special = recognise (reader, found, &expected);
  struct assay_text text;

  if (special)
    {
      assay_reader_refuse (reader, span, special);
      return;
    }
  assay_text_init (&text);
  assay_text_add (&text, "expected ");
  if (reader->relation == '~' && wants (&expected, "a number")
      && !wants (&expected, "a name"))
    assay_text_add (&text, "a decimal as printed, or a list of these,"
                    " right of ~");
  else if (reader->relation == TOKEN_FAILS && count == 1
           && wants (&expected, "a name"))
    assay_text_add (&text, "type, value or limit after 'fails'");
  else if (wants (&expected, "title"))
    assay_text_add (&text, "a statement (title, source, let, def, claim or"
                    " note)");
  else if (count > 0)
    describe_expected (&text, &expected);
  else
    assay_text_add (&text, "something else");
  assay_text_add (&text, ", found ");
  describe_found (&text, reader, span, found);
  if (wants (&expected, "a name") && !wants (&expected, "a number")
      && strcmp (found, "a constant") == 0)
    assay_text_add (&text, ", which has a fixed meaning");
  assay_reader_refuse (reader, span, assay_text_string (&text));
  assay_text_clear (&text);
}
