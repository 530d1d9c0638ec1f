/* attention.h -- certified scaled-dot-product attention

   softmax (q_i . k_j / sqrt (d)) over the legal keys of row i, then the
   weighted sum of the rows of V.  Inputs are rationals and exact.  */

#ifndef ASSAY_ATTENTION_ATTENTION_H
#define ASSAY_ATTENTION_ATTENTION_H

#include "attention/mask.h"
#include "attention/quotient.h"
#include "attention/softmax.h"
#include "base/ctx.h"
#include "exact/rotary.h"
#include "exact/vec.h"

struct assay_attention
{
  struct assay_matrix q;        /* queries x features */
  struct assay_matrix k;        /* keys x features */
  struct assay_matrix v;        /* keys x values */
  struct assay_mask mask;       /* queries x keys */
  int causal;                   /* intersect MASK with j <= i */
};

/* Zero matrices of no size, an empty mask, not causal.  */
void assay_attention_init (struct assay_attention *request);
void assay_attention_clear (struct assay_attention *request);

/* ASSAY_OK iff REQUEST meets PROFILE's contract, and then the mask is the
   legality of every pair, causality included.  Open: at least one position
   and feature; Q, K and V of as many rows as each other, Q and K equally
   wide, the mask square; no row without a legal key.  Lesson, besides: 1..4
   positions, features and value columns, integers in [-8,8].  Errors name
   the place as a JSON path: ASSAY_ETYPE for an entry that is no integer in
   the lesson profile, else ASSAY_EVALUE.  */
enum assay_status assay_attention_check (struct assay_attention *request,
                                         enum assay_profile profile,
                                         struct assay_ctx *ctx);

/* ROW <- the softmax of query I over its legal keys, exact classes and all;
   the caller clears it.  REQUEST must have been checked.  Where d is a
   square the scores are rational.  */
void assay_attention_row (struct assay_softmax *row,
                          const struct assay_attention *request, size_t i);

#endif
