/* oracle_eval.c -- closed expressions in prefix notation

   The words are read twice in the same order: once to see that they form an
   expression, then, as often as the scale is raised, to work it out.  */

#include "oracle.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { DEEPEST = 1000 };

/* The first word is word[0], the one to be read word[next].  digits is the
   scale of the work.  */
struct reader
{
  char **word;
  size_t words;
  size_t next;
  unsigned long digits;
  const char *expected;
};

static const struct
{
  const char *name;
  oracle_unary *function;
} unaries[] = {
  { "neg", oracle_value_neg },     { "abs", oracle_value_abs },
  { "floor", oracle_value_floor }, { "ceil", oracle_value_ceil },
  { "round", oracle_value_round }, { "sqrt", oracle_value_sqrt },
  { "exp", oracle_value_exp },     { "log", oracle_value_log },
  { "log2", oracle_value_log2 },   { "sin", oracle_value_sin },
  { "cos", oracle_value_cos },     { "tan", oracle_value_tan },
  { "atan", oracle_value_atan },   { "tanh", oracle_value_tanh },
};

static const struct
{
  const char *name;
  oracle_binary *function;
} binaries[] = {
  { "+", oracle_value_add },   { "-", oracle_value_sub },
  { "*", oracle_value_mul },   { "/", oracle_value_div },
  { "^", oracle_value_pow },   { "min", oracle_value_min },
  { "max", oracle_value_max },
};

static oracle_unary *
unary_named (const char *name)
{
  for (size_t i = 0; i < sizeof unaries / sizeof unaries[0]; i++)
    if (strcmp (unaries[i].name, name) == 0)
      return unaries[i].function;
  return NULL;
}

static oracle_binary *
binary_named (const char *name)
{
  for (size_t i = 0; i < sizeof binaries / sizeof binaries[0]; i++)
    if (strcmp (binaries[i].name, name) == 0)
      return binaries[i].function;
  return NULL;
}

/* ---- reading ---------------------------------------------------------- */

/* 1 and *count <- the count that the next word is, which is at least 1 and
   not more than there are words.  */
static int
read_count (size_t *count, struct reader *in)
{
  in->expected = "a count of operands";
  if (in->next == in->words)
    return 0;

  const char *text = in->word[in->next];
  size_t length = strspn (text, "0123456789");
  if (length == 0 || length > 9 || text[length] != '\0')
    return 0;
  *count = strtoul (text, NULL, 10);
  if (*count == 0 || *count > in->words)
    return 0;
  in->next++;
  return 1;
}

/* *operands <- how many expressions follow the head that has been read.  */
static int
read_head (size_t *operands, struct reader *in)
{
  struct oracle_fraction number;
  size_t count;

  in->expected = "a number or an operator";
  if (in->next == in->words)
    return 0;
  const char *name = in->word[in->next++];
  if (strcmp (name, "pi") == 0 || strcmp (name, "e") == 0)
    *operands = 0;
  else if (unary_named (name) != NULL || oracle_format_named (name) != NULL)
    *operands = 1;
  else if (binary_named (name) != NULL)
    *operands = 2;
  else if (strcmp (name, "softmax") == 0)
    {
      if (!read_count (&count, in))
        return 0;
      *operands = count;
    }
  else if (strcmp (name, "attend") == 0)
    {
      if (!read_count (&count, in))
        return 0;
      *operands = 2 * count;
    }
  else if (strcmp (name, "rope") == 0)
    {
      if (!read_count (&count, in))
        return 0;
      *operands = 3 + 4 * count;
    }
  else
    {
      oracle_fraction_init (&number);
      int is_number = oracle_fraction_set_text (&number, name) == 0;
      oracle_fraction_clear (&number);
      if (!is_number)
        in->next--;
      *operands = 0;
      return is_number;
    }
  return 1;
}

/* Passes over one expression; 0 at a word that does not fit.  */
static int
pass_over (struct reader *in, int depth)
{
  size_t operands;

  if (depth > DEEPEST)
    {
      in->expected = "no more than 1000 expressions inside each other";
      return 0;
    }
  if (!read_head (&operands, in))
    return 0;
  for (size_t i = 0; i < operands; i++)
    if (!pass_over (in, depth + 1))
      return 0;
  return 1;
}

/* ---- working out ------------------------------------------------------ */

static enum oracle_outcome evaluate (struct oracle_value *x,
                                     struct reader *in);

static struct oracle_value *
values_new (size_t count)
{
  struct oracle_value *x = calloc (count, sizeof *x);

  if (x == NULL)
    {
      fprintf (stderr, "oracle: no memory for %zu values\n", count);
      exit (1);
    }
  for (size_t i = 0; i < count; i++)
    oracle_value_init (&x[i]);
  return x;
}

static void
values_free (struct oracle_value *x, size_t count)
{
  for (size_t i = 0; i < count; i++)
    oracle_value_clear (&x[i]);
  free (x);
}

/* x <- pi, e, or the number that the word is.  */
static enum oracle_outcome
leaf (struct oracle_value *x, const char *name, unsigned long digits)
{
  if (strcmp (name, "pi") == 0)
    {
      oracle_pi (&x->interval, digits);
      x->exact = 0;
      return ORACLE_VALUE;
    }
  oracle_value_set_si (x, 1);
  if (strcmp (name, "e") == 0)
    return oracle_value_exp (x, digits);
  oracle_fraction_set_text (&x->fraction, name);
  return oracle_value_settle (x, digits);
}

