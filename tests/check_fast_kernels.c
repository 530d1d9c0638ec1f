/* check_fast_kernels.c -- the loops of the fast tiers against MPFR, for every
   kind of processor that this one can play */

#include <math.h>
#include <mpfr.h>
#include <stdlib.h>
#include <string.h>

#include "attention/fast.h"
#include "attention/fast_kernels.h"
#include "attention/fast_parts.h"
#include "fast_wide.h"
#include "position/double_double.h"
#include "position/table_round.h"
#include "testing_real.h"

enum { KEYS = ASSAY_FAST_CHUNK, PANELS = KEYS / ASSAY_FAST_PANEL };

static double
uniform (double low, double high)
{
  double x = (double) testing_below (1ul << 30) * 0x1p-30
             + (double) testing_below (1ul << 30) * 0x1p-60;

  return low + x * (high - low);
}

/* ABS (HI + LO - exp (Z)) / exp (Z) in units of 2^-UNIT.  */
static double
error_of_exp (double hi, double lo, mpfr_srcptr z, long unit)
{
  mpfr_t right, got;
  double error;

  mpfr_init2 (right, 200);
  mpfr_init2 (got, 200);
  mpfr_exp (right, z, MPFR_RNDN);
  mpfr_set_d (got, hi, MPFR_RNDN);
  mpfr_add_d (got, got, lo, MPFR_RNDN);
  mpfr_sub (got, got, right, MPFR_RNDN);
  mpfr_div (got, got, right, MPFR_RNDN);
  mpfr_mul_2si (got, got, unit, MPFR_RNDN);
  error = fabs (mpfr_get_d (got, MPFR_RNDA));
  mpfr_clear (right);
  mpfr_clear (got);
  return error;
}

/* Arguments near which something changes: halves of ln 2 between which n is
   chosen, multiples of it where r is near 0, ends of ranges, 0.  */
static double
hard_argument (double reach)
{
  double n = nearbyint (uniform (-reach, reach) / log (2.0)), z;
  int ulps = (int) testing_between (-3, 3);

  switch (testing_below (4))
    {
    case 0:
      z = (n + 0.5) * log (2.0);
      break;
    case 1:
      z = n * log (2.0);
      break;
    case 2:
      z = testing_below (2) ? -reach : reach;
      break;
    default:
      z = ldexp (uniform (-1, 1), (int) testing_between (-80, -2));
    }
  for (; ulps > 0; ulps--)
    z = nextafter (z, 0);
  for (; ulps < 0; ulps++)
    z = nextafter (z, z > 0 ? reach : -reach);
  return z;
}

/* The largest error, in u, of the binary64 exponential over one chunk.  */
static double
worst_of_chunk (const struct assay_fast_kernels *kernels, const double *z,
                double reach)
{
  int shift = reach > 600 ? (int) (z[0] * 1.4426950408889634) : 0;
  double s[KEYS], sum, worst = 0.0, error, total = 0.0;
  mpfr_t x, ln2;
  size_t j;

  mpfr_init2 (x, 200);
  mpfr_init2 (ln2, 200);
  mpfr_const_log2 (ln2, MPFR_RNDN);
  for (j = 0; j < KEYS; j++)
    s[j] = z[j];
  kernels->weights (s, &sum, 1, 1.0, NULL, reach > 600, z[0] - 120, shift);
  for (j = 0; j < KEYS; j++)
    {
      total += s[j];
      if (reach > 600 && z[j] < z[0] - 120)
        {
          ck_assert (s[j] == 0.0);
          continue;
        }
      mpfr_mul_si (x, ln2, -shift, MPFR_RNDN);
      mpfr_add_d (x, x, z[j], MPFR_RNDN);
      error = error_of_exp (s[j], 0.0, x, 53);
      ck_assert_msg (error <= 2.0, "%s: exp (%a) errs by %g u",
                     kernels->name, z[j], error);
      worst = fmax (worst, error);
    }
  ck_assert (fabs (sum - total) <= 0x1p-47 * total);
  mpfr_clear (x);
  mpfr_clear (ln2);
  return worst;
}

