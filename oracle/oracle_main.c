/* oracle_main.c -- one case a line in, one answer a line out; the line
   protocol is in README.md */

#include "oracle.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Most digits a case may ask for: more is taken for a slip.  */
#define MOST_DIGITS 100000UL

struct line
{
  char *text;
  size_t room;
  char **field;
  size_t fields;
  size_t next;
  unsigned long number;
};

static void
fail (const struct line *line, const char *expected)
{
  const char *found = "the end of the line";

  if (line->next < line->fields)
    found = line->field[line->next];
  if (found[0] == '\0')
    found = "an empty field";
  fprintf (stderr, "assay-oracle: line %lu, field %zu: expected %s,"
           " found %s\n", line->number, line->next + 1, expected, found);
  exit (1);
}

static void *
grow (void *block, size_t count, size_t size)
{
  void *larger = NULL;

  if (count <= (size_t) -1 / size)
    larger = realloc (block, count * size);
  if (larger == NULL)
    {
      fprintf (stderr, "assay-oracle: no memory for %zu items\n", count);
      exit (1);
    }
  return larger;
}

/* 0 at the end of the input.  A last line needs no newline.  */
static int
read_line (struct line *line)
{
  size_t length = 0;
  int c;

  while ((c = getchar ()) != EOF && c != '\n')
    {
      if (length + 1 >= line->room)
        {
          line->room = 2 * line->room + 256;
          line->text = grow (line->text, line->room, 1);
        }
      if (c == '\0')
        c = '?';
      line->text[length++] = (char) c;
    }
  if (c == EOF && length == 0)
    return 0;
  if (line->text == NULL)
    line->text = grow (NULL, ++line->room, 1);
  line->text[length] = '\0';
  line->number++;
  return 1;
}

/* Fields are separated by one space each.  */
static void
split_line (struct line *line)
{
  size_t spaces = 0;

  for (const char *p = line->text; *p != '\0'; p++)
    spaces += *p == ' ';
  line->fields = 0;
  line->next = 0;
  line->field = grow (line->field, spaces + 1, sizeof *line->field);
  for (char *p = line->text;; p++)
    {
      line->field[line->fields++] = p;
      p = strchr (p, ' ');
      if (p == NULL)
        break;
      *p = '\0';
    }
}

static const char *
take_text (struct line *line, const char *expected)
{
  if (line->next == line->fields)
    fail (line, expected);
  return line->field[line->next++];
}

static void
take_integer (mpz_t x, struct line *line)
{
  const char *text = take_text (line, "an integer");
  size_t sign = text[0] == '-';
  size_t length = strspn (text + sign, "0123456789");

  if (length == 0 || text[sign + length] != '\0')
    {
      line->next--;
      fail (line, "an integer");
    }
  mpz_set_str (x, text, 10);
}

static unsigned long
take_count (struct line *line, unsigned long most, const char *expected)
{
  mpz_t x;

  mpz_init (x);
  take_integer (x, line);
  if (mpz_sgn (x) < 0 || mpz_cmp_ui (x, most) > 0)
    {
      line->next--;
      fail (line, expected);
    }
  unsigned long count = mpz_get_ui (x);
  mpz_clear (x);
  return count;
}

static unsigned long
take_digits (struct line *line)
{
  return take_count (line, MOST_DIGITS, "a number of digits up to 100000");
}

/* A number of rows, columns or pairs: no line holds more things than
   fields or characters.  */
static size_t
take_size (struct line *line)
{
  return take_count (line, line->room, "a count the line can hold");
}

static void
take_fraction (struct oracle_fraction *f, struct line *line)
{
  if (oracle_fraction_set_text (f, take_text (line, "a fraction")) != 0)
    {
      line->next--;
      fail (line, "a fraction");
    }
}

/* rows * columns fractions, checked against the line before allocating.  */
static struct oracle_fraction *
take_matrix (struct line *line, size_t rows, size_t columns)
{
  size_t left = line->fields - line->next;

  if (columns != 0 && rows > left / columns)
    {
      line->next = line->fields;
      fail (line, "more fractions");
    }
  struct oracle_fraction *matrix = oracle_fractions_new (rows * columns);
  for (size_t i = 0; i < rows * columns; i++)
    take_fraction (&matrix[i], line);
  return matrix;
}

static void
take_end (struct line *line)
{
  if (line->next != line->fields)
    fail (line, "the end of the line");
}

static void
refuse (const struct line *line, const char *why)
{
  fprintf (stderr, "assay-oracle: line %lu: %s\n", line->number, why);
  exit (1);
}

