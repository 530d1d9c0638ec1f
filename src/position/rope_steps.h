/* rope_steps.h -- what a plan makes of every pair, exactly */

#ifndef ASSAY_POSITION_ROPE_STEPS_H
#define ASSAY_POSITION_ROPE_STEPS_H

#include "position/rope_plan.h"

/* What a plan may depend on besides its parameters.  */
struct assay_rope_call
{
  unsigned long length;         /* N: largest position + 1; 0 when absent */
  unsigned long context;        /* configured length; 0 when it is L */
};

struct assay_rope_steps
{
  size_t count;                 /* of pairs */
  struct assay_expr **w;        /* radians a position */
  enum assay_pair_kind *kind;
  struct assay_expr *base;      /* theta, or what it grew to */
  struct assay_expr *magnitude; /* A, times both cosine and sine */
  struct assay_expr *score_scale;       /* of the dot product */
  int has_long_list;            /* longrope: the long list was taken */
  struct assay_ramp ramp;       /* yarn; null members otherwise */
};

/* STEPS <- the steps of PLAN.  Refusals as in frequency.h, and ASSAY_EVALUE
   when a parameter that the type needs is not set.  To be cleared, also
   after a refusal.  */
enum assay_status assay_rope_steps_make (struct assay_rope_steps *steps,
                                         const struct assay_rope_plan *plan,
                                         const struct assay_rope_call *call,
                                         struct assay_ctx *ctx);

void assay_rope_steps_clear (struct assay_rope_steps *steps);

/* RESULT <- factor, or L/L0 where it is not set.  */
enum assay_status assay_rope_scale (struct assay_expr **result,
                                    const struct assay_rope_plan *plan,
                                    struct assay_ctx *ctx);

/* Whether RULE calls the length long: beyond L0.  */
int assay_rope_is_long (const struct assay_rope_plan *plan,
                        enum assay_length_rule rule,
                        const struct assay_rope_call *call);

/* RESULT <- A of PLAN (rope_magnitude.c).  */
enum assay_status assay_rope_magnitude (struct assay_expr **result,
                                        const struct assay_rope_plan *plan,
                                        const struct assay_rope_call *call,
                                        struct assay_ctx *ctx);

/* NEAR <- whether the binary64 values nearest to X and Y have at most one
   between them: as far as a factor spelled in decimals may be from the formula
   it was computed by, in whatever order of operations.  */
enum assay_status assay_rope_near (int *near, struct assay_expr *x,
                                   struct assay_expr *y,
                                   struct assay_ctx *ctx);

/* Whether PLAN multiplies queries by a factor of their own.  */
int assay_rope_grows_query (const struct assay_rope_plan *plan);

/* RESULT <- that factor at POSITION, 1 + b ln (1 + floor (q / f)): beta and
   L0 at q = POSITION where layers turn, attn_scale and floor_scale at q =
   POSITION + 1 where they do not; 1 when there is none.  */
enum assay_status assay_rope_query_factor (struct assay_expr **result,
                                           const struct assay_rope_plan *plan,
                                           unsigned long position,
                                           struct assay_ctx *ctx);

/* RESULT <- what the dot product of query and key is multiplied by.  */
enum assay_status assay_rope_score_scale (struct assay_expr **result,
                                          const struct assay_rope_plan *plan,
                                          struct assay_ctx *ctx);

#endif
