/* power.c -- powers and roots of expressions */

#include <stdlib.h>

#include "base/memory.h"
#include "exact/rat.h"
#include "real/node.h"
#include "real/step.h"

enum assay_status
assay_node_power_rational (mpq_ptr base, mpz_srcptr n, struct assay_ctx *ctx)
{
  unsigned long long bits = assay_rat_bits (base);
  unsigned long exponent;
  enum assay_status status;

  /* -1, 0 and 1 have no size.  */
  if (bits == 1)
    {
      if (mpz_sgn (n) == 0)
        mpq_set_ui (base, 1, 1);
      else if (mpz_even_p (n))
        mpq_abs (base, base);
      return ASSAY_OK;
    }
  status = assay_ctx_afford (ctx, NULL, "a power",
                             mpz_sizeinbase (n, 2) > 62 ? ~0ull
                             : assay_saturating_mul (bits, mpz_get_ui (n)));
  if (status != ASSAY_OK)
    return status;
  exponent = mpz_get_ui (n);
  if (mpz_sgn (n) < 0)
    mpq_inv (base, base);
  mpz_pow_ui (mpq_numref (base), mpq_numref (base), exponent);
  mpz_pow_ui (mpq_denref (base), mpq_denref (base), exponent);
  return ASSAY_OK;
}

enum assay_status
assay_node_root_rational (enum assay_verdict *exact, mpq_ptr base,
                          mpq_srcptr r, struct assay_ctx *ctx)
{
  enum assay_status status = ASSAY_OK;
  mpq_t root;

  *exact = ASSAY_FAILS;
  if (mpq_sgn (base) <= 0)
    return ASSAY_OK;
  mpq_init (root);
  if (mpq_cmp_ui (base, 1, 1) == 0)
    *exact = ASSAY_HOLDS;
  /* A root beyond the number's own bits cannot be an integer but 1.  */
  else if (mpz_cmp_ui (mpq_denref (r), assay_rat_bits (base)) < 0
           && mpz_root (mpq_numref (root), mpq_numref (base),
                        mpz_get_ui (mpq_denref (r)))
           && mpz_root (mpq_denref (root), mpq_denref (base),
                        mpz_get_ui (mpq_denref (r))))
    {
      status = assay_node_power_rational (root, mpq_numref (r), ctx);
      if (status == ASSAY_OK)
        {
          mpq_swap (base, root);
          *exact = ASSAY_HOLDS;
        }
    }
  mpq_clear (root);
  return status;
}

/* RESULT <- the node X^(R) without folding.  */
static struct assay_expr *
power_node (struct assay_expr *x, mpq_srcptr r, int total)
{
  struct assay_expr *node = assay_node_over (ASSAY_KIND_POWER, &x, 1);

  mpq_set (node->value, r);
  return assay_node_finish (node, total);
}

/* The irrational powers of rationals made last.  Frequencies base^(-2i/d) are
   asked for again and again, and one node is enclosed once wherever it
   stands.  Each thread has its own, for no node is for two.  */
enum { RECENT = 256 };

static _Thread_local struct recent
{
  struct assay_expr *power;     /* null while nothing is here */
  unsigned long max_bits;       /* of the context that allowed it */
} recent[RECENT];

static struct recent *
recent_of (mpq_srcptr base, mpq_srcptr r)
{
  unsigned long hash = mpz_get_ui (mpq_numref (base))
                       + 3 * mpz_get_ui (mpq_denref (base))
                       + 5 * mpz_get_ui (mpq_numref (r))
                       + 89 * mpz_get_ui (mpq_denref (r));

  return &recent[hash % RECENT];
}

/* RESULT <- BASE^(R) where it was made before, else left null.  */
static void
recall_power (struct assay_expr **result, mpq_srcptr base, mpq_srcptr r,
              const struct assay_ctx *ctx)
{
  struct recent *place = recent_of (base, r);

  if (place->power && place->max_bits == ctx->max_bits
      && mpq_equal (place->power->value, r)
      && mpq_equal (place->power->operand[0]->value, base))
    *result = assay_expr_ref (place->power);
}

static void
keep_power (struct assay_expr *power, const struct assay_ctx *ctx)
{
  struct recent *place = recent_of (power->operand[0]->value, power->value);

  assay_expr_unref (place->power);
  place->power = assay_expr_ref (power);
  place->max_bits = ctx->max_bits;
}

void
assay_power_forget (void)
{
  size_t i;

  for (i = 0; i < RECENT; i++)
    {
      assay_expr_unref (recent[i].power);
      recent[i].power = NULL;
    }
}

