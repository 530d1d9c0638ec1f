/* invariants.h -- what must hold of dumped tensors whatever the right numbers
   are

   A check looks at every place it applies to, counts those that are wrong,
   and remembers the first.  Nothing is compared with a reference.  */

#ifndef ASSAY_KERNEL_INVARIANTS_H
#define ASSAY_KERNEL_INVARIANTS_H

#include "base/text.h"
#include "kernel/problem.h"
#include "kernel/rotation.h"

struct assay_invariant
{
  const char *name;
  const char *why_not;          /* why it does not apply; null: it does */
  enum assay_verdict verdict;
  uint64_t tested, wrong, open;
  /* Of the first that is wrong, else open: an index of AXES numbers.  */
  int axes;
  size_t index[ASSAY_VIEW_AXES];
  struct assay_text expected, found;
};

enum { ASSAY_ROPE_INVARIANTS = 3, ASSAY_ATTENTION_INVARIANTS = 5 };

/* Checks of NAME and an index of AXES numbers: nothing looked at yet.  */
void assay_invariant_init (struct assay_invariant *invariant,
                           const char *name, int axes);
void assay_invariant_clear (struct assay_invariant *invariant);

/* Count VERDICT at INDEX.  Whether EXPECTED and FOUND are to be written: it is
   the first of its kind.  */
int assay_invariant_count (struct assay_invariant *invariant,
                           enum assay_verdict verdict, const size_t *index);

/* The verdict of all that was counted; one that nothing applied to gets
   WHY_NOT.  */
void assay_invariant_end (struct assay_invariant *invariant,
                          const char *why_not);

/* X with as many digits as tell it from its neighbours in FMT.  */
void assay_invariant_add (struct assay_text *text, double x,
                          enum assay_fmt fmt);

/* Of several: fails if one fails, else open if one is, else holds; one that
   does not apply does not count.  */
enum assay_verdict assay_invariants_all (const struct assay_invariant *all,
                                         size_t count);

/* ---- rotations ---- */

/* What is turned, and what a kernel made of it in ARITHMETIC (f64, f32, f16
   or bf16).  MAGNITUDE is that of the cosines; null: 1.  */
struct assay_turned_dump
{
  const struct assay_rotation *rotation;
  struct assay_expr *magnitude;
  struct assay_view got;
  enum assay_fmt arithmetic;
};

/* ALL <- position 0 is the identity, columns that do not turn are copied (both
   but for the sign of a zero), and norms of pairs are those of x times the
   magnitude, within the bound of Lemma B100.  */
enum assay_status assay_invariants_rope
  (struct assay_invariant all[ASSAY_ROPE_INVARIANTS],
   const struct assay_turned_dump *dump, struct assay_ctx *ctx);

/* Turned queries and keys, and the same with every position SHIFT more.
   FARTHEST: the largest size of a position of either.  */
struct assay_shifted_dumps
{
  struct assay_view q[2], k[2];
  enum assay_fmt arithmetic;
  double farthest;
};

/* INVARIANT <- scores do not change with the shift, within Lemma B101.
   ASSAY_EVALUE when shapes do not fit.  */
enum assay_status assay_invariant_shift
  (struct assay_invariant *invariant, const struct assay_shifted_dumps *dumps,
   struct assay_ctx *ctx);

/* ---- attention ---- */

/* GOT: outputs; WEIGHTS: weights; each may be absent.  ARITHMETIC: what sums
   were rounded to.  */
struct assay_attention_dump
{
  const struct assay_problem *problem;
  int has_got, has_weights;
  struct assay_view got, weights;
  enum assay_fmt arithmetic;
};

/* ALL <- equal rows give equal outputs (the same bits), one legal key returns
   its value (but for the sign of a zero), outputs lie in the hull of the
   legal values (Lemma B103), rows of weights sum to 1 (Lemma B103), blocked
   weights are 0.  */
enum assay_status assay_invariants_attention
  (struct assay_invariant all[ASSAY_ATTENTION_INVARIANTS],
   const struct assay_attention_dump *dump, struct assay_ctx *ctx);

#endif
