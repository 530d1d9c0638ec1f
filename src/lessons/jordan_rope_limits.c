/* jordan_rope_limits.c -- correlations, the Gaussian law, and the limits

   For generic omega the phase averages out as D = L grows: with x = d / L
   only the envelope of cos (omega d) remains, and the least squares are those
   of x by envelopes on [0,1], with weight 1/2 (Lemma B45).  */

#include <mpfr.h>
#include <mpfi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "lessons/jordan_rope_parts.h"
#include "real/decimal.h"
#include "real/encl.h"

enum { START_PRECISION = 192, MOST_PRECISION = 8192 };

/* RESULT, at its own precision, <- an enclosure of what DATA describes.  */
typedef void evaluation (mpfi_ptr result, const void *data);

static void
strip_zeros (char *text)
{
  size_t n = strlen (text);

  if (strchr (text, '.') == NULL)
    return;
  while (text[n - 1] == '0')
    text[--n] = '\0';
  if (text[n - 1] == '.')
    text[n - 1] = '\0';
}

enum assay_verdict
assay_jordan_digits (struct assay_digits *result, mpfi_srcptr x,
                     size_t digits)
{
  char *lo, *hi;
  int decided = mpfi_bounded_p (x);

  strcpy (result->text, "open");
  if (!decided)
    return ASSAY_OPEN;
  lo = assay_decimal_text (&x->left, digits, MPFR_RNDN);
  hi = assay_decimal_text (&x->right, digits, MPFR_RNDN);
  decided = strcmp (lo, hi) == 0;
  if (decided)
    {
      strip_zeros (lo);
      snprintf (result->text, sizeof result->text, "%s", lo);
    }
  free (lo);
  free (hi);
  return decided ? ASSAY_HOLDS : ASSAY_OPEN;
}

/* RESULT <- the same of what DATA describes, precision rising until it is
   decided; OPEN when it never is.  */
static enum assay_verdict
digits_of (struct assay_digits *result, evaluation *evaluate,
           const void *data, size_t digits)
{
  enum assay_verdict verdict = ASSAY_OPEN;
  mpfr_prec_t p;

  for (p = START_PRECISION; p <= MOST_PRECISION && verdict == ASSAY_OPEN;
       p *= 2)
    {
      mpfi_t x;

      mpfi_init2 (x, p);
      evaluate (x, data);
      verdict = assay_jordan_digits (result, x, digits);
      mpfi_clear (x);
    }
  return verdict;
}

void
assay_jordan_law_of (mpfi_ptr x)
{
  mpfi_t pi;

  mpfi_init2 (pi, mpfi_get_prec (x));
  mpfi_asin (x, x);
  mpfi_const_pi (pi);
  mpfi_div (x, x, pi);
  mpfi_set_ui (pi, 1);
  mpfi_div_2ui (pi, pi, 1);
  mpfi_add (x, x, pi);
  mpfi_clear (pi);
}

/* ---- one exact correlation ---- */

static void
evaluate_rho (mpfi_ptr result, const void *data)
{
  mpq_srcptr s = data;
  mpq_t absolute;

  mpq_init (absolute);
  mpq_abs (absolute, s);
  assay_encl_set_rational (result, absolute);
  mpfi_sqrt (result, result);
  if (mpq_sgn (s) < 0)
    mpfi_neg (result, result);
  mpq_clear (absolute);
}

/* 1 - arccos (rho) / pi = 1/2 + arctan (rho / sqrt (1 - rho^2)) / pi.  */
static void
evaluate_law (mpfi_ptr result, const void *data)
{
  mpq_srcptr s = data;
  mpq_t quotient, rest;
  mpfi_t pi;

  mpq_inits (quotient, rest, NULL);
  mpfi_init2 (pi, mpfi_get_prec (result));
  mpq_abs (quotient, s);
  mpq_set_ui (rest, 1, 1);
  mpq_sub (rest, rest, quotient);
  mpq_div (quotient, quotient, rest);
  assay_encl_set_rational (result, quotient);
  mpfi_sqrt (result, result);
  mpfi_atan (result, result);
  mpfi_const_pi (pi);
  mpfi_div (result, result, pi);
  if (mpq_sgn (s) < 0)
    mpfi_neg (result, result);
  mpfi_set_ui (pi, 1);
  mpfi_div_2ui (pi, pi, 1);
  mpfi_add (result, result, pi);
  mpfi_clear (pi);
  mpq_clears (quotient, rest, NULL);
}

