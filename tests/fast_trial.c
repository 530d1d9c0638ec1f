/* fast_trial.c -- blocks of attention for the fast tiers, and their truth */

#include "fast_trial.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "testing.h"

static double
uniform (void)
{
  return ((double) testing_below (1ul << 30) + (double) testing_below (1ul
                                                                      << 23)
          * 0x1p-23) * 0x1p-29 - 1.0;
}

static double
about_normal (void)
{
  return uniform () + uniform () + uniform ();
}

/* X cut to BITS bits.  */
static double
cut (double x, int bits)
{
  int e;
  double m = frexp (x, &e);

  return ldexp (trunc (ldexp (m, bits)), e - bits);
}

double
fast_trial_draw (enum fast_data data)
{
  switch (data)
    {
    case FAST_F32:
      return cut (about_normal (), 24);
    case FAST_BF16:
      return cut (about_normal (), 8);
    case FAST_INTEGERS:
      return (double) testing_between (-2, 2);
    case FAST_HUGE:
      return cut (about_normal () * 60, 24);
    case FAST_TINY:
      return cut (ldexp (about_normal (), -30), 24);
    case FAST_EDGE:
      return cut (about_normal (), 11);
    case FAST_WILD:
      return ldexp (about_normal (), (int) testing_between (-300, 300));
    case FAST_EQUAL_KEYS:
      return cut (about_normal (), 24);
    default:
      return about_normal ();
    }
}

static double
draw_value (enum fast_data data)
{
  switch (data)
    {
    case FAST_TINY:
      return cut (ldexp (about_normal (), -126), 8);
    case FAST_EDGE:
      return (testing_below (2) ? 1.0 : -1.0)
             * (65504.0 + 8.0 * (double) testing_between (-1, 3));
    case FAST_EQUAL_KEYS:
      return (double) testing_between (-9, 9);
    case FAST_HUGE:
      return fast_trial_draw (FAST_F32);
    default:
      return fast_trial_draw (data);
    }
}

static void
draw (struct fast_trial *t, enum fast_data data)
{
  size_t i;

  for (i = 0; i < t->rows * t->width; i++)
    t->q[i] = fast_trial_draw (data);
  for (i = 0; i < t->keys * t->width; i++)
    t->k[i] = fast_trial_draw (data);
  for (i = 0; i < t->keys * t->values; i++)
    t->v[i] = draw_value (data);
  if (data != FAST_EQUAL_KEYS)
    return;
  for (i = t->width; i < t->keys * t->width; i++)
    if (i / t->width % 40 != 0)
      t->k[i] = t->k[i - t->width];
  memset (t->q, 0, t->rows / 2 * t->width * sizeof *t->q);
}

static void
make_room (struct fast_trial *t)
{
  t->q = calloc (t->rows * t->width, sizeof *t->q);
  t->k = calloc (t->keys * t->width, sizeof *t->k);
  t->v = calloc (t->keys * t->values, sizeof *t->v);
  t->bias = calloc (t->rows * t->keys, sizeof *t->bias);
  t->legal = malloc (t->rows * t->keys);
  t->first = calloc (t->rows, sizeof *t->first);
  t->last = calloc (t->rows, sizeof *t->last);
  t->position = calloc (t->rows, sizeof *t->position);
  t->out.bits = calloc (t->rows * t->values, sizeof *t->out.bits);
  t->out.open = calloc (t->rows * t->values, 1);
  t->out.hi = calloc (t->rows * t->values, sizeof *t->out.hi);
  t->out.lo = calloc (t->rows * t->values, sizeof *t->out.lo);
  t->out.radius = calloc (t->rows * t->values, sizeof *t->out.radius);
  t->out.mass = calloc (t->rows * t->values, sizeof *t->out.mass);
  t->bare.bits = calloc (t->rows * t->values, sizeof *t->bare.bits);
  t->bare.open = calloc (t->rows * t->values, 1);
}

void
fast_trial_init (struct fast_trial *t, size_t rows, size_t keys, size_t width,
                 size_t values, enum fast_data data)
{
  size_t r;

  memset (t, 0, sizeof *t);
  t->rows = rows;
  t->keys = keys;
  t->width = width;
  t->values = values;
  make_room (t);
  memset (t->legal, 1, rows * keys);
  for (r = 0; r < rows; r++)
    {
      t->last[r] = r + 1 + keys > rows ? r + 1 + keys - rows : 1;
      if (t->last[r] > keys)
        t->last[r] = keys;
      t->position[r] = (long) t->last[r] - 1;
    }
  assay_surd_init (&t->sigma);
  assay_surd_init (&t->slope);
  mpq_init (t->sink);
  assay_surd_set_inverse_sqrt (&t->sigma, (unsigned long) width);
  assay_ctx_init (&t->ctx);
  memset (&t->work, 0x5a, sizeof t->work);
  assay_fast_work_init (&t->work);
  draw (t, data);
}

