/* formula.h -- expressions written the way a formula is

   Each function consumes its operands, which may be null, and returns a new
   reference; or null when an operand is null or the constructor of expr.h
   refuses, the first refusal being recorded in CTX.  So a whole formula is
   one C expression, and one test of its result.  */

#ifndef ASSAY_REAL_FORMULA_H
#define ASSAY_REAL_FORMULA_H

#include <stddef.h>

#include "real/expr.h"

struct assay_expr *assay_formula_integer (long n);
struct assay_expr *assay_formula_ratio (long numerator,
                                        unsigned long denominator);

struct assay_expr *assay_formula_add (struct assay_expr *a,
                                      struct assay_expr *b,
                                      struct assay_ctx *ctx);
struct assay_expr *assay_formula_sub (struct assay_expr *a,
                                      struct assay_expr *b,
                                      struct assay_ctx *ctx);
struct assay_expr *assay_formula_mul (struct assay_expr *a,
                                      struct assay_expr *b,
                                      struct assay_ctx *ctx);
struct assay_expr *assay_formula_div (struct assay_expr *a,
                                      struct assay_expr *b,
                                      struct assay_ctx *ctx);
struct assay_expr *assay_formula_pow (struct assay_expr *a,
                                      struct assay_expr *b,
                                      struct assay_ctx *ctx);
struct assay_expr *assay_formula_cos (struct assay_expr *x,
                                      struct assay_ctx *ctx);
struct assay_expr *assay_formula_sin (struct assay_expr *x,
                                      struct assay_ctx *ctx);
struct assay_expr *assay_formula_sqrt (struct assay_expr *x,
                                       struct assay_ctx *ctx);
struct assay_expr *assay_formula_abs (struct assay_expr *x,
                                      struct assay_ctx *ctx);

/* sum over i < COUNT of a[i] b[i]; both are borrowed, entries may be
   null.  */
struct assay_expr *assay_formula_dot (struct assay_expr *const *a,
                                      struct assay_expr *const *b,
                                      size_t count, struct assay_ctx *ctx);

/* COUNT null entries; null entries may be cleared.  */
struct assay_expr **assay_formula_list (size_t count);
void assay_formula_list_free (struct assay_expr **list, size_t count);

/* The status of what was built: ASSAY_OK for X not null, else that of the
   error in CTX.  */
enum assay_status assay_formula_status (const struct assay_expr *x,
                                        const struct assay_ctx *ctx);

#endif
