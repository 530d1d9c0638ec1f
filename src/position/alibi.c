/* alibi.c -- biases that grow with the distance, one slope a head */

#include "position/alibi.h"

#include "real/formula.h"

const char *
assay_alibi_rule_name (enum assay_alibi_rule rule)
{
  static const char *const names[] = { "paper", "mpt", "ggml" };

  return names[rule];
}

/* The largest power of two that is at most N.  */
static size_t
power_below (size_t n)
{
  size_t power = 1;

  while (power <= n / 2)
    power *= 2;
  return power;
}

enum assay_status
assay_alibi_exponent (long *numerator, unsigned long *denominator,
                      size_t head, size_t heads, enum assay_alibi_rule rule,
                      struct assay_ctx *ctx)
{
  size_t below = power_below (heads), even;

  if (head < 1 || head > heads || heads >= (size_t) 1 << 20)
    return assay_fail (ctx, ASSAY_EVALUE, NULL,
                       "a head in 1..n, n below 1048576", "%zu of %zu", head,
                       heads);
  *numerator = (long) head;
  *denominator = below;
  if (below == heads)
    return ASSAY_OK;
  *denominator = 2 * below;
  if (rule == ASSAY_ALIBI_MPT)
    {
      /* N / 2 of the N slopes have an even k.  */
      even = below;
      *numerator = (long) (head <= even ? 2 * head : 2 * (head - even) - 1);
    }
  else
    *numerator = (long) (head <= below ? 2 * head : 2 * (head - below) - 1);
  return ASSAY_OK;
}

enum assay_status
assay_alibi_slope (struct assay_expr **slope, size_t head, size_t heads,
                   enum assay_alibi_rule rule, struct assay_expr *bias_max,
                   struct assay_ctx *ctx)
{
  unsigned long denominator;
  struct assay_expr *b;
  long numerator;

  *slope = NULL;
  if (assay_alibi_exponent (&numerator, &denominator, head, heads, rule, ctx)
      != ASSAY_OK)
    return ctx->error.status;
  b = rule == ASSAY_ALIBI_PAPER ? assay_formula_integer (8)
      : assay_expr_ref (bias_max);
  *slope = assay_formula_pow (
    assay_formula_integer (2),
    assay_formula_mul (assay_formula_ratio (-numerator, denominator), b, ctx),
    ctx);
  return assay_formula_status (*slope, ctx);
}

enum assay_status
assay_alibi_bias (struct assay_expr **bias, struct assay_expr *slope,
                  long query, long key, struct assay_ctx *ctx)
{
  *bias = assay_formula_mul (assay_formula_integer (key - query),
                             assay_expr_ref (slope), ctx);
  return assay_formula_status (*bias, ctx);
}
