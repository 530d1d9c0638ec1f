/* fuzz_request.c -- any bytes as a JSON request: of rotary scores and of
   attention, in both profiles, answered and reported within small budgets  */

#include <stdint.h>
#include <stdlib.h>

#include "attention/attention_request.h"
#include "base/json.h"
#include "exact/rotary_request.h"
#include "report/attention_report.h"
#include "report/rotary_report.h"

enum { MOST_BITS = 1 << 14, PRECISION = 1024, MILLISECONDS = 500 };

/* Wide requests only take longer.  */
enum { MOST_ROWS = 12 };

int LLVMFuzzerTestOneInput (const uint8_t *bytes, size_t length);

static void
start (struct assay_ctx *ctx)
{
  assay_ctx_init (ctx);
  ctx->max_bits = MOST_BITS;
  ctx->max_precision = PRECISION;
  assay_ctx_start_clock (ctx, MILLISECONDS);
}

/* What is refused says so, and what is read was not refused.  */
static void
check_record (enum assay_status status, const struct assay_ctx *ctx)
{
  if (status != ctx->error.status)
    abort ();
}

static void
try_rotary (const json_t *root, enum assay_profile profile)
{
  static const struct assay_rotary_style style = { .decimals = 1,
                                                   .places = 3, .steps = 1 };
  struct assay_rotary request;
  enum assay_status status;
  struct assay_text text;
  struct assay_vec scores;
  struct assay_ctx ctx;

  start (&ctx);
  assay_text_init (&text);
  assay_rotary_init (&request);
  status = assay_rotary_request_read (&request, root, profile, &ctx);
  check_record (status, &ctx);
  assay_vec_init (&scores, request.key_count);
  if (status == ASSAY_OK)
    status = assay_rotary_scores (scores.at, &request, &ctx);
  if (status == ASSAY_OK)
    {
      assay_rotary_report_text (&text, &request, scores.at, &style, &ctx);
      assay_ctx_forgive (&ctx);
      assay_rotary_report_json (&text, &request, scores.at, &style, "0",
                                &ctx);
    }
  assay_vec_clear (&scores);
  assay_rotary_clear (&request);
  assay_text_clear (&text);
}

static void
try_attention (const json_t *root, enum assay_profile profile)
{
  static const struct assay_settling how = { .digits = 5, .precision = 64 };
  struct assay_attention_result result = { 0 };
  struct assay_attention request;
  enum assay_status status;
  struct assay_text text;
  struct assay_ctx ctx;

  start (&ctx);
  assay_text_init (&text);
  assay_attention_init (&request);
  status = assay_attention_request_read (&request, root, profile, &ctx);
  check_record (status, &ctx);
  if (status == ASSAY_OK && request.q.rows <= MOST_ROWS)
    status = assay_attention_settle (&result, &request, &how, &ctx);
  else
    status = ASSAY_ELIMIT;
  if (status == ASSAY_OK)
    {
      assay_attention_report_text (&text, &result, &how);
      assay_attention_report_json (&text, &result, &how, "0");
    }
  assay_attention_result_clear (&result);
  assay_attention_clear (&request);
  assay_text_clear (&text);
}

int
LLVMFuzzerTestOneInput (const uint8_t *bytes, size_t length)
{
  static const enum assay_profile profiles[] = { ASSAY_PROFILE_OPEN,
                                                 ASSAY_PROFILE_LESSON };
  enum assay_status status;
  struct assay_ctx ctx;
  json_t *root;
  size_t i;

  start (&ctx);
  status = assay_json_parse (&root, (const char *) bytes, length, &ctx);
  check_record (status, &ctx);
  for (i = 0; status == ASSAY_OK && i < 2; i++)
    {
      try_rotary (root, profiles[i]);
      try_attention (root, profiles[i]);
    }
  json_decref (root);
  return 0;
}