/* By B91.  Both random and hard arguments, up to 600 and up to 2^20.  */
START_TEST (exponential_in_binary64_errs_by_at_most_2_u)
{
  static const double reaches[] = { 1.0, 30.0, 600.0, 0x1p20 };
  double reach = reaches[_i], z[KEYS], worst = 0.0;
  size_t cases = testing_count (250000 / KEYS), n, k, j;
  const struct assay_fast_kernels *kernels;

  testing_reseed ();
  for (n = 0; n < cases; n++)
    {
      for (j = 0; j < KEYS; j++)
        z[j] = n % 4 == 0 ? hard_argument (reach) : uniform (-reach, reach);
      if (reach > 600)
        for (j = 1; j < KEYS; j++)
          z[j] = z[0] - fabs (fmod (z[j], 130));
      for (k = 0; (kernels = assay_fast_kernels_at (k)) != NULL; k++)
        worst = fmax (worst, worst_of_chunk (kernels, z, reach));
    }
  /* The bound is not idle.  */
  ck_assert (cases < 100 || worst > 0.9);
}
END_TEST

/* By B95.  */
START_TEST (exponential_of_pairs_errs_by_at_most_2_to_minus_93)
{
  size_t cases = testing_count (100000 / KEYS), n, k, j;
  const struct assay_fast_kernels *kernels;
  double z[KEYS], tail[KEYS], top, worst = 0.0, error;
  mpfr_t x;

  testing_reseed ();
  mpfr_init2 (x, 200);
  for (n = 0; n < cases; n++)
    {
      top = testing_below (2) ? 0.0 : uniform (-1000, 1000);
      for (j = 0; j < KEYS; j++)
        {
          z[j] = top + (n % 4 == 0 ? -fabs (hard_argument (80.0))
                                   : uniform (-80.5, 0));
          tail[j] = z[j] * uniform (-0x1p-53, 0x1p-53);
        }
      for (k = 0; (kernels = assay_fast_kernels_at (k)) != NULL; k++)
        {
          double hi[KEYS], lo[KEYS];

          for (j = 0; j < KEYS; j++)
            {
              struct assay_dd pair = assay_dd_sum (z[j], tail[j]);

              hi[j] = pair.hi;
              lo[j] = pair.lo;
            }
          kernels->pair_exp (hi, lo, top, -80.0, PANELS);
          for (j = 0; j < KEYS; j++)
            {
              mpfr_set_d (x, z[j], MPFR_RNDN);
              mpfr_add_d (x, x, tail[j], MPFR_RNDN);
              mpfr_sub_d (x, x, top, MPFR_RNDN);
              if (hi[j] == 0.0)
                {
                  ck_assert (mpfr_cmp_d (x, -79.9) < 0);
                  continue;
                }
              ck_assert (fabs (lo[j]) <= 0x1p-53 * hi[j]);
              error = error_of_exp (hi[j], lo[j], x, 93);
              /* The shift by TOP errs besides, by B96 (a).  */
              error -= ldexp (2 * (fabs (top) + 80.0), 93 - 106);
              ck_assert_msg (error <= 1.0, "%s: exp (%a + %a - %a) errs by "
                             "%g 2^-93", kernels->name, z[j], tail[j], top,
                             error);
              worst = fmax (worst, error);
            }
        }
    }
  ck_assert (cases < 100 || worst > 0.01);
  mpfr_clear (x);
}
END_TEST

/* sum of X[j] Y[j], exactly enough.  */
static void
dot (mpfr_ptr result, const double *x, const double *y, size_t stride,
     size_t n)
{
  mpfr_t term;
  size_t j;

  mpfr_init2 (term, 106);
  mpfr_set_ui (result, 0, MPFR_RNDN);
  for (j = 0; j < n; j++)
    {
      mpfr_set_d (term, x[j], MPFR_RNDN);
      mpfr_mul_d (term, term, y[j * stride], MPFR_RNDN);
      mpfr_add (result, result, term, MPFR_RNDN);
    }
  mpfr_clear (term);
}

