/* attention_plain.h -- attention without proof, to be compared with */

#ifndef ASSAY_BENCH_ATTENTION_PLAIN_H
#define ASSAY_BENCH_ATTENTION_PLAIN_H

#include <stddef.h>

#include "attention/fast.h"

/* One causal head: q, k and v are n x width, row by row.  */
struct bench_head
{
  size_t n, width;
  double *q, *k, *v;
};

/* FMT decides how many bits the elements have.  */
void bench_head_init (struct bench_head *head, size_t n, size_t width,
                      enum assay_fmt fmt);
void bench_head_clear (struct bench_head *head);

/* OUT <- softmax (q k^T / sqrt (width)) v by three plain loops in binary64 and
   the C library's exp.  */
void bench_plain_loops (double *out, const struct bench_head *head);

/* BITS <- the same by the loops of tier 1, in its order, rounded to FMT, with
   no bound and no check.  */
void bench_unproved (uint64_t *bits, const struct bench_head *head,
                     enum assay_fmt fmt);

#endif
