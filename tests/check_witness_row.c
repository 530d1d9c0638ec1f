/* check_witness_row.c -- how sharp the lemmas about a row's weights are

   B4, B5 and B7 of doc/bounds.md, as in check_witness.c.  */

#include "attention/quotient.h"
#include "attention/softmax.h"
#include "exact/vec.h"
#include "real/encl.h"
#include "testing.h"

enum { TRUTH_BITS = 400, P = 24 };

/* The row of the two scores BEHIND and 0 over sqrt (RADICAND).  */
static void
row_of_two (struct assay_softmax *row, mpq_srcptr behind,
            unsigned long radicand)
{
  static const unsigned char legal[2] = { 1, 1 };
  struct assay_vec x;

  assay_vec_init (&x, 2);
  mpq_set (x.at[0], behind);
  assay_softmax_init (row, (const mpq_t *) x.at, legal, 2, radicand);
  assay_vec_clear (&x);
}

/* How far the gap t = DELTA / sqrt (D) reaches downwards (SIDE -1) or upwards,
   GAP in units of u t, and EXPONENTIAL, what that does to the other end of
   exp (-t), in parts of the logarithm that B4 allows.  */
static void
gap_ratios (double *gap, double *exponential, mpq_srcptr delta,
            unsigned long d, int side)
{
  struct assay_softmax row;
  mpfr_t lo, hi, t, x, allowed;

  row_of_two (&row, delta, d);
  mpfr_inits2 (P, lo, hi, (mpfr_ptr) 0);
  mpfr_inits2 (TRUTH_BITS, t, x, allowed, (mpfr_ptr) 0);
  mpfr_set_q (t, delta, MPFR_RNDN);
  mpfr_sqrt_ui (x, d, MPFR_RNDN);
  mpfr_div (t, t, x, MPFR_RNDN);
  row.gap (lo, hi, &row, 0, 1);
  mpfr_sub (x, side < 0 ? lo : hi, t, MPFR_RNDN);
  mpfr_div (x, x, t, MPFR_RNDN);
  mpfr_mul_2ui (x, x, P - 1, MPFR_RNDN);
  *gap = mpfr_get_d (x, MPFR_RNDN);
  /* -+4 u t + log (1 -+ u), u = 2^(1-P).  */
  mpfr_set_si_2exp (allowed, -side, 1 - P, MPFR_RNDN);
  mpfr_log1p (x, allowed, MPFR_RNDN);
  mpfr_mul (allowed, allowed, t, MPFR_RNDN);
  mpfr_mul_2ui (allowed, allowed, 2, MPFR_RNDN);
  mpfr_add (allowed, allowed, x, MPFR_RNDN);
  assay_softmax_evaluate (&row, P);
  mpfr_log (x, side < 0 ? row.hi[1] : row.lo[1], MPFR_RNDN);
  mpfr_add (x, x, t, MPFR_RNDN);
  mpfr_div (x, x, allowed, MPFR_RNDN);
  *exponential = mpfr_get_d (x, MPFR_RNDN);
  mpfr_clears (lo, hi, t, x, allowed, (mpfr_ptr) 0);
  assay_softmax_clear (&row);
}

/* B4.  Just above 2^23 every step loses almost a whole ulp: s^2 + 1 has a
   root just above s, n - 2^-30 lies just below n, and so does the quotient
   below a number of 24 bits.  */
START_TEST (gap_loses_three_ulps_of_four)
{
  double gap, exponential, worst[2] = { 0, 0 }, widest[2] = { 0, 0 };
  const unsigned long s = (1ul << 23) + 2;
  unsigned long k;
  mpq_t delta, dust;
  int up;

  mpq_inits (delta, dust, NULL);
  mpq_set_ui (dust, 1, 1ul << 30);
  for (k = 0; k < 60; k++)
    {
      /* Downwards: t just above 1, or above 1/2 for even k.  */
      unsigned long root = k % 2 ? s : 2 * s;

      mpq_set_ui (delta, s + 60 + k, 1);
      mpq_sub (delta, delta, dust);
      gap_ratios (&gap, &exponential, delta, root * root + 1, -1);
      worst[0] = gap < worst[0] ? gap : worst[0];
      widest[0] = exponential > widest[0] ? exponential : widest[0];
      /* Upwards.  */
      root = s + (1ul << 10) - 1;
      mpq_set_ui (delta, root + (1ul << 13) - 3 - k, 1);
      mpq_add (delta, delta, dust);
      root = k % 2 ? root : 2 * root;
      gap_ratios (&gap, &exponential, delta, root * root - 1, 1);
      worst[1] = gap > worst[1] ? gap : worst[1];
      widest[1] = exponential > widest[1] ? exponential : widest[1];
    }
  ck_assert_msg (worst[0] < -2.9999 && worst[1] > 2.997, "gaps err by %.4f "
                 "and %.4f ulps", worst[0], worst[1]);
  for (up = 0; up < 2; up++)
    ck_assert_msg (widest[up] > 0.76 && widest[up] <= 1, "%d: %.4f of the "
                   "bound", up, widest[up]);
  mpq_clears (delta, dust, NULL);
}
END_TEST

/* Gaps of 16 that err by all that B4 allows but u.  */
static void
worst_gap (mpfr_ptr lo, mpfr_ptr hi, const struct assay_softmax *row,
           size_t from, size_t to)
{
  mpfr_prec_t p = mpfr_get_prec (lo);

  (void) row;
  mpfr_set_ui (lo, from == to ? 0 : 16, MPFR_RNDN);
  mpfr_set (hi, lo, MPFR_RNDN);
  if (from == to)
    return;
  /* 4 u t = 2^(7-p).  */
  mpfr_set_ui_2exp (hi, 1, 7 - p, MPFR_RNDN);
  mpfr_sub (lo, lo, hi, MPFR_RNDD);
  mpfr_add_ui (hi, hi, 16, MPFR_RNDU);
}