static void
unready (struct fast_trial *t)
{
  size_t c;

  if (t->column == NULL)
    return;
  assay_fast_head_clear (&t->head);
  assay_row_clear (&t->row);
  for (c = 0; c < t->values; c++)
    assay_dyadics_clear (&t->column[c]);
  free (t->column);
  t->column = NULL;
}

void
fast_trial_clear (struct fast_trial *t)
{
  unready (t);
  free (t->q);
  free (t->k);
  free (t->v);
  free (t->bias);
  free (t->legal);
  free (t->first);
  free (t->last);
  free (t->position);
  free (t->out.bits);
  free (t->out.open);
  free (t->out.hi);
  free (t->out.lo);
  free (t->out.radius);
  free (t->out.mass);
  free (t->bare.bits);
  free (t->bare.open);
  assay_surd_clear (&t->sigma);
  assay_surd_clear (&t->slope);
  mpq_clear (t->sink);
  assay_fast_work_clear (&t->work);
}

void
fast_trial_vary (struct fast_trial *t, enum fast_data data)
{
  size_t r, j;
  mpq_t q;

  mpq_init (q);
  for (r = 0; r < t->rows && testing_below (2); r++)
    t->first[r] = testing_below (t->last[r]);
  t->has_legal = testing_below (3) == 0;
  for (r = 0; r < t->rows; r++)
    for (j = 0; j < t->keys; j++)
      t->legal[r * t->keys + j] = j + 1 == t->last[r] || testing_below (4);
  t->has_bias = testing_below (3) == 0;
  for (j = 0; j < t->rows * t->keys; j++)
    t->bias[j] = testing_below (5) ? fast_trial_draw (data)
                 : testing_below (2) ? -10000.0 : -0x1.fffffep127;
  t->has_slope = testing_below (4) == 0;
  assay_surd_set_power_of_two (&t->slope, testing_between (-30, 0),
                               1 + testing_below (4));
  t->has_sink = testing_below (4) == 0;
  mpq_set_si (t->sink, testing_between (-30, 30), 7);
  mpq_canonicalize (t->sink);
  if (testing_below (3) == 0)
    {
      mpq_set_si (q, testing_between (-20, 20), 16);
      mpq_canonicalize (q);
      assay_surd_set_rational (&t->sigma, q);
    }
  mpq_clear (q);
}

void
fast_trial_ready (struct fast_trial *t)
{
  struct assay_score_rule rule;
  size_t c;

  unready (t);
  assay_fast_rule_init (&t->rule, &t->sigma, t->has_slope ? &t->slope : NULL,
                        t->has_sink ? t->sink : NULL);
  assay_fast_head_init (&t->head, t->keys, t->width, t->values);
  assay_fast_head_set_keys (&t->head, t->k);
  assay_fast_head_set_values (&t->head, t->v);
  t->column = calloc (t->values, sizeof *t->column);
  for (c = 0; c < t->values; c++)
    assay_dyadics_init (&t->column[c], t->v + c, t->keys, t->values);
  assay_score_rule_init (&rule);
  assay_surd_set (&rule.sigma, &t->sigma);
  rule.has_slope = t->has_slope;
  assay_surd_set (&rule.slope, &t->slope);
  assay_row_init (&t->row, &rule, t->keys);
  assay_score_rule_clear (&rule);
}

void
fast_trial_run (struct fast_trial *t, enum assay_fmt fmt,
                enum assay_fast_tier first_tier)
{
  t->given = (struct assay_fast_rows) {
    .count = t->rows, .q = t->q, .first = t->first, .last = t->last,
    .legal = t->has_legal ? t->legal : NULL,
    .bias = t->has_bias ? t->bias : NULL, .position = t->position
  };
  t->out.fmt = fmt;
  memset (t->out.settled, 0, sizeof t->out.settled);
  t->work.first_tier = first_tier;
  assay_fast_rows_round (&t->out, &t->given, &t->head, &t->rule, &t->work);
  t->bare.fmt = fmt;
  assay_fast_rows_round (&t->bare, &t->given, &t->head, &t->rule, &t->work);
}

