/* numeric.h -- arithmetic of the claims language: rationals exactly as long
   as possible, expressions otherwise

   All take numbers (rational or real), borrow them, and give a new reference
   in *RESULT on ASSAY_OK, null otherwise.  ASSAY_ELIMIT when an exact number
   would exceed the budget, before it is formed.  */

#ifndef ASSAY_CLAIMS_NUMERIC_H
#define ASSAY_CLAIMS_NUMERIC_H

#include "claims/value.h"

enum assay_status assay_numeric_add (struct assay_value **result,
                                     struct assay_value *a,
                                     struct assay_value *b,
                                     struct assay_ctx *ctx);
enum assay_status assay_numeric_sub (struct assay_value **result,
                                     struct assay_value *a,
                                     struct assay_value *b,
                                     struct assay_ctx *ctx);
enum assay_status assay_numeric_mul (struct assay_value **result,
                                     struct assay_value *a,
                                     struct assay_value *b,
                                     struct assay_ctx *ctx);
/* ASSAY_EVALUE when B is zero.  */
enum assay_status assay_numeric_div (struct assay_value **result,
                                     struct assay_value *a,
                                     struct assay_value *b,
                                     struct assay_ctx *ctx);
enum assay_status assay_numeric_neg (struct assay_value **result,
                                     struct assay_value *a,
                                     struct assay_ctx *ctx);
/* As assay_expr_pow.  */
enum assay_status assay_numeric_pow (struct assay_value **result,
                                     struct assay_value *a,
                                     struct assay_value *b,
                                     struct assay_ctx *ctx);

/* The sum of COUNT numbers, and of COUNT products.  */
enum assay_status assay_numeric_sum (struct assay_value **result,
                                     struct assay_value *const *terms,
                                     size_t count, struct assay_ctx *ctx);
enum assay_status assay_numeric_dot (struct assay_value **result,
                                     struct assay_value *const *a,
                                     struct assay_value *const *b,
                                     size_t count, struct assay_ctx *ctx);

/* A function of one expression, applied to a number.  */
typedef enum assay_status assay_expr_function (struct assay_expr **result,
                                               struct assay_expr *x,
                                               struct assay_ctx *ctx);
enum assay_status assay_numeric_apply (struct assay_value **result,
                                       assay_expr_function *function,
                                       struct assay_value *x,
                                       struct assay_ctx *ctx);

/* *VALUE, of any kind, becomes a rational where it is a real that is an
   integer.  ASSAY_ELIMIT where it may be one and no proof tells.  */
enum assay_status assay_numeric_settle (struct assay_value **value,
                                        struct assay_ctx *ctx);

/* ORDER <- the sign of A - B: ASSAY_ELIMIT when it stays undecided at the
   highest precision, ASSAY_ETYPE with integer variables that leave it
   open.  */
enum assay_status assay_numeric_order (int *order, struct assay_value *a,
                                       struct assay_value *b,
                                       struct assay_ctx *ctx);

#endif