static void
print_fraction (const struct oracle_fraction *f)
{
  gmp_printf ("%Zd/%Zd", f->num, f->den);
}

static void
print_interval (const struct oracle_interval *x)
{
  gmp_printf ("%Zd:%Zd", x->lo, x->hi);
}

static void
answer_rotary (struct line *line)
{
  size_t pairs = take_size (line);
  struct oracle_fraction score;
  mpz_t m, n;

  mpz_init (m);
  mpz_init (n);
  oracle_fraction_init (&score);
  take_integer (m, line);
  take_integer (n, line);
  struct oracle_fraction *query = take_matrix (line, pairs, 2);
  struct oracle_fraction *key = take_matrix (line, pairs, 2);
  struct oracle_fraction *cosine = take_matrix (line, pairs, 1);
  struct oracle_fraction *sine = take_matrix (line, pairs, 1);
  take_end (line);
  if (oracle_rotary_score (&score, query, m, key, n, cosine, sine, pairs))
    refuse (line, "the positions are too far apart");
  print_fraction (&score);
  oracle_fractions_free (query, 2 * pairs);
  oracle_fractions_free (key, 2 * pairs);
  oracle_fractions_free (cosine, pairs);
  oracle_fractions_free (sine, pairs);
  oracle_fraction_clear (&score);
  mpz_clear (m);
  mpz_clear (n);
}

/* nq words of nk characters 0 or 1.  */
static unsigned char *
take_mask (struct line *line, size_t nq, size_t nk)
{
  if (nq > line->fields - line->next)
    {
      line->next = line->fields;
      fail (line, "more rows of the mask");
    }
  unsigned char *legal = grow (NULL, nq + 1, nk + 1);
  for (size_t i = 0; i < nq; i++)
    {
      const char *row = take_text (line, "a row of the mask");
      if (strlen (row) != nk || strspn (row, "01") != nk)
        {
          line->next--;
          fail (line, "a row of the mask, one 0 or 1 for each key");
        }
      for (size_t j = 0; j < nk; j++)
        legal[i * nk + j] = row[j] == '1';
    }
  return legal;
}

static void
answer_attention (struct line *line)
{
  size_t nq = take_size (line), nk = take_size (line);
  size_t d = take_size (line), dv = take_size (line);
  unsigned long digits = take_digits (line);
  struct oracle_fraction scale;
  int by_root;

  oracle_fraction_init (&scale);
  by_root = line->next < line->fields
            && strcmp (line->field[line->next], "sqrt") == 0;
  if (by_root)
    line->next++;
  else
    take_fraction (&scale, line);
  struct oracle_fraction *query = take_matrix (line, nq, d);
  struct oracle_fraction *key = take_matrix (line, nk, d);
  struct oracle_fraction *value = take_matrix (line, nk, dv);
  unsigned char *legal = take_mask (line, nq, nk);
  take_end (line);

  struct oracle_interval *weights = oracle_intervals_new (nq * nk);
  struct oracle_interval *output = oracle_intervals_new (nq * dv);
  if (oracle_attention (weights, output, query, key, value, nq, nk, d, dv,
                        legal, by_root ? NULL : &scale, digits))
    refuse (line, "no features, or a row without a legal key");
  for (size_t i = 0; i < nq * nk; i++)
    {
      if (i > 0)
        putchar (' ');
      print_interval (&weights[i]);
    }
  for (size_t i = 0; i < nq * dv; i++)
    {
      putchar (' ');
      print_interval (&output[i]);
    }
  oracle_intervals_free (weights, nq * nk);
  oracle_intervals_free (output, nq * dv);
  oracle_fractions_free (query, nq * d);
  oracle_fractions_free (key, nk * d);
  oracle_fractions_free (value, nk * dv);
  oracle_fraction_clear (&scale);
  free (legal);
}

static void
answer_function (struct line *line, oracle_function *function)
{
  unsigned long digits = take_digits (line);
  struct oracle_fraction x;
  struct oracle_interval result;

  oracle_fraction_init (&x);
  oracle_interval_init (&result);
  take_fraction (&x, line);
  take_end (line);
  if (function (&result, &x, digits))
    refuse (line, "the function has no value, or too large a one, there");
  print_interval (&result);
  oracle_fraction_clear (&x);
  oracle_interval_clear (&result);
}

