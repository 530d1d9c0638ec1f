/* check_softmax.c -- enclosed exponentials, weights and means of one row

   The truth is computed apart from the module: exponentials of the scores
   themselves, nothing subtracted, at TRUTH_BITS.  */

#include <stdlib.h>

#include "attention/softmax.h"
#include "exact/rat.h"
#include "exact/vec.h"
#include "testing_real.h"

enum { MOST_KEYS = 12, LEAST_P = 4, MOST_P = 66 };

/* A row with its scores, kept for the truth.  */
struct row
{
  struct assay_vec x;
  unsigned char legal[MOST_KEYS];
  unsigned long radicand;
  struct assay_softmax softmax;
};

static void
row_finish (struct row *row)
{
  assay_softmax_init (&row->softmax, row->x.at, row->legal, row->x.n,
                      row->radicand);
}

static void
row_clear (struct row *row)
{
  assay_softmax_clear (&row->softmax);
  assay_vec_clear (&row->x);
}

/* Scores up to REACH, of which some are equal and some almost.  */
static void
row_draw (struct row *row, long reach)
{
  size_t n = 1 + testing_below (MOST_KEYS), j;
  mpq_t tiny;

  mpq_init (tiny);
  assay_vec_init (&row->x, n);
  for (j = 0; j < n; j++)
    {
      unsigned long kind = j > 0 ? testing_below (4) : 3;

      row->legal[j] = testing_below (5) != 0;
      if (kind < 2)
        mpq_set (row->x.at[j], row->x.at[testing_below (j)]);
      if (kind == 1)
        {
          testing_rational (tiny, 8);
          mpq_div_2exp (tiny, tiny, testing_below (100));
          mpq_add (row->x.at[j], row->x.at[j], tiny);
        }
      if (kind > 1)
        {
          mpq_set_si (row->x.at[j], testing_between (-reach, reach),
                      1 + testing_below (60));
          mpq_canonicalize (row->x.at[j]);
        }
    }
  row->legal[testing_below (n)] = 1;
  row->radicand = testing_below (2) ? 1 : 1 + testing_below (12);
  row_finish (row);
  mpq_clear (tiny);
}

/* The row of a list such as "1/2 0 7", all legal.  */
static void
row_read (struct row *row, size_t n, const char *const *scores,
          unsigned long radicand)
{
  struct assay_ctx ctx;
  size_t j;

  assay_ctx_init (&ctx);
  assay_vec_init (&row->x, n);
  for (j = 0; j < n; j++)
    {
      row->legal[j] = 1;
      ck_assert_int_eq (assay_rat_read (row->x.at[j], scores[j], &ctx, NULL,
                                        "x"), ASSAY_OK);
    }
  row->radicand = radicand;
  row_finish (row);
}

/* Raw exponentials of a row and their sum: errors below 2^-500 of each, as
   long as the scores stay below 2^64.  */
enum { TRUTH_BITS = 640, TRUTH_SLACK = 500 };

struct truth
{
  size_t n;
  mpfr_t e[MOST_KEYS], total;
};

static void
truth_init (struct truth *truth, const struct row *row)
{
  size_t j;

  truth->n = row->x.n;
  mpfr_init2 (truth->total, TRUTH_BITS);
  mpfr_set_zero (truth->total, 1);
  for (j = 0; j < truth->n; j++)
    {
      mpfr_init2 (truth->e[j], TRUTH_BITS);
      mpfr_sqrt_ui (truth->e[j], row->radicand, MPFR_RNDN);
      mpfr_ui_div (truth->e[j], 1, truth->e[j], MPFR_RNDN);
      mpfr_mul_q (truth->e[j], truth->e[j], row->x.at[j], MPFR_RNDN);
      mpfr_exp (truth->e[j], truth->e[j], MPFR_RNDN);
      if (row->legal[j])
        mpfr_add (truth->total, truth->total, truth->e[j], MPFR_RNDN);
    }
}

static void
truth_clear (struct truth *truth)
{
  size_t j;

  for (j = 0; j < truth->n; j++)
    mpfr_clear (truth->e[j]);
  mpfr_clear (truth->total);
}

