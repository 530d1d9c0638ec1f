/* mutate.c -- lists the one-token mutants of C files, or makes one

     mutate SEED FILE...          a line a mutant, its fields told apart by
                                  tabs: hash, file, line, kind, function,
                                  ordinal, text of the line, changed text
     mutate SEED --make HASH FILE the file with that mutant in it

   A mutant's hash is of its file, function, the line's text, the how manyeth
   line of that text in the function it is, the changed text, and the seed:
   edits elsewhere leave it alone.  Sorted by hash the mutants are in random
   order, so the first N are a sample.  Bodies of functions alone are
   changed, constant tables in them not.  */

#include "mutate.h"

#include <ctype.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static uint64_t
hash_text (uint64_t hash, const char *text, size_t length)
{
  size_t i;

  for (i = 0; i < length; i++)
    hash = (hash ^ (unsigned char) text[i]) * UINT64_C (1099511628211);
  return (hash ^ 0x1f) * UINT64_C (1099511628211);
}

/* FNV-1a leaves the upper bits of short texts alike; the last steps are the
   mixer of MurmurHash3.  */
static uint64_t
hash_mutant (const char *seed, const struct mutant *mutant)
{
  const struct line *line = mutant->line;
  uint64_t hash = UINT64_C (14695981039346656037);
  char ordinal[24];

  snprintf (ordinal, sizeof ordinal, "%zu", line->ordinal);
  hash = hash_text (hash, seed, strlen (seed));
  hash = hash_text (hash, line->source->name, strlen (line->source->name));
  hash = hash_text (hash, line->function, strlen (line->function));
  hash = hash_text (hash, ordinal, strlen (ordinal));
  hash = hash_text (hash, line->source->text + line->begin,
                    line->end - line->begin);
  hash = hash_text (hash, mutant->changed, strlen (mutant->changed));
  hash = (hash ^ hash >> 33) * UINT64_C (0xff51afd7ed558ccd);
  hash = (hash ^ hash >> 33) * UINT64_C (0xc4ceb9fe1a85ec53);
  return hash ^ hash >> 33;
}

/* Marks what is code from PLACE on; returns the first place it is not told
   of: after a comment, a text between quotes, a directive, or a character.  */
static size_t
mark_one (struct source *source, size_t place)
{
  const char *text = source->text;
  size_t end = place + 1;

  if (strncmp (text + place, "/*", 2) == 0)
    {
      const char *closed = strstr (text + place + 2, "*/");

      return closed ? (size_t) (closed - text) + 2 : source->length;
    }
  if (text[place] == '"' || text[place] == '\'')
    {
      while (text[end] && text[end] != text[place])
        end += text[end] == '\\' && text[end + 1] ? 2 : 1;
      return text[end] ? end + 1 : source->length;
    }
  if (text[place] == '#' && (place == 0 || text[place - 1] == '\n'))
    {
      while (text[end] && (text[end] != '\n' || text[end - 1] == '\\'))
        end++;
      return end;
    }
  source->is_code[place] = 1;
  return end;
}

static int
read_source (struct source *source, const char *name)
{
  FILE *file = fopen (name, "r");
  size_t room = 1 << 20, place;

  source->name = name;
  source->text = calloc (room + 1, 1);
  source->is_code = calloc (room + 1, 1);
  source->length = file && source->text && source->is_code
                   ? fread (source->text, 1, room, file) : 0;
  if (!file || ferror (file) || source->length == 0
      || source->length == room)
    {
      fprintf (stderr, "mutate: cannot read %s\n", name);
      if (file)
        fclose (file);
      return 0;
    }
  fclose (file);
  for (place = 0; place < source->length;)
    place = mark_one (source, place);
  return 1;
}

static void
free_source (struct source *source)
{
  free (source->text);
  free (source->is_code);
}

static size_t
end_of_line (const struct source *source, size_t begin)
{
  const char *newline = strchr (source->text + begin, '\n');

  return newline ? (size_t) (newline - source->text) : source->length;
}

