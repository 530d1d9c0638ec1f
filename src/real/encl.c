/* encl.c -- enclosures: what MPFI does not offer or does not guard */

#include "real/encl.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "base/text.h"
#include "exact/rat.h"
#include "real/memo.h"
#include "real/node.h"

static mpfr_exp_t emin_before, emax_before;

void
assay_real_begin_thread (void)
{
  mpfr_set_emin (mpfr_get_emin_min ());
  mpfr_set_emax (mpfr_get_emax_max ());
}

void
assay_real_end_thread (void)
{
  assay_power_forget ();
  mpfr_free_cache2 (MPFR_FREE_LOCAL_CACHE);
}

void
assay_real_init (void)
{
  emin_before = mpfr_get_emin ();
  emax_before = mpfr_get_emax ();
  assay_real_begin_thread ();
}

void
assay_real_finish (void)
{
  mpfr_set_emin (emin_before);
  mpfr_set_emax (emax_before);
  assay_power_forget ();
  mpfr_free_cache ();
}

void
assay_encl_set_unbounded (mpfi_ptr result)
{
  mpfr_set_inf (&result->left, -1);
  mpfr_set_inf (&result->right, 1);
}

void
assay_encl_set_rational (mpfi_ptr result, mpq_srcptr x)
{
  if (mpz_cmp_ui (mpq_denref (x), 1) == 0)
    {
      mpfr_set_z (&result->left, mpq_numref (x), MPFR_RNDD);
      mpfr_set_z (&result->right, mpq_numref (x), MPFR_RNDU);
      return;
    }
  mpfr_set_q (&result->left, x, MPFR_RNDD);
  mpfr_set_q (&result->right, x, MPFR_RNDU);
}

enum assay_verdict
assay_encl_sign (int *sign, mpfi_srcptr x)
{
  int left = mpfr_sgn (&x->left), right = mpfr_sgn (&x->right);

  if (left > 0 || right < 0 || (left == 0 && right == 0))
    {
      *sign = left > 0 ? 1 : right < 0 ? -1 : 0;
      return ASSAY_HOLDS;
    }
  return ASSAY_OPEN;
}

enum assay_verdict
assay_encl_compare (int *order, mpfi_srcptr x, mpfi_srcptr y)
{
  if (mpfr_less_p (&x->right, &y->left))
    *order = -1;
  else if (mpfr_greater_p (&x->left, &y->right))
    *order = 1;
  else if (mpfr_equal_p (&x->left, &x->right)
           && mpfr_equal_p (&y->left, &y->right)
           && mpfr_equal_p (&x->left, &y->left))
    *order = 0;
  else
    return ASSAY_OPEN;
  return ASSAY_HOLDS;
}

enum assay_verdict
assay_encl_overlap (mpfi_srcptr x, mpfi_srcptr y)
{
  return mpfr_lessequal_p (&x->left, &y->right)
         && mpfr_lessequal_p (&y->left, &x->right)
         ? ASSAY_HOLDS : ASSAY_FAILS;
}

void
assay_encl_width (mpfr_ptr result, mpfi_srcptr x)
{
  mpfr_sub (result, &x->right, &x->left, MPFR_RNDU);
}

long
assay_encl_width_exponent (mpfi_srcptr x)
{
  mpfr_t width;
  long exponent;

  if (!mpfr_number_p (&x->left) || !mpfr_number_p (&x->right))
    return LONG_MAX;
  if (mpfr_equal_p (&x->left, &x->right))
    return LONG_MIN;
  mpfr_init2 (width, 2);
  assay_encl_width (width, x);
  if (mpfr_inf_p (width))
    exponent = LONG_MAX;
  else
    {
      exponent = mpfr_get_exp (width);
      if (mpfr_cmp_ui_2exp (width, 1, exponent - 1) == 0)
        exponent--;
    }
  mpfr_clear (width);
  return exponent;
}

/* Decimal conversion costs as many bits as the exponent says; beyond this a
   bound is written as a power of two.  */
enum { DECIMAL_EXPONENT_LIMIT = 1 << 24 };

