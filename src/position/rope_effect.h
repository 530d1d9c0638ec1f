/* rope_effect.h -- how far apart two readings of one config are */

#ifndef ASSAY_POSITION_ROPE_EFFECT_H
#define ASSAY_POSITION_ROPE_EFFECT_H

#include "position/rope_reader.h"

struct assay_effect
{
  /* ASSAY_HOLDS: the readings turn and scale alike, proved.  ASSAY_FAILS:
     they do not, or only one of them refuses.  ASSAY_OPEN: undecided.  */
  enum assay_verdict agree;
  int layouts_differ;           /* widths or pairs: nothing else compared */
  /* Of the pairs whose steps differ: how many, the first and last.  */
  size_t apart, first, last;
  /* The pair whose steps' ratio is farthest from 1 (the lowest among equal
     ones) and that ratio, B over A; null where a step is zero.  */
  size_t ratio_pair;
  struct assay_expr *ratio;
  /* The pair whose angles are farthest apart at the position given, and by
     how many turns; null without a position.  */
  size_t turns_pair;
  struct assay_expr *turns;
  /* Scores of B over scores of A as far as A^2 and the scale go.  */
  struct assay_expr *logits;
  /* That ratio is proved not to be 1, by more than an attention factor's
     decimals explain.  */
  int logits_differ;
};

/* EFFECT <- B against A at POSITION (0: none).  To be cleared, also after a
   refusal.  */
enum assay_status assay_effect_make (struct assay_effect *effect,
                                     const struct assay_reading *a,
                                     const struct assay_reading *b,
                                     unsigned long position,
                                     struct assay_ctx *ctx);

void assay_effect_clear (struct assay_effect *effect);

#endif
