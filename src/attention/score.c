/* score.c -- the score of one key, exactly

   A difference of scores is taken as HEAD + TAILS: the head is rational over
   the roots and exact, a tail belongs to a capped score and is enclosed with
   a small relative error however close tanh is to 0 or 1 (Lemma B73).  */

#include "attention/score.h"

#include <math.h>

#include "real/encl.h"

void
assay_score_rule_init (struct assay_score_rule *rule)
{
  mpq_t one;

  mpq_init (one);
  mpq_set_ui (one, 1, 1);
  assay_surd_init (&rule->sigma);
  assay_surd_set_rational (&rule->sigma, one);
  mpq_init (rule->softcap);
  assay_surd_init (&rule->slope);
  rule->has_slope = 0;
  mpq_clear (one);
}

void
assay_score_rule_clear (struct assay_score_rule *rule)
{
  assay_surd_clear (&rule->sigma);
  mpq_clear (rule->softcap);
  assay_surd_clear (&rule->slope);
}

/* The element of BASIS that the root of X is; ELEMENT when it is new.  */
static size_t
place_root (struct assay_basis *basis, const struct assay_surd *x,
            size_t element)
{
  size_t i;

  for (i = 0; i < element; i++)
    if (assay_surd_same_root (&basis->root[i], x))
      return i;
  assay_surd_set (&basis->root[element], x);
  return element;
}

void
assay_basis_init (struct assay_basis *basis,
                  const struct assay_score_rule *rule)
{
  size_t i;

  mpq_inits (basis->u_factor, basis->far_factor, basis->cap, NULL);
  for (i = 0; i < ASSAY_SCORE_ROOTS; i++)
    {
      assay_surd_init (&basis->root[i]);
      mpfi_init2 (basis->at[i], MPFR_PREC_MIN);
    }
  basis->precision = 0;
  mpq_abs (basis->cap, rule->softcap);
  basis->u_at = place_root (basis, &rule->sigma, 1);
  mpq_set (basis->u_factor, rule->sigma.factor);
  basis->far_at = 0;
  if (rule->has_slope)
    {
      basis->far_at = place_root (basis, &rule->slope, 2);
      mpq_set (basis->far_factor, rule->slope.factor);
    }
}

void
assay_basis_clear (struct assay_basis *basis)
{
  size_t i;

  for (i = 0; i < ASSAY_SCORE_ROOTS; i++)
    {
      assay_surd_clear (&basis->root[i]);
      mpfi_clear (basis->at[i]);
    }
  mpq_clears (basis->u_factor, basis->far_factor, basis->cap, NULL);
}

void
assay_score_init (struct assay_score *score)
{
  size_t i;

  mpq_init (score->u);
  for (i = 0; i < ASSAY_SCORE_ROOTS; i++)
    mpq_init (score->x[i]);
}

void
assay_score_clear (struct assay_score *score)
{
  size_t i;

  mpq_clear (score->u);
  for (i = 0; i < ASSAY_SCORE_ROOTS; i++)
    mpq_clear (score->x[i]);
}

void
assay_score_set (struct assay_score *result, const struct assay_score *score)
{
  size_t i;

  mpq_set (result->u, score->u);
  for (i = 0; i < ASSAY_SCORE_ROOTS; i++)
    mpq_set (result->x[i], score->x[i]);
}

static int
is_capped (const struct assay_basis *basis)
{
  return mpq_sgn (basis->cap) != 0;
}

void
assay_score_of_key (struct assay_score *result,
                    const struct assay_basis *basis, mpq_srcptr dot,
                    mpq_srcptr bias, mpq_srcptr distance)
{
  size_t i;

  mpq_mul (result->u, basis->u_factor, dot);
  for (i = 0; i < ASSAY_SCORE_ROOTS; i++)
    mpq_set_ui (result->x[i], 0, 1);
  if (distance && mpq_sgn (distance) != 0)
    mpq_mul (result->x[basis->far_at], basis->far_factor, distance);
  if (bias && mpq_sgn (bias) != 0)
    mpq_add (result->x[0], result->x[0], bias);
  if (!is_capped (basis))
    mpq_add (result->x[basis->u_at], result->x[basis->u_at], result->u);
}

