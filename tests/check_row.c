/* check_row.c -- one row of attention: every number of it */

#include <math.h>
#include <stdlib.h>

#include "attention/row.h"
#include "exact/rat.h"
#include "row_problem.h"
#include "testing_real.h"

#define ROWS(table) ((int) (sizeof table / sizeof table[0]))

static const char *const stage_names[] = {
  "scores", "capped", "biased", "weights", "output", "mass", "lse", "lse2"
};

enum { STAGES = ROWS (stage_names) };

/* A row made of a problem, and its numbers.  */
struct trial
{
  struct row_problem problem;
  struct assay_row row;
  struct assay_dyadics column;
  struct assay_ctx ctx;
  size_t classes;
};

static void
trial_ready (struct trial *t)
{
  assay_ctx_init (&t->ctx);
  t->classes = row_problem_ready (&t->row, &t->column, &t->problem);
}

static void
trial_clear (struct trial *t)
{
  assay_row_clear (&t->row);
  assay_dyadics_clear (&t->column);
  row_problem_clear (&t->problem);
}

static struct assay_place
place_of (const struct trial *t, enum assay_stage stage, size_t key)
{
  return (struct assay_place) { stage, key, &t->column };
}

static uint64_t
round_at (struct trial *t, enum assay_stage stage, size_t key,
          enum assay_fmt fmt)
{
  struct assay_place place = place_of (t, stage, key);
  uint64_t bits = 0;

  ck_assert_int_eq (assay_row_round (&bits, &t->row, &place, fmt, &t->ctx),
                    ASSAY_HOLDS);
  return bits;
}

static void
assert_rational_at (struct trial *t, enum assay_stage stage, size_t key,
                    const char *text)
{
  struct assay_place place = place_of (t, stage, key);
  mpq_t value;

  mpq_init (value);
  ck_assert_int_eq (assay_row_rational (value, &t->row, &place),
                    ASSAY_HOLDS);
  testing_assert_rational (value, text);
  mpq_clear (value);
}

static void
assert_irrational_at (struct trial *t, enum assay_stage stage, size_t key)
{
  struct assay_place place = place_of (t, stage, key);
  mpq_t value;

  mpq_init (value);
  ck_assert_int_eq (assay_row_rational (value, &t->row, &place),
                    ASSAY_FAILS);
  mpq_clear (value);
}

/* Keys of the dots and values given, a blank between them; sigma is 1.  */
static void
trial_read (struct trial *t, size_t keys, const char *const *dots,
            const double *values)
{
  size_t j;

  row_problem_init (&t->problem, keys);
  for (j = 0; j < keys; j++)
    {
      row_problem_read (t->problem.dot[j], dots[j]);
      t->problem.value[j] = values ? values[j] : 1;
    }
}

/* ---- random rows against plain evaluation ---- */

static void
draw_dyadic (mpq_ptr x, long reach)
{
  mpq_set_si (x, testing_between (-reach * 16, reach * 16), 16);
  mpq_canonicalize (x);
}

static double
draw_value (void)
{
  double x = ldexp ((double) testing_between (-2048, 2048),
                    (int) testing_between (-14, 3));

  switch (testing_below (6))
    {
    case 0:
      return 0;
    case 1:
      return (double) testing_between (-3, 3);
    case 2:
      return ldexp (x, (int) testing_between (-120, 120));
    default:
      return x;
    }
}

/* One kind of key in some rows, a mixture in others; equal scores, values
   that cancel, gaps of any size.  */
static void
draw_keys (struct row_problem *problem, long reach)
{
  size_t j;

  for (j = 0; j < problem->keys; j++)
    {
      draw_dyadic (problem->dot[j], reach);
      if (testing_below (2))
        draw_dyadic (problem->bias[j], 4);
      mpq_set_si (problem->distance[j], -testing_between (0, 5), 1);
      problem->value[j] = draw_value ();
      problem->blocked[j] = testing_below (4) == 0;
      if (j > 0 && testing_below (3) == 0)
        {
          mpq_set (problem->dot[j], problem->dot[j - 1]);
          mpq_set (problem->bias[j], problem->bias[j - 1]);
          mpq_set (problem->distance[j], problem->distance[j - 1]);
        }
      if (j > 0 && testing_below (4) == 0)
        problem->value[j] = -problem->value[j - 1];
    }
  problem->blocked[testing_below (problem->keys)] = 0;
}

static void
trial_draw (struct trial *t, int capped)
{
  /* Gaps of at most 1100: the truth tells the least class from none.  */
  static const unsigned long widths[] = { 0, 1, 2, 3, 8, 64, 80, 128 };
  static const unsigned long dens[] = { 0, 0, 1, 2, 3, 8 };
  struct row_problem *problem = &t->problem;
  long reach = testing_below (2) ? 3 : testing_between (1, 150);

  row_problem_init (problem, 1 + testing_below (ROW_PROBLEM_KEYS));
  draw_keys (problem, reach);
  problem->width = widths[testing_below (ROWS (widths))];
  mpq_set_si (problem->sigma, testing_between (-9, 30), 10);
  mpq_canonicalize (problem->sigma);
  if (mpq_sgn (problem->sigma) == 0)
    mpq_set_ui (problem->sigma, 1, 1);
  problem->slope_den = dens[testing_below (ROWS (dens))];
  problem->slope_num = testing_between (-8, 4);
  mpq_set_ui (problem->slope, 1 + testing_below (2), 1);
  if (capped)
    {
      /* No tanh is nearer to 1 than the truth can tell.  */
      mpq_set_ui (problem->softcap, 1 + testing_below (60), 2);
      if (reach > 3)
        mpq_set_ui (problem->softcap, 20 + testing_below (40), 1);
      mpq_canonicalize (problem->softcap);
    }
  problem->has_sink = testing_below (3) == 0;
  draw_dyadic (problem->sink, 4);
  trial_ready (t);
}

