/* fast_parts.h -- what the files of the fast tiers share */

#ifndef ASSAY_ATTENTION_FAST_PARTS_H
#define ASSAY_ATTENTION_FAST_PARTS_H

#include "attention/fast.h"
#include "attention/fast_kernels.h"

/* 2^-53.  */
#define ASSAY_FAST_U 0x1p-53

/* Rows of one block of tier 1, whole tiles.  */
enum { ASSAY_FAST_BLOCK = 8 * ASSAY_FAST_TILE };

/* LENGTH >= |x|, SPREAD >= nu (x) of Lemma B92, for the components X[0],
   X[STRIDE], ..., as many as HEAD is wide, none above 1.  */
void assay_fast_lengths (double *length, double *spread, const double *x,
                         size_t stride, const struct assay_fast_head *head);

/* What N numbers have in common.  */
struct assay_fast_survey
{
  int is_finite;                /* nothing else is set without it */
  int exponent;                 /* the least e: none above 2^e; or 0 */
  int grid;                     /* the largest g, all multiples of 2^g; for
                                   zeros 2000 */
  int is_short;                 /* at most 26 bits each */
};

void assay_fast_look (struct assay_fast_survey *survey, const double *x,
                      size_t n);

/* X 2^-E, exact or with an error of at most 2^-1074: in two steps, since 2^-E
   need not be a binary64.  */
struct assay_fast_scale
{
  double first, second;
};

struct assay_fast_scale assay_fast_scale_by (int e);

static inline double
assay_fast_scaled (double x, struct assay_fast_scale scale)
{
  return x * scale.first * scale.second;
}

/* A query made ready.  */
struct assay_fast_query
{
  size_t r;                     /* its number among the rows */
  size_t first, last;
  double *q;                    /* scaled to at most 1: width */
  int exponent;                 /* what by */
  int is_short;                 /* products with the keys are exact */
  int is_exact;                 /* and their sums: Lemma B92 (c) */
  double length, spread;        /* of q, and the keys' greatest */
  double key_length, key_spread;
  struct assay_dd sigma;        /* for scaled dots */
  double reach;                 /* >= |sigma q . k| of every key in range */
  double slope_reach;           /* >= |slope distance| */
  double add_reach;             /* >= |bias|, |slope distance|, |sink| */
  int has_add;                  /* a bias or a slope */
  int is_usable;
};

/* Q points to room for the width.  */
void assay_fast_query_init (struct assay_fast_query *query, double *q,
                            size_t r, const struct assay_fast_rows *rows,
                            const struct assay_fast_head *head,
                            const struct assay_fast_rule *rule);

/* ADD_HI[j - begin] + ADD_LO[j - begin] <- bias - slope distance of each key
   BEGIN <= j < END, and ASSAY_FAST_BLOCKED of one that the row does not see.
   With a null ADD_LO it is rounded: at most u each for the slope, its
   product, and the sum.  */
void assay_fast_addends (double *add_hi, double *add_lo,
                         const struct assay_fast_query *query,
                         const struct assay_fast_rows *rows,
                         const struct assay_fast_head *head,
                         const struct assay_fast_rule *rule, size_t begin,
                         size_t end);

/* Settles a row that sees one key and no sink; returns whether it is one.  */
int assay_fast_single_key (struct assay_fast_out *out,
                           const struct assay_fast_query *query,
                           const struct assay_fast_head *head,
                           const struct assay_fast_rule *rule);

/* Lemma B97: settles what is open in a row of equal scores.  */
void assay_fast_mean (struct assay_fast_out *out,
                      const struct assay_fast_query *query,
                      const struct assay_fast_rows *rows,
                      const struct assay_fast_head *head,
                      const struct assay_fast_rule *rule);

/* Tier 1 for the COUNT <= ASSAY_FAST_BLOCK queries QUERY[0] ...; marks what it
   settles as not open.  COLUMNS is room for 2 head->padded
   elements.  */
void assay_fast_double (struct assay_fast_out *out,
                        const struct assay_fast_query *query, size_t count,
                        const struct assay_fast_rows *rows,
                        const struct assay_fast_head *head,
                        const struct assay_fast_rule *rule,
                        const struct assay_fast_kernels *kernels,
                        double *scratch, double *columns);
size_t assay_fast_double_scratch (const struct assay_fast_head *head);

/* Row R after tier 1.  Column c: the output SUM[c] INVERSE times SCALE[c], a
   power of two; A of Lemma B93 is MASS[c] MASS_FACTOR, and a true mass too
   with HAS_MASS; MOST[c] is the greatest |value|.  RELATIVE and LEAST are the
   coefficient and the last term of the bound.  A SCALE of 0 is one that is
   not for tier 1.  */
struct assay_fast_sums
{
  size_t r;
  const double *sum, *mass, *most, *scale;
  double inverse, mass_factor, relative, least;
  int has_mass;
};

/* NARROW <- that of FMT, narrower than binary64.  */
void assay_fast_narrow_set (struct assay_fast_narrow *narrow,
                            enum assay_fmt fmt);

/* 2^E, or 0 where Lemma B98 does not take it.  */
double assay_fast_scale_of (int e);

/* Settles what rounds to one pattern.  */
void assay_fast_settle_sums (struct assay_fast_out *out,
                             const struct assay_fast_sums *sums,
                             const struct assay_fast_head *head,
                             const struct assay_fast_kernels *kernels);

/* Tier 2 for what is open of one query.  */
void assay_fast_pair (struct assay_fast_out *out,
                      const struct assay_fast_query *query,
                      const struct assay_fast_rows *rows,
                      const struct assay_fast_head *head,
                      const struct assay_fast_rule *rule,
                      const struct assay_fast_kernels *kernels,
                      double *scratch);
size_t assay_fast_pair_scratch (const struct assay_fast_head *head);

/* Whether every real within RADIUS of X, times 2^E, rounds to one pattern of
   FMT, which then is BITS (Lemma B98).  RADIUS >= 2^-97 abs (X.hi).  */
int assay_fast_rounds (uint64_t *bits, struct assay_dd x, double radius,
                       int e, enum assay_fmt fmt);

/* Element AT of OUT is settled by TIER.  */
void assay_fast_put (struct assay_fast_out *out, size_t at, uint64_t bits,
                     enum assay_fast_tier tier);

/* What is known of element AT, where OUT wants it: it lies within RADIUS of X,
   and its mass is about MASS, all times 2^E.  */
void assay_fast_put_known (struct assay_fast_out *out, size_t at,
                           struct assay_dd x, double radius, double mass,
                           int e);

#endif