void
assay_score_of_sink (struct assay_score *result, mpq_srcptr z)
{
  size_t i;

  mpq_set_ui (result->u, 0, 1);
  mpq_set (result->x[0], z);
  for (i = 1; i < ASSAY_SCORE_ROOTS; i++)
    mpq_set_ui (result->x[i], 0, 1);
}

static int
same_rest (const struct assay_score *a, const struct assay_score *b)
{
  size_t i;

  for (i = 0; i < ASSAY_SCORE_ROOTS; i++)
    if (!mpq_equal (a->x[i], b->x[i]))
      return 0;
  return 1;
}

int
assay_score_equal (const struct assay_score *a, const struct assay_score *b,
                   const struct assay_basis *basis)
{
  return same_rest (a, b) && (!is_capped (basis) || mpq_equal (a->u, b->u));
}

int
assay_score_is_algebraic (const struct assay_score *score,
                          const struct assay_basis *basis)
{
  return !is_capped (basis) || mpq_sgn (score->u) == 0;
}

enum assay_verdict
assay_score_rational (mpq_ptr value, const struct assay_score *score,
                      const struct assay_basis *basis)
{
  size_t i;

  if (!assay_score_is_algebraic (score, basis))
    return ASSAY_FAILS;
  for (i = 1; i < ASSAY_SCORE_ROOTS; i++)
    if (mpq_sgn (score->x[i]) != 0)
      return ASSAY_FAILS;
  mpq_set (value, score->x[0]);
  return ASSAY_HOLDS;
}

static void
enclose_roots (struct assay_basis *basis, mpfr_prec_t p)
{
  size_t i;

  if (basis->precision == p)
    return;
  for (i = 0; i < ASSAY_SCORE_ROOTS; i++)
    {
      mpfi_set_prec (basis->at[i], p);
      assay_surd_enclose_root (basis->at[i], &basis->root[i]);
    }
  basis->precision = p;
}

/* Whether tanh (u / C) is nearer to its limit than to zero.  A guess: either
   form of a tail is right for every u.  */
static int
is_saturated (const struct assay_score *score,
              const struct assay_basis *basis)
{
  double root = sqrt ((double) basis->root[basis->u_at].radicand);

  return fabs (mpq_get_d (score->u)) * root > mpq_get_d (basis->cap);
}

/* A capped score's share of a difference, SIGN times C tanh (u / C): what is
   exact goes to HEAD, the rest is a tail.  The tail's sign, 0 for none.  */
static int
split_capped (mpq_ptr head, const struct assay_score *score,
              const struct assay_basis *basis, int sign)
{
  int side = sign * mpq_sgn (score->u);

  if (!is_capped (basis) || side == 0)
    return 0;
  if (!is_saturated (score, basis))
    return side;
  if (side > 0)
    mpq_add (head, head, basis->cap);
  else
    mpq_sub (head, head, basis->cap);
  return -side;
}

/* RESULT contains the absolute value of SCORE's tail: C tanh |a|, or C -
   C tanh |a| = 2 C / (exp (2 |a|) + 1), where a = u / C.  */
static void
enclose_tail (mpfi_ptr result, const struct assay_score *score,
              struct assay_basis *basis)
{
  mpfi_mul_q (result, basis->at[basis->u_at], score->u);
  mpfi_abs (result, result);
  mpfi_div_q (result, result, basis->cap);
  if (!is_saturated (score, basis))
    {
      mpfi_tanh (result, result);
      mpfi_mul_q (result, result, basis->cap);
      return;
    }
  mpfi_mul_2ui (result, result, 1);
  mpfi_exp (result, result);
  mpfi_add_ui (result, result, 1);
  mpfi_ui_div (result, 2, result);
  mpfi_mul_q (result, result, basis->cap);
}

/* A - B as HEAD, initialised by the caller, and the signs of the tails of A
   and of -B.  */
struct difference
{
  mpq_t head[ASSAY_SCORE_ROOTS];
  int tail[2];
};

