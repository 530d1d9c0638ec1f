/* mutate.h -- the one-token mutants of a source file in house style */

#ifndef TESTS_MUTATE_H
#define TESTS_MUTATE_H

#include <stddef.h>
#include <stdint.h>

/* A file as it stands, and for each character whether it is code: not
   comment, not between quotes, not of a directive.  */
struct source
{
  const char *name;
  char *text;
  char *is_code;
  size_t length;
};

/* A line of a function's body: [begin, end) without the blanks around it.
   ORDINAL counts the lines of this text in FUNCTION, from 1.  */
struct line
{
  const struct source *source;
  size_t begin, end;
  size_t number;
  char function[80];
  size_t ordinal;
};

enum { CHANGED_MAX = 512 };

/* What stands at [at, at + length) becomes TO.  CHANGED is the line then, or
   "(deleted)" for a statement, which may be of several lines.  */
struct mutant
{
  const struct line *line;
  const char *kind;
  size_t at, length;
  const char *to;
  char changed[CHANGED_MAX];
};

typedef void mutant_found (const struct mutant *mutant, void *data);

/* Calls FOUND for every mutant that begins in LINE.  */
void mutate_line (const struct line *line, mutant_found *found, void *data);

/* The same for the statement that begins LINE, if one does.  */
void mutate_statement (const struct line *line, mutant_found *found,
                       void *data);

#endif
