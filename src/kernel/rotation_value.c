/* rotation_value.c -- the true number of one turned component

   Three ways, each where the one before does not answer: rationals where the
   number is one, double-double arithmetic (Lemma B81), enclosures of an
   expression, which end but for what Lemma B82 names.  */

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "exact/rat.h"
#include "kernel/rotation_given.h"
#include "position/table_round.h"
#include "real/encl.h"
#include "real/formula.h"
#include "real/step.h"

/* Components that the second way may take: with them no product of B81
   overflows or loses a bit below the least binary64.  */
#define LEAST_FACTOR 0x1p-400
#define LARGEST_FACTOR 0x1p400

enum { MASS_BITS = 128, FIRST_BITS = 128 };

void
assay_turned_init (struct assay_turned *turned)
{
  memset (turned, 0, sizeof *turned);
  mpq_init (turned->rational);
  mpfr_inits2 (64, turned->low, turned->high, (mpfr_ptr) 0);
}

void
assay_turned_clear (struct assay_turned *turned)
{
  assay_expr_unref (turned->value);
  mpq_clear (turned->rational);
  mpfr_clears (turned->low, turned->high, (mpfr_ptr) 0);
}

/* ---- the first way ---- */

/* RESULT <- A B, exactly; both are finite.  */
static void
product (mpq_ptr result, double a, double b)
{
  mpq_t factor;

  mpq_init (factor);
  mpq_set_d (result, a);
  mpq_set_d (factor, b);
  mpq_mul (result, result, factor);
  mpq_clear (factor);
}

/* No less than abs (A B), and hardly more; 0 for 0.  */
static double
size_above (double a, double b)
{
  return a == 0.0 || b == 0.0 ? 0.0
         : nextafter (fabs (a * b) * (1 + 0x1p-50), INFINITY);
}

/* MASS, or 0, which is none, where a binary64 does not hold it.  */
static double
finite_mass (double mass)
{
  return isfinite (mass) ? mass : 0.0;
}

/* Whether the pair of SUM is not turned at all: cosine 1 and sine 0.  */
static int
stands_still (const struct assay_rotation *rotation,
              const struct assay_turned_sum *sum)
{
  mpq_srcptr w = assay_expr_rational (rotation->angles.w[sum->pair]);

  return sum->position == 0 || (w && mpq_sgn (w) == 0);
}

/* RATIONAL <- the value of SUM, and 1, where it is seen to be rational.  */
static int
sum_is_rational (mpq_ptr rational, const struct assay_rotation *rotation,
                 const struct assay_turned_sum *sum)
{
  mpq_srcptr magnitude;
  mpq_t other;

  if (sum->alpha == 0.0 && sum->beta == 0.0)
    {
      mpq_set_ui (rational, 0, 1);
      return 1;
    }
  if (sum->is_given)
    {
      mpq_init (other);
      product (rational, sum->alpha, sum->c);
      product (other, sum->beta, sum->s);
      mpq_add (rational, rational, other);
      mpq_clear (other);
      return 1;
    }
  magnitude = assay_expr_rational (rotation->angles.magnitude);
  if (!stands_still (rotation, sum) || (magnitude == NULL
                                        && sum->alpha != 0.0))
    return 0;
  mpq_set_d (rational, sum->alpha);
  if (magnitude)
    mpq_mul (rational, rational, magnitude);
  return 1;
}

static double
given_mass (const struct assay_turned_sum *sum)
{
  return finite_mass (size_above (size_above (sum->alpha, sum->c)
                                  + size_above (sum->beta, sum->s), 1.0));
}

/* TURNED <- SUM where it is of tables and an exact pair.  */
static int
settle_given (struct assay_turned *turned,
              const struct assay_rotation *rotation,
              const struct assay_turned_sum *sum, enum assay_fmt fmt)
{
  if (!sum->is_given || !rotation->is_usable
      || !assay_given_sum (&turned->exact.near, &turned->bits, sum, fmt))
    return 0;
  turned->exact.known = ASSAY_KNOWN_NEAR;
  turned->exact.radius = 0.0;
  turned->mass = given_mass (sum);
  return 1;
}

