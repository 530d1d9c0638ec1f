/* plan.h -- how a row of attention is evaluated, rightly or not

   A plan says every step of the evaluation in binary64.  assay_plan_init gives
   the right one; a mistake is a change of some members.  Nothing here decides
   anything: a plan that reproduces a dump is a hypothesis about how the dump
   came about.  */

#ifndef ASSAY_KERNEL_PLAN_H
#define ASSAY_KERNEL_PLAN_H

#include "kernel/scene.h"

/* Where the soft cap C stands: z = C tanh (sigma dot / C) + bias, C tanh
   ((sigma dot + bias) / C), sigma C tanh (dot / C) + bias.  */
enum assay_plan_cap
{
  ASSAY_CAP_OF_SCORE,
  ASSAY_CAP_OF_SUM,             /* a blocked key gets -C */
  ASSAY_CAP_OF_NUMBERS,         /* the same, but a blocked key is out */
  ASSAY_CAP_OF_DOT
};

enum assay_plan_mask
{
  ASSAY_MASK_ASKED,
  ASSAY_MASK_IGNORED,
  ASSAY_MASK_INVERTED           /* open and blocked; the sign of numbers */
};

/* What becomes of a blocked key.  */
enum assay_plan_blocked
{
  ASSAY_BLOCKED_OUT,
  ASSAY_BLOCKED_AFTER,          /* its weight is dropped after the softmax */
  ASSAY_BLOCKED_FAR,            /* plan->far is added to its score */
  ASSAY_BLOCKED_AT              /* its score is plan->far */
};

enum assay_plan_offset
{
  ASSAY_OFFSET_ASKED,
  ASSAY_OFFSET_TOP_LEFT,
  ASSAY_OFFSET_BOTTOM_RIGHT
};

enum assay_plan_slopes
{
  ASSAY_SLOPES_ASKED,
  ASSAY_SLOPES_FROM_ZERO,       /* 2^(-8 h / n), h from 0 */
  ASSAY_SLOPES_PLAIN,           /* 2^(-8 (h + 1) / n) whatever n is */
  ASSAY_SLOPES_PAPER,
  ASSAY_SLOPES_MPT,
  ASSAY_SLOPES_GGML
};

enum assay_plan_distance
{
  ASSAY_DISTANCE_ASKED,         /* |i + o - j| */
  ASSAY_DISTANCE_SIGNED,        /* i + o - j */
  ASSAY_DISTANCE_ROWS           /* i - j: the offset is forgotten */
};

enum assay_plan_axis
{
  ASSAY_AXIS_KEYS,
  ASSAY_AXIS_QUERIES,
  ASSAY_AXIS_HEADS
};

enum assay_plan_merge
{
  ASSAY_MERGE_NONE,
  ASSAY_MERGE_LOG2,             /* chunks weigh exp (log2 of their sums) */
  ASSAY_MERGE_MEAN              /* chunks weigh the same */
};

/* What a softmax that takes its keys tile by tile does not rescale when the
   largest score so far grows.  */
enum assay_plan_stale
{
  ASSAY_STALE_NOTHING,
  ASSAY_STALE_OUTPUT,
  ASSAY_STALE_SUM,
  ASSAY_STALE_BOTH
};

enum assay_plan_empty
{
  ASSAY_PLAN_EMPTY_ZERO,
  ASSAY_PLAN_EMPTY_NAN,
  ASSAY_PLAN_EMPTY_MEAN         /* of the values of all keys */
};

/* Where numbers are rounded to a format.  */
enum assay_plan_place
{
  ASSAY_PLACE_INPUTS,           /* q, k and v */
  ASSAY_PLACE_VALUES,           /* v */
  ASSAY_PLACE_DOT,
  ASSAY_PLACE_SCORES,           /* scaled */
  ASSAY_PLACE_BIASED,
  ASSAY_PLACE_SOFTMAX,          /* differences, exponentials, partial sums */
  ASSAY_PLACE_NO_MAX,           /* the same without subtracting the maximum;
                                   the quotients are not rounded */
  ASSAY_PLACE_POWERS,           /* exponentials under the values, not those of
                                   the sum; over the largest score so far in
                                   tiles */
  ASSAY_PLACE_WEIGHTS,
  ASSAY_PLACE_PARTIAL           /* partial sums of the output, key by key */
};

enum { ASSAY_PLACES = 10 };

/* ASSAY_NOT_ROUNDED or an enum assay_fmt.  */
enum { ASSAY_NOT_ROUNDED = -1 };

/* A factor of queries, f = 1 + ln (1 + floor (p / L)) / 10 at position p.  */
enum assay_plan_query
{
  ASSAY_QUERY_AS_IT_IS,
  ASSAY_QUERY_TIMES,
  ASSAY_QUERY_OVER
};

