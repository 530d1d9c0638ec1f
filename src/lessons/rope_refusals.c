/* rope_refusals.c -- what the lesson's contract refuses, case by case

   The lesson's cases are Python calls; each has a JSON counterpart here: a
   list where a tuple is due becomes an object or a scalar where a list is
   due, an int subclass the string "1", a fraction subclass a JSON real.  */

#include <string.h>

#include "base/json.h"
#include "exact/rotary_request.h"
#include "lessons/rope_fractions_parts.h"

#define REQUEST(query, keys, at, positions, rotations) \
  "{\"query\":" query ",\"keys\":" keys ",\"query_position\":" at \
  ",\"key_positions\":" positions ",\"rotations\":" rotations "}"
#define R35 "[[\"3/5\",\"4/5\"]]"

static const struct assay_refusal invalid[] = {
  { REQUEST ("{\"0\":1,\"1\":0}", "[[1,0]]", "1", "[0]", R35),
    ASSAY_ETYPE, "query" },
  { REQUEST ("\"1,0\"", "[[1,0]]", "1", "[0]", R35), ASSAY_ETYPE, "query" },
  { REQUEST ("[true,0]", "[[1,0]]", "1", "[0]", R35),
    ASSAY_ETYPE, "query[0]" },
  { REQUEST ("[\"1\",0]", "[[1,0]]", "1", "[0]", R35),
    ASSAY_ETYPE, "query[0]" },
  { REQUEST ("[1.0,0]", "[[1,0]]", "1", "[0]", R35),
    ASSAY_ETYPE, "query[0]" },
  { REQUEST ("[\"1/1\",0]", "[[1,0]]", "1", "[0]", R35),
    ASSAY_ETYPE, "query[0]" },
  { REQUEST ("[1,0]", "{\"0\":[1,0]}", "1", "[0]", R35),
    ASSAY_ETYPE, "keys" },
  { REQUEST ("[1,0]", "[{\"0\":1,\"1\":0}]", "1", "[0]", R35),
    ASSAY_ETYPE, "keys[0]" },
  { REQUEST ("[1,0]", "[[1,0,0,0]]", "1", "[0]", R35),
    ASSAY_EVALUE, "keys[0]" },
  { REQUEST ("[1,0]", "[[1,0]]", "true", "[0]", R35),
    ASSAY_ETYPE, "query_position" },
  { REQUEST ("[1,0]", "[[1,0]]", "\"1\"", "[0]", R35),
    ASSAY_ETYPE, "query_position" },
  { REQUEST ("[1,0]", "[[1,0]]", "1", "0", R35),
    ASSAY_ETYPE, "key_positions" },
  { REQUEST ("[1,0]", "[[1,0]]", "1", "[false]", R35),
    ASSAY_ETYPE, "key_positions[0]" },
  { REQUEST ("[1,0]", "[[1,0],[1,0]]", "1", "[0,0]", R35),
    ASSAY_EVALUE, "key_positions[1]" },
  { REQUEST ("[1,0]", "[[1,0],[1,0]]", "1", "[2,1]", R35),
    ASSAY_EVALUE, "key_positions[1]" },
  { REQUEST ("[1,0]", "[[1,0]]", "1", "[0]", "{\"0\":[\"3/5\",\"4/5\"]}"),
    ASSAY_ETYPE, "rotations" },
  { REQUEST ("[1,0]", "[[1,0]]", "1", "[0]", "[{\"c\":\"3/5\"}]"),
    ASSAY_ETYPE, "rotations[0]" },
  { REQUEST ("[1,0]", "[[1,0]]", "1", "[0]", "[[1,0]]"),
    ASSAY_ETYPE, "rotations[0][0]" },
  { REQUEST ("[1,0]", "[[1,0]]", "1", "[0]", "[[1.0,\"0\"]]"),
    ASSAY_ETYPE, "rotations[0][0]" },
  { REQUEST ("[1,0]", "[[1,0]]", "1", "[0]", "[[\"3/5\",\"3/5\"]]"),
    ASSAY_EVALUE, "rotations[0]" },
  { REQUEST ("[1,0]", "[[1,0]]", "1", "[0]", "[[\"1\"]]"),
    ASSAY_EVALUE, "rotations[0]" },
  { REQUEST ("[1,0]", "[[1,0]]", "1", "[0]", "[]"),
    ASSAY_EVALUE, "rotations" },
  { REQUEST ("[]", "[]", "0", "[]", "[]"), ASSAY_EVALUE, "query" },
  { REQUEST ("[1,0,1]", "[]", "0", "[]", R35), ASSAY_EVALUE, "query" },
};