/* ---- the second way ---- */

static int
is_moderate (double x)
{
  return x == 0.0 || (fabs (x) >= LEAST_FACTOR && fabs (x) <= LARGEST_FACTOR);
}

/* A + B with an error of at most 3.1 u^2 (abs (A) + abs (B)), whatever
   cancels (B81).  */
static struct assay_dd
add_any (struct assay_dd a, struct assay_dd b)
{
  struct assay_dd s = assay_dd_sum (a.hi, b.hi);
  struct assay_dd t = assay_dd_sum (a.lo, b.lo);
  struct assay_dd v = assay_dd_sum (s.hi, s.lo + t.hi);

  return assay_dd_sum (v.hi, t.lo + v.lo);
}

/* The pattern of all reals between LOW and HIGH in FMT, an 8-bit format.  */
static int
narrow_ends_agree (uint64_t *bits, double low, double high,
                   enum assay_fmt fmt)
{
  uint64_t other;
  mpq_t end;

  mpq_init (end);
  mpq_set_d (end, low);
  *bits = assay_fmt_round (end, fmt);
  mpq_set_d (end, high);
  other = assay_fmt_round (end, fmt);
  mpq_clear (end);
  /* A zero may be -0.  */
  return *bits == other && low * high > 0.0;
}

static int
near_rounds (uint64_t *bits, struct assay_dd near, double radius,
             enum assay_fmt fmt)
{
  if (fmt != ASSAY_FMT_E4M3 && fmt != ASSAY_FMT_E5M2)
    return assay_dd_rounds (bits, near, radius, fmt);
  return narrow_ends_agree (bits,
                            nextafter (near.hi + (near.lo - 2 * radius),
                                       -INFINITY),
                            nextafter (near.hi + (near.lo + 2 * radius),
                                       INFINITY), fmt);
}

/* TURNED <- SUM by double-double arithmetic; whether it is rounded so.  */
static int
settle_near (struct assay_turned *turned,
             const struct assay_rotation *rotation,
             const struct assay_turned_sum *sum, enum assay_fmt fmt)
{
  int64_t p = sum->position;
  double beta = p < 0 ? -sum->beta : sum->beta, error[2], radius;
  struct assay_dd alpha_dd = { sum->alpha, 0.0 }, beta_dd = { beta, 0.0 };
  struct assay_dd c, s;

  if (p > (int64_t) ASSAY_TABLE_MAX_POSITION
      || p < -(int64_t) ASSAY_TABLE_MAX_POSITION
      || !is_moderate (sum->alpha) || !is_moderate (beta)
      || !assay_table_near (&c, &s, error, &rotation->angles,
                            (unsigned long) (p < 0 ? -p : p), sum->pair))
    return 0;
  turned->mass = fabs (sum->alpha * c.hi) + fabs (beta * s.hi);
  radius = 0x1p-100 * turned->mass
           + 2 * (fabs (sum->alpha) * error[0] + fabs (beta) * error[1]);
  turned->mass = turned->mass * (1 + 0x1p-40) + radius;
  turned->exact.known = ASSAY_KNOWN_NEAR;
  turned->exact.near = add_any (assay_dd_mul (alpha_dd, c),
                                assay_dd_mul (beta_dd, s));
  turned->exact.radius = radius;
  return near_rounds (&turned->bits, turned->exact.near, radius, fmt);
}

/* ---- the third way ---- */

/* A double as an expression.  */
static struct assay_expr *
number_expr (double x)
{
  struct assay_expr *result;
  mpq_t value;

  mpq_init (value);
  mpq_set_d (value, x);
  result = assay_expr_new_rational (value);
  mpq_clear (value);
  return result;
}