/* LO and HI hold the number: the truth errs by a share of it or, where it
   may cancel, of the sum of the sizes of its terms (2^20 at most for scores
   and their logarithms).  */
static void
around (mpq_ptr lo, mpq_ptr hi, mpfr_srcptr truth, const struct trial *t,
        const struct assay_place *place)
{
  struct assay_place mass = place_of (t, ASSAY_STAGE_MASS, 0);
  mpfr_t end, slack;

  mpfr_init2 (end, ROW_PROBLEM_TRUTH_BITS);
  mpfr_init2 (slack, 64);
  mpfr_abs (slack, truth, MPFR_RNDU);
  if (place->stage == ASSAY_STAGE_OUTPUT)
    row_problem_truth (slack, &t->problem, &mass);
  else if (place->stage < ASSAY_STAGE_WEIGHTS
           || place->stage > ASSAY_STAGE_MASS)
    mpfr_set_ui_2exp (slack, 1, 20, MPFR_RNDU);
  mpfr_div_2ui (slack, slack, ROW_PROBLEM_TRUTH_BITS - 100, MPFR_RNDU);
  mpfr_sub (end, truth, slack, MPFR_RNDD);
  mpfr_get_q (lo, end);
  mpfr_add (end, truth, slack, MPFR_RNDU);
  mpfr_get_q (hi, end);
  mpfr_clears (end, slack, (mpfr_ptr) 0);
}

/* BITS must be what LO and HI round to; where they do not agree the number
   is a border of FMT: rational, and then exact.  */
static void
assert_rounded (struct trial *t, const struct assay_place *place,
                enum assay_fmt fmt, uint64_t bits, mpq_srcptr lo,
                mpq_srcptr hi)
{
  uint64_t below = assay_fmt_round (lo, fmt);
  uint64_t above = assay_fmt_round (hi, fmt);
  mpq_t value;

  if (below == above)
    {
      ck_assert_msg (bits == below, "%s of key %zu in %s: %lx, truth %lx",
                     stage_names[place->stage], place->key,
                     assay_fmt_shape (fmt)->name, (unsigned long) bits,
                     (unsigned long) below);
      return;
    }
  mpq_init (value);
  ck_assert_msg (assay_row_rational (value, &t->row, place) == ASSAY_HOLDS,
                 "%s of key %zu is on a border and not rational",
                 stage_names[place->stage], place->key);
  ck_assert (mpq_cmp (lo, value) <= 0 && mpq_cmp (value, hi) <= 0);
  ck_assert_uint_eq (bits, assay_fmt_round (value, fmt));
  mpq_clear (value);
}

/* LO and HI hold the number and are as narrow as asked.  */
static void
assert_enclosure (struct trial *t, const struct assay_place *place,
                  mpq_srcptr low, mpq_srcptr high)
{
  static const mpfr_prec_t bits[] = { 24, 90, 300 };
  mpfr_t lo, hi, width;
  int i;

  mpfr_inits2 (64, lo, hi, width, (mpfr_ptr) 0);
  for (i = 0; i < ROWS (bits); i++)
    {
      ck_assert_int_eq (assay_row_enclose (lo, hi, &t->row, place, &t->ctx,
                                           bits[i]), ASSAY_HOLDS);
      ck_assert_msg (mpfr_cmp_q (lo, high) <= 0 && mpfr_cmp_q (hi, low) >= 0,
                     "%s of key %zu is not enclosed at %ld bits",
                     stage_names[place->stage], place->key, (long) bits[i]);
      mpfr_sub (width, hi, lo, MPFR_RNDU);
      mpfr_mul_2si (width, width, bits[i] - 1, MPFR_RNDU);
      ck_assert (mpfr_cmpabs (width, lo) <= 0
                 && mpfr_cmpabs (width, hi) <= 0);
    }
  mpfr_clears (lo, hi, width, (mpfr_ptr) 0);
}

/* Both ends of what SETTLE encloses are compared with the number.  */
static void
assert_compares (struct trial *t, const struct assay_place *place,
                 uint64_t bits, enum assay_fmt fmt)
{
  uint64_t settled = ~bits;
  mpfr_t lo, hi;
  int sign = 2;
  mpq_t end;

  mpfr_inits2 (64, lo, hi, (mpfr_ptr) 0);
  mpq_init (end);
  ck_assert_int_eq (assay_row_settle (&settled, lo, hi, &t->row, place, fmt,
                                      &t->ctx, 40), ASSAY_HOLDS);
  ck_assert_uint_eq (settled, bits);
  mpfr_get_q (end, lo);
  ck_assert_int_eq (assay_row_compare (&sign, &t->row, place, end, &t->ctx),
                    ASSAY_HOLDS);
  ck_assert_int_ge (sign, 0);
  mpfr_get_q (end, hi);
  ck_assert_int_eq (assay_row_compare (&sign, &t->row, place, end, &t->ctx),
                    ASSAY_HOLDS);
  ck_assert_int_le (sign, 0);
  mpq_clear (end);
  mpfr_clears (lo, hi, (mpfr_ptr) 0);
}

