/* rope_sets.h -- random sets of rotary parameters for both families */

#ifndef ASSAY_ROPE_SETS_H
#define ASSAY_ROPE_SETS_H

#include <gmp.h>

#include "oracle.h"
#include "position/rope_steps.h"

/* A random factor, some below 1; a random length of at least 1, as often near
   a power of two as not; a random beta.  */
void rope_sets_factor (mpq_ptr factor);
void rope_sets_length (mpq_ptr length);
void rope_sets_beta (mpq_ptr beta);

/* PLAN, initialised, <- a random type and all its parameters: default, linear,
   dynamic, static, ntk with and without an exponent, yarn, longrope, llama3
   or proportional.  */
void rope_sets_draw (struct assay_rope_plan *plan);

/* F <- VALUE.  */
void rope_sets_fraction (struct oracle_fraction *f, mpq_srcptr value);

/* SET, initialised, <- PLAN for a call of LENGTH, in the oracle's words.  */
void rope_sets_translate (struct oracle_rope_set *set,
                          const struct assay_rope_plan *plan,
                          unsigned long length);

/* All that SET says, in words; valid until the next call.  */
const char *rope_sets_tell (const struct oracle_rope_set *set);

/* What SET has to know of PAIR.  */
void rope_sets_choose_pair (struct oracle_rope_set *set,
                            const struct assay_rope_plan *plan,
                            const struct assay_rope_call *call, size_t pair);

#endif
