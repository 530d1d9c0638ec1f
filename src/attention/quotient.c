/* quotient.c -- one weight or output of a row, settled */

#include "attention/quotient.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "attention/rounded.h"
#include "exact/rat.h"
#include "real/decimal.h"

static void
numerator (mpq_ptr a, const struct assay_quotient *q, size_t c)
{
  if (q->sums)
    mpq_set (a, q->sums[c]);
  else
    mpq_set_ui (a, c == q->c, 1);
}

/* MEAN <- A_c / n_c.  */
static void
class_mean (mpq_ptr mean, const struct assay_quotient *q, size_t c)
{
  mpq_t members;

  mpq_init (members);
  mpq_set_ui (members, q->row->classes.members[c], 1);
  numerator (mean, q, c);
  mpq_div (mean, mean, members);
  mpq_clear (members);
}

enum assay_verdict
assay_quotient_rational (mpq_ptr value, const struct assay_quotient *q)
{
  enum assay_verdict verdict = ASSAY_HOLDS;
  mpq_t first, mean;
  size_t c;

  /* A weight: quickly, a row has many.  */
  if (!q->sums && q->row->classes.count > 1)
    return ASSAY_FAILS;
  mpq_inits (first, mean, NULL);
  class_mean (first, q, 0);
  for (c = 1; c < q->row->classes.count && verdict == ASSAY_HOLDS; c++)
    {
      class_mean (mean, q, c);
      if (!mpq_equal (first, mean))
        verdict = ASSAY_FAILS;
    }
  if (verdict == ASSAY_HOLDS)
    mpq_set (value, first);
  mpq_clears (first, mean, NULL);
  return verdict;
}

void
assay_quotient_enclose (mpfr_ptr lo, mpfr_ptr hi,
                        const struct assay_quotient *q, mpfr_prec_t p)
{
  if (q->sums)
    assay_softmax_mean (lo, hi, q->row, q->sums, p);
  else
    assay_softmax_weight (lo, hi, q->row, q->c, p);
}

enum assay_verdict
assay_quotient_compare_within (int *sign, const struct assay_quotient *q,
                               mpq_srcptr m, mpfr_prec_t limit)
{
  const struct assay_classes *classes = &q->row->classes;
  mpq_t *c = assay_rationals_new (classes->count);
  enum assay_verdict verdict;
  mpq_t members;
  size_t i;

  mpq_init (members);
  for (i = 0; i < classes->count; i++)
    {
      numerator (c[i], q, i);
      mpq_set_ui (members, classes->members[i], 1);
      mpq_mul (members, members, m);
      mpq_sub (c[i], c[i], members);
    }
  verdict = assay_softmax_sign_within (sign, q->row, c, limit);
  assay_rationals_free (c, classes->count);
  mpq_clear (members);
  return verdict;
}

int
assay_quotient_compare (const struct assay_quotient *q, mpq_srcptr m)
{
  int sign = 0;

  assay_quotient_compare_within (&sign, q, m, 0);
  return sign;
}

static void
enclose_number (mpfr_ptr lo, mpfr_ptr hi, void *self, mpfr_prec_t p)
{
  assay_quotient_enclose (lo, hi, self, p);
}

static enum assay_verdict
compare_number (int *sign, void *self, mpq_srcptr m, mpfr_prec_t limit)
{
  return assay_quotient_compare_within (sign, self, m, limit);
}

enum assay_verdict
assay_quotient_round_within (uint64_t *bits, const struct assay_quotient *q,
                             enum assay_fmt fmt, mpfr_prec_t limit)
{
  struct assay_quotient copy = *q;
  struct assay_rounded number = { enclose_number, compare_number, &copy };
  enum assay_verdict verdict = ASSAY_HOLDS;
  mpq_t value;

  mpq_init (value);
  if (assay_quotient_rational (value, q) == ASSAY_HOLDS)
    *bits = assay_fmt_round (value, fmt);
  else
    verdict = assay_rounded_settle (bits, &number, fmt, q->row->precision,
                                    limit);
  mpq_clear (value);
  return verdict;
}

uint64_t
assay_quotient_round (const struct assay_quotient *q, enum assay_fmt fmt)
{
  uint64_t bits = 0;

  assay_quotient_round_within (&bits, q, fmt, 0);
  return bits;
}

/* Whether HI - LO <= 10^-DIGITS min (|LO|, |HI|), both of one sign.  */
static int
is_narrow (mpfr_srcptr lo, mpfr_srcptr hi, unsigned long digits)
{
  mpfr_t width, ten;
  int narrow;

  if (mpfr_sgn (lo) * mpfr_sgn (hi) <= 0)
    return 0;
  mpfr_inits2 (64, width, ten, (mpfr_ptr) 0);
  mpfr_sub (width, hi, lo, MPFR_RNDU);
  mpfr_ui_pow_ui (ten, 10, digits, MPFR_RNDU);
  mpfr_mul (width, width, ten, MPFR_RNDU);
  narrow = mpfr_cmpabs (width, mpfr_sgn (lo) > 0 ? lo : hi) <= 0;
  mpfr_clears (width, ten, (mpfr_ptr) 0);
  return narrow;
}

static int
is_tiny (mpfr_srcptr x)
{
  return mpfr_zero_p (x) || mpfr_get_exp (x) < mpfr_get_emin () / 2;
}

/* Whether [LO, HI] holds zero and both ends are near MPFR's least number: no
   precision would tell Q from zero.  An end that is zero is no sign of it by
   itself: at P bits, 1 - exp (-2^(-2P)) is enclosed by 0 and 2^-P.  */
