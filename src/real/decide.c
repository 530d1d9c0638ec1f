/* decide.c -- relations between exact reals, decided or left open */

#include "real/decide.h"

#include <limits.h>
#include <stdio.h>

#include "real/encl.h"
#include "real/node.h"
#include "real/normal.h"

/* Up to here enclosures are cheaper than a normal form.  */
enum { CHEAP_PRECISION = 256 };

/* What is known of the sign of a difference.  */
struct finding
{
  enum assay_verdict has_order; /* HOLDS: order is the sign */
  int order;
  enum assay_verdict nonzero;   /* HOLDS: not zero, whatever the sign */
};

const char *
assay_relation_text (enum assay_relation relation)
{
  static const char *const text[] = { "=", "!=", "<", "<=", ">", ">=" };

  return text[relation];
}

static const char *
rule_text (enum assay_rule rule)
{
  switch (rule)
    {
    case ASSAY_RULE_NONE:
      return "undecided";
    case ASSAY_RULE_RATIONALS:
      return "exact rationals";
    case ASSAY_RULE_NORMAL_FORMS:
      return "equal normal forms";
    case ASSAY_RULE_DIFFERENCE:
      return "a difference whose normal form is rational";
    case ASSAY_RULE_SIGNS:
      return "the signs of the terms";
    case ASSAY_RULE_RADICALS:
      return "independence of radicals";
    case ASSAY_RULE_PI:
      return "transcendence of pi";
    case ASSAY_RULE_LINDEMANN:
      return "Lindemann-Weierstrass";
    case ASSAY_RULE_BAKER:
      return "independence of logarithms (Baker)";
    case ASSAY_RULE_ENCLOSURES:
      return "disjoint enclosures";
    }
  return "";
}

void
assay_decision_render (char *text, size_t size,
                       const struct assay_decision *decision)
{
  const char *rule = rule_text (decision->rule);

  if (decision->rule == ASSAY_RULE_ENCLOSURES)
    snprintf (text, size, "%s at %lu bits", rule, decision->precision);
  else if (decision->rule != ASSAY_RULE_NONE || decision->precision == 0)
    snprintf (text, size, "%s", rule);
  else if (decision->width_exponent == LONG_MAX)
    snprintf (text, size, "%s at %lu bits, enclosure unbounded", rule,
              decision->precision);
  else
    snprintf (text, size, "%s at %lu bits, width at most 2^%ld", rule,
              decision->precision, decision->width_exponent);
}

static void
settle (struct assay_decision *decision, struct finding *finding, int order,
        enum assay_rule rule)
{
  finding->has_order = ASSAY_HOLDS;
  finding->order = order;
  finding->nonzero = order != 0 ? ASSAY_HOLDS : ASSAY_FAILS;
  decision->rule = rule;
}

static enum assay_rule
rule_of_apart (enum assay_apart apart)
{
  switch (apart)
    {
    case ASSAY_APART_RATIONAL:
      return ASSAY_RULE_DIFFERENCE;
    case ASSAY_APART_RADICALS:
      return ASSAY_RULE_RADICALS;
    case ASSAY_APART_PI:
      return ASSAY_RULE_PI;
    case ASSAY_APART_LINDEMANN:
      return ASSAY_RULE_LINDEMANN;
    case ASSAY_APART_BAKER:
      return ASSAY_RULE_BAKER;
    case ASSAY_APART_UNKNOWN:
      break;
    }
  return ASSAY_RULE_NONE;
}

/* Enclosures of DIFFERENCE at twice the precision of the last ones, and so
   on up to LIMIT bits.  */
static enum assay_status
raise_precision (struct assay_decision *decision, struct finding *finding,
                 struct assay_expr *difference, unsigned long limit,
                 struct assay_ctx *ctx)
{
  enum assay_status status = ASSAY_OK;
  unsigned long precision = decision->precision < ASSAY_FIRST_PRECISION
                            ? ASSAY_FIRST_PRECISION : decision->precision;
  mpfi_t enclosure;
  int order;

  mpfi_init2 (enclosure, ASSAY_FIRST_PRECISION);
  while (status == ASSAY_OK && finding->has_order == ASSAY_OPEN
         && precision < limit)
    {
      precision = precision > limit / 2 ? limit : 2 * precision;
      status = assay_expr_enclose (enclosure, difference, ctx,
                                   (mpfr_prec_t) precision);
      if (status != ASSAY_OK)
        break;
      decision->precision = precision;
      decision->width_exponent = assay_encl_width_exponent (enclosure);
      if (assay_encl_sign (&order, enclosure) == ASSAY_HOLDS)
        settle (decision, finding, order, ASSAY_RULE_ENCLOSURES);
    }
  mpfi_clear (enclosure);
  return status;
}

