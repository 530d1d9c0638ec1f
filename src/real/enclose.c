/* enclose.c -- enclosures of expressions, node by node

   Every node of a closed expression is defined (expr.h), so an operand's
   enclosure may be cut to the function's domain (Lemma B25): what is cut off
   cannot be the value.  */

#include <stdlib.h>

#include "base/memory.h"
#include "real/encl.h"
#include "real/memo.h"
#include "real/node.h"

/* RESULT <- F (X) for an increasing F.  */
static void
increasing (mpfi_ptr result, mpfi_srcptr x,
            int (*f) (mpfr_ptr, mpfr_srcptr, mpfr_rnd_t))
{
  assay_memo_apply (&result->left, f, &x->left, MPFR_RNDD);
  assay_memo_apply (&result->right, f, &x->right, MPFR_RNDU);
}

/* X cut to the numbers >= 0 as BASE, which is initialised here.  */
static void
init_nonnegative (mpfi_ptr base, mpfi_srcptr x)
{
  mpfi_init2 (base, mpfi_get_prec (x));
  mpfi_set (base, x);
  if (mpfr_sgn (&base->left) < 0)
    mpfr_set_zero (&base->left, 1);
}

static void
enclose_log (mpfi_ptr result, mpfi_srcptr x)
{
  mpfi_t base;

  init_nonnegative (base, x);
  increasing (result, base, mpfr_log);
  mpfi_clear (base);
}

/* RESULT <- the value of NODE and its operands under COMBINE, the value being
   left out where it is NEUTRAL.  That is done with enough further bits that
   the last rounding dominates however many operands there are.  */
static void
enclose_all (mpfi_ptr result, const struct assay_expr *node,
             mpfi_srcptr *operand, unsigned long neutral,
             int (*combine) (mpfi_ptr, mpfi_srcptr, mpfi_srcptr))
{
  mpfr_prec_t guard = 4;
  mpfi_t all;
  size_t i;

  for (i = node->count; i > 0; i /= 2)
    guard++;
  mpfi_init2 (all, mpfi_get_prec (result) + guard);
  i = node->count > 0 && mpq_cmp_ui (node->value, neutral, 1) == 0;
  if (i > 0)
    mpfi_set (all, operand[0]);
  else
    assay_encl_set_rational (all, node->value);
  for (; i < node->count; i++)
    combine (all, all, operand[i]);
  mpfi_set (result, all);
  mpfi_clear (all);
}

static void
enclose_quotient (mpfi_ptr result, mpfi_srcptr x, mpfi_srcptr y)
{
  if (mpfr_sgn (&y->left) <= 0 && mpfr_sgn (&y->right) >= 0)
    assay_encl_set_unbounded (result);
  else
    mpfi_div (result, x, y);
}

/* RESULT <- X^(R) for 0 <= X and R > 0: a root where R = 1/q, else exp (R
   log X), in either case increasing in X.  */
static void
enclose_fraction_power (mpfi_ptr result, mpfi_srcptr x, mpq_srcptr r)
{
  mpfi_t logarithm;

  if (mpz_cmp_ui (mpq_numref (r), 1) == 0
      && mpz_fits_ulong_p (mpq_denref (r)))
    {
      unsigned long q = mpz_get_ui (mpq_denref (r));

      mpfr_rootn_ui (&result->left, &x->left, q, MPFR_RNDD);
      mpfr_rootn_ui (&result->right, &x->right, q, MPFR_RNDU);
      return;
    }
  mpfi_init2 (logarithm, mpfi_get_prec (result));
  increasing (logarithm, x, mpfr_log);
  mpfi_mul_q (logarithm, logarithm, r);
  increasing (result, logarithm, mpfr_exp);
  mpfi_clear (logarithm);
}

static void
enclose_power (mpfi_ptr result, mpfi_srcptr x, mpq_srcptr exponent)
{
  mpfi_t base;
  mpq_t r;

  if (mpz_cmp_ui (mpq_denref (exponent), 1) == 0)
    {
      assay_encl_power (result, x, mpz_get_si (mpq_numref (exponent)));
      return;
    }
  init_nonnegative (base, x);
  mpq_init (r);
  mpq_abs (r, exponent);
  enclose_fraction_power (result, base, r);
  if (mpq_sgn (exponent) < 0)
    {
      if (mpfr_zero_p (&result->left))
        mpfr_set_inf (&result->left, 1);
      else
        mpfr_ui_div (&result->left, 1, &result->left, MPFR_RNDU);
      mpfr_ui_div (&result->right, 1, &result->right, MPFR_RNDD);
      mpfr_swap (&result->left, &result->right);
    }
  mpq_clear (r);
  mpfi_clear (base);
}

/* X^Y = exp (Y log X), X > 0.  */
static void
enclose_real_power (mpfi_ptr result, mpfi_srcptr x, mpfi_srcptr y)
{
  mpfi_t logarithm;

  mpfi_init2 (logarithm, mpfi_get_prec (result));
  enclose_log (logarithm, x);
  mpfi_mul (logarithm, logarithm, y);
  if (mpfi_nan_p (logarithm))
    assay_encl_set_unbounded (logarithm);
  increasing (result, logarithm, mpfr_exp);
  mpfi_clear (logarithm);
}

