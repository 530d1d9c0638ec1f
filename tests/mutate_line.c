/* mutate_line.c -- what can be changed in a line of code, token by token

   House style is relied upon: an operator of two operands has blanks around
   it, a call has a blank in front of its parenthesis.  What does not compile
   is left to the compiler.  */

#include "mutate.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct change
{
  const char *from, *to;
};

/* Operators of two operands.  */
static const struct change operators[] =
{
  { "==", "!=" }, { "!=", "==" }, { "<=", "<" }, { "<=", ">=" },
  { ">=", ">" }, { ">=", "<=" }, { "<", "<=" }, { "<", ">" },
  { ">", ">=" }, { ">", "<" }, { "&&", "||" }, { "||", "&&" },
  { "+", "-" }, { "-", "+" }, { "*", "/" }, { "/", "*" }, { "%", "/" },
  { "<<", ">>" }, { ">>", "<<" }, { "&", "|" }, { "|", "&" }, { "^", "|" },
  { "+=", "-=" }, { "-=", "+=" }, { "*=", "/=" }, { "/=", "*=" },
  { "|=", "&=" }, { "&=", "|=" }, { "<<=", ">>=" }, { ">>=", "<<=" }
};

/* Whole words: directions of rounding, verdicts, ends of intervals.  */
static const struct change words[] =
{
  { "MPFR_RNDU", "MPFR_RNDD" }, { "MPFR_RNDD", "MPFR_RNDU" },
  { "MPFR_RNDN", "MPFR_RNDU" }, { "MPFR_RNDZ", "MPFR_RNDA" },
  { "MPFR_RNDA", "MPFR_RNDZ" },
  { "ASSAY_HOLDS", "ASSAY_FAILS" }, { "ASSAY_FAILS", "ASSAY_HOLDS" },
  { "ASSAY_OPEN", "ASSAY_HOLDS" }, { "ASSAY_OK", "ASSAY_EVALUE" },
  { "true", "false" }, { "false", "true" }, { "lo", "hi" }, { "hi", "lo" },
  { "left", "right" }, { "right", "left" }
};

/* Parts of a function's name, between underscores.  */
static const struct change name_parts[] =
{
  { "add", "sub" }, { "sub", "add" }, { "mul", "div" }, { "div", "mul" },
  { "addmul", "submul" }, { "submul", "addmul" }, { "min", "max" },
  { "max", "min" }, { "floor", "ceil" }, { "ceil", "floor" },
  { "fdiv", "cdiv" }, { "cdiv", "fdiv" }, { "tdiv", "fdiv" }
};

static int
is_word (char c)
{
  return isalnum ((unsigned char) c) || c == '_';
}

static int
is_text (const char *at, size_t length, const char *text)
{
  return strlen (text) == length && strncmp (at, text, length) == 0;
}

static int
has_part (const char *name, size_t length, const char *const *parts,
          size_t count)
{
  size_t part, end, i;

  for (part = 0; part < length; part = end + 1)
    {
      end = part;
      while (end < length && name[end] != '_')
        end++;
      for (i = 0; i < count; i++)
        if (is_text (name + part, end - part, parts[i]))
          return 1;
    }
  return 0;
}

/* Memory and files given back: only a leak checker sees that it is not.  */
static int
is_release (const char *name, size_t length)
{
  static const char *const parts[] =
    {
      "free", "fclose", "clear", "clears", "close", "decref", "unref", "drop"
    };

  return has_part (name, length, parts, sizeof parts / sizeof *parts);
}

/* Whether LINE calls such a function first, or is in one.  */
static int
releases (const struct line *line)
{
  const char *text = line->source->text + line->begin;
  size_t word = 0;

  while (is_word (text[word]))
    word++;
  return is_release (text, word)
         || is_release (line->function, strlen (line->function));
}

/* Where one line's mutants are made.  */
struct workshop
{
  const struct line *line;
  const char *text;
  const char *is_code;
  mutant_found *found;
  void *data;
};

static void
offer (const struct workshop *at, const char *kind, size_t place,
       size_t length, const char *to)
{
  const struct line *line = at->line;
  struct mutant mutant =
    { line, releases (line) ? "release" : kind, place, length, to, "" };
  int written = snprintf (mutant.changed, sizeof mutant.changed, "%.*s%s%.*s",
                          (int) (place - line->begin),
                          at->text + line->begin, to,
                          (int) (line->end - place - length),
                          at->text + place + length);

  if (written > 0 && (size_t) written < sizeof mutant.changed)
    at->found (&mutant, at->data);
}