/* As raise_precision up to CHEAP_PRECISION.  Sides that agree in 64 bits and
   are to be proved equal mostly are: then the last enclosure alone says what
   all would have said, that zero is inside.  */
static enum assay_status
enclose_cheaply (struct assay_decision *decision, struct finding *finding,
                 struct assay_expr *difference, int need_order,
                 struct assay_ctx *ctx)
{
  unsigned long limit = ctx->max_precision < CHEAP_PRECISION
                        ? ctx->max_precision : CHEAP_PRECISION;

  if (!need_order && limit == CHEAP_PRECISION)
    {
      struct assay_decision last = *decision;
      struct finding found = *finding;
      enum assay_status status;

      last.precision = limit / 2;
      status = raise_precision (&last, &found, difference, limit, ctx);
      if (status != ASSAY_OK || found.has_order == ASSAY_OPEN)
        {
          *decision = last;
          return status;
        }
    }
  return raise_precision (decision, finding, difference, limit, ctx);
}

/* The sign of DIFFERENCE by its form, after enclosures that cost less.  */
static enum assay_status
prove_by_form (struct assay_decision *decision, struct finding *finding,
               struct assay_expr *difference, int need_order,
               struct assay_ctx *ctx)
{
  enum assay_status status;
  enum assay_verdict verdict;
  enum assay_apart apart;
  mpq_t value;

  if (difference->total && difference->signs == ASSAY_CAN_BE_POSITIVE)
    settle (decision, finding, 1, ASSAY_RULE_SIGNS);
  else if (difference->total && difference->signs == ASSAY_CAN_BE_NEGATIVE)
    settle (decision, finding, -1, ASSAY_RULE_SIGNS);
  if (finding->has_order == ASSAY_HOLDS)
    return ASSAY_OK;
  if (difference->closed)
    {
      status = enclose_cheaply (decision, finding, difference, need_order,
                                ctx);
      if (status != ASSAY_OK || finding->has_order == ASSAY_HOLDS)
        return status;
      status = assay_normal_is_zero (&verdict, &apart, difference, ctx);
      if (status == ASSAY_OK && verdict == ASSAY_HOLDS)
        settle (decision, finding, 0, ASSAY_RULE_NORMAL_FORMS);
      else if (status == ASSAY_OK && verdict == ASSAY_FAILS)
        {
          finding->nonzero = ASSAY_HOLDS;
          decision->rule = rule_of_apart (apart);
        }
      if (status != ASSAY_OK || verdict != ASSAY_FAILS
          || apart != ASSAY_APART_RATIONAL)
        return status;
    }
  mpq_init (value);
  status = assay_normal_rational (&verdict, value, difference, ctx);
  if (status == ASSAY_OK && verdict == ASSAY_HOLDS)
    settle (decision, finding, mpq_sgn (value), mpq_sgn (value) == 0
            ? ASSAY_RULE_NORMAL_FORMS : ASSAY_RULE_DIFFERENCE);
  mpq_clear (value);
  return status;
}

/* As far as the 64 bits at hand and the forms of A and B go; *DIFFERENCE is
   A - B (null once settled before it was needed).  */
static enum assay_status
find_cheaply (struct assay_decision *decision, struct finding *finding,
              struct assay_expr **difference, struct assay_expr *a,
              struct assay_expr *b, int need_order, struct assay_ctx *ctx)
{
  enum assay_status status;
  int order;

  *difference = NULL;
  if (a->kind == ASSAY_KIND_RATIONAL && b->kind == ASSAY_KIND_RATIONAL)
    {
      order = mpq_cmp (a->value, b->value);
      settle (decision, finding, (order > 0) - (order < 0),
              ASSAY_RULE_RATIONALS);
      return ASSAY_OK;
    }
  if (a == b && a->total)
    {
      settle (decision, finding, 0, ASSAY_RULE_NORMAL_FORMS);
      return ASSAY_OK;
    }
  if (a->closed && b->closed)
    {
      mpfi_t difference_encl;

      mpfi_init2 (difference_encl, ASSAY_FIRST_PRECISION);
      mpfi_sub (difference_encl, a->enclosure, b->enclosure);
      decision->precision = ASSAY_FIRST_PRECISION;
      decision->width_exponent = assay_encl_width_exponent (difference_encl);
      mpfi_clear (difference_encl);
      if (assay_encl_compare (&order, a->enclosure, b->enclosure)
          == ASSAY_HOLDS && order != 0)
        {
          settle (decision, finding, order, ASSAY_RULE_ENCLOSURES);
          return ASSAY_OK;
        }
    }
  status = assay_expr_sub (difference, a, b, ctx);
  if (status != ASSAY_OK)
    return status;
  if ((*difference)->kind == ASSAY_KIND_RATIONAL)
    {
      settle (decision, finding, mpq_sgn ((*difference)->value),
              mpq_sgn ((*difference)->value) == 0
              ? ASSAY_RULE_NORMAL_FORMS : ASSAY_RULE_DIFFERENCE);
      return ASSAY_OK;
    }
  return prove_by_form (decision, finding, *difference, need_order, ctx);
}

