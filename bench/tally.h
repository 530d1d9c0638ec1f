/* tally.h -- what has been named for one mistake, and how often */

#ifndef ASSAY_BENCH_TALLY_H
#define ASSAY_BENCH_TALLY_H

#include "kernel/told.h"

enum { TALLY_NAMES = 8 };

struct tally
{
  const char *name[TALLY_NAMES];
  int count[TALLY_NAMES];
  int names;
};

/* What TOLD names first is named once more.  */
void tally_note (struct tally *tally, const struct assay_told *told);

/* A row of the confusion matrix: TALLY[0] of f32, TALLY[1] of bf16.  */
void tally_print (const char *label, const struct tally tally[2]);

#endif
