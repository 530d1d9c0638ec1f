/* check_agree_rotation.c -- turned tensors: both families give the same
   bits */

#include <math.h>
#include <oracle.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "kernel/rotation_judge.h"
#include "position/frequency.h"
#include "position/frequency_yarn.h"
#include "testing.h"

enum { MOST_SIZE = 12, MOST_ROWS = 2, MOST_HEADS = 2, MOST_AXES = 3,
       MOST_DIGITS = 4000 };

/* One random case as plain data; X is [head][row][column].  */
struct drawn
{
  enum assay_fmt x_fmt, fmt;
  struct assay_layout layout;
  int sign;
  long base;
  unsigned long factor;
  int magnitude;                /* 0: 1; 1: 3/4; 2: yarn; 3: longrope */
  struct assay_sections sections;
  size_t axes, heads, rows;
  int64_t position[MOST_AXES][MOST_ROWS];
  double x[MOST_HEADS][MOST_ROWS][MOST_SIZE];
};

/* A value of FMT, all sizes of it; never -0.  */
static double
draw_value (enum assay_fmt fmt)
{
  const struct assay_fmt_shape *shape = assay_fmt_shape (fmt);
  long e = testing_between (-8, 8);
  double x;

  switch (testing_below (12))
    {
    case 0:
      return 0.0;
    case 1:
      e = testing_between (shape->emin - (long) shape->precision,
                           shape->emax);
      break;
    default:
      break;
    }
  x = ldexp ((double) (testing_below (1ul << 31) * 2 + 1), (int) e - 32);
  x = assay_dtype_double (assay_rounded_double (x, fmt),
                          assay_dtype_of_fmt (fmt));
  if (!isfinite (x) || x == 0.0)
    x = 1.0;
  return testing_below (2) ? -x : x;
}

static int64_t
draw_position (void)
{
  switch (testing_below (8))
    {
    case 0:
      return 0;
    case 1:
      return (int64_t) testing_below (4);
    case 2:
      return -(int64_t) testing_below (1000001);
    case 3:
      return (int64_t) testing_below (1ul << 40);
    default:
      return (int64_t) testing_below (1000001);
    }
}

/* So that y_a of PAIR nearly cancels, if T's rounding lets it.  */
static void
cancel (struct drawn *d, size_t head, size_t row, size_t pair)
{
  double w = pow ((double) d->base, -2.0 * (double) pair
                                    / (double) d->layout.rotary_dim)
             / (double) d->factor;
  double angle = d->sign * (double) d->position[0][row] * w, x;
  size_t first, second;

  assay_layout_pair (&first, &second, &d->layout, pair);
  x = d->x[head][row][second] * tan (angle);
  x = assay_dtype_double (assay_rounded_double (x, d->x_fmt),
                          assay_dtype_of_fmt (d->x_fmt));
  if (isfinite (x) && x != 0.0)
    d->x[head][row][first] = x;
}

static void
draw (struct drawn *d)
{
  size_t h, s, c, a;

  memset (d, 0, sizeof *d);
  d->x_fmt = (enum assay_fmt) testing_below (ASSAY_FMT_COUNT);
  d->fmt = testing_below (2) ? d->x_fmt
           : (enum assay_fmt) testing_below (ASSAY_FMT_COUNT);
  d->layout.rotary_dim = 2 * (1 + testing_below (4));
  d->layout.head_dim = d->layout.rotary_dim + testing_below (4);
  d->layout.pairing = (enum assay_pairing) testing_below (2);
  d->sign = testing_below (3) ? 1 : -1;
  d->base = testing_below (4) ? testing_between (2, 2000000) : 1;
  d->factor = testing_below (2) ? 1 : 1 + testing_below (40);
  d->magnitude = testing_below (2) ? 0 : (int) testing_below (4);
  d->axes = testing_below (4) ? 1 : MOST_AXES;
  d->heads = 1 + testing_below (MOST_HEADS);
  d->rows = 1 + testing_below (MOST_ROWS);
  if (d->axes > 1)
    {
      d->sections.rule = testing_below (2) ? ASSAY_SECTIONS_CHUNKED
                                           : ASSAY_SECTIONS_INTERLEAVED;
      d->sections.count = 3;
      d->sections.size[0] = testing_below (3);
      d->sections.size[1] = testing_below (3);
      d->sections.size[2] = 4;
    }
  for (a = 0; a < d->axes; a++)
    for (s = 0; s < d->rows; s++)
      d->position[a][s] = draw_position ();
  for (h = 0; h < d->heads; h++)
    for (s = 0; s < d->rows; s++)
      {
        for (c = 0; c < d->layout.head_dim; c++)
          d->x[h][s][c] = draw_value (d->x_fmt);
        if (testing_below (3) == 0)
          cancel (d, h, s, testing_below (d->layout.rotary_dim / 2));
      }
}

