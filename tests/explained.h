/* explained.h -- dumps with a named mistake, made by the oracle

   Inputs are standard normal, rounded to f32.  Shared by check_explain and
   the bench.  */

#ifndef ASSAY_TESTS_EXPLAINED_H
#define ASSAY_TESTS_EXPLAINED_H

#include <oracle.h>

#include "kernel/explain.h"
#include "named_mistake.h"

/* What a problem has.  */
enum
{
  EXPLAINED_CAUSAL = 1,
  EXPLAINED_PAST = 2,           /* a quarter of the keys */
  EXPLAINED_TALL = 4,           /* fewer queries, aligned top-left */
  EXPLAINED_MASK = 8,           /* numbers, a fifth of them -inf */
  EXPLAINED_EMPTY = 16,         /* query 1 sees nothing */
  EXPLAINED_VALID = 32,
  EXPLAINED_WINDOW = 64,
  EXPLAINED_GROUPS = 128,       /* 4 query heads, 2 key heads */
  EXPLAINED_BATCHES = 256,
  EXPLAINED_CAP = 512,
  EXPLAINED_SINK = 1024,
  EXPLAINED_SLOPES = 2048,
  EXPLAINED_LARGE = 4096,       /* q is 80 times as large */
  EXPLAINED_LATE = 8192,        /* queries from position 8176 on */
  EXPLAINED_SCALED = 16384,     /* the scale is 3/10 */
  EXPLAINED_THREE = 32768,      /* heads of queries and keys */
  EXPLAINED_HEAVY = 262144,     /* sinks beyond most scores */
  EXPLAINED_HUGE = 131072,      /* q is 6000 times: some q.k beyond f16 */
  EXPLAINED_LSE = 65536         /* asked: ln sum exp; dumped: its log2 */
};

extern const struct named_mistake explained_cases[];
extern const size_t explained_case_count;

struct explained
{
  const struct named_mistake *c;
  size_t batches, q_heads, kv_heads, queries, keys, past, width;
  size_t columns;               /* of the dump */
  float *q, *k, *v, *past_k, *past_v, *mask;
  struct oracle_problem wrong;
  struct assay_tensor tensor[7];
  struct assay_problem problem;
  enum assay_fmt fmt;
  uint64_t *wide;               /* the oracle's outputs in f64, once known */
  unsigned char *dump;
  struct assay_target target;
};

/* As explained_init with zeros for the dump.  */
void explained_begin (struct explained *e, const struct named_mistake *c,
                      size_t n, size_t d, unsigned long seed,
                      enum assay_fmt fmt);

/* E <- the problem of C with N keys of width D drawn by SEED, and its dump in
   FMT, f32 or bf16.  To be cleared.  */
void explained_init (struct explained *e, const struct named_mistake *c,
                     size_t n, size_t d, unsigned long seed,
                     enum assay_fmt fmt);
void explained_clear (struct explained *e);

/* The dump once more, in FMT.  */
void explained_dump (struct explained *e, enum assay_fmt fmt);

/* EXPLANATION <- by JOBS threads; to be cleared before E.  */
void explained_run (struct assay_explanation *explanation,
                    const struct explained *e, size_t jobs);

/* named_as_expected of the explanation.  */
int explained_is_expected (const struct assay_explanation *explanation,
                           const struct named_mistake *c,
                           enum assay_fmt fmt);

#endif
