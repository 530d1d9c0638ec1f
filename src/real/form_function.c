/* form_function.c -- the form of a node from those of its operands */

#include "real/form.h"

#include <stdlib.h>

#include "base/memory.h"
#include "real/encl.h"

/* Signs and orders that these bits do not tell are left opaque.  */
enum { SIGN_PRECISION = 256 };

static struct assay_fraction
of_sum (struct assay_form_pool *pool, struct assay_sum *sum)
{
  return assay_fraction_of_sum (pool, sum);
}

static struct assay_fraction
of_rational (struct assay_form_pool *pool, mpq_srcptr value)
{
  return of_sum (pool, assay_sum_rational (pool, value));
}

static struct assay_fraction
of_atom (struct assay_form_pool *pool, struct assay_atom *atom)
{
  struct assay_fraction a;
  mpq_t one;

  mpq_init (one);
  mpq_set_ui (one, 1, 1);
  a = of_sum (pool, assay_sum_atom (pool, atom, one));
  mpq_clear (one);
  return a;
}

static struct assay_fraction
scaled (struct assay_form_pool *pool, struct assay_fraction a, long re,
        long im)
{
  a.num = assay_sum_scale (pool, a.num, re, im);
  return a;
}

/* FUNCTION of operands whose forms say nothing further about it.  */
static struct assay_fraction
opaque (struct assay_form_pool *pool, const struct assay_expr *node,
        const struct assay_fraction *operand)
{
  struct assay_sum *first = assay_fraction_sum (pool, operand[0]);
  struct assay_sum *second = node->count > 1
                             ? assay_fraction_sum (pool, operand[1]) : NULL;

  if (pool->failed)
    return (struct assay_fraction) { pool->zero, pool->one };
  return of_atom (pool, assay_form_atom_over (pool, ASSAY_ATOM_FUNCTION,
                                              node->kind, node->fmt, first,
                                              second));
}

/* Terms over equal denominators are collected first: a long sum costs its
   length, not the square of it.  */
static struct assay_fraction
sum_form (struct assay_form_pool *pool, const struct assay_expr *node,
          const struct assay_fraction *operand)
{
  struct assay_fraction sum = of_rational (pool, node->value);
  unsigned char *taken = assay_calloc (node->count, 1);
  size_t i, k, t;

  for (i = 0; i < node->count && !pool->failed; i++)
    {
      struct assay_bag bag = { 0 };

      if (taken[i])
        continue;
      for (k = i; k < node->count && !pool->failed; k++)
        if (!taken[k] && assay_sum_equal (operand[i].den, operand[k].den))
          {
            taken[k] = 1;
            for (t = 0; t < operand[k].num->count; t++)
              assay_bag_add (pool, &bag, operand[k].num->term[t].c,
                             operand[k].num->term[t].m);
          }
      sum = assay_fraction_add (pool, sum, (struct assay_fraction)
                                { assay_bag_sum (pool, &bag),
                                  operand[i].den });
    }
  free (taken);
  return sum;
}

static struct assay_fraction
product_form (struct assay_form_pool *pool, const struct assay_expr *node,
              const struct assay_fraction *operand)
{
  struct assay_fraction product = of_rational (pool, node->value);
  size_t i;

  for (i = 0; i < node->count && !pool->failed; i++)
    product = assay_fraction_mul (pool, product, operand[i]);
  return product;
}

/* A^B = exp (B log A) for A > 0, and (-1)^B = exp (i pi B) for an integer B
   takes care of a negative rational A.  */
static struct assay_fraction
real_power_form (struct assay_form_pool *pool, const struct assay_expr *node,
                 const struct assay_fraction *operand)
{
  mpq_srcptr base = assay_sum_as_rational (pool, operand[0].num);
  struct assay_fraction size = operand[0], exponent;
  int negative = base && operand[0].den == pool->one && mpq_sgn (base) < 0;

  if (negative)
    size = scaled (pool, size, -1, 0);
  else if (node->operand[0]->signs != ASSAY_CAN_BE_POSITIVE)
    return opaque (pool, node, operand);
  exponent = assay_fraction_mul (pool, operand[1],
                                 assay_fraction_log (pool, size));
  if (negative)
    exponent = assay_fraction_add (
      pool, exponent,
      scaled (pool, assay_fraction_mul (pool, operand[1],
                                        of_atom (pool,
                                                 assay_form_pi (pool))),
              0, 1));
  return of_sum (pool, assay_form_exp (pool, assay_fraction_sum (pool,
                                                                 exponent)));
}