static int
is_lost_in_underflow (mpfr_srcptr lo, mpfr_srcptr hi)
{
  return mpfr_sgn (lo) * mpfr_sgn (hi) <= 0 && is_tiny (lo) && is_tiny (hi);
}

/* Beyond this decimal exponent a midpoint is not worth its digits, and the
   plain loop decides.  */
enum { MIDPOINT_MAX_EXPONENT = 100000 };

/* Q rounded to DIGITS significant digits, or null when [LO, HI], which holds
   it, does not tell and is not yet narrow enough to name the one midpoint
   that could lie inside.  */
static char *
settle_decimal (const struct assay_quotient *q, mpfr_srcptr lo,
                mpfr_srcptr hi, unsigned long digits)
{
  char *below = assay_decimal_text (lo, digits, MPFR_RNDN);
  char *above = assay_decimal_text (hi, digits, MPFR_RNDN);
  char *chosen = NULL;
  mpq_t m;

  mpq_init (m);
  if (strcmp (below, above) == 0)
    chosen = below;
  else if (labs (mpfr_get_exp (lo)) < MIDPOINT_MAX_EXPONENT
           && assay_decimal_midpoint (m, lo, hi, digits))
    chosen = assay_quotient_compare (q, m) > 0 ? above : below;
  mpq_clear (m);
  if (chosen != below)
    free (below);
  if (chosen != above)
    free (above);
  return chosen;
}

/* The nines in a row from digit FROM on in X towards zero, as far as its
   precision bears digits.  */
static size_t
nines_after (mpfr_srcptr x, size_t from)
{
  size_t nines = 0, length;
  mpfr_exp_t exponent;
  char *raw, *digits;

  raw = mpfr_get_str (NULL, &exponent, 10, 0, x, MPFR_RNDZ);
  digits = raw + (raw[0] == '-');
  length = strlen (digits);
  while (from + nines < length && digits[from + nines] == '9')
    nines++;
  mpfr_free_str (raw);
  return nines;
}

/* The ends rounded outwards, to three digits more than DIGITS, or, where the
   rounding would carry through a run of nines, to three more than the run
   needs; and 1, when their first DIGITS agree.  Else 0, both null.  */
static int
texts_that_agree (char **lo_text, char **hi_text, mpfr_srcptr lo,
                  mpfr_srcptr hi, unsigned long digits)
{
  mpfr_srcptr farther = mpfr_sgn (lo) > 0 ? hi : lo;
  size_t run = 0;
  int tries;

  for (tries = 0; tries < 2; tries++)
    {
      *lo_text = assay_decimal_text (lo, digits + run + 3, MPFR_RNDD);
      *hi_text = assay_decimal_text (hi, digits + run + 3, MPFR_RNDU);
      if (assay_decimal_agree (*lo_text, *hi_text, digits))
        return 1;
      free (*lo_text);
      free (*hi_text);
      *lo_text = *hi_text = NULL;
      if (tries == 0)
        run = nines_after (farther, digits);
      if (run == 0)
        break;
    }
  return 0;
}

/* Where the ends do not agree yet, the precision may grow eightfold, and up
   to the budget where that is more.  */
enum { EXTRA_FACTOR = 8 };

static enum assay_status
fail_beside_a_decimal (struct assay_ctx *ctx, unsigned long digits,
                       mpfr_prec_t p)
{
  char expected[sizeof ctx->error.expected];

  snprintf (expected, sizeof expected, "lo and hi that agree in %lu digit%s "
            "at %ld bits", digits, digits == 1 ? "" : "s", (long) p);
  return assay_fail (ctx, ASSAY_ELIMIT, NULL, expected,
                     "a number too close to a decimal (--format=text and "
                     "--round still work, and a higher --precision may)");
}

enum assay_status
assay_quotient_decimals (char **value, char **lo_text, char **hi_text,
                         const struct assay_quotient *q, unsigned long digits,
                         struct assay_ctx *ctx, mpfr_prec_t p)
{
  enum assay_status status = ASSAY_OK;
  mpfr_prec_t highest = 0;
  int done = 0;
  mpfr_t lo, hi;

  *value = NULL;
  if (lo_text)
    *lo_text = *hi_text = NULL;
  mpfr_inits2 (MPFR_PREC_MIN, lo, hi, (mpfr_ptr) 0);
  for (p = p < 64 ? 64 : p; status == ASSAY_OK && !done;
       p = *value && p > highest / 2 ? highest : p * 2)
    {
      assay_quotient_enclose (lo, hi, q, p);
      if (is_lost_in_underflow (lo, hi))
        status = assay_fail (ctx, ASSAY_ELIMIT, NULL,
                             "scores at most 3 * 10^18 apart in a row",
                             "a gap too wide for decimals (--round still "
                             "works)");
      /* A digit more than asked, so that the texts, rounded outwards after
         two more, are still as narrow as asked.  */
      else if (*value == NULL && is_narrow (lo, hi, digits + 1))
        {
          *value = settle_decimal (q, lo, hi, digits);
          highest = p * EXTRA_FACTOR;
          if (highest < (mpfr_prec_t) ctx->max_precision)
            highest = (mpfr_prec_t) ctx->max_precision;
        }
      if (*value)
        done = !lo_text
               || texts_that_agree (lo_text, hi_text, lo, hi, digits);
      if (*value && !done && p >= highest)
        status = fail_beside_a_decimal (ctx, digits, p);
    }
  mpfr_clears (lo, hi, (mpfr_ptr) 0);
  if (status != ASSAY_OK)
    {
      free (*value);
      *value = NULL;
    }
  return status;
}