static void
assert_number (struct trial *t, const struct assay_place *place)
{
  uint64_t bits = 0;
  mpfr_t truth;
  mpq_t lo, hi;
  int f;

  mpfr_init2 (truth, 64);
  mpq_inits (lo, hi, NULL);
  row_problem_truth (truth, &t->problem, place);
  if (!mpfr_inf_p (truth))
    {
      around (lo, hi, truth, t, place);
      for (f = 0; f < ASSAY_FMT_COUNT; f++)
        {
          bits = round_at (t, place->stage, place->key, (enum assay_fmt) f);
          assert_rounded (t, place, (enum assay_fmt) f, bits, lo, hi);
        }
      assert_enclosure (t, place, lo, hi);
      assert_compares (t, place, bits, ASSAY_FMT_E5M2);
    }
  mpq_clears (lo, hi, NULL);
  mpfr_clear (truth);
}

static void
assert_row (struct trial *t)
{
  size_t j;
  int s;

  for (s = 0; s < STAGES; s++)
    for (j = 0; j < (s <= ASSAY_STAGE_WEIGHTS ? t->problem.keys : 1); j++)
      {
        struct assay_place place = place_of (t, (enum assay_stage) s, j);

        assert_number (t, &place);
      }
}

START_TEST (random_rows_equal_plain_evaluation)
{
  size_t count = testing_count (60), i;

  for (i = 0; i < count; i++)
    {
      struct trial t;

      trial_draw (&t, _i);
      assert_row (&t);
      trial_clear (&t);
    }
}
END_TEST

/* ---- rational numbers ---- */

START_TEST (weights_of_equal_scores_are_one_over_their_number)
{
  static const char *const dots[] = { "8", "-4", "0", "2" };
  struct trial t;
  size_t j;

  /* sigma = sqrt 2 / 16, slope sqrt 2 / 2, the third key has the distance
     that makes up for its dot.  */
  trial_read (&t, 4, dots, NULL);
  t.problem.width = 128;
  t.problem.slope_num = -1;
  t.problem.slope_den = 2;
  mpq_set_ui (t.problem.slope, 1, 1);
  mpq_set_si (t.problem.distance[0], 0, 1);
  row_problem_read (t.problem.distance[1], "3/2");
  row_problem_read (t.problem.distance[2], "1");
  row_problem_read (t.problem.distance[3], "3/4");
  trial_ready (&t);
  ck_assert_uint_eq (t.classes, 1);
  for (j = 0; j < 4; j++)
    assert_rational_at (&t, ASSAY_STAGE_WEIGHTS, j, "1/4");
  assert_rational_at (&t, ASSAY_STAGE_OUTPUT, 0, "1");
  assert_irrational_at (&t, ASSAY_STAGE_BIASED, 1);
  assert_irrational_at (&t, ASSAY_STAGE_LSE, 0);
  assert_irrational_at (&t, ASSAY_STAGE_LSE2, 0);
  trial_clear (&t);
}
END_TEST

START_TEST (row_of_zeros_has_the_mean_and_the_binary_logarithm)
{
  static const char *const dots[] = { "0", "0", "0", "0" };
  static const double values[] = { 1, 2, 4, 7 };
  struct trial t;

  trial_read (&t, 4, dots, values);
  trial_ready (&t);
  assert_rational_at (&t, ASSAY_STAGE_OUTPUT, 0, "7/2");
  assert_rational_at (&t, ASSAY_STAGE_MASS, 0, "7/2");
  assert_rational_at (&t, ASSAY_STAGE_LSE2, 0, "2");
  assert_irrational_at (&t, ASSAY_STAGE_LSE, 0);
  ck_assert_uint_eq (round_at (&t, ASSAY_STAGE_LSE2, 0, ASSAY_FMT_F16),
                     0x4000);
  trial_clear (&t);
  trial_read (&t, 3, dots, values);
  trial_ready (&t);
  assert_rational_at (&t, ASSAY_STAGE_OUTPUT, 0, "7/3");
  assert_irrational_at (&t, ASSAY_STAGE_LSE2, 0);
  trial_clear (&t);
}
END_TEST

START_TEST (one_key_has_its_value_and_its_score)
{
  static const char *const dots[] = { "5", "100" };
  static const double values[] = { 0.1, 3 };
  struct trial t;

  trial_read (&t, 2, dots, values);
  t.problem.blocked[1] = 1;
  t.problem.width = 16;
  trial_ready (&t);
  ck_assert_uint_eq (t.classes, 1);
  assert_rational_at (&t, ASSAY_STAGE_WEIGHTS, 0, "1");
  assert_rational_at (&t, ASSAY_STAGE_WEIGHTS, 1, "0");
  assert_rational_at (&t, ASSAY_STAGE_OUTPUT, 0,
                      "3602879701896397/36028797018963968");
  assert_rational_at (&t, ASSAY_STAGE_LSE, 0, "5/4");
  assert_irrational_at (&t, ASSAY_STAGE_LSE2, 0);
  assert_rational_at (&t, ASSAY_STAGE_SCORES, 1, "25");
  assert_irrational_at (&t, ASSAY_STAGE_BIASED, 1);
  ck_assert_uint_eq (round_at (&t, ASSAY_STAGE_BIASED, 1, ASSAY_FMT_F16),
                     0xfc00);
  trial_clear (&t);
}
END_TEST