/* x <- the head called name of the operands.  */
static enum oracle_outcome
apply (struct oracle_value *x, const char *name,
       struct oracle_value *operand, size_t operands, unsigned long digits)
{
  if (strcmp (name, "softmax") == 0)
    return oracle_value_softmax (x, operand, operands, 0, digits);
  if (strcmp (name, "attend") == 0)
    return oracle_value_attend (x, operand, operand + operands / 2,
                                operands / 2, digits);
  if (strcmp (name, "rope") == 0)
    {
      size_t pairs = (operands - 3) / 4;
      return oracle_value_rope (x, operand, operand + 3,
                                operand + 3 + 2 * pairs, pairs, digits);
    };

  oracle_value_set (x, &operand[0]);
  if (binary_named (name) != NULL)
    return binary_named (name) (x, &operand[1], digits);
  if (unary_named (name) != NULL)
    return unary_named (name) (x, digits);
  return oracle_value_format (x, oracle_format_named (name), digits);
}

/* x <- the expression that begins at the next word.  Nothing more is read
   after an outcome other than ORACLE_VALUE.  */
static enum oracle_outcome
evaluate (struct oracle_value *x, struct reader *in)
{
  const char *name = in->word[in->next];
  enum oracle_outcome outcome = ORACLE_VALUE;
  size_t operands = 0;

  read_head (&operands, in);
  if (operands == 0)
    return leaf (x, name, in->digits);

  struct oracle_value *operand = values_new (operands);
  for (size_t i = 0; i < operands && outcome == ORACLE_VALUE; i++)
    outcome = evaluate (&operand[i], in);
  if (outcome == ORACLE_VALUE)
    outcome = apply (x, name, operand, operands, in->digits);
  values_free (operand, operands);
  return outcome;
}

/* result <- x, brought from the scale 10^(digits + guard) to 10^digits;
   0 when that is more than two units wide.  */
static int
deliver (struct oracle_interval *result, const struct oracle_value *x,
         unsigned long digits, unsigned long guard)
{
  struct oracle_interval narrow;
  mpz_t unit;

  oracle_interval_init (&narrow);
  mpz_init (unit);
  oracle_value_enclose (&narrow, x, digits + guard);
  mpz_ui_pow_ui (unit, 10, guard);
  mpz_fdiv_q (narrow.lo, narrow.lo, unit);
  mpz_cdiv_q (narrow.hi, narrow.hi, unit);
  mpz_sub (unit, narrow.hi, narrow.lo);
  int is_narrow = mpz_cmp_ui (unit, 2) <= 0;
  if (is_narrow)
    {
      mpz_swap (result->lo, narrow.lo);
      mpz_swap (result->hi, narrow.hi);
    }
  oracle_interval_clear (&narrow);
  mpz_clear (unit);
  return is_narrow;
}

static enum oracle_outcome
raise_scale (struct oracle_interval *result, struct reader *in,
             unsigned long digits)
{
  static const unsigned long guards[] = { 40, 400, 4000 };
  enum oracle_outcome outcome = ORACLE_OPEN;
  struct oracle_value x;

  oracle_value_init (&x);
  for (size_t i = 0; i < sizeof guards / sizeof guards[0]; i++)
    {
      in->next = 0;
      in->digits = digits + guards[i];
      outcome = evaluate (&x, in);
      if (outcome == ORACLE_VALUE && !deliver (result, &x, digits, guards[i]))
        outcome = ORACLE_OPEN;
      if (outcome != ORACLE_OPEN)
        break;
    }
  oracle_value_clear (&x);
  return outcome;
}

/* Cuts copy into words that single spaces separate.  */
static void
cut_into_words (struct reader *in, char *copy)
{
  size_t spaces = 0;

  for (const char *p = copy; *p != '\0'; p++)
    spaces += *p == ' ';
  in->word = calloc (spaces + 1, sizeof *in->word);
  if (in->word == NULL)
    {
      fprintf (stderr, "oracle: no memory for %zu words\n", spaces + 1);
      exit (1);
    }
  for (char *p = copy;;)
    {
      in->word[in->words++] = p;
      p = strchr (p, ' ');
      if (p == NULL)
        return;
      *p++ = '\0';
    }
}

enum oracle_outcome
oracle_eval (struct oracle_interval *result, const char *text,
             unsigned long digits, size_t *fault, const char **expected)
{
  enum oracle_outcome outcome = ORACLE_MALFORMED;
  struct reader in = { 0 };
  size_t size = strlen (text) + 1;
  char *copy = malloc (size);

  if (copy == NULL)
    {
      fprintf (stderr, "oracle: no memory for %zu characters\n", size);
      exit (1);
    }
  memcpy (copy, text, size);
  cut_into_words (&in, copy);
  if (pass_over (&in, 1))
    {
      in.expected = "the end of the expression";
      if (in.next == in.words)
        outcome = raise_scale (result, &in, digits);
    }
  if (outcome == ORACLE_MALFORMED)
    {
      *fault = in.next;
      *expected = in.expected;
    }
  free (in.word);
  free (copy);
  return outcome;
}