static int
is_blank_or_end (const struct workshop *at, size_t place)
{
  return place >= at->line->end || at->text[place] == ' ';
}

/* The operator that begins at PLACE; returns its length.  */
static size_t
mutate_operator (const struct workshop *at, size_t place)
{
  size_t length = strspn (at->text + place, "=!<>&|+-*/%^");
  size_t i;

  if (place > at->line->begin && at->text[place - 1] != ' ')
    {
      if (is_text (at->text + place, length, "++"))
        offer (at, "operator", place, length, "--");
      else if (is_text (at->text + place, length, "--"))
        offer (at, "operator", place, length, "++");
      else if (length == 1
               && (at->text[place] == '!' || at->text[place] == '-')
               && at->text[place - 1] == '(')
        offer (at, "operator", place, 1, "");
      return length;
    }
  if (length == 1 && (at->text[place] == '!' || at->text[place] == '-')
      && !is_blank_or_end (at, place + 1))
    offer (at, "operator", place, 1, "");
  if (!is_blank_or_end (at, place + length))
    return length;
  for (i = 0; i < sizeof operators / sizeof *operators; i++)
    if (is_text (at->text + place, length, operators[i].from))
      offer (at, "operator", place, length, operators[i].to);
  return length;
}

/* 0 and 1 become each other only: most of them are truth values.  */
static size_t
mutate_number (const struct workshop *at, size_t place)
{
  char to[CHANGED_MAX];
  unsigned long number;
  char *end;
  size_t length = 0;

  while (place + length < at->line->end
         && (is_word (at->text[place + length])
             || at->text[place + length] == '.'
             || (strchr ("+-", at->text[place + length])
                 && length > 0
                 && strchr ("ep", at->text[place + length - 1]))))
    length++;
  number = strtoul (at->text + place, &end, 10);
  if (end != at->text + place + length)
    {
      snprintf (to, sizeof to, "(1 + %.*s)", (int) length, at->text + place);
      offer (at, "constant", place, length, to);
      return length;
    }
  if (number != 1)
    {
      snprintf (to, sizeof to, "%lu", number + 1);
      offer (at, "constant", place, length, to);
    }
  if (number != 0)
    {
      snprintf (to, sizeof to, "%lu", number - 1);
      offer (at, "constant", place, length, to);
    }
  return length;
}

/* A call of another function of the same family.  */
static void
mutate_name (const struct workshop *at, size_t place, size_t length)
{
  size_t part, end, i;

  for (part = place; part < place + length; part = end + 1)
    {
      end = part;
      while (end < place + length && at->text[end] != '_')
        end++;
      for (i = 0; i < sizeof name_parts / sizeof *name_parts; i++)
        if (is_text (at->text + part, end - part, name_parts[i].from))
          offer (at, "operator", part, end - part, name_parts[i].to);
    }
}

/* Whether the order of arguments FIRST and FIRST + 1 of a call has no
   meaning; OUTPUT is 1 for functions whose first argument is the result.  */
static int
order_is_idle (const char *name, size_t length, size_t first)
{
  static const char *const lists[] = { "inits", "clears", "init2s" };
  static const char *const symmetric[] =
    {
      "add", "mul", "addmul", "submul", "gcd", "lcm", "min", "max", "equal",
      "swap", "strcmp", "memcmp", "hypot"
    };
  size_t output = strncmp (name, "mp", 2) == 0
                  && !has_part (name, length, symmetric + 8, 2);

  return has_part (name, length, lists, sizeof lists / sizeof *lists)
         || (first >= output
             && has_part (name, length, symmetric,
                          sizeof symmetric / sizeof *symmetric));
}

enum { ARGUMENTS_MAX = 12 };

/* Swaps neighbours among the arguments of the call whose name is at NAME and
   whose parenthesis is at OPEN, if it ends in this line.  */