/* RESULT <- exp (R u) for X = exp (u).  */
static enum assay_status
power_of_exponential (struct assay_expr **result, struct assay_expr *x,
                      struct assay_expr *r, struct assay_ctx *ctx)
{
  struct assay_expr *argument;
  enum assay_status status = assay_expr_mul (&argument, x->operand[0], r,
                                             ctx);

  if (status == ASSAY_OK)
    status = assay_expr_exp (result, argument, ctx);
  assay_expr_unref (argument);
  return status;
}

/* RESULT <- c^(rs) for X = c^(s) with a rational c.  */
static enum assay_status
power_of_power (struct assay_expr **result, struct assay_expr *x,
                mpq_srcptr r, struct assay_ctx *ctx)
{
  struct assay_expr *exponent;
  mpq_t product;
  enum assay_status status;

  mpq_init (product);
  mpq_mul (product, x->value, r);
  exponent = assay_expr_new_rational (product);
  status = assay_expr_pow (result, x->operand[0], exponent, ctx);
  assay_expr_unref (exponent);
  mpq_clear (product);
  return status;
}

/* RATIONAL ^ RATIONAL when that is rational; else RESULT stays null.  */
static enum assay_status
fold_rational (struct assay_expr **result, mpq_srcptr base, mpq_srcptr r,
               struct assay_ctx *ctx)
{
  enum assay_status status = ASSAY_OK;
  enum assay_verdict exact = ASSAY_HOLDS;
  mpq_t value;

  mpq_init (value);
  mpq_set (value, base);
  if (mpz_cmp_ui (mpq_denref (r), 1) == 0)
    status = assay_node_power_rational (value, mpq_numref (r), ctx);
  else if (mpq_sgn (base) != 0)
    status = assay_node_root_rational (&exact, value, r, ctx);
  if (status == ASSAY_OK && exact == ASSAY_HOLDS)
    *result = assay_expr_new_rational (value);
  mpq_clear (value);
  return status;
}

/* A^R for a rational R; the domain is checked here.  */
static enum assay_status
rational_power (struct assay_expr **result, struct assay_expr *a,
                struct assay_expr *exponent, struct assay_ctx *ctx)
{
  mpq_srcptr r = exponent->value;
  int is_integer = mpz_cmp_ui (mpq_denref (r), 1) == 0;
  unsigned allowed = ASSAY_CAN_BE_POSITIVE;
  enum assay_status status;
  int total, is_zero;

  if (mpq_sgn (r) > 0)
    allowed |= ASSAY_CAN_BE_ZERO;
  if (is_integer)
    allowed |= ASSAY_CAN_BE_NEGATIVE
               | (mpq_sgn (r) == 0 ? ASSAY_CAN_BE_ZERO : 0u);
  status = assay_node_require (&total, &is_zero, a, allowed,
                               is_integer ? "a nonzero base of a negative "
                               "power" : mpq_sgn (r) > 0
                               ? "a base of a root that is not negative"
                               : "a positive base of a negative root", ctx);
  if (status != ASSAY_OK)
    return status;
  if (mpq_sgn (r) == 0 && a->total)
    *result = assay_expr_new_si (1, 1);
  else if (mpq_cmp_ui (r, 1, 1) == 0)
    *result = assay_expr_ref (a);
  else if (is_zero)
    *result = assay_expr_new_si (0, 1);
  else if (a->kind == ASSAY_KIND_RATIONAL)
    {
      recall_power (result, a->value, r, ctx);
      if (*result == NULL)
        status = fold_rational (result, a->value, r, ctx);
    }
  else if (a->kind == ASSAY_KIND_POWER
           && a->operand[0]->kind == ASSAY_KIND_RATIONAL)
    return power_of_power (result, a, r, ctx);
  else if (a->kind == ASSAY_KIND_EXP)
    return power_of_exponential (result, a, exponent, ctx);
  if (status != ASSAY_OK || *result)
    return status;
  if (is_integer && !mpz_fits_slong_p (mpq_numref (r)))
    return assay_fail (ctx, ASSAY_ELIMIT, NULL, "an exponent of at most 63 "
                       "bits", "one of %zu bits",
                       mpz_sizeinbase (mpq_numref (r), 2));
  *result = power_node (a, r, total);
  if (a->kind == ASSAY_KIND_RATIONAL)
    keep_power (*result, ctx);
  return ASSAY_OK;
}

