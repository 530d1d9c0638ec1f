/* expr.h -- exact reals as immutable, shared expressions

   An expression is a directed acyclic graph of counted references.  It is
   CLOSED when no integer symbol occurs in it, and then it denotes one real
   number: a constructor certifies the domain of what it builds (divisors
   are nonzero, radicands not negative, arguments of logarithms positive) and
   refuses with ASSAY_EVALUE otherwise, so a closed expression that exists is
   defined.  With symbols (bound by a quantifier over all integers) it is a
   function of them; assay_expr_is_total tells whether it is known to be
   defined everywhere.

   Constructors fold rationals exactly as far as they can: whatever folds to
   a rational IS a rational node (sqrt (9/4), exp (0), 10000^(-1/2), cos
   (pi/3), log2 (1/8), sqrt (2)^2); other coincidences, sqrt (2) sqrt (8) = 4,
   are found by normal.h.  All of them: operands are borrowed, not consumed;
   on ASSAY_OK *RESULT is a new reference that the caller must drop; on
   refusal *RESULT is null and the error is recorded in CTX.  ASSAY_ELIMIT
   when an exact number would exceed ctx->max_bits (nothing is allocated
   then), when a domain stays undecided at ctx->max_precision, or when the
   deadline has passed.

   References are not atomic and traversals mark nodes: one thread at a time
   may use an expression, and all that it has nodes in common with.  */

#ifndef ASSAY_REAL_EXPR_H
#define ASSAY_REAL_EXPR_H

#include <gmp.h>
#include <mpfr.h>
#include <mpfi.h>

#include "base/ctx.h"

struct assay_expr;

struct assay_expr *assay_expr_ref (struct assay_expr *x);
/* A null X is allowed.  */
void assay_expr_unref (struct assay_expr *x);

/* X again, of nodes of its own: for another thread.  */
struct assay_expr *assay_expr_copy (struct assay_expr *x);

/* ---- what an expression is ---- */

/* The value when X is a rational node, owned by X; null otherwise.  */
mpq_srcptr assay_expr_rational (const struct assay_expr *x);

/* Whether no integer symbol occurs in X.  */
int assay_expr_is_closed (const struct assay_expr *x);

/* Whether X is known to be defined for all integer values of its symbols;
   always true when closed.  */
int assay_expr_is_total (const struct assay_expr *x);

/* Count of distinct nodes reachable from X.  */
size_t assay_expr_size (struct assay_expr *x);

/* ---- leaves (no refusal) ---- */

struct assay_expr *assay_expr_new_rational (mpq_srcptr value);
struct assay_expr *assay_expr_new_si (long numerator,
                                      unsigned long denominator);
struct assay_expr *assay_expr_new_pi (void);
struct assay_expr *assay_expr_new_e (void);
/* An integer symbol; symbols of equal NAME (copied) are the same.  */
struct assay_expr *assay_expr_new_symbol (const char *name);

/* ---- arithmetic ---- */

enum assay_status assay_expr_add (struct assay_expr **result,
                                  struct assay_expr *a, struct assay_expr *b,
                                  struct assay_ctx *ctx);
enum assay_status assay_expr_sub (struct assay_expr **result,
                                  struct assay_expr *a, struct assay_expr *b,
                                  struct assay_ctx *ctx);
enum assay_status assay_expr_mul (struct assay_expr **result,
                                  struct assay_expr *a, struct assay_expr *b,
                                  struct assay_ctx *ctx);
/* ASSAY_EVALUE when B is zero.  */
enum assay_status assay_expr_div (struct assay_expr **result,
                                  struct assay_expr *a, struct assay_expr *b,
                                  struct assay_ctx *ctx);
enum assay_status assay_expr_neg (struct assay_expr **result,
                                  struct assay_expr *a,
                                  struct assay_ctx *ctx);

/* Of COUNT terms or factors in one node; 0 and 1 when COUNT is 0.  Prefer
   these to chains.  */
enum assay_status assay_expr_sum (struct assay_expr **result,
                                  struct assay_expr *const *terms,
                                  size_t count, struct assay_ctx *ctx);