enum assay_verdict
assay_jordan_gaussian_law (struct assay_digits *rho, struct assay_digits *law,
                           mpq_srcptr s)
{
  enum assay_verdict verdict = ASSAY_HOLDS;

  /* A readout that is a multiple of the target.  */
  if (mpq_cmp_ui (s, 1, 1) == 0)
    {
      strcpy (rho->text, "1.0");
      strcpy (law->text, "1.0");
    }
  else if (mpq_cmp_si (s, -1, 1) == 0)
    {
      strcpy (rho->text, "-1.0");
      strcpy (law->text, "0.0");
    }
  else
    {
      verdict = digits_of (rho, evaluate_rho, s, 30);
      verdict = assay_verdict_and (verdict,
                                   digits_of (law, evaluate_law, s, 30));
    }
  return verdict;
}

/* ---- envelopes ---- */

enum envelope
{
  ENVELOPE_ONE,                 /* 1 */
  ENVELOPE_INVERSE,             /* 1 / (1 + x): spans tau / x with 1 */
  ENVELOPE_DECAY,               /* e^-x */
  ENVELOPE_X_DECAY,             /* x e^-x */
  ENVELOPE_TARGET               /* x */
};

/* RESULT <- the polynomial a + b X + c X^2 times e^(-rate X), negated.  */
static void
decaying (mpfi_ptr result, unsigned long a, unsigned long b, unsigned long c,
          unsigned long rate, unsigned long X)
{
  mpfi_set_ui (result, rate * X);
  mpfi_neg (result, result);
  mpfi_exp (result, result);
  mpfi_mul_ui (result, result, a + b * X + c * X * X);
  mpfi_neg (result, result);
}

/* RESULT <- the integral from 0 to X of f g.  */
static void
inner_product (mpfi_ptr result, enum envelope f, enum envelope g,
               unsigned long X)
{
  enum envelope low = f < g ? f : g, high = f < g ? g : f;

  switch (5 * (int) low + (int) high)
    {
    case 5 * ENVELOPE_ONE + ENVELOPE_ONE:
      mpfi_set_ui (result, X);
      break;
    case 5 * ENVELOPE_ONE + ENVELOPE_TARGET:
      mpfi_set_ui (result, X * X);
      mpfi_div_ui (result, result, 2);
      break;
    case 5 * ENVELOPE_TARGET + ENVELOPE_TARGET:
      mpfi_set_ui (result, X * X * X);
      mpfi_div_ui (result, result, 3);
      break;
    case 5 * ENVELOPE_ONE + ENVELOPE_INVERSE:
      mpfi_set_ui (result, 1 + X);
      mpfi_log (result, result);
      break;
    case 5 * ENVELOPE_INVERSE + ENVELOPE_INVERSE:
      mpfi_set_ui (result, X);
      mpfi_div_ui (result, result, 1 + X);
      break;
    case 5 * ENVELOPE_INVERSE + ENVELOPE_TARGET:
      mpfi_set_ui (result, 1 + X);
      mpfi_log (result, result);
      mpfi_ui_sub (result, X, result);
      break;
    case 5 * ENVELOPE_DECAY + ENVELOPE_DECAY:
      decaying (result, 1, 0, 0, 2, X);
      mpfi_add_ui (result, result, 1);
      mpfi_div_ui (result, result, 2);
      break;
    case 5 * ENVELOPE_DECAY + ENVELOPE_X_DECAY:
      decaying (result, 1, 2, 0, 2, X);
      mpfi_add_ui (result, result, 1);
      mpfi_div_ui (result, result, 4);
      break;
    case 5 * ENVELOPE_X_DECAY + ENVELOPE_X_DECAY:
      decaying (result, 1, 2, 2, 2, X);
      mpfi_add_ui (result, result, 1);
      mpfi_div_ui (result, result, 4);
      break;
    case 5 * ENVELOPE_DECAY + ENVELOPE_TARGET:
      decaying (result, 1, 1, 0, 1, X);
      mpfi_add_ui (result, result, 1);
      break;
    case 5 * ENVELOPE_X_DECAY + ENVELOPE_TARGET:
      decaying (result, 2, 2, 1, 1, X);
      mpfi_add_ui (result, result, 2);
      break;
    default:
      assay_encl_set_unbounded (result);
      break;
    }
}