static int
same_line (const struct source *source, size_t begin, const struct line *line)
{
  size_t length = line->end - line->begin;

  return strncmp (source->text + begin, source->text + line->begin, length)
           == 0
         && (source->text[begin + length] == '\n'
             || source->text[begin + length] == '\0');
}

/* How many lines from BODY to LINE are the same.  */
static size_t
ordinal_of (const struct source *source, size_t body, const struct line *line)
{
  size_t count = 1, begin = body;

  for (; begin < line->begin; begin = end_of_line (source, begin) + 1)
    {
      begin += strspn (source->text + begin, " ");
      if (begin < line->begin && same_line (source, begin, line))
        count++;
    }
  return count;
}

static void
set_function (struct line *line, const char *head)
{
  size_t length = strcspn (head, " (\n");

  if (length >= sizeof line->function)
    length = sizeof line->function - 1;
  memcpy (line->function, head, length);
  line->function[length] = '\0';
}

/* Calls FOUND for the mutants of every function of SOURCE.  A function's
   head ends with a parenthesis, its braces are at column one.  */
static void
mutate_source (const struct source *source, mutant_found *found, void *data)
{
  const char *text = source->text;
  struct line line = { source, 0, 0, 0, "", 0 };
  size_t begin, end, body = 0;
  int in_table = 0;

  for (begin = 0; begin < source->length; begin = end + 1)
    {
      end = end_of_line (source, begin);
      line.number++;
      if (text[begin] == '{' && begin > 1 && text[begin - 2] == ')')
        body = end;
      else if (text[begin] == '}')
        body = 0;
      else if (isalpha ((unsigned char) text[begin])
               && source->is_code[begin])
        set_function (&line, text + begin);
      if (body == 0 || begin < body)
        continue;
      line.begin = begin + strspn (text + begin, " ");
      line.end = end;
      if (strncmp (text + line.begin, "static const ", 13) == 0)
        in_table = 1;
      if (!in_table && line.begin < line.end
          && source->is_code[line.begin])
        {
          line.ordinal = ordinal_of (source, body, &line);
          mutate_line (&line, found, data);
          mutate_statement (&line, found, data);
        }
      if (line.begin < line.end && text[line.end - 1] == ';')
        in_table = 0;
    }
}

static void
print_mutant (const struct mutant *mutant, void *seed)
{
  const struct line *line = mutant->line;

  printf ("%016" PRIx64 "\t%s\t%zu\t%s\t%s\t%zu\t%.*s\t%s\n",
          hash_mutant (seed, mutant), line->source->name, line->number,
          mutant->kind, line->function, line->ordinal,
          (int) (line->end - line->begin), line->source->text + line->begin,
          mutant->changed);
}

struct wanted
{
  const char *seed;
  uint64_t hash;
  int is_made;
};

/* Prints the changed source; a deleted statement leaves its newlines.  */
static void
make_mutant (const struct mutant *mutant, void *data)
{
  struct wanted *wanted = data;
  const struct source *source = mutant->line->source;
  size_t after = mutant->at + mutant->length, place;

  if (wanted->is_made || hash_mutant (wanted->seed, mutant) != wanted->hash)
    return;
  wanted->is_made = 1;
  fwrite (source->text, 1, mutant->at, stdout);
  fputs (mutant->to, stdout);
  if (*mutant->to == '\0')
    for (place = mutant->at; place < after; place++)
      if (source->text[place] == '\n')
        putchar ('\n');
  fwrite (source->text + after, 1, source->length - after, stdout);
}

int
main (int argc, char **argv)
{
  struct source source;
  int i;

  if (argc == 5 && strcmp (argv[2], "--make") == 0)
    {
      struct wanted wanted = { argv[1], strtoull (argv[3], NULL, 16), 0 };

      if (!read_source (&source, argv[4]))
        return 2;
      mutate_source (&source, make_mutant, &wanted);
      free_source (&source);
      return !wanted.is_made;
    }
  for (i = 2; i < argc; i++)
    {
      if (!read_source (&source, argv[i]))
        return 2;
      mutate_source (&source, print_mutant, argv[1]);
      free_source (&source);
    }
  return ferror (stdout) != 0;
}