/* cos X = (u + 1/u) / 2 and sin X = (u - 1/u) / 2i with u = exp (i X).  */
static struct assay_fraction
circular (struct assay_form_pool *pool, enum assay_kind kind,
          struct assay_fraction x)
{
  struct assay_sum *angle = assay_fraction_sum (pool, scaled (pool, x, 0, 1));
  struct assay_sum *u = assay_form_exp (pool, angle);
  struct assay_sum *inverse = assay_form_exp (pool,
                                              assay_sum_scale (pool, angle,
                                                               -1, 0));
  struct assay_gauss half;
  struct assay_sum *sum;

  assay_gauss_init (&half);
  if (kind == ASSAY_KIND_COS)
    {
      mpq_set_ui (half.re, 1, 2);
      sum = assay_sum_add (pool, u, inverse);
    }
  else
    {
      mpq_set_si (half.im, -1, 2);
      sum = assay_sum_add (pool, u, assay_sum_scale (pool, inverse, -1, 0));
    }
  sum = assay_sum_scale_gauss (pool, sum, &half);
  assay_gauss_clear (&half);
  return of_sum (pool, sum);
}

/* tanh X = (exp (2X) - 1) / (exp (2X) + 1).  */
static struct assay_fraction
tanh_form (struct assay_form_pool *pool, struct assay_fraction x)
{
  struct assay_fraction one = { pool->one, pool->one };
  struct assay_fraction square
    = of_sum (pool, assay_form_exp (pool,
                                    assay_fraction_sum (pool,
                                                        scaled (pool, x, 2,
                                                                0))));

  return assay_fraction_div (pool,
                             assay_fraction_add (pool, square,
                                                 scaled (pool, one, -1, 0)),
                             assay_fraction_add (pool, square, one));
}

/* atan is odd, and atan q = pi/2 - atan (1/q) for a rational q > 1.  */
static struct assay_fraction
atan_form (struct assay_form_pool *pool, const struct assay_expr *node,
           const struct assay_fraction *operand)
{
  struct assay_fraction x = operand[0], result;
  const struct assay_gauss *c;
  mpq_srcptr q;
  mpq_t value, half;
  int negative;

  if (pool->failed || x.num->count == 0)
    return x;
  c = &x.num->term[assay_sum_leading (pool, x.num)].c->value;
  negative = mpq_sgn (c->re) < 0 || (mpq_sgn (c->re) == 0
                                     && mpq_sgn (c->im) < 0);
  if (negative)
    x = scaled (pool, x, -1, 0);
  q = assay_sum_as_rational (pool, x.num);
  if (q && x.den == pool->one && mpq_cmp_ui (q, 1, 1) > 0)
    {
      mpq_inits (value, half, NULL);
      mpq_inv (value, q);
      mpq_set_ui (half, 1, 2);
      x = of_rational (pool, value);
      result = assay_fraction_add (
        pool,
        assay_fraction_mul (pool, of_rational (pool, half),
                            of_atom (pool, assay_form_pi (pool))),
        scaled (pool, opaque (pool, node, &x), -1, 0));
      mpq_clears (value, half, NULL);
    }
  else
    result = opaque (pool, node, &x);
  return negative ? scaled (pool, result, -1, 0) : result;
}

