/* problem.h -- one attention problem over tensors

   For batch b, query head h, query i and key j (keys of the past first):

     dot = q_i . k_j,  u = sigma dot,  c = C tanh (u / C) or u,
     z = c + mask - slope |i + o - j|,  p = softmax of z over the legal keys
     (and a sink: one more key of value 0),  y = sum p v.

   Query head h reads key head h / (q_heads / kv_heads).  o is the position
   of query 0 among the keys (assay_problem_offset).  Everything is exact: a
   tensor's element is the rational it stores.  */

#ifndef ASSAY_KERNEL_PROBLEM_H
#define ASSAY_KERNEL_PROBLEM_H

#include <gmp.h>

#include "attention/row.h"
#include "base/ctx.h"
#include "kernel/view.h"

/* Where query 0 stands among the keys.  */
enum assay_alignment
{
  /* After the past; valid length - queries where lengths are given without
     a past; refused where there is neither and queries and keys differ.  */
  ASSAY_ALIGN_NATURAL,
  ASSAY_ALIGN_ONNX,             /* as above, but 0 where there is neither */
  ASSAY_ALIGN_TOP_LEFT,         /* 0 */
  ASSAY_ALIGN_BOTTOM_RIGHT,     /* keys (or valid length) - queries */
  ASSAY_ALIGN_OFFSET            /* as told */
};

/* Not-a-number and infinities in q, k, v and the past.  */
enum assay_nonfinite
{
  ASSAY_NONFINITE_REFUSE,
  /* As IEEE arithmetic on the additive form propagates them: a blocked NaN
     key spoils its row all the same.  */
  ASSAY_NONFINITE_IEEE,
  /* Those of keys that no query of the row may see do not count; others are
     refused.  */
  ASSAY_NONFINITE_IGNORE_MASKED
};

enum assay_empty_row
{
  ASSAY_EMPTY_ERROR,
  ASSAY_EMPTY_ZERO,
  ASSAY_EMPTY_NAN
};

struct assay_problem
{
  /* Borrowed; has_past and has_mask say whether the last three are there.
     The views' axes are batch, head, row, component.  */
  struct assay_view q, k, v, past_k, past_v, mask;
  int has_past, has_mask;
  /* Decoded heads are not kept whole: less memory, more time.  */
  int drops_heads;
  /* A mask narrower than the keys blocks those beyond it, instead of being
     refused.  */
  int mask_extends;

  size_t batches, q_heads, kv_heads, queries, past, keys, width, values;

  /* sigma; 1 / sqrt (width) unless is_scaled says that it was told.  */
  struct assay_surd sigma;
  int is_scaled;
  mpq_t softcap;                /* 0: none */
  double value_factor;          /* of every value; 1, or a power of two */
  /* A slope and a sink a query head, a length a batch, or null; owned.  */
  struct assay_surd *slopes;
  mpq_t *sinks;
  size_t *valid;
  size_t slope_count, sink_count, valid_count;

  enum assay_alignment alignment;
  long offset;                  /* ASSAY_ALIGN_OFFSET */
  int causal;                   /* keys j <= i + o alone */
  long left, right;             /* window sizes, -1: no bound */

  enum assay_empty_row empty_row;
  enum assay_nonfinite nonfinite;
};

/* No views, no options: errors for empty rows, non-finite input refused.  */
void assay_problem_init (struct assay_problem *problem);
void assay_problem_clear (struct assay_problem *problem);

/* COUNT slopes (sinks, valid lengths), all 0, for the caller to set; whether
   COUNT fits is checked by assay_problem_settle.  */
void assay_problem_new_slopes (struct assay_problem *problem, size_t count);
void assay_problem_new_sinks (struct assay_problem *problem, size_t count);
void assay_problem_new_valid (struct assay_problem *problem, size_t count);

/* Sizes <- what the views say, scale <- 1 / sqrt (width) unless it is told.
   The mask, whose axes are aligned from the right, is stretched over axes of
   size 1.  ASSAY_EVALUE, with the shapes, when the tensors do not fit each
   other or an option does not fit them; when the mask holds NaN or +inf; with
   a count and the first index when q, k, v or the past hold what
   problem->nonfinite refuses.  */
enum assay_status assay_problem_settle (struct assay_problem *problem,
                                        struct assay_ctx *ctx);

/* o of batch B.  */
long assay_problem_offset (const struct assay_problem *problem, size_t b);

/* |i + o - j|, the distance a slope multiplies.  */
unsigned long assay_problem_distance (const struct assay_problem *problem,
                                      size_t b, size_t i, size_t j);

/* FIRST <= j < LAST are the keys that query I of batch B may see by position
   and length, the mask left aside; FIRST = LAST when there is none.  */
void assay_problem_range (size_t *first, size_t *last,
                          const struct assay_problem *problem, size_t b,
                          size_t i);

/* LEGAL[j] <- whether query (B, H, I) may see key j, and BIAS[j] <- what the
   mask adds there (0 where it blocks), both of problem->keys elements.
   Returns the count of legal keys.  */
size_t assay_problem_legal (unsigned char *legal, double *bias,
                            const struct assay_problem *problem, size_t b,
                            size_t h, size_t i);

#endif
