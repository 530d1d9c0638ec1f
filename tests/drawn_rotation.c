/* drawn_rotation.c -- random rotations of stored vectors, for both families
   */

#include "drawn_rotation.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "kernel/rotation_contract.h"
#include "position/frequency_yarn.h"
#include "testing.h"

/* A value of FMT, all sizes of it; never -0.  */
double
drawn_rotation_value (enum assay_fmt fmt)
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
cancel (struct drawn_rotation *d, size_t head, size_t row, size_t pair)
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

void
drawn_rotation_draw (struct drawn_rotation *d)
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
          d->x[h][s][c] = drawn_rotation_value (d->x_fmt);
        if (testing_below (3) == 0)
          cancel (d, h, s, testing_below (d->layout.rotary_dim / 2));
      }
}

void
drawn_rotation_describe (char *text, size_t size,
                         const struct drawn_rotation *d)
{
  snprintf (text, size, "%s to %s, %zu of %zu %s, sign %d, base %ld over %lu, "
            "magnitude %d, %zu axes", assay_fmt_shape (d->x_fmt)->name,
            assay_fmt_shape (d->fmt)->name, d->layout.rotary_dim,
            d->layout.head_dim, assay_pairing_name (d->layout.pairing),
            d->sign, d->base, d->factor, d->magnitude, d->axes);
}

/* ---- for the oracle ---- */

void
drawn_rotation_oracle (struct oracle_turn *turn,
                       const struct drawn_rotation *d)
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

/* ---- for src ---- */

static struct assay_expr *
magnitude_of (const struct drawn_rotation *d, struct assay_ctx *ctx)
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

void
rotated_begin (struct rotated *o, const struct drawn_rotation *d,
               const uint64_t *got, enum assay_fmt got_fmt,
               struct assay_ctx *ctx)
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

void
rotated_end (struct rotated *o)
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
