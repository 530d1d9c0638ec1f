/* print.c -- reals against printed decimals, and their correct decimals */

#include "real/print.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "base/text.h"
#include "exact/rat.h"
#include "real/encl.h"
#include "real/node.h"
#include "real/normal.h"

const char *
assay_print_name (enum assay_print outcome)
{
  static const char *const name[] = { "rounded", "truncated", "undecided",
                                      "wrong" };

  return name[outcome];
}

/* ORDER <- the sign of A - (D + SCALE * UNIT).  */
static enum assay_status
order_against (struct assay_decision *decision, int *order,
               struct assay_expr *a, mpq_srcptr d, mpq_srcptr unit,
               long numerator, unsigned long denominator,
               struct assay_ctx *ctx)
{
  struct assay_expr *bound;
  enum assay_status status;
  mpq_t value;

  mpq_init (value);
  mpq_set_si (value, numerator, denominator);
  mpq_mul (value, value, unit);
  mpq_add (value, value, d);
  bound = assay_expr_new_rational (value);
  status = assay_decide_order (decision, order, a, bound, ctx);
  assay_expr_unref (bound);
  mpq_clear (value);
  return status;
}

enum assay_status
assay_print_judge (enum assay_print *outcome, struct assay_decision *decision,
                   struct assay_expr *a, mpq_srcptr d, mpq_srcptr unit,
                   struct assay_ctx *ctx)
{
  enum assay_status status;
  int order, side = 1;

  *outcome = ASSAY_PRINT_UNDECIDED;
  status = order_against (decision, &order, a, d, unit, 1, 2, ctx);
  if (status != ASSAY_OK || decision->verdict != ASSAY_HOLDS)
    return status;
  if (order <= 0)
    {
      status = order_against (decision, &order, a, d, unit, -1, 2, ctx);
      if (status != ASSAY_OK || decision->verdict != ASSAY_HOLDS)
        return status;
      if (order >= 0)
        {
          *outcome = ASSAY_PRINT_ROUNDED;
          return ASSAY_OK;
        }
      side = -1;
    }
  /* More than half a unit to one side.  A cut toward zero leaves the value
     on the side away from zero, less than a unit off.  */
  if (side * mpq_sgn (d) < 0)
    {
      *outcome = ASSAY_PRINT_WRONG;
      return ASSAY_OK;
    }
  status = order_against (decision, &order, a, d, unit, side, 1, ctx);
  if (status == ASSAY_OK && decision->verdict == ASSAY_HOLDS)
    *outcome = order * side < 0 ? ASSAY_PRINT_TRUNCATED : ASSAY_PRINT_WRONG;
  return status;
}

/* The decimal text of what is known: TEXT or null.  PLACES is the count of
   places or of significant digits.  */
typedef char *rational_text_fn (mpq_srcptr value, long places);
typedef char *enclosure_text_fn (mpfi_srcptr x, long places);

/* TEXT <- A's decimal: of the rational that A is or is proved to be, else of
   the first enclosure whose ends agree.  */
static enum assay_status
decimal_text (char **text, struct assay_decision *decision,
              struct assay_expr *a, long places,
              rational_text_fn *of_rational, enclosure_text_fn *of_enclosure,
              struct assay_ctx *ctx)
{
  enum assay_verdict is_rational = a->kind == ASSAY_KIND_RATIONAL
                                   ? ASSAY_HOLDS : ASSAY_OPEN;
  unsigned long precision = ASSAY_FIRST_PRECISION;
  enum assay_status status;
  mpfi_t enclosure;
  mpq_t value;

  *text = NULL;
  *decision = (struct assay_decision) { ASSAY_OPEN, ASSAY_RULE_NONE, 0,
                                        LONG_MAX };
  status = assay_ctx_afford (ctx, NULL, "a decimal",
                             assay_saturating_mul ((unsigned long long)
                                                   labs (places), 4));
  if (status != ASSAY_OK)
    return status;
  mpq_init (value);
  mpfi_init2 (enclosure, ASSAY_FIRST_PRECISION);
  if (is_rational == ASSAY_HOLDS)
    mpq_set (value, a->value);
  while (status == ASSAY_OK && is_rational != ASSAY_HOLDS)
    {
      status = assay_expr_enclose (enclosure, a, ctx,
                                   (mpfr_prec_t) precision);
      if (status != ASSAY_OK)
        break;
      decision->precision = precision;
      decision->width_exponent = assay_encl_width_exponent (enclosure);
      *text = of_enclosure (enclosure, places);
      if (*text || precision >= ctx->max_precision)
        break;
      /* Ends may disagree because A sits on a tie: then it is rational.  */
      if (precision == ASSAY_FIRST_PRECISION)
        status = assay_normal_rational (&is_rational, value, a, ctx);
      precision = precision > ctx->max_precision / 2 ? ctx->max_precision
                  : 2 * precision;
    }
  if (status == ASSAY_OK && is_rational == ASSAY_HOLDS)
    {
      *text = of_rational (value, places);
      decision->rule = a->kind == ASSAY_KIND_RATIONAL
                       ? ASSAY_RULE_RATIONALS : ASSAY_RULE_DIFFERENCE;
    }
  else if (*text)
    decision->rule = ASSAY_RULE_ENCLOSURES;
  if (*text)
    decision->verdict = ASSAY_HOLDS;
  mpfi_clear (enclosure);
  mpq_clear (value);
  return status;
}