static const char real_base[] = "a base of a real power that is not negative";
static const char power_of_zero[] = "a positive power of zero";

/* EXPONENT <- B; as a rational where B is an integer and A^B defined for no
   other number: a negative A, and 0^0.  */
static enum assay_status
settle_exponent (struct assay_expr **exponent, struct assay_expr *a,
                 struct assay_expr *b, struct assay_ctx *ctx)
{
  enum assay_status status = ASSAY_OK;

  *exponent = NULL;
  if (a->closed && b->closed)
    status = assay_node_settle_sign (a, real_base, ctx);
  if (status == ASSAY_OK && a->signs == ASSAY_CAN_BE_NEGATIVE)
    return assay_step_integer (exponent, b, ctx);
  if (status == ASSAY_OK && a->signs == ASSAY_CAN_BE_ZERO && b->closed)
    status = assay_node_settle_sign (b, power_of_zero, ctx);
  if (status == ASSAY_OK)
    *exponent = a->signs == ASSAY_CAN_BE_ZERO
                && b->signs == ASSAY_CAN_BE_ZERO
                ? assay_expr_new_si (0, 1) : assay_expr_ref (b);
  return status;
}

/* The domain of A^B for a B that is not rational and not an integer over
   symbols: A > 0, or A = 0 < B.  */
static enum assay_status
require_real_power (int *total, int *is_zero, struct assay_expr *a,
                    struct assay_expr *b, struct assay_ctx *ctx)
{
  enum assay_status status
    = assay_node_require (total, is_zero, a,
                          ASSAY_CAN_BE_ZERO | ASSAY_CAN_BE_POSITIVE,
                          real_base, ctx);
  int positive, ignored;

  if (status != ASSAY_OK || (a->signs & ASSAY_CAN_BE_ZERO) == 0)
    return status;
  if (*is_zero)
    {
      status = assay_node_require (&positive, &ignored, b,
                                   ASSAY_CAN_BE_POSITIVE,
                                   power_of_zero, ctx);
      *total = *total && positive;
      return status;
    }
  if (b->signs == ASSAY_CAN_BE_POSITIVE)
    return ASSAY_OK;
  status = assay_node_require (&positive, &ignored, a, ASSAY_CAN_BE_POSITIVE,
                               "a positive base of a real power", ctx);
  *total = *total && positive;
  return status;
}

/* A^B for a B that is not rational.  */
static enum assay_status
real_power (struct assay_expr **result, struct assay_expr *a,
            struct assay_expr *b, struct assay_ctx *ctx)
{
  enum assay_status status = ASSAY_OK;
  int total, is_zero = 0;

  /* Nonzero to any integer power is defined; zero only to some.  */
  if (!b->closed && b->integral)
    total = (a->signs & ASSAY_CAN_BE_ZERO) == 0;
  else
    status = require_real_power (&total, &is_zero, a, b, ctx);
  if (status != ASSAY_OK)
    return status;
  if (is_zero && total && a->total && b->total)
    *result = assay_expr_new_si (0, 1);
  else if (a->kind == ASSAY_KIND_RATIONAL && mpq_cmp_ui (a->value, 1, 1) == 0
           && b->total)
    *result = assay_expr_ref (a);
  else if (a->kind == ASSAY_KIND_EXP)
    return power_of_exponential (result, a, b, ctx);
  else
    *result = assay_node_finish (
      assay_node_over (ASSAY_KIND_REAL_POWER,
                       (struct assay_expr *[]) { a, b }, 2), total);
  return ASSAY_OK;
}

enum assay_status
assay_expr_pow (struct assay_expr **result, struct assay_expr *a,
                struct assay_expr *b, struct assay_ctx *ctx)
{
  struct assay_expr *exponent;
  enum assay_status status;

  *result = NULL;
  if (b->kind == ASSAY_KIND_RATIONAL)
    return rational_power (result, a, b, ctx);
  status = settle_exponent (&exponent, a, b, ctx);
  if (status == ASSAY_OK)
    status = exponent->kind == ASSAY_KIND_RATIONAL
             ? rational_power (result, a, exponent, ctx)
             : real_power (result, a, b, ctx);
  assay_expr_unref (exponent);
  return status;
}

enum assay_status
assay_expr_sqrt (struct assay_expr **result, struct assay_expr *x,
                 struct assay_ctx *ctx)
{
  struct assay_expr *half = assay_expr_new_si (1, 2);
  enum assay_status status = assay_expr_pow (result, x, half, ctx);

  assay_expr_unref (half);
  return status;
}