static void
describe (char *text, size_t size, const struct drawn *d)
{
  snprintf (text, size, "%s to %s, %zu of %zu %s, sign %d, base %ld over %lu, "
            "magnitude %d, %zu axes", assay_fmt_shape (d->x_fmt)->name,
            assay_fmt_shape (d->fmt)->name, d->layout.rotary_dim,
            d->layout.head_dim, assay_pairing_name (d->layout.pairing),
            d->sign, d->base, d->factor, d->magnitude, d->axes);
}

/* ---- the oracle's answer ---- */

static void
set_double (struct oracle_fraction *f, double x)
{
  mpq_t value;

  mpq_init (value);
  mpq_set_d (value, x);
  mpz_set (f->num, mpq_numref (value));
  mpz_set (f->den, mpq_denref (value));
  mpq_clear (value);
}

static void
oracle_of (struct oracle_turn *turn, const struct drawn *d)
{
  int axis;

  oracle_turn_init (turn);
  turn->set.type = ORACLE_ROPE_LINEAR;
  turn->set.width = d->layout.rotary_dim;
  mpz_set_si (turn->set.base.num, d->base);
  mpz_set_ui (turn->set.factor.num, d->factor);
  turn->size = d->layout.head_dim;
  turn->pairing = d->layout.pairing == ASSAY_PAIRING_ADJACENT
                  ? ORACLE_ADJACENT : ORACLE_SPLIT_HALF;
  turn->backwards = d->sign < 0;
  turn->axes = d->axes;
  turn->interleaved = d->sections.rule == ASSAY_SECTIONS_INTERLEAVED;
  for (axis = 0; axis < MOST_AXES; axis++)
    turn->section[axis] = d->sections.size[axis];
  switch (d->magnitude)
    {
    case 1:
      mpz_set_ui (turn->magnitude.num, 3);
      mpz_set_ui (turn->magnitude.den, 4);
      break;
    case 2:
      turn->magnitude_kind = ORACLE_MAGNITUDE_YARN;
      break;
    case 3:
      turn->magnitude_kind = ORACLE_MAGNITUDE_LONGROPE;
      mpz_set_ui (turn->set.original.num, 4096);
      mpz_set_ui (turn->set.original.den, 1);
      break;
    default:
      break;
    }
}

/* BITS [head][row][column] <- the rounded components, or those of MISTAKE.  */
static void
theirs (uint64_t *bits, const struct drawn *d, enum assay_fmt fmt,
        const struct oracle_turn_mistake *mistake)
{
  size_t size = d->layout.head_dim, h, s, c, a;
  struct oracle_fraction *x = oracle_fractions_new (MOST_SIZE);
  struct oracle_fraction *position = oracle_fractions_new (MOST_AXES);
  struct oracle_turn turn;

  oracle_of (&turn, d);
  for (h = 0; h < d->heads; h++)
    for (s = 0; s < d->rows; s++)
      {
        for (c = 0; c < size; c++)
          set_double (&x[c], d->x[h][s][c]);
        for (a = 0; a < d->axes; a++)
          mpz_set_si (position[a].num, d->position[a][s]);
        ck_assert_uint_eq (oracle_turn_row (bits + (h * d->rows + s) * size,
                                            NULL, &turn, mistake, x, position,
                                            (long) s, oracle_format_named
                                            (assay_fmt_shape (fmt)->name),
                                            MOST_DIGITS), 0);
      }
  oracle_turn_clear (&turn);
  oracle_fractions_free (x, MOST_SIZE);
  oracle_fractions_free (position, MOST_AXES);
}