/* By B94, with terms that cancel.  */
START_TEST (dots_of_pairs_err_by_at_most_their_lemma)
{
  enum { WIDTH = 60 };
  size_t cases = testing_count (2000), n, k, t, j;
  const struct assay_fast_kernels *kernels;
  double q[WIDTH], key[WIDTH * 8], hi[8], lo[8];
  mpfr_t right, got;

  testing_reseed ();
  mpfr_init2 (right, 2400);
  mpfr_init2 (got, 2400);
  for (n = 0; n < cases; n++)
    {
      double lengths = WIDTH;

      for (t = 0; t < WIDTH; t++)
        q[t] = ldexp (uniform (-1, 1), (int) testing_between (-9, 0));
      for (t = 0; t < WIDTH * 8; t++)
        key[t] = ldexp (uniform (-1, 1), (int) testing_between (-9, 0));
      for (t = 0; t < WIDTH / 2; t++)
        for (j = 0; j < 8; j++)
          key[(t + WIDTH / 2) * 8 + j]
            = -(q[t] * key[t * 8 + j]) / q[t + WIDTH / 2] * 0x1p-9;
      for (k = 0; (kernels = assay_fast_kernels_at (k)) != NULL; k++)
        {
          kernels->pair_scores (hi, lo, q, key, WIDTH, 1, 0);
          for (j = 0; j < 8; j++)
            {
              dot (right, q, key + j, 8, WIDTH);
              mpfr_set_d (got, hi[j], MPFR_RNDN);
              mpfr_add_d (got, got, lo[j], MPFR_RNDN);
              mpfr_sub (got, got, right, MPFR_RNDN);
              ck_assert (mpfr_cmp_d (got, 0x1p-106 * 62 * 62 * lengths) <= 0);
              ck_assert (mpfr_cmp_d (got, -0x1p-106 * 62 * 62 * lengths)
                         >= 0);
              ck_assert (fabs (lo[j]) <= 0x1p-53 * fabs (hi[j]));
            }
        }
    }
  mpfr_clear (right);
  mpfr_clear (got);
}
END_TEST

enum { WIDE_WIDTH = 70, WIDE_COLUMNS = 24, TILE = ASSAY_FAST_TILE };

/* What one kind of kernels makes of the same numbers.  */
struct made
{
  double s[TILE * KEYS], sum, o[TILE * WIDE_COLUMNS];
  double hi[KEYS], lo[KEYS], sum_hi[8], sum_lo[8], mass[8];
};

static void
fill (double *x, size_t n, double low, double high)
{
  size_t i;

  for (i = 0; i < n; i++)
    x[i] = uniform (low, high);
}

static void
make (struct made *made, const struct assay_fast_kernels *kernels,
      size_t width, size_t keys, int choices)
{
  const struct assay_dd sigma = { 0.3, 0x1p-57 };
  double q[TILE * WIDE_WIDTH], k[KEYS * WIDE_WIDTH], v[KEYS * WIDE_COLUMNS];
  double add[KEYS], tail[KEYS] = { 0.0 }, top;

  fill (q, TILE * WIDE_WIDTH, -1, 1);
  fill (k, KEYS * WIDE_WIDTH, -1, 1);
  fill (v, KEYS * WIDE_COLUMNS, -1, 1);
  fill (add, KEYS, -10, 10);
  memset (made, 0, sizeof *made);
  kernels->scores (made->s, KEYS, q, k, width, PANELS);
  kernels->pair_scores (made->hi, made->lo, q, k, width, PANELS,
                        choices & 1);
  top = kernels->pair_scale (made->hi, made->lo, sigma,
                             choices & 2 ? add : NULL,
                             choices & 2 ? tail : NULL, PANELS);
  kernels->pair_exp (made->hi, made->lo, top, -12.0, PANELS);
  kernels->pair_sums (made->sum_hi, made->sum_lo, made->mass, made->hi,
                      made->lo, v, WIDE_COLUMNS, keys);
  kernels->weights (made->s, &made->sum, 1, 1.5, choices & 1 ? add : NULL,
                    choices & 2, -2.0, 3);
  kernels->sums (made->o, WIDE_COLUMNS, made->s, KEYS, 1, v, WIDE_COLUMNS,
                 keys, choices & 1);
}

