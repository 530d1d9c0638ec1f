/* rotary_request.h -- a rotary request written in JSON */

#ifndef ASSAY_EXACT_ROTARY_REQUEST_H
#define ASSAY_EXACT_ROTARY_REQUEST_H

#include <jansson.h>

#include "exact/rotary.h"

/* REQUEST, initialised by the caller, <- the request that ROOT spells:
   {"query": [..], "query_position": n, "keys": [[..], ..],
    "key_positions": [..], "rotations": [["c","s"], ..]}.
   The open profile takes integers and strings alike; in the lesson profile
   components and positions must be JSON integers and rotor parts strings.
   Types are decided here, values by assay_rotary_check, which this calls
   last: after ASSAY_OK the request meets PROFILE.  */
enum assay_status assay_rotary_request_read (struct assay_rotary *request,
                                             const json_t *root,
                                             enum assay_profile profile,
                                             struct assay_ctx *ctx);

#endif
