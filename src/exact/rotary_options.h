/* rotary_options.h -- a rotary request written in command-line words */

#ifndef ASSAY_EXACT_ROTARY_OPTIONS_H
#define ASSAY_EXACT_ROTARY_OPTIONS_H

#include "exact/rotary.h"

/* The words of a request, borrowed: QUERY "1,0", AT "4", KEYS "1,0@1", ROTORS
   "3/5,4/5".  */
struct assay_rotary_words
{
  const char *query;
  const char *at;
  const char *const *keys;
  size_t key_count;
  const char *const *rotors;
  size_t rotor_count;
};

/* REQUEST, initialised by the caller, <- the request that WORDS spell;
   components are integers, fractions or decimals.  Errors in the spelling
   name the option ("--key[1]"), those of the contract the member, as in
   assay_rotary_check, which this calls last.  */
enum assay_status assay_rotary_words_read (
  struct assay_rotary *request, const struct assay_rotary_words *words,
  enum assay_profile profile, struct assay_ctx *ctx);

/* The place of ERROR, a member's path, <- the option that wrote it:
   "keys[1][0]" becomes "--key[1][0]".  */
void assay_rotary_words_name (struct assay_error *error);

#endif