/* Sums of a chunk's weights apart, whose order is the width's.  */
START_TEST (kernels_of_two_widths_agree_bit_for_bit)
{
  size_t cases = testing_count (200), n;
  struct made narrow, wide;

  for (n = 0; n < cases; n++)
    {
      size_t width = 1 + n % WIDE_WIDTH, keys = 1 + n % KEYS;

      testing_reseed ();
      make (&narrow, assay_fast_kernels_at (0), width, keys, (int) n % 4);
      testing_reseed ();
      make (&wide, &fast_wide_kernels, width, keys, (int) n % 4);
      ck_assert (fabs (narrow.sum - wide.sum) <= 0x1p-47 * narrow.sum);
      narrow.sum = wide.sum;
      ck_assert (memcmp (&narrow, &wide, sizeof wide) == 0);
    }
}
END_TEST

/* A number near to a tie, or to an end of FMT's normal numbers.  */
static double
near_edge (const struct assay_fmt_shape *shape)
{
  int e = (int) testing_between (shape->emin - 2, shape->emax + 2);
  double spacing = ldexp (1.0, e - (int) shape->precision), x;

  if (testing_below (3) == 0)
    e = testing_below (2) ? shape->emin : shape->emax;
  x = ldexp (1.0, e) + spacing * (double) testing_below (64);
  if (testing_below (2))
    x += x * 0x1p-50 * (double) testing_between (-9, 9);
  return testing_below (2) ? x : -x;
}

/* KERNELS' rounding of 8 columns against that of one number.  */
static void
assert_narrows (const struct assay_fast_kernels *kernels, enum assay_fmt fmt)
{
  const struct assay_fmt_shape *shape = assay_fmt_shape (fmt);
  double sum[8], mass[8], scale[8];
  uint64_t bits[8], same[8];
  struct assay_fast_narrow narrow;
  struct assay_fast_sums row = {
    .inverse = ldexp (1.0, (int) testing_between (-3, 3)),
    .mass_factor = 1.0, .relative = testing_below (3) ? 0x1p-48 : 0.0
  };
  size_t c;

  assay_fast_narrow_set (&narrow, fmt);
  for (c = 0; c < 8; c++)
    {
      int e = (int) testing_between (-200, 200);

      scale[c] = ldexp (1.0, e);
      sum[c] = ldexp (near_edge (shape), -e) / row.inverse;
      mass[c] = fabs (sum[c] * row.inverse) * uniform (0, 2);
    }
  kernels->narrow (bits, same, sum, mass, scale, 8, &row, &narrow);
  for (c = 0; c < 8; c++)
    {
      double x = sum[c] * row.inverse;
      double radius = row.relative * (mass[c] + fabs (x));
      double low = (x - radius) * scale[c], high = (x + radius) * scale[c];
      uint64_t there = assay_fmt_of_double (low, fmt);
      int is_inside = fmin (fabs (low), fabs (high)) >= narrow.least
                      && fmax (fabs (low), fabs (high)) < narrow.most;

      ck_assert_int_eq (same[c] != 0,
                        is_inside
                        && there == assay_fmt_of_double (high, fmt));
      ck_assert (same[c] == 0 || bits[c] == there);
    }
}