static void
enclose_extreme (mpfi_ptr result, mpfi_srcptr x, mpfi_srcptr y,
                 int (*f) (mpfr_ptr, mpfr_srcptr, mpfr_srcptr, mpfr_rnd_t))
{
  f (&result->left, &x->left, &y->left, MPFR_RNDD);
  f (&result->right, &x->right, &y->right, MPFR_RNDU);
}

/* Long on purpose: one case a kind of node.  */
void
assay_node_enclose (mpfi_ptr result, const struct assay_expr *node,
                    mpfi_srcptr *operand, long max_exponent)
{
  switch (node->kind)
    {
    case ASSAY_KIND_RATIONAL:
      assay_encl_set_rational (result, node->value);
      break;
    case ASSAY_KIND_PI:
      mpfi_const_pi (result);
      break;
    case ASSAY_KIND_SUM:
      enclose_all (result, node, operand, 0, mpfi_add);
      break;
    case ASSAY_KIND_PRODUCT:
      enclose_all (result, node, operand, 1, mpfi_mul);
      break;
    case ASSAY_KIND_QUOTIENT:
      enclose_quotient (result, operand[0], operand[1]);
      break;
    case ASSAY_KIND_POWER:
      enclose_power (result, operand[0], node->value);
      break;
    case ASSAY_KIND_REAL_POWER:
      enclose_real_power (result, operand[0], operand[1]);
      break;
    case ASSAY_KIND_LOG:
      enclose_log (result, operand[0]);
      break;
    case ASSAY_KIND_SIN:
      assay_encl_sin (result, operand[0], max_exponent);
      break;
    case ASSAY_KIND_COS:
      assay_encl_cos (result, operand[0], max_exponent);
      break;
    case ASSAY_KIND_TAN:
      assay_encl_tan (result, operand[0], max_exponent);
      break;
    case ASSAY_KIND_EXP:
    case ASSAY_KIND_ATAN:
    case ASSAY_KIND_TANH:
      increasing (result, operand[0],
                  node->kind == ASSAY_KIND_EXP ? mpfr_exp
                  : node->kind == ASSAY_KIND_ATAN ? mpfr_atan : mpfr_tanh);
      break;
    case ASSAY_KIND_ABS:
      mpfi_abs (result, operand[0]);
      break;
    case ASSAY_KIND_MIN:
    case ASSAY_KIND_MAX:
      enclose_extreme (result, operand[0], operand[1],
                       node->kind == ASSAY_KIND_MIN ? mpfr_min : mpfr_max);
      break;
    case ASSAY_KIND_SYMBOL:
    case ASSAY_KIND_FLOOR:
    case ASSAY_KIND_CEIL:
    case ASSAY_KIND_ROUND:
    case ASSAY_KIND_FMT:
    case ASSAY_KIND_ULP:
      /* Not closed: their value is not one number.  */
      assay_encl_set_unbounded (result);
    }
  if (mpfi_nan_p (result))
    assay_encl_set_unbounded (result);
}

/* How often each node of ORDER is still to be read.  */
static size_t *
count_readers (const struct assay_order *order)
{
  size_t *readers = assay_calloc (order->count, sizeof *readers);
  size_t i, k;

  for (i = 0; i < order->count; i++)
    for (k = 0; k < order->node[i]->count; k++)
      readers[order->node[i]->operand[k]->mark]++;
  readers[order->count - 1]++;
  return readers;
}

/* The enclosures of ORDER's nodes one after another; each is given up when
   its last reader is done.  The last one is moved to RESULT.  */
static enum assay_status
enclose_order (mpfi_ptr result, const struct assay_order *order,
               struct assay_ctx *ctx, mpfr_prec_t precision)
{
  size_t *readers = count_readers (order);
  mpfi_t *value = assay_calloc (order->count, sizeof *value);
  mpfi_srcptr *operand = NULL;
  enum assay_status status = ASSAY_OK;
  size_t done, i, k;

  for (done = 0; done < order->count && status == ASSAY_OK; done++)
    {
      struct assay_expr *node = order->node[done];

      operand = assay_realloc (operand, node->count, sizeof *operand);
      for (k = 0; k < node->count; k++)
        operand[k] = value[node->operand[k]->mark];
      mpfi_init2 (value[done], precision);
      assay_node_enclose (value[done], node, operand,
                          (long) ctx->max_precision);
      for (k = 0; k < node->count; k++)
        if (--readers[node->operand[k]->mark] == 0)
          mpfi_clear (value[node->operand[k]->mark]);
      status = assay_ctx_in_time (ctx, NULL);
    }
  if (status == ASSAY_OK)
    mpfi_swap (result, value[order->count - 1]);
  for (i = 0; i < done; i++)
    if (readers[i] > 0)
      mpfi_clear (value[i]);
  free (operand);
  free (value);
  free (readers);
  return status;
}

enum assay_status
assay_expr_enclose (mpfi_ptr result, struct assay_expr *x,
                    struct assay_ctx *ctx, mpfr_prec_t precision)
{
  struct assay_order order;
  enum assay_status status;

  if (!x->closed)
    return assay_fail (ctx, ASSAY_EVALUE, NULL, "a number to enclose",
                       "an expression with integer symbols");
  if (precision == ASSAY_FIRST_PRECISION)
    {
      mpfi_set_prec (result, precision);
      mpfi_set (result, x->enclosure);
      return ASSAY_OK;
    }
  assay_order_init (&order, x);
  status = enclose_order (result, &order, ctx, precision);
  assay_order_clear (&order);
  return status;
}
