/* row_lse.c -- the log-sum-exp of a row */

#include "attention/row_parts.h"

#include "real/encl.h"

static const struct assay_score *
leader (const struct assay_row *row)
{
  return &row->score[row->leader_of[0]];
}

static unsigned long
members (const struct assay_row *row)
{
  return row->softmax.classes.members[0];
}

/* K and 1 when N = 2^K.  */
static int
is_power_of_two (unsigned long *k, unsigned long n)
{
  *k = 0;
  for (; n % 2 == 0; n /= 2)
    ++*k;
  return n == 1;
}

/* ASSAY_HOLDS and VALUE <- z + ln n, over ln 2 when IN_BITS, where it is
   rational; ASSAY_FAILS when it is not, if z is algebraic (Lemma B75), and
   else when it is not known to be.  */
static enum assay_verdict
head_rational (mpq_ptr value, const struct assay_row *row, int in_bits)
{
  enum assay_verdict verdict;
  unsigned long k;
  mpq_t z;

  mpq_init (z);
  verdict = assay_score_rational (z, leader (row), &row->basis);
  if (verdict == ASSAY_HOLDS && !in_bits && members (row) != 1)
    verdict = ASSAY_FAILS;
  if (verdict == ASSAY_HOLDS && in_bits)
    {
      if (mpq_sgn (z) != 0 || !is_power_of_two (&k, members (row)))
        verdict = ASSAY_FAILS;
      else
        mpq_set_ui (z, k, 1);
    }
  if (verdict == ASSAY_HOLDS)
    mpq_set (value, z);
  mpq_clear (z);
  return verdict;
}

enum assay_verdict
assay_row_lse_rational (mpq_ptr value, struct assay_row *row, int in_bits)
{
  size_t count = row->softmax.classes.count;
  enum assay_verdict verdict = ASSAY_FAILS;

  if (count == 1)
    verdict = head_rational (value, row, in_bits);
  if (verdict == ASSAY_HOLDS || row->has_algebraic_scores)
    return verdict;
  /* A single capped score is transcendental; nothing is known of its
     quotient by ln 2 nor of sums.  */
  return count == 1 && members (row) == 1 && !in_bits ? ASSAY_FAILS
                                                      : ASSAY_OPEN;
}

/* RESULT contains R, out of the integers: the first class is 1 exactly.  */
static void
enclose_rest_quickly (mpfi_ptr result, struct assay_row *row)
{
  const struct assay_fixed *fixed = assay_row_fixed (row);
  mpz_t first, end;

  mpz_inits (first, end, NULL);
  mpz_setbit (first, ASSAY_FIXED_BITS);
  mpz_mul_ui (first, first, members (row));
  mpz_sub (end, fixed->total_lo, first);
  mpfr_set_z (&result->left, end, MPFR_RNDD);
  mpz_sub (end, fixed->total_hi, first);
  mpfr_set_z (&result->right, end, MPFR_RNDU);
  mpfi_div_z (result, result, first);
  mpz_clears (first, end, NULL);
}

/* Up to this precision the integers are as good as enclosures.  */
enum { QUICK_BITS = ASSAY_FIXED_BITS / 2 };

/* RESULT contains ln (1 + R).  */
static void
enclose_excess (mpfi_ptr result, struct assay_row *row)
{
  mpfr_prec_t p = mpfi_get_prec (result);

  if (p <= QUICK_BITS)
    enclose_rest_quickly (result, row);
  else
    {
      assay_softmax_rest (&result->left, &result->right, &row->softmax, p);
      mpfi_div_ui (result, result, members (row));
    }
  mpfi_log1p (result, result);
}

/* RESULT contains z + ln n + ln (1 + R) - M or, when IN_BITS, - M ln 2;
   a null M is 0.  */
static void
enclose_sum (mpfi_ptr result, struct assay_row *row, int in_bits,
             mpq_srcptr m)
{
  mpfr_prec_t p = mpfi_get_prec (result);
  struct assay_score border;
  mpfi_t term;

  mpfi_init2 (term, p);
  assay_score_init (&border);
  if (m && !in_bits)
    assay_score_of_sink (&border, m);
  assay_score_enclose_gap (result, leader (row), &border, &row->basis);
  if (members (row) > 1)
    {
      mpfi_set_ui (term, members (row));
      mpfi_log (term, term);
      mpfi_add (result, result, term);
    }
  if (m && in_bits)
    {
      mpfi_const_log2 (term);
      mpfi_mul_q (term, term, m);
      mpfi_sub (result, result, term);
    }
  enclose_excess (term, row);
  mpfi_add (result, result, term);
  assay_score_clear (&border);
  mpfi_clear (term);
}

void
assay_row_lse_enclose (mpfr_ptr lo, mpfr_ptr hi, struct assay_row *row,
                       int in_bits, mpfr_prec_t p)
{
  mpfi_t sum, ln2;

  mpfi_init2 (sum, p);
  mpfi_init2 (ln2, p);
  enclose_sum (sum, row, in_bits, NULL);
  if (in_bits)
    {
      mpfi_const_log2 (ln2);
      mpfi_div (sum, sum, ln2);
    }
  mpfr_set_prec (lo, p);
  mpfr_set_prec (hi, p);
  mpfi_get_left (lo, sum);
  mpfi_get_right (hi, sum);
  mpfi_clear (sum);
  mpfi_clear (ln2);
}

enum assay_verdict
assay_row_lse_compare (int *sign, struct assay_row *row, int in_bits,
                       mpq_srcptr m, mpfr_prec_t limit)
{
  enum assay_verdict verdict = ASSAY_OPEN;
  mpfr_prec_t p;
  mpfi_t sum;
  mpq_t head;

  mpq_init (head);
  if (head_rational (head, row, in_bits) == ASSAY_HOLDS
      && mpq_equal (head, m))
    {
      *sign = row->softmax.classes.count > 1;
      mpq_clear (head);
      return ASSAY_HOLDS;
    }
  mpq_clear (head);
  mpfi_init2 (sum, MPFR_PREC_MIN);
  for (p = 64; verdict == ASSAY_OPEN && (limit == 0 || p <= limit); p *= 2)
    {
      mpfi_set_prec (sum, p);
      enclose_sum (sum, row, in_bits, m);
      verdict = assay_encl_sign (sign, sum);
    }
  mpfi_clear (sum);
  return verdict;
}
