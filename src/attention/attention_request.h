/* attention_request.h -- an attention request written in JSON */

#ifndef ASSAY_ATTENTION_ATTENTION_REQUEST_H
#define ASSAY_ATTENTION_ATTENTION_REQUEST_H

#include <jansson.h>

#include "attention/attention.h"

/* REQUEST, initialised by the caller, <- the request that ROOT spells:
   {"q": [[..], ..], "k": .., "v": .., "allowed": [[true, ..], ..] or null or
    absent, "causal": true}.
   Entries are integers, in the open profile strings such as "3/7" as well.
   Types are decided here, values by assay_attention_check, which this calls
   last.  */
enum assay_status assay_attention_request_read (
  struct assay_attention *request, const json_t *root,
  enum assay_profile profile, struct assay_ctx *ctx);

#endif