/* Whether LO <= X <= HI, up to the error of X.  */
static int
encloses (mpfr_srcptr lo, mpfr_srcptr hi, mpfr_srcptr x)
{
  mpfr_t slack, end;
  int inside;

  mpfr_inits2 (TRUTH_BITS, slack, end, (mpfr_ptr) 0);
  mpfr_abs (slack, x, MPFR_RNDN);
  mpfr_div_2ui (slack, slack, TRUTH_SLACK, MPFR_RNDU);
  mpfr_add (end, x, slack, MPFR_RNDU);
  inside = mpfr_lessequal_p (lo, end);
  mpfr_sub (end, x, slack, MPFR_RNDD);
  inside = inside && mpfr_lessequal_p (end, hi);
  mpfr_clears (slack, end, (mpfr_ptr) 0);
  return inside;
}

/* The key of class C that stands first.  */
static size_t
member_of (const struct assay_classes *classes, size_t c)
{
  size_t j = 0;

  while (classes->class_of[j] != c)
    j++;
  return j;
}

/* Every exponential and the sum of ROW hold their truth at P bits; T is room
   for it.  */
static void
assert_exponentials (struct row *row, const struct truth *truth, mpfr_ptr t,
                     mpfr_prec_t p)
{
  struct assay_softmax *s = &row->softmax;
  mpfr_srcptr top = truth->e[member_of (&s->classes, 0)];
  size_t c;

  assay_softmax_evaluate (s, p);
  ck_assert_int_eq (s->precision, p);
  for (c = 0; c < s->classes.count; c++)
    {
      ck_assert_int_eq (mpfr_get_prec (s->lo[c]), p);
      mpfr_div (t, truth->e[member_of (&s->classes, c)], top, MPFR_RNDN);
      ck_assert_msg (encloses (s->lo[c], s->hi[c], t),
                     "exponential %zu at %ld bits, seed %lu", c, (long) p,
                     testing_seed ());
    }
  mpfr_div (t, truth->total, top, MPFR_RNDN);
  ck_assert_msg (encloses (s->total_lo, s->total_hi, t),
                 "sum at %ld bits, seed %lu", (long) p, testing_seed ());
}

START_TEST (exponentials_and_weights_contain_their_truth_at_every_precision)
{
  struct truth truth;
  mpfr_t lo, hi, t;
  struct row row;
  mpfr_prec_t p;
  size_t i, c;

  mpfr_inits2 (TRUTH_BITS, lo, hi, t, (mpfr_ptr) 0);
  for (i = 0; i < testing_count (300); i++)
    {
      row_draw (&row, i % 3 ? 300 : 20000);
      truth_init (&truth, &row);
      for (p = LEAST_P; p <= MOST_P; p++)
        {
          assert_exponentials (&row, &truth, t, p);
          for (c = 0; c < row.softmax.classes.count; c++)
            {
              size_t j = member_of (&row.softmax.classes, c);

              assay_softmax_weight (lo, hi, &row.softmax, c, p);
              ck_assert_int_eq (mpfr_get_prec (lo), p);
              mpfr_div (t, truth.e[j], truth.total, MPFR_RNDN);
              ck_assert_msg (encloses (lo, hi, t), "case %zu, class %zu at "
                             "%ld bits, seed %lu", i, c, (long) p,
                             testing_seed ());
            }
        }
      truth_clear (&truth);
      row_clear (&row);
    }
  mpfr_clears (lo, hi, t, (mpfr_ptr) 0);
}
END_TEST

/* V <- random values, SUMS <- their sums by class, MEAN <- the true mean.  */
static void
draw_mean (mpfr_ptr mean, struct assay_vec *sums, const struct row *row,
           const struct truth *truth)
{
  struct assay_vec v;
  mpfr_t term;
  size_t j;

  assay_vec_init (&v, row->x.n);
  assay_vec_init (sums, row->softmax.classes.count);
  mpfr_init2 (term, TRUTH_BITS);
  mpfr_set_zero (mean, 1);
  for (j = 0; j < v.n; j++)
    {
      if (j > 0 && testing_below (3) == 0)
        mpq_neg (v.at[j], v.at[j - 1]);
      else
        testing_rational (v.at[j], 30);
      mpfr_mul_q (term, truth->e[j], v.at[j], MPFR_RNDN);
      if (row->legal[j])
        mpfr_add (mean, mean, term, MPFR_RNDN);
    }
  mpfr_div (mean, mean, truth->total, MPFR_RNDN);
  assay_classes_sum (sums->at, &row->softmax.classes, v.at, 1);
  assay_vec_clear (&v);
  mpfr_clear (term);
}

