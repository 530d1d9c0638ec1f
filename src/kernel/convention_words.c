/* convention_words.c -- the words that a convention is told in */

#include "kernel/convention_words.h"

#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/json.h"
#include "base/memory.h"
#include "kernel/exact_option.h"

static const char *const key_names[ASSAY_WORD_COUNT + 1] = {
  "layout", "dim", "rotary", "base", "config", "length", "denominator",
  "factor", "sign", "magnitude", "scale", "q-offset", "k-offset", "permute",
  "row", "query-slope", "key-slope", "slope", NULL
};

enum assay_status
assay_words_misfit (const struct assay_words *words, enum assay_word key,
                    const char *expected, struct assay_ctx *ctx)
{
  const struct assay_where up = { NULL, words->name, 0 };
  const struct assay_where where = { &up, key_names[key], 0 };

  if (words->text[key])
    return assay_fail (ctx, ASSAY_EVALUE, &where, expected, "\"%s\"",
                       words->text[key]);
  return assay_fail (ctx, ASSAY_EVALUE, &where, expected, "nothing");
}

static enum assay_status
take_word (struct assay_words *words, const char *key, const char *value,
           struct assay_ctx *ctx)
{
  const struct assay_where where = { NULL, words->name, 0 };
  struct assay_where again = { &where, key, 0 };
  int n;

  for (n = 0; n < ASSAY_WORD_COUNT && strcmp (key, key_names[n]) != 0; n++)
    continue;
  if (n == ASSAY_WORD_COUNT)
    return assay_fail (ctx, ASSAY_EVALUE, &where, "one of layout, dim, "
                       "rotary, base, config, length, denominator, factor, "
                       "sign, magnitude, scale, q-offset, k-offset, permute, "
                       "row, query-slope, key-slope, slope", "\"%s\"", key);
  if (words->text[n])
    return assay_fail (ctx, ASSAY_EVALUE, &again, "it once",
                       "both \"%s\" and \"%s\"", words->text[n], value);
  words->text[n] = assay_strdup (value);
  return ASSAY_OK;
}

/* "key=value,key=value".  */
static enum assay_status
read_list (struct assay_words *words, const char *text, struct assay_ctx *ctx)
{
  const struct assay_where where = { NULL, words->name, 0 };
  char *copy = assay_strdup (text), *word, *rest, *value;
  enum assay_status status = ASSAY_OK;

  for (word = copy; word && status == ASSAY_OK; word = rest)
    {
      rest = strchr (word, ',');
      if (rest)
        *rest++ = '\0';
      value = strchr (word, '=');
      if (value == NULL)
        status = assay_fail (ctx, ASSAY_EVALUE, &where, "key=value,...",
                             "\"%s\"", word);
      else
        {
          *value++ = '\0';
          status = take_word (words, word, value, ctx);
        }
    }
  free (copy);
  return status;
}

static enum assay_status
read_object (struct assay_words *words, const char *text,
             struct assay_ctx *ctx)
{
  enum assay_status status;
  json_t *root, *value;
  const char *key;
  char digits[32];

  status = assay_json_parse (&root, text, strlen (text), ctx);
  if (status != ASSAY_OK)
    {
      assay_ctx_name_source (ctx, words->name);
      return status;
    }
  json_object_foreach (root, key, value)
    {
      const struct assay_where up = { NULL, words->name, 0 };
      const struct assay_where where = { &up, key, 0 };

      snprintf (digits, sizeof digits, "%" JSON_INTEGER_FORMAT,
                json_integer_value (value));
      if (status != ASSAY_OK)
        break;
      if (json_is_string (value) || json_is_integer (value))
        status = take_word (words, key, json_is_string (value)
                                        ? json_string_value (value) : digits,
                            ctx);
      else
        status = assay_json_refuse (ctx, ASSAY_ETYPE, &where,
                                    "a string or an integer", value);
    }
  json_decref (root);
  return status;
}

enum assay_status
assay_words_integer (long *value, const struct assay_words *words,
                     enum assay_word key, long low, long high,
                     struct assay_ctx *ctx)
{
  const char *text = words->text[key];
  char expected[64], *end;
  long number;

  if (text == NULL)
    return ASSAY_OK;
  number = strtol (text, &end, 10);
  if (end == text || *end != '\0' || number < low || number > high)
    {
      snprintf (expected, sizeof expected, "an integer in %ld..%ld", low,
                high);
      return assay_words_misfit (words, key, expected, ctx);
    }
  *value = number;
  return ASSAY_OK;
}

enum assay_status
assay_words_number (mpq_ptr value, const struct assay_words *words,
                    enum assay_word key, int is_positive,
                    struct assay_ctx *ctx)
{
  const char *text = words->text[key];
  enum assay_status status;
  char place[64];

  if (text == NULL)
    return ASSAY_OK;
  snprintf (place, sizeof place, "%s.%s", words->name, key_names[key]);
  status = assay_exact_option (value, text, place, ctx);
  return status == ASSAY_OK && is_positive && mpq_sgn (value) <= 0
         ? assay_words_misfit (words, key, "a number above 0", ctx) : status;
}

enum assay_status
assay_words_read (struct assay_words *words, const char *text,
                  struct assay_ctx *ctx)
{
  return text[0] == '{' ? read_object (words, text, ctx)
                        : read_list (words, text, ctx);
}

void
assay_words_clear (struct assay_words *words)
{
  int n;

  for (n = 0; n < ASSAY_WORD_COUNT; n++)
    free (words->text[n]);
}