/* A bound of X from the side RND as a power of two.  */
static char *
power_of_two_bound (mpfr_srcptr x, mpfr_rnd_t rnd)
{
  struct assay_text text;
  int negative = mpfr_signbit (x) != 0;
  int away = (rnd == MPFR_RNDD) == negative;

  assay_text_init (&text);
  assay_text_printf (&text, "%s2^%ld", negative ? "-" : "",
                     (long) mpfr_get_exp (x) - (away ? 0 : 1));
  return text.bytes;
}

static char *
decimal_bound (mpfr_srcptr x, unsigned long digits, mpfr_rnd_t rnd)
{
  struct assay_text text;
  mpfr_exp_t exponent;
  char *raw, *mantissa;

  if (mpfr_zero_p (x))
    return assay_strdup ("0");
  if (mpfr_inf_p (x))
    return assay_strdup (mpfr_sgn (x) < 0 ? "-inf" : "inf");
  if (labs ((long) mpfr_get_exp (x)) > DECIMAL_EXPONENT_LIMIT)
    return power_of_two_bound (x, rnd);
  raw = mpfr_get_str (NULL, &exponent, 10, digits, x, rnd);
  mantissa = raw + (raw[0] == '-');
  assay_text_init (&text);
  assay_text_printf (&text, "%s%c", raw[0] == '-' ? "-" : "", mantissa[0]);
  if (mantissa[1] != '\0')
    assay_text_printf (&text, ".%s", mantissa + 1);
  if (exponent != 1)
    assay_text_printf (&text, "e%ld", (long) exponent - 1);
  mpfr_free_str (raw);
  return text.bytes;
}

void
assay_encl_decimals (char **lo, char **hi, mpfi_srcptr x,
                     unsigned long digits)
{
  *lo = decimal_bound (&x->left, digits, MPFR_RNDD);
  *hi = decimal_bound (&x->right, digits, MPFR_RNDU);
}

char *
assay_encl_decimal_of_rational (mpq_srcptr x, long places)
{
  mpq_t scaled;
  mpz_t unit;
  char *tail, *text;
  size_t zeros, length;

  if (places >= 0)
    return assay_rat_decimal (x, (unsigned long) places);
  zeros = (size_t) -places;
  mpq_init (scaled);
  mpz_init (unit);
  mpz_ui_pow_ui (unit, 10, zeros);
  mpz_mul (mpq_denref (scaled), mpq_denref (x), unit);
  mpz_set (mpq_numref (scaled), mpq_numref (x));
  mpq_canonicalize (scaled);
  text = assay_rat_decimal (scaled, 0);
  if (strcmp (text, "0") != 0)
    {
      length = strlen (text);
      text = assay_realloc (text, length + zeros + 1, 1);
      tail = text + length;
      memset (tail, '0', zeros);
      tail[zeros] = '\0';
    }
  mpq_clear (scaled);
  mpz_clear (unit);
  return text;
}

/* RESULT <- X, or 0 for an X far below 10^-PLACES, which rounds alike.
   ASSAY_FAILS when X has no decimal of reasonable length.  */
static enum assay_verdict
end_to_print (mpq_ptr result, mpfr_srcptr x, long places)
{
  long exponent;

  if (!mpfr_number_p (x))
    return ASSAY_FAILS;
  mpq_set_ui (result, 0, 1);
  if (mpfr_zero_p (x))
    return ASSAY_HOLDS;
  exponent = mpfr_get_exp (x);
  if (exponent > DECIMAL_EXPONENT_LIMIT)
    return ASSAY_FAILS;
  /* 10^-places >= 2^(-4 places) when places >= 0.  */
  if (exponent > (places > 0 ? -4 * places : 0) - 8)
    mpfr_get_q (result, x);
  return ASSAY_HOLDS;
}

char *
assay_encl_decimal (mpfi_srcptr x, long places)
{
  char *lo = NULL, *hi = NULL;
  mpq_t left, right;

  mpq_inits (left, right, NULL);
  if (end_to_print (left, &x->left, places) == ASSAY_HOLDS
      && end_to_print (right, &x->right, places) == ASSAY_HOLDS)
    {
      lo = assay_encl_decimal_of_rational (left, places);
      hi = assay_encl_decimal_of_rational (right, places);
      if (strcmp (lo, hi) != 0)
        {
          free (lo);
          lo = NULL;
        }
      free (hi);
    }
  mpq_clears (left, right, NULL);
  return lo;
}