/* Scores of one small reach, so that a mean that cancels is still true to
   2^-300.  */
START_TEST (mean_contains_its_truth_at_every_precision)
{
  mpfr_t lo, hi, mean, slack;
  struct assay_vec sums;
  struct truth truth;
  struct row row;
  mpfr_prec_t p;
  size_t i;

  mpfr_inits2 (TRUTH_BITS, lo, hi, mean, slack, (mpfr_ptr) 0);
  mpfr_set_ui_2exp (slack, 1, -300, MPFR_RNDN);
  for (i = 0; i < testing_count (500); i++)
    {
      row_draw (&row, 30);
      truth_init (&truth, &row);
      draw_mean (mean, &sums, &row, &truth);
      for (p = LEAST_P; p <= MOST_P; p++)
        {
          assay_softmax_mean (lo, hi, &row.softmax, sums.at, p);
          mpfr_prec_round (lo, TRUTH_BITS, MPFR_RNDN);
          mpfr_prec_round (hi, TRUTH_BITS, MPFR_RNDN);
          mpfr_sub (lo, lo, slack, MPFR_RNDD);
          mpfr_add (hi, hi, slack, MPFR_RNDU);
          ck_assert_msg (mpfr_lessequal_p (lo, mean)
                         && mpfr_lessequal_p (mean, hi), "case %zu at %ld "
                         "bits, seed %lu", i, (long) p, testing_seed ());
        }
      assay_vec_clear (&sums);
      truth_clear (&truth);
      row_clear (&row);
    }
  mpfr_clears (lo, hi, mean, slack, (mpfr_ptr) 0);
}
END_TEST

START_TEST (enclosures_at_p_and_2p_overlap)
{
  mpfr_t lo, hi, lo2, hi2;
  struct row row;
  mpfr_prec_t p;
  size_t i, c;

  mpfr_inits2 (LEAST_P, lo, hi, lo2, hi2, (mpfr_ptr) 0);
  for (i = 0; i < testing_count (300); i++)
    {
      row_draw (&row, 3000);
      for (p = LEAST_P; p <= MOST_P; p += 1 + p / 8)
        for (c = 0; c < row.softmax.classes.count; c++)
          {
            assay_softmax_weight (lo, hi, &row.softmax, c, p);
            assay_softmax_weight (lo2, hi2, &row.softmax, c, 2 * p);
            ck_assert_msg (mpfr_lessequal_p (lo, hi2)
                           && mpfr_lessequal_p (lo2, hi), "case %zu at %ld "
                           "bits, seed %lu", i, (long) p, testing_seed ());
            ck_assert (mpfr_lessequal_p (lo2, hi2));
          }
      row_clear (&row);
    }
  mpfr_clears (lo, hi, lo2, hi2, (mpfr_ptr) 0);
}
END_TEST

/* RATIO <- (HI - LO) / (2^(7-P) (D+1) W), and 1, when Lemma B5 applies:
   2^(4-P) (D+1) <= 1, D being the row's greatest t_c.  */
static int
width_ratio (mpfr_ptr ratio, const struct row *row, mpfr_srcptr lo,
             mpfr_srcptr hi, mpfr_srcptr weight, mpfr_prec_t p)
{
  const struct assay_classes *classes = &row->softmax.classes;
  mpfr_t spread, bound;
  int applies;

  mpfr_inits2 (TRUTH_BITS, spread, bound, (mpfr_ptr) 0);
  mpfr_sqrt_ui (bound, row->radicand, MPFR_RNDN);
  mpfr_set_q (spread, classes->behind[classes->count - 1], MPFR_RNDN);
  mpfr_div (spread, spread, bound, MPFR_RNDN);
  mpfr_add_ui (spread, spread, 1, MPFR_RNDN);
  mpfr_mul_2si (bound, spread, 4 - (long) p, MPFR_RNDN);
  applies = mpfr_cmp_ui (bound, 1) <= 0;
  mpfr_mul_2ui (bound, bound, 3, MPFR_RNDN);
  mpfr_mul (bound, bound, weight, MPFR_RNDN);
  mpfr_sub (spread, hi, lo, MPFR_RNDN);
  mpfr_div (ratio, spread, bound, MPFR_RNDN);
  mpfr_clears (spread, bound, (mpfr_ptr) 0);
  return applies;
}

/* No ratio of a row's weights exceeds CONSTANT; WORST <- the largest seen,
   COUNT of them.  */
