/* alibi.h -- biases that grow with the distance, one slope a head

   The bias of head k on the scaled score is -slope (query - key).  */

#ifndef ASSAY_POSITION_ALIBI_H
#define ASSAY_POSITION_ALIBI_H

#include "real/expr.h"

enum assay_alibi_rule
{
  /* 2^(-8k/n) for a power of two; else the slopes of c, the power of two
     below, and then every other one of those of 2c.  */
  ASSAY_ALIBI_PAPER,
  /* 2^(-bk/N), N the power of two not below n; unless N = n those of even k
     first, then those of odd k (MPT).  */
  ASSAY_ALIBI_MPT,
  /* m0^k for the first c heads, m1^(2j-1) for the rest, m0 = 2^(-b/c), m1 =
     2^(-b/(2c)) (ggml).  */
  ASSAY_ALIBI_GGML
};

/* "paper", "mpt", "ggml".  */
const char *assay_alibi_rule_name (enum assay_alibi_rule rule);

/* The slope of HEAD, 1 <= HEAD <= HEADS < 2^20, is
   2^(-b NUMERATOR / DENOMINATOR).  ASSAY_EVALUE outside.  */
enum assay_status assay_alibi_exponent (long *numerator,
                                        unsigned long *denominator,
                                        size_t head, size_t heads,
                                        enum assay_alibi_rule rule,
                                        struct assay_ctx *ctx);

/* SLOPE <- that of HEAD, 1 <= HEAD <= HEADS < 2^20.  BIAS_MAX is b, which
   the paper's rule has as 8 and does not read.  ASSAY_EVALUE outside.  */
enum assay_status assay_alibi_slope (struct assay_expr **slope, size_t head,
                                     size_t heads,
                                     enum assay_alibi_rule rule,
                                     struct assay_expr *bias_max,
                                     struct assay_ctx *ctx);

/* BIAS <- -SLOPE (QUERY - KEY).  */
enum assay_status assay_alibi_bias (struct assay_expr **bias,
                                    struct assay_expr *slope, long query,
                                    long key, struct assay_ctx *ctx);

#endif