/* B5.  2^62 keys at the gap 16 outweigh the first; A = 17 2^(4-P).  */
START_TEST (weight_of_a_far_crowd_reaches_the_bound)
{
  static const unsigned char legal[2] = { 1, 1 };
  struct assay_classes classes;
  struct assay_softmax row;
  struct assay_vec x;
  mpfr_t lo, hi, w, a, width;

  assay_vec_init (&x, 2);
  mpq_set_ui (x.at[0], 16, 1);
  assay_classes_init (&classes, (const mpq_t *) x.at, legal, 2);
  classes.members[1] = 1ul << 62;
  assay_softmax_init_gaps (&row, &classes, worst_gap, NULL);
  mpfr_inits2 (P, lo, hi, (mpfr_ptr) 0);
  mpfr_inits2 (TRUTH_BITS, w, a, width, (mpfr_ptr) 0);
  assay_softmax_weight (lo, hi, &row, 1, P);
  /* w = 1 / (e^16 + 2^62).  */
  mpfr_set_ui (w, 16, MPFR_RNDN);
  mpfr_exp (w, w, MPFR_RNDN);
  mpfr_set_ui_2exp (a, 1, 62, MPFR_RNDN);
  mpfr_add (w, w, a, MPFR_RNDN);
  mpfr_ui_div (w, 1, w, MPFR_RNDN);
  mpfr_set_ui_2exp (a, 17, 4 - P, MPFR_RNDN);
  mpfr_sub (width, hi, lo, MPFR_RNDN);
  mpfr_div (width, width, w, MPFR_RNDN);
  mpfr_div (width, width, a, MPFR_RNDN);
  /* Of 3 A w, and of 2^(7-P) (D+1) w = 8 A w.  */
  ck_assert_msg (mpfr_cmp_d (width, 1.89) > 0
                 && mpfr_cmp_ui (width, 3) <= 0, "the width is %.3f A w",
                 mpfr_get_d (width, MPFR_RNDN));
  mpfr_div (w, hi, w, MPFR_RNDN);
  mpfr_log (w, w, MPFR_RNDN);
  mpfr_div (w, w, a, MPFR_RNDN);
  ck_assert_msg (mpfr_cmp_d (w, 0.94) > 0 && mpfr_cmp_ui (w, 1) <= 0,
                 "hi is w exp (%.4f A)", mpfr_get_d (w, MPFR_RNDN));
  mpfr_clears (lo, hi, w, a, width, (mpfr_ptr) 0);
  assay_vec_clear (&x);
  assay_softmax_clear (&row);
}
END_TEST

/* The pattern in f16 of MIDDLE + STEP e / (1 + e), e = exp (-1000), or of
   MIDDLE; WIDEST <- the most of 64, 128, ..., 4096 bits up to which it is
   never told from MIDDLE.  */
static uint64_t
round_beside (mpfr_prec_t *widest, mpq_srcptr middle, int step)
{
  struct assay_vec values;
  struct assay_quotient q;
  struct assay_softmax row;
  mpfr_prec_t p;
  mpfr_t lo, hi;
  uint64_t bits;
  mpq_t behind;

  mpq_init (behind);
  mpq_set_ui (behind, 1000, 1);
  row_of_two (&row, behind, 1);
  assay_vec_init (&values, 2);
  mpq_set (values.at[0], middle);
  mpq_set_si (values.at[1], step, 1);
  mpq_add (values.at[1], values.at[1], middle);
  q = (struct assay_quotient) { &row, (const mpq_t *) values.at, 0 };
  mpfr_inits2 (P, lo, hi, (mpfr_ptr) 0);
  for (*widest = 0, p = 64; p <= 4096; *widest = p, p *= 2)
    {
      assay_quotient_enclose (lo, hi, &q, p);
      if (mpfr_cmp_q (lo, middle) > 0 || mpfr_cmp_q (hi, middle) < 0)
        break;
    }
  bits = assay_quotient_round (&q, ASSAY_FMT_F16);
  mpfr_clears (lo, hi, (mpfr_ptr) 0);
  assay_vec_clear (&values);
  assay_softmax_clear (&row);
  mpq_clear (behind);
  return bits;
}

/* B7.  No fixed precision will do, and a rational on a border is never told
   from it.  */
START_TEST (rounding_waits_for_as_many_bits_as_the_row_asks)
{
  mpfr_prec_t widest;
  mpq_t middle;

  mpq_init (middle);
  mpq_set_ui (middle, 2049, 2048);
  ck_assert_uint_eq (round_beside (&widest, middle, 1), 0x3c01);
  ck_assert_int_eq (widest, 1024);
  ck_assert_uint_eq (round_beside (&widest, middle, -1), 0x3c00);
  ck_assert_int_eq (widest, 1024);
  ck_assert_uint_eq (round_beside (&widest, middle, 0), 0x3c00);
  ck_assert_int_eq (widest, 4096);
  mpq_clear (middle);
}
END_TEST

int
main (void)
{
  Suite *suite = suite_create ("witness_row");
  TCase *rows = tcase_create ("rows");

  tcase_add_checked_fixture (rows, assay_real_init, assay_real_finish);
  tcase_add_test (rows, gap_loses_three_ulps_of_four);
  tcase_add_test (rows, weight_of_a_far_crowd_reaches_the_bound);
  tcase_add_test (rows, rounding_waits_for_as_many_bits_as_the_row_asks);
  suite_add_tcase (suite, rows);
  return testing_run (suite);
}
