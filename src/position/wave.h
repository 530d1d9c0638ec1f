/* wave.h -- cosine and sine of a binary32, correctly rounded to binary32 */

#ifndef ASSAY_POSITION_WAVE_H
#define ASSAY_POSITION_WAVE_H

#include "position/turn.h"

enum { ASSAY_WAVE_EXPONENTS = 256 };

struct assay_waves
{
  struct assay_turns turns;
  /* Of 2^(k - 149) radians; those not needed yet are zero.  */
  struct assay_phase phase[ASSAY_WAVE_EXPONENTS];
};

/* Holds no memory.  ASSAY_EVALUE when assay_double_is_usable says no.  */
enum assay_status assay_waves_init (struct assay_waves *waves,
                                    struct assay_ctx *ctx);

/* C, S <- cosine and sine of the finite ANGLE as double-doubles: the
   relative error is that of B62, plus at most 2^-100 absolutely.  */
void assay_wave (struct assay_dd *c, struct assay_dd *s, float angle,
                 struct assay_waves *waves);

/* C, S <- them rounded to binary32, to nearest, ties to even.  */
enum assay_status assay_wave_single (float *c, float *s, float angle,
                                     struct assay_waves *waves,
                                     struct assay_ctx *ctx);

#endif
