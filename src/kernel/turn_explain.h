/* turn_explain.h -- which known mistake reproduces a turned tensor

   As explain.h, for hypotheses of turn_hypothesis.h.  Nothing is concluded but
   that a hypothesis reproduces so many elements: verdicts are
   rotation_judge's.  */

#ifndef ASSAY_KERNEL_TURN_EXPLAIN_H
#define ASSAY_KERNEL_TURN_EXPLAIN_H

#include "kernel/told.h"
#include "kernel/turn_hypothesis.h"

struct assay_turn_finding
{
  const struct assay_turn_hypothesis *hypothesis;
  const struct assay_turn_hypothesis *second;   /* of a pair, or null */
  double parameter, second_parameter;
  int is_local;                 /* in the wrong part alone */
  struct assay_turn_plan plan;  /* owned */
  size_t order;                 /* in which it was tried */
  struct assay_score_count count;
  int is_equal;                 /* nothing tells it from the first */
};

/* What is explained: rows FIRST_ROW <= s < LAST_ROW of every head.  */
struct assay_turn_dump
{
  const char *name;
  struct assay_view got;
  enum assay_fmt fmt;
  size_t first_row, last_row;
  int is_table;                 /* made of tables (table_vectors.h) */
  /* [head][column]: 1 where nothing is known; null: everything is.  */
  const unsigned char *is_absent;
};

static inline int
assay_turn_dump_has (const struct assay_turn_dump *dump, size_t head,
                     size_t column)
{
  return dump->is_absent == NULL
         || !dump->is_absent[head * dump->got.shape[ASSAY_VIEW_D] + column];
}

struct assay_turn_explanation
{
  const char *name;
  enum assay_explained outcome;
  struct assay_turn_scene scene;
  struct assay_score_count right;
  size_t hypotheses;            /* that say something about the problem */
  int tried_pairs;
  struct assay_text region;     /* what is wrong; "" without a plain
                                   description */
  struct assay_turn_finding finding[ASSAY_FINDINGS];
  size_t findings;
};

/* EXPLANATION <- of DUMP by ROTATION, whose x is there; ROPE and CALL are what
   its steps came from (null with tables).  All are borrowed.  To be
   cleared.  */
void assay_turn_explain (struct assay_turn_explanation *explanation,
                         const struct assay_rotation *rotation,
                         const struct assay_rope_plan *rope,
                         const struct assay_rope_call *call,
                         const struct assay_turn_dump *dump,
                         struct assay_ctx *ctx);
void assay_turn_explanation_clear (struct assay_turn_explanation *e);

/* TOLD <- in words; to be cleared before EXPLANATION.  */
void assay_turn_explanation_tell (struct assay_told *told,
                                  const struct assay_turn_explanation *e);

#endif