static void
widths_of (mpfr_ptr worst, size_t *count, struct row *row)
{
  struct truth truth;
  mpfr_t lo, hi, weight, ratio;
  mpfr_prec_t p;
  size_t c;

  mpfr_inits2 (TRUTH_BITS, lo, hi, weight, ratio, (mpfr_ptr) 0);
  truth_init (&truth, row);
  for (p = LEAST_P; p <= MOST_P; p++)
    for (c = 0; c < row->softmax.classes.count; c++)
      {
        size_t j = member_of (&row->softmax.classes, c);

        assay_softmax_weight (lo, hi, &row->softmax, c, p);
        mpfr_div (weight, truth.e[j], truth.total, MPFR_RNDN);
        if (!width_ratio (ratio, row, lo, hi, weight, p))
          continue;
        ++*count;
        mpfr_max (worst, worst, ratio, MPFR_RNDU);
      }
  truth_clear (&truth);
  mpfr_clears (lo, hi, weight, ratio, (mpfr_ptr) 0);
}

/* 3 A w, A = 2^(4-P) (D+1), is 3/8 of 2^(7-P) (D+1) w.  */
START_TEST (width_bound_holds_on_random_rows)
{
  static const long reaches[] = { 5, 300, 20000, 100000000 };
  size_t i, count = 0;
  struct row row;
  mpfr_t worst;

  mpfr_init2 (worst, TRUTH_BITS);
  mpfr_set_zero (worst, 1);
  for (i = 0; i < testing_count (400); i++)
    {
      row_draw (&row, reaches[i % 4]);
      widths_of (worst, &count, &row);
      row_clear (&row);
    }
  ck_assert_uint_gt (count, 0);
  ck_assert_msg (mpfr_cmp_d (worst, 0.375) <= 0,
                 "the worst of %zu ratios is %.4f, seed %lu", count,
                 mpfr_get_d (worst, MPFR_RNDU), testing_seed ());
  mpfr_clear (worst);
}
END_TEST

/* The largest spread that the lemma allows at each precision: D + 1 just
   below 2^(P-4), over roots that are rational and others.  */
START_TEST (width_bound_holds_at_largest_allowed_spread)
{
  static const unsigned long radicands[] = { 1, 2, 3, 4, 7 };
  static const char *const scores[] = { "0", "0", "1" };
  mpfr_t lo, hi, weight, ratio;
  struct truth truth;
  struct row row;
  mpfr_prec_t p;
  size_t c, tried = 0;
  unsigned long d = radicands[_i];

  mpfr_inits2 (TRUTH_BITS, lo, hi, weight, ratio, (mpfr_ptr) 0);
  /* Beyond 2^24 the exponents of the truth grow without teaching more.  */
  for (p = LEAST_P + 2; p <= 28; p++)
    {
      row_read (&row, 3, scores, d);
      assay_softmax_clear (&row.softmax);
      mpq_set_ui (row.x.at[0], 1, 3);
      mpq_set_si (row.x.at[1], -(1l << (p - 4)) + 2, 1);
      row_finish (&row);
      truth_init (&truth, &row);
      for (c = 0; c < row.softmax.classes.count; c++)
        {
          size_t j = member_of (&row.softmax.classes, c);

          assay_softmax_weight (lo, hi, &row.softmax, c, p);
          mpfr_div (weight, truth.e[j], truth.total, MPFR_RNDN);
          ck_assert (encloses (lo, hi, weight));
          if (!width_ratio (ratio, &row, lo, hi, weight, p))
            continue;
          tried++;
          ck_assert_msg (mpfr_cmp_d (ratio, 0.375) <= 0,
                         "%.4f of the bound at %ld bits",
                         mpfr_get_d (ratio, MPFR_RNDU), (long) p);
        }
      truth_clear (&truth);
      row_clear (&row);
    }
  ck_assert_uint_gt (tried, 60);
  mpfr_clears (lo, hi, weight, ratio, (mpfr_ptr) 0);
}
END_TEST

/* With a constant WASTE times smaller, 2^(2-P), the bound is false: rows of
   two keys with a root that is not rational exceed it.  */