static void
mutate_arguments (const struct workshop *at, size_t name, size_t length,
                  size_t open)
{
  size_t begin[ARGUMENTS_MAX + 1], end[ARGUMENTS_MAX + 1];
  size_t count = 1, depth = 0, place, i;
  char to[CHANGED_MAX];

  begin[0] = open + 1;
  for (place = open; place < at->line->end; place++)
    {
      if (!at->is_code[place])
        continue;
      if (at->text[place] == '(' || at->text[place] == '[')
        depth++;
      else if ((at->text[place] == ')' || at->text[place] == ']')
               && --depth == 0)
        break;
      else if (at->text[place] == ',' && depth == 1 && count < ARGUMENTS_MAX)
        {
          end[count - 1] = place;
          begin[count++] = place + 2;
        }
      else if (at->text[place] == ';')
        return;
    }
  if (place >= at->line->end)
    return;
  end[count - 1] = place;
  for (i = 0; i + 1 < count; i++)
    {
      size_t one = end[i] - begin[i], other = end[i + 1] - begin[i + 1];

      if (order_is_idle (at->text + name, length, i)
          || (one == other
              && strncmp (at->text + begin[i], at->text + begin[i + 1], one)
                 == 0))
        continue;
      snprintf (to, sizeof to, "%.*s, %.*s", (int) other,
                at->text + begin[i + 1], (int) one, at->text + begin[i]);
      offer (at, "arguments", begin[i], end[i + 1] - begin[i], to);
    }
}

static size_t
mutate_word (const struct workshop *at, size_t place)
{
  size_t length = 0, i;

  while (place + length < at->line->end && is_word (at->text[place + length]))
    length++;
  for (i = 0; i < sizeof words / sizeof *words; i++)
    if (is_text (at->text + place, length, words[i].from))
      offer (at, strncmp (words[i].from, "MPFR", 4) == 0 ? "rounding"
                                                         : "constant",
             place, length, words[i].to);
  if (place + length + 1 < at->line->end
      && strncmp (at->text + place + length, " (", 2) == 0)
    {
      mutate_name (at, place, length);
      mutate_arguments (at, place, length, place + length + 1);
    }
  return length;
}

void
mutate_line (const struct line *line, mutant_found *found, void *data)
{
  struct workshop at =
    { line, line->source->text, line->source->is_code, found, data };
  size_t place = line->begin;

  while (place < line->end)
    {
      char c = at.text[place];

      if (!at.is_code[place])
        place++;
      else if (isdigit ((unsigned char) c))
        place += mutate_number (&at, place);
      else if (is_word (c))
        place += mutate_word (&at, place);
      else if (strchr ("=!<>&|+-*/%^", c))
        place += mutate_operator (&at, place);
      else
        place++;
    }
}

/* The last character of code before PLACE, 0 if there is none.  */
static char
code_before (const struct source *source, size_t place)
{
  while (place-- > 0)
    if (source->is_code[place]
        && !isspace ((unsigned char) source->text[place]))
      return source->text[place];
  return 0;
}

/* Whether what begins with this word is an expression, break or continue: not
   a declaration (two words), nor a statement that contains others.  */
static int
begins_simple (const char *text, size_t word)
{
  static const char *const others[] =
    {
      "if", "for", "while", "switch", "do", "else", "case", "default",
      "return", "goto", "struct", "const", "enum", "static"
    };
  size_t i;

  for (i = 0; i < sizeof others / sizeof *others; i++)
    if (is_text (text, word, others[i]))
      return 0;
  return !(text[word] == ' '
           && (is_word (text[word + 1])
               || (text[word + 1] == '*' && text[word + 2] != '=')));
}

void
mutate_statement (const struct line *line, mutant_found *found, void *data)
{
  const struct source *source = line->source;
  const char *text = source->text + line->begin;
  char before = code_before (source, line->begin);
  struct mutant mutant = { line, "statement", line->begin, 0, "", "" };
  size_t word = 0, place, depth = 0;
  int assigns = 0;

  if (!before || !strchr (";{}):e", before)
      || !(is_word (*text) || strchr ("*+-", *text)))
    return;
  while (is_word (text[word]))
    word++;
  if (word > 0 && !begins_simple (text, word))
    return;
  for (place = line->begin; place < source->length; place++)
    {
      char c = source->text[place];

      if (!source->is_code[place])
        continue;
      depth += (c == '(') - (c == ')');
      assigns |= c == '=' || c == '(' || c == '+' || c == '-';
      if (c == '{' || c == '}' || (c == ';' && depth == 0))
        break;
    }
  if (place == source->length || source->text[place] != ';'
      || !(assigns || is_text (text, word, "break")
           || is_text (text, word, "continue")))
    return;
  mutant.length = place - line->begin;
  if (releases (line))
    mutant.kind = "release";
  snprintf (mutant.changed, sizeof mutant.changed, "(deleted)");
  found (&mutant, data);
}