void
assay_encl_power (mpfi_ptr result, mpfi_srcptr x, long n)
{
  mpfi_t base;

  if (n < 0 && mpfr_sgn (&x->left) <= 0 && mpfr_sgn (&x->right) >= 0)
    {
      assay_encl_set_unbounded (result);
      return;
    }
  mpfi_init2 (base, mpfi_get_prec (x));
  if (n % 2 == 0)
    mpfi_abs (base, x);
  else
    mpfi_set (base, x);
  /* On one side of zero the power is monotone: it grows with the base when n
     >= 0 and falls when n < 0.  */
  mpfr_pow_si (&result->left, n >= 0 ? &base->left : &base->right, n,
               MPFR_RNDD);
  mpfr_pow_si (&result->right, n >= 0 ? &base->right : &base->left, n,
               MPFR_RNDU);
  mpfi_clear (base);
}

/* The function F = cos or sin over X by Lemma B20: F at a point within X,
   widened by the largest distance from that point, cut to [-1,1].  */
static void
lipschitz_one (mpfi_ptr result, mpfi_srcptr x, long max_exponent,
               int (*f) (mpfr_ptr, mpfr_srcptr, mpfr_rnd_t))
{
  mpfr_t point, radius, distance;

  if (!mpfr_number_p (&x->left) || !mpfr_number_p (&x->right)
      || mpfr_cmp_ui_2exp (&x->right, 1, max_exponent) > 0
      || mpfr_cmp_si_2exp (&x->left, -1, max_exponent) < 0)
    {
      mpfi_interv_si (result, -1, 1);
      return;
    }
  /* One bit more holds the middle of two adjacent ends.  */
  mpfr_init2 (point, mpfi_get_prec (x) + 1);
  mpfr_init2 (radius, 32);
  mpfr_init2 (distance, 32);
  mpfi_mid (point, x);
  mpfr_sub (radius, &x->right, point, MPFR_RNDU);
  mpfr_sub (distance, point, &x->left, MPFR_RNDU);
  if (mpfr_less_p (radius, distance))
    mpfr_swap (radius, distance);
  assay_memo_apply (&result->left, f, point, MPFR_RNDD);
  /* At a rational other than 0 they are irrational (Lindemann), so the
     number above the lower bound is the upper one.  */
  mpfr_set (&result->right, &result->left, MPFR_RNDN);
  if (mpfr_zero_p (point))
    f (&result->right, point, MPFR_RNDU);
  else
    mpfr_nextabove (&result->right);
  mpfr_sub (&result->left, &result->left, radius, MPFR_RNDD);
  mpfr_add (&result->right, &result->right, radius, MPFR_RNDU);
  if (mpfr_cmp_si (&result->left, -1) < 0)
    mpfr_set_si (&result->left, -1, MPFR_RNDD);
  if (mpfr_cmp_si (&result->right, 1) > 0)
    mpfr_set_si (&result->right, 1, MPFR_RNDU);
  mpfr_clears (point, radius, distance, (mpfr_ptr) 0);
}

void
assay_encl_cos (mpfi_ptr result, mpfi_srcptr x, long max_exponent)
{
  lipschitz_one (result, x, max_exponent, mpfr_cos);
}

void
assay_encl_sin (mpfi_ptr result, mpfi_srcptr x, long max_exponent)
{
  lipschitz_one (result, x, max_exponent, mpfr_sin);
}

void
assay_encl_tan (mpfi_ptr result, mpfi_srcptr x, long max_exponent)
{
  mpfi_t sine;
  int sign;

  mpfi_init2 (sine, mpfi_get_prec (result));
  assay_encl_sin (sine, x, max_exponent);
  assay_encl_cos (result, x, max_exponent);
  if (assay_encl_sign (&sign, result) == ASSAY_HOLDS && sign != 0)
    mpfi_div (result, sine, result);
  else
    assay_encl_set_unbounded (result);
  mpfi_clear (sine);
}