START_TEST (softmax_width_constant_is_not_idle)
{
  enum { WASTE = 32 };
  size_t i, count = 0;
  struct row row;
  mpfr_t worst;

  mpfr_init2 (worst, TRUTH_BITS);
  mpfr_set_zero (worst, 1);
  for (i = 0; i < 40; i++)
    {
      const char *const scores[] = { "0", "0" };

      row_read (&row, 2, scores, 2 + i % 9);
      assay_softmax_clear (&row.softmax);
      mpq_set_ui (row.x.at[1], 1000 + 7 * i, 3);
      mpq_canonicalize (row.x.at[1]);
      row_finish (&row);
      widths_of (worst, &count, &row);
      row_clear (&row);
    }
  ck_assert_msg (mpfr_cmp_d (worst, 1.0 / WASTE) > 0,
                 "the worst of %zu ratios is %.4f", count,
                 mpfr_get_d (worst, MPFR_RNDD));
  mpfr_clear (worst);
}
END_TEST

START_TEST (equal_scores_give_exact_equal_weights)
{
  static const char *const scores[] = { "-7/3", "-7/3", "-7/3", "-7/3" };
  mpfr_prec_t p;
  mpfr_t lo, hi;
  struct row row;
  size_t n;

  mpfr_inits2 (LEAST_P, lo, hi, (mpfr_ptr) 0);
  for (n = 1; n <= 4; n++)
    for (p = LEAST_P; p <= MOST_P; p++)
      {
        row_read (&row, n, scores, 3);
        assay_softmax_weight (lo, hi, &row.softmax, 0, p);
        if (n != 3)
          {
            ck_assert (mpfr_equal_p (lo, hi));
            mpfr_mul_ui (lo, lo, n, MPFR_RNDN);
            ck_assert (mpfr_cmp_ui (lo, 1) == 0);
          }
        else
          {
            mpfr_nextabove (lo);
            ck_assert (mpfr_equal_p (lo, hi));
          }
        row_clear (&row);
      }
  mpfr_clears (lo, hi, (mpfr_ptr) 0);
}
END_TEST

START_TEST (precision_goes_down_as_well_as_up)
{
  static const char *const scores[] = { "1", "1/3" };
  mpfr_t lo, hi;
  struct row row;

  mpfr_inits2 (LEAST_P, lo, hi, (mpfr_ptr) 0);
  row_read (&row, 2, scores, 1);
  assay_softmax_evaluate (&row.softmax, 200);
  assay_softmax_weight (lo, hi, &row.softmax, 1, 10);
  ck_assert_int_eq (row.softmax.precision, 10);
  ck_assert_int_eq (mpfr_get_prec (lo), 10);
  ck_assert_int_eq (mpfr_get_prec (row.softmax.lo[1]), 10);
  row_clear (&row);
  mpfr_clears (lo, hi, (mpfr_ptr) 0);
}
END_TEST

/* x / sqrt (4) and x / 2 are one score.  */
START_TEST (square_radicand_equals_division_by_its_root)
{
  mpfr_t lo, hi, lo2, hi2;
  struct row row, halved;
  size_t i, c, j;
  mpq_t two;

  mpq_init (two);
  mpq_set_ui (two, 2, 1);
  mpfr_inits2 (LEAST_P, lo, hi, lo2, hi2, (mpfr_ptr) 0);
  for (i = 0; i < testing_count (300); i++)
    {
      row_draw (&row, 300);
      assay_softmax_clear (&row.softmax);
      row.radicand = 4;
      row_finish (&row);
      halved = row;
      assay_vec_init (&halved.x, row.x.n);
      for (j = 0; j < row.x.n; j++)
        mpq_div (halved.x.at[j], row.x.at[j], two);
      halved.radicand = 1;
      row_finish (&halved);
      for (c = 0; c < row.softmax.classes.count; c++)
        {
          assay_softmax_weight (lo, hi, &row.softmax, c, 90);
          assay_softmax_weight (lo2, hi2, &halved.softmax, c, 90);
          ck_assert_msg (mpfr_lessequal_p (lo, hi2)
                         && mpfr_lessequal_p (lo2, hi), "case %zu, seed %lu",
                         i, testing_seed ());
        }
      row_clear (&row);
      row_clear (&halved);
    }
  mpq_clear (two);
  mpfr_clears (lo, hi, lo2, hi2, (mpfr_ptr) 0);
}
END_TEST