START_TEST (row_without_legal_keys_has_no_class)
{
  static const char *const dots[] = { "5", "100" };
  struct trial t;

  trial_read (&t, 2, dots, NULL);
  t.problem.blocked[0] = t.problem.blocked[1] = 1;
  trial_ready (&t);
  ck_assert_uint_eq (t.classes, 0);
  assert_rational_at (&t, ASSAY_STAGE_SCORES, 1, "100");
  trial_clear (&t);

  /* With a sink it is a row: of one key of value 0.  */
  trial_read (&t, 2, dots, NULL);
  t.problem.blocked[0] = t.problem.blocked[1] = 1;
  t.problem.has_sink = 1;
  row_problem_read (t.problem.sink, "-3/7");
  trial_ready (&t);
  ck_assert_uint_eq (t.classes, 1);
  assert_rational_at (&t, ASSAY_STAGE_WEIGHTS, 0, "0");
  assert_rational_at (&t, ASSAY_STAGE_WEIGHTS, 2, "1");
  assert_rational_at (&t, ASSAY_STAGE_OUTPUT, 0, "0");
  assert_rational_at (&t, ASSAY_STAGE_LSE, 0, "-3/7");
  trial_clear (&t);
}
END_TEST

START_TEST (row_is_used_again)
{
  struct assay_score_rule rule;
  struct assay_row row;
  struct assay_place place = { ASSAY_STAGE_WEIGHTS, 0, NULL };
  mpq_t dot, value;
  size_t keys, j;

  mpq_inits (dot, value, NULL);
  assay_score_rule_init (&rule);
  assay_row_init (&row, &rule, 9);
  for (keys = 9; keys > 0; keys--)
    {
      assay_row_begin (&row, keys);
      mpq_set_ui (dot, keys, 7);
      mpq_canonicalize (dot);
      for (j = 0; j < keys; j++)
        assay_row_set_key (&row, j, dot, NULL, NULL);
      if (keys % 2)
        assay_row_set_sink (&row, dot);
      ck_assert_uint_eq (assay_row_ready (&row), 1);
      ck_assert_int_eq (assay_row_rational (value, &row, &place),
                        ASSAY_HOLDS);
      ck_assert_int_eq (mpq_cmp_ui (value, 1, keys + keys % 2), 0);
    }
  assay_row_clear (&row);
  assay_score_rule_clear (&rule);
  mpq_clears (dot, value, NULL);
}
END_TEST

/* Any finite double, subnormal ones and the extremes too.  */
static double
draw_double (void)
{
  double x = ldexp ((double) testing_between (-100000, 100000),
                    (int) testing_between (-1090, 1000));

  return testing_below (5) == 0 ? 0 : x + (double) testing_below (2);
}

START_TEST (dots_of_doubles_are_exact)
{
  enum { MOST = 9 };
  size_t count = testing_count (300), i, j, n;
  struct assay_dyadics a, b;
  mpq_t dot, expected, x, y;
  double left[2 * MOST], right[MOST];

  mpq_inits (dot, expected, x, y, NULL);
  for (i = 0; i < count; i++)
    {
      n = testing_below (MOST + 1);
      mpq_set_ui (expected, 0, 1);
      for (j = 0; j < n; j++)
        {
          left[2 * j] = draw_double ();
          left[2 * j + 1] = draw_double ();
          right[j] = draw_double ();
          mpq_set_d (x, left[2 * j]);
          mpq_set_d (y, right[j]);
          mpq_mul (x, x, y);
          mpq_add (expected, expected, x);
        }
      assay_dyadics_init (&a, left, n, 2);
      assay_dyadics_init (&b, right, n, 1);
      assay_dyadics_dot (dot, &a, &b);
      ck_assert_msg (mpq_equal (dot, expected), "dot %zu of width %zu", i, n);
      for (j = 0; j < n; j++)
        {
          assay_dyadic_rational (x, b.at[j], b.exponent);
          mpq_set_d (y, right[j]);
          ck_assert (mpq_equal (x, y));
          ck_assert_int_le (mpz_cmpabs (b.at[j], b.most), 0);
        }
      assay_dyadics_clear (&a);
      assay_dyadics_clear (&b);
    }
  mpq_clears (dot, expected, x, y, NULL);
}
END_TEST

/* ---- ties, borders, signs ---- */

