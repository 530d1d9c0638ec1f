/* turn.h -- cosine and sine of a phase in double-double arithmetic */

#ifndef ASSAY_POSITION_TURN_H
#define ASSAY_POSITION_TURN_H

#include "position/double_double.h"
#include "position/phase.h"

enum { ASSAY_TURN_SLICES = 512 };

/* Cosine and sine of k / 512 of a turn; at multiples of a quarter exact.  */
struct assay_turns
{
  struct assay_dd cosine[ASSAY_TURN_SLICES], sine[ASSAY_TURN_SLICES];
  struct assay_dd circle;       /* 2 pi */
};

/* Holds no memory: there is nothing to clear.  */
void assay_turns_init (struct assay_turns *turns);

/* C, S <- cosine and sine of PHASE, each with a relative error of at most
   2^-99 (Lemma B62); the zeros at multiples of a quarter are exact.  */
void assay_turn (struct assay_dd *c, struct assay_dd *s,
                 struct assay_phase phase, const struct assay_turns *turns);

#endif
