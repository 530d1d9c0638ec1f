/* fast.h -- correctly rounded outputs of attention, mostly in binary64

   For query row r and key j of one head,
     z = sigma q_r . k_j + bias - slope |position - j|,
     p = softmax of z over the legal keys (and a sink),  output = sum p_j v_j.
   Tier 1 is binary64 with a proved error bound, tier 2 double-double for what
   the first leaves open; what the second leaves open stays open, for tier 3,
   assay_row_round.  A pattern that is not open is proved to be that of
   assay_row_round, bit for bit, whatever tier it is from (Lemmas B90 to
   B98).  Soft caps are not done here.

   Use: one assay_fast_rule a query head, one assay_fast_head a key head, both
   only read by the threads that share them; one assay_fast_work a thread.  */

#ifndef ASSAY_ATTENTION_FAST_H
#define ASSAY_ATTENTION_FAST_H

#include <gmp.h>
#include <stddef.h>
#include <stdint.h>

#include "attention/row.h"
#include "attention/surd.h"
#include "base/ctx.h"
#include "position/double_double.h"
#include "real/fmt.h"

/* Whether this process computes binary64 as the lemmas ask, which a fixed
   block of attention shows.  Looked at once, by whoever asks first; the
   calling thread's rounding mode and subnormals (assay_double_is_usable) are
   looked at by every assay_fast_rows_round.  Where either is wrong everything
   stays open.  */
int assay_fast_is_usable (void);

/* What scales, distances and the sink are, as double-doubles with relative
   errors of at most 2^-104.  */
struct assay_fast_rule
{
  struct assay_dd sigma, slope, sink;
  int has_slope, has_sink;
  /* sigma, not 0, is a power of two.  */
  int sigma_is_power;
  /* 0 where a constant is out of range: everything stays open.  */
  int is_usable;
};

/* SLOPE and SINK may be null.  */
void assay_fast_rule_init (struct assay_fast_rule *rule,
                           const struct assay_surd *sigma,
                           const struct assay_surd *slope, mpq_srcptr sink);

/* Keys and values made ready.  K[j * width + t] * 2^key_exponent and so on
   are what was given.  */
struct assay_fast_head
{
  size_t keys, width, values;
  size_t panels;                /* of 8 keys, the last filled with zeros */
  size_t padded;                /* columns, a multiple of 8 */
  /* Keys scaled by one power of two to at most 1, by panels: panel p has
     component t of its 8 keys at k + (p * width + t) * 8.  */
  double *k;
  int key_exponent;
  /* Values, each column scaled by a power of two to at most 1: row j at
     v + j * padded; a last chunk is filled with zeros.  */
  double *v;
  int *value_exponent;
  double *chunk_maximum;        /* of |v|: chunks x padded */
  double *depth;                /* of each component's sum (Lemma B92) */
  double *length, *spread;      /* of a chunk's keys, the greatest */
  int grid;                     /* scaled keys are multiples of 2^grid */
  int is_short;                 /* they have at most 26 bits */
  size_t *run;                  /* the first of the equal keys up to j */
  int values_are_exact;         /* scaling rounded nothing */
  int has_keys, has_values;     /* set, and finite */
};

/* KEYS, WIDTH and VALUES are at least 1; keys and values are set next.  */
void assay_fast_head_init (struct assay_fast_head *head, size_t keys,
                           size_t width, size_t values);

/* K is keys x width, V keys x values, both row by row; copied, so that either
   may be freed before the other is made.  With one that is not finite
   everything stays open.  */
void assay_fast_head_set_keys (struct assay_fast_head *head, const double *k);
void assay_fast_head_set_values (struct assay_fast_head *head,
                                 const double *v);
void assay_fast_head_clear (struct assay_fast_head *head);

/* COUNT queries, finite.  Row r may see the keys FIRST[r] <= j < LAST[r]
   (LAST[r] <= head->keys) whose LEGAL[r * keys + j] is not 0.  A row that
   sees nothing and has no sink stays open: it is the caller's business.  */
struct assay_fast_rows
{
  size_t count;
  const double *q;              /* count x width */
  const size_t *first, *last;
  const unsigned char *legal;   /* count x keys; null: all are legal */
  const double *bias;           /* count x keys, finite; null: 0 */
  const long *position;         /* where the rule has a slope */
};

enum assay_fast_tier
{
  ASSAY_FAST_MEAN,              /* equal scores, exactly (Lemma B97) */
  ASSAY_FAST_DOUBLE,
  ASSAY_FAST_PAIR,
  ASSAY_FAST_OPEN
};

enum { ASSAY_FAST_TIERS = 4 };

/* Results, count x values each.  */
struct assay_fast_out
{
  enum assay_fmt fmt;           /* f64, f32, f16 or bf16; else all is open */
  uint64_t *bits;               /* of what is not open */
  unsigned char *open;          /* 1: not settled */
  /* The output lies within RADIUS of HI + LO; RADIUS is infinity where
     nothing is known.  Each may be null.  */
  double *hi, *lo, *radius;
  /* sum p |v| is at most MASS and at least MASS (1 - 2^-40), or not known:
     infinity.  May be null.  */
  double *mass;
  /* How many elements each tier settled: added to.  */
  uint64_t settled[ASSAY_FAST_TIERS];
};

/* What a thread has of its own.  FIRST_TIER: those before it are not tried
   (ASSAY_FAST_MEAN: all are; ASSAY_FAST_OPEN: none is).  KERNELS: the loops to
   use, this processor's best unless told.  */
struct assay_fast_kernels;

struct assay_fast_work
{
  enum assay_fast_tier first_tier;
  const struct assay_fast_kernels *kernels;
  double *scratch;
  size_t scratch_size;
};

void assay_fast_work_init (struct assay_fast_work *work);
void assay_fast_work_clear (struct assay_fast_work *work);

/* OUT <- the outputs of ROWS.  Any COUNT; 48 or more at a time are
   quickest.  Never fails: what it cannot do it leaves open.  */
void assay_fast_rows_round (struct assay_fast_out *out,
                            const struct assay_fast_rows *rows,
                            const struct assay_fast_head *head,
                            const struct assay_fast_rule *rule,
                            struct assay_fast_work *work);

/* Tier 3 for what is open in row R: ROW is that row, ready, and COLUMN one
   dyadics for each of the VALUES columns.  Counts what it settles off
   settled[ASSAY_FAST_OPEN].  ASSAY_HOLDS, or ASSAY_OPEN where an element stays
   open at ctx->max_precision.  */
enum assay_verdict assay_fast_settle (struct assay_fast_out *out, size_t r,
                                      struct assay_row *row,
                                      const struct assay_dyadics *column,
                                      size_t values,
                                      const struct assay_ctx *ctx);

#endif