static const struct
{
  const char *story;
  enum assay_stage stage;
  enum assay_fmt fmt;
  const char *dots[3];
  double values[3];
  const char *bias, *cap;       /* bias of the first key */
  uint64_t bits;
} borders[] = {
  { "a mean halfway goes to even", ASSAY_STAGE_OUTPUT, ASSAY_FMT_F16,
    { "3", "3" }, { 2048, 2050 }, "0", "0", 0x6800 },
  { "a mean halfway goes to even, bf16", ASSAY_STAGE_OUTPUT, ASSAY_FMT_BF16,
    { "3", "3" }, { 258, 260 }, "0", "0", 0x4382 },
  { "a far key below breaks the tie", ASSAY_STAGE_OUTPUT, ASSAY_FMT_BF16,
    { "3", "3", "-1000000" }, { 258, 260, 0 }, "0", "0", 0x4381 },
  { "a far key above breaks the tie", ASSAY_STAGE_OUTPUT, ASSAY_FMT_F16,
    { "3", "3", "-1000000" }, { 2048, 2050, 9000 }, "0", "0", 0x6801 },
  { "a far key of the mean keeps it", ASSAY_STAGE_OUTPUT, ASSAY_FMT_F16,
    { "3", "3", "-1000000" }, { 2048, 2050, 2049 }, "0", "0", 0x6800 },
  { "the overflow threshold of f16", ASSAY_STAGE_OUTPUT, ASSAY_FMT_F16,
    { "3", "3" }, { 65519, 65521 }, "0", "0", 0x7c00 },
  { "just below the overflow threshold", ASSAY_STAGE_OUTPUT, ASSAY_FMT_F16,
    { "3", "3", "-1000000" }, { 65519, 65521, 0 }, "0", "0", 0x7bff },
  { "above the negative threshold", ASSAY_STAGE_OUTPUT, ASSAY_FMT_F16,
    { "3", "3", "-1000000" }, { -65519, -65521, 0 }, "0", "0", 0xfbff },
  { "an overflowing mean", ASSAY_STAGE_OUTPUT, ASSAY_FMT_F16,
    { "1", "0", "-1" }, { -1e300, -1e299, 5 }, "0", "0", 0xfc00 },
  { "values that cancel exactly are +0", ASSAY_STAGE_OUTPUT, ASSAY_FMT_F32,
    { "3", "3" }, { -1e-30, 1e-30 }, "0", "0", 0 },
  { "a far negative rest is -0", ASSAY_STAGE_OUTPUT, ASSAY_FMT_F32,
    { "3", "3", "-1000000" }, { -1, 1, -1 }, "0", "0", 0x80000000 },
  { "a far positive rest is +0", ASSAY_STAGE_OUTPUT, ASSAY_FMT_F32,
    { "3", "3", "-1000000" }, { -1, 1, 1 }, "0", "0", 0 },
  { "the weight of a far key is +0", ASSAY_STAGE_WEIGHTS, ASSAY_FMT_F64,
    { "-1e15", "3", "3" }, { 0 }, "0", "0", 0 },
  { "a subnormal weight of f16", ASSAY_STAGE_WEIGHTS, ASSAY_FMT_F16,
    { "-16", "0" }, { 0 }, "0", "0", 2 },
  { "a score that rounds to zero keeps its sign", ASSAY_STAGE_SCORES,
    ASSAY_FMT_F64, { "-1e-400", "0" }, { 0 }, "0", "0",
    (uint64_t) 1 << 63 },
  { "a score beyond f16", ASSAY_STAGE_SCORES, ASSAY_FMT_F16,
    { "-1e400", "0" }, { 0 }, "0", "0", 0xfc00 },
  { "a score beyond e4m3 is its NaN", ASSAY_STAGE_SCORES, ASSAY_FMT_E4M3,
    { "-465", "0" }, { 0 }, "0", "0", 0xff },
  { "50 tanh 2 is 48.2013...", ASSAY_STAGE_CAPPED, ASSAY_FMT_F16,
    { "100", "0" }, { 0 }, "0", "50", 0x5206 },
  { "a cap is never reached", ASSAY_STAGE_CAPPED, ASSAY_FMT_F16,
    { "1e30", "0" }, { 0 }, "0", "2051", 0x6801 },
  { "nor from above", ASSAY_STAGE_CAPPED, ASSAY_FMT_F16,
    { "-1e30", "0" }, { 0 }, "0", "2051", 0xe801 },
  { "nor with a bias", ASSAY_STAGE_BIASED, ASSAY_FMT_F16,
    { "1e30", "0" }, { 0 }, "2001", "50", 0x6801 },
  { "a bias halfway is moved by a tiny score", ASSAY_STAGE_BIASED,
    ASSAY_FMT_F16, { "-1e-300", "0" }, { 0 }, "2051", "50", 0x6801 },
  { "a bias halfway is moved up as well", ASSAY_STAGE_BIASED,
    ASSAY_FMT_F16, { "1e-300", "0" }, { 0 }, "2051", "50", 0x6802 },
  { "a cap bends the tiniest score", ASSAY_STAGE_CAPPED, ASSAY_FMT_F16,
    { "3/33554432", "0" }, { 0 }, "0", "1", 1 },
  { "a log-sum-exp halfway is moved up by a far key", ASSAY_STAGE_LSE,
    ASSAY_FMT_F16, { "2049", "-1000000" }, { 0 }, "0", "0", 0x6801 },
  { "a single score halfway is not", ASSAY_STAGE_LSE,
    ASSAY_FMT_F16, { "2049" }, { 0 }, "0", "0", 0x6800 },
  { "a log-sum-exp of 0 is +0", ASSAY_STAGE_LSE, ASSAY_FMT_F16,
    { "0" }, { 0 }, "0", "0", 0 },
  { "and positive with a far key", ASSAY_STAGE_LSE, ASSAY_FMT_F64,
    { "0", "-1000000" }, { 0 }, "0", "0", 0 },
};