enum assay_status assay_expr_product (struct assay_expr **result,
                                      struct assay_expr *const *factors,
                                      size_t count, struct assay_ctx *ctx);

/* sum over i of a[i] * b[i].  */
enum assay_status assay_expr_dot (struct assay_expr **result,
                                  struct assay_expr *const *a,
                                  struct assay_expr *const *b, size_t count,
                                  struct assay_ctx *ctx);

/* A^B.  Integer B: any A (0^0 = 1), ASSAY_EVALUE for 0 to a negative power.
   Otherwise A must be positive, or zero with B > 0.  Over symbols an
   exponent that is a polynomial in them with integer coefficients counts as
   an integer.  */
enum assay_status assay_expr_pow (struct assay_expr **result,
                                  struct assay_expr *a, struct assay_expr *b,
                                  struct assay_ctx *ctx);

/* ---- elementary functions ---- */

enum assay_status assay_expr_sqrt (struct assay_expr **result,
                                   struct assay_expr *x,
                                   struct assay_ctx *ctx);
enum assay_status assay_expr_exp (struct assay_expr **result,
                                  struct assay_expr *x,
                                  struct assay_ctx *ctx);
/* ASSAY_EVALUE unless X > 0.  */
enum assay_status assay_expr_log (struct assay_expr **result,
                                  struct assay_expr *x,
                                  struct assay_ctx *ctx);
enum assay_status assay_expr_log2 (struct assay_expr **result,
                                   struct assay_expr *x,
                                   struct assay_ctx *ctx);
enum assay_status assay_expr_sin (struct assay_expr **result,
                                  struct assay_expr *x,
                                  struct assay_ctx *ctx);
enum assay_status assay_expr_cos (struct assay_expr **result,
                                  struct assay_expr *x,
                                  struct assay_ctx *ctx);
/* ASSAY_EVALUE where cos X = 0.  */
enum assay_status assay_expr_tan (struct assay_expr **result,
                                  struct assay_expr *x,
                                  struct assay_ctx *ctx);
enum assay_status assay_expr_atan (struct assay_expr **result,
                                   struct assay_expr *x,
                                   struct assay_ctx *ctx);
enum assay_status assay_expr_tanh (struct assay_expr **result,
                                   struct assay_expr *x,
                                   struct assay_ctx *ctx);

/* The angle phi in (-pi, pi] of the rotor (C, S): cos phi = C, sin phi = S.
   Lets a rotor be raised to a symbolic position M as cos (M phi), sin (M
   phi); normal.h knows that phi's integer multiples are rational rotors.
   ASSAY_EVALUE unless C^2 + S^2 = 1.  */
enum assay_status assay_expr_angle (struct assay_expr **result, mpq_srcptr c,
                                    mpq_srcptr s, struct assay_ctx *ctx);

/* ---- order (steps, floor and formats are in step.h) ---- */

enum assay_status assay_expr_abs (struct assay_expr **result,
                                  struct assay_expr *x,
                                  struct assay_ctx *ctx);
enum assay_status assay_expr_min (struct assay_expr **result,
                                  struct assay_expr *a, struct assay_expr *b,
                                  struct assay_ctx *ctx);
enum assay_status assay_expr_max (struct assay_expr **result,
                                  struct assay_expr *a, struct assay_expr *b,
                                  struct assay_ctx *ctx);

/* ---- enclosures ---- */

/* RESULT <- an enclosure of X computed at PRECISION >= 2 bits (RESULT takes
   that precision).  Certified: it contains X.  Its width falls towards 0 as
   PRECISION grows, but at any one precision it may be unbounded (a divisor
   not yet apart from zero).  Every shared node is evaluated once.
   ASSAY_EVALUE when X is not closed, ASSAY_ELIMIT past the deadline.  */
enum assay_status assay_expr_enclose (mpfi_ptr result, struct assay_expr *x,
                                      struct assay_ctx *ctx,
                                      mpfr_prec_t precision);

#endif