/* The sign of C0 + C1 exp (-T / sqrt (RADICAND)).  */
static int
sign_of_two (mpq_srcptr c0, mpq_srcptr c1, mpq_srcptr t,
             unsigned long radicand)
{
  const char *const scores[] = { "0", "0" };
  struct assay_vec c;
  struct row row;
  int sign;

  row_read (&row, 2, scores, radicand);
  assay_softmax_clear (&row.softmax);
  mpq_neg (row.x.at[1], t);
  row_finish (&row);
  assay_vec_init (&c, 2);
  mpq_set (c.at[0], c0);
  mpq_set (c.at[1], c1);
  sign = assay_softmax_sign (&row.softmax, c.at);
  assay_vec_clear (&c);
  row_clear (&row);
  return sign;
}

/* exp (t) > T_n = sum over k <= n of t^k / k!, by less than 2 t^(n+1) /
   (n+1)!: 1 - T_n exp (-t) is positive and down to 10^-150.  */
START_TEST (sign_tells_an_exponential_from_its_taylor_sums)
{
  mpq_t t, sum, term, one, factor;
  unsigned long n;

  mpq_inits (t, sum, term, one, factor, NULL);
  mpq_set_ui (t, 1, 7);
  mpq_set_ui (one, 1, 1);
  mpq_set (sum, one);
  mpq_set (term, one);
  for (n = 1; n <= 60; n++)
    {
      mpq_set_ui (factor, 1, n);
      mpq_mul (term, term, t);
      mpq_mul (term, term, factor);
      mpq_add (sum, sum, term);
      mpq_neg (factor, sum);
      ck_assert_msg (sign_of_two (one, factor, t, 1) == 1, "n = %lu", n);
      mpq_sub (factor, factor, term);
      ck_assert_msg (sign_of_two (one, factor, t, 1) == -1, "n = %lu", n);
    }
  mpq_clears (t, sum, term, one, factor, NULL);
}
END_TEST

/* The same about exp (t / sqrt (d)), rounded down and up at ever more bits. */
START_TEST (sign_tells_an_exponential_of_a_root_from_its_roundings)
{
  static const unsigned long radicands[] = { 2, 3, 5, 7, 1000003 };
  mpq_t t, one, near;
  mpfr_prec_t bits;
  mpfr_t e;

  mpq_inits (t, one, near, NULL);
  mpq_set_ui (t, 11, 3);
  mpq_set_ui (one, 1, 1);
  for (bits = 40; bits <= 2560; bits *= 2)
    {
      mpfr_init2 (e, bits + 100);
      mpfr_sqrt_ui (e, radicands[_i], MPFR_RNDN);
      mpfr_ui_div (e, 1, e, MPFR_RNDN);
      mpfr_mul_q (e, e, t, MPFR_RNDN);
      mpfr_exp (e, e, MPFR_RNDN);
      mpfr_prec_round (e, bits, MPFR_RNDD);
      mpfr_get_q (near, e);
      mpq_neg (near, near);
      ck_assert_int_eq (sign_of_two (one, near, t, radicands[_i]), 1);
      mpfr_nextabove (e);
      mpfr_get_q (near, e);
      mpq_neg (near, near);
      ck_assert_int_eq (sign_of_two (one, near, t, radicands[_i]), -1);
      mpfr_clear (e);
    }
  mpq_clears (t, one, near, NULL);
}
END_TEST

START_TEST (sign_sees_scores_that_almost_agree)
{
  mpq_t one, minus, t;
  unsigned long k;

  mpq_inits (one, minus, t, NULL);
  mpq_set_ui (one, 1, 1);
  mpq_set_si (minus, -1, 1);
  for (k = 1; k <= 2000; k += 1 + k / 3)
    {
      mpz_ui_pow_ui (mpq_denref (t), 10, k);
      mpz_set_ui (mpq_numref (t), 1);
      ck_assert_int_eq (sign_of_two (one, minus, t, 1), 1);
      ck_assert_int_eq (sign_of_two (minus, one, t, 5), -1);
    }
  mpq_clears (one, minus, t, NULL);
}
END_TEST

