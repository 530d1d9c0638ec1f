/* merge.c -- attention over chunks of the keys, put together */

#include "kernel/merge.h"

#include <mpfi.h>
#include <stdlib.h>

#include "attention/rounded.h"
#include "base/memory.h"
#include "exact/rat.h"
#include "real/encl.h"

enum { MAX_SHIFT = 1 << 24, FIRST_BITS = 64 };

void
assay_merge_init (struct assay_merge *merge, size_t chunks, int in_bits)
{
  merge->chunks = chunks;
  merge->in_bits = in_bits;
  merge->classes = 0;
  merge->lse = assay_rationals_new (chunks);
  merge->leader = assay_rationals_new (chunks);
  merge->present = assay_calloc (chunks, 1);
  merge->class_of = assay_calloc (chunks, sizeof *merge->class_of);
  merge->shift = assay_calloc (chunks, sizeof *merge->shift);
  mpq_init (merge->largest);
}

void
assay_merge_clear (struct assay_merge *merge)
{
  assay_rationals_free (merge->lse, merge->chunks);
  assay_rationals_free (merge->leader, merge->chunks);
  free (merge->present);
  free (merge->class_of);
  free (merge->shift);
  mpq_clear (merge->largest);
}

void
assay_merge_set (struct assay_merge *merge, size_t m, mpq_srcptr lse)
{
  mpq_set (merge->lse[m], lse);
  merge->present[m] = 1;
}

/* Whether X and Y belong to one class.  */
static int
is_one_class (const struct assay_merge *merge, mpq_srcptr x, mpq_srcptr y)
{
  mpq_t gap;
  int one;

  if (!merge->in_bits)
    return mpq_equal (x, y);
  mpq_init (gap);
  mpq_sub (gap, x, y);
  one = mpz_cmp_ui (mpq_denref (gap), 1) == 0;
  mpq_clear (gap);
  return one;
}

/* Chunk M joins its class; the class's leader is its least exponent.  */
static void
classify (struct assay_merge *merge, size_t m)
{
  size_t c;

  for (c = 0; c < merge->classes; c++)
    if (is_one_class (merge, merge->lse[m], merge->leader[c]))
      break;
  if (c == merge->classes)
    mpq_set (merge->leader[merge->classes++], merge->lse[m]);
  else if (mpq_cmp (merge->lse[m], merge->leader[c]) < 0)
    mpq_set (merge->leader[c], merge->lse[m]);
  merge->class_of[m] = c;
}

enum assay_status
assay_merge_ready (struct assay_merge *merge, struct assay_ctx *ctx)
{
  const struct assay_where where = { NULL, "lse", 0 };
  enum assay_status status = ASSAY_OK;
  int is_first = 1;
  size_t m;
  mpq_t gap;

  mpq_init (gap);
  merge->classes = 0;
  for (m = 0; m < merge->chunks; m++)
    if (merge->present[m])
      {
        classify (merge, m);
        if (is_first || mpq_cmp (merge->lse[m], merge->largest) > 0)
          mpq_set (merge->largest, merge->lse[m]);
        is_first = 0;
      }
  for (m = 0; m < merge->chunks && status == ASSAY_OK; m++)
    if (merge->present[m])
      {
        mpq_sub (gap, merge->lse[m], merge->leader[merge->class_of[m]]);
        if (mpz_cmp_ui (mpq_numref (gap), MAX_SHIFT) > 0)
          status = assay_fail (ctx, ASSAY_ELIMIT, &where, "log-sum-exps at "
                               "most 2^24 apart", "%.6g", mpq_get_d (gap));
        else
          merge->shift[m] = mpz_get_ui (mpq_numref (gap));
      }
  mpq_clear (gap);
  return status;
}

/* TOP[c], BOTTOM[c] <- sums of 2^shift value and of 2^shift.  A null VALUE
   leaves TOP alone.  */
static void
sum_classes (mpq_t *top, mpq_t *bottom, const struct assay_merge *merge,
             const mpq_t *value)
{
  mpq_t term;
  size_t m;

  mpq_init (term);
  for (m = 0; m < merge->chunks; m++)
    {
      size_t c = merge->class_of[m];

      if (!merge->present[m])
        continue;
      mpq_set_ui (term, 1, 1);
      mpq_mul_2exp (term, term, merge->shift[m]);
      mpq_add (bottom[c], bottom[c], term);
      if (value)
        {
          mpq_mul (term, term, value[m]);
          mpq_add (top[c], top[c], term);
        }
    }
  mpq_clear (term);
}

/* ASSAY_HOLDS and VALUE <- the common ratio of the classes.  */
static enum assay_verdict
common_ratio (mpq_ptr value, mpq_t *top, mpq_t *bottom, size_t classes)
{
  enum assay_verdict verdict = ASSAY_HOLDS;
  mpq_t first, ratio;
  size_t c;

  mpq_inits (first, ratio, NULL);
  mpq_div (first, top[0], bottom[0]);
  for (c = 1; c < classes && verdict == ASSAY_HOLDS; c++)
    {
      mpq_div (ratio, top[c], bottom[c]);
      if (!mpq_equal (ratio, first))
        verdict = ASSAY_FAILS;
    }
  if (verdict == ASSAY_HOLDS)
    mpq_set (value, first);
  mpq_clears (first, ratio, NULL);
  return verdict;
}

/* The log-sum-exp is rational iff there is one class, of one chunk in base e,
   and of a sum that is a power of two in base 2 (Lemma B85).  */