enum assay_status
assay_print_places (char **text, struct assay_decision *decision,
                    struct assay_expr *a, long places, struct assay_ctx *ctx)
{
  return decimal_text (text, decision, a, places,
                       assay_encl_decimal_of_rational, assay_encl_decimal,
                       ctx);
}

/* "-0.00012", "1.5e-9": the number 0.DIGITS * 10^EXPONENT.  */
static char *
write_digits (int negative, const char *digits, long exponent)
{
  long count = (long) strlen (digits), k;
  struct assay_text text;

  assay_text_init (&text);
  assay_text_add (&text, negative ? "-" : "");
  if (exponent < -4 || exponent > count)
    {
      assay_text_add_char (&text, digits[0]);
      if (count > 1)
        assay_text_printf (&text, ".%s", digits + 1);
      assay_text_printf (&text, "e%ld", exponent - 1);
    }
  else if (exponent <= 0)
    {
      assay_text_add (&text, "0.");
      for (k = exponent; k < 0; k++)
        assay_text_add_char (&text, '0');
      assay_text_add (&text, digits);
    }
  else
    {
      assay_text_add_bytes (&text, digits, (size_t) exponent);
      if (exponent < count)
        assay_text_printf (&text, ".%s", digits + exponent);
    }
  return text.bytes;
}

/* The E with 10^(E-1) <= abs (X) < 10^E, X not zero.  */
static long
decimal_exponent (mpq_srcptr x)
{
  long e = (long) mpz_sizeinbase (mpq_numref (x), 10)
           - (long) mpz_sizeinbase (mpq_denref (x), 10) + 2;
  mpz_t n, d, power;

  /* Each size is at most one too large: E starts at or above the answer.  */
  mpz_inits (n, d, power, NULL);
  for (;; e--)
    {
      mpz_abs (n, mpq_numref (x));
      mpz_set (d, mpq_denref (x));
      mpz_ui_pow_ui (power, 10, (unsigned long) labs (e - 1));
      if (e - 1 >= 0)
        mpz_mul (d, d, power);
      else
        mpz_mul (n, n, power);
      if (mpz_cmp (n, d) >= 0)
        break;
    }
  mpz_clears (n, d, power, NULL);
  return e;
}

static char *
digits_of_rational (mpq_srcptr value, long digits)
{
  long exponent, places;
  char *decimal, *raw, *text;
  size_t i, n = 0;

  if (mpq_sgn (value) == 0)
    return assay_strdup ("0");
  exponent = decimal_exponent (value);
  places = digits - exponent;
  decimal = assay_encl_decimal_of_rational (value, places);
  raw = assay_calloc (strlen (decimal) + 1, 1);
  for (i = 0; decimal[i] != '\0'; i++)
    if (decimal[i] >= '0' && decimal[i] <= '9'
        && (n > 0 || decimal[i] != '0'))
      raw[n++] = decimal[i];
  /* 9.99 rounded to two digits is 10: one digit more than asked; and an
     integer has digits beyond those asked.  */
  if ((long) n > (places < 0 ? digits - places : digits))
    exponent++;
  raw[digits] = '\0';
  text = write_digits (mpq_sgn (value) < 0, raw, exponent);
  free (raw);
  free (decimal);
  return text;
}

static char *
digits_of_end (mpfr_srcptr x, long digits)
{
  mpfr_exp_t exponent;
  char *raw, *text;
  int negative;

  if (mpfr_zero_p (x))
    return assay_strdup ("0");
  raw = mpfr_get_str (NULL, &exponent, 10, (size_t) digits, x, MPFR_RNDN);
  negative = raw[0] == '-';
  text = write_digits (negative, raw + negative, exponent);
  mpfr_free_str (raw);
  return text;
}

static char *
digits_of_enclosure (mpfi_srcptr x, long digits)
{
  static const long exponent_limit = 1l << 26;
  char *lo, *hi;

  if (!mpfr_number_p (&x->left) || !mpfr_number_p (&x->right)
      || mpfr_sgn (&x->left) * mpfr_sgn (&x->right) <= 0
      || labs ((long) mpfr_get_exp (&x->left)) > exponent_limit
      || labs ((long) mpfr_get_exp (&x->right)) > exponent_limit)
    return NULL;
  lo = digits_of_end (&x->left, digits);
  hi = digits_of_end (&x->right, digits);
  if (strcmp (lo, hi) != 0)
    {
      free (lo);
      lo = NULL;
    }
  free (hi);
  return lo;
}

enum assay_status
assay_print_digits (char **text, struct assay_decision *decision,
                    struct assay_expr *a, unsigned long digits,
                    struct assay_ctx *ctx)
{
  return decimal_text (text, decision, a,
                       digits > LONG_MAX ? LONG_MAX : (long) digits,
                       digits_of_rational, digits_of_enclosure, ctx);
}
