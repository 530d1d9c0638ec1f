/* node.h -- the inside of an expression, for src/real alone */

#ifndef ASSAY_REAL_NODE_H
#define ASSAY_REAL_NODE_H

#include "real/expr.h"
#include "real/fmt.h"

enum assay_kind
{
  ASSAY_KIND_RATIONAL,          /* value */
  ASSAY_KIND_PI,
  ASSAY_KIND_SYMBOL,            /* name */
  ASSAY_KIND_SUM,               /* value + the sum of the operands */
  ASSAY_KIND_PRODUCT,           /* value * the product of the operands */
  ASSAY_KIND_QUOTIENT,          /* operand 0 / operand 1 */
  ASSAY_KIND_POWER,             /* operand 0 ^ value */
  ASSAY_KIND_REAL_POWER,        /* operand 0 ^ operand 1 */
  ASSAY_KIND_EXP,
  ASSAY_KIND_LOG,
  ASSAY_KIND_SIN,
  ASSAY_KIND_COS,
  ASSAY_KIND_TAN,
  ASSAY_KIND_ATAN,
  ASSAY_KIND_TANH,
  ASSAY_KIND_ABS,
  ASSAY_KIND_MIN,
  ASSAY_KIND_MAX,
  /* With symbols only: closed ones are rationals at once (step.c).  */
  ASSAY_KIND_FLOOR,
  ASSAY_KIND_CEIL,
  ASSAY_KIND_ROUND,
  ASSAY_KIND_FMT,               /* operand 0 rounded to fmt */
  ASSAY_KIND_ULP                /* the spacing of fmt at operand 0 */
};

/* Signs that a value can have: a set.  */
enum
{
  ASSAY_CAN_BE_NEGATIVE = 1,
  ASSAY_CAN_BE_ZERO = 2,
  ASSAY_CAN_BE_POSITIVE = 4,
  ASSAY_ANY_SIGN = 7
};

/* Every closed node carries its enclosure at this precision.  */
enum { ASSAY_FIRST_PRECISION = 64 };

struct assay_expr
{
  enum assay_kind kind;
  enum assay_fmt fmt;
  unsigned long refs;
  /* The last traversal that saw this node, and its index there.  */
  unsigned long epoch;
  size_t mark;
  unsigned char closed, total;
  unsigned char integral;       /* known to be an integer */
  unsigned char signs;          /* the signs it can have */
  mpq_t value;
  mpfi_t enclosure;             /* initialised when closed */
  char *name;
  size_t count;
  struct assay_expr **operand;
};

/* A node of KIND with COUNT null operands, value 0.  */
struct assay_expr *assay_node_new (enum assay_kind kind, size_t count);

/* A node of KIND over OPERANDS (borrowed), value 0, not yet finished.  */
struct assay_expr *assay_node_over (enum assay_kind kind,
                                    struct assay_expr *const *operands,
                                    size_t count);

/* Flags, signs and first enclosure of NODE from its operands; the last step
   of every constructor.  NODE is total iff its operands are and TOTAL.  */
struct assay_expr *assay_node_finish (struct assay_expr *node, int total);

/* SUM <- SUM + X, PRODUCT <- PRODUCT * X, BASE <- BASE^N (nonzero BASE when
   N < 0) within ctx->max_bits.  */
enum assay_status assay_node_add_rational (mpq_ptr sum, mpq_srcptr x,
                                           struct assay_ctx *ctx);
enum assay_status assay_node_mul_rational (mpq_ptr product, mpq_srcptr x,
                                           struct assay_ctx *ctx);
enum assay_status assay_node_power_rational (mpq_ptr base, mpz_srcptr n,
                                             struct assay_ctx *ctx);

/* BASE <- BASE^(R) and ASSAY_HOLDS when BASE > 0 and the power is rational,
   else ASSAY_FAILS, BASE unchanged.  Status as above.  */
enum assay_status assay_node_root_rational (enum assay_verdict *exact,
                                            mpq_ptr base, mpq_srcptr r,
                                            struct assay_ctx *ctx);

/* Drop the powers that are kept for the next who asks in this thread.  */
void assay_power_forget (void);

/* The set of signs that NODE's kind allows, given those of its operands.  */
unsigned assay_node_signs (const struct assay_expr *node);

/* RESULT <- NODE's enclosure from those of its operands, at RESULT's
   precision; an argument of cos or sin may have MAX_EXPONENT bits.  */
void assay_node_enclose (mpfi_ptr result, const struct assay_expr *node,
                         mpfi_srcptr *operand, long max_exponent);

/* Leaves one sign in X->signs, for a closed X; else ASSAY_ELIMIT with
   EXPECTED, at ctx->max_precision bits.  */
enum assay_status assay_node_settle_sign (struct assay_expr *x,
                                          const char *expected,
                                          struct assay_ctx *ctx);

/* ASSAY_OK when X's sign lies in ALLOWED, ASSAY_EVALUE with EXPECTED ("a
   positive argument of log") when it does not.  For a closed X one of these
   is decided, at up to ctx->max_precision bits (else ASSAY_ELIMIT), and what
   is learnt is kept in X->signs.  With symbols *TOTAL <- whether the sign is
   known to lie in ALLOWED always; ASSAY_EVALUE if it never does.  *IS_ZERO
   <- whether X is known to be 0.  */
enum assay_status assay_node_require (int *total, int *is_zero,
                                      struct assay_expr *x, unsigned allowed,
                                      const char *expected,
                                      struct assay_ctx *ctx);

/* ASSAY_EVALUE: EXPECTED, found X (as far as its value is known).  */
enum assay_status assay_expr_refuse (struct assay_ctx *ctx,
                                     const struct assay_expr *x,
                                     const char *expected);

/* The distinct nodes reachable from an expression, operands first; each
   node's MARK is its index until the order is cleared.  Orders over common
   nodes may be nested, the last one opened is the first one cleared.  */
struct assay_order
{
  struct assay_expr **node;
  size_t count, capacity;
  struct { unsigned long epoch; size_t mark; } *before;
};

void assay_order_init (struct assay_order *order, struct assay_expr *x);
void assay_order_clear (struct assay_order *order);

#endif