static enum assay_verdict
rational_lse (mpq_ptr value, const struct assay_merge *merge, mpq_t *bottom)
{
  mpz_srcptr sum = mpq_numref (bottom[0]);

  if (merge->classes != 1 || mpz_popcount (sum) != 1
      || (!merge->in_bits && mpz_cmp_ui (sum, 1) != 0))
    return ASSAY_FAILS;
  mpq_set_ui (value, mpz_sizeinbase (sum, 2) - 1, 1);
  mpq_add (value, value, merge->leader[0]);
  return ASSAY_HOLDS;
}

enum assay_verdict
assay_merge_rational (mpq_ptr value, const struct assay_merge_number *number)
{
  const struct assay_merge *merge = number->merge;
  mpq_t *top = assay_rationals_new (merge->classes);
  mpq_t *bottom = assay_rationals_new (merge->classes);
  enum assay_verdict verdict;

  sum_classes (top, bottom, merge, number->value);
  verdict = number->value
            ? common_ratio (value, top, bottom, merge->classes)
            : rational_lse (value, merge, bottom);
  assay_rationals_free (top, merge->classes);
  assay_rationals_free (bottom, merge->classes);
  return verdict;
}

/* RESULT <- B^(l_m - largest).  */
static void
enclose_weight (mpfi_ptr result, const struct assay_merge *merge, size_t m)
{
  mpq_t gap;

  mpq_init (gap);
  mpq_sub (gap, merge->lse[m], merge->largest);
  assay_encl_set_rational (result, gap);
  if (merge->in_bits)
    mpfi_exp2 (result, result);
  else
    mpfi_exp (result, result);
  mpq_clear (gap);
}

/* RESULT <- the number: an enclosure at its precision.  */
static void
enclose (mpfi_ptr result, const struct assay_merge_number *number)
{
  const struct assay_merge *merge = number->merge;
  mpfr_prec_t p = mpfi_get_prec (result);
  mpfi_t weight, sum;
  size_t m;

  mpfi_init2 (weight, p);
  mpfi_init2 (sum, p);
  mpfi_set_ui (sum, 0);
  mpfi_set_ui (result, 0);
  for (m = 0; m < merge->chunks; m++)
    if (merge->present[m])
      {
        enclose_weight (weight, merge, m);
        mpfi_add (sum, sum, weight);
        if (number->value)
          {
            mpfi_mul_q (weight, weight, number->value[m]);
            mpfi_add (result, result, weight);
          }
      }
  if (number->value)
    mpfi_div (result, result, sum);
  else
    {
      if (merge->in_bits)
        mpfi_log2 (result, sum);
      else
        mpfi_log (result, sum);
      mpfi_add_q (result, result, merge->largest);
    }
  mpfi_clear (weight);
  mpfi_clear (sum);
}

static void
enclose_ends (mpfr_ptr lo, mpfr_ptr hi, void *self, mpfr_prec_t p)
{
  mpfi_t x;

  mpfi_init2 (x, p);
  enclose (x, self);
  mpfr_set_prec (lo, p);
  mpfr_set_prec (hi, p);
  mpfi_get_left (lo, x);
  mpfi_get_right (hi, x);
  mpfi_clear (x);
}

/* The number is irrational, so that its difference from M shows.  */
static enum assay_verdict
compare (int *sign, void *self, mpq_srcptr m, mpfr_prec_t limit)
{
  mpfr_prec_t p = FIRST_BITS;
  mpfr_t lo, hi;

  (void) limit;
  mpfr_inits2 (p, lo, hi, (mpfr_ptr) 0);
  for (*sign = 0; *sign == 0; p *= 2)
    {
      enclose_ends (lo, hi, self, p);
      if (mpfr_cmp_q (lo, m) > 0)
        *sign = 1;
      else if (mpfr_cmp_q (hi, m) < 0)
        *sign = -1;
    }
  mpfr_clears (lo, hi, (mpfr_ptr) 0);
  return ASSAY_HOLDS;
}

uint64_t
assay_merge_round (const struct assay_merge_number *number,
                   enum assay_fmt fmt)
{
  struct assay_merge_number self = *number;
  struct assay_rounded real = { enclose_ends, compare, &self };
  uint64_t bits = 0;
  mpq_t value;

  mpq_init (value);
  if (assay_merge_rational (value, number) == ASSAY_HOLDS)
    bits = assay_fmt_round (value, fmt);
  else
    assay_rounded_settle (&bits, &real, fmt, FIRST_BITS, 0);
  mpq_clear (value);
  return bits;
}

void
assay_merge_enclose (mpfr_ptr lo, mpfr_ptr hi,
                     const struct assay_merge_number *number,
                     mpfr_prec_t bits)
{
  struct assay_merge_number self = *number;
  mpfr_prec_t p = bits + 32;
  mpq_t value;

  mpq_init (value);
  if (assay_merge_rational (value, number) == ASSAY_HOLDS)
    {
      mpfr_set_prec (lo, bits);
      mpfr_set_prec (hi, bits);
      mpfr_set_q (lo, value, MPFR_RNDD);
      mpfr_set_q (hi, value, MPFR_RNDU);
    }
  else
    {
      enclose_ends (lo, hi, &self, p);
      while (!assay_rounded_is_narrow (lo, hi, bits))
        enclose_ends (lo, hi, &self, p *= 2);
    }
  mpq_clear (value);
}