struct assay_plan
{
  double scale, cap;            /* cap 0: none */
  enum assay_plan_query query;
  long query_step;              /* L */
  int query_counts_from_1;      /* the first position is 1 */
  enum assay_plan_cap cap_of;
  enum assay_plan_mask mask;
  double mask_factor;           /* of the numbers it adds */
  int mask_joins_dot;           /* they are added before the scale */
  enum assay_plan_blocked blocked;
  double far;
  int causal;
  enum assay_plan_offset offset;
  long reach;                   /* keys j <= i + o + reach */
  long left, right;             /* as in a problem */
  int ignores_valid, ignores_past, past_is_last, misses_last;
  int is_tiled;                 /* query head h reads key head h mod Hk */
  int axes_swapped;             /* rows of (position, head) storage read as
                                   (head, position) */
  int reads_batch_0;            /* the last batch reads keys of batch 0 */
  long value_shift;             /* key j has the value of key j + shift */
  enum assay_plan_slopes slopes;
  double slope_factor;
  long slope_shift;             /* head h has the slope of h + shift */
  enum assay_plan_distance distance;
  long distance_shift;
  double sink_count;            /* how often it counts; 0: dropped */
  long sink_shift;              /* head h has the sink of h + shift */
  int sink_follows_max;         /* sink + the largest score */
  enum assay_plan_axis axis;
  enum assay_plan_merge merge;
  size_t chunk;
  long tile;                    /* keys at a time, from the last one on if
                                   negative; 0: all */
  int sink_is_last;             /* it joins when the tiles are done, not
                                   before them */
  enum assay_plan_stale stale;  /* where there are tiles */
  enum assay_plan_empty empty;
  signed char round[ASSAY_PLACES];
  int lse_base_2;               /* log2 where ln is asked, and ln for log2 */
  int is_careful;               /* exp, log and tanh correctly rounded */
  /* Which row stands where (b, h, i) should: */
  long from_row, from_head, from_batch;
};

/* PLAN <- the right evaluation.  */
void assay_plan_init (struct assay_plan *plan,
                      const struct assay_scene *scene);

/* Numbers of one row while it is evaluated, and what a softmax over queries
   keeps of a head.  */
struct assay_plan_work
{
  double *z, *dot, *bias, *p, *value_row, *other;
  struct assay_dot_store *dots;
  double *mass;                 /* sum p |v| of each column */
  unsigned char *legal, *kept;
  double *log_sum;              /* of each key over the queries */
  double *column_max;
  int has_log_sum;
  size_t sum_b, sum_h;
  double sink;
  int has_sink, is_empty, is_spoilt;
  int wants_dots;               /* of blocked keys, too */
  double log_total;             /* ln of the sum of the exponentials */
  double score_bound;           /* scale |q| max |k| */
  double bias_bound;            /* the largest |bias| of a key, or |sink| */
  /* Set, never cleared, by a careful plan that rounded a number so near to a
     tie that binary64's own error may have tipped it.  */
  int is_tipped;
  double score_margin;          /* of the scores of a row (Lemma B99) */
  size_t legal_keys;
};

void assay_plan_work_init (struct assay_plan_work *work,
                           const struct assay_scene *scene);
void assay_plan_work_clear (struct assay_plan_work *work);

/* X rounded as the plan says for PLACE; a careful plan notes in WORK that the
   real number, within MARGIN of X, may round otherwise.  */
double assay_plan_round_there (struct assay_plan_work *work,
                               const struct assay_plan *plan,
                               enum assay_plan_place place, double x,
                               double margin);

/* The same where the plan may round nothing: most do not.  */
static inline double
assay_plan_round (struct assay_plan_work *work, const struct assay_plan *plan,
                  enum assay_plan_place place, double x, double margin)
{
  return plan->round[place] < 0
         ? x : assay_plan_round_there (work, plan, place, x, margin);
}

/* By the C library, or, for a careful plan, correctly rounded.  */
double assay_plan_exp (const struct assay_plan *plan, double x);
double assay_plan_log (const struct assay_plan *plan, double x);
double assay_plan_tanh (const struct assay_plan *plan, double x);

/* How far the scores of a careful plan may be from its real ones (Lemma
   B99).  */
double assay_plan_score_error (const struct assay_plan_work *work,
                               const struct assay_problem *problem);

/* How far the outputs of the row evaluated last by a careful plan may be from
   the plan's own real numbers, over sum p |v| (Lemma B99).  */
double assay_plan_error (const struct assay_plan_work *work,
                         const struct assay_problem *problem);

/* To be called when the next row is of another plan than the last one.  */
void assay_plan_work_renew (struct assay_plan_work *work);

/* work->z <- the scores of row (B, H, I) with everything added, -INFINITY
   where a key is out; legal, kept, dot and the sink beside them.  */
void assay_plan_scores (struct assay_plan_work *work,
                        const struct assay_plan *plan,
                        struct assay_scene *scene, size_t b, size_t h,
                        size_t i);

/* work->p <- the weights, from the scores.  */
void assay_plan_weights (struct assay_plan_work *work,
                         const struct assay_plan *plan,
                         struct assay_scene *scene, size_t b, size_t h,
                         size_t i);

/* *VALUE <- the value of key J in row (B, H, I), as the plan reads it;
   overwritten by the next call.  */
void assay_plan_value (const double **value, struct assay_plan_work *work,
                       const struct assay_plan *plan,
                       struct assay_scene *scene, size_t b, size_t h,
                       size_t i, size_t j);

/* OUT <- the elements of row (B, H, I) at STAGE.  NOISE <- of each, how far an
   ordinary kernel of unit roundoff UNIT may be from it: a model, no bound.
   The error of a dot product of D terms, summed in any order, is a sum of D
   roundings of partial sums of at most |q||k|, each at most UNIT of that;
   independent and centred they make less than UNIT |q||k| sqrt (D) / 2 but for
   odds below 1 in 10^4 (Hoeffding); 4 UNIT more are the scale, exp and the
   quotient.  A score moved by e moves an output by at most e sum p |v|, and
   sums over n keys add UNIT sqrt (n) / 2 of that.  */
void assay_plan_row (double *out, double *noise,
                     struct assay_plan_work *work,
                     const struct assay_plan *plan,
                     struct assay_scene *scene, enum assay_stage stage,
                     double unit, size_t b, size_t h, size_t i);

#endif