/* FINDING about A - B; stops at "nonzero" unless NEED_ORDER.  */
static enum assay_status
find (struct assay_decision *decision, struct finding *finding,
      struct assay_expr *a, struct assay_expr *b, int need_order,
      struct assay_ctx *ctx)
{
  struct assay_expr *difference;
  enum assay_status status;

  decision->verdict = ASSAY_OPEN;
  decision->rule = ASSAY_RULE_NONE;
  decision->precision = 0;
  decision->width_exponent = LONG_MAX;
  finding->has_order = finding->nonzero = ASSAY_OPEN;
  finding->order = 0;
  status = find_cheaply (decision, finding, &difference, a, b, need_order,
                         ctx);
  if (status == ASSAY_OK && finding->has_order == ASSAY_OPEN
      && difference->closed
      && (need_order || finding->nonzero == ASSAY_OPEN))
    {
      decision->rule = ASSAY_RULE_NONE;
      status = raise_precision (decision, finding, difference,
                                ctx->max_precision, ctx);
    }
  assay_expr_unref (difference);
  return status;
}

static enum assay_verdict
verdict_of (int holds)
{
  return holds ? ASSAY_HOLDS : ASSAY_FAILS;
}

enum assay_status
assay_decide (struct assay_decision *decision, struct assay_expr *a,
              enum assay_relation relation, struct assay_expr *b,
              struct assay_ctx *ctx)
{
  struct finding finding;
  int is_equality = relation == ASSAY_EQ || relation == ASSAY_NE;
  enum assay_status status = find (decision, &finding, a, b, !is_equality,
                                   ctx);

  if (status != ASSAY_OK)
    return status;
  if (is_equality && finding.nonzero != ASSAY_OPEN)
    decision->verdict = verdict_of ((finding.nonzero == ASSAY_HOLDS)
                                    == (relation == ASSAY_NE));
  if (is_equality || finding.has_order == ASSAY_OPEN)
    return ASSAY_OK;
  if (relation == ASSAY_LT)
    decision->verdict = verdict_of (finding.order < 0);
  else if (relation == ASSAY_LE)
    decision->verdict = verdict_of (finding.order <= 0);
  else if (relation == ASSAY_GT)
    decision->verdict = verdict_of (finding.order > 0);
  else
    decision->verdict = verdict_of (finding.order >= 0);
  return ASSAY_OK;
}

enum assay_status
assay_decide_order (struct assay_decision *decision, int *order,
                    struct assay_expr *a, struct assay_expr *b,
                    struct assay_ctx *ctx)
{
  struct finding finding;
  enum assay_status status = find (decision, &finding, a, b, 1, ctx);

  if (status == ASSAY_OK && finding.has_order == ASSAY_HOLDS)
    {
      decision->verdict = ASSAY_HOLDS;
      *order = finding.order;
    }
  return status;
}

enum assay_status
assay_decide_sign (struct assay_decision *decision, int *sign,
                   struct assay_expr *a, struct assay_ctx *ctx)
{
  struct assay_expr *zero = assay_expr_new_si (0, 1);
  enum assay_status status = assay_decide_order (decision, sign, a, zero,
                                                 ctx);

  assay_expr_unref (zero);
  return status;
}

enum assay_status
assay_decide_settled (int *order, struct assay_expr *a, struct assay_expr *b,
                      const char *expected, struct assay_ctx *ctx)
{
  struct assay_decision decision;
  enum assay_status status = assay_decide_order (&decision, order, a, b, ctx);

  if (status == ASSAY_OK && decision.verdict != ASSAY_HOLDS)
    status = assay_fail (ctx, ASSAY_ELIMIT, NULL, expected,
                         "one undecided at %lu bits", decision.precision);
  return status;
}