/* ---- ours ---- */

/* What a rotation of a drawn case borrows.  */
struct ours
{
  struct assay_tensor x, got, positions_tensor;
  double values[MOST_HEADS * MOST_ROWS * MOST_SIZE];
  uint64_t bits[MOST_HEADS * MOST_ROWS * MOST_SIZE];
  unsigned char packed[8 * MOST_HEADS * MOST_ROWS * MOST_SIZE];
  unsigned char x_packed[8 * MOST_HEADS * MOST_ROWS * MOST_SIZE];
  int64_t position[MOST_AXES * MOST_ROWS];
  struct assay_positions positions;
  struct assay_expr *w[MOST_SIZE], *magnitude;
  size_t pairs;
  struct assay_view x_view, got_view;
  struct assay_rotation rotation;
};

static struct assay_expr *
magnitude_of (const struct drawn *d, struct assay_ctx *ctx)
{
  struct assay_expr *factor = assay_expr_new_si ((long) d->factor, 1);
  struct assay_expr *other = assay_expr_new_si (d->magnitude == 2 ? 1 : 4096,
                                                1);
  struct assay_expr *a = NULL;

  if (d->magnitude == 2)
    ck_assert_int_eq (assay_magnitude_yarn (&a, factor, other, ctx),
                      ASSAY_OK);
  else if (d->magnitude == 3)
    ck_assert_int_eq (assay_magnitude_longrope (&a, factor, other, ctx),
                      ASSAY_OK);
  else
    a = d->magnitude == 1 ? assay_expr_new_si (3, 4)
                          : assay_expr_new_si (1, 1);
  assay_expr_unref (factor);
  assay_expr_unref (other);
  return a;
}

/* PACKED <- COUNT patterns of FMT.  */
static void
pack (unsigned char *packed, const uint64_t *bits, size_t count,
      enum assay_fmt fmt)
{
  size_t width = assay_fmt_shape (fmt)->width / 8, n, k;
  const uint16_t one = 1;
  int little = *(const unsigned char *) &one == 1;

  for (n = 0; n < count; n++)
    for (k = 0; k < width; k++)
      packed[n * width + k]
        = (unsigned char) (bits[n] >> 8 * (little ? k : width - 1 - k));
}

/* OURS <- D, with GOT, patterns of GOT_FMT, as what is to be judged.  */
static void
begin (struct ours *o, const struct drawn *d, const uint64_t *got,
       enum assay_fmt got_fmt, struct assay_ctx *ctx)
{
  const size_t shape[] = { d->heads, d->rows, d->layout.head_dim };
  const size_t position_shape[] = { d->axes, 1, d->rows };
  size_t count = shape[0] * shape[1] * shape[2], h, s, c, n = 0, a, i;
  struct assay_expr *base, *factor;