static void
answer_pi (struct line *line)
{
  unsigned long digits = take_digits (line);
  struct oracle_interval result;

  take_end (line);
  oracle_interval_init (&result);
  oracle_pi (&result, digits);
  print_interval (&result);
  oracle_interval_clear (&result);
}

/* base^(num/den).  */
static void
answer_power (struct line *line)
{
  const char *range = "an exponent's part up to 100000";
  unsigned long digits = take_digits (line);
  struct oracle_fraction base;
  struct oracle_interval result;

  oracle_fraction_init (&base);
  oracle_interval_init (&result);
  take_fraction (&base, line);
  int negative = line->next < line->fields
                 && line->field[line->next][0] == '-';
  if (negative)
    line->field[line->next]++;
  long num = (long) take_count (line, 100000, range);
  unsigned long den = take_count (line, 100000, range);
  take_end (line);
  if (oracle_power (&result, &base, negative ? -num : num, den, digits))
    refuse (line, "the base is not positive or the denominator is zero");
  print_interval (&result);
  oracle_fraction_clear (&base);
  oracle_interval_clear (&result);
}

static void
answer_round (struct line *line)
{
  const char *name = take_text (line, "a format");
  const struct oracle_format *format = oracle_format_named (name);
  struct oracle_fraction x;

  if (format == NULL)
    {
      line->next--;
      fail (line, "f64, f32, f16, bf16, e5m2 or e4m3");
    }
  oracle_fraction_init (&x);
  take_fraction (&x, line);
  take_end (line);
  if (oracle_round (&x, &x, format) == ORACLE_OVERFLOW)
    fputs ("overflow ", stdout);
  else
    fputs ("finite ", stdout);
  print_fraction (&x);
  oracle_fraction_clear (&x);
}

/* The rest of the line is one expression: its blanks come back.  */
static void
answer_eval (struct line *line)
{
  unsigned long digits = take_digits (line);
  const char *text = take_text (line, "an expression");
  size_t first = line->next - 1;
  size_t fault;
  const char *expected;
  struct oracle_interval result;

  for (size_t i = line->next; i < line->fields; i++)
    line->field[i][-1] = ' ';
  oracle_interval_init (&result);
  switch (oracle_eval (&result, text, digits, &fault, &expected))
    {
    case ORACLE_VALUE:
      print_interval (&result);
      break;
    case ORACLE_UNDEFINED:
      fputs ("undefined", stdout);
      break;
    case ORACLE_OPEN:
      fputs ("undecided", stdout);
      break;
    case ORACLE_MALFORMED:
      for (size_t i = line->next; i < line->fields; i++)
        line->field[i][-1] = '\0';
      line->next = first + fault;
      fail (line, expected);
    }
  oracle_interval_clear (&result);
}

static void
answer (struct line *line)
{
  static const struct
  {
    const char *name;
    oracle_function *function;
  } functions[] = {
    { "exp", oracle_exp },   { "log", oracle_log },   { "tanh", oracle_tanh },
    { "sin", oracle_sin },   { "cos", oracle_cos },   { "atan", oracle_atan },
    { "sqrt", oracle_sqrt },
  };
  const char *verb = take_text (line, "a question");

  for (size_t i = 0; i < sizeof functions / sizeof functions[0]; i++)
    if (strcmp (verb, functions[i].name) == 0)
      {
        answer_function (line, functions[i].function);
        return;
      }
  if (strcmp (verb, "rotary") == 0)
    answer_rotary (line);
  else if (strcmp (verb, "attention") == 0)
    answer_attention (line);
  else if (strcmp (verb, "pi") == 0)
    answer_pi (line);
  else if (strcmp (verb, "power") == 0)
    answer_power (line);
  else if (strcmp (verb, "round") == 0)
    answer_round (line);
  else if (strcmp (verb, "eval") == 0)
    answer_eval (line);
  else
    {
      line->next--;
      fail (line, "rotary, attention, pi, power, round, eval or a"
                  " function");
    }
}

int
main (int argc, char **argv)
{
  struct line line = { 0 };

  if (argc > 1)
    {
      fprintf (stderr, "assay-oracle: unexpected argument %s; cases come on"
               " standard input, one a line\n", argv[1]);
      return 1;
    }
  while (read_line (&line))
    {
      split_line (&line);
      answer (&line);
      putchar ('\n');
    }
  free (line.text);
  free (line.field);
  if (ferror (stdin) || fflush (stdout) != 0 || ferror (stdout))
    {
      fprintf (stderr, "assay-oracle: %s\n", strerror (errno));
      return 1;
    }
  return 0;
}
