/* decide.h -- relations between exact reals, decided or left open

   The order of proof: exact rationals; enclosures at 64, 128 and 256 bits (for
   = and != at 128 only where 256 decide, to know the fewest that do); normal
   forms; enclosures at 512, 1024, ... bits up to ctx->max_precision.
   Nothing is ever decided by closeness.  */

#ifndef ASSAY_REAL_DECIDE_H
#define ASSAY_REAL_DECIDE_H

#include "real/expr.h"

enum assay_relation
{
  ASSAY_EQ,
  ASSAY_NE,
  ASSAY_LT,
  ASSAY_LE,
  ASSAY_GT,
  ASSAY_GE
};

enum assay_rule
{
  ASSAY_RULE_NONE,              /* undecided */
  ASSAY_RULE_RATIONALS,
  ASSAY_RULE_NORMAL_FORMS,      /* both sides have the same normal form */
  ASSAY_RULE_DIFFERENCE,        /* the difference's form is a rational */
  ASSAY_RULE_SIGNS,             /* signs of the difference's terms */
  ASSAY_RULE_RADICALS,
  ASSAY_RULE_PI,
  ASSAY_RULE_LINDEMANN,
  ASSAY_RULE_BAKER,
  ASSAY_RULE_ENCLOSURES         /* disjoint enclosures */
};

struct assay_decision
{
  enum assay_verdict verdict;
  enum assay_rule rule;
  /* Bits of the last enclosures used; 0 when none were.  */
  unsigned long precision;
  /* The difference of the sides has width at most 2^width_exponent there
     (LONG_MAX: unbounded or no enclosure used).  */
  long width_exponent;
};

/* "=", "!=", "<", "<=", ">", ">=".  */
const char *assay_relation_text (enum assay_relation relation);

/* "exact rationals", "equal normal forms", "Lindemann-Weierstrass",
   "disjoint enclosures at 128 bits", "undecided at 65536 bits, width at most
   2^-65530", ... into TEXT, cut to SIZE.  */
void assay_decision_render (char *text, size_t size,
                            const struct assay_decision *decision);

/* DECISION <- whether A relates to B.  With symbols: for all their integer
   values; ASSAY_FAILS then means for none of them, and unequal normal forms
   leave it ASSAY_OPEN.  ASSAY_OK also when the verdict is ASSAY_OPEN;
   ASSAY_ELIMIT past the deadline.  */
enum assay_status assay_decide (struct assay_decision *decision,
                                struct assay_expr *a,
                                enum assay_relation relation,
                                struct assay_expr *b, struct assay_ctx *ctx);

/* ORDER <- -1, 0, 1: the sign of A - B, and verdict ASSAY_HOLDS; or verdict
   ASSAY_OPEN, ORDER unchanged.  Symbols as above.  */
enum assay_status assay_decide_order (struct assay_decision *decision,
                                      int *order, struct assay_expr *a,
                                      struct assay_expr *b,
                                      struct assay_ctx *ctx);

/* The same for what must be decided: ASSAY_ELIMIT, with what was EXPECTED,
   where it stays open.  */
enum assay_status assay_decide_settled (int *order, struct assay_expr *a,
                                        struct assay_expr *b,
                                        const char *expected,
                                        struct assay_ctx *ctx);

/* The same with B = 0.  */
enum assay_status assay_decide_sign (struct assay_decision *decision,
                                     int *sign, struct assay_expr *a,
                                     struct assay_ctx *ctx);

#endif