/* What a limit asks: the least mean square of x on [0,1], or the correlation,
   or its law, on [0,8] of the fit made on [0, FIT].  */
enum question { LEAST_MEAN, CORRELATION, AGREEMENT };

struct limit
{
  const char *id, *what, *closed_form;
  enum question question;
  size_t count;                 /* of envelopes, 0 to 2 */
  enum envelope envelopes[2];
  unsigned long fit;
};

/* W, one or two weights, <- the least squares of x on [0, FIT].  */
static void
fit_envelopes (mpfi_t *w, const struct limit *l)
{
  mpfr_prec_t p = mpfi_get_prec (w[0]);
  mpfi_t g[5], term;
  size_t i;

  for (i = 0; i < 5; i++)
    mpfi_init2 (g[i], p);
  mpfi_init2 (term, p);
  inner_product (g[0], l->envelopes[0], l->envelopes[0], l->fit);
  inner_product (g[3], l->envelopes[0], ENVELOPE_TARGET, l->fit);
  if (l->count == 1)
    mpfi_div (w[0], g[3], g[0]);
  else
    {
      inner_product (g[1], l->envelopes[0], l->envelopes[1], l->fit);
      inner_product (g[2], l->envelopes[1], l->envelopes[1], l->fit);
      inner_product (g[4], l->envelopes[1], ENVELOPE_TARGET, l->fit);
      /* Cramer's rule.  */
      mpfi_mul (w[0], g[3], g[2]);
      mpfi_mul (term, g[4], g[1]);
      mpfi_sub (w[0], w[0], term);
      mpfi_mul (w[1], g[4], g[0]);
      mpfi_mul (term, g[3], g[1]);
      mpfi_sub (w[1], w[1], term);
      mpfi_mul (g[0], g[0], g[2]);
      mpfi_sqr (g[1], g[1]);
      mpfi_sub (g[0], g[0], g[1]);
      mpfi_div (w[0], w[0], g[0]);
      mpfi_div (w[1], w[1], g[0]);
    }
  for (i = 0; i < 5; i++)
    mpfi_clear (g[i]);
  mpfi_clear (term);
}

/* CROSS <- the integral of x f on [0, X], SQUARE that of f^2, f the fit with
   the weights W.  */
static void
moments_of_fit (mpfi_ptr cross, mpfi_ptr square, const struct limit *l,
                mpfi_t *w, unsigned long X)
{
  mpfi_t term;
  size_t a, b;

  mpfi_init2 (term, mpfi_get_prec (cross));
  mpfi_set_ui (cross, 0);
  mpfi_set_ui (square, 0);
  for (a = 0; a < l->count; a++)
    {
      inner_product (term, l->envelopes[a], ENVELOPE_TARGET, X);
      mpfi_mul (term, term, w[a]);
      mpfi_add (cross, cross, term);
      for (b = 0; b < l->count; b++)
        {
          inner_product (term, l->envelopes[a], l->envelopes[b], X);
          mpfi_mul (term, term, w[a]);
          mpfi_mul (term, term, w[b]);
          mpfi_add (square, square, term);
        }
    }
  mpfi_clear (term);
}

static void
evaluate_limit (mpfi_ptr result, const void *data)
{
  const struct limit *l = data;
  mpfr_prec_t p = mpfi_get_prec (result);
  unsigned long X = l->question == LEAST_MEAN ? 1 : 8;
  mpfi_t w[2], cross, square;

  mpfi_init2 (w[0], p);
  mpfi_init2 (w[1], p);
  mpfi_init2 (cross, p);
  mpfi_init2 (square, p);
  if (l->count > 0)
    fit_envelopes (w, l);
  moments_of_fit (cross, square, l, w, X);
  inner_product (result, ENVELOPE_TARGET, ENVELOPE_TARGET, X);
  if (l->question == LEAST_MEAN)
    {
      /* (1/2) (x.x - x.f), f the projection of x.  */
      mpfi_sub (result, result, cross);
      mpfi_div_ui (result, result, 2);
    }
  else if (l->count == 0)
    mpfi_set_ui (result, 0);
  else
    {
      mpfi_mul (result, result, square);
      mpfi_sqrt (result, result);
      mpfi_div (result, cross, result);
    }
  if (l->question == AGREEMENT)
    assay_jordan_law_of (result);
  mpfi_clear (w[0]);
  mpfi_clear (w[1]);
  mpfi_clear (cross);
  mpfi_clear (square);
}