/* SIGN <- that of the closed X, or ASSAY_OPEN.  */
static enum assay_verdict
sign_of (int *sign, struct assay_form_pool *pool, struct assay_expr *x)
{
  enum assay_verdict verdict = ASSAY_OPEN;
  mpfi_t enclosure;

  if (!x->closed)
    return ASSAY_OPEN;
  mpfi_init2 (enclosure, SIGN_PRECISION);
  pool->status = assay_expr_enclose (enclosure, x, pool->ctx,
                                     SIGN_PRECISION);
  if (pool->status == ASSAY_OK)
    verdict = assay_encl_sign (sign, enclosure);
  else
    pool->failed = 1;
  mpfi_clear (enclosure);
  return verdict;
}

static struct assay_fraction
abs_form (struct assay_form_pool *pool, struct assay_expr *node,
          const struct assay_fraction *operand)
{
  int sign = 0;

  if (operand[0].num->count == 0)
    return operand[0];
  if (sign_of (&sign, pool, node->operand[0]) != ASSAY_HOLDS)
    return opaque (pool, node, operand);
  return sign < 0 ? scaled (pool, operand[0], -1, 0) : operand[0];
}

static struct assay_fraction
extreme_form (struct assay_form_pool *pool, struct assay_expr *node,
              const struct assay_fraction *operand)
{
  struct assay_expr *difference = NULL;
  struct assay_fraction apart
    = assay_fraction_add (pool, operand[0], scaled (pool, operand[1], -1, 0));
  int sign = 0, known = apart.num->count == 0;

  if (!known && !pool->failed)
    {
      pool->status = assay_expr_sub (&difference, node->operand[0],
                                     node->operand[1], pool->ctx);
      if (pool->status != ASSAY_OK)
        pool->failed = 1;
      else
        known = sign_of (&sign, pool, difference) == ASSAY_HOLDS;
      assay_expr_unref (difference);
    }
  if (!known)
    return opaque (pool, node, operand);
  return operand[(sign > 0) == (node->kind == ASSAY_KIND_MIN)];
}

struct assay_fraction
assay_form_node (struct assay_form_pool *pool, struct assay_expr *node,
                 const struct assay_fraction *operand)
{
  switch (node->kind)
    {
    case ASSAY_KIND_RATIONAL:
      return of_rational (pool, node->value);
    case ASSAY_KIND_PI:
      return of_atom (pool, assay_form_pi (pool));
    case ASSAY_KIND_SYMBOL:
      return of_atom (pool, assay_form_symbol (pool, node->name));
    case ASSAY_KIND_SUM:
      return sum_form (pool, node, operand);
    case ASSAY_KIND_PRODUCT:
      return product_form (pool, node, operand);
    case ASSAY_KIND_QUOTIENT:
      return assay_fraction_div (pool, operand[0], operand[1]);
    case ASSAY_KIND_POWER:
      return assay_fraction_pow (pool, operand[0], node->value);
    case ASSAY_KIND_REAL_POWER:
      return real_power_form (pool, node, operand);
    case ASSAY_KIND_EXP:
      return of_sum (pool,
                     assay_form_exp (pool, assay_fraction_sum (pool,
                                                               operand[0])));
    case ASSAY_KIND_LOG:
      return assay_fraction_log (pool, operand[0]);
    case ASSAY_KIND_SIN:
    case ASSAY_KIND_COS:
      return circular (pool, node->kind, operand[0]);
    case ASSAY_KIND_TAN:
      return assay_fraction_div (pool,
                                 circular (pool, ASSAY_KIND_SIN, operand[0]),
                                 circular (pool, ASSAY_KIND_COS,
                                           operand[0]));
    case ASSAY_KIND_ATAN:
      return atan_form (pool, node, operand);
    case ASSAY_KIND_TANH:
      return tanh_form (pool, operand[0]);
    case ASSAY_KIND_ABS:
      return abs_form (pool, node, operand);
    case ASSAY_KIND_MIN:
    case ASSAY_KIND_MAX:
      return extreme_form (pool, node, operand);
    case ASSAY_KIND_FLOOR:
    case ASSAY_KIND_CEIL:
    case ASSAY_KIND_ROUND:
    case ASSAY_KIND_FMT:
    case ASSAY_KIND_ULP:
      break;
    }
  return opaque (pool, node, operand);
}
