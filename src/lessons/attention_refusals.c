/* attention_refusals.c -- what the lesson's contract refuses, case by case

   Each of the lesson's Python calls has a JSON counterpart: a list where a
   tuple is due becomes an object or a scalar where a list is due, an int
   subclass a string, a NaN text that is no JSON, an infinity a real that no
   double holds.  */

#include <string.h>

#include "attention/attention_request.h"
#include "base/json.h"
#include "lessons/causal_attention_parts.h"

#define REQUEST(q, k, v) \
  "{\"q\":" q ",\"k\":" k ",\"v\":" v ",\"causal\":true}"
#define MASKED(q, allowed, causal) \
  "{\"q\":" q ",\"k\":" q ",\"v\":" q ",\"allowed\":" allowed \
  ",\"causal\":" causal "}"
#define UNIT "[[0]]"
#define TWICE "[[0],[0]]"

static const struct assay_refusal invalid[] = {
  { REQUEST ("{}", UNIT, UNIT), ASSAY_ETYPE, "q" },
  { REQUEST ("[]", UNIT, UNIT), ASSAY_EVALUE, "q" },
  { REQUEST ("[[0],[0,1]]", UNIT, UNIT), ASSAY_EVALUE, "q[1]" },
  { REQUEST ("[{\"0\":0}]", UNIT, UNIT), ASSAY_ETYPE, "q[0]" },
  { REQUEST ("\"[[0]]\"", UNIT, UNIT), ASSAY_ETYPE, "q" },
  { REQUEST ("[[true]]", UNIT, UNIT), ASSAY_ETYPE, "q[0][0]" },
  { REQUEST ("[[0.0]]", UNIT, UNIT), ASSAY_ETYPE, "q[0][0]" },
  { REQUEST ("[[\"1\"]]", UNIT, UNIT), ASSAY_ETYPE, "q[0][0]" },
  { REQUEST ("[[\"0\"]]", UNIT, UNIT), ASSAY_ETYPE, "q[0][0]" },
  { REQUEST ("[[NaN]]", UNIT, UNIT), ASSAY_ESYNTAX, "1:10" },
  { REQUEST ("[[1e999]]", UNIT, UNIT), ASSAY_ETYPE, "q[0][0]" },
  { REQUEST ("[[9]]", UNIT, UNIT), ASSAY_EVALUE, "q[0][0]" },
  { REQUEST ("[[-9]]", UNIT, UNIT), ASSAY_EVALUE, "q[0][0]" },
  { REQUEST ("[[0,0,0,0,0]]", UNIT, UNIT), ASSAY_EVALUE, "q[0]" },
  { REQUEST ("[[0],[0],[0],[0],[0]]", "[[0],[0],[0],[0],[0]]",
             "[[0],[0],[0],[0],[0]]"), ASSAY_EVALUE, "q" },
  { REQUEST (UNIT, "[[0,0]]", UNIT), ASSAY_EVALUE, "k[0]" },
  { REQUEST (UNIT, TWICE, UNIT), ASSAY_EVALUE, "k" },
  { REQUEST (UNIT, UNIT, TWICE), ASSAY_EVALUE, "v" },
  { REQUEST (UNIT, UNIT, "[[false]]"), ASSAY_ETYPE, "v[0][0]" },
  { MASKED (UNIT, "{\"0\":[true]}", "true"), ASSAY_ETYPE, "allowed" },
  { MASKED (UNIT, "[[1]]", "true"), ASSAY_ETYPE, "allowed[0][0]" },
  { MASKED (UNIT, "[[true,false]]", "true"), ASSAY_EVALUE, "allowed" },
  { MASKED (UNIT, "[[true]]", "1"), ASSAY_ETYPE, "causal" },
};

static int
is_refused (const struct assay_refusal *refusal)
{
  struct assay_attention request;
  enum assay_status status;
  struct assay_ctx ctx;
  json_t *root;

  assay_ctx_init (&ctx);
  assay_attention_init (&request);
  status = assay_json_parse (&root, refusal->request,
                             strlen (refusal->request), &ctx);
  if (status == ASSAY_OK)
    status = assay_attention_request_read (&request, root,
                                           ASSAY_PROFILE_LESSON, &ctx);
  json_decref (root);
  assay_attention_clear (&request);
  return status == refusal->status
         && strcmp (ctx.error.where, refusal->where) == 0;
}

enum assay_verdict
assay_attention_invalid (unsigned long *count)
{
  *count = sizeof invalid / sizeof invalid[0];
  return assay_lesson_refusals (invalid, *count, is_refused);
}

enum assay_verdict
assay_attention_blocked_rows (void)
{
  static const struct assay_refusal blocked
    = { MASKED (UNIT, "[[false]]", "false"), ASSAY_EVALUE, "allowed[0]" };
  static const struct assay_refusal intersected
    = { MASKED (TWICE, "[[false,true],[true,true]]", "true"), ASSAY_EVALUE,
        "allowed[0]" };
  struct assay_rows open;
  int holds;

  assay_rows_read (&open, MASKED (TWICE, "[[false,true],[true,true]]",
                                  "false"));
  holds = open.status == ASSAY_OK && is_refused (&blocked)
          && is_refused (&intersected);
  assay_rows_clear (&open);
  return assay_verdict_of (holds);
}
