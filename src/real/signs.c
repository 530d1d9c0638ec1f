/* signs.c -- which signs an expression can have, from its form alone */

#include "real/node.h"

enum
{
  NEGATIVE = ASSAY_CAN_BE_NEGATIVE,
  ZERO = ASSAY_CAN_BE_ZERO,
  POSITIVE = ASSAY_CAN_BE_POSITIVE,
  ANY = ASSAY_ANY_SIGN
};

static unsigned
of_rational (mpq_srcptr value)
{
  int sign = mpq_sgn (value);

  return sign < 0 ? NEGATIVE : sign > 0 ? POSITIVE : ZERO;
}

static unsigned
negated (unsigned signs)
{
  return (signs & ZERO) | (signs & NEGATIVE ? POSITIVE : 0u)
         | (signs & POSITIVE ? NEGATIVE : 0u);
}

static unsigned
of_sum (unsigned a, unsigned b)
{
  unsigned either = (a | b) & (NEGATIVE | POSITIVE);

  if (either == (NEGATIVE | POSITIVE))
    return ANY;
  /* Nothing cancels: the sum is zero only if both are, and has the common
     sign unless both are certain to be zero.  */
  return either | (a & b & ZERO);
}

static unsigned
of_product (unsigned a, unsigned b)
{
  unsigned signs = (a | b) & ZERO;

  if (b & POSITIVE)
    signs |= a & (NEGATIVE | POSITIVE);
  if (b & NEGATIVE)
    signs |= negated (a) & (NEGATIVE | POSITIVE);
  return signs;
}

static unsigned
of_power (const struct assay_expr *node)
{
  unsigned base = node->operand[0]->signs;
  unsigned keeps_zero = mpq_sgn (node->value) > 0 ? base & ZERO : 0u;

  if (mpq_sgn (node->value) == 0)
    return POSITIVE;
  if (mpz_cmp_ui (mpq_denref (node->value), 1) != 0
      || mpz_even_p (mpq_numref (node->value)))
    return keeps_zero | (base & (NEGATIVE | POSITIVE) ? POSITIVE : 0u);
  return keeps_zero | (base & (NEGATIVE | POSITIVE));
}

/* Folds of OF_SUM and OF_PRODUCT over all operands.  */
static unsigned
of_all (const struct assay_expr *node, unsigned (*of) (unsigned, unsigned))
{
  unsigned signs = of_rational (node->value);
  size_t i;

  for (i = 0; i < node->count; i++)
    signs = of (signs, node->operand[i]->signs);
  return signs;
}

unsigned
assay_node_signs (const struct assay_expr *node)
{
  unsigned first = node->count > 0 ? node->operand[0]->signs : 0u;
  unsigned second = node->count > 1 ? node->operand[1]->signs : 0u;

  switch (node->kind)
    {
    case ASSAY_KIND_RATIONAL:
      return of_rational (node->value);
    case ASSAY_KIND_PI:
    case ASSAY_KIND_EXP:
      return POSITIVE;
    case ASSAY_KIND_SUM:
      return of_all (node, of_sum);
    case ASSAY_KIND_PRODUCT:
      return of_all (node, of_product);
    case ASSAY_KIND_QUOTIENT:
      return of_product (first, second & (NEGATIVE | POSITIVE));
    case ASSAY_KIND_POWER:
      return of_power (node);
    case ASSAY_KIND_REAL_POWER:
      return first == POSITIVE ? POSITIVE : ANY;
    case ASSAY_KIND_ATAN:
    case ASSAY_KIND_TANH:
      return first;
    case ASSAY_KIND_ABS:
      return (first & ZERO)
             | (first & (NEGATIVE | POSITIVE) ? POSITIVE : 0u);
    case ASSAY_KIND_MIN:
    case ASSAY_KIND_MAX:
      return first | second;
    case ASSAY_KIND_ULP:
      return POSITIVE;
    case ASSAY_KIND_SYMBOL:
    case ASSAY_KIND_LOG:
    case ASSAY_KIND_SIN:
    case ASSAY_KIND_COS:
    case ASSAY_KIND_TAN:
    case ASSAY_KIND_FLOOR:
    case ASSAY_KIND_CEIL:
    case ASSAY_KIND_ROUND:
    case ASSAY_KIND_FMT:
      return ANY;
    }
  return ANY;
}