static const struct limit asked[ASSAY_JORDAN_ROPE_LIMITS] = {
  { "mse-rope", "limit of the minimum MSE, r=1, D=L to infinity, RoPE",
    "(1/2) Var(x) = 1/24, x uniform on [0,1]", LEAST_MEAN, 1,
    { ENVELOPE_ONE }, 1 },
  { "mse-direct-sum", "same, direct sum {cos,sin,1,d}",
    "1/24 (1 and d decouple from the oscillation)", LEAST_MEAN, 1,
    { ENVELOPE_ONE }, 1 },
  { "mse-alibi", "same, ALiBi {1,d}", "(1/2) E[x^2] = 1/6", LEAST_MEAN, 0,
    { ENVELOPE_ONE }, 1 },
  { "mse-stabilised", "same, stabilised Jordan",
    "(1/2) [1/12 - (1 - (3/2) ln 2)^2 / (1/2 - ln(2)^2)]", LEAST_MEAN, 2,
    { ENVELOPE_ONE, ENVELOPE_INVERSE }, 1 },
  { "mse-raw", "same, raw Jordan", "0", LEAST_MEAN, 1, { ENVELOPE_TARGET },
    1 },
  { "acc-rope", "sign-agreement limit at 8 times the fit length, RoPE",
    "rho = sqrt(3)/2, accuracy 1 - arccos(rho)/pi = 5/6", AGREEMENT, 1,
    { ENVELOPE_ONE }, 1 },
  { "acc-direct-sum", "same, direct sum with the target frequency present",
    "5/6", AGREEMENT, 1, { ENVELOPE_ONE }, 1 },
  { "acc-alibi", "same, ALiBi", "1/2", AGREEMENT, 0, { ENVELOPE_ONE }, 1 },
  { "rho-stabilised", "correlation, stabilised Jordan, weights fitted on x "
    "in [0,1], evaluated on [0,8]",
    "(32A + b(8-ln 9)) / sqrt((512/3)(8A^2 + 2Ab ln 9 + 8b^2/9)), "
    "b = (1-(3/2)ln 2)/(1/2-ln(2)^2), A = 1/2 - b ln 2", CORRELATION, 2,
    { ENVELOPE_ONE, ENVELOPE_INVERSE }, 1 },
  { "acc-stabilised", "accuracy for that correlation", "1 - arccos(rho)/pi",
    AGREEMENT, 2, { ENVELOPE_ONE, ENVELOPE_INVERSE }, 1 },
  { "acc-stabilised-best",
    "accuracy, stabilised Jordan, weights fitted on [0,8]",
    "rho^2 = (16 + Cov(x,u)^2/Var(u))/(64/3), u=1/(1+x), x uniform on [0,8]",
    AGREEMENT, 2, { ENVELOPE_ONE, ENVELOPE_INVERSE }, 8 },
  { "acc-scaled-exact-c1", "accuracy, scaled-exact shear with frozen damping "
    "exp(-d/L), weights fitted on [0,1], at 8L",
    "envelope (a+bx)e^-x, least squares against x on [0,1]; moments of "
    "x^k e^-x and x^k e^-2x", AGREEMENT, 2,
    { ENVELOPE_DECAY, ENVELOPE_X_DECAY }, 1 },
  { "acc-damped-rope-c1", "accuracy, RoPE damped by exp(-d/L), at 8L",
    "rho = (1-9 e^-8)/sqrt((256/3)(1-e^-16))", AGREEMENT, 1,
    { ENVELOPE_DECAY }, 1 },
};

enum assay_verdict
assay_jordan_limits (struct assay_jordan_limit *limits)
{
  enum assay_verdict verdict = ASSAY_HOLDS;
  size_t i;

  for (i = 0; i < ASSAY_JORDAN_ROPE_LIMITS; i++)
    {
      limits[i].id = asked[i].id;
      limits[i].what = asked[i].what;
      limits[i].closed_form = asked[i].closed_form;
      /* Raw Jordan's envelopes contain x itself: its least mean is 0, which
         no enclosure would tell from a small number.  */
      if (asked[i].count > 0 && asked[i].envelopes[0] == ENVELOPE_TARGET)
        strcpy (limits[i].value.text, "0");
      else
        verdict = assay_verdict_and (
          verdict, digits_of (&limits[i].value, evaluate_limit, &asked[i],
                              40));
    }
  return verdict;
}
