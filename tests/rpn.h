/* rpn.h -- expressions for tests, written in reverse Polish notation

   "2 sqrt 3 sqrt * 6 sqrt -": words separated by spaces.  Numbers are
   rationals and decimals, ":m" is the symbol m, "pi" and "e" the constants;
   + - * / ^ min max take two operands, neg sqrt exp log log2 sin cos tan atan
   tanh abs floor ceil round and f64 ... e5m2 take one; "dup" repeats the
   top and "swap" exchanges the two topmost.  */

#ifndef ASSAY_RPN_H
#define ASSAY_RPN_H

#include "real/expr.h"

/* *RESULT <- the expression TEXT spells, or what its refused step says.  */
enum assay_status rpn_try (struct assay_expr **result, const char *text,
                           struct assay_ctx *ctx);

/* The expression; the test fails when a step is refused.  */
struct assay_expr *rpn (const char *text);

#endif
