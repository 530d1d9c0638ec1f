/* rotary_options.c -- a rotary request written in command-line words */

#include "exact/rotary_options.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "exact/rat.h"

/* V <- the numbers between the commas of the LENGTH bytes at WORD.  */
static enum assay_status
read_list (struct assay_vec *v, const char *word, size_t length,
           struct assay_ctx *ctx, const struct assay_where *where)
{
  char *copy = assay_calloc (length + 1, 1), *item = copy;
  enum assay_status status = ASSAY_OK;
  size_t count = 1, i;

  memcpy (copy, word, length);
  for (i = 0; i < length; i++)
    count += copy[i] == ',';
  assay_vec_clear (v);
  assay_vec_init (v, count);
  for (i = 0; i < count && status == ASSAY_OK; i++)
    {
      struct assay_where place = { where, NULL, i };
      char *comma = strchr (item, ',');

      if (comma)
        *comma = '\0';
      status = assay_rat_read_decimal (v->at[i], item, ctx, &place,
                                       "an integer, fraction or decimal");
      item = comma ? comma + 1 : item;
    }
  free (copy);
  return status;
}

static enum assay_status
read_keys (struct assay_rotary *request,
           const struct assay_rotary_words *words, struct assay_ctx *ctx)
{
  struct assay_where option = { NULL, "--key", 0 };
  enum assay_status status = ASSAY_OK;
  size_t j;

  assay_rotary_set_keys (request, words->key_count, 0);
  assay_rotary_set_positions (request, words->key_count);
  for (j = 0; j < words->key_count && status == ASSAY_OK; j++)
    {
      struct assay_where where = { &option, NULL, j };
      const char *word = words->keys[j], *at = strchr (word, '@');

      if (at == NULL)
        return assay_fail (ctx, ASSAY_EVALUE, &where,
                           "components@position such as 1,0@3", "\"%.60s\"",
                           word);
      status = read_list (&request->keys[j], word, (size_t) (at - word), ctx,
                          &where);
      if (status == ASSAY_OK)
        status = assay_integer_read (request->key_positions[j], at + 1, ctx,
                                     &where, "an integer after @");
    }
  return status;
}

static enum assay_status
read_rotors (struct assay_rotary *request,
             const struct assay_rotary_words *words, struct assay_ctx *ctx)
{
  struct assay_where option = { NULL, "--rotor", 0 };
  enum assay_status status = ASSAY_OK;
  struct assay_vec pair;
  size_t i;

  assay_vec_clear (&request->rotors);
  assay_vec_init (&request->rotors, 2 * words->rotor_count);
  assay_vec_init (&pair, 0);
  for (i = 0; i < words->rotor_count && status == ASSAY_OK; i++)
    {
      struct assay_where where = { &option, NULL, i };
      const char *word = words->rotors[i];

      status = read_list (&pair, word, strlen (word), ctx, &where);
      if (status == ASSAY_OK && pair.n != 2)
        status = assay_fail (ctx, ASSAY_EVALUE, &where,
                             "cosine,sine such as 3/5,4/5", "\"%.60s\"",
                             word);
      if (status == ASSAY_OK)
        {
          mpq_set (request->rotors.at[2 * i], pair.at[0]);
          mpq_set (request->rotors.at[2 * i + 1], pair.at[1]);
        }
    }
  assay_vec_clear (&pair);
  return status;
}

static const struct
{
  const char *member, *option;
} spellings[] = {
  { "query_position", "--at" },
  { "query", "--query" },
  { "key_positions", "--key" },
  { "keys", "--key" },
  { "rotations", "--rotor" },
};

void
assay_rotary_words_name (struct assay_error *error)
{
  char rest[sizeof error->where];
  size_t i;

  for (i = 0; i < sizeof spellings / sizeof spellings[0]; i++)
    {
      size_t length = strlen (spellings[i].member);

      if (strncmp (error->where, spellings[i].member, length) == 0)
        {
          memcpy (rest, error->where, sizeof rest);
          snprintf (error->where, sizeof error->where, "%s%.120s",
                    spellings[i].option, rest + length);
          return;
        }
    }
}

enum assay_status
assay_rotary_words_read (struct assay_rotary *request,
                         const struct assay_rotary_words *words,
                         enum assay_profile profile, struct assay_ctx *ctx)
{
  struct assay_where query = { NULL, "--query", 0 };
  struct assay_where at = { NULL, "--at", 0 };
  enum assay_status status = ASSAY_OK;

  if (words->query == NULL)
    return assay_fail (ctx, ASSAY_EVALUE, &query, "components such as 1,0",
                       "no such option");
  if (words->at == NULL)
    return assay_fail (ctx, ASSAY_EVALUE, &at, "the query's position",
                       "no such option");
  status = read_list (&request->query, words->query, strlen (words->query),
                      ctx, &query);
  if (status == ASSAY_OK)
    status = assay_integer_read (request->query_position, words->at, ctx,
                                 &at, "an integer position");
  if (status == ASSAY_OK)
    status = read_keys (request, words, ctx);
  if (status == ASSAY_OK)
    status = read_rotors (request, words, ctx);
  if (status == ASSAY_OK)
    status = assay_rotary_check (request, profile, ctx);
  return status;
}
