/* drawn.h -- random requests, biased to the cases that are hard

   Drawn are components with long runs of equal bits, zeros, pairs that cancel
   each other, rotors over 1 and over products of primes that split
   differently, equal scores, values that cancel.  Computes no answer.  */

#ifndef ASSAY_TESTS_DRAWN_H
#define ASSAY_TESTS_DRAWN_H

#include "attention/attention.h"
#include "base/text.h"
#include "exact/rotary.h"

struct drawn_rotary
{
  unsigned long most_pairs, most_keys;
  unsigned long reach;          /* positions in -REACH..REACH */
  unsigned long bits;           /* of components' parts */
  unsigned long rotor_bound;    /* of the Pythagorean parameters */
};

/* A whole number in 1..MOST whose logarithm is uniform.  */
unsigned long drawn_size (unsigned long most);

/* A unit rotor: over 1, over 65 or 1105, or any up to BOUND.  */
void drawn_rotor (mpq_ptr c, mpq_ptr s, unsigned long bound);

/* A rational of at most BITS bits, often a small integer.  */
void drawn_component (mpq_ptr x, unsigned long bits);

/* REQUEST <- a request that meets the open contract; to be cleared.  */
void drawn_rotary (struct assay_rotary *request,
                   const struct drawn_rotary *shape);

/* Append the command that asks the program for REQUEST.  */
void drawn_rotary_spell (struct assay_text *text,
                         const struct assay_rotary *request);

struct drawn_attention
{
  size_t most_positions, most_features, most_columns;
  unsigned long bits;
};

/* REQUEST <- a request that meets the open contract and has passed its
   check; to be cleared.  */
void drawn_attention (struct assay_attention *request,
                      const struct drawn_attention *shape);

/* Append the JSON that asks the program for REQUEST.  */
void drawn_attention_spell (struct assay_text *text,
                            const struct assay_attention *request);

#endif
