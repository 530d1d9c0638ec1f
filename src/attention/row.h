/* row.h -- one row of attention: every number of it, exact or certified

   Keys 0 .. keys - 1 have scores (score.h); a sink is one key more with the
   value 0.  Over the legal keys and the sink,
     p_j = exp (z_j) / S,  S = sum exp (z_j),
     output = sum p_j v_j,  mass = sum p_j |v_j|,  lse = ln S or log2 S.
   Keys of one score are one class, and what is rational is found by
   arithmetic on classes before any enclosure is made (Lemmas B6, B74).

   Use: assay_row_init; then for each row assay_row_begin, assay_row_set_key
   for every key, assay_row_block, assay_row_set_sink, assay_row_ready, and
   numbers.  A row belongs to one thread; columns may be shared by threads.
   Whoever uses it has called assay_real_init.  */

#ifndef ASSAY_ATTENTION_ROW_H
#define ASSAY_ATTENTION_ROW_H

#include <gmp.h>
#include <mpfr.h>
#include <stdint.h>

#include "attention/dyadic.h"
#include "attention/fixed.h"
#include "attention/score.h"
#include "attention/softmax.h"
#include "base/ctx.h"
#include "real/fmt.h"

enum assay_stage
{
  ASSAY_STAGE_SCORES,           /* u of KEY, blocked or not */
  ASSAY_STAGE_CAPPED,           /* C tanh (u / C) of KEY, blocked or not */
  ASSAY_STAGE_BIASED,           /* z of KEY; -infinity when blocked */
  ASSAY_STAGE_WEIGHTS,          /* p of KEY; 0 when blocked */
  ASSAY_STAGE_OUTPUT,           /* sum p_j v_j over COLUMN */
  ASSAY_STAGE_MASS,             /* sum p_j |v_j| over COLUMN */
  ASSAY_STAGE_LSE,              /* ln S */
  ASSAY_STAGE_LSE2              /* log2 S */
};

/* One number of a row.  KEY counts for the first four stages (it may be
   row->keys, the sink, for the weights), COLUMN for output and mass: one
   value a key, the sink's left out; borrowed.  */
struct assay_place
{
  enum assay_stage stage;
  size_t key;
  const struct assay_dyadics *column;
};

struct assay_row
{
  struct assay_basis basis;
  size_t capacity, keys;
  struct assay_score *score;    /* capacity + 1, the sink's behind keys */
  unsigned char *legal;         /* likewise */
  int is_ready;
  /* Once ready: the legal keys and the sink, counted and classed.  */
  size_t population;
  struct assay_softmax softmax;
  size_t *leader_of;            /* a key of each class */
  int has_algebraic_gaps;       /* no cap, or one u in the whole row */
  int has_algebraic_scores;     /* no cap, or all u are 0 */
  int has_fixed;                /* made when first needed */
  struct assay_fixed fixed;
};

/* RULE is copied.  CAPACITY is the most keys of a row, 0 allowed.  */
void assay_row_init (struct assay_row *row,
                     const struct assay_score_rule *rule, size_t capacity);
void assay_row_clear (struct assay_row *row);

/* A new row of KEYS <= capacity keys: each legal, of score 0; no sink.  */
void assay_row_begin (struct assay_row *row, size_t keys);

/* Key J <- its score; a null BIAS or DISTANCE is 0.  Copied.  Not after
   assay_row_ready, nor are the two below.  */
void assay_row_set_key (struct assay_row *row, size_t j, mpq_srcptr dot,
                        mpq_srcptr bias, mpq_srcptr distance);

/* Key J has no weight; its score stays for the first two stages.  */
void assay_row_block (struct assay_row *row, size_t j);

void assay_row_set_sink (struct assay_row *row, mpq_srcptr score);

/* Group the legal keys and the sink into classes, and return their number.
   0 is an empty row: its weights, output, mass and lse are the caller's
   business and may not be asked for.  */
size_t assay_row_ready (struct assay_row *row);

/* ASSAY_HOLDS and VALUE <- the number at PLACE when it is rational;
   ASSAY_FAILS when it is proved irrational, or -infinity; ASSAY_OPEN when
   neither is known, which only weights, output, mass and lse of a row with a
   soft cap can be.  VALUE is unchanged unless it holds.  Never a precision
   loop.  */
enum assay_verdict assay_row_rational (mpq_ptr value, struct assay_row *row,
                                       const struct assay_place *place);

/* SIGN <- the sign of the number at PLACE minus M and ASSAY_HOLDS;
   ASSAY_OPEN, as above, when ctx->max_precision does not show it.  */
enum assay_verdict assay_row_compare (int *sign, struct assay_row *row,
                                      const struct assay_place *place,
                                      mpq_srcptr m,
                                      const struct assay_ctx *ctx);

/* BITS <- the number at PLACE correctly rounded to FMT, proved, and
   ASSAY_HOLDS: nearest, ties to even, an exact zero is +0, a nonzero number
   that rounds to zero keeps its sign, overflow is infinity (in e4m3 NaN); a
   blocked key's biased score is -infinity (in e4m3 the NaN with the sign).
   ASSAY_OPEN, BITS unchanged, only in a row with a soft cap, for weights,
   output, mass and lse that ctx->max_precision does not decide
   (Lemma B76).  */
enum assay_verdict assay_row_round (uint64_t *bits, struct assay_row *row,
                                    const struct assay_place *place,
                                    enum assay_fmt fmt,
                                    const struct assay_ctx *ctx);

/* LO <= number <= HI, with HI - LO <= 2^(1-BITS) |number| and ASSAY_HOLDS;
   LO and HI are given a precision by the call.  A rational number that fits
   in BITS bits is a point, and -infinity too; an output or a mass need not
   be.  ASSAY_OPEN, the enclosure being wider, when the number cancels below
   what ctx->max_precision shows, or lies below MPFR's range.  */
enum assay_verdict assay_row_enclose (mpfr_ptr lo, mpfr_ptr hi,
                                      struct assay_row *row,
                                      const struct assay_place *place,
                                      const struct assay_ctx *ctx,
                                      mpfr_prec_t bits);

/* Both at once, cheaper than one after the other: what assay_row_round
   answers, with an enclosure as narrow as assay_row_enclose's where that
   answers ASSAY_HOLDS.  */
enum assay_verdict assay_row_settle (uint64_t *pattern, mpfr_ptr lo,
                                     mpfr_ptr hi, struct assay_row *row,
                                     const struct assay_place *place,
                                     enum assay_fmt fmt,
                                     const struct assay_ctx *ctx,
                                     mpfr_prec_t bits);

#endif