START_TEST (borders_are_the_ones_computed_by_hand)
{
  struct trial t;
  size_t keys = 0;

  while (keys < 3 && borders[_i].dots[keys])
    keys++;
  trial_read (&t, keys, borders[_i].dots, borders[_i].values);
  row_problem_read (t.problem.bias[0], borders[_i].bias);
  row_problem_read (t.problem.softcap, borders[_i].cap);
  trial_ready (&t);
  ck_assert_msg (round_at (&t, borders[_i].stage, 0, borders[_i].fmt)
                 == borders[_i].bits, "%s: %lx instead of %lx",
                 borders[_i].story,
                 (unsigned long) round_at (&t, borders[_i].stage, 0,
                                           borders[_i].fmt),
                 (unsigned long) borders[_i].bits);
  trial_clear (&t);
}
END_TEST

/* log2 of 512 equal keys is 9, halfway between two values of e5m2.  */
START_TEST (binary_logarithm_halfway_is_moved_by_a_far_key)
{
  struct assay_place place = { ASSAY_STAGE_LSE2, 0, NULL };
  struct assay_score_rule rule;
  struct assay_row row;
  struct assay_ctx ctx;
  uint64_t bits = 0;
  mpq_t far;

  assay_ctx_init (&ctx);
  mpq_init (far);
  mpq_set_si (far, -1000000, 1);
  assay_score_rule_init (&rule);
  assay_row_init (&row, &rule, 513);
  assay_row_begin (&row, 512);
  ck_assert_uint_eq (assay_row_ready (&row), 1);
  ck_assert_int_eq (assay_row_round (&bits, &row, &place, ASSAY_FMT_E5M2,
                                     &ctx), ASSAY_HOLDS);
  ck_assert_uint_eq (bits, 0x48);
  assay_row_begin (&row, 513);
  assay_row_set_key (&row, 7, far, NULL, NULL);
  ck_assert_uint_eq (assay_row_ready (&row), 2);
  ck_assert_int_eq (assay_row_round (&bits, &row, &place, ASSAY_FMT_E5M2,
                                     &ctx), ASSAY_HOLDS);
  ck_assert_uint_eq (bits, 0x49);
  assay_row_clear (&row);
  assay_score_rule_clear (&rule);
  mpq_clear (far);
}
END_TEST

/* ---- sinks and leaks, against their formulas ---- */

/* The number at PLACE is within 2^-100 of VALUE.  */
static void
assert_is (struct trial *t, enum assay_stage stage, size_t key,
           mpfr_srcptr value)
{
  struct assay_place place = place_of (t, stage, key);
  mpfr_t lo, hi, slack;

  mpfr_inits2 (300, lo, hi, slack, (mpfr_ptr) 0);
  ck_assert_int_eq (assay_row_enclose (lo, hi, &t->row, &place, &t->ctx,
                                       150), ASSAY_HOLDS);
  mpfr_set_ui_2exp (slack, 1, -100, MPFR_RNDN);
  mpfr_mul (slack, slack, value, MPFR_RNDN);
  mpfr_sub (lo, lo, slack, MPFR_RNDD);
  mpfr_add (hi, hi, slack, MPFR_RNDU);
  ck_assert_msg (mpfr_lessequal_p (lo, value) && mpfr_lessequal_p (value, hi),
                 "%s: %.20g", stage_names[stage],
                 mpfr_get_d (value, MPFR_RNDN));
  mpfr_clears (lo, hi, slack, (mpfr_ptr) 0);
}

START_TEST (sink_takes_its_share_of_the_weights)
{
  static const char *const dots[] = { "0", "0", "0", "0" };
  struct trial t;
  mpfr_t x;

  trial_read (&t, 4, dots, NULL);
  t.problem.has_sink = 1;
  mpq_set_ui (t.problem.sink, 1, 1);
  trial_ready (&t);
  mpfr_init2 (x, 300);
  mpfr_set_ui (x, 1, MPFR_RNDN);
  mpfr_exp (x, x, MPFR_RNDN);
  mpfr_add_ui (x, x, 4, MPFR_RNDN);
  mpfr_ui_div (x, 4, x, MPFR_RNDN);
  assert_is (&t, ASSAY_STAGE_OUTPUT, 0, x);
  mpfr_div_ui (x, x, 4, MPFR_RNDN);
  assert_is (&t, ASSAY_STAGE_WEIGHTS, 2, x);
  mpfr_mul_ui (x, x, 4, MPFR_RNDN);
  mpfr_ui_sub (x, 1, x, MPFR_RNDN);
  assert_is (&t, ASSAY_STAGE_WEIGHTS, 4, x);
  mpfr_clear (x);
  trial_clear (&t);
}
END_TEST

