/* recover.h -- the position of a turned row, from its phases

   Each pair of a row says p w = phase modulo a turn, to within what roundings
   of the dump explain.  The slowest pairs leave few intervals of positions,
   faster ones narrow them, and the integers that are left are tried: the row
   turned by one is the dump to within one ulp and an ordinary kernel's
   roundings, or the position is none.  What was found is then judged by the
   true numbers (rotation_judge.h).  */

#ifndef ASSAY_KERNEL_RECOVER_H
#define ASSAY_KERNEL_RECOVER_H

#include "kernel/turn_explain.h"

enum assay_recovered_outcome
{
  ASSAY_RECOVERED_ONE,
  ASSAY_RECOVERED_SEVERAL,      /* the row is the same for all of them */
  ASSAY_RECOVERED_NONE,         /* no position makes the row */
  ASSAY_RECOVERED_SILENT        /* no pair tells: zeros */
};

struct assay_recovered
{
  size_t b, h, s;
  int64_t expected;
  enum assay_recovered_outcome outcome;
  int64_t position, other;      /* the best, of several the next, too */
  /* Of the row turned by POSITION: its largest error in ulps, certified.  */
  struct assay_bounds ulps;
};

struct assay_recovery
{
  struct assay_recovered *row;  /* all, in the order of b, h, s; owned */
  size_t rows;
  size_t as_expected, other, none, several, silent;
  struct assay_bounds ulps;     /* the largest of all */
};

/* RECOVERY <- of the rows of DUMP, which ROTATION, of angles and one position
   a token, should have turned; positions from 0 to MOST are looked for.  STEPS
   and MAGNITUDE (null: 1) are what ROTATION was made of.  ASSAY_EVALUE when
   ROTATION is of tables or of several axes.  To be cleared, also after a
   refusal.  */
enum assay_status assay_recover (struct assay_recovery *recovery,
                                 const struct assay_rotation *rotation,
                                 const struct assay_turn_dump *dump,
                                 int64_t most, struct assay_ctx *ctx);
void assay_recovery_clear (struct assay_recovery *recovery);

#endif