/* *RESULT, unless it is there already, <- the value of SUM, of angles.  */
static enum assay_status
make_value (struct assay_expr **result,
            const struct assay_rotation *rotation,
            const struct assay_turned_sum *sum, struct assay_ctx *ctx)
{
  struct assay_expr *w = rotation->angles.w[sum->pair], *cosine, *sine;

  if (*result)
    return ASSAY_OK;
  cosine = assay_formula_cos (
    assay_formula_mul (assay_formula_integer ((long) sum->position),
                       assay_expr_ref (w), ctx), ctx);
  sine = assay_formula_sin (
    assay_formula_mul (assay_formula_integer ((long) sum->position),
                       assay_expr_ref (w), ctx), ctx);
  *result = assay_formula_mul (
    assay_expr_ref (rotation->angles.magnitude),
    assay_formula_add (assay_formula_mul (number_expr (sum->alpha), cosine,
                                          ctx),
                       assay_formula_mul (number_expr (sum->beta), sine, ctx),
                       ctx), ctx);
  return assay_formula_status (*result, ctx);
}

/* BOUND <- no less than abs (FACTOR A FUNCTION (p w)), and hardly more.  */
static enum assay_status
bound_part (double *bound, double factor,
            struct assay_expr *(*function) (struct assay_expr *,
                                            struct assay_ctx *),
            const struct assay_rotation *rotation,
            const struct assay_turned_sum *sum, struct assay_ctx *ctx)
{
  struct assay_expr *part = assay_formula_mul (
    assay_expr_ref (rotation->angles.magnitude),
    function (assay_formula_mul (
      assay_formula_integer ((long) sum->position),
      assay_expr_ref (rotation->angles.w[sum->pair]), ctx), ctx), ctx);
  enum assay_status status = assay_formula_status (part, ctx);
  mpfi_t value;

  mpfi_init2 (value, MASS_BITS);
  if (status == ASSAY_OK)
    status = assay_expr_enclose (value, part, ctx, MASS_BITS);
  mpfi_mul_d (value, value, factor);
  mpfi_abs (value, value);
  *bound = status == ASSAY_OK ? mpfr_get_d (&value->right, MPFR_RNDU) : 0.0;
  mpfi_clear (value);
  assay_expr_unref (part);
  return status;
}

static enum assay_status
bound_mass (double *mass, const struct assay_rotation *rotation,
            const struct assay_turned_sum *sum, struct assay_ctx *ctx)
{
  double first, second;
  enum assay_status status = bound_part (&first, sum->alpha,
                                         assay_formula_cos, rotation, sum,
                                         ctx);

  if (status == ASSAY_OK)
    status = bound_part (&second, sum->beta, assay_formula_sin, rotation,
                         sum, ctx);
  if (status == ASSAY_OK)
    *mass = finite_mass (size_above (first + second, 1.0));
  return status;
}

enum assay_status
assay_turned_enclose (struct assay_turned *turned,
                      const struct assay_rotation *rotation,
                      const struct assay_turned_sum *sum,
                      struct assay_ctx *ctx, mpfr_prec_t bits)
{
  enum assay_status status;
  mpfi_t value;

  if (turned->exact.known == ASSAY_KNOWN_RATIONAL)
    return ASSAY_OK;
  if (sum->is_given)
    {
      sum_is_rational (turned->rational, rotation, sum);
      turned->exact.known = ASSAY_KNOWN_RATIONAL;
      turned->exact.rational = turned->rational;
      return ASSAY_OK;
    }
  status = make_value (&turned->value, rotation, sum, ctx);
  if (status != ASSAY_OK)
    return status;
  mpfi_init2 (value, bits);
  status = assay_expr_enclose (value, turned->value, ctx, bits);
  mpfr_set_prec (turned->low, bits);
  mpfr_set_prec (turned->high, bits);
  mpfr_set (turned->low, &value->left, MPFR_RNDD);
  mpfr_set (turned->high, &value->right, MPFR_RNDU);
  mpfi_clear (value);
  turned->exact.known = ASSAY_KNOWN_BETWEEN;
  turned->exact.low = turned->low;
  turned->exact.high = turned->high;
  return status;
}