START_TEST (mask_before_the_cap_leaks)
{
  static const char *const dots[] = { "-1e9", "0" };
  struct trial t;
  mpfr_t x, sum;

  trial_read (&t, 2, dots, NULL);
  mpq_set_ui (t.problem.softcap, 50, 1);
  trial_ready (&t);
  mpfr_inits2 (300, x, sum, (mpfr_ptr) 0);
  mpfr_set_si (x, -50, MPFR_RNDN);
  mpfr_exp (x, x, MPFR_RNDN);
  mpfr_add_ui (sum, x, 1, MPFR_RNDN);
  mpfr_div (x, x, sum, MPFR_RNDN);
  assert_is (&t, ASSAY_STAGE_WEIGHTS, 0, x);
  mpfr_clears (x, sum, (mpfr_ptr) 0);
  trial_clear (&t);
}
END_TEST

START_TEST (weight_far_behind_is_enclosed_relatively)
{
  static const char *const dots[] = { "-1000000", "0" };
  struct assay_place place;
  struct trial t;
  mpfr_t lo, hi, x;

  trial_read (&t, 2, dots, NULL);
  trial_ready (&t);
  place = place_of (&t, ASSAY_STAGE_WEIGHTS, 0);
  mpfr_inits2 (300, lo, hi, x, (mpfr_ptr) 0);
  ck_assert_int_eq (assay_row_enclose (lo, hi, &t.row, &place, &t.ctx, 60),
                    ASSAY_HOLDS);
  mpfr_set_si (x, -1000000, MPFR_RNDN);
  mpfr_exp (x, x, MPFR_RNDN);
  ck_assert (mpfr_lessequal_p (lo, x) && mpfr_lessequal_p (x, hi));
  mpfr_clears (lo, hi, x, (mpfr_ptr) 0);
  trial_clear (&t);
}
END_TEST

/* ---- what a soft cap leaves open ---- */

/* e^z in three doubles: what is left of 1 - e^-z (their sum) is of the order
   2^-160, below the integers and below 64 bits.  Z is C tanh (1 / C).  */
static void
trial_cancel (struct trial *t, const char *cap)
{
  static const char *const dots[] = { "1", "0", "0", "0" };
  mpfr_t x, c;
  int i;

  trial_read (t, 4, dots, NULL);
  row_problem_read (t->problem.softcap, cap);
  mpfr_inits2 (400, x, c, (mpfr_ptr) 0);
  mpfr_set_ui (x, 1, MPFR_RNDN);
  if (mpq_sgn (t->problem.softcap) != 0)
    {
      mpfr_set_q (c, t->problem.softcap, MPFR_RNDN);
      mpfr_ui_div (x, 1, c, MPFR_RNDN);
      mpfr_tanh (x, x, MPFR_RNDN);
      mpfr_mul (x, x, c, MPFR_RNDN);
    }
  mpfr_exp (x, x, MPFR_RNDN);
  for (i = 1; i < 4; i++)
    {
      t->problem.value[i] = -mpfr_get_d (x, MPFR_RNDN);
      mpfr_add_d (x, x, t->problem.value[i], MPFR_RNDN);
    }
  mpfr_clears (x, c, (mpfr_ptr) 0);
  trial_ready (t);
}

START_TEST (cancelling_output_is_open_only_with_a_cap_and_a_small_budget)
{
  struct assay_place place;
  uint64_t bits = 77, sharp = 0;
  mpq_t value;
  struct trial t;

  mpq_init (value);
  trial_cancel (&t, "0");
  t.ctx.max_precision = 64;
  place = place_of (&t, ASSAY_STAGE_OUTPUT, 0);
  ck_assert_int_eq (assay_row_rational (value, &t.row, &place), ASSAY_FAILS);
  ck_assert_int_eq (assay_row_round (&bits, &t.row, &place, ASSAY_FMT_F64,
                                     &t.ctx), ASSAY_HOLDS);
  trial_clear (&t);

  trial_cancel (&t, "3");
  t.ctx.max_precision = 64;
  bits = 77;
  place = place_of (&t, ASSAY_STAGE_OUTPUT, 0);
  ck_assert_int_eq (assay_row_rational (value, &t.row, &place), ASSAY_OPEN);
  ck_assert_int_eq (assay_row_round (&bits, &t.row, &place, ASSAY_FMT_F64,
                                     &t.ctx), ASSAY_OPEN);
  ck_assert_uint_eq (bits, 77);
  t.ctx.max_precision = 1024;
  ck_assert_int_eq (assay_row_round (&sharp, &t.row, &place, ASSAY_FMT_F64,
                                     &t.ctx), ASSAY_HOLDS);
  assert_number (&t, &place);
  trial_clear (&t);
  mpq_clear (value);
}
END_TEST