static const struct assay_refusal caps[] = {
  { REQUEST ("[3,0]", "[[1,0]]", "1", "[0]", R35),
    ASSAY_EVALUE, "query[0]" },
  { REQUEST ("[1,0]", "[[1,0]]", "9", "[0]", R35),
    ASSAY_EVALUE, "query_position" },
  { REQUEST ("[1,0]", "[[1,0]]", "-1", "[0]", R35),
    ASSAY_EVALUE, "query_position" },
  { REQUEST ("[1,0]", "[[1,0]]", "1", "[9]", R35),
    ASSAY_EVALUE, "key_positions[0]" },
  { REQUEST ("[1,0]", "[[1,0],[1,0],[1,0],[1,0],[1,0]]", "8", "[0,1,2,3,4]",
             R35), ASSAY_EVALUE, "keys" },
  { REQUEST ("[1,0]", "[[1,0]]", "1", "[0]", "[[\"14/15\",\"0\"]]"),
    ASSAY_EVALUE, "rotations[0][0]" },
};

/* Whether REFUSAL's request is refused as it says, with no rotation begun. */
static int
is_refused (const struct assay_refusal *refusal)
{
  struct assay_rotary request;
  enum assay_status status;
  struct assay_ctx ctx;
  json_t *root;

  assay_ctx_init (&ctx);
  assay_rotary_init (&request);
  status = assay_json_parse (&root, refusal->request,
                             strlen (refusal->request), &ctx);
  if (status == ASSAY_OK)
    status = assay_rotary_request_read (&request, root, ASSAY_PROFILE_LESSON,
                                        &ctx);
  if (status == ASSAY_OK)
    {
      struct assay_vec scores;

      assay_vec_init (&scores, request.key_count);
      status = assay_rotary_scores (scores.at, &request, &ctx);
      assay_vec_clear (&scores);
    }
  json_decref (root);
  assay_rotary_clear (&request);
  return status == refusal->status && ctx.rotations == 0
         && strcmp (ctx.error.where, refusal->where) == 0;
}

enum assay_verdict
assay_rope_invalid (unsigned long *count)
{
  *count = sizeof invalid / sizeof invalid[0];
  return assay_lesson_refusals (invalid, *count, is_refused);
}

enum assay_verdict
assay_rope_caps (unsigned long *count, const struct assay_vec *maximum)
{
  static const struct assay_refusal late
    = { REQUEST ("[1,0]", "[[1,0],[false,1]]", "2", "[0,1]", R35),
        ASSAY_ETYPE, "keys[1][0]" };
  static const struct assay_refusal unread
    = { REQUEST ("[1,0]", "{\"next\":[true,\"x\"]}", "1", "[0]", R35),
        ASSAY_ETYPE, "keys" };
  enum assay_verdict verdict;
  size_t i;
  mpq_t reduced;

  *count = sizeof caps / sizeof caps[0];
  verdict = assay_lesson_refusals (caps, *count, is_refused);
  mpq_init (reduced);
  for (i = 0; i < maximum->n; i++)
    {
      mpq_set (reduced, maximum->at[i]);
      mpq_canonicalize (reduced);
      verdict = assay_verdict_and (verdict, assay_verdict_of (
        mpz_cmp (mpq_denref (reduced), mpq_denref (maximum->at[i])) == 0));
    }
  mpq_clear (reduced);
  return assay_verdict_and (verdict, assay_verdict_of (maximum->n == 4
                                                       && is_refused (&late)
                                                       && is_refused (&unread)
                                                       ));
}

int
assay_rope_empty_keys_still_validate (void)
{
  static const struct assay_refusal position
    = { REQUEST ("[1,0]", "[]", "0", "[0]", R35),
        ASSAY_EVALUE, "key_positions" };
  static const struct assay_refusal query
    = { REQUEST ("[true,0]", "[]", "0", "[]", R35),
        ASSAY_ETYPE, "query[0]" };

  return is_refused (&position) && is_refused (&query);
}