/* Scores as far apart as can be written: beyond MPFR's exponents.  */
START_TEST (sign_of_classes_far_behind_is_that_of_the_nearest)
{
  static const char *const scores[]
    = { "0", "-1000000000000000000000000000000",
        "-2000000000000000000000000000000" };
  static const struct { long c[3]; int sign; } rows[] = {
    { { 0, 0, 0 }, 0 }, { { 1, -9, -9 }, 1 }, { { -1, 9, 9 }, -1 },
    { { 0, 1, -9 }, 1 }, { { 0, -1, 9 }, -1 }, { { 0, 0, 5 }, 1 },
    { { 0, 0, -5 }, -1 }, { { 0, 7, 0 }, 1 }, { { 3, 0, -1 }, 1 },
  };
  struct assay_vec c;
  struct row row;
  size_t i, j;

  row_read (&row, 3, scores, 3);
  assay_vec_init (&c, 3);
  for (i = 0; i < sizeof rows / sizeof rows[0]; i++)
    {
      for (j = 0; j < 3; j++)
        mpq_set_si (c.at[j], rows[i].c[j], 1);
      ck_assert_int_eq (assay_softmax_sign (&row.softmax, c.at),
                        rows[i].sign);
    }
  assay_vec_clear (&c);
  row_clear (&row);
}
END_TEST

/* On random rows the sign is that of the sum at TRUTH_BITS.  */
START_TEST (sign_equals_that_of_the_sum)
{
  struct assay_vec c;
  struct truth truth;
  mpfr_t sum, term;
  struct row row;
  size_t i, j;
  int any;

  mpfr_inits2 (TRUTH_BITS, sum, term, (mpfr_ptr) 0);
  for (i = 0; i < testing_count (2000); i++)
    {
      row_draw (&row, 60);
      truth_init (&truth, &row);
      assay_vec_init (&c, row.softmax.classes.count);
      mpfr_set_zero (sum, 1);
      for (j = 0, any = 0; j < c.n; j++)
        {
          if (testing_below (3))
            mpq_set_si (c.at[j], testing_between (-2, 2), 1);
          any = any || mpq_sgn (c.at[j]) != 0;
          mpfr_mul_q (term, truth.e[member_of (&row.softmax.classes, j)],
                      c.at[j], MPFR_RNDN);
          mpfr_add (sum, sum, term, MPFR_RNDN);
        }
      ck_assert_msg (assay_softmax_sign (&row.softmax, c.at)
                     == (any ? mpfr_sgn (sum) : 0), "case %zu, seed %lu", i,
                     testing_seed ());
      assay_vec_clear (&c);
      truth_clear (&truth);
      row_clear (&row);
    }
  mpfr_clears (sum, term, (mpfr_ptr) 0);
}
END_TEST

enum { RADICANDS = 5 };

static Suite *
softmax_suite (void)
{
  Suite *suite = suite_create ("softmax");
  TCase *special = tcase_create ("special");
  TCase *relations = tcase_create ("relations");
  TCase *nested = tcase_create ("nested");
  TCase *oracle = tcase_create ("oracle");
  TCase *hard = tcase_create ("hard");

  tcase_add_test (special, equal_scores_give_exact_equal_weights);
  tcase_add_test (special, precision_goes_down_as_well_as_up);
  tcase_add_test (special,
                  sign_of_classes_far_behind_is_that_of_the_nearest);
  suite_add_tcase (suite, special);
  tcase_add_test (relations, square_radicand_equals_division_by_its_root);
  tcase_add_test (relations, sign_equals_that_of_the_sum);
  tcase_set_timeout (relations, 120);
  suite_add_tcase (suite, relations);
  tcase_add_test (nested, enclosures_at_p_and_2p_overlap);
  tcase_set_timeout (nested, 120);
  suite_add_tcase (suite, nested);
  tcase_add_test (oracle,
    exponentials_and_weights_contain_their_truth_at_every_precision);
  tcase_add_test (oracle, mean_contains_its_truth_at_every_precision);
  tcase_set_timeout (oracle, 120);
  suite_add_tcase (suite, oracle);
  tcase_add_test (hard, width_bound_holds_on_random_rows);
  tcase_add_loop_test (hard, width_bound_holds_at_largest_allowed_spread, 0,
                       RADICANDS);
  tcase_add_test (hard, softmax_width_constant_is_not_idle);
  tcase_add_test (hard, sign_tells_an_exponential_from_its_taylor_sums);
  tcase_add_loop_test (hard,
                       sign_tells_an_exponential_of_a_root_from_its_roundings,
                       0, RADICANDS);
  tcase_add_test (hard, sign_sees_scores_that_almost_agree);
  tcase_set_timeout (hard, 120);
  suite_add_tcase (suite, hard);
  return suite;
}

int
main (void)
{
  return testing_run_real (softmax_suite ());
}
