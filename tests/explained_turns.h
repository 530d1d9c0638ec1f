/* explained_turns.h -- turned tensors with a named mistake, made by the
   oracle

   Inputs are standard normal, rounded to f32.  Shared by check_explain_turn
   and the bench.  */

#ifndef ASSAY_TESTS_EXPLAINED_TURNS_H
#define ASSAY_TESTS_EXPLAINED_TURNS_H

#include <oracle.h>

#include "kernel/turn_explain.h"
#include "named_mistake.h"

/* What a problem has; without any: all of 16 columns turn, split-half, base
   10000, positions from 3 on.  */
enum
{
  EXPLAINED_PARTIAL = 1,        /* 8 of 16 columns turn */
  EXPLAINED_ADJACENT = 2,
  EXPLAINED_LINEAR = 4,         /* by 8 */
  EXPLAINED_YARN = 8,           /* by 4, with its magnitude */
  EXPLAINED_LLAMA3 = 16,        /* by 32 */
  EXPLAINED_AXES = 32,          /* three positions a token, chunked */
  EXPLAINED_FAR = 64,           /* positions from 100000 on */
  EXPLAINED_LONG = 128,         /* 131072 positions before scaling, not
                                   4096 */
  EXPLAINED_NTK = 256,          /* a base grown by 4 */
  EXPLAINED_UNSAID = 512,       /* the dump is scaled, the plan is not */
  EXPLAINED_LISTS = 1024,       /* longrope's, in short calls */
  EXPLAINED_OTHER_LIST = 2048,  /* the dump has the long one */
  EXPLAINED_DYNAMIC = 4096,     /* by 4, in calls of twice the length */
  EXPLAINED_CAPACITY = 8192,    /* the dump is of a call of 4 times it */
  EXPLAINED_BASE = 16384,       /* 500000, whose square no model has */
  EXPLAINED_TRIPLE = 32768      /* calls are of three times the length */
};

extern const struct named_mistake explained_turn_cases[];
extern const size_t explained_turn_case_count;

struct explained_turn
{
  const struct named_mistake *c;
  size_t heads, rows, columns;
  enum assay_fmt fmt;
  float *x;
  int64_t *position;            /* [axis][row] */
  size_t axes;
  uint64_t *wide;               /* the oracle's components in f64 */
  unsigned char *dump;
  struct oracle_turn turn;
  struct oracle_fraction *divisor;      /* longrope's, or null */
  struct assay_ctx ctx;
  struct assay_rope_plan rope;
  struct assay_rope_steps steps;
  struct assay_rope_call call;
  struct assay_tensor x_tensor, got_tensor;
  struct assay_view x_view;
  struct assay_positions positions;
  struct assay_rotation rotation;
  struct assay_turn_dump got;
};

/* As explained_turn_init with zeros for the dump.  */
void explained_turn_begin (struct explained_turn *e,
                           const struct named_mistake *c, size_t rows,
                           unsigned long seed, enum assay_fmt fmt);

/* E <- the problem of C with two heads of ROWS rows of 16 columns drawn by
   SEED, and its dump in FMT, f32 or bf16.  To be cleared.  */
void explained_turn_init (struct explained_turn *e,
                          const struct named_mistake *c, size_t rows,
                          unsigned long seed, enum assay_fmt fmt);
void explained_turn_clear (struct explained_turn *e);

/* The same dump in FMT.  */
void explained_turn_dump (struct explained_turn *e, enum assay_fmt fmt);

/* EXPLANATION is to be cleared before E.  */
void explained_turn_run (struct assay_turn_explanation *explanation,
                         struct explained_turn *e);

/* named_as_expected of the explanation.  */
int explained_turn_is_expected (const struct assay_turn_explanation *x,
                                const struct named_mistake *c,
                                enum assay_fmt fmt);

#endif