  memset (o, 0, sizeof *o);
  for (h = 0; h < d->heads; h++)
    for (s = 0; s < d->rows; s++)
      for (c = 0; c < d->layout.head_dim; c++)
        o->bits[n++] = assay_rounded_double (d->x[h][s][c], d->x_fmt);
  pack (o->x_packed, o->bits, count, d->x_fmt);
  pack (o->packed, got, count, got_fmt);
  assay_tensor_wrap (&o->x, "x", assay_dtype_of_fmt (d->x_fmt), 3, shape,
                     o->x_packed);
  assay_tensor_wrap (&o->got, "got", assay_dtype_of_fmt (got_fmt), 3, shape,
                     o->packed);
  for (a = 0; a < d->axes; a++)
    for (s = 0; s < d->rows; s++)
      o->position[a * d->rows + s] = d->position[a][s];
  if (d->axes > 1)
    assay_tensor_wrap (&o->positions_tensor, "p", ASSAY_DTYPE_I64, 3,
                       position_shape, o->position);
  else
    assay_tensor_wrap (&o->positions_tensor, "p", ASSAY_DTYPE_I64, 1,
                       &d->rows, o->position);
  ck_assert_int_eq (assay_positions_take (&o->positions, &o->positions_tensor,
                                          "p", d->axes, 1, d->rows, ctx),
                    ASSAY_OK);
  ck_assert_int_eq (assay_view_axes (&o->x_view, &o->x, "hsd", 0, ctx, NULL),
                    ASSAY_OK);
  ck_assert_int_eq (assay_view_axes (&o->got_view, &o->got, "hsd", 0, ctx,
                                     NULL), ASSAY_OK);
  o->pairs = d->layout.rotary_dim / 2;
  base = assay_expr_new_si (d->base, 1);
  factor = assay_expr_new_si ((long) d->factor, 1);
  for (i = 0; i < o->pairs; i++)
    ck_assert_int_eq (assay_frequency_linear (&o->w[i], base, factor, i,
                                              d->layout.rotary_dim, ctx),
                      ASSAY_OK);
  assay_expr_unref (base);
  assay_expr_unref (factor);
  o->magnitude = magnitude_of (d, ctx);
  ck_assert_int_eq (assay_rotation_by_angles (&o->rotation, &o->x_view, 0,
                                              &d->layout, o->w, o->pairs,
                                              o->magnitude, &d->sections,
                                              &o->positions, ctx), ASSAY_OK);
  o->rotation.sign = d->sign;
}

static void
end (struct ours *o)
{
  size_t i;

  assay_rotation_clear (&o->rotation);
  assay_positions_close (&o->positions);
  for (i = 0; i < o->pairs; i++)
    assay_expr_unref (o->w[i]);
  assay_expr_unref (o->magnitude);
  assay_tensor_close (&o->x);
  assay_tensor_close (&o->got);
}

/* ---- tests ---- */

START_TEST (rounded_rotations_are_those_of_the_oracle)
{
  size_t cases = testing_count (5000), t;
  struct drawn *d = assay_calloc (1, sizeof *d);
  struct ours *o = assay_calloc (1, sizeof *o);
  uint64_t got[MOST_HEADS * MOST_ROWS * MOST_SIZE];
  char text[200];

  testing_reseed ();
  for (t = 0; t < cases; t++)
    {
      struct assay_rotation_judge judge;
      struct assay_ctx ctx;

      draw (d);
      describe (text, sizeof text, d);
      assay_ctx_init (&ctx);
      theirs (got, d, d->fmt, NULL);
      begin (o, d, got, d->fmt, &ctx);
      ck_assert_int_eq (assay_rotation_judge_init (&judge, &o->rotation,
                                                   ASSAY_ROTATION_OUTPUT,
                                                   "got", d->fmt,
                                                   &o->got_view, &ctx),
                        ASSAY_OK);
      ck_assert_int_eq (assay_rotation_judge_run (&judge, &ctx), ASSAY_OK);
      ck_assert_msg (judge.open == 0
                     && judge.measure.bit_equal == judge.measure.elements
                     && judge.measure.elements
                        == d->heads * d->rows * d->layout.head_dim,
                     "case %zu (%s): %lu equal, %lu open of %lu", t, text,
                     (unsigned long) judge.measure.bit_equal,
                     (unsigned long) judge.open,
                     (unsigned long) judge.measure.elements);
      ck_assert_msg (judge.measure.ulps.bounds.low <= 0.5,
                     "case %zu (%s): rounded correctly and wrong by %g ulps",
                     t, text, judge.measure.ulps.bounds.low);
      testing_agreed (judge.measure.elements);
      assay_rotation_judge_clear (&judge);
      end (o);
    }
  free (d);
  free (o);
}
END_TEST