START_TEST (log_sum_exp_of_capped_scores_may_be_open)
{
  static const char *const dots[] = { "1", "1", "0" };
  struct assay_place place;
  uint64_t bits = 77;
  mpq_t value;
  struct trial t;
  int keys;

  mpq_init (value);
  for (keys = 1; keys <= 3; keys++)
    {
      trial_read (&t, (size_t) keys, dots, NULL);
      mpq_set_ui (t.problem.softcap, 5, 1);
      trial_ready (&t);
      t.ctx.max_precision = 32;
      place = place_of (&t, ASSAY_STAGE_LSE, 0);
      /* One key: its score, which is transcendental.  */
      ck_assert_int_eq (assay_row_rational (value, &t.row, &place),
                        keys == 1 ? ASSAY_FAILS : ASSAY_OPEN);
      ck_assert_int_eq (assay_row_round (&bits, &t.row, &place,
                                         ASSAY_FMT_F64, &t.ctx),
                        keys == 1 ? ASSAY_HOLDS : ASSAY_OPEN);
      place.stage = ASSAY_STAGE_LSE2;
      ck_assert_int_eq (assay_row_rational (value, &t.row, &place),
                        ASSAY_OPEN);
      /* Scores and equal caps are never open.  */
      place.stage = ASSAY_STAGE_CAPPED;
      ck_assert_int_eq (assay_row_round (&bits, &t.row, &place,
                                         ASSAY_FMT_F64, &t.ctx),
                        ASSAY_HOLDS);
      place.stage = ASSAY_STAGE_WEIGHTS;
      ck_assert_int_eq (assay_row_rational (value, &t.row, &place),
                        keys < 3 ? ASSAY_HOLDS : ASSAY_OPEN);
      trial_clear (&t);
    }
  mpq_clear (value);
}
END_TEST

/* The number's first 100 bits are told from it at 128 bits, not at 64.  */
START_TEST (log_sum_exp_is_compared_up_to_the_highest_precision)
{
  static const char *const dots[] = { "1", "1" };
  struct assay_place place;
  mpfr_t truth, near;
  struct trial t;
  int sign = 0;
  mpq_t m;

  mpq_init (m);
  mpfr_init2 (truth, ROW_PROBLEM_TRUTH_BITS);
  mpfr_init2 (near, 100);
  trial_read (&t, 2, dots, NULL);
  mpq_set_ui (t.problem.softcap, 5, 1);
  trial_ready (&t);
  place = place_of (&t, ASSAY_STAGE_LSE, 0);
  row_problem_truth (truth, &t.problem, &place);
  mpfr_set (near, truth, MPFR_RNDD);
  mpfr_get_q (m, near);
  t.ctx.max_precision = 127;
  ck_assert_int_eq (assay_row_compare (&sign, &t.row, &place, m, &t.ctx),
                    ASSAY_OPEN);
  t.ctx.max_precision = 128;
  ck_assert_int_eq (assay_row_compare (&sign, &t.row, &place, m, &t.ctx),
                    ASSAY_HOLDS);
  ck_assert_int_eq (sign, 1);
  trial_clear (&t);
  mpfr_clears (truth, near, (mpfr_ptr) 0);
  mpq_clear (m);
}
END_TEST

/* One u in the row: the cap is one constant in all scores, so the weights
   are those of the biases.  */
START_TEST (equal_capped_scores_are_as_decidable_as_none)
{
  static const char *const dots[] = { "1", "1", "1" };
  struct assay_place place;
  mpq_t value;
  struct trial t;

  mpq_init (value);
  trial_read (&t, 3, dots, NULL);
  mpq_set_ui (t.problem.softcap, 5, 1);
  mpq_set_ui (t.problem.bias[1], 2, 1);
  trial_ready (&t);
  place = place_of (&t, ASSAY_STAGE_WEIGHTS, 0);
  ck_assert_int_eq (assay_row_rational (value, &t.row, &place), ASSAY_FAILS);
  place = place_of (&t, ASSAY_STAGE_LSE, 0);
  ck_assert_int_eq (assay_row_rational (value, &t.row, &place), ASSAY_OPEN);
  trial_clear (&t);
  mpq_clear (value);
}
END_TEST

static Suite *
row_suite (void)
{
  Suite *suite = suite_create ("row");
  TCase *table = tcase_create ("table");
  TCase *special = tcase_create ("special");
  TCase *oracle = tcase_create ("oracle");

  tcase_add_loop_test (table, borders_are_the_ones_computed_by_hand, 0,
                       ROWS (borders));
  tcase_add_test (table, binary_logarithm_halfway_is_moved_by_a_far_key);
  tcase_set_timeout (table, 60);
  suite_add_tcase (suite, table);
  tcase_add_test (special, weights_of_equal_scores_are_one_over_their_number);
  tcase_add_test (special,
                  row_of_zeros_has_the_mean_and_the_binary_logarithm);
  tcase_add_test (special, one_key_has_its_value_and_its_score);
  tcase_add_test (special,
                  log_sum_exp_is_compared_up_to_the_highest_precision);
  tcase_add_test (special, row_without_legal_keys_has_no_class);
  tcase_add_test (special, row_is_used_again);
  tcase_add_test (special, dots_of_doubles_are_exact);
  tcase_add_test (special, sink_takes_its_share_of_the_weights);
  tcase_add_test (special, mask_before_the_cap_leaks);
  tcase_add_test (special, weight_far_behind_is_enclosed_relatively);
  tcase_add_test (special,
    cancelling_output_is_open_only_with_a_cap_and_a_small_budget);
  tcase_add_test (special, log_sum_exp_of_capped_scores_may_be_open);
  tcase_add_test (special, equal_capped_scores_are_as_decidable_as_none);
  tcase_set_timeout (special, 60);
  suite_add_tcase (suite, special);
  tcase_add_loop_test (oracle, random_rows_equal_plain_evaluation, 0, 2);
  tcase_set_timeout (oracle, 600);
  suite_add_tcase (suite, oracle);
  return suite;
}

int
main (void)
{
  return testing_run_real (row_suite ());
}
