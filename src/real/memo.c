/* memo.c -- functions of MPFR whose last results are remembered */

#include "real/memo.h"

#include <string.h>

/* A power of 2 entries; longer numbers are not kept.  */
enum { ENTRIES = 4096, MOST_LIMBS = 5 };

struct number
{
  mpfr_prec_t precision;
  mpfr_exp_t exponent;
  int sign;
  mp_limb_t limb[MOST_LIMBS];
};

/* A thread remembers for itself.  */
static _Thread_local struct entry
{
  assay_memo_fn *f;             /* null while nothing is here */
  mpfr_rnd_t rnd;
  struct number x, result;
} entries[ENTRIES];

static size_t
limbs_of (mpfr_prec_t precision)
{
  return ((size_t) precision + GMP_NUMB_BITS - 1) / GMP_NUMB_BITS;
}

static int
can_be_kept (mpfr_srcptr x)
{
  return mpfr_regular_p (x) && limbs_of (mpfr_get_prec (x)) <= MOST_LIMBS;
}

static void
keep (struct number *number, mpfr_srcptr x)
{
  number->precision = mpfr_get_prec (x);
  number->exponent = mpfr_get_exp (x);
  number->sign = mpfr_signbit (x) != 0;
  memcpy (number->limb, mpfr_custom_get_significand (x),
          limbs_of (number->precision) * sizeof (mp_limb_t));
}

static int
is_kept (const struct number *number, mpfr_srcptr x)
{
  return number->precision == mpfr_get_prec (x)
         && number->exponent == mpfr_get_exp (x)
         && number->sign == (mpfr_signbit (x) != 0)
         && memcmp (number->limb, mpfr_custom_get_significand (x),
                    limbs_of (number->precision) * sizeof (mp_limb_t)) == 0;
}

/* X <- NUMBER, of the same precision.  */
static void
recall (mpfr_ptr x, struct number *number)
{
  mpfr_t kept;

  mpfr_custom_init_set (kept, number->sign ? -MPFR_REGULAR_KIND
                        : MPFR_REGULAR_KIND, number->exponent,
                        number->precision, number->limb);
  mpfr_set (x, kept, MPFR_RNDN);
}

static struct entry *
entry_of (assay_memo_fn *f, mpfr_srcptr x, mpfr_prec_t precision,
          mpfr_rnd_t rnd)
{
  const mp_limb_t *limb = mpfr_custom_get_significand (x);
  size_t i, count = limbs_of (mpfr_get_prec (x));
  unsigned long hash = (unsigned long) precision * 8 + (unsigned long) rnd;

  hash ^= (unsigned long) mpfr_get_exp (x) << 20;
  hash ^= f == mpfr_cos ? 1ul << 40 : f == mpfr_sin ? 1ul << 41 : 0;
  for (i = 0; i < count; i++)
    {
      hash = (hash ^ limb[i]) * 0x9e3779b97f4a7c15ul;
      hash ^= hash >> 29;
    }
  return &entries[hash % ENTRIES];
}

static void
put (struct entry *entry, assay_memo_fn *f, mpfr_srcptr x,
     mpfr_srcptr result, mpfr_rnd_t rnd)
{
  if (!mpfr_regular_p (result))
    return;
  entry->f = f;
  entry->rnd = rnd;
  keep (&entry->x, x);
  keep (&entry->result, result);
}

/* RESULT <- F (X), F one of cosine and sine: who asks for the one asks for
   the other next, and both together cost little more.  */
static void
apply_circular (mpfr_ptr result, assay_memo_fn *f, mpfr_srcptr x,
                mpfr_rnd_t rnd)
{
  mpfr_prec_t precision = mpfr_get_prec (result);
  assay_memo_fn *g = f == mpfr_sin ? mpfr_cos : mpfr_sin;
  mpfr_t other;

  mpfr_init2 (other, precision);
  if (f == mpfr_sin)
    mpfr_sin_cos (result, other, x, rnd);
  else
    mpfr_sin_cos (other, result, x, rnd);
  put (entry_of (g, x, precision, rnd), g, x, other, rnd);
  mpfr_clear (other);
}

void
assay_memo_apply (mpfr_ptr result, assay_memo_fn *f, mpfr_srcptr x,
                  mpfr_rnd_t rnd)
{
  mpfr_prec_t precision = mpfr_get_prec (result);
  struct entry *entry;

  if (!can_be_kept (x) || limbs_of (precision) > MOST_LIMBS)
    {
      f (result, x, rnd);
      return;
    }
  entry = entry_of (f, x, precision, rnd);
  if (entry->f == f && entry->rnd == rnd
      && entry->result.precision == precision && is_kept (&entry->x, x))
    {
      recall (result, &entry->result);
      return;
    }
  if (f == mpfr_sin || f == mpfr_cos)
    apply_circular (result, f, x, rnd);
  else
    f (result, x, rnd);
  put (entry, f, x, result, rnd);
}