/* A zero's sign is lost in the oracle's fractions.  */
static int
same_but_for_zeros (uint64_t a, uint64_t b, enum assay_fmt fmt)
{
  return a == b || (assay_fmt_classify (a, fmt) == ASSAY_FMT_FINITE
                    && assay_fmt_classify (b, fmt) == ASSAY_FMT_FINITE
                    && assay_fmt_ordinal (a, fmt) == 0
                    && assay_fmt_ordinal (b, fmt) == 0);
}

START_TEST (two_products_are_those_of_the_oracle)
{
  static const enum assay_fmt formats[] = { ASSAY_FMT_F64, ASSAY_FMT_F32,
                                            ASSAY_FMT_F16, ASSAY_FMT_BF16 };
  size_t cases = testing_count (1000), t, h, s, c;
  struct drawn *d = assay_calloc (1, sizeof *d);
  struct ours *o = assay_calloc (1, sizeof *o);
  uint64_t got[MOST_HEADS * MOST_ROWS * MOST_SIZE];

  testing_reseed ();
  for (t = 0; t < cases; t++)
    {
      struct oracle_turn_mistake mistake = { ORACLE_TURN_ROUND_PRODUCTS, 0,
                                             NULL };
      struct assay_two_products contract;
      struct assay_turned_sum sum;
      struct assay_ctx ctx;
      enum assay_fmt fmt;

      draw (d);
      fmt = d->x_fmt = formats[t % 4];
      for (h = 0; h < d->heads; h++)
        for (s = 0; s < d->rows; s++)
          {
            for (c = 0; c < d->layout.head_dim; c++)
              do
                d->x[h][s][c] = draw_value (fmt);
              while (fabs (d->x[h][s][c]) > 0x1p12);
            /* Tables end there.  */
            for (c = 0; c < d->axes; c++)
              d->position[c][s] %= 1l << 32;
          }
      assay_ctx_init (&ctx);
      mistake.format = oracle_format_named (assay_fmt_shape (fmt)->name);
      theirs (got, d, fmt, &mistake);
      begin (o, d, got, fmt, &ctx);
      ck_assert_int_eq (assay_two_products_init (&contract, &o->rotation, fmt,
                                                 fmt, &ctx), ASSAY_OK);
      for (h = 0; h < d->heads; h++)
        for (s = 0; s < d->rows; s++)
          for (c = 0; c < d->layout.head_dim; c++)
            {
              size_t pair, partner, at = (h * d->rows + s)
                                         * d->layout.head_dim + c;
              enum assay_turned_kind kind
                = assay_rotation_column (&pair, &partner, &d->layout, c);
              uint64_t bits;

              if (kind == ASSAY_TURNED_COPY)
                continue;
              assay_rotation_sum (&sum, &o->rotation, 0, s, c, kind, pair,
                                  partner, d->x[h][s]);
              ck_assert_int_eq (assay_two_products_element
                                (&bits, &contract, &o->rotation, 0, s, &sum,
                                 &ctx), ASSAY_OK);
              ck_assert_msg (same_but_for_zeros (bits, got[at], fmt),
                             "case %zu, column %zu: %llx, the oracle %llx", t,
                             c, (unsigned long long) bits,
                             (unsigned long long) got[at]);
              testing_agreed (1);
            }
      assay_two_products_clear (&contract);
      end (o);
    }
  free (d);
  free (o);
}
END_TEST

int
main (void)
{
  Suite *suite = suite_create ("agree_rotation");
  TCase *tcase = tcase_create ("agree_rotation");

  tcase_set_timeout (tcase, 0);
  tcase_add_test (tcase, rounded_rotations_are_those_of_the_oracle);
  tcase_add_test (tcase, two_products_are_those_of_the_oracle);
  suite_add_tcase (suite, tcase);
  return testing_run (suite);
}
