/* check_rotation_given.c -- components turned by given numbers: the quick way
   against rationals, bit for bit */

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "kernel/rotation_given.h"
#include "position/table_round.h"
#include "testing_real.h"

static const enum assay_fmt formats[] = {
  ASSAY_FMT_F64, ASSAY_FMT_F32, ASSAY_FMT_F16, ASSAY_FMT_BF16,
  ASSAY_FMT_E4M3, ASSAY_FMT_E5M2
};

/* A number of BITS bits, about 2^E in size; or 0.  */
static double
draw (int bits, int e)
{
  double x = (double) testing_between (0, (1l << bits) - 1);

  x = ldexp (x, (int) testing_between (e - 3, e) - bits);
  return testing_below (2) ? x : -x;
}

enum kind { ANY, CANCELLING, TIES, TINY, HUGE_ONES, LONG_ONES, KINDS };

static void
draw_sum (struct assay_turned_sum *sum, enum kind kind)
{
  int e = kind == TINY ? -65 : kind == HUGE_ONES ? 64 : 0;
  int bits = kind == LONG_ONES ? 40 : kind == TIES ? 5 : 24;

  memset (sum, 0, sizeof *sum);
  sum->is_given = 1;
  sum->alpha = draw (bits, e);
  sum->c = draw (bits, e);
  /* Beside a tie, far below it.  */
  if (kind == TIES)
    e -= testing_below (2) ? 12 : 35;
  sum->beta = draw (bits, e);
  sum->s = draw (bits, e);
  if (kind == CANCELLING)
    {
      sum->beta = -sum->alpha;
      sum->s = sum->c + (double) testing_between (-1, 1) * 0x1p-30;
    }
}

/* Whether the quick way answered; then as rationals do.  */
static int
try_sum (const struct assay_turned_sum *sum, enum assay_fmt fmt)
{
  struct assay_rotation rotation = { .source = ASSAY_ROTATION_TABLES };
  struct assay_turned exact, quick;
  struct assay_ctx ctx;
  mpq_t x, part;
  int is_quick;

  assay_ctx_init (&ctx);
  assay_turned_init (&exact);
  assay_turned_init (&quick);
  mpq_inits (x, part, NULL);
  ck_assert_int_eq (assay_turned_settle (&exact, &rotation, sum, fmt, &ctx),
                    ASSAY_OK);
  ck_assert_int_eq (exact.exact.known, ASSAY_KNOWN_RATIONAL);
  rotation.is_usable = 1;
  ck_assert_int_eq (assay_turned_settle (&quick, &rotation, sum, fmt, &ctx),
                    ASSAY_OK);
  ck_assert_msg (quick.bits == exact.bits && quick.mass == exact.mass,
                 "%a * %a + %a * %a: 0x%llx, not 0x%llx", sum->alpha, sum->c,
                 sum->beta, sum->s, (unsigned long long) quick.bits,
                 (unsigned long long) exact.bits);
  is_quick = quick.exact.known == ASSAY_KNOWN_NEAR;
  if (is_quick)
    {
      mpq_set_d (x, quick.exact.near.hi);
      mpq_set_d (part, quick.exact.near.lo);
      mpq_add (x, x, part);
      ck_assert (mpq_equal (x, exact.rational));
      ck_assert (quick.exact.radius == 0.0);
    }
  ck_assert_int_eq (assay_turned_enclose (&quick, &rotation, sum, &ctx, 64),
                    ASSAY_OK);
  ck_assert_int_eq (quick.exact.known, ASSAY_KNOWN_RATIONAL);
  ck_assert (mpq_equal (quick.exact.rational, exact.rational));
  mpq_clears (x, part, NULL);
  assay_turned_clear (&exact);
  assay_turned_clear (&quick);
  return is_quick;
}

START_TEST (sums_are_those_of_rationals_in_every_format)
{
  size_t cases = testing_count (400), n, f, quick = 0;
  struct assay_turned_sum sum;

  testing_reseed ();
  for (n = 0; n < cases; n++)
    {
      draw_sum (&sum, (enum kind) _i);
      for (f = 0; f < sizeof formats / sizeof formats[0]; f++)
        quick += (size_t) try_sum (&sum, formats[f]);
    }
  /* Short numbers go the quick way in four of six formats, long ones do not
     but for zeros.  */
  if (_i == LONG_ONES)
    ck_assert (quick * 10 < cases);
  else if (_i != CANCELLING)
    ck_assert_uint_eq (quick, cases * 4);
  else
    ck_assert (quick > 0);
}
END_TEST

START_TEST (special_factors_are_those_of_rationals)
{
  static const double factors[] = {
    0.0, -0.0, 1.0, -1.0, 0x1p-1074, -0x1p1023, 0x1p-400, 0x1p400, 0x1p-401,
    0x1.fffffep127, 0x1p-149, 65520.0, 0x1.000002p0, 0x1.ffffffp127
  };
  enum { FACTORS = sizeof factors / sizeof factors[0] };
  struct assay_turned_sum sum = { .is_given = 1 };
  size_t a, b, f;

  for (a = 0; a < FACTORS * FACTORS; a++)
    for (b = 0; b < FACTORS; b++)
      for (f = 0; f < sizeof formats / sizeof formats[0]; f++)
        {
          sum.alpha = factors[a % FACTORS];
          sum.c = factors[a / FACTORS];
          sum.beta = factors[b];
          sum.s = 1.0;
          try_sum (&sum, formats[f]);
        }
}
END_TEST

static Suite *
given_suite (void)
{
  Suite *suite = suite_create ("rotation_given");
  TCase *tcase = tcase_create ("given");

  tcase_set_timeout (tcase, 600);
  tcase_add_loop_test (tcase, sums_are_those_of_rationals_in_every_format, 0,
                       KINDS);
  tcase_add_test (tcase, special_factors_are_those_of_rationals);
  suite_add_tcase (suite, tcase);
  return suite;
}

int
main (void)
{
  return testing_run_real (given_suite ());
}