void
fast_trial_load (struct fast_trial *t, size_t r)
{
  struct assay_dyadics query, key;
  mpq_t dot, bias, distance;
  size_t j;

  mpq_inits (dot, bias, distance, NULL);
  assay_dyadics_init (&query, t->q + r * t->width, t->width, 1);
  assay_row_begin (&t->row, t->keys);
  for (j = 0; j < t->keys; j++)
    {
      assay_dyadics_init (&key, t->k + j * t->width, t->width, 1);
      assay_dyadics_dot (dot, &query, &key);
      assay_dyadics_clear (&key);
      mpq_set_d (bias, t->has_bias ? t->bias[r * t->keys + j] : 0.0);
      mpq_set_si (distance, -labs (t->position[r] - (long) j), 1);
      assay_row_set_key (&t->row, j, dot, bias, distance);
      if (j < t->first[r] || j >= t->last[r]
          || (t->has_legal && !t->legal[r * t->keys + j]))
        assay_row_block (&t->row, j);
    }
  if (t->has_sink)
    assay_row_set_sink (&t->row, t->sink);
  assay_row_ready (&t->row);
  assay_dyadics_clear (&query);
  mpq_clears (dot, bias, distance, NULL);
}

/* Whether the number at PLACE lies within RADIUS of HI + LO.  */
static void
assert_near (struct fast_trial *t, const struct assay_place *place, size_t at)
{
  double radius = t->out.radius[at];
  mpfr_t lo, hi, x, r;

  if (!isfinite (radius))
    return;
  mpfr_inits2 (53, lo, hi, (mpfr_ptr) 0);
  mpfr_inits2 (2400, x, r, (mpfr_ptr) 0);
  mpfr_set_d (x, t->out.hi[at], MPFR_RNDN);
  mpfr_add_d (x, x, t->out.lo[at], MPFR_RNDN);
  assay_row_enclose (lo, hi, &t->row, place, &t->ctx, 300);
  mpfr_sub_d (r, x, radius, MPFR_RNDN);
  ck_assert_msg (mpfr_lessequal_p (r, hi), "element %zu is below its radius",
                 at);
  mpfr_add_d (r, x, radius, MPFR_RNDN);
  ck_assert_msg (mpfr_greaterequal_p (r, lo), "element %zu is above its "
                 "radius", at);
  mpfr_clears (lo, hi, x, r, (mpfr_ptr) 0);
}

static void
assert_mass (struct fast_trial *t, const struct assay_place *place, size_t at)
{
  struct assay_place mass = *place;
  double most = t->out.mass[at];
  mpfr_t lo, hi;

  if (!isfinite (most))
    return;
  mass.stage = ASSAY_STAGE_MASS;
  mpfr_inits2 (53, lo, hi, (mpfr_ptr) 0);
  assay_row_enclose (lo, hi, &t->row, &mass, &t->ctx, 100);
  ck_assert_msg (mpfr_cmp_d (lo, most) <= 0, "mass %zu is too small", at);
  mpfr_mul_d (hi, hi, 1 + 0x1p-39, MPFR_RNDU);
  ck_assert_msg (mpfr_cmp_d (hi, most) >= 0, "mass %zu is too large", at);
  mpfr_clears (lo, hi, (mpfr_ptr) 0);
}

void
fast_trial_assert_true (struct fast_trial *t)
{
  uint64_t bits, counted = 0, open = 0;
  size_t r, c;
  int tier;

  for (r = 0; r < t->rows; r++)
    {
      fast_trial_load (t, r);
      for (c = 0; c < t->values; c++)
        {
          struct assay_place place = { ASSAY_STAGE_OUTPUT, 0, &t->column[c] };
          size_t at = r * t->values + c;

          open += t->out.open[at];
          ck_assert_int_eq (assay_row_round (&bits, &t->row, &place,
                                             t->out.fmt, &t->ctx),
                            ASSAY_HOLDS);
          ck_assert_msg (t->out.open[at] || t->out.bits[at] == bits,
                         "row %zu of %zu, column %zu, %s: 0x%llx, not 0x%llx",
                         r, t->rows, c, t->work.kernels->name,
                         (unsigned long long) t->out.bits[at],
                         (unsigned long long) bits);
          ck_assert_msg (t->bare.open[at] || t->bare.bits[at] == bits,
                         "row %zu of %zu, column %zu, %s, bare", r, t->rows,
                         c, t->work.kernels->name);
          assert_near (t, &place, at);
          assert_mass (t, &place, at);
        }
    }
  for (tier = 0; tier < ASSAY_FAST_TIERS; tier++)
    counted += t->out.settled[tier];
  ck_assert_uint_eq (counted, t->rows * t->values);
  ck_assert_uint_eq (t->out.settled[ASSAY_FAST_OPEN], open);
}
