/* rope_fractions_parts.h -- the groups of rope_fractions.c that are long
   enough for a file of their own */

#ifndef ASSAY_LESSONS_ROPE_FRACTIONS_PARTS_H
#define ASSAY_LESSONS_ROPE_FRACTIONS_PARTS_H

#include "exact/vec.h"
#include "lessons/lesson.h"

/* Whether V is FIRST alone (SECOND null), or FIRST and SECOND.  */
int assay_rope_vec_is (const struct assay_vec *v, const char *first,
                       const char *second);

/* The finite family of the lesson: every profile's score is the same from
   both families.  Counts the profiles and the scores, and holds only for
   4617 of each.  */
enum assay_verdict assay_rope_family (
  unsigned long *profiles, unsigned long *scores,
  const struct assay_second_family *oracle);

/* Every rotation of (2,-1,0,1) by both rotors keeps its squared norm, for
   positions 0..8.  */
enum assay_verdict assay_rope_norms_are_kept (void);

/* Every invalid request of the lesson is refused, in its class and at its
   place; COUNT of them.  */
enum assay_verdict assay_rope_invalid (unsigned long *count);

/* Every request over a cap is refused; the MAXIMUM profile has its four
   canonical scores; a bad last key starts no rotation; a request whose keys
   are no list is refused without a look at its elements.  */
enum assay_verdict assay_rope_caps (unsigned long *count,
                                    const struct assay_vec *maximum);

/* Without keys, a position too many and a bad query are refused still.  */
int assay_rope_empty_keys_still_validate (void);

#endif