static enum assay_status
settle_enclosed (struct assay_turned *turned,
                 const struct assay_rotation *rotation,
                 const struct assay_turned_sum *sum, enum assay_fmt fmt,
                 struct assay_ctx *ctx)
{
  enum assay_status status = make_value (&turned->value, rotation, sum, ctx);
  mpq_srcptr rational;

  if (status == ASSAY_OK)
    status = bound_mass (&turned->mass, rotation, sum, ctx);
  if (status != ASSAY_OK)
    return status;
  rational = assay_expr_rational (turned->value);
  if (rational)
    {
      mpq_set (turned->rational, rational);
      turned->exact.known = ASSAY_KNOWN_RATIONAL;
      turned->exact.rational = turned->rational;
    }
  status = assay_step_fmt_bits (&turned->bits, turned->value, fmt, ctx);
  if (status == ASSAY_ELIMIT)
    {
      turned->settled = ASSAY_OPEN;
      assay_ctx_forgive (ctx);
      status = ASSAY_OK;
    }
  if (status != ASSAY_OK || rational)
    return status;
  return assay_turned_enclose (turned, rotation, sum, ctx, FIRST_BITS);
}

enum assay_status
assay_turned_settle (struct assay_turned *turned,
                     const struct assay_rotation *rotation,
                     const struct assay_turned_sum *sum, enum assay_fmt fmt,
                     struct assay_ctx *ctx)
{
  turned->settled = ASSAY_HOLDS;
  turned->exact.known = ASSAY_KNOWN_BETWEEN;
  assay_expr_unref (turned->value);
  turned->value = NULL;
  if (settle_given (turned, rotation, sum, fmt))
    return ASSAY_OK;
  if (sum_is_rational (turned->rational, rotation, sum))
    {
      turned->bits = assay_fmt_round (turned->rational, fmt);
      turned->exact.known = ASSAY_KNOWN_RATIONAL;
      turned->exact.rational = turned->rational;
      turned->mass = sum->is_given ? given_mass (sum)
                     : finite_mass (size_above (mpq_get_d (turned->rational),
                                                1.0));
      return ASSAY_OK;
    }
  if (settle_near (turned, rotation, sum, fmt))
    return ASSAY_OK;
  return settle_enclosed (turned, rotation, sum, fmt, ctx);
}

/* ---- digits ---- */

enum assay_status
assay_turned_number (struct assay_number *number,
                     const struct assay_rotation *rotation,
                     const struct assay_turned_sum *sum,
                     unsigned long digits, struct assay_ctx *ctx)
{
  mpfr_prec_t bits = 128 + (mpfr_prec_t) (digits * 10 / 3);
  enum assay_status status = ASSAY_OK;
  struct assay_turned turned;

  memset (number, 0, sizeof *number);
  assay_turned_init (&turned);
  if (sum_is_rational (turned.rational, rotation, sum))
    number->exact = assay_rat_text (turned.rational);
  else
    for (; status == ASSAY_OK && number->value == NULL; bits *= 2)
      {
        if ((unsigned long) bits > ctx->max_precision)
          status = assay_fail (ctx, ASSAY_ELIMIT, NULL, "a number whose "
                               "digits are decidable", "one undecided at %lu "
                               "bits", ctx->max_precision);
        turned.exact.known = ASSAY_KNOWN_BETWEEN;
        if (status == ASSAY_OK)
          status = assay_turned_enclose (&turned, rotation, sum, ctx, bits);
        if (status == ASSAY_OK
            && mpfr_sgn (turned.low) * mpfr_sgn (turned.high) > 0)
          assay_number_of_enclosure (number, turned.low, turned.high, digits);
      }
  assay_turned_clear (&turned);
  return status;
}
