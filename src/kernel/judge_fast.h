/* judge_fast.h -- blocks of rows by the fast tiers (attention/fast.h) */

#ifndef ASSAY_KERNEL_JUDGE_FAST_H
#define ASSAY_KERNEL_JUDGE_FAST_H

#include "attention/fast.h"
#include "kernel/heads.h"
#include "kernel/problem.h"

enum { ASSAY_JUDGE_BLOCK = 48 };

/* Of one thread; LEGAL and BIAS are there where the problem has a mask.  */
struct assay_judge_fast
{
  const struct assay_problem *problem;
  struct assay_fast_work work;
  struct assay_fast_rule rule;
  size_t rule_head;             /* the query head RULE is of, or SIZE_MAX */
  double *q, *bias;
  size_t *first, *last;
  unsigned char *legal;
  long *position;
  struct assay_fast_out out;
  /* Errors are to be measured: the outputs are wanted in double-double.  */
  int is_precise;
  struct assay_fast_out pair;
};

/* Whether the fast tiers can do anything for outputs of PROBLEM in FMT.  */
int assay_judge_fast_applies (const struct assay_problem *problem,
                              enum assay_fmt fmt);

/* FAST <- for outputs in FMT, and IS_PRECISE.  */
void assay_judge_fast_init (struct assay_judge_fast *fast,
                            const struct assay_problem *problem,
                            enum assay_fmt fmt, int is_precise);
void assay_judge_fast_clear (struct assay_judge_fast *fast);

/* FAST->out <- row r of it of query ROW[r] of query head H, r < COUNT <=
   ASSAY_JUDGE_BLOCK; HEAD, which has the fast tiers' data, is the one that H
   reads.  A row that is empty or has an infinite or NaN query is open.  */
void assay_judge_fast_rows (struct assay_judge_fast *fast,
                            const struct assay_head *head, size_t h,
                            const size_t *row, size_t count);

#endif