static void
difference_init (struct difference *d, const struct assay_score *a,
                 const struct assay_score *b, const struct assay_basis *basis)
{
  size_t i;

  for (i = 0; i < ASSAY_SCORE_ROOTS; i++)
    {
      mpq_init (d->head[i]);
      if (b)
        mpq_sub (d->head[i], a->x[i], b->x[i]);
      else
        mpq_set (d->head[i], a->x[i]);
    }
  d->tail[0] = d->tail[1] = 0;
  if (b && mpq_equal (a->u, b->u))
    return;
  d->tail[0] = split_capped (d->head[0], a, basis, 1);
  if (b)
    d->tail[1] = split_capped (d->head[0], b, basis, -1);
}

static void
difference_clear (struct difference *d)
{
  size_t i;

  for (i = 0; i < ASSAY_SCORE_ROOTS; i++)
    mpq_clear (d->head[i]);
}

static void
add_tail (mpfi_ptr result, mpfi_ptr term, int sign,
          const struct assay_score *score, struct assay_basis *basis)
{
  if (sign == 0)
    return;
  enclose_tail (term, score, basis);
  if (sign > 0)
    mpfi_add (result, result, term);
  else
    mpfi_sub (result, result, term);
}

static void
enclose_difference (mpfi_ptr result, const struct difference *d,
                    const struct assay_score *a, const struct assay_score *b,
                    struct assay_basis *basis)
{
  mpfr_prec_t p = mpfi_get_prec (result);
  mpfi_t term;
  size_t i;

  enclose_roots (basis, p);
  mpfi_init2 (term, p);
  assay_encl_set_rational (result, d->head[0]);
  for (i = 1; i < ASSAY_SCORE_ROOTS; i++)
    if (mpq_sgn (d->head[i]) != 0)
      {
        mpfi_mul_q (term, basis->at[i], d->head[i]);
        mpfi_add (result, result, term);
      }
  add_tail (result, term, d->tail[0], a, basis);
  add_tail (result, term, d->tail[1], b, basis);
  mpfi_clear (term);
}

void
assay_score_enclose_gap (mpfi_ptr result, const struct assay_score *a,
                         const struct assay_score *b,
                         struct assay_basis *basis)
{
  struct difference d;

  difference_init (&d, a, b, basis);
  enclose_difference (result, &d, a, b, basis);
  difference_clear (&d);
}

/* 1 and SIGN when no two parts of D point different ways: roots are positive,
   so that the sign of D is theirs.  */
static int
has_plain_sign (int *sign, const struct difference *d)
{
  int parts[ASSAY_SCORE_ROOTS + 2], i, found = 0;

  for (i = 0; i < ASSAY_SCORE_ROOTS; i++)
    parts[i] = mpq_sgn (d->head[i]);
  parts[ASSAY_SCORE_ROOTS] = d->tail[0];
  parts[ASSAY_SCORE_ROOTS + 1] = d->tail[1];
  for (i = 0; i < ASSAY_SCORE_ROOTS + 2; i++)
    if (parts[i] != 0 && found != 0 && parts[i] != found)
      return 0;
    else if (parts[i] != 0)
      found = parts[i];
  *sign = found;
  return 1;
}

int
assay_score_compare (const struct assay_score *a, const struct assay_score *b,
                     struct assay_basis *basis)
{
  struct difference d;
  mpfr_prec_t p;
  mpfi_t value;
  int sign = 0;

  if (assay_score_equal (a, b, basis))
    return 0;
  if (same_rest (a, b))
    return mpq_cmp (a->u, b->u) < 0 ? -1 : 1;
  difference_init (&d, a, b, basis);
  if (!has_plain_sign (&sign, &d))
    {
      mpfi_init2 (value, MPFR_PREC_MIN);
      for (p = 64, sign = 0; sign == 0; p *= 2)
        {
          mpfi_set_prec (value, p);
          enclose_difference (value, &d, a, b, basis);
          /* Not 0: the scores differ.  */
          assay_encl_sign (&sign, value);
        }
      mpfi_clear (value);
    }
  difference_clear (&d);
  return sign;
}