START_TEST (columns_are_rounded_as_numbers_are)
{
  static const enum assay_fmt fmt[] = {
    ASSAY_FMT_F32, ASSAY_FMT_F16, ASSAY_FMT_BF16
  };
  const struct assay_fast_kernels *kernels;
  size_t cases = testing_count (300), n, k;

  testing_reseed ();
  for (n = 0; n < cases; n++)
    {
      for (k = 0; (kernels = assay_fast_kernels_at (k)) != NULL; k++)
        assert_narrows (kernels, fmt[_i]);
      assert_narrows (&fast_wide_kernels, fmt[_i]);
    }
}
END_TEST

/* The last bit of X as a number; infinity for 0.  */
static double
last_bit (double x)
{
  int e;

  if (x == 0.0)
    return INFINITY;
  for (e = -1074; fmod (x, ldexp (1.0, e + 1)) == 0.0; e++)
    continue;
  return ldexp (1.0, e);
}

static void
assert_survey (const struct assay_fast_kernels *kernels, const double *x,
               size_t n)
{
  double most, least, right_most = 0.0, right_least = INFINITY;
  uint64_t any, right_any = 0, bits;
  int is_finite = 1;
  size_t i;

  for (i = 0; i < n; i++)
    {
      is_finite &= isfinite (x[i]) != 0;
      memcpy (&bits, &x[i], sizeof bits);
      right_any |= bits & (((uint64_t) 1 << 52) - 1);
    }
  ck_assert_int_eq (kernels->survey (&most, &least, &any, x, n), is_finite);
  for (i = 0; i < n && is_finite; i++)
    {
      right_most = fmax (right_most, fabs (x[i]));
      right_least = fmin (right_least, last_bit (x[i]));
    }
  ck_assert (!is_finite || (most == right_most && least == right_least
                            && any == right_any));
}

START_TEST (surveys_find_the_greatest_number_and_the_last_bit)
{
  static const double special[] = { 0.0, -0.0, 1.0, -0x1p-1074, 0x1p-1030,
                                    0x1.8p-1022, 0x1p1023 };
  const struct assay_fast_kernels *kernels;
  size_t cases = testing_count (60), n, k, i;
  double x[21];

  testing_reseed ();
  for (n = 0; n < cases; n++)
    {
      size_t count = 1 + testing_below (21);

      for (i = 0; i < count; i++)
        x[i] = testing_below (4) == 0 ? special[testing_below (7)]
               : ldexp ((double) testing_between (-999, 999),
                        (int) testing_between (-40, 40));
      if (n % 5 == 0)
        x[testing_below (count)] = n % 2 ? -INFINITY : NAN;
      for (k = 0; (kernels = assay_fast_kernels_at (k)) != NULL; k++)
        assert_survey (kernels, x, count);
      assert_survey (&fast_wide_kernels, x, count);
    }
}
END_TEST

START_TEST (fast_tiers_are_usable_here)
{
  ck_assert (assay_double_is_usable ());
  ck_assert (assay_fast_is_usable ());
}
END_TEST

static Suite *
kernels_suite (void)
{
  Suite *suite = suite_create ("fast kernels");
  TCase *tests = tcase_create ("bounds");

  tcase_set_timeout (tests, 600);
  tcase_add_loop_test (tests, exponential_in_binary64_errs_by_at_most_2_u, 0,
                       4);
  tcase_add_test (tests, exponential_of_pairs_errs_by_at_most_2_to_minus_93);
  tcase_add_test (tests, dots_of_pairs_err_by_at_most_their_lemma);
  tcase_add_test (tests, kernels_of_two_widths_agree_bit_for_bit);
  tcase_add_loop_test (tests, columns_are_rounded_as_numbers_are, 0, 3);
  tcase_add_test (tests, surveys_find_the_greatest_number_and_the_last_bit);
  tcase_add_test (tests, fast_tiers_are_usable_here);
  suite_add_tcase (suite, tests);
  return suite;
}

int
main (void)
{
  return testing_run_real (kernels_suite ());
}
